//! Files for other programs: written whole or not at all.

use super::problem::file;
use crate::problem::Problem;
use bouton_saved::{Deed, SavedError, write_whole};
use std::io::{self, Write};
use std::path::Path;

/// A file being written.
pub struct Sink<'s> {
    path: &'s Path,
    out: &'s mut dyn Write,
}

impl Sink<'_> {
    /// Writes by `write`; what the system says against it becomes a problem with this file.
    pub fn put(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
        write(self.out)
            .map_err(|error| file(SavedError::Io { path: self.path.to_path_buf(), deed: Deed::Write, error }))
    }
}

/// Writes a file by `write`, under another name until it is complete.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut Sink<'_>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    write_whole(path, |out| write(&mut Sink { path, out }))
}
