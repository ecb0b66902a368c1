//! Outcome and remoteness where play may come back to a position: retrograde analysis (Zermelo 1913; Ströhlein 1970;
//! Thompson 1986), with remoteness after Steinhaus 1925 and Smith 1966.
//!
//! All positions that can be reached are numbered, each with the list of those that lead to it. Then the
//! end is walked back to the start, one move further at a time: a position is won when enough of its
//! options are lost for the opponent, lost when enough are won for the opponent (`choice.rs` says how many),
//! and the number of the round is its remoteness: the winner hurries, the loser delays. What is never
//! reached from the end can go on for ever, and the game's `endless` rule decides it.
//!
//! The positions of one question are closed under moves, so what they are worth is final. A later question
//! explores only what is new and starts from the old values as if they were ends.

use crate::choice::Choice;
use crate::stop::GameStop;
use crate::store::{Id, Interner, Paged};
use crate::{Budget, Game, Outcome, Stop};
use bouton_budget::Meter;

mod backward;

use backward::Backward;

/// The remoteness of a position that nobody can bring to an end.
const NEVER: u32 = u32::MAX;

/// What a position is worth, and how far it is from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solved {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of moves to the end when the winner hurries and the loser delays. `None` for a draw,
    /// and for a win or loss that comes from play without end.
    pub remoteness: Option<u32>,
}

/// Finds outcomes and remoteness of all positions that can be reached, and remembers them.
///
/// ```
/// use bouton_engine::{Budget, Game, Outcome, Retrograde, Solved, Step};
///
/// /// A token on a ring of nine walks one or two places on; who reaches place 0 wins.
/// struct Ring;
/// impl Game for Ring {
///     type Position = u8;
///     type Error = std::convert::Infallible;
///     fn ended(&self, place: &u8) -> Result<Option<Outcome>, Self::Error> {
///         Ok((*place == 0).then_some(Outcome::Lose))
///     }
///     fn options(&self, place: &u8, out: &mut Vec<Step<u8>>) -> Result<(), Self::Error> {
///         out.extend([1, 2].map(|far| Step::new((place + far) % 9)));
///         Ok(())
///     }
///     fn stuck(&self, _: &u8) -> Outcome {
///         Outcome::Lose
///     }
/// }
///
/// let mut ring = Retrograde::new(Ring);
/// let at_four = ring.solve(&4, &Budget::unlimited()).unwrap();
/// assert_eq!(at_four, Solved { outcome: Outcome::Win, remoteness: Some(3) });
/// ```
pub struct Retrograde<G: Game> {
    game: G,
    table: Interner<G::Position>,
    outcomes: Paged<Outcome>,
    remoteness: Paged<u32>,
}

/// New positions and the moves from them, before they are solved.
struct Batch {
    /// The number of the first new position.
    base: usize,
    choices: Paged<Choice>,
    /// Options of all new positions one after another: twice the number, plus one if the move goes on.
    options: Paged<u32>,
    /// For each new position, where its options end.
    ends: Paged<usize>,
}

impl Batch {
    fn bytes(&self) -> usize {
        self.choices.bytes() + self.options.bytes() + self.ends.bytes()
    }
}

impl<G: Game> Retrograde<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, table: Interner::new(), outcomes: Paged::new(), remoteness: Paged::new() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions solved.
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.outcomes.bytes() + self.remoteness.bytes()
    }

    /// What is known of `position`.
    pub fn known(&self, position: &G::Position) -> Option<Solved> {
        self.table.get(position).map(|id| self.solved(id))
    }

    /// Solves `position` and all that can be reached from it.
    pub fn solve(&mut self, position: &G::Position, budget: &Budget) -> Result<Solved, GameStop<G>> {
        if let Some(solved) = self.known(position) {
            return Ok(solved);
        }
        let moment = self.table.moment();
        let id = self.table.len() as Id;
        let meter = &mut Meter::new(budget);
        let explored = self.explore(position, meter);
        match explored.and_then(|batch| self.decide(batch, meter)) {
            // The position asked about is the first new one.
            Ok(()) => Ok(self.solved(id)),
            Err(stop) => {
                // Only solved positions are kept.
                self.table.return_to(moment);
                Err(stop)
            }
        }
    }

    fn solved(&self, id: Id) -> Solved {
        let remoteness = self.remoteness[id as usize];
        Solved {
            outcome: self.outcomes[id as usize],
            remoteness: (remoteness != NEVER).then_some(remoteness),
        }
    }

    /// Numbers all that can be reached from `position` and was not known.
    fn explore(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Batch, GameStop<G>> {
        let mut batch = Batch {
            base: self.table.len(),
            choices: Paged::new(),
            options: Paged::new(),
            ends: Paged::new(),
        };
        self.number(position.clone(), &batch, meter)?;
        let mut steps = Vec::new();
        let mut options = Vec::new();
        let mut next = batch.base;
        while next < self.table.len() {
            meter.tick(self.table.len())?;
            let position = &self.table[next as Id];
            let ended = self.game.ended(position).map_err(Stop::Rules)?;
            let stuck = ended.unwrap_or_else(|| self.game.stuck(position));
            let mut block = 0;
            if ended.is_none() {
                let listed = self.game.options(position, &mut steps);
                listed.map_err(Stop::Rules)?;
                block = self.game.block(position).map_err(Stop::Rules)?;
            }
            options.clear();
            for step in steps.drain(..) {
                let id = self.number(step.to, &batch, meter)?;
                options.push((id << 1) | u32::from(step.again));
            }
            options.sort_unstable();
            options.dedup();
            let choice = Choice::new(options.len(), block, stuck);
            let choice = choice.ok_or_else(|| meter.full(self.table.len()))?;
            batch.choices.push(choice);
            options.iter().for_each(|&option| batch.options.push(option));
            batch.ends.push(batch.options.len());
            next += 1;
        }
        Ok(batch)
    }

    /// The number of `position`, new or not.
    fn number(&mut self, position: G::Position, batch: &Batch, meter: &Meter<'_>) -> Result<Id, GameStop<G>> {
        let held = self.bytes() + batch.bytes();
        Ok(self.table.number(position, held, meter, |p| self.game.bytes(p))?)
    }

    /// Works out what the new positions are worth, and stores it.
    fn decide(&mut self, batch: Batch, meter: &mut Meter<'_>) -> Result<(), GameStop<G>> {
        let base = batch.base;
        let stored = self.table.len();
        let need = Backward::bytes_for(&batch) + (stored - base) * (1 + size_of::<u32>());
        meter.room_for(stored, self.bytes() + batch.bytes(), need)?;
        let mut backward = Backward::new(batch, |id| self.solved(id));
        backward.count(|| meter.tick(stored))?;
        let endless = |index| self.game.endless(&self.table[(base + index) as Id]);
        for solved in backward.finish(endless, || meter.tick(stored))? {
            self.outcomes.push(solved.outcome);
            self.remoteness.push(solved.remoteness.unwrap_or(NEVER));
        }
        Ok(())
    }
}
