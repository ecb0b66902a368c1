//! Who wins here, every move with its outcome, and why.

use super::request::{ExplainRequest, SolveRequest, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::answer::{Answer, word};
use bouton::game::picture::picture;
use bouton::language::diagnostic::Lang;
use bouton::language::rules::ScoreKind;
use bouton::play::Playing;
use bouton::{Question, Solver};
use serde_json::{Value as Json, json};

/// Moves that are listed of one position.
const MOST_MOVES: usize = 1000;

/// Rounds of move and answer where none are asked for.
const DEPTH: usize = 1;

pub(super) fn solve(
    asker: &mut Asker,
    place: &Where,
    request: &SolveRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    let mut out = standing(&mut playing)?;
    let question = Question { all_moves: request.all_moves, ..playing.question() };
    let mut solver = playing.into_solver();
    let answer = solver.solve(&question)?;
    asker.keep(solver);
    let open = undecided(&answer);
    out["ending"] = json!(lang.pick(&answer.ending[0], &answer.ending[1]));
    out["why"] = answer.why.iter().map(|w| w.json(lang)).collect();
    out["answer"] = listed(answer, lang);
    Ok(Reply { json: out, open })
}

/// Over budget. A shared score has no outcome of its own.
fn undecided(answer: &Answer) -> bool {
    answer.outcome.is_none() && answer.score.is_none()
}

/// The answer as `--json` prints it, with what each move makes of the game; long lists are cut.
fn listed(mut answer: Answer, lang: Lang) -> Json {
    let cut = answer.all_moves.as_ref().is_some_and(|m| m.len() > MOST_MOVES);
    if answer.winning_moves.len() > MOST_MOVES {
        answer.unlisted += (answer.winning_moves.len() - MOST_MOVES) as u64;
        answer.winning_moves.truncate(MOST_MOVES);
    }
    if answer.unlisted > 0 {
        // The page counts what is listed.
        answer.complete = false;
    }
    if let Some(all) = &mut answer.all_moves {
        all.truncate(MOST_MOVES);
    }
    let mut json = answer.json(lang);
    if let Some(all) = &answer.all_moves {
        for (i, m) in all.iter().enumerate() {
            if let Some(v) = m.result() {
                json["all_moves"][i]["result"] = json!(word(v));
            }
        }
        json["all_moves_cut"] = json!(cut);
    }
    json
}

/// Where the game stands: positions, pictures, whose turn it is, points.
fn standing(playing: &mut Playing) -> Result<Json, Fault> {
    let over = playing.over_here()?;
    let terms = || playing.games().iter().zip(playing.positions());
    let positions: Vec<String> = terms().map(|(g, p)| g.show(p)).collect();
    let pictures: Vec<Json> = terms().map(|(g, p)| picture(g, p)).collect();
    Ok(json!({
        "answer": null,
        "ending": null,
        "why": null,
        "positions": positions,
        "pictures": pictures,
        "mover": playing.mover(),
        "player": playing.player_name(playing.mover()),
        "turn": playing.at().state.turn.turn,
        "over": over.map(word),
        "forbid": playing.may_forbid()?,
        "totals": totals(playing),
    }))
}

/// Points so far, in a game for points.
pub(super) fn totals(playing: &Playing) -> Option<[i64; 2]> {
    let totals = playing.totals();
    playing.score().map(|kind| match kind {
        ScoreKind::Own => totals,
        ScoreKind::Shared => [totals[0], 0],
    })
}

pub(super) fn explain(
    asker: &mut Asker,
    place: &Where,
    request: &ExplainRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let playing = place.playing(asker)?;
    let question = playing.question();
    let mut solver = playing.into_solver();
    let sum = question.games.len() > 1;
    let reply = match &request.by {
        Some(typed) => Reply::done(solver.explain_move(&question, typed)?.json(lang, sum)),
        None => tree(&mut solver, &question, request.depth.unwrap_or(DEPTH), lang)?,
    };
    asker.keep(solver);
    Ok(reply)
}

fn tree(solver: &mut Solver, question: &Question, depth: usize, lang: Lang) -> Result<Reply, Fault> {
    let explained = solver.explain(question, depth)?;
    let open = undecided(&explained.answer);
    let why: Vec<Json> = explained.answer.why.iter().map(|w| w.json(lang)).collect();
    let sum = question.games.len() > 1;
    let json = json!({
        "tree": explained.tree.json(lang, sum),
        "cut": explained.cut,
        "why": why,
        "answer": listed(explained.answer, lang),
    });
    Ok(Reply { json, open })
}
