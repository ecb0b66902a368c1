//! The checker: what was written becomes [`Rules`](crate::rules::Rules). Names are looked up, kinds of values are compared, `like` is
//! followed, graphs are built, octal codes are written out as moves.
//!
//! All mistakes are collected in one go. The folder: `load` is the way in, `inherit` follows `like`, `lines`
//! puts lines in their places, `scope` knows names, `expr`, `calls` and `real` check expressions, `types`
//! compares kinds, `fields`, `shown`, `moves`, `changes`, `ends` and `claims` check one kind of line each, `bound`
//! finds how far a choice without an end can reach, `octal` and `graphs` read their notations, `recursion`
//! finds definitions that call themselves, `problem` words it all.

mod bound;
mod calls;
mod changes;
mod claims;
mod ends;
mod expr;
mod fields;
mod graphs;
mod inherit;
mod lines;
mod load;
mod moves;
mod octal;
pub mod problem;
mod real;
mod recursion;
mod scope;
mod shown;
mod types;
mod view;

pub use load::{LoadError, Loaded, Loader, NoLoader, load};
pub use view::{View, view};

use crate::ast;
use crate::diagnostic::{Diagnostic, Severity, Wording};
use crate::rules::{ScoreKind, Type, Uses};
use crate::span::{Sources, Span};

/// Did a line that declares names fail to parse?
fn names_lost(file: &ast::File) -> bool {
    const DECLARING: [&str; 8] = ["", "param", "define", "heaps", "position", "players", "like", "setup"];
    file.lost.iter().any(|k| DECLARING.contains(&k.as_str()))
}

/// The heading of a definition, known before any body is checked.
struct Head {
    name: String,
    arity: usize,
    ty: Type,
    used: bool,
    /// The body is a set without an end.
    endless: bool,
}

/// All that is known while a file is checked.
struct Checker<'a> {
    sources: Sources,
    loader: &'a dyn Loader,
    diagnostics: Vec<Diagnostic>,
    /// Some line did not parse: names may be missing through no fault of the lines that use them.
    broken: bool,
    /// A line that declares names did not parse: an unknown name may have stood there.
    names_lost: bool,
    kind: ast::ShapeKind,
    /// All names of fields and parameters, also those whose lines are still to come.
    field_names: Vec<String>,
    param_names: Vec<String>,
    fields: Vec<crate::rules::Field>,
    params: Vec<crate::rules::Param>,
    params_used: Vec<bool>,
    heads: Vec<Head>,
    players: [String; 2],
    players_named: bool,
    score: Option<ScoreKind>,
    uses: Uses,
    /// What the claim at hand mentions.
    saw: Saw,
}

/// What an expression of a claim mentions.
#[derive(Default)]
struct Saw {
    heaps: bool,
    field: Option<String>,
}

impl<'a> Checker<'a> {
    /// `parsed` is what the parser had to say: it is passed on, and where it holds an error there is no complaint about names that
    /// may have been lost with the broken line.
    fn new(sources: Sources, loader: &'a dyn Loader, parsed: Vec<Diagnostic>) -> Checker<'a> {
        Checker {
            sources,
            loader,
            broken: parsed.iter().any(|d| d.severity == Severity::Error),
            diagnostics: parsed,
            names_lost: false,
            kind: ast::ShapeKind::Position,
            field_names: Vec::new(),
            param_names: Vec::new(),
            fields: Vec::new(),
            params: Vec::new(),
            params_used: Vec::new(),
            heads: Vec::new(),
            players: ["first".to_string(), "second".to_string()],
            players_named: false,
            score: None,
            uses: Uses::default(),
            saw: Saw::default(),
        }
    }

    fn error(&mut self, span: Span, problem: impl Wording + 'static) {
        self.diagnostics.push(Diagnostic::error(span, problem));
    }

    /// A warning; only about a file that parses, since what looks unused may be used in a broken line.
    fn warn(&mut self, span: Span, problem: impl Wording + 'static) {
        if !self.broken {
            self.diagnostics.push(Diagnostic::warning(span, problem));
        }
    }

    /// How many errors there are so far.
    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// What was written at a place, on one line and not too long for a message.
    fn text(&self, span: Span) -> String {
        let words: Vec<&str> = self.sources.slice(span).split_whitespace().collect();
        let line = words.join(" ");
        if line.chars().count() <= 48 {
            return line;
        }
        line.chars().take(46).chain(" …".chars()).collect()
    }
}

/// The nearest of some names, as an owned string.
fn near(word: &str, names: &[String]) -> Option<String> {
    crate::suggest::nearest(word, names.iter().map(String::as_str)).map(str::to_string)
}
