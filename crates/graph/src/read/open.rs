//! What a file is, by its first bytes: text, or text that was packed.

use std::io::{self, BufReader, Cursor, Read};

use super::ReadError;

/// The text of a file.
pub(super) fn unpacked<'a>(mut input: impl Read + 'a) -> Result<Box<dyn Read + 'a>, ReadError> {
    let mut magic = [0; 6];
    let mut len = 0;
    while len < magic.len() {
        match input.read(&mut magic[len..]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e.into()),
        }
    }
    let whole = Cursor::new(magic).take(len as u64).chain(input);
    Ok(match &magic[..len] {
        [0x1F, 0x8B, ..] => {
            Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole)))
        }
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Box::new(zstd::Decoder::new(whole)?),
        [b'B', b'Z', b'h', ..] => return Err(ReadError::Compressed { how: "bzip2" }),
        [0xFD, b'7', b'z', b'X', b'Z', 0] => return Err(ReadError::Compressed { how: "xz" }),
        [b'P', b'K', 3, 4, ..] => return Err(ReadError::Compressed { how: "zip" }),
        _ => Box::new(whole),
    })
}
