//! One finite position, proved by a strategy that anybody can play through: the lost positions that it reaches, and the
//! winner's answer to every move of the loser.

use super::{At, certificate};
use crate::engines::advice::round;
use crate::engines::bound;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Method, Question};
use crate::problem::{Over, Problem};
use crate::tuning::{STRATEGY_ENTRIES, STRATEGY_MOVES, STRATEGY_SOLVING};
use bouton_engine::Halt;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::interp::{Error, Part, Position, Turn};
use bouton_language::{both, problems, said};
use serde_json::{Value as Json, json};
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

/// A position and a strategy that proves who wins it.
#[derive(Clone)]
pub struct FiniteProof {
    /// The game.
    pub game: Game,
    /// The position.
    pub position: Position,
    /// Does the player to move win?
    pub wins: bool,
    /// The lost positions that play under the strategy reaches.
    pub lost: Vec<Position>,
    /// Where the winner is to move, and the lost position to move to.
    pub answers: Vec<(Position, Position)>,
}

problems! {
/// Why there is no strategy to write down.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// The rules have something that strategies of this kind do not speak of.
    Rules => [
        "certificates of positions do not speak of scores, turns, second moves or forbidden options",
        "局面证书不涉及计分、轮次、再走一步或禁止走法"
    ];
    /// The position is drawn.
    Draw => [
        "the position is drawn, and a certificate shows how one player wins",
        "该局面是平局，而证书展示的是一方如何获胜"
    ];
    /// Too many positions: entries of the strategy when it was given up; the positions that can follow, where a bound is known.
    Size { entries: usize, positions: Option<f64> } => {
        let of = positions.map(round).map(|n| both!("; up to {n} positions can follow", "；其后可能有 {n} 个局面"));
        let of = of.unwrap_or_default();
        match entries {
            0 => said!("the position is too large for a strategy move by move{of}", "局面过大，无法逐步写出策略{of}"; with of = of),
            n => said!("the strategy has more than {n} entries{of}", "策略超过 {n} 条{of}"; with of = of),
        }
    };
}
}

impl Unfit {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        self.message(lang)
    }
}

impl FiniteProof {
    /// What is proved of the position, in the words of theorems.
    pub fn at(&self) -> At {
        At { complete: false, ..At::new(self.game.show(&self.position), !self.wins) }
    }

    /// The certificate.
    pub fn certificate(&self, misere: bool) -> Json {
        let show = |p: &Position| self.game.show(p);
        let mut out = certificate::head(&self.game, "position", misere);
        out["position"] = json!(show(&self.position));
        out["outcome"] = json!(if self.wins { "win" } else { "lose" });
        out["lost"] = self.lost.iter().map(|p| json!(show(p))).collect();
        out["answers"] = self.answers.iter().map(|(from, to)| json!([show(from), show(to)])).collect();
        out
    }
}

impl Solver {
    /// A strategy that proves who wins a position.
    pub fn prove_position(
        &mut self,
        game: &Game,
        position: &Position,
    ) -> Result<Result<FiniteProof, Unfit>, Problem> {
        let rules = game.rules();
        let again = rules.moves.iter().any(|m| m.again.is_some());
        if again || rules.score.is_some() || rules.stop.is_some() || rules.uses.turn || rules.block.is_some()
        {
            return Ok(Err(Unfit::Rules));
        }
        let question = Question::new(game.clone(), position.clone());
        let size = |entries| Ok(Err(Unfit::Size { entries, positions: can_follow(game, position) }));
        if question.huge() {
            return size(0);
        }
        let _watched = self.watched();
        self.count_work(game.as_ref(), Some(STRATEGY_SOLVING));
        let found = self.look_ahead(&question).and_then(|()| self.strategy_from(game, position));
        self.count_work(game.as_ref(), None);
        match found {
            Ok(Err(Unfit::Size { entries, .. })) => size(entries),
            Err(Problem::Over(Over::Size { .. } | Over::Work)) => size(0),
            other => other,
        }
    }

    fn strategy_from(
        &mut self,
        game: &Game,
        position: &Position,
    ) -> Result<Result<FiniteProof, Unfit>, Problem> {
        let size = |entries| Ok(Err(Unfit::Size { entries, positions: None }));
        let play = Play { game, work: Cell::new(STRATEGY_MOVES) };
        let start = game.interp().canonical(position);
        let (outcome, _) = self.worth_at(game, &start, 0)?;
        if outcome == Verdict::Draw {
            return Ok(Err(Unfit::Draw));
        }
        let wins = outcome == Verdict::Win;
        let mut proof = FiniteProof {
            game: game.clone(),
            position: position.clone(),
            wins,
            lost: Vec::new(),
            answers: Vec::new(),
        };
        // Whoever moves first is player 0; the loser moves from every listed position.
        let loser = Turn { mover: usize::from(wins), turn: 0 };
        let winner = loser.next(false);
        let mut seen: HashSet<Position> = HashSet::new();
        let mut answered: HashSet<Position> = HashSet::new();
        let mut pending = Vec::new();
        let mut asked = BTreeSet::from([start.clone()]);
        if !wins {
            seen.insert(start.clone());
            proof.lost.push(start.clone());
            pending.push(start);
            asked.clear();
        }
        loop {
            for option in std::mem::take(&mut asked) {
                if answered.contains(&option) || play.over(&option, winner)?.is_some() {
                    continue;
                }
                let Some(answer) = self.answer_to(&play, &option, winner, loser, &seen)? else {
                    return size(proof.answers.len());
                };
                if seen.insert(answer.clone()) {
                    proof.lost.push(answer.clone());
                    pending.push(answer.clone());
                }
                answered.insert(option.clone());
                proof.answers.push((option, answer));
            }
            if proof.lost.len() + proof.answers.len() > STRATEGY_ENTRIES {
                return size(STRATEGY_ENTRIES);
            }
            match self.budget().check(proof.answers.len()) {
                Ok(()) => {}
                Err(Halt::Interrupted) => return Err(Problem::Interrupted),
                Err(_) => return size(proof.answers.len()),
            }
            let Some(next) = pending.pop() else { return Ok(Ok(proof)) };
            if play.over(&next, loser)?.is_none() {
                asked = play.options(&next, loser)?;
            }
        }
    }

    /// What a position is for a player to move there, and how far from the end where that matters.
    fn worth_at(
        &mut self,
        game: &Game,
        position: &Position,
        mover: usize,
    ) -> Result<(Verdict, Option<u64>), Problem> {
        let state = State::new(position.clone(), mover);
        match game.method() {
            Method::Retrograde => self.solved(game.at(&state)),
            _ => Ok((self.outcome(game.at(&state))?, None)),
        }
    }

    /// A move to a lost position: one that is listed already where play cannot return, else the nearest to the end.
    fn answer_to(
        &mut self,
        play: &Play<'_>,
        option: &Position,
        winner: Turn,
        loser: Turn,
        seen: &HashSet<Position>,
    ) -> Result<Option<Position>, Problem> {
        let next = play.options(option, winner)?;
        let loops = play.game.method() == Method::Retrograde;
        if let Some(known) = next.iter().find(|p| !loops && seen.contains(*p)) {
            return Ok(Some(known.clone()));
        }
        let mut best: Option<(u64, Position)> = None;
        for position in next {
            let (verdict, moves) = match play.over(&position, loser)? {
                Some(verdict) => (verdict, Some(0)),
                None => self.worth_at(play.game, &position, loser.mover)?,
            };
            let moves = moves.unwrap_or(u64::MAX);
            if verdict == Verdict::Lose && best.as_ref().is_none_or(|(m, _)| moves < *m) {
                let done = !loops;
                best = Some((moves, position));
                if done {
                    break;
                }
            }
        }
        Ok(best.map(|b| b.1))
    }
}

/// The whole positions that can follow, at most.
fn can_follow(game: &Game, position: &Position) -> Option<f64> {
    let alone = |part: &Part| bound::positions_of(game, &Position { parts: vec![part.clone()] });
    position.parts.iter().map(alone).try_fold(1.0, |product, n| Some(product * n?))
}

/// The moves and endings of one game, as the rules alone give them.
struct Play<'g> {
    game: &'g Game,
    /// Moves that may still be made.
    work: Cell<usize>,
}

impl Play<'_> {
    /// The distinct options of a position.
    fn options(&self, position: &Position, turn: Turn) -> Result<BTreeSet<Position>, Problem> {
        let interp = self.game.interp();
        let mut out = BTreeSet::new();
        let mut many = false;
        let mut made_here = 0;
        for (i, part) in position.parts.iter().enumerate() {
            let listed = interp.moves(part, turn, &mut |made| {
                let mut parts = position.parts.clone();
                parts.splice(i..=i, made.parts.drain(..));
                out.insert(interp.canonical(&Position { parts }));
                made_here += 1;
                many = out.len() > STRATEGY_ENTRIES || made_here > self.work.get();
                if many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            listed.map_err(|e| self.game.fail(e))?;
        }
        self.work.set(self.work.get().saturating_sub(made_here));
        match many {
            false => Ok(out),
            true => Err(Problem::Over(Over::Size { what: Default::default() })),
        }
    }

    /// The verdict for the player to move where play is over.
    fn over(&self, position: &Position, turn: Turn) -> Result<Option<Verdict>, Problem> {
        let interp = self.game.interp();
        let stuck = || -> Result<bool, Error> {
            for part in &position.parts {
                if interp.can_move(part, turn)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let ended = interp.ended(position, turn, &stuck).map_err(|e| self.game.fail(e))?;
        match ended {
            Some(ending) => Ok(Some(ending.verdict)),
            None if stuck().map_err(|e| self.game.fail(e))? => Ok(Some(interp.at_end(turn))),
            None => Ok(None),
        }
    }
}
