//! What nodes are called: numbers in a row, numbers with gaps, or any words.

use rustc_hash::FxHashMap;

use crate::memory::{NoMemory, filled};

/// The names of the nodes, by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// `first`, `first + 1`, …
    Run {
        /// The name of the first node.
        first: u32,
        /// The number of nodes.
        count: usize,
    },
    /// Numbers from small to large.
    Numbers(Vec<u32>),
    /// Words in the order in which they were first met. A number is written without leading zeros.
    Words(Vec<Box<str>>),
}

impl Names {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        match self {
            Names::Run { count, .. } => *count,
            Names::Numbers(numbers) => numbers.len(),
            Names::Words(words) => words.len(),
        }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Numbers the nodes of edges between numbers, in the order of the numbers. `alone` are nodes that lines of their own
/// name.
pub(super) fn number(edges: &mut [(u32, u32)], alone: &[u32]) -> Result<Names, NoMemory> {
    /// Numbers spread further than this, for each time one was met, are sorted instead of marked.
    const SPREAD: usize = 16;
    let both = |edges: &[(u32, u32)]| {
        edges.iter().fold((u32::MAX, 0), |(low, high), e| (low.min(e.0).min(e.1), high.max(e.0).max(e.1)))
    };
    let (mut low, mut high) = both(edges);
    alone.iter().for_each(|&n| (low, high) = (low.min(n), high.max(n)));
    if low > high {
        return Ok(Names::Run { first: 0, count: 0 });
    }
    let span = (high - low) as usize + 1;
    if span / SPREAD > 2 * edges.len() + alone.len() + 64 {
        return Ok(sorted(edges, alone));
    }
    let mut marks = filled(span.div_ceil(64), 0u64)?;
    let mut mark = |n: u32| marks[(n - low) as usize / 64] |= 1 << ((n - low) % 64);
    for &(a, b) in edges.iter() {
        mark(a);
        mark(b);
    }
    alone.iter().for_each(|&n| mark(n));
    let count: usize = marks.iter().map(|w| w.count_ones() as usize).sum();
    if count == span {
        if low > 0 {
            edges.iter_mut().for_each(|e| *e = (e.0 - low, e.1 - low));
        }
        return Ok(Names::Run { first: low, count });
    }
    // The place of a number: how many marks stand before it.
    let mut before = Vec::with_capacity(marks.len());
    let mut numbers = Vec::with_capacity(count);
    for (i, &word) in marks.iter().enumerate() {
        before.push(numbers.len() as u32);
        let mut rest = word;
        while rest != 0 {
            numbers.push(low + i as u32 * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
    let place = |n: u32| {
        let (word, bit) = ((n - low) as usize / 64, (n - low) % 64);
        before[word] + (marks[word] & ((1 << bit) - 1)).count_ones()
    };
    edges.iter_mut().for_each(|e| *e = (place(e.0), place(e.1)));
    Ok(Names::Numbers(numbers))
}

/// The same for few numbers that lie far apart.
fn sorted(edges: &mut [(u32, u32)], alone: &[u32]) -> Names {
    let mut numbers: Vec<u32> = edges.iter().flat_map(|e| [e.0, e.1]).chain(alone.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let places: FxHashMap<u32, u32> = numbers.iter().enumerate().map(|(i, &n)| (n, i as u32)).collect();
    edges.iter_mut().for_each(|e| *e = (places[&e.0], places[&e.1]));
    Names::Numbers(numbers)
}

/// Words, each numbered when it is first met.
#[derive(Default)]
pub(super) struct Words {
    places: FxHashMap<Box<str>, u32>,
    list: Vec<Box<str>>,
    letters: usize,
}

impl Words {
    /// The place of a word.
    pub(super) fn place(&mut self, word: &str) -> u32 {
        let plain = plain(word);
        let word = plain.as_deref().unwrap_or(word);
        if let Some(&place) = self.places.get(word) {
            return place;
        }
        let place = self.list.len() as u32;
        self.places.insert(word.into(), place);
        self.list.push(word.into());
        self.letters += word.len();
        place
    }

    /// The memory taken, about: two pieces of text and their places.
    pub(super) fn bytes(&self) -> usize {
        2 * self.letters + self.list.len() * 80
    }

    pub(super) fn finish(self) -> Names {
        Names::Words(self.list)
    }
}

/// A number as it is usually written, if it is one and is written otherwise.
fn plain(word: &str) -> Option<String> {
    let (sign, digits) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let short = digits.trim_start_matches('0');
    match short {
        "" => (word != "0").then(|| "0".into()),
        _ => (short.len() < digits.len()).then(|| format!("{sign}{short}")),
    }
}
