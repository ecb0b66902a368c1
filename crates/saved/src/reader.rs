//! Reading a finished table: only the blocks that are asked for, each checked when it is read.
//!
//! Blocks are read from the file and not mapped into memory: a file that another program cuts short then gives an error
//! and not a signal.

use crate::block::{self, Wrong};
use crate::error::{SavedError, reading};
use crate::head::{Head, number};
use crate::index::Index;
use crate::keys::{self, Key};
use crate::pack::Cells;
use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Unpacked blocks kept for the next question, in bytes.
const KEEP: usize = 64 << 20;

/// A finished table.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: File,
    head: Head,
    index: Index,
    /// Blocks by number, with the time of their last use.
    blocks: HashMap<u64, (u64, Cells)>,
    kept: usize,
    time: u64,
    read: u64,
}

impl Reader {
    /// Opens a finished table. Its head and its index are checked now, its blocks when they are read.
    pub fn open(path: &Path) -> Result<Reader, SavedError> {
        let mut file = File::open(path).map_err(reading(path))?;
        if file.metadata().is_ok_and(|m| m.is_dir()) {
            return Err(reading(path)(ErrorKind::IsADirectory.into()));
        }
        let (head, _) = Head::read(&mut file, path)?;
        let index = Index::read(&mut file, path)?;
        let (path, blocks) = (path.to_path_buf(), HashMap::new());
        Ok(Reader { path, file, head, index, blocks, kept: 0, time: 0, read: 0 })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of its writer.
    pub fn text(&self) -> &str {
        &self.head.text
    }

    /// How many cells there are.
    pub fn len(&self) -> u64 {
        self.index.cells
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.index.blocks.len() as u64
    }

    /// How many blocks were read so far.
    pub fn blocks_read(&self) -> u64 {
        self.read
    }

    /// Length of the file.
    pub fn bytes(&self) -> u64 {
        self.file.metadata().map_or(0, |m| m.len())
    }

    /// A cell; empty beyond the last.
    pub fn cell(&mut self, at: u64) -> Result<Option<u64>, SavedError> {
        if at >= self.len() {
            return Ok(None);
        }
        let size = u64::from(self.head.block);
        let (number, place) = (at / size, (at % size) as usize);
        self.time += 1;
        let time = self.time;
        if let Some((used, cells)) = self.blocks.get_mut(&number) {
            *used = time;
            return Ok(cells.get(place));
        }
        let cells = self.block(number)?;
        let found = cells.get(place);
        self.kept += cells.size();
        self.blocks.insert(number, (time, cells));
        while self.kept > KEEP && self.blocks.len() > 1 {
            let Some(oldest) = self.blocks.iter().min_by_key(|(_, (used, _))| *used).map(|(n, _)| *n) else {
                break;
            };
            self.kept -= self.blocks.remove(&oldest).map_or(0, |(_, cells)| cells.size());
        }
        Ok(found)
    }

    /// The number of the cell of a key, in a keyed table.
    pub fn find(&mut self, key: &Key) -> Result<Option<u64>, SavedError> {
        let page = self.index.pages.partition_point(|(first, _)| first <= key);
        let Some(place) = page.checked_sub(1) else { return Ok(None) };
        let page = self.page(place)?;
        Ok(keys::find(&page, key))
    }

    fn page(&mut self, place: usize) -> Result<Vec<u8>, SavedError> {
        let (_, at) = self.index.pages[place];
        let before = place * keys::PAGE;
        let entries = (self.len() as usize).saturating_sub(before).min(keys::PAGE);
        let page = self.bytes_at(at, keys::size(entries))?;
        let (expected, found) = (number(&page, 0), crc32fast::hash(page.get(4..).unwrap_or(&[])));
        if expected != found {
            return Err(SavedError::Index { path: self.path.clone(), expected, found });
        }
        Ok(page)
    }

    fn bytes_at(&mut self, at: u64, length: usize) -> Result<Vec<u8>, SavedError> {
        let mut bytes = vec![0; length];
        self.file.seek(SeekFrom::Start(at)).map_err(reading(&self.path))?;
        match self.file.read_exact(&mut bytes) {
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => {
                Err(SavedError::CutShort { path: self.path.clone(), bytes: self.bytes() })
            }
            other => other.map(|()| bytes).map_err(reading(&self.path)),
        }
    }

    fn stored(&mut self, number: u64) -> Result<Vec<u8>, SavedError> {
        let ends = &self.index.blocks;
        let at = ends.get(number as usize).copied().unwrap_or(self.index.start);
        let behind = self.index.pages.first().map_or(self.index.start, |(_, at)| *at);
        let end = ends.get(number as usize + 1).copied().unwrap_or(behind);
        self.read += 1;
        self.bytes_at(at, end.saturating_sub(at) as usize)
    }

    /// The cells of a block, from 0; they are not kept.
    pub fn block(&mut self, number: u64) -> Result<Cells, SavedError> {
        let stored = self.stored(number)?;
        let cells = block::read(&stored, number as u32, self.head.keyed);
        cells.map_err(|w| wrong(&self.path, number, self.blocks(), w))
    }

    /// Looks at every block and every page of keys.
    pub fn verify(&mut self) -> Result<(), SavedError> {
        for number in 0..self.blocks() {
            let stored = self.stored(number)?;
            block::check(&stored, number as u32).map_err(|w| wrong(&self.path, number, self.blocks(), w))?;
        }
        (0..self.index.pages.len()).try_for_each(|place| self.page(place).map(drop))
    }
}

/// What is wrong with block `number` of a file, from 0.
pub(crate) fn wrong(path: &Path, number: u64, blocks: u64, wrong: Wrong) -> SavedError {
    let (path, block) = (path.to_path_buf(), number + 1);
    match wrong {
        Wrong::Sum { expected, found } => SavedError::Block { path, block, blocks, expected, found },
        Wrong::Nonsense => SavedError::Nonsense { path, block },
    }
}
