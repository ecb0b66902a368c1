//! Writing a table: blocks are appended to `FILE.part`, and the whole becomes `FILE` when it is complete.
//!
//! A block is one write to the end of the file, so a kill at any moment leaves whole blocks and perhaps a torn one, which
//! its checksum gives away. Every second or two the file is synced, so a power failure costs no more than that. Who stops
//! on purpose [keeps](Writer::keep) the cells of the block that is not full, as a short block at the end; going on fills it.

use crate::atomic::sync_folder;
use crate::block::{self, FIXED, Fixed};
use crate::error::{SavedError, reading, writing};
use crate::head::Head;
use crate::index::Index;
use crate::keys::{self, KEY, Key, PAGE};
use crate::pack::Loose;
use crate::{LARGEST_BLOCK, Reader};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between syncs. A sync takes some milliseconds on a busy disk.
const SYNC: Duration = Duration::from_secs(2);

/// What is found under a name.
#[derive(Debug)]
pub enum Found {
    /// Neither a table nor a part of one.
    Nothing,
    /// Some blocks of a table that is not complete.
    Part(Part),
    /// A complete table.
    Complete(Box<Reader>),
}

/// What a table that was begun is called until it is complete.
pub fn part_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    PathBuf::from(name)
}

/// Looks for a table under this name.
pub fn look(path: &Path) -> Result<Found, SavedError> {
    match File::open(path) {
        Ok(_) => return Reader::open(path).map(|r| Found::Complete(Box::new(r))),
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        Err(e) => return Err(reading(path)(e)),
    }
    let part = part_name(path);
    let mut file = match OpenOptions::new().read(true).write(true).open(&part) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(e) => return Err(writing(&part)(e)),
    };
    lock(&file, &part)?;
    match Head::read(&mut file, &part) {
        Ok((head, start)) => Ok(Found::Part(Part { path: path.to_path_buf(), file, head, start })),
        // Killed before the head was written: nothing is lost by beginning anew.
        Err(_) if Head::is_torn(&mut file).map_err(reading(&part))? => Ok(Found::Nothing),
        Err(other) => Err(other),
    }
}

/// The lock goes when the file is closed, also by a kill.
fn lock(file: &File, path: &Path) -> Result<(), SavedError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SavedError::Busy { path: path.to_path_buf() }),
        // A file system without locks is no reason not to save.
        _ => Ok(()),
    }
}

/// A table that was begun.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
    head: Head,
    start: u64,
}

/// What of a table that was begun can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Whole blocks, and perhaps a short one behind them.
    pub blocks: u64,
    /// Their cells.
    pub cells: u64,
    /// Bytes behind them that are no block.
    pub torn: u64,
}

impl Part {
    /// The text of its writer.
    pub fn text(&self) -> &str {
        &self.head.text
    }

    /// Cells a block.
    pub fn block(&self) -> u32 {
        self.head.block
    }

    /// Goes through the blocks, cuts off what is behind the last good one, and goes on there.
    pub fn resume(mut self) -> Result<(Writer, Kept), SavedError> {
        let part = part_name(&self.path);
        let bytes = self.file.metadata().map_err(reading(&part))?.len();
        let mut index = Index { start: self.start, ..Index::default() };
        let mut all_keys = Vec::new();
        let mut short = None;
        self.file.seek(SeekFrom::Start(self.start)).map_err(reading(&part))?;
        while let Some(stored) = next_block(&mut self.file, bytes - index.start).map_err(reading(&part))? {
            let number = index.blocks.len() as u32;
            let Ok(cells) = block::read(&stored, number, self.head.keyed) else { break };
            let keys = cells.rest().chunks_exact(KEY).map(|bytes| {
                let mut key = Key::default();
                key.copy_from_slice(bytes);
                key
            });
            // A short block is the last one: its cells are the first of a block that will be written anew.
            if cells.len() != self.head.block as usize {
                let keys: Vec<Key> = keys.collect();
                short = Some((cells, keys, stored.len() as u64));
                break;
            }
            all_keys.extend(keys.zip(index.cells..));
            index.blocks.push(index.start);
            index.start += stored.len() as u64;
            index.cells += cells.len() as u64;
        }
        let (extra, length) =
            short.as_ref().map_or((0, 0), |(cells, _, length)| (cells.len() as u64, *length));
        let kept = Kept {
            blocks: index.blocks.len() as u64 + u64::from(extra > 0),
            cells: index.cells + extra,
            torn: bytes - index.start - length,
        };
        if kept.torn > 0 {
            self.file.set_len(index.start + length).map_err(writing(&part))?;
        }
        self.file.seek(SeekFrom::Start(index.start)).map_err(writing(&part))?;
        let mut writer = Writer::new(self.path, self.file, self.head, index, all_keys);
        if let Some((cells, keys, length)) = short {
            (0..cells.len()).for_each(|i| writer.cells.push(cells.get(i)));
            (writer.keys, writer.short) = (keys, length);
        }
        Ok((writer, kept))
    }
}

/// The bytes of the block that begins here; `None` if there are not so many.
fn next_block(file: &mut File, left: u64) -> std::io::Result<Option<Vec<u8>>> {
    if left < FIXED as u64 {
        return Ok(None);
    }
    let mut stored = vec![0; FIXED];
    file.read_exact(&mut stored)?;
    let length = Fixed::read(&stored).length as usize;
    if left < (FIXED + length) as u64 {
        return Ok(None);
    }
    stored.resize(FIXED + length, 0);
    file.read_exact(&mut stored[FIXED..])?;
    Ok(Some(stored))
}

/// Writes a table.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    part: PathBuf,
    file: File,
    head: Head,
    index: Index,
    /// The keys of all finished blocks, of keyed tables.
    all_keys: Vec<(Key, u64)>,
    cells: Loose,
    keys: Vec<Key>,
    /// Bytes of a short block behind the whole ones; what is written next takes its place.
    short: u64,
    synced: Instant,
}

/// A finished table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its blocks.
    pub blocks: u64,
    /// Its cells.
    pub cells: u64,
    /// Length of the file.
    pub bytes: u64,
}

impl Writer {
    /// Begins a table; what was begun under this name is dropped. `text` is kept with it. Cells of a keyed table are
    /// given with [`Writer::push_keyed`].
    pub fn create(path: &Path, text: &str, block: u32, keyed: bool) -> Result<Writer, SavedError> {
        let part = part_name(path);
        let failed = writing(&part);
        if path.is_dir() {
            return Err(writing(path)(ErrorKind::IsADirectory.into()));
        }
        let head = Head { block: block.clamp(1, LARGEST_BLOCK), keyed, text: text.to_string() };
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&part);
        let mut file = file.map_err(&failed)?;
        lock(&file, &part)?;
        file.set_len(0).map_err(&failed)?;
        let bytes = head.bytes();
        file.write_all(&bytes).map_err(&failed)?;
        let index = Index { start: bytes.len() as u64, ..Index::default() };
        Ok(Writer::new(path.to_path_buf(), file, head, index, Vec::new()))
    }

    fn new(path: PathBuf, file: File, head: Head, index: Index, all_keys: Vec<(Key, u64)>) -> Writer {
        let part = part_name(&path);
        let (cells, keys) = Default::default();
        Writer { path, part, file, head, index, all_keys, cells, keys, short: 0, synced: Instant::now() }
    }

    /// Blocks, a short one included.
    pub fn blocks(&self) -> u64 {
        self.index.blocks.len() as u64 + u64::from(self.cells.len() > 0)
    }

    /// Cells of a whole block.
    pub fn block(&self) -> u32 {
        self.head.block
    }

    /// Cells so far.
    pub fn finished(&self) -> u64 {
        self.index.cells + self.cells.len() as u64
    }

    /// The cells of the block that is not full yet are kept too, for whoever goes on with the table.
    pub fn keep(&mut self) -> Result<(), SavedError> {
        let failed = writing(&self.part);
        if self.cells.len() > 0 {
            let number = self.index.blocks.len() as u32;
            let stored = block::write(number, &self.cells, &self.keys).map_err(&failed)?;
            self.file.seek(SeekFrom::Start(self.index.start)).map_err(&failed)?;
            self.file.write_all(&stored).map_err(&failed)?;
            self.short = stored.len() as u64;
            self.file.set_len(self.index.start + self.short).map_err(&failed)?;
            self.file.seek(SeekFrom::Start(self.index.start)).map_err(&failed)?;
        }
        self.file.sync_data().map_err(&failed)
    }

    /// The name under which blocks are kept until the table is complete.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// The cells of a block of this table, to go on from what is known.
    pub fn read_back(&mut self, number: u64) -> Result<crate::Cells, SavedError> {
        let at = self.index.blocks.get(number as usize).copied().unwrap_or(self.index.start);
        let next = self.index.blocks.get(number as usize + 1).copied().unwrap_or(self.index.start);
        let end = if at == self.index.start { at + self.short } else { next };
        let mut stored = vec![0; (end - at) as usize];
        let failed = reading(&self.part);
        self.file.seek(SeekFrom::Start(at)).map_err(&failed)?;
        self.file.read_exact(&mut stored).map_err(&failed)?;
        self.file.seek(SeekFrom::Start(self.index.start)).map_err(&failed)?;
        block::read(&stored, number as u32, self.head.keyed)
            .map_err(|w| crate::reader::wrong(&self.part, number, self.blocks(), w))
    }

    /// The next cell.
    pub fn push(&mut self, cell: Option<u64>) -> Result<(), SavedError> {
        self.cells.push(cell);
        self.full()
    }

    /// The next cell and its key.
    pub fn push_keyed(&mut self, key: Key, cell: Option<u64>) -> Result<(), SavedError> {
        self.keys.push(key);
        self.push(cell)
    }

    /// The next cells, none of them empty.
    pub fn extend(&mut self, mut values: &[u64]) -> Result<(), SavedError> {
        while !values.is_empty() {
            let room = self.head.block as usize - self.cells.len();
            let (now, later) = values.split_at(room.min(values.len()));
            self.cells.extend(now);
            self.full()?;
            values = later;
        }
        Ok(())
    }

    fn full(&mut self) -> Result<(), SavedError> {
        if self.cells.len() < self.head.block as usize { Ok(()) } else { self.write_block() }
    }

    fn write_block(&mut self) -> Result<(), SavedError> {
        let failed = writing(&self.part);
        let stored =
            block::write(self.index.blocks.len() as u32, &self.cells, &self.keys).map_err(&failed)?;
        self.file.write_all(&stored).map_err(&failed)?;
        if self.short > stored.len() as u64 {
            self.file.set_len(self.index.start + stored.len() as u64).map_err(&failed)?;
        }
        self.short = 0;
        self.all_keys.extend(self.keys.drain(..).zip(self.index.cells..));
        self.index.blocks.push(self.index.start);
        self.index.start += stored.len() as u64;
        self.index.cells += self.cells.len() as u64;
        self.cells.clear();
        if self.synced.elapsed() > SYNC {
            self.file.sync_data().map_err(&failed)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Completes the table: the last block, keys, index; then it gets its name.
    pub fn finish(mut self) -> Result<Summary, SavedError> {
        if self.cells.len() > 0 {
            self.write_block()?;
        }
        let failed = writing(&self.part);
        self.all_keys.sort_unstable();
        for entries in self.all_keys.chunks(PAGE) {
            let page = keys::page(entries);
            self.file.write_all(&page).map_err(&failed)?;
            self.index.pages.push((entries[0].0, self.index.start));
            self.index.start += page.len() as u64;
        }
        let end = self.index.bytes();
        self.file.write_all(&end).map_err(&failed)?;
        self.file.sync_all().map_err(&failed)?;
        std::fs::rename(&self.part, &self.path).map_err(writing(&self.path))?;
        sync_folder(&self.path);
        let bytes = self.index.start + end.len() as u64;
        Ok(Summary { blocks: self.index.blocks.len() as u64, cells: self.index.cells, bytes })
    }
}
