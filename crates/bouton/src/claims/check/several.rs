//! Claims about several numbers: the positions where they fail as a set of tuples, described by a condition where one
//! fits, and what is really true described in the same way.

use super::claim::Record;
use crate::claims::Said;
use crate::claims::sweep::Domain;
use crate::game::Game;
use crate::pattern::boxed;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::interp::Part;
use bouton_language::rules::{About, Claim};
use bouton_language::value::Value;
use bouton_theory::sequences::Search;
use bouton_theory::tables;

/// Sets up to this size are listed before a pattern is looked for, and up to that size where there is none.
const SHORT: usize = 3;
const LONGEST: usize = 8;

/// The numbers that a claim about several numbers speaks of.
pub(super) struct Numbers {
    /// Their names, as claims write them.
    pub(super) names: Vec<String>,
    /// Positions are the same in every order of their numbers.
    unordered: bool,
}

impl Numbers {
    /// The numbers of a claim about positions that are several numbers: fields, and places of rows of one length.
    pub(super) fn of(game: &Game, claim: &Claim, domain: &Domain, records: &[Record]) -> Option<Numbers> {
        let shape = &game.rules().shape;
        let one_part = shape.kind != ShapeKind::Heaps || claim.about == About::Part;
        if !one_part || domain.varied().next().is_some() {
            return None;
        }
        let part = records.first()?.position.parts.first()?;
        let mut names = Vec::new();
        for (i, field) in shape.fields.iter().enumerate().filter(|(_, f)| f.start.is_none()) {
            match (field.kind, part.get(i)?) {
                (FieldKind::Number, Value::Int(_)) => names.push(field.name.clone()),
                (FieldKind::Row, Value::List(items)) => {
                    names.extend((1..=items.len()).map(|k| format!("{}[{k}]", field.name)));
                }
                _ => return None,
            }
        }
        (names.len() > 1).then_some(Numbers { names, unordered: shape.unordered })
    }

    /// The numbers of a position; `None` if it has others.
    fn tuple(&self, game: &Game, part: &Part) -> Option<Vec<i64>> {
        let mut out = Vec::new();
        let fields = game.rules().shape.fields.iter().zip(part.iter());
        for (_, value) in fields.filter(|(f, _)| f.start.is_none()) {
            match value {
                Value::Int(n) => out.push(*n),
                Value::List(items) => {
                    out.extend(items.iter().map(Value::as_int).collect::<Option<Vec<_>>>()?)
                }
                _ => return None,
            }
        }
        (out.len() == self.names.len()).then_some(out)
    }

    /// The positions of which something is asked, each with its answer, in both orders where order does not matter.
    fn table(
        &self,
        game: &Game,
        records: &[Record],
        answer: &dyn Fn(&Record) -> Option<i64>,
        set: bool,
    ) -> Option<tables::Table> {
        let mut tuples = Vec::new();
        for r in records {
            let [part] = r.position.parts.as_slice() else { return None };
            let Some(value) = answer(r) else { continue };
            let tuple = self.tuple(game, part)?;
            if self.unordered {
                tuples.push((tuple.iter().rev().copied().collect(), Some(value)));
            }
            tuples.push((tuple, Some(value)));
        }
        boxed(self.names.clone(), &tuples, set)
    }

    /// A condition that holds exactly at the members among the records that were asked.
    fn condition(
        &self,
        game: &Game,
        records: &[Record],
        member: &dyn Fn(&Record) -> Option<bool>,
    ) -> Option<String> {
        let table = self.table(game, records, &|r| member(r).map(i64::from), true)?;
        let members: Vec<Vec<i64>> = table.iter().filter(|c| c.1 == 1).map(|c| c.0).collect();
        let all = table.iter().count();
        if members.is_empty() {
            return None;
        }
        if members.len() <= SHORT && members.len() < all {
            return Some(self.listed(&members));
        }
        if members.len() == all {
            return Some("yes".into());
        }
        let found = tables::find(&table, &Search::default());
        let exact = found.into_iter().find(|f| f.exceptions.is_empty()).map(|f| f.formula);
        exact.or_else(|| (members.len() <= LONGEST).then(|| self.listed(&members)))
    }

    /// `(a, b) in {(1, 2), (2, 1)}`
    fn listed(&self, members: &[Vec<i64>]) -> String {
        if let [one] = members {
            let equal = self.names.iter().zip(one).map(|(n, v)| format!("{n} = {v}"));
            return equal.collect::<Vec<_>>().join(" and ");
        }
        let list = members.iter().map(|p| parenthesised(p)).collect::<Vec<_>>().join(", ");
        format!("({}) in {{{list}}}", self.names.join(", "))
    }

    /// A position as the tuple of its numbers.
    pub(super) fn shown(&self, game: &Game, record: &Record) -> Option<String> {
        let [part] = record.position.parts.as_slice() else { return None };
        self.tuple(game, part).map(|t| parenthesised(&t))
    }

    /// Where the claim fails.
    pub(super) fn failures(&self, game: &Game, records: &[Record]) -> Option<String> {
        self.condition(game, records, &|r| Some(!r.right()))
    }

    /// `(C without the wrongly claimed) or the missed`
    pub(super) fn patched(&self, game: &Game, claimed: &str, records: &[Record]) -> Option<String> {
        let is = |r: &Record| matches!(r.said, Said::Is(_));
        let any = |is_claimed: bool| records.iter().any(|r| is(r) == is_claimed && !r.right());
        let kept = records.iter().any(|r| is(r) && r.right());
        let mut pieces = Vec::new();
        if kept && any(true) {
            let wrong = self.condition(game, records, &|r| is(r).then(|| !r.right()))?;
            pieces.push(format!("({claimed}) and not ({wrong})"));
        } else if kept {
            pieces.push(claimed.to_string());
        }
        if any(false) {
            pieces.push(self.condition(game, records, &|r| (!is(r)).then(|| !r.right()))?);
        }
        match pieces.as_slice() {
            [] => Some("no".into()),
            [one] => Some(one.clone()),
            many => Some(many.iter().map(|p| format!("({p})")).collect::<Vec<_>>().join(" or ")),
        }
    }

    /// What is really true: when a position has this outcome, or its value.
    pub(super) fn truth(&self, game: &Game, records: &[Record], verdict: Option<Verdict>) -> Option<String> {
        if let Some(verdict) = verdict {
            return self.condition(game, records, &|r| r.truth.outcome.map(|v| v == verdict));
        }
        let table = self.table(game, records, &|r| r.truth.number(), false)?;
        let found = tables::find(&table, &Search::default());
        found.into_iter().find(|f| f.exceptions.is_empty()).map(|f| f.formula)
    }
}

/// `(1, 2)`
fn parenthesised(tuple: &[i64]) -> String {
    format!("({})", tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
}
