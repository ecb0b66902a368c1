//! The search for a theorem: tables that double, and numerations in competition.
//!
//! A wrong guess must not cost a proof. An automaton is tried when it is tiny compared with its table, when it has hardly
//! more states than the one from the table before (a plateau), or when it agrees with the next table, twice as far. A
//! numeration that has used far more time than the most modest one sits out until the others have caught up, and so does
//! one whose automata grow with the table while another numeration has a plateau.

use super::position::Judge;
use super::{Limits, NotFound, Outside, Ready, Subject, Tried, ValueJudge};
use crate::automata::Dfa;
use crate::effort::{Effort, Halt};
use crate::learn::{Filler, Known, Learned, ValueTable, agrees, learn};
use crate::numeration::Numeration;
use bouton_compile::fragment::Fragment;
use std::time::{Duration, Instant};

pub(super) type Found = (Subject, Dfa, u64);

/// The first table of positions holds about so many.
const FIRST: u64 = 300;

/// The largest table of values: they cost as much as there are options.
const VALUES: u64 = 1 << 12;

/// Looks for the lost positions.
pub(super) fn lost(
    fragment: &Fragment,
    ready: &Ready,
    limits: &Limits,
    effort: &Effort,
) -> Result<Found, NotFound> {
    let weights = ready.table_weights.as_ref().ok_or(Outside::Unbounded)?;
    let filler = Filler::new(fragment, weights, &ready.steps, ready.top).map_err(|_| Outside::Unbounded)?;
    // Proofs with forbidden options count; they are the dear ones.
    let search = Search { states: limits.states, careful: fragment.block > 0 };
    let mut rivals = Rivals::new(limits);
    let mut judges: Vec<Option<Judge>> = rivals.list.iter().map(|_| None).collect();
    let mut below = 4u64;
    while filler.tuples(below) < FIRST {
        below += below.div_ceil(4);
    }
    loop {
        let last = filler.tuples(2 * below) > limits.table;
        let Ok(table) = filler.fill(below, effort) else { return Err(rivals.give_up()) };
        let found = rivals.round(&table, below, &search, effort, |i, numeration, dfa| {
            if judges[i].is_none() {
                judges[i] = Some(Judge::new(fragment, &ready.steps, numeration, effort)?);
            }
            match &judges[i] {
                Some(judge) => Ok(judge.decide(dfa, effort)?.is_none()),
                None => Ok(false),
            }
        });
        match found {
            Ok(Some(dfa)) => return Ok((Subject::Lost, dfa, table.below())),
            Ok(None) if !last && rivals.list.iter().any(|r| !r.out) => below *= 2,
            _ => return Err(rivals.give_up()),
        }
    }
}

/// Looks for the Grundy values of a sum.
pub(super) fn values(
    fragment: &Fragment,
    ready: &Ready,
    limits: &Limits,
    effort: &Effort,
) -> Result<Found, NotFound> {
    let limits = Limits { numerations: vec![Numeration::Base(2)], ..*limits };
    let search = Search { states: limits.states, careful: false };
    let mut rivals = Rivals::new(&limits);
    let mut judge = None;
    let mut below = 64usize;
    loop {
        let last = 2 * below as u64 > limits.table.min(VALUES);
        let Ok(table) = ValueTable::fill(fragment, &ready.steps, below, effort) else {
            return Err(rivals.give_up());
        };
        let found = rivals.round(&table, below as u64, &search, effort, |_, _, dfa| {
            if judge.is_none() {
                judge = Some(ValueJudge::new(fragment, &ready.steps, ready.top, effort)?);
            }
            match &judge {
                Some(judge) => judge.decide(dfa, effort),
                None => Ok(false),
            }
        });
        match found {
            Ok(Some(dfa)) => return Ok((Subject::Values, dfa, below as u64)),
            Ok(None) if !last => below *= 2,
            _ => return Err(rivals.give_up()),
        }
    }
}

/// What bounds an attempt.
struct Search {
    states: usize,
    /// Proofs are dear: guesses need more evidence.
    careful: bool,
}

struct Rival {
    numeration: Numeration,
    table: u64,
    states: usize,
    too_large: bool,
    out: bool,
    /// What was learned from the table before.
    guess: Option<Dfa>,
    /// Whether the guess has failed in a proof.
    failed: bool,
    /// How many states the last guess had, in percent of those of the guess before.
    growth: usize,
    used: Duration,
}

/// The numerations in competition.
struct Rivals {
    list: Vec<Rival>,
}

/// How much more time than the most modest one a numeration may use, beyond a little that is free.
const SHARE: u32 = 3;
const FREE: Duration = Duration::from_millis(4);

/// Growth of an automaton from one table to the next, in percent: up to the first number it is a plateau, from the second
/// on the automaton only repeats the table.
const PLATEAU: usize = 112;
const GROWING: usize = 135;

/// How many times more a table must tell than a tiny automaton.
const TINY: usize = 8;

impl Rivals {
    fn new(limits: &Limits) -> Rivals {
        let all = Numeration::ALL.to_vec();
        let named = if limits.numerations.is_empty() { all } else { limits.numerations.clone() };
        let rival = |numeration| Rival {
            numeration,
            table: 0,
            states: 0,
            too_large: false,
            out: false,
            guess: None,
            failed: false,
            growth: GROWING + 1,
            used: Duration::ZERO,
        };
        Rivals { list: named.into_iter().map(rival).collect() }
    }

    /// One table, tried in every numeration; the first automaton that is proved.
    fn round<K: Known>(
        &mut self,
        table: &K,
        below: u64,
        limits: &Search,
        effort: &Effort,
        mut proved: impl FnMut(usize, Numeration, &Dfa) -> Result<bool, Halt>,
    ) -> Result<Option<Dfa>, Halt> {
        let modest = self.list.iter().filter(|r| !r.out).map(|r| r.used).min().unwrap_or_default();
        let spent = |r: &Rival| r.used > SHARE * modest + FREE;
        let plateau = self.list.iter().any(|r| !r.out && !spent(r) && r.growth <= PLATEAU);
        for (i, rival) in self.list.iter_mut().enumerate().filter(|r| !r.1.out) {
            let letters = rival.numeration.digits().checked_pow(table.width() as u32);
            let small = letters.is_none_or(|l| l > table.size());
            let hopeless = plateau && rival.growth > GROWING;
            if small || hopeless || spent(rival) {
                continue;
            }
            let begun = Instant::now();
            let mut large = false;
            let found = rival.attempt(table, below, limits, effort, &mut |dfa, numeration| {
                // A guess that is too large to be judged is not yet the end of the numeration.
                match proved(i, numeration, dfa) {
                    Err(Halt::TooLarge) => {
                        large = true;
                        Ok(false)
                    }
                    other => other,
                }
            });
            rival.too_large |= large;
            rival.used += begun.elapsed();
            match found {
                Ok(None) => {}
                Err(Halt::TooLarge) => {
                    rival.too_large = true;
                    rival.out = true;
                }
                other => return other,
            }
        }
        Ok(None)
    }

    fn give_up(&self) -> NotFound {
        let tried = self.list.iter().map(|r| Tried {
            numeration: r.numeration,
            table: r.table,
            states: r.states,
            too_large: r.too_large,
        });
        NotFound::Searched(tried.filter(|t| t.table > 0 || t.too_large).collect())
    }
}

impl Rival {
    fn attempt<K: Known>(
        &mut self,
        table: &K,
        below: u64,
        limits: &Search,
        effort: &Effort,
        proved: &mut dyn FnMut(&Dfa, Numeration) -> Result<bool, Halt>,
    ) -> Result<Option<Dfa>, Halt> {
        let before = self.guess.as_ref().map(Dfa::states);
        if let Some(guess) = self.guess.take()
            && agrees(&guess, table, effort)?
        {
            // A guess that failed is wrong somewhere beyond this table too: the next one decides.
            if !self.failed && proved(&guess, self.numeration)? {
                return Ok(Some(guess));
            }
            self.failed = true;
            self.growth = PLATEAU + 1;
            self.guess = Some(guess);
            return Ok(None);
        }
        // An automaton that says nearly as much as the table itself is no finding.
        let most = limits.states.min((table.size() / 16).max(8));
        (self.table, self.states) = (below, most);
        self.growth = GROWING + 1;
        if let Learned::Fits(dfa) = learn(table, self.numeration, most, effort)? {
            self.growth = before.map_or(self.growth, |b| 100 * dfa.states() / b.max(1));
            let (times, flat) = if limits.careful { (16 * TINY, 104) } else { (TINY, PLATEAU) };
            let worth = dfa.states() * dfa.letters() * times <= table.size() || self.growth <= flat;
            if worth && proved(&dfa, self.numeration)? {
                return Ok(Some(dfa));
            }
            if worth {
                self.growth = self.growth.max(PLATEAU + 1);
            }
            self.failed = worth;
            self.guess = Some(dfa);
        }
        Ok(None)
    }
}
