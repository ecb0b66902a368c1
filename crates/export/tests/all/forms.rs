//! The judge's formats: templates that are read, answers as they are asked for, and what is refused.

use crate::common;
use bouton::Game;
use bouton::language::NoLoader;
use bouton_export::{Method, Setup, Target, export, prepare};
use bouton_template::{Asked, Case, Task, read_cases};

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
        row("clobber-strip", Some("{mover} {s}"), "1 XO\n2 XO\n1 XX\n", "X\nO\nO"),
        // Digits without blanks, in two lines of a board.
        row("cram", Some("{|b|}\\n{b:word}"), "2\n00\n00\n1\n00\n", "Second\nFirst"),
        row("fibonacci", Some("{n} {limit}"), "7 4\n8 7\n8 100\n", "First\nSecond\nFirst"),
        // Memory of a heap is not typed.
        row(
            "heaps n, last = 0; move k in 1..3 if k != last: n -> n - k, last -> k",
            None,
            "1\n4\n2\n4 4\n1\n1\n",
            "Second\nSecond\nFirst",
        ),
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
        false => Game::library(row.game),
    };
    let game = game.unwrap_or_else(|e| panic!("{}: {}", row.game, e.render(common::EN, false)));
    let made = common::setup(&game, None, row.asked.clone());
    let cases = row.cases.map(str::to_string);
    Setup { task: Task { cases, ..written(&made.task, row.template) }, ..made }
}

/// The same problem in another form.
fn written(task: &Task, template: Option<&str>) -> Task {
    Task { template: template.map(str::to_string), ..task.clone() }
}

/// A program of a game in a form.
fn formed(game: &Game, template: &str, method: Option<Method>) -> Setup {
    let made = common::setup(game, method, Asked::default());
    Setup { task: written(&made.task, Some(template)), ..made }
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
        let game = Game::library(game).expect("a game of the library");
        let said = match prepare(&formed(&game, template, None)) {
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
        let game = Game::library(name).expect("a game of the library");
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
    let nim = Game::library("nim").expect("a game of the library");
    let moves = Asked { form: Some(String::new()), ..Asked::default() };
    assert!(export(&common::setup(&nim, None, moves), Target::Cpp).is_err());
}

/// A parameter that is read is part of what a claim is tested on: from small values upward, past every constant.
#[test]
fn read_parameters_are_tested() {
    let bash = "heaps n; param m = 2; move k in 1..m: n -> n - k; ";
    // A claim, whether it is used where m is read, and the status it has earned.
    let table: &[(&str, bool, &str)] = &[
        ("claim lose iff n mod (m + 1) = 0", true, "n <= "),
        ("claim lose iff n mod 3 = 0 if m = 2", true, "m in 2..2"),
        ("claim lose iff n mod (m + 1) = 0 and m < 20 or n mod 7 = 0 and m >= 20", false, ""),
        ("claim lose iff n mod min(m + 1, 40) = 0", false, ""),
        ("claim lose iff n mod (m + 1) = 0 and m > 0 or m = 0 and n < 3", true, "m in 1.."),
    ];
    for (claim, used, status) in table {
        let (game, _) = Game::from_text("rules", &format!("{bash}{claim}"), &NoLoader).expect("rules");
        match prepare(&formed(&game, "{n} {m}", Some(Method::Formula))) {
            Ok(made) => {
                let said = format!("{:?}", made.status);
                assert!(*used && said.contains("m in") && said.contains(status), "{claim}: {said}");
                // What was not tested, or found wrong, is searched.
                let text = made.print(Target::Python).expect("small constants");
                let command =
                    common::build("params", &text, Target::Python).unwrap_or_else(|e| panic!("{e}"));
                let said = common::run(&command, "5 0\n5 1\n6 2\n400 39\n").unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(said.join(" "), "Second First Second Second", "{claim}");
            }
            Err(e) => assert!(!used, "{claim}: {}", e.render(common::EN, false)),
        }
    }
    // A game whose start is a parameter: what is tested is that.
    let race = "param n = 2; position left = n; move k in 1..2: left -> left - k; claim lose iff n in {0, 3, 6, 9, 12}";
    let (game, _) = Game::from_text("rules", race, &NoLoader).expect("rules");
    let made =
        prepare(&formed(&game, "{n}", None)).unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
    assert_eq!(made.method, Method::Search);
}

/// A theorem that is an automaton is exported as one: it answers at once where a search would take for ever.
#[test]
fn automata_are_exported() {
    let both = "move both k in 1..min(a, b): a -> a - k, b -> b - k";
    let table = [
        "position a, b; move left k in 1..3: a -> a - k; move right k in 1..b: b -> b - k; \
         move both if a > 0 and b > 0: a -> a - 1, b -> b - 1"
            .to_string(),
        format!(
            "position a, b; move left k in 1..a: a -> a - k; move right k in 1..b: b -> b - k; {both}; block 1"
        ),
    ];
    let mut tried = 0;
    for rules in table {
        let (game, _) = Game::from_text("rules", &rules, &NoLoader).expect("rules");
        let mut solver = bouton::Solver::new(bouton::Budget::unlimited());
        let proved = solver.theorem_of(&game).expect("no problem");
        // Rules whose theorem has found its formula by now are no example any more.
        if !matches!(proved.as_deref(), Some(bouton::proof::Finding::Proved(p)) if p.formula.is_none()) {
            continue;
        }
        tried += 1;
        let made = prepare(&common::setup(&game, None, Asked::default()));
        let made = made.unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
        assert_eq!(made.method, Method::Formula, "{rules}");
        let mut input = String::new();
        let mut right = Vec::new();
        for (a, b) in (0..14u64).flat_map(|a| (0..14u64).map(move |b| (a, b))) {
            let position = game.position(&format!("{a} {b}")).expect("a position");
            let state = bouton::claims::start(&position);
            let lost = solver.outcome(game.at(&state)).expect("an outcome");
            input += &format!("{a} {b}\n");
            right.push(if lost == bouton::language::ast::Verdict::Lose { "Second" } else { "First" });
        }
        for target in [Target::Python, Target::Cpp] {
            let text = made.print(target).expect("small constants");
            assert!(text.contains("automaton"));
            let command = common::build("automaton", &text, target).unwrap_or_else(|e| panic!("{e}"));
            let said = common::run(&command, &input).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(said, right, "{rules} in {}", target.word());
            let far = common::run(&command, "1000000000000000000 999999999999999999\n");
            assert_eq!(far.unwrap_or_else(|e| panic!("{e}")).len(), 1);
        }
    }
    assert!(tried > 0);
}

/// A judge's input is read as an exported program reads it.
#[test]
fn samples_are_read() {
    type Row = (&'static str, Option<&'static str>, Option<&'static str>, &'static str, &'static str);
    let table: &[Row] = &[
        ("nim", None, Some("{t}\\n{cases}"), "2\n3\n3 4 5\n0\n\n", "3 4 5 | nothing"),
        ("wythoff", Some("({a}, {b})"), Some("{cases}0 0\\n"), "(1, 2)\n(3,4)\n0 0\n", "1 2 | 3 4"),
        ("bash", Some("{n} {m}"), None, "10 4 9\n2\n", "10 (m = 4) | 9 (m = 2)"),
        ("subtract", Some("{n} {|S|}\\n{S}"), None, "7 2\n1 3\n", "7 (S = {1, 3})"),
        ("ends", Some("{a:,}"), None, "4,-10,-20,7\n1\n", "4 -10 -20 7 | 1"),
        ("cram", Some("{|b|}\\n{b:word}"), None, "2\n00\n00\n", ".. / .."),
        ("treblecross", None, None, "..X\n\n", "..X | \"\""),
    ];
    for (game, template, cases, text, wanted) in table {
        let game = Game::library(game).expect("a game of the library");
        let task = Task { cases: cases.map(str::to_string), ..written(&Task::new(game), *template) };
        let found = read_cases(&task, text);
        let found = found.unwrap_or_else(|e| panic!("{template:?}: {}", e.render(common::EN, false)));
        let show = |c: &Case| {
            let rules = c.game.rules();
            let set: Vec<String> =
                c.game.changed().iter().map(|(i, v)| format!(" ({} = {v})", rules.params[*i].name)).collect();
            format!("{}{}", c.game.show(&c.position), set.concat())
        };
        assert_eq!(found.iter().map(show).collect::<Vec<_>>().join(" | "), *wanted, "{template:?}");
    }
    let wythoff = Game::library("wythoff").expect("a game of the library");
    for (text, part) in
        [("1 x\n", "\"x\" stands where a number"), ("1\n", "it ends where"), ("1 -2\n", "Case 1")]
    {
        let said = read_cases(&written(&Task::new(wythoff.clone()), Some("{a} {b}")), text);
        let said = said.err().map(|e| e.render(common::EN, false)).unwrap_or_default();
        assert!(said.contains(part), "{text:?}: {said}");
    }
}

/// Files for testlib, compiled against a stand-in of its header: the validator takes every test that is made and refuses what
/// is not as the template and the limits say, the checker takes any winning move, the interactor plays to the end.
#[test]
fn testlib_files() {
    use bouton_contest::Order;
    use bouton_contest::generate::{Setup, USUAL, generate};
    use bouton_export::testlib::{Judge, files};
    use bouton_template::Limits;
    let nim = Game::library("nim").expect("a game of the library");
    let answers = Asked { form: Some("{heap} {k}".into()), no: Some("lose".into()), ..Asked::default() };
    let typed = ["n=1..50".to_string(), "heaps=1..4".to_string()];
    let limits = Limits::read(&nim, &typed, None, &NoLoader).expect("limits");
    let (template, cases) = (Some("{n}\\n{heaps}".into()), Some("{t}\\n{cases}".into()));
    let sums = ["n<=20".to_string(), "sum(heaps)<=400".to_string()];
    let task = Task { game: nim, template, cases, answers, limits };
    let budget = bouton::Budget::unlimited;
    let order =
        Order { task: task.clone(), seed: 1, any_order: false, budget: budget(), stop: Default::default() };
    let setup = Setup { order, tests: 1, per: 12, sums: sums.to_vec(), traps: Vec::new(), time: None };
    let tests = generate(setup, &mut |_| {});
    let tests = tests.unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
    let to = &USUAL.parse().expect("a number");
    let judge = Judge { task: &task, to, sums: &sums, per: 12, budget: budget() };
    let made = files(&judge).unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
    assert!(made.refused.is_empty(), "{:?}", made.refused.iter().map(|(n, _)| n).collect::<Vec<_>>());
    let names: Vec<&str> = made.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["validator.cpp", "checker.cpp", "interactor.cpp"]);
    let folder = common::testlib(&made.files);
    let run = |name: &str, args: &[&str], input: &str| common::code(&folder, name, args, input);
    assert!(tests.tests.len() > 3);
    for test in &tests.tests {
        assert_eq!(run("validator", &[], &test.input), 0, "{}", test.input);
        let heaps: usize = test.input.lines().skip(1).step_by(2).map(|l| l.parse::<usize>().unwrap()).sum();
        assert!(heaps <= 20, "{}", test.input);
    }
    let bad = [
        "1\n2\n3 4 5\n",
        "1\n2\n3  4\n",
        "1\n2\n3 4 \n",
        "1\n2\n3 04\n",
        "1\n2\n3 51\n",
        "1\n5\n1 1 1 1 1\n",
        "1\n2\n3 4\n\n",
        "2\n2\n3 4\n",
        "13\n",
    ];
    for input in bad {
        assert_ne!(run("validator", &[], input), 0, "{input:?}");
    }
    let six = "6\n4\n50 50 50 50\n".to_string() + &"4\n50 50 50 50\n".repeat(5);
    assert_ne!(run("validator", &[], &six), 0, "the sums are beyond their bounds");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("in", "3\n3\n3 4 5\n2\n7 7\n3\n1 1 1\n");
    write("ans", "1 2\nlose\n1 1\n");
    for (output, code) in [
        ("1 2\nlose\n3 1\n", 0),
        ("1 2\n1 1\n3 1\n", 1),
        ("1 1\nlose\n3 1\n", 1),
        ("lose\nlose\n3 1\n", 1),
        ("4 1\nlose\n3 1\n", 1),
        ("1 2\nlose\n3 1 7\n", 2),
    ] {
        write("out", output);
        assert_eq!(run("checker", &["in", "out", "ans"], ""), code, "{output:?}");
    }
    write("in", "1\n2\n1 2\n");
    // 2 1 leaves 1 1; the jury takes one, the contestant the other.
    let first = run("interactor", &["in", "tout"], "2 1\n1 1\n");
    let second = run("interactor", &["in", "tout"], "2 1\n2 1\n");
    assert!(first == 0 || second == 0, "one of them is the heap that is left: {first} {second}");
    assert_eq!(run("interactor", &["in", "tout"], "2 2\n"), 1, "a move that loses");
    assert_eq!(run("interactor", &["in", "tout"], "1 7\n"), 1, "a move that is none");
}
