//! Reasons in sentences.

use crate::answer::why::{MexSet, Why, XorTable};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

impl XorTable {
    /// What a part must become to win; `None` in a lost position.
    pub fn must(&self, lang: Lang) -> Option<String> {
        let x = &self.xor;
        if *x == Value::Int(0) {
            return None;
        }
        Some(match (self.plain, lang) {
            (true, Lang::En) => format!("a heap x must become x xor {x} and get smaller:"),
            (true, Lang::Zh) => format!("一堆 x 须变为 x xor {x}，并且变小："),
            (false, Lang::En) => format!("a part of value v must become one of value v xor {x}:"),
            (false, Lang::Zh) => format!("值为 v 的部分须变为值 v xor {x}："),
        })
    }

    /// How play goes on.
    pub fn then(&self, lang: Lang) -> &'static str {
        if self.xor == Value::Int(0) {
            lang.pick(
                "every move makes the xor non-zero; the opponent makes it 0 again.",
                "任何走法都使异或不为 0，对手总能再把它变回 0。",
            )
        } else {
            lang.pick(
                "whatever the opponent does makes the xor non-zero; you make it 0 again.",
                "此后对手怎么走都使异或不为 0，你再把它变回 0。",
            )
        }
    }
}

impl MexSet {
    /// The values of the options (twice `fold` of them are written out) and the least that is missing.
    pub fn say(&self, fold: usize, lang: Lang) -> String {
        if self.options.is_empty() {
            return lang.pick("no move: the value is 0", "没有走法：值为 0").to_string();
        }
        let values: Vec<String> = self.options.iter().map(|o| o.value.to_string()).collect();
        let values = if self.values > 2 * fold as u64 {
            format!("{} … {}", values[..fold.min(values.len())].join(" "), self.largest)
        } else {
            values.join(" ")
        };
        match lang {
            Lang::En => {
                format!("the options have the values {{{values}}}; the least missing is {}", self.mex)
            }
            Lang::Zh => format!("各后继的值为 {{{values}}}，其中没有的最小值是 {}", self.mex),
        }
    }
}

/// Values that are written out in a sentence.
const SAID: usize = 12;

impl Why {
    /// The reason in plain sentences; tables and lists are for those who draw them.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        match self {
            Why::Xor(t) => t.must(lang).into_iter().chain([t.then(lang).to_string()]).collect(),
            Why::Mex(set) => vec![set.say(SAID, lang)],
            Why::Refuted { .. } => vec![lang.pick("every move has an answer", "每一步都有应对").to_string()],
            Why::Mirror { first, position } => vec![mirror(first.as_deref(), position, lang)],
            Why::Claim { text, value } => vec![claim(text, value, lang)],
            Why::Over { rule, outcome } => vec![over(rule.as_deref(), *outcome, lang)],
            Why::Theorem { theorem, how } => vec![theorem.say(lang).into(), how.say(lang).into()],
            Why::Line => Vec::new(),
        }
    }
}

/// A reason with its sentences.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Why")]
pub struct Reason<'a> {
    #[serde(flatten)]
    why: &'a Why,
    say: Vec<String>,
}

/// Reasons as JSON: each with its sentences.
pub fn reasons<S: Serializer>(reasons: &[Why], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(reasons.iter().map(|why| Reason { why, say: why.say(super::reader()) }))
}

fn mirror(first: Option<&str>, position: &str, lang: Lang) -> String {
    match (first, lang) {
        (Some(first), Lang::En) => {
            format!("{first} leaves {position}, which is symmetric; then copy every move on the other side.")
        }
        (Some(first), Lang::Zh) => format!("{first} 之后得到对称的 {position}；此后在另一边照样走。"),
        (None, Lang::En) => {
            format!("{position} is symmetric: the opponent copies every move on the other side.")
        }
        (None, Lang::Zh) => format!("{position} 是对称的：对手在另一边照样走。"),
    }
}

fn claim(text: &str, value: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{text}   here: {value}"),
        Lang::Zh => {
            let value = match value {
                "win" => "必胜",
                "lose" => "必败",
                "draw" => "平局",
                other => other,
            };
            format!("{text}   此处：{value}")
        }
    }
}

fn over(rule: Option<&str>, verdict: Verdict, lang: Lang) -> String {
    match (rule, verdict, lang) {
        (Some(rule), ..) => rule.to_string(),
        (None, Verdict::Draw, Lang::En) => "the player to move cannot move: a draw".into(),
        (None, Verdict::Draw, Lang::Zh) => "轮到走的一方无法走子：平局".into(),
        (None, Verdict::Win, Lang::En) => "the player to move cannot move, and so wins".into(),
        (None, Verdict::Win, Lang::Zh) => "轮到走的一方无法走子，因此胜".into(),
        (None, Verdict::Lose, Lang::En) => "the player to move cannot move, and so loses".into(),
        (None, Verdict::Lose, Lang::Zh) => "轮到走的一方无法走子，因此负".into(),
    }
}
