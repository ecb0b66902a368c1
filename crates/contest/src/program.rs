//! The program under test: compiled where it is a source, run with limits on time, memory and output.
//!
//! Every run is a process group of its own, so that what the program starts ends with it. Memory is limited by the
//! shell's `ulimit -v` before the program is loaded, time by a clock here (and by `ulimit -t` should we be killed). While a
//! program waits for a processor that others use, its clock stands still: no verdict depends on what else a machine does.

use crate::wrong::Wrong;
use bouton::Problem;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What one run may cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Time.
    pub time: Duration,
    /// Memory in bytes; `None` for no limit.
    pub memory: Option<u64>,
    /// Output in bytes.
    pub output: usize,
}

/// A program that can be run.
pub struct Program {
    words: Vec<String>,
    /// Where it was compiled; goes away with it.
    _place: Option<TempDir>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With exit code 0.
    Well,
    /// With another exit code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long.
    Timeout,
    /// It printed too much.
    Output,
    /// We were told to stop.
    Interrupted,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Standard output.
    pub output: String,
    /// The last of standard error.
    pub errors: String,
    /// How it ended.
    pub ended: Ended,
    /// How long it took.
    pub time: Duration,
}

impl Run {
    /// Does it look as if memory ran out? Allocations that fail end programs in many ways, most of them worded.
    pub fn out_of_memory(&self) -> bool {
        let said =
            ["bad_alloc", "MemoryError", "out of memory", "Out of memory", "OutOfMemory", "cannot allocate"];
        self.ended != Ended::Well && said.iter().any(|w| self.errors.contains(w))
    }
}

impl Program {
    /// Prepares a program: a C++ or C source is compiled, a Python source run by Python, anything else is a command.
    pub fn new(command: &str) -> Result<Program, Problem> {
        let path = Path::new(command);
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        let file = path.is_file();
        match extension {
            "cpp" | "cc" | "cxx" | "c++" if file => compile("g++", &["-O2", "-std=c++17"], path),
            "c" if file => compile("gcc", &["-O2"], path),
            "py" if file => Ok(Program { words: vec!["python3".into(), command.into()], _place: None }),
            _ => Program::command(command, file),
        }
    }

    /// A command as it is: a file, or words separated by blanks.
    fn command(command: &str, file: bool) -> Result<Program, Problem> {
        let start = |why: String| Wrong::Start { command: command.to_string(), why };
        if file {
            let path = std::fs::canonicalize(command).map_err(|e| start(e.to_string()))?;
            return Ok(Program { words: vec![path.display().to_string()], _place: None });
        }
        let words = words(command);
        let Some(first) = words.first() else { return Err(start("it is empty".into()).into()) };
        let here = first.contains('/');
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = if here {
            Path::new(first).is_file()
        } else {
            std::env::split_paths(&path).any(|folder| folder.join(first).is_file())
        };
        match found {
            true => Ok(Program { words, _place: None }),
            false => Err(start("there is no such file or command".into()).into()),
        }
    }

    /// A new process, with pipes, in a group of its own.
    pub fn spawn(&self, cost: &Cost) -> Result<Child, Problem> {
        let memory = cost.memory.map_or(String::new(), |m| format!("ulimit -v {}; ", (m / 1024).max(1)));
        let seconds = cost.time.as_secs() + 5;
        let script =
            format!("{memory}ulimit -c 0; ulimit -t {seconds}; ulimit -s unlimited 2>/dev/null; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).args(&self.words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let start = |e: std::io::Error| Wrong::Start { command: self.words.join(" "), why: e.to_string() };
        Ok(command.spawn().map_err(start)?)
    }

    /// Runs it on an input.
    pub fn run(&self, input: &str, cost: &Cost, stop: &AtomicBool) -> Result<Run, Problem> {
        let mut child = self.spawn(cost)?;
        let clock = Clock { began: Instant::now(), limit: cost.time, process: child.id() };
        let mut stdin = child.stdin.take();
        let text = input.to_string();
        // A program that does not read its input must not hold us up.
        std::thread::spawn(move || {
            if let Some(pipe) = &mut stdin {
                let _ = pipe.write_all(text.as_bytes());
            }
        });
        let (send, receive) = mpsc::channel();
        let errors = Arc::new(std::sync::Mutex::new(Vec::new()));
        if let Some(mut pipe) = child.stdout.take() {
            let most = cost.output;
            std::thread::spawn(move || {
                let mut out = Vec::new();
                let mut over = false;
                let mut buffer = [0u8; 1 << 14];
                while let Ok(n @ 1..) = pipe.read(&mut buffer) {
                    out.extend_from_slice(&buffer[..n]);
                    if out.len() > most {
                        over = true;
                        break;
                    }
                }
                let _ = send.send((out, over));
            });
        }
        let heard = child.stderr.take().map(|mut pipe| {
            let errors = errors.clone();
            std::thread::spawn(move || {
                let mut buffer = [0u8; 4096];
                while let Ok(n @ 1..) = pipe.read(&mut buffer) {
                    if let Ok(mut all) = errors.lock() {
                        all.extend_from_slice(&buffer[..n]);
                        let extra = all.len().saturating_sub(4000);
                        all.drain(..extra);
                    }
                }
            })
        });
        let mut killed = None;
        let mut output = Vec::new();
        loop {
            match receive.recv_timeout(clock.left().min(Duration::from_millis(50))) {
                Ok((out, over)) => {
                    output = out;
                    killed = over.then_some(Ended::Output);
                    break;
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if stop.load(Ordering::Relaxed) {
                        killed = Some(Ended::Interrupted);
                        break;
                    }
                    if clock.left().is_zero() {
                        killed = Some(Ended::Timeout);
                        break;
                    }
                }
            }
        }
        let ended = match killed {
            Some(ended) => ended,
            None => wait(&mut child, &clock).unwrap_or(Ended::Timeout),
        };
        end(&mut child);
        if ended != Ended::Well
            && let Some(thread) = heard
        {
            let _ = thread.join();
        }
        let errors = errors.lock().map(|e| String::from_utf8_lossy(&e).into_owned()).unwrap_or_default();
        Ok(Run {
            output: String::from_utf8_lossy(&output).into_owned(),
            errors,
            ended,
            time: clock.began.elapsed(),
        })
    }
}

/// The clock of one run.
struct Clock {
    began: Instant,
    limit: Duration,
    process: u32,
}

impl Clock {
    /// The time that is left.
    fn left(&self) -> Duration {
        left(self.began.elapsed(), self.limit, || self.waited())
    }

    /// How long the process has waited for a processor; nothing where the system does not tell.
    fn waited(&self) -> Duration {
        let told = std::fs::read_to_string(format!("/proc/{}/schedstat", self.process)).unwrap_or_default();
        let nanos = told.split_whitespace().nth(1).and_then(|n| n.parse().ok());
        Duration::from_nanos(nanos.unwrap_or(0))
    }
}

/// What is left of a limit; how long the process has waited is asked only where it matters.
fn left(elapsed: Duration, limit: Duration, waited: impl FnOnce() -> Duration) -> Duration {
    match limit.checked_sub(elapsed) {
        Some(left) if !left.is_zero() => left,
        _ => (limit + waited()).saturating_sub(elapsed),
    }
}

/// Waits for the end of a process that has closed its output.
fn wait(child: &mut Child, clock: &Clock) -> Option<Ended> {
    let mut pause = Duration::from_micros(50);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(match (status.code(), status.signal()) {
                (Some(0), _) => Ended::Well,
                (Some(code), _) => Ended::Code(code),
                (None, signal) => Ended::Signal(signal.unwrap_or(0)),
            });
        }
        if clock.left().is_zero() {
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// Ends a process and everything in its group.
pub fn end(child: &mut Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may be gone already.
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let _ = child.wait();
}

/// A command's words; quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

fn compile(compiler: &str, flags: &[&str], source: &Path) -> Result<Program, Problem> {
    let place = tempfile::tempdir().map_err(|e| Problem::File { path: "tmp".into(), why: e.to_string() })?;
    let binary: PathBuf = place.path().join("program");
    let made = Command::new(compiler).args(flags).arg("-o").arg(&binary).arg(source).output();
    let made = made.map_err(|e| Wrong::Start { command: compiler.to_string(), why: e.to_string() })?;
    if !made.status.success() {
        let said: String =
            String::from_utf8_lossy(&made.stderr).lines().take(12).collect::<Vec<_>>().join("\n");
        return Err(Wrong::Compile { path: source.display().to_string(), said }.into());
    }
    Ok(Program { words: vec![binary.display().to_string()], _place: Some(place) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str, input: &str) -> Run {
        let cost = Cost { time: Duration::from_millis(900), memory: Some(1 << 28), output: 100_000 };
        Program::new(command).unwrap().run(input, &cost, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn runs_end_as_they_end() {
        let table: &[(&str, Ended)] = &[
            ("cat", Ended::Well),
            ("sh -c 'exit 3'", Ended::Code(3)),
            ("sh -c 'kill -SEGV $$'", Ended::Signal(11)),
            ("sleep 30", Ended::Timeout),
            ("sh -c 'sleep 30 & sleep 30'", Ended::Timeout),
            ("yes", Ended::Output),
        ];
        for (command, ended) in table {
            let run = run(command, "hello\n");
            assert_eq!(run.ended, *ended, "{command}");
            assert!(run.time < Duration::from_secs(5), "{command}");
        }
        assert_eq!(run("cat", "hello\n").output, "hello\n");
        // An input that is not read is no trouble.
        assert_eq!(run("true", &"x".repeat(1 << 20)).ended, Ended::Well);
    }

    #[test]
    fn waiting_for_a_processor_is_no_time_of_the_program() {
        // Milliseconds: passed, allowed, waited, left.
        for (elapsed, limit, waited, expected) in [
            (0, 900, 0, 900),
            (500, 900, 400, 400),
            (1500, 900, 0, 0),
            (1500, 900, 500, 0),
            (1500, 900, 800, 200),
        ] {
            let [elapsed, limit, waited] = [elapsed, limit, waited].map(Duration::from_millis);
            assert_eq!(left(elapsed, limit, || waited), Duration::from_millis(expected));
        }
    }

    #[test]
    fn words_keep_quotes() {
        assert_eq!(words("sh -c 'a b' \"\""), ["sh", "-c", "a b", ""]);
        assert!(Program::new("no-such-command-here").is_err());
        assert!(Program::new("  ").is_err());
    }
}
