//! Bites, clamps and requirements: boards with conditions, reached through the facts of the rules, against search over
//! the rules themselves. Random rules of the family.

use crate::common::{found, game, verdict};
use bouton::answer::how::How;
use bouton::claims::start;
use bouton::engines::whole::{Whole, Work};
use bouton::language::interp::{Part, Position};
use bouton::language::value::Value;
use bouton::rng::Rng;
use bouton::{Budget, Question, Solver, Tuning};
use bouton_engine::Outcomes;
use bouton_samples::few_or;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn line(rng: &mut Rng, count: usize, i: usize) -> String {
    let first = rng.below(count as u64) as usize;
    let x = NAMES[first];
    let low = [0, 0, 0, 1, 2][rng.below(5) as usize];
    let bound = match rng.below(6) {
        0 => format!("{x}-2"),
        1 if first + 1 < count => format!("min({x}, {})-1", NAMES[first + 1]),
        _ => format!("{x}-1"),
    };
    let mut changes = vec![format!("{x} -> k")];
    for name in &NAMES[first + 1..count] {
        match rng.below(8) {
            0 => {}
            1 => changes.push(format!("{name} -> min({name}, k + 1)")),
            2 => changes.push(format!("{name} -> {name} - 1")),
            _ => changes.push(format!("{name} -> min({name}, k)")),
        }
    }
    let only = match rng.below(6) {
        0 => format!(" if {x} > 3"),
        1 => format!(" if k + {} > 2", NAMES[rng.below(count as u64) as usize]),
        _ => String::new(),
    };
    match rng.below(6) {
        0 => format!("move m{i} k in 1..3{only}: {x} -> {x} - k"),
        _ => format!("move m{i} k in {low}..{bound}{only}: {}", changes.join(", ")),
    }
}

fn rules(rng: &mut Rng) -> (String, usize) {
    let count = 2 + rng.below(3) as usize;
    let field = |rng: &mut Rng, name: &str| match rng.below(8) {
        0 => format!("{name} in 1.."),
        1 => format!("{name} in 0..7"),
        _ => name.to_string(),
    };
    let fields: Vec<String> = NAMES[..count].iter().map(|n| field(rng, n)).collect();
    let mut lines = vec![format!("position {}", fields.join(", "))];
    match rng.below(4) {
        0 => {}
        1 => lines.push(format!("require {} + {} <= 12", NAMES[0], NAMES[1])),
        _ => {
            let falling: Vec<String> =
                NAMES[..count].windows(2).map(|w| format!("{} >= {}", w[0], w[1])).collect();
            lines.push(format!("require {}", falling.join(" and ")));
        }
    }
    lines.extend((0..1 + rng.below(count as u64 + 1) as usize).map(|i| line(rng, count, i)));
    if rng.below(3) == 0 {
        lines.push("end misere".into());
    }
    (lines.join("\n"), count)
}

#[test]
fn boards_equal_search_over_the_rules() {
    let rng = &mut Rng::new(11);
    let (mut tables, mut compared) = (0, 0);
    let games = few_or(40, 150);
    for _ in 0..games {
        let (text, count) = rules(rng);
        let game = game(&text);
        let mut solver = Solver::tuned(Budget::unlimited(), Tuning::eager());
        let mut slow = Outcomes::new(Whole::new(vec![game.clone()], Work::unlimited()));
        let mut last = None;
        for _ in 0..40 {
            let mut numbers: Vec<i64> = (0..count).map(|_| rng.below(9) as i64).collect();
            if rng.below(2) == 0 {
                numbers.sort_by(|a, b| b.cmp(a));
            }
            let part: Part = numbers.iter().map(|&n| Value::Int(n)).collect::<Vec<_>>().into();
            if game.interp().legal(&part).is_err() {
                continue;
            }
            let position = Position { parts: vec![part] };
            let state = start(&position);
            let key = slow.game().key(&state).unwrap_or_else(|e| panic!("{e:?}"));
            let truth = slow.solve(&key, &Budget::unlimited()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            assert_eq!(solver.outcome(game.at(&state)).ok(), Some(verdict(truth)), "{numbers:?}\n{text}");
            compared += 1;
            last = Some(position);
        }
        if let Some(position) = last {
            let answer = found(solver.solve(&Question::new(game.clone(), position)), &text);
            tables += u32::from(matches!(answer.how, How::Table { .. } | How::Space { .. }));
        }
    }
    println!("{compared} positions agree, {tables} games by table");
    assert!(5 * tables > 2 * games && compared > 15 * games, "{tables} {compared}");
}
