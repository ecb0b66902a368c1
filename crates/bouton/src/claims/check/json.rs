//! A report as JSON.

use super::{ClaimResult, ClaimVerdict, ExampleVerdict, Report, StrategyVerdict};
use bouton_language::diagnostic::Lang;
use serde_json::{Map, Value as Json, json};

impl Report {
    /// The fixed JSON form.
    pub fn json(&self, lang: Lang) -> Json {
        self.with_claims(lang, |c| Json::Object(c.json(lang)))
    }

    /// The same with every position at which a claim is wrong.
    pub fn json_in_full(&self, lang: Lang) -> Json {
        self.with_claims(lang, |c| {
            let mut o = c.json(lang);
            if let ClaimVerdict::False(f) = &c.verdict {
                o.insert("counterexamples".into(), f.wrong.iter().map(|w| w.json()).collect());
                o.insert("counterexamples_cut".into(), json!(f.count > f.wrong.len() as u64));
            }
            Json::Object(o)
        })
    }

    fn with_claims(&self, lang: Lang, claim: impl Fn(&ClaimResult) -> Json) -> Json {
        let examples: Vec<Json> = self
            .examples
            .iter()
            .map(|e| {
                let right = match e.verdict {
                    ExampleVerdict::Right => json!(true),
                    ExampleVerdict::Unknown(_) | ExampleVerdict::Aside(_) => Json::Null,
                    _ => json!(false),
                };
                let mut o = json!({
                    "text": e.text, "place": e.place.to_string(), "right": right,
                    "message": e.lines(lang).join("\n"),
                });
                if matches!(e.verdict, ExampleVerdict::Aside(_)) {
                    o["aside"] = json!(true);
                }
                o
            })
            .collect();
        let strategies = self.strategies.as_ref().map(|s| {
            let aside = matches!(s.verdict, StrategyVerdict::Aside(_));
            let mut o = json!({
                "place": s.place.to_string(), "right": (!aside).then_some(!s.is_wrong()), "tested": s.tested,
                "checked_to": s.bound.say(lang), "message": s.say(lang),
            });
            if aside {
                o["aside"] = json!(true);
            }
            o
        });
        json!({
            "game": self.game, "ok": self.ok(), "complete": !self.unfinished(),
            "examples": examples, "claims": self.claims.iter().map(claim).collect::<Vec<_>>(),
            "strategies": strategies,
        })
    }
}

impl ClaimResult {
    fn json(&self, lang: Lang) -> Map<String, Json> {
        let mut o = Map::new();
        o.insert("text".into(), json!(self.text));
        o.insert("place".into(), json!(self.place.to_string()));
        o.insert("status".into(), json!(self.status.word()));
        o.insert("checked_to".into(), json!(self.bound.say(lang)));
        o.insert("tested".into(), json!(self.tested));
        if let ClaimVerdict::False(f) = &self.verdict {
            o.insert("counterexample".into(), json!(f.smallest.position));
            o.insert("exceptions".into(), json!(f.count));
            o.insert("claimed".into(), json!(f.claimed));
            o.insert("missed".into(), json!(f.missed));
            o.insert("try".into(), json!(f.repair.as_ref().map(|r| &r.text)));
            let status = |proved: bool| if proved { "PROVED" } else { "CHECKED" };
            o.insert("try_status".into(), json!(f.repair.as_ref().map(|r| status(r.proved))));
            if let Some(condition) = &f.condition {
                o.insert("where".into(), json!(condition));
            }
        }
        if let ClaimVerdict::FalsePeriod(f) = &self.verdict {
            o.insert("counterexample".into(), json!(f.at));
        }
        if matches!(self.verdict, ClaimVerdict::Aside(_)) {
            o.insert("aside".into(), json!(true));
        }
        if let Some(inductive) = &self.inductive {
            o.insert("inductive".into(), json!(inductive.say(lang)));
        }
        o.insert("message".into(), json!(self.say(lang)));
        o
    }
}
