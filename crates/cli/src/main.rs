//! The `bouton` command: reads what is asked, asks the library, prints what it answers.
//!
//! Nothing is computed here. [`words`], [`args`] and [`question`] turn the command line into a question, one module a
//! verb asks it, and `print_…` and [`draw`] put the answer on the terminal. Exit codes: 0 done, 1 a claim or an
//! example is false, a certificate refused, or games differ, 2 the user's mistake, 3 over budget, 130 interrupted.

mod args;
mod args_compare;
mod args_contest;
mod args_export;
mod budget;
mod check;
mod dialogue;
mod draw;
mod explain;
mod export;
mod export_document;
mod files;
mod first_screen;
mod flags;
mod fmt;
mod gen_tests;
mod help;
mod help_compare;
mod help_contest;
mod help_export;
mod help_rules;
mod interact;
mod interrupt;
mod lang;
mod layout;
mod lint;
mod list;
mod mistake;
mod new;
mod numbers;
mod out;
mod pattern;
mod play;
mod plot;
mod print_answer;
mod print_claim;
mod print_pattern;
mod print_table;
mod print_why;
mod progress;
mod prove;
mod question;
mod same;
mod sample;
mod save;
mod serve;
mod shell;
mod show;
mod solve;
mod source;
mod starts;
mod stress;
mod table;
mod verify;
mod words;

use args::{Cli, Verb};
use args_compare::{Paint, parse_paint};
use clap::{CommandFactory, FromArgMatches};
use lang::Lang;
use mistake::{Failure, Mistake};
use out::Out;
use std::process::ExitCode;

fn main() -> ExitCode {
    let typed: Vec<String> = std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
    let arranged = words::arrange(&Cli::command(), &typed);
    let mut lang = lang::from_environment(|name| std::env::var(name).ok());
    let mut unknown = None;
    if let Some(word) = words::given(&arranged, "--lang") {
        match lang::named(word) {
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
            crate::out::complain(&text);
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
    let command = match lang {
        Lang::En => Cli::command(),
        Lang::Zh => help::chinese(Cli::command()),
    };
    let command = help::with_holes(command).term_width(layout::terminal_width().min(100));
    let matches = match command.try_get_matches_from(arranged) {
        Ok(matches) => matches,
        Err(error) => return flags::explain(&error, words::verb(&Cli::command(), arranged), lang),
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
        Some(verb) => dispatch(&verb, lang, &mut out),
    }?;
    out.flush()?;
    Ok(code)
}

fn dispatch(verb: &Verb, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    interrupt::listen();
    match verb {
        Verb::Solve(args) => solve::run(args, lang, out),
        Verb::Table(args) => table::run(args, lang, out),
        Verb::Pattern(args) => pattern::run(args, lang, out),
        Verb::Check(args) => check::run(args, lang, out),
        Verb::Prove(args) => prove::run(args, lang, out),
        Verb::Verify(args) => verify::run(args, lang, out),
        Verb::Explain(args) => explain::run(args, lang, out),
        Verb::Play(args) => play::run(args, lang),
        Verb::Starts(args) => starts::run(args, lang, out),
        Verb::Same(args) => same::run(args, lang, out),
        Verb::Plot(args) => plot::run(args, lang, out),
        Verb::Stress(args) => stress::run(args, lang, out),
        Verb::Gen(args) => gen_tests::run(args, lang, out),
        Verb::Interact(args) => interact::run(args, lang, out),
        Verb::Export(args) => export::run(args, lang, out),
        Verb::List(args) => list::run(args, lang, out),
        Verb::Show(args) => show::run(args, lang, out),
        Verb::Lint(args) => lint::run(args, lang, out),
        Verb::Fmt(args) => fmt::run(args, lang, out),
        Verb::New(args) => new::run(args, lang),
        Verb::Serve(args) => serve::run(args, lang),
        Verb::ServeWorker => serve::worker(),
        Verb::Help(args) => help_rules::run(args, lang, out),
        Verb::Completions(args) => shell::completions(args, out),
        Verb::Man => shell::man(out),
    }
}
