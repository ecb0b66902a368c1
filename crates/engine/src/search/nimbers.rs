//! The nimber of a part or a sum, and whether a sum is lost.

use super::aspiration::{Nim, NimberSearch, Table, known};
use super::lockless::{Lockless, Packed};
use super::nimber_set::NimberSet;
use super::sharded::Sharded;
use super::solver::{Question, Search};
use crate::stop::SumStop;
use crate::{Budget, Nimber, Outcome, Sum};

/// Asks for the nimbers of parts.
pub struct ByNimber;

impl<S: Sum> Question<S> for ByNimber {
    type Position = S::Part;
    type Fact = Nim;
}

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
pub type Nimbers<S, M = Sharded<<S as Sum>::Part, Nim>> = Search<ByNimber, S, M>;

/// The solver that [`Nimbers::packed`] makes.
pub type PackedNimbers<S> = Nimbers<S, Lockless<<S as Sum>::Part, Nim>>;

impl<S: Sum, M: Table<S>> Nimbers<S, M> {
    /// The value of `part` if it is known already.
    pub fn known(&self, part: &S::Part) -> Option<Nimber> {
        let known = self.team.with_table(|table| known::<S, M>(&self.game, table, part, M::hash(part)));
        known.nimber.map(Nimber)
    }

    /// Takes the value of `part` from somebody who knows it. Where the memory of the budget is used up,
    /// something else may be forgotten for it.
    pub fn learn(&mut self, part: S::Part, value: Nimber, budget: &Budget) {
        self.recall(&part, Nim { nimber: Some(value.0), not: 0 }, budget);
    }

    /// The same for anything that is known of it, as [`Nimbers::facts`] gave it.
    pub fn recall(&mut self, part: &S::Part, fact: Nim, budget: &Budget) {
        let heap = self.game.bytes(part).saturating_sub(size_of::<S::Part>());
        self.team.learn(part, heap, fact, budget);
    }

    /// The Grundy value of `part`.
    pub fn value(&mut self, part: &S::Part, budget: &Budget) -> Result<Nimber, SumStop<S>> {
        // Every nimber is asked for, so one is found.
        self.within(part, NimberSet::ALL, budget).map(|found| Nimber(found.unwrap_or(0)))
    }

    /// The nim-sum of the values of `parts`.
    pub fn sum<'p>(
        &mut self,
        parts: impl IntoIterator<Item = &'p S::Part>,
        budget: &Budget,
    ) -> Result<Nimber, SumStop<S>>
    where
        S::Part: 'p,
    {
        parts.into_iter().map(|part| self.value(part, budget)).sum()
    }

    /// Whether the sum of `parts` is won or lost for the player to move. Cheaper than its nimber, since of
    /// the hardest part it need only be known whether it equals the sum of the others.
    pub fn outcome(&mut self, parts: &[S::Part], budget: &Budget) -> Result<Outcome, SumStop<S>> {
        let hardest = (0..parts.len()).max_by_key(|at| self.game.weight(&parts[*at]));
        let Some(hardest) = hardest else { return Ok(Outcome::Lose) };
        let others = parts.iter().enumerate().filter(|(at, _)| *at != hardest).map(|(_, part)| part);
        let rest = self.sum(others, budget)?;
        let found = self.within(&parts[hardest], NimberSet::one(rest.0), budget)?;
        Ok(if found == Some(rest.0) { Outcome::Lose } else { Outcome::Win })
    }

    /// The nimber of `part`, unless it is known not to be one of these.
    fn within(&self, part: &S::Part, wanted: NimberSet, budget: &Budget) -> Result<Option<u32>, SumStop<S>> {
        let known = self.team.with_table(|table| known::<S, M>(&self.game, table, part, M::hash(part)));
        if known.nimber.is_some() || known.excludes(wanted) {
            return Ok(known.nimber);
        }
        self.team
            .ask(budget, |number, of, table| NimberSearch::new(&self.game, (number, of), part, wanted, table))
    }
}

impl<S: Sum> PackedNimbers<S>
where
    S::Part: Packed,
{
    /// Everything that is known of parts, in no order.
    pub fn facts(&self) -> Vec<(S::Part, Nim)> {
        self.team.with_table(|table| table.entries().map(|(part, fact, _)| (part, fact)).collect())
    }
}
