//! `like`: the lines of another game, less those that this one says anew.
//!
//! A line replaces the inherited lines with the same key, in the place of the first of them, so that a parameter
//! keeps its place among those that use it. What a game is called, what was told of it and what is believed of it
//! are not inherited.

use super::lines::single;
use super::load::LoadError;
use super::problem::LineProblem;
use super::{Checker, near};
use crate::ast::{File, Ident, Line, LineKind};
use crate::diagnostic::Severity;
use crate::parse;

/// A game may be like a game that is like a game, this often.
const MOST_LIKE: usize = 32;

/// A line and where it comes from.
pub(super) struct Given {
    pub(super) line: Line,
    pub(super) inherited: bool,
}

/// What a line is the only one of.
#[derive(PartialEq, Eq)]
enum Key<'l> {
    /// A line that a game has once, by its keyword.
    Once(&'static str),
    Param(&'l str),
    Define(&'l str),
    Moves(Option<&'l str>),
    Show(&'l str),
    Whens,
    /// Never replaced: what a legal position satisfies adds up.
    Require,
}

fn key(line: &Line) -> Option<Key<'_>> {
    Some(match &line.kind {
        LineKind::Game(_) => return None,
        LineKind::Param { name, .. } => Key::Param(&name.text),
        LineKind::Define { name, .. } => Key::Define(&name.text),
        LineKind::Move { name, .. } => Key::Moves(name.as_ref().map(|n| n.text.as_str())),
        LineKind::Show { field, .. } => Key::Show(&field.text),
        LineKind::When { .. } => Key::Whens,
        LineKind::Require { .. } => Key::Require,
        kind => Key::Once(single(kind)?),
    })
}

impl Checker<'_> {
    /// All lines of a game, its own and the inherited ones.
    pub(super) fn inherit(&mut self, file: &File) -> Vec<Given> {
        let own = self.sources.get(0).map(|s| s.name.clone()).unwrap_or_default();
        self.with_parent(file, &mut vec![own], false)
    }

    fn with_parent(&mut self, file: &File, chain: &mut Vec<String>, inherited: bool) -> Vec<Given> {
        let mut likes = file.lines.iter().filter_map(|l| match &l.kind {
            LineKind::Like(name) => Some((name, l.span)),
            _ => None,
        });
        let parent = likes.next().map(|(name, _)| name.clone());
        for (_, span) in likes {
            self.error(span, LineProblem::Repeated { keyword: "like" });
        }
        let mut given = parent.map_or_else(Vec::new, |name| self.parent(&name, chain));
        let own: Vec<&Line> = file.lines.iter().filter(|l| !matches!(l.kind, LineKind::Like(_))).collect();
        replace(&mut given, &own, inherited);
        given
    }

    /// The inheritable lines of another game.
    fn parent(&mut self, name: &Ident, chain: &mut Vec<String>) -> Vec<Given> {
        let (source, text) = match self.loader.like(&name.text) {
            Ok(found) => found,
            Err(e) => {
                // What it would have declared is missing below; that is not those lines' fault.
                self.broken = true;
                self.names_lost = true;
                let game = name.text.clone();
                let problem = match e {
                    LoadError::NotFound { known } => {
                        let near = near(&game, &known);
                        LineProblem::LikeUnknown { name: game, near }
                    }
                    LoadError::Refused => LineProblem::LikeRefused { name: game },
                    LoadError::Unreadable { why } => LineProblem::LikeUnreadable { name: game, why },
                };
                self.error(name.span, problem);
                return Vec::new();
            }
        };
        let again = chain.contains(&source) || chain.len() > MOST_LIKE;
        chain.push(source.clone());
        if again {
            self.broken = true;
            self.names_lost = true;
            self.error(name.span, LineProblem::LikeCycle { chain: chain.clone() });
            return Vec::new();
        }
        let index = self.sources.add(source, text.as_str());
        let (file, parsed) = parse::parse(index, &text);
        self.broken |= parsed.iter().any(|d| d.severity == Severity::Error);
        self.names_lost |= super::names_lost(&file);
        self.diagnostics.extend(parsed);
        let mut given = self.with_parent(&file, chain, true);
        given.retain(|g| key(&g.line).is_some());
        given
    }
}

/// Puts a game's own lines among the inherited ones.
fn replace(given: &mut Vec<Given>, own: &[&Line], inherited: bool) {
    // Own lines that take the place of inherited ones, then the others at the end.
    let mut placed = vec![false; own.len()];
    let mut merged: Vec<Given> = Vec::with_capacity(given.len() + own.len());
    for g in given.drain(..) {
        let kept = |k: &Key<'_>| *k == Key::Require;
        let replaced = key(&g.line).filter(|k| !kept(k) && own.iter().any(|o| key(o).as_ref() == Some(k)));
        let Some(replaced) = replaced else {
            merged.push(g);
            continue;
        };
        for (i, line) in own.iter().enumerate() {
            if !placed[i] && key(line).as_ref() == Some(&replaced) {
                placed[i] = true;
                merged.push(Given { line: (*line).clone(), inherited });
            }
        }
    }
    for (line, placed) in own.iter().zip(placed) {
        if !placed {
            merged.push(Given { line: (*line).clone(), inherited });
        }
    }
    *given = merged;
}
