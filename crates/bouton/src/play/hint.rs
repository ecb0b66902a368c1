//! Hints in three steps: who is winning; which part, or what kind of move; the move.

use crate::answer::MoveEntry;
use crate::answer::entries::{RawMove, Worth, entry, move_score, wins};
use crate::engines::solver::Solver;
use crate::engines::sums::Mirror;
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use crate::value::no_short_value;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Part, Position};
use bouton_values::Dyadic;

/// Values of parts from which more positions can follow are not worked out for a hint.
const SOON: f64 = 5000.0;

/// All three steps.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Who is winning: the outcome for the player to move.
    pub outcome: Verdict,
    /// The score with best play, in a score game.
    pub score: Option<i64>,
    /// What to look at.
    pub nudge: Nudge,
    /// The move; in a lost position any. `None` where play is over.
    pub by: Option<MoveEntry>,
}

/// The second step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nudge {
    /// Nothing more can be said.
    None,
    /// There is a move after which everything comes in pairs.
    Mirror,
    /// The position is in pairs already: copy the opponent from now on. (For the one who does not move.)
    Paired,
    /// Move in this part.
    Part {
        /// Which term of a sum of games, from 0.
        term: usize,
        /// Which part, from 1.
        part: usize,
        /// As it is typed.
        shown: String,
    },
    /// Of parts with values, moving is worth most in this one.
    Hottest {
        /// Which part of all, from 1.
        part: usize,
        /// Which term of a sum of games, from 0, and which part of that, from 1.
        at: (usize, usize),
        /// As it is typed.
        shown: String,
        /// What a move in it is worth.
        temperature: String,
    },
    /// Use this kind of move.
    Kind {
        /// Name of the move line.
        name: String,
    },
    /// The only move there is, or one of so many that win.
    Count {
        /// How many moves are good.
        good: u64,
        /// How many there are.
        all: u64,
    },
}

impl Solver {
    /// A hint for the player to move.
    pub fn hint(&mut self, at: Match<'_>) -> Result<Hint, Problem> {
        let _watched = self.watched();
        if let Some((outcome, _)) = self.with_whole(at.games, |w| w.over(at.state))? {
            return Ok(Hint { outcome, score: None, nudge: Nudge::None, by: None });
        }
        if at.method == Method::Sum && self.saved().is_none() {
            return self.sum_hint(at);
        }
        let worth = self.worth(at)?;
        let listed = self.listed(at)?;
        let good: Vec<usize> = (0..listed.moves.len())
            .filter(|i| match (worth.score, listed.worth[*i].score) {
                (Some(best), Some(s)) => move_score(at.games, &listed.moves[*i], s) == best,
                _ => {
                    wins(&listed.moves[*i], listed.worth[*i].verdict)
                        || worth.verdict == Verdict::Draw && listed.worth[*i].verdict == Verdict::Draw
                }
            })
            .collect();
        let moves: Vec<&RawMove> = good.iter().map(|i| &listed.moves[*i]).collect();
        let (nudge, best) = match self.hottest_part(at, &moves) {
            Some((hottest, best)) => (hottest, good.get(best)),
            None => (
                nudge(at, moves.first().copied(), good.len() as u64, listed.moves.len() as u64),
                good.first(),
            ),
        };
        let by = best.copied().or(if listed.moves.is_empty() { None } else { Some(0) });
        let by = by.map(|i| entry(at, &listed.moves[i], Some(listed.worth[i])));
        Ok(Hint { outcome: worth.verdict, score: worth.score, nudge, by })
    }

    /// The part with the greatest temperature, where players differ and the parts have values that are soon found, and which
    /// of the good moves is there. Where none is, nothing: heat is no proof.
    fn hottest_part(&mut self, at: Match<'_>, good: &[&RawMove]) -> Option<(Nudge, usize)> {
        let mut parts = Vec::new();
        for (term, (game, position)) in at.games.iter().zip(&at.state.positions).enumerate() {
            let alone = |part: &Part| Position { parts: vec![part.clone()] };
            parts.extend(position.parts.iter().enumerate().map(|(i, part)| (term, i, game, alone(part))));
        }
        let fits = |game: &Game, position: &Position| {
            let few = game.facts().estimate(position).is_some_and(|e| e.positions <= SOON);
            few && game.kind().partizan() && no_short_value(game).is_none()
        };
        if good.is_empty() || parts.len() < 2 || !parts.iter().all(|(.., game, part)| fits(game, part)) {
            return None;
        }
        let mut heats: Vec<Dyadic> = Vec::new();
        for (.., game, part) in &parts {
            heats.push(self.temperature(game, part).ok()?);
        }
        let most = heats.iter().max().filter(|most| most.signum() > 0)?;
        let hottest = heats.iter().enumerate().filter(|(_, heat)| *heat == most);
        hottest.map(|(i, _)| (i, &parts[i])).find_map(|(i, (term, part, game, alone))| {
            let best = good.iter().position(|m| (m.term, m.part) == (*term, *part))?;
            let (shown, temperature) = (game.show(alone), most.to_string());
            Some((Nudge::Hottest { part: i + 1, at: (*term, part + 1), shown, temperature }, best))
        })
    }

    /// A hint in a sum of parts.
    fn sum_hint(&mut self, at: Match<'_>) -> Result<Hint, Problem> {
        let sum = self.sum_moves(at, 1)?;
        let outcome = if sum.xor == 0 { Verdict::Lose } else { Verdict::Win };
        let first = sum.good.first();
        let (nudge, by) = match &sum.mirror {
            Mirror::After(m) => (Nudge::Mirror, Some((**m).clone())),
            Mirror::Here => (Nudge::Paired, None),
            Mirror::None => (nudge(at, first, sum.winning, sum.moves), first.cloned()),
        };
        let by = match by {
            Some(m) => Some(entry(at, &m, Some(Worth::LOST))),
            None if sum.moves > 0 => match self.nth_move(at, 0)? {
                Some(m) => {
                    let worth = self.worth(at.to(&m.to))?;
                    Some(entry(at, &m, Some(worth)))
                }
                None => None,
            },
            None => None,
        };
        Ok(Hint { outcome, score: None, nudge, by })
    }
}

/// What to look at, given the first good move and how many there are.
fn nudge(at: Match<'_>, first: Option<&RawMove>, good: u64, all: u64) -> Nudge {
    let Some(first) = first else { return Nudge::None };
    let parts: usize = at.state.positions.iter().map(|p| p.parts.len()).sum();
    if parts > 1 {
        return part(at, first);
    }
    let moves = &at.games[first.term].rules().moves;
    let named = moves.iter().any(|m| m.name != moves[first.line].name);
    match &moves[first.line].name {
        Some(name) if named => Nudge::Kind { name: name.clone() },
        _ => Nudge::Count { good, all },
    }
}

fn part(at: Match<'_>, m: &RawMove) -> Nudge {
    let shown =
        at.games[m.term].show(&Position { parts: vec![at.state.positions[m.term].parts[m.part].clone()] });
    Nudge::Part { term: m.term, part: m.part + 1, shown }
}

impl Hint {
    /// Who is winning, said to the player to move.
    pub fn who(&self, lang: Lang) -> String {
        if let Some(s) = self.score {
            return match s.signum() {
                1 => lang.pick(
                    format!("With best play you end {s} ahead."),
                    format!("双方都走最佳时你领先 {s} 分。"),
                ),
                -1 => lang.pick(
                    format!("With best play you end {} behind.", s.unsigned_abs()),
                    format!("双方都走最佳时你落后 {} 分。", s.unsigned_abs()),
                ),
                _ => lang.pick("With best play it ends even.", "双方都走最佳时平分。").into(),
            };
        }
        match self.outcome {
            Verdict::Win => lang.pick("You are winning.", "你处于必胜局面。"),
            Verdict::Lose => {
                lang.pick("You are losing, if your opponent makes no mistake.", "只要对手不犯错，你就会输。")
            }
            Verdict::Draw => lang.pick("It is a draw with best play.", "双方都走最佳时平局。"),
        }
        .into()
    }

    /// What to look at; `None` where there is nothing to say.
    pub fn what(&self, lang: Lang) -> Option<String> {
        Some(match &self.nudge {
            Nudge::None => return None,
            Nudge::Mirror => lang
                .pick(
                    "There is a move after which everything comes in equal pairs.",
                    "有一步可以使局面两两对称。",
                )
                .into(),
            Nudge::Paired => lang
                .pick(
                    "The parts are in equal pairs: your opponent can copy every move.",
                    "局面已两两对称：对手可以模仿你的每一步。",
                )
                .into(),
            Nudge::Part { part, shown, .. } => {
                lang.pick(format!("Look at part {part}: {shown}."), format!("注意第 {part} 部分：{shown}。"))
            }
            Nudge::Hottest { part, shown, temperature, .. } => lang.pick(
                format!("Part {part}, {shown}, is the hottest: a move there is worth {temperature}."),
                format!("第 {part} 部分 {shown} 最热：在那里走一步值 {temperature}。"),
            ),
            Nudge::Kind { name } => {
                lang.pick(format!("Think of a move \"{name}\"."), format!("考虑走法“{name}”。"))
            }
            Nudge::Count { good, all } => lang.pick(
                format!("{good} of the {all} moves are good."),
                format!("{all} 种走法中有 {good} 种是好的。"),
            ),
        })
    }
}
