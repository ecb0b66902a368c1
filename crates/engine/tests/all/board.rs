//! Lost positions of boards with conditions and level moves, against the definition.

use bouton_engine::table::{self, Board, BoardMove, Guard, NoTable, Play, VectorMove, Way};
use bouton_engine::{Budget, Stop};
use bouton_random::Rng;

fn holds(guards: &[Guard], x: &[i64]) -> bool {
    guards.iter().all(|g| g.at.iter().zip(x).map(|(a, x)| a * x).sum::<i64>() + g.constant >= 0)
}

fn targets(m: &BoardMove, x: &[i64], top: i64) -> Vec<Vec<i64>> {
    match &m.way {
        Way::Vector(v) => (v.least..=v.most.unwrap_or(top).min(top))
            .map(|k| x.iter().zip(v.base.iter().zip(&v.step)).map(|(x, (b, s))| x - b - k * s).collect())
            .collect(),
        Way::Level { axes, below } => (-9..x[below.0] + below.1)
            .map(|t| {
                let mut y = x.to_vec();
                axes.iter().for_each(|&(axis, by)| y[axis] = t + by);
                y
            })
            .collect(),
    }
}

/// The lost points by trying every move of every legal point, in the order of their sums. `None` if a level is not
/// below all that falls to it.
fn plain(sizes: &[usize], board: &Board, play: Play) -> Option<Vec<Vec<usize>>> {
    let mut points: Vec<Vec<i64>> = vec![vec![]];
    for &size in sizes {
        let longer =
            |p: Vec<i64>| (0..size as i64).map(move |x| p.iter().copied().chain([x]).collect::<Vec<_>>());
        points = points.into_iter().flat_map(longer).collect();
    }
    points.retain(|p| holds(&board.legal, p));
    points.sort_by_key(|p| p.iter().sum::<i64>());
    let inside = |y: &[i64]| y.iter().zip(sizes).all(|(&y, &size)| y >= 0 && y < size as i64);
    let top = sizes.iter().max().map_or(0, |&s| s as i64);
    let mut lost: Vec<Vec<i64>> = Vec::new();
    for x in &points {
        let mut any = false;
        let mut won = false;
        for m in board.moves.iter().filter(|m| holds(&m.before, x)) {
            for y in targets(m, x, top) {
                if let Way::Level { axes, .. } = &m.way
                    && axes.iter().any(|&(axis, _)| y[axis] >= x[axis])
                {
                    return None;
                }
                if inside(&y) && holds(&board.legal, &y) && holds(&m.after, &y) {
                    any = true;
                    won |= lost.contains(&y);
                }
            }
        }
        if (any || play == Play::Normal) && !won {
            lost.push(x.clone());
        }
    }
    let mut out: Vec<Vec<usize>> = lost.iter().map(|p| p.iter().map(|&x| x as usize).collect()).collect();
    out.sort();
    Some(out)
}

fn guard(rng: &mut Rng, axes: usize) -> Guard {
    let at = (0..axes).map(|_| rng.one_of(&[0, 0, 1, -1, 2, -3])).collect();
    Guard { at, constant: rng.below(9) as i64 - 3 }
}

fn guards(rng: &mut Rng, axes: usize, percent: u64) -> Vec<Guard> {
    let count = (0..2).filter(|_| rng.below(100) < percent).count();
    (0..count).map(|_| guard(rng, axes)).collect()
}

fn board(rng: &mut Rng, axes: usize) -> Board {
    // Mostly falling coordinates, as in Chomp.
    let falling = |i: usize| {
        let mut at = vec![0; axes];
        (at[i], at[i + 1]) = (1, -1);
        Guard { at, constant: 0 }
    };
    let legal = if rng.below(3) > 0 { (0..axes - 1).map(falling).collect() } else { guards(rng, axes, 30) };
    let mut moves = Vec::new();
    for _ in 0..1 + rng.below(4) {
        let way = if rng.below(2) == 0 {
            let mut step: Vec<i64> = (0..axes).map(|_| rng.one_of(&[0, 0, 1, 1, 2])).collect();
            let mut base: Vec<i64> = (0..axes).map(|_| rng.one_of(&[0, 0, 0, 1])).collect();
            if rng.below(4) == 0 {
                step.fill(0);
            }
            if step.iter().chain(&base).all(|&c| c == 0) {
                base[0] = 1;
            }
            let most =
                if step.iter().all(|&c| c == 0) { Some(1) } else { rng.one_of(&[None, None, Some(3)]) };
            Way::Vector(VectorMove { base, step, least: 1, most })
        } else {
            let first = rng.below(axes as u64) as usize;
            let falling: Vec<usize> = (first..axes).filter(|_| rng.below(3) > 0).collect();
            let mut falls: Vec<(usize, i64)> =
                falling.into_iter().map(|axis| (axis, rng.one_of(&[0, 0, 0, -1]))).collect();
            if falls.is_empty() {
                falls.push((first, 0));
            }
            let below = falls[falls.len() - 1].0;
            Way::Level { axes: falls, below: (below, rng.one_of(&[0, 0, -1])) }
        };
        moves.push(BoardMove { way, before: guards(rng, axes, 15), after: guards(rng, axes, 15) });
    }
    Board { legal, moves }
}

#[test]
fn random_boards_equal_the_definition() {
    let rng = &mut Rng::new(3);
    let (mut filled, mut levels) = (0, 0);
    for _ in 0..700 {
        let axes = 2 + rng.below(3) as usize;
        let most = [0, 0, 90, 14, 6][axes];
        let size = |rng: &mut Rng| {
            let most = if rng.below(9) == 0 { most } else { most.min(9) };
            1 + rng.below(most) as usize
        };
        let sizes: Vec<usize> = (0..axes).map(|_| size(rng)).collect();
        let board = board(rng, axes);
        let play = rng.one_of(&[Play::Normal, Play::Misere]);
        let bits = match table::lost(&sizes, &board, play, &Budget::unlimited()) {
            Ok(bits) => bits,
            // A level that is not below all that fall.
            Err(Stop::Rules(NoTable::Climbs { .. })) => continue,
            Err(stop) => panic!("{stop}: {board:?}"),
        };
        let Some(truth) = plain(&sizes, &board, play) else { continue };
        let mut found: Vec<Vec<usize>> = bits.points().collect();
        found.sort();
        assert_eq!(found, truth, "{sizes:?} {play:?} {board:?}");
        filled += 1;
        levels += u32::from(board.moves.iter().any(|m| matches!(m.way, Way::Level { .. })));
    }
    assert!(filled > 300 && levels > 150, "{filled} {levels}");
}

#[test]
fn wrong_shapes_are_refused() {
    let level = |axes: Vec<(usize, i64)>, below| BoardMove {
        way: Way::Level { axes, below },
        before: Vec::new(),
        after: Vec::new(),
    };
    let budget = Budget::unlimited();
    let ask = |board: &Board| table::lost(&[5, 5], board, Play::Normal, &budget).map(|_| ());
    let moves = vec![level(vec![(0, 0), (2, 0)], (0, 0))];
    assert_eq!(ask(&Board { legal: vec![], moves }), Err(Stop::Rules(NoTable::Shape { index: 0, axes: 2 })));
    let moves = vec![level(vec![(0, 0)], (1, 0))];
    assert_eq!(ask(&Board { legal: vec![], moves }), Err(Stop::Rules(NoTable::Shape { index: 0, axes: 2 })));
    let legal = vec![Guard { at: vec![1], constant: 0 }];
    assert_eq!(ask(&Board { legal, moves: vec![] }), Err(Stop::Rules(NoTable::Shape { index: 0, axes: 2 })));
    let moves = vec![level(vec![(0, 0), (1, 0)], (1, 0))];
    assert!(matches!(ask(&Board { legal: vec![], moves }), Err(Stop::Rules(NoTable::Climbs { .. }))));
}
