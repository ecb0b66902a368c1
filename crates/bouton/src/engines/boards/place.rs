//! Where a part stands, and the least form of all that symmetries make of it.

use super::bits::{Image, Layout, Word};
use super::small::Small;
use bouton_compile::board::{Board, Map, Turn, Walls};
use std::cmp::Ordering::{Equal, Greater, Less};

/// How the least form of a part is found.
pub(super) enum Place<W> {
    /// Where it stands: symmetries of the whole board.
    Fixed(Vec<Image<W>>),
    /// Anywhere on a grid.
    Free(Box<Free<W>>),
}

impl<W: Word> Place<W> {
    /// `filling` says that moves do nothing but make walls.
    pub(super) fn of(board: &Board, layout: &Layout, walls: &Walls, filling: bool) -> Place<W> {
        match board.sides().filter(|_| !walls.turns.is_empty()) {
            Some(sides) => {
                let mut free = Free::new(board, layout, sides, &walls.turns);
                free.small = (filling && layout.planes() == 1).then(|| Small::new(sides.0, sides.1));
                Place::Free(Box::new(free))
            }
            None => {
                // Cells are moved; their values stay.
                let plain = |map: &&Map| map.values.iter().enumerate().all(|(i, v)| i as u32 == *v);
                let maps = board.symmetries(false).maps;
                Place::Fixed(maps.iter().filter(plain).map(|map| layout.image(map)).collect())
            }
        }
    }

    /// The ways to see a part: symmetries of the board, or turns of a part.
    pub(super) fn symmetries(&self) -> usize {
        match self {
            Place::Fixed(images) => images.len() + 1,
            Place::Free(free) => free.mirrors.len() * if free.across.is_some() { 2 } else { 1 },
        }
    }
}

/// A grid on which parts may be moved to a corner and turned.
pub(super) struct Free<W> {
    rows: u32,
    columns: u32,
    /// One row.
    row: W,
    /// By bit, the row it is in.
    row_of: Vec<u8>,
    /// Shifts that bring all rows onto the first, one after another.
    folds: Vec<u32>,
    /// For each height of a part in the corner its upper and its lower half, for each width its left and its right half, without the middle.
    heights: Vec<Halves<W>>,
    widths: Vec<Halves<W>>,
    /// Which of the four mirror images are the same, that which changes nothing first.
    mirrors: Vec<Mirror<W>>,
    /// Those in which a part leans most to the top and then to the left, by how it leans itself.
    leant: [Vec<usize>; 9],
    /// Rows and columns exchanged, where that is the same too.
    across: Option<Image<W>>,
    /// The values of small parts, where moves do nothing but make walls.
    pub(super) small: Option<Small>,
}

/// A part moved into the corner.
#[derive(Clone, Copy)]
pub(super) struct Cornered<W> {
    part: W,
    pub(super) cells: W,
    pub(super) sides: (u32, u32),
}

/// A mirror image of a grid: rows or columns in reverse, or neither, which changes nothing.
struct Mirror<W> {
    rows: bool,
    columns: bool,
    image: Option<Image<W>>,
}

/// By how many cells one half of a part has more than the other: the upper than the lower, the left than the right. A mirror changes
/// the sign, a turn across exchanges them: most images can be told from the least without making them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lean {
    up: i32,
    left: i32,
}

impl Lean {
    #[inline]
    fn seen(self, rows: bool, columns: bool) -> Lean {
        let side = |reverse: bool, lean: i32| if reverse { -lean } else { lean };
        Lean { up: side(rows, self.up), left: side(columns, self.left) }
    }

    /// Which way it leans: a number below 9.
    #[inline]
    fn way(self) -> usize {
        (3 * (self.up.signum() + 1) + self.left.signum() + 1) as usize
    }

    /// All ways.
    fn ways() -> [Lean; 9] {
        std::array::from_fn(|i| Lean { up: i as i32 / 3 - 1, left: i as i32 % 3 - 1 })
    }
}

/// Two halves of a box.
struct Halves<W> {
    first: W,
    last: W,
    /// The cells of the last.
    count: i32,
}

impl<W: Word> Halves<W> {
    /// The halves of the first so many lines of a grid, by the line of each cell.
    fn of(lines: usize, cells: usize, line: impl Fn(usize) -> usize) -> Halves<W> {
        let within = |from: usize, to: usize| {
            let cells = (0..cells).filter(|cell| (from..to).contains(&line(*cell)));
            cells.fold(W::ZERO, |word, cell| word | W::bit(cell as u32))
        };
        let last = within(lines.div_ceil(2), lines);
        Halves { first: within(0, lines / 2), last, count: last.ones() as i32 }
    }

    /// By how many of these cells there are more in the first half.
    #[inline]
    fn more(&self, cells: W) -> i32 {
        (cells & self.first | !cells & self.last).ones() as i32 - self.count
    }
}

impl<W: Word> Free<W> {
    fn new(board: &Board, layout: &Layout, (rows, columns): (usize, usize), turns: &[Turn]) -> Free<W> {
        let values: Vec<u32> = (0..board.cells[0].values.len() as u32).collect();
        let map = |to: &dyn Fn(usize, usize) -> Option<(usize, usize)>| {
            let place =
                |cell: usize| to(cell / columns, cell % columns).map_or(cell, |(r, c)| r * columns + c);
            Map {
                cells: (0..rows * columns).map(|cell| place(cell) as u32).collect(),
                values: values.clone(),
                swaps: false,
            }
        };
        let mirror = |turn: &Turn| {
            let to = |r, c| Some(Turn { across: false, ..*turn }.place((r, c), (rows, columns)));
            let image = (turn.rows || turn.columns).then(|| layout.image(&map(&to)));
            Mirror { rows: turn.rows, columns: turn.columns, image }
        };
        let mirrors: Vec<Mirror<W>> = turns.iter().filter(|t| !t.across).map(mirror).collect();
        let leant = Lean::ways().map(|lean| {
            let seen = |mirror: &Mirror<W>| lean.seen(mirror.rows, mirror.columns);
            let most = mirrors.iter().map(seen).max();
            (0..mirrors.len()).filter(|i| Some(seen(&mirrors[*i])) == most).collect()
        });
        // A part in the corner that fits the other way round; cells that cannot go there are never asked.
        let across = turns
            .iter()
            .any(|t| t.across && !t.rows && !t.columns)
            .then(|| layout.image(&map(&|r, c| (r < columns && c < rows).then_some((c, r)))));
        let row = if columns < W::BITS as usize { !(!W::ZERO << columns as u32) } else { !W::ZERO };
        let heights =
            (0..=rows).map(|height| Halves::of(height, rows * columns, |cell| cell / columns)).collect();
        let widths =
            (0..=columns).map(|width| Halves::of(width, rows * columns, |cell| cell % columns)).collect();
        let row_of = (0..W::BITS as usize).map(|bit| (bit / columns) as u8).collect();
        let folds = (0..rows.next_power_of_two().trailing_zeros()).map(|i| (columns as u32) << i).collect();
        Free {
            rows: rows as u32,
            columns: columns as u32,
            row,
            row_of,
            folds,
            heights,
            widths,
            mirrors,
            leant,
            across,
            small: None,
        }
    }

    /// The sides of the grid.
    pub(super) fn grid(&self) -> (u32, u32) {
        (self.rows, self.columns)
    }

    /// All cells of a box with these sides in the corner.
    pub(super) fn corner(&self, (height, width): (u32, u32)) -> W {
        let row = if width < W::BITS { !(!W::ZERO << width) } else { !W::ZERO };
        (0..height).fold(W::ZERO, |cells, r| cells | row << (r * self.columns))
    }

    /// The box around some cells: its first row and column, then how many it has.
    #[inline]
    fn bounds(&self, filled: W) -> [u32; 4] {
        let top = u32::from(self.row_of[filled.trailing_zeros() as usize]);
        let bottom = u32::from(self.row_of[(W::BITS - 1 - filled.leading_zeros()) as usize]);
        let rows = self.folds.iter().fold(filled, |rows, fold| rows | rows >> *fold) & self.row;
        let left = rows.trailing_zeros();
        [top, left, bottom - top + 1, W::BITS - rows.leading_zeros() - left]
    }

    /// The sides of a part in the corner.
    #[inline]
    pub(super) fn sides(&self, filled: W) -> (u32, u32) {
        if filled == W::ZERO {
            return (0, 0);
        }
        let [_, _, height, width] = self.bounds(filled);
        (height, width)
    }

    /// How the cells of a part in the corner lean.
    #[inline]
    fn lean(&self, filled: W, (height, width): (u32, u32)) -> Lean {
        Lean {
            up: self.heights[height as usize].more(filled),
            left: self.widths[width as usize].more(filled),
        }
    }

    /// A part in the corner in a mirror, in the corner again.
    #[inline]
    fn seen(&self, mirror: &Mirror<W>, corner: W, (height, width): (u32, u32)) -> W {
        let Some(image) = &mirror.image else { return corner };
        let down = u32::from(mirror.rows) * (self.rows - height);
        let aside = u32::from(mirror.columns) * (self.columns - width);
        image.apply(corner) >> (down * self.columns + aside)
    }

    /// A part with these cells, of which there are some, moved into the corner.
    #[inline]
    pub(super) fn cornered(&self, part: W, cells: W) -> Cornered<W> {
        let [top, left, height, width] = self.bounds(cells);
        let shift = top * self.columns + left;
        Cornered { part: part >> shift, cells: cells >> shift, sides: (height, width) }
    }

    /// The least form of a part: of the images that lean most to the top and then to the left, the least. What is higher than wide is turned
    /// across where that fits, and what is as high as wide if it leans more to the left than to the top.
    pub(super) fn least(&self, Cornered { part, cells, sides }: Cornered<W>) -> W {
        let (height, width) = sides;
        let lean = self.lean(cells, sides);
        let across = self.across.as_ref().filter(|_| height <= self.columns && width <= self.rows);
        let mut least = !W::ZERO;
        for &i in &self.leant[lean.way()] {
            let seen = self.seen(&self.mirrors[i], part, sides);
            least = least.min(match across {
                None => seen,
                Some(across) => {
                    let turned = across.apply(seen);
                    let to = lean.seen(self.mirrors[i].rows, self.mirrors[i].columns);
                    match height.cmp(&width).then(to.left.cmp(&to.up)) {
                        Less => seen,
                        Equal => seen.min(turned),
                        Greater => turned,
                    }
                }
            });
        }
        least
    }

    /// Does the test hold for some mirror that the part in the corner looks the same in?
    pub(super) fn in_a_mirror(&self, part: W, filled: W, holds: impl Fn(&dyn Fn(W) -> W) -> bool) -> bool {
        let sides = self.sides(filled);
        let lean = self.lean(filled, sides);
        self.mirrors.iter().filter(|mirror| mirror.image.is_some()).any(|mirror| {
            let image = |word: W| self.seen(mirror, word, sides);
            lean.seen(mirror.rows, mirror.columns) == lean && image(part) == part && holds(&image)
        })
    }
}
