//! Thermographs: how the stops of a game move when every move is taxed (On Numbers and Games, chapter 9; Winning Ways, chapter 6).
//!
//! At tax t Left's wall is the best of the right walls of Left's options, less t, and Right's the other way round. Where the
//! walls meet is the temperature; there stands the mast, at the mean. Walls are piecewise linear, go straight up or at
//! 45 degrees, and turn at dyadic places, so everything is exact. We draw from tax 0 on, where walls are the stops.

use crate::dyadic::Dyadic;
use crate::store::{Value, Values};
use bouton_budget::Halt;
use std::sync::Arc;

/// A point of a wall: a tax, and the value there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The tax.
    pub tax: Dyadic,
    /// The value.
    pub at: Dyadic,
}

/// The walls and the mast of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// Where the left wall turns, from tax 0 to the temperature.
    pub left: Vec<Point>,
    /// Where the right wall turns.
    pub right: Vec<Point>,
    /// From here on nobody wants to move. Below 0 for numbers: -1 for integers, -1/2 for halves and so on.
    pub temperature: Dyadic,
    /// The place of the mast: what a copy of the game is worth when there are many.
    pub mean: Dyadic,
}

impl Thermograph {
    fn mast(at: Dyadic, temperature: Dyadic) -> Thermograph {
        let wall = vec![Point { tax: Dyadic::ZERO, at: at.clone() }];
        Thermograph { left: wall.clone(), right: wall, temperature, mean: at }
    }
}

/// A piecewise linear line from tax 0 up: places where it turns, and straight up behind the last.
type Wall = Vec<Point>;

/// The value of a wall at a tax.
fn at(wall: &[Point], tax: &Dyadic) -> Dyadic {
    let after = wall.partition_point(|point| point.tax <= *tax);
    let before = &wall[after.saturating_sub(1)];
    let Some(next) = wall.get(after) else { return before.at.clone() };
    // Straight up, or at 45 degrees to either side.
    let way = tax - &before.tax;
    match before.at.cmp(&next.at) {
        std::cmp::Ordering::Equal => before.at.clone(),
        std::cmp::Ordering::Less => &before.at + &way,
        std::cmp::Ordering::Greater => &before.at - &way,
    }
}

/// The taxes at which either of two walls turns, in order.
fn turns(a: &[Point], b: &[Point]) -> Vec<Dyadic> {
    let mut taxes = a.iter().chain(b).map(|point| point.tax.clone()).collect::<Vec<_>>();
    taxes.sort();
    taxes.dedup();
    taxes
}

/// The greater, or the lesser, of two walls everywhere. Both lean the same way or not at all, so where they cross the
/// distance shrinks by 1 for each unit of tax.
fn outermost(a: &[Point], b: &[Point], greater: bool) -> Wall {
    let mut wall: Wall = Vec::new();
    let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
    let pick = |x: &Dyadic, y: &Dyadic| if (x > y) == greater { x.clone() } else { y.clone() };
    for tax in turns(a, b) {
        let (x, y) = (at(a, &tax), at(b, &tax));
        if let Some((last, x0, y0)) = before {
            let (d0, d1) = (&x0 - &y0, &x - &y);
            if d0.signum() * d1.signum() < 0 {
                let way = if d0.signum() > 0 { d0 } else { -&d0 };
                let cross = &last + &way;
                let place = at(a, &cross);
                wall.push(Point { tax: cross, at: place });
            }
        }
        wall.push(Point { tax: tax.clone(), at: pick(&x, &y) });
        before = Some((tax, x, y));
    }
    straightened(wall)
}

/// Without the points at which nothing turns.
fn straightened(wall: Wall) -> Wall {
    let slope = |a: &Point, b: &Point| a.at.cmp(&b.at);
    let mut kept: Wall = Vec::new();
    for point in wall {
        if let [.., a, b] = &kept[..]
            && slope(a, b) == slope(b, &point)
        {
            kept.pop();
        }
        kept.push(point);
    }
    while let [.., a, b] = &kept[..]
        && a.at == b.at
    {
        kept.pop();
    }
    kept
}

/// The walls of a game from the scaffolds: what its options' walls allow before the tax of this move.
fn close(lefts: &[Point], rights: &[Point]) -> Thermograph {
    let mut taxes = turns(lefts, rights);
    let last = taxes[taxes.len() - 1].clone();
    let gap = |tax: &Dyadic| {
        let double = tax + tax;
        &(&at(lefts, tax) - &at(rights, tax)) - &double
    };
    // Behind the last turn the scaffolds close by 2 for each unit of tax.
    let end = &last + &gap(&last).half();
    if end > last {
        taxes.push(end);
    }
    let (mut left, mut right) = (Wall::new(), Wall::new());
    let mut temperature = Dyadic::ZERO;
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for tax in taxes {
        let here = gap(&tax);
        let meets = here.signum() <= 0;
        let tax = match before {
            // Between two turns the gap closes by 1 or 2 for each unit of tax.
            Some((from, open)) if here.signum() < 0 => {
                let (way, closed) = (&tax - &from, &open - &here);
                let step = if closed > way { open.half() } else { open };
                &from + &step
            }
            _ => tax,
        };
        left.push(Point { at: &at(lefts, &tax) - &tax, tax: tax.clone() });
        right.push(Point { at: &at(rights, &tax) + &tax, tax: tax.clone() });
        temperature = tax.clone();
        if meets {
            break;
        }
        before = Some((tax, here));
    }
    let mean = left[left.len() - 1].at.clone();
    Thermograph { left: straightened(left), right: straightened(right), temperature, mean }
}

impl Values {
    /// The thermograph.
    pub fn thermograph(&mut self, g: Value) -> Result<Arc<Thermograph>, Halt> {
        if let Some(known) = self.thermographs.get(&g) {
            return Ok(known.clone());
        }
        self.tick()?;
        let found = match self.as_simple(g) {
            Some(simple) if simple.is_number() => {
                Thermograph::mast(simple.number.clone(), -&simple.number.unit())
            }
            Some(simple) => Thermograph::mast(simple.number.clone(), Dyadic::ZERO),
            None => {
                let scaffold = |values: &mut Values, options: Vec<Value>, left: bool| -> Result<Wall, Halt> {
                    let mut wall: Option<Wall> = None;
                    for option in options {
                        let inner = values.thermograph(option)?;
                        let next = if left { &inner.right } else { &inner.left };
                        wall = Some(match wall {
                            None => next.clone(),
                            Some(wall) => outermost(&wall, next, left),
                        });
                    }
                    Ok(wall.unwrap_or_default())
                };
                let lefts = self.lefts(g)?;
                let lefts = scaffold(self, lefts, true)?;
                let rights = self.rights(g)?;
                let rights = scaffold(self, rights, false)?;
                close(&lefts, &rights)
            }
        };
        let found = Arc::new(found);
        self.thermographs.insert(g, found.clone());
        Ok(found)
    }
}
