//! From the ends back to the start: the counting half of retrograde analysis, on bare numbers.
//!
//! Each position counts its options known to be won and lost for its mover. It is decided in the round in
//! which enough are known; decided positions then tell those that lead to them. A round is a move, so the
//! round is the remoteness.

use super::{Batch, Id, Outcome, Solved};
use crate::Halt;
use crate::choice::Choice;
use crate::store::Paged;

/// A position by its place among the new ones.
type Index = u32;

/// The new positions with all that leads to each of them.
pub(super) struct Backward {
    choices: Paged<Choice>,
    /// Who leads to position `i`: `sources[starts[i]..starts[i + 1]]`, each twice the index, plus one if
    /// the move goes on.
    starts: Vec<usize>,
    sources: Vec<u32>,
    /// News from positions of earlier questions, by remoteness; the nearest last.
    old_news: Vec<News>,
    /// Moves to old positions that are drawn.
    old_draws: Vec<Index>,
    /// Options known to be won and lost for the mover.
    counts: Vec<Count>,
    decided: Vec<Option<Outcome>>,
    remoteness: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    wins: u32,
    losses: u32,
}

/// An option of `index` is worth `outcome` to its mover, and its end is `remoteness` moves away.
#[derive(Clone, Copy)]
struct News {
    remoteness: u32,
    index: Index,
    outcome: Outcome,
}

impl Backward {
    /// The memory that the work on `batch` will need at most.
    pub(super) fn bytes_for(batch: &Batch) -> usize {
        let positions = batch.choices.len();
        let moves_in = batch.options.iter().filter(|&&o| batch.inside(o)).count();
        let moves_out = batch.options.len() - moves_in;
        // Starts, count, outcome, remoteness, a place in the list of this round and of the next, twice
        // for lists that grow by doubling; and what `finish` keeps for each.
        let each = size_of::<usize>() + size_of::<Count>() + 1 + size_of::<u32>() * 5 + 1;
        positions * (each + size_of::<Solved>())
            + moves_in * size_of::<u32>()
            + moves_out * 2 * (size_of::<News>() + size_of::<Index>())
    }

    /// Turns the moves of `batch` round. `solved` tells what is known of older positions.
    pub(super) fn new(batch: Batch, solved: impl Fn(Id) -> Solved) -> Self {
        let positions = batch.choices.len();
        let mut starts = vec![0; positions + 1];
        for &option in batch.options.iter().filter(|&&o| batch.inside(o)) {
            starts[(option >> 1) as usize - batch.base] += 1;
        }
        // Running sums: each position's number becomes the end of its sources, and filling them from the
        // back makes it the start.
        let mut total = 0;
        for end in &mut starts {
            total += *end;
            *end = total;
        }
        let mut sources = vec![0; total];
        let (mut old_news, mut old_draws) = (Vec::new(), Vec::new());
        let mut from = 0;
        for index in 0..positions {
            for at in from..batch.ends[index] {
                let option = batch.options[at];
                let (id, again) = (option >> 1, option & 1);
                let index = index as Index;
                if batch.inside(option) {
                    let start = &mut starts[id as usize - batch.base];
                    *start -= 1;
                    sources[*start] = (index << 1) | again;
                    continue;
                }
                let old = solved(id);
                let outcome = old.outcome.through(again == 1);
                match old.remoteness {
                    Some(remoteness) => old_news.push(News { remoteness, index, outcome }),
                    None if outcome == Outcome::Draw => old_draws.push(index),
                    // Play without end: no news for any round.
                    None => {}
                }
            }
            from = batch.ends[index];
        }
        old_news.sort_unstable_by_key(|news| std::cmp::Reverse(news.remoteness));
        Self {
            choices: batch.choices,
            starts,
            sources,
            old_news,
            old_draws,
            counts: vec![Count::default(); positions],
            decided: vec![None; positions],
            remoteness: vec![super::NEVER; positions],
        }
    }

    /// Decides all positions that one player can bring to a won end.
    pub(super) fn count(&mut self, mut tick: impl FnMut() -> Result<(), Halt>) -> Result<(), Halt> {
        let mut round = 0;
        let mut decided = Vec::new();
        for index in 0..self.decided.len() as Index {
            self.settle(index, 0, &mut decided);
        }
        loop {
            let mut next = Vec::new();
            for index in decided.drain(..) {
                tick()?;
                let Some(outcome) = self.decided[index as usize] else {
                    continue;
                };
                for at in self.starts[index as usize]..self.starts[index as usize + 1] {
                    let source = self.sources[at];
                    let worth = outcome.through(source & 1 == 1);
                    self.hear(source >> 1, worth, round + 1, &mut next);
                }
            }
            while let Some(news) = self.old_news.pop_if(|news| news.remoteness <= round) {
                self.hear(news.index, news.outcome, round + 1, &mut next);
            }
            decided = next;
            round += 1;
            if decided.is_empty() {
                match self.old_news.last() {
                    Some(news) => round = round.max(news.remoteness),
                    None => return Ok(()),
                }
            }
        }
    }

    /// An option of `index` is worth `outcome` to its mover.
    fn hear(&mut self, index: Index, outcome: Outcome, round: u32, decided: &mut Vec<Index>) {
        if self.decided[index as usize].is_some() {
            return;
        }
        let count = &mut self.counts[index as usize];
        match outcome {
            Outcome::Win => count.wins += 1,
            Outcome::Lose => count.losses += 1,
            Outcome::Draw => return,
        }
        self.settle(index, round, decided);
    }

    fn settle(&mut self, index: Index, round: u32, decided: &mut Vec<Index>) {
        let choice = self.choices[index as usize];
        let count = self.counts[index as usize];
        let outcome = if reaches(count.wins, choice.at_least(Outcome::Win)) {
            Outcome::Win
        } else if count.losses >= choice.at_most(Outcome::Lose) {
            Outcome::Lose
        } else {
            return;
        };
        self.decided[index as usize] = Some(outcome);
        self.remoteness[index as usize] = round;
        decided.push(index);
    }

    /// Decides the rest, in which nobody can force a won end: `endless` says what the mover at a position
    /// gets from play without end. The player it favours gets it, unless the other can force a drawn end.
    pub(super) fn finish(
        mut self,
        endless: impl Fn(usize) -> Outcome,
        mut tick: impl FnMut() -> Result<(), Halt>,
    ) -> Result<impl Iterator<Item = Solved>, Halt> {
        let positions = self.decided.len();
        let mut fates = vec![Outcome::Draw; positions];
        for (index, fate) in fates.iter_mut().enumerate() {
            if self.decided[index].is_none() {
                *fate = endless(index);
            }
        }
        if fates.iter().any(|&fate| fate != Outcome::Draw) {
            let mut drawn = Vec::new();
            for at in 0..self.old_draws.len() {
                self.hear_draw(self.old_draws[at], &fates, &mut drawn);
            }
            for index in 0..positions as Index {
                self.settle_draw(index, &fates, &mut drawn);
            }
            while let Some(index) = drawn.pop() {
                tick()?;
                for at in self.starts[index as usize]..self.starts[index as usize + 1] {
                    self.hear_draw(self.sources[at] >> 1, &fates, &mut drawn);
                }
            }
        }
        let Self { decided, remoteness, .. } = self;
        let outcomes = decided.into_iter().zip(fates).map(|(known, fate)| known.unwrap_or(fate));
        Ok(outcomes.zip(remoteness).map(|(outcome, remoteness)| Solved {
            outcome,
            remoteness: (remoteness != super::NEVER).then_some(remoteness),
        }))
    }

    /// An option of `index` is drawn. A mover whom endless play hurts counts it with the wins, as good
    /// enough; one whom it favours counts it with the losses, as not good enough.
    fn hear_draw(&mut self, index: Index, fates: &[Outcome], drawn: &mut Vec<Index>) {
        if self.decided[index as usize].is_some() {
            return;
        }
        let count = &mut self.counts[index as usize];
        if fates[index as usize] == Outcome::Lose {
            count.wins += 1;
        } else {
            count.losses += 1;
        }
        self.settle_draw(index, fates, drawn);
    }

    fn settle_draw(&mut self, index: Index, fates: &[Outcome], drawn: &mut Vec<Index>) {
        if self.decided[index as usize].is_some() {
            return;
        }
        let choice = self.choices[index as usize];
        let count = self.counts[index as usize];
        let draws = match fates[index as usize] {
            Outcome::Lose => reaches(count.wins, choice.at_least(Outcome::Draw)),
            Outcome::Draw => true,
            Outcome::Win => count.losses >= choice.at_most(Outcome::Draw),
        };
        if draws {
            self.decided[index as usize] = Some(Outcome::Draw);
            drawn.push(index);
        }
    }
}

impl Batch {
    /// Whether an option leads to a new position.
    fn inside(&self, option: u32) -> bool {
        (option >> 1) as usize >= self.base
    }
}

fn reaches(count: u32, need: Option<u32>) -> bool {
    need.is_some_and(|need| count >= need)
}
