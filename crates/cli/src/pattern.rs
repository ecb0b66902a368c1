//! `pattern`: the rule behind the values of a game, or behind a bare list of numbers.

use crate::args::{Pattern as Args, ShowWhat};
use crate::budget::budget;
use crate::lang::Lang;
use crate::mistake::{Failure, Mistake};
use crate::out::Out;
use crate::progress::Progress;
use crate::source::read_standard_input;
use crate::{print_pattern, question, table};
use bouton::Solver;
use bouton::language::number;
use bouton::pattern::{PatternQuestion, Patterns, in_numbers};
use bouton::table::Show;
use bouton::theory::sequences::{LARGEST, Search};
use std::io::IsTerminal;

/// More numbers than this are not read.
const MOST: usize = 1_000_000;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let search = Search {
        longest_period: args.max_period,
        exceptions: args.exceptions.unwrap_or(Search::default().exceptions),
    };
    let mut asked = args.words.clone();
    // Standard input by name may be a list or rules.
    if asked == ["-"] {
        asked = vec![read_standard_input()?];
    }
    let bare = asked.first().is_none_or(|w| numbers(w).is_some_and(|n| !n.is_empty()));
    if bare {
        let list = list(&asked)?;
        let found = in_numbers(args.start.unwrap_or(0), &list, &search);
        return print(&found, None, args, lang, out);
    }
    let term = question::one(&asked, &args.change, args.cost.memory, "pattern")?;
    let show = match args.show {
        None => None,
        Some(ShowWhat::Grundy) => Some(Show::Grundy),
        Some(ShowWhat::Win) => Some(Show::Win),
        Some(ShowWhat::Score) => Some(Show::Score),
        Some(ShowWhat::Moves) => Some(Show::Moves),
        Some(ShowWhat::Best | ShowWhat::Remoteness) => return Err(Mistake::PatternShow.into()),
    };
    let progress = Progress::new(lang);
    let mut solver = Solver::new(budget(&args.cost, &progress));
    let ranges = table::ranges(&term.position)?;
    let question = PatternQuestion { game: term.game, ranges, to: args.to, show, search };
    let found = solver.pattern(&question);
    progress.clear();
    print(&found?, asked.first().map(String::as_str), args, lang, out)
}

fn print(
    found: &Patterns,
    name: Option<&str>,
    args: &Args,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    if args.json {
        out.json(&found.json(lang))?;
    } else {
        out.lines(&print_pattern::lines(found, name, lang))?;
    }
    let Some(problem) = &found.stopped else { return Ok(0) };
    out.flush()?;
    crate::out::complain(&problem.line(lang));
    Ok(problem.exit_code())
}

/// The numbers of a list: typed as words, or on standard input.
fn list(typed: &[String]) -> Result<Vec<i64>, Failure> {
    let text = if typed.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(Mistake::PatternOfWhat.into());
        }
        read_standard_input()?
    } else {
        typed.join(" ")
    };
    let list = match numbers(&text) {
        Some(list) => list,
        None => return Err(Mistake::ListNumber { typed: wrong(&text) }.into()),
    };
    if list.is_empty() {
        return Err(Mistake::PatternOfWhat.into());
    }
    if list.len() > MOST {
        return Err(Mistake::ListLong { count: list.len(), most: MOST }.into());
    }
    Ok(list)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "，,;；[](){}".contains(c)).filter(|w| !w.is_empty())
}

fn one(word: &str) -> Option<i64> {
    let plain = word.strip_prefix('+').unwrap_or(word).replace('−', "-");
    number::fitting::<i64>(&plain).filter(|n| n.unsigned_abs() <= LARGEST as u64)
}

/// Numbers separated by blanks or commas; `None` if something else is among them.
fn numbers(text: &str) -> Option<Vec<i64>> {
    split(text).map(one).collect()
}

/// The first word that is no number.
fn wrong(text: &str) -> String {
    let word = split(text).find(|w| one(w).is_none()).unwrap_or_default();
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(numbers("0, 1, 2,-3\n4"), Some(vec![0, 1, 2, -3, 4]));
        assert_eq!(numbers("[0 1 2]"), Some(vec![0, 1, 2]));
        assert_eq!(numbers("1 two 3"), None);
        assert_eq!(wrong("1 two 3"), "two");
        assert_eq!(numbers("99999999999999999999"), None);
        assert_eq!(numbers("9223372036854775807"), None);
    }
}
