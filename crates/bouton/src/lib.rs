//! **Bouton** takes the rules of a two-player game and gives its theory: who wins, every winning move, and why.
//!
//! This is the crate that programs depend on. A [`Game`] comes from the library ([`Game::load`]), a file or a text; a
//! [`Question`] asks about a position of it (or of several games side by side); a [`Solver`] gives an [`Answer`],
//! which is plain data that the command, the page and Python only show.
//!
//! ```
//! use bouton::{Budget, Game, Question, Solver};
//!
//! let nim = Game::load("nim").unwrap();
//! let position = nim.position("3 4 5").unwrap();
//! let answer = Solver::new(Budget::unlimited()).solve(&Question::new(nim, position)).unwrap();
//! assert_eq!(answer.winning_moves.len(), 1);
//! assert_eq!(answer.winning_moves[0].to, "1 4 5");
//! ```

pub mod answer;
pub mod claims;
pub mod engines;
pub mod game;
pub mod memory;
pub mod pattern;
pub mod play;
pub mod problem;
pub mod proof;
pub mod reference;
pub mod same;
pub mod table;
mod tuning;

pub use answer::{Answer, MoveEntry, Status};
pub use bouton_engine as engine;
pub use bouton_engine::{Budget, Goal};
pub use bouton_language as language;
pub use bouton_random as rng;
pub use bouton_theory as theory;
pub use engines::boxes::{board, vector_moves};
pub use engines::heaps::heap_rule;
pub use engines::registry::engines;
pub use engines::solver::Solver;
pub use engines::whole::State;
pub use game::{Folder, Game, Match, Method, Question};
pub use problem::Problem;
pub use tuning::Tuning;
