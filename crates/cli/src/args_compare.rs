//! The flags of the verbs that set games side by side: `same`.

use crate::args::{Change, Cost, ShowWhat};
use clap::Args;

/// `bouton same`
#[derive(Debug, Args)]
pub(crate) struct Same {
    /// Two games (library names, files, rules in quotes), then ranges: n=0..50
    #[arg(value_name = "A B RANGES", required = true)]
    pub(crate) words: Vec<String>,
    /// Last mover loses in A (with --misere in both)
    #[arg(long)]
    pub(crate) misere_a: bool,
    /// Last mover loses in B
    #[arg(long)]
    pub(crate) misere_b: bool,
    #[command(flatten)]
    pub(crate) change: Change,
    /// A field of B as an expression over A: "n = [a, b]"; may be repeated
    #[arg(long, value_name = "FIELD=EXPRESSION")]
    pub(crate) map: Vec<String>,
    /// Upper end of the ranges that are not given
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<u64>,
    /// What to compare: grundy, win, score, moves or remoteness
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) show: Option<ShowWhat>,
    /// Values that agree after a shift count as the same: exit code 0
    #[arg(long)]
    pub(crate) shift: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}
