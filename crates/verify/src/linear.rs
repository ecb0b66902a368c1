//! Linear forms with a common denominator, and conditions over them: the arithmetic that rules are translated to.
//!
//! A form may have a denominator where a condition beside it makes its value a whole number (`n div 2` is `n / 2`
//! where n is even and `(n - 1) / 2` where it is odd). Nothing wraps around: what leaves 64 bits is refused.

use crate::refused::Why;
use std::collections::BTreeMap;

/// Variables are numbered: first the coordinates of the position, then choices and guessed numbers.
pub(crate) type Var = usize;

/// (sum of coefficient · variable + constant) / den, den > 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lin {
    pub(crate) terms: BTreeMap<Var, i64>,
    pub(crate) constant: i64,
    pub(crate) den: i64,
}

fn over<T>(n: Option<T>) -> Result<T, Why> {
    n.ok_or(Why::Overflow)
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

impl Lin {
    pub(crate) fn number(n: i64) -> Lin {
        Lin { terms: BTreeMap::new(), constant: n, den: 1 }
    }

    pub(crate) fn var(v: Var) -> Lin {
        Lin { terms: BTreeMap::from([(v, 1)]), constant: 0, den: 1 }
    }

    /// The number, where no variable is left.
    pub(crate) fn as_number(&self) -> Option<i64> {
        (self.terms.is_empty() && self.constant % self.den == 0).then(|| self.constant / self.den)
    }

    /// The variable, where the form is nothing else.
    pub(crate) fn as_var(&self) -> Option<Var> {
        let (&v, &c) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && self.constant == 0 && c == self.den).then_some(v)
    }

    fn reduced(mut self) -> Lin {
        let g = self.terms.values().fold(gcd(self.constant, self.den), |g, c| gcd(g, *c)).max(1);
        self.terms.values_mut().for_each(|c| *c /= g);
        Lin { constant: self.constant / g, den: self.den / g, terms: self.terms }
    }

    /// self + k · other
    pub(crate) fn plus(&self, k: i64, other: &Lin) -> Result<Lin, Why> {
        let (mine, theirs) = (other.den, over(self.den.checked_mul(k))?);
        let mut terms = BTreeMap::new();
        for v in self.terms.keys().chain(other.terms.keys()) {
            let part = |lin: &Lin, by: i64| over(lin.terms.get(v).unwrap_or(&0).checked_mul(by));
            let c = over(part(self, mine)?.checked_add(part(other, theirs)?))?;
            if c != 0 {
                terms.insert(*v, c);
            }
        }
        let (a, b) = (over(self.constant.checked_mul(mine))?, over(other.constant.checked_mul(theirs))?);
        let den = over(self.den.checked_mul(other.den))?;
        Ok(Lin { terms, constant: over(a.checked_add(b))?, den }.reduced())
    }

    pub(crate) fn times(&self, k: i64) -> Result<Lin, Why> {
        Lin::number(0).plus(k, self)
    }

    /// self / k, where a condition makes that whole; k > 0.
    pub(crate) fn over(&self, k: i64) -> Result<Lin, Why> {
        Ok(Lin { den: over(self.den.checked_mul(k))?, ..self.clone() }.reduced())
    }

    /// Writes a form for a variable.
    pub(crate) fn with(&self, v: Var, is: &Lin) -> Result<Lin, Why> {
        let Some(&c) = self.terms.get(&v) else { return Ok(self.clone()) };
        let mut rest = self.clone();
        rest.terms.remove(&v);
        rest.plus(1, &is.times(c)?.over(self.den)?)
    }
}

/// What an atom says of its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Test {
    /// sum <= 0
    AtMost,
    /// sum = 0
    Zero,
    /// the modulus divides the sum
    Divides(i64),
}

/// A test of a linear form with whole coefficients.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom {
    pub(crate) test: Test,
    pub(crate) terms: Vec<(Var, i64)>,
    pub(crate) constant: i64,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    Known(bool),
    Atom(Atom),
    Not(Box<Cond>),
    All(Vec<Cond>),
    Any(Vec<Cond>),
}

impl Cond {
    pub(crate) const YES: Cond = Cond::Known(true);
    pub(crate) const NO: Cond = Cond::Known(false);

    fn atom(test: Test, lin: &Lin) -> Cond {
        let terms: Vec<(Var, i64)> = lin.terms.iter().map(|(v, c)| (*v, *c)).collect();
        if terms.is_empty() {
            return Cond::Known(match test {
                Test::AtMost => lin.constant <= 0,
                Test::Zero => lin.constant == 0,
                Test::Divides(m) => lin.constant % m == 0,
            });
        }
        Cond::Atom(Atom { test, terms, constant: lin.constant })
    }

    /// lin <= 0 (the denominator is positive and may be left out)
    pub(crate) fn at_most_zero(lin: &Lin) -> Cond {
        Cond::atom(Test::AtMost, lin)
    }

    /// a <= b
    pub(crate) fn at_most(a: &Lin, b: &Lin) -> Result<Cond, Why> {
        Ok(Cond::at_most_zero(&a.plus(-1, b)?))
    }

    /// a = b
    pub(crate) fn equal(a: &Lin, b: &Lin) -> Result<Cond, Why> {
        Ok(Cond::atom(Test::Zero, &a.plus(-1, b)?))
    }

    /// The whole number lin leaves no rest modulo m > 0.
    pub(crate) fn divides(m: i64, lin: &Lin) -> Result<Cond, Why> {
        match over(m.checked_mul(lin.den))? {
            1 => Ok(Cond::YES),
            m => Ok(Cond::atom(Test::Divides(m), lin)),
        }
    }

    pub(crate) fn not(self) -> Cond {
        match self {
            Cond::Known(b) => Cond::Known(!b),
            Cond::Not(c) => *c,
            c => Cond::Not(Box::new(c)),
        }
    }

    pub(crate) fn and(self, other: Cond) -> Cond {
        Cond::all(vec![self, other])
    }

    pub(crate) fn or(self, other: Cond) -> Cond {
        Cond::any(vec![self, other])
    }

    pub(crate) fn all(conds: Vec<Cond>) -> Cond {
        Cond::joined(conds, true)
    }

    pub(crate) fn any(conds: Vec<Cond>) -> Cond {
        Cond::joined(conds, false)
    }

    /// All of them, or any: what decides nothing is left out, and so is what stands there already.
    fn joined(conds: Vec<Cond>, all: bool) -> Cond {
        let mut out: Vec<Cond> = Vec::new();
        let mut push = |c: Cond| {
            if !out.contains(&c) {
                out.push(c);
            }
        };
        for c in conds {
            match c {
                Cond::Known(b) if b == all => {}
                Cond::Known(b) => return Cond::Known(b),
                Cond::All(more) if all => more.into_iter().for_each(&mut push),
                Cond::Any(more) if !all => more.into_iter().for_each(&mut push),
                c => push(c),
            }
        }
        match out.len() {
            0 | 1 => out.pop().unwrap_or(Cond::Known(all)),
            _ if all => Cond::All(out),
            _ => Cond::Any(out),
        }
    }

    /// Writes a form for a variable. Where the form has a denominator, its value is whole by a condition elsewhere.
    pub(crate) fn with(&self, v: Var, is: &Lin) -> Result<Cond, Why> {
        let each = |conds: &[Cond]| conds.iter().map(|c| c.with(v, is)).collect::<Result<Vec<_>, Why>>();
        Ok(match self {
            Cond::Known(b) => Cond::Known(*b),
            Cond::Not(c) => c.with(v, is)?.not(),
            Cond::All(conds) => Cond::all(each(conds)?),
            Cond::Any(conds) => Cond::any(each(conds)?),
            Cond::Atom(a) => {
                let terms = a.terms.iter().copied().collect();
                let lin = Lin { terms, constant: a.constant, den: 1 }.with(v, is)?;
                match a.test {
                    Test::Divides(m) => Cond::divides(m, &lin)?,
                    test => Cond::atom(test, &lin),
                }
            }
        })
    }
}

impl Lin {
    /// The same with other names of variables.
    pub(crate) fn renamed(&self, names: &BTreeMap<Var, Var>) -> Lin {
        let terms = self.terms.iter().map(|(v, c)| (names.get(v).copied().unwrap_or(*v), *c)).collect();
        Lin { terms, ..*self }
    }
}

impl Cond {
    /// The same with other names of variables.
    pub(crate) fn renamed(&self, names: &BTreeMap<Var, Var>) -> Cond {
        let each = |conds: &[Cond]| conds.iter().map(|c| c.renamed(names)).collect();
        match self {
            Cond::Known(b) => Cond::Known(*b),
            Cond::Not(c) => Cond::Not(Box::new(c.renamed(names))),
            Cond::All(conds) => Cond::All(each(conds)),
            Cond::Any(conds) => Cond::Any(each(conds)),
            Cond::Atom(a) => {
                let mut terms: Vec<(Var, i64)> =
                    a.terms.iter().map(|(v, c)| (names.get(v).copied().unwrap_or(*v), *c)).collect();
                terms.sort_unstable();
                Cond::Atom(Atom { terms, ..a.clone() })
            }
        }
    }
}
