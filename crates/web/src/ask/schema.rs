//! What each question looks like and what is answered, for the description.

use super::request::{
    CheckRequest, EditRequest, ExplainRequest, HintRequest, LineRequest, MisereRequest, Nothing, OfGame,
    PatternRequest, PlayRequest, ProveRequest, RulesRequest, SolveRequest, StartsRequest, TableRequest,
    ValueRequest, Where,
};
use super::{Route, board, games, lessons, plays, positions, rules, setup, tables};
use bouton::answer::explain::MoveExplanation;
use bouton::answer::tree::GameTree;
use bouton::claims::check::CheckAnswer;
use bouton::game::describe::Description;
use bouton::game::editor::{Checked, Language};
use bouton::misere::Misere;
use bouton::pattern::Patterns;
use bouton::proof::ProveAnswer;
use bouton::report::Told;
use bouton::table::TableAnswer;
use bouton::value::{LoopyAnswer, SumAnswer, ThermographAnswer};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// A request.
pub(crate) enum Asked {
    /// Just this.
    Alone(Schema),
    /// A position, and this.
    At([Schema; 2]),
}

/// The request of a question.
pub(crate) fn asked(route: Route, all: &mut SchemaGenerator) -> Asked {
    fn alone<T: JsonSchema>(all: &mut SchemaGenerator) -> Asked {
        Asked::Alone(T::json_schema(all))
    }
    fn at<T: JsonSchema>(all: &mut SchemaGenerator) -> Asked {
        Asked::At([Where::json_schema(all), T::json_schema(all)])
    }
    match route {
        Route::Games | Route::Game | Route::Language | Route::Lessons | Route::Lesson => {
            alone::<Nothing>(all)
        }
        Route::Describe => alone::<OfGame>(all),
        Route::Picture | Route::History | Route::Moves | Route::Tree => at::<Nothing>(all),
        Route::Edit => at::<EditRequest>(all),
        Route::Rules | Route::Format => alone::<RulesRequest>(all),
        Route::Parse => alone::<LineRequest>(all),
        Route::Solve => at::<SolveRequest>(all),
        Route::Explain => at::<ExplainRequest>(all),
        Route::Starts => alone::<StartsRequest>(all),
        Route::Play => at::<PlayRequest>(all),
        Route::Hint => at::<HintRequest>(all),
        Route::Table => alone::<TableRequest>(all),
        Route::Pattern => alone::<PatternRequest>(all),
        Route::Prove => alone::<ProveRequest>(all),
        Route::Misere => alone::<MisereRequest>(all),
        Route::Value => at::<ValueRequest>(all),
        Route::Answer => alone::<lessons::AnswerRequest>(all),
        Route::Check => alone::<CheckRequest>(all),
    }
}

/// The answer to a question; one of several kinds, where what is asked decides.
pub(crate) fn answers(route: Route, all: &mut SchemaGenerator) -> Schema {
    fn either<A: JsonSchema, B: JsonSchema>(all: &mut SchemaGenerator) -> Schema {
        let both = [all.subschema_for::<A>(), all.subschema_for::<B>()];
        schemars::json_schema!({ "anyOf": both })
    }
    match route {
        Route::Games => all.subschema_for::<games::GamesAnswer>(),
        Route::Game | Route::Describe => all.subschema_for::<Description>(),
        Route::Picture => all.subschema_for::<games::PictureAnswer>(),
        Route::Language => all.subschema_for::<Language>(),
        Route::Rules => all.subschema_for::<Checked>(),
        Route::Format => all.subschema_for::<rules::FormatAnswer>(),
        Route::Parse => all.subschema_for::<rules::ParsedLine>(),
        Route::Solve => all.subschema_for::<positions::Solved>(),
        Route::Explain => either::<positions::Explained, Told<'_, MoveExplanation>>(all),
        Route::Moves => all.subschema_for::<board::MovesAnswer>(),
        Route::Tree => all.subschema_for::<GameTree>(),
        Route::Edit => all.subschema_for::<setup::EditAnswer>(),
        Route::Starts => all.subschema_for::<board::StartsAnswer>(),
        Route::Play => either::<plays::PlayAnswer, plays::ForbidAnswer>(all),
        Route::Hint => all.subschema_for::<plays::HintAnswer>(),
        Route::History => all.subschema_for::<plays::HistoryAnswer<'_>>(),
        Route::Table => either::<TableAnswer<'_>, tables::PlaceAnswer>(all),
        Route::Pattern => all.subschema_for::<Patterns>(),
        Route::Prove => all.subschema_for::<ProveAnswer>(),
        Route::Misere => all.subschema_for::<Misere>(),
        Route::Value => {
            let kinds = [
                all.subschema_for::<ThermographAnswer>(),
                all.subschema_for::<LoopyAnswer>(),
                all.subschema_for::<SumAnswer>(),
            ];
            schemars::json_schema!({ "anyOf": kinds })
        }
        Route::Lessons => all.subschema_for::<lessons::LessonsAnswer>(),
        Route::Lesson => all.subschema_for::<lessons::LessonAnswer>(),
        Route::Answer => all.subschema_for::<lessons::JudgeAnswer>(),
        Route::Check => all.subschema_for::<CheckAnswer<'_>>(),
    }
}
