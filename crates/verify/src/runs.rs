//! Certificates of kind "runs": one heap; from some n on it may be made every m with near(m) <= n < far(m), and no other.
//!
//! Checked, for all n >= from and all m: there is a move from n to m if and only if near(m) <= n < far(m), where near and far are
//! (factor·m + plus) div over and rise; for all m >= from: near(m) > m and near(m + 1) <= far(m). Small heaps are decided by their
//! definition: those that are lost below `start`, and that all from `start` to near(start) - 1 are. Then the lost heaps go on in
//! runs for ever, which docs/certificates.md states and proves.

use crate::Setting;
use crate::automatic::empty;
use crate::linear::{Cond, Lin, Var};
use crate::question::moves_are;
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::values::plain;
use crate::walk::Work;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Interp, Part, Turn};
use bouton_language::rules::End;
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// Numbers of near and far are at most this.
const MOST: i64 = 1 << 20;
/// The first run begins at most here.
const FARTHEST: i64 = 1 << 13;

/// What is proved.
pub(crate) struct Runs {
    pub(crate) heap: String,
    /// How many heaps below the first run are lost.
    pub(crate) before: usize,
    pub(crate) start: i64,
    /// Where a run from s ends, as near(s), and where the one behind e begins, as far(e).
    pub(crate) near: String,
    pub(crate) far: String,
}

/// m -> (factor·m + plus) div over.
struct Slope {
    factor: i64,
    plus: i64,
    over: i64,
}

impl Slope {
    fn read(object: &Object<'_>, key: &str) -> Result<Slope, Refused> {
        let numbers = object.integers(key)?;
        match numbers[..] {
            [factor, plus, over] if factor >= 1 && over >= 1 && numbers.iter().all(|n| n.abs() <= MOST) => {
                Ok(Slope { factor, plus, over })
            }
            _ => Err(Why::Wrong {
                wanted: "three numbers up to 2^20: factor and over from 1 on, and plus between them",
                zh: "三个不超过 2^20 的数：factor、plus、over，首尾两数至少为 1",
            }
            .at(key)),
        }
    }

    fn at(&self, m: i64) -> Result<i64, Why> {
        let top = self.factor.checked_mul(m).and_then(|n| n.checked_add(self.plus)).ok_or(Why::Overflow)?;
        Ok(top.div_euclid(self.over))
    }

    /// Does n reach the value at m + by? over·n >= factor·(m + by) + plus - over + 1.
    fn reached(&self, n: Var, m: Var, by: i64) -> Result<Cond, Why> {
        let least = Lin::var(m).plus(by, &Lin::number(1))?.times(self.factor)?;
        let least = least.plus(1, &Lin::number(self.plus - self.over + 1))?;
        Cond::at_most(&least, &Lin::var(n).times(self.over)?)
    }

    fn text(&self, m: &str) -> String {
        format!("({}*{m} + {}) div {}", self.factor, self.plus, self.over)
    }
}

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Runs, Refused> {
    let game = plain(setting, &[End::Normal, End::Misere])?;
    let names = game.names(1);
    let [heap] = names.as_slice() else {
        return Err(Why::Outside { en: "runs are those of one heap", zh: "须为单独一堆" }.into());
    };
    let dfa = Dfa::nothing();
    if !game.whole() || !empty(game.legal()?.not(), 1, &dfa, work)? {
        return Err(Why::Outside {
            en: "runs are those of one position that may be any natural number",
            zh: "须为单一局面，且可取一切自然数",
        }
        .into());
    }
    let (near, far) = (Slope::read(object, "near")?, Slope::read(object, "far")?);
    let (from, start) = (small(object, "from")?, small(object, "start")?);
    if start < from {
        return Err(
            Why::Wrong { wanted: "a number that is not below from", zh: "不小于 from 的数" }.at("start")
        );
    }
    // Variables: 0 the heap, 1 what it is made.
    let large = |v: Var| Cond::at_most(&Lin::number(from), &Lin::var(v));
    let wanted = near.reached(0, 1, 0)?.and(far.reached(0, 1, 0)?.not());
    let same = moves_are(&game.ways()?, 2, &[1], &large(0)?, &wanted, work)?;
    if !same {
        return Err(Why::NoTheorem {
            en: "the moves of large heaps are not those between near and far",
            zh: "大堆的走法不是 near 与 far 之间的那些",
        }
        .at("near"));
    }
    let stays = large(0)?.and(near.reached(0, 0, 0)?);
    let gap = large(1)?.and(far.reached(0, 1, 0)?).and(near.reached(0, 1, 1)?.not());
    if !empty(stays, 1, &dfa, work)? || !empty(gap, 2, &dfa, work)? {
        return Err(Why::NoTheorem {
            en: "near(m) must be above m, and near(m + 1) at most far(m)",
            zh: "须有 near(m) 大于 m，且 near(m + 1) 不超过 far(m)",
        }
        .at("far"));
    }
    let listed = object.naturals("lost")?;
    let end = near.at(start)?;
    if end > FARTHEST {
        return Err(Why::Overflow.at("near"));
    }
    let lost = by_definition(&setting.interp, end, work)?;
    let right = (0..start).filter(|n| lost[*n as usize]).map(i64::unsigned_abs).eq(listed.iter().copied());
    if !right {
        return Err(Why::Wrong { wanted: "the lost heaps below start", zh: "start 以下的必败堆" }.at("lost"));
    }
    if (start..end).any(|n| !lost[n as usize]) {
        return Err(Why::Wrong {
            wanted: "the beginning of a run of lost heaps", zh: "一段必败堆的起点"
        }
        .at("start"));
    }
    Ok(Runs { heap: heap.clone(), before: listed.len(), start, near: near.text("s"), far: far.text("e") })
}

fn small(object: &Object<'_>, key: &str) -> Result<i64, Refused> {
    let n = i64::try_from(object.natural(key)?).ok().filter(|n| *n <= FARTHEST);
    n.ok_or_else(|| Why::Wrong { wanted: "a number up to 8192", zh: "不超过 8192 的数" }.at(key))
}

/// Which of the first heaps are lost, by the interpreter's moves; a move that does not make its heap smaller is refused.
fn by_definition(interp: &Interp, many: i64, work: &mut Work<'_>) -> Result<Vec<bool>, Refused> {
    let stuck = interp.at_end(Turn::default()) == Verdict::Lose;
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..many {
        let (mut options, mut wins) = (false, false);
        let mut stopped = Ok(());
        let part: Part = std::iter::once(Value::Int(n)).collect();
        let listed = interp.moves(&part, Turn::default(), &mut |made| {
            let to = match made.parts.as_slice() {
                [part] => match part.first() {
                    Some(Value::Int(m)) => usize::try_from(*m).ok().and_then(|m| lost.get(m).copied()),
                    _ => None,
                },
                _ => None,
            };
            options = true;
            stopped = work.spend(50).and_then(|()| {
                wins |= to.ok_or(Why::NoTheorem {
                    en: "a move does not make a small heap smaller",
                    zh: "有一步没有使小堆变小",
                })?;
                Ok(())
            });
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        listed.map_err(|e| Refused::from(crate::failed(&e)))?;
        stopped?;
        lost.push(if options { !wins } else { stuck });
    }
    Ok(lost)
}
