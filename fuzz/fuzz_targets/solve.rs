//! Any rules that can be read are linted, checked and solved within a tiny budget: nothing panics, what is shown
//! parses back, and where the position is small enough the answer is that of the plain definitions.
#![no_main]

use bouton::claims::check::CheckQuestion;
use bouton::answer::how::How;
use bouton::language::NoLoader;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Position, Turn};
use bouton::game::positions::Positions;
use bouton::reference::Reference;
use bouton::game::State;
use bouton::{Answer, Budget, Game, Problem, Question, Solver};
use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// For all the questions about one game.
const TIME: Duration = Duration::from_millis(400);
const MEMORY: usize = 8 << 20;
/// The plain definitions are tried on answers that took at most this many positions.
const PLAIN: u64 = 60;
/// Positions asked about: of the examples, and small ones.
const ASKED: usize = 8;

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Runs `f` with a flag that becomes true when its time is over.
fn timed<T>(f: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    let flag = Arc::new(AtomicBool::new(false));
    let (done, wait) = mpsc::channel::<()>();
    let set = flag.clone();
    let clock = std::thread::spawn(move || {
        if wait.recv_timeout(TIME) == Err(mpsc::RecvTimeoutError::Timeout) {
            set.store(true, Ordering::Relaxed);
        }
    });
    let out = f(flag);
    drop(done);
    clock.join().expect("the clock only waits");
    out
}

fn worded(problem: &Problem) {
    for lang in LANGS {
        assert!(!problem.render(lang, false).is_empty() && !problem.line(lang).is_empty());
    }
}

/// Lints and checks a game, and words what was found.
fn about(solver: &mut Solver, game: &Game) {
    let question =
        CheckQuestion { game, claim: None, to: Some(3), inductive: true, seed: 1, loader: &NoLoader };
    match solver.check(&question) {
        Ok(report) => {
            for lang in LANGS {
                let claims = report.claims.iter().map(|c| c.say(lang));
                let examples = report.examples.iter().flat_map(|e| e.lines(lang));
                let strategies = report.strategies.iter().map(|s| s.say(lang));
                assert!(claims.chain(examples).chain(strategies).all(|text| !text.is_empty()));
            }
        }
        Err(problem) => worded(&problem),
    }
    if let Err(problem) = solver.lint(game) {
        worded(&problem);
    }
}

/// Positions of the examples, then the smallest ones.
fn positions(game: &Game) -> Vec<(Position, Option<usize>)> {
    let mut out = Vec::new();
    for e in game.rules().examples.iter().filter(|e| !e.setup).take(ASKED / 2) {
        match game.position(&e.position) {
            Ok(p) => out.push((p, e.first)),
            Err(problem) => worded(&problem),
        }
    }
    let mut small = Positions::new(game);
    for size in 0..3 {
        let stop = small.visit(size, false, &mut |p| {
            out.push((p.clone(), None));
            if out.len() < ASKED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if stop.is_break() {
            break;
        }
    }
    out
}

/// Compares with the plain definitions.
fn agrees(game: &Game, position: &Position, answer: &Answer, first: Option<usize>) {
    let computed = !matches!(answer.how, How::Claim { .. } | How::OverBudget);
    // `unordered` is the author's word, which lint tests; where it is wrong, so is the answer.
    if !computed || game.rules().shape.unordered || answer.positions > PLAIN || position.parts.len() > 2 {
        return;
    }
    let mut plain = Reference::new(game);
    let turn = Turn { mover: first.unwrap_or(0), turn: 0 };
    let rules = game.rules();
    if rules.score.is_some() {
        if let Ok(score) = plain.score(position, turn) {
            assert_eq!(answer.score, Some(score), "score of {}", answer.position);
        }
        return;
    }
    let outcome = match rules.endless {
        Some(_) => plain.endless(position, turn),
        None => plain.outcome(position, turn),
    };
    let Ok(outcome) = outcome else { return };
    assert_eq!(answer.outcome, Some(outcome), "outcome of {}", answer.position);
    // With `block` a move may win and yet be forbidden.
    if answer.complete && outcome != Verdict::Win && rules.block.is_none() {
        assert!(answer.winning_moves.is_empty(), "winning moves of {}", answer.position);
    }
    let grundy = answer.grundy.as_ref().map(ToString::to_string);
    if let (Some(shown), Ok(g)) = (grundy, plain.grundy(position)) {
        assert_eq!(shown, g.to_string(), "Grundy value of {}", answer.position);
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    timed(|flag| {
        let game = match Game::from_text("fuzz.game", &text, &NoLoader) {
            Ok((game, _)) => game.cancelled_by(flag.clone()),
            Err(problem) => return worded(&problem),
        };
        let budget = Budget::unlimited().memory(MEMORY).time(TIME).cancel(flag);
        let mut solver = Solver::new(budget);
        about(&mut solver, &game);
        for (position, first) in positions(&game) {
            let shown = game.show(&position);
            match game.position(&shown) {
                Ok(again) => assert_eq!(game.show(&again), shown, "a position shown and read again"),
                Err(problem) => panic!("{shown:?} does not parse back: {}", problem.line(Lang::En)),
            }
            let state = State::new(position.clone(), first.unwrap_or(0));
            let question = Question { games: vec![game.clone()], state, all_moves: true };
            match solver.solve(&question) {
                Ok(answer) => {
                    for lang in LANGS {
                        assert!(answer.json(lang).is_object());
                    }
                    agrees(&game, &position, &answer, first);
                }
                Err(problem) => worded(&problem),
            }
        }
    });
});
