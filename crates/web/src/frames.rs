//! What the server and a worker say to each other over pipes: frames of a kind, a length and so many bytes.

use crate::ask::Route;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// A frame of more bytes than this is a mistake.
pub(crate) const LARGEST: usize = 256 << 20;

/// To a worker: how it is to live. The first frame.
pub(crate) const HELLO: u8 = 1;
/// To a worker: a question.
pub(crate) const ASK: u8 = 2;
/// To a worker: stop the question under way.
pub(crate) const STOP: u8 = 3;
/// From a worker: how far it is.
pub(crate) const PROGRESS: u8 = 4;
/// From a worker: the answer, which is decided.
pub(crate) const ANSWER: u8 = 5;
/// From a worker: an answer that more time or memory might better.
pub(crate) const OPEN: u8 = 6;
/// From a worker: a refusal that stands.
pub(crate) const REFUSED: u8 = 7;
/// From a worker: a refusal because time or memory ran out.
pub(crate) const OVER: u8 = 8;

/// Added to the kind of a last frame: the worker ends after it.
pub(crate) const LEAVING: u8 = 0x80;

/// How a worker is to live.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// Milliseconds of the processor for a question.
    pub(crate) time: u64,
    /// Bytes for a question.
    pub(crate) memory: usize,
    /// How far it steps back behind others, 0 to 19.
    pub(crate) nice: i32,
    /// Are rules those of strangers?
    pub(crate) public: bool,
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ask {
    /// What is asked.
    pub(crate) route: Route,
    /// In Chinese?
    pub(crate) chinese: bool,
    /// The body of the request.
    pub(crate) body: String,
}

/// The head of a frame.
pub(crate) fn head(kind: u8, length: usize) -> [u8; 5] {
    // Longer frames are never made: bodies and answers are limited far below.
    let length = u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    [kind, length[0], length[1], length[2], length[3]]
}

/// Kind and length.
pub(crate) fn parse(head: [u8; 5]) -> (u8, usize) {
    (head[0], u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize)
}

/// Writes a frame.
pub(crate) fn write(out: &mut impl Write, kind: u8, payload: &[u8]) -> io::Result<()> {
    out.write_all(&head(kind, payload.len()))?;
    out.write_all(payload)?;
    out.flush()
}

/// Reads a frame; `None` where the other side has gone.
pub(crate) fn read(input: &mut impl Read) -> io::Result<Option<(u8, Vec<u8>)>> {
    let mut first = [0u8; 5];
    match input.read_exact(&mut first) {
        Ok(()) => {}
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(e) => return Err(e),
    }
    let (kind, length) = parse(first);
    if length > LARGEST {
        return Err(io::Error::other("a frame is too long"));
    }
    let mut payload = vec![0; length];
    input.read_exact(&mut payload)?;
    Ok(Some((kind, payload)))
}
