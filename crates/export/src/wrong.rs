//! Why there is no program: what cannot be written in the target, typed here and worded in both languages.

use bouton::Problem;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::span::Span;
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

/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// The rules use something that has no translation.
    Construct {
        /// What.
        what: What,
        /// File and line.
        place: String,
        /// As written.
        text: String,
    },
    /// A hole of an input template that cannot be read.
    Unreadable {
        /// The hole.
        hole: String,
        /// Why.
        why: Hole,
    },
    /// A field without a start that the template does not mention.
    Missing {
        /// The field.
        field: String,
    },
    /// An answer that a program of this kind does not give.
    Answer {
        /// `--move`, `winning`.
        what: String,
    },
    /// An input that is not as the template says.
    Input {
        /// The case, from 1; 0 before the first.
        case: usize,
        /// The line of the input, from 1.
        line: usize,
        /// What should stand there, in both languages.
        wanted: [String; 2],
        /// What stands there.
        found: String,
    },
    /// A position of an input that the rules do not allow.
    Illegal {
        /// The case, from 1.
        case: usize,
        /// The position.
        position: String,
        /// Why, in both languages.
        why: [String; 2],
    },
    /// A file for testlib that cannot be written.
    Testlib {
        /// What stands in its way, in both languages.
        what: [String; 2],
    },
    /// The method that was asked for does not apply.
    Method {
        /// `formula`, `table` or `search`.
        method: &'static str,
    },
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
    fn say(&self) -> [String; 2] {
        let [en, zh] = match self {
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
                return [
                    format!("{what} in a game that may go on for ever"),
                    format!("可能永不结束的游戏中的 {what}"),
                ];
            }
            What::Place => ["an expression that has no value here", "在此处没有值的表达式"],
        };
        [en.to_string(), zh.to_string()]
    }
}

impl Wording for Wrong {
    fn message(&self, lang: Lang) -> String {
        let [en, zh] = match self {
            Wrong::Construct { what, place, text } => {
                let [en, zh] = what.say();
                [
                    format!("{place}: {en} cannot be written in this language: {text}"),
                    format!("{place}：{zh}，无法用这种语言写出：{text}"),
                ]
            }
            Wrong::Unreadable { hole, why } => {
                let [en, zh] = match why {
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
                [format!("{{{hole}}} in the template: {en}."), format!("模板中的 {{{hole}}}：{zh}。")]
            }
            Wrong::Missing { field } => [
                format!("The template does not say what {field} is, and the rules give it no start."),
                format!("模板没有给出 {field}，规则中它也没有初值。"),
            ],
            Wrong::Answer { what } => [
                format!("Exported programs say who wins, a Grundy value or a score, but not {what}."),
                format!("导出的程序只回答胜负、SG 值或得分，不回答 {what}。"),
            ],
            Wrong::Input { case, line, wanted: [en, zh], found } => {
                let (case_en, case_zh) = match case {
                    0 => (String::new(), String::new()),
                    n => (format!(" (case {n})"), format!("（第 {n} 个局面）")),
                };
                match found.is_empty() {
                    true => [
                        format!("Line {line} of the input{case_en}: it ends where {en} should stand."),
                        format!("输入第 {line} 行{case_zh}：这里应有{zh}，输入却结束了。"),
                    ],
                    false => [
                        format!("Line {line} of the input{case_en}: \"{found}\" stands where {en} should."),
                        format!("输入第 {line} 行{case_zh}：这里应有{zh}，却是“{found}”。"),
                    ],
                }
            }
            Wrong::Testlib { what: [en, zh] } => [
                format!("This file for testlib is not written for {en}."),
                format!("不为{zh}生成这个 testlib 文件。"),
            ],
            Wrong::Illegal { case, position, why: [en, zh] } => [
                format!("Case {case} of the input, {position}: {en}"),
                format!("输入的第 {case} 个局面 {position}：{zh}"),
            ],
            Wrong::Method { method } => {
                let [en, zh] = match *method {
                    "formula" => [
                        "No claim or theorem that is proved or checked answers all that is asked here.",
                        "没有已证明或已检验的猜想、定理能回答这里的全部问题。",
                    ],
                    "table" => [
                        "No period of the values of single heaps is proved for these rules.",
                        "这些规则没有已证明的单堆 SG 值周期。",
                    ],
                    _ => ["The rules cannot be searched by a program.", "无法为这些规则写出搜索程序。"],
                };
                [en.to_string(), zh.to_string()]
            }
        };
        lang.pick(en, zh)
    }

    fn help(&self, lang: Lang) -> Option<String> {
        let [en, zh] = match self {
            Wrong::Unreadable { why: Hole::Length, .. } => [
                "Write its length before it, as in --in \"{|a|}\\n{a}\", or give it a line of its own.",
                "请在前面写出长度，如 --in \"{|a|}\\n{a}\"，或让它独占一行。",
            ],
            Wrong::Unreadable { why: Hole::Runs, .. } => {
                ["Put a blank or a line break between them.", "请在它们之间加上空格或换行。"]
            }
            Wrong::Input { .. } => [
                "Say by --in and --cases how the input is written, such as --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\".",
                "请用 --in 和 --cases 说明输入的格式，如 --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\"。",
            ],
            Wrong::Missing { .. } => ["Add it to --in.", "请把它写进 --in。"],
            Wrong::Method { .. } => {
                ["Leave --method out to take what applies.", "不写 --method 则自动选择可用的方法。"]
            }
            _ => return None,
        };
        Some(lang.pick(en, zh).to_string())
    }
}
