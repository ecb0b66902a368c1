//! Values and tables as arrays of NumPy, and tables as pictures. The memory that the engines filled is handed over, not copied.

use crate::asks::{Range, ranges, show};
use crate::border::{self, Limits};
use crate::game::Game;
use crate::{convert, error, lang};
use bouton::engine::heaps::Cells;
use bouton::language::ast::Verdict;
use bouton::table::picture::{Colour, Form, Look, Size, Theme, no_picture};
use bouton::table::{Cell, Drawing, Table, TableQuestion};
use bouton::{Budget, Solver};
use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Loads NumPy before it is needed: that it is missing, or Ctrl-C meanwhile, is then an exception like any other.
fn load_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop)
}

/// The Grundy values of heaps 0 to `to`.
#[pyfunction]
#[pyo3(signature = (game, to, limits=None))]
pub(crate) fn values<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    to: u64,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    load_numpy(py)?;
    let game = game.game();
    border::run(
        py,
        limits,
        |budget| game.values(to, budget),
        |py, cells| {
            Ok(match cells {
                Cells::U8(list) => PyArray1::from_vec(py, list).into_any(),
                Cells::U16(list) => PyArray1::from_vec(py, list).into_any(),
                Cells::U32(list) => PyArray1::from_vec(py, list).into_any(),
            })
        },
    )
}

/// A table of values.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct TableData {
    table: Table,
    game: bouton::Game,
}

/// A table of values for a range of positions.
#[pyfunction]
#[pyo3(signature = (game, axes, to=None, shown=None, first=None, sums=false, limits=None))]
#[allow(clippy::too_many_arguments)] // what the command has flags for
pub(crate) fn table<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    axes: Vec<Range>,
    to: Option<u64>,
    shown: Option<&str>,
    first: Option<String>,
    sums: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let first = game.first(first.as_deref()).map_err(|problem| error::exception(py, &problem))?;
    let game = game.game();
    let question =
        TableQuestion { game: game.clone(), ranges: ranges(axes), to, show: show(shown)?, first, sums };
    let ask = |budget: &Budget| Solver::new(budget.clone()).table(&question);
    border::run(py, limits, ask, |py, table| Ok(Bound::new(py, TableData { table, game })?.into_any()))
}

/// Numbers in the narrowest type that holds them; a gap is the smallest number of a type with a sign.
fn array<'py>(
    py: Python<'py>,
    cells: &[Option<i64>],
    shape: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    load_numpy(py)?;
    let (mut low, mut high, mut gaps) = (0i64, 0i64, false);
    for cell in cells {
        match cell {
            Some(n) => (low, high) = (low.min(*n), high.max(*n)),
            None => gaps = true,
        }
    }
    fn packed<'py, T: Element + TryFrom<i64> + Copy>(
        py: Python<'py>,
        cells: &[Option<i64>],
        gap: T,
        shape: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = cells.iter().map(|cell| cell.and_then(|n| T::try_from(n).ok()).unwrap_or(gap)).collect();
        PyArray1::from_vec(py, list).into_any().call_method1("reshape", (shape,))
    }
    let signed = gaps || low < 0;
    // A sign's smallest number is left for gaps.
    let fits = |least: i64, most: i64| low > least && high <= most;
    if !signed && high <= u8::MAX.into() {
        packed(py, cells, 0u8, shape)
    } else if signed && fits(i8::MIN.into(), i8::MAX.into()) {
        packed(py, cells, i8::MIN, shape)
    } else if !signed && high <= u16::MAX.into() {
        packed(py, cells, 0u16, shape)
    } else if signed && fits(i16::MIN.into(), i16::MAX.into()) {
        packed(py, cells, i16::MIN, shape)
    } else if !signed && high <= u32::MAX.into() {
        packed(py, cells, 0u32, shape)
    } else if signed && fits(i32::MIN.into(), i32::MAX.into()) {
        packed(py, cells, i32::MIN, shape)
    } else {
        packed(py, cells, i64::MIN, shape)
    }
}

#[pymethods]
impl TableData {
    /// What `--json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::answer(py, &self.table.listed())
    }

    /// What it shows: `grundy`, `win`, …
    #[getter]
    fn show(&self) -> &'static str {
        self.table.show.word()
    }

    /// The title of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.table.game
    }

    /// What is listed: `n <= 21`.
    #[getter]
    fn bound(&self) -> &str {
        lang().pick(&self.table.bound[0], &self.table.bound[1])
    }

    /// Was everything reached?
    #[getter]
    fn complete(&self) -> bool {
        self.table.stopped.is_none()
    }

    /// Why not everything was reached.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.table.stopped.as_ref().map(|problem| problem.line(lang()))
    }

    /// The axes of a box: names and values. Empty where positions are listed by size.
    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Vec<Bound<'py, PyAny>>)>> {
        let axis = |axis: &bouton::table::Axis| {
            let values = axis.values.iter().map(|value| convert::value(py, value));
            Ok((axis.name.clone(), values.collect::<PyResult<Vec<_>>>()?))
        };
        self.table.axes.iter().map(axis).collect()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.table.columns.clone()
    }

    /// How many places there are.
    fn __len__(&self) -> usize {
        self.table.len()
    }

    /// The positions in order, as they can be typed; none where a place is no legal position.
    fn positions(&self) -> Vec<Option<String>> {
        self.table.rows().iter().map(|row| self.table.position(row)).collect()
    }

    /// The cells as an array: `outcome` (1 win, 0 draw, -1 lose) or `number` (what is shown). None where the cells do not tell.
    fn array<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = what == "outcome";
        let number = |cell: &Cell| match (outcome, cell) {
            (true, cell) => cell.outcome().map(|verdict| match verdict {
                Verdict::Win => 1,
                Verdict::Draw => 0,
                Verdict::Lose => -1,
            }),
            // A draw has no end.
            (false, Cell::Remoteness(_, None)) => Some(-1),
            (false, cell) => cell.number(),
        };
        let mut told = false;
        let cells: Vec<Option<i64>> = self
            .table
            .cells()
            .map(|cell| {
                let found = number(&cell);
                told |= found.is_some();
                found
            })
            .collect();
        if !told && !cells.is_empty() {
            return Ok(None);
        }
        let shape: Vec<usize> = match self.table.axes.as_slice() {
            [] => vec![cells.len()],
            axes => axes.iter().map(|axis| axis.values.len()).collect(),
        };
        array(py, &cells, &PyTuple::new(py, shape)?).map(Some)
    }

    /// A picture of a strip or a matrix: the bytes of a file.
    #[pyo3(signature = (form, colour="value", dark=false, wrap=None, cell=None, scale=None, lost=false))]
    #[allow(clippy::too_many_arguments)] // what the command has flags for
    fn picture<'py>(
        &self,
        py: Python<'py>,
        form: &str,
        colour: &str,
        dark: bool,
        wrap: Option<usize>,
        cell: Option<u32>,
        scale: Option<u32>,
        lost: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let residue =
            colour.strip_prefix("mod").and_then(|p| p.trim().parse::<u32>().ok()).filter(|p| *p >= 2);
        let colour = match (colour, residue) {
            ("value", _) => Colour::Value,
            ("outcome", _) => Colour::Outcome,
            (_, Some(p)) => Colour::Mod(p),
            _ => {
                let text = format!("colour={colour:?}: value, outcome, or \"mod 3\"");
                return Err(pyo3::exceptions::PyValueError::new_err(text));
            }
        };
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let look = Look { colour, theme, wrap: wrap.filter(|n| *n > 0), size: Size { cell, scale }, lost };
        let form = if form == "png" { Form::Png } else { Form::Svg };
        let lang = lang();
        let draw = |_: &Budget| {
            let table = self.table.clone().flattened();
            if table.drawing == Drawing::List || table.is_empty() || !table.show.is_number() {
                return Err(no_picture());
            }
            table.picture(&self.game, &look, form, lang)
        };
        border::run(py, None, draw, |py, bytes| Ok(PyBytes::new(py, &bytes).into_any()))
    }
}
