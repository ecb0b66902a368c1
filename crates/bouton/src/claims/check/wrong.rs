//! Every position at which a claim is wrong, for whoever draws them.

use super::claim::Record;
use crate::answer::word;
use crate::claims::Said;
use crate::game::Game;
use crate::report::Named;
use bouton_language::ast::{FieldKind, Verdict};
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// More than this are not listed.
pub(super) const MOST: usize = 10_000;

/// A position at which a claim is wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Counterexample")]
pub struct Wrong {
    /// As it can be typed.
    pub position: String,
    /// The parameters that vary and the numbers of the position, by name; `None` if it is not made of numbers alone.
    pub values: Option<Named<Value>>,
    /// What the claim says: an outcome or a number.
    pub said: String,
    /// What the rules say.
    pub is: String,
}

pub(super) fn wrong<'r>(game: &Game, records: impl IntoIterator<Item = &'r Record>) -> Vec<Wrong> {
    records.into_iter().take(MOST).map(|r| one(game, r)).collect()
}

fn one(game: &Game, record: &Record) -> Wrong {
    let rules = game.rules();
    let typed = || rules.shape.fields.iter().enumerate().filter(|(_, f)| f.start.is_none());
    let mut values: Vec<(String, Value)> =
        record.settings.iter().map(|(p, v)| (rules.params[*p].name.clone(), v.clone())).collect();
    let values = match record.position.parts.as_slice() {
        [part] if typed().all(|(_, f)| f.kind == FieldKind::Number) => {
            values.extend(typed().map(|(i, f)| (f.name.clone(), part[i].clone())));
            Some(Named(values))
        }
        _ => None,
    };
    let is = match (&record.truth.value, record.truth.outcome) {
        (Some(v), _) => v.to_string(),
        (None, outcome) => outcome.map_or_else(String::new, |v| word(v).to_string()),
    };
    let drawn = record.truth.outcome == Some(Verdict::Draw);
    let said = match &record.said {
        Said::Is(v) => word(*v).to_string(),
        // Without draws "not lost" is "won".
        Said::IsNot(Verdict::Lose) if !drawn => word(Verdict::Win).to_string(),
        Said::IsNot(Verdict::Win) if !drawn => word(Verdict::Lose).to_string(),
        Said::IsNot(v) => format!("not {}", word(*v)),
        Said::Grundy(v) | Said::Score(v) => v.to_string(),
    };
    Wrong { position: game.show(&record.position), values, said, is }
}
