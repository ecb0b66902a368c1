//! Reasons: why the answer is what it is, as data that a terminal or a page can draw.

use crate::answer::{number, word};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use num_bigint::Sign;
use serde_json::{Map, Value as Json, json};

/// The explanation of an answer.
#[derive(Clone, Debug)]
pub enum Why {
    /// A sum of parts: values, their xor, and what each part would have to become.
    Xor(XorTable),
    /// One part (or a whole game with Grundy values): the values of the options and the least one missing.
    Mex(MexSet),
    /// A lost position: every move has an answer.
    Refuted(Vec<Refutation>),
    /// A winning symmetry: after this move the parts pair off, and every later move can be copied.
    Mirror {
        /// The move that makes the position symmetric; `None` if it is already (then the position is lost).
        first: Option<String>,
        /// The position that is symmetric.
        position: String,
    },
    /// The claim that was used, as written, with its value here.
    Claim {
        /// The claim.
        text: String,
        /// What it gives here.
        value: String,
    },
    /// The theorem about all sizes that speaks of the position, and how it was proved, in both languages.
    Theorem {
        /// The theorem in a sentence.
        text: [String; 2],
        /// Its proof in a sentence.
        how: [String; 2],
    },
    /// Where best play leads, for a score game: the line is in the answer.
    Line,
    /// The game is over here; the line of the rules that says so, if any.
    Over {
        /// The `when`, `stop` or `end` line in words.
        rule: Option<String>,
        /// What it means for the player to move.
        verdict: Verdict,
    },
}

/// Values of the parts of a sum.
#[derive(Clone, Debug)]
pub struct XorTable {
    /// One row a part.
    pub rows: Vec<XorRow>,
    /// Xor of all values.
    pub xor: Value,
    /// Is every part's value just its size, as in Nim?
    pub plain: bool,
}

/// One part.
#[derive(Clone, Debug)]
pub struct XorRow {
    /// The part as typed.
    pub part: String,
    /// Its Grundy value.
    pub value: Value,
    /// value xor total: what it must become.
    pub target: Value,
    /// Can it (is there a move to that value)? `None` where not every move was looked at.
    pub possible: Option<bool>,
}

/// How a Grundy value comes about.
#[derive(Clone, Debug)]
pub struct MexSet {
    /// Values of the options, each once, with one move that leads there (as typed) and where it leads; the smallest
    /// ones, where there are many.
    pub options: Vec<(u64, String, String)>,
    /// How many values the options have.
    pub values: u64,
    /// The largest.
    pub largest: u64,
    /// The least value that is missing.
    pub mex: u64,
}

/// One move of a lost position and the answer to it.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The move, worded in both languages.
    pub text: [String; 2],
    /// The move as typed.
    pub notation: String,
    /// Where it leads.
    pub to: String,
    /// The answer, worded; `None` where the game is over there or its mover keeps the turn.
    pub answer: Option<[String; 2]>,
    /// Where the answer leads.
    pub answer_to: Option<String>,
}

/// The bits of a natural number; `None` for anything else.
pub fn binary(v: &Value) -> Option<String> {
    match v {
        Value::Int(i) if *i >= 0 => Some(format!("{i:b}")),
        Value::Big(b) if b.sign() != Sign::Minus => Some(b.to_str_radix(2)),
        _ => None,
    }
}

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

    fn json(&self) -> Map<String, Json> {
        let all = || self.rows.iter().map(|r| &r.value).chain([&self.xor]);
        let bits = all().filter_map(binary).map(|b| b.len()).max().unwrap_or(0);
        let filled = |v: &Value| binary(v).map(|b| format!("{}{b}", "0".repeat(bits - b.len().min(bits))));
        let rows = self.rows.iter().take(MOST_ROWS).map(|r| {
            json!({
                "part": r.part, "value": number(&r.value), "binary": filled(&r.value),
                "target": number(&r.target), "possible": r.possible,
            })
        });
        let mut o = Map::new();
        o.insert("rows".into(), rows.collect());
        o.insert("xor".into(), number(&self.xor));
        o.insert("xor_binary".into(), json!(filled(&self.xor)));
        o.insert("bits".into(), json!(bits));
        o.insert("plain".into(), json!(self.plain));
        o
    }
}

impl MexSet {
    /// The values of the options (twice `fold` of them are written out) and the least that is missing.
    pub fn say(&self, fold: usize, lang: Lang) -> String {
        if self.options.is_empty() {
            return lang.pick("no move: the value is 0", "没有走法：值为 0").to_string();
        }
        let values: Vec<String> = self.options.iter().map(|(v, ..)| v.to_string()).collect();
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

/// Rows, options and refutations that are listed as JSON.
const MOST_ROWS: usize = 200;

/// Values that are written out in a sentence.
const SAID: usize = 12;

impl Why {
    /// The reason in plain sentences; tables and lists are for those who draw them.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        match self {
            Why::Xor(t) => t.must(lang).into_iter().chain([t.then(lang).to_string()]).collect(),
            Why::Mex(set) => vec![set.say(SAID, lang)],
            Why::Refuted(_) => vec![lang.pick("every move has an answer", "每一步都有应对").to_string()],
            Why::Mirror { first, position } => vec![mirror(first.as_deref(), position, lang)],
            Why::Claim { text, value } => vec![claim(text, value, lang)],
            Why::Over { rule, verdict } => vec![over(rule.as_deref(), *verdict, lang)],
            Why::Theorem { text, how } => {
                vec![lang.pick(&text[0], &text[1]).clone(), lang.pick(&how[0], &how[1]).clone()]
            }
            Why::Line => Vec::new(),
        }
    }

    /// The reason as data.
    pub fn json(&self, lang: Lang) -> Json {
        let mut o = match self {
            Why::Xor(table) => table.json(),
            Why::Mex(set) => {
                let option =
                    |(value, by, to): &(u64, String, String)| json!({"value": value, "move": by, "to": to});
                let mut o = Map::new();
                o.insert("options".into(), set.options.iter().take(MOST_ROWS).map(option).collect());
                o.insert("mex".into(), json!(set.mex));
                o
            }
            Why::Refuted(list) => {
                let one = |r: &Refutation| {
                    json!({
                        "move": r.notation, "text": lang.pick(&r.text[0], &r.text[1]), "to": r.to,
                        "answer": r.answer.as_ref().map(|a| lang.pick(&a[0], &a[1])), "answer_to": r.answer_to,
                    })
                };
                Map::from_iter([("moves".to_string(), list.iter().take(MOST_ROWS).map(one).collect())])
            }
            Why::Mirror { first, position } => Map::from_iter([
                ("first".to_string(), json!(first)),
                ("position".to_string(), json!(position)),
            ]),
            Why::Claim { text, value } => {
                Map::from_iter([("text".to_string(), json!(text)), ("value".to_string(), json!(value))])
            }
            Why::Over { rule, verdict } => Map::from_iter([
                ("rule".to_string(), json!(rule)),
                ("outcome".to_string(), json!(word(*verdict))),
            ]),
            Why::Theorem { text, how } => Map::from_iter([
                ("theorem".to_string(), json!(lang.pick(&text[0], &text[1]))),
                ("how".to_string(), json!(lang.pick(&how[0], &how[1]))),
            ]),
            Why::Line => Map::new(),
        };
        let kind = match self {
            Why::Xor(_) => "xor",
            Why::Mex(_) => "mex",
            Why::Refuted(_) => "refuted",
            Why::Mirror { .. } => "mirror",
            Why::Claim { .. } => "claim",
            Why::Over { .. } => "over",
            Why::Theorem { .. } => "theorem",
            Why::Line => "line",
        };
        o.insert("kind".into(), json!(kind));
        o.insert("say".into(), json!(self.say(lang)));
        Json::Object(o)
    }
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
