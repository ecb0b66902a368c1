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
pub mod aside;
mod bound;
mod boxed;
pub mod catalogue;
pub mod check;
mod choice;
mod claimed;
pub mod claims;
mod compiled;
mod cycles;
pub mod describe;
pub mod editor;
mod ends;
pub mod entries;
pub mod estimate;
pub mod explain;
mod far;
pub mod filled;
mod game;
mod heap_cost;
pub mod hint;
mod hopeless;
pub mod how;
pub mod judge;
pub mod line;
pub mod lint;
pub mod memory;
pub mod opponent;
pub mod parts;
pub mod pattern;
pub mod picture;
pub mod plan;
pub mod playing;
pub mod positions;
pub mod problem;
mod programs;
pub mod proof;
mod question;
pub mod reasons;
pub mod reference;
pub mod rng;
pub mod same;
pub mod saved;
mod session;
mod solve;
pub mod solver;
mod spaces;
pub mod starts;
mod sums;
pub mod sweep;
pub mod table;
mod theorem;
mod tokens;
mod tuning;
mod typed;
pub mod varied;
pub mod whole;
pub mod why;

pub use answer::{Answer, MoveEntry, Status};
pub use bouton_engine as engine;
pub use bouton_engine::{Budget, Goal};
pub use bouton_language as language;
pub use bouton_theory as theory;
pub use boxed::{board, vector_moves};
pub use choice::Engine;
pub use far::heap_rule;
pub use game::{Folder, Game};
pub use problem::Problem;
pub use question::Question;
pub use solver::Solver;
pub use tuning::Tuning;
