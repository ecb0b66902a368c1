//! The plan: what is known about the games from their rules, which engine will answer, and what it may cost.

use crate::engines::bound;
use crate::engines::estimate::Cost;
use crate::engines::registry::{Engine, Query};
use crate::engines::solver::Solver;
use crate::engines::spaces::SearchOrTable;
use crate::game::{Game, Match, Method, Question};
use crate::report::{self, Sentence};
use bouton_compile::fragment;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use serde::Serialize;

/// A plan that can be printed before anything is run.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// What is known of each game.
    pub games: Vec<Known>,
    /// How the games are solved.
    #[serde(skip)]
    pub method: Method,
    /// Method and engines in words.
    #[serde(rename = "plan")]
    pub sentence: Sentence,
    /// The engines that answer; none where a claim answers.
    pub engines: Vec<Share>,
    /// Positions that can arise, at most; none if nothing bounds them.
    #[serde(rename = "at_most", serialize_with = "report::at_most")]
    pub bound: Option<f64>,
    /// What it will cost, about; none where nothing tells.
    #[serde(rename = "estimate", serialize_with = "report::estimate")]
    pub cost: Option<Cost>,
}

/// A game, and what its rules tell.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// The title.
    pub game: String,
    /// Sentences.
    pub facts: Vec<Sentence>,
}

/// An engine, and how many parts of the question go to it.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// Its id.
    pub engine: &'static str,
    /// The parts.
    pub parts: usize,
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
                let sentence = Sentence::new(|lang| claim.say(lang));
                Plan { sentence, engines: Vec::new(), cost: Some(Cost::NONE), ..plan }
            }
            None => Plan { cost, ..plan },
        }
    }

    /// The plan without what it costs, which takes some trials.
    pub fn outline(&mut self, question: &Question) -> Plan {
        let mut games: Vec<Known> =
            question.games.iter().map(|g| Known { game: g.title(), facts: known(g) }).collect();
        let method = question.at().method;
        let engines = self.engines(question);
        for (term, remark) in self.remarks(question) {
            if let Some(known) = games.get_mut(term) {
                known.facts.push(remark);
            }
        }
        let sentence = Sentence::new(|lang| sentence(method, &engines, lang));
        let share =
            |(engine, parts): (&'static dyn Engine, usize)| Share { engine: engine.about().id, parts };
        let engines = engines.into_iter().map(share).collect();
        Plan { games, method, engines, sentence, bound: bound::positions(question), cost: None }
    }

    /// What the engines that answer have found out about a position of each game, such as the symmetries of its board.
    pub fn remarks(&mut self, question: &Question) -> Vec<(usize, Sentence)> {
        let mut out: Vec<(usize, Sentence)> = Vec::new();
        for query in queries(question.at()) {
            if let Some(remark) = self.engine(&query).remark(self, &query) {
                let remark = (query.term, remark);
                if !out.contains(&remark) {
                    out.push(remark);
                }
            }
        }
        out
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
fn known(game: &Game) -> Vec<Sentence> {
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| game.facts().sentences(lang));
    let mut out: Vec<Sentence> = en.into_iter().zip(zh).map(|(en, zh)| Sentence::from([en, zh])).collect();
    if game.fragment().is_ok() {
        out.push(Sentence::new(|lang| fragment::inside(lang).to_string()));
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
