//! The plan: what is known about the games from their rules, which engine will answer, and what it may cost.

use crate::engines::advice::{duration, round};
use crate::engines::bound;
use crate::engines::choice::{Engine, Query, What};
use crate::engines::estimate::Cost;
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Method, Question};
use crate::problem::bytes;
use bouton_compile::fragment;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Part, Position};
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
    pub engines: Vec<(Engine, usize)>,
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
        let engines =
            self.engines.iter().map(|(engine, parts)| json!({ "engine": engine.name(), "parts": parts }));
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
        match self.claim_for(question, cost.map(Cost::work)) {
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
        Plan { facts, method, engines, sentence, bound: bound::positions(question), cost: None }
    }

    /// The engines that a question goes to: one for the whole, or one for every part of a sum.
    pub(crate) fn engines(&mut self, question: &Question) -> Vec<(Engine, usize)> {
        let at = question.at();
        self.aim(at.games, &at.state.positions, 1);
        let query = asked(at);
        if let Some(query) = query.as_ref().filter(|q| self.engine(q, None) == Engine::Trial) {
            // A search that could end in a table looks for one when it gets long; here it is told at once.
            self.space_cost(query);
        }
        if let Some(query) = query.filter(|q| q.what != What::Value) {
            return vec![(self.engine(&query, None), 1)];
        }
        let mut found: Vec<(Engine, usize)> = Vec::new();
        for (term, part) in at.parts() {
            let engine = self.engine(&Query::part(at.games, term, part), None);
            match found.iter_mut().find(|(e, _)| *e == engine) {
                Some((_, parts)) => *parts += 1,
                None => found.push((engine, 1)),
            }
        }
        found
    }
}

/// What a question comes to: the whole state, or the largest part of a sum.
pub(crate) fn asked(at: Match<'_>) -> Option<Query<'_>> {
    let what = match at.method {
        Method::Sum => {
            let size = |(term, part): &(usize, &Part)| {
                let position = Position { parts: vec![(*part).clone()] };
                at.games.get(*term).and_then(|g| bound::positions_of(g, &position)).unwrap_or(f64::INFINITY)
            };
            let sized = at.parts().map(|part| (size(&part), part));
            let (_, (term, part)) = sized.max_by(|a, b| a.0.total_cmp(&b.0))?;
            return Some(Query::part(at.games, term, part));
        }
        Method::Search => What::Outcome,
        Method::Retrograde => What::Remoteness,
        Method::Score => What::Score,
    };
    Some(Query::whole(at, what))
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
fn sentence(method: Method, engines: &[(Engine, usize)], lang: Lang) -> String {
    let Some(&(first, _)) = engines.first() else {
        return lang.pick("nothing to solve", "无需求解").into();
    };
    if method != Method::Sum {
        return whole(method, first, lang).into();
    }
    let parts: usize = engines.iter().map(|(_, parts)| parts).sum();
    let several = engines.len() > 1;
    let by = engines.iter().map(|&(engine, count)| {
        let by = value(engine, lang);
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

/// How the value of a part is found.
fn value(engine: Engine, lang: Lang) -> &'static str {
    match engine {
        Engine::Graph => lang.pick(
            "from the graph, solved as a whole in time linear in its edges",
            "由一次求解的整个图给出（时间与边数成正比）",
        ),
        Engine::Heaps => lang.pick("by the heap engines", "由堆引擎求出"),
        Engine::Box => lang.pick("from a table of the whole box", "由整个方框的表给出"),
        Engine::Trial => lang.pick(
            "by mex with compiled rules, or from a table of all positions below if that takes long",
            "用编译后的规则按 mex 求出；若费时，则改由其下全部局面的表给出",
        ),
        Engine::Space => lang.pick("from a table of all positions below", "由其下全部局面的表给出"),
        Engine::Program => lang.pick("by mex with compiled rules", "用编译后的规则按 mex 求出"),
        Engine::Intervals | Engine::Interpreter => lang.pick("by mex", "按 mex 求出"),
    }
}

/// How a whole position is solved.
fn whole(method: Method, engine: Engine, lang: Lang) -> &'static str {
    match (engine, method) {
        (Engine::Graph, _) => lang.pick(
            "every node of the graph at once, in time linear in its edges; then each token is looked up",
            "一次求解图的所有顶点（时间与边数成正比），再逐个查出各棋子",
        ),
        (Engine::Box, _) => lang.pick(
            "a table of all positions of the box, because every move is a fixed vector or a multiple of one",
            "整个方框内全部局面的表，因为每个走法都是固定向量或其倍数",
        ),
        (Engine::Intervals, _) => lang.pick(
            "a table of all intervals of the row by running minima, because moves only cut its ends and gain the sum of what they cut off",
            "用滑动最小值求整行全部区间的表，因为走法只从两端截取，且得分等于所取各数之和",
        ),
        (Engine::Space, _) => lang.pick(
            "a table of all positions that can follow, filled with compiled rules",
            "用编译后的规则填出其后全部局面的表",
        ),
        (Engine::Trial, Method::Score) => lang.pick(
            "best play by alpha-beta with memory, rules compiled; if that takes long, a table of all positions that can follow",
            "带记忆的 alpha-beta 搜索最优得分（规则已编译）；若费时，则改填其后全部局面的表",
        ),
        (Engine::Trial, _) => lang.pick(
            "search of whole positions with memory, rules compiled; if that takes long, a table of all positions that can follow",
            "带记忆地搜索整个局面（规则已编译）；若费时，则改填其后全部局面的表",
        ),
        (Engine::Program, Method::Search) => {
            lang.pick("search of whole positions with memory, rules compiled", "带记忆地搜索整个局面（规则已编译）")
        }
        (Engine::Program, Method::Retrograde) => lang.pick(
            "all positions that can arise, then backward from the ends (remoteness comes with it), rules compiled",
            "列出所有可能出现的局面，再从终局倒推（同时得到步数；规则已编译）",
        ),
        (Engine::Program, Method::Score) => {
            lang.pick("best play by alpha-beta with memory, rules compiled", "带记忆的 alpha-beta 搜索最优得分（规则已编译）")
        }
        (_, Method::Retrograde) => lang.pick(
            "all positions that can arise, then backward from the ends (remoteness comes with it)",
            "列出所有可能出现的局面，再从终局倒推（同时得到步数）",
        ),
        (_, Method::Score) => lang.pick("best play by alpha-beta with memory", "带记忆的 alpha-beta 搜索最优得分"),
        (_, _) => lang.pick("search of whole positions with memory", "带记忆地搜索整个局面"),
    }
}
