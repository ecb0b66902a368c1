//! A board that falls apart, for Grundy values: its independent parts, each in its least form.
//!
//! Cells with a wall are blank. Moves that could still be made some day join the cells that they touch; what they do not join is
//! independent. A part keeps its own cells and becomes the least of its turns in the corner of the board, where parts may be moved,
//! or of its images under the symmetries of the board. A part that a symmetry takes to itself, with no move that
//! touches its own image, is worth 0: whoever moves second copies every move.

use super::bits::{Image, Layout, Rule, Word, each_bit};
use crate::engines::compiled::Fault;
use crate::engines::whole::Work;
use bouton_compile::board::{Board, Map, Turn, Walls};
use bouton_engine::{Nimber, Sum};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The parts of boards of one size.
pub(super) struct Parts<W> {
    pub(super) board: Board,
    pub(super) layout: Layout,
    moves: Moves<W>,
    place: Place<W>,
    work: Arc<Work>,
}

/// The moves of a board.
enum Moves<W> {
    /// One by one, with the moves that touch each cell, and whether every move writes all that it reads.
    Each { rules: Vec<Rule<W>>, middles: Vec<Middle>, touching: Vec<Vec<u32>>, writes_all: bool },
    /// Cells are walls or not, and moves make walls: all moves of one shape at once.
    Shapes(Vec<Shape<W>>),
}

/// Moves that are the same but for their place: they need some cells that are no walls, and make walls.
struct Shape<W> {
    /// The cells of the first of them that it needs, and all that it touches, as steps from its least cell, rising from 0.
    needs: Vec<u32>,
    steps: Vec<u32>,
    /// What it makes walls, from its least cell on.
    cut: W,
    /// The least cells of all of them.
    places: W,
    /// Where its middle is on a grid, in halves of a square from its least cell, and which way it lies.
    middle: Middle,
}

/// The middle of a move on a grid.
#[derive(Clone, Copy)]
struct Middle {
    row: i32,
    column: i32,
    lies: Lies,
}

/// Which way the cells of a move lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lies {
    Flat,
    Upright,
    Neither,
}

impl Middle {
    /// The middle of some cells on a grid with so many columns.
    fn of<W: Word>(cells: W, columns: u32) -> Middle {
        let places = || each_bit(cells).map(|cell| ((cell / columns) as i32, (cell % columns) as i32));
        let ends = |side: fn((i32, i32)) -> i32| {
            (places().map(side).min().unwrap_or(0), places().map(side).max().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (ends(|p| p.0), ends(|p| p.1));
        let lies = match (bottom - top).cmp(&(right - left)) {
            std::cmp::Ordering::Less => Lies::Flat,
            std::cmp::Ordering::Equal => Lies::Neither,
            std::cmp::Ordering::Greater => Lies::Upright,
        };
        Middle { row: top + bottom, column: left + right, lies }
    }

    /// How far it is from the middle of a part with these sides in the corner. What lies along the middle of one side, and so soon cuts
    /// the part in two, comes first.
    fn distance(self, (height, width): (u32, u32)) -> i32 {
        let down = (self.row + 1 - height as i32).abs();
        let aside = (self.column + 1 - width as i32).abs();
        let first = match self.lies {
            Lies::Flat => down,
            Lies::Upright => aside,
            Lies::Neither => down.min(aside),
        };
        64 * first + down + aside
    }
}

impl<W: Word> Shape<W> {
    /// Where moves of this shape can be made.
    #[inline]
    fn anchors(&self, filled: W) -> W {
        self.needs.iter().fold(self.places, |anchors, step| anchors & filled >> *step)
    }

    /// The cells that moves in these places touch.
    #[inline]
    fn spread(&self, anchors: W) -> W {
        self.steps[1..].iter().fold(anchors, |cells, step| cells | anchors << *step)
    }

    /// The places of moves that touch some of these cells.
    #[inline]
    fn meeting(&self, cells: W) -> W {
        self.steps[1..].iter().fold(cells, |anchors, step| anchors | cells >> *step)
    }
}

/// More shapes than this are looked at move by move.
const MOST_SHAPES: usize = 12;

impl<W: Word> Moves<W> {
    fn of(board: &Board, layout: &Layout) -> Moves<W> {
        let columns = board.sides().map_or(board.cells.len(), |(_, columns)| columns).max(1) as u32;
        let rules: Vec<Rule<W>> = board.moves.iter().flatten().flat_map(|m| layout.rules(board, m)).collect();
        let makes_walls = |rule: &Rule<W>| rule.apply(!W::ZERO) & rule.writes == W::ZERO;
        if board.cells[0].values.len() == 2 && rules.iter().all(makes_walls) {
            let mut shapes: Vec<Shape<W>> = Vec::new();
            for rule in &rules {
                let least = rule.touches.trailing_zeros();
                let steps = |cells: W| each_bit(cells >> least).collect::<Vec<u32>>();
                let (needs, cut) = (steps(rule.reads), rule.writes >> least);
                match shapes.iter_mut().find(|s| s.needs == needs && s.cut == cut) {
                    Some(shape) => shape.places = shape.places | W::bit(least),
                    None => {
                        let middle = Middle::of(rule.touches, columns);
                        let (row, column) = (
                            middle.row - 2 * (least / columns) as i32,
                            middle.column - 2 * (least % columns) as i32,
                        );
                        let middle = Middle { row, column, ..middle };
                        shapes.push(Shape {
                            needs,
                            steps: steps(rule.touches),
                            cut,
                            places: W::bit(least),
                            middle,
                        });
                    }
                }
            }
            if shapes.len() <= MOST_SHAPES {
                return Moves::Shapes(shapes);
            }
        }
        let mut touching = vec![Vec::new(); board.cells.len()];
        for (i, rule) in rules.iter().enumerate() {
            each_bit(rule.touches).for_each(|cell| touching[cell as usize].push(i as u32));
        }
        let writes_all = rules.iter().all(|rule| rule.reads & !rule.writes == W::ZERO);
        let middles = rules.iter().map(|rule| Middle::of(rule.touches, columns)).collect();
        Moves::Each { rules, middles, touching, writes_all }
    }

    /// Calls `f` with every board after a move, and where the move was made on a grid with so many columns.
    #[inline]
    fn options(&self, board: W, columns: u32, mut f: impl FnMut(W, Middle)) {
        match self {
            Moves::Each { rules, middles, .. } => {
                let made = rules.iter().zip(middles).filter(|(rule, _)| rule.when.fits(board));
                made.for_each(|(rule, middle)| f(rule.apply(board), *middle));
            }
            Moves::Shapes(shapes) => {
                for shape in shapes {
                    each_bit(shape.anchors(board)).for_each(|at| {
                        let row = shape.middle.row + 2 * (at / columns) as i32;
                        let column = shape.middle.column + 2 * (at % columns) as i32;
                        f(board & !(shape.cut << at), Middle { row, column, ..shape.middle });
                    });
                }
            }
        }
    }

    /// Calls `f` with the cells of each move that could be made some day.
    fn each_live(&self, filled: W, mut f: impl FnMut(W) -> bool) -> bool {
        match self {
            Moves::Each { rules, .. } => {
                rules.iter().filter(|rule| is_live(rule, filled)).all(|rule| f(rule.touches & filled))
            }
            Moves::Shapes(shapes) => shapes
                .iter()
                .all(|shape| each_bit(shape.anchors(filled)).all(|at| f(shape.spread(W::bit(at)) & filled))),
        }
    }

    /// Calls `f` with the cells of every independent part that has a move.
    #[inline]
    fn parts(&self, filled: W, mut f: impl FnMut(W)) {
        match self {
            Moves::Each { rules, touching, writes_all, .. } => {
                let changing = if *writes_all {
                    filled
                } else {
                    let live = rules.iter().filter(|rule| is_live(rule, filled));
                    live.fold(W::ZERO, |all, rule| all | rule.writes) & filled
                };
                let mut rest = changing;
                while rest != W::ZERO {
                    let first = W::bit(rest.trailing_zeros());
                    let (mut reached, mut open, mut seen) = (first, first, W::ZERO);
                    while open != W::ZERO {
                        let cell = open.trailing_zeros();
                        open = open & !W::bit(cell);
                        for &i in &touching[cell as usize] {
                            let rule = &rules[i as usize];
                            if is_live(rule, filled) {
                                seen = seen | rule.touches & filled;
                                let new = rule.touches & changing & !reached;
                                reached = reached | new;
                                open = open | new;
                            }
                        }
                    }
                    rest = rest & !reached;
                    if seen != W::ZERO {
                        f(seen);
                    }
                }
            }
            Moves::Shapes(shapes) => {
                let mut anchors = [W::ZERO; MOST_SHAPES];
                // Cells that no move touches any more are no parts.
                let mut rest = W::ZERO;
                for (i, shape) in shapes.iter().enumerate() {
                    anchors[i] = shape.anchors(filled);
                    rest = rest | shape.spread(anchors[i]);
                }
                rest = rest & filled;
                while rest != W::ZERO {
                    let mut part = W::bit(rest.trailing_zeros());
                    loop {
                        let before = part;
                        for (i, shape) in shapes.iter().enumerate() {
                            let met = shape.meeting(part) & anchors[i];
                            part = part | shape.spread(met) & filled;
                        }
                        if part == before {
                            break;
                        }
                    }
                    rest = rest & !part;
                    f(part);
                }
            }
        }
    }
}

/// Can a move still be made some day?
#[inline]
fn is_live<W: Word>(rule: &Rule<W>, filled: W) -> bool {
    rule.reads & !filled == W::ZERO
}

/// How the least form of a part is found.
enum Place<W> {
    /// Where it stands: symmetries of the whole board.
    Fixed(Vec<Image<W>>),
    /// Anywhere on a grid.
    Free(Box<Free<W>>),
}

/// A grid on which parts may be moved to a corner and turned.
struct Free<W> {
    rows: u32,
    columns: u32,
    /// One row.
    row: W,
    /// Which of the four mirror images are the same.
    mirrors: Vec<Mirror<W>>,
    /// Rows and columns exchanged, where that is the same too.
    across: Option<Image<W>>,
}

/// A mirror image of a grid: rows or columns in reverse; that which changes nothing has no map.
struct Mirror<W> {
    rows: bool,
    columns: bool,
    image: Option<Image<W>>,
}

impl<W: Word> Parts<W> {
    pub(super) fn new(board: Board, layout: Layout, walls: &Walls, work: Arc<Work>) -> Parts<W> {
        let moves = Moves::of(&board, &layout);
        let place = match board.sides().filter(|_| !walls.turns.is_empty()) {
            Some(sides) => Place::Free(Box::new(Free::new(&board, &layout, sides, &walls.turns))),
            None => {
                // Cells are moved; their values stay.
                let plain = |map: &&Map| map.values.iter().enumerate().all(|(i, v)| i as u32 == *v);
                let maps = board.symmetries(false).maps;
                Place::Fixed(maps.iter().filter(plain).map(|map| layout.image(map)).collect())
            }
        };
        Parts { board, layout, moves, place, work }
    }

    /// The ways to see a part: symmetries of the board, or turns of a part.
    pub(super) fn symmetries(&self) -> usize {
        match &self.place {
            Place::Fixed(images) => images.len() + 1,
            Place::Free(free) => free.mirrors.len() * if free.across.is_some() { 2 } else { 1 },
        }
    }

    /// Calls `f` with every independent part of a board that has a move, in its least form.
    #[inline]
    pub(super) fn split(&self, board: W, mut f: impl FnMut(W)) {
        self.moves.parts(self.layout.filled(board), |cells| f(self.least(self.layout.only(board, cells))));
    }

    /// The least form of a part.
    #[inline]
    fn least(&self, part: W) -> W {
        match &self.place {
            Place::Fixed(images) => images.iter().fold(part, |least, image| least.min(image.apply(part))),
            Place::Free(free) => free.least(part, self.layout.filled(part)),
        }
    }

    /// Is the part its own image, and no move that is left touches its own image?
    fn is_mirrored(&self, part: W) -> bool {
        match &self.place {
            Place::Fixed(images) => images.iter().any(|image| self.copies(part, |word| image.apply(word))),
            Place::Free(free) => {
                let sides = free.sides(self.layout.filled(part));
                free.mirrors.iter().any(|mirror| {
                    mirror.image.is_some() && self.copies(part, |word| free.seen(mirror, word, sides))
                })
            }
        }
    }

    /// The same for one way to see the board.
    #[inline]
    fn copies(&self, part: W, image: impl Fn(W) -> W) -> bool {
        if image(part) != part {
            return false;
        }
        let filled = self.layout.filled(part);
        self.moves.each_live(filled, |touched| {
            let other = image(touched);
            touched & other == W::ZERO && image(other) == touched
        })
    }
}

impl<W: Word> Sum for Parts<W> {
    type Part = W;
    type Error = Fault;

    fn options(&self, part: &W, out: &mut Vec<Vec<W>>) -> Result<(), Fault> {
        self.each_option(part, &mut |parts| {
            out.push(parts.to_vec());
            ControlFlow::Continue(())
        })
    }

    fn each_option(&self, part: &W, visit: &mut dyn FnMut(&[W]) -> ControlFlow<()>) -> Result<(), Fault> {
        let (sides, columns) = match &self.place {
            Place::Fixed(_) => ((0, 0), 1),
            Place::Free(free) => (free.sides(self.layout.filled(*part)), free.columns),
        };
        let mut made: SmallVec<[(i32, W); 64]> = SmallVec::new();
        self.moves.options(*part, columns, |board, middle| made.push((middle.distance(sides), board)));
        if matches!(self.place, Place::Free(_)) {
            made.sort_by_key(|(distance, _)| *distance);
        }
        self.work.spend_compiled(made.len().max(1) as u64).map_err(Fault::Halted)?;
        let mut parts: SmallVec<[W; 8]> = SmallVec::new();
        for (_, board) in made {
            parts.clear();
            self.split(board, |part| parts.push(part));
            if visit(&parts).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn certain(&self, part: &W) -> Option<Nimber> {
        self.is_mirrored(*part).then_some(Nimber(0))
    }

    fn weight(&self, part: &W) -> u64 {
        u64::from(self.layout.filled(*part).ones())
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
        let mirrors = turns.iter().filter(|t| !t.across).map(mirror).collect();
        // A part in the corner that fits the other way round; cells that cannot go there are never asked.
        let across = turns
            .iter()
            .any(|t| t.across && !t.rows && !t.columns)
            .then(|| layout.image(&map(&|r, c| (r < columns && c < rows).then_some((c, r)))));
        let row = if columns < W::BITS as usize { !(!W::ZERO << columns as u32) } else { !W::ZERO };
        Free { rows: rows as u32, columns: columns as u32, row, mirrors, across }
    }

    /// The box around some cells: its first row and column, then how many it has.
    #[inline]
    fn bounds(&self, filled: W) -> [u32; 4] {
        let top = filled.trailing_zeros() / self.columns;
        let bottom = (W::BITS - 1 - filled.leading_zeros()) / self.columns;
        let rows = (top..=bottom).fold(W::ZERO, |rows, row| rows | filled >> (row * self.columns)) & self.row;
        let left = rows.trailing_zeros();
        [top, left, bottom - top + 1, W::BITS - rows.leading_zeros() - left]
    }

    /// The sides of a part in the corner.
    fn sides(&self, filled: W) -> (u32, u32) {
        if filled == W::ZERO {
            return (0, 0);
        }
        let [_, _, height, width] = self.bounds(filled);
        (height, width)
    }

    /// A part in the corner in a mirror, in the corner again.
    #[inline]
    fn seen(&self, mirror: &Mirror<W>, corner: W, (height, width): (u32, u32)) -> W {
        let Some(image) = &mirror.image else { return corner };
        let down = if mirror.rows { self.rows - height } else { 0 };
        let aside = if mirror.columns { self.columns - width } else { 0 };
        image.apply(corner) >> (down * self.columns + aside)
    }

    fn least(&self, part: W, filled: W) -> W {
        if filled == W::ZERO {
            return part;
        }
        let [top, left, height, width] = self.bounds(filled);
        let corner = part >> (top * self.columns + left);
        let across = self.across.as_ref().filter(|_| height <= self.columns && width <= self.rows);
        let mut least = corner;
        for mirror in &self.mirrors {
            let seen = self.seen(mirror, corner, (height, width));
            least = least.min(seen);
            if let Some(across) = across {
                least = least.min(across.apply(seen));
            }
        }
        least
    }
}
