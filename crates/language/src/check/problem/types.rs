//! Values of the wrong kind: a row where a number is needed, a fraction where there are none.

use super::{Words, words};
use crate::rules::Type;

/// What a value is needed for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Needs {
    Condition,
    Gain,
    Cost,
    RangeEnd,
    Index,
    FieldSize,
    Operand(&'static str),
    Argument(String),
    Block,
    Stop,
    Period,
    Grundy,
    Score,
    Copies,
    Each,
    Setup,
    Choice,
    Member,
    Root,
    Default,
    Bound(String),
}

impl Needs {
    fn en(&self) -> String {
        match self {
            Needs::Condition => "a condition".into(),
            Needs::Gain => "what  gain  gives".into(),
            Needs::Cost => "what  cost  takes".into(),
            Needs::RangeEnd => "the end of a range".into(),
            Needs::Index => "an index".into(),
            Needs::FieldSize => "a size".into(),
            Needs::Operand(op) => format!("a side of  {op} "),
            Needs::Argument(f) => format!("this argument of {f}"),
            Needs::Block => "the number of forbidden options".into(),
            Needs::Stop => "the number of moves".into(),
            Needs::Period => "a period".into(),
            Needs::Grundy => "a Grundy value".into(),
            Needs::Score => "a score".into(),
            Needs::Copies => "the number before  of ".into(),
            Needs::Each => "what stands after  each ".into(),
            Needs::Setup => "what  setup  chooses from".into(),
            Needs::Choice => "what one chooses from".into(),
            Needs::Member => "what stands after  in ".into(),
            Needs::Root => "what stands under a root".into(),
            Needs::Default => "the start value".into(),
            Needs::Bound(name) => format!("a value of {name}"),
        }
    }

    fn zh(&self) -> String {
        match self {
            Needs::Condition => "条件".into(),
            Needs::Gain => "gain（得分）的值".into(),
            Needs::Cost => "cost（代价）的值".into(),
            Needs::RangeEnd => "范围的端点".into(),
            Needs::Index => "下标".into(),
            Needs::FieldSize => "大小".into(),
            Needs::Operand(op) => format!("{op} 的一边"),
            Needs::Argument(f) => format!("{f} 的这个参数"),
            Needs::Block => "禁止的走法个数".into(),
            Needs::Stop => "步数".into(),
            Needs::Period => "周期".into(),
            Needs::Grundy => "SG 值".into(),
            Needs::Score => "分数".into(),
            Needs::Copies => "of（个）前面的数".into(),
            Needs::Each => "each（各）后面的值".into(),
            Needs::Setup => "setup（布局）供选择的值".into(),
            Needs::Choice => "供选择的范围".into(),
            Needs::Member => "in（属于）右边的值".into(),
            Needs::Root => "根号下的值".into(),
            Needs::Default => "初始值".into(),
            Needs::Bound(name) => format!("{name} 的值"),
        }
    }
}

/// A problem with a type.
#[derive(Clone, Debug)]
pub enum TypeProblem {
    /// The wrong kind of value for its place.
    Wrong {
        /// What it is needed for.
        needs: Needs,
        /// What it must be.
        wanted: Wanted,
        /// As written.
        text: String,
        /// What it is.
        found: Type,
    },
    /// Two values that can never be compared.
    Incomparable {
        /// As written.
        left: String,
        /// Its type.
        left_type: Type,
        /// As written.
        right: String,
        /// Its type.
        right_type: Type,
    },
    /// Adding what is not a number.
    NotAddable {
        /// The operator.
        op: &'static str,
        /// As written.
        left: String,
        /// Its type.
        left_type: Type,
        /// As written.
        right: String,
        /// Its type.
        right_type: Type,
    },
    /// `n[1]` of something without elements.
    NoElements {
        /// As written.
        text: String,
        /// Its type.
        found: Type,
    },
    /// `a[1,2]` of a row, `b[1]` changed in a grid.
    Indices {
        /// As written.
        text: String,
        /// How many it has.
        wanted: usize,
        /// How many were given.
        found: usize,
    },
    /// `|yes|`
    NoSize {
        /// As written.
        text: String,
        /// Its type.
        found: Type,
    },
    /// `/` outside `floor`.
    Fraction {
        /// Left side as written.
        left: String,
        /// Right side as written.
        right: String,
    },
    /// `phi` or `sqrt` outside `floor`.
    RealOutside {
        /// Which.
        name: &'static str,
    },
    /// A collection that goes on for ever where all of it is needed.
    Endless {
        /// As written.
        text: String,
    },
    /// `otherwise` before the last case.
    OtherwiseNotLast,
    /// No `otherwise` at the end.
    NoOtherwise,
}

/// What a value must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A value of this type.
    Type(Type),
    /// A set, list, graph or string.
    Collection,
}

impl Wanted {
    fn en(&self) -> &'static str {
        match self {
            Wanted::Type(t) => en(t),
            Wanted::Collection => "a range, a set or a list",
        }
    }

    fn zh(&self) -> &'static str {
        match self {
            Wanted::Type(t) => zh(t),
            Wanted::Collection => "范围、集合或列表",
        }
    }
}

pub(super) fn en(t: &Type) -> &'static str {
    match t {
        Type::Int => "a number",
        Type::Bool => "yes or no",
        Type::Text => "a string",
        Type::List(inner) => match **inner {
            Type::List(_) => "a board or a list of rows",
            _ => "a row or a list",
        },
        Type::Set(_) => "a set",
        Type::Graph => "a graph",
        Type::Any => "not known",
    }
}

pub(super) fn zh(t: &Type) -> &'static str {
    match t {
        Type::Int => "数",
        Type::Bool => " yes 或 no",
        Type::Text => "字符串",
        Type::List(inner) => match **inner {
            Type::List(_) => "棋盘或列表的列表",
            _ => "序列或列表",
        },
        Type::Set(_) => "集合",
        Type::Graph => "图",
        Type::Any => "未知",
    }
}

impl TypeProblem {
    pub(crate) fn words(&self) -> Words {
        match self {
            TypeProblem::Wrong { needs, wanted, text, found } => {
                let w = words(
                    format!("{} must be {}, but  {text}  is {}.", super::capital(&needs.en()), wanted.en(), en(found)),
                    format!("{}必须是{}，而  {text}  是{}。", needs.zh(), wanted.zh(), zh(found)),
                );
                match (wanted, found) {
                    (Wanted::Collection, Type::Int) => {
                        w.help(format!("Write  1..{text}  or  {{{text}}} ."), format!("请写  1..{text}  或  {{{text}}} 。"))
                    }
                    (Wanted::Type(Type::Int), Type::List(_) | Type::Set(_)) => {
                        w.help(format!("Its size is  |{text}| ."), format!("它的大小是  |{text}| 。"))
                    }
                    (Wanted::Type(Type::Bool), Type::Int) => {
                        w.help(format!("Compare it:  {text} > 0 ."), format!("请写成比较：  {text} > 0 。"))
                    }
                    _ => w,
                }
            }
            TypeProblem::Incomparable { left, left_type, right, right_type } => {
                let w = words(
                    format!("{left}  is {} and  {right}  is {}: they cannot be compared.", en(left_type), en(right_type)),
                    format!("{left}  是{}，{right}  是{}，两者无法比较。", zh(left_type), zh(right_type)),
                );
                match (left_type, right_type) {
                    (Type::Bool, Type::Int) => w.help(
                        format!("Write  {left} = yes  or  {left} = no ."),
                        format!("请写  {left} = yes  或  {left} = no 。"),
                    ),
                    (Type::List(_) | Type::Set(_), Type::Int) => w.help(
                        format!("Compare its size,  |{left}| , or an element,  {left}[1] ."),
                        format!("请比较大小  |{left}|  或元素  {left}[1] 。"),
                    ),
                    _ => w,
                }
            }
            TypeProblem::NotAddable { op, left, left_type, right, right_type } => {
                let w = words(
                    format!(
                        "{left} {op} {right}  does not work:  {left}  is {} and  {right}  is {}.",
                        en(left_type),
                        en(right_type)
                    ),
                    format!(
                        "{left} {op} {right}  无法计算：  {left}  是{}，  {right}  是{}。",
                        zh(left_type),
                        zh(right_type)
                    ),
                );
                match (left_type, right_type) {
                    (Type::List(_), Type::List(_)) | (Type::Text, Type::Text) if *op == "+" => {
                        w.help(format!("Write  {left} ++ {right}  to join them."), format!("连接请写  {left} ++ {right} 。"))
                    }
                    (Type::Set(_), _) => w.help(
                        format!("Put the element in braces:  {left} {op} {{{right}}} ."),
                        format!("元素请放进花括号：  {left} {op} {{{right}}} 。"),
                    ),
                    _ => w,
                }
            }
            TypeProblem::NoElements { text, found } => {
                let w = words(
                    format!("{text}  is {}: it has no elements to pick by number.", en(found)),
                    format!("{text}  是{}，不能按编号取元素。", zh(found)),
                );
                match found {
                    Type::Set(_) => w.help(format!("Write  sorted({text})[1] ."), format!("请写  sorted({text})[1] 。")),
                    _ => w,
                }
            }
            TypeProblem::Indices { text, wanted, found } => {
                let s = if *wanted == 1 { "index" } else { "indices" };
                words(
                    format!("{text}  takes {wanted} {s}, not {found}."),
                    format!("{text}  需要 {wanted} 个下标，而不是 {found} 个。"),
                )
            }
            TypeProblem::NoSize { text, found } => words(
                format!("{text}  is {}: it has no size.", en(found)),
                format!("{text}  是{}，没有大小。", zh(found)),
            ),
            TypeProblem::Fraction { left, right } => words(
                "/  gives fractions, and positions hold whole numbers.",
                "/  会得到分数，而局面里只有整数。",
            )
            .help(
                format!("Write  {left} div {right} , or  floor({left} / {right})  for exact fractions inside."),
                format!("请写  {left} div {right} ，或用  floor({left} / {right})  精确取整。"),
            ),
            TypeProblem::RealOutside { name } => words(
                format!("{name}  is not a whole number: it can only be added, multiplied and divided inside  floor( ) ."),
                format!("{name}  不是整数，只能在  floor( )  里做加减乘除。"),
            )
            .help(format!("Write  floor({name} …) ."), format!("请写  floor({name} …) 。")),
            TypeProblem::Endless { text } => words(
                format!("{text}  has no end, and all of it is needed here."),
                format!("{text}  没有尽头，而这里需要它的全部。"),
            )
            .help(
                format!("Walk over numbers and test:  for x in 1..m if x in {text} ."),
                format!("请遍历数再判断：  for x in 1..m if x in {text} 。"),
            ),
            TypeProblem::OtherwiseNotLast => words(
                "otherwise  must be the last case: nothing after it can ever hold.",
                "otherwise（否则）必须是最后一种情况：它后面的永远轮不到。",
            ),
            TypeProblem::NoOtherwise => words(
                "No answer where none of these conditions holds.",
                "这些条件都不成立时没有答案。",
            )
            .help("End with  … , x otherwise .", "请以  … , x otherwise  结尾。"),
        }
    }
}
