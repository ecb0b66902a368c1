//! Reading a graph from an edge list: one edge `u v` a line, plain or compressed; or in the form of METIS (`metis.rs`).
//!
//! `#` begins a comment, and so does `%` at the start of a line (the files of graph collections have it); `u -> v` and
//! `u,v` are edges too, a line with one word is a node, blank lines mean nothing, and lines may end as on any system.
//! Words are numbers or names. Numbers of 32 bits, the usual case, go through a short path of their own; everything
//! else is looked at word by word (`lines.rs`).
//!
//! The text is read in blocks, so that a compressed file is never unpacked as a whole.

mod lines;
mod metis;
mod names;
mod open;

use std::io::{self, Read};

use crate::Rows;
use crate::memory::NoMemory;
use lines::Reader;

pub use lines::Mistake;
pub use metis::metis;
pub use names::Names;

/// What an edge list says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeList {
    /// What the nodes are called.
    pub names: Names,
    /// The edges in the order of the lines; nodes by their places in `names`.
    pub edges: Vec<(u32, u32)>,
}

/// Why an edge list could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A line is not an edge.
    #[error("line {line} is not an edge: {mistake}")]
    Line {
        /// From 1.
        line: usize,
        /// The start of the line.
        text: String,
        /// What is wrong with it.
        mistake: Mistake,
    },
    /// The file is compressed in a way that is not known here.
    #[error("compressed with {how}, which is not read here")]
    Compressed {
        /// The name of the program.
        how: &'static str,
    },
    /// The graph would take more memory than allowed.
    #[error("{edges} edges and more need {needed} bytes, {limit} are allowed")]
    OverMemory {
        /// Edges read so far.
        edges: usize,
        /// Bytes for those.
        needed: usize,
        /// The limit.
        limit: usize,
    },
    /// The file could not be read, or is damaged.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The machine has not enough memory.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
}

/// Refuses a graph that will not fit: the list as it grows, `others` bytes, and the rows that are made of it.
fn room(list: &Vec<(u32, u32)>, others: usize, limit: usize) -> Result<(), ReadError> {
    let edges = list.len();
    let making = list.capacity() * size_of::<(u32, u32)>() + Rows::peak(0, edges) + edges * 8;
    let needed = making.saturating_add(others);
    if needed > limit || edges > u32::MAX as usize {
        return Err(ReadError::OverMemory { edges, needed, limit });
    }
    Ok(())
}

/// Bytes that are read at once; with what is made of them they stay in the second cache.
const BLOCK: usize = 1 << 18;

/// Reads an edge list: text, or text packed by gzip or zstd. The graph made of it may take `limit` bytes at most.
///
/// ```
/// use bouton_graph::read::{Names, edge_list};
///
/// let list = edge_list("# two edges\n5 7\n7 6\n".as_bytes(), usize::MAX)?;
/// assert_eq!(list.names, Names::Run { first: 5, count: 3 });
/// assert_eq!(list.edges, [(0, 2), (2, 1)]);
/// # Ok::<(), bouton_graph::read::ReadError>(())
/// ```
pub fn edge_list(input: impl Read, limit: usize) -> Result<EdgeList, ReadError> {
    let mut input = open::unpacked(input)?;
    let mut reader = Reader::new(limit);
    let mut buffer = vec![0; BLOCK];
    // The bytes of an unfinished line, at the front of the buffer.
    let mut kept = 0;
    loop {
        if kept == buffer.len() {
            buffer.resize(2 * kept, 0);
        }
        let read = match input.read(&mut buffer[kept..]) {
            Ok(0) => break,
            Ok(read) => kept + read,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e.into()),
        };
        let Some(end) = buffer[kept..read].iter().rposition(|&b| b == b'\n') else {
            kept = read;
            continue;
        };
        let end = kept + end + 1;
        reader.lines(&buffer[..end])?;
        buffer.copy_within(end..read, 0);
        kept = read - end;
    }
    if kept > 0 {
        // The last line has no end.
        buffer.truncate(kept);
        buffer.push(b'\n');
        reader.lines(&buffer)?;
    }
    reader.finish()
}
