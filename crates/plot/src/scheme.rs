//! Which colour a cell has, and what the legend says of it.

use crate::grid::{Grid, Mark};
use crate::palette::{LOST, Rgb, Theme};
use std::collections::BTreeSet;

/// By what cells are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// By number, along a ramp; lost positions apart.
    #[default]
    Value,
    /// By residue.
    Mod(u32),
    /// By who wins.
    Outcome,
}

/// An entry of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Lost positions.
    Lost,
    /// Won positions.
    Won,
    /// Drawn positions.
    Drawn,
    /// Cells that were not solved.
    Unknown,
    /// This residue.
    Residue(u32),
    /// This number.
    Value(i64),
}

/// The colours of one grid.
#[derive(Clone, Debug)]
pub struct Scheme {
    colour: Colour,
    theme: Theme,
    low: i64,
    high: i64,
    /// Entries of the legend with their colours.
    pub keys: Vec<(Rgb, Key)>,
    /// The legend also shows the ramp from the first number to the second.
    pub ramp: Option<(i64, i64)>,
    lost_apart: bool,
}

/// A legend does not list more residues than this.
const RESIDUES: u32 = 16;

/// Numbers that lie this close together are listed one by one.
const FEW: i64 = 11;

impl Scheme {
    /// The colours of a grid.
    pub fn new(grid: &Grid, colour: Colour, theme: Theme) -> Scheme {
        let colour = if grid.outcomes_only { Colour::Outcome } else { colour };
        let (low, high) = grid.extent().unwrap_or((0, 0));
        let has = |mark: Mark| grid.marks.contains(&mark);
        let mut keys = Vec::new();
        let lost_apart = grid.lost_apart && colour != Colour::Outcome;
        let mut ramp = None;
        match colour {
            Colour::Mod(p) => {
                keys.extend((0..p.min(RESIDUES)).map(|r| (theme.residue(r, p), Key::Residue(r))));
                if p > RESIDUES {
                    keys.truncate(1);
                    ramp = Some((1, i64::from(p) - 1));
                }
            }
            Colour::Outcome => {
                keys.push((LOST, Key::Lost));
                keys.push((theme.won(), Key::Won));
            }
            Colour::Value => {
                if lost_apart && has(Mark::Lost) {
                    keys.push((LOST, Key::Lost));
                }
                if high.saturating_sub(low) <= FEW {
                    keys.extend(
                        few(grid, lost_apart)
                            .into_iter()
                            .map(|v| (rooted(theme, v as f64, low, high), Key::Value(v))),
                    );
                } else {
                    ramp = Some((low, high));
                }
            }
        }
        if has(Mark::Drawn) && !matches!(colour, Colour::Mod(_)) {
            keys.push((theme.drawn(), Key::Drawn));
        }
        if has(Mark::Unknown) {
            keys.push((unknown(theme), Key::Unknown));
        }
        Scheme { colour, theme, low, high, keys, ramp, lost_apart }
    }

    /// The colour of a cell; `None` where there is no position.
    pub fn at(&self, grid: &Grid, cell: usize) -> Option<Rgb> {
        let (mark, value) = (grid.mark(cell), grid.value(cell));
        Some(match (mark, self.colour) {
            (Mark::Nothing, _) => return None,
            (Mark::Unknown, _) => unknown(self.theme),
            (Mark::Lost, Colour::Outcome) => LOST,
            (Mark::Won | Mark::Plain, Colour::Outcome) => self.theme.won(),
            (Mark::Drawn, Colour::Outcome) => self.theme.drawn(),
            (Mark::Lost, Colour::Value) if self.lost_apart => LOST,
            (_, Colour::Value) => value.map_or(self.theme.drawn(), |v| self.shade(v)),
            (_, Colour::Mod(p)) => match value {
                Some(v) => self.theme.residue(v.rem_euclid(i64::from(p.max(1))) as u32, p),
                None => self.theme.drawn(),
            },
        })
    }

    /// The colour of a number on the ramp. Most numbers of a table are small; a root spreads them.
    pub fn shade(&self, value: i64) -> Rgb {
        self.shade_at(value as f64)
    }

    /// The same between numbers, for the legend.
    pub(crate) fn shade_at(&self, value: f64) -> Rgb {
        let (low, high) = self.ramp.unwrap_or((self.low, self.high));
        match self.colour {
            Colour::Mod(_) => {
                let t = (value - low as f64) / ((high - low) as f64).max(1.0);
                self.theme.ramp(t as f32)
            }
            _ => rooted(self.theme, value, low, high),
        }
    }

    /// By what cells are coloured.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The paper.
    pub fn theme(&self) -> Theme {
        self.theme
    }
}

/// The ramp by the root of where a number lies between two others.
fn rooted(theme: Theme, value: f64, low: i64, high: i64) -> Rgb {
    let (low, high) = (low as f64, high as f64);
    let t = (value - low) / (high - low).max(1.0);
    theme.ramp(t.max(0.0).sqrt() as f32)
}

/// The numbers that have a colour of the ramp.
fn few(grid: &Grid, lost_apart: bool) -> BTreeSet<i64> {
    let shaded = (0..grid.len()).filter(|c| !(lost_apart && grid.mark(*c) == Mark::Lost));
    shaded.filter_map(|c| grid.value(c)).collect()
}

fn unknown(theme: Theme) -> Rgb {
    theme.empty().towards(theme.faint(), 0.35)
}
