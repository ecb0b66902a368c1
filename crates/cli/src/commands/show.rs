//! `show`: the rules of a game, what is said about it, and a position drawn.

use crate::commands::prelude::*;
use crate::input::question::Term;
use crate::input::source::Source;

/// The rules of a game, its notes and its source ¦ 游戏的规则、说明和来源
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton show nim
  bouton show tictactoe XO./.X./O..")]
pub(crate) struct Args {
    /// A game, and perhaps a position to draw ¦ 游戏，还可以加一个要画出来的局面
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, None, "show")?;
    let Term { game, position, .. } = &term;
    if position.is_empty() {
        about(&term, lang, out)?;
    }
    draw_one(game, position, lang, out)?;
    Ok(0)
}

/// Title, names, notes, source, rules.
fn about(term: &Term, lang: Lang, out: &mut Out) -> Result<(), Failure> {
    let rules = term.game.rules();
    let wide = terminal_width();
    out.line(&paint(TITLE, &term.game.title()))?;
    if !rules.aliases.is_empty() {
        let names = rules.aliases.join(", ");
        let head = lang.pick("also: ", "别名：");
        for line in prose(&format!("{head}{names}"), wide) {
            out.line(&paint(DIM, &line))?;
        }
    }
    for note in &rules.notes {
        out.line("")?;
        out.lines(&prose(note.pick(lang), wide))?;
    }
    for source in &rules.citations {
        out.line("")?;
        let head = lang.pick("Source: ", "来源：");
        out.lines(&prose(&format!("{head}{source}"), wide))?;
    }
    out.line("")?;
    // Standard input has been read already; its text is the first of the game's own sources.
    let text = match &term.source {
        Source::StandardInput => term.game.sources().get(0).map_or(String::new(), |s| s.text.to_string()),
        other => other.text()?.1,
    };
    for line in text.lines() {
        out.line(format!("    {line}").trim_end())?;
    }
    Ok(())
}

/// The position that was typed; otherwise that of the first example, so that a reader sees one.
fn draw_one(game: &Game, typed: &str, lang: Lang, out: &mut Out) -> Result<(), Failure> {
    if !typed.is_empty() {
        let position = game.position(typed)?;
        return out.lines(&print::position::lines(game, &position, lang));
    }
    let plain = game.rules().examples.iter().find(|e| !e.setup && e.with.is_empty());
    let text = plain.map_or("", |e| e.position.as_str());
    // A game without examples may have a start of its own.
    let Ok(position) = game.position(text) else { return Ok(()) };
    out.line("")?;
    out.line(&match lang {
        Lang::En => format!("For example  {}", game.show(&position)),
        Lang::Zh => format!("例如  {}", game.show(&position)),
    })?;
    let drawn = print::position::lines(game, &position, lang);
    out.lines(&drawn.iter().map(|l| format!("    {l}")).collect::<Vec<_>>())
}
