//! Depth-first proof-number search, df-pn (Nagai 2002, after Allis 1994), for lopsided games, on a stack of its own.
//!
//! It always expands the position that, as far as it looks now, takes the fewest further positions to settle
//! the question. Where most moves leave the opponent many replies and a few leave almost none, that walks
//! down the forced lines while a depth-first search is busy with bushes.
//!
//! The question is whether the player to move gets at least a draw, or a win. Each position has two numbers:
//! how many positions at least must be settled to prove it (the least of what its options need) and to
//! disprove it (the most of what its options need, and one for each other option: sums would count what can
//! be reached in many ways many times over; Ueda and others 2008). What is settled goes to the common table.
//! Games in which moves can be forbidden, and games that come back, are left to the depth-first search.

use rustc_hash::FxHashMap;

use super::alpha_beta::{Table, known};
use super::path::{Path, Placed};
use super::scale::{ByOutcome, Scale};
use super::transposition::{Bounds, NO_MOVE};
use crate::stop::GameStop;
use crate::{Game, Step, Stop};
use bouton_budget::Meter;

/// More than can be counted: the other side has it.
const NEVER: u32 = u32::MAX;
/// The most a number may be without being settled.
const MOST: u32 = NEVER / 4;

/// Positions to settle for a proof, and for the opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const NEW: Self = Self { proof: 1, disproof: 1 };
    const PROVED: Self = Self { proof: 0, disproof: NEVER };
    const REFUTED: Self = Self { proof: NEVER, disproof: 0 };

    fn settled(value_at_least: bool) -> Self {
        if value_at_least { Self::PROVED } else { Self::REFUTED }
    }

    /// Seen by the player who moves there, for a move after which the turn passes or not.
    fn through(self, again: bool) -> Self {
        if again { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}

/// An option of a position on the path, with its numbers for the player who chooses.
struct Child<P> {
    to: P,
    hash: u64,
    again: bool,
    numbers: Numbers,
}

/// What is noted of a position on the path, and how far its numbers may rise before something else is more promising.
struct Frame<P> {
    /// Whether the question is a win, or at least a draw.
    win: bool,
    limit: Numbers,
    children: Vec<Child<P>>,
    /// The option being searched.
    at: usize,
    before: u64,
}

/// One searcher by proof numbers, for the outcome of one position.
pub(super) struct ProofNumberSearch<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    win: bool,
    path: Path<G::Position, Frame<G::Position>>,
    /// What is known of positions that are not settled, for each of the two questions.
    open: [FxHashMap<G::Position, Numbers>; 2],
    entered: u64,
    /// Whether a draw was met. Where there are none, not to win is to lose.
    draws: bool,
    /// Whether the game is one for this search.
    fits: bool,
    steps: Vec<Step<G::Position>>,
}

impl<'g, G: Game> ProofNumberSearch<'g, G> {
    pub(super) fn new(game: &'g G, root: &G::Position) -> Self {
        Self {
            game,
            root: root.clone(),
            win: true,
            path: Path::new(),
            open: [FxHashMap::default(), FxHashMap::default()],
            entered: 0,
            draws: false,
            fits: true,
            steps: Vec::new(),
        }
    }

    /// Positions expanded so far.
    pub(super) fn entered(&self) -> u64 {
        self.entered
    }

    /// Whether the game is one for this search, as far as is known.
    pub(super) fn fits(&self) -> bool {
        self.fits
    }

    fn open_positions(&self) -> usize {
        self.open.iter().map(FxHashMap::len).sum()
    }

    /// Searches on for about `nodes` positions, with at most `room` bytes for open ones; the value if it is
    /// found.
    pub(super) fn run<M: Table<G, ByOutcome>>(
        &mut self,
        table: &M,
        meter: &mut Meter<'_>,
        nodes: u64,
        room: usize,
    ) -> Result<Option<i64>, GameStop<G>> {
        let until = self.entered + nodes;
        while self.fits && self.entered < until {
            let Some(Placed { frame, .. }) = self.path.last_mut() else {
                let hash = M::hash(&self.root);
                let known = known::<G, ByOutcome, M>(self.game, table, &self.root, hash);
                if let Some(value) = known.exact() {
                    return Ok(Some(value));
                }
                // Not a win, so the other question is whether it is a draw.
                self.win = known.upper > 0;
                let limit = Numbers { proof: MOST, disproof: MOST };
                self.enter(self.root.clone(), hash, self.win, limit, table)?;
                continue;
            };
            let numbers = frame.numbers();
            if numbers.proof >= frame.limit.proof || numbers.disproof >= frame.limit.disproof {
                self.leave(numbers, table);
                continue;
            }
            let (at, limit) = frame.choose(numbers);
            frame.at = at;
            let win = frame.win;
            let Child { to, hash, again, .. } = &frame.children[at];
            let (to, hash, again) = (to.clone(), *hash, *again);
            let win = if again { win } else { !win };
            meter.tick(table.stored())?;
            self.make_room(room);
            self.enter(to, hash, win, limit.through(again), table)?;
        }
        Ok(None)
    }

    /// Puts a position that has not ended at the end of the path, with what is known of its options.
    fn enter<M: Table<G, ByOutcome>>(
        &mut self,
        position: G::Position,
        hash: u64,
        win: bool,
        limit: Numbers,
        table: &M,
    ) -> Result<(), GameStop<G>> {
        self.entered += 1;
        let game = self.game;
        let comes_back = self.path.find(&position, hash).is_some();
        if comes_back || game.block(&position).map_err(Stop::Rules)? > 0 {
            self.fits = false;
            return Ok(());
        }
        self.steps.clear();
        game.options(&position, &mut self.steps).map_err(Stop::Rules)?;
        let mut children = Vec::with_capacity(self.steps.len());
        if self.steps.is_empty() {
            // One option that is settled stands for being stuck.
            let value = ByOutcome::stuck(game, &position);
            self.draws |= value == 0;
            let numbers = Numbers::settled(value >= i64::from(win));
            children.push(Child { to: position.clone(), hash, again: true, numbers });
        }
        for step in self.steps.drain(..) {
            let Step { to, again, .. } = step;
            let hash = M::hash(&to);
            // The least that the player who moves there must get for "yes", after the turn has passed or not.
            let wins = if again { win } else { !win };
            let bounds = match ByOutcome::ended(game, &to).map_err(Stop::Rules)? {
                Some(value) => Bounds { lower: value, upper: value, best: NO_MOVE },
                None => known::<G, ByOutcome, M>(game, table, &to, hash),
            };
            let numbers = if bounds.lower >= i64::from(wins) {
                self.draws |= bounds.lower == 0;
                Numbers::PROVED
            } else if bounds.upper < i64::from(wins) {
                self.draws |= bounds.upper == 0;
                Numbers::REFUTED
            } else {
                self.open[usize::from(wins)].get(&to).copied().unwrap_or(Numbers::NEW)
            };
            children.push(Child { to, hash, again, numbers: numbers.through(again) });
        }
        let before = self.entered;
        if !self.path.push(position, hash, Frame { win, limit, children, at: 0, before }) {
            self.fits = false;
        }
        Ok(())
    }

    /// Leaves the last position on the path: remembers its numbers and tells the one before it.
    fn leave<M: Table<G, ByOutcome>>(&mut self, numbers: Numbers, table: &M) {
        let Some(Placed { position, hash, frame, .. }) = self.path.pop() else { return };
        let open = &mut self.open[usize::from(frame.win)];
        if numbers == Numbers::PROVED || numbers == Numbers::REFUTED {
            open.remove(&position);
            let proved = numbers == Numbers::PROVED;
            let mut bounds = Bounds::UNKNOWN;
            if proved {
                bounds.lower = i64::from(frame.win || !self.draws);
            } else {
                bounds.upper = if frame.win && self.draws { 0 } else { -1 };
            }
            let effort = (1 + self.entered - frame.before).ilog2() as u8;
            let heap = self.game.bytes(&position).saturating_sub(size_of::<G::Position>());
            table.put(&position, hash, heap, bounds.into(), effort);
        } else {
            open.insert(position, numbers);
        }
        if let Some(Placed { frame: parent, .. }) = self.path.last_mut() {
            let child = &mut parent.children[parent.at];
            child.numbers = numbers.through(child.again);
        }
    }

    /// Where open positions take too much, those about which least is known make room.
    fn make_room(&mut self, room: usize) {
        let each = self.game.bytes(&self.root) + size_of::<(G::Position, Numbers)>() / 2;
        if self.open_positions().saturating_mul(2 * each) <= room {
            return;
        }
        for open in &mut self.open {
            let mut sizes: Vec<u32> =
                open.values().map(|numbers| numbers.proof.saturating_add(numbers.disproof)).collect();
            if sizes.is_empty() {
                continue;
            }
            let middle = sizes.len() / 2;
            let (_, &mut median, _) = sizes.select_nth_unstable(middle);
            open.retain(|_, numbers| numbers.proof.saturating_add(numbers.disproof) > median);
            open.shrink_to_fit();
        }
    }
}

impl<P> Frame<P> {
    fn numbers(&self) -> Numbers {
        let proof = self.children.iter().map(|child| child.numbers.proof).min().unwrap_or(NEVER);
        if proof == 0 {
            return Numbers::PROVED;
        }
        let open = self.children.iter().map(|child| child.numbers.disproof).filter(|number| *number > 0);
        let (most, count) = open.fold((0_u32, 0_u32), |(most, count), number| (most.max(number), count + 1));
        match count {
            0 => Numbers::REFUTED,
            _ => Numbers { proof: proof.min(MOST), disproof: most.saturating_add(count - 1).min(MOST) },
        }
    }

    /// The most promising option, and how far its numbers may rise before another is, or this position is no
    /// longer worth it.
    fn choose(&self, numbers: Numbers) -> (usize, Numbers) {
        let (mut at, mut best, mut second) = (0, NEVER, NEVER);
        for (number, child) in self.children.iter().enumerate() {
            let proof = child.numbers.proof;
            if proof < best {
                (at, second, best) = (number, best, proof);
            } else {
                second = second.min(proof);
            }
        }
        let others = numbers.disproof.saturating_sub(self.children[at].numbers.disproof);
        let limit = Numbers {
            // A quarter more than the second best, so as not to change horses too often.
            proof: self.limit.proof.min(second.saturating_add(second / 4).saturating_add(1)),
            disproof: self.limit.disproof.saturating_sub(others).max(1),
        };
        (at, limit)
    }
}
