//! The flags of `export`.

use crate::args::{Change, Cost};
use crate::numbers::whole;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How a program finds its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// A claim or a theorem
    Formula,
    /// Values of heaps with their period
    Table,
    /// The rules themselves
    Search,
}

/// What to write: one of them.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Target {
    /// A C++17 program
    #[arg(long)]
    pub(crate) cpp: bool,
    /// A Python 3 program
    #[arg(long, visible_alias = "py")]
    pub(crate) python: bool,
    /// A Rust program
    #[arg(long)]
    pub(crate) rust: bool,
    /// A LaTeX document: rules, a table, what is known, references
    #[arg(long, visible_alias = "tex", conflicts_with_all = PROGRAM)]
    pub(crate) latex: bool,
    /// A b-file of the OEIS: n a(n), one line a term
    #[arg(long, conflicts_with_all = PROGRAM)]
    pub(crate) bfile: bool,
}

/// Flags that speak of programs.
const PROGRAM: [&str; 8] = ["input", "cases", "yes", "no", "draw", "value", "answer", "method"];

/// What a document or a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// Grundy values
    Grundy,
    /// Lost positions
    Lost,
    /// Scores
    Score,
    /// How many moves there are
    Moves,
    /// Moves to the end
    Remoteness,
}

/// `bouton export`
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// A game (a library name, a file, - for standard input, or rules in quotes); for --latex and --bfile also ranges: n=0..50
    #[arg(value_name = "GAME", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) change: Change,
    /// How a case is read: "{n}\n{heaps}", "{a} {b}"; holes are fields, parameters, heaps and lengths
    #[arg(long = "in", value_name = "TEMPLATE")]
    pub(crate) input: Option<String>,
    /// How the cases of one input are put together: "{t}\n{cases}", "{cases}0 0\n"
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) cases: Option<String>,
    /// The word for: the player to move wins
    #[arg(long, value_name = "WORD")]
    pub(crate) yes: Option<String>,
    /// The word for: the player to move loses
    #[arg(long, value_name = "WORD")]
    pub(crate) no: Option<String>,
    /// The word for a draw
    #[arg(long, value_name = "WORD")]
    pub(crate) draw: Option<String>,
    /// The answer is a number: grundy, score, or an expression with one of them
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["yes", "no", "draw"])]
    pub(crate) value: Option<String>,
    /// The whole answer: "Case {i}: {answer}"
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) answer: Option<String>,
    /// Only this method: formula, table or search
    #[arg(long, value_enum, value_name = "METHOD", hide_possible_values = true)]
    pub(crate) method: Option<Method>,
    /// Upper end of the table or list (--latex, --bfile)
    #[arg(long, value_name = "N", conflicts_with_all = ["cpp", "python", "rust"], value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// What the table or list shows: grundy, lost, score, moves or remoteness (--latex, --bfile)
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true, conflicts_with_all = ["cpp", "python", "rust"])]
    pub(crate) show: Option<Shown>,
    /// Into a file instead of standard output
    #[arg(id = "export_file", long = "out", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// As JSON
    #[arg(long, conflicts_with_all = ["latex", "bfile"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}
