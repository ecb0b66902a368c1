//! Grundy values of two games that differ, but agree once one list is moved along the other.
//!
//! Small shifts both ways are tried on the values that were compared; where both lists have proved periods, a shift that
//! holds over the later beginning and one common period holds for ever.

use super::SameQuestion;
use super::compare::Strip;
use super::proof::{agreement, words_of_periods};
use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::problem::Problem;
use crate::proof::period::{Period, near};
use crate::report::Sentence;
use serde::Serialize;
use std::cmp::Reverse;

/// `g_A(n) = g_B(n + by)` for every `n >= from`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shift {
    /// What is added to n in the second game; below zero, it is added in the first.
    pub by: i64,
    /// `g_A(n) = g_B(n + 1)`
    pub formula: String,
    /// The first n from which the formula holds.
    pub from: i64,
    /// PROVED, or CHECKED to the n named there.
    #[serde(flatten)]
    pub status: Status,
    /// Why.
    #[serde(skip_serializing_if = "Sentence::is_empty")]
    pub reason: Sentence,
}

/// The largest shift that is tried.
const LARGEST: i64 = 64;

/// A shift must hold at so many places.
const FEWEST: usize = 16;

impl Solver {
    /// The shift after which the values agree, if there is one.
    pub(super) fn shifted(
        &mut self,
        question: &SameQuestion,
        strip: &Strip,
    ) -> Result<Option<Shift>, Problem> {
        let Some((by, from)) = find(strip) else { return Ok(None) };
        let last = strip.first + strip.values[0].len() as i64 - 1;
        let bound = format!("n <= {}", last - by.abs());
        let mut shift = Shift {
            by,
            formula: match by {
                0 => "g_A(n) = g_B(n)".into(),
                by if by > 0 => format!("g_A(n) = g_B(n + {by})"),
                by => format!("g_A(n + {}) = g_B(n)", by.unsigned_abs()),
            },
            from: from + by.min(0),
            status: Status::Checked(bound.into()),
            reason: Sentence::default(),
        };
        let [a, b] = &question.games;
        let to = strip.values[0].len().max(near(a).min(near(b)));
        let periods =
            Period::find(a, to, None, self.budget())?.zip(Period::find(b, to, None, self.budget())?);
        if let Some((left, right)) = periods
            && let Some(last) = agreement(&left, &right, by, from, |v| v)
        {
            shift.status = Status::Proved;
            shift.reason = words_of_periods(&left, &right, last);
        }
        Ok(Some(shift))
    }
}

/// The shift that holds from the smallest n on, the smallest of several.
fn find(strip: &Strip) -> Option<(i64, i64)> {
    let [a, b] = &strip.values;
    let mut found: Vec<(i64, i64)> = Vec::new();
    for by in -LARGEST..=LARGEST {
        let partner = |i: usize| i64::try_from(i).ok().and_then(|i| usize::try_from(i + by).ok());
        let pairs = (0..a.len()).filter_map(|i| Some((i, a[i], *b.get(partner(i)?)?)));
        let pairs: Vec<(usize, Option<u64>, Option<u64>)> = pairs.collect();
        // Where one side has no position, nothing is said.
        let breaks = |(_, x, y): &&(usize, Option<u64>, Option<u64>)| x.is_some() && y.is_some() && x != y;
        let begin = pairs.iter().rposition(|p| breaks(&p)).map_or(0, |i| i + 1);
        let held = &pairs[begin..];
        let agreeing = held.iter().filter(|(_, x, _)| x.is_some()).count();
        if agreeing < FEWEST || agreeing * 2 < pairs.len() {
            continue;
        }
        if let Some((first, ..)) = held.first() {
            found.push((by, strip.first + *first as i64));
        }
    }
    // How many values are left out on both sides.
    let lost = |(by, from): &(i64, i64)| (from - strip.first).max(from - strip.first + by);
    found.sort_by_key(|s| (lost(s), s.0.abs(), Reverse(s.0)));
    found.first().copied()
}
