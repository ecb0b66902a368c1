//! Who watches a long evaluation: the budget of whoever pays for it, looked at every few thousand steps.
//!
//! An interpreter belongs to a game and outlives questions; what a question may cost is known to the one who asks. So the
//! watch belongs to the thread: it holds from [`watch`] on until the guard is dropped, for every interpreter on it.

use bouton_budget::{Budget, Halt};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

thread_local! {
    static WATCH: RefCell<Option<Rc<Budget>>> = const { RefCell::new(None) };
}

/// Keeps a watch up; the one before comes back when it is dropped.
#[must_use]
pub struct Watched {
    before: Option<Rc<Budget>>,
    /// The watch belongs to its thread.
    thread: PhantomData<Rc<Budget>>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        WATCH.set(self.before.take());
    }
}

/// From now on this budget is asked every few thousand steps of every evaluation on this thread.
pub fn watch(budget: Budget) -> Watched {
    Watched { before: WATCH.replace(Some(Rc::new(budget))), thread: PhantomData }
}

/// What the watch of this thread says, where there is one.
pub fn halted() -> Option<Halt> {
    let budget = WATCH.with_borrow(Clone::clone)?;
    budget.check(0).err()
}
