//! The stress test: a program against the truth, until it fails or the time is up.
//!
//! All small positions first, in order of size; then, in rounds, lost positions of every size and what lies beside them,
//! the ends of number types, and random positions. The first failure is followed by some cases more for evidence, made
//! smaller, and looked at: what kind of mistake is it?

use crate::answers::Fault;
use crate::bench::{Bench, Checked};
use crate::diagnose::{Guess, Tested};
use crate::oracle::{Sources, Truth};
use crate::program::{Cost, Ended, Program};
use crate::supply::{Far, Order, Supply};
use bouton::Problem;
use bouton::answer::Status;
use bouton::language::ast::Verdict;
use bouton::report::Sentence;
use bouton_template::{Case, Origin};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Answers about small and about other cases that are remembered as evidence, each.
const EVIDENCE: u64 = 2_000;

/// So many cases without a failure say something.
const ENOUGH: u64 = 50;

/// The share of the time that claims and theorems may take before the program is run.
const PREPARING: f64 = 0.25;

/// Numbers go up to this where no limit is given.
pub const FAR: &str = "1000000000000000000";

/// What is asked for.
pub struct Setup {
    /// The cases.
    pub order: Order,
    /// The program: a command, or a source.
    pub program: String,
    /// Where truth may come from.
    pub sources: Sources,
    /// What one run may cost.
    pub cost: Cost,
    /// How long to look for failures.
    pub time: Duration,
    /// Lost positions and their neighbours rather than small ones.
    pub near: bool,
}

/// What was tried of one kind.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// Cases that agree.
    pub agree: u64,
    /// Cases that fail.
    pub fail: u64,
    /// The largest number among them.
    pub largest: BigInt,
}

/// How much of the range that was asked for was tried.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Every position of it.
    pub all: bool,
    /// The least and the largest number that were tried.
    pub numbers: Option<(BigInt, BigInt)>,
    /// The least and the largest number that positions may have.
    pub asked: (BigInt, BigInt),
    /// Positions that were left out because their truth is not known.
    pub unknown: u64,
}

/// What came of a stress test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdicts {
    /// There is a failure.
    Failed,
    /// No failure among enough positions.
    Passed,
    /// No failure, but too few positions to say anything.
    TooLittle,
}

/// What came of it.
pub struct Report {
    /// The game's title.
    pub game: String,
    /// By where cases come from.
    pub tried: BTreeMap<Origin, Tried>,
    /// All small positions up to here were tried.
    pub bound: Option<Sentence>,
    /// How much of what was asked for was tried.
    pub reach: Reach,
    /// What the truth rests on beyond brute force.
    pub far: Far,
    /// Small cases on which claims and brute force were compared.
    pub compared: u64,
    /// Runs of the program.
    pub runs: u64,
    /// Cases a run were many because the program reads until its input ends.
    pub guessed_batch: bool,
    /// The template in use.
    pub template: String,
    /// Were numbers beyond the usual tried because no limit was given?
    pub unlimited: bool,
    /// The failure.
    pub failure: Option<Failure>,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// Cases that were tried.
    pub fn cases(&self) -> u64 {
        self.tried.values().map(|t| t.agree + t.fail).sum()
    }

    /// What came of it, in a word.
    pub fn verdict(&self) -> Verdicts {
        match (&self.failure, self.reach.all || self.cases() >= ENOUGH) {
            (Some(_), _) => Verdicts::Failed,
            (None, true) if self.cases() > 0 => Verdicts::Passed,
            (None, _) => Verdicts::TooLittle,
        }
    }
}

/// The smallest failure found.
pub struct Failure {
    /// The position, as it can be typed.
    pub position: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What is wrong.
    pub fault: Fault,
    /// How the run ended.
    pub ended: Ended,
    /// The last of standard error.
    pub errors: String,
    /// What the program printed.
    pub printed: String,
    /// What is right, in the words of the problem.
    pub right: String,
    /// For the player to move.
    pub outcome: Option<Verdict>,
    /// What the truth here is worth, and the claim it rests on.
    pub status: (Status, Option<String>),
    /// The position that failed first, where a smaller one was found.
    pub shrunk_from: Option<String>,
    /// Input of the failing run.
    pub input: String,
    /// Right output of it, where it is known.
    pub output: Option<String>,
    /// Cases before it in the run, without which it does not fail.
    pub after: usize,
    /// What the mistake looks like.
    pub guess: Guess,
    /// The largest number in it.
    pub largest: BigInt,
}

/// A stress test that is under way.
pub(crate) struct Stress {
    pub(crate) bench: Bench,
    pub(crate) supply: Supply,
    seen: FxHashSet<String>,
    pub(crate) evidence: Vec<Tested>,
    tried: BTreeMap<Origin, Tried>,
    /// The smallest failure.
    pub(crate) failing: Option<Checked>,
    began: Instant,
    pub(crate) near: bool,
    pub(crate) time: Duration,
    /// All positions up to here were asked about.
    pub(crate) bound: Option<Sentence>,
    /// Cases whose truth is not known.
    pub(crate) unknown: u64,
    /// The least and the largest number that were tried.
    numbers: Option<(BigInt, BigInt)>,
    /// Every position within the limits was asked about.
    pub(crate) all: bool,
    /// Cases were left out because the time was over.
    pub(crate) cut: bool,
}

/// Runs a stress test. `watch` is told now and then how many cases were tried.
pub fn stress(setup: Setup, watch: &mut dyn FnMut(u64)) -> Result<Report, Problem> {
    let limits = &setup.order.task.limits;
    let unlimited = limits.to.is_none() && limits.fields.iter().all(Option::is_none);
    let game = setup.order.task.game.title();
    let mut s = Stress::new(setup)?;
    s.search(watch)?;
    let failure = match s.failing.take() {
        Some(found) => Some(s.explain(found)?),
        None => None,
    };
    Ok(Report {
        game,
        tried: s.tried,
        bound: s.bound,
        reach: Reach { all: s.all, numbers: s.numbers, asked: s.supply.space.asked(), unknown: s.unknown },
        far: s.supply.far(),
        compared: s.supply.oracle.agreed(),
        runs: s.bench.runs,
        guessed_batch: s.bench.guessed,
        template: s.bench.template.text().to_string(),
        unlimited,
        failure,
        time: s.began.elapsed(),
    })
}

impl Stress {
    fn new(setup: Setup) -> Result<Stress, Problem> {
        let written = setup.order.written()?;
        let program = Program::new(&setup.program)?;
        let began = Instant::now();
        let (ready, stop) = (began + setup.time.mul_f64(PREPARING), setup.order.stop.clone());
        let mut supply = Supply::new(setup.order, &written, setup.sources, Some(ready), FAR)?;
        supply.allow(began + setup.time);
        Ok(Stress {
            bench: Bench::new(program, written, setup.cost, stop),
            supply,
            seen: FxHashSet::default(),
            evidence: Vec::new(),
            tried: BTreeMap::new(),
            failing: None,
            began,
            near: setup.near,
            time: setup.time,
            bound: None,
            unknown: 0,
            numbers: None,
            all: false,
            cut: false,
        })
    }

    /// The moment at which this share of the time is over.
    pub(crate) fn share(&self, part: f64) -> Instant {
        self.began + self.time.mul_f64(part)
    }

    /// Cases with their truths; what is not known, and what was asked before, is left out.
    pub(crate) fn known(&mut self, cases: Vec<Case>) -> Result<Vec<(Case, Truth)>, Problem> {
        let mut out = Vec::new();
        for case in cases {
            if self.supply.up() {
                self.cut = true;
                break;
            }
            if !self.seen.insert(case.key()) {
                continue;
            }
            let Some(truth) = self.supply.truth(&case)? else {
                self.unknown += 1;
                continue;
            };
            *self.supply.bases.entry(truth.basis).or_default() += 1;
            out.push((case, truth));
        }
        Ok(out)
    }

    /// Asks about cases and keeps the smallest failure. True when there is one.
    pub(crate) fn ask(
        &mut self,
        cases: &[(Case, Truth)],
        watch: &mut dyn FnMut(u64),
    ) -> Result<bool, Problem> {
        let mut rest = cases;
        while !rest.is_empty() && self.failing.is_none() && !self.supply.up() {
            let (now, later) = rest.split_at(self.bench.stride().min(rest.len()));
            rest = later;
            let found = self.bench.ask(&mut self.supply.oracle, now)?;
            self.note(found);
            watch(self.tried.values().map(|t| t.agree + t.fail).sum());
        }
        Ok(self.failing.is_some())
    }

    pub(crate) fn note(&mut self, found: Vec<Checked>) {
        for checked in found {
            let t = &checked.tested;
            let tried = self.tried.entry(t.case.origin).or_default();
            tried.largest = t.case.largest().max(std::mem::take(&mut tried.largest));
            for n in t.case.numbers() {
                self.numbers = Some(match self.numbers.take() {
                    None => (n.clone(), n),
                    Some((lo, hi)) => (lo.min(n.clone()), hi.max(n)),
                });
            }
            match t.fault {
                None => tried.agree += 1,
                Some(_) => tried.fail += 1,
            }
            if checked.after.is_empty() && (tried.agree < EVIDENCE || t.fault.is_some()) {
                self.evidence.push(t.clone());
            }
            let smaller = |old: &Checked| old.tested.case.size() > t.case.size();
            if t.fault.is_some() && self.failing.as_ref().is_none_or(smaller) {
                self.failing = Some(checked);
            }
        }
    }
}
