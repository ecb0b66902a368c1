//! A candidate for the quotient: a finite commutative monoid by its normal forms, as in a Gröbner basis of binomials.
//!
//! Letters are heaps that are no product of lighter ones. A *standard* word (a multiset of letters) is the lightest of its
//! class; a *corner* is a word that is not standard while all its proper divisors are, and carries the standard word that it equals. The
//! table of products by one letter follows from the corners. Entries that no corner decides yet are holes.

use bouton_budget::{Halt, Meter};
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A number of a standard word.
pub(crate) type Id = u32;
/// A multiset of letters (columns of the table), the largest first.
pub(crate) type Word = Box<[u16]>;

pub(crate) const NONE: Id = Id::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Hole,
    Standard,
    Corner,
    Derived,
}

#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The heap of each column.
    pub(crate) letters: Vec<usize>,
    pub(crate) letter_weights: Vec<u64>,
    /// What each heap is: a column, or a standard word.
    pub(crate) heaps: Vec<Place>,
    pub(crate) words: Vec<Word>,
    pub(crate) weights: Vec<u64>,
    index: FxHashMap<Word, Id>,
    pub(crate) corners: FxHashMap<Word, Id>,
    table: Vec<Vec<Id>>,
    kinds: Vec<Vec<Kind>>,
    /// For each standard word its distinct letters and what is left without one of each.
    below: Vec<Vec<(u16, Id)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Letter(u16),
    Image(Id),
}

/// The word with one letter more.
pub(crate) fn with(word: &[u16], letter: u16) -> Word {
    let at = word.partition_point(|l| *l >= letter);
    let mut out = Vec::with_capacity(word.len() + 1);
    out.extend_from_slice(&word[..at]);
    out.push(letter);
    out.extend_from_slice(&word[at..]);
    out.into()
}

/// The order of words: by weight, then by the largest letters. Products keep it.
pub(crate) fn order(a: (u64, &[u16]), b: (u64, &[u16])) -> Ordering {
    a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1))
}

impl Candidate {
    /// The monoid of the empty sum.
    pub(crate) fn new() -> Self {
        let mut all = Self {
            letters: Vec::new(),
            letter_weights: Vec::new(),
            heaps: Vec::new(),
            words: Vec::new(),
            weights: Vec::new(),
            index: FxHashMap::default(),
            corners: FxHashMap::default(),
            table: Vec::new(),
            kinds: Vec::new(),
            below: Vec::new(),
        };
        all.add_standard(Box::default(), 0);
        all
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.letters.len()
    }

    /// The product, or `NONE` at a hole.
    pub(crate) fn times(&self, id: Id, letter: u16) -> Id {
        self.table[id as usize][letter as usize]
    }

    pub(crate) fn standard(&self, word: &[u16]) -> Option<Id> {
        self.index.get(word).copied()
    }

    pub(crate) fn letters_of(&self, heap: usize) -> &[u16] {
        match &self.heaps[heap] {
            Place::Letter(letter) => std::slice::from_ref(letter),
            Place::Image(id) => &self.words[*id as usize],
        }
    }

    /// What a heap is, in a table without holes.
    pub(crate) fn image(&self, heap: usize) -> Id {
        match self.heaps[heap] {
            Place::Letter(letter) => self.times(0, letter),
            Place::Image(id) => id,
        }
    }

    /// A heap becomes a letter: a column of holes.
    pub(crate) fn add_letter(&mut self, heap: usize, weight: u64) -> u16 {
        let letter = u16::try_from(self.letters.len()).expect("fewer than 65,536 letters");
        self.letters.push(heap);
        self.letter_weights.push(weight);
        for (row, kinds) in self.table.iter_mut().zip(&mut self.kinds) {
            row.push(NONE);
            kinds.push(Kind::Hole);
        }
        if heap == self.heaps.len() {
            self.heaps.push(Place::Letter(letter));
        } else {
            self.heaps[heap] = Place::Letter(letter);
        }
        letter
    }

    pub(crate) fn add_standard(&mut self, word: Word, weight: u64) -> Id {
        let id = self.words.len() as Id;
        self.index.insert(word.clone(), id);
        self.table.push(vec![NONE; self.columns()]);
        self.kinds.push(vec![Kind::Hole; self.columns()]);
        let mut below: Vec<(u16, Id)> = Vec::new();
        for at in 0..word.len() {
            if at > 0 && word[at] == word[at - 1] {
                continue;
            }
            let mut rest = word.to_vec();
            rest.remove(at);
            let from = self.index[rest.as_slice()];
            below.push((word[at], from));
            self.set(from, word[at], id, Kind::Standard);
        }
        self.below.push(below);
        self.words.push(word);
        self.weights.push(weight);
        id
    }

    /// The distinct letters of a standard word, each with the word without it.
    pub(crate) fn below(&self, id: Id) -> &[(u16, Id)] {
        &self.below[id as usize]
    }

    fn set(&mut self, id: Id, letter: u16, to: Id, kind: Kind) {
        self.table[id as usize][letter as usize] = to;
        self.kinds[id as usize][letter as usize] = kind;
    }

    pub(crate) fn weight_times(&self, id: Id, letter: u16) -> u64 {
        self.weights[id as usize].saturating_add(self.letter_weights[letter as usize])
    }

    /// Makes a hole whole by what is known: a corner, or a divisor that is not standard. `Err` tells whether all divisors are
    /// standard, so that the word itself has to be decided.
    pub(crate) fn derive(&mut self, id: Id, letter: u16) -> Result<Id, bool> {
        let known = self.times(id, letter);
        if known != NONE {
            return Ok(known);
        }
        let mut open = true;
        for at in 0..self.below[id as usize].len() {
            let (other, rest) = self.below[id as usize][at];
            let left = self.times(rest, letter);
            if left == NONE {
                open = false;
            } else if self.kinds[rest as usize][letter as usize] != Kind::Standard {
                open = false;
                let to = self.times(left, other);
                if to != NONE {
                    self.set(id, letter, to, Kind::Derived);
                    return Ok(to);
                }
            }
        }
        if open {
            let word = with(&self.words[id as usize], letter);
            if let Some(to) = self.corners.get(&word).copied() {
                self.set(id, letter, to, Kind::Corner);
                return Ok(to);
            }
        }
        Err(open)
    }

    /// Forgets what followed from corners and derives it anew; gives what stays a hole.
    pub(crate) fn fill(&mut self) -> Vec<(Id, u16)> {
        let mut todo: Vec<(u64, Id, u16)> = Vec::new();
        for id in 0..self.len() {
            for letter in 0..self.columns() {
                if self.kinds[id][letter] != Kind::Standard {
                    self.table[id][letter] = NONE;
                    self.kinds[id][letter] = Kind::Hole;
                    todo.push((self.weight_times(id as Id, letter as u16), id as Id, letter as u16));
                }
            }
        }
        todo.sort_unstable();
        let mut holes = Vec::new();
        let mut from = 0;
        while from < todo.len() {
            let to = from + todo[from..].partition_point(|t| t.0 == todo[from].0);
            // Words of the same weight may follow from each other.
            loop {
                let mut changed = false;
                for (_, id, letter) in &todo[from..to] {
                    if self.times(*id, *letter) == NONE {
                        changed |= self.derive(*id, *letter).is_ok();
                    }
                }
                if !changed {
                    break;
                }
            }
            holes.extend(todo[from..to].iter().map(|t| (t.1, t.2)).filter(|t| self.times(t.0, t.1) == NONE));
            from = to;
        }
        holes
    }

    /// A word that is no standard word: a corner that divides it.
    pub(crate) fn corner_of(&self, word: &[u16]) -> Option<Word> {
        let mut id = 0;
        for letter in word {
            match self.kinds[id as usize][*letter as usize] {
                Kind::Standard => id = self.times(id, *letter),
                _ => {
                    let letter = *letter;
                    // Divisors that are not standard become smaller until there are none.
                    while let Some((_, rest)) = self.below[id as usize]
                        .iter()
                        .find(|(_, rest)| self.kinds[*rest as usize][letter as usize] != Kind::Standard)
                    {
                        id = *rest;
                    }
                    return Some(with(&self.words[id as usize], letter));
                }
            }
        }
        None
    }

    /// Two products by letters that do not commute, the lightest: the standard word and the letters.
    pub(crate) fn conflict(&self) -> Option<(Id, u16, u16)> {
        let mut lightest: Option<(u64, Id, u16, u16)> = None;
        for (id, row) in self.table.iter().enumerate() {
            for (a, left) in row.iter().enumerate() {
                for (b, right) in row.iter().enumerate().take(a) {
                    if self.table[*left as usize][b] != self.table[*right as usize][a] {
                        let (id, a, b) = (id as Id, a as u16, b as u16);
                        let weight = self.weight_times(id, a).saturating_add(self.letter_weights[b as usize]);
                        if lightest.is_none_or(|lightest| weight < lightest.0) {
                            lightest = Some((weight, id, a, b));
                        }
                    }
                }
            }
        }
        lightest.map(|(_, id, a, b)| (id, a, b))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.len() * (self.columns() * 5 + 200) + self.corners.len() * 100
    }

    /// Standard words that are taken to equal lighter ones are no longer standard, nor are their multiples.
    pub(crate) fn demote(&mut self, pairs: &FxHashMap<Id, Id>) {
        let mut kept = vec![true; self.len()];
        let mut ids: Vec<usize> = (0..self.len()).collect();
        ids.sort_by(|a, b| order((self.weights[*a], &self.words[*a]), (self.weights[*b], &self.words[*b])));
        for id in &ids {
            kept[*id] = !pairs.contains_key(&(*id as Id))
                && self.below[*id].iter().all(|(_, rest)| kept[*rest as usize]);
        }
        let mut new = Self::new();
        new.letters.clone_from(&self.letters);
        new.letter_weights.clone_from(&self.letter_weights);
        new.table[0] = vec![NONE; new.columns()];
        new.kinds[0] = vec![Kind::Hole; new.columns()];
        for id in ids {
            if kept[id] && id > 0 {
                new.add_standard(self.words[id].clone(), self.weights[id]);
            }
        }
        let mut images = Vec::new();
        for (heap, place) in self.heaps.iter().enumerate() {
            if let Place::Image(id) = place {
                let to = pairs.get(id).copied().unwrap_or(*id);
                match new.standard(&self.words[to as usize]) {
                    Some(to) => images.push((heap, Place::Image(to))),
                    None => images.push((heap, Place::Image(NONE))),
                }
            } else {
                images.push((heap, *place));
            }
        }
        new.heaps = images.into_iter().map(|(_, place)| place).collect();
        let is_corner = |new: &Self, word: &[u16]| {
            (0..word.len()).all(|at| {
                let mut rest = word.to_vec();
                rest.remove(at);
                new.standard(&rest).is_some()
            })
        };
        let corners = self.corners.iter().map(|(word, to)| (word.clone(), *to));
        let demoted = pairs.iter().map(|(from, to)| (self.words[*from as usize].clone(), *to));
        for (word, to) in corners.chain(demoted) {
            if let Some(to) = new.standard(&self.words[to as usize])
                && is_corner(&new, &word)
            {
                new.corners.insert(word, to);
            }
        }
        *self = new;
    }

    /// Takes the last letter back: its heap is an element.
    pub(crate) fn drop_letter(&mut self, image: Id) {
        let heap = self.letters.pop().expect("a letter was added");
        self.letter_weights.pop();
        for (row, kinds) in self.table.iter_mut().zip(&mut self.kinds) {
            row.pop();
            kinds.pop();
        }
        self.heaps[heap] = Place::Image(image);
    }

    /// The rows of the whole table of products, for a table without holes.
    pub(crate) fn rows(&self, meter: &mut Meter) -> Result<Vec<Box<[Id]>>, Halt> {
        let mut rows: Vec<Box<[Id]>> = Vec::with_capacity(self.len());
        for id in 0..self.len() {
            meter.tick(self.len())?;
            let row = match self.below[id].first() {
                None => (0..self.len() as Id).collect(),
                Some((letter, rest)) => {
                    rows[*rest as usize].iter().map(|to| self.times(*to, *letter)).collect()
                }
            };
            rows.push(row);
        }
        Ok(rows)
    }

    /// The same monoid with classes of elements joined (a congruence), by its lightest words.
    pub(crate) fn merged(&self, classes: &[u32], weights: &[u64]) -> Self {
        let count = classes.iter().max().map_or(0, |class| *class as usize + 1);
        // Products of classes by letters.
        let mut times = vec![vec![0; self.columns()]; count];
        for id in 0..self.len() {
            for letter in 0..self.columns() {
                times[classes[id] as usize][letter] = classes[self.table[id][letter] as usize];
            }
        }
        let mut new = Self::new();
        new.heaps = vec![Place::Image(NONE); self.heaps.len()];
        // Letters by weight, so that a letter that is a product comes after its parts.
        let mut letters: Vec<usize> = (0..self.columns()).collect();
        letters.sort_by_key(|letter| (self.letter_weights[*letter], *letter));
        let mut names = vec![NONE; count];
        names[classes[0] as usize] = 0;
        let mut class_of: Vec<u32> = vec![classes[0]];
        let mut old_letter: Vec<usize> = Vec::new();
        let mut queue: BinaryHeap<Reverse<(u64, Word, Id, u16)>> = BinaryHeap::new();
        let mut waiting = letters.into_iter().peekable();
        loop {
            // A letter enters when its weight is reached.
            let next = queue.peek().map(|Reverse(hole)| hole.0);
            if let Some(letter) =
                waiting.next_if(|letter| next.is_none_or(|next| self.letter_weights[*letter] <= next))
            {
                let heap = self.letters[letter];
                let class = times[classes[0] as usize][letter];
                if names[class as usize] != NONE {
                    new.heaps[heap] = Place::Image(names[class as usize]);
                    continue;
                }
                let column = new.add_letter(heap, weights[heap]);
                old_letter.push(letter);
                for id in 0..new.len() as Id {
                    let word = with(&new.words[id as usize], column);
                    queue.push(Reverse((new.weight_times(id, column), word, id, column)));
                }
                continue;
            }
            let Some(Reverse((weight, word, id, column))) = queue.pop() else { break };
            if new.derive(id, column) != Err(true) {
                continue;
            }
            let class = times[class_of[id as usize] as usize][old_letter[column as usize]];
            if names[class as usize] != NONE {
                new.corners.insert(word, names[class as usize]);
                let _ = new.derive(id, column);
                continue;
            }
            let made = new.add_standard(word, weight);
            names[class as usize] = made;
            class_of.push(class);
            for column in 0..new.columns() as u16 {
                let word = with(&new.words[made as usize], column);
                queue.push(Reverse((new.weight_times(made, column), word, made, column)));
            }
        }
        for heap in 0..self.heaps.len() {
            if let Place::Image(id) = self.heaps[heap] {
                new.heaps[heap] = Place::Image(names[classes[id as usize] as usize]);
            }
        }
        new.fill();
        new
    }
}
