//! What is known of a position, and by what right: claims that stood the test, a theorem, or a complete computation.
//!
//! [`Trust`] holds the claims of a game that may answer; who computes and who only asks is the caller's choice.

use super::varied::{Varied, earn_for};
use super::{earn, told};
use crate::answer::Status;
use crate::answer::entries::by_score;
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::rules::{Claim, ClaimBody, ScoreKind};
use bouton_language::value::Value;
use num_bigint::BigInt;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// Who wins.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The score.
    Score,
    /// Moves to the end with best play; -1 for a draw. Neither claims nor theorems speak of it.
    Remoteness,
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Basis {
    /// A complete computation.
    Force,
    /// A claim of the rules, by its index.
    Claim(usize),
    /// A theorem found from the rules.
    Theorem,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// For the player to move; nobody wins a common score.
    pub outcome: Option<Verdict>,
    /// Grundy value, score or remoteness, if it was asked for.
    pub value: Option<Value>,
    /// Where it comes from.
    pub basis: Basis,
}

impl Known {
    /// The value as a small number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.value.as_ref()?.as_int()
    }
}

/// What a claim is about.
pub(crate) fn wants(claim: &Claim) -> Want {
    match claim.body {
        ClaimBody::Iff(..) => Want::Outcome,
        ClaimBody::Score(_) => Want::Score,
        ClaimBody::Grundy(_) | ClaimBody::Period { .. } => Want::Grundy,
    }
}

/// A claim that may answer.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// Index in the rules.
    pub index: usize,
    /// PROVED or CHECKED.
    pub status: Status,
    /// Where parameters vary: it holds where those that are numbers are at least this.
    pub from: i64,
    /// The strategies list exactly the winning moves wherever it was tested.
    pub strategies: bool,
}

impl Trusted {
    /// A claim that is proved for all sizes.
    pub fn proved(index: usize) -> Trusted {
        Trusted { index, status: Status::Proved, from: 0, strategies: false }
    }

    /// What a claim of a game has earned by so many moves, for several values of these parameters if there are any. `None`
    /// if it is wrong, or silent wherever it was tested.
    pub fn earn(
        solver: &mut Solver,
        game: &Game,
        index: usize,
        params: &[usize],
        moves: u64,
    ) -> Result<Option<Trusted>, Problem> {
        let Some(claim) = game.rules().claims.get(index) else { return Ok(None) };
        if !params.is_empty() {
            let earned = earn_for(solver, game, claim, params, moves)?;
            let trusted = |Varied { to, from, strategies }| Trusted {
                index,
                status: Status::Checked(to),
                from,
                strategies,
            };
            return Ok(earned.map(trusted));
        }
        let earned = earn(solver, game, claim, moves)?;
        let to = earned.to.filter(|_| !earned.refuted);
        let trusted =
            |to| Trusted { index, status: Status::Checked(to), from: 0, strategies: earned.strategies };
        Ok(to.map(trusted))
    }
}

/// The claims of a game that may answer.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Each with the status that it has earned.
    pub claims: Vec<Trusted>,
}

impl Trust {
    /// The status of an answer.
    pub fn status(&self, basis: Basis) -> Status {
        match basis {
            Basis::Force | Basis::Theorem => Status::Proved,
            Basis::Claim(i) => {
                self.claims.iter().find(|t| t.index == i).map_or(Status::Guessed, |t| t.status.clone())
            }
        }
    }

    /// Claims that a short search proves for all sizes are PROVED.
    pub fn prove(&mut self, solver: &mut Solver, game: &Game) -> Result<(), Problem> {
        let proved = solver.proved_claims(game)?;
        for t in self.claims.iter_mut().filter(|t| proved.contains(&t.index)) {
            t.status = Status::Proved;
        }
        Ok(())
    }

    /// What the claims say of a position with the first player to move. Values of parts of which none speaks are asked of
    /// `silent`.
    pub fn told(
        &self,
        game: &Game,
        position: &Position,
        want: Want,
        silent: &mut dyn FnMut(&Position) -> Result<Option<BigInt>, Problem>,
    ) -> Result<Option<Known>, Problem> {
        let all = &game.rules().claims;
        let claims = self.claims.iter().filter_map(|t| all.get(t.index));
        let Some(told) = told(game, claims, position, want, silent)? else { return Ok(None) };
        let last = told.used.last().and_then(|used| all.iter().position(|c| c.span == used.span));
        let basis = last.map_or(Basis::Force, Basis::Claim);
        Ok(Some(Known { outcome: told.outcome, value: told.value, basis }))
    }

    /// A claim that speaks of a position of which the truth is known is right there, or is dropped. Gives the one that
    /// agrees.
    pub fn compare(
        &mut self,
        game: &Game,
        position: &Position,
        want: Want,
        truth: &Known,
        silent: &mut dyn FnMut(&Position) -> Result<Option<BigInt>, Problem>,
    ) -> Result<Option<usize>, Problem> {
        while let Some(Known { outcome, value, basis: Basis::Claim(i) }) =
            self.told(game, position, want, silent)?
        {
            if outcome == truth.outcome && (value.is_none() || value == truth.value) {
                return Ok(Some(i));
            }
            self.claims.retain(|t| t.index != i);
        }
        Ok(None)
    }
}

impl Solver {
    /// The truth by a complete computation.
    pub fn computed(&mut self, at: Match<'_>, want: Want) -> Result<Known, Problem> {
        let own = at.games[0].rules().score != Some(ScoreKind::Shared);
        let (outcome, value) = match want {
            Want::Grundy => {
                let g = self.grundy(at)?;
                (Some(if g == 0 { Verdict::Lose } else { Verdict::Win }), Some(Value::big(g.into())))
            }
            Want::Score => {
                let score = self.score(at)?;
                (own.then_some(by_score(score)), Some(Value::Int(score)))
            }
            Want::Remoteness => {
                let (outcome, moves) = self.solved(at)?;
                let moves = moves.and_then(|n| i64::try_from(n).ok()).unwrap_or(-1);
                (Some(outcome), Some(Value::Int(moves)))
            }
            Want::Outcome if at.method == Method::Score => {
                let score = self.score(at)?;
                (own.then_some(by_score(score)), None)
            }
            Want::Outcome => (Some(self.outcome(at)?), None),
        };
        Ok(Known { outcome, value, basis: Basis::Force })
    }

    /// What the theorem about a game says of a position with the first player to move, whatever its size; `None` where there
    /// is none that speaks of it. It is looked for once.
    pub fn told_by_theorem(
        &mut self,
        game: &Game,
        position: &Position,
        want: Want,
    ) -> Result<Option<Known>, Problem> {
        if matches!(want, Want::Score | Want::Remoteness) {
            return Ok(None);
        }
        let Some((_, at)) = self.theorem_at(game, position, 0)? else { return Ok(None) };
        let outcome = Some(if at.lost { Verdict::Lose } else { Verdict::Win });
        let value = at.grundy.map(|g| Value::big(g.into())).filter(|_| want == Want::Grundy);
        let known = want == Want::Outcome || value.is_some();
        Ok(known.then_some(Known { outcome, value, basis: Basis::Theorem }))
    }
}
