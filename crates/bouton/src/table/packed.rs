//! Tables for drawing: one number a cell, packed as narrowly as they fit, so that a million cells are a matter of
//! milliseconds for whoever reads them.
//!
//! Where an engine knows a whole box the numbers are taken from it as they stand; otherwise cell by cell, like any table.

use super::axis::Axis;
use super::layout::{Layout, Site, Target};
use super::{Cell, Drawing, MOST, Show, Table, TableQuestion, applicable, default_show};
use crate::answer::how::How;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::table::saved::code;
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::value::Value;

/// Not a legal position.
pub(super) const ILLEGAL: i64 = i64::MIN;
/// Not reached, or (for moves to the end) there is none.
pub(super) const UNKNOWN: i64 = i64::MIN + 1;

/// A table, packed where that is possible.
pub enum Made {
    /// A strip or a matrix of numbers.
    Packed(Box<Packed>),
    /// Anything else.
    Listed(Box<Table>),
}

/// A strip or a matrix of numbers.
pub struct Packed {
    pub(super) game: String,
    pub(super) show: Show,
    pub(super) drawing: Drawing,
    pub(super) columns: Vec<String>,
    pub(super) axes: Vec<Axis>,
    /// Values; outcomes are 0 (lose), 1 (win), 2 (draw).
    pub(super) cells: Vec<i64>,
    /// Moves to the end, where they were asked for.
    pub(super) distances: Option<Vec<i64>>,
    pub(super) bound: [String; 2],
    pub(super) how: How,
    pub(super) stopped: Option<Problem>,
}

/// The cells of a box, as they were found.
pub(crate) struct Filled {
    cells: Vec<i64>,
    distances: Option<Vec<i64>>,
    /// The game of the last cell, where parameters run.
    last: Option<Game>,
    /// Why it is not complete.
    pub(crate) stopped: Option<Problem>,
}

/// One cell: its number, and its distance to the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(i64, Option<i64>);

impl Number {
    /// Was it found?
    pub(crate) fn known(self) -> bool {
        self.0 != UNKNOWN
    }
}

impl Filled {
    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// A cell; `None` where there is no legal position.
    pub(crate) fn get(&self, place: usize) -> Option<Number> {
        let n = *self.cells.get(place).filter(|n| **n != ILLEGAL)?;
        Some(Number(n, self.distances.as_ref().and_then(|d| d.get(place).copied())))
    }

    /// The cells as natural numbers; `None` where there is none.
    pub(crate) fn naturals(&self) -> Vec<Option<u64>> {
        self.cells.iter().map(|n| u64::try_from(*n).ok()).collect()
    }
}

/// Numbers of one type, little-endian.
pub struct Column {
    /// `u8`, `u16`, `u32`, `i8`, `i16`, `i32` or `f64`.
    pub kind: &'static str,
    /// The numbers.
    pub bytes: Vec<u8>,
    /// What stands where there is no legal position, if there is such a place.
    pub illegal: Option<i64>,
    /// What stands where nothing is known, if there is such a place.
    pub unknown: Option<i64>,
}

impl Packed {
    /// The cells, the last axis fastest.
    pub fn cells(&self) -> Column {
        pack(&self.cells)
    }

    /// Moves to the end, in the same order, where they were asked for.
    pub fn distances(&self) -> Option<Column> {
        self.distances.as_deref().map(pack)
    }
}

/// The narrowest type that holds all numbers and a mark for each kind of gap.
fn pack(cells: &[i64]) -> Column {
    let (mut low, mut high) = (0i64, 0i64);
    let (mut illegal, mut unknown) = (false, false);
    for &n in cells {
        match n {
            ILLEGAL => illegal = true,
            UNKNOWN => unknown = true,
            _ => (low, high) = (low.min(n), high.max(n)),
        }
    }
    let gaps = i128::from(illegal) + i128::from(unknown);
    // The marks stand above the largest number.
    let top = i128::from(high) + gaps;
    let mark =
        |used: bool, place: i128| used.then_some(i64::try_from(i128::from(high) + place).unwrap_or(i64::MAX));
    let marks = (mark(illegal, 1), mark(unknown, 1 + i128::from(illegal)));
    let value = |n: i64| match n {
        ILLEGAL => marks.0.unwrap_or(0),
        UNKNOWN => marks.1.unwrap_or(0),
        n => n,
    };
    fn bytes<const N: usize>(cells: &[i64], each: impl Fn(i64) -> [u8; N]) -> Vec<u8> {
        let mut out = Vec::with_capacity(cells.len() * N);
        cells.iter().for_each(|n| out.extend_from_slice(&each(*n)));
        out
    }
    let fits = |least: i128, most: i128| i128::from(low) >= least && top <= most;
    // Every cast below is of a number that was found to fit.
    let (kind, bytes) = if fits(0, u8::MAX.into()) {
        ("u8", bytes(cells, |n| [value(n) as u8]))
    } else if fits(0, u16::MAX.into()) {
        ("u16", bytes(cells, |n| (value(n) as u16).to_le_bytes()))
    } else if fits(i8::MIN.into(), i8::MAX.into()) {
        ("i8", bytes(cells, |n| (value(n) as i8).to_le_bytes()))
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        ("i16", bytes(cells, |n| (value(n) as i16).to_le_bytes()))
    } else if fits(0, u32::MAX.into()) {
        ("u32", bytes(cells, |n| (value(n) as u32).to_le_bytes()))
    } else if fits(i32::MIN.into(), i32::MAX.into()) {
        ("i32", bytes(cells, |n| (value(n) as i32).to_le_bytes()))
    } else {
        ("f64", bytes(cells, |n| (value(n) as f64).to_le_bytes()))
    };
    Column { kind, bytes, illegal: marks.0, unknown: marks.1 }
}

fn outcome(v: Verdict) -> i64 {
    match v {
        Verdict::Lose => 0,
        Verdict::Win => 1,
        Verdict::Draw => 2,
    }
}

/// The number of a cell, and of its distance to the end.
fn numbers(cell: &Cell) -> (i64, i64) {
    // Numbers beyond 2^53 are none that a page could show.
    let natural = |n: u64| i64::try_from(n).ok().filter(|n| *n <= 1 << 53).unwrap_or(UNKNOWN);
    match cell {
        Cell::Illegal => (ILLEGAL, ILLEGAL),
        Cell::Unknown => (UNKNOWN, UNKNOWN),
        Cell::Best(moves) => (natural(moves.len() as u64), UNKNOWN),
        Cell::Grundy(n) | Cell::Moves(n) => (natural(*n), UNKNOWN),
        Cell::Outcome(v) => (outcome(*v), UNKNOWN),
        Cell::Score(n) => (if n.unsigned_abs() <= 1 << 53 { *n } else { UNKNOWN }, UNKNOWN),
        Cell::Remoteness(v, n) => (outcome(*v), n.map_or(UNKNOWN, natural)),
    }
}

impl Solver {
    /// Fills a table for drawing.
    pub fn packed_table(&mut self, question: &TableQuestion) -> Result<Made, Problem> {
        let game = &question.game;
        let show = question.show.unwrap_or_else(|| default_show(game));
        applicable(game, show)?;
        let layout = Layout::new(question, MOST)?;
        let Some(places) = layout.cells().filter(|_| layout.drawing() != Drawing::List && show != Show::Best)
        else {
            return self.table(question).map(|t| Made::Listed(Box::new(t)));
        };
        self.packed(question, layout, show, places).map(Made::Packed)
    }

    /// Fills a table for a picture: fields that are held at one value make no axis, and of best moves their number is
    /// given. `None` where more than two numbers run, or the positions are no numbers.
    pub fn pictured_table(&mut self, question: &TableQuestion) -> Result<Option<Box<Packed>>, Problem> {
        let game = &question.game;
        let show = question.show.unwrap_or_else(|| default_show(game));
        applicable(game, show)?;
        let mut layout = Layout::new(question, MOST)?;
        let Some(places) = layout.cells() else { return Ok(None) };
        let running = layout.lines.iter().filter(|l| l.steps.len() != 1).count();
        if layout.lines.is_empty() || running > 2 {
            return Ok(None);
        }
        if layout.lines.len() <= 2 {
            return self.packed(question, layout, show, places).map(Some);
        }
        let filled = self.filled_places(question, &layout, show, places)?;
        // What is left out has one value, so the order of the cells stays.
        layout.lines.retain(|l| l.steps.len() != 1);
        layout.columns = layout.lines.iter().map(|l| l.name.clone()).collect();
        Ok(Some(self.boxed_up(question, layout, show, filled)))
    }

    fn packed(
        &mut self,
        question: &TableQuestion,
        layout: Layout,
        show: Show,
        places: u64,
    ) -> Result<Box<Packed>, Problem> {
        let filled = self.filled_places(question, &layout, show, places)?;
        Ok(self.boxed_up(question, layout, show, filled))
    }

    fn boxed_up(
        &mut self,
        question: &TableQuestion,
        layout: Layout,
        show: Show,
        filled: Filled,
    ) -> Box<Packed> {
        let game = &question.game;
        let game = filled.last.unwrap_or_else(|| game.clone());
        let mut packed = Packed {
            game: game.title(),
            show,
            drawing: layout.drawing(),
            columns: layout.columns.clone(),
            axes: Vec::new(),
            cells: filled.cells,
            distances: filled.distances,
            bound: layout.bound.clone(),
            how: self.table_how(&game, show),
            stopped: filled.stopped,
        };
        trim(&layout, &mut packed);
        Box::new(packed)
    }

    /// The cells of a box of any number of axes, the last axis fastest.
    pub(crate) fn filled_box(
        &mut self,
        question: &TableQuestion,
        layout: &Layout,
        show: Show,
    ) -> Result<Filled, Problem> {
        self.filled_places(question, layout, show, layout.cells().unwrap_or(0))
    }

    fn filled_places(
        &mut self,
        question: &TableQuestion,
        layout: &Layout,
        show: Show,
        places: u64,
    ) -> Result<Filled, Problem> {
        let _watched = self.watched();
        let places = usize::try_from(places).unwrap_or(usize::MAX);
        let mut cells: Vec<i64> = Vec::with_capacity(places);
        let mut distances = (show == Show::Remoteness).then(|| Vec::with_capacity(places));
        let mut last: Option<Game> = None;
        self.aim_at_table(layout, show);
        let mut stopped = None;
        let whole = self.all_at_once(question, layout, show, &mut |codes| {
            cells.extend(codes.iter().map(|c| numbers(&code::cell(show, Some(*c))).0));
            Ok(())
        });
        match whole {
            Ok(true) => {}
            Ok(false) => {
                self.each_cell(question, layout, show, &mut cells, &mut distances, &mut last, &mut stopped)?
            }
            Err(p @ (Problem::Over(_) | Problem::Interrupted)) => stopped = Some(p),
            Err(other) => return Err(other),
        }
        // A box that an engine could not finish is not known to be legal everywhere, but it is known to be unknown.
        cells.resize(places, UNKNOWN);
        if let Some(list) = &mut distances {
            list.resize(places, UNKNOWN);
        }
        Ok(Filled { cells, distances, last, stopped })
    }

    #[allow(clippy::too_many_arguments)] // the parts of one table that is being filled
    fn each_cell(
        &mut self,
        question: &TableQuestion,
        layout: &Layout,
        show: Show,
        cells: &mut Vec<i64>,
        distances: &mut Option<Vec<i64>>,
        last: &mut Option<Game>,
        stopped: &mut Option<Problem>,
    ) -> Result<(), Problem> {
        let all = layout.cells().unwrap_or(0);
        cells.clear();
        let walked = layout.visit(0, &mut |site: Site<'_>| {
            let cell = match site.position {
                Some(position) => self.cell(site.game, position, show, question.first.min(1))?,
                None => Cell::Illegal,
            };
            let (value, distance) = numbers(&cell);
            cells.push(value);
            if let Some(list) = distances {
                list.push(distance);
            }
            self.budget().goal().reached(cells.len() as u64, all);
            if last.as_ref().is_none_or(|g| !g.same(site.game)) {
                *last = Some(site.game.clone());
            }
            self.tick()
        });
        match walked {
            Err(p @ (Problem::Over(_) | Problem::Interrupted)) => *stopped = Some(p),
            other => other?,
        }
        Ok(())
    }
}

/// Sets the axes; leaves out values without any legal position, unless they were asked for. (A strip shows legal positions
/// only.)
fn trim(layout: &Layout, packed: &mut Packed) {
    let sizes: Vec<usize> =
        layout.lines.iter().map(|l| usize::try_from(l.steps.len()).unwrap_or(0)).collect();
    let mut used: Vec<Vec<bool>> = layout
        .lines
        .iter()
        .zip(&sizes)
        .map(|(line, size)| vec![line.asked && packed.drawing == Drawing::Matrix; *size])
        .collect();
    let place = |at: usize, axis: usize| match (sizes.as_slice(), axis) {
        ([_, across], 0) => at / across.max(&1),
        ([_, across], _) => at % across.max(&1),
        _ => at,
    };
    for (at, _) in packed.cells.iter().enumerate().filter(|(_, n)| **n != ILLEGAL) {
        for (axis, used) in used.iter_mut().enumerate() {
            if let Some(u) = used.get_mut(place(at, axis)) {
                *u = true;
            }
        }
    }
    let kept =
        |at: usize| used.iter().enumerate().all(|(axis, u)| u.get(place(at, axis)).copied().unwrap_or(false));
    if !used.iter().all(|u| u.iter().all(|u| *u)) {
        let thin = |list: &mut Vec<i64>| {
            let mut at = 0;
            list.retain(|_| {
                at += 1;
                kept(at - 1)
            });
        };
        thin(&mut packed.cells);
        if let Some(list) = &mut packed.distances {
            thin(list);
        }
    }
    packed.axes = layout
        .lines
        .iter()
        .zip(&used)
        .map(|(line, used)| Axis {
            name: line.name.clone(),
            values: line.steps.values().into_iter().zip(used).filter(|(_, u)| **u).map(|(v, _)| v).collect(),
            parameter: matches!(line.target, Target::Param(_)),
        })
        .collect();
}

/// The position at a place of a table: the values of fields and parameters by name.
pub fn position_at(game: &Game, at: &[(String, Value)]) -> Result<(Game, Position), Problem> {
    let rules = game.rules();
    let mut typed = vec![None; rules.shape.fields.len()];
    let mut params = Vec::new();
    for (name, value) in at {
        if let Some(f) = rules.shape.fields.iter().position(|f| f.name == *name) {
            typed[f] = Some(value.clone());
        } else if let Some(p) = rules.params.iter().position(|p| p.name == *name) {
            params.push((p, value.clone()));
        } else {
            let known = rules.params.iter().map(|p| p.name.clone()).collect();
            return Err(Problem::NotApplicable(NotApplicable::NoParameter { name: name.clone(), known }));
        }
    }
    let game = if params.is_empty() { game.clone() } else { game.with_values(&params)? };
    let part = game.interp().part(typed).map_err(|e| game.fail(e))?.ok();
    let legal = part.filter(|p| game.interp().legal(p).is_ok());
    match legal {
        Some(part) => Ok((game, Position { parts: vec![part] })),
        None => Err(Problem::NotApplicable(NotApplicable::Other([
            "There is no legal position at this place.".into(),
            "这里没有合法的局面。".into(),
        ]))),
    }
}
