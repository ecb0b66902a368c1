//! What a run through the rules has asked about the word: literals on places, and what the move makes of the word.
//!
//! A place is counted from an *anchor*: place 0, the place behind the last letter, or a place that was chosen. Places of anchors
//! are guessed while the word is read; of an anchor that has been passed it is known how long ago, up to some number.

use crate::refused::Why;
use std::collections::BTreeSet;

/// Place 0.
pub(super) const ZERO: usize = 0;
/// The place behind the last letter.
pub(super) const END: usize = 1;

/// So many steps to the right of an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spot {
    pub(super) anchor: usize,
    pub(super) steps: i64,
}

/// Something that holds along a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// This letter stands there.
    Letter(Spot, u8),
    /// The first is not behind the second.
    AtMost(Spot, Spot),
    /// One of the paths (for some places of its anchors) holds, or none does.
    Some(Vec<Path>, bool),
}

/// Literals that all hold, for places of the anchors that the path chooses itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) anchors: Vec<usize>,
    pub(super) literals: Vec<Literal>,
}

/// A stretch of the old word that goes on into the new one.
#[derive(Clone, Debug)]
pub(super) struct Stroke {
    pub(super) from: Spot,
    pub(super) until: Spot,
    /// What each letter becomes; nothing where it stays.
    pub(super) becomes: Option<Vec<u8>>,
}

/// What a move makes of the old word.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    pub(super) strokes: Vec<Stroke>,
    /// Letters put in before a place.
    pub(super) inserts: Vec<(Spot, Vec<u8>)>,
}

/// One way to move.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) path: Path,
    pub(super) parts: Vec<Output>,
}

/// The age of an anchor that has not been met.
const UNMET: u8 = u8::MAX;

/// A path being followed along a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Run {
    /// How long ago each anchor was passed, up to the cap.
    ages: Vec<u8>,
    /// For each literal of the kind `Some`: the paths inside, followed.
    inner: Vec<BTreeSet<(usize, Run)>>,
}

/// The letters that were read last, the newest first; and the one at hand.
pub(super) struct Here<'h> {
    /// `None` before the first letter and behind the last one.
    pub(super) letter: Option<u8>,
    pub(super) first: bool,
    pub(super) last: bool,
    /// `None` before the first letter.
    pub(super) before: &'h [Option<u8>],
    /// Ages are counted up to this.
    pub(super) cap: u8,
}

impl Run {
    /// Before the word, with room for so many anchors.
    pub(super) fn new(path: &Path, anchors: usize) -> Run {
        Run { ages: vec![UNMET; anchors], inner: inner(path, anchors) }
    }

    /// The age of an anchor, if it has been passed.
    pub(super) fn age(&self, anchor: usize) -> Option<u8> {
        Some(self.ages[anchor]).filter(|a| *a != UNMET)
    }

    /// Is the place at hand this one? Known for places that are not before their anchor.
    pub(super) fn at(&self, spot: Spot) -> bool {
        self.age(spot.anchor).is_some_and(|age| i64::from(age) == spot.steps)
    }

    /// All ways on through the place at hand; `placed` are the anchors from outside that are here.
    pub(super) fn after(
        &self,
        path: &Path,
        here: &Here<'_>,
        placed: &[usize],
        out: &mut Vec<Run>,
        spend: &mut dyn FnMut() -> Result<(), Why>,
    ) -> Result<(), Why> {
        let open: Vec<usize> = path.anchors.iter().copied().filter(|a| self.ages[*a] == UNMET).collect();
        for chosen in 0..1usize << open.len() {
            spend()?;
            let mut now: Vec<usize> = placed.to_vec();
            now.extend(open.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, a)| *a));
            let mut next = self.clone();
            for age in next.ages.iter_mut().filter(|a| **a != UNMET) {
                *age = (*age + 1).min(here.cap);
            }
            now.iter().for_each(|a| next.ages[*a] = 0);
            // Behind the last letter nothing can be chosen any more.
            let all = !here.last || path.anchors.iter().all(|a| next.ages[*a] != UNMET);
            if all && next.holds(path, here, &now) && next.inside(self, path, here, &now, spend)? {
                out.push(next);
            }
        }
        Ok(())
    }

    /// Do the literals that are decided at this place hold?
    fn holds(&self, path: &Path, here: &Here<'_>, now: &[usize]) -> bool {
        path.literals.iter().all(|literal| match literal {
            Literal::Letter(spot, wanted) => {
                if spot.steps >= 0 {
                    if self.at(*spot) {
                        return here.letter == Some(*wanted);
                    }
                    // Behind the end there are no letters.
                    return !here.last || self.age(spot.anchor).is_some_and(|a| i64::from(a) > spot.steps);
                }
                let back = (-spot.steps - 1) as usize;
                !now.contains(&spot.anchor) || here.before.get(back).copied().flatten() == Some(*wanted)
            }
            Literal::AtMost(a, b) => {
                let met = now.contains(&a.anchor) || now.contains(&b.anchor);
                match (self.age(a.anchor), self.age(b.anchor)) {
                    // a stands at −x, b at −y.
                    (Some(x), Some(y)) if met => a.steps - i64::from(x) <= b.steps - i64::from(y),
                    _ => true,
                }
            }
            Literal::Some(..) => true,
        })
    }

    /// Follows the paths inside; at the end says whether they are as they should be.
    fn inside(
        &mut self,
        before: &Run,
        path: &Path,
        here: &Here<'_>,
        now: &[usize],
        spend: &mut dyn FnMut() -> Result<(), Why>,
    ) -> Result<bool, Why> {
        let somes = path.literals.iter().filter_map(|l| match l {
            Literal::Some(paths, wanted) => Some((paths, *wanted)),
            _ => None,
        });
        for (i, (paths, wanted)) in somes.enumerate() {
            let mut next = BTreeSet::new();
            for (which, run) in &before.inner[i] {
                let mut out = Vec::new();
                run.after(&paths[*which], here, now, &mut out, spend)?;
                next.extend(out.into_iter().map(|run| (*which, run)));
            }
            if here.last && next.is_empty() == wanted {
                return Ok(false);
            }
            self.inner[i] = next;
        }
        Ok(true)
    }

    /// Is everything decided, whatever follows? `None` where that is not seen yet, `false` where it cannot hold any more.
    pub(super) fn settled(&self, path: &Path, cap: u8) -> Option<bool> {
        let passed = |a: &usize| self.ages[*a] == cap;
        if !self.inner.is_empty() || !passed(&ZERO) || !path.anchors.iter().all(passed) {
            return None;
        }
        let mut all = true;
        for literal in &path.literals {
            match literal {
                Literal::Letter(spot, _) if spot.anchor == END => return None,
                // The end is further off than any offset.
                Literal::AtMost(a, b) => all &= a.anchor != END || b.anchor == END,
                _ => {}
            }
        }
        Some(all)
    }
}

fn inner(path: &Path, anchors: usize) -> Vec<BTreeSet<(usize, Run)>> {
    let somes = path.literals.iter().filter_map(|l| match l {
        Literal::Some(paths, _) => Some(paths),
        _ => None,
    });
    somes.map(|paths| paths.iter().map(|p| Run::new(p, anchors)).enumerate().collect()).collect()
}

/// The largest number of steps in a path or a way, and the anchors in it.
pub(super) struct Extent {
    pub(super) steps: i64,
    pub(super) anchors: usize,
}

impl Extent {
    pub(super) fn spot(&mut self, spot: Spot) {
        self.steps = self.steps.max(spot.steps.saturating_abs());
        self.anchors = self.anchors.max(spot.anchor + 1);
    }

    pub(super) fn path(&mut self, path: &Path) {
        path.anchors.iter().for_each(|a| self.anchors = self.anchors.max(a + 1));
        for literal in &path.literals {
            match literal {
                Literal::Letter(a, _) => self.spot(*a),
                Literal::AtMost(a, b) => {
                    self.spot(*a);
                    self.spot(*b);
                    // Two of them are compared.
                    self.steps = self.steps.max(a.steps.saturating_sub(b.steps).saturating_abs());
                }
                Literal::Some(paths, _) => paths.iter().for_each(|p| self.path(p)),
            }
        }
    }

    pub(super) fn way(&mut self, way: &Way) {
        self.path(&way.path);
        for part in &way.parts {
            for stroke in &part.strokes {
                self.spot(stroke.from);
                self.spot(stroke.until);
            }
            part.inserts.iter().for_each(|(spot, _)| self.spot(*spot));
        }
    }
}
