//! Moves of six heaps, take one to three from any: seconds a move, hashing every option.
//!
//! `moves native|closures|machine N` makes the moves of N positions and prints the seconds a move and a checksum that
//! all three share. The native generator is what a person would write; it calls the same visitor through a pointer.

use bouton_compile::Core;
use bouton_compile::program::{Backend, Layout, Program};
use bouton_language::interp::{Interp, Turn};
use bouton_language::position::parse_position;
use bouton_language::{NoLoader, load};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const RULES: &str = "position row h[6]\nmove take i in 1..6, k in 1..3: h[i] -> h[i] - k\n";
const HEAPS: usize = 6;

/// The visitor of all three: hashes the option.
struct Hashed {
    moves: u64,
    sum: u64,
}

impl Hashed {
    #[inline]
    fn take(&mut self, words: &[i64]) -> ControlFlow<()> {
        let mut h = 0u64;
        for &w in words {
            h = (h.rotate_left(5) ^ w as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        self.moves += 1;
        self.sum = self.sum.wrapping_add(h);
        ControlFlow::Continue(())
    }
}

/// The moves as a person would write them, for any visitor.
#[inline(never)]
fn native(heaps: &mut [i64; HEAPS], visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>) {
    for i in 0..HEAPS {
        let old = heaps[i];
        for k in 1..=3 {
            if old < k {
                break;
            }
            heaps[i] = old - k;
            if visit(heaps).is_break() {
                heaps[i] = old;
                return;
            }
        }
        heaps[i] = old;
    }
}

/// The next position: as if the heaps were digits.
fn step(heaps: &mut [i64; HEAPS], n: u64) {
    for (i, h) in heaps.iter_mut().enumerate() {
        *h = (n >> (3 * i) & 7) as i64;
    }
}

fn program(backend: Backend) -> Result<Program, String> {
    let loaded = load("six heaps", RULES, &NoLoader);
    let rules = Arc::new(loaded.rules.ok_or("the rules do not load")?);
    let interp = Interp::new(rules, &[]).map_err(|_| "the parameters do not fit")?;
    let start = parse_position(&interp, "7 7 7 7 7 7").map_err(|_| "the position does not fit")?;
    let part = start.parts.first().ok_or("no part")?;
    let core = Core::new(&interp);
    let layout = Layout::of(&core, part).map_err(|e| format!("{e:?}"))?;
    Program::new(&core, layout, backend).map_err(|e| format!("{e:?}"))
}

fn measure(which: &str, positions: u64) -> Result<(), String> {
    let mut seen = Hashed { moves: 0, sum: 0 };
    let mut heaps = [0i64; HEAPS];
    let backend = match which {
        "native" => None,
        "closures" => Some(Backend::Closures),
        "machine" => Some(Backend::default()),
        other => return Err(format!("{other} is none of native, closures, machine")),
    };
    let start;
    match backend {
        None => {
            let mut visit = |words: &[i64]| seen.take(words);
            // The generator is not to know which visitor it gets, nor the visitor how many words.
            let visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()> = black_box(&mut visit);
            start = Instant::now();
            for n in 0..positions {
                step(&mut heaps, n);
                native(&mut heaps, visit);
            }
        }
        Some(backend) => {
            let compiling = Instant::now();
            let program = program(backend)?;
            eprintln!("compiled in {:.3} ms", compiling.elapsed().as_secs_f64() * 1e3);
            start = Instant::now();
            for n in 0..positions {
                step(&mut heaps, n);
                let done = program.moves(&heaps, Turn::default(), |made| seen.take(made.words));
                done.map_err(|e| format!("{e:?}"))?;
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64() / seen.moves.max(1) as f64;
    println!("{seconds:e} {:016x}", seen.sum);
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let positions = args.get(1).and_then(|n| n.parse().ok());
    let (Some(which), Some(positions)) = (args.first(), positions) else {
        eprintln!("usage: moves native|closures|machine POSITIONS");
        return ExitCode::FAILURE;
    };
    match measure(which, positions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
