//! Ctrl-C: the first raises a flag that every solver looks at, the second ends the process at once; so does the first while
//! a person is asked, since nothing is under way then.

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The exit code of a process that Ctrl-C stopped, as shells have it.
pub(crate) const CODE: u8 = 130;

/// Somebody is being asked, so that there is no work to stop in order; with the settings of the terminal, which line editing
/// changes, as they were before.
static ASKING: Mutex<Option<Option<Termios>>> = Mutex::new(None);

fn asking() -> std::sync::MutexGuard<'static, Option<Option<Termios>>> {
    ASKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The flag that Ctrl-C raises.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(Arc::default).clone()
}

/// Listens for Ctrl-C from here on. Without a handler the process just ends, which is good enough a fallback.
pub(crate) fn listen() {
    let raised = flag();
    let _ = ctrlc::set_handler(move || {
        let mut asking = asking();
        let again = raised.swap(true, Ordering::SeqCst);
        let asked = asking.take();
        if let Some(Some(terminal)) = &asked {
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, terminal);
        }
        if again || asked.is_some() {
            std::process::exit(i32::from(CODE));
        }
    });
}

/// Waits for an answer; Ctrl-C ends the process meanwhile, and one that came since the work ended does too. A read does not
/// return for a signal.
pub(crate) fn at_once<T>(wait: impl FnOnce() -> T) -> T {
    let mut asked = asking();
    if flag().load(Ordering::SeqCst) {
        std::process::exit(i32::from(CODE));
    }
    *asked = Some(tcgetattr(std::io::stdin()).ok());
    drop(asked);
    let answer = wait();
    *asking() = None;
    answer
}
