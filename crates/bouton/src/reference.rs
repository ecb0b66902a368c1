//! The reference: the definitions of outcome, Grundy value and score as plain recursion over the interpreted rules.
//!
//! It is the truth that every engine is compared with, so it shares nothing with them: whole positions as they are
//! typed, no parts added up, no canonical forms, no early stop; only values already computed are remembered. For
//! small positions: it refuses to go deeper than [`DEEPEST`] moves or to remember more than [`MOST`] positions.

use crate::game::Game;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Error, Position, Turn};
use bouton_language::rules::{End, ScoreKind};
use bouton_language::value::Value;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The longest line of play that is followed.
pub const DEEPEST: usize = 400;

/// The most positions that are remembered.
pub const MOST: usize = 4_000;

/// Why the reference has no value.
#[derive(Debug)]
pub enum Refused {
    /// The rules failed.
    Rules(Error),
    /// Play can be longer than [`DEEPEST`] moves, or more than [`MOST`] positions can arise.
    TooBig,
}

impl From<Error> for Refused {
    fn from(e: Error) -> Refused {
        Refused::Rules(e)
    }
}

/// A move and where it leads.
#[derive(Clone, Debug)]
pub struct Option_ {
    /// Part, line of the rules, choices.
    pub choice: (usize, usize, Vec<Value>),
    /// The position after it.
    pub to: Position,
    /// The turn after it.
    pub turn: Turn,
    /// Points for the mover.
    pub gain: i64,
    /// The mover moves again.
    pub again: bool,
}

/// The reference for one game.
pub struct Reference<'g> {
    game: &'g Game,
    outcomes: HashMap<(Position, Turn), Verdict>,
    grundy: HashMap<Position, u64>,
    scores: HashMap<(Position, Turn), i64>,
    distances: HashMap<(Position, Turn), Solved>,
}

/// The outcome for the player to move, and the moves to the end when the winner hurries and the loser delays; no
/// number for a draw.
pub type Solved = (Verdict, Option<u64>);

impl<'g> Reference<'g> {
    /// The reference for a game.
    pub fn new(game: &'g Game) -> Reference<'g> {
        Reference {
            game,
            outcomes: HashMap::new(),
            grundy: HashMap::new(),
            scores: HashMap::new(),
            distances: HashMap::new(),
        }
    }

    fn size(&self) -> usize {
        self.outcomes.len() + self.grundy.len() + self.scores.len() + self.distances.len()
    }

    /// All options of a position.
    pub fn options(&self, p: &Position, turn: Turn) -> Result<Vec<Option_>, Error> {
        let mut out = Vec::new();
        for (i, part) in p.parts.iter().enumerate() {
            self.game.interp().moves(part, turn, &mut |made| {
                let mut to = p.clone();
                to.parts.splice(i..=i, made.parts.iter().cloned());
                let choice = (i, made.line, made.choices.to_vec());
                let next = turn.next(made.again);
                out.push(Option_ { choice, to, turn: next, gain: made.gain, again: made.again });
                ControlFlow::Continue(())
            })?;
        }
        Ok(out)
    }

    /// Is the game over here by a line of the rules?
    fn ended(&self, p: &Position, turn: Turn) -> Result<Option<Verdict>, Error> {
        let stuck = || Ok(self.options(p, turn)?.is_empty());
        Ok(self.game.interp().ended(p, turn, &stuck)?.map(|e| e.verdict))
    }

    /// The outcome for the player to move of a game that always ends.
    pub fn outcome(&mut self, p: &Position, turn: Turn) -> Result<Verdict, Refused> {
        self.outcome_at(p, turn, 0)
    }

    fn outcome_at(&mut self, p: &Position, turn: Turn, depth: usize) -> Result<Verdict, Refused> {
        if let Some(v) = self.outcomes.get(&(p.clone(), turn)) {
            return Ok(*v);
        }
        if depth > DEEPEST || self.size() > MOST {
            return Err(Refused::TooBig);
        }
        let value = match self.ended(p, turn)? {
            Some(v) => v,
            None => {
                let mut results: Vec<(Position, bool, Verdict)> = Vec::new();
                for o in self.options(p, turn)? {
                    let there = self.outcome_at(&o.to, o.turn, depth + 1)?;
                    let mine = if o.again { there } else { there.opposite() };
                    let to = self.game.interp().canonical(&o.to);
                    if !results.iter().any(|(t, a, _)| *t == to && *a == o.again) {
                        results.push((to, o.again, mine));
                    }
                }
                let block = self.game.interp().blocked(p, turn)?;
                self.choose(results.into_iter().map(|r| r.2).collect(), block, turn)
            }
        };
        self.outcomes.insert((p.clone(), turn), value);
        Ok(value)
    }

    /// The best of the results that the opponent leaves: every set of at most `block` of them may be forbidden.
    fn choose(&self, mut results: Vec<Verdict>, block: u64, turn: Turn) -> Verdict {
        results.sort_by_key(|v| std::cmp::Reverse(v.rank()));
        // Forbidding the best ones is at least as bad for the mover as forbidding any others; forbidding all leaves
        // the mover stuck, which may be better or worse than the last one left.
        let most = (block as usize).min(results.len());
        let after = |n: usize| results.get(n).copied().unwrap_or_else(|| self.game.interp().at_end(turn));
        (0..=most).map(after).min_by_key(|v| v.rank()).unwrap_or(Verdict::Lose)
    }

    /// Outcome and remoteness of a game that always ends, in which no move can be forbidden.
    pub fn solved(&mut self, p: &Position, turn: Turn) -> Result<Solved, Refused> {
        self.solved_at(p, turn, 0)
    }

    fn solved_at(&mut self, p: &Position, turn: Turn, depth: usize) -> Result<Solved, Refused> {
        if let Some(v) = self.distances.get(&(p.clone(), turn)) {
            return Ok(*v);
        }
        if depth > DEEPEST || self.size() > MOST {
            return Err(Refused::TooBig);
        }
        let end = |verdict| (verdict, (verdict != Verdict::Draw).then_some(0));
        let value = match self.ended(p, turn)? {
            Some(verdict) => end(verdict),
            None => {
                let mut results = Vec::new();
                for o in self.options(p, turn)? {
                    let (there, moves) = self.solved_at(&o.to, o.turn, depth + 1)?;
                    results.push((if o.again { there } else { there.opposite() }, moves.map(|n| n + 1)));
                }
                let distances = |verdict| results.iter().filter(move |(v, _)| *v == verdict).map(|(_, n)| *n);
                let won = distances(Verdict::Win).min().map(|n| (Verdict::Win, n));
                let drawn = distances(Verdict::Draw).next().map(|n| (Verdict::Draw, n));
                let lost = distances(Verdict::Lose).max().map(|n| (Verdict::Lose, n));
                won.or(drawn).or(lost).unwrap_or_else(|| end(self.game.interp().at_end(turn)))
            }
        };
        self.distances.insert((p.clone(), turn), value);
        Ok(value)
    }

    /// The Grundy value of a whole position: the least value that no option has.
    pub fn grundy(&mut self, p: &Position) -> Result<u64, Refused> {
        self.grundy_at(p, 0)
    }

    fn grundy_at(&mut self, p: &Position, depth: usize) -> Result<u64, Refused> {
        if let Some(g) = self.grundy.get(p) {
            return Ok(*g);
        }
        if depth > DEEPEST || self.size() > MOST {
            return Err(Refused::TooBig);
        }
        let mut seen = std::collections::HashSet::new();
        for o in self.options(p, Turn::default())? {
            seen.insert(self.grundy_at(&o.to, depth + 1)?);
        }
        let g = (0..).find(|g| !seen.contains(g)).unwrap_or(0);
        self.grundy.insert(p.clone(), g);
        Ok(g)
    }

    /// The score with best play: mover minus opponent, or the shared total.
    pub fn score(&mut self, p: &Position, turn: Turn) -> Result<i64, Refused> {
        self.score_at(p, turn, 0)
    }

    fn score_at(&mut self, p: &Position, turn: Turn, depth: usize) -> Result<i64, Refused> {
        if let Some(v) = self.scores.get(&(p.clone(), turn)) {
            return Ok(*v);
        }
        if depth > DEEPEST || self.size() > MOST {
            return Err(Refused::TooBig);
        }
        let shared = self.game.rules().score == Some(ScoreKind::Shared);
        let mut values = Vec::new();
        if self.ended(p, turn)?.is_none() {
            for o in self.options(p, turn)? {
                let there = self.score_at(&o.to, o.turn, depth + 1)?;
                values.push(o.gain + if shared || o.again { there } else { -there });
            }
        }
        let least = shared && turn.mover == 1;
        let best = if least { values.into_iter().min() } else { values.into_iter().max() };
        let value = best.unwrap_or(0);
        self.scores.insert((p.clone(), turn), value);
        Ok(value)
    }

    /// The outcome of a game that may go on for ever, from all positions that can arise: what a player can force by
    /// reaching an end, and endless play where nobody can force anything better.
    pub fn endless(&mut self, p: &Position, turn: Turn) -> Result<Verdict, Refused> {
        let start = (p.clone(), Turn { turn: 0, ..turn });
        let mut numbers: HashMap<(Position, Turn), usize> = HashMap::from([(start.clone(), 0)]);
        let mut all = vec![start];
        // For each state, the winner where the game is over (`None`: a draw), and where its moves lead.
        let mut ends: Vec<Option<Option<usize>>> = Vec::new();
        let mut options: Vec<Vec<usize>> = Vec::new();
        while let Some((q, t)) = all.get(ends.len()).cloned() {
            if all.len() > MOST {
                return Err(Refused::TooBig);
            }
            let ended = self.ended(&q, t)?;
            let list = if ended.is_some() { Vec::new() } else { self.options(&q, t)? };
            let over = ended.or_else(|| list.is_empty().then(|| self.game.interp().at_end(t)));
            ends.push(over.map(|v| match v {
                Verdict::Win => Some(t.mover),
                Verdict::Lose => Some(1 - t.mover),
                Verdict::Draw => None,
            }));
            let mut row = Vec::new();
            for o in list {
                let state = (o.to, Turn { turn: 0, ..o.turn });
                let next = all.len();
                let number = *numbers.entry(state.clone()).or_insert(next);
                if number == next {
                    all.push(state);
                }
                row.push(number);
            }
            options.push(row);
        }
        // Can this player force an end that is good enough, from the start?
        let forces = |player: usize, good: &dyn Fn(Option<usize>) -> bool| {
            let mut forced: Vec<bool> = ends.iter().map(|e| e.is_some_and(good)).collect();
            loop {
                let mut changed = false;
                for (i, row) in options.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
                    let now = if all[i].1.mover == player {
                        row.iter().any(|&j| forced[j])
                    } else {
                        row.iter().all(|&j| forced[j])
                    };
                    changed |= now && !forced[i];
                    forced[i] |= now;
                }
                if !changed {
                    return forced[0];
                }
            }
        };
        let won = |player: usize| if player == turn.mover { Verdict::Win } else { Verdict::Lose };
        Ok(match self.game.rules().endless {
            Some(End::Wins(lucky)) => {
                let other = 1 - lucky;
                if forces(other, &|winner| winner == Some(other)) {
                    won(other)
                } else if forces(other, &|winner| winner != Some(lucky)) {
                    Verdict::Draw
                } else {
                    won(lucky)
                }
            }
            _ => match (0..2).find(|&player| forces(player, &|winner| winner == Some(player))) {
                Some(player) => won(player),
                None => Verdict::Draw,
            },
        })
    }
}
