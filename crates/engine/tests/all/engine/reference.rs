//! The truth: plain recursion and plain repetition, forbidden options tried set by set.

use std::collections::HashSet;

use bouton_engine::{Outcome, Step};

use super::random::{RandomGame, RandomSum};

/// Every way to forbid at most `block` of `options`, and the best of what is left; the worst of these.
fn choose<T: Ord + Copy>(options: &[T], block: u64, stuck: T) -> T {
    let allowed = |set: u32| {
        let left = options.iter().enumerate();
        let left = left.filter(|(number, _)| set >> number & 1 == 0);
        left.map(|(_, value)| *value).max().unwrap_or(stuck)
    };
    let sets = (0..1_u32 << options.len()).filter(|set| u64::from(set.count_ones()) <= block);
    sets.map(allowed).min().unwrap_or(stuck)
}

fn distinct<K: Eq + std::hash::Hash>(
    steps: &[Step<usize>],
    key: impl Fn(&Step<usize>) -> K,
) -> Vec<Step<usize>> {
    let mut seen = HashSet::new();
    let fresh = steps.iter().filter(|step| seen.insert(key(step)));
    fresh.copied().collect()
}

/// The outcome by recursion, for a game without cycles.
pub(crate) fn outcome(game: &RandomGame, position: usize) -> Outcome {
    let node = &game.0[position];
    node.ended.unwrap_or_else(|| step_outcome(game, position, &|to, again| outcome(game, to).through(again)))
}

/// The outcome of a position that has not ended, given what each option is worth to its mover.
fn step_outcome(game: &RandomGame, position: usize, worth: &dyn Fn(usize, bool) -> Outcome) -> Outcome {
    let node = &game.0[position];
    let steps = distinct(&node.steps, |step| (step.to, step.again));
    let values: Vec<_> = steps.iter().map(|s| worth(s.to, s.again)).collect();
    choose(&values, node.block, node.stuck)
}

/// The score of every position, for a game whose moves lead to smaller numbers.
pub(crate) fn scores(game: &RandomGame) -> Vec<i64> {
    let mut scores = Vec::new();
    for node in &game.0 {
        let steps = distinct(&node.steps, |step| *step);
        let values: Vec<_> = steps.iter().map(|step| through(&scores, step)).collect();
        scores.push(match node.ended {
            Some(_) => 0,
            None => choose(&values, node.block, 0),
        });
    }
    scores
}

/// The score of a move for the player who makes it.
fn through(scores: &[i64], step: &Step<usize>) -> i64 {
    let value = scores[step.to];
    step.gain + if step.again { value } else { -value }
}

/// The Grundy value by recursion.
pub(crate) fn grundy(game: &RandomSum, part: usize) -> u32 {
    let sum = |option: &Vec<usize>| option.iter().fold(0, |sum, part| sum ^ grundy(game, *part));
    let values: HashSet<u32> = game.0[part].iter().map(sum).collect();
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}

/// What the first player gets at each position, moving or not, if play without end gives them `endless`:
/// the answer that is left when "nothing has ended yet" is pushed back for ever.
fn endless_value(game: &RandomGame, endless: Outcome) -> Vec<[Outcome; 2]> {
    let mut values = vec![[endless; 2]; game.0.len()];
    loop {
        let next = (0..game.0.len()).map(|position| {
            [true, false].map(|first_moves| {
                let worth = |to: usize, again: bool| {
                    let first_next = first_moves == again;
                    let value = values[to][usize::from(!first_next)];
                    if first_moves { value } else { value.flip() }
                };
                let ended = game.0[position].ended;
                let value = ended.unwrap_or_else(|| step_outcome(game, position, &worth));
                if first_moves { value } else { value.flip() }
            })
        });
        let next: Vec<_> = next.collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// The outcome and remoteness of every position of a game with cycles.
pub(crate) fn with_cycles(game: &RandomGame) -> Vec<(Outcome, Option<u32>)> {
    let low = endless_value(game, Outcome::Lose);
    let high = endless_value(game, Outcome::Win);
    let within = remoteness(game);
    let outcome = |position: usize| match game.0[position].endless {
        Outcome::Lose => low[position][0],
        Outcome::Win => high[position][0],
        Outcome::Draw => Outcome::Draw.clamp(low[position][0], high[position][0]),
    };
    (0..game.0.len()).map(|position| (outcome(position), within[position])).collect()
}

/// In how many moves a win or a loss can be forced: what is decided when play is broken off as a draw
/// after that many moves and no fewer.
fn remoteness(game: &RandomGame) -> Vec<Option<u32>> {
    let size = game.0.len();
    let mut decided = vec![None; size];
    let mut values = vec![Outcome::Draw; size];
    for moves in 0..=size as u32 {
        let worth = |to: usize, again: bool| values[to].through(again);
        let next = (0..size).map(|position| {
            let ended = game.0[position].ended;
            ended.unwrap_or_else(|| step_outcome(game, position, &worth))
        });
        let next: Vec<Outcome> = next.collect();
        for (position, outcome) in next.iter().enumerate() {
            if *outcome != Outcome::Draw && decided[position].is_none() {
                decided[position] = Some(moves);
            }
        }
        values = next;
    }
    decided
}
