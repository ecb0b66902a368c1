//! Tables of whole spaces, filled with compiled moves, against the reference: random games, and games of every kind of
//! space.

use crate::common::{found, game, number};
use bouton::engines::filled::{Ask, Filled, Space};
use bouton::language::interp::{Part, Position, Turn};
use bouton::reference::{Reference, Refused};
use bouton::{Budget, Game};
use bouton_engine::table::fill::Order;
use bouton_engine::{Halt, Stop};
use bouton_samples::{Family, Rng, rows, sample, sample_of};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const ASKS: [Ask; 4] = [Ask::Outcome, Ask::Grundy, Ask::Score, Ask::Remoteness];

/// The part that is typed.
fn corner(game: &Game, typed: &str) -> Part {
    found(game.position(typed), typed).parts.swap_remove(0)
}

/// Parts that can be reached from a part, at most `most`.
fn reached(game: &Game, from: &Part, most: usize) -> Vec<Part> {
    let mut seen: BTreeSet<Part> = [from.clone()].into();
    let mut list = vec![from.clone()];
    let mut at = 0;
    while at < list.len() && list.len() < most {
        let part = list[at].clone();
        at += 1;
        for mover in 0..2 {
            let done = game.interp().moves(&part, Turn { mover, turn: 0 }, &mut |made| {
                for to in made.parts.iter() {
                    let to = game.interp().canonical_part(to);
                    if list.len() < most && seen.insert(to.clone()) {
                        list.push(to);
                    }
                }
                ControlFlow::Continue(())
            });
            if done.is_err() {
                return Vec::new();
            }
        }
    }
    list
}

/// What the definition says of a position; `None` where it is too big.
fn truth(reference: &mut Reference, ask: Ask, position: &Position, turn: Turn) -> Option<String> {
    let truth = match ask {
        Ask::Grundy => reference.grundy(position).map(|g| g.to_string()),
        Ask::Outcome => reference.outcome(position, turn).map(|v| format!("{v:?}")),
        Ask::Score => reference.score(position, turn).map(|s| s.to_string()),
        Ask::Remoteness => reference.solved(position, turn).map(|v| format!("{v:?}")),
    };
    match truth {
        Ok(truth) => Some(truth),
        Err(Refused::TooBig) => None,
        Err(Refused::Rules(e)) => panic!("{e}"),
    }
}

/// Compares a table with the reference; says how many positions were compared and how many the table did not have.
fn compare(name: &str, game: &Game, table: &Filled, ask: Ask, parts: &[Part]) -> (u64, u64) {
    let (mut compared, mut missing) = (0, 0);
    let mut reference = Reference::new(game);
    // Small positions first, so that the reference remembers what the others need.
    for part in parts.iter().rev() {
        let position = Position { parts: vec![part.clone()] };
        for mover in 0..2 {
            let turn = Turn { mover, turn: 0 };
            let found = match ask {
                Ask::Grundy => table.grundy(part).map(|g| g.to_string()),
                Ask::Outcome => table.outcome(part, mover).map(|v| format!("{v:?}")),
                Ask::Score => table.score(part, mover).map(|s| s.to_string()),
                Ask::Remoteness => {
                    table.solved(part, mover).map(|s| format!("{:?}", (s.outcome, s.remoteness)))
                }
            };
            let Some(truth) = truth(&mut reference, ask, &position, turn) else { return (compared, missing) };
            match found {
                Some(found) => {
                    assert_eq!(found, truth, "{ask:?} of {} for {mover}\n{name}", game.show(&position));
                }
                None => missing += 1,
            }
            compared += 1;
        }
    }
    (compared, missing)
}

#[test]
fn random_games() {
    let (games, first) = (number("BOUTON_GAMES", 60), number("BOUTON_SEED", 1));
    let (mut tables, mut all, mut lost) = (0, 0, 0);
    for seed in first..first + games {
        let sample = sample(seed);
        let game = game(&sample.text);
        let rng = &mut Rng::new(seed);
        let Ok(position) = game.position(&sample.position(rng, 5)) else { continue };
        let Some(corner) = position.parts.first() else { continue };
        let corner = game.interp().canonical_part(corner);
        let parts = reached(&game, &corner, 40);
        for ask in ASKS {
            for threads in [1, 2] {
                let Some(space) = Space::of(&game, &corner, ask) else { continue };
                if space.cost().cells > 20_000 || space.cost().moves > 300_000.0 {
                    continue;
                }
                let (cells, budget) = (space.cost().cells, Budget::unlimited().memory(1 << 24));
                match space.fill(&budget, threads) {
                    Ok(table) => {
                        assert_eq!(table.cells(), cells);
                        tables += 1;
                        let (compared, missing) = compare(&sample.text, &game, &table, ask, &parts);
                        all += compared;
                        lost += missing;
                    }
                    Err(Stop::Cycle(_)) => {}
                    Err(stop) => panic!("{stop}: {}", sample.text),
                }
            }
        }
    }
    println!("{tables} tables, {all} values compared, {lost} of them not in the table");
    if games >= 60 {
        assert!(tables > 45 && all > 900, "{tables} tables, {all} values");
        assert!(lost * 20 < all, "{lost} of {all} values were not in their table");
    }
}

#[test]
fn spaces_of_every_kind() {
    let table = rows(
        r#"
        position word d of 0..9; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x; move i in 1..|d| if d[i] = 0: d -> d[1..i-1]
          ¦ 992 ¦ Outcome ¦ Marked
        position word d of 0..3; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x; move i in 1..|d| if d[i] = 0: d -> d[1..i-1]; end misere
          ¦ 3333 ¦ Outcome ¦ Marked
        position word d of 0..3; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x; move i in 1..|d| if d[i] = 0: d -> d[1..i-1]
          ¦ 3333 ¦ Grundy ¦ Numbers
        position row a; move i in 1..|a|, k in 1..2 if k <= a[i]: a[i] -= k; move if |a| > 1 and a[2] = 3: a[1] -> 0, a[2] -> 1
          ¦ 4 5 3 ¦ Outcome ¦ -
        position a, b; move k in 1..a: a -> a - k; move if a > 1 and b mod 3 = 1: a -> a - 2, b -> b div 2
          ¦ 9 14 ¦ Outcome ¦ Marked
        position a, b; move pour k in 1..a div 2: a -> a - 2*k, b -> b + k; move y: b -> b - 1
          ¦ 8 3 ¦ Grundy ¦ Numbers
        position a, b; move i in 1..a div 2: a -> a - 2*i, b -> b + i; move i in 1..b div 2: b -> b - 2*i, a -> a + i
          ¦ 3 12 ¦ Grundy ¦ Layers
        heaps a, b; move k in 1..a: a -> a - k, b -> b + 1 when k = 2; move split i in 0..b-1: (a, b) -> (a, i), (0, b - 1 - i)
          ¦ (4,3) ¦ Grundy ¦ -
        heaps a, b unordered; move k in 1..min(a, 2): a -> a - k; move k in 1..min(b, 2): b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k
          ¦ (7,9) ¦ Grundy ¦ Numbers
        position bag a; move i in 1..|a|, k in 1..a[i]: a[i] -= k ¦ 5 4 6 2 ¦ Grundy ¦ Numbers
        position set s of 1..8; move x in s: s -> s - {x, x + 1}
          ¦ {1, 2, 3, 5, 6, 8} ¦ Grundy ¦ Numbers
        position grid b[2,3] of 0..2; move r in 1..2, c in 1..3 if b[r,c] = 0: b[r,c] -> 1; move r in 1..2, c in 1..2 if b[r,c] = 0 and b[r,c+1] = 1: b[r,c] -> 2
          ¦ 000/000 ¦ Outcome ¦ -
        players Xena, Otto; position word s of "xo."; move by Xena i in 1..|s|-1 if s[i..i+1] = "x.": s[i] -> ".", s[i+1] -> "x"; move by Otto i in 2..|s| if s[i-1..i] = ".o": s[i] -> ".", s[i-1] -> "o"
          ¦ x.x.o.o ¦ Outcome ¦ -
        players A, B; position n, c in 0..2; move by A k in 1..2: n -> n - k again if k = c; move by B k in 1..3: n -> n - k, c -> n mod 3; win A when n = 4; draw when n = 7; end B wins
          ¦ 15 1 ¦ Outcome ¦ Numbers
        players Max, Min; position n; move k in 1..3: n -> n - k gain k*n again if n mod 5 = 0; score
          ¦ 25 ¦ Score ¦ Numbers
        players Max, Min; position n; move k in 1..3: n -> n - k gain k*n - 9; score shared
          ¦ 25 ¦ Score ¦ Numbers
    "#,
    );
    for [rules, start, ask, order] in table {
        let game = game(&rules);
        let corner = corner(&game, &start);
        let ask = ASKS.into_iter().find(|known| format!("{known:?}") == ask).expect("something to ask");
        let parts = reached(&game, &corner, 60);
        // Where there is an outcome there is a distance from the end.
        let distance = (ask == Ask::Outcome).then_some(Ask::Remoteness);
        let asks = [Some(ask), distance].into_iter().flatten();
        for (asked, threads) in asks.flat_map(|ask| [(ask, 1), (ask, 2)]) {
            let space = Space::of(&game, &corner, asked).unwrap_or_else(|| panic!("no space: {rules}"));
            let table = space.fill(&Budget::unlimited(), threads).unwrap_or_else(|e| panic!("{e}: {rules}"));
            if order != "-" && asked == ask {
                assert_eq!(format!("{:?}", table.order()), order, "{rules}");
            }
            let (compared, missing) = compare(&rules, &game, &table, asked, &parts);
            assert!(compared >= 20 && missing == 0, "{missing} of {compared} missing: {rules}");
        }
    }
}

#[test]
fn what_is_not_for_tables() {
    let rows = [
        ("position n; move k in 1..n: n -> n - k; stop after 5 moves", "9"),
        ("position n; move k in 1..n: n -> n - k; block 1", "9"),
        ("position n; move k in 1..n: n -> n - k; endless draw", "9"),
        ("position n; move k in 1..n: n -> n + k", "9"),
        ("heaps n; move k in 1..n: n -> n - k; end misere", "9"),
        ("position n; move k in 1..n if turn < 9: n -> n - k", "9"),
    ];
    for (rules, start) in rows {
        let game = game(rules);
        let corner = corner(&game, start);
        for ask in ASKS {
            assert!(Space::of(&game, &corner, ask).is_none(), "{ask:?} {rules}");
        }
    }
    // Too large for the memory allowed: known before anything is filled.
    let game = game(
        "position a, b, c; move k in 1..a: a -> a - k; move if b > 0 and c > b: b -> b - 1, c -> c div 2; move k in 1..2: c -> c - k",
    );
    let corner = corner(&game, "2000 2000 2000");
    let budget = Budget::unlimited().memory(1 << 26);
    for (ask, bytes) in [(Ask::Outcome, 1_001_500_752), (Ask::Grundy, 8_012_006_001)] {
        let space = Space::of(&game, &corner, ask).unwrap_or_else(|| panic!("no space"));
        assert_eq!((space.cost().cells, space.cost().bytes), (8_012_006_001, bytes));
        let stop = space.fill(&budget, 1).err();
        assert!(matches!(stop, Some(Stop::Halt(Halt::Memory { needed, .. })) if needed == bytes), "{stop:?}");
        assert!(Filled::of(&game, &corner, ask, &budget, 1).is_none());
    }
}

/// Tables that are filled layer by layer, with measures of every kind of count: numbers and the room above them, lengths and
/// sizes, totals, letters and numbers that are counted, what a set lacks.
#[test]
fn layers_of_every_kind() {
    let table = rows(
        r#"
        position word w of ".X"; move m i in 1..|w| if w[i] = ".": w[i] -> "X" ¦ ..X..
        position word w of ".XO"; move m i in 1..|w|, j in 1..|w| if w[i] = "." and w[j] != ".": w[i] -> "X", w[j] -> ("O" if w[j] = "X", "X" otherwise)
          ¦ ..X..
        position grid b of 0..1; move m r in 1..2, c in 1..2 if b[r,c] = 0: b[r,c] -> 1 ¦ 0 1 / 0 0
        position set s of 1..5 = {}; move m c in 1..5 if c not in s: s -> s + {c} ¦
        position n in 0..6; move up: n -> n + 1 ¦ 2
        position n in 0..9, k in 0..9; move m if k > 0: n += 2, k -= 1; move m if n > 0: n -= 1, k += 2
          ¦ 2 3
        position row a[3]; move m i in 1..3, j in 1..3 if i != j and a[i] >= 2: a[i] -= 2, a[j] += 1; move m i in 1..3: a[i] -= 1
          ¦ 4 3 2
        position bag a; move m i in 1..|a|, j in 1..|a| if i != j and a[i] >= 2: a[i] -= 2, a[j] += 1; move m i in 1..|a|: a[i] -= 1
          ¦ 3 2 2
        position n in 0..9, k in 0..9, set s of 1..4; move m c in s: s -> s - {c}; move m if n > 1: n -= 2, k += 1; move m if k > 1: k -= 2, n += 1 ¦ 2 5 {1,2,4}
        position n in 0..9, k in 0..9, row a of 0..2; move m if |a| > 0: a -> a[2..]; move m if n > 1: n -= 2, k += 1; move m if k > 1: k -= 2, n += 1 ¦ 2 5 [1 2 0]
        position n in 0..9, set s of 1..4 = {}; move m c in 1..4 if c not in s: s -> s + {c}, n += 1; move m if n > 0: n -= 1
          ¦ 2
    "#,
    );
    for [rules, start] in table {
        let game = game(&rules);
        let corner = corner(&game, &start);
        let space = Space::of(&game, &corner, Ask::Grundy).unwrap_or_else(|| panic!("no space: {rules}"));
        let table = space.fill(&Budget::unlimited(), 1).unwrap_or_else(|e| panic!("{e}: {rules}"));
        assert_eq!(table.order(), Order::Layers, "{rules}");
        let (compared, missing) = compare(&rules, &game, &table, Ask::Grundy, &reached(&game, &corner, 60));
        assert!(compared >= 10 && missing == 0, "{missing} of {compared} missing: {rules}");
    }
}

/// A table with one of each class says the same of every cell as the table without, and stores fewer; the numbers are what Burnside's
/// lemma counts.
fn compare_classes(name: &str, game: &Game, corner: &Part, ask: Ask, threads: usize) -> Option<usize> {
    let space = Space::of(game, corner, ask)?;
    let cost = space.cost();
    if cost.symmetries == 1 || cost.cells > 150_000 || cost.moves > 3e6 {
        return None;
    }
    let plain = Space::of(game, corner, ask)?.without_classes();
    assert!(plain.cost().cells == cost.cells && plain.cost().symmetries == 1, "{name}");
    let filled = |space: Space| match space.fill(&Budget::unlimited(), threads) {
        Ok(table) => Some(table),
        Err(Stop::Cycle(_)) => None,
        Err(stop) => panic!("{stop}: {name}"),
    };
    let (folded, plain) = (filled(space), filled(plain));
    assert_eq!(folded.is_some(), plain.is_some(), "{name}");
    let (folded, plain) = (folded?, plain?);
    assert_eq!((folded.found(), plain.found()), (cost.stored, cost.cells), "{name}");
    assert!(cost.stored < cost.cells, "{name}");
    for cell in 0..cost.cells {
        assert_eq!(folded.cell(cell), plain.cell(cell), "{ask:?} of cell {cell}: {name}");
    }
    Some(cost.symmetries)
}

#[test]
fn one_of_each_class() {
    let table = rows(
        "
        tictactoe ¦ - ¦ Outcome ¦ 16
        tictactoe ¦ - ¦ Remoteness ¦ 16
        notakto ¦ - ¦ Remoteness ¦ 8
        domineering ¦ 3x3 ¦ Outcome ¦ 8
        domineering ¦ 3x4 ¦ Remoteness ¦ 4
        hexapawn ¦ 3x3 ¦ Outcome ¦ 2
        snort ¦ 2x3 ¦ Outcome ¦ 8
        snort ¦ 2x4 ¦ Remoteness ¦ 8
        dots-and-boxes ¦ 1x3 ¦ Score ¦ 24
        position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1; move r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1
          ¦ 0000/0000/0000 ¦ Grundy ¦ 4
        position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0 and c != 2: b[r,c] -> 1, b[r,c+1] -> 1; move r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1
          ¦ 0000/0000/0000 ¦ Grundy ¦ 32
        position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0 and c != 1: b[r,c] -> 1, b[r,c+1] -> 1; move r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1
          ¦ 0000/0000/0000 ¦ Grundy ¦ 16
        position row a of 0..2; move i in 1..|a| if a[i] > 0: a[i] -> a[i] - 1; move i in 1..|a| if a[i] = 2: a[i] -> 0
          ¦ 2 2 2 2 2 2 ¦ Grundy ¦ 24
        ",
    );
    for [name, start, ask, symmetries] in table {
        let game = game(&name);
        let position = if start == "-" { "" } else { &start };
        let ask = ASKS.into_iter().find(|known| format!("{known:?}") == ask).expect("something to ask");
        for threads in [1, 2] {
            let found = compare_classes(&name, &game, &corner(&game, position), ask, threads);
            let found = found.map_or("-".to_string(), |n| n.to_string());
            assert_eq!(found, symmetries, "{name} {start}");
        }
    }
    // Random boards.
    let mut compared = 0;
    for seed in 0..60 {
        let (sample, rng) = (sample_of(Family::Patterns, seed), &mut Rng::new(seed));
        let game = game(&sample.text);
        let Ok(position) = game.position(&sample.position(rng, 7)) else { continue };
        for ask in ASKS {
            let found = compare_classes(&sample.text, &game, &position.parts[0], ask, 1 + seed as usize % 2);
            compared += usize::from(found.is_some());
        }
    }
    assert!(compared > 30, "{compared}");
}

/// Conditions on positions are not seen by the moves alone: where there are some every position has a value of its own.
#[test]
fn no_classes_where_positions_may_be_illegal() {
    let rules = "position grid b of 0..1; require b[1,1] + b[1,2] < 2; move r in 2..|b|, c in 1..|b[1]| if b[r,c] = 0: b[r,c] -> 1";
    let game = game(rules);
    let space = Space::of(&game, &corner(&game, "000/000"), Ask::Grundy).expect("a space");
    assert_eq!(space.cost().symmetries, 1);
}
