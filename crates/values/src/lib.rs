//! Bouton: values of partizan games, after J. H. Conway. Needs no rules: options in, canonical forms out.
//!
//! | question | file |
//! |---|---|
//! | exact numbers | [`dyadic`] |
//! | where values are kept, one node each | [`store`], what is found about pairs [`cache`] |
//! | is one value at most another, who wins | [`compare`] |
//! | the canonical form of a game from its options | [`canonical`] |
//! | negatives, sums, multiples, ordinal sums, Norton product, heating and cooling | [`arithmetic`] |
//! | temperature, mean, walls | [`thermograph`] |
//! | atomic weights | [`weight`] |
//! | birthday, followers, incentives | [`measures`] |
//! | games in which play may go round: stoppers, onside and offside | [`loopy`] |
//! | values written and read: `{1|-1}`, `^2*`, `+-1`, `tiny(2)`, and expressions of them | [`text`] |
//!
//! ```
//! use bouton_values::{Style, Values};
//!
//! let mut values = Values::new();
//! let hot = bouton_values::evaluate(&mut values, "{1|-1} + * - ^").unwrap();
//! assert_eq!(values.text(hot, Style::Ascii, 1000).unwrap().text, "{1v*|-1v*}");
//! assert_eq!(values.class(hot).unwrap().letter(), 'N');
//! assert_eq!(values.thermograph(hot).unwrap().temperature.to_string(), "1");
//! ```
//!
//! All work keeps to a budget ([`Values::limit`]); what is known when it stops stays known.

mod arithmetic;
mod cache;
mod canonical;
mod compare;
mod dyadic;
mod hot;
pub mod loopy;
mod measures;
mod store;
pub mod text;
mod thermograph;
mod weight;

pub use arithmetic::Undefined;
pub use compare::Class;
pub use dyadic::{Dyadic, NotDyadic};
pub use hot::HotSums;
pub use store::{Simple, Value, Values};
pub use text::{Expression, Failed, Malformed, Style, Text, evaluate};
pub use thermograph::{Point, Thermograph};
