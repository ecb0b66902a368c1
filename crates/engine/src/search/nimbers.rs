//! The nimber of a part or a sum, and whether a sum is lost.

use super::memory::Memory;
use super::seek::{Failure, Nim, Seeker, known};
use super::shelf::Shelf;
use super::slots::{Packed, Slots};
use super::team::Team;
use super::wanted::Wanted;
use crate::{Budget, Nimber, Outcome, Sum};

/// Finds Grundy values of parts too large for [`Grundy`](crate::Grundy), which looks at every option of
/// every part it meets, and remembers them for the next question.
///
/// ```
/// use bouton_engine::search::Nimbers;
/// use bouton_engine::{Budget, Nimber, Outcome, Sum};
///
/// /// Kayles: knock down one or two neighbouring pins of a row, which may leave two rows.
/// struct Kayles;
/// impl Sum for Kayles {
///     type Part = u32;
///     type Error = std::convert::Infallible;
///     fn options(&self, row: &u32, out: &mut Vec<Vec<u32>>) -> Result<(), Self::Error> {
///         for hit in 1..=2.min(*row) {
///             out.extend((0..=row - hit).map(|left| vec![left, row - hit - left]));
///         }
///         Ok(())
///     }
/// }
///
/// let mut kayles = Nimbers::packed(Kayles);
/// let budget = Budget::unlimited();
/// assert_eq!(kayles.value(&11, &budget), Ok(Nimber(6)));
/// assert_eq!(kayles.outcome(&[3, 7, 8], &budget), Ok(Outcome::Lose));
/// ```
pub struct Nimbers<S: Sum, M: Memory<Position = S::Part, Fact = Nim> = Shelf<<S as Sum>::Part, Nim>> {
    game: S,
    team: Team<M>,
}

/// The solver that [`Nimbers::packed`] makes.
pub type PackedNimbers<S> = Nimbers<S, Slots<<S as Sum>::Part, Nim>>;

impl<S: Sum> Nimbers<S> {
    /// A solver for parts of any kind, that knows nothing yet.
    pub fn new(game: S) -> Self {
        Self { game, team: Team::default() }
    }
}

impl<S: Sum> PackedNimbers<S>
where
    S::Part: Packed,
{
    /// A solver for parts of a few words, that knows nothing yet.
    pub fn packed(game: S) -> Self {
        Self { game, team: Team::default() }
    }
}

impl<S: Sum, M: Memory<Position = S::Part, Fact = Nim>> Nimbers<S, M> {
    /// With this many threads for large questions. One thread searches the same way every time.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.team.set_threads(threads);
        self
    }

    /// With a thread for every core for large questions.
    #[must_use]
    pub fn every_core(mut self) -> Self {
        self.team.use_every_core();
        self
    }

    /// The game.
    pub fn game(&self) -> &S {
        &self.game
    }

    /// The number of parts stored.
    pub fn positions(&self) -> usize {
        self.team.with_table(M::stored)
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        self.team.with_table(M::bytes)
    }

    /// How many parts were expanded for all questions so far, by the first thread.
    pub fn entered(&self) -> u64 {
        self.team.entered()
    }

    /// The value of `part` if it is known already.
    pub fn known(&self, part: &S::Part) -> Option<Nimber> {
        let known = self.team.with_table(|table| known::<S, M>(&self.game, table, part, M::hash(part)));
        known.nimber.map(Nimber)
    }

    /// Takes the value of `part` from somebody who knows it. Where the memory of the budget is used up,
    /// something else may be forgotten for it.
    pub fn learn(&mut self, part: S::Part, value: Nimber, budget: &Budget) {
        let heap = self.game.bytes(&part).saturating_sub(size_of::<S::Part>());
        self.team.learn(&part, heap, Nim { nimber: Some(value.0), not: 0 }, budget);
    }

    /// The Grundy value of `part`.
    pub fn value(&mut self, part: &S::Part, budget: &Budget) -> Result<Nimber, Failure<S>> {
        // Every nimber is asked for, so one is found.
        self.within(part, Wanted::ALL, budget).map(|found| Nimber(found.unwrap_or(0)))
    }

    /// The nim-sum of the values of `parts`.
    pub fn sum<'p>(
        &mut self,
        parts: impl IntoIterator<Item = &'p S::Part>,
        budget: &Budget,
    ) -> Result<Nimber, Failure<S>>
    where
        S::Part: 'p,
    {
        let mut total = Nimber(0);
        for part in parts {
            total += self.value(part, budget)?;
        }
        Ok(total)
    }

    /// Whether the sum of `parts` is won or lost for the player to move. Cheaper than its nimber, since of
    /// the hardest part it need only be known whether it equals the sum of the others.
    pub fn outcome(&mut self, parts: &[S::Part], budget: &Budget) -> Result<Outcome, Failure<S>> {
        let hardest = (0..parts.len()).max_by_key(|at| self.game.weight(&parts[*at]));
        let Some(hardest) = hardest else { return Ok(Outcome::Lose) };
        let others = parts.iter().enumerate().filter(|(at, _)| *at != hardest).map(|(_, part)| part);
        let rest = self.sum(others, budget)?;
        let found = self.within(&parts[hardest], Wanted::one(rest.0), budget)?;
        Ok(if found == Some(rest.0) { Outcome::Lose } else { Outcome::Win })
    }

    /// The nimber of `part`, unless it is known not to be one of these.
    fn within(&self, part: &S::Part, wanted: Wanted, budget: &Budget) -> Result<Option<u32>, Failure<S>> {
        let known = self.team.with_table(|table| known::<S, M>(&self.game, table, part, M::hash(part)));
        if known.nimber.is_some() || known.excludes(wanted) {
            return Ok(known.nimber);
        }
        self.team.ask(budget, |number, of, table| Seeker::new(&self.game, (number, of), part, wanted, table))
    }
}
