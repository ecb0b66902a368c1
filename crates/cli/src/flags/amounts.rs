//! Amounts on the command line: memory (`2G`), time (`30s`), percentages (`10%`), and the budget made of them.

use crate::flags::groups::Cost;
use crate::flags::numbers::Wanted;
use crate::terminal::interrupt;
use crate::terminal::progress;
use bouton::language::number;
use bouton::memory::held;
use bouton::theory::Numeration;
use bouton::{Budget, amounts};
use std::time::Duration;

/// The memory that `--memory` allows.
pub(crate) fn allowed(memory: Option<usize>) -> usize {
    memory.unwrap_or_else(amounts::usual_memory)
}

/// The budget that the flags ask for, with Ctrl-C and progress attached.
pub(crate) fn budget(cost: &Cost, progress: &progress::Progress) -> Budget {
    let bar = progress.clone();
    let budget = Budget::unlimited()
        .memory(allowed(cost.memory))
        .measured(held)
        .cancel(interrupt::flag())
        .progress(move |positions, elapsed| bar.report(positions, elapsed));
    progress.towards(budget.goal());
    match cost.time {
        Some(time) => budget.time(time),
        None => budget,
    }
}

/// `500M`, `2G`, `1.5GiB`, or bytes.
pub(crate) fn parse_memory(text: &str) -> Result<usize, Wanted> {
    amounts::memory(text).ok_or_else(|| Wanted::new("a size looks like 500M or 2G", "大小写成 500M 或 2G"))
}

/// `fibonacci`, a base from 2 to 16, `t=3` for x*x = 3*x + 1, or an expansion of 1.
pub(crate) fn parse_numeration(text: &str) -> Result<Numeration, Wanted> {
    let plain = number::parse(text).map(|n| n.to_string());
    Numeration::named(plain.as_deref().unwrap_or(text)).ok_or_else(|| {
        Wanted::new(
            "digits are fibonacci, tribonacci, a base from 2 to 16, t=2 to t=9, or an expansion of 1 such as 3,2 or 2,(1)",
            "数位可以是 fibonacci、tribonacci、2 到 16 的进制、t=2 到 t=9，或 1 的展开式，如 3,2 或 2,(1)",
        )
    })
}

/// `b=7`: the name of a number with its value.
pub(crate) fn parse_row(text: &str) -> Result<(String, u64), Wanted> {
    let read = || {
        let (name, n) = text.split_once('=')?;
        let n = number::parse(n.trim())?.to_string().parse::<u64>().ok()?;
        (!name.trim().is_empty() && n <= 1_000_000).then(|| (name.trim().to_string(), n))
    };
    read().ok_or_else(|| Wanted::new("a row looks like b=7 or b=7,c=2", "行写成 b=7 或 b=7,c=2"))
}

/// `30s`, `5m`, `2h`, `250ms`; a bare number is seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, Wanted> {
    amounts::time(text)
        .ok_or_else(|| Wanted::new("a time looks like 30s, 5m or 250ms", "时间写成 30s、5m 或 250ms"))
}

/// `10%` or `0.1`, as a fraction.
pub(crate) fn parse_percent(text: &str) -> Result<f64, Wanted> {
    let wrong = || Wanted::new("a rate looks like 10%", "比例写成 10%");
    let value = match text.strip_suffix('%') {
        Some(number) => number.trim().parse::<f64>().map_err(|_| wrong())? / 100.0,
        None => text.parse::<f64>().map_err(|_| wrong())?,
    };
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(parse_memory("2G"), Ok(2 << 30));
        assert_eq!(parse_memory("1.5KiB"), Ok(1536));
        assert_eq!(parse_memory("64mb"), Ok(64 << 20));
        assert_eq!(parse_memory("100"), Ok(100));
        assert_eq!(parse_memory("1e9"), Ok(1_000_000_000));
        assert_eq!(parse_memory("2^10 M"), Ok(1 << 30));
        assert_eq!(parse_time("1e2"), Ok(Duration::from_secs(100)));
        assert_eq!(parse_time("1.5e1s"), Ok(Duration::from_secs(15)));
        for bad in ["", "G", "2X", "-1G", "1e", "0", "inf", "nan"] {
            assert!(parse_memory(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert!(parse_time("soon").is_err());
        assert_eq!(parse_percent("10%"), Ok(0.1));
        assert_eq!(parse_percent("0.25"), Ok(0.25));
        assert!(parse_percent("250%").is_err());
        assert!(parse_percent("NaN").is_err());
    }
}
