//! A picture laid out: title, axes with ticks, cells, legend. How it is drawn is up to a [`Surface`].

use crate::PlotError;
use crate::axes::{round_step, ticks};
use crate::canvas::Canvas;
use crate::font::{self, Weight};
use crate::grid::{Grid, Mark, Places};
use crate::palette::Rgb;
use crate::scheme::{Key, Scheme};
use crate::svg::Svg;

/// The words of a picture.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The heading.
    pub title: String,
    /// What is shown, and how far.
    pub subtitle: String,
    /// The picture in a sentence, for those who do not see it.
    pub description: String,
    /// Lost positions.
    pub lost: String,
    /// Won positions.
    pub won: String,
    /// Drawn positions.
    pub drawn: String,
    /// Cells that were not solved.
    pub unknown: String,
}

/// How large things are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// Side of a cell; by default so that the picture has a pleasant size.
    pub cell: Option<u32>,
    /// Everything so many times as large; by default 2 for small pictures.
    pub scale: Option<u32>,
}

/// Where a text begins, has its middle, or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

/// A text to be drawn; `y` is its base line.
pub(crate) struct Text<'t> {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) size: f32,
    pub(crate) bold: bool,
    pub(crate) align: Align,
    pub(crate) colour: Rgb,
    pub(crate) text: &'t str,
}

/// What pictures are drawn on.
pub(crate) trait Surface {
    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb);
    fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgb);
    fn line(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: Rgb);
    fn text(&mut self, text: &Text<'_>);
    fn cells(&mut self, figure: &Figure<'_>);
    /// A bar whose colours change from left (0) to right (1).
    fn ramp(&mut self, x: f32, y: f32, width: f32, height: f32, colour: &dyn Fn(f32) -> Rgb);
}

/// A picture.
pub struct Figure<'g> {
    grid: &'g Grid,
    places: Places,
    scheme: &'g Scheme,
    words: Words,
    cell: u32,
    scale: u32,
    lost: bool,
    left: f32,
    top: f32,
    width: u32,
    height: u32,
}

const PAD: f32 = 18.0;
const TITLE: f32 = 17.0;
const SMALL: f32 = 12.0;
const TICK: f32 = 11.0;
/// Cells at least this large show their numbers.
const READABLE: u32 = 18;
/// Cells at least this large have a thin gap between them.
const APART: u32 = 12;
/// The longer side of the cells, where no size is asked for.
const SIDE: usize = 680;
/// The width of the ramp in the legend.
const RAMP: f32 = 150.0;
const SWATCH: f32 = 12.0;

impl<'g> Figure<'g> {
    /// Lays out a picture; `lost` puts a dot on every lost position.
    pub fn new(
        grid: &'g Grid,
        places: Places,
        scheme: &'g Scheme,
        words: Words,
        size: Size,
        lost: bool,
    ) -> Figure<'g> {
        let longest = places.across.max(if places.strip() { 0 } else { places.down }).max(1);
        let cell = size.cell.unwrap_or(((SIDE / longest) as u32).clamp(1, 26)).max(1);
        let mut words = words;
        // The title is drawn whole or not at all.
        for text in [&mut words.title, &mut words.subtitle] {
            if !font::covers(text) {
                let known: String = text.chars().filter(|c| font::covers(&c.to_string())).collect();
                *text = known.split_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
        let mut figure = Figure {
            grid,
            places,
            scheme,
            words,
            cell,
            scale: 1,
            lost,
            left: 0.0,
            top: 0.0,
            width: 0,
            height: 0,
        };
        figure.measure();
        figure.scale = size
            .scale
            .unwrap_or(if size.cell.is_none() && figure.width <= 1200 { 2 } else { 1 })
            .clamp(1, 16);
        figure
    }

    fn measure(&mut self) {
        let small = |text: &str, size: f32| font::width(text, size, Weight::Plain);
        let rows = (0..self.places.down)
            .step_by((self.places.down / 50).max(1))
            .chain(self.places.down.checked_sub(1));
        let labels = rows.map(|r| small(&self.places.row(self.grid, r), TICK)).fold(0.0, f32::max);
        let corner = small(&self.corner(), SMALL);
        let across = (self.places.across as u32).saturating_mul(self.cell) as f32;
        let down = (self.places.down as u32).saturating_mul(self.cell) as f32;
        self.left = (PAD + labels.max(corner) + 10.0).ceil();
        self.top = PAD + TITLE + 6.0 + SMALL + 34.0;
        let head =
            font::width(&self.words.title, TITLE, Weight::Bold).max(small(&self.words.subtitle, SMALL));
        let width = (self.left + across + PAD).max(PAD + head + PAD).max(300.0);
        let legend = self.legend_lines(width - 2.0 * PAD).len() as f32;
        self.width = width.ceil() as u32;
        self.height = (self.top + down + 16.0 + legend * 22.0 + PAD - 4.0).ceil() as u32;
    }

    /// The names of the axes, where they meet.
    fn corner(&self) -> String {
        match self.places.names(self.grid) {
            (down, "") => down.to_string(),
            ("", across) => across.to_string(),
            (down, across) => format!("{down} \\ {across}"),
        }
    }

    /// The side of a cell before scaling.
    pub(crate) fn cell(&self) -> u32 {
        self.cell
    }

    /// The space between cells.
    pub(crate) fn gap(&self) -> u32 {
        u32::from(self.cell >= APART)
    }

    /// The place of the first cell before scaling.
    pub(crate) fn origin(&self) -> (u32, u32) {
        (self.left as u32, self.top as u32)
    }

    /// Where cells stand.
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    /// The colour behind the cells.
    pub(crate) fn paper(&self) -> Rgb {
        self.scheme.theme().paper()
    }

    /// The colour at a place; `None` outside a strip.
    pub(crate) fn colour(&self, column: usize, row: usize) -> Option<Rgb> {
        let cell = self.places.cell(column, row)?;
        let colour = self.scheme.at(self.grid, cell).unwrap_or(self.scheme.theme().empty());
        // A cell too small for a dot is the dot.
        let dot = self.lost && self.cell < 4 && self.grid.mark(cell) == Mark::Lost;
        Some(if dot && colour != crate::palette::LOST { self.scheme.theme().ink() } else { colour })
    }

    /// Before scaling.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The words.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// The picture as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        let mut canvas = Canvas::new(self.width, self.height, self.scale, self.paper())?;
        self.draw(&mut canvas);
        canvas.png()
    }

    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> Result<String, PlotError> {
        let mut svg = Svg::new(self)?;
        self.draw(&mut svg);
        Ok(svg.finish(self.scale))
    }

    fn draw(&self, on: &mut dyn Surface) {
        let theme = self.scheme.theme();
        let text = |x, y, size, align, colour, text| Text { x, y, size, bold: false, align, colour, text };
        on.text(&Text {
            bold: true,
            ..text(PAD, PAD + TITLE - 3.0, TITLE, Align::Left, theme.ink(), &self.words.title)
        });
        on.text(&text(
            PAD,
            PAD + TITLE + 4.0 + SMALL,
            SMALL,
            Align::Left,
            theme.faint(),
            &self.words.subtitle,
        ));
        self.axes(on);
        on.cells(self);
        self.specks(on);
        self.numbers(on);
        self.legend(on);
    }

    fn axes(&self, on: &mut dyn Surface) {
        let theme = self.scheme.theme();
        let (cell, faint) = (self.cell as f32, theme.faint());
        let middle = (cell - self.gap() as f32) / 2.0;
        let base = self.top - 9.0;
        on.text(&Text {
            x: self.left - 10.0,
            y: base,
            size: SMALL,
            bold: true,
            align: Align::Right,
            colour: theme.ink(),
            text: &self.corner(),
        });
        let widest = self.places.column(self.grid, self.places.across.saturating_sub(1));
        let room = font::width(&widest, TICK, Weight::Plain) + 8.0;
        let strip = self.places.strip();
        let axis = self.grid.axes.last().filter(|_| !strip || self.places.down <= 1);
        // Both axes of a matrix have the same step.
        let step = round_step(cell, room.max(18.0));
        for column in ticks(axis, self.places.across, step) {
            let x = self.left + column as f32 * cell + middle;
            on.rect(x - 0.5, self.top - 5.0, 1.0, 4.0, faint);
            let label = self.places.column(self.grid, column);
            on.text(&Text {
                x,
                y: base,
                size: TICK,
                bold: false,
                align: Align::Middle,
                colour: faint,
                text: &label,
            });
        }
        let axis = self.grid.axes.first().filter(|_| !strip);
        let step = if strip { round_step(cell, 15.0) } else { step };
        for row in ticks(axis, self.places.down, step) {
            let label = self.places.row(self.grid, row);
            if label.is_empty() {
                continue;
            }
            let y = self.top + row as f32 * cell + middle;
            on.rect(self.left - 5.0, y - 0.5, 4.0, 1.0, faint);
            let x = self.left - 8.0;
            on.text(&Text {
                x,
                y: y + 4.0,
                size: TICK,
                bold: false,
                align: Align::Right,
                colour: faint,
                text: &label,
            });
        }
    }

    /// Single lost positions would fade away among cells of a pixel or two: they are drawn larger.
    fn specks(&self, on: &mut dyn Surface) {
        let lost = self.grid.marks.iter().filter(|m| **m == Mark::Lost).count();
        let apart = self.scheme.keys.iter().any(|(_, k)| *k == Key::Lost);
        if self.cell > 2 || !apart || lost == 0 || lost > 20_000 || lost * 50 > self.grid.len() {
            return;
        }
        let side = 2.5f32.max(self.cell as f32);
        let cells = (0..self.grid.len()).filter(|c| self.grid.mark(*c) == Mark::Lost);
        for cell in cells {
            let (column, row) = (cell % self.places.across, cell / self.places.across);
            let place = |at: usize| (at as f32 + 0.5) * self.cell as f32 - side / 2.0;
            on.rect(self.left + place(column), self.top + place(row), side, side, crate::palette::LOST);
        }
    }

    /// Numbers in cells that are large enough, and dots on lost positions.
    fn numbers(&self, on: &mut dyn Surface) {
        let readable = self.cell >= READABLE && !self.grid.outcomes_only;
        let dots = self.lost && self.cell >= 4;
        if !readable && !dots {
            return;
        }
        let side = (self.cell - self.gap()) as f32;
        for row in 0..self.places.down {
            for column in 0..self.places.across {
                let Some(cell) = self.places.cell(column, row) else { continue };
                let Some(colour) = self.scheme.at(self.grid, cell) else { continue };
                let x = self.left + (column as u32 * self.cell) as f32 + side / 2.0;
                let y = self.top + (row as u32 * self.cell) as f32 + side / 2.0;
                let lost = dots && self.grid.mark(cell) == Mark::Lost;
                match self.grid.value(cell).filter(|_| readable) {
                    Some(value) => {
                        let text = value.to_string();
                        let size = (side * 0.5).min(side * 1.5 / text.len() as f32);
                        let y = y + size * 0.36;
                        on.text(&Text {
                            x,
                            y,
                            size,
                            bold: lost,
                            align: Align::Middle,
                            colour: colour.ink(),
                            text: &text,
                        });
                        if lost {
                            on.rect(x - side * 0.22, y + size * 0.2, side * 0.44, 1.0, colour.ink());
                        }
                    }
                    None if lost => on.disc(x, y, (side * 0.22).max(1.0), colour.ink()),
                    None => {}
                }
            }
        }
    }

    /// Entries of the legend: their width, and what they are.
    fn entries(&self) -> Vec<(f32, Entry)> {
        let wide = |text: &str| font::width(text, SMALL, Weight::Plain);
        let mut out: Vec<(f32, Entry)> = Vec::new();
        for (colour, key) in &self.scheme.keys {
            let text = match key {
                Key::Lost => self.words.lost.clone(),
                Key::Won => self.words.won.clone(),
                Key::Drawn => self.words.drawn.clone(),
                Key::Unknown => self.words.unknown.clone(),
                Key::Residue(r) => r.to_string(),
                Key::Value(v) => v.to_string(),
            };
            out.push((SWATCH + 6.0 + wide(&text) + 18.0, Entry::Key(*colour, text)));
        }
        if self.lost && !self.scheme.keys.iter().any(|(_, k)| *k == Key::Lost) {
            let text = self.words.lost.clone();
            out.push((SWATCH + 6.0 + wide(&text) + 18.0, Entry::Dot(text)));
        }
        if let Some((low, high)) = self.scheme.ramp.filter(|(low, high)| low < high) {
            let (a, b) = (low.to_string(), high.to_string());
            out.push((wide(&a) + 6.0 + RAMP + 6.0 + wide(&b) + 18.0, Entry::Ramp(low, high)));
        }
        out
    }

    fn legend_lines(&self, width: f32) -> Vec<Vec<Entry>> {
        let mut lines: Vec<(f32, Vec<Entry>)> = Vec::new();
        for (wide, entry) in self.entries() {
            match lines.last_mut() {
                Some((used, line)) if *used + wide <= width + 18.0 => {
                    *used += wide;
                    line.push(entry);
                }
                _ => lines.push((wide, vec![entry])),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    fn legend(&self, on: &mut dyn Surface) {
        let theme = self.scheme.theme();
        let ink = theme.ink();
        let text = |x: f32, y: f32, text: &str, on: &mut dyn Surface| {
            on.text(&Text { x, y, size: SMALL, bold: false, align: Align::Left, colour: ink, text });
            font::width(text, SMALL, Weight::Plain)
        };
        let mut top = self.top + (self.places.down as u32 * self.cell) as f32 + 16.0;
        for line in self.legend_lines(self.width as f32 - 2.0 * PAD) {
            let mut x = PAD;
            let base = top + SWATCH - 1.5;
            for entry in line {
                match entry {
                    Entry::Key(colour, words) => {
                        on.rect(x, top, SWATCH, SWATCH, colour);
                        x += SWATCH + 6.0;
                        x += text(x, base, &words, on) + 18.0;
                    }
                    Entry::Dot(words) => {
                        on.disc(x + SWATCH / 2.0, top + SWATCH / 2.0, 3.0, ink);
                        x += SWATCH + 6.0;
                        x += text(x, base, &words, on) + 18.0;
                    }
                    Entry::Ramp(low, high) => {
                        x += text(x, base, &low.to_string(), on) + 6.0;
                        let value = |t: f32| low as f64 + (high - low) as f64 * f64::from(t);
                        on.ramp(x, top, RAMP, SWATCH, &|t| self.scheme.shade_at(value(t)));
                        x += RAMP + 6.0;
                        x += text(x, base, &high.to_string(), on) + 18.0;
                    }
                }
            }
            top += 22.0;
        }
    }
}

/// An entry of the legend.
enum Entry {
    Key(Rgb, String),
    Dot(String),
    Ramp(i64, i64),
}
