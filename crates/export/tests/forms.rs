//! The judge's formats: templates that are read, answers as they are asked for, and what is refused.

mod common;

use bouton::Game;
use bouton::language::NoLoader;
use bouton_contest::answers::Asked;
use bouton_export::{Method, Setup, Target, export, prepare};

/// A game, how its input and answers look, an input and what is right.
struct Row {
    game: &'static str,
    template: Option<&'static str>,
    cases: Option<&'static str>,
    asked: Asked,
    input: &'static str,
    output: &'static str,
}

fn words(yes: &str, no: &str) -> Asked {
    Asked { yes: Some(yes.into()), no: Some(no.into()), ..Asked::default() }
}

fn value(what: &str) -> Asked {
    Asked { value: Some(what.into()), ..Asked::default() }
}

fn rows() -> Vec<Row> {
    let row = |game, template, input, output| Row {
        game,
        template,
        cases: None,
        asked: Asked::default(),
        input,
        output,
    };
    vec![
        Row {
            cases: Some("{t}\\n{cases}"),
            asked: words("Yes", "No"),
            ..row("nim", None, "3\n3\n3 4 5\n2\n1 1\n0\n\n", "Yes\nNo\nNo")
        },
        Row {
            cases: Some("{cases}0 0\\n"),
            ..row("wythoff", Some("{a} {b}"), "1 2\n3 4\n165580140 267914295\n0 0\n", "Second\nFirst\nSecond")
        },
        row("wythoff", Some("({a}, {b})"), "(1, 2)\n(3,4)\n", "Second\nFirst"),
        Row { asked: words("1", "0"), ..row("bash", Some("{n} {m}"), "10 4\n9 4\n9 2\n", "0\n1\n0") },
        Row {
            asked: value("grundy"),
            ..row("lasker", Some("{n}"), "4 7\n1000000000000000000\n", "3\n8\n999999999999999999")
        },
        Row { asked: value("grundy"), ..row("kayles", None, "1\n71\n2\n1000000000000 3\n", "7\n2") },
        Row {
            asked: Asked { answer: Some("Case #{i}: {answer}".into()), ..words("win", "lose") },
            ..row("lasker", Some("{n}"), "0\n5\n", "Case #1: lose\nCase #2: win")
        },
        // LeetCode 1140: the stones of the first player.
        Row {
            asked: Asked { answer: Some("{(sum(a) + score) div 2}".into()), ..Asked::default() },
            ..row("stone-game-2", None, "5\n2 7 9 4 4\n6\n1 2 3 4 5 100\n", "10\n104")
        },
        Row { asked: value("score"), ..row("ends", Some("{a:,}"), "4,-10,-20,7\n", "7") },
        row("subtract", Some("{n} {|S|}\\n{S}"), "7 3\n1 3 4\n2 1\n2\n", "Second\nFirst"),
        row("treblecross", None, "\n.\n..\n", "Second\nFirst\nSecond"),
        row("clobber", Some("{mover} {s}"), "1 XO\n2 XO\n1 XX\n", "X\nO\nO"),
        // Digits without blanks, in two lines of a board.
        row("cram", Some("{|b|}\\n{b:word}"), "2\n00\n00\n1\n00\n", "Second\nFirst"),
        row("fibonacci", Some("{n} {limit}"), "7 4\n8 7\n8 100\n", "First\nSecond\nFirst"),
        // Letters beyond ASCII, names that no language takes, and names that are reserved.
        row(
            "position word 串 of \"黑白\"; move 翻 i in 1..|串| if 串[i] = \"黑\": 串[i] -> \"白\"",
            None,
            "黑白黑\n黑\n\n",
            "Second\nFirst\nSecond",
        ),
        row(
            "heaps int, fn; param class = squares; move while in class: int -> int - while, fn -> fn + 1; require fn <= 9",
            None,
            "1\n3 0\n2\n1 0\n1 0\n",
            "First\nSecond",
        ),
    ]
}

fn setup(row: &Row) -> Setup {
    let game = match row.game.contains(';') {
        true => Game::from_text("rules", row.game, &NoLoader).map(|(game, _)| game),
        false => Game::load(row.game),
    };
    let game = game.unwrap_or_else(|e| panic!("{}: {}", row.game, e.render(common::EN, false)));
    Setup {
        template: row.template.map(str::to_string),
        cases: row.cases.map(str::to_string),
        ..common::setup(&game, None, row.asked.clone())
    }
}

#[test]
fn formats_are_read_and_written() {
    let all = common::thorough();
    for (i, row) in rows().iter().enumerate() {
        let made = match prepare(&setup(row)) {
            Ok(made) => made,
            Err(e) => panic!("{}: {}", row.game, e.render(common::EN, false)),
        };
        for target in Target::ALL {
            let turn = i % 3 == if target == Target::Cpp { 0 } else { 1 };
            if target != Target::Python && !all && !turn {
                continue;
            }
            let text = made.print(target).expect("small constants");
            let name = format!("form{i}");
            let command = common::build(&name, &text, target).unwrap_or_else(|e| panic!("{e}"));
            let said = common::run(&command, row.input).unwrap_or_else(|e| panic!("{}: {e}", row.game));
            assert_eq!(said.join("\n"), row.output, "{} {:?} in {}", row.game, row.template, target.word());
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let table: &[(&str, &str, &str)] = &[
        ("wythoff", "{a + b}", "cannot undo an expression"),
        ("wythoff", "{a}", "does not say what b is"),
        ("staircase", "{a:json}", "JSON"),
        ("staircase", "{a} 0", "where the list ends"),
        ("hackenbush", "{n}\\n{heaps}", "where one value ends"),
        ("nim", "{{", "no hole at all"),
    ];
    for (game, template, part) in table {
        let game = Game::load(game).expect("a game of the library");
        let setup =
            Setup { template: Some((*template).into()), ..common::setup(&game, None, Asked::default()) };
        let said = match prepare(&setup) {
            Ok(_) => "no mistake".to_string(),
            Err(e) => e.render(common::EN, false),
        };
        let meant =
            said.contains(part) || *part == "no hole at all" && said.contains("does not say what n is");
        assert!(meant, "{template}: {said}");
    }
}

#[test]
fn methods_can_be_forced() {
    let table: &[(&str, Method, Option<&str>)] = &[
        ("lasker", Method::Formula, None),
        ("lasker", Method::Search, None),
        ("kayles", Method::Table, None),
        ("chomp", Method::Formula, Some("No claim or theorem")),
        ("chomp", Method::Table, Some("No period")),
    ];
    for (name, method, refused) in table {
        let game = Game::load(name).expect("a game of the library");
        let made = export(&common::setup(&game, Some(*method), Asked::default()), Target::Python);
        match (made, refused) {
            (Ok(made), None) => assert_eq!(made.method, *method, "{name}"),
            (Err(e), Some(part)) => {
                let said = e.render(common::EN, false);
                assert!(said.contains(part), "{name}: {said}");
            }
            (Ok(_), Some(_)) => panic!("{name} was not refused"),
            (Err(e), None) => panic!("{name}: {}", e.render(common::EN, false)),
        }
    }
    let nim = Game::load("nim").expect("a game of the library");
    let moves = Asked { form: Some(String::new()), ..Asked::default() };
    assert!(export(&common::setup(&nim, None, moves), Target::Cpp).is_err());
}
