//! The judge of a finished game: where it was lost.

use crate::answer::MoveEntry;
use crate::answer::entries::{RawMove, entry, move_score};
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::game::Match;
use crate::problem::Problem;
use crate::report::exact;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use schemars::JsonSchema;
use serde::Serialize;

/// A move that gave something away.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Mistake {
    /// Which move of the game, from 0.
    pub ply: usize,
    /// Who made it, 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub by: MoveEntry,
    /// What the player had before, and after it.
    pub before: Verdict,
    /// See `before`.
    pub after: Verdict,
    /// Points given away, in a score game.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<crate::report::Int>")]
    pub points: Option<i64>,
    /// A move that would have kept it.
    pub better: Option<MoveEntry>,
}

impl Mistake {
    /// "take 1 gave the win away; take 2 → 1 4 5 would have kept it."
    pub fn say(&self, lang: Lang) -> String {
        let text = self.by.text(lang);
        let mut out = match (self.points, self.before, self.after) {
            (Some(p), ..) => {
                lang.pick(format!("\"{text}\" gave away {p} points"), format!("“{text}”损失了 {p} 分"))
            }
            (None, Verdict::Win, Verdict::Draw) => lang.pick(
                format!("\"{text}\" gave the win away for a draw"),
                format!("“{text}”把胜局变成了平局"),
            ),
            (None, Verdict::Draw, _) => {
                lang.pick(format!("\"{text}\" gave the draw away"), format!("“{text}”丢掉了平局"))
            }
            _ => lang.pick(format!("\"{text}\" gave the win away"), format!("“{text}”丢掉了胜局")),
        };
        match &self.better {
            Some(m) => {
                let (text, to) = (m.text(lang), &m.to);
                out.push_str(&lang.pick(
                    format!("; \"{text}\" → {to} would have kept it."),
                    format!("；“{text}” → {to} 可以保住。"),
                ));
            }
            None => out.push_str(lang.pick(".", "。")),
        }
        out
    }
}

impl Solver {
    /// Every move of a game that gave something away. `start` is where it began, `moves` what was played.
    pub fn judge(
        &mut self,
        games: &[Game],
        start: &State,
        moves: &[RawMove],
    ) -> Result<Vec<Mistake>, Problem> {
        let mut out = Vec::new();
        let mut state = start;
        for (ply, m) in moves.iter().enumerate() {
            let before = self.worth(Match::of(games, state))?;
            let there = self.worth(Match::of(games, &m.to))?;
            let after = match (m.again, there.verdict) {
                (true, v) | (false, v @ Verdict::Draw) => v,
                (false, Verdict::Win) => Verdict::Lose,
                (false, Verdict::Lose) => Verdict::Win,
            };
            let points = match (before.score, there.score) {
                (Some(best), Some(to)) => {
                    let sign = self.with_whole(games, |w| Ok(w.sign(state.turn.mover)))?;
                    Some(best.saturating_sub(move_score(games, m, to)).saturating_mul(sign))
                }
                _ => None,
            };
            let bad = points.map_or(after.rank() < before.verdict.rank(), |p| p > 0);
            if bad {
                let better = match before.verdict {
                    Verdict::Draw if points.is_none() => self.drawing_move(Match::of(games, state))?,
                    _ => self.best_moves(Match::of(games, state))?.into_iter().next(),
                };
                let player = state.turn.mover;
                let by = entry(Match::of(games, state), m, Some(there));
                out.push(Mistake { ply, player, by, before: before.verdict, after, points, better });
            }
            state = &m.to;
        }
        Ok(out)
    }

    fn drawing_move(&mut self, at: Match<'_>) -> Result<Option<MoveEntry>, Problem> {
        let listed = self.listed(at)?;
        let draw = listed.worth.iter().position(|w| w.verdict == Verdict::Draw);
        Ok(draw.map(|i| entry(at, &listed.moves[i], Some(listed.worth[i]))))
    }
}
