//! `--local N`: the command starts N processes of itself and starts them again when one is killed.
//!
//! Processes of a run depend on each other: when one ends, the others lose it and end too, and all begin again at the last
//! checkpoint. They are told by a variable of the environment that they are looked after; they end when whoever looks after
//! them is gone, and Ctrl-C reaches them through it alone, so that it stops them once.

use crate::commands::prelude::*;
use crate::flags::crew::KEY;
use crate::lang::say;
use bouton::Budget;
use bouton_saved::shards::Manifest;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempPath;

/// The exit code of a process that can be started again.
pub(crate) const AGAIN: u8 = 75;

/// The variable that tells a process that it is looked after.
const CHILD: &str = "BOUTON_CLUSTER_CHILD";

/// Time between looks at the processes.
const LOOK: Duration = Duration::from_millis(20);

/// How long the others may take to notice that one is gone.
const NOTICE: Duration = Duration::from_secs(5);

/// So many times in a row everything is started again without getting any further: kills may come faster than checkpoints,
/// but a process that the system ends for its memory will be ended again.
const TRIES: usize = 40;

/// Is this process looked after?
pub(crate) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Ends this process when whoever looks after it is gone.
pub(crate) fn watch_parent() {
    if !is_child() {
        return;
    }
    let parent = std::os::unix::process::parent_id();
    thread::spawn(move || {
        while std::os::unix::process::parent_id() == parent {
            thread::sleep(Duration::from_millis(200));
        }
        std::process::exit(i32::from(AGAIN));
    });
}

/// A process and what it says.
struct Process {
    child: Child,
    said: Receiver<String>,
    ended: Option<ExitStatus>,
}

/// Starts the processes and looks after them; the exit code.
pub(crate) fn run(
    count: usize,
    json: bool,
    folder: &Path,
    budget: &Budget,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let (mut idle, mut last) = (0, generation(folder));
    loop {
        let (events, heard) = channel();
        let (mut processes, list) = start(count, &events)?;
        drop(events);
        let watched = watch(&mut processes, &heard, json, budget, out);
        // Whatever happened, nobody is left behind.
        for process in &mut processes {
            let _ = process.child.kill();
            let _ = process.child.wait();
        }
        drop(list);
        watched?;
        let statuses: Vec<ExitStatus> = processes.iter().filter_map(|p| p.ended).collect();
        if statuses.len() == count && statuses.iter().all(ExitStatus::success) {
            return Ok(0);
        }
        if interrupt::flag().load(Ordering::Relaxed) {
            say_all(&processes, |code| code == i32::from(interrupt::CODE));
            return Ok(interrupt::CODE);
        }
        let final_code = |s: &ExitStatus| s.code().filter(|c| *c != 0 && *c != i32::from(AGAIN));
        if let Some(code) = statuses.iter().find_map(final_code) {
            say_all(&processes, |c| c == code);
            return Ok(u8::try_from(code).unwrap_or(2));
        }
        let now = generation(folder);
        idle = if now == last { idle + 1 } else { 0 };
        last = now;
        let who = processes.iter().enumerate().find_map(|(k, p)| Some((k, p.ended?.signal()?)));
        let (process, how) = who.map_or((0, String::new()), |(k, signal)| (k, format!(" (signal {signal})")));
        if idle >= TRIES {
            say_all(&processes, |_| true);
            complain(&say!(
                lang,
                "The processes ended {idle} times without getting any further, the last time process {process}{how}. What the last checkpoint has is kept.",
                "各进程连续 {idle} 次在没有进展的情况下结束，最后一次是进程 {process}{how}。最后一次存档的内容保留。"
            ));
            return Ok(3);
        }
        if json {
            out.data(
                &serde_json::json!({ "event": "again", "process": process, "generation": last }).to_string(),
            )?;
        } else {
            complain(&say!(
                lang,
                "Process {process} ended{how}: all are started again from the last checkpoint.",
                "进程 {process} 结束{how}：全部从最后一次存档重新开始。"
            ));
        }
    }
}

/// Which checkpoint there is.
fn generation(folder: &Path) -> Option<u64> {
    Manifest::read(folder).ok().flatten().map(|m| m.generation)
}

/// Prints what processes with such an exit code said, one of them if all say the same.
fn say_all(processes: &[Process], which: impl Fn(i32) -> bool) {
    let ended = |p: &&Process| p.ended.and_then(|s| s.code()).is_some_and(&which);
    let mut said: Vec<String> = processes.iter().filter(ended).map(|p| p.said.iter().collect()).collect();
    said.retain(|text| !text.trim().is_empty());
    said.dedup();
    said.iter().for_each(|text| complain(text.trim_end()));
}

/// Starts all processes on free ports of this machine, with a key that nobody else has.
fn start(count: usize, events: &Sender<String>) -> Result<(Vec<Process>, TempPath), Failure> {
    // All ports are taken at the same time, so that they differ; then they are free again for the processes.
    let taken: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind(("127.0.0.1", 0))).collect::<Result<_, _>>()?;
    let ports = taken.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
    drop(taken);
    let list = tempfile::Builder::new().prefix("bouton-hosts-").tempfile()?.into_temp_path();
    std::fs::write(&list, ports.iter().map(|at| format!("{at}\n")).collect::<String>())?;
    let key: String = bouton_cluster::random().iter().map(|b| format!("{b:02x}")).collect();
    let program = std::env::current_exe()?;
    let mut processes = Vec::new();
    for process in 0..count {
        let mut command = Command::new(&program);
        command.args(arguments()).arg("--hosts").arg(list.as_os_str()).arg(format!("--process={process}"));
        command.env(KEY, &key).env(CHILD, "1").process_group(0).stdin(Stdio::null()).stderr(Stdio::piped());
        command.stdout(if process == 0 { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn()?;
        if let Some(stdout) = child.stdout.take() {
            let events = events.clone();
            thread::spawn(move || {
                BufReader::new(stdout).lines().map_while(Result::ok).all(|line| events.send(line).is_ok())
            });
        }
        let (say, said) = channel();
        if let Some(mut stderr) = child.stderr.take() {
            thread::spawn(move || {
                let mut text = String::new();
                let _ = stderr.read_to_string(&mut text);
                let _ = say.send(text);
            });
        }
        processes.push(Process { child, said, ended: None });
    }
    Ok((processes, list))
}

/// The words of this command for a process of the run.
fn arguments() -> Vec<std::ffi::OsString> {
    let mut out = Vec::new();
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--local" {
            words.next();
        } else if !text.starts_with("--local=") && text != "--json" {
            out.push(word);
        }
    }
    out.push("--json".into());
    out
}

/// Waits until all have ended, or one has and the others do not notice.
fn watch(
    processes: &mut [Process],
    heard: &Receiver<String>,
    json: bool,
    budget: &Budget,
    out: &mut Out,
) -> Result<(), Failure> {
    let mut trouble: Option<Instant> = None;
    let mut told = false;
    loop {
        while let Ok(line) = heard.try_recv() {
            show(&line, json, budget, out)?;
        }
        let mut running = false;
        for process in processes.iter_mut().filter(|p| p.ended.is_none()) {
            process.ended = process.child.try_wait()?;
            running |= process.ended.is_none();
            if process.ended.is_some_and(|s| !s.success()) {
                trouble.get_or_insert_with(Instant::now);
            }
        }
        if !running {
            // The last lines may still be on their way.
            while let Ok(line) = heard.recv_timeout(Duration::from_millis(500)) {
                show(&line, json, budget, out)?;
            }
            return Ok(());
        }
        if trouble.is_some_and(|t| t.elapsed() > NOTICE) && !told {
            return Ok(());
        }
        // Ctrl-C, a time limit: the processes stop after the step at hand and keep what they have.
        if !told && budget.check(0).is_err() {
            told = true;
            for process in processes.iter().filter(|p| p.ended.is_none()) {
                if let Some(pid) = i32::try_from(process.child.id()).ok().and_then(Pid::from_raw) {
                    let _ = kill_process(pid, Signal::INT);
                }
            }
        }
        thread::sleep(LOOK);
    }
}

/// Passes on what the first process tells, or shows it as progress.
fn show(line: &str, json: bool, budget: &Budget, out: &mut Out) -> Result<(), Failure> {
    if json {
        return out.data(line);
    }
    let event: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    if let (Some(filled), Some(cells)) = (event["filled"].as_u64(), event["cells"].as_u64()) {
        budget.goal().reached(filled, cells);
    }
    Ok(())
}
