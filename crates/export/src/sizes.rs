//! How large numbers can get: sums and products that might not fit are marked, so that the printed program checks them,
//! and what moves may let grow is kept within the numbers that are read.
//!
//! Arguments of definitions that keep growing are taken to have any size. Numbers of positions are never larger than
//! those of the input: where a move might write a larger one, the program looks.

use crate::ir::{
    AnswerPiece, Change, Clause, Comp, E, Gather, Goal, Helper, Item, K, Move, Op, Over, Pieces, Place,
    Program, Rel, Search, Ty,
};
use std::collections::HashMap;

/// The bits that numbers have.
#[derive(Clone, Copy)]
struct Room {
    /// Those of the input, and of positions.
    read: u32,
    /// A result of so many may not fit.
    full: u32,
    /// Functions that count up to a number take so many.
    counted: u32,
}

/// 128 bits, and an input up to 2^63 - 1.
const WIDE: Room = Room { read: 63, full: 127, counted: 100 };
/// 64 bits, and an input up to 10^18.
const NARROW: Room = Room { read: 60, full: 64, counted: 60 };

/// The largest number that a program reads.
pub(crate) fn largest(p: &Program) -> i64 {
    if p.wide { i64::MAX } else { 1_000_000_000_000_000_000 }
}

/// A sum has at most 2^32 members, and a game as many moves.
const MANY: u32 = 32;

/// How large the numbers of a program can get.
struct Sizes {
    room: Room,
    /// Of the arguments of a definition, and of its value.
    functions: HashMap<usize, (Vec<(String, u32)>, u32)>,
    params: Vec<u32>,
    /// Fields that hold no negative numbers.
    naturals: Vec<bool>,
    vars: HashMap<String, u32>,
    changed: bool,
    widen: bool,
}

/// Marks what might not fit.
pub(crate) fn mark(p: &mut Program) {
    let room = if p.wide { WIDE } else { NARROW };
    let bits_of = |e: &E| match &e.kind {
        K::Int(n) => n.bits() as u32,
        _ => room.read,
    };
    let mut sizes = Sizes {
        room,
        functions: p
            .functions
            .iter()
            .map(|f| (f.id, (f.args.iter().map(|(n, _)| (n.clone(), 0)).collect(), 0)))
            .collect(),
        params: p
            .params
            .iter()
            .map(|x| if x.read || x.derived { room.read } else { bits_of(&x.value) })
            .collect(),
        naturals: p.fields.iter().map(|f| *innermost(&f.ty) == Ty::Int(true)).collect(),
        vars: HashMap::new(),
        changed: true,
        widen: false,
    };
    let mut round = 0;
    while sizes.changed && round < 40 {
        sizes.changed = false;
        sizes.widen = round > 8;
        sizes.program(p);
        round += 1;
    }
    if let Some(s) = &mut p.search {
        sizes.writes(s);
    }
}

/// Is a sum of these sure to fit?
pub(crate) fn sum_fits(wide: bool, element: &E) -> bool {
    wide || matches!(&element.kind, K::Int(n) if n.bits() <= 31)
}

impl Sizes {
    fn program(&mut self, p: &mut Program) {
        let full = self.room.full;
        for f in &mut p.formulas {
            self.vars.clear();
            self.of(&mut f.body);
            if let Some(e) = &mut f.only {
                self.of(e);
            }
        }
        for f in &mut p.functions {
            let Some((args, _)) = self.functions.get(&f.id) else { continue };
            self.vars = args.iter().cloned().collect();
            let bits = self.of(&mut f.body);
            let widen = self.widen;
            if let Some((_, ret)) = self.functions.get_mut(&f.id)
                && bits > *ret
            {
                *ret = if widen { full } else { bits };
                self.changed = true;
            }
        }
        if let Some(s) = &mut p.search {
            self.search(s);
        }
        for piece in &mut p.answer.pieces {
            if let AnswerPiece::Value(e) = piece {
                self.vars = HashMap::from([("result".to_string(), self.room.full - 1)]);
                self.of(e);
            }
        }
    }

    /// Everything that a search computes but for what its moves write.
    fn search(&mut self, s: &mut Search) {
        self.vars.clear();
        let all = s.legal.iter_mut().chain(s.endings.iter_mut().map(|e| &mut e.cond));
        all.chain(s.stop.iter_mut()).chain(s.block.iter_mut()).for_each(|e| {
            self.of(e);
        });
        let mut gain = 0;
        for m in &mut s.moves {
            self.vars.clear();
            m.clauses.iter_mut().for_each(|c| self.clause(c));
            if let Some(e) = &mut m.gain {
                gain = gain.max(self.of(e));
            }
            if let Some(e) = &mut m.again {
                self.of(e);
            }
            self.steps(m, &mut |_, _, _| {});
        }
        s.large_totals = matches!(s.goal, Goal::Score | Goal::Shared) && gain + MANY >= self.room.full;
    }

    /// What the moves of a search write is kept within the numbers that are read.
    fn writes(&mut self, s: &mut Search) {
        let bounded: Vec<usize> = s.legal.iter().flat_map(bounds).collect();
        let read = self.room.read;
        for m in &mut s.moves {
            self.vars.clear();
            m.clauses.iter_mut().for_each(|c| self.clause(c));
            self.steps(m, &mut |field, written, bits| {
                if bits <= read || bounded.contains(&field) {
                    return;
                }
                match written {
                    Written::Set(e) => keep_within(e),
                    Written::Added(grows) => *grows = true,
                }
            });
        }
    }

    /// Looks at every write of a move: the field, what is written, and its bits.
    fn steps(&mut self, m: &mut Move, see: &mut dyn FnMut(usize, Written<'_>, u32)) {
        for step in &mut m.steps {
            for change in &mut step.changes {
                self.change(change, see);
            }
            let Some((guards, pieces)) = &mut step.parts else { continue };
            guards.iter_mut().for_each(|c| self.clause(c));
            for piece in pieces {
                let fields = match piece {
                    Pieces::One(fields) => fields,
                    Pieces::Copies(e, fields) => {
                        self.of(e);
                        fields
                    }
                    Pieces::Each(name, e, fields) => {
                        let bits = self.of(e);
                        self.vars.insert(name.clone(), bits);
                        fields
                    }
                };
                for (field, e) in fields {
                    let bits = self.written(*field, e);
                    see(*field, Written::Set(e), bits);
                }
            }
        }
    }

    /// The bits of what is written to a field, as far as it may become too large: taking away makes nothing larger, and a
    /// field of numbers that are not negative never holds one that is.
    fn written(&mut self, field: usize, e: &mut E) -> u32 {
        let bits = self.of(e);
        match &mut e.kind {
            K::Bin(Op::Sub, a, b, false) if self.naturals[field] && b.natural() => self.written(field, a),
            _ => bits,
        }
    }

    fn change(&mut self, change: &mut Change, see: &mut dyn FnMut(usize, Written<'_>, u32)) {
        change.guards.iter_mut().for_each(|c| self.clause(c));
        for (place, e) in &mut change.writes {
            let field = match place {
                Place::Field(f) => *f,
                Place::Element(f, indices) => {
                    indices.iter_mut().for_each(|e| {
                        self.of(e);
                    });
                    *f
                }
            };
            if !change.add {
                let bits = self.written(field, e);
                see(field, Written::Set(e), bits);
                continue;
            }
            let bits = self.of(e);
            let falls = self.naturals[field] && matches!(&e.kind, K::Neg(x) if x.natural());
            let bits = bits.max(self.room.read) + u32::from(!falls);
            see(field, Written::Added(&mut change.grows), bits);
        }
    }

    fn clause(&mut self, c: &mut Clause) {
        match c {
            Clause::If(e) => {
                self.of(e);
            }
            Clause::Let(name, e) => {
                let bits = self.of(e);
                self.vars.insert(name.clone(), bits);
            }
            Clause::For(name, Over::Range(a, b)) => {
                let bits = self.of(a).max(self.of(b));
                self.vars.insert(name.clone(), bits);
            }
            Clause::For(name, Over::All(e)) => {
                let bits = self.of(e);
                self.vars.insert(name.clone(), bits);
            }
        }
    }

    fn comp(&mut self, c: &mut Comp) -> u32 {
        c.clauses.iter_mut().for_each(|c| self.clause(c));
        self.of(&mut c.element)
    }

    /// The bits of a number, or of the largest number in a collection.
    fn of(&mut self, e: &mut E) -> u32 {
        let Room { read, full, counted } = self.room;
        match &mut e.kind {
            K::Int(n) => n.bits() as u32,
            K::Bool(_) | K::Char(_) | K::Text(_) | K::Stuck => 1,
            K::Mover | K::Opponent => 2,
            K::Field(_) | K::Heaps | K::Turn => read,
            K::Param(i) => self.params.get(*i).copied().unwrap_or(read),
            K::Var(name) => self.vars.get(name).copied().unwrap_or(read),
            K::Tuple(all) => all.iter_mut().map(|x| self.of(x)).max().unwrap_or(1),
            K::And(all) | K::Or(all) => {
                all.iter_mut().for_each(|x| {
                    self.of(x);
                });
                1
            }
            K::List(items) | K::Set(items) => {
                let each = |item: &mut Item| match item {
                    Item::One(x) => self.of(x),
                    Item::Range(a, b) => self.of(a).max(self.of(b)),
                };
                items.iter_mut().map(each).max().unwrap_or(1)
            }
            K::Comp(gather, c) => {
                let bits = self.comp(c);
                match gather {
                    Gather::Sum => (bits + MANY).min(full),
                    Gather::Count => 32,
                    _ => bits,
                }
            }
            K::Index(a, i) => {
                self.of(i);
                self.of(a)
            }
            K::Part(x, _) | K::Neg(x) => self.of(x),
            K::Not(x) => {
                self.of(x);
                1
            }
            K::Size(x) => {
                self.of(x);
                40
            }
            K::Slice(x, a, b) => {
                for end in [a, b].into_iter().flatten() {
                    self.of(end);
                }
                self.of(x)
            }
            K::Cmp(_, a, b) => {
                self.of(a);
                self.of(b);
                1
            }
            K::Cond(arms, otherwise) => {
                let mut bits = 1;
                for (c, v) in arms {
                    self.of(c);
                    bits = bits.max(self.of(v));
                }
                otherwise.iter_mut().fold(bits, |b, x| b.max(self.of(x)))
            }
            K::Call(i, args) => {
                let given: Vec<u32> = args.iter_mut().map(|x| self.of(x)).collect();
                let (widen, mut changed) = (self.widen, false);
                let Some((have, ret)) = self.functions.get_mut(i) else { return full };
                for ((_, have), given) in have.iter_mut().zip(given) {
                    if given > *have {
                        // Growth that does not stop soon goes as far as the input, and then anywhere.
                        *have = match (widen, given <= read) {
                            (false, _) => given,
                            (true, true) => read,
                            (true, false) => full,
                        };
                        changed = true;
                    }
                }
                let ret = *ret;
                self.changed |= changed;
                ret
            }
            K::Help(h, args) => {
                let given: Vec<u32> = args.iter_mut().map(|x| self.of(x)).collect();
                let most = given.iter().copied().max().unwrap_or(1);
                if most > counted && counts(*h) {
                    args.iter_mut().filter(|e| e.ty.is_int()).for_each(keep_within);
                }
                match h {
                    Helper::Within => read,
                    Helper::Inside => 40,
                    Helper::Isqrt => most / 2 + 1,
                    Helper::Log2
                    | Helper::Popcount
                    | Helper::Distance
                    | Helper::CountOf
                    | Helper::CountTrue
                    | Helper::CountEqual => 32,
                    Helper::SumOf => (most + MANY).min(full),
                    Helper::FloorRoot => {
                        let [p, q, d, _] = given[..] else { return full };
                        (p.max(q + d / 2 + 1) + 1).min(full)
                    }
                    Helper::Power | Helper::ShiftLeft => full,
                    Helper::BitsBoth => given.iter().copied().min().unwrap_or(most),
                    Helper::ShiftRight => given.first().copied().unwrap_or(full),
                    Helper::Min if args.iter().all(E::natural) => given.iter().copied().min().unwrap_or(most),
                    Helper::FloorMod => given.get(1).copied().unwrap_or(full),
                    _ => most,
                }
            }
            K::Bin(op, a, b, checked) => {
                let (x, y) = (self.of(a), self.of(b));
                let bits = match op {
                    // A difference of numbers that are not negative is no larger than they are.
                    Op::Sub if a.natural() && b.natural() => x.max(y),
                    Op::Add | Op::Sub => x.max(y) + 1,
                    Op::Mul => x + y,
                    Op::Div => x,
                    Op::Mod => x.min(y),
                    Op::Xor => x.max(y),
                };
                *checked = bits >= full;
                bits.min(full)
            }
            // What only code has comes later.
            _ => full,
        }
    }
}

/// What a move writes: a new value, or something added; then it says whether the sum must be looked at.
enum Written<'e> {
    Set(&'e mut E),
    Added(&'e mut bool),
}

/// The type of the elements of a list, or of lists in a list.
fn innermost(ty: &Ty) -> &Ty {
    match ty {
        Ty::List(of) => innermost(of),
        other => other,
    }
}

/// The program looks whether a number, or one of a list, is within those that are read.
fn keep_within(e: &mut E) {
    if innermost(&e.ty).is_int() && !matches!(e.kind, K::Help(Helper::Within, _)) {
        let inner = E { kind: K::Bool(false), ty: e.ty.clone() };
        let inner = std::mem::replace(e, inner);
        *e = E::help(Helper::Within, vec![inner], e.ty.clone());
    }
}

/// Fields that a condition keeps below something that play does not change.
fn bounds(e: &E) -> Vec<usize> {
    let fixed = |e: &E| matches!(e.kind, K::Int(_) | K::Param(_));
    match &e.kind {
        K::And(all) => all.iter().flat_map(bounds).collect(),
        K::Cmp(Rel::Le | Rel::Lt, a, b) | K::Cmp(Rel::Ge | Rel::Gt, b, a) => match a.kind {
            K::Field(f) if fixed(b) => vec![f],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Functions that go through the members of a set up to a number.
fn counts(h: Helper) -> bool {
    matches!(
        h,
        Helper::IsFibonacci
            | Helper::IsPrime
            | Helper::IsSquare
            | Helper::IsFactorial
            | Helper::FibonacciTo
            | Helper::PrimesTo
            | Helper::SquaresTo
            | Helper::Powers2To
            | Helper::FactorialsTo
    )
}
