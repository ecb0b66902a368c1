//! Periods of Grundy values that a theorem proves: subtraction sets and take-and-break codes.
//!
//! The heap engines prove a period from finitely many values; here it is found from the rules of a game, asked for the
//! value of a heap of any size, and handed over as a certificate.

use super::certificate;
use super::claims::{self, ClaimProof};
use crate::engines::heaps::heap_rule;
use crate::game::Game;
use crate::problem::Problem;
use crate::tuning::{AMOUNTS, PERIOD_UNITS};
use bouton_engine::Budget;
use bouton_engine::Halt;
use bouton_engine::heaps::{self, Cells, Sequence};
use bouton_language::diagnostic::Lang;
use bouton_theory::prove::Limits;
use bouton_theory::strategy::Ways;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use std::sync::{Arc, OnceLock};

/// Heaps up to here are listed in a long search for a period.
pub(crate) const FARTHEST: usize = 1 << 20;

/// Heaps up to here are listed at once: this takes some milliseconds. Codes that leave three heaps and more cost the third power
/// of the heap.
pub(crate) fn near(game: &Game) -> usize {
    if most_parts(game) > 2 { 1500 } else { 10_000 }
}

fn most_parts(game: &Game) -> u32 {
    game.facts().code.as_ref().map_or(1, |code| code.most_parts())
}

/// The heaps of a long search. Where a move leaves three heaps and more, lists cost the third power of the heap, and seconds
/// are over soon.
fn farthest(game: &Game, asked: usize) -> usize {
    if most_parts(game) > 2 { asked.min(4 * near(game)) } else { asked }
}

/// A proved period of the Grundy values of single heaps.
#[derive(Clone, Debug)]
pub struct Period {
    /// The period.
    pub period: usize,
    /// What a period adds.
    pub saltus: u32,
    /// The first heap from which on it holds.
    pub from: usize,
    /// The theorem, in both languages.
    pub reason: [String; 2],
    /// The values, which go on for ever.
    values: Sequence,
}

/// A period as the theorem about a game.
#[derive(Clone)]
pub struct PeriodProof {
    /// The game.
    pub game: Game,
    /// The period.
    pub period: Arc<Period>,
    /// The claims of the file.
    pub claims: Vec<ClaimProof>,
    /// The moves between heaps, once they were asked for.
    pub(super) ways: OnceLock<Option<Arc<Ways>>>,
}

impl Period {
    /// The period of a game's heaps, if the values to heap `to` prove one; with `farthest`, longer and longer heaps are
    /// listed up to that one. `None` where no theorem applies to the rules.
    pub(crate) fn find(
        game: &Game,
        to: usize,
        farthest: Option<usize>,
        budget: &Budget,
    ) -> Result<Option<Period>, Problem> {
        if game.kind().grundy.is_err() {
            return Ok(None);
        }
        // Where no theorem can prove a period, no values are listed for one.
        let Some(rule) = heap_rule(game).filter(|_| provable(game)) else { return Ok(None) };
        let last = farthest.map_or(to, |asked| self::farthest(game, asked));
        let (mut to, mut known) = (to, Cells::U8(Vec::new()));
        loop {
            let values = match heaps::extended(&rule, &mut known, to, budget) {
                Ok(values) if values.tail().is_some() => return Ok(Period::of(game, values)),
                Ok(values) => values,
                Err(Halt::Interrupted) => return Err(Problem::Interrupted),
                Err(_) => return Ok(None),
            };
            // As far as the work that is allowed for a search goes.
            let mut next = to.saturating_mul(4).max(near(game)).min(last);
            while next > to && heaps::pace(&rule, &values, next as u64).units > PERIOD_UNITS {
                next /= 2;
            }
            if next <= to {
                return Ok(None);
            }
            (to, known) = (next, values.into_cells());
        }
    }

    fn of(game: &Game, values: Sequence) -> Option<Period> {
        let tail = values.tail()?;
        let (period, saltus) = (tail.period, tail.step);
        // The theorem's first heap may be larger than need be.
        let value = |n: usize| values.get(n as u64);
        let mut from = tail.from;
        while from > 0
            && value(from - 1 + period) == value(from - 1).and_then(|v| v.checked_add(saltus.into()))
        {
            from -= 1;
        }
        Some(Period { period, saltus, from, reason: reason(game, period, from.max(1)), values })
    }

    /// The value of a heap of any size.
    pub fn value(&self, heap: &BigUint) -> Option<BigUint> {
        if let Some(value) = heap.to_u64().and_then(|n| self.values.get(n)) {
            return Some(value.into());
        }
        let beyond = heap - self.from;
        let place = (&beyond % self.period).to_u64()? + self.from as u64;
        Some(beyond / self.period * self.saltus + self.values.get(place)?)
    }

    /// The value of a heap that fits a word.
    pub(crate) fn small(&self, heap: usize) -> Option<u64> {
        self.values.get(heap as u64)
    }

    /// `period 12 from 71`: what follows `claim`.
    pub fn claim(&self) -> String {
        let saltus = if self.saltus == 0 { String::new() } else { format!(" saltus {}", self.saltus) };
        let from = if self.from == 0 { String::new() } else { format!(" from {}", self.from) };
        format!("period {}{saltus}{from}", self.period)
    }

    /// As a certificate; `None` where the checker knows no theorem: a saltus, or more heaps left by a move than it reads.
    pub(super) fn certificate(&self, game: &Game, misere: bool) -> Option<Json> {
        if self.saltus != 0 || misere {
            return None;
        }
        let facts = game.facts();
        let (last, parts) = match (&facts.takes, &facts.code) {
            (Some(takes), _) => (takes.amounts(AMOUNTS)?.last().copied().unwrap_or(0), 1),
            (None, Some(code)) if code.is_finite() => {
                (code.digits.len().saturating_sub(1) as u64, code.most_parts())
            }
            _ => return None,
        };
        if parts > certificate::MOST_PARTS {
            return None;
        }
        let (last, parts) = (usize::try_from(last).ok()?, parts as usize);
        // All that the theorem compares: so many n, and the value a period after each.
        let compared = match parts {
            0 | 1 => self.from + last,
            _ => parts * self.from + (parts - 1) * self.period + last,
        };
        let prefix: Vec<u64> = (0..compared + self.period).map_while(|n| self.small(n)).collect();
        let mut out = certificate::head(game, "period", misere);
        out["prefix"] = json!(prefix);
        out["period"] = json!(self.period);
        out["saltus"] = json!(0);
        out["from"] = json!(self.from);
        out["theorem"] = json!(if parts <= 1 { "window" } else { "take and break" });
        Some(out)
    }
}

impl PeriodProof {
    pub(super) fn new(game: &Game, period: Period, limits: &Limits<'_>) -> PeriodProof {
        let claims = claims::by_period(game, &period, limits);
        PeriodProof { game: game.clone(), period: Arc::new(period), claims, ways: OnceLock::new() }
    }

    /// The name of the heap's number.
    pub fn name(&self) -> &str {
        self.game.rules().shape.fields.first().map_or("n", |f| f.name.as_str())
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let Period { period, saltus, from, .. } = &*self.period;
        let n = self.name();
        let plus = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
        lang.pick(
            format!("g({n} + {period}) = g({n}){plus} for every {n} >= {from}, where g is the Grundy value of a heap"),
            format!("对每个 {n} >= {from}，g({n} + {period}) = g({n}){plus}，其中 g 是堆的 SG 值"),
        )
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let own = lang.pick(&self.period.reason[0], &self.period.reason[1]);
        vec![lang.pick("found in the values of small heaps", "由小堆的 SG 值发现").to_string(), own.clone()]
    }

    /// The certificate; `None` where the checker has no theorem of this kind.
    pub fn certificate(&self, misere: bool) -> Option<Json> {
        self.period.certificate(&self.game, misere)
    }
}

/// Is there a theorem that may prove a period of these heaps? Not where any number may be taken and heaps break.
fn provable(game: &Game) -> bool {
    let facts = game.facts();
    facts.takes.is_some() || facts.code.as_ref().is_some_and(|code| code.tail == 0)
}

/// The theorem behind a period of heaps.
fn reason(game: &Game, period: usize, from: usize) -> [String; 2] {
    let facts = game.facts();
    let kept = facts.takes.as_ref().and_then(|t| t.all_but());
    if kept.as_ref().is_some_and(Vec::is_empty) {
        return [
            "any amount may be taken, so the options of n have all values below g(n) = n".into(),
            "可以取任意多，所以 n 的后继取遍小于 g(n) = n 的所有值".into(),
        ];
    }
    if kept.is_some() {
        return [
            "all amounts but finitely many may be taken; once twice as many values return, a constant added, as the largest forbidden amount, all do"
                .into(),
            "除有限个数以外都可以取；一旦连续重现（加上同一常数）的值达到最大禁取数的两倍，其后全部重现".into(),
        ];
    }
    if facts.takes.is_some() {
        return [
            "the rules are a subtraction set: once as many values return as the largest amount taken, all do"
                .into(),
            "规则是取子集合：一旦重现的连续值达到最大取数那么多，其后全部重现".into(),
        ];
    }
    let Some(code) = &facts.code else { return Default::default() };
    let most = code.digits.len().saturating_sub(1);
    let parts = code.most_parts().max(1) as usize;
    let bound = parts * from + (parts - 1) * period + most;
    let sum = match parts {
        1 => format!("{from} + {most}"),
        2 => format!("2*{from} + {period} + {most}"),
        p => format!("{p}*{from} + {}*{period} + {most}", p - 1),
    };
    [
        format!(
            "take-and-break code {code}: the period holds for {from} <= n < {bound} = {sum}, so it holds for ever (Guy-Smith)"
        ),
        format!(
            "取石分堆码 {code}：周期在 {from} <= n < {bound} = {sum} 上成立，因而永远成立（Guy–Smith 定理）"
        ),
    ]
}
