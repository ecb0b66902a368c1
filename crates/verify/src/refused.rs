//! Why a certificate is refused: typed here, worded in English and Chinese.

use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::{problems, said};
use std::fmt;

/// A certificate that was not accepted: why, and where in the file if one place is to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refused {
    /// The place in the file, such as `automaton.next[3]`.
    pub place: Option<String>,
    /// Why.
    pub why: Why,
}

problems! {
/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The file is longer than the limit.
    TooLong { bytes: usize, most: usize } => [
        "The file has {bytes} bytes; at most {most} are read.",
        "文件有 {bytes} 字节，最多只读 {most} 字节。"
    ];
    /// The file is not JSON.
    Json { line: usize, column: usize } => [
        "This is not a JSON text: line {line}, column {column}.",
        "这不是 JSON 文本：第 {line} 行第 {column} 列。"
    ];
    /// Not a certificate of a version and kind that is known here.
    Unknown { found: String } => [
        "{found} is not known here: this checker reads certificates of version 1.",
        "不认识 {found}：本程序只读第 1 版证书。"
    ];
    /// A key is missing.
    Missing => ["This key is missing.", "缺少此项。"];
    /// A key holds something else than it should.
    Wrong { wanted: &'static str, zh: &'static str } => [
        "Here should be {wanted}.",
        "这里应当是{zh}。"
    ];
    /// More states than the limit.
    TooManyStates { most: usize } => [
        "The automaton has more than {most} states.",
        "自动机的状态超过 {most} 个。"
    ];
    /// The rules cannot be used.
    Rules { en: String, zh: String } => [
        "The rules cannot be used: {en}",
        "规则无法使用：{zh}"
    ];
    /// The rules say something that the checker has no arithmetic for.
    Outside { en: &'static str, zh: &'static str } => [
        "The rules go beyond the arithmetic that this checker knows: {en}.",
        "规则超出了本检验程序的算术范围：{zh}。"
    ];
    /// There is no development for Coq of such a certificate.
    NoCoq { en: &'static str, zh: &'static str } => [
        "No development for Coq is written for this: {en}.",
        "这种情形不写 Coq 证明：{zh}。"
    ];
    /// A choice whose value must be fixed before the line can be read (used inside the translation).
    NeedsNumber { slots: Vec<usize> } => {
        Why::Outside { en: "a choice is used as an index or a factor", zh: "选取的数被用作下标或因子" }.words()
    };
    /// Numbers in the rules leave 64 bits.
    Overflow => ["Numbers in the rules leave 64 bits.", "规则中的数超出 64 位。"];
    /// The limit of work was reached: nothing is said about the certificate.
    TooMuchWork { most: u64 } => [
        "The check did not end within {most} steps; nothing is said about the certificate.",
        "检验在 {most} 步之内没有完成；证书的对错未知。"
    ];
    /// The walk has too many places: nothing is said about the certificate.
    TooLarge { most: usize } => [
        "The check would keep more than {most} entries; nothing is said about the certificate.",
        "检验需要保存超过 {most} 项；证书的对错未知。"
    ];
    /// Somebody stopped the check.
    Interrupted => ["The check was stopped before its end.", "检验中途被停止。"];
    /// The statement fails at this position.
    FailsAt { position: String, says_lost: bool } => {
        match says_lost {
            true => said!(
                "The automaton calls {position} lost, but the rules do not.",
                "自动机说 {position} 必败，按规则却不是。"
            ),
            false => said!(
                "The automaton does not call {position} lost, but by the rules it is.",
                "自动机没有把 {position} 列为必败，按规则却是必败。"
            ),
        }
    };
    /// The automaton accepts something that is no legal position.
    NotAPosition { position: String } => [
        "The automaton accepts {position}, which is no legal position.",
        "自动机接受了 {position}，但它不是合法局面。"
    ];
    /// The statement fails at this word.
    WordFails { word: String } => [
        "What the machine says of {word} does not follow from what it says of its options.",
        "机器对 {word} 的判断与它对其后继的判断不符。"
    ];
    /// Some move does not make the measure smaller.
    NoFall => ["Not every move makes this smaller.", "并非每一步都使它变小。"];
    /// Leading zeros change what the automaton says.
    LeadingZeros => ["Leading zeros change what the automaton says.", "前导零改变了自动机的判断。"];
    /// Equal positions, written in another order, are treated differently.
    Order => [
        "The rules treat the numbers as unordered, the automaton does not.",
        "规则中各数不分次序，自动机却区分次序。"
    ];
    /// The weights do not fall with every move.
    Weights { line: usize } => [
        "The weights do not fall with every move: see line {line} of the rules.",
        "权重并非随每一步下降：见规则第 {line} 行。"
    ];
    /// A negative weight on a number without an upper bound.
    Unbounded { name: String } => [
        "{name} has a negative weight and no upper bound.",
        "{name} 的权重为负，且没有上界。"
    ];
    /// The graph has no value, or several, for this heap.
    NotAFunction { at: String } => [
        "The graph does not give exactly one value for {at}.",
        "对 {at}，函数图没有给出恰好一个值。"
    ];
    /// An option has the value itself.
    ValueRepeats { at: String, value: String } => [
        "{at} is given the value {value}, but one of its options has it too.",
        "{at} 的值给作 {value}，但它的某个后继也是这个值。"
    ];
    /// A smaller value is missing among the options.
    ValueMissing { at: String, value: String } => [
        "The value given for {at} is too large: no option has the value {value}.",
        "{at} 的值给得太大：没有后继的值是 {value}。"
    ];
    /// A value of the prefix is wrong.
    Prefix { n: usize, given: u64, right: u64 } => [
        "The prefix says g({n}) = {given}; the rules give {right}.",
        "前缀给出 g({n}) = {given}，按规则应为 {right}。"
    ];
    /// Too few values for the theorem.
    PrefixShort { has: usize, needs: String } => [
        "The prefix has {has} values; the theorem needs {needs}.",
        "前缀有 {has} 个值，定理需要 {needs} 个。"
    ];
    /// The period does not hold here.
    PeriodBreaks { n: usize } => ["The period does not hold at n = {n}.", "周期在 n = {n} 处不成立。"];
    /// The period holds earlier than said.
    NotFirst { n: usize } => [
        "The period already holds from n = {n} on, earlier than the certificate says.",
        "周期从 n = {n} 起就已成立，早于证书所说。"
    ];
    /// No theorem covers this.
    NoTheorem { en: &'static str, zh: &'static str } => [
        "No theorem covers this: {en}.",
        "没有定理适用：{zh}。"
    ];
    /// A position's text cannot be read, or the position is not legal.
    Position { en: String, zh: String } => ["Not a position: {en}", "不是局面：{zh}"];
    /// A listed position does not end as it should.
    Ending { position: String } => [
        "{position} does not end the way the certificate needs.",
        "{position} 的结局与证书不符。"
    ];
    /// An option of the opponent has no answer.
    NoAnswer { from: String, option: String } => [
        "From {from} the opponent may move to {option}, and no answer is given.",
        "对手可以从 {from} 走到 {option}，证书没有给出应对。"
    ];
    /// An answer is no legal option, or leads to a position that is not listed.
    BadAnswer { option: String, answer: String } => [
        "The answer {answer} to {option} is not a legal move to a listed lost position.",
        "对 {option} 的应对 {answer} 不是通往所列必败局面的合法走法。"
    ];
    /// Play under the strategy can come back here.
    Cycle { position: String } => [
        "Play under the strategy can come back to {position}.",
        "按此策略，对局可能回到 {position}。"
    ];
    /// The element of this heap cannot be right.
    SumFails { heap: usize } => [
        "The element given for heap {heap} is wrong: a lost sum with it would have a move to a lost sum.",
        "堆 {heap} 的元素不对：含有它的某个必败和可以走到必败和。"
    ];
    /// A sum with this element has no move to a lost sum and is not called lost.
    ElementFails { element: usize } => [
        "Some sum with the element {element} has no move to a lost sum, and is not called lost.",
        "元素为 {element} 的某个和没有通往必败和的走法，却没有列为必败。"
    ];
    /// A position that can follow is not listed before.
    NotListed { from: String, option: String } => [
        "{option}, which can follow {from}, is not listed before it.",
        "{from} 的后继 {option} 没有列在它之前。"
    ];
    /// A position has another value.
    NotWorth { position: String } => [
        "The difference of {position} and its value is not seen to be zero: a move in it has no listed answer.",
        "无法看出 {position} 与其值之差为零：其中有一步没有列出应对。"
    ];
    /// A pair of values is not in this order.
    NotAtMost { x: u32, y: u32 } => [
        "Value {x} is not seen to be at most value {y}: a move in the difference has no listed answer.",
        "无法看出第 {x} 个值不大于第 {y} 个值：差中有一步没有列出应对。"
    ];
    /// A form that is not canonical.
    NotCanonical { value: u32 } => [
        "The form of value {value} is not seen to be canonical: an option may be dominated or reversible.",
        "无法看出第 {value} 个值的式子是标准形：可能有被控制或可逆的选项。"
    ];
    /// The text says something else.
    OtherValue { value: String } => ["The value is {value}.", "值是 {value}。"];
    /// How the value stands to zero is not listed.
    NoClass => ["The pairs do not say who wins.", "所列的大小关系没有说明谁胜。"];
    /// A mistake of the rules, met while they ran.
    Failed { en: String, zh: String } => [
        "The rules fail: {en}",
        "规则运行出错：{zh}"
    ];
}
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
}

impl From<Why> for Refused {
    fn from(why: Why) -> Refused {
        Refused { place: None, why }
    }
}

impl Wording for Refused {
    fn message(&self, lang: Lang) -> String {
        let text = self.why.message(lang);
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
