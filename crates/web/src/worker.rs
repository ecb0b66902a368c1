//! A worker: a process that answers one question at a time and may be ended at any moment.
//!
//! Rules come from strangers, so the server never runs them itself. A worker has limits of the system on its memory, steps
//! back behind the server on the processor, and reaches neither files nor the network (`sandbox`). On a public server it makes no
//! machine code of rules. If rules manage to break it all the same, only the one question is lost.

use crate::ask::{Asker, Reply};
use crate::cpu;
use crate::fault::{Fault, Refusal};
use crate::frames::{
    ANSWER, ASK, Ask, HELLO, Hello, LEAVING, OPEN, OVER, PROGRESS, REFUSED, STOP, read, write,
};
use crate::sandbox;
use bouton::language::diagnostic::Lang;
use bouton::memory::held;
use bouton::{Budget, Problem};
use serde_json::json;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::Thread;
use std::time::Duration;

/// What a process needs besides what a question may cost: program, threads, machine code, answers on their way.
const BESIDES: usize = 160 << 20;

/// A worker that holds more than this after a question makes room for a fresh one.
const LARGE: usize = 96 << 20;

/// Inside one evaluation the budget's clock is not looked at; so much later the flag is raised.
const GRACE: Duration = Duration::from_millis(30);

/// Runs a worker on standard input and output until the server goes away. Lines that begin with other words for `verbs` than those
/// that a page has work at the command alone.
pub fn run(verbs: Vec<String>) -> io::Result<()> {
    let mut input = io::stdin();
    let hello: Hello = match read(&mut input)? {
        Some((HELLO, payload)) => serde_json::from_slice(&payload)?,
        _ => return Ok(()),
    };
    settle(&hello);
    close_off(&hello)?;
    let cancel: Arc<AtomicBool> = Arc::default();
    let questions = listen(cancel.clone());
    let out = Arc::new(Mutex::new(io::stdout()));
    let clock = Arc::new(Clock::new(Duration::from_millis(hello.time), cancel.clone()));
    let budget = budget(&hello, &cancel, &out);
    let mut asker = Asker::new(budget, cancel.clone(), verbs);
    for ask in questions {
        cancel.store(false, Ordering::SeqCst);
        let lang = if ask.chinese { Lang::Zh } else { Lang::En };
        clock.start();
        let reply = asker.ask(ask.route, &ask.body, lang);
        let late = clock.stop();
        let (kind, payload) = frame(reply, late, hello.time, lang);
        let large = || held().is_some_and(|bytes| bytes > LARGE);
        if large() {
            asker.forget();
        }
        // Memory that was freed may stay with the process; a new one starts small.
        let leaving = large();
        let kind = if leaving { kind | LEAVING } else { kind };
        write(&mut *out.lock().unwrap_or_else(|e| e.into_inner()), kind, &payload)?;
        if leaving {
            return Ok(());
        }
    }
    Ok(())
}

/// The answer as a frame. A question that was stopped by the clock is over budget, not interrupted.
fn frame(reply: Result<Reply, Fault>, late: bool, time: u64, lang: Lang) -> (u8, Vec<u8>) {
    let bytes = |v: &serde_json::Value| serde_json::to_vec(v).unwrap_or_default();
    match reply {
        Ok(Reply { json, open: false }) if !late => (ANSWER, bytes(&json)),
        Ok(Reply { json, .. }) => (OPEN, bytes(&json)),
        Err(fault) => {
            let over = matches!(&fault, Fault::Problem(Problem::Over(_) | Problem::Interrupted));
            let refusal = match fault {
                Fault::Problem(Problem::Interrupted) if late => out_of_time(time, lang),
                other => other.refusal(lang),
            };
            let payload = json!({"status": refusal.status, "error": refusal.error});
            (if over { OVER } else { REFUSED }, bytes(&payload))
        }
    }
}

/// The time for a question is over.
pub(crate) fn out_of_time(milliseconds: u64, lang: Lang) -> Refusal {
    let seconds = milliseconds as f64 / 1000.0;
    let message = lang.pick(
        format!("Time ran out: this server gives a question {seconds} s of the processor."),
        format!("时间用尽：本服务器给每个问题 {seconds} 秒处理器时间。"),
    );
    Refusal::new(422, "over_budget", &message)
}

/// Limits that the system keeps.
#[cfg(unix)]
fn settle(hello: &Hello) {
    use rustix::process::{Resource, Rlimit, setpriority_process, setrlimit};
    let most = hello.memory.saturating_add(BESIDES) as u64;
    // A system that refuses a limit leaves those that the library keeps.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(most), maximum: Some(most) });
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    let _ = setrlimit(Resource::Fsize, Rlimit { current: Some(0), maximum: Some(0) });
    let _ = setpriority_process(None, hello.nice);
}

#[cfg(not(unix))]
fn settle(_: &Hello) {}

/// Gives up what a worker does not need. A public server does without workers rather than with open ones, where the system
/// has a sandbox at all.
fn close_off(hello: &Hello) -> io::Result<()> {
    // Opens what it reads from later.
    held();
    if hello.public {
        bouton::closures_only();
    }
    match sandbox::enter(!hello.public) {
        Err(error) if hello.public && sandbox::OFFERED => Err(error),
        _ => Ok(()),
    }
}

/// Hears the server: questions come out of the channel, a stop raises the flag, silence ends the process.
fn listen(cancel: Arc<AtomicBool>) -> Receiver<Ask> {
    let (tell, questions) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin();
        while let Ok(Some((kind, payload))) = read(&mut input) {
            match kind {
                STOP => cancel.store(true, Ordering::SeqCst),
                ASK => {
                    let Ok(ask) = serde_json::from_slice(&payload) else { break };
                    if tell.send(ask).is_err() {
                        break;
                    }
                }
                _ => {}
            }
        }
        // The server has gone: nobody waits for what is being computed.
        std::process::exit(0);
    });
    questions
}

/// What a question may cost; its progress goes to the server.
fn budget(hello: &Hello, cancel: &Arc<AtomicBool>, out: &Arc<Mutex<io::Stdout>>) -> Budget {
    let out = out.clone();
    let goal: Arc<Mutex<Option<Arc<bouton::Goal>>>> = Arc::default();
    let seen = goal.clone();
    let budget = Budget::unlimited()
        // Where many ask, a question has one core: threads would use up its time and stand before others.
        .alone(hello.public)
        .memory(hello.memory)
        .measured(held)
        .time(Duration::from_millis(hello.time))
        .clock(cpu::own)
        .cancel(cancel.clone())
        .progress(move |positions, elapsed| {
            let goal = seen.lock().unwrap_or_else(|e| e.into_inner()).clone();
            let expected = goal.as_ref().and_then(|g| g.expected());
            let questions = goal.as_ref().and_then(|g| g.questions());
            let progress = json!({
                "seconds": elapsed.as_secs_f64(),
                "positions": positions,
                "expected": expected,
                "done": questions.map(|q| q.0),
                "of": questions.map(|q| q.1),
            });
            let payload = serde_json::to_vec(&progress).unwrap_or_default();
            // A server that has gone is noticed by the thread that listens.
            let _ = write(&mut *out.lock().unwrap_or_else(|e| e.into_inner()), PROGRESS, &payload);
        });
    *goal.lock().unwrap_or_else(|e| e.into_inner()) = Some(budget.goal().clone());
    budget
}

/// Raises the flag when a question has had its time of the processor, also in the middle of one evaluation.
struct Clock {
    time: Duration,
    /// Microseconds of the process at which the question under way ends; 0 if there is none.
    until: Arc<AtomicU64>,
    rang: Arc<AtomicBool>,
    thread: Thread,
}

impl Clock {
    fn new(time: Duration, cancel: Arc<AtomicBool>) -> Clock {
        let (until, rang) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let (end, ring) = (until.clone(), rang.clone());
        let watching = std::thread::spawn(move || {
            loop {
                match end.load(Ordering::SeqCst) {
                    0 => std::thread::park(),
                    end => {
                        if cpu::own().as_micros() as u64 > end {
                            ring.store(true, Ordering::SeqCst);
                            cancel.store(true, Ordering::SeqCst);
                        }
                        std::thread::sleep(Duration::from_millis(10));
                    }
                }
            }
        });
        Clock { time, until, rang, thread: watching.thread().clone() }
    }

    fn start(&self) {
        self.rang.store(false, Ordering::SeqCst);
        let end = cpu::own() + self.time + GRACE;
        self.until.store(end.as_micros() as u64, Ordering::SeqCst);
        self.thread.unpark();
    }

    /// Ends the question; did the clock ring?
    fn stop(&self) -> bool {
        self.until.store(0, Ordering::SeqCst);
        self.rang.load(Ordering::SeqCst)
    }
}
