//! The genus of a heap, as the books print it: its Grundy value, and how misère play goes with heaps of two beside it.
//!
//! The genus of G is g^γ0γ1γ2…: g is the Grundy value, γn the misère Grundy value of G with n Nim heaps of 2, where the misère Grundy
//! value of the empty sum is 1 and otherwise the least number that no option has (J. H. Conway, On Numbers and Games, chapter 12). From
//! some n on the γn are by turns c and c ⊕ 2, so the digits are written until these two come: 1^031, 4^146. A genus is tame
//! if a position of Nim has it; a heap with another is wild. The genus of a sum does not follow from those of its parts, so sums are looked at
//! one by one, as many as are worth it.

use rustc_hash::FxHashMap;
use std::fmt;

/// A genus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy value.
    pub grundy: u32,
    /// γ0, γ1, … until the last two go on by turns.
    pub digits: Vec<u32>,
}

impl Genus {
    fn digit(&self, n: usize) -> u32 {
        match self.digits.get(n) {
            Some(digit) => *digit,
            // The last two go on by turns.
            None => self.digits[self.digits.len() - 2 + (n - self.digits.len()) % 2],
        }
    }

    /// Is it the genus of a position of Nim?
    pub fn tame(&self) -> bool {
        let g = self.grundy;
        match self.digits.as_slice() {
            // Heaps of at most 1: 0^120 and 1^031.
            [a, b, c] => g < 2 && (*a, *b, *c) == (g ^ 1, g ^ 2, g),
            // A larger heap among them.
            [a, b] => (*a, *b) == (g, g ^ 2),
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(u32::to_string).collect();
        let large = self.digits.iter().any(|digit| *digit > 9);
        write!(f, "{}^{}", self.grundy, digits.join(if large { "," } else { "" }))
    }
}

/// The genera of heaps, each given by its options after those that it leads to.
#[derive(Clone, Debug, Default)]
pub struct Genera {
    /// The options of each heap, each a sorted list of heaps.
    heaps: Vec<Vec<Box<[u32]>>>,
    /// Sums by their heaps in order.
    known: FxHashMap<Box<[u32]>, Genus>,
}

/// A sum whose options are being looked at.
struct Open {
    sum: Box<[u32]>,
    options: Vec<Box<[u32]>>,
}

impl Genera {
    /// No heaps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a heap by its options, each a list of earlier heaps; its genus, unless more than so many sums would have been looked at in all.
    pub fn add(&mut self, options: impl IntoIterator<Item = Vec<usize>>, most: usize) -> Option<Genus> {
        let mut list: Vec<Box<[u32]>> = Vec::new();
        for option in options {
            list.push(self.normal(option.into_iter().map(|heap| heap as u32)));
        }
        list.sort_unstable();
        list.dedup();
        self.heaps.push(list);
        let heap = self.heaps.len() as u32 - 1;
        self.genus(self.normal([heap]), most)
    }

    /// The heaps of a sum in their order, without those from which there is no move.
    fn normal(&self, sum: impl IntoIterator<Item = u32>) -> Box<[u32]> {
        let moves = |heap: &u32| !self.heaps[*heap as usize].is_empty();
        let mut sum: Vec<u32> = sum.into_iter().filter(moves).collect();
        sum.sort_unstable();
        sum.into()
    }

    fn open(&self, sum: Box<[u32]>) -> Open {
        let mut options = Vec::new();
        for at in (0..sum.len()).filter(|at| *at == 0 || sum[at - 1] != sum[*at]) {
            for option in &self.heaps[sum[at] as usize] {
                let others = sum.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, heap)| *heap);
                let mut after: Vec<u32> = others.chain(option.iter().copied()).collect();
                after.sort_unstable();
                options.push(after.into());
            }
        }
        options.sort_unstable();
        options.dedup();
        Open { sum, options }
    }

    fn genus(&mut self, sum: Box<[u32]>, most: usize) -> Option<Genus> {
        if let Some(known) = self.known.get(&sum) {
            return Some(known.clone());
        }
        let mut stack = vec![self.open(sum.clone())];
        while let Some(open) = stack.last() {
            if let Some(next) = open.options.iter().find(|option| !self.known.contains_key(*option)) {
                if self.known.len() + stack.len() >= most {
                    return None;
                }
                let next = self.open(next.clone());
                stack.push(next);
                continue;
            }
            let found = of_options(open.options.iter().map(|option| &self.known[option]));
            let done = stack.pop()?;
            self.known.insert(done.sum, found);
        }
        self.known.get(&sum).cloned()
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
}

/// The genus of a sum by those of its options.
fn of_options<'g>(options: impl Iterator<Item = &'g Genus> + Clone) -> Genus {
    let grundy = mex(options.clone().map(|option| option.grundy));
    let settled = options.clone().map(|option| option.digits.len()).max().unwrap_or(0);
    let mut digits: Vec<u32> = Vec::new();
    loop {
        let n = digits.len();
        // With n heaps of two: a move in the sum, or one of the heaps of two becomes one of 1, or goes.
        let beside = digits.last().map(|last| [*last, last ^ 1]).into_iter().flatten();
        let values = options.clone().map(|option| option.digit(n)).chain(beside);
        let empty = n == 0 && options.clone().next().is_none();
        digits.push(if empty { 1 } else { mex(values) });
        // Once the options go by turns, two places that return go on for ever.
        let end = digits.len();
        if end >= settled + 3 && digits[end - 1] == digits[end - 3] {
            break;
        }
    }
    while matches!(digits[..], [.., a, _, c] if a == c) {
        digits.pop();
    }
    Genus { grundy, digits }
}
