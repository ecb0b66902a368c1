//! One lane: its workers, and who waits for them. Clients take turns, however many questions each of them has; those with small
//! questions come before the others, and those who have used much lately behind them.

use super::Query;
use super::accounts::{Rank, holder};
use super::child::Child;
use crate::frames::Hello;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::oneshot;

/// Questions of one client that may wait in a lane.
const MOST_OF_ONE: usize = 64;

/// Workers that clients who have used much may hold between them, where strangers ask.
const MOST_HEAVY: usize = 1;

/// A lane.
pub(super) struct Queue {
    /// How its workers live.
    pub(super) hello: Hello,
    command: (PathBuf, Vec<OsString>),
    workers: usize,
    most_waiting: usize,
    /// Where strangers ask, one worker is kept for games of the library; and so many may be held by clients whose questions are not
    /// small.
    reserves: Option<usize>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Workers that have nothing to do.
    idle: Vec<Child>,
    /// Workers that there are, idle or not.
    alive: usize,
    /// Those of them that work on rules of strangers.
    strange: usize,
    /// Those of them that work for clients whose questions are not small, and for clients who have used much.
    plain: usize,
    heavy: usize,
    /// Who waits, by client; the first client is next.
    waiting: VecDeque<(IpAddr, VecDeque<Waiting>)>,
    entered: u64,
}

impl State {
    /// Counts a worker for whom it works.
    fn hold(&mut self, child: &mut Child, next: &Waiting) {
        (child.strange, child.rank) = (next.strange, next.rank);
        self.strange += usize::from(next.strange);
        self.plain += usize::from(next.rank > Rank::Light);
        self.heavy += usize::from(next.rank > Rank::Plain);
    }

    /// It works for nobody any more.
    fn release(&mut self, child: &mut Child) {
        self.strange -= usize::from(std::mem::take(&mut child.strange));
        let rank = std::mem::replace(&mut child.rank, Rank::Light);
        self.plain -= usize::from(rank > Rank::Light);
        self.heavy -= usize::from(rank > Rank::Plain);
    }
}

struct Waiting {
    number: u64,
    strange: bool,
    rank: Rank,
    about: u64,
    give: oneshot::Sender<Child>,
}

/// A place in the queue. Leaving it unanswered gives it up.
pub(super) struct Place {
    number: u64,
    queue: Arc<Queue>,
    child: oneshot::Receiver<Child>,
}

impl Place {
    /// The worker, when it is this one's turn; `None` if none could be started.
    pub(super) async fn child(&mut self) -> Option<Child> {
        (&mut self.child).await.ok()
    }

    /// How many entered before this one and wait still.
    pub(super) fn ahead(&self) -> usize {
        let state = self.queue.lock();
        state.waiting.iter().flat_map(|(_, list)| list).filter(|w| w.number < self.number).count()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        for (_, list) in &mut state.waiting {
            list.retain(|w| w.number != self.number);
        }
        state.waiting.retain(|(_, list)| !list.is_empty());
        // A worker that was handed over and never taken goes back.
        drop(state);
        if let Ok(child) = self.child.try_recv() {
            self.queue.give_back(child);
        }
    }
}

impl Queue {
    pub(super) fn new(
        hello: Hello,
        command: (PathBuf, Vec<OsString>),
        workers: usize,
        most_waiting: usize,
        reserves: Option<usize>,
    ) -> Queue {
        Queue { hello, command, workers, most_waiting, reserves, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Joins the queue; `None` if it is full.
    pub(super) fn enter(self: &Arc<Self>, query: &Query, rank: Rank) -> Option<Place> {
        let (give, child) = oneshot::channel();
        let mut state = self.lock();
        let waiting: usize = state.waiting.iter().map(|(_, list)| list.len()).sum();
        let client = holder(query.client);
        let own = state.waiting.iter().find(|(c, _)| *c == client).map_or(0, |(_, list)| list.len());
        if waiting >= self.most_waiting || (self.reserves.is_some() && own >= MOST_OF_ONE) {
            return None;
        }
        state.entered += 1;
        let number = state.entered;
        let one = Waiting { number, strange: query.strange, rank, about: query.about, give };
        match state.waiting.iter_mut().find(|(c, _)| *c == client) {
            Some((_, list)) => list.push_back(one),
            None => state.waiting.push_back((client, VecDeque::from([one]))),
        }
        self.hand_out(&mut state);
        drop(state);
        Some(Place { number, queue: self.clone(), child })
    }

    /// Takes a worker back; one that is done for is replaced when it is needed.
    pub(super) fn give_back(&self, mut child: Child) {
        let mut state = self.lock();
        state.release(&mut child);
        if child.fit() {
            state.idle.push(child);
        } else {
            state.alive = state.alive.saturating_sub(1);
        }
        self.hand_out(&mut state);
    }

    /// Gives workers to those who wait, as long as there are any.
    fn hand_out(&self, state: &mut State) {
        while !state.idle.is_empty() || state.alive < self.workers {
            let strangers = self.reserves.is_none() || state.strange + 1 < self.workers;
            let last = match self.reserves {
                Some(most) if state.plain >= most => Rank::Light,
                Some(_) if state.heavy >= MOST_HEAVY => Rank::Plain,
                _ => Rank::Heavy,
            };
            let Some(next) = take(&mut state.waiting, strangers, last) else { return };
            let known = state.idle.iter().rposition(|c| c.about == next.about);
            let child = match known.or(state.idle.len().checked_sub(1)) {
                Some(at) => Some(state.idle.swap_remove(at)),
                None => Child::start(&self.command, &self.hello).inspect(|_| state.alive += 1),
            };
            // Dropping the sender tells that there is none.
            let Some(mut child) = child else { continue };
            child.about = next.about;
            state.hold(&mut child, &next);
            if let Err(mut child) = next.give.send(child) {
                // Gone meanwhile.
                state.release(&mut child);
                state.idle.push(child);
            }
        }
    }
}

/// The next in turn, of those who stand best, down to this rank at most. Its client goes to the end.
fn take(waiting: &mut VecDeque<(IpAddr, VecDeque<Waiting>)>, strangers: bool, last: Rank) -> Option<Waiting> {
    let may = |w: &Waiting| (strangers || !w.strange) && w.rank <= last;
    let best = waiting.iter().flat_map(|(_, list)| list).filter(|w| may(w)).map(|w| w.rank).min()?;
    let next = |w: &Waiting| may(w) && w.rank == best;
    let at = waiting.iter().position(|(_, list)| list.iter().any(next))?;
    let (client, mut list) = waiting.remove(at)?;
    let found = list.iter().position(next).and_then(|i| list.remove(i));
    if !list.is_empty() {
        waiting.push_back((client, list));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn waiting(entries: &[(u8, u64, bool)]) -> VecDeque<(IpAddr, VecDeque<Waiting>)> {
        let entries =
            entries.iter().map(|(client, number, strange)| (*client, *number, *strange, Rank::Light));
        with_ranks(&entries.collect::<Vec<_>>())
    }

    fn with_ranks(entries: &[(u8, u64, bool, Rank)]) -> VecDeque<(IpAddr, VecDeque<Waiting>)> {
        let mut out: VecDeque<(IpAddr, VecDeque<Waiting>)> = VecDeque::new();
        for (client, number, strange, rank) in entries {
            let client = IpAddr::V4(Ipv4Addr::new(10, 0, 0, *client));
            let (strange, rank) = (*strange, *rank);
            let one = Waiting { number: *number, strange, rank, about: 0, give: oneshot::channel().0 };
            match out.iter_mut().find(|(c, _)| *c == client) {
                Some((_, list)) => list.push_back(one),
                None => out.push_back((client, VecDeque::from([one]))),
            }
        }
        out
    }

    #[test]
    fn clients_take_turns() {
        let entries =
            [(1, 1, false), (1, 2, false), (1, 3, false), (2, 4, false), (3, 5, false), (2, 6, false)];
        let mut list = waiting(&entries);
        let order: Vec<u64> =
            std::iter::from_fn(|| take(&mut list, true, Rank::Heavy)).map(|w| w.number).collect();
        assert_eq!(order, [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn strangers_wait_when_they_have_enough() {
        let mut list = waiting(&[(1, 1, true), (1, 2, false), (2, 3, true), (3, 4, false)]);
        let order: Vec<u64> =
            std::iter::from_fn(|| take(&mut list, false, Rank::Heavy)).map(|w| w.number).collect();
        assert_eq!(order, [2, 4]);
        let order: Vec<u64> =
            std::iter::from_fn(|| take(&mut list, true, Rank::Heavy)).map(|w| w.number).collect();
        assert_eq!(order, [3, 1]);
    }

    #[test]
    fn small_questions_come_first_and_who_has_used_much_last() {
        use Rank::{Heavy, Light, Plain};
        let entries = [
            (1, 1, false, Heavy),
            (2, 2, true, Plain),
            (3, 3, true, Light),
            (4, 4, false, Plain),
            (5, 5, false, Light),
            (1, 6, false, Heavy),
        ];
        let order = |strangers: bool, last: Rank| {
            let mut list = with_ranks(&entries);
            std::iter::from_fn(|| take(&mut list, strangers, last)).map(|w| w.number).collect::<Vec<_>>()
        };
        assert_eq!(order(true, Heavy), [3, 5, 2, 4, 1, 6]);
        assert_eq!(order(true, Plain), [3, 5, 2, 4]);
        assert_eq!(order(true, Light), [3, 5]);
        assert_eq!(order(false, Heavy), [5, 4, 1, 6]);
    }
}
