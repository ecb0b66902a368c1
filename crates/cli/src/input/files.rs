//! Files that rules and flags name: read within the memory allowed, and no further after Ctrl-C.

use crate::flags::amounts::allowed;
use crate::terminal::interrupt;
use bouton::Folder;
use bouton::language::check::{LoadError, Loader};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reads files from a folder.
pub(crate) struct Files {
    folder: Folder,
    memory: usize,
}

impl Files {
    /// Files of a folder; graphs among them may take so much memory, if a limit was given.
    pub(crate) fn of(folder: Folder, memory: Option<usize>) -> Files {
        Files { folder, memory: allowed(memory) }
    }

    /// Files as the person at the command names them.
    pub(crate) fn here(memory: Option<usize>) -> Files {
        Files::of(Folder { base: Some(PathBuf::new()) }, memory)
    }
}

impl Loader for Files {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        self.folder.like(name)
    }

    fn graph(&self, path: &str) -> Result<Box<dyn Read>, LoadError> {
        let file = self.folder.graph(path)?;
        Ok(Box::new(Watched { file, stop: interrupt::flag() }))
    }

    fn graph_memory(&self) -> usize {
        self.memory
    }
}

/// A file that ends with an error once the flag is raised.
struct Watched {
    file: Box<dyn Read>,
    stop: Arc<AtomicBool>,
}

impl Read for Watched {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        self.file.read(out)
    }
}
