//! What this process holds, and what it may hold.

/// The memory that this process holds, in bytes, where the system tells: on Linux. The file that says so is opened once, so
/// that a process may give up files afterwards.
#[cfg(target_os = "linux")]
pub fn held() -> Option<usize> {
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;
    static STATUS: OnceLock<Option<File>> = OnceLock::new();
    let status = STATUS.get_or_init(|| File::open("/proc/self/status").ok()).as_ref()?;
    let mut text = [0; 4096];
    let length = status.read_at(&mut text, 0).ok()?;
    let line = text.get(..length)?.split(|&b| b == b'\n').find_map(|l| l.strip_prefix(b"VmRSS:"))?;
    str::from_utf8(line).ok()?.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
}

/// Nobody tells.
#[cfg(not(target_os = "linux"))]
pub fn held() -> Option<usize> {
    None
}
