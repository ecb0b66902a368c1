//! `pattern`: prints the table, looks for the rule behind it, and says how far the rule can be trusted.
//!
//! The patterns themselves are found by [`bouton_theory`]; here the tables are made for them, their findings are put to
//! the proof, and everything becomes data that can be printed.

mod doubt;
mod grid;
mod known;
mod list;
mod proof;
mod quotient;
mod values;

use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::report::{Sentence, exact_list};
use crate::table::{AxisRange, Cell, Drawing, Show, Table, TableQuestion, default_show};
use bouton_language::ast::ShapeKind;
use bouton_language::rules::Rules;
use bouton_theory::sequences::Search;
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use grid::boxed;
pub use list::in_numbers;
pub(crate) use list::suggested;

/// "What is the rule behind these values?"
#[derive(Clone)]
pub struct PatternQuestion {
    /// The game.
    pub game: Game,
    /// Ranges of fields and parameters.
    pub ranges: Vec<AxisRange>,
    /// How far the table goes; by default as far as is quickly done.
    pub to: Option<u64>,
    /// What to look at; by default Grundy values, where the positions are sums or one number, else who wins.
    pub show: Option<Show>,
    /// What to look for.
    pub search: Search,
}

/// The values of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PeriodFound {
    /// The period.
    pub period: u64,
    /// What a period adds.
    pub saltus: i64,
    /// The first n from which it holds for ever.
    pub from: i64,
    /// The values of one period, from `from` on, if it is short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<i64>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Found {
    /// What kind of pattern: `period`, `digits`, `formula`, …
    pub kind: &'static str,
    /// How far it can be trusted.
    #[serde(flatten)]
    pub status: Status,
    /// The pattern as a formula.
    pub formula: String,
    /// Why it has this status.
    pub reason: Sentence,
    /// Lines that can be pasted into the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The numbers of a period.
    #[serde(flatten)]
    pub period: Option<PeriodFound>,
    /// Where it does not hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<String>,
    /// The misère quotient that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientFound>,
}

/// A misère quotient in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuotientFound {
    /// The number of elements.
    pub order: usize,
    /// How many of them are lost.
    pub lost: usize,
    /// Is it the quotient of a Nim game?
    pub tame: bool,
    /// The n of a tame quotient T_n.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim: Option<u32>,
}

/// A pattern that looked right for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Trap {
    /// What the first values show.
    pub formula: String,
    /// The first n at which it fails.
    pub fails: i64,
    /// What it says there.
    pub expected: i64,
    /// What is true there.
    pub found: i64,
}

/// A sequence: the first n, and the values.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Values {
    /// The first n.
    pub first: i64,
    /// The values.
    #[serde(serialize_with = "exact_list")]
    #[schemars(with = "Vec<crate::report::Int>")]
    pub values: Vec<i64>,
}

/// What was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PatternAnswer")]
pub struct Patterns {
    /// The title of the game; empty for a bare list of numbers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The table that was looked at, where there is one.
    #[serde(skip)]
    pub table: Option<Table>,
    /// The numbers that were looked at, where they are one sequence.
    #[serde(flatten)]
    pub values: Option<Values>,
    /// The findings, the best first.
    pub found: Vec<Found>,
    /// What only looked like a pattern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Trap>,
    /// That nothing is found among values that are too few to tell anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub few: Option<Sentence>,
    /// What holds as far as was seen and is not to be believed all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<Sentence>,
    /// Why the table is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Problem>,
}

/// Tables grow until so much is spent on them where no size is asked for: about a second.
const PATIENCE: u64 = 1_000_000;

impl Solver {
    /// Looks for patterns in the values of a game.
    pub fn pattern(&mut self, question: &PatternQuestion) -> Result<Patterns, Problem> {
        let _watched = self.watched();
        let show = question.show.unwrap_or_else(|| usual(&question.game));
        if show == Show::Value {
            return self.value_pattern(question);
        }
        let table = self.grown(question, show)?;
        let mut patterns = Patterns {
            game: question.game.title(),
            table: None,
            values: None,
            found: Vec::new(),
            traps: Vec::new(),
            few: None,
            doubts: Vec::new(),
            stopped: table.stopped.clone(),
        };
        if table.drawing == Drawing::Strip {
            let parameter = table.axes.first().is_some_and(|a| a.parameter);
            let period = self.period_of_strip(&question.game, &table, question.to.is_none())?;
            let seen = list::in_strip(&table, period.as_ref(), &question.search, &mut patterns);
            for claim in patterns.found.iter_mut().filter_map(|f| f.claim.as_mut()) {
                *claim = renamed(claim, question.game.rules());
            }
            if let Some(period) = &period {
                proof::by_period(period, seen, &mut patterns);
            }
            if !parameter && show == Show::Win {
                self.by_quotient(&question.game, seen, &mut patterns);
            }
            if !parameter && show == Show::Grundy {
                proof::by_window(&question.game, &question.search, self.budget(), &mut patterns);
                known::compare(Some(&question.game), question.to.is_none(), &mut patterns);
            }
        } else if !grid::in_grid(&question.game, &table, &question.search, &mut patterns) {
            return Err(Problem::NotApplicable(NotApplicable::Other([
                "The positions of this game are no numbers, so they have no sequence. Give ranges of its parameters, \
                 if it has any: rows=1..9"
                    .into(),
                "这个游戏的局面不是数，不成数列。若有参数，可给出参数的范围：rows=1..9".into(),
            ])));
        }
        if !table.axes.iter().any(|a| a.parameter) {
            self.prove_claims(&question.game, question.to, &mut patterns)?;
            doubt::weigh(&question.game, &mut patterns);
        }
        if table.drawing != Drawing::Strip {
            // What is proved of the same set in the same way is said once; a condition behind it makes it another set.
            let mut said = Vec::new();
            patterns.found.retain(|f| {
                let again =
                    f.status == Status::Proved && !f.formula.contains(" if ") && said.contains(&f.kind);
                said.push(f.kind);
                !again
            });
        }
        if let Some(Values { first, values }) = patterns.values.as_ref().filter(|_| patterns.found.is_empty())
        {
            let name = table.columns.first().map_or("n", String::as_str);
            patterns.few = list::few(*first, values, name, "v").map(Sentence::from);
        }
        patterns.table = Some(table);
        Ok(patterns)
    }

    /// The table to look at: as large as asked for, or as large as it gets by about a second's work.
    fn grown(&mut self, question: &PatternQuestion, show: Show) -> Result<Table, Problem> {
        let mut asked = TableQuestion::new(question.game.clone());
        asked.ranges = question.ranges.clone();
        asked.show = Some(show);
        asked.to = question.to;
        if question.to.is_some() {
            return self.table(&asked);
        }
        let start = self.spent();
        asked.to = Some(12);
        let mut table = self.table(&asked)?;
        let most = match table.axes.len() {
            _ if table.drawing == Drawing::List => 12,
            1 => 20_000,
            2 => 96,
            3 => 24,
            _ => 12,
        };
        let mut to = 12;
        while to < most && table.stopped.is_none() {
            // Twice as far costs four times as much or more.
            if self.spent().saturating_sub(start) * 4 > PATIENCE {
                break;
            }
            to = (to * 2).min(most);
            asked.to = Some(to);
            let larger = self.table(&asked)?;
            let grew = larger.rows().len() > table.rows().len();
            if larger.stopped.is_some() || !grew {
                break;
            }
            table = larger;
        }
        Ok(table)
    }
}

/// A claim with a definition of its own, under a name that the rules do not use yet.
fn renamed(claim: &str, rules: &Rules) -> String {
    let defined = claim.strip_prefix("define ").and_then(|rest| rest.split_once('('));
    let Some((name, _)) = defined else { return claim.to_string() };
    let taken = |name: &str| {
        rules.defines.iter().any(|d| d.name == name)
            || rules.params.iter().any(|p| p.name == name)
            || rules.shape.fields.iter().any(|f| f.name == name)
    };
    if !taken(name) {
        return claim.to_string();
    }
    let fresh = (2..).map(|i| format!("{name}{i}")).find(|n| !taken(n)).unwrap_or_default();
    let (call, mut text, mut rest) = (format!("{name}("), String::new(), claim);
    while let Some(at) = rest.find(&call) {
        // A call of the definition begins a word.
        let before = rest[..at].chars().next_back().or_else(|| text.chars().next_back());
        let whole = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        text.push_str(&rest[..at]);
        text.push_str(if whole { &fresh } else { name });
        text.push('(');
        rest = &rest[at + call.len()..];
    }
    text.push_str(rest);
    text
}

/// What people look at first: values of sums and of single numbers, outcomes of everything else.
fn usual(game: &Game) -> Show {
    let rules = game.rules();
    let typed = rules.shape.fields.iter().filter(|f| f.start.is_none()).count();
    match default_show(game) {
        Show::Grundy if rules.shape.kind != ShapeKind::Heaps && typed > 1 => Show::Win,
        show => show,
    }
}

/// A cell as a number, where it is one: Grundy values, scores, and 1 for lost positions.
fn number(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Outcome(_) => cell.lost().map(i64::from),
        Cell::Best(_) | Cell::Value(_) => None,
        cell => cell.number(),
    }
}

impl Found {
    /// A finding of this kind, as yet without words; it agrees with what was seen.
    fn new(kind: &'static str) -> Found {
        Found {
            kind,
            status: Status::Checked(Default::default()),
            formula: String::new(),
            claim: None,
            reason: Default::default(),
            period: None,
            exceptions: Vec::new(),
            quotient: None,
        }
    }
}
