//! Why play ends, for words of any length: every move makes a sum of weights of letters smaller, or it makes the word smaller in the
//! order of a dictionary.

use super::board::Board;
use super::marked::around;
use super::transducer::Transducer;
use crate::effort::Effort;
use bouton_budget::Halt;
use std::collections::BTreeSet;

/// What gets smaller with every move, in every word that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the weights of the letters.
    Weights(Vec<u64>),
    /// The word in the order of a dictionary, among words of one length: the rank of each letter, and from which side the
    /// words are read.
    Order {
        /// By letter.
        ranks: Vec<u64>,
        /// The first letter that differs is looked for from the right.
        right: bool,
    },
}

/// The words up to this length are looked at to guess weights.
const SEEN: usize = 5;

/// The most words that are looked at.
const WORDS: usize = 3000;

pub(super) fn measure(board: &Board, effort: &Effort) -> Result<Option<Measure>, Halt> {
    if let Some(weights) = guess(board, effort)?
        && falls(board, &weights, effort)?
    {
        return Ok(Some(Measure::Weights(weights.into_iter().map(|w| w as u64).collect())));
    }
    for right in [false, true] {
        if let Some(ranks) = order(board, right) {
            return Ok(Some(Measure::Order { ranks, right }));
        }
    }
    Ok(None)
}

/// Weights for which the moves of short words fall.
fn guess(board: &Board, effort: &Effort) -> Result<Option<Vec<i64>>, Halt> {
    let letters = board.alphabet;
    let count = |word: &[u8]| {
        let mut out = vec![0i64; letters];
        word.iter().for_each(|l| out[*l as usize] += 1);
        out
    };
    let mut steps: BTreeSet<Vec<i64>> = BTreeSet::new();
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    while at < open.len() {
        let word = open[at].clone();
        at += 1;
        let before = count(&word);
        for player in 0..board.players() {
            for part in board.options(player, &word, effort)?.into_iter().flatten() {
                let step = count(&part).iter().zip(&before).map(|(a, b)| a - b).collect();
                steps.insert(step);
            }
        }
        if word.len() < SEEN && open.len() < WORDS {
            open.extend((0..letters as u8).map(|l| [&word[..], &[l]].concat()));
        }
    }
    // Every step must lose: as long as one does not, the weights move away from it.
    let mut weights = vec![1i64; letters];
    for _ in 0..2000 {
        let weighs = |step: &Vec<i64>| step.iter().zip(&weights).map(|(a, b)| a * b).sum::<i64>();
        let Some(step) = steps.iter().find(|s| weighs(s) >= 0) else { return Ok(Some(weights)) };
        effort.spend(steps.len() as u64)?;
        for (w, s) in weights.iter_mut().zip(step) {
            *w -= s;
        }
        // Weights of letters stay natural; where no letter is added or lost, only differences count.
        let low = weights.iter().copied().min().unwrap_or(0).min(0);
        weights.iter_mut().for_each(|w| *w -= low);
    }
    Ok(None)
}

/// Do the weights fall with every move of words of any length?
fn falls(board: &Board, weights: &[i64], effort: &Effort) -> Result<bool, Halt> {
    for of in board.moves.iter().flatten() {
        for part in 0..of.parts {
            if !lighter(of, part, weights, effort)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Is the heaviest way through the transducer negative?
fn lighter(of: &Transducer, part: usize, weights: &[i64], effort: &Effort) -> Result<bool, Halt> {
    let weigh = |word: &[u8]| word.iter().map(|l| weights[*l as usize]).sum::<i64>();
    let mut most: Vec<Option<i64>> = vec![None; of.next.len()];
    of.start.iter().for_each(|s| most[*s as usize] = Some(0));
    for round in 0..=of.next.len() + 1 {
        let mut grown = false;
        for s in 0..of.next.len() {
            let Some(here) = most[s] else { continue };
            for (letter, row) in of.next[s].iter().enumerate() {
                let lost = weights.get(letter).copied().unwrap_or(0);
                for (written, to) in row {
                    effort.tick()?;
                    let there = here - lost + weigh(&of.written[*written as usize][part]);
                    let known = &mut most[*to as usize];
                    if known.is_none_or(|k| k < there) {
                        *known = Some(there);
                        grown = true;
                    }
                }
            }
        }
        if !grown {
            return Ok((0..of.next.len()).all(|s| !of.accept[s] || most[s].is_none_or(|w| w < 0)));
        }
        if round > of.next.len() {
            break;
        }
    }
    Ok(false)
}

/// Ranks of letters for which every move makes the word smaller, read from one side.
fn order(board: &Board, right: bool) -> Option<Vec<u64>> {
    let mut falls: BTreeSet<(u8, u8)> = BTreeSet::new();
    for of in board.moves.iter().flatten() {
        if of.parts != 1 {
            return None;
        }
        first_changes(of, board.alphabet, right, &mut falls)?;
    }
    // The letters from the least on: each time one that falls to no other that is left.
    let mut ranks = vec![None; board.alphabet];
    for rank in 0..board.alphabet as u64 {
        let free = |l: &usize| {
            ranks[*l].is_none()
                && falls.iter().all(|(from, to)| *from as usize != *l || ranks[*to as usize].is_some())
        };
        let letter = (0..board.alphabet).find(free)?;
        ranks[letter] = Some(rank);
    }
    ranks.into_iter().collect()
}

/// Where a step leads, and how it changes a letter, if it does.
type Arrow = (usize, Option<(u8, u8)>);

/// The changes of the first letter that differs; `None` where letters come or go, or where a move changes nothing.
fn first_changes(of: &Transducer, alphabet: usize, right: bool, out: &mut BTreeSet<(u8, u8)>) -> Option<()> {
    let [before, behind] = around(alphabet);
    let mut arrows: Vec<Vec<Arrow>> = vec![Vec::new(); of.next.len()];
    for (s, rows) in of.next.iter().enumerate() {
        for (letter, row) in rows.iter().enumerate() {
            for (written, to) in row {
                let word = &of.written[*written as usize][0];
                let change = match word[..] {
                    [] if letter == before || letter == behind => None,
                    [w] if letter < alphabet => (w as usize != letter).then_some((letter as u8, w)),
                    _ => return None,
                };
                let (a, b) = if right { (*to as usize, s) } else { (s, *to as usize) };
                arrows[a].push((b, change));
            }
        }
    }
    let accepting = (0..of.next.len()).filter(|s| of.accept[*s]);
    let starts = of.start.iter().map(|s| *s as usize);
    let (first, last): (Vec<usize>, BTreeSet<usize>) =
        if right { (accepting.collect(), starts.collect()) } else { (starts.collect(), accepting.collect()) };
    let mut seen: BTreeSet<usize> = first.iter().copied().collect();
    let mut open = first;
    while let Some(s) = open.pop() {
        if last.contains(&s) {
            return None;
        }
        for (to, change) in &arrows[s] {
            match change {
                Some(change) => {
                    out.insert(*change);
                }
                None if seen.insert(*to) => open.push(*to),
                None => {}
            }
        }
    }
    Some(())
}
