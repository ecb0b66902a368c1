//! Quotients and remainders by constants: unknowns of their own while a formula is built, written out at the end.
//!
//! Let z = e div q. Then z >= t is e >= q t, so a comparison in which z stands once needs no new variable. With other
//! factors the cases e = q z + r, r = 0..q-1, are written out; only for large q a variable is bound.

use super::outside::Stop;
use super::reader::{Origin, Reader};
use super::{Affine, Formula};
use bouton_linear::{SIGNED, TooLarge};

/// Up to this divisor the remainders are written out as cases.
const RESIDUES: i64 = 64;

/// A quotient or a remainder.
#[derive(Clone, Debug)]
pub(super) struct Quotient {
    pub(super) form: Affine,
    pub(super) by: i64,
    pub(super) remainder: bool,
}

/// One way in which a quotient or remainder comes about.
pub(super) struct Way {
    /// A new natural unknown that the way speaks of.
    pub(super) new: Option<usize>,
    /// When it is this way.
    pub(super) means: Formula,
    /// What the quotient or remainder is then.
    pub(super) value: Affine,
}

/// A condition on one form.
#[derive(Clone, Copy)]
enum Test {
    AtLeastZero,
    Zero,
    Multiple(i64),
}

impl Test {
    fn of(self, form: Affine) -> Formula {
        match self {
            Test::AtLeastZero => Formula::at_least_zero(form),
            Test::Zero => Formula::zero(form),
            Test::Multiple(m) => Formula::multiple(form, m),
        }
    }
}

impl Reader<'_> {
    fn derived(&mut self, form: Affine, by: i64, remainder: bool) -> usize {
        let known = |q: &Quotient| q.form == form && q.by == by && q.remainder == remainder;
        let at = self.quotients.iter().position(known).unwrap_or_else(|| {
            self.quotients.push(Quotient { form, by, remainder });
            self.quotients.len() - 1
        });
        SIGNED + at
    }

    /// The quotient or remainder that an unknown stands for.
    pub(super) fn quotient(&self, v: usize) -> Option<&Quotient> {
        self.quotients.get(v.checked_sub(SIGNED)?)
    }

    /// `form div q` for a positive constant.
    pub(super) fn div(&mut self, form: &Affine, q: i64) -> Result<Affine, TooLarge> {
        let (whole, rest): (Vec<_>, Vec<_>) = form.terms.iter().copied().partition(|t| t.1 % q == 0);
        let whole: Vec<(usize, i64)> = whole.into_iter().map(|(v, c)| (v, c / q)).collect();
        let whole = Affine { terms: whole, constant: form.constant.div_euclid(q) };
        if rest.is_empty() {
            return Ok(whole);
        }
        let rest = Affine { terms: rest, constant: form.constant.rem_euclid(q) };
        whole.plus(1, &Affine::variable(self.derived(rest, q, false)))
    }

    /// `form mod q` for a positive constant.
    pub(super) fn rem(&mut self, form: &Affine, q: i64) -> Affine {
        let terms = form.terms.iter().map(|&(v, c)| (v, c.rem_euclid(q))).filter(|t| t.1 != 0).collect();
        let rest = Affine { terms, constant: form.constant.rem_euclid(q) };
        if rest.terms.is_empty() { rest } else { Affine::variable(self.derived(rest, q, true)) }
    }

    /// A new natural unknown.
    pub(super) fn fresh(&mut self, origin: Origin) -> usize {
        self.origins.push(origin);
        self.origins.len() - 1
    }

    /// The ways in which an unknown of this kind comes about; remainders by at most `few` are taken one by one.
    pub(super) fn ways(&mut self, v: usize, few: i64) -> Result<Vec<Way>, Stop> {
        let Some(Quotient { form, by, remainder }) = self.quotient(v).cloned() else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        if remainder && by <= few {
            for r in 0..by {
                let hit = Formula::multiple(form.shift(-r)?, by);
                out.push(Way { new: None, means: hit, value: Affine::int(r) });
            }
            return Ok(out);
        }
        let natural = form.is_natural();
        for below in [false, true] {
            if below && natural {
                continue;
            }
            // A quotient below 0 is minus a natural number minus 1.
            let new = self.fresh(Origin::Derived);
            let z = Affine::variable(new);
            let z = if below { z.times(-1)?.shift(-1)? } else { z };
            let left = form.plus(-by, &z)?;
            let room = left.times(-1)?.shift(by - 1)?;
            let means = Formula::all([Formula::at_least_zero(left.clone()), Formula::at_least_zero(room)]);
            out.push(Way { new: Some(new), means, value: if remainder { left } else { z } });
        }
        Ok(out)
    }

    /// The formula without quotients and remainders.
    pub(super) fn close(&mut self, f: Formula) -> Result<Formula, Stop> {
        self.step()?;
        Ok(match f {
            Formula::All(list) => {
                Formula::all(list.into_iter().map(|f| self.close(f)).collect::<Result<Vec<_>, _>>()?)
            }
            Formula::Any(list) => {
                Formula::any(list.into_iter().map(|f| self.close(f)).collect::<Result<Vec<_>, _>>()?)
            }
            Formula::Not(f) => self.close(*f)?.negated(),
            Formula::Exists(v, f) => Formula::exists(v, self.close(*f)?),
            Formula::AtLeastZero(form) => self.close_test(form, Test::AtLeastZero)?,
            Formula::Zero(form) => self.close_test(form, Test::Zero)?,
            Formula::Multiple(form, m) => self.close_test(form, Test::Multiple(m))?,
        })
    }

    fn close_test(&mut self, form: Affine, test: Test) -> Result<Formula, Stop> {
        // The last one was made last: it may be made of the others, but not they of it.
        let Some(&(v, c)) = form.terms.last().filter(|t| t.0 >= SIGNED) else { return Ok(test.of(form)) };
        let Some(Quotient { form: e, by, remainder }) = self.quotient(v).cloned() else {
            return Ok(test.of(form));
        };
        let rest = form.plus(-c, &Affine::variable(v))?;
        if !remainder && c.abs() == 1 && !matches!(test, Test::Multiple(_)) {
            // z + rest, or rest - z: what must not be negative is e + q rest, or q - 1 - e + q rest
            let gap = e.plus(by * c, &rest)?;
            let room = gap.times(-1)?.shift(by - 1)?;
            let conds = match (test, c) {
                (Test::Zero, _) => vec![gap, room],
                (_, 1) => vec![gap],
                _ => vec![room],
            };
            let closed = conds.into_iter().map(|f| self.close_test(f, Test::AtLeastZero));
            return Ok(Formula::all(closed.collect::<Result<Vec<_>, _>>()?));
        }
        if by > RESIDUES {
            let mut arms = Vec::new();
            for Way { new, means, value } in self.ways(v, 0)? {
                let put = rest.plus(c, &value)?;
                let inner = Formula::all([self.close(means)?, self.close_test(put, test)?]);
                arms.push(new.map_or(inner.clone(), |z| Formula::exists(z, inner)));
            }
            return Ok(Formula::any(arms));
        }
        let mut arms = Vec::new();
        for r in 0..by {
            let left = e.shift(-r)?;
            let scaled = if remainder {
                test.of(rest.shift(c.checked_mul(r).ok_or(Stop::Large)?)?)
            } else {
                let form = rest.times(by)?.plus(c, &left)?;
                match test {
                    Test::Multiple(m) => Formula::multiple(form, m.checked_mul(by).ok_or(Stop::Large)?),
                    test => test.of(form),
                }
            };
            if scaled.as_bool() != Some(false) {
                arms.push(Formula::all([self.close_test(left, Test::Multiple(by))?, self.close(scaled)?]));
            }
        }
        Ok(Formula::any(arms))
    }
}
