//! Strategies against all winning moves of small positions.

use super::Place;
use crate::claims::aside::Aside;
use crate::claims::sweep::{Bound, Domain, Limits};
use crate::claims::{self, StrategyFault};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{Over, Problem};
use bouton_language::ast::ShapeKind;
use bouton_language::diagnostic::{Lang, all, plural};
use std::ops::ControlFlow;

/// What became of the strategies of a game, taken together.
#[derive(Clone, Debug)]
pub struct StrategyResult {
    /// Where the first one stands.
    pub place: Place,
    /// Names of the moves they are for.
    pub moves: Vec<String>,
    /// Up to where they were tested.
    pub bound: Bound,
    /// Positions compared.
    pub tested: u64,
    /// What was found.
    pub verdict: StrategyVerdict,
    /// The budget ended early.
    pub over: Option<Over>,
}

/// What was found about strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrategyVerdict {
    /// They list exactly the winning moves.
    Holds,
    /// They do not.
    Wrong {
        /// The first position where they differ.
        position: String,
        /// What is listed wrongly, and what is missing.
        fault: StrategyFault,
        /// How many positions differ.
        count: u64,
    },
    /// They are about other parameters or another ending.
    Aside(Aside),
}

impl StrategyResult {
    /// Do they differ from the truth somewhere?
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, StrategyVerdict::Wrong { .. })
    }

    /// The finding on one line, with the place.
    pub fn say(&self, lang: Lang) -> String {
        let (place, names, to, tested) =
            (&self.place, self.moves.join(", "), self.bound.say(lang), self.tested);
        match &self.verdict {
            StrategyVerdict::Holds => lang.pick(
                format!(
                    "{place}  strategy {names} lists exactly the winning moves of {} with {to}.",
                    all(tested, "position")
                ),
                format!("{place}  策略 {names} 恰好给出 {to} 的全部 {tested} 个局面的必胜走法。"),
            ),
            StrategyVerdict::Aside(aside) => {
                let why = aside.say(lang);
                lang.pick(
                    format!("{place}  strategy {names} is set aside: {why}."),
                    format!("{place}  策略 {names} 不予检验：{why}。"),
                )
            }
            StrategyVerdict::Wrong { position, fault, count } => {
                let list = |moves: &[String]| moves.join(lang.pick(", ", "、"));
                let mut reasons = Vec::new();
                if !fault.wrong.is_empty() {
                    let moves = list(&fault.wrong);
                    reasons.push(lang.pick(
                        format!("it lists {moves}, which does not win"),
                        format!("它列出的 {moves} 不能取胜"),
                    ));
                }
                if !fault.missing.is_empty() {
                    let moves = list(&fault.missing);
                    reasons.push(
                        lang.pick(
                            format!("it misses {moves}, which wins"),
                            format!("它漏掉了必胜走法 {moves}"),
                        ),
                    );
                }
                let why = reasons.join(lang.pick("; ", "；"));
                lang.pick(
                    format!("{place}  strategy {names} is wrong at {position}: {why}. {count} of the {tested} position{} with {to} differ{}.", plural(tested), if *count == 1 { "s" } else { "" }),
                    format!("{place}  策略 {names} 在 {position} 处有误：{why}。{to} 的 {tested} 个局面中有 {count} 个不符。"),
                )
            }
        }
    }
}

pub(super) fn set_aside(game: &Game, aside: Aside) -> StrategyResult {
    let (place, moves) = named(game);
    let verdict = StrategyVerdict::Aside(aside);
    StrategyResult { place, moves, bound: Bound::Nothing, tested: 0, verdict, over: None }
}

/// Where the first one stands, and the moves that they are for.
fn named(game: &Game) -> (Place, Vec<String>) {
    let rules = game.rules();
    let span = rules.strategies.first().map_or(rules.shape.span, |s| s.span);
    let mut moves: Vec<String> = Vec::new();
    for s in &rules.strategies {
        if !moves.contains(&s.name) {
            moves.push(s.name.clone());
        }
    }
    (Place::of(game, span), moves)
}

pub(super) fn check(solver: &mut Solver, game: &Game, to: Option<u64>) -> Result<StrategyResult, Problem> {
    let rules = game.rules().clone();
    let (place, moves) = named(game);
    let (mut tested, mut count) = (0, 0);
    let mut first: Option<(String, StrategyFault)> = None;
    let domain = Domain::all(rules.shape.kind == ShapeKind::Position);
    // Every move of every position is evaluated, which costs several times what an outcome does.
    let limits = Limits { to, moves: 150_000, positions: 3_000, steps: 700_000 };
    let reach = domain.visit(solver, game, limits, &mut |solver, point| {
        tested += 1;
        if let Some(fault) = claims::test_strategies(solver, point.game, point.position)? {
            count += 1;
            first.get_or_insert_with(|| (point.game.show(point.position), fault));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let verdict = match first {
        None => StrategyVerdict::Holds,
        Some((position, fault)) => StrategyVerdict::Wrong { position, fault, count },
    };
    Ok(StrategyResult { place, moves, bound: reach.bound, tested, verdict, over: reach.over })
}
