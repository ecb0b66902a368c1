//! Tables of numbers in files that survive a kill.
//!
//! A table is a run of cells, each a number below 2^64 or nothing at all (no legal position there). It is written block
//! by block into `FILE.part`; when it is complete, its index is appended, everything is synced, and the file gets its
//! name. So `FILE` is always whole, and of `FILE.part` every finished block counts: [`look`] finds either, [`Part`]
//! goes on after the last good block, [`Reader`] reads a finished table and only the blocks that are asked for.
//!
//! What the numbers mean is not known here: the header carries a text of whoever writes the table.
//!
//! | part of the file | holds | module |
//! |---|---|---|
//! | head | mark, version, cells a block, the writer's text, checksum | `head` |
//! | blocks | number, cells, checksum, cells in the fewest bits, compressed by zstd | `block`, `pack` |
//! | keys | for tables that are no box: the cell of each key, sorted, page by page with checksums | `keys` |
//! | index | where each block and page begins, how many cells there are, checksum, closing mark | `index` |
//!
//! A table that several workers write lies in a folder, its blocks dealt out to files of this form ([`shards`]).
//!
//! ```
//! use bouton_saved::{Found, Reader, Writer, look};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("squares.table");
//! let mut writer = Writer::create(&path, "squares", 16, false)?;
//! for n in 0..100 {
//!     writer.push(Some(n * n))?;
//! }
//! drop(writer); // killed
//!
//! let Found::Part(part) = look(&path)? else { panic!("some blocks were finished") };
//! let (mut writer, kept) = part.resume()?;
//! assert_eq!((kept.blocks, kept.cells), (6, 96));
//! for n in kept.cells..100 {
//!     writer.push(Some(n * n))?;
//! }
//! writer.finish()?;
//! assert_eq!(Reader::open(&path)?.cell(99)?, Some(99 * 99));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atomic;
mod block;
mod error;
mod head;
mod index;
mod keys;
pub mod npy;
mod pack;
mod reader;
pub mod shards;
mod writer;

pub use atomic::write_whole;
pub use error::{Deed, SavedError};
pub use keys::Key;
pub use pack::Cells;
pub use reader::Reader;
pub use writer::{Found, Kept, Part, Summary, Writer, look, part_name};

/// Cells a block where nothing else is asked for: some 64 KiB of Grundy values.
pub const BLOCK: u32 = 1 << 16;

/// The most cells a block may have.
pub const LARGEST_BLOCK: u32 = 1 << 24;
