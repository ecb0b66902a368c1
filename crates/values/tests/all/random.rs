//! Random games against the definitions: canonical form, comparison, sum, negative, stops, thermograph, outcome.

use super::reference::{self, Game, ONE};
use bouton_random::Rng;
use bouton_values::{Class, Dyadic, HotSums, Value, Values};
use std::rc::Rc;

/// The same game for the crate.
pub(crate) fn given(values: &mut Values, g: &Game) -> Value {
    let left: Vec<_> = g.left.iter().map(|x| given(values, x)).collect();
    let right: Vec<_> = g.right.iter().map(|x| given(values, x)).collect();
    values.game(&left, &right).unwrap()
}

/// Is this the canonical form that the crate found?
fn same_form(values: &mut Values, value: Value, g: &Game) -> bool {
    let (lefts, rights) = (values.lefts(value).unwrap(), values.rights(value).unwrap());
    let mut matched = |mine: Vec<Value>, theirs: &[Rc<Game>]| {
        mine.len() == theirs.len()
            && theirs.iter().all(|x| mine.iter().any(|option| same_form(values, *option, x)))
    };
    matched(lefts, &g.left) && matched(rights, &g.right)
}

/// A random game: of depth at most `depth`, made of small integers at the leaves as often as of nothing.
fn random_game(rng: &mut Rng, depth: u32) -> Rc<Game> {
    if depth == 0 || rng.percent(15) {
        return whole(rng.range(-2, 2));
    }
    let mut side =
        |most: i64| (0..rng.range(0, most)).map(|_| random_game(rng, depth - 1)).collect::<Vec<_>>();
    let (left, right) = (side(3), side(3));
    reference::game(left, right)
}

fn whole(n: i64) -> Rc<Game> {
    let next = (n != 0).then(|| whole(n - n.signum()));
    match n.signum() {
        1 => reference::game(next.into_iter().collect(), vec![]),
        -1 => reference::game(vec![], next.into_iter().collect()),
        _ => reference::game(vec![], vec![]),
    }
}

fn exact(parts: i64) -> Dyadic {
    Dyadic::new(parts, ONE.trailing_zeros())
}

/// All that is said of one game.
fn compare_one(values: &mut Values, g: &Game, seed: u64) -> (Value, Rc<Game>) {
    let (value, form) = (given(values, g), reference::canonical(g));
    assert!(same_form(values, value, &form), "seed {seed}: canonical form");
    let (left, right) = reference::stops(&form);
    assert_eq!(values.stops(value), (exact(left), exact(right)), "seed {seed}: stops");
    assert_eq!(values.birthday(value).unwrap(), reference::birthday(&form), "seed {seed}: birthday");
    let zero = whole(0);
    let class = match (reference::at_most(&form, &zero), reference::at_most(&zero, &form)) {
        (true, true) => Class::Previous,
        (true, false) => Class::Right,
        (false, true) => Class::Left,
        (false, false) => Class::Next,
    };
    assert_eq!(values.class(value).unwrap(), class, "seed {seed}: outcome");
    let negative = values.negate(value).unwrap();
    assert_eq!(given(values, &reference::negative(&form)), negative, "seed {seed}: negative");
    (value, form)
}

/// The thermograph at every tax of a fine grid.
fn compare_walls(values: &mut Values, value: Value, form: &Game, seed: u64) {
    let thermograph = values.thermograph(value).unwrap();
    if let Some(x) = reference::number(form) {
        assert_eq!(thermograph.mean, exact(x), "seed {seed}");
        assert_eq!(thermograph.temperature, -&exact(x).unit(), "seed {seed}");
        return;
    }
    let to = 5 * ONE as usize;
    let walls = reference::walls(form, to);
    let met = walls.iter().position(|(left, right)| left == right).expect("walls meet before tax 5");
    assert_eq!(thermograph.temperature, exact(met as i64), "seed {seed}: temperature");
    assert_eq!(thermograph.mean, exact(walls[to].0), "seed {seed}: mean");
    for (wall, left) in [(&thermograph.left, true), (&thermograph.right, false)] {
        let at = |tax: usize| if left { walls[tax].0 } else { walls[tax].1 };
        let points: Vec<_> = wall
            .iter()
            .map(|p| {
                let tax = (p.tax.about() * ONE as f64) as usize;
                assert_eq!(exact(tax as i64), p.tax);
                assert_eq!(exact(at(tax)), p.at, "seed {seed}: a point of a wall");
                tax
            })
            .collect();
        assert_eq!(points[0], 0, "seed {seed}");
        // Between its points a wall is straight, and behind the last it goes straight up.
        for pair in points.windows(2) {
            let slope = at(pair[0] + 1) - at(pair[0]);
            for tax in pair[0]..pair[1] {
                assert_eq!(at(tax + 1) - at(tax), slope, "seed {seed}: a wall turns");
            }
        }
        let last = points[points.len() - 1];
        assert!((last..to).all(|tax| at(tax) == at(last)), "seed {seed}: behind the last turn");
    }
}

fn compare_all(seeds: std::ops::Range<u64>) {
    let mut values = Values::new();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let depth = 2 + (seed % 2) as u32;
        let (g, h) = (random_game(&mut rng, depth), random_game(&mut rng, 2));
        let (a, g) = compare_one(&mut values, &g, seed);
        let (b, h) = compare_one(&mut values, &h, seed);
        compare_walls(&mut values, b, &h, seed);
        if seed % 8 == 0 {
            compare_walls(&mut values, a, &g, seed);
        }
        assert_eq!(values.at_most(a, b).unwrap(), reference::at_most(&g, &h), "seed {seed}: comparison");
        assert_eq!(values.at_most(b, a).unwrap(), reference::at_most(&h, &g), "seed {seed}: comparison");
        assert_eq!(a == b, reference::equal(&g, &h), "seed {seed}: equal values are one");
        if reference::birthday(&g) + reference::birthday(&h) <= 6 {
            let sum = values.add(a, b).unwrap();
            let plain = reference::sum(&g, &h);
            assert_eq!(given(&mut values, &plain), sum, "seed {seed}: sum");
            let form = reference::canonical(&plain);
            assert!(same_form(&mut values, sum, &form), "seed {seed}: sum in canonical form");
        }
        let difference = values.subtract(a, a).unwrap();
        assert_eq!(difference, Value::ZERO, "seed {seed}");
    }
}

#[test]
fn random_games_agree_with_the_definitions() {
    compare_all(0..1000);
}

/// `cargo test --release -p bouton-values --test all -- --ignored`
#[test]
#[ignore = "10,000 games"]
fn ten_thousand_random_games_agree_with_the_definitions() {
    compare_all(0..10_000);
}

/// Games made of other values, ups, stars and switches among them, larger than the definitions could follow: sums must
/// associate, differences vanish, and comparison must agree with the difference.
#[test]
fn sums_of_random_values_are_a_group() {
    let mut values = Values::new();
    let mut known: Vec<Value> =
        ["0", "1", "-1/2", "*", "*2", "^", "v*", "+-1", "{2|1/2}", "tiny(1)", "{1|0,*}", "3/4^2*3"]
            .iter()
            .map(|text| bouton_values::evaluate(&mut values, text).unwrap())
            .collect();
    let mut rng = Rng::new(17);
    for _ in 0..120 {
        let mut side = || (0..rng.range(0, 3)).map(|_| rng.one_of(&known)).collect::<Vec<_>>();
        let (left, right) = (side(), side());
        let new = values.game(&left, &right).unwrap();
        if values.birthday(new).unwrap() < 8 {
            known.push(new);
        }
    }
    for _ in 0..300 {
        let (a, b, c) = (rng.one_of(&known), rng.one_of(&known), rng.one_of(&known));
        if values.count_followers(a).unwrap() * values.count_followers(b).unwrap() > 600 {
            continue;
        }
        let ab = values.add(a, b).unwrap();
        let difference = values.subtract(a, b).unwrap();
        let order = values.compare(a, b).unwrap();
        assert_eq!(values.class(difference).unwrap().order(), order);
        assert_eq!(values.subtract(ab, b).unwrap(), a);
        if values.count_followers(ab).unwrap() * values.count_followers(c).unwrap() < 600 {
            let bc = values.add(b, c).unwrap();
            let one = values.add(ab, c).unwrap();
            assert_eq!(values.add(a, bc).unwrap(), one);
        }
        let t =
            (values.thermograph(a).unwrap(), values.thermograph(b).unwrap(), values.thermograph(ab).unwrap());
        assert_eq!(t.2.mean, &t.0.mean + &t.1.mean, "means add");
        assert!(
            t.2.temperature <= *std::cmp::max(&t.0.temperature, &t.1.temperature),
            "a sum is no hotter than its parts"
        );
    }
}

#[test]
fn sums_of_many_parts_are_won_as_their_value_says() {
    let rng = &mut Rng::new(60);
    let mut values = Values::new();
    let mut seen = std::collections::BTreeMap::new();
    for sum in 0..300 {
        let parts: Vec<Value> = (0..rng.range(2, 6))
            .map(|_| {
                let game = random_game(rng, 3);
                given(&mut values, &game)
            })
            .collect();
        let mut all = Value::ZERO;
        for part in &parts {
            all = values.add(all, *part).unwrap();
        }
        let known = &mut HotSums::default();
        let class = values.class_of_sum(&parts, known).unwrap();
        assert_eq!(class, values.class(all).unwrap(), "sum {sum}");
        *seen.entry(class.letter()).or_insert(0) += 1;
    }
    assert!(seen.len() == 4 && seen[&'N'] > 30, "{seen:?}");
}
