//! Help for an editor of rules: what is wrong and where, in both languages, and the names that a text declares.
//!
//! Places are counted as browsers count them: lines and columns from 1, offsets from 0, columns and offsets in UTF-16 units.

use crate::game::Game;
use crate::game::describe::{Description, describe};
use crate::problem::Problem;
use bouton_language::ast::{Choice, LineKind};
use bouton_language::check::Loader;
use bouton_language::diagnostic::{Diagnostic, Lang, Severity};
use bouton_language::keywords;
use bouton_language::parse::parse;
use bouton_language::rules::Builtin;
use bouton_language::value::KnownSet;
use schemars::JsonSchema;
use serde::Serialize;

/// What an editor wants to know about a text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RulesAnswer")]
pub struct Checked {
    /// Is there no error?
    pub ok: bool,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnosed>,
    /// The names that the text declares.
    pub names: Vec<Declared>,
    /// The game, if there is no error.
    pub game: Option<Description>,
}

/// An error or a warning, with its place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Diagnostic")]
pub struct Diagnosed {
    /// error or warning.
    pub severity: &'static str,
    /// Where it begins.
    pub line: usize,
    /// See `line`.
    pub column: usize,
    /// Where it ends.
    pub end_line: usize,
    /// See `end_line`.
    pub end_column: usize,
    /// The same as offsets.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// What is wrong.
    pub message: Both,
    /// What to write instead.
    pub help: Option<Both>,
}

/// A text in both languages, each under its name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Both {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Both {
    fn new(say: impl Fn(Lang) -> String) -> Both {
        Both { en: say(Lang::En), zh: say(Lang::Zh) }
    }
}

/// A name that a text declares.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// player, param, define, field, move or choice.
    pub kind: &'static str,
}

/// Checks a text while it is typed.
pub fn check(text: &str, loader: &dyn Loader, lang: Lang) -> Checked {
    let (diagnostics, game) = match Game::from_text("rules", text, loader) {
        Ok((game, warnings)) => (diagnostics(&warnings, text), Some(game)),
        Err(Problem::Rules { diagnostics: list, .. }) => (diagnostics(&list, text), None),
        Err(Problem::Run { diagnostic, .. }) => (diagnostics(&[diagnostic], text), None),
        Err(other) => {
            let start = Place::of(text, 0);
            (vec![Diagnosed::at([&start, &start], "error", Both::new(|lang| other.line(lang)), None)], None)
        }
    };
    let game = game.map(|game| describe(&game, None, lang));
    Checked { ok: game.is_some(), diagnostics, names: names(text), game }
}

/// Diagnostics of a text.
pub fn diagnostics(list: &[Diagnostic], text: &str) -> Vec<Diagnosed> {
    let one = |d: &Diagnostic| {
        // What stands in another text, brought in by `like`, has no place in this one.
        let own = d.span.source == 0;
        let start = if own { boundary(text, d.span.start as usize) } else { 0 };
        let end = if own { boundary(text, d.span.end as usize).max(start) } else { 0 };
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help =
            d.problem.help(Lang::En).map(|_| Both::new(|lang| d.problem.help(lang).unwrap_or_default()));
        let places = [&Place::of(text, start), &Place::of(text, end)];
        Diagnosed::at(places, severity, Both::new(|lang| d.problem.message(lang)), help)
    };
    list.iter().map(one).collect()
}

impl Diagnosed {
    fn at([from, to]: [&Place; 2], severity: &'static str, message: Both, help: Option<Both>) -> Diagnosed {
        Diagnosed {
            severity,
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
            from: from.offset,
            to: to.offset,
            message,
            help,
        }
    }
}

/// The end of a letter at or before this byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

struct Place {
    line: usize,
    column: usize,
    offset: usize,
}

impl Place {
    fn of(text: &str, byte: usize) -> Place {
        let before = &text[..byte];
        let units = |t: &str| t.chars().map(char::len_utf16).sum::<usize>();
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Place {
            line: 1 + before.bytes().filter(|b| *b == b'\n').count(),
            column: 1 + units(&before[line_start..]),
            offset: units(before),
        }
    }
}

/// The names that a text declares, also if it has mistakes.
fn names(text: &str) -> Vec<Declared> {
    let (file, _) = parse(0, text);
    let mut out: Vec<Declared> = Vec::new();
    let mut add = |name: &str, kind: &'static str| {
        let declared = Declared { name: name.to_string(), kind };
        if !out.contains(&declared) {
            out.push(declared);
        }
    };
    for line in &file.lines {
        match &line.kind {
            LineKind::Players(a, b) => {
                add(&a.text, "player");
                add(&b.text, "player");
            }
            LineKind::Param { name, .. } => add(&name.text, "param"),
            LineKind::Define { name, .. } => add(&name.text, "define"),
            LineKind::Fields { fields, .. } => fields.iter().for_each(|f| add(&f.name.text, "field")),
            LineKind::Move { name, choices, .. } => {
                if let Some(name) = name {
                    add(&name.text, "move");
                }
                for choice in choices {
                    if let Choice::In(name, _) | Choice::Let(name, _) = choice {
                        add(&name.text, "choice");
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// The words of the language.
#[derive(Serialize, JsonSchema)]
pub struct Language {
    /// Those that begin a line.
    pub lines: Vec<&'static str>,
    /// Chinese ones, each with the English word that it stands for.
    pub chinese: Vec<(&'static str, &'static str)>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Named sets.
    pub sets: Vec<&'static str>,
}

/// A function with its least and largest number of arguments.
#[derive(Serialize, JsonSchema)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// At least so many.
    pub least: usize,
    /// At most so many; none for any number.
    pub most: Option<usize>,
}

/// The words of the language.
pub fn language() -> Language {
    let function = |(name, _, least, most): &(&'static str, Builtin, usize, usize)| Function {
        name,
        least: *least,
        most: Some(*most).filter(|m| *m != usize::MAX),
    };
    Language {
        lines: keywords::LINES.to_vec(),
        chinese: keywords::CHINESE.to_vec(),
        functions: Builtin::ALL.iter().map(function).collect(),
        sets: KnownSet::ALL.iter().map(|(name, _)| *name).collect(),
    }
}
