//! One lane: its workers, and who waits for them. Clients take turns, however many questions each of them has; those who have
//! used much lately come behind the others.

use super::Query;
use super::accounts::holder;
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
    /// Do strangers ask? Then one worker is kept for games of the library, and those who have used much hold few.
    reserves: bool,
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
    /// Those of them that work for clients who have used much.
    heavy: usize,
    /// Who waits, by client; the first client is next.
    waiting: VecDeque<(IpAddr, VecDeque<Waiting>)>,
    entered: u64,
}

struct Waiting {
    number: u64,
    strange: bool,
    heavy: bool,
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
        reserves: bool,
    ) -> Queue {
        Queue { hello, command, workers, most_waiting, reserves, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Joins the queue; `None` if it is full.
    pub(super) fn enter(self: &Arc<Self>, query: &Query, heavy: bool) -> Option<Place> {
        let (give, child) = oneshot::channel();
        let mut state = self.lock();
        let waiting: usize = state.waiting.iter().map(|(_, list)| list.len()).sum();
        let client = holder(query.client);
        let own = state.waiting.iter().find(|(c, _)| *c == client).map_or(0, |(_, list)| list.len());
        if waiting >= self.most_waiting || (self.reserves && own >= MOST_OF_ONE) {
            return None;
        }
        state.entered += 1;
        let number = state.entered;
        let one = Waiting { number, strange: query.strange, heavy, about: query.about, give };
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
        state.strange -= usize::from(std::mem::take(&mut child.strange));
        state.heavy -= usize::from(std::mem::take(&mut child.heavy));
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
            let strangers = !self.reserves || state.strange + 1 < self.workers;
            let heavy = !self.reserves || state.heavy < MOST_HEAVY;
            let Some(next) = take(&mut state.waiting, strangers, heavy) else { return };
            let known = state.idle.iter().rposition(|c| c.about == next.about);
            let child = match known.or(state.idle.len().checked_sub(1)) {
                Some(at) => Some(state.idle.swap_remove(at)),
                None => Child::start(&self.command, &self.hello).inspect(|_| state.alive += 1),
            };
            // Dropping the sender tells that there is none.
            let Some(mut child) = child else { continue };
            child.about = next.about;
            (child.strange, child.heavy) = (next.strange, next.heavy);
            state.strange += usize::from(next.strange);
            state.heavy += usize::from(next.heavy);
            if let Err(mut child) = next.give.send(child) {
                // Gone meanwhile.
                state.strange -= usize::from(std::mem::take(&mut child.strange));
                state.heavy -= usize::from(std::mem::take(&mut child.heavy));
                state.idle.push(child);
            }
        }
    }
}

/// The next in turn: first of those who have used little, then of the others, if they may. Its client goes to the end.
fn take(
    waiting: &mut VecDeque<(IpAddr, VecDeque<Waiting>)>,
    strangers: bool,
    heavy: bool,
) -> Option<Waiting> {
    let may = |w: &Waiting, much: bool| (strangers || !w.strange) && w.heavy == much;
    let next = |much: bool| waiting.iter().position(|(_, list)| list.iter().any(|w| may(w, much)));
    let (at, much) = match next(false) {
        Some(at) => (at, false),
        None => (next(true).filter(|_| heavy)?, true),
    };
    let (client, mut list) = waiting.remove(at)?;
    let found = list.iter().position(|w| may(w, much)).and_then(|i| list.remove(i));
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
        let entries = entries.iter().map(|(client, number, strange)| (*client, *number, *strange, false));
        with_heavy(&entries.collect::<Vec<_>>())
    }

    fn with_heavy(entries: &[(u8, u64, bool, bool)]) -> VecDeque<(IpAddr, VecDeque<Waiting>)> {
        let mut out: VecDeque<(IpAddr, VecDeque<Waiting>)> = VecDeque::new();
        for (client, number, strange, heavy) in entries {
            let client = IpAddr::V4(Ipv4Addr::new(10, 0, 0, *client));
            let (strange, heavy) = (*strange, *heavy);
            let one = Waiting { number: *number, strange, heavy, about: 0, give: oneshot::channel().0 };
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
        let order: Vec<u64> = std::iter::from_fn(|| take(&mut list, true, true)).map(|w| w.number).collect();
        assert_eq!(order, [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn strangers_wait_when_they_have_enough() {
        let mut list = waiting(&[(1, 1, true), (1, 2, false), (2, 3, true), (3, 4, false)]);
        let order: Vec<u64> = std::iter::from_fn(|| take(&mut list, false, true)).map(|w| w.number).collect();
        assert_eq!(order, [2, 4]);
        let order: Vec<u64> = std::iter::from_fn(|| take(&mut list, true, true)).map(|w| w.number).collect();
        assert_eq!(order, [3, 1]);
    }

    #[test]
    fn who_has_used_much_comes_last() {
        let entries = [
            (1, 1, false, true),
            (2, 2, true, true),
            (3, 3, true, false),
            (4, 4, false, false),
            (1, 5, false, true),
        ];
        let order = |strangers: bool, heavy: bool| {
            let mut list = with_heavy(&entries);
            std::iter::from_fn(|| take(&mut list, strangers, heavy)).map(|w| w.number).collect::<Vec<_>>()
        };
        assert_eq!(order(true, true), [3, 4, 1, 2, 5]);
        assert_eq!(order(true, false), [3, 4]);
        assert_eq!(order(false, true), [4, 1, 5]);
    }
}
