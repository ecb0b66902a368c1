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
//! Everything takes a [`Budget`]: memory is added up before it is asked for.
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

use std::time::Duration;

use crate::Budget;
use crate::budget::Halt;
use bouton_graph::memory::NoMemory;

mod backward;
mod grundy;
mod kernels;
mod win;

pub use backward::{Distances, distances};
pub use bouton_graph::order::cycle_from;
pub use bouton_graph::{Direction, Rows};
pub use grundy::{Values, grundy};
pub use win::{Winners, winners};

/// Why a graph was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphStop {
    /// The tables would take more memory than allowed. Nothing of it was allocated.
    #[error("a graph of {nodes} nodes and {edges} edges needs {needed} bytes, {limit} are allowed")]
    OverMemory {
        /// Bytes needed.
        needed: usize,
        /// The limit in bytes, or what the machine could not give.
        limit: usize,
        /// The graph's nodes.
        nodes: usize,
        /// The graph's edges.
        edges: usize,
    },
    /// The time is up.
    #[error("not done after {limit:?}, {nodes} nodes in")]
    OverTime {
        /// Nodes that were solved.
        nodes: usize,
        /// The limit.
        limit: Duration,
    },
    /// The cancel flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<Halt> for GraphStop {
    fn from(halt: Halt) -> Self {
        match halt {
            // Memory is asked for at once and refused by `room`; no table grows.
            Halt::Memory { limit, .. } => Self::OverMemory { needed: usize::MAX, limit, nodes: 0, edges: 0 },
            Halt::Time { positions, limit } => Self::OverTime { nodes: positions, limit },
            Halt::Cancel => Self::Interrupted,
        }
    }
}

impl From<NoMemory> for GraphStop {
    fn from(NoMemory { bytes }: NoMemory) -> Self {
        Self::OverMemory { needed: bytes, limit: bytes, nodes: 0, edges: 0 }
    }
}

/// Refuses when `needed` bytes are over the limit.
fn room(rows: &Rows, needed: usize, budget: &Budget) -> Result<(), GraphStop> {
    let limit = budget.memory_limit();
    if needed > limit {
        return Err(GraphStop::OverMemory { needed, limit, nodes: rows.nodes(), edges: rows.edges() });
    }
    Ok(())
}

/// The refusal of the machine itself.
fn refused(rows: &Rows) -> impl Fn(NoMemory) -> GraphStop + '_ {
    |NoMemory { bytes }| GraphStop::OverMemory {
        needed: bytes,
        limit: bytes,
        nodes: rows.nodes(),
        edges: rows.edges(),
    }
}
