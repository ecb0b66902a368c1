//! How much of the processor a process has used: what lanes count, so that a busy machine takes nothing from a question.

use std::time::Duration;

/// This process, with all its threads, since it began.
#[cfg(unix)]
pub(crate) fn own() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// The wall has the only clock here.
#[cfg(not(unix))]
pub(crate) fn own() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// Another process, in hundredths of a second; `None` where the system does not tell.
pub(crate) fn of(process: u32) -> Option<Duration> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    ticks(&text).map(|ticks| Duration::from_millis(10 * ticks))
}

/// User and system time in the line of a process. The second field is its name, in parentheses and with anything inside; Linux
/// counts a hundred ticks a second for those who read.
fn ticks(line: &str) -> Option<u64> {
    let mut fields = line.get(line.rfind(')')? + 1..)?.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_process_is_read() {
        let line = "12 (a (b) 3) S 1 12 12 0 -1 4194304 100 0 0 0 25 17 0 0 20 0 3 0 1 2 3";
        assert_eq!(ticks(line), Some(42));
        assert_eq!(ticks("nothing"), None);
    }

    #[test]
    fn work_is_counted() {
        let before = own();
        let mut x = 1u64;
        while own() < before + Duration::from_millis(30) {
            x = std::hint::black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        assert!(x != 0);
        if cfg!(target_os = "linux") {
            assert!(of(std::process::id()).unwrap() >= Duration::from_millis(10));
            assert_eq!(of(u32::MAX), None);
        }
    }
}
