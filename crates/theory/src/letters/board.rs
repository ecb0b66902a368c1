//! A game on words made ready: the transducers of its moves, and one automaton that says of a word whether it is a position, whether play
//! has ended there and who cannot move.

use super::marked::{Marked, around};
use super::transducer::{Transducer, moves};
use super::{NoWords, Subject};
use crate::effort::Effort;
use bouton_budget::Halt;
use bouton_compile::letters::{Formula, Letters};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

pub(super) struct Board {
    pub(super) alphabet: usize,
    pub(super) subject: Subject,
    /// For each player the moves.
    pub(super) moves: Vec<Vec<Transducer>>,
    /// For each player: has a player without a move won?
    pub(super) stuck: Vec<bool>,
    /// What is known of a word apart from who wins it: by state, where letters (and the two around the word) lead.
    pub(super) next: Vec<Vec<u32>>,
    pub(super) seen: Vec<Seen>,
    /// All words are positions.
    pub(super) every: bool,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) legal: bool,
    /// For each player, if play has ended: has the player to move won?
    pub(super) ended: Vec<Option<bool>>,
    /// For each player for whom it matters: is there no move?
    pub(super) stuck: Vec<bool>,
}

impl Board {
    pub(super) fn new(game: &Letters, effort: &Effort) -> Result<Board, NoWords> {
        let alphabet = game.alphabet.len();
        for (fault, span) in &game.faults {
            if Marked::of(fault, alphabet, effort)?.possible(effort)? {
                return Err(NoWords::Fault(*span));
            }
        }
        let players = game.ways.len();
        let plain = game.ends.iter().all(Vec::is_empty) && game.stuck.iter().all(|won| !won);
        let subject = if players == 1 && plain { Subject::Values } else { Subject::Outcomes };
        let every = game.legal == Formula::Known(true);
        if !every && game.stuck.contains(&true) {
            return Err(NoWords::Kind);
        }
        let each = (0..players).map(|p| moves(game, p, effort));
        let moves = each.collect::<Result<Vec<_>, Halt>>()?;
        let mut board = Board {
            alphabet,
            subject,
            moves,
            stuck: game.stuck.clone(),
            next: Vec::new(),
            seen: Vec::new(),
            every,
        };
        board.watch(game, effort)?;
        Ok(board)
    }

    /// The number of players that the rules tell apart.
    pub(super) fn players(&self) -> usize {
        self.moves.len()
    }

    /// Builds the automaton that says what is known of a word.
    fn watch(&mut self, game: &Letters, effort: &Effort) -> Result<(), Halt> {
        let legal = Marked::of(&game.legal, self.alphabet, effort)?;
        let mut ends: Vec<Vec<(Marked, bool)>> = Vec::new();
        for list in &game.ends {
            let each = list.iter().map(|(f, won)| Ok((Marked::of(f, self.alphabet, effort)?, *won)));
            ends.push(each.collect::<Result<_, Halt>>()?);
        }
        type State = (u32, Vec<Vec<u32>>, Vec<BTreeSet<(usize, u32)>>);
        let starts = |p: usize| {
            let each = self.moves[p].iter().enumerate();
            each.flat_map(|(i, t)| t.start.iter().map(move |s| (i, *s))).collect::<BTreeSet<_>>()
        };
        let players = 0..self.players();
        // Who has lost without a move, has lost among the options that there are not.
        let first_stuck = players.clone().map(|p| if self.stuck[p] { starts(p) } else { BTreeSet::new() });
        let first: State = (0, ends.iter().map(|l| vec![0; l.len()]).collect(), first_stuck.collect());
        let mut known: FxHashMap<State, u32> = FxHashMap::default();
        known.insert(first.clone(), 0);
        let (mut list, mut at) = (vec![first], 0);
        let (mut next, mut all) = (Vec::new(), Vec::new());
        while at < list.len() {
            effort.allow(list.len(), self.alphabet + 2)?;
            let (l, e, s) = list[at].clone();
            let mut row = Vec::new();
            for letter in 0..self.alphabet + 2 {
                effort.tick()?;
                let to: State = (
                    legal.next[l as usize][letter],
                    ends.iter()
                        .zip(&e)
                        .map(|(list, at)| {
                            list.iter().zip(at).map(|((m, _), s)| m.next[*s as usize][letter]).collect()
                        })
                        .collect(),
                    s.iter()
                        .enumerate()
                        .map(|(p, set)| {
                            let steps = set.iter().flat_map(|(i, s)| {
                                let steps = self.moves[p][*i].next[*s as usize][letter].iter();
                                steps.map(move |(_, to)| (*i, *to))
                            });
                            steps.collect()
                        })
                        .collect(),
                );
                let id = *known.entry(to).or_insert_with_key(|to| {
                    list.push(to.clone());
                    list.len() as u32 - 1
                });
                row.push(id);
            }
            next.push(row);
            let ended = ends.iter().zip(&e).map(|(list, at)| {
                let holds = list.iter().zip(at).find(|((m, _), s)| m.accept[**s as usize]);
                holds.map(|((_, won), _)| *won)
            });
            let stuck = s.iter().enumerate().map(|(p, set)| {
                self.stuck[p] && !set.iter().any(|(i, s)| self.moves[p][*i].accept[*s as usize])
            });
            all.push(Seen {
                legal: legal.accept[l as usize],
                ended: ended.collect(),
                stuck: stuck.collect(),
            });
            at += 1;
        }
        (self.next, self.seen) = (next, all);
        Ok(())
    }

    /// The state before the first letter.
    pub(super) fn begin(&self) -> u32 {
        self.next[0][around(self.alphabet)[0]]
    }

    /// What is known of a word that ends in this state.
    pub(super) fn told(&self, state: u32) -> &Seen {
        let behind = around(self.alphabet)[1];
        &self.seen[self.next[state as usize][behind] as usize]
    }

    /// What is known of a word.
    pub(super) fn look(&self, word: &[u8]) -> &Seen {
        self.told(word.iter().fold(self.begin(), |s, l| self.next[s as usize][*l as usize]))
    }

    /// The options of a player, each as the words that it leaves.
    pub(super) fn options(
        &self,
        player: usize,
        word: &[u8],
        effort: &Effort,
    ) -> Result<BTreeSet<Vec<Vec<u8>>>, Halt> {
        let [before, behind] = around(self.alphabet);
        let mut out = BTreeSet::new();
        for of in &self.moves[player] {
            let mut open: BTreeSet<(u32, Vec<Vec<u8>>)> =
                of.start.iter().map(|s| (*s, vec![Vec::new(); of.parts])).collect();
            let letters = word.iter().map(|l| *l as usize);
            for letter in std::iter::once(before).chain(letters).chain([behind]) {
                let mut after = BTreeSet::new();
                for (state, words) in &open {
                    effort.spend(4)?;
                    for (written, to) in &of.next[*state as usize][letter] {
                        let mut words = words.clone();
                        for (word, more) in words.iter_mut().zip(&of.written[*written as usize]) {
                            word.extend(more);
                        }
                        after.insert((*to, words));
                    }
                }
                open = after;
            }
            out.extend(open.into_iter().filter(|(s, _)| of.accept[*s as usize]).map(|(_, words)| words));
        }
        Ok(out)
    }

    /// Letters between which words fall apart: a move is made on one side of such a letter and stays there, and each side
    /// is played as a word of its own.
    pub(super) fn walls(&self) -> Vec<u8> {
        if !self.every || self.subject == Subject::Outcomes || self.moves[0].len() > 1 {
            return Vec::new();
        }
        let Some(of) = self.moves[0].first().filter(|of| of.parts == 1) else { return Vec::new() };
        (0..self.alphabet as u8).filter(|z| wall(of, self.alphabet, *z)).collect()
    }
}

/// Is a word with this letter in it played like the two words before and behind it?
fn wall(of: &Transducer, alphabet: usize, z: u8) -> bool {
    let [before, behind] = around(alphabet);
    let same = |w: u32, word: &[u8]| of.written[w as usize][0] == word;
    // Before the move: the one state behind the left edge from which nothing was written but what was read.
    let [start] = of.start[..] else { return false };
    let [(w, idle)] = of.next[start as usize][before][..] else { return false };
    if !same(w, &[]) {
        return false;
    }
    // After the move: the state that copies to the end.
    let copies = |s: usize| {
        let ends = matches!(of.next[s][behind][..], [(w, e)] if same(w, &[]) && of.accept[e as usize]);
        let copy =
            |l: u8| matches!(of.next[s][l as usize][..], [(w, to)] if to as usize == s && same(w, &[l]));
        ends && (0..alphabet as u8).all(copy)
    };
    let Some(done) = (0..of.next.len()).find(|s| copies(*s)) else { return false };
    let done = done as u32;
    // Everywhere else the letter is as good as the right edge.
    (0..of.next.len() as u32).filter(|s| *s != start && *s != done).all(|s| {
        let at_end: BTreeSet<Vec<u8>> = of.next[s as usize][behind]
            .iter()
            .filter(|(_, to)| of.accept[*to as usize])
            .map(|(w, _)| [&of.written[*w as usize][0][..], &[z]].concat())
            .collect();
        let mut here = BTreeSet::new();
        for (w, to) in &of.next[s as usize][z as usize] {
            if s == idle && *to == idle && same(*w, &[z]) {
                continue;
            }
            if *to != done {
                return false;
            }
            here.insert(of.written[*w as usize][0].clone());
        }
        let stays =
            s != idle || of.next[s as usize][z as usize].iter().any(|(w, to)| *to == idle && same(*w, &[z]));
        stays && here == at_end
    })
}
