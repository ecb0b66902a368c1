//! What is counted about a value: its birthday, its followers, its incentives.

use crate::dyadic::Dyadic;
use crate::store::{Value, Values};
use bouton_budget::Halt;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

impl Values {
    /// The birthday: on which day a value is born, if games of day n have options of earlier days.
    pub fn birthday(&mut self, g: Value) -> Result<u64, Halt> {
        let mut known = FxHashMap::default();
        for value in self.followers(g)? {
            let day = match self.as_number(value) {
                Some(number) => number.birthday(),
                None => {
                    let spans = self.options(value)?;
                    let days = (spans.first..spans.end)
                        .map(|place| known.get(&self.at(place)).copied().unwrap_or(0));
                    1 + days.max().unwrap_or(0)
                }
            };
            known.insert(value, day);
        }
        Ok(known.get(&g).copied().unwrap_or(0))
    }

    /// Everything that play in the canonical form can lead to, `g` too, options before those that have them. Of numbers only
    /// those that are options of something else: what follows a number is left out.
    pub fn followers(&mut self, g: Value) -> Result<Vec<Value>, Halt> {
        let (mut found, mut done) = (FxHashSet::default(), Vec::new());
        let mut stack = vec![(g, 0usize)];
        found.insert(g);
        while let Some((value, next)) = stack.pop() {
            let place = if self.is_number(value) {
                None
            } else {
                self.options(value).map(|s| Some((s.first + next, s.end)))?
            };
            match place {
                Some((place, end)) if place < end => {
                    self.tick()?;
                    stack.push((value, next + 1));
                    let option = self.at(place);
                    if found.insert(option) {
                        stack.push((option, 0));
                    }
                }
                _ => done.push(value),
            }
        }
        Ok(done)
    }

    /// How many different values play in the canonical form can lead to, the value itself and numbers and what follows them included.
    pub fn count_followers(&mut self, g: Value) -> Result<u64, Halt> {
        let followers = self.followers(g)?;
        let mut fractions: FxHashSet<Dyadic> = FxHashSet::default();
        // Integers from the least to the greatest, and zero among them.
        let (mut least, mut greatest) = (0u64, 0u64);
        let mut others = 0;
        for value in followers {
            let Some(mut number) = self.as_number(value).cloned() else {
                others += 1;
                continue;
            };
            // A fraction's options: the coarser one is followed, the other lies on the way of it or is an integer.
            let mut open = vec![number.clone()];
            while let Some(next) = open.pop() {
                self.tick()?;
                number = next;
                if number.is_integer() {
                    let size = number.floor();
                    let size = size.magnitude().to_u64().ok_or(Halt::Size)?;
                    if number.signum() < 0 { least = least.max(size) } else { greatest = greatest.max(size) }
                } else if fractions.insert(number.clone()) {
                    let unit = number.unit();
                    open.push(&number - &unit);
                    open.push(&number + &unit);
                }
            }
        }
        // A game that is no number, and every number, leads to zero in the end.
        Ok(others + fractions.len() as u64 + least + greatest + 1)
    }

    /// Left's incentives, what each of his options gains him (G^L − G), then Right's (G − G^R); the dominated ones left out.
    pub fn incentives(&mut self, g: Value) -> Result<(Vec<Value>, Vec<Value>), Halt> {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for left in self.lefts(g)? {
            let gain = self.subtract(left, g)?;
            lefts.push(gain);
        }
        for right in self.rights(g)? {
            let gain = self.subtract(g, right)?;
            rights.push(gain);
        }
        Ok((self.maximal(lefts)?, self.maximal(rights)?))
    }

    /// Those of a list that are less than no other.
    fn maximal(&mut self, mut list: Vec<Value>) -> Result<Vec<Value>, Halt> {
        list.sort_unstable();
        list.dedup();
        let mut kept = Vec::new();
        for (i, value) in list.iter().enumerate() {
            let mut less = false;
            for (j, other) in list.iter().enumerate() {
                if i != j && self.at_most(*value, *other)? {
                    less = true;
                    break;
                }
            }
            if !less {
                kept.push(*value);
            }
        }
        Ok(kept)
    }
}
