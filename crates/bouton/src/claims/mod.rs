//! Claims and strategies against the truth, one position at a time, and the status they have earned.

pub mod aside;
pub mod check;
pub(crate) mod claimed;
pub mod sweep;
pub mod varied;

use crate::answer::entries::wins;
use crate::answer::word;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Chosen, Position, Turn};
use bouton_language::position::print_move;
use bouton_language::rules::{About, Claim, ClaimBody, End, Ranged};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// What a claim says at a position, compared with the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tested {
    /// It says nothing here.
    Silent,
    /// It is right.
    Agrees,
    /// It is wrong.
    Differs {
        /// What it says: `lost`, `3` …
        claimed: String,
        /// What is true.
        truth: String,
    },
}

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

/// A start with the first player to move.
pub fn start(position: &Position) -> State {
    State::new(position.clone(), 0)
}

/// Compares a claim (not a period) with the truth at one position.
pub fn test(solver: &mut Solver, game: &Game, claim: &Claim, position: &Position) -> Result<Tested, Problem> {
    let Some(said) = said(game, claim, position)? else { return Ok(Tested::Silent) };
    let state = start(position);
    let (claimed, truth, right) = match said {
        Said::Is(v) | Said::IsNot(v) => {
            let truth = solver.outcome(game.at(&state))?;
            let is = matches!(said, Said::Is(_));
            let claimed = if is { word(v).to_string() } else { format!("not {}", word(v)) };
            (claimed, word(truth).to_string(), (truth == v) == is)
        }
        Said::Grundy(v) => {
            let truth = Value::Int(solver.grundy(game.at(&state))? as i64);
            (v.to_string(), truth.to_string(), v == truth)
        }
        Said::Score(v) => {
            let truth = Value::Int(solver.score(game.at(&state))?);
            (v.to_string(), truth.to_string(), v == truth)
        }
    };
    Ok(if right { Tested::Agrees } else { Tested::Differs { claimed, truth } })
}

/// Where the strategies of a game and the truth part: moves as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFault {
    /// Listed, but not winning.
    pub wrong: Vec<String>,
    /// Winning (by a move that has a strategy), but not listed.
    pub missing: Vec<String>,
}

/// Compares what the strategies list with all winning moves at one position. `None` if they agree.
pub fn test_strategies(
    solver: &mut Solver,
    game: &Game,
    position: &Position,
) -> Result<Option<StrategyFault>, Problem> {
    let state = start(position);
    if solver.with_whole(game.as_ref(), |w| w.over(&state))?.is_some() {
        return Ok(None);
    }
    let covered: Vec<usize> = game.rules().strategies.iter().flat_map(|s| s.moves.clone()).collect();
    let listed = solver.listed(game.at(&state))?;
    let mut won: Vec<(usize, usize, Vec<Value>)> = listed
        .moves
        .iter()
        .zip(&listed.worth)
        .filter(|(m, w)| wins(m, w.verdict) && covered.contains(&m.line))
        .map(|(m, _)| (m.part, m.line, m.choices.clone()))
        .collect();
    let mut told = strategy_moves(game, position)?;
    for list in [&mut won, &mut told] {
        list.sort();
        list.dedup();
    }
    if won == told {
        return Ok(None);
    }
    let show = |(part, line, choices): &(usize, usize, Vec<Value>)| {
        let chosen = Chosen { part: *part, line: *line, choices: choices.clone() };
        print_move(game.interp(), position, state.turn, &chosen)
    };
    Ok(Some(StrategyFault {
        wrong: told.iter().filter(|m| !won.contains(m)).map(show).collect(),
        missing: won.iter().filter(|m| !told.contains(m)).map(show).collect(),
    }))
}

/// The moves that the strategies list at a position: part, line, choices.
pub fn strategy_moves(game: &Game, position: &Position) -> Result<Vec<(usize, usize, Vec<Value>)>, Problem> {
    const MOST: usize = 100_000;
    let chosen = game.interp().strategy_moves(position, Turn { mover: 0, turn: 0 }, MOST);
    Ok(chosen.map_err(|e| game.fail(e))?.into_iter().map(|c| (c.part, c.line, c.choices)).collect())
}

/// What a claim and the strategies have earned by a quick check.
#[derive(Clone, Debug)]
pub struct Earned {
    /// "n <= 40": everything up to there agrees. `None` if the claim was silent on all that was tried.
    pub to: Option<Sentence>,
    /// The size that this bound is.
    pub size: Option<u64>,
    /// Is the claim wrong somewhere?
    pub refuted: bool,
    /// Do the strategies list exactly the winning moves up to there, and cover every move line?
    pub strategies: bool,
    /// Memory or time ended the check before so many moves were generated.
    pub over: Option<Over>,
}

/// What a claim has earned by so many moves, if it was checked before.
pub(crate) fn earned(solver: &mut Solver, games: &[Game], claim: &Claim, moves: u64) -> Option<Earned> {
    let known = &solver.session_of(games).earned;
    known.iter().find(|(span, by, _)| *span == claim.span && *by == moves).map(|(.., earned)| earned.clone())
}

/// Sizes so far beyond the first are not visited by the quick check.
const LARGEST: u64 = 400;

/// Checks a claim on all positions in order of size until this many moves were generated; remembers what was found.
pub fn earn(solver: &mut Solver, game: &Game, claim: &Claim, moves: u64) -> Result<Earned, Problem> {
    if let Some(known) = earned(solver, game.as_ref(), claim, moves) {
        return Ok(known);
    }
    let single = claim.about == About::Part;
    let mut positions = Positions::new(game);
    let mut reached = None;
    let mut refuted = false;
    let mut spoke = false;
    let covered: Vec<usize> = game.rules().strategies.iter().flat_map(|s| s.moves.clone()).collect();
    let mut strategies = (0..game.rules().moves.len()).all(|i| covered.contains(&i));
    let last = positions.first().saturating_add(LARGEST);
    solver.count_work(game.as_ref(), Some(moves));
    let mut failed = None;
    // Positions on which the claim is silent cost no moves, so they are counted themselves.
    let mut visited = 0u64;
    for size in positions.sizes(single).take_while(|size| *size <= last) {
        let flow = positions.visit(size, single, &mut |p| {
            visited += 1;
            if visited > moves {
                return ControlFlow::Break(());
            }
            let tested = solver.tick().and_then(|()| test(solver, game, claim, p)).and_then(|t| {
                if strategies && test_strategies(solver, game, p)?.is_some() {
                    strategies = false;
                }
                Ok(t)
            });
            match tested {
                Ok(Tested::Differs { .. }) => {
                    refuted = true;
                    ControlFlow::Break(())
                }
                Ok(t) => {
                    spoke |= t == Tested::Agrees;
                    ControlFlow::Continue(())
                }
                Err(e) => {
                    failed = Some(e);
                    ControlFlow::Break(())
                }
            }
        });
        if flow.is_break() || positions.full() {
            break;
        }
        reached = Some(size);
    }
    solver.count_work(game.as_ref(), None);
    let over = match failed {
        None | Some(Problem::Over(Over::Work)) => None,
        Some(Problem::Over(over)) => Some(over),
        Some(other) => return Err(other),
    };
    let size = reached.filter(|_| spoke);
    let to = size.map(|s| positions.bound(s, single));
    let earned = Earned { to, size, refuted, strategies, over };
    if earned.over.is_none() {
        solver.session_of(game.as_ref()).earned.push((claim.span, moves, earned.clone()));
    }
    Ok(earned)
}

/// Can Grundy claims of this game be added by xor?
pub fn adds(game: &Game) -> bool {
    game.kind().grundy.is_ok()
}
