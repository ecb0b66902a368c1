//! Functions that compiled code calls: number theory, searching and sorting of lists, generators.
//!
//! A list that a function makes is allocated in memory; its address is that of its length, and the elements follow.

use super::ir::TOP;
use bouton_language::grid;
use bouton_language::rules::Builtin;

/// What a function can reach.
pub(crate) struct Reach<'w> {
    pub(crate) part: &'w [i64],
    pub(crate) consts: &'w [i64],
    pub(crate) mem: &'w mut [i64],
}

macro_rules! helps {
    ($($name:ident $arity:literal $($doc:literal)*;)*) => {
        /// The functions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Help { $($(#[doc = $doc])* $name,)* }

        impl Help {
            /// All of them, in the order of their numbers.
            #[cfg(feature = "machine")]
            pub(crate) const ALL: &'static [Help] = &[$(Help::$name),*];

            /// How many arguments.
            pub(crate) fn arity(self) -> usize {
                match self { $(Help::$name => $arity,)* }
            }
        }
    };
}

helps! {
    Gcd 2;
    Pow 2;
    Isqrt 1;
    Log2 1;
    Popcount 1;
    Shl 2;
    Shr 2;
    Digits 2 "The digits of a number in a base.";
    Prime 1;
    Compare 6 "Two lists (space, address, length each): -1, 0 or 1.";
    Find 4 "Where a word is in a list, from 0; -1 if nowhere.";
    FindSorted 4 "The same in a rising list.";
    Inside 6 "Is the first list a run of the second?";
    Union 6 "Of two sets.";
    Difference 6 "Of two sets.";
    AsSet 3 "The set of a list's elements.";
    Sort 3;
    Reverse 3;
    Without 4 "The list without the first such word.";
    Divisors 1;
    TidyBag 2 "Sorts a list in memory (address of its length, capacity) and drops its zeros.";
    Lines 5 "Runs of k cells of a grid (space, address, rows, columns, k).";
    Regions 6 "Areas of a value in a grid (space, address, rows, columns, value, filling).";
    NextComposition 2 "Steps a list in memory (address, length); is there a next one?";
    NextBelow 4 "Steps a vector below another (address, length, space, address).";
    NextPartition 1 "Steps a partition (address of its length; room for its sum).";
    NextSubset 2 "Steps a list of marks (address, length).";
}

/// The most arguments.
pub(crate) const MOST_ARGUMENTS: usize = 6;

impl Reach<'_> {
    fn space(&self, code: i64) -> &[i64] {
        match code {
            0 => self.part,
            1 => self.consts,
            _ => self.mem,
        }
    }

    fn list(&self, space: i64, at: i64, len: i64) -> Option<&[i64]> {
        let (at, len) = (usize::try_from(at).ok()?, usize::try_from(len).ok()?);
        self.space(space).get(at..at.checked_add(len)?)
    }

    fn own(&mut self, at: i64, len: i64) -> Option<&mut [i64]> {
        let (at, len) = (usize::try_from(at).ok()?, usize::try_from(len).ok()?);
        self.mem.get_mut(at..at.checked_add(len)?)
    }

    /// Allocates words.
    fn alloc(&mut self, len: usize) -> Option<usize> {
        let at = usize::try_from(self.mem[TOP as usize]).ok()?;
        let end = at.checked_add(len).filter(|end| *end <= self.mem.len())?;
        self.mem[TOP as usize] = end as i64;
        Some(at)
    }

    fn put(&mut self, items: &[i64]) -> Option<i64> {
        let at = self.alloc(items.len() + 1)?;
        self.mem[at] = items.len() as i64;
        self.mem[at + 1..=at + items.len()].copy_from_slice(items);
        Some(at as i64)
    }

    /// Runs a function; `None` gives up. The caller gives as many arguments as [`Help::arity`] says.
    pub(crate) fn run(&mut self, help: Help, a: &[i64]) -> Option<i64> {
        Some(match (help, a) {
            (Help::Gcd, &[a, b]) => {
                i64::try_from(num_integer::gcd(a.unsigned_abs(), b.unsigned_abs())).ok()?
            }
            (Help::Pow, &[a, b]) => a.checked_pow(u32::try_from(b).ok()?)?,
            (Help::Isqrt, &[a]) => (a >= 0).then(|| a.isqrt())?,
            (Help::Log2, &[a]) => i64::from(a.checked_ilog2()?),
            (Help::Popcount, &[a]) => (a >= 0).then(|| i64::from(a.count_ones()))?,
            (Help::Shl, &[a, b]) => Builtin::Shl.of_bits(a, b)?,
            (Help::Shr, &[a, b]) => Builtin::Shr.of_bits(a, b)?,
            (Help::Digits, &[n, base]) => self.put(&Builtin::digits_of(n, base)?)?,
            (Help::Prime, &[a]) => i64::from(bouton_language::value::KnownSet::Primes.contains(a)),
            (Help::Compare, &[sa, a, la, sb, b, lb]) => {
                self.list(sa, a, la)?.cmp(self.list(sb, b, lb)?) as i64
            }
            (Help::Find, &[s, at, len, x]) => {
                self.list(s, at, len)?.iter().position(|&v| v == x).map_or(-1, |i| i as i64)
            }
            (Help::FindSorted, &[s, at, len, x]) => {
                self.list(s, at, len)?.binary_search(&x).map_or(-1, |i| i as i64)
            }
            (Help::Inside, &[sa, a, la, sb, b, lb]) => {
                let (small, large) = (self.list(sa, a, la)?, self.list(sb, b, lb)?);
                i64::from(small.is_empty() || large.windows(small.len()).any(|w| w == small))
            }
            (Help::Union, &[sa, a, la, sb, b, lb]) => {
                let both = [self.list(sa, a, la)?, self.list(sb, b, lb)?].concat();
                self.put(&as_set(both))?
            }
            (Help::Difference, &[sa, a, la, sb, b, lb]) => {
                let (x, y) = (self.list(sa, a, la)?, self.list(sb, b, lb)?);
                let out: Vec<i64> = x.iter().copied().filter(|v| y.binary_search(v).is_err()).collect();
                self.put(&out)?
            }
            (Help::AsSet, &[s, at, len]) => self.put(&as_set(self.list(s, at, len)?.to_vec()))?,
            (Help::Sort, &[s, at, len]) => {
                let mut out = self.list(s, at, len)?.to_vec();
                out.sort_unstable();
                self.put(&out)?
            }
            (Help::Reverse, &[s, at, len]) => {
                let mut out = self.list(s, at, len)?.to_vec();
                out.reverse();
                self.put(&out)?
            }
            (Help::Without, &[s, at, len, x]) => {
                let mut out = self.list(s, at, len)?.to_vec();
                if let Some(i) = out.iter().position(|&v| v == x) {
                    out.remove(i);
                }
                self.put(&out)?
            }
            (Help::Divisors, &[n]) => self.put(&divisors(n)?)?,
            (Help::TidyBag, &[at, cap]) => self.tidy_bag(at, cap)?,
            (Help::Lines, &[s, at, rows, cols, k]) => self.lines(s, at, rows, cols, k)?,
            (Help::Regions, &[s, at, rows, cols, v, fill]) => self.regions((s, at, rows, cols), v, fill)?,
            (Help::NextComposition, &[at, len]) => i64::from(next_composition(self.own(at, len)?)),
            (Help::NextBelow, &[at, len, s, top]) => {
                let top = self.list(s, top, len)?.to_vec();
                i64::from(next_below(self.own(at, len)?, &top))
            }
            (Help::NextPartition, &[at]) => i64::from(self.next_partition(at)?),
            (Help::NextSubset, &[at, len]) => {
                let marks = self.own(at, len)?;
                match marks.iter().position(|&t| t == 0) {
                    None => 0,
                    Some(i) => {
                        marks[i] = 1;
                        marks[..i].fill(0);
                        1
                    }
                }
            }
            _ => return None,
        })
    }

    fn tidy_bag(&mut self, at: i64, cap: i64) -> Option<i64> {
        let whole = self.own(at, cap.checked_add(1)?)?;
        let (len, items) = whole.split_first_mut()?;
        let held = usize::try_from(*len).ok().filter(|n| *n <= items.len())?;
        // Mostly sorted already: insert one by one.
        let mut kept = 0;
        for i in 0..held {
            let x = items[i];
            if x == 0 {
                continue;
            }
            let mut j = kept;
            while j > 0 && items[j - 1] > x {
                items[j] = items[j - 1];
                j -= 1;
            }
            items[j] = x;
            kept += 1;
        }
        items[kept..held].fill(0);
        *len = kept as i64;
        Some(0)
    }

    fn lines(&mut self, s: i64, at: i64, rows: i64, cols: i64, k: i64) -> Option<i64> {
        let cells = self.list(s, at, rows.checked_mul(cols)?)?.to_vec();
        // What cannot fit is not made.
        if k <= rows.max(cols) && k.max(0) as usize > self.mem.len() / cells.len().max(1) {
            return None;
        }
        let places = grid::lines(usize::try_from(rows).ok()?, usize::try_from(cols).ok()?, k);
        let runs: Vec<i64> = places.into_iter().map(|at| cells[at]).collect();
        let count = runs.len().checked_div(k.max(1) as usize)?;
        let held = self.put(&runs)? + 1;
        let pairs: Vec<i64> = (0..count as i64).flat_map(|i| [held + i * k, k]).collect();
        self.put_counted(count as i64, &pairs)
    }

    fn put_counted(&mut self, count: i64, words: &[i64]) -> Option<i64> {
        let at = self.put(words)?;
        self.mem[at as usize] = count;
        Some(at)
    }

    fn regions(&mut self, grid: (i64, i64, i64, i64), v: i64, fill: i64) -> Option<i64> {
        let (s, at, rows, cols) = grid;
        let cells = self.list(s, at, rows.checked_mul(cols)?)?.to_vec();
        let (height, width) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
        let mut found = Vec::new();
        for area in grid::areas(height, width, |at| cells[at] == v) {
            let trimmed: Vec<i64> = area.cells.iter().map(|own| if *own { v } else { fill }).collect();
            let cells_at = self.put(&trimmed)? + 1;
            let (high, wide) = ((trimmed.len() / area.width) as i64, area.width as i64);
            let lines: Vec<i64> = (0..high).flat_map(|r| [cells_at + r * wide, wide]).collect();
            found.extend([self.put(&lines)? + 1, high]);
        }
        self.put_counted(found.len() as i64 / 2, &found)
    }

    /// Lowers the last part above 1 and shares out what it and the ones behind it held.
    fn next_partition(&mut self, at: i64) -> Option<bool> {
        let len = *self.own(at, 1)?.first()?;
        let parts = self.own(at + 1, len)?;
        let Some(i) = parts.iter().rposition(|&x| x > 1) else { return Some(false) };
        let part = parts[i] - 1;
        let mut rest = len - i as i64;
        let mut next = i as i64;
        *self.own(at + 1 + next, 1)?.first_mut()? = part;
        while rest > 0 {
            next += 1;
            *self.own(at + 1 + next, 1)?.first_mut()? = rest.min(part);
            rest -= rest.min(part);
        }
        *self.own(at, 1)?.first_mut()? = next + 1;
        Some(true)
    }
}

fn as_set(mut items: Vec<i64>) -> Vec<i64> {
    items.sort_unstable();
    items.dedup();
    items
}

/// In rising order; none for 0.
fn divisors(n: i64) -> Option<Vec<i64>> {
    let n = u64::try_from(n).ok()?;
    let (mut low, mut high) = (Vec::new(), Vec::new());
    let mut d = 1u64;
    while d * d <= n && n > 0 {
        if n.is_multiple_of(d) {
            low.push(d as i64);
            if d * d != n {
                high.push((n / d) as i64);
            }
        }
        d += 1;
    }
    low.extend(high.into_iter().rev());
    Some(low)
}

/// Takes the last place that is not zero, moves one of it to the left, and the rest to the end.
fn next_composition(v: &mut [i64]) -> bool {
    let Some(i) = v.iter().rposition(|&x| x > 0).filter(|i| *i > 0) else { return false };
    let rest = v[i] - 1;
    v[i] = 0;
    v[i - 1] += 1;
    if let Some(last) = v.last_mut() {
        *last = rest;
    }
    true
}

fn next_below(v: &mut [i64], top: &[i64]) -> bool {
    let Some(i) = (0..v.len()).rev().find(|&i| v[i] < top[i]) else { return false };
    v[i] += 1;
    v[i + 1..].fill(0);
    true
}
