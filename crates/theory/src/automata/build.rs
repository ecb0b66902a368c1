//! Building automata: exploring states from a start, and making the result minimal (by refinement: E. F. Moore,
//! Gedanken-experiments on sequential machines, 1956) with states in order of first visit, so that two automata of the
//! same set are equal.

use super::{DEAD, Dfa};
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// How many letters an alphabet of so many tracks has.
pub(crate) fn letters_of(numeration: Numeration, tracks: usize, effort: &Effort) -> Result<usize, Halt> {
    let power = u32::try_from(tracks).ok().and_then(|t| numeration.digits().checked_pow(t));
    let letters = power.ok_or(Halt::Size)?;
    effort.allow(1, letters)?;
    Ok(letters)
}

/// The digits of every letter, one row a letter.
pub(crate) fn letter_digits(numeration: Numeration, tracks: usize, effort: &Effort) -> Result<Vec<u8>, Halt> {
    let letters = letters_of(numeration, tracks, effort)?;
    let r = numeration.digits();
    let mut digits = vec![0u8; letters * tracks];
    for letter in 0..letters {
        let mut rest = letter;
        for t in (0..tracks).rev() {
            digits[letter * tracks + t] = (rest % r) as u8;
            rest /= r;
        }
    }
    Ok(digits)
}

/// For every letter over `wide` tracks the letter that it is over some of them; `narrow` lists, for each narrow track,
/// its place among the wide ones.
pub(crate) fn letter_map(
    numeration: Numeration,
    wide: usize,
    narrow: &[usize],
    effort: &Effort,
) -> Result<Vec<u32>, Halt> {
    let digits = letter_digits(numeration, wide, effort)?;
    let letters = letters_of(numeration, wide, effort)?;
    letters_of(numeration, narrow.len(), effort)?;
    let r = numeration.digits() as u32;
    let one = |letter: usize| narrow.iter().fold(0u32, |l, t| l * r + u32::from(digits[letter * wide + t]));
    Ok((0..letters).map(one).collect())
}

/// Explores the states reachable from `start` and makes the automaton minimal. The caller sees to it that only valid
/// words are accepted and that leading zeros change nothing.
pub(crate) fn explore<S: Hash + Eq + Clone>(
    numeration: Numeration,
    tracks: Vec<usize>,
    start: S,
    mut step: impl FnMut(&S, usize) -> Option<S>,
    accept: impl Fn(&S) -> bool,
    effort: &Effort,
) -> Result<Dfa, Halt> {
    let letters = letters_of(numeration, tracks.len(), effort)?;
    let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
    let mut found = vec![start.clone()];
    numbers.insert(start, 0);
    let mut next: Vec<u32> = Vec::new();
    let mut at = 0;
    while at < found.len() {
        let state = found[at].clone();
        at += 1;
        for letter in 0..letters {
            effort.tick()?;
            let to = match step(&state, letter) {
                None => DEAD,
                Some(to) => match numbers.get(&to) {
                    Some(n) => *n,
                    None => {
                        let n = found.len() as u32;
                        effort.allow(found.len() + 1, letters)?;
                        numbers.insert(to.clone(), n);
                        found.push(to);
                        n
                    }
                },
            };
            next.push(to);
        }
    }
    let accept = found.iter().map(accept).collect();
    minimal(Dfa { numeration, tracks, letters, accept, next }, effort)
}

/// The same of the words that are representations, whatever the steps do with others.
pub(crate) fn valid<S: Hash + Eq + Clone>(
    numeration: Numeration,
    tracks: Vec<usize>,
    start: S,
    step: impl FnMut(&S, usize) -> Option<S>,
    accept: impl Fn(&S) -> bool,
    effort: &Effort,
) -> Result<Dfa, Halt> {
    let set = explore(numeration, tracks, start, step, accept, effort)?;
    if numeration.all_words() {
        return Ok(set);
    }
    set.and(&Dfa::valid(numeration, &set.tracks, effort)?, effort)
}

/// The minimal automaton of the same set, states in order of first visit.
pub(crate) fn minimal(mut dfa: Dfa, effort: &Effort) -> Result<Dfa, Halt> {
    let letters = dfa.letters;
    let live = live(&dfa.accept, &dfa.next, letters);
    for to in &mut dfa.next {
        if *to != DEAD && !live[*to as usize] {
            *to = DEAD;
        }
    }
    // Moore: split classes by acceptance and by the classes of the next states until nothing splits. Classes are found by
    // a hash of the row, and compared with one state that has it.
    let mut class: Vec<u32> = dfa.accept.iter().map(|a| u32::from(*a)).collect();
    let mut classes = 0;
    let mut found: FxHashMap<u64, u32> = FxHashMap::default();
    let mut samples: Vec<usize> = Vec::new();
    loop {
        found.clear();
        samples.clear();
        let mut refined = Vec::with_capacity(class.len());
        let of = |to: &u32| if *to == DEAD { DEAD } else { class[*to as usize] };
        let row = |s: usize| dfa.next[s * letters..(s + 1) * letters].iter().map(of);
        for (s, own) in class.iter().enumerate() {
            effort.spend(letters as u64)?;
            let mix = |h: u64, c: u32| (h.rotate_left(5) ^ u64::from(c)).wrapping_mul(0x517c_c1b7_2722_0a95);
            let mut hash = row(s).fold(mix(0, *own), mix);
            let id = loop {
                let Some(id) = found.get(&hash) else {
                    found.insert(hash, samples.len() as u32);
                    samples.push(s);
                    break samples.len() as u32 - 1;
                };
                let other = samples[*id as usize];
                if class[other] == *own && row(other).eq(row(s)) {
                    break *id;
                }
                hash = hash.wrapping_add(1);
            };
            refined.push(id);
        }
        let stable = samples.len() == classes;
        classes = samples.len();
        class = refined;
        if stable {
            break;
        }
    }
    // One state a class, visited in the order of letters.
    let mut sample = vec![0usize; classes];
    for (s, c) in class.iter().enumerate().rev() {
        sample[*c as usize] = s;
    }
    let mut number = vec![DEAD; classes];
    let mut order = vec![class[0]];
    number[class[0] as usize] = 0;
    let mut next = Vec::new();
    let mut accept = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let s = sample[order[at] as usize];
        at += 1;
        accept.push(dfa.accept[s]);
        for to in &dfa.next[s * letters..(s + 1) * letters] {
            if *to == DEAD {
                next.push(DEAD);
                continue;
            }
            let c = class[*to as usize] as usize;
            if number[c] == DEAD {
                number[c] = order.len() as u32;
                order.push(c as u32);
            }
            next.push(number[c]);
        }
    }
    Ok(Dfa { accept, next, ..dfa })
}

/// From which states something is accepted.
pub(crate) fn live(accept: &[bool], next: &[u32], letters: usize) -> Vec<bool> {
    let states = accept.len();
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); states];
    for s in 0..states {
        let mut seen = DEAD;
        for to in &next[s * letters..(s + 1) * letters] {
            if *to != DEAD && *to != seen {
                back[*to as usize].push(s as u32);
                seen = *to;
            }
        }
    }
    let mut live = accept.to_vec();
    let mut queue: Vec<usize> = (0..states).filter(|s| live[*s]).collect();
    while let Some(s) = queue.pop() {
        for from in &back[s] {
            if !live[*from as usize] {
                live[*from as usize] = true;
                queue.push(*from as usize);
            }
        }
    }
    live
}
