//! The colours, the one place for them. They are the page's: a test compares them with `web/src/table/colours.ts`.
//!
//! Lost positions are orange on a ramp of blues that changes in lightness alone; residues have a palette of eight whose
//! entries differ in lightness as well as in hue. Both can be told apart with any kind of colour blindness and in grey.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(text: &str) -> Rgb {
        const fn digit(c: u8) -> u8 {
            match c {
                b'0'..=b'9' => c - b'0',
                b'a'..=b'f' => c - b'a' + 10,
                _ => panic!("a colour is # and six digits 0-9 a-f"),
            }
        }
        let b = text.as_bytes();
        assert!(b.len() == 7 && b[0] == b'#', "a colour is # and six digits 0-9 a-f");
        Rgb(digit(b[1]) * 16 + digit(b[2]), digit(b[3]) * 16 + digit(b[4]), digit(b[5]) * 16 + digit(b[6]))
    }

    /// `#e07b26`
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour a part `t` (0 to 1) of the way to another.
    pub fn towards(self, other: Rgb, t: f32) -> Rgb {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t.clamp(0.0, 1.0)).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How light it looks, 0 to 255.
    pub fn lightness(self) -> f32 {
        0.299 * f32::from(self.0) + 0.587 * f32::from(self.1) + 0.114 * f32::from(self.2)
    }

    /// Black or white, whichever is easier to read on it.
    pub fn ink(self) -> Rgb {
        if self.lightness() > 140.0 { INK } else { WHITE }
    }
}

/// Light or dark paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For print and most screens.
    #[default]
    Light,
    /// For dark screens.
    Dark,
}

/// Lost positions.
pub const LOST: Rgb = Rgb::hex("#e07b26");
const INK: Rgb = Rgb::hex("#10151d");
const WHITE: Rgb = Rgb::hex("#ffffff");

const LIGHT_RAMP: [Rgb; 6] = [
    Rgb::hex("#dfe9ec"),
    Rgb::hex("#a9cbd8"),
    Rgb::hex("#659fbe"),
    Rgb::hex("#2f6f9e"),
    Rgb::hex("#1c4674"),
    Rgb::hex("#14264a"),
];
const DARK_RAMP: [Rgb; 6] = [
    Rgb::hex("#1d2a36"),
    Rgb::hex("#234a63"),
    Rgb::hex("#2f7195"),
    Rgb::hex("#559cbd"),
    Rgb::hex("#94c7dc"),
    Rgb::hex("#d9eef5"),
];
const DRAWN_LIGHT: Rgb = Rgb::hex("#b9b4a3");
const DRAWN_DARK: Rgb = Rgb::hex("#6b675c");
const RESIDUES: [Rgb; 8] = [
    Rgb::hex("#e07b26"),
    Rgb::hex("#2d75b6"),
    Rgb::hex("#f1d26b"),
    Rgb::hex("#4b3d86"),
    Rgb::hex("#7fcdbb"),
    Rgb::hex("#8a2b52"),
    Rgb::hex("#c3c8cf"),
    Rgb::hex("#3b3f46"),
];
const RESIDUES_DARK: [Rgb; 8] = [
    Rgb::hex("#e88a3c"),
    Rgb::hex("#4a93d6"),
    Rgb::hex("#f3dc8a"),
    Rgb::hex("#7d6cc4"),
    Rgb::hex("#8ad8c6"),
    Rgb::hex("#c05a82"),
    Rgb::hex("#d8dbe0"),
    Rgb::hex("#5d636d"),
];

impl Theme {
    /// The paper.
    pub fn paper(self) -> Rgb {
        match self {
            Theme::Light => WHITE,
            Theme::Dark => Rgb::hex("#10161d"),
        }
    }

    /// Text.
    pub fn ink(self) -> Rgb {
        match self {
            Theme::Light => INK,
            Theme::Dark => Rgb::hex("#eef2f5"),
        }
    }

    /// Text of less importance, and ticks.
    pub fn faint(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex("#5c6672"),
            Theme::Dark => Rgb::hex("#9aa6b2"),
        }
    }

    /// Places without a position.
    pub fn empty(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex("#f6f7f8"),
            Theme::Dark => Rgb::hex("#171e26"),
        }
    }

    /// Drawn positions.
    pub fn drawn(self) -> Rgb {
        match self {
            Theme::Light => DRAWN_LIGHT,
            Theme::Dark => DRAWN_DARK,
        }
    }

    /// Won positions, where only outcomes are shown.
    pub fn won(self) -> Rgb {
        self.ramp(0.24)
    }

    /// The ramp at `t` from 0 to 1.
    pub fn ramp(self, t: f32) -> Rgb {
        let stops = match self {
            Theme::Light => &LIGHT_RAMP,
            Theme::Dark => &DARK_RAMP,
        };
        let x = t.clamp(0.0, 1.0) * (stops.len() - 1) as f32;
        let i = (x as usize).min(stops.len() - 2);
        stops[i].towards(stops[i + 1], x - i as f32)
    }

    /// The colour of a residue: from the palette up to eight, along the ramp beyond.
    pub fn residue(self, r: u32, p: u32) -> Rgb {
        let palette = match self {
            Theme::Light => &RESIDUES,
            Theme::Dark => &RESIDUES_DARK,
        };
        match palette.get(r as usize) {
            Some(colour) if p as usize <= palette.len() => *colour,
            _ if r == 0 => LOST,
            _ => self.ramp((r.saturating_sub(1)) as f32 / p.saturating_sub(2).max(1) as f32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has the same colours.
    #[test]
    fn the_page_has_the_same_colours() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/table/colours.ts");
        let text = std::fs::read_to_string(file).expect("the page's colours");
        let list = |name: &str| {
            let line = text.lines().find(|l| l.contains(&format!("const {name}"))).expect(name);
            line.split('"').filter(|s| s.starts_with('#')).map(str::to_string).collect::<Vec<_>>()
        };
        let ours = |colours: &[Rgb]| colours.iter().map(|c| c.css()).collect::<Vec<_>>();
        assert_eq!(list("LIGHT_RAMP"), ours(&LIGHT_RAMP));
        assert_eq!(list("DARK_RAMP"), ours(&DARK_RAMP));
        assert_eq!(list("LOST"), ours(&[LOST]));
        assert_eq!(list("DRAWN_LIGHT"), ours(&[DRAWN_LIGHT]));
        assert_eq!(list("DRAWN_DARK"), ours(&[DRAWN_DARK]));
        assert_eq!(list("RESIDUES ="), ours(&RESIDUES));
        assert_eq!(list("RESIDUES_DARK"), ours(&RESIDUES_DARK));
    }

    /// Neighbouring steps of a ramp differ in lightness, always in the same direction; so grey prints can be read.
    #[test]
    fn ramps_run_in_lightness() {
        for (theme, sign) in [(Theme::Light, -1.0), (Theme::Dark, 1.0)] {
            let steps: Vec<f32> = (0..=20).map(|i| theme.ramp(i as f32 / 20.0).lightness()).collect();
            assert!(steps.windows(2).all(|w| (w[1] - w[0]) * sign > 0.0), "{theme:?} {steps:?}");
        }
    }
}
