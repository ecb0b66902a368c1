//! How a game ends: players, `end`, `win/lose/draw when`, `score`, `stop`, `endless`, `block`.

use super::problem::{LineProblem, Needs};
use super::scope::{Place, Scope};
use super::{Checker, near};
use crate::ast::{EndKind, Ident, Line, LineKind};
use crate::rules::{End, Expr, When};

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

    pub(super) fn end(&mut self, lines: &[&Line]) -> End {
        let mut end = End::Normal;
        for line in lines {
            if let LineKind::End(kind) = &line.kind {
                if self.score.is_some() {
                    self.error(line.span, LineProblem::EndWithScore);
                }
                end = self.end_kind(kind);
            }
        }
        end
    }

    pub(super) fn endless_line(&mut self, lines: &[&Line]) -> Option<End> {
        let mut endless = None;
        for line in lines {
            if let LineKind::Endless(kind) = &line.kind {
                if self.score.is_some() {
                    self.error(line.span, LineProblem::EndlessWithScore);
                }
                if let EndKind::Normal(span) | EndKind::Misere(span) = kind {
                    self.error(*span, LineProblem::EndlessKind);
                }
                endless = Some(self.end_kind(kind));
            }
        }
        endless
    }

    pub(super) fn whens(&mut self, lines: &[&Line]) -> Vec<When> {
        let mut whens = Vec::new();
        for line in lines {
            let LineKind::When { result, player, cond } = &line.kind else { continue };
            if self.score.is_some() {
                self.error(line.span, LineProblem::WhenWithScore);
            }
            let player = player.as_ref().and_then(|p| self.player(p));
            let scope = &mut Scope::new(Place::When);
            let cond = self.condition(scope, cond);
            whens.push(When { verdict: *result, player, cond, locals: scope.size(), span: line.span });
        }
        whens
    }

    pub(super) fn block(&mut self, lines: &[&Line]) -> Option<Expr> {
        let mut block = None;
        for line in lines {
            if let LineKind::Block(e) = &line.kind {
                if self.score.is_some() {
                    self.error(line.span, LineProblem::BlockWithScore);
                }
                block = Some(self.number(&mut Scope::new(Place::Block), e, Needs::Block));
            }
        }
        block
    }

    pub(super) fn stop(&mut self, lines: &[&Line]) -> Option<Expr> {
        let mut stop = None;
        for line in lines {
            if let LineKind::Stop(e) = &line.kind {
                self.uses.turn = true;
                stop = Some(self.number(&mut Scope::new(Place::Stop), e, Needs::Stop));
            }
        }
        stop
    }
}
