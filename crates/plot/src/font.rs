//! Letters for pictures made of pixels: Roboto, and Droid Sans Fallback for Chinese; both cut down to what is needed and
//! part of the program (see `fonts/README.md`). A letter that neither has is left out.

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};
use std::sync::OnceLock;

/// How thick letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Plain,
    Bold,
}

struct Fonts {
    plain: Option<FontRef<'static>>,
    bold: Option<FontRef<'static>>,
    han: Option<FontRef<'static>>,
}

fn fonts() -> &'static Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts {
        plain: FontRef::try_from_slice(include_bytes!("../fonts/roboto-regular.ttf")).ok(),
        bold: FontRef::try_from_slice(include_bytes!("../fonts/roboto-bold.ttf")).ok(),
        han: FontRef::try_from_slice(include_bytes!("../fonts/droid-fallback.ttf")).ok(),
    })
}

/// The font that has a letter.
fn font_of(c: char, weight: Weight) -> Option<&'static FontRef<'static>> {
    let Fonts { plain, bold, han } = fonts();
    let latin = match weight {
        Weight::Plain => plain,
        Weight::Bold => bold,
    };
    [latin, plain, han].into_iter().flatten().find(|f| f.glyph_id(c).0 != 0)
}

/// Can all of it be drawn?
pub(crate) fn covers(text: &str) -> bool {
    text.chars().all(|c| font_of(c, Weight::Plain).is_some())
}

/// The width of a text at a size in pixels.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    text.chars().map(|c| advance(c, size, weight)).sum()
}

fn advance(c: char, size: f32, weight: Weight) -> f32 {
    font_of(c, weight).map_or(0.0, |f| f.as_scaled(scale(f, size)).h_advance(f.glyph_id(c)))
}

/// The scale at which a font has this many pixels to the em.
fn scale(font: &FontRef<'_>, size: f32) -> PxScale {
    let em = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * font.height_unscaled() / em)
}

/// Calls `put` with every pixel of a text and how much of it is covered (0 to 1); `x` is its left end, `y` its base line.
pub(crate) fn draw(
    text: &str,
    x: f32,
    y: f32,
    size: f32,
    weight: Weight,
    put: &mut dyn FnMut(i64, i64, f32),
) {
    let mut at = x;
    for c in text.chars() {
        if let Some(font) = font_of(c, weight) {
            let scale = scale(font, size);
            let glyph = font.glyph_id(c).with_scale_and_position(scale, ab_glyph::point(at, y));
            if let Some(outline) = font.outline_glyph(glyph) {
                let bounds = outline.px_bounds();
                let (left, top) = (bounds.min.x as i64, bounds.min.y as i64);
                outline.draw(|px, py, covered| put(left + i64::from(px), top + i64::from(py), covered));
            }
        }
        at += advance(c, size, weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_both_scripts_are_there() {
        for text in [
            "Wythoff's game · Grundy values · a <= 40, b <= 40",
            "先手必败 先手必胜 平局 未求出",
            "0123456789 −+≤≥…",
        ] {
            assert!(covers(text), "{text}");
        }
        assert!(!covers("\u{10ffff}"));
        assert!(width("100", 12.0, Weight::Plain) > 2.0 * width("1", 12.0, Weight::Plain));
        assert!(width("败", 12.0, Weight::Plain) >= 11.0);
    }
}
