//! Why a run ended without a table. Typed here, worded by whoever talks to people.

use bouton_engine::Halt;
use bouton_saved::SavedError;

/// Why a run ended without a table.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The budget ended or somebody stopped it; the last manifest counts.
    #[error("stopped")]
    Halted(Halt),
    /// The connection to another process is gone.
    #[error("the connection to process {process} was lost")]
    Lost {
        /// Its number.
        process: usize,
    },
    /// Another worker could not go on; it says why.
    #[error("worker {worker} could not go on")]
    Peer {
        /// Its number.
        worker: usize,
    },
    /// A file.
    #[error(transparent)]
    File(#[from] SavedError),
    /// The folder holds another table, or was begun by another version.
    #[error("the folder holds another table")]
    Other,
    /// The table in the folder was begun by a version that counts its steps in another way.
    #[error("the table was begun by another version")]
    Older,
    /// The workers do not see the same folder.
    #[error("worker {worker} sees another folder")]
    Folder {
        /// The first worker that sees something else than this one.
        worker: usize,
    },
    /// An option was not filled before the position: the layers are no order of play.
    #[error("a move does not lead to a lower layer")]
    Order,
    /// Compiled rules cannot be run at a cell.
    #[error("the rules cannot be run at cell {cell}")]
    Hole {
        /// The cell.
        cell: usize,
    },
    /// Play may go on for ever and the rules do not say what that means.
    #[error("play may go on for ever from cell {cell}")]
    Endless {
        /// A cell from which it may.
        cell: usize,
    },
    /// More cells than the workers can count.
    #[error("too many cells for {workers} workers")]
    TooMany {
        /// How many there are.
        workers: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Threads could not be started.
    #[error("{0}")]
    System(String),
}
