//! What is found about moves that cut a row at its ends: which ends, what they gain, how much they take.

use crate::facts::of;
use bouton_compile::Cut;

#[test]
fn rows_cut_at_their_ends() {
    let table = [
        (
            "position row a; move k in 1..|a|: a -> a[k+1..] gain sum(a[1..k]); score",
            Some((true, false, true)),
        ),
        (
            "position row a; move k in 1..|a|: a -> a[k+1..] gain sum(a[1..k]); move k in 1..|a|: a -> a[..|a|-k] gain sum(a[|a|-k+1..]); score",
            Some((true, true, true)),
        ),
        ("position row a; move if |a| > 0: a -> a[2..] gain a[1]; score", Some((true, false, true))),
        ("position row a; move if |a| > 0: a -> a[..|a|-1] gain a[1]; score", Some((false, true, false))),
        ("position word s of \"BR\"; move i in 1..|s|: s -> s[..i-1]", Some((false, true, false))),
        ("position row a; move i in 1..|a|: a -> a[..i-1] ++ a[i+1..]", None),
        ("position row a; move i in 1..|a|, k in 1..a[i]: a[i] -= k", None),
    ];
    for (text, expected) in table {
        let found = of(text).end_cuts.first().map(|c| (c.left, c.right, c.gains_taken));
        assert_eq!(found, expected, "\n{text}");
    }
}

#[test]
fn gains_of_what_is_taken_and_what_is_left() {
    let table = [
        ("a[1]", "a[|a|]", Some([1, 0])),
        ("sum(a) - a[1]", "sum(a[..|a|-1])", Some([0, 1])),
        ("sum(a)", "sum(a)", Some([1, 1])),
        ("0 - a[1]", "0 - a[|a|]", Some([-1, 0])),
        ("a[1]", "sum(a[..|a|-1])", None),
        ("a[1] + 1", "a[|a|]", None),
    ];
    for (left, right, expected) in table {
        let text = format!(
            "position row a\nmove if |a| > 0: a -> a[2..] gain {left}\nmove if |a| > 0: a -> a[..|a|-1] gain {right}\nscore"
        );
        assert_eq!(of(&text).end_cuts.first().and_then(|c| c.gains), expected, "\n{text}");
    }
}

#[test]
fn cuts_that_depend_on_the_length_alone() {
    // first, step, count, keep, shortest, longest
    let cut = |first, step, count, keep, shortest, longest| Cut {
        line: 0,
        first,
        step,
        count,
        keep,
        shortest,
        longest,
    };
    let table = [
        ("move k in 1..|a|: a -> a[k+1..]", Some(vec![cut([1, 0], [1, 0], None, 0, 0, None)])),
        ("move k in 2..|a|-3: a -> a[..|a|-k]", Some(vec![cut([0, 2], [0, 1], None, 3, 0, None)])),
        ("move i in 1..|a|: a -> a[..i-1]", Some(vec![cut([0, 1], [0, 1], None, 0, 0, None)])),
        ("move k in 1..min(3, |a|): a -> a[k+1..]", Some(vec![cut([1, 0], [1, 0], Some(3), 0, 0, None)])),
        ("move if |a| > 0: a -> a[2..]", Some(vec![cut([1, 0], [0, 0], Some(1), 0, 1, None)])),
        ("move if 2 <= |a| <= 9: a -> a[2..|a|-1]", Some(vec![cut([1, 1], [0, 0], Some(1), 0, 2, Some(9))])),
        (
            "move k in {1, 3} if k <= |a|: a -> a[k+1..]",
            Some(vec![cut([1, 0], [1, 0], Some(1), 0, 0, None), cut([3, 0], [1, 0], Some(1), 0, 0, None)]),
        ),
        (
            "move k in 1..|a| if 2*k <= |a|: a -> a[k+1..|a|-k]",
            Some(vec![cut([1, 1], [1, 1], None, 0, 0, None)]),
        ),
        // A rule that would fail on short rows, one that looks at an element, and one that leaves half.
        ("move: a -> a[2..]", None),
        ("move k in 1..3: a -> a[k+1..]", None),
        ("move if |a| > 0 and a[1] > 2: a -> a[2..]", None),
        ("move k in 1..|a| div 2: a -> a[k+1..]", None),
        ("move k in 0..|a|: a -> a[k+1..]", None),
        ("move if |a| > 1, let x = 1 div (|a| - 3): a -> a[2..]", None),
    ];
    for (moves, expected) in table {
        let found = of(&format!("position row a of -9..9\n{moves}")).end_cuts;
        assert_eq!(found.first().and_then(|c| c.cuts.clone()), expected, "{moves}");
    }
}
