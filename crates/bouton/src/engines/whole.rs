//! One or several games played side by side, as one whole for the engines.
//!
//! A state is the position of every term, who moves, and how many moves were made; the last two are kept only where
//! the rules look at them. Its key is a run of bytes in canonical form: parts sorted, bags and unordered fields
//! sorted, parts that nobody can ever move in left out.

use crate::game::Game;
use crate::tuning::{LOOK, REMEMBERED};
use bouton_engine::{self as engine, Budget, Halt, Outcome, Step};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::interp::{self, Part, Position, Turn};
use bouton_language::rules::{End, ScoreKind};
use bouton_language::value::Value;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

/// A state: the position of every term, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// One position a term.
    pub positions: Vec<Position>,
    /// Who moves, and how many moves were made.
    pub turn: Turn,
}

impl State {
    /// A position of one game, and who moves in it.
    pub fn new(position: Position, mover: usize) -> State {
        State { positions: vec![position], turn: Turn { mover, turn: 0 } }
    }
}

/// A state as bytes.
pub type Key = Box<[u8]>;

/// Why the rules could not be run.
#[derive(Clone, Debug)]
pub enum Fault {
    /// A mistake in the rules of this term.
    Rules(usize, interp::Error),
    /// The budget ended while moves were listed, or more were made than the question may cost.
    Halted(Halt),
}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Fault {
        Fault::Halted(halt)
    }
}

/// Counts generated moves, so that "too much work" means the same on every machine, and looks at the budget meanwhile: a
/// position may have more moves than memory or time allow to list.
#[derive(Debug)]
pub struct Work {
    left: AtomicU64,
    /// What was spent in all, whatever the limits were; shared by whoever counts together.
    made: Arc<AtomicU64>,
    /// Moves since the budget was last looked at.
    unseen: AtomicU64,
    budget: RwLock<Budget>,
}

impl Work {
    /// No limit.
    pub fn unlimited() -> Arc<Work> {
        Work::counted(Arc::default())
    }

    /// No limit; what is spent is added to this.
    pub(crate) fn counted(made: Arc<AtomicU64>) -> Arc<Work> {
        let (left, unseen, budget) = (AtomicU64::new(u64::MAX), AtomicU64::new(0), RwLock::default());
        Arc::new(Work { left, made, unseen, budget })
    }

    /// From now on, moves stop where this budget ends.
    pub(crate) fn watch(&self, budget: &Budget) {
        if let Ok(mut watched) = self.budget.write() {
            *watched = budget.clone();
        }
    }

    /// Has the budget ended? To be asked with every few moves; looks now and then.
    fn look(&self, moves: u64) -> Result<(), Halt> {
        let unseen = self.unseen.load(Ordering::Relaxed) + moves;
        self.unseen.store(if unseen < LOOK { unseen } else { 0 }, Ordering::Relaxed);
        if unseen < LOOK { Ok(()) } else { self.budget.read().map_or(Ok(()), |budget| budget.check(0)) }
    }

    /// Moves that may still be generated.
    pub(crate) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// At most this many moves from now on.
    pub fn limit(&self, moves: u64) {
        self.left.store(moves, Ordering::Relaxed);
    }

    /// Pays for so many moves of compiled rules, which cost about a tenth of interpreted ones.
    pub(crate) fn spend_compiled(&self, moves: u64) -> Result<(), Halt> {
        self.look(moves)?;
        self.pay(moves.div_ceil(10))
    }

    /// Pays for one move of a part; long rows and boards cost more than single numbers.
    pub(crate) fn spend(&self, part: &Part) -> Result<(), Halt> {
        self.look(1)?;
        self.pay(1 + part.iter().map(extent).sum::<u64>() / 4)
    }

    fn pay(&self, cost: u64) -> Result<(), Halt> {
        self.made.store(self.made.load(Ordering::Relaxed).saturating_add(cost), Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed);
        if left == u64::MAX {
            return Ok(());
        }
        self.left.store(left.saturating_sub(cost), Ordering::Relaxed);
        if left > 0 { Ok(()) } else { Err(Halt::Work) }
    }
}

/// How many values a value holds.
fn extent(v: &Value) -> u64 {
    match v {
        Value::List(items) => items.iter().map(extent).sum(),
        Value::Set(items) => items.len() as u64,
        Value::Text(t) => t.len() as u64,
        _ => 1,
    }
}

/// Which heaps of a `k of e` are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heaps {
    /// All k.
    All,
    /// One or two, as k is odd or even: enough for whoever adds by xor or counts moves.
    ByParity,
}

/// The games as one.
pub struct Whole {
    /// The terms.
    pub games: Vec<Game>,
    with_mover: bool,
    with_turn: bool,
    work: Arc<Work>,
    /// Parts in which nobody can move, by term.
    dead: RwLock<FxHashMap<(usize, Part), bool>>,
}

impl Whole {
    /// Several games side by side.
    pub fn new(games: Vec<Game>, work: Arc<Work>) -> Whole {
        let with_mover = games.iter().any(|g| g.kind().partizan());
        let with_turn = games.iter().any(|g| g.rules().uses.turn);
        Whole { games, with_mover, with_turn, work, dead: RwLock::default() }
    }

    /// The canonical key of a state.
    pub fn key(&self, state: &State) -> Result<Key, Fault> {
        let mut parts = Vec::new();
        let mut extra = Vec::new();
        if self.with_mover {
            extra.push(state.turn.mover as u64);
        }
        if self.with_turn {
            extra.push(state.turn.turn);
        }
        for (t, (game, position)) in self.games.iter().zip(&state.positions).enumerate() {
            let before = parts.len();
            let drops = self.drops(game);
            for part in game.interp().canonical(position).parts {
                if !drops || !self.is_dead(t, &part)? {
                    parts.push(part);
                }
            }
            if self.games.len() > 1 {
                extra.push((parts.len() - before) as u64);
            }
        }
        Ok(interp::encode(&parts, &extra).into_boxed_slice())
    }

    /// May parts without moves be forgotten? Not where something looks at the list of parts.
    pub(crate) fn drops(&self, game: &Game) -> bool {
        let rules = game.rules();
        rules.shape.kind == ShapeKind::Heaps && !rules.uses.heaps && !rules.uses.turn
    }

    pub(crate) fn is_dead(&self, term: usize, part: &Part) -> Result<bool, Fault> {
        let cached = self.dead.read().ok().and_then(|map| map.get(&(term, part.clone())).copied());
        if let Some(dead) = cached {
            return Ok(dead);
        }
        let mut dead = true;
        for mover in 0..=1 {
            let turn = Turn { mover, turn: 0 };
            let first = |_: interp::Made<'_>| {
                dead = false;
                ControlFlow::Break(())
            };
            self.games[term].interp().moves(part, turn, &mut { first }).map_err(|e| Fault::Rules(term, e))?;
            if !self.with_mover {
                break;
            }
        }
        if let Ok(mut map) = self.dead.write() {
            if map.len() >= REMEMBERED {
                map.clear();
            }
            map.insert((term, part.clone()), dead);
        }
        Ok(dead)
    }

    /// The state behind a key that [`Whole::key`] made.
    pub fn state(&self, key: &[u8]) -> State {
        let (parts, extra) = interp::decode(key).unwrap_or_default();
        let mut extra = extra.into_iter();
        let mut turn = Turn { mover: 0, turn: 0 };
        if self.with_mover {
            turn.mover = extra.next().unwrap_or(0) as usize;
        }
        if self.with_turn {
            turn.turn = extra.next().unwrap_or(0);
        }
        if self.games.len() == 1 {
            return State { positions: vec![Position { parts }], turn };
        }
        let mut rest = parts.into_iter();
        let positions = extra.map(|n| Position { parts: rest.by_ref().take(n as usize).collect() }).collect();
        State { positions, turn }
    }

    /// The outcome for the player to move where the game is over by a rule. Only a single game has such rules.
    pub fn over(&self, state: &State) -> Result<Option<(Verdict, interp::EndingLine)>, Fault> {
        let [game] = self.games.as_slice() else { return Ok(None) };
        let position = &state.positions[0];
        let stuck = || -> Result<bool, interp::Error> {
            let mut none = true;
            for part in &position.parts {
                game.interp().moves(part, state.turn, &mut |_| {
                    none = false;
                    ControlFlow::Break(())
                })?;
            }
            Ok(none)
        };
        let ending = game.interp().ended(position, state.turn, &stuck).map_err(|e| Fault::Rules(0, e))?;
        Ok(ending.map(|e| (e.verdict, e.line)))
    }

    /// The sign that turns a gain into one for the player to move: a shared score is the first player's.
    pub fn sign(&self, mover: usize) -> i64 {
        let shared = self.games.iter().any(|g| g.rules().score == Some(ScoreKind::Shared));
        if shared && mover == 1 { -1 } else { 1 }
    }

    /// Calls `visit` with every move: term, part, the move as made, and the state it leads to.
    pub fn each_move(
        &self,
        state: &State,
        distinct_parts: bool,
        visit: &mut dyn FnMut(usize, usize, interp::Made<'_>, State) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        for t in 0..self.games.len() {
            let position = &state.positions[t];
            for (i, part) in position.parts.iter().enumerate() {
                if distinct_parts && i > 0 && position.parts[i - 1] == *part {
                    continue;
                }
                let mut stop = false;
                self.moves_of(t, part, state.turn, Heaps::All, &mut |made| {
                    let next = self.after(state, t, i, made.parts, made.again);
                    let flow = visit(t, i, made, next);
                    stop = flow.is_break();
                    flow
                })?;
                if stop {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every move of one part of a term.
    pub(crate) fn moves_of(
        &self,
        term: usize,
        part: &Part,
        turn: Turn,
        heaps: Heaps,
        visit: &mut dyn FnMut(interp::Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let interp = self.games[term].interp();
        let mut spent = Ok(());
        let mut paid = |made: interp::Made<'_>| {
            spent = self.work.spend(part);
            if spent.is_ok() { visit(made) } else { ControlFlow::Break(()) }
        };
        let made = match heaps {
            Heaps::All => interp.moves(part, turn, &mut paid),
            Heaps::ByParity => interp.moves_by_parity(part, turn, &mut paid),
        };
        made.map_err(|e| Fault::Rules(term, e))?;
        Ok(spent?)
    }

    /// The number of moves of one part of a term.
    pub(crate) fn count_of(&self, term: usize, part: &Part, turn: Turn) -> Result<u64, Fault> {
        let mut count = 0;
        self.moves_of(term, part, turn, Heaps::ByParity, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// The number of moves of a state.
    pub(crate) fn count_moves(&self, state: &State) -> Result<u64, Fault> {
        let mut known: FxHashMap<(usize, &Part), u64> = FxHashMap::default();
        let mut all = 0;
        for (t, position) in state.positions.iter().enumerate() {
            for part in &position.parts {
                let count = match known.get(&(t, part)) {
                    Some(count) => *count,
                    None => {
                        let count = self.count_of(t, part, state.turn)?;
                        known.insert((t, part), count);
                        count
                    }
                };
                all += count;
            }
        }
        Ok(all)
    }

    /// The state after a move in one part of one term. New parts take the place of the old one; of several new
    /// parts, empty ones (zeros in which nobody can move) are left out, as a person would leave them out.
    pub fn after(&self, state: &State, term: usize, part: usize, parts: &[Part], again: bool) -> State {
        let mut positions = state.positions.clone();
        let may_drop = parts.len() > 1 && self.drops(&self.games[term]);
        let empty =
            |p: &Part| may_drop && matches!(&**p, [Value::Int(0)]) && self.is_dead(term, p).unwrap_or(false);
        let mut new: Vec<Part> = parts.iter().filter(|p| !empty(p)).cloned().collect();
        if new.is_empty() {
            new.extend(parts.first().cloned());
        }
        positions[term].parts.splice(part..=part, new);
        State { positions, turn: state.turn.next(again) }
    }
}

/// The engine's word for a verdict.
pub(crate) fn outcome(v: Verdict) -> Outcome {
    match v {
        Verdict::Win => Outcome::Win,
        Verdict::Lose => Outcome::Lose,
        Verdict::Draw => Outcome::Draw,
    }
}

/// The language's word for an outcome.
pub(crate) fn verdict(o: Outcome) -> Verdict {
    match o {
        Outcome::Win => Verdict::Win,
        Outcome::Lose => Verdict::Lose,
        Outcome::Draw => Verdict::Draw,
    }
}

impl engine::Game for Whole {
    type Position = Key;
    type Error = Fault;

    fn ended(&self, key: &Key) -> Result<Option<Outcome>, Fault> {
        let rules = self.games[0].rules();
        if rules.whens.is_empty() && rules.stop.is_none() {
            return Ok(None);
        }
        Ok(self.over(&self.state(key))?.map(|(v, _)| outcome(v)))
    }

    fn options(&self, key: &Key, out: &mut Vec<Step<Key>>) -> Result<(), Fault> {
        let state = self.state(key);
        let sign = self.sign(state.turn.mover);
        let mut fault = None;
        self.each_move(&state, true, &mut |_, _, made, next| match self.key(&next) {
            Ok(to) => {
                out.push(Step { to, gain: sign * made.gain, again: made.again });
                ControlFlow::Continue(())
            }
            Err(f) => {
                fault = Some(f);
                ControlFlow::Break(())
            }
        })?;
        fault.map_or(Ok(()), Err)
    }

    fn stuck(&self, key: &Key) -> Outcome {
        let state = self.state(key);
        outcome(self.games[0].interp().at_end(state.turn))
    }

    fn block(&self, key: &Key) -> Result<u64, Fault> {
        let game = &self.games[0];
        if game.rules().block.is_none() {
            return Ok(0);
        }
        let state = self.state(key);
        game.interp().blocked(&state.positions[0], state.turn).map_err(|e| Fault::Rules(0, e))
    }

    fn endless(&self, key: &Key) -> Outcome {
        match self.games[0].rules().endless {
            Some(End::Wins(player)) => {
                let mover = self.state(key).turn.mover;
                if mover == player { Outcome::Win } else { Outcome::Lose }
            }
            _ => Outcome::Draw,
        }
    }

    fn bytes(&self, key: &Key) -> usize {
        // The box, its allocation and the allocator's own word or two.
        size_of::<Key>() + key.len() + 16
    }
}
