//! The `bouton` command: reads what is asked, asks the library, prints what it answers.
//!
//! Nothing is computed here. [`flags`] and [`input`] turn the command line into a question, one module a verb
//! ([`commands`]) asks it, and [`print`] puts the answer on the [`terminal`]. Exit codes: 0 done, 1 a claim or an
//! example is false, a certificate refused, or games differ, 2 the user's mistake, 3 over budget, 130 interrupted.

mod commands;
mod flags;
mod input;
mod lang;
mod mistake;
mod print;
mod terminal;

use clap::{CommandFactory, FromArgMatches};
use commands::{Cli, Verb, first_screen};
use flags::colours::{Paint, parse_paint};
use flags::help;
use input::words;
use lang::Lang;
use mistake::{Failure, Mistake};
use std::process::ExitCode;
use terminal::out::Out;
use terminal::{interrupt, layout};

fn main() -> ExitCode {
    let typed: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
    let arranged = words::arrange(&Cli::command(), &typed);
    let mut lang = Lang::from_environment(|name| std::env::var(name).ok());
    let mut unknown = None;
    if let Some(word) = words::given(&arranged, "--lang") {
        match Lang::named(word) {
            Some(named) => lang = named,
            None => unknown = Some(word.to_string()),
        }
    }
    lang::speak(lang);
    let result = match unknown {
        Some(typed) => Err(Mistake::Language { typed }.into()),
        None => run(&arranged, lang),
    };
    ExitCode::from(result.unwrap_or_else(|failure| {
        if let Some(text) = failure.say(lang) {
            crate::terminal::out::complain(&text);
        }
        failure.exit_code()
    }))
}

fn run(arranged: &[String], lang: Lang) -> Result<u8, Failure> {
    if words::has(arranged, "--no-color") {
        anstream::ColorChoice::Never.write_global();
    } else if let Some(Ok(Paint::When(choice))) = words::given(arranged, "--color").map(parse_paint) {
        choice.write_global();
    }
    let command = help::command(lang).term_width(layout::terminal_width().min(100));
    let matches = match command.try_get_matches_from(arranged) {
        Ok(matches) => matches,
        Err(error) => return flags::wrong::explain(&error, words::verb(&Cli::command(), arranged), lang),
    };
    let mut cli = Cli::from_arg_matches(&matches).map_err(|e| Mistake::Flags(e.to_string()))?;
    match (cli.common.color, &mut cli.verb) {
        (Some(Paint::By(colour)), Some(Verb::Plot(args))) => args.colour = colour,
        (Some(Paint::By(_)), _) => return Err(Mistake::Color.into()),
        _ => {}
    }
    let mut out = Out::standard();
    let code = match cli.verb {
        None => first_screen::run(lang, &mut out),
        Some(verb) => {
            interrupt::listen();
            verb.run(lang, &mut out)
        }
    }?;
    out.flush()?;
    Ok(code)
}
