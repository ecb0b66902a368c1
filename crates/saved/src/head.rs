//! The head of a file: what it is, in which format, and the text of whoever wrote it.
//!
//! ```text
//! 8  mark      4  format      4  cells a block      4  flags      4  length of the text      …  text      4  CRC-32
//! ```
//!
//! Numbers are little-endian here and everywhere. The mark begins with a byte that no text has and holds a line end, so
//! that a file sent as text is seen to be damaged at once.

use crate::LARGEST_BLOCK;
use crate::error::{SavedError, reading};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

pub(crate) const MARK: [u8; 8] = *b"\x89BOUTON\n";

/// The format written here. A change that older programs cannot read raises it.
const FORMAT: u32 = 1;

/// Cells are found by key, not by number.
const KEYED: u32 = 1;

const FIXED: usize = 24;

/// Longer texts are no heads of ours.
const LONGEST: u32 = 1 << 28;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) block: u32,
    pub(crate) keyed: bool,
    pub(crate) text: String,
}

impl Head {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = MARK.to_vec();
        let flags = if self.keyed { KEYED } else { 0 };
        for n in [FORMAT, self.block, flags, self.text.len() as u32] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.extend_from_slice(self.text.as_bytes());
        out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
        out
    }

    /// Is there the beginning of a head and no more?
    pub(crate) fn is_torn(file: &mut File) -> std::io::Result<bool> {
        let mut start = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.by_ref().take(FIXED as u64).read_to_end(&mut start)?;
        if start.len() < FIXED {
            return Ok(start.iter().zip(&MARK).all(|(a, b)| a == b));
        }
        let whole = FIXED as u64 + u64::from(number(&start, 20)) + 4;
        Ok(start.starts_with(&MARK) && file.metadata()?.len() < whole)
    }

    /// Reads the head and its length; the file then stands behind it.
    pub(crate) fn read(file: &mut File, path: &Path) -> Result<(Head, u64), SavedError> {
        let damaged = || SavedError::Head { path: path.to_path_buf() };
        let read = |file: &mut File, bytes: &mut [u8]| match file.read_exact(bytes) {
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => Err(damaged()),
            other => other.map_err(reading(path)),
        };
        file.seek(SeekFrom::Start(0)).map_err(reading(path))?;
        let mut all = vec![0; FIXED];
        match read(file, &mut all) {
            Err(SavedError::Head { .. }) if !MARK.starts_with(&all[..1]) => {
                return Err(SavedError::NotATable { path: path.to_path_buf() });
            }
            other => other?,
        }
        if all[..8] != MARK {
            return Err(SavedError::NotATable { path: path.to_path_buf() });
        }
        let [format, block, flags, length] = [8, 12, 16, 20].map(|at| number(&all, at));
        if format > FORMAT {
            return Err(SavedError::Newer { path: path.to_path_buf(), found: format, known: FORMAT });
        }
        if length > LONGEST || block == 0 || block > LARGEST_BLOCK || flags > KEYED {
            return Err(damaged());
        }
        let end = FIXED + length as usize;
        all.resize(end, 0);
        read(file, &mut all[FIXED..])?;
        let mut sum = [0; 4];
        read(file, &mut sum)?;
        if crc32fast::hash(&all) != u32::from_le_bytes(sum) {
            return Err(damaged());
        }
        let text = String::from_utf8(all.split_off(FIXED)).map_err(|_| damaged())?;
        Ok((Head { block, keyed: flags == KEYED, text }, end as u64 + 4))
    }
}

/// The 32-bit number at a place; 0 beyond the end.
pub(crate) fn number(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    if let Some(found) = bytes.get(at..at + 4) {
        four.copy_from_slice(found);
    }
    u32::from_le_bytes(four)
}

/// The 64-bit number at a place; 0 beyond the end.
pub(crate) fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(number(bytes, at)) | u64::from(number(bytes, at + 4)) << 32
}
