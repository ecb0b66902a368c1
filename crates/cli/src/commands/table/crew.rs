//! Tables that several workers fill, into a folder that `--from` reads: threads here, or one of several processes.

use super::board::Board;
use super::{Args, save, supervisor};
use crate::commands::prelude::*;
use crate::lang::say;
use bouton::engine::Halt;
use bouton::engine::table::fill::Ask;
use bouton::language::diagnostic::plural;
use bouton::language::rules::End;
use bouton::problem::bytes;
use bouton::table::TableQuestion;
use bouton::table::saved::{SavedTable, Spread};
use bouton_cluster::{
    Endless, Event, Fault, Job, NoMeeting, Order, Summary, TILE, Team, Terms, meet, run as fill,
};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long processes wait for each other.
const PATIENCE: Duration = Duration::from_secs(300);

/// The table as a job for workers, and what is known of it.
pub(crate) struct Prepared {
    pub(crate) job: Job<bouton::engines::filled::Words>,
    pub(crate) bound: [String; 2],
}

/// Looks at what is asked for; nothing is filled yet.
pub(crate) fn prepare(question: &TableQuestion, folder: &Path, every: Duration) -> Result<Prepared, Failure> {
    let Spread { space, text, bound, .. } = Spread::of(question, folder)?;
    let endless = match (space.endless, space.ends) {
        (Some(End::Wins(player)), _) => Endless::Wins(player),
        (Some(_), _) => Endless::Draw,
        (None, true) => Endless::Never,
        (None, false) => Endless::Unsaid,
    };
    let job = Job {
        order: space.layer.map_or(Order::Rounds(endless), Order::Layers),
        generator: space.rules,
        index: space.index,
        sides: space.sides,
        ask: space.ask,
        folder: folder.to_path_buf(),
        text,
        every,
        memory: u64::MAX,
        tile: space.reach.map(|_| TILE),
        reach: space.reach.unwrap_or(usize::MAX),
        moves: space.moves,
    };
    Ok(Prepared { job, bound })
}

/// Fills the table.
pub(crate) fn run(args: &Args, question: &TableQuestion, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some(folder) = args.save.as_deref() else { return Err(Mistake::CrewSave.into()) };
    if args.block.is_some() {
        return Err(Mistake::CrewBlock.into());
    }
    if folder.is_file() {
        return Err(Mistake::CrewFile { path: folder.display().to_string() }.into());
    }
    let progress = Progress::new(lang);
    let budget = budget(&args.cost, &progress);
    let mut prepared = prepare(question, folder, args.keep.every())?;
    let (threads, processes) = (args.crew.threads(), args.crew.processes()?);
    // Processes of one machine share what it has; what is beyond it goes into files, so memory is no reason to stop.
    let alone = args.cost.memory.is_some() || args.keep.typed() || !supervisor::is_child();
    prepared.job.memory = (budget.memory_limit() / if alone { 1 } else { processes }) as u64;
    let budget = budget.memory(usize::MAX);
    if args.crew.local.is_some() {
        if args.words.iter().any(|word| word == "-") {
            return Err(Mistake::CrewInput.into());
        }
        let place = supervisor::Place::Here(processes);
        let code = supervisor::run(&place, args.json, folder, &budget, lang, out)?;
        progress.clear();
        return if code == 0 { finish(args, question, folder, None, lang, out) } else { Ok(code) };
    }
    supervisor::watch_parent();
    // One process of a run writes into the folder, and says so.
    let first = args.crew.process.unwrap_or(0) == 0;
    let held = if first { Some(bouton_saved::shards::hold(folder).map_err(Problem::from)?) } else { None };
    let team = match args.crew.listed()? {
        None => Team::Threads(threads),
        Some(hosts) => match join(args, hosts, &prepared, threads, lang)? {
            Ok(team) => team,
            Err(code) => return Ok(code),
        },
    };
    let (json, goal, begun) = (args.json && first, budget.goal().clone(), Instant::now());
    let board = Mutex::new(Board::new(folder, &question.game.title(), values(prepared.job.ask, lang)));
    let board = first.then(|| Arc::new(board));
    let told = board.clone();
    let hear = |board: &Arc<Mutex<Board>>, say: &dyn Fn(&mut Board)| {
        say(&mut board.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let tell = move |event: &Event| {
        if let Some(board) = &told {
            hear(board, &|board| board.hear(event));
        }
        if let Event::Step { filled, cells, .. } = event {
            goal.reached(*filled, *cells);
        }
        if json {
            println!("{}", as_json(event, begun.elapsed()));
        }
    };
    let done = fill(prepared.job, team, &budget, Arc::new(tell));
    progress.clear();
    if let Some(board) = &board {
        let state = if done.is_ok() { "complete" } else { "stopped" };
        hear(board, &|board| board.end(state, done.as_ref().ok().map(|s| s.checksum)));
    }
    drop(held);
    match done {
        Ok(summary) if supervisor::is_child() || !first => {
            if json {
                println!("{}", complete(&summary, begun.elapsed()));
            }
            Ok(0)
        }
        Ok(summary) => {
            if json {
                out.data(&complete(&summary, begun.elapsed()))?;
            }
            finish(args, question, folder, Some(&summary), lang, out)
        }
        Err(fault) => {
            let code = code(&fault);
            let position = |cell: usize| {
                let space = Spread::of(question, folder);
                space.map_or_else(|_| cell.to_string(), |space| space.shown(&question.game, cell))
            };
            complain(&sentence(fault, &position, lang));
            Ok(code)
        }
    }
}

/// Meets the other processes of the list.
fn join(
    args: &Args,
    hosts: Vec<String>,
    prepared: &Prepared,
    threads: usize,
    lang: Lang,
) -> Result<Result<Team, u8>, Failure> {
    let count = hosts.len();
    let Some(me) = args.crew.process else { return Err(Mistake::NoProcess { count }.into()) };
    if me >= count {
        return Err(Mistake::ProcessBeyond { process: me, count }.into());
    }
    let key = args.keep.key()?;
    if args.keep.typed() {
        supervisor::watch_input();
    }
    let terms = Terms {
        key,
        version: env!("CARGO_PKG_VERSION").to_string(),
        table: prepared.job.text.clone(),
        threads,
    };
    let flag = interrupt::flag();
    let stop = || flag.load(Ordering::Relaxed);
    let refused = |from| {
        complain(&say!(
            lang,
            "A caller from {from} was not let in: it has another key, or is no process of bouton.",
            "拒绝了来自 {from} 的连接：密钥不同，或不是 bouton 的进程。"
        ));
    };
    match meet(&hosts, me, &terms, PATIENCE, &stop, &refused) {
        Ok(sockets) => Ok(Ok(Team::Processes { me, threads, sockets })),
        Err(NoMeeting::Stopped) => Err(Problem::Interrupted.into()),
        Err(why) => {
            complain(&apart(&why, &hosts, lang));
            let again = matches!(why, NoMeeting::Missing { .. } | NoMeeting::Listen { .. });
            Ok(Err(if again && supervisor::is_child() { supervisor::AGAIN } else { 2 }))
        }
    }
}

/// Why processes did not come together.
fn apart(why: &NoMeeting, hosts: &[String], lang: Lang) -> String {
    let host = |process: &usize| hosts.get(*process).cloned().unwrap_or_default();
    match why {
        NoMeeting::Listen { address, error } => say!(
            lang,
            "This process cannot listen at {address}: {error}. Give it a free port of this machine.",
            "本进程无法在 {address} 监听：{error}。请换本机的一个空闲端口。"
        ),
        NoMeeting::Address { address, error } => say!(
            lang,
            "{address} cannot be found: {error}. Write  HOST:PORT  as this machine knows it.",
            "找不到 {address}：{error}。请写本机可解析的  主机:端口 。"
        ),
        NoMeeting::Missing { process } => {
            let at = host(process);
            say!(
                lang,
                "Process {process} did not come ({at}). Start it with --process {process} and the same list.",
                "进程 {process} 没有出现（{at}）。请用同一列表和 --process {process} 启动它。"
            )
        }
        NoMeeting::Key { process } => {
            let at = host(process);
            say!(
                lang,
                "Process {process} ({at}) has another key of the run. Give all processes the same --key.",
                "进程 {process}（{at}）的密钥不同。请给所有进程同一个 --key。"
            )
        }
        NoMeeting::Version { process } => say!(
            lang,
            "Process {process} is another version of bouton. Run the same program everywhere.",
            "进程 {process} 是另一版本的 bouton。请在各处运行同一程序。"
        ),
        NoMeeting::Table { process } => say!(
            lang,
            "Process {process} fills another table: other rules, parameters, ranges or values. Give the same command everywhere, but for --process.",
            "进程 {process} 填的是另一张表：规则、参数、范围或所求的值不同。除 --process 外，各处的命令应当相同。"
        ),
        NoMeeting::Hosts { process } => say!(
            lang,
            "Process {process} has another list of hosts or another number of --workers. Give the same command everywhere, but for --process.",
            "进程 {process} 的主机列表或 --workers 不同。除 --process 外，各处的命令应当相同。"
        ),
        NoMeeting::Stopped => Problem::Interrupted.line(lang),
    }
}

/// What a process ends with.
fn code(fault: &Fault) -> u8 {
    match fault {
        Fault::Lost { .. } | Fault::Peer { .. } if supervisor::is_child() => supervisor::AGAIN,
        Fault::Halted(Halt::Interrupted) => interrupt::CODE,
        Fault::Halted(_) | Fault::Lost { .. } | Fault::TooMany { .. } => 3,
        _ => 2,
    }
}

/// What went wrong, for a person.
fn sentence(fault: Fault, position: &dyn Fn(usize) -> String, lang: Lang) -> String {
    let kept = lang.pick(
        "What the last checkpoint has is kept; the same command goes on there.",
        "最后一次存档的内容保留；再次运行同一命令即可继续。",
    );
    match fault {
        Fault::Halted(halt) => format!("{} {kept}", Problem::from(halt).line(lang)),
        Fault::Lost { process } => say!(
            lang,
            "The connection to process {process} was lost: it ended, or the network did. {kept}",
            "与进程 {process} 的连接中断：它已结束，或网络断开。{kept}"
        ),
        Fault::Peer { worker } => say!(
            lang,
            "Worker {worker} could not go on; its process says why. {kept}",
            "工作者 {worker} 无法继续，原因见其进程的输出。{kept}"
        ),
        Fault::File(error) => Problem::from(error).line(lang),
        Fault::Other => lang.pick(
            "The folder holds another table: other rules, parameters, ranges or values, or one begun by another version. Choose another folder.",
            "文件夹中是另一张表：规则、参数、范围或所求的值不同，或由其他版本开始。请换一个文件夹。",
        ).to_string(),
        Fault::Older => lang.pick(
            "The table in the folder was begun by another version of bouton, which counts its steps in another way, so it cannot be gone on with. Finish it with that version, or choose another folder.",
            "文件夹中的表由另一版本的 bouton 开始，其步骤的计数方式不同，无法继续。请用那个版本完成它，或换一个文件夹。",
        ).to_string(),
        Fault::Folder { worker } => say!(
            lang,
            "Worker {worker} does not see the same folder. --save must name one folder that all processes share.",
            "工作者 {worker} 看到的不是同一个文件夹。--save 必须是所有进程共享的文件夹。"
        ),
        Fault::Order => lang.pick(
            "The layers found for these rules are no order of play, so the table cannot be filled by workers. Leave out --workers, --local and --hosts.",
            "为这些规则找到的分层不是对局的顺序，因此无法由工作进程填表。请去掉 --workers、--local、--hosts。",
        ).to_string(),
        Fault::Hole { cell } => {
            let at = position(cell);
            say!(
                lang,
                "Compiled rules cannot be run at {at}: a number is too large, or a position leaves the space. Leave out --workers, --local and --hosts.",
                "编译后的规则无法在 {at} 处运行：数值过大，或局面超出范围。请去掉 --workers、--local、--hosts。"
            )
        }
        Fault::Endless { cell } => {
            let at = position(cell);
            say!(
                lang,
                "Play may go on for ever from {at}, and the rules do not say what that means. Add a line  endless draw .",
                "从 {at} 开始对局可能永不结束，而规则没有说明其含义。请加一行  endless draw 。"
            )
        }
        Fault::TooMany { workers, needed } => say!(
            lang,
            "{workers} workers cannot number so many positions. Take at least {needed}.",
            "{workers} 个工作者无法为这么多局面编号。请至少用 {needed} 个。"
        ),
        Fault::System(why) => say!(lang, "Workers cannot be started: {why}.", "无法启动工作者：{why}。"),
    }
}

/// Says what was filled, and hands it over as other saved tables are.
fn finish(
    args: &Args,
    question: &TableQuestion,
    folder: &Path,
    summary: Option<&Summary>,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    if args.json {
        return Ok(0);
    }
    if summary.is_some_and(|s| s.already) {
        let shown = folder.display();
        complain(&say!(
            lang,
            "{shown} is complete already: nothing has to be computed.",
            "{shown} 已经完整，无需计算。"
        ));
    }
    if args.csv != Some(None) {
        filled(question, folder, summary, lang, out)?;
    }
    save::hand_over(args, &mut SavedTable::open(folder, &question.game)?, lang, out)
}

/// Says what was filled.
pub(crate) fn filled(
    question: &TableQuestion,
    folder: &Path,
    summary: Option<&Summary>,
    lang: Lang,
    out: &mut Out,
) -> Result<(), Failure> {
    let saved = SavedTable::open(folder, &question.game)?;
    let checksum = match summary {
        Some(summary) => summary.checksum,
        None => {
            bouton_saved::shards::Manifest::read(folder).map_err(Problem::from)?.map_or(0, |m| m.checksum)
        }
    };
    let (path, [en, zh], size) = (folder.display(), saved.bound(), bytes(saved.bytes()));
    let (values, cells) = (saved.show().name(lang), saved.len());
    let (count, s) = (grouped(cells as usize), plural(cells));
    out.line(&say!(
        lang,
        "{path}: {count} cell{s}, {values}, {en} and all that can follow ({size}); checksum {checksum:016x}",
        "{path}：{count} 格，{values}，{zh} 及其后的全部局面（{size}）；校验和 {checksum:016x}"
    ))
}

/// An event as a line of JSON.
fn as_json(event: &Event, time: Duration) -> serde_json::Value {
    let seconds = (time.as_secs_f64() * 1000.0).round() / 1000.0;
    match event {
        Event::Begun { workers, cells, resumed } => json!({
            "event": "begun", "seconds": seconds, "workers": workers, "cells": cells,
            "resumed": resumed.map(|(round, shards)| json!({ "round": round, "workers": shards })),
        }),
        Event::Step { done, of, filled, cells, bytes, busiest: (worker, most) } => json!({
            "event": "step", "seconds": seconds, "done": done, "of": of, "filled": filled, "cells": cells,
            "bytes": bytes, "busiest": { "worker": worker, "filled": most },
        }),
        Event::Kept { generation, round } => {
            json!({ "event": "checkpoint", "seconds": seconds, "generation": generation, "round": round })
        }
    }
}

fn complete(summary: &Summary, time: Duration) -> String {
    let seconds = (time.as_secs_f64() * 1000.0).round() / 1000.0;
    json!({
        "event": "complete", "seconds": seconds, "cells": summary.cells, "workers": summary.workers,
        "bytes": summary.bytes, "steps": summary.steps, "checksum": format!("{:016x}", summary.checksum),
        "already": summary.already,
    })
    .to_string()
}

/// The values that tables of workers can have.
pub(crate) fn values(ask: Ask, lang: Lang) -> &'static str {
    match ask {
        Ask::Grundy => lang.pick("Grundy values", "SG 值"),
        Ask::Remoteness => lang.pick("who wins, and in how many moves", "胜负与步数"),
        _ => lang.pick("who wins", "胜负"),
    }
}
