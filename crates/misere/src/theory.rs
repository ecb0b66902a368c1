//! A code heap by heap until the period is proved, or as far as the budget goes.

use crate::code::Code;
use crate::period::{Period, proved_period};
use crate::quotient::Quotient;
use crate::solver::{Solver, Stop};
use bouton_budget::Budget;

/// What was found out about the sums of a code's heaps.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The quotient of the heaps 1, 2, …; heap n is its number n - 1.
    pub quotient: Quotient,
    /// The largest heap of the sums that the quotient decides, where no period is proved.
    pub heaps: usize,
    /// The period that makes it hold for all heaps.
    pub period: Option<Period>,
    /// Why it went no further, where neither a period nor the last heap asked for was reached.
    pub stop: Option<Stop>,
    /// The order after each heap.
    pub orders: Vec<usize>,
}

impl Theory {
    /// The element of a heap, where the theory speaks of it.
    pub fn element(&self, heap: usize) -> Option<u32> {
        if heap == 0 {
            return Some(0);
        }
        if heap <= self.heaps {
            return Some(self.quotient.heap(heap - 1));
        }
        let period = self.period?;
        let from = period.from.max(1);
        self.element(from + (heap - from) % period.length)
    }
}

impl Code {
    /// The quotient of sums of heaps up to `to`, or of all heaps if a period is proved before.
    pub fn theory(&self, to: usize, budget: &Budget) -> Theory {
        let mut solver = Solver::new();
        let (mut period, mut stop, mut orders) = (None, None, Vec::new());
        let mut elements = vec![0];
        for heap in 1..=to {
            let options =
                self.options(heap).into_iter().map(|parts| parts.into_iter().map(|part| part - 1).collect());
            if let Err(why) = solver.add(options, budget) {
                stop = Some(why);
                break;
            }
            let grew = orders.last() != Some(&solver.order());
            orders.push(solver.order());
            if grew {
                elements = std::iter::once(0).chain(solver.elements()).collect();
            } else {
                elements.extend(solver.elements().last());
            }
            period = proved_period(self, &elements);
            if period.is_some() {
                break;
            }
        }
        Theory { quotient: solver.quotient(), heaps: solver.heaps(), period, stop, orders }
    }
}
