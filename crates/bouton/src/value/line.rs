//! What a person types: positions and expressions joined by `+` and `-`, each perhaps with `3 *` in front.
//!
//! `+` and `-` begin a new term where a game's name follows, or, behind a position, where an expression follows up to the
//! next term. In front of all else, words that name no game are an expression.

use super::{Term, ValueQuestion, What};
use crate::game::line::{Names, is_rules};
use bouton_values::Expression;

/// A term as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed<S> {
    /// How many times it is taken.
    pub times: i64,
    /// What it is.
    pub what: TypedWhat<S>,
}

/// A game with the words of its position, or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedWhat<S> {
    /// A game.
    Game(S, String),
    /// An expression.
    Expression(String),
}

/// Splits words into terms.
pub fn terms<N: Names>(names: &N, words: &[String]) -> Result<Vec<Typed<N::Source>>, N::Error> {
    let words = apart(names, words);
    let mut typed = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let head = Head::read(names, &words, at, at > 0);
        let Some(game) = words.get(head.next).filter(|_| head.game) else {
            // An expression goes on to the next game.
            let from = at + usize::from(head.signed && at > 0);
            let sign = if head.signed && at > 0 { head.times.signum() } else { 1 };
            let mut end = from.max(at + 1);
            while end < words.len() && !Head::read(names, &words, end, true).game {
                end += 1;
            }
            let text = words[from.min(end)..end].join(" ");
            typed.push(Typed { times: sign, what: TypedWhat::Expression(text) });
            at = end;
            continue;
        };
        let source = names.named(game, typed.is_empty())?;
        let from = head.next + 1;
        let mut end = from;
        while end < words.len() && !begins(names, &words, end, end > from) {
            end += 1;
        }
        let position = words[from..end].join(" ");
        typed.push(Typed { times: head.times, what: TypedWhat::Game(source, position) });
        at = end;
    }
    if typed.is_empty() {
        typed.push(Typed { times: 1, what: TypedWhat::Expression(String::new()) });
    }
    Ok(typed)
}

/// Does a new term begin with the word at this place? Behind words of a position also one that is an expression.
fn begins<N: Names>(names: &N, words: &[String], at: usize, behind: bool) -> bool {
    let head = Head::read(names, words, at, true);
    if head.game {
        return true;
    }
    if !behind || !head.signed {
        return false;
    }
    let mut end = at + 1;
    while end < words.len() && !Head::read(names, words, end, true).game {
        end += 1;
    }
    end > at + 1 && Expression::parse(&words[at + 1..end].join(" ")).is_ok()
}

/// What stands in front of a term: a sign, a factor, and then a game or not.
struct Head {
    signed: bool,
    times: i64,
    game: bool,
    /// The word behind it.
    next: usize,
}

impl Head {
    /// The head that begins at a word; `needed` if it must begin with a sign.
    fn read<N: Names>(names: &N, words: &[String], at: usize, needed: bool) -> Head {
        let word = |i: usize| words.get(i).map(String::as_str);
        let (mut next, mut times) = (at, 1);
        let signed = matches!(word(next), Some("+" | "-" | "−"));
        if signed {
            times = if word(next) == Some("+") { 1 } else { -1 };
            next += 1;
        }
        let factor = word(next).and_then(|w| w.parse::<i64>().ok());
        if let (Some(n), Some("*" | "×" | "·")) = (factor, word(next + 1)) {
            times *= n;
            next += 2;
        }
        let named = |w: &str| !is_expression(w) && names.of(w).is_some();
        let game = (signed || !needed) && word(next).is_some_and(named);
        Head { signed, times, game, next }
    }
}

/// Is this word part of an expression, though it might be the name of a file (1/2) or of the standard input (-)?
fn is_expression(word: &str) -> bool {
    let several = word.contains(char::is_whitespace) && !is_rules(word);
    let begins = word.starts_with(['{', '(', '^', '*', '±', '+', '-', '｛', '（']);
    let number =
        word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('/') && !word.ends_with(".game");
    several || begins || number || Expression::parse(word).is_ok()
}

/// A whole line in one word is taken apart where it has a game in it.
fn apart<N: Names>(names: &N, words: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for word in words {
        let pieces: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
        let several = pieces.len() > 1 && !is_rules(word);
        let game = |i: usize| Head::read(names, &pieces, i, i > 0).game;
        match several && (0..pieces.len()).any(game) {
            true => out.extend(pieces),
            false => out.push(word.clone()),
        }
    }
    out
}

/// The titles of the games in a sum.
pub(super) fn titles(question: &ValueQuestion) -> String {
    let title = |term: &Term| match &term.what {
        What::Position(game, _) => Some(game.title()),
        What::Expression(_) => None,
    };
    let mut titles: Vec<String> = Vec::new();
    for title in question.terms.iter().filter_map(title) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.join(" + ")
}

/// The sum as it can be read: positions and expressions with their signs and factors.
pub(super) fn written(question: &ValueQuestion) -> String {
    let mut text = String::new();
    for (i, term) in question.terms.iter().enumerate() {
        let (_, position) = super::shown(&term.what);
        text += match (i, term.times < 0) {
            (0, false) => "",
            (0, true) => "- ",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        if term.times.unsigned_abs() != 1 {
            text += &format!("{} * ", term.times.unsigned_abs());
        }
        text += &position;
    }
    text
}
