//! Ctrl-C: the first raises a flag that every solver looks at, the second ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The exit code of a process that Ctrl-C stopped, as shells have it.
pub(crate) const CODE: u8 = 130;

/// The flag that Ctrl-C raises.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(Arc::default).clone()
}

/// Listens for Ctrl-C from here on. Without a handler the process just ends, which is good enough a fallback.
pub(crate) fn listen() {
    let raised = flag();
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(CODE));
        }
    });
}
