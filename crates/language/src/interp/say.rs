//! The wording of a move: its `say` with the holes filled, or a plain default.

use super::context::Cx;
use super::error::Error;
use super::{Interp, Part, Turn};
use crate::diagnostic::Lang;
use crate::rules::{Piece, Say};
use crate::value::Value;

impl Interp {
    /// How a person would say this move: `take 2 from the heap of 3`, or `take 2` where the rules give no words.
    pub fn say(&self, part: &Part, line: usize, choices: &[Value], turn: Turn, lang: Lang) -> String {
        let Some(mv) = self.rules.moves.get(line) else { return String::new() };
        if let Some(say) = &mv.say {
            let mut cx = Cx::exactly(self, turn, mv.locals);
            // The choices put the lets into the frame as well.
            if let Ok(None) = cx.given(part, mv, choices)
                && let Ok(text) = cx.pieces(part, say, lang)
            {
                return text;
            }
        }
        crate::position::move_words(self, line, choices)
    }
}

impl Cx<'_> {
    /// A wording in both languages.
    pub(crate) fn wording(&mut self, fields: &[Value], say: &Say) -> Result<(String, Option<String>), Error> {
        let en = self.pieces(fields, say, Lang::En)?;
        let zh = if say.zh.is_some() { Some(self.pieces(fields, say, Lang::Zh)?) } else { None };
        Ok((en, zh))
    }

    fn pieces(&mut self, fields: &[Value], say: &Say, lang: Lang) -> Result<String, Error> {
        let pieces = match (&say.zh, lang) {
            (Some(zh), Lang::Zh) => zh,
            _ => &say.en,
        };
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(t) => out.push_str(t),
                Piece::Hole(e) => match self.eval(fields, e)? {
                    Value::Text(t) => out.push_str(&t),
                    v => out.push_str(&v.to_string()),
                },
            }
        }
        Ok(out)
    }
}
