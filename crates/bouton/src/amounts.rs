//! Amounts as people write them: memory (`2G`) and time (`30s`), and how much memory a question may take where nobody says.

use bouton_language::number;
use std::time::Duration;

/// Memory where no limit is given: half of what the machine has free, at least 256 MiB, at most 4 GiB, so that a
/// careless question does not push everything else out.
pub fn usual_memory() -> usize {
    const MIB: usize = 1 << 20;
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|l| l.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    free.map_or(2048 * MIB, |kib| (kib / 2).saturating_mul(1024)).clamp(256 * MIB, 4096 * MIB)
}

/// `500M`, `2G`, `1.5GiB`, or bytes.
pub fn memory(text: &str) -> Option<usize> {
    let (number, unit) = split(text)?;
    let scale: f64 = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1.0,
        "k" => 1024.0,
        "m" => 1024.0 * 1024.0,
        "g" => 1024.0 * 1024.0 * 1024.0,
        "t" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return None,
    };
    let bytes = number * scale;
    (1.0..=1e18).contains(&bytes).then_some(bytes as usize)
}

/// `30s`, `5m`, `2h`, `250ms`; a bare number is seconds.
pub fn time(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number * scale;
    (0.0..=1e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// A number and its unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace()).len();
    let (number, unit) = text.split_at(end);
    let whole = || number::parse(number).and_then(|n| n.to_string().parse::<f64>().ok());
    let plain = || number.parse::<f64>().ok().filter(|_| !number.contains(['+', '-']));
    Some((whole().or_else(plain)?, unit.trim()))
}
