//! Atomic weights: how many ups an all-small game is about (Winning Ways, chapter 8; A. N. Siegel, Combinatorial Game Theory, II.7).
//!
//! A game is all-small if in it and in all that follows both players can move or neither can. Its weight is
//! {weights of Left's options − 2 | weights of Right's + 2}, unless that is an integer: then a comparison with the remote
//! star, a nim heap larger than all that matter, says which of the integers that fit is meant.

use crate::store::{Value, Values};
use bouton_budget::Halt;

impl Values {
    /// The atomic weight of an all-small game; `None` if it is not all-small.
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>, Halt> {
        if let Some(simple) = self.as_simple(g) {
            let (all_small, ups) = (simple.number.signum() == 0, simple.ups);
            return Ok(all_small.then(|| self.integer(ups)));
        }
        if let Some(known) = self.weights.get(&g) {
            return Ok(*known);
        }
        self.tick()?;
        let weight = self.weigh(g)?;
        self.weights.insert(g, weight);
        Ok(weight)
    }

    fn weigh(&mut self, g: Value) -> Result<Option<Value>, Halt> {
        let two = self.integer(2);
        let minus_two = self.integer(-2);
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for left in self.lefts(g)? {
            let Some(weight) = self.atomic_weight(left)? else { return Ok(None) };
            lefts.push(self.add(weight, minus_two)?);
        }
        for right in self.rights(g)? {
            let Some(weight) = self.atomic_weight(right)? else { return Ok(None) };
            rights.push(self.add(weight, two)?);
        }
        let plain = self.game(&lefts, &rights)?;
        if !self.as_number(plain).is_some_and(|x| x.is_integer()) {
            return Ok(Some(plain));
        }
        let star = self.remote_star(g)?;
        let weight = if self.at_most(star, g)? {
            // The greatest integer that no right option's weight and 2 is at most.
            self.last_integer(&rights, 1)?
        } else if self.at_most(g, star)? {
            self.last_integer(&lefts, -1)?
        } else {
            Value::ZERO
        };
        Ok(Some(weight))
    }

    /// From far out on the side `sign`, the first integer n towards zero and beyond such that no option is at most n (or,
    /// for Left's options, at least n).
    fn last_integer(&mut self, options: &[Value], sign: i64) -> Result<Value, Halt> {
        // Integers beyond the stops of every option are out of question.
        let mut bound = 0i64;
        for option in options {
            let (left, right) = self.stops(*option);
            for stop in [left, right] {
                let near = i64::try_from(stop.floor()).map_err(|_| Halt::Size)?;
                bound = bound.max(near.saturating_abs().saturating_add(3));
            }
        }
        for n in (-bound..=bound).rev() {
            self.tick()?;
            let integer = self.integer(n * sign);
            let mut fits = true;
            for option in options {
                let passed =
                    if sign > 0 { self.at_most(*option, integer)? } else { self.at_most(integer, *option)? };
                if passed {
                    fits = false;
                    break;
                }
            }
            if fits {
                return Ok(integer);
            }
        }
        Ok(Value::ZERO)
    }

    /// A nim heap larger than any that play in `g` can end in.
    fn remote_star(&mut self, g: Value) -> Result<Value, Halt> {
        let mut largest = self.height(g);
        for follower in self.followers(g)? {
            if let Some(simple) = self.as_simple(follower) {
                largest = largest.max(simple.nimber);
            }
        }
        Ok(self.nimber((largest + 2).next_power_of_two()))
    }
}
