//! Checks certificates: files that state a theorem about a game and carry what is needed to see that it is true.
//!
//! The checker reads the rules with the language room and nothing else of the house: it shares no code with the
//! provers, and it takes nothing in the file on trust. [`verify`] is the way in. The thirteen kinds each have a
//! file: `automatic`, `values`, `period`, `position`, `quotient`, `partizan`, `takeaway`, `pairs`, `row` (with `row_period`), `runs`, `places` (with `local`), `remainder`, `words` (a folder). `symbol`, `cases`, `game` and `ways` turn rules into `linear`
//! arithmetic,
//! `numeration` and `walk` decide statements for all numbers by walking over their digits.

mod automatic;
mod cases;
mod coq;
mod game;
mod linear;
mod local;
mod numeration;
mod pairs;
mod partizan;
mod period;
mod places;
mod position;
mod question;
mod quotient;
mod read;
mod refused;
mod remainder;
mod row;
mod row_period;
mod runs;
mod symbol;
mod takeaway;
#[cfg(test)]
mod tests;
mod values;
mod walk;
mod ways;
mod words;

pub use coq::coq;
pub use refused::{Refused, Why};

use bouton_language::ast::Phrase;
use bouton_language::check::{Loader, NoLoader, load};
use bouton_language::diagnostic::{Diagnostic, Lang, Severity, Wording};
use bouton_language::interp::{Error, Interp};
use bouton_language::position::read_value;
use bouton_language::rules::End;
use bouton_language::value::Value;
use read::Object;
use serde_json::Value as Json;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use walk::Work;

/// How large a certificate may be, how much work checking it may take, and what may stop it.
pub struct Limits<'a> {
    /// Bytes of the file.
    pub bytes: usize,
    /// States of an automaton.
    pub states: usize,
    /// Steps of the walk.
    pub work: u64,
    /// Asked now and then; `true` stops the check.
    pub stop: &'a dyn Fn() -> bool,
    /// Stops the interpreter in the middle of a move.
    pub cancel: Arc<AtomicBool>,
    /// Resolves `like`, where rules lean on other rules.
    pub loader: &'a dyn Loader,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            bytes: 1 << 28,
            states: 1 << 17,
            work: 20_000_000_000,
            stop: &|| false,
            cancel: Arc::default(),
            loader: &NoLoader,
        }
    }
}

/// A certificate that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// `automatic set`, `values`, `period`, `position`, `misere quotient`, `partizan value`, `take-away`, `pairs`, `runs`, `row`, `places`, `remainder` or `words`.
    pub kind: &'static str,
    /// The title of the game, in its languages; may be empty.
    pub title: Phrase,
    /// The theorem in English.
    pub en: String,
    /// The theorem in Chinese.
    pub zh: String,
}

impl Wording for Verified {
    fn message(&self, lang: Lang) -> String {
        lang.pick(&self.en, &self.zh).clone()
    }
}

/// The game that a certificate speaks of.
struct Setting {
    interp: Interp,
}

/// Checks a certificate: either its statement follows from its rules, or it is refused.
pub fn verify(text: &str, limits: &Limits<'_>) -> Result<Verified, Refused> {
    let json = opened(text, limits)?;
    let object = Object::whole(&json)?;
    let setting = setting(&object, limits)?;
    let mut work = Work { left: limits.work, most: limits.work, stop: limits.stop };
    let title = setting.interp.rules().title.clone();
    let (kind, en, zh) = match object.text("kind")? {
        "automatic set" => {
            let automatic::Subject { names, heap } = automatic::check(&object, &setting, limits, &mut work)?;
            let names = names.join(", ");
            let [en, zh] = if heap { ["a single heap", "单独一堆"] } else { ["a position", "局面"] };
            let en = format!(
                "For all natural numbers ({names}): {en} is lost for the player to move if and only if the automaton accepts it."
            );
            let zh = format!("对一切自然数（{names}）：{zh}对先手必败，当且仅当自动机接受它。");
            ("automatic set", en, zh)
        }
        "values" => {
            let n = values::check(&object, &setting, limits, &mut work)?.join(", ");
            let en = format!(
                "For every natural number {n}: the Grundy value of a heap is the g for which the automaton accepts ({n}, g)."
            );
            let zh = format!("对每个自然数 {n}：堆的 SG 值就是使自动机接受 ({n}, g) 的 g。");
            ("values", en, zh)
        }
        "period" => {
            let period::Period { period, from } = period::check(&object, &setting, &mut work)?;
            let en = format!("g(n + {period}) = g(n) for every n >= {from}, and for no smaller bound.");
            let zh = format!("对一切 n >= {from} 有 g(n + {period}) = g(n)，且 {from} 不能再小。");
            ("period", en, zh)
        }
        "position" => {
            let position::Outcome { position, wins } = position::check(&object, &setting, &mut work)?;
            let en = format!("{position} is {} for the player to move.", if wins { "won" } else { "lost" });
            let zh = format!("{position}：先手{}。", if wins { "必胜" } else { "必败" });
            ("position", en, zh)
        }
        "misere quotient" => {
            let quotient::Quotient { order, lost, period, from } =
                quotient::check(&object, &setting, &mut work)?;
            let en = format!(
                "In misère play a sum of heaps of any size is lost for the player to move if and only if its element of Q lies in P; Q has {order} elements, P has {lost}, and Φ(n + {period}) = Φ(n) for every n >= {from}, and for no smaller bound."
            );
            let zh = format!(
                "反常规则下，任意大小的堆的和对先手必败，当且仅当它在 Q 中的元素属于 P；Q 有 {order} 个元素，P 有 {lost} 个；对一切 n >= {from} 有 Φ(n + {period}) = Φ(n)，且 {from} 不能再小。"
            );
            ("misere quotient", en, zh)
        }
        "partizan value" => {
            let partizan::Worth { position, value, class } = partizan::check(&object, &setting, &mut work)?;
            let [first, second] = &setting.interp.rules().players;
            let [who, wer] = match class {
                'L' => [format!("{first} wins, whoever begins"), format!("无论谁先走，{first} 胜")],
                'R' => [format!("{second} wins, whoever begins"), format!("无论谁先走，{second} 胜")],
                'N' => ["whoever moves first wins".into(), "先手胜".into()],
                _ => ["whoever moves second wins".into(), "后手胜".into()],
            };
            let en = format!("The value of {position} is {value}, in canonical form: {who}.");
            let zh = format!("{position} 的值为 {value}（标准形）：{wer}。");
            ("partizan value", en, zh)
        }
        "take-away" => {
            let takeaway::TakeAway { heap, limit, function, recurrence } =
                takeaway::check(&object, &setting, &mut work)?;
            let mut en = format!(
                "For all natural numbers ({heap}, {limit}): the position is lost for the player to move if and only if {heap} = 0 or {limit} is less than the last part of {heap}, in the ladder of f(k) = {function}."
            );
            let mut zh = format!(
                "对一切自然数（{heap}, {limit}）：局面对先手必败，当且仅当 {heap} = 0，或 {limit} 小于 {heap} 在 f(k) = {function} 的阶梯中的最后一部分。"
            );
            if let Some((lag, from)) = recurrence {
                en += &format!(" H(j+1) = H(j) + H(j-{lag}) for every j >= {from}.");
                zh += &format!("对一切 j >= {from} 有 H(j+1) = H(j) + H(j-{lag})。");
            }
            ("take-away", en, zh)
        }
        "pairs" => {
            let pairs::Pairs { names: [x, y], times, more } = pairs::check(&object, &setting, &mut work)?;
            let scaled = if times == 1 { "A(n)".to_string() } else { format!("{times}*A(n)") };
            let added = if more == 1 { "n".to_string() } else { format!("{more}*n") };
            let en = format!(
                "For all natural numbers ({x}, {y}): the position is lost for the player to move if and only if the two are A(n) and B(n), in any order, for some n; A(n) is the least number that is no A(m) and no B(m) with m < n, and B(n) = {scaled} + {added}."
            );
            let zh = format!(
                "对一切自然数（{x}, {y}）：局面对先手必败，当且仅当这两个数对某个 n 恰为 A(n) 与 B(n)（不计次序）；A(n) 是不等于任何 A(m)、B(m)（m < n）的最小数，B(n) = {scaled} + {added}。"
            );
            ("pairs", en, zh)
        }
        "runs" => {
            let runs::Runs { heap: n, before, start, near, far } = runs::check(&object, &setting, &mut work)?;
            let en = format!(
                "For every natural number {n}: the heap is lost for the player to move if and only if it is one of the {before} that are listed, or in one of the runs s, …, e of which the first begins at {start}; a run from s ends at e = {near} - 1, and the next begins at {far}."
            );
            let zh = format!(
                "对每个自然数 {n}：堆对先手必败，当且仅当它是列出的 {before} 个之一，或在某一段 s, …, e 之中；第一段从 {start} 开始，从 s 开始的一段止于 e = {near} - 1，下一段从 {far} 开始。"
            );
            ("runs", en, zh)
        }
        "row" => {
            let row::RowFound { at, running, values, period, saltus, from } =
                row::check(&object, &setting, &mut work)?;
            let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let [en, zh] = if values {
                ["", ""]
            } else {
                [
                    ", where g is 0 if the player to move loses and 1 otherwise",
                    "，其中 g 在先手必败时为 0，否则为 1",
                ]
            };
            let equation = format!("g({running} + {period}) = g({running}){plus}");
            let en = format!(
                "Where {at}: {equation} for every {running} >= {from}, and for no smaller bound{en}."
            );
            let zh =
                format!("当 {at} 时：对一切 {running} >= {from} 有 {equation}，且 {from} 不能再小{zh}。");
            ("row", en, zh)
        }
        "remainder" => {
            let remainder::Claimed { text, for_all, values, heap } =
                remainder::check(&object, &setting, &mut work)?;
            let list = for_all.join(", ");
            let [all, alle] = match list.is_empty() {
                true => [String::new(), String::new()],
                false => [format!("For all {list}: "), format!("对一切 {list}：")],
            };
            let [what, was] = match (values, heap) {
                (true, _) => ["the Grundy values are as claimed", "SG 值如猜想所言"],
                (false, true) => ["a single heap is lost or won as claimed", "单独一堆的胜负如猜想所言"],
                (false, false) => ["every position is lost or won as claimed", "每个局面的胜负如猜想所言"],
            };
            let en = format!("{all}{what}: {text}.");
            let zh = format!("{alle}{was}：{text}。");
            ("remainder", en, zh)
        }
        "places" => {
            let [en, zh] = valued(&places::check(&object, &setting, &mut work)?);
            ("places", en, zh)
        }
        "words" => {
            let found = words::check(&object, &setting, limits.states, &mut work)?;
            let [en, zh] = told(&found);
            ("words", en, zh)
        }
        other => return Err(Why::Unknown { found: other.to_string() }.at("kind")),
    };
    Ok(Verified { kind, title, en, zh })
}

/// What values at places say of all rows.
fn valued(found: &places::PlacesFound) -> [String; 2] {
    let places::PlacesFound { name, heaps, misere, modulus, from_right, counting, most, values } = found;
    let [right, rechts] =
        if *from_right { [", counted from the right", "（从右数起）"] } else { ["", ""] };
    let by = most + 1;
    let list = counting.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let [what, was] = match (heaps, modulus) {
        (true, _) => ["every sum of any number of heaps".to_string(), "任意多堆的每个和".to_string()],
        (false, 1) => [format!("every {name} of any length"), format!("任意长度的每个 {name}")],
        (false, _) => [
            format!("every {name} of any length, and its places j with j mod {modulus} in {{{list}}}{right}"),
            format!("任意长度的每个 {name} 及其满足 j mod {modulus} 属于 {{{list}}} 的位置 j{rechts}"),
        ],
    };
    let [twist, kehr] = match misere {
        true => [
            format!(
                " if some value is above 1, and otherwise if and only if the number of ones leaves 1 modulo {by}"
            ),
            format!("（若有大于 1 的值）；否则当且仅当 1 的个数除以 {by} 余 1"),
        ],
        false => [String::new(), String::new()],
    };
    [
        format!(
            "For {what}: the position is lost for the player to move if and only if every binary digit is in a multiple of {by} of the values v{twist}. v: {values}."
        ),
        format!(
            "对{was}：局面对先手必败，当且仅当每个二进制位在各值 v 中出现的次数都是 {by} 的倍数{kehr}。v：{values}。"
        ),
    ]
}

/// What a machine says of all words.
fn told(found: &words::WordsFound) -> [String; 2] {
    let words::WordsFound { values, states, players, names: [first, second] } = found;
    match (values, players) {
        (true, _) => [
            format!(
                "For every word of any length: its Grundy value is what the machine of {states} states says."
            ),
            format!("对任意长度的每个串：其 SG 值就是这台有 {states} 个状态的机器所给出的数。"),
        ],
        (false, 1) => [
            format!(
                "For every word of any length: the player to move wins if and only if the machine of {states} states says 1."
            ),
            format!("对任意长度的每个串：先手必胜，当且仅当这台有 {states} 个状态的机器给出 1。"),
        ],
        (false, _) => [
            format!(
                "For every word of any length, the machine of {states} states says who wins: its label has the bit 1 if {first} wins moving first, and the bit 2 if {second} does."
            ),
            format!(
                "对任意长度的每个串，这台有 {states} 个状态的机器说明谁胜：{first} 先走能胜则标号含 1，{second} 先走能胜则含 2。"
            ),
        ],
    }
}

/// The file as JSON, if it is a certificate.
fn opened(text: &str, limits: &Limits<'_>) -> Result<Json, Refused> {
    if text.len() > limits.bytes {
        return Err(Why::TooLong { bytes: text.len(), most: limits.bytes }.into());
    }
    let json: Json = serde_json::from_str(text)
        .map_err(|e| Refused::from(Why::Json { line: e.line(), column: e.column() }))?;
    let object = Object::whole(&json)?;
    if object.text("bouton")? != "certificate" {
        return Err(Why::Unknown { found: object.text("bouton")?.to_string() }.at("bouton"));
    }
    match object.natural("version")? {
        1 => Ok(json),
        n => Err(Why::Unknown { found: n.to_string() }.at("version")),
    }
}

/// What came of a certificate, as JSON for programs; `file` is what it is called.
pub fn answer(found: &Result<Verified, Refused>, file: &str, lang: Lang) -> Json {
    match found {
        Ok(Verified { kind, title, en, zh }) => serde_json::json!({
            "file": file, "accepted": true, "kind": kind, "game": title.pick(lang), "statement": lang.pick(en, zh),
        }),
        Err(refused) => serde_json::json!({
            "file": file, "accepted": false, "undecided": refused.why.is_limit(), "place": refused.place,
            "reason": refused.message(lang),
        }),
    }
}

/// Reads the rules and fixes their parameters.
fn setting(object: &Object<'_>, limits: &Limits<'_>) -> Result<Setting, Refused> {
    let rules = |d: &dyn Fn(Lang) -> String| Why::Rules { en: d(Lang::En), zh: d(Lang::Zh) };
    let loaded = load("rules", object.text("rules")?, limits.loader);
    let Some(checked) = loaded.rules else {
        let first = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error);
        let line = |lang| first.map_or_else(String::new, |d: &Diagnostic| d.line(&loaded.sources, lang));
        return Err(rules(&line).at("rules"));
    };
    let checked = match object.optional("for_all") {
        None => checked,
        Some(_) => {
            let names = object.texts("for_all")?;
            let find = |name: &&str| checked.params.iter().position(|p| p.name == *name);
            let general =
                names.iter().map(find).collect::<Option<Vec<_>>>().and_then(|which| checked.for_all(&which));
            general.ok_or_else(|| {
                Why::Wrong {
                    wanted: "parameters that may be numbers of the position",
                    zh: "可作为局面中的数的参数",
                }
                .at("for_all")
            })?
        }
    };
    let checked = Arc::new(checked);
    let mut set = Vec::new();
    if object.optional("parameters").is_some() {
        for (name, value) in object.object("parameters")?.entries() {
            let place = format!("parameters.{name}");
            let general = checked.made_general();
            let named = |name: &str| checked.params.iter().position(|p| p.name == name);
            let Some(i) = named(name).filter(|_| !general.contains(&name.as_str())) else {
                return Err(Why::Unknown { found: name.clone() }.at(place));
            };
            let value: Value = match value {
                Json::Number(n) if n.is_i64() => Value::Int(n.as_i64().unwrap_or(0)),
                Json::Bool(b) => Value::Bool(*b),
                Json::String(text) => {
                    read_value(text, limits.loader).map_err(|e| rules(&|lang| e.message(lang)).at(&place))?
                }
                _ => return Err(Why::Wrong { wanted: "a number or a text", zh: "数或文本" }.at(place)),
            };
            set.push((i, value));
        }
    }
    let interp = Interp::new(checked.clone(), &set)
        .map_err(|d| rules(&|lang| d.line(&checked.sources, lang)).at("parameters"))?
        .with_cancel(limits.cancel.clone());
    let interp = match (object.flag("misere")?, interp.end()) {
        (false, _) => interp,
        (true, End::Normal | End::Misere) => interp.with_end(End::Misere),
        (true, _) => {
            return Err(Why::Wrong {
                wanted: "false: these rules have another ending",
                zh: "false：规则的终局不同",
            }
            .at("misere"));
        }
    };
    Ok(Setting { interp })
}

/// A mistake of the rules, met while they ran.
fn failed(e: &Error) -> Why {
    if e.is_limit() {
        return Why::Interrupted;
    }
    Why::Failed { en: e.problem.message(Lang::En), zh: e.problem.message(Lang::Zh) }
}
