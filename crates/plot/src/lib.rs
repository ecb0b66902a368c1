//! Pictures of tables of numbers: heat maps and strips as PNG, SVG and text for a terminal.
//!
//! A [`Grid`] is numbers and outcomes in one or two directions; it knows nothing of games. A [`Scheme`] gives every cell
//! its colour, a [`Figure`] lays out title, axes, cells and legend, and draws them on a canvas ([`Figure::png`]) or as a
//! text ([`Figure::svg`]). [`terminal`] draws the same grid with half blocks, braille or plain letters. [`Walls`] are the thermograph
//! of a value.
//!
//! The colours are those of the page (`web/src/table/colours.ts`): lost positions orange on a scale of blues, which any
//! kind of colour blindness and a black-and-white print tell apart; see [`palette`].

pub mod axes;
mod canvas;
mod figure;
mod font;
mod grid;
pub mod palette;
mod scheme;
mod svg;
pub mod terminal;
mod thermograph;

pub use figure::{Figure, Size, Words};
pub use grid::{Axis, Grid, Labels, Mark, NONE, Places};
pub use palette::{Rgb, Theme};
pub use scheme::{Colour, Key, Scheme};
pub use thermograph::Walls;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// It would be too large.
    #[error("a picture of {width} x {height} pixels is too large")]
    Large {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
        /// The most pixels in all.
        most: u64,
    },
    /// The bytes of a PNG could not be made.
    #[error("the picture could not be encoded: {0}")]
    Encode(#[from] png::EncodingError),
}
