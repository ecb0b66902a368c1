//! `completions`: made from the same description of the command that parses it.

use crate::commands::prelude::*;
use crate::flags::help;
use bouton::game::catalogue;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;

/// Completions for your shell ¦ 命令行补全脚本
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton completions bash > ~/.local/share/bash-completion/completions/bouton
  bouton completions fish > ~/.config/fish/completions/bouton.fish")]
pub(crate) struct Args {
    /// Your shell ¦ 你的 shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// A completion script. Scripts are made from the description of the command, in which games stand where they may be
/// typed: behind the verbs that take one, and, since the verb may be left out, at the beginning with the flags of `solve`.
pub(crate) fn run(args: &Args, _: Lang, out: &mut Out) -> Result<u8, Failure> {
    let names: Vec<&'static str> = catalogue::listed().map(|e| e.id).collect();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut described(&names, args.shell), "bouton", &mut script);
    out.text(&with_games(&String::from_utf8_lossy(&script), &names, args.shell))?;
    Ok(0)
}

/// The positional argument of a verb that begins with a game.
fn game_of(verb: &Command) -> Option<String> {
    let first = verb.get_positionals().next()?;
    let wants =
        first.get_value_names().into_iter().flatten().any(|n| n.starts_with("GAME") || n.starts_with("A B"));
    wants.then(|| first.get_id().to_string())
}

fn described(names: &[&'static str], shell: Shell) -> Command {
    let mut command = help::command(Lang::En);
    let games = || PossibleValuesParser::new(names.iter().copied());
    let solve: Vec<Arg> = command
        .find_subcommand("solve")
        .into_iter()
        .flat_map(Command::get_arguments)
        // In zsh a word before the verb would hide the verbs.
        .filter(|arg| !(arg.is_positional() && shell == Shell::Zsh))
        .cloned()
        .collect();
    for arg in solve {
        let arg = if arg.is_positional() { arg.value_parser(games()).required(false) } else { arg };
        command = command.arg(arg);
    }
    command.mut_subcommands(|verb| match game_of(&verb) {
        Some(id) => verb.mut_arg(id, |arg| arg.value_parser(games())),
        None => verb,
    })
}

/// What the maker of scripts leaves out for a shell.
fn with_games(script: &str, names: &[&str], shell: Shell) -> String {
    let list = names.join(" ");
    let verbs: Vec<String> = help::command(Lang::En)
        .get_subcommands()
        .filter(|v| game_of(v).is_some())
        .map(|v| v.get_name().to_string())
        .collect();
    match shell {
        // Games or files, and games where the verbs stand.
        Shell::Zsh => {
            let commands = "_describe -t commands 'bouton commands' commands \"$@\"";
            let games = format!("{commands}\n    compadd -X games -- {list}");
            let choice = format!(
                "(( $+functions[_bouton_games] )) ||\n_bouton_games() {{\n    _alternative 'games:game:({list})' 'files:file:_files'\n}}\n\n"
            );
            let body =
                script.replace(&format!(":({list})'"), ":_bouton_games'").replacen(commands, &games, 1);
            body.replacen(
                "(( $+functions[_bouton_commands] ))",
                &format!("{choice}(( $+functions[_bouton_commands] ))"),
                1,
            )
        }
        Shell::Fish => {
            let others: Vec<String> = help::command(Lang::En)
                .get_subcommands()
                .map(|v| v.get_name().to_string())
                .filter(|v| !verbs.contains(v))
                .collect();
            let others = others.join(" ");
            format!(
                "{script}complete -c bouton -n \"not __fish_seen_subcommand_from {others}\" -a \"{list}\"\n"
            )
        }
        Shell::PowerShell => inserted(
            script,
            &verbs,
            |path| format!("'{}' {{", path.join(";")),
            || {
                let one = |n: &&str| {
                    format!(
                        "            [CompletionResult]::new('{n}', '{n}', [CompletionResultType]::ParameterValue, '{n}')\n"
                    )
                };
                names.iter().map(one).collect()
            },
        ),
        Shell::Elvish => inserted(
            script,
            &verbs,
            |path| format!("&'{}'= {{", path.join(";")),
            || names.iter().map(|n| format!("            cand {n} '{n}'\n")).collect(),
        ),
        _ => script.to_string(),
    }
}

/// The script with lines behind those that begin the completions of the command and of these verbs.
fn inserted(
    script: &str,
    verbs: &[String],
    head: impl Fn(&[&str]) -> String,
    lines: impl Fn() -> String,
) -> String {
    let mut heads = vec![head(&["bouton"])];
    heads.extend(verbs.iter().map(|verb| head(&["bouton", verb])));
    let mut out = String::new();
    for line in script.lines() {
        out.push_str(line);
        out.push('\n');
        if heads.iter().any(|h| line.trim() == h) {
            out.push_str(&lines());
        }
    }
    out
}
