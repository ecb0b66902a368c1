//! Quotients against published ones, and against plain misère recursion.
//!
//! `data/quotients.json`: 45 octal games with the order of Q, the size of P, a presentation and the pretending function, which begins with the
//! empty heap, from public tables of solved misère octal games, in the notation of T. E. Plambeck and A. N. Siegel (ab2 is ab²).

use bouton_budget::Budget;
use bouton_misere::{Code, Presentation, Theory};
use bouton_random::Rng;
use serde_json::Value;
use std::collections::HashMap;
use std::time::Duration;

fn published() -> Vec<(String, Value)> {
    let all: Value = serde_json::from_str(include_str!("data/quotients.json")).expect("JSON");
    all.as_object().expect("an object").iter().map(|(code, game)| (code.clone(), game.clone())).collect()
}

/// The element of a word as the tables write it: 1, a, ab2.
fn value(theory: &Theory, letters: &HashMap<char, u32>, word: &str) -> u32 {
    let mut element = 0;
    let mut last = 0;
    for c in word.chars() {
        match c.to_digit(10) {
            Some(1) if word == "1" => {}
            Some(power) => (1..power).for_each(|_| element = theory.quotient.product(element, last)),
            None => {
                last = letters[&c];
                element = theory.quotient.product(element, last);
            }
        }
    }
    element
}

#[test]
fn published_quotients_are_found() {
    for (code, game) in published() {
        let theory = Code::parse(&code).expect("a code").theory(700, &Budget::unlimited());
        let quotient = &theory.quotient;
        let number = |key: &str| game[key].as_u64().expect("a number") as usize;
        assert_eq!((quotient.order(), quotient.lost_count()), (number("Q"), number("P")), "{code}");
        assert_eq!(quotient.tame().is_some(), game["tame"].as_bool().expect("tame or not"), "{code}");
        let period = theory.period.unwrap_or_else(|| panic!("{code} has a period"));
        assert_eq!((period.length, period.from), (number("period"), number("preperiod")), "{code}");
        // Letters are what the heaps say they are; then all relations must hold, and what holds between as many elements is
        // an isomorphism.
        let heaps: Vec<&str> = game["pretending_function"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let mut letters = HashMap::new();
        for (heap, word) in heaps.iter().enumerate() {
            if let [letter @ 'a'..='z'] = word.chars().collect::<Vec<_>>()[..] {
                letters.entry(letter).or_insert_with(|| theory.element(heap).expect("known"));
            }
        }
        for (heap, word) in heaps.iter().enumerate() {
            assert_eq!(theory.element(heap), Some(value(&theory, &letters, word)), "{code}, heap {heap}");
        }
        let text = game["quotient"].as_str().expect("a text");
        let (relations, lost) = text.split_once(">; P = {").expect("relations and P");
        for relation in relations.split_once("| ").expect("relations").1.split(',') {
            let (left, right) = relation.split_once('=').expect("two sides");
            let sides = [left, right].map(|side| value(&theory, &letters, side));
            assert_eq!(sides[0], sides[1], "{code}: {relation}");
        }
        let mut lost: Vec<u32> =
            lost.trim_end_matches('}').split(',').map(|word| value(&theory, &letters, word)).collect();
        lost.sort_unstable();
        assert_eq!(
            lost,
            (0..quotient.order() as u32).filter(|x| quotient.lost(*x)).collect::<Vec<_>>(),
            "{code}"
        );
        presentation_is_right(&theory, &code);
    }
}

/// The printed presentation has as many words as there are elements, and its relations hold.
fn presentation_is_right(theory: &Theory, code: &str) {
    let quotient = &theory.quotient;
    let present = Presentation::of(quotient);
    let element = |powers: &[u32]| {
        let heaps = present
            .generators
            .iter()
            .zip(powers)
            .flat_map(|(heap, n)| std::iter::repeat_n(*heap, *n as usize));
        quotient.sum(heaps)
    };
    for (id, word) in present.words.iter().enumerate() {
        assert_eq!(element(word), id as u32, "{code}");
    }
    for (left, right) in &present.relations {
        assert_eq!(element(left), element(right), "{code}");
        assert!(present.words.contains(right) && !present.words.contains(left), "{code}");
    }
}

/// Outcomes of sums by the rule alone: lost if there are moves and none leads to a lost sum.
struct Plain {
    code: Code,
    known: HashMap<Vec<usize>, bool>,
}

impl Plain {
    fn is_lost(&mut self, sum: &[usize]) -> bool {
        if let Some(lost) = self.known.get(sum) {
            return *lost;
        }
        let mut moves = false;
        let mut lost = true;
        for at in 0..sum.len() {
            for option in self.code.options(sum[at]) {
                let mut next: Vec<usize> =
                    sum.iter().copied().enumerate().filter(|(i, _)| *i != at).map(|h| h.1).collect();
                next.extend(option);
                next.sort_unstable();
                moves = true;
                lost &= !self.is_lost(&next);
            }
        }
        self.known.insert(sum.to_vec(), moves && lost);
        moves && lost
    }
}

fn agree_with_plain_recursion(codes: impl Iterator<Item = String>, total: usize, sums: usize) -> usize {
    let mut compared = 0;
    for (seed, code) in codes.enumerate() {
        let code = Code::parse(&code).expect("a code");
        // Some quotients are too large, or infinite: then the heaps that were reached are compared.
        let theory = code.theory(24, &Budget::unlimited().time(Duration::from_secs(2)));
        if theory.heaps < total && theory.period.is_none() {
            continue;
        }
        let mut plain = Plain { code, known: HashMap::new() };
        let mut random = Rng::new(seed as u64);
        for _ in 0..sums {
            let mut left = 1 + random.below(total as u64) as usize;
            let mut sum = Vec::new();
            while left > 0 {
                let heap = 1 + random.below(left as u64) as usize;
                sum.push(heap);
                left -= heap;
            }
            sum.sort_unstable();
            let element = sum
                .iter()
                .fold(0, |x, heap| theory.quotient.product(x, theory.element(*heap).expect("known")));
            assert_eq!(theory.quotient.lost(element), plain.is_lost(&sum), "{:?} {sum:?}", plain.code);
            compared += 1;
        }
    }
    compared
}

#[test]
fn outcomes_agree_with_plain_recursion() {
    agree_with_plain_recursion(published().into_iter().map(|game| game.0), 13, 40);
}

/// `cargo test --release -p bouton-misere -- --ignored` for at least 70,000 sums.
#[test]
#[ignore = "long"]
fn outcomes_agree_with_plain_recursion_on_many_sums() {
    let compared = agree_with_plain_recursion(published().into_iter().map(|game| game.0), 22, 1600);
    assert!(compared >= 70_000, "{compared}");
    let three = |n: u32| format!("0.{}{}{}", n / 64, n / 8 % 8, n % 8);
    println!("{} and {compared} sums", agree_with_plain_recursion((1..512).step_by(3).map(three), 15, 200));
}

/// The order of 0.07 after each heap, as A. N. Siegel's MisereSolver finds them up to 33.
#[test]
#[ignore = "long"]
fn dawsons_kayles_to_33() {
    let theory = Code::parse("0.07").expect("a code").theory(33, &Budget::unlimited());
    assert_eq!((theory.quotient.order(), theory.quotient.lost_count()), (638, 109));
    assert_eq!(theory.period, None);
}

/// Genera against their definition, with Nim heaps of two beside the sum; and those that the books print for Kayles, where heap 5 is the first
/// wild one.
#[test]
fn genera_are_those_of_the_definition() {
    use bouton_misere::{Genera, Genus};
    type Sum = Vec<usize>;
    /// The Grundy value, normal or misère, of heaps of a code beside Nim heaps of at most 2.
    fn value(
        code: &Code,
        sum: &Sum,
        nim: &[usize],
        misere: bool,
        known: &mut HashMap<(Sum, Sum, bool), u32>,
    ) -> u32 {
        let mut nim: Sum = nim.iter().copied().filter(|heap| *heap > 0).collect();
        let mut sum = sum.clone();
        sum.sort_unstable();
        nim.sort_unstable();
        if let Some(value) = known.get(&(sum.clone(), nim.clone(), misere)) {
            return *value;
        }
        let mut seen = Vec::new();
        for at in 0..sum.len() {
            for option in code.options(sum[at]) {
                let mut after = sum.clone();
                after.remove(at);
                after.extend(option);
                seen.push(value(code, &after, &nim, misere, known));
            }
        }
        for at in 0..nim.len() {
            for left in 0..nim[at] {
                let mut after = nim.clone();
                after[at] = left;
                seen.push(value(code, &sum, &after, misere, known));
            }
        }
        let least = (0..).find(|n| !seen.contains(n)).expect("a number");
        let value = if seen.is_empty() && misere { 1 } else { least };
        known.insert((sum, nim, misere), value);
        value
    }
    for (code, to) in [("0.77", 9), ("0.07", 12), ("0.137", 9), ("0.4", 9), ("0.333", 8), ("4.4", 7)] {
        let parsed = Code::parse(code).expect("a code");
        let (mut genera, mut known) = (Genera::new(), HashMap::new());
        for heap in 1..=to {
            let options =
                parsed.options(heap).into_iter().map(|parts| parts.into_iter().map(|n| n - 1).collect());
            let Genus { grundy, digits } = genera.add(options, 10_000).expect("few sums");
            assert_eq!(grundy, value(&parsed, &vec![heap], &[], false, &mut known), "{code} {heap}");
            for twos in 0..digits.len() + 3 {
                let last = digits.len();
                let place = if twos < last { twos } else { last - 2 + (twos - last) % 2 };
                let digit = digits[place];
                let right = value(&parsed, &vec![heap], &vec![2; twos], true, &mut known);
                assert_eq!(digit, right, "{code} {heap} with {twos} heaps of 2");
            }
        }
    }
    let kayles = Code::parse("0.77").expect("a code");
    let mut genera = Genera::new();
    let mut said = Vec::new();
    for heap in 1..=9 {
        let options =
            kayles.options(heap).into_iter().map(|parts| parts.into_iter().map(|n| n - 1).collect());
        let genus = genera.add(options, 10_000).expect("few sums");
        said.push(format!("{genus}{}", if genus.tame() { "" } else { "*" }));
    }
    assert_eq!(said[..5].join(" "), "1^031 2^20 3^31 1^031 4^146*");
    // What would take more sums than are allowed is left out.
    assert_eq!(Genera::new().add([vec![]], 0), None);
}
