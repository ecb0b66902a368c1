//! The memory of one call, kept from call to call on each thread: a call inside a visit takes another.

use super::ir::{LIMIT, TOP};
use std::cell::RefCell;

/// Memories that a thread keeps.
const KEPT: usize = 64;

/// How much memory the calls of a program need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Which program.
    pub(crate) program: u64,
    /// Words, at least enough for [`TOP`] and [`LIMIT`].
    pub(crate) words: usize,
    /// The first address that may be allocated.
    pub(crate) first: i64,
    /// Variables.
    pub(crate) vars: usize,
}

/// The memory of one call.
#[derive(Debug)]
pub(crate) struct Scratch {
    program: u64,
    pub(crate) mem: Vec<i64>,
    pub(crate) vars: Vec<i64>,
}

thread_local! {
    // In boxes, because one goes out and in at every call.
    #[allow(clippy::vec_box)]
    static POOL: RefCell<Vec<Box<Scratch>>> = const { RefCell::new(Vec::new()) };
}

impl Scratch {
    /// Memory for a call, fresh or used before by the same program.
    #[inline]
    pub(crate) fn take(size: &Size) -> Box<Scratch> {
        let last = POOL.with_borrow_mut(|pool| pool.pop_if(|s| s.program == size.program));
        let mut scratch = last.unwrap_or_else(|| Scratch::find(size));
        scratch.mem[TOP as usize] = size.first;
        scratch
    }

    /// Memory that was not the last to be given back.
    #[cold]
    fn find(size: &Size) -> Box<Scratch> {
        let kept = POOL.with_borrow_mut(|pool| {
            let i = pool.iter().rposition(|s| s.program == size.program)?;
            Some(pool.remove(i))
        });
        kept.unwrap_or_else(|| {
            let mut mem = vec![0; size.words];
            mem[LIMIT as usize] = size.words as i64;
            Box::new(Scratch { program: size.program, mem, vars: vec![0; size.vars] })
        })
    }

    /// Keeps the memory for the next call.
    #[inline]
    pub(crate) fn give_back(self: Box<Self>) {
        POOL.with_borrow_mut(|pool| {
            // The oldest goes: it may be of a program that is no more.
            if pool.len() >= KEPT {
                pool.remove(0);
            }
            pool.push(self);
        });
    }
}
