//! What is drawn: numbers and outcomes in one or two directions, and where each cell stands in the picture.

/// The labels along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Whole numbers from here on.
    From(i64),
    /// These.
    Listed(Vec<String>),
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// How many places it has.
    pub len: usize,
    /// What stands at them.
    pub labels: Labels,
}

impl Axis {
    /// The label at a place.
    pub fn label(&self, at: usize) -> String {
        match &self.labels {
            Labels::From(first) => first.saturating_add(at as i64).to_string(),
            Labels::Listed(list) => list.get(at).cloned().unwrap_or_default(),
        }
    }

    /// The number at the first place, where the labels are numbers.
    pub fn first(&self) -> Option<i64> {
        match self.labels {
            Labels::From(first) => Some(first),
            Labels::Listed(_) => None,
        }
    }
}

/// What is known of a cell beside its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// There is no position.
    Nothing,
    /// Nothing is known.
    Unknown,
    /// Lost for the player to move.
    Lost,
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// A number that says nothing about who wins.
    Plain,
}

/// Numbers and outcomes: a strip (one axis) or a matrix (two, the first downwards, the last across and fastest).
#[derive(Clone, Debug)]
pub struct Grid {
    /// One or two axes.
    pub axes: Vec<Axis>,
    /// A number a cell; not looked at where the mark says that there is none.
    pub values: Vec<i64>,
    /// A mark a cell.
    pub marks: Vec<Mark>,
    /// The numbers say nothing: only the marks count.
    pub outcomes_only: bool,
    /// Lost positions have a colour of their own also where cells are coloured by value.
    pub lost_apart: bool,
}

impl Grid {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.values.len().min(self.marks.len())
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a cell, where it has one.
    pub fn value(&self, cell: usize) -> Option<i64> {
        match self.mark(cell) {
            Mark::Nothing | Mark::Unknown => None,
            // A drawn position has no distance to the end.
            Mark::Drawn if self.values[cell] == NONE => None,
            _ if self.outcomes_only => None,
            _ => Some(self.values[cell]),
        }
    }

    /// The mark of a cell.
    pub fn mark(&self, cell: usize) -> Mark {
        self.marks.get(cell).copied().unwrap_or(Mark::Nothing)
    }

    /// The smallest and the largest number.
    pub fn extent(&self) -> Option<(i64, i64)> {
        let mut numbers = (0..self.len()).filter_map(|c| self.value(c));
        let first = numbers.next()?;
        Some(numbers.fold((first, first), |(low, high), n| (low.min(n), high.max(n))))
    }

    /// A plain letter for a cell: its outcome, or its number in base 62.
    pub fn letter(&self, cell: usize, modulus: Option<u32>) -> char {
        match (self.mark(cell), self.value(cell)) {
            (Mark::Nothing, _) => ' ',
            (Mark::Unknown, _) => '?',
            (Mark::Lost, None) => '#',
            (Mark::Won, None) => '.',
            (Mark::Drawn, None) => '=',
            (Mark::Plain, None) => '?',
            (_, Some(v)) => {
                let v = modulus.map_or(v, |p| v.rem_euclid(i64::from(p)));
                usize::try_from(v).ok().and_then(|v| DIGITS.get(v)).map_or('+', |b| char::from(*b))
            }
        }
    }
}

/// Stands for a number that is missing at a drawn position.
pub const NONE: i64 = i64::MIN;

const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Where cells stand: a matrix as it is, a strip broken into lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Cells across.
    pub across: usize,
    /// Lines.
    pub down: usize,
    total: usize,
    strip: bool,
}

impl Places {
    /// A matrix, or a strip in lines of `wrap` cells.
    pub fn new(grid: &Grid, wrap: usize) -> Places {
        match grid.axes.as_slice() {
            [down, across] => Places { across: across.len, down: down.len, total: grid.len(), strip: false },
            _ => {
                let across = wrap.clamp(1, grid.len().max(1));
                Places { across, down: grid.len().div_ceil(across), total: grid.len(), strip: true }
            }
        }
    }

    /// The cell at a place.
    pub fn cell(&self, column: usize, row: usize) -> Option<usize> {
        let cell = row.checked_mul(self.across)?.checked_add(column)?;
        (column < self.across && row < self.down && cell < self.total).then_some(cell)
    }

    /// The label of a column: of a strip in several lines, how far it is from the label of the line.
    pub fn column(&self, grid: &Grid, column: usize) -> String {
        match (self.strip, grid.axes.last()) {
            (true, Some(axis)) if self.down <= 1 => axis.label(column),
            (true, _) => format!("+{column}"),
            (false, Some(axis)) => axis.label(column),
            (false, None) => String::new(),
        }
    }

    /// The label of a line.
    pub fn row(&self, grid: &Grid, row: usize) -> String {
        match (self.strip, grid.axes.first()) {
            (true, _) if self.down <= 1 => String::new(),
            (true, Some(axis)) => axis.label(row * self.across),
            (false, Some(axis)) => axis.label(row),
            (_, None) => String::new(),
        }
    }

    /// The names of the axes: downwards, across.
    pub fn names<'g>(&self, grid: &'g Grid) -> (&'g str, &'g str) {
        let name = |axis: Option<&'g Axis>| axis.map_or("", |a| a.name.as_str());
        match (self.strip, self.down <= 1) {
            (true, true) => ("", name(grid.axes.first())),
            (true, false) => (name(grid.axes.first()), ""),
            (false, _) => (name(grid.axes.first()), name(grid.axes.last())),
        }
    }

    /// Is it a strip?
    pub fn strip(&self) -> bool {
        self.strip
    }
}
