//! The order in which a stress test tries things: what is quick and telling first. Examples and the smallest positions,
//! the pairs at which rounding decides, the ends of number types, the other small positions, then rounds of lost positions
//! of every size, their neighbours and random ones.

use crate::answers::Fault;
use crate::bench::Checked;
use crate::oracle::Truth;
use crate::space::log_uniform;
use crate::special;
use crate::stress::Stress;
use bouton::game::positions::Positions;
use bouton::language::ast::Verdict;
use bouton::{Game, Problem};
use bouton_template::{Case, Origin};
use num_bigint::BigInt;
use std::time::Instant;

/// Small positions that are tried at most, and before anything else is.
const SMALL: usize = 25_000;
const FIRST: usize = 1_000;

/// Positions of one size that are tried at most.
const LEVEL: usize = 6_000;

/// The share of the time in which one goes on through small positions once a larger one failed.
const SMALLEST: f64 = 0.2;

/// Rounds of large cases, if time does not end them first.
const ROUNDS: usize = 40;

/// Sizes without a position within the limits after which there is nothing more; and before there was any.
const GAP: u32 = 64;
const BEGIN: u32 = 3000;

/// The positions of one game by size; none are left once the sizes are gone.
struct Level<'g> {
    game: &'g Game,
    positions: Positions<'g>,
    sizes: Option<Box<dyn Iterator<Item = u64>>>,
}

/// How far all small positions were gone through: by size, those of small parameters side by side.
struct Small<'g> {
    levels: Vec<Level<'g>>,
    begun: bool,
    count: usize,
    waiting: Vec<(Case, Truth)>,
    /// The last size of which every position is known, and of which every position was asked.
    known: Option<u64>,
    asked: Option<u64>,
    complete: bool,
    /// Sizes in a row without a position within the limits.
    empty: u32,
    /// There are no more, or enough.
    done: bool,
    /// There are no more, and every one is known.
    all: bool,
}

impl Stress {
    /// Looks for a failure until the time is up.
    pub(crate) fn search(&mut self, watch: &mut dyn FnMut(u64)) -> Result<(), Problem> {
        let examples = self.supply.space.examples();
        let games = self.supply.space.small_games();
        let mut small = Small {
            levels: games
                .iter()
                .map(|g| self.supply.space.by_size(g))
                .map(|(game, positions, sizes)| Level { game, positions, sizes: Some(sizes) })
                .collect(),
            begun: false,
            count: 0,
            waiting: self.known(examples)?,
            known: None,
            asked: None,
            complete: true,
            empty: 0,
            done: false,
            all: false,
        };
        let found = self.phases(&mut small, watch)?;
        if let (true, Some(failing)) = (found, self.failing.take()) {
            self.smallest(&mut small, failing, watch)?;
        }
        if let (Some(size), [level]) = (small.asked, small.levels.as_slice()) {
            self.bound = Some(level.positions.bound(size, !self.supply.space.sums));
        }
        self.all = small.all && small.waiting.is_empty();
        Ok(())
    }

    /// What is quick first. True when there is a failure.
    fn phases(&mut self, small: &mut Small<'_>, watch: &mut dyn FnMut(u64)) -> Result<bool, Problem> {
        let (first, all) = if self.near { (0.3, 0.35) } else { (0.35, 0.55) };
        if self.small(small, FIRST, self.share(first), watch)? {
            return Ok(true);
        }
        // Where every position was tried, there is nothing more to try.
        if small.all {
            return Ok(false);
        }
        // The pairs at which rounding decides are few.
        let seeds = self.supply.seeds.clone();
        let until = Some(self.share(0.6));
        let slopes = self.supply.hunt(0, until).slopes(&seeds)?;
        let slopes = self.known(slopes.into_iter().map(|(c, _)| c).collect())?;
        if self.ask(&slopes, watch)? {
            return Ok(true);
        }
        let middle = self.supply.at_most(3000);
        if self.round(0, &middle, watch)? || self.small(small, SMALL, self.share(all), watch)? {
            return Ok(true);
        }
        for round in 1..ROUNDS {
            if self.supply.up() {
                break;
            }
            if self.round(round, &middle, watch)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A failure that was not met among the small positions: is there one among those that were not yet tried? They are
    /// gone through in order for a while, which finds the smallest of all.
    fn smallest(
        &mut self,
        small: &mut Small<'_>,
        failing: Checked,
        watch: &mut dyn FnMut(u64),
    ) -> Result<(), Problem> {
        let near = failing.tested.case.size() < BigInt::from(SMALL) && failing.after.is_empty();
        let quick = !matches!(failing.tested.fault, Some(Fault::Timeout | Fault::Memory));
        if near && quick && failing.tested.case.origin != Origin::Small {
            let until = Instant::now() + self.time.mul_f64(SMALLEST);
            self.supply.allow(until);
            self.small(small, SMALL, until, watch)?;
        }
        let size = failing.tested.case.size();
        if self.failing.as_ref().is_none_or(|found| found.tested.case.size() > size) {
            self.failing = Some(failing);
        }
        Ok(())
    }

    /// Lost positions, their neighbours, random ones and ends of types. True when there is a failure.
    fn round(&mut self, round: usize, middle: &BigInt, watch: &mut dyn FnMut(u64)) -> Result<bool, Problem> {
        let mut cases = self.near_lost(round)?;
        cases.extend(self.drawn(round, middle)?);
        let mut asked = self.known(cases)?;
        // The smallest failure of a round is met first.
        asked.sort_by_cached_key(|(c, _)| c.size());
        self.ask(&asked, watch)
    }

    /// Goes on through all small positions, to this many or this moment. True when there is a failure.
    fn small(
        &mut self,
        small: &mut Small<'_>,
        most: usize,
        until: Instant,
        watch: &mut dyn FnMut(u64),
    ) -> Result<bool, Problem> {
        while !small.done {
            let mut open = false;
            let before = small.count;
            let mut last = None;
            for level in &mut small.levels {
                if level.sizes.is_none() {
                    continue;
                }
                // Those that wait come next time.
                if Instant::now() >= until {
                    open = true;
                    continue;
                }
                let size = level.sizes.as_mut().and_then(Iterator::next);
                let found =
                    size.map(|s| (s, self.supply.space.level(level.game, &mut level.positions, s, LEVEL)));
                match found {
                    Some((size, Some(cases))) => {
                        open = true;
                        last = Some(size);
                        small.count += cases.len();
                        let unknown = self.unknown;
                        small.waiting.extend(self.known(cases)?);
                        small.complete &= self.unknown == unknown && !self.cut;
                    }
                    other => {
                        // Either there is nothing more, or too much.
                        small.complete &= other.is_none();
                        level.sizes = None;
                    }
                }
            }
            small.known = if small.complete { last.or(small.known) } else { small.known };
            if self.supply.space.midgame && !small.begun {
                let played = self.middle_games(400)?;
                small.waiting.extend(self.known(played)?);
            }
            small.begun = true;
            // Beyond the limits there is nothing more; below them there may be nothing yet.
            small.empty = if small.count > before { 0 } else { small.empty + 1 };
            let over = small.empty > if small.count > 0 { GAP } else { BEGIN };
            small.done = !open || over || small.count > SMALL;
            small.all = !open && small.complete && !self.supply.space.midgame;
            let pause = small.done || small.count > most || Instant::now() >= until;
            // Enough for a run on every core, or all there is.
            if pause || small.waiting.len() >= self.bench.stride() {
                self.probe(&small.waiting)?;
                let cases = std::mem::take(&mut small.waiting);
                if self.ask(&cases, watch)? {
                    return Ok(true);
                }
                small.asked = if self.supply.up() { small.asked } else { small.known };
            }
            if pause {
                break;
            }
        }
        Ok(false)
    }

    /// Sees how the program reads, by a few cases of both outcomes; once.
    fn probe(&mut self, cases: &[(Case, Truth)]) -> Result<(), Problem> {
        if self.bench.runs > 0 || cases.is_empty() {
            return Ok(());
        }
        let cases = self.various(cases);
        self.bench.probe(&cases)
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
            out.extend(self.supply.middle(i)?);
        }
        out.sort_by_cached_key(Case::size);
        Ok(out)
    }

    /// Lost positions of all sizes and their neighbours.
    fn near_lost(&mut self, round: usize) -> Result<Vec<Case>, Problem> {
        let seeds = self.supply.seeds.clone();
        let count = if self.bench.batch.is_some() { 120 } else { 40 };
        let until = Some(self.share(1.0));
        let mut hunt = self.supply.hunt(round as u64, until);
        let lost = hunt.round(&seeds, count)?;
        hunt.with_neighbours(lost, 2)
    }

    /// Random positions: of middle size, of every size, and with numbers where types end.
    pub(crate) fn drawn(&mut self, round: usize, middle: &BigInt) -> Result<Vec<Case>, Problem> {
        let count = if self.bench.batch.is_some() { 150 } else { 30 };
        let (one, to) = (BigInt::from(1), self.supply.to.clone());
        let (ends, note) = (special::ends_and_roots(&to), special::numbers(&to));
        let mut out = Vec::new();
        for i in 0..count {
            let any_size = |s: &mut Stress| log_uniform(&mut s.supply.rng, &one, &to);
            let (scale, numbers, origin): (BigInt, &[BigInt], Origin) = match i % 5 {
                0 => (any_size(self), &[], Origin::Random),
                1 => (to.clone(), &ends, Origin::Extreme),
                2 => (any_size(self), &note, Origin::Extreme),
                3 if round == 0 => (self.supply.at_most(40), &[], Origin::Random),
                _ => (middle.clone(), &[], Origin::Random),
            };
            out.extend(self.supply.random(&scale, numbers, origin)?);
        }
        Ok(out)
    }
}
