//! Rules about a row or bag of numbers of any length in which a move looks at one place and what stands near it.
//!
//! Such a move chooses one place i; it reads and writes only places a constant away from i, and asks of i itself no more than how far it is from
//! either end, up to a constant, and its remainder by a constant. So what happens at i in a long row happens in a short one, at a place as
//! near to the left end and to the right end (or far from them in both rows) with the same remainder: the rows of up to
//! [`Local::longest`] places have every move of all rows, and these are rows of a fixed length, which are linear arithmetic ([`sized`]).
//!
//! A move may also leave any smaller numbers at as many places as it likes, if only their count is asked for (`below`).

use bouton_core::{Change, Choice, Comprehension, Core, Gather, Kind, Move, Range, Relation, Term, Type};
use bouton_language::ast::{BinaryOp, FieldKind, ShapeKind};
use bouton_language::interp::element_type;
use bouton_language::rules::{self, Builtin, Clause, End};
use bouton_language::value::Value;

/// Definitions are followed this deep.
const DEEPEST: usize = 16;

/// Rows of a fixed length are read up to this many places.
const LONGEST: usize = 12;

/// Counts of changed places that are looked at.
const COUNTS: i64 = 64;

/// What the moves of a row do at their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// A bag: places have no order, and no zeros.
    pub bag: bool,
    /// What a move does.
    pub moves: Reach,
}

/// How far a move reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// One place and its neighbourhood.
    Near {
        /// Places further from the left end than this differ by their remainder only.
        left: usize,
        /// The same for the right end.
        right: usize,
        /// Remainders of places are taken by this.
        modulus: usize,
        /// How far from its place a move reads and writes.
        reach: usize,
    },
    /// From 1 to so many places, each to any smaller number.
    Below(usize),
}

impl Local {
    /// Rows of up to so many places have whatever happens at a place, where places are told apart by their remainder by `modulus` as well;
    /// `None` where that is too many.
    pub fn longest(&self, modulus: usize) -> Option<usize> {
        let Reach::Near { left, right, modulus: own, reach } = self.moves else { return Some(1) };
        if self.bag {
            return Some(1);
        }
        let both = lcm(own, modulus);
        // A place, with the places from which moves reach it, as near to each end as it may be or far enough.
        let side = |near: usize| near + reach + both;
        Some(side(left) + side(right)).filter(|n| *n <= LONGEST)
    }

    /// The remainders by which the rules tell places apart.
    pub fn modulus(&self) -> usize {
        match self.moves {
            Reach::Near { modulus, .. } => modulus,
            Reach::Below(_) => 1,
        }
    }
}

/// The least common multiple.
fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b
}

/// The same rules on rows of this length; a bag becomes a row as well.
pub fn sized(core: &Core, length: usize) -> Core {
    let mut core = core.clone();
    if let Some(field) = core.shape.fields.first_mut() {
        if field.kind == FieldKind::Bag {
            field.domain = field.domain.as_ref().and_then(with_zero);
        }
        let kind = Kind::Value(Value::Int(length as i64));
        field.size = vec![Term { kind, ty: Type::Int(true), span: field.span }];
        field.kind = FieldKind::Row;
    }
    core
}

/// Reads the rules, if they are of this kind.
pub fn derive(core: &Core) -> Option<Local> {
    let bag = plain(core)?;
    let lines: Option<Vec<Vec<i64>>> = core.moves.iter().map(counts).collect();
    if let Some(lines) = lines {
        let most = (1..COUNTS).take_while(|c| lines.iter().any(|l| l.contains(c))).last()?;
        let right = lines.iter().flatten().all(|c| (1..=most).contains(c)) && most + 1 < COUNTS;
        let free = match core.shape.fields[0].domain.as_ref() {
            Some(domain) if bag => with_zero(domain).as_ref().is_some_and(from_zero),
            domain => domain.is_none_or(from_zero),
        };
        return (right && free).then_some(Local { bag, moves: Reach::Below(most as usize) });
    }
    let mut sorter = Sorter { core, left: 0, right: 0, modulus: 1, reach: 0, depth: 0 };
    for mv in &core.moves {
        sorter.line(mv)?;
    }
    let Sorter { left, right, modulus, reach, .. } = sorter;
    // Places of a bag are all alike.
    let alike = left == 0 && right == 0 && modulus == 1 && reach == 0;
    (!bag || alike).then_some(Local { bag, moves: Reach::Near { left, right, modulus, reach } })
}

/// Is a domain all natural numbers?
fn from_zero(domain: &Range) -> bool {
    match domain {
        Range::Between(from, None) => from.as_ref().is_none_or(|e| e.int() == Some(0)),
        _ => false,
    }
}

/// A number of a bag that becomes 0 is gone, whatever the domain says: what a place that stands for it may hold; `None` where that is no
/// range or set of the rules.
fn with_zero(domain: &Range) -> Option<Range> {
    match domain {
        Range::Between(None, to) => Some(Range::Between(None, to.clone())),
        Range::Between(Some(from), to) if matches!(from.int(), Some(0 | 1)) => {
            Some(Range::Between(None, to.clone()))
        }
        Range::Of(e) if numbers(e.value()?)?.contains(&0) => Some(domain.clone()),
        _ => None,
    }
}

/// Is a position one row or bag of natural numbers, and nothing but its moves decides? Then whether it is a bag.
fn plain(core: &Core) -> Option<bool> {
    let rules = core.rules();
    let [field] = core.shape.fields.as_slice() else { return None };
    let bag = match field.kind {
        FieldKind::Row => false,
        FieldKind::Bag => true,
        _ => return None,
    };
    let numbers = *element_type(field) == rules::Type::Int && field.size.is_empty() && field.start.is_none();
    let fixed = field.domain.iter().flat_map(Range::ends).all(|e| e.value().is_some());
    let domain = fixed && (!bag || field.domain.as_ref().is_none_or(|d| with_zero(d).is_some()));
    let whole = core.shape.kind == ShapeKind::Position && !core.shape.unordered;
    let ends = core.whens.is_empty() && matches!(rules.end, End::Normal | End::Misere);
    let never = |e: &Term| matches!(e.value(), Some(Value::Bool(false)));
    let own = |m: &Move| m.by.is_some() || m.again.as_ref().is_some_and(|e| !never(e)) || m.gain.is_some();
    let uses = rules.uses.mover || rules.uses.turn || rules.uses.heaps || rules.endless.is_some();
    let more = rules.score.is_some() || core.stop.is_some() || core.block.is_some() || rules.setup.is_some();
    let fits = numbers && domain && whole && ends && !core.moves.iter().any(own);
    (fits && !uses && !more && core.requires.is_empty()).then_some(bag)
}

/// How many places a move `b in below(a) if …: a -> b` may change, where the conditions ask for nothing else: the counts below [`COUNTS`].
fn counts(mv: &Move) -> Option<Vec<i64>> {
    let (
        Choice::In { slot, range: Range::Of(Term { kind: Kind::Call(Builtin::Below, args), .. }), .. },
        conds,
    ) = mv.choices.split_first()?
    else {
        return None;
    };
    let [Term { kind: Kind::Field(0), .. }] = args.as_slice() else { return None };
    let [step] = mv.steps.as_slice() else { return None };
    let [Change { target, action: rules::Action::Become(Term { kind: Kind::Local(to), .. }), guards, .. }] =
        step.changes.as_slice()
    else {
        return None;
    };
    if to != slot || !guards.is_empty() || !matches!(target, rules::Target::Field(0)) {
        return None;
    }
    let mut out = Vec::new();
    for count in 0..=COUNTS {
        let mut holds = true;
        for cond in conds {
            let Choice::If(cond) = cond else { return None };
            // Constants of conditions are small against the counts that are looked at, so what is so at the last is so beyond.
            if cond.any(|t| t.int().is_some_and(|i| i.abs() > COUNTS / 4)) {
                return None;
            }
            holds &= counted(cond, *slot, count)?.1?;
        }
        if holds {
            out.push(count);
        }
    }
    Some(out)
}

/// A number or a truth that depends on how many places of the new row differ from the old one.
fn counted(t: &Term, slot: usize, count: i64) -> Option<(Option<i64>, Option<bool>)> {
    let number = |t: &Term| counted(t, slot, count)?.0;
    let truth = |t: &Term| counted(t, slot, count)?.1;
    Some(match &t.kind {
        Kind::Value(Value::Int(i)) => (Some(*i), None),
        Kind::Value(Value::Bool(b)) => (None, Some(*b)),
        Kind::Fold(Gather::By(Builtin::Count), c) if changed(c, slot) => (Some(count), None),
        Kind::Compare(relation, a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            let holds = match relation {
                Relation::Eq => a == b,
                Relation::Ne => a != b,
                Relation::Lt => a < b,
                Relation::Le => a <= b,
            };
            (None, Some(holds))
        }
        Kind::And(a, b) => (None, Some(truth(a)? & truth(b)?)),
        Kind::Or(a, b) => (None, Some(truth(a)? | truth(b)?)),
        Kind::Not(a) => (None, Some(!truth(a)?)),
        _ => return None,
    })
}

/// `b[j] != a[j] for j in 1..|a|`, or the j for which that holds.
fn changed(c: &Comprehension, new: usize) -> bool {
    let (j, range, cond) = match c.clauses.as_slice() {
        [Clause::For { slot, range }] => (*slot, range, &c.element),
        [Clause::For { slot, range }, Clause::If(cond)] => (*slot, range, cond),
        _ => return false,
    };
    let at = |t: &Term, row: &dyn Fn(&Kind) -> bool| match &t.kind {
        Kind::Index(base, places) => {
            row(&base.kind) && matches!(places.as_slice(), [Term { kind: Kind::Local(s), .. }] if *s == j)
        }
        _ => false,
    };
    let old = |k: &Kind| matches!(k, Kind::Field(0));
    let fresh = |k: &Kind| matches!(k, Kind::Local(s) if *s == new);
    let differ = match &cond.kind {
        Kind::Compare(Relation::Ne, a, b) => (at(a, &old) && at(b, &fresh)) || (at(a, &fresh) && at(b, &old)),
        Kind::Compare(Relation::Lt, a, b) => at(a, &fresh) && at(b, &old),
        _ => false,
    };
    let element = c.clauses.len() == 1 || matches!(c.element.kind, Kind::Local(s) if s == j);
    differ && element && whole_row(range)
}

/// `1..|a|`
pub fn whole_row(range: &Range) -> bool {
    match range {
        Range::Between(Some(from), Some(to)) => {
            from.int() == Some(1) && matches!(&to.kind, Kind::Size(x) if matches!(x.kind, Kind::Field(0)))
        }
        _ => false,
    }
}

/// What an expression of a move line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Known(i64),
    Number,
    Truth,
    Row,
    /// The place that the move chooses, so much further.
    Place(i64),
    /// The length of the row, and so much.
    End(i64),
    /// The remainder of a place.
    Remainder,
}

/// Looks at every expression of the moves.
struct Sorter<'a> {
    core: &'a Core,
    left: usize,
    right: usize,
    modulus: usize,
    reach: usize,
    depth: usize,
}

type Frame = Vec<Option<Sort>>;

impl Sorter<'_> {
    fn line(&mut self, mv: &Move) -> Option<()> {
        let mut frame: Frame = vec![None; mv.locals];
        let mut place = None;
        for choice in &mv.choices {
            match choice {
                Choice::If(cond) => self.truth(cond, &frame)?,
                Choice::Let { slot, value } => {
                    let sort = self.sort(value, &frame)?;
                    *frame.get_mut(*slot)? = Some(sort);
                }
                Choice::In { slot, range, .. } => {
                    let sort = self.drawn(*slot, range, mv, &frame)?;
                    if sort == Sort::Place(0) && place.replace(*slot).is_some() {
                        return None;
                    }
                    *frame.get_mut(*slot)? = Some(sort);
                    if sort == Sort::Place(0) {
                        let Range::Between(from, to) = range else { return None };
                        let bag = self.core.shape.fields.first()?.kind == FieldKind::Bag;
                        // That it is one of the places of a bag says nothing.
                        let from = from.iter().filter(|e| !(bag && e.int() == Some(1)));
                        for end in from.chain(to) {
                            let end = self.sort(end, &frame)?;
                            self.placed(Sort::Place(0), end)?;
                        }
                    }
                }
            }
        }
        place?;
        for change in mv.steps.iter().flat_map(|s| &s.changes) {
            let rules::Target::Element(0, at) = &change.target else { return None };
            for guard in &change.guards {
                let rules::Guard::When(cond) = guard else { return None };
                self.truth(cond, &frame)?;
            }
            let [at] = at.as_slice() else { return None };
            let at = self.sort(at, &frame)?;
            self.element(at)?;
            let (rules::Action::Become(e) | rules::Action::Add(e) | rules::Action::Sub(e)) = &change.action
            else {
                return None;
            };
            self.number(e, &frame)?;
        }
        Some(())
    }

    /// A choice is the place of the move if its range ends with the row, or if something stands there.
    fn drawn(&mut self, slot: usize, range: &Range, mv: &Move, frame: &Frame) -> Option<Sort> {
        let Range::Between(from, to) = range else {
            // A fixed set of numbers.
            let Range::Of(e) = range else { return None };
            return numbers(e.value()?).map(|_| Sort::Number);
        };
        let mut ends = Vec::new();
        for e in from.iter().chain(to) {
            ends.push(self.sort(e, frame)?);
        }
        let at =
            |t: &Term| matches!(&t.kind, Kind::Index(_, places) if places.iter().any(|p| p.mentions(slot)));
        let written = |c: &Change| matches!(&c.target, rules::Target::Element(_, p) if p.iter().any(|p| p.mentions(slot)));
        let place = ends.iter().any(|s| matches!(s, Sort::End(_)))
            || mv.steps.iter().flat_map(|s| &s.changes).any(written)
            || mv.choices.iter().any(|c| match c {
                Choice::If(e) | Choice::Let { value: e, .. } => e.any(at),
                Choice::In { range, .. } => range.ends().any(|e| e.any(at)),
            });
        match place {
            true => to.is_some().then_some(Sort::Place(0)),
            false => ends.iter().all(|s| matches!(s, Sort::Known(_) | Sort::Number)).then_some(Sort::Number),
        }
    }

    fn truth(&mut self, e: &Term, frame: &Frame) -> Option<()> {
        (self.sort(e, frame)? == Sort::Truth).then_some(())
    }

    fn number(&mut self, e: &Term, frame: &Frame) -> Option<()> {
        matches!(self.sort(e, frame)?, Sort::Number | Sort::Known(_)).then_some(())
    }

    fn near(&mut self, left: i64, right: i64) -> Option<()> {
        self.left = self.left.max(usize::try_from(left).ok()?);
        self.right = self.right.max(usize::try_from(right).ok()?);
        (self.left <= LONGEST && self.right <= LONGEST).then_some(())
    }

    /// What stands at a place.
    fn element(&mut self, at: Sort) -> Option<()> {
        let Sort::Place(by) = at else { return None };
        self.reach = self.reach.max(usize::try_from(by.abs()).ok()?);
        if by != 0 { self.near(by.abs() + 1, by.abs()) } else { Some(()) }
    }

    /// Two places are compared.
    fn placed(&mut self, a: Sort, b: Sort) -> Option<()> {
        match (a, b) {
            (Sort::Place(_), Sort::Place(_))
            | (Sort::End(_), Sort::End(_))
            | (Sort::Known(_), Sort::Known(_)) => Some(()),
            (Sort::Place(p), Sort::Known(n)) | (Sort::Known(n), Sort::Place(p)) => {
                self.near(p.abs() + n.abs(), 0)
            }
            (Sort::Place(p), Sort::End(e)) | (Sort::End(e), Sort::Place(p)) => {
                self.near(0, p.abs() + e.abs())
            }
            (Sort::End(e), Sort::Known(n)) | (Sort::Known(n), Sort::End(e)) => {
                self.near(e.abs() + n.abs(), e.abs() + n.abs())
            }
            _ => None,
        }
    }

    fn sort(&mut self, t: &Term, frame: &Frame) -> Option<Sort> {
        Some(match &t.kind {
            Kind::Value(Value::Int(i)) if i.unsigned_abs() < 1 << 40 => Sort::Known(*i),
            Kind::Value(Value::Bool(_)) => Sort::Truth,
            Kind::Field(0) => Sort::Row,
            Kind::Local(slot) => (*frame.get(*slot)?)?,
            Kind::Size(x) => match self.sort(x, frame)? {
                Sort::Row => Sort::End(0),
                Sort::Number | Sort::Known(_) => Sort::Number,
                _ => return None,
            },
            Kind::Index(base, at) => {
                let [at] = at.as_slice() else { return None };
                if self.sort(base, frame)? != Sort::Row {
                    return None;
                }
                let at = self.sort(at, frame)?;
                self.element(at)?;
                Sort::Number
            }
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.sort(a, frame)?, self.sort(b, frame)?);
                self.binary(*op, a, b)?
            }
            Kind::Compare(_, a, b) => {
                let (a, b) = (self.sort(a, frame)?, self.sort(b, frame)?);
                self.compared(a, b)?;
                Sort::Truth
            }
            Kind::In(x, range) => {
                let x = self.sort(x, frame)?;
                let known = match &**range {
                    Range::Of(e) => e.value().and_then(numbers),
                    Range::Between(..) => None,
                };
                match known {
                    Some(list) => {
                        for n in list {
                            self.compared(x, Sort::Known(n))?;
                        }
                    }
                    None => {
                        let Range::Between(..) = &**range else { return None };
                        for e in range.ends() {
                            let end = self.sort(e, frame)?;
                            self.compared(x, end)?;
                        }
                    }
                }
                Sort::Truth
            }
            Kind::And(a, b) | Kind::Or(a, b) => {
                self.truth(a, frame)?;
                self.truth(b, frame)?;
                Sort::Truth
            }
            Kind::Not(a) => {
                self.truth(a, frame)?;
                Sort::Truth
            }
            Kind::Cases(arms) => {
                let mut truths = 0;
                for (value, cond) in arms {
                    if let Some(cond) = cond {
                        self.truth(cond, frame)?;
                    }
                    match self.sort(value, frame)? {
                        Sort::Number | Sort::Known(_) => {}
                        Sort::Truth => truths += 1,
                        _ => return None,
                    }
                }
                match truths {
                    0 => Sort::Number,
                    n if n == arms.len() => Sort::Truth,
                    _ => return None,
                }
            }
            Kind::Call(Builtin::Min | Builtin::Max | Builtin::Abs, args) => {
                for e in args {
                    self.number(e, frame)?;
                }
                Sort::Number
            }
            Kind::Define(d, args) => {
                let define = self.core.defines.get(*d)?;
                let mut inner: Frame = vec![None; define.locals.max(args.len())];
                for (slot, e) in inner.iter_mut().zip(args) {
                    *slot = Some(self.sort(e, frame)?);
                }
                if self.depth >= DEEPEST {
                    return None;
                }
                self.depth += 1;
                let found = self.sort(&define.body, &inner);
                self.depth -= 1;
                found?
            }
            _ => return None,
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Sort, b: Sort) -> Option<Sort> {
        Some(match (op, a, b) {
            (BinaryOp::Add, Sort::Place(p), Sort::Known(n))
            | (BinaryOp::Add, Sort::Known(n), Sort::Place(p)) => Sort::Place(p + n),
            (BinaryOp::Sub, Sort::Place(p), Sort::Known(n)) => Sort::Place(p - n),
            (BinaryOp::Add, Sort::End(p), Sort::Known(n)) | (BinaryOp::Add, Sort::Known(n), Sort::End(p)) => {
                Sort::End(p + n)
            }
            (BinaryOp::Sub, Sort::End(p), Sort::Known(n)) => Sort::End(p - n),
            (BinaryOp::Mod, Sort::Place(_) | Sort::End(_), Sort::Known(m)) if m > 0 => {
                self.modulus = lcm(self.modulus, usize::try_from(m).ok()?);
                if self.modulus > LONGEST {
                    return None;
                }
                Sort::Remainder
            }
            (_, Sort::Number | Sort::Known(_), Sort::Number | Sort::Known(_)) => Sort::Number,
            _ => return None,
        })
    }

    fn compared(&mut self, a: Sort, b: Sort) -> Option<()> {
        match (a, b) {
            (Sort::Number | Sort::Known(_), Sort::Number | Sort::Known(_)) | (Sort::Truth, Sort::Truth) => {
                Some(())
            }
            (Sort::Remainder, Sort::Known(_) | Sort::Remainder) | (Sort::Known(_), Sort::Remainder) => {
                Some(())
            }
            (
                Sort::Place(_) | Sort::End(_) | Sort::Known(_),
                Sort::Place(_) | Sort::End(_) | Sort::Known(_),
            ) => self.placed(a, b),
            _ => None,
        }
    }
}

/// The numbers of a set or list of numbers.
fn numbers(v: &Value) -> Option<Vec<i64>> {
    match v {
        Value::List(items) | Value::Set(items) => items.iter().map(Value::as_int).collect(),
        _ => None,
    }
}
