//! Rows, bags and sums of any number of heaps: what is proved of all of them is compared with plain recursion on small ones.

use crate::rules;
use bouton_compile::Core;
use bouton_compile::fragment::{derive, derive_alone};
use bouton_compile::places::{self, Local};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::interp::{Interp, Part, Turn};
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_random::Rng;
use bouton_samples::row_or_heaps;
use bouton_theory::Effort;
use bouton_theory::prove::Places;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The theorem about a game, and what its rules are, where they are a row or bag.
fn find(game: &Interp) -> Option<(Places, Option<Local>)> {
    let (core, misere) = (Core::new(game), game.end() == End::Misere);
    let effort = &Effort::new(None);
    if core.shape.kind == ShapeKind::Heaps {
        let alone = derive_alone(&core).ok()?;
        return Some((Places::of_heaps(&alone, misere, effort).unwrap()?, None));
    }
    let local = places::derive(&core)?;
    let row = |length: usize| derive(&places::sized(&core, length)).ok();
    Some((Places::of_rows(&local, misere, &row, effort).unwrap()?, Some(local)))
}

/// Who wins sums, by the definition.
struct Sums<'a> {
    game: &'a Interp,
    lost: HashMap<Vec<Part>, bool>,
}

impl Sums<'_> {
    fn options(&self, parts: &[Part]) -> Vec<Vec<Part>> {
        let mut out = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let done = self.game.moves(part, Turn::default(), &mut |made| {
                let mut after = [&parts[..i], &parts[i + 1..]].concat();
                after.extend(made.parts.iter().map(|p| self.game.canonical_part(p)));
                after.sort();
                out.push(after);
                ControlFlow::Continue(())
            });
            done.unwrap();
        }
        out
    }

    fn lost(&mut self, parts: &[Part]) -> bool {
        if let Some(known) = self.lost.get(parts) {
            return *known;
        }
        let options = self.options(parts);
        let lost = match options.is_empty() {
            true => self.game.at_end(Turn::default()) == Verdict::Lose,
            false => !options.iter().any(|o| self.lost(o)),
        };
        self.lost.insert(parts.to_vec(), lost);
        lost
    }
}

fn numbers(list: &[u64]) -> Vec<BigUint> {
    list.iter().map(|n| BigUint::from(*n)).collect()
}

/// Small rows, bags or sums.
fn boxes(local: bool) -> Vec<Vec<u64>> {
    let mut out: Vec<Vec<u64>> = Vec::new();
    for (length, below) in [(1, 14), (2, 6), (3, 5), (4, 3), (5, 2), (6, 2)] {
        if !local && length > 4 {
            break;
        }
        let mut some: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..length {
            some = some.iter().flat_map(|t| (0..below).map(move |n| [&t[..], &[n]].concat())).collect();
        }
        out.extend(some);
    }
    out
}

/// Compares a theorem with the definition; how many positions were looked at.
fn compare(text: &str, game: &Interp, found: &Places, local: Option<&Local>) -> usize {
    let core = Core::new(game);
    let mut truth = Sums { game, lost: HashMap::new() };
    let effort = &Effort::new(None);
    let mut seen = 0;
    for list in boxes(local.is_some()) {
        let value = |n: &u64| Value::Int(*n as i64);
        let parts: Vec<Part> = match local {
            Some(_) => vec![Part::from([Value::list(list.iter().map(value).collect())])],
            None => list.iter().map(|n| Part::from([value(n)])).collect(),
        };
        let bag = local.is_some_and(|l| l.bag);
        let falling = list.windows(2).all(|w| w[0] <= w[1]);
        if parts.iter().any(|p| game.legal(p).is_err()) || (bag && (!falling || list.contains(&0))) {
            continue;
        }
        seen += 1;
        let row = numbers(&list);
        let lost = truth.lost(&parts);
        assert_eq!(found.lost(&row), lost, "{text}: {list:?}");
        let near = local.is_some_and(|l| matches!(l.moves, places::Reach::Near { .. }));
        if !near || list.len() > 4 {
            continue;
        }
        // Every winning move, and no other.
        let fragment = derive(&places::sized(&core, list.len())).unwrap();
        let moves = found.winning(&fragment, &row, 1000, effort).unwrap();
        let mut winning: Vec<Vec<BigUint>> = moves.list.iter().map(|m| m.parts[0].clone()).collect();
        let mut wanted = Vec::new();
        for option in truth.options(&parts) {
            if truth.lost(&option) {
                wanted.push(option[0].clone());
            }
        }
        if bag {
            winning.iter_mut().for_each(|w| {
                w.retain(|n| *n > BigUint::ZERO);
                w.sort();
            });
        }
        let mut winning: Vec<Part> = winning
            .into_iter()
            .map(|w| Part::from([Value::list(w.into_iter().map(|n| Value::big(n.into())).collect())]))
            .collect();
        for list in [&mut winning, &mut wanted] {
            list.sort();
            list.dedup();
        }
        assert!(moves.all && (lost || winning == wanted), "{text}: {list:?}: {winning:?} {wanted:?}");
    }
    seen
}

fn proved(text: &str) -> bool {
    let game = rules::game(text);
    let Some((found, local)) = find(&game) else { return false };
    assert!(compare(text, &game, &found, local.as_ref()) > 20, "{text}");
    true
}

/// Games of rows, bags and heaps that are of this kind.
const PROVED: [&str; 25] = [
    "position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1",
    "position row a; move i in 2..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k",
    "position row a; move i in 1..|a|-1, k in 1..a[i]: a[i] -= k, a[i+1] += k",
    "position row a; move i in 1..|a|, k in 1..min(a[i], 3): a[i] -= k, a[i-1] += k when i > 1",
    "position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1; end misere",
    "position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position row a; move i in 1..|a|, k in 1..a[i] if i mod 2 = 1: a[i] -> a[i] - k",
    "position row a; move i in 1..|a|, k in {1, 2, 4}: a[i] -> a[i] - k",
    "position row a; move i in 1..|a|, k in 1..2: a[i] -> a[i] - k; end misere",
    "position row a of 0..2; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position row a of 1..; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position bag a; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position bag a; move i in 1..|a|, k in 1..min(a[i], 3): a[i] -= k; end misere",
    "position bag a; move i in 1..|a|, k in 1..a[i] div 2: a[i] -= k",
    // A number of a bag that becomes 0 is gone, also where the domain leaves 0 out.
    "position bag a of 1..; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position bag a of 1..4; move i in 1..|a|, k in 1..a[i]: a[i] -= k; end misere",
    "position bag a of 1..; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b",
    "position bag a; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b",
    "position bag a; move b in below(a) if 0 < count(b[j] < a[j] for j in 1..|a|) and count(j for j in 1..|a| if b[j] != a[j]) < 4: a -> b",
    "position bag a; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b; end misere",
    "position row a; move b in below(a) if count(b[j] != a[j] for j in 1..|a|) = 1: a -> b; end misere",
    "heaps n; move k in 1..n: n -> n - k; end misere",
    "heaps n; move k in 1..3: n -> n - k; end misere",
    "heaps n in 1..; move k in 1..n: n -> n - k; end misere",
    "heaps n; define least(n) = 1 if n > 2, 2 otherwise; move k in least(n)..n: n -> n - k; end misere",
];

#[test]
fn any_number_of_heaps() {
    let open: Vec<&str> = PROVED.into_iter().filter(|text| !proved(text)).collect();
    // Values that halve are no arithmetic progression.
    assert_eq!(open, ["position bag a; move i in 1..|a|, k in 1..a[i] div 2: a[i] -= k"]);
}

/// Rules that look like these and are not.
const OTHERS: [&str; 17] = [
    // The largest heap alone.
    "position bag a; move i in 1..|a|, k in 1..a[i] if a[i] = max(a): a[i] -> a[i] - k",
    // A place that is not near.
    "position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k, a[1] += k when i > 1",
    "position row a; move i in 1..|a|, k in 1..a[i], j in 1..|a| if j < i: a[i] -= k, a[j] += k",
    // The place counts as a number.
    "position row a; move i in 1..|a|, k in 1..i: a[i] -> a[i] - k",
    "position row a; move i in 1..|a|, k in 1..a[i] if sum(a) > 2: a[i] -> a[i] - k",
    "position bag a; move i in 2..|a|, k in 1..a[i]: a[i] -> a[i] - k",
    // A number above 1 may be gone, but not become less than 2.
    "position bag a of 2..; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position bag a of {1, 3, 4}; move i in 1..|a|, k in 1..a[i]: a[i] -= k",
    "position bag a; move i in 1..|a|, k in 1..a[i] if i mod 2 = 1: a[i] -> a[i] - k",
    "position bag a; move i in 1..|a|, k in 1..a[i] if i > 1: a[i] -= k; move i in 1..|a|, k in 1..a[i] - 1: a[i] -= k",
    "position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k; lose when sum(a) = 1",
    "position row a; move i in 1..|a|, k in 1..a[i] if |a| > 13: a[i] -> a[i] - k",
    // Both neighbours.
    "position row a; move i in 2..|a|-1, k in 1..a[i]: a[i] -= 2*k, a[i-1] += k, a[i+1] += k",
    // None of the counts, or all of them.
    "position bag a; move b in below(a) if count(b[j] != a[j] for j in 1..|a|) = 2: a -> b",
    "position bag a; move b in below(a) if b != a: a -> b",
    "position bag a; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2 and b[1] = 0: a -> b",
    // A heap of 5, of value 0, may become 2 only, of value 2.
    "heaps n; move k in 1..2 if n < 4: n -> n - k; move if n = 5: n -> 2; end misere",
];

#[test]
fn what_is_not_of_this_kind_is_left_alone() {
    for text in OTHERS {
        assert!(find(&rules::game(text)).is_none(), "{text}");
    }
}

#[test]
fn random_rows() {
    let seeds = if std::env::var("BOUTON_LONG").is_ok() { 4000 } else { 160 };
    let found = (0..seeds).filter(|seed| proved(&row_or_heaps(*seed))).count();
    println!("{found} of {seeds} proved");
    assert!(found * 12 > seeds as usize, "{found} of {seeds}");
}

#[test]
fn lowered_positions_are_lost() {
    let by = |most: usize, misere: bool| {
        let end = if misere { "; end misere" } else { "" };
        let text = format!(
            "position bag a; move b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= {most}: a -> b{end}"
        );
        find(&rules::game(&text)).unwrap().0
    };
    for most in 1..4 {
        for found in [by(most, false), by(most, true)] {
            let mut random = Rng::new(7);
            for _ in 0..300 {
                let length = random.below(7);
                let mut one = |_| {
                    let bits = random.below(6);
                    1 + random.below(1 << bits)
                };
                let list: Vec<u64> = (0..length).map(&mut one).collect();
                let row = numbers(&list);
                let less = found.lowered(&row);
                // In misère play whoever finds nothing left has won.
                assert_eq!(less.is_none(), found.lost(&row) || list.is_empty(), "{most}: {list:?}");
                let Some(less) = less else { continue };
                let changed = less.iter().zip(&row).filter(|(a, b)| a != b).count();
                let smaller = less.iter().zip(&row).all(|(a, b)| a <= b);
                assert!(
                    found.lost(&less) && smaller && (1..=most).contains(&changed),
                    "{most}: {list:?} {less:?}"
                );
            }
        }
    }
}
