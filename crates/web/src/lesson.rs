//! Lessons: Markdown with a few marked blocks, read line by line.
//!
//! The first line is the title. A fenced block `play` is a position to play (`game: nim 3 4 5`, as the command takes it), a fenced
//! block `ask` a question that is checked (`question: …`, `game: …`, `about: outcome`); all else is text.
//!
//! Everything that can be asked about a game is answered by the solver, so a lesson cannot teach a wrong answer; only `answer:` is
//! taken as it is written. A mistake is told with its line. `docs/lessons.md` is for those who write.

use bouton::language::diagnostic::Lang;
use std::ops::RangeInclusive;

/// A lesson.
#[derive(Debug, PartialEq)]
pub(crate) struct Lesson {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A piece of a lesson.
#[derive(Debug, PartialEq)]
pub(crate) enum Block {
    /// Markdown.
    Text(String),
    Play(Play),
    Ask(Ask),
}

/// A position to play.
#[derive(Debug, PartialEq)]
pub(crate) struct Play {
    /// Where it stands in the file.
    pub(crate) line: usize,
    pub(crate) game: String,
    pub(crate) say: String,
    /// Must it be won before the lesson goes on?
    pub(crate) win: bool,
    /// Percent of the opponent's moves that are made at random; none for a person.
    pub(crate) mistakes: Option<u8>,
    pub(crate) second: bool,
}

/// A question.
#[derive(Debug, PartialEq)]
pub(crate) struct Ask {
    pub(crate) line: usize,
    pub(crate) question: String,
    pub(crate) game: Option<String>,
    pub(crate) about: About,
    pub(crate) choices: Vec<String>,
    pub(crate) hint: String,
    pub(crate) after: String,
}

/// What is asked, and so how an answer is checked.
#[derive(Debug, PartialEq)]
pub(crate) enum About {
    /// Who wins: win, lose or draw.
    Outcome,
    /// The Grundy value.
    Value,
    /// A move that keeps the win.
    Move,
    /// Which of these numbers are lost.
    Lost(RangeInclusive<u32>),
    /// A claim that holds.
    Claim,
    /// One of these texts.
    Answer(Vec<String>),
}

impl About {
    /// Its word in a file.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            About::Outcome => "outcome",
            About::Value => "value",
            About::Move => "move",
            About::Lost(_) => "lost",
            About::Claim => "claim",
            About::Answer(_) => "answer",
        }
    }
}

/// What is wrong with a lesson, and in which line.
#[derive(Debug, PartialEq)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) said: [String; 2],
}

impl Mistake {
    pub(crate) fn new(line: usize, en: impl Into<String>, zh: impl Into<String>) -> Mistake {
        Mistake { line, said: [en.into(), zh.into()] }
    }

    pub(crate) fn say(&self, lang: Lang) -> String {
        let line = self.line;
        lang.pick(format!("line {line}: {}", self.said[0]), format!("第 {line} 行：{}", self.said[1]))
    }
}

/// Numbers that one question may be about.
const MOST_NUMBERS: u32 = 100;

/// Reads a lesson.
pub(crate) fn read(text: &str) -> Result<Lesson, Mistake> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let title = loop {
        match lines.next() {
            Some((_, line)) if line.trim().is_empty() => {}
            Some((_, line)) if line.starts_with("# ") => break line[2..].trim().to_string(),
            other => {
                let line = other.map_or(1, |(at, _)| at);
                return Err(Mistake::new(
                    line,
                    "A lesson begins with its title. Write  # Title .",
                    "课程以标题开头。请写 # 标题。",
                ));
            }
        }
    };
    let (mut blocks, mut prose) = (Vec::new(), String::new());
    while let Some((at, line)) = lines.next() {
        let marked = match line.trim_end() {
            "```play" => true,
            "```ask" => false,
            _ => {
                prose.push_str(line);
                prose.push('\n');
                // Another fenced block is text to its end.
                if line.starts_with("```") {
                    for (_, line) in lines.by_ref() {
                        prose.push_str(line);
                        prose.push('\n');
                        if line.trim_end() == "```" {
                            break;
                        }
                    }
                }
                continue;
            }
        };
        let mut inside = Vec::new();
        let closed = lines.by_ref().any(|(at, line)| {
            let end = line.trim_end() == "```";
            if !end {
                inside.push((at, line));
            }
            end
        });
        if !closed {
            return Err(Mistake::new(
                at,
                "This block has no end. Close it with  ``` .",
                "这个块没有结束。请用 ``` 结束。",
            ));
        }
        if !prose.trim().is_empty() {
            blocks.push(Block::Text(prose.trim().to_string()));
        }
        prose.clear();
        let keys = Keys::read(at, &inside)?;
        blocks.push(if marked { Block::Play(keys.play()?) } else { Block::Ask(keys.ask()?) });
    }
    if !prose.trim().is_empty() {
        blocks.push(Block::Text(prose.trim().to_string()));
    }
    Ok(Lesson { title, blocks })
}

/// The lines of a block: `key: value`; a line that begins with a blank goes on with the one before.
struct Keys {
    at: usize,
    list: Vec<(usize, String, String)>,
}

impl Keys {
    fn read(at: usize, lines: &[(usize, &str)]) -> Result<Keys, Mistake> {
        let mut list: Vec<(usize, String, String)> = Vec::new();
        for &(at, line) in lines.iter().filter(|(_, line)| !line.trim().is_empty()) {
            if line.starts_with([' ', '\t'])
                && let Some((_, _, value)) = list.last_mut()
            {
                value.push('\n');
                value.push_str(line.trim());
                continue;
            }
            let Some((key, value)) = line.split_once([':', '：']) else {
                return Err(Mistake::new(
                    at,
                    format!(
                        "\"{line}\" is no line of a block. Write  key: value , such as  game: nim 3 4 5 ."
                    ),
                    format!("“{line}”不是块中的行。请写 键: 值，例如 game: nim 3 4 5。"),
                ));
            };
            list.push((at, key.trim().to_string(), value.trim().to_string()));
        }
        Ok(Keys { at, list })
    }

    /// Every key must be one of these.
    fn only(&self, known: &[&str]) -> Result<(), Mistake> {
        match self.list.iter().find(|(_, key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((line, key, _)) => Err(Mistake::new(
                *line,
                format!("\"{key}\" is not known here. Known are {}.", known.join(", ")),
                format!("这里没有“{key}”。可用的有 {}。", known.join("、")),
            )),
        }
    }

    fn get(&self, key: &str) -> Option<(usize, &str)> {
        self.list.iter().find(|(_, k, _)| k == key).map(|(line, _, value)| (*line, value.as_str()))
    }

    fn text(&self, key: &str) -> String {
        self.get(key).map_or_else(String::new, |(_, value)| value.to_string())
    }

    fn need(&self, key: &str, such_as: &str) -> Result<String, Mistake> {
        match self.get(key) {
            Some((_, value)) if !value.is_empty() => Ok(value.to_string()),
            _ => Err(Mistake::new(
                self.at,
                format!("This block needs a line  {key}: … , such as  {key}: {such_as} ."),
                format!("这个块需要一行 {key}: …，例如 {key}: {such_as}。"),
            )),
        }
    }

    fn play(&self) -> Result<Play, Mistake> {
        self.only(&["game", "say", "goal", "opponent", "i"])?;
        let choose = |key: &str, words: [&str; 2]| match self.get(key) {
            None => Ok(false),
            Some((_, value)) if value == words[0] => Ok(false),
            Some((_, value)) if value == words[1] => Ok(true),
            Some((line, value)) => Err(Mistake::new(
                line,
                format!("\"{value}\" makes no sense here. Write {} or {}.", words[0], words[1]),
                format!("这里不能写“{value}”。请写 {} 或 {}。", words[0], words[1]),
            )),
        };
        let mistakes = match self.get("opponent") {
            None | Some((_, "perfect")) => Some(0),
            Some((_, "person")) => None,
            Some((line, value)) => {
                let percent = value
                    .strip_prefix("errs")
                    .and_then(|p| p.trim().trim_end_matches('%').trim().parse::<u8>().ok());
                match percent.filter(|p| *p <= 100) {
                    Some(percent) => Some(percent),
                    None => {
                        return Err(Mistake::new(
                            line,
                            format!("\"{value}\" is no opponent. Write perfect, person, or errs 30."),
                            format!("“{value}”不是对手。请写 perfect、person 或 errs 30。"),
                        ));
                    }
                }
            }
        };
        Ok(Play {
            line: self.at,
            game: self.need("game", "nim 3 4 5")?,
            say: self.text("say"),
            win: choose("goal", ["none", "win"])?,
            mistakes,
            second: choose("i", ["first", "second"])?,
        })
    }

    fn ask(&self) -> Result<Ask, Mistake> {
        self.only(&["question", "game", "about", "numbers", "choices", "answer", "hint", "after"])?;
        let list = |text: &str| {
            text.split('|').map(|t| t.trim().to_string()).filter(|t| !t.is_empty()).collect::<Vec<_>>()
        };
        let about = match (self.get("about"), self.get("answer")) {
            (None, Some((_, answers))) if !answers.is_empty() => About::Answer(list(answers)),
            (Some((line, _)), Some(_)) => {
                return Err(Mistake::new(
                    line,
                    "Either  about:  lets the solver answer, or  answer:  is written. Leave one out.",
                    "要么用 about: 由求解器给出答案，要么写 answer:。请去掉一个。",
                ));
            }
            (Some((_, "outcome")), None) => About::Outcome,
            (Some((_, "value")), None) => About::Value,
            (Some((_, "move")), None) => About::Move,
            (Some((_, "claim")), None) => About::Claim,
            (Some((_, "lost")), None) => About::Lost(self.numbers()?),
            _ => {
                return Err(Mistake::new(
                    self.at,
                    "A question needs  about: outcome, value, move, lost or claim , or  answer: text .",
                    "问题需要 about: outcome、value、move、lost 或 claim，或者 answer: 文本。",
                ));
            }
        };
        let game = match about {
            About::Answer(_) => self.get("game").map(|(_, value)| value.to_string()),
            _ => Some(self.need("game", "nim 3 4 5")?),
        };
        Ok(Ask {
            line: self.at,
            question: self.need("question", "Who wins?")?,
            game,
            about,
            choices: list(&self.text("choices")),
            hint: self.text("hint"),
            after: self.text("after"),
        })
    }

    fn numbers(&self) -> Result<RangeInclusive<u32>, Mistake> {
        let (line, text) = self.get("numbers").unwrap_or((self.at, ""));
        let ends =
            text.split_once("..").and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        match ends {
            Some((a, b)) if a <= b && b - a < MOST_NUMBERS => Ok(a..=b),
            _ => Err(Mistake::new(
                line,
                format!("about: lost  needs  numbers: 1..12 , {MOST_NUMBERS} of them at most."),
                format!("about: lost 需要 numbers: 1..12，至多 {MOST_NUMBERS} 个数。"),
            )),
        }
    }
}
