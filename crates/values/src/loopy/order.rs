//! The order of games if endless play counts for Left.
//!
//! G ≥ H if Left, moving second in G − H, wins or goes on for ever with infinitely many moves in G: play that goes on in H alone is Left's
//! loss, since the negative of H counts it for Right. For stoppers that never happens, and G ≥ H if Left survives (Siegel, VI.2 and VI.4). All pairs
//! of positions at once are one game on a graph with a Büchi condition, solved by a greatest fixed point of least ones.

use super::{Loopy, Unsettled};
use crate::store::Values;

/// Pairs of positions that are compared at once.
const MOST_PAIRS: usize = 1 << 23;

/// Bytes that a pair takes while it is compared.
const PAIR: usize = 32;

/// For all pairs: is a position of the first game at least one of the second?
pub(super) struct AtLeast {
    wide: usize,
    holds: Vec<bool>,
}

impl AtLeast {
    pub(super) fn holds(&self, a: u32, b: u32) -> bool {
        self.holds[a as usize * self.wide + b as usize]
    }

    /// Compares the positions of two games.
    pub(super) fn of(values: &mut Values, g: &Loopy, h: &Loopy) -> Result<AtLeast, Unsettled> {
        let (tall, wide) = (g.positions(), h.positions());
        let most = MOST_PAIRS.min(values.budget().memory_limit() / PAIR);
        let pairs = tall.checked_mul(wide).filter(|pairs| *pairs <= most);
        let pairs = pairs.ok_or(Unsettled::Large { most: most.isqrt() })?;
        let game = Difference { g, h, wide, before: h.before() };
        let mut kept = vec![[true; 2]; pairs];
        loop {
            let next = game.reach(values, &kept)?;
            if next == kept {
                // Right moves first in G − H.
                return Ok(AtLeast { wide, holds: kept.iter().map(|kept| kept[1]).collect() });
            }
            kept = next;
        }
    }
}

/// The game G − H for all pairs of positions; a pair (a, b) is the place a·wide + b. In H the players are exchanged.
struct Difference<'g> {
    g: &'g Loopy,
    h: &'g Loopy,
    wide: usize,
    /// From where a player of H moves to each of its positions.
    before: [Vec<Vec<u32>>; 2],
}

impl Difference<'_> {
    /// From which pairs, with Left or with Right to move, Left wins or can force a move in G into `kept`.
    fn reach(&self, values: &mut Values, kept: &[[bool; 2]]) -> Result<Vec<[bool; 2]>, Unsettled> {
        let mut found = vec![[false; 2]; kept.len()];
        // How many of Right's moves must still be seen to be good for Left.
        let mut open = vec![0u32; kept.len()];
        let mut queue = Vec::new();
        for a in 0..self.g.positions() {
            values.tick()?;
            for b in 0..self.wide {
                let place = a * self.wide + b;
                let lefts = self.g.options(0, a as u32);
                if lefts.iter().any(|to| kept[*to as usize * self.wide + b][1]) {
                    found[place][0] = true;
                    queue.push((place, 0));
                }
                let bad = self.g.options(1, a as u32).iter().any(|to| !kept[*to as usize * self.wide + b][0]);
                if bad {
                    open[place] = u32::MAX;
                    continue;
                }
                open[place] = self.h.options(0, b as u32).len() as u32;
                if open[place] == 0 {
                    found[place][1] = true;
                    queue.push((place, 1));
                }
            }
        }
        // Moves in H: Left makes Right's moves there, Right makes Left's.
        while let Some((place, player)) = queue.pop() {
            values.tick()?;
            let (a, b) = (place / self.wide, place % self.wide);
            let mover = 1 - player;
            for from in &self.before[1 - mover][b] {
                let from = a * self.wide + *from as usize;
                if found[from][mover] {
                    continue;
                }
                if mover == 1 {
                    if open[from] == u32::MAX {
                        continue;
                    }
                    open[from] -= 1;
                    if open[from] > 0 {
                        continue;
                    }
                }
                found[from][mover] = true;
                queue.push((from, mover));
            }
        }
        Ok(found)
    }
}
