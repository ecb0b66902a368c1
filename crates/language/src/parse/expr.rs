//! Expressions by precedence, ranges, cases and comprehensions.
//!
//! From loose to tight: `or`, `and`, `not`, comparison chains, `+ - xor bor ++`, `* div mod / band shl shr`, unary `-`,
//! `**`, postfix `[…]`.

use super::cursor::{Cursor, DEPTH, LINKS, Parsed};
use super::problem::{Problem, What};
use crate::ast::{BinaryOp, Clause, CompareOp, Comprehension, Expr, ExprKind, Ident, Range};
use crate::keywords;
use crate::lexer::Kind;
use crate::rules::Builtin;
use crate::span::Span;

/// Words that end an open range such as `1..` instead of beginning its upper end.
pub(crate) const AFTER_RANGE: &[&str] = &[
    "if",
    "let",
    "for",
    "when",
    "then",
    "unordered",
    "and",
    "or",
    "of",
    "in",
    "otherwise",
    "gain",
    "cost",
    "again",
    "say",
    "not",
];

/// What joins two operands of a chain.
enum Joint {
    Call(Ident),
    Binary(BinaryOp),
    And,
    Or,
}

fn make(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

impl Cursor {
    /// An expression without cases.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|c| c.disjunction())
    }

    fn nested<T>(&mut self, f: impl FnOnce(&mut Cursor) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(self.here(), Problem::TooDeep));
        }
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Counts an operator of a chain: `1 + 1 + 1 …` grows a tree as deep as it is long.
    fn link(&mut self) -> Parsed<()> {
        self.links += 1;
        if self.links > LINKS { Err(self.error(self.here(), Problem::TooDeep)) } else { Ok(()) }
    }

    /// Operands joined by operators of one level, from left to right.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Expr>,
        operator: fn(&mut Self) -> Parsed<Option<Joint>>,
    ) -> Parsed<Expr> {
        let mut left = operand(self)?;
        while let Some(joint) = operator(self)? {
            self.link()?;
            let right = operand(self)?;
            let span = left.span.to(right.span);
            let kind = match joint {
                Joint::Call(function) => ExprKind::Call(function, vec![left, right]),
                Joint::Binary(op) => ExprKind::Binary(op, Box::new(left), Box::new(right)),
                Joint::And => ExprKind::And(Box::new(left), Box::new(right)),
                Joint::Or => ExprKind::Or(Box::new(left), Box::new(right)),
            };
            left = make(kind, span);
        }
        Ok(left)
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        self.chain(Self::conjunction, |c| Ok(c.eat_word("or").then_some(Joint::Or)))
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        self.chain(Self::negation, |c| Ok(c.eat_word("and").then_some(Joint::And)))
    }

    fn negation(&mut self) -> Parsed<Expr> {
        if self.is_word("not") && self.word_at(1) != Some("in") {
            let start = self.here();
            self.next();
            let inner = self.nested(|c| c.negation())?;
            let span = start.to(inner.span);
            return Ok(make(ExprKind::Not(Box::new(inner)), span));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let first = self.sum()?;
        let mut links = Vec::new();
        while let Some(op) = self.compare_op() {
            let right = match op {
                CompareOp::In | CompareOp::NotIn => self.range()?,
                _ => Range::Value(self.sum()?),
            };
            links.push((op, right));
        }
        if links.is_empty() {
            return Ok(first);
        }
        let span = first.span.to(self.last());
        Ok(make(ExprKind::Compare(Box::new(first), links), span))
    }

    fn compare_op(&mut self) -> Option<CompareOp> {
        let op = match self.peek()? {
            Kind::Sym("=" | "==") => CompareOp::Eq,
            Kind::Sym("!=") => CompareOp::Ne,
            Kind::Sym("<") => CompareOp::Lt,
            Kind::Sym("<=") => CompareOp::Le,
            Kind::Sym(">") => CompareOp::Gt,
            Kind::Sym(">=") => CompareOp::Ge,
            Kind::Name(n) => match keywords::english(n) {
                "in" => CompareOp::In,
                "not" if self.word_at(1) == Some("in") => {
                    self.next();
                    CompareOp::NotIn
                }
                _ => return None,
            },
            _ => return None,
        };
        self.next();
        Some(op)
    }

    /// A function that is written between two numbers.
    fn infix(&mut self, product: bool) -> Option<Ident> {
        let Some(Kind::Name(n)) = self.peek() else { return None };
        let word = keywords::english(n);
        let text = Builtin::infix(word, product).then(|| word.to_string())?;
        let span = self.here();
        self.next();
        Some(Ident { text, span })
    }

    /// An expression at the level of `+ - xor bor ++`.
    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.chain(Self::product, |c| {
            if let Some(function) = c.infix(false) {
                return Ok(Some(Joint::Call(function)));
            }
            let op = match c.peek() {
                Some(Kind::Sym("+")) => BinaryOp::Add,
                Some(Kind::Sym("-")) => BinaryOp::Sub,
                Some(Kind::Sym("++")) => BinaryOp::Concat,
                Some(Kind::Sym("^")) => return Err(c.expected(What::Expression)),
                Some(Kind::Name(n)) if keywords::english(n) == "xor" => BinaryOp::Xor,
                _ => return Ok(None),
            };
            c.next();
            Ok(Some(Joint::Binary(op)))
        })
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.chain(Self::unary, |c| {
            if let Some(function) = c.infix(true) {
                return Ok(Some(Joint::Call(function)));
            }
            let op = match c.peek() {
                Some(Kind::Sym("*")) => BinaryOp::Mul,
                Some(Kind::Sym("//")) => BinaryOp::Div,
                Some(Kind::Sym("%")) => BinaryOp::Mod,
                Some(Kind::Sym("/")) => BinaryOp::Over,
                Some(Kind::Name(n)) => match keywords::english(n) {
                    "div" => BinaryOp::Div,
                    "mod" => BinaryOp::Mod,
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            };
            c.next();
            Ok(Some(Joint::Binary(op)))
        })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if self.is_sym("-") {
            let start = self.here();
            self.next();
            let inner = self.nested(|c| c.unary())?;
            let span = start.to(inner.span);
            return Ok(make(ExprKind::Neg(Box::new(inner)), span));
        }
        let base = self.postfix()?;
        if self.eat_sym("**") {
            let right = self.nested(|c| c.unary())?;
            let span = base.span.to(right.span);
            return Ok(make(ExprKind::Binary(BinaryOp::Pow, Box::new(base), Box::new(right)), span));
        }
        Ok(base)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut e = self.atom()?;
        let mut links = 0;
        while self.is_sym("[") {
            links += 1;
            if links > DEPTH {
                return Err(self.error(self.here(), Problem::TooDeep));
            }
            self.next();
            let kind = match self.range()? {
                Range::Span { from, to, .. } => {
                    ExprKind::Slice(Box::new(e.clone()), from.map(Box::new), to.map(Box::new))
                }
                Range::Value(first) => {
                    let indices = self.and_more(first, Self::expr)?;
                    ExprKind::Index(Box::new(e.clone()), indices)
                }
            };
            self.sym("]")?;
            let span = e.span.to(self.last());
            e = make(kind, span);
        }
        Ok(e)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.here();
        match self.peek() {
            Some(Kind::Int(n)) => {
                let kind = ExprKind::Int(n.clone());
                self.next();
                Ok(make(kind, start))
            }
            Some(Kind::Str(s)) => {
                let kind = ExprKind::Str(s.clone());
                self.next();
                Ok(make(kind, start))
            }
            Some(Kind::Name(_)) => self.named(),
            Some(Kind::Sym("(")) => self.parenthesis(),
            Some(Kind::Sym("[")) => self.collection("]"),
            Some(Kind::Sym("{")) => self.collection("}"),
            Some(Kind::Sym("|")) => {
                self.next();
                let inner = self.expr()?;
                self.sym("|")?;
                Ok(make(ExprKind::Size(Box::new(inner)), start.to(self.last())))
            }
            _ => Err(self.expected(What::Expression)),
        }
    }

    /// A name, yes/no, or a call.
    fn named(&mut self) -> Parsed<Expr> {
        let name = self.ident("a variable")?;
        let word = keywords::english(&name.text);
        if !self.is_sym("(") {
            let kind = match word {
                "yes" | "no" => ExprKind::Bool(word == "yes"),
                // 各堆 is the list of heaps; other Chinese words may be names of the author's.
                "heaps" => ExprKind::Name("heaps".into()),
                _ => ExprKind::Name(name.text),
            };
            return Ok(make(kind, name.span));
        }
        let function = Ident { text: word.to_string(), span: name.span };
        self.next();
        if self.eat_sym(")") {
            return Ok(make(ExprKind::Call(function, Vec::new()), name.span.to(self.last())));
        }
        let first = self.argument()?;
        let kind = if self.is_word("for") {
            ExprKind::CallOver(function, Box::new(self.comprehension(first)?))
        } else {
            ExprKind::Call(function, self.and_more(first, Self::argument)?)
        };
        self.sym(")")?;
        Ok(make(kind, name.span.to(self.last())))
    }

    /// An argument: an expression, or a range, which stands for the list of its numbers.
    fn argument(&mut self) -> Parsed<Expr> {
        let start = self.here();
        match self.element()? {
            Range::Value(e) => Ok(e),
            range => Ok(make(ExprKind::List(vec![range]), start.to(self.last()))),
        }
    }

    /// After `(`: one expression, cases, or a tuple.
    fn parenthesis(&mut self) -> Parsed<Expr> {
        let start = self.here();
        self.next();
        let inner = self.cases()?;
        let kind = if self.is_sym(",") {
            let items = self.and_more(inner, Self::expr)?;
            if self.is_word("if") || self.is_word("otherwise") {
                return Err(self.error(self.here(), Problem::TwoAnswers));
            }
            ExprKind::Tuple(items)
        } else {
            ExprKind::Paren(Box::new(inner))
        };
        self.sym(")")?;
        Ok(make(kind, start.to(self.last())))
    }

    /// `e` or `e if c, … , e otherwise`.
    pub(super) fn cases(&mut self) -> Parsed<Expr> {
        let first = self.expr()?;
        if self.is_word("otherwise") {
            return Err(self.error(self.here(), Problem::OtherwiseFirst));
        }
        if !self.is_word("if") {
            return Ok(first);
        }
        let start = first.span;
        self.next();
        let cond = self.expr()?;
        let mut arms = vec![(first, Some(cond))];
        while self.eat_sym(",") {
            let value = self.expr()?;
            if self.eat_word("if") {
                let cond = self.expr()?;
                arms.push((value, Some(cond)));
            } else if self.eat_word("otherwise") {
                arms.push((value, None));
                break;
            } else {
                return Err(self.error(value.span, Problem::TwoAnswers));
            }
        }
        Ok(make(ExprKind::Cases(arms), start.to(self.last())))
    }

    /// `[…]` or `{…}` after the opening sign was seen.
    fn collection(&mut self, close: &'static str) -> Parsed<Expr> {
        let start = self.here();
        self.next();
        let set = close == "}";
        if self.eat_sym(close) {
            let kind = if set { ExprKind::Set(Vec::new()) } else { ExprKind::List(Vec::new()) };
            return Ok(make(kind, start.to(self.last())));
        }
        let first = self.element()?;
        let kind = match first {
            Range::Value(e) if self.is_word("for") => {
                let c = Box::new(self.comprehension(e)?);
                if set { ExprKind::SetOf(c) } else { ExprKind::ListOf(c) }
            }
            first => {
                let items = self.and_more(first, Self::element)?;
                if set { ExprKind::Set(items) } else { ExprKind::List(items) }
            }
        };
        self.sym(close)?;
        Ok(make(kind, start.to(self.last())))
    }

    /// An element of a collection or an argument: a full expression, or a range.
    fn element(&mut self) -> Parsed<Range> {
        let start = self.here();
        if self.is_sym("..") {
            return self.range();
        }
        let e = self.expr()?;
        if self.is_sym("..") {
            return self.range_after(e, start);
        }
        Ok(Range::Value(e))
    }

    /// `for x in R, y in S if c …`
    fn comprehension(&mut self, element: Expr) -> Parsed<Comprehension> {
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("for") {
                clauses.push(self.binding()?);
                while self.is_sym(",") && self.word_at(2) == Some("in") {
                    self.next();
                    clauses.push(self.binding()?);
                }
            } else if self.eat_word("if") {
                clauses.push(Clause::If(self.expr()?));
            } else {
                return Ok(Comprehension { element, clauses });
            }
        }
    }

    fn binding(&mut self) -> Parsed<Clause> {
        let name = self.ident("a variable")?;
        self.word("in")?;
        Ok(Clause::For(name, self.range()?))
    }

    /// `a..b`, `a..`, `..b`, or one value.
    pub(super) fn range(&mut self) -> Parsed<Range> {
        let start = self.here();
        if self.eat_sym("..") {
            let to = self.nested(|c| c.sum())?;
            let span = start.to(to.span);
            return Ok(Range::Span { from: None, to: Some(to), span });
        }
        let from = self.nested(|c| c.sum())?;
        self.range_after(from, start)
    }

    fn range_after(&mut self, from: Expr, start: Span) -> Parsed<Range> {
        if !self.eat_sym("..") {
            return Ok(Range::Value(from));
        }
        let to = if self.begins_value() { Some(self.nested(|c| c.sum())?) } else { None };
        Ok(Range::Span { from: Some(from), to, span: start.to(self.last()) })
    }

    /// Can the next token begin an operand?
    pub(super) fn begins_value(&self) -> bool {
        match self.peek() {
            Some(Kind::Int(_) | Kind::Str(_)) => true,
            Some(Kind::Sym(s)) => matches!(*s, "(" | "[" | "{" | "-" | "|"),
            Some(Kind::Name(n)) => !AFTER_RANGE.contains(&keywords::english(n)),
            _ => false,
        }
    }
}
