//! How an answer was found: each method with its sentence.

use super::Sentence;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::words::Words;
use bouton_language::{both, problems, said};

problems! {
/// The method behind an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// Grundy values of the parts of a sum, added by xor; the proved period of large heaps: first heap, period, what it adds.
    SumOfParts { parts: usize, positions: u64, period: Option<(u64, u64, u64)> } => { sum(*parts, *positions, *period) };
    /// Grundy value of the whole position.
    Mex { positions: u64 } => [
        "Grundy values by mex ({all} examined)", "用 mex 求 SG 值（考察了 {all} 个局面）";
        with all = many(positions, "position")
    ];
    /// Win, lose or draw by search of whole positions; why Grundy values of parts do not decide, where there are parts.
    Search { positions: u64, whole: Option<NotSum> } => [
        "{what} ({all} examined)", "{what}（考察了 {all} 个局面）";
        with what = searched(*whole), all = many(positions, "position")
    ];
    /// A table of a box of positions whose moves are vectors.
    Table { cells: u64 } => [
        "a table of all positions of the box ({all}): every move is a fixed vector or a multiple of one",
        "整个方框内全部局面的表（{all} 格）：每个走法都是固定向量或其倍数";
        with all = many(cells, "cell")
    ];
    /// A table of all positions that can follow, filled with the moves of the rules.
    Space { cells: u64 } => [
        "a table of all positions that can follow ({all}), filled with the moves of the rules",
        "按规则走法填出其后全部局面的表（{all} 格）";
        with all = many(cells, "cell")
    ];
    /// Backward from the ends, on a game that may go on for ever.
    Retrograde { positions: u64 } => [
        "backward from the ends{over}", "对可能出现的全部 {positions} 个局面从终局倒推";
        with over = [if *positions == 1 { ": only this position can arise".into() } else {
            format!(" over all {positions} positions that can arise")
        }, String::new()]
    ];
    /// A graph on which tokens move, solved as a whole.
    Graph { nodes: u64, edges: u64 } => [
        "the whole graph was solved ({n}, {m})", "对整个图求解（{n} 个顶点，{m} 条边）";
        with n = many(nodes, "node"), m = many(edges, "edge")
    ];
    /// Best play of a score game.
    Score { positions: u64 } => [
        "best play by search ({all} examined)", "搜索最优走法（考察了 {all} 个局面）";
        with all = many(positions, "position")
    ];
    /// Best play on a row that moves only cut at its ends: its intervals; moves gain so many times the sum of what they cut off,
    /// and so many times the sum of what remains.
    Intervals { cells: u64, gains: [i64; 2] } => [
        "all intervals of the row ({cells}): moves only cut its ends and gain {sums}",
        "整行的全部区间（{cells} 个）：走法只从两端截取，得分等于{sums}";
        with sums = gained(*gains)
    ];
    /// A claim of the game as written, evaluated exactly. Did the strategies list the moves?
    Claim { text: String, strategy: bool } => [
        "by the game's {text}, evaluated exactly{moves}", "由游戏的 {text} 精确求值{moves}";
        with moves = if *strategy { ["; moves by its strategy lines", "；走法由策略行给出"] } else { [""; 2] }
    ];
    /// A theorem about all sizes, found from the rules.
    Theorem => [
        "by a theorem about all sizes, found from the rules (bouton prove)",
        "由规则推出的、对任意大小成立的定理（bouton prove）"
    ];
    /// A sum in misère play, decided by the quotient of its heaps.
    Quotient { order: usize } => [
        "by the misère quotient of the heaps, of order {order}", "由各堆的反常商（阶 {order}）判定"
    ];
    /// Values of partizan positions.
    Canonical { positions: u64 } => [
        "canonical forms of {all}, from the rules", "由规则求出 {all} 个局面的标准形";
        with all = many(positions, "position")
    ];
    /// Read from a saved table, and what it lists.
    Saved { file: String, bound: Sentence } => [
        "read from the saved table {file} ({bound})", "读自保存的表 {file}（{bound}）";
        with bound = [bound.say(Lang::En), bound.say(Lang::Zh)]
    ];
    /// The budget ran out.
    OverBudget => ["the budget ran out", "超出预算"];
}
}

impl How {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        self.message(lang)
    }
}

/// Why parts are not simply added by xor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSum {
    /// Last mover loses.
    Misere,
    /// The players have different moves.
    Partizan,
    /// Something in the rules looks at more than one part (when, stop, turn, block, again, endless).
    Rules,
}

/// `1 cell`, `2 cells`; in Chinese just the number.
fn many(n: &u64, what: &str) -> [String; 2] {
    [format!("{n} {what}{}", if *n == 1 { "" } else { "s" }), n.to_string()]
}

fn sum(parts: usize, positions: u64, period: Option<(u64, u64, u64)>) -> Words {
    let what = if parts < 2 { "heap" } else { "part" };
    let [all, _] = many(&positions, what);
    let [en, zh] = match parts {
        0 | 1 => both!(
            "Grundy value of the heap by mex ({all} examined)",
            "用 mex 求该堆的 SG 值（考察了 {positions} 个堆）"
        ),
        _ => both!(
            "sum of {parts} independent parts: Grundy values by mex, added by xor ({all} examined)",
            "{parts} 个独立部分之和：用 mex 求 SG 值，再作异或（考察了 {positions} 个部分）"
        ),
    };
    let Some((from, period, step)) = period else { return said!("{en}", "{zh}") };
    let plus = if step > 0 { format!(" + {step}") } else { String::new() };
    said!(
        "{en}; g(n + {period}) = g(n){plus} from n = {from} on is proved",
        "{zh}；已证明从 n = {from} 起 g(n + {period}) = g(n){plus}"
    )
}

fn searched(whole: Option<NotSum>) -> [&'static str; 2] {
    match whole {
        None => ["complete search", "完全搜索"],
        Some(NotSum::Misere) => [
            "Grundy numbers do not decide misère play: whole positions were solved",
            "SG 值不能决定反常规则的胜负：按整个局面求解",
        ],
        Some(NotSum::Partizan) => {
            ["the players have different moves: whole positions were solved", "双方走法不同：按整个局面求解"]
        }
        Some(NotSum::Rules) => [
            "the rules look at more than one part: whole positions were solved",
            "规则涉及多个部分：按整个局面求解",
        ],
    }
}

/// What moves gain: so many times the sum of what they cut off, and so many times the sum of what remains.
fn gained([taken, left]: [i64; 2]) -> [String; 2] {
    let sum = |times: i64, en: &str, zh: &str| match times {
        0 => None,
        1 => Some(both!("the sum of {en}", "{zh}各数之和")),
        _ => Some(both!("{times} times the sum of {en}", "{zh}各数之和的 {times} 倍")),
    };
    match (sum(taken, "what they cut off", "所取"), sum(left, "what remains", "所剩")) {
        (None, None) => both!("nothing", "零"),
        (Some(one), None) | (None, Some(one)) => one,
        (Some([a, a_zh]), Some([b, b_zh])) => both!("{a} and {b}", "{a_zh}加上{b_zh}"),
    }
}
