//! The flags of the verbs that set games side by side or draw them: `same`, `plot`.

use crate::args::{Change, Cost, ShowWhat};
use crate::numbers::{Wanted, whole, within};
use bouton_plot::Colour;
use clap::Args;
use std::path::PathBuf;

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
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
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

/// Where a picture goes and how it looks.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    /// Write a PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Write an SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// `bouton plot`
#[derive(Debug, Args)]
pub(crate) struct Plot {
    /// A game, then ranges: a=0..60 b=0..60; fields with one value (c=3) make no axis
    #[arg(value_name = "GAME RANGES", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Upper end of the ranges that are not given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// What to show: grundy, win, best (how many), score, moves or remoteness
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) show: Option<ShowWhat>,
    /// This player moves first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    #[command(flatten)]
    pub(crate) picture: Picture,
    /// Colour by value, outcome, or a residue: "mod 3" (also as --color)
    #[arg(long, value_name = "BY", value_parser = parse_colour, default_value = "value")]
    pub(crate) colour: Colour,
    /// Mark the lost positions
    #[arg(long)]
    pub(crate) lost: bool,
    /// Only the lost positions, as dots of braille (in the terminal)
    #[arg(long, conflicts_with_all = ["png", "svg"])]
    pub(crate) braille: bool,
    /// Break a strip into lines of so many cells: a period shows as columns
    #[arg(long, value_name = "N", value_parser = within::<u32>(1, 1_000_000))]
    pub(crate) wrap: Option<u32>,
    /// Side of a cell in pixels
    #[arg(long, value_name = "PIXELS", value_parser = within::<u32>(1, 200))]
    pub(crate) cell: Option<u32>,
    /// Everything so many times as large
    #[arg(long, value_name = "TIMES", value_parser = within::<u32>(1, 8))]
    pub(crate) scale: Option<u32>,
    /// On dark paper
    #[arg(long)]
    pub(crate) dark: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `value`, `outcome`, `mod 3`
fn parse_colour(text: &str) -> Result<Colour, Wanted> {
    let wrong = || {
        Wanted::new(
            "colours are by value, by outcome, or by a residue: \"mod 3\" (2 to 64)",
            "着色依据可以是 value、outcome，或余数：\"mod 3\"（2 到 64）",
        )
    };
    match text.trim() {
        "value" => Ok(Colour::Value),
        "outcome" => Ok(Colour::Outcome),
        other => {
            let p = other.strip_prefix("mod").ok_or_else(wrong)?.trim_start_matches([' ', '=', ':', '-']);
            within(2, 64)(p).map(Colour::Mod).map_err(|_| wrong())
        }
    }
}

/// What `--color` says: when there are colours, or for pictures by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Always, never, or where the output is a terminal.
    When(anstream::ColorChoice),
    /// As `--colour` of `plot`.
    By(Colour),
}

/// `always`, `never`, `auto`, or what `--colour` takes.
pub(crate) fn parse_paint(text: &str) -> Result<Paint, Wanted> {
    match text.trim() {
        "always" => Ok(Paint::When(anstream::ColorChoice::Always)),
        "never" => Ok(Paint::When(anstream::ColorChoice::Never)),
        "auto" => Ok(Paint::When(anstream::ColorChoice::Auto)),
        by => parse_colour(by).map(Paint::By).map_err(|_| {
            Wanted::new("colours are always, never or auto", "颜色可以是 always、never 或 auto")
        }),
    }
}
