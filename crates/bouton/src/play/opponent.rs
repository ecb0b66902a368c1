//! The opponent of `play`: perfect, with an error rate, or a beginner.
//!
//! A perfect player wins where that is possible, keeps a draw otherwise, and in a lost position makes it as hard as it
//! can: it leaves the opponent the smallest share of winning answers, and the most answers to go wrong with.

use crate::answer::entries::{Listed, RawMove, move_score, wins};
use crate::claims;
use crate::engines::solver::Solver;
use crate::engines::sums::MOST_LISTED;
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use crate::rng::Rng;
use bouton_language::ast::Verdict;

/// How well the opponent plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength {
    /// Never errs.
    Perfect,
    /// Plays a random move with this probability (0 to 1).
    Mistakes(f64),
    /// Plays at random.
    Beginner,
}

/// A player; equal seeds play equal games.
#[derive(Clone, Debug)]
pub struct Opponent {
    strength: Strength,
    rng: Rng,
}

/// A chosen move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub by: RawMove,
    /// Was it meant as the best one? (A random move may be best all the same.)
    pub meant: bool,
    /// Is it known to be best? Not where the position was too big to solve.
    pub sure: bool,
}

/// A lost position with more options than this is defended by a sample of them.
const DEFENDED: usize = 40;

/// In a sum of more parts a lost position is not defended: all moves together would fill the memory.
const MANY: usize = 50;

/// Moves that may be generated to find the best defence.
const DEFENCE_MOVES: u64 = 500_000;

impl Opponent {
    /// A player of this strength.
    pub fn new(strength: Strength, seed: u64) -> Opponent {
        Opponent { strength, rng: Rng::new(seed) }
    }

    /// Chooses a move; `None` where play is over.
    pub fn choose(&mut self, solver: &mut Solver, at: Match<'_>) -> Result<Option<Choice>, Problem> {
        if solver.with_whole(at.games, |w| w.over(at.state))?.is_some() {
            return Ok(None);
        }
        let random = match self.strength {
            Strength::Perfect => false,
            Strength::Mistakes(rate) => self.rng.chance(rate),
            Strength::Beginner => true,
        };
        if random {
            let by = self.any(solver, at)?;
            return Ok(by.map(|by| Choice { by, meant: false, sure: false }));
        }
        if at.method == Method::Sum && at.state.positions.iter().map(|p| p.parts.len()).sum::<usize>() > MANY
        {
            return self.in_long_sum(solver, at);
        }
        match solver.listed(at) {
            Ok(listed) if listed.moves.is_empty() => Ok(None),
            Ok(listed) => {
                let by = self.best(solver, at, &listed)?;
                Ok(by.map(|by| Choice { by, meant: true, sure: true }))
            }
            Err(Problem::Over(_)) => self.guess(solver, at),
            Err(other) => Err(other),
        }
    }

    /// Any move.
    fn any(&mut self, solver: &mut Solver, at: Match<'_>) -> Result<Option<RawMove>, Problem> {
        let all = solver.with_whole(at.games, |w| w.count_moves(at.state))?;
        solver.nth_move(at, self.rng.below(all))
    }

    /// A winning move of a sum of many parts, or any.
    fn in_long_sum(&mut self, solver: &mut Solver, at: Match<'_>) -> Result<Option<Choice>, Problem> {
        let found = match solver.sum_moves(at, MOST_LISTED) {
            Ok(sum) => Some(self.rng.pick(&sum.good).cloned()),
            Err(Problem::Over(_)) => None,
            Err(other) => return Err(other),
        };
        let sure = found.is_some();
        let by = match found.flatten() {
            Some(by) => Some(by),
            None => self.any(solver, at)?,
        };
        Ok(by.map(|by| Choice { by, meant: true, sure }))
    }

    fn best(
        &mut self,
        solver: &mut Solver,
        at: Match<'_>,
        listed: &Listed,
    ) -> Result<Option<RawMove>, Problem> {
        if at.method == Method::Score {
            let value = |i: usize| listed.worth[i].score.map(|s| move_score(at.games, &listed.moves[i], s));
            let sign = solver.with_whole(at.games, |w| Ok(w.sign(at.state.turn.mover)))?;
            let best = (0..listed.moves.len()).filter_map(value).max_by_key(|v| v.saturating_mul(sign));
            let good: Vec<usize> = (0..listed.moves.len()).filter(|i| value(*i) == best).collect();
            return Ok(self.rng.pick(&good).map(|i| listed.moves[*i].clone()));
        }
        let of =
            |keep: &dyn Fn(usize) -> bool| (0..listed.moves.len()).filter(|i| keep(*i)).collect::<Vec<_>>();
        let winning = of(&|i| wins(&listed.moves[i], listed.worth[i].verdict));
        if !winning.is_empty() {
            let chosen = self.by_distance(solver, at.games, listed, &winning, true)?;
            return Ok(self.rng.pick(&chosen).map(|i| listed.moves[*i].clone()));
        }
        let drawing = of(&|i| listed.worth[i].verdict == Verdict::Draw);
        if !drawing.is_empty() {
            return Ok(self.rng.pick(&drawing).map(|i| listed.moves[*i].clone()));
        }
        let all = of(&|_| true);
        let chosen = if at.method == Method::Retrograde {
            self.by_distance(solver, at.games, listed, &all, false)?
        } else {
            self.hardest(solver, at.games, listed, all)?
        };
        Ok(self.rng.pick(&chosen).map(|i| listed.moves[*i].clone()))
    }

    /// Where play may go on for ever a winner must come closer to the end, and a loser stays away from it.
    fn by_distance(
        &mut self,
        solver: &mut Solver,
        games: &[Game],
        listed: &Listed,
        among: &[usize],
        nearest: bool,
    ) -> Result<Vec<usize>, Problem> {
        if Method::of(games) != Method::Retrograde {
            return Ok(among.to_vec());
        }
        let mut far = Vec::new();
        for i in among {
            far.push(solver.solved(Match::of(games, &listed.moves[*i].to))?.1.unwrap_or(u64::MAX));
        }
        let best = if nearest { far.iter().min() } else { far.iter().max() }.copied();
        Ok(among.iter().zip(&far).filter(|(_, d)| Some(**d) == best).map(|(i, _)| *i).collect())
    }

    /// The moves after which the fewest answers win; among equals those that leave the most answers.
    fn hardest(
        &mut self,
        solver: &mut Solver,
        games: &[Game],
        listed: &Listed,
        mut among: Vec<usize>,
    ) -> Result<Vec<usize>, Problem> {
        let everything = among.clone();
        while among.len() > DEFENDED {
            let out = self.rng.below(among.len() as u64) as usize;
            among.swap_remove(out);
        }
        solver.limit_work(games, Some(DEFENCE_MOVES));
        let mut rated = Vec::new();
        for i in among {
            let to = &listed.moves[i].to;
            match solver.listed(Match::of(games, to)) {
                Ok(replies) => {
                    let winning =
                        replies.moves.iter().zip(&replies.worth).filter(|(m, w)| wins(m, w.verdict)).count()
                            as u64;
                    let all = replies.moves.len().max(1) as u64;
                    // Winning answers per million, fewest first; then the most answers.
                    rated.push(((winning * 1_000_000 / all, u64::MAX - all), i));
                }
                Err(Problem::Over(_)) => break,
                Err(other) => {
                    solver.limit_work(games, None);
                    return Err(other);
                }
            }
        }
        solver.limit_work(games, None);
        let best = rated.iter().map(|(r, _)| *r).min();
        let hardest: Vec<usize> = rated.iter().filter(|(r, _)| Some(*r) == best).map(|(_, i)| *i).collect();
        Ok(if hardest.is_empty() { everything } else { hardest })
    }

    /// The position is too big to solve: what the strategies of the rules say, else anything.
    fn guess(&mut self, solver: &mut Solver, at: Match<'_>) -> Result<Option<Choice>, Problem> {
        let moves = solver.raw_moves(at)?;
        if let [game] = at.games {
            let told = claims::strategy_moves(game, &at.state.positions[0])?;
            let listed: Vec<&RawMove> = moves
                .iter()
                .filter(|m| {
                    told.iter().any(|(part, line, choices)| {
                        *part == m.part && *line == m.line && *choices == m.choices
                    })
                })
                .collect();
            if let Some(by) = self.rng.pick(&listed) {
                return Ok(Some(Choice { by: (*by).clone(), meant: true, sure: false }));
            }
        }
        Ok(self.rng.pick(&moves).map(|by| Choice { by: by.clone(), meant: true, sure: false }))
    }
}
