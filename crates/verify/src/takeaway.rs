//! Certificates of kind "take-away": one heap and a limit, where after k at most f(k) may be taken.
//!
//! Checked, for all numbers: from (heap, limit) there is a move to (heap', limit') if and only if k = heap - heap' satisfies
//! 1 <= k <= limit and limit' = f(k) = (factor·k + plus) div over; and f(k) >= k for k >= 1, while f does not fall because its factor
//! is positive. Then Schwenk's theorem (1970) applies, which docs/certificates.md states and proves. If the file names a
//! recurrence of the ladder, lag + 2 rungs in a row are compared, which is enough where plus is 0.

use crate::Setting;
use crate::automatic::empty;
use crate::linear::{Cond, Lin};
use crate::question::moves_are;
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::values::normal;
use crate::walk::Work;
use num_bigint::BigUint;

/// Numbers of f are at most this.
const MOST: i64 = 1 << 20;
/// Rungs of the ladder at most.
const RUNGS: u64 = 1 << 14;

/// What is proved.
pub(crate) struct TakeAway {
    pub(crate) heap: String,
    pub(crate) limit: String,
    /// f as it is written: `(3*k + 1) div 2`.
    pub(crate) function: String,
    /// Lag and first rung of a recurrence.
    pub(crate) recurrence: Option<(u64, u64)>,
}

/// Checks a certificate.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    work: &mut Work<'_>,
) -> Result<TakeAway, Refused> {
    let game = normal(setting)?;
    let names = game.names(1);
    if names.len() != 2 || !game.whole() {
        return Err(Why::Outside {
            en: "take-away is a heap and a limit", zh: "取石子须为一堆与一个上限"
        }
        .into());
    }
    let heap = object.text("heap")?;
    let Some(h) = names.iter().position(|n| n == heap) else {
        return Err(Why::Wrong { wanted: "the name of the heap", zh: "堆的名称" }.at("heap"));
    };
    let f = object.integers("limit")?;
    let [factor, plus, over] = f[..] else {
        return Err(Why::Wrong {
            wanted: "three numbers: factor, plus, over",
            zh: "三个数：factor、plus、over",
        }
        .at("limit"));
    };
    // f(k) >= k for every k >= 1 if it is for k = 1 and the factor is at least the denominator.
    let fits = f.iter().all(|n| n.abs() <= MOST) && over >= 1 && factor >= over && factor + plus >= over;
    if !fits {
        return Err(Why::NoTheorem {
            en: "after taking k, at least k must be allowed, and never less for more",
            zh: "取 k 之后至少要允许取 k，且取得越多上限不得越小",
        }
        .at("limit"));
    }
    let dfa = Dfa::nothing();
    let everything = empty(game.legal()?.not(), 2, &dfa, work)?;
    // Variables 0 and 1 before the move, 2 and 3 after it, in the order of the rules.
    let (l, after, next) = (1 - h, 2 + h, 3 - h);
    let taken = Lin::var(h).plus(-1, &Lin::var(after))?;
    let most = taken.times(factor)?.plus(1, &Lin::number(plus))?;
    let limit = Lin::var(next).times(over)?;
    let wanted = Cond::all(vec![
        Cond::at_most(&Lin::number(1), &taken)?,
        Cond::at_most(&taken, &Lin::var(l))?,
        Cond::at_most(&limit, &most)?,
        Cond::at_most(&most, &limit.plus(over - 1, &Lin::number(1))?)?,
    ]);
    let same = everything && moves_are(&game.ways()?, 4, &[2, 3], &Cond::YES, &wanted, work)?;
    if !same {
        return Err(Why::NoTheorem {
            en: "the moves are not those of a heap and a limit with this function",
            zh: "走法不是一堆、一个上限与此函数所规定的",
        }
        .at("limit"));
    }
    let recurrence = match object.optional("lag") {
        None => None,
        Some(_) => Some(recurrence(object, [factor, plus, over], work)?),
    };
    let sum = match plus {
        0 => format!("{factor}*k"),
        n if n < 0 => format!("{factor}*k - {}", -n),
        n => format!("{factor}*k + {n}"),
    };
    let function = match (over, plus) {
        (1, _) => sum,
        (_, 0) => format!("{sum} div {over}"),
        _ => format!("({sum}) div {over}"),
    };
    Ok(TakeAway { heap: heap.to_string(), limit: names[l].clone(), function, recurrence })
}

/// H(j+1) = H(j) + H(j - lag) for every j >= from: seen at j = from, …, from + lag + 1.
fn recurrence(
    object: &Object<'_>,
    [factor, plus, over]: [i64; 3],
    work: &mut Work<'_>,
) -> Result<(u64, u64), Refused> {
    let (lag, from) = (object.natural("lag")?, object.natural("from")?);
    if plus != 0 {
        let no = Why::NoTheorem {
            en: "no theorem gives a recurrence where plus is not 0",
            zh: "plus 不为 0 时没有给出递推的定理",
        };
        return Err(no.at("lag"));
    }
    if lag > RUNGS || from > RUNGS || from <= lag {
        return Err(Why::Wrong {
            wanted: "a number above lag, at most 16384",
            zh: "大于 lag 且不超过 16384 的数",
        }
        .at("from"));
    }
    let reaches = |g: &BigUint, h: &BigUint| g * factor.unsigned_abs() >= h * over.unsigned_abs();
    let mut ladder = vec![BigUint::from(1u8)];
    for j in 0..=from + lag + 1 {
        work.spend(64)?;
        let j = j as usize;
        let Some(first) = ladder.iter().position(|g| reaches(g, &ladder[j])) else {
            return Err(Why::Overflow.into());
        };
        if j as u64 >= from && first as u64 != j as u64 - lag {
            return Err(Why::Wrong { wanted: "a recurrence of the ladder", zh: "阶梯的递推" }.at("lag"));
        }
        ladder.push(&ladder[j] + &ladder[first]);
    }
    Ok((lag, from))
}
