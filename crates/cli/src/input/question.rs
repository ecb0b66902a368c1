//! Words into a question: `nim 3 4 + kayles 7` is two games with a position each, changed as the flags say.

use crate::flags::groups::Change;
use crate::input::source::{Source, files, files_here};
use crate::lang;
use crate::mistake::{Failure, Mistake};
use crate::terminal::interrupt;
use bouton::game::line::{self, Names};
use bouton::problem::NotApplicable;
use bouton::value::line::{Typed, TypedWhat};
use bouton::value::{self, ValueQuestion, What};
use bouton::{Game, Problem, Question};
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

/// What the command takes for a game: also a file and standard input.
struct Sources;

impl Names for Sources {
    type Source = Source;
    type Error = Failure;

    fn of(&self, word: &str) -> Option<Source> {
        Source::of(word)
    }

    fn named(&self, word: &str, first: bool) -> Result<Source, Failure> {
        Source::named(word, first)
    }
}

/// Splits words into terms: a `+` before a word that is a game begins the next one.
fn split(typed: &[String]) -> Result<Vec<(Source, String)>, Failure> {
    let terms = line::terms(&Sources, typed)?;
    if terms.is_empty() {
        return Err(Mistake::EmptyTerm.into());
    }
    let inputs = terms.iter().filter(|(source, _)| *source == Source::StandardInput).count();
    if inputs > 1 {
        return Err(Mistake::StandardInputTwice.into());
    }
    Ok(terms)
}

/// The verbs that take ranges behind a game where others take a position.
const BY_RANGES: &[&str] = &["table", "pattern", "plot", "starts", "export"];

/// The terms of a question, with `--misere`, `--set` and assignments behind the games applied.
pub(crate) fn terms(typed: &[String], change: &Change, memory: Option<usize>) -> Result<Vec<Term>, Failure> {
    read(typed, change, memory, false)
}

fn read(
    typed: &[String],
    change: &Change,
    memory: Option<usize>,
    by_ranges: bool,
) -> Result<Vec<Term>, Failure> {
    let read = || -> Result<Vec<Term>, Failure> {
        let mut terms = Vec::new();
        for (source, mut position) in split(typed)? {
            let game = source.game_within(memory)?.cancelled_by(interrupt::flag()).speaking(lang::spoken());
            let settings = line::take_settings(&game, &mut position, by_ranges);
            let mut term = Term { source, game, position };
            for (name, value) in settings {
                set(std::slice::from_mut(&mut term), &name, &value, memory)?;
            }
            terms.push(term);
        }
        apply(&mut terms, change, memory)?;
        for left_out in terms.iter().flat_map(|t| t.game.left_out(&t.position)) {
            let lang = lang::spoken();
            anstream::eprintln!("{}{}", lang.pick("note: ", "注意："), left_out.say(lang));
        }
        Ok(terms)
    };
    // A file that Ctrl-C cut short is no mistake of its author.
    read().map_err(|failure| match interrupt::flag().load(Ordering::Relaxed) {
        true => Problem::Interrupted.into(),
        false => failure,
    })
}

/// A sum of positions and expressions of values.
pub(crate) fn values(
    typed: &[String],
    change: &Change,
    memory: Option<usize>,
) -> Result<ValueQuestion, Failure> {
    let mut terms = Vec::new();
    for Typed { times, what } in value::line::terms(&Sources, typed)? {
        let what = match what {
            TypedWhat::Expression(text) => What::Expression(text),
            TypedWhat::Game(source, mut position) => {
                let game =
                    source.game_within(memory)?.cancelled_by(interrupt::flag()).speaking(lang::spoken());
                let settings = line::take_settings(&game, &mut position, false);
                let mut term = [Term { source, game, position }];
                for (name, value) in settings {
                    set(&mut term, &name, &value, memory)?;
                }
                apply(&mut term, change, memory)?;
                let [Term { game, position, .. }] = term;
                let position = game.position(&position)?;
                What::Position(game, position)
            }
        };
        terms.push(value::Term { times, what });
    }
    Ok(ValueQuestion { terms })
}

/// The one term of a question that allows no sum.
pub(crate) fn one(
    typed: &[String],
    change: &Change,
    memory: Option<usize>,
    verb: &'static str,
) -> Result<Term, Failure> {
    let mut terms = read(typed, change, memory, BY_RANGES.contains(&verb))?;
    match (terms.pop(), terms.is_empty()) {
        (Some(term), true) => Ok(term),
        _ => Err(Mistake::OneGame { verb }.into()),
    }
}

/// Games, and the change of their rules with the assignments among them: `bash m=5`.
pub(crate) fn apart(words: &[String], change: &Change) -> (Vec<String>, Change) {
    let set = |word: &&String| line::settings(word).is_ok() && Source::of(word).is_none();
    let (settings, games): (Vec<&String>, Vec<&String>) = words.iter().partition(set);
    let set = change.set.iter().chain(settings).cloned().collect();
    (games.into_iter().cloned().collect(), Change { set, misere: change.misere })
}

/// Applies `--set` to every game that has the parameter, and `--misere` to all.
fn apply(terms: &mut [Term], change: &Change, memory: Option<usize>) -> Result<(), Failure> {
    for typed in &change.set {
        for (name, value) in line::settings(typed).map_err(|typed| Mistake::Set { typed })? {
            set(terms, &name, &value, memory)?;
        }
    }
    if change.misere {
        for term in terms {
            term.game = term.game.misere()?;
        }
    }
    Ok(())
}

/// Gives a parameter a value in every game that has it.
pub(crate) fn set(terms: &mut [Term], name: &str, value: &str, memory: Option<usize>) -> Result<(), Failure> {
    let mut used = false;
    for term in terms.iter_mut() {
        if term.game.rules().params.iter().any(|p| p.name == name) {
            // `@file` is a file as the person here names it; `graph file` is one as the rules do.
            let files = match value.trim_start().starts_with('@') {
                true => files_here(memory),
                false => files(term.source.folder(), memory),
            };
            term.game = term.game.set(name, value, &files)?;
            used = true;
        }
    }
    if !used {
        let known = terms.iter().flat_map(|t| t.game.rules().params.iter().map(|p| p.name.clone())).collect();
        let none = NotApplicable::NoParameter { name: name.to_string(), known };
        return Err(Problem::NotApplicable(none).into());
    }
    Ok(())
}

/// The player (0 or 1) that a name means: one of the game's, or first/second.
pub(crate) fn player(terms: &[Term], name: &str) -> Result<usize, Problem> {
    let games: Vec<Game> = terms.iter().map(|t| t.game.clone()).collect();
    Question::player(&games, name)
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
            ("ends 4 -10", &["4 -10"]),
            ("tictactoe", &[""]),
        ];
        for (typed, positions) in table {
            let terms = split(&words(typed)).unwrap_or_else(|m| panic!("{typed}: {m:?}"));
            assert_eq!(terms.iter().map(|(_, p)| p.as_str()).collect::<Vec<_>>(), *positions, "{typed}");
        }
        assert!(matches!(split(&words("nimm 3")), Err(Failure::Problem(Problem::Input(_)))));
        assert!(matches!(split(&words("nim 3 + kyles 7")), Err(Failure::Problem(Problem::Input(_)))));
        assert!(matches!(split(&words("- 3 + - 4")), Err(Failure::Mistake(Mistake::StandardInputTwice))));
    }
}
