//! The search for nimbers of parts: asks whether the nimber of a part is in a set, instead of finding the
//! nimbers of all options and taking the mex.
//!
//! A part has nimber `n` exactly when the part and a heap of `n` together are lost (Lemoine and Viennot
//! 2012). To ask for a set of nimbers prunes more (Beling and Rogalski 2020, *aspiration sets*): an option
//! matters only if its own nimber is at most the largest one asked for and not excluded for the part already,
//! and so the set to ask an option for follows from what its brothers were. What an option is worth excludes that nimber for
//! the part; when nothing that was asked for is left, the part is done without looking further. An option of
//! several parts is the nim-sum: all parts but one are found exactly, and the last is asked for what is left.
//!
//! The memory keeps the nimber of a part, or which nimbers it is known not to have.

use crate::tuning::WAITING_PARTS;
use rustc_hash::FxHashMap;

use super::nimber_set::NimberSet;
use super::path::{Done, Path, Placed};
use super::team::{Busy, Searcher};
use super::transposition::{Fact, TranspositionTable};
use crate::stop::SumStop;
use crate::store::Paged;
use crate::{Halt, Nimber, Stop, Sum};
use bouton_budget::Meter;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What is known of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    /// The nimber, if it is known.
    pub nimber: Option<u32>,
    /// Nimbers below 64 that it is known not to be.
    pub not: u64,
}

impl Nim {
    const UNKNOWN: Self = Self { nimber: None, not: 0 };

    /// Whether it is known not to be in this set.
    pub(super) fn excludes(self, set: NimberSet) -> bool {
        match self.nimber {
            Some(nimber) => !set.has(nimber),
            None => set.without(self.not).is_empty(),
        }
    }
}

/// In a word: the nimber is known and stands in the other bits, which else are the nimbers that it is not.
const KNOWN: u64 = 1 << 63;

impl Fact for Nim {
    const WORDS: usize = 1;

    fn word(&self, _: usize) -> u64 {
        // That it is not 63 is forgotten.
        self.nimber.map_or(self.not & !KNOWN, |nimber| KNOWN | u64::from(nimber))
    }

    fn read(word: impl Fn(usize) -> u64) -> Self {
        match word(0) {
            known if known & KNOWN != 0 => Self { nimber: Some(known as u32), not: 0 },
            not => Self { nimber: None, not },
        }
    }

    fn merged(self, older: Self) -> Self {
        Self { nimber: self.nimber.or(older.nimber), not: self.not | older.not }
    }
}

/// What is noted of a part on the path.
struct Frame {
    /// The nimbers it is asked for, and those of them asked for now.
    wanted: NimberSet,
    stage: NimberSet,
    /// No option has a nimber of the stage; now those below it are asked for.
    below: bool,
    /// Small nimbers that it is known not to have, and those of them that an option has.
    not: u64,
    had: u64,
    /// Large nimbers that some option has.
    large: Vec<u32>,
    /// Where its options begin on the stack of options, and the next to look at.
    start: usize,
    next: usize,
    /// Which options are done, where the list was forgotten.
    done: Option<Done>,
    /// An option stands on the path: the number of its frame there.
    met: Option<usize>,
    /// An option was passed over because another worker is at it; whether that is over.
    passed: bool,
    insists: bool,
    /// Parts entered before this one.
    before: u64,
}

/// An option: the parts whose nimbers are not known yet, easiest first, and the sum of the others.
struct Choice<P> {
    parts: SmallVec<[Unknown<P>; 2]>,
    sum: u32,
    /// Its number in the game's list.
    number: u32,
    done: bool,
}

/// The parts of an option with their hashes.
type Found<P> = SmallVec<[(P, u64); 4]>;

/// A part of an option.
struct Unknown<P> {
    part: P,
    hash: u64,
    weight: u64,
}

impl<P> Choice<P> {
    /// One without parts.
    fn none() -> Self {
        Self { parts: SmallVec::new(), sum: 0, number: 0, done: true }
    }

    /// How hard it looks.
    fn weight(&self) -> u64 {
        let square = |part: &Unknown<P>| part.weight.saturating_mul(part.weight);
        self.parts.iter().map(square).fold(0, u64::saturating_add)
    }
}

/// One searcher for the nimber of a part.
pub(super) struct NimberSearch<'g, S: Sum> {
    game: &'g S,
    /// 0 for the one whose order of options is the plain one, and how many there are.
    number: u32,
    of: usize,
    path: Path<S::Part, Frame>,
    choices: Paged<Choice<S::Part>>,
    /// Parts in all choices.
    waiting: usize,
    entered: u64,
    /// Where options are put in order.
    list: Vec<Choice<S::Part>>,
    /// By what they are ordered, with their places in the list.
    order: Vec<(u64, u64, usize)>,
    /// Where in the list a choice stands, by a hash of it.
    twins: FxHashMap<u64, usize>,
    answer: Option<Option<u32>>,
}

/// A table for what is known of a game's parts.
pub trait Table<S: Sum>: TranspositionTable<Position = S::Part, Fact = Nim> {}

impl<S: Sum, M: TranspositionTable<Position = S::Part, Fact = Nim>> Table<S> for M {}

/// What is known of a part, by its rules and by the table.
#[inline]
pub(super) fn known<S: Sum, M: Table<S>>(game: &S, table: &M, part: &S::Part, hash: u64) -> Nim {
    match table.get(part, hash) {
        Some(found) => found,
        None => Nim { nimber: game.certain(part).map(|nimber| nimber.0), ..Nim::UNKNOWN },
    }
}

impl<'g, S: Sum> NimberSearch<'g, S> {
    /// NimberSearch `number` of `of`, who sets out to find whether the nimber of a part is in a set, and which.
    pub(super) fn new<M: Table<S>>(
        game: &'g S,
        (number, of): (u32, usize),
        part: &S::Part,
        wanted: NimberSet,
        table: &M,
    ) -> Result<Self, SumStop<S>> {
        let mut seeker = Self {
            game,
            number,
            of,
            path: Path::new(),
            choices: Paged::new(),
            waiting: 0,
            entered: 0,
            list: Vec::new(),
            order: Vec::new(),
            twins: FxHashMap::default(),
            answer: None,
        };
        let hash = M::hash(part);
        let known = known::<S, M>(game, table, part, hash);
        seeker.enter(part.clone(), hash, wanted, known, table)?;
        Ok(seeker)
    }

    /// The memory the seeker takes, without what waiting parts hold elsewhere.
    fn bytes(&self) -> usize {
        self.path.bytes() + self.choices.bytes() + self.waiting.saturating_mul(size_of::<Unknown<S::Part>>())
    }

    /// Puts a part at the end of the path.
    fn enter<M: Table<S>>(
        &mut self,
        part: S::Part,
        hash: u64,
        wanted: NimberSet,
        known: Nim,
        table: &M,
    ) -> Result<(), SumStop<S>> {
        self.entered += 1;
        let (start, before) = (self.choices.len(), self.entered);
        let frame = Frame {
            wanted,
            stage: NimberSet::NONE,
            below: false,
            not: known.not,
            had: 0,
            large: Vec::new(),
            start,
            next: start,
            done: None,
            met: None,
            passed: false,
            insists: false,
            before,
        };
        if !self.path.push(part, hash, frame) {
            return Err(
                Halt::Memory { positions: table.stored(), needed: usize::MAX, limit: self.bytes() }.into()
            );
        }
        self.list(table)
    }

    /// Lists the options of the last part on the path: counts those that are known, stacks the others, the
    /// easiest first.
    fn list<M: Table<S>>(&mut self, table: &M) -> Result<(), SumStop<S>> {
        let Some(Placed { position, frame, .. }) = self.path.last_mut() else { return Ok(()) };
        let (game, list) = (self.game, &mut self.list);
        list.clear();
        self.twins.clear();
        let done = frame.done.take();
        let (mut number, mut answered) = (0, false);
        // An option waits until the next is listed: meanwhile the table fetches what it knows of its parts.
        let mut waiting: Option<(u32, u32, Found<S::Part>)> = None;
        let (twins, stacked) = (&mut self.twins, &mut self.waiting);
        let mut settle = |(number, mut sum, found): (u32, u32, Found<S::Part>)| {
            let mut parts = SmallVec::new();
            for (part, hash) in found {
                match known::<S, M>(game, table, &part, hash).nimber {
                    Some(nimber) => sum ^= nimber,
                    None => parts.push(Unknown { weight: game.weight(&part), part, hash }),
                }
            }
            if parts.is_empty() {
                frame.add(sum);
                // What was asked is answered: the other options do not matter.
                let answered = frame.wanted.without(frame.not).is_empty();
                return if answered { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            if parts.len() > 1 {
                parts.sort_unstable_by_key(|part: &Unknown<S::Part>| (part.weight, part.hash));
            }
            let choice = Choice { parts, sum, number, done: false };
            let twin = twins.entry(choice.mark()).or_insert(list.len());
            if !list.get(*twin).is_some_and(|twin| twin.same(&choice)) {
                *stacked += choice.parts.capacity();
                list.push(choice);
            }
            ControlFlow::Continue(())
        };
        let mut visit = |parts: &[S::Part], sum: Nimber| {
            let here = number;
            number += 1;
            if done.as_ref().is_some_and(|done| done.has(here)) {
                return ControlFlow::Continue(());
            }
            let mut found = Found::new();
            for part in parts {
                // Two equal parts add up to nothing.
                if let Some(twin) = found.iter().position(|(other, _)| other == part) {
                    found.swap_remove(twin);
                    continue;
                }
                let hash = M::hash(part);
                table.await_hash(hash);
                found.push((part.clone(), hash));
            }
            let Some(last) = waiting.replace((u32::try_from(here).unwrap_or(u32::MAX), sum.0, found)) else {
                return ControlFlow::Continue(());
            };
            let flow = settle(last);
            answered = flow.is_break();
            flow
        };
        game.each_option(position, &mut visit).map_err(Stop::Rules)?;
        if let Some(last) = waiting.filter(|_| !answered) {
            answered = settle(last).is_break();
        }
        if !answered {
            // The mex of n values is at most n.
            let most = frame.had.count_ones() as usize + frame.large.len() + list.len();
            let most = NimberSet::up_to(u32::try_from(most).unwrap_or(u32::MAX));
            frame.wanted = frame.wanted.and(most);
            frame.not |= !most.small;
        }
        let twist = self.number;
        let key = |(at, choice): (usize, &Choice<S::Part>)| {
            // Other seekers than the first break ties in an order of their own.
            let hash = choice.parts.first().map_or(0, |part| part.hash);
            let tie = if twist == 0 { u64::from(choice.number) } else { hash.rotate_left(twist) };
            (choice.weight(), tie, at)
        };
        self.order.clear();
        self.order.extend(list.iter().enumerate().map(key));
        self.order.sort_unstable();
        frame.next = frame.start;
        for (_, _, at) in &self.order {
            self.choices.push(std::mem::replace(&mut list[*at], Choice::none()));
        }
        list.clear();
        Ok(())
    }

    /// Leaves the last part on the path, whose nimber is this or not among those asked for, and tells the
    /// one before it.
    fn leave<M: Table<S>>(&mut self, nimber: Option<u32>, table: &M, busy: Option<&Busy>) {
        let Some(Placed { position, hash, frame, .. }) = self.path.pop() else { return };
        self.drop_choices(frame.start);
        let effort = (1 + self.entered - frame.before).ilog2() as u8;
        let heap = self.game.bytes(&position).saturating_sub(size_of::<S::Part>());
        table.put(&position, hash, heap, Nim { nimber, not: frame.not }, effort);
        if let Some(busy) = busy {
            busy.clear(hash);
        }
        let Some(Placed { frame: parent, .. }) = self.path.last_mut() else {
            self.answer = Some(nimber);
            return;
        };
        if parent.done.is_some() {
            // Its list was forgotten. What was found is in the table when the list is made again.
            return;
        }
        let choice = &mut self.choices[parent.next];
        match nimber {
            Some(nimber) => {
                choice.parts.remove(0);
                choice.sum ^= nimber;
            }
            None => parent.next += 1,
        }
    }

    /// Counts the options of the last part that have become known, before any other is searched.
    fn look_again<M: Table<S>>(&mut self, table: &M) {
        let Some(Placed { frame, .. }) = self.path.last_mut() else { return };
        for at in frame.start..self.choices.len() {
            let choice = &mut self.choices[at];
            if !choice.done {
                choice.learn(table);
                if choice.parts.is_empty() {
                    choice.done = true;
                    frame.add(choice.sum);
                }
            }
        }
    }

    fn drop_choices(&mut self, start: usize) {
        for at in start..self.choices.len() {
            self.waiting -= self.choices[at].parts.capacity();
        }
        self.choices.truncate(start);
    }

    /// Where too many options wait, those of the last part make room.
    fn forget_long_list(&mut self) {
        if self.waiting <= WAITING_PARTS {
            return;
        }
        let Some(Placed { frame, .. }) = self.path.last_mut() else { return };
        let start = frame.start;
        let waiting = (start..self.choices.len()).map(|at| &self.choices[at]);
        let numbers = waiting.filter(|choice| !choice.done).map(|choice| choice.number);
        frame.done = Some(Done::all_but(numbers));
        self.drop_choices(start);
    }
}

impl Frame {
    /// An option has this nimber, so the part has not.
    fn add(&mut self, nimber: u32) {
        if nimber < u64::BITS {
            self.not |= 1 << nimber;
            self.had |= 1 << nimber;
        } else {
            self.large.push(nimber);
        }
    }

    /// The nimbers of options that matter now: those of the stage, and when no option has one of them, those below it.
    fn matters(&self) -> NimberSet {
        let matters = if self.below { self.stage.and_below() } else { self.stage };
        matters.without(self.not)
    }

    /// Goes on with the nimbers below the stage, if any of them matters.
    fn goes_below(&mut self) -> bool {
        let goes = !self.below && self.stage.and_below().without(self.not) != self.stage.without(self.not);
        self.below |= goes;
        goes
    }

    /// The nimber, when no option has one that still matters: the smallest that the part may have.
    fn conclusion(&mut self) -> u32 {
        let small = self.not.trailing_ones();
        if small < u64::BITS {
            return small;
        }
        self.large.sort_unstable();
        self.large.dedup();
        let gap = (u64::BITS..).zip(&self.large).find(|(want, have)| want != *have);
        // The values are 64, 65, … without a gap, each seen once.
        gap.map_or(u64::BITS.saturating_add(self.large.len() as u32), |(missing, _)| missing)
    }
}

impl<P> Choice<P> {
    /// Adds up the parts whose nimbers have become known; what is known of the first other one. The rules did not give them away.
    fn learn<M: TranspositionTable<Position = P, Fact = Nim>>(&mut self, table: &M) -> Nim {
        // Most have one part.
        if let [Unknown { part, hash, .. }] = &self.parts[..] {
            let known = table.get(part, *hash).unwrap_or(Nim::UNKNOWN);
            if let Some(nimber) = known.nimber {
                self.sum ^= nimber;
                self.parts.clear();
                return Nim::UNKNOWN;
            }
            return known;
        }
        let mut first = None;
        self.parts.retain(|Unknown { part, hash, .. }| {
            let known = table.get(part, *hash).unwrap_or(Nim::UNKNOWN);
            match known.nimber {
                Some(nimber) => self.sum ^= nimber,
                None => first = first.or(Some(known)),
            }
            known.nimber.is_none()
        });
        first.unwrap_or(Nim::UNKNOWN)
    }

    /// Equal choices have the same mark, others seldom.
    fn mark(&self) -> u64 {
        self.parts.iter().fold(u64::from(self.sum), |mark, part| mark.rotate_left(7) ^ part.hash)
    }

    /// Whether the rest is the same as that of another.
    fn same(&self, other: &Self) -> bool
    where
        P: Eq,
    {
        let pairs = || self.parts.iter().zip(&other.parts);
        self.sum == other.sum
            && self.parts.len() == other.parts.len()
            && pairs().all(|(one, two)| one.hash == two.hash && one.part == two.part)
    }
}

impl<S: Sum, M: Table<S>> Searcher<M> for NimberSearch<'_, S> {
    /// The nimber, unless it is not one of those asked for.
    type Answer = Option<u32>;
    type Failure = SumStop<S>;

    fn run(
        &mut self,
        table: &M,
        busy: Option<&Busy>,
        meter: &mut Meter<'_>,
        nodes: u64,
    ) -> Result<Option<Option<u32>>, SumStop<S>> {
        let until = self.entered + nodes;
        while self.answer.is_none() {
            let Some(Placed { frame, .. }) = self.path.last_mut() else { break };
            if frame.done.is_some() {
                self.list(table)?;
                continue;
            }
            if frame.stage.without(frame.not).is_empty() {
                let rest = frame.wanted.without(frame.not);
                if rest.is_empty() {
                    self.leave(None, table, busy);
                } else {
                    (frame.stage, frame.below) = (rest.first_asked(), false);
                    (frame.next, frame.met, frame.passed, frame.insists) = (frame.start, None, false, false);
                    self.look_again(table);
                }
                continue;
            }
            if frame.next == self.choices.len() {
                if frame.passed {
                    (frame.next, frame.met, frame.passed, frame.insists) = (frame.start, None, false, true);
                } else if let Some(first) = frame.met {
                    return Err(Stop::Cycle(self.path.since(first)));
                } else if frame.goes_below() {
                    (frame.next, frame.insists) = (frame.start, false);
                } else {
                    let nimber = frame.conclusion();
                    self.leave(Some(nimber), table, busy);
                }
                continue;
            }
            if self.entered >= until || busy.is_some_and(Busy::over) {
                return Ok(None);
            }
            let choice = &mut self.choices[frame.next];
            if choice.done {
                frame.next += 1;
                continue;
            }
            let known = choice.learn(table);
            let Some(part) = choice.parts.first() else {
                choice.done = true;
                frame.add(choice.sum);
                frame.next += 1;
                continue;
            };
            let wanted = if choice.parts.len() == 1 {
                let wanted = frame.matters().plus(choice.sum);
                if known.excludes(wanted) {
                    frame.next += 1;
                    continue;
                }
                wanted
            } else {
                NimberSet::ALL
            };
            let (hash, wanted_part) = (part.hash, part.part.clone());
            let met = self.path.find(&wanted_part, hash);
            let Some(Placed { frame, .. }) = self.path.last_mut() else { break };
            if met.is_some() {
                (frame.met, frame.next) = (met, frame.next + 1);
                continue;
            }
            if !frame.insists && busy.is_some_and(|busy| busy.has(hash)) {
                (frame.passed, frame.next) = (true, frame.next + 1);
                continue;
            }
            let stored = table.stored();
            meter.tick(stored)?;
            let heap = self.game.bytes(&wanted_part).saturating_sub(size_of::<S::Part>());
            let waiting = heap.saturating_mul(self.waiting + self.path.len());
            let stacks = self.bytes().saturating_add(waiting).saturating_mul(self.of);
            meter.room(stored, table.bytes().saturating_add(stacks))?;
            self.forget_long_list();
            if let Some(busy) = busy {
                busy.mark(hash);
            }
            self.enter(wanted_part, hash, wanted, known, table)?;
        }
        Ok(self.answer)
    }

    fn entered(&self) -> u64 {
        self.entered
    }
}
