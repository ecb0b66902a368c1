//! The flags of the verbs for problem setters and contestants: `stress`, `gen`, `interact`.

use crate::args::{Change, Cost};
use crate::budget::{parse_memory, parse_time};
use crate::numbers::{whole, within};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// How positions are written and answers read.
#[derive(Debug, Args)]
pub(crate) struct Form {
    /// How a position is written: "{n}\n{heaps}", "{a} {b}"; holes are expressions of the rules language
    #[arg(long = "in", value_name = "TEMPLATE")]
    pub(crate) input: Option<String>,
    /// How the cases of one run are put together: "{t}\n{cases}", "{cases}0 0\n"
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
    /// The answer is a number: grundy, score, winning (how many winning moves), remoteness (moves to the end), or an expression with one of them
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["yes", "no", "draw", "form"])]
    pub(crate) value: Option<String>,
    /// The answer is a winning move: "{heap} {k}", "{to}" for the numbers after it
    #[arg(id = "form", long = "move", value_name = "TEMPLATE")]
    pub(crate) form: Option<String>,
    /// The answer is all winning moves, one a line, in any order
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["value", "form"])]
    pub(crate) moves: Option<String>,
    /// The answer is one for every number 1, 2, 3 … up to this field
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["form", "moves"])]
    pub(crate) each: Option<String>,
    /// The whole answer: "Case {i}: {answer}"
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) answer: Option<String>,
    /// Capital and small letters of answers are the same
    #[arg(long)]
    pub(crate) ignore_case: bool,
}

/// How large positions are.
#[derive(Debug, Args)]
pub(crate) struct Size {
    /// The largest number: 1e9, 10^18, 2^31-1
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<String>,
    /// A limit: n=1..1e18, heaps=1..10, |a|=1..100, m=2..9; may be repeated
    #[arg(id = "limits", long = "limit", value_name = "NAME=RANGE")]
    pub(crate) limits: Vec<String>,
    /// Only positions at which this is true: "a <= b", "gcd(a, b) = 1"; may be repeated
    #[arg(id = "wheres", long = "where", value_name = "CONDITION")]
    pub(crate) wheres: Vec<String>,
    /// Seed for everything that is chosen at random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
    /// Write unordered numbers in any order
    #[arg(long)]
    pub(crate) any_order: bool,
}

/// What a program may use.
#[derive(Debug, Args)]
pub(crate) struct Bounds {
    /// Time for one run of the program
    #[arg(long, visible_alias = "tl", value_name = "TIME", default_value = "2s", value_parser = parse_time)]
    pub(crate) time_limit: Duration,
    /// Memory for one run of the program
    #[arg(long, visible_alias = "ml", value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    pub(crate) memory_limit: usize,
}

/// Where truth comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Truth {
    /// Brute force for what is small, claims and theorems beyond
    Auto,
    /// Claims wherever they speak
    Claim,
    /// Brute force only
    Force,
}

/// `bouton stress`
#[derive(Debug, Args)]
pub(crate) struct Stress {
    /// A game, a program (a command, or a C++ or Python source), and perhaps limits: n=1..1e18
    #[arg(value_name = "GAME PROGRAM LIMITS", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    #[command(flatten)]
    pub(crate) form: Form,
    #[command(flatten)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    /// Mostly lost positions and their neighbours
    #[arg(long = "near-P", alias = "near-p")]
    pub(crate) near_p: bool,
    /// Where the truth comes from: auto, claim or force
    #[arg(long, value_enum, value_name = "WHAT", default_value = "auto", hide_possible_values = true)]
    pub(crate) oracle: Truth,
    /// The folder for the failing test (fail-001.in and .out)
    #[arg(id = "folder", long = "save", value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// How test files are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// 01.in, 01.out
    Plain,
    /// tests/01, tests/01.a
    Polygon,
}

/// `bouton gen`
#[derive(Debug, Args)]
pub(crate) struct Gen {
    /// A game, and perhaps limits: n=1..1e9 heaps=1..10
    #[arg(value_name = "GAME LIMITS", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    #[command(flatten)]
    pub(crate) form: Form,
    #[command(flatten)]
    pub(crate) size: Size,
    /// The folder to make
    #[arg(id = "tests_folder", long = "out", value_name = "FOLDER", default_value = "tests")]
    pub(crate) out: PathBuf,
    /// How many files of each kind
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within::<u32>(1, 1000))]
    pub(crate) tests: u32,
    /// How many cases in one file, where --cases puts several together
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u32>(1, 100_000))]
    pub(crate) per: u32,
    /// Only traps for these ideas: xor,parity,greedy,float,period …
    #[arg(long, value_name = "IDEAS", value_delimiter = ',')]
    pub(crate) traps: Vec<String>,
    /// A bound on a sum over the cases of one file: "n<=2e5", "sum(heaps)<=1e6"; may be repeated
    #[arg(id = "sums", long = "sum", value_name = "BOUND")]
    pub(crate) sums: Vec<String>,
    /// Write validator.cpp, checker.cpp and, where a move is asked for, interactor.cpp for testlib as well
    #[arg(long)]
    pub(crate) testlib: bool,
    /// How the files are called: plain or polygon
    #[arg(long, value_enum, value_name = "LAYOUT", default_value = "plain", hide_possible_values = true)]
    pub(crate) layout: Layout,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// How the jury plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Jury {
    /// Never gives anything away
    Perfect,
    /// As badly as can still win
    Weak,
}

/// The side of the contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// The one that can win
    Winning,
    /// Moves first
    First,
    /// Moves second
    Second,
    /// The contestant says it
    Choose,
}

/// `bouton interact`
#[derive(Debug, Args)]
pub(crate) struct Interact {
    /// A game, then the position; without one, a random one
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// The contestant's program, started here; otherwise standard input and output are the pipe
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) with: Option<String>,
    /// How the position is written
    #[arg(long = "in", value_name = "TEMPLATE")]
    pub(crate) input: Option<String>,
    /// How moves are written: "{heap} {k}"; otherwise as in the rules language: take 2 @1
    #[arg(id = "form", long = "move", value_name = "TEMPLATE")]
    pub(crate) form: Option<String>,
    /// How the jury plays: perfect, or weak (as badly as can still win)
    #[arg(long, value_enum, value_name = "HOW", default_value = "perfect", hide_possible_values = true)]
    pub(crate) jury: Jury,
    /// The contestant's side: winning, first, second, or choose
    #[arg(long, value_enum, value_name = "SIDE", default_value = "winning", hide_possible_values = true)]
    pub(crate) side: Side,
    #[command(flatten)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}
