//! Games on graphs: a token stands on a node and a move slides it along an edge.
//!
//! | you have | you ask | you get |
//! |---|---|---|
//! | several tokens, normal play | [`grundy`] | the Grundy value of every node that leads into no cycle |
//! | one token, play always ends | [`winners`] | who wins from every node, one bit a node |
//! | one token, play may go round | [`distances`] | win, lose or draw of every node, and in how many moves |
//!
//! A graph is solved as a whole, in time linear in its edges; then any number of tokens and positions are
//! looked up. How it is done depends on how the nodes are numbered:
//!
//! - All edges lead to smaller numbers, or all to larger ones (input is often written that way): one sweep over
//!   the rows, and the reverse graph is never made ([`sweep`](self::grundy)).
//! - Otherwise the edges are turned round and the ends are peeled off ([`bouton_graph::order`]), or counted back from
//!   ([`distances`]).
//!
//! Everything takes a [`Budget`](crate::Budget): memory is added up before it is asked for.
//!
//! ```
//! use bouton_engine::{Budget, Outcome, graph};
//!
//! // 0 -> 1 2;  1 -> 2;  3 and 4 lead to each other, and 4 to 2.
//! let rows = graph::Rows::from_edges(5, &[(0, 1), (0, 2), (1, 2), (3, 4), (4, 3), (4, 2)])?;
//! let values = graph::grundy(&rows, &Budget::unlimited())?;
//! assert_eq!([0, 1, 2].map(|v| values.get(v)), [Some(2), Some(1), Some(0)]);
//! assert_eq!(values.get(4), None, "its value is not defined: play can go round");
//! let solved = graph::distances(&rows, Outcome::Lose, &Budget::unlimited())?;
//! assert_eq!(solved.get(4).map(|s| (s.outcome, s.remoteness)), Some((Outcome::Win, Some(1))));
//! assert_eq!(solved.get(3).map(|s| s.outcome), Some(Outcome::Lose));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod grundy;
mod kernels;
mod lost;
mod win;

pub use backward::{Distances, distances};
pub use bouton_graph::order::cycle_from;
pub use bouton_graph::{Direction, Rows};
pub use grundy::{Values, grundy};
pub use win::{Winners, winners};
