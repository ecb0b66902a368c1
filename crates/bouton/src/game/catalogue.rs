//! The catalogue: the games of the library, found by id, title or alias.
//!
//! The texts are part of the program, but a game of the library has no other privilege: it is parsed, checked and
//! solved exactly like rules that a stranger types.

use bouton_language::ast::{File, LineKind, Phrase};
use bouton_language::diagnostic::Lang;
use bouton_language::parse::parse;
use bouton_language::{keywords, lexer, suggest};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

mod library {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its file's name without `.game`.
    pub id: &'static str,
    /// The rules.
    pub text: &'static str,
}

/// What a library entry says about itself.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Title.
    pub title: Phrase,
    /// Other names.
    pub aliases: Vec<String>,
    /// Notes.
    pub notes: Vec<Phrase>,
    /// Sources.
    pub sources: Vec<String>,
}

impl About {
    /// All notes in a language.
    pub fn note(&self, lang: Lang) -> String {
        self.notes.iter().map(|n| n.pick(lang)).collect::<Vec<_>>().join("\n")
    }

    /// Does this name mean the game? Case does not matter.
    fn titled(&self, wanted: &str) -> bool {
        [Lang::En, Lang::Zh].iter().any(|lang| self.title.pick(*lang).to_lowercase() == wanted)
    }
}

impl Entry {
    /// Reads title, aliases, notes and sources; nothing is checked.
    pub fn about(&self) -> About {
        let (file, _): (File, _) = parse(0, self.text);
        let mut about = About::default();
        for line in file.lines {
            match line.kind {
                LineKind::Game(t) => about.title = t,
                LineKind::Alias(names) => about.aliases.extend(names.into_iter().map(|n| n.text)),
                LineKind::Note(t) => about.notes.push(t),
                LineKind::Source(t) => about.sources.push(t.text),
                _ => {}
            }
        }
        about
    }

    /// Does every one of these words, in small letters, occur in what it says about itself?
    pub fn mentions(&self, about: &About, wanted: &[String]) -> bool {
        let both =
            [Lang::En, Lang::Zh].map(|lang| format!("{} {}", about.title.pick(lang), about.note(lang)));
        let names = about.aliases.iter().chain(&about.sources).chain(&both);
        let text = names.fold(self.id.to_string(), |text, name| text + " " + name).to_lowercase();
        wanted.iter().all(|w| text.contains(w))
    }

    /// What a list says of it, as JSON.
    pub fn json(&self, about: &About, lang: Lang) -> Json {
        json!({
            "id": self.id,
            "title": about.title.pick(lang),
            "aliases": about.aliases,
            "note": about.notes.iter().map(|n| n.pick(lang)).collect::<Vec<_>>().join(" "),
            "source": about.sources.join(" "),
            "claims": self.proved().map_or(0, |p| p.1),
            "claims_proved": self.proved().map_or(0, |p| p.0),
        })
    }

    /// Is it written in Chinese keywords? Such a file shows how another game of the library reads in Chinese: it can be
    /// loaded, and is neither listed nor suggested.
    pub fn in_chinese(&self) -> bool {
        keywords::is_chinese(lexer::first_keyword(self.text))
    }

    /// How many of its claims are proved for all sizes, and how many it has; `None` without claims. Read from a table that
    /// a test computes again (`tests/all/proved.rs`).
    pub fn proved(&self) -> Option<(usize, usize)> {
        PROVED.lines().find_map(|line| {
            let mut words = line.split(' ');
            if words.next()? != self.id {
                return None;
            }
            Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
        })
    }
}

/// Id, claims that are proved, claims.
const PROVED: &str = include_str!("proved.txt");

/// All entries, sorted by id.
pub fn entries() -> impl ExactSizeIterator<Item = Entry> {
    library::FILES.iter().map(|&(id, text)| Entry { id, text })
}

/// What all entries say about themselves, read when a name is first asked for that is no id.
static SAID: LazyLock<Vec<(Entry, About)>> = LazyLock::new(|| entries().map(|e| (e, e.about())).collect());

/// The game with this id, title or alias. Case does not matter; an id wins over a title, a title over an alias.
pub fn find(name: &str) -> Option<Entry> {
    let wanted = name.trim().to_lowercase();
    if let Some(entry) = entries().find(|e| e.id == wanted) {
        return Some(entry);
    }
    let titled = SAID.iter().find(|(_, a)| a.titled(&wanted));
    let aliased = || SAID.iter().find(|(_, a)| a.aliases.iter().any(|n| n.to_lowercase() == wanted));
    titled.or_else(aliased).map(|(e, _)| *e)
}

/// The entries that lists and suggestions show: all but those in Chinese keywords.
pub fn listed() -> impl Iterator<Item = Entry> {
    entries().filter(|e| !e.in_chinese())
}

/// Ids and aliases.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = listed().map(|e| e.id.to_string()).collect();
    names.extend(SAID.iter().filter(|(e, _)| !e.in_chinese()).flat_map(|(_, a)| a.aliases.iter().cloned()));
    names
}

/// Bytes of a name that is looked for among those of the library.
const LONGEST_NAME: usize = 200;

/// Names of the library that may have been meant, the nearest first.
pub fn near(name: &str) -> Vec<String> {
    // Nobody means one of our names by something many times as long, and comparing would take long.
    if name.len() > LONGEST_NAME {
        return Vec::new();
    }
    let names = names();
    let found = suggest::near(name, names.iter().map(String::as_str));
    found.into_iter().take(5).map(|(_, name)| name.to_string()).collect()
}
