//! Claims with a remainder by a number that is not fixed, such as `n mod (m + 1)` for all m: no automaton reads both numbers, but what a move
//! does to the remainder is linear arithmetic.
//!
//! Let r = E mod P with linear E and P, where no move changes P, and t = E - r, a multiple of P. A move changes E by some D, so it
//! makes the remainder r + D + jP with the one whole j for which that is from 0 to P - 1, if it is one of -2, …, 2: that every move is
//! of this kind is decided. Of t nothing more is used than that it is -2P, …, 2P or beyond 3P on either side. So the
//! statement of the theorem becomes one about all r and t of that kind, which is decided in base 2. Of such t some are no multiples of P: for them too
//! much is asked, and nothing wrong is proved.

use crate::arithmetic::compile;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, FragmentMove, Remainder};
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};

/// A remainder goes round at most so often in one move.
const ROUNDS: i64 = 2;

/// What a claim says of positions: over the coordinates and the remainder behind them (and the value behind that).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Just these are lost.
    Lost,
    /// Just these are won.
    Won,
    /// Their Grundy value.
    Value,
}

/// Whether a claim holds for all positions; `false` also where it cannot be decided so.
pub fn decide_by_remainder(
    fragment: &Fragment,
    formula: &Formula,
    remainder: &Remainder,
    says: Says,
    effort: &Effort,
) -> Result<bool, Halt> {
    let single = fragment.moves.iter().all(|m| m.parts.len() == 1);
    if fragment.block > 0 || fragment.mover.is_some() || fragment.stuck == Verdict::Draw || !single {
        return Ok(false);
    }
    let values = says == Says::Value;
    if values && (!fragment.ends.is_empty() || fragment.stuck != Verdict::Lose) || fragment.sum && !values {
        return Ok(false);
    }
    let widths = fragment.moves.iter().map(|m| m.variables.max(m.guard.width()));
    let ends = fragment.ends.iter().map(|e| e.0.width());
    let top = widths.chain(ends).max().unwrap_or(0).max(formula.width()).max(fragment.legal.width());
    let judge = Judge { fragment, formula, remainder, top, effort };
    // There is no remainder by 0.
    let none = Formula::at_least_zero(remainder.by.times(-1)?);
    if !judge.never([fragment.legal.clone(), none])? || judge.turns()?.is_none() {
        return Ok(false);
    }
    match says {
        Says::Value => judge.values(),
        Says::Lost => judge.outcomes(&|f| f),
        Says::Won => judge.outcomes(&Formula::negated),
    }
}

struct Judge<'a> {
    fragment: &'a Fragment,
    formula: &'a Formula,
    remainder: &'a Remainder,
    /// The remainder, and behind it values; no other variable is as large.
    top: usize,
    effort: &'a Effort<'a>,
}

/// A family of moves in which the remainder goes round so often.
struct Turn<'f> {
    family: &'f FragmentMove,
    /// When it does.
    cond: Formula,
    /// What it is then.
    becomes: Affine,
}

impl Judge<'_> {
    fn never(&self, all: impl IntoIterator<Item = Formula>) -> Result<bool, Halt> {
        Ok(compile(Numeration::Base(2), &Formula::all(all), self.effort)?.is_empty())
    }

    /// A formula or form with others in place of the coordinates, the remainder and the value.
    fn put(&self, forms: Option<&[Affine]>, remainder: &Affine, value: &Affine) -> Result<Formula, Halt> {
        let d = self.fragment.coordinates.len();
        let to = |v: usize| match forms {
            _ if v == d => remainder.clone(),
            _ if v == d + 1 => value.clone(),
            Some(forms) if v < d => forms[v].clone(),
            _ => Affine::variable(v),
        };
        put(self.formula, &to, &mut (self.top + 8))
    }

    /// What is known: a legal position, its remainder, and how far it is from 0.
    fn known(&self) -> Result<Formula, Halt> {
        let Remainder { of, by } = self.remainder;
        let r = Affine::variable(self.top);
        let whole = of.plus(-1, &r)?;
        let mut any = Vec::new();
        for i in -ROUNDS..=ROUNDS {
            any.push(Formula::zero(whole.plus(-i, by)?));
        }
        any.push(Formula::at_least_zero(whole.plus(-ROUNDS - 1, by)?));
        any.push(Formula::at_least_zero(whole.times(-1)?.plus(-ROUNDS - 1, by)?));
        let below = Formula::at_least_zero(by.plus(-1, &r)?.shift(-1)?);
        Ok(Formula::all([self.fragment.legal.clone(), below, Formula::any(any)]))
    }

    /// The moves by how often the remainder goes round; `None` where there is a move that is none of them.
    fn turns(&self) -> Result<Option<Vec<Turn<'_>>>, Halt> {
        let Remainder { of, by } = self.remainder;
        let mut out = Vec::new();
        for family in &self.fragment.moves {
            let after = &family.parts[0];
            let new = |form: &Affine| {
                form_put(form, &|v| after.get(v).cloned().unwrap_or_else(|| Affine::variable(v)))
            };
            if new(by)? != *by {
                return Ok(None);
            }
            let moved = Affine::variable(self.top).plus(1, &new(of)?)?.plus(-1, of)?;
            let mut any = Vec::new();
            for j in -ROUNDS..=ROUNDS {
                let becomes = moved.plus(j, by)?;
                let room = by.plus(-1, &becomes)?.shift(-1)?;
                let cond =
                    Formula::all([Formula::at_least_zero(becomes.clone()), Formula::at_least_zero(room)]);
                any.push(cond.clone());
                out.push(Turn { family, cond, becomes });
            }
            if !self.never([self.known()?, family.guard.clone(), Formula::any(any).negated()])? {
                return Ok(None);
            }
        }
        Ok(Some(out))
    }

    /// Some move leads to where this holds.
    fn leads(
        &self,
        turns: &[Turn<'_>],
        holds: &dyn Fn(&Turn<'_>) -> Result<Formula, Halt>,
    ) -> Result<Formula, Halt> {
        let d = self.fragment.coordinates.len();
        let mut any = Vec::new();
        for turn in turns {
            let f = Formula::all([turn.family.guard.clone(), turn.cond.clone(), holds(turn)?]);
            any.push((d..turn.family.variables).rev().fold(f, |f, v| Formula::exists(v, f)));
        }
        Ok(Formula::any(any))
    }

    fn outcomes(&self, lost: &dyn Fn(Formula) -> Formula) -> Result<bool, Halt> {
        let Some(turns) = self.turns()? else { return Ok(false) };
        let nothing = Affine::int(0);
        let here = lost(self.put(None, &Affine::variable(self.top), &nothing)?);
        let there =
            |turn: &Turn<'_>| Ok(lost(self.put(Some(&turn.family.parts[0]), &turn.becomes, &nothing)?));
        let mut going = self.known()?;
        for (cond, verdict) in &self.fragment.ends {
            let wrong = match verdict {
                Verdict::Lose => here.clone().negated(),
                Verdict::Win => here.clone(),
                Verdict::Draw => return Ok(false),
            };
            if !self.never([going.clone(), cond.clone(), wrong])? {
                return Ok(false);
            }
            going = Formula::all([going, cond.clone().negated()]);
        }
        for turn in &turns {
            let both =
                [going.clone(), turn.family.guard.clone(), turn.cond.clone(), here.clone(), there(turn)?];
            if !self.never(both)? {
                return Ok(false);
            }
        }
        let wins = self.leads(&turns, &there)?;
        let mut stays = vec![going.clone(), here.clone().negated(), wins.negated()];
        if self.fragment.stuck == Verdict::Win {
            let can = self.leads(&turns, &|_| Ok(Formula::yes()))?;
            if !self.never([going, here, can.clone().negated()])? {
                return Ok(false);
            }
            stays.push(can);
        }
        self.never(stays)
    }

    fn values(&self) -> Result<bool, Halt> {
        let Some(turns) = self.turns()? else { return Ok(false) };
        let (r, value, less) = (self.top, self.top + 1, self.top + 2);
        let here = |v: usize| self.put(None, &Affine::variable(r), &Affine::variable(v));
        let there = |turn: &Turn<'_>, v: usize| {
            self.put(Some(&turn.family.parts[0]), &turn.becomes, &Affine::variable(v))
        };
        let known = self.known()?;
        let some = Formula::exists(value, here(value)?);
        let other = Formula::zero(Affine::new(&[(value, 1), (less, -1)], 0)).negated();
        if !self.never([known.clone(), some.negated()])?
            || !self.never([known.clone(), here(value)?, here(less)?, other])?
        {
            return Ok(false);
        }
        for turn in &turns {
            let (guard, cond) = (turn.family.guard.clone(), turn.cond.clone());
            if !self.never([known.clone(), guard, cond, here(value)?, there(turn, value)?])? {
                return Ok(false);
            }
        }
        let smaller = Formula::at_least_zero(Affine::new(&[(value, 1), (less, -1)], -1));
        let found = self.leads(&turns, &|turn| there(turn, less))?;
        self.never([known, here(value)?, smaller, found.negated()])
    }
}

/// A formula with forms in place of its free variables; bound ones are numbered from `next` on.
fn put(f: &Formula, to: &dyn Fn(usize) -> Affine, next: &mut usize) -> Result<Formula, Halt> {
    Ok(match f {
        Formula::All(list) => {
            Formula::all(list.iter().map(|f| put(f, to, next)).collect::<Result<Vec<_>, _>>()?)
        }
        Formula::Any(list) => {
            Formula::any(list.iter().map(|f| put(f, to, next)).collect::<Result<Vec<_>, _>>()?)
        }
        Formula::Not(f) => put(f, to, next)?.negated(),
        Formula::AtLeastZero(form) => Formula::at_least_zero(form_put(form, to)?),
        Formula::Zero(form) => Formula::zero(form_put(form, to)?),
        Formula::Multiple(form, m) => Formula::multiple(form_put(form, to)?, *m),
        Formula::Exists(v, f) => {
            let new = *next;
            *next += 1;
            let inner = put(f, &|w| if w == *v { Affine::variable(new) } else { to(w) }, next)?;
            Formula::exists(new, inner)
        }
    })
}

fn form_put(form: &Affine, to: &dyn Fn(usize) -> Affine) -> Result<Affine, Halt> {
    let mut out = Affine::int(form.constant);
    for (v, c) in &form.terms {
        out = out.plus(*c, &to(*v))?;
    }
    Ok(out)
}
