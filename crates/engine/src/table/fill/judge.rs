//! The value of one position from the values of its options.

use std::ops::ControlFlow;

use super::kept::Kept;
use super::store::{HOLE, UNFILLED};
use super::{Ask, Generator, Made};
use crate::table::Index;

/// A position to be judged.
pub(super) struct Place<'p, G> {
    pub(super) generator: &'p G,
    pub(super) index: &'p Index,
    /// 1, or 2 where it matters who moves: then two cells in a row are one position.
    pub(super) movers: usize,
    /// Which cells have values, where not all have.
    pub(super) kept: Option<&'p Kept>,
}

impl<G: Generator> Place<'_, G> {
    /// The cell of one part of an option, or that which is kept for it.
    #[inline]
    fn cell(&self, words: &[i64], mover: usize, again: bool) -> Option<usize> {
        let to = self.index.encode(words)?;
        let cell = if self.movers == 2 { 2 * to + if again { mover } else { 1 - mover } } else { to };
        Some(self.kept.map_or(cell, |kept| kept.least(cell)))
    }

    /// Where the value of a cell that is kept lies.
    #[inline]
    pub(super) fn slot(&self, cell: usize) -> usize {
        self.kept.map_or(cell, |kept| kept.slot(cell))
    }

    /// The first cell from this one on that is kept, `end` if there is none before.
    #[inline]
    pub(super) fn next(&self, cell: usize, end: usize) -> usize {
        self.kept.map_or(cell, |kept| kept.next(cell, end))
    }

    /// Is a cell kept?
    #[inline]
    pub(super) fn keeps(&self, cell: usize) -> bool {
        self.kept.is_none_or(|kept| kept.keeps(cell))
    }

    /// The value of the position for a question. `look` gives the value of a cell, or [`UNFILLED`] to stop; then
    /// that is the result.
    #[inline]
    pub(super) fn judge(
        &self,
        ask: Ask,
        words: &[i64],
        mover: usize,
        seen: &mut Seen,
        look: impl FnMut(usize) -> i64,
    ) -> i64 {
        match ask {
            Ask::Outcome => self.best::<false>(words, mover, look),
            Ask::Score => self.best::<true>(words, mover, look),
            Ask::Grundy => self.mex(words, mover, seen, look),
            Ask::Remoteness => self.soonest(words, mover, look),
        }
    }

    /// The quickest win; without one a draw; without either the loss that takes longest.
    #[inline]
    fn soonest(&self, words: &[i64], mover: usize, mut look: impl FnMut(usize) -> i64) -> i64 {
        match self.generator.ended(words, mover) {
            Ok(None) => {}
            Ok(Some(outcome)) => return outcome.sign(),
            Err(_) => return HOLE,
        }
        let mut best: Option<i64> = None;
        let mut worst = 0;
        let done = self.generator.options(words, mover, |made: Made<'_>| {
            let cell = if made.parts == 1 { self.cell(made.words, mover, made.again) } else { None };
            let value = cell.map_or(HOLE, &mut look);
            if value <= HOLE {
                worst = value;
                return ControlFlow::Break(());
            }
            let value = if made.again { value } else { -value };
            let later = value + value.signum();
            if best.is_none_or(|best| eagerness(later) > eagerness(best)) {
                best = Some(later);
            }
            ControlFlow::Continue(())
        });
        match best {
            _ if worst != 0 => worst,
            _ if done.is_err() => HOLE,
            Some(best) => best,
            None => self.generator.stuck(mover).sign(),
        }
    }

    /// The best option for the player to move: by outcome, stopping at the first win, or by score.
    #[inline]
    fn best<const SCORE: bool>(
        &self,
        words: &[i64],
        mover: usize,
        mut look: impl FnMut(usize) -> i64,
    ) -> i64 {
        match self.generator.ended(words, mover) {
            Ok(None) => {}
            Ok(Some(outcome)) => return if SCORE { 0 } else { outcome.sign() },
            Err(_) => return HOLE,
        }
        let mut best = UNFILLED;
        let mut hole = false;
        let mut stop = false;
        let done = self.generator.options(words, mover, |made: Made<'_>| {
            let cell = if made.parts == 1 { self.cell(made.words, mover, made.again) } else { None };
            let value = cell.map_or(HOLE, &mut look);
            if value <= HOLE {
                hole = true;
                stop = value == UNFILLED;
                return if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let value = if made.again { value } else { -value };
            if SCORE {
                match value.checked_add(made.gain).filter(|&value| value > HOLE) {
                    Some(value) => best = best.max(value),
                    None => hole = true,
                }
                return ControlFlow::Continue(());
            }
            best = best.max(value);
            if best == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stop {
            UNFILLED
        } else if !SCORE && best == 1 {
            1
        } else if hole || done.is_err() {
            HOLE
        } else if best != UNFILLED {
            best
        } else if SCORE {
            0
        } else {
            self.generator.stuck(mover).sign()
        }
    }

    /// The smallest value that no option has; an option of several parts is worth their sum.
    #[inline]
    fn mex(&self, words: &[i64], mover: usize, seen: &mut Seen, mut look: impl FnMut(usize) -> i64) -> i64 {
        seen.clear();
        let width = self.index.width().max(1);
        let mut worst = 0;
        let done = self.generator.options(words, mover, |made: Made<'_>| {
            let mut sum = 0;
            for part in made.words.chunks_exact(width).take(made.parts) {
                let value = self.cell(part, mover, false).map_or(HOLE, &mut look);
                if value <= HOLE {
                    worst = value;
                    return ControlFlow::Break(());
                }
                sum ^= value;
            }
            seen.add(sum as usize);
            ControlFlow::Continue(())
        });
        if worst != 0 {
            worst
        } else if done.is_err() {
            HOLE
        } else {
            seen.missing() as i64
        }
    }
}

/// How much a player wants a value of [`Ask::Remoteness`]: wins before draws before losses, quick wins and slow losses
/// first.
#[inline]
fn eagerness(value: i64) -> (i64, i64) {
    (value.signum(), -value)
}

/// A set of values that is emptied at the cost of what is in it.
#[derive(Default)]
pub(super) struct Seen {
    low: [u64; 4],
    high: Vec<u64>,
    touched: Vec<usize>,
}

impl Seen {
    #[inline]
    fn clear(&mut self) {
        self.low = [0; 4];
        for word in self.touched.drain(..) {
            self.high[word] = 0;
        }
    }

    #[inline]
    fn add(&mut self, value: usize) {
        if let Some(word) = self.low.get_mut(value / 64) {
            *word |= 1 << (value % 64);
        } else {
            self.add_high(value);
        }
    }

    #[cold]
    fn add_high(&mut self, value: usize) {
        // Values are mexes: none is larger than the number of options that were listed for some position.
        let word = value / 64;
        if word >= self.high.len() {
            self.high.resize(word + 1, 0);
        }
        if self.high[word] == 0 {
            self.touched.push(word);
        }
        self.high[word] |= 1 << (value % 64);
    }

    #[inline]
    fn missing(&self) -> usize {
        let low = self.low.iter().enumerate();
        let high = self.high.iter().enumerate().skip(4);
        low.chain(high)
            .find(|(_, word)| **word != u64::MAX)
            .map_or(64 * self.high.len().max(4), |(i, word)| 64 * i + word.trailing_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_values() {
        let mut seen = Seen::default();
        for (values, mex) in
            [(vec![], 0), ((0..70).collect(), 70), (vec![0, 1, 3, 5000], 2), ((0..1000).collect(), 1000)]
        {
            seen.clear();
            values.iter().for_each(|&value| seen.add(value));
            assert_eq!(seen.missing(), mex);
        }
    }
}
