//! How a game ends: players, `end`, `win/lose/draw when`, `score`, `stop`, `endless`, `block`.

use super::problem::{LineProblem, Needs};
use super::scope::{Place, Scope};
use super::{Checker, near};
use crate::ast::{EndKind, Ident, Line, LineKind};
use crate::rules::{End, Expr, When};

/// How a game ends.
pub(super) struct Endings {
    pub(super) end: End,
    pub(super) whens: Vec<When>,
    pub(super) endless: Option<End>,
    pub(super) block: Option<Expr>,
    pub(super) stop: Option<Expr>,
}

impl Checker<'_> {
    pub(super) fn players(&mut self, lines: &[&Line]) {
        for line in lines {
            if let LineKind::Players(a, b) = &line.kind {
                if a.text == b.text {
                    self.error(b.span, LineProblem::SamePlayers { name: b.text.clone() });
                }
                self.players = [a.text.clone(), b.text.clone()];
                self.players_named = true;
                return;
            }
        }
    }

    /// The index of a player. Without a `players` line there are only `first` and `second`, and not for `by`.
    pub(super) fn player(&mut self, name: &Ident) -> Option<usize> {
        let found = self.players.iter().position(|p| *p == name.text);
        if found.is_none() && !self.names_lost {
            let players = self.players.to_vec();
            let text = name.text.clone();
            let problem = if self.players_named {
                let near = near(&text, &players);
                LineProblem::UnknownPlayer { name: text, players, near }
            } else {
                LineProblem::NoPlayers { name: text }
            };
            self.error(name.span, problem);
        }
        found
    }

    /// A player who must have been named.
    pub(super) fn named_player(&mut self, name: &Ident) -> Option<usize> {
        if !self.players_named && !self.names_lost {
            self.error(name.span, LineProblem::NoPlayers { name: name.text.clone() });
            return None;
        }
        self.player(name)
    }

    fn end_kind(&mut self, kind: &EndKind) -> End {
        match kind {
            EndKind::Normal(_) => End::Normal,
            EndKind::Misere(_) => End::Misere,
            EndKind::Draw(_) => End::Draw,
            EndKind::Wins(name) => End::Wins(self.player(name).unwrap_or(0)),
        }
    }

    /// What the lines say of the end; most of them are at odds with points.
    pub(super) fn endings(&mut self, lines: &[&Line]) -> Endings {
        let mut found =
            Endings { end: End::Normal, whens: Vec::new(), endless: None, block: None, stop: None };
        for line in lines {
            let at_odds = match &line.kind {
                LineKind::End(kind) => {
                    found.end = self.end_kind(kind);
                    LineProblem::EndWithScore
                }
                LineKind::Endless(kind) => {
                    if let EndKind::Normal(span) | EndKind::Misere(span) = kind {
                        self.error(*span, LineProblem::EndlessKind);
                    }
                    found.endless = Some(self.end_kind(kind));
                    LineProblem::EndlessWithScore
                }
                LineKind::When { result, player, cond } => {
                    let player = player.as_ref().and_then(|p| self.player(p));
                    let scope = &mut Scope::new(Place::When);
                    let cond = self.condition(scope, cond);
                    let (verdict, locals, span) = (*result, scope.size(), line.span);
                    found.whens.push(When { verdict, player, cond, locals, span });
                    LineProblem::WhenWithScore
                }
                LineKind::Block(e) => {
                    found.block = Some(self.number(&mut Scope::new(Place::Block), e, Needs::Block));
                    LineProblem::BlockWithScore
                }
                LineKind::Stop(e) => {
                    self.uses.turn = true;
                    found.stop = Some(self.number(&mut Scope::new(Place::Stop), e, Needs::Stop));
                    continue;
                }
                _ => continue,
            };
            if self.score.is_some() {
                self.error(line.span, at_odds);
            }
        }
        found
    }
}
