//! Preludes: functions by name, with those that they need, of which only what is used is printed. They are kept as sources
//! of their languages, in the folders `text`.

use super::layout::Lines;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A function of a prelude: its name, the names it needs, its text.
pub(crate) struct Entry {
    name: &'static str,
    needs: Vec<&'static str>,
    text: &'static str,
}

/// The functions of a source; each begins behind a line with this mark and its name.
pub(crate) fn entries(source: &'static str, mark: &str) -> Vec<Entry> {
    let mut out = Vec::new();
    for piece in source.split(mark).skip(1) {
        let (head, text) = piece.split_once('\n').unwrap_or((piece, ""));
        let mut words = head.split_whitespace();
        let Some(name) = words.next() else { continue };
        out.push(Entry { name, needs: words.collect(), text });
    }
    out
}

/// The functions that a program uses.
#[derive(Debug, Default)]
pub(crate) struct Used {
    names: RefCell<BTreeSet<&'static str>>,
}

impl Used {
    /// Notes that a function is used; gives its name.
    pub(crate) fn note(&self, name: &'static str) -> &'static str {
        self.names.borrow_mut().insert(name);
        name
    }

    /// The texts of all that is used, in the order of the prelude.
    pub(crate) fn texts(&self, prelude: &[Entry]) -> Vec<&'static str> {
        let mut wanted = self.names.borrow().clone();
        // What a function needs stands before it.
        for entry in prelude.iter().rev() {
            if wanted.contains(entry.name) {
                wanted.extend(entry.needs.iter().copied());
            }
        }
        prelude.iter().filter(|e| wanted.contains(e.name)).map(|e| e.text).collect()
    }
}

/// The structure of the input: its head comes first, its methods stand inside, and what closes it is left to the language.
pub(crate) fn methods(texts: &[impl AsRef<str>], out: &mut Lines) {
    for (i, text) in texts.iter().enumerate() {
        if i == 1 {
            out.deeper();
        }
        if i > 0 {
            out.add("");
        }
        out.raw(text.as_ref());
    }
}
