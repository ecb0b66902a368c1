//! Estimates against what questions really cost: the examples of the library, and larger positions of its games.

use crate::common::{asked, game, on_two_threads, solver};
use bouton::answer::how::How;
use bouton::engines::estimate::Cost;
use bouton::game::catalogue;
use bouton::language::value::Value;
use bouton::{Budget, Game, Question, Solver};
use bouton_samples::few_or;
use std::sync::Mutex;
use std::time::Instant;

/// What is less than this is told as "less than", and right if it is.
const FEW: f64 = 1000.0;
const LITTLE: f64 = (1 << 20) as f64;
const SHORT: f64 = 0.1;

/// The questions of a game's examples.
fn examples(game: &Game) -> Vec<Question> {
    let told = game.rules().examples.iter().filter(|e| !e.setup);
    told.filter_map(|example| {
        let set = game.interp().example_params(example).ok()?;
        let here = if set.is_empty() { game.clone() } else { game.with_values(&set).ok()? };
        let mut question = Question::new(here.clone(), here.position(&example.position).ok()?);
        question.state.turn.mover = example.first.unwrap_or(0);
        Some(question)
    })
    .collect()
}

/// The same question with its numbers and lengths multiplied by half of `times`.
fn larger(question: &Question, times: usize) -> Option<Question> {
    let mut grown = question.clone();
    for (game, position) in grown.games.iter().zip(&mut grown.state.positions) {
        for part in &mut position.parts {
            let longer = |length: usize| (length * times / 2).min(40);
            let more = |v: &Value| match v {
                Value::Int(i) => Value::Int(i * times as i64 / 2),
                Value::List(items) => {
                    Value::list(items.iter().cycle().take(longer(items.len())).cloned().collect())
                }
                Value::Text(t) => {
                    Value::text(&t.chars().cycle().take(longer(t.chars().count())).collect::<String>())
                }
                other => other.clone(),
            };
            let new = part.iter().map(more).collect();
            game.interp().legal(&new).ok()?;
            *part = new;
        }
    }
    Some(grown)
}

/// A row of the comparison.
struct Row {
    question: String,
    cost: Cost,
    positions: f64,
    bytes: f64,
    seconds: f64,
}

impl Row {
    /// Estimate divided by truth: positions, bytes, seconds.
    fn ratios(&self) -> [f64; 3] {
        let ratio = |a: f64, b: f64, least: f64| a.max(least) / b.max(least);
        [
            ratio(self.cost.positions, self.positions, FEW),
            ratio(self.cost.bytes, self.bytes, LITTLE),
            ratio(self.cost.seconds, self.seconds, SHORT),
        ]
    }

    fn say(&self) -> String {
        let [a, b, c] = self.ratios();
        format!(
            "{a:8.2} {b:8.2} {c:8.2}   {:12.0} positions {:12.0} bytes {:8.3} s   {}",
            self.positions, self.bytes, self.seconds, self.question
        )
    }
}

/// Asks in earnest and compares; `None` where it is not answered by computation within the time.
fn compare(question: &Question, patience: u64) -> Option<Row> {
    let cost = Solver::new(Budget::unlimited().memory(1 << 30)).estimate(question)?;
    let mut solver = Solver::new(Budget::unlimited().fuse(patience).memory(1 << 30));
    let started = Instant::now();
    let answer = solver.solve(question).ok()?;
    let seconds = started.elapsed().as_secs_f64();
    let bytes = solver.bytes(&question.games) as f64;
    if matches!(answer.how, How::Claim { .. } | How::Theorem | How::OverBudget) || !answer.complete {
        return None;
    }
    let question = format!("{} {}", question.title(), question.shown());
    Some(Row { question, cost, positions: answer.positions as f64, bytes, seconds })
}

/// Larger and larger positions, until one takes too long: those that a little work does not answer.
fn beyond(question: &Question, patience: u64) -> Vec<Row> {
    let mut found: Vec<Row> = Vec::new();
    for times in [3, 4, 6, 8, 12, 16, 24, 32] {
        let Some(row) = larger(question, times).and_then(|q| compare(&q, patience)) else { break };
        if row.positions > 20_000.0 {
            println!("{}", row.say());
            found.push(row);
        }
        if found.len() == 2 || found.last().is_some_and(|r| r.positions > 1e6) {
            break;
        }
    }
    found
}

/// Compares the examples of every so manieth game and, where `hard`, positions that a little work does not answer.
fn rows(patience: u64, every: usize, hard: bool) -> Vec<Row> {
    let ids: Vec<&str> = catalogue::entries().map(|e| e.id).step_by(every).collect();
    let rows = Mutex::new(Vec::new());
    on_two_threads(&ids, |id| {
        let asked = examples(&game(id));
        let mut found: Vec<Row> = asked.iter().filter_map(|q| compare(q, patience)).collect();
        if hard && let Some(last) = asked.last() {
            found.extend(beyond(last, patience));
        }
        rows.lock().unwrap_or_else(|e| e.into_inner()).extend(found);
    });
    let mut rows = rows.into_inner().unwrap_or_else(|e| e.into_inner());
    rows.sort_by(|a, b| a.question.cmp(&b.question));
    rows
}

fn within(ratio: f64) -> bool {
    (1.0 / 3.0..=3.0).contains(&ratio)
}

#[test]
fn positions_and_memory_are_estimated_within_a_factor_of_three() {
    let rows = rows(500_000, few_or(7, 1), false);
    let wrong: Vec<String> =
        rows.iter().filter(|r| !r.ratios()[..2].iter().all(|x| within(*x))).map(Row::say).collect();
    let large = rows.iter().filter(|r| r.positions > 2000.0).count();
    println!("{} questions, {large} of more than 2000 positions", rows.len());
    assert!(rows.len() > 50 && large >= 1, "{} questions, {large} large", rows.len());
    assert!(wrong.is_empty(), "estimate / truth: positions, memory, time\n{}", wrong.join("\n"));
}

#[test]
fn plans_are_data() {
    let rows = [
        ("nim", "3 4 5", "interpreted", 3),
        ("wythoff", "400 300", "box", 1),
        ("digits", "99999", "search-or-table", 1),
        ("kayles", "3000 4000 5", "heaps", 2),
        ("ends", "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9", "intervals", 1),
    ];
    for (id, position, engine, parts) in rows {
        let plan = solver().plan(&asked(&game(id), position));
        let plan = bouton::report::json(&plan, Default::default());
        assert_eq!(plan["engines"][0]["engine"], engine, "{plan:#}");
        assert_eq!(plan["engines"][0]["parts"], parts, "{plan:#}");
        assert!(plan["estimate"]["positions"].as_u64().is_some_and(|n| n > 0), "{plan:#}");
        assert!(plan["estimate"]["seconds"].is_number() && plan["estimate"]["bytes"].is_u64(), "{plan:#}");
    }
}

/// The whole table with larger positions, and with time, which depends on what else the machine does.
#[test]
#[ignore = "measures time; see CONTRIBUTING.md"]
fn print_estimates() {
    println!("estimate / truth: positions, memory, time");
    let rows = rows(200_000, 1, true);
    for row in rows.iter().filter(|r| (2000.0..20_000.0).contains(&r.positions) || r.seconds > 0.02) {
        println!("{}", row.say());
    }
    for (what, at) in [("positions", 0), ("memory", 1), ("time", 2)] {
        let good = rows.iter().filter(|r| within(r.ratios()[at])).count();
        println!("{what}: {good} of {} within a factor of 3", rows.len());
    }
}
