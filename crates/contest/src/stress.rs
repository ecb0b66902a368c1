//! The stress test: a program against the truth, until it fails or the time is up.
//!
//! All small positions first, in order of size; then, in rounds, lost positions of every size and what lies beside them,
//! the ends of number types, and random positions. The first failure is followed by some cases more for evidence, made
//! smaller, and looked at: what kind of mistake is it?

use crate::answers::{Answers, Asked, Fault};
use crate::bench::{Bench, Checked};
use crate::case::{Case, Origin};
use crate::diagnose::{Guess, Tested};
use crate::limits::Limits;
use crate::oracle::{Basis, Oracle, Sources, Truth};
use crate::program::{Cost, Ended, Program};
use crate::space::Space;
use crate::template::{Batch, Template};
use bouton::answer::{Status, UpTo};
use bouton::language::ast::Verdict;
use bouton::rng::Rng;
use bouton::{Budget, Game, Problem};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Lost positions that are remembered to grow larger ones from.
const SEEDS: usize = 600;

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
    /// The game.
    pub game: Game,
    /// The program: a command, or a source.
    pub program: String,
    /// How a case is written; what judges usually write where it is not given.
    pub template: Option<String>,
    /// How several cases are put together.
    pub cases: Option<String>,
    /// What is wanted.
    pub answers: Asked,
    /// The judge's limits.
    pub limits: Limits,
    /// Where truth may come from.
    pub sources: Sources,
    /// What one run may cost.
    pub cost: Cost,
    /// How long to look for failures.
    pub time: Duration,
    /// Seed for everything that is chosen.
    pub seed: u64,
    /// Lost positions and their neighbours rather than small ones.
    pub near: bool,
    /// Unordered fields in any order.
    pub any_order: bool,
    /// Memory for the truth, and so on.
    pub budget: Budget,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
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
    pub bound: Option<UpTo>,
    /// How much of what was asked for was tried.
    pub reach: Reach,
    /// What the truth rests on beyond brute force: status, claim (or a theorem, without one), and cases so decided.
    pub far: Vec<(Status, Option<String>, u64)>,
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
    pub(crate) oracle: Oracle,
    pub(crate) space: Space,
    pub(crate) rng: Rng,
    /// The largest number.
    pub(crate) to: BigInt,
    seen: FxHashSet<String>,
    /// Lost positions, to grow larger ones from.
    pub(crate) seeds: Vec<Case>,
    pub(crate) evidence: Vec<Tested>,
    tried: BTreeMap<Origin, Tried>,
    bases: BTreeMap<Basis, u64>,
    /// The smallest failure.
    pub(crate) failing: Option<Checked>,
    began: Instant,
    /// Nothing new is begun after this moment.
    until: Instant,
    pub(crate) near: bool,
    pub(crate) time: Duration,
    stop: Arc<AtomicBool>,
    /// All positions up to here were asked about.
    pub(crate) bound: Option<UpTo>,
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
    let (mut s, text) = Stress::new(&setup)?;
    let unlimited = setup.limits.to.is_none() && setup.limits.fields.iter().all(Option::is_none);
    s.search(watch)?;
    let failure = match s.failing.take() {
        Some(found) => Some(s.explain(found)?),
        None => None,
    };
    let far = s.bases.iter().filter(|(b, _)| **b != Basis::Force);
    let far = far
        .map(|(b, n)| {
            let (status, claim) = s.oracle.status(*b);
            (status, claim, *n)
        })
        .collect();
    Ok(Report {
        game: setup.game.title(),
        tried: s.tried,
        bound: s.bound,
        reach: Reach { all: s.all, numbers: s.numbers, asked: s.space.asked(), unknown: s.unknown },
        far,
        compared: s.oracle.claims().iter().map(|t| t.agreed).max().unwrap_or(0),
        runs: s.bench.runs,
        guessed_batch: s.bench.guessed,
        template: text,
        unlimited,
        failure,
        time: s.began.elapsed(),
    })
}

impl Stress {
    fn new(setup: &Setup) -> Result<(Stress, String), Problem> {
        let game = setup.game.clone();
        let text = setup.template.clone().unwrap_or_else(|| Template::usual(&game, &setup.limits));
        let template = Template::new(&game, &text, &crate::answers::INPUT_NAMES)?;
        template.tells(&game, &setup.limits)?;
        let batch = setup.cases.as_deref().map(Batch::new).transpose()?;
        let answers = Answers::new(&game, &setup.answers)?;
        let program = Program::new(&setup.program)?;
        let began = Instant::now();
        let memory = game.rules().shape.fields.iter().any(|f| f.start.is_some() && template.names(&f.name));
        let mut space = Space::new(game.clone(), setup.limits.clone(), template.sums(), memory);
        space.any_order = setup.any_order;
        let ready = began + setup.time.mul_f64(PREPARING);
        let mut oracle = Oracle::new(&game, setup.budget.clone(), setup.sources, Some(ready))?;
        oracle.varies(&setup.limits.varied())?;
        let mut rng = Rng::new(setup.seed);
        space.nonempty(&mut oracle.solver, &mut rng)?;
        let far: BigInt = FAR.parse().unwrap_or_default();
        let to = space.to(&far);
        let bench = Bench::new(program, template, batch, answers, setup.cost, setup.stop.clone());
        let mut stress = Stress {
            bench,
            oracle,
            space,
            rng,
            to,
            seen: FxHashSet::default(),
            seeds: Vec::new(),
            evidence: Vec::new(),
            tried: BTreeMap::new(),
            bases: BTreeMap::new(),
            failing: None,
            began,
            until: began + setup.time,
            near: setup.near,
            time: setup.time,
            stop: setup.stop.clone(),
            bound: None,
            unknown: 0,
            numbers: None,
            all: false,
            cut: false,
        };
        stress.allow(stress.until);
        Ok((stress, text))
    }

    /// From now on nothing is begun after this moment.
    pub(crate) fn allow(&mut self, until: Instant) {
        self.until = until;
        self.oracle.until(Some(until));
    }

    /// The moment at which this share of the time is over.
    pub(crate) fn share(&self, part: f64) -> Instant {
        self.began + self.time.mul_f64(part)
    }

    /// Is the time over?
    pub(crate) fn up(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Cases with their truths; what is not known, and what was asked before, is left out.
    pub(crate) fn known(&mut self, cases: Vec<Case>) -> Result<Vec<(Case, Truth)>, Problem> {
        let mut out = Vec::new();
        for case in cases {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Problem::Interrupted);
            }
            if self.up() {
                self.cut = true;
                break;
            }
            if !self.seen.insert(case.key()) {
                continue;
            }
            let Some(truth) = self.oracle.truth(&case, self.bench.answers.want())? else {
                self.unknown += 1;
                continue;
            };
            let lost = truth.outcome == Some(Verdict::Lose);
            if lost && self.seeds.len() < SEEDS && !case.position.parts.is_empty() {
                self.seeds.push(case.clone());
            }
            *self.bases.entry(truth.basis).or_default() += 1;
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
        while !rest.is_empty() && self.failing.is_none() && !self.up() {
            let (now, later) = rest.split_at(self.bench.stride().min(rest.len()));
            rest = later;
            let found = self.bench.ask(&mut self.oracle, now)?;
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
