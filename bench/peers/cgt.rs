//! Times canonical forms by the crate `cgt`, for comparison: prints the seconds that the work took and a checksum of what was found, as
//! our own bench does. kit/peers.py builds it in the folder of the bench; nothing of ours depends on it.
//!
//! ```text
//! cgt domineering ROWS COLUMNS | snort ROWS COLUMNS | clobber ROWS COLUMNS | toads STRIP | sums N
//! ```

use cgt::graph::adjacency_matrix::undirected::UndirectedGraph;
use cgt::graph::{Graph, VertexIndex};
use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::games::snort::{Snort, VertexColor, VertexKind};
use cgt::short::partizan::games::toads_and_frogs::ToadsAndFrogs;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use std::str::FromStr;
use std::time::Instant;

/// Clobber on a board, which the crate does not have: its pieces, and the groups of pieces that touch as parts.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Clobber {
    columns: usize,
    cells: Vec<u8>,
}

impl Clobber {
    fn near(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, count) = (self.columns, self.cells.len());
        let (r, c) = (at / columns, at % columns);
        let sides = [
            (r > 0).then(|| at - columns),
            (at + columns < count).then_some(at + columns),
            (c > 0).then(|| at - 1),
            (c + 1 < columns).then_some(at + 1),
        ];
        sides.into_iter().flatten()
    }

    fn moves(&self, own: u8) -> Vec<Clobber> {
        let mut moves = Vec::new();
        for at in (0..self.cells.len()).filter(|at| self.cells[*at] == own) {
            for to in self.near(at).filter(|to| self.cells[*to] == 3 - own) {
                let mut next = self.clone();
                (next.cells[at], next.cells[to]) = (0, own);
                moves.push(next);
            }
        }
        moves
    }
}

impl PartizanGame for Clobber {
    fn left_moves(&self) -> Vec<Self> {
        self.moves(1)
    }

    fn right_moves(&self) -> Vec<Self> {
        self.moves(2)
    }

    fn decompositions(&self) -> Vec<Self> {
        let mut seen = vec![false; self.cells.len()];
        let mut parts = Vec::new();
        for first in 0..self.cells.len() {
            if seen[first] || self.cells[first] == 0 {
                continue;
            }
            let mut part = Clobber { columns: self.columns, cells: vec![0; self.cells.len()] };
            let (mut open, mut both) = (vec![first], 0);
            seen[first] = true;
            while let Some(at) = open.pop() {
                part.cells[at] = self.cells[at];
                both |= self.cells[at];
                for to in self.near(at).filter(|to| self.cells[*to] != 0) {
                    if !std::mem::replace(&mut seen[to], true) {
                        open.push(to);
                    }
                }
            }
            if both == 3 {
                parts.push(part);
            }
        }
        parts
    }
}

fn of<G: PartizanGame>(game: G) -> (f64, String) {
    let start = Instant::now();
    let value = game.canonical_form(&ParallelTranspositionTable::new());
    let seconds = start.elapsed().as_secs_f64();
    let said = format!("{} {} {} {}", value.mean(), value.temperature(), value.left_stop(), value.right_stop());
    (seconds, said)
}

/// The same sums as `bench sums`.
fn sums(count: usize) -> (f64, String) {
    let mut x: u64 = 1;
    let mut draw = move |below: usize| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 33) as usize % below
    };
    let game = |lefts: &[&CanonicalForm], rights: &[&CanonicalForm]| {
        let list = |side: &[&CanonicalForm]| side.iter().map(|v| (*v).clone()).collect::<Vec<_>>();
        CanonicalForm::new_from_moves(list(lefts), list(rights))
    };
    let mut pool = vec![game(&[], &[])];
    for n in 0..4 {
        let (above, below) = (pool[if n == 0 { 0 } else { 2 * n - 1 }].clone(), pool[2 * n].clone());
        pool.push(game(&[&above], &[]));
        pool.push(game(&[], &[&below]));
    }
    for n in 0..5 {
        pool.push(game(&[&pool[n]], &[&pool[n]]));
    }
    let (zero, one, star) = (pool[0].clone(), pool[1].clone(), pool[9].clone());
    pool.push(game(&[&zero], &[&one]));
    pool.push(game(&[&zero], &[&star]));
    pool.push(game(&[&star], &[&zero]));
    pool.push(game(&[&zero, &star], &[&zero]));
    for made in [100, 300] {
        let from = pool.len();
        for _ in 0..made {
            let mut options = || (0..1 + draw(2)).map(|_| pool[draw(from)].clone()).collect::<Vec<_>>();
            let (lefts, rights) = (options(), options());
            pool.push(CanonicalForm::new_from_moves(lefts, rights));
        }
    }
    let pairs: Vec<(usize, usize)> = (0..count).map(|_| (draw(pool.len()), draw(pool.len()))).collect();
    let start = Instant::now();
    let found: Vec<CanonicalForm> = pairs.iter().map(|(a, b)| &pool[*a] + &pool[*b]).collect();
    let seconds = start.elapsed().as_secs_f64();
    (seconds, found.iter().map(|sum| format!("{} {};", sum.left_stop(), sum.right_stop())).collect())
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words[i].parse::<usize>().expect("a number");
    let (seconds, said) = match words[0].as_str() {
        "domineering" => {
            let grid = SmallBitGrid::empty(number(2) as u8, number(1) as u8).expect("a small grid");
            of(Domineering::new(grid))
        }
        "snort" => {
            let (rows, columns) = (number(1), number(2));
            let vertex = |r: usize, c: usize| VertexIndex { index: r * columns + c };
            let mut graph = UndirectedGraph::empty(&vec![VertexKind::Single(VertexColor::Empty); rows * columns]);
            for r in 0..rows {
                for c in 0..columns {
                    if r + 1 < rows {
                        graph.connect(vertex(r, c), vertex(r + 1, c), true);
                    }
                    if c + 1 < columns {
                        graph.connect(vertex(r, c), vertex(r, c + 1), true);
                    }
                }
            }
            of(Snort::new(graph))
        }
        "clobber" => {
            let (rows, columns) = (number(1), number(2));
            let cells = (0..rows * columns).map(|at| 1 + ((at / columns + at % columns) % 2) as u8).collect();
            of(Clobber { columns, cells })
        }
        "toads" => of(ToadsAndFrogs::from_str(&words[1]).expect("a strip")),
        _ => sums(number(1)),
    };
    let sum = said.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    println!("{seconds:.6} {sum:016x}");
}
