//! A walk over the tokens of one logical line.

use super::problem::{Problem, What};
use crate::ast::{Ident, Text};
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::lexer::{self, Kind, Token};
use crate::rules::Builtin;
use crate::span::Span;

/// A parse result; the error is boxed because it is rare and large.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Nesting beyond this is refused, so that no input can exhaust the stack.
pub(super) const DEPTH: usize = 100;

/// A line holds at most this many operators of `or and + - * div mod …`, for the same reason.
pub(super) const LINKS: usize = 1000;

/// The tokens of a line and where we are.
pub(super) struct Cursor {
    tokens: Vec<Token>,
    at: usize,
    end: Span,
    /// The English keyword that the line begins with.
    pub(super) line: &'static str,
    pub(super) depth: usize,
    pub(super) links: usize,
}

impl Cursor {
    pub(super) fn new(source: u32, text: &str, pieces: &[(usize, usize)]) -> Cursor {
        let mut tokens = Vec::new();
        for &(from, to) in pieces {
            lexer::tokens(source, text, from, to, &mut tokens);
        }
        let stop = tokens.last().map_or(pieces.last().map_or(0, |p| p.0) as u32, |t| t.span.end);
        let end = Span { source, start: stop, end: stop };
        Cursor { tokens, at: 0, end, line: "", depth: 0, links: 0 }
    }

    pub(super) fn peek(&self) -> Option<&Kind> {
        self.look(0)
    }

    pub(super) fn look(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|t| &t.kind)
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        let t = self.tokens.get(self.at).cloned();
        self.at += t.is_some() as usize;
        t
    }

    /// The place of the next token, or of the line's end.
    pub(super) fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |t| t.span)
    }

    /// The place of the token just taken.
    pub(super) fn last(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(i) => self.tokens[i].span,
            None => self.here(),
        }
    }

    /// The name so many tokens before the next one.
    pub(super) fn before(&self, back: usize) -> Option<String> {
        match self.at.checked_sub(back).and_then(|i| self.tokens.get(i)) {
            Some(Token { kind: Kind::Name(n), .. }) => Some(n.clone()),
            _ => None,
        }
    }

    /// The function in whose parentheses a range is being read, `count(i in 1..3`.
    pub(super) fn called(&self) -> Option<Builtin> {
        let (mut depth, mut ranges) = (0, false);
        for back in 1..=self.at {
            match self.tokens.get(self.at - back).map(|t| &t.kind)? {
                Kind::Sym(")" | "]" | "}") => depth += 1,
                Kind::Sym("(") if depth == 0 => {
                    return self
                        .before(back + 1)
                        .and_then(|name| Builtin::named(keywords::english(&name)))
                        .filter(|_| ranges);
                }
                Kind::Sym("(" | "[" | "{") => depth -= 1,
                Kind::Name(name) if depth == 0 => ranges |= keywords::english(name) == "in",
                _ => {}
            }
        }
        None
    }

    pub(super) fn is_sym(&self, sym: &str) -> bool {
        matches!(self.peek(), Some(Kind::Sym(s)) if *s == sym)
    }

    /// Is the next token a word that stands for this English keyword?
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word_at(0) == Some(word)
    }

    /// The English word that the token ahead stands for.
    pub(super) fn word_at(&self, ahead: usize) -> Option<&str> {
        match self.look(ahead) {
            Some(Kind::Name(n)) => Some(keywords::english(n)),
            _ => None,
        }
    }

    pub(super) fn is_arrow(&self) -> bool {
        self.is_sym("->") || self.is_word("->")
    }

    pub(super) fn eat_sym(&mut self, sym: &str) -> bool {
        let yes = self.is_sym(sym);
        self.at += yes as usize;
        yes
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let yes = self.is_word(word);
        self.at += yes as usize;
        yes
    }

    pub(super) fn sym(&mut self, sym: &'static str) -> Parsed<()> {
        if self.eat_sym(sym) { Ok(()) } else { Err(self.expected(What::Sign(sym))) }
    }

    pub(super) fn word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(What::Word(word))) }
    }

    pub(super) fn arrow(&mut self) -> Parsed<()> {
        if self.is_arrow() {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(What::Sign("->")))
    }

    pub(super) fn ident(&mut self, of: &'static str) -> Parsed<Ident> {
        let span = self.here();
        let Some(Kind::Name(text)) = self.peek().cloned() else { return Err(self.expected(What::Name(of))) };
        self.at += 1;
        Ok(Ident { text, span })
    }

    pub(super) fn string(&mut self) -> Parsed<Text> {
        let span = self.here();
        let Some(Kind::Str(text)) = self.peek().cloned() else { return Err(self.expected(What::String)) };
        self.at += 1;
        Ok(Text { text, span })
    }

    /// One or more, with commas between them.
    pub(super) fn listed<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let first = one(self)?;
        self.and_more(first, one)
    }

    /// The first, and those that follow behind commas.
    pub(super) fn and_more<T>(
        &mut self,
        first: T,
        mut one: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut all = vec![first];
        while self.eat_sym(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// What stands behind a word, if the word is here.
    pub(super) fn behind<T>(
        &mut self,
        word: &str,
        one: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<Option<T>> {
        if self.eat_word(word) { one(self).map(Some) } else { Ok(None) }
    }

    pub(super) fn error(&self, span: Span, problem: Problem) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(span, problem))
    }

    /// The error for the next token, which is not what was expected; signs of other languages get their own words.
    pub(super) fn expected(&self, what: What) -> Box<Diagnostic> {
        let problem = match self.peek() {
            None => Problem::Expected { hint: self.hint(Some(&what)), what, found: String::new() },
            Some(Kind::Sym("^")) => Problem::Caret,
            Some(Kind::Sym("&&" | "&")) => Problem::NotOurSign { sign: "&&".into(), write: "and" },
            Some(Kind::Sym("||")) => Problem::NotOurSign { sign: "||".into(), write: "or" },
            Some(Kind::Sym("!")) => Problem::NotOurSign { sign: "!".into(), write: "not" },
            Some(Kind::Sym("=>")) => Problem::NotOurSign { sign: "=>".into(), write: "->" },
            Some(Kind::Odd('\\')) => Problem::NotOurSign { sign: "\\".into(), write: "a - b" },
            Some(Kind::Odd('…' | '.')) => {
                let to = matches!(self.look(1), Some(Kind::Int(_) | Kind::Name(_)));
                let write = if to { "1..3" } else { "{2**i for i in 0..20}" };
                Problem::NotOurSign { sign: "...".into(), write }
            }
            Some(Kind::Odd(c)) => Problem::OddCharacter { c: *c },
            Some(Kind::OpenString) => Problem::OpenString,
            Some(kind) => {
                let found = spelled(kind);
                let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
                match (before, kind) {
                    (Some(Token { kind: Kind::Int(n), span }), Kind::Name(name))
                        if span.end == self.here().start =>
                    {
                        Problem::MissingSign { number: n.to_string(), name: name.clone() }
                    }
                    _ => Problem::Expected { hint: self.hint(Some(&what)), what, found },
                }
            }
        };
        self.error(self.here(), problem)
    }

    /// Nothing may be left.
    pub(super) fn finish(&self) -> Parsed<()> {
        if self.peek().is_none() {
            return Ok(());
        }
        let mut d = self.expected(What::Expression);
        if let Some(kind) = self.peek() {
            let foreign = matches!(kind, Kind::Sym("^" | "&&" | "&" | "||" | "!" | "=>"));
            if foreign || matches!(kind, Kind::Odd(_) | Kind::OpenString) {
                return Err(d);
            }
            let found = spelled(kind);
            let (hint, helped) = (self.hint(None), d.problem.help(crate::diagnostic::Lang::En).is_some());
            if hint.is_some() || !helped {
                d = self.error(self.here(), Problem::Leftover { found, hint });
            }
        }
        Err(d)
    }

    /// Does a `->`, `+=` or `-=` come before the next comma or keyword at this level? (Then a comma before us
    /// begins a new change, not another part.)
    pub(super) fn arrow_ahead(&self, skip: usize) -> bool {
        let mut depth = 0i32;
        for ahead in skip.. {
            match self.look(ahead) {
                None => return false,
                Some(Kind::Sym("(" | "[" | "{")) => depth += 1,
                Some(Kind::Sym(")" | "]" | "}")) => depth -= 1,
                Some(Kind::Sym("->" | "+=" | "-=")) if depth == 0 => return true,
                Some(Kind::Sym(",")) if depth == 0 => return false,
                Some(Kind::Name(n)) if depth == 0 => match keywords::english(n) {
                    "->" => return true,
                    "when" | "for" | "then" | "gain" | "cost" | "again" | "say" => return false,
                    _ => {}
                },
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        false
    }
}

/// A token as it is written.
fn spelled(kind: &Kind) -> String {
    match kind {
        Kind::Int(n) => n.to_string(),
        Kind::Name(n) => n.clone(),
        Kind::Str(s) => format!("\"{s}\""),
        Kind::Sym(s) => s.to_string(),
        Kind::Odd(c) => c.to_string(),
        Kind::OpenString => "\"".to_string(),
    }
}
