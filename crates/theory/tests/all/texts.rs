//! From rules text alone to a theorem: every game that has to be proved, those that must be given up, and others, each
//! compared with plain recursion over the interpreted rules on a box.

use crate::rules;
use bouton_samples::{move_set, one_number, rows, three_numbers};
use bouton_theory::prove::{Limits, NotFound, Pairs, Runs, prove};

fn limits() -> Limits<'static> {
    Limits::default()
}

/// A tenth of the usual search.
fn few() -> Limits<'static> {
    Limits { steps: limits().steps / 10, ..limits() }
}

/// Proofs that take seconds without optimisation; the long run has them.
const DEAR: [&str; 6] =
    ["exact slow nim, 3 of 4", "over at 5", "over at 6", "over at 7", "over at 8", "one even heap"];

fn dear(name: &str) -> bool {
    DEAR.iter().any(|d| name.contains(d))
}

fn prove_all(list: impl IntoIterator<Item = [String; 2]>) {
    for [name, text] in list {
        let game = rules::game(&text);
        assert!(game.rules().claims.is_empty(), "{name} has a claim");
        let fragment = rules::fragment(&game);
        let theorem = prove(&fragment, &limits()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        rules::compare(&name, &game, &fragment, &theorem);
    }
}

#[test]
fn proved_from_rules_alone() {
    prove_all(rows(rules::MUST).into_iter().filter(|[name, _]| !dear(name)));
}

#[test]
fn other_games() {
    prove_all(rows(rules::OTHERS).into_iter().filter(|[name, _]| !dear(name)));
}

/// The conditions found, and that each says the truth of every position of a box when the rules are told it as a claim.
#[test]
fn said_in_the_rules_language() {
    use bouton_language::value::Value;
    use bouton_theory::describe::describe;
    let table = rows(
        r"
        nim, 3 heaps ¦ a[1] xor a[2] xor a[3] = 0
        position row a[7]; move i in 1..7, k in 1..a[i]: a[i] -> a[i] - k
          ¦ a[1] xor a[2] xor a[3] xor a[4] xor a[5] xor a[6] xor a[7] = 0
        staircase of 3 ¦ a[1] xor a[3] = 0
        moore's nim
          ¦ all(count((x div 2**i) mod 2 = 1 for x in [a[1], a[2], a[3]]) mod 3 = 0 for i in 0..log2(a[1] + a[2] + a[3] + 1))
        bash ¦ n mod 5 = 0
        position n; move k in {1, 3, 4}: n -> n - k ¦ n mod 7 in {0, 2}
        position n; move k in {2, 3}: n -> n - k ¦ n mod 5 in {0, 1}
        king ¦ x mod 2 = 0 and y mod 2 = 0
        position a, b; move: a -> a - 1; move: b -> b - 1 ¦ (a + b) mod 2 = 0
        alice and brown ¦ |x - y| <= 1
        chomp, 2 rows ¦ a = b + 1
        at most half ¦ n + 1 in powers2
        fibonacci nim ¦ n = 0 or limit < lowest(n)
        limit = k ¦ n = 0 or 2*limit < n xor (n - 1)
        wythoff ¦ min(a, b) = floor(phi * |a - b|)
        2-wythoff ¦ |a - b| mod 2 = 0 and min(a, b) = floor(sqrt(8) * (|a - b| div 2) / 2)
        misere wythoff
          ¦ ((min(a, b) = floor(phi * |a - b|)) and not (a = 0 and b = 0 or a = 1 and b = 2 or a = 2 and b = 1)) or a = 0 and b = 1 or a = 1 and b = 0 or a = 2 and b = 2
        wythoff, over at 1 ¦ min(a, b) = floor(phi * |a - b|) - 1 or a = 0 and b = 0
        4-wythoff ¦ |a - b| mod 4 = 0 and min(a, b) = floor(phi * (|a - b| div 2)) - |a - b| div 2
        5-wythoff ¦ |a - b| mod 5 = 0 and min(a, b) = floor((sqrt(29) - 3) * (|a - b| div 5) / 2)
        wythoff, block 2 ¦ max(a, b) - 2*min(a, b) in {1, 2} or a = 0 and b = 0
        chess piece, k = 2
          ¦ min(x, y) mod 6 in {0, 1} and (x + y) mod 2 = 0 or min(x, y) mod 6 in {3, 4} and (x + y) mod 2 = 1
        nim with a pass, 2 heaps
          ¦ pass = 0 and (a xor b = 0) or pass = 1 and (|a - b| = 1 and min(a, b) mod 2 = 1 or a = 0 and b = 0)
        one heap any, one heap few ¦ a = b mod 4
        bash with 17 ¦ n mod 18 = 0
        take 2, 5 or 9 ¦ n mod 7 in {0, 1, 4}
        leave a third ¦ any(2*n + 1 = 3**i for i in 0..log2(n + 1) + 1)
        misere nim, 4 heaps
          ¦ max(a[1], a[2], a[3], a[4]) >= 2 and a[1] xor a[2] xor a[3] xor a[4] = 0 or max(a[1], a[2], a[3], a[4]) <= 1 and (a[1] + a[2] + a[3] + a[4]) mod 2 = 1
    ",
    );
    let effort = bouton_theory::Effort::new(None);
    for [name, wanted] in table {
        let text = if name.starts_with("position") { name.clone() } else { rules::named(&name) };
        let fragment = rules::fragment(&rules::game(&text));
        let theorem = prove(&fragment, &limits()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let found = describe(&fragment, &theorem, &effort).unwrap().unwrap_or_else(|| panic!("{name}"));
        assert_eq!(found.condition, wanted, "{name}");
        let told = rules::game(&format!("{text}; {}; claim lose iff {wanted}", found.defines.join("; ")));
        rules::each(&told, &fragment, &mut |x, part| {
            let whole = bouton_language::interp::Position { parts: vec![part.clone()] };
            let says = told.exact().eval_claim(&told.rules().claims[0], &whole);
            let says = says.unwrap_or_else(|_| panic!("{name}: the claim fails at {x:?}"));
            assert_eq!(says, Some(Value::Bool(theorem.dfa.contains_small(x))), "{name} at {x:?}");
        });
    }
}

#[test]
fn given_up_without_a_claim() {
    for [name, text] in rows(rules::MUST_NOT) {
        let fragment = rules::fragment(&rules::game(&text));
        let Err(NotFound::Searched(tried)) = prove(&fragment, &few()) else { panic!("{name}") };
        assert!(tried.iter().any(|t| t.table > 0), "{name}: {tried:?}");
    }
}

/// Values that are not automatic, by the theorem on sliding windows.
#[test]
fn windows_that_slide() {
    use bouton_theory::prove::Window;
    use bouton_theory::sequences::{Finding, Search, Sequence, find};
    let effort = bouton_theory::Effort::new(None);
    let rows = [
        ("heaps n; move k in 1..n div 2: n -> n - k", true, Some("g(2n) = n, g(2n + 1) = g(n)")),
        ("heaps n; move k in 1..n - n div 2: n -> n - k", true, None),
        ("heaps n; move k in 1..n div 3: n -> n - k", true, None),
        ("heaps n; move k in 1..4: n -> n - k", true, None),
        ("heaps n; move k in 2..n div 2: n -> n - k", false, None),
        ("heaps n; move k in 1..n: n -> n - k", true, None),
        ("heaps n; move k in 1..n if n mod 3 != 0: n -> n - k", false, None),
    ];
    for (text, slides, equations) in rows {
        let game = rules::game(text);
        let fragment = rules::fragment(&game);
        let window = Window::new(&fragment, &effort).unwrap();
        assert_eq!(window.is_some(), slides, "{text}");
        let values: Vec<i64> = rules::values(&game, 300);
        let mut similar = find(&Sequence::new(0, &values).unwrap(), &Search::default())
            .into_iter()
            .filter_map(|f| if let Finding::Similar(s) = f { Some(s) } else { None });
        let Some(wanted) = equations else { continue };
        let mut found = similar.next().unwrap();
        assert_eq!(found.equations("g").join(", "), wanted);
        let window = window.unwrap();
        assert!(window.proves(&found, &effort).unwrap(), "{text}");
        // Wrong by one, or begun too early, it is not.
        found.rules[0].constant += 1;
        assert!(!window.proves(&found, &effort).unwrap(), "{text}");
        found.rules[0].constant -= 1;
        found.rules[1].shift += 1;
        assert!(!window.proves(&found, &effort).unwrap(), "{text}");
    }
}

/// Fraenkel's generalised games: pairs whose moves have too many carries, by the theorem on them.
#[test]
fn pairs_of_fraenkel() {
    let rules_of = |s: i64, t: i64| {
        let near = format!("k < {s}*l + {t} and l < {s}*k + {t}");
        format!(
            "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..a, l in 1..b if {near}: a -> a - k, b -> b - l"
        )
    };
    for (s, t) in [(2, 1), (2, 2), (3, 1), (1, 2)] {
        let text = rules_of(s, t);
        let game = rules::game(&text);
        let fragment = rules::fragment(&game);
        let theorem = prove(&fragment, &limits()).unwrap_or_else(|e| panic!("{s} {t}: {e:?}"));
        println!("{s} {t}: {} states, {:?}", theorem.dfa.states(), theorem.time);
        assert_eq!(theorem.pairs, (s > 1).then_some(Pairs { times: s, more: t }));
        rules::compare(&text, &game, &fragment, &theorem);
    }
    // A move more, one less, or another ending, and it is none of them.
    let text = rules_of(2, 1);
    for wrong in [
        text.replacen("k in 1..a,", "k in 2..a,", 1),
        text.replacen("l in 1..b if", "l in 1..b if l != 9 and", 1),
        text.replacen("k < 2*l + 1 and", "", 1),
        format!("{text}; end misere"),
        format!("{text}; win when a + b = 7"),
    ] {
        let few = Limits { steps: 3_000_000, ..limits() };
        let found = prove(&rules::fragment(&rules::game(&wrong)), &few);
        assert!(!found.is_ok_and(|t| t.pairs.is_some()), "{wrong}");
    }
}

/// Which of some seeds are not proved.
fn failures(seeds: impl Iterator<Item = u64>, text: impl Fn(u64) -> String, limits: &Limits) -> Vec<u64> {
    let failed = |seed: &u64| {
        let game = rules::game(&text(*seed));
        let fragment = rules::fragment(&game);
        match prove(&fragment, limits) {
            Ok(theorem) => {
                rules::compare(&format!("seed {seed}"), &game, &fragment, &theorem);
                false
            }
            Err(_) => true,
        }
    };
    seeds.filter(failed).collect()
}

#[test]
fn random_rules() {
    // All but one that takes a second.
    let sets = failures((1..=200).step_by(17).filter(|seed| *seed != 52), move_set, &limits());
    assert!(sets.is_empty(), "move sets not proved: {sets:?}");
    let three = failures(70_103..70_110, three_numbers, &limits());
    assert!(three.is_empty(), "sets in three numbers not proved: {three:?}");
    // What is found is found at once.
    let short = Limits { steps: limits().steps / 100, ..limits() };
    let rules = failures(1..=50, one_number, &short);
    assert!(rules.len() <= 10, "one-number rules not proved: {rules:?}");
}

/// Where all moves take constant amounts, a proof follows the automaton at places nearby; the proof by relations of moves agrees, and neither
/// takes a set that is wrong at one place.
#[test]
fn constant_takes_are_decided_in_two_ways() {
    use bouton_theory::automata::Dfa;
    use bouton_theory::prove::{Decision, decide_set};
    let effort = bouton_theory::Effort::new(None);
    let sets = [move_set(3), move_set(11), three_numbers(5), three_numbers(70_101)];
    for text in sets {
        let fragment = rules::fragment(&rules::game(&text));
        let theorem = prove(&fragment, &limits()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let decide = |set: &Dfa| decide_set(&fragment, set, &limits()).unwrap();
        assert!(matches!(decide(&theorem.dfa), Decision::Proved(_)), "{text}");
        let at = |v: usize| {
            Dfa::zero(theorem.dfa.numeration(), &bouton_linear::Affine::new(&[(v, 1)], -37), &effort)
        };
        let one = (0..theorem.dfa.tracks().len())
            .map(|v| at(v).unwrap())
            .reduce(|a, b| a.and(&b, &effort).unwrap());
        let wrong =
            theorem.dfa.combine(&one.unwrap(), bouton_theory::automata::Operation::Differ, &effort).unwrap();
        assert!(matches!(decide(&wrong), Decision::Refuted(Some(_))), "{text}");
    }
}

/// Everything, which takes minutes.
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn all_seeds_and_all_games() {
    prove_all(rows(rules::MUST));
    prove_all(rows(rules::OTHERS));
    let sets = failures(1..=200, move_set, &limits());
    let rules = failures(1..=50, one_number, &limits());
    println!("not proved: move sets {sets:?}, one-number rules {rules:?}");
    assert!(sets.len() <= 10, "move sets not proved: {sets:?}");
    assert!(rules.len() <= 25, "one-number rules not proved: {rules:?}");
}

/// Which share of fresh random rules is proved, how fast, and why the rest is not; every theorem is compared with brute force.
/// `BOUTON_SEED` is the first seed, `BOUTON_GAMES` how many rules of each kind.
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn all_seeds_shares() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name)
            .ok()
            .map_or(otherwise, |n| n.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (first, many) = (number("BOUTON_SEED", 10_000), number("BOUTON_GAMES", 300));
    type Kind = (&'static str, fn(u64) -> String, f64);
    let kinds: [Kind; 3] = [
        ("two numbers, finite sets", move_set, 0.92),
        ("three numbers, finite sets", three_numbers, 0.80),
        ("one number", one_number, 0.95),
    ];
    let only = std::env::var("BOUTON_KIND").unwrap_or_default();
    for (kind, text, wanted) in kinds.into_iter().filter(|k| k.0.contains(&only)) {
        let (mut times, mut open) = (Vec::new(), Vec::new());
        for seed in first..first + many {
            let text = text(seed);
            let game = rules::game(&text);
            let fragment = rules::fragment(&game);
            let begun = std::time::Instant::now();
            let runs = Runs::new(&fragment, &bouton_theory::Effort::new(None)).unwrap();
            if let Some(runs) = runs.filter(|runs| !runs.whole_growth()) {
                times.push(begun.elapsed().as_secs_f64());
                crate::runs::compare(&text, &game, &fragment, &runs);
                continue;
            }
            let found = prove(&fragment, &limits());
            times.push(begun.elapsed().as_secs_f64());
            match found {
                Ok(theorem) => rules::compare(&text, &game, &fragment, &theorem),
                Err(why) => open.push((seed, text, times[times.len() - 1], why)),
            }
        }
        times.sort_by(f64::total_cmp);
        let share = 1.0 - open.len() as f64 / many as f64;
        let (middle, longest) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "{kind}: {:.1} % proved (wanted {:.0} %), median {middle:.3} s, longest {longest:.1} s",
            100.0 * share,
            100.0 * wanted
        );
        for (seed, text, time, why) in open {
            println!("  {seed} {text} [{time:.1} s]");
            if let NotFound::Searched(tried) = why {
                tried.iter().for_each(|t| {
                    println!(
                        "      {} {:?} {} {} {}",
                        t.numeration.expansion(),
                        t.ended,
                        t.table,
                        t.states,
                        t.too_large
                    )
                });
            }
        }
    }
}
