//! Tests for a judge: all small positions, random ones, lost ones and their neighbours at the limits, the ends of number
//! types, and traps: positions at which a named wrong idea answers wrongly. Equal seeds make equal tests.

use crate::answers::{Answers, Asked, INPUT_NAMES};
use crate::case::{Case, Origin, cells, least, with_cell};
use crate::ideas::{Believers, Guessed, Idea};
use crate::limits::Limits;
use crate::near::Hunt;
use crate::oracle::{Basis, Oracle, Sources, Truth, Want};
use crate::space::{Space, log_uniform};
use crate::special;
use crate::sums::Sum;
use crate::template::{Batch, Template};
use crate::wrong::Wrong;
use bouton::answer::Status;
use bouton::language::ast::Verdict;
use bouton::language::value::Value;
use bouton::rng::Rng;
use bouton::{Budget, Game, Problem};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Candidates of each kind that are looked at for traps, at most.
const CANDIDATES: usize = 100;

/// Numbers that are gone through for the end of a pattern.
const PATTERN: u64 = 8_000;

/// Numbers go up to this where no limit is given: what judges usually have.
pub const USUAL: &str = "1000000000";

/// What is asked for.
pub struct Setup {
    /// The game.
    pub game: Game,
    /// How a case is written.
    pub template: Option<String>,
    /// How several cases are put together; without it every file has one case.
    pub cases: Option<String>,
    /// What is wanted.
    pub answers: Asked,
    /// The judge's limits.
    pub limits: Limits,
    /// Files of every kind.
    pub tests: usize,
    /// Cases in one file.
    pub per: usize,
    /// Bounds on sums over the cases of one file, as typed.
    pub sums: Vec<String>,
    /// Ideas that traps are made for; all where none is named.
    pub traps: Vec<Idea>,
    /// Seed.
    pub seed: u64,
    /// Unordered fields in any order.
    pub any_order: bool,
    /// Memory for the truth, and so on.
    pub budget: Budget,
    /// No more tests are made after this long; equal seeds then make equal tests only where it was enough.
    pub time: Option<Duration>,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
}

/// One test.
pub struct Test {
    /// Where its cases come from.
    pub origin: Origin,
    /// The idea it is a trap for.
    pub idea: Option<Idea>,
    /// How many cases it has.
    pub cases: usize,
    /// The largest number.
    pub largest: BigInt,
    /// What a program reads.
    pub input: String,
    /// What it should print.
    pub output: String,
}

/// All tests.
pub struct Tests {
    /// The game's title.
    pub game: String,
    /// The template in use.
    pub template: String,
    /// How cases are put together.
    pub cases: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The tests, small ones first.
    pub tests: Vec<Test>,
    /// Ideas without a trap: no position was found at which they are wrong.
    pub harmless: Vec<Idea>,
    /// Ideas for which there was no time.
    pub untried: Vec<Idea>,
    /// What the answers rest on beyond brute force.
    pub far: Vec<(Status, Option<String>, u64)>,
    /// Several answers may be right: a checker is needed.
    pub checker: bool,
    /// Further files of the folder, such as a validator: names and texts.
    pub extra: Vec<(String, String)>,
}

/// A case with its truth and its answer.
type Made = (Case, Truth, String);

struct Maker {
    answers: Answers,
    template: Template,
    batch: Option<Batch>,
    oracle: Oracle,
    space: Space,
    rng: Rng,
    to: BigInt,
    per: usize,
    sums: Vec<Sum>,
    tests: usize,
    seen: FxHashSet<String>,
    seeds: Vec<Case>,
    /// Where most ideas are looked for mistakes.
    pool: Vec<(Case, Truth)>,
    bases: BTreeMap<Basis, u64>,
    until: Option<Instant>,
    stop: Arc<AtomicBool>,
    out: Vec<Test>,
}

/// Makes the tests. `watch` is told the number of tests made.
pub fn generate(setup: Setup, watch: &mut dyn FnMut(u64)) -> Result<Tests, Problem> {
    let game = setup.game.clone();
    let text = setup.template.clone().unwrap_or_else(|| Template::usual(&game, &setup.limits));
    let template = Template::new(&game, &text, &INPUT_NAMES)?;
    template.tells(&game, &setup.limits)?;
    let batch = setup.cases.as_deref().map(Batch::new).transpose()?;
    let answers = Answers::new(&game, &setup.answers)?;
    let memory = game.rules().shape.fields.iter().any(|f| f.start.is_some() && template.names(&f.name));
    let mut space = Space::new(game.clone(), setup.limits.clone(), template.sums(), memory);
    space.any_order = setup.any_order;
    let mut oracle = Oracle::new(&game, setup.budget, Sources::Any, None)?;
    oracle.varies(&setup.limits.varied())?;
    let mut rng = Rng::new(setup.seed);
    space.nonempty(&mut oracle.solver, &mut rng)?;
    let to = space.to(&USUAL.parse().unwrap_or_default());
    let checker = answers.any_move();
    let sums =
        setup.sums.iter().map(|s| Sum::read(&game, template.sums(), s)).collect::<Result<Vec<_>, _>>()?;
    let mut maker = Maker {
        answers,
        template,
        per: if batch.is_some() { setup.per.max(1) } else { 1 },
        sums,
        batch,
        oracle,
        space,
        rng,
        to,
        tests: setup.tests.max(1),
        seen: FxHashSet::default(),
        seeds: Vec::new(),
        pool: Vec::new(),
        bases: BTreeMap::new(),
        until: setup.time.map(|t| Instant::now() + t),
        stop: setup.stop,
        out: Vec::new(),
    };
    maker.small()?;
    watch(maker.out.len() as u64);
    maker.random()?;
    maker.near_lost()?;
    maker.extreme()?;
    watch(maker.out.len() as u64);
    let ideas = if setup.traps.is_empty() { Idea::ALL.to_vec() } else { setup.traps };
    let (mut harmless, mut untried) = (Vec::new(), Vec::new());
    for idea in ideas {
        if maker.up() {
            untried.push(idea);
        } else if !maker.trap(idea)? {
            harmless.push(idea);
        }
        watch(maker.out.len() as u64);
    }
    if maker.out.is_empty() {
        return Err(Wrong::NoPositions.into());
    }
    let far = maker.bases.iter().filter(|(b, _)| **b != Basis::Force);
    let far = far.map(|(b, n)| (maker.oracle.status(*b), *n)).map(|((s, c), n)| (s, c, n)).collect();
    Ok(Tests {
        game: game.title(),
        template: text,
        cases: setup.cases,
        seed: setup.seed,
        tests: maker.out,
        harmless,
        untried,
        far,
        checker,
        extra: Vec::new(),
    })
}

impl Maker {
    fn up(&self) -> bool {
        self.until.is_some_and(|u| Instant::now() >= u)
    }

    /// The truth about a case that was not taken before.
    fn truth(&mut self, case: &Case) -> Result<Option<Truth>, Problem> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Problem::Interrupted);
        }
        if self.seen.contains(&case.key()) {
            return Ok(None);
        }
        let truth = self.oracle.truth(case, self.answers.want())?;
        if let Some(t) = &truth
            && t.outcome == Some(Verdict::Lose)
            && self.seeds.len() < 600
            && !case.position.parts.is_empty()
        {
            self.seeds.push(case.clone());
        }
        Ok(truth)
    }

    /// Cases into files.
    fn write(
        &mut self,
        cases: Vec<(Case, Truth)>,
        origin: Origin,
        idea: Option<Idea>,
    ) -> Result<(), Problem> {
        let mut fresh = Vec::new();
        for (case, truth) in cases {
            if !self.seen.insert(case.key()) {
                continue;
            }
            // A won position whose winning move nobody knows is no test.
            if let Some(answer) =
                self.answers.right(&mut self.oracle, &case, &truth, fresh.len() % self.per)?
            {
                *self.bases.entry(truth.basis).or_default() += 1;
                fresh.push((case, truth, answer));
            }
        }
        for mut chunk in self.files(fresh)? {
            // The number of a case in its file may be part of its answer.
            if !self.sums.is_empty() {
                for (i, (case, truth, answer)) in chunk.iter_mut().enumerate() {
                    *answer = self.answers.right(&mut self.oracle, case, truth, i)?.unwrap_or_default();
                }
            }
            let mut texts = Vec::new();
            for (i, (case, ..)) in chunk.iter().enumerate() {
                let given = [Value::Int(i as i64 + 1), Value::Int(case.mover as i64 + 1)];
                texts.push(self.template.render(&case.game, &case.position, &given)?);
            }
            let all: Vec<&str> = texts.iter().map(String::as_str).collect();
            let input = self.batch.clone().unwrap_or_else(Batch::bare).join(&all);
            let output: String =
                chunk.iter().map(|(.., a)| format!("{}\n", a.trim_end_matches('\n'))).collect();
            let largest = chunk.iter().map(|(c, ..)| c.largest()).max().unwrap_or_default();
            self.out.push(Test { origin, idea, cases: chunk.len(), largest, input, output });
        }
        Ok(())
    }

    /// Cases put into files: not too many in one, and no sum beyond its bound. A case that is too much alone is left out.
    fn files(&self, cases: Vec<Made>) -> Result<Vec<Vec<Made>>, Problem> {
        let mut out: Vec<Vec<Made>> = Vec::new();
        let mut totals: Vec<BigInt> = Vec::new();
        for made in cases {
            let adds = self.sums.iter().map(|s| s.of(&made.0)).collect::<Result<Vec<_>, _>>()?;
            if adds.iter().zip(&self.sums).any(|(n, s)| *n > s.most) {
                continue;
            }
            let room = totals.iter().zip(&adds).zip(&self.sums).all(|((a, b), s)| a + b <= s.most);
            match out.last_mut() {
                Some(file) if file.len() < self.per && room => {
                    totals.iter_mut().zip(&adds).for_each(|(a, b)| *a += b);
                    file.push(made);
                }
                _ => {
                    totals = adds;
                    out.push(vec![made]);
                }
            }
        }
        Ok(out)
    }

    fn small(&mut self) -> Result<(), Problem> {
        let most = self.per * self.tests;
        let mut cases = Vec::new();
        for case in self.space.examples() {
            if let Some(truth) = self.truth(&case)? {
                cases.push((case, truth));
            }
        }
        let games = self.space.small_games();
        let mut levels: Vec<_> = games.iter().map(|g| (self.space.by_size(g), true)).collect();
        let mut met = 0;
        for _ in 0..400 {
            let mut open = false;
            for ((game, positions, sizes), more) in levels.iter_mut().filter(|(_, more)| *more) {
                let level = sizes.next().and_then(|size| self.space.level(game, positions, size, 4000));
                match level {
                    Some(level) => {
                        open = true;
                        met += level.len();
                        for case in level {
                            // More are looked at than are taken: lost ones among them are grown later.
                            if cases.len() < most.max(150)
                                && let Some(truth) = self.truth(&case)?
                            {
                                cases.push((case, truth));
                            }
                        }
                    }
                    None => *more = false,
                }
            }
            if !open || cases.len() >= most.max(150) || met > 40_000 {
                break;
            }
        }
        if self.space.midgame {
            for i in 0..most.min(400) {
                let scale = BigInt::from(2 + i / 20);
                let found = self.space.random_case(
                    &mut self.oracle.solver,
                    &mut self.rng,
                    &scale,
                    &[],
                    Origin::Small,
                )?;
                if let Some(case) = found
                    && let Some(truth) = self.truth(&case)?
                {
                    cases.push((case, truth));
                }
            }
        }
        // Where every file has one case, not all of them can be taken: all of the first, then some.
        if cases.len() > most {
            let every = cases.len().div_ceil(most).max(1);
            let head = most / 2;
            let tail: Vec<_> = cases.split_off(head).into_iter().step_by(every).take(most - head).collect();
            cases.extend(tail);
        }
        self.write(cases, Origin::Small, None)
    }

    fn draw(
        &mut self,
        count: usize,
        origin: Origin,
        scales: &[BigInt],
        numbers: &[BigInt],
    ) -> Result<Vec<(Case, Truth)>, Problem> {
        let mut out = Vec::new();
        for i in 0..4 * count {
            if out.len() >= count || self.up() {
                break;
            }
            let scale = scales.get(i % scales.len().max(1)).cloned().unwrap_or_default();
            let found =
                self.space.random_case(&mut self.oracle.solver, &mut self.rng, &scale, numbers, origin)?;
            if let Some(case) = found
                && let Some(truth) = self.truth(&case)?
            {
                out.push((case, truth));
            }
        }
        Ok(out)
    }

    fn random(&mut self) -> Result<(), Problem> {
        let one = BigInt::from(1);
        let mut scales = vec![
            self.to.clone(),
            BigInt::from(20).min(self.to.clone()),
            BigInt::from(1000).min(self.to.clone()),
        ];
        scales.extend((0..5).map(|_| log_uniform(&mut self.rng, &one, &self.to)));
        let cases = self.draw(self.per * self.tests, Origin::Random, &scales, &[])?;
        self.write(cases, Origin::Random, None)
    }

    fn hunt(&mut self) -> Hunt<'_> {
        let seed = self.rng.bits();
        let mut hunt = Hunt::new(&mut self.oracle, &mut self.space, self.to.clone(), seed);
        hunt.until = self.until;
        hunt
    }

    fn near(&mut self, count: usize) -> Result<Vec<(Case, Truth)>, Problem> {
        let seeds = self.seeds.clone();
        let mut hunt = self.hunt();
        let mut lost = hunt.round(&seeds, count * 2)?;
        // Those at the limits rather than small ones.
        lost.sort_by_cached_key(|c| std::cmp::Reverse(c.size()));
        lost.truncate(count.div_ceil(2) + 1);
        let mut cases = Vec::new();
        for case in lost {
            let beside = hunt.beside(&case, 1)?;
            cases.push(case);
            cases.extend(beside);
        }
        let mut out = Vec::new();
        for case in cases {
            if let Some(truth) = self.truth(&case)? {
                out.push((case, truth));
            }
        }
        out.truncate(count);
        Ok(out)
    }

    fn near_lost(&mut self) -> Result<(), Problem> {
        let cases = self.near(self.per * self.tests)?;
        self.write(cases, Origin::Near, None)
    }

    fn extreme(&mut self) -> Result<(), Problem> {
        let mut ends: Vec<BigInt> = special::ends(&self.to);
        ends.extend(special::roots(&self.to));
        ends.extend([self.to.clone(), &self.to - 1]);
        let scales = [self.to.clone()];
        let cases = self.draw(self.per * self.tests.div_ceil(2), Origin::Extreme, &scales, &ends)?;
        self.write(cases, Origin::Extreme, None)
    }

    /// Tests at which an idea is wrong; false if there are none.
    fn trap(&mut self, idea: Idea) -> Result<bool, Problem> {
        let count = self.per * self.tests.div_ceil(4);
        let mut found: Vec<(Case, Truth)> = Vec::new();
        let mut believers = Believers::default();
        let want = self.answers.want();
        let believed = if want == Want::Grundy { want } else { Want::Outcome };
        for (case, known) in self.candidates(idea)? {
            if found.len() >= count || self.up() {
                break;
            }
            let truth = match known {
                Some(_) if self.seen.contains(&case.key()) => None,
                Some(truth) => Some(truth),
                None => self.truth(&case)?,
            };
            let Some(truth) = truth else { continue };
            let wrong = match idea {
                Idea::Float | Idea::Zero => true,
                Idea::Overflow if case.largest().bits() < 32 => false,
                Idea::Overflow => true,
                _ => match believers.answer(idea, &mut self.oracle, &case, believed)? {
                    Some(Guessed::Outcome(v)) => truth.outcome.is_some_and(|t| t != v),
                    Some(Guessed::Number(n)) => {
                        truth.value.as_ref().and_then(Value::to_big).is_some_and(|t| t != n)
                    }
                    None => false,
                },
            };
            if wrong {
                found.push((Case { origin: Origin::Trap, ..case }, truth));
            }
        }
        let any = !found.is_empty();
        self.write(found, Origin::Trap, Some(idea))?;
        Ok(any)
    }

    /// Where an idea may be wrong, with the truth where it is known already.
    fn candidates(&mut self, idea: Idea) -> Result<Vec<(Case, Option<Truth>)>, Problem> {
        let seeds = self.seeds.clone();
        let unknown = |cases: Vec<Case>| cases.into_iter().map(|c| (c, None)).collect();
        match idea {
            Idea::Float => {
                let mut out = self.hunt().slopes(&seeds)?;
                // Where doubles fail first; then the largest, because rounding errors grow with the numbers.
                let (fails, others): (Vec<_>, Vec<_>) = out.drain(..).partition(|(_, fails)| *fails);
                let all = fails.into_iter().chain(others.into_iter().rev());
                return Ok(unknown(all.map(|(c, _)| c).collect()));
            }
            Idea::Zero => return self.with_zero().map(unknown),
            Idea::Period => return self.late().map(unknown),
            _ => {}
        }
        let scales =
            [self.to.clone(), BigInt::from(12).min(self.to.clone()), BigInt::from(200).min(self.to.clone())];
        // A few for each that is wanted: where truth is dear, so are they.
        let some = CANDIDATES.min(2 * self.per * self.tests.div_ceil(4) + 10);
        if idea == Idea::Overflow {
            let numbers = special::ends(&self.to);
            let drawn = self.draw(some, Origin::Trap, &scales, &numbers)?;
            return Ok(drawn.into_iter().map(|(c, t)| (c, Some(t))).collect());
        }
        if self.pool.is_empty() {
            let mut pool = self.near(some)?;
            pool.extend(self.draw(some, Origin::Trap, &scales, &[])?);
            for case in seeds.into_iter().take(some) {
                if let Some(truth) = self.oracle.truth(&case, self.answers.want())? {
                    pool.push((case, truth));
                }
            }
            self.pool = pool;
        }
        Ok(self.pool.iter().map(|(c, t)| (c.clone(), Some(t.clone()))).collect())
    }

    /// Positions with an empty heap, an empty list, a number 0.
    fn with_zero(&mut self) -> Result<Vec<Case>, Problem> {
        let scales =
            [BigInt::from(3).min(self.to.clone()), BigInt::from(50).min(self.to.clone()), self.to.clone()];
        let mut out = Vec::new();
        let some = CANDIDATES.min(2 * self.per * self.tests.div_ceil(4) + 10);
        for (case, _) in self.draw(some, Origin::Trap, &scales, &[])? {
            let places = cells(&case.game, &case.position);
            let Some((cell, _)) = self.rng.pick(&places) else { continue };
            if let Some(position) = with_cell(&case.game, &case.position, *cell, &BigInt::zero())
                && self.space.fits(&case.game, &position)
            {
                out.push(Case { position, ..case });
            }
        }
        Ok(out)
    }

    /// Positions of one number in order, and a few far ones: where a pattern breaks.
    fn late(&mut self) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        let one = BigInt::from(1);
        let found =
            self.space.random_case(&mut self.oracle.solver, &mut self.rng, &one, &[], Origin::Trap)?;
        let Some(mut case) = found else { return Ok(out) };
        case.position.parts.truncate(1);
        let places = cells(&case.game, &case.position);
        let [(cell, _)] = places.as_slice() else { return Ok(out) };
        let top = self.to.to_u64().unwrap_or(u64::MAX).min(PATTERN);
        let said = self.space.limits.fields[cell.field].as_ref().map(|(lo, _)| lo.clone());
        let begin = least(&case.game, cell.field).max(said.unwrap_or_default());
        let mut numbers: Vec<BigInt> = (0..=top).map(|n| &begin + n).collect();
        numbers.extend((0..200).map(|_| log_uniform(&mut self.rng, &begin, &self.to)));
        for n in numbers {
            if let Some(position) = with_cell(&case.game, &case.position, *cell, &n)
                && self.space.fits(&case.game, &position)
            {
                out.push(Case { position, ..case.clone() });
            }
        }
        Ok(out)
    }
}
