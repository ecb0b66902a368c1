//! Why a solver has no answer.

use crate::{Game, Halt, Sum};

/// Why a solver has no answer. `P` is a position, `E` what is wrong with the game: the rules' own error, or why it is none
/// for this engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop<P, E> {
    /// The rules failed.
    #[error("{0}")]
    Rules(E),
    /// The budget said stop.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// Play can go on for ever: each position leads to the next, and the last to the first.
    #[error("play can go round for ever through {0:?}")]
    Cycle(Vec<P>),
    /// A total score that matters at this position does not fit 64 bits.
    #[error("the score at {0:?} does not fit 64 bits")]
    Overflow(P),
}

/// Why a question about a game has no answer.
pub(crate) type GameStop<G> = Stop<<G as Game>::Position, <G as Game>::Error>;

/// The same about parts.
pub(crate) type SumStop<S> = Stop<<S as Sum>::Part, <S as Sum>::Error>;
