//! A whole file or none: written under a temporary name in the same folder, synced, renamed. What is no file is written to as it is.

use crate::error::{SavedError, writing};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Where a file lies.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a new name in a folder last. Systems that cannot sync a folder do so by themselves.
pub(crate) fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
}

/// Writes a file by `write`, all of it or nothing; what was there before stays until then.
pub fn write_whole<E: From<SavedError>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let failed = writing(path);
    if path.is_dir() {
        return Err(failed(std::io::ErrorKind::IsADirectory.into()).into());
    }
    // A device or a pipe is written to, not replaced.
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut there = BufWriter::new(File::options().write(true).open(path).map_err(&failed)?);
        write(&mut there)?;
        return Ok(there.flush().map_err(&failed)?);
    }
    let file = beside(path).map_err(&failed)?;
    let mut buffered = BufWriter::with_capacity(1 << 16, file);
    write(&mut buffered)?;
    let file = buffered.into_inner().map_err(|e| failed(e.into_error()))?;
    file.as_file().sync_all().map_err(&failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    sync_folder(path);
    Ok(())
}

/// A temporary file in the folder of `path`. By default it would be for its owner alone; this one is to be like any
/// other.
fn beside(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bouton-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}
