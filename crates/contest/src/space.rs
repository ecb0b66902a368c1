//! The positions within the limits: all small ones in order of size, and random ones of any size.
//!
//! What is legal is asked of the rules alone. Random lists are also tried sorted, without repetition and with equal
//! lengths, because that is what `require` lines usually ask for; where positions of the middle of a game are wanted,
//! they come from random play.

use crate::oracle::as_first;
use crate::params;
use crate::wrong::Wrong;
use bouton::game::positions::Positions;
use bouton::language::ast::FieldKind;
use bouton::language::interp::{Part, Position};
use bouton::language::rules::{Field, Type};
use bouton::language::value::Value;
use bouton::rng::Rng;
use bouton::{Game, Problem, Solver};
use bouton_template::{Case, Cell, Choice, Limits, Origin, build, cells, length};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::ops::ControlFlow;

/// Heaps, where no limit says how many.
const HEAPS: u64 = 5;

/// Elements of a list, where no limit says how many.
const LENGTH: u64 = 8;

/// Rows and columns of a board, where no limit says how many.
const SIDE: u64 = 4;

/// Settings of the parameters that are gone through for small positions.
const SETTINGS: usize = 400;

/// Seed of the small parameters that are no numbers: they are the same in every run.
const LIKE: u64 = 6;

/// Random positions that may turn out illegal before one is given up.
const TRIES: usize = 60;

/// What positions there are to choose from.
pub struct Space {
    base: Game,
    /// The judge's limits.
    pub limits: Limits,
    /// Positions of several heaps.
    pub sums: bool,
    /// Positions in the middle of a game, with memory as it is then.
    pub midgame: bool,
    /// Unordered fields in any order.
    pub any_order: bool,
    games: Vec<(Vec<(usize, Value)>, Game)>,
}

impl Space {
    /// The positions of a game.
    pub fn new(base: Game, limits: Limits, sums: bool, midgame: bool) -> Space {
        Space { base, limits, sums, midgame, any_order: false, games: Vec::new() }
    }

    /// The game before its parameters are varied.
    pub fn base(&self) -> &Game {
        &self.base
    }

    /// The largest number that may occur. Where no limit says, it is `otherwise`, and that is the limit from now on.
    pub fn to(&mut self, otherwise: &BigInt) -> BigInt {
        let said = self.limits.fields.iter().flatten().map(|(_, hi)| hi).max();
        match (&self.limits.to, said) {
            (Some(to), Some(hi)) => to.max(hi).clone(),
            (Some(n), None) | (None, Some(n)) => n.clone(),
            (None, None) => self.limits.to.insert(otherwise.clone()).clone(),
        }
    }

    /// The least and the largest number that the fields and the varied parameters may have.
    pub fn asked(&self) -> (BigInt, BigInt) {
        let mut ends: Vec<(BigInt, BigInt)> = Vec::new();
        for (i, f) in self.base.rules().shape.fields.iter().enumerate() {
            if f.start.is_none() && self.base.interp().members(i).is_none() {
                ends.push(self.ends(&self.base, i));
            }
        }
        for choice in self.limits.params.iter().flat_map(|(_, choices)| choices) {
            if let Choice::Between(lo, hi) = choice {
                ends.push((lo.clone(), hi.clone()));
            }
        }
        let least = ends.iter().map(|(lo, _)| lo).min().cloned().unwrap_or_default();
        let most = ends.iter().map(|(_, hi)| hi).max().cloned().unwrap_or_default();
        (least, most)
    }

    fn with(&mut self, set: Vec<(usize, Value)>) -> Option<Game> {
        if set.is_empty() {
            return Some(self.base.clone());
        }
        if let Some((_, game)) = self.games.iter().find(|(s, _)| *s == set) {
            return Some(game.clone());
        }
        let game = self.base.with_values(&set).ok()?;
        if self.games.len() > 4 * SETTINGS {
            self.games.clear();
        }
        self.games.push((set, game.clone()));
        Some(game)
    }

    /// The game with parameters of small size, smallest first.
    pub fn small_games(&mut self) -> Vec<Game> {
        let mut sets: Vec<(BigInt, Vec<(usize, Value)>)> = vec![(BigInt::zero(), Vec::new())];
        let each = (SETTINGS as f64).powf(1.0 / self.limits.params.len().max(1) as f64).ceil() as usize;
        for (param, choices) in &self.limits.params {
            let mut values: Vec<(BigInt, Value)> = Vec::new();
            for (i, choice) in choices.iter().enumerate() {
                match choice {
                    Choice::Is(v) => values.push((BigInt::from(i), v.clone())),
                    Choice::Like(lo, hi) => {
                        let Some(default) = self.base.interp().params().get(*param) else { continue };
                        let mut rng = Rng::new(LIKE);
                        for k in 0..each.min(40) {
                            let top: BigInt = lo + (k / 4 + 1);
                            let top = top.min(hi.clone());
                            values.extend(
                                params::draw(default, &mut rng, lo, &top).map(|v| (BigInt::from(k), v)),
                            );
                        }
                    }
                    Choice::Between(lo, hi) => {
                        let mut n = lo.clone();
                        while n <= *hi && values.len() < each {
                            values.push((&n - lo, Value::big(n.clone())));
                            n += 1;
                        }
                    }
                }
            }
            let mut next = Vec::new();
            for (cost, set) in &sets {
                for (more, v) in &values {
                    let mut set = set.clone();
                    set.push((*param, v.clone()));
                    next.push((cost + more, set));
                }
            }
            sets = next;
        }
        sets.sort_by(|a, b| a.0.cmp(&b.0));
        sets.truncate(SETTINGS);
        sets.into_iter().filter_map(|(_, set)| self.with(set)).collect()
    }

    /// The game with parameters drawn at random, numbers up to `scale` where the limits allow.
    pub fn random_game(&mut self, rng: &mut Rng, scale: &BigInt) -> Option<Game> {
        let params = self.limits.params.clone();
        let mut set = Vec::new();
        for (param, choices) in &params {
            let value = match rng.pick(choices)? {
                Choice::Is(v) => v.clone(),
                Choice::Like(lo, hi) => {
                    let default = self.base.interp().params().get(*param)?.clone();
                    params::draw(&default, rng, lo, hi)?
                }
                Choice::Between(lo, hi) => {
                    let top = if rng.chance(0.5) { hi.clone() } else { (lo + scale).min(hi.clone()) };
                    Value::big(log_uniform(rng, lo, &top))
                }
            };
            set.push((*param, value));
        }
        self.with(set)
    }

    /// Does a position keep to the limits?
    pub fn fits(&self, game: &Game, position: &Position) -> bool {
        let heaps = position.parts.len() as u64;
        if game.kind().parts {
            let (lo, hi) = self.heap_bounds();
            if heaps < lo || heaps > hi {
                return false;
            }
        }
        let large = |(cell, n): &(Cell, BigInt)| {
            self.limits.to.as_ref().is_some_and(|to| n > to)
                || self.limits.fields[cell.field].as_ref().is_some_and(|(lo, hi)| n < lo || n > hi)
        };
        if cells(game, position).iter().any(large) {
            return false;
        }
        let listed = |part: &Part| {
            part.iter().zip(&self.limits.words).all(|(v, words)| words.is_empty() || words.contains(v))
        };
        position.parts.iter().all(listed)
            && self.limits.met(game, position)
            && position.parts.iter().all(|part| {
                part.iter().zip(&self.limits.lengths).all(|(v, limit)| {
                    let listed = matches!(v, Value::List(_) | Value::Set(_) | Value::Text(_));
                    !listed || limit.is_none_or(|(lo, hi)| (lo..=hi).contains(&(length(v) as u64)))
                })
            })
    }

    fn heap_bounds(&self) -> (u64, u64) {
        match (self.sums, self.limits.heaps) {
            (false, _) => (1, 1),
            (true, Some(bounds)) => bounds,
            (true, None) => (1, u64::MAX),
        }
    }

    /// The examples of the rules, with their own parameters where these may vary.
    pub fn examples(&mut self) -> Vec<Case> {
        let mut out = Vec::new();
        for example in self.base.rules().examples.clone() {
            if example.setup {
                continue;
            }
            let Ok(with) = self.base.interp().example_params(&example) else { continue };
            let free = |i: usize| self.limits.params.iter().any(|(p, _)| *p == i);
            let within = |(i, v): &(usize, Value)| {
                free(*i) && self.limits.params.iter().any(|(p, c)| p == i && c.iter().any(|c| allows(c, v)))
            };
            let same = |(i, v): &(usize, Value)| self.base.interp().params().get(*i) == Some(v);
            if !with.iter().all(|set| within(set) || same(set)) {
                continue;
            }
            let set: Vec<_> = with.into_iter().filter(|(i, _)| free(*i)).collect();
            if set.len() < self.limits.params.len() {
                continue;
            }
            let Some(game) = self.with(set) else { continue };
            let Ok(position) = game.position(&example.position) else { continue };
            let start = position.parts.iter().all(|p| game.interp().is_start(p));
            let mover = example.first.unwrap_or(0);
            if (start || self.midgame) && self.fits(&game, &position) && self.limits.movers.contains(&mover) {
                out.push(Case { game, position, mover, origin: Origin::Small });
            }
        }
        out
    }

    /// The positions of a game within the limits, and the sizes that have any: from where they begin.
    pub fn by_size<'g>(&self, game: &'g Game) -> (&'g Game, Positions<'g>, Box<dyn Iterator<Item = u64>>) {
        let bounds = |i: usize| match game.interp().bounds(i) {
            Some(_) => {
                let (lo, hi) = self.ends(game, i);
                (lo.to_i64(), hi.to_i64())
            }
            // A domain that is not known here may hold anything.
            None => (self.limits.fields[i].as_ref().and_then(|(lo, _)| lo.to_i64()), None),
        };
        let bounds: Vec<_> = (0..game.rules().shape.fields.len()).map(bounds).collect();
        let mut positions = Positions::new(game).within(&bounds);
        let sizes = Box::new(positions.sizes(!self.sums));
        (game, positions, sizes)
    }

    /// The least and the largest number of a field, by its domain and the limits.
    fn ends(&self, game: &Game, field: usize) -> (BigInt, BigInt) {
        let (lo, hi) = game.interp().bounds(field).unwrap_or((Value::Int(0), None));
        let lo = lo.to_big().unwrap_or_default();
        let to = self.limits.to.clone().unwrap_or_else(|| BigInt::from(u64::MAX));
        let hi = hi.and_then(|v| v.to_big()).map_or(to.clone(), |hi| hi.min(to));
        match &self.limits.fields[field] {
            Some((a, b)) => (lo.max(a.clone()), hi.min(b.clone())),
            None => (lo, hi),
        }
    }

    /// All positions of one size, as far as they keep to the limits; `None` where there are too many.
    pub fn level(
        &self,
        game: &Game,
        positions: &mut Positions<'_>,
        size: u64,
        most: usize,
    ) -> Option<Vec<Case>> {
        let mut found = Vec::new();
        let heaps = game.kind().parts;
        let flow = positions.visit(size, !self.sums, &mut |p| {
            found.push(p.clone());
            if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() || positions.full() {
            return None;
        }
        // Heaps of size nothing are not visited, and yet judges have them.
        if heaps && self.sums {
            let empty = positions.parts_of(0).to_vec();
            let mut more = Vec::new();
            for position in &found {
                for part in &empty {
                    let mut p = position.clone();
                    let at = (size as usize + p.parts.len()) % (p.parts.len() + 1);
                    p.parts.insert(at, part.clone());
                    more.push(p);
                }
            }
            found.extend(more);
        }
        let mut out = Vec::new();
        for position in found.into_iter().filter(|p| self.fits(game, p)) {
            for mover in &self.limits.movers {
                let case =
                    |position| Case { game: game.clone(), position, mover: *mover, origin: Origin::Small };
                if self.any_order
                    && let Some(turned) = turned(game, &position)
                {
                    out.push(case(turned));
                }
                out.push(case(position.clone()));
            }
        }
        Some(out)
    }

    /// A random legal position with numbers up to `scale`, now and then from `special`.
    pub fn random(&self, game: &Game, rng: &mut Rng, scale: &BigInt, special: &[BigInt]) -> Option<Position> {
        for _ in 0..TRIES {
            let heaps = match self.heap_bounds() {
                (1, 1) => 1,
                (lo, hi) => {
                    lo + rng.below(
                        hi.min(lo.max(1).max(HEAPS).max(self.limits.heaps.map_or(0, |h| h.1.min(12)))) - lo
                            + 1,
                    )
                }
            };
            let mut parts = Vec::new();
            for _ in 0..heaps {
                parts.push(self.part(game, rng, scale, special)?);
            }
            if let Some(position) = build(game, parts).filter(|p| self.fits(game, p)) {
                return Some(match self.any_order && rng.chance(0.5) {
                    true => turned(game, &position).unwrap_or(position),
                    false => position,
                });
            }
        }
        None
    }

    fn part(&self, game: &Game, rng: &mut Rng, scale: &BigInt, special: &[BigInt]) -> Option<Vec<Value>> {
        let fields = &game.rules().shape.fields;
        // One length and one way for all lists, more often than not.
        let common = (rng.bits(), rng.below(5), rng.chance(0.8));
        let mut out = Vec::new();
        for (i, f) in fields.iter().enumerate() {
            if f.start.is_some() {
                out.push(Value::Int(0));
                continue;
            }
            let draw = Draw { space: self, game, field: i, scale, special };
            let (length, way) = if common.2 { (common.0, common.1) } else { (rng.bits(), rng.below(5)) };
            // A list of gaps is one shorter than the list it lies between.
            let less = u64::from(i > 0 && rng.chance(0.1));
            out.push(draw.value(f, rng, length, way, less)?);
        }
        Some(out)
    }

    /// A position in the middle of a game: so many random moves from a start, while the mover is the one wanted.
    pub fn played(
        &self,
        solver: &mut Solver,
        case: &Case,
        rng: &mut Rng,
        moves: u64,
    ) -> Result<Option<Case>, Problem> {
        let games = std::slice::from_ref(&case.game);
        let mut state = case.state();
        let mut last = None;
        for _ in 0..moves {
            if solver.with_whole(games, |w| w.over(&state))?.is_some() {
                break;
            }
            let options = solver.raw_moves(case.game.at(&state))?;
            let Some(made) = rng.pick(&options) else { break };
            state = made.to.clone();
            let there = as_first(&case.there(&state)).into_owned();
            // What looks at the number of the move is about starts only.
            if !case.game.rules().uses.turn && self.limits.movers.contains(&there.mover) {
                last = Some(there);
            }
        }
        Ok(last)
    }

    /// One random case, of the middle of a game where that is wanted.
    pub fn random_case(
        &mut self,
        solver: &mut Solver,
        rng: &mut Rng,
        scale: &BigInt,
        special: &[BigInt],
        origin: Origin,
    ) -> Result<Option<Case>, Problem> {
        let Some(game) = self.random_game(rng, scale) else { return Ok(None) };
        let Some(position) = self.random(&game, rng, scale, special) else { return Ok(None) };
        let mover = rng.pick(&self.limits.movers).copied().unwrap_or(0);
        let case = Case { game, position, mover, origin };
        if !self.midgame {
            return Ok(Some(case));
        }
        let moves = rng.below(12);
        Ok(self.played(solver, &case, rng, moves)?.or(Some(case)))
    }

    /// Is there anything at all? The mistake is told before a program is run.
    pub fn nonempty(&mut self, solver: &mut Solver, rng: &mut Rng) -> Result<(), Problem> {
        for scale in [1u32, 3, 10, 100] {
            for _ in 0..20 {
                if self.random_case(solver, rng, &BigInt::from(scale), &[], Origin::Random)?.is_some() {
                    return Ok(());
                }
            }
        }
        let any = self.small_games().into_iter().any(|game| {
            let (game, mut positions, sizes) = self.by_size(&game);
            let mut some =
                sizes.take(12).map(|size| self.level(game, &mut positions, size, 2000).unwrap_or_default());
            some.any(|cases| !cases.is_empty())
        });
        if any { Ok(()) } else { Err(Wrong::NoPositions.into()) }
    }
}

fn allows(choice: &Choice, v: &Value) -> bool {
    match (choice, v.to_big()) {
        (Choice::Is(w), _) => w == v,
        (Choice::Between(lo, hi), Some(n)) => *lo <= n && n <= *hi,
        (Choice::Like(..), None) => true,
        _ => false,
    }
}

/// The number fields of an unordered position turned round.
fn turned(game: &Game, position: &Position) -> Option<Position> {
    let shape = &game.rules().shape;
    if !shape.unordered {
        return None;
    }
    let mut part = position.parts.first()?.to_vec();
    let numbers: Vec<usize> = (0..part.len()).filter(|i| shape.fields[*i].start.is_none()).collect();
    let values: Vec<Value> = numbers.iter().rev().map(|i| part[*i].clone()).collect();
    for (i, v) in numbers.iter().zip(values) {
        part[*i] = v;
    }
    build(game, vec![part]).filter(|p| p != position)
}

/// Draws the value of one field.
struct Draw<'d> {
    space: &'d Space,
    game: &'d Game,
    field: usize,
    scale: &'d BigInt,
    special: &'d [BigInt],
}

impl Draw<'_> {
    /// A number of the field, or an element of it.
    fn element(&self, rng: &mut Rng) -> Option<Value> {
        let interp = self.game.interp();
        if let Some(members) = interp.members(self.field) {
            return match members {
                Value::Text(t) => {
                    let letters: Vec<char> = t.chars().collect();
                    rng.pick(&letters).map(|c| Value::text(&c.to_string()))
                }
                Value::Set(items) | Value::List(items) => rng.pick(items).cloned(),
                Value::Graph(g) => rng.pick(g.nodes()).cloned(),
                Value::Known(set) => {
                    let few: Vec<i64> = (0..2000).filter(|n| set.contains(*n)).collect();
                    rng.pick(&few).map(|n| Value::Int(*n))
                }
                other => Some(other.clone()),
            };
        }
        let (lo, hi) = interp.bounds(self.field).unwrap_or((Value::Int(0), None));
        let mut lo = lo.to_big()?;
        let mut hi = hi.and_then(|v| v.to_big()).unwrap_or_else(|| &lo + self.scale);
        if let Some((a, b)) = &self.space.limits.fields[self.field] {
            lo = lo.max(a.clone());
            hi = if interp.bounds(self.field).is_some_and(|b| b.1.is_none()) {
                b.clone()
            } else {
                hi.min(b.clone())
            };
        }
        hi = hi.min(&lo + self.scale);
        if let Some(to) = &self.space.limits.to {
            hi = hi.min(to.clone());
        }
        if lo > hi {
            return Some(Value::big(lo));
        }
        if !self.special.is_empty() && rng.chance(0.3) {
            let n = rng.pick(self.special)?;
            if lo <= *n && *n <= hi {
                return Some(Value::big(n.clone()));
            }
        }
        Some(Value::big(uniform(rng, &lo, &hi)))
    }

    fn value(&self, f: &Field, rng: &mut Rng, length: u64, way: u64, less: u64) -> Option<Value> {
        if let Some(word) = rng.pick(&self.space.limits.words[self.field]) {
            return Some(word.clone());
        }
        if f.kind == FieldKind::Number {
            return self.element(rng);
        }
        let fixed: Vec<u64> = self
            .game
            .interp()
            .sizes(self.field)
            .map(|s| s.iter().filter_map(|v| v.as_int().and_then(|n| u64::try_from(n).ok())).collect())
            .unwrap_or_default();
        if f.kind == FieldKind::Grid {
            let (rows, columns) = match fixed.as_slice() {
                [r, c] => (*r, *c),
                _ => {
                    let (lo, hi) = self.space.limits.lengths[self.field].unwrap_or((1, SIDE));
                    let span = hi.saturating_sub(lo) + 1;
                    (lo + length % span, lo + (length >> 32) % span)
                }
            };
            let mut out = Vec::new();
            for _ in 0..rows {
                let row = (0..columns).map(|_| self.element(rng)).collect::<Option<Vec<_>>>()?;
                out.push(Value::list(row));
            }
            return Some(Value::list(out));
        }
        let (lo, hi) = self.space.limits.lengths[self.field].unwrap_or((0, LENGTH));
        let n =
            fixed.first().copied().unwrap_or(lo + length % (hi.saturating_sub(lo) + 1)).saturating_sub(less);
        let mut items = (0..n).map(|_| self.element(rng)).collect::<Option<Vec<_>>>()?;
        match way {
            1 => items.sort(),
            2 | 3 => {
                items.sort();
                items.dedup();
                // Enough of them, one step apart where the random ones met.
                while (items.len() as u64) < n {
                    let last = items.last().and_then(Value::to_big)?;
                    items.push(Value::big(last + BigInt::one()));
                }
            }
            _ => {}
        }
        let text = f.ty == Type::Text || items.iter().any(|v| matches!(v, Value::Text(_)));
        Some(match f.kind {
            FieldKind::Word if text => {
                let letters = items.iter().map(|v| if let Value::Text(t) = v { &**t } else { "" });
                Value::text(&letters.collect::<String>())
            }
            FieldKind::Set => Value::set(items),
            _ => Value::list(items),
        })
    }
}

/// A number between two, both included; the first where there is none.
pub fn uniform(rng: &mut Rng, lo: &BigInt, hi: &BigInt) -> BigInt {
    if hi <= lo {
        return lo.clone();
    }
    let span: BigInt = hi - lo + 1;
    if let Some(n) = span.to_u64() {
        return lo + rng.below(n);
    }
    let words = span.bits().div_ceil(32) as usize + 2;
    let digits: Vec<u32> = (0..words).map(|_| rng.bits() as u32).collect();
    lo + BigInt::from_biguint(Sign::Plus, BigUint::new(digits)) % span
}

/// A number between two whose length is drawn first, so that every order of size occurs.
pub fn log_uniform(rng: &mut Rng, lo: &BigInt, hi: &BigInt) -> BigInt {
    let span: BigInt = hi - lo;
    let bits = rng.below(span.bits() + 1);
    let top = span.min((BigInt::one() << bits) - 1);
    uniform(rng, lo, &(lo + top.max(BigInt::zero())))
}
