//! The opponent's move, hints in three steps, and the game so far with its mistakes.

use super::positions::totals;
use super::request::{HintRequest, Nothing, PlayRequest, Strength, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::MoveEntry;
use bouton::answer::entries::entry;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::play::Past;
use bouton::play::hint::Nudge;
use bouton::play::judge::Mistake;
use bouton::play::opponent::{self, Opponent};
use bouton::report::{Sentence, Told};
use bouton::rng::Rng;
use schemars::JsonSchema;
use serde::Serialize;

/// The opponent's move, and whether the game was seen through.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlayAnswer {
    r#move: Option<MoveEntry>,
    sure: bool,
    /// No slip was made on purpose.
    meant: bool,
}

/// The positions that are best forbidden.
#[derive(Serialize, JsonSchema)]
pub(super) struct ForbidAnswer {
    forbidden: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct HintAnswer {
    step: usize,
    text: String,
    part: Option<HintPart>,
    r#move: Option<MoveEntry>,
}

#[derive(Serialize, JsonSchema)]
struct HintPart {
    term: usize,
    part: usize,
}

/// The game so far.
#[derive(Serialize, JsonSchema)]
pub(super) struct HistoryAnswer<'a> {
    states: Vec<Past>,
    mistakes: Vec<Told<'a, Mistake>>,
    over: Option<Verdict>,
    totals: Option<[i64; 2]>,
}

pub(super) fn reply(
    asker: &mut Asker,
    place: &Where,
    request: &PlayRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    let mut options = playing.options()?;
    if request.forbid {
        let most = playing.may_forbid()?;
        let forbidden = playing.best_to_forbid(&options, most)?;
        asker.keep(playing.into_solver());
        return Ok(Reply::done(&ForbidAnswer { forbidden }, lang));
    }
    options.forbid(&request.forbidden);
    let strength = match request.strength {
        None | Some(Strength::Perfect) => opponent::Strength::Perfect,
        Some(Strength::Beginner) => opponent::Strength::Beginner,
        Some(Strength::Mistakes(rate)) if (0.0..=1.0).contains(&rate) => opponent::Strength::Mistakes(rate),
        Some(Strength::Mistakes(_)) => {
            return Err(Fault::wrong(["A rate of mistakes is between 0 and 1.", "失误率须在 0 与 1 之间。"]));
        }
    };
    let mut player = Opponent::new(strength, request.seed);
    let mut rng = Rng::new(request.seed);
    let choice = match playing.over(&options)? {
        Some(_) => None,
        None => playing.reply(&mut player, &options, &mut rng)?,
    };
    let answer = match &choice {
        None => PlayAnswer { r#move: None, sure: true, meant: true },
        Some(choice) => PlayAnswer {
            r#move: Some(entry(playing.at(), &choice.by, None)),
            sure: choice.sure || !choice.meant,
            meant: choice.meant,
        },
    };
    asker.keep(playing.into_solver());
    let open = choice.is_some_and(|c| c.meant && !c.sure);
    Ok(Reply::new(&answer, open, lang))
}

pub(super) fn hint(
    asker: &mut Asker,
    place: &Where,
    request: &HintRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    if !(1..=3).contains(&request.step) {
        return Err(Fault::wrong(["\"step\" is 1, 2 or 3.", "\"step\" 须为 1、2 或 3。"]));
    }
    let mut playing = place.playing(asker)?;
    let found = playing.hint()?;
    let step = request.step;
    let answer = match &found {
        None => {
            let text = lang.pick("This position is too large to see through.", "这个局面太大，看不透。");
            HintAnswer { step, text: text.into(), part: None, r#move: None }
        }
        Some(hint) => HintAnswer {
            step,
            text: playing.hint_text(hint, step, lang),
            part: match hint.nudge {
                Nudge::Part { term, part, .. } | Nudge::Hottest { at: (term, part), .. } if step >= 2 => {
                    Some(HintPart { term: term + 1, part })
                }
                _ => None,
            },
            r#move: hint.by.clone().filter(|_| step == 3),
        },
    };
    asker.keep(playing.into_solver());
    Ok(Reply::new(&answer, found.is_none(), lang))
}

pub(super) fn history(asker: &mut Asker, place: &Where, _: &Nothing, lang: Lang) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    let states = playing.history()?;
    let mistakes = playing.mistakes()?;
    let open = states.iter().any(|p| p.outcome.is_none());
    let told = |data| Told { data, say: Sentence::new(|lang| Mistake::say(data, lang)) };
    let answer = HistoryAnswer {
        states,
        mistakes: mistakes.iter().map(told).collect(),
        over: playing.over_here()?,
        totals: totals(&playing),
    };
    asker.keep(playing.into_solver());
    Ok(Reply::new(&answer, open, lang))
}

#[cfg(test)]
mod tests {
    use super::super::Route;
    use super::*;
    use bouton::game::catalogue;
    use bouton::{Budget, Game};
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn asker() -> Asker {
        Asker::new(Budget::unlimited(), Arc::default(), Vec::new())
    }

    fn ask(asker: &mut Asker, route: Route, body: &Json) -> Json {
        match asker.ask(route, &body.to_string(), Lang::En) {
            Ok(reply) => reply.json,
            Err(fault) => panic!("{body}: {fault:?}"),
        }
    }

    /// What the opponent proposes is taken as a move, game by game through the library; so is every move of a start.
    #[test]
    fn what_is_proposed_can_be_played() {
        let mut asker = asker();
        for id in catalogue::entries().map(|e| e.id) {
            let game = Game::library(id).unwrap_or_else(|p| panic!("{id}: {}", p.line(Lang::En)));
            let start = bouton::game::describe::starts(&game).swap_remove(0);
            let here = json!([{"game": {"name": id}, "position": start}]);
            let mut moves: Vec<Json> = Vec::new();
            for seed in 0..8 {
                let body = json!({"terms": here, "moves": moves, "strength": "beginner", "seed": seed});
                let by = ask(&mut asker, Route::Play, &body)["move"].clone();
                if by.is_null() {
                    break;
                }
                moves.push(by["move"].clone());
                let after = ask(&mut asker, Route::Picture, &json!({"terms": here, "moves": moves}));
                assert_eq!(after["positions"][0], by["to"], "{id}: {moves:?}");
            }
        }
    }

    /// Dawson's Kayles, whose moves bear one name, to the end against a perfect opponent.
    #[test]
    fn an_octal_game_is_played_to_its_end() {
        let mut asker = asker();
        for start in ["10", "9 5", "3 3 2"] {
            let here = json!([{"game": {"name": "dawson"}, "position": start}]);
            let mut moves: Vec<Json> = Vec::new();
            loop {
                let body = json!({"terms": here, "moves": moves, "strength": "perfect", "seed": 1});
                let by = ask(&mut asker, Route::Play, &body)["move"]["move"].clone();
                if by.is_null() {
                    break;
                }
                moves.push(by);
            }
            assert!(moves.len() >= 2, "{moves:?}");
            let solved = ask(&mut asker, Route::Solve, &json!({"terms": here, "moves": moves}));
            assert_eq!(solved["over"], json!("lose"), "{solved}");
        }
    }
}
