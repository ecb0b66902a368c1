//! A pattern in a set of exceptions: finitely many, residues from some number on, squares, primes and the like.
//!
//! A pattern is kept only if it describes the set exactly on everything that was tested, and only if it is shorter
//! than the list it replaces.

use bouton_language::diagnostic::Lang;
use bouton_language::value::KnownSet;

/// A set of integers in few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All that were tested.
    All,
    /// Exactly these.
    Finite(Vec<i64>),
    /// All from this one on.
    From(i64),
    /// These residues, from some number on where it is given.
    Residues {
        /// The first one, where smaller numbers of the same residues do not belong.
        from: Option<i64>,
        /// Modulus.
        modulus: i64,
        /// Residues, rising.
        residues: Vec<i64>,
    },
    /// The members of a known set.
    Known {
        /// The first one, where smaller members do not belong.
        from: Option<i64>,
        /// The set.
        set: KnownSet,
    },
}

/// Lists up to this long are given as they are.
const SHORT: usize = 3;
const LONGEST: usize = 12;

impl Pattern {
    /// The simplest description of `members` among `tested` (both rising).
    pub fn find(tested: &[i64], members: &[i64]) -> Option<Pattern> {
        let (Some(&first), Some(&lowest)) = (members.first(), tested.first()) else { return None };
        if members.len() == tested.len() {
            return Some(if members.len() > SHORT {
                Pattern::All
            } else {
                Pattern::Finite(members.to_vec())
            });
        }
        if members.len() <= SHORT {
            return Some(Pattern::Finite(members.to_vec()));
        }
        let above = tested.iter().filter(|n| **n >= first).count();
        if above == members.len() {
            return Some(Pattern::From(first));
        }
        let inside = |n: i64| members.binary_search(&n).is_ok();
        for modulus in 2..=12 {
            let mut residues: Vec<i64> = members.iter().map(|n| n.rem_euclid(modulus)).collect();
            residues.sort_unstable();
            residues.dedup();
            // Two full rounds at least, or the "pattern" is chance.
            if members.len() < 2 * residues.len() || residues.len() as i64 == modulus {
                continue;
            }
            let fits = |n: &&i64| residues.binary_search(&n.rem_euclid(modulus)).is_ok();
            if tested.iter().filter(|n| **n >= first).filter(fits).all(|n| inside(*n)) {
                let needed = tested.iter().filter(fits).any(|n| *n < first);
                return Some(Pattern::Residues { from: needed.then_some(first), modulus, residues });
            }
        }
        for (_, set) in KnownSet::ALL {
            if members.iter().all(|n| set.contains(*n)) {
                let of_set =
                    |from: i64| tested.iter().filter(move |n| **n >= from && set.contains(**n)).count();
                if of_set(first) == members.len() {
                    let from = (of_set(lowest) != members.len()).then_some(first);
                    return Some(Pattern::Known { from, set });
                }
            }
        }
        (members.len() <= LONGEST).then(|| Pattern::Finite(members.to_vec()))
    }

    /// As a condition of the rules language.
    pub fn condition(&self, name: &str) -> String {
        let from = |from: &Option<i64>| from.map_or_else(String::new, |c| format!("{name} >= {c} and "));
        match self {
            Pattern::All => "yes".into(),
            Pattern::Finite(list) => match list.as_slice() {
                [one] => format!("{name} = {one}"),
                _ => format!("{name} in {}", braces(list)),
            },
            Pattern::From(c) => format!("{name} >= {c}"),
            Pattern::Residues { from: f, modulus, residues } => match residues.as_slice() {
                [one] => format!("{}{name} mod {modulus} = {one}", from(f)),
                _ => format!("{}{name} mod {modulus} in {}", from(f), braces(residues)),
            },
            Pattern::Known { from: f, set } => format!("{}{name} in {}", from(f), set.name()),
        }
    }

    /// Its opposite as a condition.
    pub fn negated(&self, name: &str) -> String {
        match self {
            Pattern::All => "no".into(),
            Pattern::Finite(list) => match list.as_slice() {
                [one] => format!("{name} != {one}"),
                _ => format!("{name} not in {}", braces(list)),
            },
            Pattern::From(c) => format!("{name} < {c}"),
            _ => format!("not ({})", self.condition(name)),
        }
    }

    /// "the n >= 3 with n mod 4 = 0 or 3"
    pub fn say(&self, name: &str, lang: Lang) -> String {
        let or = |list: &[i64]| {
            let words: Vec<String> = list.iter().map(i64::to_string).collect();
            match words.split_last() {
                Some((last, rest)) if !rest.is_empty() => lang
                    .pick(format!("{} or {last}", rest.join(", ")), format!("{} 或 {last}", rest.join("、"))),
                _ => words.concat(),
            }
        };
        let start = |from: &Option<i64>| from.map_or_else(|| name.to_string(), |c| format!("{name} >= {c}"));
        match self {
            Pattern::All => lang.pick(format!("every {name}"), format!("所有 {name}")),
            Pattern::Finite(list) => format!("{name} = {}", or(list)),
            Pattern::From(c) => lang.pick(format!("the {name} >= {c}"), format!("{name} >= {c}")),
            Pattern::Residues { from, modulus, residues } => lang.pick(
                format!("the {} with {name} mod {modulus} = {}", start(from), or(residues)),
                format!("满足 {name} mod {modulus} = {} 的 {}", or(residues), start(from)),
            ),
            Pattern::Known { from, set } => {
                let (en, zh) = match set {
                    KnownSet::Fibonacci => ("Fibonacci numbers", "斐波那契数"),
                    KnownSet::Primes => ("primes", "质数"),
                    KnownSet::Squares => ("squares", "完全平方数"),
                    KnownSet::Powers2 => ("powers of two", "2 的幂"),
                    KnownSet::Factorials => ("factorials", "阶乘"),
                };
                lang.pick(format!("the {} that are {en}", start(from)), format!("为{zh}的 {}", start(from)))
            }
        }
    }
}

/// `{2, 17}`
pub(super) fn braces(list: &[i64]) -> String {
    let items: Vec<String> = list.iter().map(i64::to_string).collect();
    format!("{{{}}}", items.join(", "))
}

/// `2**4`, `2*17`, `17*17`: how an exception is composed; `None` for primes and numbers below 4.
pub(super) fn factors(n: i64) -> Option<String> {
    let mut left = n;
    let mut primes: Vec<(i64, u32)> = Vec::new();
    let mut d = 2;
    while d <= left / d {
        while left % d == 0 {
            match primes.last_mut() {
                Some((p, e)) if *p == d => *e += 1,
                _ => primes.push((d, 1)),
            }
            left /= d;
        }
        d += 1;
    }
    if left > 1 {
        match primes.last_mut() {
            Some((p, e)) if *p == left => *e += 1,
            _ => primes.push((left, 1)),
        }
    }
    let count: u32 = primes.iter().map(|(_, e)| e).sum();
    let word = |(p, e): &(i64, u32)| match e {
        1 => p.to_string(),
        2 if *p > 3 => format!("{p}*{p}"),
        _ => format!("{p}**{e}"),
    };
    (n > 3 && count > 1).then(|| primes.iter().map(word).collect::<Vec<_>>().join("*"))
}
