//! Certificates of kind "period": g(n + p) = g(n) for all n from some n on.
//!
//! The rules are first proved equal to a take-and-break code, for all heaps, by the walk over digits: digit d at place
//! k says what may be left after taking k (1: nothing, 2: one heap, 4: two heaps, 8: three). Then g is computed by plain
//! mex from that code, and the theorem's bound is tested. With n0 the first n and t the last place, a code that leaves
//! at most one heap has the period for ever if it holds for n0 <= n < n0 + t (a window of t values returns), one that
//! leaves at most m if it holds for n0 <= n < m·n0 + (m - 1)·p + t (Guy and Smith for m = 2). Where n0 is 0, one value
//! more is looked at, since an empty heap and a small one are not left by the same digits.

use crate::Setting;
use crate::automatic::{bound_to, empty};
use crate::linear::{Cond, Lin};
use crate::numeration::{Numeration, Systems};
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::values::normal;
use crate::walk::{Relation, Walk, Work};
use crate::ways::Way;
use bouton_language::interp::{Interp, Part, Turn};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// What is proved.
pub(crate) struct Period {
    pub(crate) period: u64,
    pub(crate) from: u64,
}

/// A code has at most this many places.
const LAST_PLACE: i64 = 4096;
/// A move leaves at most this many heaps: every order of them is looked at.
const MOST_PARTS: usize = 4;
/// Values are computed for at most this many heaps.
const MOST_VALUES: usize = 1 << 22;

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Period, Refused> {
    let game = normal(setting)?;
    if game.coordinates.len() != 1 {
        return Err(Why::Outside {
            en: "a period is checked for heaps of one number",
            zh: "只对由一个数构成的堆检验周期",
        }
        .into());
    }
    let prefix = object.naturals("prefix")?;
    let (period, saltus, from) =
        (object.natural("period")?, object.natural("saltus")?, object.natural("from")?);
    let theorem = object.text("theorem")?;
    let no = |en, zh| Err(Refused::from(Why::NoTheorem { en, zh }));
    if saltus != 0 {
        return no("no theorem used here gives a saltus", "这里所用的定理都不给出增量");
    }
    if period == 0 {
        return Err(Why::Wrong { wanted: "a positive number", zh: "正整数" }.at("period"));
    }
    let code = code(&setting.interp, &game.ways()?, &game.legal()?, work)?;
    let parts = most_parts(&code) as u64;
    let last = code.iter().rposition(|d| *d != 0).unwrap_or(0) as u64;
    // As many n are compared as the theorem wants; the prefix must hold them all.
    let compared = |n0: u64| match theorem {
        "window" => n0.checked_add(last),
        // Of heaps that are not split the theorem for two says more than is needed.
        _ => {
            let most = parts.max(2);
            n0.checked_mul(most)?.checked_add(period.checked_mul(most - 1)?)?.checked_add(last)
        }
    };
    match theorem {
        "window" if parts > 1 => {
            return no("a window is not enough where heaps are split", "可分堆时，一个窗口不够");
        }
        "window" | "take and break" => {}
        _ => return Err(Why::Unknown { found: theorem.to_string() }.at("theorem")),
    }
    let size = |n0: u64| {
        compared(n0).and_then(|n| usize::try_from(n.checked_add(period)?).ok()).filter(|n| *n <= MOST_VALUES)
    };
    let (Some(needs), Some(more)) = (size(from), size(from.max(1))) else {
        return Err(Why::PrefixShort { has: prefix.len(), needs: format!("> {MOST_VALUES}") }.at("prefix"));
    };
    if prefix.len() < needs {
        return Err(Why::PrefixShort { has: prefix.len(), needs: needs.to_string() }.at("prefix"));
    }
    let values = mex(&code, more.max(prefix.len()), work)?;
    for (n, (given, right)) in prefix.iter().zip(&values).enumerate() {
        if *given != u64::from(*right) {
            return Err(Why::Prefix { n, given: *given, right: u64::from(*right) }.at("prefix"));
        }
    }
    let (from_, p) = (from as usize, period as usize);
    for n in from_..more - p {
        if values[n] != values[n + p] {
            return Err(Why::PeriodBreaks { n }.at("period"));
        }
    }
    if from_ > 0 && values[from_ - 1] == values[from_ - 1 + p] {
        return Err(Why::NotFirst { n: from_ - 1 }.at("from"));
    }
    Ok(Period { period, from })
}

/// The digits of the code that the rules are proved to be.
pub(crate) fn code(interp: &Interp, ways: &[Way], legal: &Cond, work: &mut Work<'_>) -> Result<Vec<u8>, Why> {
    let nothing = Dfa::nothing();
    let unbounded = Why::NoTheorem {
        en: "the rules are not a take-and-break code with bounded digits and at most four heaps",
        zh: "规则不是位数有限、至多分成四堆的取分码",
    };
    let parts = ways.iter().map(|w| w.parts.len()).max().unwrap_or(0);
    if parts > MOST_PARTS {
        return Err(unbounded);
    }
    // The most that a move takes.
    let mut most = 8;
    for way in ways {
        let kept = way.parts.iter().flatten().try_fold(Lin::number(0), |sum, lin| sum.plus(1, lin))?;
        let taken = Lin::var(0).plus(-1, &kept)?;
        let vars = way.choices.iter().max().map_or(1, |v| v + 1);
        loop {
            if most > LAST_PLACE {
                return Err(unbounded);
            }
            let mut cond =
                way.cond.clone().and(legal.clone()).and(Cond::at_most(&Lin::number(most + 1), &taken)?);
            for lin in way.parts.iter().flatten() {
                cond = cond.and(Cond::at_most(&Lin::number(0), lin)?);
            }
            if empty(cond, vars, &nothing, work)? {
                break;
            }
            most *= 2;
        }
    }
    // What small heaps do is what the digits must be, if there are any.
    let mut code = vec![0u8; most as usize + 1];
    for n in 0..=most + parts as i64 {
        let part: Part = vec![Value::Int(n)].into();
        if interp.legal(&part).is_err() {
            continue;
        }
        let mut stopped = Ok(());
        let moves = interp.moves(&part, Turn::default(), &mut |made| {
            let left: Vec<i64> =
                made.parts.iter().filter_map(|p| p.first()?.as_int()).filter(|n| *n != 0).collect();
            let bit = if left.iter().all(|n| *n == 1) { 1 << left.len() } else { 0 };
            let taken = usize::try_from(n - left.iter().sum::<i64>()).ok();
            if let Some(digit) = taken.and_then(|k| code.get_mut(k)) {
                *digit |= bit;
            }
            stopped = work.spend(100);
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        moves.map_err(|e| crate::failed(&e))?;
        stopped?;
    }
    // Taking nothing and leaving the heap as it is would be no end.
    if code[0] & 3 != 0 || !is_code(ways, legal, &code, parts, work)? {
        return Err(unbounded);
    }
    Ok(code)
}

/// The most heaps that a move of a code leaves.
pub(crate) fn most_parts(code: &[u8]) -> usize {
    code.iter().filter_map(|digit| digit.checked_ilog2()).max().unwrap_or(0) as usize
}

/// The ways to write `left` as a sum of so many positive numbers that do not rise, none above `most`.
pub(crate) fn splits<E>(
    left: usize,
    parts: usize,
    most: usize,
    begun: &mut Vec<usize>,
    found: &mut impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    if parts == 0 {
        return if left == 0 { found(begun) } else { Ok(()) };
    }
    // The first is the largest: at least its share, and one is left for each of the others.
    for first in left.div_ceil(parts).max(1)..=most.min((left + 1).saturating_sub(parts)) {
        begun.push(first);
        splits(left - first, parts - 1, first, begun, found)?;
        begun.pop();
    }
    Ok(())
}

/// Are the options of every heap n, as numbers that do not rise with zeros for heaps that are not there, those of the code?
fn is_code(ways: &[Way], legal: &Cond, code: &[u8], parts: usize, work: &mut Work<'_>) -> Result<bool, Why> {
    let n = Lin::var(0);
    let (zero, one) = (Lin::number(0), Lin::number(1));
    // The variables 1, 2, … are the heaps that are left: this says that there are just so many.
    let just = |count: usize| -> Result<Cond, Why> {
        (1..=parts).try_fold(Cond::YES, |all, heap| {
            let left = Lin::var(heap);
            let one = if heap <= count { Cond::at_most(&one, &left)? } else { Cond::equal(&left, &zero)? };
            Ok(all.and(one))
        })
    };
    let mut relations = Vec::new();
    for way in ways {
        let mut none = Cond::YES;
        for heap in way.parts.len() + 1..=parts {
            none = none.and(Cond::equal(&Lin::var(heap), &zero)?);
        }
        for order in orders(way.parts.len()) {
            let to: Vec<Vec<usize>> = order.into_iter().map(|heap| vec![heap]).collect();
            let (guessed, cond) = bound_to(way, parts + 1, &to)?;
            relations.push(Relation::new(guessed, &[cond.and(none.clone())], Vec::new()));
        }
    }
    let mut taken = n.clone();
    let mut ordered = Cond::YES;
    for heap in 1..=parts {
        taken = taken.plus(-1, &Lin::var(heap))?;
        if heap > 1 {
            ordered = ordered.and(Cond::at_most(&Lin::var(heap), &Lin::var(heap - 1))?);
        }
    }
    let mut any = Vec::new();
    for count in 0..=parts {
        let shape = just(count)?;
        let mut k = 0;
        while k < code.len() {
            let end = (k..code.len()).find(|i| code[*i] >> count & 1 == 0).unwrap_or(code.len());
            if end > k {
                let low = Cond::at_most(&Lin::number(k as i64), &taken)?;
                let high = Cond::at_most(&taken, &Lin::number(end as i64 - 1))?;
                any.push(shape.clone().and(low).and(high));
            }
            k = end + 1;
        }
    }
    let empty = Cond::equal(&n, &zero)?;
    let dfa = Dfa::nothing();
    let walk = Walk {
        systems: Systems::One(Numeration::TWO),
        dfa: &dfa,
        given: parts + 1,
        itself: Relation::new(0, &[ordered, legal.clone(), empty, Cond::any(any)], Vec::new()),
        relations,
        count: 1,
    };
    let failed = walk.fails(work, &mut |found| match found.conds {
        [true, _, coded] => (found.yes > 0) == *coded,
        // Only the empty heap may be no heap at all; it has no moves then, and no digit leaves it any.
        [_, empty, coded] => *empty && !coded,
        _ => false,
    })?;
    Ok(failed.is_none())
}

/// The numbers 1 to `count` in every order.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 1..=count {
        let longer = |order: Vec<usize>| {
            (0..=order.len()).map(move |at| [&order[..at], &[next], &order[at..]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The least value that no option has, heap by heap.
fn mex(code: &[u8], size: usize, work: &mut Work<'_>) -> Result<Vec<u32>, Why> {
    let mut values: Vec<u32> = Vec::with_capacity(size);
    // The last heap, counted from 1, that has an option of this value. A power of two, so that xors stay inside.
    let mut seen: Vec<u32> = vec![0; 1];
    let stamp = |n: usize| u32::try_from(n + 1).map_err(|_| Why::Overflow);
    for n in 0..size {
        let mark = stamp(n)?;
        for (k, digit) in code.iter().enumerate().take(n + 1) {
            let left = n - k;
            if digit & 1 != 0 && left == 0 {
                seen[0] = mark;
            }
            if digit & 2 != 0 && left > 0 {
                seen[values[left] as usize] = mark;
            }
            if digit & 4 != 0 && left > 1 {
                work.spend(1 + left as u64 / 64)?;
                let small = &values[1..=left / 2];
                let large = &values[left - left / 2..left];
                for (a, b) in small.iter().zip(large.iter().rev()) {
                    seen[(a ^ b) as usize] = mark;
                }
            }
            for parts in 3..8 {
                if digit >> parts & 1 == 1 {
                    splits(left, parts, left, &mut Vec::new(), &mut |heaps| {
                        seen[heaps.iter().fold(0, |x, heap| x ^ values[*heap]) as usize] = mark;
                        work.spend(1)
                    })?;
                }
            }
        }
        work.spend(1)?;
        let free = seen.iter().position(|s| *s != mark).unwrap_or(seen.len());
        if free >= seen.len() {
            seen.resize((free + 1).next_power_of_two(), 0);
        }
        values.push(u32::try_from(free).map_err(|_| Why::Overflow)?);
    }
    Ok(values)
}
