//! Rules in which a move looks at one place of a row and what stands near it, or only lowers numbers: as far as certificates of kind
//! "places" need to know it.
//!
//! What an expression may be is told by its [`Kind`]; every comparison of the place, or of the length of the row, with a constant says how near
//! to an end it still matters. docs/certificates.md says why rows of so many places are enough.

use crate::refused::Why;
use bouton_language::ast::{BinaryOp, CompareOp, FieldKind, ShapeKind};
use bouton_language::interp::{Interp, element_type};
use bouton_language::rules::{
    Action, Builtin, Change, Choice, Clause, Comprehension, Expr, ExprKind, Guard, Move, RangeExpr, Rules,
    Target, Type, walk,
};
use bouton_language::value::Value;

/// Definitions are followed this deep.
const DEEPEST: usize = 12;

/// Distances and remainders beyond this are refused.
const FARTHEST: i64 = 12;

/// Constants in conditions on how many numbers change.
const MOST: i64 = 12;

/// What moves look at.
pub(crate) enum Reach {
    /// A place, how near to the left and right end it matters, its remainder, and how far from it moves go.
    Near([usize; 4]),
    /// Any smaller numbers at 1 to so many places.
    Below(usize),
}

fn outside<T>() -> Result<T, Why> {
    Why::outside(
        "moves that do not look at one place of the row and its neighbourhood",
        "走法并非只看序列中一个位置及其邻近",
    )
}

/// Is a position one row or bag of natural numbers? Then whether it is a bag.
pub(crate) fn bag(interp: &Interp) -> Result<bool, Why> {
    let rules = interp.rules();
    let [field] = &rules.shape.fields[..] else { return outside() };
    let constant = |e: &Expr| {
        let mut fixed = true;
        walk(e, &mut |x| fixed &= !matches!(x.kind, ExprKind::Field(_) | ExprKind::Local(_)));
        fixed
    };
    let domain = field.domain.iter().flat_map(RangeExpr::ends).all(constant);
    let numbers = *element_type(field) == Type::Int && field.size.is_empty() && field.start.is_none();
    let whole = rules.shape.kind == ShapeKind::Position && rules.requires.is_empty() && rules.setup.is_none();
    match field.kind {
        FieldKind::Row if domain && numbers && whole => Ok(false),
        FieldKind::Bag if domain && numbers && whole => {
            field.domain.as_ref().map_or(Ok(()), |d| with_zero(interp, d).map(|_| ()))?;
            Ok(true)
        }
        _ => outside(),
    }
}

/// What a place that stands for a number of a bag may hold: a number that becomes 0 is gone, so 0 is allowed whatever the domain says.
pub(crate) fn with_zero(interp: &Interp, domain: &RangeExpr) -> Result<RangeExpr, Why> {
    let known = |e: &Expr| interp.known(e, 10_000);
    match domain {
        RangeExpr::Between(None, _) => Ok(domain.clone()),
        RangeExpr::Between(Some(e), to) if matches!(known(e), Some(Value::Int(0 | 1))) => {
            Ok(RangeExpr::Between(None, to.clone()))
        }
        RangeExpr::Of(e) => match known(e) {
            Some(Value::Set(items) | Value::List(items)) if items.contains(&Value::Int(0)) => {
                Ok(domain.clone())
            }
            _ => outside(),
        },
        RangeExpr::Between(..) => outside(),
    }
}

/// Reads the moves.
pub(crate) fn reach(interp: &Interp, bag: bool) -> Result<Reach, Why> {
    let rules = interp.rules();
    let reader = &mut Reader { interp, rules, near: [0, 0, 1, 0], depth: 0, bag };
    if let Some(lines) = rules.moves.iter().map(|m| reader.lowering(m)).collect::<Option<Vec<_>>>() {
        let can = |c: usize| lines.iter().any(|line| line.get(c) == Some(&true));
        let most = (1..=2 * MOST as usize).take_while(|c| can(*c)).count();
        // Any natural number may stand there, and no other count of places changes.
        let domain = rules.shape.fields[0].domain.as_ref();
        let domain = domain.map(|d| if bag { with_zero(interp, d) } else { Ok(d.clone()) }).transpose()?;
        let free = match &domain {
            None | Some(RangeExpr::Between(None, None)) => true,
            Some(RangeExpr::Between(Some(e), None)) => reader.constant(e) == Some(0),
            Some(_) => false,
        };
        let others = (0..=4 * MOST as usize).any(|c| !(1..=most).contains(&c) && can(c));
        return if most > 0 && most <= MOST as usize && free && !others {
            Ok(Reach::Below(most))
        } else {
            outside()
        };
    }
    for mv in &rules.moves {
        reader.line(mv)?;
    }
    let near = reader.near;
    if bag && near != [0, 0, 1, 0] { outside() } else { Ok(Reach::Near(near)) }
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Constant(i64),
    Number,
    Truth,
    Row,
    /// So many places behind the place of the move.
    Place(i64),
    /// So many behind the last one.
    Last(i64),
    Remainder,
}

struct Reader<'a> {
    interp: &'a Interp,
    rules: &'a Rules,
    /// Left, right, remainder, reach.
    near: [usize; 4],
    depth: usize,
    bag: bool,
}

type Locals = Vec<Option<Kind>>;

impl Reader<'_> {
    /// The number that an expression over parameters is.
    fn constant(&self, e: &Expr) -> Option<i64> {
        let mut fixed = true;
        walk(e, &mut |x| {
            let open = matches!(x.kind, ExprKind::Field(_) | ExprKind::Local(_) | ExprKind::Heaps);
            fixed &= !open
                && !matches!(x.kind, ExprKind::Mover | ExprKind::Opponent | ExprKind::Turn | ExprKind::Stuck);
        });
        if !fixed {
            return None;
        }
        match self.interp.known(e, 10_000) {
            Some(Value::Int(n)) if n.unsigned_abs() < 1 << 40 => Some(n),
            _ => None,
        }
    }

    /// The numbers of a fixed set or list.
    fn constants(&self, e: &Expr) -> Option<Vec<i64>> {
        let mut fixed = true;
        walk(e, &mut |x| {
            fixed &= !matches!(x.kind, ExprKind::Field(_) | ExprKind::Local(_) | ExprKind::Heaps)
        });
        match self.interp.known(e, 10_000).filter(|_| fixed)? {
            Value::Set(items) | Value::List(items) => items.iter().map(Value::as_int).collect(),
            _ => None,
        }
    }

    fn line(&mut self, mv: &Move) -> Result<(), Why> {
        let mut locals: Locals = vec![None; mv.locals];
        let mut places = 0;
        for choice in &mv.choices {
            let (slot, kind) = match choice {
                Choice::If(cond) => {
                    self.must(cond, &locals, Kind::Truth)?;
                    continue;
                }
                Choice::Let { slot, value } => (*slot, self.kind(value, &locals)?),
                Choice::In { slot, range: RangeExpr::Of(e), .. } => {
                    if self.constants(e).is_none() {
                        return outside();
                    }
                    (*slot, Kind::Number)
                }
                Choice::In { slot, range, .. } => {
                    let kind = self.drawn(mv, *slot, range, &locals)?;
                    if kind == Kind::Place(0) {
                        places += 1;
                    }
                    (*slot, kind)
                }
            };
            match locals.get_mut(slot) {
                Some(local) => *local = Some(kind),
                None => return outside(),
            }
        }
        if places != 1 {
            return outside();
        }
        for change in mv.steps.iter().flat_map(|s| &s.changes) {
            self.change(change, &locals)?;
        }
        Ok(())
    }

    fn change(&mut self, change: &Change, locals: &Locals) -> Result<(), Why> {
        for guard in &change.guards {
            match guard {
                Guard::When(cond) => self.must(cond, locals, Kind::Truth)?,
                Guard::For { .. } => return outside(),
            }
        }
        let (Target::Element(0, at), Action::Become(e) | Action::Add(e) | Action::Sub(e)) =
            (&change.target, &change.action)
        else {
            return outside();
        };
        let [at] = &at[..] else { return outside() };
        let at = self.kind(at, locals)?;
        self.stands(at)?;
        self.numeric(e, locals)
    }

    /// What a choice from a range is: the place of the move, or a number.
    fn drawn(&mut self, mv: &Move, slot: usize, range: &RangeExpr, locals: &Locals) -> Result<Kind, Why> {
        let ends = range.ends().map(|e| self.kind(e, locals)).collect::<Result<Vec<_>, Why>>()?;
        let of_place = ends.iter().any(|k| matches!(k, Kind::Last(_))) || index(mv, slot);
        if !of_place {
            let numbers = ends.iter().all(|k| matches!(k, Kind::Number | Kind::Constant(_)));
            return if numbers { Ok(Kind::Number) } else { outside() };
        }
        if !matches!(range, RangeExpr::Between(_, Some(_))) {
            return outside();
        }
        // That the place is one of a bag's says nothing.
        let first =
            matches!(range, RangeExpr::Between(Some(e), _) if self.bag && self.constant(e) == Some(1));
        for end in ends.into_iter().skip(usize::from(first)) {
            self.beside(Kind::Place(0), end)?;
        }
        Ok(Kind::Place(0))
    }

    fn must(&mut self, e: &Expr, locals: &Locals, wanted: Kind) -> Result<(), Why> {
        if self.kind(e, locals)? == wanted { Ok(()) } else { outside() }
    }

    fn numeric(&mut self, e: &Expr, locals: &Locals) -> Result<(), Why> {
        match self.kind(e, locals)? {
            Kind::Number | Kind::Constant(_) => Ok(()),
            _ => outside(),
        }
    }

    fn within(&mut self, left: i64, right: i64) -> Result<(), Why> {
        if left > FARTHEST || right > FARTHEST {
            return outside();
        }
        self.near[0] = self.near[0].max(left as usize);
        self.near[1] = self.near[1].max(right as usize);
        Ok(())
    }

    /// The place at which something stands.
    fn stands(&mut self, at: Kind) -> Result<(), Why> {
        match at {
            Kind::Place(0) => Ok(()),
            Kind::Place(by) if by.abs() <= FARTHEST => {
                self.near[3] = self.near[3].max(by.unsigned_abs() as usize);
                // It may be before the first place or behind the last.
                self.within(1 + by.abs(), by.abs())
            }
            _ => outside(),
        }
    }

    /// Two of: the place, the length, constants.
    fn beside(&mut self, a: Kind, b: Kind) -> Result<(), Why> {
        let size = |n: i64| n.checked_abs().filter(|n| *n <= FARTHEST).ok_or(Why::Overflow);
        match (a, b) {
            (Kind::Place(_), Kind::Place(_))
            | (Kind::Last(_), Kind::Last(_))
            | (Kind::Constant(_), Kind::Constant(_)) => Ok(()),
            (Kind::Place(p), Kind::Constant(c)) | (Kind::Constant(c), Kind::Place(p)) => {
                self.within(size(p)? + size(c)?, 0)
            }
            (Kind::Place(p), Kind::Last(c)) | (Kind::Last(c), Kind::Place(p)) => {
                self.within(0, size(p)? + size(c)?)
            }
            (Kind::Last(p), Kind::Constant(c)) | (Kind::Constant(c), Kind::Last(p)) => {
                let far = size(p)? + size(c)?;
                self.within(far, far)
            }
            _ => outside(),
        }
    }

    fn compared(&mut self, a: Kind, b: Kind) -> Result<(), Why> {
        use Kind::{Constant, Last, Number, Place, Remainder, Truth};
        match (a, b) {
            (Number | Constant(_), Number | Constant(_)) | (Truth, Truth) => Ok(()),
            (Remainder, Remainder | Constant(_)) | (Constant(_), Remainder) => Ok(()),
            (Place(_) | Last(_) | Constant(_), Place(_) | Last(_) | Constant(_)) => self.beside(a, b),
            _ => outside(),
        }
    }

    fn kind(&mut self, e: &Expr, locals: &Locals) -> Result<Kind, Why> {
        if let Some(n) = self.constant(e) {
            return Ok(Kind::Constant(n));
        }
        Ok(match &e.kind {
            ExprKind::Const(Value::Bool(_)) => Kind::Truth,
            ExprKind::Field(0) => Kind::Row,
            ExprKind::Local(slot) => match locals.get(*slot) {
                Some(Some(kind)) => *kind,
                _ => return outside(),
            },
            ExprKind::Size(x) => match self.kind(x, locals)? {
                Kind::Row => Kind::Last(0),
                Kind::Number | Kind::Constant(_) => Kind::Number,
                _ => return outside(),
            },
            ExprKind::Index(base, at) => {
                let [at] = &at[..] else { return outside() };
                self.must(base, locals, Kind::Row)?;
                let at = self.kind(at, locals)?;
                self.stands(at)?;
                Kind::Number
            }
            ExprKind::Neg(x) => {
                self.numeric(x, locals)?;
                Kind::Number
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.kind(a, locals)?, self.kind(b, locals)?);
                self.arithmetic(*op, a, b)?
            }
            ExprKind::Not(x) => {
                self.must(x, locals, Kind::Truth)?;
                Kind::Truth
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.must(a, locals, Kind::Truth)?;
                self.must(b, locals, Kind::Truth)?;
                Kind::Truth
            }
            ExprKind::Compare(first, links) => {
                let mut left = self.kind(first, locals)?;
                for (op, right) in links {
                    left = self.link(left, *op, right, locals)?;
                }
                Kind::Truth
            }
            ExprKind::Cases(arms) => {
                let mut kinds = Vec::new();
                for (value, cond) in arms {
                    if let Some(cond) = cond {
                        self.must(cond, locals, Kind::Truth)?;
                    }
                    kinds.push(self.kind(value, locals)?);
                }
                if kinds.iter().all(|k| *k == Kind::Truth) {
                    Kind::Truth
                } else if kinds.iter().all(|k| matches!(k, Kind::Number | Kind::Constant(_))) {
                    Kind::Number
                } else {
                    return outside();
                }
            }
            ExprKind::Call(Builtin::Min | Builtin::Max | Builtin::Abs, args) => {
                for x in args {
                    self.numeric(x, locals)?;
                }
                Kind::Number
            }
            ExprKind::Define(d, args) => {
                let (Some(define), true) = (self.rules.defines.get(*d), self.depth < DEEPEST) else {
                    return outside();
                };
                let mut inner: Locals = vec![None; define.locals.max(args.len())];
                for (local, x) in inner.iter_mut().zip(args) {
                    *local = Some(self.kind(x, locals)?);
                }
                self.depth += 1;
                let kind = self.kind(&define.body, &inner);
                self.depth -= 1;
                kind?
            }
            _ => return outside(),
        })
    }

    fn link(&mut self, left: Kind, op: CompareOp, right: &RangeExpr, locals: &Locals) -> Result<Kind, Why> {
        if !matches!(op, CompareOp::In | CompareOp::NotIn) {
            let RangeExpr::Of(e) = right else { return outside() };
            let right = self.kind(e, locals)?;
            self.compared(left, right)?;
            return Ok(right);
        }
        match right {
            RangeExpr::Of(e) => {
                let Some(list) = self.constants(e) else { return outside() };
                for n in list {
                    self.compared(left, Kind::Constant(n))?;
                }
            }
            RangeExpr::Between(..) => {
                for e in right.ends() {
                    let end = self.kind(e, locals)?;
                    self.compared(left, end)?;
                }
            }
        }
        Ok(left)
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Kind, b: Kind) -> Result<Kind, Why> {
        use Kind::{Constant, Last, Number, Place};
        let sum = |p: i64, n: i64| p.checked_add(n).ok_or(Why::Overflow);
        Ok(match (op, a, b) {
            (BinaryOp::Add, Place(p), Constant(n)) | (BinaryOp::Add, Constant(n), Place(p)) => {
                Place(sum(p, n)?)
            }
            (BinaryOp::Sub, Place(p), Constant(n)) => Place(sum(p, -n)?),
            (BinaryOp::Add, Last(p), Constant(n)) | (BinaryOp::Add, Constant(n), Last(p)) => Last(sum(p, n)?),
            (BinaryOp::Sub, Last(p), Constant(n)) => Last(sum(p, -n)?),
            (BinaryOp::Mod, Place(_) | Last(_), Constant(m)) if (1..=FARTHEST).contains(&m) => {
                self.near[2] = common(self.near[2], m as usize);
                if self.near[2] > FARTHEST as usize {
                    return outside();
                }
                Kind::Remainder
            }
            (_, Number | Constant(_), Number | Constant(_)) => Number,
            _ => return outside(),
        })
    }

    /// For a line `b in below(a) if …: a -> b`, whether it may change so many numbers; `None` for other lines.
    fn lowering(&self, mv: &Move) -> Option<Vec<bool>> {
        let (first, conds) = mv.choices.split_first()?;
        let Choice::In {
            slot,
            range: RangeExpr::Of(Expr { kind: ExprKind::Call(Builtin::Below, args), .. }),
            ..
        } = first
        else {
            return None;
        };
        let [Expr { kind: ExprKind::Field(0), .. }] = &args[..] else { return None };
        let [step] = &mv.steps[..] else { return None };
        let [change] = &step.changes[..] else { return None };
        let becomes =
            matches!(&change.action, Action::Become(Expr { kind: ExprKind::Local(s), .. }) if s == slot);
        if !becomes || !matches!(change.target, Target::Field(0)) || !change.guards.is_empty() {
            return None;
        }
        // Numbers that are compared are at most MOST, so from there on nothing changes.
        (0..=4 * MOST)
            .map(|count| {
                conds.iter().try_fold(true, |all, cond| match cond {
                    Choice::If(e) => Some(all & self.by_count(e, *slot, count)?.ok()?),
                    _ => None,
                })
            })
            .collect()
    }

    /// The truth, or the number, of an expression in which only how many numbers of the new row differ is asked.
    fn by_count(&self, e: &Expr, new: usize, count: i64) -> Option<Result<bool, i64>> {
        if let Some(n) = self.constant(e) {
            return (n.abs() <= MOST).then_some(Err(n));
        }
        let truth = |e: &Expr| self.by_count(e, new, count)?.ok();
        Some(match &e.kind {
            ExprKind::Fold(Builtin::Count, c) if self.differing(c, new) => Err(count),
            ExprKind::And(a, b) => Ok(truth(a)? & truth(b)?),
            ExprKind::Or(a, b) => Ok(truth(a)? | truth(b)?),
            ExprKind::Not(a) => Ok(!truth(a)?),
            ExprKind::Compare(first, links) => {
                let mut left = self.by_count(first, new, count)?.err()?;
                let mut all = true;
                for (op, right) in links {
                    let RangeExpr::Of(right) = right else { return None };
                    let right = self.by_count(right, new, count)?.err()?;
                    all &= match op {
                        CompareOp::Eq => left == right,
                        CompareOp::Ne => left != right,
                        CompareOp::Lt => left < right,
                        CompareOp::Le => left <= right,
                        CompareOp::Gt => left > right,
                        CompareOp::Ge => left >= right,
                        CompareOp::In | CompareOp::NotIn => return None,
                    };
                    left = right;
                }
                Ok(all)
            }
            _ => return None,
        })
    }

    /// `b[j] != a[j] for j in 1..|a|`
    fn differing(&self, c: &Comprehension, new: usize) -> bool {
        let [Clause::For { slot: j, range: RangeExpr::Between(Some(one), Some(size)) }, rest @ ..] =
            &c.clauses[..]
        else {
            return false;
        };
        let cond = match rest {
            [] => &c.element,
            [Clause::If(cond)] => cond,
            _ => return false,
        };
        let row = matches!(&size.kind, ExprKind::Size(x) if matches!(x.kind, ExprKind::Field(0)));
        if self.constant(one) != Some(1)
            || !row
            || !(rest.is_empty() || matches!(c.element.kind, ExprKind::Local(s) if s == *j))
        {
            return false;
        }
        let ExprKind::Compare(a, links) = &cond.kind else { return false };
        let [(op, RangeExpr::Of(b))] = &links[..] else { return false };
        let of = |e: &Expr| match &e.kind {
            ExprKind::Index(base, at) => match (&base.kind, &at[..]) {
                (ExprKind::Field(0), [Expr { kind: ExprKind::Local(s), .. }]) if s == j => Some(false),
                (ExprKind::Local(l), [Expr { kind: ExprKind::Local(s), .. }]) if s == j && *l == new => {
                    Some(true)
                }
                _ => None,
            },
            _ => None,
        };
        match (of(a), op, of(b)) {
            (Some(a), CompareOp::Ne, Some(b)) => a != b,
            (Some(true), CompareOp::Lt, Some(false)) | (Some(false), CompareOp::Gt, Some(true)) => true,
            _ => false,
        }
    }
}

/// Is a choice used to say where something stands?
fn index(mv: &Move, slot: usize) -> bool {
    let mentions = |e: &Expr| {
        let mut found = false;
        walk(e, &mut |x| found |= matches!(x.kind, ExprKind::Local(s) if s == slot));
        found
    };
    let mut found = false;
    let mut look = |e: &Expr| {
        walk(e, &mut |x| {
            if let ExprKind::Index(_, at) = &x.kind {
                found |= at.iter().any(mentions);
            }
        });
    };
    for choice in &mv.choices {
        match choice {
            Choice::In { range, .. } => range.ends().for_each(&mut look),
            Choice::If(e) | Choice::Let { value: e, .. } => look(e),
        }
    }
    let changes = mv.steps.iter().flat_map(|s| &s.changes);
    found
        || changes.into_iter().any(|c| matches!(&c.target, Target::Element(_, at) if at.iter().any(mentions)))
}

/// The least common multiple.
pub(crate) fn common(a: usize, b: usize) -> usize {
    (1..).map(|k| k * a.max(1)).find(|m| m % b.max(1) == 0).unwrap_or(a)
}
