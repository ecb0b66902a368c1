//! `thermograph`: how the stops of a value move with the tax on moves, drawn.

use crate::commands::prelude::*;
use crate::commands::value;
use crate::flags::groups::Picture;
use bouton::table::saved::write_file;
use bouton::value::picture::walls;
use bouton_plot::Theme;
use std::path::Path;

/// Draw the thermograph of a position, a sum or an expression ¦ 画出局面、和或表达式的温度图
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton thermograph toads-frogs TT.F
  bouton thermograph \"{2||1|-1}\" --svg picture.svg
  bouton thermograph domineering 3x3 --png picture.png

Greater values stand on the left; up goes the tax on every move. Where the walls meet is the temperature, and the mast
over it stands at the mean. ¦ 左边的值较大；向上是每一步要付的税。两壁相遇处是温度，其上的桅杆位于均值。")]
pub(crate) struct Args {
    /// A game and a position, several joined by + and -, or an expression ¦ 游戏和局面，可用 + 和 - 相连，或表达式
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    #[command(flatten)]
    picture: Picture,
    /// On dark paper ¦ 深色背景
    #[arg(long)]
    dark: bool,
    /// The points of the walls as JSON ¦ 以 JSON 输出两壁的各点
    #[arg(long, conflicts_with_all = ["png", "svg"])]
    json: bool,
    /// Draw with # alone ¦ 只用 # 画
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let question = value::ask(&args.words, &args.change, &args.cost)?;
    let answer = args.cost.ask(lang, |solver| solver.thermograph(&question))?;
    if args.json {
        out.json(&answer, lang)?;
        return Ok(0);
    }
    let walls = walls(&answer, args.ascii, lang);
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    if let Some(file) = &args.picture.png {
        let bytes = walls
            .png(theme, 2)
            .map_err(|error| Mistake::File { path: file.display().to_string(), why: error.to_string() })?;
        save(file, &bytes, lang, out)?;
    }
    if let Some(file) = &args.picture.svg {
        save(file, walls.svg(theme).as_bytes(), lang, out)?;
    }
    if args.picture.png.is_some() || args.picture.svg.is_some() {
        return Ok(0);
    }
    out.line(&paint(TITLE, &walls.title))?;
    out.line("")?;
    let drawn = walls.terminal(terminal_width().saturating_sub(2), !args.ascii);
    out.lines(&drawn.iter().map(|line| format!("  {line}")).collect::<Vec<_>>())?;
    out.line("")?;
    out.lines(&prose(&walls.subtitle, terminal_width()))?;
    Ok(0)
}

fn save(file: &Path, bytes: &[u8], lang: Lang, out: &mut Out) -> Result<(), Failure> {
    write_file(file, |to| to.put(|out| out.write_all(bytes)))?;
    let file = file.display();
    out.line(&lang.pick(format!("Written: {file}"), format!("已写入：{file}")))
}
