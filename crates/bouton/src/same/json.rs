//! A comparison as JSON.

use super::{Difference, Only, Same, Shift};
use crate::answer::{Status, integer, word};
use crate::table::{Cell, Show};
use bouton_language::diagnostic::Lang;
use serde_json::{Map, Value as Json, json};

impl Same {
    /// The fixed JSON form.
    pub fn json(&self, lang: Lang) -> Json {
        let mut out = Map::new();
        out.insert("a".into(), json!(self.names[0]));
        out.insert("b".into(), json!(self.names[1]));
        out.insert("compared".into(), json!(self.show.key()));
        let known = self.difference.is_some() || self.status != Status::Open;
        out.insert("same".into(), if known { json!(self.equal()) } else { Json::Null });
        let word = self.status.word();
        out.insert("status".into(), if word.is_empty() { Json::Null } else { json!(word) });
        if let Status::Checked(to) = &self.status {
            out.insert("checked_to".into(), json!(to.say(lang)));
        }
        if !self.reason[0].is_empty() {
            out.insert("reason".into(), json!(lang.pick(&self.reason[0], &self.reason[1])));
        }
        if let Some(why) = &self.outcomes {
            out.insert("outcomes".into(), json!({"status": "PROVED", "reason": lang.pick(&why[0], &why[1])}));
        }
        out.insert("bound".into(), json!(lang.pick(&self.bound[0], &self.bound[1])));
        out.insert("positions".into(), json!(self.compared));
        out.insert("differing".into(), json!(self.differing));
        if let Some(difference) = &self.difference {
            out.insert("difference".into(), difference.json(self.show));
        }
        for (key, only) in ["only_a", "only_b"].into_iter().zip(&self.only) {
            if let Only { count: 1.., first } = only {
                out.insert(key.into(), json!({"positions": only.count, "first": first}));
            }
        }
        if let Some(shift) = &self.shift {
            out.insert("shift".into(), shift.json(lang));
        }
        if let Some(problem) = &self.stopped {
            out.insert("stopped".into(), json!(problem.line(lang)));
        }
        Json::Object(out)
    }
}

impl Difference {
    fn json(&self, show: Show) -> Json {
        let mut out = Map::new();
        out.insert("position".into(), json!(self.position));
        if self.image != self.position {
            out.insert("position_b".into(), json!(self.image));
        }
        if !self.parameters.is_empty() {
            out.insert("parameters".into(), json!(self.parameters));
        }
        if let Some(mover) = self.mover {
            out.insert("first".into(), json!(mover + 1));
        }
        for (key, cell) in ["a", "b"].into_iter().zip(&self.cells) {
            out.insert(key.into(), value(cell, show));
        }
        if self.beyond {
            out.insert("beyond".into(), json!(true));
        }
        Json::Object(out)
    }
}

fn value(cell: &Cell, show: Show) -> Json {
    match cell {
        Cell::Grundy(n) | Cell::Moves(n) => json!(n),
        Cell::Outcome(v) => json!(word(*v)),
        Cell::Score(n) => integer(*n),
        Cell::Remoteness(v, n) if show == Show::Remoteness => json!({"outcome": word(*v), "remoteness": n}),
        Cell::Remoteness(v, _) => json!(word(*v)),
        Cell::Illegal | Cell::Unknown | Cell::Best(_) => Json::Null,
    }
}

impl Shift {
    fn json(&self, lang: Lang) -> Json {
        let mut out = Map::new();
        out.insert("by".into(), json!(self.by));
        out.insert("formula".into(), json!(self.formula()));
        out.insert("from".into(), json!(self.first()));
        out.insert("status".into(), json!(self.status.word()));
        if let Status::Checked(to) = &self.status {
            out.insert("checked_to".into(), json!(to.say(lang)));
        }
        if !self.reason[0].is_empty() {
            out.insert("reason".into(), json!(lang.pick(&self.reason[0], &self.reason[1])));
        }
        Json::Object(out)
    }
}
