//! Tables of all positions below a given one, filled with the rules' own moves.
//!
//! Where the facts bound every field, the positions that can be reached from one are cells of a space that can be numbered.
//! Compiled rules are run at every cell once, and every position of the space is answered by looking it up. A table of
//! one part of a sum gives Grundy values, one of a whole position outcomes, distances from the end, Grundy values or scores.

mod classes;
mod layer;
mod numbered;
mod order;
mod space;
mod words;

use crate::engines::compiled::most_elements;
use crate::engines::whole::verdict;
use crate::game::Game;
use bouton_compile::program::{FieldLayout, Layout, Sequence};
use bouton_compile::{LineCut, LineRay};
use bouton_engine::table::fill::{self, Cut, FillStop, Job, Layer, Order, Ray, Shortcuts};
use bouton_engine::table::{Axis, Index, Letters, Orbits};
use bouton_engine::{Budget, Solved};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::interp::Part;
use bouton_language::rules::End;
use layer::Layers;

pub use numbered::{Measured, NoNumbers, Numbered};
pub use words::Words;

pub use bouton_engine::table::fill::Ask;

/// A table that could be filled: what it would cost is known, nothing is allocated.
pub struct Space {
    words: Words,
    index: Index,
    ask: Ask,
    sides: bool,
    draws: bool,
    shortcuts: Shortcuts,
    /// Positions that the symmetries of a board take to each other: one of each class is stored.
    orbits: Option<Orbits>,
    /// The numbers are known not to be an order of play.
    layered: bool,
    moves: f64,
    game: Game,
}

/// What filling a table costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Cells: positions, twice where it matters who moves.
    pub cells: usize,
    /// Those of them that are stored: one of each class that symmetries take to each other.
    pub stored: usize,
    /// How many symmetries there are, that which changes nothing included.
    pub symmetries: usize,
    /// Bytes of the values, if they are small.
    pub bytes: usize,
    /// Moves that are run, about, with what else a cell takes counted in moves.
    pub moves: f64,
    /// The same if every cell were stored: a search is given its part of this.
    pub plain: f64,
}

/// A filled table.
pub struct Filled {
    words: Words,
    table: fill::Filled,
}

/// May a table of this kind answer for a game? Rules that look at the number of moves or at all parts, that may go on
/// for ever, or that let the opponent forbid moves are for other engines.
fn suits(game: &Game, ask: Ask) -> bool {
    let rules = game.rules();
    let plain = rules.stop.is_none()
        && rules.block.is_none()
        && rules.endless.is_none()
        && !rules.uses.turn
        && !rules.uses.heaps;
    let asked = match ask {
        Ask::Grundy => game.kind().grundy.is_ok(),
        Ask::Outcome | Ask::Remoteness => rules.score.is_none() && rules.shape.kind == ShapeKind::Position,
        Ask::Score => rules.score.is_some() && rules.shape.kind == ShapeKind::Position,
    };
    plain && asked
}

impl Space {
    /// The space of all positions that can be reached from a part; `None` where the facts do not bound it, or the rules do
    /// not compile.
    pub fn of(game: &Game, corner: &Part, ask: Ask) -> Option<Space> {
        let rules = game.rules();
        if !suits(game, ask) {
            return None;
        }
        let corner = game.interp().canonical_part(corner);
        let most = most_elements(game, &[&corner]);
        let layout = Layout::covering(game.core(), &[&corner], &most).ok()?;
        let groups = space::axes(game, &layout, &corner)?;
        let sides = game.kind().partizan();
        let draws = !rules.whens.is_empty() || !matches!(rules.end, End::Normal | End::Misere);
        let shorts = ask == Ask::Outcome && !sides && !draws;
        let rays = if shorts { rays(game, &layout, &groups) } else { Vec::new() };
        let lines: Vec<usize> = rays.iter().map(|(ray, _)| ray.line).collect();
        let cuts = if lines.is_empty() { Vec::new() } else { cuts(game, &layout) };
        let words = Words::new(game, &layout, &lines).ok()?;
        // A row that is cut should count least, so that rows with the same beginning are neighbours.
        let last =
            cuts.first().and_then(|(cut, _)| (groups.len() == layout.fields().len()).then_some(cut.field));
        let movers = if sides { 2 } else { 1 };
        let ordered = order::order(&words, &groups, last, movers)?;
        // What is no legal position is not told apart here, and rays are marked faster than classes are found.
        let plain = !words.gaps() && rays.is_empty();
        let orbits = plain.then(|| classes::orbits(game, &layout, &corner, &ordered.index, movers)).flatten();
        let shortcuts = Shortcuts {
            rays: rays.into_iter().flat_map(|(_, rays)| rays).collect(),
            cuts: cuts.into_iter().map(|(_, cut)| cut).collect(),
        };
        Some(Space {
            words,
            index: ordered.index,
            ask,
            sides,
            draws,
            shortcuts,
            orbits,
            layered: !ordered.fits,
            moves: ordered.moves,
            game: game.clone(),
        })
    }

    /// What filling the table costs.
    pub fn cost(&self) -> Cost {
        let cells = self.index.cells() * if self.sides { 2 } else { 1 };
        // With rays most cells are marked, and the rules run at one in several. To ask whether a cell is a legal
        // position takes as long as some dozens of moves.
        let moves = if self.shortcuts.rays.is_empty() { self.moves } else { 1.0 };
        let asked = if self.words.gaps() { 30.0 } else { 1.0 };
        let orbits = self.orbits.as_ref();
        let stored = orbits.map_or(cells, Orbits::classes);
        // To find the least of a class takes a fraction of a move for every option, and less for every cell.
        let (least, told) = if orbits.is_some() { (0.5, 0.2) } else { (0.0, 0.0) };
        let plain = cells as f64 * (moves + asked);
        let moves = stored as f64 * (moves * (1.0 + least) + asked) + cells as f64 * told;
        let bytes = fill::least_bytes(cells, orbits, self.ask, self.draws);
        Cost { cells, stored, symmetries: orbits.map_or(1, Orbits::images), bytes, moves, plain }
    }

    /// Is a position in this space?
    pub fn contains(&self, part: &Part) -> bool {
        holds(&self.words, &self.index, part)
    }

    /// The same space with a value of its own for every position.
    pub fn without_classes(self) -> Space {
        Space { orbits: None, ..self }
    }

    /// Fills the table.
    pub fn fill(self, budget: &Budget, threads: usize) -> Result<Filled, FillStop> {
        let Space { words, index, ask, sides, draws, shortcuts, orbits, layered, game, .. } = self;
        let measure = game.facts().measure.as_ref();
        let layout = words.layout().clone();
        let counted = measure.filter(|_| layered).and_then(|measure| Layers::of(measure, &layout));
        let layer = |words: &[i64]| match &counted {
            Some(layers) => layers.at(words),
            None => match measure?.value(&layout.read(words))?.as_slice() {
                [one] => u64::try_from(*one).ok(),
                _ => None,
            },
        };
        let layer: Option<Layer<'_>> = if layered { Some(&layer) } else { None };
        let job = Job { index, ask, sides, draws, shortcuts, layer, orbits, threads };
        let table = fill::fill(&words, job, budget)?;
        Ok(Filled { words, table })
    }
}

impl Filled {
    /// The table of all positions that can be reached from a part; `None` where there is none within the budget.
    pub fn of(game: &Game, corner: &Part, ask: Ask, budget: &Budget, threads: usize) -> Option<Filled> {
        let space = Space::of(game, corner, ask)?;
        if space.cost().bytes > budget.memory_limit() {
            return None;
        }
        space.fill(budget, threads).ok()
    }

    /// Is a position in this table? Its value may be unknown all the same, where the rules could not be run.
    pub fn contains(&self, part: &Part) -> bool {
        holds(&self.words, self.table.index(), part)
    }

    /// May cells of this table be no legal positions?
    pub fn gaps(&self) -> bool {
        self.words.gaps()
    }

    fn get(&self, part: &Part, mover: usize) -> Option<i64> {
        let mut words = vec![0; self.words.layout().width()];
        self.words.layout().write(part, &mut words).then(|| self.table.get(&words, mover))?
    }

    /// The outcome of a position for the player to move; `None` outside the table, and where the rules must be asked.
    pub fn outcome(&self, part: &Part, mover: usize) -> Option<Verdict> {
        let mut words = vec![0; self.words.layout().width()];
        let found = self.words.layout().write(part, &mut words).then(|| self.table.outcome(&words, mover))?;
        found.map(verdict)
    }

    /// The Grundy value of a part, in a table of these.
    pub fn grundy(&self, part: &Part) -> Option<u64> {
        self.get(part, 0)
            .filter(|_| self.table.ask() == Ask::Grundy)
            .and_then(|value| u64::try_from(value).ok())
    }

    /// The score of a position, in a table of these: mover minus opponent, or the shared total.
    pub fn score(&self, part: &Part, mover: usize) -> Option<i64> {
        let value = self.get(part, mover).filter(|_| self.table.ask() == Ask::Score)?;
        Some(value * self.words.sign(mover))
    }

    /// The outcome of a position and its distance from the end, in a table of these.
    pub fn solved(&self, part: &Part, mover: usize) -> Option<Solved> {
        self.get(part, mover).filter(|_| self.table.ask() == Ask::Remoteness).map(fill::solved)
    }

    /// Cells: what can be looked up.
    pub fn cells(&self) -> usize {
        self.table.cells()
    }

    /// Cells whose values were found: one of each class that symmetries take to each other.
    pub fn found(&self) -> usize {
        self.table.found()
    }

    /// The value of a cell by number, in the order of the table.
    pub fn cell(&self, cell: usize) -> Option<i64> {
        self.table.cell(cell)
    }

    /// Bytes of the values.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The order in which the table was filled.
    pub fn order(&self) -> Order {
        self.table.order()
    }
}

/// Is a position a cell?
fn holds(words: &Words, index: &Index, part: &Part) -> bool {
    let mut written = vec![0; words.layout().width()];
    words.layout().write(part, &mut written) && index.encode(&written).is_some()
}

/// The lines that are rays along words that the index can step along, with those words.
fn rays(game: &Game, layout: &Layout, groups: &[Vec<Axis>]) -> Vec<(LineRay, Vec<Ray>)> {
    let axes = || groups.iter().flatten();
    let is_number =
        |at: usize| axes().any(|axis| matches!(axis, Axis::Number { at: word, .. } if *word == at));
    // The words of a list's elements, if each has an axis of its own.
    let apart = |first: usize, count: usize| {
        let places: Vec<usize> = (first..first + count).collect();
        places.iter().all(|&at| is_number(at)).then_some(places)
    };
    let places = |ray: &LineRay| match *layout.fields().get(ray.field)? {
        FieldLayout::One { at, .. } if !ray.elements => apart(at, 1),
        FieldLayout::Row { at, cap, fixed: true, sequence: Sequence::Row, .. } if ray.elements => {
            apart(at, cap)
        }
        FieldLayout::Row { at, fixed: false, sequence: Sequence::Row, .. } if ray.elements => axes()
            .find_map(|axis| match axis {
                Axis::Row { at: word, longest, .. } if *word == at => Some((at + 1..=at + longest).collect()),
                Axis::Number { at: word, of: Letters::From { low, count: 1 } } if *word == at => {
                    apart(at + 1, usize::try_from(*low).ok()?)
                }
                _ => None,
            }),
        _ => None,
    };
    let along = |ray: &LineRay, at: usize| Ray { at, most: ray.most };
    let found = game.facts().rays.iter().filter_map(|ray| {
        places(ray).map(|places| (*ray, places.into_iter().map(|at| along(ray, at)).collect()))
    });
    found.collect()
}

/// The lines that cut rows, as the table engine wants them.
fn cuts(game: &Game, layout: &Layout) -> Vec<(LineCut, Cut)> {
    let found = game.facts().cuts.iter().filter_map(|cut| match *layout.fields().get(cut.field)? {
        FieldLayout::Row { at, fixed: false, sequence: Sequence::Row | Sequence::Word, .. } => {
            Some((*cut, Cut { line: cut.line, row: at, beyond: cut.beyond }))
        }
        _ => None,
    });
    found.collect()
}
