//! Rules while they are typed, their layout, and lines as the command takes them.

use super::request::{GameRequest, LineRequest, RulesRequest};
use super::{Asker, Reply, loader};
use crate::fault::Fault;
use bouton::Problem;
use bouton::game::describe::describe;
use bouton::game::editor;
use bouton::game::line::{self, Source};
use bouton::language::diagnostic::Lang;
use bouton::language::format::format as lay_out;
use bouton::language::span::Sources;
use serde_json::{Map, Value as Json, json};

/// What an editor wants to know.
pub(super) fn check(request: &RulesRequest, lang: Lang) -> Result<Reply, Fault> {
    let checked = editor::check(&request.rules, &loader());
    let names: Vec<Json> =
        checked.names.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
    Ok(Reply::done(json!({
        "ok": checked.game.is_some(),
        "diagnostics": checked.diagnostics,
        "names": names,
        "game": checked.game.as_ref().map(|game| describe(game, None, lang)),
    })))
}

pub(super) fn format(request: &RulesRequest) -> Result<Reply, Fault> {
    let laid_out = lay_out(&request.rules).map_err(|diagnostics| {
        let mut sources = Sources::default();
        sources.add("rules", request.rules.as_str());
        Problem::Rules { diagnostics, sources }
    })?;
    Ok(Reply::done(json!({"rules": laid_out})))
}

/// A line as the command takes it.
pub(super) fn parse(asker: &mut Asker, request: &LineRequest) -> Result<Reply, Fault> {
    let line = line::read(&request.line)?;
    let mut used = vec![false; line.set.len()];
    let mut terms = Vec::new();
    let mut known = Vec::new();
    for (source, position) in &line.terms {
        let mut game = GameRequest { misere: line.misere, ..GameRequest::default() };
        match source {
            Source::Library(id) => game.name = Some(id.to_string()),
            Source::Rules(text) => game.rules = Some(text.clone()),
        }
        let bare = asker.game(&GameRequest { set: Map::new(), misere: false, ..game.clone() })?;
        for ((name, value), used) in line.set.iter().zip(&mut used) {
            if bare.rules().params.iter().any(|p| p.name == *name) {
                game.set.insert(name.clone(), json!(value));
                *used = true;
            }
        }
        known.extend(bare.rules().params.iter().map(|p| p.name.clone()));
        let changed = asker.game(&game)?;
        // A position that is typed is read; one that is left out is the page's to ask for.
        if !position.is_empty() && line.verb != "check" {
            changed.position(position)?;
        }
        terms.push(json!({"game": game, "title": changed.title(), "position": position}));
    }
    if let Some(at) = used.iter().position(|u| !u) {
        let name = line.set[at].0.clone();
        let problem = bouton::problem::NotApplicable::NoParameter { name, known };
        return Err(Problem::NotApplicable(problem).into());
    }
    Ok(Reply::done(json!({
        "verb": line.verb, "terms": terms, "ranges": line.ranges, "to": line.to,
        "show": line.show.map(|s| s.word()), "claim": line.claim, "depth": line.depth, "move": line.by,
        "first": line.first,
    })))
}
