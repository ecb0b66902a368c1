//! The value of a cell from those of its options, each in one word that may be completed later.
//!
//! An [entry](Entries) is an option: the number of its value, or of the sum of its parts, which are added as they become
//! known. The rules of judging are those of the table engine, written a second time: tests compare the two.

use crate::store::{FIRST, HOLE, UNFILLED, moves_of, outcome_code, outcome_of, solved_code};
use bouton_engine::Outcome;
use bouton_engine::table::fill::Ask;

/// The mover moves again.
pub(crate) const AGAIN: u32 = 1 << 31;
/// Nothing can be said of the option.
const HOLED: u32 = 1 << 30;
/// The option was not filled: the order of the layers is wrong.
const EARLY: u32 = 1 << 29;
const FLAGS: u32 = AGAIN | HOLED | EARLY;

/// Adds the value of a part to an option. A single value is a sum of one part.
#[inline]
pub(crate) fn add(entry: &mut u32, code: u32) {
    match code {
        UNFILLED => *entry |= EARLY,
        HOLE => *entry |= HOLED,
        code => *entry ^= code - FIRST,
    }
}

/// An option that nothing can be said of.
#[inline]
pub(crate) fn hole(entry: &mut u32) {
    *entry |= HOLED;
}

/// Does one option that is known decide the outcome?
#[inline]
pub(crate) fn settles(ask: Ask, entry: u32) -> bool {
    ask == Ask::Outcome && entry & (HOLED | EARLY) == 0 && worth(entry) == Outcome::Win
}

fn worth(entry: u32) -> Outcome {
    outcome_of(entry & !FLAGS).through(entry & AGAIN != 0)
}

/// Judges cells; keeps the room that it needs for it.
#[derive(Default)]
pub(crate) struct Judge {
    seen: Vec<bool>,
}

impl Judge {
    /// The code of a cell with these options, `stuck` if there are none. [`UNFILLED`] where one was not filled.
    pub(crate) fn code(&mut self, ask: Ask, entries: &[u32], stuck: Outcome) -> u32 {
        let all = entries.iter().fold(0, |a, e| a | e);
        if all & EARLY != 0 {
            return UNFILLED;
        }
        let holed = all & HOLED != 0;
        match ask {
            Ask::Grundy if holed => HOLE,
            Ask::Grundy => FIRST + self.mex(entries),
            Ask::Remoteness if holed => HOLE,
            Ask::Remoteness => FIRST + soonest(entries).unwrap_or_else(|| solved_code(stuck, ended(stuck))),
            Ask::Outcome | Ask::Score => {
                let known = entries.iter().filter(|e| **e & HOLED == 0);
                match known.map(|e| worth(*e)).max() {
                    Some(Outcome::Win) => FIRST + outcome_code(Outcome::Win),
                    _ if holed => HOLE,
                    best => FIRST + outcome_code(best.unwrap_or(stuck)),
                }
            }
        }
    }

    fn mex(&mut self, entries: &[u32]) -> u32 {
        // The mex of n values is at most n: larger values do not matter.
        self.seen.clear();
        self.seen.resize(entries.len() + 1, false);
        for entry in entries {
            if let Some(seen) = self.seen.get_mut((entry & !FLAGS) as usize) {
                *seen = true;
            }
        }
        self.seen.iter().position(|seen| !seen).unwrap_or(0) as u32
    }
}

/// How many moves away an end by a rule is: none, and a draw has no remoteness.
pub(crate) fn ended(outcome: Outcome) -> Option<u32> {
    (outcome != Outcome::Draw).then_some(0)
}

/// The quickest win; without one a draw; without either the loss that takes longest.
fn soonest(entries: &[u32]) -> Option<u32> {
    let option = |entry: &u32| (worth(*entry), moves_of(entry & !FLAGS).map_or(0, |n| n + 1));
    let eager = |(outcome, moves): &(Outcome, u32)| {
        let moves = i64::from(*moves);
        (*outcome, if *outcome == Outcome::Win { -moves } else { moves })
    };
    let (outcome, moves) = entries.iter().map(option).max_by_key(eager)?;
    Some(solved_code(outcome, (outcome != Outcome::Draw).then_some(moves)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOST: u32 = FIRST;
    const WON: u32 = FIRST + 1;

    fn entry(code: u32) -> u32 {
        let mut entry = 0;
        add(&mut entry, code);
        entry
    }

    #[test]
    fn outcomes() {
        let mut judge = Judge::default();
        let mut code = |codes: &[u32]| {
            let entries: Vec<u32> = codes.iter().map(|c| entry(*c)).collect();
            judge.code(Ask::Outcome, &entries, Outcome::Lose)
        };
        assert_eq!(code(&[]), LOST);
        assert_eq!(code(&[WON, LOST]), WON);
        assert_eq!(code(&[WON, WON]), LOST);
        assert_eq!(code(&[WON, FIRST + 2]), FIRST + 2);
        assert_eq!(code(&[WON, HOLE]), HOLE);
        assert_eq!(code(&[LOST, HOLE]), WON);
        assert_eq!(code(&[LOST, UNFILLED]), UNFILLED);
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let mut judge = Judge::default();
        let mut code = |codes: &[(Outcome, Option<u32>)]| {
            let entries: Vec<u32> = codes.iter().map(|(o, n)| entry(FIRST + solved_code(*o, *n))).collect();
            let code = judge.code(Ask::Remoteness, &entries, Outcome::Lose) - FIRST;
            (outcome_of(code), moves_of(code))
        };
        let (win, lose, draw) = (Outcome::Win, Outcome::Lose, Outcome::Draw);
        assert_eq!(code(&[]), (lose, Some(0)));
        assert_eq!(code(&[(lose, Some(4)), (lose, Some(2)), (win, Some(1))]), (win, Some(3)));
        assert_eq!(code(&[(win, Some(1)), (win, Some(7))]), (lose, Some(8)));
        assert_eq!(code(&[(win, Some(1)), (draw, None)]), (draw, None));
    }

    #[test]
    fn values_of_parts_are_added() {
        let mut judge = Judge::default();
        let mut sum = 0;
        add(&mut sum, FIRST + 3);
        add(&mut sum, FIRST + 2);
        assert_eq!(
            judge.code(Ask::Grundy, &[sum, entry(FIRST), entry(FIRST + 400)], Outcome::Lose),
            FIRST + 2
        );
        assert_eq!(judge.code(Ask::Grundy, &[], Outcome::Lose), FIRST);
    }
}
