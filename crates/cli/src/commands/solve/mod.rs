//! `solve`: who wins, every winning move, and why; one position, a sum, or a file of positions.

mod judged;

use crate::commands::prelude::*;
use crate::flags::groups::{Forced, Form};
use crate::input::question::Term;
use crate::input::source::Source;
use bouton::Question;
use bouton::answer::Answer;
use bouton::engines::Book;
use bouton::game::State;
use bouton::language::ast::Verdict;
use bouton::language::interp::Turn;
use bouton::report::json;
use bouton::table::saved::SavedTable;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Who wins, every winning move, and why (the verb may be left out) ¦ 谁赢、所有必胜走法、为什么（动词可省略）
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton nim 3 4 5
  bouton ends 4 -10 -20 7          negative numbers are part of the position ¦ 负数是局面的一部分
  bouton fibonacci 12 limit=4      a memory field is set by its name ¦ 记忆字段按名字赋值
  bouton bash 21 m=3               so is a parameter, or by --set m=3 ¦ 参数也一样，或用 --set m=3
  bouton subtract 1e6 S=1,3,4      a set of numbers; S=@numbers.txt reads a file ¦ 一组数；S=@numbers.txt 从文件读取
  bouton dag 0 1 --set \"G=graph { 0 -> 1 2; 1 -> 2; 2 -> }\"
  bouton nim 3 4 + kayles 7        + adds games ¦ + 把游戏相加
  bouton mygame.game 5             rules from a file ¦ 规则来自文件
  bouton nim --batch heaps.txt --json
  bouton wythoff 40 30 --engine compiled        by one engine and no other ¦ 只用一个引擎
  bouton wythoff 4180 2583 --from w.table       out of a saved table ¦ 取自保存的表
  bouton cram 4x5 --book boards    parts of boards are remembered for next time ¦ 记住棋盘各部分的结果，下次使用

The game may be written between quotes; `;` stands for a new line. `--` ends the flags.
¦ 规则可以直接写在引号里，; 代表换行。-- 之后不再是选项。")]
pub(crate) struct Args {
    /// A game (library name, file, `-` for standard input, or rules in quotes), then the position
    /// ¦ 游戏（库中的名字、文件、- 表示标准输入，或引号中的规则），然后是局面
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// This player moves first ¦ 由这位玩家先走
    #[arg(long, value_name = "NAME", conflicts_with_all = ["input", "cases", "expect"])]
    first: Option<String>,
    /// List every move with its outcome ¦ 列出每一步及其结果
    #[arg(long, conflicts_with_all = ["input", "cases", "expect"])]
    all_moves: bool,
    /// Answer as JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    /// Say what was found out about the rules and how the question would be solved ¦ 说明对规则的分析和求解方法
    #[arg(long, conflicts_with_all = ["batch", "input", "cases", "expect"])]
    plan: bool,
    #[command(flatten)]
    forced: Forced,
    /// Read positions from a file, one a line (`-`: standard input); answer one a line
    /// ¦ 从文件读局面，每行一个（- 为标准输入），每行给出一个答案
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Read the answer from a saved table (bouton table … --save FILE) ¦ 从保存的表中读取答案（bouton table … --save 文件）
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plan", "engine", "input", "cases", "expect"])]
    from: Option<PathBuf>,
    /// Keep what a search finds out about parts of boards in this folder, and begin with what it knows (made if it is not there)
    /// ¦ 把搜索得到的棋盘部分的结果存入此文件夹，并从已有结果开始（没有则新建）
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "plan", "input", "cases", "expect"])]
    book: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
    /// A judge's input is read from standard input, or the file of --batch (--in says how it is written), and compared with the answers in this file
    /// ¦ 从标准输入或 --batch 的文件读题目的输入（--in 说明格式），并与此文件中的答案比较
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    #[command(flatten)]
    cost: Cost,
}

/// Adds what was found out to the books that were named, and says so where nothing is fit for them.
fn keep_book(solver: &Solver, args: &Args, lang: Lang) -> Result<(), Failure> {
    if solver.keep_book()? == 0 && args.book.is_some() {
        anstream::eprintln!(
            "{}",
            lang.pick(
                "note: --book keeps nothing here: it is for parts of boards whose Grundy values are searched.",
                "注意：--book 在此不保存任何结果：它用于搜索 SG 值的棋盘部分。",
            )
        );
    }
    Ok(())
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if args.form.input.is_some() || args.form.cases.is_some() || args.expect.is_some() {
        return judged::run(args, lang, out);
    }
    if let Some(flag) = args.form.of_answers() {
        return Err(Mistake::Unjudged { flag }.into());
    }
    let terms = question::terms(&args.words, &args.change, args.cost.memory)?;
    let first = args.first.as_deref().map(|name| question::player(&terms, name)).transpose()?;
    let progress = Progress::new(lang);
    let budget = budget(&args.cost, &progress);
    let mut solver = Solver::new(budget);
    if let Some(file) = &args.from {
        let [term] = terms.as_slice() else { return Err(Mistake::OneGame { verb: "--from" }.into()) };
        solver.use_saved(SavedTable::open(file, &term.game)?);
    }
    if let Some(folder) = &args.book {
        solver.use_book(Book::open(folder)?);
    }
    args.forced.on(&mut solver)?;
    if let Some(file) = &args.batch {
        let result = batch(&terms, first, file, args, &mut solver, lang, out);
        progress.clear();
        keep_book(&solver, args, lang)?;
        return result;
    }
    let question = ask(&terms, first, args.all_moves)?;
    if args.plan {
        solver.suits(&question)?;
        let plan = solver.plan(&question);
        progress.clear();
        if args.json {
            out.json(&plan, lang)?;
        } else {
            out.lines(&plan.say(lang))?;
        }
        return Ok(0);
    }
    let mut answer = solver.solve(&question);
    // No move wins a drawn position: what a reader wants to see there is which moves keep the draw.
    if matches!(&answer, Ok(a) if a.outcome == Some(Verdict::Draw) && a.score.is_none()) && !args.json {
        answer = solver.solve(&Question { all_moves: true, ..question.clone() });
    }
    progress.clear();
    // What a search that was stopped has found out is worth as much.
    keep_book(&solver, args, lang)?;
    let interrupted = matches!(answer, Err(Problem::Interrupted));
    let answer = if interrupted { solver.interrupted(&question) } else { answer? };
    if args.json {
        out.json(&answer, lang)?;
    } else {
        out.lines(&print::answer::lines(&answer, &question, args.all_moves, lang))?;
    }
    if interrupted {
        return out.stopped(Some(&Problem::Interrupted), lang);
    }
    Ok(exit_code(&answer))
}

/// The question that the terms ask.
pub(crate) fn ask(terms: &[Term], first: Option<usize>, all_moves: bool) -> Result<Question, Failure> {
    let games = terms.iter().map(|term| term.game.clone()).collect();
    let positions = terms.iter().map(|t| t.game.position(&t.position)).collect::<Result<_, _>>()?;
    let turn = Turn { mover: first.unwrap_or(0), turn: 0 };
    Ok(Question { games, state: State { positions, turn }, all_moves })
}

/// 3 when the budget ran out before an answer. A shared score has no outcome of its own.
pub(crate) fn exit_code(answer: &Answer) -> u8 {
    if answer.outcome.is_none() && answer.score.is_none() { 3 } else { 0 }
}

/// One position a line in, one answer a line out. A bad line is answered with its mistake, the others all the same.
fn batch(
    terms: &[Term],
    first: Option<usize>,
    file: &Path,
    args: &Args,
    solver: &mut Solver,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let [term] = terms else { return Err(Mistake::BatchSum.into()) };
    if !term.position.is_empty() {
        return Err(Mistake::BatchPosition.into());
    }
    let standard = file == Path::new("-");
    if standard && term.source == Source::StandardInput {
        return Err(Mistake::StandardInputTwice.into());
    }
    let unreadable =
        |e: std::io::Error| Mistake::File { path: file.display().to_string(), why: e.to_string() };
    let input: Box<dyn BufRead> = if standard {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(std::fs::File::open(file).map_err(unreadable)?))
    };
    let mut code = 0;
    for (number, line) in input.split(b'\n').enumerate() {
        let line = line.map_err(unreadable)?;
        let typed = String::from_utf8_lossy(&line);
        let typed = typed.trim();
        solver.renew();
        let result = term.game.position(typed).and_then(|position| {
            let state = State::new(position, first.unwrap_or(0));
            solver.solve(&Question { games: vec![term.game.clone()], state, all_moves: args.all_moves })
        });
        match result {
            Ok(answer) => {
                let text = if args.json {
                    json(&answer, lang).to_string()
                } else {
                    print::answer::one_line(&answer)
                };
                out.data(&text)?;
                code = worse(code, exit_code(&answer));
            }
            Err(Problem::Interrupted) => {
                out.flush()?;
                return Err(Problem::Interrupted.into());
            }
            Err(problem) => {
                let message = problem.line(lang).replace('\n', " ");
                let text = if args.json {
                    json!({"line": number + 1, "position": typed, "error": message}).to_string()
                } else {
                    format!("{typed}\terror\t{message}")
                };
                out.data(&text)?;
                code = worse(code, problem.exit_code());
            }
        }
        if standard {
            out.flush()?;
        }
    }
    Ok(code)
}

/// A mistake weighs more than a budget that ran out.
fn worse(a: u8, b: u8) -> u8 {
    match (a, b) {
        (2, _) | (_, 2) => 2,
        _ => a.max(b),
    }
}
