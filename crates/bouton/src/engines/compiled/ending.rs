//! The last turns of a score game that ends after a fixed number of moves, valued on the words of the compiled part:
//! nothing is packed, nothing is remembered. Most positions of such a game are there, and each is looked at for so short a
//! time that to store it would cost more than to see it again.

use super::game::{Core, Fault, signed};
use crate::tuning::{NEAR_END, NEAR_END_MOVES};
use bouton_engine::search::{Window, total};
use bouton_language::interp::Turn;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How near the end a position must be to be valued here: depends on how many moves there are.
pub(crate) struct Near(AtomicUsize);

impl Default for Near {
    fn default() -> Near {
        Near(AtomicUsize::new(NEAR_END))
    }
}

/// The options of a position: their words one after another, and what each of them is.
#[derive(Default)]
struct Options {
    words: Vec<i64>,
    made: Vec<Made>,
}

struct Made {
    gain: i64,
    again: bool,
    /// Where its words begin.
    at: usize,
}

impl Options {
    const NONE: Options = Options { words: Vec::new(), made: Vec::new() };
}

thread_local! {
    /// Room for the options of each turn but the last, kept from one position to the next.
    static ROOM: RefCell<[Options; NEAR_END - 1]> = const { RefCell::new([Options::NONE; NEAR_END - 1]) };
}

/// One valuation: what it may still look at.
struct Ending<'c> {
    core: &'c Core,
    seen: u64,
    allowed: u64,
}

impl Core {
    /// Does play end within a few moves, whatever is played?
    pub(super) fn is_near_end(&self, turn: Turn) -> bool {
        self.is_over_within(self.near.0.load(Ordering::Relaxed), turn) && self.game.rules().block.is_none()
    }

    /// The score of a position near the end: exact between `alpha` and `beta`, otherwise a bound. `None` where there is
    /// too much to look at, or 64 bits cannot say it.
    pub(super) fn value_near_end(
        &self,
        words: &[i64],
        turn: Turn,
        alpha: i64,
        beta: i64,
    ) -> Result<Option<i64>, Fault> {
        let last = self.program.stopped(turn.next(false)) == Some(true);
        // The moves of the last turn are looked at one by one, like those of any position.
        let mut ending =
            Ending { core: self, seen: 0, allowed: if last { u64::MAX } else { NEAR_END_MOVES } };
        let mut room = ROOM.take();
        let value = ending.best(words, turn, (alpha, beta), &mut room);
        ROOM.set(room);
        let (seen, allowed) = (ending.seen, ending.allowed);
        if seen > allowed {
            let near = self.near.0.load(Ordering::Relaxed);
            self.near.0.store(near.saturating_sub(1).max(1), Ordering::Relaxed);
        }
        self.work.spend_compiled(seen)?;
        value
    }

    /// Is play over after so many moves, whatever they are?
    fn is_over_within(&self, moves: usize, turn: Turn) -> bool {
        // Whoever moves next, the move counts.
        let then = Turn { turn: turn.turn.saturating_add(moves as u64), ..turn };
        self.program.stopped(then) == Some(true)
    }
}

impl Ending<'_> {
    /// The score of a position, with room for the turns between this one and the last.
    fn best(
        &mut self,
        words: &[i64],
        turn: Turn,
        (alpha, beta): (i64, i64),
        room: &mut [Options],
    ) -> Result<Option<i64>, Fault> {
        let last = self.core.program.stopped(turn.next(false)) == Some(true);
        let Some((options, room)) = room.split_first_mut().filter(|_| !last) else {
            return self.best_gain(words, turn, beta);
        };
        if !self.list(words, turn, options)? {
            return Ok(None);
        }
        let mut best = if options.made.is_empty() { 0 } else { i64::MIN };
        for made in &options.made {
            let own = Window { alpha: alpha.max(best), beta };
            let Window { alpha, beta } = own.before(made.gain, made.again);
            let to = &options.words[made.at..made.at + words.len()];
            let rest = self.best(to, turn.next(made.again), (alpha, beta), room)?;
            let Some(value) = rest.and_then(|rest| total(made.gain, made.again, rest)) else {
                return Ok(None);
            };
            best = best.max(value);
            if value >= own.beta {
                break;
            }
        }
        Ok(Some(best))
    }

    /// Lists the moves of a position, what gains most first; false where there are too many.
    fn list(&mut self, words: &[i64], turn: Turn, options: &mut Options) -> Result<bool, Fault> {
        let sign = self.core.sign(turn.mover);
        options.words.clear();
        options.made.clear();
        let mut gained = Ok(());
        self.core.program.moves(words, turn, |made| {
            self.seen += 1;
            gained = signed(made.gain, sign).map(|gain| {
                options.made.push(Made { gain, again: made.again, at: options.words.len() });
                options.words.extend_from_slice(made.words);
            });
            flow(gained.is_ok() && self.seen <= self.allowed)
        })?;
        gained?;
        options.made.sort_by_key(|made| std::cmp::Reverse(made.gain));
        Ok(self.seen <= self.allowed)
    }

    /// The greatest gain of a move, or one that is at least `enough`; 0 if there is no move.
    fn best_gain(&mut self, words: &[i64], turn: Turn, enough: i64) -> Result<Option<i64>, Fault> {
        let sign = self.core.sign(turn.mover);
        let (mut best, mut gained) = (None, Ok(()));
        self.core.program.moves(words, turn, |made| {
            self.seen += 1;
            gained = signed(made.gain, sign).map(|gain| best = best.max(Some(gain)));
            flow(gained.is_ok() && best < Some(enough) && self.seen <= self.allowed)
        })?;
        gained?;
        Ok((self.seen <= self.allowed).then(|| best.unwrap_or(0)))
    }
}

fn flow(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
