//! Values: what expressions, fields and parameters hold.
//!
//! Integers are exact: `Int` while they fit 64 bits, `Big` beyond, and never both for one number, so equality,
//! order and hashing are those of the numbers themselves. Whether a computation may leave 64 bits is the
//! interpreter's decision (moves: no, claims and strategies: yes).

use crate::graph::Graph;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer of 64 bits.
    Int(i64),
    /// An integer that does not fit 64 bits.
    Big(Arc<BigInt>),
    /// yes or no
    Bool(bool),
    /// A string: a word over letters, one letter of it, or a node's name.
    Text(Arc<str>),
    /// A row, a bag (sorted, no zeros), a word over digits, a tuple, a list; a grid is a list of rows.
    List(Arc<Vec<Value>>),
    /// A set: sorted, without repetition.
    Set(Arc<Vec<Value>>),
    /// A graph.
    Graph(Arc<Graph>),
    /// An infinite set that can be asked about and walked upwards.
    Known(KnownSet),
}

/// The infinite sets that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownSet {
    /// 1 2 3 5 8 …
    Fibonacci,
    /// 2 3 5 7 …
    Primes,
    /// 0 1 4 9 … (as choices from 1)
    Squares,
    /// 1 2 4 8 …
    Powers2,
    /// 1 2 6 24 …
    Factorials,
}

impl KnownSet {
    /// All of them with their names.
    pub const ALL: [(&'static str, KnownSet); 5] = [
        ("fibonacci", KnownSet::Fibonacci),
        ("primes", KnownSet::Primes),
        ("squares", KnownSet::Squares),
        ("powers2", KnownSet::Powers2),
        ("factorials", KnownSet::Factorials),
    ];

    /// Is a small number among them?
    pub fn contains(self, n: i64) -> bool {
        crate::interp::known_contains(self, &Value::Int(n))
    }

    /// The name in the rules language.
    pub fn name(self) -> &'static str {
        KnownSet::ALL.iter().find(|(_, k)| *k == self).map_or("", |(n, _)| n)
    }
}

impl Value {
    /// An integer of any size, kept small where it fits.
    pub fn big(n: BigInt) -> Value {
        match n.to_i64() {
            Some(i) => Value::Int(i),
            None => Value::Big(Arc::new(n)),
        }
    }

    /// The integer, if it is one.
    pub fn to_big(&self) -> Option<BigInt> {
        match self {
            Value::Int(i) => Some(BigInt::from(*i)),
            Value::Big(b) => Some((**b).clone()),
            _ => None,
        }
    }

    /// The integer, if it is one and fits.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(i) => Some(*i),
            _ => None,
        }
    }

    /// Is it an integer of any size?
    pub fn is_int(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Big(_))
    }

    /// A list.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Arc::new(items))
    }

    /// A set; sorts and drops repetitions.
    pub fn set(mut items: Vec<Value>) -> Value {
        items.sort();
        items.dedup();
        Value::Set(Arc::new(items))
    }

    /// A string.
    pub fn text(s: &str) -> Value {
        Value::Text(Arc::from(s))
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Bool(_) => 0,
            Value::Int(_) | Value::Big(_) => 1,
            Value::Text(_) => 2,
            Value::List(_) => 3,
            Value::Set(_) => 4,
            Value::Known(_) => 5,
            Value::Graph(_) => 6,
        }
    }
}

impl From<i64> for Value {
    fn from(i: i64) -> Value {
        Value::Int(i)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            _ => self.cmp(other) == Ordering::Equal,
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        use num_bigint::Sign;
        let sign = |b: &BigInt| if b.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater };
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Big(a), Value::Big(b)) => a.cmp(b),
            (Value::Big(a), Value::Int(_)) => sign(a),
            (Value::Int(_), Value::Big(b)) => sign(b).reverse(),
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => a.cmp(b),
            (Value::Known(a), Value::Known(b)) => a.cmp(b),
            (Value::Graph(a), Value::Graph(b)) => {
                if Arc::ptr_eq(a, b) {
                    Ordering::Equal
                } else {
                    a.cmp(b)
                }
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
        match self {
            Value::Int(i) => i.hash(state),
            Value::Big(b) => b.hash(state),
            Value::Bool(b) => b.hash(state),
            Value::Text(t) => t.hash(state),
            Value::List(v) | Value::Set(v) => v.hash(state),
            Value::Graph(g) => g.len().hash(state),
            Value::Known(k) => k.hash(state),
        }
    }
}

/// Prints a value as the rules language writes it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, items: &[Value], open: &str, close: &str| {
            f.write_str(open)?;
            for (i, v) in items.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{v}")?;
            }
            f.write_str(close)
        };
        match self {
            Value::Int(i) => write!(f, "{i}"),
            Value::Big(b) => write!(f, "{b}"),
            Value::Bool(b) => f.write_str(if *b { "yes" } else { "no" }),
            Value::Text(t) => write!(f, "\"{t}\""),
            Value::List(v) => join(f, v, "[", "]"),
            Value::Set(v) => join(f, v, "{", "}"),
            Value::Graph(g) => write!(f, "{g}"),
            Value::Known(k) => f.write_str(k.name()),
        }
    }
}
