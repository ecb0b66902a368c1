//! Compiled rules against the interpreter: the same moves in the same order, gains, turns, endings and blocks, on the
//! library's games and on random ones, by every backend.

use crate::common;

use bouton_compile::Core;
use bouton_compile::program::{Backend, Deopt, Layout, NoProgram, Program};
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::{parse_position, print_part};
use bouton_language::rules::Builtin;
use bouton_random::Rng;
use bouton_samples::rows;
use common::{game, games, starts};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A move: line, what the part becomes, gain, again.
type Seen = (usize, Vec<Part>, i64, bool);

/// The most moves that are compared at one part.
const MOST: usize = 3000;

/// The backends of this build.
fn backends() -> Vec<Backend> {
    let mut all = vec![Backend::Closures, Backend::Warming];
    if Backend::default() != Backend::Closures {
        all.push(Backend::default());
    }
    all
}

fn by_interpreter(interp: &Interp, part: &Part, turn: Turn) -> Option<Vec<Seen>> {
    let mut out = Vec::new();
    let done = interp.moves(part, turn, &mut |made| {
        out.push((made.line, std::mem::take(made.parts), made.gain, made.again));
        if out.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.is_ok().then_some(out)
}

fn by_program(program: &Program, words: &[i64], turn: Turn) -> Option<Vec<Seen>> {
    let (layout, width) = (program.layout(), program.layout().width());
    let mut out = Vec::new();
    let done = program.moves(words, turn, |made| {
        assert_eq!(made.words.len(), made.parts * width);
        let parts: Vec<Part> = (0..made.parts)
            .map(|i| {
                let words = &made.words[i * width..(i + 1) * width];
                let part = layout.read(words);
                let mut again = vec![0; width];
                assert!(layout.write(&part, &mut again) && again == words, "{words:?} is not {again:?}");
                part
            })
            .collect();
        out.push((made.line, parts, made.gain, made.again));
        if out.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.is_ok().then_some(out)
}

/// What happened at the parts that were compared.
#[derive(Default, Debug)]
struct Tally {
    same: usize,
    moves: usize,
    /// The program gave up where the interpreter did not.
    gave_up: usize,
}

/// Compares everything at one part; gives the interpreter's moves.
fn compare(
    name: &str,
    interp: &Interp,
    programs: &[Program],
    part: &Part,
    turn: Turn,
    tally: &mut Tally,
) -> Vec<Seen> {
    let expected = by_interpreter(interp, part, turn);
    let at = || format!("{name} at {} for {turn:?}", print_part(interp, part));
    for program in programs {
        let mut words = vec![0; program.layout().width()];
        if !program.layout().write(part, &mut words) {
            continue;
        }
        assert_eq!(program.layout().read(&words), *part, "{}", at());
        match (by_program(program, &words, turn), &expected) {
            (None, None) => {}
            (None, Some(_)) => tally.gave_up += 1,
            (Some(found), Some(expected)) => {
                assert_eq!(found.len(), expected.len(), "{}\n{found:?}\n{expected:?}", at());
                for (f, e) in found.iter().zip(expected) {
                    assert_eq!(f, e, "{}", at());
                }
                tally.same += 1;
                tally.moves += found.len();
            }
            (Some(found), None) => panic!("{}: the interpreter fails, the program found {found:?}", at()),
        }
        let alone = Position { parts: vec![part.clone()] };
        let stuck = || interp.can_move(part, turn).map(|m| !m);
        match (program.ended(&words, turn), interp.ended(&alone, turn, &stuck)) {
            (Ok(found), expected) => assert_eq!(Some(found), expected.ok(), "{}", at()),
            (Err(_), Ok(_)) => tally.gave_up += 1,
            (Err(_), Err(_)) => {}
        }
        match (program.blocked(&words, turn), interp.blocked(&alone, turn)) {
            (Ok(found), expected) => assert_eq!(Some(found), expected.ok(), "{}", at()),
            (Err(_), Ok(_)) => tally.gave_up += 1,
            (Err(_), Err(_)) => {}
        }
    }
    expected.unwrap_or_default()
}

fn programs(interp: &Interp, start: &Part) -> Result<Vec<Program>, NoProgram> {
    let core = Core::new(interp);
    let layout = Layout::of(&core, start)?;
    backends().into_iter().map(|b| Program::new(&core, layout.clone(), b)).collect()
}

/// Plays at random from a part, comparing on the way.
fn play(
    name: &str,
    interp: &Interp,
    start: &Part,
    random: &mut Rng,
    tally: &mut Tally,
) -> Result<(), NoProgram> {
    let programs = programs(interp, start)?;
    for _ in 0..3 {
        let (mut part, mut turn) = (start.clone(), Turn::default());
        for _ in 0..12 {
            let other = Turn { mover: 1 - turn.mover, turn: turn.turn };
            compare(name, interp, &programs, &part, other, tally);
            let moves = compare(name, interp, &programs, &part, turn, tally);
            if moves.is_empty() {
                break;
            }
            let (_, mut parts, _, again) = moves[random.index(moves.len())].clone();
            if parts.is_empty() {
                break;
            }
            part = parts.swap_remove(random.index(parts.len()));
            turn = turn.next(again);
        }
    }
    Ok(())
}

#[test]
fn library_games_agree() {
    let mut random = Rng::new(1);
    let mut refused: BTreeMap<String, NoProgram> = BTreeMap::new();
    let mut total = Tally::default();
    let all = games();
    for (name, interp) in &all {
        let mut tally = Tally::default();
        for position in starts(interp) {
            for part in &position.parts {
                if let Err(why) = play(name, interp, part, &mut random, &mut tally) {
                    refused.insert(name.clone(), why);
                }
            }
        }
        if tally.gave_up > 0 {
            println!("{name}: {tally:?}");
        }
        total.same += tally.same;
        total.moves += tally.moves;
        total.gave_up += tally.gave_up;
    }
    println!("{} games, {total:?}", all.len());
    println!("not compiled: {refused:?}");
    assert!(refused.len() <= all.len() / 20, "{refused:?}");
    assert!(total.gave_up * 100 <= total.same, "{total:?}");
}

#[test]
fn random_games_agree() {
    let games: u64 = std::env::var("BOUTON_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(120);
    let first: u64 = std::env::var("BOUTON_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut total = Tally::default();
    let mut refused: BTreeMap<u64, NoProgram> = BTreeMap::new();
    for seed in first..first + games {
        let sample = bouton_samples::sample(seed);
        let interp = game("random", &sample.text);
        let mut rng = bouton_samples::Rng::new(seed);
        let mut random = Rng::new(seed);
        for _ in 0..4 {
            let typed = sample.position(&mut rng, 8);
            let Ok(position) = parse_position(&interp, &typed) else { continue };
            let name = format!("seed {seed}\n{}", sample.text);
            for part in &position.parts {
                if let Err(why) = play(&name, &interp, part, &mut random, &mut total) {
                    refused.insert(seed, why);
                }
            }
        }
    }
    println!("{games} games, {total:?}");
    println!("not compiled: {refused:?}");
    assert!(refused.len() as u64 <= games / 10, "{refused:?}");
    assert!(total.gave_up * 50 <= total.same, "{total:?}");
}

/// Constructs that neither the library nor the random games use much: rules and a position.
const CONSTRUCTS: &str = r#"
    // Choices.
    position n; move k in primes: n -> n - k ¦ 40
    position n; move k in squares: n -> n - k ¦ 40
    position n; move k in {1, 3, 4, 9, 20, 33, 70}: n -> n - k ¦ 40
    position n; move k in [3, 1, 3, 2, 1]: n -> n - k ¦ 9
    position row a; move k in a: a -> a ++ [k] ¦ 3 1 3 2
    position n; move k in 1..n if k in primes or k in squares or k in fibonacci: n -> n - k ¦ 60
    position n; move k in 1..n if k in divisors(n) and n mod k = 0: n -> n - k ¦ 36
    position n; move k in 1..n if k in {1, 5, 9, 1000000, 7777777777}: n -> n - k ¦ 40
    position n; move k in 1..n if k not in {2*j + 1 for j in 0..n div 4}: n -> n - k ¦ 17
    position row a; move b in subsets(a) if |b| > 0: a -> b ¦ 1 2 3
    position set a; move b in subsets(a): a -> a - b ¦ {1,2,5}
    heaps n; move p in partitions(n) if |p| <= 3: n -> each p ¦ 7
    heaps n; move c in compositions(n - 1, 3): n -> each [x for x in c if x > 0] ¦ 5
    position row a; move b in below(a): a -> b ¦ 2 0 1
    position n; move k in 1..n let r = n - k if r mod 3 != 1: n -> r again if r > 4 ¦ 9
    // Changes.
    position row a; move i in 1..|a|, j in 1..|a|: a[i] -> 1, a[j] -> 2 when j != i ¦ 3 4 5
    position row a; move i in 1..|a|, j in 1..|a|: a[i] -> 1, a[j] -> 2 ¦ 3 4 5
    position row a; move i in 1..|a|: a[j] -> a[j] + 1 for j in [1, i] ¦ 3 4 5
    position row a; move i in 1..|a|: a[j mod 3 + 1] -> j for j in 1..i ¦ 3 4 5 6
    position n, m; move: n -> 1 when m > 2, n -> 2 when m < 2 ¦ 5 5
    position n, m; move: n -> 1 when m > 2, n -> 2 when m < 9 ¦ 5 5
    position n, m; move k in 1..n: (n, m) -> (n - k, m + k) then m -> m * 2, n -> n + m ¦ 5 1
    position row a; move: a[1] += 1, a[1] -= 1, a[2] -= 1 ¦ 0 2
    position row a; move i in 1..|a|: a -> a[..i-1] ++ [9, 8] ++ a[i+1..] then a[1] -> 0 ¦ 1 2 3
    position bag a; move i in 1..|a|: a[i] -> 0 then a -> a ++ [1] ¦ 1 2 3
    position bag a[3]; move i in 1..|a|: a -> a ++ [a[i]] ¦ 1 2
    position row a[2]; move k in 1..3: a -> [j for j in 1..k] ¦ 1 2
    position grid b; move r in 1..|b|, c in 1..|b[1]|: b[r,c] -> 1 - b[r,c] ¦ 0 1 / 1 0 / 1 1
    position grid b[2,2] of 0..3; move: b -> [[b[1,2], b[1,1]], [b[2,2], b[2,1]]] ¦ 0 1 / 2 3
    position grid b; move r in 1..|b|: b -> [row for row in b if row != b[r]] ¦ 0 1 / 2 3 / 0 1
    heaps n; move k in 0..n: n -> k, k when k > 2 ¦ 5
    heaps n; move k in 0..n: n -> k of n - k ¦ 5
    heaps a, b; move k in 1..a: (a, b) -> (a - k, b), (k, b + 1), (0, 0) ¦ (3,1)
    heaps a, b; move k in 1..a: a -> a - k, k ¦ (3,1)
    heaps row a; move i in 1..|a|: a -> a[..i-1], a[i+1..] ¦ [1 2 3]
    heaps n, flag = yes; move if flag = yes: (n, flag) -> (n - 1, no), (1, yes) ¦ 4
    // Expressions.
    position n; move k in 1..4: n -> (n * k - 7) div k + (n - 9) mod 4 ¦ 5
    position n; move k in 0..4: n -> 2 ** k + isqrt(n) + log2(n) + popcount(n) + gcd(n, k) + |k - 3| ¦ 29
    position n; move k in 1..4: n -> max(n, k, 3) xor min([n, k, 5]) ¦ 6
    position row a; move k in 1..|a|: a -> sorted(a) ++ reverse(a[k..]) ++ repeat(k, 2) ¦ 3 1 2
    position row a; move if any(x > 2 for x in a) and all(x < 9 for x in a): a -> without(a, max(a)) ¦ 3 1 2
    position row a; move if count(a, 2) = 1 and count(x > 1 for x in a) = 2: a -> [sum(a), xor(a), min(a)] ¦ 3 1 2
    position row a; move if a < [3, 2] and a >= [1] and a != [3]: a -> [i + j for i in a, j in a if i < j] ¦ 3 1 2
    position word s of "abc"; move i in 1..|s| if s < "cb" and "ab" in s: s -> s[i..] ++ "b" ++ s[i] ¦ abc
    position word s of "abc"; move x in s: s -> repeat(x, 2) ++ reverse(s) ¦ abca
    position word d of 0..9; move i in 1..|d|: d -> d[..i-1] ++ [d[i] + 3] ++ d[i+1..] ¦ 3918
    define f(x, y) = y if x = 0, f(x - 1, y * 2 + 1) otherwise; position n; move: n -> f(n, 0) ¦ 5
    define all_of(a, y) = y if |a| = 0, all_of(a[2..], y + a[1]) otherwise; position row a; move: a -> [all_of(a, 0)]
      ¦ 5 6 7
    define g(x) = x if x < 9, g(x div 2) otherwise; define h(x) = g(x) + g(x + 1); position n; move: n -> h(n) ¦ 50
    param G = graph { ab - cd e;cd - e }; position v in G, set w = {}; move x in G[v] if x not in w: v -> x ¦ ab
    param G = graph { 5 - 9 2;9 - 2 }; position v in G; move x in G if x in G[v] and |G| = 3: v -> x ¦ 5
    players L, R; position n; move a by L: n -> n - mover; move b by R: n -> n - opponent - turn ¦ 9
    position n in 3..12, m in n..20; move k in 1..9: n -> n + k; move k in 1..9: m -> m - k ¦ 5 9
    position n in {1, 2, 4, 8, 16}; move k in 1..15: n -> k ¦ 16
    position n; require n mod 3 != 1; move k in 1..n: n -> n - k ¦ 11
    position n in 0..10**30; move k in 1..3: n -> n + k ¦ 5
    position x = 3, n; move: n -> n - x, x -> x + 1; win when n < x; draw when stuck ¦ 9
    position n; move k in 1..n: n -> n - k; block n div 4; stop after 3 moves ¦ 9
    // What goes wrong: the program must give up where the interpreter fails.
    position n; move k in 0..3: n -> n div k ¦ 5
    position row a; move i in 0..4: a[i] -> 0 ¦ 1 2 3
    position row a; move i in 1..4 if a[i] > 0: a -> a[i..] ¦ 1 2 3
    position row a; move i in 1..6: a -> a[i..i+1] ¦ 1 2 3
    position n; move k in 1..3: n -> n * 4611686018427387904 ¦ 5
    position row a; move: a -> [min(a[2..])] ¦ 1
    position n; move k in 1..3: n -> (k if k > 1) ¦ 5
"#;

/// What is left to the interpreter.
const REFUSED: &[(&str, &str, NoProgram)] = &[
    ("position grid b; move: b -> reverse(b)", "0 1 / 2 3", NoProgram::Nested),
    ("define f(x) = f(x + 1); position n; move: n -> f(n)", "5", NoProgram::Recursion),
    (
        "define f(x) = 0 if x = 0, 1 + f(x - 1) otherwise; position n; move: n -> f(n)",
        "5",
        NoProgram::Recursion,
    ),
    ("position n; move: n -> floor(phi * n)", "5", NoProgram::Real),
    ("position n; move: n -> n - 1000000000000000000000", "5", NoProgram::Big),
    ("heaps n; move k in 1..n: n -> n - k; lose when |heaps| > 4", "5", NoProgram::Heaps),
    ("position n; move w in words(2, \"ab\"): n -> n - |w|", "5", NoProgram::Generator(Builtin::Words)),
];

#[test]
fn what_is_not_compiled_is_said() {
    for (text, typed, why) in REFUSED {
        let interp = game("refused", text);
        let position = parse_position(&interp, typed).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(programs(&interp, &position.parts[0]).err().as_ref(), Some(why), "{text}");
    }
}

#[test]
fn constructs_agree() {
    let (mut total, mut refused) = (Tally::default(), Vec::new());
    let mut random = Rng::new(7);
    for [text, typed] in rows(CONSTRUCTS) {
        let interp = game("construct", &text).with_steps(200_000);
        let position = parse_position(&interp, &typed).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        for part in &position.parts {
            if let Err(why) = play(&text, &interp, part, &mut random, &mut total) {
                refused.push((text.clone(), why));
            }
        }
    }
    println!("{total:?}");
    assert_eq!(refused, []);
}

#[test]
fn words_that_are_no_part_are_refused() {
    let rules = "position row a, n\nmove i in 1..|a|: a -> a[i..]\nmove k in 1..n: n -> n - k";
    let interp = game("words", rules);
    let start = parse_position(&interp, "[4 5 6] 2").expect("a position");
    for program in programs(&interp, &start.parts[0]).expect("a program") {
        assert_eq!(program.layout().width(), 5);
        let rows: [(&[i64], bool); 8] = [
            (&[3, 4, 5, 6, 2], true),
            (&[0, 0, 0, 0, 0], true),
            (&[4, 4, 5, 6, 2], false),
            (&[-1, 4, 5, 6, 2], false),
            (&[i64::MAX, 4, 5, 6, 2], false),
            (&[i64::MIN, 4, 5, 6, 2], false),
            (&[3, 4, 5, 6, -2], false),
            (&[3, 4, 5, 6], false),
        ];
        for (words, fits) in rows {
            let done = program.moves(words, Turn::default(), |_| ControlFlow::Continue(()));
            assert_eq!(done.is_ok(), fits, "{words:?}");
        }
        // Too long a walk gives up, and can be stopped.
        let long = [0, 0, 0, 0, i64::MAX];
        let done = program.moves(&long, Turn::default(), |_| ControlFlow::Continue(()));
        assert_eq!(done, Err(Deopt::Steps));
        assert_eq!(program.can_move(&long, Turn::default()), Ok(true));
        // A visit may ask again.
        let mut inner = 0;
        let done = program.moves(&[3, 4, 5, 6, 2], Turn::default(), |made| {
            let again = program.moves(made.words, Turn::default(), |_| {
                inner += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(again, Ok(()));
            ControlFlow::Continue(())
        });
        assert_eq!((done, inner), (Ok(()), 5 + 4 + 3 + 4 + 3));
    }
}
