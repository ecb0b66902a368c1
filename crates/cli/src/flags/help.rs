//! What `--help` says, in one language. The texts stand beside the verbs and flags they speak of, English first, then
//! Chinese behind a `¦`; examples are the same in both, but for a remark beside one.

use crate::commands::Cli;
use crate::lang::Lang;
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};

const TEMPLATE_ZH: &str = "{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}";

/// The command with its help in a language.
pub(crate) fn command(lang: Lang) -> Command {
    let mut command = Cli::command();
    if lang == Lang::Zh {
        // Building first gives every verb its global flags and its --help, so that they can be reworded too.
        command.build();
    }
    worded(command, lang)
}

fn worded(command: Command, lang: Lang) -> Command {
    let about = command.get_about().map(|text| picked(&text.to_string(), lang));
    let after = command.get_after_help().map(|text| examples(text, lang));
    let command = command.about(about.unwrap_or_default()).after_help(after.unwrap_or_default());
    let command = command.mut_subcommands(|verb| worded(verb, lang)).mut_args(|arg| {
        let text = match (arg.get_id().as_str(), lang) {
            ("help", Lang::Zh) => "显示帮助".into(),
            ("version", Lang::Zh) => "显示版本".into(),
            _ => with_holes(&arg.get_help().map(|text| picked(&text.to_string(), lang)).unwrap_or_default()),
        };
        let heading = if arg.is_positional() { "参数" } else { "选项" };
        match lang {
            Lang::En => arg.help(text),
            Lang::Zh => arg.help(text).help_heading(heading),
        }
    });
    match lang {
        Lang::En => command,
        Lang::Zh => command.help_template(TEMPLATE_ZH).subcommand_help_heading("动词"),
    }
}

/// The part of a text that is in a language.
fn picked(text: &str, lang: Lang) -> String {
    let (en, zh) = text.split_once('¦').unwrap_or((text, text));
    lang.pick(en, zh).trim().to_string()
}

/// Examples, one a line and perhaps with a remark, and what is said below them.
fn examples(text: &StyledStr, lang: Lang) -> String {
    let text = text.to_string();
    let (list, below) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut out = lang.pick("Examples:", "例：").to_string();
    for line in list.lines().map(str::trim) {
        let (en, zh) = line.split_once(" ¦ ").unwrap_or((line, ""));
        let command = en.rfind("  ").filter(|_| lang == Lang::Zh && !zh.is_empty());
        out.push_str("\n  ");
        out.push_str(&command.map_or_else(|| en.to_string(), |end| format!("{}{zh}", &en[..end + 2])));
    }
    if !below.is_empty() {
        out.push_str("\n\n");
        out.push_str(&picked(below, lang));
    }
    with_holes(&out)
}

/// `{n}` in help texts is a line break to clap: a style that changes nothing stands inside, and is never printed.
fn with_holes(text: &str) -> String {
    text.replace("{n}", "{\u{1b}[0mn}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every verb and every flag is explained in both languages, and every verb has examples.
    #[test]
    fn everything_is_explained_in_both_languages() {
        let command = Cli::command();
        for verb in command.get_subcommands().chain([&command]) {
            let named = verb.get_name();
            let both = |text: Option<&StyledStr>| text.is_some_and(|t| t.to_string().contains('¦'));
            assert!(both(verb.get_about()), "{named}");
            assert!(verb.is_hide_set() || verb.get_after_help().is_some(), "{named}");
            let below = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(below.split_once("\n\n").is_none_or(|(_, below)| below.contains('¦')), "{named}");
            for arg in verb.get_arguments() {
                assert!(both(arg.get_help()), "{named} {}", arg.get_id());
            }
        }
    }

    #[test]
    fn the_command_is_well_formed() {
        for lang in [Lang::En, Lang::Zh] {
            command(lang).debug_assert();
        }
    }
}
