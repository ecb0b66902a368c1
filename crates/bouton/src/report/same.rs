//! Two games side by side as JSON: what comes in pairs stands under `a` and `b`.

use crate::answer::Status;
use crate::same::Only;
use crate::table::{Cell, Show};
use bouton_language::value::Value;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Under `a` and `b`.
pub(crate) fn both_games<T: Serialize, S: Serializer>([a, b]: &[T; 2], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([("a", a), ("b", b)])
}

/// Under `only_a` and `only_b`, where there are some.
pub(crate) fn only<S: Serializer>([a, b]: &[Only; 2], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([("only_a", a), ("only_b", b)].into_iter().filter(|(_, only)| only.count > 0))
}

/// Are they the same, and how far that can be trusted.
pub(crate) fn equality<S: Serializer>(status: &Status, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    let same = Some(*status != Status::False).filter(|_| *status != Status::Open);
    map.serialize_entry("same", &same)?;
    status.entries(&mut map)?;
    map.end()
}

/// What a position is worth in one of the games.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Grundy(n) | Cell::Moves(n) => to.serialize_u64(*n),
            Cell::Outcome(v) => v.serialize(to),
            Cell::Score(n) => Value::Int(*n).serialize(to),
            Cell::Remoteness(outcome, remoteness) => {
                let mut map = to.serialize_map(Some(2))?;
                map.serialize_entry("outcome", outcome)?;
                map.serialize_entry("remoteness", remoteness)?;
                map.end()
            }
            Cell::Value(said) => to.serialize_str(&said.value),
            Cell::Illegal | Cell::Unknown | Cell::Best(_) => to.serialize_none(),
        }
    }
}

/// What was compared.
pub(crate) fn key<S: Serializer>(show: &Show, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(show.key())
}
