//! Tables of positions: which tuples of naturals they hold, their number, their ranks, and each in its turn.
//!
//! A table must be closed under the moves. Where no move raises a coordinate, that is a box "every number below N", in
//! which every word of some length is known; otherwise "weight below N", since moves make the weight smaller. All
//! weights are positive, so there are finitely many tuples. A coordinate that is never larger than a constant (a flag) is
//! capped: what lies above the cap is no position, and takes no room.

use super::bits::Bits;
use super::blocks::Cells;
use crate::arithmetic::possible;
use crate::effort::Effort;
use crate::tuning::{BOXED, CAPPED};
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::{Affine, Formula};
use std::ops::ControlFlow;

/// What tables of a game look like.
pub(crate) struct Room {
    pub(crate) weights: Vec<u64>,
    pub(crate) caps: Vec<Option<u64>>,
    pub(crate) boxed: bool,
}

/// The tuples below one bound.
pub(crate) struct Below {
    room: Room,
    bound: u64,
    /// By coordinate and weight: how many tuples of the coordinates from there on weigh at most that; of a box only how
    /// many tuples there are.
    counts: Vec<Vec<u64>>,
    /// Of a box: how many values each coordinate has, how many tuples one step of it passes over, and whether what lies
    /// beyond is above a cap.
    sides: Vec<(u64, u64, bool)>,
}

impl Room {
    /// The tables of a game under weights that are all positive.
    pub(crate) fn new(fragment: &Fragment, weights: &[u64], effort: &Effort) -> Result<Room, Halt> {
        let boxed = weights.len() <= BOXED && !rises(fragment, effort)?;
        Ok(Room { weights: weights.to_vec(), caps: caps(fragment), boxed })
    }

    /// How many tuples there are below a bound.
    pub(crate) fn tuples(&self, bound: u64) -> u64 {
        let counts = self.counts(bound);
        counts.first().and_then(|c| c.last().copied()).unwrap_or(1)
    }

    /// The tuples below a bound.
    pub(crate) fn below(&self, bound: u64) -> Below {
        let counts = self.counts(bound);
        let (weights, caps, boxed) = (self.weights.clone(), self.caps.clone(), self.boxed);
        let own = if boxed { 0..weights.len() } else { 0..0 };
        let capped = |i: usize| self.caps[i].is_some_and(|c| c < bound);
        let sides = own.map(|i| (self.side(i, bound), counts[i + 1][0], capped(i))).collect();
        Below { room: Room { weights, caps, boxed }, bound, counts, sides }
    }

    /// How many values a coordinate of a box has.
    fn side(&self, i: usize, bound: u64) -> u64 {
        self.caps[i].map_or(bound, |c| bound.min(c + 1))
    }

    fn counts(&self, bound: u64) -> Vec<Vec<u64>> {
        let mut counts = if self.boxed { vec![vec![1u64]] } else { vec![vec![1u64; bound as usize]] };
        for (i, (w, cap)) in self.weights.iter().zip(&self.caps).enumerate().rev() {
            let after = &counts[counts.len() - 1];
            if self.boxed {
                let all = after[0].saturating_mul(self.side(i, bound));
                counts.push(vec![all]);
                continue;
            }
            let mut own: Vec<u64> = Vec::with_capacity(after.len());
            for (r, count) in after.iter().enumerate() {
                let more = r.checked_sub(*w as usize).map_or(0, |s| own[s]);
                // Numbers above the cap do not count.
                let over = cap.and_then(|c| w.checked_mul(c + 1)).and_then(|o| r.checked_sub(o as usize));
                own.push(count.saturating_add(more).saturating_sub(over.map_or(0, |o| after[o])));
            }
            counts.push(own);
        }
        counts.reverse();
        counts
    }
}

/// Where a tuple is.
pub(crate) enum Place {
    /// At this place.
    Rank(usize),
    /// Above a cap: it is no position.
    Capped,
}

impl Below {
    /// How many there are.
    pub(crate) fn tuples(&self) -> u64 {
        self.counts.first().and_then(|c| c.last().copied()).unwrap_or(1)
    }

    /// The cells of a box, with what is known of each.
    pub(crate) fn cells<'a>(&self, inside: &'a Bits) -> Option<Cells<'a>> {
        let steps = self.sides.iter().map(|side| side.1 as usize).collect();
        let caps = self.room.caps.iter().map(|c| c.filter(|c| *c < self.bound)).collect();
        self.room.boxed.then(|| Cells { side: self.bound, caps, steps, inside })
    }

    /// The weight of each number.
    pub(crate) fn weights(&self) -> &[u64] {
        &self.room.weights
    }

    /// Whether a number is bounded by itself, whatever the others are.
    pub(crate) fn capped(&self, coordinate: usize) -> bool {
        self.room.boxed || self.room.caps.get(coordinate).is_some_and(Option::is_some)
    }

    /// The place of a tuple among all of them; `None` if it is not one of them.
    pub(crate) fn rank(&self, x: &[i64]) -> Option<usize> {
        match self.place(x)? {
            Place::Rank(rank) => Some(rank),
            Place::Capped => None,
        }
    }

    /// How many tuples one step along some coordinates passes over, where that is the same everywhere in the table.
    pub(crate) fn stride(&self, slopes: &[(usize, i64)]) -> Option<i64> {
        let own = slopes.iter().filter(|s| s.0 < self.room.weights.len());
        own.map(|(i, s)| match self.room.caps[*i] {
            None => i64::try_from(self.sides.get(*i)?.1).ok()?.checked_mul(*s),
            Some(_) => None,
        })
        .sum()
    }

    /// Where a tuple is; `None` if it is beyond the bound, where numbers above a cap count like the cap.
    pub(crate) fn place(&self, x: &[i64]) -> Option<Place> {
        let mut rank = 0u64;
        let mut capped = false;
        if self.room.boxed {
            for (n, (side, step, cap)) in x.iter().zip(&self.sides) {
                let n = u64::try_from(*n).ok()?;
                if n < *side {
                    rank += n * step;
                } else if *cap {
                    capped = true;
                } else {
                    return None;
                }
            }
            return Some(if capped { Place::Capped } else { Place::Rank(rank as usize) });
        }
        let mut rest = self.bound.checked_sub(1)?;
        for (i, n) in x.iter().enumerate() {
            let mut n = u64::try_from(*n).ok()?;
            if let Some(cap) = self.room.caps[i].filter(|c| n > *c) {
                n = cap;
                capped = true;
            }
            let after = rest.checked_sub(self.room.weights[i].checked_mul(n)?)?;
            rank += match self.room.caps[i] {
                None => self.counts[i][rest as usize] - self.counts[i][after as usize],
                // Few values: those below are added up.
                Some(_) => {
                    (0..n).map(|m| self.counts[i + 1][(rest - self.room.weights[i] * m) as usize]).sum()
                }
            };
            rest = after;
        }
        Some(if capped { Place::Capped } else { Place::Rank(usize::try_from(rank).ok()?) })
    }

    /// Visits all tuples with their ranks, every one after those that weigh less and are nowhere larger.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&[i64], usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let Room { weights, caps, boxed } = &self.room;
        let mut x = vec![0i64; weights.len()];
        if !boxed {
            let mut ranked = |x: &[i64]| match self.rank(x) {
                Some(rank) => visit(x, rank),
                None => ControlFlow::Continue(()),
            };
            return (0..self.bound)
                .try_for_each(|weight| of_weight(weights, caps, weight as i64, 0, &mut x, &mut ranked));
        }
        for rank in 0.. {
            visit(&x, rank)?;
            let more = |i: &usize| (x[*i] as u64) + 1 < self.sides[*i].0;
            let Some(at) = (0..x.len()).rev().find(more) else { break };
            x[at] += 1;
            x[at + 1..].fill(0);
        }
        ControlFlow::Continue(())
    }
}

/// Whether some move raises a coordinate.
fn rises(fragment: &Fragment, effort: &Effort) -> Result<bool, Halt> {
    for m in &fragment.moves {
        for part in &m.parts {
            for (i, form) in part.iter().enumerate() {
                let more = form.plus(-1, &Affine::variable(i))?.shift(-1)?;
                let can = more.as_int().is_none_or(|gain| gain >= 0);
                if can && possible(fragment, m, Formula::AtLeastZero(more), effort)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// The constants that coordinates never exceed, where the rules say so plainly and they are small.
fn caps(fragment: &Fragment) -> Vec<Option<u64>> {
    let mut caps: Vec<Option<u64>> = vec![None; fragment.coordinates.len()];
    let mut read = |f: &Formula| {
        if let Formula::AtLeastZero(a) = f
            && let [(v, c)] = a.terms.as_slice()
            && *c < 0
            && let Some(cap) = caps.get_mut(*v)
        {
            let most = a.constant / -c;
            if (0..CAPPED).contains(&most) {
                let most = most as u64;
                *cap = Some(cap.map_or(most, |old: u64| old.min(most)));
            }
        }
    };
    match &fragment.legal {
        Formula::All(parts) => parts.iter().for_each(&mut read),
        one => read(one),
    }
    caps
}

/// Visits all tuples of one weight. As deep as there are coordinates.
fn of_weight(
    weights: &[u64],
    caps: &[Option<u64>],
    rest: i64,
    at: usize,
    x: &mut [i64],
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(w) = weights.get(at).map(|w| *w as i64) else {
        return if rest == 0 { visit(x) } else { ControlFlow::Continue(()) };
    };
    if at + 1 == weights.len() {
        x[at] = rest / w;
        let fits = rest % w == 0 && caps[at].is_none_or(|c| x[at] as u64 <= c);
        return if fits { visit(x) } else { ControlFlow::Continue(()) };
    }
    let most = caps[at].map_or(rest / w, |c| (rest / w).min(c as i64));
    for n in 0..=most {
        x[at] = n;
        of_weight(weights, caps, rest - n * w, at + 1, x, visit)?;
    }
    ControlFlow::Continue(())
}
