//! What can go wrong while rules are run: typed here, worded in English and Chinese.

use super::{Interp, Position};
use crate::diagnostic::{Diagnostic, Lang, Wording, shortened};
use crate::span::Span;
use crate::value::Value;
use crate::{problems, said};
use bouton_budget::Halt;
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

    /// A value of another kind than is needed at this place.
    pub(crate) fn wrong(span: Span, wanted: Kind, found: &Value) -> Error {
        Error::new(span, Problem::wrong(wanted, found))
    }

    /// Adds the position, unless an inner evaluation has named one already.
    pub fn at(mut self, position: impl FnOnce() -> String) -> Error {
        if self.0.position.is_none() {
            self.0.position = Some(position());
        }
        self
    }

    /// The same with a whole position.
    pub(crate) fn in_position(self, interp: &Interp, position: &Position) -> Error {
        self.at(|| crate::position::print_position(interp, position))
    }

    /// Did a limit or an interrupt stop it, so that the rules themselves may be right?
    pub fn is_limit(&self) -> bool {
        matches!(self.0.problem, Problem::TooManySteps { .. } | Problem::Halted(_))
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

    /// Its name with an article, in English and in Chinese.
    pub fn said(self) -> [&'static str; 2] {
        match self {
            Kind::Number => ["a number", "数"],
            Kind::YesNo => ["yes or no", "是非值"],
            Kind::Text => ["a string", "字符串"],
            Kind::List => ["a list", "列表"],
            Kind::Set => ["a set", "集合"],
            Kind::Graph => ["a graph", "图"],
            Kind::Endless => ["an infinite set", "无限集"],
            Kind::Collection => ["a list or a set", "列表或集合"],
        }
    }
}

problems! {
/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Overflow { op: &'static str } => ["The result of {op} does not fit 64 bits.", "{op} 的结果超出 64 位整数。"];
    DivideByZero { op: &'static str } => ["{op} by 0.", "{op} 的除数为 0。"];
    NegativePower => ["A power with a negative exponent is not an integer.", "负指数的幂不是整数。"];
    NegativeBits { value: String } => [
        "xor, band, bor and popcount are for natural numbers, but here is {value}.",
        "异或与二进制位只对自然数有定义，这里是 {value}。"
    ];
    WrongKind { wanted: Kind, found: Kind } => [
        "Here {wanted} is needed, not {found}.",
        "这里需要{wanted}，得到的是{found}。"; with wanted = wanted.said(), found = found.said()
    ];
    ReadOutside { base: String, index: String, size: usize } => {
        if *size == 0 {
            said!(
                "{base}[{index}] was read when {base} is empty. Conditions work from left to right: put  if |{base}| > 0  before it.",
                "{base} 为空时读取了 {base}[{index}]。条件从左到右起作用：请在它前面写  若 |{base}| > 0 。"
            )
        } else {
            said!(
                "{base}[{index}] was read, but the indices of {base} run from 1 to {size} here. Conditions work from left to right: put one that keeps the index inside before it.",
                "读取了 {base}[{index}]，但这里 {base} 的下标是 1 到 {size}。条件从左到右起作用：请在它前面写一个限制下标的条件。"
            )
        }
    };
    SliceOutside { base: String, from: String, to: String, size: usize } => [
        "{base}[{from}..{to}] reaches outside {base}, which has {size} elements. An empty slice ends one before it begins.",
        "{base}[{from}..{to}] 超出了 {base}（共 {size} 个元素）。空段的终点比起点小 1。"
    ];
    NotANode { base: String, node: String } => [
        "{node} is not a node of the graph {base}.",
        "{node} 不是图 {base} 的顶点。"
    ];
    ChangedTwice { place: String } => [
        "{place} is changed twice in one step. Arrows work at once; use  then  for a second step.",
        "同一步里 {place} 被改变了两次。箭头同时生效；第二步请用  然后 。"
    ];
    ChangedOutside { place: String, size: usize } => [
        "{place} is changed, but only the indices 1 to {size} exist here.",
        "改变了 {place}，但这里只有下标 1 到 {size}。"
    ];
    NoCase => ["None of the cases holds.", "没有一个分支成立。";
        "Write the rest as  … , e otherwise .", "其余情形请写成  … , e 否则 。"
    ];
    TooDeep { name: String } => ["{name} calls itself too many times inside itself.", "{name} 的递归太深。"];
    TooManySteps { limit: u64 } => ["This takes more than {limit} steps.", "这里需要的步数超过 {limit}。"];
    Halted(halt: Halt) => {
        match halt {
            Halt::Interrupted => said!("Interrupted.", "已中断。"),
            Halt::Time { .. } => said!("Time ran out.", "时间用尽。"),
            Halt::Memory { .. } => said!("Memory ran out.", "内存用尽。"),
            Halt::Work | Halt::Size => said!("This takes too long.", "这里耗时太长。"),
        }
    };
    TooManyBits => ["A number here has more than 300,000 digits.", "这里的数超过 30 万位。"];
    TooLong { most: usize } => [
        "A list or string here has more than {most} elements.",
        "这里的列表或字符串超过 {most} 个元素。"
    ];
    PrimeTooLarge { value: String } => [
        "Whether {value} is a prime cannot be decided for certain: it is above 3.3e24.",
        "无法确定 {value} 是否为质数：它大于 3.3e24。"
    ];
    MixedRoots => [
        "Two different square roots in one floor(…) cannot be evaluated exactly.",
        "一个 floor(…) 里有两个不同的平方根，无法精确计算。"
    ];
    NegativeRoot { value: String } => [
        "The square root of {value} is not a real number.",
        "{value} 的平方根不是实数。"
    ];
    EmptyMin => ["min of nothing: the collection is empty.", "对空集取最小值。"];
    NoUpperEnd => ["This range has no upper end, so it cannot be listed.", "这个范围没有上界，无法列举。"];
    OutOfReach { function: &'static str, needs: Needs, found: String } => [
        "{function} needs {needs}, but here is {found}.",
        "{function} 需要{needs}，这里是 {found}。"; with needs = needs.said()
    ];
    WrongTuple { wanted: usize, found: String } => [
        "{wanted} values are needed here, but there is {found}.",
        "这里需要 {wanted} 个值，得到的是 {found}。"
    ];
    NotAGrid => ["A grid is needed here: rows of equal length.", "这里需要棋盘：各行等长。"];
    NoPartHere => [
        "A field of a part was read where no single part is meant. Use  heaps  for all of them.",
        "这里没有指定某一堆，不能读取堆的字段。所有堆请用  各堆 。"
    ];
    ParamKind { name: String, wanted: Kind, found: Kind } => [
        "The parameter {name} must be {wanted}, not {found}.",
        "参数 {name} 应为{wanted}，得到的是{found}。"; with wanted = wanted.said(), found = found.said()
    ];
    ParamOutside { name: String, value: String } => [
        "{name} = {value} is not among the values that the parameter {name} may take.",
        "参数 {name} 不能取 {value}。"
    ];
}
}

impl Problem {
    /// A value of another kind than is needed.
    pub(crate) fn wrong(wanted: Kind, found: &Value) -> Problem {
        Problem::WrongKind { wanted, found: Kind::of(found) }
    }
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

impl Needs {
    fn said(self) -> [&'static str; 2] {
        match self {
            Needs::Positive => ["a positive number", "正整数"],
            Needs::Natural => ["a natural number", "自然数"],
            Needs::Base => ["a base of 2 or more", "不小于 2 的进制"],
        }
    }
}
