//! Claims that shall answer for several values of a parameter: the parameters from small values upward, past the largest
//! constant of the claim and of the rules, and what a claim has earned on all of them.

use crate::claims::earn;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::report::Sentence;
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{Claim, ClaimBody, ExprKind, Type, walk, walk_range, walk_rules};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// Values of parameters that belong together.
pub type Setting = Vec<(usize, Value)>;

/// Settings that are tried at most.
const SETTINGS: usize = 120;

/// Values of one parameter that are tried: at least so many, past the largest constant, and never more than the last.
const LEAST: i64 = 8;
const PAST: i64 = 3;
const MOST: i64 = 60;

/// Numbers of which small sets are made.
const MEMBERS: u32 = 4;

/// Moves that the check of one setting generates at least.
const MOVES: u64 = 2_000;

/// Numbers from which on a claim may begin to hold for parameters.
const BEGINNINGS: std::ops::RangeInclusive<i64> = 0..=2;

/// The largest constant of a claim and of the rules, as far as parameters are gone through.
pub(crate) fn largest_constant(game: &Game, claim: &Claim) -> i64 {
    let mut largest = 0;
    let mut see = |e: &bouton_language::rules::Expr| {
        if let ExprKind::Const(Value::Int(n)) = &e.kind {
            largest = largest.max(n.saturating_abs().min(MOST));
        }
    };
    walk_rules(game.rules(), &mut see);
    match &claim.body {
        ClaimBody::Iff(_, e) | ClaimBody::Grundy(e) | ClaimBody::Score(e) => walk(e, &mut see),
        ClaimBody::Period { period, saltus, from } => {
            [Some(period), saltus.as_ref(), from.as_ref()]
                .into_iter()
                .flatten()
                .for_each(|e| walk(e, &mut see));
        }
    }
    claim.only.iter().for_each(|e| walk(e, &mut see));
    claim.ranges.iter().for_each(|(_, r)| walk_range(r, &mut see));
    largest
}

/// Small values of a parameter, smallest first, each with its size; `None` where nobody knows how to go through them.
fn small(game: &Game, param: usize, upto: i64) -> Option<Vec<(i64, Value)>> {
    let p = &game.rules().params[param];
    if let Some(range) = &p.range {
        let mut out = Vec::new();
        let walked = game.interp().range_values(range, &[], None, &mut |v| {
            out.push((out.len() as i64, v));
            if out.len() as i64 > upto { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        return (walked.is_ok() && !out.is_empty()).then_some(out);
    }
    match (&p.default.ty, game.interp().params().get(param)?) {
        (Type::Int, _) | (_, Value::Int(_)) => Some((0..=upto).map(|n| (n, Value::Int(n))).collect()),
        (_, Value::Set(items)) if items.iter().all(|v| matches!(v, Value::Int(_))) => {
            let sets = (1..1u32 << MEMBERS).map(|bits| {
                let members = (0..MEMBERS).filter(|i| bits >> i & 1 == 1).map(|i| i64::from(i) + 1);
                (members.clone().sum(), Value::set(members.map(Value::Int).collect()))
            });
            let mut sets: Vec<(i64, Value)> = sets.collect();
            sets.sort_by_key(|(size, _)| *size);
            Some(sets)
        }
        _ => None,
    }
}

/// Settings of these parameters from small ones upward. `None` where one of them cannot be gone through.
pub fn settings(game: &Game, claim: &Claim, params: &[usize]) -> Option<Vec<Setting>> {
    let upto = (largest_constant(game, claim) + PAST).clamp(LEAST, MOST);
    // Where nothing is typed, the parameter is the position.
    let whole = params.len() == 1 && game.rules().shape.fields.iter().all(|f| f.start.is_some());
    let upto = if whole { SETTINGS as i64 - 1 } else { upto };
    let mut all: Vec<(i64, Setting)> = vec![(0, Vec::new())];
    for param in params {
        let values = small(game, *param, upto)?;
        let mut next = Vec::new();
        for (size, set) in &all {
            for (more, v) in &values {
                let mut set = set.clone();
                set.push((*param, v.clone()));
                next.push((size + more, set));
            }
        }
        next.sort_by_key(|(size, _)| *size);
        // Small ones together, and of each parameter its large values beside small ones of the others.
        next.truncate(MOST as usize * SETTINGS);
        all = next;
    }
    let alone = |set: &Setting| set.iter().filter(|(_, v)| v.as_int().is_some_and(|n| n > 2)).count() <= 1;
    let (mut first, rest): (Vec<_>, Vec<_>) =
        all.into_iter().map(|(_, set)| set).partition(|set| params.len() > 1 && alone(set));
    first.extend(rest);
    first.truncate(SETTINGS.max(upto as usize + 1));
    Some(first)
}

/// What a claim has earned on several settings of parameters.
#[derive(Clone, Debug)]
pub struct Varied {
    /// "n <= 30, m in 0..11".
    pub to: Sentence,
    /// It holds where the parameters that are numbers are at least this; below it was found wrong.
    pub from: i64,
    /// The strategies list exactly the winning moves under every setting.
    pub strategies: bool,
}

/// Checks a claim on small settings of these parameters; `None` if it is wrong on some, silent on all, or cannot be
/// tested.
pub fn earn_for(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    params: &[usize],
    moves: u64,
) -> Result<Option<Varied>, Problem> {
    let Some(settings) = settings(game, claim, params) else { return Ok(None) };
    let each = (moves / settings.len().max(1) as u64).max(MOVES);
    let least = |set: &Setting| set.iter().filter_map(|(_, v)| v.as_int()).min().unwrap_or(i64::MAX);
    let mut wrong: Vec<i64> = Vec::new();
    let mut held: Vec<(Setting, u64, Sentence)> = Vec::new();
    let mut strategies = true;
    for set in settings {
        // Values that the rules do not allow are nobody's input.
        let Ok(here) = game.with_values(&set) else { continue };
        match earn(solver, &here, claim, each) {
            Ok(earned) if earned.refuted => wrong.push(least(&set)),
            Ok(earned) => {
                strategies &= earned.strategies;
                held.extend(earned.to.zip(earned.size).map(|(to, size)| (set, size, to)));
            }
            Err(Problem::Run { .. } | Problem::NotApplicable(_)) => {}
            Err(Problem::Over(_)) => break,
            Err(other) => return Err(other),
        }
        if wrong.last().is_some_and(|n| *n >= *BEGINNINGS.end()) {
            return Ok(None);
        }
    }
    let Some(from) = BEGINNINGS.clone().find(|from| wrong.iter().all(|n| n < from)) else { return Ok(None) };
    held.retain(|(set, ..)| least(set) >= from);
    let Some((_, _, to)) = held.iter().min_by_key(|(_, size, _)| *size) else { return Ok(None) };
    let rules = game.rules();
    let mut words = Vec::new();
    for param in params {
        let values = held.iter().filter_map(|(set, ..)| set.iter().find(|(p, _)| p == param));
        let mut numbers: Vec<i64> = values.clone().filter_map(|(_, v)| v.as_int()).collect();
        numbers.sort_unstable();
        let name = &rules.params[*param].name;
        words.push(match (numbers.first(), numbers.last()) {
            (Some(lo), Some(hi)) => [format!("{name} in {lo}..{hi}"), format!("{name} in {lo}..{hi}")],
            _ => {
                let n = values.count();
                [format!("{n} values of {name}"), format!("{name} 的 {n} 个值")]
            }
        });
    }
    let all = |lang: Lang| {
        let more = words.iter().map(|[en, zh]| lang.pick(en, zh).as_str());
        std::iter::once(to.say(lang)).chain(more).collect::<Vec<_>>().join(", ")
    };
    let to = Sentence::new(all);
    Ok(Some(Varied { to, from, strategies }))
}
