//! A quotient as the papers print it: generators, relations, names of elements.
//!
//! Generators are the elements of the first heaps that are no product of earlier ones. An element is named by its least word: of two words the one with
//! the lower power of the last letter in which they differ is less. The relations are the reduced Gröbner basis of that order: each word that is not least while all its
//! proper divisors are, with its least word.

use crate::quotient::Quotient;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Generators, relations and least words of a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The heap that gives each generator.
    pub generators: Vec<usize>,
    /// The exponents of each element's least word.
    pub words: Vec<Vec<u32>>,
    /// Pairs of words that are equal: the greater, the least.
    pub relations: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Presentation {
    /// The presentation of a quotient.
    pub fn of(quotient: &Quotient) -> Self {
        let mut generators: Vec<usize> = Vec::new();
        let mut reached = vec![false; quotient.order()];
        reached[0] = true;
        let mut all = vec![0];
        for heap in 0..quotient.heaps().len() {
            let element = quotient.heap(heap);
            if reached[element as usize] {
                continue;
            }
            generators.push(heap);
            // Products of what was reached by powers of the new generator.
            let mut at = 0;
            while at < all.len() {
                let next = quotient.product(all[at], element);
                if !std::mem::replace(&mut reached[next as usize], true) {
                    all.push(next);
                }
                at += 1;
            }
        }
        let mut words: Vec<Option<Vec<u32>>> = vec![None; quotient.order()];
        let mut least: FxHashSet<Vec<u32>> = FxHashSet::default();
        let mut relations = Vec::new();
        let unit = vec![0; generators.len()];
        words[0] = Some(unit.clone());
        least.insert(unit.clone());
        // Least words in their order: those without the next generator, then times its powers.
        let mut listed = vec![(unit, 0)];
        for (letter, heap) in generators.iter().enumerate() {
            let mut level = listed.clone();
            while !level.is_empty() {
                let mut next = Vec::new();
                for (mut word, element) in level {
                    word[letter] += 1;
                    let element = quotient.product(element, quotient.heap(*heap));
                    let divisors = (0..word.len()).filter(|letter| word[*letter] > 0).all(|letter| {
                        let mut rest = word.clone();
                        rest[letter] -= 1;
                        least.contains(&rest)
                    });
                    match &words[element as usize] {
                        _ if !divisors => {}
                        Some(known) => relations.push((word, known.clone())),
                        None => {
                            words[element as usize] = Some(word.clone());
                            least.insert(word.clone());
                            next.push((word, element));
                        }
                    }
                }
                listed.extend(next.iter().cloned());
                level = next;
            }
        }
        let words = words.into_iter().map(|word| word.expect("heaps generate the quotient")).collect();
        Self { generators, words, relations }
    }

    /// The name of an element: 1, a, ab^2.
    pub fn name(&self, element: u32) -> String {
        word(&self.words[element as usize])
    }
}

/// The name of a generator: a to z, then a1, b1, ….
pub fn letter(generator: usize) -> String {
    let letter = char::from(b'a' + (generator % 26) as u8);
    if generator < 26 { letter.to_string() } else { format!("{letter}_{}", generator / 26) }
}

/// A word by its exponents: 1, a, ab^2.
pub fn word(powers: &[u32]) -> String {
    let mut out = String::new();
    for (generator, power) in powers.iter().enumerate().filter(|(_, power)| **power > 0) {
        out += &letter(generator);
        if *power > 1 {
            let _ = write!(out, "^{power}");
        }
    }
    if out.is_empty() { "1".into() } else { out }
}
