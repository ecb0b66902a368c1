//! A game of one's own, written in Rust for the engines: Kayles as a row of pins. Knock down one pin or two neighbours; who knocks
//! down the last one wins.

use bouton::engine::{Budget, Game, Grundy, Outcome, Outcomes, Step, Whole};
use std::convert::Infallible;

/// Pins that stand, as runs of neighbours, the longest first.
type Runs = Vec<u8>;

/// The rules.
struct Kayles;

impl Game for Kayles {
    type Position = Runs;
    type Error = Infallible;

    fn ended(&self, _: &Runs) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, runs: &Runs, out: &mut Vec<Step<Runs>>) -> Result<(), Infallible> {
        for (i, &run) in runs.iter().enumerate() {
            for down in 1..=run.min(2) {
                for left in 0..=run - down {
                    let mut next = runs.clone();
                    next[i] = left;
                    next.push(run - down - left);
                    next.retain(|&run| run > 0);
                    next.sort_unstable_by(|a, b| b.cmp(a));
                    out.push(Step::new(next));
                }
            }
        }
        Ok(())
    }

    fn stuck(&self, _: &Runs) -> Outcome {
        Outcome::Lose
    }
}

fn main() {
    for runs in [vec![5], vec![3, 3], vec![4, 2, 1]] {
        println!("{runs:?}: {}", worth(&runs));
    }
}

/// Outcome and Grundy value of a position.
pub(crate) fn worth(runs: &[u8]) -> String {
    let (runs, budget) = (runs.to_vec(), Budget::unlimited());
    match (Outcomes::new(Kayles).solve(&runs, &budget), Grundy::new(Whole(Kayles)).value(&runs, &budget)) {
        (Ok(outcome), Ok(value)) => format!("{outcome:?}, value {}", value.0),
        // Without a budget and without rules that fail, nothing stops an engine but memory.
        _ => "no memory".into(),
    }
}
