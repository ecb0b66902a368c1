//! The search engine where the other tests do not reach: short positions without locks, several threads,
//! tables that are full, and nimbers of sums.

use std::convert::Infallible;

use bouton_engine::search::{Nimbers, Outcomes, Scores};
use bouton_engine::{Budget, Game, Halt, Nimber, Outcome, Step, Stop, Sum};
use bouton_random::Rng;

use super::random::{Kind, RandomGame, RandomSum, seeds};
use super::reference;

const KIND: Kind = Kind { cyclic: false, endless_winner: false, size: 30 };

#[test]
fn short_positions() {
    let plenty = Budget::unlimited();
    seeds(1000, |rng| {
        let game = RandomGame::new(rng, KIND);
        let scores = reference::scores(&game);
        let mut outcomes = Outcomes::packed(&game);
        let mut values = Scores::packed(&game);
        for (position, score) in scores.iter().enumerate() {
            let expected = reference::with_cycles(&game)[position].0;
            assert_eq!(outcomes.solve(&position, &plenty), Ok(expected), "{position} {game:?}");
            assert_eq!(values.value(&position, &plenty), Ok(*score), "{position} {game:?}");
            assert_eq!(values.known(&position).unwrap_or(*score), *score);
        }
    });
}

#[test]
fn nimbers() {
    let plenty = Budget::unlimited();
    seeds(1500, |rng| {
        let game = RandomSum::new(rng);
        let size = game.0.len() as u64;
        let (mut any, mut short) = (Nimbers::new(&game), Nimbers::packed(&game));
        for _ in 0..8 {
            if rng.below(3) == 0 {
                let small = Budget::unlimited().memory(rng.below(4000) as usize);
                let stopped = any.value(&(rng.below(size) as usize), &small);
                assert!(matches!(stopped, Ok(_) | Err(Stop::Halt(Halt::Memory { .. }))));
            }
            let parts: Vec<usize> = (0..rng.below(4)).map(|_| rng.below(size) as usize).collect();
            let sum = parts.iter().fold(0, |sum, part| sum ^ reference::grundy(&game, *part));
            let outcome = Nimber(sum).outcome();
            if rng.below(2) == 0 {
                assert_eq!(any.outcome(&parts, &plenty), Ok(outcome), "{parts:?} {game:?}");
                assert_eq!(short.sum(&parts, &plenty), Ok(Nimber(sum)), "{parts:?} {game:?}");
            } else {
                assert_eq!(any.sum(&parts, &plenty), Ok(Nimber(sum)), "{parts:?} {game:?}");
                assert_eq!(short.outcome(&parts, &plenty), Ok(outcome), "{parts:?} {game:?}");
            }
        }
    });
}

/// Heaps whose nimbers go far beyond 64: take any number, or split into two.
struct Lasker;

impl Sum for Lasker {
    type Part = u32;
    type Error = Infallible;

    fn options(&self, heap: &u32, out: &mut Vec<Vec<u32>>) -> Result<(), Infallible> {
        out.extend((0..*heap).map(|left| vec![left]));
        out.extend((1..=heap / 2).map(|part| vec![part, heap - part]));
        Ok(())
    }
}

#[test]
fn large_nimbers() {
    let budget = Budget::unlimited();
    let mut nimbers = Nimbers::packed(Lasker);
    for (heap, value) in [(200, 199), (202, 202), (203, 204), (204, 203), (63, 64), (64, 63)] {
        assert_eq!(nimbers.value(&heap, &budget), Ok(Nimber(value)), "{heap}");
    }
    assert_eq!(nimbers.outcome(&[200, 201, 66, 66, 202, 204, 1], &budget), Ok(Outcome::Win));
    assert_eq!(nimbers.outcome(&[63, 64, 3, 4, 121], &budget), {
        let sum = [64, 63, 4, 3, 121].into_iter().fold(0, |sum, value: u32| sum ^ value);
        Ok(Nimber(sum).outcome())
    });
}

/// A large game out of a hash: layers of positions, each with a few moves to the layers below.
struct Layers {
    seed: u64,
    width: u64,
    /// Whether points and draws exist.
    rich: bool,
}

impl Layers {
    fn rng(&self, position: u64) -> Rng {
        Rng::new(self.seed ^ position.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The truth, layer by layer: the outcome as a number and the score of every position.
    fn values(&self, layers: u64) -> Vec<(i64, i64)> {
        let mut values: Vec<(i64, i64)> = Vec::new();
        for position in 0..layers * self.width {
            let mut steps = Vec::new();
            let Ok(()) = self.options(&position, &mut steps);
            let worth = |step: &Step<u64>| {
                let (outcome, score) = values[step.to as usize];
                let sign = if step.again { 1 } else { -1 };
                (sign * outcome, step.gain + sign * score)
            };
            let best = steps.iter().map(worth).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
            values.push(best.unwrap_or((self.stuck(&position) as i64 - 1, 0)));
        }
        values
    }
}

impl Game for Layers {
    type Position = u64;
    type Error = Infallible;

    fn ended(&self, _: &u64) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, position: &u64, out: &mut Vec<Step<u64>>) -> Result<(), Infallible> {
        let layer = position / self.width;
        let mut rng = self.rng(*position);
        for _ in 0..if layer == 0 { 0 } else { 2 + rng.below(5) } {
            let down = 1 + rng.below(layer.min(2));
            let to = (layer - down) * self.width + rng.below(self.width);
            let gain = if self.rich { rng.below(40) as i64 } else { 0 };
            out.push(Step { to, gain, again: self.rich && rng.below(6) == 0 });
        }
        Ok(())
    }

    fn stuck(&self, position: &u64) -> Outcome {
        let outcomes = [Outcome::Lose, Outcome::Win, Outcome::Draw];
        outcomes[self.rng(!position).below(if self.rich { 3 } else { 2 }) as usize]
    }
}

fn number(outcome: Outcome) -> i64 {
    outcome as i64 - 1
}

#[test]
fn threads() {
    let budget = Budget::unlimited();
    for (seed, rich) in [(1, true), (2, false), (3, true)] {
        let game = Layers { seed, width: 3000, rich };
        let layers = 40;
        let truth = game.values(layers);
        let root = (layers - 1) * game.width;
        for threads in [1, 2, 3] {
            let mut outcomes = Outcomes::packed(&game).threads(threads);
            let mut any = Outcomes::new(&game).threads(threads);
            let mut scores = Scores::packed(&game).threads(threads);
            for position in root..root + 12 {
                let (outcome, score) = truth[position as usize];
                assert_eq!(outcomes.solve(&position, &budget).map(number), Ok(outcome));
                assert_eq!(any.solve(&position, &budget).map(number), Ok(outcome));
                assert_eq!(scores.value(&position, &budget), Ok(score));
            }
            assert!(
                !rich || scores.entered() > 20_000,
                "too small for several threads: {}",
                scores.entered()
            );
        }
    }
}

#[test]
fn one_thread_searches_the_same_way_every_time() {
    let game = Layers { seed: 7, width: 500, rich: true };
    let run = || {
        let mut scores = Scores::packed(&game);
        let value = scores.value(&(game.width * 25), &Budget::unlimited());
        (value, scores.entered(), scores.positions())
    };
    assert_eq!(run(), run());
}

/// Tables that hold a small part of what is met forget, and the answers stay right.
#[test]
fn full_tables() {
    let game = Layers { seed: 11, width: 100, rich: true };
    let layers = 16;
    let truth = game.values(layers);
    let mut forgot = 0;
    for kilobytes in [16, 32, 40, 64, 128] {
        let budget = Budget::unlimited().memory(kilobytes << 10);
        let (mut short, mut any) = (Scores::packed(&game), Scores::new(&game));
        for position in (layers - 1) * game.width..layers * game.width {
            for value in [short.value(&position, &budget), any.value(&position, &budget)] {
                match value {
                    Ok(value) => assert_eq!(value, truth[position as usize].1),
                    Err(Stop::Halt(Halt::Memory { .. })) => {}
                    Err(other) => panic!("{other:?}"),
                }
            }
        }
        assert!(short.bytes().max(any.bytes()) <= (kilobytes << 10) + (1 << 15));
        forgot += usize::from(any.positions() < 1000);
    }
    assert!(forgot > 0, "nothing was forgotten");
}

/// A narrow way between bushes: at every step the mover may go on, to where the opponent has one reply, or
/// into one of two bushes, where all is lost but only a large tree shows it.
struct Bushes;

/// Steps of the way, and the depth of a bush with its width.
const WAY: u64 = 40;
const BUSH: u64 = 14;
const WIDTH: u64 = 4;

impl Game for Bushes {
    /// The length of the way left, and in a bush: where (no two branches meet) and how deep.
    type Position = [u64; 3];
    type Error = Infallible;

    fn ended(&self, _: &[u64; 3]) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, &[way, at, depth]: &[u64; 3], out: &mut Vec<Step<[u64; 3]>>) -> Result<(), Infallible> {
        if depth > 1 {
            out.extend((0..WIDTH).map(|branch| Step::new([way, at * WIDTH + branch, depth - 1])));
        } else if depth == 0 && way % 2 == 0 && way > 0 {
            out.push(Step::new([way, 1, BUSH]));
            out.push(Step::new([way, 2, BUSH]));
            out.push(Step::new([way - 1, 0, 0]));
        } else if depth == 0 && way > 0 {
            out.push(Step::new([way - 1, 0, 0]));
        }
        Ok(())
    }

    fn stuck(&self, &[_, _, depth]: &[u64; 3]) -> Outcome {
        // The end of the way is won for the player to move there, and so is every bush for who is let in.
        if depth == 0 || BUSH % 2 == 1 { Outcome::Win } else { Outcome::Lose }
    }
}

#[test]
fn lopsided_games() {
    let mut outcomes = Outcomes::packed(Bushes);
    assert_eq!(outcomes.solve(&[WAY, 0, 0], &Budget::unlimited()), Ok(Outcome::Win));
    // Depth-first alone works through all bushes: more than 20 · 2 · 4^6 positions.
    assert!(outcomes.entered() < 30_000, "{}", outcomes.entered());
}
