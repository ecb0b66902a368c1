//! The lexer: text to logical lines, and a logical line to tokens.
//!
//! A logical line begins at the margin; lines that begin with a blank continue it. `;` outside braces ends a line
//! (rules typed on one command line), `#` begins a comment. Full-width punctuation and digits are read as their
//! narrow forms. Lines whose rest is free text (`game`, `note` …) are cut out here but never tokenised.

use crate::ast::Comment;
use crate::keywords;
use crate::number;
use crate::span::Span;
use num_bigint::BigInt;
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// A token with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where.
    pub span: Span,
}

/// Kinds of token. Symbols are kept as their narrow spelling.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Int(BigInt),
    /// A word.
    Name(String),
    /// A quoted string, without quotes.
    Str(String),
    /// Punctuation or operator.
    Sym(&'static str),
    /// A character that has no place in the language.
    Odd(char),
    /// A string that never ends.
    OpenString,
}

/// One logical line: the span of its text, comments cut out of `pieces`.
#[derive(Clone, Debug)]
pub struct Logical {
    /// Byte ranges of the text that are not comments.
    pub pieces: Vec<(usize, usize)>,
}

/// Lines whose rest is text. The words of [`keywords::LINES`] that take one.
pub const TEXT_LINES: &[&str] = &["game", "note", "source"];

/// The narrow form of a character.
pub fn narrow(c: char) -> char {
    match c {
        '\u{3000}' | '\u{a0}' | '\u{feff}' => ' ',
        '、' => ',',
        '−' | '–' | '—' => '-',
        '“' | '”' | '„' => '"',
        '×' | '·' => '*',
        '【' => '[',
        '】' => ']',
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

fn is_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn is_cjk(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii() && c as u32 >= 0x2E80
}

/// Is this a blank, in its narrow form?
pub fn is_blank(c: char) -> bool {
    narrow(c).is_whitespace()
}

/// Do these two stand together although a line ends between them? Chinese is written without blanks.
pub fn joins(before: char, after: char) -> bool {
    let wide = |c: char| c.width() == Some(2);
    wide(before) && wide(after)
}

/// A text without the blanks around it.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The first word of a text.
fn first_word(text: &str) -> &str {
    let end = text.char_indices().find(|(_, c)| !is_name(narrow(*c))).map_or(text.len(), |(i, _)| i);
    &text[..end]
}

/// The word that begins a line; of a run such as 例3 or 终局反常, the Chinese keyword at its front.
pub fn first_keyword(text: &str) -> &str {
    let word = first_word(text);
    if keywords::LINES.contains(&keywords::english(word)) {
        return word;
    }
    let lines = keywords::CHINESE.iter().filter(|(_, en)| keywords::LINES.contains(en));
    lines
        .filter(|(zh, _)| !zh.is_ascii() && word.starts_with(zh))
        .max_by_key(|(zh, _)| zh.len())
        .map_or(word, |(zh, _)| &word[..zh.len()])
}

/// The length in bytes of the keyword and the blanks before it, if the rest of the line is free text.
fn free_head(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(is_blank);
    let word = first_keyword(body);
    TEXT_LINES.contains(&keywords::english(word)).then(|| text.len() - body.len() + word.len())
}

/// The text with its comments overwritten by blanks, so that places stay what they are.
pub fn without_comments<'a>(text: &'a str, comments: &[Comment]) -> Cow<'a, str> {
    if comments.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for c in comments {
        let (from, to) = (c.span.start as usize, c.span.end as usize);
        out.push_str(&text[at..from]);
        out.extend(std::iter::repeat_n(' ', to - from));
        at = to;
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

/// Cuts a text into logical lines and comments.
pub fn lines(source: u32, text: &str) -> (Vec<Logical>, Vec<Comment>) {
    let inline = !text.contains('\n');
    let mut out: Vec<Logical> = Vec::new();
    let mut comments = Vec::new();
    let mut depth = 0usize;
    let mut start = 0usize;
    for raw in text.split_inclusive('\n') {
        let line_start = start;
        start += raw.len();
        let line = raw.trim_end_matches(['\n', '\r']);
        let body_at = line.len() - line.trim_start_matches(is_blank).len();
        let continues = body_at > 0 && !out.is_empty();
        if !continues {
            depth = 0;
        }
        // Free text may hold '#', ';' and quotes: only ` # ` begins a comment there, only a one-liner has ';'.
        let head = if continues { None } else { free_head(line) };
        let free = if continues { out.last().is_some_and(|l| is_free(text, l)) } else { head.is_some() };
        let mut text_at = head.unwrap_or(0);
        let mut piece = body_at;
        let mut fresh = !continues;
        let mut quoted = false;
        let mut free_now = free;
        let mut before = ' ';
        let mut end = line.len();
        let mut push = |from: usize, to: usize, fresh: bool| {
            let range = (line_start + from, line_start + to);
            if trim(&text[range.0..range.1]).is_empty() {
                return;
            }
            match out.last_mut() {
                Some(last) if !fresh => last.pieces.push(range),
                _ => out.push(Logical { pieces: vec![range] }),
            }
        };
        for (i, c) in line[body_at..].char_indices().map(|(i, c)| (body_at + i, c)) {
            let n = narrow(c);
            let apart = || {
                let after = line[i + c.len_utf8()..].chars().next().unwrap_or(' ');
                is_blank(before) && (is_blank(after) || i == body_at)
            };
            if n == '#' && !quoted && (!free_now || apart()) {
                let own_line = trim(&line[..i]).is_empty();
                let (a, b) = (line_start + i, line_start + line.len());
                comments.push(Comment {
                    text: text[a..b].trim_end().to_string(),
                    span: Span { source, start: a as u32, end: b as u32 },
                    own_line,
                });
                end = i;
                break;
            }
            match n {
                '"' if !free_now => quoted = !quoted,
                '{' if !quoted && !free_now => depth += 1,
                '}' if !quoted && !free_now => depth = depth.saturating_sub(1),
                ';' if !quoted && depth == 0 && (!free_now || inline) => {
                    push(piece, i, fresh);
                    piece = i + c.len_utf8();
                    fresh = true;
                    let head = free_head(&line[piece..]);
                    free_now = head.is_some();
                    text_at = piece + head.unwrap_or(0);
                }
                _ => {}
            }
            // What follows the keyword at once begins the text, as if after a blank.
            before = if i < text_at { ' ' } else { n };
        }
        push(piece, end, fresh);
    }
    (out, comments)
}

/// Does a logical line hold free text?
pub fn is_free(text: &str, line: &Logical) -> bool {
    let (a, b) = line.pieces[0];
    free_head(&text[a..b]).is_some()
}

pub(crate) const SYMBOLS: &[&str] = &[
    "->", "=>", "+=", "-=", "..", "**", "++", "//", "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]",
    "{", "}", ",", ":", "+", "-", "*", "/", "%", "|", "=", "<", ">", ";", "@", "^", "!", "&", "?",
];

/// Tokens of a stretch of text from byte `from` to byte `to`.
pub fn tokens(source: u32, text: &str, from: usize, to: usize, out: &mut Vec<Token>) {
    let mut chars: Vec<(usize, char)> = text[from..to].char_indices().map(|(i, c)| (from + i, c)).collect();
    chars.push((to, ' '));
    let span = |a: usize, b: usize| Span { source, start: a as u32, end: b as u32 };
    let mut i = 0;
    while i + 1 < chars.len() {
        let (at, raw) = chars[i];
        let c = narrow(raw);
        if c.is_whitespace() {
            i += 1;
            continue;
        }
        if c == '"' {
            let close = (i + 1..chars.len() - 1).find(|&j| narrow(chars[j].1) == '"');
            let (kind, next) = match close {
                Some(j) => (Kind::Str(text[chars[i + 1].0..chars[j].0].to_string()), j + 1),
                None => (Kind::OpenString, chars.len() - 1),
            };
            out.push(Token { kind, span: span(at, chars[next].0) });
            i = next;
            continue;
        }
        if is_name(c) {
            let mut j = i;
            while is_name(narrow(chars[j].1)) {
                j += 1;
            }
            // Most are plain words.
            let plain = &text[at..chars[j].0];
            if plain.is_ascii() && !c.is_ascii_digit() {
                out.push(Token { kind: Kind::Name(plain.to_string()), span: span(at, chars[j].0) });
                i = j;
                continue;
            }
            words(source, &chars[i..=j], out);
            i = j;
            continue;
        }
        let single = match c {
            '→' => Some("->"),
            '≤' => Some("<="),
            '≥' => Some(">="),
            '≠' => Some("!="),
            '⊕' => Some("xor"),
            '∈' => Some("in"),
            '∧' => Some("and"),
            '∨' => Some("or"),
            '¬' => Some("not"),
            _ => None,
        };
        if let Some(s) = single {
            let kind = if s.is_ascii() && s.as_bytes()[0].is_ascii_alphabetic() {
                Kind::Name(s.to_string())
            } else {
                Kind::Sym(s)
            };
            out.push(Token { kind, span: span(at, chars[i + 1].0) });
            i += 1;
            continue;
        }
        let pair = [c, narrow(chars[i + 1].1)];
        let begins = |s: &&&str| s.bytes().zip(pair).all(|(byte, c)| char::from(byte) == c);
        match SYMBOLS.iter().find(begins) {
            Some(s) => {
                out.push(Token { kind: Kind::Sym(s), span: span(at, chars[i + s.len()].0) });
                i += s.len();
            }
            None => {
                out.push(Token { kind: Kind::Odd(raw), span: span(at, chars[i + 1].0) });
                i += 1;
            }
        }
    }
}

/// A run of name characters (the last entry is one past it) to numbers, names and Chinese keywords.
fn words(source: u32, run: &[(usize, char)], out: &mut Vec<Token>) {
    let all: Vec<char> = run[..run.len() - 1].iter().map(|(_, c)| narrow(*c)).collect();
    // `17`, `1e7` and `1_000_000` are numbers.
    let number = |a: usize, b: usize| -> Option<BigInt> {
        all.get(a).filter(|c| c.is_ascii_digit())?;
        number::parse(&all[a..b].iter().collect::<String>())
    };
    let mut push = |a: usize, b: usize| {
        let span = Span { source, start: run[a].0 as u32, end: run[b].0 as u32 };
        let kind = match number(a, b) {
            Some(n) => Kind::Int(n),
            None => Kind::Name(all[a..b].iter().collect()),
        };
        out.push(Token { kind, span });
    };
    // `2x` is a number and a name, so that the message can be about the missing sign.
    let mut word = |a: usize, b: usize| {
        let digits = all[a..b].iter().take_while(|c| c.is_ascii_digit()).count();
        let digits = if number(a, b).is_some() { b - a } else { digits };
        let cut = if all[a..b].iter().any(|c| is_cjk(*c)) { a } else { a + digits };
        if a < cut {
            push(a, cut);
        }
        if cut < b {
            push(cut, b);
        }
    };
    if all.iter().all(char::is_ascii) || keywords::is_chinese(&all.iter().collect::<String>()) {
        return word(0, all.len());
    }
    // Mixed: Chinese keywords stand by themselves (n模4), everything else stays together (甲1).
    let mut start = 0;
    let mut i = 0;
    while i < all.len() {
        if !is_cjk(all[i]) {
            i += 1;
            continue;
        }
        let end = (i..all.len()).find(|&j| !is_cjk(all[j])).unwrap_or(all.len());
        let piece: String = all[i..end].iter().collect();
        if let Some(parts) = keywords::split(&piece) {
            word(start, i);
            let mut at = i;
            for part in parts {
                let n = part.chars().count();
                word(at, at + n);
                at += n;
            }
            start = end;
        }
        i = end;
    }
    word(start, all.len());
}
