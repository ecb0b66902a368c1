//! Where the cases of a stress test and of a judge's tests come from: the positions of a problem and the truth about them,
//! and the lost ones that were met, from which larger ones grow.

use crate::answers::Answers;
use crate::near::Hunt;
use crate::oracle::{Basis, Oracle, Sources, Truth};
use crate::space::Space;
use bouton::answer::Status;
use bouton::language::ast::Verdict;
use bouton::rng::Rng;
use bouton::{Budget, Problem};
use bouton_template::{Batch, Case, Origin, Task, Template, Want};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Lost positions that are remembered to grow larger ones from.
const SEEDS: usize = 600;

/// Cases that are asked for.
pub struct Order {
    /// The judge's problem.
    pub task: Task,
    /// Seed for everything that is chosen.
    pub seed: u64,
    /// Unordered fields in any order.
    pub any_order: bool,
    /// Memory for the truth, and so on.
    pub budget: Budget,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
}

/// What truths rest on beyond brute force: status, claim (or a theorem, without one), and cases so decided.
pub type Far = Vec<(Status, Option<String>, u64)>;

/// How cases and answers are written.
pub(crate) struct Written {
    pub(crate) template: Template,
    pub(crate) batch: Option<Batch>,
    pub(crate) answers: Answers,
}

impl Order {
    /// Reads how things are written; mistakes are told before anything is computed.
    pub(crate) fn written(&self) -> Result<Written, Problem> {
        let template = self.task.template()?;
        template.tells(&self.task.game, &self.task.limits)?;
        let batch = self.task.batch()?;
        Ok(Written { template, batch, answers: Answers::new(&self.task.game, &self.task.answers)? })
    }
}

/// A source of cases.
pub(crate) struct Supply {
    pub(crate) oracle: Oracle,
    pub(crate) space: Space,
    pub(crate) rng: Rng,
    /// The largest number.
    pub(crate) to: BigInt,
    /// What must be known about a case.
    pub(crate) want: Want,
    /// Lost positions that were met.
    pub(crate) seeds: Vec<Case>,
    pub(crate) bases: BTreeMap<Basis, u64>,
    /// Nothing new is begun after this moment.
    pub(crate) until: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Supply {
    /// The supply for an order; claims and theorems may take until `ready`, and numbers go up to `to` where no limit says.
    pub(crate) fn new(
        order: Order,
        written: &Written,
        sources: Sources,
        ready: Option<Instant>,
        to: &str,
    ) -> Result<Supply, Problem> {
        let Order { task, seed, any_order, budget, stop } = order;
        let (template, varied) = (&written.template, task.limits.varied());
        let memory = template.tells_memory(&task.game);
        let mut oracle = Oracle::new(&task.game, budget, sources, ready)?;
        oracle.varies(&varied)?;
        let mut space = Space::new(task.game, task.limits, template.sums(), memory);
        space.any_order = any_order;
        let mut rng = Rng::new(seed);
        space.nonempty(&mut oracle.solver, &mut rng)?;
        let to = space.to(&to.parse().unwrap_or_default());
        let (seeds, bases, want) = (Vec::new(), BTreeMap::new(), written.answers.want());
        Ok(Supply { oracle, space, rng, to, want, seeds, bases, until: None, stop })
    }

    /// From now on nothing is begun after this moment.
    pub(crate) fn allow(&mut self, until: Instant) {
        self.until = Some(until);
        self.oracle.until(self.until);
    }

    /// Is the time over?
    pub(crate) fn up(&self) -> bool {
        self.until.is_some_and(|u| Instant::now() >= u)
    }

    /// The truth about a case, if it is known; lost positions are remembered.
    pub(crate) fn truth(&mut self, case: &Case) -> Result<Option<Truth>, Problem> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Problem::Interrupted);
        }
        let truth = self.oracle.truth(case, self.want)?;
        let lost = truth.as_ref().is_some_and(|t| t.outcome == Some(Verdict::Lose));
        if lost && self.seeds.len() < SEEDS && !case.position.parts.is_empty() {
            self.seeds.push(case.clone());
        }
        Ok(truth)
    }

    /// A random case, with numbers up to `scale`, now and then from `numbers`.
    pub(crate) fn random(
        &mut self,
        scale: &BigInt,
        numbers: &[BigInt],
        origin: Origin,
    ) -> Result<Option<Case>, Problem> {
        self.space.random_case(&mut self.oracle.solver, &mut self.rng, scale, numbers, origin)
    }

    /// The i-th of some small positions from the middle of a game: they grow slowly.
    pub(crate) fn middle(&mut self, i: usize) -> Result<Option<Case>, Problem> {
        self.random(&BigInt::from(2 + i / 20), &[], Origin::Small)
    }

    /// This number, or the largest there is.
    pub(crate) fn at_most(&self, n: u32) -> BigInt {
        BigInt::from(n).min(self.to.clone())
    }

    /// Looks for lost positions of any size until a moment.
    pub(crate) fn hunt(&mut self, round: u64, until: Option<Instant>) -> Hunt<'_> {
        let seed = self.rng.bits() ^ round;
        let mut hunt = Hunt::new(&mut self.oracle, &mut self.space, self.to.clone(), seed);
        hunt.until = until;
        hunt
    }

    /// What the truths rest on beyond brute force.
    pub(crate) fn far(&self) -> Far {
        let far = self.bases.iter().filter(|(basis, _)| **basis != Basis::Force);
        far.map(|(basis, n)| {
            let (status, claim) = self.oracle.status(*basis);
            (status, claim, *n)
        })
        .collect()
    }
}
