//! `--local N` and `cluster run`: processes are started, here or over ssh, and started again when one is killed.
//!
//! Processes of a run depend on each other: when one ends, the others lose it and end too, and all begin again at the last
//! checkpoint. They are told by a variable of the environment that they are looked after; they end when whoever looks after
//! them is gone, and Ctrl-C reaches them through it alone, so that it stops them once. On other hosts both go through the
//! input of the process: its end says that nobody looks after it any more, a line in it that it shall stop.

use crate::commands::prelude::*;
use crate::flags::crew::KEY;
use crate::lang::say;
use bouton::Budget;
use bouton_saved::shards::Manifest;
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
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

/// Time before processes on other hosts are started again.
const RETRY: Duration = Duration::from_secs(1);

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

/// Who started a process by `--key -` tells it to stop by a line, and is gone when the input ends.
pub(crate) fn watch_input() {
    thread::spawn(|| {
        let mut line = String::new();
        while std::io::stdin().read_line(&mut line).is_ok_and(|count| count > 0) {
            interrupt::flag().store(true, Ordering::Relaxed);
        }
        std::process::exit(i32::from(AGAIN));
    });
}

/// Where the processes of a run are started.
pub(crate) enum Place {
    /// So many on this machine.
    Here(usize),
    /// One on every host of a list, over ssh.
    Hosts(Remote),
}

/// How processes on other hosts are started.
pub(crate) struct Remote {
    /// The lines of the list.
    pub(crate) hosts: Vec<String>,
    /// The list as the hosts see it.
    pub(crate) list: PathBuf,
    /// The program that runs a command on a host.
    pub(crate) ssh: String,
    /// Bouton on the hosts.
    pub(crate) program: PathBuf,
    /// The text of the key.
    pub(crate) key: Vec<u8>,
    /// The words of the table.
    pub(crate) words: Vec<OsString>,
}

impl Remote {
    /// The command that starts a process on its host.
    fn command(&self, process: usize) -> std::io::Result<Command> {
        let host = self.hosts[process].rsplit_once(':').map_or("", |(host, _)| host);
        let quoted = |text: &OsStr| format!("'{}'", text.to_string_lossy().replace('\'', "'\\''"));
        let mut line = format!(
            "cd {} && {CHILD}=1 exec {}",
            quoted(std::env::current_dir()?.as_os_str()),
            quoted(self.program.as_os_str())
        );
        for word in &self.words {
            line += &format!(" {}", quoted(word));
        }
        line += &format!(" --hosts {} --process={process} --key - --json", quoted(self.list.as_os_str()));
        let mut command = Command::new(&self.ssh);
        command.arg(host.trim_start_matches('[').trim_end_matches(']')).arg(line).stdin(Stdio::piped());
        Ok(command)
    }
}

impl Place {
    fn count(&self) -> usize {
        match self {
            Place::Here(count) => *count,
            Place::Hosts(remote) => remote.hosts.len(),
        }
    }
}

/// What ssh itself ends with when there is no connection.
const NO_CONNECTION: i32 = 255;

/// A process and what it says.
struct Process {
    child: Child,
    /// The input of a process on another host.
    input: Option<ChildStdin>,
    said: Receiver<String>,
    ended: Option<ExitStatus>,
}

/// Starts the processes and looks after them; the exit code.
pub(crate) fn run(
    place: &Place,
    json: bool,
    folder: &Path,
    budget: &Budget,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let (mut idle, mut last) = (0, generation(folder));
    let (count, mut begun) = (place.count(), false);
    loop {
        let (events, heard) = channel();
        let (mut processes, list) = match place {
            Place::Here(count) => start(*count, &events).map(|(processes, list)| (processes, Some(list)))?,
            Place::Hosts(remote) => (start_remote(remote, &events)?, None),
        };
        drop(events);
        let watched = watch(&mut processes, &heard, json, budget, out, &mut begun);
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
        // A host that was there before may come back.
        let passes = |c: i32| c == i32::from(AGAIN) || c == NO_CONNECTION && begun;
        let final_code = |s: &ExitStatus| s.code().filter(|c| *c != 0 && !passes(*c));
        if let Some(code) = statuses.iter().find_map(final_code) {
            say_all(&processes, |c| c == code);
            return Ok(u8::try_from(code).ok().filter(|_| code < NO_CONNECTION).unwrap_or(2));
        }
        if matches!(place, Place::Hosts(_)) {
            thread::sleep(RETRY);
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
        processes.push(listen(command.spawn()?, events));
    }
    Ok((processes, list))
}

/// Starts a process on every host of the list.
fn start_remote(remote: &Remote, events: &Sender<String>) -> Result<Vec<Process>, Failure> {
    let mut processes = Vec::new();
    for process in 0..remote.hosts.len() {
        let mut command = remote.command(process)?;
        command.process_group(0).stderr(Stdio::piped());
        command.stdout(if process == 0 { Stdio::piped() } else { Stdio::null() });
        let child = command.spawn().map_err(|error| {
            let why = error.to_string();
            Failure::from(Mistake::File { path: remote.ssh.clone(), why })
        })?;
        let mut process = listen(child, events);
        if let Some(input) = &mut process.input {
            // Who ends before it reads its key says why.
            let _ = input.write_all(&[&remote.key[..], b"\n"].concat());
        }
        processes.push(process);
    }
    Ok(processes)
}

/// Listens to what a process says.
fn listen(mut child: Child, events: &Sender<String>) -> Process {
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
    let input = child.stdin.take();
    Process { child, input, said, ended: None }
}

/// The words of this command for a process of the run.
fn arguments() -> Vec<OsString> {
    let mut out = without(std::env::args_os().skip(1), &["--local"]);
    out.push("--json".into());
    out
}

/// The words of `cluster run` as those of a process, without what is said to this command alone.
pub(crate) fn words_of_run() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    // The first two words that are no flags are the verb and `run`.
    for word in ["cluster", "run"] {
        if let Some(at) = words.iter().position(|w| w == word) {
            words.remove(at);
        }
    }
    words.insert(0, "table".into());
    without(words.into_iter(), &["--hosts", "--key", "--ssh", "--program"])
}

/// Words without some flags and their values, and without `--json`.
fn without(mut words: impl Iterator<Item = OsString>, flags: &[&str]) -> Vec<OsString> {
    let mut out = Vec::new();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if flags.iter().any(|flag| text == *flag) {
            words.next();
        } else if text != "--json"
            && !flags.iter().any(|f| text.strip_prefix(f).is_some_and(|t| t.starts_with('=')))
        {
            out.push(word);
        }
    }
    out
}

/// Waits until all have ended, or one has and the others do not notice.
fn watch(
    processes: &mut [Process],
    heard: &Receiver<String>,
    json: bool,
    budget: &Budget,
    out: &mut Out,
    begun: &mut bool,
) -> Result<(), Failure> {
    let mut trouble: Option<Instant> = None;
    let mut told = false;
    loop {
        while let Ok(line) = heard.try_recv() {
            *begun = true;
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
            for process in processes.iter_mut().filter(|p| p.ended.is_none()) {
                if let Some(input) = &mut process.input {
                    let _ = input.write_all(b"stop\n");
                } else if let Some(pid) = i32::try_from(process.child.id()).ok().and_then(Pid::from_raw) {
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
