//! Positions as programs read them, limits as people type them, and the mistakes in both.

use bouton::language::diagnostic::Lang;
use bouton::language::value::Value;
use bouton::{Budget, Folder, Game};
use bouton_contest::answers::Answers;
use bouton_contest::oracle::{Oracle, Sources};
use bouton_template::{Asked, Batch, Case, INPUT_NAMES, Limits, Origin, Template, Want, written};

fn rendered(game: &str, template: &str, position: &str) -> String {
    let game = Game::library(game).unwrap();
    let position = game.position(position).unwrap();
    let template =
        Template::new(&game, template, &INPUT_NAMES).unwrap_or_else(|p| panic!("{}", p.line(Lang::En)));
    template.render(&game, &position, &[Value::Int(3), Value::Int(1)]).unwrap()
}

#[test]
fn positions_are_written() {
    let table = [
        ("nim", "{n}\\n{heaps}\\n", "3 4 5", "3\n3 4 5\n"),
        ("nim", "{n}", "7", "7"),
        ("nim", "{count}: {heaps:,}", "3 4", "2: 3,4"),
        ("nim", "{sum(heaps)} {{}} {xor(heaps)}", "3 4", "7 {} 7"),
        ("bash", "{n} {m}", "10", "10 3"),
        ("wythoff", "#{i} {a} {b}", "5 8", "#3 5 8"),
        ("stair-game", "{n}\\n{p}", "0 2 1", "3\n0 2 1"),
        ("stair-game", "{p:json}", "0 2 1", "[0,2,1]"),
        ("stair-game", "{[x + 1 for x in p]}", "0 2 1", "1 3 2"),
        ("digits", "{d} {|d|}", "203", "203 3"),
        ("flip-game", "\"{s}\"", "++-", "\"++-\""),
        ("boxes", "{n}\\n{heaps}", "(2,0) (3,3)", "2\n2 0\n3 3"),
        (
            "rake",
            "{k}\\n{b}",
            "1 1 2 2 / 1 1 2 2 / 3 3 4 4 / 3 3 4 4",
            "1\n1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4",
        ),
        ("northcott", "{n}\\n{[[w[i], b[i]] for i in 1..|w|]}", "[4 1] [5 2]", "2\n4 5\n1 2"),
        ("cat-mouse", "{[G[v] for v in 0..|G|-1]:json}", "", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"),
    ];
    for (game, template, position, wanted) in table {
        assert_eq!(rendered(game, template, position), wanted, "{game} {template}");
    }
}

#[test]
fn usual_templates() {
    let table = [
        ("nim", "{n}\\n{heaps}\\n"),
        ("wythoff", "{a} {b}\\n"),
        ("stair-game", "{|p|}\\n{p}\\n"),
        ("digits", "{d}\\n"),
        ("rake", "{b}\\n"),
        ("chomp", ""),
    ];
    for (game, wanted) in table {
        let game = Game::library(game).unwrap();
        let usual = Template::usual(&game, &Limits::none(&game));
        assert!(Template::new(&game, &usual, &INPUT_NAMES).is_ok(), "{usual}");
        assert!(wanted.is_empty() || usual == wanted, "{usual}");
    }
}

#[test]
fn mistakes_are_told() {
    let nim = Game::library("nim").unwrap();
    for (template, wanted) in [
        ("{heaps", "has no partner"),
        ("heaps}", "has no partner"),
        ("{m}", "\"m\" is not a field"),
        ("{k} {heaps}", "\"k\""),
    ] {
        let said =
            Template::new(&nim, template, &INPUT_NAMES).err().map(|p| p.line(Lang::En)).unwrap_or_default();
        assert!(said.contains(wanted), "{template}: {said}");
    }
    for (limit, wanted) in [
        ("n", "is no limit"),
        ("n=5..1", "is no limit"),
        ("q=1..2", "nothing called"),
        ("n=x", "is no limit"),
    ] {
        let said = Limits::read(&nim, &[limit.to_string()], None, &Folder { base: None });
        let said = said.err().map(|p| p.line(Lang::En)).unwrap_or_default();
        assert!(said.contains(wanted), "{limit}: {said}");
    }
    assert!(Batch::new("{t}").is_err() && Batch::new("{cases}{x}").is_err());
    assert_eq!(
        Batch::new("{t}\\n{cases}0\\n").unwrap().join(&["1 2".into(), "3\n".into()]),
        "2\n1 2\n3\n0\n"
    );
}

#[test]
fn what_varies_must_be_written() {
    let table = [
        ("bash", "{n}", "m=1..9", Some("does not write m")),
        ("bash", "{m} {n}", "m=1..9", None),
        ("bash", "{n}", "m=4", None),
        ("bash", "{n}", "mover=1..2", Some("does not write mover")),
        ("wythoff", "{a}", "a=1..9", Some("does not write b")),
        ("wythoff", "{a}", "b=7", None),
        ("subtract", "{n}", "S=1..9", Some("does not write S")),
        ("subtract", "{n}\\n{S}", "S=1..9", None),
        ("nim", "{sum(heaps)}", "n=1..9", None),
    ];
    for (game, template, limit, wanted) in table {
        let game = Game::library(game).unwrap();
        let limits = Limits::read(&game, &[limit.to_string()], None, &Folder { base: None }).unwrap();
        let made = Template::new(&game, template, &INPUT_NAMES).unwrap();
        let said = made.tells(&game, &limits).err().map(|p| p.line(Lang::En));
        match wanted {
            None => assert!(said.is_none(), "{template} {limit}: {said:?}"),
            Some(part) => {
                assert!(said.as_ref().is_some_and(|s| s.contains(part)), "{template} {limit}: {said:?}")
            }
        }
        // What is written where nothing was said tells everything.
        let usual = Template::new(&game, &Template::usual(&game, &limits), &INPUT_NAMES).unwrap();
        assert!(usual.tells(&game, &limits).is_ok(), "{limit}");
    }
}

/// Memory is not typed, so it is not written; nor is it read.
#[test]
fn heaps_are_written_as_they_are_typed() {
    let rules = "heaps n, last = 0; move k in 1..3 if k != last: n -> n - k, last -> k";
    let (game, _) = Game::from_text("rules", rules, &Folder { base: None }).unwrap();
    let position = game.position("5 7").unwrap();
    let template = Template::new(&game, "{n}\\n{heaps}", &INPUT_NAMES).unwrap();
    assert_eq!(template.render(&game, &position, &[]).unwrap(), "2\n5 7");
}

/// 1, 0 and -1 are won, drawn and lost where nothing else was said; where there are no draws, 0 is lost.
#[test]
fn one_zero_and_minus_one() {
    let rules = [
        (
            "heaps n; move k in 1..3: n -> n - k",
            "4",
            [("1", false), ("0", true), ("-1", true), ("Bob", true)],
        ),
        (
            "heaps n; move k in 1..3: n -> n - k",
            "5",
            [("1", true), ("0", false), ("-1", false), ("Bob", false)],
        ),
        (
            "position n; move k in 1..2: n -> n - k; draw when n = 1",
            "1",
            [("1", false), ("0", true), ("-1", false), ("draw", true)],
        ),
        (
            "position n; move k in 1..2: n -> n - k; draw when n = 1",
            "0",
            [("1", false), ("0", false), ("-1", true), ("second", true)],
        ),
    ];
    for (rules, position, words) in rules {
        let (game, _) = Game::from_text("rules", rules, &Folder { base: None }).unwrap();
        let position = game.position(position).unwrap();
        let case = Case { game: game.clone(), position, mover: 0, origin: Origin::Small };
        let mut oracle = Oracle::new(&game, Budget::unlimited(), Sources::Force, None).unwrap();
        let truth = oracle.truth(&case, Want::Outcome).unwrap().unwrap();
        for (word, right) in words {
            let answers = Answers::new(&game, &Asked::default()).unwrap();
            let reply = answers.read(&mut oracle, &case, &truth, 0, &[word]).unwrap();
            assert_eq!(reply.fault.is_none(), right, "{rules} {word}: {:?}", reply.fault);
        }
    }
    // Words that were not named go with those that were.
    let said = |yes: &str, no: &str| {
        let some = |w: &str| (!w.is_empty()).then(|| w.to_string());
        written(&Asked { yes: some(yes), no: some(no), ..Asked::default() }).join(" ")
    };
    assert_eq!(said("", ""), "First Second Draw");
    assert_eq!(said("1", "-1"), "1 -1 0");
    assert_eq!(said("ALICE", ""), "ALICE BOB TIE");
    assert_eq!(said("A", "B"), "A B Draw");
    assert_eq!(said("wir", ""), "wir Second Draw");
}

/// The winner's name is no word for a draw, and the length of a game is a number like others.
#[test]
fn names_and_remoteness() {
    let rules = "players X, O; position n; move k in 1..2: n -> n - k; draw when n = 1";
    let (game, _) = Game::from_text("rules", rules, &Folder { base: None }).unwrap();
    let mut oracle = Oracle::new(&game, Budget::unlimited(), Sources::Any, None).unwrap();
    let mut ask = |position: &str, asked: &Asked, words: &[&str]| {
        let answers = Answers::new(&game, asked).unwrap();
        let position = game.position(position).unwrap();
        let case = Case { game: game.clone(), position, mover: 0, origin: Origin::Small };
        let truth = oracle.truth(&case, answers.want()).unwrap().unwrap();
        let right = answers.right(&mut oracle, &case, &truth, 0).unwrap().unwrap();
        (right, answers.read(&mut oracle, &case, &truth, 0, words).unwrap().fault.is_none())
    };
    assert_eq!(ask("1", &Asked::default(), &["X"]), ("draw".into(), false));
    assert_eq!(ask("2", &Asked::default(), &["X"]), ("X".into(), true));
    let far = Asked { value: Some("remoteness".into()), ..Asked::default() };
    assert_eq!(ask("2", &far, &["1"]), ("1".into(), true));
    assert_eq!(ask("1", &far, &["-1"]), ("-1".into(), true));
    let both = Asked {
        yes: Some("Win".into()),
        no: Some("Lose".into()),
        answer: Some("{answer} in {remoteness}".into()),
        ..Asked::default()
    };
    assert_eq!(ask("2", &both, &["Win", "in", "1"]), ("Win in 1".into(), true));
    assert_eq!(ask("2", &both, &["Win", "in", "3"]), ("Win in 1".into(), false));
    let ends = Game::library("ends").unwrap();
    assert!(Answers::new(&ends, &far).is_err());
}
