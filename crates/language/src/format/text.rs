//! Lines whose rest is not tokens: free text, aliases, names, and examples with their raw positions.
//!
//! Quotes decide what `#` means on such lines (except in free text) and are counted line by line, so none of them
//! is broken inside quotes.

use super::layout::Atom;
use super::space::{self, Place};
use crate::ast::{Answer, Example, Ident};
use crate::lexer::{self, narrow};
use crate::parse;

/// Free text: words with one blank between them. The author's lines are kept while they are not too long.
pub(super) fn free(text: &str, pieces: &[(usize, usize)], out: &mut Vec<Atom>) {
    let begin = out.len();
    let mut last: Option<char> = None;
    for &(a, b) in pieces {
        for (i, word) in text[a..b].split(lexer::is_blank).filter(|w| !w.is_empty()).enumerate() {
            // A line that began with such a word would be a comment.
            let hash = word.starts_with(|c| narrow(c) == '#');
            // Chinese stands together across a line break: there is a blank only where one was typed.
            let chinese = last.zip(word.chars().next()).is_some_and(|(x, y)| lexer::joins(x, y));
            let level = if out.len() == begin || hash || (chinese && i > 0) { 0 } else { 2 };
            let mut atom = Atom::new(word.to_string(), (!chinese || i > 0) as usize, level);
            atom.broken = i == 0 && level > 0;
            last = word.chars().next_back();
            out.push(atom);
        }
    }
    if super::layout::too_long(out) {
        out.iter_mut().for_each(|a| a.broken = false);
    }
}

/// Names with commas between them.
pub(super) fn aliases(names: &[Ident], out: &mut Vec<Atom>) {
    let mut quotes = Quotes::default();
    for (i, name) in names.iter().enumerate() {
        let comma = if i + 1 < names.len() { "," } else { "" };
        let level = if quotes.open || i == 0 { 0 } else { 2 };
        quotes.pass(&name.text);
        out.push(Atom::new(format!("{}{comma}", name.text), 1, level));
    }
}

/// Words kept as they are.
pub(super) fn words(text: &str, out: &mut Vec<Atom>) {
    let mut quotes = Quotes::default();
    let begin = out.len();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let level = if quotes.open || out.len() == begin { 0 } else { 3 };
        quotes.pass(word);
        out.push(Atom::new(word.to_string(), 1, level));
    }
}

/// What follows `example` in `text[rest..end]`.
pub(super) fn example(text: &str, rest: usize, end: usize, e: &Example, out: &mut Vec<Atom>) {
    let Some(arrow) = parse::arrow(text, rest, end) else { return };
    let tokens = |from: usize, to: usize, place: Place, out: &mut Vec<Atom>| {
        let begin = out.len();
        let mut list = Vec::new();
        lexer::tokens(0, text, from, to, &mut list);
        space::atoms(text, &list, place, out);
        // What was typed on several lines is filled anew: only its length decides.
        out[begin..].iter_mut().for_each(|a| a.broken = false);
        if let Some(first) = out.get_mut(begin) {
            first.level = 2;
        }
    };
    let position = &e.position.span;
    tokens(rest, position.start as usize, Place::Other, out);
    words(&e.position.text, out);
    tokens(position.end as usize, arrow.0, Place::With, out);
    tokens(arrow.0, arrow.1, Place::Other, out);
    match &e.answer {
        Answer::Outcome(_, Some(to), _) | Answer::Value(to) => {
            tokens(arrow.1, to.span.start as usize, Place::Answer, out);
            words(&to.text, out);
        }
        _ => tokens(arrow.1, end, Place::Answer, out),
    }
}

/// Are we inside quotes?
#[derive(Default)]
struct Quotes {
    open: bool,
}

impl Quotes {
    fn pass(&mut self, text: &str) {
        let count = text.chars().filter(|c| narrow(*c) == '"').count();
        self.open ^= count % 2 == 1;
    }
}
