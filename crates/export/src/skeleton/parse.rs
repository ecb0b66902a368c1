//! Reads code that is the same for all games from a text: structures, maps and functions in a small language, so that it
//! can be read like a program.
//!
//! Lines between `#if WORD` (or `#if !WORD`), `#else` and `#end` are there for some games only, `$WORD` stands for a
//! piece of text, and a comment begins with `# `.

use crate::ir::{Code, Do, E, Fn, Global, Helper, K, Op, Over, Piece, Rel, S, Struct, Ty};
use std::collections::HashMap;

/// What a text may refer to.
#[derive(Default)]
pub(super) struct Known {
    /// Words that hold, for `#if`.
    pub(super) words: Vec<&'static str>,
    /// Pieces of text.
    pub(super) texts: Vec<(&'static str, String)>,
    /// Names of types.
    pub(super) types: HashMap<&'static str, Ty>,
    /// Other names of functions.
    pub(super) calls: HashMap<&'static str, &'static str>,
}

/// Adds the pieces of a text to code.
pub(super) fn add(code: &mut Code, text: &str, known: &Known) {
    let text = chosen(text, &known.words, &known.texts);
    let mut parser = Parser { tokens: tokens(&text), at: 0, code, known, locals: HashMap::new() };
    while parser.at < parser.tokens.len() {
        parser.piece();
    }
}

/// The lines that are there where these words hold, with what stands for pieces of text.
pub(crate) fn chosen(text: &str, holding: &[&str], texts: &[(&str, String)]) -> String {
    let mut kept = String::new();
    let mut nested = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["#if", word] => nested.push(match word.strip_prefix('!') {
                Some(word) => !holding.contains(&word),
                None => holding.contains(word),
            }),
            ["#else"] => nested.iter_mut().next_back().into_iter().for_each(|last| *last = !*last),
            ["#end"] => {
                nested.pop();
            }
            _ if nested.iter().all(|holds| *holds) => {
                kept += line;
                kept.push('\n');
            }
            _ => {}
        }
    }
    texts.iter().fold(kept, |kept, (name, text)| kept.replace(&format!("${name}"), text))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(i64),
    Text(String),
    Sign(&'static str),
    Comment(String),
}

/// Longer signs first.
const SIGNS: [&str; 27] = [
    "->", "==", "!=", "<=", ">=", "+=", "-=", "^=", "..", "<", ">", "=", "+", "-", "*", "/", "%", "^", "(",
    ")", "[", "]", "{", "}", ",", ":", "?",
];

fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = if let Some(comment) = rest.strip_prefix("# ") {
            let line = comment.lines().next().unwrap_or("");
            out.push(Token::Comment(line.to_string()));
            line.len() + 2
        } else if c.is_ascii_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let word = &rest[..end];
            out.push(word.parse().map_or_else(|_| Token::Word(word.to_string()), Token::Number));
            end
        } else if let Some(inner) = rest.strip_prefix('"') {
            let end = inner.find('"').expect("the end of a text");
            out.push(Token::Text(inner[..end].to_string()));
            end + 2
        } else if let Some(sign) = SIGNS.into_iter().find(|s| rest.starts_with(s)) {
            out.push(Token::Sign(sign));
            sign.len()
        } else {
            out.push(Token::Sign("."));
            1
        };
        rest = rest[length..].trim_start();
    }
    out
}

struct Parser<'p> {
    tokens: Vec<Token>,
    at: usize,
    code: &'p mut Code,
    known: &'p Known,
    locals: HashMap<String, Ty>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Passes over a sign or a word, if it stands here.
    fn eat(&mut self, text: &str) -> bool {
        let here = match self.peek() {
            Some(Token::Sign(sign)) => *sign == text,
            Some(Token::Word(word)) => word == text,
            _ => false,
        };
        self.at += usize::from(here);
        here
    }

    /// The texts of this crate are right: what is wrong in one is found by its first test.
    fn expect(&mut self, text: &str) {
        let here = &self.tokens[self.at.saturating_sub(6)..self.tokens.len().min(self.at + 3)];
        let here = format!("{here:?}");
        assert!(self.eat(text), "{text} expected near {here}");
    }

    fn word(&mut self) -> String {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => {
                self.at += 1;
                word.clone()
            }
            other => panic!("a name expected, not {other:?}"),
        }
    }

    fn piece(&mut self) {
        let mut comment = Vec::new();
        while let Some(Token::Comment(line)) = self.peek().cloned() {
            comment.push(line);
            self.at += 1;
        }
        let key = self.eat("key");
        if self.eat("struct") {
            let name = self.word();
            self.expect("{");
            let mut members = Vec::new();
            while !self.eat("}") {
                members.push(self.typed());
            }
            let made = Struct { comment: comment.join(" "), name, members, key };
            self.code.pieces.push(Piece::Struct(made));
        } else if self.eat("map") {
            let (name, ty) = self.typed();
            self.code.pieces.push(Piece::Map(Global { name, ty, value: None, changes: true }));
        } else {
            self.expect("fn");
            self.function(comment);
        }
    }

    fn function(&mut self, comment: Vec<String>) {
        let name = self.word();
        self.expect("(");
        let mut args = Vec::new();
        while !self.eat(")") {
            args.push(self.typed());
            self.eat(",");
        }
        self.expect("->");
        let ret = Some(self.ty());
        self.locals = args.iter().cloned().collect();
        let place = self.code.pieces.len();
        self.code.pieces.push(Piece::Fn(Fn { comment, name, args, ret, body: Vec::new() }));
        let made = self.block();
        if let Some(Piece::Fn(f)) = self.code.pieces.get_mut(place) {
            f.body = made;
        }
    }

    fn typed(&mut self) -> (String, Ty) {
        let name = self.word();
        self.expect(":");
        (name, self.ty())
    }

    fn ty(&mut self) -> Ty {
        let name = self.word();
        let mut of = Vec::new();
        if self.eat("<") {
            while !self.eat(">") {
                of.push(self.ty());
                self.eat(",");
            }
        }
        let mut of = of.into_iter();
        let mut next = || Box::new(of.next().unwrap_or(Ty::Unknown));
        match name.as_str() {
            "Int" => Ty::Int(false),
            "Bool" => Ty::Bool,
            "List" => Ty::List(next()),
            "Set" => Ty::Set(next()),
            "Map" => Ty::Map(next(), next()),
            _ => self.known.types.get(name.as_str()).cloned().unwrap_or(Ty::Struct(name)),
        }
    }

    fn block(&mut self) -> Vec<S> {
        self.expect("{");
        let mut out = Vec::new();
        while !self.eat("}") {
            out.push(self.statement());
        }
        out
    }

    fn statement(&mut self) -> S {
        if let Some(Token::Comment(line)) = self.peek().cloned() {
            self.at += 1;
            return S::Note(line);
        }
        for (word, make) in [
            ("let", S::Let as fn(String, E) -> S),
            ("var", S::Var as fn(String, E) -> S),
            ("alias", S::Alias as fn(String, E) -> S),
        ] {
            if self.eat(word) {
                let name = self.word();
                self.expect("=");
                let value = self.expr();
                self.locals.insert(name.clone(), value.ty.clone());
                return make(name, value);
            }
        }
        if self.eat("if") {
            let cond = self.expr();
            let yes = self.block();
            return S::If(cond, yes, self.otherwise());
        }
        if self.eat("look") {
            let name = self.word();
            self.expect("=");
            let place = self.expr();
            let K::At(map, key) = place.kind else { panic!("look at a place of a map") };
            self.locals.insert(name.clone(), place.ty);
            let found = self.block();
            return S::Look { name, map: *map, key: *key, found, missing: self.otherwise() };
        }
        if self.eat("while") {
            let cond = self.expr();
            return S::While(cond, self.block());
        }
        if self.eat("for") {
            let name = self.word();
            self.expect("in");
            let first = self.expr();
            let over = if self.eat("..") { Over::Range(first, self.expr()) } else { Over::All(first) };
            let of = match &over {
                Over::Range(..) => Ty::Int(true),
                Over::All(e) => e.ty.element().unwrap_or(Ty::Unknown),
            };
            self.locals.insert(name.clone(), of);
            return S::For(name, over, self.block());
        }
        if self.eat("continue") {
            return S::Continue;
        }
        if self.eat("return") {
            return S::Return(self.expr());
        }
        for (word, what) in [
            ("push", Do::Push),
            ("pop", Do::Pop),
            ("delete", Do::Delete),
            ("append", Do::Append),
            ("sort", Do::Sort),
            ("insert", Do::Insert),
            ("remove", Do::Remove),
            ("stop", Do::Stop),
        ] {
            if self.eat(word) {
                return S::Do(what, self.arguments());
            }
        }
        let place = self.postfix();
        for (sign, op) in [("+=", Op::Add), ("-=", Op::Sub), ("^=", Op::Xor)] {
            if self.eat(sign) {
                return S::Change(op, place, self.expr());
            }
        }
        self.expect("=");
        S::Set(place, self.expr())
    }

    fn otherwise(&mut self) -> Vec<S> {
        match self.eat("else") {
            true => self.block(),
            false => Vec::new(),
        }
    }

    fn arguments(&mut self) -> Vec<E> {
        self.expect("(");
        let mut out = Vec::new();
        while !self.eat(")") {
            out.push(self.expr());
            self.eat(",");
        }
        out
    }

    fn expr(&mut self) -> E {
        let cond = self.operators(0);
        if !self.eat("?") {
            return cond;
        }
        let yes = self.operators(0);
        self.expect(":");
        let no = self.expr();
        let ty = yes.ty.clone();
        E { kind: K::Cond(vec![(cond, yes)], Some(Box::new(no))), ty }
    }

    /// Operators of one strength and all that are stronger.
    fn operators(&mut self, level: usize) -> E {
        const LEVELS: [&[&str]; 5] =
            [&["or"], &["and"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-", "^"], &["*", "/", "%"]];
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        if level == 2 && self.eat("not") {
            return E { kind: K::Not(Box::new(self.operators(level))), ty: Ty::Bool };
        }
        let mut left = self.operators(level + 1);
        while let Some(sign) = signs.iter().find(|sign| self.eat(sign)) {
            let right = self.operators(level + 1);
            left = combined(sign, left, right);
        }
        left
    }

    fn unary(&mut self) -> E {
        if self.eat("-") {
            return match self.unary() {
                E { kind: K::Int(n), .. } => E { kind: K::Int(-n), ty: Ty::Int(false) },
                x => x.minus(),
            };
        }
        if self.eat("move") {
            let x = self.postfix();
            let ty = x.ty.clone();
            return E { kind: K::Move(Box::new(x)), ty };
        }
        self.postfix()
    }

    fn postfix(&mut self) -> E {
        let mut e = self.atom();
        loop {
            if self.eat(".") {
                let name = self.word();
                let found = self.code.structure(&e.ty);
                let found = found.unwrap_or_else(|| panic!("{name} of {:?}, which is no structure", e.ty));
                let ty = found.members.iter().find(|(n, _)| *n == name).map(|(_, t)| t.clone());
                let ty = ty.unwrap_or_else(|| panic!("{} has no {name}", found.name));
                e = e.member(&name, ty);
            } else if self.eat("[") {
                let at = self.expr();
                self.expect("]");
                let ty = match &e.ty {
                    Ty::Map(_, of) => (**of).clone(),
                    ty => ty.element().unwrap_or(Ty::Unknown),
                };
                e = E { kind: K::At(Box::new(e), Box::new(at)), ty };
            } else {
                return e;
            }
        }
    }

    fn atom(&mut self) -> E {
        if self.eat("(") {
            let e = self.expr();
            self.expect(")");
            return e;
        }
        if self.eat("new") {
            return E { kind: K::New, ty: self.ty() };
        }
        let token = self.peek().cloned();
        self.at += 1;
        match token {
            Some(Token::Number(n)) => E::int(n),
            Some(Token::Text(text)) => E { kind: K::Literal(text), ty: Ty::Text },
            Some(Token::Word(word)) if word == "true" || word == "false" => E::truth(word == "true"),
            Some(Token::Word(word)) if self.peek() == Some(&Token::Sign("(")) => {
                let args = self.arguments();
                self.call(&word, args)
            }
            Some(Token::Word(word)) => self.variable(&word),
            other => panic!("an expression expected, not {other:?}"),
        }
    }

    fn variable(&self, name: &str) -> E {
        if let Some(ty) = self.locals.get(name) {
            return E::var(name, ty.clone());
        }
        let map = self.code.maps().find(|m| m.name == name);
        let map = map.unwrap_or_else(|| panic!("{name} is nothing"));
        E { kind: K::Global(name.to_string()), ty: map.ty.clone() }
    }

    fn call(&self, name: &str, mut args: Vec<E>) -> E {
        let mut one = || Box::new(args.remove(0));
        let (kind, ty) = match name {
            "size" => (K::Size(one()), Ty::Int(true)),
            "empty" => (K::Empty(one()), Ty::Bool),
            "has" => (K::Has(one(), one()), Ty::Bool),
            "last" => {
                let list = one();
                let ty = list.ty.element().unwrap_or(Ty::Unknown);
                (K::Last(list), ty)
            }
            "thaw" | "freeze" => {
                let list = one();
                let ty = list.ty.clone();
                (if name == "thaw" { K::Thaw(list) } else { K::Freeze(list) }, ty)
            }
            "sum" => {
                let (a, b) = (one(), one());
                return binary(Op::Add, *a, *b, true);
            }
            "min" => (K::Help(Helper::Min, args), Ty::Int(false)),
            "sorted" => {
                let ty = args[0].ty.clone();
                (K::Help(Helper::Sorted, args), ty)
            }
            _ => {
                let made = self.known.types.get(name).cloned().unwrap_or(Ty::structure(name));
                if self.code.structure(&made).is_some() {
                    return E { kind: K::Make(args), ty: made };
                }
                let name = self.known.calls.get(name).copied().unwrap_or(name);
                let found = self.code.functions().find(|f| f.name == name);
                let found = found.unwrap_or_else(|| panic!("there is no function {name}"));
                (K::Invoke(name.to_string(), args), found.ret.clone().unwrap_or(Ty::Unknown))
            }
        };
        E { kind, ty }
    }
}

fn binary(op: Op, a: E, b: E, checked: bool) -> E {
    E { kind: K::Bin(op, Box::new(a), Box::new(b), checked), ty: Ty::Int(false) }
}

/// Two values and the sign between them; several that stop early are one list.
fn combined(sign: &str, a: E, b: E) -> E {
    const OPS: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Xor];
    const RELS: [Rel; 6] = [Rel::Eq, Rel::Ne, Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge];
    if let Some(op) = OPS.into_iter().find(|op| op.sign() == sign) {
        return binary(op, a, b, false);
    }
    if let Some(rel) = RELS.into_iter().find(|rel| rel.sign() == sign) {
        return E::cmp(rel, a, b);
    }
    let kind = match (sign, a.kind) {
        ("or", K::Or(mut all)) => {
            all.push(b);
            K::Or(all)
        }
        ("or", kind) => K::Or(vec![E { kind, ty: Ty::Bool }, b]),
        (_, K::And(mut all)) => {
            all.push(b);
            K::And(all)
        }
        (_, kind) => K::And(vec![E { kind, ty: Ty::Bool }, b]),
    };
    E { kind, ty: Ty::Bool }
}
