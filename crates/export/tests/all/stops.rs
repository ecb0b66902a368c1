//! Programs that cannot answer say so in a sentence and end: play that comes back without a word about it in the rules,
//! numbers beyond those that are counted, inputs that are none.

use crate::common;
use bouton::Game;
use bouton::language::NoLoader;
use bouton_export::{Method, Setup, Target, prepare};
use bouton_template::{Asked, Task};

/// Rules, the template and an input; what C++ and Rust say, and what Python says: an answer, or a part of the sentence.
type Row = (&'static str, Option<&'static str>, &'static str, Result<&'static str, &'static str>, Python);
type Python = Result<&'static str, &'static str>;

const BACK: Result<&str, &str> = Err("come back to the same position");
const OUTSIDE: Result<&str, &str> = Err("that is not there");
const MISSING: Result<&str, &str> = Err("that are not there");
const ZERO: Result<&str, &str> = Err("divide by 0");
const NONE: Result<&str, &str> = Err("should have a number here");
const LARGE: Result<&str, &str> = Err("too large");

/// Rules under which a heap grows and shrinks; a whole position; one with a number that counts the rounds; pieces.
const WALK: &str = "heaps n; move up if n < 3: n -> n + 1; move down if n > 0: n -> n - 1";
const MOVE: &str = "position n; end misere; move up if n < 3: n -> n + 1; move down if n > 0: n -> n - 1";
const CUT: &str = "heaps n; move cut if n > 1: n -> 1 + (n - 1); move join if n = 1: n -> 2";
const SET: &str = "heaps n; param S = {1, 2}; move k in S: n -> n - k";
const SQUARES: &str = "position n; score; move half if n > 0: n -> n div 2 gain n * n";
const TOTAL: &str = "position n, m; score; move one if n > 0: n -> n - 1 gain m again";
const GROWS: &str = "position n, m; move one if n > 0: n -> n - 1, m -> 3 * m";
const ADDS: &str = "position n, m; move one if n > 0: n -> n - 1, m += m + n";
const DEBT: &str = "position n, m in -2000000000000000000..; move one if n > 0: n -> n - 1, m -= n";
const LISTS: &str = "position n, row a; move one if n > 0: n -> n - 1, a -> [x + sum(a) for x in a]";
/// Rules that read, change and cut what is not there where a row is empty, and one that looks first.
const FIRST: &str =
    "position row a; move one if a[1] > 0: a[1] -> a[1] - 1; move drop if |a| > 1: a -> a[2..]";
const LAST: &str = "position row a, n; move one if n > 0: n -> n - 1, a[n] -> a[n] + 1";
const SLICE: &str = "position row a; move drop if sum(a[2..]) >= 0: a -> a[2..]";
const MADE: &str = "position row a; move drop if sorted(a)[2] >= 0: a -> a[2..]";
const LOOKS: &str = "position row a; move drop if |a| > 0 and a[|a|] > 0: a -> a[..|a|-1]";
const PARTS: &str = "position n, k; move cut if n > 0 and n mod k = 0: n -> n div 2";

fn rows() -> Vec<Row> {
    vec![
        (FIRST, None, "2\n1 0\n", Ok("First"), Ok("First")),
        (FIRST, None, "0\n\n", OUTSIDE, OUTSIDE),
        (LAST, None, "2 2\n1 1\n", Ok("Second"), Ok("Second")),
        (LAST, None, "2 3\n1 1\n", OUTSIDE, OUTSIDE),
        (SLICE, None, "0\n\n", MISSING, MISSING),
        (MADE, None, "1\n1\n", OUTSIDE, OUTSIDE),
        (LOOKS, None, "3\n1 1 1\n", Ok("First"), Ok("First")),
        (LOOKS, None, "0\n\n", Ok("Second"), Ok("Second")),
        (PARTS, None, "4 2\n", Ok("Second"), Ok("Second")),
        (PARTS, None, "4 0\n", ZERO, ZERO),
        (WALK, None, "1\n2\n", BACK, BACK),
        (MOVE, None, "2\n", BACK, BACK),
        (CUT, None, "1\n5\n", BACK, BACK),
        (SET, Some("{n} {|S|}\\n{S}"), "7 2\n1 2\n6 2\n1 2\n", Ok("First\nSecond"), Ok("First\nSecond")),
        (SET, Some("{n} {|S|}\\n{S}"), "7 2\n0 2\n", BACK, BACK),
        (SQUARES, None, "1000000000\n", Ok("First"), Ok("First")),
        (SQUARES, None, "9000000000\n", LARGE, Ok("First")),
        (TOTAL, None, "5 1000000000000000000\n", Ok("First"), Ok("First")),
        (TOTAL, None, "10 1000000000000000000\n", LARGE, Ok("First")),
        (GROWS, None, "37 1\n", Ok("First"), Ok("First")),
        (GROWS, None, "38 1\n", LARGE, Ok("Second")),
        (ADDS, None, "52 1\n", Ok("Second"), Ok("Second")),
        (ADDS, None, "61 1\n", LARGE, Ok("First")),
        (LISTS, None, "57 1\n1\n", Ok("First"), Ok("First")),
        (LISTS, None, "61 1\n1\n", LARGE, Ok("First")),
        (GROWS, None, "1 1000000000000000001\n", LARGE, Ok("First")),
        (DEBT, None, "3 -1000000000000000000\n", LARGE, Ok("First")),
        (DEBT, None, "3 -5\n", Ok("First"), Ok("First")),
        (GROWS, None, "1 x\n", NONE, NONE),
    ]
}

#[test]
fn what_cannot_be_answered_is_said() {
    let rows = rows();
    for (i, (rules, template, input, said, in_python)) in rows.iter().enumerate() {
        let (game, _) = Game::from_text("rules", rules, &NoLoader)
            .unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
        let setup = common::setup(&game, Some(Method::Search), Asked::default());
        let task = Task { template: template.map(str::to_string), ..setup.task };
        let setup = Setup { task, ..setup };
        let made = prepare(&setup).unwrap_or_else(|e| panic!("{rules}: {}", e.render(common::EN, false)));
        for target in Target::ALL {
            // What stops is in every second row: one compiler for each, both for all where all is asked for.
            let turn = [Some(Target::Cpp), None, Some(Target::Rust), None][i % 4];
            if target != Target::Python && Some(target) != turn && !common::thorough() {
                continue;
            }
            let text = made.print(target).expect("small constants");
            let command =
                common::build(&format!("stops{i}"), &text, target).unwrap_or_else(|e| panic!("{e}"));
            let right = if target == Target::Python { in_python } else { said };
            match (common::run(&command, input), right) {
                (Ok(lines), Ok(right)) => {
                    assert_eq!(lines.join("\n"), *right, "{rules} in {}", target.word())
                }
                (Err(why), Err(part)) => {
                    assert!(why.contains(part), "{rules} in {}: {why}", target.word());
                    assert!(!why.contains("panicked"), "{rules} in {}: {why}", target.word());
                }
                (found, _) => panic!("{rules} in {} at {input:?}: {found:?}", target.word()),
            }
        }
    }
}
