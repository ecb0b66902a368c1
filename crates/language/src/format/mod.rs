//! The formatter: rules in, the same rules in the house layout out.
//!
//! It works on the tokens as written, not on the syntax tree, so Chinese keywords stay Chinese and redundant
//! parentheses stay; only blanks, line breaks and wide signs change. [`space`] sets the blanks between tokens,
//! [`text`] handles lines whose rest is not tokens, [`layout`] breaks long lines and aligns columns. Here comments
//! find their places and lines are put together.
//!
//! The author's line breaks are kept where a break is in place (after the colon of a move, before `say`, after a
//! comma …) and undone elsewhere. Formatting twice changes nothing more.

mod layout;
mod space;
mod text;

use crate::ast::{Comment, Line, LineKind};
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::lexer::{self, Logical};
use crate::parse::parse;
use layout::{Atom, Entry};

/// Formats the text of a `.game` file. A text with mistakes of syntax is refused with its diagnostics (their spans
/// name source 0).
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (file, diagnostics) = parse(0, text);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let (logical, _) = lexer::lines(0, text);
    let clean = lexer::without_comments(text, &file.comments);
    let mut sheet = Sheet { text, entries: Vec::new(), end: 0 };
    let mut comments = file.comments.iter().peekable();
    for (line, l) in file.lines.iter().zip(&logical) {
        let begin = line.span.start as usize;
        let end = l.pieces.iter().map(|p| p.1).max().unwrap_or(begin);
        while let Some(c) = comments.next_if(|c| (c.span.start as usize) < begin) {
            sheet.comment(c);
        }
        let blank = sheet.blank_before(begin);
        let mut above = Vec::new();
        while let Some(c) = comments.next_if(|c| (c.span.start as usize) < end) {
            above.push(c);
        }
        let trailing = comments.next_if(|c| !text[end..c.span.start as usize].contains('\n'));
        sheet.end = trailing.map_or(end, |c| c.span.end as usize);
        // In free text only a `#` with a blank behind it begins a comment.
        let apart = |c: &Comment| c.text.chars().nth(1).is_none_or(lexer::is_blank);
        let beside = trailing.filter(|c| !lexer::is_free(text, l) || apart(c));
        above.extend(trailing.filter(|_| beside.is_none()));
        let mut entry = line_entry(&clean, line, l);
        entry.comment = beside.map(comment_text);
        let mut blank = blank;
        for c in above {
            sheet.entries.push(Entry::comment(comment_text(c), blank));
            blank = false;
        }
        entry.blank_before = blank;
        sheet.entries.push(entry);
    }
    for c in comments {
        sheet.comment(c);
    }
    Ok(layout::print(sheet.entries))
}

/// What has been put together so far.
struct Sheet<'a> {
    text: &'a str,
    entries: Vec<Entry>,
    /// How far the source has been used.
    end: usize,
}

impl Sheet<'_> {
    /// Is there an empty line between what was used and this place?
    fn blank_before(&self, at: usize) -> bool {
        let breaks = self.text[self.end.min(at)..at].bytes().filter(|b| *b == b'\n').count();
        !self.entries.is_empty() && breaks > 1
    }

    /// Adds a comment that has a line of its own.
    fn comment(&mut self, c: &Comment) {
        let blank = self.blank_before(c.span.start as usize);
        self.entries.push(Entry::comment(comment_text(c), blank));
        self.end = c.span.end as usize;
    }
}

fn comment_text(c: &Comment) -> String {
    let rest = c.text.chars().skip(1);
    std::iter::once('#').chain(rest).collect()
}

/// The atoms of one logical line, broken into physical lines.
fn line_entry(text: &str, line: &Line, logical: &Logical) -> Entry {
    let begin = line.span.start as usize;
    let head = lexer::first_keyword(&text[begin..]);
    let rest = begin + head.len();
    let mut pieces = logical.pieces.clone();
    pieces[0].0 = rest;
    let mut atoms = vec![Atom::new(head.to_string(), 0, 0)];
    match &line.kind {
        LineKind::Game(_) | LineKind::Note(_) | LineKind::Source(_) => text::free(text, &pieces, &mut atoms),
        LineKind::Alias(names) => text::aliases(names, &mut atoms),
        LineKind::Like(name) => text::words(&name.text, &mut atoms),
        LineKind::Octal { code } => text::words(&code.text, &mut atoms),
        LineKind::Example(e) => text::example(text, rest, line.span.end as usize, e, &mut atoms),
        _ => {
            let mut tokens = Vec::new();
            for &(from, to) in &pieces {
                lexer::tokens(0, text, from, to, &mut tokens);
            }
            space::atoms(text, &tokens, space::Place::line(keywords::english(head)), &mut atoms);
        }
    }
    Entry::line(keywords::english(head).to_string(), layout::fill(atoms))
}
