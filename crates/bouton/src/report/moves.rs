//! Lists of moves, and what one move does.

use super::schema_of;
use crate::answer::explain::{MoveExplanation, Scores};
use crate::answer::{GoodMoves, LineMove, MoveEntry};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::ops::{Deref, DerefMut};

impl Deref for GoodMoves {
    type Target = Vec<MoveEntry>;

    fn deref(&self) -> &Vec<MoveEntry> {
        &self.list
    }
}

impl DerefMut for GoodMoves {
    fn deref_mut(&mut self) -> &mut Vec<MoveEntry> {
        &mut self.list
    }
}

impl<'a> IntoIterator for &'a GoodMoves {
    type Item = &'a MoveEntry;
    type IntoIter = std::slice::Iter<'a, MoveEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// `winning_moves`, or `best_moves` with `line`.
impl Serialize for GoodMoves {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        match &self.line {
            None => map.serialize_entry("winning_moves", &self.list)?,
            Some(line) => {
                map.serialize_entry("best_moves", &self.list)?;
                map.serialize_entry("line", line)?;
            }
        }
        map.end()
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes what is written")]
struct MoveKeys {
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<Vec<MoveEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<MoveEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LineMove>>,
}

schema_of! { GoodMoves: MoveKeys }

impl MoveExplanation {
    /// What the move does, in a sentence.
    pub fn say(&self, lang: Lang) -> String {
        let (text, to) = (self.by.text(lang), &self.by.to);
        let head = format!("{text} → {to}");
        if let Some(Scores { best, this }) = self.scores {
            return if best == this {
                lang.pick(
                    format!("{head}: a best move, worth {this}."),
                    format!("{head}：最佳走法，值 {this}。"),
                )
            } else {
                lang.pick(
                    format!("{head}: worth {this}; the best moves are worth {best}."),
                    format!("{head}：值 {this}；最佳走法值 {best}。"),
                )
            };
        }
        let rest =
            match (self.before, self.after) {
                (_, Verdict::Win) => lang.pick("this move WINS.", "这一步必胜。"),
                (Verdict::Win, Verdict::Draw) => lang
                    .pick("this move only DRAWS; there is a winning one.", "这一步只得平局；另有必胜走法。"),
                (_, Verdict::Draw) => lang.pick("this move keeps the DRAW.", "这一步保持平局。"),
                (Verdict::Lose, Verdict::Lose) => lang
                    .pick("this move LOSES, as every move does here.", "这一步必败；这里每一种走法都如此。"),
                (_, Verdict::Lose) => lang.pick("this move LOSES.", "这一步必败。"),
            };
        let mut out = lang.pick(format!("{head}: {rest}"), format!("{head}：{rest}"));
        if let Some(r) = &self.refutation {
            let (text, to) = (r.text(lang), &r.to);
            out.push_str(
                &lang.pick(format!(" The answer: {text} → {to}."), format!("对手的应对：{text} → {to}。")),
            );
        }
        out
    }
}
