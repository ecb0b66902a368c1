//! Where a part stands, and the least form of all that symmetries make of it.

use super::bits::{Image, Layout, Word};
use bouton_compile::board::{Board, Map, Turn, Walls};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the least form of a part is found.
pub(super) enum Place<W> {
    /// Where it stands: symmetries of the whole board.
    Fixed(Vec<Image<W>>),
    /// Anywhere on a grid.
    Free(Box<Free<W>>),
}

impl<W: Word> Place<W> {
    pub(super) fn of(board: &Board, layout: &Layout, walls: &Walls) -> Place<W> {
        match board.sides().filter(|_| !walls.turns.is_empty()) {
            Some(sides) => Place::Free(Box::new(Free::new(board, layout, sides, &walls.turns))),
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
    small: Small,
}

/// The least forms of parts in small boxes, which come again and again: found when first asked for.
struct Small {
    /// By height and width of a box, where its parts begin.
    from: Vec<Option<usize>>,
    /// By the cells of a part in its box, row after row; 0 where nobody has asked.
    forms: Vec<AtomicU64>,
}

/// The cells of a small box.
const SMALL: usize = 10;

impl Small {
    /// The boxes of a grid with so many rows and columns; none where a word is too short for their forms.
    fn new(rows: usize, columns: usize) -> Small {
        let mut count = 0;
        let boxes = (0..=rows).flat_map(|height| (0..=columns).map(move |width| (height, width)));
        let from = boxes.map(|(height, width)| {
            let side = height.max(width).min(rows);
            let fits = height * width <= SMALL && side * columns <= 64 && height * width > 0;
            fits.then(|| {
                count += 1 << (height * width);
                count - (1 << (height * width))
            })
        });
        let from = from.collect();
        Small { from, forms: (0..count).map(|_| AtomicU64::new(0)).collect() }
    }
}

/// A mirror image of a grid: rows or columns in reverse.
struct Mirror<W> {
    rows: bool,
    columns: bool,
    image: Image<W>,
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
            Mirror { rows: turn.rows, columns: turn.columns, image: layout.image(&map(&to)) }
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
            small: Small::new(rows, columns),
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
        if !mirror.rows && !mirror.columns {
            return corner;
        }
        let down = u32::from(mirror.rows) * (self.rows - height);
        let aside = u32::from(mirror.columns) * (self.columns - width);
        mirror.image.apply(corner) >> (down * self.columns + aside)
    }

    /// The least form of a part with these cells: of the images that lean most to the top and then to the left, the least. What
    /// is higher than wide is turned across where that fits, and what is as high as wide if it leans more to the left than to the top.
    #[inline]
    pub(super) fn least(&self, part: W, filled: W) -> W {
        if filled == W::ZERO {
            return part;
        }
        let [top, left, height, width] = self.bounds(filled);
        let shift = top * self.columns + left;
        let (corner, sides) = (part >> shift, (height, width));
        let from = self.small.from[(height * (self.columns + 1) + width) as usize];
        let Some(from) = from.filter(|_| part == filled) else {
            return self.least_seen(corner, filled >> shift, sides);
        };
        let row = |r: u32| (corner >> (r * self.columns)).word(0) & ((1 << width) - 1);
        let at = (0..height).fold(0, |at, r| at | row(r) << (r * width));
        let form = &self.small.forms[from + at as usize];
        match form.load(Ordering::Relaxed) {
            0 => {
                let least = self.least_seen(corner, corner, sides);
                form.store(least.word(0), Ordering::Relaxed);
                least
            }
            known => W::of_words(|i| if i == 0 { known } else { 0 }),
        }
    }

    /// The least form of a part in the corner with these sides.
    fn least_seen(&self, corner: W, filled: W, sides: (u32, u32)) -> W {
        let (height, width) = sides;
        let lean = self.lean(filled, sides);
        let across = self.across.as_ref().filter(|_| height <= self.columns && width <= self.rows);
        let mut least = !W::ZERO;
        for &i in &self.leant[lean.way()] {
            let seen = self.seen(&self.mirrors[i], corner, sides);
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
        self.mirrors.iter().filter(|mirror| mirror.rows || mirror.columns).any(|mirror| {
            let image = |word: W| self.seen(mirror, word, sides);
            lean.seen(mirror.rows, mirror.columns) == lean && image(part) == part && holds(&image)
        })
    }
}
