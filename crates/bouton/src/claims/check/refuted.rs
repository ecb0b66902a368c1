//! Claims that agree with everything that was tested and are false all the same: a theorem about all sizes gives the
//! counterexample.

use super::claim::{ClaimResult, ClaimVerdict, Counterexample, Fact, Failure};
use super::repair::{self, Repair};
use crate::answer::Status;
use crate::claims::{self, Said};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::{ClaimProof, Decided};
use bouton_language::ast::Verdict;

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
    let Some(said) = claims::said(game, &claim, &position)? else { return Ok(()) };
    let Some((_, at)) = solver.theorem_at(game, &position, 0)? else { return Ok(()) };
    let truth = match (&said, &at.grundy) {
        (Said::Grundy(_), Some(g)) => i64::try_from(g).ok().map(Fact::Number),
        (Said::Grundy(_), None) | (Said::Score(_), _) => None,
        _ => Some(Fact::Outcome(if at.lost { Verdict::Lose } else { Verdict::Win })),
    };
    let Some(truth) = truth.filter(|truth| !super::claim::agrees(&said, truth)) else { return Ok(()) };
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
    result.verdict = ClaimVerdict::False(Box::new(Failure {
        smallest,
        count: 1,
        claimed: Vec::new(),
        missed: Vec::new(),
        variable: None,
        pattern: None,
        factors: Vec::new(),
        condition: None,
        wrong: Vec::new(),
        repair,
        beyond: true,
    }));
    Ok(())
}
