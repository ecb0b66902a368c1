//! Rules while they are typed, their layout, and lines as the command takes them.

use super::request::{GameRequest, LineRequest, RulesRequest};
use super::{Asker, Reply, loader};
use crate::fault::Fault;
use bouton::game::editor;
use bouton::game::line::{self, Line, Source};
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::format::format as lay_out;
use bouton::language::rules::End;
use bouton::language::span::Sources;
use bouton::table::Show;
use bouton::{Game, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, json};

#[derive(Serialize, JsonSchema)]
pub(super) struct FormatAnswer {
    rules: String,
}

/// A line as the command takes it.
#[derive(Serialize, JsonSchema)]
pub(super) struct ParsedLine {
    verb: &'static str,
    terms: Vec<ParsedTerm>,
    ranges: Option<String>,
    to: Option<u64>,
    show: Option<Show>,
    claim: Option<String>,
    depth: Option<usize>,
    r#move: Option<String>,
    /// Who moves first, 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    first: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ParsedTerm {
    pub(super) game: GameRequest,
    title: String,
    pub(super) position: String,
    /// May it be drawn?
    #[serde(skip)]
    pub(super) draws: bool,
}

/// What an editor wants to know.
pub(super) fn check(request: &RulesRequest, lang: Lang) -> Result<Reply, Fault> {
    Ok(Reply::done(&editor::check(&request.rules, &loader(), lang), lang))
}

pub(super) fn format(request: &RulesRequest, lang: Lang) -> Result<Reply, Fault> {
    let laid_out = lay_out(&request.rules).map_err(|diagnostics| {
        let mut sources = Sources::default();
        sources.add("rules", request.rules.as_str());
        Problem::Rules { diagnostics, sources }
    })?;
    Ok(Reply::done(&FormatAnswer { rules: laid_out }, lang))
}

/// A line as the command takes it.
pub(super) fn parse(asker: &mut Asker, request: &LineRequest, lang: Lang) -> Result<Reply, Fault> {
    let line = line::read(&request.line, &asker.verbs)?;
    let terms = terms_of(asker, &line)?;
    let first = match &line.first {
        Some(name) => {
            let games = terms.iter().map(|t| asker.game(&t.game)).collect::<Result<Vec<_>, _>>()?;
            Some(Question::player(&games, name)?)
        }
        None => None,
    };
    let answer = ParsedLine {
        verb: line.verb,
        terms,
        ranges: line.ranges,
        to: line.to,
        show: line.show,
        claim: line.claim,
        depth: line.depth,
        r#move: line.by,
        first,
    };
    Ok(Reply::done(&answer, lang))
}

/// The games and positions of a line.
pub(super) fn terms(asker: &mut Asker, text: &str) -> Result<Vec<ParsedTerm>, Fault> {
    let line = line::read(text, &asker.verbs)?;
    terms_of(asker, &line)
}

fn terms_of(asker: &mut Asker, line: &Line) -> Result<Vec<ParsedTerm>, Fault> {
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
        let draws = may_be_drawn(&changed);
        terms.push(ParsedTerm { game, title: changed.title(), position: position.clone(), draws });
    }
    if let Some(at) = used.iter().position(|u| !u) {
        let name = line.set[at].0.clone();
        let problem = bouton::problem::NotApplicable::NoParameter { name, known };
        return Err(Problem::NotApplicable(problem).into());
    }
    Ok(terms)
}

/// Do the rules speak of draws?
fn may_be_drawn(game: &Game) -> bool {
    let rules = game.rules();
    rules.score.is_some()
        || rules.endless.is_some()
        || game.end() == End::Draw
        || rules.whens.iter().any(|w| w.verdict == Verdict::Draw)
}
