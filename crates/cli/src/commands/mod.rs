//! The verbs: one file or folder each, with its flags, its help in both languages and what it does; here is the list of them.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod engines;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod first_screen;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod interact;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod man;
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
pub(crate) mod verify;

use crate::flags::groups::Common;
use crate::lang::Lang;
use crate::mistake::Failure;
use crate::terminal::out::Out;
use clap::{Parser, Subcommand};

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

/// The verbs, in the order in which help lists them.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(solve::Args),
    Table(table::Args),
    Pattern(pattern::Args),
    Check(check::Args),
    Prove(prove::Args),
    Verify(verify::Args),
    Explain(explain::Args),
    Play(play::Args),
    Starts(starts::Args),
    Plot(plot::Args),
    Same(same::Args),
    Stress(stress::Args),
    Gen(generate::Args),
    Interact(interact::Args),
    Export(export::Args),
    List(list::Args),
    Show(show::Args),
    Engines(engines::Args),
    Lint(lint::Args),
    Fmt(fmt::Args),
    New(new::Args),
    Serve(serve::Args),
    #[command(hide = true)]
    ServeWorker(serve::Worker),
    Help(help::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Verb {
    /// Does what was asked; the exit code.
    pub(crate) fn run(&self, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
        match self {
            Verb::Solve(args) => solve::run(args, lang, out),
            Verb::Table(args) => table::run(args, lang, out),
            Verb::Pattern(args) => pattern::run(args, lang, out),
            Verb::Check(args) => check::run(args, lang, out),
            Verb::Prove(args) => prove::run(args, lang, out),
            Verb::Verify(args) => verify::run(args, lang, out),
            Verb::Explain(args) => explain::run(args, lang, out),
            Verb::Play(args) => play::run(args, lang),
            Verb::Starts(args) => starts::run(args, lang, out),
            Verb::Plot(args) => plot::run(args, lang, out),
            Verb::Same(args) => same::run(args, lang, out),
            Verb::Stress(args) => stress::run(args, lang, out),
            Verb::Gen(args) => generate::run(args, lang, out),
            Verb::Interact(args) => interact::run(args, lang, out),
            Verb::Export(args) => export::run(args, lang, out),
            Verb::List(args) => list::run(args, lang, out),
            Verb::Show(args) => show::run(args, lang, out),
            Verb::Engines(args) => engines::run(args, lang, out),
            Verb::Lint(args) => lint::run(args, lang, out),
            Verb::Fmt(args) => fmt::run(args, lang, out),
            Verb::New(args) => new::run(args, lang),
            Verb::Serve(args) => serve::run(args, lang),
            Verb::ServeWorker(_) => serve::worker(),
            Verb::Help(args) => help::run(args, lang, out),
            Verb::Completions(args) => completions::run(args, out),
            Verb::Man(_) => man::run(out),
        }
    }
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
