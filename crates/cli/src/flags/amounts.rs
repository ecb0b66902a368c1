//! Amounts on the command line: memory (`2G`), time (`30s`), percentages (`10%`), and the budget made of them.

use crate::flags::groups::Cost;
use crate::flags::numbers::Wanted;
use crate::terminal::interrupt;
use crate::terminal::progress;
use bouton::Budget;
use bouton::language::number;
use bouton::memory::held;
use bouton::theory::Numeration;
use std::time::Duration;

/// Memory when `--memory` is not given: half of what the machine has free, at least 256 MiB, at most 4 GiB, so that a
/// careless question does not push everything else out.
fn default_memory() -> usize {
    const MIB: usize = 1 << 20;
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|l| l.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    free.map_or(2048 * MIB, |kib| (kib / 2).saturating_mul(1024)).clamp(256 * MIB, 4096 * MIB)
}

/// The memory that `--memory` allows.
pub(crate) fn allowed(memory: Option<usize>) -> usize {
    memory.unwrap_or_else(default_memory)
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
    let wrong = || Wanted::new("a size looks like 500M or 2G", "大小写成 500M 或 2G");
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let scale: f64 = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1.0,
        "k" => 1024.0,
        "m" => 1024.0 * 1024.0,
        "g" => 1024.0 * 1024.0 * 1024.0,
        "t" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = number * scale;
    if !(1.0..=1e18).contains(&bytes) {
        return Err(wrong());
    }
    Ok(bytes as usize)
}

/// `fibonacci`, a base from 2 to 10, or `t=3` for x*x = 3*x + 1.
pub(crate) fn parse_numeration(text: &str) -> Result<Numeration, Wanted> {
    let plain = number::parse(text).map(|n| n.to_string());
    Numeration::named(plain.as_deref().unwrap_or(text)).ok_or_else(|| {
        Wanted::new(
            "digits are fibonacci, a base from 2 to 10, or t=2 to t=5",
            "数位可以是 fibonacci、2 到 10 的进制，或 t=2 到 t=5",
        )
    })
}

/// `30s`, `5m`, `2h`, `250ms`; a bare number is seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, Wanted> {
    let wrong = || Wanted::new("a time looks like 30s, 5m or 250ms", "时间写成 30s、5m 或 250ms");
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = number * scale;
    if !(0.0..=1e9).contains(&seconds) {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(seconds))
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

/// A number and its unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace()).len();
    let (number, unit) = text.split_at(end);
    let whole = || number::parse(number).and_then(|n| n.to_string().parse::<f64>().ok());
    let plain = || number.parse::<f64>().ok().filter(|_| !number.contains(['+', '-']));
    Some((whole().or_else(plain)?, unit.trim()))
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
