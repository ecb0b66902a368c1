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

#[cfg(test)]
mod tests {
    use super::super::Route;
    use super::*;
    use bouton::Budget;
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn tree(game: &Json, position: &str) -> Json {
        let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
        let asked = json!({"terms": [{"game": game, "position": position}]});
        match asker.ask(Route::Tree, &asked.to_string(), Lang::En) {
            Ok(reply) => reply.json,
            Err(fault) => panic!("{asked}: {fault:?}"),
        }
    }

    /// The outcomes of a whole tree are those of plain recursion over its own moves, and the moves that it names lead to its positions.
    #[test]
    fn trees_are_what_recursion_says() {
        let own = json!({"rules": "heaps n\nmove k in {1,3,4}: n -> n - k"});
        for (game, position, end) in [
            (json!({"name": "nim"}), "1 2 2", "lose"),
            (json!({"name": "nim", "misere": true}), "1 2 2", "win"),
            (json!({"name": "wythoff"}), "3 4", "lose"),
            (json!({"name": "kayles"}), "6", "lose"),
            (own, "5 4", "lose"),
        ] {
            let tree = tree(&game, position);
            let nodes = tree["nodes"].as_array().unwrap();
            let edges = tree["edges"].as_array().unwrap();
            assert_eq!(tree["thinned"], Json::Null, "{game} {position}");
            for (i, node) in nodes.iter().enumerate() {
                let from = edges.iter().filter(|e| e["from"] == i);
                let to = |e: &Json| nodes[e["to"].as_u64().unwrap() as usize]["outcome"] == "lose";
                let wins = from.clone().any(to);
                let over = from.clone().count() == 0;
                let expected = if over {
                    end
                } else if wins {
                    "win"
                } else {
                    "lose"
                };
                assert_eq!(node["outcome"], expected, "{game} {position}: {node}");
                assert_eq!(node["over"], over, "{node}");
                assert!(from.clone().all(|e| (e["good"] == true) == to(e)), "{node}");
                assert_eq!(node["left_out"], 0);
                let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
                let asked = json!({"terms": [{"game": game, "position": position}], "moves": node["moves"]});
                let there = asker.ask(Route::Moves, &asked.to_string(), Lang::En).ok().unwrap().json;
                assert_eq!(there["positions"][0], node["position"]);
            }
        }
    }

    #[test]
    fn large_trees_are_thinned_to_what_wins() {
        for (game, position) in [("nim", "9 10 11"), ("kayles", "30")] {
            let tree = tree(&json!({"name": game}), position);
            let nodes = tree["nodes"].as_array().unwrap();
            assert!((2..=bouton::answer::tree::MOST).contains(&nodes.len()), "{game} {position}");
            assert!(tree["thinned"].is_u64(), "{game} {position}");
            assert!(nodes.iter().any(|n| n["left_out"].as_u64() > Some(0)));
            // A won position keeps a winning move.
            for (i, node) in
                nodes.iter().enumerate().filter(|(_, n)| n["outcome"] == "win" && n["over"] == false)
            {
                let mut from = tree["edges"].as_array().unwrap().iter().filter(|e| e["from"] == i).peekable();
                assert!(from.peek().is_none() || from.any(|e| e["good"] == true), "{game} {node}");
            }
        }
    }
}
