//! What claims say of a position: one of them, or several together.

use super::{Known, Want};
use crate::answer::entries::by_score;
use crate::game::Game;
use crate::problem::Problem;
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::rules::{About, Claim, ClaimBody, End, Ranged, ScoreKind};
use bouton_language::value::Value;
use num_bigint::{BigInt, Sign};
use num_traits::Zero;

/// What a claim says at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The outcome is this one.
    Is(Verdict),
    /// The outcome is any but this one.
    IsNot(Verdict),
    /// The Grundy value.
    Grundy(Value),
    /// The score.
    Score(Value),
}

impl Said {
    /// Is it true of a position of which this is known?
    pub fn agrees(&self, known: &Known) -> bool {
        match self {
            Said::Is(v) => known.outcome == Some(*v),
            Said::IsNot(v) => known.outcome.is_some_and(|truth| truth != *v),
            Said::Grundy(v) | Said::Score(v) => known.value.as_ref() == Some(v),
        }
    }
}

/// Does a claim speak of positions like this one: right number of parts, memory at its start, inside its ranges?
pub fn speaks(game: &Game, claim: &Claim, position: &Position) -> Result<bool, Problem> {
    let heaps = game.kind().parts;
    if heaps && claim.about == About::Part && position.parts.len() != 1 {
        return Ok(false);
    }
    if !position.parts.iter().all(|part| game.interp().is_start(part)) {
        return Ok(false);
    }
    let fields: &[Value] = match position.parts.as_slice() {
        [part] => part,
        _ => &[],
    };
    for (what, range) in &claim.ranges {
        let value = match what {
            Ranged::Param(p) => game.interp().params().get(*p).cloned(),
            Ranged::Field(f) => fields.get(*f).cloned(),
        };
        let inside = match value {
            Some(v) => game.interp().range_contains(range, fields, &v).map_err(|e| game.fail(e))?,
            None => false,
        };
        if !inside {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a claim says at a position; `None` where it says nothing.
pub fn said(game: &Game, claim: &Claim, position: &Position) -> Result<Option<Said>, Problem> {
    if !speaks(game, claim, position)? {
        return Ok(None);
    }
    let value = game.interp().eval_claim(claim, position).map_err(|e| game.fail(e))?;
    Ok(value.and_then(|v| match (&claim.body, v) {
        (ClaimBody::Iff(verdict, _), Value::Bool(true)) => Some(Said::Is(*verdict)),
        (ClaimBody::Iff(verdict, _), Value::Bool(false)) => Some(Said::IsNot(*verdict)),
        (ClaimBody::Grundy(_), v) => Some(Said::Grundy(v)),
        (ClaimBody::Score(_), v) => Some(Said::Score(v)),
        _ => None,
    }))
}

/// Can games of these rules be drawn?
pub fn can_draw(game: &Game) -> bool {
    let rules = game.rules();
    rules.endless.is_some()
        || rules.score.is_some()
        || rules.stop.is_some()
        || game.end() == End::Draw
        || rules.whens.iter().any(|w| w.verdict == Verdict::Draw)
}

/// What claims about outcomes or values mean together for the player to move, and which of them it takes: one that names
/// the outcome, or several that leave no other. `None` where they leave it open.
pub fn verdict<'c>(
    game: &Game,
    claims: impl IntoIterator<Item = &'c Claim>,
    position: &Position,
) -> Result<Option<(Verdict, Vec<&'c Claim>)>, Problem> {
    let mut left = vec![Verdict::Win, Verdict::Lose];
    left.extend(can_draw(game).then_some(Verdict::Draw));
    let mut used = Vec::new();
    for claim in claims {
        let named = match said(game, claim, position)? {
            Some(Said::Is(v)) => Some(v),
            Some(Said::Grundy(v)) if adds(game) => {
                Some(if v == Value::Int(0) { Verdict::Lose } else { Verdict::Win })
            }
            Some(Said::IsNot(v)) if left.contains(&v) => {
                left.retain(|l| *l != v);
                used.push(claim);
                None
            }
            _ => None,
        };
        match (named, left.as_slice()) {
            (Some(v), _) => return Ok(Some((v, vec![claim]))),
            (None, [v]) => return Ok(Some((*v, used))),
            _ => {}
        }
    }
    Ok(None)
}

/// What claims say together of a position with the first player to move.
#[derive(Clone, Debug)]
pub struct Told<'c> {
    /// For the player to move; nobody wins a common score.
    pub outcome: Option<Verdict>,
    /// Grundy value or score, where it was asked for.
    pub value: Option<Value>,
    /// The values of the parts, where they were added.
    pub parts: Vec<BigInt>,
    /// The claims that it takes; none where every part was told by `silent`.
    pub used: Vec<&'c Claim>,
}

/// What these claims say of a position with the first player to move. Values of parts of which no claim speaks are asked of
/// `silent`. `None` where that is not enough.
pub fn told<'c>(
    game: &Game,
    claims: impl Iterator<Item = &'c Claim> + Clone,
    position: &Position,
    want: Want,
    silent: &mut dyn FnMut(&Position) -> Result<Option<BigInt>, Problem>,
) -> Result<Option<Told<'c>>, Problem> {
    match want {
        Want::Remoteness => Ok(None),
        Want::Score => {
            for claim in claims {
                if let Some(Said::Score(score)) = said(game, claim, position)? {
                    let own = game.rules().score != Some(ScoreKind::Shared);
                    let sign = |v: &Value| v.to_big().map(|n| by_score(signum(&n)));
                    let outcome = sign(&score).filter(|_| own);
                    return Ok(Some(Told {
                        outcome,
                        value: Some(score),
                        parts: Vec::new(),
                        used: vec![claim],
                    }));
                }
            }
            Ok(None)
        }
        Want::Grundy => values(game, claims, position, silent),
        Want::Outcome => match verdict(game, claims.clone(), position)? {
            Some((v, used)) => Ok(Some(Told { outcome: Some(v), value: None, parts: Vec::new(), used })),
            // The outcome of one part needs no value.
            None if position.parts.len() < 2 => Ok(None),
            None => Ok(values(game, claims, position, silent)?.map(|told| Told { value: None, ..told })),
        },
    }
}

fn signum(n: &BigInt) -> i64 {
    match n.sign() {
        Sign::Plus => 1,
        Sign::NoSign => 0,
        Sign::Minus => -1,
    }
}

/// The Grundy values of all parts, added by xor.
fn values<'c>(
    game: &Game,
    claims: impl Iterator<Item = &'c Claim> + Clone,
    position: &Position,
    silent: &mut dyn FnMut(&Position) -> Result<Option<BigInt>, Problem>,
) -> Result<Option<Told<'c>>, Problem> {
    let valued = claims.filter(|c| matches!(c.body, ClaimBody::Grundy(_)));
    if !adds(game) || position.parts.is_empty() || valued.clone().next().is_none() {
        return Ok(None);
    }
    let (mut parts, mut used): (Vec<BigInt>, Vec<&Claim>) = Default::default();
    for part in &position.parts {
        let alone = Position { parts: vec![part.clone()] };
        let mut found = None;
        for claim in valued.clone() {
            if let Some(Said::Grundy(v)) = said(game, claim, &alone)? {
                found = v.to_big().filter(|v| v.sign() != Sign::Minus);
                if !used.iter().any(|c| c.span == claim.span) {
                    used.push(claim);
                }
                break;
            }
        }
        let Some(value) = found.map_or_else(|| silent(&alone), |v| Ok(Some(v)))? else { return Ok(None) };
        parts.push(value);
    }
    let total = parts.iter().fold(BigInt::zero(), |total, v| total ^ v);
    let outcome = Some(if total.is_zero() { Verdict::Lose } else { Verdict::Win });
    Ok(Some(Told { outcome, value: Some(Value::big(total)), parts, used }))
}

/// Can Grundy claims of this game be added by xor?
pub fn adds(game: &Game) -> bool {
    game.kind().grundy.is_ok()
}
