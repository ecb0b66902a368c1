//! What looks like a move and is none: choices that a condition or a domain refuses, for `explain --illegal`.

use super::context::{Cx, Exit, walked};
use super::error::Error;
use super::illegal::WhyIllegal;
use super::{Interp, Part, Turn};
use crate::rules::Choice;
use crate::value::Value;

/// A refused move.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Index of its line in `rules.moves`.
    pub line: usize,
    /// The choices made before it was refused.
    pub choices: Vec<Value>,
    /// Why.
    pub why: WhyIllegal,
}

impl Interp {
    /// The choices of a part's moves that are refused, at most `limit`.
    pub fn refused(&self, part: &Part, turn: Turn, limit: usize) -> Result<Vec<Refused>, Error> {
        let mut out = Vec::new();
        for (line, mv) in self.rules.moves.iter().enumerate() {
            if mv.by.is_some_and(|p| p != turn.mover) || out.len() >= limit {
                continue;
            }
            let mut cx = Cx::new(self, turn, mv.locals);
            let flow = cx.choose(part, mv, 0, &mut |cx, at| {
                let why = match mv.choices.get(at) {
                    Some(Choice::If(cond)) => {
                        Some(WhyIllegal::Condition { text: cx.source(cond.span), span: cond.span })
                    }
                    _ => {
                        let mut parts = Vec::new();
                        cx.change(part, mv, &mut parts)?;
                        cx.misfit(&parts)?.map(WhyIllegal::Result)
                    }
                };
                let Some(why) = why else { return Ok(()) };
                let chosen = mv.choices[..at].iter().filter_map(|c| match c {
                    Choice::In { slot, .. } => Some(cx.local(*slot)),
                    _ => None,
                });
                out.push(Refused { line, choices: chosen.collect(), why });
                if out.len() >= limit { Err(Exit::Stop) } else { Ok(()) }
            });
            walked(flow).map_err(|e| e.at(|| self.show(part)))?;
        }
        Ok(out)
    }
}
