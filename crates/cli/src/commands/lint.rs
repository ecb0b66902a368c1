//! `lint`: slips in rules that are not errors.

use crate::commands::prelude::*;
use crate::input::source::Source;
use bouton::language::diagnostic::plural;

/// Look for slips in rules ¦ 检查规则中的疏漏
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton lint mygame.game
  bouton lint nim kayles")]
pub(crate) struct Args {
    /// Games or files ¦ 游戏或文件
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
}

/// Runs the verb. Warnings do not change the exit code; rules that cannot be read do.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let progress = Progress::new(lang);
    let mut code = 0;
    for name in &args.games {
        let result = one(name, &progress, lang, out);
        progress.clear();
        match result {
            Ok(()) => {}
            Err(failure) => code = out.go_on(failure, lang)?,
        }
    }
    Ok(code)
}

fn one(name: &str, progress: &Progress, lang: Lang, out: &mut Out) -> Result<(), Failure> {
    let source = Source::named(name, false)?;
    let (file, text) = source.text()?;
    let (game, mut warnings) = Game::from_text(&file, &text, &source.folder())?;
    let game = game.cancelled_by(crate::terminal::interrupt::flag());
    let report = Solver::new(budget(&Cost::default(), progress)).lint(&game)?;
    warnings.extend(report.warnings);
    for warning in &warnings {
        out.line(&warning.render(game.sources(), lang, true))?;
        out.line("")?;
    }
    for hint in &report.hints {
        let mut text = hint.problem.message(lang);
        if let Some(help) = hint.problem.help(lang) {
            text.push_str(lang.pick(" ", ""));
            text.push_str(&help);
        }
        out.line(&paint(DIM, &format!("{file}  {text}")))?;
    }
    let (count, dropped, made, positions) = (warnings.len(), report.dropped, report.made, report.positions);
    out.line(&match lang {
        Lang::En => format!(
            "{file}  {count} {}; {positions} position{} tried, {made} move{} made, {dropped} result{} left their domain",
            if count == 1 { "warning" } else { "warnings" },
            plural(positions),
            plural(made),
            plural(dropped),
        ),
        Lang::Zh => {
            format!("{file}  {count} 个警告；试了 {positions} 个局面、{made} 步，{dropped} 个结果超出取值范围")
        }
    })
}
