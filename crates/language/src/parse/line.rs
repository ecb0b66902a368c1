//! The kinds of line: dispatch on the first word, then one function a kind.

use super::cursor::{Cursor, Parsed};
use super::example;
use super::problem::{Problem, What};
use crate::ast::{
    Bind, Choice, Claim, EndKind, Field, FieldKind, Graph, GraphRow, Ident, Line, LineKind, Node, ParamValue,
    Phrase, ShapeKind, Text, Verdict,
};
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::lexer::{self, Kind, Logical, narrow};
use crate::span::Span;
use num_bigint::BigInt;

/// The English keyword of a line; empty where it has none.
pub(super) fn keyword<'t>(text: &'t str, logical: &Logical) -> &'t str {
    let (a, b) = logical.pieces[0];
    let word = keywords::english(lexer::first_keyword(text[a..b].trim_start_matches(lexer::is_blank)));
    if keywords::LINES.contains(&word) { word } else { "" }
}

/// Parses one logical line.
pub(super) fn line(source: u32, text: &str, logical: &Logical) -> Parsed<Line> {
    let span = |a: usize, b: usize| Span { source, start: a as u32, end: b as u32 };
    let (a, b) = logical.pieces[0];
    let begin = a + text[a..b].len() - text[a..b].trim_start_matches(lexer::is_blank).len();
    let end = logical.pieces.iter().map(|p| p.1).max().unwrap_or(b);
    let end = begin + text[begin..end.max(begin)].trim_end_matches(lexer::is_blank).len();
    let head = lexer::first_keyword(&text[begin..b]);
    let word = keywords::english(head);
    let rest = begin + head.len();
    let whole = span(begin, end);
    if head.is_empty() || !keywords::LINES.contains(&word) {
        let shown = if head.is_empty() { text[begin..].chars().next().map(String::from) } else { None };
        let shown = shown.unwrap_or_else(|| head.to_string());
        let near = near(&shown.to_lowercase());
        let at = span(begin, begin + shown.len().max(1));
        return Err(Box::new(Diagnostic::error(at, Problem::UnknownLine { word: shown, near })));
    }
    let free_to = |to: usize| -> Parsed<Text> {
        let words = joined(text, &logical.pieces, rest, to);
        if words.is_empty() {
            let line = keywords::LINES.iter().find(|l| **l == word).copied().unwrap_or("");
            return Err(Box::new(Diagnostic::error(whole, Problem::EmptyText { line })));
        }
        let kept = &text[rest..to];
        let at = rest + kept.len() - kept.trim_start_matches(lexer::is_blank).len();
        let to = rest + kept.trim_end_matches(lexer::is_blank).len();
        Ok(Text { text: words, span: span(at, to) })
    };
    let free = || free_to(end);
    let phrase = || -> Parsed<Phrase> {
        let Some((cut, open)) = in_chinese(text, rest, end) else {
            let Text { text, span } = free()?;
            return Ok(Phrase { text, zh: None, span });
        };
        let last = text[..end].chars().next_back().filter(|c| narrow(*c) == '"').map_or(0, char::len_utf8);
        if last == 0 || open >= end {
            return Err(Box::new(Diagnostic::error(span(cut, end), Problem::OpenString)));
        }
        let zh = joined(text, &logical.pieces, open, end - last);
        let first = free_to(cut)?;
        Ok(Phrase { text: first.text, zh: Some(zh).filter(|zh| !zh.is_empty()), span: first.span })
    };
    let mut pieces = logical.pieces.clone();
    pieces[0] = (rest, b);
    let quote = if lexer::TEXT_LINES.contains(&word) { None } else { open_quote(text, &pieces) };
    if let Some((a, b)) = quote {
        return Err(Box::new(Diagnostic::error(span(a, b), Problem::OpenString)));
    }
    let mut c = Cursor::new(source, text, &pieces);
    c.line = keywords::LINES.iter().find(|l| **l == word).copied().unwrap_or("");
    let kind = match word {
        "game" => LineKind::Game(phrase()?),
        "note" => LineKind::Note(phrase()?),
        "source" => LineKind::Source(free()?),
        "octal" => LineKind::Octal { code: free()? },
        "like" => {
            let t = free()?;
            LineKind::Like(Ident { text: t.text, span: t.span })
        }
        "alias" => LineKind::Alias(aliases(free()?, &c)?),
        "example" => LineKind::Example(example::example(source, text, rest, end)?),
        _ => {
            let kind = c.body(word)?;
            c.finish()?;
            kind
        }
    };
    Ok(Line { kind, span: whole })
}

/// The words of `text[from..to]` with one blank between them, and none where a line break stands in Chinese.
fn joined(text: &str, pieces: &[(usize, usize)], from: usize, to: usize) -> String {
    let mut out = String::new();
    for &(a, b) in pieces {
        let (a, b) = (a.max(from), b.min(to));
        let words = text.get(a..b.max(a)).unwrap_or("").split(lexer::is_blank).filter(|w| !w.is_empty());
        for (i, word) in words.enumerate() {
            let ends = out.chars().next_back().zip(word.chars().next());
            let glued = i == 0 && ends.is_some_and(|(x, y)| lexer::joins(x, y));
            if !out.is_empty() && !glued {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

/// Where free text goes on in Chinese, `… zh "`: the place of the word, and the place behind the quote.
fn in_chinese(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let blank_before = |at: usize| text[..at].chars().next_back().is_none_or(lexer::is_blank);
    text[from..to].char_indices().map(|(i, _)| from + i).find_map(|at| {
        let rest = &text[at..to];
        let after = ["zh", "中文"].iter().find_map(|word| rest.strip_prefix(word))?;
        let quote = after.trim_start_matches(lexer::is_blank);
        let open = quote.chars().next().filter(|c| narrow(*c) == '"')?;
        blank_before(at).then(|| (at, to - quote.len() + open.len_utf8()))
    })
}

/// A quote that is still open where its stretch of text ends: from there to the end.
fn open_quote(text: &str, pieces: &[(usize, usize)]) -> Option<(usize, usize)> {
    pieces.iter().find_map(|&(a, b)| {
        let mut quotes = text[a..b].char_indices().filter(|(_, c)| narrow(*c) == '"');
        let mut open = None;
        while let Some((i, _)) = quotes.next() {
            open = if quotes.next().is_none() { Some((a + i, b)) } else { None };
        }
        open
    })
}

/// The nearest line word by edit distance, if near enough.
fn near(word: &str) -> Option<&'static str> {
    let slip = || crate::suggest::within(word, keywords::LINES.iter().copied(), |_| 2);
    super::hint::line(word).or_else(slip)
}

fn aliases(text: Text, c: &Cursor) -> Parsed<Vec<Ident>> {
    let names: String = text.text.chars().map(narrow).collect();
    let out: Vec<Ident> = names
        .split(',')
        .map(str::trim)
        .filter(|n| !n.is_empty())
        .map(|n| Ident { text: n.to_string(), span: text.span })
        .collect();
    if out.is_empty() { Err(c.error(text.span, Problem::EmptyText { line: "alias" })) } else { Ok(out) }
}

impl Cursor {
    fn body(&mut self, word: &str) -> Parsed<LineKind> {
        Ok(match word {
            "players" => {
                let first = self.ident("a player")?;
                self.sym(",")?;
                LineKind::Players(first, self.ident("a player")?)
            }
            "param" => self.param()?,
            "define" => self.define()?,
            "heaps" => self.fields(ShapeKind::Heaps)?,
            "position" => self.fields(ShapeKind::Position)?,
            "show" => {
                let field = self.ident("a field")?;
                self.word("as")?;
                LineKind::Show { field, letters: self.string()? }
            }
            "sides" => {
                let rows = self.ident("a variable")?;
                self.sym(",")?;
                let columns = self.ident("a variable")?;
                self.sym(":")?;
                let values = self.listed(|c| {
                    let field = c.ident("a field")?;
                    c.sym("=")?;
                    Ok((field, c.expr()?))
                })?;
                LineKind::Sides { rows, columns, values }
            }
            "require" => LineKind::Require { cond: self.expr()?, say: self.say()? },
            "setup" => {
                let name = self.ident("a variable")?;
                self.arrow()?;
                LineKind::Setup { name, choice: self.expr()? }
            }
            "move" => self.move_line()?,
            "block" => LineKind::Block(self.expr()?),
            "end" => LineKind::End(self.end_kind()?),
            "endless" => LineKind::Endless(self.end_kind()?),
            "score" => LineKind::Score { shared: self.eat_word("shared") },
            "stop" => {
                self.word("after")?;
                let count = self.expr()?;
                self.word("moves")?;
                LineKind::Stop(count)
            }
            "claim" => self.claim()?,
            _ => match Verdict::named(word) {
                Some(verdict) => self.when(verdict)?,
                None => self.strategy()?,
            },
        })
    }

    fn param(&mut self) -> Parsed<LineKind> {
        let name = self.ident("a parameter")?;
        let range = self.behind("in", Self::range)?;
        self.sym("=")?;
        Ok(LineKind::Param { name, range, value: self.param_value()? })
    }

    pub(super) fn param_value(&mut self) -> Parsed<ParamValue> {
        let braces = matches!(self.look(1), Some(Kind::Sym("{")));
        let file = self.word_at(1) == Some("file");
        if !self.is_word("graph") || !(braces || file) {
            return Ok(ParamValue::Expr(self.cases()?));
        }
        let start = self.here();
        self.next();
        if self.eat_word("file") {
            return Ok(ParamValue::Graph(Graph::File(self.string()?)));
        }
        self.sym("{")?;
        let mut rows = Vec::new();
        while !self.eat_sym("}") {
            if self.eat_sym(";") {
                continue;
            }
            let from = self.node()?;
            let mut row = GraphRow { from, directed: true, to: Vec::new() };
            if self.is_arrow() || self.is_sym("-") {
                row.directed = !self.is_sym("-");
                self.next();
                while !self.is_sym(";") && !self.is_sym("}") {
                    row.to.push(self.node()?);
                    if self.eat_sym(",") && self.edge_follows() {
                        break;
                    }
                }
            } else if !self.eat_sym(",") && !self.is_sym("}") && !self.is_sym(";") {
                return Err(self.expected(What::Edge));
            }
            rows.push(row);
        }
        Ok(ParamValue::Graph(Graph::Inline { rows, span: start.to(self.last()) }))
    }

    /// `a - b, c - d`: behind this comma stands another node with its edges, and not one more end.
    fn edge_follows(&self) -> bool {
        matches!(self.look(1), Some(Kind::Sym("-" | "->"))) || self.word_at(1) == Some("->")
    }

    fn node(&mut self) -> Parsed<Node> {
        let span = self.here();
        let text = match self.peek() {
            Some(Kind::Int(n)) => n.to_string(),
            Some(Kind::Name(n)) => n.clone(),
            _ => return Err(self.expected(What::Node)),
        };
        self.next();
        Ok(Node { text, span })
    }

    fn define(&mut self) -> Parsed<LineKind> {
        let name = self.ident("a definition")?;
        let mut params = Vec::new();
        if self.eat_sym("(") && !self.eat_sym(")") {
            params = self.listed(|c| c.ident("an argument"))?;
            self.sym(")")?;
        }
        self.sym("=")?;
        Ok(LineKind::Define { name, params, body: self.cases()? })
    }

    fn fields(&mut self, kind: ShapeKind) -> Parsed<LineKind> {
        let fields = self.listed(Self::field)?;
        let span = self.here();
        let unordered = if self.eat_word("unordered") { Some(span) } else { None };
        Ok(LineKind::Fields { kind, fields, unordered })
    }

    fn field(&mut self) -> Parsed<Field> {
        let start = self.here();
        let word = self.word_at(0).map(str::to_string);
        let name_follows = self.word_at(1).is_some_and(|w| !matches!(w, "in" | "of" | "unordered"));
        let kind = match word.as_deref() {
            Some("row") => FieldKind::Row,
            Some("bag") => FieldKind::Bag,
            Some("set") => FieldKind::Set,
            Some("word") => FieldKind::Word,
            Some("grid") => FieldKind::Grid,
            _ => FieldKind::Number,
        };
        let kind = if name_follows { kind } else { FieldKind::Number };
        if kind != FieldKind::Number {
            self.next();
        }
        if !matches!(self.peek(), Some(Kind::Name(_))) {
            return Err(self.expected(What::Field));
        }
        let name = self.ident("a field")?;
        let mut size = Vec::new();
        if self.eat_sym("[") {
            size = self.listed(Self::expr)?;
            self.sym("]")?;
        }
        let (mut of, mut within, mut begin) = (None, None, None);
        loop {
            if of.is_none() && self.eat_word("of") {
                of = Some(self.range()?);
            } else if within.is_none() && self.eat_word("in") {
                within = Some(self.range()?);
            } else if begin.is_none() && self.eat_sym("=") {
                begin = Some(self.expr()?);
            } else {
                break;
            }
        }
        Ok(Field { kind, name, size, of, within, start: begin, span: start.to(self.last()) })
    }

    fn move_line(&mut self) -> Parsed<LineKind> {
        let choice_now = self.word_at(1) == Some("in");
        let by_now = self.is_word("by") && matches!(self.look(1), Some(Kind::Name(_)));
        let keyword_now =
            (self.is_word("if") || self.is_word("let")) && !matches!(self.look(1), Some(Kind::Sym(":")));
        let unnamed = choice_now || by_now || keyword_now || !matches!(self.peek(), Some(Kind::Name(_)));
        let name = if unnamed { None } else { Some(self.ident("a move")?) };
        let by = if self.is_word("by") && self.word_at(1) != Some("in") {
            self.next();
            Some(self.ident("a player")?)
        } else {
            None
        };
        let mut choices = Vec::new();
        while !self.eat_sym(":") {
            if self.eat_word("if") {
                choices.push(Choice::If(self.expr()?));
            } else if self.is_word("let") && self.word_at(1) != Some("in") {
                self.next();
                let name = self.ident("a variable")?;
                self.sym("=")?;
                choices.push(Choice::Let(name, self.expr()?));
            } else if self.word_at(1) == Some("in") {
                let name = self.ident("a choice")?;
                self.next();
                choices.push(Choice::In(name, self.range()?));
            } else {
                return Err(self.expected(What::Choice));
            }
            self.eat_sym(",");
        }
        Ok(LineKind::Move { name, by, choices, effect: self.effect()? })
    }

    fn end_kind(&mut self) -> Parsed<EndKind> {
        let span = self.here();
        if self.word_at(1) == Some("wins") {
            let name = self.ident("a player")?;
            self.next();
            return Ok(EndKind::Wins(name));
        }
        let kind = match self.word_at(0) {
            Some("normal") => EndKind::Normal(span),
            Some("misere" | "misère") => EndKind::Misere(span),
            Some("draw") => EndKind::Draw(span),
            _ => return Err(self.expected(What::End)),
        };
        self.next();
        Ok(kind)
    }

    fn when(&mut self, result: Verdict) -> Parsed<LineKind> {
        let player = if self.is_word("when") { None } else { Some(self.ident("a player")?) };
        self.word("when")?;
        Ok(LineKind::When { result, player, cond: self.expr()? })
    }

    fn claim(&mut self) -> Parsed<LineKind> {
        let claim = if let Some(v) = self.word_at(0).and_then(Verdict::named) {
            self.next();
            self.word("iff")?;
            Claim::Iff(v, self.expr()?)
        } else if self.eat_word("grundy") {
            self.sym("=")?;
            Claim::Grundy(self.cases()?)
        } else if self.eat_word("score") {
            self.sym("=")?;
            Claim::Score(self.cases()?)
        } else if self.eat_word("period") {
            let period = self.expr()?;
            let (saltus, from) = (self.behind("saltus", Self::expr)?, self.behind("from", Self::expr)?);
            Claim::Period { period, saltus, from }
        } else {
            return Err(self.expected(What::Claim));
        };
        // In `grundy = 3, n` the comma begins a second answer that has no condition.
        if self.is_sym(",") && matches!(claim, Claim::Grundy(_) | Claim::Score(_)) {
            return Err(self.error(self.here(), Problem::TwoAnswers));
        }
        let range = |c: &mut Self| {
            let name = c.ident("a field")?;
            c.word("in")?;
            Ok((name, c.range()?))
        };
        let ranges = self.behind("for", |c| c.listed(range))?.unwrap_or_default();
        let only = self.behind("if", Self::expr)?;
        Ok(LineKind::Claim { claim, ranges, only })
    }

    fn strategy(&mut self) -> Parsed<LineKind> {
        let name = self.ident("a move")?;
        self.sym(":")?;
        let mut binds = Vec::new();
        // A move without choices has nothing to bind: `strategy pass: if …`.
        while matches!(self.peek(), Some(Kind::Name(_))) && !self.is_word("if") {
            let name = self.ident("a choice")?;
            if self.eat_sym("=") {
                binds.push(Bind::Is(name, self.expr()?));
            } else {
                self.word("in")?;
                binds.push(Bind::In(name, self.range()?));
            }
            if !self.eat_sym(",") {
                break;
            }
        }
        let only = self.behind("if", Self::expr)?;
        Ok(LineKind::Strategy { name, binds, only })
    }

    pub(super) fn integer(&mut self) -> Parsed<BigInt> {
        let negative = self.eat_sym("-");
        match self.peek() {
            Some(Kind::Int(n)) => {
                let n = if negative { -n.clone() } else { n.clone() };
                self.next();
                Ok(n)
            }
            _ => Err(self.expected(What::Integer)),
        }
    }
}
