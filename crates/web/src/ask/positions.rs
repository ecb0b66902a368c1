//! Who wins here, every move with its outcome, and why.

use super::board::Standing;
use super::request::{ExplainRequest, Nothing, SolveRequest, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::answer::Answer;
use bouton::answer::explain::{MoveExplanation, Node};
use bouton::answer::why::Why;
use bouton::language::diagnostic::Lang;
use bouton::language::rules::ScoreKind;
use bouton::play::Playing;
use bouton::report::{Sentence, Told, reasons};
use bouton::{Question, Solver};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves that are listed of one position.
const MOST_MOVES: usize = 1000;

/// Rounds of move and answer where none are asked for.
const DEPTH: usize = 1;

/// The answer as `--json` prints it, with what each move makes of the game; long lists are cut.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
struct Listed {
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_moves_cut: Option<bool>,
}

/// Who wins, and where the game stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solved {
    answer: Listed,
    ending: Sentence,
    #[serde(serialize_with = "reasons")]
    #[schemars(with = "Vec<bouton::report::Reason<'static>>")]
    why: Vec<Why>,
    #[serde(flatten)]
    standing: Standing,
    /// What was found out about the board, such as its symmetries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Sentence>,
}

/// A tree of moves and answers.
#[derive(Serialize, JsonSchema)]
pub(super) struct Explained {
    tree: Node,
    /// The tree was cut because it grew too large.
    cut: bool,
    #[serde(serialize_with = "reasons")]
    #[schemars(with = "Vec<bouton::report::Reason<'static>>")]
    why: Vec<Why>,
    answer: Listed,
}

pub(super) fn solve(
    asker: &mut Asker,
    place: &Where,
    request: &SolveRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    let standing = Standing::of(&mut playing)?;
    let question = Question { all_moves: request.all_moves, ..playing.question() };
    let mut solver = playing.into_solver();
    let mut answer = solver.solve(&question)?;
    let remarks = if question.huge() { Vec::new() } else { solver.remarks(&question) };
    let remarks = remarks.into_iter().map(|(_, remark)| remark).collect();
    asker.keep(solver);
    let (ending, why) = (std::mem::take(&mut answer.ending), std::mem::take(&mut answer.why));
    let answer = Listed::new(answer);
    let open = answer.undecided();
    let solved = Solved { answer, ending, why, standing, remarks };
    Ok(Reply::new(&solved, open, lang))
}

impl Listed {
    fn new(mut answer: Answer) -> Listed {
        let cut = answer.all_moves.as_ref().map(|m| m.len() > MOST_MOVES);
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
            all.iter_mut().for_each(|m| m.result = m.result());
        }
        Listed { answer, all_moves_cut: cut }
    }

    /// Over budget. A shared score has no outcome of its own.
    fn undecided(&self) -> bool {
        self.answer.outcome.is_none() && self.answer.score.is_none()
    }
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
    let reply = match &request.by {
        Some(typed) => {
            let data: &MoveExplanation = &solver.explain_move(&question, typed)?;
            Reply::done(&Told { data, say: Sentence::new(|lang| data.say(lang)) }, lang)
        }
        None => tree(&mut solver, &question, request.depth.unwrap_or(DEPTH), lang)?,
    };
    asker.keep(solver);
    Ok(reply)
}

fn tree(solver: &mut Solver, question: &Question, depth: usize, lang: Lang) -> Result<Reply, Fault> {
    let mut explained = solver.explain(question, depth)?;
    let why = std::mem::take(&mut explained.answer.why);
    let answer = Listed::new(explained.answer);
    let open = answer.undecided();
    Ok(Reply::new(&Explained { tree: explained.tree, cut: explained.cut, why, answer }, open, lang))
}

/// The positions behind this one, and the moves between them.
pub(super) fn game_tree(asker: &mut Asker, place: &Where, _: &Nothing, lang: Lang) -> Result<Reply, Fault> {
    let playing = place.playing(asker)?;
    let question = playing.question();
    let mut solver = playing.into_solver();
    let tree = solver.game_tree(&question);
    asker.keep(solver);
    Ok(Reply::done(&tree?, lang))
}
