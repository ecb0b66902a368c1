//! Why a file cannot be used. Typed here, worded by whoever talks to people.

use std::io;
use std::path::{Path, PathBuf};

/// What was being done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Opening or reading it.
    Read,
    /// Making or writing it.
    Write,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        deed: Deed,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing it.
    #[error("{path} is being written by another process")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It does not begin like a table.
    #[error("{path} is no saved table")]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// Written in a later format.
    #[error("{path} has format {found}, known are formats up to {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The last format known here.
        known: u32,
    },
    /// A table in a folder that was begun and is not complete.
    #[error("{path} holds a table that is not complete")]
    Unfinished {
        /// The folder.
        path: PathBuf,
    },
    /// Its head was altered or cut.
    #[error("{path}: the head is damaged")]
    Head {
        /// The file.
        path: PathBuf,
    },
    /// It does not end with the closing mark: it was cut short, or something was appended.
    #[error("{path} is cut short: {bytes} bytes, and no closing mark at the end")]
    CutShort {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// Its index was altered.
    #[error("{path}: the index has checksum {found:08x}, not {expected:08x}")]
    Index {
        /// The file.
        path: PathBuf,
        /// The checksum written.
        expected: u32,
        /// The checksum of what is there.
        found: u32,
    },
    /// A block was altered.
    #[error("{path}: block {block} of {blocks} has checksum {found:08x}, not {expected:08x}")]
    Block {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        block: u64,
        /// Of how many.
        blocks: u64,
        /// The checksum written.
        expected: u32,
        /// The checksum of what is there.
        found: u32,
    },
    /// A block has its checksum and yet makes no sense: the program that wrote it was wrong.
    #[error("{path}: block {block} makes no sense")]
    Nonsense {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        block: u64,
    },
}

impl SavedError {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::Busy { path }
            | Self::NotATable { path }
            | Self::Newer { path, .. }
            | Self::Unfinished { path }
            | Self::Head { path }
            | Self::CutShort { path, .. }
            | Self::Index { path, .. }
            | Self::Block { path, .. }
            | Self::Nonsense { path, .. } => path,
        }
    }
}

/// Turns what the system says into an error about a file.
pub(crate) fn reading(path: &Path) -> impl Fn(io::Error) -> SavedError + '_ {
    |error| SavedError::Io { path: path.to_path_buf(), deed: Deed::Read, error }
}

/// The same for writing.
pub(crate) fn writing(path: &Path) -> impl Fn(io::Error) -> SavedError + '_ {
    |error| SavedError::Io { path: path.to_path_buf(), deed: Deed::Write, error }
}
