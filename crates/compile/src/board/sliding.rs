//! Rules that are the same on boards of all sizes: every line is a pattern that slides over the grid.
//!
//! A line *slides* if it chooses a row in `1..|b| - i` and a column in `1..|b[1]| - j` and looks at nothing else but cells that stand in fixed
//! steps from them. What it makes then has one shape for all choices, on boards of all sizes. If on one board each of its shapes is a move
//! wherever it fits, then the choices are just as many as its places, so the steps of the shape reach as far as `i` and `j`; on any
//! smaller board it fits as well wherever it can be chosen. So the moves of smaller boards are those that fit into a corner of this one.

use super::Board;
use super::ways::fill;
use bouton_core::{Action, Choice, Core, Guard, Kind, Move, Range, Step, Target, Term};
use bouton_language::ast::BinaryOp;

impl Board {
    /// Do all lines slide, and are all their shapes moves wherever they fit on this board? Asked where rules cut out parts of a grid; it
    /// spares writing the rules out on every smaller board.
    pub fn slides(&self, core: &Core) -> bool {
        self.areas.is_some()
            && self.sides().is_some_and(|sides| self.lines.iter().all(|made| fill(made, sides)))
            && core.moves.iter().all(|line| slides(line).is_some())
    }
}

/// The two choices of a line.
struct Slots {
    row: usize,
    column: usize,
}

/// The last step cuts out the areas.
fn slides(line: &Move) -> Option<()> {
    let [
        Choice::In { slot: one, range: first, .. },
        Choice::In { slot: two, range: second, .. },
        conditions @ ..,
    ] = &line.choices[..]
    else {
        return None;
    };
    let slots = match (side(first)?, side(second)?) {
        (Side::Rows, Side::Columns) => Slots { row: *one, column: *two },
        (Side::Columns, Side::Rows) => Slots { row: *two, column: *one },
        _ => return None,
    };
    for condition in conditions {
        let Choice::If(condition) = condition else { return None };
        slots.keeps(condition)?;
    }
    line.gain.iter().chain(&line.again).try_for_each(|term| slots.keeps(term))?;
    let (_, steps) = line.steps.split_last()?;
    steps.iter().try_for_each(|step| slots.step(step))
}

enum Side {
    Rows,
    Columns,
}

/// The side that a range from 1 runs along, all of it or all but a few.
fn side(range: &Range) -> Option<Side> {
    let Range::Between(Some(from), Some(to)) = range else { return None };
    if from.int() != Some(1) {
        return None;
    }
    let size = match &to.kind {
        Kind::Binary(BinaryOp::Sub, size, few) if few.int().is_some_and(|few| few >= 0) => size,
        _ => to,
    };
    let Kind::Size(of) = &size.kind else { return None };
    match &of.kind {
        Kind::Field(0) => Some(Side::Rows),
        Kind::Index(base, places) if matches!(base.kind, Kind::Field(0)) => match &places[..] {
            [first] if first.int() == Some(1) => Some(Side::Columns),
            _ => None,
        },
        _ => None,
    }
}

impl Slots {
    /// The changes of a step.
    fn step(&self, step: &Step) -> Option<()> {
        for change in &step.changes {
            let Target::Element(0, places) = &change.target else { return None };
            self.cell(places)?;
            let (Action::Become(value) | Action::Add(value) | Action::Sub(value)) = &change.action else {
                return None;
            };
            self.keeps(value)?;
            for guard in &change.guards {
                let Guard::When(condition) = guard else { return None };
                self.keeps(condition)?;
            }
        }
        Some(())
    }

    /// Does a term look at nothing but cells in fixed steps from the choices?
    fn keeps(&self, term: &Term) -> Option<()> {
        match &term.kind {
            Kind::Value(_) | Kind::Mover => Some(()),
            Kind::Index(base, places) if matches!(base.kind, Kind::Field(0)) => self.cell(places),
            Kind::Binary(_, one, two)
            | Kind::And(one, two)
            | Kind::Or(one, two)
            | Kind::Compare(_, one, two) => {
                self.keeps(one)?;
                self.keeps(two)
            }
            Kind::Not(inner) => self.keeps(inner),
            _ => None,
        }
    }

    /// Is a cell in fixed steps from the choices?
    fn cell(&self, places: &[Term]) -> Option<()> {
        let [row, column] = places else { return None };
        (steps_from(row, self.row) && steps_from(column, self.column)).then_some(())
    }
}

/// Is a term a local, plus or minus a number?
fn steps_from(term: &Term, slot: usize) -> bool {
    match &term.kind {
        Kind::Local(local) => *local == slot,
        Kind::Binary(BinaryOp::Add | BinaryOp::Sub, base, step) => {
            matches!(base.kind, Kind::Local(local) if local == slot) && step.int().is_some()
        }
        _ => false,
    }
}
