//! Why a certificate is refused: typed here, worded in English and Chinese.

use bouton_language::diagnostic::{Lang, Wording};
use std::fmt;

/// A certificate that was not accepted: why, and where in the file if one place is to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refused {
    /// The place in the file, such as `automaton.next[3]`.
    pub place: Option<String>,
    /// Why.
    pub why: Why,
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named after what they hold
pub enum Why {
    /// The file is longer than the limit.
    TooLong { bytes: usize, most: usize },
    /// The file is not JSON.
    Json { line: usize, column: usize },
    /// Not a certificate of a version and kind that is known here.
    Unknown { found: String },
    /// A key is missing.
    Missing,
    /// A key holds something else than it should.
    Wrong { wanted: &'static str, zh: &'static str },
    /// More states than the limit.
    TooManyStates { most: usize },
    /// The rules cannot be used.
    Rules { en: String, zh: String },
    /// The rules say something that the checker has no arithmetic for.
    Outside { en: &'static str, zh: &'static str },
    /// A choice whose value must be fixed before the line can be read (used inside the translation).
    NeedsNumber { slots: Vec<usize> },
    /// Numbers in the rules leave 64 bits.
    Overflow,
    /// The limit of work was reached: nothing is said about the certificate.
    TooMuchWork { most: u64 },
    /// The walk has too many places: nothing is said about the certificate.
    TooLarge { most: usize },
    /// Somebody stopped the check.
    Interrupted,
    /// The statement fails at this position.
    FailsAt { position: String, says_lost: bool },
    /// The automaton accepts something that is no legal position.
    NotAPosition { position: String },
    /// Leading zeros change what the automaton says.
    LeadingZeros,
    /// Equal positions, written in another order, are treated differently.
    Order,
    /// The weights do not fall with every move.
    Weights { line: usize },
    /// A negative weight on a number without an upper bound.
    Unbounded { name: String },
    /// The graph has no value, or several, for this heap.
    NotAFunction { at: String },
    /// An option has the value itself.
    ValueRepeats { at: String, value: String },
    /// A smaller value is missing among the options.
    ValueMissing { at: String, value: String },
    /// A value of the prefix is wrong.
    Prefix { n: usize, given: u64, right: u64 },
    /// Too few values for the theorem.
    PrefixShort { has: usize, needs: String },
    /// The period does not hold here.
    PeriodBreaks { n: usize },
    /// The period holds earlier than said.
    NotFirst { n: usize },
    /// No theorem covers this.
    NoTheorem { en: &'static str, zh: &'static str },
    /// A position's text cannot be read, or the position is not legal.
    Position { en: String, zh: String },
    /// A listed position does not end as it should.
    Ending { position: String },
    /// An option of the opponent has no answer.
    NoAnswer { from: String, option: String },
    /// An answer is no legal option, or leads to a position that is not listed.
    BadAnswer { option: String, answer: String },
    /// Play under the strategy can come back here.
    Cycle { position: String },
    /// A mistake of the rules, met while they ran.
    Failed { en: String, zh: String },
}

impl Why {
    /// With the place in the file.
    pub(crate) fn at(self, place: impl Into<String>) -> Refused {
        Refused { place: Some(place.into()), why: self }
    }

    /// Something outside the arithmetic.
    pub(crate) fn outside<T>(en: &'static str, zh: &'static str) -> Result<T, Why> {
        Err(Why::Outside { en, zh })
    }

    /// Did a limit or an interrupt stop the check, so that the certificate may still be right?
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Why::TooMuchWork { .. }
                | Why::TooLarge { .. }
                | Why::Interrupted
                | Why::TooLong { .. }
                | Why::TooManyStates { .. }
        )
    }

    fn words(&self) -> (String, String) {
        match self {
            Why::TooLong { bytes, most } => (
                format!("The file has {bytes} bytes; at most {most} are read."),
                format!("文件有 {bytes} 字节，最多只读 {most} 字节。"),
            ),
            Why::Json { line, column } => (
                format!("This is not a JSON text: line {line}, column {column}."),
                format!("这不是 JSON 文本：第 {line} 行第 {column} 列。"),
            ),
            Why::Unknown { found } => (
                format!("{found} is not known here: this checker reads certificates of version 1."),
                format!("不认识 {found}：本程序只读第 1 版证书。"),
            ),
            Why::Missing => ("This key is missing.".into(), "缺少此项。".into()),
            Why::Wrong { wanted, zh } => (format!("Here should be {wanted}."), format!("这里应当是{zh}。")),
            Why::TooManyStates { most } => (
                format!("The automaton has more than {most} states."),
                format!("自动机的状态超过 {most} 个。"),
            ),
            Why::Rules { en, zh } => {
                (format!("The rules cannot be used: {en}"), format!("规则无法使用：{zh}"))
            }
            Why::Outside { en, zh } => (
                format!("The rules go beyond the arithmetic that this checker knows: {en}."),
                format!("规则超出了本检验程序的算术范围：{zh}。"),
            ),
            Why::NeedsNumber { .. } => Why::Outside {
                en: "a choice is used as an index or a factor",
                zh: "选取的数被用作下标或因子",
            }
            .words(),
            Why::Overflow => ("Numbers in the rules leave 64 bits.".into(), "规则中的数超出 64 位。".into()),
            Why::TooMuchWork { most } => (
                format!("The check did not end within {most} steps; nothing is said about the certificate."),
                format!("检验在 {most} 步之内没有完成；证书的对错未知。"),
            ),
            Why::TooLarge { most } => (
                format!(
                    "The check would keep more than {most} entries; nothing is said about the certificate."
                ),
                format!("检验需要保存超过 {most} 项；证书的对错未知。"),
            ),
            Why::Interrupted => ("The check was stopped before its end.".into(), "检验中途被停止。".into()),
            Why::FailsAt { position, says_lost: true } => (
                format!("The automaton calls {position} lost, but the rules do not."),
                format!("自动机说 {position} 必败，按规则却不是。"),
            ),
            Why::FailsAt { position, .. } => (
                format!("The automaton does not call {position} lost, but by the rules it is."),
                format!("自动机没有把 {position} 列为必败，按规则却是必败。"),
            ),
            Why::NotAPosition { position } => (
                format!("The automaton accepts {position}, which is no legal position."),
                format!("自动机接受了 {position}，但它不是合法局面。"),
            ),
            Why::LeadingZeros => {
                ("Leading zeros change what the automaton says.".into(), "前导零改变了自动机的判断。".into())
            }
            Why::Order => (
                "The rules treat the numbers as unordered, the automaton does not.".into(),
                "规则中各数不分次序，自动机却区分次序。".into(),
            ),
            Why::Weights { line } => (
                format!("The weights do not fall with every move: see line {line} of the rules."),
                format!("权重并非随每一步下降：见规则第 {line} 行。"),
            ),
            Why::Unbounded { name } => (
                format!("{name} has a negative weight and no upper bound."),
                format!("{name} 的权重为负，且没有上界。"),
            ),
            Why::NotAFunction { at } => (
                format!("The graph does not give exactly one value for {at}."),
                format!("对 {at}，函数图没有给出恰好一个值。"),
            ),
            Why::ValueRepeats { at, value } => (
                format!("{at} is given the value {value}, but one of its options has it too."),
                format!("{at} 的值给作 {value}，但它的某个后继也是这个值。"),
            ),
            Why::ValueMissing { at, value } => (
                format!("The value given for {at} is too large: no option has the value {value}."),
                format!("{at} 的值给得太大：没有后继的值是 {value}。"),
            ),
            Why::Prefix { n, given, right } => (
                format!("The prefix says g({n}) = {given}; the rules give {right}."),
                format!("前缀给出 g({n}) = {given}，按规则应为 {right}。"),
            ),
            Why::PrefixShort { has, needs } => (
                format!("The prefix has {has} values; the theorem needs {needs}."),
                format!("前缀有 {has} 个值，定理需要 {needs} 个。"),
            ),
            Why::PeriodBreaks { n } => {
                (format!("The period does not hold at n = {n}."), format!("周期在 n = {n} 处不成立。"))
            }
            Why::NotFirst { n } => (
                format!("The period already holds from n = {n} on, earlier than the certificate says."),
                format!("周期从 n = {n} 起就已成立，早于证书所说。"),
            ),
            Why::NoTheorem { en, zh } => {
                (format!("No theorem covers this: {en}."), format!("没有定理适用：{zh}。"))
            }
            Why::Position { en, zh } => (format!("Not a position: {en}"), format!("不是局面：{zh}")),
            Why::Ending { position } => (
                format!("{position} does not end the way the certificate needs."),
                format!("{position} 的结局与证书不符。"),
            ),
            Why::NoAnswer { from, option } => (
                format!("From {from} the opponent may move to {option}, and no answer is given."),
                format!("对手可以从 {from} 走到 {option}，证书没有给出应对。"),
            ),
            Why::BadAnswer { option, answer } => (
                format!("The answer {answer} to {option} is not a legal move to a listed lost position."),
                format!("对 {option} 的应对 {answer} 不是通往所列必败局面的合法走法。"),
            ),
            Why::Cycle { position } => (
                format!("Play under the strategy can come back to {position}."),
                format!("按此策略，对局可能回到 {position}。"),
            ),
            Why::Failed { en, zh } => (format!("The rules fail: {en}"), format!("规则运行出错：{zh}")),
        }
    }
}

impl From<Why> for Refused {
    fn from(why: Why) -> Refused {
        Refused { place: None, why }
    }
}

impl Wording for Refused {
    fn message(&self, lang: Lang) -> String {
        let (en, zh) = self.why.words();
        let text = lang.pick(en, zh);
        match &self.place {
            Some(place) => format!("{place}: {text}"),
            None => text,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}
