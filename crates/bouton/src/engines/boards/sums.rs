//! Who wins a partizan board, by its independent parts: a position is the sum of parts in their least form.
//!
//! Parts that cancel are taken out, and small ones are replaced by their values, of which numbers, ups and nimbers are added up. What is left is seen
//! by the player to move: with the other to move it is the negative that is asked for. So two boards are one position if their parts
//! are the same up to turns, places, exchange of the players and what the small ones are worth. Once all parts are small, the sum of
//! their values decides.

use super::values::Take;
use crate::engines::compiled::{Failure, Fault, Wholes, failure};
use crate::engines::whole::State;
use crate::value::rules::{Failed, PartValues, Sides, Signed};
use bouton_engine::search::Outcomes;
use bouton_engine::{self as engine, Budget, Halt, Outcome, Solved, Step};
use bouton_language::interp::{Part, Position};
use bouton_values::{HotSums, Value, Values};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Parts of at most this size are valued: larger ones may have long canonical forms.
const SMALL: u32 = 9;

/// A sum, seen by the player to move as Left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum<P> {
    /// Large parts, or their negatives, in order.
    parts: SmallVec<[(P, bool); 3]>,
    /// The values of small ones that are neither numbers nor ups and nimbers, in order.
    hot: SmallVec<[Value; 4]>,
    /// The sum of those that are.
    cold: Value,
}

impl<P> Sum<P> {
    fn nothing() -> Sum<P> {
        Sum { parts: SmallVec::new(), hot: SmallVec::new(), cold: Value::ZERO }
    }
}

/// What is known of the parts, and how they move.
struct Known<G: Sides> {
    parts: PartValues<G>,
    values: Values,
    sums: HotSums,
    /// Where a player's options are listed.
    listed: (Vec<Signed<G::Part>>, Vec<u32>),
}

impl<G: Sides<Part: Ord>> Known<G> {
    /// Adds a part, or its negative.
    fn join(&mut self, sum: &mut Sum<G::Part>, part: &G::Part, negative: bool) -> Result<(), Failed> {
        let game = self.parts.game();
        if game.size(part) <= SMALL {
            let value = self.parts.of_key(part, &mut self.values)?;
            let value = if negative { self.values.negate(value)? } else { value };
            return self.join_value(sum, value);
        }
        // A part that is its own negative has one sign.
        let own = game.is_own_negative(part);
        let cancels = |(other, sign): &(G::Part, bool)| other == part && (own || *sign != negative);
        if let Some(place) = sum.parts.iter().position(cancels) {
            sum.parts.remove(place);
        } else {
            let entry = (part.clone(), negative && !own);
            let place = sum.parts.partition_point(|other| *other < entry);
            sum.parts.insert(place, entry);
        }
        Ok(())
    }

    fn join_value(&mut self, sum: &mut Sum<G::Part>, value: Value) -> Result<(), Failed> {
        if self.values.as_simple(value).is_some() {
            sum.cold = self.values.add(sum.cold, value)?;
            return Ok(());
        }
        let negative = self.values.negate(value)?;
        if let Ok(place) = sum.hot.binary_search(&negative) {
            sum.hot.remove(place);
        } else {
            let place = sum.hot.partition_point(|other| *other < value);
            sum.hot.insert(place, value);
        }
        Ok(())
    }

    /// The negative of a sum.
    fn negative(&mut self, sum: &Sum<G::Part>) -> Result<Sum<G::Part>, Failed> {
        let mut out = Sum::nothing();
        out.cold = self.values.negate(sum.cold)?;
        for value in &sum.hot {
            out.hot.push(self.values.negate(*value)?);
        }
        out.hot.sort_unstable();
        let game = self.parts.game();
        let turned = |(part, sign): &(G::Part, bool)| (part.clone(), !sign && !game.is_own_negative(part));
        out.parts = sum.parts.iter().map(turned).collect();
        out.parts.sort_unstable();
        Ok(out)
    }

    /// The sum that a position is, for the player to move.
    fn sum_of(&mut self, part: &Part, mover: usize) -> Result<Sum<G::Part>, Failed> {
        let mut keys = Vec::new();
        self.parts.game().keys(part, &mut keys)?;
        let mut sum = Sum::nothing();
        for Signed { part, negative } in keys {
            self.join(&mut sum, &part, negative != (mover == 1))?;
        }
        Ok(sum)
    }

    /// Calls `visit` with what the other player finds after each move.
    fn each_move(&mut self, sum: &Sum<G::Part>, visit: &mut dyn FnMut(Sum<G::Part>)) -> Result<(), Failed> {
        for (at, (part, negative)) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == sum.parts[at] {
                continue;
            }
            let mut rest = sum.clone();
            rest.parts.remove(at);
            let (mut parts, mut ends) = std::mem::take(&mut self.listed);
            parts.clear();
            ends.clear();
            self.parts.game().options(part, usize::from(*negative), &mut parts, &mut ends)?;
            let mut from = 0;
            for end in &ends {
                let mut after = rest.clone();
                for Signed { part, negative: own } in &parts[from..*end as usize] {
                    self.join(&mut after, part, own != negative)?;
                }
                from = *end as usize;
                visit(self.negative(&after)?);
            }
            self.listed = (parts, ends);
        }
        for (at, value) in sum.hot.iter().enumerate() {
            if at > 0 && sum.hot[at - 1] == *value {
                continue;
            }
            let mut rest = sum.clone();
            rest.hot.remove(at);
            self.each_option(*value, &rest, visit)?;
        }
        // A large part may be a number in disguise, so that moves in numbers are moves like others.
        let rest = Sum { cold: Value::ZERO, ..sum.clone() };
        self.each_option(sum.cold, &rest, visit)
    }

    fn each_option(
        &mut self,
        value: Value,
        rest: &Sum<G::Part>,
        visit: &mut dyn FnMut(Sum<G::Part>),
    ) -> Result<(), Failed> {
        for option in self.values.lefts(value)? {
            let mut after = rest.clone();
            self.join_value(&mut after, option)?;
            visit(self.negative(&after)?);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.parts.memory() + self.values.bytes() + self.sums.bytes()
    }
}

/// Sums of parts as a game.
struct Sums<G: Sides>(Arc<Mutex<Known<G>>>);

impl<G: Sides> Sums<G> {
    fn known(&self) -> MutexGuard<'_, Known<G>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a sum could not be looked at. Where there is no room for values, others search without.
fn fault(failed: Failed) -> Fault {
    match failed {
        Failed::Halted(Halt::Memory { .. } | Halt::Size) => Fault::Unfit,
        Failed::Halted(halt) => Fault::Halted(halt),
        Failed::Unfit | Failed::Rules(_) | Failed::Loopy(_) => Fault::Unfit,
    }
}

impl<G> engine::Game for Sums<G>
where
    G: Sides<Part: Ord + Debug + Send + Sync> + Send,
{
    type Position = Sum<G::Part>;
    type Error = Fault;

    fn ended(&self, sum: &Sum<G::Part>) -> Result<Option<Outcome>, Fault> {
        if !sum.parts.is_empty() {
            return Ok(None);
        }
        let mut known = self.known();
        let Known { values, sums, .. } = &mut *known;
        // What sums of values are worth is found again sooner than memory.
        if sums.bytes() > values.budget().memory_limit() / 8 {
            *sums = HotSums::default();
        }
        let parts: SmallVec<[Value; 6]> = sum.hot.iter().copied().chain([sum.cold]).collect();
        let wins = values.mover_wins(&parts, true, sums).map_err(|halt| fault(Failed::Halted(halt)))?;
        Ok(Some(if wins { Outcome::Win } else { Outcome::Lose }))
    }

    fn options(&self, sum: &Sum<G::Part>, out: &mut Vec<Step<Sum<G::Part>>>) -> Result<(), Fault> {
        self.known().each_move(sum, &mut |after| out.push(Step::new(after))).map_err(fault)
    }

    fn stuck(&self, _: &Sum<G::Part>) -> Outcome {
        Outcome::Lose
    }

    fn bytes(&self, sum: &Sum<G::Part>) -> usize {
        let parts = if sum.parts.spilled() { sum.parts.capacity() * size_of::<(G::Part, bool)>() } else { 0 };
        let hot = if sum.hot.spilled() { sum.hot.capacity() * size_of::<Value>() } else { 0 };
        size_of::<Sum<G::Part>>() + parts + hot
    }
}

/// Who wins, by the parts of a board.
struct BySums<G>
where
    G: Sides<Part: Ord + Debug + Send + Sync> + Send,
{
    known: Arc<Mutex<Known<G>>>,
    outcomes: Outcomes<Sums<G>>,
}

impl<G> BySums<G>
where
    G: Sides<Part: Ord + Debug + Send + Sync> + Send,
{
    fn sum(&self, state: &State) -> Result<Sum<G::Part>, Fault> {
        let [Position { parts }] = state.positions.as_slice() else { return Err(Fault::Unfit) };
        let [part] = parts.as_slice() else { return Err(Fault::Unfit) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.sum_of(part, state.turn.mover).map_err(fault)
    }
}

impl<G> Wholes for BySums<G>
where
    G: Sides<Part: Ord + Debug + Send + Sync> + Send,
{
    fn outcome(&mut self, state: &State, budget: &Budget) -> Result<Outcome, Failure> {
        // One half is for what is known of parts, the other for sums of them.
        let half = budget.memory_limit() / 2;
        let held = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.values.limit(&budget.less(half));
            known.bytes()
        };
        let shown = |_: &Sum<G::Part>| State::new(Position::default(), 0);
        let stopped = |fault: Fault| failure(engine::Stop::Rules(fault), shown);
        let sum = self.sum(state).map_err(stopped)?;
        let found = self.outcomes.solve(&sum, &budget.less(half.max(held)));
        found.map_err(|stop| match stop {
            // The positions that come round are named by those who know them.
            engine::Stop::Cycle(_) => Failure::Unfit,
            other => failure(other, shown),
        })
    }

    fn solved(&mut self, _: &State, _: &Budget) -> Result<Solved, Failure> {
        Err(Failure::Unfit)
    }

    fn score(&mut self, _: &State, _: &Budget) -> Result<i64, Failure> {
        Err(Failure::Unfit)
    }

    fn known(&self, state: &State) -> Option<Outcome> {
        self.outcomes.known(&self.sum(state).ok()?)
    }

    fn learn_outcome(&mut self, _: &State, _: Outcome, _: &Budget) -> Result<(), Failure> {
        Ok(())
    }

    fn learn_score(&mut self, _: &State, _: i64, _: &Budget) -> Result<(), Failure> {
        Ok(())
    }

    fn positions(&self) -> usize {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.outcomes.positions() + known.parts.count()
    }

    fn bytes(&self) -> usize {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.outcomes.bytes() + known.bytes()
    }
}

/// Takes the parts of a board to search their sums.
pub(super) struct ToSums;

impl Take for ToSums {
    type Taken = Box<dyn Wholes>;

    fn take<G>(self, game: G) -> Box<dyn Wholes>
    where
        G: Sides<Part: Ord + Debug + Send + Sync> + Send + 'static,
    {
        let known = Known {
            parts: PartValues::new(game),
            values: Values::new(),
            sums: HotSums::default(),
            listed: Default::default(),
        };
        let known = Arc::new(Mutex::new(known));
        Box::new(BySums { outcomes: Outcomes::new(Sums(known.clone())), known })
    }
}
