//! Lowering: checked rules to word-level code, with parameters as constants and definitions written out.
//!
//! Every kind of word and the shape of every list is known while lowering; what has no fixed kind is refused.
//! [`values`] has the values, [`expr`], [`calls`], [`sets`] and [`ranges`] expressions, [`defines`] definitions,
//! [`moves`], [`change`] and [`fits`] the moves, [`ends`] the endings.

mod calls;
mod change;
mod compare;
mod defines;
mod ends;
mod expr;
mod fits;
mod lists;
mod moves;
mod ranges;
mod sets;
mod values;

#[cfg(doc)]
use super::Entry;
use super::NoProgram;
use super::ir::{
    Block, E, FREE, Function, GIVEN, LIMIT, Label, MOVER, Op, S, Space, TOP, Var, bin, int, load, loops,
    plus, var,
};
use super::layout::{Cell, FieldLayout, Layout, Sequence};
use bouton_core::{Core, Term};
use bouton_language::value::Value;
pub(crate) use ends::ASK;
use rustc_hash::FxHashMap;
use values::{Elem, List, Role, Val};

/// Something, or what stands in the way of compiling.
pub(crate) type R<T> = Result<T, NoProgram>;

/// The most nodes that lowering goes through: definitions are written out at each call.
const MOST_NODES: usize = 40_000;
/// The most constants.
const MOST_CONSTS: usize = 1 << 24;
/// Words of memory for the lists that one call makes, and more for wide parts.
const ROOM: i64 = 4096;
/// Names for texts nest at most this deep.
const MOST_DEPTH: usize = 200;

/// Where fields are read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    space: Space,
    base: E,
}

/// So many rounds without a loop in them take no steps of their own: what is around them does.
const FEW_ROUNDS: u64 = 16;

/// What is known of a variable: its least and greatest value, an expression that it does not exceed, and a variable
/// that stays at least so large when it is taken from it.
#[derive(Clone, Debug)]
struct Known {
    least: i64,
    most: i64,
    upto: Option<E>,
    from: Option<(Var, i64)>,
}

/// The functions of a game.
pub(crate) struct Lowered {
    /// By their [`Entry`].
    pub(crate) functions: [Option<Function>; 3],
    /// The moves after which play stops, where no other line ends it.
    pub(crate) stop: Option<i64>,
    pub(crate) consts: Vec<i64>,
    /// Words of a part.
    pub(crate) width: usize,
    /// Words of memory that a call needs.
    pub(crate) memory: usize,
    /// The first address that a call may allocate.
    pub(crate) first: i64,
}

/// One lowering under way.
pub(crate) struct Lower<'a> {
    core: &'a Core,
    layout: &'a Layout,
    consts: Vec<i64>,
    const_lists: FxHashMap<Value, List>,
    out: Block,
    vars: usize,
    labels: usize,
    known: FxHashMap<Var, Known>,
    locals: Vec<Option<Val>>,
    source: Option<Source>,
    calls: Vec<usize>,
    nodes: usize,
    depth: usize,
    /// Where the next buffer of fixed size goes.
    buffers: i64,
    /// How many lists the code so far allocates.
    allocs: usize,
    /// The fields that the move at hand writes as a whole.
    resized: Vec<usize>,
    /// Set where the result of the move at hand is not legal.
    bad: Option<Var>,
    /// Words of the part that stand in variables here.
    cache: Vec<(E, Var)>,
    /// The fields that the move at hand writes once and for sure.
    single: Vec<usize>,
    /// The field of its only change, and what to leave where that is not legal.
    early: Option<(usize, Label)>,
    /// What it has written there: address in memory and word.
    stored: Vec<(E, E)>,
    /// Do two equal heaps of a `k of e` cancel?
    cancels: bool,
}

/// Lowers a game; with `cancels`, for whoever adds heaps by xor.
pub(crate) fn lower(core: &Core, layout: &Layout, cancels: bool) -> R<Lowered> {
    if core.rules().uses.heaps {
        return Err(NoProgram::Heaps);
    }
    let mut low = Lower {
        core,
        layout,
        consts: Vec::new(),
        const_lists: FxHashMap::default(),
        out: Vec::new(),
        vars: GIVEN,
        labels: 0,
        known: FxHashMap::default(),
        locals: Vec::new(),
        source: None,
        calls: Vec::new(),
        nodes: 0,
        depth: 0,
        buffers: FREE,
        allocs: 0,
        resized: Vec::new(),
        bad: None,
        cache: Vec::new(),
        single: Vec::new(),
        early: None,
        stored: Vec::new(),
        cancels,
    };
    low.known.insert(MOVER, Known { least: 1, most: 2, upto: None, from: None });
    let functions = [Some(low.moves()?), low.ended()?, low.blocked()?];
    let stop = core.stop.as_ref().filter(|_| core.whens.is_empty()).and_then(Term::int);
    let first = low.buffers;
    let room = if low.allocs > 0 { ROOM + 64 * layout.width() as i64 } else { 0 };
    Ok(Lowered {
        functions,
        stop,
        consts: low.consts,
        width: layout.width(),
        memory: (first + room) as usize,
        first,
    })
}

impl<'a> Lower<'a> {
    fn emit(&mut self, s: S) {
        self.out.push(s);
    }

    fn fresh(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        self.labels - 1
    }

    /// The code that `f` emits, apart, and its result.
    fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> R<T>) -> R<(Block, T)> {
        let outer = std::mem::take(&mut self.out);
        let cached = self.cache.len();
        let result = f(self);
        // What was read inside is not known outside.
        self.cache.truncate(cached);
        let inner = std::mem::replace(&mut self.out, outer);
        Ok((inner, result?))
    }

    /// Emits what `f` emits as a block that can be left.
    fn block(&mut self, f: impl FnOnce(&mut Self, Label) -> R<()>) -> R<()> {
        let label = self.label();
        let (code, ()) = self.apart(|low| f(low, label))?;
        self.emit(S::Label(label, code));
        Ok(())
    }

    /// Emits a function whose body `f` emits.
    fn function(&mut self, f: impl FnOnce(&mut Self) -> R<()>) -> R<Function> {
        self.vars = GIVEN;
        let (body, ()) = self.apart(|low| {
            low.entry();
            f(low)
        })?;
        self.source = None;
        self.known.retain(|v, _| *v < GIVEN);
        Ok(Function { vars: self.vars, body })
    }

    /// Gives up here unless true.
    fn check(&mut self, e: E) {
        match e {
            E::Int(i) if i != 0 => {}
            e => self.emit(S::Check(e)),
        }
    }

    /// Runs an expression whose value is not used, for what may go wrong in it.
    fn run(&mut self, e: E) {
        if !is_plain(&e) {
            let v = self.fresh();
            self.emit(S::Set(v, e));
        }
    }

    /// An expression that may be used many times.
    fn keep(&mut self, e: E) -> E {
        if is_plain(&e) {
            return e;
        }
        let (least, most) = self.range(&e);
        let v = self.fresh();
        self.known.insert(v, Known { least, most, upto: None, from: None });
        if matches!(e, E::Load(Space::Part, _)) {
            self.cache.push((e.clone(), v));
        }
        self.emit(S::Set(v, e));
        var(v)
    }

    /// The word that an expression reads, from its variable where there is one.
    fn cached(&self, e: E) -> E {
        match self.cache.iter().rfind(|(known, _)| *known == e) {
            Some((_, v)) => var(*v),
            None => e,
        }
    }

    /// Writes a word of a field into memory; what is written once need not be read again.
    fn store(&mut self, f: usize, at: E, mut word: E) -> R<()> {
        if self.single.contains(&f) {
            word = self.keep(word);
            self.judge(f, &word)?;
            self.stored.push((at.clone(), word.clone()));
        }
        self.emit(S::Store(at, word));
        Ok(())
    }

    /// A word in memory.
    fn stored(&self, at: E) -> E {
        match self.stored.iter().find(|(known, _)| *known == at) {
            Some((_, word)) => word.clone(),
            None => load(Space::Mem, at),
        }
    }

    /// A variable that changes.
    fn slot(&mut self, e: E) -> Var {
        let v = self.fresh();
        self.emit(S::Set(v, e));
        v
    }

    /// A buffer of fixed size.
    fn buffer(&mut self, words: usize) -> i64 {
        let at = self.buffers;
        self.buffers += words as i64;
        at
    }

    /// Allocates words for a list; gives up where there is no room.
    fn alloc(&mut self, len: E) -> E {
        self.allocs += 1;
        let len = self.keep(len);
        if self.range(&len).0 < 0 {
            self.check(bin(Op::Le, int(0), len.clone()));
        }
        let at = self.slot(load(Space::Mem, int(TOP)));
        let room = bin(Op::SubIn, load(Space::Mem, int(LIMIT)), var(at));
        self.check(bin(Op::Le, len.clone(), room));
        self.emit(S::Tick(len.clone()));
        self.emit(S::Store(int(TOP), plus(var(at), len)));
        var(at)
    }

    /// Lowers the body of a loop, whose lists are forgotten at the start of each round.
    fn round(&mut self, f: impl FnOnce(&mut Self) -> R<()>) -> R<Block> {
        let before = self.allocs;
        let (mut body, ()) = self.apart(f)?;
        if self.allocs > before {
            let top = self.slot(load(Space::Mem, int(TOP)));
            body.insert(0, S::Store(int(TOP), var(top)));
        }
        Ok(body)
    }

    /// Emits `for v in from..=to`.
    fn count(&mut self, from: E, to: E, f: impl FnOnce(&mut Self, E) -> R<()>) -> R<()> {
        let v = self.fresh();
        let (least, most) = (self.range(&from).0, self.range(&to).1);
        let upto = is_plain(&to).then(|| to.clone());
        self.known.insert(v, Known { least, most, upto, from: None });
        let body = self.round(|low| f(low, var(v)))?;
        let few = most < least || most.abs_diff(least) < FEW_ROUNDS;
        let short = few && !loops(&body);
        self.emit(S::For { var: v, from, to, body, short });
        Ok(())
    }

    /// Emits `f` where true.
    fn when(&mut self, cond: E, f: impl FnOnce(&mut Self) -> R<()>) -> R<()> {
        match cond {
            E::Int(0) => Ok(()),
            E::Int(_) => f(self),
            cond => {
                let (body, ()) = self.apart(f)?;
                self.emit(S::If(cond, body, Vec::new()));
                Ok(())
            }
        }
    }

    /// Counts a node of the rules.
    fn node(&mut self) -> R<()> {
        self.nodes += 1;
        if self.nodes > MOST_NODES || self.consts.len() > MOST_CONSTS {
            Err(NoProgram::TooLong)
        } else {
            Ok(())
        }
    }

    /// The least and greatest value that an expression can have.
    fn range(&self, e: &E) -> (i64, i64) {
        let all = (i64::MIN, i64::MAX);
        match e {
            E::Int(i) => (*i, *i),
            E::Var(v) => self.known.get(v).map_or(all, |k| (k.least, k.most)),
            E::Load(Space::Part, at) => match **at {
                E::Int(at) => self.field_range(at),
                _ => all,
            },
            E::Bin(op, a, b) => {
                let left = self.left(a, b);
                let (a, b) = (self.range(a), self.range(b));
                match op {
                    Op::AddIn | Op::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
                    Op::SubIn | Op::Sub => {
                        let least = a.0.saturating_sub(b.1);
                        (left.map_or(least, |left| left.max(least)), a.1.saturating_sub(b.0))
                    }
                    Op::Min => (a.0.min(b.0), a.1.min(b.1)),
                    Op::Max => (a.0.max(b.0), a.1.max(b.1)),
                    Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::And | Op::Or => (0, 1),
                    Op::Mod => (0, b.1.saturating_sub(1).max(0)),
                    Op::Div if a.0 >= 0 => (0, a.1),
                    Op::Both if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
                    Op::Xor | Op::Both | Op::Either => (0, i64::MAX),
                    Op::Mul | Op::MulIn if a.0 >= 0 && b.0 >= 0 => {
                        (a.0.saturating_mul(b.0), a.1.saturating_mul(b.1))
                    }
                    _ => all,
                }
            }
            E::If(_, a, b) => {
                let (a, b) = (self.range(a), self.range(b));
                (a.0.min(b.0), a.1.max(b.1))
            }
            E::Place(i, _) => (0, self.range(i).1.saturating_sub(1).max(0)),
            _ => all,
        }
    }

    /// The least that `a - b` can be, where `b` is a choice that was clipped to what may be taken from `a`.
    fn left(&self, a: &E, b: &E) -> Option<i64> {
        let (E::Var(a), E::Var(b)) = (a, b) else { return None };
        let (from, least) = self.known.get(b)?.from?;
        (from == *a).then_some(least)
    }

    /// What a word of the part can be, after what [`Lower::entry`] has checked.
    fn field_range(&self, at: i64) -> (i64, i64) {
        let all = (i64::MIN, i64::MAX);
        let Some(f) = self.layout.fields().iter().rposition(|f| f.at() as i64 <= at) else { return all };
        match self.layout.fields()[f] {
            FieldLayout::Row { at: first, cap, fixed: false, .. } if first as i64 == at => (0, cap as i64),
            FieldLayout::Grid { at: first, rows, cols, fixed: false, .. } if at < first as i64 + 2 => {
                (0, (rows * cols) as i64)
            }
            FieldLayout::One { of: Cell::Number, .. } if self.core.shape.fields[f].domain.is_none() => {
                (0, i64::MAX)
            }
            _ => all,
        }
    }

    /// What every function does first: nobody shows that the words it is given were written by the layout.
    fn entry(&mut self) {
        self.source = Some(Source { space: Space::Part, base: int(0) });
        let fields: Vec<FieldLayout> = self.layout.fields().to_vec();
        for (f, field) in fields.into_iter().enumerate() {
            let word = |k: usize| load(Space::Part, int(k as i64));
            let natural = |k: usize| bin(Op::Le, int(0), word(k));
            match field {
                FieldLayout::Row { at, cap, fixed: false, .. } => {
                    self.check(natural(at));
                    self.check(bin(Op::Le, word(at), int(cap as i64)));
                }
                FieldLayout::Grid { at, rows, cols, fixed: false, .. } => {
                    let most = int((rows * cols) as i64);
                    for k in [at, at + 1] {
                        self.check(natural(k));
                        self.check(bin(Op::Le, word(k), most.clone()));
                    }
                    self.check(bin(Op::Le, bin(Op::MulIn, word(at), word(at + 1)), most));
                }
                FieldLayout::One { at, of: Cell::Number } if self.core.shape.fields[f].domain.is_none() => {
                    self.check(natural(at));
                }
                _ => {}
            }
        }
    }

    /// A field where it is read now.
    fn field(&mut self, i: usize) -> R<Val> {
        let source = self.source.clone().ok_or(NoProgram::NoPart)?;
        let layout = *self.layout.fields().get(i).ok_or(NoProgram::NoPart)?;
        Ok(self.field_at(&source, &layout))
    }

    fn field_at(&mut self, source: &Source, layout: &FieldLayout) -> Val {
        let at = |k: usize| plus(source.base.clone(), int(k as i64));
        let space = source.space;
        let word = |k: usize| load(space, at(k));
        match *layout {
            FieldLayout::One { at: k, of } if space == Space::Mem => Val::One(of, self.stored(at(k))),
            FieldLayout::One { at: k, of } => Val::One(of, word(k)),
            FieldLayout::Row { at: k, cap, fixed, of, sequence } => {
                let role = match sequence {
                    Sequence::Row | Sequence::Bag => Role::List,
                    Sequence::Set => Role::Set,
                    Sequence::Word => Role::Word,
                };
                let (first, len) = if fixed { (at(k), int(cap as i64)) } else { (at(k + 1), word(k)) };
                let len = self.keep(len);
                let first = self.keep(first);
                Val::List(List { role, elem: Elem::One(of), space, at: first, len })
            }
            FieldLayout::Grid { at: k, rows, cols, fixed, of } => {
                let (first, rows, cols) = if fixed {
                    (at(k), int(rows as i64), int(cols as i64))
                } else {
                    (at(k + 2), word(k), word(k + 1))
                };
                let (rows, cols, first) = (self.keep(rows), self.keep(cols), self.keep(first));
                let elem = Elem::Rows(of, Box::new(cols));
                Val::List(List { role: Role::List, elem, space, at: first, len: rows })
            }
        }
    }
}

/// Costs nothing to use again, and cannot change: constants, variables, words of the part and the constants.
fn is_plain(e: &E) -> bool {
    match e {
        E::Int(_) | E::Var(_) => true,
        E::Load(Space::Part | Space::Const, at) => matches!(**at, E::Int(_)),
        _ => false,
    }
}

/// A sum, checked unless it cannot leave 64 bits.
fn sum(low: &Lower<'_>, op: Op, a: E, b: E) -> E {
    let (x, y) = (low.range(&a), low.range(&b));
    let safe = match op {
        Op::Add => x.0.checked_add(y.0).is_some() && x.1.checked_add(y.1).is_some(),
        Op::Sub => {
            let low_end = low.left(&a, &b).is_some() || x.0.checked_sub(y.1).is_some();
            low_end && x.1.checked_sub(y.0).is_some()
        }
        Op::Mul => {
            let ends = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
            ends.iter().all(|(a, b)| a.checked_mul(*b).is_some())
        }
        _ => false,
    };
    let op = match (safe, op) {
        (true, Op::Add) => Op::AddIn,
        (true, Op::Sub) => Op::SubIn,
        (true, Op::Mul) => Op::MulIn,
        (_, op) => op,
    };
    bin(op, a, b)
}
