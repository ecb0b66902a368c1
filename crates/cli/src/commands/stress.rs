//! `stress`: a program against the truth. What was found is computed by the contest room and only worded here.

use crate::commands::prelude::*;
use crate::flags::groups::{Bounds, Form, Size};
use crate::input::source::files;
use crate::lang::say;
use bouton::language::ast::Verdict;
use bouton::language::check::Loader;
use bouton::language::diagnostic::plural;
use bouton_contest::Order;
use bouton_contest::answers::Fault;
use bouton_contest::oracle::Sources;
use bouton_contest::program::{self, Ended};
use bouton_contest::stress::{Failure as Found, Report, Setup, Verdicts, stress};
use bouton_template::{Asked, Limits, Origin, Task};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Run a program against the truth: find the test that breaks it ¦ 用真相检验一个程序：找出使它出错的测试
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton stress wythoff ./a.out --in \"{a} {b}\" --yes A --no B --to 1e9
  bouton stress nim sol.cpp --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton stress lasker sol.py --value grundy --in \"{n}\" --to 2^40
  bouton stress nim sol.py --move \"{heap} {k}\" --no lose
  bouton stress bash sol.cpp n=1..1e9 m=1..1000 --in \"{n} {m}\"
  bouton stress stone-game-2 sol.py --in \"{|a|}\\n{a}\" --answer \"{(sum(a) + score) div 2}\"

Small positions are all tried, then lost ones of any size and their neighbours, the ends of number types, random ones.
Exit codes: 0 nothing found, 1 a failure (its input is saved), 2 a mistake on the command line, 3 too few cases to say anything.
¦ 先试所有小局面，再试任意大小的必败局面及其邻居、整数类型的边界、随机局面。
退出码：0 没有发现错误，1 发现错误（输入已保存），2 命令行有误，3 局面太少，说明不了什么。")]
pub(crate) struct Args {
    /// A game, a program (a command, or a C++ or Python source), and perhaps limits: n=1..1e18
    /// ¦ 游戏、程序（命令，或 C++、Python 源文件），还可以加范围：n=1..1e18
    #[arg(value_name = "GAME PROGRAM LIMITS", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    bounds: Bounds,
    /// Mostly lost positions and their neighbours ¦ 主要测试必败局面及其邻居
    #[arg(long = "near-P", alias = "near-p")]
    near_p: bool,
    /// Where the truth comes from: auto, claim or force ¦ 真相从何而来：auto、claim（猜想）或 force（暴力）
    #[arg(long, value_parser = one_of(ORACLES), value_name = "WHAT", default_value = "auto", hide_possible_values = true)]
    oracle: Sources,
    /// The folder for the failing test (fail-001.in and .out) ¦ 保存出错测试（fail-001.in 和 .out）的文件夹
    #[arg(id = "folder", long = "save", value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Where truth comes from.
const ORACLES: &[Word<Sources>] = &[
    ("auto", "Brute force for what is small, claims and theorems beyond", Sources::Any),
    ("claim", "Claims wherever they speak", Sources::Claims),
    ("force", "Brute force only", Sources::Force),
];

/// Width of the label column.
const LABEL: usize = 9;

/// How long to look where `--time` does not say.
const TIME: Duration = Duration::from_secs(8);

/// Output of one run, at most.
pub(crate) const OUTPUT: usize = 4 << 20;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let [game, command, limits @ ..] = args.words.as_slice() else { return Err(Mistake::Program.into()) };
    let term = question::one(std::slice::from_ref(game), &args.change, args.cost.memory, "stress")?;
    let files = files(term.source.folder(), args.cost.memory);
    let limits = within(&term.game, &args.size, limits, &files)?;
    let progress = Progress::new(lang);
    let allowed = budget(&args.cost, &progress);
    let task = task(term.game, &args.form, limits);
    let (seed, any_order) = (args.size.seed, args.size.any_order);
    let setup = Setup {
        order: Order { task, seed, any_order, budget: allowed, stop: interrupt::flag() },
        program: command.clone(),
        sources: args.oracle,
        cost: program::Cost {
            time: args.bounds.time_limit,
            memory: Some(args.bounds.memory_limit as u64),
            output: OUTPUT,
        },
        time: args.cost.time.unwrap_or(TIME),
        near: args.near_p,
    };
    let began = Instant::now();
    let report = stress(setup, &mut |cases| progress.report(cases as usize, began.elapsed()));
    progress.clear();
    let report = report?;
    let saved = match &report.failure {
        Some(found) => found.save(&args.folder)?,
        None => Vec::new(),
    };
    if args.json {
        out.json(&report.json(lang, &saved), lang)?;
    } else {
        out.lines(&lines(&report, &saved, lang))?;
    }
    Ok(match report.verdict() {
        Verdicts::Passed => 0,
        Verdicts::Failed => 1,
        Verdicts::TooLittle => 3,
    })
}

/// The limits of flags and words.
pub(crate) fn within(
    game: &Game,
    size: &Size,
    words: &[String],
    files: &dyn Loader,
) -> Result<Limits, Problem> {
    let all: Vec<String> = size.limits.iter().chain(words).cloned().collect();
    let mut limits = Limits::read(game, &all, size.to.as_deref(), files)?;
    for condition in &size.wheres {
        limits.only(game, condition)?;
    }
    Ok(limits)
}

/// The judge's problem, as the flags say.
pub(crate) fn task(game: Game, form: &Form, limits: Limits) -> Task {
    let answers = Asked {
        yes: form.words.yes.clone(),
        no: form.words.no.clone(),
        draw: form.words.draw.clone(),
        value: form.value.clone(),
        form: form.form.clone().or_else(|| form.moves.clone()),
        all: form.moves.is_some(),
        each: form.each.clone(),
        answer: form.answer.clone(),
        ignore_case: form.ignore_case,
    };
    Task { game, template: form.input.clone(), cases: form.cases.clone(), answers, limits }
}

fn lines(r: &Report, saved: &[PathBuf], lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let count = |origin: Origin| r.tried.get(&origin).map_or(0, |t| t.agree + t.fail);
    let small = count(Origin::Small);
    if small > 0 {
        let text = match &r.bound {
            Some(bound) => lang.pick(
                format!(
                    "{} case{}: all with {}, and the examples",
                    number(small),
                    plural(small),
                    bound.say(lang)
                ),
                format!("{} 个局面：{} 的全部，以及例子", number(small), bound.say(lang)),
            ),
            None => lang.pick(
                format!("{} case{}", number(small), plural(small)),
                format!("{} 个局面", number(small)),
            ),
        };
        out.extend(labelled(lang.pick("small", "小局面"), DIM, &text));
    }
    let (near, far) = (count(Origin::Near), count(Origin::Random) + count(Origin::Extreme));
    if near + far > 0 {
        let of = [Origin::Near, Origin::Random, Origin::Extreme];
        let largest = of.iter().filter_map(|o| r.tried.get(o)).map(|t| &t.largest).max();
        let largest = largest.map(ToString::to_string).unwrap_or_default();
        out.extend(labelled(
            lang.pick("large", "大局面"),
            DIM,
            &match lang {
                Lang::En => format!(
                    "{} lost positions and neighbours, {} random and extreme ones; the largest number {largest}",
                    number(near),
                    number(far)
                ),
                Lang::Zh => format!(
                    "{} 个必败局面及邻居，{} 个随机与边界局面；最大的数 {largest}",
                    number(near),
                    number(far)
                ),
            },
        ));
    }
    for line in oracle(r, lang) {
        out.extend(labelled(lang.pick("oracle", "真相"), DIM, &line));
    }
    match &r.failure {
        None => out.extend(none(r, lang)),
        Some(f) => out.extend(failure(f, r.unlimited, lang)),
    }
    if !saved.is_empty() {
        let names: Vec<String> = saved.iter().map(|p| p.display().to_string()).collect();
        out.extend(labelled(lang.pick("saved", "已保存"), DIM, &names.join("  ")));
    }
    out
}

/// No failure: how much was tried, and whether that says anything.
fn none(r: &Report, lang: Lang) -> Vec<String> {
    let (cases, runs) = (number(r.cases()), number(r.runs));
    let ((least, most), tried) = (&r.reach.asked, &r.reach.numbers);
    let range = match (r.reach.all, tried) {
        (true, _) => say!(lang, "every position of the range was tried", "范围内的每个局面都试过"),
        (false, Some((lo, hi))) => say!(
            lang,
            "numbers {lo} to {hi} of {least} to {most}",
            "数为 {lo} 至 {hi}，范围是 {least} 至 {most}"
        ),
        (false, None) => say!(lang, "only a part of the range", "只是范围的一部分"),
    };
    let passed = r.verdict() == Verdicts::Passed;
    let mut text = say!(
        lang,
        "no failure found in {cases} cases, {runs} runs: {range}",
        "{cases} 个局面，运行 {runs} 次，没有发现错误：{range}"
    );
    if !passed {
        text += lang.pick(
            ". That is too little to say that the program is right: give more --time, smaller limits, or a claim in the rules",
            "。太少，不足以说明程序正确：请给更多时间（--time）、更小的范围，或在规则中加上猜想（claim）",
        );
    }
    if r.reach.unknown > 0 {
        let n = number(r.reach.unknown);
        text += &lang.pick(
            format!(
                ". {n} more {} left out: the truth is not known there",
                if r.reach.unknown == 1 { "was" } else { "were" }
            ),
            format!("。另有 {n} 个局面无法得知胜负，未试"),
        );
    }
    match passed {
        true => labelled(lang.pick("PASSED", "通过"), GOOD, &text),
        false => labelled(lang.pick("TOO FEW", "太少"), TITLE, &text),
    }
}

fn number(n: u64) -> String {
    grouped(n as usize)
}

/// What the truth rests on.
fn oracle(r: &Report, lang: Lang) -> Vec<String> {
    if r.far.is_empty() {
        return vec![lang.pick("brute force (PROVED)", "完全计算（已证明）").to_string()];
    }
    let mut out = Vec::new();
    for (status, claim, cases) in &r.far {
        let trust = status.say(lang);
        let what = match claim {
            Some(claim) => format!("\"{claim}\""),
            None => say!(lang, "a theorem found from the rules", "由规则找到的定理"),
        };
        out.push(match lang {
            Lang::En => format!("{what} ({trust}) for {} cases, brute force for the others", number(*cases)),
            Lang::Zh => format!("{} 个局面依据 {what}（{trust}），其余为完全计算", number(*cases)),
        });
    }
    if r.compared > 0 {
        out.push(match lang {
            Lang::En => format!("the two agree on {} small cases", number(r.compared)),
            Lang::Zh => format!("两者在 {} 个小局面上一致", number(r.compared)),
        });
    }
    out
}

fn failure(f: &Found, unlimited: bool, lang: Lang) -> Vec<String> {
    let head = match f.fault {
        Fault::Wrong | Fault::BadMove | Fault::IllegalMove => lang.pick("WRONG", "错误"),
        Fault::Garbage | Fault::Missing | Fault::TooMuch => lang.pick("GARBAGE", "格式错误"),
        Fault::Crash => lang.pick("CRASH", "崩溃"),
        Fault::Timeout => lang.pick("TIMEOUT", "超时"),
        Fault::Memory => lang.pick("MEMORY", "超内存"),
    };
    let truth = match f.outcome {
        Some(Verdict::Win) => lang.pick(" (won)", "（必胜）"),
        Some(Verdict::Lose) => lang.pick(" (lost)", "（必败）"),
        Some(Verdict::Draw) => lang.pick(" (drawn)", "（平局）"),
        None => "",
    };
    let said = match (&f.ended, f.printed.is_empty()) {
        (Ended::Timeout, _) => lang.pick("does not end in time", "超时").to_string(),
        (Ended::Code(c), _) => say!(lang, "exit code {c}", "退出码 {c}"),
        (Ended::Signal(s), _) => say!(lang, "signal {s}", "信号 {s}"),
        (_, true) => lang.pick("nothing", "没有输出").to_string(),
        (_, false) => f.printed.clone(),
    };
    let what = match f.fault {
        Fault::IllegalMove => lang.pick(", not a legal move", "，不合法"),
        Fault::BadMove => lang.pick(", a move that loses", "，会输掉"),
        Fault::TooMuch => lang.pick(", more than one answer", "，多于一个答案"),
        Fault::Garbage => lang.pick(", none of the answers", "，不是任何一种答案"),
        _ => "",
    };
    let position =
        if f.position.is_empty() { lang.pick("the start", "开局").into() } else { f.position.clone() };
    let mut out = labelled(
        head,
        BAD,
        &match lang {
            Lang::En => format!("{position} · your program: {said}{what} · truth: {}{truth}", f.right),
            Lang::Zh => format!("{position} · 你的程序：{said}{what} · 真相：{}{truth}", f.right),
        },
    );
    if let Some(from) = &f.shrunk_from {
        out.extend(labelled("", DIM, &say!(lang, "made smaller from {from}", "由 {from} 缩小而来")));
    }
    if let Some(line) = f.errors.lines().last().filter(|l| !l.trim().is_empty()) {
        out.extend(labelled(lang.pick("stderr", "错误流"), DIM, line));
    }
    let [en, zh] = &f.guess.evidence;
    let guess = match lang {
        Lang::En => format!("{} — {en}.", f.guess.say(lang)),
        Lang::Zh => format!("{}——{zh}。", f.guess.say(lang)),
    };
    out.extend(labelled(lang.pick("guess", "猜测"), TITLE, &guess));
    if unlimited && f.largest.bits() > 30 {
        out.extend(labelled(
            "",
            DIM,
            lang.pick(
                "No limit was given, so numbers go up to 10^18: say --to 1e9 if the judge's do not.",
                "没有给出范围，所以数可达 10^18：若题目更小，请加 --to 1e9 之类。",
            ),
        ));
    }
    out
}

fn labelled(name: &str, style: anstyle::Style, text: &str) -> Vec<String> {
    paragraph(name, style, LABEL, text)
}
