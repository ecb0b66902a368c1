//! What a claim has earned by a quick check: all positions in order of size, until so much work is done.

use super::{said, start, test_strategies, truth::wants};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use bouton_language::interp::Position;
use bouton_language::rules::{About, Claim};
use std::ops::ControlFlow;

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
            let agrees = solver.tick().and_then(|()| test(solver, game, claim, p)).and_then(|agrees| {
                if strategies && test_strategies(solver, game, p)?.is_some() {
                    strategies = false;
                }
                Ok(agrees)
            });
            match agrees {
                Ok(Some(false)) => {
                    refuted = true;
                    ControlFlow::Break(())
                }
                Ok(agrees) => {
                    spoke |= agrees.is_some();
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

/// Does a claim (not a period) agree with the truth at a position? `None` where it says nothing.
fn test(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    position: &Position,
) -> Result<Option<bool>, Problem> {
    let Some(said) = said(game, claim, position)? else { return Ok(None) };
    Ok(Some(said.agrees(&solver.computed(game.at(&start(position)), wants(claim))?)))
}
