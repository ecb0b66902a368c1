//! The values that something takes, as they are typed: `1..9`, `subsets(1..6, 3)`, `words(0..7, 3)`, or one value as the rules write
//! it.

use bouton::language::number;

/// More values than this are not listed: no family has more members.
const MOST: usize = crate::family::MOST;

/// Why values cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is not written as it should be.
    Form,
    /// There are too many.
    Many,
}

/// The values that a text stands for, in order.
pub(crate) fn values(text: &str) -> Result<Vec<String>, Unread> {
    let text = text.trim();
    if let Some(inside) = call(text, "subsets") {
        let (items, sizes) = arguments(inside)?;
        let (from, to) = sizes.unwrap_or((1, items.len()));
        return subsets(&items, from, to);
    }
    if let Some(inside) = call(text, "words") {
        let (letters, Some((from, to))) = arguments(inside)? else { return Err(Unread::Form) };
        return words(&letters, from, to);
    }
    match run(text) {
        Some(ends) => listed(ends?),
        None => Ok(vec![text.to_string()]),
    }
}

/// What stands in the brackets of `name(…)`.
fn call<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')
}

/// `1..9`, where both ends are numbers; an error where it ends before it begins.
fn run(text: &str) -> Option<Result<(i64, i64), Unread>> {
    let (from, to) = text.split_once("..")?;
    let (from, to) = (number::fitting::<i64>(from.trim())?, number::fitting::<i64>(to.trim())?);
    Some(if from <= to { Ok((from, to)) } else { Err(Unread::Form) })
}

fn listed((from, to): (i64, i64)) -> Result<Vec<String>, Unread> {
    match to.abs_diff(from) < MOST as u64 {
        true => Ok((from..=to).map(|n| n.to_string()).collect()),
        false => Err(Unread::Many),
    }
}

/// `1..6` or `{1, 3, 4}`, and behind a comma how many of them: `3` or `2..3`.
type Chosen = (Vec<String>, Option<(usize, usize)>);

fn arguments(inside: &str) -> Result<Chosen, Unread> {
    let (items, sizes) = match inside.rsplit_once([',', '，']) {
        // The last comma of a set alone is inside of its braces.
        Some((items, sizes)) if !sizes.contains('}') => (items, Some(sizes.trim())),
        _ => (inside, None),
    };
    let items = items.trim();
    let items = match items.strip_prefix('{').and_then(|i| i.strip_suffix('}')) {
        Some(list) => list.split([',', '，']).map(|i| i.trim().to_string()).collect(),
        None => listed(run(items).ok_or(Unread::Form)??)?,
    };
    if items.iter().any(String::is_empty) {
        return Err(Unread::Form);
    }
    let size = |text: &str| match run(text) {
        Some(ends) => ends,
        None => number::fitting::<i64>(text).map(|n| (n, n)).ok_or(Unread::Form),
    };
    let sizes = sizes.map(size).transpose()?;
    let natural = |(a, b)| Some((usize::try_from(a).ok()?, usize::try_from(b).ok()?));
    let sizes = sizes.map(|ends| natural(ends).ok_or(Unread::Form)).transpose()?;
    Ok((items, sizes))
}

/// The sets of `from` to `to` of these, smaller ones first.
fn subsets(items: &[String], from: usize, to: usize) -> Result<Vec<String>, Unread> {
    let mut out = Vec::new();
    for size in from..=to.min(items.len()) {
        // The places of the members; the next set moves the last place that can be moved.
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            if out.len() >= MOST {
                return Err(Unread::Many);
            }
            let members: Vec<&str> = places.iter().map(|p| items[*p].as_str()).collect();
            out.push(format!("{{{}}}", members.join(", ")));
            let Some(last) = (0..size).rev().find(|i| places[*i] < items.len() - size + i) else { break };
            places[last] += 1;
            for i in last + 1..size {
                places[i] = places[i - 1] + 1;
            }
        }
    }
    if out.is_empty() { Err(Unread::Form) } else { Ok(out) }
}

/// The words of `from` to `to` of these letters, shorter ones first.
fn words(letters: &[String], from: usize, to: usize) -> Result<Vec<String>, Unread> {
    if from == 0 || from > to {
        return Err(Unread::Form);
    }
    let mut out = Vec::new();
    let mut words = vec![String::new()];
    for length in 1..=to {
        if words.len().saturating_mul(letters.len()) > MOST {
            return Err(Unread::Many);
        }
        words = words.iter().flat_map(|w| letters.iter().map(move |l| format!("{w}{l}"))).collect();
        if length >= from {
            out.extend(words.iter().cloned());
        }
    }
    if out.len() > MOST { Err(Unread::Many) } else { Ok(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed() {
        let all = |text: &str| values(text).map(|v| v.join(" ")).unwrap_or_else(|why| format!("{why:?}"));
        for (text, wanted) in [
            ("1..4", "1 2 3 4"),
            ("-1..1", "-1 0 1"),
            ("7", "7"),
            ("{1, 3}", "{1, 3}"),
            ("k mod 2 = 0", "k mod 2 = 0"),
            ("1..k", "1..k"),
            ("subsets(1..3)", "{1} {2} {3} {1, 2} {1, 3} {2, 3} {1, 2, 3}"),
            ("subsets(1..4, 3)", "{1, 2, 3} {1, 2, 4} {1, 3, 4} {2, 3, 4}"),
            ("subsets({2, 3, 5}, 0..1)", "{} {2} {3} {5}"),
            ("words(0..1, 2)", "00 01 10 11"),
            ("words({0, 7}, 1..2)", "0 7 00 07 70 77"),
            ("4..1", "Form"),
            ("subsets(1..3, 4)", "Form"),
            ("subsets(1..3, -1)", "Form"),
            ("words(0..7)", "Form"),
            ("words(0..7, 0)", "Form"),
            ("words(0..7, 30)", "Many"),
            ("subsets(1..60, 30)", "Many"),
            ("1..100000000000", "Many"),
        ] {
            assert_eq!(all(text), wanted, "{text}");
        }
    }
}
