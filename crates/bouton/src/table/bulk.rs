//! Tables that an engine fills at once: its cells are handed over as they stand, without a position being made of each.

use super::fill::TablePlan;
use super::layout::{Layout, Line, Target};
use super::{Cell, Show, code};
use crate::engines::filled::Filled;
use crate::engines::solver::Solver;
use crate::engines::whole::verdict;
use crate::game::Game;
use crate::problem::Problem;
use bouton_engine::Budget;
use bouton_engine::heaps::{Cells, HeapRule, Sequence, sparse};
use bouton_engine::table::{Bits, Values};
use bouton_language::ast::Verdict;
use bouton_language::interp::Part;
use bouton_language::value::Value;

/// What an engine knows of every position of a box.
pub(crate) enum Bulk<'s> {
    /// Grundy values of heaps.
    Heaps(&'s Sequence),
    /// Grundy values of points.
    Values(&'s Values),
    /// The lost points.
    Lost(&'s Bits),
    /// A table of all positions below the far corner of this game, and who moves.
    Filled(&'s Filled, Game, usize),
}

impl Bulk<'_> {
    /// The number that stands for a point in a table; `None` where the engine does not know it.
    fn code(&self, point: &[usize], show: Show) -> Option<u64> {
        let grundy = |g: u64| match show {
            Show::Grundy => Cell::Grundy(g),
            _ => Cell::Outcome(if g == 0 { Verdict::Lose } else { Verdict::Win }),
        };
        let cell = match self {
            Bulk::Heaps(sequence) => grundy(sequence.get(*point.first()? as u64)?),
            Bulk::Values(values) => grundy(u64::from(values.get(point)?)),
            Bulk::Lost(bits) => Cell::Outcome(verdict(bits.outcome(point)?)),
            Bulk::Filled(table, game, mover) => {
                let number = |n: &usize| i64::try_from(*n).ok().map(Value::Int);
                let part: Part = point.iter().map(number).collect::<Option<_>>()?;
                let part = game.interp().canonical_part(&part);
                match show {
                    Show::Score => Cell::Score(table.score(&part, *mover)?),
                    Show::Win => Cell::Outcome(table.outcome(&part, *mover)?),
                    _ => grundy(table.grundy(&part)?),
                }
            }
        };
        code::of(&cell)
    }
}

/// Cells written at a time.
const CHUNK: usize = 4096;

impl Solver {
    /// Hands over the numbers of all cells from number `first` on, if an engine knows them all; false if none does. `earlier`
    /// tells the numbers of those before. What was handed over before a false or a problem is right all the same.
    pub(crate) fn fill_at_once(
        &mut self,
        plan: &TablePlan,
        first: u64,
        earlier: &mut Earlier<'_>,
        put: &mut Put<'_>,
    ) -> Result<bool, Problem> {
        if plan.proved {
            return Ok(false);
        }
        self.aim_at_table(plan);
        let (game, show) = (plan.layout.game(), plan.show);
        let Some((cells, axes)) = plan.layout.cells().zip(axes(&plan.layout)) else { return Ok(false) };
        if !matches!(show, Show::Grundy | Show::Win | Show::Score) || self.saved().is_some() {
            return Ok(false);
        }
        let corner: Part = corner(&axes).into();
        let budget = self.budget().clone();
        budget.goal().expect(cells);
        let mut first = first;
        if let ([axis], Some((rule, listed))) = (&axes[..], self.long_heaps(game, &corner)?) {
            let known = if show == Show::Grundy && axis.from == 0 { Some(earlier) } else { None };
            let mut stream = Stream { rule: &rule, listed: &listed, budget: &budget, axis, show, cells };
            match stream.run(first, known, put)? {
                Some((sequence, done)) => {
                    self.learn_heaps(game, sequence);
                    first = done;
                }
                None => return Ok(true),
            }
        }
        let Some(bulk) = self.bulk(game, &corner, show, plan.mover)? else {
            return Ok(false);
        };
        let mut counters = vec![0usize; axes.len()];
        plan.layout.steps_at(first, |axis, step| counters[axis] = step as usize);
        let mut point = vec![0usize; axes.len()];
        let mut chunk = Vec::with_capacity(CHUNK);
        let mut done = first;
        while done < cells {
            chunk.clear();
            while chunk.len() < CHUNK && done < cells {
                for (axis, at) in axes.iter().zip(&counters) {
                    point[axis.field] = axis.from + at;
                }
                let Some(code) = bulk.code(&point, show) else { return Ok(false) };
                chunk.push(code);
                done += 1;
                advance(&mut counters, &axes);
            }
            put(&chunk)?;
            budget.goal().reached(done, cells);
            budget.check(done as usize)?;
        }
        Ok(true)
    }
}

/// Takes the number of one cell.
pub(crate) type Learn<'l> = dyn FnMut(u64) -> Result<(), Problem> + 'l;

/// Tells the numbers of the cells that are known already.
pub(crate) type Earlier<'e> = dyn FnMut(&mut Learn<'_>) -> Result<(), Problem> + 'e;

/// Takes the numbers of the next cells.
pub(crate) type Put<'p> = dyn FnMut(&[u64]) -> Result<(), Problem> + 'p;

/// A long table of heaps, handed over as its values are found.
struct Stream<'s> {
    rule: &'s HeapRule,
    /// Values that are known from the first heap on.
    listed: &'s Cells,
    budget: &'s Budget,
    axis: &'s Run,
    show: Show,
    cells: u64,
}

impl Stream<'_> {
    /// Hands over all cells from `first` on. Where a period is proved on the way, gives it back with the number of cells
    /// that were handed over until then.
    fn run(
        &mut self,
        first: u64,
        known: Option<&mut Earlier<'_>>,
        put: &mut Put<'_>,
    ) -> Result<Option<(Sequence, u64)>, Problem> {
        let to = self.axis.from + self.axis.size - 1;
        let mut run = sparse::Run::new(self.rule, to, self.listed.iter(), self.budget)?;
        if let Some(known) = known {
            let mut heap = 0;
            known(&mut |value| {
                let fits = run.learn(heap, u32::try_from(value).unwrap_or(u32::MAX)).map_err(Problem::from);
                heap += 1;
                fits
            })?;
        }
        let mut look = run.heaps().max(self.axis.from) * 2;
        let code = |value: u32| match (value, self.show) {
            (value, Show::Grundy) => u64::from(value),
            (0, _) => code::of(&Cell::Outcome(Verdict::Lose)).unwrap_or(0),
            _ => code::of(&Cell::Outcome(Verdict::Win)).unwrap_or(0),
        };
        // What is listed is handed over as it is: not every method can begin with it.
        let values =
            self.listed.iter().skip(self.axis.from + first as usize).take(self.axis.size - first as usize);
        let listed: Vec<_> = values.map(code).collect();
        put(&listed)?;
        let mut done = first + listed.len() as u64;
        while done < self.cells {
            let next = (done + CHUNK as u64).min(self.cells);
            let found = run.advance(self.axis.from + next as usize - 1);
            // What was found before a stop is kept.
            let last = next.min((run.heaps().saturating_sub(self.axis.from)) as u64);
            let code = |cell: u64| code(run.get(self.axis.from + cell as usize));
            if last > done {
                put(&(done..last).map(code).collect::<Vec<_>>())?;
                done = last;
                self.budget.goal().reached(done, self.cells);
            }
            found?;
            if run.heaps() > look {
                look = run.heaps() * 4;
                if let Some(sequence) = run.periodic() {
                    return Ok(Some((sequence, done)));
                }
            }
        }
        Ok(None)
    }
}

/// A run of numbers of one field.
struct Run {
    field: usize,
    from: usize,
    size: usize,
}

/// The axes of a box of all fields, each a run of natural numbers; `None` for any other table.
fn axes(layout: &Layout) -> Option<Vec<Run>> {
    let run = |line: &Line| {
        let Target::Field(field) = line.target else { return None };
        let size = usize::try_from(line.steps.len()).ok()?;
        let from = usize::try_from(line.steps.get(0)?.as_int()?).ok()?;
        let last = line.steps.get(size as u64 - 1)?.as_int()?;
        (usize::try_from(last).ok()? == from + size - 1).then_some(Run { field, from, size })
    };
    let axes = layout.lines.iter().map(run).collect::<Option<Vec<_>>>()?;
    (axes.len() == layout.game().rules().shape.fields.len()).then_some(axes)
}

/// The far corner of the box as a part.
fn corner(axes: &[Run]) -> Vec<Value> {
    let mut corner = vec![Value::Int(0); axes.len()];
    for axis in axes {
        corner[axis.field] = Value::Int((axis.from + axis.size - 1) as i64);
    }
    corner
}

/// The next place; the last axis runs fastest.
fn advance(counters: &mut [usize], axes: &[Run]) {
    for (at, axis) in counters.iter_mut().zip(axes).rev() {
        *at += 1;
        if *at < axis.size {
            return;
        }
        *at = 0;
    }
}
