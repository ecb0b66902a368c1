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
    /// A hole of an input template that cannot be read.
    Unreadable { hole: String, why: Hole } => {
        let because = match why {
            Hole::Expression => [
                "a program cannot undo an expression; only fields, parameters, heaps and their numbers can be read",
                "程序无法还原表达式；只能读入字段、参数、heaps 及其个数",
            ],
            Hole::Length => ["nothing says where the list ends", "没有说明列表在哪里结束"],
            Hole::Runs => [
                "nothing says where one value ends and the next begins",
                "没有说明一个值在哪里结束、下一个从哪里开始",
            ],
            Hole::Json => ["JSON is not read by exported programs", "导出的程序不读 JSON"],
        };
        let words = said!(
            "{{{hole}}} in the template: {because}.",
            "模板中的 {{{hole}}}：{because}。"; with because = because
        );
        match why {
            Hole::Length => words.help(both!(
                "Write its length before it, as in --in \"{{|a|}}\\n{{a}}\", or give it a line of its own.",
                "请在前面写出长度，如 --in \"{{|a|}}\\n{{a}}\"，或让它独占一行。"
            )),
            Hole::Runs => {
                words.help(both!("Put a blank or a line break between them.", "请在它们之间加上空格或换行。"))
            }
            Hole::Expression | Hole::Json => words,
        }
    };
    /// A field without a start that the template does not mention.
    Missing { field: String } => [
        "The template does not say what {field} is, and the rules give it no start.",
        "模板没有给出 {field}，规则中它也没有初值。";
        "Add it to --in.", "请把它写进 --in。"
    ];
    /// An answer that a program of this kind does not give: `--move`, `winning`.
    Answer { what: String } => [
        "Exported programs say who wins, a Grundy value or a score, but not {what}.",
        "导出的程序只回答胜负、SG 值或得分，不回答 {what}。"
    ];
    /// An input that is not as the template says: the case, from 1, or 0 before the first; the line, from 1; what should stand
    /// there, in both languages; what stands there.
    Input { case: usize, line: usize, wanted: [String; 2], found: String } => {
        let case = match case {
            0 => Default::default(),
            n => both!(" (case {n})", "（第 {n} 个局面）"),
        };
        let words = match found.is_empty() {
            true => said!(
                "Line {line} of the input{case}: it ends where {wanted} should stand.",
                "输入第 {line} 行{case}：这里应有{wanted}，输入却结束了。"; with case = &case, wanted = wanted
            ),
            false => said!(
                "Line {line} of the input{case}: \"{found}\" stands where {wanted} should.",
                "输入第 {line} 行{case}：这里应有{wanted}，却是“{found}”。"; with case = &case, wanted = wanted
            ),
        };
        words.help(both!(
            "Say by --in and --cases how the input is written, such as --in \"{{n}}\\n{{heaps}}\" --cases \"{{t}}\\n{{cases}}\".",
            "请用 --in 和 --cases 说明输入的格式，如 --in \"{{n}}\\n{{heaps}}\" --cases \"{{t}}\\n{{cases}}\"。"
        ))
    };
    /// A position of an input, by its case from 1, that the rules do not allow, for this reason in both languages.
    Illegal { case: usize, position: String, why: [String; 2] } => [
        "Case {case} of the input, {position}: {why}",
        "输入的第 {case} 个局面 {position}：{why}"; with why = why
    ];
    /// A file for testlib that cannot be written: what stands in its way, in both languages.
    Testlib { what: [String; 2] } => [
        "This file for testlib is not written for {what}.",
        "不为{what}生成这个 testlib 文件。"; with what = what
    ];
    /// The method that was asked for, `formula`, `table` or `search`, does not apply.
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
            _ => said!("The rules cannot be searched by a program.", "无法为这些规则写出搜索程序。"),
        };
        words.help(both!("Leave --method out to take what applies.", "不写 --method 则自动选择可用的方法。"))
    };
}
}

/// Why a hole cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hole {
    /// It holds an expression.
    Expression,
    /// How many elements there are cannot be known.
    Length,
    /// Heaps of lists, or text that runs into the next.
    Runs,
    /// JSON.
    Json,
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
