//! What can be wrong with rules that were read without a syntax error.
//!
//! One enum a subject, each worded beside its variants: what is wrong, then what to write instead.

mod claims;
mod graph_line;
mod lines;
mod moves;
mod names;
mod types;

pub use claims::{ClaimProblem, NoGrundy};
pub use lines::LineProblem;
pub use moves::MoveProblem;
pub use names::{NameProblem, What};
pub use types::{Needs, TypeProblem, Wanted};

use crate::diagnostic::{Lang, Wording};

/// A problem found by the checker.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A name that means nothing here, or two things.
    Name(NameProblem),
    /// Values of the wrong kind.
    Type(TypeProblem),
    /// A line that is missing, repeated or out of place.
    Line(LineProblem),
    /// A move that cannot be meant as written.
    Move(MoveProblem),
    /// A claim, strategy or example.
    Claim(ClaimProblem),
}

/// A message and its advice in both languages.
pub(crate) struct Words {
    en: String,
    zh: String,
    help: Option<(String, String)>,
}

/// A message without advice.
fn words(en: impl Into<String>, zh: impl Into<String>) -> Words {
    Words { en: en.into(), zh: zh.into(), help: None }
}

impl Words {
    fn help(mut self, en: impl Into<String>, zh: impl Into<String>) -> Words {
        self.help = Some((en.into(), zh.into()));
        self
    }

    /// `Did you mean …?`, where something is near.
    fn near(self, near: &Option<String>) -> Words {
        match near {
            Some(n) => self.help(format!("Did you mean  {n} ?"), format!("是否想写  {n} ？")),
            None => self,
        }
    }
}

impl Problem {
    fn words(&self) -> Words {
        match self {
            Problem::Name(p) => p.words(),
            Problem::Type(p) => p.words(),
            Problem::Line(p) => p.words(),
            Problem::Move(p) => p.words(),
            Problem::Claim(p) => p.words(),
        }
    }
}

impl Wording for Problem {
    fn message(&self, lang: Lang) -> String {
        let w = self.words();
        lang.pick(w.en, w.zh)
    }

    fn help(&self, lang: Lang) -> Option<String> {
        self.words().help.map(|(en, zh)| lang.pick(en, zh))
    }
}

macro_rules! wrapped {
    ($($variant:ident: $inner:ident),*) => {
        $(impl From<$inner> for Problem {
            fn from(p: $inner) -> Problem {
                Problem::$variant(p)
            }
        })*
    };
}
wrapped!(Name: NameProblem, Type: TypeProblem, Line: LineProblem, Move: MoveProblem, Claim: ClaimProblem);

/// `n, k, left`
fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}

/// The same in Chinese.
fn listed_zh(names: &[String]) -> String {
    if names.is_empty() { "无".to_string() } else { names.join("、") }
}

/// With a capital, for the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}
