//! The library, descriptions of games, pictures of positions.

use super::request::{Nothing, OfGame, Where};
use super::{Asker, Reply, read};
use crate::fault::Fault;
use bouton::Game;
use bouton::game::catalogue;
use bouton::game::describe::{describe as description, entry_json};
use bouton::game::picture::picture;
use bouton::language::diagnostic::Lang;
use serde_json::{Value as Json, json};

/// All games of the library.
pub(super) fn list(lang: Lang) -> Json {
    let games = catalogue::listed().filter_map(|entry| {
        let game = Game::library(entry.id).ok()?.speaking(lang);
        Some(Json::Object(entry_json(&entry, &game, lang)))
    });
    json!({"games": games.collect::<Vec<_>>()})
}

/// One game of the library; the body is its id as a JSON text.
pub(super) fn one(body: &str, lang: Lang) -> Result<Reply, Fault> {
    let name: String = read(body)?;
    let game = Game::library(&name)?.speaking(lang);
    let entry = catalogue::find(&name);
    Ok(Reply::done(description(&game, entry.as_ref(), lang)))
}

pub(super) fn describe(asker: &mut Asker, request: &OfGame, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let entry = request.game.name.as_deref().and_then(catalogue::find);
    Ok(Reply::done(description(&game, entry.as_ref(), lang)))
}

/// A picture for each term, after the moves.
pub(super) fn pictures(asker: &mut Asker, place: &Where, _: &Nothing) -> Result<Reply, Fault> {
    let playing = place.playing(asker)?;
    let terms = || playing.games().iter().zip(playing.positions());
    let pictures: Vec<Json> = terms().map(|(g, p)| picture(g, p)).collect();
    let positions: Vec<String> = terms().map(|(g, p)| g.show(p)).collect();
    asker.keep(playing.into_solver());
    Ok(Reply::done(json!({"pictures": pictures, "positions": positions})))
}
