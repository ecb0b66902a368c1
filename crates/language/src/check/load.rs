//! The way in: a name and a text become rules, or a list of what is wrong.

use super::{Checker, names_lost};
use crate::diagnostic::Diagnostic;
use crate::parse;
use crate::rules::Rules;
use crate::span::Sources;
use std::io::Read;

/// Why another game or a graph's file was not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is none of that name.
    NotFound {
        /// Names that exist, to suggest the nearest.
        known: Vec<String>,
    },
    /// Not allowed here.
    Refused,
    /// It exists, but could not be read.
    Unreadable {
        /// Why, in words.
        why: String,
    },
}

/// Resolves `like NAME` and `graph file "…"`. A command's loader reads files, a server's refuses them.
pub trait Loader {
    /// The rules of another game: what to call the source, and its text.
    fn like(&self, name: &str) -> Result<(String, String), LoadError>;
    /// An edge list: text, plain or packed.
    fn graph(&self, path: &str) -> Result<Box<dyn Read>, LoadError>;
    /// A file of numbers, as text.
    fn text(&self, path: &str) -> Result<String, LoadError> {
        let unreadable = |e: std::io::Error| LoadError::Unreadable { why: e.to_string() };
        let most = u64::try_from(self.graph_memory() / 16).unwrap_or(u64::MAX);
        let mut text = String::new();
        let read = self.graph(path)?.take(most).read_to_string(&mut text).map_err(unreadable)?;
        match read as u64 == most {
            true => Err(LoadError::Unreadable { why: format!("more than {most} bytes") }),
            false => Ok(text),
        }
    }
    /// The bytes that a graph from a file may take.
    fn graph_memory(&self) -> usize {
        usize::MAX
    }
}

/// Gives nothing.
pub struct NoLoader;

impl Loader for NoLoader {
    fn like(&self, _name: &str) -> Result<(String, String), LoadError> {
        Err(LoadError::Refused)
    }

    fn graph(&self, _path: &str) -> Result<Box<dyn Read>, LoadError> {
        Err(LoadError::Refused)
    }
}

/// What loading gives.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules, if there was no error.
    pub rules: Option<Rules>,
    /// Errors and warnings, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts behind the spans.
    pub sources: Sources,
}

/// Parses and checks a game. `name` is what a person calls the text: its file's name, or `rules`.
pub fn load(name: &str, text: &str, loader: &dyn Loader) -> Loaded {
    let mut sources = Sources::default();
    let source = sources.add(name, text);
    let (file, parsed) = parse::parse(source, text);
    let mut checker = Checker::new(sources, loader, parsed);
    checker.names_lost = names_lost(&file);
    let rules = checker.file(&file).filter(|_| checker.errors() == 0);
    let Checker { mut diagnostics, sources, .. } = checker;
    diagnostics.sort_by_key(|d| (d.span.source, d.span.start));
    Loaded { rules, diagnostics, sources }
}
