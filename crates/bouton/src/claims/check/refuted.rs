//! Claims that agree with everything that was tested and are false all the same: a theorem about all sizes gives the
//! counterexample.

use super::claim::{ClaimResult, ClaimVerdict, Counterexample, Failure};
use super::repair::{self, Repair};
use crate::answer::Status;
use crate::claims::said;
use crate::claims::truth::wants;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::{ClaimProof, Decided};

/// Puts the counterexample of a theorem into the result of a claim, if what the claim says there is really wrong.
pub(super) fn beyond(
    solver: &mut Solver,
    game: &Game,
    proof: &ClaimProof,
    result: &mut ClaimResult,
) -> Result<(), Problem> {
    let Decided::False { position: numbers, .. } = &proof.decided else { return Ok(()) };
    let Some(claim) = game.rules().claims.get(proof.index).cloned() else { return Ok(()) };
    // The numbers are those of the fields in their order, memory included; only starts can be typed.
    let typed = game.rules().shape.fields.iter().zip(numbers).filter(|(f, _)| f.start.is_none());
    let typed = typed.map(|(_, n)| n.to_string()).collect::<Vec<_>>().join(" ");
    let Ok(position) = game.position(&typed) else { return Ok(()) };
    let Some(said) = said(game, &claim, &position)? else { return Ok(()) };
    let truth = solver.told_by_theorem(game, &position, wants(&claim))?;
    let Some(truth) = truth.filter(|truth| !said.agrees(truth)) else { return Ok(()) };
    let smallest = Counterexample {
        position: game.show(&position),
        place: game.show(&position),
        said,
        truth,
        witness: None,
    };
    let text = repair::by_theorem(solver, game, &claim)?;
    let repair = text.map(|text| Repair { text, tested: result.tested, proved: true });
    result.status = Status::False;
    result.verdict = ClaimVerdict::False(Box::new(Failure { repair, ..Failure::beyond(smallest) }));
    Ok(())
}
