//! Filling depth first: the order of last resort, which needs no measure and finds a cycle.
//!
//! The first look at a cell puts all its unfilled options on the stack, the second, when they are filled, finds the
//! value. Cells between the two looks are the line of play at hand; an option among them closes a cycle.

use super::judge::{Place, Seen};
use super::store::{Store, UNFILLED};
use super::{Ask, Generator, Ran};
use crate::memory::zeroed;
use crate::table::Room;
use crate::{Budget, Halt};
use bouton_budget::Meter;

/// What stands in for the value of an option that is not filled: no win, and in range.
const STAND_IN: i64 = 0;

/// The cells of the line of play at hand.
struct Line {
    cells: Vec<usize>,
    /// A bit a cell of the table: is it on the line?
    on: Vec<u64>,
}

impl Line {
    fn has(&self, cell: usize) -> bool {
        self.on[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn push(&mut self, cell: usize) {
        self.on[cell / 64] |= 1 << (cell % 64);
        self.cells.push(cell);
    }

    /// The last cell leaves, if it is this one.
    fn pop(&mut self, cell: usize) {
        if self.has(cell) {
            self.on[cell / 64] &= !(1 << (cell % 64));
            self.cells.pop();
        }
    }
}

/// Fills what is not filled yet. The inner error is a cycle.
pub(super) fn run<G: Generator, S: Store>(
    place: &Place<'_, G>,
    ask: Ask,
    store: &S,
    cells: usize,
    room: &mut Room,
    budget: &Budget,
) -> Result<Result<Ran, Vec<usize>>, Halt> {
    let before = room.used;
    room.take(0, cells.div_ceil(64), size_of::<u64>())?;
    let on = zeroed(cells.div_ceil(64)).ok_or_else(|| room.refusal(0, room.used))?;
    let line = Line { cells: Vec::new(), on };
    let result = fill(place, ask, store, cells, line, room, budget);
    room.give(room.used - before);
    result
}

fn fill<G: Generator, S: Store>(
    place: &Place<'_, G>,
    ask: Ask,
    store: &S,
    cells: usize,
    mut line: Line,
    room: &mut Room,
    budget: &Budget,
) -> Result<Result<Ran, Vec<usize>>, Halt> {
    let mut meter = Meter::new(budget);
    let mut seen = Seen::default();
    let mut words = vec![0; place.index.width()];
    let mut stack: Vec<usize> = Vec::new();
    let mut counted = 0;
    for root in 0..cells {
        meter.tick(root)?;
        if !place.keeps(root) || store.get(place.slot(root)) != UNFILLED {
            continue;
        }
        stack.push(root);
        while let Some(&cell) = stack.last() {
            meter.tick(root)?;
            if store.get(place.slot(cell)) != UNFILLED {
                stack.pop();
                continue;
            }
            place.index.decode(cell / place.movers, &mut words);
            let height = stack.len();
            let mut round = None;
            let value = place.judge(ask, &words, cell % place.movers, &mut seen, |option| {
                let value = store.get(place.slot(option));
                if value != UNFILLED {
                    return value;
                }
                if option == cell || line.has(option) {
                    round = Some(option);
                } else {
                    stack.push(option);
                }
                STAND_IN
            });
            // A win is a win, whatever the options that were not needed.
            let win = ask == Ask::Outcome && value == 1;
            if let (Some(option), false) = (round, win) {
                if line.cells.last() != Some(&cell) {
                    line.push(cell);
                }
                let from = line.cells.iter().position(|&c| c == option).unwrap_or(0);
                return Ok(Err(line.cells.split_off(from)));
            }
            if stack.len() > height && !win {
                if line.cells.last() != Some(&cell) {
                    line.push(cell);
                }
                let bytes = (stack.capacity() + line.cells.capacity()) * size_of::<usize>();
                if bytes > counted {
                    room.take(root, bytes - counted, 1)?;
                    counted = bytes;
                }
                continue;
            }
            stack.truncate(height - 1);
            line.pop(cell);
            if !store.put::<false>(place.slot(cell), value) {
                return Ok(Ok(Ran::Widen));
            }
        }
    }
    Ok(Ok(Ran::Done))
}
