//! A table of a box as blocks inside blocks: which beginnings of words go on alike, for as long as the table knows.
//!
//! The words of k digits behind a prefix are a block of the table. Blocks of one size get a number each, equal ones the same
//! (as nodes of an octree that are shared), so that two prefixes are compared on all suffixes of one length by two numbers.

use super::Known;
use super::bits::Bits;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// No digit may stand there.
const NONE: usize = usize::MAX;

/// Letters of which blocks are made: 8 to 4096.
const LETTERS: usize = 1 << 10;

/// What is known of prefixes: how they go on.
pub(crate) trait Tails {
    /// Words of at most so many letters are known.
    fn length(&self) -> usize;

    /// For each length from 0 to `most` the class of the suffixes of that length that lead from a prefix into the set; 0 where
    /// none does. The prefix and `most` are together no longer than what is known.
    fn tails(&self, prefix: &[u32], most: usize) -> Vec<u32>;
}

/// A table that is a box, cell by cell.
pub(crate) struct Cells<'a> {
    /// All numbers without a cap are below this.
    pub(crate) side: u64,
    /// The largest number of each coordinate that has one.
    pub(crate) caps: Vec<Option<u64>>,
    /// How many cells one step of each coordinate passes over.
    pub(crate) steps: Vec<usize>,
    /// Whether each tuple belongs to the set.
    pub(crate) inside: &'a Bits,
}

/// The blocks of the largest part of a table that is as wide as a place of the numeration.
pub(crate) struct Blocks<'a> {
    cells: Cells<'a>,
    /// Digits.
    radix: usize,
    wide: usize,
    length: usize,
    bound: u64,
    /// For each number of a prefix and digit the number of the longer prefix.
    longer: Vec<usize>,
    /// The least number above the cap of each coordinate; it stands for all of them.
    over: Vec<usize>,
    /// By digits still to come: how many numbers the prefixes of each coordinate have.
    sides: Vec<Vec<usize>>,
    /// By digits still to come, from one on: the class of each block.
    classes: Vec<Vec<u32>>,
}

impl<'a> Blocks<'a> {
    /// How many digits the largest part has; `None` if the table is no box, or holds few digits.
    pub(crate) fn length_of<K: Known>(known: &K, numeration: Numeration) -> Option<usize> {
        let cells = known.cells()?;
        let wide = u32::try_from(cells.caps.len()).ok().filter(|w| *w > 0)?;
        numeration.digits().checked_pow(wide).filter(|l| *l <= LETTERS)?;
        let used = numeration.places(cells.side).1;
        (used > 2).then(|| used - 1)
    }

    /// The blocks of a table; `None` if it is no box, or holds few digits.
    pub(crate) fn new<K: Known>(
        known: &'a K,
        numeration: Numeration,
        effort: &Effort,
    ) -> Result<Option<Blocks<'a>>, Halt> {
        let (Some(cells), Some(length)) = (known.cells(), Blocks::length_of(known, numeration)) else {
            return Ok(None);
        };
        let (wide, radix) = (cells.caps.len(), numeration.digits());
        let places = numeration.places(cells.side).0;
        // Numbers in their order: the words of one digit more come in the order of the words that they begin with.
        let tops = numeration.tops();
        let (mut longer, mut states) = (Vec::new(), vec![0usize]);
        for n in 0..places[length - 1] as usize {
            for digit in 0..radix {
                let after = u8::try_from(digit).ok().and_then(|d| tops.follow(states[n], d));
                longer.push(match after {
                    None => NONE,
                    Some(_) if n == 0 && digit == 0 => 0,
                    Some(after) => {
                        states.push(after);
                        states.len() - 1
                    }
                });
            }
        }
        let over: Vec<usize> = cells.caps.iter().map(|c| c.map_or(NONE, |c| c as usize + 1)).collect();
        let of = |k: usize| {
            over.iter().map(|o| (places[length - k] as usize).min(o.saturating_add(1))).collect::<Vec<_>>()
        };
        let sides = (0..=length).map(of).collect();
        let bound = places[length];
        let mut blocks =
            Blocks { bound, cells, radix, wide, length, longer, over, sides, classes: Vec::new() };
        for k in 1..=length {
            let made = blocks.level(k, effort)?;
            blocks.classes.push(made);
        }
        Ok(Some(blocks))
    }

    /// All numbers without a cap in it are below this.
    pub(crate) fn bound(&self) -> u64 {
        self.bound
    }

    /// The prefix with one digit more; `NONE` if there is none.
    fn after(&self, track: usize, n: usize, digit: usize) -> usize {
        let over = self.over[track];
        if n == over {
            return over;
        }
        match self.longer[n * self.radix + digit] {
            NONE => NONE,
            longer => longer.min(over),
        }
    }

    /// The classes of the blocks of k digits from those of one digit less.
    fn level(&self, k: usize, effort: &Effort) -> Result<Vec<u32>, Halt> {
        let (sides, below) = (&self.sides[k], &self.sides[k - 1]);
        let mut steps = vec![1usize; self.wide];
        for t in (1..self.wide).rev() {
            steps[t - 1] = steps[t] * below[t];
        }
        let source = if k == 1 { None } else { Some(&self.classes[k - 2]) };
        if k == 1 {
            steps.clone_from(&self.cells.steps);
        }
        // By coordinate, number and digit: how far into the blocks below.
        let far = |t: usize| {
            let step = steps[t];
            let one = |i: usize| match self.after(t, i / self.radix, i % self.radix) {
                // The table has no numbers above caps.
                NONE => NONE,
                m if k == 1 && m == self.over[t] => NONE,
                m => m * step,
            };
            (0..sides[t] * self.radix).map(one).collect::<Vec<usize>>()
        };
        let far: Vec<Vec<usize>> = (0..self.wide).map(far).collect();
        let letters = self.radix.pow(self.wide as u32);
        let blocks: usize = sides.iter().product();
        let mut classes = Vec::with_capacity(blocks);
        let mut rows: Vec<u32> = vec![0; letters];
        let mut found: FxHashMap<u64, u32> = FxHashMap::default();
        let mut row = vec![0u32; letters];
        let mut x = vec![0usize; self.wide];
        let mut sums: Vec<Vec<usize>> = vec![vec![0]; self.wide];
        let mut changed = 0;
        let last = self.wide - 1;
        for _ in 0..blocks {
            for t in changed..last {
                let next = sums[t].iter().flat_map(|s| {
                    let own = &far[t][x[t] * self.radix..(x[t] + 1) * self.radix];
                    own.iter().map(move |o| if *s == NONE || *o == NONE { NONE } else { s + o })
                });
                let next = next.collect();
                sums[t + 1] = next;
            }
            let own = &far[last][x[last] * self.radix..(x[last] + 1) * self.radix];
            let mut any = 0;
            let mut at = 0;
            for s in &sums[last] {
                for o in own {
                    let class = match (*s == NONE || *o == NONE, source) {
                        (true, _) => 0,
                        (false, Some(source)) => source[s + o],
                        (false, None) => u32::from(self.cells.inside.get(s + o)),
                    };
                    row[at] = class;
                    any |= class;
                    at += 1;
                }
            }
            classes.push(if any == 0 { 0 } else { number(&row, &mut rows, &mut found) });
            effort.spend(1 + letters as u64 / 8)?;
            changed = self.wide;
            for t in (0..self.wide).rev() {
                changed = t;
                x[t] += 1;
                if x[t] < sides[t] {
                    break;
                }
                x[t] = 0;
            }
        }
        Ok(classes)
    }
}

/// The number of a row among those seen.
fn number(row: &[u32], rows: &mut Vec<u32>, found: &mut FxHashMap<u64, u32>) -> u32 {
    let mix = |h: u64, c: &u32| (h.rotate_left(5) ^ u64::from(*c)).wrapping_mul(0x517c_c1b7_2722_0a95);
    let mut hash = row.iter().fold(0, mix);
    loop {
        match found.get(&hash) {
            None => {
                let class = (rows.len() / row.len()) as u32;
                found.insert(hash, class);
                rows.extend_from_slice(row);
                return class;
            }
            Some(class) => {
                let from = *class as usize * row.len();
                if rows[from..from + row.len()] == *row {
                    return *class;
                }
                hash = hash.wrapping_add(1);
            }
        }
    }
}

impl Tails for Blocks<'_> {
    fn length(&self) -> usize {
        self.length
    }

    fn tails(&self, prefix: &[u32], most: usize) -> Vec<u32> {
        let number = |t: usize| {
            let weight = self.radix.pow((self.wide - 1 - t) as u32);
            prefix.iter().try_fold(0, |n, letter| {
                match self.after(t, n, *letter as usize / weight % self.radix) {
                    NONE => None,
                    after => Some(after),
                }
            })
        };
        let Some(numbers) = (0..self.wide).map(number).collect::<Option<Vec<usize>>>() else {
            return vec![0; most + 1];
        };
        let class = |k: usize| {
            if k == 0 {
                let mut at = 0;
                for (t, n) in numbers.iter().enumerate() {
                    if *n == self.over[t] {
                        return 0;
                    }
                    at += n * self.cells.steps[t];
                }
                return u32::from(self.cells.inside.get(at));
            }
            let place = numbers.iter().zip(&self.sides[k]).fold(0, |place, (n, side)| place * side + n);
            self.classes[k - 1][place]
        };
        (0..=most).map(class).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box with some pattern in it, the second number up to 2.
    struct Pattern {
        side: u64,
        inside: Bits,
    }

    impl Known for Pattern {
        fn width(&self) -> usize {
            2
        }

        fn look(&self, tuple: &[i64]) -> Option<bool> {
            let inside = tuple[0] < self.side as i64;
            inside.then(|| tuple[1] <= 2 && self.inside.get((tuple[0] * 3 + tuple[1]) as usize))
        }

        fn members(&self) -> &[u32] {
            &[]
        }

        fn size(&self) -> usize {
            self.side as usize * 3
        }

        fn weights(&self) -> &[u64] {
            &[1, 1]
        }

        fn capped(&self, track: usize) -> bool {
            track == 1
        }

        fn cells(&self) -> Option<Cells<'_>> {
            Some(Cells {
                side: self.side,
                caps: vec![None, Some(2)],
                steps: vec![3, 1],
                inside: &self.inside,
            })
        }
    }

    #[test]
    fn prefixes_are_alike_if_no_suffix_tells_them_apart() {
        let effort = Effort::new(None);
        let mut inside = Bits::new(64 * 3);
        (0..64 * 3).filter(|i| (i * i / 7 + i) % 5 < 2).for_each(|i| inside.set(i));
        let pattern = Pattern { side: 64, inside };
        for name in ["2", "3", "fibonacci", "tribonacci"] {
            let numeration = Numeration::named(name).unwrap();
            let blocks = Blocks::new(&pattern, numeration, &effort).unwrap().unwrap();
            let r = numeration.digits() as u32;
            let letters = r * r;
            let words = |k: usize| {
                (0..k).fold(vec![Vec::new()], |all: Vec<Vec<u32>>, _| {
                    all.iter()
                        .flat_map(|w| (0..letters).map(move |l| [w.clone(), vec![l]].concat()))
                        .collect()
                })
            };
            // Whether a word is in the set; words that are no representations are not.
            let member = |word: &[u32]| {
                let digits = |t: u32| {
                    word.iter().map(|l| if t == 0 { l / r } else { l % r } as u8).collect::<Vec<_>>()
                };
                let tops = numeration.tops();
                let valid = |d: &Vec<u8>| d.iter().try_fold(0, |s, d| tops.follow(s, *d)).is_some();
                let number = |d: Vec<u8>| i64::try_from(&numeration.read(&d)).unwrap();
                let all = [digits(0), digits(1)];
                all.iter().all(valid) && pattern.look(&all.map(number)) == Some(true)
            };
            let prefixes: Vec<Vec<u32>> = (0..=2).flat_map(words).collect();
            for k in 0..=2.min(blocks.length() - 2) {
                let suffixes = words(k);
                let tails = |p: &Vec<u32>| {
                    suffixes.iter().map(|s| member(&[p.clone(), s.clone()].concat())).collect::<Vec<_>>()
                };
                for (p, q) in prefixes.iter().flat_map(|p| prefixes.iter().map(move |q| (p, q))).step_by(7) {
                    let same = blocks.tails(p, k)[k] == blocks.tails(q, k)[k];
                    assert_eq!(same, tails(p) == tails(q), "{name} {k} {p:?} {q:?}");
                }
            }
        }
    }
}
