//! The library, descriptions of games, pictures of positions.

use super::request::{Nothing, OfGame, Where, library};
use super::{Asker, Reply, read};
use crate::fault::Fault;
use bouton::Game;
use bouton::game::catalogue;
use bouton::game::describe::{GameCard, card, describe as description};
use bouton::game::picture::{Picture, picture};
use bouton::language::diagnostic::Lang;
use bouton::play::Playing;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
pub(super) struct GamesAnswer {
    games: Vec<GameCard>,
}

/// A picture for each term.
#[derive(Serialize, JsonSchema)]
pub(super) struct PictureAnswer {
    pub(super) pictures: Vec<Picture>,
    pub(super) positions: Vec<String>,
}

/// All games of the library.
pub(super) fn list(lang: Lang) -> Reply {
    let games = catalogue::listed().filter_map(|entry| {
        let game = Game::library(entry.id).ok()?.speaking(lang);
        Some(card(&entry, &game, lang))
    });
    Reply::done(&GamesAnswer { games: games.collect() }, lang)
}

/// One game of the library; the body is its id as a JSON text.
pub(super) fn one(body: &str, lang: Lang) -> Result<Reply, Fault> {
    let name: String = read(body)?;
    let game = library(&name)?.speaking(lang);
    let entry = catalogue::find(&name);
    Ok(Reply::done(&description(&game, entry.as_ref(), lang), lang))
}

pub(super) fn describe(asker: &mut Asker, request: &OfGame, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let entry = request.game.name.as_deref().and_then(catalogue::find);
    Ok(Reply::done(&description(&game, entry.as_ref(), lang), lang))
}

/// A picture for each term, after the moves.
pub(super) fn pictures(asker: &mut Asker, place: &Where, _: &Nothing, lang: Lang) -> Result<Reply, Fault> {
    let playing = place.playing(asker)?;
    let reply = Reply::done(&PictureAnswer::of(&playing), lang);
    asker.keep(playing.into_solver());
    Ok(reply)
}

impl PictureAnswer {
    pub(super) fn of(playing: &Playing) -> PictureAnswer {
        let terms = || playing.games().iter().zip(playing.positions());
        PictureAnswer {
            pictures: terms().map(|(g, p)| picture(g, p)).collect(),
            positions: terms().map(|(g, p)| g.show(p)).collect(),
        }
    }
}
