//! Misère quotients: the complete theory of sums of heaps when whoever cannot move wins.
//!
//! Two sums are alike if no third sum beside them tells who wins. The classes are a commutative monoid Q; with the set P of lost classes
//! and the class Φ(h) of each heap it decides every sum (T. E. Plambeck, Taming the wild in impartial combinatorial games, 2005;
//! T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, 2008).
//!
//! - [`Solver`] takes heaps one by one, each by its options (sums of earlier heaps), and keeps the [`Quotient`] of all their sums, proved
//!   by the transition algebra;
//! - [`Code`] is a take-and-break code; its [`Theory`] goes on until a [`Period`] is proved for all heaps;
//! - [`Genera`] are the genera of heaps, [`Presentation`] names the elements by generators and relations; [`Quotient::tame`] knows the quotients of misère Nim.
//!
//! ```
//! use bouton_budget::Budget;
//! use bouton_misere::Code;
//!
//! // Kayles: take one or two from a heap, which may be split.
//! let kayles = Code::parse("0.77").unwrap().theory(200, &Budget::unlimited());
//! assert_eq!(kayles.quotient.order(), 40);
//! let period = kayles.period.unwrap();
//! assert_eq!((period.length, period.from), (12, 71));
//! ```

mod candidate;
mod closure;
mod code;
mod genus;
mod period;
mod present;
mod quotient;
mod refute;
mod solver;
mod tame;
mod theory;
mod trial;

pub use code::Code;
pub use genus::{Genera, Genus};
pub use period::{Period, proved_period};
pub use present::{Presentation, letter, word};
pub use quotient::Quotient;
pub use solver::{Solver, Stop};
pub use theory::Theory;
