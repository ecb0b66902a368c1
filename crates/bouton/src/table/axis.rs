//! The axes of a table: which field or parameter, and its values in order.

use bouton_language::value::Value;

/// `n=0..50`, `n=10^12..`: a field or a parameter and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisRange {
    /// Name of a field or parameter.
    pub name: String,
    /// First value.
    pub from: i64,
    /// Last value; as far as is usual where there is none.
    pub to: Option<i64>,
}

/// An axis of a strip or a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the field or parameter.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<Value>,
    /// Is it a parameter?
    pub parameter: bool,
}

/// The values of an axis: a run of numbers takes no room, however long it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Steps {
    /// All numbers between these; none if the second is below the first.
    Run(i64, i64),
    /// These.
    Listed(Vec<Value>),
}

impl Steps {
    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Steps::Run(from, to) if from > to => 0,
            Steps::Run(from, to) => to.abs_diff(*from).saturating_add(1),
            Steps::Listed(values) => values.len() as u64,
        }
    }

    /// The value at a place.
    pub(crate) fn get(&self, at: u64) -> Option<Value> {
        match self {
            Steps::Run(from, _) => {
                i64::try_from(at).ok().filter(|_| at < self.len()).map(|at| Value::Int(from + at))
            }
            Steps::Listed(values) => values.get(usize::try_from(at).ok()?).cloned(),
        }
    }

    /// The place of a value.
    pub(crate) fn place(&self, value: &Value) -> Option<u64> {
        match (self, value) {
            (Steps::Run(from, to), Value::Int(i)) if (from..=to).contains(&i) => Some(i.abs_diff(*from)),
            (Steps::Run(..), _) => None,
            // They stand in order.
            (Steps::Listed(values), _) => values.binary_search(value).ok().map(|at| at as u64),
        }
    }

    /// All of them.
    pub(crate) fn values(&self) -> Vec<Value> {
        match self {
            Steps::Run(from, to) => (*from..=*to).map(Value::Int).collect(),
            Steps::Listed(values) => values.clone(),
        }
    }

    /// `n <= 21`, `a in 3..7`
    pub(crate) fn extent(&self, name: &str) -> String {
        match (self.get(0), self.len().checked_sub(1).and_then(|last| self.get(last))) {
            (Some(Value::Int(0)), Some(last)) => format!("{name} <= {last}"),
            (Some(first), Some(last)) if first == last => format!("{name} = {first}"),
            (Some(first @ Value::Int(_)), Some(last)) => format!("{name} in {first}..{last}"),
            _ => name.to_string(),
        }
    }
}
