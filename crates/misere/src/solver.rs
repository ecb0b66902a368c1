//! Misère quotients heap by heap.
//!
//! The quotient of sums of some heaps is the coarsest congruence that tells lost sums from won ones, so it can be *learned* like a
//! minimal automaton (D. Angluin, Learning regular sets from queries and counterexamples, 1987), with commutative words. Words that
//! the tests do not tell from a lighter word are taken to equal it (`Candidate`); outcomes are computed by the rule of misère play
//! with sums replaced by what they are taken to equal. Then the transition algebra decides (`Closure`): if a sum fails, all lighter
//! ones are right, so its true outcome is known, and along the replacements that led to its class one is found that is false,
//! with the context that shows it: a new test. If none fails the candidate is proved, and is reduced.

use crate::candidate::{Candidate, Place};
use crate::closure::{Closure, Product, has};
use crate::quotient::Quotient;
use crate::trial::Trial;
use bouton_budget::{Budget, Halt, Meter};

/// Why a heap could not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget is used up.
    Halt(Halt),
    /// A play could last longer than 2^63 moves.
    TooLong,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

#[derive(Debug)]
pub(crate) struct Heap {
    /// The distinct options, each a multiset of earlier heaps.
    pub(crate) options: Vec<Box<[u32]>>,
    /// The longest play.
    pub(crate) weight: u64,
}

/// Finds the quotient of the sums of the heaps that were added.
///
/// ```
/// use bouton_budget::Budget;
/// use bouton_misere::Solver;
///
/// // Nim heaps of 1 and 2: a heap's options are lists of heaps that were added before, counted from 0.
/// let mut solver = Solver::new();
/// solver.add([vec![]], &Budget::unlimited()).unwrap();
/// solver.add([vec![], vec![0]], &Budget::unlimited()).unwrap();
/// let quotient = solver.quotient();
/// assert_eq!(quotient.order(), 6);
/// assert!(quotient.is_lost([1, 1])); // 2 + 2
/// assert!(!quotient.is_lost([0, 0])); // 1 + 1
/// ```
pub struct Solver {
    heaps: Vec<Heap>,
    candidate: Candidate,
    /// Contexts that tell elements apart, as sums of heaps.
    tests: Vec<Vec<u32>>,
    product: Product,
    /// The pairs of the heaps; none where the last heap could not be added.
    closure: Option<Closure>,
    refuted: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// No heaps: the empty sum alone.
    pub fn new() -> Self {
        let product = Product { rows: vec![vec![0].into()], lost: vec![0].into() };
        Self {
            heaps: Vec::new(),
            candidate: Candidate::new(),
            tests: vec![Vec::new()],
            product,
            closure: Some(Closure::new(1)),
            refuted: 0,
        }
    }

    /// The number of heaps.
    pub fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// The order of the quotient of the heaps added so far.
    pub fn order(&self) -> usize {
        self.candidate.len()
    }

    /// Adds a heap by its options, each a list of heaps that were added before. After an error the quotient is that of the heaps
    /// before.
    pub fn add(
        &mut self,
        options: impl IntoIterator<Item = Vec<usize>>,
        budget: &Budget,
    ) -> Result<usize, Stop> {
        let mut list: Vec<Box<[u32]>> = Vec::new();
        for mut option in options {
            option.sort_unstable();
            assert!(
                option.iter().all(|heap| *heap < self.heaps.len()),
                "options are heaps that were added before"
            );
            list.push(option.into_iter().map(|heap| heap as u32).collect());
        }
        list.sort_unstable();
        list.dedup();
        let mut weight = 0;
        for option in &list {
            let sum = option
                .iter()
                .try_fold(1u64, |sum, heap| sum.checked_add(self.heaps[*heap as usize].weight))
                .filter(|sum| *sum < 1 << 63)
                .ok_or(Stop::TooLong)?;
            weight = sum.max(weight);
        }
        self.heaps.push(Heap { options: list, weight });
        let added = self.extend(budget);
        if added.is_err() {
            self.heaps.pop();
        }
        added.map(|()| self.heaps.len() - 1).map_err(Stop::from)
    }

    fn extend(&mut self, budget: &Budget) -> Result<(), Halt> {
        let mut meter = Meter::new(budget);
        let heap = self.heaps.len() - 1;
        if self.heaps[heap].options.is_empty() {
            self.candidate.heaps.push(Place::Image(0));
            return Ok(());
        }
        let mut trial = Trial::new(&self.heaps, self.candidate.clone(), self.tests.clone());
        trial.place(heap, &mut meter)?;
        if let Place::Image(_) = trial.candidate.heaps[heap] {
            // The quotient may stay as it is: then its pairs are known but for those of the new heap.
            let known = match self.closure.take() {
                Some(closure) => closure,
                None => trial.closed(&self.product, heap, &mut meter)?,
            };
            let mut closure = known;
            let lightest = trial.enter(&mut closure, &self.product, heap);
            let wrong = closure.close(&self.product, lightest.unwrap_or(u64::MAX), &mut meter)?;
            if lightest.is_none() && wrong.is_none() {
                self.candidate = trial.candidate;
                self.closure = Some(closure);
                return Ok(());
            }
        }
        let (product, closure) = trial.learn(&mut meter)?;
        self.refuted += trial.refuted;
        self.candidate = trial.candidate;
        self.tests = trial.tests;
        self.product = product;
        self.closure = closure;
        Ok(())
    }

    /// The quotient of the heaps added so far.
    pub fn quotient(&self) -> Quotient {
        let images = (0..self.heaps.len()).map(|heap| self.candidate.image(heap)).collect();
        Quotient::new(self.product.rows.clone(), |id| has(&self.product.lost, id), images)
    }

    /// The elements of the heaps in their order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        (0..self.heaps.len()).map(|heap| self.candidate.image(heap))
    }

    /// How many replacements were refuted on the way, and how many pairs the proof looked at.
    pub fn effort(&self) -> (usize, usize) {
        (self.refuted, self.closure.as_ref().map_or(0, Closure::len))
    }
}
