//! The steps of a run: what all workers decide at the end of each, and the checkpoints between them.

use crate::checkpoint::{begun, keep, name};
use crate::cut::Cut;
use crate::error::Fault;
use crate::post::{Desk, Post};
use crate::run::{Event, Job, Order, Summary, Tell};
use bouton_saved::shards::Manifest;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What all workers decide at the end of a step.
pub(crate) struct Next {
    pub(crate) stop: bool,
    pub(crate) keep: bool,
    /// Why it cannot go on in this way, zero for nothing.
    pub(crate) trouble: u64,
    /// Cells that moved something in this step.
    pub(crate) moved: u64,
}

/// What a worker keeps from step to step.
pub(crate) struct Steps<'s, G> {
    job: &'s Job<G>,
    cut: &'s Arc<Cut>,
    tell: &'s Tell,
    pub(crate) me: usize,
    generation: u64,
    kept: Instant,
    /// What the last checkpoint took.
    cost: Duration,
    count: u64,
    bytes: u64,
}

impl<'s, G> Steps<'s, G> {
    pub(crate) fn new(job: &'s Job<G>, cut: &'s Arc<Cut>, tell: &'s Tell, me: usize) -> Steps<'s, G> {
        let (kept, cost) = (Instant::now(), Duration::ZERO);
        Steps { job, cut, tell, me, generation: 0, kept, cost, count: 0, bytes: 0 }
    }

    /// Looks at what is there; all workers must see the same.
    pub(crate) fn begin<D: Desk + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
        first: bool,
    ) -> Result<Option<Manifest>, Fault> {
        let found = begun(self.job, self.cut);
        let mark = match &found {
            Ok(None) => [0, 0, 0],
            Ok(Some(b)) => [1, b.generation, b.round],
            Err(_) => [2, 0, 0],
        };
        let notes = post.turn(&mark)?;
        let begun = found?;
        if let Some(worker) = notes.iter().position(|n| n.first() == Some(&2)) {
            return Err(Fault::Peer { worker });
        }
        if let Some(worker) = notes.iter().position(|n| n.as_slice() != mark) {
            return Err(Fault::Folder { worker });
        }
        self.generation = begun.as_ref().map_or(0, |b| b.generation);
        if self.me == 0 && first {
            let layered = matches!(self.job.order, Order::Layers(_));
            let resumed = begun.as_ref().map(|b| (b.round >> u32::from(layered), b.shards));
            (self.tell)(&Event::Begun { workers: post.peers(), cells: self.cut.cells() as u64, resumed });
        }
        Ok(begun)
    }

    /// The table, if it was complete already.
    pub(crate) fn complete(&self, begun: &Option<Manifest>, workers: usize) -> Option<Summary> {
        let manifest = begun.as_ref().filter(|b| b.complete)?;
        let (cells, checksum) = (manifest.cells, manifest.checksum);
        Some(Summary { cells, checksum, workers, bytes: 0, steps: 0, already: true })
    }

    /// Ends a step.
    pub(crate) fn next<D: Desk + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
        done: u64,
        of: Option<u64>,
        filled: u64,
        trouble: u64,
        moved: u64,
    ) -> Result<Next, Fault> {
        self.count += 1;
        let due = self.me == 0 && self.kept.elapsed() >= self.job.every.max(self.cost * 10);
        let stop = post.watch.stops().is_some();
        let flags = [u64::from(stop), u64::from(due || stop), trouble, moved, filled, post.bytes];
        let notes = post.turn(&flags)?;
        let any = |at: usize| notes.iter().any(|n| n.get(at).is_some_and(|v| *v > 0));
        let sum = |at: usize| notes.iter().filter_map(|n| n.get(at)).sum::<u64>();
        self.bytes = sum(5);
        if self.me == 0 {
            let busiest = notes.iter().enumerate().filter_map(|(w, n)| Some((w, *n.get(4)?)));
            let busiest = busiest.max_by_key(|(_, n)| *n).unwrap_or((0, 0));
            let (cells, bytes) = (self.cut.cells() as u64, self.bytes);
            (self.tell)(&Event::Step { done, of, filled: sum(4), cells, bytes, busiest });
        }
        let trouble = notes.iter().filter_map(|n| n.get(2).copied()).max().unwrap_or(0);
        Ok(Next { stop: any(0), keep: any(1), trouble, moved: sum(3) })
    }

    /// Writes a checkpoint, or the finished table; gives its checksum.
    pub(crate) fn keep<D: Desk + 'static>(
        &mut self,
        post: &mut Post<'_, D>,
        round: u64,
        done: u64,
        complete: bool,
        code: impl Fn(&D, usize) -> Option<u64>,
    ) -> Result<u64, Fault> {
        let begun = Instant::now();
        self.generation += 1;
        let written = {
            let desk = post.desk.borrow();
            keep(self.job, self.cut, self.me, self.generation, &|cell| code(&desk, cell), &|| desk.release())
        };
        let mark = [u64::from(written.is_err()), written.as_ref().map_or(0, |sum| *sum)];
        let notes = post.turn(&mark)?;
        written?;
        if let Some(worker) = notes.iter().position(|n| n.first() != Some(&0)) {
            return Err(Fault::Peer { worker });
        }
        let sum = notes.iter().filter_map(|n| n.get(1)).fold(0_u64, |sum, n| sum.wrapping_add(*n));
        let mut named = Ok(());
        if self.me == 0 {
            named = name(self.job, self.cut, self.generation, round, complete, sum);
        }
        // Only when the manifest has its name may anybody rely on it.
        let notes = post.turn(&[u64::from(named.is_err())])?;
        named?;
        if let Some(worker) = notes.iter().position(|n| n.first() != Some(&0)) {
            return Err(Fault::Peer { worker });
        }
        (self.kept, self.cost) = (Instant::now(), begun.elapsed());
        if self.me == 0 {
            (self.tell)(&Event::Kept { generation: self.generation, round: done });
        }
        Ok(sum)
    }

    /// Why the work stopped: here, or somewhere else.
    pub(crate) fn stopped<D: Desk + 'static>(&self, post: &Post<'_, D>) -> Fault {
        let halt = post.watch.stops().unwrap_or(bouton_engine::Halt::Interrupted);
        Fault::Halted(halt)
    }

    pub(crate) fn summary<D: Desk + 'static>(
        &self,
        post: Post<'_, D>,
        checksum: u64,
    ) -> Result<Summary, Fault> {
        let workers = post.peers();
        post.close()?;
        let (cells, bytes, steps) = (self.cut.cells() as u64, self.bytes, self.count);
        Ok(Summary { cells, checksum, workers, bytes, steps, already: false })
    }
}
