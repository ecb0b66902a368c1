//! Tables filled by running rules at every cell, against plain recursion.

mod toy;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bouton_engine::table::fill::{Ask, Cut, Filled, Job, Order, Ray, Shortcuts, fill, solved};
use bouton_engine::table::{Axis, Index, Letters};
use bouton_engine::{Budget, Halt, Outcome, Stop};
use toy::{Known, Opt, Toy, to};

fn number(at: usize, high: i64) -> Axis {
    Axis::Number { at, of: Letters::between(0, high) }
}

fn job(width: usize, axes: &[Axis], ask: Ask) -> Job<'static> {
    Job {
        index: Index::new(width, axes).unwrap(),
        ask,
        sides: false,
        draws: false,
        shortcuts: Shortcuts::default(),
        layer: None,
        orbits: None,
        threads: 1,
    }
}

/// Compares every cell with the definition. Options outside the space must be seen as failures by the toy too.
fn compare(name: &str, toy: &Toy, table: &Filled, sides: bool) {
    let index = table.index();
    let mut words = vec![0; index.width()];
    let mut known = Known::new();
    for cell in 0..index.cells() {
        index.decode(cell, &mut words);
        for mover in 0..=usize::from(sides) {
            let truth = match table.ask() {
                Ask::Grundy => toy.grundy(&words, &mut known),
                Ask::Remoteness => toy.soonest(&words, mover, &mut known),
                ask => toy.best(&words, mover, ask == Ask::Score, &mut known),
            };
            assert_eq!(table.get(&words, mover), truth, "{name} {words:?} {mover}");
        }
    }
}

/// Lower any element of a word, or cut it at a zero.
fn digits(longest: usize, letters: u64, stuck: Outcome) -> (Toy, Axis, Shortcuts) {
    let mut toy = Toy::new(move |words, _| {
        let length = words[0] as usize;
        let mut out = Vec::new();
        for i in 1..=length {
            for x in 0..words[i] {
                let mut next = words.to_vec();
                next[i] = x;
                out.push(to(next));
            }
            if words[i] == 0 {
                let mut next = words.to_vec();
                next[i..].fill(0);
                next[0] = i as i64 - 1;
                out.push(Opt { line: 1, ..to(next) });
            }
        }
        Some(out)
    });
    toy.stuck = stuck;
    toy.rays = vec![0];
    let rays = (1..=longest).map(|at| Ray { at, most: None }).collect();
    let cuts = vec![Cut { line: 1, row: 0, beyond: 1 }];
    let axis = Axis::Row {
        at: 0,
        shortest: 0,
        longest,
        of: Letters::between(0, letters as i64 - 1),
        backwards: false,
    };
    (toy, axis, Shortcuts { rays, cuts })
}

#[test]
fn marks_of_lost_cells() {
    for (longest, letters) in [(4, 4), (3, 7), (6, 2), (0, 3)] {
        for stuck in [Outcome::Lose, Outcome::Win] {
            let (toy, axis, shortcuts) = digits(longest, letters, stuck);
            let width = longest + 1;
            for (shortcuts, order) in [
                (shortcuts.clone(), if longest == 0 { Order::Numbers } else { Order::Marked }),
                (
                    Shortcuts { cuts: vec![], ..shortcuts },
                    if longest == 0 { Order::Numbers } else { Order::Marked },
                ),
                (Shortcuts::default(), Order::Numbers),
            ] {
                let job = Job { shortcuts, ..job(width, std::slice::from_ref(&axis), Ask::Outcome) };
                let table = fill(&toy, job, &Budget::unlimited()).unwrap();
                assert_eq!(table.order(), order);
                compare("digits", &toy, &table, false);
            }
        }
    }
    // Other axes beside the row, and a ray that is a window.
    let toy = Toy::simple(|w| {
        (1..=2.min(w[0]))
            .map(|k| vec![w[0] - k, w[1]])
            .chain((w[1] >= 3).then(|| vec![w[0], w[1] - 3]))
            .collect()
    });
    // The toy has one line only, so nothing is skipped.
    let shortcuts = Shortcuts { rays: vec![Ray { at: 0, most: Some(2) }], cuts: vec![] };
    let table = fill(
        &toy,
        Job { shortcuts, ..job(2, &[number(0, 20), number(1, 20)], Ask::Outcome) },
        &Budget::unlimited(),
    );
    compare("window", &toy, &table.unwrap(), false);
}

#[test]
fn boards_of_every_kind() {
    let nim = |from: usize| {
        move |w: &[i64]| {
            let mut out = Vec::new();
            for i in from..w.len() {
                for x in 0..w[i] {
                    let mut next = w.to_vec();
                    next[i] = x;
                    if from == 1 {
                        // A bag loses its zeros, and need not be sorted here.
                        let kept: Vec<i64> = next[1..].iter().copied().filter(|&v| v > 0).collect();
                        let mut bag = vec![0; w.len()];
                        bag[0] = kept.len() as i64;
                        bag[1..=kept.len()].copy_from_slice(&kept);
                        bag[1..=kept.len()].sort();
                        next = bag;
                    }
                    out.push(next);
                }
            }
            out
        }
    };
    let cases: Vec<(&str, usize, Vec<Axis>, Toy)> = vec![
        ("box", 3, vec![number(0, 6), number(1, 5), number(2, 7)], Toy::simple(nim(0))),
        ("bag", 4, vec![Axis::Bag { at: 0, most: 3, high: 6 }], Toy::simple(nim(1))),
        (
            "tuple",
            2,
            vec![Axis::Unordered { places: vec![0, 1], low: 0, high: 20 }],
            Toy::simple(|w| {
                let mut out = Vec::new();
                for k in 1..=w[0].min(3) {
                    out.push(vec![w[0] - k, w[1]]);
                }
                for k in 1..=w[1].min(3) {
                    out.push(vec![w[0], w[1] - k]);
                    if k <= w[0] {
                        out.push(vec![w[0] - k, w[1] - k]);
                    }
                }
                out.into_iter()
                    .map(|mut v| {
                        v.sort();
                        v
                    })
                    .collect()
            }),
        ),
        (
            "board",
            4,
            (0..4).map(|at| number(at, 2)).rev().collect(),
            Toy::simple(|w| {
                let empty = (0..4).filter(|&i| w[i] == 0);
                empty
                    .flat_map(|i| {
                        (1..=2).filter(move |&x| (i == 0 || w[i - 1] != x) && (i == 3 || w[i + 1] != x)).map(
                            move |x| {
                                let mut v = w.to_vec();
                                v[i] = x;
                                v
                            },
                        )
                    })
                    .collect()
            }),
        ),
        (
            "mixed",
            5,
            vec![
                number(0, 4),
                Axis::Row { at: 1, shortest: 1, longest: 3, of: Letters::between(0, 2), backwards: true },
            ],
            Toy::simple(|w| {
                let mut out = Vec::new();
                if w[0] > 0 {
                    out.push(vec![w[0] - 1, 2, 1, 2, 0]);
                    out.push(vec![w[0] / 2, 3, 2, 2, 2]);
                }
                for i in 1..=w[1] as usize {
                    if w[1 + i] > 0 {
                        let mut v = w.to_vec();
                        v[1 + i] -= 1;
                        out.push(v);
                    }
                }
                out
            }),
        ),
        (
            "sums",
            2,
            vec![number(0, 8), number(1, 8)],
            Toy::new(|w, _| {
                let mut out: Vec<Opt> = Vec::new();
                for i in 0..w[1] {
                    out.push(Opt { parts: vec![vec![w[0], i], vec![0, w[1] - 1 - i]], ..to(vec![]) });
                }
                for k in 1..=w[0] {
                    out.push(to(vec![w[0] - k, w[1]]));
                }
                if w[0] > 0 {
                    out.push(Opt { parts: vec![], ..to(vec![]) });
                }
                Some(out)
            }),
        ),
    ];
    for (name, width, axes, mut toy) in cases {
        for threads in [1, 2, 3] {
            let table =
                fill(&toy, Job { threads, ..job(width, &axes, Ask::Grundy) }, &Budget::unlimited()).unwrap();
            compare(name, &toy, &table, false);
        }
        if name == "sums" {
            continue;
        }
        for stuck in [Outcome::Lose, Outcome::Draw, Outcome::Win] {
            toy.stuck = stuck;
            let draws = stuck == Outcome::Draw;
            for threads in [1, 2] {
                let job = Job { threads, draws, ..job(width, &axes, Ask::Outcome) };
                let table = fill(&toy, job, &Budget::unlimited()).unwrap();
                assert_eq!(table.order() == Order::Numbers, name != "board", "{name}");
                compare(name, &toy, &table, false);
            }
        }
    }
}

/// Random partizan games with gains, extra turns, endings, failures and moves out of the box, on two numbers.
fn random(seed: u64, up: bool) -> Toy {
    let mix = move |parts: &[u64]| {
        parts.iter().fold(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, |h, p| {
            let h = (h ^ p).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            h ^ h >> 29
        })
    };
    let list = move |w: &[i64], mover: usize| {
        let here = [w[0] as u64, w[1] as u64, mover as u64];
        if w[0] > 9 || w[1] > 9 || mix(&[here[0], here[1], here[2], 77]) % 97 == 0 {
            return None;
        }
        let mut out = Vec::new();
        for line in 0..4_u64 {
            let h = mix(&[here[0], here[1], here[2], line]);
            let (a, b) = ((h % 3) as i64, (h / 3 % 4) as i64 - if up { 2 } else { 0 });
            let (a, b) = if a == 0 && b <= 0 { (1, b) } else { (a, b) };
            if w[0] >= a && w[1] >= b {
                let gain = (h / 100 % 11) as i64 - 5;
                out.push(Opt { gain, again: h / 2000 % 6 == 0, ..to(vec![w[0] - a, w[1] - b]) });
            }
        }
        Some(out)
    };
    let mut toy = Toy::new(list);
    toy.ended = Box::new(move |w, mover| {
        let h = mix(&[w[0] as u64, w[1] as u64, mover as u64, 5]);
        (w[1] <= 9 && h % 19 == 0)
            .then(|| [Outcome::Lose, Outcome::Draw, Outcome::Win][(h / 64 % 3) as usize])
    });
    toy.stuck = [Outcome::Lose, Outcome::Draw, Outcome::Win][(seed % 3) as usize];
    toy
}

#[test]
fn random_games_in_every_order() {
    let axes = [vec![number(0, 9), number(1, 9)], vec![number(1, 9), number(0, 9)]];
    let layer = |w: &[i64]| u64::try_from(4 * w[0] + w[1]).ok();
    for seed in 0..60 {
        for up in [false, true] {
            let toy = random(seed, up);
            for (ask, axes) in [
                (Ask::Outcome, &axes[0]),
                (Ask::Score, &axes[0]),
                (Ask::Outcome, &axes[1]),
                (Ask::Score, &axes[1]),
                (Ask::Remoteness, &axes[0]),
                (Ask::Remoteness, &axes[1]),
            ] {
                for (layer, threads) in
                    [(None, 1), (Some(&layer as &(dyn Fn(&[i64]) -> Option<u64> + Sync)), 2)]
                {
                    let job = Job { sides: true, draws: true, layer, threads, ..job(2, axes, ask) };
                    let table = fill(&toy, job, &Budget::unlimited()).unwrap();
                    compare("random", &toy, &table, true);
                }
            }
        }
    }
}

#[test]
fn orders_that_the_numbers_are_not() {
    // Up from n to 400, so that the last cell is the first to be known.
    let up = |w: &[i64]| (1..=3).filter(|k| w[0] + k <= 400).map(|k| vec![w[0] + k]).collect();
    let layer = |w: &[i64]| u64::try_from(400 - w[0]).ok();
    let wrong = |w: &[i64]| u64::try_from(w[0]).ok();
    let none = |_: &[i64]| None;
    type Layer<'l> = Option<&'l (dyn Fn(&[i64]) -> Option<u64> + Sync)>;
    let rows: [(Layer, Order); 4] = [
        (None, Order::Depth),
        (Some(&layer), Order::Layers),
        (Some(&wrong), Order::Depth),
        (Some(&none), Order::Depth),
    ];
    for (layer, order) in rows {
        for ask in [Ask::Outcome, Ask::Grundy, Ask::Remoteness] {
            let toy = Toy::simple(up);
            let table =
                fill(&toy, Job { layer, ..job(1, &[number(0, 400)], ask) }, &Budget::unlimited()).unwrap();
            assert_eq!(table.order(), order);
            compare("up", &toy, &table, false);
        }
    }
}

#[test]
fn large_layers_are_shared() {
    // One of three numbers rises, all end at 40: the layer is what is left.
    let toy = Toy::simple(|w| {
        (0..3)
            .filter(|&i| w[i] < 40)
            .map(|i| {
                let mut v = w.to_vec();
                v[i] += 1 + i64::from(w[i] < 39 && w[(i + 1) % 3] > 7);
                v
            })
            .collect()
    });
    let layer = |w: &[i64]| u64::try_from((120 - w.iter().sum::<i64>()) / 60).ok();
    let fine = |w: &[i64]| u64::try_from(120 - w.iter().sum::<i64>()).ok();
    let axes: Vec<Axis> = (0..3).map(|at| number(at, 40)).collect();
    let mut sums = Vec::new();
    for threads in [1, 2, 4] {
        let table = fill(
            &toy,
            Job { threads, layer: Some(&fine), ..job(3, &axes, Ask::Grundy) },
            &Budget::unlimited(),
        )
        .unwrap();
        assert_eq!(table.order(), Order::Layers);
        sums.push((0..table.cells()).map(|c| table.cell(c).unwrap() * (c as i64 % 7 + 1)).sum::<i64>());
    }
    assert!(sums.windows(2).all(|pair| pair[0] == pair[1]));
    // Layers that hold moves inside themselves are found out, whoever fills them.
    for threads in [1, 2] {
        let table = fill(
            &toy,
            Job { threads, layer: Some(&layer), ..job(3, &axes, Ask::Grundy) },
            &Budget::unlimited(),
        )
        .unwrap();
        assert_eq!(table.order(), Order::Depth);
        assert_eq!(
            (0..table.cells()).map(|c| table.cell(c).unwrap() * (c as i64 % 7 + 1)).sum::<i64>(),
            sums[0]
        );
    }
}

#[test]
fn values_that_grow() {
    // Nim has heaps as large as its values: more than a byte, with threads at work or not.
    for threads in [1, 2] {
        let toy = Toy::simple(|w| {
            (0..w[0]).map(|x| vec![x, w[1]]).chain((0..w[1]).map(|x| vec![w[0], x])).collect()
        });
        let axes = [number(0, 3), number(1, 600)];
        let table = fill(&toy, Job { threads, ..job(2, &axes, Ask::Grundy) }, &Budget::unlimited()).unwrap();
        assert_eq!(table.bytes(), 2 * table.cells());
        for (a, b) in [(0, 0), (3, 600), (1, 255), (2, 254), (0, 253), (3, 256)] {
            assert_eq!(table.get(&[a, b], 0), Some(a ^ b));
        }
    }
    // More moves to the end than two bytes hold.
    let toy = Toy::simple(|w| (w[0] > 0).then(|| vec![w[0] - 1]).into_iter().collect());
    let table = fill(&toy, job(1, &[number(0, 40_000)], Ask::Remoteness), &Budget::unlimited()).unwrap();
    for n in [0, 1, 32_766, 32_767, 32_768, 39_999, 40_000] {
        let found = table.get(&[n], 0).map(solved).unwrap();
        assert_eq!((found.outcome == Outcome::Win, found.remoteness), (n % 2 == 1, u32::try_from(n).ok()));
    }
    // Scores beyond 32 bits, then beyond 64.
    for (gain, top) in [(1_i64 << 20, 100), (1 << 29, 60), (1 << 60, 100)] {
        let toy = Toy::new(move |w, _| {
            Some((w[0] > 0).then(|| Opt { gain, again: true, ..to(vec![w[0] - 1]) }).into_iter().collect())
        });
        let table = fill(&toy, job(1, &[number(0, top)], Ask::Score), &Budget::unlimited()).unwrap();
        for n in 0..=top {
            assert_eq!(table.get(&[n], 0), gain.checked_mul(n), "{gain} {n}");
        }
    }
}

#[test]
fn holes_spread_as_far_as_they_must() {
    // The rules fail at 10; from there on only cells that win without it are known.
    let toy = Toy::new(|w, _| {
        (w[0] != 10).then(|| (1..=3).filter(|k| *k <= w[0]).map(|k| to(vec![w[0] - k])).collect())
    });
    for ask in [Ask::Outcome, Ask::Grundy, Ask::Score, Ask::Remoteness] {
        let table = fill(&toy, job(1, &[number(0, 30)], ask), &Budget::unlimited()).unwrap();
        compare("hole", &toy, &table, false);
        assert_eq!(table.get(&[10], 0), None);
        assert_eq!(table.get(&[11], 0).is_some(), ask == Ask::Outcome);
        assert_eq!(table.get(&[31], 0), None);
        assert_eq!(table.get(&[-1], 0), None);
        assert_eq!(table.get(&[], 0), None);
    }
}

#[test]
fn cycles_are_shown() {
    let toy = Toy::simple(|w| match w[0] {
        0 => vec![],
        3 => vec![vec![5], vec![0]],
        n => vec![vec![n - 1]],
    });
    let stop = fill(&toy, job(1, &[number(0, 9)], Ask::Grundy), &Budget::unlimited()).err();
    assert_eq!(stop, Some(Stop::Cycle(vec![vec![3], vec![5], vec![4]])));
    // A player who wins at once need not go round.
    let table = fill(&toy, job(1, &[number(0, 9)], Ask::Outcome), &Budget::unlimited()).unwrap();
    assert_eq!(table.outcome(&[3], 0), Some(Outcome::Win));
    assert_eq!(table.outcome(&[5], 0), Some(Outcome::Win));
    let same = Toy::simple(|w| vec![w.to_vec()]);
    let stop = fill(&same, job(1, &[number(0, 3)], Ask::Outcome), &Budget::unlimited()).err();
    assert_eq!(stop, Some(Stop::Cycle(vec![vec![0]])));
}

#[test]
fn budgets_hold() {
    let toy = Toy::simple(|w| (0..w[0]).map(|x| vec![x]).collect());
    let axes = [number(0, 4_000_000_000)];
    for (ask, needed) in
        [(Ask::Outcome, 500_000_008), (Ask::Grundy, 4_000_000_001), (Ask::Score, 16_000_000_004)]
    {
        let stop = fill(&toy, job(1, &axes, ask), &Budget::unlimited().memory(1 << 28)).err();
        let expected = Halt::Memory { needed, limit: 1 << 28, positions: 0 };
        assert_eq!(stop, Some(expected.into()), "{ask:?}");
    }
    let axes = [number(0, 40_000_000)];
    for threads in [1, 2] {
        let budget = Budget::unlimited().time(Duration::from_millis(30));
        let stop = fill(&toy, Job { threads, ..job(1, &axes, Ask::Grundy) }, &budget).err();
        assert!(matches!(stop, Some(Stop::Halt(Halt::Time { .. }))), "{stop:?}");
        let flag = Arc::new(AtomicBool::new(true));
        let stop =
            fill(&toy, Job { threads, ..job(1, &axes, Ask::Grundy) }, &Budget::unlimited().cancel(flag))
                .err();
        assert_eq!(stop, Some(Stop::Halt(Halt::Interrupted)));
    }
    // Room for bytes, not for twice as much.
    let stop = fill(&toy, job(1, &[number(0, 999)], Ask::Grundy), &Budget::unlimited().memory(1500)).err();
    assert!(matches!(stop, Some(Stop::Halt(Halt::Memory { .. }))), "{stop:?}");
}
