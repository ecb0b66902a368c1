//! Workers of one process or of many: threads, and connections between processes that somebody has authenticated.
//!
//! Timely ends a process by a panic when a connection breaks. A run is to end with a sentence and a table that can be gone
//! on with, so the connections that timely gets are [`Link`]s: one that breaks says so in the [`Watch`] of its process,
//! where every worker sees it, and then keeps still.

#![allow(unsafe_code)] // The system is asked for the turns of a thread.

use crate::error::Fault;
use crate::post::Watch;
use crate::run::Summary;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::{AllocatorBuilder, Config, Hooks};
use timely::worker::Worker;

/// Who works.
#[derive(Debug)]
pub enum Team {
    /// So many threads of this process.
    Threads(usize),
    /// Several processes of as many threads each.
    Processes {
        /// The number of this process.
        me: usize,
        /// Threads of each process.
        threads: usize,
        /// Connections to the others, `None` for this one.
        sockets: Vec<Option<TcpStream>>,
    },
}

impl Team {
    /// Threads of this process.
    pub fn threads(&self) -> usize {
        match self {
            Team::Threads(threads) | Team::Processes { threads, .. } => *threads,
        }
    }

    /// All workers.
    pub fn workers(&self) -> usize {
        match self {
            Team::Threads(threads) => *threads,
            Team::Processes { threads, sockets, .. } => threads * sockets.len(),
        }
    }
}

/// Starts the workers of this process and waits for them. The first fault that says most is the run's.
pub(crate) fn start(
    team: Team,
    watch: &Arc<Watch>,
    work: impl Fn(&mut Worker) -> Result<Summary, Fault> + Send + Sync + 'static,
) -> Result<Summary, Fault> {
    let system = |e: io::Error| Fault::System(e.to_string());
    let (builders, guard) = match team {
        Team::Threads(threads) => (Config::Process(threads).try_build().map_err(Fault::System)?.0, None),
        Team::Processes { me, threads, sockets } => {
            let hooks = Hooks::default();
            let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
            let link = |(process, socket): (usize, Option<TcpStream>)| {
                Some(Link { socket: socket?, process, watch: Arc::clone(watch), tail: 0 })
            };
            let links = sockets.into_iter().enumerate().map(link).collect();
            let made = initialize_networking_from_sockets(local, links, me, threads, hooks);
            let (builders, guard) = made.map_err(system)?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Some(guard))
        }
    };
    let whole = move |worker: &mut Worker| {
        give_way();
        let done = work(worker);
        if done.is_err() {
            // What is left of the dataflow would be waited for.
            worker.installed_dataflows().into_iter().for_each(|dataflow| worker.drop_dataflow(dataflow));
        }
        done
    };
    let workers = timely::execute::execute_from(builders, Box::new(()), WorkerConfig::default(), whole);
    let ends = workers.map_err(Fault::System)?.join();
    let mut result = None;
    for end in ends {
        let end = end.map_err(Fault::System).and_then(|e| e);
        let better = match (&result, &end) {
            (None, _) | (Some(Ok(_)), Err(_)) => true,
            (Some(Err(old)), Err(new)) => weight(new) > weight(old),
            _ => false,
        };
        if better {
            result = Some(end);
        }
    }
    let result = result.unwrap_or_else(|| Err(Fault::System("no workers".to_string())));
    match &result {
        // The threads of a broken connection never end.
        Err(_) => std::mem::forget(guard),
        Ok(_) => drop(guard),
    }
    result
}

/// Nanoseconds that a worker may go on in a run before the system looks who else wants its core.
#[cfg(target_os = "linux")]
const SLICE: u64 = 10_000_000;

/// Lets the threads that carry messages have a core as soon as a message is there. They need it for some microseconds, but
/// where workers keep all cores busy, Linux lets the worker go on until the next tick of its clock, some milliseconds, for
/// which another process waits. Whoever asks for longer turns is interrupted by those with shorter ones (since 6.12); a
/// worker gets no less of a core for it.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        let size = size_of::<libc::sched_attr>() as u32;
        // SAFETY: numbers, all of which may be zero.
        let mut attributes: libc::sched_attr = unsafe { std::mem::zeroed() };
        let at = &raw mut attributes;
        // SAFETY: both calls are about this thread, and get a structure of the size that they are told. If they fail,
        // nothing has changed.
        unsafe {
            if libc::syscall(libc::SYS_sched_getattr, 0, at, size, 0) == 0
                && (*at).sched_policy == libc::SCHED_OTHER as u32
            {
                (*at).sched_runtime = SLICE;
                libc::syscall(libc::SYS_sched_setattr, 0, at, 0);
            }
        }
    }
}

/// A worker's own trouble says more than that another one is gone.
fn weight(fault: &Fault) -> u8 {
    match fault {
        Fault::Peer { .. } => 0,
        Fault::Lost { .. } => 1,
        Fault::Halted(_) => 2,
        _ => 3,
    }
}

/// The bytes of a message that timely ends a stream with, all of them zero.
const LAST: u64 = 48;

/// A connection that keeps still when it breaks.
struct Link {
    socket: TcpStream,
    process: usize,
    watch: Arc<Watch>,
    /// Zeros that came last.
    tail: u64,
}

impl Link {
    fn broken(&self) -> ! {
        self.watch.lose(self.process);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Ok(0) if self.tail < LAST => self.broken(),
                Ok(count) => {
                    let zeros = buffer[..count].iter().rev().take_while(|b| **b == 0).count();
                    self.tail = if zeros == count { self.tail + count as u64 } else { zeros as u64 };
                    return Ok(count);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.broken(),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.socket.write(bytes) {
            Ok(count) if count > 0 || bytes.is_empty() => {
                self.watch.sent.fetch_add(count as u64, Ordering::Relaxed);
                Ok(count)
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Err(e),
            _ => self.broken(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.socket.flush() {
            Ok(()) => Ok(()),
            Err(_) => self.broken(),
        }
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        let (process, watch) = (self.process, Arc::clone(&self.watch));
        Ok(Link { socket: self.socket.try_clone()?, process, watch, tail: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may be gone already; everything was said.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}
