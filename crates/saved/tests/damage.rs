//! Files that were cut, altered or half written: never a wrong cell, never a panic, and as much kept as can be.

use bouton_saved::{Found, Key, Reader, SavedError, Writer, look, part_name, write_whole};
use std::fs;
use std::path::{Path, PathBuf};

/// A cell of the test table: some empty, values of all widths.
fn cell(n: u64) -> Option<u64> {
    match n % 97 {
        13 => None,
        _ if n < 500 => Some(n % 5),
        _ => Some(n * n * n),
    }
}

fn key(n: u64) -> Key {
    let mut key = Key::default();
    key[..8].copy_from_slice(&n.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes());
    key
}

fn fill(writer: &mut Writer, keyed: bool, from: u64, to: u64) -> Result<(), SavedError> {
    (from..to).try_for_each(|n| match keyed {
        true => writer.push_keyed(key(n), cell(n)),
        false => writer.push(cell(n)),
    })
}

fn table(folder: &Path, keyed: bool) -> PathBuf {
    let path = folder.join("table");
    let mut writer = Writer::create(&path, "of cubes", 64, keyed).unwrap();
    fill(&mut writer, keyed, 0, 1500).unwrap();
    writer.finish().unwrap();
    path
}

/// Reads every cell, and by key where there are keys.
fn all(path: &Path, keyed: bool) -> Result<Vec<Option<u64>>, SavedError> {
    let mut reader = Reader::open(path)?;
    reader.verify()?;
    let mut out = Vec::new();
    for n in 0..reader.len() {
        if keyed {
            assert_eq!(reader.find(&key(n))?, Some(n));
        }
        out.push(reader.cell(n)?);
    }
    Ok(out)
}

#[test]
fn a_table_comes_back() {
    for keyed in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = table(folder.path(), keyed);
        assert_eq!(all(&path, keyed).unwrap(), (0..1500).map(cell).collect::<Vec<_>>());
        let mut reader = Reader::open(&path).unwrap();
        assert_eq!((reader.text(), reader.len(), reader.blocks()), ("of cubes", 1500, 24));
        assert_eq!(reader.cell(700).unwrap(), cell(700));
        assert_eq!(reader.cell(701).unwrap(), cell(701));
        assert_eq!(reader.blocks_read(), 1, "only what is asked for is read");
        assert_eq!(reader.cell(1500).unwrap(), None);
        assert_eq!(reader.find(&key(5000)).unwrap(), None);
        assert!(!part_name(&path).exists());
    }
}

#[test]
fn an_altered_byte_is_seen_wherever_it_is() {
    for keyed in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = table(folder.path(), keyed);
        let bytes = fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(if keyed { 37 } else { 5 }) {
            let mut altered = bytes.clone();
            altered[at] ^= 1 << (at % 8);
            fs::write(&path, &altered).unwrap();
            assert!(all(&path, keyed).is_err(), "byte {at}");
        }
    }
}

#[test]
fn a_cut_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), true);
    let bytes = fs::read(&path).unwrap();
    for length in (0..bytes.len()).step_by(61).chain([bytes.len() - 1]) {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(Reader::open(&path).is_err(), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    fs::write(&path, longer).unwrap();
    assert!(matches!(Reader::open(&path), Err(SavedError::CutShort { .. })));
}

#[test]
fn a_damaged_block_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), false);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&path, bytes).unwrap();
    let error = Reader::open(&path).unwrap().verify().unwrap_err();
    let SavedError::Block { block, blocks, expected, found, .. } = error else { panic!("{error}") };
    assert!(block > 1 && block < 24 && blocks == 24 && expected != found);
    // The other blocks can still be read.
    assert_eq!(Reader::open(&path).unwrap().cell(3).unwrap(), cell(3));
}

#[test]
fn a_later_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = table(folder.path(), false);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, bytes).unwrap();
    assert!(matches!(Reader::open(&path), Err(SavedError::Newer { found: 9, known: 1, .. })));
    fs::write(&path, "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,4\n").unwrap();
    assert!(matches!(Reader::open(&path), Err(SavedError::NotATable { .. })));
    assert!(matches!(Reader::open(folder.path()), Err(SavedError::Io { .. })));
}

/// A part cut at any byte is taken up again at its last whole block, and the table is the same in the end.
#[test]
fn a_part_cut_anywhere_goes_on() {
    for keyed in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = table(folder.path(), keyed);
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let mut most = 0;
        for length in (0..whole.len()).step_by(if keyed { 1009 } else { 101 }) {
            fs::write(part_name(&path), &whole[..length]).unwrap();
            let (mut writer, kept) = match look(&path).unwrap() {
                Found::Nothing => (Writer::create(&path, "of cubes", 64, keyed).unwrap(), 0),
                Found::Part(part) => part.resume().map(|(w, kept)| (w, kept.blocks)).unwrap(),
                Found::Complete(_) => panic!("{length} bytes are no complete table"),
            };
            assert!(kept >= most, "blocks are lost");
            most = kept;
            for block in 0..kept {
                assert_eq!(writer.read_back(block).unwrap().get(5), cell(block * 64 + 5));
            }
            let from = writer.finished();
            fill(&mut writer, keyed, from, 1500).unwrap();
            writer.finish().unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
            fs::remove_file(&path).unwrap();
        }
        assert!(most >= 22);
    }
}

#[test]
fn damage_inside_a_part_costs_what_is_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut writer = Writer::create(&path, "of cubes", 64, false).unwrap();
    fill(&mut writer, false, 0, 1000).unwrap();
    drop(writer);
    let mut bytes = fs::read(part_name(&path)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(part_name(&path), bytes).unwrap();
    let Found::Part(part) = look(&path).unwrap() else { panic!() };
    let (writer, kept) = part.resume().unwrap();
    assert!(kept.blocks > 2 && kept.blocks < 15 && kept.torn > 0);
    assert_eq!(writer.finished(), kept.cells);
}

#[test]
fn two_writers_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let first = Writer::create(&path, "", 64, false).unwrap();
    assert!(matches!(look(&path), Err(SavedError::Busy { .. })));
    assert!(matches!(Writer::create(&path, "", 64, false), Err(SavedError::Busy { .. })));
    drop(first);
    assert!(matches!(look(&path), Ok(Found::Part(_))));
}

/// A name that is no file (a device, a pipe) is written to and stays what it is.
#[cfg(unix)]
#[test]
fn a_pipe_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let read = std::thread::spawn({
        let path = path.clone();
        move || fs::read_to_string(path).unwrap()
    });
    let write = |out: &mut (dyn std::io::Write + Send)| {
        out.write_all(b"all of it").unwrap();
        Ok::<(), SavedError>(())
    };
    write_whole(&path, write).unwrap();
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(read.join().unwrap(), "all of it");
}
