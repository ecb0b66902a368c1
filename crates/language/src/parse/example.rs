//! Examples. The position is kept as text: what `001` or `T.F` means depends on the fields of the game.

use super::cursor::{Cursor, Parsed};
use super::problem::{Problem, What};
use crate::ast::{Answer, Example, Text, Verdict};
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::lexer::{self, narrow};
use crate::span::Span;

/// A blank-separated word outside braces and quotes: byte range.
fn words(text: &str, from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let (mut depth, mut quoted, mut start) = (0usize, false, None);
    for (i, c) in text[from..to].char_indices() {
        let at = from + i;
        let c = narrow(c);
        if c.is_whitespace() && depth == 0 && !quoted {
            if let Some(s) = start.take() {
                out.push((s, at));
            }
            continue;
        }
        start.get_or_insert(at);
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if let Some(s) = start {
        out.push((s, to));
    }
    out
}

/// The text with each run of blanks folded into one.
fn folded(text: &str) -> String {
    text.split(lexer::is_blank).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "→" | "变为")
}

/// The arrow of an example: byte range. A free-standing one first; otherwise the last one outside braces.
pub(crate) fn arrow(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let free = words(text, from, to).into_iter().find(|&(a, b)| is_arrow(&text[a..b]));
    if free.is_some() {
        return free;
    }
    let mut depth = 0usize;
    let mut found = None;
    for (i, c) in text[from..to].char_indices() {
        let at = from + i;
        match narrow(c) {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '→' if depth == 0 => found = Some((at, at + c.len_utf8())),
            '-' if depth == 0 => {
                let next = text[at + c.len_utf8()..to].chars().next();
                if let Some(n) = next.filter(|n| narrow(*n) == '>') {
                    found = Some((at, at + c.len_utf8() + n.len_utf8()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Reads what follows `example` in `text[from..to]`.
pub(super) fn example(source: u32, text: &str, from: usize, to: usize) -> Parsed<Example> {
    let span = |a: usize, b: usize| Span { source, start: a as u32, end: b as u32 };
    let fail = |a, b, problem| Box::new(Diagnostic::error(span(a, b), problem));
    let (arrow_at, answer_at) = arrow(text, from, to).ok_or_else(|| fail(from, to, Problem::ArrowMissing))?;
    let head = words(text, from, arrow_at);
    let is = |i: usize, word: &str| head.get(i).is_some_and(|&(a, b)| keywords::english(&text[a..b]) == word);
    let setup = is(0, "setup");
    let begin = head.get(setup as usize).map_or(arrow_at, |w| w.0);
    let tail = (0..head.len()).find(|&i| is(i, "first") || is(i, "with")).map_or(arrow_at, |i| head[i].0);
    let raw = text[begin..tail.max(begin)].trim_end_matches(lexer::is_blank);
    let position = Text { text: folded(raw), span: span(begin, begin + raw.len()) };
    // `->->` would be read otherwise with a blank in it.
    if position.text.split(' ').next_back().is_some_and(is_arrow) {
        return Err(fail(begin, to, Problem::ArrowMissing));
    }
    let mut c = Cursor::new(source, text, &[(tail, arrow_at)]);
    let mut with = Vec::new();
    let mut first = None;
    loop {
        if with.is_empty() && c.eat_word("with") {
            with = c.listed(|c| {
                let name = c.ident("a parameter")?;
                c.sym("=")?;
                Ok((name, c.param_value()?))
            })?;
        } else if first.is_none() && c.eat_word("first") {
            first = Some(c.ident("a player")?);
        } else {
            c.finish()?;
            break;
        }
    }
    let answer = answer(source, text, answer_at, to)?;
    Ok(Example { setup, position, with, first, answer })
}

fn answer(source: u32, text: &str, from: usize, to: usize) -> Parsed<Answer> {
    let mut c = Cursor::new(source, text, &[(from, to)]);
    let start = c.here();
    let Some(word) = c.word_at(0).map(str::to_string) else {
        return Err(c.expected(What::Answer));
    };
    // The rest of the line as it stands.
    let rest = |c: &Cursor| {
        let at = c.last().end as usize;
        let raw = lexer::trim(&text[at..to]);
        let begin = at + text[at..to].len() - text[at..to].trim_start_matches(lexer::is_blank).len();
        let span = Span { source, start: begin as u32, end: (begin + raw.len()) as u32 };
        if raw.is_empty() { Err(c.expected(What::Expression)) } else { Ok(Text { text: folded(raw), span }) }
    };
    if let Some(verdict) = Verdict::named(&word) {
        c.next();
        if c.eat_word("to") {
            return Ok(Answer::Outcome(verdict, Some(rest(&c)?), start));
        }
        c.finish()?;
        return Ok(Answer::Outcome(verdict, None, start));
    }
    if (word == "grundy" || word == "score") && c.look(1).is_some() {
        c.next();
        let n = c.integer()?;
        let span = start.to(c.last());
        c.finish()?;
        return Ok(if word == "grundy" { Answer::Grundy(n, span) } else { Answer::Score(n, span) });
    }
    if (word == "value" || word == "值") && c.look(1).is_some() {
        c.next();
        return rest(&c).map(Answer::Value);
    }
    let player = c.ident("a player")?;
    c.finish()?;
    Ok(Answer::Player(player))
}
