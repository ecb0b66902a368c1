//! Load: many honest clients with small questions, first alone and then beside hostile ones. Prints what it saw; the exit
//! code is 1 if an honest client got a wrong answer or an error, or waited more than three times as long as before.
//!
//! `bench/load` builds the command and runs this: `load PATH-OF-BOUTON [SECONDS]`.

use bouton::rng::Rng;
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Honest clients, and the pause between two of their questions.
const CLIENTS: u64 = 200;
const PAUSE: Duration = Duration::from_millis(1000);

/// Hostile clients of each kind that hold several connections.
const SLOW_BODIES: usize = 32;

/// A small question, and the value that its answer must have.
fn question(dice: &mut Rng) -> (Json, u64) {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];
    let own = [0, 1, 0, 1, 2, 3, 2];
    match dice.below(4) {
        0 => {
            let heaps = [dice.below(30), dice.below(30), dice.below(30)];
            let position = format!("{} {} {}", heaps[0], heaps[1], heaps[2]);
            (json!({"game": {"name": "nim"}, "position": position}), heaps[0] ^ heaps[1] ^ heaps[2])
        }
        1 => {
            let n = dice.below(20);
            (json!({"game": {"name": "kayles"}, "position": n.to_string()}), kayles[n as usize])
        }
        2 => {
            let (n, m) = (dice.below(60), 2 + dice.below(4));
            let game = json!({"name": "bash", "set": {"m": m}});
            (json!({"game": game, "position": n.to_string()}), n % (m + 1))
        }
        _ => {
            let n = dice.below(70);
            let game = json!({"rules": "heaps n\nmove k in {1,3,4}: n -> n - k"});
            (json!({"game": game, "position": n.to_string()}), own[(n % 7) as usize])
        }
    }
}

fn posting(port: u16, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Asks, and gives the status and the body.
async fn ask(port: u16, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(posting(port, path, body).as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let status = std::str::from_utf8(bytes.get(9..12).unwrap_or(&[])).ok().and_then(|s| s.parse().ok());
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
    Ok((status.unwrap_or(0), bytes.get(end + 4..).unwrap_or(&[]).to_vec()))
}

/// What honest clients saw.
#[derive(Default)]
struct Seen {
    times: std::sync::Mutex<Vec<Duration>>,
    wrong: AtomicU64,
    errors: AtomicU64,
}

async fn honest(port: u16, number: u64, until: Instant, seen: Arc<Seen>) {
    let mut dice = Rng::new(number * 7919 + 1);
    tokio::time::sleep(PAUSE.mul_f64(dice.below(1000) as f64 / 1000.0)).await;
    while Instant::now() < until {
        let (term, value) = question(&mut dice);
        let body = json!({"terms": [term]}).to_string();
        let began = Instant::now();
        match ask(port, "/api/solve", &body).await {
            Ok((200, bytes)) => {
                let answer: Json = serde_json::from_slice(&bytes).unwrap_or_default();
                if answer["answer"]["grundy"] != json!(value) {
                    eprintln!("wrong: {body} gave {}, not {value}", answer["answer"]["grundy"]);
                    seen.wrong.fetch_add(1, Ordering::Relaxed);
                }
                seen.times.lock().unwrap_or_else(|e| e.into_inner()).push(began.elapsed());
            }
            Ok((status, bytes)) => {
                eprintln!("error {status}: {}", String::from_utf8_lossy(&bytes));
                seen.errors.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                eprintln!("error: {error}");
                seen.errors.fetch_add(1, Ordering::Relaxed);
            }
        }
        tokio::time::sleep(PAUSE.mul_f64(0.5 + dice.below(1000) as f64 / 1000.0)).await;
    }
}

/// Asks the same bad questions over and over.
async fn hostile(
    port: u16,
    questions: Vec<(&'static str, String)>,
    stop: Arc<AtomicBool>,
    asked: Arc<AtomicU64>,
) {
    let mut i = 0;
    while !stop.load(Ordering::Relaxed) {
        let (path, body) = &questions[i % questions.len()];
        i += 1;
        // Whatever comes back is fine, also nothing. Some go away in the middle.
        let patience = if i % 3 == 0 { Duration::from_millis(700) } else { Duration::from_secs(30) };
        let _ = tokio::time::timeout(patience, ask(port, path, body)).await;
        asked.fetch_add(1, Ordering::Relaxed);
    }
}

/// Sends a body letter by letter.
async fn slow_body(port: u16, stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
        let request = posting(port, "/api/solve", &" ".repeat(20_000));
        for piece in request.as_bytes().chunks(180) {
            if stop.load(Ordering::Relaxed) || stream.write_all(piece).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

fn rules(text: &str, position: &str) -> (&'static str, String) {
    ("/api/solve", json!({"terms": [{"game": {"rules": text}, "position": position}]}).to_string())
}

fn attacks() -> Vec<Vec<(&'static str, String)>> {
    let board = vec![["0"; 9].join(" "); 9].join(" / ");
    vec![
        vec![
            rules("position n\nmove k in 1..3: n -> n + k\nend draw\nendless draw", "0"),
            rules(
                "heaps n\ndefine f(n) = sum(i mod 7 for i in 1..90000000)\nmove k in 1..n if f(n) > 0: n -> n - k",
                "9",
            ),
        ],
        vec![
            ("/api/solve", json!({"terms": [{"game": {"name": "cram"}, "position": board}]}).to_string()),
            (
                "/api/table",
                json!({"game": {"name": "wythoff"}, "ranges": "a=0..1999 b=0..1999", "show": "remoteness"})
                    .to_string(),
            ),
        ],
        vec![
            rules("position row a = repeat(1, 99999999)\nmove i in 1..|a|: a[i] -= 1", ""),
            rules(
                "position row a = [1]\nmove k in 1..2: a -> a[1..|a|] + repeat(k, 200000)\nend draw\nendless draw",
                "",
            ),
            (
                "/api/pattern",
                json!({"game": {"rules": "position n\nmove k in 1..3: n -> n + k\nend draw\nendless draw"}})
                    .to_string(),
            ),
        ],
    ]
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

struct Figures {
    questions: usize,
    median: Duration,
    slowest: Duration,
    wrong: u64,
    errors: u64,
}

async fn phase(port: u16, seconds: u64) -> Figures {
    let seen: Arc<Seen> = Arc::default();
    let until = Instant::now() + Duration::from_secs(seconds);
    let clients: Vec<_> = (0..CLIENTS).map(|i| tokio::spawn(honest(port, i, until, seen.clone()))).collect();
    for client in clients {
        let _ = client.await;
    }
    let mut times = std::mem::take(&mut *seen.times.lock().unwrap_or_else(|e| e.into_inner()));
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    Figures {
        questions: times.len(),
        median: at(0.5),
        slowest: at(0.99),
        wrong: seen.wrong.load(Ordering::Relaxed),
        errors: seen.errors.load(Ordering::Relaxed),
    }
}

fn start(bouton: &str) -> Option<(Child, u16)> {
    let mut server = Command::new(bouton)
        .args(["serve", "--public", "--port", "0", "--lang", "en"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
    let port = line.split("localhost:").nth(1)?.split('/').next()?.parse().ok()?;
    Some((server, port))
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
    let alone = phase(port, (seconds / 3).max(5)).await;
    let stop: Arc<AtomicBool> = Arc::default();
    let asked: Arc<AtomicU64> = Arc::default();
    let most: Arc<AtomicU64> = Arc::default();
    let mut attackers = Vec::new();
    for questions in attacks() {
        attackers.push(tokio::spawn(hostile(port, questions, stop.clone(), asked.clone())));
    }
    for _ in 0..SLOW_BODIES {
        attackers.push(tokio::spawn(slow_body(port, stop.clone())));
    }
    let (number, peak, over) = (server.id(), most.clone(), stop.clone());
    let watching = tokio::spawn(async move {
        while !over.load(Ordering::Relaxed) {
            peak.fetch_max(held(number), Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    });
    let beside = phase(port, seconds).await;
    stop.store(true, Ordering::Relaxed);
    let _ = watching.await;
    attackers.iter().for_each(|a| a.abort());
    let alive = server.try_wait().is_ok_and(|s| s.is_none());
    let _ = server.kill();
    let _ = server.wait();
    let ms = |d: Duration| d.as_secs_f64() * 1000.0;
    println!("{CLIENTS} honest clients, a small question every {} ms each", PAUSE.as_millis());
    println!("phase                     questions  wrong  errors  median ms   99 % ms");
    for (name, f) in [("alone", &alone), ("beside 4 hostile clients", &beside)] {
        println!(
            "{name:<24} {:>10} {:>6} {:>7} {:>10.2} {:>9.2}",
            f.questions,
            f.wrong,
            f.errors,
            ms(f.median),
            ms(f.slowest)
        );
    }
    let ratio = ms(beside.median) / ms(alone.median).max(0.001);
    println!("median beside / alone     {ratio:.2}");
    println!(
        "hostile questions asked   {}, and {SLOW_BODIES} slow bodies at a time",
        asked.load(Ordering::Relaxed)
    );
    println!("memory, server + workers  {} MiB at most", most.load(Ordering::Relaxed) >> 20);
    let clean = [&alone, &beside].iter().all(|f| f.wrong == 0 && f.errors == 0 && f.questions > 0);
    let good = alive && clean && ratio <= 3.0;
    println!("{}", if good { "good" } else { "NOT GOOD" });
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
