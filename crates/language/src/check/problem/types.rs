//! Values of the wrong kind: a row where a number is needed, a fraction where there are none.

use super::capital;
use crate::rules::Type;
use crate::{both, problems, said};

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
    Bound(String),
}

impl Needs {
    fn said(&self) -> [String; 2] {
        let said = match self {
            Needs::Condition => ["a condition", "条件"],
            Needs::Gain => ["what  gain  gives", "gain（得分）的值"],
            Needs::Cost => ["what  cost  takes", "cost（代价）的值"],
            Needs::RangeEnd => ["the end of a range", "范围的端点"],
            Needs::Index => ["an index", "下标"],
            Needs::FieldSize => ["a size", "大小"],
            Needs::Operand(op) => return both!("a side of  {op} ", "{op} 的一边"),
            Needs::Argument(f) => return both!("this argument of {f}", "{f} 的这个参数"),
            Needs::Block => ["the number of forbidden options", "禁止的走法个数"],
            Needs::Stop => ["the number of moves", "步数"],
            Needs::Period => ["a period", "周期"],
            Needs::Grundy => ["a Grundy value", "SG 值"],
            Needs::Score => ["a score", "分数"],
            Needs::Copies => ["the number before  of ", "of（个）前面的数"],
            Needs::Each => ["what stands after  each ", "each（各）后面的值"],
            Needs::Setup => ["what  setup  chooses from", "setup（布局）供选择的值"],
            Needs::Choice => ["what one chooses from", "供选择的范围"],
            Needs::Member => ["what stands after  in ", "in（属于）右边的值"],
            Needs::Root => ["what stands under a root", "根号下的值"],
            Needs::Bound(name) => return both!("a value of {name}", "{name} 的值"),
        };
        said.map(String::from)
    }
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
    fn said(&self) -> [&'static str; 2] {
        match self {
            Wanted::Type(t) => said(t),
            Wanted::Collection => ["a range, a set or a list", "范围、集合或列表"],
        }
    }
}

pub(super) fn said(t: &Type) -> [&'static str; 2] {
    match t {
        Type::Int => ["a number", "数"],
        Type::Bool => ["yes or no", " yes 或 no"],
        Type::Text => ["a string", "字符串"],
        Type::List(inner) if matches!(**inner, Type::List(_)) => {
            ["a board or a list of rows", "棋盘或列表的列表"]
        }
        Type::List(_) => ["a row or a list", "序列或列表"],
        Type::Set(_) => ["a set", "集合"],
        Type::Graph => ["a graph", "图"],
        Type::Any => ["not known", "未知"],
    }
}

problems! {
/// A problem with a type.
#[derive(Clone, Debug)]
pub enum TypeProblem {
    /// The wrong kind of value for its place.
    Wrong { needs: Needs, wanted: Wanted, text: String, found: Type } => {
        let [en, zh] = needs.said();
        let words = said!(
            "{needs} must be {wanted}, but  {text}  is {found}.",
            "{needs}必须是{wanted}，而  {text}  是{found}。";
            with needs = [&capital(&en), &zh], wanted = wanted.said(), found = said(found)
        );
        match (wanted, found) {
            (Wanted::Collection, Type::Int) => {
                words.help(both!("Write  1..{text}  or  {{{text}}} .", "请写  1..{text}  或  {{{text}}} 。"))
            }
            (_, Type::Set(_)) if *needs == Needs::Argument("without".into()) => words
                .help(both!("Several elements are left out by  s - {text} .", "去掉多个元素写作  s - {text} 。")),
            (Wanted::Type(Type::Int), Type::List(_) | Type::Set(_)) => {
                words.help(both!("Its size is  |{text}| .", "它的大小是  |{text}| 。"))
            }
            (Wanted::Type(Type::Bool), Type::Int) => {
                words.help(both!("Compare it:  {text} > 0 .", "请写成比较：  {text} > 0 。"))
            }
            _ => words,
        }
    };
    /// Two values that can never be compared.
    Incomparable { left: String, left_type: Type, right: String, right_type: Type } => {
        let words = said!(
            "{left}  is {one} and  {right}  is {other}: they cannot be compared.",
            "{left}  是{one}，{right}  是{other}，两者无法比较。";
            with one = said(left_type), other = said(right_type)
        );
        match (left_type, right_type) {
            (Type::Bool, Type::Int) => {
                words.help(both!("Write  {left} = yes  or  {left} = no .", "请写  {left} = yes  或  {left} = no 。"))
            }
            (Type::List(_) | Type::Set(_), Type::Int) => words.help(both!(
                "Compare its size,  |{left}| , or an element,  {left}[1] .",
                "请比较大小  |{left}|  或元素  {left}[1] 。"
            )),
            _ => words,
        }
    };
    /// What can never be in a set, list or range.
    NeverIn { left: String, left_type: Type, right: String, inner: Type } => [
        "{left}  is {one}, but what is in  {right}  is {other}.",
        "{left}  是{one}，而  {right}  里的是{other}。";
        with one = said(left_type), other = said(inner)
    ];
    /// Adding what is not a number.
    NotAddable { op: &'static str, left: String, left_type: Type, right: String, right_type: Type } => {
        let words = said!(
            "{left} {op} {right}  does not work:  {left}  is {one} and  {right}  is {other}.",
            "{left} {op} {right}  无法计算：  {left}  是{one}，  {right}  是{other}。";
            with one = said(left_type), other = said(right_type)
        );
        match (left_type, right_type) {
            (Type::List(_), Type::List(_)) | (Type::Text, Type::Text) if *op == "+" => {
                words.help(both!("Write  {left} ++ {right}  to join them.", "连接请写  {left} ++ {right} 。"))
            }
            (Type::Set(_), Type::Set(_)) if *op == "++" => {
                words.help(both!("Write  {left} + {right}  to join sets.", "合并集合请写  {left} + {right} 。"))
            }
            (Type::Set(one), Type::Set(other)) => {
                let [[one, one_zh], [other, other_zh]] = [said(one), said(other)];
                words.help(both!(
                    "What is in  {left}  is {one}, what is in  {right}  is {other}.",
                    "{left}  里的是{one_zh}，{right}  里的是{other_zh}。"
                ))
            }
            (Type::Set(_), _) => words.help(both!(
                "Put the element in braces:  {left} {op} {{{right}}} .",
                "元素请放进花括号：  {left} {op} {{{right}}} 。"
            )),
            _ => words,
        }
    };
    /// `n[1]` of something without elements.
    NoElements { text: String, found: Type } => {
        let words = said!(
            "{text}  is {found}: it has no elements to pick by number.",
            "{text}  是{found}，不能按编号取元素。"; with found = said(found)
        );
        match found {
            Type::Set(_) => words.help(both!("Write  sorted({text})[1] .", "请写  sorted({text})[1] 。")),
            _ => words,
        }
    };
    /// `a[1,2]` of a row, `b[1]` changed in a grid.
    Indices { text: String, wanted: usize, found: usize } => {
        let s = if *wanted == 1 { "index" } else { "indices" };
        said!("{text}  takes {wanted} {s}, not {found}.", "{text}  需要 {wanted} 个下标，而不是 {found} 个。")
    };
    /// `|yes|`
    NoSize { text: String, found: Type } => [
        "{text}  is {found}: it has no size.",
        "{text}  是{found}，没有大小。"; with found = said(found)
    ];
    /// `/` outside `floor`.
    Fraction { left: String, right: String } => [
        "/  gives fractions, and positions hold whole numbers.",
        "/  会得到分数，而局面里只有整数。";
        "Write  {left} div {right} , or  floor({left} / {right})  for exact fractions inside.",
        "请写  {left} div {right} ，或用  floor({left} / {right})  精确取整。"
    ];
    /// `phi` or `sqrt` outside `floor`.
    RealOutside { name: &'static str } => [
        "{name}  is not a whole number: it can only be added, multiplied and divided inside  floor( ) .",
        "{name}  不是整数，只能在  floor( )  里做加减乘除。";
        "Write  floor({name} …) .", "请写  floor({name} …) 。"
    ];
    /// A collection that goes on for ever where all of it is needed.
    Endless { text: String } => [
        "{text}  has no end, and all of it is needed here.",
        "{text}  没有尽头，而这里需要它的全部。";
        "Walk over numbers and test:  for x in 1..m if x in {text} .",
        "请遍历数再判断：  for x in 1..m if x in {text} 。"
    ];
    /// `otherwise` before the last case.
    OtherwiseNotLast => [
        "otherwise  must be the last case: nothing after it can ever hold.",
        "otherwise（否则）必须是最后一种情况：它后面的永远轮不到。"
    ];
    /// No `otherwise` at the end.
    NoOtherwise => ["No answer where none of these conditions holds.", "这些条件都不成立时没有答案。";
        "End with  … , x otherwise .", "请以  … , x otherwise  结尾。"
    ];
}
}
