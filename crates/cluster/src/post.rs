//! How workers talk: one timely dataflow, driven epoch by epoch.
//!
//! What a worker sends goes to the worker it is for. An epoch is over when nothing sent in it is still on its way:
//! timely's progress tracking says so. At the end of every epoch each worker knows a short note of every other, so that all
//! decide alike without asking.
//!
//! A worker whose peer is gone never waits for ever: it looks at [`Watch`] whenever it waits.

use crate::error::Fault;
use bouton_engine::Budget;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use timely::communication::Push;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::Message;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// How long a worker sleeps when there is nothing to do before it looks round.
const NAP: Duration = Duration::from_millis(5);

/// After a request to stop, what would take longer than this is given up and not finished.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a parcel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum What {
    /// Cells that were filled, for the receiver's copy.
    Push,
    /// Why this cannot go on; the number says it.
    Trouble,
    /// Moves that lead to the receiver's cells.
    Edges,
    /// Options of the receiver's cells that are decided.
    News,
    /// Options of the receiver's cells that are drawn.
    Draws,
    /// A worker's note to all.
    Note,
}

/// A batch of numbers from one worker to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) what: What,
    /// The round that it is about, or what it says itself.
    pub(crate) id: u32,
    pub(crate) load: Load,
}

/// Bytes that are copied as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load(pub(crate) Vec<u8>);

impl Load {
    pub(crate) fn of_words(words: &[u32]) -> Load {
        Load(words.iter().flat_map(|w| w.to_le_bytes()).collect())
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four))
    }

    fn of_longs(words: &[u64]) -> Load {
        Load(words.iter().flat_map(|w| w.to_le_bytes()).collect())
    }

    fn longs(&self) -> Vec<u64> {
        self.0.as_chunks().0.iter().map(|eight| u64::from_le_bytes(*eight)).collect()
    }
}

impl Serialize for Load {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Load {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Load, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Load;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Load, E> {
                Ok(Load(bytes.to_vec()))
            }
            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Load, E> {
                Ok(Load(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

/// Hands every parcel to its receiver's channel at once; timely's own way keeps small batches back until the epoch ends.
struct AtOnce;

impl Distributor<Vec<Parcel>> for AtOnce {
    fn partition<T: Clone, P: Push<Message<T, Vec<Parcel>>>>(
        &mut self,
        parcels: &mut Vec<Parcel>,
        time: &T,
        pushers: &mut [P],
    ) {
        for parcel in parcels.drain(..) {
            let to = parcel.to as usize;
            Message::push_at(&mut vec![parcel], time.clone(), &mut pushers[to]);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Vec<Parcel>>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// Whoever takes parcels.
pub(crate) trait Desk {
    fn take(&mut self, parcel: Parcel);

    /// Lets the system have the memory of what is in files, where the process uses too much of it.
    fn release(&self);
}

/// What threads of a process look at while they wait.
pub(crate) struct Watch {
    budget: Budget,
    /// The process whose connection was lost, plus one.
    lost: AtomicUsize,
    /// Milliseconds after the start when a stop was first seen, plus one.
    stopped: AtomicU64,
    started: Instant,
    /// Bytes that were sent over connections.
    pub(crate) sent: AtomicU64,
}

impl Watch {
    pub(crate) fn new(budget: &Budget) -> Arc<Watch> {
        Arc::new(Watch {
            budget: budget.clone(),
            lost: AtomicUsize::new(0),
            stopped: AtomicU64::new(0),
            started: Instant::now(),
            sent: AtomicU64::new(0),
        })
    }

    /// A connection is gone.
    pub(crate) fn lose(&self, process: usize) {
        let _ = self.lost.compare_exchange(0, process + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Shall the work end soon?
    pub(crate) fn stops(&self) -> Option<bouton_engine::Halt> {
        let halt = self.budget.check(0).err()?;
        let now = self.started.elapsed().as_millis() as u64 + 1;
        let _ = self.stopped.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
        Some(halt)
    }

    /// Must the work end now?
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if let Some(process) = self.lost.load(Ordering::Relaxed).checked_sub(1) {
            return Err(Fault::Lost { process });
        }
        if let Some(halt) = self.stops() {
            let since = self.stopped.load(Ordering::Relaxed).saturating_sub(1);
            let long = self.started.elapsed().as_millis() as u64 >= since + PATIENCE.as_millis() as u64;
            if long {
                return Err(Fault::Halted(halt));
            }
        }
        Ok(())
    }
}

/// One worker's end of the dataflow.
pub(crate) struct Post<'w, D> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    /// Notes of the epoch at hand and of the next: a worker can be one epoch ahead.
    notes: Rc<RefCell<[Vec<Vec<u64>>; 2]>>,
    pub(crate) desk: Rc<RefCell<D>>,
    pub(crate) watch: Arc<Watch>,
    epoch: u64,
    me: usize,
    peers: usize,
    /// Bytes of the parcels that were sent to other workers.
    pub(crate) bytes: u64,
}

impl<'w, D: Desk + 'static> Post<'w, D> {
    pub(crate) fn new(worker: &'w mut Worker, desk: D, watch: Arc<Watch>) -> Post<'w, D> {
        let (me, peers) = (worker.index(), worker.peers());
        let desk = Rc::new(RefCell::new(desk));
        let notes = Rc::new(RefCell::new([vec![Vec::new(); peers], vec![Vec::new(); peers]]));
        let probe = ProbeHandle::new();
        let (taker, noted) = (Rc::clone(&desk), Rc::clone(&notes));
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<CapacityContainerBuilder<Vec<Parcel>>>();
            let route = DistributorPact(|_| AtOnce);
            stream
                .unary::<CapacityContainerBuilder<Vec<Parcel>>, _, _, _>(route, "take", move |_, _| {
                    move |input, _| {
                        input.for_each_time(|_, batches| {
                            for parcel in batches.flat_map(|b| b.drain(..)) {
                                if parcel.what == What::Note {
                                    noted.borrow_mut()[parcel.id as usize & 1][parcel.from as usize] =
                                        parcel.load.longs();
                                } else {
                                    taker.borrow_mut().take(parcel);
                                }
                            }
                        });
                    }
                })
                .probe_with(&probe);
            input
        });
        Post { worker, input, probe, notes, desk, watch, epoch: 0, me, peers, bytes: 0 }
    }

    pub(crate) fn me(&self) -> usize {
        self.me
    }

    pub(crate) fn peers(&self) -> usize {
        self.peers
    }

    /// Sends a batch to another worker and lets the dataflow move.
    pub(crate) fn send(&mut self, to: usize, what: What, id: u32, load: Load) {
        self.bytes += load.0.len() as u64;
        self.input.send(Parcel { to: to as u32, from: self.me as u32, what, id, load });
        self.input.flush();
        self.worker.step();
    }

    /// Lets the dataflow move, where there is anybody to talk to.
    pub(crate) fn serve(&mut self) {
        if self.peers > 1 {
            self.worker.step();
        }
    }

    /// Lets the dataflow move, or sleeps for a moment if there is nothing.
    pub(crate) fn rest(&mut self, nap: Duration) {
        self.worker.step_or_park(Some(nap));
    }

    /// Ends the epoch with a note to all; gives the notes of all workers.
    pub(crate) fn turn(&mut self, note: &[u64]) -> Result<Vec<Vec<u64>>, Fault> {
        let parity = (self.epoch & 1) as usize;
        for to in 0..self.peers {
            let (to, from, load) = (to as u32, self.me as u32, Load::of_longs(note));
            self.input.send(Parcel { to, from, what: What::Note, id: parity as u32, load });
        }
        self.epoch += 1;
        self.input.advance_to(self.epoch);
        self.input.flush();
        while self.probe.less_than(&self.epoch) {
            self.watch.check()?;
            self.worker.step_or_park(Some(NAP));
        }
        Ok(self.notes.borrow_mut()[parity].iter_mut().map(std::mem::take).collect())
    }

    /// Ends the work of this worker when all have come here.
    pub(crate) fn close(self) -> Result<Rc<RefCell<D>>, Fault> {
        let Post { worker, input, probe, desk, watch, .. } = self;
        input.close();
        while !probe.done() {
            watch.check()?;
            worker.step_or_park(Some(NAP));
        }
        Ok(desk)
    }
}
