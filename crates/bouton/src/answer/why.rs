//! Reasons: why the answer is what it is, as data that a terminal or a page can draw.

use crate::report::Sentence;
use bouton_language::ast::Verdict;
use bouton_language::value::Value;
use num_bigint::{BigInt, Sign};
use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

/// The explanation of an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Why {
    /// A sum of parts: values, their xor, and what each part would have to become.
    Xor(XorTable),
    /// One part (or a whole game with Grundy values): the values of the options and the least one missing.
    Mex(MexSet),
    /// A lost position: every move has an answer.
    Refuted {
        /// The moves.
        #[serde(serialize_with = "some")]
        moves: Vec<Refutation>,
    },
    /// A winning symmetry: after this move the parts pair off, and every later move can be copied.
    Mirror {
        /// The move that makes the position symmetric; none if it is already (then the position is lost).
        first: Option<String>,
        /// The position that is symmetric.
        position: String,
    },
    /// The claim that was used, as written, with its value here.
    Claim {
        /// The claim.
        text: String,
        /// What it gives here.
        value: String,
    },
    /// The theorem about all sizes that speaks of the position, and how it was proved.
    Theorem {
        /// The theorem in a sentence.
        theorem: Sentence,
        /// Its proof in a sentence.
        how: Sentence,
    },
    /// Where best play leads, for a score game: the line is in the answer.
    Line,
    /// The game is over here; the line of the rules that says so, if any.
    Over {
        /// The `when`, `stop` or `end` line in words.
        rule: Option<String>,
        /// What it means for the player to move.
        outcome: Verdict,
    },
}

/// Values of the parts of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct XorTable {
    /// One row a part.
    #[serde(serialize_with = "some")]
    pub rows: Vec<XorRow>,
    /// Xor of all values.
    #[schemars(with = "crate::report::Int")]
    pub xor: Value,
    /// Its bits.
    pub xor_binary: Option<String>,
    /// Bits of the longest.
    pub bits: usize,
    /// Is every part's value just its size, as in Nim?
    pub plain: bool,
}

/// One part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct XorRow {
    /// The part as typed.
    pub part: String,
    /// Its Grundy value.
    #[schemars(with = "crate::report::Int")]
    pub value: Value,
    /// Its bits, as many as the longest value of the table has.
    pub binary: Option<String>,
    /// value xor total: what it must become.
    #[schemars(with = "crate::report::Int")]
    pub target: Value,
    /// Can it (is there a move to that value)? None where not every move was looked at.
    pub possible: Option<bool>,
}

/// What a part must become for the xor of all to vanish.
pub(crate) struct Becomes<'v> {
    /// Its value.
    pub(crate) value: &'v BigInt,
    /// The value that it must have.
    pub(crate) target: &'v BigInt,
    /// Is every part's value just its size?
    pub(crate) plain: bool,
    /// Does the xor vanish already?
    pub(crate) balanced: bool,
}

impl XorTable {
    /// The table of parts as typed with their values; `possible` says of a part, by its number, whether it can become what it
    /// must.
    pub(crate) fn of(
        parts: impl Iterator<Item = (String, BigInt)>,
        possible: impl Fn(usize, Becomes<'_>) -> Option<bool>,
    ) -> XorTable {
        let parts: Vec<(String, BigInt)> = parts.collect();
        let xor = parts.iter().fold(BigInt::zero(), |xor, (_, value)| xor ^ value);
        let plain = parts.iter().all(|(part, value)| *part == value.to_string());
        let row = |(i, (part, value)): (usize, (String, BigInt))| {
            let target = &value ^ &xor;
            let becomes = Becomes { value: &value, target: &target, plain, balanced: xor.is_zero() };
            let possible = possible(i, becomes);
            XorRow { part, value: Value::big(value), binary: None, target: Value::big(target), possible }
        };
        let rows = parts.into_iter().enumerate().map(row).collect();
        XorTable::new(rows, Value::big(xor.clone()), plain)
    }

    fn new(mut rows: Vec<XorRow>, xor: Value, plain: bool) -> XorTable {
        let all = rows.iter().map(|r| &r.value).chain([&xor]);
        let bits = all.filter_map(binary).map(|b| b.len()).max().unwrap_or(0);
        let filled = |v: &Value| binary(v).map(|b| format!("{b:0>bits$}"));
        for row in &mut rows {
            row.binary = filled(&row.value);
        }
        XorTable { rows, xor_binary: filled(&xor), xor, bits, plain }
    }
}

/// How a Grundy value comes about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MexSet {
    /// Values of the options, each once; the smallest ones, where there are many.
    #[serde(serialize_with = "some")]
    pub options: Vec<MexOption>,
    /// How many values the options have.
    #[serde(skip)]
    pub values: u64,
    /// The largest.
    #[serde(skip)]
    pub largest: u64,
    /// The least value that is missing.
    pub mex: u64,
}

/// A value of an option, and one move that leads there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MexOption {
    /// The value.
    pub value: u64,
    /// The move, as typed.
    #[serde(rename = "move")]
    pub by: String,
    /// Where it leads.
    pub to: String,
}

/// One move of a lost position and the answer to it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refutation {
    /// The move as typed.
    #[serde(rename = "move")]
    pub notation: String,
    /// In words.
    pub text: Sentence,
    /// Where it leads.
    pub to: String,
    /// The answer in words; none where the game is over there or its mover keeps the turn.
    pub answer: Option<Sentence>,
    /// Where the answer leads.
    pub answer_to: Option<String>,
}

/// Rows, options and refutations that are written as JSON.
const MOST_ROWS: usize = 200;

fn some<T: Serialize, S: serde::Serializer>(list: &[T], to: S) -> Result<S::Ok, S::Error> {
    list[..list.len().min(MOST_ROWS)].serialize(to)
}

/// The bits of a natural number; `None` for anything else.
fn binary(v: &Value) -> Option<String> {
    match v {
        Value::Int(i) if *i >= 0 => Some(format!("{i:b}")),
        Value::Big(b) if b.sign() != Sign::Minus => Some(b.to_str_radix(2)),
        _ => None,
    }
}
