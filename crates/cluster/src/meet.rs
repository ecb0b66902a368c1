//! How the processes of a run find and trust each other, before timely gets the connections.
//!
//! Each process listens at its own line of the list of hosts and nowhere else, and calls those before it. Both sides say
//! who they are and what they work on, and prove that they have the key of the run: a keyed BLAKE3 hash over what both
//! said, random numbers included, so that nothing can be replayed. Who does not have the key is refused and waited past;
//! another version or another table is refused with its reason. Nothing that is sent later is encrypted.

use socket2::{SockRef, TcpKeepalive};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Marks a process of a run; the number is the form of what is said.
const MARK: [u8; 8] = *b"BTNmeet1";

/// The form of what workers say later; builds of one version may differ in it.
const FORM: u8 = 2;

/// Bytes of what a process says: mark, version, table, number, count, threads, random number.
const HELLO: usize = 8 + 32 + 32 + 4 + 4 + 4 + 32;

/// How long a caller may take for what it says.
const SLOW: Duration = Duration::from_secs(5);

/// Time between calls: the first, and the longest.
const SOON: Duration = Duration::from_millis(2);
const AGAIN: Duration = Duration::from_millis(50);

/// What all processes of a run must agree on.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The key of the run.
    pub key: [u8; 32],
    /// The version of the program.
    pub version: String,
    /// What the table is of: rules, parameters, ranges, values.
    pub table: String,
    /// Threads of each process.
    pub threads: usize,
}

/// Why processes did not come together.
#[derive(Debug, thiserror::Error)]
pub enum NoMeeting {
    /// This process cannot listen where it is told to.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// Where.
        address: String,
        /// Why not.
        error: io::Error,
    },
    /// A host that does not exist.
    #[error("{address} is no address: {error}")]
    Address {
        /// As written.
        address: String,
        /// Why not.
        error: io::Error,
    },
    /// Not all came in time.
    #[error("process {process} did not come")]
    Missing {
        /// The first that did not.
        process: usize,
    },
    /// The other process does not have the key.
    #[error("process {process} has another key")]
    Key {
        /// Which, by the address that was called.
        process: usize,
    },
    /// The other process is of another version.
    #[error("process {process} is of another version")]
    Version {
        /// Which.
        process: usize,
    },
    /// The other process works on another table.
    #[error("process {process} works on another table")]
    Table {
        /// Which.
        process: usize,
    },
    /// The other process has another list of hosts or another number of threads.
    #[error("process {process} has another list of hosts")]
    Hosts {
        /// Which.
        process: usize,
    },
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
}

/// How a handshake ends, as one byte on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Fine = 0,
    Key = 1,
    Version = 2,
    Table = 3,
    Hosts = 4,
}

impl Verdict {
    fn of(byte: u8) -> Verdict {
        [Verdict::Fine, Verdict::Key, Verdict::Version, Verdict::Table, Verdict::Hosts]
            .into_iter()
            .find(|v| *v as u8 == byte)
            .unwrap_or(Verdict::Version)
    }

    fn refusal(self, process: usize) -> Result<(), NoMeeting> {
        match self {
            Verdict::Fine => Ok(()),
            Verdict::Key => Err(NoMeeting::Key { process }),
            Verdict::Version => Err(NoMeeting::Version { process }),
            Verdict::Table => Err(NoMeeting::Table { process }),
            Verdict::Hosts => Err(NoMeeting::Hosts { process }),
        }
    }
}

/// Random bytes: what the system gives every hasher of this process.
pub fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    for eight in bytes.chunks_exact_mut(8) {
        eight.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
    }
    bytes
}

/// The key of a text: a file or a variable that somebody chose.
pub fn key(text: &[u8]) -> [u8; 32] {
    blake3::derive_key("bouton cluster key of a run", text)
}

/// Waits until all processes have come, and gives the connections to them. `refused` is told of callers that were not
/// let in.
pub fn meet(
    hosts: &[String],
    me: usize,
    terms: &Terms,
    patience: Duration,
    stop: &dyn Fn() -> bool,
    refused: &dyn Fn(SocketAddr),
) -> Result<Vec<Option<TcpStream>>, NoMeeting> {
    let own = hosts.get(me).cloned().unwrap_or_default();
    let failed = |error| NoMeeting::Listen { address: own.clone(), error };
    let listener = TcpListener::bind(own.as_str()).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let mut sockets: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
    let side = Side { terms, me, count: hosts.len() };
    let late = Instant::now() + patience;
    let mut pause = SOON;
    loop {
        let missing = (0..hosts.len()).find(|p| *p != me && sockets[*p].is_none());
        let Some(process) = missing else { return Ok(sockets) };
        if stop() {
            return Err(NoMeeting::Stopped);
        }
        if Instant::now() > late {
            return Err(NoMeeting::Missing { process });
        }
        let mut quiet = true;
        for (process, address) in hosts.iter().enumerate().take(me) {
            if sockets[process].is_none()
                && let Some(socket) = side.call(process, address)?
            {
                sockets[process] = Some(socket);
                quiet = false;
            }
        }
        if let Ok((socket, from)) = listener.accept() {
            quiet = false;
            match side.answer(socket) {
                Ok((process, socket)) => sockets[process] = Some(socket),
                Err(Some(
                    other @ (NoMeeting::Version { .. } | NoMeeting::Table { .. } | NoMeeting::Hosts { .. }),
                )) => {
                    return Err(other);
                }
                Err(_) => refused(from),
            }
        }
        if quiet {
            std::thread::sleep(pause);
            pause = (2 * pause).min(AGAIN);
        }
    }
}

/// One side of a handshake.
struct Side<'s> {
    terms: &'s Terms,
    me: usize,
    count: usize,
}

impl Side<'_> {
    /// Calls a process; `None` if it is not there yet.
    fn call(&self, process: usize, address: &str) -> Result<Option<TcpStream>, NoMeeting> {
        let unknown = |error| NoMeeting::Address { address: address.to_string(), error };
        let Some(at) = address.to_socket_addrs().map_err(unknown)?.next() else { return Ok(None) };
        let Ok(mut socket) = TcpStream::connect_timeout(&at, SLOW) else { return Ok(None) };
        match self.agree(&mut socket, true) {
            Ok((there, verdict)) => {
                verdict.refusal(process)?;
                if there == process { Ok(Some(socket)) } else { Err(NoMeeting::Hosts { process }) }
            }
            // Whoever is there hung up: it may be a process of a run that is ending.
            Err(_) => Ok(None),
        }
    }

    /// Answers a caller. `Err(None)` if it did not speak as a process does.
    fn answer(&self, mut socket: TcpStream) -> Result<(usize, TcpStream), Option<NoMeeting>> {
        let (process, verdict) = self.agree(&mut socket, false).map_err(|_| None)?;
        verdict.refusal(process).map_err(Some)?;
        if process <= self.me || process >= self.count {
            return Err(Some(NoMeeting::Hosts { process }));
        }
        Ok((process, socket))
    }

    fn hello(&self) -> [u8; HELLO] {
        let mut out = [0; HELLO];
        out[..8].copy_from_slice(&MARK);
        let version = blake3::Hasher::new().update(self.terms.version.as_bytes()).update(&[FORM]).finalize();
        out[8..40].copy_from_slice(version.as_bytes());
        out[40..72].copy_from_slice(blake3::hash(self.terms.table.as_bytes()).as_bytes());
        out[72..76].copy_from_slice(&(self.me as u32).to_le_bytes());
        out[76..80].copy_from_slice(&(self.count as u32).to_le_bytes());
        out[80..84].copy_from_slice(&(self.terms.threads as u32).to_le_bytes());
        out[84..].copy_from_slice(&random());
        out
    }

    /// Both say who they are, both prove that they have the key, both say what they think of it.
    fn agree(&self, socket: &mut TcpStream, calling: bool) -> io::Result<(usize, Verdict)> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SLOW))?;
        socket.set_write_timeout(Some(SLOW))?;
        let own = self.hello();
        socket.write_all(&own)?;
        let mut other = [0; HELLO];
        socket.read_exact(&mut other)?;
        if other[..8] != MARK {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let proof = |caller: bool| {
            let mut hasher = blake3::Hasher::new_keyed(&self.terms.key);
            hasher.update(&[u8::from(caller)]);
            // What the caller said comes first, for both.
            let (first, second) = if calling { (&own, &other) } else { (&other, &own) };
            hasher.update(first).update(second).finalize()
        };
        socket.write_all(proof(calling).as_bytes())?;
        let mut proved = [0; 32];
        socket.read_exact(&mut proved)?;
        let number =
            |at: usize| u32::from_le_bytes([other[at], other[at + 1], other[at + 2], other[at + 3]]) as usize;
        // Hashes are compared in constant time.
        let verdict = if proof(!calling) != blake3::Hash::from_bytes(proved) {
            Verdict::Key
        } else if other[8..40] != own[8..40] {
            Verdict::Version
        } else if other[40..72] != own[40..72] {
            Verdict::Table
        } else if other[76..84] != own[76..84] {
            Verdict::Hosts
        } else {
            Verdict::Fine
        };
        socket.write_all(&[verdict as u8])?;
        let mut theirs = [0];
        socket.read_exact(&mut theirs)?;
        let worst = if verdict == Verdict::Fine { Verdict::of(theirs[0]) } else { verdict };
        socket.set_read_timeout(None)?;
        socket.set_write_timeout(None)?;
        patient(socket)?;
        Ok((number(72), worst))
    }
}

/// A connection over which nothing comes through for so long is lost: its host may never come back.
const GONE: Duration = Duration::from_secs(40);

/// Lets the system find out that the other side is gone, also while nobody says anything.
fn patient(socket: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(socket);
    let probes = TcpKeepalive::new().with_time(GONE / 4).with_interval(GONE / 4);
    #[cfg(target_os = "linux")]
    let probes = probes.with_retries(3);
    socket.set_tcp_keepalive(&probes)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(GONE))?;
    Ok(())
}
