//! Certificates of kind "remainder": a claim of the file with one remainder by a number that is not fixed, such as `n mod (m + 1)`.
//!
//! The remainder r = E mod P is a number of its own. Checked: P is at least 1 in every legal position and no move changes it; every move changes E
//! so that the new remainder is r + (E' - E) + jP with j from -2 to 2; and the statement of the theorem holds for all positions and all r, as far as
//! E - r is -2P, -P, 0, P, 2P, or at least 3P away from 0. Multiples of P are all of this kind. docs/certificates.md has the argument.

use crate::Setting;
use crate::cases::Val;
use crate::game::Game;
use crate::linear::{Cond, Lin, Var};
use crate::question::Question;
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::symbol::Remainder;
use crate::walk::Work;
use crate::ways::Way;
use bouton_language::ast::Verdict;
use bouton_language::interp::element_type;
use bouton_language::rules::{ClaimBody, End, Expr, RangeExpr, Type};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

/// A remainder goes round at most so often in one move.
const ROUNDS: i64 = 2;

/// What is proved: the claim as it is written, and the parameters for whose values it holds.
pub(crate) struct Claimed {
    pub(crate) text: String,
    pub(crate) for_all: Vec<String>,
    pub(crate) values: bool,
    pub(crate) heap: bool,
}

fn refused() -> Refused {
    Why::NoTheorem {
        en: "the claim does not follow from the rules in this way",
        zh: "由规则不能这样得出该猜想",
    }
    .at("claim")
}

/// The position, the remainder and values behind it.
struct Claim<'g> {
    game: &'g Game<'g>,
    /// The condition over the coordinates, the remainder, and the value.
    says: Cond,
    of: Lin,
    by: Lin,
    remainder: Var,
    value: Var,
}

/// A way in which the remainder goes round so often.
struct Turn<'w> {
    way: &'w Way,
    /// Its condition and that.
    cond: Cond,
    becomes: Lin,
}

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Claimed, Refused> {
    let game = &Game::new(&setting.interp)?;
    game.impartial()?;
    let rules = game.rules;
    let numbers = rules.shape.fields.iter().all(|f| *element_type(f) == Type::Int);
    if !numbers || rules.block.is_some() || rules.shape.unordered {
        return Err(Why::Outside {
            en: "positions that are not ordered numbers", zh: "局面并非有序的数"
        }
        .into());
    }
    let at = usize::try_from(object.natural("claim")?).unwrap_or(usize::MAX);
    let claim = rules.claims.get(at).filter(|c| rules.speaks_of_all(c)).ok_or_else(refused)?;
    let (e, values, lost) = match &claim.body {
        ClaimBody::Iff(Verdict::Lose, e) => (e, false, true),
        ClaimBody::Iff(Verdict::Win, e) => (e, false, false),
        ClaimBody::Grundy(e) => (e, true, false),
        _ => return Err(refused()),
    };
    let legal = game.legal()?;
    let ways = game.ways()?;
    if ways.iter().any(|w| w.parts.len() != 1) {
        return Err(Why::Outside {
            en: "moves that do not leave one heap", zh: "并非恰留一堆的走法"
        }
        .into());
    }
    let d = game.coordinates.len();
    let top = d + ways.iter().map(|w| w.choices.len()).max().unwrap_or(0);
    let (remainder, value) = (top, top + 1);
    let mut symbols = game.symbols(game.start.clone(), claim.locals);
    symbols.remainder = Some(Remainder { variable: remainder, met: RefCell::default() });
    let says = if values {
        let mut any = Vec::new();
        for (when, v) in symbols.value(e)? {
            let Val::Num(n) = v else { return Err(refused()) };
            any.push(when.and(Cond::equal(&Lin::var(value), &n)?));
        }
        Cond::any(any)
    } else {
        let truth = symbols.truth(e)?;
        if lost { truth } else { truth.not() }
    };
    let Some((of, by)) = symbols.remainder.and_then(|r| r.met.into_inner()) else { return Err(refused()) };
    if of.den != 1 || by.den != 1 {
        return Err(refused());
    }
    let claim = Claim { game, says, of, by, remainder, value };
    let mut seen = HashSet::new();
    let question = &mut Question::new(&[], &mut seen, work);
    // A sum with weights is never below 0 and falls with every move, so that play ends.
    let weights = object.integers("weights")?;
    if weights.len() != d || weights.iter().any(|w| w.abs() > 1 << 20) {
        return Err(
            Why::Wrong { wanted: "one weight for every coordinate", zh: "每个坐标一个权重" }.at("weights")
        );
    }
    let sum =
        |lins: &[Lin]| lins.iter().zip(&weights).try_fold(Lin::number(0), |sum, (lin, w)| sum.plus(*w, lin));
    let before = sum(&(0..d).map(Lin::var).collect::<Vec<_>>())?;
    let mut wrong = vec![legal.clone().and(Cond::at_most(&before, &Lin::number(-1))?)];
    for way in &ways {
        wrong.push(legal.clone().and(way.cond.clone()).and(Cond::at_most(&before, &sum(&way.parts[0])?)?));
    }
    for cond in wrong {
        if !question.never(cond)? {
            return Err(Why::NoFall.at("weights"));
        }
    }
    if !question.never(legal.clone().and(Cond::at_most(&claim.by, &Lin::number(0))?))? {
        return Err(refused());
    }
    let turns = claim.turns(&ways, &legal, question)?;
    let normal = setting.interp.end() == End::Normal;
    let plain = normal && rules.whens.is_empty();
    let holds = match values {
        true => plain && claim.values(&turns, &legal, question)?,
        false => claim.outcomes(&turns, &legal, normal, question)?,
    };
    if !holds {
        return Err(refused());
    }
    let written = &rules.claims[at];
    let text = rules.sources.slice(written.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let for_all = rules.made_general().into_iter().map(|name| {
        let range = rules.params.iter().find(|p| p.name == name).and_then(|p| p.range.as_ref());
        let text =
            |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| rules.sources.slice(e.span).into());
        let domain = range.map(|r| match r {
            RangeExpr::Of(e) => rules.sources.slice(e.span).to_string(),
            RangeExpr::Between(from, to) => format!("{}..{}", text(from), text(to)),
        });
        domain.map_or(name.to_string(), |domain| format!("{name} ({domain})"))
    });
    Ok(Claimed { text, for_all: for_all.collect(), values, heap: !game.whole() && !values })
}

impl Claim<'_> {
    /// What the claim says of a position, its remainder and value.
    fn at(&self, after: Option<&[Lin]>, remainder: &Lin, value: &Lin) -> Result<Cond, Why> {
        let mut cond = self.says.clone();
        // First to names that nothing else has, then to the forms.
        let d = self.game.coordinates.len();
        let far = self.value + 10;
        let names: BTreeMap<Var, Var> =
            (0..d).chain([self.remainder, self.value]).map(|v| (v, v + far)).collect();
        cond = cond.renamed(&names);
        for v in 0..d {
            let form = after.and_then(|a| a.get(v)).cloned().unwrap_or_else(|| Lin::var(v));
            cond = cond.with(v + far, &form)?;
        }
        cond.with(self.remainder + far, remainder)?.with(self.value + far, value)
    }

    fn here(&self, value: Var) -> Result<Cond, Why> {
        self.at(None, &Lin::var(self.remainder), &Lin::var(value))
    }

    fn there(&self, turn: &Turn<'_>, value: Var) -> Result<Cond, Why> {
        self.at(Some(&turn.way.parts[0]), &turn.becomes, &Lin::var(value))
    }

    /// What is known of a legal position and its remainder.
    fn known(&self, legal: &Cond) -> Result<Cond, Why> {
        let zero = Lin::number(0);
        let r = Lin::var(self.remainder);
        let whole = self.of.plus(-1, &r)?;
        let mut any = Vec::new();
        for i in -ROUNDS..=ROUNDS {
            any.push(Cond::equal(&whole.plus(-i, &self.by)?, &zero)?);
        }
        any.push(Cond::at_most(&self.by.times(ROUNDS + 1)?, &whole)?);
        any.push(Cond::at_most(&whole, &self.by.times(-ROUNDS - 1)?)?);
        let below = Cond::at_most(&self.by, &r)?.not();
        Ok(legal.clone().and(below).and(Cond::any(any)))
    }

    /// Every way by how often the remainder goes round.
    fn turns<'w>(
        &self,
        ways: &'w [Way],
        legal: &Cond,
        question: &mut Question<'_, '_>,
    ) -> Result<Vec<Turn<'w>>, Refused> {
        let mut out = Vec::new();
        for way in ways {
            let after = &way.parts[0];
            let new = |form: &Lin| -> Result<Lin, Why> {
                let mut sum = Lin::number(form.constant);
                for (v, c) in &form.terms {
                    sum = sum.plus(*c, after.get(*v).ok_or(Why::Overflow)?)?;
                }
                Ok(sum)
            };
            if new(&self.by)? != self.by {
                return Err(refused());
            }
            let moved = Lin::var(self.remainder).plus(1, &new(&self.of)?)?.plus(-1, &self.of)?;
            let mut any = Vec::new();
            for j in -ROUNDS..=ROUNDS {
                let becomes = moved.plus(j, &self.by)?;
                let inside =
                    Cond::at_most(&Lin::number(0), &becomes)?.and(Cond::at_most(&self.by, &becomes)?.not());
                any.push(inside.clone());
                out.push(Turn { way, cond: way.cond.clone().and(inside), becomes });
            }
            let wrong = self.known(legal)?.and(way.cond.clone()).and(Cond::any(any).not());
            if !question.never(wrong)? {
                return Err(refused());
            }
        }
        Ok(out)
    }

    /// Wherever the condition holds, some move leads to where this holds.
    fn leads(
        &self,
        when: Cond,
        turns: &[Turn<'_>],
        holds: &dyn Fn(&Turn<'_>) -> Result<Cond, Why>,
        question: &mut Question<'_, '_>,
    ) -> Result<bool, Refused> {
        let mut ways = Vec::new();
        for turn in turns {
            ways.push((turn.cond.clone().and(holds(turn)?), &turn.way.choices[..]));
        }
        Ok(question.always(when, &ways)?)
    }

    /// Is it so that just these positions are lost?
    fn outcomes(
        &self,
        turns: &[Turn<'_>],
        legal: &Cond,
        normal: bool,
        question: &mut Question<'_, '_>,
    ) -> Result<bool, Refused> {
        let value = self.value;
        let mut going = self.known(legal)?;
        for (cond, lost) in self.game.endings()? {
            let says = self.here(value)?;
            let wrong = if lost { says.not() } else { says };
            if !question.never(going.clone().and(cond.clone()).and(wrong))? {
                return Ok(false);
            }
            going = going.and(cond.not());
        }
        for turn in turns {
            let both =
                going.clone().and(turn.cond.clone()).and(self.here(value)?).and(self.there(turn, value)?);
            if !question.never(both)? {
                return Ok(false);
            }
        }
        let won = going.clone().and(self.here(value)?.not());
        let there = |turn: &Turn<'_>| self.there(turn, value);
        if normal {
            return self.leads(won, turns, &there, question);
        }
        // Whoever has no move has won: a lost position has one, and a won one needs none, but if it has some, one to a lost position.
        if !self.leads(going.and(self.here(value)?), turns, &|_| Ok(Cond::YES), question)? {
            return Ok(false);
        }
        for turn in turns {
            if !self.leads(won.clone().and(turn.cond.clone()), turns, &there, question)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is it so that these are the Grundy values?
    fn values(
        &self,
        turns: &[Turn<'_>],
        legal: &Cond,
        question: &mut Question<'_, '_>,
    ) -> Result<bool, Refused> {
        let (value, less) = (self.value, self.value + 1);
        let known = self.known(legal)?;
        let other = Cond::equal(&Lin::var(value), &Lin::var(less))?.not();
        let two = known.clone().and(self.here(value)?).and(self.here(less)?).and(other);
        let guess = [value];
        if !question.always(known.clone(), &[(self.here(value)?, &guess[..])])? || !question.never(two)? {
            return Ok(false);
        }
        for turn in turns {
            let same =
                known.clone().and(turn.cond.clone()).and(self.here(value)?).and(self.there(turn, value)?);
            if !question.never(same)? {
                return Ok(false);
            }
        }
        let smaller = Cond::at_most(&Lin::var(value), &Lin::var(less))?.not();
        self.leads(known.and(self.here(value)?).and(smaller), turns, &|turn| self.there(turn, less), question)
    }
}
