//! Who watches a long evaluation: whoever pays for it, asked every few thousand steps.
//!
//! An interpreter belongs to a game and outlives questions; what a question may cost is known to the one who asks. So the
//! watch belongs to the thread: it holds from [`watch`] on until the guard is dropped, for every interpreter on it.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

/// Why an evaluation was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody wishes so.
    Cancelled,
    /// This time is up.
    Time(Duration),
    /// The process holds more than so many bytes.
    Memory(usize),
}

type Look = Rc<dyn Fn() -> Option<Halt>>;

thread_local! {
    static WATCH: RefCell<Option<Look>> = const { RefCell::new(None) };
}

/// Keeps a watch up; the one before comes back when it is dropped.
#[must_use]
pub struct Watched {
    before: Option<Look>,
    /// The watch belongs to its thread.
    thread: PhantomData<Look>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        WATCH.set(self.before.take());
    }
}

/// From now on `look` is asked every few thousand steps of every evaluation on this thread.
pub fn watch(look: impl Fn() -> Option<Halt> + 'static) -> Watched {
    Watched { before: WATCH.replace(Some(Rc::new(look))), thread: PhantomData }
}

/// What the watch of this thread says, where there is one.
pub fn halted() -> Option<Halt> {
    let look = WATCH.with_borrow(Clone::clone)?;
    look()
}
