//! Tables of all positions of a bounded space, filled by running the rules at every cell.
//!
//! The space is numbered by an [`Index`]; the rules are a [`Generator`] that lists the options of a position. Cells are
//! filled in an order in which options come first, and nothing depends on guessing it: every value that is read is
//! checked to be there, and where it is not, the next order is tried.
//!
//! | order | file |
//! |---|---|
//! | the numbers of the cells, marking the predecessors of lost ones where the moves allow it | [`mark`] |
//! | the numbers of the cells; several threads follow each other | [`wave`] |
//! | layers of a measure that every move lowers; a layer is shared among threads | [`layers`] |
//! | depth first, with a stack of its own; finds a cycle if there is one | [`depth`] |
//!
//! Where symmetries take positions to each other, one of each class is looked at and has a value ([`kept`]).
//!
//! A table is as narrow as its values: one bit for win or lose, two with draws, a byte for Grundy values and more
//! when they need it, two for remoteness and then four, four for scores and then eight.

mod depth;
mod judge;
mod kept;
mod layers;
mod mark;
mod store;
mod wave;

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Index, Orbits, Room};
use crate::memory::zeroed;
use crate::{Budget, Halt, Outcome, Solved, Stop};
use judge::Place;
use kept::Kept;
use store::{AnyStore, HOLE, Width, with_store};

/// The rules cannot be run at a position: its value stays unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole;

/// An option as a [`Generator`] shows it.
#[derive(Clone, Copy, Debug)]
pub struct Made<'w> {
    /// The line of the rules that made it.
    pub line: usize,
    /// The parts that the position becomes, one after another.
    pub words: &'w [i64],
    /// How many parts.
    pub parts: usize,
    /// What the mover gains.
    pub gain: i64,
    /// Does the same player move again?
    pub again: bool,
}

/// The rules of a game whose positions are runs of words.
pub trait Generator: Sync {
    /// Calls `visit` with every option of a position until it says stop.
    fn options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        visit: F,
    ) -> Result<(), Hole>;

    /// The options that no [`Ray`] of the game's shortcuts gives. May list more.
    fn other_options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        visit: F,
    ) -> Result<(), Hole> {
        self.options(words, mover, visit)
    }

    /// The outcome for the player to move, where the game is over by a rule.
    fn ended(&self, _words: &[i64], _mover: usize) -> Result<Option<Outcome>, Hole> {
        Ok(None)
    }

    /// What a player without a move gets.
    fn stuck(&self, mover: usize) -> Outcome;
}

/// What a table says of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Win, lose or draw for the player to move.
    Outcome,
    /// The Grundy value. The game is impartial, under normal play, without endings.
    Grundy,
    /// The score for the player to move.
    Score,
    /// The outcome, and the number of moves to the end when the winner hurries and the loser delays ([`solved`]).
    Remoteness,
}

/// What the values of a table of [`Ask::Remoteness`] say: a win in n moves is n + 1, a loss in n moves is -n - 1, a draw
/// is 0.
pub fn solved(value: i64) -> Solved {
    let moves = u32::try_from(value.unsigned_abs()).unwrap_or(u32::MAX);
    Solved { outcome: Outcome::of_sign(value), remoteness: moves.checked_sub(1) }
}

/// A family of moves that lowers one word and changes nothing else: by any amount, or by at most `most`. Every such
/// move whose result is in the space is a move of the game, and the turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The word: a number, or an element of a row (where the row is that long).
    pub at: usize,
    /// The most it is lowered by.
    pub most: Option<u64>,
}

/// A line of moves that cuts off the end of a row. An option with `k` elements left is the same for all positions
/// that share the row's length and its first `k + beyond` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The line.
    pub line: usize,
    /// The word of the row's length.
    pub row: usize,
    /// How many elements beyond those kept the move looks at.
    pub beyond: usize,
}

/// What is known of the moves that saves running them. Used for win and lose, where no rule ends the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shortcuts {
    /// Moves along one word.
    pub rays: Vec<Ray>,
    /// Lines that cut off the end of a row.
    pub cuts: Vec<Cut>,
}

/// The layer of a position: some number that every move lowers.
pub type Layer<'l> = &'l (dyn Fn(&[i64]) -> Option<u64> + Sync);

/// A table to be filled.
pub struct Job<'j> {
    /// The space.
    pub index: Index,
    /// What is asked.
    pub ask: Ask,
    /// Does it matter who moves? Then every position has two cells.
    pub sides: bool,
    /// May a game be drawn, or end by a rule?
    pub draws: bool,
    /// What saves running the rules.
    pub shortcuts: Shortcuts,
    /// A number that every move lowers, for spaces whose own order does not do.
    pub layer: Option<Layer<'j>>,
    /// Positions that are worth the same: of each class one is kept. For each player, where it matters who moves.
    pub orbits: Option<Orbits>,
    /// How many threads may work.
    pub threads: usize,
}

/// Why there is no table: the budget, or a cycle of play.
pub type FillStop = Stop<Vec<i64>, Infallible>;

/// The order in which a table was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By number, with predecessors of lost cells marked.
    Marked,
    /// By number.
    Numbers,
    /// By layers.
    Layers,
    /// Depth first.
    Depth,
}

/// How an attempt at filling ended.
enum Ran {
    Done,
    /// A value does not fit the store.
    Widen,
    /// An option was not filled before.
    Backward,
}

/// A filled table.
pub struct Filled {
    index: Index,
    ask: Ask,
    sides: bool,
    kept: Option<Kept>,
    store: AnyStore,
    width: Width,
    order: Order,
}

/// The bytes that a table takes as narrow as it can be, before anything is known of its values.
pub fn least_bytes(cells: usize, orbits: Option<&Orbits>, ask: Ask, draws: bool) -> usize {
    let width = Width::first(ask, draws, true);
    match orbits {
        Some(orbits) => {
            let values = if width == Width::Bit { cells } else { orbits.classes() };
            width.bytes(values) + Kept::most_bytes(cells, width)
        }
        None => width.bytes(cells),
    }
}

/// Fills a table.
pub fn fill<G: Generator>(generator: &G, job: Job<'_>, budget: &Budget) -> Result<Filled, FillStop> {
    let movers = if job.sides { 2 } else { 1 };
    let cells = job.index.cells() * movers;
    let mut room = Room::new(budget);
    let mut order = Order::Numbers;
    let mut width = Width::first(job.ask, job.draws, true);
    let kept = match job.orbits {
        Some(orbits) => Some(Kept::new(orbits, cells, width, job.threads, &mut room, budget)?),
        None => None,
    };
    let slots = kept.as_ref().map_or(cells, |kept| kept.slots(cells));
    let place = Place { generator, index: &job.index, movers, kept: kept.as_ref() };
    let mut marked = None;
    if kept.is_none() && width == Width::Bit && movers == 1 && !job.shortcuts.rays.is_empty() {
        let words = cells.div_ceil(64);
        room.take(0, words, size_of::<u64>())?;
        let zeros = zeroed(words).ok_or_else(|| room.refusal(0, room.used))?;
        marked = mark::mark(&place, &job.shortcuts, zeros, budget)?;
        room.give(words * size_of::<u64>());
    }
    if let Some(bits) = marked {
        let store = AnyStore::marked(bits);
        return Ok(Filled {
            index: job.index,
            ask: job.ask,
            sides: false,
            kept: None,
            store,
            width,
            order: Order::Marked,
        });
    }
    let mut store = AnyStore::new(width, job.ask, slots, &mut room)?;
    let mut progress = wave::Progress::new(&job.index, movers, job.threads, &mut room)?;
    let mut layered: Option<layers::Layers> = None;
    loop {
        let ran = match order {
            Order::Layers => match &mut layered {
                Some(layers) => {
                    with_store!(&store, s => layers.run(&place, job.ask, s, job.threads, budget))
                }
                None => Ok(Ran::Backward),
            },
            Order::Depth => {
                with_store!(&store, s => depth::run(&place, job.ask, s, cells, &mut room, budget))?
                    .map_err(|cycle| {
                        let mut words = vec![0; job.index.width()];
                        let position = |cell: usize| {
                            job.index.decode(cell / movers, &mut words);
                            words.clone()
                        };
                        Stop::Cycle(cycle.into_iter().map(position).collect())
                    })
                    .map(Ok)?
            }
            _ => with_store!(&store, s => wave::run(&place, job.ask, s, &mut progress, budget)),
        };
        match ran? {
            Ran::Done => break,
            Ran::Widen => {
                let Some(wider) = width.wider(job.ask) else {
                    // The widest store holds every value there can be.
                    return Err(room.refusal(progress.filled(), usize::MAX).into());
                };
                if width == Width::Bit {
                    progress.restart();
                }
                let old = width.bytes(slots);
                store = store.widened(wider, job.ask, slots, &mut room)?;
                room.give(old);
                width = wider;
            }
            Ran::Backward => {
                if width == Width::Bit {
                    // One bit does not say which cells are filled, and the other orders must know.
                    room.give(width.bytes(slots));
                    width = Width::Pair;
                    store = AnyStore::new(width, job.ask, slots, &mut room)?;
                }
                order = match (order, job.layer) {
                    (Order::Numbers, Some(layer)) => {
                        layered = layers::Layers::new(&place, layer, &mut room, budget)?;
                        if layered.is_some() { Order::Layers } else { Order::Depth }
                    }
                    _ => Order::Depth,
                };
                if order == Order::Depth
                    && let Some(layers) = layered.take()
                {
                    room.give(layers.bytes());
                }
            }
        }
    }
    let kept = kept.map(Kept::settled);
    Ok(Filled { index: job.index, ask: job.ask, sides: job.sides, kept, store, width, order })
}

impl Filled {
    /// The value of a position for a player to move: a Grundy value, a score, a remoteness as [`solved`] reads
    /// it, or -1, 0, 1 for lose, draw, win. `None` outside the table, and where the rules could not be run.
    pub fn get(&self, words: &[i64], mover: usize) -> Option<i64> {
        let at = self.index.encode(words)?;
        self.cell(if self.sides { 2 * at + mover.min(1) } else { at })
    }

    /// The outcome of a position for the player to move; `None` where [`get`](Self::get) has none. A Grundy value and a
    /// score tell it too.
    pub fn outcome(&self, words: &[i64], mover: usize) -> Option<Outcome> {
        let value = self.get(words, mover)?;
        Some(if self.ask == Ask::Grundy && value == 0 { Outcome::Lose } else { Outcome::of_sign(value) })
    }

    /// What was asked.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// The numbering of the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The cells: one for a position, or one for each player.
    pub fn cells(&self) -> usize {
        if self.sides { 2 * self.index.cells() } else { self.index.cells() }
    }

    /// The value of a cell by number, as [`get`](Self::get) gives it.
    pub fn cell(&self, cell: usize) -> Option<i64> {
        let slot = |kept: &Kept| kept.slot(kept.least(cell));
        let value = || self.store.get(self.kept.as_ref().map_or(cell, slot));
        (cell < self.cells()).then(value).filter(|&value| value > HOLE)
    }

    /// The cells whose values were found: one of each class, where symmetries were given.
    pub fn found(&self) -> usize {
        self.kept.as_ref().map_or(self.cells(), Kept::classes)
    }

    /// The bytes of the values, and of what says where they are.
    pub fn bytes(&self) -> usize {
        let cells = self.cells();
        let kept = self.kept.as_ref();
        self.width.bytes(kept.map_or(cells, |kept| kept.slots(cells))) + kept.map_or(0, Kept::bytes)
    }

    /// The order in which it was filled.
    pub fn order(&self) -> Order {
        self.order
    }
}

/// Lets several threads do the same work; the first halt counts.
fn on_threads(threads: usize, work: impl Fn() -> Result<(), Halt> + Sync) -> Result<(), Halt> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let own = work();
        // A thread that panicked has filled nothing wrong, but not everything: the panic goes on here.
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).fold(own, Result::and)
    })
}
