//! Values from rules: every position of the published tables, sums, and what has no value.

use bouton::value::{Said, Term, ValueAnswer, ValueQuestion, What, line};
use bouton::values::{Values, evaluate};
use bouton::{Budget, Game, Problem, Solver};
use bouton_language::diagnostic::Lang;
use bouton_samples::few_or;
use std::path::Path;
use std::time::Duration;

fn table(name: &str) -> Vec<Vec<String>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth/partizan").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn of(solver: &mut Solver, game: &Game, position: &str) -> Result<ValueAnswer, Problem> {
    let position = game.position(position)?;
    solver.value(&ValueQuestion {
        terms: vec![Term { times: 1, what: What::Position(game.clone(), position) }],
    })
}

/// Value, class, mean, temperature, stops, followers and birthday of every row are as published; gives how many there were.
fn agrees(game: &Game, name: &str, typed: impl Fn(&str) -> Option<String>) -> usize {
    let mut solver = Solver::new(Budget::unlimited());
    let mut values = Values::new();
    let mut count = 0;
    for row in table(name) {
        let Some(position) = typed(&row[0]) else { continue };
        let place = format!("{name} {}", row[0]);
        let answer = of(&mut solver, game, &position).unwrap_or_else(|p| panic!("{place}: {p}"));
        let Said {
            value, whole, class, left_stop, right_stop, temperature, mean, followers, birthday, ..
        } = answer.said;
        if !row[1].starts_with("fnv64:") && whole {
            let (found, wanted) =
                (evaluate(&mut values, &value).unwrap(), evaluate(&mut values, &row[1]).unwrap());
            assert_eq!(found, wanted, "{place}: {value}");
        }
        let found = [
            class.to_string(),
            mean,
            temperature,
            left_stop,
            right_stop,
            followers.to_string(),
            birthday.to_string(),
        ];
        assert_eq!(found.as_slice(), &row[2..9], "{place}");
        if let (Some(weight), Some(found)) = (row.get(9), answer.said.atomic_weight) {
            let (found, wanted) =
                (evaluate(&mut values, &found).unwrap(), evaluate(&mut values, weight).unwrap());
            assert_eq!(found, wanted, "{place}: atomic weight");
        }
        count += 1;
    }
    count
}

#[test]
fn hackenbush_stalks_have_their_published_values() {
    // With green edges, which both may cut.
    let rules = r#"players Left, Right; heaps word s of "BRG"; move cut by Left i in 1..|s| if s[i] != "R": s -> s[..i-1]; move cut by Right i in 1..|s| if s[i] != "B": s -> s[..i-1]"#;
    let game = Game::parse(rules).unwrap();
    assert_eq!(agrees(&game, "hackenbush_stalk.tsv", |p| Some(p.replace('L', "B"))), 811);
    let plain = Game::library("hackenbush").unwrap();
    let blue_red = |p: &str| (!p.contains('G')).then(|| p.replace('L', "B"));
    assert!(agrees(&plain, "hackenbush_stalk.tsv", blue_red) > 400);
}

#[test]
fn clobber_on_strips_has_its_published_values() {
    let game = Game::library("clobber-strip").unwrap();
    assert_eq!(agrees(&game, "clobber_strip.tsv", |p| Some(p.to_uppercase())), 1022);
}

#[test]
fn toads_and_frogs_have_their_published_values() {
    let game = Game::library("toads-frogs").unwrap();
    assert_eq!(agrees(&game, "toads_frogs.tsv", |p| Some(p.to_string())), 1231);
}

/// Boards fall apart into regions, so that the largest rectangles of the table take no more than seconds.
const DOMINEERING: &str = "players Left, Right; heaps grid b of 0..1
move down by Left r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0:
    b[r,c] -> 1, b[r+1,c] -> 1 then b -> each regions(b, 0, 1)
move across by Right r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0:
    b[r,c] -> 1, b[r,c+1] -> 1 then b -> each regions(b, 0, 1)";

fn board(size: &str, square: &str) -> (usize, String) {
    let (rows, columns) = size.split_once('x').unwrap();
    let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
    let row = vec![square; columns].join(" ");
    (rows * columns, vec![row; rows].join(" / "))
}

#[test]
fn domineering_has_its_published_values() {
    let game = Game::parse(DOMINEERING).unwrap();
    let most = few_or(16, 100);
    let typed =
        |size: &str| Some(board(size, "0")).filter(|(squares, _)| *squares <= most).map(|(_, text)| text);
    assert!(agrees(&game, "domineering_rect.tsv", typed) > 40);
    // The library's rules, where a board stays one board, say the same.
    let whole = Game::library("domineering").unwrap();
    let small =
        |size: &str| Some(board(size, "0")).filter(|(squares, _)| *squares <= 12).map(|(_, text)| text);
    assert!(agrees(&whole, "domineering_rect.tsv", small) > 30);
}

#[test]
fn cutcake_has_its_published_values() {
    let rules = "players Left, Right; heaps r in 1.., c in 1..
move down by Left k in 1..r-1: (r, c) -> (k, c), (r - k, c)
move across by Right k in 1..c-1: (r, c) -> (r, k), (r, c - k)";
    let game = Game::parse(rules).unwrap();
    let typed = |size: &str| size.split_once('x').map(|(r, c)| format!("({r},{c})"));
    assert_eq!(agrees(&game, "cutcake.tsv", typed), 256);
}

#[test]
fn snort_on_paths_has_its_published_values() {
    // Bit 1: Left may still take a square, bit 2: Right may.
    let rules = "players Left, Right; position row s of 0..3
move take by Left i in 1..|s| if s[i] mod 2 = 1:
    s[j] -> s[j] mod 2 for j in max(1, i-1)..min(|s|, i+1) then s[i] -> 0
move take by Right i in 1..|s| if s[i] >= 2:
    s[j] -> s[j] - s[j] mod 2 for j in max(1, i-1)..min(|s|, i+1) then s[i] -> 0";
    let game = Game::parse(rules).unwrap_or_else(|problem| panic!("{problem}"));
    let longest = few_or(9, 20);
    let square = |c: char| {
        if c == '.' {
            "3"
        } else if c == 'L' {
            "1"
        } else {
            "2"
        }
    };
    let typed =
        |path: &str| (path.len() <= longest).then(|| path.chars().map(square).collect::<Vec<_>>().join(" "));
    assert!(agrees(&game, "snort_path.tsv", typed) > 300);
}

struct Library;

impl bouton::game::line::Names for Library {
    type Source = String;
    type Error = Problem;

    fn of(&self, word: &str) -> Option<String> {
        bouton::game::catalogue::find(word).map(|entry| entry.id.to_string())
    }

    fn named(&self, word: &str, _first: bool) -> Result<String, Problem> {
        self.of(word).ok_or_else(|| Problem::UnknownGame { name: word.to_string(), near: Vec::new() })
    }
}

/// The answer to a line as a person types it.
fn typed(text: &str, budget: Budget) -> Result<ValueAnswer, Problem> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let mut terms = Vec::new();
    for line::Typed { times, what } in line::terms(&Library, &words)? {
        let what = match what {
            line::TypedWhat::Expression(text) => What::Expression(text),
            line::TypedWhat::Game(id, position) => {
                let game = Game::library(&id)?;
                let position = game.position(&position)?;
                What::Position(game, position)
            }
        };
        terms.push(Term { times, what });
    }
    Solver::new(budget).value(&ValueQuestion { terms })
}

#[test]
fn lines_are_read_as_sums() {
    for (text, value, class) in [
        ("hackenbush BRR", "1/4", 'L'),
        ("- hackenbush BRR", "-1/4", 'R'),
        ("hackenbush BR RB", "0", 'P'),
        ("3 * hackenbush BR", "3/2", 'L'),
        ("toads-frogs TT.F - toads-frogs TT.F", "0", 'P'),
        ("toads-frogs TT.F + clobber XO", "{1/2*|*}", 'L'),
        ("toads-frogs TT.F + *", "{1/2*|*}", 'L'),
        ("toads-frogs TT.F - 2 * clobber XO + 1", "{3/2|1}", 'L'),
        ("1/2 + hackenbush RB", "0", 'P'),
        ("{1|-1} + * - ^", "{1v*|-1v*}", 'N'),
        ("nim 3 5", "*6", 'N'),
        ("clobber XO + nim 1", "0", 'P'),
        ("1/4", "1/4", 'L'),
        ("{1/2|1/4} + 1/4^", "{3/4^|1/2^}", 'L'),
        ("toads-frogs TT.F - 1/4", "+-1/4", 'N'),
    ] {
        let answer = typed(text, Budget::unlimited()).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert_eq!((answer.said.value.as_str(), answer.said.class), (value, class), "{text}");
    }
}

#[test]
fn winning_moves_leave_a_value_at_which_the_mover_wins() {
    let answer = typed("toads-frogs TT.F + clobber-strip XOXO", Budget::unlimited()).unwrap();
    assert_eq!(answer.said.class, 'L');
    let [(left, moves), (right, none)] = &answer.winning_moves[..] else { panic!("two players") };
    assert_eq!((left.as_str(), right.as_str()), ("Left", "Right"));
    let shown: Vec<_> = moves.iter().map(|m| (m.term, m.notation.as_str(), m.value.as_str())).collect();
    assert_eq!(
        shown,
        [
            (0, "hop 2", "{1/2*,1/2^|1/2v,1/2*}"),
            (1, "clobber i=1 j=2", "{1/2^|^}"),
            (1, "clobber i=3 j=4", "{1/2*|*}")
        ]
    );
    assert!(none.is_empty());
}

#[test]
fn what_has_no_value_gets_a_sentence() {
    for (text, sentence) in [
        ("", "A value of what?"),
        ("{1|", "The bracket { at place 1 is not closed."),
        ("1/3", "1/3 at place 1 is not the value of a finite game"),
        ("{1|-1} *2", "The star at place 8 may be a nim heap or a product."),
        ("foo + 1", "\"foo\" at place 1 is no game and no value."),
        ("1 +", "A value is missing at place 4, after \"1 +\"."),
        ("norton(1, -1)", "needs a unit that is positive"),
        ("cat-mouse", "no value of a short game: there is an ending by condition"),
        ("pong-hau-ki", "no value of a short game"),
        ("1000000000000 * {1|{0|-1}}", "too deep"),
    ] {
        let problem = typed(text, Budget::unlimited()).err().unwrap_or_else(|| panic!("{text}"));
        let line = problem.line(Lang::En);
        assert!(line.contains(sentence), "{text}: {line}");
        assert_ne!(problem.line(Lang::Zh), line, "{text}");
    }
    // Play that comes back, where the rules do not say so.
    let walk = Game::parse("players Left, Right; position n in 0..9; move up by Left if n < 9: n -> n + 1; move down by Right if n > 0: n -> n - 1").unwrap();
    let problem = of(&mut Solver::new(Budget::unlimited()), &walk, "5").unwrap_err();
    assert!(problem.line(Lang::En).contains("Play can come back to"), "{problem}");
}

#[test]
fn values_keep_to_the_budget() {
    let sum: String =
        (1..40).map(|n| format!("{{{}|{{{n}|-{}}}}} + ", 3 * n, 2 * n)).collect::<String>() + "0";
    let memory = typed(&sum, Budget::unlimited().memory(8 << 20)).unwrap_err();
    assert!(memory.line(Lang::En).starts_with("Memory ran out"), "{memory}");
    assert_eq!(memory.exit_code(), 3);
    let time = typed(&sum, Budget::unlimited().time(Duration::from_millis(50))).unwrap_err();
    assert!(time.line(Lang::En).starts_with("Time ran out"), "{time}");
    let game = Game::library("clobber-strip").unwrap();
    let mut solver = Solver::new(Budget::unlimited().memory(2 << 20));
    let problem = of(&mut solver, &game, &"XO".repeat(12)).unwrap_err();
    assert!(problem.line(Lang::En).starts_with("Memory ran out"), "{problem}");
    // Afterwards the next question is answered.
    assert_eq!(of(&mut solver, &game, "XO").unwrap().said.value, "*");
}
