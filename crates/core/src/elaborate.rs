//! From rules to the core.
//!
//! What looks at no position is worked out by the interpreter, with a limit of steps; where it fails or takes longer, the term
//! stays as it is. Lists of many values (`partitions(9)`) stay too: they are run through one by one.

use crate::{Comprehension, Core, Field, Gather, Kind, Move, Range, Relation, Term};
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::interp::Interp;
use bouton_language::rules::{
    self, Action, Change, Choice, Clause, Expr, ExprKind, Guard, PartExpr, Real, Target, Type, walk,
};
use bouton_language::span::Span;
use bouton_language::value::Value;

/// Steps that one value may take.
const STEPS: u64 = 20_000;

pub(crate) fn core(interp: &Interp) -> Core {
    let rules = interp.rules();
    let make = Make { interp };
    let defines = rules.defines.iter().map(|d| rules::Define {
        name: d.name.clone(),
        arity: d.arity,
        body: make.term(&d.body),
        locals: d.locals,
        branches: d.branches,
        span: d.span,
    });
    let requires = rules.requires.iter().map(|r| rules::Require {
        cond: make.term(&r.cond),
        say: None,
        locals: r.locals,
        span: r.span,
    });
    let whens = rules.whens.iter().map(|w| rules::When {
        verdict: w.verdict,
        player: w.player,
        cond: make.term(&w.cond),
        locals: w.locals,
        span: w.span,
    });
    let shape = &rules.shape;
    Core {
        interp: interp.clone(),
        defines: defines.collect(),
        shape: rules::Shape {
            kind: shape.kind,
            fields: shape.fields.iter().map(|f| make.field(f)).collect(),
            unordered: shape.unordered,
            span: shape.span,
        },
        requires: requires.collect(),
        moves: rules.moves.iter().map(|m| make.line(m)).collect(),
        block: make.maybe(&rules.block),
        whens: whens.collect(),
        stop: make.maybe(&rules.stop),
    }
}

/// Makes terms.
pub(crate) struct Make<'i> {
    pub(crate) interp: &'i Interp,
}

impl Make<'_> {
    fn field(&self, f: &rules::Field) -> Field {
        Field {
            name: f.name.clone(),
            kind: f.kind,
            ty: f.ty.clone(),
            size: self.all(&f.size),
            domain: f.domain.as_ref().map(|r| self.range(r)),
            start: self.maybe(&f.start),
            locals: f.locals,
            span: f.span,
        }
    }

    fn line(&self, m: &rules::Move) -> Move {
        let choice = |c: &Choice| match c {
            Choice::In { slot, range, upto, span } => {
                let (range, upto) = (self.range(range), self.maybe(upto));
                Choice::In { slot: *slot, range, upto, span: *span }
            }
            Choice::If(cond) => Choice::If(self.term(cond)),
            Choice::Let { slot, value } => Choice::Let { slot: *slot, value: self.term(value) },
        };
        let step =
            |s: &rules::Step| rules::Step { changes: s.changes.iter().map(|c| self.change(c)).collect() };
        Move {
            name: m.name.clone(),
            by: m.by,
            choices: m.choices.iter().map(choice).collect(),
            steps: m.steps.iter().map(step).collect(),
            gain: self.maybe(&m.gain),
            again: self.maybe(&m.again),
            say: None,
            locals: m.locals,
            chosen: m.chosen.clone(),
            span: m.span,
        }
    }

    fn change(&self, c: &Change) -> Change<Term> {
        let part = |p: &PartExpr| match p {
            PartExpr::One(e) => PartExpr::One(self.term(e)),
            PartExpr::Copies(n, e) => PartExpr::Copies(self.term(n), self.term(e)),
            PartExpr::Each(e) => PartExpr::Each(self.term(e)),
        };
        let guard = |g: &Guard| match g {
            Guard::When(e) => Guard::When(self.term(e)),
            Guard::For { slot, range } => Guard::For { slot: *slot, range: self.range(range) },
        };
        Change {
            target: match &c.target {
                Target::Field(f) => Target::Field(*f),
                Target::Element(f, places) => Target::Element(*f, self.all(places)),
                Target::Fields(fields) => Target::Fields(fields.clone()),
            },
            action: match &c.action {
                Action::Become(e) => Action::Become(self.term(e)),
                Action::Add(e) => Action::Add(self.term(e)),
                Action::Sub(e) => Action::Sub(self.term(e)),
                Action::Parts(parts) => Action::Parts(parts.iter().map(part).collect()),
            },
            guards: c.guards.iter().map(guard).collect(),
            span: c.span,
        }
    }

    fn maybe(&self, e: &Option<Expr>) -> Option<Term> {
        e.as_ref().map(|e| self.term(e))
    }

    fn all(&self, items: &[Expr]) -> Vec<Term> {
        items.iter().map(|e| self.term(e)).collect()
    }

    pub(crate) fn range(&self, r: &rules::RangeExpr) -> Range {
        r.map(&mut |e| self.term(e))
    }

    fn ranges(&self, pieces: &[rules::RangeExpr]) -> Vec<Range> {
        pieces.iter().map(|r| self.range(r)).collect()
    }

    fn fold(&self, gather: Gather, c: &rules::Comprehension) -> Kind {
        let clause = |c: &Clause| match c {
            Clause::For { slot, range } => Clause::For { slot: *slot, range: self.range(range) },
            Clause::If(cond) => Clause::If(self.term(cond)),
        };
        let clauses = c.clauses.iter().map(clause).collect();
        Kind::Fold(gather, Box::new(Comprehension { element: self.term(&c.element), clauses }))
    }

    fn real(&self, r: &Real) -> Real<Term> {
        let boxed = |r: &Real| Box::new(self.real(r));
        match r {
            Real::Int(e) => Real::Int(self.term(e)),
            Real::Phi => Real::Phi,
            Real::Sqrt(e) => Real::Sqrt(self.term(e)),
            Real::Add(a, b) => Real::Add(boxed(a), boxed(b)),
            Real::Sub(a, b) => Real::Sub(boxed(a), boxed(b)),
            Real::Mul(a, b) => Real::Mul(boxed(a), boxed(b)),
            Real::Div(a, b) => Real::Div(boxed(a), boxed(b)),
            Real::Neg(a) => Real::Neg(boxed(a)),
        }
    }

    fn boxed(&self, e: &Expr) -> Box<Term> {
        Box::new(self.term(e))
    }

    pub(crate) fn term(&self, e: &Expr) -> Term {
        let known = if is_closed(e) { self.interp.known(e, STEPS) } else { None };
        let kind = known.map_or_else(|| self.kind(e), Kind::Value);
        Term { kind, ty: e.ty.clone(), span: e.span }
    }

    fn kind(&self, e: &Expr) -> Kind {
        let minus = |from: i64, x: Kind| {
            let number = |kind: Kind| Box::new(Term { kind, ty: Type::Int, span: e.span });
            Kind::Binary(BinaryOp::Sub, number(Kind::Value(Value::Int(from))), number(x))
        };
        match &e.kind {
            ExprKind::Const(v) => Kind::Value(v.clone()),
            ExprKind::Param(i) => Kind::Value(self.interp.params()[*i].clone()),
            ExprKind::Field(i) => Kind::Field(*i),
            ExprKind::Local(i) => Kind::Local(*i),
            ExprKind::Mover => Kind::Mover,
            ExprKind::Opponent => minus(3, Kind::Mover),
            ExprKind::Turn => Kind::Turn,
            ExprKind::Stuck => Kind::Stuck,
            ExprKind::Heaps => Kind::Heaps,
            ExprKind::Tuple(items) => Kind::Tuple(self.all(items)),
            ExprKind::List(pieces) => Kind::List(self.ranges(pieces)),
            ExprKind::Set(pieces) => Kind::Set(self.ranges(pieces)),
            ExprKind::ListOf(c) => self.fold(Gather::List, c),
            ExprKind::SetOf(c) => self.fold(Gather::Set, c),
            ExprKind::Fold(f, c) => self.fold(Gather::By(*f), c),
            ExprKind::Index(base, places) => Kind::Index(self.boxed(base), self.all(places)),
            ExprKind::Slice(base, from, to) => {
                let end = |e: &Option<Box<Expr>>| e.as_ref().map(|e| self.boxed(e));
                Kind::Slice(self.boxed(base), end(from), end(to))
            }
            ExprKind::Call(f, args) => Kind::Call(*f, self.all(args)),
            ExprKind::Define(d, args) => Kind::Define(*d, self.all(args)),
            ExprKind::Size(x) => Kind::Size(self.boxed(x)),
            ExprKind::Neg(x) => minus(0, self.term(x).kind),
            ExprKind::Not(x) => Kind::Not(self.boxed(x)),
            ExprKind::And(a, b) => Kind::And(self.boxed(a), self.boxed(b)),
            ExprKind::Or(a, b) => Kind::Or(self.boxed(a), self.boxed(b)),
            ExprKind::Binary(op, a, b) => Kind::Binary(*op, self.boxed(a), self.boxed(b)),
            ExprKind::Compare(first, links) => self.chain(first, links, e.span),
            ExprKind::Cases(arms) => {
                Kind::Cases(arms.iter().map(|(value, cond)| (self.term(value), self.maybe(cond))).collect())
            }
            ExprKind::Floor(r) => Kind::Floor(Box::new(self.real(r))),
        }
    }

    /// A chain of comparisons: each by itself, one after the other.
    fn chain(&self, first: &Expr, links: &[(CompareOp, rules::RangeExpr)], span: Span) -> Kind {
        let truth = |kind: Kind| Box::new(Term { kind, ty: Type::Bool, span });
        let mut left = first;
        let mut all: Option<Kind> = None;
        for (op, right) in links {
            let one = match (op, right) {
                (CompareOp::In, _) => Kind::In(self.boxed(left), Box::new(self.range(right))),
                (CompareOp::NotIn, _) => {
                    Kind::Not(truth(Kind::In(self.boxed(left), Box::new(self.range(right)))))
                }
                // A range has no order: there the rules fail, as where no case holds.
                (_, rules::RangeExpr::Between(..)) => Kind::Cases(Vec::new()),
                (_, rules::RangeExpr::Of(right)) => {
                    let (a, b) = (self.boxed(left), self.boxed(right));
                    left = right;
                    match op {
                        CompareOp::Eq => Kind::Compare(Relation::Eq, a, b),
                        CompareOp::Ne => Kind::Compare(Relation::Ne, a, b),
                        CompareOp::Lt => Kind::Compare(Relation::Lt, a, b),
                        CompareOp::Gt => Kind::Compare(Relation::Lt, b, a),
                        CompareOp::Ge => Kind::Compare(Relation::Le, b, a),
                        _ => Kind::Compare(Relation::Le, a, b),
                    }
                }
            };
            all = Some(match all {
                None => one,
                Some(before) => Kind::And(truth(before), truth(one)),
            });
        }
        all.unwrap_or(Kind::Value(Value::Bool(true)))
    }
}

/// Does an expression look at nothing but parameters and variables of its own?
fn is_closed(e: &Expr) -> bool {
    let (mut own, mut used, mut open) = (Vec::new(), Vec::new(), false);
    walk(e, &mut |x| match &x.kind {
        ExprKind::Local(slot) => used.push(*slot),
        ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => {
            own.extend(c.clauses.iter().filter_map(|clause| match clause {
                Clause::For { slot, .. } => Some(*slot),
                Clause::If(_) => None,
            }));
        }
        ExprKind::Call(f, _) => open |= f.is_generator(),
        ExprKind::Field(_)
        | ExprKind::Mover
        | ExprKind::Opponent
        | ExprKind::Turn
        | ExprKind::Stuck
        | ExprKind::Heaps => open = true,
        _ => {}
    });
    !open && used.iter().all(|slot| own.contains(slot))
}
