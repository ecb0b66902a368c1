//! Places in source text: which file, which bytes.
//!
//! `like` lets one game draw on another file, so a place names its source as well as its bytes.

use std::sync::Arc;

/// A run of bytes in one of the sources of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Index into [`Sources`].
    pub source: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both (of the same source).
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One text that rules were read from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What a person calls it: a file's name, or `rules` for text typed on the command line.
    pub name: String,
    /// The text itself.
    pub text: String,
}

/// All texts that one game draws on; the first is the game's own.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Arc<Source>>,
}

impl Sources {
    /// Adds a text and returns its index.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.list.push(Arc::new(Source { name: name.into(), text: text.into() }));
        (self.list.len() - 1) as u32
    }

    /// The text with this index.
    pub fn get(&self, source: u32) -> Option<&Source> {
        self.list.get(source as usize).map(|s| s.as_ref())
    }

    /// The text that a span covers; empty where the span lies outside it.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Name of the file and the line (from 1) where a span begins.
    pub fn line(&self, span: Span) -> (&str, usize) {
        match self.get(span.source) {
            None => ("", 0),
            Some(s) => {
                let upto = (span.start as usize).min(s.text.len());
                let before = s.text.as_bytes()[..upto].iter();
                (&s.name, 1 + before.filter(|&&b| b == b'\n').count())
            }
        }
    }
}
