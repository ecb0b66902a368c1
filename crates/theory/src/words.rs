//! Pieces of text in the rules language that all patterns share.

/// `1, 2, 3`
pub(crate) fn listed<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// `n = 3`, `n in {3, 4}`.
pub(crate) fn among<T: ToString>(what: &str, items: &[T]) -> String {
    match items {
        [one] => format!("{what} = {}", one.to_string()),
        many => format!("{what} in {{{}}}", listed(many)),
    }
}

/// `n mod 4 = 1`, `n mod 4 in {1, 2}`.
pub(crate) fn residues<T: ToString>(what: &str, modulus: i64, of: &[T]) -> String {
    among(&format!("{what} mod {modulus}"), of)
}

/// `main + constant`, tidily.
pub(crate) fn shifted(main: &str, constant: i64) -> String {
    match (main.is_empty(), constant) {
        (true, c) => c.to_string(),
        (false, 0) => main.to_string(),
        (false, c) if c < 0 => format!("{main} - {}", c.unsigned_abs()),
        (false, c) => format!("{main} + {c}"),
    }
}

/// `2*a - b + 3`: terms with their coefficients; one without a name is a number.
pub(crate) fn sum(terms: impl IntoIterator<Item = (i128, String)>) -> String {
    let mut text = String::new();
    for (c, name) in terms.into_iter().filter(|t| t.0 != 0) {
        text.push_str(match (text.is_empty(), c < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        text.push_str(&match (c.unsigned_abs(), name.is_empty()) {
            (size, true) => size.to_string(),
            (1, false) => name,
            (size, false) => format!("{size}*{name}"),
        });
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// `7 if n = 0, 5 otherwise`: values with their conditions, and what holds in all other cases, which may be cases itself.
pub(crate) fn cases(arms: &[(String, String)], rest: &str) -> String {
    let arm = |(value, condition): &(String, String)| format!("{value} if {condition}, ");
    let text = arms.iter().map(arm).collect::<String>() + rest;
    if arms.is_empty() || rest.contains(" otherwise") { text } else { text + " otherwise" }
}
