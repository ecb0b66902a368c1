//! Misère play of heaps by the quotient: programs in every language against bouton and the plain recursion, and what is refused.

use crate::common;
use bouton::claims::start;
use bouton::language::NoLoader;
use bouton::language::ast::Verdict;
use bouton::reference::Reference;
use bouton::rng::Rng;
use bouton::{Budget, Game, Solver};
use bouton_export::{Method, Prepared, Target, prepare};
use bouton_language::interp::{Position, Turn};
use bouton_language::value::Value;
use bouton_template::Asked;
use std::fmt::Write;

fn game(code: &str) -> Game {
    Game::from_text("rules", &format!("heaps n\noctal {code}\nend misere"), &NoLoader).expect("rules").0
}

fn made(game: &Game, method: Option<Method>) -> Result<Prepared, String> {
    prepare(&common::setup(game, method, Asked::default())).map_err(|p| p.render(common::EN, false))
}

/// Sums, small and large, with who wins: by the plain recursion where it is small, by bouton otherwise.
fn sums(game: &Game, seed: u64) -> (String, Vec<&'static str>) {
    let (mut rng, mut solver, mut reference) =
        (Rng::new(seed), Solver::new(Budget::unlimited()), Reference::new(game));
    solver.force("quotient").expect("an engine");
    let (mut input, mut right) = (String::new(), Vec::new());
    for case in 0..120 {
        let most = [7, 40, 5_000, 1_000_000_000_000_000_000][case % 4];
        let count = rng.below(if most == 7 { 4 } else { 9 });
        let heaps: Vec<i64> = (0..count).map(|_| rng.below(most) as i64).collect();
        let parts = heaps.iter().map(|n| [Value::Int(*n)].into()).collect();
        let position = Position { parts };
        let by_rules = if most == 7 { reference.outcome(&position, Turn::default()).ok() } else { None };
        let verdict =
            by_rules.unwrap_or_else(|| solver.outcome(game.at(&start(&position))).expect("an outcome"));
        let heaps: Vec<String> = heaps.iter().map(i64::to_string).collect();
        let _ = writeln!(input, "{}\n{}", heaps.len(), heaps.join(" "));
        right.push(if verdict == Verdict::Lose { "Second" } else { "First" });
    }
    assert!(right.contains(&"Second") && right.contains(&"First"));
    (input, right)
}

#[test]
fn programs_agree_on_sums_of_any_size() {
    let other = if common::thorough() { &Target::ALL[..] } else { &[Target::Python] };
    for (seed, code) in ["0.77", "0.15", "0.3", "4.75"].into_iter().enumerate() {
        let game = game(code);
        let made = made(&game, None).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert_eq!(made.method, Method::Quotient, "{code}");
        let (input, right) = sums(&game, seed as u64);
        for target in if seed == 0 { &Target::ALL[..] } else { other } {
            let text = made.print(*target).expect("small numbers");
            let name = format!("quotient{seed}");
            let command = common::build(&name, &text, *target).unwrap_or_else(|e| panic!("{e}"));
            let said = common::run(&command, &input).unwrap_or_else(|e| panic!("{code}: {e}"));
            assert_eq!(said, right, "{code} in {}", target.word());
        }
    }
}

#[test]
fn what_is_not_proved_for_all_heaps_is_searched() {
    // A quotient that is known to some heap only, and any number may be taken: no quotient of finite order.
    for code in ["0.07", "0.6"] {
        let game = game(code);
        let said = made(&game, Some(Method::Quotient)).expect_err("refused");
        assert!(said.contains("No misère quotient with a period"), "{said}");
        assert_eq!(made(&game, None).expect("a search").method, Method::Search, "{code}");
    }
    // Normal play has none either.
    let kayles = Game::library("kayles").expect("a game of the library");
    assert!(made(&kayles, Some(Method::Quotient)).is_err());
}
