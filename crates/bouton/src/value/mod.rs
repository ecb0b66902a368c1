//! Values of partizan positions and of expressions: what is asked, what is answered.
//!
//! [`mod@line`] reads what a person types (`toads-frogs TT..FF - 2 * {1|-1}`), [`rules`] works positions out, the crate
//! [`bouton_values`] does the arithmetic, [`report`](crate::report) says it.

mod certificate;
mod hot;
pub mod line;
mod loopy;
mod moves;
#[cfg(feature = "plot")]
pub mod picture;
mod problem;
pub(crate) mod rules;
mod sources;

pub use hot::SumAnswer;
pub use loopy::{LoopyAnswer, LoopyKind, LoopyTerm};
pub use moves::WinningMove;
pub use problem::ValueProblem;
pub use sources::Known;

use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::report::{Named, Sentence};
use bouton_language::interp::Position;
use bouton_language::rules::{End, Rules};
use bouton_values::text::{Line, Relation, work_out};
use bouton_values::{Dyadic, Point, Style, Thermograph, Value, Values};
use problem::{failed, malformed, undefined};
pub(crate) use problem::{halted, no_value};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;

/// Forms longer than this are cut in answers.
const LONGEST: usize = 600;

/// One term of a sum.
#[derive(Clone)]
pub struct Term {
    /// How many times it is taken; the negative of it for numbers below 0.
    pub times: i64,
    /// What it is.
    pub what: What,
}

/// A position or an expression.
#[derive(Clone)]
pub enum What {
    /// A position of a game.
    Position(Game, Position),
    /// An expression of values, as typed.
    Expression(String),
}

/// "What is this worth?"
#[derive(Clone)]
pub struct ValueQuestion {
    /// The terms of the sum.
    pub terms: Vec<Term>,
}

impl ValueQuestion {
    /// Are all terms positions that are taken once?
    fn is_plain(&self) -> bool {
        self.terms.iter().all(|term| term.times == 1 && matches!(term.what, What::Position(..)))
    }

    /// Can play go round in some term, by its rules or as an expression says? Then [`Solver::loopy`] is who to ask.
    pub fn is_loopy(&self) -> bool {
        self.terms.iter().any(|term| match &term.what {
            What::Position(game, _) => game.rules().endless.is_some(),
            What::Expression(text) => Line::parse(text).is_ok_and(|line| match line {
                Line::Value(value) => value.is_loopy(),
                Line::Compare(left, _, right) => left.is_loopy() || right.is_loopy(),
            }),
        })
    }
}

/// A value with what is said of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Said {
    /// The canonical form in ASCII; reads back as the same value if it is whole.
    pub value: String,
    /// The same in Unicode.
    pub unicode: String,
    /// Is the form written out to its end?
    #[serde(skip_serializing_if = "crate::report::yes")]
    pub whole: bool,
    /// What kind of value it is: `zero`, `integer`, `number`, `nimber`, `infinitesimal`, `number and infinitesimal`, `tepid or hot`.
    pub kind: Kind,
    /// L, R, N or P.
    pub class: char,
    /// The number at which play ends when Left begins.
    pub left_stop: String,
    /// The same when Right begins.
    pub right_stop: String,
    /// The tax at which nobody wants to move; -1 for integers.
    pub temperature: String,
    /// What one copy is worth when there are many.
    pub mean: String,
    /// How many ups it is about, where it is all-small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<String>,
    /// The day on which it is born.
    pub birthday: u64,
    /// Different values that play in the canonical form can lead to, the value too.
    pub followers: u64,
}

/// What kind of value something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ValueKind")]
pub enum Kind {
    /// Whoever moves first loses.
    Zero,
    /// Moves ahead.
    Integer,
    /// A fraction of a move.
    Number,
    /// A nim heap.
    Nimber,
    /// Smaller than every positive number.
    Infinitesimal,
    /// A number and something infinitesimal.
    NearNumber,
    /// Moving is worth something.
    Hot,
}

/// One term with its value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TermValue {
    /// The title of the game; none for an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The position or the expression.
    pub position: String,
    /// How many times it stands in the sum.
    pub times: i64,
    /// The value of one of it.
    #[serde(flatten)]
    pub said: Said,
}

/// How two values stand to each other.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Compared {
    /// The other value.
    pub with: String,
    /// `<`, `>`, `=` or `||` (confused).
    pub relation: &'static str,
    /// Does what was said hold?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
}

/// The answer to a [`ValueQuestion`].
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueAnswer {
    /// The titles of the games, as they stand in the sum.
    pub game: String,
    /// The position or the expression, as it can be typed.
    pub position: String,
    /// The names of Left and Right.
    pub players: [String; 2],
    /// The value.
    #[serde(flatten)]
    pub said: Said,
    /// Who wins, in words.
    pub who: Sentence,
    /// How it compares, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
    /// The winning first moves of each player, where a sum of positions was asked.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub winning_moves: Named<Vec<WinningMove>>,
    /// The terms, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermValue>,
    /// Why, in words.
    pub why: Vec<Sentence>,
    /// PROVED: values are computed completely or not at all.
    #[schemars(extend("const" = "PROVED"))]
    pub status: &'static str,
    /// How it was found.
    pub how: Sentence,
    /// Positions whose values were worked out.
    pub positions: u64,
}

/// A point of a wall of a thermograph.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WallPoint {
    /// The tax.
    pub tax: String,
    /// The value there.
    pub at: String,
    /// Both as floats, for pictures.
    #[serde(skip)]
    pub about: (f64, f64),
}

impl From<&Point> for WallPoint {
    fn from(point: &Point) -> WallPoint {
        let about = (point.tax.about(), point.at.about());
        WallPoint { tax: point.tax.to_string(), at: point.at.to_string(), about }
    }
}

/// A value with the walls of its thermograph: where they turn, from tax 0 up; behind the last point they go straight up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThermographAnswer {
    /// The value.
    #[serde(flatten)]
    pub answer: ValueAnswer,
    /// The left wall.
    pub left: Vec<WallPoint>,
    /// The right wall.
    pub right: Vec<WallPoint>,
}

/// Why positions of a game have no short values, by its rules; `None` if nothing speaks against them.
pub fn no_short_value(game: &Game) -> Option<[&'static str; 2]> {
    let rules = game.rules();
    let loopy =
        (rules.endless.is_some(), ["it is loopy: endless play is allowed", "是循环游戏：允许无限进行"]);
    no_value_at_all(rules).into_iter().chain([loopy]).find(|(is, _)| *is).map(|(_, why)| why)
}

/// Does nothing in its rules speak against values, those of short or those of loopy games?
pub fn may_have_values(game: &Game) -> bool {
    let rules = game.rules();
    !is_won_endlessly(rules) && !no_value_at_all(rules).iter().any(|(is, _)| *is)
}

/// Does somebody win play that goes on for ever? Values of loopy games count it as a draw.
fn is_won_endlessly(rules: &Rules) -> bool {
    rules.endless.is_some_and(|endless| endless != End::Draw)
}

/// Reasons why positions have no value, neither that of a short nor that of a loopy game, and which of them hold.
fn no_value_at_all(rules: &Rules) -> [(bool, [&'static str; 2]); 9] {
    [
        (rules.score.is_some(), ["play is for a score", "按得分计胜负"]),
        (!rules.whens.is_empty(), ["there is an ending by condition", "有条件终局"]),
        (rules.end == End::Misere, ["play is misère", "采用反常规则"]),
        (
            rules.end != End::Normal,
            ["the player who cannot move does not simply lose", "无法走者并非一律判负"],
        ),
        (rules.moves.iter().any(|m| m.again.is_some()), ["a player may move again", "有连走"]),
        (rules.stop.is_some(), ["play stops after a number of moves", "走满步数即停"]),
        (rules.block.is_some(), ["the opponent may forbid options", "对方可以禁着"]),
        (rules.uses.turn, ["the rules look at the number of moves made", "规则与已走步数有关"]),
        (rules.uses.heaps, ["the rules look at all parts at once", "规则同时涉及所有部分"]),
    ]
}

impl Solver {
    /// The value of a sum of positions and expressions.
    pub fn value(&mut self, question: &ValueQuestion) -> Result<ValueAnswer, Problem> {
        self.begin_values();
        if let [Term { times: 1, what: What::Expression(text) }] = question.terms.as_slice() {
            return self.expression(text);
        }
        let mut sum = Value::ZERO;
        let mut terms = Vec::new();
        for term in &question.terms {
            let value = self.term_value(&term.what)?;
            let values = &mut self.partizan.values;
            let many = values.times(&term.times.into(), value).map_err(halted)?;
            sum = values.add(sum, many).map_err(halted)?;
            terms.push((term, value));
        }
        let players = players(question);
        let winning_moves = self.winning_moves(question, sum, &players)?;
        let positions = self.partizan.positions();
        let values = &mut self.partizan.values;
        let said = Said::of(values, sum).map_err(halted)?;
        let mut listed = Vec::new();
        if terms.len() > 1 || terms.iter().any(|(term, _)| term.times != 1) {
            for (term, value) in terms {
                let (game, position) = shown(&term.what);
                let said = Said::of(values, value).map_err(halted)?;
                listed.push(TermValue { game, position, times: term.times, said });
            }
        }
        let why = crate::report::value::why(values, sum, &said, &players).map_err(halted)?;
        Ok(ValueAnswer {
            game: line::titles(question),
            position: line::written(question),
            who: crate::report::value::who(said.class, &players),
            players,
            said,
            compared: None,
            winning_moves,
            terms: listed,
            why,
            status: "PROVED",
            how: crate::report::value::how(positions),
            positions,
        })
    }

    fn expression(&mut self, text: &str) -> Result<ValueAnswer, Problem> {
        let values = &mut self.partizan.values;
        let read = Line::parse(text).map_err(|wrong| malformed(wrong, text))?;
        let (left, other) = match &read {
            Line::Value(value) => (value, None),
            Line::Compare(left, relation, right) => (left, Some((*relation, right))),
        };
        let value = work_out(values, left).map_err(undefined)?;
        let compared = match other {
            None => None,
            Some((relation, right)) => {
                let right = work_out(values, right).map_err(undefined)?;
                Some(compared(values, value, relation, right).map_err(halted)?)
            }
        };
        let players = ["Left".to_string(), "Right".to_string()];
        let said = Said::of(values, value).map_err(halted)?;
        let why = crate::report::value::why(values, value, &said, &players).map_err(halted)?;
        Ok(ValueAnswer {
            game: String::new(),
            position: text.trim().to_string(),
            who: crate::report::value::who(said.class, &players),
            players,
            said,
            compared,
            winning_moves: Named::default(),
            terms: Vec::new(),
            why,
            status: "PROVED",
            how: crate::report::value::how(0),
            positions: 0,
        })
    }

    /// The thermograph of a sum.
    pub fn thermograph(&mut self, question: &ValueQuestion) -> Result<ThermographAnswer, Problem> {
        let answer = self.value(question)?;
        let value = self.sum_value(question)?;
        let thermograph = self.partizan.values.thermograph(value).map_err(halted)?;
        let wall = |points: &[Point]| points.iter().map(WallPoint::from).collect();
        Ok(ThermographAnswer { answer, left: wall(&thermograph.left), right: wall(&thermograph.right) })
    }

    /// What is said of a position's value.
    pub(crate) fn said_value(&mut self, game: &Game, position: &Position) -> Result<Said, Problem> {
        self.begin_values();
        let value = self.position_value(game, position)?;
        Said::of(&mut self.partizan.values, value).map_err(halted)
    }

    /// What a move in a position is worth.
    pub(crate) fn temperature(&mut self, game: &Game, position: &Position) -> Result<Dyadic, Problem> {
        self.begin_values();
        let value = self.position_value(game, position)?;
        Ok(self.partizan.values.thermograph(value).map_err(halted)?.temperature.clone())
    }

    /// The canonical form of a sum, and the values among which it is one.
    pub fn canonical(&mut self, question: &ValueQuestion) -> Result<(&mut Values, Value), Problem> {
        self.begin_values();
        let value = self.sum_value(question)?;
        Ok((&mut self.partizan.values, value))
    }

    fn sum_value(&mut self, question: &ValueQuestion) -> Result<Value, Problem> {
        let mut sum = Value::ZERO;
        for term in &question.terms {
            let value = self.term_value(&term.what)?;
            let values = &mut self.partizan.values;
            let many = values.times(&term.times.into(), value).map_err(halted)?;
            sum = values.add(sum, many).map_err(halted)?;
        }
        Ok(sum)
    }

    fn term_value(&mut self, what: &What) -> Result<Value, Problem> {
        match what {
            What::Position(game, position) => self.position_value(game, position),
            What::Expression(text) => {
                let values = &mut self.partizan.values;
                let read = Line::parse(text).map_err(|wrong| malformed(wrong, text))?;
                let Line::Value(expression) = read else { return Err(ValueProblem::Relation.into()) };
                work_out(values, &expression).map_err(|why| failed(why.into(), text))
            }
        }
    }

    /// The value of a position, if it is another than the one that is told.
    pub(crate) fn other_value(
        &mut self,
        game: &Game,
        position: &Position,
        told: &str,
    ) -> Result<Option<String>, Problem> {
        let what = What::Position(game.clone(), position.clone());
        let question = ValueQuestion { terms: vec![Term { times: 1, what }] };
        let told_what = What::Expression(told.to_string());
        if question.is_loopy() {
            return self.other_loopy(&question.terms[0].what, &told_what);
        }
        self.begin_values();
        let (found, told) = (self.sum_value(&question)?, self.term_value(&told_what)?);
        let values = &mut self.partizan.values;
        Ok(if found == told {
            None
        } else {
            Some(values.text(found, Style::Ascii, LONGEST).map_err(halted)?.text)
        })
    }

    /// Starts a question: the budget holds for values too, and what is too much is forgotten.
    pub(crate) fn begin_values(&mut self) {
        let budget = self.budget().clone();
        if budget.crowded() || self.partizan.bytes() > budget.memory_limit() / 2 {
            self.partizan = Known::default();
        }
        self.partizan.values.limit(&budget);
    }

    /// The value of a position, from its rules.
    pub(crate) fn position_value(&mut self, game: &Game, position: &Position) -> Result<Value, Problem> {
        if let Some(why) = no_short_value(game) {
            return Err(no_value(why));
        }
        let mut sum = Value::ZERO;
        for part in &position.parts {
            let value = self.part_value(game, part)?;
            sum = self.partizan.values.add(sum, value).map_err(halted)?;
        }
        Ok(sum)
    }
}

impl Game {
    /// The value of a position, and what is said of it.
    pub fn value(&self, position: &Position) -> Result<ValueAnswer, Problem> {
        let what = What::Position(self.clone(), position.clone());
        let question = ValueQuestion { terms: vec![Term { times: 1, what }] };
        Solver::new(bouton_engine::Budget::unlimited()).value(&question)
    }
}

/// Left and Right as the games call them, where all agree.
fn players(question: &ValueQuestion) -> [String; 2] {
    let mut names = question.terms.iter().filter_map(|term| match &term.what {
        What::Position(game, _) if game.kind().partizan() => Some(game.rules().players.clone()),
        _ => None,
    });
    let plain = || ["Left".to_string(), "Right".to_string()];
    match names.next() {
        Some(first) if names.all(|other| other == first) => first,
        _ => plain(),
    }
}

/// The title and the position of a term.
fn shown(what: &What) -> (Option<String>, String) {
    match what {
        What::Position(game, position) => (Some(game.title()), game.show(position)),
        What::Expression(text) => (None, text.trim().to_string()),
    }
}

fn compared(
    values: &mut Values,
    left: Value,
    relation: Relation,
    right: Value,
) -> Result<Compared, bouton_engine::Halt> {
    let order = values.compare(left, right)?;
    let with = values.text(right, Style::Ascii, LONGEST)?.text;
    Ok(Compared::new(with, order, relation))
}

impl Compared {
    fn new(with: String, order: Option<Ordering>, said: Relation) -> Compared {
        let relation = match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Greater) => ">",
            Some(Ordering::Equal) => "=",
            None => "||",
        };
        Compared { with, relation, holds: said.holds(order) }
    }
}

impl Said {
    /// What is said of a value.
    pub(crate) fn of(values: &mut Values, value: Value) -> Result<Said, bouton_engine::Halt> {
        let ascii = values.text(value, Style::Ascii, LONGEST)?;
        let unicode = values.text(value, Style::Unicode, LONGEST)?;
        let thermograph = values.thermograph(value)?;
        let (left, right) = values.stops(value);
        let weight = values.atomic_weight(value)?;
        let atomic_weight = match weight {
            Some(weight) => Some(values.text(weight, Style::Ascii, LONGEST)?.text),
            None => None,
        };
        Ok(Said {
            value: ascii.text,
            unicode: unicode.text,
            whole: ascii.whole && unicode.whole,
            kind: kind(values, value, &thermograph),
            class: values.class(value)?.letter(),
            left_stop: left.to_string(),
            right_stop: right.to_string(),
            temperature: thermograph.temperature.to_string(),
            mean: thermograph.mean.to_string(),
            atomic_weight,
            birthday: values.birthday(value)?,
            followers: values.count_followers(value)?,
        })
    }

    /// The value as people write it.
    pub fn shown(&self) -> &str {
        &self.unicode
    }
}

fn kind(values: &Values, value: Value, thermograph: &Thermograph) -> Kind {
    if value == Value::ZERO {
        return Kind::Zero;
    }
    match values.as_simple(value) {
        Some(simple) if simple.is_number() && simple.number.is_integer() => Kind::Integer,
        Some(simple) if simple.is_number() => Kind::Number,
        Some(simple) if simple.ups == 0 && simple.number.signum() == 0 => Kind::Nimber,
        _ if thermograph.temperature > Dyadic::ZERO => Kind::Hot,
        _ if thermograph.mean == Dyadic::ZERO => Kind::Infinitesimal,
        _ => Kind::NearNumber,
    }
}
