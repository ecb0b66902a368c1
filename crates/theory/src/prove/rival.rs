//! One numeration in the search for a theorem: what it has learned, and a turn with one table.

use super::Ended;
use super::candidate::{Fault, What};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::{Blocks, Drawn, Facts, Frontier, Known, Learned, Learner, Sketch, Tails, agrees, word_of};
use crate::numeration::Numeration;
use crate::tuning::{
    CHEAP, DEARER, FEW, FREE, GROWING, HOPELESS, PATIENT, PLATEAU, SAMPLE, SEEN, STAYS, TELLING, TINY, UNSURE,
};
use bouton_budget::Halt;
use std::cell::Cell;
use std::rc::Rc;

/// What a proof came to.
pub(super) enum Verdict {
    Proved,
    /// The automata of the proof are too large.
    Large,
    /// With positions one of which the guess is wrong about, and one with whether it is really lost, as far as one can tell.
    Wrong(Vec<Vec<u32>>, Option<(Vec<u32>, bool)>),
    /// With the first position that the guess is wrong about; `None` if that is too large.
    First(Option<Vec<u32>>),
}

impl Verdict {
    pub(super) const WRONG: Verdict = Verdict::Wrong(Vec::new(), None);
}

/// What bounds an attempt.
pub(super) struct Search {
    pub(super) states: usize,
    /// Proofs are dear: guesses need more evidence.
    pub(super) careful: bool,
    /// A failed proof says where the guess is wrong.
    pub(super) corrected: bool,
    /// It says where it is wrong first of all.
    pub(super) exact: bool,
    /// All moves take constant amounts: proofs in integer bases are cheap.
    pub(super) steady: bool,
    /// Steps that the preparation of proofs took in this attempt.
    pub(super) prepared: Cell<u64>,
    /// Steps that proofs took in this attempt, with their preparation.
    pub(super) proved: Cell<u64>,
    /// Steps that the dearest of them took.
    pub(super) dearest: Cell<u64>,
}

pub(super) struct Rival {
    pub(super) numeration: Numeration,
    /// Which table comes next.
    pub(super) level: usize,
    pub(super) table: u64,
    pub(super) ended: Ended,
    pub(super) states: usize,
    pub(super) too_large: bool,
    /// No further tables: the last one was tried, or automata are too large.
    pub(super) out: bool,
    /// It was added because a table looks like it.
    pub(super) guessed: bool,
    /// What was learned from the table before.
    pub(super) guess: Option<Rc<Dfa>>,
    /// The last automaton that was learned, with where it is wrong.
    pub(super) kept: Option<(Rc<Dfa>, Option<Fault>)>,
    /// Suffixes that told prefixes apart there.
    pub(super) seeds: Vec<Vec<u32>>,
    /// What is known exactly beyond the tables.
    pub(super) frontier: Option<Frontier>,
    /// Prefixes that were taken for others.
    pub(super) facts: Facts,
    /// How many digits the last table that was taken apart had.
    pub(super) length: Option<usize>,
    /// Whether the guess has failed in a proof.
    pub(super) failed: bool,
    /// Whether that was because the proof is too large.
    pub(super) large: bool,
    /// How many states the last guess had, in percent of those of the guess before.
    pub(super) growth: usize,
    /// Steps used.
    pub(super) used: u64,
    /// Steps that the next turn will take, as far as one can tell.
    pub(super) expected: u64,
}

impl Rival {
    pub(super) fn new(numeration: Numeration) -> Rival {
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
            kept: None,
            seeds: Vec::new(),
            frontier: None,
            facts: Facts::default(),
            length: None,
            failed: false,
            large: false,
            growth: GROWING + 1,
            used: 0,
            expected: 0,
        }
    }

    /// A turn with one table; `further` is what the next one costs, where there is one.
    pub(super) fn attempt<K: Known>(
        &mut self,
        table: &K,
        below: u64,
        further: Option<u64>,
        search: &Search,
        effort: &Effort,
        proved: &mut dyn FnMut(&Dfa, Numeration, bool) -> Result<Verdict, Halt>,
    ) -> Result<Option<Dfa>, Halt> {
        let before = self.guess.as_ref().map(|g| g.states());
        // An automaton that says nearly as much as the table itself is no finding.
        let most = search.states.min((table.size() / 16).max(8));
        (self.table, self.ended, self.states) = (below, Ended::Cut, most);
        let letters = self.numeration.digits().checked_pow(table.width() as u32);
        let cheap = !search.careful && letters.is_some_and(|l| l * l <= CHEAP) || search.steady;
        let mixed = matches!(self.numeration, Numeration::Mixed(_));
        if search.exact
            && !mixed
            && self.numeration.digits() <= FEW
            && let Some(found) = self.draw(table, most, (cheap, further), search, effort, proved)?
        {
            return Ok(found);
        }
        // A cheap proof finds what is wrong sooner than the whole table does.
        let sample = if cheap && search.corrected { SAMPLE } else { usize::MAX };
        let whole = sample == usize::MAX;
        if let Some(guess) = self.guess.take().filter(|_| whole)
            && agrees(&guess, table, effort)?
        {
            // A guess that failed is wrong somewhere beyond this table too: the next one decides.
            if !self.failed {
                match proved(&guess, self.numeration, false)? {
                    Verdict::Proved => return Ok(Some(Rc::unwrap_or_clone(guess))),
                    Verdict::Large => self.large = true,
                    Verdict::Wrong(suspects, _) => self.keep(&guess, near(&suspects)),
                    Verdict::First(wrong) => self.keep(&guess, near(wrong.as_slice())),
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
            let (times, flat) = if search.careful { (100 * TINY, STAYS) } else { (TINY, PLATEAU) };
            let tiny = dfa.states() * dfa.letters() * times <= table.size();
            self.failed = cheap || tiny || self.growth <= flat;
            let dfa = Rc::new(dfa);
            self.guess = Some(dfa.clone());
            self.keep(&dfa, None);
            self.seeds = learner.seeds();
            if !self.failed {
                (self.ended, self.states) = (Ended::Untried, dfa.states());
                return Ok(None);
            }
            self.large = false;
            let (suspects, lesson) = match proved(&dfa, self.numeration, false)? {
                Verdict::Proved => return Ok(Some(Rc::unwrap_or_clone(dfa))),
                Verdict::Large => {
                    self.large = true;
                    (Vec::new(), None)
                }
                Verdict::Wrong(suspects, lesson) => (suspects, lesson),
                Verdict::First(wrong) => (wrong.into_iter().collect(), None),
            };
            self.keep(&dfa, near(&suspects));
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
            let patience = if self.growth <= GROWING { 4 } else { 3 };
            let new = lesson.is_some_and(|(tuple, member)| learner.teach(&tuple, member));
            if !new || now > patience * once + FREE / 10 {
                (self.ended, self.states) = (self.failure(), dfa.states());
                return Ok(None);
            }
        }
    }

    /// A turn where proofs tell the first position that a guess is wrong about: nothing is believed that is not so. `None` if the
    /// table cannot be taken apart into blocks.
    fn draw<K: Known>(
        &mut self,
        table: &K,
        most: usize,
        (cheap, further): (bool, Option<u64>),
        search: &Search,
        effort: &Effort,
        proved: &mut dyn FnMut(&Dfa, Numeration, bool) -> Result<Verdict, Halt>,
    ) -> Result<Option<Option<Dfa>>, Halt> {
        let before = self.guess.as_ref().map(|g| g.states());
        let length = Blocks::length_of(table, self.numeration);
        if length.is_some() && length == self.length && self.failed {
            // As many digits as before, and what was learned of them is wrong.
            return Ok(Some(None));
        }
        let Some(blocks) = Blocks::new(table, self.numeration, effort)? else { return Ok(None) };
        self.length = length;
        self.table = blocks.bound();
        self.growth = if table.size() > TELLING { HOPELESS + 1 } else { GROWING + 1 };
        let begun = effort.spent();
        let (mut first, mut start) = (None, 0);
        loop {
            let known: &dyn Tails = match &self.frontier {
                Some(frontier) if frontier.length() > blocks.length() => frontier,
                _ => &blocks,
            };
            let (system, wide) = (self.numeration, table.width());
            let drawn = Sketch::draw(system, wide, known, self.frontier.as_ref(), &self.facts, most, effort)?;
            let Drawn::Closed(sketch) = drawn else {
                (self.ended, self.states) = (Ended::Unfit, most);
                return Ok(Some(None));
            };
            let dfa = Rc::new(sketch.automaton(effort)?);
            if first.is_none() {
                self.growth = before.map_or(self.growth, |b| 100 * dfa.states() / b.max(1));
                start = dfa.states();
            }
            let (times, flat) = if search.careful { (100 * TINY, STAYS) } else { (TINY, PLATEAU) };
            let tiny = dfa.states() * dfa.letters() * times <= table.size();
            // Prefixes of which little is known behind them were taken for others without a reason.
            let far = sketch.unsure == 0 || (sketch.margin + 1) * self.numeration.digits() >= SEEN;
            let sure = sketch.unsure * UNSURE <= sketch.states() * dfa.letters();
            let stays = (200 - STAYS..=STAYS).contains(&self.growth);
            let seen = sure && (far || stays) || search.steady && further.is_none();
            self.failed = seen && (cheap || tiny || self.growth <= flat);
            self.guess = Some(dfa.clone());
            self.keep(&dfa, None);
            if !self.failed {
                (self.ended, self.states) = (Ended::Untried, dfa.states());
                return Ok(Some(None));
            }
            let word = match &self.frontier {
                Some(frontier) => frontier.wrong(&dfa, effort)?,
                None => None,
            };
            let word = match word {
                Some(word) => Some(word),
                None => {
                    self.large = false;
                    match proved(&dfa, system, true)? {
                        Verdict::Proved => return Ok(Some(Some(Rc::unwrap_or_clone(dfa)))),
                        Verdict::First(Some(wrong)) => {
                            let word = word_of(system, &wrong, effort)?;
                            self.frontier = Some(Frontier::new(dfa.as_ref().clone(), word.clone(), effort)?);
                            Some(word)
                        }
                        Verdict::Large => {
                            self.large = true;
                            None
                        }
                        _ => None,
                    }
                }
            };
            if let Some(word) = &word {
                self.keep(&dfa, Fault::of_word(&dfa, word, effort)?);
            }
            self.growth = self.growth.max(PLATEAU + 1);
            let now = effort.spent() - search.prepared.get() - begun;
            let once = *first.get_or_insert(now);
            let new = match (&self.frontier, &word) {
                (Some(frontier), Some(word)) => sketch.learn(frontier, word, &mut self.facts, effort)?,
                _ => false,
            };
            // As long as the automaton stays what it is, few prefixes were taken for others.
            let flat = dfa.states() * 100 <= PLATEAU * start;
            // Where a larger table costs less than that, it is the better teacher.
            let patience = if flat && search.steady {
                8 * once + 3 * PATIENT
            } else if flat {
                8 * once + further.map_or(PATIENT, |cost| (DEARER * cost).clamp(FREE, PATIENT))
            } else {
                4 * once + FREE
            };
            if !new || now > patience {
                (self.ended, self.states) = (self.failure(), dfa.states());
                return Ok(Some(None));
            }
        }
    }

    fn keep(&mut self, dfa: &Rc<Dfa>, fault: Option<Fault>) {
        self.kept = Some((dfa.clone(), fault));
    }

    /// How a guess failed that was put to the proof.
    fn failure(&self) -> Ended {
        if self.large { Ended::Large } else { Ended::Wrong }
    }
}

/// A position at which the statement fails, the first of some: what is wrong may be one of its options.
fn near(suspects: &[Vec<u32>]) -> Option<Fault> {
    suspects.first().map(|position| Fault { position: position.clone(), what: What::Near })
}
