//! Putting the words of the command line in an order that clap can read.
//!
//! The verb may be left out, flags may stand anywhere, and `-10` is a number of the position, not a flag. So the line is
//! laid out anew before clap looks: the verb, the flags with their values in one word (`--no=-1`), `--`, and then all
//! other words. Nothing is added to a word and nothing taken away: every value arrives as it was typed.

use bouton::game::catalogue;
use clap::{Arg, ArgAction, Command};

/// The words in the order clap wants them: `["bouton", verb, flags, "--", …]`; without a verb where there is nothing but
/// flags.
pub(crate) fn arrange(command: &Command, words: &[String]) -> Vec<String> {
    let Split { mut flags, mut plain, before } = split(command, words);
    // A whole line in one word, or the name of the command once more.
    if let Some(first) = plain.first().filter(|_| before) {
        let mut pieces: Vec<String> = first.split_whitespace().map(String::from).collect();
        let again = pieces.first().is_some_and(|w| w == "bouton") && (pieces.len() > 1 || plain.len() > 1);
        let line = pieces.len() > 1 && is_verb(command, &pieces[0]) && !first.contains(['"', ';', '；']);
        if again || line && catalogue::find(first).is_none() {
            let mut rest = plain.split_off(1);
            pieces.drain(..usize::from(again));
            if pieces.is_empty() {
                pieces.push(rest.remove(0));
            }
            let end = if rest.is_empty() { Vec::new() } else { vec!["--".to_string()] };
            return arrange(command, &[flags, pieces, end, rest].concat());
        }
    }
    let mut out = vec!["bouton".to_string()];
    match plain.first() {
        // `help table` is `table --help`.
        Some(word)
            if before
                && word == "help"
                && plain.len() <= 2
                && plain[1..].iter().all(|w| is_verb(command, w)) =>
        {
            plain.remove(0);
            out.append(&mut plain);
            flags.push("--help".to_string());
        }
        Some(word) if before && is_verb(command, word) => out.push(plain.remove(0)),
        Some(_) => out.push("solve".to_string()),
        None => {}
    }
    out.append(&mut flags);
    if !plain.is_empty() {
        out.push("--".to_string());
        out.append(&mut plain);
    }
    out
}

/// The value that an arranged line gives to a flag; the last one counts.
pub(crate) fn given<'w>(arranged: &'w [String], flag: &str) -> Option<&'w str> {
    let flags = arranged.iter().take_while(|w| *w != "--");
    flags.filter_map(|w| w.strip_prefix(flag)?.strip_prefix('=')).last()
}

/// Does an arranged line have this flag, without a value?
pub(crate) fn has(arranged: &[String], flag: &str) -> bool {
    arranged.iter().take_while(|w| *w != "--").any(|w| w == flag)
}

/// A line taken apart.
#[derive(Default)]
struct Split {
    /// Flags, each with its value in the same word.
    flags: Vec<String>,
    /// All other words.
    plain: Vec<String>,
    /// The first of them stands before a `--` that ends the flags.
    before: bool,
}

fn split(command: &Command, words: &[String]) -> Split {
    let mut out = Split::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            out.plain.extend(words.cloned());
            break;
        }
        if !is_flag(word) {
            out.plain.push(word.clone());
            out.before = true;
            continue;
        }
        let mut flag = word.clone();
        // What is itself a flag is no value, unless it is written with `=`: clap says that the value is missing.
        let value = words.as_slice().first().filter(|next| !known(command, next));
        if let Some(value) = value.filter(|_| !word.contains('=') && takes_value(command, word)) {
            flag = format!("{word}={value}");
            words.next();
        }
        out.flags.push(flag);
    }
    out
}

/// A flag begins with one or two minus signs and a letter; `-10`, `-` and `--++` are words of a position.
fn is_flag(word: &str) -> bool {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
    name.is_some_and(|name| name.starts_with(char::is_alphabetic))
}

/// The flags of this name, of all verbs.
fn named<'c>(command: &'c Command, flag: &str) -> impl Iterator<Item = &'c Arg> {
    let name = flag.strip_prefix("--").unwrap_or_default().to_string();
    let all = command.get_subcommands().flat_map(Command::get_arguments).chain(command.get_arguments());
    all.filter(move |arg| {
        let others = arg.get_all_aliases().unwrap_or_default();
        arg.get_long() == Some(&name) || others.contains(&name.as_str())
    })
}

/// Is the word a flag of some verb, with or without a value?
fn known(command: &Command, word: &str) -> bool {
    let flag = word.split('=').next().unwrap_or(word);
    flag == "--help" || named(command, flag).next().is_some()
}

/// Does this flag of some verb have a value behind it? A flag means the same in every verb that has it, except that
/// it may be missing there.
fn takes_value(command: &Command, flag: &str) -> bool {
    // `--csv=FILE` has its value in the same word, or none.
    named(command, flag).any(|arg| {
        matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) && !arg.is_require_equals_set()
    })
}

/// Is this word one of the verbs?
pub(crate) fn is_verb(command: &Command, word: &str) -> bool {
    command.get_subcommands().any(|c| c.get_name() == word)
}

/// The verb of an arranged line.
pub(crate) fn verb<'w>(command: &Command, arranged: &'w [String]) -> Option<&'w str> {
    arranged.get(1).filter(|w| is_verb(command, w)).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    #[test]
    fn verbs_are_moved_to_the_front() {
        let table: &[(&str, &str)] = &[
            ("nim 3 4 5", "bouton solve -- nim 3 4 5"),
            ("kayles 3 4 --misere", "bouton solve --misere -- kayles 3 4"),
            ("--misere kayles 3 4", "bouton solve --misere -- kayles 3 4"),
            ("--lang zh list", "bouton list --lang=zh"),
            ("--lang=zh list", "bouton list --lang=zh"),
            ("table lasker --to 16", "bouton table --to=16 -- lasker"),
            ("solve table 3", "bouton solve -- table 3"),
            ("ends 4 -10 -20 7", "bouton solve -- ends 4 -10 -20 7"),
            ("flip-game --++", "bouton solve -- flip-game --++"),
            ("--set m=3 bash 21", "bouton solve --set=m=3 -- bash 21"),
            ("stress nim a.py --no -1", "bouton stress --no=-1 -- nim a.py"),
            ("stress nim a.py --no -no", "bouton stress --no=-no -- nim a.py"),
            ("stress nim a.py --no --json", "bouton stress --no --json -- nim a.py"),
            ("stress nim a.py --no=--json", "bouton stress --no=--json -- nim a.py"),
            ("table nim --csv x", "bouton table --csv -- nim x"),
            ("- 3 4", "bouton solve -- - 3 4"),
            ("-- table 3", "bouton solve -- table 3"),
            ("bouton table 3", "bouton table -- 3"),
            ("bouton", "bouton solve -- bouton"),
            ("--misere -- table 3", "bouton solve --misere -- table 3"),
            ("--help", "bouton --help"),
            ("help", "bouton --help"),
            ("help table", "bouton table --help"),
            ("help rules", "bouton help -- rules"),
            ("-h", "bouton -h"),
            ("", "bouton"),
        ];
        let command = Cli::command();
        for (typed, arranged) in table {
            let words: Vec<String> = typed.split_whitespace().map(str::to_string).collect();
            assert_eq!(arrange(&command, &words).join(" "), *arranged, "{typed}");
        }
        let one = ["table lasker --to 16".to_string()];
        assert_eq!(arrange(&command, &one).join(" "), "bouton table --to=16 -- lasker");
    }

    /// Every flag of every verb, with values that look like flags, numbers below zero and ends of flags.
    #[test]
    fn values_arrive_as_typed() {
        let command = Cli::command().mut_subcommands(lenient);
        for verb in command.get_subcommands() {
            let possible = |arg: &Arg| arg.get_possible_values().first().map(|v| v.get_name().to_string());
            let needed =
                verb.get_positionals().enumerate().filter(|(i, arg)| *i == 0 || arg.is_required_set());
            let plain: Vec<String> =
                needed.map(|(_, arg)| possible(arg).unwrap_or_else(|| "word".to_string())).collect();
            for arg in verb.get_arguments().filter(|a| !a.is_positional()) {
                let Some(long) = arg.get_long().filter(|_| arg.get_action().takes_values()) else { continue };
                for value in ["-1", "-1e9", "-x", "--", "---", "--++", "-", "- 1", "", "=", "a=-1", "\u{1}-1"]
                {
                    let next = [format!("--{long}"), value.to_string()];
                    let together = [format!("--{long}={value}")];
                    let ways = [Some(&next[..]).filter(|_| !arg.is_require_equals_set()), Some(&together)];
                    for typed in ways.into_iter().flatten() {
                        let words: Vec<String> = std::iter::once(verb.get_name().to_string())
                            .chain(plain.clone())
                            .chain(typed.to_vec())
                            .collect();
                        let found = command.clone().try_get_matches_from(arrange(&command, &words));
                        let found = found.unwrap_or_else(|e| panic!("{words:?}: {e}"));
                        let (_, found) = found.subcommand().unwrap_or_else(|| panic!("{words:?}"));
                        let value_found = found.get_many::<String>(arg.get_id().as_str());
                        let values: Vec<&String> = value_found.into_iter().flatten().collect();
                        assert_eq!(values, [value], "{words:?}");
                    }
                }
            }
        }
    }

    /// The same verb with flags that take any text and need nothing else.
    fn lenient(verb: Command) -> Command {
        let groups: Vec<_> = verb.get_groups().map(|g| g.get_id().clone()).collect();
        let verb = groups.iter().fold(verb, |verb, group| verb.mut_group(group, |g| g.required(false)));
        verb.mut_args(|arg| match (arg.get_action().takes_values(), arg.get_long()) {
            (true, Some(long)) => Arg::new(arg.get_id().clone())
                .long(&*long.to_string().leak())
                .action(arg.get_action().clone())
                .require_equals(arg.is_require_equals_set())
                .global(arg.is_global_set()),
            _ => arg.required(false),
        })
    }
}
