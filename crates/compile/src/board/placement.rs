//! Placement games: every move fills open cells for good, and what others fill can stop it but never make it possible (strong
//! placement games; S. Faridi, S. Huntemann and R. J. Nowakowski 2019).
//!
//! Then a position is the set of moves that can still be made: a move takes out of it all moves that its cells stop. Moves
//! of which none stops the other are independent. Where what stops what depends on how moves lie to each other alone, a
//! part is the same in every place, and perhaps turned.

use super::symmetry::permutations;
use super::{Board, Ground, Reads, Turn, Way};
use rustc_hash::{FxHashMap, FxHashSet};

/// A board as the set of its moves.
#[derive(Clone, Debug)]
pub struct Placement {
    /// When each move can be made, the moves of the first player first.
    pub reads: Vec<Reads>,
    /// Where the moves of the second player begin; the first has them all if both have the same.
    pub second: usize,
    /// The moves that each move stops, itself too.
    pub stops: Vec<Vec<u32>>,
    /// The bit of each move; on a grid where parts may be moved its place in a plane for each kind of move.
    pub bits: Vec<u32>,
    /// How many planes there are, where parts may be moved.
    pub planes: Option<u32>,
    /// Which move each move becomes, if it fits, and whether the players change places.
    pub maps: Vec<(Vec<Option<u32>>, bool)>,
}

/// What a move puts where, seen from the corner of the box around it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    player: usize,
    cells: Vec<((usize, usize), u32)>,
    sides: (usize, usize),
}

impl Kind {
    /// The kind of a move, and where the corner is.
    fn of(player: usize, m: &Ground, columns: usize) -> (Kind, (usize, usize)) {
        let at = |cell: u32| (cell as usize / columns, cell as usize % columns);
        let places = || m.writes.iter().map(|(cell, _)| at(*cell));
        let top = places().map(|p| p.0).min().unwrap_or(0);
        let left = places().map(|p| p.1).min().unwrap_or(0);
        let height = places().map(|p| p.0 - top + 1).max().unwrap_or(0);
        let width = places().map(|p| p.1 - left + 1).max().unwrap_or(0);
        let cells = m.writes.iter().map(|(cell, v)| ((at(*cell).0 - top, at(*cell).1 - left), *v)).collect();
        (Kind { player, cells, sides: (height, width) }, (top, left))
    }

    fn seen(&self, way: &Way) -> Kind {
        let place = |p: (usize, usize)| way.turn.place(p, self.sides);
        let mut cells: Vec<_> =
            self.cells.iter().map(|(p, v)| (place(*p), way.values[*v as usize])).collect();
        cells.sort_unstable();
        let (height, width) = self.sides;
        let sides = if way.turn.across { (width, height) } else { (height, width) };
        Kind { player: self.player ^ usize::from(way.swaps), cells, sides }
    }
}

/// Moves on a grid by kind and place.
struct Grid {
    sides: (usize, usize),
    kinds: Vec<Kind>,
    /// The kind and the corner of each move.
    places: Vec<(usize, (usize, usize))>,
    /// Whether a move stops another, by their kinds and how far apart they are.
    stops: FxHashMap<(usize, usize, isize, isize), bool>,
}

fn apart(a: (usize, usize), b: (usize, usize)) -> (isize, isize) {
    (b.0 as isize - a.0 as isize, b.1 as isize - a.1 as isize)
}

impl Grid {
    fn of(board: &Board, stops: &[Vec<u32>]) -> Option<Grid> {
        let sides = board.sides()?;
        let (mut kinds, mut places, mut seen) = (Vec::new(), Vec::new(), FxHashSet::default());
        for (player, moves) in board.moves.iter().enumerate() {
            for m in moves {
                let (kind, corner) = Kind::of(player, m, sides.1);
                let k = kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                    kinds.push(kind);
                    kinds.len() - 1
                });
                // Two moves that differ in what they need alone have no place of their own.
                if !seen.insert((k, corner)) {
                    return None;
                }
                places.push((k, corner));
            }
        }
        let fits = |kind: &Kind| (sides.0 + 1 - kind.sides.0) * (sides.1 + 1 - kind.sides.1);
        let everywhere = |k: usize| places.iter().filter(|p| p.0 == k).count() == fits(&kinds[k]);
        if !(0..kinds.len()).all(everywhere) {
            return None;
        }
        let mut by_place = FxHashMap::default();
        for (i, (k, at)) in places.iter().enumerate() {
            for (j, (l, other)) in places.iter().enumerate() {
                let (down, right) = apart(*at, *other);
                let stopped = stops[i].contains(&(j as u32));
                if *by_place.entry((*k, *l, down, right)).or_insert(stopped) != stopped {
                    return None;
                }
            }
        }
        Some(Grid { sides, kinds, places, stops: by_place })
    }

    /// The kind that each kind is in some way; `None` inside where it does not fit, outside where it is no move.
    fn kinds_in(&self, way: &Way) -> Option<Vec<Option<usize>>> {
        let of = |kind: &Kind| {
            let seen = kind.seen(way);
            let fits = seen.sides.0 <= self.sides.0 && seen.sides.1 <= self.sides.1;
            match self.kinds.iter().position(|known| *known == seen) {
                Some(k) => Some(Some(k)),
                None if !fits => Some(None),
                None => None,
            }
        };
        self.kinds.iter().map(of).collect()
    }

    /// Does a move stop another whenever it does so in some way?
    fn stays(&self, way: &Way, kinds: &[Option<usize>]) -> bool {
        // Far from the edges, so that nothing is below zero.
        let side = 2 * (self.sides.0 + self.sides.1);
        let seen = |k: usize, at: (usize, usize)| {
            let (height, width) = self.kinds[k].sides;
            let r = if way.turn.rows { side - height - at.0 } else { at.0 };
            let c = if way.turn.columns { side - width - at.1 } else { at.1 };
            if way.turn.across { (c, r) } else { (r, c) }
        };
        let base = (self.sides.0, self.sides.1);
        self.stops.iter().all(|((k, l, down, right), stopped)| {
            let (Some(a), Some(b)) = (kinds[*k], kinds[*l]) else { return true };
            let other = (base.0.wrapping_add_signed(*down), base.1.wrapping_add_signed(*right));
            let (down, right) = apart(seen(*k, base), seen(*l, other));
            self.stops.get(&(a, b, down, right)).is_none_or(|known| known == stopped)
        })
    }

    fn map(&self, way: &Way, kinds: &[Option<usize>]) -> Vec<Option<u32>> {
        let index: FxHashMap<(usize, (usize, usize)), u32> =
            self.places.iter().enumerate().map(|(i, place)| (*place, i as u32)).collect();
        let to = |(k, at): &(usize, (usize, usize))| {
            let corner = way.turn.carry(*at, self.kinds[*k].sides, self.sides)?;
            index.get(&(kinds[*k]?, corner)).copied()
        };
        self.places.iter().map(to).collect()
    }
}

impl Board {
    /// The board as a set of moves, if moves only fill open cells and are only stopped; words have at most so many bits.
    pub fn placement(&self, most: usize) -> Option<Placement> {
        let values = self.cells[0].values.len() as u32;
        let same = self.cells.iter().all(|cell| cell.values == self.cells[0].values);
        let decided = self.areas.is_some() || self.endings.iter().any(|ends| !ends.is_empty());
        if !same || decided {
            return None;
        }
        let moves: Vec<&Ground> = self.moves.iter().flatten().collect();
        let fills = |open: u32| {
            let only = |m: &Ground, cell: u32| m.reads.contains(&(cell, 1 << open));
            moves.iter().all(|m| {
                !m.writes.is_empty()
                    && m.reads.iter().all(|(_, set)| set & 1 << open != 0)
                    && m.writes.iter().all(|(cell, v)| *v != open && only(m, *cell))
            })
        };
        let open = (0..values).find(|v| fills(*v))?;
        let stops: Vec<Vec<u32>> = moves.iter().map(|m| stopped_by(m, &moves)).collect();
        let reads = moves.iter().map(|m| m.reads.clone()).collect();
        let second = if self.moves.len() > 1 { self.moves[0].len() } else { moves.len() };
        let grid = Grid::of(self, &stops).filter(|grid| grid.kinds.len() * self.cells.len() <= most);
        let (bits, planes, maps) = match grid {
            Some(grid) => {
                let cell = |(k, (r, c)): &(usize, (usize, usize))| {
                    (k * self.cells.len() + r * grid.sides.1 + c) as u32
                };
                let bits = grid.places.iter().map(cell).collect();
                (bits, Some(grid.kinds.len() as u32), self.turned(&grid, open))
            }
            None if moves.len() <= most => ((0..moves.len() as u32).collect(), None, self.fixed(&moves)),
            None => return None,
        };
        Some(Placement { reads, second, stops, bits, planes, maps })
    }

    fn turned(&self, grid: &Grid, open: u32) -> Vec<(Vec<Option<u32>>, bool)> {
        let mut maps = Vec::new();
        let exchanges = permutations(self.cells[0].values.len());
        for values in exchanges.iter().filter(|values| values[open as usize] == open) {
            for swaps in [false, true].into_iter().take(self.moves.len()) {
                for turn in Turn::all() {
                    let way = Way { turn, values: values.clone(), swaps };
                    if let Some(kinds) = grid.kinds_in(&way).filter(|kinds| grid.stays(&way, kinds)) {
                        maps.push((grid.map(&way, &kinds), swaps));
                    }
                }
            }
        }
        maps
    }

    fn fixed(&self, moves: &[&Ground]) -> Vec<(Vec<Option<u32>>, bool)> {
        let first = self.moves[0].len();
        let player = |i: usize| usize::from(self.moves.len() > 1 && i >= first);
        let key = |m: &Ground, player: usize| (player, m.clone());
        let index: FxHashMap<(usize, Ground), u32> =
            moves.iter().enumerate().map(|(i, m)| (key(m, player(i)), i as u32)).collect();
        let mut maps = Vec::new();
        for map in self.symmetries(true).maps {
            let set = |set: u32| {
                let all = map.values.iter().enumerate().filter(|(v, _)| set & 1 << v != 0);
                all.fold(0, |set, (_, to)| set | 1_u32 << to)
            };
            let to = |(i, m): (usize, &&Ground)| {
                let mut seen = m.moved(|cell| map.cells[cell as usize]);
                seen.reads.iter_mut().for_each(|(_, read)| *read = set(*read));
                seen.writes.iter_mut().for_each(|(_, v)| *v = map.values[*v as usize]);
                index.get(&(player(i) ^ usize::from(map.swaps), seen)).copied()
            };
            let all: Option<Vec<u32>> = moves.iter().enumerate().map(to).collect();
            maps.extend(all.map(|all| (all.into_iter().map(Some).collect(), map.swaps)));
        }
        maps
    }
}

/// The moves that a move stops.
fn stopped_by(m: &Ground, moves: &[&Ground]) -> Vec<u32> {
    let stops = |other: &Ground| {
        m.writes.iter().any(|(cell, v)| other.reads.iter().any(|(c, set)| c == cell && set & 1 << v == 0))
    };
    moves.iter().enumerate().filter(|(_, other)| stops(other)).map(|(i, _)| i as u32).collect()
}
