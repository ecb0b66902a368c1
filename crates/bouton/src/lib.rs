//! **Bouton** takes the rules of a two-player game and gives its theory: who wins, every winning move, and why.
//!
//! This is the crate that programs depend on. A [`Game`] comes from a text ([`Game::parse`]), the library ([`Game::library`]) or a file
//! ([`Game::from_file`]), and answers what is asked most:
//!
//! ```
//! use bouton::{Game, Problem};
//!
//! let game = Game::parse("heaps n; move take k in {1, 3, 4}: n -> n - k")?;
//! let position = game.position("7 10")?;
//! let answer = game.solve(&position)?;
//! assert_eq!(answer.winning_moves.len(), 3);
//! assert_eq!(answer.winning_moves[0].to, "3 10");
//! let moves = game.moves(&position)?; // values: what was chosen, and the position that each leads to
//! assert_eq!(moves.len(), 6);
//! assert!(game.solve(&moves[2].to)?.winning_moves.is_empty());
//! assert_eq!(game.pattern()?.found[0].period.as_ref().map(|p| p.period), Some(7));
//! # Ok::<(), Problem>(())
//! ```
//!
//! | you want | you ask |
//! |---|---|
//! | who wins, by which moves, and why | [`Game::solve`] |
//! | every move, as a value | [`Game::moves`] |
//! | the values of many positions | [`Game::table`] |
//! | the rule behind them | [`Game::pattern`] |
//! | a theorem about all sizes | [`Game::prove`] |
//! | the value of a partizan position | [`Solver::value`] |
//! | limits of memory and time, sums of games, many questions | a [`Solver`] with a [`Budget`], asked a [`Question`] |
//! | a game of your own type | [`engine`] |
//!
//! Answers are plain data that the command, the page and Python only show. The modules hold the rest: claims and checks, plans,
//! explanations, games in progress, saved tables, comparisons. Without the feature `machine` rules run as closures, with it those that
//! run hot become machine code.

pub mod amounts;
pub mod answer;
pub mod claims;
pub mod engines;
pub mod game;
pub mod memory;
pub mod misere;
pub mod pattern;
pub mod play;
pub mod problem;
pub mod proof;
pub mod reference;
pub mod report;
pub mod same;
pub mod table;
mod tuning;
pub mod value;

pub use answer::{Answer, MoveEntry, Status};
pub use bouton_compile::program::closures_only;
pub use bouton_engine as engine;
pub use bouton_engine::{Attempt, Budget, Goal};
pub use bouton_language as language;
pub use bouton_language::interp::Position;
pub use bouton_random as rng;
pub use bouton_theory as theory;
pub use bouton_values as values;
pub use engines::solver::Solver;
pub use game::{Folder, Game, Match, Method, Move, Question};
pub use problem::Problem;
pub use tuning::Tuning;
