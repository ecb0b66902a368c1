//! What can go wrong while rules are run: typed here, worded in English and Chinese.

use super::watch::Halt;
use crate::diagnostic::{Diagnostic, Lang, Wording, shortened};
use crate::span::Span;
use crate::value::Value;
use std::fmt;
use std::ops::Deref;

/// A problem met while running rules, with its place. One pointer wide, because every evaluation may return it.
#[derive(Clone, Debug)]
pub struct Error(Box<Details>);

/// What an [`Error`] holds.
#[derive(Clone, Debug)]
pub struct Details {
    /// Where in the rules.
    pub span: Span,
    /// What.
    pub problem: Problem,
    /// The position (or part) at hand, as it would be typed.
    pub position: Option<String>,
}

impl Error {
    /// A problem at a place.
    pub fn new(span: Span, problem: Problem) -> Error {
        Error(Box::new(Details { span, problem, position: None }))
    }

    /// Adds the position, unless an inner evaluation has named one already.
    pub fn at(mut self, position: impl FnOnce() -> String) -> Error {
        if self.0.position.is_none() {
            self.0.position = Some(position());
        }
        self
    }

    /// Did a limit or an interrupt stop it, so that the rules themselves may be right?
    pub fn is_limit(&self) -> bool {
        matches!(self.0.problem, Problem::TooManySteps { .. } | Problem::Cancelled | Problem::Halted(_))
    }
}

impl Deref for Error {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message(Lang::En))
    }
}

impl std::error::Error for Error {}

impl From<Error> for Diagnostic {
    fn from(e: Error) -> Diagnostic {
        Diagnostic::error(e.0.span, *e.0)
    }
}

impl Wording for Details {
    fn message(&self, lang: Lang) -> String {
        let text = self.problem.message(lang);
        match &self.position {
            None => text,
            Some(p) => {
                let p = shortened(p, 200);
                lang.pick(format!("{text} (at {p})"), format!("{text}（局面 {p}）"))
            }
        }
    }

    fn help(&self, lang: Lang) -> Option<String> {
        self.problem.help(lang)
    }
}

/// Kinds of value, as messages call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Number,
    YesNo,
    Text,
    List,
    Set,
    Graph,
    Endless,
    Collection,
}

impl Kind {
    /// The kind of a value.
    pub fn of(v: &Value) -> Kind {
        match v {
            Value::Int(_) | Value::Big(_) => Kind::Number,
            Value::Bool(_) => Kind::YesNo,
            Value::Text(_) => Kind::Text,
            Value::List(_) => Kind::List,
            Value::Set(_) => Kind::Set,
            Value::Graph(_) => Kind::Graph,
            Value::Known(_) => Kind::Endless,
        }
    }

    /// Its name with an article.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Kind::Number => lang.pick("a number", "数"),
            Kind::YesNo => lang.pick("yes or no", "是非值"),
            Kind::Text => lang.pick("a string", "字符串"),
            Kind::List => lang.pick("a list", "列表"),
            Kind::Set => lang.pick("a set", "集合"),
            Kind::Graph => lang.pick("a graph", "图"),
            Kind::Endless => lang.pick("an infinite set", "无限集"),
            Kind::Collection => lang.pick("a list or a set", "列表或集合"),
        }
    }
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names and the wordings below say it
pub enum Problem {
    Overflow { op: &'static str },
    DivideByZero { op: &'static str },
    NegativePower,
    NegativeBits { value: String },
    WrongKind { wanted: Kind, found: Kind },
    ReadOutside { base: String, index: String, size: usize },
    SliceOutside { base: String, from: String, to: String, size: usize },
    NotANode { base: String, node: String },
    ChangedTwice { place: String },
    ChangedOutside { place: String, size: usize },
    NoCase,
    TooDeep { name: String },
    TooManySteps { limit: u64 },
    Cancelled,
    Halted(Halt),
    TooManyBits,
    TooLong { most: usize },
    PrimeTooLarge { value: String },
    MixedRoots,
    NegativeRoot { value: String },
    EmptyMin,
    NoUpperEnd,
    OutOfReach { function: &'static str, needs: Needs, found: String },
    WrongTuple { wanted: usize, found: String },
    NotAGrid,
    NoPartHere,
    ParamKind { name: String, wanted: Kind, found: Kind },
    ParamOutside { name: String, value: String },
}

/// What a function asks of its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Needs {
    Positive,
    Natural,
    /// The base of a system of digits.
    Base,
}

impl Wording for Problem {
    fn message(&self, lang: Lang) -> String {
        let zh = lang == Lang::Zh;
        match self {
            Problem::Overflow { op } if zh => format!("{op} 的结果超出 64 位整数。"),
            Problem::Overflow { op } => format!("The result of {op} does not fit 64 bits."),
            Problem::DivideByZero { op } if zh => format!("{op} 的除数为 0。"),
            Problem::DivideByZero { op } => format!("{op} by 0."),
            Problem::NegativePower => {
                lang.pick("A power with a negative exponent is not an integer.", "负指数的幂不是整数。").into()
            }
            Problem::NegativeBits { value } if zh => format!("异或与二进制位只对自然数有定义，这里是 {value}。"),
            Problem::NegativeBits { value } => {
                format!("xor, band, bor and popcount are for natural numbers, but here is {value}.")
            }
            Problem::WrongKind { wanted, found } if zh => {
                format!("这里需要{}，得到的是{}。", wanted.name(lang), found.name(lang))
            }
            Problem::WrongKind { wanted, found } => {
                format!("Here {} is needed, not {}.", wanted.name(lang), found.name(lang))
            }
            Problem::ReadOutside { base, index, size: 0 } => lang.pick(
                format!(
                    "{base}[{index}] was read when {base} is empty. Conditions work from left to right: put  \
                     if |{base}| > 0  before it."
                ),
                format!(
                    "{base} 为空时读取了 {base}[{index}]。条件从左到右起作用：请在它前面写  若 |{base}| > 0 。"
                ),
            ),
            Problem::ReadOutside { base, index, size } => lang.pick(
                format!(
                    "{base}[{index}] was read, but the indices of {base} run from 1 to {size} here. Conditions \
                     work from left to right: put one that keeps the index inside before it."
                ),
                format!(
                    "读取了 {base}[{index}]，但这里 {base} 的下标是 1 到 \
                     {size}。条件从左到右起作用：请在它前面写一个限制下标的条件。"
                ),
            ),
            Problem::SliceOutside { base, from, to, size } => lang.pick(
                format!(
                    "{base}[{from}..{to}] reaches outside {base}, which has {size} elements. An empty slice \
                     ends one before it begins."
                ),
                format!("{base}[{from}..{to}] 超出了 {base}（共 {size} 个元素）。空段的终点比起点小 1。"),
            ),
            Problem::NotANode { base, node } => lang.pick(
                format!("{node} is not a node of the graph {base}."),
                format!("{node} 不是图 {base} 的顶点。"),
            ),
            Problem::ChangedTwice { place } => lang.pick(
                format!("{place} is changed twice in one step. Arrows work at once; use  then  for a second step."),
                format!("同一步里 {place} 被改变了两次。箭头同时生效；第二步请用  然后 。"),
            ),
            Problem::ChangedOutside { place, size } => lang.pick(
                format!("{place} is changed, but only the indices 1 to {size} exist here."),
                format!("改变了 {place}，但这里只有下标 1 到 {size}。"),
            ),
            Problem::NoCase => lang.pick("None of the cases holds.", "没有一个分支成立。").into(),
            Problem::TooDeep { name } => lang.pick(
                format!("{name} calls itself too many times inside itself."),
                format!("{name} 的递归太深。"),
            ),
            Problem::TooManySteps { limit } => lang.pick(
                format!("This takes more than {limit} steps."),
                format!("这里需要的步数超过 {limit}。"),
            ),
            Problem::Cancelled | Problem::Halted(Halt::Cancelled) => {
                lang.pick("Interrupted.", "已中断。").into()
            }
            Problem::Halted(Halt::Time(_)) => lang.pick("Time ran out.", "时间用尽。").into(),
            Problem::Halted(Halt::Memory(_)) => lang.pick("Memory ran out.", "内存用尽。").into(),
            Problem::TooManyBits => {
                lang.pick("A number here has more than 300,000 digits.", "这里的数超过 30 万位。").into()
            }
            Problem::TooLong { most } => lang.pick(
                format!("A list or string here has more than {most} elements."),
                format!("这里的列表或字符串超过 {most} 个元素。"),
            ),
            Problem::PrimeTooLarge { value } => lang.pick(
                format!("Whether {value} is a prime cannot be decided for certain: it is above 3.3e24."),
                format!("无法确定 {value} 是否为质数：它大于 3.3e24。"),
            ),
            Problem::MixedRoots => lang
                .pick(
                    "Two different square roots in one floor(…) cannot be evaluated exactly.",
                    "一个 floor(…) 里有两个不同的平方根，无法精确计算。",
                )
                .into(),
            Problem::NegativeRoot { value } => lang.pick(
                format!("The square root of {value} is not a real number."),
                format!("{value} 的平方根不是实数。"),
            ),
            Problem::EmptyMin => {
                lang.pick("min of nothing: the collection is empty.", "对空集取最小值。").into()
            }
            Problem::NoUpperEnd => {
                lang.pick("This range has no upper end, so it cannot be listed.", "这个范围没有上界，无法列举。").into()
            }
            Problem::OutOfReach { function, needs, found } => {
                let needs = match needs {
                    Needs::Positive => lang.pick("a positive number", "正整数"),
                    Needs::Natural => lang.pick("a natural number", "自然数"),
                    Needs::Base => lang.pick("a base of 2 or more", "不小于 2 的进制"),
                };
                lang.pick(
                    format!("{function} needs {needs}, but here is {found}."),
                    format!("{function} 需要{needs}，这里是 {found}。"),
                )
            }
            Problem::WrongTuple { wanted, found } => lang.pick(
                format!("{wanted} values are needed here, but there is {found}."),
                format!("这里需要 {wanted} 个值，得到的是 {found}。"),
            ),
            Problem::NotAGrid => {
                lang.pick("A grid is needed here: rows of equal length.", "这里需要棋盘：各行等长。").into()
            }
            Problem::NoPartHere => lang
                .pick(
                    "A field of a part was read where no single part is meant. Use  heaps  for all of them.",
                    "这里没有指定某一堆，不能读取堆的字段。所有堆请用  各堆 。",
                )
                .into(),
            Problem::ParamKind { name, wanted, found } => lang.pick(
                format!("The parameter {name} must be {}, not {}.", wanted.name(lang), found.name(lang)),
                format!("参数 {name} 应为{}，得到的是{}。", wanted.name(lang), found.name(lang)),
            ),
            Problem::ParamOutside { name, value } => lang.pick(
                format!("{name} = {value} is not among the values that the parameter {name} may take."),
                format!("参数 {name} 不能取 {value}。"),
            ),
        }
    }

    fn help(&self, lang: Lang) -> Option<String> {
        match self {
            Problem::NoCase => Some(
                lang.pick("Write the rest as  … , e otherwise .", "其余情形请写成  … , e 否则 。")
                    .to_string(),
            ),
            _ => None,
        }
    }
}
