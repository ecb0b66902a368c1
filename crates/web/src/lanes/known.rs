//! Answers about games of the library that were given before. Equal questions have equal answers, so what was decided once is
//! sent again without a worker; questions with rules or parameters of strangers are not kept, for there is no end of them.

use super::Query;
use crate::ask::Route;
use bytes::Bytes;
use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

/// Bytes that are kept in all, of one answer, and of its question.
const MOST: usize = 32 << 20;
const LARGEST: usize = 512 << 10;
const LONGEST: usize = 2 << 10;

/// What is asked, in which language, and the body.
type Key = (Route, bool, String);

/// Answers, the oldest first to go.
#[derive(Default)]
pub(super) struct Known {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answers: HashMap<Key, Bytes>,
    order: VecDeque<Key>,
    bytes: usize,
}

impl Known {
    /// The answer, if it was given before.
    pub(super) fn get(&self, query: &Query) -> Option<Bytes> {
        let key = key(query)?;
        self.state.lock().unwrap_or_else(|e| e.into_inner()).answers.get(&key).cloned()
    }

    /// Keeps an answer that is decided.
    pub(super) fn keep(&self, query: &Query, answer: &Bytes) {
        let Some(key) = key(query).filter(|_| answer.len() <= LARGEST) else { return };
        let mut state = self.state.lock().unwrap_or_else(|e| e.into_inner());
        let size = answer.len() + key.2.len();
        if state.answers.insert(key.clone(), answer.clone()).is_some() {
            return;
        }
        state.order.push_back(key);
        state.bytes += size;
        while state.bytes > MOST {
            let Some(oldest) = state.order.pop_front() else { break };
            if let Some(answer) = state.answers.remove(&oldest) {
                state.bytes -= answer.len() + oldest.2.len();
            }
        }
    }
}

/// The key of a question that is worth keeping.
fn key(query: &Query) -> Option<Key> {
    let kept = !query.strange && query.body.len() <= LONGEST;
    kept.then(|| (query.route, query.lang == bouton::language::diagnostic::Lang::Zh, query.body.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::language::diagnostic::Lang;
    use std::net::{IpAddr, Ipv4Addr};

    fn query(body: &str, strange: bool) -> Query {
        let client = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Query { route: Route::Solve, lang: Lang::En, body: body.into(), client, strange, about: 0 }
    }

    #[test]
    fn answers_are_kept_within_bounds() {
        let known = Known::default();
        known.keep(&query("a", false), &Bytes::from_static(b"one"));
        assert_eq!(known.get(&query("a", false)), Some(Bytes::from_static(b"one")));
        assert_eq!(known.get(&Query { lang: Lang::Zh, ..query("a", false) }), None);
        known.keep(&query("b", true), &Bytes::from_static(b"two"));
        assert_eq!(known.get(&query("b", true)), None);
        known.keep(&query("c", false), &Bytes::from(vec![0; LARGEST + 1]));
        assert_eq!(known.get(&query("c", false)), None);
        let large = Bytes::from(vec![0; LARGEST]);
        for i in 0..2 * MOST / LARGEST {
            known.keep(&query(&i.to_string(), false), &large);
        }
        assert_eq!(known.get(&query("a", false)), None);
        assert_eq!(known.get(&query(&(2 * MOST / LARGEST - 1).to_string(), false)), Some(large));
        assert!(known.state.lock().unwrap().bytes <= MOST);
    }
}
