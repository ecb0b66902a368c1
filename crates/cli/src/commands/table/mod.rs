//! `table`: asks for a table and prints it as a strip, a matrix, a list, CSV, JSON or a sequence.

mod board;
pub(crate) mod crew;
mod save;
pub(crate) mod supervisor;

use crate::commands::plot;
use crate::commands::prelude::*;
use crate::flags::crew::{Crew, Keep};
use crate::flags::groups::Picture;
use bouton::game::line;
use bouton::table::saved::SavedTable;
use bouton::table::{AxisRange, Show, TableQuestion};
use std::path::PathBuf;

/// Values for a range of positions: a strip, a matrix, a list ¦ 一个范围内的值：一行、矩阵或列表
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton table lasker --to 16
  bouton table kayles --misere --to 21 --show win
  bouton table wythoff a=0..12 b=0..12
  bouton table kiki rows=1..9 cols=1..9 --csv
  bouton table domineering rows=1..4 cols=1..5 --show value
  bouton table subtract S=1,3,4 --to 50 --oeis
  bouton table wythoff --to 5000 --save w.table    again after Ctrl-C: goes on ¦ Ctrl-C 之后再次运行即可继续
  bouton table wythoff a=0..9 b=0..9 --from w.table
  bouton table wythoff --from w.table --npy w.npy
  bouton table hexapawn --show win --save DIR --workers 2    two threads, into a folder ¦ 两个线程，存入文件夹
  bouton table hexapawn --show win --save DIR --local 2      two processes ¦ 两个进程
  bouton hexapawn --from DIR")]
pub(crate) struct Args {
    /// A game, then ranges: n=0..50 ¦ 游戏，然后是范围：n=0..50
    #[arg(value_name = "GAME RANGES", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What to show: grundy, win, best, score, moves, remoteness or value
    /// ¦ 显示什么：grundy、win（胜负）、best（最优走法）、score（得分）、moves（走法数）、remoteness（步数）或 value（双方不同游戏的值）
    #[arg(long, value_parser = one_of(SHOW), value_name = "WHAT", hide_possible_values = true)]
    show: Option<Show>,
    /// This player moves first ¦ 由这位玩家先走
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Sums of any number of heaps instead of single heaps ¦ 列出任意多堆之和，而不是单独一堆
    #[arg(long)]
    sums: bool,
    /// As comma-separated values, one line a position; with =FILE into a file ¦ 逗号分隔，每个局面一行；写 =文件 则存入文件
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["oeis", "json"])]
    csv: Option<Option<PathBuf>>,
    /// As the OEIS writes a sequence: values separated by commas ¦ 按 OEIS 的写法：值之间用逗号
    #[arg(long, conflicts_with = "json")]
    oeis: bool,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    /// Save the table in a file (in a folder with --workers, --local, --hosts); the same command again goes on where it was stopped
    /// ¦ 把表保存到文件（用 --workers、--local、--hosts 时为文件夹）；中断后再次运行同一命令即可继续
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    save: Option<PathBuf>,
    /// Positions that are saved at a time ¦ 每次保存多少个局面
    #[arg(long, value_name = "N", requires = "save", value_parser = within::<u32>(1, 1 << 24))]
    block: Option<u32>,
    /// Read the values from a saved table ¦ 从保存的表中读取值
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write an array for NumPy ¦ 写出 NumPy 数组
    #[arg(long, value_name = "FILE")]
    npy: Option<PathBuf>,
    /// Write a Parquet file ¦ 写出 Parquet 文件
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    #[command(flatten)]
    crew: Crew,
    #[command(flatten)]
    keep: Keep,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    cost: Cost,
}

/// What the values of `--show` ask for.
pub(crate) const SHOW: &[Word<Show>] = &[
    ("grundy", "Grundy values", Show::Grundy),
    ("win", "Who wins", Show::Win),
    ("best", "A best move", Show::Best),
    ("score", "Scores", Show::Score),
    ("moves", "How many moves there are", Show::Moves),
    ("remoteness", "Who wins, and in how many moves", Show::Remoteness),
    ("value", "Values of partizan games", Show::Value),
];

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "table")?;
    let ranges = ranges(&term.position)?;
    let first = match args.first.as_deref() {
        Some(name) => question::player(std::slice::from_ref(&term), name)?,
        None => 0,
    };
    let progress = Progress::new(lang);
    let mut solver = Solver::new(budget(&args.cost, &progress));
    let mut question =
        TableQuestion { game: term.game, ranges, to: args.to, show: args.show, first, sums: args.sums };
    if args.crew.wanted() {
        return crew::run(args, &question, lang, out);
    }
    if let Some(file) = &args.from {
        let mut saved = SavedTable::open(file, &question.game)?;
        let whole = saved.question();
        question = overridden(&whole, question, args);
        if question.same_table(&whole) && (save::wanted(args) || args.csv.is_some()) {
            return save::hand_over(args, &mut saved, lang, out);
        }
        solver.use_saved(saved);
    }
    if args.picture.png.is_some() || args.picture.svg.is_some() {
        let code = plot::of_table(&args.picture, &question, &mut solver, &progress, lang, out)?;
        if code != 0 || !(save::wanted(args) || args.csv.is_some() || args.oeis || args.json) {
            return Ok(code);
        }
    }
    if save::wanted(args) {
        return save::run(args, &question, &mut solver, &progress, lang, out);
    }
    let table = solver.table(&question);
    progress.clear();
    let table = table?;
    if args.csv.is_some() {
        print::table::csv(&table).iter().try_for_each(|line| out.data(line))?;
    } else if args.oeis {
        out.data(&table.sequence().join(", "))?;
    } else if args.json {
        out.json(&table.listed(), lang)?;
    } else {
        out.lines(&print::table::lines(&table, lang))?;
    }
    out.stopped(table.stopped.as_ref(), lang)
}

/// The question that a saved table answers, changed as the command line says.
fn overridden(saved: &TableQuestion, asked: TableQuestion, args: &Args) -> TableQuestion {
    TableQuestion {
        ranges: if asked.ranges.is_empty() { saved.ranges.clone() } else { asked.ranges },
        to: asked.to.or(saved.to),
        show: asked.show.or(saved.show),
        first: if args.first.is_some() { asked.first } else { saved.first },
        sums: asked.sums || saved.sums,
        game: asked.game,
    }
}

/// `n=0..50 b=3`
pub(crate) fn ranges(words: &str) -> Result<Vec<AxisRange>, Mistake> {
    line::ranges(words).map_err(|typed| Mistake::Range { typed })
}
