//! Classes of positions under symmetries, against orbits found by walking from position to position.

use bouton_engine::table::{Axis, Index, Letters, Moved, Orbits, Symmetry};
use bouton_random::Rng;
use std::collections::BTreeSet;

/// A space of words with so many letters each, the first of them doubled.
fn index(letters: &[i64]) -> Index {
    let axis = |(at, n): (usize, &i64)| Axis::Number { at, of: Letters::between(0, n - 1) };
    let axes: Vec<Axis> = letters.iter().enumerate().map(axis).collect();
    Index::new(letters.len(), &axes).unwrap()
}

/// A random exchange of words with equally many letters, and of their letters.
fn symmetry(random: &mut Rng, letters: &[i64]) -> Symmetry {
    let mut to: Vec<usize> = (0..letters.len()).collect();
    for i in (1..to.len()).rev() {
        let j = random.below(i as u64 + 1) as usize;
        if letters[to[i]] == letters[to[j]] {
            to.swap(i, j);
        }
    }
    // Exchanges of places that do not fit are undone.
    let fits = (0..to.len()).all(|i| letters[i] == letters[to[i]]);
    if !fits {
        to = (0..letters.len()).collect();
    }
    let shift = random.below(2) as i64;
    let values = |n: i64| (0..n).map(|v| (v, if shift == 1 { n - 1 - v } else { v })).collect();
    let words = (0..to.len()).map(|from| Moved { from, to: to[from], values: values(letters[from]) });
    Symmetry { words: words.collect(), swaps: random.below(2) == 1 }
}

fn image(symmetry: &Symmetry, words: &[i64]) -> Vec<i64> {
    let mut out = words.to_vec();
    for moved in &symmetry.words {
        let (_, value) = moved.values.iter().find(|(v, _)| *v == words[moved.from]).unwrap();
        out[moved.to] = *value;
    }
    out
}

#[test]
fn least_of_every_class() {
    let random = &mut Rng::new(15);
    let mut found = 0;
    for round in 0..60 {
        let letters: &[i64] =
            [&[2, 2, 2, 2, 2, 2, 2][..], &[3, 3, 3, 3, 3], &[2, 3, 2, 3, 2], &[4, 4, 1, 4]][round % 4];
        let (index, movers) = (index(letters), 1 + round % 3 / 2);
        // Of many places two exchanges can make more than are looked for.
        let makers = if round % 4 < 2 { 1 } else { 1 + round % 3 };
        let symmetries: Vec<Symmetry> = (0..makers).map(|_| symmetry(random, letters)).collect();
        let Some(orbits) = Orbits::new(&index, movers, &symmetries) else { continue };
        found += 1;
        let mut least = BTreeSet::new();
        for cell in 0..index.cells() * movers {
            // All that can be reached.
            let (mut seen, mut open) = (BTreeSet::from([cell]), vec![cell]);
            while let Some(cell) = open.pop() {
                let mut words = vec![0; index.width()];
                index.decode(cell / movers, &mut words);
                for symmetry in &symmetries {
                    let mover = (cell % movers) ^ usize::from(symmetry.swaps && movers == 2);
                    let next = index.encode(&image(symmetry, &words)).unwrap() * movers + mover;
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            assert_eq!(Some(&orbits.least(cell)), seen.first(), "{letters:?} {symmetries:?} {cell}");
            least.insert(orbits.least(cell));
        }
        assert_eq!(orbits.classes(), least.len(), "{letters:?} {symmetries:?}");
    }
    assert!(found > 30, "{found}");
}

#[test]
fn what_has_no_classes() {
    let index = index(&[2, 3]);
    let moved = |from, to, values: &[(i64, i64)]| Moved { from, to, values: values.to_vec() };
    let symmetry = |words| Symmetry { words, swaps: false };
    // Nothing changes; a word has no place to go; two go to the same place; a value is missing; words of different sizes.
    let same = symmetry(vec![moved(0, 0, &[(0, 0), (1, 1)]), moved(1, 1, &[(0, 0), (1, 1), (2, 2)])]);
    let missing = symmetry(vec![moved(0, 0, &[(0, 1), (1, 0)])]);
    let twice = symmetry(vec![moved(0, 0, &[(0, 0), (1, 1)]), moved(1, 0, &[(0, 0), (1, 1), (2, 1)])]);
    let short = symmetry(vec![moved(0, 0, &[(0, 1), (1, 0)]), moved(1, 1, &[(0, 0), (1, 1)])]);
    let other = symmetry(vec![moved(0, 1, &[(0, 0), (1, 1)]), moved(1, 0, &[(0, 0), (1, 1), (2, 1)])]);
    for wrong in [same, missing, twice, short, other] {
        assert!(Orbits::new(&index, 1, std::slice::from_ref(&wrong)).is_none(), "{wrong:?}");
    }
}
