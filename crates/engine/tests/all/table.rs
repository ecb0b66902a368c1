//! Tables of vector moves against the definitions written out, and against known tables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bouton_engine::table::{self, NoTable, Play, TableStop, VectorMove};
use bouton_engine::{Budget, Halt, Outcome, Stop};
use bouton_random::Rng;

fn vector(random: &mut Rng, axes: usize, from: i64, to: i64) -> Vec<i64> {
    (0..axes).map(|_| random.range(from, to)).collect()
}

/// Ray, window, single, or a family with a base and any range; `wild` ones lead up on some axes.
fn family(random: &mut Rng, axes: usize, wild: bool) -> VectorMove {
    let lowest = if wild { -2 } else { 0 };
    let step = vector(random, axes, lowest, 3);
    match random.below(6) {
        0 | 1 => VectorMove::ray(step),
        2 => VectorMove::window(step, random.range(1, 12)),
        3 => VectorMove::single(step),
        _ => {
            let base = vector(random, axes, if wild { -3 } else { 0 }, 3);
            let least = random.range(if wild { -2 } else { 0 }, 3);
            let most = (random.below(2) == 0).then(|| random.range(0, 14));
            VectorMove { base, step, least, most }
        }
    }
}

/// The points of a box.
fn points(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut points = vec![vec![]];
    for &size in sizes {
        points = points
            .iter()
            .flat_map(|point: &Vec<usize>| {
                (0..size).map(|at| point.iter().copied().chain([at]).collect()).collect::<Vec<_>>()
            })
            .collect();
    }
    points
}

/// The options of a point by the definition. Bases are below 10, so no k far beyond the box matters.
fn options(sizes: &[usize], moves: &[VectorMove], point: &[usize]) -> BTreeSet<Vec<usize>> {
    let mut out = BTreeSet::new();
    for family in moves {
        let most = family.most.unwrap_or(sizes.iter().max().map_or(0, |&size| size as i64 + 10));
        for k in family.least..=most {
            let target: Option<Vec<usize>> = point
                .iter()
                .zip(sizes)
                .zip(family.base.iter().zip(&family.step))
                .map(|((&at, &size), (base, step))| {
                    usize::try_from(at as i64 - base - k * step).ok().filter(|&to| to < size)
                })
                .collect();
            out.extend(target);
        }
    }
    out
}

/// Every point of a box after its options, with these; found without recursion.
fn ordered(sizes: &[usize], moves: &[VectorMove]) -> Vec<(Vec<usize>, BTreeSet<Vec<usize>>)> {
    let mut known = BTreeSet::new();
    let mut out = Vec::new();
    for start in points(sizes) {
        let mut stack = vec![start];
        while let Some(point) = stack.pop() {
            if known.contains(&point) {
                continue;
            }
            let options = options(sizes, moves, &point);
            let open: Vec<_> = options.iter().filter(|to| !known.contains(*to)).cloned().collect();
            if open.is_empty() {
                known.insert(point.clone());
                out.push((point, options));
            } else {
                stack.push(point);
                stack.extend(open);
            }
        }
    }
    out
}

/// A table by the definition.
fn naive<T: Copy>(
    ordered: &[(Vec<usize>, BTreeSet<Vec<usize>>)],
    of: impl Fn(&[T]) -> T,
) -> BTreeMap<Vec<usize>, T> {
    let mut known = BTreeMap::new();
    for (point, options) in ordered {
        let values: Vec<T> = options.iter().map(|to| known[to]).collect();
        known.insert(point.clone(), of(&values));
    }
    known
}

fn mex(values: &[u32]) -> u32 {
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    (0..).find(|value| !seen.contains(value)).unwrap_or(0)
}

fn check(sizes: &[usize], moves: &[VectorMove]) {
    let budget = Budget::unlimited();
    let ordered = ordered(sizes, moves);
    let what = || format!("{sizes:?} {moves:?}");
    for play in [Play::Normal, Play::Misere] {
        let stuck = play == Play::Normal;
        let want = naive(
            &ordered,
            |lost: &[bool]| {
                if lost.is_empty() { stuck } else { lost.iter().all(|lost| !lost) }
            },
        );
        let bits = table::win(sizes, moves, play, &budget).unwrap();
        for (point, &lost) in &want {
            assert_eq!(bits.is_lost(point), Some(lost), "{point:?} {play:?} {}", what());
        }
        assert_eq!(bits.count(), want.values().filter(|&&lost| lost).count());
        let listed: BTreeSet<Vec<usize>> = bits.points().collect();
        assert_eq!(listed.len(), bits.count());
        assert!(listed.iter().all(|point| want[point]));
    }
    let values = table::grundy(sizes, moves, &budget).unwrap();
    for (point, &value) in &naive(&ordered, mex) {
        assert_eq!(values.get(point), Some(value), "{point:?} {}", what());
    }
}

/// Random boxes; every axis is short at times, and long enough at others for several words in a row.
fn sizes(random: &mut Rng, axes: usize) -> Vec<usize> {
    let longest = [0, 200, 30, 9][axes];
    (0..axes)
        .map(|_| match random.range(0, 5) {
            0 => 1,
            1 => random.range(1, 4) as usize,
            2 if axes == 2 => random.range(60, 90) as usize,
            _ => random.range(1, longest) as usize,
        })
        .collect()
}

#[test]
fn random_moves_that_go_down() {
    let mut random = Rng::new(1);
    let mut tried = 0;
    while tried < 600 {
        let axes = random.range(1, 3) as usize;
        let sizes = sizes(&mut random, axes);
        let count = random.range(1, 5);
        let moves: Vec<VectorMove> = (0..count).map(|_| family(&mut random, axes, false)).collect();
        match table::win(&sizes, &moves, Play::Normal, &Budget::unlimited()) {
            Ok(_) => {
                check(&sizes, &moves);
                tried += 1;
            }
            // The zero vector leads nowhere.
            Err(stop) => assert!(matches!(stop, Stop::Rules(NoTable::Climbs { .. })), "{stop}"),
        }
    }
}

#[test]
fn random_moves_that_go_up_on_some_axes() {
    let mut random = Rng::new(2);
    let mut tried = 0;
    while tried < 300 {
        let axes = random.range(1, 3) as usize;
        let sizes = sizes(&mut random, axes);
        let count = random.range(1, 3);
        let moves: Vec<VectorMove> = (0..count).map(|_| family(&mut random, axes, true)).collect();
        if table::win(&sizes, &moves, Play::Normal, &Budget::unlimited()).is_ok() {
            check(&sizes, &moves);
            tried += 1;
        }
    }
}

#[test]
fn rows_and_lines_in_every_direction() {
    let unit =
        |axes: usize, set: &[usize]| (0..axes).map(|a| i64::from(set.contains(&a))).collect::<Vec<_>>();
    let rays = |steps: &[Vec<i64>]| steps.iter().cloned().map(VectorMove::ray).collect::<Vec<_>>();
    let cases = [
        (vec![70, 150], rays(&[vec![1, 0], vec![0, 1], vec![1, 1]])),
        (vec![150, 70], rays(&[vec![1, 0], vec![0, 1], vec![1, 1]])),
        (vec![110, 110], rays(&[vec![1, 0], vec![0, 1], vec![1, 1]])),
        (vec![75, 75], rays(&[vec![1, 0], vec![0, 1], vec![2, 2]])),
        (vec![66, 66], rays(&[vec![1, 0], vec![0, 1], vec![1, 1], vec![3, 3]])),
        (vec![70, 70], rays(&[vec![1, 0], vec![0, 1], vec![1, 2], vec![2, 1]])),
        (vec![70, 70], rays(&[vec![2, 0], vec![0, 1], vec![1, 1]])),
        (vec![40, 130], rays(&[vec![0, 1], vec![1, -1], vec![2, 1]])),
        (vec![40, 130], rays(&[vec![0, 1], vec![1, 2], vec![2, 1]])),
        (vec![30, 130], rays(&[vec![0, 1]])),
        (vec![9, 11, 13], rays(&[unit(3, &[0]), unit(3, &[1]), unit(3, &[2]), unit(3, &[0, 1, 2])])),
        (vec![6, 7, 70], rays(&[unit(3, &[2]), unit(3, &[0, 1]), vec![1, -1, 1]])),
        (vec![300], vec![VectorMove::window(vec![1], 70), VectorMove::window(vec![3], 20)]),
        (vec![80, 80], vec![VectorMove::window(vec![1, 0], 37), VectorMove::window(vec![0, 1], 11)]),
        (vec![1, 1], rays(&[vec![1, 0], vec![0, 1]])),
        (vec![5, 0], rays(&[vec![1, 0]])),
        (vec![50], vec![]),
    ];
    for (sizes, moves) in cases {
        check(&sizes, &moves);
    }
}

#[test]
fn values_beyond_a_byte_and_beyond_two() {
    let nim = [VectorMove::ray(vec![1])];
    let values = table::grundy(&[70_000], &nim, &Budget::unlimited()).unwrap();
    for heap in [0, 255, 256, 65_535, 65_536, 69_999] {
        assert_eq!(values.get(&[heap]), Some(heap as u32));
    }
    assert_eq!(values.get(&[70_000]), None);
    let rook = [VectorMove::ray(vec![1, 0]), VectorMove::ray(vec![0, 1])];
    let values = table::grundy(&[300, 700], &rook, &Budget::unlimited()).unwrap();
    for point in points(&[300, 700]) {
        assert_eq!(values.get(&point), Some((point[0] ^ point[1]) as u32));
    }
    // A square, with rows that are long enough to be swept.
    let values = table::grundy(&[2100, 2100], &rook, &Budget::unlimited()).unwrap();
    for (row, column) in (0..2100).flat_map(|row| (0..2100).map(move |column| (row, column))) {
        assert_eq!(values.get(&[row, column]), Some((row ^ column) as u32));
    }
}

#[test]
fn wythoff_by_the_golden_section() {
    let queen = [vec![1, 0], vec![0, 1], vec![1, 1]].map(VectorMove::ray);
    let lost = table::win(&[2000, 2000], &queen, Play::Normal, &Budget::unlimited()).unwrap();
    let ratio = f64::midpoint(1.0, 5_f64.sqrt());
    let mut count = 0;
    for k in 0.. {
        let low = (f64::from(k) * ratio) as usize;
        let high = low + k as usize;
        if low >= 2000 {
            break;
        }
        if high < 2000 {
            assert_eq!(lost.outcome(&[low, high]), Some(Outcome::Lose));
            assert_eq!(lost.outcome(&[high, low]), Some(Outcome::Lose));
            count += if k == 0 { 1 } else { 2 };
        }
    }
    assert_eq!(lost.count(), count);
}

#[test]
fn refusals() {
    let budget = Budget::unlimited();
    let both = |sizes: &[usize], moves: &[VectorMove], budget: &Budget| {
        let win = table::win(sizes, moves, Play::Normal, budget).map(|_| ());
        assert_eq!(
            win.as_ref().err().map(name),
            table::grundy(sizes, moves, budget).err().as_ref().map(name)
        );
        win.unwrap_err()
    };
    fn name(stop: &TableStop) -> std::mem::Discriminant<TableStop> {
        std::mem::discriminant(stop)
    }
    let ray = |step: &[i64]| VectorMove::ray(step.to_vec());
    assert_eq!(both(&[], &[], &budget), Stop::Rules(NoTable::Axes { found: 0 }));
    assert_eq!(both(&[2; 7], &[], &budget), Stop::Rules(NoTable::Axes { found: 7 }));
    assert_eq!(both(&[9, 9], &[ray(&[1])], &budget), Stop::Rules(NoTable::Shape { index: 0, axes: 2 }));
    assert_eq!(
        both(&[9], &[ray(&[1]), ray(&[-1])], &budget),
        Stop::Rules(NoTable::Climbs { index: 1, k: 1 })
    );
    assert_eq!(both(&[9], &[ray(&[0])], &budget), Stop::Rules(NoTable::Climbs { index: 0, k: 1 }));
    // Neither order of the axes suits both: only the sum of the coordinates goes down.
    let knights = [ray(&[2, -1]), ray(&[-1, 2])];
    assert!(matches!(both(&[9, 9], &knights, &budget), Stop::Rules(NoTable::Climbs { .. })));
    let most = [ray(&[1, 0]), ray(&[0, 1])];
    let small = Budget::unlimited().memory(1000);
    assert!(matches!(both(&[500, 500], &most, &small), Stop::Halt(Halt::Memory { limit: 1000, .. })));
    let huge = both(&[usize::MAX, usize::MAX], &most, &budget);
    assert!(matches!(huge, Stop::Halt(Halt::Memory { needed: usize::MAX, .. })));
    assert!(matches!(both(&[1 << 31, 1 << 31], &most, &budget), Stop::Halt(Halt::Memory { .. })));
    let late = Budget::unlimited().time(Duration::ZERO);
    assert!(matches!(both(&[500, 500], &most, &late), Stop::Halt(Halt::Time { .. })));
    let cancelled = Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(both(&[500, 500], &most, &cancelled), Stop::Halt(Halt::Interrupted));
    let extreme =
        VectorMove { base: vec![i64::MIN], step: vec![i64::MAX], least: i64::MIN, most: Some(i64::MAX) };
    assert!(matches!(both(&[9], &[extreme], &budget), Stop::Rules(NoTable::Climbs { .. })));
}
