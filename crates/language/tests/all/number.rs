//! Numbers as people type them.

use bouton_language::number::parse;

#[test]
fn numbers() {
    let table = [
        ("0", Some("0")),
        ("200", Some("200")),
        ("1e9", Some("1000000000")),
        ("1.5e3", Some("1500")),
        ("10^18", Some("1000000000000000000")),
        ("2**31-1", Some("2147483647")),
        ("2^63 + 5", Some("9223372036854775813")),
        ("-5", Some("-5")),
        ("-2^3", Some("-8")),
        ("1_000", Some("1000")),
        ("1e9+7", Some("1000000007")),
        ("--5", None),
        ("5-3", None),
        ("5+3", None),
        ("", None),
        ("1e-3", None),
        ("1.55e1", None),
        ("x", None),
        ("9^99999", None),
        ("1..2", None),
    ];
    for (text, wanted) in table {
        assert_eq!(parse(text).map(|n| n.to_string()).as_deref(), wanted, "{text}");
    }
}
