//! `same`: are two games equal position by position, and where do they part?
//!
//! Positions of the first game are listed, each is matched with one of the second ([`matching`]), and both are solved
//! ([`compare`]). Where no difference is seen, theorems may say that there is none at any size ([`proof`]). Grundy values
//! that differ may still agree after a shift ([`shift`]).

mod compare;
mod matching;
mod proof;
mod shift;

pub use shift::Shift;

use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::report::{self, Sentence};
use crate::table::{AxisRange, Cell, Show, applicable};
use compare::Compared;
use matching::Matching;
use serde::Serialize;

/// "Are these two games the same?"
#[derive(Clone)]
pub struct SameQuestion {
    /// The games.
    pub games: [Game; 2],
    /// What to call them.
    pub names: [String; 2],
    /// Ranges of fields of the first game, and of parameters that both have.
    pub ranges: Vec<AxisRange>,
    /// Upper end of the ranges that are not given; by default as far as is quickly done.
    pub to: Option<u64>,
    /// What to compare; by default Grundy values or scores where both games have them, else who wins.
    pub show: Option<Show>,
    /// Fields of the second game as expressions over the first: `n = [a, b]`.
    pub maps: Vec<String>,
}

impl SameQuestion {
    /// The plain question about two games.
    pub fn new(a: Game, b: Game) -> SameQuestion {
        let names = [a.title(), b.title()];
        SameQuestion { games: [a, b], names, ranges: Vec::new(), to: None, show: None, maps: Vec::new() }
    }
}

/// A position at which the games differ.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The position in the first game, as it can be typed.
    pub position: String,
    /// The position in the second game, where it is written otherwise.
    #[serde(rename = "position_b", skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Values of parameters there, where they run over a range: `m=3`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parameters: String,
    /// The player who moves first, 1 or 2, where that matters.
    #[serde(rename = "first", skip_serializing_if = "Option::is_none")]
    pub mover: Option<usize>,
    /// What it is worth in each game.
    #[serde(flatten, serialize_with = "report::both_games")]
    pub cells: [Cell; 2],
    /// It lies beyond the positions that were compared: two theorems differ there.
    #[serde(skip_serializing_if = "report::no")]
    pub beyond: bool,
}

/// Positions that only one of the games has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Only {
    /// How many.
    #[serde(rename = "positions")]
    pub count: u64,
    /// The smallest.
    pub first: Option<String>,
}

/// What became of the comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Same {
    /// What the games are called.
    #[serde(flatten, serialize_with = "report::both_games")]
    pub names: [String; 2],
    /// What was compared.
    #[serde(rename = "compared", serialize_with = "report::key")]
    pub show: Show,
    /// How far the statement "the games are the same" can be trusted; FALSE where they differ.
    #[serde(flatten, serialize_with = "report::equality")]
    pub status: Status,
    /// Why; empty where the positions that were compared are all there is to say.
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub reason: Sentence,
    /// Where values are compared and not proved: why the outcomes are the same at all sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Outcomes>,
    /// The positions that were compared: `n <= 40`.
    pub bound: Sentence,
    /// How many were compared.
    #[serde(rename = "positions")]
    pub compared: u64,
    /// At how many of them the games differ.
    pub differing: u64,
    /// The smallest difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Positions of one game that the other does not have; they are not compared.
    #[serde(flatten, serialize_with = "report::only")]
    pub only: [Only; 2],
    /// Single heaps have the same values, so all sums of heaps have.
    #[serde(skip)]
    pub sums: bool,
    /// Grundy values of single numbers that differ, but agree after a shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// Why the comparison is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Problem>,
}

/// That the same player wins at all sizes.
#[derive(Clone, Debug, Serialize)]
pub struct Outcomes {
    /// PROVED.
    #[serde(flatten)]
    pub status: Status,
    /// Why.
    pub reason: Sentence,
}

impl Same {
    /// Are the games the same, as far as is known?
    pub fn equal(&self) -> bool {
        self.difference.is_none() && self.status != Status::Open
    }
}

/// What is compared, and how.
struct Plan {
    show: Show,
    /// Whole sums of heaps, not single heaps.
    sums: bool,
    /// Who moves first: both players in turn, where it matters.
    movers: Vec<usize>,
    matching: Matching,
}

impl Solver {
    /// Compares two games.
    pub fn same(&mut self, question: &SameQuestion) -> Result<Same, Problem> {
        let _watched = self.watched();
        let plan = Plan::new(question)?;
        let compared = self.compared(question, &plan)?;
        let mut same = Same {
            names: question.names.clone(),
            show: plan.show,
            bound: compared.bound.clone(),
            compared: compared.count,
            differing: compared.differing,
            difference: compared.first.clone(),
            status: Status::Open,
            reason: Default::default(),
            outcomes: None,
            only: compared.only.clone(),
            sums: false,
            shift: None,
            stopped: compared.stopped.clone(),
        };
        if compared.count == 0 && compared.stopped.is_none() {
            return Err(nothing_in_common());
        }
        if same.difference.is_some() {
            same.status = Status::False;
            if let Some(values) = &compared.values {
                same.shift = self.shifted(question, values)?;
            }
            return Ok(same);
        }
        if compared.count > 0 {
            same.status = Status::Checked(compared.bound.clone());
        }
        self.proved(question, &plan, &compared, &mut same)?;
        Ok(same)
    }

    /// Puts "they are the same" to the proof; a theorem may also find a difference far out.
    fn proved(
        &mut self,
        question: &SameQuestion,
        plan: &Plan,
        compared: &Compared,
        same: &mut Same,
    ) -> Result<(), Problem> {
        let [a, b] = &question.games;
        // A map, or parameters that run, make it a statement about other positions than those of a theorem.
        let plain = plan.matching.by_order() && !compared.over_parameters;
        let mut reason = None;
        if plain {
            reason = proof::identical(a, b, plan.show);
        }
        // The same rules need no such remark.
        same.sums = reason.is_none()
            && plan.show == Show::Grundy
            && plan.matching.by_order()
            && question.games.iter().all(|g| g.kind().parts);
        if reason.is_none() && compared.whole && compared.stopped.is_none() {
            let count = compared.count;
            reason = Some(Sentence::from([
                format!("there are no other positions: all {count} were compared"),
                format!("没有其他局面：{count} 个局面全部比较过"),
            ]));
        }
        if reason.is_none() && plain && !plan.sums && plan.movers.len() == 1 {
            match self.for_all_sizes(question, plan.show)? {
                proof::Verdict::Equal(why) => reason = Some(why),
                proof::Verdict::Outcomes(reason) => {
                    same.outcomes = Some(Outcomes { status: Status::Proved, reason });
                }
                proof::Verdict::Differ(difference) => {
                    same.difference = Some(*difference);
                    same.status = Status::False;
                    return Ok(());
                }
                proof::Verdict::Open => {}
            }
        }
        if let Some(reason) = reason {
            same.status = Status::Proved;
            same.reason = reason;
            same.stopped = None;
        }
        Ok(())
    }
}

impl Plan {
    fn new(question: &SameQuestion) -> Result<Plan, Problem> {
        let [a, b] = &question.games;
        let both = |holds: fn(&Game) -> bool| holds(a) && holds(b);
        let show = match question.show {
            Some(Show::Best | Show::Value) => {
                return Err(Problem::NotApplicable(NotApplicable::Other([
                    "Moves of two games cannot be compared: their names differ. Compare who wins instead: --show win"
                        .into(),
                    "两个游戏的走法名称不同，无法比较。可改为比较胜负：--show win".into(),
                ])));
            }
            Some(show) => {
                applicable(a, show)?;
                applicable(b, show)?;
                show
            }
            None if both(|g| g.rules().score.is_some()) => Show::Score,
            None if both(|g| g.kind().grundy.is_ok()) => Show::Grundy,
            None => Show::Win,
        };
        let matching = Matching::new(a, b, &question.maps)?;
        let heaps = |g: &Game| g.kind().parts;
        // Without Grundy values a single heap says nothing about a sum.
        let by_values = both(|g| g.kind().grundy.is_ok());
        let sums = matching.sees_heaps() || heaps(a) && heaps(b) && !by_values && matching.by_order();
        if sums && question.ranges.iter().any(|r| a.rules().shape.fields.iter().any(|f| f.name == r.name)) {
            return Err(Problem::NotApplicable(NotApplicable::Other([
                "Sums of heaps are compared here, which have no ranges. Give the largest total size: --to 12"
                    .into(),
                "这里比较的是若干堆之和，不能给范围。请给出最大的总大小：--to 12".into(),
            ])));
        }
        let movers = if a.kind().partizan() || b.kind().partizan() { vec![0, 1] } else { vec![0] };
        Ok(Plan { show, sums, movers, matching })
    }
}

fn nothing_in_common() -> Problem {
    Problem::NotApplicable(NotApplicable::Other([
        "The two games have no position in common there. Give other ranges, or say how positions correspond: --map \"n = …\""
            .into(),
        "两个游戏在这个范围内没有共同的局面。请换一个范围，或说明局面如何对应：--map \"n = …\"".into(),
    ]))
}
