//! A report as JSON: what was said, and what was found about it.

use super::Wrong;
use super::{
    ClaimResult, ClaimVerdict, ExampleResult, ExampleVerdict, Report, StrategyResult, StrategyVerdict,
};
use crate::answer::Status;
use crate::report::{self, no};
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// A report.
#[derive(Serialize, JsonSchema)]
pub struct CheckAnswer<'r> {
    game: &'r str,
    ok: bool,
    complete: bool,
    examples: Vec<ExampleAnswer<'r>>,
    claims: Vec<ClaimAnswer<'r>>,
    strategies: Option<StrategyAnswer>,
}

#[derive(Serialize, JsonSchema)]
struct ExampleAnswer<'r> {
    text: &'r str,
    place: String,
    right: Option<bool>,
    message: String,
    #[serde(skip_serializing_if = "no")]
    aside: bool,
}

#[derive(Serialize, JsonSchema)]
struct StrategyAnswer {
    place: String,
    right: Option<bool>,
    tested: u64,
    checked_to: String,
    message: String,
    #[serde(skip_serializing_if = "no")]
    aside: bool,
}

#[derive(Serialize, JsonSchema)]
struct ClaimAnswer<'r> {
    text: &'r str,
    place: String,
    #[serde(serialize_with = "report::status_word")]
    #[schemars(with = "Option<report::StatusWord>")]
    status: &'r Status,
    checked_to: String,
    tested: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Value>,
    #[serde(flatten)]
    failure: Option<FailureAnswer<'r>>,
    #[serde(skip_serializing_if = "no")]
    aside: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    inductive: Option<String>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexamples: Option<&'r [Wrong]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexamples_cut: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct FailureAnswer<'r> {
    exceptions: u64,
    claimed: &'r [String],
    missed: &'r [String],
    r#try: Option<&'r str>,
    try_status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#where: Option<&'r str>,
}

impl Report {
    /// The fixed JSON form; in full with every position at which a claim is wrong.
    pub fn answer(&self, in_full: bool, lang: Lang) -> CheckAnswer<'_> {
        CheckAnswer {
            game: &self.game,
            ok: self.ok(),
            complete: !self.unfinished(),
            examples: self.examples.iter().map(|e| e.answer(lang)).collect(),
            claims: self.claims.iter().map(|c| c.answer(in_full, lang)).collect(),
            strategies: self.strategies.as_ref().map(|s| s.answer(lang)),
        }
    }
}

impl ExampleResult {
    fn answer(&self, lang: Lang) -> ExampleAnswer<'_> {
        ExampleAnswer {
            text: &self.text,
            place: self.place.to_string(),
            right: match self.verdict {
                ExampleVerdict::Right => Some(true),
                ExampleVerdict::Unknown(_) | ExampleVerdict::Aside(_) => None,
                _ => Some(false),
            },
            message: self.lines(lang).join("\n"),
            aside: matches!(self.verdict, ExampleVerdict::Aside(_)),
        }
    }
}

impl StrategyResult {
    fn answer(&self, lang: Lang) -> StrategyAnswer {
        let aside = matches!(self.verdict, StrategyVerdict::Aside(_));
        StrategyAnswer {
            place: self.place.to_string(),
            right: (!aside).then_some(!self.is_wrong()),
            tested: self.tested,
            checked_to: self.bound.say(lang),
            message: self.say(lang),
            aside,
        }
    }
}

impl ClaimResult {
    fn answer(&self, in_full: bool, lang: Lang) -> ClaimAnswer<'_> {
        let failure = match &self.verdict {
            ClaimVerdict::False(failure) => Some(&**failure),
            _ => None,
        };
        let status = |proved: bool| if proved { Status::Proved } else { Status::Checked(Default::default()) };
        let listed = failure.filter(|_| in_full);
        ClaimAnswer {
            text: &self.text,
            place: self.place.to_string(),
            status: &self.status,
            checked_to: self.bound.say(lang),
            tested: self.tested,
            counterexample: match &self.verdict {
                ClaimVerdict::False(f) => Some(Value::text(&f.smallest.position)),
                ClaimVerdict::FalsePeriod(f) => Some(Value::Int(f.at)),
                _ => None,
            },
            failure: failure.map(|f| FailureAnswer {
                exceptions: f.count,
                claimed: &f.claimed,
                missed: &f.missed,
                r#try: f.repair.as_ref().map(|r| r.text.as_str()),
                try_status: f.repair.as_ref().map(|r| status(r.proved).word()),
                r#where: f.condition.as_deref(),
            }),
            aside: matches!(self.verdict, ClaimVerdict::Aside(_)),
            inductive: self.inductive.as_ref().map(|i| i.say(lang)),
            message: self.say(lang),
            counterexamples: listed.map(|f| f.wrong.as_slice()),
            counterexamples_cut: listed.map(|f| f.count > f.wrong.len() as u64),
        }
    }
}
