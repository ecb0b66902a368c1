//! The stress test: a program against the truth, until it fails or the time is up.
//!
//! All small positions first, in order of size; then, in rounds, lost positions of every size and what lies beside them,
//! the ends of number types, and random positions. The first failure is followed by some cases more for evidence, made
//! smaller, and looked at: what kind of mistake is it?

use crate::answers::{Answers, Asked, Fault};
use crate::bench::{Bench, Checked};
use crate::case::{Case, Origin};
use crate::diagnose::{self, Guess, Kind, Tested};
use crate::limits::Limits;
use crate::near::Hunt;
use crate::oracle::{Basis, Oracle, Sources, Truth};
use crate::program::{Cost, Ended, Program};
use crate::shrink;
use crate::space::{Space, log_uniform};
use crate::special;
use crate::template::{Batch, Template};
use bouton::answer::Status;
use bouton::language::ast::Verdict;
use bouton::positions::Positions;
use bouton::rng::Rng;
use bouton::{Budget, Game, Problem};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Small positions that are tried at most.
const SMALL: usize = 25_000;

/// Positions of one size that are tried at most.
const LEVEL: usize = 6_000;

/// Lost positions that are remembered to grow larger ones from.
const SEEDS: usize = 600;

/// Answers about small and about other cases that are remembered as evidence, each.
const EVIDENCE: u64 = 2_000;

/// Rounds of large cases, if time does not end them first.
const ROUNDS: usize = 40;

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

/// What came of it.
pub struct Report {
    /// The game's title.
    pub game: String,
    /// By where cases come from.
    pub tried: BTreeMap<Origin, Tried>,
    /// All small positions up to here were tried.
    pub bound: Option<String>,
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

struct Stress {
    bench: Bench,
    oracle: Oracle,
    space: Space,
    rng: Rng,
    to: BigInt,
    seen: FxHashSet<String>,
    seeds: Vec<Case>,
    evidence: Vec<Tested>,
    tried: BTreeMap<Origin, Tried>,
    bases: BTreeMap<Basis, u64>,
    failing: Option<Checked>,
    began: Instant,
    near: bool,
    time: Duration,
    stop: Arc<AtomicBool>,
    bound: Option<String>,
    /// Cases whose truth is not known.
    unknown: u64,
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
        let varied: Vec<usize> = setup.limits.params.iter().map(|(p, _)| *p).collect();
        let text = setup.template.clone().unwrap_or_else(|| Template::usual(&game, &varied));
        let template = Template::new(&game, &text, &crate::answers::INPUT_NAMES)?;
        let batch = setup.cases.as_deref().map(Batch::new).transpose()?;
        let answers = Answers::new(&game, &setup.answers)?;
        let program = Program::new(&setup.program)?;
        let began = Instant::now();
        let memory = game.rules().shape.fields.iter().any(|f| f.start.is_some() && template.names(&f.name));
        let mut space = Space::new(game.clone(), setup.limits.clone(), template.sums(), memory);
        space.any_order = setup.any_order;
        let mut oracle = Oracle::new(&game, setup.budget.clone(), setup.sources, true)?;
        let mut rng = Rng::new(setup.seed);
        space.nonempty(&mut oracle.solver, &mut rng)?;
        let far: BigInt = FAR.parse().unwrap_or_default();
        let to = space.to(&far);
        let bench = Bench::new(program, template, batch, answers, setup.cost, setup.stop.clone());
        let stress = Stress {
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
            near: setup.near,
            time: setup.time,
            stop: setup.stop.clone(),
            bound: None,
            unknown: 0,
        };
        Ok((stress, text))
    }

    fn up(&self) -> bool {
        self.began.elapsed() >= self.time
    }

    /// Cases with their truths; what is not known, and what was asked before, is left out.
    fn known(&mut self, cases: Vec<Case>) -> Result<Vec<(Case, Truth)>, Problem> {
        let mut out = Vec::new();
        for case in cases {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Problem::Interrupted);
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
    fn ask(&mut self, cases: &[(Case, Truth)], watch: &mut dyn FnMut(u64)) -> Result<bool, Problem> {
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

    fn note(&mut self, found: Vec<Checked>) {
        for checked in found {
            let t = &checked.tested;
            let tried = self.tried.entry(t.case.origin).or_default();
            tried.largest = t.case.largest().max(std::mem::take(&mut tried.largest));
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

    fn search(&mut self, watch: &mut dyn FnMut(u64)) -> Result<(), Problem> {
        let examples = self.space.examples();
        let examples = self.known(examples)?;
        let share = if self.near { 0.2 } else { 0.4 };
        if self.small(examples, self.time.mul_f64(share), watch)? {
            return Ok(());
        }
        let middle = BigInt::from(3000).min(self.to.clone());
        for round in 0..ROUNDS {
            if self.up() {
                break;
            }
            if round == 0 {
                // The pairs at which rounding decides, and the ends of types, come first: they are few.
                let seeds = self.seeds.clone();
                let slopes = self.hunt(round).slopes(&seeds)?;
                let slopes = self.known(slopes)?;
                if self.ask(&slopes, watch)? {
                    return Ok(());
                }
            }
            let mut cases = self.near_lost(round)?;
            cases.extend(self.drawn(round, &middle)?);
            let mut asked = self.known(cases)?;
            // The smallest failure of a round is met first.
            asked.sort_by_cached_key(|(c, _)| c.size());
            if self.ask(&asked, watch)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn hunt(&mut self, round: usize) -> Hunt<'_> {
        let seed = self.rng.bits() ^ round as u64;
        Hunt::new(&mut self.oracle, &mut self.space, self.to.clone(), seed)
    }

    /// All positions in order of size, those of small parameters side by side.
    fn small(
        &mut self,
        first: Vec<(Case, Truth)>,
        share: Duration,
        watch: &mut dyn FnMut(u64),
    ) -> Result<bool, Problem> {
        let games = self.space.small_games();
        let mut levels: Vec<(&Game, Positions<'_>, bool)> =
            games.iter().map(|g| (g, Positions::new(g), true)).collect();
        let mut count = 0;
        let mut waiting = first;
        let mut probed = false;
        let until = self.began + share;
        // Sizes of which every position is known, and of which every position was asked.
        let (mut known, mut asked) = (None, None);
        let mut complete = true;
        let mut empty = 0;
        for size in 0.. {
            let mut open = false;
            let before = count;
            for (game, positions, more) in &mut levels {
                if !*more || Instant::now() >= until {
                    complete = false;
                    continue;
                }
                match self.space.level(game, positions, size, LEVEL) {
                    Some(cases) => {
                        open = true;
                        count += cases.len();
                        let unknown = self.unknown;
                        waiting.extend(self.known(cases)?);
                        complete &= self.unknown == unknown;
                    }
                    None => *more = false,
                }
            }
            complete &= open;
            known = if complete { Some(size) } else { known };
            if self.space.midgame && size == 0 {
                let played = self.middle_games(400)?;
                waiting.extend(self.known(played)?);
            }
            // Beyond the limits there is nothing more; below them there may be nothing yet.
            empty = if count > before { 0 } else { empty + 1 };
            let over = empty > if count > 0 { 64 } else { 3000 };
            // Enough for a run on every core, or all there is.
            let last = !open || over || count > SMALL || Instant::now() >= until;
            if last || waiting.len() >= self.bench.stride() {
                if !probed {
                    probed = true;
                    let cases = self.various(&waiting);
                    self.bench.probe(&cases)?;
                }
                let cases = std::mem::take(&mut waiting);
                if self.ask(&cases, watch)? {
                    return Ok(true);
                }
                asked = if self.up() { asked } else { known };
            }
            if last {
                break;
            }
        }
        if let (Some(size), [(_, positions, _)]) = (asked, levels.as_slice()) {
            self.bound = Some(positions.bound(size, !self.space.sums));
        }
        Ok(false)
    }

    /// A few cases of both outcomes, to see how the program reads.
    fn various(&self, cases: &[(Case, Truth)]) -> Vec<(Case, Truth)> {
        let of = |v: Verdict| cases.iter().filter(move |(_, t)| t.outcome == Some(v)).take(3);
        let mut out: Vec<(Case, Truth)> = of(Verdict::Win).chain(of(Verdict::Lose)).cloned().collect();
        if out.len() < 4 {
            out.extend(cases.iter().take(4).cloned());
        }
        out
    }

    fn middle_games(&mut self, count: usize) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        for i in 0..count {
            let scale = BigInt::from(2 + i / 20);
            let found =
                self.space.random_case(&mut self.oracle.solver, &mut self.rng, &scale, &[], Origin::Small)?;
            out.extend(found);
        }
        out.sort_by_cached_key(Case::size);
        Ok(out)
    }

    /// Lost positions of all sizes and their neighbours.
    fn near_lost(&mut self, round: usize) -> Result<Vec<Case>, Problem> {
        let seeds = self.seeds.clone();
        let count = if self.bench.batch.is_some() { 120 } else { 40 };
        let mut hunt = self.hunt(round);
        let lost = hunt.round(&seeds, count)?;
        let mut out = Vec::new();
        for case in lost {
            let beside = hunt.beside(&case, 2)?;
            out.push(case);
            out.extend(beside);
        }
        Ok(out)
    }

    /// Random positions: of middle size, of every size, and with numbers where types end.
    fn drawn(&mut self, round: usize, middle: &BigInt) -> Result<Vec<Case>, Problem> {
        let count = if self.bench.batch.is_some() { 150 } else { 30 };
        let ends: Vec<BigInt> = special::ends(&self.to).into_iter().chain(special::roots(&self.to)).collect();
        let note = special::numbers(&self.to);
        let mut out = Vec::new();
        for i in 0..count {
            let one = BigInt::from(1);
            let (scale, numbers, origin): (BigInt, &[BigInt], Origin) = match i % 5 {
                0 => (log_uniform(&mut self.rng, &one, &self.to), &[], Origin::Random),
                1 => (self.to.clone(), &ends, Origin::Extreme),
                2 => (log_uniform(&mut self.rng, &one, &self.to), &note, Origin::Extreme),
                3 if round == 0 => (BigInt::from(40).min(self.to.clone()), &[], Origin::Random),
                _ => (middle.clone(), &[], Origin::Random),
            };
            let found =
                self.space.random_case(&mut self.oracle.solver, &mut self.rng, &scale, numbers, origin)?;
            out.extend(found);
        }
        Ok(out)
    }

    /// More evidence, a smaller case, a guess.
    fn explain(&mut self, found: Checked) -> Result<Failure, Problem> {
        let first = found.tested.case.show();
        let slow = matches!(found.tested.fault, Some(Fault::Timeout));
        let state = !found.after.is_empty();
        if !slow && !state {
            self.gather(&found)?;
        }
        let better = self.failing.take().filter(|c| c.tested.case.size() < found.tested.case.size());
        let found = better.unwrap_or(found);
        let patience = if slow { Duration::from_millis(3000) } else { Duration::from_millis(1200) };
        let deadline = Instant::now() + patience;
        let small = shrink::shrink(&mut self.bench, &mut self.oracle, &self.space, found, deadline)?;
        let t = &small.tested;
        let guess = if small.after.is_empty() {
            diagnose::guess(&mut self.oracle, &self.evidence, t, self.bench.answers.want())?
        } else {
            let n = small.after.len();
            Guess {
                kind: Kind::State,
                evidence: [
                    format!("alone the case is answered rightly; after {n} other in the same run it is not"),
                    format!("单独运行时答案正确；在同一次运行中排在另外 {n} 组之后就出错"),
                ],
            }
        };
        let mut run = small.after.clone();
        run.push((t.case.clone(), t.truth.clone()));
        let input = self.bench.input(&run)?;
        let output = self.bench.output(&mut self.oracle, &run)?;
        let mut right = self.bench.answers.shown(&t.case, &t.truth);
        if right.is_empty()
            && let Some(text) = self.bench.answers.right(&mut self.oracle, &t.case, &t.truth, 0)?
        {
            right = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let position = t.case.show();
        Ok(Failure {
            shrunk_from: (first != position).then_some(first),
            position,
            origin: t.case.origin,
            fault: t.fault.unwrap_or(Fault::Wrong),
            ended: small.ended.clone(),
            errors: small.errors.trim().to_string(),
            printed: small.text.clone(),
            right,
            outcome: t.truth.outcome,
            status: self.oracle.status(t.truth.basis),
            input,
            output,
            after: small.after.len(),
            guess,
            largest: t.case.largest(),
        })
    }

    /// Some cases more, of every kind, to tell one mistake from another.
    fn gather(&mut self, found: &Checked) -> Result<(), Problem> {
        let until = Instant::now() + Duration::from_millis(2000);
        let keep = self.failing.take();
        let mut cases = Vec::new();
        let game = found.tested.case.game.clone();
        let mut positions = Positions::new(&game);
        for size in 0..=60 {
            match self.space.level(&game, &mut positions, size, 400) {
                Some(level) if cases.len() < 300 => cases.extend(level),
                _ => break,
            }
        }
        let large = found.tested.case.largest() > BigInt::from(100);
        if large {
            let top: BigInt = found.tested.case.largest() * 8;
            let to = self.to.clone();
            self.to = top.min(to.clone());
            let drawn = self.drawn(0, &BigInt::from(3000).min(self.to.clone()))?;
            self.to = to;
            cases.splice(0..0, drawn);
        }
        let asked = self.known(cases)?;
        for chunk in asked.chunks(self.bench.stride()) {
            if Instant::now() >= until {
                break;
            }
            let checked = self.bench.ask(&mut self.oracle, chunk)?;
            self.note(checked);
        }
        if self.failing.is_none() {
            self.failing = keep;
        }
        Ok(())
    }
}
