//! Why a part is not legal, and why a move is not (for `explain --illegal`).

use super::context::Cx;
use super::error::Error;
use super::moves::Unfit;
use super::{Interp, Part, Turn};
use crate::ast::FieldKind;
use crate::diagnostic::{Lang, Wording, plural};
use crate::rules::{Choice, RangeExpr};
use crate::span::Span;
use crate::value::Value;

/// Why a part is not legal.
#[derive(Clone, Debug)]
pub enum Illegal {
    /// The wrong number of fields.
    Fields {
        /// How many there are.
        wanted: usize,
        /// How many were given.
        found: usize,
    },
    /// A value outside its field's domain.
    Outside {
        /// The field.
        field: String,
        /// The value, or the element that is wrong.
        value: String,
        /// The domain.
        domain: String,
    },
    /// Not the size that was declared.
    Size {
        /// The field.
        field: String,
        /// The declared size.
        wanted: String,
        /// The size found.
        found: String,
    },
    /// Not a value of the field's kind.
    Shape {
        /// The field.
        field: String,
        /// Its kind.
        kind: FieldKind,
        /// The value.
        value: String,
    },
    /// A grid whose rows differ in length.
    Ragged {
        /// The field.
        field: String,
    },
    /// A `require` line does not hold.
    Require {
        /// Which, by index.
        line: usize,
        /// Its source text.
        cond: String,
        /// Its own words.
        say: Option<(String, Option<String>)>,
    },
    /// The rules could not be evaluated.
    Failed(Error),
}

impl Wording for Illegal {
    fn message(&self, lang: Lang) -> String {
        match self {
            Illegal::Fields { wanted, found } => lang.pick(
                format!("A part has {wanted} fields, not {found}."),
                format!("每一部分有 {wanted} 个字段，而不是 {found} 个。"),
            ),
            Illegal::Outside { field, value, domain } => lang.pick(
                format!("{field} must be in {domain}, but here is {value}."),
                format!("{field} 必须属于 {domain}，这里是 {value}。"),
            ),
            Illegal::Size { field, wanted, found } => lang.pick(
                format!("{field} must have size {wanted}, but has {found}."),
                format!("{field} 的大小应为 {wanted}，这里是 {found}。"),
            ),
            Illegal::Shape { field, kind, value } => {
                let kind = kind_name(*kind, lang);
                lang.pick(
                    format!("{field} must be {kind}, but here is {value}."),
                    format!("{field} 应为{kind}，这里是 {value}。"),
                )
            }
            Illegal::Ragged { field } => lang
                .pick(format!("The rows of {field} differ in length."), format!("{field} 的各行长度不同。")),
            Illegal::Require { say: Some((en, zh)), .. } => {
                lang.pick(en.as_str(), zh.as_deref().unwrap_or(en)).into()
            }
            Illegal::Require { cond, .. } => lang.pick(
                format!("A legal position satisfies  {cond} ; this one does not."),
                format!("合法局面应满足  {cond} ，这个局面不满足。"),
            ),
            Illegal::Failed(e) => e.message(lang),
        }
    }
}

fn kind_name(kind: FieldKind, lang: Lang) -> &'static str {
    match kind {
        FieldKind::Number => lang.pick("a number", "数"),
        FieldKind::Row => lang.pick("a row", "序列"),
        FieldKind::Bag => lang.pick("a bag", "多重集"),
        FieldKind::Set => lang.pick("a set", "集合"),
        FieldKind::Word => lang.pick("a word", "串"),
        FieldKind::Grid => lang.pick("a grid", "棋盘"),
    }
}

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
                format!(
                    "This move has {wanted} choice{}, but {} given.",
                    plural(wanted),
                    crate::position::was(*found)
                ),
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
