//! A table as JSON: what it is, then one object a legal position.

use super::{Cell, Row, Table};
use crate::answer::{integer, number, word};
use bouton_language::diagnostic::Lang;
use serde_json::{Map, Value as Json, json};

impl Table {
    /// The fixed JSON form.
    pub fn json(&self, lang: Lang) -> Json {
        json!({
            "game": self.game,
            "show": self.show.key(),
            "columns": self.columns,
            "bound": lang.pick(&self.bound[0], &self.bound[1]),
            "complete": self.stopped.is_none(),
            "how": self.how.say(lang),
            "rows": self.rows_json(lang),
        })
    }

    /// One object a legal position.
    pub fn rows_json(&self, lang: Lang) -> Vec<Json> {
        self.rows.iter().filter(|r| r.cell != Cell::Illegal).map(|r| self.row_json(r, lang)).collect()
    }

    fn row_json(&self, r: &Row, lang: Lang) -> Json {
        let values: Map<String, Json> =
            self.columns.iter().cloned().zip(r.values.iter().map(number)).collect();
        let mut o = Map::new();
        o.insert("values".into(), Json::Object(values));
        o.insert("position".into(), json!(r.position));
        let value = match &r.cell {
            Cell::Illegal | Cell::Unknown => Json::Null,
            Cell::Grundy(n) | Cell::Moves(n) => json!(n),
            Cell::Outcome(v) => json!(word(*v)),
            Cell::Score(n) => integer(*n),
            Cell::Remoteness(v, n) => {
                o.insert("outcome".into(), json!(word(*v)));
                json!(n)
            }
            Cell::Best(moves) => moves
                .iter()
                .map(|m| json!({"move": m.notation, "part": m.part, "text": m.text(lang), "to": m.to}))
                .collect::<Vec<Json>>()
                .into(),
        };
        o.insert(self.show.key().into(), value);
        Json::Object(o)
    }
}
