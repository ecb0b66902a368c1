//! The command line as clap sees it: one struct a verb, shared groups of flags flattened in.
//!
//! A game and its position come as plain words (`nim 3 4 + kayles 7`); [`crate::words`] has put the verb in front and
//! hidden negative numbers before clap looks, and [`crate::question`] takes the words apart afterwards.

use crate::args_contest::Form;
use crate::budget::{parse_memory, parse_numeration, parse_percent, parse_time};
use crate::numbers::{whole, within};
use bouton::theory::Numeration;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Solves two-player games from a few lines of rules.
#[derive(Debug, Parser)]
#[command(name = "bouton", version, max_term_width = 100, after_help = crate::help::TOP, subcommand_required = false, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Flags that every verb knows.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Language of the output: en or zh (otherwise from BOUTON_LANG, LC_ALL, LC_MESSAGES, LANG)
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<String>,
    /// Colours: always, never, or auto (only where the output is a terminal; never with NO_COLOR)
    #[arg(long, global = true, value_name = "WHEN", value_parser = crate::args_compare::parse_paint)]
    pub(crate) color: Option<crate::args_compare::Paint>,
    /// No colours: as --color never
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Who wins, every winning move, and why (the verb may be left out)
    #[command(after_help = crate::help::SOLVE)]
    Solve(Solve),
    /// Values for a range of positions: a strip, a matrix, a list
    #[command(after_help = crate::help::TABLE)]
    Table(Table),
    /// The rule behind the values of a game, or of a list of numbers
    #[command(after_help = crate::help::PATTERN)]
    Pattern(Pattern),
    /// Test the examples and claims of a game, or a claim of your own
    #[command(after_help = crate::help::CHECK)]
    Check(Check),
    /// Find the lost positions from the rules and prove the statement for all sizes
    #[command(after_help = crate::help::PROVE)]
    Prove(Prove),
    /// Check a certificate: does it prove what it says?
    #[command(after_help = crate::help::VERIFY)]
    Verify(Verify),
    /// Explain a position, or one move in it
    #[command(after_help = crate::help::EXPLAIN)]
    Explain(Explain),
    /// Play against a perfect or a fallible opponent
    #[command(after_help = crate::help::PLAY)]
    Play(Play),
    /// Which starts are lost for the player who moves first
    #[command(after_help = crate::help::STARTS)]
    Starts(Starts),
    /// A picture of a table: in the terminal, as PNG or SVG
    #[command(after_help = crate::help_compare::PLOT)]
    Plot(crate::args_compare::Plot),
    /// Are two games the same, position by position?
    #[command(after_help = crate::help_compare::SAME)]
    Same(crate::args_compare::Same),
    /// Run a program against the truth: find the test that breaks it
    #[command(after_help = crate::help_contest::STRESS)]
    Stress(crate::args_contest::Stress),
    /// Make the tests of a judge: small, random, near lost positions, traps for wrong ideas
    #[command(after_help = crate::help_contest::GEN)]
    Gen(crate::args_contest::Gen),
    /// Be the jury of an interactive problem: play against a program over a pipe
    #[command(after_help = crate::help_contest::INTERACT)]
    Interact(crate::args_contest::Interact),
    /// A program that a contestant could submit: C++, Python or Rust
    #[command(after_help = crate::help_export::EXPORT)]
    Export(crate::args_export::Export),
    /// The games of the library
    #[command(after_help = crate::help::LIST)]
    List(List),
    /// The rules of a game, its notes and its source
    #[command(after_help = crate::help::SHOW)]
    Show(Show),
    /// Look for slips in rules
    #[command(after_help = crate::help::LINT)]
    Lint(Lint),
    /// Lay out rules files
    #[command(after_help = crate::help::FMT)]
    Fmt(Fmt),
    /// Describe a game of your own: six questions
    #[command(after_help = crate::help::NEW)]
    New(New),
    /// Open the page: play, tables, patterns in a browser
    #[command(after_help = crate::help::SERVE)]
    Serve(Serve),
    /// A process that answers one question at a time, for `serve`
    #[command(hide = true)]
    ServeWorker,
    /// Help on a verb, or on the rules language: help rules
    #[command(after_help = crate::help::HELP)]
    Help(Help),
    /// Completions for your shell
    #[command(after_help = crate::help::COMPLETIONS)]
    Completions(Completions),
    /// The manual page
    #[command(after_help = crate::help::MAN)]
    Man,
}

/// How the rules are changed before the question is asked.
#[derive(Debug, Default, Args)]
pub(crate) struct Change {
    /// Last mover loses
    #[arg(long)]
    pub(crate) misere: bool,
    /// Give a parameter a value; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

/// What a question may cost.
#[derive(Debug, Default, Args)]
pub(crate) struct Cost {
    /// Memory to use at most: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<usize>,
    /// Time to use at most: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
}

/// `bouton solve`
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// A game (library name, file, `-` for standard input, or rules in quotes), then the position
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// This player moves first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    /// List every move with its outcome
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// Answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what was found out about the rules and how the question would be solved
    #[arg(long, conflicts_with = "batch")]
    pub(crate) plan: bool,
    /// Read positions from a file, one a line (`-`: standard input); answer one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) batch: Option<PathBuf>,
    /// Read the answer from a saved table (bouton table … --save FILE)
    #[arg(long, value_name = "FILE", conflicts_with = "plan")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) form: Form,
    /// A judge's input is read from standard input (--in says how it is written) and compared with the answers in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "plan", "from", "all_moves"])]
    pub(crate) expect: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowWhat {
    /// Grundy values
    Grundy,
    /// Who wins
    Win,
    /// A best move
    Best,
    /// Scores
    Score,
    /// How many moves there are
    Moves,
    /// Who wins, and in how many moves
    Remoteness,
}

/// `bouton table`
#[derive(Debug, Args)]
pub(crate) struct Table {
    /// A game, then ranges: n=0..50
    #[arg(value_name = "GAME RANGES", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Upper end of the ranges that are not given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// What to show: grundy, win, best, score, moves or remoteness
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) show: Option<ShowWhat>,
    /// This player moves first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    /// Sums of any number of heaps instead of single heaps
    #[arg(long)]
    pub(crate) sums: bool,
    /// As comma-separated values, one line a position; with =FILE into a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["oeis", "json"])]
    pub(crate) csv: Option<Option<PathBuf>>,
    /// As the OEIS writes a sequence: values separated by commas
    #[arg(long, conflicts_with = "json")]
    pub(crate) oeis: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Save the table in a file; the same command again goes on where it was stopped
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) save: Option<PathBuf>,
    /// Positions that are saved at a time
    #[arg(long, value_name = "N", requires = "save", value_parser = within::<u32>(1, 1 << 24))]
    pub(crate) block: Option<u32>,
    /// Read the values from a saved table
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Write an array for NumPy
    #[arg(long, value_name = "FILE")]
    pub(crate) npy: Option<PathBuf>,
    /// Write a Parquet file
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) picture: crate::args_compare::Picture,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton pattern`
#[derive(Debug, Args)]
pub(crate) struct Pattern {
    /// A game, then ranges: n=0..50; or a list of numbers; without either, numbers from standard input
    #[arg(value_name = "GAME RANGES | NUMBERS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Upper end of the ranges that are not given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// What to look at: grundy, win, score or moves
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) show: Option<ShowWhat>,
    /// The longest period to look for
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) max_period: Option<usize>,
    /// How many exceptions a closed form may have (10)
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) exceptions: Option<usize>,
    /// The index of the first number of a list (0)
    #[arg(long, value_name = "N", value_parser = within::<i64>(-1_000_000_000, 1_000_000_000))]
    pub(crate) start: Option<i64>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton check`
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Games or files
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Test this claim instead of those of the file
    #[arg(long, value_name = "CLAIM")]
    pub(crate) claim: Option<String>,
    /// Test up to this size
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// Test the claim step by step (no claimed-lost position reaches another, every other one does)
    #[arg(long)]
    pub(crate) inductive: bool,
    /// Seed for positions chosen at random
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton prove`
#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// A game, and perhaps a position of any size to judge by the theorem
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Only these digits: fibonacci, a base from 2 to 10, or t=2 to t=5 for x*x = t*x + 1
    #[arg(long, value_name = "DIGITS", value_parser = parse_numeration)]
    pub(crate) numeration: Option<Numeration>,
    /// Also write out the rule that reads digits
    #[arg(long)]
    pub(crate) rule: bool,
    /// Write a certificate that  bouton verify  checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Draw the automaton
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the automaton for Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton verify`
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate (`-`: standard input)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Time to use at most: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
}

/// `bouton explain`
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A game, then the position
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// This player moves first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    /// Explain this move
    #[arg(long, value_name = "MOVE")]
    pub(crate) r#move: Option<String>,
    /// How many moves deep to refute
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "move", value_parser = whole::<usize>)]
    pub(crate) depth: usize,
    /// Also show what looks like a move and is none, with the reason
    #[arg(long, conflicts_with = "move")]
    pub(crate) illegal: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton play`
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A game, then the position
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// You move first or second, or are the player of this name
    #[arg(long, value_name = "WHO", default_value = "first")]
    pub(crate) me: String,
    /// How often the opponent plays at random
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, conflicts_with_all = ["beginner", "two"])]
    pub(crate) mistakes: Option<f64>,
    /// The opponent takes the first move that comes to mind
    #[arg(long, conflicts_with = "two")]
    pub(crate) beginner: bool,
    /// Give a hint before each of your moves
    #[arg(long)]
    pub(crate) hint: bool,
    /// Two people play
    #[arg(long)]
    pub(crate) two: bool,
    /// Seed for the opponent's choices
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton starts`
#[derive(Debug, Args)]
pub(crate) struct Starts {
    /// A game, then what is given (`split-nim 10`) or ranges (`n=0..50`)
    #[arg(value_name = "GAME GIVEN", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
    /// Only count them
    #[arg(long)]
    pub(crate) count: bool,
    /// List at most this many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>)]
    pub(crate) limit: usize,
    /// Upper end of the ranges that are not given
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) to: Option<u64>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton list`
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Only games in which every one of these words occurs
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `bouton show`
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A game, and perhaps a position to draw
    #[arg(value_name = "GAME POSITION", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// `bouton lint`
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Games or files
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<String>,
}

/// `bouton fmt`
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Files (`-`: standard input to standard output)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; fail if a file is not laid out
    #[arg(long)]
    pub(crate) check: bool,
}

/// `bouton new`
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The file to write (otherwise asked for)
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// `bouton serve`
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port to listen on; 0 lets the system choose
    #[arg(long, value_name = "PORT", default_value_t = 8001, value_parser = whole::<u16>)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// For strangers too: listen on all addresses, with stricter limits
    #[arg(long)]
    pub(crate) public: bool,
    /// A name under which the server may be reached; may be repeated
    #[arg(long, value_name = "NAME", requires = "public")]
    pub(crate) host: Vec<String>,
    #[command(flatten)]
    pub(crate) cost: Cost,
}

/// `bouton help`
#[derive(Debug, Args)]
pub(crate) struct Help {
    /// A verb, or rules
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Vec<String>,
}

/// `bouton completions`
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Your shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
