//! A transposition table for positions of any kind: a hash map in shards, each behind its own lock.
//!
//! Each position may stand in a few neighbouring places of its shard. A shard grows while it is allowed to;
//! after that, what cost the least to find makes room for what is new.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

use super::transposition::{Fact, TranspositionTable, mix};

/// So many that two threads seldom want the same one.
const SHARDS: usize = 32;
/// The places in which a position may stand.
const WINDOW: usize = 8;

struct Entry<P, F> {
    position: P,
    fact: F,
    heap: usize,
    effort: u8,
}

struct Shard<P, F> {
    /// A power of two of them, or none yet.
    places: Vec<Option<Entry<P, F>>>,
    stored: usize,
}

/// Facts about positions of any kind; see the head of the file.
pub struct Sharded<P, F> {
    shards: Vec<Mutex<Shard<P, F>>>,
    stored: AtomicUsize,
    replaced: AtomicUsize,
    bytes: AtomicUsize,
    /// The bytes allowed.
    limit: usize,
}

impl<P, F> Default for Sharded<P, F> {
    fn default() -> Self {
        let shard = || Mutex::new(Shard { places: Vec::new(), stored: 0 });
        Self {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            stored: AtomicUsize::new(0),
            replaced: AtomicUsize::new(0),
            bytes: AtomicUsize::new(SHARDS * size_of::<Mutex<Shard<P, F>>>()),
            limit: 0,
        }
    }
}

impl<P, F> Sharded<P, F> {
    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<P, F>> {
        // A panic of a game cannot leave a shard in disorder: no game is called under the lock.
        self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Eq + Hash, F> Sharded<P, F> {
    /// Makes a shard twice as large, if the limit allows it with `heap` bytes to come.
    fn enlarge(&self, shard: &mut Shard<P, F>, heap: usize) -> bool {
        let size = size_of::<Option<Entry<P, F>>>();
        let before = shard.places.len();
        let after = (before * 2).max(WINDOW);
        // Old and new exist together for a moment.
        let bytes = self.bytes.load(Ordering::Relaxed).saturating_add(heap);
        if bytes.saturating_add(after.saturating_mul(size)) > self.limit {
            return false;
        }
        let mut places = Vec::with_capacity(after);
        places.resize_with(after, || None);
        let old = std::mem::replace(shard, Shard { places, stored: 0 });
        for entry in old.places.into_iter().flatten() {
            let Some(at) = shard.place(&entry.position, hash(&entry.position), true) else { continue };
            match shard.places[at].replace(entry) {
                None => shard.stored += 1,
                Some(lost) => {
                    self.bytes.fetch_sub(lost.heap, Ordering::Relaxed);
                    self.stored.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
        self.bytes.fetch_add((after - before) * size, Ordering::Relaxed);
        true
    }
}

fn hash(position: &impl Hash) -> u64 {
    mix(FxBuildHasher.hash_one(position))
}

impl<P: Eq + Hash, F> Shard<P, F> {
    /// The numbers of the places for what has this hash.
    fn window(&self, hash: u64) -> impl Iterator<Item = usize> + use<P, F> {
        let mask = self.places.len().wrapping_sub(1);
        let first = (hash >> 20) as usize;
        (0..WINDOW.min(self.places.len())).map(move |step| (first + step) & mask)
    }

    /// Where `position` stands, or may: first choice a free place if there is `room`, then the one of least
    /// effort.
    fn place(&self, position: &P, hash: u64, room: bool) -> Option<usize> {
        let mut least: Option<(u8, usize)> = None;
        for at in self.window(hash) {
            let Some(entry) = &self.places[at] else {
                if room {
                    return Some(at);
                }
                break;
            };
            if entry.position == *position {
                return Some(at);
            }
            if least.is_none_or(|(effort, _)| entry.effort < effort) {
                least = Some((entry.effort, at));
            }
        }
        least.map(|(_, at)| at)
    }
}

impl<P, F> TranspositionTable for Sharded<P, F>
where
    P: Clone + Eq + Hash + Send + Sync,
    F: Fact,
{
    type Position = P;
    type Fact = F;

    fn hash(position: &P) -> u64 {
        hash(position)
    }

    fn get(&self, position: &P, hash: u64) -> Option<F> {
        let shard = self.shard(hash);
        for at in shard.window(hash) {
            let entry = shard.places[at].as_ref()?;
            if entry.position == *position {
                return Some(entry.fact);
            }
        }
        None
    }

    fn put(&self, position: &P, hash: u64, heap: usize, fact: F, effort: u8) {
        let shard = &mut *self.shard(hash);
        let room = self.bytes().saturating_add(heap) <= self.limit;
        let mut at = shard.place(position, hash, room);
        let free = at.is_some_and(|at| shard.places[at].is_none());
        let same =
            at.is_some_and(|at| shard.places[at].as_ref().is_some_and(|entry| entry.position == *position));
        if !same && (!free || shard.stored * 3 >= shard.places.len() * 2) && self.enlarge(shard, heap) {
            at = shard.place(position, hash, room);
        }
        let Some(at) = at else {
            self.replaced.fetch_add(1, Ordering::Relaxed);
            return;
        };
        match &mut shard.places[at] {
            Some(entry) if entry.position == *position => {
                entry.fact = fact.merged(entry.fact);
                entry.effort = entry.effort.max(effort);
            }
            place => {
                let new = Entry { position: position.clone(), fact, heap, effort };
                self.bytes.fetch_add(heap, Ordering::Relaxed);
                if let Some(old) = place.replace(new) {
                    self.bytes.fetch_sub(old.heap, Ordering::Relaxed);
                    self.replaced.fetch_add(1, Ordering::Relaxed);
                } else {
                    shard.stored += 1;
                    self.stored.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    fn spare(&self) -> usize {
        // Shards grow by themselves.
        usize::MAX
    }

    fn allow(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    fn grow(&mut self) -> bool {
        true
    }

    fn stored(&self) -> usize {
        self.stored.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn replaced(&self) -> usize {
        self.replaced.load(Ordering::Relaxed)
    }
}
