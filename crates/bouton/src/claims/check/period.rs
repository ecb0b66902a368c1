//! Period claims: g(n + p) = g(n) + s for every n from some number on, and honestly from there on. In misère play, where heaps have no values
//! that add, it is their elements in the misère quotient that return: no sum tells n from n + p.

use super::CheckQuestion;
use super::claim::{ClaimResult, ClaimVerdict};
use crate::answer::Status;
use crate::claims;
use crate::claims::sweep::{Bound, Domain};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::misere::Misere;
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use crate::table::layout::upper;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::{Claim, End};
use bouton_language::value::Value;
use std::ops::RangeInclusive;

/// Something true about a period claim that its author may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodNote {
    /// It holds from a smaller number on, as far as was tested.
    Earlier {
        /// What the claim says.
        claimed: i64,
        /// The first n from which it holds.
        holds: i64,
    },
    /// A divisor of the period is a period already.
    Shorter {
        /// What the claim says.
        claimed: i64,
        /// The shorter one.
        period: i64,
    },
    /// The values reach only so far that the claim was compared at very few places.
    Few {
        /// How many.
        compared: u64,
    },
}

impl PeriodNote {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            PeriodNote::Earlier { claimed, holds } => lang.pick(
                format!("it holds from n = {holds} already, not only from {claimed}"),
                format!("从 n = {holds} 起就已成立，而不只是从 {claimed} 起"),
            ),
            PeriodNote::Shorter { claimed, period } => lang.pick(
                format!("the shorter period {period} holds already, not only {claimed}"),
                format!("更短的周期 {period} 已经成立，而不只是 {claimed}"),
            ),
            PeriodNote::Few { compared } => lang.pick(
                format!("only {compared} values could be compared; test further with --to"),
                format!("只比较了 {compared} 个值；可用 --to 检验更远"),
            ),
        }
    }
}

/// How a period claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodFailure {
    /// Parameters, where they vary: `S = {1, 3}`.
    pub settings: String,
    /// The first n where it fails.
    pub at: i64,
    /// The period.
    pub period: i64,
    /// What g(n + p) should be, or the name of the element that Φ(n + p) should be.
    pub expected: String,
    /// What it is.
    pub found: String,
    /// It is about elements of a misère quotient.
    pub elements: bool,
    /// How many n fail, of those compared.
    pub count: u64,
    /// From here on it would hold, as far as was tested.
    pub from: Option<i64>,
}

impl PeriodFailure {
    /// "is false at n = 58: g(70) should be 4 and is 6. It holds from n = 71 on."
    pub fn say(&self, lang: Lang) -> String {
        let PeriodFailure { at, period, expected, found, .. } = self;
        let place = if self.settings.is_empty() {
            format!("n = {at}")
        } else {
            format!("{}, n = {at}", self.settings)
        };
        let next = at.saturating_add(*period);
        let g = if self.elements { "Φ" } else { "g" };
        let mut text = lang.pick(
            format!("is false at {place}: {g}({next}) should be {expected} and is {found}."),
            format!("在 {place} 处不成立：{g}({next}) 应为 {expected}，实为 {found}。"),
        );
        if let Some(from) = self.from {
            text.push_str(
                &lang.pick(format!(" It holds from n = {from} on."), format!("从 n = {from} 起成立。")),
            );
        }
        text
    }
}

/// Values are computed up to here at least, where nothing is asked for.
const USUAL: i64 = 200;

/// And never beyond this on our own account.
const FARTHEST: i64 = 20_000;

/// Moves that may be generated where no bound is asked for.
const MOVES: u64 = 20_000_000;

pub(super) fn check(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    claim: &Claim,
    mut result: ClaimResult,
) -> Result<ClaimResult, Problem> {
    let mut notes = Vec::new();
    let mut reached: Option<i64> = None;
    for (settings, game) in Domain::of(claim).settings(game, question.to)? {
        let numbers = game.interp().claim_period(claim).map_err(|e| game.fail(e))?;
        let Some(numbers) = numbers else { return Ok(result) };
        let (Some(period), Some(saltus), Some(from)) =
            (numbers.period.as_int(), numbers.saltus.as_int(), numbers.from.as_int())
        else {
            result.verdict = not_applicable();
            return Ok(result);
        };
        let begin = i64::try_from(Positions::new(&game).first()).unwrap_or(i64::MAX);
        let begin = if begin > USUAL { begin } else { 0 };
        if period <= 0 || period > FARTHEST || from.saturating_sub(begin).saturating_abs() > FARTHEST {
            result.verdict = not_applicable();
            return Ok(result);
        }
        let usual = begin.saturating_add(USUAL.max(2 * (from - begin).max(0) + 4 * period).min(FARTHEST));
        let asked = |to: u64| i64::try_from(upper(to, begin.unsigned_abs())).unwrap_or(i64::MAX);
        let to = question.to.map_or(usual, asked);
        let quotient = if game.end() == End::Misere { solver.quotient_of(&game) } else { None };
        if saltus != 0 && quotient.is_some() {
            result.verdict = not_applicable();
            return Ok(result);
        }
        let values = match &quotient {
            Some(quotient) => elements(quotient, begin..=to),
            None => sequence(solver, &game, claim, begin..=to, question.to.is_none(), &mut result.over)?,
        };
        let last = begin + values.len() as i64 - 1;
        reached = Some(reached.map_or(last, |r| r.min(last)));
        let compare = |n: i64, period: i64, saltus: i64| -> Option<(i64, i64)> {
            let at = |n: i64| usize::try_from(n - begin).ok().and_then(|n| values.get(n).copied().flatten());
            Some((at(n)?.checked_add(saltus)?, at(n.checked_add(period)?)?))
        };
        let holds = |n: i64| compare(n, period, saltus).is_none_or(|(expected, found)| expected == found);
        let compared =
            (from..=last - period).filter(|n| compare(*n, period, saltus).is_some()).count() as u64;
        result.tested += compared;
        let wrong: Vec<i64> = (from..=last - period).filter(|n| !holds(*n)).collect();
        if let Some(&at) = wrong.first() {
            let (expected, found) = compare(at, period, saltus).unwrap_or_default();
            let named = |value: i64| match &quotient {
                Some(quotient) => quotient.elements[value as usize].clone(),
                None => value.to_string(),
            };
            let next = wrong.last().map(|l| l + 1).filter(|n| n + 2 * period <= last);
            let names = settings.iter().map(|(p, v)| format!("{} = {v}", game.rules().params[*p].name));
            let settings = names.collect::<Vec<_>>().join(", ");
            let count = wrong.len() as u64;
            result.verdict = ClaimVerdict::FalsePeriod(PeriodFailure {
                settings,
                at,
                period,
                expected: named(expected),
                found: named(found),
                elements: quotient.is_some(),
                count,
                from: next,
            });
            result.status = Status::False;
            result.bound = bound(&game, last);
            return Ok(result);
        }
        let earlier =
            (begin..from).rev().take_while(|n| compare(*n, period, saltus).is_some() && holds(*n)).last();
        notes.extend(earlier.map(|holds| PeriodNote::Earlier { claimed: from, holds }));
        let shorter = (1..period).filter(|d| period % d == 0 && saltus % (period / d) == 0).find(|d| {
            let saltus = saltus / (period / d);
            (from..=last - d).all(|n| compare(n, *d, saltus).is_none_or(|(a, b)| a == b))
        });
        notes.extend(shorter.map(|p| PeriodNote::Shorter { claimed: period, period: p }));
        if compared > 0 && compared < period as u64 {
            notes.push(PeriodNote::Few { compared });
        }
    }
    result.bound = reached.map_or(Bound::Nothing, |last| bound(game, last));
    if result.tested > 0 {
        result.verdict = ClaimVerdict::Period(notes);
        result.status = Status::Checked(Sentence::new(|lang| result.bound.say(lang)));
    }
    Ok(result)
}

/// The elements of these heaps, by their numbers, as far as they are known.
fn elements(quotient: &Misere, numbers: RangeInclusive<i64>) -> Vec<Option<i64>> {
    let element = |n: i64| quotient.element(&u64::try_from(n).ok()?.into());
    numbers.map_while(element).map(|element| Some(i64::from(element))).collect()
}

fn bound(game: &Game, last: i64) -> Bound {
    let name = game.rules().shape.fields.first().map_or("n", |f| f.name.as_str());
    u64::try_from(last).map_or(Bound::Nothing, |last| Bound::Numbers(vec![name.to_string()], last))
}

fn not_applicable() -> ClaimVerdict {
    ClaimVerdict::NotApplicable([
        format!("A period must be a positive number, and it can be tested up to {FARTHEST} only."),
        format!("周期必须是正数，且只能检验到 {FARTHEST}。"),
    ])
}

/// The values of these numbers, with gaps where a number is no position or the claim does not speak of it.
fn sequence(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    numbers: RangeInclusive<i64>,
    limited: bool,
    over: &mut Option<Over>,
) -> Result<Vec<Option<i64>>, Problem> {
    solver.count_work(game.as_ref(), limited.then_some(MOVES));
    let mut values = Vec::new();
    for n in numbers {
        let part = game.legal_part(vec![Some(Value::Int(n))])?;
        let position = Position { parts: part.into_iter().collect() };
        if position.parts.is_empty() || !claims::speaks(game, claim, &position)? {
            values.push(None);
            continue;
        }
        match solver.grundy(game.at(&claims::start(&position))) {
            Ok(g) => values.push(i64::try_from(g).ok()),
            Err(Problem::Over(Over::Work)) => break,
            Err(Problem::Over(o)) => {
                *over = Some(o);
                break;
            }
            Err(other) => return Err(other),
        }
    }
    solver.count_work(game.as_ref(), None);
    Ok(values)
}
