//! Patterns in a set of natural numbers, for example the lost heaps: residues, known sets with exceptions, and otherwise
//! the list of its members as a sequence of its own.

use super::{Finding, Search, Sequence, period};
use crate::words::{among, listed, residues as in_residues, shifted};

/// Which of the numbers first, …, end - 1 belong to a set.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    /// The first number that was looked at.
    pub first: i64,
    /// Whether each belongs to it.
    pub inside: &'a [bool],
}

/// A set in few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetPattern {
    /// No number, or only these.
    Finite(Vec<i64>),
    /// From some number on a matter of residues; before, the members are listed.
    Residues {
        /// The first n that was looked at.
        first: i64,
        /// The first n from which it holds.
        from: i64,
        /// The modulus.
        modulus: i64,
        /// The residues of members, rising.
        residues: Vec<i64>,
        /// The members before.
        before: Vec<i64>,
        /// How many places were compared.
        compared: usize,
    },
    /// n + shift is in a known set, with exceptions.
    Known {
        /// The set.
        set: Known,
        /// What is added to n.
        shift: i64,
        /// Members that the set has not.
        more: Vec<i64>,
        /// Members of the set that are none here.
        fewer: Vec<i64>,
    },
    /// Residues and a known set together.
    Apart {
        /// The modulus.
        modulus: i64,
        /// The residues, rising; all of them for modulus 1.
        residues: Vec<i64>,
        /// The set.
        set: Known,
        /// n + shift is looked for in it.
        shift: i64,
        /// How the two make the members.
        join: Join,
        /// Members beside them, at the beginning.
        more: Vec<i64>,
        /// What is no member, at the beginning.
        fewer: Vec<i64>,
    },
    /// The members in rising order, i from 1, follow a pattern.
    Listed {
        /// What their sequence follows.
        finding: Finding,
        /// The first members.
        begin: Vec<i64>,
    },
}

/// What residues and a known set have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Members are those of either.
    Or,
    /// Members have such a residue and are not in the set.
    Without,
    /// Members are in one of them, not in both.
    OneOf,
}

impl Join {
    fn holds(self, residue: bool, known: bool) -> bool {
        match self {
            Join::Or => residue || known,
            Join::Without => residue && !known,
            Join::OneOf => residue != known,
        }
    }
}

/// Sets that people know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// 0, 1, 4, 9, …
    Squares,
    /// 0, 1, 3, 6, …
    Triangular,
    /// 1, b, b², …
    Powers(i64),
    /// c, c·b, c·b², …
    Multiples(i64, i64),
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 2, 6, 24, …
    Factorials,
    /// An even number of ones in base 2.
    Evil,
    /// The power of this number in n is even; 0 does not belong to it.
    EvenPower(i64),
    /// The power of this number in n is odd; 0 does not belong to it.
    OddPower(i64),
}

impl Known {
    const ALL: [Known; 17] = [
        Known::Powers(2),
        Known::Squares,
        Known::Triangular,
        Known::Fibonacci,
        Known::Primes,
        Known::Factorials,
        Known::Evil,
        Known::EvenPower(2),
        Known::EvenPower(3),
        Known::OddPower(2),
        Known::OddPower(3),
        Known::Powers(3),
        Known::Powers(4),
        Known::Powers(5),
        Known::Powers(6),
        Known::Powers(7),
        Known::Powers(10),
    ];

    /// Does the number belong to it?
    pub fn contains(self, n: i64) -> bool {
        let Ok(u) = u64::try_from(n) else { return false };
        match self {
            Known::Squares => u.isqrt().pow(2) == u,
            Known::Triangular => {
                u.checked_mul(8).and_then(|e| e.checked_add(1)).is_some_and(|e| e.isqrt().pow(2) == e)
            }
            Known::Powers(b) => {
                let mut n = n;
                while n > 1 && n % b == 0 {
                    n /= b;
                }
                n == 1
            }
            Known::Multiples(c, b) => n > 0 && n % c == 0 && Known::Powers(b).contains(n / c),
            Known::Fibonacci => {
                let (mut a, mut b) = (1_u64, 2_u64);
                while a < u {
                    (a, b) = (b, a.saturating_add(b));
                }
                a == u
            }
            Known::Primes => u >= 2 && (2..).take_while(|d| d * d <= u).all(|d| u % d != 0),
            Known::Factorials => {
                let (mut f, mut i) = (1_u64, 1_u64);
                while f < u {
                    i += 1;
                    f = f.saturating_mul(i);
                }
                f == u
            }
            Known::Evil => u.count_ones() % 2 == 0,
            Known::OddPower(b) => n > 0 && !Known::EvenPower(b).contains(n),
            Known::EvenPower(b) => {
                let (mut n, mut even) = (n, true);
                while n > 0 && n % b == 0 {
                    n /= b;
                    even = !even;
                }
                n > 0 && even
            }
        }
    }

    /// The condition in the rules language that `n` belongs to it; `None` if the language has no short words for it.
    fn condition(self, n: &str) -> Option<String> {
        let bare = n.chars().all(char::is_alphanumeric);
        let m = if bare { n.to_string() } else { format!("({n})") };
        Some(match self {
            Known::Squares => format!("{n} in squares"),
            Known::Triangular => format!("8*{m} + 1 in squares"),
            Known::Powers(2) => format!("{n} in powers2"),
            Known::Powers(b) => format!("{n} in {{{b}**i for i in 0..log2({n} + 1)}}"),
            Known::Multiples(c, b) => format!("{n} in {{{c} * {b}**i for i in 0..log2({n} + 1)}}"),
            Known::Fibonacci => format!("{n} in fibonacci"),
            Known::Primes => format!("{n} in primes"),
            Known::Factorials => format!("{n} in factorials"),
            Known::Evil => format!("popcount({n}) mod 2 = 0"),
            Known::EvenPower(_) | Known::OddPower(_) => return None,
        })
    }

    /// The rules language's own recursion where there are no short words: `define even(n) = …`.
    fn definition(self) -> Option<String> {
        match self {
            Known::EvenPower(b) => Some(format!(
                "define even(n) = 0 if n = 0, 1 if n mod {b} > 0, 1 - even(n div {b}) otherwise"
            )),
            Known::OddPower(b) => Some(format!(
                "define even(n) = 1 if n = 0, 1 if n mod {b} > 0, 1 - even(n div {b}) otherwise"
            )),
            _ => None,
        }
    }
}

/// Every residue is seen so often at least.
const LEAST: usize = 12;

/// The simplest description of the set.
pub fn find(members: &Members<'_>, search: &Search) -> Option<SetPattern> {
    let end = members.first + members.inside.len() as i64;
    let all = (members.first..end).zip(members.inside);
    let list: Vec<i64> = all.filter(|m| *m.1).map(|m| m.0).collect();
    let values: Vec<i64> = members.inside.iter().map(|m| i64::from(*m)).collect();
    let sequence = Sequence::new(members.first, &values)?;
    let period = period::find(&sequence, search.longest_period)
        .filter(|p| p.compared >= p.before.len().max(2 * p.period + LEAST));
    let finite = period.as_ref().is_some_and(|p| p.period == 1 && p.cycle == [0]);
    // What has no member for long may be a set whose members are ever farther apart, and so may be what residues leave over.
    if let Some(pattern) = known(members, &list, 0).or_else(|| apart(members)) {
        return Some(pattern);
    }
    if finite {
        return Some(SetPattern::Finite(list));
    }
    if let Some(p) = period.filter(|p| p.saltus == 0) {
        let modulus = p.period as i64;
        let inside = |r: &i64| p.cycle.get((r - p.from).rem_euclid(modulus) as usize) == Some(&1);
        return Some(SetPattern::Residues {
            first: members.first,
            from: p.from,
            modulus,
            residues: (0..modulus).filter(inside).collect(),
            before: list.iter().copied().filter(|n| *n < p.from).collect(),
            compared: p.compared,
        });
    }
    known(members, &list, search.exceptions).or_else(|| {
        let sequence = Sequence::new(1, &list)?;
        let finding =
            super::find(&sequence, search).into_iter().find(|f| !matches!(f, Finding::Similar(_)))?;
        Some(SetPattern::Listed { finding, begin: list.iter().copied().take(12).collect() })
    })
}

fn known(members: &Members<'_>, list: &[i64], exceptions: usize) -> Option<SetPattern> {
    let mut best: Option<(usize, SetPattern)> = None;
    for set in Known::ALL {
        for shift in [0, 1, -1, 2, -2] {
            let (mut more, mut fewer, mut common) = (Vec::new(), Vec::new(), 0);
            for (n, &inside) in (members.first..).zip(members.inside) {
                match (inside, set.contains(n + shift)) {
                    (true, false) => more.push(n),
                    (false, true) => fewer.push(n),
                    (true, true) => common += 1,
                    (false, false) => {}
                }
                if more.len() + fewer.len() > exceptions {
                    break;
                }
            }
            let wrong = more.len() + fewer.len();
            // Exceptions are few beside what follows the set, and none is near the end.
            let late = members.first + members.inside.len() as i64 / 4 * 3;
            let over = more.iter().chain(&fewer).all(|n| *n < late);
            let enough = common >= 5 + 2 * wrong && list.len() >= 5;
            if wrong <= exceptions && enough && over && best.as_ref().is_none_or(|b| wrong < b.0) {
                best = Some((wrong, SetPattern::Known { set, shift, more, fewer }));
            }
        }
    }
    best.map(|b| b.1)
}

/// The largest modulus beside a known set.
const MODULUS: i64 = 12;

/// Places that residues leave over, at least, and numbers looked at.
const LEFT: usize = 5;
const LOOKED_AT: usize = 60;

/// So many of the least numbers may be exceptions.
const EARLY: i64 = 3;

/// Residues and a known set that together say exactly which numbers are members.
fn apart(members: &Members<'_>) -> Option<SetPattern> {
    if members.inside.len() < LOOKED_AT {
        return None;
    }
    (1..=MODULUS).find_map(|modulus| {
        let class = |n: i64| n.rem_euclid(modulus) as usize;
        let mut counts = vec![[0_usize; 2]; modulus as usize];
        for (n, inside) in (members.first..).zip(members.inside) {
            counts[class(n)][usize::from(*inside)] += 1;
        }
        let usual: Vec<bool> = counts.iter().map(|[out, inside]| inside > out).collect();
        let residues: Vec<i64> = (0..modulus).filter(|r| usual[*r as usize]).collect();
        let odd = (members.first..).zip(members.inside).filter(|(n, i)| usual[class(*n)] != **i);
        let odd: Vec<i64> = odd.map(|o| o.0).collect();
        if residues.is_empty() || odd.len() < LEFT || odd.len() > members.inside.len() / 4 {
            return None;
        }
        let written = |set: &Known| !matches!(set, Known::EvenPower(_) | Known::OddPower(_));
        // The least numbers, often 0 alone, may be exceptions.
        let early = odd.iter().take_while(|n| **n < members.first + EARLY).count();
        (0..=early).find_map(|skipped| {
            let rest = odd.get(skipped..).filter(|rest| rest.len() >= LEFT)?;
            let mut beyond = rest.iter().filter(|n| **n > 1);
            let (start, next) = (beyond.next()?, beyond.next()?);
            let ratio = Some(next / start).filter(|_| next % start == 0).map(|b| Known::Multiples(*start, b));
            let sets = Known::ALL.into_iter().filter(written).map(|set| (set, [0, 1, -1, 2, -2].as_slice()));
            let sets = sets.chain(ratio.map(|set| (set, [0].as_slice())));
            let shifted = sets.flat_map(|(set, shifts)| shifts.iter().map(move |shift| (set, *shift)));
            // The few odd ones first: they tell most sets apart.
            let seem = |(set, shift): &(Known, i64)| rest.iter().all(|n| set.contains(n + shift));
            shifted.filter(seem).find_map(|(set, shift)| {
                [Join::Or, Join::Without, Join::OneOf].into_iter().find_map(|join| {
                    let (mut more, mut fewer) = (Vec::new(), Vec::new());
                    for (n, inside) in (members.first..).zip(members.inside) {
                        match (join.holds(usual[class(n)], set.contains(n + shift)), *inside) {
                            (said, inside) if said == inside => {}
                            _ if n >= members.first + EARLY => return None,
                            (_, true) => more.push(n),
                            (_, false) => fewer.push(n),
                        }
                    }
                    let residues = residues.clone();
                    Some(SetPattern::Apart { modulus, residues, set, shift, join, more, fewer })
                })
            })
        })
    })
}

impl SetPattern {
    /// The condition in the rules language that n belongs to it, and definitions that it needs.
    pub fn condition(&self, name: &str) -> Option<(String, Option<String>)> {
        match self {
            SetPattern::Finite(list) if list.is_empty() => Some((format!("{name} != {name}"), None)),
            SetPattern::Finite(list) => (list.len() <= 40).then(|| (among(name, list), None)),
            SetPattern::Residues { first, from, modulus, residues, before, .. } => {
                if residues.len() > 24 || before.len() > 24 {
                    return None;
                }
                let all = residues.len() as i64 == *modulus;
                let residue = in_residues(name, *modulus, residues);
                // A start is said only where it matters: some smaller number has such a residue and is no member.
                let early = |n: &i64| residues.contains(&n.rem_euclid(*modulus)) && !before.contains(n);
                let odd: Vec<i64> =
                    before.iter().copied().filter(|n| !residues.contains(&n.rem_euclid(*modulus))).collect();
                let late = (*first..*from).any(|n| early(&n));
                let main = match (all, late) {
                    (true, true) => format!("{name} >= {from}"),
                    (true, false) => format!("{name} >= 0"),
                    (false, true) => format!("{name} >= {from} and {residue}"),
                    (false, false) => residue,
                };
                let extra = if late { before.clone() } else { odd };
                Some((
                    match (extra.is_empty(), late && !all) {
                        (true, _) => main,
                        (false, true) => format!("({main}) or {}", among(name, &extra)),
                        (false, false) => format!("{main} or {}", among(name, &extra)),
                    },
                    None,
                ))
            }
            SetPattern::Known { set, shift, more, fewer } => {
                let at = shifted(name, *shift);
                let main = match set.condition(&at) {
                    Some(main) => main,
                    None if *shift == 0 => {
                        format!("even({at}) = {}", i64::from(!matches!(set, Known::OddPower(_))))
                    }
                    None => return None,
                };
                Some((but(&main, name, more, fewer), set.definition()))
            }
            SetPattern::Apart { modulus, residues, set, shift, join, more, fewer } => {
                let known = set.condition(&shifted(name, *shift))?;
                let residue = in_residues(name, *modulus, residues);
                let not = match known.contains(" in ") {
                    true => known.replacen(" in ", " not in ", 1),
                    false => format!("not ({known})"),
                };
                let main = match join {
                    _ if *modulus == 1 => not,
                    Join::Or => format!("{residue} or {known}"),
                    Join::Without => format!("{residue} and {not}"),
                    Join::OneOf => format!("({residue}) != ({known})"),
                };
                let either = *join == Join::Or && *modulus > 1 && !fewer.is_empty();
                let main = if either { format!("({main})") } else { main };
                Some((but(&main, name, more, fewer), None))
            }
            SetPattern::Listed { finding: Finding::Form(form), .. } if form.before.is_empty() => {
                let text = format!("{name} in {{{} for i in 1..{name} + 1}}", form.kind.say("i"));
                Some((text, None))
            }
            SetPattern::Listed { .. } => None,
        }
    }
}

/// A condition with its exceptions.
fn but(main: &str, name: &str, more: &[i64], fewer: &[i64]) -> String {
    let main = match fewer {
        [] => main.to_string(),
        [one] => format!("{main} and {name} != {one}"),
        many => format!("{main} and {name} not in {{{}}}", listed(many)),
    };
    match (more.is_empty(), fewer.is_empty()) {
        (true, _) => main,
        (false, true) => format!("{main} or {}", among(name, more)),
        (false, false) => format!("({main}) or {}", among(name, more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let golden = |n: i64| (1..=n + 1).any(|i| (i + (5 * i * i).isqrt()) / 2 == n);
        type Case = (&'static str, i64, Box<dyn Fn(i64) -> bool>);
        let cases: [Case; 18] = [
            ("n mod 4 = 0", 0, Box::new(|n| n % 4 == 0)),
            ("n mod 7 in {0, 2}", 0, Box::new(|n| n % 7 == 0 || n % 7 == 2)),
            ("n mod 2 = 0", 1, Box::new(|n| n % 2 == 0)),
            ("n = 0", 0, Box::new(|n| n == 0)),
            ("n in {0, 3, 9}", 0, Box::new(|n| [0, 3, 9].contains(&n))),
            ("(n >= 4 and n mod 3 = 0) or n = 1", 0, Box::new(|n| n == 1 || (n >= 6 && n % 3 == 0))),
            ("n in squares", 0, Box::new(|n| n.isqrt().pow(2) == n)),
            ("n + 1 in powers2", 0, Box::new(|n| (n + 1).count_ones() == 1)),
            ("n in fibonacci", 1, Box::new(|n| Known::Fibonacci.contains(n))),
            (
                "(n in primes and n not in {2, 17}) or n in {1, 16, 34, 289}",
                1,
                Box::new(|n| {
                    (Known::Primes.contains(n) && n != 2 && n != 17) || [1, 16, 34, 289].contains(&n)
                }),
            ),
            (
                "n mod 2 = 1 or n in {2 * 4**i for i in 0..log2(n + 1)}",
                0,
                Box::new(|n| n % 2 == 1 || [2, 8, 32, 128, 512].contains(&n)),
            ),
            (
                "n mod 2 = 1 or n in {2 * 4**i for i in 0..log2(n + 1)} or n = 0",
                0,
                Box::new(|n| n % 2 == 1 || [0, 2, 8, 32, 128, 512].contains(&n)),
            ),
            (
                "(n mod 3 = 0 or n in powers2) and n != 0",
                0,
                Box::new(|n| n > 0 && (n % 3 == 0 || n.count_ones() == 1)),
            ),
            ("n mod 2 = 0 and n not in powers2", 1, Box::new(|n| n % 2 == 0 && n.count_ones() != 1)),
            ("n not in squares", 0, Box::new(|n| n.isqrt().pow(2) != n)),
            ("n in factorials", 0, Box::new(|n| [1, 2, 6, 24, 120].contains(&n))),
            ("even(n) = 1", 1, Box::new(|n| n.trailing_zeros() % 2 == 0)),
            ("n in {floor(phi * i) for i in 1..n + 1}", 1, Box::new(golden)),
        ];
        for (said, first, inside) in cases {
            let inside: Vec<bool> = (first..600).map(inside).collect();
            let found = find(&Members { first, inside: &inside }, &Search::default());
            let condition = found.as_ref().and_then(|f| f.condition("n")).map(|c| c.0);
            assert_eq!(condition.as_deref(), Some(said), "{found:?}");
        }
    }
}
