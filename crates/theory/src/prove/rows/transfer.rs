//! Values of rows that are linked, and why a period that is seen goes on for ever.
//!
//! Let a row have g(a + p) = g(a) + s from some number on as far as it was looked at, and let the rows that it leads to repeat for
//! ever, with a period that divides p; what they gain in p is t. From a bound on, the options of a are single places, amounts
//! taken, and rays (all places of a row up to a, those with some remainders). The value of a place gains nothing in p, that of an
//! amount taken gains t (in the row itself s). Of a ray it is tested once, for every remainder, that its values S become {0, …, t − 1}
//! and S + t (it is full), or, where t = s, that this is so above a floor up to which a full ray that gains s has everything; what is
//! added to it later gains t and floors only rise, so that stays so.
//!
//! The numbers at which all this is tested begin behind the bound and behind the places from which on the rows concerned repeat; where sets
//! of values settle later, they begin later.
//!
//! Then options at a + p follow from those at a, and so does the value, if for each a of one period with v = g(a)
//! - everything below v is below the floor or the value of an option that gains s, and some full ray gains s unless s = 0;
//! - values that gain less than s are below v, and values that gain more (of no ray) above it.
//!
//! For then v + s is no value of an option of a + p and everything below it is one; and these conditions hold at a + p again.
//! Who wins is the same with two values, where nothing gains anything.

use super::links::{Field, Link};
use super::{NoRow, Row};
use crate::effort::Effort;
use crate::tuning::ROW_TRIES;
use bouton_budget::Halt;
use bouton_language::ast::Verdict;
use num_integer::lcm;
use std::collections::BTreeMap;

/// Rows to be filled.
pub(super) struct Filling<'f> {
    pub(super) field: &'f Field,
    pub(super) rows: &'f [Vec<u64>],
    pub(super) links: &'f [Link],
    pub(super) bound: u64,
    pub(super) values: bool,
}

/// The values that a ray has met, by the remainder of the place.
struct Ray<'f> {
    link: &'f Link,
    classes: Vec<Met>,
    /// The next place to be met.
    next: u64,
}

/// A set of values.
#[derive(Clone, Default, PartialEq, Eq)]
struct Met {
    has: Vec<bool>,
    /// The least value that is not in it.
    least: usize,
}

impl Met {
    fn add(&mut self, value: u64) -> Result<(), Halt> {
        let value = usize::try_from(value).map_err(|_| Halt::Size)?;
        if self.has.len() <= value {
            self.has.resize(value + 1, false);
        }
        self.has[value] = true;
        while self.contains(self.least) {
            self.least += 1;
        }
        Ok(())
    }

    fn contains(&self, value: usize) -> bool {
        self.has.get(value).copied().unwrap_or(false)
    }
}

impl<'f> Ray<'f> {
    fn new(link: &'f Link) -> Ray<'f> {
        Ray { link, classes: vec![Met::default(); link.modulus as usize], next: link.start }
    }

    /// Meets all places of the row that can be reached from a.
    fn advance(&mut self, a: u64, cells: &[Option<u64>]) -> Result<(), Halt> {
        while self.next + self.link.least <= a {
            // A place that a move leads to is a position.
            let value = cells.get(self.next as usize).copied().flatten().ok_or(Halt::Size)?;
            self.classes[(self.next % self.link.modulus) as usize].add(value)?;
            self.next += 1;
        }
        Ok(())
    }

    /// The sets of values that are options of a.
    fn at(&self, a: u64) -> impl Iterator<Item = &Met> {
        let q = self.link.modulus;
        self.link.residues.iter().map(move |r| &self.classes[((a + q - r % q) % q) as usize])
    }

    /// The values at a as one set.
    fn all(&self, a: u64) -> Vec<bool> {
        let mut all: Vec<bool> = Vec::new();
        for met in self.at(a) {
            if all.len() < met.has.len() {
                all.resize(met.has.len(), false);
            }
            met.has.iter().enumerate().filter(|(_, has)| **has).for_each(|(v, _)| all[v] = true);
        }
        all
    }
}

impl Filling<'_> {
    /// All rows up to a size, each with a period that is proved; otherwise the first row without one.
    pub(super) fn periods(&mut self, size: usize, effort: &Effort) -> Result<Result<Vec<Row>, usize>, NoRow> {
        let mut done: Vec<Row> = Vec::new();
        for (row, at) in self.rows.iter().enumerate() {
            let cells = self.fill(row, size, &done, effort)?;
            let own = Row { at: at.clone(), period: 0, saltus: 0, from: 0, begin: 0, cells };
            match self.period(row, own, &done, effort)? {
                Some(found) => done.push(found),
                None => return Ok(Err(row)),
            }
        }
        Ok(Ok(done))
    }

    fn links(&self, row: usize) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |l| l.row == row)
    }

    fn rays(&self, row: usize) -> Vec<Ray<'_>> {
        self.links(row).filter(|l| !l.residues.is_empty()).map(Ray::new).collect()
    }

    /// The first values of a row.
    fn fill(
        &self,
        row: usize,
        size: usize,
        lower: &[Row],
        effort: &Effort,
    ) -> Result<Vec<Option<u64>>, NoRow> {
        let mut cells: Vec<Option<u64>> = Vec::with_capacity(size);
        let index: BTreeMap<&Vec<u64>, usize> = self.rows.iter().enumerate().map(|(i, r)| (r, i)).collect();
        let mut rays = self.rays(row);
        let mut single: Vec<u64> = Vec::new();
        for a in 0..size as u64 {
            effort.tick()?;
            if a < self.bound {
                cells.push(self.by_rules(row, a, &cells, lower, &index, effort)?);
                continue;
            }
            for ray in &mut rays {
                ray.advance(a, other(ray.link.to, lower, &cells))?;
            }
            single.clear();
            for link in self.links(row) {
                let of = other(link.to, lower, &cells);
                let places = link.places.iter().copied().chain(link.taken.iter().map(|d| a - d));
                for place in places {
                    single.push(of.get(place as usize).copied().flatten().ok_or(Halt::Size)?);
                }
            }
            effort.spend(single.len() as u64)?;
            let value = self.mex(&single, &rays, a, effort)?;
            cells.push(Some(value));
        }
        Ok(cells)
    }

    /// The value of a position whose options have these values.
    fn mex(&self, single: &[u64], rays: &[Ray<'_>], a: u64, effort: &Effort) -> Result<u64, Halt> {
        let met = || rays.iter().flat_map(|r| r.at(a));
        if !self.values {
            let none = single.is_empty() && met().all(|m| m.has.is_empty());
            let lost = match none {
                true => self.field.stuck == Verdict::Lose,
                false => !single.contains(&0) && !met().any(|m| m.contains(0)),
            };
            return Ok(u64::from(!lost));
        }
        let mut value = met().map(|m| m.least).max().unwrap_or(0);
        while single.contains(&(value as u64)) || met().any(|m| m.contains(value)) {
            effort.tick()?;
            value += 1;
        }
        Ok(value as u64)
    }

    /// The value of a small position, by the moves of the rules.
    fn by_rules(
        &self,
        row: usize,
        a: u64,
        cells: &[Option<u64>],
        lower: &[Row],
        index: &BTreeMap<&Vec<u64>, usize>,
        effort: &Effort,
    ) -> Result<Option<u64>, NoRow> {
        let at = &self.rows[row];
        match self.field.ended(at, a) {
            None => return Ok(None),
            Some(Some(verdict)) => return Ok(Some(u64::from(verdict == Verdict::Win))),
            Some(None) => {}
        }
        let mut single = Vec::new();
        for (to, place) in self.field.options(at, a) {
            effort.tick()?;
            let to = index.get(&to).copied().filter(|to| *to < row || (*to == row && place < a));
            let to = to.filter(|_| place <= a).ok_or_else(|| NoRow::Moves(at.clone()))?;
            let value = other(to, lower, cells).get(place as usize).copied().flatten();
            single.push(value.ok_or_else(|| NoRow::Moves(at.clone()))?);
        }
        Ok(Some(self.mex(&single, &[], a, effort)?))
    }

    /// A period of a row that goes on for ever, if one is seen.
    fn period(&self, row: usize, mut own: Row, lower: &[Row], effort: &Effort) -> Result<Option<Row>, NoRow> {
        let mut base = 1usize;
        for link in self.links(row) {
            base = lcm(base, link.modulus as usize);
            if link.to < row {
                base = lcm(base, lower[link.to].period);
            }
            if base > own.cells.len() {
                return Ok(None);
            }
        }
        let size = own.cells.len();
        let cell = |a: usize| own.cells[a];
        let mut tries = 0;
        for p in (1..).map(|times| times * base).take_while(|p| 3 * p <= size) {
            let (Some(last), Some(before)) = (cell(size - 1), cell(size - 1 - p)) else { return Ok(None) };
            let Some(s) = last.checked_sub(before).filter(|s| self.values || *s == 0) else { continue };
            let fits = |a: &usize| matches!((cell(*a), cell(a + p)), (Some(x), Some(y)) if x + s == y);
            let run = (0..size - p).rev().take_while(fits).count();
            effort.spend(run as u64 + 1)?;
            if run <= p {
                continue;
            }
            let (period, saltus, from) = (p, s, size - p - run);
            let found = Row { at: Vec::new(), period, saltus, from, begin: 0, cells: Vec::new() };
            if let Some(begin) = self.goes_on(row, &found, &own.cells, lower, effort)? {
                (own.period, own.saltus, own.from, own.begin) = (period, saltus, from, begin);
                return Ok(Some(own));
            }
            // A longer table tells more than many multiples of a period.
            tries += 1;
            if tries > ROW_TRIES {
                break;
            }
        }
        Ok(None)
    }

    /// From where on a period that was seen is tested so that it goes on for ever.
    fn goes_on(
        &self,
        row: usize,
        found: &Row,
        cells: &[Option<u64>],
        lower: &[Row],
        effort: &Effort,
    ) -> Result<Option<usize>, NoRow> {
        let (least, modulus) = self.begin(row, found, lower);
        let mut after = 0;
        loop {
            let begin = least + after * found.period;
            if begin + found.period + modulus >= cells.len() {
                return Ok(None);
            }
            if self.repeats_from(row, found, begin, cells, lower, effort)? {
                return Ok(Some(begin));
            }
            // Sets of values may settle later than the values themselves.
            after = 2 * after + 1;
        }
    }

    /// The least number from which on a period can be tested, and after how many numbers all remainders return.
    fn begin(&self, row: usize, found: &Row, lower: &[Row]) -> (usize, usize) {
        let from = |to: usize| if to < row { lower[to].from } else { found.from };
        let reach = |l: &Link| l.taken.iter().copied().max().unwrap_or(0).max(l.least) as usize;
        let after = self.links(row).map(|l| from(l.to) + reach(l)).max().unwrap_or(0);
        let modulus = self.links(row).map(|l| l.modulus as usize).fold(1, lcm);
        (after.max(found.from).max(self.bound as usize), modulus)
    }

    /// Whether a period that was seen goes on for ever because of what it is from a number on.
    fn repeats_from(
        &self,
        row: usize,
        found: &Row,
        begin: usize,
        cells: &[Option<u64>],
        lower: &[Row],
        effort: &Effort,
    ) -> Result<bool, NoRow> {
        let (p, s) = (found.period, found.saltus);
        // What the values of a row gain in p.
        let gains = |to: usize| match lower.get(to).filter(|_| to < row) {
            Some(other) => other.saltus * (p / other.period) as u64,
            None => s,
        };
        let modulus = self.begin(row, found, lower).1;
        let end = begin + p + modulus;
        // What the rays have met at as many numbers as there are remainders, and a period later.
        let mut rays = self.rays(row);
        let mut met: Vec<Vec<Vec<bool>>> = Vec::new();
        for a in (begin..begin + modulus).chain(begin + p..end) {
            for ray in &mut rays {
                ray.advance(a as u64, other(ray.link.to, lower, cells))?;
            }
            met.push(rays.iter().map(|r| r.all(a as u64)).collect());
            effort.spend(met[met.len() - 1].iter().map(|m| m.len() as u64).sum())?;
        }
        let (before, after) = met.split_at(modulus);
        let pairs = || before.iter().zip(after);
        let full: Vec<bool> = (0..rays.len())
            .map(|i| pairs().all(|(old, new)| moved_up(&old[i], &new[i], gains(rays[i].link.to))))
            .collect();
        for (old, new) in pairs() {
            // Everything below the floor is the value of an option for ever.
            let leading = (0..rays.len()).filter(|i| full[*i] && gains(rays[*i].link.to) == s);
            let floor = leading.map(|i| old[i].iter().take_while(|has| **has).count()).max();
            let above = |i: usize| floor.is_some_and(|f| moved_above(&old[i], &new[i], s, f));
            let rest = (0..rays.len()).filter(|i| !full[*i]);
            if !rest.into_iter().all(|i| self.values && gains(rays[i].link.to) == s && above(i)) {
                return Ok(false);
            }
        }
        if !self.values {
            return Ok(true);
        }
        let mut rays = self.rays(row);
        for a in begin..begin + p {
            for ray in &mut rays {
                ray.advance(a as u64, other(ray.link.to, lower, cells))?;
            }
            if !self.settled(row, a, s, &gains, &rays, &full, cells, lower, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the options of a decide its value by those that gain as much as it does.
    #[allow(clippy::too_many_arguments)] // all of one walk
    fn settled(
        &self,
        row: usize,
        a: usize,
        s: u64,
        gains: &dyn Fn(usize) -> u64,
        rays: &[Ray<'_>],
        full: &[bool],
        cells: &[Option<u64>],
        lower: &[Row],
        effort: &Effort,
    ) -> Result<bool, Halt> {
        let v = cells[a].ok_or(Halt::Size)?;
        let mut alike: Vec<u64> = Vec::new();
        for link in self.links(row) {
            let of = other(link.to, lower, cells);
            let places = link.places.iter().map(|b| (*b as usize, 0));
            let taken = link.taken.iter().map(|d| (a - *d as usize, gains(link.to)));
            for (place, gain) in places.chain(taken) {
                let value = of.get(place).copied().flatten().ok_or(Halt::Size)?;
                let fine = match gain.cmp(&s) {
                    std::cmp::Ordering::Equal => {
                        alike.push(value);
                        true
                    }
                    std::cmp::Ordering::Less => value < v,
                    std::cmp::Ordering::Greater => value > v,
                };
                if !fine {
                    return Ok(false);
                }
            }
        }
        let (mut leading, mut filled) = (false, 0);
        for (ray, full) in rays.iter().zip(full) {
            let gain = gains(ray.link.to);
            let top = ray.at(a as u64).map(|m| m.has.len()).max().unwrap_or(0);
            if gain > s || (gain < s && top as u64 > v) {
                return Ok(false);
            }
            if gain == s && *full {
                leading = true;
                filled = filled.max(ray.all(a as u64).iter().take_while(|has| **has).count());
            }
        }
        if s > 0 && !leading {
            return Ok(false);
        }
        let like = |r: &&Ray<'_>| gains(r.link.to) == s;
        for u in filled..v as usize {
            effort.tick()?;
            let met = rays.iter().filter(like).any(|r| r.at(a as u64).any(|m| m.contains(u)));
            if !met && !alike.contains(&(u as u64)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The values of a row: one that is done, or the one at hand.
fn other<'r>(to: usize, lower: &'r [Row], own: &'r [Option<u64>]) -> &'r [Option<u64>] {
    lower.get(to).map_or(own, |row| &row.cells)
}

/// Whether a set of values is another one moved up, with everything below filled in.
fn moved_up(old: &[bool], new: &[bool], by: u64) -> bool {
    let by = by as usize;
    let has = |set: &[bool], v: usize| set.get(v).copied().unwrap_or(false);
    (0..new.len().max(old.len() + by)).all(|v| has(new, v) == (v < by || has(old, v - by)))
}

/// Whether a set of values from a number on is another one moved up.
fn moved_above(old: &[bool], new: &[bool], by: u64, floor: usize) -> bool {
    let by = by as usize;
    let has = |set: &[bool], v: usize| set.get(v).copied().unwrap_or(false);
    (floor..new.len().max(old.len())).all(|v| has(new, v + by) == has(old, v))
}
