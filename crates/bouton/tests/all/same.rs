//! `same`: equal games are found equal with the status they deserve, different ones at their smallest difference.

use crate::common::{FOLDER, found, game, solver};
use crate::rename;
use bouton::answer::Status;
use bouton::game::catalogue;
use bouton::game::positions::Positions;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::Position;
use bouton::reference::Reference;
use bouton::same::{Same, SameQuestion};
use bouton::table::{Cell, Show};
use bouton::{Budget, Game, Solver};
use bouton_samples::sample;
use rename::Names;
use std::ops::ControlFlow;

fn ask(a: Game, b: Game, to: u64, change: impl FnOnce(&mut SameQuestion)) -> Same {
    let mut question = SameQuestion::new(a, b);
    question.to = Some(to);
    change(&mut question);
    found(solver().same(&question), "an answer")
}

const PILES: &str = "position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k";

/// First game, second game, map, what is compared, how far, the status, a word of the reason.
type Equal<'c> = (&'c str, &'c str, &'c str, Option<Show>, u64, &'c str, &'c str);

#[test]
fn equal_games() {
    let wythoff = "position x, y; move k in 1..min(x,y): y -> y-k, x -> x-k; move k in 1..y: y -> y-k; move k in 1..x: x -> x-k";
    let more = format!("{PILES}; move: a -> a-1, b -> b-2");
    let table: &[Equal] = &[
        ("nim", "nim", "", None, 9, "PROVED", "say the same"),
        ("kayles", "heaps n; octal 0.77", "", None, 9, "PROVED", "code 0.77"),
        ("heaps n; move k in 1..3: n -> n-k", "heaps m; octal 0.333", "", None, 9, "PROVED", "code"),
        ("wythoff", wythoff, "", None, 9, "PROVED", "formulas"),
        // The options differ, the values do not.
        (
            "heaps n; move k in {1}: n -> n-k",
            "heaps n; move k in {1,3,5}: n -> n-k",
            "",
            None,
            9,
            "PROVED",
            "periods",
        ),
        (PILES, &more, "", Some(Show::Win), 9, "PROVED", "lost positions of both"),
        (PILES, "nim", "n = [a, b]", None, 9, "CHECKED", ""),
        (
            "nim",
            "position row x; move i in 1..|x|, k in 1..x[i]: x[i] -> x[i]-k",
            "x = heaps",
            None,
            6,
            "CHECKED",
            "",
        ),
        // A row of coins as heaps: the runs of 1s.
        (
            "position word w of 0..1; move i in 1..|w| if w[i] = 1: w[i] -> 0; move i in 1..|w|-1 if w[i] = 1 and w[i+1] = 1: w[i] -> 0, w[i+1] -> 0",
            "kayles",
            "n = [j - i for i in 1..|w|, j in i+1..|w|+1 if w[i] = 1 and (i = 1 or w[i-1] = 0) and (j > |w| or w[j] = 0) and all(w[m] = 1 for m in i..j-1)]",
            None,
            11,
            "CHECKED",
            "",
        ),
        // Finitely many positions, all compared.
        (
            "param m = 3; position n in 0..m; move: n -> n-1",
            "position n in 0..5; move: n -> n-1",
            "",
            None,
            9,
            "PROVED",
            "all 4",
        ),
    ];
    for (a, b, map, show, to, status, reason) in table {
        let same = ask(game(a), game(b), *to, |q| {
            q.show = *show;
            q.maps = Some(map.to_string()).filter(|m| !m.is_empty()).into_iter().collect();
        });
        assert!(same.equal() && same.differing == 0, "{a} | {b}: {same:?}");
        assert_eq!(same.status.word(), *status, "{a} | {b}: {same:?}");
        assert!(same.reason.say(Lang::En).contains(reason), "{a} | {b}: {:?}", same.reason);
    }
    // Values are checked, outcomes proved.
    let both = ask(game(PILES), game(&more), 9, |_| {});
    assert!(matches!(both.status, Status::Checked(_)) && both.outcomes.is_some(), "{both:?}");
}

/// First game, second game, map, how far, where they differ first, what they are worth there.
type Different<'c> = (&'c str, &'c str, &'c str, u64, &'c str, [Cell; 2]);

#[test]
fn different_games() {
    let far = format!("{PILES}; move if a >= 16 and b >= 16: a -> a-16, b -> b-16");
    let table: &[Different] = &[
        ("wythoff", PILES, "", 9, "1 1", [Cell::Grundy(2), Cell::Grundy(0)]),
        ("nim", "kayles", "", 9, "4", [Cell::Grundy(4), Cell::Grundy(1)]),
        (PILES, "nim", "n = a + b", 9, "1 1", [Cell::Grundy(0), Cell::Grundy(2)]),
        (PILES, &far, "", 20, "16 16", [Cell::Grundy(0), Cell::Grundy(1)]),
    ];
    for (a, b, map, to, position, cells) in table {
        let same = ask(game(a), game(b), *to, |q| {
            q.maps = Some(map.to_string()).filter(|m| !m.is_empty()).into_iter().collect();
        });
        let difference = same.difference.clone().unwrap_or_else(|| panic!("{a} | {b}: {same:?}"));
        assert_eq!((difference.position.as_str(), &difference.cells), (*position, cells), "{a} | {b}");
        assert_eq!(same.status, Status::False);
    }
    // Beyond what was compared, the theorems differ.
    let beyond = ask(game(PILES), game(&far), 9, |q| q.show = Some(Show::Win));
    let difference = beyond.difference.expect("a difference by theorem");
    assert_eq!((difference.position.as_str(), difference.beyond), ("16 16", true));
    let misere = ask(game("nim"), game("nim").misere().expect("misère Nim"), 5, |_| {});
    assert_eq!(
        misere.difference.expect("a difference").cells,
        [Cell::Outcome(Verdict::Lose), Cell::Outcome(Verdict::Win)]
    );
}

#[test]
fn shifts() {
    let table: &[(&str, &str, i64, i64, &str)] = &[
        ("heaps n; octal 0.137", "heaps n; octal 0.07", 1, 0, "PROVED"),
        ("heaps n; octal 0.07", "heaps n; octal 0.137", -1, 0, "PROVED"),
        ("heaps n; octal 0.77", "heaps n; octal 0.07", 0, 0, ""),
        ("heaps n; move k in 1..n: n -> n-k", "heaps n; move k in 1..n-1: n -> n-k", 1, 0, "CHECKED"),
        ("heaps n; move k in 1..n-3: n -> n-k", "heaps n; move k in 1..n: n -> n-k", -3, 0, "CHECKED"),
        // Equal from 4 on: the second has no moves before.
        ("heaps n; move k in 1..3: n -> n-k", "heaps n; move k in 1..3 if n > 4: n -> n-k", 0, 4, "CHECKED"),
        // Values that no shift makes equal.
        ("heaps n; move k in 1..n: n -> n-k", "heaps n; move k in 1..3: n -> n-k", 0, 0, ""),
    ];
    for (a, b, by, from, status) in table {
        let same = ask(game(a), game(b), 200, |_| {});
        match same.shift {
            None => assert!(status.is_empty(), "{a} | {b}"),
            Some(s) => assert_eq!((s.by, s.from, s.status.word()), (*by, *from, *status), "{a} | {b}"),
        }
    }
}

/// Every game of the library is the same as itself under other names.
#[test]
fn renamed_games_are_the_same() {
    let mut compared = 0;
    for entry in catalogue::entries() {
        let (one, _) = Game::from_text("a.game", entry.text, &FOLDER).expect("a library game");
        let names = Names::default();
        let (two, _) =
            Game::from_text("a.game", &names.file(entry.text), &names).expect("the same under other names");
        let mut question = SameQuestion::new(one, two);
        question.to = Some(4);
        let answer = Solver::new(Budget::unlimited().fuse(1_000_000)).same(&question);
        let same = answer.unwrap_or_else(|p| panic!("{}: {p:?}", entry.id));
        assert!(same.difference.is_none(), "{}: {same:?}", entry.id);
        assert_eq!(same.only.iter().map(|o| o.count).sum::<u64>(), 0, "{}: {same:?}", entry.id);
        compared += usize::from(same.compared > 0);
    }
    assert!(compared > 60, "{compared}");
}

/// Random games with one move line left out: what `same` says is what the definitions say.
#[test]
fn random_games_against_the_reference() {
    let (mut equal, mut different) = (0, 0);
    for seed in 0..400 {
        let text = sample(seed).text;
        let lines: Vec<&str> = text.lines().collect();
        let Some(cut) = lines.iter().rposition(|l| l.starts_with("move")) else { continue };
        if lines.iter().filter(|l| l.starts_with("move")).count() < 2
            || lines.iter().any(|l| l.starts_with(' '))
        {
            continue;
        }
        let fewer: Vec<&str> = lines.iter().enumerate().filter(|(i, _)| *i != cut).map(|(_, l)| *l).collect();
        let (Ok(a), Ok(b)) = (Game::parse(&text), Game::parse(&fewer.join("\n"))) else { continue };
        if a.kind().grundy.is_err() || b.kind().grundy.is_err() {
            continue;
        }
        let mut question = SameQuestion::new(a.clone(), b.clone());
        question.to = Some(4);
        let Ok(same) = Solver::new(Budget::unlimited().fuse(1_000_000)).same(&question) else {
            continue;
        };
        if same.stopped.is_some() || same.difference.as_ref().is_some_and(|d| d.beyond) {
            continue;
        }
        match reference_difference(&a, &b, 4) {
            Some(true) => {
                assert!(same.difference.is_some(), "{text}\n{same:?}");
                different += 1;
            }
            Some(false) => {
                // A box has positions of larger sizes than a list, so it may see more.
                let small = |p: &str| a.position(p).is_ok_and(|p| size(&p) <= 4);
                assert!(same.difference.as_ref().is_none_or(|d| !small(&d.position)), "{text}\n{same:?}");
                equal += 1;
            }
            None => {}
        }
    }
    assert!(equal > 3 && different > 20, "{equal} {different}");
}

fn size(p: &Position) -> i64 {
    p.parts.iter().flat_map(|p| p.iter()).filter_map(|v| v.as_int()).map(i64::abs).sum()
}

/// Do the definitions see a difference among single parts up to this size? `None` where they are out of reach.
fn reference_difference(a: &Game, b: &Game, to: u64) -> Option<bool> {
    let (mut left, mut right) = (Reference::new(a), Reference::new(b));
    let mut positions = Positions::new(a);
    let mut found = Some(false);
    for size in 0..=to {
        let _ = positions.visit(size, true, &mut |p| match (left.grundy(p), right.grundy(p)) {
            (Ok(x), Ok(y)) if x == y => ControlFlow::Continue(()),
            (Ok(_), Ok(_)) => {
                found = Some(true);
                ControlFlow::Break(())
            }
            _ => {
                found = None;
                ControlFlow::Break(())
            }
        });
        if found != Some(false) {
            break;
        }
    }
    found
}
