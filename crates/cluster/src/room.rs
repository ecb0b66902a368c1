//! Where large arrays live: in memory, or in a file of the run's folder that is mapped into it.
//!
//! A process may use so much memory; what is beyond that is mapped from a file, and the system reads and writes its pages
//! as they are needed. The file has no name any more when it is used, so nothing is left behind, and its room is taken from
//! the disk before anything is written there: a disk that is full is an error then, and no fault of a later write. Room for
//! an array of which only parts are used at a time is taken and given back by parts.
//!
//! Cells are atomic because the threads of a process share them. Every cell is written once and means what it says by
//! itself, so no order between cells is asked for.

#![allow(unsafe_code)] // Mapping a file, and looking at a mapping as numbers.

use bouton_saved::{Deed, SavedError};
use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};
use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::Errno;
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
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
        let room = self.partly(bytes, bytes)?;
        room.provide(0..room.map.len()).map_err(|error| self.failed(error))?;
        Ok(room)
    }

    /// Places for zeros, of which so many bytes are used at a time: what [`Room::provide`] made room for, and
    /// [`Room::forget`] did not take away.
    pub(crate) fn partly(&self, bytes: usize, held: usize) -> Result<Room, SavedError> {
        let bytes = bytes.max(8);
        if self.reserve(held.max(8)) {
            let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
            return Ok(Room { map: map.map_err(|error| self.failed(error))?, file: None });
        }
        self.mapped.store(true, Ordering::Relaxed);
        let file = self.scratch().and_then(|file| file.set_len(bytes as u64).map(|()| file));
        let file = file.map_err(|error| self.failed(error))?;
        // SAFETY: the file has no name, and nobody but this process has it.
        let map = unsafe { MmapMut::map_mut(&file) }.map_err(|error| self.failed(error))?;
        Ok(Room { map, file: Some(file) })
    }

    /// An empty file without a name.
    pub(crate) fn scratch(&self) -> io::Result<File> {
        loop {
            let number = self.count.fetch_add(1, Ordering::Relaxed);
            let path = self.folder.join(format!("scratch-{}-{number}", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    std::fs::remove_file(&path)?;
                    return Ok(file);
                }
                // On a shared folder a process of another host may have the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
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
    file: Option<File>,
}

/// What is given back begins and ends at multiples of this; a system with larger pages keeps some.
const PAGE: usize = 1 << 12;

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
        self.file.is_some()
    }

    /// Takes room from the disk for bytes that are all zero, where this is a file.
    fn provide_in(file: &File, bytes: Range<usize>) -> io::Result<()> {
        let (at, count) = (bytes.start as u64, bytes.len() as u64);
        match fallocate(file, FallocateFlags::empty(), at, count) {
            Ok(()) => Ok(()),
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => {
                let zeros = vec![0; bytes.len().min(1 << 20)];
                for at in bytes.clone().step_by(zeros.len().max(1)) {
                    file.write_all_at(&zeros[..zeros.len().min(bytes.end - at)], at as u64)?;
                }
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes room for bytes that are all zero.
    pub(crate) fn provide(&self, bytes: Range<usize>) -> io::Result<()> {
        match &self.file {
            Some(file) if !bytes.is_empty() => Room::provide_in(file, bytes),
            _ => Ok(()),
        }
    }

    /// Makes bytes zero and gives back their room, where the system can.
    pub(crate) fn forget(&self, bytes: Range<usize>) {
        let start = bytes.start.next_multiple_of(PAGE).min(bytes.end);
        let end = (bytes.end / PAGE * PAGE).max(start);
        for at in (bytes.start..start).chain(end..bytes.end) {
            self.bytes()[at].store(0, Ordering::Relaxed);
        }
        if start == end {
            return;
        }
        match &self.file {
            #[cfg(target_os = "linux")]
            Some(file) => {
                let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
                // A file system without holes keeps the room, and what is in it.
                let _ = fallocate(file, hole, start as u64, (end - start) as u64);
            }
            #[cfg(not(target_os = "linux"))]
            Some(_) => {}
            None => {
                // SAFETY: all access goes through atomics, and zeros are numbers too.
                let _ =
                    unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start) };
            }
        }
    }

    /// Lets the system have the memory of a file's pages; what is in them stays in the file.
    pub(crate) fn release(&self) {
        if self.is_mapped() {
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

    #[test]
    fn room_is_taken_and_given_back_by_parts() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = Rooms::new(folder.path(), 5 * PAGE as u64);
        // More places than any machine has memory, in memory; then in a file.
        for (places, mapped) in [(1 << 42, false), (1 << 30, true)] {
            let room = rooms.partly(places, 4 * PAGE).unwrap();
            assert_eq!(room.is_mapped(), mapped);
            let far = places - 8 * PAGE;
            room.provide(far..far + 4 * PAGE).unwrap();
            (far..far + 4 * PAGE).for_each(|at| room.bytes()[at].store(1, Ordering::Relaxed));
            room.forget(far + 5..far + 3 * PAGE + 7);
            let full = |at: usize| room.bytes()[at].load(Ordering::Relaxed) == 1;
            let kept: Vec<usize> = (far..far + 4 * PAGE).filter(|at| full(*at)).map(|at| at - far).collect();
            assert!(kept.into_iter().eq((0..5).chain(3 * PAGE + 7..4 * PAGE)));
        }
    }
}
