//! Words into a question: `nim 3 4 + kayles 7` is two games with a position each, changed as the flags say.

use crate::args::Change;
use crate::files::Files;
use crate::interrupt;
use crate::mistake::{Failure, Mistake};
use crate::source::Source;
use crate::words;
use bouton::{Game, Problem};
use std::sync::atomic::Ordering;

/// A game and the words of its position.
pub(crate) struct Term {
    /// Where its rules come from.
    pub(crate) source: Source,
    /// The game, with the flags applied.
    pub(crate) game: Game,
    /// The words behind it, joined by blanks.
    pub(crate) position: String,
}

/// Verbs, to suggest one for a first word that is neither game nor verb.
const VERBS: &[&str] = &[
    "solve",
    "table",
    "pattern",
    "check",
    "prove",
    "verify",
    "explain",
    "play",
    "starts",
    "list",
    "show",
    "lint",
    "fmt",
    "new",
    "completions",
    "man",
    "help",
];

/// Splits words into terms: a `+` before a word that is a game begins the next one.
fn split(typed: &[String]) -> Result<Vec<(Source, String)>, Mistake> {
    let words: Vec<String> = typed.iter().map(|w| words::unhide(w)).collect();
    let (name, rest) = words.split_first().ok_or(Mistake::EmptyTerm)?;
    let mut terms = vec![(Source::named(name, VERBS)?, Vec::new())];
    let mut i = 0;
    while i < rest.len() {
        let next = rest.get(i + 1);
        if rest[i] == "+" {
            match next.map(|w| Source::of(w)) {
                // Without a position behind it a plus is a slip, unless words of the game are made of plus signs.
                Some(Some(source)) => {
                    terms.push((source, Vec::new()));
                    i += 2;
                    continue;
                }
                Some(None) if looks_like_name(next) => {
                    terms.push((Source::named(next.map_or("", String::as_str), &[])?, Vec::new()));
                }
                _ => {}
            }
        }
        if let Some((_, position)) = terms.last_mut() {
            position.push(rest[i].clone());
        }
        i += 1;
    }
    let inputs = terms.iter().filter(|(source, _)| *source == Source::StandardInput).count();
    if inputs > 1 {
        return Err(Mistake::StandardInputTwice);
    }
    Ok(terms.into_iter().map(|(source, words)| (source, words.join(" "))).collect())
}

/// A word of three letters and more that is no assignment: in `nim 3 + kyles 7` it is a mistyped game.
fn looks_like_name(word: Option<&String>) -> bool {
    word.is_some_and(|w| {
        w.chars().count() >= 2 && w.chars().all(|c| c.is_alphabetic() || c == '-') && w != "--"
    })
}

/// The terms of a question, with `--misere` and `--set` applied.
pub(crate) fn terms(typed: &[String], change: &Change, memory: Option<usize>) -> Result<Vec<Term>, Failure> {
    let read = || -> Result<Vec<Term>, Failure> {
        let mut terms = Vec::new();
        for (source, position) in split(typed)? {
            let game = source.game_within(memory)?.cancelled_by(interrupt::flag());
            terms.push(Term { source, game, position });
        }
        apply(&mut terms, change, memory)?;
        Ok(terms)
    };
    // A file that Ctrl-C cut short is no mistake of its author.
    read().map_err(|failure| match interrupt::flag().load(Ordering::Relaxed) {
        true => Problem::Interrupted.into(),
        false => failure,
    })
}

/// The one term of a question that allows no sum.
pub(crate) fn one(
    typed: &[String],
    change: &Change,
    memory: Option<usize>,
    verb: &'static str,
) -> Result<Term, Failure> {
    let mut terms = terms(typed, change, memory)?;
    match (terms.pop(), terms.is_empty()) {
        (Some(term), true) => Ok(term),
        _ => Err(Mistake::OneGame { verb }.into()),
    }
}

/// Applies `--set` to every game that has the parameter, and `--misere` to all.
fn apply(terms: &mut [Term], change: &Change, memory: Option<usize>) -> Result<(), Failure> {
    for typed in &change.set {
        for (name, value) in settings(&words::unhide(typed))? {
            let mut used = false;
            for term in terms.iter_mut() {
                if term.game.rules().params.iter().any(|p| p.name == name) {
                    // `@file` is a file as the person here names it; `graph file` is one as the rules do.
                    let files = match value.trim_start().starts_with('@') {
                        true => Files::here(memory),
                        false => Files::of(term.source.folder(), memory),
                    };
                    term.game = term.game.set(&name, &value, &files)?;
                    used = true;
                }
            }
            if !used {
                let known =
                    terms.iter().flat_map(|t| t.game.rules().params.iter().map(|p| p.name.clone())).collect();
                return Err(Mistake::NoParameter { name, known }.into());
            }
        }
    }
    if change.misere {
        for term in terms {
            term.game = term.game.misere()?;
        }
    }
    Ok(())
}

/// `m=5`, or several: `m=5,S={1,3}`. A comma separates two settings where it stands outside all brackets and a name
/// and `=` follow.
fn settings(typed: &str) -> Result<Vec<(String, String)>, Mistake> {
    let mut pieces: Vec<String> = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    let mut quoted = false;
    for (i, c) in typed.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            ',' | '，' if depth == 0 && !quoted && assigns(&typed[i + c.len_utf8()..]) => {
                pieces.push(typed[start..i].to_string());
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(typed[start..].to_string());
    let mut out = Vec::new();
    for piece in pieces {
        let (name, value) =
            piece.split_once(['=', '＝']).ok_or_else(|| Mistake::Set { typed: piece.clone() })?;
        if name.trim().is_empty() || value.trim().is_empty() {
            return Err(Mistake::Set { typed: piece.clone() });
        }
        out.push((name.trim().to_string(), value.trim().to_string()));
    }
    Ok(out)
}

fn assigns(rest: &str) -> bool {
    let name = rest.split(['=', '＝']).next().unwrap_or("").trim();
    rest.contains(['=', '＝'])
        && name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The player (0 or 1) that a name means: one of the game's, or first/second.
pub(crate) fn player(terms: &[Term], name: &str) -> Result<usize, Mistake> {
    if let [term] = terms {
        let players = &term.game.rules().players;
        let folded = name.to_lowercase();
        if let Some(i) = players.iter().position(|p| p.to_lowercase() == folded) {
            return Ok(i);
        }
        return match name {
            "first" | "先手" => Ok(0),
            "second" | "后手" => Ok(1),
            _ => Err(Mistake::NoPlayer { name: name.to_string(), players: players.clone() }),
        };
    }
    match name {
        "first" | "先手" => Ok(0),
        "second" | "后手" => Ok(1),
        _ => Err(Mistake::PlayersOfSum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(s: &str) -> Vec<String> {
        s.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn sums_are_split() {
        let table: &[(&str, &[&str])] = &[
            ("nim 3 4 5", &["3 4 5"]),
            ("nim 3 4 + kayles 7", &["3 4", "7"]),
            ("nim 3 + nim 4 + nim 5", &["3", "4", "5"]),
            ("flip-game + 3", &["+ 3"]),
            ("ends 4 \u{1}-10", &["4 -10"]),
            ("tictactoe", &[""]),
        ];
        for (typed, positions) in table {
            let terms = split(&words(typed)).unwrap_or_else(|m| panic!("{typed}: {m:?}"));
            assert_eq!(terms.iter().map(|(_, p)| p.as_str()).collect::<Vec<_>>(), *positions, "{typed}");
        }
        assert!(matches!(split(&words("nimm 3")), Err(Mistake::UnknownGame { .. })));
        assert!(matches!(split(&words("nim 3 + kyles 7")), Err(Mistake::UnknownGame { .. })));
        assert!(matches!(split(&words("- 3 + - 4")), Err(Mistake::StandardInputTwice)));
    }

    #[test]
    fn settings_are_split() {
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(settings("m=5").ok(), Some(vec![pair("m", "5")]));
        assert_eq!(settings("m=5,k = 3").ok(), Some(vec![pair("m", "5"), pair("k", "3")]));
        assert_eq!(settings("S={1,3,4}").ok(), Some(vec![pair("S", "{1,3,4}")]));
        assert_eq!(settings("S={1,3},m=2").ok(), Some(vec![pair("S", "{1,3}"), pair("m", "2")]));
        let graph = "G=graph { 0 -> 1, 2 }";
        assert_eq!(settings(graph).ok(), Some(vec![pair("G", "graph { 0 -> 1, 2 }")]));
        assert!(settings("m").is_err());
        assert!(settings("m=").is_err());
    }
}
