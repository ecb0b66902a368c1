//! Why a move is not legal, for `explain --illegal`.

use super::domain::Illegal;
use super::error::Error;
use super::eval::Cx;
use super::moves::Unfit;
use super::{Interp, Part, Turn};
use crate::diagnostic::{Lang, Wording};
use crate::rules::{Choice, RangeExpr};
use crate::span::Span;
use crate::value::Value;

/// Why a move is not legal.
#[derive(Clone, Debug)]
pub enum WhyIllegal {
    /// There is no such move line.
    NoSuchLine,
    /// It belongs to the other player.
    NotYours {
        /// Whose move it is.
        player: String,
    },
    /// Too few or too many choices.
    Count {
        /// How many the line has.
        wanted: usize,
        /// How many were given.
        found: usize,
    },
    /// A choice is outside its range.
    Choice {
        /// Its name.
        name: String,
        /// The value given.
        value: String,
        /// The range with its ends worked out.
        range: String,
        /// Where it is chosen.
        span: Span,
    },
    /// A condition is false.
    Condition {
        /// Its source text.
        text: String,
        /// Where.
        span: Span,
    },
    /// The result is not a legal part.
    Result(Illegal),
}

impl Wording for WhyIllegal {
    fn message(&self, lang: Lang) -> String {
        match self {
            WhyIllegal::NoSuchLine => lang.pick("There is no such move.", "没有这样的走法。").into(),
            WhyIllegal::NotYours { player } => lang
                .pick(format!("Only {player} may make this move."), format!("只有 {player} 可以走这一步。")),
            WhyIllegal::Count { wanted, found } => lang.pick(
                format!("This move has {wanted} choices, but {found} were given."),
                format!("这个走法有 {wanted} 个选择，却给了 {found} 个。"),
            ),
            WhyIllegal::Choice { name, value, range, .. } => lang.pick(
                format!("{name}={value} is not in {range}."),
                format!("{name}={value} 不属于 {range}。"),
            ),
            WhyIllegal::Condition { text, .. } => {
                lang.pick(format!("The condition  {text}  is false."), format!("条件  {text}  不成立。"))
            }
            WhyIllegal::Result(why) => lang.pick(
                format!("After the move: {}", why.message(lang)),
                format!("走完之后：{}", why.message(lang)),
            ),
        }
    }
}

impl Interp {
    /// Why a move is not legal; `None` if it is.
    pub fn why_illegal(
        &self,
        part: &Part,
        line: usize,
        choices: &[Value],
        turn: Turn,
    ) -> Result<Option<WhyIllegal>, Error> {
        let Some(mv) = self.rules.moves.get(line) else { return Ok(Some(WhyIllegal::NoSuchLine)) };
        if let Some(p) = mv.by.filter(|p| *p != turn.mover) {
            let player = self.rules.players.get(p).cloned().unwrap_or_default();
            return Ok(Some(WhyIllegal::NotYours { player }));
        }
        let mut cx = Cx::exactly(self, turn, mv.locals);
        match cx.given(part, mv, choices)? {
            None => {}
            Some(Unfit::Count) => {
                let (wanted, found) = (mv.chosen.len(), choices.len());
                return Ok(Some(WhyIllegal::Count { wanted, found }));
            }
            Some(Unfit::Condition(span)) => {
                return Ok(Some(WhyIllegal::Condition { text: cx.source(span), span }));
            }
            Some(Unfit::Choice(i, span)) => {
                let ranges = mv.choices.iter().filter_map(|c| match c {
                    Choice::In { range, .. } => Some(range),
                    _ => None,
                });
                let range = match ranges.into_iter().nth(i) {
                    Some(range) => cx.range_text(part, range)?,
                    None => String::new(),
                };
                let name = mv.chosen.get(i).map_or_else(String::new, |(_, n)| n.clone());
                let value = choices.get(i).map_or_else(String::new, Value::to_string);
                return Ok(Some(WhyIllegal::Choice { name, value, range, span }));
            }
        }
        let mut parts = Vec::new();
        cx.change(part, mv, &mut parts)?;
        for part in &parts {
            let mut why = None;
            if !cx.fits(part, Some(&mut why))? {
                return Ok(why.map(WhyIllegal::Result));
            }
        }
        Ok(None)
    }
}

impl Cx<'_> {
    /// A range with its ends worked out; long collections as they are written.
    fn range_text(&mut self, part: &[Value], range: &RangeExpr) -> Result<String, Error> {
        match range {
            RangeExpr::Between(from, to) => {
                let lo = from.as_ref().map(|e| self.number(part, e)).transpose()?.unwrap_or(Value::Int(0));
                let hi = to.as_ref().map(|e| self.number(part, e)).transpose()?;
                Ok(format!("{lo}..{}", hi.map_or_else(String::new, |v| v.to_string())))
            }
            RangeExpr::Of(e) => {
                let short = match &e.kind {
                    crate::rules::ExprKind::Call(..) => None,
                    _ => Some(self.eval(part, e)?.to_string()).filter(|t| t.chars().count() <= 60),
                };
                Ok(short.unwrap_or_else(|| self.source(e.span)))
            }
        }
    }
}
