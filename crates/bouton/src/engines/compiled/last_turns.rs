//! The last turns of a score game whose moves can be written out one by one: played and taken back on one copy of the
//! words. After a move only the gains that it touches are looked at again, and a last turn is often decided by the
//! gains that the turn before could not touch, without playing anything.

use bouton_compile::program::{MOST_WRITTEN, Played, Words, Written};
use bouton_engine::search::{Window, total};

/// The gains of all moves at one position on the way.
#[derive(Clone)]
struct Level {
    gains: [i64; MOST_WRITTEN],
    legal: u64,
}

impl Level {
    const NONE: Level = Level { gains: [0; MOST_WRITTEN], legal: 0 };

    /// The move of a set with the greatest gain for a player of this sign, and that gain. The first of several. Without
    /// an order: of most positions only a few moves are looked at.
    #[inline]
    fn greatest(&self, mut moves: u64, sign: i64) -> Option<(usize, i64)> {
        if moves == 0 {
            return None;
        }
        let (mut found, mut most) = (0, i64::MIN);
        while moves != 0 {
            let m = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let gain = sign * self.gains[m];
            (found, most) = if gain > most { (m, gain) } else { (found, most) };
        }
        Some((found, most))
    }
}

/// Room for one valuation, kept from one to the next.
#[derive(Default)]
pub(super) struct Room {
    levels: Vec<Level>,
    played: Played,
}

/// One valuation.
pub(super) struct LastTurns<'w> {
    written: &'w Written,
    words: Words,
    room: &'w mut Room,
    /// -1 for a player who wants low gains.
    signs: [i64; 2],
    /// Gains looked at, and how many may be.
    pub(super) seen: u64,
    allowed: u64,
}

impl<'w> LastTurns<'w> {
    /// At these words; `None` where something might leave 64 bits within so many turns.
    pub(super) fn new(
        written: &'w Written,
        words: &[i64],
        turns: usize,
        signs: [i64; 2],
        allowed: u64,
        room: &'w mut Room,
    ) -> Option<LastTurns<'w>> {
        let words = written.start(words, turns)?;
        room.levels.resize(turns.max(room.levels.len()), Level::NONE);
        Some(LastTurns { written, words, room, signs, seen: 0, allowed })
    }

    /// The score of the position for its mover with so many turns to go: exact inside the window, a bound on the right
    /// side of it outside. `None` where there is too much to look at.
    pub(super) fn value(&mut self, mover: usize, turns: usize, window: Window) -> Option<i64> {
        let count = self.written.count();
        let level = self.room.levels.first_mut()?;
        level.legal = 0;
        for m in 0..count {
            if let Some(gain) = self.written.gain(m, &self.words) {
                level.gains[m] = gain;
                level.legal |= 1 << m;
            }
        }
        self.seen += count as u64;
        match turns {
            0 => Some(0),
            1 => Some(level.greatest(level.legal, self.signs[mover]).map_or(0, |(_, gain)| gain)),
            _ => self.best(0, mover, turns, window),
        }
    }

    /// The score with at least two turns to go; the gains of the level are known.
    fn best(&mut self, level: usize, mover: usize, turns: usize, own: Window) -> Option<i64> {
        let sign = self.signs[mover];
        let mut best = None;
        let mut open = self.room.levels[level].legal;
        while let Some((m, gain)) = self.room.levels[level].greatest(open, sign) {
            open &= !(1 << m);
            let again = self.written.again(m);
            let next = if again { mover } else { 1 - mover };
            let alpha = best.map_or(own.alpha, |best: i64| best.max(own.alpha));
            let inner = Window { alpha, ..own }.before(gain, again);
            let rest = if turns == 2 {
                self.last(level, m, next, inner.beta)
            } else {
                self.written.play(m, &mut self.words, &mut self.room.played);
                self.descend(level, m);
                let rest = self.best(level + 1, next, turns - 1, inner);
                self.written.take_back(m, &mut self.words, &mut self.room.played);
                rest?
            };
            let value = total(gain, again, rest)?;
            best = best.max(Some(value));
            if value >= own.beta {
                break;
            }
        }
        (self.seen <= self.allowed).then_some(best.unwrap_or(0))
    }

    /// The score of the last turn after a move: its greatest gain, or one that is at least `enough`.
    fn last(&mut self, level: usize, m: usize, mover: usize, enough: i64) -> i64 {
        let touched = self.written.touches(m);
        let (sign, here) = (self.signs[mover], &self.room.levels[level]);
        let mut best = here.greatest(here.legal & !touched, sign).map(|(_, gain)| gain);
        if best < Some(enough) {
            self.written.play(m, &mut self.words, &mut self.room.played);
            let mut rest = touched;
            while rest != 0 {
                let other = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.seen += 1;
                best = best.max(self.written.gain(other, &self.words).map(|gain| sign * gain));
                if best >= Some(enough) {
                    break;
                }
            }
            self.written.take_back(m, &mut self.words, &mut self.room.played);
        }
        best.unwrap_or(0)
    }

    /// The gains of the next level, after a move from this one.
    fn descend(&mut self, level: usize, m: usize) {
        let count = self.written.count();
        let (above, below) = self.room.levels.split_at_mut(level + 1);
        let (Some(above), Some(below)) = (above.last(), below.first_mut()) else { return };
        below.gains[..count].copy_from_slice(&above.gains[..count]);
        below.legal = above.legal;
        let mut rest = self.written.touches(m);
        self.seen += u64::from(rest.count_ones());
        while rest != 0 {
            let other = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            match self.written.gain(other, &self.words) {
                Some(gain) => {
                    below.gains[other] = gain;
                    below.legal |= 1 << other;
                }
                None => below.legal &= !(1 << other),
            }
        }
    }
}
