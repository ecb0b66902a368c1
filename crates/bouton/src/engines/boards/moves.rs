//! The moves of a board that falls apart: in which order they are tried, and what they join.

use super::bits::{Layout, Rule, Step, Word, each_bit};
use super::pairs::Pairs;
use super::sets::{Before, Sets};
use bouton_compile::board::Board;
use smallvec::SmallVec;

/// The moves of a board.
pub(super) struct Moves<W> {
    rules: Vec<Rule<W>>,
    middles: Vec<Middle>,
    joins: Joins<W>,
}

/// How moves join cells.
enum Joins<W> {
    /// Move by move: the moves that touch each cell, and whether every move writes all that it reads.
    Each {
        touching: Vec<Vec<u32>>,
        writes_all: bool,
    },
    /// Cells are walls or not, and moves make walls: all moves of one shape at once.
    Shapes(Vec<Shape<W>>),
    /// Moves make walls of just what they need: two cells, or any number.
    Pairs(Pairs<W>),
    Sets(Box<Sets<W>>),
}

/// Moves that are the same but for their place: they need some cells that are no walls, and make walls.
struct Shape<W> {
    /// The cells of the first of them that it needs, and all that it touches, as steps from its least cell, rising from 0.
    needs: SmallVec<[u32; 6]>,
    steps: SmallVec<[u32; 6]>,
    /// What it makes walls, from its least cell on.
    cut: W,
    /// The least cells of all of them.
    places: W,
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

    /// How late it is tried in a part with these sides in the corner. What lies along the middle line of a side, and so soon cuts the part
    /// in two, comes first, then what lies across a middle line, then the others from the middle on.
    fn lateness(self, (height, width): (u32, u32)) -> i32 {
        let down = (self.row + 1 - height as i32).abs();
        let aside = (self.column + 1 - width as i32).abs();
        let along = match self.lies {
            Lies::Flat => down,
            Lies::Upright => aside,
            Lies::Neither => down.min(aside),
        };
        let off = if down.min(aside) == 0 { along.min(1) } else { down + aside };
        64 * off + down + aside
    }
}

impl<W: Word> Shape<W> {
    fn of(rule: &Rule<W>, least: u32) -> Shape<W> {
        let steps = |cells: W| each_bit(cells >> least).collect();
        let (needs, cut) = (steps(rule.reads), rule.writes >> least);
        Shape { needs, steps: steps(rule.touches), cut, places: W::bit(least) }
    }

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
    pub(super) fn of(board: &Board, layout: &Layout) -> Moves<W> {
        let columns = board.sides().map_or(board.cells.len(), |(_, columns)| columns).max(1) as u32;
        let rules: Vec<Rule<W>> = board.moves.iter().flatten().flat_map(|m| layout.rules(board, m)).collect();
        let middles = rules.iter().map(|rule| Middle::of(rule.touches, columns)).collect();
        let joins = Joins::of(board, &rules);
        Moves { rules, middles, joins }
    }

    /// The moves of a part with these sides in the corner, those in the middle first.
    pub(super) fn middle_first(&self, sides: (u32, u32), within: W) -> Vec<Step<W>> {
        let mut order: Vec<usize> =
            (0..self.rules.len()).filter(|i| is_live(&self.rules[*i], within)).collect();
        order.sort_by_key(|i| self.middles[*i].lateness(sides));
        order.into_iter().map(|i| self.rules[i].step()).collect()
    }

    /// Are all moves pairs of cells?
    pub(super) fn are_pairs(&self) -> bool {
        matches!(self.joins, Joins::Pairs(_))
    }

    /// Do moves do nothing but make walls, each some?
    pub(super) fn fill(&self) -> bool {
        self.rules.iter().all(|rule| rule.writes != W::ZERO && rule.makes_walls())
    }

    /// The moves as they stand.
    pub(super) fn all(&self) -> Vec<Step<W>> {
        self.rules.iter().map(Rule::step).collect()
    }

    /// Calls `f` with the cells of each move that could be made some day, until it says no.
    pub(super) fn each_live(&self, filled: W, mut f: impl FnMut(W) -> bool) -> bool {
        self.rules.iter().filter(|rule| is_live(rule, filled)).all(|rule| f(rule.touches & filled))
    }

    /// What to remember of a part with these cells while its moves are made.
    pub(super) fn before(&self, cells: W) -> Option<Before<W>> {
        match &self.joins {
            Joins::Pairs(pairs) => Some(pairs.before(cells)),
            Joins::Sets(sets) => Some(sets.before(cells)),
            _ => None,
        }
    }

    /// Calls `f` with the cells of every independent part that has a move, without those that add nothing; after a move of a part, or of any
    /// board.
    #[inline]
    pub(super) fn parts(&self, before: Option<&Before<W>>, filled: W, f: impl FnMut(W)) {
        match &self.joins {
            Joins::Each { touching, writes_all } => {
                let changing = if *writes_all {
                    filled
                } else {
                    let live = self.rules.iter().filter(|rule| is_live(rule, filled));
                    live.fold(W::ZERO, |all, rule| all | rule.writes) & filled
                };
                parts_by_moves(&self.rules, touching, filled, changing, f);
            }
            Joins::Shapes(shapes) => parts_by_shapes(shapes, filled, f),
            Joins::Pairs(pairs) => pairs.parts(before, filled, f),
            Joins::Sets(sets) => sets.parts(before, filled, f),
        }
    }
}

impl<W: Word> Joins<W> {
    fn of(board: &Board, rules: &[Rule<W>]) -> Joins<W> {
        if board.cells[0].values.len() == 2 && rules.iter().all(Rule::makes_walls) {
            if let Some(pairs) = Pairs::of(rules) {
                return Joins::Pairs(pairs);
            }
            if let Some(sets) = Sets::of(rules) {
                return Joins::Sets(Box::new(sets));
            }
            let mut shapes: Vec<Shape<W>> = Vec::new();
            for rule in rules {
                let least = rule.touches.trailing_zeros();
                let shape = Shape::of(rule, least);
                match shapes.iter_mut().find(|s| s.needs == shape.needs && s.cut == shape.cut) {
                    Some(known) => known.places = known.places | W::bit(least),
                    None => shapes.push(shape),
                }
            }
            if shapes.len() <= MOST_SHAPES {
                return Joins::Shapes(shapes);
            }
        }
        let mut touching = vec![Vec::new(); board.cells.len()];
        for (i, rule) in rules.iter().enumerate() {
            each_bit(rule.touches).for_each(|cell| touching[cell as usize].push(i as u32));
        }
        let writes_all = rules.iter().all(|rule| rule.reads & !rule.writes == W::ZERO);
        Joins::Each { touching, writes_all }
    }
}

/// The parts of a board by the moves that touch each cell.
fn parts_by_moves<W: Word>(
    rules: &[Rule<W>],
    touching: &[Vec<u32>],
    filled: W,
    changing: W,
    mut f: impl FnMut(W),
) {
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

/// The parts of a board, all moves of one shape at once.
fn parts_by_shapes<W: Word>(shapes: &[Shape<W>], filled: W, mut f: impl FnMut(W)) {
    let mut anchors = [W::ZERO; MOST_SHAPES];
    // Cells that no move touches any more are no parts.
    let mut rest = W::ZERO;
    for (shape, anchors) in shapes.iter().zip(&mut anchors) {
        *anchors = shape.anchors(filled);
        rest = rest | shape.spread(*anchors);
    }
    rest = rest & filled;
    while rest != W::ZERO {
        let mut part = W::bit(rest.trailing_zeros());
        loop {
            let before = part;
            for (shape, anchors) in shapes.iter().zip(&anchors) {
                part = part | shape.spread(shape.meeting(part) & *anchors) & filled;
            }
            if part == before || part == rest {
                break;
            }
        }
        rest = rest & !part;
        f(part);
    }
}

/// Can a move still be made some day?
#[inline]
fn is_live<W: Word>(rule: &Rule<W>, filled: W) -> bool {
    rule.reads & !filled == W::ZERO
}
