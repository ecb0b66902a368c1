//! A picture made of pixels, and its PNG.

use crate::PlotError;
use crate::figure::{Align, Figure, Surface, Text};
use crate::font::{self, Weight};
use crate::palette::Rgb;

/// Pixels, three bytes each.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    scale: u32,
    bytes: Vec<u8>,
}

/// More pixels are refused: 192 MB of them.
const MOST: u64 = 64_000_000;

impl Canvas {
    /// Empty paper; sizes before scaling.
    pub(crate) fn new(width: u32, height: u32, scale: u32, paper: Rgb) -> Result<Canvas, PlotError> {
        let (w, h) = (u64::from(width) * u64::from(scale), u64::from(height) * u64::from(scale));
        if w.saturating_mul(h) > MOST {
            return Err(PlotError::Large { width: w, height: h, most: MOST });
        }
        // Both fit, since their product does.
        let (width, height) = (w as usize, h as usize);
        let mut bytes = Vec::with_capacity(width * height * 3);
        for _ in 0..width * height {
            bytes.extend_from_slice(&[paper.0, paper.1, paper.2]);
        }
        Ok(Canvas { width, height, scale, bytes })
    }

    fn blend(&mut self, x: i64, y: i64, colour: Rgb, covered: f32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let at = (y * self.width + x) * 3;
        let under = Rgb(self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]);
        let Rgb(r, g, b) = under.towards(colour, covered);
        self.bytes[at..at + 3].copy_from_slice(&[r, g, b]);
    }

    /// Pixel columns or rows that lie in a stretch.
    fn stretch(&self, from: f32, length: f32, most: usize) -> std::ops::Range<usize> {
        let scale = self.scale as f32;
        let place = |v: f32| ((v * scale).round().max(0.0) as usize).min(most);
        place(from)..place(from + length)
    }

    /// The bytes of the PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, PlotError> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        // Large pictures are written quickly, small ones are worth a better packing.
        let large = self.bytes.len() > 16 << 20;
        encoder.set_compression(if large { png::Compression::Fast } else { png::Compression::Balanced });
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(out)
    }
}

impl Surface for Canvas {
    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        let (columns, rows) = (self.stretch(x, width, self.width), self.stretch(y, height, self.height));
        let line = [colour.0, colour.1, colour.2].repeat(columns.len());
        for row in rows {
            let at = (row * self.width + columns.start) * 3;
            self.bytes[at..at + line.len()].copy_from_slice(&line);
        }
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgb) {
        let scale = self.scale as f32;
        let (x, y, r) = (x * scale, y * scale, radius * scale);
        for row in (y - r).floor() as i64..=(y + r).ceil() as i64 {
            for column in (x - r).floor() as i64..=(x + r).ceil() as i64 {
                let (dx, dy) = (column as f32 + 0.5 - x, row as f32 + 0.5 - y);
                let covered = (r + 0.5 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
                if covered > 0.0 {
                    self.blend(column, row, colour, covered);
                }
            }
        }
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: Rgb) {
        self.stroke(from, to, thick, colour);
    }

    fn text(&mut self, t: &Text<'_>) {
        let scale = self.scale as f32;
        let weight = if t.bold { Weight::Bold } else { Weight::Plain };
        let size = t.size * scale;
        let wide = font::width(t.text, size, weight);
        let x = t.x * scale
            - match t.align {
                Align::Left => 0.0,
                Align::Middle => wide / 2.0,
                Align::Right => wide,
            };
        let mut spots = Vec::new();
        font::draw(t.text, x, t.y * scale, size, weight, &mut |px, py, covered| {
            spots.push((px, py, covered))
        });
        for (px, py, covered) in spots {
            self.blend(px, py, t.colour, covered);
        }
    }

    fn ramp(&mut self, x: f32, y: f32, width: f32, height: f32, colour: &dyn Fn(f32) -> Rgb) {
        let steps = (width * self.scale as f32).max(1.0) as u32;
        let wide = width / steps as f32;
        for step in 0..steps {
            let t = step as f32 / (steps - 1).max(1) as f32;
            self.rect(x + step as f32 * wide, y, wide, height, colour(t));
        }
    }

    /// One line of pixels is made for each line of cells and copied.
    fn cells(&mut self, figure: &Figure<'_>) {
        let cell = (figure.cell() * self.scale) as usize;
        let gap = (figure.gap() * self.scale) as usize;
        let (x0, y0) = figure.origin();
        let (x0, y0) = ((x0 * self.scale) as usize, (y0 * self.scale) as usize);
        let places = figure.places();
        let width = places.across * cell;
        let Rgb(r, g, b) = figure.paper();
        let paper = [r, g, b].repeat(width);
        for row in 0..places.down {
            let mut line = paper.clone();
            for column in 0..places.across {
                let Some(Rgb(r, g, b)) = figure.colour(column, row) else { continue };
                let at = column * cell * 3;
                for pixel in line[at..at + (cell - gap) * 3].chunks_exact_mut(3) {
                    pixel.copy_from_slice(&[r, g, b]);
                }
            }
            for y in 0..cell - gap {
                let at = ((y0 + row * cell + y) * self.width + x0) * 3;
                self.bytes[at..at + line.len()].copy_from_slice(&line);
            }
        }
    }
}

/// The cells alone, one pixel each, as a PNG.
pub(crate) fn bare(figure: &Figure<'_>) -> Result<Vec<u8>, PlotError> {
    let places = figure.places();
    let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut canvas = Canvas::new(size(places.across), size(places.down), 1, figure.paper())?;
    for row in 0..places.down {
        for column in 0..places.across {
            if let Some(Rgb(r, g, b)) = figure.colour(column, row) {
                let at = (row * canvas.width + column) * 3;
                canvas.bytes[at..at + 3].copy_from_slice(&[r, g, b]);
            }
        }
    }
    canvas.png()
}
