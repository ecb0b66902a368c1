//! Whether a machine is right about all words: the statement is walked through letter by letter, beside everything that a move may have
//! written so far.
//!
//! Two walks decide it. In the first one option is followed at a time: none may be what the label forbids (a lost word has no lost
//! option, a value is not the value of an option). In the second all options are followed together, as a set: among them must be
//! what the label demands. There only sets are kept that contain no other set met in the same place: fewer options fail sooner.

use super::Subject;
use super::board::Board;
use super::machine::{ILLEGAL, Machine};
use super::marked::around;
use crate::effort::Effort;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most sets that the second walk keeps.
const SETS: usize = 2_000_000;

/// The shortest word for which the statement fails; `None` where it holds for all.
pub(super) fn judge(board: &Board, machine: &Machine, effort: &Effort) -> Result<Option<Vec<u8>>, Halt> {
    let mut found = positions(board, machine, effort)?;
    for player in 0..board.players() {
        let mut threads = Threads::new(board, machine, player);
        let mut more = vec![threads.forbidden(effort)?];
        if more[0].is_none() && found.is_none() {
            more.push(threads.demanded(effort)?);
        }
        for word in more.into_iter().flatten() {
            if found.as_ref().is_none_or(|f| word.len() < f.len()) {
                found = Some(word);
            }
        }
    }
    Ok(found)
}

/// Places of a walk, each with the one before it and the letter between.
struct Trail(Vec<(u32, u8)>);

impl Trail {
    fn word(&self, mut at: usize) -> Vec<u8> {
        let mut out = Vec::new();
        while let (before, letter) = self.0[at]
            && before != u32::MAX
        {
            out.push(letter);
            at = before as usize;
        }
        out.reverse();
        out
    }
}

/// Does the machine know which words are positions?
fn positions(board: &Board, machine: &Machine, effort: &Effort) -> Result<Option<Vec<u8>>, Halt> {
    let first = (board.begin(), 0u32);
    let mut known: FxHashMap<(u32, u32), ()> = FxHashMap::default();
    known.insert(first, ());
    let (mut list, mut trail, mut at) = (vec![first], Trail(vec![(u32::MAX, 0)]), 0);
    while at < list.len() {
        let (c, m) = list[at];
        if board.told(c).legal == (machine.label[m as usize] == ILLEGAL) {
            return Ok(Some(trail.word(at)));
        }
        for letter in 0..board.alphabet {
            effort.tick()?;
            let to = (board.next[c as usize][letter], machine.next[m as usize][letter]);
            if known.insert(to, ()).is_none() {
                list.push(to);
                trail.0.push((at as u32, letter as u8));
            }
        }
        at += 1;
    }
    Ok(None)
}

/// A move that is being made: the transducer, its state, and the machine's states on what was written.
type Thread = (u32, u32, Vec<u32>);

struct Threads<'b> {
    board: &'b Board,
    machine: &'b Machine,
    player: usize,
    known: FxHashMap<Thread, u32>,
    list: Vec<Thread>,
    /// By thread and letter.
    next: Vec<Vec<Option<Rc<[u32]>>>>,
}

impl<'b> Threads<'b> {
    fn new(board: &'b Board, machine: &'b Machine, player: usize) -> Threads<'b> {
        Threads { board, machine, player, known: FxHashMap::default(), list: Vec::new(), next: Vec::new() }
    }

    fn number(&mut self, thread: Thread) -> u32 {
        if let Some(id) = self.known.get(&thread) {
            return *id;
        }
        let id = self.list.len() as u32;
        self.known.insert(thread.clone(), id);
        self.list.push(thread);
        self.next.push(vec![None; self.board.alphabet + 2]);
        id
    }

    /// Where a thread may be after a letter.
    fn after(&mut self, thread: u32, letter: usize, effort: &Effort) -> Result<Rc<[u32]>, Halt> {
        if let Some(known) = &self.next[thread as usize][letter] {
            effort.tick()?;
            return Ok(known.clone());
        }
        effort.spend(8)?;
        let (of, state, ms) = self.list[thread as usize].clone();
        let moves = &self.board.moves[self.player][of as usize];
        let mut out = Vec::new();
        for (written, to) in &moves.next[state as usize][letter] {
            effort.tick()?;
            let words = &moves.written[*written as usize];
            let reached = ms.iter().zip(words).map(|(m, w)| self.machine.run(*m, w)).collect();
            out.push(self.number((of, *to, reached)));
        }
        out.sort_unstable();
        out.dedup();
        let out: Rc<[u32]> = out.into();
        self.next[thread as usize][letter] = Some(out.clone());
        Ok(out)
    }

    /// All threads before the first letter.
    fn first(&mut self, effort: &Effort) -> Result<Vec<u32>, Halt> {
        let mut out = Vec::new();
        for (i, of) in self.board.moves[self.player].iter().enumerate() {
            for start in &of.start {
                let thread = self.number((i as u32, *start, vec![0; of.parts]));
                out.extend(self.after(thread, around(self.board.alphabet)[0], effort)?.iter());
            }
        }
        out.sort_unstable();
        out.dedup();
        Ok(out)
    }

    /// The labels of the options that a thread has come to if the word ends.
    fn options(&mut self, thread: u32, effort: &Effort) -> Result<Vec<u32>, Halt> {
        let ended = self.after(thread, around(self.board.alphabet)[1], effort)?;
        let mut out = Vec::new();
        for id in ended.iter() {
            let (of, state, ms) = &self.list[*id as usize];
            if !self.board.moves[self.player][*of as usize].accept[*state as usize] {
                continue;
            }
            let sum = ms.iter().try_fold(0, |sum, m| match self.machine.label[*m as usize] {
                ILLEGAL => None,
                label => Some(sum ^ label),
            });
            out.extend(sum);
        }
        Ok(out)
    }

    /// Does the label of a word forbid an option with this label?
    fn forbids(&self, label: u32, option: u32) -> bool {
        match self.board.subject {
            Subject::Values => label == option,
            Subject::Outcomes => label >> self.player & 1 == 0 && self.lost(option),
        }
    }

    /// Has the opponent lost there?
    fn lost(&self, option: u32) -> bool {
        option >> ((self.player + 1) % self.board.players()) & 1 == 0
    }

    /// The shortest word with an option that its label forbids.
    fn forbidden(&mut self, effort: &Effort) -> Result<Option<Vec<u8>>, Halt> {
        let begin = self.board.begin();
        let mut known: FxHashMap<(u32, u32, u32), ()> = FxHashMap::default();
        let (mut list, mut trail) = (Vec::new(), Trail(Vec::new()));
        for thread in self.first(effort)? {
            known.insert((begin, 0, thread), ());
            list.push((begin, 0, thread));
            trail.0.push((u32::MAX, 0));
        }
        let mut at = 0;
        while at < list.len() {
            let (c, m, thread) = list[at];
            let (seen, label) = (self.board.told(c), self.machine.label[m as usize]);
            if seen.legal && label != ILLEGAL && seen.ended[self.player].is_none() {
                for option in self.options(thread, effort)? {
                    if self.forbids(label, option) {
                        return Ok(Some(trail.word(at)));
                    }
                }
            }
            for letter in 0..self.board.alphabet {
                let (c, m) = (self.board.next[c as usize][letter], self.machine.next[m as usize][letter]);
                for to in self.after(thread, letter, effort)?.iter() {
                    effort.tick()?;
                    if known.insert((c, m, *to), ()).is_none() {
                        list.push((c, m, *to));
                        trail.0.push((at as u32, letter as u8));
                    }
                }
            }
            if list.len() > SETS * 8 {
                return Err(Halt::Size);
            }
            at += 1;
        }
        Ok(None)
    }

    /// Is everything there that the label of a word demands?
    fn satisfied(&mut self, c: u32, m: u32, set: &[u32], effort: &Effort) -> Result<bool, Halt> {
        let (seen, label) = (self.board.told(c).clone(), self.machine.label[m as usize]);
        if !seen.legal || label == ILLEGAL {
            return Ok(true);
        }
        let won = label >> self.player & 1 == 1;
        if self.board.subject == Subject::Outcomes {
            if let Some(ended) = seen.ended[self.player] {
                return Ok(ended == won);
            }
            if seen.stuck[self.player] {
                return Ok(won);
            }
            if !won {
                return Ok(true);
            }
        }
        let mut missing: Vec<u32> = match self.board.subject {
            Subject::Outcomes => vec![0],
            Subject::Values => (0..label).collect(),
        };
        for thread in set {
            if missing.is_empty() {
                break;
            }
            for option in self.options(*thread, effort)? {
                match self.board.subject {
                    Subject::Values => missing.retain(|v| *v != option),
                    Subject::Outcomes if self.lost(option) => missing.clear(),
                    Subject::Outcomes => {}
                }
            }
        }
        Ok(missing.is_empty())
    }

    /// The shortest word that lacks an option which its label demands.
    fn demanded(&mut self, effort: &Effort) -> Result<Option<Vec<u8>>, Halt> {
        let first: Rc<[u32]> = self.first(effort)?.into();
        let begin = (self.board.begin(), 0u32);
        let mut kept: FxHashMap<(u32, u32), Vec<Rc<[u32]>>> = FxHashMap::default();
        kept.insert(begin, vec![first.clone()]);
        let (mut list, mut trail, mut at) = (vec![(begin, first)], Trail(vec![(u32::MAX, 0)]), 0);
        while at < list.len() {
            let ((c, m), set) = list[at].clone();
            if !self.satisfied(c, m, &set, effort)? {
                return Ok(Some(trail.word(at)));
            }
            for letter in 0..self.board.alphabet {
                let place = (self.board.next[c as usize][letter], self.machine.next[m as usize][letter]);
                let mut to = Vec::new();
                for thread in set.iter() {
                    to.extend(self.after(*thread, letter, effort)?.iter());
                }
                to.sort_unstable();
                to.dedup();
                let others = kept.entry(place).or_default();
                effort.spend(others.len() as u64 + to.len() as u64)?;
                if others.iter().any(|less| within(less, &to)) {
                    continue;
                }
                let to: Rc<[u32]> = to.into();
                others.retain(|more| !within(&to, more));
                others.push(to.clone());
                list.push((place, to));
                trail.0.push((at as u32, letter as u8));
            }
            if list.len() > SETS {
                return Err(Halt::Size);
            }
            at += 1;
        }
        Ok(None)
    }
}

/// Is a rising list part of another?
fn within(less: &[u32], more: &[u32]) -> bool {
    if less.len() > more.len() {
        return false;
    }
    let mut more = more.iter();
    less.iter().all(|x| more.by_ref().find(|y| *y >= x) == Some(x))
}
