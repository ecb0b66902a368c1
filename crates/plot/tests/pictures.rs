//! Pictures as a reader sees them: PNG read back pixel by pixel, SVG as well-formed text.

use bouton_plot::{
    Axis, Colour, Figure, Grid, Labels, Mark, Places, PlotError, Rgb, Scheme, Size, Theme, Words, palette,
};

fn axis(name: &str, len: usize) -> Axis {
    Axis { name: name.into(), len, labels: Labels::From(0) }
}

/// Nim on two heaps: a xor b.
fn nim(side: usize) -> Grid {
    let values: Vec<i64> = (0..side * side).map(|i| ((i / side) ^ (i % side)) as i64).collect();
    let marks = values.iter().map(|v| if *v == 0 { Mark::Lost } else { Mark::Won }).collect();
    Grid {
        axes: vec![axis("a", side), axis("b", side)],
        values,
        marks,
        outcomes_only: false,
        lost_apart: true,
    }
}

fn words() -> Words {
    Words {
        title: "Nim <2> & \"friends\"".into(),
        subtitle: "Grundy values · a <= 7".into(),
        description: "A picture of a xor b".into(),
        lost: "lost".into(),
        won: "won".into(),
        drawn: "drawn".into(),
        unknown: "not solved".into(),
    }
}

fn figure<'g>(grid: &'g Grid, scheme: &'g Scheme, size: Size, lost: bool) -> Figure<'g> {
    Figure::new(grid, Places::new(grid, 16), scheme, words(), size, lost)
}

/// Width, height, and the colour at a place.
struct Picture {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn read(bytes: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut out = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut out).expect("pixels");
        Picture { width: info.width as usize, height: info.height as usize, bytes: out }
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        let at = (y * self.width + x) * 3;
        Rgb(self.bytes[at], self.bytes[at + 1], self.bytes[at + 2])
    }

    fn count(&self, colour: Rgb) -> usize {
        self.bytes.chunks_exact(3).filter(|p| Rgb(p[0], p[1], p[2]) == colour).count()
    }
}

/// The cells have the colours of the scheme, in their places, at every size of cell.
#[test]
fn cells_are_where_they_belong() {
    let grid = nim(8);
    for (colour, theme) in
        [(Colour::Value, Theme::Light), (Colour::Mod(3), Theme::Light), (Colour::Outcome, Theme::Dark)]
    {
        let scheme = Scheme::new(&grid, colour, theme);
        for (cell, scale) in [(1, 1), (3, 1), (4, 2), (10, 3), (15, 1)] {
            let size = Size { cell: Some(cell), scale: Some(scale) };
            let picture = Picture::read(&figure(&grid, &scheme, size, false).png().expect("a picture"));
            // The first cell is where the diagonal of lost positions begins.
            let side = (cell * scale) as usize;
            let area = |x: usize, y: usize| {
                (0..64usize).all(|i| {
                    let (row, column) = (i / 8, i % 8);
                    let inside = (x + column * side, y + row * side);
                    inside.0 < picture.width
                        && inside.1 < picture.height
                        && Some(picture.at(inside.0, inside.1)) == scheme.at(&grid, i)
                })
            };
            let found = (0..picture.height).any(|y| (0..picture.width).any(|x| area(x, y)));
            assert!(found, "{colour:?} {cell} {scale}");
        }
    }
}

#[test]
fn large_tables_are_quick() {
    let grid = nim(2000);
    let scheme = Scheme::new(&grid, Colour::Value, Theme::Light);
    let picture = Picture::read(&figure(&grid, &scheme, Size::default(), false).png().expect("a picture"));
    assert!(picture.width > 2000 && picture.height > 2000);
    // The lost diagonal is thicker than its pixels.
    assert!(picture.count(palette::LOST) > 3000);
    let svg = figure(&grid, &scheme, Size::default(), false).svg().expect("a picture");
    assert!(svg.contains("href=\"data:image/png;base64,") && svg.len() < 20_000_000);
    let size = Size { cell: Some(40), scale: Some(1) };
    assert!(matches!(figure(&grid, &scheme, size, false).png(), Err(PlotError::Large { .. })));
}

/// Names of tags in order, `/name` for closing ones; panics where the text is not well formed.
fn tags(svg: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a lone > in {:?}", &rest[..at]);
        let end = rest.find('>').expect("a tag that ends");
        let tag = &rest[at + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default().to_string();
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes of <{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_deref(), Some(name.as_str()));
        } else if !tag.ends_with('/') {
            open.push(name.clone());
        }
        out.push(name);
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} are open");
    out
}

#[test]
fn svg_is_well_formed_and_says_what_it_shows() {
    for (side, lost) in [(8, false), (8, true), (64, true), (200, false)] {
        let grid = nim(side);
        let scheme = Scheme::new(&grid, Colour::Mod(5), Theme::Light);
        let svg = figure(&grid, &scheme, Size::default(), lost).svg().expect("a picture");
        let tags = tags(&svg);
        assert_eq!(tags.first().map(String::as_str), Some("svg"));
        for tag in ["title", "desc", "text"] {
            assert!(tags.iter().any(|t| t == tag), "{side}: no <{tag}>");
        }
        assert_eq!(tags.iter().any(|t| t == "image"), side == 200, "{side}");
        assert_eq!(
            svg.matches("<circle").count(),
            if lost { if side == 8 { 1 } else { side + 1 } } else { 0 },
            "{side}"
        );
        assert!(svg.contains("role=\"img\"") && svg.contains("Nim &lt;2&gt; &amp; &quot;friends&quot;"));
    }
}

/// A strip is broken into lines; what is not solved or no position is drawn as such.
#[test]
fn strips_and_gaps() {
    let values: Vec<i64> = (0..30).map(|n| n % 5).collect();
    let mut marks: Vec<Mark> = values.iter().map(|v| if *v == 0 { Mark::Lost } else { Mark::Won }).collect();
    marks[7] = Mark::Unknown;
    marks[8] = Mark::Nothing;
    let grid = Grid { axes: vec![axis("n", 30)], values, marks, outcomes_only: false, lost_apart: true };
    let places = Places::new(&grid, 12);
    assert_eq!((places.across, places.down), (12, 3));
    assert_eq!((places.row(&grid, 2), places.column(&grid, 5)), ("24".into(), "+5".into()));
    assert_eq!(places.cell(6, 2), None);
    let scheme = Scheme::new(&grid, Colour::Value, Theme::Light);
    assert_eq!(scheme.at(&grid, 8), None);
    assert_eq!(scheme.at(&grid, 5), Some(palette::LOST));
    assert_ne!(scheme.at(&grid, 7), scheme.at(&grid, 6));
    let size = Size { cell: Some(10), scale: Some(1) };
    let picture = Picture::read(&figure(&grid, &scheme, size, false).png().expect("a picture"));
    // Six lost cells of 10 x 10, and the swatch of the legend.
    assert_eq!(picture.count(palette::LOST), 6 * 100 + 144);
}
