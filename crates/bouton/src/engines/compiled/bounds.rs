//! How large the words of a compiled part can get: proved by the facts where they say so, guessed where they do not.

use crate::game::Game;
use bouton_compile::Universe;
use bouton_compile::growth::{Growth, ListGrowth};
use bouton_compile::program::{Cell, FieldLayout, Layout};
use bouton_language::interp::Part;
use bouton_language::rules::{Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// How much room words get that no fact bounds, and rows beyond their length at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Room {
    /// What the start needs.
    Tight,
    /// Twice that, and 24 bits for numbers that no fact bounds.
    Wide,
}

impl Room {
    fn twice(self, n: i128) -> i128 {
        match self {
            Room::Tight => n,
            Room::Wide => n.max(1).saturating_mul(2),
        }
    }
}

/// The lowest and the highest value of each word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// By word; of a letter, its number in the alphabet.
    pub(crate) words: Vec<(i64, i64)>,
    /// Which words are letters or names.
    pub(crate) named: Vec<bool>,
    /// The alphabet, with 0 for a place that is not used.
    pub(crate) letters: Vec<i64>,
}

impl Bounds {
    /// Bounds that hold these parts and, as far as the facts tell, all that follow from them.
    pub(crate) fn of(game: &Game, layout: &Layout, parts: &[Part], room: Room) -> Option<Bounds> {
        let rows: Vec<Vec<i64>> = parts
            .iter()
            .map(|part| {
                let mut words = vec![0; layout.width()];
                layout.write(part, &mut words).then_some(words)
            })
            .collect::<Option<_>>()?;
        let letters = alphabet(game, layout, &rows);
        let mut bounds =
            Bounds { words: vec![(0, 0); layout.width()], named: vec![false; layout.width()], letters };
        for (field, (place, growth)) in layout.fields().iter().zip(&game.facts().space.growth).enumerate() {
            let cells: Vec<i64> = rows.iter().flat_map(|words| place.cells(words)).copied().collect();
            let range = match (place.of(), place, growth) {
                (Cell::Flag, ..) => (0, 1),
                (Cell::Name, ..) => (0, bounds.letters.len() as i64 - 1),
                (_, FieldLayout::One { .. }, growth) => number(growth, parts, field, room)?,
                (_, _, Growth::List(growth)) => elements(growth, &cells, room)?,
                (_, _, Growth::Set { shrinks: false, universe: Some(all) }) => members(all, &cells)?,
                _ => guess(&cells, room),
            };
            // Places that are not used hold 0.
            let unused = (range.0.min(0), range.1.max(0));
            let no_longer = matches!(growth, Growth::List(g) if g.no_longer || g.same_length);
            let first = place.at();
            let all = first..first + place.width();
            match *place {
                FieldLayout::One { at, .. } => bounds.words[at] = range,
                FieldLayout::Row { fixed: true, .. } | FieldLayout::Grid { fixed: true, .. } => {
                    bounds.words[all.clone()].fill(range);
                }
                FieldLayout::Row { at, cap, .. } => {
                    let longest = rows.iter().map(|w| place.cells(w).len()).max().unwrap_or(0);
                    let most = if no_longer && room == Room::Tight { longest } else { cap };
                    bounds.words[at] = (0, most as i64);
                    bounds.words[at + 1..at + 1 + most].fill(unused);
                }
                FieldLayout::Grid { at, rows, cols, .. } => {
                    bounds.words[at] = (0, (rows * cols) as i64);
                    bounds.words[at + 1] = (0, (rows * cols) as i64);
                    bounds.words[at + 2..at + 2 + rows * cols].fill(unused);
                }
            }
            if place.of() == Cell::Name {
                let sizes = all.len() - cells_of(place);
                bounds.named[first + sizes..first + all.len()].fill(true);
            }
        }
        Some(bounds)
    }
}

/// How many words of a field are cells, not sizes.
fn cells_of(place: &FieldLayout) -> usize {
    match *place {
        FieldLayout::One { .. } => 1,
        FieldLayout::Row { cap, .. } => cap,
        FieldLayout::Grid { rows, cols, .. } => rows * cols,
    }
}

/// All letters and names that can stand in a field: those of the domains, of the parameters, and of the parts.
fn alphabet(game: &Game, layout: &Layout, rows: &[Vec<i64>]) -> Vec<i64> {
    let mut letters = vec![0];
    let named = layout.fields().iter().filter(|place| place.of() == Cell::Name);
    letters.extend(named.flat_map(|place| rows.iter().flat_map(|words| place.cells(words))).copied());
    let params = game.interp().params();
    for field in &game.rules().shape.fields {
        if let Some(RangeExpr::Of(Expr { kind, .. })) = &field.domain {
            let domain = match kind {
                ExprKind::Const(v) => Some(v),
                ExprKind::Param(i) => params.get(*i),
                _ => None,
            };
            match domain {
                // As a domain a string stands for its letters, not for a name.
                Some(Value::Text(all)) => letters.extend(all.chars().map(|c| i64::from(u32::from(c)))),
                Some(v) => collect(v, layout, &mut letters),
                None => {}
            }
        }
    }
    letters.sort_unstable();
    letters.dedup();
    letters
}

fn collect(v: &Value, layout: &Layout, letters: &mut Vec<i64>) {
    match v {
        Value::Text(t) => letters.extend(layout.name(t)),
        Value::List(items) | Value::Set(items) => items.iter().for_each(|v| collect(v, layout, letters)),
        Value::Graph(g) => g.nodes().iter().for_each(|v| collect(v, layout, letters)),
        _ => {}
    }
}

fn fits(low: i128, high: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}

/// The range of a number.
fn number(growth: &Growth, parts: &[Part], field: usize, room: Room) -> Option<(i64, i64)> {
    let at = |part: &Part, field: usize| part.get(field).and_then(Value::as_int);
    let values = parts.iter().map(|p| at(p, field)).collect::<Option<Vec<i64>>>()?;
    let (least, most) = (i128::from(*values.iter().min()?), i128::from(*values.iter().max()?));
    match growth {
        Growth::Falls(low) => fits(least.min(*low), room.twice(most)),
        Growth::Within(low, high) => fits(least.min(*low), most.max(*high)),
        Growth::AtMost { low, other, factor, plus } => {
            let mut high = most;
            for part in parts {
                let reach = room.twice(at(part, *other)?.into());
                high = high.max(factor.checked_mul(reach)?.checked_add(*plus)?);
            }
            fits(least.min(*low), high)
        }
        Growth::Walks(graph) => {
            let nodes = graph.nodes().iter().map(Value::as_int).collect::<Option<Vec<i64>>>()?;
            Some((*nodes.iter().min()?, *nodes.iter().max()?))
        }
        _ => Some(guess(&values, room)),
    }
}

/// The range of the elements of a row, bag, word or grid of numbers.
fn elements(growth: &ListGrowth, cells: &[i64], room: Room) -> Option<(i64, i64)> {
    let most = i128::from(cells.iter().copied().max().unwrap_or(0));
    match growth {
        ListGrowth { low: Some(low), values: Some(count), .. } => fits(*low, low + count - 1),
        ListGrowth { low: Some(low), elements_fall: true, .. } => fits(*low, room.twice(most)),
        ListGrowth { low: Some(low), total_falls: true, .. } if *low >= 0 => {
            fits(*low, room.twice(cells.iter().map(|&v| i128::from(v)).sum()))
        }
        _ => Some(guess(cells, room)),
    }
}

/// The range of the elements of a set of numbers that stays in a universe.
fn members(all: &Universe, cells: &[i64]) -> Option<(i64, i64)> {
    let (low, high) = match all {
        Universe::Range(low, high) => (*low, *high),
        Universe::Nodes(graph) => {
            let nodes = graph.nodes().iter().map(Value::as_int).collect::<Option<Vec<i64>>>()?;
            (*nodes.iter().min()?, *nodes.iter().max()?)
        }
    };
    let least = cells.iter().copied().min().unwrap_or(low);
    let most = cells.iter().copied().max().unwrap_or(high);
    Some((low.min(least), high.max(most)))
}

/// A range for values that no fact bounds.
fn guess(values: &[i64], room: Room) -> (i64, i64) {
    const FAR: i64 = 1 << 23;
    let least = values.iter().copied().min().unwrap_or(0);
    let most = values.iter().copied().max().unwrap_or(0);
    match room {
        Room::Tight => (least.min(0), most.max(1)),
        Room::Wide => (least.min(-FAR), most.max(FAR - 1)),
    }
}
