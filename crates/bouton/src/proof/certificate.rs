//! The certificate of a theorem: everything that a small independent program needs to see that it is true.

use super::json::Digits;
use super::{Finding, FiniteProof, Proof, Unfit};
use crate::game::Game;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use bouton_theory::prove::Pairs;
use serde_json::{Map, Value as Json, json};

/// Larger integers are written as decimal strings: not every reader of JSON keeps them exact.
const EXACT: i64 = 1 << 53;

/// The checker reads codes whose moves leave at most this many heaps.
pub(crate) const MOST_PARTS: u32 = 4;

impl Proof {
    /// The certificate; `misere` says that the ending of the rules was turned over. `None` where players differ.
    pub fn certificate(&self, misere: bool) -> Option<Json> {
        if self.players.is_some() {
            return None;
        }
        // In the numeration of such pairs the moves have too many carries; the checker knows the theorem.
        if let Some(Pairs { times, more }) = self.theorem.pairs {
            let mut out = head(&self.game, "pairs", misere);
            (out["times"], out["more"]) = (json!(times), json!(more));
            return Some(out);
        }
        // Values that repeat are shown by less than an automaton.
        if let Some(certificate) = self.period.as_ref().and_then(|p| p.certificate(&self.game, misere)) {
            return Some(certificate);
        }
        let (accept, next) = self.theorem.dfa.table();
        let coordinates: Vec<&str> = self.fragment.coordinates.iter().map(|c| c.name.as_str()).collect();
        let mut out = head(&self.game, if self.values() { "values" } else { "automatic set" }, misere);
        out["coordinates"] = json!(coordinates);
        out["numeration"] = json!(Digits::from(self.theorem.dfa.numeration()));
        out["automaton"] = json!({ "start": 0, "accept": accept, "next": next });
        // One number that falls is its own weight.
        if !self.values() || coordinates.len() > 1 {
            out["weights"] = json!(self.theorem.weights);
        }
        Some(out)
    }
}

impl Finding {
    /// The certificate of what was found, or of `finite`, the proof of one position that was asked for instead; otherwise why there is
    /// none.
    pub fn certificate(
        &self,
        finite: Option<&Result<FiniteProof, Unfit>>,
        misere: bool,
        lang: Lang,
    ) -> Result<Json, String> {
        match (finite, self) {
            (Some(Ok(proof)), _) => Ok(proof.certificate(misere)),
            (Some(Err(unfit)), Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_)) => Err(unfit.say(lang)),
            (Some(Err(unfit)), _) => Err(lang.pick(
                format!("{}; without the position the theorem for all sizes is written", unfit.say(lang)),
                format!("{}；不给局面时会写出对任意大小成立的定理", unfit.say(lang)),
            )),
            (None, Finding::Proved(proof)) => proof.certificate(misere).ok_or_else(|| {
                lang.pick("the checker knows no rules that treat players differently", "校验器不认识区别对待双方的规则").to_string()
            }),
            (None, Finding::Period(proof)) => proof.certificate(misere).ok_or_else(|| {
                lang.pick(
                    format!("the checker has theorems for periods that add nothing, of codes that leave at most {MOST_PARTS} heaps"),
                    format!("校验器只有关于无增量、至多分成 {MOST_PARTS} 堆的码的周期定理"),
                )
            }),
            (None, Finding::Quotient(proof)) => proof.certificate().ok_or_else(|| {
                lang.pick(
                    format!("the checker reads misère quotients of rules of normal play, of codes that leave at most {MOST_PARTS} heaps"),
                    format!("校验器只读正常规则、至多分成 {MOST_PARTS} 堆的码的反常商"),
                )
            }),
            (None, Finding::TakeAway(proof)) => Ok(proof.certificate()),
            (None, Finding::Words(proof)) => Ok(proof.certificate(misere)),
            (None, Finding::Family(proof)) => Ok(proof.certificate(misere)),
            (None, Finding::Places(proof)) => Ok(proof.certificate(misere)),
            (None, Finding::Runs(proof)) => Ok(proof.certificate(misere)),
            (None, _) => Err(lang.pick("there is no theorem", "没有定理").to_string()),
        }
    }
}

/// What all certificates begin with: the rules and what was changed in them.
pub(crate) fn head(game: &Game, kind: &str, misere: bool) -> Json {
    let rules = game.sources().get(0).map_or("", |s| s.text.as_str());
    let mut parameters = Map::new();
    let general = game.rules().made_general();
    for (param, value) in game.rules().params.iter().zip(game.interp().params()) {
        if !general.contains(&param.name.as_str()) {
            parameters.insert(param.name.clone(), parameter(value));
        }
    }
    let mut out = json!({
        "bouton": "certificate",
        "version": 1,
        "kind": kind,
        "rules": rules,
        "parameters": parameters,
        "misere": misere,
    });
    if !general.is_empty() {
        out["for_all"] = json!(general);
    }
    out
}

fn parameter(v: &Value) -> Json {
    match v {
        Value::Int(i) if (-EXACT..=EXACT).contains(i) => json!(i),
        other => json!(other.to_string()),
    }
}
