//! A game ready to be asked: rules, parameter values, and the ending in force.

pub mod catalogue;
pub mod describe;
pub mod edit;
pub mod editor;
mod front;
pub mod line;
pub mod lint;
pub mod picture;
pub mod positions;
pub(crate) mod question;
mod sized;
pub mod source;
pub mod squares;
mod told;
mod typed;

pub use crate::engines::whole::State;
pub use front::Move;
pub use question::{Match, Method, Question};

use crate::problem::{NotApplicable, Problem};
use bouton_compile::fragment::{self, Fragment, Outside};
use bouton_compile::symmetry::{self, Declared};
use bouton_compile::{Core, Facts, Kind};
use bouton_language::check::{LoadError, Loader};
use bouton_language::diagnostic::{Diagnostic, Lang, Severity};
use bouton_language::interp::{Interp, Part, Position};
use bouton_language::load;
use bouton_language::position::{self, LeftOut};
use bouton_language::rules::{End, Rules};
use bouton_language::span::{Sources, Span};
use bouton_language::value::Value;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A game. Cheap to clone; two clones share everything.
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
    /// The language of its title.
    lang: Lang,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

/// What the rules say before flags change them.
#[derive(Clone, Copy)]
struct Own {
    /// The ending.
    end: End,
    /// How many claims there are.
    claims: usize,
}

struct Inner {
    /// A number of its own.
    key: u64,
    name: String,
    interp: Interp,
    set: Vec<(usize, Value)>,
    own: Own,
    /// Raised to stop what is being computed.
    cancel: Option<Arc<AtomicBool>>,
    core: OnceLock<Core>,
    facts: OnceLock<Facts>,
    fragment: OnceLock<Result<Fragment, Outside>>,
}

/// A number that no game has yet.
fn fresh_key() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Resolves `like` and `graph file` the way the command does: beside the file first, then in the library.
pub struct Folder {
    /// Where relative paths begin; `None` where files are not allowed.
    pub base: Option<PathBuf>,
}

impl Loader for Folder {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        if let Some(base) = &self.base {
            let file = base.join(format!("{name}.game"));
            // A name is a name, not a way to other folders.
            let plain = Path::new(name).components().count() == 1;
            if plain && file.is_file() {
                let text = std::fs::read_to_string(&file);
                let text = text.map_err(|e| LoadError::Unreadable { why: e.to_string() })?;
                return Ok((format!("{name}.game"), text));
            }
        }
        match catalogue::find(name) {
            Some(e) => Ok((format!("{}.game", e.id), e.text.to_string())),
            None => {
                Err(LoadError::NotFound { known: catalogue::listed().map(|e| e.id.to_string()).collect() })
            }
        }
    }

    fn graph(&self, path: &str) -> Result<Box<dyn Read>, LoadError> {
        let base = self.base.as_ref().ok_or(LoadError::Refused)?;
        let file = File::open(base.join(path)).map_err(|e| LoadError::Unreadable { why: e.to_string() })?;
        Ok(Box::new(file))
    }
}

impl AsRef<[Game]> for Game {
    fn as_ref(&self) -> &[Game] {
        std::slice::from_ref(self)
    }
}

impl Game {
    /// A game from a file.
    pub fn from_file(path: &Path) -> Result<(Game, Vec<Diagnostic>), Problem> {
        let bytes = std::fs::read(path)
            .map_err(|e| Problem::File { path: path.display().to_string(), why: e.to_string() })?;
        let text = String::from_utf8(bytes).map_err(|e| Problem::File {
            path: path.display().to_string(),
            why: format!("byte {} is not UTF-8 text", e.utf8_error().valid_up_to()),
        })?;
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
        let base = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Game::from_text(&name, &text, &Folder { base: Some(base) })
    }

    /// A game from its rules; also gives the warnings.
    pub fn from_text(
        name: &str,
        text: &str,
        loader: &dyn Loader,
    ) -> Result<(Game, Vec<Diagnostic>), Problem> {
        let loaded = load(name, text, loader);
        let Some(rules) = loaded.rules else {
            return Err(Problem::Rules { diagnostics: loaded.diagnostics, sources: loaded.sources });
        };
        let own = Own { end: rules.end, claims: rules.claims.len() };
        let rules = Arc::new(rules.with_sparse_choices());
        let game = Game::build(name.to_string(), rules, own, Vec::new())?;
        let warnings = loaded.diagnostics.into_iter().filter(|d| d.severity == Severity::Warning).collect();
        Ok((game, warnings))
    }

    fn build(name: String, rules: Arc<Rules>, own: Own, set: Vec<(usize, Value)>) -> Result<Game, Problem> {
        let sources = rules.sources.clone();
        let run = |diagnostic| Problem::Run { diagnostic, sources: sources.clone(), long: false };
        let mut interp = Interp::new(rules.clone(), &set).map_err(run)?;
        if rules.shape.unordered && symmetry::find(&Core::new(&interp)).declared != Declared::Verified {
            // `unordered` merges positions, which is right only if the moves are symmetric. Where that is false it
            // is a mistake; where it can be neither shown nor refuted, nothing is merged.
            if let Some(found) = symmetry::counterexample(&interp) {
                return Err(run(Diagnostic::error(rules.shape.span, found)));
            }
            let mut apart = (*rules).clone();
            apart.shape.unordered = false;
            interp = Interp::new(Arc::new(apart), &set).map_err(run)?;
        }
        let (core, facts, fragment) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let inner = Inner { key: fresh_key(), name, interp, set, own, cancel: None, core, facts, fragment };
        Ok(Game { inner: Arc::new(inner), lang: Lang::En })
    }

    /// The same source and cancel flag with other rules or parameters.
    fn rebuild(&self, rules: Arc<Rules>, set: Vec<(usize, Value)>) -> Result<Game, Problem> {
        let game = Game::build(self.inner.name.clone(), rules, self.inner.own, set)?.speaking(self.lang);
        Ok(match &self.inner.cancel {
            Some(flag) => game.cancelled_by(flag.clone()),
            None => game,
        })
    }

    /// The same game with a parameter changed; `value` as the rules language writes it.
    pub fn set(&self, name: &str, value: &str, loader: &dyn Loader) -> Result<Game, Problem> {
        let params = &self.rules().params;
        let Some(param) = params.iter().position(|p| p.name == name) else {
            let known = params.iter().map(|p| p.name.clone()).collect();
            return Err(Problem::NotApplicable(NotApplicable::NoParameter { name: name.to_string(), known }));
        };
        let ty = &params[param].default.ty;
        let value = position::read_value_as(ty, value, loader).map_err(|e| Problem::Input(Arc::new(e)))?;
        self.with_values(&[(param, value)])
    }

    /// The same game with parameters changed to these values.
    pub fn with_values(&self, values: &[(usize, Value)]) -> Result<Game, Problem> {
        let mut set = self.inner.set.clone();
        for (param, value) in values {
            set.retain(|(p, _)| p != param);
            set.push((*param, value.clone()));
        }
        self.rebuild(self.rules().clone(), set)
    }

    /// The same game for all values of these parameters: each is a number of the position, before the others, that no move changes.
    pub fn for_all(&self, names: &[String]) -> Result<Game, Problem> {
        let params = &self.rules().params;
        let mut which = Vec::new();
        for name in names {
            let Some(param) = params.iter().position(|p| p.name == *name) else {
                let known = params.iter().map(|p| p.name.clone()).collect();
                return Err(Problem::NotApplicable(NotApplicable::NoParameter { name: name.clone(), known }));
            };
            if !which.contains(&param) {
                which.push(param);
            }
        }
        let Some(rules) = self.rules().for_all(&which) else {
            let names = names.join(", ");
            return Err(Problem::NotApplicable(NotApplicable::NotForAll { names }));
        };
        let set = self.inner.set.iter().filter(|(p, _)| !which.contains(p)).cloned().collect();
        self.rebuild(Arc::new(rules), set)
    }

    /// The same game with one claim more, its last; `text` with or without the word `claim`, and behind definitions that it
    /// uses. Mistakes in the text are shown in the text.
    pub fn with_claim(&self, text: &str, loader: &dyn Loader) -> Result<Game, Problem> {
        let own = self.sources().get(0).map_or("", |s| s.text.as_str());
        // Rules on one line stay on one line, where `;` also ends a title or a note.
        let end = if own.trim_end().contains(['\n', '#']) { '\n' } else { ';' };
        let (mut line, mut text) = (String::new(), text.trim());
        while let Some((define, rest)) = text
            .split_once(['\n', ';'])
            .filter(|(first, _)| ["define", "定义"].iter().any(|w| first.starts_with(w)))
        {
            line.push_str(define.trim());
            line.push(end);
            text = rest.trim_start();
        }
        // A line break would begin another rule.
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let text = text.trim();
        let bare = ["claim", "猜想"].iter().find_map(|w| text.strip_prefix(w)).map_or(text, str::trim_start);
        line.push_str("claim ");
        line.push_str(bare);
        let all = format!("{own}{end}{line}");
        let loaded = load(&self.inner.name, &all, loader);
        let Some(rules) = loaded.rules else {
            let start = own.len() as u32 + 1;
            let place = |d: Diagnostic| {
                let Span { source, start: a, end: b } = d.span;
                let span = Span { source, start: a.saturating_sub(start), end: b.saturating_sub(start) };
                Diagnostic { span, ..d }
            };
            let here = |d: &Diagnostic| d.span.source == 0 && d.span.start >= start;
            if !loaded.diagnostics.iter().any(here) {
                return Err(Problem::Rules { diagnostics: loaded.diagnostics, sources: loaded.sources });
            }
            let diagnostics = loaded.diagnostics.into_iter().filter(here).map(place).collect();
            let mut sources = Sources::default();
            sources.add("claim", line);
            return Err(Problem::Rules { diagnostics, sources });
        };
        // --misere holds for the game with the claim as well.
        let rules = Rules { end: self.end(), ..rules.with_sparse_choices() };
        self.rebuild(Arc::new(rules), self.inner.set.clone())
    }

    /// The same game where the last mover loses.
    pub fn misere(&self) -> Result<Game, Problem> {
        let rules = self.rules();
        if rules.score.is_some() || !matches!(rules.end, End::Normal | End::Misere) {
            return Err(Problem::NotApplicable(NotApplicable::Misere));
        }
        self.ending(End::Misere)
    }

    /// The same rules with another end for who cannot move. Claims and strategies stay, and may be wrong then.
    pub fn ending(&self, end: End) -> Result<Game, Problem> {
        let rules = Rules { end, ..(**self.rules()).clone() };
        self.rebuild(Arc::new(rules), self.inner.set.clone())
    }

    /// The same game, stopping soon after `flag` becomes true.
    pub fn cancelled_by(&self, flag: Arc<AtomicBool>) -> Game {
        let inner = &self.inner;
        Game {
            inner: Arc::new(Inner {
                key: fresh_key(),
                name: inner.name.clone(),
                interp: inner.interp.clone().with_cancel(flag.clone()),
                set: inner.set.clone(),
                own: inner.own,
                cancel: Some(flag),
                core: OnceLock::new(),
                facts: OnceLock::new(),
                fragment: OnceLock::new(),
            }),
            lang: self.lang,
        }
    }

    /// What its source is called: `nim.game`, or `rules`.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The same game with its title in another language, in every answer about it; English unless said.
    #[must_use]
    pub fn speaking(mut self, lang: Lang) -> Game {
        self.lang = lang;
        self
    }

    /// Its title; the source's name where the rules give none.
    pub fn title(&self) -> String {
        match self.rules().title.pick(self.lang) {
            "" if self.inner.name == "rules" => self.lang.pick("rules", "规则").to_string(),
            "" => self.inner.name.trim_end_matches(".game").to_string(),
            title => title.to_string(),
        }
    }

    /// The checked rules.
    pub fn rules(&self) -> &Arc<Rules> {
        self.inner.interp.rules()
    }

    /// The texts behind the rules.
    pub fn sources(&self) -> &Sources {
        &self.rules().sources
    }

    /// Runs the rules.
    pub fn interp(&self) -> &Interp {
        &self.inner.interp
    }

    /// Parameters that were changed from their defaults.
    pub fn changed(&self) -> &[(usize, Value)] {
        &self.inner.set
    }

    /// The ending that its rules have, before `--misere` changed it.
    pub fn own_end(&self) -> End {
        self.inner.own.end
    }

    /// How many claims its rules have, without those added to it.
    pub fn own_claims(&self) -> usize {
        self.inner.own.claims
    }

    /// The ending in force.
    pub fn end(&self) -> End {
        self.rules().end
    }

    /// Its rules under its parameters, as whoever compiles them reads them. Computed once.
    pub(crate) fn core(&self) -> &Core {
        self.inner.core.get_or_init(|| Core::new(&self.inner.interp))
    }

    /// What can be proved about it from its rules. Computed once.
    pub fn facts(&self) -> &Facts {
        self.inner.facts.get_or_init(|| Facts::new(self.core()))
    }

    /// What kind of game it is.
    pub fn kind(&self) -> Kind {
        Kind::of(self.rules())
    }

    /// Why the Sprague–Grundy theorem does not apply to it, in both languages; `None` if it does.
    pub fn no_grundy(&self) -> Option<[String; 2]> {
        let why = self.kind().grundy.err()?;
        let (en, zh) = (why.say(Lang::En), why.say(Lang::Zh));
        Some([format!("This game has no Grundy values: {en}."), format!("这个游戏没有 SG 值：{zh}。")])
    }

    /// This game alone, at a state.
    pub fn at<'m>(&'m self, state: &'m State) -> Match<'m> {
        Match::of(self.as_ref(), state)
    }

    /// How it is solved alone.
    pub fn method(&self) -> Method {
        Method::of(self.as_ref())
    }

    /// Its rules as linear arithmetic, in which statements about all sizes can be decided; or why they are not. Computed
    /// once.
    pub fn fragment(&self) -> Result<&Fragment, &Outside> {
        let derived = || fragment::derive(self.core());
        self.inner.fragment.get_or_init(derived).as_ref()
    }

    /// The part with these values of its fields, the others at their starts; `None` where it is not legal.
    pub(crate) fn legal_part(&self, typed: Vec<Option<Value>>) -> Result<Option<Part>, Problem> {
        let part = self.interp().part(typed).map_err(|e| self.fail(e))?.ok();
        Ok(part.filter(|part| self.interp().legal(part).is_ok()))
    }

    /// Reads a position as it is typed.
    pub fn position(&self, text: &str) -> Result<Position, Problem> {
        position::parse_position(&self.inner.interp, text).map_err(|e| Problem::Input(Arc::new(e)))
    }

    /// What of a typed position is no part of it: zeros of bags, what a set has already.
    pub fn left_out(&self, text: &str) -> Vec<LeftOut> {
        position::left_out(&self.inner.interp, text)
    }

    /// Writes a position so that it can be typed again.
    pub fn show(&self, position: &Position) -> String {
        position::print_position(&self.inner.interp, position)
    }

    /// The number by which what is known about a game is found again: handles of one game share it, every other one has
    /// another.
    pub(crate) fn key(&self) -> u64 {
        self.inner.key
    }

    /// Are two handles the same game with the same parameters?
    pub fn same(&self, other: &Game) -> bool {
        self.key() == other.key()
    }

    /// A problem met while running the rules.
    pub(crate) fn fail(&self, error: bouton_language::interp::Error) -> Problem {
        Problem::run(error, self.sources())
    }
}
