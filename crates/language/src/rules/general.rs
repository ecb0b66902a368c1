//! A parameter as a number of the position that no move changes: what is true of all positions then is true for all its values.

use super::{
    About, Action, Change, Choice, Claim, ClaimBody, Clause, Comprehension, Expr, ExprKind, Field, Guard,
    PartExpr, RangeExpr, Ranged, Real, Rules, Target, Type, walk,
};
use crate::ast::FieldKind;

/// Where an expression stands: what a parameter is called there.
#[derive(Clone, Copy)]
enum Place {
    /// Among the fields, which come behind the new ones.
    Game,
    /// In a definition of so many arguments, behind which the new ones come.
    Definition(usize),
}

impl Rules {
    /// The same rules with these parameters as number fields before all others, which no move changes; `None` where they are not whole
    /// numbers, where a start or another parameter leans on one, or where rules look at the list of heaps.
    ///
    /// A position of the new game with the value m is a position of the old one where the parameter is m: it has the same moves and endings, and m
    /// is in the domain that the parameter has. Strategies and examples are left out, and claims about sums.
    pub fn for_all(&self, params: &[usize]) -> Option<Rules> {
        let whole = |p: &usize| self.params.get(*p).is_some_and(|p| p.default.ty == Type::Int);
        let about = |e: &Expr| {
            let mut found = false;
            walk(e, &mut |x| found |= matches!(x.kind, ExprKind::Param(p) if params.contains(&p)));
            found
        };
        let leaning = self
            .params
            .iter()
            .enumerate()
            .filter(|(i, _)| !params.contains(i))
            .any(|(_, p)| about(&p.default) || p.range.iter().flat_map(RangeExpr::ends).any(about));
        if params.is_empty()
            || !params.iter().all(whole)
            || leaning
            || self.uses.heaps
            || self.setup.is_some()
        {
            return None;
        }
        let general = General { rules: self, params };
        let mut out = self.clone();
        out.defines.iter_mut().for_each(|d| {
            general.expr(&mut d.body, Place::Definition(d.arity));
            (d.arity, d.locals) = (d.arity + params.len(), d.locals + params.len());
        });
        let mut fields: Vec<Field> = Vec::new();
        for p in params {
            let param = &self.params[*p];
            let mut domain = param.range.clone();
            domain.iter_mut().for_each(|r| general.range(r, Place::Game));
            let (name, kind, ty, span) = (param.name.clone(), FieldKind::Number, Type::Int, param.span);
            fields.push(Field { name, kind, ty, size: Vec::new(), domain, start: None, locals: 0, span });
        }
        let game = |e: &mut Expr| general.expr(e, Place::Game);
        for f in &mut out.shape.fields {
            f.size.iter_mut().chain(&mut f.start).for_each(game);
            f.domain.iter_mut().for_each(|r| general.range(r, Place::Game));
        }
        out.shape.fields.splice(0..0, fields);
        out.shape.unordered = false;
        out.shown.iter_mut().for_each(|s| s.field += params.len());
        out.requires.iter_mut().for_each(|r| game(&mut r.cond));
        out.whens.iter_mut().for_each(|w| game(&mut w.cond));
        out.block.iter_mut().chain(&mut out.stop).for_each(game);
        for mv in &mut out.moves {
            mv.say = None;
            mv.gain.iter_mut().chain(&mut mv.again).for_each(game);
            mv.choices.iter_mut().for_each(|c| general.choice(c));
            mv.steps.iter_mut().flat_map(|s| &mut s.changes).for_each(|c| general.change(c));
        }
        (out.sides, out.strategies, out.examples) = (None, Vec::new(), Vec::new());
        out.claims.retain(|c| c.about == About::Part);
        out.claims.iter_mut().for_each(|c| general.claim(c));
        Some(out)
    }
}

impl Rules {
    /// The parameters that were made numbers of the position: no other field may have the name of a parameter.
    pub fn made_general(&self) -> Vec<&str> {
        let names = self.shape.fields.iter().map(|f| f.name.as_str());
        names.filter(|n| self.params.iter().any(|p| p.name == *n)).collect()
    }

    /// Does a claim speak of all positions, but for values of parameters that were made numbers of the position?
    pub fn speaks_of_all(&self, claim: &Claim) -> bool {
        let general = self.made_general().len();
        let ranges = claim.ranges.iter().all(|(what, _)| matches!(what, Ranged::Field(f) if *f < general));
        ranges && claim.only.is_none()
    }
}

struct General<'r> {
    rules: &'r Rules,
    params: &'r [usize],
}

impl General<'_> {
    fn claim(&self, claim: &mut Claim) {
        for (what, range) in &mut claim.ranges {
            match what {
                Ranged::Field(f) => *f += self.params.len(),
                Ranged::Param(p) => {
                    if let Some(i) = self.params.iter().position(|q| q == p) {
                        *what = Ranged::Field(i);
                    }
                }
            }
            self.range(range, Place::Game);
        }
        let mut all: Vec<&mut Expr> = claim.only.iter_mut().collect();
        match &mut claim.body {
            ClaimBody::Iff(_, e) | ClaimBody::Grundy(e) | ClaimBody::Score(e) => all.push(e),
            ClaimBody::Period { period, saltus, from } => {
                all.push(period);
                all.extend(saltus.iter_mut().chain(from));
            }
        }
        all.into_iter().for_each(|e| self.expr(e, Place::Game));
    }

    fn choice(&self, choice: &mut Choice) {
        match choice {
            Choice::In { range, upto, .. } => {
                self.range(range, Place::Game);
                upto.iter_mut().for_each(|e| self.expr(e, Place::Game));
            }
            Choice::If(e) | Choice::Let { value: e, .. } => self.expr(e, Place::Game),
        }
    }

    fn change(&self, change: &mut Change) {
        let game = |e: &mut Expr| self.expr(e, Place::Game);
        match &mut change.target {
            Target::Field(f) => *f += self.params.len(),
            Target::Fields(fields) => fields.iter_mut().for_each(|f| *f += self.params.len()),
            Target::Element(f, at) => {
                *f += self.params.len();
                at.iter_mut().for_each(game);
            }
        }
        match &mut change.action {
            Action::Become(e) | Action::Add(e) | Action::Sub(e) => game(e),
            Action::Parts(parts) => parts.iter_mut().for_each(|p| match p {
                PartExpr::One(e) | PartExpr::Each(e) => game(e),
                PartExpr::Copies(n, e) => {
                    game(n);
                    game(e);
                }
            }),
        }
        for guard in &mut change.guards {
            match guard {
                Guard::When(e) => game(e),
                Guard::For { range, .. } => self.range(range, Place::Game),
            }
        }
    }

    fn range(&self, range: &mut RangeExpr, place: Place) {
        match range {
            RangeExpr::Between(from, to) => from.iter_mut().chain(to).for_each(|e| self.expr(e, place)),
            RangeExpr::Of(e) => self.expr(e, place),
        }
    }

    fn comprehension(&self, c: &mut Comprehension, place: Place) {
        for clause in &mut c.clauses {
            match clause {
                Clause::For { slot, range } => {
                    *slot = self.slot(*slot, place);
                    self.range(range, place);
                }
                Clause::If(e) => self.expr(e, place),
            }
        }
        self.expr(&mut c.element, place);
    }

    /// Locals of a definition stand behind its arguments.
    fn slot(&self, slot: usize, place: Place) -> usize {
        match place {
            Place::Definition(arity) if slot >= arity => slot + self.params.len(),
            _ => slot,
        }
    }

    /// What the parameter that is the i-th of those in question is here.
    fn named(&self, i: usize, place: Place) -> ExprKind {
        match place {
            Place::Game => ExprKind::Field(i),
            Place::Definition(arity) => ExprKind::Local(arity + i),
        }
    }

    fn real(&self, real: &mut Real, place: Place) {
        match real {
            Real::Int(e) | Real::Sqrt(e) => self.expr(e, place),
            Real::Phi => {}
            Real::Neg(a) => self.real(a, place),
            Real::Add(a, b) | Real::Sub(a, b) | Real::Mul(a, b) | Real::Div(a, b) => {
                self.real(a, place);
                self.real(b, place);
            }
        }
    }

    fn expr(&self, e: &mut Expr, place: Place) {
        let span = e.span;
        match &mut e.kind {
            ExprKind::Param(p) => {
                if let Some(i) = self.params.iter().position(|q| q == p) {
                    e.kind = self.named(i, place);
                }
            }
            ExprKind::Field(f) => *f += self.params.len(),
            ExprKind::Local(slot) => *slot = self.slot(*slot, place),
            ExprKind::Const(_)
            | ExprKind::Mover
            | ExprKind::Opponent
            | ExprKind::Turn
            | ExprKind::Stuck
            | ExprKind::Heaps => {}
            ExprKind::Define(d, args) => {
                args.iter_mut().for_each(|x| self.expr(x, place));
                if self.rules.defines.get(*d).is_some() {
                    let more = (0..self.params.len()).map(|i| Expr::number(self.named(i, place), span));
                    args.extend(more);
                }
            }
            ExprKind::Tuple(items) | ExprKind::Call(_, items) => {
                items.iter_mut().for_each(|x| self.expr(x, place))
            }
            ExprKind::List(pieces) | ExprKind::Set(pieces) => {
                pieces.iter_mut().for_each(|r| self.range(r, place))
            }
            ExprKind::ListOf(c) | ExprKind::SetOf(c) | ExprKind::Fold(_, c) => self.comprehension(c, place),
            ExprKind::Index(base, at) => {
                self.expr(base, place);
                at.iter_mut().for_each(|x| self.expr(x, place));
            }
            ExprKind::Slice(base, from, to) => {
                self.expr(base, place);
                from.iter_mut().chain(to).for_each(|x| self.expr(x, place));
            }
            ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => self.expr(x, place),
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
                self.expr(a, place);
                self.expr(b, place);
            }
            ExprKind::Compare(first, links) => {
                self.expr(first, place);
                links.iter_mut().for_each(|(_, r)| self.range(r, place));
            }
            ExprKind::Cases(arms) => {
                for (value, cond) in arms {
                    self.expr(value, place);
                    cond.iter_mut().for_each(|x| self.expr(x, place));
                }
            }
            ExprKind::Floor(real) => self.real(real, place),
        }
    }
}
