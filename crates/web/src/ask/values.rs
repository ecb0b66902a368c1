//! What a position or a sum is worth, with its thermograph if play ends; or only who wins a sum, by search of its hottest parts.

use super::request::{ValueRequest, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::Solver;
use bouton::language::diagnostic::Lang;
use bouton::value::{Term, ValueQuestion, What};

pub(super) fn value(
    asker: &mut Asker,
    place: &Where,
    request: &ValueRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let (games, positions) = if place.moves.is_empty() {
        // Values add, whatever the players are called.
        let question = place.question(asker)?;
        (question.games, question.state.positions)
    } else {
        let playing = place.playing(asker)?;
        let found = (playing.games().to_vec(), playing.positions().to_vec());
        asker.keep(playing.into_solver());
        found
    };
    let term = |(game, position)| Term { times: 1, what: What::Position(game, position) };
    let question = ValueQuestion { terms: games.into_iter().zip(positions).map(term).collect() };
    // Nothing was learnt before, so that equal questions count equal numbers of positions.
    let mut solver = Solver::new(asker.budget());
    Ok(if request.outcome {
        Reply::done(&solver.hot_sum(&question)?, lang)
    } else if question.is_loopy() {
        Reply::done(&solver.loopy(&question)?, lang)
    } else {
        Reply::done(&solver.thermograph(&question)?, lang)
    })
}
