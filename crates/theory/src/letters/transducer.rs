//! The moves of a player as transducers: they read a word from left to right, guess the places that are chosen, and write the words
//! that the move leaves.

use super::marked::{Marked, around};
use crate::effort::Effort;
use bouton_budget::Halt;
use bouton_compile::letters::{Base, Formula, Letters, Output, Place, Way};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a step writes, for each word that the move leaves.
pub(super) type Written = Vec<Vec<u8>>;

/// By letter: what may be written, and where that leads.
type Row = Vec<(u32, u32)>;

/// Reads a word with a letter before and one behind it, without certainty.
#[derive(Clone, Debug)]
pub(super) struct Transducer {
    /// How many words it writes.
    pub(super) parts: usize,
    /// Where it may begin.
    pub(super) start: Vec<u32>,
    /// By state and letter: what it may write, and where that leads.
    pub(super) next: Vec<Vec<Row>>,
    pub(super) accept: Vec<bool>,
    /// What is written, by number.
    pub(super) written: Vec<Written>,
}

/// All moves of a player, one transducer for each number of words that a move may leave.
pub(super) fn moves(game: &Letters, player: usize, effort: &Effort) -> Result<Vec<Transducer>, Halt> {
    let mut made: BTreeMap<usize, Transducer> = BTreeMap::new();
    for way in &game.ways[player] {
        let of = made.entry(way.parts.len()).or_insert_with(|| Transducer {
            parts: way.parts.len(),
            start: Vec::new(),
            next: Vec::new(),
            accept: Vec::new(),
            written: Vec::new(),
        });
        of.add(way, game.alphabet.len(), game.marks, effort)?;
        if of.next.len() > 400 {
            of.reduce(effort)?;
        }
    }
    let mut out: Vec<Transducer> = made.into_values().collect();
    for of in &mut out {
        of.reduce(effort)?;
    }
    Ok(out)
}

/// Something that happens at a place: the place itself is marked, or it is one of the two ends.
#[derive(Clone, Copy)]
enum Event {
    First,
    Last,
    Mark(usize),
}

/// The places at which something begins or ends in a way, as marks.
struct Events {
    when: Formula,
    marks: Vec<usize>,
    fresh: usize,
    known: Vec<(Place, usize)>,
}

impl Events {
    /// The event of a place; what happens at place 1 may as well happen at place 0, if `early`.
    fn at(&mut self, place: Place, early: bool) -> Event {
        match place {
            Place { base: Base::Zero, offset: 0 } => Event::First,
            Place { base: Base::Zero, offset: 1 } if early => Event::First,
            Place { base: Base::End, offset: 0 } => Event::Last,
            Place { base: Base::Mark(m), offset: 0 } => Event::Mark(m),
            _ => {
                if let Some((_, mark)) = self.known.iter().find(|(p, _)| *p == place) {
                    return Event::Mark(*mark);
                }
                let mark = self.fresh;
                self.fresh += 1;
                self.marks.push(mark);
                self.known.push((place, mark));
                let when = std::mem::replace(&mut self.when, Formula::Known(true));
                self.when = when.and(Formula::same(Place::mark(mark), place));
                Event::Mark(mark)
            }
        }
    }
}

/// A stretch of the old word: its events and what becomes of its letters.
struct Stretch {
    from: Event,
    until: Event,
    becomes: Option<Vec<u8>>,
}

struct Part {
    stretches: Vec<Stretch>,
    inserts: Vec<(Event, Vec<u8>)>,
}

impl Part {
    fn new(output: &Output, events: &mut Events) -> Part {
        let stretch = |s: &bouton_compile::letters::Stroke, events: &mut Events| Stretch {
            from: events.at(s.from, true),
            until: events.at(s.until, false),
            becomes: s.becomes.clone(),
        };
        Part {
            stretches: output.strokes.iter().map(|s| stretch(s, events)).collect(),
            inserts: output.inserts.iter().map(|(at, w)| (events.at(*at, true), w.clone())).collect(),
        }
    }
}

impl Transducer {
    /// Adds the moves of a way.
    fn add(&mut self, way: &Way, alphabet: usize, fresh: usize, effort: &Effort) -> Result<(), Halt> {
        let mut events =
            Events { when: way.when.clone(), marks: way.marks.clone(), fresh, known: Vec::new() };
        let parts: Vec<Part> = way.parts.iter().map(|p| Part::new(p, &mut events)).collect();
        let mut when = Marked::of(&events.when, alphabet, effort)?;
        for mark in &events.marks {
            when = when.once(*mark, effort)?;
        }
        when = when.framed(effort)?;
        let dead = dead(&when);
        let bit = |mark: usize| when.marks.iter().position(|m| *m == mark);
        let [before, behind] = around(alphabet);
        let happens = |event: &Event, letter: usize, bits: usize| match event {
            Event::First => letter == before,
            Event::Last => letter == behind,
            Event::Mark(m) => bit(*m).is_some_and(|i| bits >> i & 1 == 1),
        };
        // Where each stretch stands: not begun, inside, over.
        let stretches: usize = parts.iter().map(|p| p.stretches.len()).sum();
        let first = (0u32, vec![0u8; stretches]);
        let mut known: FxHashMap<(u32, Vec<u8>), u32> = FxHashMap::default();
        let base = self.next.len() as u32;
        known.insert(first.clone(), base);
        self.start.push(base);
        let mut list = vec![first];
        let mut at = 0;
        while at < list.len() {
            effort.allow(list.len(), alphabet + 2)?;
            let (state, stages) = list[at].clone();
            let mut rows = vec![Vec::new(); alphabet + 2];
            for (letter, row) in rows.iter_mut().enumerate() {
                for bits in 0..1usize << when.marks.len() {
                    effort.tick()?;
                    let to = when.next[state as usize][letter + when.letters * bits];
                    if dead[to as usize] {
                        continue;
                    }
                    let mut stages = stages.clone();
                    let happens = |event: &Event| happens(event, letter, bits);
                    let written = write(&parts, &mut stages, letter, alphabet, &happens);
                    let id = *known.entry((to, stages)).or_insert_with_key(|to| {
                        list.push(to.clone());
                        base + list.len() as u32 - 1
                    });
                    let step = (self.number(written), id);
                    if !row.contains(&step) {
                        row.push(step);
                    }
                }
            }
            self.next.push(rows);
            self.accept.push(when.accept[state as usize]);
            at += 1;
        }
        Ok(())
    }

    fn number(&mut self, written: Written) -> u32 {
        let known = self.written.iter().position(|w| *w == written);
        known.unwrap_or_else(|| {
            self.written.push(written);
            self.written.len() - 1
        }) as u32
    }

    /// Leaves out states that lead nowhere, and puts together those that do the same.
    fn reduce(&mut self, effort: &Effort) -> Result<(), Halt> {
        let mut live = self.accept.clone();
        loop {
            let mut grown = false;
            for (s, rows) in self.next.iter().enumerate() {
                if !live[s] && rows.iter().flatten().any(|(_, to)| live[*to as usize]) {
                    live[s] = true;
                    grown = true;
                }
            }
            effort.spend(self.next.len() as u64)?;
            if !grown {
                break;
            }
        }
        for row in self.next.iter_mut().flatten() {
            row.retain(|(_, to)| live[*to as usize]);
        }
        let mut class: Vec<u32> = self.accept.iter().map(|a| u32::from(*a)).collect();
        let mut count = 0;
        loop {
            let mut known: FxHashMap<(u32, Vec<Row>), u32> = FxHashMap::default();
            let mut finer = Vec::with_capacity(class.len());
            for (rows, old) in self.next.iter().zip(&class) {
                effort.spend(rows.len() as u64)?;
                let seen = |row: &Row| {
                    let mut to: Row = row.iter().map(|(w, s)| (*w, class[*s as usize])).collect();
                    to.sort_unstable();
                    to.dedup();
                    to
                };
                let id = known.len() as u32;
                finer.push(*known.entry((*old, rows.iter().map(seen).collect())).or_insert(id));
            }
            class = finer;
            if known.len() == count {
                break;
            }
            count = known.len();
        }
        // Classes in the order of their first states; only those that are reached.
        let mut first = vec![usize::MAX; count];
        for (state, c) in class.iter().enumerate().rev() {
            first[*c as usize] = state;
        }
        let mut start: Vec<u32> =
            self.start.iter().filter(|s| live[**s as usize]).map(|s| class[*s as usize]).collect();
        start.sort_unstable();
        start.dedup();
        let mut place: FxHashMap<u32, u32> = FxHashMap::default();
        let mut order: Vec<u32> = Vec::new();
        for s in &start {
            place.insert(*s, order.len() as u32);
            order.push(*s);
        }
        let (mut next, mut accept, mut at) = (Vec::new(), Vec::new(), 0);
        while at < order.len() {
            let of = first[order[at] as usize];
            let mut rows = Vec::new();
            for row in &self.next[of] {
                let mut steps: Vec<(u32, u32)> = Vec::new();
                for (w, to) in row {
                    let c = class[*to as usize];
                    let id = *place.entry(c).or_insert_with(|| {
                        order.push(c);
                        order.len() as u32 - 1
                    });
                    steps.push((*w, id));
                }
                steps.sort_unstable();
                steps.dedup();
                rows.push(steps);
            }
            next.push(rows);
            accept.push(self.accept[of]);
            at += 1;
        }
        self.start = (0..start.len() as u32).collect();
        (self.next, self.accept) = (next, accept);
        Ok(())
    }
}

/// What is written at a place; stretches begin and end first.
fn write(
    parts: &[Part],
    stages: &mut [u8],
    letter: usize,
    alphabet: usize,
    happens: &dyn Fn(&Event) -> bool,
) -> Written {
    let mut at = 0;
    let mut out = Vec::with_capacity(parts.len());
    for part in parts {
        let mut word = Vec::new();
        for (event, letters) in &part.inserts {
            if happens(event) {
                word.extend(letters);
            }
        }
        let mut becomes = None;
        for stretch in &part.stretches {
            let stage = &mut stages[at];
            at += 1;
            if happens(&stretch.until) {
                *stage = 2;
            } else if *stage == 0 && happens(&stretch.from) {
                *stage = 1;
            }
            if *stage == 1 && letter < alphabet {
                becomes = Some(stretch.becomes.as_ref().map_or(letter as u8, |b| b[letter]));
            }
        }
        word.extend(becomes);
        out.push(word);
    }
    out
}

/// The states from which nothing is accepted.
fn dead(of: &Marked) -> Vec<bool> {
    let mut live = of.accept.clone();
    loop {
        let mut grown = false;
        for (s, row) in of.next.iter().enumerate() {
            if !live[s] && row.iter().any(|to| live[*to as usize]) {
                live[s] = true;
                grown = true;
            }
        }
        if !grown {
            return live.into_iter().map(|l| !l).collect();
        }
    }
}
