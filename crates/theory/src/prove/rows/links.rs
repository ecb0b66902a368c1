//! The moves from row to row: what a few positions suggest, decided for all sizes.
//!
//! From (a, row) a move leads into a row to fixed places, to a less a fixed amount, or to all places from `start` on that are
//! at least `least` below a and whose distance has one of some remainders. Where that is so for every a from a bound on, the
//! rows are linked.

use super::NoRow;
use crate::arithmetic::compile;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::steps::Step;
use crate::tuning::{ROW_MARGIN, ROW_MODULUS, ROWS};
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Evaluator, Formula, Nest};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The moves from one row into another (or itself), for all large numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The row that is left.
    pub row: usize,
    /// The row that is reached.
    pub to: usize,
    /// Fixed places that are reached from everywhere, all below `start`.
    pub places: Vec<u64>,
    /// Amounts that may be taken, all below `least`.
    pub taken: Vec<u64>,
    /// Every place from here on is reached …
    pub start: u64,
    /// … if at least this much is taken …
    pub least: u64,
    /// … and the amount, modulo this number, …
    pub modulus: u64,
    /// … is one of these; none: only single places and amounts.
    pub residues: Vec<u64>,
}

/// Rows with running numbers in them.
type Options = BTreeSet<(Vec<u64>, u64)>;

/// The positions of a game, seen row by row.
pub(super) struct Field {
    coordinates: usize,
    pub(super) running: usize,
    forward: Vec<(Nest, Vec<usize>)>,
    legal: Evaluator,
    ends: Vec<(Evaluator, Verdict)>,
    pub(super) stuck: Verdict,
    numbers: RefCell<Vec<i64>>,
}

impl Field {
    pub(super) fn new(fragment: &Fragment, steps: &[Step], running: usize) -> Result<Field, Halt> {
        let coordinates = fragment.coordinates.len();
        let legal = Evaluator::new(&fragment.legal)?;
        let mut size = legal.size().max(coordinates);
        let mut ends = Vec::new();
        for (f, verdict) in &fragment.ends {
            let end = Evaluator::new(f)?;
            size = size.max(end.size());
            ends.push((end, *verdict));
        }
        let mut forward = Vec::new();
        for s in steps {
            let nest = s.forward(coordinates)?;
            let after = s.parts.first().cloned().unwrap_or_default();
            size = after.iter().fold(size.max(nest.size()), |most, v| most.max(v + 1));
            forward.push((nest, after));
        }
        let (stuck, numbers) = (fragment.stuck, RefCell::new(vec![0; size]));
        Ok(Field { coordinates, running, forward, legal, ends, stuck, numbers })
    }

    /// The position in a row at a number.
    fn position(&self, row: &[u64], a: u64) -> Vec<i64> {
        let mut x: Vec<i64> = row.iter().map(|n| *n as i64).collect();
        x.insert(self.running.min(x.len()), a as i64);
        x
    }

    /// What ends the game in a row at a number: `None` where it is no position; otherwise the verdict of an ending.
    pub(super) fn ended(&self, row: &[u64], a: u64) -> Option<Option<Verdict>> {
        let mut numbers = self.numbers.borrow_mut();
        numbers[..self.coordinates].copy_from_slice(&self.position(row, a));
        if !self.legal.holds(&mut numbers) {
            return None;
        }
        Some(self.ends.iter().find(|(end, _)| end.holds(&mut numbers)).map(|(_, verdict)| *verdict))
    }

    /// Where moves lead: rows with the running number there.
    pub(super) fn options(&self, row: &[u64], a: u64) -> Options {
        let x = self.position(row, a);
        let mut found = BTreeSet::new();
        let mut numbers = self.numbers.borrow_mut();
        for (nest, after) in &self.forward {
            numbers[..self.coordinates].copy_from_slice(&x);
            let _ = nest.run(&mut numbers, &mut |made| {
                let mut to: Vec<u64> = after.iter().map(|v| made[*v] as u64).collect();
                let a = to.remove(self.running);
                found.insert((to, a));
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Where moves lead that are really made: nowhere from what is no position or has ended.
    pub(super) fn played(&self, row: &[u64], a: u64) -> Options {
        if self.ended(row, a) == Some(None) { self.options(row, a) } else { BTreeSet::new() }
    }

    /// The rows that play from a row leads to, every one behind those that it leads to.
    pub(super) fn rows(&self, first: Vec<u64>, effort: &Effort) -> Result<Vec<Vec<u64>>, NoRow> {
        let mut next: BTreeMap<Vec<u64>, BTreeSet<Vec<u64>>> = BTreeMap::new();
        let mut open = vec![first];
        while let Some(row) = open.pop() {
            if next.contains_key(&row) {
                continue;
            }
            if next.len() >= ROWS {
                return Err(NoRow::Rows);
            }
            let mut to = BTreeSet::new();
            for a in samples() {
                let options = self.played(&row, a);
                effort.spend(1 + options.len() as u64)?;
                to.extend(options.into_iter().map(|o| o.0).filter(|o| *o != row));
            }
            open.extend(to.iter().cloned());
            next.insert(row, to);
        }
        let mut rows: Vec<Vec<u64>> = Vec::new();
        while rows.len() < next.len() {
            let done = rows.len();
            for (row, to) in &next {
                if !rows.contains(row) && to.iter().all(|t| rows.contains(t)) {
                    rows.push(row.clone());
                }
            }
            if rows.len() == done {
                return Err(NoRow::Rows);
            }
        }
        Ok(rows)
    }
}

/// The numbers at which moves are looked at: small ones, and a run far out.
fn samples() -> impl Iterator<Item = u64> {
    (0..2 * ROW_MARGIN).chain(far())
}

fn far() -> impl Iterator<Item = u64> + Clone {
    4 * ROW_MARGIN..4 * ROW_MARGIN + ROW_MODULUS
}

/// All links between rows, and the bound from which on they hold; decided for all numbers.
pub(super) fn find(
    fragment: &Fragment,
    field: &Field,
    rows: &[Vec<u64>],
    effort: &Effort,
) -> Result<(Vec<Link>, u64), NoRow> {
    let mut links = Vec::new();
    for (row, at) in rows.iter().enumerate() {
        let seen: Vec<(u64, Options)> = far().map(|a| (a, field.played(at, a))).collect();
        for (to, other) in rows[..=row].iter().enumerate() {
            let places: Vec<(u64, BTreeSet<u64>)> = seen
                .iter()
                .map(|(a, options)| (*a, options.iter().filter(|o| o.0 == *other).map(|o| o.1).collect()))
                .collect();
            effort.spend(places.iter().map(|p| p.1.len() as u64).sum())?;
            links.extend(guess(row, to, &places).ok_or_else(|| NoRow::Moves(at.clone()))?);
        }
    }
    let needed = links.iter().map(|l| l.start + l.least).max().unwrap_or(0).max(1);
    // Where conditions hold from some number on only, the bound may have to be larger.
    let mut bound = needed;
    'larger: loop {
        for (row, at) in rows.iter().enumerate() {
            let own: Vec<&Link> = links.iter().filter(|l| l.row == row).collect();
            let check = Check { fragment, field, rows, at, bound: bound as i64, effort };
            if !check.holds(&own)? {
                if bound > 2 * ROW_MARGIN {
                    return Err(NoRow::Moves(at.clone()));
                }
                bound = 2 * bound + 1;
                continue 'larger;
            }
        }
        return Ok((links, bound));
    }
}

/// The link that a few far positions suggest; `Some(None)` if no move leads there.
fn guess(row: usize, to: usize, seen: &[(u64, BTreeSet<u64>)]) -> Option<Option<Link>> {
    let (margin, first) = (ROW_MARGIN, seen.first()?.0);
    if seen.iter().all(|s| s.1.is_empty()) {
        return Some(None);
    }
    // No number may rise, and in its own row it falls.
    let none = u64::from(row == to);
    if seen.iter().any(|(a, places)| places.iter().any(|b| b + none > *a)) {
        return None;
    }
    let modulus = (1..=ROW_MODULUS).find(|q| {
        let in_middle = |a: u64| margin..a - margin;
        let of = |d: u64| seen[0].1.contains(&(first - d));
        seen.iter().all(|(a, places)| {
            in_middle(*a).all(|b| places.contains(&b) == of(margin + (a - b + q - margin % q) % q))
        })
    })?;
    let residues: Vec<u64> = (0..modulus)
        .filter(|r| (margin..margin + modulus).any(|d| d % modulus == *r && seen[0].1.contains(&(first - d))))
        .collect();
    let by_rule = |a: u64, b: u64| residues.contains(&((a - b) % modulus));
    // The rule holds between the two ends; beyond them single places and amounts.
    let wrong_low = (0..margin).rev().find(|b| seen.iter().any(|(a, p)| p.contains(b) != by_rule(*a, *b)));
    let wrong_near =
        (0..=margin).rev().find(|d| seen.iter().any(|(a, p)| p.contains(&(a - d)) != by_rule(*a, a - d)));
    let (start, least) = (wrong_low.map_or(0, |b| b + 1), wrong_near.map_or(0, |d| d + 1).max(none));
    let places: Vec<u64> = (0..start).filter(|b| seen[0].1.contains(b)).collect();
    let taken: Vec<u64> = (0..least).filter(|d| seen[0].1.contains(&(first - d))).collect();
    let same = seen.iter().all(|(a, p)| {
        (0..start).all(|b| p.contains(&b) == places.contains(&b))
            && (0..least).all(|d| p.contains(&(a - d)) == taken.contains(&d))
    });
    same.then_some(Some(Link { row, to, places, taken, start, least, modulus, residues }))
}

impl Link {
    /// Whether a move leads from one number to another, as forms.
    fn formula(&self, a: &Affine, b: &Affine) -> Result<Formula, Halt> {
        let taken = a.plus(-1, b)?;
        let mut any = Vec::new();
        for place in &self.places {
            any.push(Formula::zero(b.shift(-(*place as i64))?));
        }
        for amount in &self.taken {
            any.push(Formula::zero(taken.shift(-(*amount as i64))?));
        }
        let mut of = Vec::new();
        for r in &self.residues {
            of.push(Formula::multiple(taken.shift(-(*r as i64))?, self.modulus as i64));
        }
        any.push(Formula::all([
            Formula::at_least_zero(b.shift(-(self.start as i64))?),
            Formula::at_least_zero(taken.shift(-(self.least as i64))?),
            Formula::any(of),
        ]));
        Ok(Formula::any(any))
    }
}

/// What is to be decided of one row.
struct Check<'c, 'e> {
    fragment: &'c Fragment,
    field: &'c Field,
    rows: &'c [Vec<u64>],
    at: &'c [u64],
    bound: i64,
    effort: &'c Effort<'e>,
}

impl Check<'_, '_> {
    /// Whether, from the bound on, all are positions at which play goes on, and moves are those of the links.
    fn holds(&self, links: &[&Link]) -> Result<bool, Halt> {
        let Fragment { coordinates, moves, legal, ends, .. } = self.fragment;
        let running = self.field.running;
        let a = Affine::variable(running);
        let large = || Ok::<_, Halt>(Formula::at_least_zero(a.shift(-self.bound)?));
        // Every one of them is open.
        let mut over = vec![self.put(legal)?.negated()];
        for (end, _) in ends {
            over.push(self.put(end)?);
        }
        if !self.never(Formula::all([large()?, Formula::any(over)]), &[running])? {
            return Ok(false);
        }
        // Every move is one of a link.
        for m in moves {
            let part = m.parts.first().map_or(&[][..], Vec::as_slice);
            let mut linked = Vec::new();
            for link in links {
                let mut same = vec![link.formula(&a, &self.put_form(&part[running])?)?];
                for (form, n) in self.others(part).zip(&self.rows[link.to]) {
                    same.push(Formula::zero(self.put_form(form)?.shift(-(*n as i64))?));
                }
                linked.push(Formula::all(same));
            }
            let body = Formula::all([large()?, self.put(&m.guard)?, Formula::any(linked).negated()]);
            let variables: Vec<usize> = (coordinates.len()..m.variables).chain([running]).collect();
            if !self.never(body, &variables)? {
                return Ok(false);
            }
        }
        // Every move of a link is one.
        let b = moves.iter().map(|m| m.guard.width().max(m.variables)).max().unwrap_or(0) + coordinates.len();
        for link in links {
            let mut made = Vec::new();
            for m in moves {
                let part = m.parts.first().map_or(&[][..], Vec::as_slice);
                let mut all = vec![self.put(&m.guard)?];
                all.push(Formula::zero(self.put_form(&part[running])?.plus(-1, &Affine::variable(b))?));
                for (form, n) in self.others(part).zip(&self.rows[link.to]) {
                    all.push(Formula::zero(self.put_form(form)?.shift(-(*n as i64))?));
                }
                let choices = coordinates.len()..m.variables;
                made.push(choices.fold(Formula::all(all), |f, v| Formula::exists(v, f)));
            }
            let wanted = link.formula(&a, &Affine::variable(b))?;
            let body = Formula::all([large()?, wanted, Formula::any(made).negated()]);
            if !self.never(body, &[running, b])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn others<'p>(&self, part: &'p [Affine]) -> impl Iterator<Item = &'p Affine> + use<'p> {
        let running = self.field.running;
        part.iter().enumerate().filter(move |(i, _)| *i != running).map(|(_, form)| form)
    }

    /// Whether no numbers satisfy a formula.
    fn never(&self, f: Formula, variables: &[usize]) -> Result<bool, Halt> {
        let some = variables.iter().fold(f, |f, v| Formula::exists(*v, f));
        match some.as_bool() {
            Some(holds) => Ok(!holds),
            None => Ok(compile(Numeration::Base(2), &some, self.effort)?.is_empty()),
        }
    }

    /// The fixed numbers, put for their coordinates.
    fn put_form(&self, form: &Affine) -> Result<Affine, Halt> {
        let fixed = (0..self.fragment.coordinates.len()).filter(|i| *i != self.field.running);
        let mut form = form.clone();
        for (i, n) in fixed.zip(self.at) {
            form = form.with(i, &Affine::int(*n as i64))?;
        }
        Ok(form)
    }

    fn put(&self, f: &Formula) -> Result<Formula, Halt> {
        let list = |fs: &[Formula]| fs.iter().map(|g| self.put(g)).collect::<Result<Vec<_>, _>>();
        Ok(match f {
            Formula::All(fs) => Formula::all(list(fs)?),
            Formula::Any(fs) => Formula::any(list(fs)?),
            Formula::Not(g) => self.put(g)?.negated(),
            Formula::AtLeastZero(form) => Formula::at_least_zero(self.put_form(form)?),
            Formula::Zero(form) => Formula::zero(self.put_form(form)?),
            Formula::Multiple(form, m) => Formula::multiple(self.put_form(form)?, *m),
            Formula::Exists(v, g) => Formula::exists(*v, self.put(g)?),
        })
    }
}
