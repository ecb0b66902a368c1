//! What looks like a move and is none: choices that a condition or a domain refuses, for `explain --illegal`.

use super::context::{Cx, Flow, ON, STOP};
use super::error::Error;
use super::illegal::WhyIllegal;
use super::{Interp, Part, Turn};
use crate::rules::{Choice, Move};
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
            let _flow = cx
                .refuse(part, (line, mv), 0, &mut Vec::new(), limit, &mut out)
                .map_err(|e| e.at(|| self.show(part)))?;
        }
        Ok(out)
    }
}

impl Cx<'_> {
    fn refuse(
        &mut self,
        part: &Part,
        (line, mv): (usize, &Move),
        at: usize,
        chosen: &mut Vec<Value>,
        limit: usize,
        out: &mut Vec<Refused>,
    ) -> Flow {
        let why = match mv.choices.get(at) {
            Some(Choice::If(cond)) => {
                if self.truth(part, cond)? {
                    return self.refuse(part, (line, mv), at + 1, chosen, limit, out);
                }
                WhyIllegal::Condition { text: self.source(cond.span), span: cond.span }
            }
            Some(Choice::Let { slot, value }) => {
                let v = self.eval(part, value)?;
                self.set(*slot, v);
                return self.refuse(part, (line, mv), at + 1, chosen, limit, out);
            }
            Some(Choice::In { slot, range, upto, .. }) => {
                return self.walk(part, range, upto.as_ref(), true, &mut |cx, v| {
                    cx.set(*slot, v.clone());
                    chosen.push(v);
                    let flow = cx.refuse(part, (line, mv), at + 1, chosen, limit, out);
                    chosen.pop();
                    flow
                });
            }
            None => {
                let mut parts = Vec::new();
                self.change(part, mv, &mut parts)?;
                let mut why = None;
                for p in &parts {
                    if !self.fits(p, Some(&mut why))? {
                        break;
                    }
                }
                match why {
                    Some(why) => WhyIllegal::Result(why),
                    None => return ON,
                }
            }
        };
        out.push(Refused { line, choices: chosen.clone(), why });
        if out.len() >= limit { STOP } else { ON }
    }
}
