//! `cluster plan`: what a table costs each process of a run, before anything is filled. `cluster run`: a process on every
//! host of a list, started over ssh and looked after.

use crate::commands::prelude::*;
use crate::commands::table::supervisor::{self, Place, Remote};
use crate::commands::table::{crew, ranges};
use crate::flags::crew::{Crew, Keep};
use crate::lang::say;
use bouton::engine::table::fill::{Ask, Generator};
use bouton::problem::bytes;
use bouton::rng::Rng;
use bouton::table::{Show, TableQuestion};
use bouton_cluster::{Job, MOST_OWNED, Order};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Tables of many processes: what they cost, and processes on other hosts ¦ 多进程填表：代价，以及在其他主机上运行
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton cluster plan euclid a=0..99999 b=0..99999 --show win --local 2
  bouton cluster plan hexapawn --show remoteness --local 4 --workers 2 --json
  bouton cluster run euclid a=0..99999 b=0..99999 --show win --save DIR --hosts hosts.txt

The time is worked out from positions that are tried here for a moment. A run starts a process on every host over ssh, in the
folder where it is started itself, and starts them again if one ends; all hosts must see the same folder.
¦ 时间由在本机短暂试算的局面推得。run 通过 ssh 在每台主机的当前文件夹启动一个进程，若有进程结束则重新启动；所有主机必须看到同一个文件夹。")]
pub(crate) struct Args {
    /// plan or run ¦ plan（计划）或 run（运行）
    #[arg(value_name = "plan|run", value_parser = ["plan", "run"], hide_possible_values = true)]
    what: String,
    /// A game, then ranges: n=0..50 ¦ 游戏，然后是范围：n=0..50
    #[arg(value_name = "GAME RANGES", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What to show: grundy, win or remoteness ¦ 显示什么：grundy、win（胜负）或 remoteness（步数）
    #[arg(long, value_parser = one_of(super::table::SHOW), value_name = "WHAT", hide_possible_values = true)]
    show: Option<Show>,
    #[command(flatten)]
    crew: Crew,
    #[command(flatten)]
    keep: Keep,
    /// run: the folder of the table ¦ run：存放表的文件夹
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// run: the program that runs a command on a host (ssh) ¦ run：在主机上执行命令的程序（ssh）
    #[arg(long, value_name = "PROGRAM", default_value = "ssh", hide_default_value = true)]
    ssh: String,
    /// run: bouton on the hosts (the path of this program) ¦ run：各主机上的 bouton（默认为本程序的路径）
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    #[command(flatten)]
    cost: Cost,
    /// As JSON; of a run an event a line ¦ 以 JSON 输出；run 时每行一个事件
    #[arg(long)]
    json: bool,
}

/// How long positions are tried.
const TRIED: Duration = Duration::from_millis(300);

/// Bytes that a filled cell costs on its way to another process, about: how far it is from the one before, and its value.
const PUSHED: f64 = 2.5;

/// Bytes that a move costs that leads to a cell of another worker: told once, and what it leads to once more.
const MOVED: f64 = 12.0;

/// What a table costs.
#[derive(Debug, Serialize)]
struct Plan {
    game: String,
    values: String,
    /// How it is filled: layers or rounds.
    order: String,
    cells: u64,
    moves: f64,
    processes: usize,
    workers: usize,
    /// Bytes that each process needs.
    bytes_a_process: u64,
    /// The same if moves reach farther than was tried: every value is kept.
    bytes_at_most: u64,
    /// Bytes that all workers send to each other.
    traffic: u64,
    /// Seconds of work of all workers together, where moves are made and looked up.
    work: f64,
    /// Seconds that it takes, if nothing waits for the network.
    seconds: f64,
    /// The least number of workers that can number the positions.
    least_workers: usize,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "table")?;
    let ranges = ranges(&term.position)?;
    let question =
        TableQuestion { game: term.game, ranges, to: args.to, show: args.show, first: 0, sums: false };
    if args.what == "run" {
        return over_ssh(args, &question, lang, out);
    }
    let mut prepared = crew::prepare(&question, Path::new("."), Duration::ZERO)?;
    let (threads, processes) = (args.crew.threads(), args.crew.processes()?);
    let workers = threads * processes;
    let bytes_a_process = prepared.job.bytes(threads, processes);
    prepared.job.reach = usize::MAX;
    let job = &prepared.job;
    let (cells, moves) = (job.cells(), job.moves);
    let layered = matches!(job.order, Order::Layers(_));
    let traffic = if layered {
        let wide = if job.ask == Ask::Outcome { 0.0 } else { 1.0 };
        (processes - 1) as f64 * cells as f64 * (PUSHED + wide)
    } else {
        (workers - 1) as f64 / workers as f64 * cells as f64 * moves * MOVED
    };
    let work = tried(job) * cells as f64;
    let plan = Plan {
        game: question.game.title(),
        values: crew::values(job.ask, lang).to_string(),
        order: if layered { "layers" } else { "rounds" }.to_string(),
        cells: cells as u64,
        moves: (moves * 10.0).round() / 10.0,
        processes,
        workers,
        bytes_a_process,
        bytes_at_most: job.bytes(threads, processes),
        traffic: traffic as u64,
        work,
        seconds: work / workers as f64,
        least_workers: cells.div_ceil(MOST_OWNED).max(1),
    };
    if args.json {
        out.json(&plan, lang)?;
        return Ok(0);
    }
    print(&plan, &prepared.bound, lang, out)?;
    Ok(0)
}

/// Fills a table by a process on every host of the list.
fn over_ssh(args: &Args, question: &TableQuestion, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some(folder) = args.save.as_deref() else { return Err(Mistake::CrewSave.into()) };
    let Some(hosts) = args.crew.listed()? else { return Err(Mistake::RunHosts.into()) };
    if folder.is_file() {
        return Err(Mistake::CrewFile { path: folder.display().to_string() }.into());
    }
    let progress = Progress::new(lang);
    let budget = budget(&args.cost, &progress).memory(usize::MAX);
    // What is wrong with the rules or ranges is said here, and not by every host.
    crew::prepare(question, folder, args.keep.every())?;
    let key = if args.keep.named() {
        args.keep.secret()?
    } else {
        bouton_cluster::random().iter().map(|b| format!("{b:02x}")).collect::<String>().into_bytes()
    };
    // The list goes where every host finds it.
    std::fs::create_dir_all(folder)?;
    let list = std::path::absolute(folder)?.join("hosts");
    std::fs::write(&list, hosts.iter().map(|host| format!("{host}\n")).collect::<String>())?;
    let program = args.program.clone().map_or_else(std::env::current_exe, Ok)?;
    let words = supervisor::words_of_run();
    let remote = Remote { hosts, list, ssh: args.ssh.clone(), program, key, words };
    let code = supervisor::run(&Place::Hosts(remote), args.json, folder, &budget, lang, out)?;
    progress.clear();
    if code == 0 && !args.json {
        crew::filled(question, folder, None, lang, out)?;
    }
    Ok(code)
}

/// Seconds that the moves of a cell take, on average of cells anywhere in the space.
fn tried<G: Generator>(job: &Job<G>) -> f64 {
    let mut rng = Rng::new(1);
    let mut words = vec![0; job.index.width()];
    let (begun, mut count, mut found) = (Instant::now(), 0_u64, 0_usize);
    while begun.elapsed() < TRIED {
        for _ in 0..16 {
            job.index.decode(rng.below(job.index.cells() as u64) as usize, &mut words);
            let mover = if job.sides { (count & 1) as usize } else { 0 };
            let width = words.len().max(1);
            if matches!(job.generator.ended(&words, mover), Ok(None)) {
                let _ = job.generator.options(&words, mover, |made| {
                    let parts = made.words.chunks_exact(width).take(made.parts);
                    found ^= parts.filter_map(|part| job.index.encode(part)).fold(0, |a, b| a ^ b);
                    ControlFlow::Continue(())
                });
            }
            count += 1;
        }
    }
    std::hint::black_box(found);
    begun.elapsed().as_secs_f64() / count.max(1) as f64
}

fn print(plan: &Plan, bound: &[String; 2], lang: Lang, out: &mut Out) -> Result<(), Failure> {
    let Plan { game, values, processes, workers, moves, .. } = plan;
    let [en, zh] = bound;
    let cells = grouped(plan.cells as usize);
    let (memory, traffic, time) =
        (bytes(plan.bytes_a_process), bytes(plan.traffic), span(plan.seconds, lang));
    let most = match plan.bytes_at_most {
        most if most == plan.bytes_a_process => String::new(),
        most => {
            let most = bytes(most);
            say!(
                lang,
                " ({most} if moves reach farther than was tried)",
                "（若走法跨度超出试算所见，则为 {most}）"
            )
        }
    };
    let order = match plan.order.as_str() {
        "layers" => lang.pick("layer after layer", "逐层填写"),
        _ => lang.pick("from the ends backwards, round after round", "从终局逐轮倒推"),
    };
    let lines = [
        say!(
            lang,
            "{game}: {values}, {en} and all that can follow",
            "{game}：{values}，{zh} 及其后的全部局面"
        ),
        say!(
            lang,
            "cells     {cells}, {moves} moves each on average; {order}",
            "格数      {cells}，平均每格 {moves} 种走法；{order}"
        ),
        say!(
            lang,
            "workers   {workers} in {processes} processes; about {memory} in each process{most}, in memory or beyond --memory in files",
            "工作者    {processes} 个进程共 {workers} 个；每个进程约需 {memory}{most}，在内存中，超出 --memory 的部分在文件中"
        ),
        say!(
            lang,
            "traffic   at most about {traffic} between workers, not encrypted",
            "通信量    工作者之间至多约 {traffic}，不加密"
        ),
        say!(
            lang,
            "time      about {time} of making moves, and what the network and the order of play add",
            "时间      生成走法约需 {time}，另加网络和对局顺序带来的时间"
        ),
    ];
    lines.iter().try_for_each(|line| out.line(line))?;
    if plan.least_workers > *workers {
        let least = plan.least_workers;
        out.line(&say!(
            lang,
            "note      so many positions need at least {least} workers",
            "注意      这么多局面至少需要 {least} 个工作者"
        ))?;
    }
    Ok(())
}

/// `3 s`, `5 min`, `2.5 h`, `3.1 days`
fn span(seconds: f64, lang: Lang) -> String {
    let (n, en, zh) = match seconds {
        s if s < 100.0 => (s, "s", "秒"),
        s if s < 6000.0 => (s / 60.0, "min", "分钟"),
        s if s < 200_000.0 => (s / 3600.0, "h", "小时"),
        s => (s / 86400.0, "days", "天"),
    };
    let digits = if n < 10.0 { 1 } else { 0 };
    format!("{n:.digits$} {}", lang.pick(en, zh))
}
