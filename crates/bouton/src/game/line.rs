//! What a person types on one line: `nim 3 4 + kayles 7`, `table wythoff a=0..50 --show win`, rules in quotes.
//!
//! The command and the page read it alike: words are split into games and positions here, whatever a surface takes for a
//! game (a name, rules, a file at the command). Mistakes are typed and worded in both languages.

use crate::game::catalogue;
pub use crate::game::typed::{is_numeric, is_rules, octal, ranges, settings, take_settings};
use crate::game::{Folder, Game};
use crate::problem::Problem;
use crate::table::Show;
use bouton_language::{keywords, number, problems};
use std::sync::Arc;

/// What a surface takes for a game.
pub trait Names {
    /// What a word that stands for a game is.
    type Source;
    /// Why a word is none.
    type Error;
    /// What this word means as a game, if it means one.
    fn of(&self, word: &str) -> Option<Self::Source>;
    /// What this word must mean as a game; `first` if it is the first word of all.
    fn named(&self, word: &str, first: bool) -> Result<Self::Source, Self::Error>;
}

/// Games, each with the words of its position.
pub type Terms<S> = Vec<(S, String)>;

/// Splits words into games with their positions: a `+` before a word that is a game begins the next one.
pub fn terms<N: Names>(names: &N, words: &[String]) -> Result<Terms<N::Source>, N::Error> {
    let words = apart(names, words);
    let Some((name, rest)) = words.split_first() else { return Ok(Vec::new()) };
    let mut terms = vec![(names.named(name, true)?, Vec::new())];
    let mut i = 0;
    while i < rest.len() {
        let next = rest.get(i + 1);
        if rest[i] == "+" {
            match next.map(|w| names.of(w)) {
                // Without a position behind it a plus is a slip, unless words of the game are made of plus signs.
                Some(Some(source)) => {
                    terms.push((source, Vec::new()));
                    i += 2;
                    continue;
                }
                Some(None) if looks_like_name(next) => {
                    terms.push((names.named(next.map_or("", String::as_str), false)?, Vec::new()));
                }
                _ => {}
            }
        }
        if let Some((_, position)) = terms.last_mut() {
            position.push(rest[i].as_str());
        }
        i += 1;
    }
    Ok(terms.into_iter().map(|(source, words)| (source, words.join(" "))).collect())
}

/// A whole line in one word: `"nim 3 4 5"`, where a game is expected and its first piece alone names one.
fn apart<N: Names>(names: &N, words: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let expected = out.last().is_none_or(|last| last == "+");
        let mut pieces = word.split_whitespace();
        let several = pieces.next().is_some_and(|first| first != word && names.of(first).is_some());
        match expected && several && names.of(word).is_none() {
            true => out.extend(word.split_whitespace().map(String::from)),
            false => out.push(word.clone()),
        }
    }
    out
}

/// A word of two letters and more that is no assignment: in `nim 3 + kyles 7` it is a mistyped game.
fn looks_like_name(word: Option<&String>) -> bool {
    word.is_some_and(|w| {
        w.chars().count() >= 2 && w.chars().all(|c| c.is_alphabetic() || c == '-') && w != "--"
    })
}

/// A game that may come from a stranger: of the library, or its rules. Never a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The id of a library game.
    Library(&'static str),
    /// Rules, as typed.
    Rules(String),
}

/// What strangers take for a game.
struct Strangers;

impl Names for Strangers {
    type Source = Source;
    type Error = Problem;

    fn of(&self, word: &str) -> Option<Source> {
        if is_rules(word) {
            return Some(Source::Rules(word.to_string()));
        }
        if let Some(rules) = octal(word) {
            return Some(Source::Rules(rules));
        }
        if is_numeric(word) {
            return None;
        }
        catalogue::find(word.strip_suffix(".game").unwrap_or(word)).map(|e| Source::Library(e.id))
    }

    fn named(&self, word: &str, _first: bool) -> Result<Source, Problem> {
        self.of(word)
            .ok_or_else(|| Problem::UnknownGame { name: word.to_string(), near: catalogue::near(word) })
    }
}

/// A line that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// `solve` if none was typed.
    pub verb: &'static str,
    /// Games and positions.
    pub terms: Vec<(Source, String)>,
    /// `--set`
    pub set: Vec<(String, String)>,
    /// `--misere`
    pub misere: bool,
    /// `a=0..50`, of a table or a pattern.
    pub ranges: Option<String>,
    /// `--to`
    pub to: Option<u64>,
    /// `--show`
    pub show: Option<Show>,
    /// `--claim`
    pub claim: Option<String>,
    /// `--depth`
    pub depth: Option<usize>,
    /// `--move`
    pub by: Option<String>,
    /// `--first`, as typed.
    pub first: Option<String>,
}

problems! {
/// What a line cannot be read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineProblem {
    /// Nothing but blanks.
    Empty => ["Type a game and a position, such as  nim 3 4 5 .", "请输入游戏和局面，例如 nim 3 4 5。"];
    /// A quotation mark without its partner.
    Quote => ["A quotation mark has no partner.", "引号不成对。"];
    /// A flag that is not known here.
    Flag(flag: String) => [
        "{flag} is not known here. Known are --misere, --set, --first, --to, --show, --claim, --move and --depth.",
        "这里不支持 {flag}。可用 --misere、--set、--first、--to、--show、--claim、--move 和 --depth。"
    ];
    /// A flag without the value it needs, or with one that makes no sense: an example of one.
    Value { flag: String, such_as: &'static str } => [
        "{flag} needs a value, such as  {such_as} .",
        "{flag} 需要一个值，例如 {such_as}。"
    ];
    /// `--set` without `=`.
    Set(typed: String) => [
        "\"{typed}\" sets nothing. Write  --set m=5 .",
        "“{typed}”不是设置。请写 --set m=5。"
    ];
    /// A range that cannot be read.
    Range(typed: String) => ["\"{typed}\" is no range. Write  n=0..50 .", "“{typed}”不是范围。请写 n=0..50。"];
    /// A verb of the command that needs a terminal.
    Verb(verb: String) => ["{verb} works at the command line only.", "{verb} 只能在命令行中使用。"];
    /// A verb for one game only.
    OneGame(verb: &'static str) => [
        "{verb} takes one game, not a sum.",
        "{verb} 只接受一个游戏，不能是多个游戏之和。"
    ];
}
}

impl From<LineProblem> for Problem {
    fn from(p: LineProblem) -> Problem {
        Problem::Input(Arc::new(p))
    }
}

/// The verbs that a line of the page may begin with.
const VERBS: [&str; 11] =
    ["solve", "table", "pattern", "check", "prove", "explain", "play", "plot", "show", "misere", "value"];

/// Reads a line that a stranger typed; `others` are words for what works at the command alone.
pub fn read(line: &str, others: &[String]) -> Result<Line, Problem> {
    let text = line.trim();
    let text = text.strip_prefix("$ ").unwrap_or(text).trim_start();
    if is_bare_rules(text) {
        return Ok(Line {
            verb: "solve",
            terms: vec![(Source::Rules(text.to_string()), String::new())],
            ..Line::default()
        });
    }
    let mut words = words(text)?;
    if words.first().is_some_and(|w| w == "bouton") {
        words.remove(0);
    }
    let mut out = Line { verb: "solve", ..Line::default() };
    let mut plain = flags(words, &mut out)?;
    if let Some(first) = plain.first() {
        if let Some(verb) = VERBS.iter().find(|verb| *verb == first) {
            out.verb = verb;
            out.misere |= first == "misere";
            plain.remove(0);
        } else if others.contains(first) && catalogue::find(first).is_none() {
            return Err(LineProblem::Verb(first.clone()).into());
        }
    }
    out.terms = terms(&Strangers, &plain)?;
    if out.terms.is_empty() {
        return Err(LineProblem::Empty.into());
    }
    let by_ranges = matches!(out.verb, "table" | "pattern" | "plot");
    for (source, position) in &mut out.terms {
        let loaded = match source {
            Source::Library(id) => Game::library(id),
            Source::Rules(text) => {
                Game::from_text("rules", text, &Folder { base: None }).map(|(game, _)| game)
            }
        };
        // Mistakes in rules are told where the rules are read.
        let Ok(game) = loaded else { continue };
        out.set.extend(take_settings(&game, position, by_ranges));
    }
    if matches!(out.verb, "table" | "pattern" | "check" | "prove" | "plot" | "show" | "misere") {
        let [(_, position)] = out.terms.as_mut_slice() else {
            return Err(LineProblem::OneGame(out.verb).into());
        };
        if by_ranges {
            ranges(position).map_err(LineProblem::Range)?;
            out.ranges = Some(std::mem::take(position)).filter(|r| !r.is_empty());
        }
    }
    Ok(out)
}

/// Rules typed without quotes: everything is rules.
fn is_bare_rules(text: &str) -> bool {
    !text.starts_with(['"', '“', '\'']) && !text.contains('"') && is_rules(text) && {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or("");
        // `show` begins a line of rules, too.
        let asks = VERBS.contains(&first) && words.next().is_some_and(|word| catalogue::find(word).is_some());
        keywords::LINES.contains(&keywords::english(first)) && catalogue::find(first).is_none() && !asks
    }
}

/// Words as a shell splits them: blanks separate, quotation marks keep together.
fn words(text: &str) -> Result<Vec<String>, LineProblem> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '“') => {
                quote = Some('”');
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => out.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(LineProblem::Quote);
    }
    out.extend(word);
    Ok(out)
}

/// Takes the flags out of the words.
fn flags(words: Vec<String>, out: &mut Line) -> Result<Vec<String>, LineProblem> {
    let mut plain = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "--" {
            plain.extend(words);
            break;
        }
        let Some(body) = word.strip_prefix("--") else {
            plain.push(word);
            continue;
        };
        let (name, given) = match body.split_once('=') {
            Some((name, value)) => (name.to_string(), Some(value.to_string())),
            None => (body.to_string(), None),
        };
        let flag = format!("--{name}");
        let mut value = |such_as: &'static str| {
            let value = given.clone().or_else(|| words.next());
            value.ok_or(LineProblem::Value { flag: flag.clone(), such_as })
        };
        match name.as_str() {
            "misere" => out.misere = true,
            "set" => out.set.extend(settings(&value("m=5")?).map_err(LineProblem::Set)?),
            "first" => out.first = Some(value("first")?),
            "claim" => out.claim = Some(value("\"lose iff n mod 4 = 0\"")?),
            "move" => out.by = Some(value("\"take 2\"")?),
            "to" => {
                let typed = value("100")?;
                out.to = Some(number::fitting(&typed).ok_or(LineProblem::Value { flag, such_as: "100" })?);
            }
            "depth" => {
                let typed = value("2")?;
                out.depth = Some(number::fitting(&typed).ok_or(LineProblem::Value { flag, such_as: "2" })?);
            }
            "show" => {
                let typed = value("win")?;
                out.show = Some(Show::named(&typed).ok_or(LineProblem::Value { flag, such_as: "win" })?);
            }
            // What these ask for is on the page anyway.
            "all-moves" | "json" => {}
            "lang" => {
                value("zh")?;
            }
            _ => return Err(LineProblem::Flag(flag)),
        }
    }
    Ok(plain)
}
