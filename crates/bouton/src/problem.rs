//! Everything that can keep a question from being answered, as one type for all surfaces.

use bouton_engine::Halt;
use bouton_language::diagnostic::{Diagnostic, Lang, Severity, Wording, bounded, plural};
use bouton_language::interp;
use bouton_language::span::Sources;
use bouton_language::{both, problems, said};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// With fewer bytes than these nothing begins.
const LITTLE_MEMORY: u64 = 0x10000;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The rules are wrong; all their mistakes (and warnings).
    Rules {
        /// Errors and warnings.
        diagnostics: Vec<Diagnostic>,
        /// The texts.
        sources: Sources,
    },
    /// The rules failed while they were run.
    Run {
        /// What and where.
        diagnostic: Diagnostic,
        /// The texts.
        sources: Sources,
        /// Did it take too many steps? Then the rules may be right.
        long: bool,
    },
    /// Something that was typed (a position, a move, a value) is wrong.
    Input(Arc<dyn Wording>),
    /// No such game.
    UnknownGame {
        /// As typed.
        name: String,
        /// What may have been meant.
        near: Vec<String>,
    },
    /// Play can go on for ever and the rules do not say what that means.
    Cycle {
        /// File and line to name.
        place: String,
        /// Position, move, position, … ; begins and ends with the same position.
        steps: Vec<String>,
        /// Is it a score game?
        score: bool,
        /// Is a position a sum of heaps?
        heaps: bool,
    },
    /// The question makes no sense for this game.
    NotApplicable(NotApplicable),
    /// A file could not be read or written.
    File {
        /// Which.
        path: String,
        /// Why.
        why: String,
    },
    /// Memory or time ran out.
    Over(Over),
    /// Ctrl-C.
    Interrupted,
}

problems! {
/// How the budget ran out.
#[derive(Clone, Debug)]
pub enum Over {
    /// Memory: positions stored, bytes needed to go on where they were counted, bytes allowed.
    Memory { positions: u64, needed: Option<u64>, limit: u64 } => {
        // Where next to nothing is allowed, what asks for it first is chance.
        let little = *limit < LITTLE_MEMORY;
        let (needed, limit) = (needed.map(bytes), bytes(*limit));
        match (positions, needed) {
            (0, _) if little => said!(
                "Memory ran out: the {limit} allowed are too little to begin with (--memory).",
                "内存用尽：允许的 {limit} 还不够开始求解（--memory）。"
            ),
            (0, Some(needed)) if needed != limit => said!(
                "Memory ran out before any position was decided: {needed} needed, {limit} allowed (--memory).",
                "还没有判定任何局面，内存就已用尽：需要 {needed}，允许 {limit}（--memory）。"
            ),
            (0, _) => said!(
                "Memory ran out before any position was decided: the {limit} allowed are full (--memory).",
                "还没有判定任何局面，内存就已用尽：允许的 {limit} 已占满（--memory）。"
            ),
            (_, Some(needed)) if needed != limit => said!(
                "Memory ran out at {positions} position{s}: {needed} needed, {limit} allowed (--memory).",
                "内存用尽：到 {positions} 个局面时需要 {needed}，允许 {limit}（--memory）。";
                with s = [plural(positions); 2]
            ),
            _ => said!(
                "Memory ran out: {positions} position{s} the {limit} allowed (--memory).",
                "内存用尽：{positions} 个局面已占满允许的 {limit}（--memory）。";
                with s = [if *positions == 1 { " fills" } else { "s fill" }, ""]
            ),
        }
    };
    /// Time: positions stored, time allowed.
    Time { positions: u64, limit: Duration } => [
        "Time ran out after {limit} s, {positions} position{s} in (--time).",
        "{limit} 秒的时间用尽，已考察 {positions} 个局面（--time）。";
        with s = [plural(positions); 2], limit = [seconds(*limit); 2]
    ];
    /// More moves were generated than were allowed for a quick answer.
    Work => ["Too many moves for a quick answer.", "走法太多，无法快速回答。"];
    /// The lists of moves do not fit the bytes allowed.
    Moves { limit: u64 } => {
        match limit {
            ..LITTLE_MEMORY => Over::Memory { positions: 0, needed: None, limit: *limit }.words(),
            _ => said!(
                "Memory ran out: lists of moves fill the {limit} allowed (--memory).",
                "内存用尽：走法列表已占满允许的 {limit}（--memory）。";
                with limit = [bytes(*limit), bytes(*limit)]
            ),
        }
    };
    /// Known beforehand to be too big: what, in both languages.
    Size { what: [String; 2] } => ["{what}", "{what}"; with what = what];
}
}

problems! {
/// Why a question does not fit a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotApplicable {
    /// `--misere` on a game whose end is not "who cannot move".
    Misere => [
        "This game is not decided by who cannot move, so it has no misère form.",
        "这个游戏的胜负不由“无法走子”决定，因此没有反常（misère）形式。"
    ];
    /// Games that cannot be added: the reason in both languages.
    Sum(why: [&'static str; 2]) => ["{why}", "{why}"; with why = why];
    /// No Grundy values; the reason in both languages.
    Grundy(why: [String; 2]) => ["{why}", "{why}"; with why = why];
    /// No setup line.
    NoSetup => [
        "This game has no  setup  line, so there are no starts to choose from.",
        "这个游戏没有 setup 行，因此没有可选的开局。"
    ];
    /// No parameter of this name; those that exist.
    NoParameter { name: String, known: Vec<String> } => {
        let list = known.join(", ");
        match known.is_empty() {
            true => said!("There is no parameter \"{name}\": this game has none.", "没有参数“{name}”：这个游戏没有参数。"),
            false => said!(
                "There is no parameter \"{name}\". This game has: {list}.",
                "没有参数“{name}”。这个游戏的参数：{list}。"
            ),
        }
    };
    /// Parameters that cannot be numbers of the position.
    NotForAll { names: String } => [
        "Nothing can be proved for all {names} at once: only whole numbers on which no start and no other parameter leans may become numbers of the position, in rules that do not look at the list of heaps.",
        "不能对一切 {names} 同时证明：只有整数参数才能成为局面中的数，且起始值与其他参数不得依赖于它，规则也不得查看各堆的列表。"
    ];
    /// No player of that name; those that there are.
    NoPlayer { name: String, players: [String; 2] } => {
        let [a, b] = players;
        said!(
            "\"{name}\" is no player of this game. The players are {a} and {b}.",
            "这个游戏没有玩家“{name}”。玩家是 {a} 和 {b}。"
        )
    };
    /// A player's name in a sum of games.
    PlayersOfSum => [
        "The players of a sum of games have no names of their own: say first or second.",
        "游戏之和的玩家没有自己的名字：请写 first 或 second。"
    ];
    /// Anything else, in both languages.
    Other(why: [String; 2]) => ["{why}", "{why}"; with why = why];
}
}

impl From<Halt> for Problem {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Memory { positions, needed, limit } => {
                let needed = (needed != usize::MAX).then_some(needed as u64);
                Problem::Over(Over::Memory { positions: positions as u64, needed, limit: limit as u64 })
            }
            Halt::Time { positions, limit } => {
                Problem::Over(Over::Time { positions: positions as u64, limit })
            }
            Halt::Work | Halt::Size => Problem::Over(Over::Work),
            Halt::Interrupted => Problem::Interrupted,
        }
    }
}

impl Problem {
    /// A problem of the rules at run time, or the interrupt that looks like one.
    pub fn run(error: interp::Error, sources: &Sources) -> Problem {
        match error.problem {
            interp::Problem::Halted(halt) => Problem::halted(halt),
            _ => {
                let long = error.is_limit();
                Problem::Run { diagnostic: error.into(), sources: sources.clone(), long }
            }
        }
    }

    /// The budget ended while rules were run.
    pub(crate) fn halted(halt: Halt) -> Problem {
        match halt {
            Halt::Memory { limit, .. } => Problem::Over(Over::Moves { limit: limit as u64 }),
            halt => halt.into(),
        }
    }

    /// What the process should exit with.
    pub fn exit_code(&self) -> u8 {
        match self {
            Problem::Interrupted => 130,
            Problem::Over(_) => 3,
            _ => 2,
        }
    }

    /// The message for a person; several lines where there are several mistakes.
    pub fn render(&self, lang: Lang, color: bool) -> String {
        match self {
            Problem::Rules { diagnostics, sources } => {
                diagnostics.iter().map(|d| d.render(sources, lang, color)).collect::<Vec<_>>().join("\n\n")
            }
            Problem::Run { diagnostic, sources, .. } => diagnostic.render(sources, lang, color),
            _ => self.line(lang),
        }
    }

    /// The message on one line (one line a mistake).
    pub fn line(&self, lang: Lang) -> String {
        match self {
            Problem::Rules { diagnostics, sources } => {
                let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
                errors.map(|d| d.line(sources, lang)).collect::<Vec<_>>().join("\n")
            }
            Problem::Run { diagnostic, sources, .. } => diagnostic.line(sources, lang),
            other => bounded(other.sentence(lang)),
        }
    }

    fn sentence(&self, lang: Lang) -> String {
        match self {
            Problem::Rules { .. } | Problem::Run { .. } => self.line(lang),
            Problem::Input(w) => join(w.message(lang), w.help(lang), lang),
            Problem::UnknownGame { name, near } => picked(unknown_game(name, near), lang),
            Problem::Cycle { place, steps, score, heaps } => {
                picked(cycle(place, steps, *score, *heaps), lang)
            }
            Problem::NotApplicable(n) => n.message(lang),
            Problem::File { path, why } => {
                lang.pick(format!("{path} cannot be used: {why}."), format!("无法使用 {path}：{why}。"))
            }
            Problem::Over(over) => over.say(lang),
            Problem::Interrupted => lang.pick("Interrupted.", "已中断。").to_string(),
        }
    }
}

impl fmt::Display for Problem {
    /// In English, one line a mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(Lang::En))
    }
}

impl std::error::Error for Problem {}

fn picked([en, zh]: [String; 2], lang: Lang) -> String {
    lang.pick(en, zh)
}

fn join(message: String, help: Option<String>, lang: Lang) -> String {
    match help {
        // A message about a position may end with its help already.
        Some(h) if !message.ends_with(&h) => {
            // What authors of rules word may end without a stop.
            let ended = message.ends_with(['.', '!', '?', '。', '！', '？', ' ']);
            let stop = if ended { "" } else { lang.pick(".", "。") };
            format!("{message}{stop}{}{h}", lang.pick(" ", ""))
        }
        _ => message,
    }
}

/// What was typed, as a message quotes it: the beginning of a text that is too long for one.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn unknown_game(name: &str, near: &[String]) -> [String; 2] {
    let name = quoted(name);
    match near {
        [] => both!(
            "There is no game \"{name}\". bouton list  shows the library; rules may also be given as a file or in quotes.",
            "没有名为“{name}”的游戏。用 bouton list 查看全部游戏；也可以给出规则文件，或把规则写在引号里。"
        ),
        near => {
            let (or, or_zh) = (near.join("  or  "), near.join(" 或 "));
            both!(
                "There is no game \"{name}\". Did you mean  {or} ?",
                "没有名为“{name}”的游戏。是不是 {or_zh}？"
            )
        }
    }
}

fn cycle(place: &str, steps: &[String], score: bool, heaps: bool) -> [String; 2] {
    let path = steps.join(" → ");
    // The move of a player who changes nothing; `n -> k + (n - k)` is one heap and no split.
    if let ([_, _, _] | [_, _], true) = (steps, heaps) {
        return both!(
            "{place}  This game can go on for ever: {path} leaves everything as it is. A heap becomes two by  n -> k, n - k ; if endless play is a draw, add the line:  endless draw",
            "{place}  这个游戏可以无限进行：{path} 没有改变任何东西。把一堆分成两堆请写 n -> k, n - k；如果无限进行算平局，请加一行：endless draw"
        );
    }
    match score {
        false => both!(
            "{place}  This game can go on for ever: {path}. If endless play is a draw, add the line:  endless draw",
            "{place}  这个游戏可以无限进行：{path}。如果无限进行算平局，请加一行：endless draw"
        ),
        true => both!(
            "{place}  This game can go on for ever: {path}. A score game must end: limit it with  stop after 20 moves .",
            "{place}  这个游戏可以无限进行：{path}。计分游戏必须结束：请用 stop after 20 moves 限制步数。"
        ),
    }
}

impl Over {
    /// The sentence.
    pub fn say(&self, lang: Lang) -> String {
        self.message(lang)
    }

    /// The sentence in both languages.
    pub(crate) fn both(&self) -> [String; 2] {
        [self.say(Lang::En), self.say(Lang::Zh)]
    }
}

/// Seconds to the thousandth.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// A number of bytes as people write it.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut x = n as f64;
    while x >= 1024.0 && unit + 1 < UNITS.len() {
        x /= 1024.0;
        unit += 1;
    }
    if x.fract() < 0.05 { format!("{x:.0} {}", UNITS[unit]) } else { format!("{x:.1} {}", UNITS[unit]) }
}
