//! Published facts (`tests/truth`, sources named there) against the solver. A missing file is a failure.

use crate::common::{FOLDER, found, game as named, solver};
use bouton::answer::word;
use bouton::claims::start;
use bouton::engines::whole::State;
use bouton::language::ast::Verdict;
use bouton::language::interp::{Position, Turn};
use bouton::language::position::{parse_move, print_move};
use bouton::language::value::Value;
use bouton::{Game, Question, Solver};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn read(path: &str) -> String {
    let full = format!("{}/../../tests/truth/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&full).unwrap_or_else(|e| panic!("{full}: {e}"))
}

fn json(path: &str) -> Json {
    serde_json::from_str(&read(path)).unwrap()
}

fn with_params(mut game: Game, set: Option<&Json>) -> Game {
    for (name, value) in set.and_then(Json::as_object).into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        game = found(game.set(name, &text, &FOLDER), text);
    }
    game
}

fn strings(v: &Json) -> Vec<String> {
    v.as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_string()).collect()
}

fn position(game: &Game, text: &str) -> Position {
    found(game.position(text), game.name())
}

/// A set of positions, equal ones once and parts in any order.
fn canonical(game: &Game, texts: &[String]) -> BTreeSet<Position> {
    texts.iter().map(|t| game.interp().canonical(&position(game, t))).collect()
}

/// Moves as the notation prints them, whichever way they were typed.
fn notations(game: &Game, p: &Position, turn: Turn, texts: &[String]) -> BTreeSet<String> {
    texts
        .iter()
        .flat_map(|t| {
            let found = parse_move(game.interp(), p, turn, t).unwrap_or_else(|e| panic!("{t}: {e:?}"));
            assert!(!found.is_empty(), "{t} is no move");
            found.into_iter().map(|c| print_move(game.interp(), p, turn, &c)).collect::<Vec<_>>()
        })
        .collect()
}

/// Everything that is expected of one position.
fn expect(solver: &mut Solver, game: &Game, text: &str, first: usize, expected: &Map<String, Json>) {
    let p = position(game, text);
    let turn = Turn { mover: first, turn: 0 };
    let state = State { positions: vec![p.clone()], turn };
    let context = || format!("{} {text} {expected:?}", game.name());
    let question =
        Question { games: vec![game.clone()], state: State::new(p.clone(), first), all_moves: false };
    let small = question.largest() < 10_000;
    let plain = small && expected.keys().all(|k| matches!(k.as_str(), "outcome" | "grundy" | "score"));
    if plain {
        // Long tables: no need for a whole answer each.
        if let Some(o) = expected.get("outcome") {
            assert_eq!(word(found(solver.outcome(game.at(&state)), context())), o, "{}", context());
        }
        if let Some(g) = expected.get("grundy") {
            assert_eq!(solver.grundy(game.at(&state)).ok(), g.as_u64(), "{}", context());
        }
        if let Some(s) = expected.get("score") {
            assert_eq!(solver.score(game.at(&state)).ok(), s.as_i64(), "{}", context());
        }
        return;
    }
    let answer = found(solver.solve(&question), context());
    for (key, value) in expected {
        let listed = || answer.winning_moves.iter().map(|m| m.notation.clone()).collect::<BTreeSet<_>>();
        match key.as_str() {
            "outcome" => assert_eq!(answer.outcome.map(word), value.as_str(), "{}", context()),
            "winner" => {
                let rules = game.rules();
                let name = match answer.outcome {
                    Some(Verdict::Win) => rules.players[first].as_str(),
                    Some(Verdict::Lose) => rules.players[1 - first].as_str(),
                    _ => "draw",
                };
                assert_eq!(name, value.as_str().unwrap(), "{}", context());
            }
            "grundy" => assert_eq!(answer.grundy, value.as_i64().map(Value::Int), "{}", context()),
            "score" => assert_eq!(answer.score, value.as_i64(), "{}", context()),
            "move_count" => {
                assert_eq!(answer.winning_moves.len() as u64, value.as_u64().unwrap(), "{}", context())
            }
            "moves" | "best" => {
                assert!(answer.complete, "{}", context());
                assert_eq!(listed(), notations(game, &p, turn, &strings(value)), "{}", context());
            }
            "options" => {
                let reached: Vec<String> = answer.winning_moves.iter().map(|m| m.to.clone()).collect();
                assert_eq!(canonical(game, &reached), canonical(game, &strings(value)), "{}", context());
            }
            other => panic!("unknown expectation {other}"),
        }
    }
}

/// `setup`: the player who sets up wins if some start is lost for the other, who moves first.
fn expect_setup(solver: &mut Solver, game: &Game, given: &str, expected: &Map<String, Json>) {
    let mut good = BTreeSet::new();
    let mut starts = Vec::new();
    game.interp()
        .setups(&Value::Int(given.parse().unwrap()), &mut |p| {
            starts.push(p);
            ControlFlow::Continue(())
        })
        .unwrap();
    for p in starts {
        if found(solver.outcome(game.at(&start(&p))), given) == Verdict::Lose {
            good.insert(game.interp().canonical(&p));
        }
    }
    if let Some(list) = expected.get("starts") {
        assert_eq!(good, canonical(game, &strings(list)), "{} setup {given}", game.name());
    }
    let outcome = if good.is_empty() { "lose" } else { "win" };
    assert_eq!(expected.get("outcome").and_then(Json::as_str).unwrap_or(outcome), outcome);
}

fn table(file: &str) {
    let mut rows = 0;
    for line in read(&format!("positions/{file}.jsonl")).lines() {
        let group: Json = serde_json::from_str(line).unwrap();
        let mut game = with_params(named(group["game"].as_str().unwrap()), group.get("set"));
        if group.get("misere") == Some(&Json::Bool(true)) {
            game = game.misere().unwrap();
        }
        let players = game.rules().players.clone();
        let first = group.get("first").and_then(Json::as_str).map_or(0, |n| (players[1] == n) as usize);
        let columns = strings(&group["columns"]);
        let mut solver = solver();
        for row in group["rows"].as_array().unwrap() {
            let mut cells: Map<String, Json> =
                columns.iter().cloned().zip(row.as_array().unwrap().iter().cloned()).collect();
            let game = match cells.remove("set") {
                Some(set) => with_params(game.clone(), Some(&set)),
                None => game.clone(),
            };
            if let Some(given) = cells.remove("setup") {
                expect_setup(&mut solver, &game, given.as_str().unwrap(), &cells);
            } else {
                let text = cells.remove("position").unwrap();
                expect(&mut solver, &game, text.as_str().unwrap(), first, &cells);
            }
            rows += 1;
        }
    }
    assert!(rows > 0, "{file} is empty");
    println!("{file}: {rows} rows");
}

macro_rules! tables {
    ($($name:ident $file:literal),* $(,)?) => { $( #[test] fn $name() { table($file); } )* };
}

tables! {
    bash "bash", boxes "boxes", chomp "chomp", dag "dag", digits "digits", ends "ends", fibonacci "fibonacci",
    huge "huge", kayles "kayles", kiki "kiki", lasker "lasker", nim "nim", palindrome "palindrome", rake "rake",
    redistribute "redistribute", split_nim "split-nim", staircase "staircase", subtraction "subtraction",
    wythoff "wythoff",
}

#[test]
fn samples_of_the_online_judges() {
    let problems = json("oj/problems.json");
    let problems = problems.as_array().unwrap();
    assert_eq!(problems.len(), 39);
    for problem in problems {
        let game = named(problem["game"].as_str().unwrap());
        let mut tests = 0;
        for sample in problem["samples"].as_array().unwrap() {
            for test in sample["tests"].as_array().unwrap() {
                let game = with_params(game.clone(), test.get("set"));
                let players = &game.rules().players;
                let first =
                    test.get("first").and_then(Json::as_str).map_or(0, |n| (players[1] == n) as usize);
                let args = test["args"].as_str().unwrap();
                println!("{} {} {args}", problem["id"], problem["game"]);
                let mut solver = solver();
                expect(&mut solver, &game, args, first, test["expect"].as_object().unwrap());
                tests += 1;
            }
        }
        assert!(tests > 0, "{} has no test", problem["id"]);
    }
}

fn game_of(entry: &Json) -> Game {
    named(entry.get("game").unwrap_or(&entry["rules"]).as_str().unwrap())
}

fn fill(template: &str, n: i64) -> String {
    let power = u32::try_from(n).ok().and_then(|n| 2i64.checked_pow(n));
    template.replace("{2**n}", &power.unwrap_or(-1).to_string()).replace("{n}", &n.to_string())
}

fn terms(entry: &Json) -> Vec<i64> {
    entry["terms"].as_array().unwrap().iter().map(|t| t.as_i64().unwrap()).collect()
}

#[test]
fn sequences_of_the_oeis() {
    let all = json("oeis/sequences.json");
    let list = all.as_array().unwrap();
    let by_id: BTreeMap<&str, &Json> = list.iter().map(|e| (e["id"].as_str().unwrap(), e)).collect();
    assert!(list.len() >= 35);
    for entry in list {
        let id = entry["id"].as_str().unwrap();
        let game = game_of(entry);
        let offset = entry["offset"].as_i64().unwrap();
        let template = entry["position"].as_str().unwrap();
        let values = terms(entry);
        let mut solver = solver();
        let grundy = |solver: &mut Solver, game: &Game, text: &str| {
            let p = position(game, text);
            let value = solver.grundy(game.at(&start(&p)));
            found(value, format!("{id} {text}")) as i64
        };
        match entry["kind"].as_str().unwrap() {
            "grundy" => {
                for (i, v) in values.iter().enumerate() {
                    let n = offset + i as i64;
                    // Nim products of large powers need boards beyond this solver.
                    if template.contains("2**n") && n > 6 {
                        break;
                    }
                    assert_eq!(grundy(&mut solver, &game, &fill(template, n)), *v, "{id} at {n}");
                }
                for also in entry.get("also").and_then(Json::as_array).into_iter().flatten() {
                    let other = game_of(also);
                    let shift = also["shift"].as_i64().unwrap();
                    for (i, v) in values.iter().enumerate() {
                        let n = offset + i as i64 + shift;
                        assert_eq!(grundy(&mut solver, &other, &fill(template, n)), *v, "{id} {also} at {n}");
                    }
                }
            }
            "grundy-antidiagonals" => {
                let pairs = (0..).flat_map(|s: i64| (0..=s).map(move |a| (a, s - a)));
                for ((a, b), v) in pairs.zip(&values) {
                    let text = template.replace("{a}", &a.to_string()).replace("{b}", &b.to_string());
                    assert_eq!(grundy(&mut solver, &game, &text), *v, "{id} at {a} {b}");
                }
            }
            "lost" => {
                let lowest = entry["lowest"].as_i64().unwrap();
                let most = values.iter().copied().filter(|v| *v <= 600).max().unwrap();
                for n in lowest..=most {
                    let p = position(&game, &fill(template, n));
                    let lost = solver.outcome(game.at(&start(&p))).unwrap() == Verdict::Lose;
                    assert_eq!(lost, values.contains(&n), "{id} at {n}");
                }
            }
            "lost-first" => {
                let partner = terms(by_id[entry["partner"].as_str().unwrap()]);
                for (a, b) in values.iter().zip(&partner).filter(|(_, b)| **b <= 60) {
                    let text = template.replace("{a}", &a.to_string()).replace("{b}", &b.to_string());
                    let p = position(&game, &text);
                    assert_eq!(solver.outcome(game.at(&start(&p))).unwrap(), Verdict::Lose, "{id} {text}");
                }
            }
            "lost-second" => {
                let partner = terms(by_id[entry["partner"].as_str().unwrap()]);
                for (b, a) in values.iter().zip(&partner).filter(|(b, _)| **b <= 60) {
                    for other in *a - 1..*a {
                        let text = template.replace("{a}", &other.to_string()).replace("{b}", &b.to_string());
                        let p = position(&game, &text);
                        assert_eq!(solver.outcome(game.at(&start(&p))).unwrap(), Verdict::Win, "{id} {text}");
                    }
                }
            }
            other => panic!("{id}: kind {other}"),
        }
    }
}

/// Grundy values 0..=to of an octal game.
fn octal(code: &str, to: u64) -> Vec<u64> {
    let game = named(&format!("heaps n; octal {code}"));
    let mut solver = solver();
    (0..=to)
        .map(|n| {
            let p = Position { parts: vec![vec![Value::Int(n as i64)].into()] };
            solver.grundy(game.at(&start(&p))).unwrap()
        })
        .collect()
}

#[test]
fn octal_sequences() {
    let all = json("octal/sequences.json");
    for (code, entry) in all.as_object().unwrap() {
        let list = |key: &str| -> Vec<u64> {
            entry[key].as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect()
        };
        let (prefix, period) = (list("prefix"), list("period"));
        let to = (prefix.len() + 2 * period.len()).min(300);
        for (n, g) in octal(code, to as u64).iter().enumerate() {
            let expected = prefix.get(n).unwrap_or_else(|| &period[(n - prefix.len()) % period.len()]);
            assert_eq!(g, expected, "{code} at {n}");
        }
    }
}

/// Octal games whose period shows within reach of this solver: last exception and period as published.
#[test]
fn octal_periods() {
    let mut games = 0;
    for row in read("octal/periods.csv").lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let (code, period, last): (&str, i64, i64) =
            (cells[0], cells[1].parse().unwrap(), cells[2].parse().unwrap());
        // Far enough that the exception is seen and the period holds for a while after it.
        let to = last.max(0) + 3 * period;
        if to > 330 {
            continue;
        }
        let g = octal(code, (to + period) as u64);
        let differs = |n: i64| g[n as usize] != g[(n + period) as usize];
        let exception = (0..=to).rev().find(|n| differs(*n)).unwrap_or(-1);
        assert_eq!(exception.max(-1), last, "{code}: last exception");
        games += 1;
    }
    assert!(games >= 25, "only {games} games are within reach");
}
