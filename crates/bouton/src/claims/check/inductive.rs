//! A claim tested step by step, without solving the game.
//!
//! `lose iff C` holds when ended positions agree with the end rule, no C-position has a move to a C-position, and
//! every other position has one; `grundy = f` when f is the mex of the options' f. Only the moves of each position are
//! looked at, so the bound is far beyond what brute force reaches. Where the claim is silent about an option, that
//! option is solved.

use crate::answer::MoveEntry;
use crate::answer::entries::entry;
use crate::claims::sweep::{Bound, Domain, Limits};
use crate::claims::{self, Said, start};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::{Claim, ClaimBody};

/// What the test step by step found.
#[derive(Clone, Debug)]
pub enum Inductive {
    /// Every position agrees with its options.
    Holds {
        /// Up to where.
        bound: Bound,
        /// Positions looked at.
        positions: u64,
    },
    /// The first position that does not.
    Breaks(Box<Break>),
    /// It does not apply; the reason.
    NotTested([String; 2]),
}

/// Where the induction breaks.
#[derive(Clone, Debug)]
pub enum Break {
    /// Play is over here, and the claim says something else than the rules.
    End {
        /// The position.
        position: String,
        /// What the rules say.
        truth: Verdict,
    },
    /// Two positions claimed lost, and a move from one to the other.
    LostToLost {
        /// The first.
        position: String,
        /// The move.
        by: Box<MoveEntry>,
    },
    /// Claimed won, but no move leads to a position claimed lost.
    NoWay {
        /// The position.
        position: String,
    },
    /// The formula is not the mex of the options' values.
    Mex {
        /// The position.
        position: String,
        /// What the formula gives.
        formula: String,
        /// The mex.
        mex: u64,
    },
}

impl Inductive {
    /// The finding in a sentence.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Inductive::Holds { bound, positions } => {
                let to = bound.say(lang);
                lang.pick(
                    match positions {
                        1 => format!("step by step: the one position with {to} agrees with its moves."),
                        _ => format!(
                            "step by step: all {positions} positions with {to} agree with their moves."
                        ),
                    },
                    format!("逐步检验：{to} 的全部 {positions} 个局面都与其走法一致。"),
                )
            }
            Inductive::NotTested(why) => lang.pick(&why[0], &why[1]).clone(),
            Inductive::Breaks(b) => b.say(lang),
        }
    }
}

impl Break {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Break::End { position, truth } => {
                let truth = match truth {
                    Verdict::Win => lang.pick("won", "必胜"),
                    Verdict::Lose => lang.pick("lost", "必败"),
                    Verdict::Draw => lang.pick("a draw", "平局"),
                };
                lang.pick(
                    format!("step by step: play is over at {position}, which is {truth}; the claim says otherwise."),
                    format!("逐步检验：{position} 处已终局，为{truth}，与猜想不符。"),
                )
            }
            Break::LostToLost { position, by } => {
                let (text, to) = (by.text(lang), &by.to);
                lang.pick(
                    format!("step by step: {position} and {to} are both claimed lost, but \"{text}\" leads from one to the other."),
                    format!("逐步检验：{position} 与 {to} 都被称为必败，但“{text}”可从前者走到后者。"),
                )
            }
            Break::NoWay { position } => lang.pick(
                format!("step by step: {position} is claimed won, but no move leads to a position claimed lost."),
                format!("逐步检验：{position} 被称为必胜，但没有走法通向被称为必败的局面。"),
            ),
            Break::Mex { position, formula, mex } => lang.pick(
                format!("step by step: at {position} the formula gives {formula}, the mex of the options' formulas is {mex}."),
                format!("逐步检验：在 {position} 处公式给出 {formula}，而各后继公式值的 mex 为 {mex}。"),
            ),
        }
    }
}

/// Why a claim cannot be tested step by step, if it cannot.
fn obstacle(game: &Game, claim: &Claim) -> Option<[&'static str; 2]> {
    let rules = game.rules();
    if rules.shape.fields.iter().any(|f| f.start.is_some()) {
        return Some([
            "not tested step by step: the claim is about starts, and later positions have other values in the fields with a start.",
            "未逐步检验：猜想只涉及开局，而之后的局面中带初值的字段会改变。",
        ]);
    }
    let decided =
        matches!(claim.body, ClaimBody::Grundy(_) | ClaimBody::Iff(Verdict::Win | Verdict::Lose, _));
    if !decided || claims::can_draw(game) {
        return Some([
            "not tested step by step: this needs a claim about win, lose or Grundy values in a game without draws and scores.",
            "未逐步检验：只适用于没有平局和得分的游戏中关于胜负或 SG 值的猜想。",
        ]);
    }
    let turn = game.kind().partizan() || rules.uses.turn || rules.block.is_some();
    if turn || rules.moves.iter().any(|m| m.again.is_some()) {
        return Some([
            "not tested step by step: who moves, how often or what the opponent forbids matters in this game.",
            "未逐步检验：这个游戏中由谁走、走几步或对手禁止什么会影响胜负。",
        ]);
    }
    None
}

pub(super) fn check(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    to: Option<u64>,
) -> Result<Inductive, Problem> {
    if let Some([en, zh]) = obstacle(game, claim) {
        return Ok(Inductive::NotTested([en.to_string(), zh.to_string()]));
    }
    let mut positions = 0;
    let mut broken = None;
    // Every position costs all its moves again, so the bound may be smaller than that of brute force.
    let limits = Limits { to, moves: 150_000, ..Limits::default() };
    let reach = Domain::of(claim).visit(solver, game, limits, &mut |solver, point| {
        let found = match claims::said(point.game, claim, point.position)? {
            None => return Ok(std::ops::ControlFlow::Continue(())),
            Some(Said::Grundy(v)) => mex(solver, point.game, claim, point.position, v.to_string())?,
            Some(said) => step(solver, point.game, claim, point.position, lost(&said))?,
        };
        positions += 1;
        broken = found;
        Ok(if broken.is_some() {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        })
    })?;
    Ok(match broken {
        Some(b) => Inductive::Breaks(Box::new(b)),
        None => Inductive::Holds { bound: reach.bound, positions },
    })
}

/// Without draws every claim about outcomes says lost or won.
fn lost(said: &Said) -> bool {
    match said {
        Said::Is(v) => *v == Verdict::Lose,
        Said::IsNot(v) => *v == Verdict::Win,
        Said::Grundy(v) | Said::Score(v) => v.as_int() == Some(0),
    }
}

fn step(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    position: &Position,
    claimed_lost: bool,
) -> Result<Option<Break>, Problem> {
    let state = start(position);
    let shown = || game.show(position);
    let over = solver.with_whole(game.as_ref(), |w| w.over(&state))?.map(|(v, _)| v);
    let moves = if over.is_some() { Vec::new() } else { solver.raw_moves(game.at(&state))? };
    if moves.is_empty() {
        let truth = over.unwrap_or_else(|| game.interp().at_end(state.turn));
        let agrees = (truth == Verdict::Lose) == claimed_lost;
        return Ok((!agrees).then(|| Break::End { position: shown(), truth }));
    }
    for m in &moves {
        let to = &m.to.positions[0];
        let there = match claims::said(game, claim, to)? {
            Some(said) => lost(&said),
            None => solver.outcome(game.at(&m.to))? == Verdict::Lose,
        };
        match (claimed_lost, there) {
            (true, true) => {
                let by = Box::new(entry(game.at(&state), m, None));
                return Ok(Some(Break::LostToLost { position: shown(), by }));
            }
            (false, true) => return Ok(None),
            _ => {}
        }
    }
    Ok((!claimed_lost).then(|| Break::NoWay { position: shown() }))
}

fn mex(
    solver: &mut Solver,
    game: &Game,
    claim: &Claim,
    position: &Position,
    formula: String,
) -> Result<Option<Break>, Problem> {
    let mut values: Vec<u64> = Vec::new();
    for m in solver.raw_moves(game.at(&start(position)))? {
        let mut total = 0;
        for part in &m.to.positions[0].parts {
            let alone = Position { parts: vec![part.clone()] };
            total ^= match claims::said(game, claim, &alone)? {
                Some(Said::Grundy(v)) => match v.as_int().and_then(|i| u64::try_from(i).ok()) {
                    Some(g) => g,
                    None => solver.grundy_part(game.as_ref(), 0, part)?,
                },
                _ => solver.grundy_part(game.as_ref(), 0, part)?,
            };
        }
        values.push(total);
    }
    values.sort_unstable();
    values.dedup();
    let mex = values.iter().zip(0..).take_while(|(v, i)| **v == *i).count() as u64;
    let shown = || game.show(position);
    Ok((formula != mex.to_string()).then(|| Break::Mex { position: shown(), formula, mex }))
}
