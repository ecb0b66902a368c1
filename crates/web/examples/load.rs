//! Load: many honest clients with small questions and tables, first alone and then beside hostile ones. Prints what it saw and whether each bar is
//! kept; the exit code is 1 if one is not: an honest client got a wrong answer or an error, or waited too much longer than before, in the median
//! more than five times, of a hundred questions the slowest more than twenty times as long, tables by themselves as well.
//!
//! `bench/load` builds the command and runs this: `load PATH-OF-BOUTON [SECONDS]`. Every client has an address of its own, as a proxy tells it.

#[path = "load/honest.rs"]
mod honest;
#[path = "load/hostile.rs"]
mod hostile;

use honest::{Kind, Seen};
use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Honest clients, and the pause between two of their questions.
const CLIENTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(1000);

/// How much longer an honest client may wait beside hostile ones than alone: in the median, and one of a hundred.
const MEDIAN: f64 = 5.0;
const SLOWEST: f64 = 20.0;

/// Where the server is, and who asks.
#[derive(Clone, Copy)]
struct Client {
    port: u16,
    address: Ipv4Addr,
}

impl Client {
    /// A request as it is sent.
    fn posting(self, path: &str, body: &str, more: &str) -> String {
        let Client { port, address } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nX-Forwarded-For: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n{more}\r\n{body}",
            body.len()
        )
    }

    async fn connect(self) -> std::io::Result<TcpStream> {
        TcpStream::connect(("127.0.0.1", self.port)).await
    }

    /// Asks, and gives the status and the body.
    async fn ask(self, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
        let mut stream = self.connect().await?;
        stream.write_all(self.posting(path, body, "").as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let status = std::str::from_utf8(bytes.get(9..12).unwrap_or(&[])).ok().and_then(|s| s.parse().ok());
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
        Ok((status.unwrap_or(0), bytes.get(end + 4..).unwrap_or(&[]).to_vec()))
    }
}

/// Bytes that the server and its workers hold together.
fn held(server: u32) -> u64 {
    let Ok(all) = std::fs::read_dir("/proc") else { return 0 };
    let numbers = all.flatten().filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    let line = |n: u32, name: &str| -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{n}/status")).ok()?;
        status.lines().find_map(|l| l.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    };
    let ours = numbers.filter(|n| *n == server || line(*n, "PPid:") == Some(u64::from(server)));
    ours.filter_map(|n| line(n, "VmRSS:")).sum::<u64>() * 1024
}

/// What honest clients saw of one kind of questions.
struct Figures {
    questions: usize,
    median: Duration,
    slowest: Duration,
}

impl Figures {
    fn of(mut times: Vec<Duration>) -> Figures {
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        Figures { questions: times.len(), median: at(0.5), slowest: at(0.99) }
    }
}

/// What they saw in one phase.
struct Phase {
    all: Figures,
    tables: Figures,
    wrong: u64,
    errors: u64,
}

async fn phase(port: u16, seconds: u64, round: u64) -> Phase {
    let seen: Arc<Seen> = Arc::default();
    let until = Instant::now() + Duration::from_secs(seconds);
    let client = |i: u32| Client { port, address: Ipv4Addr::from(0x0a01_0000 + i) };
    let ask = |i: u32| {
        tokio::spawn(honest::ask(client(i), u64::from(i) + 1000 * round, PAUSE, until, seen.clone()))
    };
    for client in (0..CLIENTS).map(ask).collect::<Vec<_>>() {
        let _ = client.await;
    }
    let times = std::mem::take(&mut *seen.times.lock().unwrap_or_else(|e| e.into_inner()));
    let tables = times.iter().filter(|(kind, _)| *kind == Kind::Table).map(|(_, time)| *time).collect();
    Phase {
        all: Figures::of(times.into_iter().map(|(_, time)| time).collect()),
        tables: Figures::of(tables),
        wrong: seen.wrong.load(Ordering::Relaxed),
        errors: seen.errors.load(Ordering::Relaxed),
    }
}

fn start(bouton: &str) -> Option<(Child, u16)> {
    let mut server = Command::new(bouton)
        .args(["serve", "--public", "--trust-proxy", "--port", "0", "--lang", "en"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
    let port = line.split("localhost:").nth(1)?.split('/').next()?.parse().ok()?;
    Some((server, port))
}

/// Prints a bar, and whether it is kept.
fn bar(what: &str, saw: f64, most: f64) -> bool {
    let kept = saw <= most;
    println!("{}  {what:<44} {saw:>8.2}, at most {most}", if kept { "pass" } else { "FAIL" });
    kept
}

fn print(name: &str, phase: &Phase) {
    let ms = |d: Duration| d.as_secs_f64() * 1000.0;
    for (what, f) in [(name, &phase.all), ("  tables of these", &phase.tables)] {
        println!("{what:<26} {:>9} {:>10.2} {:>9.2}", f.questions, ms(f.median), ms(f.slowest));
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let bouton = args.next().unwrap_or_else(|| "bouton".into());
    let seconds: u64 = args.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let Some((mut server, port)) = start(&bouton) else {
        eprintln!("{bouton} serve could not be started");
        return ExitCode::from(2);
    };
    // Workers are started when they are first needed: that is no part of what is compared.
    phase(port, 3, 0).await;
    let alone = phase(port, (seconds / 2).max(5), 1).await;
    let stop: Arc<AtomicBool> = Arc::default();
    let asked: Arc<AtomicU64> = Arc::default();
    let most: Arc<AtomicU64> = Arc::default();
    let attackers = hostile::start(port, &stop, &asked);
    let (number, peak, over) = (server.id(), most.clone(), stop.clone());
    let watching = tokio::spawn(async move {
        while !over.load(Ordering::Relaxed) {
            peak.fetch_max(held(number), Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    let beside = phase(port, seconds, 2).await;
    stop.store(true, Ordering::Relaxed);
    let _ = watching.await;
    let count = attackers.len();
    attackers.iter().for_each(|a| a.abort());
    let alive = server.try_wait().is_ok_and(|s| s.is_none());
    let _ = server.kill();
    let _ = server.wait();
    println!("{CLIENTS} honest clients, a small question or table every {} ms each", PAUSE.as_millis());
    println!("phase                      questions  median ms   99 % ms");
    print("alone", &alone);
    print(&format!("beside {count} hostile clients"), &beside);
    let times = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64().max(1e-6);
    println!("hostile requests           {}", asked.load(Ordering::Relaxed));
    println!("memory, server + workers   {} MiB at most", most.load(Ordering::Relaxed) >> 20);
    let kinds = [("", &beside.all, &alone.all), (", tables by themselves", &beside.tables, &alone.tables)];
    let bars = kinds.map(|(of, beside, alone)| {
        bar(&format!("median, beside / alone{of}"), times(beside.median, alone.median), MEDIAN)
            & bar(&format!("99 %, beside / alone{of}"), times(beside.slowest, alone.slowest), SLOWEST)
    });
    let clean = bar("wrong answers", (alone.wrong + beside.wrong) as f64, 0.0)
        & bar("errors", (alone.errors + beside.errors) as f64, 0.0);
    // A run in which nothing was asked, or whose server has ended, shows nothing.
    let ran = alive && alone.tables.questions > 0 && beside.tables.questions > 0;
    println!("{}  the server stood to the end, and was asked", if ran { "pass" } else { "FAIL" });
    let good = clean & ran & bars.into_iter().all(|kept| kept);
    println!("{}", if good { "good" } else { "NOT GOOD" });
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
