//! Tests for a judge: all small positions, random ones, lost ones and their neighbours at the limits, the ends of number
//! types, and traps: positions at which a named wrong idea answers wrongly. Equal seeds make equal tests.

use crate::ideas::{Believers, Guessed, Idea};
use crate::oracle::{Sources, Truth};
use crate::space::log_uniform;
use crate::special;
use crate::supply::{Far, Order, Supply, Written};
use crate::wrong::Wrong;
use bouton::Problem;
use bouton::language::value::Value;
use bouton_template::{Batch, Case, Origin, Sum, Want, least};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Candidates of each kind that are looked at for traps, at most.
const CANDIDATES: usize = 100;

/// Numbers that are gone through for the end of a pattern.
const PATTERN: u64 = 8_000;

/// Numbers go up to this where no limit is given: what judges usually have.
pub const USUAL: &str = "1000000000";

/// What is asked for. Without a way to put cases together every file has one.
pub struct Setup {
    /// The cases.
    pub order: Order,
    /// Files of every kind.
    pub tests: usize,
    /// Cases in one file.
    pub per: usize,
    /// Bounds on sums over the cases of one file, as typed.
    pub sums: Vec<String>,
    /// Ideas that traps are made for; all where none is named.
    pub traps: Vec<Idea>,
    /// No more tests are made after this long; equal seeds then make equal tests only where it was enough.
    pub time: Option<Duration>,
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
    pub far: Far,
    /// Several answers may be right: a checker is needed.
    pub checker: bool,
    /// Further files of the folder, such as a validator: names and texts.
    pub extra: Vec<(String, String)>,
}

/// A case with its truth and its answer.
type Made = (Case, Truth, String);

struct Maker {
    supply: Supply,
    written: Written,
    per: usize,
    sums: Vec<Sum>,
    tests: usize,
    seen: FxHashSet<String>,
    /// Where most ideas are looked for mistakes.
    pool: Vec<(Case, Truth)>,
    out: Vec<Test>,
}

/// Makes the tests. `watch` is told the number of tests made.
pub fn generate(setup: Setup, watch: &mut dyn FnMut(u64)) -> Result<Tests, Problem> {
    let written = setup.order.written()?;
    let (game, seed) = (setup.order.task.game.clone(), setup.order.seed);
    let cases = setup.order.task.cases.clone();
    let sum = |s: &String| Sum::read(&game, written.template.sums(), s);
    let sums = setup.sums.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
    let mut supply = Supply::new(setup.order, &written, Sources::Any, None, USUAL)?;
    supply.until = setup.time.map(|t| Instant::now() + t);
    let mut maker = Maker {
        supply,
        per: if written.batch.is_some() { setup.per.max(1) } else { 1 },
        written,
        sums,
        tests: setup.tests.max(1),
        seen: FxHashSet::default(),
        pool: Vec::new(),
        out: Vec::new(),
    };
    maker.small()?;
    watch(maker.out.len() as u64);
    maker.random()?;
    maker.near_lost()?;
    maker.extreme()?;
    watch(maker.out.len() as u64);
    let ideas = if setup.traps.is_empty() { Idea::all() } else { setup.traps };
    let (mut harmless, mut untried) = (Vec::new(), Vec::new());
    for idea in ideas {
        if maker.supply.up() {
            untried.push(idea);
        } else if !maker.trap(idea)? {
            harmless.push(idea);
        }
        watch(maker.out.len() as u64);
    }
    if maker.out.is_empty() {
        return Err(Wrong::NoPositions.into());
    }
    Ok(Tests {
        game: game.title(),
        template: maker.written.template.text().to_string(),
        cases,
        seed,
        tests: maker.out,
        harmless,
        untried,
        far: maker.supply.far(),
        checker: maker.written.answers.any_move(),
        extra: Vec::new(),
    })
}

impl Maker {
    /// The truth about a case that was not taken before.
    fn truth(&mut self, case: &Case) -> Result<Option<Truth>, Problem> {
        if self.seen.contains(&case.key()) { Ok(None) } else { self.supply.truth(case) }
    }

    /// Adds a case, if it was not taken before and its truth is known.
    fn add(&mut self, case: Option<Case>, out: &mut Vec<(Case, Truth)>) -> Result<(), Problem> {
        if let Some(case) = case
            && let Some(truth) = self.truth(&case)?
        {
            out.push((case, truth));
        }
        Ok(())
    }

    fn answer(&mut self, case: &Case, truth: &Truth, i: usize) -> Result<Option<String>, Problem> {
        self.written.answers.right(&mut self.supply.oracle, case, truth, i)
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
            if let Some(answer) = self.answer(&case, &truth, fresh.len() % self.per)? {
                *self.supply.bases.entry(truth.basis).or_default() += 1;
                fresh.push((case, truth, answer));
            }
        }
        for mut chunk in self.files(fresh)? {
            // The number of a case in its file may be part of its answer.
            if !self.sums.is_empty() {
                for (i, (case, truth, answer)) in chunk.iter_mut().enumerate() {
                    *answer = self.answer(case, truth, i)?.unwrap_or_default();
                }
            }
            let text = |(i, (case, ..)): (usize, &Made)| case.text(&self.written.template, i);
            let texts = chunk.iter().enumerate().map(text).collect::<Result<Vec<_>, _>>()?;
            let input = self.written.batch.clone().unwrap_or_else(Batch::bare).join(&texts);
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
        for case in self.supply.space.examples() {
            self.add(Some(case), &mut cases)?;
        }
        let games = self.supply.space.small_games();
        let mut levels: Vec<_> = games.iter().map(|g| (self.supply.space.by_size(g), true)).collect();
        let mut met = 0;
        for _ in 0..400 {
            let mut open = false;
            for ((game, positions, sizes), more) in levels.iter_mut().filter(|(_, more)| *more) {
                let level =
                    sizes.next().and_then(|size| self.supply.space.level(game, positions, size, 4000));
                match level {
                    Some(level) => {
                        open = true;
                        met += level.len();
                        for case in level {
                            // More are looked at than are taken: lost ones among them are grown later.
                            if cases.len() < most.max(150) {
                                self.add(Some(case), &mut cases)?;
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
        if self.supply.space.midgame {
            for i in 0..most.min(400) {
                let found = self.supply.middle(i)?;
                self.add(found, &mut cases)?;
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
            if out.len() >= count || self.supply.up() {
                break;
            }
            let scale = scales.get(i % scales.len().max(1)).cloned().unwrap_or_default();
            let found = self.supply.random(&scale, numbers, origin)?;
            self.add(found, &mut out)?;
        }
        Ok(out)
    }

    /// Small, middle and large numbers.
    fn scales<const N: usize>(&self, tops: [u32; N]) -> Vec<BigInt> {
        tops.map(|n| self.supply.at_most(n)).to_vec()
    }

    fn random(&mut self) -> Result<(), Problem> {
        let (one, to) = (BigInt::from(1), self.supply.to.clone());
        let mut scales = vec![to.clone()];
        scales.extend(self.scales([20, 1000]));
        scales.extend((0..5).map(|_| log_uniform(&mut self.supply.rng, &one, &to)));
        let cases = self.draw(self.per * self.tests, Origin::Random, &scales, &[])?;
        self.write(cases, Origin::Random, None)
    }

    fn near(&mut self, count: usize) -> Result<Vec<(Case, Truth)>, Problem> {
        let (seeds, until) = (self.supply.seeds.clone(), self.supply.until);
        let mut hunt = self.supply.hunt(0, until);
        let mut lost = hunt.round(&seeds, count * 2)?;
        // Those at the limits rather than small ones.
        lost.sort_by_cached_key(|c| std::cmp::Reverse(c.size()));
        lost.truncate(count.div_ceil(2) + 1);
        let mut out = Vec::new();
        for case in hunt.with_neighbours(lost, 1)? {
            self.add(Some(case), &mut out)?;
        }
        out.truncate(count);
        Ok(out)
    }

    fn near_lost(&mut self) -> Result<(), Problem> {
        let cases = self.near(self.per * self.tests)?;
        self.write(cases, Origin::Near, None)
    }

    fn extreme(&mut self) -> Result<(), Problem> {
        let to = self.supply.to.clone();
        let mut ends = special::ends_and_roots(&to);
        ends.extend([to.clone(), &to - 1]);
        let scales = [to];
        let cases = self.draw(self.per * self.tests.div_ceil(2), Origin::Extreme, &scales, &ends)?;
        self.write(cases, Origin::Extreme, None)
    }

    /// Tests at which an idea is wrong; false if there are none.
    fn trap(&mut self, idea: Idea) -> Result<bool, Problem> {
        let count = self.per * self.tests.div_ceil(4);
        let mut found: Vec<(Case, Truth)> = Vec::new();
        let mut believers = Believers::default();
        let want = self.supply.want;
        let believed = if want == Want::Grundy { want } else { Want::Outcome };
        for (case, known) in self.candidates(idea)? {
            if found.len() >= count || self.supply.up() {
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
                _ => match believers.answer(idea, &mut self.supply.oracle, &case, believed)? {
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
        let (seeds, until) = (self.supply.seeds.clone(), self.supply.until);
        let unknown = |cases: Vec<Case>| cases.into_iter().map(|c| (c, None)).collect();
        match idea {
            Idea::Float => {
                let mut out = self.supply.hunt(0, until).slopes(&seeds)?;
                // Where doubles fail first; then the largest, because rounding errors grow with the numbers.
                let (fails, others): (Vec<_>, Vec<_>) = out.drain(..).partition(|(_, fails)| *fails);
                let all = fails.into_iter().chain(others.into_iter().rev());
                return Ok(unknown(all.map(|(c, _)| c).collect()));
            }
            Idea::Zero => return self.with_zero().map(unknown),
            Idea::Period => return self.late().map(unknown),
            _ => {}
        }
        let mut scales = vec![self.supply.to.clone()];
        scales.extend(self.scales([12, 200]));
        let some = self.some();
        if idea == Idea::Overflow {
            let numbers = special::ends(&self.supply.to);
            let drawn = self.draw(some, Origin::Trap, &scales, &numbers)?;
            return Ok(drawn.into_iter().map(|(c, t)| (c, Some(t))).collect());
        }
        if self.pool.is_empty() {
            let mut pool = self.near(some)?;
            pool.extend(self.draw(some, Origin::Trap, &scales, &[])?);
            for case in seeds.into_iter().take(some) {
                if let Some(truth) = self.supply.oracle.truth(&case, self.supply.want)? {
                    pool.push((case, truth));
                }
            }
            self.pool = pool;
        }
        Ok(self.pool.iter().map(|(c, t)| (c.clone(), Some(t.clone()))).collect())
    }

    /// So many candidates: a few for each that is wanted, for where truth is dear, so are they.
    fn some(&self) -> usize {
        CANDIDATES.min(2 * self.per * self.tests.div_ceil(4) + 10)
    }

    /// Positions with an empty heap, an empty list, a number 0.
    fn with_zero(&mut self) -> Result<Vec<Case>, Problem> {
        let mut scales = self.scales([3, 50]);
        scales.push(self.supply.to.clone());
        let mut out = Vec::new();
        for (case, _) in self.draw(self.some(), Origin::Trap, &scales, &[])? {
            let places = case.cells();
            let Some((cell, _)) = self.supply.rng.pick(&places) else { continue };
            let there = case.with(*cell, &BigInt::zero());
            out.extend(there.filter(|c| self.supply.space.fits(&c.game, &c.position)));
        }
        Ok(out)
    }

    /// Positions of one number in order, and a few far ones: where a pattern breaks.
    fn late(&mut self) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        let found = self.supply.random(&BigInt::from(1), &[], Origin::Trap)?;
        let Some(mut case) = found else { return Ok(out) };
        case.position.parts.truncate(1);
        let places = case.cells();
        let [(cell, _)] = places.as_slice() else { return Ok(out) };
        let top = self.supply.to.to_u64().unwrap_or(u64::MAX).min(PATTERN);
        let said = self.supply.space.limits.fields[cell.field].as_ref().map(|(lo, _)| lo.clone());
        let begin = least(&case.game, cell.field).max(said.unwrap_or_default());
        let mut numbers: Vec<BigInt> = (0..=top).map(|n| &begin + n).collect();
        numbers.extend((0..200).map(|_| log_uniform(&mut self.supply.rng, &begin, &self.supply.to)));
        let there = numbers.iter().filter_map(|n| case.with(*cell, n));
        out.extend(there.filter(|c| self.supply.space.fits(&c.game, &c.position)));
        Ok(out)
    }
}
