//! Numbers that depend on cases: least and greatest of several forms, and forms chosen by conditions.
//!
//! Least and greatest are kept as such, because `k <= min(a, b)` is simply `k <= a` and `k <= b`. They are taken apart
//! into cases only where one form is needed: in the result of a move.

use super::outside::Stop;
use super::{Affine, Formula};
use bouton_linear::TooLarge;

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Num {
    /// A form.
    Lin(Affine),
    /// The least of at least one.
    Min(Vec<Num>),
    /// The greatest of at least one.
    Max(Vec<Num>),
    /// The number beside the condition that holds; exactly one of them does.
    If(Vec<(Formula, Num)>),
}

/// How many forms one number may have in it.
const LEAVES: usize = 4096;

impl Num {
    pub(super) fn int(i: i64) -> Num {
        Num::Lin(Affine::int(i))
    }

    pub(super) fn as_int(&self) -> Option<i64> {
        match self {
            Num::Lin(form) => form.as_int(),
            _ => None,
        }
    }

    fn leaves(&self) -> usize {
        match self {
            Num::Lin(_) => 1,
            Num::Min(list) | Num::Max(list) => list.iter().map(Num::leaves).sum(),
            Num::If(arms) => arms.iter().map(|a| a.1.leaves()).sum(),
        }
    }

    /// The least (or greatest) of several.
    pub(super) fn extreme(list: Vec<Num>, greatest: bool) -> Num {
        let mut out: Vec<Num> = Vec::with_capacity(list.len());
        let mut constant: Option<i64> = None;
        for n in list {
            match n {
                Num::Max(inner) if greatest => out.extend(inner),
                Num::Min(inner) if !greatest => out.extend(inner),
                n => match n.as_int() {
                    Some(i) => {
                        constant = Some(constant.map_or(i, |c| if greatest { c.max(i) } else { c.min(i) }));
                    }
                    None => out.push(n),
                },
            }
        }
        out.extend(constant.map(Num::int));
        out.dedup();
        match out.len() {
            1 => out.remove(0),
            _ if greatest => Num::Max(out),
            _ => Num::Min(out),
        }
    }

    /// The number beside the condition that holds; the conditions exclude each other and one of them holds.
    pub(super) fn choose(arms: Vec<(Formula, Num)>) -> Num {
        let mut open: Vec<(Formula, Num)> =
            arms.into_iter().filter(|(c, _)| c.as_bool() != Some(false)).collect();
        let same = open.windows(2).all(|w| w[0].1 == w[1].1);
        if same && !open.is_empty() { open.remove(0).1 } else { Num::If(open) }
    }

    /// Applies a function that never falls (or never rises, if `falling`) to every form.
    fn monotone(&self, falling: bool, f: &dyn Fn(&Affine) -> Result<Affine, TooLarge>) -> Result<Num, Stop> {
        let each = |list: &[Num]| list.iter().map(|n| n.monotone(falling, f)).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Num::Lin(form) => Num::Lin(f(form)?),
            Num::Min(list) => Num::extreme(each(list)?, falling),
            Num::Max(list) => Num::extreme(each(list)?, !falling),
            Num::If(arms) => Num::choose(
                arms.iter()
                    .map(|(c, n)| Ok((c.clone(), n.monotone(falling, f)?)))
                    .collect::<Result<_, Stop>>()?,
            ),
        })
    }

    /// Applies a function that never falls to every form.
    pub(super) fn rising(&self, f: &dyn Fn(&Affine) -> Result<Affine, TooLarge>) -> Result<Num, Stop> {
        self.monotone(false, f)
    }

    pub(super) fn times(&self, factor: i64) -> Result<Num, Stop> {
        self.monotone(factor < 0, &|form| form.times(factor))
    }

    pub(super) fn plus(&self, other: &Num) -> Result<Num, Stop> {
        if self.leaves().saturating_mul(other.leaves()) > LEAVES {
            return Err(Stop::Many);
        }
        match (self, other) {
            (_, Num::Lin(b)) => self.rising(&|a| a.plus(1, b)),
            (Num::Lin(a), _) => other.rising(&|b| b.plus(1, a)),
            // min(a, b) + x = min(a + x, b + x), and so on down the first number
            (Num::Min(list) | Num::Max(list), _) => {
                let sums = list.iter().map(|n| n.plus(other)).collect::<Result<Vec<_>, _>>()?;
                Ok(Num::extreme(sums, matches!(self, Num::Max(_))))
            }
            (Num::If(arms), _) => Ok(Num::choose(
                arms.iter().map(|(c, n)| Ok((c.clone(), n.plus(other)?))).collect::<Result<_, Stop>>()?,
            )),
        }
    }

    pub(super) fn minus(&self, other: &Num) -> Result<Num, Stop> {
        self.plus(&other.times(-1)?)
    }

    /// `self >= 0`
    pub(super) fn at_least_zero(&self) -> Formula {
        match self {
            Num::Lin(form) => Formula::at_least_zero(form.clone()),
            Num::Min(list) => Formula::all(list.iter().map(Num::at_least_zero)),
            Num::Max(list) => Formula::any(list.iter().map(Num::at_least_zero)),
            Num::If(arms) => {
                Formula::any(arms.iter().map(|(c, n)| Formula::all([c.clone(), n.at_least_zero()])))
            }
        }
    }

    /// `self = 0`
    pub(super) fn zero(&self) -> Result<Formula, Stop> {
        Ok(match self {
            Num::Lin(form) => Formula::zero(form.clone()),
            Num::If(arms) => Formula::any(
                arms.iter()
                    .map(|(c, n)| Ok(Formula::all([c.clone(), n.zero()?])))
                    .collect::<Result<Vec<_>, Stop>>()?,
            ),
            _ => Formula::all([self.at_least_zero(), self.times(-1)?.at_least_zero()]),
        })
    }

    /// Is it never negative, by its looks?
    pub(super) fn is_natural(&self) -> bool {
        match self {
            Num::Lin(form) => form.is_natural(),
            Num::Min(list) => list.iter().all(Num::is_natural),
            Num::Max(list) => list.iter().any(Num::is_natural),
            Num::If(arms) => arms.iter().all(|a| a.1.is_natural()),
        }
    }

    /// The forms it may be, each with its condition; the conditions exclude each other.
    pub(super) fn cases(&self) -> Result<Vec<(Formula, Affine)>, Stop> {
        let mut out: Vec<(Formula, Affine)> = Vec::new();
        match self {
            Num::Lin(form) => out.push((Formula::yes(), form.clone())),
            Num::If(arms) => {
                for (c, n) in arms {
                    for (d, form) in n.cases()? {
                        out.push((Formula::all([c.clone(), d]), form));
                    }
                }
            }
            Num::Min(list) | Num::Max(list) => {
                let greatest = matches!(self, Num::Max(_));
                for (i, n) in list.iter().enumerate() {
                    for (c, form) in n.cases()? {
                        let mut conds = vec![c];
                        for (j, other) in list.iter().enumerate().filter(|(j, _)| *j != i) {
                            // Of equal ones the first counts, so that the cases do not overlap.
                            let own = Num::Lin(form.clone());
                            let gap = if greatest { own.minus(other)? } else { other.minus(&own)? };
                            let gap = gap.plus(&Num::int(if j < i { -1 } else { 0 }))?;
                            conds.push(gap.at_least_zero());
                        }
                        out.push((Formula::all(conds), form));
                    }
                }
            }
        }
        out.retain(|(c, _)| c.as_bool() != Some(false));
        if out.len() > LEAVES { Err(Stop::Many) } else { Ok(out) }
    }
}
