//! Where large arrays live: in memory, or in a file of the run's folder that is mapped into it.
//!
//! A process may use so much memory; what is beyond that is mapped from a file, and the system reads and writes its pages
//! as they are needed. The file has no name any more when it is used, so nothing is left behind, and all of its room is
//! taken from the disk at the beginning: a disk that is full is an error then, and no fault of a later write.
//!
//! Cells are atomic because the threads of a process share them. Every cell is written once and means what it says by
//! itself, so no order between cells is asked for.

#![allow(unsafe_code)] // Mapping a file, and looking at a mapping as numbers.

use bouton_saved::{Deed, SavedError};
use memmap2::{MmapMut, UncheckedAdvice};
use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::Errno;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering,
};

/// The memory of a process and what of it is left.
pub(crate) struct Rooms {
    folder: PathBuf,
    left: AtomicI64,
    limit: u64,
    count: AtomicUsize,
    /// Is anything in a file?
    mapped: AtomicBool,
    /// What the process held at the beginning: the program itself.
    base: u64,
}

impl Rooms {
    /// So many bytes may be used in memory; the rest is in files of this folder.
    pub(crate) fn new(folder: &Path, limit: u64) -> Rooms {
        let left = AtomicI64::new(i64::try_from(limit).unwrap_or(i64::MAX));
        Rooms {
            folder: folder.to_path_buf(),
            left,
            limit,
            count: AtomicUsize::new(0),
            mapped: AtomicBool::new(false),
            base: resident().unwrap_or(0),
        }
    }

    /// Memory alone, for a worker that has nothing to do.
    pub(crate) fn none(folder: &Path) -> Arc<Rooms> {
        Arc::new(Rooms::new(folder, u64::MAX))
    }

    /// Bytes that may be used in memory.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Does the process use more memory than it may, with pages of files? Those can be given back.
    pub(crate) fn over(&self) -> bool {
        self.mapped.load(Ordering::Relaxed)
            && resident().is_some_and(|used| used > self.base.saturating_add(self.limit))
    }

    /// Takes memory for something that stays in memory; false if there is not so much.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let enough = |left: i64| (left >= bytes).then_some(left - bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enough).is_ok()
    }

    /// Zeros, in memory if it is there.
    pub(crate) fn take(&self, bytes: usize) -> Result<Room, SavedError> {
        let bytes = bytes.max(8);
        if self.reserve(bytes) {
            let map = MmapMut::map_anon(bytes).map_err(|error| self.failed(error))?;
            return Ok(Room { map, mapped: false });
        }
        self.mapped.store(true, Ordering::Relaxed);
        let file = self.file(bytes as u64).map_err(|error| self.failed(error))?;
        // SAFETY: the file has no name, and nobody but this process has it.
        let map = unsafe { MmapMut::map_mut(&file) }.map_err(|error| self.failed(error))?;
        Ok(Room { map, mapped: true })
    }

    /// A file without a name, all of whose room is there.
    fn file(&self, bytes: u64) -> io::Result<File> {
        let mut file = self.scratch()?;
        match fallocate(&file, FallocateFlags::empty(), 0, bytes) {
            Ok(()) => {}
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => {
                let zeros = vec![0; 1 << 20];
                let mut left = bytes;
                while left > 0 {
                    let some = left.min(zeros.len() as u64);
                    file.write_all(&zeros[..some as usize])?;
                    left -= some;
                }
            }
            Err(error) => return Err(error.into()),
        }
        Ok(file)
    }

    /// An empty file without a name.
    pub(crate) fn scratch(&self) -> io::Result<File> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("scratch-{}-{number}", std::process::id()));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path)?;
        std::fs::remove_file(&path)?;
        Ok(file)
    }

    pub(crate) fn failed(&self, error: io::Error) -> SavedError {
        SavedError::Io { path: self.folder.clone(), deed: Deed::Write, error }
    }
}

/// Bytes of memory that this process uses, where the system tells.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Zeros at first.
pub(crate) struct Room {
    map: MmapMut,
    mapped: bool,
}

/// Looks at a mapping as atomic numbers.
macro_rules! numbers {
    ($name:ident, $atomic:ty) => {
        #[inline]
        pub(crate) fn $name(&self) -> &[$atomic] {
            let count = self.map.len() / size_of::<$atomic>();
            // SAFETY: a mapping begins at a page, any bits are a number, and all access goes through these atomics while
            // `self` is borrowed.
            unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), count) }
        }
    };
}

impl Room {
    numbers!(bytes, AtomicU8);
    numbers!(shorts, AtomicU16);
    numbers!(words, AtomicU32);
    numbers!(longs, AtomicU64);

    /// Is it a file?
    pub(crate) fn is_mapped(&self) -> bool {
        self.mapped
    }

    /// Lets the system have the memory of a file's pages; what is in them stays in the file.
    pub(crate) fn release(&self) {
        if self.mapped {
            // SAFETY: the mapping is shared with its file, so its pages come back with what was written.
            let _ = unsafe { self.map.unchecked_advise(UncheckedAdvice::DontNeed) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_a_file_that_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = Rooms::new(folder.path(), 1000);
        let (small, large) = (rooms.take(800).unwrap(), rooms.take(800).unwrap());
        assert_eq!((small.is_mapped(), large.is_mapped()), (false, true));
        for room in [&small, &large] {
            room.words()[199].store(7, Ordering::Relaxed);
            room.release();
            assert_eq!(
                (room.words()[0].load(Ordering::Relaxed), room.bytes()[796].load(Ordering::Relaxed)),
                (0, 7)
            );
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
