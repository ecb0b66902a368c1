//! Win and lose in the order of the numbers, by marking what can move to a lost cell.
//!
//! Where a family of moves lowers one word by any amount (a [`Ray`](super::Ray)), a lost cell is reached from all cells above it
//! along that word: they are marked as won at once and never looked at. Where a move cuts off the end of a row
//! (a [`Cut`](super::Cut)) and what is left is lost, all rows with the same beginning are won. So the rules are run only at cells
//! that no mark has reached, and there only the moves that are no rays.

use std::ops::ControlFlow;

use super::judge::Place;
use super::{Generator, Shortcuts};
use crate::table::index::Spot;
use crate::{Budget, Halt, Outcome};
use bouton_budget::Meter;

/// The cells as bits, one for won.
struct Marks(Vec<u64>);

impl Marks {
    #[inline]
    fn get(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn set_run(&mut self, cell: usize, count: usize) {
        let (mut from, end) = (cell, cell + count);
        while from < end {
            let to = (from / 64 * 64 + 64).min(end);
            let ones = u64::MAX >> (64 - (to - from));
            self.0[from / 64] |= ones << (from % 64);
            from = to;
        }
    }

    /// Marks the cells at once, twice and so on up to `count` times the distance from a cell.
    #[inline]
    fn set_steps(&mut self, cell: usize, distance: usize, count: usize) {
        if distance == 1 {
            return self.set_run(cell + 1, count);
        }
        // Cells of one word, put together first: the word is read and written once.
        let mut at = cell;
        let (mut word, mut bits) = (cell / 64, 0);
        for _ in 0..count {
            at += distance;
            if at / 64 != word {
                self.0[word] |= bits;
                (word, bits) = (at / 64, 0);
            }
            bits |= 1 << (at % 64);
        }
        self.0[word] |= bits;
    }
}

/// The bits of a table, one for won; `None` where it cannot be filled this way. `zeros` has a zero bit for every cell.
pub(super) fn mark<G: Generator>(
    place: &Place<'_, G>,
    shortcuts: &Shortcuts,
    zeros: Vec<u64>,
    budget: &Budget,
) -> Result<Option<Vec<u64>>, Halt> {
    let Place { generator, index, .. } = *place;
    let cells = index.cells();
    let mut meter = Meter::new(budget);
    let mut marks = Marks(zeros);
    let rays: Vec<(Spot, u64)> = shortcuts
        .rays
        .iter()
        .filter_map(|ray| Some((index.spot(ray.at)?, ray.most.unwrap_or(u64::MAX))))
        .collect();
    let mut words = vec![0; index.width()];
    index.decode(0, &mut words);
    let mut at = 0;
    let stuck_wins = generator.stuck(0) == Outcome::Win;
    for word in 0..cells.div_ceil(64) {
        meter.tick(word * 64)?;
        let mut passed = 0_u64;
        loop {
            let free = !(marks.0[word] | passed);
            let cell = word * 64 + free.trailing_zeros() as usize;
            if free == 0 || cell >= cells {
                break;
            }
            passed |= free & free.wrapping_neg();
            index.seek(at, cell, &mut words);
            at = cell;
            let mut found = Found::Lost;
            let done = generator.other_options(&words, 0, |made| {
                let to = if made.parts == 1 { index.encode(made.words) } else { None };
                let Some(to) = to else {
                    found = Found::Hole;
                    return ControlFlow::Break(());
                };
                if to >= cell {
                    found = Found::Backward;
                    return ControlFlow::Break(());
                }
                if marks.get(to) != made.again {
                    return ControlFlow::Continue(());
                }
                let cut = shortcuts.cuts.iter().find(|cut| cut.line == made.line && !made.again);
                let run = cut.and_then(|cut| {
                    let kept = usize::try_from(*made.words.get(cut.row)?).ok()?;
                    index.run(&words, cut.row, kept + cut.beyond)
                });
                found = Found::Won(run.unwrap_or(1));
                ControlFlow::Break(())
            });
            if found == Found::Lost && stuck_wins && done.is_ok() {
                let mut stuck = true;
                let listed = generator.options(&words, 0, |_| {
                    stuck = false;
                    ControlFlow::Break(())
                });
                found = match (listed, stuck) {
                    (Err(_), _) => Found::Hole,
                    (Ok(()), true) => Found::Won(1),
                    (Ok(()), false) => Found::Lost,
                };
            }
            match found {
                _ if done.is_err() => return Ok(None),
                Found::Hole | Found::Backward => return Ok(None),
                Found::Won(run) => marks.set_run(cell, run.min(cells - cell)),
                Found::Lost => {
                    for &(spot, most) in &rays {
                        if let Some((distance, room)) = index.step(&words, spot) {
                            marks.set_steps(cell, distance, room.min(most) as usize);
                        }
                    }
                }
            }
        }
    }
    Ok(Some(marks.0))
}

/// What the rules say of a cell without marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Won, and so are the cells that follow, so many in all.
    Won(usize),
    Lost,
    /// The rules cannot be run, or lead out of the table.
    Hole,
    /// An option has a larger number.
    Backward,
}
