//! A game in progress, with nothing solved: what can be done and what it makes of the board, what was done. And places
//! to begin.

use super::games::PictureAnswer;
use super::positions::totals;
use super::request::{Nothing, StartsRequest, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::MoveEntry;
use bouton::answer::entries::RawMove;
use bouton::game::picture::{Painter, Picture};
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::play::openings::{Place, openings};
use bouton::play::{FirstMoves, Playing};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves that are listed of one position, and those of them whose results are drawn.
const MOST_MOVES: u64 = 1000;
const MOST_DRAWN: usize = 240;

/// Where a game stands.
#[derive(Serialize, JsonSchema)]
pub(super) struct Standing {
    #[serde(flatten)]
    drawn: PictureAnswer,
    #[schemars(range(min = 0, max = 1))]
    mover: usize,
    player: Option<String>,
    turn: u64,
    over: Option<Verdict>,
    /// How many moves may be forbidden to the player to move.
    forbid: u64,
    /// Points so far, in a game for points.
    totals: Option<[i64; 2]>,
}

impl Standing {
    pub(super) fn of(playing: &mut Playing) -> Result<Standing, Fault> {
        let mover = playing.mover();
        Ok(Standing {
            over: playing.over_here()?,
            forbid: playing.may_forbid()?,
            drawn: PictureAnswer::of(playing),
            totals: totals(playing),
            turn: playing.at().state.turn.turn,
            player: playing.player_name(mover),
            mover,
        })
    }
}

/// A move that can be made.
#[derive(Serialize, JsonSchema)]
struct Offered {
    #[serde(flatten)]
    entry: MoveEntry,
    /// The game in which it is made, afterwards; without its graphs. None where there are too many moves to draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
}

/// A move that was made.
#[derive(Serialize, JsonSchema)]
struct Made {
    #[serde(flatten)]
    entry: MoveEntry,
    /// By whom.
    #[schemars(range(min = 0, max = 1))]
    by: usize,
}

/// What can be done, and what was done.
#[derive(Serialize, JsonSchema)]
pub(super) struct MovesAnswer {
    game: String,
    /// The games of a sum.
    titles: Vec<String>,
    ending: String,
    #[serde(flatten)]
    standing: Standing,
    /// None where numbers are beyond 64 bits; empty where the game is over.
    moves: Option<Vec<Offered>>,
    /// There are more moves than are listed.
    cut: bool,
    past: Vec<Made>,
    /// The game in which the last move was made, before it; without its graphs.
    before: Option<Picture>,
}

pub(super) fn moves(asker: &mut Asker, place: &Where, _: &Nothing, lang: Lang) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    let standing = Standing::of(&mut playing)?;
    let found = match standing.over {
        Some(_) => Some(FirstMoves { moves: Vec::new(), more: false }),
        None => playing.first_moves(MOST_MOVES)?,
    };
    let painters: Vec<Painter<'_>> = playing.games().iter().map(Painter::new).collect();
    let cut = found.as_ref().is_some_and(|found| found.more);
    let drawn = found.as_ref().is_some_and(|found| found.moves.len() <= MOST_DRAWN);
    let offered = |(raw, entry): (RawMove, MoveEntry)| {
        let after = raw.to.positions.get(raw.term).filter(|_| drawn);
        let picture = after.and_then(|p| painters.get(raw.term).map(|painter| painter.parts(p)));
        Offered { entry, picture }
    };
    let moves = found.map(|found| found.moves.into_iter().map(offered).collect());
    let before = playing.last_change();
    let before = before.and_then(|(term, p)| painters.get(term).map(|painter| painter.parts(p)));
    drop(painters);
    let question = playing.question();
    let answer = MovesAnswer {
        game: question.title(),
        titles: question.games.iter().map(|g| g.title()).collect(),
        ending: playing.ending(lang),
        standing,
        moves,
        cut,
        past: playing.record().into_iter().map(|(by, entry)| Made { entry, by }).collect(),
        before,
    };
    asker.keep(playing.into_solver());
    Ok(Reply::done(&answer, lang))
}

/// Places to begin.
#[derive(Serialize, JsonSchema)]
pub(super) struct StartsAnswer {
    starts: Vec<Place>,
}

pub(super) fn starts(asker: &mut Asker, request: &StartsRequest, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let starts = openings(&game, request.seed, asker.cancel.clone());
    Ok(Reply::done(&StartsAnswer { starts }, lang))
}

#[cfg(test)]
mod tests {
    use super::super::Route;
    use super::*;
    use bouton::Budget;
    use bouton::game::catalogue;
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn ask(asker: &mut Asker, route: Route, body: &Json) -> Json {
        match asker.ask(route, &body.to_string(), Lang::En) {
            Ok(reply) => reply.json,
            Err(fault) => panic!("{body}: {fault:?}"),
        }
    }

    /// Places to begin can be begun at, are what they are called, and come again with their seed.
    #[test]
    fn openings_are_what_they_are_called() {
        let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
        let mut judged = 0;
        for id in catalogue::entries().map(|e| e.id).step_by(4) {
            let asked = json!({"game": {"name": id}, "seed": 5});
            let found = ask(&mut asker, Route::Starts, &asked);
            assert_eq!(found, ask(&mut asker, Route::Starts, &asked), "{id}");
            let starts = found["starts"].as_array().unwrap();
            assert_eq!(starts[0]["kind"], "start", "{id}");
            for place in starts {
                let here = json!({"terms": [{"game": {"name": id}, "position": place["position"]}], "first": place["first"], "all_moves": false});
                let expected = match place["kind"].as_str() {
                    Some("easy") => "win",
                    Some("lost") => "lose",
                    _ => continue,
                };
                let solved = ask(&mut asker, Route::Solve, &here);
                assert_eq!(solved["answer"]["outcome"], expected, "{id} {place}");
                judged += 1;
            }
        }
        assert!(judged > 20, "{judged}");
    }

    /// What is offered without solving is what solving lists, drawn as it is drawn after the move.
    #[test]
    fn offered_moves_are_those_of_the_answer() {
        let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
        for (game, position) in [
            ("nim", "1 2 3"),
            ("kayles", "5"),
            ("clobber", "2x3"),
            ("dag", "0 3"),
            ("tictactoe", "XO. / .X. / O.."),
            ("ends", "4 -10 -20 7"),
        ] {
            let term = json!([{"game": {"name": game}, "position": position}]);
            let board = ask(&mut asker, Route::Moves, &json!({"terms": term}));
            let solved = ask(&mut asker, Route::Solve, &json!({"terms": term}));
            let names = |list: &Json| {
                list.as_array()
                    .unwrap()
                    .iter()
                    .map(|m| (m["move"].clone(), m["to"].clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(names(&board["moves"]), names(&solved["answer"]["all_moves"]), "{game}");
            for m in board["moves"].as_array().unwrap().iter().take(4) {
                let after = ask(&mut asker, Route::Moves, &json!({"terms": term, "moves": [m["move"]]}));
                assert_eq!(m["picture"]["parts"], after["pictures"][0]["parts"], "{game} {m}");
                assert_eq!(after["before"]["parts"], board["pictures"][0]["parts"], "{game} {m}");
                assert_eq!(after["past"][0]["move"], m["move"], "{game}");
            }
        }
    }

    /// A name of thousands of letters is no search for near ones.
    #[test]
    fn long_names_are_refused_without_a_search() {
        let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
        let asked = json!({"game": {"name": "n".repeat(20_000)}});
        let refusal =
            asker.ask(Route::Describe, &asked.to_string(), Lang::En).err().unwrap().refusal(Lang::En);
        assert_eq!(refusal.error["kind"], "unknown_game");
        assert_eq!(refusal.error["near"], json!([]));
        assert!(refusal.error["message"].as_str().unwrap().len() < 400);
    }
}
