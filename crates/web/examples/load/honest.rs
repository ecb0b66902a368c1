//! Honest clients: small questions and small tables whose answers are known, each compared.

use super::Client;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bouton::rng::Rng;
use serde_json::{Value as Json, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Who waits so long for a small question gets no answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    Table,
}

/// What honest clients saw.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) times: Mutex<Vec<(Kind, Duration)>>,
    pub(super) wrong: AtomicU64,
    pub(super) errors: AtomicU64,
}

/// A question: where it is asked, and the values that its answer must have.
struct Question {
    kind: Kind,
    path: &'static str,
    body: Json,
    values: Vec<u64>,
}

const OWN: &str = "heaps n\nmove k in {1,3,4}: n -> n - k";
const OWN_VALUES: [u64; 7] = [0, 1, 0, 1, 2, 3, 2];
const PLANE: &str = "position a, b\nmove k in 1..a: a -> a - k\nmove k in 1..b: b -> b - k";

fn position(game: Json, position: &str, value: u64) -> Question {
    let body = json!({"terms": [{"game": game, "position": position}]});
    Question { kind: Kind::Position, path: "/api/solve", body, values: vec![value] }
}

fn table(game: Json, ranges: &str, values: Vec<u64>) -> Question {
    let body = json!({"game": game, "ranges": ranges, "show": "grundy"});
    Question { kind: Kind::Table, path: "/api/table", body, values }
}

fn question(dice: &mut Rng) -> Question {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];
    match dice.below(8) {
        0 | 1 => {
            let heaps = [dice.below(30), dice.below(30), dice.below(30)];
            let typed = format!("{} {} {}", heaps[0], heaps[1], heaps[2]);
            position(json!({"name": "nim"}), &typed, heaps[0] ^ heaps[1] ^ heaps[2])
        }
        2 => {
            let n = dice.below(20);
            position(json!({"name": "kayles"}), &n.to_string(), kayles[n as usize])
        }
        3 => {
            let (n, m) = (dice.below(60), 2 + dice.below(4));
            position(json!({"name": "bash", "set": {"m": m}}), &n.to_string(), n % (m + 1))
        }
        4 | 5 => {
            let n = dice.below(70);
            position(json!({"rules": OWN}), &n.to_string(), OWN_VALUES[(n % 7) as usize])
        }
        6 => {
            let to = 20 + dice.below(20);
            table(json!({"name": "wythoff"}), &format!("a=0..{to} b=0..{to}"), wythoff(to as usize + 1))
        }
        _ => {
            let (a, b) = (4 + dice.below(16), 4 + dice.below(16));
            let values = (0..=a).flat_map(|x| (0..=b).map(move |y| x ^ y)).collect();
            table(json!({"rules": PLANE}), &format!("a=0..{a} b=0..{b}"), values)
        }
    }
}

/// Grundy values of Wythoff's game by their definition.
fn wythoff(side: usize) -> Vec<u64> {
    let mut values = vec![0; side * side];
    for a in 0..side {
        for b in 0..side {
            let down = (0..a).map(|x| values[x * side + b]);
            let left = (0..b).map(|y| values[a * side + y]);
            let both = (1..=a.min(b)).map(|k| values[(a - k) * side + b - k]);
            let seen: std::collections::HashSet<u64> = down.chain(left).chain(both).collect();
            values[a * side + b] = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
        }
    }
    values
}

/// The values in an answer.
fn found(kind: Kind, answer: &Json) -> Vec<u64> {
    match kind {
        Kind::Position => answer["answer"]["grundy"].as_u64().into_iter().collect(),
        Kind::Table => {
            let packed = &answer["packed"];
            let bytes = STANDARD.decode(packed["data"].as_str().unwrap_or("")).unwrap_or_default();
            let wide = match packed["type"].as_str() {
                Some("u16") => 2,
                Some("u32") => 4,
                _ => 1,
            };
            let number = |cell: &[u8]| cell.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte));
            bytes.chunks(wide).map(number).collect()
        }
    }
}

/// Asks until then.
pub(super) async fn ask(client: Client, seed: u64, pause: Duration, until: Instant, seen: Arc<Seen>) {
    let mut dice = Rng::new(seed * 7919 + 1);
    tokio::time::sleep(pause.mul_f64(dice.below(1000) as f64 / 1000.0)).await;
    while Instant::now() < until {
        let asked = question(&mut dice);
        let body = asked.body.to_string();
        let began = Instant::now();
        let late = |_| Err(std::io::Error::from(std::io::ErrorKind::TimedOut));
        match tokio::time::timeout(PATIENCE, client.ask(asked.path, &body)).await.unwrap_or_else(late) {
            Ok((200, bytes)) => {
                let time = began.elapsed();
                let answer: Json = serde_json::from_slice(&bytes).unwrap_or_default();
                if found(asked.kind, &answer) != asked.values {
                    eprintln!("wrong: {body} gave {answer}, not {:?}", asked.values);
                    seen.wrong.fetch_add(1, Ordering::Relaxed);
                }
                seen.times.lock().unwrap_or_else(|e| e.into_inner()).push((asked.kind, time));
            }
            Ok((status, bytes)) => {
                eprintln!("error {status}: {body}: {}", String::from_utf8_lossy(&bytes));
                seen.errors.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                eprintln!("error: {body}: {error}");
                seen.errors.fetch_add(1, Ordering::Relaxed);
            }
        }
        tokio::time::sleep(pause.mul_f64(0.5 + dice.below(1000) as f64 / 1000.0)).await;
    }
}
