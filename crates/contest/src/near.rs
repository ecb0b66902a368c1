//! Lost positions of any size, and what lies beside them: where wrong programs show.
//!
//! Lost positions are rare, so random ones are almost always won and say little. They are found by growing those that
//! are known: numbers put together out of two lost positions (x·2^k + y), doubled and looked around (lines of lost
//! positions), completed by a heap of the right value (sums), reached by a winning move. Where lost pairs lie on a line,
//! the best approximations of its slope give the pairs at which floating point fails first.

use crate::oracle::{Oracle, as_first};
use crate::space::{Space, log_uniform};
use crate::special;
use bouton::language::ast::Verdict;
use bouton::language::interp::Position;
use bouton::language::value::Value;
use bouton::rng::Rng;
use bouton::{Problem, claims};
use bouton_template::{Case, Cell, Origin, Want, build};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// Lost numbers that are followed one after the other.
const FOLLOWED: usize = 200;

/// Looks for lost positions.
pub struct Hunt<'h> {
    /// Knows the truth.
    pub oracle: &'h mut Oracle,
    /// Knows what is legal.
    pub space: &'h mut Space,
    /// The largest number.
    pub to: BigInt,
    /// Chooses.
    pub rng: Rng,
    /// What was found by then is all.
    pub until: Option<Instant>,
    known: FxHashSet<String>,
}

/// Heaps whose values are known, by value.
type Bucket = FxHashMap<BigInt, Vec<Position>>;

impl<'h> Hunt<'h> {
    /// A hunt up to this number.
    pub fn new(oracle: &'h mut Oracle, space: &'h mut Space, to: BigInt, seed: u64) -> Hunt<'h> {
        Hunt { oracle, space, to, rng: Rng::new(seed), until: None, known: FxHashSet::default() }
    }

    fn up(&self) -> bool {
        self.until.is_some_and(|u| Instant::now() >= u)
    }

    fn lost(&mut self, case: &Case) -> Result<bool, Problem> {
        let truth = self.oracle.truth(case, Want::Outcome)?;
        Ok(truth.is_some_and(|t| t.outcome == Some(Verdict::Lose)))
    }

    /// Keeps a position, if there is one and it is lost; true if it is.
    fn take(&mut self, case: Option<Case>, out: &mut Vec<Case>) -> Result<bool, Problem> {
        let Some(case) = case else { return Ok(false) };
        let lost = self.lost(&case)?;
        if lost {
            self.keep(case, out);
        }
        Ok(lost)
    }

    fn keep(&mut self, case: Case, out: &mut Vec<Case>) {
        let fits = self.space.fits(&case.game, &case.position);
        if fits && self.known.insert(case.key()) {
            out.push(Case { origin: Origin::Near, ..case });
        }
    }

    /// The pairs at which a formula with a rounded slope is decided by the last digit, smallest first, and whether a
    /// `double` does fail there; none where lost positions do not lie on lines.
    pub fn slopes(&mut self, seeds: &[Case]) -> Result<Vec<(Case, bool)>, Problem> {
        let pair = |c: &Case| -> Option<[(Cell, BigInt); 2]> { c.cells().try_into().ok() };
        let pairs = seeds.iter().rev().filter_map(|c| Some((c, pair(c)?)));
        let mut out = Vec::new();
        let mut slopes: Vec<f64> = Vec::new();
        for (seed, [(_, a), (_, b)]) in pairs.take(40) {
            if !a.is_positive() || !b.is_positive() {
                continue;
            }
            let slope = special::ratio(&a, &b);
            if slopes.iter().any(|s| (s / slope - 1.0).abs() < 0.2) || slopes.len() >= 4 {
                continue;
            }
            slopes.push(slope);
            self.slope(seed, &mut out)?;
        }
        out.sort_by_cached_key(|(c, _): &(Case, bool)| c.size());
        Ok(out)
    }

    fn slope(&mut self, seed: &Case, out: &mut Vec<(Case, bool)>) -> Result<(), Problem> {
        let Some((a, b)) = self.chase(seed)? else { return Ok(()) };
        let (low, high) = if a <= b { (&a, &b) } else { (&b, &a) };
        let turned = a > b;
        let apart = high - low;
        for t in 1..=4 {
            // The k-th pair is about (αk, αk + tk): where αk is almost an integer, rounding decides.
            let index: BigInt = &apart / t;
            if index.is_zero() {
                continue;
            }
            let slope = special::ratio(low, &index);
            let line = low.clone();
            for (p, q) in special::convergents(low, &index, &self.to) {
                if self.up() {
                    return Ok(());
                }
                for d in -2..=2i32 {
                    for e in -2..=2i32 {
                        let low = &p + d;
                        let apart = t * &q + e;
                        let high = &low + &apart;
                        let by_double = special::rounded(&apart, t, slope);
                        // The formula itself is right here, and a double is not.
                        let exact: BigInt = &apart * &line / (&index * t);
                        let fails = exact == low && by_double.as_ref() != Some(&low);
                        let pair = if turned { [high, low] } else { [low, high] };
                        if pair.iter().any(|n| n.is_negative() || *n > self.to) {
                            continue;
                        }
                        if let Some(case) = put(seed, &pair)
                            && self.lost(&case)?
                        {
                            let mut kept = Vec::new();
                            self.keep(case, &mut kept);
                            out.extend(kept.into_iter().map(|c| (c, fails)));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows a line of lost pairs by doubling and looking around, until its slope is known well enough.
    fn chase(&mut self, seed: &Case) -> Result<Option<(BigInt, BigInt)>, Problem> {
        let far = &self.to * &self.to * 16;
        let mut at: Vec<BigInt> = seed.cells().into_iter().map(|(_, n)| n).collect();
        let mut steps = 0;
        while at.iter().all(|n| *n < far) && !self.up() {
            steps += 1;
            let mut found = None;
            'near: for d in 0..=8i32 {
                for d in [d, -d] {
                    for e in 0..=16i32 {
                        for e in [e, -e] {
                            let pair = [&at[0] * 2 + d, &at[1] * 2 + e];
                            // Small numbers lie close together: a line goes on, and not back.
                            if pair.iter().zip(&at).any(|(new, old)| new * 2 < old * 3) {
                                continue;
                            }
                            if let Some(case) = put(seed, &pair)
                                && self.lost(&case)?
                            {
                                found = Some(pair);
                                break 'near;
                            }
                        }
                    }
                }
            }
            match found {
                Some([a, b]) => at = vec![a, b],
                None => break,
            }
        }
        // A few doublings give a slope worth asking about.
        let [a, b] = at.try_into().unwrap_or_default();
        Ok((steps > 8).then_some((a, b)))
    }

    /// A round of lost positions of all sizes, at most `count`, from small ones in `seeds`.
    pub fn round(&mut self, seeds: &[Case], count: usize) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        self.followed(seeds, &mut out)?;
        out.truncate(count.div_ceil(2));
        let bucket = self.bucket(seeds)?;
        for attempt in 0..8 * count {
            if out.len() >= count || self.up() {
                break;
            }
            match attempt % 5 {
                0 | 1 => self.composed(seeds, &mut out)?,
                2 => self.completed(&bucket, &mut out)?,
                3 => self.reached(&mut out)?,
                _ => self.grown(seeds, &mut out)?,
            }
        }
        Ok(out)
    }

    /// Lost numbers one after the other, far out: as the last two of those known grow (by a factor, by a step, or each the
    /// sum of the two before it), with a look around.
    fn followed(&mut self, seeds: &[Case], out: &mut Vec<Case>) -> Result<(), Problem> {
        let single = |c: &&Case| matches!(c.cells().as_slice(), [(_, n)] if n.is_positive());
        let Some(seed) = seeds.iter().rev().find(single).cloned() else { return Ok(()) };
        let of_game =
            seeds.iter().filter(|c| c.game.same(&seed.game) && c.mover == seed.mover).filter(single);
        let mut known: Vec<BigInt> = of_game.flat_map(Case::cells).map(|(_, n)| n).collect();
        known.sort();
        known.dedup();
        let [.., prev, last] = known.as_slice() else { return Ok(()) };
        let (mut prev, mut last) = (prev.clone(), last.clone());
        let Some((cell, _)) = seed.cells().first().cloned() else { return Ok(()) };
        for _ in 0..FOLLOWED {
            let next = [&last * &last / &prev, &last * 2 - &prev, &last + &prev, &last * 2];
            let around = next.iter().flat_map(|n| (0..=3).flat_map(move |d| [n + d, n - d]));
            let mut found = None;
            for n in around.filter(|n| *n > last && *n <= self.to).collect::<Vec<_>>() {
                if self.up() {
                    return Ok(());
                }
                if self.take(seed.with(cell, &n), out)? {
                    found = Some(n);
                    break;
                }
            }
            match found {
                Some(n) => prev = std::mem::replace(&mut last, n),
                None => break,
            }
        }
        // The farthest come first.
        out.reverse();
        Ok(())
    }

    /// x·M + y of two lost positions of one form.
    fn composed(&mut self, seeds: &[Case], out: &mut Vec<Case>) -> Result<(), Problem> {
        let (Some(x), Some(y)) = (self.rng.pick(seeds).cloned(), self.rng.pick(seeds).cloned()) else {
            return Ok(());
        };
        let (high, low) = (x.cells(), y.cells());
        if high.len() != low.len() || high.is_empty() || high.iter().zip(&low).any(|(a, b)| a.0 != b.0) {
            return Ok(());
        }
        let bits = self.to.bits().max(4);
        let factor = match self.rng.below(4) {
            0 => BigInt::from(10).pow(self.rng.below(bits * 3 / 10 + 1) as u32),
            1 => log_uniform(&mut self.rng, &BigInt::one(), &self.to),
            _ => BigInt::one() << self.rng.below(bits),
        };
        let sums: Vec<_> =
            high.iter().zip(&low).map(|((cell, a), (_, b))| (*cell, a * &factor + b)).collect();
        if sums.iter().all(|(_, n)| *n <= self.to) {
            self.take(y.with_all(sums), out)?;
        }
        Ok(())
    }

    /// Single heaps of many sizes by their values, where sums are decided by values.
    fn bucket(&mut self, seeds: &[Case]) -> Result<Bucket, Problem> {
        let mut out = Bucket::default();
        let game = seeds.first().map_or_else(|| self.space.base().clone(), |c| c.game.clone());
        if !self.space.sums || !claims::adds(&game) {
            return Ok(out);
        }
        for _ in 0..300 {
            if self.up() {
                break;
            }
            let scale = log_uniform(&mut self.rng, &BigInt::one(), &self.to);
            let Some(position) = self.space.random(&game, &mut self.rng, &scale, &[]) else { continue };
            let Some(part) = position.parts.into_iter().next() else { continue };
            let alone = Position { parts: vec![part] };
            let case = Case { game: game.clone(), position: alone.clone(), mover: 0, origin: Origin::Near };
            if let Some(v) = self.oracle.value(&case)? {
                out.entry(v).or_default().push(alone);
            }
        }
        Ok(out)
    }

    /// Random heaps, and one more whose value makes the xor nothing.
    fn completed(&mut self, bucket: &Bucket, out: &mut Vec<Case>) -> Result<(), Problem> {
        if bucket.is_empty() {
            return Ok(());
        }
        let scale = log_uniform(&mut self.rng, &BigInt::one(), &self.to);
        let Some(game) = self.space.random_game(&mut self.rng, &scale) else { return Ok(()) };
        let Some(mut position) = self.space.random(&game, &mut self.rng, &scale, &[]) else { return Ok(()) };
        if position.parts.len() > 1 {
            position.parts.pop();
        }
        let case = |position: &Position| Case {
            game: game.clone(),
            position: position.clone(),
            mover: 0,
            origin: Origin::Near,
        };
        let Some(wanted) = self.oracle.value(&case(&position))? else { return Ok(()) };
        let mut choices: Vec<Position> = bucket.get(&wanted).cloned().unwrap_or_default();
        // The value is often the size, or next to it; or a heap of the position itself.
        if let [part] = position.parts[..].get(..1).unwrap_or_default()
            && part.len() == 1
        {
            for d in -2..=2i32 {
                choices.extend(build(&game, vec![vec![Value::big(&wanted + d)]]));
            }
        }
        choices.extend(position.parts.first().map(|p| Position { parts: vec![p.clone()] }));
        for _ in 0..4 {
            let Some(choice) = self.rng.pick(&choices) else { break };
            let mut whole = position.clone();
            let at = self.rng.below(whole.parts.len() as u64 + 1) as usize;
            whole.parts.splice(at..at, choice.parts.clone());
            self.take(Some(case(&whole)), out)?;
        }
        Ok(())
    }

    /// Where a winning move from a random position leads.
    fn reached(&mut self, out: &mut Vec<Case>) -> Result<(), Problem> {
        // Every size, and often as large as can be.
        let scale = match self.rng.chance(0.4) {
            true => self.to.clone(),
            false => log_uniform(&mut self.rng, &BigInt::one(), &self.to),
        };
        let found =
            self.space.random_case(&mut self.oracle.solver, &mut self.rng, &scale, &[], Origin::Near)?;
        let Some(case) = found else { return Ok(()) };
        if self.take(Some(case.clone()), out)? {
            return Ok(());
        }
        let listed = claims::strategy_moves(&case.game, &case.position)?;
        if let Some((part, line, choices)) = self.rng.pick(&listed).cloned() {
            let m = bouton::language::interp::Chosen { part, line, choices };
            if let Some((next, false)) = self.oracle.after(&case, &m)? {
                self.start_of(next, out)?;
            }
            return Ok(());
        }
        // Without strategies, only where there are few moves.
        if case.size() > BigInt::from(3000) {
            return Ok(());
        }
        let Some(moves) = self.oracle.moves(&case)? else { return Ok(()) };
        let from = self.rng.below(moves.len().max(1) as u64) as usize;
        for m in moves.iter().cycle().skip(from).take(moves.len().min(200)) {
            let known = out.len();
            self.start_of(case.there(&m.to), out)?;
            if out.len() > known {
                break;
            }
        }
        Ok(())
    }

    /// Keeps a lost position that a game can start with.
    fn start_of(&mut self, case: Case, out: &mut Vec<Case>) -> Result<(), Problem> {
        let case = as_first(&case).into_owned();
        let start = case.position.parts.iter().all(|p| case.game.interp().is_start(p));
        let whole = !case.position.parts.is_empty();
        if (start || self.space.midgame) && whole && self.space.limits.movers.contains(&case.mover) {
            self.take(Some(case), out)?;
        }
        Ok(())
    }

    /// Twice or half as much again, and looked around.
    fn grown(&mut self, seeds: &[Case], out: &mut Vec<Case>) -> Result<(), Problem> {
        let pool = if out.is_empty() || self.rng.chance(0.5) { seeds } else { &out[..] };
        let Some(seed) = self.rng.pick(pool).cloned() else { return Ok(()) };
        let (by, over) =
            *self.rng.pick(&[(2i64, 1i64), (3, 1), (3, 2), (144, 89), (10, 1), (1024, 1)]).unwrap_or(&(2, 1));
        let more = seed.cells().into_iter().map(|(cell, n)| (cell, n * by / over));
        let Some(seed) = seed.with_all(more) else { return Ok(()) };
        let Some((cell, n)) = self.rng.pick(&seed.cells()).cloned() else { return Ok(()) };
        if n > self.to {
            return Ok(());
        }
        for d in (0..=3i32).flat_map(|d| [d, -d]) {
            if self.take(seed.with(cell, &(&n + d)), out)? {
                break;
            }
        }
        Ok(())
    }

    /// Positions, each followed by some that lie beside it.
    pub fn with_neighbours(&mut self, lost: Vec<Case>, most: usize) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        for case in lost {
            let beside = self.beside(&case, most)?;
            out.push(case);
            out.extend(beside);
        }
        Ok(out)
    }

    /// What lies beside a position: a number one or two more or less, two numbers alike, an option, a part more.
    fn beside(&mut self, case: &Case, most: usize) -> Result<Vec<Case>, Problem> {
        let mut out = Vec::new();
        let places = case.cells();
        let mut ways: Vec<Vec<(Cell, i32)>> = Vec::new();
        for (cell, _) in &places {
            ways.extend([1, -1, 2].map(|d| vec![(*cell, d)]));
        }
        if let [(a, _), (b, _), ..] = places.as_slice() {
            ways.extend([vec![(*a, 1), (*b, 1)], vec![(*a, 1), (*b, -1)]]);
        }
        while ways.len() > most {
            let out = self.rng.below(ways.len() as u64) as usize;
            ways.swap_remove(out);
        }
        for way in ways {
            let changed = way.into_iter().try_fold(case.clone(), |case, (cell, d)| {
                let now = case.cells().iter().find(|(c, _)| *c == cell).map(|(_, n)| n + d)?;
                case.with(cell, &now)
            });
            if let Some(case) = changed {
                self.keep(case, &mut out);
            }
        }
        Ok(out)
    }
}

/// The position with these two numbers. Lists are changed one number at a time.
fn put(seed: &Case, pair: &[BigInt; 2]) -> Option<Case> {
    let places = seed.cells().into_iter().map(|(cell, _)| cell).zip(pair);
    if places.clone().any(|(cell, _)| cell.at.is_some()) {
        return seed.with_all(places.map(|(cell, n)| (cell, n.clone())));
    }
    let mut parts: Vec<Vec<Value>> = seed.position.parts.iter().map(|p| p.to_vec()).collect();
    for (cell, n) in places {
        *parts.get_mut(cell.part)?.get_mut(cell.field)? = Value::big(n.clone());
    }
    build(&seed.game, parts).map(|position| seed.at(position))
}
