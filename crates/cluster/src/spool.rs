//! A long list of words that is read once: in memory up to a bound, the rest in a file without a name.

use crate::room::Rooms;
use bouton_saved::SavedError;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::Arc;

/// Words that are read from a file at a time.
const READ: usize = 1 << 16;

/// A list that may be longer than memory.
pub(crate) struct Spool {
    rooms: Arc<Rooms>,
    words: Vec<u32>,
    /// So many words are kept in memory.
    most: usize,
    /// What was written, and how many words.
    file: Option<File>,
    written: u64,
    failed: Option<SavedError>,
}

impl Spool {
    pub(crate) fn new(rooms: &Arc<Rooms>, most: usize) -> Spool {
        let rooms = Arc::clone(rooms);
        Spool { rooms, words: Vec::new(), most: most.max(1024), file: None, written: 0, failed: None }
    }

    /// An empty list of the same kind.
    pub(crate) fn like(&self) -> Spool {
        Spool::new(&self.rooms, self.most)
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.words.len() as u64
    }

    #[inline]
    pub(crate) fn push(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
        if self.words.len() >= self.most {
            self.spill();
        }
    }

    #[cold]
    fn spill(&mut self) {
        let bytes: Vec<u8> = self.words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let written = match &mut self.file {
            Some(file) => file.write_all(&bytes),
            None => self.rooms.scratch().and_then(|mut file| {
                file.write_all(&bytes)?;
                self.file = Some(file);
                Ok(())
            }),
        };
        match written {
            Ok(()) => self.written += self.words.len() as u64,
            Err(error) => self.failed = Some(self.rooms.failed(error)),
        }
        self.words.clear();
    }

    /// Visits all words in their order, in pieces whose length is a multiple of `unit`; then nothing is left.
    pub(crate) fn drain(&mut self, unit: usize, mut visit: impl FnMut(&[u32])) -> Result<(), SavedError> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        if let Some(mut file) = self.file.take() {
            let unit = unit.max(1);
            let (mut bytes, mut words) = (vec![0; READ / unit * unit * 4], Vec::new());
            let mut left = std::mem::take(&mut self.written);
            file.rewind().map_err(|e| self.rooms.failed(e))?;
            while left > 0 {
                let some = left.min(bytes.len() as u64 / 4) as usize;
                file.read_exact(&mut bytes[..4 * some]).map_err(|e| self.rooms.failed(e))?;
                words.clear();
                words.extend(bytes[..4 * some].as_chunks().0.iter().map(|four| u32::from_le_bytes(*four)));
                visit(&words);
                left -= some as u64;
            }
        }
        visit(&self.words);
        self.words = Vec::new();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spilled_comes_back_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = Arc::new(Rooms::new(folder.path(), 0));
        let mut spool = Spool::new(&rooms, 0);
        for _ in 0..2 {
            (0..100_000).for_each(|n| spool.push(&[n, n + 1, n + 2]));
            assert_eq!(spool.len(), 300_000);
            let mut next = 0;
            spool
                .drain(3, |words| {
                    for three in words.chunks(3) {
                        assert_eq!(three, [next, next + 1, next + 2]);
                        next += 1;
                    }
                })
                .unwrap();
            assert_eq!((next, spool.len()), (100_000, 0));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
