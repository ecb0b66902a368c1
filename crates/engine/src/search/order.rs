//! Which moves to try first: what refuted a position at the same depth (*killers*), and what has settled
//! many positions (*history*). Moves are known by their number in the game's list.

use super::transposition::NO_MOVE;
use crate::tuning::{HISTORY_FULL, HISTORY_MOVES, KILLER_DEPTHS};

/// What one worker has learnt about moves.
pub(super) struct Order {
    /// The last two moves that settled a position, by depth.
    killers: Vec<[u32; 2]>,
    /// How much a move has settled, for even and odd depths.
    history: [Vec<u32>; 2],
}

impl Order {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: [Vec::new(), Vec::new()] }
    }

    pub(super) fn bytes(&self) -> usize {
        let [even, odd] = &self.history;
        self.killers.capacity() * size_of::<[u32; 2]>()
            + (even.capacity() + odd.capacity()) * size_of::<u32>()
    }

    /// How promising a move is at this depth; larger is better.
    pub(super) fn promise(&self, depth: usize, number: u32) -> u32 {
        match self.killers.get(depth) {
            Some([first, _]) if *first == number => u32::MAX,
            Some([_, second]) if *second == number => u32::MAX - 1,
            _ => self.history[depth & 1].get(number as usize).copied().unwrap_or(0),
        }
    }

    /// A move settled a position at this depth; the logarithm of the work that took is `effort`.
    pub(super) fn settled(&mut self, depth: usize, number: u32, effort: u8) {
        if number == NO_MOVE {
            return;
        }
        if depth < KILLER_DEPTHS {
            if self.killers.len() <= depth {
                self.killers.resize(depth + 1, [NO_MOVE; 2]);
            }
            let [first, second] = &mut self.killers[depth];
            if *first != number {
                (*second, *first) = (*first, number);
            }
        }
        let number = number as usize;
        if number < HISTORY_MOVES {
            let history = &mut self.history[depth & 1];
            if history.len() <= number {
                history.resize(number + 1, 0);
            }
            let weight = 1 + u32::from(effort);
            history[number] += weight * weight;
            if history[number] >= HISTORY_FULL {
                history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}
