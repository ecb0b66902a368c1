//! A grid as text: half blocks in colour, braille dots for lost positions, or plain letters.
//!
//! What does not fit the width is drawn smaller: several cells share a place, and a lost position among them shows.

use crate::axes::{round_step, ticks};
use crate::grid::{Grid, Mark, Places};
use crate::palette::{LOST, Rgb};
use crate::scheme::{Colour, Scheme};

/// How cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Half blocks, two cells a letter, in so many colours.
    Blocks(Depth),
    /// Dots, eight cells a letter: lost positions.
    Braille,
    /// A letter a cell.
    Plain,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 24 bits.
    True,
    /// 256.
    Indexed,
}

/// The grid as lines, at most `width` columns wide.
pub fn lines(grid: &Grid, places: &Places, scheme: &Scheme, style: Style, width: usize) -> Vec<String> {
    let sides: Vec<String> = (0..places.down).map(|r| places.row(grid, r)).collect();
    let (down, across) = places.names(grid);
    let corner = match (down, across) {
        (down, "") => down.to_string(),
        ("", across) => across.to_string(),
        (down, across) => format!("{down}\\{across}"),
    };
    let wide = |s: &str| s.chars().count();
    let side = sides.iter().map(|s| wide(s)).max().unwrap_or(0).max(wide(&corner));
    let (dots_across, dots_down) = match style {
        Style::Blocks(_) => (1, if places.strip() { 1 } else { 2 }),
        Style::Braille => (2, 4),
        Style::Plain => (1, 1),
    };
    let room = width.saturating_sub(side + 3).max(8) * dots_across;
    let step = places.across.div_ceil(room).max(1);
    let page = Page { grid, places, scheme, step, strip: places.strip() };
    let columns = places.across.div_ceil(step);
    let lines_of_dots = if page.strip { places.down } else { places.down.div_ceil(step) };
    let mut out = vec![
        format!("{}  {}", right(&corner, side), page.heads(columns, dots_across)).trim_end().to_string(),
    ];
    for top in (0..lines_of_dots).step_by(dots_down) {
        let label = if page.strip { sides.get(top) } else { sides.get(top * step) };
        let mut line = format!("{}  ", right(label.map_or("", String::as_str), side));
        match style {
            Style::Blocks(depth) => page.blocks(&mut line, top, columns, lines_of_dots, depth),
            Style::Braille => page.braille(&mut line, top, columns, lines_of_dots),
            Style::Plain => (0..columns).for_each(|c| line.push(page.letter(c, top))),
        }
        out.push(line.trim_end().to_string());
    }
    if step > 1 {
        out.push(format!("{}  1:{step}", right("", side)));
    }
    out
}

fn right(text: &str, wide: usize) -> String {
    format!("{}{text}", " ".repeat(wide.saturating_sub(text.chars().count())))
}

struct Page<'p> {
    grid: &'p Grid,
    places: &'p Places,
    scheme: &'p Scheme,
    /// So many cells across and down share a dot; of a strip only across.
    step: usize,
    strip: bool,
}

impl Page<'_> {
    /// The cells of a dot.
    fn cells(&self, column: usize, row: usize) -> impl Iterator<Item = usize> {
        let (step, strip) = (self.step, self.strip);
        let rows = if strip { row..row + 1 } else { row * step..(row + 1) * step };
        rows.flat_map(move |r| (column * step..(column + 1) * step).map(move |c| (c, r)))
            .filter_map(|(c, r)| self.places.cell(c, r))
    }

    /// The colour of a dot: lost if a lost position is among its cells, else the mean.
    fn colour(&self, column: usize, row: usize) -> Option<Rgb> {
        let (mut sum, mut count) = ([0u64; 3], 0u64);
        for cell in self.cells(column, row) {
            let Some(colour) = self.scheme.at(self.grid, cell) else { continue };
            if colour == LOST && self.scheme.colour() != Colour::Mod(2) {
                return Some(LOST);
            }
            for (s, c) in sum.iter_mut().zip([colour.0, colour.1, colour.2]) {
                *s += u64::from(c);
            }
            count += 1;
        }
        let mean = |s: u64| (s / count.max(1)) as u8;
        (count > 0).then(|| Rgb(mean(sum[0]), mean(sum[1]), mean(sum[2])))
    }

    fn lost(&self, column: usize, row: usize) -> bool {
        self.cells(column, row).any(|c| self.grid.mark(c) == Mark::Lost)
    }

    fn letter(&self, column: usize, row: usize) -> char {
        let modulus = match self.scheme.colour() {
            Colour::Mod(p) => Some(p),
            _ => None,
        };
        let lost = self.lost(column, row);
        let mut cells = self.cells(column, row);
        let Some(first) = cells.next() else { return ' ' };
        match (self.scheme.colour(), self.step) {
            (Colour::Outcome, _) if lost => '#',
            (Colour::Outcome, _) => match self.grid.mark(first) {
                Mark::Nothing => ' ',
                Mark::Unknown => '?',
                Mark::Drawn => '=',
                _ => '.',
            },
            (_, 1) => self.grid.letter(first, modulus),
            // Of several numbers the least: a 0 must not be lost.
            _ => {
                let least = std::iter::once(first)
                    .chain(cells)
                    .min_by_key(|c| self.grid.value(*c).unwrap_or(i64::MAX));
                least.map_or(' ', |c| self.grid.letter(c, modulus))
            }
        }
    }

    fn blocks(&self, line: &mut String, top: usize, columns: usize, rows: usize, depth: Depth) {
        for column in 0..columns {
            let upper = self.colour(column, top);
            let lower = if self.strip || top + 1 >= rows { None } else { self.colour(column, top + 1) };
            let (paint, letter) = match (upper, lower, self.strip) {
                (Some(a), _, true) => (sgr(Some(a), None, depth), '█'),
                (Some(a), Some(b), _) => (sgr(Some(a), Some(b), depth), '▀'),
                (Some(a), None, _) => (sgr(Some(a), None, depth), '▀'),
                (None, Some(b), _) => (sgr(Some(b), None, depth), '▄'),
                (None, None, _) => (String::new(), ' '),
            };
            line.push_str(&paint);
            line.push(letter);
            if !paint.is_empty() {
                line.push_str("\u{1b}[0m");
            }
        }
    }

    fn braille(&self, line: &mut String, top: usize, columns: usize, rows: usize) {
        /// The bit of each dot, by line and column.
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        for left in (0..columns).step_by(2) {
            let mut letter = 0x2800;
            for (dy, bits) in BITS.iter().enumerate().filter(|(dy, _)| top + dy < rows) {
                for (dx, bit) in bits.iter().enumerate().filter(|(dx, _)| left + dx < columns) {
                    if self.lost(left + dx, top + dy) {
                        letter |= bit;
                    }
                }
            }
            line.push(char::from_u32(letter).unwrap_or(' '));
        }
    }

    /// Labels over the columns.
    fn heads(&self, columns: usize, dots: usize) -> String {
        let last = self.places.column(self.grid, self.places.across.saturating_sub(1));
        let letters = columns.div_ceil(dots);
        let per_letter = self.step * dots;
        let room = (last.chars().count() + 2) * per_letter;
        let axis = self.grid.axes.last().filter(|_| !self.strip || self.places.down <= 1);
        let mut line: Vec<char> = Vec::new();
        for column in ticks(axis, self.places.across, round_step(1.0, room as f32)) {
            let at = column / per_letter;
            let label = self.places.column(self.grid, column);
            // The last label may stand out a little.
            if at < line.len() || at >= letters {
                continue;
            }
            line.resize(at, ' ');
            line.extend(label.chars());
        }
        line.into_iter().collect()
    }
}

/// The escape sequence of a colour in front, and perhaps one behind.
fn sgr(front: Option<Rgb>, behind: Option<Rgb>, depth: Depth) -> String {
    let code = |Rgb(r, g, b): Rgb| match depth {
        Depth::True => format!("2;{r};{g};{b}"),
        Depth::Indexed => format!("5;{}", indexed(Rgb(r, g, b))),
    };
    let mut parts = Vec::new();
    parts.extend(front.map(|c| format!("38;{}", code(c))));
    parts.extend(behind.map(|c| format!("48;{}", code(c))));
    format!("\u{1b}[{}m", parts.join(";"))
}

/// One block of a colour, for a legend.
pub fn swatch(colour: Rgb, depth: Depth) -> String {
    format!("{}█\u{1b}[0m", sgr(Some(colour), None, depth))
}

/// The nearest of the 240 fixed colours of a terminal with 256.
fn indexed(Rgb(r, g, b): Rgb) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let apart = |x: [i32; 3]| {
        let d = [x[0] - i32::from(r), x[1] - i32::from(g), x[2] - i32::from(b)];
        d.iter().map(|d| d * d).sum::<i32>()
    };
    let level = |c: u8| (0..6).min_by_key(|i| (LEVELS[*i] - i32::from(c)).abs()).unwrap_or(0);
    let (x, y, z) = (level(r), level(g), level(b));
    let cube = apart([LEVELS[x], LEVELS[y], LEVELS[z]]);
    let grey = (0..24).min_by_key(|i| apart([8 + 10 * i; 3])).unwrap_or(0);
    // Both are below 256.
    if apart([8 + 10 * grey; 3]) < cube { (232 + grey) as u8 } else { (16 + 36 * x + 6 * y + z) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Axis, Labels};
    use crate::palette::Theme;

    /// Nim on two heaps: x xor y.
    fn nim(side: usize) -> Grid {
        let axis = |name: &str| Axis { name: name.into(), len: side, labels: Labels::From(0) };
        let values: Vec<i64> = (0..side * side).map(|i| ((i / side) ^ (i % side)) as i64).collect();
        let marks = values.iter().map(|v| if *v == 0 { Mark::Lost } else { Mark::Won }).collect();
        Grid { axes: vec![axis("a"), axis("b")], values, marks, outcomes_only: false, lost_apart: true }
    }

    #[test]
    fn letters_dots_and_blocks() {
        let grid = nim(4);
        let places = Places::new(&grid, 0);
        let scheme = Scheme::new(&grid, Colour::Value, Theme::Light);
        let drawn = |style| lines(&grid, &places, &scheme, style, 80);
        assert_eq!(
            drawn(Style::Plain),
            ["a\\b  0  3", "  0  0123", "  1  1032", "  2  2301", "  3  3210"]
                .map(|s| s.replace("0  3", "0"))
        );
        assert_eq!(drawn(Style::Braille), ["a\\b  0", "  0  ⠑⢄"]);
        let blocks = drawn(Style::Blocks(Depth::True));
        assert_eq!(blocks.len(), 3);
        assert!(blocks[1].contains("\u{1b}[38;2;224;123;38;48;2;"), "{:?}", blocks[1]);
        assert!(drawn(Style::Blocks(Depth::Indexed))[1].contains("\u{1b}[38;5;"));
    }

    #[test]
    fn wide_grids_are_drawn_smaller() {
        let grid = nim(100);
        let places = Places::new(&grid, 0);
        let scheme = Scheme::new(&grid, Colour::Outcome, Theme::Light);
        let drawn = lines(&grid, &places, &scheme, Style::Plain, 60);
        assert!(drawn.iter().all(|l| l.chars().count() <= 60));
        assert_eq!(drawn.last().map(|l| l.trim()), Some("1:2"));
        // The lost diagonal stays whole.
        assert_eq!(drawn.iter().filter(|l| l.contains('#')).count(), 50);
    }

    #[test]
    fn colours_of_256() {
        assert_eq!(indexed(Rgb(0, 0, 0)), 16);
        assert_eq!(indexed(Rgb(255, 255, 255)), 231);
        assert_eq!(indexed(Rgb(128, 128, 128)), 244);
    }
}
