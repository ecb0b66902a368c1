//! Pieces of what a person types: is it rules, a position, an octal code, an assignment, a range?

use crate::game::Game;
use crate::table::AxisRange;
use bouton_language::{keywords, number};

/// Does it look like rules? They have more than one line, or begin with a keyword and a blank.
pub fn is_rules(word: &str) -> bool {
    if word.contains(['\n', ';', '；']) {
        return true;
    }
    let trimmed = word.trim_start();
    let Some(end) = trimmed.find(char::is_whitespace) else { return false };
    let first = &trimmed[..end];
    keywords::LINES.contains(&keywords::english(first))
}

/// Is this word made of what positions are made of, so that it is looked up nowhere?
pub fn is_numeric(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || "+-,()[]=./".contains(c))
}

/// `m=5`, or several: `m=5,S={1,3}`. A comma separates two settings where it stands outside all brackets and a name
/// and `=` follow. The error is the piece that is no assignment.
pub fn settings(typed: &str) -> Result<Vec<(String, String)>, String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    let mut quoted = false;
    for (i, c) in typed.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            ',' | '，' if depth == 0 && !quoted && assigns(&typed[i + c.len_utf8()..]) => {
                pieces.push(typed[start..i].to_string());
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(typed[start..].to_string());
    let mut out = Vec::new();
    for piece in pieces {
        let (name, value) = piece.split_once(['=', '＝']).ok_or_else(|| piece.clone())?;
        if name.trim().is_empty() || value.trim().is_empty() {
            return Err(piece);
        }
        out.push((name.trim().to_string(), value.trim().to_string()));
    }
    Ok(out)
}

fn assigns(rest: &str) -> bool {
    let name = rest.split(['=', '＝']).next().unwrap_or("").trim();
    rest.contains(['=', '＝'])
        && name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `n=0..50 b=3 c=7..`; the error is the word that is no range.
pub fn ranges(words: &str) -> Result<Vec<AxisRange>, String> {
    words.split_whitespace().map(|w| range(w).ok_or_else(|| w.to_string())).collect()
}

fn range(word: &str) -> Option<AxisRange> {
    let (name, values) = word.split_once(['=', '＝'])?;
    let number = |text: &str| number::fitting::<i64>(text);
    let (from, to) = match values.split_once("..") {
        Some(("", to)) => (0, Some(number(to)?)),
        Some((from, "")) => (number(from)?, None),
        Some((from, to)) => (number(from)?, Some(number(to)?)),
        None => (number(values)?, Some(number(values)?)),
    };
    let some = to.is_none_or(|to| from <= to);
    (!name.is_empty() && some).then(|| AxisRange { name: name.to_string(), from, to })
}

/// The rules of an octal code: `0.77`, `.16`, `4.007`.
pub fn octal(word: &str) -> Option<String> {
    let (before, after) = word.split_once('.')?;
    let before = if before.is_empty() { "0" } else { before };
    let code = before.len() == 1 && before.bytes().all(|b| b.is_ascii_digit());
    let digits = !after.is_empty() && after.chars().all(|c| c.is_ascii_hexdigit());
    (code && digits).then(|| format!("game {before}.{after}; heaps n; octal {before}.{after}"))
}

/// Takes the assignments to parameters out of the words behind a game (`21 m=3`, `S=1,3,4`); what is left is its
/// position. Where ranges are typed, what can be read as a range stays one.
pub fn take_settings(game: &Game, typed: &mut String, by_ranges: bool) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut kept: Vec<&str> = Vec::new();
    let mut graph = false;
    for piece in pieces(typed) {
        let assigned = piece.split_once(['=', '＝']).filter(|(name, value)| {
            let param = game.rules().params.iter().any(|p| p.name == *name);
            param && !value.is_empty() && !(by_ranges && range(piece).is_some())
        });
        match (assigned, out.last_mut()) {
            (Some((name, value)), _) => {
                graph = matches!(value, "graph" | "图");
                out.push((name.to_string(), value.to_string()));
            }
            // `G=graph { 0 -> 1 }` is two pieces.
            (None, Some((_, value))) if graph => {
                value.push_str(&format!(" {piece}"));
                graph = false;
            }
            _ => kept.push(piece),
        }
    }
    if !out.is_empty() {
        *typed = kept.join(" ");
    }
    out
}

/// Cuts at blanks outside brackets and quotes.
fn pieces(text: &str) -> Vec<&str> {
    let (mut out, mut start) = (Vec::new(), 0);
    let (mut depth, mut quoted) = (0usize, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 && !quoted => {
                out.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out.retain(|p| !p.is_empty());
    out
}
