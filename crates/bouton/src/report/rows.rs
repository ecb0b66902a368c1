//! Theorems about rows, in words.

use crate::game::Game;
use crate::proof::{RowFinding, RowProof};
use bouton_language::diagnostic::{Lang, plural};
use bouton_theory::prove::rows::{NoRow, Row};

/// Numbers that are listed at most.
const LISTED: usize = 24;

/// `g(a + 3) = g(a) + 3`.
fn equation(name: &str, period: usize, saltus: u64) -> String {
    let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    format!("g({name} + {period}) = g({name}){plus}")
}

fn listed(numbers: &[usize]) -> String {
    let mut list: Vec<String> = numbers.iter().take(LISTED).map(usize::to_string).collect();
    if numbers.len() > LISTED {
        list.push("…".to_string());
    }
    list.join(", ")
}

impl RowProof {
    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let theorem = &self.theorem;
        let (at, name) = (self.at(theorem.row()), self.running());
        let (period, from) = (theorem.period, theorem.from);
        if theorem.question.values {
            let equation = equation(name, period, theorem.saltus);
            return lang.pick(
                format!("where {at}, {equation} for every {name} >= {from}, and for no smaller bound; g is the Grundy value"),
                format!("当 {at} 时，对每个 {name} >= {from} 有 {equation}，且 {from} 不能再小；g 是 SG 值"),
            );
        }
        let (before, within) = self.lost();
        let (few, again) = (listed(&before), listed(&within.iter().map(|a| a % period).collect::<Vec<_>>()));
        let head = lang.pick(
            format!("where {at}, the player to move loses exactly"),
            format!("当 {at} 时，先手必败，当且仅当"),
        );
        let rest = match (within.len(), lang) {
            (0, _) => None,
            (n, Lang::En) if n == period => Some(format!("every {name} >= {from}")),
            (n, Lang::Zh) if n == period => Some(format!("{name} >= {from}")),
            (_, Lang::En) => Some(format!("{name} >= {from} with {name} mod {period} in {{{again}}}")),
            (_, Lang::Zh) => Some(format!("{name} >= {from} 且 {name} mod {period} 属于 {{{again}}}")),
        };
        match (before.is_empty(), rest) {
            (true, None) => {
                let first = theorem.row().cells.iter().position(Option::is_some).unwrap_or(0);
                let every = if first == 0 { name.to_string() } else { format!("{name} >= {first}") };
                lang.pick(
                    format!("where {at}, the player to move wins, for every {every}"),
                    format!("当 {at} 时，对每个 {every} 先手必胜"),
                )
            }
            (false, None) => {
                lang.pick(format!("{head} at {name} in {{{few}}}"), format!("{head} {name} 属于 {{{few}}}"))
            }
            (true, Some(rest)) => lang.pick(format!("{head} at {rest}"), format!("{head} {rest}")),
            (false, Some(rest)) => lang.pick(
                format!("{head} at {name} in {{{few}}} and at {rest}"),
                format!("{head} {name} 属于 {{{few}}}，或 {rest}"),
            ),
        }
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let (rows, bound, name) = (self.theorem.rows.len(), self.theorem.bound, self.running());
        let s = plural(rows);
        let transfer = lang.pick(
            format!("by transfer of a finite window: play from here stays in {rows} row{s}; from {name} = {bound} on, moves lead to fixed places, take fixed amounts, or reach all places of a row, which was decided for all sizes by automata in base 2; values that were filled in return, moved up by a constant, together with everything that the next ones depend on"),
            format!("由有限窗口的传递：从这里只会走到 {rows} 行；自 {name} = {bound} 起，走法或走到固定位置，或取固定数量，或可到达一行的所有位置，这已由 2 进制自动机对任意大小判定；填出的值连同决定后续值的一切，在加上一个常数后重现"),
        );
        vec![transfer]
    }

    /// The rows that play leads to, with their periods: a line each.
    pub fn rows(&self, lang: Lang) -> Vec<String> {
        let rows = &self.theorem.rows;
        let line = |row: &Row| {
            let (at, equation) = (self.at(row), equation(self.running(), row.period, row.saltus));
            if !self.theorem.question.values {
                let Row { period, from, .. } = row;
                return lang.pick(
                    format!("{at}: who wins repeats with period {period} from {from} on"),
                    format!("{at}：自 {from} 起胜负以 {period} 为周期"),
                );
            }
            lang.pick(
                format!("{at}: {equation} from {} on", row.from),
                format!("{at}：自 {} 起 {equation}", row.from),
            )
        };
        rows[..rows.len() - 1].iter().map(line).collect()
    }

    /// The first values.
    pub fn first(&self) -> String {
        let cells = &self.theorem.row().cells;
        let many = (self.theorem.from + self.theorem.period).clamp(16, 40).min(cells.len());
        let cell = |c: &Option<u64>| c.map_or("-".to_string(), |v| v.to_string());
        cells[..many].iter().map(cell).collect::<Vec<_>>().join(" ") + " …"
    }
}

impl RowFinding {
    /// Why there is no theorem, as a sentence; `None` if there is one.
    pub fn open(&self, game: &Game, lang: Lang) -> Option<String> {
        let (names, why) = match self {
            RowFinding::Proved(_) => return None,
            RowFinding::Outside(reason) => return Some(reason.say(game, lang)),
            RowFinding::Open(names, why) => (names, why),
        };
        let at = |row: &[u64]| {
            let pair = |(name, n): (&String, &u64)| format!("{name} = {n}");
            names.iter().zip(row).map(pair).collect::<Vec<_>>().join(", ")
        };
        Some(match why {
            NoRow::Kind => lang.pick(
                "rows are proved where every move leaves one part and no options are forbidden; values of normal play without other endings",
                "只对每步恰好留下一部分、没有禁止走法的规则证明行的定理；SG 值还须是没有其他终局条件的正常规则",
            )
            .to_string(),
            NoRow::Rows => lang
                .pick(
                    "play from this row leads to too many rows, or round in a circle",
                    "从这一行会走到过多的行，或绕成一圈",
                )
                .to_string(),
            NoRow::Moves(row) => lang.pick(
                format!("the moves from the row {} are of another kind: from some size on a move must lead to fixed places, take fixed amounts, or reach all places of a row with some remainders, and never raise the running number", at(row)),
                format!("从行 {} 出发的走法属于另一类：自某个大小起，走法须走到固定位置、取固定数量，或可到达一行中某些余数的所有位置，且不使变动的数变大", at(row)),
            ),
            NoRow::Period(row, size) => lang.pick(
                format!("no period of the row {} was found among its first {size} values", at(row)),
                format!("在行 {} 的前 {size} 个值中未找到周期", at(row)),
            ),
            NoRow::Outside(_) | NoRow::Halted(_) => {
                lang.pick("the search came to the end of its steps", "搜索的步数已用完").to_string()
            }
        })
    }
}
