//! Symmetries of a board: permutations of its cells, perhaps with an exchange of values and of the players, that take
//! every move to a move and every ending to an ending.
//!
//! They are found, not guessed from the shape: cells are told apart by the moves they take part in, cells that look alike are
//! tried for each other, and what is left is compared move by move (individualisation and refinement; McKay 1981). So the turns of
//! a square, the mirror image of a row, and equal nodes of a graph come out of the same search.

use super::{Board, Reads};
use bouton_language::ast::Verdict;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// A symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Where each cell goes.
    pub cells: Vec<u32>,
    /// What each value becomes, by its number.
    pub values: Vec<u32>,
    /// The players change places.
    pub swaps: bool,
}

/// The symmetries of a board, without the one that changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// Each with its cells, values and players.
    pub maps: Vec<Map>,
}

/// As many are looked for of one kind.
const MOST_MAPS: usize = 16;
/// Moves and cases that one search may go through, all its trials together.
const MOST_LOOKED: usize = 400_000;
/// Values whose exchanges are tried.
const MOST_EXCHANGED: usize = 4;

/// A move or a case of an ending, as cells that play parts in it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Edge {
    /// Which player, what is gained, or which ending.
    label: (u8, u32, i64, bool),
    /// Each cell with the values read, and the value written if any; rising by cell.
    cells: Vec<(u32, u32, u32)>,
}

/// Nothing is written.
const UNWRITTEN: u32 = u32::MAX;

impl Board {
    /// The symmetries; those that exchange the players only where everything else treats them alike.
    pub fn symmetries(&self, alike: bool) -> Symmetries {
        let own = self.edges(&identity(self.most_values()), false);
        let mut maps = search(self, &own, &own, MOST_MAPS);
        let fixed =
            Map { cells: identity(self.cells.len()), values: identity(self.most_values()), swaps: false };
        let mut found: Vec<Map> = Vec::new();
        let base: Vec<Map> = std::iter::once(fixed.clone())
            .chain(maps.drain(..).map(|cells| Map { cells, ..fixed.clone() }).filter(|m| *m != fixed))
            .collect();
        let alike_cells = self.cells.iter().all(|c| c.values == self.cells[0].values);
        let exchanges =
            if alike_cells { permutations(self.most_values()) } else { vec![identity(self.most_values())] };
        for values in exchanges {
            for swaps in [false, true] {
                if (swaps && (!alike || self.moves.len() < 2)) || (values == fixed.values && !swaps) {
                    continue;
                }
                let changed = self.edges(&values, swaps);
                if let Some(cells) = search(self, &changed, &own, 1).pop() {
                    let with = |m: &Map| Map {
                        cells: m.cells.iter().map(|c| cells[*c as usize]).collect(),
                        values: values.clone(),
                        swaps,
                    };
                    found.extend(base.iter().map(with));
                }
            }
        }
        found.splice(0..0, base.into_iter().skip(1));
        found.truncate(4 * MOST_MAPS - 1);
        Symmetries { maps: found }
    }

    fn most_values(&self) -> usize {
        self.cells.iter().map(|c| c.values.len()).max().unwrap_or(0)
    }

    /// Moves and endings with values and players exchanged.
    fn edges(&self, values: &[u32], swaps: bool) -> Vec<Edge> {
        let set = |set: u32| {
            let all = values.iter().enumerate().filter(|(v, _)| set & 1 << v != 0);
            all.fold(0, |set, (_, to)| set | 1_u32 << to)
        };
        let player = |p: usize| (p ^ usize::from(swaps)) as u8;
        let mut out = Vec::new();
        for (p, moves) in self.moves.iter().enumerate() {
            for m in moves {
                let mut cells: Vec<(u32, u32, u32)> =
                    m.reads.iter().map(|(cell, read)| (*cell, set(*read), UNWRITTEN)).collect();
                for (cell, v) in &m.writes {
                    let to = values[*v as usize];
                    match cells.iter_mut().find(|c| c.0 == *cell) {
                        Some(found) => found.2 = to,
                        None => cells.push((*cell, u32::MAX, to)),
                    }
                }
                cells.sort_unstable();
                out.push(Edge { label: (player(p), u32::MAX, m.gain, m.again), cells });
            }
        }
        for (p, endings) in self.endings.iter().enumerate() {
            for (i, ending) in endings.iter().enumerate() {
                let verdict = match ending.verdict {
                    Verdict::Win => 1,
                    Verdict::Lose => -1,
                    Verdict::Draw => 0,
                };
                let edge = |case: &Reads| {
                    let cells = case.iter().map(|(cell, read)| (*cell, set(*read), UNWRITTEN)).collect();
                    Edge { label: (player(p), i as u32, verdict, false), cells }
                };
                out.extend(ending.cases.iter().map(edge));
            }
        }
        out.sort();
        out.dedup();
        out
    }
}

pub(super) fn identity(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}

/// All permutations of a few values; of more only that which changes nothing.
pub(super) fn permutations(n: usize) -> Vec<Vec<u32>> {
    if n > MOST_EXCHANGED {
        return vec![identity(n)];
    }
    let mut out = vec![Vec::new()];
    for _ in 0..n {
        let longer = |p: Vec<u32>| {
            let rest = (0..n as u32).filter(|v| !p.contains(v)).collect::<Vec<_>>();
            rest.into_iter().map(move |v| [&p[..], &[v]].concat())
        };
        out = out.into_iter().flat_map(longer).collect();
    }
    out
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// One side of a search: its edges, and the colours of its cells.
#[derive(Clone)]
struct Coloured<'e> {
    edges: &'e [Edge],
    colours: Vec<u64>,
}

impl Coloured<'_> {
    /// Cells that take part in different moves get different colours, until no more are told apart.
    fn refine(&mut self) {
        let mut classes = count(&self.colours);
        loop {
            let mut seen: Vec<Vec<u64>> = vec![Vec::new(); self.colours.len()];
            for edge in self.edges {
                let part =
                    |(cell, read, to): &(u32, u32, u32)| hash((self.colours[*cell as usize], read, to));
                let mut parts: Vec<u64> = edge.cells.iter().map(part).collect();
                parts.sort_unstable();
                let whole = hash((edge.label, parts));
                for (cell, read, to) in &edge.cells {
                    seen[*cell as usize].push(hash((whole, read, to)));
                }
            }
            for (colour, mut edges) in self.colours.iter_mut().zip(seen) {
                edges.sort_unstable();
                *colour = hash((*colour, edges));
            }
            let now = count(&self.colours);
            if now == classes {
                return;
            }
            classes = now;
        }
    }
}

fn count(colours: &[u64]) -> usize {
    colours.iter().collect::<FxHashSet<_>>().len()
}

/// Permutations of the cells that take some edges to others, at most so many.
fn search(board: &Board, from: &[Edge], to: &[Edge], most: usize) -> Vec<Vec<u32>> {
    if from.len() != to.len() {
        return Vec::new();
    }
    let colours: Vec<u64> =
        board.cells.iter().map(|c| hash(c.values.iter().map(hash).collect::<Vec<_>>())).collect();
    let goal: FxHashSet<Edge> = to.iter().cloned().collect();
    let start = |edges| Coloured { edges, colours: colours.clone() };
    let mut found = Found { goal, most, looked: 0, maps: Vec::new() };
    found.extend(start(from), start(to));
    found.maps
}

struct Found {
    goal: FxHashSet<Edge>,
    most: usize,
    looked: usize,
    maps: Vec<Vec<u32>>,
}

impl Found {
    fn extend(&mut self, mut from: Coloured<'_>, mut to: Coloured<'_>) {
        self.looked += from.edges.len().max(1);
        if self.looked > MOST_LOOKED || self.maps.len() >= self.most {
            return;
        }
        from.refine();
        to.refine();
        let sorted = |colours: &[u64]| {
            let mut sorted = colours.to_vec();
            sorted.sort_unstable();
            sorted
        };
        if sorted(&from.colours) != sorted(&to.colours) {
            return;
        }
        let mut classes: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (cell, colour) in to.colours.iter().enumerate() {
            classes.entry(*colour).or_default().push(cell);
        }
        // The first cell that is not told apart from the others.
        let open = (0..from.colours.len()).find(|cell| classes[&from.colours[*cell]].len() > 1);
        let Some(cell) = open else {
            let map: Vec<u32> = from.colours.iter().map(|colour| classes[colour][0] as u32).collect();
            if self.holds(from.edges, &map) {
                self.maps.push(map);
            }
            return;
        };
        let mark = hash((from.colours[cell], u64::MAX));
        for &target in &classes[&from.colours[cell]] {
            let (mut from, mut to) = (from.clone(), to.clone());
            (from.colours[cell], to.colours[target]) = (mark, mark);
            self.extend(from, to);
        }
    }

    /// Does the permutation take every edge to one of the goal's?
    fn holds(&self, edges: &[Edge], map: &[u32]) -> bool {
        edges.iter().all(|edge| {
            let mut cells: Vec<(u32, u32, u32)> =
                edge.cells.iter().map(|(cell, read, to)| (map[*cell as usize], *read, *to)).collect();
            cells.sort_unstable();
            self.goal.contains(&Edge { label: edge.label, cells })
        })
    }
}
