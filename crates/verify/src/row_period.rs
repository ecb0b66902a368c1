//! The values of rows that are linked, and why their periods go on for ever.
//!
//! Values are worked out by their definition, from the links where numbers are large. Let a row claim g(a + p) = g(a) + s for every
//! a >= from. Let the rows that it leads to be done, with periods that divide p; t is what such a row gains in p (for the row itself
//! s). The row names a number `begin`; it must be so large that from there on everything that a link takes from is in the periodic part. Checked:
//! 1. the equation from `from` to `begin`;
//! 2. of every link that reaches all places (a ray), at numbers from `begin` on, one for every set of remainders: if S are the values there, those
//!    at a + p are 0, …, t - 1 and S + t: the ray is full. Or t = s, and this is so above the floor: the least value that some full ray
//!    that gains s has not met;
//! 3. at every a of one period from `begin` on, with v = g(a): every u < v is below the floor or the value of an option that gains s, and there
//!    is a full ray that gains s unless s = 0; values that gain less are below v; values that gain more are above v and of no ray. Places of a link
//!    are fixed and gain nothing.
//!
//! By induction 2 stays true, since what is added to S gains t as well and floors only rise. By 3 the value of a + p is v + s, and 3 holds there again. Of
//! who wins only the values 0 (lost) and 1 are kept, and nothing gains.

use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::row::Link;
use crate::walk::Work;
use std::collections::BTreeSet;

/// Cells at most.
const MOST_CELLS: u64 = 1 << 26;

/// A row of the file.
pub(crate) struct Line {
    pub(crate) at: Vec<u64>,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    pub(crate) from: u64,
    /// From here on one period is looked at.
    pub(crate) begin: u64,
}

/// All that is listed.
pub(crate) struct Rows<'a> {
    pub(crate) lines: &'a [Line],
    pub(crate) links: &'a [Link],
    pub(crate) bound: u64,
    pub(crate) values: bool,
    /// Is a player without a move lost?
    pub(crate) stuck_lost: bool,
}

type Cells = Vec<Vec<Option<u64>>>;
/// The value of a small position, from those of smaller ones.
type Small<'s> = dyn FnMut(usize, u64, &dyn Fn(usize, u64) -> Option<u64>, &mut Work<'_>) -> Result<Option<u64>, Refused>
    + 's;

/// The values of all places of a row that a link reaches, by the remainder of the place.
struct Reached<'a> {
    link: &'a Link,
    sets: Vec<BTreeSet<u64>>,
    /// Everything below this is in the set.
    full: Vec<u64>,
    next: u64,
}

impl<'a> Reached<'a> {
    fn new(link: &'a Link) -> Reached<'a> {
        let many = link.modulus as usize;
        Reached { link, sets: vec![BTreeSet::new(); many], full: vec![0; many], next: link.start }
    }

    /// Takes in the places that can be reached from a.
    fn upto(&mut self, a: u64, cells: &[Option<u64>]) -> Result<(), Why> {
        while self.next + self.link.least <= a {
            let class = (self.next % self.link.modulus) as usize;
            let value = cells.get(self.next as usize).copied().flatten().ok_or(Why::Missing)?;
            if value >= self.full[class] {
                self.sets[class].insert(value);
                while self.sets[class].remove(&self.full[class]) {
                    self.full[class] += 1;
                }
            }
            self.next += 1;
        }
        Ok(())
    }

    /// The classes of places that lie at the right distances from a.
    fn classes(&self, a: u64) -> impl Iterator<Item = usize> + '_ {
        let m = self.link.modulus;
        self.link.residues.iter().map(move |r| ((a % m + m - r) % m) as usize)
    }

    fn contains(&self, a: u64, value: u64) -> bool {
        self.classes(a).any(|c| value < self.full[c] || self.sets[c].contains(&value))
    }

    /// All values below the first number are there, and these.
    fn whole(&self, a: u64) -> (u64, BTreeSet<u64>) {
        let mut full = self.classes(a).map(|c| self.full[c]).max().unwrap_or(0);
        let mut rest: BTreeSet<u64> =
            self.classes(a).flat_map(|c| self.sets[c].iter().copied()).filter(|v| *v >= full).collect();
        while rest.remove(&full) {
            full += 1;
        }
        (full, rest)
    }
}

impl Rows<'_> {
    fn links(&self, row: usize) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |l| l.row == row)
    }

    fn rays(&self, row: usize) -> Vec<Reached<'_>> {
        self.links(row).filter(|l| !l.residues.is_empty()).map(Reached::new).collect()
    }

    /// After how many numbers all remainders return; it divides the period.
    fn all_remainders(&self, row: usize) -> u64 {
        let gcd = |a: u64, b: u64| {
            let (mut a, mut b) = (a, b);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        // Each modulus divides the period, which is at most 2^22.
        self.links(row).fold(1, |all, l| all / gcd(all, l.modulus) * l.modulus)
    }

    /// What the values of a row gain in a period of another, and from where on.
    fn gain(&self, to: usize, row: usize) -> (u64, u64) {
        let (own, other) = (&self.lines[row], &self.lines[to]);
        (other.saltus * (own.period / other.period), other.from)
    }

    /// From where on a period of the row is looked at; refuses periods that do not fit together, and numbers that are too small.
    fn begin(&self, row: usize) -> Result<u64, Refused> {
        let own = &self.lines[row];
        let mut begin = own.from.max(self.bound);
        for link in self.links(row) {
            let other = &self.lines[link.to];
            if !own.period.is_multiple_of(other.period) || !own.period.is_multiple_of(link.modulus) {
                return Err(Why::Wrong {
                    wanted: "a multiple of the periods and moduli of what the row leads to",
                    zh: "该行所通向各行的周期及各模数的倍数",
                }
                .at(format!("rows[{row}].period")));
            }
            let reach = link.taken.iter().copied().max().unwrap_or(0).max(link.least);
            begin = begin.max(other.from + reach);
        }
        if own.begin < begin {
            return Err(Why::Wrong {
                wanted: "a number behind the bound and everything that a link takes from before the rows repeat",
                zh: "不小于 bound，且越过各行开始重复前连接所及之处的数",
            }
            .at(format!("rows[{row}].begin")));
        }
        Ok(own.begin)
    }

    /// Checks all rows, and what is said of the last one.
    pub(crate) fn check(
        &mut self,
        small: &mut Small<'_>,
        [period, saltus, from]: [u64; 3],
        object: &Object<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Refused> {
        let last = self.lines.len() - 1;
        let whole = &self.lines[last];
        let mut size = 0;
        for row in 0..=last {
            let begin = self.begin(row)?;
            size = size.max(begin + self.lines[row].period + self.all_remainders(row) + 1);
        }
        if period == 0
            || !whole.period.is_multiple_of(period)
            || saltus.checked_mul(whole.period / period) != Some(whole.saltus)
        {
            return Err(Why::Wrong {
                wanted: "a divisor of the period of the last row, with its share of the saltus",
                zh: "最后一行周期的因数，增量按比例",
            }
            .at("period"));
        }
        size = size.max(whole.from.max(from) + whole.period + period + 1);
        if size.saturating_mul(self.lines.len() as u64) > MOST_CELLS {
            return Err(Why::TooLarge { most: MOST_CELLS as usize }.into());
        }
        let mut cells: Cells = Vec::new();
        for row in 0..=last {
            self.fill(row, size, &mut cells, small, work)?;
            self.goes_on(row, &cells, work)?;
        }
        // The last row has its own period for ever: a shorter one that holds for so long does too.
        let own = &cells[last];
        let fits = |a: u64| match (own[a as usize], own[(a + period) as usize]) {
            (Some(x), Some(y)) => x + saltus == y,
            _ => false,
        };
        if let Some(n) = (from..from.max(whole.from) + whole.period).find(|a| !fits(*a)) {
            return Err(Why::PeriodBreaks { n: n as usize }.at("period"));
        }
        if from > 0 && fits(from - 1) {
            return Err(Why::NotFirst { n: (from - 1) as usize }.at("from"));
        }
        let prefix = object.maybe_naturals("prefix")?;
        if (prefix.len() as u64) < from + period {
            return Err(
                Why::PrefixShort { has: prefix.len(), needs: (from + period).to_string() }.at("prefix")
            );
        }
        for (n, given) in prefix.iter().enumerate().take(own.len()) {
            match (*given, own[n]) {
                (Some(given), Some(right)) if given != right => {
                    return Err(Why::Prefix { n, given, right }.at("prefix"));
                }
                (given, right) if given.is_some() != right.is_some() => {
                    let wanted = "null exactly where there is no position";
                    return Err(
                        Why::Wrong { wanted, zh: "恰在不是局面之处为 null" }.at(format!("prefix[{n}]"))
                    );
                }
                _ => {}
            }
        }
        if prefix.len() > own.len() {
            return Err(
                Why::Wrong { wanted: "no more values than are needed", zh: "不多于所需的值" }.at("prefix")
            );
        }
        Ok(())
    }

    /// The values of fixed places and amounts at a, each with what it gains in a period.
    fn single(&self, row: usize, a: u64, cells: &Cells) -> Result<Vec<(u64, u64)>, Why> {
        let mut found = Vec::new();
        for link in self.links(row) {
            let value =
                |place: u64| cells[link.to].get(place as usize).copied().flatten().ok_or(Why::Missing);
            for place in &link.places {
                found.push((value(*place)?, 0));
            }
            for amount in &link.taken {
                found.push((value(a - amount)?, self.gain(link.to, row).0));
            }
        }
        Ok(found)
    }

    fn fill(
        &self,
        row: usize,
        size: u64,
        cells: &mut Cells,
        small: &mut Small<'_>,
        work: &mut Work<'_>,
    ) -> Result<(), Refused> {
        cells.push(Vec::with_capacity(size as usize));
        let mut rays = self.rays(row);
        for a in 0..size {
            work.spend(4)?;
            let value = if a < self.bound {
                let known = |to: usize, b: u64| cells.get(to)?.get(b as usize).copied().flatten();
                small(row, a, &known, work)?
            } else {
                for ray in &mut rays {
                    ray.upto(a, &cells[ray.link.to])?;
                }
                let single = self.single(row, a, cells)?;
                work.spend(single.len() as u64)?;
                Some(self.value(&single, &rays, a, work)?)
            };
            cells[row].push(value);
        }
        Ok(())
    }

    /// The least value that no option has; of who wins, 0 if no option is lost.
    fn value(
        &self,
        single: &[(u64, u64)],
        rays: &[Reached<'_>],
        a: u64,
        work: &mut Work<'_>,
    ) -> Result<u64, Why> {
        let has = |v: u64| single.iter().any(|s| s.0 == v) || rays.iter().any(|r| r.contains(a, v));
        if !self.values {
            let some = !single.is_empty() || has(0) || has(1);
            return Ok(u64::from(if some { has(0) } else { !self.stuck_lost }));
        }
        let mut v = rays.iter().flat_map(|r| r.classes(a).map(|c| r.full[c])).max().unwrap_or(0);
        while has(v) {
            work.spend(4)?;
            v += 1;
        }
        Ok(v)
    }

    /// Refuses a row whose period need not go on.
    fn goes_on(&self, row: usize, cells: &Cells, work: &mut Work<'_>) -> Result<(), Refused> {
        let Line { period: p, saltus: s, from, .. } = &self.lines[row];
        let (p, s, from, own) = (*p, *s, *from, &cells[row]);
        let begin = self.begin(row)?;
        let breaks = |a: u64| Err(Why::PeriodBreaks { n: a as usize }.at(format!("rows[{row}]")));
        if !self.values && s != 0 {
            return Err(Why::Wrong { wanted: "0: who wins is not added to", zh: "0：胜负没有增量" }
                .at(format!("rows[{row}].saltus")));
        }
        for a in from..begin {
            work.spend(1)?;
            match (own[a as usize], own[(a + p) as usize]) {
                (Some(x), Some(y)) if x + s == y => {}
                _ => return breaks(a),
            }
        }
        let modulus = self.all_remainders(row);
        let mut rays = self.rays(row);
        let gains: Vec<u64> = rays.iter().map(|r| self.gain(r.link.to, row).0).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for a in (begin..begin + modulus).chain(begin + p..begin + p + modulus) {
            for ray in &mut rays {
                ray.upto(a, &cells[ray.link.to])?;
            }
            let list = if a < begin + modulus { &mut before } else { &mut after };
            list.push(rays.iter().map(|r| r.whole(a)).collect::<Vec<_>>());
            work.spend(16 * rays.len() as u64 + 1)?;
        }
        let mut full = vec![true; rays.len()];
        for (old, new) in before.iter().zip(&after) {
            for (i, t) in gains.iter().enumerate() {
                let up: BTreeSet<u64> = old[i].1.iter().map(|v| v + t).collect();
                work.spend(4 * up.len() as u64)?;
                full[i] &= new[i] == (old[i].0 + t, up);
            }
        }
        for (k, (old, new)) in before.iter().zip(&after).enumerate() {
            let leading = (0..rays.len()).filter(|i| full[*i] && gains[*i] == s);
            let floor = leading.map(|i| old[i].0).max();
            for i in (0..rays.len()).filter(|i| !full[*i]) {
                // From the floor on a ray that is not full must be moved up too.
                let Some(floor) = floor.filter(|_| self.values && gains[i] == s) else {
                    return breaks(begin + k as u64);
                };
                let top = new[i]
                    .0
                    .max(old[i].0)
                    .max(new[i].1.last().copied().unwrap_or(0))
                    .max(old[i].1.last().copied().unwrap_or(0));
                let has = |set: &(u64, BTreeSet<u64>), v: u64| v < set.0 || set.1.contains(&v);
                for v in floor..=top {
                    work.spend(8)?;
                    if has(&old[i], v) != has(&new[i], v + s) {
                        return breaks(begin + k as u64);
                    }
                }
            }
        }
        if !self.values {
            return Ok(());
        }
        let mut rays = self.rays(row);
        for a in begin..begin + p {
            for ray in &mut rays {
                ray.upto(a, &cells[ray.link.to])?;
            }
            if !self.settled(row, a, &rays, &full, cells, work)? {
                return breaks(a);
            }
        }
        Ok(())
    }

    /// Is g(a) decided by the options that gain as much as it does?
    fn settled(
        &self,
        row: usize,
        a: u64,
        rays: &[Reached<'_>],
        full: &[bool],
        cells: &Cells,
        work: &mut Work<'_>,
    ) -> Result<bool, Why> {
        let s = self.lines[row].saltus;
        let v = cells[row][a as usize].ok_or(Why::Missing)?;
        let single = self.single(row, a, cells)?;
        work.spend(single.len() as u64)?;
        let fine =
            |(value, gain): &(u64, u64)| *gain == s || (*gain < s && *value < v) || (*gain > s && *value > v);
        if !single.iter().all(fine) {
            return Ok(false);
        }
        let mut from = 0;
        let mut leads = s == 0;
        for (ray, whole) in rays.iter().zip(full) {
            let (full, rest) = ray.whole(a);
            match self.gain(ray.link.to, row).0.cmp(&s) {
                std::cmp::Ordering::Greater => return Ok(false),
                std::cmp::Ordering::Less if full > v || rest.last().is_some_and(|w| *w >= v) => {
                    return Ok(false);
                }
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal if *whole => (leads, from) = (true, from.max(full)),
                std::cmp::Ordering::Equal => {}
            }
        }
        if !leads {
            return Ok(false);
        }
        for u in from..v {
            work.spend(4)?;
            let alike = single.contains(&(u, s))
                || rays.iter().any(|r| self.gain(r.link.to, row).0 == s && r.contains(a, u));
            if !alike {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
