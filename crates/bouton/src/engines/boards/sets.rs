//! Moves that are sets of cells: each needs cells that are no walls and makes walls of just these, so it ends every move that shares one.
//!
//! What moves join is found for all moves at once, by shifted words. *Idle* cells are left out of parts: they add nothing. Let an *end* be
//! a cell that only one move is left for, and call the other cells of that move its rest. A cell is idle if every move through it
//! needs, besides, just the rest of some other end: beyond the cell itself it takes away what the move through that end does. So each
//! option with the cell is worth an option without it, and that stays so after every move; by induction a part is worth the same
//! without the cell. Of several ends with one rest, one is enough.

use super::bits::{Rule, Word, each_bit};
use smallvec::SmallVec;

/// Moves with more shapes, rests or distances than this are looked at one by one.
pub(super) const MOST: usize = 8;

/// Moves as sets of cells.
pub(super) struct Sets<W> {
    shapes: SmallVec<[Shape<W>; 4]>,
    cells: SmallVec<[Cell; 8]>,
    links: SmallVec<[Link; 4]>,
    /// How far neighbouring cells of moves are from each other.
    distances: SmallVec<[u32; 4]>,
}

/// A part before a move: its cells, and the places of the moves that it has of each shape.
pub(super) struct Before<W> {
    pub(super) cells: W,
    pub(super) left: [W; MOST],
}

/// Moves that are the same but for their place.
struct Shape<W> {
    /// Their cells as steps from the least one, rising from 0.
    steps: SmallVec<[u32; 6]>,
    /// The least cells of all of them.
    places: W,
}

/// A cell of a shape: its step, the number of the rest without it, among all rests wherever they begin, and where it begins.
struct Cell {
    shape: usize,
    step: u32,
    rest: usize,
    from: u32,
}

/// Two neighbouring cells of a shape: the step of the first, and the number of their distance.
struct Link {
    shape: usize,
    step: u32,
    distance: usize,
}

impl<W: Word> Sets<W> {
    /// The moves, if all are sets of at least two cells and of few shapes; cells are walls or not.
    pub(super) fn of(rules: &[Rule<W>]) -> Option<Sets<W>> {
        let takes = |rule: &Rule<W>| rule.reads == rule.writes && rule.reads.ones() > 1;
        if !rules.iter().all(takes) {
            return None;
        }
        let mut shapes: SmallVec<[Shape<W>; 4]> = SmallVec::new();
        for rule in rules {
            let least = rule.reads.trailing_zeros();
            let steps: SmallVec<[u32; 6]> = each_bit(rule.reads >> least).collect();
            match shapes.iter_mut().find(|shape| shape.steps == steps) {
                Some(shape) => shape.places = shape.places | W::bit(least),
                None => shapes.push(Shape { steps, places: W::bit(least) }),
            }
        }
        let (mut rests, mut distances): (Vec<Vec<u32>>, SmallVec<[u32; 4]>) = Default::default();
        let (mut cells, mut links) = (SmallVec::new(), SmallVec::new());
        for (shape, Shape { steps, .. }) in shapes.iter().enumerate() {
            for &step in steps {
                let others = || steps.iter().copied().filter(|other| *other != step);
                let from = others().next()?;
                let rest: Vec<u32> = others().map(|other| other - from).collect();
                let number = rests.iter().position(|known| *known == rest).unwrap_or(rests.len());
                rests.extend((number == rests.len()).then_some(rest));
                cells.push(Cell { shape, step, rest: number, from });
            }
            for pair in steps.windows(2) {
                let far = pair[1] - pair[0];
                let number = distances.iter().position(|known| *known == far).unwrap_or(distances.len());
                distances.extend((number == distances.len()).then_some(far));
                links.push(Link { shape, step: pair[0], distance: number });
            }
        }
        let few = shapes.len().max(rests.len()).max(distances.len()) <= MOST;
        few.then_some(Sets { shapes, cells, links, distances })
    }

    /// The places of the moves that are left of each shape.
    #[inline]
    fn left(&self, filled: W) -> [W; MOST] {
        let mut left = [W::ZERO; MOST];
        for (shape, left) in self.shapes.iter().zip(&mut left) {
            *left = shape.steps.iter().fold(shape.places, |left, step| left & filled >> *step);
        }
        left
    }

    /// What to remember of a part with these cells while its moves are made.
    pub(super) fn before(&self, cells: W) -> Before<W> {
        Before { cells, left: self.left(cells) }
    }

    /// Calls `f` with the cells of every independent part that has a move, without idle ones. If a part was connected before a move, only
    /// cells of moves that are gone can have been cut off.
    #[inline]
    pub(super) fn parts(&self, before: Option<&Before<W>>, filled: W, mut f: impl FnMut(W)) {
        let mut left = self.left(filled);
        let (mut rest, mut twice) = (W::ZERO, W::ZERO);
        for cell in &self.cells {
            let cells = left[cell.shape] << cell.step;
            twice = twice | rest & cells;
            rest = rest | cells;
        }
        let ends = rest & !twice;
        if ends != W::ZERO {
            let idle = self.idle(&left, ends, twice);
            if idle != W::ZERO {
                // Its neighbours have the moves through ends.
                rest = rest & !idle;
                left = self.left(rest);
            }
        }
        let mut open = match before {
            Some(before) => self.neighbours(before, before.cells & !rest) & rest,
            None => rest,
        };
        let mut joined = [W::ZERO; MOST];
        for link in &self.links {
            joined[link.distance] = joined[link.distance] | left[link.shape] << link.step;
        }
        while rest != W::ZERO {
            let mut part = if open == W::ZERO { rest } else { W::bit(open.trailing_zeros()) };
            loop {
                let reached = part;
                for (far, joined) in self.distances.iter().zip(&joined) {
                    part = part | (part & *joined) << *far | part >> *far & *joined;
                }
                if open & !part == W::ZERO {
                    part = rest;
                    break;
                }
                if part == reached {
                    break;
                }
            }
            rest = rest & !part;
            open = open & !part;
            f(part);
        }
    }

    /// The cells of moves that went through cells that are gone.
    #[inline]
    fn neighbours(&self, before: &Before<W>, gone: W) -> W {
        let mut cells = W::ZERO;
        for (shape, left) in self.shapes.iter().zip(&before.left) {
            let met = shape.steps.iter().fold(W::ZERO, |met, step| met | gone >> *step) & *left;
            cells = shape.steps.iter().fold(cells, |cells, step| cells | met << *step);
        }
        cells
    }

    /// The idle cells, by the places of the moves that are left of each shape, the cells that one is left for, and those with more.
    #[inline]
    fn idle(&self, left: &[W; MOST], ends: W, twice: W) -> W {
        // Where rests of ends begin; a second end with the same rest is idle.
        let mut rests = [W::ZERO; MOST];
        let mut idle = W::ZERO;
        for &Cell { shape, step, rest, from } in &self.cells {
            let at = (left[shape] & ends >> step) << from;
            idle = idle | (at & rests[rest]) >> from << step;
            rests[rest] = rests[rest] | at;
        }
        // What is no end is idle unless a move through it has another rest.
        let mut other = W::ZERO;
        for &Cell { shape, step, rest, from } in &self.cells {
            other = other | (left[shape] & !(rests[rest] >> from)) << step;
        }
        idle | twice & !other
    }
}
