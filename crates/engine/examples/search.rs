//! How long the search engine takes for Rake It In (4 by 4 board, eight turns of nine moves), and how many positions it
//! expands: `cargo run --release --example search`.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Instant;

use bouton_engine::search::Scores;
use bouton_engine::{Budget, Game, Outcome, Step};

/// A board of sixteen numbers below 16, four bits each, and above them the number of turns left.
struct Rake;

impl Game for Rake {
    type Position = u128;
    type Error = Infallible;

    fn ended(&self, position: &u128) -> Result<Option<Outcome>, Infallible> {
        Ok((position >> 64 == 0).then_some(Outcome::Draw))
    }

    fn options(&self, position: &u128, out: &mut Vec<Step<u128>>) -> Result<(), Infallible> {
        self.each_option(position, &mut Vec::new(), &mut |step| {
            out.push(step);
            ControlFlow::Continue(())
        })
    }

    fn each_option(
        &self,
        position: &u128,
        _: &mut Vec<Step<u128>>,
        visit: &mut dyn FnMut(Step<u128>) -> ControlFlow<()>,
    ) -> Result<(), Infallible> {
        let (board, left) = (*position as u64, (position >> 64) as u64);
        for corner in [0, 4, 8, 16, 20, 24, 32, 36, 40] {
            let [a, b, c, d] = [0, 4, 16, 20].map(|cell| board >> (corner + cell) & 15);
            let turned = b | d << 4 | a << 16 | c << 20;
            let to = board & !(0xFF_00FF << corner) | turned << corner;
            let sum = (a + b + c + d) as i64;
            let gain = if left % 2 == 0 { sum } else { -sum };
            let to = u128::from(to) | u128::from(left - 1) << 64;
            if visit(Step { to, gain, again: false }).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn stuck(&self, _: &u128) -> Outcome {
        Outcome::Draw
    }
}

fn main() {
    let mut seed = 1_u64;
    for turns in [8, 10] {
        let (mut total, mut nodes, mut best) = (0, 0, f64::MAX);
        for _ in 0..10 {
            let mut board = 0;
            for cell in 0..16 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                board |= (1 + (seed >> 33) % 10) << (4 * cell);
            }
            let mut fastest = f64::MAX;
            for _ in 0..5 {
                let start = Instant::now();
                let mut scores = Scores::packed(Rake);
                let value = scores.value(&(u128::from(board) | turns << 64), &Budget::unlimited());
                fastest = fastest.min(start.elapsed().as_secs_f64());
                nodes = scores.entered();
                std::hint::black_box(value.unwrap_or(0));
            }
            total += nodes;
            best = fastest.min(best);
        }
        println!("{turns} turns: {} positions a board, fastest board {:.3} ms", total / 10, best * 1e3);
    }
}
