//! The least form of a part: of all that symmetries, turns and places make of it, with the players exchanged or not, the least word.

use super::bits::{Image, Word};

/// Ways to see a part.
pub(super) struct Least<W> {
    ways: Vec<Way<W>>,
    grid: Option<Grid<W>>,
}

/// One way.
struct Way<W> {
    image: Image<W>,
    /// Bits that have no image: parts with one of them do not fit.
    outside: W,
    negative: bool,
}

/// A grid on which parts are moved into the corner; planes of cells lie one behind another.
struct Grid<W> {
    columns: u32,
    cells: u32,
    planes: u32,
    row: W,
}

impl<W: Word> Least<W> {
    /// Ways by what each bit becomes, if it fits, with the players exchanged or not; on a grid with so many rows, columns and planes if
    /// parts may be moved.
    pub(super) fn new(
        ways: impl Iterator<Item = (Vec<Option<u32>>, bool)>,
        grid: Option<(usize, usize, u32)>,
    ) -> Least<W> {
        let way = |(bits, negative): (Vec<Option<u32>>, bool)| {
            let to: Vec<W> = bits.iter().map(|bit| bit.map_or(W::ZERO, W::bit)).collect();
            let none = bits.iter().enumerate().filter(|(_, bit)| bit.is_none());
            let outside = none.fold(W::ZERO, |word, (i, _)| word | W::bit(i as u32));
            Way { image: Image::of(W::ZERO, &to), outside, negative }
        };
        let changes = |(bits, negative): &(Vec<Option<u32>>, bool)| {
            *negative || bits.iter().enumerate().any(|(i, bit)| *bit != Some(i as u32))
        };
        let grid = grid.map(|(rows, columns, planes)| Grid {
            columns: columns as u32,
            cells: (rows * columns) as u32,
            planes,
            row: if columns < W::BITS as usize { !(!W::ZERO << columns as u32) } else { !W::ZERO },
        });
        Least { ways: ways.filter(changes).map(way).collect(), grid }
    }

    /// The least form, and whether its value is the negative.
    #[inline]
    pub(super) fn of(&self, part: W) -> (W, bool) {
        let part = self.corner(part);
        let mut least = (part, false);
        for way in &self.ways {
            if part & way.outside == W::ZERO {
                let seen = self.corner(way.image.apply(part));
                if seen < least.0 {
                    least = (seen, way.negative);
                }
            }
        }
        least
    }

    /// Does a part in its least form look the same with the players exchanged?
    pub(super) fn is_own_negative(&self, part: W) -> bool {
        let same = |way: &Way<W>| {
            way.negative && part & way.outside == W::ZERO && self.corner(way.image.apply(part)) == part
        };
        self.ways.iter().any(same)
    }

    /// A part moved as far to the top and to the left as it goes.
    #[inline]
    fn corner(&self, part: W) -> W {
        let Some(grid) = &self.grid else { return part };
        if part == W::ZERO {
            return part;
        }
        let mut filled = part;
        for plane in 1..grid.planes {
            filled = filled | part >> (plane * grid.cells);
        }
        // What lies above the first plane is of no matter to its first rows and columns.
        if grid.cells < W::BITS {
            filled = filled & !(!W::ZERO << grid.cells);
        }
        let first = filled.trailing_zeros();
        let top = first / grid.columns;
        let mut rows = filled >> (top * grid.columns);
        let mut joined = W::ZERO;
        while rows != W::ZERO {
            joined = joined | rows;
            rows = rows >> grid.columns;
        }
        part >> (top * grid.columns + (joined & grid.row).trailing_zeros())
    }
}
