//! Exact reals inside `floor`: whole numbers, roots and the golden ratio.

use super::value;

#[test]
fn floors() {
    let rows = [
        ("phi * 102334155", "165580140"),
        ("-phi", "-2"),
        ("7 / 2", "3"),
        ("-7 / 2", "-4"),
        ("sqrt(2) * 10", "14"),
        ("sqrt(2) + sqrt(8)", "4"),
        ("1 / (sqrt(2) - 1)", "2"),
        ("phi * phi - phi", "1"),
    ];
    for (text, expected) in rows {
        assert_eq!(value(&format!("floor({text}) + 0 * n"), "0").as_deref(), Ok(expected), "{text}");
    }
    let rows = [
        ("sqrt(2) + sqrt(3)", "Two different square roots"),
        ("sqrt(n - 1)", "is not a real number"),
        ("1 / n", "/ by 0."),
    ];
    for (text, said) in rows {
        let found = value(&format!("floor({text}) + 0 * n"), "0").expect_err(text);
        assert!(found.contains(said), "{text}: {found}");
    }
}
