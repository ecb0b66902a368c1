//! A candidate under trial: outcomes by the rule of misère play, holes filled by tests, replacements refuted.

use crate::candidate::{Candidate, Id, NONE, Place, Word, order, with};
use crate::closure::{Bits, Closure, Product, has, put};
use crate::solver::Heap;
use bouton_budget::{Halt, Meter};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A sum that is reduced as far as the table goes: a standard word and the letters at holes.
type State = (Id, Word);

/// A hole, ordered by the word that it stands for.
#[derive(PartialEq, Eq)]
struct Hole {
    weight: u64,
    word: Word,
    id: Id,
    letter: u16,
}

impl Ord for Hole {
    fn cmp(&self, other: &Self) -> Ordering {
        order((self.weight, &self.word), (other.weight, &other.word)).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Hole {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How often the new heap is put beside the tests that are known.
const WITH_NEW: usize = 2;

/// So many sums at holes are searched anew before the last table without holes is asked.
const SEARCHED: usize = 2000;

/// What one look at a sum needs: the monoid, and for each heap the contexts in which a move in it wins.
pub(crate) struct Look {
    pub(crate) product: Product,
    pub(crate) wins: Vec<Bits>,
}

pub(crate) struct Trial<'h> {
    pub(crate) heaps: &'h [Heap],
    pub(crate) candidate: Candidate,
    pub(crate) tests: Vec<Vec<u32>>,
    /// Outcomes of sums: true is lost for the player to move.
    outcomes: FxHashMap<State, bool>,
    /// Outcomes of standard words, as far as they are known.
    lost: Vec<Option<bool>>,
    /// Options of standard words and of letters, as far as they were asked for.
    options: Vec<Option<Box<[State]>>>,
    /// The letters of the tests.
    spelled: Vec<Word>,
    /// What the tests say of each standard word, and who says it first.
    rows: FxHashMap<Box<[u64]>, Id>,
    /// The last table without holes, with the element of each heap, and how many sums are searched before it is asked.
    before: Option<(Look, Vec<Id>)>,
    steps: usize,
    /// Words that were told apart by a sum: they are not taken for the same again.
    pub(crate) apart: FxHashMap<(Word, Word), Vec<usize>>,
    /// Corners that were taken back on suspicion once.
    pub(crate) doubted: FxHashSet<Word>,
    pub(crate) refuted: usize,
}

impl<'h> Trial<'h> {
    pub(crate) fn new(heaps: &'h [Heap], candidate: Candidate, tests: Vec<Vec<u32>>) -> Self {
        Self {
            heaps,
            candidate,
            tests,
            outcomes: FxHashMap::default(),
            lost: Vec::new(),
            options: Vec::new(),
            spelled: Vec::new(),
            rows: FxHashMap::default(),
            before: None,
            steps: 0,
            apart: FxHashMap::default(),
            doubted: FxHashSet::default(),
            refuted: 0,
        }
    }

    /// The new heap: an element that the tests do not tell it from, or a letter.
    pub(crate) fn place(&mut self, heap: usize, meter: &mut Meter) -> Result<(), Halt> {
        let letter = self.candidate.add_letter(heap, self.heaps[heap].weight);
        self.forget();
        self.tell_apart(meter)?;
        let row = self.row(0, &[letter], meter)?;
        if let Some(id) = self.rows.get(&row).copied() {
            self.candidate.drop_letter(id);
        }
        Ok(())
    }

    /// Adds a heap to pairs; gives the weight of a sum that fails.
    pub(crate) fn enter(&self, closure: &mut Closure, product: &Product, heap: usize) -> Option<u64> {
        // A heap without moves is the empty sum.
        if self.heaps[heap].options.is_empty() {
            return None;
        }
        let wins = Closure::contexts(product, &self.option_images(&product.rows, heap));
        let weight = self.heaps[heap].weight;
        let image = self.candidate.image(heap);
        closure.add(product, &self.candidate.weights, (heap, weight), image, wins).map(|wrong| wrong.1)
    }

    /// The pairs of the first heaps, for a candidate that is right for them.
    pub(crate) fn closed(&self, product: &Product, heaps: usize, meter: &mut Meter) -> Result<Closure, Halt> {
        let mut closure = Closure::new(product.rows.len());
        for heap in 0..heaps {
            self.enter(&mut closure, product, heap);
        }
        closure.close(product, u64::MAX, meter)?;
        Ok(closure)
    }

    /// Learns until the candidate is proved, and reduces it.
    pub(crate) fn learn(&mut self, meter: &mut Meter) -> Result<(Product, Option<Closure>), Halt> {
        self.begin();
        loop {
            self.complete(meter)?;
            let look = self.looking(meter)?;
            let images: Vec<Id> = (0..self.heaps.len()).map(|heap| self.candidate.image(heap)).collect();
            if let Some(sum) = self.sweep(&look, meter)? {
                self.refute(&look, sum);
                self.before = Some((look, images));
                continue;
            }
            if let Some((id, a, b)) = self.candidate.conflict() {
                self.settle_conflict(id, a, b, meter)?;
                self.before = Some((look, images));
                continue;
            }
            let mut closure = Closure::new(self.candidate.len());
            let mut wrong: Option<(u64, Vec<usize>)> = None;
            for (heap, wins) in look.wins.iter().enumerate() {
                meter.tick(closure.len())?;
                if self.heaps[heap].options.is_empty() {
                    continue;
                }
                let weight = self.heaps[heap].weight;
                let image = self.candidate.image(heap);
                let fails =
                    closure.add(&look.product, &self.candidate.weights, (heap, weight), image, wins.clone());
                if let Some((context, weight)) = fails
                    && wrong.as_ref().is_none_or(|wrong| weight < wrong.0)
                {
                    let mut sum = self.heaps_of(&self.candidate.words[context as usize]);
                    sum.push(heap);
                    wrong = Some((weight, sum));
                }
            }
            let below = wrong.as_ref().map_or(u64::MAX, |wrong| wrong.0);
            if let Some(violation) = closure.close(&look.product, below, meter)? {
                wrong = Some((violation.weight, violation.sum));
            }
            let Some((_, sum)) = wrong else {
                return self.reduce(look.product, closure, meter);
            };
            self.refute(&look, sum);
            self.before = Some((look, images));
        }
    }

    /// The new heap is a letter, and tests are made with it.
    fn begin(&mut self) {
        let heap = self.heaps.len() - 1;
        if let Place::Image(id) = self.candidate.heaps[heap] {
            let letter = self.candidate.add_letter(heap, self.heaps[heap].weight);
            self.apart.insert((vec![letter].into(), self.candidate.words[id as usize].clone()), Vec::new());
        }
        let known = self.tests.clone();
        for count in 1..=WITH_NEW {
            for test in &known {
                let mut test = test.clone();
                test.extend(std::iter::repeat_n(heap as u32, count));
                if !self.tests.contains(&test) {
                    self.tests.push(test);
                }
            }
        }
    }

    /// What one look at a sum needs, for a table without holes whose products commute.
    fn looking(&mut self, meter: &mut Meter) -> Result<Look, Halt> {
        let order = self.candidate.len();
        meter.room_for(order, self.bytes(), order * order * 5)?;
        let rows = self.candidate.rows(meter)?;
        let images: Vec<Vec<Id>> =
            (0..self.heaps.len()).map(|heap| self.option_images(&rows, heap)).collect();
        let mut lost = vec![0; order.div_ceil(64)];
        let mut ids: Vec<Id> = (1..order as Id).collect();
        ids.sort_by_key(|id| self.candidate.weights[*id as usize]);
        for id in ids {
            let wins = self.candidate.below(id).iter().any(|(letter, rest)| {
                let options = &images[self.candidate.letters[*letter as usize]];
                options.iter().any(|option| has(&lost, rows[*rest as usize][*option as usize]))
            });
            if !wins {
                put(&mut lost, id);
            }
        }
        let product = Product { rows, lost: lost.into() };
        let wins = images.iter().map(|options| Closure::contexts(&product, options)).collect();
        Ok(Look { product, wins })
    }

    fn option_images(&self, rows: &[Box<[Id]>], heap: usize) -> Vec<Id> {
        let image = |heap: &u32| self.candidate.image(*heap as usize);
        let one =
            |option: &[u32]| option.iter().fold(0, |id: Id, heap| rows[id as usize][image(heap) as usize]);
        let mut options: Vec<Id> = self.heaps[heap].options.iter().map(|option| one(option)).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    pub(crate) fn heaps_of(&self, word: &[u16]) -> Vec<usize> {
        word.iter().map(|letter| self.candidate.letters[*letter as usize]).collect()
    }

    fn bytes(&self) -> usize {
        self.candidate.bytes() + self.outcomes.len() * 64 + self.options.len() * 400
    }

    /// What was computed from replacements that may have changed.
    pub(crate) fn forget(&mut self) {
        self.outcomes.clear();
        self.lost.clear();
        self.options.clear();
        self.rows.clear();
    }

    /// Reduces a product as far as the table goes.
    fn multiply(&self, id: Id, letters: &mut Vec<u16>) -> Id {
        let id = self.absorb(id, letters);
        if letters.is_empty() {
            return id;
        }
        // Letters that came late stand at most holes: they go last, so that the others become one word.
        letters.extend_from_slice(&self.candidate.words[id as usize]);
        letters.sort_unstable();
        let id = self.absorb(0, letters);
        letters.sort_unstable_by(|a, b| b.cmp(a));
        id
    }

    fn absorb(&self, mut id: Id, letters: &mut Vec<u16>) -> Id {
        loop {
            let before = letters.len();
            letters.retain(|letter| {
                let to = self.candidate.times(id, *letter);
                if to != NONE {
                    id = to;
                }
                to == NONE
            });
            if letters.is_empty() || letters.len() == before {
                return id;
            }
        }
    }

    /// A product of a standard word, letters and heaps.
    pub(crate) fn state(&self, id: Id, letters: &[u16], heaps: &[u32]) -> State {
        let mut rest = letters.to_vec();
        for heap in heaps {
            rest.extend_from_slice(self.candidate.letters_of(*heap as usize));
        }
        let id = self.multiply(id, &mut rest);
        (id, rest.into())
    }

    /// The options of a standard word.
    fn options_of(&mut self, id: Id) -> &[State] {
        let at = id as usize;
        if self.options.len() <= at {
            self.options.resize(self.candidate.len().max(at + 1), None);
        }
        if self.options[at].is_none() {
            let word = self.candidate.words[at].clone();
            let mut out = Vec::new();
            for (place, letter) in word.iter().enumerate() {
                if place > 0 && word[place - 1] == *letter {
                    continue;
                }
                let mut rest = word.to_vec();
                rest.remove(place);
                let rest_id =
                    self.candidate.standard(&rest).expect("divisors of standard words are standard");
                let heap = self.candidate.letters[*letter as usize];
                out.extend(self.heaps[heap].options.iter().map(|option| self.state(rest_id, &[], option)));
            }
            out.sort_unstable();
            out.dedup();
            self.options[at] = Some(out.into());
        }
        self.options[at].as_deref().expect("just made")
    }

    fn state_options(&mut self, state: &State) -> Vec<State> {
        let (id, letters) = state;
        let own: Vec<State> = self.options_of(*id).to_vec();
        if letters.is_empty() {
            return own;
        }
        let mut out: Vec<State> = own
            .into_iter()
            .map(|(to, more)| {
                let mut rest = letters.to_vec();
                rest.extend_from_slice(&more);
                let to = self.multiply(to, &mut rest);
                (to, rest.into())
            })
            .collect();
        for (place, letter) in letters.iter().enumerate() {
            if place > 0 && letters[place - 1] == *letter {
                continue;
            }
            let mut rest = letters.to_vec();
            rest.remove(place);
            let heap = self.candidate.letters[*letter as usize];
            out.extend(self.heaps[heap].options.iter().map(|option| self.state(*id, &rest, option)));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn known(&self, state: &State) -> Option<bool> {
        if state.1.is_empty() {
            self.lost.get(state.0 as usize).copied().flatten()
        } else {
            self.outcomes.get(state).copied()
        }
    }

    fn remember(&mut self, state: State, lost: bool) {
        if state.1.is_empty() {
            let at = state.0 as usize;
            if self.lost.len() <= at {
                self.lost.resize(self.candidate.len().max(at + 1), None);
            }
            self.lost[at] = Some(lost);
        } else {
            self.outcomes.insert(state, lost);
        }
    }

    /// Is a sum lost for the player to move? By the rule of misère play, with sums taken for what they are taken to equal.
    pub(crate) fn outcome(&mut self, state: State, meter: &mut Meter) -> Result<bool, Halt> {
        if let Some(lost) = self.known(&state) {
            return Ok(lost);
        }
        let options = self.state_options(&state);
        let mut stack = vec![(state, options, 0usize)];
        loop {
            let (state, options, at) = stack.last_mut().expect("the first is answered below");
            let mut lost = state.0 != 0 || !state.1.is_empty();
            let mut open = None;
            while let Some(option) = options.get(*at) {
                match self.known(option) {
                    Some(true) => {
                        lost = false;
                        break;
                    }
                    Some(false) => *at += 1,
                    None => {
                        open = Some(option.clone());
                        break;
                    }
                }
            }
            if let Some(next) = open {
                if self.steps == 0
                    && let Some(lost) = self.as_before(&next)
                {
                    self.remember(next, lost);
                    continue;
                }
                self.steps = self.steps.saturating_sub(1);
                meter.tick(self.outcomes.len())?;
                meter.room(self.outcomes.len(), self.bytes() + stack.len() * 200)?;
                let options = self.state_options(&next);
                stack.push((next, options, 0));
                continue;
            }
            let (state, _, _) = stack.pop().expect("there is one");
            self.remember(state, lost);
            if stack.is_empty() {
                return Ok(lost);
            }
        }
    }

    /// What the last table without holes said of a sum.
    fn as_before(&self, (id, letters): &State) -> Option<bool> {
        let before = self.before.as_ref()?;
        let word = self.candidate.words[*id as usize].iter().chain(letters);
        let element =
            word.map(|letter| self.candidate.letters[*letter as usize]).try_fold(0, |id: Id, heap| {
                let image = before.1.get(heap)?;
                Some(before.0.product.rows[id as usize][*image as usize])
            })?;
        Some(has(&before.0.product.lost, element))
    }

    /// What the tests say of a product.
    fn row(&mut self, id: Id, letters: &[u16], meter: &mut Meter) -> Result<Box<[u64]>, Halt> {
        let mut row = vec![0u64; self.tests.len().div_ceil(64)];
        if self.spelled.len() != self.tests.len() {
            let letters = |test: &Vec<u32>| {
                test.iter().flat_map(|heap| self.candidate.letters_of(*heap as usize)).copied().collect()
            };
            self.spelled = self.tests.iter().map(letters).collect();
        }
        for at in 0..self.tests.len() {
            // Most products have no hole on their way, and their outcome is known.
            let mut product = id;
            for letter in letters.iter().chain(&self.spelled[at]) {
                product = self.candidate.times(product, *letter);
                if product == NONE {
                    break;
                }
            }
            let known =
                if product == NONE { None } else { self.lost.get(product as usize).copied().flatten() };
            let lost = match known {
                Some(lost) => lost,
                None => {
                    let state = self.state(id, letters, &self.tests[at]);
                    self.outcome(state, meter)?
                }
            };
            if lost {
                row[at / 64] |= 1 << (at % 64);
            }
        }
        Ok(row.into())
    }

    /// What the tests say of all standard words; gives those that they do not tell from a lighter one.
    fn tell_apart(&mut self, meter: &mut Meter) -> Result<FxHashMap<Id, Id>, Halt> {
        self.rows.clear();
        let mut ids: Vec<Id> = (0..self.candidate.len() as Id).collect();
        let key = |id: Id| (self.candidate.weights[id as usize], &*self.candidate.words[id as usize]);
        ids.sort_by(|a, b| order(key(*a), key(*b)));
        let mut same = FxHashMap::default();
        for id in ids {
            let row = self.row(id, &[], meter)?;
            let first = *self.rows.entry(row).or_insert(id);
            let words = &self.candidate.words;
            if first != id
                && !self.apart.contains_key(&(words[id as usize].clone(), words[first as usize].clone()))
            {
                same.insert(id, first);
            }
        }
        Ok(same)
    }

    /// Fills the holes: by what follows, and where nothing follows by the tests.
    fn complete(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        self.steps = SEARCHED;
        let holes = loop {
            let holes = self.candidate.fill();
            if holes.is_empty() {
                return Ok(());
            }
            self.forget();
            let same = self.tell_apart(meter)?;
            if same.is_empty() {
                break holes;
            }
            self.candidate.demote(&same);
        };
        let mut queue: BinaryHeap<Reverse<Hole>> = BinaryHeap::new();
        for (id, letter) in holes {
            self.push(&mut queue, id, letter);
        }
        while let Some(Reverse(hole)) = queue.pop() {
            meter.tick(self.candidate.len())?;
            if self.candidate.derive(hole.id, hole.letter).is_ok() {
                continue;
            }
            let row = self.row(hole.id, &[hole.letter], meter)?;
            let same = self.rows.get(&row).copied().filter(|id| {
                let word = &self.candidate.words[*id as usize];
                order((self.candidate.weights[*id as usize], word), (hole.weight, &hole.word)).is_lt()
                    && !self.apart.contains_key(&(hole.word.clone(), word.clone()))
            });
            if let Some(id) = same {
                self.candidate.corners.insert(hole.word, id);
                self.candidate.derive(hole.id, hole.letter).expect("its corner is known");
                continue;
            }
            meter.room(self.candidate.len(), self.bytes())?;
            let id = self.candidate.add_standard(hole.word, hole.weight);
            self.rows.entry(row).or_insert(id);
            for letter in 0..self.candidate.columns() {
                if self.candidate.times(id, letter as u16) == NONE {
                    self.push(&mut queue, id, letter as u16);
                }
            }
        }
        Ok(())
    }

    fn push(&self, queue: &mut BinaryHeap<Reverse<Hole>>, id: Id, letter: u16) {
        let word = with(&self.candidate.words[id as usize], letter);
        queue.push(Reverse(Hole { weight: self.candidate.weight_times(id, letter), word, id, letter }));
    }

    /// The next heap begins with few tests.
    fn keep_tests(&mut self, product: &Product, meter: &mut Meter) -> Result<(), Halt> {
        let words =
            telling(product, meter)?.into_iter().map(|id| self.heaps_of(&self.candidate.words[id as usize]));
        self.tests = words.map(|word| word.into_iter().map(|heap| heap as u32).collect()).collect();
        Ok(())
    }

    /// Joins what no context tells apart. Reduced already, the candidate stays as it is.
    fn reduce(
        &mut self,
        product: Product,
        closure: Closure,
        meter: &mut Meter,
    ) -> Result<(Product, Option<Closure>), Halt> {
        let order = product.rows.len();
        let lost = |id: Id| has(&product.lost, id);
        let classes =
            classes(&product, self.candidate.columns(), |id, letter| self.candidate.times(id, letter));
        let count = classes.iter().max().map_or(0, |class| *class as usize + 1);
        if count == order {
            self.keep_tests(&product, meter)?;
            return Ok((product, Some(closure)));
        }
        let weights: Vec<u64> = self.heaps.iter().map(|heap| heap.weight).collect();
        let merged = self.candidate.merged(&classes, &weights);
        let mut bits = vec![0; count.div_ceil(64)];
        for id in 0..merged.len() as Id {
            let word = &merged.words[id as usize];
            let old = word.iter().fold(0, |old, letter| {
                let heap = merged.letters[*letter as usize];
                product.rows[old as usize][self.candidate.image(heap) as usize]
            });
            if lost(old) {
                put(&mut bits, id);
            }
        }
        self.candidate = merged;
        let product = Product { rows: self.candidate.rows(meter)?, lost: bits.into() };
        self.keep_tests(&product, meter)?;
        Ok((product, None))
    }
}

/// Elements that tell all others apart as contexts, few of them: each time one that makes most classes. The unit comes first:
/// the outcome itself.
fn telling(product: &Product, meter: &mut Meter) -> Result<Vec<Id>, Halt> {
    let order = product.rows.len();
    let mut class = vec![0u32; order];
    let mut count = 1;
    let mut out = Vec::new();
    let split = |class: &[u32], count: usize, context: usize| {
        let row = &product.rows[context];
        // Classes that have lost and other elements are cut in two.
        let mut met = vec![0u8; count];
        for (id, class) in class.iter().enumerate() {
            met[*class as usize] |= 1 << u8::from(has(&product.lost, row[id]));
        }
        met.iter().filter(|met| **met == 3).count()
    };
    while count < order || out.is_empty() {
        let mut best = (0, 0);
        for context in 0..order {
            meter.tick(order)?;
            let cut = split(&class, count, context);
            if cut > best.0 {
                best = (cut, context);
            }
            if out.is_empty() {
                break;
            }
        }
        if best.0 == 0 && !out.is_empty() {
            break;
        }
        let row = &product.rows[best.1];
        let mut names: FxHashMap<(u32, bool), u32> = FxHashMap::default();
        for (id, class) in class.iter_mut().enumerate() {
            let next = names.len() as u32;
            *class = *names.entry((*class, has(&product.lost, row[id]))).or_insert(next);
        }
        count = names.len();
        out.push(best.1 as Id);
    }
    Ok(out)
}

/// Classes of elements that no context tells apart: by outcomes, then by products with letters until nothing changes.
fn classes(product: &Product, columns: usize, times: impl Fn(Id, u16) -> Id) -> Vec<u32> {
    let order = product.rows.len();
    let mut class: Vec<u32> = (0..order as Id).map(|id| u32::from(has(&product.lost, id))).collect();
    let mut count = class.iter().collect::<FxHashSet<_>>().len();
    loop {
        let mut names: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let finer: Vec<u32> = (0..order as Id)
            .map(|id| {
                let mut key = vec![class[id as usize]];
                key.extend((0..columns as u16).map(|letter| class[times(id, letter) as usize]));
                let next = names.len() as u32;
                *names.entry(key).or_insert(next)
            })
            .collect();
        class = finer;
        if names.len() == count {
            return class;
        }
        count = names.len();
    }
}
