//! How an answer was found: the method in a sentence, in both languages.

use bouton_language::diagnostic::Lang;

/// The method behind an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// Grundy values of the parts of a sum, added by xor.
    SumOfParts {
        /// Number of parts.
        parts: usize,
        /// Positions of single parts examined.
        positions: u64,
        /// The proved period of the values of large heaps: first heap, period, what a period adds.
        period: Option<(u64, u64, u64)>,
    },
    /// Grundy value of the whole position.
    Mex {
        /// Positions examined.
        positions: u64,
    },
    /// Win, lose or draw by search of whole positions.
    Search {
        /// Positions examined.
        positions: u64,
        /// Whole multisets of parts, because Grundy values do not decide here; the reason.
        whole: Option<NotSum>,
    },
    /// A table of a box of positions whose moves are vectors.
    Table {
        /// Cells filled.
        cells: u64,
    },
    /// A table of all positions that can follow, filled with the moves of the rules.
    Space {
        /// Cells filled.
        cells: u64,
    },
    /// Backward from the ends, on a game that may go on for ever.
    Retrograde {
        /// Positions examined.
        positions: u64,
    },
    /// A graph on which tokens move, solved as a whole.
    Graph {
        /// Its nodes.
        nodes: u64,
        /// Its edges.
        edges: u64,
    },
    /// Best play of a score game.
    Score {
        /// Positions examined.
        positions: u64,
    },
    /// Best play on a row that moves only cut at its ends.
    Intervals {
        /// Intervals of the row.
        cells: u64,
        /// Moves gain this many times the sum of what they cut off, and this many times the sum of what remains.
        gains: [i64; 2],
    },
    /// A claim of the game, evaluated exactly.
    Claim {
        /// As written.
        text: String,
        /// Did the strategies list the moves?
        strategy: bool,
    },
    /// A theorem about all sizes, found from the rules.
    Theorem,
    /// Read from a saved table.
    Saved {
        /// The file.
        file: String,
        /// What it lists, in both languages.
        bound: [String; 2],
    },
    /// The budget ran out.
    OverBudget,
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

/// `1 cell`, `2 cells`.
fn many(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl How {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        if let How::SumOfParts { parts, positions, period: Some((from, period, step)) } = self {
            let plain = How::SumOfParts { parts: *parts, positions: *positions, period: None }.say(lang);
            let plus = if *step > 0 { format!(" + {step}") } else { String::new() };
            return match lang {
                Lang::En => format!("{plain}; g(n + {period}) = g(n){plus} from n = {from} on is proved"),
                Lang::Zh => format!("{plain}；已证明从 n = {from} 起 g(n + {period}) = g(n){plus}"),
            };
        }
        match (self, lang) {
            (How::SumOfParts { parts: 0 | 1, positions, .. }, Lang::En) => {
                format!("Grundy value of the heap by mex ({} examined)", many(*positions, "heap"))
            }
            (How::SumOfParts { parts: 0 | 1, positions, .. }, Lang::Zh) => {
                format!("用 mex 求该堆的 SG 值（考察了 {positions} 个堆）")
            }
            (How::SumOfParts { parts, positions, .. }, Lang::En) => {
                format!(
                    "sum of {parts} independent parts: Grundy values by mex, added by xor ({} examined)",
                    many(*positions, "part")
                )
            }
            (How::SumOfParts { parts, positions, .. }, Lang::Zh) => {
                format!("{parts} 个独立部分之和：用 mex 求 SG 值，再作异或（考察了 {positions} 个部分）")
            }
            (How::Mex { positions }, Lang::En) => {
                format!("Grundy values by mex ({} examined)", many(*positions, "position"))
            }
            (How::Mex { positions }, Lang::Zh) => format!("用 mex 求 SG 值（考察了 {positions} 个局面）"),
            (How::Search { positions, whole: None }, Lang::En) => {
                format!("complete search ({} examined)", many(*positions, "position"))
            }
            (How::Search { positions, whole: None }, Lang::Zh) => {
                format!("完全搜索（考察了 {positions} 个局面）")
            }
            (How::Search { positions, whole: Some(why) }, _) => {
                let because = match why {
                    NotSum::Misere => lang.pick(
                        "Grundy numbers do not decide misère play: whole positions were solved",
                        "SG 值不能决定反常规则的胜负：按整个局面求解",
                    ),
                    NotSum::Partizan => lang.pick(
                        "the players have different moves: whole positions were solved",
                        "双方走法不同：按整个局面求解",
                    ),
                    NotSum::Rules => lang.pick(
                        "the rules look at more than one part: whole positions were solved",
                        "规则涉及多个部分：按整个局面求解",
                    ),
                };
                match lang {
                    Lang::En => format!("{because} ({} examined)", many(*positions, "position")),
                    Lang::Zh => format!("{because}（考察了 {positions} 个局面）"),
                }
            }
            (How::Table { cells }, Lang::En) => {
                format!(
                    "a table of all positions of the box ({}): every move is a fixed vector or a multiple of one",
                    many(*cells, "cell")
                )
            }
            (How::Table { cells }, Lang::Zh) => {
                format!("整个方框内全部局面的表（{cells} 格）：每个走法都是固定向量或其倍数")
            }
            (How::Space { cells }, Lang::En) => {
                format!(
                    "a table of all positions that can follow ({}), filled with the moves of the rules",
                    many(*cells, "cell")
                )
            }
            (How::Space { cells }, Lang::Zh) => {
                format!("按规则走法填出其后全部局面的表（{cells} 格）")
            }
            (How::Retrograde { positions: 1 }, Lang::En) => {
                "backward from the ends: only this position can arise".into()
            }
            (How::Retrograde { positions }, Lang::En) => {
                format!("backward from the ends over all {positions} positions that can arise")
            }
            (How::Retrograde { positions }, Lang::Zh) => {
                format!("对可能出现的全部 {positions} 个局面从终局倒推")
            }
            (How::Graph { nodes, edges }, Lang::En) => {
                format!("the whole graph was solved ({}, {})", many(*nodes, "node"), many(*edges, "edge"))
            }
            (How::Graph { nodes, edges }, Lang::Zh) => {
                format!("对整个图求解（{nodes} 个顶点，{edges} 条边）")
            }
            (How::Score { positions }, Lang::En) => {
                format!("best play by search ({} examined)", many(*positions, "position"))
            }
            (How::Score { positions }, Lang::Zh) => format!("搜索最优走法（考察了 {positions} 个局面）"),
            (How::Intervals { cells, gains }, Lang::En) => {
                let gains = gained(*gains, lang);
                format!("all intervals of the row ({cells}): moves only cut its ends and gain {gains}")
            }
            (How::Intervals { cells, gains }, Lang::Zh) => {
                let gains = gained(*gains, lang);
                format!("整行的全部区间（{cells} 个）：走法只从两端截取，得分等于{gains}")
            }
            (How::Claim { text, strategy }, Lang::En) => {
                let moves = if *strategy { "; moves by its strategy lines" } else { "" };
                format!("by the game's {text}, evaluated exactly{moves}")
            }
            (How::Claim { text, strategy }, Lang::Zh) => {
                let moves = if *strategy { "；走法由策略行给出" } else { "" };
                format!("由游戏的 {text} 精确求值{moves}")
            }
            (How::Theorem, Lang::En) => {
                "by a theorem about all sizes, found from the rules (bouton prove)".into()
            }
            (How::Theorem, Lang::Zh) => "由规则推出的、对任意大小成立的定理（bouton prove）".into(),
            (How::Saved { file, bound }, Lang::En) => {
                format!("read from the saved table {file} ({})", bound[0])
            }
            (How::Saved { file, bound }, Lang::Zh) => format!("读自保存的表 {file}（{}）", bound[1]),
            (How::OverBudget, Lang::En) => "the budget ran out".into(),
            (How::OverBudget, Lang::Zh) => "超出预算".into(),
        }
    }
}

/// What moves gain: so many times the sum of what they cut off, and so many times the sum of what remains.
fn gained([taken, left]: [i64; 2], lang: Lang) -> String {
    let sum = |times: i64, en: &str, zh: &str| match (times, lang) {
        (0, _) => None,
        (1, Lang::En) => Some(format!("the sum of {en}")),
        (_, Lang::En) => Some(format!("{times} times the sum of {en}")),
        (1, Lang::Zh) => Some(format!("{zh}各数之和")),
        (_, Lang::Zh) => Some(format!("{zh}各数之和的 {times} 倍")),
    };
    let both = [sum(taken, "what they cut off", "所取"), sum(left, "what remains", "所剩")];
    let said: Vec<String> = both.into_iter().flatten().collect();
    if said.is_empty() { lang.pick("nothing", "零").into() } else { said.join(lang.pick(" and ", "加上")) }
}
