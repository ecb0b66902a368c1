//! Cuts typed text into items: words, tuples, bracketed lists, `/`, `name=value`.
//!
//! The letters of the game's own alphabet are never punctuation: in a game on words over `"(/)"` they are letters.

use super::error::PositionProblem;
use crate::lexer::narrow;

/// A piece of a typed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A number or a word; was it in quotes?
    Atom(String, bool),
    /// `2,0` or `(2,0)`
    Tuple(Vec<Item>),
    /// `[1 2]` or `{1 2}`, perhaps with `/` inside
    List(Vec<Item>),
    /// `/`
    Slash,
    /// `name=value`
    Named(String, Box<Item>),
}

impl Item {
    /// Roughly as typed, for messages.
    pub(super) fn text(&self) -> String {
        let join = |items: &[Item], by: &str| items.iter().map(Item::text).collect::<Vec<_>>().join(by);
        match self {
            Item::Atom(t, false) => t.clone(),
            Item::Atom(t, true) => format!("\"{t}\""),
            Item::Tuple(items) => format!("({})", join(items, ",")),
            Item::List(items) => format!("[{}]", join(items, " ")),
            Item::Slash => "/".into(),
            Item::Named(n, v) => format!("{n}={}", v.text()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Quoted(String),
    Open(char),
    Close(char),
    Comma,
    Slash,
    Equals,
}

/// Is this a mark that cuts words, unless it is a letter of the alphabet?
pub(crate) fn is_mark(c: char) -> bool {
    matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ',' | '/' | '=' | '"') || c.is_whitespace()
}

fn tokens(text: &str, alphabet: &str, names: &[&str]) -> Result<Vec<Token>, PositionProblem> {
    let mut out = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let flush = |word: &mut String, out: &mut Vec<Token>| {
        if word.is_empty() {
            return;
        }
        let text = std::mem::take(word);
        // Where `=` is a letter, a field's name before it still means the field.
        match text.split_once('=') {
            Some((name, value)) if names.contains(&name) => {
                out.push(Token::Word(name.to_string()));
                out.push(Token::Equals);
                if !value.is_empty() {
                    out.push(Token::Word(value.to_string()));
                }
            }
            _ => out.push(Token::Word(text)),
        }
    };
    while let Some(raw) = chars.next() {
        if alphabet.contains(raw) && !raw.is_whitespace() {
            word.push(raw);
            continue;
        }
        let c = narrow(raw);
        if !is_mark(c) || alphabet.contains(c) && !c.is_whitespace() {
            word.push(c);
            continue;
        }
        flush(&mut word, &mut out);
        match c {
            '[' | '{' | '(' => out.push(Token::Open(c)),
            ']' | '}' | ')' => out.push(Token::Close(c)),
            ',' => out.push(Token::Comma),
            '/' => out.push(Token::Slash),
            '=' => out.push(Token::Equals),
            '"' => {
                let mut quoted = String::new();
                loop {
                    match chars.next() {
                        None => return Err(PositionProblem::Unclosed { mark: '"' }),
                        Some('\\') => quoted.extend(chars.next()),
                        Some(q) if q == '"' || (q != c && narrow(q) == '"' && !alphabet.contains(q)) => break,
                        Some(q) => quoted.push(q),
                    }
                }
                out.push(Token::Quoted(quoted));
            }
            _ => {}
        }
    }
    flush(&mut word, &mut out);
    Ok(out)
}

/// The items of a text.
pub(super) fn items(text: &str, alphabet: &str, names: &[&str]) -> Result<Vec<Item>, PositionProblem> {
    let tokens = tokens(text, alphabet, names)?;
    let mut parser = Parser { tokens: &tokens, at: 0, joined: false };
    let mut out: Vec<Item> = Vec::new();
    while let Some(token) = parser.peek() {
        if *token == Token::Comma {
            parser.at += 1;
            // A comma joins what stands on both sides of it.
            let (Some(last), Some(_)) = (out.pop(), parser.peek()) else { continue };
            let next = parser.item(0)?;
            let joined = match (last, next) {
                (named @ Item::Named(..), next) => {
                    out.push(named);
                    next
                }
                (last, named @ Item::Named(..)) => {
                    out.push(last);
                    named
                }
                (Item::Tuple(mut all), next) if parser.joined => {
                    all.push(next);
                    Item::Tuple(all)
                }
                (last, next) => Item::Tuple(vec![last, next]),
            };
            out.push(joined);
            parser.joined = true;
            continue;
        }
        let item = parser.item(0)?;
        parser.joined = false;
        out.push(item);
    }
    Ok(out)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The last item was made by a comma.
    joined: bool,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn item(&mut self, depth: usize) -> Result<Item, PositionProblem> {
        if depth > 16 {
            return Err(PositionProblem::TooDeep);
        }
        let Some(token) = self.peek() else { return Err(PositionProblem::Count { wanted: 1, found: 0 }) };
        self.at += 1;
        match token {
            Token::Quoted(t) => Ok(Item::Atom(t.clone(), true)),
            Token::Slash => Ok(Item::Slash),
            Token::Close(mark) => Err(PositionProblem::Unclosed { mark: *mark }),
            Token::Equals => Err(PositionProblem::Unclosed { mark: '=' }),
            Token::Comma => self.item(depth),
            Token::Word(t) => {
                if self.peek() != Some(&Token::Equals) {
                    return Ok(Item::Atom(t.clone(), false));
                }
                self.at += 1;
                Ok(Item::Named(t.clone(), Box::new(self.item(depth + 1)?)))
            }
            Token::Open(mark) => {
                let close = match mark {
                    '[' => ']',
                    '{' => '}',
                    _ => ')',
                };
                let mut inside = Vec::new();
                loop {
                    match self.peek() {
                        None => return Err(PositionProblem::Unclosed { mark: *mark }),
                        Some(Token::Comma) => self.at += 1,
                        Some(Token::Close(c)) if *c == close => {
                            self.at += 1;
                            break;
                        }
                        Some(_) => inside.push(self.item(depth + 1)?),
                    }
                }
                Ok(if *mark == '(' { Item::Tuple(inside) } else { Item::List(inside) })
            }
        }
    }
}
