//! Certificates of kind "period": g(n + p) = g(n) for all n from some n on.
//!
//! The rules are first proved equal to a take-and-break code, for all heaps, by the walk over digits: digit d at place
//! k says what may be left after taking k (1: nothing, 2: one heap, 4: two heaps). Then g is computed by plain mex
//! from that code, and the theorem's bound is tested. With n0 the first n and t the last place, a code that leaves at
//! most one heap has the period for ever if it holds for n0 <= n < n0 + t (a window of t values returns), one that
//! leaves at most two if it holds for n0 <= n < 2·n0 + p + t (Guy and Smith). Where n0 is 0, one value more is looked
//! at, since an empty heap and a small one are not left by the same digits.

use crate::Setting;
use crate::automatic::{bound_to, empty};
use crate::linear::{Cond, Lin};
use crate::numeration::Numeration;
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
        return no(
            "a finite take-and-break code with at most two heaps has no saltus",
            "至多分成两堆的有限取分码没有增量",
        );
    }
    if period == 0 {
        return Err(Why::Wrong { wanted: "a positive number", zh: "正整数" }.at("period"));
    }
    let code = code(&setting.interp, &game.ways()?, &game.legal()?, work)?;
    let two = code.iter().any(|d| d & 4 != 0);
    let last = code.iter().rposition(|d| *d != 0).unwrap_or(0) as u64;
    // As many n are compared as the theorem wants; the prefix must hold them all.
    let compared = |n0: u64| match theorem {
        "window" => n0.checked_add(last),
        _ => n0.checked_mul(2).and_then(|n| n.checked_add(period)?.checked_add(last)),
    };
    match theorem {
        "window" if two => {
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
        en: "the rules are not a take-and-break code with bounded digits and at most two heaps",
        zh: "规则不是位数有限、至多分成两堆的取分码",
    };
    if ways.iter().any(|w| w.parts.len() > 2) {
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
    for n in 0..most + 3 {
        let part: Part = vec![Value::Int(n)].into();
        if interp.legal(&part).is_err() {
            continue;
        }
        let mut stopped = Ok(());
        let moves = interp.moves(&part, Turn::default(), &mut |made| {
            let left: Vec<i64> =
                made.parts.iter().filter_map(|p| p.first()?.as_int()).filter(|n| *n != 0).collect();
            let bit = match left[..] {
                [] => 1,
                [1] => 2,
                [1, 1] => 4,
                _ => 0,
            };
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
    if code[0] & 3 != 0 || !is_code(ways, legal, &code, work)? {
        return Err(unbounded);
    }
    Ok(code)
}

/// Are the options of every heap n, as pairs a >= b with zeros for heaps that are not there, those of the code?
fn is_code(ways: &[Way], legal: &Cond, code: &[u8], work: &mut Work<'_>) -> Result<bool, Why> {
    let (n, a, b) = (Lin::var(0), Lin::var(1), Lin::var(2));
    let (zero, one) = (Lin::number(0), Lin::number(1));
    let mut relations = Vec::new();
    for way in ways {
        let (no_a, no_b) = (Cond::equal(&a, &zero)?, Cond::equal(&b, &zero)?);
        let (targets, zeros): (Vec<Vec<Vec<usize>>>, Cond) = match way.parts.len() {
            0 => (vec![vec![]], no_a.and(no_b)),
            1 => (vec![vec![vec![1]]], no_b),
            _ => (vec![vec![vec![1], vec![2]], vec![vec![2], vec![1]]], Cond::YES),
        };
        for to in targets {
            let (guessed, cond) = bound_to(way, 3, &to)?;
            relations.push(Relation::new(guessed, &[cond.and(zeros.clone())], Vec::new()));
        }
    }
    let taken = n.plus(-1, &a)?.plus(-1, &b)?;
    let mut any = Vec::new();
    for (bit, shape) in [
        (1, Cond::equal(&a, &zero)?.and(Cond::equal(&b, &zero)?)),
        (2, Cond::at_most(&one, &a)?.and(Cond::equal(&b, &zero)?)),
        (4, Cond::at_most(&one, &b)?),
    ] {
        let mut k = 0;
        while k < code.len() {
            let end = (k..code.len()).find(|i| code[*i] & bit == 0).unwrap_or(code.len());
            if end > k {
                let low = Cond::at_most(&Lin::number(k as i64), &taken)?;
                let high = Cond::at_most(&taken, &Lin::number(end as i64 - 1))?;
                any.push(shape.clone().and(low).and(high));
            }
            k = end + 1;
        }
    }
    let ordered = Cond::at_most(&b, &a)?;
    let empty = Cond::equal(&n, &zero)?;
    let dfa = Dfa::nothing();
    let walk = Walk {
        numeration: Numeration::Base(2),
        dfa: &dfa,
        given: 3,
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
