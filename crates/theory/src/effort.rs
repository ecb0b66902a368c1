//! How much an automaton may cost. Constructions on automata can explode; each of them counts its states against an
//! [`Effort`] and asks it now and then whether to go on. One that grows over its limits ends in [`Halt::Size`], and all of
//! them in [`Halt::Work`] when the steps are used up.

use crate::tuning::PATIENCE;
use bouton_budget::{Attempt, Budget, Halt};
use std::cell::Cell;

/// Limits on every construction, and the budget of the caller.
pub struct Effort<'a> {
    /// The most states that one automaton may have while it is built.
    pub states: usize,
    /// The most transitions that one automaton may have while it is built.
    pub transitions: usize,
    budget: Option<&'a Budget>,
    most: u64,
    cap: Cell<u64>,
    spent: Cell<u64>,
    asked: Cell<u64>,
}

impl<'a> Effort<'a> {
    /// Limits that fit proofs of seconds, within a budget where there is one.
    pub fn new(budget: Option<&'a Budget>) -> Effort<'a> {
        Effort {
            states: 60_000,
            transitions: 1 << 24,
            budget,
            most: u64::MAX,
            cap: Cell::new(u64::MAX),
            spent: Cell::new(0),
            asked: Cell::new(0),
        }
    }

    /// The same, stopped after so many small steps.
    pub fn up_to(self, steps: u64) -> Effort<'a> {
        Effort { most: steps, ..self }
    }

    /// Counts one small step.
    pub fn tick(&self) -> Result<(), Halt> {
        self.spend(1)
    }

    /// Counts small steps.
    pub fn spend(&self, steps: u64) -> Result<(), Halt> {
        let spent = self.spent.get() + steps;
        self.spent.set(spent);
        if spent - self.asked.get() < PATIENCE { Ok(()) } else { self.check() }
    }

    /// How many small steps were counted so far: a clock that does not depend on the machine.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Tells whoever shows progress what a search is busy with.
    pub(crate) fn tell(&self, attempt: impl FnOnce() -> Option<Attempt>) {
        if let Some(budget) = self.budget {
            budget.goal().attempts(attempt());
        }
    }

    /// From so many small steps on, everything is too large; gives the bound before.
    pub(crate) fn cap(&self, steps: u64) -> u64 {
        self.cap.replace(steps)
    }

    /// Asks the caller at once.
    pub fn check(&self) -> Result<(), Halt> {
        self.asked.set(self.spent.get());
        if self.spent.get() > self.cap.get() {
            return Err(Halt::Size);
        }
        if self.spent.get() > self.most {
            return Err(Halt::Work);
        }
        self.budget.map_or(Ok(()), |budget| budget.check(0))
    }

    /// May an automaton have so many states with so many letters?
    pub fn allow(&self, states: usize, letters: usize) -> Result<(), Halt> {
        if states > self.states || states.saturating_mul(letters) > self.transitions {
            return Err(Halt::Size);
        }
        Ok(())
    }
}
