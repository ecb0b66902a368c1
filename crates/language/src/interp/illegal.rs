//! Why a part is not legal, and why a move is not (for `explain --illegal`).

use super::context::Cx;
use super::error::Error;
use super::moves::Unfit;
use super::{Interp, Part, Turn};
use crate::ast::FieldKind;
use crate::diagnostic::plural;
use crate::rules::{Choice, RangeExpr};
use crate::span::Span;
use crate::value::Value;
use crate::words::in_both;
use crate::{problems, said};

problems! {
/// Why a part is not legal.
#[derive(Clone, Debug)]
pub enum Illegal {
    /// The wrong number of fields.
    Fields { wanted: usize, found: usize } => [
        "A part has {wanted} fields, not {found}.",
        "每一部分有 {wanted} 个字段，而不是 {found} 个。"
    ];
    /// A value, or an element of one, outside its field's domain; for a number below 0, the domain that rules may declare.
    Outside { field: String, value: String, domain: String, below: Option<String> } => [
        "{field} must be in {domain}, but here is {value}.",
        "{field} 必须属于 {domain}，这里是 {value}。"
    ];
    /// Not the size that was declared.
    Size { field: String, wanted: String, found: String } => [
        "{field} must have size {wanted}, but has {found}.",
        "{field} 的大小应为 {wanted}，这里是 {found}。"
    ];
    /// Not a value of the field's kind.
    Shape { field: String, kind: FieldKind, value: String } => [
        "{field} must be {kind}, but here is {value}.",
        "{field} 应为{kind}，这里是 {value}。"; with kind = kind_name(*kind)
    ];
    /// A grid whose rows differ in length.
    Ragged { field: String } => ["The rows of {field} differ in length.", "{field} 的各行长度不同。"];
    /// A `require` line, by its index, does not hold: its condition as written, and its own words.
    Require { line: usize, cond: String, say: Option<(String, Option<String>)> } => {
        match say {
            Some((en, zh)) => said!("{own}", "{own}"; with own = [en, zh.as_ref().unwrap_or(en)]),
            None => said!(
                "A legal position satisfies  {cond} ; this one does not.",
                "合法局面应满足  {cond} ，这个局面不满足。"
            ),
        }
    };
    /// The rules could not be evaluated.
    Failed(error: Error) => ["{why}", "{why}"; with why = in_both(&**error)];
}
}

fn kind_name(kind: FieldKind) -> [&'static str; 2] {
    match kind {
        FieldKind::Number => ["a number", "数"],
        FieldKind::Row => ["a row", "序列"],
        FieldKind::Bag => ["a bag", "多重集"],
        FieldKind::Set => ["a set", "集合"],
        FieldKind::Word => ["a word", "串"],
        FieldKind::Grid => ["a grid", "棋盘"],
    }
}

problems! {
/// Why a move is not legal.
#[derive(Clone, Debug)]
pub enum WhyIllegal {
    /// There is no such move line.
    NoSuchLine => ["There is no such move.", "没有这样的走法。"];
    /// It belongs to the other player.
    NotYours { player: String } => ["Only {player} may make this move.", "只有 {player} 可以走这一步。"];
    /// Too few or too many choices.
    Count { wanted: usize, found: usize } => {
        let (s, were) = (plural(wanted), crate::position::was(*found));
        said!(
            "This move has {wanted} choice{s}, but {were} given.",
            "这个走法有 {wanted} 个选择，却给了 {found} 个。"
        )
    };
    /// A choice is outside its range, whose ends are worked out.
    Choice { name: String, value: String, range: String, span: Span } => [
        "{name}={value} is not in {range}.",
        "{name}={value} 不属于 {range}。"
    ];
    /// A condition is false.
    Condition { text: String, span: Span } => ["The condition  {text}  is false.", "条件  {text}  不成立。"];
    /// The result is not a legal part.
    Result(why: Illegal) => ["After the move: {why}", "走完之后：{why}"; with why = in_both(why)];
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
        Ok(cx.misfit(&parts)?.map(WhyIllegal::Result))
    }
}

impl Cx<'_> {
    /// A range with its ends worked out; long collections as they are written.
    fn range_text(&mut self, part: &[Value], range: &RangeExpr) -> Result<String, Error> {
        match range {
            RangeExpr::Between(from, to) => self.between(part, (from, to)),
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
