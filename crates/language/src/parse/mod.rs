//! The parser: text to syntax tree, hand-written, one logical line at a time.
//!
//! A line that does not parse is reported and skipped, so one reading shows the mistakes of every line. The
//! pieces: [`cursor`] walks tokens, [`expr`] reads expressions by precedence (Pratt), [`line`] the kinds of line,
//! [`effect`] what moves do, [`example`] examples, whose positions are not expressions, [`hint`] what was probably meant.

mod cursor;
mod effect;
mod example;
mod expr;
mod hint;
mod line;
mod problem;

pub(crate) use example::arrow;
pub(crate) use expr::AFTER_RANGE;
pub use hint::Hint;
pub use problem::{Problem, What};

use crate::ast::{Comment, Expr, File};
use crate::diagnostic::Diagnostic;
use crate::lexer;
use crate::span::Span;
use cursor::Cursor;

/// Parses a whole text.
pub fn parse(source: u32, text: &str) -> (File, Vec<Diagnostic>) {
    let (logical, comments) = lexer::lines(source, text);
    let mut file = File { comments, ..File::default() };
    let mut diagnostics = Vec::new();
    let clean = lexer::without_comments(text, &file.comments);
    for l in &logical {
        match line::line(source, &clean, l) {
            Ok(line) => file.lines.push(line),
            Err(d) => {
                let word = line::keyword(text, l).to_string();
                let cut = cut_by(text, l, &file.comments).filter(|_| word == "example");
                diagnostics.push(cut.map_or(*d, |span| Diagnostic::error(span, Problem::CutByComment)));
                file.lost.push(word);
            }
        }
    }
    (file, diagnostics)
}

/// The `#` that ends a line, if a board or an answer seems to go on behind it.
fn cut_by(text: &str, line: &lexer::Logical, comments: &[Comment]) -> Option<Span> {
    let end = line.pieces.last()?.1;
    let comment = comments.iter().find(|c| {
        let at = c.span.start as usize;
        at >= end && text[end..at].chars().all(lexer::is_blank) && !text[end..at].contains('\n')
    })?;
    let board = comment.text.chars().nth(1).is_some_and(|c| !lexer::is_blank(c));
    let answer = comment.text.contains("->") || comment.text.contains('→');
    (board || answer).then(|| Span { end: comment.span.start + 1, ..comment.span })
}

/// Parses one expression that stands alone in `text[from..to]` (a hole of a wording).
pub fn parse_expr(source: u32, text: &str, from: usize, to: usize) -> Result<Expr, Diagnostic> {
    let mut cursor = Cursor::new(source, text, &[(from, to)]);
    let e = cursor.cases().map_err(|d| *d)?;
    cursor.finish().map_err(|d| *d)?;
    Ok(e)
}
