//! A picture as the text of an SVG file. Cells are paths, one a colour; beyond some thousands they are one image.

use crate::PlotError;
use crate::canvas::bare;
use crate::figure::{Align, Figure, Surface, Text};
use crate::palette::Rgb;
use base64::Engine as _;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// More cells than this are drawn as an image of one pixel each.
const MOST_SHAPES: usize = 20_000;

/// Colours of a ramp that are written out; what lies between is a straight line.
const STOPS: u32 = 20;

pub(crate) struct Svg {
    size: (u32, u32),
    /// What is drawn before scaling.
    body: String,
    head: String,
    image: Option<Vec<u8>>,
}

impl Svg {
    pub(crate) fn new(figure: &Figure<'_>) -> Result<Svg, PlotError> {
        let places = figure.places();
        let many = places.across.saturating_mul(places.down) > MOST_SHAPES;
        let words = figure.words();
        let image = if many { Some(bare(figure)?) } else { None };
        Ok(Svg { image, ..Svg::blank(figure.size(), &words.title, &words.description, figure.paper()) })
    }

    /// Empty paper with its words.
    pub(crate) fn blank(size: (u32, u32), title: &str, description: &str, paper: Rgb) -> Svg {
        let mut head = String::new();
        let _ = writeln!(head, "<title id=\"title\">{}</title>", escape(title));
        let _ = writeln!(head, "<desc id=\"desc\">{}</desc>", escape(description));
        let _ = writeln!(head, "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", paper.css());
        Svg { size, body: String::new(), head, image: None }
    }

    /// The whole text.
    pub(crate) fn finish(self, scale: u32) -> String {
        let (w, h) = self.size;
        let (wide, high) = (u64::from(w) * u64::from(scale), u64::from(h) * u64::from(scale));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {w} {h}\" \
             role=\"img\" aria-labelledby=\"title desc\" font-family=\"Roboto, 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', \
             sans-serif\">\n{}{}</svg>\n",
            self.head, self.body
        )
    }
}

impl Surface for Svg {
    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
            colour.css()
        );
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgb) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"/>",
            colour.css()
        );
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: Rgb) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" stroke-width=\"{thick:.1}\" stroke-linecap=\"round\"/>",
            from.0,
            from.1,
            to.0,
            to.1,
            colour.css()
        );
    }

    fn text(&mut self, t: &Text<'_>) {
        if t.text.is_empty() {
            return;
        }
        let anchor = match t.align {
            Align::Left => "start",
            Align::Middle => "middle",
            Align::Right => "end",
        };
        let bold = if t.bold { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"{anchor}\"{bold} fill=\"{}\">{}</text>",
            t.x,
            t.y,
            t.size,
            t.colour.css(),
            escape(t.text)
        );
    }

    fn ramp(&mut self, x: f32, y: f32, width: f32, height: f32, colour: &dyn Fn(f32) -> Rgb) {
        let stop = |i: u32| {
            let t = i as f32 / STOPS as f32;
            format!("<stop offset=\"{:.1}%\" stop-color=\"{}\"/>", t * 100.0, colour(t).css())
        };
        let stops: String = (0..=STOPS).map(stop).collect();
        let _ = writeln!(self.body, "<linearGradient id=\"ramp\">{stops}</linearGradient>");
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"url(#ramp)\"/>"
        );
    }

    fn cells(&mut self, figure: &Figure<'_>) {
        let (x0, y0) = figure.origin();
        let (cell, places) = (figure.cell(), figure.places());
        if let Some(image) = &self.image {
            let (w, h) = (places.across as u64 * u64::from(cell), places.down as u64 * u64::from(cell));
            let data = base64::engine::general_purpose::STANDARD.encode(image);
            let _ = writeln!(
                self.body,
                "<image x=\"{x0}\" y=\"{y0}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
            );
            return;
        }
        let side = cell - figure.gap();
        let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
        for row in 0..places.down {
            let mut column = 0;
            while column < places.across {
                let Some(colour) = figure.colour(column, row) else {
                    column += 1;
                    continue;
                };
                // Without a gap a run of cells of one colour is one shape.
                let mut end = column + 1;
                while figure.gap() == 0 && end < places.across && figure.colour(end, row) == Some(colour) {
                    end += 1;
                }
                let (x, y) = (x0 + column as u32 * cell, y0 + row as u32 * cell);
                let wide = (end - column - 1) as u32 * cell + side;
                let path = paths.entry(colour).or_default();
                let _ = write!(path, "M{x} {y}h{wide}v{side}h-{wide}z");
                column = end;
            }
        }
        for (colour, path) in paths {
            let _ = writeln!(self.body, "<path fill=\"{}\" d=\"{path}\"/>", colour.css());
        }
    }
}

/// Text between tags; characters that XML does not allow are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a < b & \"c\"\u{7}"), "a &lt; b &amp; &quot;c&quot;");
    }
}
