//! A table in a folder: its blocks dealt out to several files, written by as many workers, and a manifest.
//!
//! Runs of `r` blocks are dealt out in turn: block `b` of the table is in run `b / r`, and run `q` is in shard `q mod n`, behind
//! the shard's earlier ones. So whoever knows the numbers finds every cell, and a table
//! can be gone on with by another number of workers. Shards are finished tables of this crate, written under names of
//! their generation; the manifest is written last and renamed, so it always speaks of files that are whole. What an
//! older generation left is removed after that.

use crate::atomic::write_whole;
use crate::error::{SavedError, reading, writing};
use crate::{Cells, Reader};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the manifest.
const MANIFEST: &str = "manifest";

/// The file that whoever writes into the folder holds locked.
const LOCK: &str = "lock";

/// The first line of a manifest; the number is its format.
const HEAD: &str = "bouton shards 2";

/// The format before it did not say how its writer counts.
const HEAD_BEFORE: &str = "bouton shards 1";

/// What a folder holds: written last, so that every shard it names is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Cells of the whole table.
    pub cells: u64,
    /// Cells a block.
    pub block: u32,
    /// How many shards the blocks are dealt out to.
    pub shards: u32,
    /// How many blocks at a time: one in the first format.
    pub run: u32,
    /// Counts the manifests of this folder; shards carry it in their names.
    pub generation: u64,
    /// How far the work has come, in the writer's own count.
    pub round: u64,
    /// Which count that is: what was begun in another one cannot be gone on with. Zero in the first format.
    pub count: u32,
    /// Is the table finished?
    pub complete: bool,
    /// The sum of [`mix`] over all cells of a finished table.
    pub checksum: u64,
    /// The text of its writer, one line.
    pub text: String,
}

impl Manifest {
    /// The manifest of a folder; `None` where there is none.
    pub fn read(folder: &Path) -> Result<Option<Manifest>, SavedError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) if e.kind() == ErrorKind::InvalidData => return Err(SavedError::Head { path }),
            Err(e) => return Err(reading(&path)(e)),
        };
        Manifest::parse(&text).map(Some).ok_or(SavedError::Head { path })
    }

    fn parse(text: &str) -> Option<Manifest> {
        let (body, sum) = text.trim_end_matches('\n').rsplit_once("\ncrc ")?;
        if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(body.as_bytes()) {
            return None;
        }
        let mut lines = body.lines();
        let counts = match lines.next()? {
            HEAD => true,
            HEAD_BEFORE => false,
            _ => return None,
        };
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let manifest = Manifest {
            cells: field("cells")?.parse().ok()?,
            block: field("block")?.parse().ok()?,
            shards: field("shards")?.parse().ok()?,
            run: if counts { field("run")?.parse().ok()? } else { 1 },
            generation: field("generation")?.parse().ok()?,
            round: field("round")?.parse().ok()?,
            count: if counts { field("count")?.parse().ok()? } else { 0 },
            complete: field("complete")?.parse().ok()?,
            checksum: u64::from_str_radix(field("checksum")?, 16).ok()?,
            text: field("text")?.to_string(),
        };
        (manifest.block > 0 && manifest.shards > 0 && manifest.run > 0).then_some(manifest)
    }

    /// Writes the manifest, all of it or nothing, then removes what it does not name.
    pub fn write(&self, folder: &Path) -> Result<(), SavedError> {
        let Manifest { cells, block, shards, run, generation, round, count, complete, checksum, text } = self;
        let text = text.replace('\n', " ");
        let body = format!(
            "{HEAD}\ncells {cells}\nblock {block}\nshards {shards}\nrun {run}\ngeneration {generation}\nround {round}\ncount {count}\ncomplete {complete}\nchecksum {checksum:016x}\ntext {text}"
        );
        let sum = crc32fast::hash(body.as_bytes());
        let path = folder.join(MANIFEST);
        write_whole(&path, |out| writeln!(out, "{body}\ncrc {sum:08x}").map_err(writing(&path)))?;
        self.tidy(folder);
        Ok(())
    }

    /// Removes shards of other generations; one that cannot be removed does no harm.
    fn tidy(&self, folder: &Path) {
        let own: Vec<String> =
            (0..self.shards).map(|s| shard_name(self.generation, s, self.shards)).collect();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("shard-") && !own.contains(&name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The file of a shard.
    pub fn shard(&self, folder: &Path, shard: u32) -> PathBuf {
        folder.join(shard_name(self.generation, shard, self.shards))
    }
}

/// The name of a shard.
pub fn shard_name(generation: u64, shard: u32, shards: u32) -> String {
    format!("shard-{generation}-{shard}-of-{shards}")
}

/// What a cell adds to the checksum of a table, in whatever order cells are taken.
pub fn mix(cell: u64, code: Option<u64>) -> u64 {
    let mut x = cell.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ code.map_or(u64::MAX, |c| c.wrapping_mul(0xd6e8_feb8_6659_fd93));
    for _ in 0..2 {
        x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    x ^ (x >> 32)
}

/// The right to write into a folder, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Held(#[expect(dead_code, reason = "the lock goes when the file is closed")] File);

/// Makes the folder, if need be, and keeps other processes from writing into it.
pub fn hold(folder: &Path) -> Result<Held, SavedError> {
    fs::create_dir_all(folder).map_err(writing(folder))?;
    let path = folder.join(LOCK);
    let file =
        OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(writing(&path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SavedError::Busy { path: folder.to_path_buf() }),
        // A file system without locks is no reason not to save.
        _ => Ok(Held(file)),
    }
}

/// A table in a folder, read block by block.
#[derive(Debug)]
pub struct Shards {
    folder: PathBuf,
    manifest: Manifest,
    readers: Vec<Option<Reader>>,
}

impl Shards {
    /// Opens a finished table.
    pub fn open(folder: &Path) -> Result<Shards, SavedError> {
        let no_table = || reading(folder)(ErrorKind::IsADirectory.into());
        let manifest = Manifest::read(folder)?.ok_or_else(no_table)?;
        if !manifest.complete {
            return Err(SavedError::Unfinished { path: folder.to_path_buf() });
        }
        Ok(Shards::of(folder, manifest))
    }

    /// What a manifest names, finished or not.
    pub fn of(folder: &Path, manifest: Manifest) -> Shards {
        let readers = (0..manifest.shards).map(|_| None).collect();
        Shards { folder: folder.to_path_buf(), manifest, readers }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// What the folder holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Blocks of the whole table.
    pub fn blocks(&self) -> u64 {
        self.manifest.cells.div_ceil(u64::from(self.manifest.block))
    }

    /// How many blocks were read.
    pub fn blocks_read(&self) -> u64 {
        self.readers.iter().flatten().map(Reader::blocks_read).sum()
    }

    /// Bytes of all shards.
    pub fn bytes(&self) -> u64 {
        let size = |s| fs::metadata(self.manifest.shard(&self.folder, s)).map_or(0, |m| m.len());
        (0..self.manifest.shards).map(size).sum()
    }

    fn reader(&mut self, block: u64) -> Result<(&mut Reader, u64), SavedError> {
        let (shards, length) = (u64::from(self.manifest.shards), u64::from(self.manifest.run));
        let (run, within) = (block / length, block % length);
        let shard = (run % shards) as usize;
        let slot = &mut self.readers[shard];
        let reader = match slot {
            Some(reader) => reader,
            None => slot.insert(Reader::open(&self.manifest.shard(&self.folder, shard as u32))?),
        };
        Ok((reader, run / shards * length + within))
    }

    /// A cell; empty where nothing is known.
    pub fn cell(&mut self, at: u64) -> Result<Option<u64>, SavedError> {
        let size = u64::from(self.manifest.block);
        let (reader, block) = self.reader(at / size)?;
        reader.cell(block * size + at % size)
    }

    /// A block of the whole table.
    pub fn block(&mut self, number: u64) -> Result<Cells, SavedError> {
        let (reader, block) = self.reader(number)?;
        reader.block(block)
    }

    /// Reads everything and adds up its checksum.
    pub fn checksum(&mut self) -> Result<u64, SavedError> {
        let (mut sum, mut at) = (0_u64, 0);
        for number in 0..self.blocks() {
            for code in self.block(number)?.iter() {
                sum = sum.wrapping_add(mix(at, code));
                at += 1;
            }
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Writer;

    fn manifest(shards: u32, generation: u64, complete: bool) -> Manifest {
        let text = "{\"a\": 1}".to_string();
        Manifest {
            cells: 100,
            block: 8,
            shards,
            run: 1,
            generation,
            round: 3,
            count: 1,
            complete,
            checksum: 0,
            text,
        }
    }

    fn write(folder: &Path, manifest: &Manifest) {
        for shard in 0..manifest.shards {
            let mut writer = Writer::create(&manifest.shard(folder, shard), "", 8, false).unwrap();
            for block in (u64::from(shard)..13).step_by(manifest.shards as usize) {
                (block * 8..(block * 8 + 8).min(100))
                    .for_each(|c| writer.push((c % 7 > 0).then_some(c)).unwrap());
            }
            writer.finish().unwrap();
        }
        manifest.write(folder).unwrap();
    }

    #[test]
    fn any_number_of_shards_is_the_same_table() {
        let mut sums = Vec::new();
        for (generation, shards) in [1, 3, 20].into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), &manifest(shards, generation as u64, true));
            let mut table = Shards::open(folder.path()).unwrap();
            for at in 0..100 {
                assert_eq!(table.cell(at).unwrap(), (at % 7 > 0).then_some(at));
            }
            sums.push(table.checksum().unwrap());
        }
        assert!(sums.iter().all(|s| *s == sums[0]), "{sums:?}");
    }

    #[test]
    fn blocks_are_dealt_out_in_runs() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = Manifest { run: 3, ..manifest(2, 1, true) };
        for (shard, blocks) in
            [[0, 1, 2, 6, 7, 8, 12].as_slice(), &[3, 4, 5, 9, 10, 11]].into_iter().enumerate()
        {
            let mut writer =
                Writer::create(&manifest.shard(folder.path(), shard as u32), "", 8, false).unwrap();
            for cell in blocks.iter().flat_map(|block| block * 8..(block * 8 + 8).min(100)) {
                writer.push(Some(cell)).unwrap();
            }
            writer.finish().unwrap();
        }
        manifest.write(folder.path()).unwrap();
        let mut table = Shards::open(folder.path()).unwrap();
        assert!((0..100).all(|at| table.cell(at).unwrap() == Some(at)));
    }

    #[test]
    fn a_new_manifest_removes_what_was_before() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &manifest(3, 1, false));
        assert!(matches!(Shards::open(folder.path()), Err(SavedError::Unfinished { .. })));
        write(folder.path(), &manifest(2, 2, true));
        let shards = fs::read_dir(folder.path()).unwrap().flatten();
        let names =
            shards.map(|e| e.file_name().to_string_lossy().into_owned()).filter(|n| n.starts_with("shard"));
        assert_eq!(names.count(), 2);
    }

    #[test]
    fn a_manifest_that_was_altered_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Shards::open(folder.path()), Err(SavedError::Io { .. })));
        write(folder.path(), &manifest(1, 1, true));
        let path = folder.path().join(MANIFEST);
        let text = fs::read_to_string(&path).unwrap().replace("cells 100", "cells 101");
        fs::write(&path, text).unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(SavedError::Head { .. })));
    }

    #[test]
    fn a_manifest_of_the_first_format_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let now = manifest(1, 1, true);
        write(folder.path(), &now);
        let path = folder.path().join(MANIFEST);
        let text = fs::read_to_string(&path).unwrap();
        let (body, _) = text.rsplit_once("\ncrc ").unwrap();
        let body = body.replace(HEAD, HEAD_BEFORE).replace("\ncount 1", "").replace("\nrun 1", "");
        fs::write(&path, format!("{body}\ncrc {:08x}\n", crc32fast::hash(body.as_bytes()))).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), Some(Manifest { count: 0, ..now }));
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let held = hold(folder.path()).unwrap();
        assert!(matches!(hold(folder.path()), Err(SavedError::Busy { .. })));
        drop(held);
        assert!(hold(folder.path()).is_ok());
    }
}
