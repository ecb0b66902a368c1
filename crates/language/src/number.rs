//! Numbers as people type them: `200`, `1e18`, `1_000_000`, `10^18`, `2**31-1`, `-5`.

use num_bigint::BigInt;
use num_traits::Pow;

/// No power has many more digits than this.
const DIGITS: u32 = 2000;

/// The number that a text stands for. Sums are numbers only where there is a power among them: `5-3` is more likely two
/// numbers than one.
pub fn parse(text: &str) -> Option<BigInt> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    match text.contains(['e', 'E', '^', '*']) {
        true => sum(&text),
        false => text.strip_prefix('-').map_or_else(|| plain(&text), |rest| plain(rest).map(|n| -n)),
    }
}

/// A number that fits a type; otherwise nothing.
pub fn fitting<T: TryFrom<BigInt>>(text: &str) -> Option<T> {
    T::try_from(parse(text)?).ok()
}

fn sum(text: &str) -> Option<BigInt> {
    // A sign behind the first letter, but not behind an `e`, adds or subtracts.
    let split = text
        .char_indices()
        .skip(1)
        .filter(|(i, c)| {
            (*c == '+' || *c == '-') && !matches!(text.as_bytes().get(i - 1), Some(b'e' | b'E' | b'*' | b'^'))
        })
        .last();
    if let Some((at, sign)) = split {
        let (left, right) = (sum(&text[..at])?, term(&text[at + 1..])?);
        return Some(if sign == '+' { left + right } else { left - right });
    }
    term(text)
}

fn term(text: &str) -> Option<BigInt> {
    if let Some(rest) = text.strip_prefix('-') {
        return term(rest).map(|n| -n);
    }
    let power = |base: &str, exponent: &str| -> Option<BigInt> {
        let (base, exponent) = (plain(base)?, exponent.parse::<u32>().ok()?);
        let digits = base.to_string().len() as u64 * u64::from(exponent);
        (digits <= u64::from(DIGITS) * 2).then(|| base.pow(exponent))
    };
    if let Some((base, exponent)) = text.split_once("**").or_else(|| text.split_once('^')) {
        return power(base, exponent);
    }
    if let Some((head, exponent)) = text.split_once(['e', 'E']) {
        let (whole, fraction) = head.split_once('.').unwrap_or((head, ""));
        let exponent = exponent.parse::<u32>().ok()?.checked_sub(fraction.len() as u32)?;
        return Some(plain(&format!("{whole}{fraction}"))? * power("10", &exponent.to_string())?);
    }
    plain(text)
}

fn plain(text: &str) -> Option<BigInt> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Most are short.
    text.parse::<u64>().map_or_else(|_| text.parse().ok(), |n| Some(n.into()))
}
