//! Plans in lines, and their estimates rounded to what they are worth.

use crate::engines::advice::{duration, round};
use crate::engines::estimate::Cost;
use crate::engines::plan::Plan;
use crate::problem::bytes;
use bouton_language::diagnostic::Lang;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};

/// Fewer positions are not worth counting beforehand.
const FEW: f64 = 1000.0;

/// Less memory is not worth speaking of.
const LITTLE: f64 = (1 << 20) as f64;

impl Plan {
    /// The lines of the plan.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        for known in &self.games {
            lines.push(known.game.clone());
            lines.extend(known.facts.iter().map(|fact| format!("  {}", fact.say(lang))));
        }
        let label = lang.pick(["plan", "estimate"], ["计划", "估计"]);
        lines.push(format!("{}: {}", label[0], self.sentence.say(lang)));
        lines.push(format!("{}: {}", label[1], self.estimate(lang)));
        lines
    }

    /// The estimate in words.
    pub fn estimate(&self, lang: Lang) -> String {
        let (positions, size, time) = match (&self.cost, self.bound) {
            (Some(cost), _) => {
                (many(cost.positions, lang), memory(cost.bytes, lang), how_long(cost.seconds, lang))
            }
            (None, Some(bound)) => {
                let bound = round(bound);
                return lang.pick(format!("at most {bound} positions"), format!("至多 {bound} 个局面"));
            }
            (None, None) => {
                return lang
                    .pick("no bound on the number of positions was found", "未找到局面数的上界")
                    .into();
            }
        };
        lang.pick(format!("{positions}, {size}, {time}"), format!("{positions}，{size}，{time}"))
    }
}

/// How many positions, about.
fn many(positions: f64, lang: Lang) -> String {
    if positions < FEW {
        return lang.pick(format!("fewer than {FEW} positions"), format!("不到 {FEW} 个局面"));
    }
    let unit = 10f64.powf(positions.log10().floor() - 1.0);
    let count = round((positions / unit).round() * unit);
    lang.pick(format!("about {count} positions"), format!("约 {count} 个局面"))
}

/// How much memory, about.
fn memory(size: f64, lang: Lang) -> String {
    if size < LITTLE {
        return lang.pick("less than 1 MiB", "不到 1 MiB").into();
    }
    let size = bytes(size.to_u64().unwrap_or(u64::MAX));
    lang.pick(format!("about {size}"), format!("约 {size}"))
}

/// How long, about.
fn how_long(seconds: f64, lang: Lang) -> String {
    match seconds {
        ..0.1 => lang.pick("less than 0.1 s", "不到 0.1 秒").into(),
        ..10.0 => lang.pick(format!("about {seconds:.1} s"), format!("约 {seconds:.1} 秒")),
        ..120.0 => lang.pick(format!("about {seconds:.0} s"), format!("约 {seconds:.0} 秒")),
        ..7200.0 => {
            let minutes = seconds / 60.0;
            lang.pick(format!("about {minutes:.0} minutes"), format!("约 {minutes:.0} 分钟"))
        }
        _ => {
            lang.pick(format!("about {}", duration(seconds, lang)), format!("约 {}", duration(seconds, lang)))
        }
    }
}

/// The bound of a plan, where it is a number that anybody can use.
pub(crate) fn at_most<S: Serializer>(bound: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    bound.filter(|b| *b < 1e18).and_then(|b| b.to_u64()).serialize(to)
}

/// The cost of a plan.
pub(crate) fn estimate<S: Serializer>(cost: &Option<Cost>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Rounded {
        positions: Option<u64>,
        bytes: Option<u64>,
        seconds: f64,
    }
    let rounded = |x: f64| {
        let unit = 10f64.powf(x.max(1.0).log10().floor() - 1.0).max(1.0);
        ((x / unit).round() * unit).to_u64()
    };
    cost.map(|cost| Rounded {
        positions: rounded(cost.positions),
        bytes: rounded(cost.bytes),
        seconds: (cost.seconds * 1e4).round() / 1e4,
    })
    .serialize(to)
}
