//! Who wins a sum of many parts, without its canonical form: a search that moves in the hottest part first.
//!
//! Numbers, ups and nimbers are added up, parts that cancel are taken out. The mean of a sum is the sum of the means, and its temperature is at most that
//! of the hottest part; so its stops lie within that temperature of the mean, the left one not below it and the right one not
//! above (Winning Ways, chapter 6), which settles most sums. Nobody needs to move in a number while something else is left (number
//! avoidance). What has been searched is remembered by its parts.

use crate::compare::Class;
use crate::dyadic::Dyadic;
use crate::store::{Value, Values};
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// Play is not followed deeper.
const DEEPEST_PLAY: u32 = 2000;

/// About the bytes of a sum that is remembered, beside its parts.
const REMEMBERED: usize = 64;

/// Parts that are neither numbers nor ups and nimbers, in order, and the sum of all that are.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sum {
    hot: Vec<Value>,
    cold: Value,
}

/// Sums that have been searched: does the player to move win? For Left and for Right.
#[derive(Default)]
pub struct HotSums {
    known: [FxHashMap<Sum, bool>; 2],
    bytes: usize,
    /// Sums whose moves were looked at.
    pub searched: u64,
}

impl HotSums {
    /// The bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Values {
    /// Who wins the sum of these values.
    pub fn class_of_sum(&mut self, parts: &[Value], known: &mut HotSums) -> Result<Class, Halt> {
        Ok(match (self.mover_wins(parts, true, known)?, self.mover_wins(parts, false, known)?) {
            (true, true) => Class::Next,
            (true, false) => Class::Left,
            (false, true) => Class::Right,
            (false, false) => Class::Previous,
        })
    }

    /// Does Left win the sum of these values moving first, or Right, if it is not Left who moves?
    pub fn mover_wins(&mut self, parts: &[Value], left: bool, known: &mut HotSums) -> Result<bool, Halt> {
        let sum = self.parted(parts)?;
        self.first_wins(&sum, left, known, 0)
    }

    /// Numbers, ups and nimbers added up, and what cancels taken out.
    fn parted(&mut self, parts: &[Value]) -> Result<Sum, Halt> {
        let mut sum = Sum { hot: Vec::with_capacity(parts.len()), cold: Value::ZERO };
        for part in parts {
            self.join_sum(&mut sum, *part)?;
        }
        Ok(sum)
    }

    fn join_sum(&mut self, sum: &mut Sum, part: Value) -> Result<(), Halt> {
        if self.as_simple(part).is_some() {
            sum.cold = self.add(sum.cold, part)?;
            return Ok(());
        }
        let negative = self.negate(part)?;
        if let Ok(place) = sum.hot.binary_search(&negative) {
            sum.hot.remove(place);
        } else {
            let place = sum.hot.partition_point(|other| *other < part);
            sum.hot.insert(place, part);
        }
        Ok(())
    }

    fn first_wins(&mut self, sum: &Sum, left: bool, known: &mut HotSums, depth: u32) -> Result<bool, Halt> {
        self.tick()?;
        if depth > DEEPEST_PLAY {
            return Err(Halt::Size);
        }
        match sum.hot[..] {
            [] => return self.moves_ahead(sum.cold, left),
            [one] => {
                let all = self.negate(sum.cold)?;
                return Ok(!if left { self.at_most(one, all)? } else { self.at_most(all, one)? });
            }
            [one, other] if self.is_number(sum.cold) => {
                let (one, all) = (self.add(one, sum.cold)?, self.negate(other)?);
                return Ok(!if left { self.at_most(one, all)? } else { self.at_most(all, one)? });
            }
            _ => {}
        }
        if let Some(settled) = self.by_temperature(sum, left)? {
            return Ok(settled);
        }
        let side = usize::from(!left);
        if let Some(known) = known.known[side].get(sum) {
            return Ok(*known);
        }
        known.searched += 1;
        let wins = self.some_move_wins(sum, left, known, depth)?;
        known.bytes += REMEMBERED + sum.hot.len() * size_of::<Value>();
        let (held, limit) = (known.bytes + self.bytes(), self.budget().memory_limit());
        if held > limit {
            return Err(Halt::Memory { positions: known.searched as usize, needed: held, limit });
        }
        known.known[side].insert(sum.clone(), wins);
        Ok(wins)
    }

    fn moves_ahead(&mut self, value: Value, left: bool) -> Result<bool, Halt> {
        Ok(!if left { self.at_most(value, Value::ZERO)? } else { self.at_most(Value::ZERO, value)? })
    }

    /// Who wins by the mean and the temperature, where they tell.
    fn by_temperature(&mut self, sum: &Sum, left: bool) -> Result<Option<bool>, Halt> {
        let mut mean = self.stops(sum.cold).0;
        let mut hottest = Dyadic::ZERO;
        for part in &sum.hot {
            let thermograph = self.thermograph(*part)?;
            mean = &mean + &thermograph.mean;
            hottest = hottest.max(thermograph.temperature.clone());
        }
        let ahead = if left { mean } else { -&mean };
        Ok(if ahead.signum() > 0 {
            Some(true)
        } else if (&ahead + &hottest).signum() < 0 {
            Some(false)
        } else {
            None
        })
    }

    fn some_move_wins(
        &mut self,
        sum: &Sum,
        left: bool,
        known: &mut HotSums,
        depth: u32,
    ) -> Result<bool, Halt> {
        // The hottest part first, and in it the option with the best mean.
        let mut parts = sum.hot.clone();
        parts.dedup();
        let mut by_heat = Vec::with_capacity(parts.len() + 1);
        for part in parts {
            by_heat.push((self.thermograph(part)?.temperature.clone(), part));
        }
        by_heat.sort_by(|a, b| b.0.cmp(&a.0));
        for (_, part) in by_heat {
            let mut rest = sum.clone();
            if let Ok(place) = rest.hot.binary_search(&part) {
                rest.hot.remove(place);
            }
            if self.some_option_wins(part, &rest, left, known, depth)? {
                return Ok(true);
            }
        }
        if self.is_number(sum.cold) {
            return Ok(false);
        }
        let rest = Sum { hot: sum.hot.clone(), cold: Value::ZERO };
        self.some_option_wins(sum.cold, &rest, left, known, depth)
    }

    fn some_option_wins(
        &mut self,
        part: Value,
        rest: &Sum,
        left: bool,
        known: &mut HotSums,
        depth: u32,
    ) -> Result<bool, Halt> {
        let options = if left { self.lefts(part)? } else { self.rights(part)? };
        let mut by_mean = Vec::with_capacity(options.len());
        for option in options {
            let mean = self.thermograph(option)?.mean.clone();
            by_mean.push((if left { -&mean } else { mean }, option));
        }
        by_mean.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, option) in by_mean {
            let mut after = rest.clone();
            self.join_sum(&mut after, option)?;
            if !self.first_wins(&after, !left, known, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
