//! Makes certificates for the tests: a table by brute force, an automaton learned from it by its residuals.

pub(crate) mod games;

use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// A numeration: base b, quadratic t, or any by its tops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Digits {
    Base(u64),
    Quadratic(u64),
    Parry(&'static [usize], usize),
}

impl Digits {
    pub(crate) fn radix(self) -> usize {
        match self {
            Digits::Base(b) => b as usize,
            Digits::Quadratic(t) => t as usize + 1,
            Digits::Parry(tops, _) => tops[0] + 1,
        }
    }

    pub(crate) fn json(self) -> Json {
        match self {
            Digits::Base(b) => json!({ "base": b }),
            Digits::Quadratic(t) => json!({ "quadratic": t }),
            Digits::Parry(tops, back) => json!({ "parry": { "tops": tops, "back": back } }),
        }
    }

    /// What the last digits let follow, as a number; `None` where a digit may not stand.
    pub(crate) fn follow(self, state: usize, digit: usize) -> Option<usize> {
        match self {
            Digits::Base(_) => Some(0),
            Digits::Quadratic(t) if state == 0 => Some(usize::from(digit as u64 == t)),
            Digits::Quadratic(_) => (digit == 0).then_some(0),
            Digits::Parry(tops, _) if digit < tops[state] => Some(0),
            Digits::Parry(tops, _) if digit > tops[state] => None,
            Digits::Parry(tops, back) => Some(if state + 1 < tops.len() { state + 1 } else { back }),
        }
    }

    /// The value of digits, most significant first; `None` where they are no valid way to write a number.
    pub(crate) fn value(self, digits: &[usize]) -> Option<u64> {
        digits.iter().try_fold(0, |state, d| self.follow(state, *d))?;
        let places: Vec<u64> = match self {
            Digits::Base(b) => (0..digits.len() as u32).map(|i| b.pow(i)).collect(),
            Digits::Quadratic(t) => {
                let mut places = vec![1, t + 1];
                while places.len() < digits.len() {
                    places.push(t * places[places.len() - 1] + places[places.len() - 2]);
                }
                places
            }
            // As many as there are words of that length, from every state.
            Digits::Parry(tops, _) => {
                let (mut words, mut places) = (vec![1; tops.len()], Vec::new());
                for _ in digits {
                    places.push(words[0]);
                    let after = |state: usize| (0..=tops[state]).filter_map(move |d| self.follow(state, d));
                    words = (0..tops.len()).map(|q| after(q).map(|q| words[q]).sum()).collect();
                }
                places
            }
        };
        Some(digits.iter().rev().zip(&places).map(|(d, u)| *d as u64 * u).sum())
    }
}

/// An automaton with explicit dead ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Auto {
    pub(crate) accept: BTreeSet<usize>,
    pub(crate) next: Vec<Vec<Option<usize>>>,
    pub(crate) start: usize,
}

impl Auto {
    pub(crate) fn json(&self) -> Json {
        json!({ "start": self.start, "accept": self.accept, "next": self.next })
    }

    pub(crate) fn from_json(v: &Json) -> Auto {
        let to = |v: &Json| v.as_u64().map(|n| n as usize);
        Auto {
            start: to(&v["start"]).unwrap(),
            accept: v["accept"].as_array().unwrap().iter().filter_map(to).collect(),
            next: v["next"]
                .as_array()
                .unwrap()
                .iter()
                .map(|r| r.as_array().unwrap().iter().map(to).collect())
                .collect(),
        }
    }
}

type Word = Vec<Vec<usize>>;

fn tuples(radix: usize, arity: usize) -> Vec<Vec<usize>> {
    let mut out = vec![vec![]];
    for _ in 0..arity {
        out =
            out.iter().flat_map(|t: &Vec<usize>| (0..radix).map(move |d| [&t[..], &[d]].concat())).collect();
    }
    out
}

/// Learns the automaton of a set of tuples: states are the prefixes that differ on some suffix up to a length.
pub(crate) fn learn(digits: Digits, arity: usize, suffix: usize, member: &dyn Fn(&[u64]) -> bool) -> Auto {
    let letters = tuples(digits.radix(), arity);
    let mut suffixes: Vec<Word> = vec![vec![]];
    let mut from = 0;
    for _ in 0..suffix {
        let end = suffixes.len();
        for i in from..end {
            for l in &letters {
                let mut w = suffixes[i].clone();
                w.push(l.clone());
                if (0..arity).all(|c| digits.value(&w.iter().map(|t| t[c]).collect::<Vec<_>>()).is_some()) {
                    suffixes.push(w);
                }
            }
        }
        from = end;
    }
    let look = |prefix: &Word| -> Vec<bool> {
        suffixes
            .iter()
            .map(|s| {
                let whole: Vec<&Vec<usize>> = prefix.iter().chain(s).collect();
                let number = |c: usize| digits.value(&whole.iter().map(|t| t[c]).collect::<Vec<_>>());
                let x: Option<Vec<u64>> = (0..arity).map(number).collect();
                x.is_some_and(|x| member(&x))
            })
            .collect()
    };
    let mut states: Vec<Word> = vec![vec![]];
    let mut known: HashMap<Vec<bool>, usize> = HashMap::from([(look(&states[0]), 0)]);
    let mut auto = Auto { accept: BTreeSet::new(), next: Vec::new(), start: 0 };
    let mut at = 0;
    while at < states.len() {
        let mut row = Vec::new();
        for l in &letters {
            let mut word = states[at].clone();
            word.push(l.clone());
            let seen = look(&word);
            if !seen.contains(&true) {
                row.push(None);
                continue;
            }
            let fresh = states.len();
            let to = *known.entry(seen).or_insert(fresh);
            if to == fresh {
                states.push(word);
            }
            row.push(Some(to));
        }
        auto.next.push(row);
        if look(&states[at])[0] {
            auto.accept.insert(at);
        }
        at += 1;
        assert!(at < 500, "the table does not settle");
    }
    auto
}

/// The smallest automaton for the same set of valid tuples, numbered in order of discovery: equal sets give equal automata.
pub(crate) fn canonical(auto: &Auto, digits: Digits, arity: usize) -> Auto {
    let letters = tuples(digits.radix(), arity);
    // The product with what may follow, so that only valid words count.
    let mut names: HashMap<(Option<usize>, Vec<usize>), usize> = HashMap::new();
    let mut list = vec![(Some(auto.start), vec![0; arity])];
    names.insert(list[0].clone(), 0);
    let mut next: Vec<Vec<Option<usize>>> = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let (state, was) = list[at].clone();
        let mut row = Vec::new();
        for (i, l) in letters.iter().enumerate() {
            let follow = was.iter().zip(l).map(|(q, d)| digits.follow(*q, *d));
            let Some(now) = follow.collect::<Option<Vec<usize>>>() else {
                row.push(None);
                continue;
            };
            let to = (state.and_then(|s| auto.next[s][i]), now);
            let fresh = list.len();
            let name = *names.entry(to.clone()).or_insert(fresh);
            if name == fresh {
                list.push(to);
            }
            row.push(Some(name));
        }
        next.push(row);
        at += 1;
    }
    // Moore: split by what the next letter leads to until nothing changes. Class 0 holds what accepts nothing.
    let mut class: Vec<usize> =
        list.iter().map(|(s, _)| usize::from(s.is_some_and(|s| auto.accept.contains(&s)))).collect();
    loop {
        let mut keys: HashMap<(usize, Vec<Option<usize>>), usize> = HashMap::new();
        let split: Vec<usize> = (0..list.len())
            .map(|s| {
                let key = (class[s], next[s].iter().map(|t| t.map(|t| class[t])).collect::<Vec<_>>());
                let fresh = keys.len();
                *keys.entry(key).or_insert(fresh)
            })
            .collect();
        let before = class.iter().collect::<BTreeSet<_>>().len();
        let done = keys.len() == before;
        class = split;
        if done {
            break;
        }
    }
    let accepting: BTreeSet<usize> =
        (0..list.len()).filter(|s| list[*s].0.is_some_and(|q| auto.accept.contains(&q))).collect();
    // What reaches no accepting state is a dead end.
    let mut live = accepting.clone();
    loop {
        let more: Vec<usize> = (0..list.len())
            .filter(|s| !live.contains(s) && next[*s].iter().flatten().any(|t| live.contains(t)))
            .collect();
        if more.is_empty() {
            break;
        }
        live.extend(more);
    }
    let mut out = Auto { accept: BTreeSet::new(), next: Vec::new(), start: 0 };
    let mut order: HashMap<usize, usize> = HashMap::from([(class[0], 0)]);
    let mut queue = VecDeque::from([0]);
    while let Some(s) = queue.pop_front() {
        if accepting.contains(&s) {
            out.accept.insert(out.next.len());
        }
        let mut row = Vec::new();
        for t in &next[s] {
            row.push(t.filter(|t| live.contains(t)).map(|t| {
                let fresh = order.len();
                *order.entry(class[t]).or_insert_with(|| {
                    queue.push_back(t);
                    fresh
                })
            }));
        }
        out.next.push(row);
    }
    out
}

/// Who has lost, by recursion over all options.
pub(crate) struct Brute<'a> {
    pub(crate) options: &'a dyn Fn(&[u64]) -> Vec<Vec<u64>>,
    pub(crate) legal: &'a dyn Fn(&[u64]) -> bool,
    pub(crate) misere: bool,
    memo: RefCell<HashMap<Vec<u64>, bool>>,
}

impl<'a> Brute<'a> {
    pub(crate) fn new(options: &'a dyn Fn(&[u64]) -> Vec<Vec<u64>>) -> Brute<'a> {
        Brute { options, legal: &|_| true, misere: false, memo: RefCell::default() }
    }

    pub(crate) fn lost(&self, x: &[u64]) -> bool {
        if !(self.legal)(x) {
            return false;
        }
        if let Some(lost) = self.memo.borrow().get(x) {
            return *lost;
        }
        let mut all = (self.options)(x);
        all.retain(|y| (self.legal)(y));
        all.sort();
        all.dedup();
        let lost = if all.is_empty() { !self.misere } else { !all.iter().any(|y| self.lost(y)) };
        self.memo.borrow_mut().insert(x.to_vec(), lost);
        lost
    }
}

/// A certificate of an automatic set.
pub(crate) fn automatic(
    rules: &str,
    names: &[&str],
    digits: Digits,
    weights: &[i64],
    misere: bool,
    auto: &Auto,
) -> Json {
    json!({
        "bouton": "certificate", "version": 1, "kind": "automatic set", "rules": rules, "parameters": {},
        "misere": misere, "coordinates": names, "numeration": digits.json(), "weights": weights,
        "automaton": auto.json(),
    })
}

/// Least value not in a list.
pub(crate) fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let all: BTreeSet<u64> = values.into_iter().collect();
    (0..).find(|v| !all.contains(v)).unwrap()
}

/// Grundy values of heaps up to a size, from the parts of each option.
pub(crate) fn grundy(size: u64, options: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..size {
        let value = mex(options(n).iter().map(|parts| parts.iter().fold(0, |x, p| x ^ g[*p as usize])));
        g.push(value);
    }
    g
}
