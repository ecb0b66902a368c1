//! Functions on the natural numbers that repeat, with something added each time.

use bouton_budget::Halt;
use bouton_linear::{Affine, Formula};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A function on the natural numbers: v(n + period) = v(n) + saltus for all n >= from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steady {
    /// From here on.
    pub from: usize,
    /// The period.
    pub period: usize,
    /// What a period adds.
    pub saltus: u64,
    /// The first from + period values.
    pub values: Vec<u64>,
}

impl Steady {
    /// Every number is its own value.
    pub fn identity() -> Steady {
        Steady { from: 0, period: 1, saltus: 1, values: vec![0] }
    }

    /// The function that begins with these values, if it is seen to go on for two periods and more.
    pub fn of(values: &[u64]) -> Option<Steady> {
        let most = values.len() / 3;
        let fits = |from: usize, period: usize| {
            let saltus = values[from + period].checked_sub(values[from])?;
            let all = (from..values.len() - period).all(|n| values[n + period] == values[n] + saltus);
            let (from, values) = (from, values[..from + period].to_vec());
            all.then_some(Steady { from, period, saltus, values })
        };
        (1..=most).find_map(|size| (0..size).rev().find_map(|from| fits(from, size - from)))
    }

    /// The value of a number.
    pub fn at(&self, n: &BigUint) -> BigUint {
        let first = |i: usize| BigUint::from(self.values.get(i).copied().unwrap_or(0));
        match n.to_usize().filter(|n| *n < self.from) {
            Some(n) => first(n),
            None => {
                let beyond = n - BigUint::from(self.from);
                let rest = (&beyond % self.period).to_usize().unwrap_or(0);
                first(self.from + rest) + beyond / self.period * self.saltus
            }
        }
    }

    /// That the value of a form is another form.
    pub(super) fn is(&self, form: &Affine, value: &Affine) -> Result<Formula, Halt> {
        let mut any = Vec::new();
        for (n, v) in self.values.iter().enumerate() {
            let (n_int, v) = (n as i64, i64::try_from(*v).map_err(|_| Halt::Size)?);
            let from_here = form.shift(-n_int)?;
            if n < self.from {
                any.push(Formula::all([Formula::zero(from_here), Formula::zero(value.shift(-v)?)]));
                continue;
            }
            let (p, s) = (self.period as i64, i64::try_from(self.saltus).map_err(|_| Halt::Size)?);
            let step = value.shift(-v)?.times(p)?.plus(-s, &from_here)?;
            let mut all = vec![Formula::at_least_zero(from_here.clone()), Formula::zero(step)];
            if p > 1 {
                all.push(Formula::multiple(from_here, p));
            }
            any.push(Formula::all(all));
        }
        Ok(Formula::any(any))
    }
}
