//! Words: why a game is outside, as a sentence in English and Chinese.

use super::{Outside, Why};
use bouton_language::ast::FieldKind;
use bouton_language::diagnostic::Lang;

/// That the rules are inside.
pub fn inside(lang: Lang) -> &'static str {
    lang.pick(
        "linear arithmetic: statements about all sizes can be decided",
        "规则属于线性算术：关于任意大小局面的命题可以判定",
    )
}

impl Outside {
    /// The reason, without the place and without a full stop.
    pub fn say(&self, lang: Lang) -> String {
        let plain = |en: &str, zh: &str| lang.pick(en, zh).to_string();
        match &self.why {
            Why::Product(a, b) => lang.pick(
                format!("the product of {a} and {b} is not linear"),
                format!("{a} 与 {b} 的乘积不是线性的"),
            ),
            Why::Divisor(d) => lang.pick(
                format!("a division by {d}, which is not a positive constant"),
                format!("除数 {d} 不是正的常数"),
            ),
            Why::Function(f) => lang
                .pick(format!("{f}(…) of unknown numbers is not linear"), format!("未知数的 {f} 不是线性的")),
            Why::Set(s) => lang.pick(
                format!("the set {s} cannot be described by linear arithmetic"),
                format!("集合 {s} 无法用线性算术描述"),
            ),
            Why::Irrational => plain("a number that is not rational", "出现了无理数"),
            Why::Field(name, kind) => field(name, *kind, lang),
            Why::NotNumbers(name) => {
                lang.pick(format!("{name} does not hold natural numbers"), format!("{name} 的取值不是自然数"))
            }
            Why::Negative(name) => lang.pick(format!("{name} can be negative"), format!("{name} 可以取负值")),
            Why::Place => plain("a place in a row that depends on the position", "序列中的位置取决于局面"),
            Why::Length => plain("how many things there are depends on the position", "元素的个数取决于局面"),
            Why::Kind => plain("values that are not numbers", "出现了不是数的值"),
            Why::Recursion(name) => lang.pick(
                format!("the definition {name} calls itself, how often depends on the position"),
                format!("定义 {name} 调用自身，次数取决于局面"),
            ),
            Why::MayFail => plain(
                "the rules may fail here: no case holds, or a place does not exist",
                "规则在此可能出错：没有适用的情形，或位置不存在",
            ),
            Why::Large => plain("a coefficient beyond 64 bits", "系数超出 64 位"),
            Why::Many => plain("too many cases", "情形太多"),
            Why::Players => plain("the two players have different moves or ends", "双方的走法或终局规则不同"),
            Why::Draws => plain("the game can end in a draw", "游戏可能以平局结束"),
            Why::Score => plain("the game is played for points", "这是计分游戏"),
            Why::Again => plain("a player may move again", "同一玩家可能连走"),
            Why::Turn => plain("the number of moves already made decides", "规则取决于已走的步数"),
            Why::Heaps => plain("a condition on all heaps at once", "条件涉及所有堆"),
            Why::MisereSum => plain(
                "sums of parts in misère play are not decided by values of the parts",
                "反常规则下，多个部分之和不由各部分的值决定",
            ),
            Why::SumEnds => plain(
                "a sum of parts with endings by condition or with forbidden moves",
                "多个部分之和另有条件终局或禁手",
            ),
            Why::Parts => plain("a move does not leave one part", "有的走法留下的不是一个部分"),
            Why::Block => {
                plain("how many moves may be forbidden depends on the position", "可禁走法的个数取决于局面")
            }
            Why::BlockUnordered => plain(
                "moves of unordered numbers are forbidden, and those that leave the same numbers in another order are one option",
                "禁止的是无序数的走法，而只差次序的结果算同一个选择",
            ),
            Why::NoWeights => {
                plain("no weighted sum of the numbers falls with every move", "没有一个加权和在每一步都减小")
            }
        }
    }
}

fn field(name: &str, kind: FieldKind, lang: Lang) -> String {
    let (en, zh) = match kind {
        FieldKind::Row => {
            return lang.pick(
                format!("{name} is a row of any length (a row of three is declared  row {name}[3] )"),
                format!("{name} 是长度任意的序列（三个数的序列写作 row {name}[3]）"),
            );
        }
        FieldKind::Word => ("a word of any length", "长度任意的串"),
        FieldKind::Bag => ("a bag of any number of things", "元素个数任意的多重集"),
        FieldKind::Set => ("a set", "集合"),
        FieldKind::Grid => ("a board", "棋盘"),
        FieldKind::Number => ("not a number", "不是数"),
    };
    lang.pick(format!("{name} is {en}"), format!("{name} 是{zh}"))
}
