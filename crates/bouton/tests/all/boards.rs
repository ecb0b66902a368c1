//! Boards written out: what the engines of boards answer is what the reference says.

use crate::common::{asked, game, number, solver};
use bouton::engines::Book;
use bouton::reference::Reference;
use bouton::{Budget, Problem, Question, Solver};
use bouton_compile::Core;
use bouton_compile::board::Board;
use bouton_samples::{Family, Rng, sample_of};
use std::collections::BTreeMap;

/// The engines of boards.
const IDS: [&str; 2] = ["regions", "bitboard"];

/// Compares positions of random boards of patterns, and all that follow from them by one move, with the reference, until each engine was asked
/// for so many or there are no more seeds.
fn compare(seeds: std::ops::Range<u64>, enough: u64) -> BTreeMap<&'static str, u64> {
    let mut agreed: BTreeMap<&'static str, u64> = IDS.map(|id| (id, 0)).into();
    for seed in seeds {
        if agreed.values().all(|n| *n >= enough) {
            break;
        }
        let (sample, rng) = (sample_of(Family::Patterns, seed), &mut Rng::new(seed));
        let game = game(&sample.text);
        let typed: Vec<String> = (0..3).map(|_| sample.position(rng, 9)).collect();
        let mut solvers = IDS.map(|id| {
            let mut solver = solver();
            solver.force(id).expect("an engine");
            (id, solver)
        });
        for position in typed.iter().filter_map(|t| game.position(t).ok()) {
            let mut reference = Reference::new(&game);
            let question = Question::new(game.clone(), position.clone());
            for (id, solver) in &mut solvers {
                compare_one(id, solver, &mut reference, &question, &sample.text, &mut agreed);
            }
        }
    }
    agreed
}

fn compare_one(
    id: &'static str,
    solver: &mut Solver,
    reference: &mut Reference<'_>,
    question: &Question,
    text: &str,
    agreed: &mut BTreeMap<&'static str, u64>,
) {
    let (game, position) = question.alone().expect("one game");
    if matches!(solver.suits(question), Err(Problem::NotApplicable(_))) {
        return;
    }
    let turn = question.state.turn;
    let Ok(options) = reference.options(position, turn) else { return };
    let states = std::iter::once((position.clone(), turn)).chain(options.into_iter().map(|o| (o.to, o.turn)));
    for (position, turn) in states {
        let shown = game.show(&position);
        let mut question = Question::new(game.clone(), position.clone());
        question.state.turn = turn;
        let at = question.at();
        if game.rules().score.is_some() {
            let Ok(score) = reference.score(&position, turn) else { continue };
            assert_eq!(solver.score(at).ok(), Some(score), "{id} at {shown}\n{text}");
        } else {
            let Ok(outcome) = reference.outcome(&position, turn) else { continue };
            assert_eq!(
                solver.outcome(at).ok(),
                Some(outcome),
                "{id} at {shown}, mover {}\n{text}",
                turn.mover
            );
        }
        if id == "regions"
            && let Ok(value) = reference.grundy(&position)
        {
            assert_eq!(solver.grundy(at).ok(), Some(value), "{id} at {shown}\n{text}");
        }
        *agreed.entry(id).or_default() += 1;
    }
}

#[test]
fn patterns_equal_the_reference() {
    let agreed = compare(0..100, u64::MAX);
    println!("{agreed:?}");
    assert!(agreed.values().all(|n| *n > 60), "too few: {agreed:?}");
}

/// Boards on which a shortcut would be wrong: moves that write onto walls, so that a part is not the same in another place; parts
/// that are cut out and must have a size, or satisfy something.
#[test]
fn shortcuts_that_do_not_hold() {
    let rows = "0 0 1|1 0 1|0 1 1|1 1 1|1 1 1 1|0 1 1 0 1 1|1 1 0 1 1|1 0 1 1 1 1";
    let boards = "[0 0 0 / 0 0 0]|[0 1 0 / 0 0 0]|[0 0 0 / 0 1 0]";
    let domino = "move m r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1 then b -> each regions(b, 0, 1)";
    let table = [
        ("position row a of 0..1; move i in 1..|a|-1 if a[i] = 1: a[i] -> 0, a[i+1] -> 0".to_string(), rows),
        ("position row a of 0..1; move i in 2..|a| if a[i] = 1: a[i] -> 0, a[i-1] -> 0".to_string(), rows),
        (format!("heaps grid b[2,3] of 0..1; {domino}"), boards),
        (format!("heaps grid b of 0..1; require |b| = 2; {domino}"), boards),
        (format!("heaps grid b of 0..1; {domino}"), boards),
    ];
    let mut agreed = BTreeMap::new();
    for (rules, positions) in &table {
        let game = game(rules);
        for typed in positions.split('|') {
            let (question, mut reference) = (asked(&game, typed), Reference::new(&game));
            for id in IDS {
                let mut solver = solver();
                solver.force(id).expect("an engine");
                compare_one(id, &mut solver, &mut reference, &question, rules, &mut agreed);
            }
        }
    }
    assert!(agreed.get("regions").is_some_and(|n| *n > 30), "{agreed:?}");
}

/// Moves that take the cells they need, on boards with holes: cells that add nothing are left out, and of a part that a move cuts only
/// what it touched is looked at.
#[test]
fn cells_that_add_nothing() {
    let flat =
        "move c in 1..|b[1]|-1, r in 1..|b| if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1;";
    let upright =
        "move c in 1..|b[1]|, r in 1..|b|-1 if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1;";
    let long = "move c in 1..|b[1]|-2, r in 1..|b| if b[r,c] = 0 and b[r,c+1] = 0 and b[r,c+2] = 0: b[r,c] -> 1, b[r,c+1] -> 1, b[r,c+2] -> 1;";
    let bent = "move c in 1..|b[1]|-1, r in 1..|b|-1 if b[r,c] = 0 and b[r,c+1] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r,c+1] -> 1, b[r+1,c] -> 1;";
    let apart = "move c in 1..|b[1]|-1, r in 1..|b|-1 if b[r,c] = 0 and b[r+1,c+1] = 0: b[r,c] -> 1, b[r+1,c+1] -> 1;";
    let sets = [
        vec![flat, upright],
        vec![flat],
        vec![long, bent],
        vec![flat, bent],
        vec![apart, upright],
        vec![long, apart],
    ];
    let rng = &mut Rng::new(15);
    let mut agreed = BTreeMap::new();
    for moves in sets {
        let rules = format!("position grid b of 0..1; {}", moves.concat());
        let game = game(rules.trim_end_matches(';'));
        let mut solver = solver();
        solver.force("regions").expect("an engine");
        for board in 0..40 {
            let (rows, columns) = [(4, 4), (3, 5), (2, 7), (4, 5)][board % 4];
            let mut row = |_| {
                (0..columns).map(|_| if rng.below(4) == 0 { "1" } else { "0" }).collect::<Vec<_>>().join(" ")
            };
            let typed = (0..rows).map(&mut row).collect::<Vec<_>>().join(" / ");
            let (question, mut reference) = (asked(&game, &typed), Reference::new(&game));
            compare_one("regions", &mut solver, &mut reference, &question, &rules, &mut agreed);
        }
    }
    assert!(agreed.get("regions").is_some_and(|n| *n > 1000), "{agreed:?}");
}

/// Boards beyond 128 bits: a few small patches in a wall, of one player or of two, where both sides of a word meet.
#[test]
fn wide_boards() {
    let domino = |by: &str, r: usize, c: usize| {
        format!(
            "move {by} r in 1..|b|-{r}, c in 1..|b[1]|-{c} if b[r,c] = 0 and b[r+{r},c+{c}] = 0: b[r,c] -> 1, b[r+{r},c+{c}] -> 1"
        )
    };
    let both = format!("position grid b of 0..1; {}; {}", domino("flat", 0, 1), domino("upright", 1, 0));
    let own = format!(
        "players L, R; position grid b of 0..1; {}; {}",
        domino("flat by L", 0, 1),
        domino("upright by R", 1, 0)
    );
    let capture = "players L, R; position grid b of 0..2; \
        move l by L r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 1 and b[r,c+1] = 2: b[r,c] -> 0, b[r,c+1] -> 1; \
        move r by R r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 1 and b[r,c+1] = 2: b[r,c+1] -> 0, b[r,c] -> 2";
    let rng = &mut Rng::new(21);
    let mut agreed = BTreeMap::new();
    for (id, rules, sides, wall, inside) in [
        ("regions", both.as_str(), (12, 13), "1", ["0", "0"]),
        ("bitboard", own.as_str(), (13, 12), "1", ["0", "0"]),
        ("bitboard", capture, (9, 10), "0", ["1", "2"]),
    ] {
        let game = game(rules);
        let mut solver = solver();
        solver.force(id).expect("an engine");
        for _ in 0..6 {
            let mut board = vec![vec![wall; sides.1]; sides.0];
            for _ in 0..2 {
                let (top, left) = (rng.index(sides.0 - 2), rng.index(sides.1 - 2));
                for (r, c) in (0..2).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    board[top + r][left + c] = if rng.percent(80) { rng.one_of(&inside) } else { wall };
                }
            }
            let typed: Vec<String> = board.iter().map(|row| row.join(" ")).collect();
            let typed = typed.join(" / ");
            let (question, mut reference) = (asked(&game, &typed), Reference::new(&game));
            compare_one(id, &mut solver, &mut reference, &question, rules, &mut agreed);
        }
    }
    assert!(agreed.values().all(|n| *n > 20) && agreed.len() == 2, "{agreed:?}");
}

/// Two players whose moves are pairs of cells, on boards with holes: who runs out first may be counted, and must be right.
#[test]
fn who_runs_out_of_moves() {
    let pair = |player: &str, row: usize, column: usize| {
        format!(
            "move put by {player} c in 1..|b[1]|-{column}, r in 1..|b|-{row} if b[r,c] = 0 and b[r+{row},c+{column}] = 0: \
             b[r,c] -> 1, b[r+{row},c+{column}] -> 1"
        )
    };
    let rng = &mut Rng::new(16);
    let mut agreed = BTreeMap::new();
    for (left, right) in
        [((1, 0), (0, 1)), ((1, 0), (1, 0)), ((1, 1), (0, 1)), ((0, 2), (1, 0)), ((0, 2), (0, 1))]
    {
        let (left, right) = (pair("Left", left.0, left.1), pair("Right", right.0, right.1));
        let rules = format!("players Left, Right; position grid b of 0..1; {left}; {right}");
        let game = game(&rules);
        let mut solver = solver();
        solver.force("bitboard").expect("an engine");
        for board in 0..40 {
            let (rows, columns) = [(4, 4), (3, 5), (2, 7), (4, 5)][board % 4];
            let mut row = |_| {
                (0..columns).map(|_| if rng.below(5) == 0 { "1" } else { "0" }).collect::<Vec<_>>().join(" ")
            };
            let typed = (0..rows).map(&mut row).collect::<Vec<_>>().join(" / ");
            let (question, mut reference) = (asked(&game, &typed), Reference::new(&game));
            compare_one("bitboard", &mut solver, &mut reference, &question, &rules, &mut agreed);
        }
    }
    assert!(agreed.get("bitboard").is_some_and(|n| *n > 1000), "{agreed:?}");
}

/// Boards of two players that fall apart, larger than what is valued at once: who wins is told by their parts.
#[test]
fn parts_of_two_players() {
    let near = "define near(b, r, c, x) = any(b[i,j] = x for i in max(1, r-1)..min(|b|, r+1), j in max(1, c-1)..min(|b[1]|, c+1) \
                if abs(i - r) + abs(j - c) = 1)";
    let paint = |player: &str, value: u32, never: u32| {
        format!(
            "move by {player} r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0 and not near(b, r, c, {never}): b[r,c] -> {value}"
        )
    };
    let take = |player: &str, own: u32, other: u32| {
        format!(
            "move by {player} r in 1..|b|, c in 1..|b[1]|, i in max(1, r-1)..min(|b|, r+1), j in max(1, c-1)..min(|b[1]|, c+1) \
             if abs(i - r) + abs(j - c) = 1 and b[r,c] = {own} and b[i,j] = {other}: b[r,c] -> 0, b[i,j] -> {own}"
        )
    };
    let games = [
        format!("{near}; {}; {}", paint("L", 1, 2), paint("R", 2, 1)),
        format!("{near}; {}; {}", paint("L", 1, 1), paint("R", 2, 2)),
        // The players are told apart: no exchange takes one to the other.
        format!("{near}; {}; {}", paint("L", 1, 1), paint("R", 2, 1)),
        format!("{}; {}", take("L", 1, 2), take("R", 2, 1)),
    ];
    let rng = &mut Rng::new(18);
    for moves in games {
        let rules = format!("players L, R; position grid b of 0..2; {moves}");
        let (game, mut agreed) = (game(&rules), BTreeMap::new());
        let mut solver = solver();
        solver.force("bitboard").expect("an engine");
        let captures = !rules.contains("near");
        for board in 0..12 {
            let sides =
                if captures { [(3, 4), (2, 5), (2, 6), (1, 11)] } else { [(3, 3), (2, 4), (2, 5), (1, 8)] };
            let (rows, columns) = sides[board % 4];
            let mut cell = || {
                let chance = rng.below(8);
                if captures { 1 + chance % 2 } else { chance.saturating_sub(5) }
            };
            let mut row = |_| (0..columns).map(|_| cell().to_string()).collect::<Vec<_>>().join(" ");
            let typed = (0..rows).map(&mut row).collect::<Vec<_>>().join(" / ");
            let (question, mut reference) = (asked(&game, &typed), Reference::new(&game));
            compare_one("bitboard", &mut solver, &mut reference, &question, &rules, &mut agreed);
        }
        // The reference does without the largest.
        assert!(agreed.get("bitboard").is_some_and(|n| *n > 20), "{agreed:?} {rules}");
    }
}

/// The long run: BOUTON_POSITIONS positions for each engine, of games from the seed BOUTON_SEED on.
#[test]
#[ignore = "takes minutes"]
fn many_patterns_equal_the_reference() {
    let (first, enough) = (number("BOUTON_SEED", 1000), number("BOUTON_POSITIONS", 20_000));
    let agreed = compare(first..u64::MAX, enough);
    println!("{agreed:?}");
    assert!(agreed.values().all(|n| *n >= enough), "too few: {agreed:?}");
}

/// Rules that are the same on boards of all sizes are told from one board; others are not taken for such.
#[test]
fn rules_that_slide() {
    let slides = |row: &str, column: &str, condition: &str| {
        let text = format!(
            "heaps grid b of 0..1; move c in {column}, r in {row} if b[r,c] = 0 and b[r,c+1] = 0 {condition}: \
             b[r,c] -> 1, b[r,c+1] -> 1 then b -> each regions(b, 0, 1)"
        );
        let game = game(&text);
        let position = game.position("0 0 0 0 0 / 0 0 0 0 0 / 0 0 0 0 0 / 0 0 0 0 0").expect("a board");
        let (core, part) = (Core::new(game.interp()), &position.parts[0]);
        Board::of(&core, part).expect("a board").slides(&core)
    };
    assert!(slides("1..|b|", "1..|b[1]|-1", ""));
    let table = [
        ("1..|b|", "1..|b[1]|-2", ""),
        ("1..|b|-1", "1..|b[1]|-1", ""),
        ("2..|b|", "1..|b[1]|-1", ""),
        ("1..4", "1..|b[1]|-1", ""),
        ("1..|b|", "1..|b|", ""),
        ("1..|b|", "1..|b[1]|-1", "and |b| > 2"),
        ("1..|b|", "1..|b[1]|-1", "and r < 9"),
        ("1..|b|", "1..|b[1]|-1", "and b[1,1] < 2"),
    ];
    for (row, column, condition) in table {
        assert!(!slides(row, column, condition), "{row}, {column} {condition}");
    }
}

/// Published values: Cram (Lemoine and Viennot 2010; Uiterwijk 2019).
#[test]
fn boards_of_cram() {
    let cram = game("cram");
    let value = |rows: usize, columns: usize| {
        let row = vec!["0"; columns].join(" ");
        let question = asked(&cram, &vec![row; rows].join(" / "));
        Solver::new(Budget::unlimited()).grundy(question.at()).expect("a value")
    };
    let published = [
        ((3, 3), 0),
        ((3, 4), 1),
        ((3, 5), 1),
        ((3, 6), 4),
        ((4, 4), 0),
        ((4, 5), 2),
        ((5, 5), 0),
        ((3, 7), 1),
    ];
    for ((rows, columns), expected) in published {
        assert_eq!(value(rows, columns), expected, "{rows} x {columns}");
    }
}

/// What a book knows need not be searched again, by the same rules alone; a file that was changed is refused.
#[test]
fn books_are_kept_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    let with = |fuse: u64| {
        let mut solver = Solver::new(Budget::unlimited().fuse(fuse));
        solver.use_book(Book::open(&path).expect("a folder"));
        solver.force("regions").expect("an engine");
        solver
    };
    let (cram, other) = (game("cram"), game(OTHER));
    let start = ["0 0 0 0 0"; 4].join(" / ");
    let (of_cram, of_other) = (asked(&cram, &start), asked(&other, &start));
    // Looks at the budget that searching takes.
    let few = 20;
    assert!(with(few).grundy(of_cram.at()).is_err());
    let mut first = with(u64::MAX);
    assert_eq!(first.grundy(of_cram.at()).ok(), Some(2));
    assert!(first.keep_book().expect("a book") > 100);
    let mut second = with(few);
    assert_eq!(second.grundy(of_cram.at()).ok(), Some(2));
    // Keeping it again loses nothing.
    let known = second.keep_book().expect("a book");
    assert_eq!(with(few).grundy(of_cram.at()).ok(), Some(2));
    assert!(known > 100, "{known}");
    // Other rules have another book, and their own values.
    let plain = solver().grundy(of_other.at()).ok();
    let mut third = with(u64::MAX);
    assert!(plain.is_some() && third.grundy(of_other.at()).ok() == plain);
    third.keep_book().expect("a book");
    let files: Vec<_> = std::fs::read_dir(&path).expect("the folder").flatten().map(|f| f.path()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let mut bytes = std::fs::read(&file).expect("a file");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, bytes).expect("to be written");
    }
    let problem = with(u64::MAX).grundy(of_cram.at()).expect_err("it is damaged");
    assert!(matches!(problem, Problem::Input(_)), "{problem:?}");
}

/// Dominoes that lie flat, or three cells upright.
const OTHER: &str = "position grid b of 0..1; \
    move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1; \
    move r in 1..|b|-2, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0 and b[r+2,c] = 0: \
    b[r,c] -> 1, b[r+1,c] -> 1, b[r+2,c] -> 1";
