//! Runs the code of a program on words that are not known: every loop round by round, every move that is shown as a sum
//! of words under conditions. Whatever does not stay a sum ends it.

use super::sums::Sum;
use super::{Compared, Condition, MOST};
use crate::program::ir::{Block, E, MOVER, Op, S, STUCK, Space, TURN, compute};
use crate::program::lower::Lowered;
use rustc_hash::FxHashMap;

/// Statements that are run, rounds of loops and words that are copied; rules that need more are not written out.
const MOST_SPENT: i64 = 8_000;

/// A move that was shown.
pub(super) struct Found {
    pub(super) line: usize,
    pub(super) gain: Sum,
    pub(super) again: bool,
    pub(super) when: Vec<Condition>,
    pub(super) changes: Vec<(u8, Sum)>,
}

/// What variables and memory hold; `None` for what is not known.
#[derive(Clone, Default)]
struct State {
    vars: Vec<Option<Sum>>,
    mem: FxHashMap<i64, Option<Sum>>,
}

impl State {
    /// What holds whichever way was taken.
    fn join(&mut self, other: &State) {
        for (mine, theirs) in self.vars.iter_mut().zip(&other.vars) {
            if mine != theirs {
                *mine = None;
            }
        }
        let places: Vec<i64> = self.mem.keys().chain(other.mem.keys()).copied().collect();
        for at in places {
            let theirs = other.mem.get(&at);
            if self.mem.get(&at) != theirs {
                self.mem.insert(at, None);
            }
        }
    }
}

/// Where a statement leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    /// To the end of a block; the state there is kept.
    Left,
}

struct Unroll<'l> {
    lowered: &'l Lowered,
    width: usize,
    state: State,
    /// What holds on the way here.
    path: Vec<Condition>,
    /// The blocks around that can be left.
    labels: Vec<usize>,
    /// States at the ends of blocks that were left.
    left: FxHashMap<usize, Vec<State>>,
    spent: i64,
    found: Vec<Found>,
}

/// A truth: known, or a condition.
enum Truth {
    Known(bool),
    Hangs(Condition),
}

/// The moves of a program, in its order.
pub(super) fn unroll(lowered: &Lowered, width: usize) -> Option<Vec<Found>> {
    let mut vars = vec![Some(Sum::constant(0)); lowered.moves.vars];
    // The moves must be the same whoever moves, and whenever.
    for given in [MOVER, TURN, STUCK] {
        *vars.get_mut(given)? = None;
    }
    let state = State { vars, mem: FxHashMap::default() };
    let mut unroll = Unroll {
        lowered,
        width,
        state,
        path: Vec::new(),
        labels: Vec::new(),
        left: FxHashMap::default(),
        spent: 0,
        found: Vec::new(),
    };
    unroll.block(&lowered.moves.body)?;
    Some(unroll.found)
}

impl Unroll<'_> {
    fn block(&mut self, block: &Block) -> Option<Flow> {
        let depth = self.path.len();
        for statement in block {
            if self.statement(statement)? == Flow::Left {
                self.path.truncate(depth);
                return Some(Flow::Left);
            }
        }
        // What became sure by leaving in other cases stays so until the block that was left ends.
        Some(Flow::On)
    }

    /// Counts statements, rounds and words.
    fn spend(&mut self, count: i64) -> Option<()> {
        self.spent = self.spent.checked_add(count.max(0))?;
        (self.spent <= MOST_SPENT).then_some(())
    }

    fn statement(&mut self, statement: &S) -> Option<Flow> {
        self.spend(1)?;
        match statement {
            S::Set(v, e) => {
                let word = self.read(e)?;
                *self.state.vars.get_mut(*v)? = word;
            }
            S::Store(at, e) => {
                let (at, word) = (self.known(at)?, self.read(e)?);
                self.state.mem.insert(at, word);
            }
            S::If(c, yes, no) => return self.choice(c, yes, no),
            S::For { var, from, to, body, .. } => {
                for i in self.known(from)?..=self.known(to)? {
                    self.spend(1)?;
                    *self.state.vars.get_mut(*var)? = Some(Sum::constant(i));
                    if self.block(body)? == Flow::Left {
                        return Some(Flow::Left);
                    }
                }
            }
            S::Label(label, body) => {
                let depth = self.path.len();
                self.labels.push(*label);
                let flow = self.block(body)?;
                self.labels.pop();
                self.path.truncate(depth);
                let mut left = self.left.remove(label).unwrap_or_default();
                if flow == Flow::Left {
                    self.state = left.pop()?;
                }
                left.iter().for_each(|other| self.state.join(other));
            }
            S::Leave(label) => {
                // Further out, conditions of the way would have to outlive the blocks between.
                if self.labels.last() != Some(label) {
                    return None;
                }
                self.left.entry(*label).or_default().push(self.state.clone());
                return Some(Flow::Left);
            }
            S::Copy { to, space, from, len } => {
                let (to, from, len) = (self.known(to)?, self.known(from)?, self.known(len)?);
                self.spend(len)?;
                let words: Option<Vec<_>> = (0..len).map(|i| self.word(*space, from + i)).collect();
                for (i, word) in (0..).zip(words?) {
                    self.state.mem.insert(to + i, word);
                }
            }
            S::Zero { to, len } => {
                let (to, len) = (self.known(to)?, self.known(len)?);
                self.spend(len)?;
                for i in 0..len {
                    self.state.mem.insert(to + i, Some(Sum::constant(0)));
                }
            }
            S::Check(e) => match self.truth(e)? {
                Truth::Known(true) => {}
                _ => return None,
            },
            S::Tick(_) => {}
            S::Visit { line, at, parts, gain, again } => self.visit(*line, (at, parts), gain, again)?,
            S::Loop(_) | S::Return(_) => return None,
        }
        Some(Flow::On)
    }

    fn choice(&mut self, c: &E, yes: &Block, no: &Block) -> Option<Flow> {
        if let E::Bin(Op::And, a, b) = c
            && no.is_empty()
        {
            let inner = S::If((**b).clone(), yes.clone(), Vec::new());
            return self.choice(a, &vec![inner], no);
        }
        let condition = match self.truth(c)? {
            Truth::Known(true) => return self.block(yes),
            Truth::Known(false) => return self.block(no),
            Truth::Hangs(condition) => condition,
        };
        let before = self.state.clone();
        let first = self.case(condition.clone(), yes)?;
        let after = std::mem::replace(&mut self.state, before);
        let second = self.case(condition.clone().not(), no)?;
        match (first, second) {
            (Flow::On, Flow::On) => self.state.join(&after),
            // Who goes on has not left.
            (Flow::Left, Flow::On) => self.path.push(condition.not()),
            (Flow::On, Flow::Left) => {
                self.state = after;
                self.path.push(condition);
            }
            (Flow::Left, Flow::Left) => return Some(Flow::Left),
        }
        Some(Flow::On)
    }

    /// One side of a choice.
    fn case(&mut self, condition: Condition, block: &Block) -> Option<Flow> {
        let depth = self.path.len();
        self.path.push(condition);
        let flow = self.block(block)?;
        // Who goes on from here has met more than the condition: no single one would say who is left.
        if flow == Flow::On && self.path.len() > depth + 1 {
            return None;
        }
        self.path.truncate(depth);
        Some(flow)
    }

    fn visit(&mut self, line: usize, (at, parts): (&E, &E), gain: &E, again: &E) -> Option<()> {
        if self.known(parts)? != 1 || self.found.len() >= MOST {
            return None;
        }
        let at = self.known(at)?;
        let mut changes = Vec::new();
        for place in 0..u8::try_from(self.width).ok()? {
            let word = self.state.mem.get(&(at + i64::from(place)))?.as_ref()?;
            if word.only() != Some(place) {
                changes.push((place, word.clone()));
            }
        }
        let again = match self.truth(again)? {
            Truth::Known(again) => again,
            Truth::Hangs(_) => return None,
        };
        let (gain, when) = (self.sum(gain)?, self.path.clone());
        let found = Found { line, gain, again, when, changes };
        self.found.push(found);
        Some(())
    }

    /// A word of a space, `None` inside where it is not known.
    fn word(&self, space: Space, at: i64) -> Option<Option<Sum>> {
        let place = usize::try_from(at).ok()?;
        Some(match space {
            Space::Part => Some(Sum::place(place).filter(|_| place < self.width)?),
            Space::Const => Some(Sum::constant(*self.lowered.consts.get(place)?)),
            Space::Mem => self.state.mem.get(&at).cloned().flatten(),
        })
    }

    /// A word that is put somewhere. It may stay unknown where reading it cannot go wrong.
    fn read(&self, e: &E) -> Option<Option<Sum>> {
        match (self.sum(e), e) {
            (Some(sum), _) => Some(Some(sum)),
            (None, E::Var(_)) => Some(None),
            (None, _) => None,
        }
    }

    /// An expression that does not hang on the part.
    fn known(&self, e: &E) -> Option<i64> {
        self.sum(e)?.known()
    }

    fn sum(&self, e: &E) -> Option<Sum> {
        match e {
            E::Int(i) => Some(Sum::constant(*i)),
            E::Var(v) => self.state.vars.get(*v)?.clone(),
            E::Load(space, at) => self.word(*space, self.known(at)?)?,
            E::Place(i, n) => {
                let (i, n) = (self.known(i)?, self.known(n)?);
                (1..=n).contains(&i).then(|| Sum::constant(i - 1))
            }
            E::If(c, a, b) => match self.truth(c)? {
                Truth::Known(true) => self.sum(a),
                Truth::Known(false) => self.sum(b),
                Truth::Hangs(_) => None,
            },
            E::Bin(op, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                match (op, a.known(), b.known()) {
                    (op, Some(a), Some(b)) => Some(Sum::constant(compute(*op, a, b)?)),
                    (Op::Add | Op::AddIn, ..) => a.plus(1, &b),
                    (Op::Sub | Op::SubIn, ..) => a.plus(-1, &b),
                    (Op::Mul | Op::MulIn, Some(a), _) => Sum::default().plus(a, &b),
                    (Op::Mul | Op::MulIn, _, Some(b)) => Sum::default().plus(b, &a),
                    _ => None,
                }
            }
            E::Help(..) => None,
        }
    }

    fn truth(&self, e: &E) -> Option<Truth> {
        if let E::Bin(op @ (Op::And | Op::Or), a, b) = e {
            let stops = *op == Op::Or;
            return match (self.truth(a)?, b) {
                (Truth::Known(a), _) if a == stops => Some(Truth::Known(stops)),
                (Truth::Known(_), b) => self.truth(b),
                (Truth::Hangs(_), _) => None,
            };
        }
        if let E::Bin(Op::Eq, a, z) = e
            && matches!(**z, E::Int(0))
            && matches!(**a, E::Bin(Op::And | Op::Or | Op::Eq | Op::Ne | Op::Lt | Op::Le, ..))
        {
            return Some(match self.truth(a)? {
                Truth::Known(truth) => Truth::Known(!truth),
                Truth::Hangs(condition) => Truth::Hangs(condition.not()),
            });
        }
        let compared = |a: &E, factor: i64, b: &E, shift: i64, holds| {
            let sum = self.sum(a)?.plus(factor, &self.sum(b)?)?.plus(1, &Sum::constant(shift))?;
            Some(Condition { sum, holds })
        };
        let condition = match e {
            E::Bin(Op::Eq, a, b) => compared(a, -1, b, 0, Compared::Zero)?,
            E::Bin(Op::Ne, a, b) => compared(a, -1, b, 0, Compared::NotZero)?,
            E::Bin(Op::Lt, a, b) => compared(a, -1, b, 0, Compared::Negative)?,
            // a ≤ b: a − b − 1 is negative.
            E::Bin(Op::Le, a, b) => compared(a, -1, b, -1, Compared::Negative)?,
            e => Condition { sum: self.sum(e)?, holds: Compared::NotZero },
        };
        let (least, most) = condition.sum.range(self.lowered.natural);
        Some(match condition.holds.within(least, most) {
            Some(truth) => Truth::Known(truth),
            None => Truth::Hangs(condition),
        })
    }
}

impl Condition {
    fn not(self) -> Condition {
        Condition { holds: self.holds.not(), ..self }
    }
}
