//! Is a set the set of lost positions, where every move takes constant amounts? Decided in an integer base by following the automaton at
//! all places nearby at once.
//!
//! Behind the prefix p of a position x, an option x − v has the prefix p − δ, where δ is what is borrowed from it. These δ are finitely many:
//! behind one more digit d, what is borrowed from p is ⌈(δ − d)/b⌉. So the states at all p − δ are known from those one digit
//! before, and at every end it is seen whether x and which of its options belong to the set. As words are taken by their length and then
//! letter by letter, the first failure is found first.

use crate::automata::{DEAD, Dfa, letter_digits, trace};
use crate::effort::Effort;
use bouton_budget::Halt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is followed for a game in one base.
pub(super) struct SteadyJudge {
    /// Which of the places nearby are options.
    options: Vec<usize>,
    /// By letter and place nearby: the place before it, and the letter there.
    from: Vec<Vec<(u32, u32)>>,
}

impl SteadyJudge {
    /// The places that takes need in a base.
    pub(super) fn new(base: u8, takes: &[Vec<usize>], effort: &Effort) -> Result<SteadyJudge, Halt> {
        let b = usize::from(base);
        let wide = takes.first().map_or(0, Vec::len);
        let digits = letter_digits(crate::numeration::Numeration::Base(base), wide, effort)?;
        let letters = digits.len() / wide.max(1);
        let mut near: Vec<Vec<usize>> = vec![vec![0; wide]];
        let mut numbers: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        numbers.insert(near[0].clone(), 0);
        let mut number = |place: Vec<usize>, near: &mut Vec<Vec<usize>>| {
            *numbers.entry(place.clone()).or_insert_with(|| {
                near.push(place);
                near.len() - 1
            })
        };
        let options = takes.iter().map(|t| number(t.clone(), &mut near)).collect();
        let mut from: Vec<Vec<(u32, u32)>> = vec![Vec::new(); letters];
        let mut at = 0;
        while at < near.len() {
            effort.allow(near.len(), letters)?;
            for (letter, list) in from.iter_mut().enumerate() {
                effort.spend(wide as u64)?;
                let own = &digits[letter * wide..(letter + 1) * wide];
                let borrowed: Vec<usize> = near[at]
                    .iter()
                    .zip(own)
                    .map(|(o, d)| o.saturating_sub(usize::from(*d)).div_ceil(b))
                    .collect();
                let left =
                    near[at].iter().zip(own).zip(&borrowed).map(|((o, d), c)| usize::from(*d) + b * c - o);
                let other = left.fold(0, |l, d| l * b + d) as u32;
                list.push((number(borrowed, &mut near) as u32, other));
            }
            at += 1;
        }
        Ok(SteadyJudge { options, from })
    }

    /// The first word at which a set is not the set of lost positions, and whether it has it.
    pub(super) fn first(&self, lost: &Dfa, effort: &Effort) -> Result<Option<(Vec<u32>, bool)>, Halt> {
        let many = self.from.first().map_or(1, Vec::len);
        // Below 0 there is nothing.
        let mut start = vec![DEAD; many];
        start[0] = 0;
        let start: Rc<[u32]> = start.into();
        let mut seen: FxHashSet<Rc<[u32]>> = FxHashSet::default();
        seen.insert(start.clone());
        let mut queue = vec![(start, usize::MAX, 0u32)];
        let mut at = 0;
        let mut next = vec![DEAD; many];
        while at < queue.len() {
            let held = lost.accepts_in(queue[at].0[0]);
            let moves = self.options.iter().any(|o| lost.accepts_in(queue[at].0[*o]));
            if held == moves {
                return Ok(Some((trace(&queue, at), held)));
            }
            for (letter, from) in self.from.iter().enumerate() {
                effort.spend(1 + many as u64 / 4)?;
                let states = &queue[at].0;
                for (to, (place, own)) in next.iter_mut().zip(from) {
                    *to = lost.step(states[*place as usize], *own as usize);
                }
                if !seen.contains(next.as_slice()) {
                    effort.allow(queue.len() / LARGER, 1)?;
                    let new: Rc<[u32]> = next.as_slice().into();
                    seen.insert(new.clone());
                    queue.push((new, at, letter as u32));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// Places nearby are single numbers: so many times as many of them are allowed as there may be states.
const LARGER: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeration::Numeration;
    use bouton_linear::Affine;

    /// The first failure is that of the definition, in the order of words, for sets that are right at many places and for others.
    #[test]
    fn the_first_failure_is_found() {
        let effort = Effort::new(None);
        let sets: [&[Vec<usize>]; 3] =
            [&[vec![1, 0], vec![0, 1]], &[vec![2, 1], vec![0, 3]], &[vec![1, 1], vec![3, 0], vec![0, 2]]];
        for base in [2u8, 3] {
            let numeration = Numeration::Base(base);
            let multiple = |a: i64, b: i64, c: i64, m: i64| {
                Dfa::multiple(numeration, &Affine::new(&[(0, a), (1, b)], c), m, &effort).unwrap()
            };
            let near = Dfa::at_least_zero(numeration, &Affine::new(&[(0, 1), (1, -2)], 3), &effort).unwrap();
            let few = near.and(&multiple(1, 1, 0, 2), &effort).unwrap();
            let guesses = [multiple(1, 1, 0, 2), multiple(1, 2, 0, 3), multiple(2, 1, 1, 5), near, few];
            for (takes, guess) in sets.iter().flat_map(|t| guesses.iter().map(move |g| (t, g))) {
                let judge = SteadyJudge::new(base, takes, &effort).unwrap();
                let found = judge.first(guess, &effort).unwrap();
                let side = i64::from(base).pow(4);
                let has =
                    |x: [i64; 2]| x.iter().all(|n| *n >= 0) && guess.contains_small(&x.map(|n| n as u64));
                // Words by their length, then letter by letter.
                let order = |x: [i64; 2]| {
                    let digits =
                        |n: i64| (0..4).rev().map(move |i| n / i64::from(base).pow(i) % i64::from(base));
                    digits(x[0]).zip(digits(x[1])).collect::<Vec<_>>()
                };
                let all = (0..side).flat_map(|a| (0..side).map(move |b| [a, b]));
                let option =
                    |x: [i64; 2]| takes.iter().any(|t| has([x[0] - t[0] as i64, x[1] - t[1] as i64]));
                let first = all.filter(|x| has(*x) == option(*x)).min_by_key(|x| order(*x));
                let read = found.as_ref().map(|(word, held)| {
                    let tuple = guess.decode(&[0, 1], word, &effort).unwrap();
                    let own = [0, 1].map(|i: usize| i64::try_from(&tuple[i].1).unwrap());
                    assert_eq!(*held, has(own));
                    own
                });
                assert_eq!(read, first, "{base} {takes:?}");
            }
            let right = SteadyJudge::new(base, sets[0], &effort).unwrap();
            assert_eq!(right.first(&guesses[0], &effort).unwrap(), None);
        }
    }
}
