//! One worker process as the server sees it.

use super::Event;
use super::accounts::Rank;
use crate::cpu;
use crate::fault::Refusal;
use crate::frames::{self, ANSWER, ASK, Ask, HELLO, Hello, LEAVING, OPEN, OVER, PROGRESS, REFUSED, STOP};
use bytes::Bytes;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// So long a worker has to stop after it was told to.
const PATIENCE: Duration = Duration::from_millis(300);

/// On a machine that has much else to do a worker may take so many times its processor time; what takes longer is stuck.
const SLOWER: u32 = 8;

/// And so long in any case.
const WALL: Duration = Duration::from_secs(2);

/// Between two looks at what it has used.
const SHORTEST: Duration = Duration::from_millis(10);

/// Bytes kept of what a worker says when it dies.
const LAST_WORDS: usize = 4096;

/// How a question ended.
pub(super) enum End {
    /// With an answer that is decided.
    Answer(Bytes),
    /// With one that more time might better.
    Open(Bytes),
    /// With a refusal that stands.
    Refused(Refusal),
    /// Time or memory ran out, says the worker.
    Over(Refusal),
    /// Time ran out, and the worker was ended.
    Late,
    /// The system gave the worker no more memory.
    Memory,
    /// Nobody wants to know any more.
    Cancelled,
    /// The worker died.
    Broken,
}

/// A worker.
pub(super) struct Child {
    /// The games that it worked on last.
    pub(super) about: u64,
    /// Does it work on rules of a stranger?
    pub(super) strange: bool,
    /// How the client stands for whom it works.
    pub(super) rank: Rank,
    process: tokio::process::Child,
    input: ChildStdin,
    output: ChildStdout,
    words: Arc<Mutex<Vec<u8>>>,
    hello: Option<Hello>,
    ended: bool,
    /// What it had used of the processor when somebody last paid for it.
    paid: Duration,
    /// What it had used when it was ended.
    at_end: Option<Duration>,
}

/// What came from a worker.
enum Heard {
    Frame(u8, Vec<u8>),
    Gone,
    Late,
    Cancelled,
}

impl Child {
    /// Starts a worker; `None` if the system does not let us.
    pub(super) fn start(command: &(PathBuf, Vec<OsString>), hello: &Hello) -> Option<Child> {
        let mut start = Command::new(&command.0);
        start.args(&command.1).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        start.kill_on_drop(true);
        // Ctrl-C is for the server, which tells its workers.
        #[cfg(unix)]
        start.process_group(0);
        let mut process = start.spawn().ok()?;
        step_back(process.id(), hello.nice);
        let (input, output) = (process.stdin.take()?, process.stdout.take()?);
        let words = Arc::default();
        tokio::spawn(listen(process.stderr.take()?, Arc::clone(&words)));
        let hello = Some(*hello);
        Some(Child {
            about: 0,
            strange: false,
            rank: Rank::Light,
            process,
            input,
            output,
            words,
            hello,
            ended: false,
            paid: Duration::ZERO,
            at_end: None,
        })
    }

    /// Can it answer another question?
    pub(super) fn fit(&self) -> bool {
        !self.ended
    }

    /// What it has used of the processor in all; `None` where the system does not tell, or where it has gone for good.
    fn used(&self) -> Option<Duration> {
        self.process.id().and_then(cpu::of)
    }

    /// Works on a question for so much of the processor at most; and what it cost, by the wall's clock where the system does not tell.
    pub(super) async fn work(
        &mut self,
        ask: &Ask,
        time: Duration,
        events: &Option<mpsc::Sender<Event>>,
        cancelled: &mut oneshot::Receiver<()>,
    ) -> (End, Duration) {
        let began = Instant::now();
        let end = self.until_it_ends(ask, time, events, cancelled).await;
        let all = self.used().or(self.at_end);
        let cost = all.map_or(began.elapsed(), |all| all.saturating_sub(self.paid));
        self.paid = all.unwrap_or_default();
        (end, cost)
    }

    async fn until_it_ends(
        &mut self,
        ask: &Ask,
        time: Duration,
        events: &Option<mpsc::Sender<Event>>,
        cancelled: &mut oneshot::Receiver<()>,
    ) -> End {
        let began = Instant::now();
        let mut end = began + time;
        if self.send(ask).await.is_err() {
            return self.death().await;
        }
        loop {
            match self.hear(end, cancelled).await {
                Heard::Frame(PROGRESS, payload) => {
                    if let Some(events) = events {
                        // A client that does not listen misses this one.
                        let _ = events.try_send(Event::Progress(payload.into()));
                    }
                }
                Heard::Frame(kind, payload) => return self.ended_with(kind, payload),
                Heard::Gone => return self.death().await,
                Heard::Late => {
                    let wall = began.elapsed();
                    let used = self.used().map_or(wall, |all| all.saturating_sub(self.paid));
                    if used < time && wall < SLOWER * time + WALL {
                        // The machine is busy: the rest of its time is still to come.
                        end = Instant::now() + (time - used).max(SHORTEST);
                        continue;
                    }
                    self.end().await;
                    return End::Late;
                }
                Heard::Cancelled => {
                    self.stop().await;
                    return End::Cancelled;
                }
            }
        }
    }

    fn ended_with(&mut self, kind: u8, payload: Vec<u8>) -> End {
        self.ended |= kind & LEAVING != 0;
        let refusal = || serde_json::from_slice::<Refusal>(&payload).ok();
        match kind & !LEAVING {
            ANSWER => End::Answer(payload.into()),
            OPEN => End::Open(payload.into()),
            REFUSED => refusal().map_or(End::Broken, End::Refused),
            OVER => refusal().map_or(End::Broken, End::Over),
            _ => {
                self.ended = true;
                End::Broken
            }
        }
    }

    async fn send(&mut self, ask: &Ask) -> io::Result<()> {
        if let Some(hello) = self.hello.take() {
            self.write(HELLO, &serde_json::to_vec(&hello)?).await?;
        }
        self.write(ASK, &serde_json::to_vec(ask)?).await
    }

    async fn write(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        self.input.write_all(&frames::head(kind, payload.len())).await?;
        self.input.write_all(payload).await?;
        self.input.flush().await
    }

    /// The next frame. A frame that has begun is read to its end, however late it gets: it is on its way.
    async fn hear(&mut self, end: Instant, cancelled: &mut oneshot::Receiver<()>) -> Heard {
        let mut head = [0u8; 5];
        tokio::select! {
            read = self.output.read_exact(&mut head[..1]) => if read.is_err() {
                self.ended = true;
                return Heard::Gone;
            },
            () = sleep_until(end) => return Heard::Late,
            _ = cancelled => return Heard::Cancelled,
        }
        match self.rest(head).await {
            Ok((kind, payload)) => Heard::Frame(kind, payload),
            Err(_) => {
                self.ended = true;
                Heard::Gone
            }
        }
    }

    async fn rest(&mut self, mut head: [u8; 5]) -> io::Result<(u8, Vec<u8>)> {
        self.output.read_exact(&mut head[1..]).await?;
        let (kind, length) = frames::parse(head);
        if length > frames::LARGEST {
            return Err(io::Error::other("a frame is too long"));
        }
        let mut payload = vec![0; length];
        self.output.read_exact(&mut payload).await?;
        Ok((kind, payload))
    }

    /// Tells the worker to stop, and ends it if it does not.
    async fn stop(&mut self) {
        let end = Instant::now() + PATIENCE;
        let (_keep, mut never) = oneshot::channel();
        if self.write(STOP, &[]).await.is_err() {
            return self.end().await;
        }
        loop {
            match self.hear(end, &mut never).await {
                Heard::Frame(PROGRESS, _) => {}
                Heard::Frame(kind, payload) => {
                    self.ended_with(kind, payload);
                    return;
                }
                Heard::Gone | Heard::Late | Heard::Cancelled => return self.end().await,
            }
        }
    }

    async fn end(&mut self) {
        self.ended = true;
        self.at_end = self.used().or(self.at_end);
        // It may have ended by itself.
        let _ = self.process.kill().await;
    }

    /// Why a worker died: the system refused memory, or something is broken.
    async fn death(&mut self) -> End {
        self.end().await;
        // What it said last may still be in the pipe.
        tokio::time::sleep(Duration::from_millis(20)).await;
        let words = self.words.lock().unwrap_or_else(|e| e.into_inner());
        let words = String::from_utf8_lossy(&words);
        if words.contains("memory allocation of") || words.contains("annot allocate memory") {
            return End::Memory;
        }
        eprintln!("bouton serve: a worker died: {}", words.trim());
        End::Broken
    }
}

/// A worker steps back on the processor before it has even begun: starting is work, too.
#[cfg(unix)]
fn step_back(process: Option<u32>, nice: i32) {
    let process = process.and_then(|id| rustix::process::Pid::from_raw(i32::try_from(id).ok()?));
    // It does so itself, where this is refused.
    let _ = process.map(|process| rustix::process::setpriority_process(Some(process), nice));
}

#[cfg(not(unix))]
fn step_back(_: Option<u32>, _: i32) {}

/// Keeps the last words of a worker.
async fn listen(mut from: ChildStderr, words: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = [0u8; 1024];
    while let Ok(n @ 1..) = from.read(&mut buffer).await {
        let mut words = words.lock().unwrap_or_else(|e| e.into_inner());
        words.extend_from_slice(&buffer[..n]);
        let over = words.len().saturating_sub(LAST_WORDS);
        words.drain(..over);
    }
}
