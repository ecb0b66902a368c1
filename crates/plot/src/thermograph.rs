//! Thermographs: two walls over a line of values, the tax upward, greater values to the left, as the books draw them.
//!
//! A picture knows only points; where they come from is the caller's.

use crate::PlotError;
use crate::canvas::Canvas;
use crate::figure::{Align, Surface, Text};
use crate::palette::{LOST, Rgb, Theme};
use crate::svg::Svg;

/// Two walls that meet, and the mast over them.
#[derive(Clone, Debug, Default)]
pub struct Walls {
    /// Where the left wall turns: tax and value, from tax 0 up.
    pub left: Vec<(f64, f64)>,
    /// The same of the right wall.
    pub right: Vec<(f64, f64)>,
    /// Values that are named under the line: where, and the label.
    pub values: Vec<(f64, String)>,
    /// Taxes that are named beside it.
    pub taxes: Vec<(f64, String)>,
    /// The heading.
    pub title: String,
    /// What is said under it.
    pub subtitle: String,
    /// The picture in a sentence, for those who do not see it.
    pub description: String,
}

const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 380.0;
/// The place of the drawing: left, top, right, bottom.
const FRAME: [f32; 4] = [60.0, 74.0, 530.0, 330.0];

impl Walls {
    /// The greatest and the least value, and the highest tax, with some room.
    fn extent(&self) -> (f64, f64, f64) {
        let all = || self.left.iter().chain(&self.right);
        let most = all().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let least = all().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let tax = all().map(|p| p.0).fold(0.0, f64::max);
        let room = ((most - least) * 0.1).max(0.25);
        (most + room, least - room, (tax * 1.35).max(tax + 0.3).max(0.5))
    }

    /// The walls as lines from point to point, and the mast.
    fn lines(&self, top: f64) -> Vec<[(f64, f64); 2]> {
        let mut lines = Vec::new();
        for wall in [&self.left, &self.right] {
            lines.extend(wall.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        // Behind the last turn a wall goes straight up: where they meet that is the mast.
        for wall in [&self.left, &self.right] {
            if let Some(last) = wall.last() {
                lines.push([*last, (top, last.1)]);
            }
        }
        lines
    }

    /// The picture as a PNG.
    pub fn png(&self, theme: Theme, scale: u32) -> Result<Vec<u8>, PlotError> {
        let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, scale, theme.paper())?;
        self.draw(&mut canvas, theme);
        canvas.png()
    }

    /// The picture as the text of an SVG file.
    pub fn svg(&self, theme: Theme) -> String {
        let size = (WIDTH as u32, HEIGHT as u32);
        let mut svg = Svg::blank(size, &self.title, &self.description, theme.paper());
        self.draw(&mut svg, theme);
        svg.finish(1)
    }

    fn draw(&self, on: &mut dyn Surface, theme: Theme) {
        let (most, least, top) = self.extent();
        let [left, upper, right, lower] = FRAME;
        let x = |value: f64| left + ((most - value) / (most - least)) as f32 * (right - left);
        let y = |tax: f64| lower - (tax / top) as f32 * (lower - upper);
        let text = |x, y, size, align, colour, text| Text { x, y, size, bold: false, align, colour, text };
        on.text(&Text { bold: true, ..text(18.0, 32.0, 17.0, Align::Left, theme.ink(), &self.title) });
        on.text(&text(18.0, 52.0, 12.0, Align::Left, theme.faint(), &self.subtitle));
        let axis = theme.faint();
        on.line((left, lower), (right, lower), 1.0, axis);
        let mut used: Vec<f32> = Vec::new();
        for (value, label) in &self.values {
            let at = x(*value);
            on.line((at, lower), (at, lower + 5.0), 1.0, axis);
            // Labels that would run into each other go one line down.
            let near = used.iter().filter(|other| (at - **other).abs() < 34.0).count();
            used.push(at);
            on.text(&text(at, lower + 19.0 + near as f32 * 13.0, 12.0, Align::Middle, theme.ink(), label));
        }
        for (tax, label) in &self.taxes {
            let at = y(*tax);
            on.line((left - 5.0, at), (left, at), 1.0, axis);
            on.text(&text(left - 8.0, at + 4.0, 12.0, Align::Right, theme.ink(), label));
        }
        let wall = theme.ink();
        for [a, b] in self.lines(top) {
            on.line((x(a.1), y(a.0)), (x(b.1), y(b.0)), 2.4, wall);
        }
        if let Some(last) = self.left.last() {
            on.disc(x(last.1), y(last.0), 4.0, LOST);
        }
    }

    /// The picture as lines of text of about this width: dots of braille, or `#` where only ASCII is wanted.
    pub fn terminal(&self, width: usize, braille: bool) -> Vec<String> {
        let (most, least, top) = self.extent();
        let side = self.taxes.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0) + 2;
        let (dots, lines) = if braille { ((2, 4), 12) } else { ((1, 1), 14) };
        let columns = width.saturating_sub(side + 2).clamp(16, 56);
        let (across, down) = (columns * dots.0, lines * dots.1);
        let x = |value: f64| ((most - value) / (most - least) * (across - 1) as f64).round() as usize;
        let y = |tax: f64| down - 1 - (tax / top * (down - 1) as f64).round() as usize;
        let mut lit = vec![false; across * down];
        for [a, b] in self.lines(top) {
            let steps = 4 * (across + down);
            for i in 0..=steps {
                let t = i as f64 / steps as f64;
                let (tax, value) = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                lit[y(tax) * across + x(value)] = true;
            }
        }
        let mut out: Vec<String> = (0..lines)
            .map(|line| {
                let label = self.taxes.iter().find(|(tax, _)| y(*tax) / dots.1 == line);
                let label = label.map_or("", |(_, label)| label.as_str());
                let gap = " ".repeat(side - label.chars().count());
                let cells: String = (0..columns)
                    .map(|column| letter(&lit, across, column * dots.0, line * dots.1, braille))
                    .collect();
                format!("{gap}{label} {cells}").trim_end().to_string()
            })
            .collect();
        // Labels of values: as many as fit beside each other, the first ones before the others.
        let mut under = vec![' '; columns + 8];
        for (value, label) in &self.values {
            let wide = label.chars().count();
            let at = (x(*value) / dots.0).saturating_sub(wide / 2).min(columns + 8 - wide.min(columns));
            let from = at.saturating_sub(1);
            if under.get(from..at + wide + 1).is_some_and(|room| room.iter().all(|c| *c == ' ')) {
                under.splice(at..at + wide, label.chars());
            }
        }
        out.push(format!("{} {}", " ".repeat(side), under.iter().collect::<String>()).trim_end().to_string());
        out
    }
}

/// One letter of the picture.
fn letter(lit: &[bool], across: usize, x: usize, y: usize, braille: bool) -> char {
    if !braille {
        return if lit[y * across + x] { '#' } else { ' ' };
    }
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let mut code = 0x2800;
    for (dy, bits) in BITS.iter().enumerate() {
        for (dx, bit) in bits.iter().enumerate() {
            if lit[(y + dy) * across + x + dx] {
                code |= bit;
            }
        }
    }
    if code == 0x2800 { ' ' } else { char::from_u32(code).unwrap_or(' ') }
}

impl Canvas {
    /// A straight line, as thick as said, by discs close to each other.
    pub(crate) fn stroke(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: Rgb) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = ((dx * dx + dy * dy).sqrt() * 2.0).ceil().max(1.0) as u32;
        for i in 0..=steps {
            let t = i as f32 / steps as f32;
            self.disc(from.0 + dx * t, from.1 + dy * t, thick / 2.0, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switch() -> Walls {
        Walls {
            left: vec![(0.0, 1.0), (1.0, 0.0)],
            right: vec![(0.0, -1.0), (1.0, 0.0)],
            values: vec![(0.0, "0".into()), (1.0, "1".into()), (-1.0, "-1".into())],
            taxes: vec![(1.0, "1".into()), (0.0, "0".into())],
            title: "±1".into(),
            ..Walls::default()
        }
    }

    #[test]
    fn greater_values_stand_on_the_left() {
        let lines = switch().terminal(40, false);
        let bottom = &lines[lines.len() - 2];
        let walls = bottom.split(|c| c != '#').filter(|run| !run.is_empty()).count();
        assert_eq!(walls, 2, "{bottom}");
        let labels = &lines[lines.len() - 1];
        assert!(labels.find(" 1").unwrap() < labels.find("-1").unwrap(), "{labels}");
        assert!(lines[0].contains('#'), "the mast goes on: {}", lines[0]);
        assert!(switch().terminal(40, true).iter().all(|line| line.chars().count() <= 50));
    }

    #[test]
    fn pictures_are_made() {
        let svg = switch().svg(Theme::Light);
        assert!(svg.starts_with("<svg") && svg.contains("<line"));
        assert!(switch().png(Theme::Dark, 1).unwrap().starts_with(b"\x89PNG"));
        // A number is a mast alone.
        let mast = Walls { left: vec![(0.0, 0.5)], right: vec![(0.0, 0.5)], ..Walls::default() };
        assert!(!mast.terminal(30, true).is_empty());
    }
}
