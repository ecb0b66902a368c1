//! Why there is no program: what cannot be written in the target, typed here and worded in both languages.

use bouton::Problem;
use bouton_language::span::Span;
use bouton_language::{both, problems, said};
use std::sync::Arc;

/// A construct that has no translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Values of types that one variable cannot hold.
    Mixed,
    /// An element of a tuple by an index that is not a constant.
    TupleIndex,
    /// An infinite set where its elements up to a bound are not enough.
    Endless,
    /// Roots of different numbers in one `floor`.
    Roots,
    /// `turn` or `block` in a game that may go on for ever.
    Cyclic(&'static str),
    /// An expression that makes sense only inside the interpreter.
    Place,
}

/// A construct that has no translation, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cannot {
    /// What.
    pub what: What,
    /// Where in the rules.
    pub span: Span,
}

problems! {
/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// The rules use something that has no translation: where, and as written.
    Construct { what: What, place: String, text: String } => [
        "{place}: {what} cannot be written in this language: {text}",
        "{place}：{what}，无法用这种语言写出：{text}"; with what = what.said()
    ];
    /// An answer that a program of this kind does not give: `--move`, `winning`.
    Answer { what: String } => [
        "Exported programs say who wins, a Grundy value or a score, but not {what}.",
        "导出的程序只回答胜负、SG 值或得分，不回答 {what}。"
    ];
    /// A file for testlib that cannot be written: what stands in its way, in both languages.
    Testlib { what: [String; 2] } => [
        "This file for testlib is not written for {what}.",
        "不为{what}生成这个 testlib 文件。"; with what = what
    ];
    /// The method that was asked for, `formula`, `table`, `quotient` or `search`, does not apply.
    Method { method: &'static str } => {
        let words = match *method {
            "formula" => said!(
                "No claim or theorem that is proved or checked answers all that is asked here.",
                "没有已证明或已检验的猜想、定理能回答这里的全部问题。"
            ),
            "table" => said!(
                "No period of the values of single heaps is proved for these rules.",
                "这些规则没有已证明的单堆 SG 值周期。"
            ),
            "quotient" => said!(
                "No misère quotient with a period, which decides sums of heaps of every size, is proved for these rules.",
                "这些规则没有已证明的、带周期的反常商，无法判断任意大小的堆之和。"
            ),
            _ => said!("The rules cannot be searched by a program.", "无法为这些规则写出搜索程序。"),
        };
        words.help(both!("Leave --method out to take what applies.", "不写 --method 则自动选择可用的方法。"))
    };
}
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        Problem::Input(Arc::new(wrong))
    }
}

impl What {
    fn said(&self) -> [String; 2] {
        let said = match self {
            What::Mixed => ["values of different kinds in one place", "同一处有不同种类的值"],
            What::TupleIndex => [
                "an element of a tuple of different kinds, by an index that is not a constant",
                "按非常数下标取不同种类元组的元素",
            ],
            What::Endless => ["an infinite set without a bound", "没有上界的无限集合"],
            What::Roots => {
                ["square roots of different numbers in one floor", "一个 floor 中有不同数的平方根"]
            }
            What::Cyclic(what) => {
                return both!("{what} in a game that may go on for ever", "可能永不结束的游戏中的 {what}");
            }
            What::Place => ["an expression that has no value here", "在此处没有值的表达式"],
        };
        said.map(String::from)
    }
}
