//! Every move of a state with what it leads to.

use crate::answer::MoveEntry;
use crate::engines::solver::Solver;
use crate::engines::whole::{Key, State};
use crate::game::Game;
use crate::game::Match;
use crate::game::Method;
use crate::game::squares;
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Chosen, Turn};
use bouton_language::position;
use bouton_language::rules::ScoreKind;
use bouton_language::value::Value;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// A move as it was made, before anything is known about it.
#[derive(Clone, Debug)]
pub struct RawMove {
    /// Term of the sum.
    pub term: usize,
    /// Part of the position, from 0.
    pub part: usize,
    /// Index of the move line.
    pub line: usize,
    /// Values of its choices.
    pub choices: Vec<Value>,
    /// Points for the mover.
    pub gain: i64,
    /// The mover moves again.
    pub again: bool,
    /// Where it leads.
    pub to: State,
}

impl RawMove {
    /// The move as the language's notation names it.
    pub fn chosen(&self) -> Chosen {
        Chosen { part: self.part, line: self.line, choices: self.choices.clone() }
    }
}

/// More moves than this are not listed one by one.
pub(crate) const MOST: u64 = 2_000_000;

/// What a position is worth to whoever moves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Outcome.
    pub verdict: Verdict,
    /// Grundy value, where the method gives it.
    pub grundy: Option<u64>,
    /// Score (mover minus opponent, or shared total).
    pub score: Option<i64>,
}

impl Worth {
    /// A lost position whose value is 0.
    pub(crate) const LOST: Worth = Worth { verdict: Verdict::Lose, grundy: Some(0), score: None };
}

/// All moves of a state with the distinct options counted.
pub struct Listed {
    /// The moves, in typed order of parts and lines.
    pub moves: Vec<RawMove>,
    /// What each leads to; same order.
    pub worth: Vec<Worth>,
    /// Number of distinct options.
    pub options: u64,
}

impl Solver {
    /// All moves of a state, not yet evaluated.
    pub fn raw_moves(&mut self, at: Match<'_>) -> Result<Vec<RawMove>, Problem> {
        match self.some_moves(at, MOST)? {
            (_, true) => Err(too_many()),
            (moves, false) => Ok(moves),
        }
    }

    /// The first so many moves of a state, not yet evaluated, and whether there are more.
    pub fn some_moves(&mut self, at: Match<'_>, most: u64) -> Result<(Vec<RawMove>, bool), Problem> {
        let mut moves = Vec::new();
        let _watched = self.watched();
        let mut many = false;
        let mut full = false;
        let budget = self.budget().clone();
        self.with_whole(at.games, |whole| {
            whole.each_move(at.state, false, &mut |term, part, made, to| {
                if moves.len() as u64 >= most {
                    many = true;
                    return ControlFlow::Break(());
                }
                // A list that grows is copied to a place twice its size.
                if moves.len() == moves.capacity() && moves.len() > 1 << 14 {
                    full = !budget.has_room(moves.len().saturating_mul(2 * size_of::<RawMove>()));
                    if full {
                        return ControlFlow::Break(());
                    }
                }
                let choices = made.choices.to_vec();
                moves.push(RawMove {
                    term,
                    part,
                    line: made.line,
                    choices,
                    gain: made.gain,
                    again: made.again,
                    to,
                });
                ControlFlow::Continue(())
            })
        })?;
        if full {
            return Err(Problem::Over(Over::Moves { limit: budget.memory_limit() as u64 }));
        }
        Ok((moves, many))
    }

    /// What a state is worth to the player to move.
    pub fn worth(&mut self, at: Match<'_>) -> Result<Worth, Problem> {
        Ok(match at.method {
            Method::Sum => {
                let g = self.grundy(at)?;
                let verdict = if g == 0 { Verdict::Lose } else { Verdict::Win };
                Worth { verdict, grundy: Some(g), score: None }
            }
            Method::Score => {
                let score = self.score(at)?;
                Worth { verdict: by_score(score), grundy: None, score: Some(score) }
            }
            _ => Worth { verdict: self.outcome(at)?, grundy: None, score: None },
        })
    }

    /// All moves with what they lead to; equal options are solved once.
    pub fn listed(&mut self, at: Match<'_>) -> Result<Listed, Problem> {
        let moves = self.raw_moves(at)?;
        let mut seen: FxHashMap<(Key, bool, i64), ()> = FxHashMap::default();
        let mut known: FxHashMap<Key, Worth> = FxHashMap::default();
        let mut worth = Vec::with_capacity(moves.len());
        let sum = match at.method {
            Method::Sum if self.saved().is_none() => Some(self.grundy(at)?),
            _ => None,
        };
        for m in &moves {
            self.tick()?;
            let key = self.with_whole(at.games, |w| w.key(&m.to))?;
            seen.insert((key.clone(), m.again, m.gain), ());
            let w = match (known.get(&key), sum) {
                (Some(w), _) => *w,
                (None, sum) => {
                    let w = match sum {
                        Some(xor) => self.worth_in_sum(at, m, xor)?,
                        None => self.worth(at.to(&m.to))?,
                    };
                    known.insert(key, w);
                    w
                }
            };
            worth.push(w);
        }
        Ok(Listed { moves, worth, options: seen.len() as u64 })
    }
}

impl Solver {
    /// Moves as an answer shows them.
    pub(crate) fn worded<'m>(
        &self,
        at: Match<'_>,
        moves: impl Iterator<Item = (&'m RawMove, Option<Worth>)>,
    ) -> Result<Vec<MoveEntry>, Problem> {
        let worded = |(m, worth)| {
            self.tick()?;
            Ok(entry(at, m, worth))
        };
        moves.map(worded).collect()
    }

    /// What the state after a move is worth in a sum of this value: only the part that is moved in changes.
    fn worth_in_sum(&mut self, at: Match<'_>, m: &RawMove, xor: u64) -> Result<Worth, Problem> {
        let (before, after) = (&at.state.positions[m.term].parts, &m.to.positions[m.term].parts);
        let mut grundy = xor ^ self.grundy_part(at.games, m.term, &before[m.part])?;
        for part in &after[m.part..m.part + after.len() + 1 - before.len()] {
            grundy ^= self.grundy_part(at.games, m.term, part)?;
        }
        let verdict = if grundy == 0 { Verdict::Lose } else { Verdict::Win };
        Ok(Worth { verdict, grundy: Some(grundy), score: None })
    }
}

/// What a score means for the player to move.
pub fn by_score(score: i64) -> Verdict {
    match score.signum() {
        1 => Verdict::Win,
        -1 => Verdict::Lose,
        _ => Verdict::Draw,
    }
}

/// A position with more moves than are tried.
pub(crate) fn too_many() -> Problem {
    Problem::Over(Over::Size {
        what: [
            format!("This position has more than {MOST} moves, too many to try each."),
            format!("这个局面有超过 {MOST} 种走法，无法逐一尝试。"),
        ],
    })
}

/// What a move is worth to the player who makes it, in a score game.
pub fn move_score(games: &[Game], m: &RawMove, to: i64) -> i64 {
    let shared = games[m.term].rules().score == Some(ScoreKind::Shared);
    match (shared, m.again) {
        (true, _) | (false, true) => m.gain.saturating_add(to),
        (false, false) => m.gain.saturating_sub(to),
    }
}

/// Does the move win for the player who makes it?
pub fn wins(m: &RawMove, leads_to: Verdict) -> bool {
    leads_to == if m.again { Verdict::Win } else { Verdict::Lose }
}

/// A move as it is typed; in a sum of games with the number of its game.
pub fn notation(at: Match<'_>, term: usize, chosen: &Chosen) -> String {
    let words =
        position::print_move(at.games[term].interp(), &at.state.positions[term], at.state.turn, chosen);
    if at.games.len() > 1 { format!("{}: {words}", term + 1) } else { words }
}

/// The move as an answer shows it.
pub fn entry(at: Match<'_>, m: &RawMove, worth: Option<Worth>) -> MoveEntry {
    let game = &at.games[m.term];
    let interp = game.interp();
    let position = &at.state.positions[m.term];
    let shown: Vec<String> = at.games.iter().zip(&m.to.positions).map(|(g, p)| g.show(p)).collect();
    let say = |lang: Lang, turn: Turn| interp.say(&position.parts[m.part], m.line, &m.choices, turn, lang);
    let line = &game.rules().moves[m.line];
    let names = line.chosen.iter().map(|(_, n)| n.clone());
    MoveEntry {
        notation: notation(at, m.term, &m.chosen()),
        name: line.name.clone().unwrap_or_default(),
        term: (at.games.len() > 1).then_some(m.term + 1),
        part: m.part + 1,
        choices: names.zip(m.choices.iter().cloned()).collect(),
        text: Sentence::new(|lang| say(lang, at.state.turn)),
        to: shown.join(" + "),
        leads_to: worth.map(|w| w.verdict),
        result: None,
        grundy: worth.and_then(|w| w.grundy),
        score: worth.and_then(|w| w.score).map(|s| move_score(at.games, m, s)),
        squares: squares::named(at, m),
        again: m.again,
    }
}
