//! `explore`: a family of rules, each member proved, conjectured or left open; a folder keeps what is done.

use crate::commands::prelude::*;
use crate::flags::amounts::allowed;
use crate::input::source::Source;
use crate::print::family;
use bouton_explore::{Family, Folder, Groups, Sweep, sweep};
use std::path::PathBuf;
use std::time::Instant;

/// Sweep a family of rules: prove each member, or say what it looks like ¦ 遍历一族规则：逐个证明，或给出猜测
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton explore bash m=1..5                        a parameter of the rules ¦ 规则的参数
  bouton explore subtract \"S=subsets(1..6, 3)\"      sets of three amounts ¦ 三个数的集合
  bouton explore \"heaps n; octal 0.{{c}}\" \"c=words(0..3, 2)\" --save octal
  bouton explore \"heaps n; move k in 1..n if {{when}}: n -> n - k\" \"when=k <= 4\" \"when=k mod 2 = 1\"

A hole {{name}} of the rules is filled with each value; the same name again has further values.
With --save DIR the same command goes on where it was stopped. Theorems are checked by the
checker of  bouton verify  and compared with plain recursion on small positions.
¦ 规则中的空位 {{名字}} 依次填入各个取值；同一名字再次给出时追加取值。用 --save DIR 时，再次运行
同一命令即可继续。定理都经 bouton verify 的校验器检验，并在小局面上与直接递归比较。")]
pub(crate) struct Args {
    /// A game, then what varies: m=1..9 S=subsets(1..6, 3) ¦ 游戏，然后是变化的东西：m=1..9 S=subsets(1..6, 3)
    #[arg(value_name = "GAME VALUES", required = true)]
    words: Vec<String>,
    /// Last mover loses ¦ 反常规则：走最后一步者负
    #[arg(long)]
    misere: bool,
    /// Keep rows and certificates in this folder; the same command goes on there
    /// ¦ 把各行与证书存入此文件夹；再次运行同一命令即可继续
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Members that are examined at a time (as many as there are cores) ¦ 同时处理的个数（默认为核心数）
    #[arg(long, value_name = "N", value_parser = within::<usize>(1, 256))]
    workers: Option<usize>,
    /// Show the seconds of the processor too ¦ 也显示处理器用时（秒）
    #[arg(long)]
    times: bool,
    /// As comma-separated values, one line a member ¦ 逗号分隔，每个成员一行
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    csv: bool,
    /// As a table in Markdown ¦ 以 Markdown 表格输出
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    /// What each member may cost ¦ 每个成员的花费上限
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some((game, values)) = args.words.split_first() else { return Err(Mistake::EmptyTerm.into()) };
    let source = Source::named(game, true)?;
    let family = Family::new(source.text()?, values, args.misere, source.folder().base)?;
    let folder = args.save.as_deref().map(|path| Folder::open(path, &family)).transpose()?;
    let cost = bouton_explore::Cost {
        memory: allowed(args.cost.memory),
        time: args.cost.time,
        cancel: interrupt::flag(),
    };
    let progress = Progress::of_games(lang);
    let goal = std::sync::Arc::new(bouton::Goal::default());
    progress.towards(&goal);
    let (begun, of) = (Instant::now(), family.len() as u64);
    let told = |done: usize| {
        goal.reached(done as u64, of);
        progress.report(done, begun.elapsed());
    };
    let workers = args.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let swept = sweep(&family, folder.as_ref(), workers, &cost, &told);
    progress.clear();
    print(&family, &swept, args, lang, out)?;
    let wrong = swept.rows.iter().any(|r| r.status.as_deref() == Some("FALSE"));
    match out.stopped(swept.stopped.as_ref(), lang)? {
        0 => Ok(u8::from(wrong)),
        code => Ok(code),
    }
}

fn print(family: &Family, swept: &Sweep, args: &Args, lang: Lang, out: &mut Out) -> Result<(), Failure> {
    let groups = Groups::of(&swept.rows);
    let table = family::Table { family, swept, groups: &groups, times: args.times, lang };
    if args.json {
        return out.json(&table.json(), lang);
    }
    if args.csv {
        return table.csv().iter().try_for_each(|line| out.data(line));
    }
    if args.markdown {
        return table.markdown().iter().try_for_each(|line| out.data(line));
    }
    out.lines(&table.lines())?;
    if let Some(path) = args.save.as_deref().filter(|_| !swept.rows.is_empty()) {
        let path = path.display();
        let text = match lang {
            Lang::En => format!("rows and certificates are in {path}"),
            Lang::Zh => format!("各行与证书在 {path} 中"),
        };
        out.line(&format!("  {text}"))?;
    }
    Ok(())
}
