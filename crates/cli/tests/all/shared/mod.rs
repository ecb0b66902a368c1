//! Work of one test shared among the processors.

use std::sync::Mutex;
use std::thread;

/// What `work` makes of every item, in the order of the items.
pub(crate) fn in_parallel<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items = Mutex::new(items.into_iter().enumerate());
    let done = Mutex::new(Vec::new());
    let next = || items.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, |n| n.get()) {
            scope.spawn(|| {
                while let Some((i, item)) = next() {
                    let made = work(item);
                    done.lock().unwrap().push((i, made));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, made)| made).collect()
}
