//! The plan: what is known about the games from their rules, which engine will answer, and what it may cost.

use crate::engines::advice::{duration, round};
use crate::engines::bound;
use crate::engines::estimate::Cost;
use crate::engines::registry::{Engine, Query};
use crate::engines::solver::Solver;
use crate::engines::spaces::SearchOrTable;
use crate::game::{Game, Match, Method, Question};
use crate::problem::bytes;
use bouton_compile::fragment;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

/// Fewer positions are not worth counting beforehand.
const FEW: f64 = 1000.0;

/// Less memory is not worth speaking of.
const LITTLE: f64 = (1 << 20) as f64;

/// A plan that can be printed before anything is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Facts about each game: its title and sentences in both languages.
    pub facts: Vec<(String, [Vec<String>; 2])>,
    /// How the games are solved.
    pub method: Method,
    /// The engines that answer, each with the number of parts that go to it; none where a claim answers.
    pub engines: Vec<(&'static str, usize)>,
    /// Method and engines, worded in both languages.
    pub sentence: [String; 2],
    /// Positions that can arise, at most; `None` if nothing bounds them.
    pub bound: Option<f64>,
    /// What it will cost, about; `None` where nothing tells.
    pub cost: Option<Cost>,
}

impl Plan {
    /// The lines of the plan.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        for (title, facts) in &self.facts {
            lines.push(title.clone());
            lines.extend(lang.pick(&facts[0], &facts[1]).iter().map(|f| format!("  {f}")));
        }
        let label = lang.pick(["plan", "estimate"], ["计划", "估计"]);
        lines.push(format!("{}: {}", label[0], lang.pick(&self.sentence[0], &self.sentence[1])));
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

    /// The plan as data. The numbers of an estimate are rounded to what they are worth.
    pub fn json(&self, lang: Lang) -> Value {
        let rounded = |x: f64| {
            let unit = 10f64.powf(x.max(1.0).log10().floor() - 1.0).max(1.0);
            ((x / unit).round() * unit).to_u64()
        };
        let games = self
            .facts
            .iter()
            .map(|(title, facts)| json!({ "game": title, "facts": lang.pick(&facts[0], &facts[1]) }));
        let engines = self.engines.iter().map(|(engine, parts)| json!({ "engine": engine, "parts": parts }));
        json!({
            "games": games.collect::<Vec<_>>(),
            "plan": lang.pick(&self.sentence[0], &self.sentence[1]),
            "engines": engines.collect::<Vec<_>>(),
            "at_most": self.bound.filter(|b| *b < 1e18).and_then(|b| b.to_u64()),
            "estimate": self.cost.map(|cost| json!({
                "positions": rounded(cost.positions),
                "bytes": rounded(cost.bytes),
                "seconds": (cost.seconds * 1e4).round() / 1e4,
            })),
        })
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

impl Solver {
    /// The plan for a question.
    pub fn plan(&mut self, question: &Question) -> Plan {
        let _watched = self.watched();
        let plan = self.outline(question);
        let cost = if question.huge() { None } else { self.estimate(question) };
        let claimed = self.forced.is_none().then(|| self.claim_for(question, cost.map(Cost::work)));
        match claimed.flatten() {
            Some(claim) => {
                let sentence = [claim.say(Lang::En), claim.say(Lang::Zh)];
                Plan { sentence, engines: Vec::new(), cost: Some(Cost::NONE), ..plan }
            }
            None => Plan { cost, ..plan },
        }
    }

    /// The plan without what it costs, which takes some trials.
    pub fn outline(&mut self, question: &Question) -> Plan {
        let games = &question.games;
        let known = |g: &Game| [Lang::En, Lang::Zh].map(|lang| known(g, lang));
        let facts = games.iter().map(|g| (g.title(), known(g))).collect();
        let method = question.at().method;
        let engines = self.engines(question);
        let sentence = [Lang::En, Lang::Zh].map(|lang| sentence(method, &engines, lang));
        let engines = engines.into_iter().map(|(engine, parts)| (engine.about().id, parts)).collect();
        Plan { facts, method, engines, sentence, bound: bound::positions(question), cost: None }
    }

    /// The engines that a question goes to: one for the whole, or one for every part of a sum.
    pub(crate) fn engines(&mut self, question: &Question) -> Vec<(&'static dyn Engine, usize)> {
        let at = question.at();
        self.aim(at.games, &at.state.positions, 1);
        if let Some(query) = asked(at)
            && self.engine(&query).about().id == SearchOrTable.about().id
        {
            // A search that could end in a table looks for one when it gets long; here it is told at once.
            self.space_cost(&query);
        }
        let mut found: Vec<(&'static dyn Engine, usize)> = Vec::new();
        for query in queries(at) {
            let engine = self.engine(&query);
            match found.iter_mut().find(|(e, _)| e.about().id == engine.about().id) {
                Some((_, parts)) => *parts += 1,
                None => found.push((engine, 1)),
            }
        }
        found
    }
}

/// What is asked of a state: the whole of it, or every part of a sum.
pub(crate) fn queries(at: Match<'_>) -> Vec<Query<'_>> {
    match at.method {
        Method::Sum => at.parts().map(|(term, part)| Query::part(at.games, term, part)).collect(),
        method => vec![Query::whole(at, method.into())],
    }
}

/// The largest of them.
pub(crate) fn asked(at: Match<'_>) -> Option<Query<'_>> {
    let size = |query: &Query<'_>| {
        let position = Position { parts: query.parts.to_vec() };
        query.game().and_then(|g| bound::positions_of(g, &position)).unwrap_or(f64::INFINITY)
    };
    let mut queries = queries(at);
    if at.method != Method::Sum {
        return queries.pop();
    }
    let sized = queries.into_iter().map(|query| (size(&query), query));
    sized.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, query)| query)
}

/// What is known of the rules, in sentences.
fn known(game: &Game, lang: Lang) -> Vec<String> {
    let mut out = game.facts().sentences(lang);
    if game.fragment().is_ok() {
        out.push(fragment::inside(lang).to_string());
    }
    out
}

/// Method and engines in a sentence.
fn sentence(method: Method, engines: &[(&'static dyn Engine, usize)], lang: Lang) -> String {
    let Some(&(first, _)) = engines.first() else {
        return lang.pick("nothing to solve", "无需求解").into();
    };
    let said = |engine: &dyn Engine| {
        let [en, zh] = engine.about().plan(method.into());
        lang.pick(en, zh)
    };
    if method != Method::Sum {
        return said(first).into();
    }
    let parts: usize = engines.iter().map(|(_, parts)| parts).sum();
    let several = engines.len() > 1;
    let by = engines.iter().map(|&(engine, count)| {
        let by = said(engine);
        match lang {
            Lang::En if several => format!("of {count} {by}"),
            Lang::Zh if several => format!("{count} 个{by}"),
            _ => by.to_string(),
        }
    });
    let by = by.collect::<Vec<_>>().join(lang.pick(", ", "，"));
    match (parts, lang) {
        (1, Lang::En) => format!("one part; its Grundy value {by}"),
        (1, Lang::Zh) => format!("一个部分；SG 值{by}"),
        (_, Lang::En) => format!("sum of {parts} parts; Grundy values {by}, added by xor"),
        (_, Lang::Zh) => format!("{parts} 个部分之和；SG 值{by}，再作异或"),
    }
}
