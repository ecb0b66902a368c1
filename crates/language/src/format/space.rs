//! Blanks between tokens, and where a line may break.
//!
//! Tokens are read from left to right once. Whether an operand has just ended decides the rest: `-` is then a
//! binary sign, `|` closes, `[` is an index, `xor` an operator and not a function. A wrong guess (a field called
//! `gain`, say) costs a blank, never the meaning: the tokens stay the same.

use super::layout::{Atom, Column};
use crate::keywords;
use crate::lexer::{Kind, SYMBOLS, Token, narrow};
use crate::parse::AFTER_RANGE;

/// What kind of line, or part of one, the tokens stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Move,
    Strategy,
    Claim,
    Require,
    Sides,
    /// Lines whose first word after the keyword is a keyword too: `stop after`, `lose when`.
    Worded,
    /// `with m=4 first Left` of an example.
    With,
    /// The answer of an example.
    Answer,
    Other,
}

impl Place {
    pub(super) fn line(word: &str) -> Place {
        match word {
            "move" => Place::Move,
            "strategy" => Place::Strategy,
            "claim" => Place::Claim,
            "require" => Place::Require,
            "sides" => Place::Sides,
            "stop" | "win" | "lose" | "draw" => Place::Worded,
            _ => Place::Other,
        }
    }

    /// Is the first token a keyword before an operand?
    fn leads(self, word: &str) -> bool {
        match self {
            Place::Worded => matches!(word, "after" | "when"),
            Place::Claim => word == "period",
            Place::Answer => true,
            _ => false,
        }
    }
}

/// Words that stand between operands; elsewhere they are somebody's names.
const INFIX: &[&str] = &[
    "->", "in", "and", "or", "xor", "mod", "div", "of", "when", "for", "then", "gain", "cost", "say", "zh",
    "iff", "saltus", "from", "band", "bor", "shl", "shr",
];

/// Words that stand before an operand.
const PREFIX: &[&str] = &["not", "each", "if", "let"];

/// Words that begin a new clause of a move's effect.
const CLAUSES: &[&str] = &["then", "gain", "cost", "again", "say"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// `(…)`, `[1, 2]`, `{1, 2}`
    Plain,
    /// `a[i,j]`
    Index,
    Graph,
    Bar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Operand,
    /// A keyword.
    Word,
    /// `->`, `<=` …: blanks on both sides.
    Spaced,
    /// `+`, `*` …: as tight as the author wrote them.
    Tight,
    Unary,
    Dots,
    Open(Bracket),
    Close(Bracket),
    Comma,
    Colon,
    Semicolon,
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    place: Place,
    open: Vec<Bracket>,
    /// Has an operand just ended?
    operand: bool,
    colon: bool,
}

/// Appends the tokens as atoms.
pub(super) fn atoms(text: &str, tokens: &[Token], place: Place, out: &mut Vec<Atom>) {
    let mut reader = Reader { text, tokens, place, open: Vec::new(), operand: false, colon: false };
    let mut before: Option<Role> = None;
    let mut extra_seen = false;
    for i in 0..tokens.len() {
        let had_operand = reader.operand;
        let inside = reader.open.last().copied();
        let role = reader.role(i, before);
        let mut atom = Atom::new(reader.spelled(i), 1, 0);
        if let Some(prev) = before {
            atom.gap = reader.gap(i, prev, role, inside);
            atom.level = reader.level(i, prev, role, inside, had_operand);
            atom.broken = reader.broken(i);
            if prev == Role::Colon {
                atom.column = Some(Column::Effect);
            } else if place == Place::Move && atom.level == 1 && reader.word(i) != "then" {
                atom.gap = 3;
                if !extra_seen {
                    atom.column = Some(Column::Extra);
                }
                extra_seen = true;
            }
            let glued = out.last().is_some_and(|a| glues(&a.text, &atom.text));
            if atom.gap == 0 && glued {
                atom.gap = 1;
            }
        }
        out.push(atom);
        before = Some(role);
    }
}

/// Would these two be read as one token, or as other ones, without a blank between them?
fn glues(a: &str, b: &str) -> bool {
    let (Some(last), Some(first)) = (a.chars().last(), b.chars().next()) else { return false };
    let name = |c: char| c == '_' || c.is_alphanumeric();
    let sign = a.chars().count() == 1 && {
        let pair: String = [last, first].iter().collect();
        SYMBOLS.contains(&pair.as_str())
    };
    sign || (name(last) && name(first))
}

impl Reader<'_> {
    /// The English word of a token, empty where it is no word.
    fn word(&self, i: usize) -> &str {
        match self.tokens.get(i).map(|t| &t.kind) {
            Some(Kind::Name(n)) => keywords::english(n),
            _ => "",
        }
    }

    /// The narrow spelling of a token.
    fn spelled(&self, i: usize) -> String {
        let t = &self.tokens[i];
        match &t.kind {
            Kind::Name(n) => n.clone(),
            Kind::Str(s) => format!("\"{s}\""),
            Kind::Sym(s) => s.to_string(),
            _ => self.text[t.span.start as usize..t.span.end as usize].chars().map(narrow).collect(),
        }
    }

    /// Did the author write no blank between token `i - 1` and token `i`?
    fn touches(&self, i: usize) -> bool {
        i > 0 && self.tokens.get(i).is_some_and(|t| self.tokens[i - 1].span.end == t.span.start)
    }

    /// Did the author break the line before token `i`?
    fn broken(&self, i: usize) -> bool {
        let (a, b) = (self.tokens[i - 1].span.end as usize, self.tokens[i].span.start as usize);
        self.text[a..b].contains('\n')
    }

    fn role(&mut self, i: usize, before: Option<Role>) -> Role {
        let (role, operand) = match &self.tokens[i].kind {
            Kind::Name(_) => {
                let word = self.word(i);
                let keyword = PREFIX.contains(&word)
                    || (self.operand && INFIX.contains(&word))
                    || (i == 0 && self.place.leads(word))
                    || (word == "in" && i > 0 && before == Some(Role::Word) && self.word(i - 1) == "not");
                if keyword { (Role::Word, false) } else { (Role::Operand, true) }
            }
            Kind::Sym(s) => self.sign(i, s),
            _ => (Role::Operand, true),
        };
        self.operand = operand;
        role
    }

    fn sign(&mut self, i: usize, sign: &str) -> (Role, bool) {
        let graph = self.open.last() == Some(&Bracket::Graph);
        let tight = self.touches(i) && self.touches(i + 1);
        let as_written = if tight { Role::Tight } else { Role::Spaced };
        match sign {
            "(" => self.opens(Bracket::Plain),
            "[" => self.opens(if self.operand { Bracket::Index } else { Bracket::Plain }),
            "{" if i > 0 && self.word(i - 1) == "graph" => self.opens(Bracket::Graph),
            "{" => self.opens(Bracket::Plain),
            "|" if !self.operand => self.opens(Bracket::Bar),
            ")" | "]" | "}" | "|" => (Role::Close(self.open.pop().unwrap_or(Bracket::Plain)), true),
            "," => (Role::Comma, false),
            ";" => (Role::Semicolon, false),
            ":" => {
                self.colon = true;
                (Role::Colon, false)
            }
            // An open range such as `1..` is an operand that ends here.
            ".." => (Role::Dots, AFTER_RANGE.contains(&self.word(i + 1))),
            "-" if !self.operand && !graph => (Role::Unary, false),
            "+" | "-" | "*" | "/" | "**" | "//" | "%" | "++" if !graph => (as_written, false),
            "=" if self.binds(i) => (as_written, false),
            _ => (Role::Spaced, false),
        }
    }

    fn opens(&mut self, bracket: Bracket) -> (Role, bool) {
        self.open.push(bracket);
        (Role::Open(bracket), false)
    }

    /// Is this `=` that of `with m=4` or `strategy take: k=1`?
    fn binds(&self, i: usize) -> bool {
        let after_mark = || i > 1 && matches!(self.tokens[i - 2].kind, Kind::Sym(":" | ","));
        match self.place {
            Place::With => self.open.is_empty(),
            Place::Strategy => self.open.is_empty() && after_mark(),
            _ => false,
        }
    }

    /// Blanks before token `i`; `inside` is the bracket around the place before it.
    fn gap(&self, i: usize, prev: Role, role: Role, inside: Option<Bracket>) -> usize {
        let tight_brackets = |b: Bracket| b != Bracket::Graph;
        match (prev, role) {
            (_, Role::Comma | Role::Colon | Role::Semicolon) => 0,
            (_, Role::Close(b)) | (Role::Open(b), _) if tight_brackets(b) => 0,
            (Role::Unary, _) => 0,
            (Role::Comma, _) => !(inside == Some(Bracket::Index) && self.touches(i)) as usize,
            (Role::Colon, _) => 1 + (self.place == Place::Move) as usize,
            (_, Role::Tight) | (Role::Tight, _) => 0,
            (Role::Operand | Role::Close(_), Role::Dots) => 0,
            (Role::Dots, Role::Operand | Role::Word) => AFTER_RANGE.contains(&self.word(i)) as usize,
            (Role::Dots, Role::Open(_) | Role::Unary) => 0,
            (_, Role::Open(Bracket::Index)) => 0,
            (Role::Operand, Role::Open(Bracket::Plain)) => {
                let call = matches!(self.tokens[i].kind, Kind::Sym("("));
                (!call || self.word(i - 1).is_empty()) as usize
            }
            _ => 1,
        }
    }

    /// How good a break before token `i` is: 1 is best, 0 is none.
    fn level(&self, i: usize, prev: Role, role: Role, inside: Option<Bracket>, had_operand: bool) -> u8 {
        let word = self.word(i);
        let closes = matches!(role, Role::Close(_) | Role::Comma | Role::Semicolon);
        match inside {
            Some(Bracket::Index | Bracket::Bar) => 0,
            Some(Bracket::Graph) => 4 * (prev == Role::Semicolon && !closes) as u8,
            Some(Bracket::Plain) => {
                let link = role == Role::Word && matches!(word, "and" | "or" | "for" | "if");
                4 * ((prev == Role::Comma && !closes) || link) as u8
            }
            None => match (prev, role) {
                (_, Role::Comma | Role::Colon | Role::Semicolon) => 0,
                (Role::Colon, _) if self.place == Place::Move => 1,
                _ if self.place == Place::Move && self.colon && had_operand && CLAUSES.contains(&word) => 1,
                (_, Role::Word) if self.place == Place::Require && word == "say" => 1,
                (Role::Comma, _) if self.place == Place::Sides && !self.colon => 0,
                (Role::Comma, _) => 2,
                (Role::Colon, _) => 3,
                (_, Role::Word) if i > 0 && self.word(i - 1) == "again" => 0,
                (_, Role::Word) => match word {
                    "let" => 2,
                    "if" if matches!(self.place, Place::Move | Place::Strategy) => 2,
                    "for" if self.place == Place::Claim => 2,
                    "if" | "for" | "when" | "and" | "or" => 3,
                    _ => 0,
                },
                _ => 0,
            },
        }
    }
}
