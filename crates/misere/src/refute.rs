//! False replacements of a candidate: found by sums whose outcome they change, and taken back.

use crate::candidate::{Id, Place, Word, order, with};
use crate::closure::has;
use crate::trial::{Look, Trial};
use bouton_budget::{Halt, Meter};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// A replacement that is taken to be right: a heap by an element, a corner by a standard word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    Heap(usize),
    Corner(Word),
}

/// A sum, and one replacement after another down to its standard word.
type Chain = Vec<(Vec<usize>, Option<Step>)>;

/// So many sums that one is replaced by are looked at.
const REPLACED: usize = 100;
/// A context has at most so many parts that become tests.
const PARTS: usize = 256;

/// One heap of each kind in a sum in order, and the others.
fn kinds(sum: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    sum.iter().copied().enumerate().filter(|(at, heap)| *at == 0 || sum[at - 1] != *heap)
}

fn without(sum: &[usize], heaps: &[usize]) -> Vec<usize> {
    let mut rest = sum.to_vec();
    for heap in heaps {
        let at = rest.iter().position(|h| h == heap).expect("a part of the sum");
        rest.remove(at);
    }
    rest
}

impl Trial<'_> {
    /// The element of a sum.
    fn image_of(&self, look: &Look, sum: impl Iterator<Item = usize>) -> Id {
        sum.fold(0, |id, heap| look.product.rows[id as usize][self.candidate.image(heap) as usize])
    }

    /// Is a sum lost, by its own options?
    fn lost_by_look(&self, look: &Look, sum: &[usize]) -> bool {
        let mut moves = false;
        for (at, heap) in kinds(sum) {
            let rest = self.image_of(look, sum.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, h)| *h));
            if has(&look.wins[heap], rest) {
                return false;
            }
            moves |= !self.heaps[heap].options.is_empty();
        }
        moves
    }

    /// The lightest sum of a replaced word and a standard word whose outcome is not that of its element.
    pub(crate) fn sweep(&self, look: &Look, meter: &mut Meter) -> Result<Option<Vec<usize>>, Halt> {
        let images = (0..self.heaps.len())
            .filter(|heap| !self.heaps[*heap].options.is_empty())
            .filter(|heap| matches!(self.candidate.heaps[*heap], Place::Image(_)))
            .map(|heap| vec![heap]);
        let corners = self.candidate.corners.keys().map(|word| self.heaps_of(word));
        let mut lightest: Option<(u64, Vec<usize>)> = None;
        let contexts: Vec<Vec<usize>> = self.candidate.words.iter().map(|word| self.heaps_of(word)).collect();
        for word in images.chain(corners) {
            meter.tick(self.candidate.len())?;
            let weight = word.iter().fold(0u64, |sum, heap| sum.saturating_add(self.heaps[*heap].weight));
            let image = self.image_of(look, word.iter().copied());
            for (id, context) in contexts.iter().enumerate() {
                let weight = weight.saturating_add(self.candidate.weights[id]);
                if lightest.as_ref().is_some_and(|lightest| lightest.0 <= weight) {
                    continue;
                }
                let mut sum = context.clone();
                sum.extend(&word);
                sum.sort_unstable();
                if self.lost_by_look(look, &sum)
                    != has(&look.product.lost, look.product.rows[image as usize][id])
                {
                    lightest = Some((weight, sum));
                }
            }
        }
        Ok(lightest.map(|(_, sum)| sum))
    }

    /// All replacements in a sum, with what they give and what they leave as it was.
    fn replacements(&self, sum: &[usize]) -> Vec<(Step, Vec<usize>, Vec<usize>)> {
        let mut out = Vec::new();
        let mut add = |step: Step, from: &[usize], to: &[u16]| {
            let context = without(sum, from);
            let mut next = context.clone();
            next.extend(self.heaps_of(to));
            next.sort_unstable();
            out.push((step, next, context));
        };
        for (_, heap) in kinds(sum) {
            if matches!(self.candidate.heaps[heap], Place::Image(_)) {
                add(Step::Heap(heap), &[heap], self.candidate.letters_of(heap));
            }
        }
        let letter = |heap: &usize| match self.candidate.heaps[*heap] {
            Place::Letter(letter) => Some(letter),
            Place::Image(_) => None,
        };
        let mut word: Vec<u16> = sum.iter().filter_map(letter).collect();
        word.sort_unstable_by(|a, b| b.cmp(a));
        for (corner, to) in &self.candidate.corners {
            if divides(corner, &word) {
                let to = &self.candidate.words[*to as usize];
                add(Step::Corner(corner.clone()), &self.heaps_of(corner), to);
            }
        }
        out
    }

    /// Takes back every replacement that changes the outcome of a sum, or of a sum that it is replaced by. If all lighter sums
    /// are right these are false indeed.
    pub(crate) fn refute(&mut self, look: &Look, sum: Vec<usize>) {
        let mut sum = sum;
        sum.sort_unstable();
        let chain = self.chain(sum.clone());
        let wrong =
            self.changing(sum, |trial, sum| Ok(trial.lost_by_look(look, sum))).expect("no budget is asked");
        if wrong.is_empty() {
            // Too many sums: one way down to the standard word is enough.
            for (one, two) in chain.iter().zip(&chain[1..]) {
                if self.lost_by_look(look, &one.0) != self.lost_by_look(look, &two.0) {
                    let step = one.1.clone().expect("only the last has none");
                    let context = self.context(&one.0, &step);
                    self.take_back(&step, &context, true);
                    return;
                }
            }
        }
        for (step, context) in wrong {
            self.take_back(&step, &context, true);
        }
    }

    /// The replacements that change an outcome, near a sum.
    fn changing(
        &mut self,
        sum: Vec<usize>,
        mut lost: impl FnMut(&mut Self, &[usize]) -> Result<bool, Halt>,
    ) -> Result<FxHashMap<Step, Vec<usize>>, Halt> {
        let mut seen: FxHashSet<Vec<usize>> = FxHashSet::from_iter([sum.clone()]);
        let mut queue = VecDeque::from([sum]);
        let mut wrong = FxHashMap::default();
        while let Some(sum) = queue.pop_front() {
            let before = lost(self, &sum)?;
            for (step, next, context) in self.replacements(&sum) {
                if lost(self, &next)? != before {
                    wrong.entry(step).or_insert(context);
                } else if seen.len() < REPLACED && seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        Ok(wrong)
    }

    fn context(&self, sum: &[usize], step: &Step) -> Vec<usize> {
        match step {
            Step::Heap(heap) => without(sum, &[*heap]),
            Step::Corner(word) => without(sum, &self.heaps_of(word)),
        }
    }

    /// Takes a replacement back; for good, or until it is doubted again.
    fn take_back(&mut self, step: &Step, context: &[usize], for_good: bool) {
        let (word, id): (Word, Id) = match step {
            Step::Heap(heap) => {
                let Place::Image(id) = self.candidate.heaps[*heap] else { return };
                let letter = self.candidate.add_letter(*heap, self.heaps[*heap].weight);
                (vec![letter].into(), id)
            }
            Step::Corner(word) => match self.candidate.corners.remove(word) {
                Some(id) => (word.clone(), id),
                None => return,
            },
        };
        if !self.doubted.insert(word.clone()) || for_good {
            self.apart.insert((word, self.candidate.words[id as usize].clone()), context.to_vec());
        }
        self.add_tests(context);
        self.refuted += 1;
        self.forget();
    }

    /// A context and its parts: what a product with a part of it is must be told apart too.
    fn add_tests(&mut self, context: &[usize]) {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new()];
        for heap in context {
            if parts.len() > PARTS {
                break;
            }
            for at in 0..parts.len() {
                let mut part = parts[at].clone();
                part.push(*heap as u32);
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        parts.push(context.iter().map(|heap| *heap as u32).collect());
        for part in parts {
            if !self.tests.contains(&part) {
                self.tests.push(part);
            }
        }
    }

    /// From a sum to its standard word, one replacement after another.
    fn chain(&self, sum: Vec<usize>) -> Chain {
        let mut out = Vec::new();
        let mut now = sum;
        loop {
            now.sort_unstable();
            let image = now.iter().find(|heap| matches!(self.candidate.heaps[**heap], Place::Image(_)));
            if let Some(heap) = image.copied() {
                let mut next = without(&now, &[heap]);
                next.extend(self.heaps_of(self.candidate.letters_of(heap)));
                out.push((std::mem::replace(&mut now, next), Some(Step::Heap(heap))));
                continue;
            }
            let mut word: Vec<u16> = now.iter().map(|heap| self.candidate.letters_of(*heap)[0]).collect();
            word.sort_unstable_by(|a, b| b.cmp(a));
            let Some(corner) = self.candidate.corner_of(&word) else {
                out.push((now, None));
                return out;
            };
            let mut next = without(&now, &self.heaps_of(&corner));
            next.extend(self.heaps_of(&self.candidate.words[self.candidate.corners[&corner] as usize]));
            out.push((std::mem::replace(&mut now, next), Some(Step::Corner(corner))));
        }
    }

    /// Is a sum lost by its own options, in a table whose products may depend on their order?
    fn lost_by_search(&mut self, sum: &[usize], meter: &mut Meter) -> Result<bool, Halt> {
        let mut moves = false;
        for (at, heap) in kinds(sum) {
            let rest: Vec<u32> =
                sum.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, h)| *h as u32).collect();
            let (rest, _) = self.state(0, &[], &rest);
            for option in 0..self.heaps[heap].options.len() {
                moves = true;
                let state = self.state(rest, &[], &self.heaps[heap].options[option]);
                if self.outcome(state, meter)? {
                    return Ok(false);
                }
            }
        }
        Ok(moves)
    }

    /// Two ways to reduce one word end at different words: some replacement on them is false, or the ends are the same.
    pub(crate) fn settle_conflict(&mut self, id: Id, a: u16, b: u16, meter: &mut Meter) -> Result<(), Halt> {
        let ends = [(a, b), (b, a)].map(|(a, b)| self.candidate.times(self.candidate.times(id, a), b));
        let mut test = None;
        for at in 0..self.tests.len() {
            let [one, two] = ends.map(|end| self.state(end, &[], &self.tests[at]));
            if self.outcome(one, meter)? != self.outcome(two, meter)? {
                test = Some(self.tests[at].iter().map(|heap| *heap as usize).collect::<Vec<_>>());
                break;
            }
        }
        if test.is_none() && self.join_ends(ends, meter)? {
            return Ok(());
        }
        let context = test.clone().unwrap_or_default();
        let mut last = None;
        for (a, b) in [(a, b), (b, a)] {
            let chain = self.way(id, a, b, &context);
            if test.is_some() {
                let mut before = self.lost_by_search(&chain[0].0, meter)?;
                for (one, two) in chain.iter().zip(&chain[1..]) {
                    let now = self.lost_by_search(&two.0, meter)?;
                    if std::mem::replace(&mut before, now) != now {
                        let step = one.1.clone().expect("only the last has none");
                        let context = self.context(&one.0, &step);
                        self.take_back(&step, &context, false);
                        return Ok(());
                    }
                }
            }
            let corner = |step: &Option<Step>| match step {
                Some(Step::Corner(word)) => Some(word.clone()),
                _ => None,
            };
            last = last.or_else(|| chain.iter().rev().find_map(|(_, step)| corner(step)));
        }
        // No test tells the ends apart, and still they are: one replacement is taken back on suspicion.
        let step = Step::Corner(last.expect("two ways differ by a corner"));
        self.take_back(&step, &[], true);
        Ok(())
    }

    /// Ends that no test tells apart become one; where a sum told them apart it tells what is false.
    fn join_ends(&mut self, ends: [Id; 2], meter: &mut Meter) -> Result<bool, Halt> {
        let mut ends = ends;
        let key = |id: &Id| (self.candidate.weights[*id as usize], &*self.candidate.words[*id as usize]);
        ends.sort_by(|a, b| order(key(a), key(b)));
        let [low, high] = ends.map(|id| self.candidate.words[id as usize].clone());
        let Some(context) = self.apart.get(&(high.clone(), low.clone())).cloned() else {
            self.candidate.demote(&FxHashMap::from_iter([(ends[1], ends[0])]));
            self.forget();
            return Ok(true);
        };
        for word in [high, low] {
            let mut sum = self.heaps_of(&word);
            sum.extend(&context);
            sum.sort_unstable();
            let wrong = self.changing(sum, |trial, sum| trial.lost_by_search(sum, meter))?;
            let any = !wrong.is_empty();
            for (step, context) in wrong {
                self.take_back(&step, &context, true);
            }
            if any {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The way of a standard word times a, then times b, in a context.
    fn way(&self, id: Id, a: u16, b: u16, context: &[usize]) -> Chain {
        let mut chain = self.chain(self.heaps_of(&with(&self.candidate.words[id as usize], a)));
        chain.pop();
        for (sum, _) in &mut chain {
            sum.extend(self.heaps_of(&[b]));
        }
        let word = &self.candidate.words[self.candidate.times(id, a) as usize];
        let mut tail = self.chain(self.heaps_of(&with(word, b)));
        let end = tail.pop().expect("a chain has an end").0;
        chain.append(&mut tail);
        for (sum, _) in &mut chain {
            sum.extend_from_slice(context);
        }
        chain.extend(self.chain(end.into_iter().chain(context.iter().copied()).collect()));
        for (sum, _) in &mut chain {
            sum.sort_unstable();
        }
        chain
    }
}

/// Is a multiset part of another? Both have their largest letters first.
fn divides(part: &[u16], word: &[u16]) -> bool {
    let mut at = 0;
    for letter in part {
        while at < word.len() && word[at] > *letter {
            at += 1;
        }
        if at == word.len() || word[at] != *letter {
            return false;
        }
        at += 1;
    }
    true
}
