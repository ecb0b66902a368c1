//! What is typed is read, what is printed is read back.

use crate::common::{Library, game, game_with};
use bouton_language::check::NoLoader;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::interp::{Chosen, Interp, Position, Turn, decode, encode};
use bouton_language::position::{
    expected_form, left_out, parse_move, parse_position, print_move, print_position, read_value,
    read_value_as,
};
use bouton_language::rules::Type;
use bouton_language::value::Value;
use bouton_samples::rows;
use proptest::prelude::*;
use std::ops::ControlFlow;

const NIM: &str = "heaps n; move take k in 1..n: n -> n - k";
const RING: &str = "heaps n, ring = yes; move open k in 1..2 if ring = yes: (n,ring) -> (n-k, no)";
const BOXES: &str = "heaps s, c in 0..s; move put k in 1..c*c: c -> c + k";
const STALKS: &str = "heaps word s of \"BR\"; move cut i in 1..|s|: s -> s[..i-1]";
const ROWS: &str = "heaps row a; move i in 1..|a|: a[i] -= 1";
const CRAM: &str = "heaps grid b of 0..1; move r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0: b[r,c] -> 1";
const WYTHOFF: &str = "position a, b unordered; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k";
const ENDS: &str = "position row a of -100..100; move k in 1..|a|: a -> a[k+1..]";
const NORTHCOTT: &str = "position row w of 1..4, row b of 1..4; move i in 1..|w|: w[i] -> 1";
const FIBONACCI: &str = "position n, limit = n - 1; move k in 1..min(n, limit): n -> n - k, limit -> 2*k";
const PASS: &str = "position bag a, pass = yes; move i in 1..|a|: a[i] -= 1, pass -> no";
const DIGITS: &str = "position word d of 0..9; move i in 1..|d|: d[i] -> 0";
const FLIP: &str = "position word s of \"+-\"; move i in 1..|s|: s[i] -> \"-\"";
const MARKS: &str = "position word s of \"(/,=)\", k = 0; move i in 1..|s|: s[i] -> \"/\", k += 1";
const RAKE: &str = "position grid b[2,2]; move r in 1..2: b[r,1] -> 0";
const LETTERS: &str = "position grid b of \".XO\"; move r in 1..|b|, c in 1..|b[1]|: b[r,c] -> \"X\"";
const SHOWN: &str =
    "position grid b of 0..2; show b as \".XO\"; move r in 1..|b|, c in 1..|b[1]|: b[r,c] -> mover";
const EDGES: &str = "position grid h of 0..1, grid v of 0..1; show h as \".-\"; show v as \".|\"; sides m, n: h = repeat(repeat(0, n), m + 1), v = repeat(repeat(0, n + 1), m); move r in 1..|h|, c in 1..|h[1]|: h[r,c] -> 1";
const PAWNS: &str = "heaps grid b of 0..2; show b as \".WB\"; sides m, n: b = [[(2 if r = 1, 1 if r = m, 0 otherwise) for c in 1..n] for r in 1..m]; move r in 1..|b|: b[r,1] -> 0";
const STRIPS: &str = "heaps row a of -1..1; show a as \"<.>\"; move i in 1..|a|: a[i] -> 0";
const CODE: &str = "position word d of 0..3; show d as \"ACGT\"; move i in 1..|d|: d[i] -> 0";
const BAR: &str = "position row a; sides m, n: a = repeat(n, m); move i in 1..|a|: a[i] -= 1";
const TOKENS: &str = "param G = graph { a -> b 3; b -> 3; 3 -> }; heaps v in G; move w in G[v]: v -> w";
const CAN_I: &str =
    "param m = 4; position left, set unused = {1..m}; move x in unused: unused -> unused - {x}";
const KIKI: &str = "position r in 1..5 = 1, c in 1..3 = 3; move: c -> c - 1";
const COLOURS: &str = "position row a of \"RG\", turns; move i in 1..|a|: a[i] -> \"R\"";
const MIXED: &str = "heaps row a, k, flag = no; move i in 1..|a|: a[i] -= 1, flag -> yes";

#[test]
fn typed_and_printed() {
    let rows: &[(&str, &str, &str)] = &[
        (NIM, "3 4 5", "3 4 5"),
        (NIM, "3, 4, 5", "3 4 5"),
        (NIM, "1e3 10^2 2^4-1 1_000", "1000 100 15 1000"),
        (CRAM, ".. / .1", "0 0 / 0 1"),
        (CRAM, ". . / . 1", "0 0 / 0 1"),
        (DIGITS, "..1.", "0010"),
        (ENDS, "4 . 7", "4 0 7"),
        (NIM, "３　４，５", "3 4 5"),
        (NIM, "[3 4 5]", "3 4 5"),
        (NIM, "nothing", "nothing"),
        (NIM, "123456789012345678901234567890 1", "123456789012345678901234567890 1"),
        (NIM, "n=4", "4"),
        (RING, "4 5", "4 5"),
        (RING, "(4,no) 5", "(4,no) 5"),
        (RING, "4 ring=no", "(4,no)"),
        (BOXES, "2,0 3,3", "(2,0) (3,3)"),
        (BOXES, "(2,0), (3,3)", "(2,0) (3,3)"),
        (BOXES, "（2，0）（3，3）", "(2,0) (3,3)"),
        (BOXES, "2 0", "(2,0)"),
        (STALKS, "BR RB \"\"", "BR RB \"\""),
        (ROWS, "[1 2] [3] []", "[1 2] [3] []"),
        (ROWS, "1 2", "1 2"),
        (ROWS, "[]", "[]"),
        (CRAM, "0 0 / 0 1", "0 0 / 0 1"),
        (CRAM, "00/01", "0 0 / 0 1"),
        (CRAM, "[0 0 / 0 1] [0 0]", "[0 0 / 0 1] [0 0]"),
        (WYTHOFF, "6 10", "6 10"),
        (WYTHOFF, "(6,10)", "6 10"),
        (WYTHOFF, "b=6 a=10", "10 6"),
        (WYTHOFF, "6 b=10", "6 10"),
        (ENDS, "4 -10 −20 7", "4 -10 -20 7"),
        (ENDS, "[]", "[]"),
        (NORTHCOTT, "[1 1] [3 3]", "[1 1] [3 3]"),
        (NORTHCOTT, "[1] [2]", "[1] [2]"),
        (FIBONACCI, "13", "13"),
        (FIBONACCI, "13 limit=4", "13 limit=4"),
        (FIBONACCI, "13 4", "13 limit=4"),
        (FIBONACCI, "13 limit=12", "13"),
        (PASS, "3 0 1", "1 3"),
        (PASS, "1 1 pass=no", "1 1 pass=no"),
        (PASS, "[1 1] no", "1 1 pass=no"),
        (DIGITS, "0010", "0010"),
        (DIGITS, "\"\"", "\"\""),
        (FLIP, "++-+", "++-+"),
        (MARKS, "(/=,)", "(/=,)"),
        (MARKS, "== k=2", "== k=2"),
        (RAKE, "1 2 / 30 4", "1 2 / 30 4"),
        (RAKE, "1 2 30 4", "1 2 / 30 4"),
        (LETTERS, "X.O/...", "X.O / ..."),
        (LETTERS, "X . O / . . .", "X.O / ..."),
        (SHOWN, "X.O/...", "X.O / ..."),
        (SHOWN, "x . o / . . .", "X.O / ..."),
        (SHOWN, "1 0 2 / 0 0 0", "X.O / ..."),
        (SHOWN, "102 / X.o", "X.O / X.O"),
        (SHOWN, "2x3", "... / ..."),
        (EDGES, "1x2", "[.. / ..] [...]"),
        (EDGES, "1x2 v=[.|.]", "[.. / ..] [.|.]"),
        (EDGES, "[-. / ..] [|..]", "[-. / ..] [|..]"),
        (EDGES, "[1 0 / 0 0] [1 0 0]", "[-. / ..] [|..]"),
        (PAWNS, "3x2", "BB / .. / WW"),
        (PAWNS, "3x2 2x1", "[BB / .. / WW] [B / W]"),
        (PAWNS, "[3x2] [B]", "[BB / .. / WW] [B]"),
        (STRIPS, "<..>", "<..>"),
        (STRIPS, "[<.] [>] []", "[<.] [>] []"),
        (STRIPS, "-1 0 1", "<.>"),
        (CODE, "GATTACA", "GATTACA"),
        (CODE, "203", "GAT"),
        (BAR, "3x2", "2 2 2"),
        (BAR, "3 2 1", "3 2 1"),
        (TOKENS, "a 3 b", "a 3 b"),
        (CAN_I, "11", "11"),
        (CAN_I, "11 unused={3,1}", "11 unused=[1 3]"),
        (CAN_I, "11 [1 3]", "11 unused=[1 3]"),
        (KIKI, "", "1 3"),
        (KIKI, "2 2", "2 2"),
        (KIKI, "c=1", "1 1"),
        (COLOURS, "R G R 7", "[R G R] 7"),
        (MIXED, "([1 2],3) ([],0,yes)", "([1 2],3) ([],0,yes)"),
    ];
    for (text, typed, printed) in rows {
        let interp = game(text);
        let position =
            parse_position(&interp, typed).unwrap_or_else(|e| panic!("{typed}: {}", e.message(Lang::En)));
        assert_eq!(print_position(&interp, &position), *printed, "{text}  typed  {typed}");
        assert_eq!(parse_position(&interp, printed).ok(), Some(position), "{text}  printed  {printed}");
    }
}

#[test]
fn mistakes_in_positions() {
    let rows: &[(&str, &str, &str)] = &[
        (NIM, "", "The position is missing: n has no value. Type heap sizes, such as 3 4 5."),
        (NIM, "3 x", "\"x\" cannot be n: a whole number is needed. Type heap sizes, such as 3 4 5."),
        (NIM, "3 -4", "Part 2: n must be in 0.., but here is -4."),
        (NIM, "3 m=2", "\"m\" is not a field. Known here: n."),
        (NIM, "(3", "A ( has no partner."),
        (NIM, "3 4)", "A ) has no partner."),
        (BOXES, "2,3", "c must be in 0..2, but here is 3."),
        (
            BOXES,
            "2,3,4 1,1",
            "2 values are needed, but 3 were typed. Type (s,c) for each part, such as (3,3).",
        ),
        (WYTHOFF, "6", "2 values are needed, but 1 was typed. Type a b, such as 3 3."),
        (WYTHOFF, "6 b=1 b=2", "b is given twice."),
        (FIBONACCI, "13 limt=4", "\"limt\" is not a field. Known here: n, limit. Did you mean  limit ?"),
        (FIBONACCI, "1 2 3", "1 value is needed, but 3 were typed. Type n, such as 3."),
        (
            WYTHOFF,
            "6 -1",
            "b must be in 0.., but here is -1. Rules with numbers below 0 declare them:  b in -1.. .",
        ),
        (ENDS, "4 400", "a must be in -100..100, but here is 400."),
        (
            NORTHCOTT,
            "1 2",
            "\"1\" cannot be w: values in brackets, such as [1 2], are needed. Type w b, such as [4 1 4] [4 1 4].",
        ),
        (
            DIGITS,
            "12a",
            "\"12a\" cannot be d: digits written together are needed. Type the word d, such as 909.",
        ),
        (FLIP, "+x", "s must be in \"+-\", but here is \"x\"."),
        (RAKE, "1 2 / 3", "The rows of b differ in length."),
        (RAKE, "1 2 / 3 4 / 5 6", "b must have size 2 x 2, but has 3 x 2."),
        (
            SHOWN,
            "X? / ..",
            "\"?\" cannot stand in b: its letters are .XO. Type the rows of the board b with / between them, such as .X / .X.",
        ),
        (SHOWN, "X3 / ..", "b must be in 0..2, but here is 3."),
        (
            EDGES,
            "1x2 1x2",
            "\"1x2\" cannot be h: values in brackets, such as [1 2], are needed. Type h v, such as [.- / .-] [.| / .|].",
        ),
        (
            TOKENS,
            "z",
            "\"z\" cannot be v: a node of the graph is needed. Type a value of v for each part, such as 3.",
        ),
        (
            PASS,
            "1 pass=maybe",
            "\"maybe\" cannot be pass: yes or no is needed. Type the numbers of the bag a, such as 3 4 5.",
        ),
    ];
    for (text, typed, expected) in rows {
        let interp = game(text);
        let e = parse_position(&interp, typed).expect_err(typed);
        assert_eq!(e.message(Lang::En), *expected, "{text}  typed  {typed}");
        assert!(!e.message(Lang::Zh).is_empty());
    }
    let interp = game(&format!("{NIM}; example 1 2 3 -> lose"));
    assert_eq!(expected_form(&interp, Lang::Zh), "各堆的大小，例如 1 2 3");
}

#[test]
fn moves_typed() {
    let kayles = "heaps n; move bowl k in 1..2, left in 0..n-k: n -> left, n - k - left";
    let pair = "position a, b; move one k in 1..a: a -> a - k; move two k in 1..b: b -> b - k";
    let list = "position bag a; move b in below(a) if b != a: a -> b";
    let rows: &[(&str, &str, &str, &[&str])] = &[
        (NIM, "3 4 5", "take 2 @1", &["take 2 @1"]),
        (NIM, "3 4 5", "take 2", &["take 2 @1", "take 2 @2", "take 2 @3"]),
        (NIM, "3 4 5", "5", &["take 5 @3"]),
        (NIM, "3 4 5", "take k=4 @ 3", &["take 4 @3"]),
        (NIM, "3 4 5", "take k = 4 ＠３", &["take 4 @3"]),
        (NIM, "3", "take 1+1", &["take 2"]),
        (NIM, "1 1", "@2", &["take 1 @2"]),
        (NIM, "3000000000000000000000", "take 10**21", &["take 1000000000000000000000"]),
        (kayles, "3", "bowl 2", &["bowl k=2 left=0", "bowl k=2 left=1"]),
        (kayles, "3", "bowl left=1 k=2", &["bowl k=2 left=1"]),
        (kayles, "3", "2 1", &["bowl k=2 left=1"]),
        (pair, "3 4", "4", &["two 4"]),
        (pair, "3 4", "1", &["one 1", "two 1"]),
        (list, "1 1", "b=[0,1]", &["[0,1]"]),
        (list, "1 1", "[0, 1]", &["[0,1]"]),
        (TOKENS, "a", "b", &["b"]),
        (KIKI, "", "move", &["move"]),
        (FLIP, "+-", "1", &["1"]),
    ];
    for (text, position, typed, expected) in rows {
        let interp = game(text);
        let position = parse_position(&interp, position).unwrap();
        let found = parse_move(&interp, &position, Turn::default(), typed)
            .unwrap_or_else(|e| panic!("{typed}: {}", e.message(Lang::En)));
        let printed: Vec<String> =
            found.iter().map(|c| print_move(&interp, &position, Turn::default(), c)).collect();
        assert_eq!(printed, *expected, "{text}  typed  {typed}");
    }
    let rows: &[(&str, &str, &str, &str)] = &[
        (NIM, "3", "tkae 2", "There is no move \"tkae\". The moves are: take. Did you mean  take ?"),
        (
            NIM,
            "3",
            "take 7",
            "This move is not legal here. k=7 is not in 1..3. Legal moves: take 1, take 2, take 3.",
        ),
        (NIM, "3", "take j=1", "The move has no choice \"j\". Its choices are: k."),
        (NIM, "3", "take 1 1", "Too many values. The choices are: k."),
        (NIM, "3 4", "take 1 @3", "There is no part 3: the parts are @1 to @2."),
        (NIM, "3", "take 1 +", "\"+\" is not a value."),
        (NIM, "3", "", "Type a move. The moves are: take."),
    ];
    for (text, position, typed, expected) in rows {
        let interp = game(text);
        let position = parse_position(&interp, position).unwrap();
        let e = parse_move(&interp, &position, Turn::default(), typed).expect_err(typed);
        assert_eq!(e.message(Lang::En), *expected, "{typed}");
    }
}

#[test]
fn values_typed() {
    let rows = [
        ("7", "7"),
        ("{1, 3..5}", "{1, 3, 4, 5}"),
        ("2**100", "1267650600228229401496703205376"),
        ("graph { 0 -> 1 2; 1 -> 2 }", "graph { 0 -> 1 2; 1 -> 2; 2 -> }"),
        (
            "graph { 1-2, 1-3, 3 -> 4, 5; 6, 7 -> 6 }",
            "graph { 1 -> 2 3; 2 -> 1; 3 -> 1 4 5; 4 ->; 5 ->; 6 ->; 7 -> 6 }",
        ),
        ("primes", "primes"),
        ("yes", "yes"),
    ];
    for (text, expected) in rows {
        let v = read_value(text, &NoLoader).unwrap_or_else(|e| panic!("{text}: {}", e.message(Lang::En)));
        assert_eq!(v.to_string(), expected);
    }
    for text in ["", "x", "{1", "1\nmove: n -> 1", "graph file \"a\""] {
        assert!(read_value(text, &NoLoader).is_err(), "{text}");
    }
    let int = || Box::new(Type::Int);
    let (set, list) = (Type::Set(int()), Type::List(int()));
    let rows: &[(&Type, &str, &str)] = &[
        (&set, "1,3,4", "{1, 3, 4}"),
        (&set, "{1, 3, 4}", "{1, 3, 4}"),
        (&set, "1e3 2", "{2, 1000}"),
        (&set, "7", "{7}"),
        (&list, "3 1 3", "[3, 1, 3]"),
        (&list, "[3..5]", "[3, 4, 5]"),
        (&Type::Int, "10^7", "10000000"),
        (&Type::Int, "3 * 4", "12"),
        (&Type::Text, "ab", "\"ab\""),
        (&Type::Text, "\"ab\"", "\"ab\""),
    ];
    for (ty, text, expected) in rows {
        let v =
            read_value_as(ty, text, &NoLoader).unwrap_or_else(|e| panic!("{text}: {}", e.message(Lang::En)));
        assert_eq!(v.to_string(), *expected, "{text}");
    }
    assert!(read_value_as(&set, "@numbers.txt", &NoLoader).is_err());
}

/// Values that a field of each game may hold, for random positions.
fn text_of(alphabet: &'static str) -> impl Strategy<Value = Value> {
    proptest::collection::vec(proptest::sample::select(alphabet.chars().collect::<Vec<_>>()), 0..6)
        .prop_map(|cs| Value::text(&cs.into_iter().collect::<String>()))
}

fn ints(lo: i64, hi: i64, len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Value>> {
    proptest::collection::vec((lo..=hi).prop_map(Value::Int), len)
}

fn round_trip(text: &str, parts: Vec<Vec<Value>>) -> Result<(), TestCaseError> {
    let interp = game(text);
    let parts = parts.into_iter().map(|p| interp.canonical_part(&p.into())).collect();
    let position = Position { parts };
    let printed = print_position(&interp, &position);
    let read = parse_position(&interp, &printed);
    prop_assert!(read.is_ok(), "{printed}: {:?}", read);
    prop_assert_eq!(read.ok(), Some(position.clone()), "{}", printed);
    let (bytes, turn) = (encode(&position.parts, &[1, 7]), vec![1, 7]);
    prop_assert_eq!(decode(&bytes), Some((position.parts, turn)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn printed_positions_come_back(
        heaps in proptest::collection::vec(ints(0, i64::MAX, 1..2), 0..5),
        rows in proptest::collection::vec(ints(0, 30, 0..5), 1..4),
        digits in ints(0, 9, 0..7),
        ends in ints(-100, 100, 0..7),
        words in proptest::collection::vec(text_of("BR"), 1..5),
        marks in text_of("(/,=)"),
        letters in proptest::collection::vec(text_of(".XO"), 1..2),
        memory in 0i64..20,
        flag in any::<bool>(),
        height in 0usize..4,
        width in 1usize..4,
    ) {
        round_trip(NIM, heaps)?;
        round_trip(ROWS, rows.iter().cloned().map(|r| vec![Value::list(r)]).collect())?;
        round_trip(MIXED, rows.into_iter().map(|r| vec![Value::list(r), Value::Int(memory), Value::Bool(flag)]).collect())?;
        round_trip(DIGITS, vec![vec![Value::list(digits.clone())]])?;
        round_trip(ENDS, vec![vec![Value::list(ends)]])?;
        round_trip(PASS, vec![vec![Value::list(digits), Value::Bool(flag)]])?;
        round_trip(STALKS, words.into_iter().map(|w| vec![w]).collect())?;
        round_trip(MARKS, vec![vec![marks, Value::Int(memory)]])?;
        round_trip(RING, vec![vec![Value::Int(memory), Value::Bool(flag)]; 2])?;
        round_trip(FIBONACCI, vec![vec![Value::Int(memory), Value::Int(memory / 2)]])?;
        let grid = Value::list(vec![Value::list(vec![Value::Int(i64::from(flag)); width]); height]);
        round_trip(CRAM, vec![vec![grid]; width])?;
        let Value::Text(row) = &letters[0] else { return Ok(()) };
        let row: Vec<Value> = row.chars().map(|c| Value::text(&c.to_string())).collect();
        round_trip(LETTERS, vec![vec![Value::list(vec![Value::list(row); height])]])?;
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,30}", marks in "[\\[\\](){},/=\" 0-9@a-c+-]{0,20}") {
        for rules in [NIM, RING, BOXES, STALKS, ROWS, CRAM, NORTHCOTT, MARKS, LETTERS, TOKENS, CAN_I, MIXED] {
            let interp = game(rules);
            for typed in [&text, &marks] {
                if let Ok(position) = parse_position(&interp, typed) {
                    prop_assert_eq!(
                        parse_position(&interp, &print_position(&interp, &position)).ok(),
                        Some(position)
                    );
                }
            }
        }
        let interp = game(NIM);
        let position = parse_position(&interp, "2 3").unwrap();
        for typed in [&text, &marks] {
            if let Err(e) = parse_move(&interp, &position, Turn::default(), typed) {
                prop_assert!(!e.message(Lang::Zh).is_empty());
            }
        }
    }
}

/// Every example of the library is read, printed, read back; every move from it is printed and read back.
#[test]
fn the_library_reads_and_prints() {
    let mut checked = 0;
    for (file, text) in Library.games() {
        let base = game_with(&text, &Library);
        for example in &base.rules().examples {
            let name = format!("{file}: {}", example.position);
            let set = base.example_params(example).unwrap();
            let interp = Interp::new(base.rules().clone(), &set).unwrap();
            if example.setup {
                continue;
            }
            let position = parse_position(&interp, &example.position)
                .unwrap_or_else(|e| panic!("{name}: {}", e.message(Lang::En)));
            let printed = print_position(&interp, &position);
            assert_eq!(parse_position(&interp, &printed).ok(), Some(position.clone()), "{name}");
            let turn = Turn { mover: example.first.unwrap_or(0), turn: 0 };
            for (part, fields) in position.parts.iter().enumerate() {
                let mut first = Vec::new();
                interp
                    .moves(fields, turn, &mut |made| {
                        first.push(Chosen { part, line: made.line, choices: made.choices.to_vec() });
                        if first.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                    })
                    .unwrap_or_else(|e| panic!("{name}: {e}"));
                for chosen in first {
                    let typed = print_move(&interp, &position, turn, &chosen);
                    let back = parse_move(&interp, &position, turn, &typed)
                        .unwrap_or_else(|e| panic!("{name}: {typed}: {}", e.message(Lang::En)));
                    assert_eq!(back, [chosen], "{name}: {typed}");
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn what_is_left_out_is_said() {
    let table = rows(
        r#"
        position bag a; move i in 1..|a|: a[i] -> 0
          ¦ 3 0 2 0 ¦ a is a bag, which has no zeros: 2 zeros are left out.
        position bag a; move i in 1..|a|: a[i] -> 0 ¦ 0 ¦ a is a bag, which has no zeros: the 0 is left out.
        position bag a; move i in 1..|a|: a[i] -> 0 ¦ 3 2 ¦
        position set s; move x in s: s -> s - {x}
          ¦ 3 1 3 ¦ s is a set, which has nothing twice: one value is left out.
        position row a; move i in 1..|a| if a[i] > 0: a[i] -> 0 ¦ 3 0 3 ¦
        position bag a; move i in 1..|a|: a[i] -> 0 ¦ 3 x ¦
    "#,
    );
    for [text, typed, expected] in table {
        let found = left_out(&game(&text), &typed);
        let said: Vec<String> = found.iter().map(|l| l.say(Lang::En)).collect();
        assert_eq!(said.join(" "), expected, "{typed}");
        assert!(found.iter().all(|l| l.say(Lang::Zh).contains("未计入")));
    }
}
