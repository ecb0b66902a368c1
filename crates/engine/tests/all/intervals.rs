//! Scores of rows cut at their ends, against the definition.

use bouton_engine::intervals::{Cut, EmptyCut, scores};
use bouton_engine::{Budget, Halt, Stop};
use bouton_random::Rng;
use std::time::Duration;

/// The scores of all intervals by trying every cut of every one.
fn plain(row: &[i64], cuts: &[Cut]) -> Vec<Vec<i64>> {
    let n = row.len();
    let mut found = vec![vec![0; n + 1]; n + 1];
    for length in 0..=n {
        for from in 0..=n - length {
            let to = from + length;
            let mut best = None;
            for cut in cuts {
                if length < cut.shortest || cut.longest.is_some_and(|longest| length > longest) {
                    continue;
                }
                for k in 0..cut.count.unwrap_or(n).min(n + 1) {
                    let taken = [0, 1].map(|end| cut.first[end] + k * cut.step[end]);
                    if taken[0] + taken[1] + cut.keep > length {
                        break;
                    }
                    let (i, j) = (from + taken[0], to - taken[1]);
                    let gain: i64 = row[from..i].iter().chain(&row[j..to]).sum();
                    best = best.max(Some(gain - found[i][j]));
                    if cut.step == [0, 0] {
                        break;
                    }
                }
            }
            found[from][to] = best.unwrap_or(0);
        }
    }
    found
}

fn random_cut(rng: &mut Rng) -> Cut {
    let step = [[1, 0], [0, 1], [1, 0], [0, 1], [1, 1], [2, 0], [1, 2], [0, 0]][rng.below(8) as usize];
    let mut first = [step[0] + rng.below(3) as usize, step[1] + rng.below(2) as usize];
    if first == [0, 0] {
        first = [0, 2];
    }
    Cut {
        first,
        step,
        count: [None, Some(1), Some(2), Some(3), Some(5), Some(8), Some(11)][rng.below(7) as usize],
        keep: [0, 0, 0, 1, 2, 5][rng.below(6) as usize],
        shortest: [0, 0, 0, 4][rng.below(4) as usize],
        longest: [None, None, None, Some(9)][rng.below(4) as usize],
    }
}

#[test]
fn random_cuts_equal_the_definition() {
    let rng = &mut Rng::new(7);
    for _ in 0..300 {
        let cuts: Vec<Cut> = (0..1 + rng.below(3)).map(|_| random_cut(rng)).collect();
        let n = rng.below(30) as usize;
        // Small numbers go into 32 bits, large ones into 64.
        let size = [10, 1_000_000_000_000_000][rng.below(2) as usize];
        let row: Vec<i64> = (0..n).map(|_| rng.below(2 * size) as i64 - size as i64).collect();
        let truth = plain(&row, &cuts);
        let some = scores(&row, &cuts, &Budget::unlimited()).expect("scores");
        assert_eq!(some.score(), truth[0][n], "{cuts:?} {row:?}");
        for (from, row_of) in truth.iter().enumerate() {
            for (to, &expected) in row_of.iter().enumerate().skip(from) {
                let kept = some.get(from..to);
                assert!(kept.is_none_or(|s| s == expected), "{from}..{to} {cuts:?} {row:?}");
                assert!(kept.is_some() || (from > 0 && to < n), "{from}..{to} {cuts:?} {row:?}");
            }
        }
        assert_eq!(some.get(0..n + 1), None);
    }
}

#[test]
fn what_a_cut_at_both_ends_leaves_is_kept() {
    let row: Vec<i64> = (0..40).map(|i| i * i % 17 - 8).collect();
    let cuts = [Cut::any([1, 1]), Cut::fixed([2, 1]), Cut::any([1, 0])];
    let some = scores(&row, &cuts, &Budget::unlimited()).expect("scores");
    let truth = plain(&row, &cuts);
    for k in 1..=20 {
        assert_eq!(some.get(k..40 - k), Some(truth[k][40 - k]));
    }
    assert_eq!(some.get(2..39), Some(truth[2][39]));
    assert_eq!(some.get(3..39), None);
}

#[test]
fn refusals() {
    let any = [Cut::any([1, 0])];
    let nothing = [Cut::any([1, 0]), Cut::fixed([0, 0])];
    let budget = Budget::unlimited();
    assert_eq!(scores(&[1], &nothing, &budget), Err(Stop::Rules(EmptyCut { index: 1 })));
    assert_eq!(scores(&[i64::MAX, 1], &any, &budget), Err(Stop::Overflow(())));
    assert_eq!(scores(&[i64::MIN], &any, &budget), Err(Stop::Overflow(())));
    let row = vec![1; 5000];
    let small = Budget::unlimited().memory(50_000);
    assert!(matches!(scores(&row, &any, &small), Err(Stop::Halt(Halt::Memory { limit: 50_000, .. }))));
    let late = Budget::unlimited().time(Duration::ZERO);
    assert!(matches!(scores(&row, &any, &late), Err(Stop::Halt(Halt::Time { .. }))));
    // Without moves the game is over at once.
    assert_eq!(scores(&[5, 6], &[], &budget).map(|s| s.score()), Ok(0));
    assert_eq!(scores(&[], &any, &budget).map(|s| s.score()), Ok(0));
}
