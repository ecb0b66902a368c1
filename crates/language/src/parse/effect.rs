//! What a move does: steps of changes, parts, gain and cost, again, wording.

use super::cursor::{Cursor, Parsed};
use super::problem::{Problem, What};
use crate::ast::{
    Change, ChangeOp, Effect, Expr, ExprKind, Extra, Guard, Ident, Outcome, Part, Say, Step, Target,
};
use crate::lexer::Kind;
use crate::span::Span;

impl Cursor {
    pub(super) fn effect(&mut self) -> Parsed<Effect> {
        let mut steps = vec![self.step()?];
        while self.eat_word("then") {
            steps.push(self.step()?);
        }
        let mut extras = Vec::new();
        loop {
            let start = self.here();
            if self.eat_word("gain") {
                extras.push(Extra::Gain(self.expr()?));
            } else if self.eat_word("cost") {
                extras.push(Extra::Cost(self.expr()?));
            } else if self.eat_word("again") {
                extras.push(Extra::Again(start, self.behind("if", Self::expr)?));
            } else if self.is_word("say") {
                extras.extend(self.say()?.map(Extra::Say));
            } else {
                return Ok(Effect { steps, extras });
            }
        }
    }

    /// `say "…" zh "…"`, if it stands here.
    pub(super) fn say(&mut self) -> Parsed<Option<Say>> {
        self.behind("say", |c| Ok(Say { en: c.string()?, zh: c.behind("zh", Self::string)? }))
    }

    fn step(&mut self) -> Parsed<Step> {
        let changes_stay = matches!(self.look(1), Some(Kind::Sym("->" | "+=" | "-=" | "[")));
        if self.is_word("stay") && !changes_stay {
            let span = self.here();
            self.next();
            return Ok(Step::Stay(span));
        }
        Ok(Step::Changes(self.listed(Self::change)?))
    }

    fn change(&mut self) -> Parsed<Change> {
        let start = self.here();
        if self.peek().is_none() {
            return Err(self.expected(What::Change));
        }
        let left = self.sum()?;
        let op = if self.is_arrow() {
            ChangeOp::Become
        } else if self.is_sym("+=") {
            ChangeOp::Add
        } else if self.is_sym("-=") {
            ChangeOp::Sub
        } else {
            return Err(self.expected(What::Sign("->")));
        };
        let target = self.target(left)?;
        self.next();
        let result = match op {
            ChangeOp::Become => self.outcome()?,
            _ => Outcome::Value(self.expr()?),
        };
        let mut guards = Vec::new();
        loop {
            if self.eat_word("when") {
                guards.push(Guard::When(self.expr()?));
            } else if self.eat_word("for") || self.next_loop(guards.last()) {
                let name = self.ident("a variable")?;
                self.word("in")?;
                guards.push(Guard::For(name, self.range()?));
            } else {
                break;
            }
        }
        Ok(Change { target, op, result, guards, span: start.to(self.last()) })
    }

    /// Takes the comma of `for i in 1..3, j in 1..3`: what follows is one more loop, not the next change.
    fn next_loop(&mut self, last: Option<&Guard>) -> bool {
        let named = matches!(self.look(1), Some(Kind::Name(_))) && self.word_at(2) == Some("in");
        matches!(last, Some(Guard::For(..))) && named && self.eat_sym(",")
    }

    fn target(&self, e: Expr) -> Parsed<Target> {
        let name = |text: String, span: Span| Ident { text, span };
        let names = |items: Vec<Expr>| -> Option<Vec<Ident>> {
            items
                .into_iter()
                .map(|e| match e.kind {
                    ExprKind::Name(n) => Some(Ident { text: n, span: e.span }),
                    _ => None,
                })
                .collect()
        };
        let found = match e.kind {
            ExprKind::Name(n) => Some(Target::Place(name(n, e.span), Vec::new())),
            ExprKind::Index(base, indices) => match base.kind {
                ExprKind::Name(n) => Some(Target::Place(name(n, base.span), indices)),
                // b[r][c] is b[r, c]
                ExprKind::Index(inner, mut first) => match inner.kind {
                    ExprKind::Name(n) => {
                        first.extend(indices);
                        Some(Target::Place(name(n, inner.span), first))
                    }
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Tuple(items) => names(items).map(|n| Target::Tuple(n, e.span)),
            ExprKind::Paren(inner) => names(vec![*inner]).map(|n| Target::Tuple(n, e.span)),
            _ => None,
        };
        found.ok_or_else(|| self.error(e.span, Problem::BadTarget))
    }

    /// One value, `nothing`, or parts.
    fn outcome(&mut self) -> Parsed<Outcome> {
        let start = self.here();
        if self.is_word("nothing") && !matches!(self.look(1), Some(Kind::Sym("(" | "[" | "+" | "-" | "*"))) {
            self.next();
            return Ok(Outcome::Nothing(start));
        }
        let mut parts = vec![self.part()?];
        while self.is_sym(",") && !self.arrow_ahead(1) {
            self.next();
            parts.push(self.part()?);
        }
        match <[Part; 1]>::try_from(parts) {
            Ok([Part::One(e)]) => Ok(Outcome::Value(e)),
            Ok(one) => Ok(Outcome::Parts(one.into())),
            Err(many) => Ok(Outcome::Parts(many)),
        }
    }

    fn part(&mut self) -> Parsed<Part> {
        let list_follows = matches!(self.look(1), Some(Kind::Name(_) | Kind::Sym("[" | "(" | "{")));
        if self.is_word("each") && list_follows {
            self.next();
            return Ok(Part::Each(self.expr()?));
        }
        let first = self.expr()?;
        if self.eat_word("of") {
            return Ok(Part::Copies(first, self.expr()?));
        }
        Ok(Part::One(first))
    }
}
