//! The end of a finished file: where blocks and pages of keys begin, and the closing mark.
//!
//! ```text
//! 8 each  where a block begins      24 each  first key of a page, where it begins
//! 8  where the index begins   8  blocks   8  pages   8  cells   8  length of the file   4  CRC-32   8  closing mark
//! ```

use crate::error::{SavedError, reading};
use crate::head::{long, number};
use crate::keys::{KEY, Key};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const MARK: [u8; 8] = *b"\nendBTN\x89";

/// The closing bytes of fixed length.
const FIXED: usize = 52;

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Index {
    pub(crate) blocks: Vec<u64>,
    pub(crate) pages: Vec<(Key, u64)>,
    pub(crate) cells: u64,
    /// Where the last block or page ends.
    pub(crate) start: u64,
}

impl Index {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.blocks.iter().for_each(|at| out.extend_from_slice(&at.to_le_bytes()));
        for (key, at) in &self.pages {
            out.extend_from_slice(key);
            out.extend_from_slice(&at.to_le_bytes());
        }
        let length = self.start + (out.len() + FIXED) as u64;
        for n in [self.start, self.blocks.len() as u64, self.pages.len() as u64, self.cells, length] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
        out.extend_from_slice(&MARK);
        out
    }

    /// Reads the index from the end of a file.
    pub(crate) fn read(file: &mut File, path: &Path) -> Result<Index, SavedError> {
        let bytes = file.metadata().map_err(reading(path))?.len();
        let short = || SavedError::CutShort { path: path.to_path_buf(), bytes };
        let Some(fixed_at) = bytes.checked_sub(FIXED as u64) else { return Err(short()) };
        let mut fixed = [0; FIXED];
        file.seek(SeekFrom::Start(fixed_at)).map_err(reading(path))?;
        file.read_exact(&mut fixed).map_err(reading(path))?;
        if fixed[44..] != MARK || long(&fixed, 32) != bytes {
            return Err(short());
        }
        let [start, blocks, pages, cells] = [0, 8, 16, 24].map(|at| long(&fixed, at));
        let expected = number(&fixed, 40);
        let sizes = blocks.checked_mul(8).zip(pages.checked_mul((KEY + 8) as u64));
        let length = sizes.and_then(|(a, b)| a.checked_add(b));
        // A length that does not fit the file is an altered number, so the checksum is wrong whatever it is.
        let fits = length.is_some_and(|l| start.checked_add(l) == Some(fixed_at));
        let mut all = vec![0; if fits { (fixed_at - start) as usize } else { 0 }];
        file.seek(SeekFrom::Start(start.min(bytes))).map_err(reading(path))?;
        file.read_exact(&mut all).map_err(reading(path))?;
        let list = all.len();
        all.extend_from_slice(&fixed[..40]);
        let found = crc32fast::hash(&all);
        if found != expected || !fits {
            return Err(SavedError::Index { path: path.to_path_buf(), expected, found });
        }
        let (offsets, keys) = all[..list].split_at(blocks as usize * 8);
        let page = |entry: &[u8]| {
            let mut key = Key::default();
            key.copy_from_slice(&entry[..KEY]);
            (key, long(entry, KEY))
        };
        Ok(Index {
            blocks: offsets.chunks_exact(8).map(|b| long(b, 0)).collect(),
            pages: keys.chunks_exact(KEY + 8).map(page).collect(),
            cells,
            start,
        })
    }
}
