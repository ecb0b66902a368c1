//! Cuts, and what has to be carried along for them: planes of minima over intervals on a line.

use super::EmptyCut;

/// A family of cuts: for k = 0, 1, …, as long as k < `count` and what is left has `keep` elements at least, take
/// `first + k*step` elements on the left and on the right, if the row is neither too short nor too long for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The smallest cut: on the left, on the right.
    pub first: [usize; 2],
    /// What each k adds; zeros for a single cut.
    pub step: [usize; 2],
    /// How many there are; `None` where only the row limits them.
    pub count: Option<usize>,
    /// So many elements stay at least.
    pub keep: usize,
    /// The shortest row that it applies to.
    pub shortest: usize,
    /// The longest one; `None` if all are.
    pub longest: Option<usize>,
}

impl Cut {
    /// Any positive multiple of `step`.
    pub const fn any(step: [usize; 2]) -> Self {
        Self { first: step, step, count: None, keep: 0, shortest: 0, longest: None }
    }

    /// One cut.
    pub const fn fixed(first: [usize; 2]) -> Self {
        Self { step: [0, 0], count: Some(1), ..Self::any(first) }
    }

    /// How many members a row of n has room for, however many there are.
    fn fitting(&self, n: usize) -> usize {
        let fixed = self.first[0].checked_add(self.first[1]).and_then(|by| by.checked_add(self.keep));
        let Some(room) = fixed.and_then(|fixed| n.checked_sub(fixed)) else { return 0 };
        let step = self.step[0].saturating_add(self.step[1]);
        room.checked_div(step).map_or(1, |k| k + 1)
    }

    /// How many members can be used on a row of n, ignoring `shortest` and `longest`.
    fn members(&self, n: usize) -> usize {
        self.count.unwrap_or(usize::MAX).min(self.fitting(n))
    }

    fn applies(&self, n: usize) -> bool {
        n >= self.shortest && self.longest.is_none_or(|longest| n <= longest)
    }

    /// What the cuts leave of a row of n that neither begins nor ends where the row does.
    pub(super) fn both_ends(self, n: usize) -> impl Iterator<Item = (usize, usize)> {
        let members = if self.applies(n) { self.members(n) } else { 0 };
        (0..members)
            .map(move |k| {
                let at = |end: usize| self.first[end] + k * self.step[end];
                (at(0), n - at(1))
            })
            .filter(move |&(from, to)| from > 0 && to < n)
    }
}

/// A distance between intervals: elements fewer in all, and fewer on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) shorter: usize,
    pub(super) left: usize,
}

impl Shift {
    fn of([left, right]: [usize; 2]) -> Self {
        Self { shorter: left.saturating_add(right), left }
    }

    fn times(self, k: usize) -> Self {
        Self { shorter: self.shorter.saturating_mul(k), left: self.left.saturating_mul(k) }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            shorter: self.shorter.saturating_add(other.shorter),
            left: self.left.saturating_add(other.left),
        }
    }
}

/// Where rows of numbers are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// W itself.
    Cells,
    /// A plane of minima.
    Plane(usize),
}

/// Minima of two rows: of `source` at the interval itself, and of `with` at the end of `by`, where that is an
/// interval of `keep` elements at least.
#[derive(Clone, Debug)]
pub(super) struct PlaneRule {
    pub(super) source: Source,
    pub(super) with: Source,
    pub(super) by: Shift,
    pub(super) keep: usize,
    /// Lengths that are looked back.
    pub(super) reach: usize,
}

/// Moves: the number in `source` at the end of `by`.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) source: Source,
    pub(super) by: Shift,
    keep: usize,
    shortest: usize,
    longest: usize,
}

impl Reach {
    /// Are there such moves from intervals of this length?
    pub(super) fn applies(&self, length: usize) -> bool {
        let left = length.checked_sub(self.by.shorter);
        left.is_some_and(|left| left >= self.keep) && (self.shortest..=self.longest).contains(&length)
    }
}

/// What is carried along for a list of cuts on a row.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) planes: Vec<PlaneRule>,
    pub(super) reaches: Vec<Reach>,
    /// Lengths that are looked back in W.
    pub(super) depth: usize,
}

impl Plan {
    pub(super) fn new(n: usize, cuts: &[Cut]) -> Result<Self, EmptyCut> {
        if let Some(index) = cuts.iter().position(|cut| cut.first == [0, 0]) {
            return Err(EmptyCut { index });
        }
        let mut plan = Self { planes: Vec::new(), reaches: Vec::new(), depth: 0 };
        for cut in cuts {
            let members = cut.members(n);
            let (first, step) = (Shift::of(cut.first), Shift::of(cut.step));
            match members {
                0 => {}
                1 => plan.reach(cut, Source::Cells, first),
                _ if members == cut.fitting(n) => plan.ray(cut, first, step),
                _ => plan.window(cut, first, step, members),
            }
        }
        for plane in &plan.planes {
            if plane.with == Source::Cells {
                plan.depth = plan.depth.max(plane.by.shorter);
            }
        }
        for reach in &plan.reaches {
            if reach.source == Source::Cells {
                plan.depth = plan.depth.max(reach.by.shorter);
            }
        }
        Ok(plan)
    }

    fn reach(&mut self, cut: &Cut, source: Source, by: Shift) {
        let longest = cut.longest.unwrap_or(usize::MAX);
        self.reaches.push(Reach { source, by, keep: cut.keep, shortest: cut.shortest, longest });
    }

    fn plane(
        &mut self,
        source: Source,
        with: Option<Source>,
        by: Shift,
        keep: usize,
        reach: usize,
    ) -> Source {
        let new = Source::Plane(self.planes.len());
        self.planes.push(PlaneRule { source, with: with.unwrap_or(new), by, keep, reach });
        new
    }

    fn ray(&mut self, cut: &Cut, first: Shift, step: Shift) {
        let reach = first.shorter.max(step.shorter);
        let source = self.plane(Source::Cells, None, step, cut.keep, reach);
        self.reach(cut, source, first);
    }

    /// A window of m is the union of two of 2^j, and those are doubled from one another.
    fn window(&mut self, cut: &Cut, first: Shift, step: Shift, members: usize) {
        let mut source = Source::Cells;
        let mut covered = 1;
        while covered * 2 <= members {
            let by = step.times(covered);
            covered *= 2;
            // Read by the next doubling, or by the two halves of the window.
            let reach = if covered * 2 <= members {
                by.times(2).shorter
            } else {
                first.plus(step.times(members - covered)).shorter
            };
            source = self.plane(source, Some(source), by, cut.keep, reach);
        }
        self.reach(cut, source, first);
        if covered < members {
            self.reach(cut, source, first.plus(step.times(members - covered)));
        }
    }
}
