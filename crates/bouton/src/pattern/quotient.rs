//! Misère play of heaps: the quotient is the pattern behind all sums, and it decides what was found about single heaps.

use super::{Found, Patterns, PeriodFound, QuotientFound};
use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::game::Game;

impl Solver {
    /// Names the misère quotient of a game's heaps, where a little work finds one; `seen` heaps were looked at.
    pub(super) fn by_quotient(&mut self, game: &Game, seen: usize, patterns: &mut Patterns) {
        let Some(misere) = self.quotient_of(game) else { return };
        let (order, lost) = (misere.order, misere.lost.len());
        let period = misere.period.map(|p| (p.length, p.from));
        let repeats = period
            .map_or(String::new(), |(length, from)| format!(", Φ(n + {length}) = Φ(n) for n >= {from}"));
        if let Some((length, from)) = period.filter(|(length, from)| seen >= from + 2 * length) {
            for found in &mut patterns.found {
                let repeats = found.period.as_ref().is_some_and(|p| {
                    (length as u64).is_multiple_of(p.period) && p.from <= (from + length) as i64
                });
                if found.kind == "finite" || found.kind == "residues" && repeats {
                    found.status = Status::Proved;
                    found.reason =
                        ["it follows from the period of the heaps' elements", "由各堆元素的周期得出"].into();
                }
            }
        }
        patterns.found.insert(
            0,
            Found {
                status: misere.status.clone(),
                formula: format!("|Q| = {order}, |P| = {lost}{repeats}"),
                reason: misere.reason.clone(),
                claim: period.map(|(length, from)| format!("claim period {length} from {from}")),
                period: period.map(|(length, from)| PeriodFound {
                    period: length as u64,
                    saltus: 0,
                    from: from as i64,
                    cycle: Vec::new(),
                }),
                quotient: Some(QuotientFound { order, lost, tame: misere.tame, nim: misere.nim }),
                ..Found::new("quotient")
            },
        );
    }
}
