//! Grundy values of parts, by depth-first search with memory (Sprague 1935, Grundy 1939).
//!
//! The value of a part is the mex of the values of its options, and an option that is several parts is
//! worth their nim-sum. The search keeps its own stack, so the depth of a game is limited by memory alone.

use crate::stop::SumStop;
use crate::store::{Id, Interner, Paged};
use crate::tuning::LISTED_OPTIONS;
use crate::{Budget, Mex, Nimber, Stop, Sum};
use bouton_budget::Meter;

/// Not searched yet, or not to the end.
const UNKNOWN: u32 = u32::MAX;
/// Being searched: to meet it again is a cycle.
const ON_PATH: u32 = u32::MAX - 1;
/// Ends each option in a list of options. No part has this number.
const END: Id = Id::MAX;
/// Finds Grundy values and remembers them for the next question.
///
/// ```
/// use bouton_engine::{Budget, Grundy, Nimber, Sum};
///
/// /// Kayles: knock down one or two neighbouring pins of a row, which may leave two rows.
/// struct Kayles;
/// impl Sum for Kayles {
///     type Part = u32;
///     type Error = std::convert::Infallible;
///     fn options(&self, row: &u32, out: &mut Vec<Vec<u32>>) -> Result<(), Self::Error> {
///         for hit in 1..=2.min(*row) {
///             out.extend((0..=row - hit).map(|left| vec![left, row - hit - left]));
///         }
///         Ok(())
///     }
/// }
///
/// let mut kayles = Grundy::new(Kayles);
/// let budget = Budget::unlimited();
/// let values: Vec<u32> = (0..10).map(|n| kayles.value(&n, &budget).unwrap().0).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// assert_eq!(kayles.sum(&[3, 7, 8], &budget), Ok(Nimber(0)));
/// ```
pub struct Grundy<S: Sum> {
    game: S,
    table: Interner<S::Part>,
    values: Paged<u32>,
    mex: Mex,
    /// Where the game lists its options.
    lists: Vec<Vec<S::Part>>,
}

/// A part on the path, waiting for the first of its options that is not known.
struct Frame {
    id: Id,
    /// Where its options begin on the stack of options.
    start: usize,
    /// All before this is known.
    next: usize,
}

/// The path of the search, with the options of each part on it (parts by number, `END` after each option).
struct Path {
    frames: Paged<Frame>,
    options: Paged<Id>,
}

impl<S: Sum> Grundy<S> {
    /// A solver that knows nothing yet.
    pub fn new(game: S) -> Self {
        Self { game, table: Interner::new(), values: Paged::new(), mex: Mex::new(), lists: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &S {
        &self.game
    }

    /// The number of parts stored.
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// The memory the solver takes between questions.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.values.bytes() + self.mex.bytes()
    }

    /// The value of `part` if it is known already.
    pub fn known(&self, part: &S::Part) -> Option<Nimber> {
        let id = self.table.get(part)?;
        Some(self.values[id as usize]).filter(|&value| value < ON_PATH).map(Nimber)
    }

    /// Takes the value of `part` from somebody who knows it. What is known already is not changed, and where the memory
    /// of the budget is used up nothing is learnt.
    pub fn learn(&mut self, part: S::Part, value: Nimber, budget: &Budget) {
        let path = Path { frames: Paged::new(), options: Paged::new() };
        if value.0 >= ON_PATH {
            return;
        }
        if let Ok(id) = self.number(part, &path, &Meter::new(budget))
            && self.values[id as usize] == UNKNOWN
        {
            self.values[id as usize] = value.0;
        }
    }

    /// The nim-sum of the values of `parts`.
    pub fn sum<'p>(
        &mut self,
        parts: impl IntoIterator<Item = &'p S::Part>,
        budget: &Budget,
    ) -> Result<Nimber, SumStop<S>>
    where
        S::Part: 'p,
    {
        parts.into_iter().map(|part| self.value(part, budget)).sum()
    }

    /// The Grundy value of `part`.
    pub fn value(&mut self, part: &S::Part, budget: &Budget) -> Result<Nimber, SumStop<S>> {
        if let Some(value) = self.known(part) {
            return Ok(value);
        }
        let mut path = Path { frames: Paged::new(), options: Paged::new() };
        let answer = self.search(part, &mut path, &mut Meter::new(budget));
        for frame in path.frames.iter() {
            self.values[frame.id as usize] = UNKNOWN;
        }
        answer
    }

    fn search(
        &mut self,
        part: &S::Part,
        path: &mut Path,
        meter: &mut Meter<'_>,
    ) -> Result<Nimber, SumStop<S>> {
        let root = self.number(part.clone(), path, meter)?;
        self.enter(root, path, meter)?;
        while let Some(frame) = path.frames.last_mut() {
            if frame.start == path.options.len() {
                // New on the path, or its list was forgotten.
                let id = frame.id;
                self.list(id, path, meter)?;
            }
            match self.first_unknown(path) {
                Some(child) if self.values[child as usize] == ON_PATH => {
                    return Err(self.cycle(child, path));
                }
                Some(child) => {
                    self.forget_long_list(path);
                    self.enter(child, path, meter)?;
                }
                None => self.leave(path),
            }
        }
        Ok(Nimber(self.values[root as usize]))
    }

    /// Steps over what is known among the options of the last part on the path.
    fn first_unknown(&self, path: &mut Path) -> Option<Id> {
        let frame = path.frames.last_mut()?;
        while frame.next < path.options.len() {
            let id = path.options[frame.next];
            if id != END && self.values[id as usize] >= ON_PATH {
                return Some(id);
            }
            frame.next += 1;
        }
        None
    }

    fn enter(&mut self, id: Id, path: &mut Path, meter: &mut Meter<'_>) -> Result<(), SumStop<S>> {
        meter.tick(self.positions())?;
        self.values[id as usize] = ON_PATH;
        let start = path.options.len();
        let next = start;
        path.frames.push(Frame { id, start, next });
        Ok(())
    }

    /// Puts the options of the last part on the path onto the stack of options.
    fn list(&mut self, id: Id, path: &mut Path, meter: &mut Meter<'_>) -> Result<(), SumStop<S>> {
        let mut lists = std::mem::take(&mut self.lists);
        lists.clear();
        let listed = self.game.options(&self.table[id], &mut lists);
        listed.map_err(Stop::Rules)?;
        for option in lists.drain(..) {
            for part in option {
                let id = self.number(part, path, meter)?;
                path.options.push(id);
            }
            path.options.push(END);
        }
        self.lists = lists;
        Ok(())
    }

    /// The number of `part`, new or not.
    fn number(&mut self, part: S::Part, path: &Path, meter: &Meter<'_>) -> Result<Id, SumStop<S>> {
        let held = self.bytes() + path.frames.bytes() + path.options.bytes();
        let id = self.table.number(part, held, meter, |part| self.game.bytes(part))?;
        if id as usize == self.values.len() {
            self.values.push(UNKNOWN);
        }
        Ok(id)
    }

    fn forget_long_list(&self, path: &mut Path) {
        if path.options.len() > LISTED_OPTIONS
            && let Some(frame) = path.frames.last_mut()
        {
            path.options.truncate(frame.start);
            frame.next = frame.start;
        }
    }

    /// All options of the last part are known: so is the part.
    fn leave(&mut self, path: &mut Path) {
        let Some(frame) = path.frames.pop() else {
            return;
        };
        self.mex.start(path.options.len() - frame.start);
        let mut sum = Nimber(0);
        for at in frame.start..path.options.len() {
            match path.options[at] {
                END => self.mex.see(std::mem::take(&mut sum)),
                id => sum += Nimber(self.values[id as usize]),
            }
        }
        self.values[frame.id as usize] = self.mex.missing().0;
        path.options.truncate(frame.start);
    }

    fn cycle(&self, first: Id, path: &Path) -> SumStop<S> {
        let round = path.frames.iter().skip_while(|frame| frame.id != first);
        Stop::Cycle(round.map(|frame| self.table[frame.id].clone()).collect())
    }
}
