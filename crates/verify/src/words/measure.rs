//! Why play ends: every move makes the sum of weights of letters smaller, or the word smaller in the order of a dictionary.

use super::field::{Field, Place, Thread};
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::Work;
use std::collections::{HashMap, VecDeque};

/// What gets smaller with every move.
pub(super) enum Measure {
    /// The sum of the weights of the letters.
    Weights(Vec<i64>),
    /// The first letter that differs, from the left (or from the right), has a smaller rank.
    Order(Vec<i64>, bool),
}

impl Measure {
    pub(super) fn read(object: &Object<'_>, letters: usize) -> Result<Measure, Refused> {
        let measure = object.object("measure")?;
        let numbers = |key: &str| {
            let list = measure.naturals(key)?;
            let fits = list.len() == letters && list.iter().all(|n| *n < 1 << 40);
            let wrong =
                Why::Wrong { wanted: "a small number for each letter", zh: "每个字母一个不大的数" };
            if fits {
                Ok(list.into_iter().map(|n| n as i64).collect())
            } else {
                Err(wrong.at(format!("measure.{key}")))
            }
        };
        if measure.optional("weights").is_some() {
            return Ok(Measure::Weights(numbers("weights")?));
        }
        let right = match measure.text("from")? {
            "left" => false,
            "right" => true,
            _ => {
                return Err(Why::Wrong { wanted: "\"left\" or \"right\"", zh: "\"left\" 或 \"right\"" }
                    .at("measure.from"));
            }
        };
        Ok(Measure::Order(numbers("order")?, right))
    }

    /// What a place adds to what is known of a move: `None` where the measure does not fit.
    fn add(&self, known: i64, letter: Option<u8>, word: &[u8]) -> Option<i64> {
        match self {
            Measure::Weights(weights) => {
                let weigh = |l: u8| weights[l as usize];
                Some(known - letter.map_or(0, weigh) + word.iter().map(|l| weigh(*l)).sum::<i64>())
            }
            Measure::Order(ranks, right) => {
                let rank = |l: u8| ranks[l as usize];
                let change = match (letter, word) {
                    (None, []) => 0,
                    (Some(old), [new]) if old == *new => 0,
                    (Some(old), [new]) if rank(*new) != rank(old) => (rank(*new) - rank(old)).signum(),
                    // Letters come or go, or two of one rank are exchanged.
                    _ => return None,
                };
                // From the left the first change counts, from the right the last.
                Some(if change == 0 || (known != 0 && !right) { known } else { change })
            }
        }
    }

    /// Do all moves make every word that they leave smaller?
    pub(super) fn falls(&self, field: &mut Field<'_>, work: &mut Work<'_>) -> Result<bool, Why> {
        for player in 0..field.rules.ways.len() {
            for thread in field.threads(player) {
                let Thread::Open(way, ..) = thread else { continue };
                for part in 0..field.parts(player, way) {
                    if !self.falls_in(field, player, &thread, part, work)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn falls_in(
        &self,
        field: &Field<'_>,
        player: usize,
        thread: &Thread,
        part: usize,
        work: &mut Work<'_>,
    ) -> Result<bool, Why> {
        let letters = field.rules.letters.len() as u8;
        // For weights the most that is known at each place; for an order every state of it is a place of its own.
        type At = (Thread, Vec<Option<u8>>, i64);
        let orders = matches!(self, Measure::Order(..));
        let place = |thread: Thread, before: Vec<Option<u8>>, sum: i64| {
            (thread, before, if orders { sum } else { 0 })
        };
        let mut best: HashMap<At, (i64, usize)> = HashMap::new();
        let mut open: VecDeque<At> = VecDeque::new();
        let before = field.list.first().map_or(Vec::new(), |k| vec![None; k.before.len()]);
        let mut more: Vec<(Thread, Vec<Option<u8>>, i64, usize)> = Vec::new();
        for (to, written) in field.steps(player, thread, &before, Place::First, work)? {
            let Some(sum) = self.add(0, None, &written[part]) else { return Ok(false) };
            more.push((to, before.clone(), sum, 0));
        }
        loop {
            for (to, before, sum, length) in more.drain(..) {
                let at = place(to, before, sum);
                let known = best.get(&at);
                if known.is_none_or(|(most, _)| *most < sum) {
                    open.push_back(at.clone());
                    best.insert(at, (sum, length));
                }
            }
            let Some(at) = open.pop_front() else { return Ok(true) };
            let (sum, length) = best[&at];
            // A way to improve that is longer than there are places goes round, and goes on for ever.
            if length > best.len() + 1 {
                return Ok(false);
            }
            let (thread, before, _) = &at;
            for (_, written) in field.steps(player, thread, before, Place::Last, work)? {
                let ended = self.add(sum, None, &written[part]);
                if ended.is_none_or(|sum| sum >= 0) {
                    return Ok(false);
                }
            }
            for letter in 0..letters {
                let mut behind = before.clone();
                behind.insert(0, Some(letter));
                behind.truncate(before.len());
                for (to, written) in field.steps(player, thread, before, Place::Letter(letter), work)? {
                    work.spend(4)?;
                    let Some(sum) = self.add(sum, Some(letter), &written[part]) else { return Ok(false) };
                    more.push((to, behind.clone(), sum, length + 1));
                }
            }
        }
    }
}
