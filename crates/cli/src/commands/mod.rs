//! The verbs: one file or folder each, with its flags, its help in both languages and what it does; here is the list of them.

pub(crate) mod check;
pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod engines;
pub(crate) mod explain;
pub(crate) mod explore;
pub(crate) mod export;
pub(crate) mod first_screen;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod interact;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod misere;
pub(crate) mod new;
pub(crate) mod pattern;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod prove;
pub(crate) mod same;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod stress;
pub(crate) mod table;
pub(crate) mod thermograph;
pub(crate) mod value;
pub(crate) mod verify;

use crate::flags::groups::Common;
use crate::lang::Lang;
use crate::mistake::Failure;
use crate::terminal::out::Out;
use clap::{CommandFactory, Parser, Subcommand};

/// Solves two-player games from a few lines of rules ¦ 几行规则，求解双人游戏
#[derive(Debug, Parser)]
#[command(
    name = "bouton",
    version,
    max_term_width = 100,
    subcommand_required = false,
    disable_help_subcommand = true,
    after_help = "\
  bouton nim 3 4 5                 who wins, every winning move, and why ¦ 谁赢、所有必胜走法、为什么
  bouton kayles 3 4 --misere       the last mover loses ¦ 走最后一步者负
  bouton nim 3 4 + kayles 7        a sum of two games ¦ 两个游戏之和
  bouton \"heaps n; move k in {1,3,4}: n -> n-k\" 7 9
  bouton table lasker --to 16      a table of values ¦ 值的表
  bouton pattern lasker            the rule behind the table ¦ 表背后的规律
  bouton prove wythoff             a theorem for all sizes ¦ 对任意大小成立的定理
  bouton play kayles 9             play against a perfect opponent ¦ 与完美的对手下棋
  bouton list                      the library ¦ 游戏库
  bouton help rules                how rules are written, on one screen ¦ 规则的写法，一屏看完"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The verbs: each with the file or folder that has its flags (`Args`) and does it (`run`).
macro_rules! verbs {
    ($($(#[$hidden:meta])? $verb:ident: $($file:ident)::+,)*) => {
        /// The verbs, in the order in which help lists them.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Verb {
            $($(#[$hidden])? $verb($($file)::+::Args),)*
        }

        impl Verb {
            /// Does what was asked; the exit code.
            pub(crate) fn run(&self, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
                match self {
                    $(Verb::$verb(args) => $($file)::+::run(args, lang, out),)*
                }
            }
        }
    };
}

verbs! {
    Solve: solve,
    Table: table,
    Cluster: cluster,
    Pattern: pattern,
    Check: check,
    Prove: prove,
    Explore: explore,
    Misere: misere,
    Verify: verify,
    Explain: explain,
    Play: play,
    Starts: starts,
    Value: value,
    Thermograph: thermograph,
    Plot: plot,
    Same: same,
    Stress: stress,
    Gen: generate,
    Interact: interact,
    Export: export,
    List: list,
    Show: show,
    Engines: engines,
    Lint: lint,
    Fmt: fmt,
    New: new,
    Serve: serve,
    #[command(hide = true)]
    ServeWorker: serve::worker,
    Help: help,
    Completions: completions,
    Man: man,
}

/// The words for the verbs.
pub(crate) fn verbs() -> Vec<String> {
    let command = Cli::command();
    let listed = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    listed.map(|verb| verb.get_name().to_string()).collect()
}

/// What most verbs use.
mod prelude {
    pub(super) use crate::flags::amounts::budget;
    pub(super) use crate::flags::choice::{Word, one_of};
    pub(super) use crate::flags::groups::{Change, Cost};
    pub(super) use crate::flags::numbers::{whole, within};
    pub(super) use crate::input::question;
    pub(super) use crate::lang::Lang;
    pub(super) use crate::mistake::{Failure, Mistake};
    pub(super) use crate::terminal::interrupt;
    pub(super) use crate::terminal::layout::{
        BAD, DIM, EVEN, GOOD, TITLE, columns, left, paint, paragraph, prose, terminal_width, width, wrap,
    };
    pub(super) use crate::terminal::out::{Out, complain};
    pub(super) use crate::terminal::progress::{Progress, grouped};
    pub(super) use crate::{print, print::answer::label};
    pub(super) use bouton::{Game, Problem, Solver};
}
