//! What most tests begin with: a game from its name or its rules, a position as it is typed, an answer.

use bouton::claims::check::CheckQuestion;
use bouton::game::catalogue;
use bouton::language::ast::Verdict;
use bouton::pattern::PatternQuestion;
use bouton::table::AxisRange;
use bouton::theory::sequences::Search;
use bouton::{Answer, Budget, Folder, Game, Problem, Question, Solver};
use bouton_engine::Outcome;
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads what is named whole, and nothing beside it.
pub(crate) const FOLDER: Folder = Folder { base: None };

/// Two piles, and Wythoff's game.
pub(crate) const NIM2: &str = "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k";
pub(crate) const WYTHOFF: &str = "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; \
                                  move k in 1..min(a, b): a -> a - k, b -> b - k";

/// What was found; a problem is said, with the place where it was met.
pub(crate) fn found<T>(result: Result<T, Problem>, at: impl Display) -> T {
    result.unwrap_or_else(|problem| panic!("{at}: {problem}"))
}

/// A game of the library by its name, or the game of some rules.
pub(crate) fn game(text: &str) -> Game {
    found(if catalogue::find(text).is_some() { Game::library(text) } else { Game::parse(text) }, text)
}

/// The game of rules that stand on lines of their own, for messages that tell the line.
pub(crate) fn on_lines(text: &str) -> Game {
    game(&text.replace("; ", "\n"))
}

/// A solver that may take as long as it likes.
pub(crate) fn solver() -> Solver {
    Solver::new(Budget::unlimited())
}

/// Who wins a position of a game, as it is typed, and how?
pub(crate) fn asked(game: &Game, typed: &str) -> Question {
    Question::new(game.clone(), found(game.position(typed), typed))
}

/// The answer to it.
pub(crate) fn answer(game: &Game, typed: &str) -> Answer {
    found(solver().solve(&asked(game, typed)), typed)
}

/// Does this claim hold up to some size; do all that the rules make, where none is given?
pub(crate) fn claimed<'q>(game: &'q Game, claim: Option<&'q str>, to: Option<u64>) -> CheckQuestion<'q> {
    CheckQuestion { game, claim, to, inductive: false, seed: 1, loader: &FOLDER }
}

/// What pattern is there in a game, as far as this?
pub(crate) fn pattern_of(game: Game, to: Option<u64>) -> PatternQuestion {
    PatternQuestion { game, ranges: Vec::new(), to, show: None, search: Search::default() }
}

/// The values of one axis of a table.
pub(crate) fn range(name: &str, from: i64, to: i64) -> AxisRange {
    AxisRange { name: name.into(), from, to: Some(to) }
}

/// An outcome of the engine in the words of the rules.
pub(crate) fn verdict(outcome: Outcome) -> Verdict {
    if outcome == Outcome::Win { Verdict::Win } else { Verdict::Lose }
}

/// A number that the environment gives for longer runs.
pub(crate) fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Does the same to every item, on two threads.
pub(crate) fn on_two_threads<T: Sync>(items: &[T], one: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    one(item);
                }
            });
        }
    });
}
