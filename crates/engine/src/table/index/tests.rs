//! Every kind of axis, alone and combined: the index is a numbering without gaps, and walking is counting.

use super::*;
use proptest::prelude::*;

/// Encodes, decodes and walks through all positions.
fn bijective(width: usize, axes: &[Axis]) {
    let index = Index::new(width, axes).unwrap();
    let size: u128 = axes.iter().map(|axis| axis.size().unwrap()).product();
    assert_eq!(index.cells() as u128, size, "{axes:?}");
    let mut walked = vec![0; width];
    index.decode(0, &mut walked);
    let mut decoded = vec![7; width];
    for cell in 0..index.cells() {
        assert_eq!(index.encode(&walked), Some(cell), "{axes:?} {walked:?}");
        for back in [0, 1, 5, cell] {
            let from = cell.saturating_sub(back);
            index.decode(from, &mut decoded);
            index.seek(from, cell, &mut decoded);
            assert_eq!(walked, decoded, "{axes:?} {from} to {cell}");
        }
        index.decode(cell, &mut decoded);
        assert_eq!(walked, decoded, "{axes:?} {cell}");
        for at in 0..width {
            if let Some((distance, room)) = index.spot(at).and_then(|spot| index.step(&walked, spot)) {
                // Letters in rising order lie `distance` apart, and the last is `room` letters ahead.
                let ahead = (walked[at]..walked[at] + 40).filter_map(|letter| {
                    decoded[at] = letter;
                    index.encode(&decoded)
                });
                let expected: Vec<usize> = (0..=room as usize).map(|k| cell + k * distance).collect();
                assert_eq!(ahead.collect::<Vec<_>>(), expected, "{axes:?} {walked:?} {at}");
                decoded[at] = walked[at];
            }
        }
        assert_eq!(index.advance(&mut walked), cell + 1 < index.cells(), "{axes:?} {walked:?}");
    }
    assert_eq!(index.encode(&walked), Some(0), "{axes:?}: the last position is followed by the first");
}

fn letters() -> impl Strategy<Value = Letters> {
    prop_oneof![
        (-3_i64..3, 1_u64..5).prop_map(|(low, count)| Letters::From { low, count }),
        prop::collection::btree_set(-9_i64..20, 1..4)
            .prop_map(|set| Letters::Listed(set.into_iter().collect())),
    ]
}

/// An axis from a word on, and how many words it takes.
fn axis(at: usize) -> impl Strategy<Value = (usize, Axis)> {
    prop_oneof![
        letters().prop_map(move |of| (1, Axis::Number { at, of })),
        (0_usize..3, 0_usize..3, letters(), any::<bool>()).prop_map(move |(shortest, by, of, backwards)| {
            let longest = shortest + by;
            (longest + 1, Axis::Row { at, shortest, longest, of, backwards })
        }),
        letters().prop_map(move |of| (of.count() as usize + 1, Axis::Set { at, of })),
        (0_usize..4, 0_i64..5).prop_map(move |(most, high)| (most + 1, Axis::Bag { at, most, high })),
        (0_usize..4, -2_i64..2, 0_i64..4).prop_map(move |(count, low, by)| {
            (count, Axis::Unordered { places: (at..at + count).collect(), low, high: low + by })
        }),
    ]
}

/// The same axis some words further on.
fn moved(axis: Axis, by: usize) -> Axis {
    match axis {
        Axis::Number { at, of } => Axis::Number { at: at + by, of },
        Axis::Row { at, shortest, longest, of, backwards } => {
            Axis::Row { at: at + by, shortest, longest, of, backwards }
        }
        Axis::Set { at, of } => Axis::Set { at: at + by, of },
        Axis::Bag { at, most, high } => Axis::Bag { at: at + by, most, high },
        Axis::Unordered { places, low, high } => {
            Axis::Unordered { places: places.iter().map(|place| place + by).collect(), low, high }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbering_has_no_gaps(kinds in prop::collection::vec(axis(0), 1..4)) {
        let mut axes = Vec::new();
        let mut width = 0;
        for (words, axis) in kinds {
            axes.push(moved(axis, width));
            width += words;
        }
        bijective(width, &axes);
    }
}

#[test]
fn multisets_are_read_in_any_order() {
    let bag = Index::new(4, &[Axis::Bag { at: 0, most: 3, high: 5 }]).unwrap();
    assert_eq!(bag.encode(&[3, 5, 1, 2]), bag.encode(&[3, 1, 2, 5]));
    assert!(bag.encode(&[2, 1, 5, 0]) < bag.encode(&[3, 1, 2, 5]));
    assert_eq!(bag.encode(&[2, 1, 6, 0]), None);
    assert_eq!(bag.encode(&[4, 1, 1, 1]), None);
    assert_eq!(bag.encode(&[-1, 0, 0, 0]), None);
    let pair = Index::new(2, &[Axis::Unordered { places: vec![0, 1], low: 2, high: 9 }]).unwrap();
    assert_eq!(pair.encode(&[3, 7]), pair.encode(&[7, 3]));
    assert_eq!(pair.encode(&[1, 7]), None);
}

#[test]
fn runs_are_what_shares_a_beginning() {
    let row = Axis::Row { at: 0, shortest: 0, longest: 4, of: Letters::between(0, 9), backwards: false };
    let index = Index::new(5, &[row]).unwrap();
    for (words, shared, run) in
        [([4, 1, 0, 0, 0], 2, 100), ([4, 1, 0, 2, 5], 2, 75), ([4, 1, 0, 2, 5], 4, 1), ([0; 5], 0, 1)]
    {
        assert_eq!(index.run(&words, 0, shared), Some(run), "{words:?} {shared}");
    }
    assert_eq!(index.run(&[2, 1, 1, 0, 0], 0, 3), None);
}

#[test]
fn spaces_that_cannot_be_numbered() {
    let number = |at, high| Axis::Number { at, of: Letters::between(0, high) };
    for (axes, why) in [
        (vec![number(0, 5), number(0, 5)], NoIndex::Axis(0)),
        (vec![number(2, 5)], NoIndex::Axis(0)),
        (vec![number(0, 5), number(1, -1)], NoIndex::Axis(1)),
        (vec![number(0, i64::MAX - 1), number(1, i64::MAX - 1)], NoIndex::TooMany),
        (vec![Axis::Number { at: 0, of: Letters::Listed(vec![2, 1]) }], NoIndex::Axis(0)),
        (vec![Axis::Number { at: 0, of: Letters::Listed(vec![]) }], NoIndex::Axis(0)),
        (vec![Axis::Unordered { places: vec![0; 40], low: 0, high: 0 }], NoIndex::Axis(0)),
        (
            vec![Axis::Row { at: 0, shortest: 0, longest: 90, of: Letters::between(0, 9), backwards: false }],
            NoIndex::TooMany,
        ),
    ] {
        assert_eq!(Index::new(2, &axes).err(), Some(why), "{axes:?}");
    }
}
