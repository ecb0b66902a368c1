//! `check`: the examples, claims and strategies of a game against the rules.
//!
//! A claim is compared with brute force on the positions it speaks of ([`claim`], [`period`]), and on request step by
//! step without solving anything ([`inductive`]). Where it is false, the smallest counterexample, both lists of
//! exceptions, a pattern among them ([`pattern`]) and a claim that would hold ([`repair`]) are given.

mod claim;
mod example;
mod inductive;
mod json;
mod pattern;
mod period;
mod refuted;
mod repair;
mod several;
mod strategy;
mod wrong;

pub use claim::{ClaimResult, ClaimVerdict, Counterexample, Failure, Sampled};
pub use example::{Evidence, ExampleResult, ExampleVerdict, Told, Truth, WrongExample};
pub use inductive::{Break, Inductive};
pub use json::CheckAnswer;
pub use pattern::Pattern;
pub use period::{PeriodFailure, PeriodNote};
pub use repair::Repair;
pub use strategy::{StrategyResult, StrategyVerdict};
pub use wrong::Wrong;

use crate::answer::Status;
use crate::claims::aside::Changes;
use crate::claims::sweep::Bound;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::Decided;
use bouton_language::check::Loader;
use bouton_language::rules::ClaimBody;
use bouton_language::span::Span;

/// The seed where none is given, so that two runs test the same positions.
pub const SEED: u64 = 1901;

/// "Is what is said of this game true?"
pub struct CheckQuestion<'q> {
    /// The game.
    pub game: &'q Game,
    /// Test this claim instead of what the file says; with or without the word `claim`.
    pub claim: Option<&'q str>,
    /// Test up to this size (otherwise as far as a few seconds reach).
    pub to: Option<u64>,
    /// Also test claims step by step.
    pub inductive: bool,
    /// Seed for the positions beyond the bound that are drawn at random.
    pub seed: u64,
    /// Resolves `like` and graph files when the rules are read again with the claim.
    pub loader: &'q dyn Loader,
}

/// Where a line stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the source.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
}

impl Place {
    fn of(game: &Game, span: Span) -> Place {
        let (file, line) = game.sources().line(span);
        Place { file: file.to_string(), line }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Title of the game.
    pub game: String,
    /// The examples, in order.
    pub examples: Vec<ExampleResult>,
    /// The claims, in order.
    pub claims: Vec<ClaimResult>,
    /// All strategies together; `None` where there are none.
    pub strategies: Option<StrategyResult>,
}

impl Report {
    /// Is nothing false?
    pub fn ok(&self) -> bool {
        self.examples.iter().all(|e| !e.is_wrong())
            && self.claims.iter().all(|c| !c.is_false())
            && self.strategies.as_ref().is_none_or(|s| !s.is_wrong())
    }

    /// Did the budget end before everything was tested?
    pub fn unfinished(&self) -> bool {
        self.examples.iter().any(|e| matches!(e.verdict, ExampleVerdict::Unknown(_)))
            || self.claims.iter().any(|c| c.over.is_some())
            || self.strategies.as_ref().is_some_and(|s| s.over.is_some())
    }
}

impl Solver {
    /// Checks a game, or one claim about it.
    pub fn check(&mut self, question: &CheckQuestion<'_>) -> Result<Report, Problem> {
        let mut report = Report {
            game: question.game.title(),
            examples: Vec::new(),
            claims: Vec::new(),
            strategies: None,
        };
        if let Some(text) = question.claim {
            let game = question.game.with_claim(text, question.loader)?;
            let Some(claim) = game.rules().claims.last() else { return Ok(report) };
            let index = game.rules().claims.len() - 1;
            let _watched = self.watched();
            let mut result = [claim::check(self, question, &game, claim)?];
            self.prove_checked(&game, index, &mut result)?;
            report.claims.extend(result);
            return Ok(report);
        }
        let rules = question.game.rules().clone();
        // A limit of time is one for all; nobody takes the others' part of it.
        let game = question.game;
        let changes = Changes::of(game);
        let proof = usize::from(!rules.claims.is_empty());
        let mut left =
            rules.examples.len() + rules.claims.len() + proof + usize::from(!rules.strategies.is_empty());
        for example in &rules.examples {
            report.examples.push(self.in_turn(&mut left, |solver| match changes.example(example) {
                Some(aside) => Ok(example::set_aside(game, example, aside)),
                None => example::check(solver, game, example),
            })?);
        }
        for claim in &rules.claims {
            report.claims.push(self.in_turn(&mut left, |solver| match changes.claim(claim) {
                Some(aside) => Ok(claim::set_aside(game, claim, aside)),
                None => claim::check(solver, question, game, claim),
            })?);
        }
        if proof > 0 {
            self.in_turn(&mut left, |solver| solver.prove_checked(game, 0, &mut report.claims))?;
        }
        if !rules.strategies.is_empty() {
            report.strategies = Some(self.in_turn(&mut left, |solver| match changes.strategies() {
                Some(aside) => Ok(strategy::set_aside(game, aside)),
                None => strategy::check(solver, game, question.to),
            })?);
        }
        Ok(report)
    }

    /// Asks one of so many things that are left to be asked, in its part of the time.
    fn in_turn<T>(
        &mut self,
        left: &mut usize,
        ask: impl FnOnce(&mut Solver) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let limit = self.share(*left);
        *left = left.saturating_sub(1);
        let asked = {
            let _watched = self.watched();
            ask(self)
        };
        if let Some(limit) = limit {
            self.spend_until(limit);
        }
        asked
    }
}

impl Solver {
    /// Claims that were checked are put to the proof for all sizes; `results` are those from claim `first` on.
    fn prove_checked(
        &mut self,
        game: &Game,
        first: usize,
        results: &mut [ClaimResult],
    ) -> Result<(), Problem> {
        let holds = |c: &ClaimResult| {
            matches!(c.verdict, ClaimVerdict::Holds | ClaimVerdict::Period(_))
                && matches!(c.status, Status::Checked(_))
        };
        // Where every position there is was compared, that is the proof.
        for result in results.iter_mut().filter(|r| holds(r)) {
            if result.bound == Bound::All && result.over.is_none() {
                result.status = Status::Proved;
            }
        }
        // A period whose values were not reached may still be proved.
        let claims = &game.rules().claims;
        let period =
            |index: usize| claims.get(index).is_some_and(|c| matches!(c.body, ClaimBody::Period { .. }));
        let silent =
            |index: usize, c: &ClaimResult| matches!(c.verdict, ClaimVerdict::Silent) && period(index);
        if !results.iter().zip(first..).any(|(c, index)| holds(c) || silent(index, c)) {
            return Ok(());
        }
        let Some(theorem) = self.theorem_of(game)? else { return Ok(()) };
        for claim in theorem.claims() {
            let result = claim.index.checked_sub(first).and_then(|i| results.get_mut(i));
            let Some(result) = result.filter(|r| holds(r) || silent(claim.index, r)) else { continue };
            match &claim.decided {
                Decided::Proved => {
                    if silent(claim.index, result) {
                        result.verdict = ClaimVerdict::Period(Vec::new());
                    }
                    result.status = Status::Proved;
                }
                Decided::False { .. } => refuted::beyond(self, game, claim, result)?,
                Decided::Open(_) | Decided::Aside(_) => {}
            }
        }
        Ok(())
    }
}

/// A line of the rules on one line.
fn flat(game: &Game, span: Span) -> String {
    let text = game.sources().slice(span);
    // A comment behind a rule is not part of what it says.
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
