//! Symmetries of boards: those that the rules have are found, those that rules only seem to have are not, and what is found takes the moves of the
//! interpreter to its moves.

use crate::common::{FOLDER, game};
use bouton::Game;
use bouton::language::interp::{Position, Turn};
use bouton::language::rules::{End, ScoreKind};
use bouton::reference::Reference;
use bouton_compile::Core;
use bouton_compile::board::{Board, Map, Turn as Turned};
use bouton_samples::{Family, Rng, rows, sample_of};

/// The board of a position.
fn board(game: &Game, typed: &str) -> Board {
    let position = game.position(typed).expect("a position");
    Board::of(&Core::new(game.interp()), &position.parts[0]).expect("a board")
}

/// How many symmetries a board has, with that which changes nothing.
fn symmetries(game: &Game, typed: &str) -> usize {
    board(game, typed).symmetries(true).maps.len() + 1
}

#[test]
fn symmetries_are_found() {
    let cram = game("cram");
    assert_eq!(symmetries(&cram, "0 0 / 0 0 / 0 0"), 4);
    assert_eq!(symmetries(&cram, "0 0 0 / 0 0 0 / 0 0 0"), 8);
    // Whoever lies flat stands upright across the diagonal: the players change places on a square.
    let domineering = game("domineering");
    assert_eq!(symmetries(&domineering, "0 0 0 / 0 0 0 / 0 0 0"), 8);
    assert_eq!(symmetries(&domineering, "0 0 0 / 0 0 0"), 4);
    assert_eq!(symmetries(&game("tictactoe"), "0 0 0 / 0 0 0 / 0 0 0"), 16);
    assert_eq!(symmetries(&game("notakto"), "0 0 0 / 0 0 0 / 0 0 0"), 8);
    assert_eq!(symmetries(&game("snort"), "....."), 4);
    assert_eq!(symmetries(&game("treblecross"), "......"), 2);
    let dots = game("dots-and-boxes").set("rows", "2", &FOLDER).expect("rows");
    // Eight of the square, and the two outer edges of a corner are alike: no more than 16 are looked for.
    assert_eq!(symmetries(&dots, ""), 16);
}

#[test]
fn false_symmetries_are_refused() {
    let count = |rules: &str, typed: &str| symmetries(&game(rules), typed);
    let board = "0 0 0 / 0 0 0 / 0 0 0";
    let place = "position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0";
    assert_eq!(
        count(&format!("{place} and (r > 1 or c > 1): b[r,c] -> 1"), board),
        16,
        "any order of eight squares"
    );
    let domino = "position grid b of 0..1; move r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0";
    assert_eq!(count(&format!("{domino}: b[r,c] -> 1, b[r,c+1] -> 1"), "0 0 0 / 0 0 0"), 8);
    // One special square, or columns that are told apart, leave less: either row turned round, but not the two exchanged.
    assert_eq!(
        count(&format!("{domino} and (r > 1 or c > 1): b[r,c] -> 1, b[r,c+1] -> 1"), "0 0 0 / 0 0 0"),
        4
    );
    let both = "position grid b of 0..1
move across r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0 and COND: b[r,c] -> 1, b[r,c+1] -> 1
move down r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1";
    let with = |cond: &str| count(&both.replace("COND", cond), "0 0 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0");
    assert_eq!(with("c > 0"), 8);
    assert_eq!(with("(r > 1 or c > 1)"), 1);
    // The last column stands alone, and turns without the rest, which keeps its four; without the rule there would be eight others.
    assert_eq!(with("c < 3"), 8);
}

/// Rules that look symmetric: a map of the board, its sides, rules with a place `@`, what stands there where the map is a symmetry, and a flaw that
/// makes it none. Maps are `rows` or `columns` in reverse, `across` the diagonal; `letters`: 1 and 2 exchanged; `players`: they change places.
const FLAWS: &str = "
    // One special square.
    rows ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ c > 0 ¦ (r > 1 or c > 1)
    columns ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ c > 0 ¦ (r > 1 or c > 1)
    across ¦ 3x3 ¦ ONE; FLAT: LAY; UP and @: STAND ¦ c > 0 ¦ (r != 1 or c != 2)
    rows columns ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ r != 2 ¦ (r != 3 or c != 2)
    // A square that is looked at from everywhere.
    columns ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ b[1,2] = 0 ¦ b[1,1] = 0
    // The parity of a column, of a row, of both.
    columns ¦ 3x5 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ r mod 2 = 1 ¦ c mod 2 = 1
    across ¦ 4x4 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ c mod 2 < 2 ¦ c mod 2 = 1
    rows ¦ 4x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ c mod 2 = 1 ¦ r mod 2 = 1
    columns ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ r mod 2 = 0 ¦ (r + c) mod 2 = 0
    // More room on one side.
    columns ¦ 1x6 ¦ ONE; FLAT and @: LAY ¦ c > 0 ¦ (c = 1 or b[r,c-1] = 0)
    across ¦ 3x3 ¦ ONE; FLAT and @: LAY; UP: STAND ¦ r > 0 ¦ (r = 1 or b[r-1,c] = 0)
    // Points, and moving again, by the place.
    columns ¦ 2x4 ¦ ONE; FLAT: LAY gain @; score ¦ r ¦ c
    columns ¦ 2x4 ¦ ONE; FLAT: LAY again if @ ¦ r = 1 ¦ c = 1
    // An ending that looks at one side of the board.
    columns ¦ 3x3 ¦ ONE; FLAT: LAY; UP: STAND; lose when all(b[r,@] = 1 for r in 1..3) ¦ 2 ¦ 1
    rows ¦ 3x3 ¦ ONE; FLAT: LAY; UP: STAND; win when all(b[@,c] = 1 for c in 1..3) ¦ 2 ¦ 1
    across ¦ 3x3 ¦ ONE; FLAT: LAY; UP: STAND; win when all(b[@,c] = 1 for c in 1..3) ¦ c ¦ 2
    // Letters exchanged, but not the players or what they may do.
    letters players ¦ 2x2 ¦ TWO; by A PLACE and @: b[r,c] -> 1; by B PLACE: b[r,c] -> 2 ¦ c > 0 ¦ c > 1
    letters ¦ 2x2 ¦ TWO; PLACE: b[r,c] -> 1; @ PLACE: b[r,c] -> 2 ¦ ¦ by A
    letters ¦ 2x2 ¦ TWO; by A PLACE: b[r,c] -> 1; by @ PLACE: b[r,c] -> 2 ¦ A ¦ B
    letters ¦ 3x3 ¦ TWO; PLACE: b[r,c] -> 1; PLACE: b[r,c] -> 2;
        lose when any(all(x = 1 for x in L) or all(x = @ for x in L) for L in lines(b, 3)) ¦ 2 ¦ 1
    letters players ¦ 3x3 ¦ TWO; PLACE: b[r,c] -> mover; lose when any(all(x = @ for x in L) for L in lines(b, 3)) ¦ opponent ¦ 2
    // Players exchanged, but one of them may do more.
    players ¦ 2x3 ¦ TWO; by A FLAT: LAY; by @ FLAT: LAY ¦ B ¦ A
    across players ¦ 3x3 ¦ TWO; by A FLAT: LAY; by B UP and @: STAND ¦ c > 0 ¦ c < 3
    across players ¦ 3x3 ¦ TWO; by A FLAT: LAY; by B UP: b[r,c] -> 1, b[r+1,c] -> @ ¦ 1 ¦ 2
";

/// The rules of a row.
fn written(rules: &str, at: &str) -> String {
    let words = [
        ("@", at),
        ("ONE", "position grid b of 0..1"),
        ("TWO", "players A, B; position grid b of 0..2"),
        ("FLAT", "r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0"),
        ("UP", "r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0"),
        ("PLACE", "r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0"),
        ("LAY", "b[r,c] -> 1, b[r,c+1] -> 1"),
        ("STAND", "b[r,c] -> 1, b[r+1,c] -> 1"),
    ];
    let line = |line: &str| {
        let moves = line.contains("r in 1..|b|") && !line.contains(" when ");
        format!("{}{line}", if moves { "move " } else { "" })
    };
    let text = words.iter().fold(rules.to_string(), |text, (word, to)| text.replace(word, to));
    text.split(';').map(|l| line(l.trim())).collect::<Vec<_>>().join("; ")
}

/// A map by its words.
fn map(words: &str, (rows, columns): (usize, usize), values: u32) -> Map {
    let has = |word: &str| words.split(' ').any(|w| w == word);
    let turn = Turned { rows: has("rows"), columns: has("columns"), across: has("across") };
    let place = |cell: usize| {
        let (r, c) = turn.place((cell / columns, cell % columns), (rows, columns));
        (r * columns + c) as u32
    };
    let values = (0..values).map(|v| if has("letters") && v > 0 { 3 - v } else { v });
    Map { cells: (0..rows * columns).map(place).collect(), values: values.collect(), swaps: has("players") }
}

#[test]
fn flaws_are_seen() {
    for [words, sides, rules, right, flaw] in rows(FLAWS) {
        let (height, width) = sides.split_once('x').expect("two sides");
        let (height, width): (usize, usize) = (height.parse().unwrap(), width.parse().unwrap());
        let empty = vec![vec!["0"; width].join(" "); height].join(" / ");
        for (at, holds) in [(&right, true), (&flaw, false)] {
            let text = written(&rules, at);
            let game = game(&text);
            let board = board(&game, &empty);
            let map = map(&words, (height, width), board.cells[0].values.len() as u32);
            let found = board.symmetries(true).maps;
            assert_eq!(found.contains(&map), holds, "{words}: {text}");
            // Parts are turned by ways, which must not have it either; they are for rules without endings.
            let turn = Turned {
                rows: words.contains("rows"),
                columns: words.contains("columns"),
                across: words.contains("across"),
            };
            let same = |way: &bouton_compile::board::Way| {
                way.turn == turn && way.values == map.values && way.swaps == map.swaps
            };
            let ends = board.endings.iter().any(|ends| !ends.is_empty());
            assert!(holds || ends || !board.ways(None).iter().any(same), "turned: {words}: {text}");
        }
    }
}

/// What the interpreter makes of a position: every move as where it leads, whose turn it is then, and what it gains.
type Made = Vec<(Vec<u32>, usize, i64)>;

/// Compares the moves of a position with those of its image under every symmetry that was found.
fn images_have_the_images_of_moves(game: &Game, board: &Board, alike: bool, position: &Position) -> usize {
    let reference = Reference::new(game);
    let made = |position: &Position, mover: usize| -> Option<Made> {
        let options = reference.options(position, Turn { mover, turn: 0 }).ok()?;
        let one = |o: bouton::reference::Option_| Some((board.read(&o.to.parts[0])?, o.turn.mover, o.gain));
        options.into_iter().map(one).collect()
    };
    let Some(values) = board.read(&position.parts[0]) else { return 0 };
    let mut compared = 0;
    for map in board.symmetries(alike).maps {
        let image = |values: &[u32]| {
            let mut out = vec![0; values.len()];
            for (cell, v) in values.iter().enumerate() {
                out[map.cells[cell] as usize] = map.values[*v as usize];
            }
            out
        };
        let other = Position { parts: vec![board.part(&image(&values)).into()] };
        for mover in 0..2 {
            let whose = |mover: usize| mover ^ usize::from(map.swaps);
            let (Some(own), Some(seen)) = (made(position, mover), made(&other, whose(mover))) else {
                continue;
            };
            let mut expected: Made = own.iter().map(|(to, m, gain)| (image(to), whose(*m), *gain)).collect();
            let mut seen = seen;
            expected.sort();
            expected.dedup();
            seen.sort();
            seen.dedup();
            assert_eq!(seen, expected, "{map:?} at {}, mover {mover}", game.show(position));
            compared += 1;
        }
    }
    compared
}

#[test]
fn symmetries_hold_in_the_interpreter() {
    let (mut compared, mut boards) = (0, 0);
    for seed in 0..400 {
        let (sample, rng) = (sample_of(Family::Patterns, seed), &mut Rng::new(seed));
        let game = game(&sample.text);
        if sample.text.contains("regions") {
            continue;
        }
        let alike =
            !matches!(game.interp().end(), End::Wins(_)) && game.rules().score != Some(ScoreKind::Shared);
        let mut symmetric = false;
        for typed in (0..3).map(|_| sample.position(rng, 9)).collect::<Vec<_>>() {
            let Ok(position) = game.position(&typed) else { continue };
            let Ok(board) = Board::of(&Core::new(game.interp()), &position.parts[0]) else { continue };
            let here = images_have_the_images_of_moves(&game, &board, alike, &position);
            compared += here;
            symmetric |= here > 0;
        }
        boards += usize::from(symmetric);
    }
    println!("{compared} images on {boards} boards");
    assert!(compared > 1000 && boards > 100, "too few: {compared} on {boards}");
}
