//! A sequence as the OEIS keeps it: a b-file, one line `n a(n)` a term, the indices without a gap.
//!
//! Grundy values (or scores, numbers of moves) of single numbers have their own index; those of two numbers are read by
//! antidiagonals from index 0; lost positions of single numbers are counted from 1. A b-file is plain ASCII.

use bouton::language::value::Value;
use bouton::table::{Drawing, Row, Show, Table, TableQuestion};
use bouton::{Problem, Solver};

/// A sequence with its first index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFile {
    /// What it is, in a line of ASCII.
    pub about: String,
    /// The index of the first term.
    pub first: i64,
    /// The terms.
    pub terms: Vec<String>,
}

/// Why there is no b-file.
#[derive(Debug)]
pub enum NoBFile {
    /// The table could not be made, or not all of it.
    Problem(Problem),
    /// Positions that are no numbers, or leave gaps, have no sequence.
    Shape,
}

impl From<Problem> for NoBFile {
    fn from(problem: Problem) -> NoBFile {
        NoBFile::Problem(problem)
    }
}

impl BFile {
    /// The sequence of a table: of outcomes the lost positions, of anything else the values.
    pub fn of(solver: &mut Solver, question: &TableQuestion) -> Result<BFile, NoBFile> {
        let table = solver.table(question)?;
        // Half a sequence would pass for a whole one.
        if let Some(problem) = table.stopped {
            return Err(problem.into());
        }
        let numbers = table.drawing == Drawing::Strip;
        let first = match (table.show, table.drawing) {
            (Show::Win, Drawing::Strip) => 1,
            (Show::Win | Show::Best | Show::Value, _) | (_, Drawing::List) => return Err(NoBFile::Shape),
            (_, Drawing::Matrix) => 0,
            (_, Drawing::Strip) => consecutive(&table).ok_or(NoBFile::Shape)?,
        };
        let terms = table.sequence();
        // A draw has no number.
        if terms.iter().any(|t| t.parse::<i64>().is_err()) {
            return Err(NoBFile::Shape);
        }
        let game: String = table.game.chars().filter(|c| c.is_ascii() && !c.is_ascii_control()).collect();
        let what = match table.show {
            Show::Grundy => "Grundy values",
            Show::Win => "lost positions",
            Show::Score => "scores",
            Show::Moves => "numbers of moves",
            Show::Remoteness => "moves to the end",
            Show::Best => "best moves",
            Show::Value => "values",
        };
        let order = if numbers { "" } else { ", read by antidiagonals" };
        let bound = table.bound[0].as_str();
        let game = if game.trim().is_empty() { "a game" } else { game.trim() };
        Ok(BFile { about: format!("{what} of {game}{order}, {bound}"), first, terms })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut out = format!("# {}\n", self.about);
        for (n, term) in (self.first..).zip(&self.terms) {
            out.push_str(&format!("{n} {term}\n"));
        }
        out
    }
}

/// The first number of a strip whose numbers follow one another.
fn consecutive(table: &Table) -> Option<i64> {
    let number = |r: &Row| r.values.first().and_then(Value::as_int);
    let numbers: Vec<i64> = table.rows().iter().map(number).collect::<Option<_>>()?;
    let first = *numbers.first()?;
    numbers.iter().zip(first..).all(|(n, expected)| *n == expected).then_some(first)
}
