//! Setting up a position: what can stand where, and the position with one thing changed.

use super::games::PictureAnswer;
use super::request::{EditRequest, Where};
use super::{Asker, Reply};
use crate::fault::Fault;
use bouton::Problem;
use bouton::game::edit::{EditProblem, Editable, editable, edited};
use bouton::language::diagnostic::Lang;
use schemars::JsonSchema;
use serde::Serialize;

/// A position that is being set up.
#[derive(Serialize, JsonSchema)]
pub(super) struct EditAnswer {
    #[serde(flatten)]
    drawn: PictureAnswer,
    /// What can be changed, for each game.
    editable: Vec<Editable>,
}

pub(super) fn edit(
    asker: &mut Asker,
    place: &Where,
    request: &EditRequest,
    lang: Lang,
) -> Result<Reply, Fault> {
    let mut playing = place.playing(asker)?;
    if let Some(edit) = &request.edit {
        let mut question = playing.question();
        let term = request.term;
        let at = question.games.get(term).zip(question.state.positions.get(term));
        let (game, position) = at.ok_or_else(|| Problem::from(EditProblem::Nowhere))?;
        let text = edited(game, position, edit)?;
        question.state.positions[term] = question.games[term].position(&text)?;
        playing = bouton::play::Playing::new(question, playing.into_solver());
    }
    let editable = playing.games().iter().map(editable).collect();
    let answer = EditAnswer { drawn: PictureAnswer::of(&playing), editable };
    asker.keep(playing.into_solver());
    Ok(Reply::done(&answer, lang))
}

#[cfg(test)]
mod tests {
    use super::super::Route;
    use super::*;
    use bouton::Budget;
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn ask(body: &Json) -> Result<Json, Json> {
        let mut asker = Asker::new(Budget::unlimited(), Arc::default(), Vec::new());
        let reply = asker.ask(Route::Edit, &body.to_string(), Lang::En);
        reply.map(|r| r.json).map_err(|fault| fault.refusal(Lang::En).error)
    }

    /// game, position, part, field, place, action, the position that comes out or what is said
    #[test]
    fn positions_are_set_up_by_steps() {
        let table = r#"
            nim ¦ 3 4 5 ¦ 1 ¦ 0 ¦ [] ¦ "more" ¦ 3 5 5
            nim ¦ 3 4 5 ¦ 0 ¦ 0 ¦ [] ¦ {"set": "17"} ¦ 17 4 5
            nim ¦ 3 4 5 ¦ 2 ¦ 0 ¦ [] ¦ "add_part" ¦ 3 4 5 5
            nim ¦ 3 4 5 ¦ 1 ¦ 0 ¦ [] ¦ "drop_part" ¦ 3 5
            nim ¦ 0 ¦ 0 ¦ 0 ¦ [] ¦ "less" ¦ !
            nim ¦ 3 ¦ 7 ¦ 0 ¦ [] ¦ "more" ¦ !nothing at this place
            nim ¦ 3 ¦ 0 ¦ 0 ¦ [] ¦ "grow" ¦ !larger or smaller
            wythoff ¦ 3 5 ¦ 0 ¦ 1 ¦ [] ¦ "less" ¦ 3 4
            wythoff ¦ 3 5 ¦ 0 ¦ 0 ¦ [] ¦ "add_part" ¦ !larger or smaller
            ends ¦ 4 -10 7 ¦ 0 ¦ 0 ¦ [1] ¦ "more" ¦ 4 -9 7
            ends ¦ 4 -10 7 ¦ 0 ¦ 0 ¦ [] ¦ "grow" ¦ 4 -10 7 4
            ends ¦ 4 -10 7 ¦ 0 ¦ 0 ¦ [] ¦ "shrink" ¦ 4 -10
            tictactoe ¦ XO. / ... / ... ¦ 0 ¦ 0 ¦ [1, 1] ¦ {"set": "X"} ¦ XO. / .X. / ...
            tictactoe ¦ XO. / ... / ... ¦ 0 ¦ 0 ¦ [0, 0] ¦ {"set": "Q"} ¦ !cannot stand here
            digits ¦ 210 ¦ 0 ¦ 0 ¦ [2] ¦ "more" ¦ 211
            digits ¦ 210 ¦ 0 ¦ 0 ¦ [] ¦ "shrink" ¦ 21
            clobber ¦ xo / ox ¦ 0 ¦ 0 ¦ [] ¦ "widen" ¦ ?
        "#;
        for line in table.trim().lines() {
            let row: Vec<&str> = line.split('¦').map(str::trim).collect();
            let [game, position, part, field, place, action, wanted] = row[..] else { panic!("{row:?}") };
            let read = |text: &str| serde_json::from_str::<Json>(text).unwrap();
            let edit = json!({"part": read(part), "field": read(field), "place": read(place), "action": read(action)});
            let answer =
                ask(&json!({"terms": [{"game": {"name": game}, "position": position}], "edit": edit}));
            match (answer, wanted.strip_prefix('!')) {
                (Ok(answer), None) => {
                    assert!(wanted == "?" || answer["positions"] == json!([wanted]), "{row:?}: {answer}")
                }
                (Err(error), Some(said)) => {
                    assert!(error["message"].as_str().unwrap().contains(said), "{row:?}: {error}")
                }
                (answer, _) => panic!("{row:?}: {answer:?}"),
            }
        }
    }

    #[test]
    fn it_is_told_what_can_stand_where() {
        let at = |game: &str| ask(&json!({"terms": [{"game": {"name": game}, "position": ""}]}));
        let board = at("tictactoe").unwrap();
        assert_eq!(board["editable"][0]["fields"][0]["values"], json!([".", "X", "O"]));
        assert_eq!(board["editable"][0]["parts"], false);
        let heaps = ask(&json!({"terms": [{"game": {"name": "nim"}, "position": "3 4"}]})).unwrap();
        assert_eq!(
            heaps["editable"][0],
            json!({"fields": [{"name": "n", "values": null, "grows": false}], "parts": true})
        );
        assert_eq!(heaps["positions"], json!(["3 4"]));
    }
}
