//! The search for a theorem: tables that double, and numerations in competition.
//!
//! A proof that fails shows a position beyond the table at which the guess is wrong; learning goes on with it (Angluin's
//! equivalence queries, answered by the prover), so that tables stay small. Where proofs are dear, because there are many
//! letters or because options are counted, an automaton is tried only when it is tiny compared with its table, when it
//! has hardly more states than the one from the table before (a plateau), or when it agrees with the next table.
//!
//! Every numeration goes from table to table by itself. The next turn belongs to the one that will have spent least after
//! it, weighed by how often rules lead to it, so that the whole costs a few times what the right one costs alone; one
//! whose automata grow with the table waits longer while another numeration has a plateau.

use super::candidate::candidate;
use super::guess::guess;
use super::position::Judge;
use super::rival::{Rival, Search, Verdict};
use super::sides::Sides;
use super::steady::SteadyJudge;
use super::{Limits, NotFound, Outside, Ready, Subject, Tried, ValueJudge};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::{Filler, Known, Room, ValueTable};
use crate::numeration::Numeration;
use crate::tuning::{
    DEARER, FILLING, FIRST, FIRST_VALUES, FREE, GROWING, GUESSED, HOPELESS, LEADING, LINE, LONGER,
    MOST_GUESSED, TELLS, VALUES, WAIT, WIDE_VALUES,
};
use bouton_budget::{Attempt, Halt};
use bouton_compile::fragment::Fragment;
use std::cell::Cell;

pub(super) type Found = (Subject, Dfa, u64);

/// Looks for the lost positions.
pub(super) fn lost(
    fragment: &Fragment,
    ready: &Ready,
    limits: &Limits,
    effort: &Effort,
) -> Result<Found, NotFound> {
    let weights = ready.table_weights.as_ref().ok_or(Outside::Unbounded)?;
    let filler =
        Filler::new(fragment, weights, &ready.steps, ready.top, effort).map_err(|_| Outside::Unbounded)?;
    // Proofs with forbidden options count; they are the dear ones.
    let search = Search {
        states: limits.states,
        careful: fragment.block > 0,
        corrected: true,
        exact: filler.boxed(),
        steady: filler.steady().is_some(),
        prepared: Cell::new(0),
        proved: Cell::new(0),
        dearest: Cell::new(0),
    };
    let mut rivals = Rivals::new(limits, weights.len());
    if rivals.open {
        rivals.sides = Sides::new(fragment).unwrap_or_default();
    }
    // Constant takes show no slope of their own.
    if filler.steady().is_some() && rivals.open {
        rivals.open = false;
        rivals.list.retain(|r| r.numeration.all_words());
    }
    let apart = rivals.sides.as_ref().map(|sides| sides.steps.clone());
    let mut judges: Vec<Option<Judge>> = Vec::new();
    let mut below = 4u64;
    if filler.steady().is_some() && weights.len() > 1 {
        below = if weights.len() > 3 { 16 } else { 64 };
    }
    // Where every number is bounded, larger tables hold no more.
    let grows = |below: u64| filler.tuples(2 * below) > filler.tuples(below);
    while filler.tuples(below) < FIRST && grows(below) {
        // A box is a power of two wide, so that all binary words of some length are in it.
        below += if filler.boxed() { below } else { below.div_ceil(4) };
    }
    let most = match weights.len() {
        1 => limits.table.min(LINE),
        // Constant takes make tables cheap; what is kept of one is a number for each of its smallest blocks.
        wide if filler.steady().is_some() => limits.table.saturating_mul(1 << wide.min(4)),
        _ => limits.table,
    };
    let last = |below: u64| filler.tuples(2 * below) > most || !grows(below);
    let width = weights.len() as u32;
    let (fill, tuples) = (|below| filler.fill(below, effort), |below| filler.tuples(below));
    let filling = if filler.steady().is_some() { 1 } else { 16 * FILLING };
    let mut tables =
        Tables { first: below, list: Vec::new(), fill: &fill, filling, tuples: &tuples, last: &last };
    let found = rivals.run(&mut tables, width, &search, effort, |i, numeration, dfa, exact| {
        if let (Some(takes), Numeration::Base(base)) = (filler.steady(), numeration) {
            let judge = SteadyJudge::new(base, takes, effort)?;
            return Ok(match judge.first(dfa, effort)? {
                None => Verdict::Proved,
                Some((word, _)) => {
                    let tuple = dfa.decode(dfa.tracks(), &word, effort)?;
                    Verdict::First(tuple.iter().map(|n| u32::try_from(&n.1).ok()).collect())
                }
            });
        }
        if judges.len() <= i {
            judges.resize_with(i + 1, || None);
        }
        if judges[i].is_none() {
            let begun = effort.spent();
            let steps = match (numeration, &apart) {
                (Numeration::Mixed(_), Some(steps)) => steps,
                _ => &ready.steps,
            };
            judges[i] = Some(Judge::new(fragment, steps, numeration, effort)?);
            search.prepared.set(effort.spent() - begun);
        }
        let Some(judge) = &judges[i] else { return Ok(Verdict::WRONG) };
        if exact {
            return Ok(match judge.first(dfa, effort)? {
                None => Verdict::Proved,
                Some(wrong) => {
                    let small = wrong.position.iter().map(|n| u32::try_from(n).ok());
                    Verdict::First(small.collect())
                }
            });
        }
        Ok(match judge.decide(dfa, effort)? {
            None => Verdict::Proved,
            Some(wrong) => Verdict::Wrong(filler.suspects(&wrong), filler.lesson(dfa, &wrong)),
        })
    });
    let (dfa, below) = found.ok_or_else(|| rivals.give_up(&tables, fragment))?;
    Ok((Subject::Lost, dfa, below))
}

/// Looks for the Grundy values of a sum.
pub(super) fn values(
    fragment: &Fragment,
    ready: &Ready,
    limits: &Limits,
    effort: &Effort,
) -> Result<Found, NotFound> {
    let weights = ready.table_weights.as_ref().ok_or(Outside::Unbounded)?;
    let limits = Limits { numerations: vec![Numeration::Base(2)], ..*limits };
    let search = Search {
        states: limits.states,
        careful: false,
        corrected: false,
        exact: false,
        steady: false,
        prepared: Cell::new(0),
        proved: Cell::new(0),
        dearest: Cell::new(0),
    };
    let mut rivals = Rivals::new(&limits, weights.len());
    let mut judge = None;
    let room = Room::new(fragment, weights, effort).map_err(|_| Outside::Unbounded)?;
    let most = limits.table.min(if weights.len() == 1 { VALUES } else { WIDE_VALUES });
    let mut below = 4u64;
    let grows = |below: u64| room.tuples(2 * below) > room.tuples(below);
    while room.tuples(below) < FIRST_VALUES && grows(below) {
        below *= 2;
    }
    let last = |below: u64| room.tuples(2 * below) > most || !grows(below);
    let fill = |below| ValueTable::fill(fragment, &room, &ready.steps, below, effort);
    let width = weights.len() as u32 + 1;
    // A value tells as much as a few yes-or-no answers do.
    let tuples = |below| room.tuples(below).saturating_mul(4);
    let mut tables = Tables {
        first: below,
        list: Vec::new(),
        fill: &fill,
        filling: 16 * FILLING,
        tuples: &tuples,
        last: &last,
    };
    let found = rivals.run(&mut tables, width, &search, effort, |_, _, dfa, _| {
        if judge.is_none() {
            judge = Some(ValueJudge::new(fragment, &ready.steps, ready.top, effort)?);
        }
        let proved = judge.as_ref().map_or(Ok(false), |judge| judge.decide(dfa, effort))?;
        Ok(if proved { Verdict::Proved } else { Verdict::WRONG })
    });
    let (dfa, below) = found.ok_or_else(|| rivals.give_up(&tables, fragment))?;
    Ok((Subject::Values, dfa, below))
}

/// Tables that double, filled when they are asked for.
struct Tables<'a, K> {
    first: u64,
    list: Vec<K>,
    fill: &'a dyn Fn(u64) -> Result<K, Halt>,
    /// Steps that 16 tuples cost.
    filling: u64,
    /// How many tuples there are below a bound.
    tuples: &'a dyn Fn(u64) -> u64,
    /// Whether there is none beyond a bound.
    last: &'a dyn Fn(u64) -> bool,
}

impl<K> Tables<'_, K> {
    fn bound(&self, level: usize) -> u64 {
        self.first << level
    }

    fn tuples(&self, level: usize) -> u64 {
        (self.tuples)(self.bound(level))
    }

    /// What it still costs to fill a table.
    fn cost(&self, level: usize) -> u64 {
        let known = level < self.list.len();
        if known { 0 } else { self.tuples(level).saturating_mul(self.filling) / 16 }
    }

    fn get(&mut self, level: usize) -> Result<&K, Halt> {
        while self.list.len() <= level {
            self.list.push((self.fill)(self.bound(self.list.len()))?);
        }
        Ok(&self.list[level])
    }
}

/// The numerations in competition.
struct Rivals {
    list: Vec<Rival>,
    /// Numerations may be added that a table looks like.
    open: bool,
    /// How many tables were looked at for that.
    looked: usize,
    /// Where the numbers fall into sides, which may be written differently.
    sides: Option<Sides>,
}

/// How much a numeration may use beside the others: more for those that rules lead to most often.
fn share(numeration: Numeration) -> u64 {
    match numeration {
        Numeration::Base(2) | Numeration::FIBONACCI => 8,
        Numeration::Base(3) | Numeration::Quadratic(2..=3) => 3,
        // Others are tried only where the table looks like them.
        Numeration::Parry(_) | Numeration::Mixed(_) => 3,
        Numeration::Base(_) | Numeration::Quadratic(_) => 1,
    }
}

impl Rivals {
    fn new(limits: &Limits, numbers: usize) -> Rivals {
        let mut all = Numeration::ALL.to_vec();
        if numbers == 1 {
            // One number has few letters in every base.
            all.extend((2..=16).filter_map(Numeration::base).filter(|n| !Numeration::ALL.contains(n)));
        }
        let open = limits.numerations.is_empty();
        let named = if open { all } else { limits.numerations.clone() };
        Rivals { list: named.into_iter().map(Rival::new).collect(), open, looked: 0, sides: None }
    }

    /// Adds numerations that new tables look like, once there are enough members.
    fn look<K: Known>(&mut self, tables: &Tables<K>, width: u32, effort: &Effort) -> Result<(), Halt> {
        let new = self.looked..tables.list.len();
        self.looked = tables.list.len();
        let open = self.open;
        for table in tables.list[new].iter().filter(|t| open && t.size() as u64 >= TELLS) {
            let mixed = self.sides.as_ref().map_or(Ok(None), |sides| sides.guess(table, effort))?;
            for numeration in mixed.into_iter().chain(guess(table, effort)?.into_iter().take(GUESSED)) {
                let added = self.list.iter().filter(|r| r.guessed).count();
                if added < MOST_GUESSED && self.list.iter().all(|r| r.numeration != numeration) {
                    self.list.push(Rival { guessed: true, ..Rival::new(numeration) });
                    self.begin(self.list.len() - 1, tables, width);
                }
            }
        }
        Ok(())
    }

    /// Passes over tables that tell nothing in the numeration: those with fewer tuples than there are letters.
    fn begin<K>(&mut self, i: usize, tables: &Tables<K>, width: u32) {
        let rival = &mut self.list[i];
        let letters = u64::try_from(rival.numeration.digits()).ok().and_then(|d| d.checked_pow(width));
        let small = |level: usize| letters.is_none_or(|l| l > tables.tuples(level));
        while !rival.out && small(rival.level) {
            rival.out = (tables.last)(tables.bound(rival.level));
            rival.level += 1;
        }
    }

    /// Whose turn it is: who will have used least after it. One that has tried every table ends the search for those that
    /// have used as much, unless their automata do not just repeat the table: these go on as long as that is cheap.
    fn next<K>(&self, tables: &Tables<K>) -> Option<usize> {
        let leader = self.list.iter().any(|r| r.growth <= LEADING);
        let cost = |r: &Rival| {
            let wait = if leader && r.growth > HOPELESS { WAIT } else { 1 };
            wait * (r.used + r.expected + tables.cost(r.level)) / share(r.numeration)
        };
        // One whose letters are more than any table has tuples has tried nothing.
        let tried = self.list.iter().filter(|r| r.out && !r.too_large && r.table > 0);
        let done = tried.map(|r| r.used / share(r.numeration)).min();
        let enough = |r: &Rival| match done {
            Some(least) if r.growth <= HOPELESS => (least + FREE).max(LONGER),
            Some(least) => (least + FREE).max(LONGER / 4),
            None => u64::MAX,
        };
        let able = self.list.iter().enumerate().filter(|(_, r)| !r.out && cost(r) <= enough(r));
        able.min_by_key(|(_, r)| cost(r)).map(|(i, _)| i)
    }

    /// The first automaton that is proved, with the bound of its table.
    fn run<K: Known>(
        &mut self,
        tables: &mut Tables<K>,
        width: u32,
        search: &Search,
        effort: &Effort,
        mut proved: impl FnMut(usize, Numeration, &Dfa, bool) -> Result<Verdict, Halt>,
    ) -> Option<(Dfa, u64)> {
        (0..self.list.len()).for_each(|i| self.begin(i, tables, width));
        loop {
            self.look(tables, width, effort).ok()?;
            let i = self.next(tables)?;
            let rival = &mut self.list[i];
            let begun = effort.spent();
            let below = tables.bound(rival.level);
            let last = (tables.last)(below);
            let further = (!last).then(|| tables.cost(rival.level + 1));
            let table = tables.get(rival.level).ok()?;
            let size = table.size() as u64;
            effort.cap(effort.spent().saturating_add(FREE.max(DEARER * rival.expected).max(DEARER * size)));
            let mut large = false;
            let before = rival.guess.clone();
            let busy = |numeration: Numeration, states: Option<usize>| {
                effort.tell(|| Some(Attempt { numeration: numeration.expansion(), table: below, states }));
            };
            busy(rival.numeration, before.as_ref().map(|g| g.states()));
            let found =
                rival.attempt(table, below, further, search, effort, &mut |dfa, numeration, exact| {
                    // A proof is never cut short by the cost of its turn.
                    let (begun, cap) = (effort.spent(), effort.cap(u64::MAX));
                    busy(numeration, Some(dfa.states()));
                    let judged = proved(i, numeration, dfa, exact);
                    let took = effort.spent() - begun;
                    search.proved.set(search.proved.get() + took);
                    search.dearest.set(search.dearest.get().max(took));
                    effort.cap(cap.saturating_add(effort.spent() - begun));
                    // A guess that is too large to be judged is not yet the end of the numeration.
                    match judged {
                        Err(Halt::Size) => {
                            large = true;
                            Ok(Verdict::Large)
                        }
                        other => other,
                    }
                });
            let capped = effort.spent() > effort.cap(u64::MAX);
            rival.too_large |= large && !capped;
            let cost = effort.spent() - begun - search.prepared.replace(0);
            rival.used += cost;
            // A proof does not grow with the table, and what it taught about first words need not be learned again.
            let (proofs, dearest) = (search.proved.replace(0).min(cost), search.dearest.replace(0));
            let again = if search.exact && !search.steady { proofs.min(dearest) } else { proofs };
            rival.expected = DEARER * (cost - proofs) + again;
            match found {
                Ok(Some(dfa)) => return Some((dfa, rival.table)),
                Ok(None) => {
                    rival.level += 1;
                    rival.out = last;
                }
                Err(Halt::Size) if capped => (rival.growth, rival.guess) = (GROWING + 1, before),
                Err(Halt::Size) => {
                    rival.too_large = true;
                    rival.out = true;
                }
                Err(_) => return None,
            }
        }
    }

    fn give_up<K: Known>(&self, tables: &Tables<K>, fragment: &Fragment) -> NotFound {
        // Steps and budget are used up; what is left to do is little.
        let effort = Effort::new(None);
        let tried = self.list.iter().filter(|r| r.table > 0 || r.too_large).map(|r| Tried {
            numeration: r.numeration,
            table: r.table,
            ended: r.ended,
            states: r.states,
            too_large: r.too_large,
            candidate: candidate(r, &tables.list, fragment, &effort),
        });
        NotFound::Searched(tried.collect())
    }
}
