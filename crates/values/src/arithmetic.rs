//! Arithmetic of values: negatives, sums, multiples; and what the field makes of two games beside the sum: ordinal sums, the
//! Norton product, heating, cooling and overheating (Winning Ways, chapters 6 and 8; A. N. Siegel, Combinatorial Game Theory, II.4 to II.5).
//!
//! A number moves through a sum to the options of the others (number translation), so adding one needs no comparison.

use crate::dyadic::Dyadic;
use crate::store::{Simple, Value, Values};
use bouton_budget::Halt;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashMap;

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// The work was stopped.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// A Norton product is by a positive value.
    #[error("the Norton product needs a positive value on its right")]
    NotPositive,
    /// Games are cooled and heated by numbers that are not negative.
    #[error("cooling and heating need a number that is not negative")]
    NotTemperature,
    /// Only integers multiply.
    #[error("a value is multiplied by an integer alone")]
    NotInteger,
    /// Play goes round where only a short game has such a value.
    #[error("this is defined for games that end")]
    Loopy,
}

/// Where a recursion over options stops, and with which value.
type Ends<'f> = &'f dyn Fn(&mut Values, Value) -> Result<Option<Value>, Undefined>;

/// Recursion over options, numbers too, goes no deeper.
const DEEPEST_NUMBER: u32 = 500;

impl Values {
    /// The negative: the game with the players exchanged.
    pub fn negate(&mut self, g: Value) -> Result<Value, Halt> {
        if let Some(known) = self.known_negative(g) {
            return Ok(known);
        }
        let negative = match self.as_simple(g) {
            Some(simple) => {
                let (number, ups, nimber) = (-&simple.number, -simple.ups, simple.nimber);
                self.simple(Simple { number, ups, nimber })
            }
            None => {
                let spans = self.options(g)?;
                let (mut lefts, mut rights) = (self.list(), self.list());
                for place in spans.middle..spans.end {
                    let right = self.at(place);
                    lefts.push(self.negate(right)?);
                }
                for place in spans.first..spans.middle {
                    let left = self.at(place);
                    rights.push(self.negate(left)?);
                }
                lefts.sort_unstable();
                rights.sort_unstable();
                // The negative of a canonical form is one.
                let negative = self.intern(&lefts, &rights)?;
                self.give_back(lefts);
                self.give_back(rights);
                negative
            }
        };
        self.set_negative(g, negative);
        Ok(negative)
    }

    /// The sum.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, Halt> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        if self.as_simple(g).is_none() || self.as_simple(h).is_none() {
            let translated = self.is_number(g) || self.is_number(h);
            if !translated {
                self.depth(&[g, h])?;
            }
        }
        self.sum(g, h)
    }

    /// The difference.
    pub fn subtract(&mut self, g: Value, h: Value) -> Result<Value, Halt> {
        let negative = self.negate(h)?;
        self.add(g, negative)
    }

    fn sum(&mut self, g: Value, h: Value) -> Result<Value, Halt> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        let (g, h) = if g <= h { (g, h) } else { (h, g) };
        if let Some(known) = self.sums.get(g.0, h.0) {
            return Ok(Value(known));
        }
        let value = match (self.as_simple(g), self.as_simple(h)) {
            (Some(a), Some(b)) => {
                let ups = a.ups.checked_add(b.ups).ok_or(Halt::Size)?;
                let simple = Simple { number: &a.number + &b.number, ups, nimber: a.nimber ^ b.nimber };
                self.tick()?;
                self.simple(simple)
            }
            (Some(a), None) if a.is_number() => self.translate(h, g)?,
            (None, Some(b)) if b.is_number() => self.translate(g, h)?,
            _ if self.known_negative(g) == Some(h) => Value::ZERO,
            _ => {
                let (mut lefts, mut rights) = (self.list(), self.list());
                for (moved, still) in [(g, h), (h, g)] {
                    let spans = self.options(moved)?;
                    for place in spans.first..spans.end {
                        let option = self.at(place);
                        let sum = self.sum(option, still)?;
                        if place < spans.middle { lefts.push(sum) } else { rights.push(sum) }
                    }
                }
                self.make(lefts, rights)?
            }
        };
        self.sums.put(g.0, h.0, value.0);
        Ok(value)
    }

    /// A value that is no number plus a number: the canonical form with the number in every option.
    fn translate(&mut self, g: Value, number: Value) -> Result<Value, Halt> {
        self.tick()?;
        let spans = self.options(g)?;
        let (mut lefts, mut rights) = (self.list(), self.list());
        for place in spans.first..spans.end {
            let option = self.at(place);
            let sum = self.sum(option, number)?;
            if place < spans.middle { lefts.push(sum) } else { rights.push(sum) }
        }
        lefts.sort_unstable();
        rights.sort_unstable();
        let value = self.intern(&lefts, &rights)?;
        self.give_back(lefts);
        self.give_back(rights);
        Ok(value)
    }

    /// So many copies of a value, by doubling.
    pub fn times(&mut self, n: &BigInt, g: Value) -> Result<Value, Halt> {
        if let Some(simple) = self.as_simple(g) {
            let ups = BigInt::from(simple.ups) * n;
            let ups = ups.to_i64().ok_or(Halt::Size)?;
            let odd = n.bit(0);
            let nimber = if odd { simple.nimber } else { 0 };
            let number = simple.number.times(n);
            return Ok(self.simple(Simple { number, ups, nimber }));
        }
        let mut power = if n.is_negative() { self.negate(g)? } else { g };
        let count = n.magnitude();
        if count.bits() > 32 {
            return Err(Halt::Size);
        }
        let mut sum = Value::ZERO;
        for bit in 0..count.bits() {
            if count.bit(bit) {
                sum = self.add(sum, power)?;
            }
            if bit + 1 < count.bits() {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }

    /// The ordinal sum G : H: a move in G takes H away. It depends on the form of G, which is the canonical one here.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, Halt> {
        self.ordinal(g, h, 0)
    }

    fn ordinal(&mut self, g: Value, h: Value, depth: u32) -> Result<Value, Halt> {
        if h == Value::ZERO {
            return Ok(g);
        }
        if depth > DEEPEST_NUMBER {
            return Err(Halt::Size);
        }
        let (mut lefts, mut rights) = (self.lefts(g)?, self.rights(g)?);
        for left in self.lefts(h)? {
            lefts.push(self.ordinal(g, left, depth + 1)?);
        }
        for right in self.rights(h)? {
            rights.push(self.ordinal(g, right, depth + 1)?);
        }
        self.make(lefts, rights)
    }

    /// Recursion over the options of a value that stops where `ends` says: {f(left) + l | f(right) − r} with every l of one
    /// list and every r of the other.
    fn through(
        &mut self,
        g: Value,
        tolls: &[Value],
        seen: &mut FxHashMap<Value, Value>,
        depth: u32,
        ends: Ends<'_>,
    ) -> Result<Value, Undefined> {
        if let Some(known) = seen.get(&g) {
            return Ok(*known);
        }
        if let Some(value) = ends(self, g)? {
            return Ok(value);
        }
        if depth > DEEPEST_NUMBER {
            return Err(Halt::Size.into());
        }
        self.tick()?;
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for left in self.lefts(g)? {
            let image = self.through(left, tolls, seen, depth + 1, ends)?;
            for toll in tolls {
                lefts.push(self.add(image, *toll)?);
            }
        }
        for right in self.rights(g)? {
            let image = self.through(right, tolls, seen, depth + 1, ends)?;
            for toll in tolls {
                rights.push(self.subtract(image, *toll)?);
            }
        }
        let value = self.make(lefts, rights)?;
        seen.insert(g, value);
        Ok(value)
    }

    /// The Norton product G · U with a positive U: as G with U in place of 1.
    pub fn norton(&mut self, g: Value, unit: Value) -> Result<Value, Undefined> {
        if unit == Value::ZERO || !self.at_most(Value::ZERO, unit)? {
            return Err(Undefined::NotPositive);
        }
        // U and an incentive: a left option of U, or 2 U less a right one.
        let mut tolls = self.lefts(unit)?;
        let double = self.add(unit, unit)?;
        for right in self.rights(unit)? {
            tolls.push(self.subtract(double, right)?);
        }
        self.through(g, &tolls, &mut FxHashMap::default(), 0, &|values, g| match values
            .as_number(g)
            .filter(|x| x.is_integer())
            .cloned()
        {
            Some(n) => Ok(Some(values.times(&n.numerator(), unit)?)),
            None => Ok(None),
        })
    }

    /// G overheated from `s` to `t`: integers become multiples of `s`, and every move costs `t`.
    pub fn overheat(&mut self, g: Value, s: Value, t: Value) -> Result<Value, Undefined> {
        self.through(g, &[t], &mut FxHashMap::default(), 0, &|values, g| match values
            .as_number(g)
            .filter(|x| x.is_integer())
            .cloned()
        {
            Some(n) => Ok(Some(values.times(&n.numerator(), s)?)),
            None => Ok(None),
        })
    }

    /// G heated by `t`: every move in what is no number costs the opponent `t`.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value, Undefined> {
        self.through(g, &[t], &mut FxHashMap::default(), 0, &|values, g| Ok(values.is_number(g).then_some(g)))
    }

    /// G cooled by `t`: every move costs its maker `t`, down to the mean and no further.
    pub fn cool(&mut self, g: Value, t: &Dyadic) -> Result<Value, Undefined> {
        if t.signum() < 0 {
            return Err(Undefined::NotTemperature);
        }
        let toll = self.number(-t);
        self.through(g, &[toll], &mut FxHashMap::default(), 0, &|values, g| {
            if values.is_number(g) {
                return Ok(Some(g));
            }
            let thermograph = values.thermograph(g)?;
            let cold = *t > thermograph.temperature;
            Ok(cold.then(|| values.number(thermograph.mean.clone())))
        })
    }

    /// Tiny G = {0 | {0 | −G}}, for a positive G.
    pub fn tiny(&mut self, g: Value) -> Result<Value, Halt> {
        let threat = self.negate(g)?;
        let inner = self.game(&[Value::ZERO], &[threat])?;
        self.game(&[Value::ZERO], &[inner])
    }

    /// ±(G, H, …): Left's options are these, Right's their negatives.
    pub fn switch(&mut self, options: &[Value]) -> Result<Value, Halt> {
        let mut rights = self.list();
        for option in options {
            rights.push(self.negate(*option)?);
        }
        self.make(options.to_vec(), rights)
    }
}
