//! The nimber of empty Cram boards, to see where the nimber search stands: `cargo run --release --example cram 5 6`
//! prints the seconds, the nimber, and how many regions were stored and expanded.
//!
//! Players take turns to put a domino on two free neighbouring squares of a board; who cannot, loses. What is
//! free falls into regions that do not touch, so a position is a sum of regions. A region is a set of bits,
//! eight to a row, in the least of its eight reflections, pushed into the corner.

use std::convert::Infallible;
use std::time::Instant;

use bouton_engine::search::Nimbers;
use bouton_engine::{Budget, Nimber, Sum};

struct Cram;

/// The left and right edge of a board of 8 by 8.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// The squares on the right of which, and below which, a free square follows.
fn pairs(region: u64) -> (u64, u64) {
    (region & (region >> 1) & !RIGHT, region & (region >> 8))
}

fn flip_rows(region: u64) -> u64 {
    region.swap_bytes()
}

fn flip_columns(region: u64) -> u64 {
    region.reverse_bits().swap_bytes()
}

fn transposed(region: u64) -> u64 {
    let mut board = region;
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0xF0F0_F0F0)] {
        let moved = (board ^ (board >> shift)) & mask;
        board ^= moved ^ (moved << shift);
    }
    board
}

fn into_corner(region: u64) -> u64 {
    let up = region >> (region.trailing_zeros() & !7);
    let columns = [32, 16, 8].into_iter().fold(up, |all, shift| all | all >> shift) & 0xFF;
    up >> columns.trailing_zeros()
}

fn canonical(region: u64) -> u64 {
    let turned = transposed(region);
    let mut least = u64::MAX;
    for board in [region, turned] {
        let flipped = flip_columns(board);
        for image in [board, flipped, flip_rows(board), flip_rows(flipped)] {
            least = least.min(into_corner(image));
        }
    }
    least
}

/// Puts the regions of what is free into `out`; single squares are no regions.
fn regions(mut free: u64, out: &mut Vec<u64>) {
    while free != 0 {
        let mut region = free & free.wrapping_neg();
        loop {
            let wider =
                (region << 1 & !LEFT | region >> 1 & !RIGHT | region << 8 | region >> 8 | region) & free;
            if wider == region {
                break;
            }
            region = wider;
        }
        free &= !region;
        if region & (region - 1) != 0 {
            out.push(canonical(region));
        }
    }
}

impl Sum for Cram {
    type Part = u64;
    type Error = Infallible;

    fn options(&self, region: &u64, out: &mut Vec<Vec<u64>>) -> Result<(), Infallible> {
        let (right, below) = pairs(*region);
        for (mut firsts, domino) in [(right, 3), (below, 0x101)] {
            while firsts != 0 {
                let mut parts = Vec::new();
                regions(region & !(domino << firsts.trailing_zeros()), &mut parts);
                out.push(parts);
                firsts &= firsts - 1;
            }
        }
        Ok(())
    }

    /// Turned by half a circle, a region that is its own image and has no domino that is its own image is
    /// lost: the second player mirrors every move.
    fn certain(&self, region: &u64) -> Option<Nimber> {
        let rows = 8 - region.leading_zeros() / 8;
        let columns = [32, 16, 8].into_iter().fold(*region, |all, shift| all | all >> shift) & 0xFF;
        let columns = 8 - (columns as u8).leading_zeros();
        let half = flip_rows(flip_columns(*region));
        let middle = region >> (rows / 2 * 8 + columns / 2) & 1 != 0;
        let both_even = rows.is_multiple_of(2) && columns.is_multiple_of(2);
        (into_corner(half) == *region && (both_even || !middle)).then_some(Nimber(0))
    }

    fn weight(&self, region: &u64) -> u64 {
        let (right, below) = pairs(*region);
        u64::from(right.count_ones() + below.count_ones())
    }
}

fn main() {
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[rows @ 1..=8, columns @ 1..=8, ref rest @ ..] = &sizes[..] else {
        println!("usage: cram ROWS COLUMNS [THREADS], both sizes from 1 to 8");
        return;
    };
    let row = 0xFF_u64 >> (8 - columns);
    let board = (0..rows).fold(0, |board, at| board | row << (8 * at));
    let start = Instant::now();
    let mut nimbers = Nimbers::packed(Cram).threads(rest.first().map_or(1, |threads| *threads as usize));
    let value = nimbers.value(&canonical(board), &Budget::unlimited());
    let seconds = start.elapsed().as_secs_f64();
    let (stored, entered) = (nimbers.positions(), nimbers.entered());
    match value {
        Ok(Nimber(value)) => {
            println!("{seconds:.6} {value:016x} {stored} regions stored, {entered} expanded");
        }
        Err(stop) => println!("{stop:?}"),
    }
}
