//! From rules to the core.
//!
//! What looks at no position is worked out by the interpreter, with a limit of steps; where it fails or takes longer, the term
//! stays as it is. Lists of many values (`partitions(9)`) stay too: they are run through one by one.
//!
//! A term gets its type when it is made. Definitions are made again until the types of what they are called with stop growing.

use crate::types::{self, Type, Types};
use crate::{Comprehension, Core, Field, Gather, Kind, Move, Range, Relation, Term};
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::interp::Interp;
use bouton_language::rules::{
    self, Action, Change, Choice, Clause, Expr, ExprKind, Guard, PartExpr, Real, Target, walk,
};
use bouton_language::span::Span;
use bouton_language::value::Value;
use rustc_hash::FxHashMap;

/// Steps that one value may take.
const STEPS: u64 = 20_000;

/// Rounds after which a type that still grows is called a mixture.
const ROUNDS: usize = 20;

pub(crate) fn core(interp: &Interp) -> Core {
    let mut make = Make::new(interp, Types::default());
    let fields: Vec<Field> = interp.rules().shape.fields.iter().map(|f| make.field(f)).collect();
    make.types.signatures = vec![None; interp.rules().defines.len()];
    let mut round = 0;
    loop {
        (make.types.grown, make.types.late) = (false, round >= ROUNDS);
        let core = make.core(fields.clone());
        if !make.types.grown {
            return core;
        }
        round += 1;
    }
}

/// Makes terms.
pub(crate) struct Make<'i> {
    interp: &'i Interp,
    types: Types,
    /// What looks at no position, by its place in memory: worked out once, however often its term is made.
    known: FxHashMap<*const Expr, Option<Value>>,
}

impl<'i> Make<'i> {
    pub(crate) fn new(interp: &'i Interp, types: Types) -> Make<'i> {
        Make { interp, types, known: FxHashMap::default() }
    }

    fn core(&mut self, fields: Vec<Field>) -> Core {
        let rules = self.interp.rules();
        let shape = &rules.shape;
        let (kind, unordered, span) = (shape.kind, shape.unordered, shape.span);
        let require = |r: &rules::Require| {
            let cond = self.alone(&r.cond);
            rules::Require { cond, say: None, locals: r.locals, span: r.span }
        };
        let requires = rules.requires.iter().map(require).collect();
        let when = |w: &rules::When| {
            let (verdict, player, cond) = (w.verdict, w.player, self.alone(&w.cond));
            rules::When { verdict, player, cond, locals: w.locals, span: w.span }
        };
        let whens = rules.whens.iter().map(when).collect();
        let moves = rules.moves.iter().map(|m| self.line(m)).collect();
        let (block, stop) = (self.maybe(&rules.block), self.maybe(&rules.stop));
        let defines = rules.defines.iter().enumerate().map(|(d, define)| self.define(d, define)).collect();
        let interp = self.interp.clone();
        let shape = rules::Shape { kind, fields, unordered, span };
        Core { interp, types: self.types.clone(), defines, shape, requires, moves, block, whens, stop }
    }

    fn define(&mut self, d: usize, define: &rules::Define) -> rules::Define<Term> {
        let signature = self.types.signatures.get(d).cloned().flatten();
        self.types.frame = signature.map(|s| s.args).unwrap_or_default();
        let body = self.term(&define.body);
        self.types.gives(d, &body.ty);
        let rules::Define { name, arity, locals, branches, span, .. } = define;
        let (name, arity, locals, branches, span) = (name.clone(), *arity, *locals, *branches, *span);
        rules::Define { name, arity, body, locals, branches, span }
    }

    fn field(&mut self, f: &rules::Field) -> Field {
        self.types.frame.clear();
        let domain = f.domain.as_ref().map(|r| self.range(r));
        self.types.fields.push(types::field(f, domain.as_ref()));
        Field {
            name: f.name.clone(),
            kind: f.kind,
            ty: f.ty.clone(),
            size: self.all(&f.size),
            domain,
            start: self.maybe(&f.start),
            locals: f.locals,
            span: f.span,
        }
    }

    fn line(&mut self, m: &rules::Move) -> Move {
        self.types.frame.clear();
        let choice = |c: &Choice| match c {
            Choice::In { slot, range, upto, span } => {
                let (range, upto) = (self.draw(*slot, range), self.maybe(upto));
                Choice::In { slot: *slot, range, upto, span: *span }
            }
            Choice::If(cond) => Choice::If(self.term(cond)),
            Choice::Let { slot, value } => {
                let value = self.term(value);
                self.types.bind(*slot, value.ty.clone());
                Choice::Let { slot: *slot, value }
            }
        };
        let choices = m.choices.iter().map(choice).collect();
        let mut step = |s: &rules::Step| s.changes.iter().map(|c| self.change(c)).collect();
        Move {
            name: m.name.clone(),
            by: m.by,
            choices,
            steps: m.steps.iter().map(|s| rules::Step { changes: step(s) }).collect(),
            gain: self.maybe(&m.gain),
            again: self.maybe(&m.again),
            say: None,
            locals: m.locals,
            chosen: m.chosen.clone(),
            span: m.span,
        }
    }

    fn change(&mut self, c: &Change) -> Change<Term> {
        let guard = |g: &Guard| match g {
            Guard::When(e) => Guard::When(self.term(e)),
            Guard::For { slot, range } => Guard::For { slot: *slot, range: self.draw(*slot, range) },
        };
        let guards = c.guards.iter().map(guard).collect();
        let target = match &c.target {
            Target::Field(f) => Target::Field(*f),
            Target::Element(f, places) => Target::Element(*f, self.all(places)),
            Target::Fields(fields) => Target::Fields(fields.clone()),
        };
        let part = |p: &PartExpr| match p {
            PartExpr::One(e) => PartExpr::One(self.term(e)),
            PartExpr::Copies(n, e) => PartExpr::Copies(self.term(n), self.term(e)),
            PartExpr::Each(e) => PartExpr::Each(self.term(e)),
        };
        let action = match &c.action {
            Action::Parts(parts) => Action::Parts(parts.iter().map(part).collect()),
            Action::Become(e) => Action::Become(self.term(e)),
            Action::Add(e) => Action::Add(self.term(e)),
            Action::Sub(e) => Action::Sub(self.term(e)),
        };
        Change { target, action, guards, span: c.span }
    }

    /// A term with no locals around it.
    fn alone(&mut self, e: &Expr) -> Term {
        self.types.frame.clear();
        self.term(e)
    }

    fn maybe(&mut self, e: &Option<Expr>) -> Option<Term> {
        e.as_ref().map(|e| self.term(e))
    }

    fn all(&mut self, items: &[Expr]) -> Vec<Term> {
        items.iter().map(|e| self.term(e)).collect()
    }

    pub(crate) fn range(&mut self, r: &rules::RangeExpr) -> Range {
        r.map(&mut |e| self.term(e))
    }

    /// The range of a local, which is bound to its elements.
    fn draw(&mut self, slot: usize, r: &rules::RangeExpr) -> Range {
        let range = self.range(r);
        self.types.bind(slot, types::drawn(&range));
        range
    }

    fn ranges(&mut self, pieces: &[rules::RangeExpr]) -> Vec<Range> {
        pieces.iter().map(|r| self.range(r)).collect()
    }

    fn fold(&mut self, gather: Gather, c: &rules::Comprehension) -> Kind {
        let clause = |c: &Clause| match c {
            Clause::For { slot, range } => Clause::For { slot: *slot, range: self.draw(*slot, range) },
            Clause::If(cond) => Clause::If(self.term(cond)),
        };
        let clauses = c.clauses.iter().map(clause).collect();
        Kind::Fold(gather, Box::new(Comprehension { element: self.term(&c.element), clauses }))
    }

    fn real(&mut self, r: &Real) -> Real<Term> {
        let mut boxed = |r: &Real| Box::new(self.real(r));
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

    fn boxed(&mut self, e: &Expr) -> Box<Term> {
        Box::new(self.term(e))
    }

    pub(crate) fn term(&mut self, e: &Expr) -> Term {
        let interp = self.interp;
        let work_out = || if is_closed(e) { interp.known(e, STEPS) } else { None };
        let known = self.known.entry(e).or_insert_with(work_out).clone();
        let kind = known.map_or_else(|| self.kind(e), Kind::Value);
        self.typed(kind, e.span)
    }

    fn typed(&mut self, kind: Kind, span: Span) -> Term {
        let ty = self.types.of(&kind);
        Term { kind, ty, span }
    }

    fn kind(&mut self, e: &Expr) -> Kind {
        let minus = |from: i64, x: Term| {
            let ty = Type::Int(true);
            let from = Term { kind: Kind::Value(Value::Int(from)), ty, span: e.span };
            Kind::Binary(BinaryOp::Sub, Box::new(from), Box::new(x))
        };
        match &e.kind {
            ExprKind::Const(v) => Kind::Value(v.clone()),
            ExprKind::Param(i) => Kind::Value(self.interp.params()[*i].clone()),
            ExprKind::Field(i) => Kind::Field(*i),
            ExprKind::Local(i) => Kind::Local(*i),
            ExprKind::Mover => Kind::Mover,
            ExprKind::Opponent => minus(3, self.typed(Kind::Mover, e.span)),
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
                let base = self.boxed(base);
                let mut end = |e: &Option<Box<Expr>>| e.as_ref().map(|e| self.boxed(e));
                Kind::Slice(base, end(from), end(to))
            }
            ExprKind::Call(f, args) => Kind::Call(*f, self.all(args)),
            ExprKind::Define(d, args) => Kind::Define(*d, self.all(args)),
            ExprKind::Size(x) => Kind::Size(self.boxed(x)),
            ExprKind::Neg(x) => minus(0, self.term(x)),
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
    fn chain(&mut self, first: &Expr, links: &[(CompareOp, rules::RangeExpr)], span: Span) -> Kind {
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
