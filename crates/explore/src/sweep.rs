//! All members of a family, with several threads.

use crate::examine::{Cost, examine};
use crate::family::Family;
use crate::folder::Folder;
use crate::row::Row;
use bouton::Problem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What came of a family.
#[derive(Debug)]
pub struct Sweep {
    /// The rows that are done, in order.
    pub rows: Vec<Row>,
    /// So many of them were in the folder already.
    pub known: usize,
    /// Why the others are missing.
    pub stopped: Option<Problem>,
}

/// Examines every member that the folder does not have yet. `told` hears how many are done.
pub fn sweep(
    family: &Family,
    folder: Option<&Folder>,
    workers: usize,
    cost: &Cost,
    told: &(dyn Fn(usize) + Sync),
) -> Sweep {
    let done = |number| folder.and_then(|f| f.done(family, number));
    let rows: Vec<Row> = (0..family.len()).filter_map(done).collect();
    let known = rows.len();
    let open: Vec<usize> = {
        let there: std::collections::HashSet<usize> = rows.iter().map(|r| r.number).collect();
        (0..family.len()).filter(|n| !there.contains(n)).collect()
    };
    let (next, all) = (AtomicUsize::new(0), Mutex::new((rows, None)));
    let work = || {
        while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = examine(family, &family.member(*number), cost).and_then(|mut kept| {
                folder.map_or(Ok(()), |f| f.keep(&mut kept))?;
                Ok(kept.row)
            });
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match made {
                Ok(row) => {
                    all.0.push(row);
                    told(all.0.len());
                }
                Err(problem) => {
                    all.1.get_or_insert(problem);
                    next.store(open.len(), Ordering::Relaxed);
                    return;
                }
            }
        }
    };
    thread::scope(|scope| {
        // Rules are read by recursion, for which threads have little room unless they are given it.
        let begin = || thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let begun: Vec<_> = (1..workers.min(open.len())).filter_map(|_| begin().ok()).collect();
        work();
        drop(begun);
    });
    let (mut rows, stopped) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|r| r.number);
    Sweep { rows, known, stopped }
}

/// As much as the first thread usually has.
const STACK: usize = 8 << 20;
