//! Move lines: choices left to right, then steps, gain and cost, again, wording.

use super::Checker;
use super::expr::RangeUse;
use super::problem::{LineProblem, MoveProblem, Needs};
use super::scope::{LocalKind, Place, Scope};
use crate::ast::{self, BinaryOp, Line, LineKind};
use crate::parse;
use crate::rules::{Action, Choice, Expr, ExprKind, Move, Piece, Say, Step, Target};
use crate::value::Value;

impl Checker<'_> {
    /// All moves, octal codes written out.
    pub(super) fn moves(&mut self, lines: &[&Line]) -> Vec<Move> {
        let mut moves = Vec::new();
        for line in lines {
            match &line.kind {
                LineKind::Move { .. } => moves.extend(self.move_line(line)),
                LineKind::Octal { code } => moves.extend(self.octal(code, line.span)),
                _ => {}
            }
        }
        moves
    }

    /// One move line.
    pub(super) fn move_line(&mut self, line: &Line) -> Option<Move> {
        let LineKind::Move { name, by, choices, effect } = &line.kind else { return None };
        let errors = self.errors();
        let by = by.as_ref().and_then(|p| self.named_player(p));
        self.uses.mover |= by.is_some();
        let scope = &mut Scope::new(Place::Move);
        let mut chosen = Vec::new();
        let mut checked = Vec::with_capacity(choices.len());
        for choice in choices {
            checked.push(match choice {
                ast::Choice::In(name, range) => {
                    let (range, ty) = self.range(scope, range, RangeUse::Choice);
                    let slot = self.declare(scope, name, ty, LocalKind::Choice);
                    chosen.push((slot, name.text.clone()));
                    Choice::In { slot, range, upto: None, span: name.span }
                }
                ast::Choice::If(cond) => Choice::If(self.condition(scope, cond)),
                ast::Choice::Let(name, value) => {
                    let value = self.expr(scope, value);
                    self.finite(&value);
                    let slot = self.declare(scope, name, value.ty.clone(), LocalKind::Let);
                    Choice::Let { slot, value }
                }
            });
        }
        let steps = self.steps(scope, &effect.steps);
        let mut made = Move {
            name: name.as_ref().map(|n| n.text.clone()),
            by,
            choices: checked,
            steps,
            gain: None,
            again: None,
            say: None,
            locals: 0,
            chosen,
            span: line.span,
        };
        for extra in &effect.extras {
            self.extra(scope, extra, &mut made);
        }
        made.locals = scope.size();
        self.bound_choices(&mut made);
        // What looks unused may be used where the mistake is.
        if self.errors() == errors {
            self.move_slips(scope, &made);
        }
        Some(made)
    }

    fn extra(&mut self, scope: &mut Scope, extra: &ast::Extra, made: &mut Move) {
        match extra {
            ast::Extra::Gain(e) | ast::Extra::Cost(e) => {
                let cost = matches!(extra, ast::Extra::Cost(_));
                let e = self.number(scope, e, if cost { Needs::Cost } else { Needs::Gain });
                if self.score.is_none() {
                    let word = if cost { "cost" } else { "gain" };
                    self.error(e.span, LineProblem::GainWithoutScore { word });
                }
                made.gain = Some(match (made.gain.take(), cost) {
                    (None, false) => e,
                    (None, true) => Expr::number(ExprKind::Neg(Box::new(e.clone())), e.span),
                    (Some(before), _) => {
                        let op = if cost { BinaryOp::Sub } else { BinaryOp::Add };
                        let span = before.span.to(e.span);
                        Expr::number(ExprKind::Binary(op, Box::new(before), Box::new(e)), span)
                    }
                });
            }
            ast::Extra::Again(span, cond) => {
                let again = match cond {
                    Some(c) => self.condition(scope, c),
                    None => Expr::truth(ExprKind::Const(Value::Bool(true)), *span),
                };
                // Several reasons to move again: any of them is enough.
                made.again = Some(match made.again.take() {
                    None => again,
                    Some(before) => {
                        let span = before.span.to(again.span);
                        Expr::truth(ExprKind::Or(Box::new(before), Box::new(again)), span)
                    }
                });
            }
            ast::Extra::Say(say) => {
                let wording = self.say(scope, say);
                if made.say.is_some() {
                    self.error(say.en.span, LineProblem::Repeated { keyword: "say" });
                }
                made.say = Some(wording);
            }
        }
    }

    /// A wording with its holes.
    pub(super) fn say(&mut self, scope: &mut Scope, say: &ast::Say) -> Say {
        let en = self.pieces(scope, &say.en);
        let zh = say.zh.as_ref().map(|t| self.pieces(scope, t));
        Say { en, zh }
    }

    fn pieces(&mut self, scope: &mut Scope, text: &ast::Text) -> Vec<Piece> {
        let Some(source) = self.sources.get(text.span.source).map(|s| s.text.clone()) else {
            return vec![Piece::Text(text.text.clone())];
        };
        // The text follows its opening quote, which may be a wide one.
        let quote = source.get(text.span.start as usize..).and_then(|s| s.chars().next());
        let begin = text.span.start as usize + quote.map_or(0, char::len_utf8);
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(open) = text.text[at..].find('{').map(|i| at + i) {
            let Some(close) = text.text[open..].find('}').map(|i| open + i) else {
                self.error(text.span, LineProblem::SayBrace);
                break;
            };
            if open > at {
                pieces.push(Piece::Text(text.text[at..open].to_string()));
            }
            match parse::parse_expr(text.span.source, &source, begin + open + 1, begin + close) {
                Ok(e) => {
                    let e = self.expr(scope, &e);
                    self.finite(&e);
                    pieces.push(Piece::Hole(e));
                }
                Err(d) => self.diagnostics.push(d),
            }
            at = close + 1;
        }
        if at < text.text.len() {
            pieces.push(Piece::Text(text.text[at..].to_string()));
        }
        pieces
    }

    /// Warnings: what was chosen but not used, moves that change nothing.
    fn move_slips(&mut self, scope: &Scope, made: &Move) {
        for local in scope.locals.iter().filter(|l| !l.used) {
            let name = local.name.clone();
            match local.kind {
                LocalKind::Choice => self.warn(local.span, MoveProblem::UnusedChoice { name }),
                LocalKind::Let => self.warn(local.span, MoveProblem::UnusedLet { name }),
                LocalKind::Bound => {}
            }
        }
        let stays = |s: &Step| s.changes.iter().all(|c| is_same(&c.target, &c.action));
        let written = made.steps.iter().any(|s| !s.changes.is_empty());
        if written && made.steps.iter().all(stays) {
            self.warn(made.span, MoveProblem::ChangesNothing);
        }
    }
}

/// `n -> n`, `n += 0`
fn is_same(target: &Target, action: &Action) -> bool {
    match (target, action) {
        (Target::Field(f), Action::Become(e)) => matches!(e.kind, ExprKind::Field(g) if g == *f),
        (_, Action::Add(e) | Action::Sub(e)) => matches!(&e.kind, ExprKind::Const(Value::Int(0))),
        _ => false,
    }
}
