//! `gen`: a folder of tests for a judge. What is in it is made by the contest room.

use crate::commands::prelude::*;
use crate::commands::stress;
use crate::flags::groups::{Form, Size};
use crate::input::source::files;
use bouton::language::diagnostic::plural;
use bouton_contest::Order;
use bouton_contest::generate::{Setup, Tests, USUAL, generate};
use bouton_contest::ideas::Idea;
use bouton_contest::layout::Layout;
use bouton_export::testlib::{self, Judge};
use bouton_template::{Origin, Task};
use std::path::PathBuf;
use std::time::Instant;

/// Make the tests of a judge: small, random, near lost positions, traps for wrong ideas
/// ¦ 生成评测数据：小规模、随机、必败局面附近、针对错误想法的陷阱
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton gen wythoff --to 1e9 --in \"{a} {b}\" --yes A --no B
  bouton gen nim n=1..1e9 heaps=1..10 --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton gen subtract n=0..1000 S=1..20 --in \"{n} {|S|}\\n{S}\" --out stones
  bouton gen factorial-take --traps period --to 100000 --layout polygon
  bouton gen cat-mouse G=3..8 --in \"{[G[v] for v in G]:json}\" --yes 1 --no 2 --draw 0

Ideas with traps: xor, parity, count, greedy, misere, off-by-one, overflow, float, period, zero.
Equal seeds make equal tests; tests.json in the folder says what every test is.
¦ 有陷阱的想法：xor、parity、count、greedy、misere、off-by-one、overflow、float、period、zero。
相同的种子生成相同的数据；文件夹中的 tests.json 说明每组测试是什么。")]
pub(crate) struct Args {
    /// A game, and perhaps limits: n=1..1e9 heaps=1..10 ¦ 游戏，还可以加范围：n=1..1e9 heaps=1..10
    #[arg(value_name = "GAME LIMITS", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    size: Size,
    /// The folder to make ¦ 要生成的文件夹
    #[arg(id = "tests_folder", long = "out", value_name = "FOLDER", default_value = "tests")]
    out: PathBuf,
    /// How many files of each kind ¦ 每一类的文件数
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within::<u32>(1, 1000))]
    tests: u32,
    /// How many cases in one file, where --cases puts several together ¦ 用 --cases 合并时每个文件的局面数
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u32>(1, 100_000))]
    per: u32,
    /// Only traps for these ideas: xor,parity,greedy,float,period … ¦ 只生成针对这些想法的陷阱：xor,parity,greedy,float,period …
    #[arg(long, value_name = "IDEAS", value_delimiter = ',')]
    traps: Vec<String>,
    /// A bound on a sum over the cases of one file: "n<=2e5", "sum(heaps)<=1e6"; may be repeated ¦ 列出任意多堆之和，而不是单独一堆
    #[arg(id = "sums", long = "sum", value_name = "BOUND")]
    sums: Vec<String>,
    /// Write validator.cpp, checker.cpp and, where a move is asked for, interactor.cpp for testlib as well
    /// ¦ 另外写出 testlib 用的 validator.cpp、checker.cpp，要求走法时还有 interactor.cpp
    #[arg(long)]
    testlib: bool,
    /// How the files are called: plain or polygon ¦ 文件的命名：plain 或 polygon
    #[arg(long, value_parser = one_of(LAYOUTS), value_name = "LAYOUT", default_value = "plain", hide_possible_values = true)]
    layout: Layout,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// How test files are called.
const LAYOUTS: &[Word<Layout>] =
    &[("plain", "01.in, 01.out", Layout::Plain), ("polygon", "tests/01, tests/01.a", Layout::Polygon)];

/// Width of the label column.
const LABEL: usize = 12;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some((game, limits)) = args.words.split_first() else { return Err(Mistake::EmptyTerm.into()) };
    let term = question::one(std::slice::from_ref(game), &args.change, args.cost.memory, "gen")?;
    let files = files(term.source.folder(), args.cost.memory);
    let limits = stress::within(&term.game, &args.size, limits, &files)?;
    let traps = args.traps.iter().map(|w| Idea::named(w.trim())).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(lang);
    let task = stress::task(term.game, &args.form, limits);
    // The time is that of all tests together, not of a question.
    let budget_of_tests = budget(&Cost { memory: args.cost.memory, time: None }, &progress);
    let (seed, any_order) = (args.size.seed, args.size.any_order);
    let setup = Setup {
        order: Order {
            task: task.clone(),
            seed,
            any_order,
            budget: budget_of_tests,
            stop: interrupt::flag(),
        },
        tests: args.tests as usize,
        per: args.per as usize,
        sums: args.sums.clone(),
        traps,
        time: args.cost.time,
    };
    let began = Instant::now();
    let tests = generate(setup, &mut |made| progress.report(made as usize, began.elapsed()));
    progress.clear();
    let mut tests = tests?;
    let mut refused = Vec::new();
    if args.testlib {
        let files = testlib::files(&Judge {
            task: &Task { template: Some(tests.template.clone()), ..task },
            to: &USUAL.parse().unwrap_or_default(),
            sums: &args.sums,
            per: args.per as usize,
            budget: budget(&args.cost, &progress),
        });
        progress.clear();
        let files = files?;
        tests.extra = files.files;
        refused = files.refused;
    }
    tests.write(&args.out, args.layout)?;
    if args.json {
        out.json(&tests.json(), lang)?;
    } else {
        out.lines(&lines(&tests, &refused, &args.out.display().to_string(), lang))?;
    }
    Ok(0)
}

fn lines(tests: &Tests, refused: &[(String, Problem)], folder: &str, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let of = |keep: &dyn Fn(Origin, Option<Idea>) -> bool| {
        let some: Vec<_> = tests.tests.iter().filter(|t| keep(t.origin, t.idea)).collect();
        let cases: usize = some.iter().map(|t| t.cases).sum();
        (some.len(), cases, some.iter().map(|t| t.largest.clone()).max().unwrap_or_default())
    };
    let mut tell = |name: &str, (files, cases, largest): (usize, usize, num_bigint::BigInt), what: &str| {
        if files > 0 {
            let count = match lang {
                Lang::En => {
                    let (f, c) = (plural(files), plural(cases));
                    format!("{files} file{f}, {} case{c}, numbers to {largest}{what}", grouped(cases))
                }
                Lang::Zh => format!("{files} 个文件，{} 个局面，数至 {largest}{what}", grouped(cases)),
            };
            out.extend(labelled(name, DIM, &count));
        }
    };
    for (origin, en, zh) in [
        (Origin::Small, "small", "小局面"),
        (Origin::Random, "random", "随机"),
        (Origin::Near, "near lost", "必败附近"),
        (Origin::Extreme, "extreme", "边界"),
    ] {
        tell(lang.pick(en, zh), of(&|o, _| o == origin), "");
    }
    for idea in Idea::all() {
        let what = match lang {
            Lang::En => format!(" — {}", idea.say(lang)),
            Lang::Zh => format!("——{}", idea.say(lang)),
        };
        tell(idea.word(), of(&|_, i| i == Some(idea)), &what);
    }
    if !tests.harmless.is_empty() {
        let names: Vec<&str> = tests.harmless.iter().map(|i| i.word()).collect();
        let text = match lang {
            Lang::En => {
                format!("no trap for {}: no position was found at which the idea is wrong", names.join(", "))
            }
            Lang::Zh => format!("没有针对 {} 的陷阱：没有找到该想法出错的局面", names.join("、")),
        };
        out.extend(labelled(lang.pick("none", "无"), DIM, &text));
    }
    if !tests.untried.is_empty() {
        let names: Vec<&str> = tests.untried.iter().map(|i| i.word()).collect();
        let text = match lang {
            Lang::En => format!("no time for traps against {}", names.join(", ")),
            Lang::Zh => format!("时间不够，没有为 {} 制作陷阱", names.join("、")),
        };
        out.extend(labelled(lang.pick("time", "时间"), DIM, &text));
    }
    for (status, claim, cases) in &tests.far {
        let trust = status.say(lang);
        let what = claim.clone().unwrap_or_else(|| lang.pick("theorem", "定理").to_string());
        let text = match lang {
            Lang::En => format!(
                "{} cases by \"{what}\" ({trust}), the others by brute force",
                grouped(*cases as usize)
            ),
            Lang::Zh => format!("{} 个局面依据“{what}”（{trust}），其余为完全计算", grouped(*cases as usize)),
        };
        out.extend(labelled(lang.pick("answers", "答案"), DIM, &text));
    }
    for (name, problem) in refused {
        out.extend(labelled(
            lang.pick("not written", "未写出"),
            TITLE,
            &format!("{name}: {}", problem.line(lang)),
        ));
    }
    if !tests.extra.is_empty() {
        let names: Vec<&str> = tests.extra.iter().map(|(name, _)| name.as_str()).collect();
        let text = lang.pick(
            format!("{} (they include testlib.h, which is not written)", names.join(", ")),
            format!("{}（它们包含 testlib.h，该文件需自备）", names.join("、")),
        );
        out.extend(labelled("testlib", DIM, &text));
    }
    if tests.checker && !tests.extra.iter().any(|(name, _)| name == "checker.cpp") {
        let text = lang.pick(
            "any winning move is right: the output files hold one of them, so the problem needs a checker",
            "任何取胜的走法都算对：输出文件只写了其中之一，本题需要 checker",
        );
        out.extend(labelled(lang.pick("checker", "检验器"), TITLE, text));
    }
    let n = tests.tests.len();
    let text = match lang {
        Lang::En => format!("{folder}: {n} tests, seed {}", tests.seed),
        Lang::Zh => format!("{folder}：{n} 组测试，种子 {}", tests.seed),
    };
    out.extend(labelled(lang.pick("written", "已写出"), GOOD, &text));
    out
}

fn labelled(name: &str, style: anstyle::Style, text: &str) -> Vec<String> {
    paragraph(name, style, LABEL, text)
}
