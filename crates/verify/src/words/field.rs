//! Words being read: what is known of them from the rules, and the moves that are being made in them.

use super::path::{END, Extent, Here, Path, Run, ZERO};
use super::rules::{Rules, paths};
use crate::refused::Why;
use crate::walk::Work;
use std::collections::{BTreeSet, HashMap};

/// Paths being followed.
type Followed = BTreeSet<(usize, Run)>;

/// A move that is being made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Thread {
    /// Its way, how far that is followed, and where its strokes stand: not begun, inside, over.
    Open(u32, Run, Vec<u8>),
    /// It is made: the rest of the word goes on as it is (`true`), or is left out.
    Made(bool),
}

/// What is known of a word from the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Known {
    /// The last letters, the newest first.
    pub(super) before: Vec<Option<u8>>,
    illegal: Followed,
    ends: Vec<Vec<Followed>>,
    /// For players for whom it matters: the moves that are being made.
    stuck: Vec<Vec<Thread>>,
}

/// What the rules say of a word.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) legal: bool,
    /// For each player, if play has ended: has the player to move won?
    pub(super) ended: Vec<Option<bool>>,
    /// For each player for whom it matters: is there no move?
    pub(super) stuck: Vec<bool>,
}

/// Where a thread leads, and what it writes on the way, for each word that the move leaves.
pub(super) type Steps = Vec<(Thread, Vec<Vec<u8>>)>;

pub(super) struct Field<'r> {
    pub(super) rules: &'r Rules,
    cap: u8,
    back: usize,
    anchors: usize,
    /// By state and letter.
    known: HashMap<Known, u32>,
    pub(super) list: Vec<Known>,
    next: Vec<Vec<Option<u32>>>,
    said: Vec<Option<Said>>,
}

impl<'r> Field<'r> {
    pub(super) fn new(rules: &'r Rules) -> Result<Field<'r>, Why> {
        let mut extent = Extent { steps: 0, anchors: 2 };
        paths(rules).for_each(|p| extent.path(p));
        rules.ways.iter().flatten().for_each(|w| extent.way(w));
        if extent.steps > 40 || extent.anchors > 60 {
            return Why::outside("places far from one another", "相距过远的位置");
        }
        Ok(Field {
            rules,
            cap: extent.steps as u8 + 2,
            back: extent.steps as usize,
            anchors: extent.anchors,
            known: HashMap::new(),
            list: Vec::new(),
            next: Vec::new(),
            said: Vec::new(),
        })
    }

    /// How many words a way leaves.
    pub(super) fn parts(&self, player: usize, way: u32) -> usize {
        self.rules.ways[player][way as usize].parts.len()
    }

    fn here<'h>(&self, letter: Option<u8>, first: bool, last: bool, before: &'h [Option<u8>]) -> Here<'h> {
        Here { letter, first, last, before, cap: self.cap }
    }

    fn number(&mut self, known: Known) -> u32 {
        if let Some(id) = self.known.get(&known) {
            return *id;
        }
        let id = self.list.len() as u32;
        self.known.insert(known.clone(), id);
        self.list.push(known);
        self.next.push(vec![None; self.rules.letters.len()]);
        self.said.push(None);
        id
    }

    /// Before the first letter.
    pub(super) fn begin(&mut self, work: &mut Work<'_>) -> Result<u32, Why> {
        let start = |paths: &[Path], anchors: usize| {
            paths.iter().map(|p| Run::new(p, anchors)).enumerate().collect::<Followed>()
        };
        let anchors = self.anchors;
        let known = Known {
            before: vec![None; self.back],
            illegal: start(&self.rules.illegal, anchors),
            ends: self
                .rules
                .ends
                .iter()
                .map(|list| list.iter().map(|(paths, _)| start(paths, anchors)).collect())
                .collect(),
            stuck: (0..self.rules.ways.len())
                .map(|p| if self.rules.stuck[p] { self.threads(p) } else { Vec::new() })
                .collect(),
        };
        let known = self.read(&known, &self.here(None, true, false, &known.before), work)?;
        Ok(self.number(known))
    }

    /// All moves of a player, not begun.
    pub(super) fn threads(&self, player: usize) -> Vec<Thread> {
        let ways = self.rules.ways[player].iter().enumerate();
        let thread = |(i, way): (usize, &super::path::Way)| {
            let strokes = way.parts.iter().map(|p| p.strokes.len()).sum();
            Thread::Open(i as u32, Run::new(&way.path, self.anchors), vec![0; strokes])
        };
        ways.map(thread).collect()
    }

    /// What is known behind a letter.
    pub(super) fn after(&mut self, state: u32, letter: u8, work: &mut Work<'_>) -> Result<u32, Why> {
        work.spend(1)?;
        if let Some(to) = self.next[state as usize][letter as usize] {
            return Ok(to);
        }
        let known = self.list[state as usize].clone();
        let next = self.read(&known, &self.here(Some(letter), false, false, &known.before), work)?;
        let id = self.number(next);
        self.next[state as usize][letter as usize] = Some(id);
        Ok(id)
    }

    /// What the rules say of a word that ends here.
    pub(super) fn said(&mut self, state: u32, work: &mut Work<'_>) -> Result<Said, Why> {
        if let Some(said) = &self.said[state as usize] {
            return Ok(said.clone());
        }
        let known = self.list[state as usize].clone();
        let last = self.read(&known, &self.here(None, false, true, &known.before), work)?;
        let ended = self.rules.ends.iter().zip(&last.ends).map(|(list, followed)| {
            let holds = list.iter().zip(followed).find(|(_, f)| !f.is_empty());
            holds.map(|((_, won), _)| *won)
        });
        let said = Said {
            legal: last.illegal.is_empty(),
            ended: ended.collect(),
            stuck: (0..self.rules.ways.len())
                .map(|p| self.rules.stuck[p] && last.stuck[p].is_empty())
                .collect(),
        };
        self.said[state as usize] = Some(said.clone());
        Ok(said)
    }

    fn read(&self, known: &Known, here: &Here<'_>, work: &mut Work<'_>) -> Result<Known, Why> {
        let mut stuck = Vec::new();
        for (player, threads) in known.stuck.iter().enumerate() {
            let mut next = BTreeSet::new();
            for thread in threads {
                next.extend(self.step(player, thread, here, work)?.into_iter().map(|(to, _)| to));
            }
            stuck.push(next.into_iter().collect());
        }
        let mut follow = |paths: &[Path], followed: &Followed| -> Result<Followed, Why> {
            let mut next = Followed::new();
            for (which, run) in followed {
                let mut out = Vec::new();
                run.after(&paths[*which], here, &edge(here), &mut out, &mut || work.spend(1))?;
                next.extend(out.into_iter().map(|run| (*which, run)));
            }
            Ok(next)
        };
        let illegal = follow(&self.rules.illegal, &known.illegal)?;
        let mut ends = Vec::new();
        for (list, all) in self.rules.ends.iter().zip(&known.ends) {
            let each = list.iter().zip(all).map(|((paths, _), followed)| follow(paths, followed));
            ends.push(each.collect::<Result<_, Why>>()?);
        }
        let mut before = known.before.clone();
        before.insert(0, here.letter);
        before.truncate(self.back);
        Ok(Known { before, illegal, ends, stuck })
    }

    /// What a thread does before the first letter, at a letter, or behind the last one.
    pub(super) fn steps(
        &self,
        player: usize,
        thread: &Thread,
        before: &[Option<u8>],
        letter: Place,
        work: &mut Work<'_>,
    ) -> Result<Steps, Why> {
        let here = match letter {
            Place::First => self.here(None, true, false, before),
            Place::Letter(l) => self.here(Some(l), false, false, before),
            Place::Last => self.here(None, false, true, before),
        };
        self.step(player, thread, &here, work)
    }

    fn step(
        &self,
        player: usize,
        thread: &Thread,
        here: &Here<'_>,
        work: &mut Work<'_>,
    ) -> Result<Steps, Why> {
        let (which, run, stages) = match thread {
            Thread::Made(copies) => {
                work.spend(1)?;
                let word = here.letter.filter(|_| *copies).into_iter().collect();
                return Ok(vec![(thread.clone(), vec![word])]);
            }
            Thread::Open(which, run, stages) => (*which, run, stages),
        };
        let way = &self.rules.ways[player][which as usize];
        let mut runs = Vec::new();
        run.after(&way.path, here, &edge(here), &mut runs, &mut || work.spend(1))?;
        let mut out = Vec::new();
        for run in runs {
            let mut stages = stages.clone();
            let (mut at, mut written) = (0, Vec::new());
            for part in &way.parts {
                let mut word = Vec::new();
                part.inserts.iter().filter(|(spot, _)| run.at(*spot)).for_each(|(_, w)| word.extend(w));
                let mut new = None;
                for stroke in &part.strokes {
                    let stage = &mut stages[at];
                    at += 1;
                    if run.at(stroke.until) {
                        *stage = 2;
                    } else if *stage == 0 && run.at(stroke.from) {
                        *stage = 1;
                    }
                    if let (1, Some(l)) = (*stage, here.letter) {
                        new = Some(stroke.becomes.as_ref().map_or(l, |b| b[l as usize]));
                    }
                }
                word.extend(new);
                written.push(word);
            }
            match run.settled(&way.path, self.cap) {
                Some(false) => {}
                Some(true) if way.parts.len() == 1 && !here.last => {
                    let part = &way.parts[0];
                    let late = part.inserts.iter().any(|(spot, _)| spot.anchor == END);
                    let mut open = part.strokes.iter().zip(&stages).filter(|(_, stage)| **stage == 1);
                    let last = open.next_back().map(|(stroke, _)| stroke.becomes.is_none());
                    match (late, last) {
                        (false, None) => out.push((Thread::Made(false), written)),
                        (false, Some(true)) => out.push((Thread::Made(true), written)),
                        _ => out.push((Thread::Open(which, run, stages), written)),
                    }
                }
                _ => out.push((Thread::Open(which, run, stages), written)),
            }
        }
        Ok(out)
    }
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    First,
    Letter(u8),
    Last,
}

/// The two ends are where they are.
fn edge(here: &Here<'_>) -> Vec<usize> {
    let ends = [(here.first, ZERO), (here.last, END)];
    ends.into_iter().filter(|(is, _)| *is).map(|(_, anchor)| anchor).collect()
}
