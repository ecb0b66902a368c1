//! What a question about large heaps will cost: their values, and the list of their moves.
//!
//! The heap engine lists some thousand values and then knows its own pace ([`bouton_engine::heaps::pace`]): whether a
//! period ends the work, whether few values are rare, or all pairs must be met. Moves are listed for two smaller
//! positions, and their number continued.

use crate::answer::entries::MOST;
use crate::engines::advice::scaled;
use crate::engines::estimate::Cost;
use crate::engines::heaps::heap_rule;
use crate::engines::solver::Solver;
use crate::game::Question;
use crate::tuning::{PACE_LISTED, PACE_MOVED};
use bouton_engine::heaps::{self, Pace};
use bouton_language::value::Value;
use std::time::Instant;

impl Solver {
    /// The cost of a question some of whose heaps go to the heap engine; `None` where the rest is what costs.
    pub(crate) fn heaps_cost(&mut self, question: &Question) -> Option<Cost> {
        let mut cost = Cost::NONE;
        for (game, position) in question.terms() {
            let largest = position.parts.iter().filter_map(|part| match **part {
                [Value::Int(n)] => u64::try_from(n).ok(),
                _ => None,
            });
            let (Some(rule), Some(heap)) = (heap_rule(game), largest.max()) else { return None };
            let started = Instant::now();
            let size = usize::try_from(heap.min(PACE_LISTED)).unwrap_or(usize::MAX);
            let listed = heaps::values(&rule, size, self.budget()).ok()?;
            let spent = started.elapsed().as_secs_f64();
            let cells = listed.cells();
            let width = cells.bytes() as f64 / cells.len().max(1) as f64;
            let Pace { units, begun } = heaps::pace(&rule, &listed, heap);
            let times = if units > 0.0 { (1.0 + units / begun.max(1.0)).max(1.0) } else { 1.0 };
            let count = if units > 0.0 { heap as f64 } else { cells.len() as f64 };
            cost.positions += count;
            cost.bytes += count * width;
            cost.seconds += spent * times;
        }
        let (moves, seconds) = self.listing_cost(question).unwrap_or_default();
        cost.seconds += seconds;
        cost.work = moves;
        Some(cost)
    }

    /// How many moves there will be, and how long it takes to list them.
    fn listing_cost(&self, question: &Question) -> Option<(f64, f64)> {
        let largest = question.largest() as f64;
        let mut points = Vec::new();
        let mut apart = Solver::tuned(self.budget().clone(), *self.tuning());
        for size in [PACE_MOVED / 2.0, PACE_MOVED] {
            let smaller = scaled(question, (size / largest).min(1.0))?;
            let at = smaller.at();
            apart.grundy(at).ok()?;
            let started = Instant::now();
            let sum = apart.sum_moves(at, 1).ok()?;
            points.push((sum.moves as f64, started.elapsed().as_secs_f64()));
        }
        let [(fewer, _), (more, seconds)] = points[..] else { return None };
        let exponent = (more / fewer.max(1.0)).max(1.0).log2();
        let moves = (more * (largest / PACE_MOVED).max(1.0).powf(exponent)).min(MOST as f64);
        Some((moves, seconds * moves / more.max(1.0)))
    }
}
