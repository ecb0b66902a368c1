//! The certificate of a theorem: everything that a small independent program needs to see that it is true.

use super::Proof;
use super::json::Digits;
use crate::game::Game;
use bouton_language::value::Value;
use serde_json::{Map, Value as Json, json};

/// Larger integers are written as decimal strings: not every reader of JSON keeps them exact.
const EXACT: i64 = 1 << 53;

/// The checker reads codes whose moves leave at most this many heaps.
pub(crate) const MOST_PARTS: u32 = 4;

impl Proof {
    /// The certificate; `misere` says that the ending of the rules was turned over. `None` where players differ, of which
    /// the checker knows nothing.
    pub fn certificate(&self, misere: bool) -> Option<Json> {
        if self.players.is_some() {
            return None;
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

/// What all certificates begin with: the rules and what was changed in them.
pub(crate) fn head(game: &Game, kind: &str, misere: bool) -> Json {
    let rules = game.sources().get(0).map_or("", |s| s.text.as_str());
    let mut parameters = Map::new();
    for (param, value) in game.rules().params.iter().zip(game.interp().params()) {
        parameters.insert(param.name.clone(), parameter(value));
    }
    json!({
        "bouton": "certificate",
        "version": 1,
        "kind": kind,
        "rules": rules,
        "parameters": parameters,
        "misere": misere,
    })
}

fn parameter(v: &Value) -> Json {
    match v {
        Value::Int(i) if (-EXACT..=EXACT).contains(i) => json!(i),
        other => json!(other.to_string()),
    }
}
