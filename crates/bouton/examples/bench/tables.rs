//! Whole tables: heaps, boards, all positions below one.

use crate::{Found, load, worded};
use bouton::Budget;
use bouton::engine::Halt;
use bouton::engine::heaps::{self, Cells, HeapRule};
use bouton::engine::table;
use bouton::engines::filled::{Ask, Space};
use bouton::engines::{board, heap_rule, vector_moves};
use std::error::Error;
use std::time::Instant;

/// Heap games: `values` gives the table.
fn heaps(game: &str, values: impl FnOnce(&HeapRule) -> Result<Cells, Halt>) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let rule = heap_rule(&load(game)?).ok_or("the facts give no rule for heaps")?;
    let cells = values(&rule)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, Box::new((0..cells.len()).filter_map(move |heap| cells.get(heap).map(u64::from)))))
}

pub(crate) fn fill(game: &str, to: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    let memory = Cells::U8(vec![1; to + 1]);
    heaps(game, |rule| heaps::values(rule, to, budget)?.table_in(memory, to, budget))
}

/// What bench/python compares with: the same call as Python makes, in a process that has made it before.
pub(crate) fn values(game: &str, to: u64) -> Result<Found, Box<dyn Error>> {
    let game = load(game)?;
    let (mut best, mut found) = (f64::MAX, None);
    for _ in 0..15 {
        // What was there before is given back first, as in Python.
        found = None;
        let start = Instant::now();
        let cells = game.values(to, &Budget::unlimited()).map_err(worded)?;
        best = best.min(start.elapsed().as_secs_f64());
        found = Some(cells).or(found);
    }
    let cells = found.ok_or("nothing was found")?;
    Ok((best, Box::new((0..cells.len()).filter_map(move |heap| cells.get(heap).map(u64::from)))))
}

pub(crate) fn breaks(game: &str, to: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    heaps(game, |rule| heaps::breaks::values(rule, to, budget))
}

pub(crate) fn sparse(game: &str, to: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    heaps(game, |rule| heaps::sparse::values(rule, to, budget))
}

pub(crate) fn win(game: &str, size: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let (moves, play) = vector_moves(&load(game)?).ok_or("the moves are no vectors")?;
    let lost = table::win(&[size, size], &moves, play, budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let won = move |cell| u64::from(lost.is_lost(&[cell / size, cell % size]) == Some(false));
    Ok((seconds, Box::new((0..size * size).map(won))))
}

pub(crate) fn grundy(game: &str, size: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let (moves, _) = vector_moves(&load(game)?).ok_or("the moves are no vectors")?;
    let values = table::grundy(&[size, size], &moves, budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let value = move |cell| values.get(&[cell / size, cell % size]).map(u64::from);
    Ok((seconds, Box::new((0..size * size).filter_map(value))))
}

pub(crate) fn lost(game: &str, most: usize, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let game = load(game)?;
    let (board, play) = board(&game).ok_or("the moves are not linear")?;
    let sizes = vec![most + 1; game.rules().shape.fields.len()];
    let bits = table::lost(&sizes, &board, play, budget)?;
    let seconds = start.elapsed().as_secs_f64();
    let numbers: Vec<u64> = bits.points().flatten().map(|x| x as u64).collect();
    Ok((seconds, Box::new(numbers.into_iter())))
}

/// Outcomes count 1 for a win and 0 for anything else.
pub(crate) fn below(game: &str, corner: &str, ask: &str, budget: &Budget) -> Result<Found, Box<dyn Error>> {
    let ask = match ask {
        "outcome" => Ask::Outcome,
        "grundy" => Ask::Grundy,
        "score" => Ask::Score,
        "remoteness" => Ask::Remoteness,
        other => return Err(format!("{other} is none of outcome, grundy, score").into()),
    };
    let start = Instant::now();
    let game = load(game)?;
    let position = game.position(corner).map_err(worded)?;
    let corner = position.parts.first().ok_or("a position with a part is wanted")?;
    let space = Space::of(&game, corner, ask).ok_or("the facts do not bound a space")?;
    let table = space.fill(budget, 1)?;
    let seconds = start.elapsed().as_secs_f64();
    let cells = table.cells();
    let value = move |cell: usize| match (table.cell(cell), ask) {
        (Some(value), Ask::Outcome) => u64::from(value == 1),
        (Some(value), _) => value as u64,
        (None, _) => u64::MAX,
    };
    Ok((seconds, Box::new((0..cells).map(value))))
}
