//! Putting the words of the command line in an order that clap can read.
//!
//! The verb may be left out, flags may stand anywhere, and `-10` is a number of the position, not a flag. So the verb
//! is moved to the front (`solve` where there is none) and a word that is a minus sign and a digit is hidden behind a
//! mark that no person types; [`unhide`] takes the mark away again.

use clap::{ArgAction, Command};

/// Stands before a word that looks like a flag and is none.
const MARK: char = '\u{1}';

/// The verb and the rest, in the order clap wants them: `["bouton", verb, …]`; `None` where there is nothing but
/// flags, which then stay as they are.
pub(crate) fn arrange(command: &Command, words: &[String]) -> Vec<String> {
    let hidden: Vec<String> = words.iter().map(|w| hide(w)).collect();
    let mut out = vec!["bouton".to_string()];
    let Some(first) = first_plain(command, &hidden) else {
        out.extend(hidden);
        return out;
    };
    let after_end = hidden[..first].iter().any(|w| w == "--");
    let verb = !after_end && is_verb(command, &hidden[first]);
    if verb {
        out.push(hidden[first].clone());
        out.extend(hidden[..first].iter().cloned());
        out.extend(hidden[first + 1..].iter().cloned());
    } else {
        out.push("solve".to_string());
        out.extend(hidden);
    }
    out
}

/// Index of the first word that is neither a flag nor the value of one.
fn first_plain(command: &Command, words: &[String]) -> Option<usize> {
    let mut i = 0;
    while i < words.len() {
        let word = words[i].as_str();
        if word == "--" {
            return (i + 1 < words.len()).then_some(i + 1);
        }
        if !word.starts_with('-') || word == "-" {
            return Some(i);
        }
        i += if !word.contains('=') && takes_value(command, word) { 2 } else { 1 };
    }
    None
}

/// Does this flag of some verb have a value behind it? A flag means the same in every verb that has it, except that
/// it may be missing there.
fn takes_value(command: &Command, flag: &str) -> bool {
    let Some(name) = flag.strip_prefix("--") else { return false };
    let all = command.get_subcommands().flat_map(Command::get_arguments).chain(command.get_arguments());
    let mut named = all.filter(|arg| arg.get_long() == Some(name));
    // `--csv=FILE` has its value in the same word, or none.
    named.any(|arg| {
        matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) && !arg.is_require_equals_set()
    })
}

/// Is this word one of the verbs?
pub(crate) fn is_verb(command: &Command, word: &str) -> bool {
    word == "help" || command.get_subcommands().any(|c| c.get_name() == word)
}

fn hide(word: &str) -> String {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some('-'), Some(c)) if c.is_ascii_digit() => format!("{MARK}{word}"),
        _ => word.to_string(),
    }
}

/// The word as it was typed.
pub(crate) fn unhide(word: &str) -> String {
    word.replace(MARK, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn verbs_are_moved_to_the_front() {
        let table: &[(&str, &str)] = &[
            ("nim 3 4 5", "bouton solve nim 3 4 5"),
            ("kayles 3 4 --misere", "bouton solve kayles 3 4 --misere"),
            ("--misere kayles 3 4", "bouton solve --misere kayles 3 4"),
            ("--lang zh list", "bouton list --lang zh"),
            ("--lang=zh list", "bouton list --lang=zh"),
            ("table lasker --to 16", "bouton table lasker --to 16"),
            ("solve table 3", "bouton solve table 3"),
            ("ends 4 -10 -20 7", "bouton solve ends 4 \u{1}-10 \u{1}-20 7"),
            ("--set m=3 bash 21", "bouton solve --set m=3 bash 21"),
            ("- 3 4", "bouton solve - 3 4"),
            ("-- table 3", "bouton solve -- table 3"),
            ("--help", "bouton --help"),
            ("", "bouton"),
        ];
        let command = Cli::command();
        for (typed, arranged) in table {
            let words: Vec<String> = typed.split_whitespace().map(str::to_string).collect();
            assert_eq!(arrange(&command, &words).join(" "), *arranged, "{typed}");
        }
        assert_eq!(unhide("\u{1}-10,3"), "-10,3");
    }

    #[test]
    fn the_command_is_well_formed() {
        Cli::command().debug_assert();
        crate::help::chinese(Cli::command()).debug_assert();
    }
}
