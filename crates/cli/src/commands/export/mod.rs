//! `export`: a program that a contestant could submit. It is made by the export room and only put out here.

mod document;

use crate::commands::prelude::*;
use crate::flags::groups::Words;
use bouton::table::Show;
use bouton::table::saved::write_file;
use bouton_export::{CHECKS, Exported, Method, Setup, Target, export};
use bouton_template::{Asked, Task};
use std::path::PathBuf;

/// A program that a contestant could submit: C++, Python or Rust ¦ 可以提交的程序：C++、Python 或 Rust
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton export wythoff --cpp > a.cpp                 then: bouton stress wythoff a.cpp ¦ 然后：bouton stress wythoff a.cpp
  bouton export nim --python --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton export lasker --rust --value grundy --out lasker.rs
  bouton export bash --cpp --in \"{n} {m}\" --yes first --no second
  bouton export \"heaps n; move k in {1, 3, 4}: n -> n - k\" --python
  bouton export kayles --cpp --method search
  bouton export kayles --misere --python              by the misère quotient ¦ 由反常商
  bouton export wythoff --latex --out wythoff.tex     rules, table, theorem, references ¦ 规则、表、定理、参考文献
  bouton export kayles --bfile --to 1000 --out b002186.txt
  bouton export subtract S=1,3,4 --bfile --show lost --to 100

A closed form where a claim or a theorem is proved or checked, a table where values are proved to repeat, in misère play
the quotient where it is proved for all heaps, otherwise a search made from the rules. The program says at its top which it is, and how far it can be trusted.
Exit codes: 0 written, 2 a mistake, or rules that have no translation.
¦ 有已证明或已检验的猜想、定理时写出公式，值已证明有周期时写出表，反常规则下对所有堆证明了反常商时写出反常商，
否则按规则搜索。
程序开头说明用的是哪一种，以及可信程度。
退出码：0 已写出，2 有误，或规则无法翻译。")]
pub(crate) struct Args {
    /// A game (a library name, a file, - for standard input, or rules in quotes); for --latex and --bfile also ranges: n=0..50
    /// ¦ 游戏（库中的名字、文件、- 表示标准输入，或引号中的规则）；--latex 和 --bfile 还可以加范围：n=0..50
    #[arg(value_name = "GAME", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    target: What,
    #[command(flatten)]
    change: Change,
    /// How a case is read: "{n}\n{heaps}", "{a} {b}"; holes are fields, parameters, heaps and lengths
    /// ¦ 局面的读法："{n}\n{heaps}"、"{a} {b}"；花括号里是字段、参数、heaps 或长度
    #[arg(long = "in", value_name = "TEMPLATE")]
    input: Option<String>,
    /// How the cases of one input are put together: "{t}\n{cases}", "{cases}0 0\n"
    /// ¦ 多组数据的写法："{t}\n{cases}"、"{cases}0 0\n"
    #[arg(long, value_name = "TEMPLATE")]
    cases: Option<String>,
    #[command(flatten)]
    words_for: Words,
    /// The answer is a number: grundy, score, or an expression with one of them ¦ 答案是数：grundy、score，或含有它们的表达式
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["yes", "no", "draw"])]
    value: Option<String>,
    /// The whole answer: "Case {i}: {answer}" ¦ 整个答案的写法："Case {i}: {answer}"
    #[arg(long, value_name = "TEMPLATE")]
    answer: Option<String>,
    /// Only this method: formula, table, quotient or search
    /// ¦ 只用这种方法：formula（公式）、table（表）、quotient（反常商）或 search（搜索）
    #[arg(long, value_parser = one_of(METHODS), value_name = "METHOD", hide_possible_values = true)]
    method: Option<Method>,
    /// Upper end of the table or list (--latex, --bfile) ¦ 表或数列的上界（--latex、--bfile）
    #[arg(long, value_name = "N", conflicts_with_all = ["cpp", "python", "rust"], value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What the table or list shows: grundy, lost, score, moves or remoteness (--latex, --bfile)
    /// ¦ 表或数列的内容：grundy、lost（必败局面）、score（得分）、moves（走法数）或 remoteness（步数）
    #[arg(long, value_parser = one_of(SHOWN), value_name = "WHAT", hide_possible_values = true, conflicts_with_all = ["cpp", "python", "rust"])]
    show: Option<Show>,
    /// Into a file instead of standard output ¦ 写入文件，而不是标准输出
    #[arg(id = "export_file", long = "out", value_name = "FILE")]
    out: Option<PathBuf>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long, conflicts_with_all = ["latex", "bfile"])]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// What to write: one of them.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct What {
    /// A C++17 program ¦ C++17 程序
    #[arg(long)]
    cpp: bool,
    /// A Python 3 program ¦ Python 3 程序
    #[arg(long, visible_alias = "py")]
    python: bool,
    /// A Rust program ¦ Rust 程序
    #[arg(long)]
    rust: bool,
    /// A LaTeX document: rules, a table, what is known, references ¦ LaTeX 文档：规则、表、已知的结论、参考文献
    #[arg(long, visible_alias = "tex", conflicts_with_all = PROGRAM)]
    latex: bool,
    /// A b-file of the OEIS: n a(n), one line a term ¦ OEIS 的 b-file：每行一项 n a(n)
    #[arg(long, conflicts_with_all = PROGRAM)]
    bfile: bool,
}

/// Flags that speak of programs.
const PROGRAM: [&str; 8] = ["input", "cases", "yes", "no", "draw", "value", "answer", "method"];

/// How a program finds its answers.
const METHODS: &[Word<Method>] = &[
    ("formula", "A claim or a theorem", Method::Formula),
    ("table", "Values of heaps with their period", Method::Table),
    ("quotient", "The misère quotient of the heaps", Method::Quotient),
    ("search", "The rules themselves", Method::Search),
];

/// What a document or a list shows.
const SHOWN: &[Word<Show>] = &[
    ("grundy", "Grundy values", Show::Grundy),
    ("lost", "Lost positions", Show::Win),
    ("score", "Scores", Show::Score),
    ("moves", "How many moves there are", Show::Moves),
    ("remoteness", "Moves to the end", Show::Remoteness),
];

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if args.target.latex || args.target.bfile {
        return document::run(args, lang, out);
    }
    let (games, change) = question::apart(&args.words, &args.change);
    let [game] = games.as_slice() else { return Err(Mistake::OneGame { verb: "export" }.into()) };
    let term = question::one(std::slice::from_ref(game), &change, args.cost.memory, "export")?;
    let progress = Progress::new(lang);
    let answers = Asked {
        yes: args.words_for.yes.clone(),
        no: args.words_for.no.clone(),
        draw: args.words_for.draw.clone(),
        value: args.value.clone(),
        answer: args.answer.clone(),
        ..Asked::default()
    };
    let (template, cases) = (args.input.clone(), args.cases.clone());
    let task = Task { template, cases, answers, ..Task::new(term.game) };
    let setup = Setup { task, method: args.method, checks: CHECKS, budget: budget(&args.cost, &progress) };
    let target = match (args.target.cpp, args.target.python) {
        (true, _) => Target::Cpp,
        (_, true) => Target::Python,
        _ => Target::Rust,
    };
    let made = export(&setup, target);
    progress.clear();
    let made = made?;
    if let Some(path) = &args.out {
        write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, made.text.as_bytes())))?;
    }
    match (args.json, &args.out) {
        (true, _) => out.json(&made.json(), lang)?,
        (false, Some(path)) => out.line(&written(&made, &path.display().to_string(), lang))?,
        (false, None) => out.text(&made.text)?,
    }
    Ok(0)
}

/// What was written, and how far it can be trusted.
fn written(made: &Exported, path: &str, lang: Lang) -> String {
    let method = match made.method {
        Method::Formula => lang.pick("closed form", "公式"),
        Method::Table => lang.pick("table with its period", "带周期的表"),
        Method::Quotient => lang.pick("misère quotient", "反常商"),
        Method::Search => lang.pick("search by the rules", "按规则搜索"),
    };
    let status = made.status.say(lang);
    match lang {
        Lang::En => format!("{}  {path}: {method}, {status}", paint(GOOD, "written")),
        Lang::Zh => format!("{}  {path}：{method}，{status}", paint(GOOD, "已写出")),
    }
}
