//! Where an automaton and a table disagree.

use super::Known;
use super::words::Prefixes;
use crate::automata::{DEAD, Dfa, letter_digits, live};
use crate::effort::Effort;
use bouton_budget::Halt;

/// An automaton as bare lists.
pub(super) struct Machine<'a> {
    pub(super) letters: usize,
    pub(super) next: &'a [u32],
    pub(super) accept: &'a [bool],
}

impl Machine<'_> {
    fn step(&self, state: u32, letter: u32) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters + letter as usize] }
    }

    fn accepts(&self, word: &[u32]) -> bool {
        let end = word.iter().fold(0, |s, l| self.step(s, *l));
        end != DEAD && self.accept[end as usize]
    }
}

/// Whether an automaton agrees with everything that a table knows.
pub(crate) fn agrees<K: Known>(dfa: &Dfa, known: &K, effort: &Effort) -> Result<bool, Halt> {
    let digits = letter_digits(dfa.numeration, known.width(), effort)?;
    let prefixes = Prefixes::new(dfa.numeration, known.width(), digits);
    let machine = Machine { letters: dfa.letters, next: &dfa.next, accept: &dfa.accept };
    let members = prefixes.words(known.members());
    let told = Told { members: &members, lessons: &[], sample: usize::MAX };
    Ok(disagreements(&machine, known, &prefixes, &told, effort)?.is_empty())
}

/// A number below which all numbers may be, for a tuple to be known.
pub(crate) fn all_below<K: Known>(known: &K) -> u64 {
    let holds = |n: u64| known.look(&vec![n as i64; known.width()]).is_some();
    let mut below = 0;
    for step in (0..32).rev().map(|i| 1u64 << i) {
        below += if holds(below + step - 1) { step } else { 0 };
    }
    below
}

/// The first word about which an automaton and a table differ, by length and then letter by letter.
pub(crate) fn first_wrong<K: Known>(dfa: &Dfa, known: &K, effort: &Effort) -> Result<Option<Vec<u32>>, Halt> {
    let digits = letter_digits(dfa.numeration, known.width(), effort)?;
    let prefixes = Prefixes::new(dfa.numeration, known.width(), digits);
    let machine = Machine { letters: dfa.letters, next: &dfa.next, accept: &dfa.accept };
    effort.spend(4 * known.members().len() as u64)?;
    let members = prefixes.words(known.members());
    let refused = members.iter().filter(|word| !machine.accepts(word)).min_by_key(|w| (w.len(), *w)).cloned();
    let told = Told { members: &members, lessons: &[], sample: usize::MAX };
    let accepted = accepted_wrongly(&machine, known, &prefixes, &told, effort)?;
    Ok(refused.into_iter().chain(accepted).min_by_key(|w| (w.len(), w.clone())))
}

/// Words with whether they belong to a set.
pub(super) type Lessons = Vec<(Vec<u32>, bool)>;

/// What an automaton is compared with: members of the table, single words beyond it, and about how many other words of the table.
pub(super) struct Told<'a> {
    pub(super) members: &'a [Vec<u32>],
    pub(super) lessons: &'a [(Vec<u32>, bool)],
    pub(super) sample: usize,
}

/// Short words on which an automaton and a table, or single lessons beyond it, differ: of the table one that the automaton
/// refuses and one that it accepts.
pub(super) fn disagreements<K: Known>(
    machine: &Machine,
    known: &K,
    prefixes: &Prefixes,
    told: &Told<'_>,
    effort: &Effort,
) -> Result<Vec<Vec<u32>>, Halt> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    // Members come by rising weight: the first one refused is nearly a shortest one.
    for word in told.members {
        effort.tick()?;
        if !machine.accepts(word) {
            found.push(word.clone());
            break;
        }
    }
    for (word, member) in told.lessons {
        if machine.accepts(word) != *member {
            found.push(word.clone());
        }
    }
    found.extend(accepted_wrongly(machine, known, prefixes, told, effort)?);
    Ok(found)
}

/// The shortest word that the automaton accepts and the table does not. Only states that lead to acceptance are
/// followed, and letters by rising weight, so that one that leaves the table ends the row.
fn accepted_wrongly<K: Known>(
    machine: &Machine,
    known: &K,
    prefixes: &Prefixes,
    told: &Told<'_>,
    effort: &Effort,
) -> Result<Option<Vec<u32>>, Halt> {
    effort.spend(machine.next.len() as u64)?;
    let live = live(machine.accept, machine.next, machine.letters);
    let mut letters: Vec<u32> = (0..machine.letters as u32).collect();
    // What has a cap counts nothing here, so that heavier letters are heavier in the table too.
    let weights = known.weights().iter().enumerate().map(|(t, w)| if known.capped(t) { 0 } else { *w });
    let weights: Vec<u64> = weights.collect();
    letters.sort_by_key(|l| prefixes.weight(*l as usize, &weights));
    let capped: Vec<usize> = (0..known.width()).filter(|t| known.capped(*t)).collect();
    let plain: Vec<bool> = (0..machine.letters).map(|l| prefixes.zero_at(l, &capped)).collect();
    let row = |state: usize| {
        let next = |l: &u32| machine.next[state * machine.letters + *l as usize];
        let live = |to: u32| to != DEAD && live[to as usize];
        letters.iter().map(|l| (*l, next(l))).filter(|(_, to)| live(*to)).collect::<Vec<(u32, u32)>>()
    };
    let rows: Vec<Vec<(u32, u32)>> = (0..machine.accept.len()).map(row).collect();
    let mut bound = told.members.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let mut left = told.sample.saturating_mul(4);
    let mut wrong: Option<Vec<u32>> = None;
    let mut word: Vec<u32> = Vec::new();
    let mut walk = prefixes.walk();
    let mut tuple = vec![0i64; known.width()];
    let mut path = vec![(0u32, 0usize)];
    while let Some((state, at)) = path.last_mut() {
        effort.spend(known.width() as u64)?;
        left = left.saturating_sub(1);
        if left == 0 {
            break;
        }
        let next = rows[*state as usize].get(*at).filter(|_| word.len() < bound);
        let Some(&(letter, to)) = next else {
            path.pop();
            word.pop();
            walk.pop();
            continue;
        };
        *at += 1;
        if (word.is_empty() && letter == 0) || !walk.push(letter as usize, &mut tuple) {
            continue;
        }
        match known.look(&tuple) {
            None => {
                walk.pop();
                if plain[letter as usize] {
                    *at = usize::MAX;
                }
            }
            Some(member) => {
                word.push(letter);
                path.push((to, 0));
                if !member && machine.accept[to as usize] {
                    bound = word.len() - 1;
                    wrong = Some(word.clone());
                }
            }
        }
    }
    Ok(wrong)
}
