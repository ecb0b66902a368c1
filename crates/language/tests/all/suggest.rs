//! What a mistyped name may have meant.

use bouton_language::suggest::{near, nearest};

#[test]
fn the_nearest_comes_first() {
    let names = ["kayles", "kayles-square", "nimble", "nim", "nim-two", "wythoff-diagonal", "wythoff"];
    let table: &[(&str, &[&str])] = &[
        ("nimm", &["nim"]),
        ("nimb", &["nim", "nimble"]),
        ("wythof", &["wythoff", "wythoff-diagonal"]),
        ("kyles", &["kayles"]),
        ("kayle", &["kayles", "kayles-square"]),
        ("zzz", &[]),
    ];
    for (word, expected) in table {
        let found: Vec<&str> = near(word, names).into_iter().map(|(_, name)| name).collect();
        assert_eq!(found, *expected, "{word}");
        assert_eq!(nearest(word, names), expected.first().copied(), "{word}");
    }
    assert!(near(&"n".repeat(100_000), names).is_empty());
}
