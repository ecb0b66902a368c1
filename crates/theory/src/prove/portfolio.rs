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

use super::guess::guess;
use super::position::Judge;
use super::{Ended, Limits, NotFound, Outside, Ready, Subject, Tried, ValueJudge};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::{Filler, Known, Learned, Learner, Room, ValueTable, agrees};
use crate::numeration::Numeration;
use crate::tuning::{
    CHEAP, DEARER, FILLING, FIRST, FIRST_VALUES, FIXED, FREE, GROWING, GUESSED, HOPELESS, LEADING, LINE,
    LONGER, MOST_GUESSED, PATIENT, PLATEAU, SAMPLE, TELLING, TELLS, TINY, VALUES, WAIT, WIDE_VALUES,
};
use bouton_budget::Halt;
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
        prepared: Cell::new(0),
    };
    let fixed = weights.len() > 1 && fragment.moves.iter().all(|m| m.variables == weights.len());
    let mut rivals = Rivals::new(limits, weights.len(), fixed);
    let mut judges: Vec<Option<Judge>> = Vec::new();
    let mut below = 4u64;
    // Where every number is bounded, larger tables hold no more.
    let grows = |below: u64| filler.tuples(2 * below) > filler.tuples(below);
    while filler.tuples(below) < FIRST && grows(below) {
        // A box is a power of two wide, so that all binary words of some length are in it.
        below += if filler.boxed() { below } else { below.div_ceil(4) };
    }
    let most = if weights.len() == 1 { limits.table.min(LINE) } else { limits.table };
    let last = |below: u64| filler.tuples(2 * below) > most || !grows(below);
    let width = weights.len() as u32;
    let (fill, tuples) = (|below| filler.fill(below, effort), |below| filler.tuples(below));
    let mut tables = Tables { first: below, list: Vec::new(), fill: &fill, tuples: &tuples, last: &last };
    let found = rivals.run(&mut tables, width, &search, effort, |i, numeration, dfa| {
        if judges.len() <= i {
            judges.resize_with(i + 1, || None);
        }
        if judges[i].is_none() {
            let begun = effort.spent();
            judges[i] = Some(Judge::new(fragment, &ready.steps, numeration, effort)?);
            search.prepared.set(effort.spent() - begun);
        }
        let Some(judge) = &judges[i] else { return Ok(Verdict::WRONG) };
        Ok(match judge.decide(dfa, effort)? {
            None => Verdict::Proved,
            Some(wrong) => Verdict::Wrong(filler.suspects(&wrong), filler.lesson(dfa, &wrong)),
        })
    });
    let (dfa, below) = found.ok_or_else(|| rivals.give_up())?;
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
    let search = Search { states: limits.states, careful: false, corrected: false, prepared: Cell::new(0) };
    let mut rivals = Rivals::new(&limits, weights.len(), false);
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
    let mut tables = Tables { first: below, list: Vec::new(), fill: &fill, tuples: &tuples, last: &last };
    let found = rivals.run(&mut tables, width, &search, effort, |_, _, dfa| {
        if judge.is_none() {
            judge = Some(ValueJudge::new(fragment, &ready.steps, ready.top, effort)?);
        }
        let proved = judge.as_ref().map_or(Ok(false), |judge| judge.decide(dfa, effort))?;
        Ok(if proved { Verdict::Proved } else { Verdict::WRONG })
    });
    let (dfa, below) = found.ok_or_else(|| rivals.give_up())?;
    Ok((Subject::Values, dfa, below))
}

/// Tables that double, filled when they are asked for.
struct Tables<'a, K> {
    first: u64,
    list: Vec<K>,
    fill: &'a dyn Fn(u64) -> Result<K, Halt>,
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

    fn get(&mut self, level: usize) -> Result<&K, Halt> {
        while self.list.len() <= level {
            self.list.push((self.fill)(self.bound(self.list.len()))?);
        }
        Ok(&self.list[level])
    }
}

/// What a proof came to.
enum Verdict {
    Proved,
    /// The automata of the proof are too large.
    Large,
    /// With positions one of which the guess is wrong about, and one with whether it is really lost, as far as one can tell.
    Wrong(Vec<Vec<u32>>, Option<(Vec<u32>, bool)>),
}

impl Verdict {
    const WRONG: Verdict = Verdict::Wrong(Vec::new(), None);
}

/// What bounds an attempt.
struct Search {
    states: usize,
    /// Proofs are dear: guesses need more evidence.
    careful: bool,
    /// A failed proof says where the guess is wrong.
    corrected: bool,
    /// Steps that the preparation of proofs took in this attempt.
    prepared: Cell<u64>,
}

struct Rival {
    numeration: Numeration,
    /// Which table comes next.
    level: usize,
    table: u64,
    ended: Ended,
    states: usize,
    too_large: bool,
    /// No further tables: the last one was tried, or automata are too large.
    out: bool,
    /// It was added because a table looks like it.
    guessed: bool,
    /// What was learned from the table before.
    guess: Option<Dfa>,
    /// Suffixes that told prefixes apart there.
    seeds: Vec<Vec<u32>>,
    /// Whether the guess has failed in a proof.
    failed: bool,
    /// Whether that was because the proof is too large.
    large: bool,
    /// Where the statement fails for the last guess.
    counterexample: Option<Vec<u32>>,
    /// How many states the last guess had, in percent of those of the guess before.
    growth: usize,
    /// Steps used.
    used: u64,
    /// Steps that the next turn will take, as far as one can tell.
    expected: u64,
}

/// The numerations in competition.
struct Rivals {
    list: Vec<Rival>,
    /// Numerations may be added that a table looks like.
    open: bool,
    /// Every move subtracts fixed amounts.
    fixed: bool,
    /// How many tables were looked at for that.
    looked: usize,
}

/// How much a numeration may use beside the others: more for those that rules lead to most often.
fn share(numeration: Numeration) -> u64 {
    match numeration {
        Numeration::Base(2) | Numeration::FIBONACCI => 8,
        Numeration::Base(3) | Numeration::Quadratic(2..=3) => 3,
        // Others are tried only where the table looks like them.
        Numeration::Parry(_) => 3,
        Numeration::Base(_) | Numeration::Quadratic(_) => 1,
    }
}

impl Rivals {
    fn new(limits: &Limits, numbers: usize, fixed: bool) -> Rivals {
        let mut all = Numeration::ALL.to_vec();
        if numbers == 1 {
            // One number has few letters in every base.
            all.extend((2..=16).filter_map(Numeration::base).filter(|n| !Numeration::ALL.contains(n)));
        }
        let open = limits.numerations.is_empty();
        let named = if open { all } else { limits.numerations.clone() };
        Rivals { list: named.into_iter().map(Rival::new).collect(), open, fixed, looked: 0 }
    }

    /// How much a numeration may use beside the others. Sets of fixed moves lead to periods and lines of rational slope, which base 2 tells
    /// as well as any other.
    fn share(&self, numeration: Numeration) -> u64 {
        if self.fixed && numeration == Numeration::Base(2) { FIXED } else { share(numeration) }
    }

    /// Adds numerations that new tables look like, once there are enough members.
    fn look<K: Known>(&mut self, tables: &Tables<K>, width: u32, effort: &Effort) -> Result<(), Halt> {
        let new = self.looked..tables.list.len();
        self.looked = tables.list.len();
        let open = self.open;
        for table in tables.list[new].iter().filter(|t| open && t.size() as u64 >= TELLS) {
            for numeration in guess(table, effort)?.into_iter().take(GUESSED) {
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
            let fill = if r.level < tables.list.len() { 0 } else { FILLING * tables.tuples(r.level) };
            wait * (r.used + r.expected + fill) / self.share(r.numeration)
        };
        // One whose letters are more than any table has tuples has tried nothing.
        let tried = self.list.iter().filter(|r| r.out && !r.too_large && r.table > 0);
        let done = tried.map(|r| r.used / self.share(r.numeration)).min();
        let enough = |r: &Rival| match done {
            Some(least) if r.growth <= HOPELESS => (least + FREE).max(LONGER),
            Some(least) => least + FREE,
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
        mut proved: impl FnMut(usize, Numeration, &Dfa) -> Result<Verdict, Halt>,
    ) -> Option<(Dfa, u64)> {
        (0..self.list.len()).for_each(|i| self.begin(i, tables, width));
        loop {
            self.look(tables, width, effort).ok()?;
            let i = self.next(tables)?;
            let rival = &mut self.list[i];
            let begun = effort.spent();
            let below = tables.bound(rival.level);
            let last = (tables.last)(below);
            let table = tables.get(rival.level).ok()?;
            let size = table.size() as u64;
            effort.cap(effort.spent().saturating_add(FREE.max(DEARER * rival.expected).max(DEARER * size)));
            let mut large = false;
            let before = rival.guess.clone();
            let found = rival.attempt(table, below, last, search, effort, &mut |dfa, numeration| {
                // A proof is never cut short by the cost of its turn.
                let (begun, cap) = (effort.spent(), effort.cap(u64::MAX));
                let judged = proved(i, numeration, dfa);
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
            rival.expected = DEARER * cost;
            match found {
                Ok(Some(dfa)) => return Some((dfa, below)),
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

    fn give_up(&self) -> NotFound {
        let tried = self.list.iter().map(|r| Tried {
            numeration: r.numeration,
            table: r.table,
            ended: r.ended,
            states: r.states,
            too_large: r.too_large,
            counterexample: r.counterexample.clone().filter(|_| r.ended == Ended::Wrong),
        });
        NotFound::Searched(tried.filter(|t| t.table > 0 || t.too_large).collect())
    }
}

impl Rival {
    fn new(numeration: Numeration) -> Rival {
        Rival {
            numeration,
            level: 0,
            table: 0,
            ended: Ended::Cut,
            states: 0,
            too_large: false,
            out: false,
            guessed: false,
            guess: None,
            seeds: Vec::new(),
            failed: false,
            large: false,
            counterexample: None,
            growth: GROWING + 1,
            used: 0,
            expected: 0,
        }
    }

    fn attempt<K: Known>(
        &mut self,
        table: &K,
        below: u64,
        last: bool,
        search: &Search,
        effort: &Effort,
        proved: &mut dyn FnMut(&Dfa, Numeration) -> Result<Verdict, Halt>,
    ) -> Result<Option<Dfa>, Halt> {
        let before = self.guess.as_ref().map(Dfa::states);
        // An automaton that says nearly as much as the table itself is no finding.
        let most = search.states.min((table.size() / 16).max(8));
        (self.table, self.ended, self.states) = (below, Ended::Cut, most);
        let letters = self.numeration.digits().checked_pow(table.width() as u32);
        let cheap = !search.careful && letters.is_some_and(|l| l * l <= CHEAP);
        // A cheap proof finds what is wrong sooner than the whole table does.
        let sample = if cheap && search.corrected { SAMPLE } else { usize::MAX };
        let whole = sample == usize::MAX;
        if let Some(guess) = self.guess.take().filter(|_| whole)
            && agrees(&guess, table, effort)?
        {
            // A guess that failed is wrong somewhere beyond this table too: the next one decides.
            if !self.failed {
                match proved(&guess, self.numeration)? {
                    Verdict::Proved => return Ok(Some(guess)),
                    Verdict::Large => self.large = true,
                    Verdict::Wrong(suspects, _) => self.counterexample = suspects.into_iter().next(),
                }
            }
            self.failed = true;
            self.growth = PLATEAU + 1;
            (self.ended, self.states) = (self.failure(), guess.states());
            self.guess = Some(guess);
            return Ok(None);
        }
        // Until something fits: a small table tells little, a large one speaks against the numeration.
        self.growth = if table.size() > TELLING { HOPELESS + 1 } else { GROWING + 1 };
        let mut learner = Learner::new(table, self.numeration, &self.seeds, sample, effort)?;
        let begun = effort.spent();
        let mut first = None;
        loop {
            let Learned::Fits(dfa) = learner.fit(most, effort)? else {
                (self.ended, self.states) = (Ended::Unfit, most);
                self.seeds = learner.seeds();
                return Ok(None);
            };
            if first.is_none() {
                self.growth = before.map_or(self.growth, |b| 100 * dfa.states() / b.max(1));
            }
            let (times, flat) = if search.careful { (100 * TINY, 104) } else { (TINY, PLATEAU) };
            let tiny = dfa.states() * dfa.letters() * times <= table.size();
            self.failed = cheap || tiny || self.growth <= flat;
            self.guess = Some(dfa.clone());
            self.seeds = learner.seeds();
            if !self.failed {
                (self.ended, self.states) = (Ended::Untried, dfa.states());
                return Ok(None);
            }
            (self.large, self.counterexample) = (false, None);
            let (suspects, lesson) = match proved(&dfa, self.numeration)? {
                Verdict::Proved => return Ok(Some(dfa)),
                Verdict::Large => {
                    self.large = true;
                    (Vec::new(), None)
                }
                Verdict::Wrong(suspects, lesson) => (suspects, lesson),
            };
            self.counterexample = suspects.first().cloned();
            // What the table knows better is learned from it.
            let told = |x: &&Vec<u32>| {
                let wide: Vec<i64> = x.iter().map(|n| i64::from(*n)).collect();
                let own: Vec<u64> = x.iter().map(|n| u64::from(*n)).collect();
                table.look(&wide).is_some_and(|member| member != dfa.contains_small(&own))
            };
            if let Some(word) = suspects.iter().find(told)
                && learner.correct(word)
            {
                continue;
            }
            self.seeds = learner.seeds();
            self.growth = self.growth.max(PLATEAU + 1);
            // Lessons are worth a few times what the guess was, and more where the automaton does not just grow.
            let now = effort.spent() - search.prepared.get() - begun;
            let once = *first.get_or_insert(now);
            let patience = match (last, self.growth <= GROWING) {
                (true, _) => PATIENT,
                (false, true) => 4,
                (false, false) => 3,
            };
            let new = lesson.is_some_and(|(tuple, member)| learner.teach(&tuple, member));
            if !new || now > patience * once + FREE / 10 {
                (self.ended, self.states) = (self.failure(), dfa.states());
                return Ok(None);
            }
        }
    }

    /// How a guess failed that was put to the proof.
    fn failure(&self) -> Ended {
        if self.large { Ended::Large } else { Ended::Wrong }
    }
}
