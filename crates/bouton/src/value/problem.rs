//! What keeps a value from being computed, in words.

use crate::problem::{NotApplicable, Over, Problem, quoted};
use bouton_engine::Halt;
use bouton_language::problems;
use bouton_values::loopy::Unsettled;
use bouton_values::{Failed, Malformed, Undefined};
use std::sync::Arc;

problems! {
/// Why something that was typed has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueProblem {
    /// Nothing was typed.
    Empty => [
        "A value of what? Write a game with a position ( bouton value hackenbush BRR ), or an expression ( bouton value \"{{1|-1}} + ^\" ).",
        "求什么的值？请写游戏和局面（ bouton value hackenbush BRR ），或表达式（ bouton value \"{{1|-1}} + ^\" ）。"
    ];
    /// A value should stand at a place.
    Missing { at: usize, before: String } => [
        "A value is missing at place {at}, after \"{before}\".",
        "第 {at} 个字符处（“{before}”之后）缺少一个值。";
        "Values are numbers (3, -1/2), nimbers (*, *2), ups (^, v, ^2), and {{a,b|c}}.",
        "值可以是数（3、-1/2）、尼姆数（*、*2）、上数（^、v、^2），以及 {{a,b|c}}。"
    ];
    /// Something that does not belong there.
    Stray { at: usize, found: char, before: String } => [
        "\"{found}\" at place {at}, after \"{before}\", does not belong there.",
        "第 {at} 个字符“{found}”（在“{before}”之后）不该在这里。";
        "Values are joined by + , - , : and  3 * ; options stand in {{a,b|c}}.",
        "值之间用 +、-、: 和 3 * 连接；选项写在 {{a,b|c}} 里。"
    ];
    /// A bracket without its partner.
    Open { at: usize, bracket: char } => [
        "The bracket {bracket} at place {at} is not closed.",
        "第 {at} 个字符处的括号 {bracket} 没有闭合。"
    ];
    /// Braces without one bar.
    Bars { at: usize } => [
        "The braces at place {at} need one bar between Left's options and Right's.",
        "第 {at} 个字符处的花括号里，左方选项与右方选项之间需要一条竖线。";
        "Write {{a,b|c}}, or {{a||b|c}} for {{a|{{b|c}}}}.",
        "请写 {{a,b|c}}；{{a||b|c}} 表示 {{a|{{b|c}}}}。"
    ];
    /// A star that can mean two things.
    Star { at: usize } => [
        "The star at place {at} may be a nim heap or a product.",
        "第 {at} 个字符处的星号可能是尼姆堆，也可能是乘号。";
        "Write 3*2 for 3 and a nim heap of 2, and  3 * 2  with blanks for a product.",
        "3*2 表示 3 加大小为 2 的尼姆堆；乘积请在两边加空格：3 * 2。"
    ];
    /// A fraction that is not dyadic.
    Fraction { at: usize, text: String } => [
        "{text} at place {at} is not the value of a finite game: denominators are powers of two.",
        "第 {at} 个字符处的 {text} 不是有限游戏的值：分母必须是 2 的幂。"
    ];
    /// A number that is too large.
    Large { at: usize } => ["The number at place {at} is too large.", "第 {at} 个字符处的数太大。"];
    /// Too many brackets.
    Deep { limit: usize } => [
        "There are more than {limit} brackets or signs within each other.",
        "括号或符号的嵌套超过 {limit} 层。"
    ];
    /// A word that is not known.
    Word { at: usize, word: String } => [
        "\"{word}\" at place {at} is no game and no value.",
        "第 {at} 个字符处的“{word}”既不是游戏也不是值。";
        "Known words are up, down, star, on, off, over, under, dud, tiny, miny, heat, cool, overheat, norton and ordinal;  bouton list  shows the games.",
        "可用的词有 up、down、star、on、off、over、under、dud、tiny、miny、heat、cool、overheat、norton 和 ordinal；bouton list 列出游戏。"
    ];
    /// The wrong number of arguments.
    Arguments { word: String, wanted: usize, found: usize } => [
        "{word} takes {wanted} value{s} in brackets, not {found}.",
        "{word} 的括号里需要 {wanted} 个值，而不是 {found} 个。";
        with s = [if *wanted == 1 { "" } else { "s" }; 2]
    ];
    /// A Norton product by something that is not positive.
    NotPositive => [
        "norton(a, unit) needs a unit that is positive.",
        "norton(a, unit) 的 unit 必须为正。"
    ];
    /// A temperature that is none.
    NotTemperature => [
        "cool(a, t) needs a number t that is not negative.",
        "cool(a, t) 的 t 必须是不小于 0 的数。"
    ];
    /// A product of two values neither of which is an integer.
    NotInteger => [
        "A value is multiplied by an integer:  3 * ^ . Other products are norton(a, unit).",
        "值只能乘以整数：3 * ^。其他乘积用 norton(a, unit)。"
    ];
    /// A function of a loopy game, or a name where none may stand.
    LoopyOnly => [
        "This is defined for games that end: loopy ones are added, negated, multiplied by integers and compared, and a name of braces (a{{0|a}}) stands as an option, not in a sum.",
        "这只对会结束的游戏有定义：循环游戏可以相加、取负、乘以整数和比较；花括号的名字（a{{0|a}}）只能作为选项，不能出现在和里。"
    ];
    /// Too many positions of a loopy game.
    LoopyLarge { most: usize } => [
        "More than {most} positions follow; loopy games are looked at as a whole.",
        "其后的局面多于 {most} 个；循环游戏须整体考察。"
    ];
    /// Endless play that is no draw.
    Endless => [
        "Endless play is won by somebody in these rules; values of loopy games count it as a draw.",
        "在这个规则里无限进行有胜者；循环游戏的值把无限进行算作和局。"
    ];
    /// Nothing to compare.
    NoSides => [
        "No value was found for one of these loopy games, so they are not compared.",
        "其中一个循环游戏没有求出值，因此无法比较。"
    ];
    /// Too large a form.
    Explodes => [
        "The canonical form is too deep to be worked out (nested more than a thousand times).",
        "标准形嵌套太深（超过一千层），无法求出。"
    ];
    /// A relation in a line with games.
    Relation => [
        "Only expressions are compared: to compare positions, subtract one from the other.",
        "只能比较表达式：要比较局面，请把两者相减。"
    ];
    /// The rules have no short values: why.
    NoValue { why: [&'static str; 2] } => [
        "Positions of this game have no value of a short game: {why}.",
        "这个游戏的局面没有短游戏的值：{why}。";
        with why = why
    ];
    /// Play can come back to a position.
    Loopy { position: String } => [
        "Play can come back to {position}, so this game is loopy and the position has no value of a short game.",
        "对局可以回到 {position}，这是循环游戏，该局面没有短游戏的值。"
    ];
}
}

impl From<ValueProblem> for Problem {
    fn from(problem: ValueProblem) -> Problem {
        Problem::Input(Arc::new(problem))
    }
}

/// What is wrong with an expression; places are counted from 1.
pub(crate) fn malformed(wrong: Malformed, text: &str) -> Problem {
    let before = |at: usize| {
        let front: Vec<char> = text.chars().take(at).collect();
        let from = front.len().saturating_sub(20);
        front[from..].iter().collect::<String>()
    };
    match wrong {
        Malformed::Missing { at: 0, found: None } => ValueProblem::Empty,
        Malformed::Missing { at, .. } => ValueProblem::Missing { at: at + 1, before: before(at) },
        Malformed::Stray { at, found } => ValueProblem::Stray { at: at + 1, found, before: before(at) },
        Malformed::Open { at, bracket } => ValueProblem::Open { at: at + 1, bracket },
        Malformed::Bars { at } => ValueProblem::Bars { at: at + 1 },
        Malformed::Star { at } => ValueProblem::Star { at: at + 1 },
        Malformed::Fraction { at, text } => ValueProblem::Fraction { at: at + 1, text: quoted(&text) },
        Malformed::Large { at } => ValueProblem::Large { at: at + 1 },
        Malformed::Deep { limit } => ValueProblem::Deep { limit },
        Malformed::Word { at, word } => ValueProblem::Word { at: at + 1, word: quoted(&word) },
        Malformed::Arguments { word, wanted, found } => ValueProblem::Arguments { word, wanted, found },
    }
    .into()
}

/// The budget ended while values were worked out.
pub(crate) fn halted(halt: Halt) -> Problem {
    match halt {
        Halt::Size => ValueProblem::Explodes.into(),
        Halt::Memory { positions, limit, .. } => {
            let limit = crate::problem::bytes(limit as u64);
            Problem::Over(Over::Size {
                what: [
                    format!(
                        "Memory ran out: values of {positions} positions or games fill the {limit} allowed (--memory)."
                    ),
                    format!("内存用尽：{positions} 个局面或游戏的值已占满允许的 {limit}（--memory）。"),
                ],
            })
        }
        halt => halt.into(),
    }
}

/// What is undefined.
pub(crate) fn undefined(why: Undefined) -> Problem {
    match why {
        Undefined::Halt(halt) => halted(halt),
        Undefined::NotPositive => ValueProblem::NotPositive.into(),
        Undefined::NotTemperature => ValueProblem::NotTemperature.into(),
        Undefined::NotInteger => ValueProblem::NotInteger.into(),
        Undefined::Loopy => ValueProblem::LoopyOnly.into(),
    }
}

/// Why nothing is said of a loopy game.
pub(super) fn unsettled(why: Unsettled) -> Problem {
    match why {
        Unsettled::Halt(halt) => halted(halt),
        Unsettled::Undefined(why) => undefined(why),
        Unsettled::Large { most } => ValueProblem::LoopyLarge { most }.into(),
    }
}

/// Why an expression has no value.
pub(crate) fn failed(why: Failed, text: &str) -> Problem {
    match why {
        Failed::Malformed(wrong) => malformed(wrong, text),
        Failed::Undefined(why) => undefined(why),
    }
}

/// A game whose positions have no short values.
pub(crate) fn no_value(why: [&'static str; 2]) -> Problem {
    Problem::NotApplicable(NotApplicable::Other(bouton_language::words::in_both(&ValueProblem::NoValue {
        why,
    })))
}
