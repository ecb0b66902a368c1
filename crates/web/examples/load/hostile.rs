//! Hostile clients: rules that never end, rules that want gigabytes, answers that are not taken, bodies that do not come, streams that are
//! dropped, names of thousands of letters. Each has an address of its own and does nothing else.

use super::Client;
use bouton::rng::Rng;
use serde_json::json;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinHandle;

/// What a hostile client does, and how many do it.
#[derive(Clone, Copy)]
enum Kind {
    /// Questions without an end.
    Loops,
    /// Questions that want much memory.
    Memory,
    /// Large tables, taken byte by byte.
    SlowReader,
    /// Bodies, sent letter by letter.
    SlowWriter,
    /// Streams of long questions, given up soon.
    Dropped,
    /// Names of 20,000 letters.
    LongNames,
}

const KINDS: [(Kind, u32); 6] = [
    (Kind::Loops, 12),
    (Kind::Memory, 8),
    (Kind::SlowReader, 8),
    (Kind::SlowWriter, 8),
    (Kind::Dropped, 6),
    (Kind::LongNames, 6),
];

/// Starts them all.
pub(super) fn start(port: u16, stop: &Arc<AtomicBool>, asked: &Arc<AtomicU64>) -> Vec<JoinHandle<()>> {
    let kinds = KINDS.iter().flat_map(|(kind, count)| (0..*count).map(move |_| *kind));
    let begin = |(i, kind): (usize, Kind)| {
        let address = Ipv4Addr::from(0x0a02_0000 + i as u32);
        let one = Hostile { client: Client { port, address }, stop: stop.clone(), asked: asked.clone() };
        tokio::spawn(one.run(kind, i as u64))
    };
    kinds.enumerate().map(begin).collect()
}

struct Hostile {
    client: Client,
    stop: Arc<AtomicBool>,
    asked: Arc<AtomicU64>,
}

const ENDLESS: &str = "position n\nmove k in 1..3: n -> n + k\nend draw\nendless draw";
const SLOW: &str =
    "heaps n\ndefine f(n) = sum(i mod 7 for i in 1..90000000)\nmove k in 1..n if f(n) > 0: n -> n - k";
const WIDE: &str = "position row a = repeat(1, 99999999)\nmove i in 1..|a|: a[i] -= 1";
const LONG: &str =
    "position row a = [1]\nmove k in 1..2: a -> a[1..|a|] + repeat(k, 200000)\nend draw\nendless draw";

fn solve(rules: &str, position: &str) -> (&'static str, String) {
    ("/api/solve", json!({"terms": [{"game": {"rules": rules}, "position": position}]}).to_string())
}

fn questions(kind: Kind) -> Vec<(&'static str, String)> {
    let board = vec![["0"; 9].join(" "); 9].join(" / ");
    let name = "n".repeat(20_000);
    match kind {
        Kind::Loops | Kind::Dropped => vec![
            solve(ENDLESS, "0"),
            solve(SLOW, "9"),
            ("/api/solve", json!({"terms": [{"game": {"name": "cram"}, "position": board}]}).to_string()),
            ("/api/pattern", json!({"game": {"rules": ENDLESS}}).to_string()),
        ],
        Kind::Memory => vec![solve(WIDE, ""), solve(LONG, "")],
        Kind::SlowReader | Kind::SlowWriter => vec![(
            "/api/table",
            json!({"game": {"name": "wythoff"}, "ranges": "a=0..1999 b=0..1999", "show": "remoteness"})
                .to_string(),
        )],
        Kind::LongNames => vec![
            ("/api/describe", json!({"game": {"name": name}}).to_string()),
            ("/api/parse", json!({"line": name}).to_string()),
            ("/api/parse", json!({"line": format!("nim 3 + {name} 4")}).to_string()),
            (
                "/api/solve",
                json!({"terms": [{"game": {"rules": format!("like {name}")}, "position": "3"}]}).to_string(),
            ),
        ],
    }
}

impl Hostile {
    async fn run(self, kind: Kind, seed: u64) {
        let questions = questions(kind);
        let mut dice = Rng::new(seed + 1);
        let mut at = dice.below(questions.len() as u64) as usize;
        while !self.stop.load(Ordering::Relaxed) {
            let (path, body) = &questions[at % questions.len()];
            at += 1;
            self.asked.fetch_add(1, Ordering::Relaxed);
            // Whatever comes back is fine, also nothing.
            let _ = match kind {
                Kind::Loops | Kind::Memory | Kind::LongNames => {
                    let patience = Duration::from_secs(60);
                    tokio::time::timeout(patience, self.client.ask(path, body))
                        .await
                        .map(|_| ())
                        .map_err(|_| ())
                }
                Kind::SlowReader => self.read_slowly(path, body).await.map_err(|_| ()),
                Kind::SlowWriter => self.write_slowly(path, body).await.map_err(|_| ()),
                Kind::Dropped => self.drop_soon(path, body, 20 + dice.below(400)).await.map_err(|_| ()),
            };
            if matches!(kind, Kind::LongNames) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    async fn read_slowly(&self, path: &str, body: &str) -> std::io::Result<()> {
        let mut stream = self.client.connect().await?;
        stream.write_all(self.client.posting(path, body, "").as_bytes()).await?;
        let mut byte = [0u8; 1];
        while !self.stop.load(Ordering::Relaxed) && stream.read(&mut byte).await? > 0 {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    async fn write_slowly(&self, path: &str, body: &str) -> std::io::Result<()> {
        let mut stream = self.client.connect().await?;
        let padded = format!("{}{body}", " ".repeat(20_000));
        for piece in self.client.posting(path, &padded, "").as_bytes().chunks(180) {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            stream.write_all(piece).await?;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    async fn drop_soon(&self, path: &str, body: &str, milliseconds: u64) -> std::io::Result<()> {
        let mut stream = self.client.connect().await?;
        let request = self.client.posting(path, body, "Accept: text/event-stream\r\n");
        stream.write_all(request.as_bytes()).await?;
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        Ok(())
    }
}
