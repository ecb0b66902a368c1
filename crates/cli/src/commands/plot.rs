//! `plot`, and the pictures of `table`: asks for a table of numbers and hands it to the drawing room.

use crate::commands::prelude::*;
use crate::commands::table;
use crate::flags::colours::parse_colour;
use crate::flags::groups::Picture;
use anstream::ColorChoice;
use bouton::table::picture::{
    Colour, Form, Key, Look, Places, Scheme, Size, Theme, grid, key_word, no_picture, subtitle, wrap,
};
use bouton::table::saved::write_file;
use bouton::table::{Show, Table, TableQuestion};
use bouton_plot::terminal::{self, Depth, Style};
use std::path::Path;

/// A picture of a table: in the terminal, as PNG or SVG ¦ 画出一张表：在终端中，或写成 PNG、SVG
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton plot wythoff                              in the terminal ¦ 在终端中
  bouton plot wythoff --to 100 --png wythoff.png
  bouton plot wythoff --colour \"mod 3\" --svg wythoff.svg
  bouton plot kayles --to 240 --wrap 12            the period as columns ¦ 周期显示为竖列
  bouton plot wythoff --to 160 --braille           the lost positions alone ¦ 只画必败局面
  bouton plot bash n=0..40 m=1..10 --show win

Lost positions are orange on a scale of blues, which colour blindness leaves apart. Without colours, letters stand for
values: 0-9, a-z, A-Z, + beyond; # lost, . won, = drawn.
¦ 必败局面为橙色，其余为深浅不同的蓝色，色盲者也能分辨。没有颜色时用字母表示值：0-9、a-z、A-Z，更大的为 +；# 必败，. 必胜，= 平局。")]
pub(crate) struct Args {
    /// A game, then ranges: a=0..60 b=0..60; fields with one value (c=3) make no axis
    /// ¦ 游戏，然后是范围：a=0..60 b=0..60；只有一个值的字段（c=3）不成为坐标轴
    #[arg(value_name = "GAME RANGES", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What to show: grundy, win, best (how many), score, moves or remoteness
    /// ¦ 画什么：grundy、win（胜负）、best（最优走法的个数）、score（得分）、moves（走法数）或 remoteness（步数）
    #[arg(long, value_parser = one_of(table::SHOW), value_name = "WHAT", hide_possible_values = true)]
    show: Option<Show>,
    /// This player moves first ¦ 由这位玩家先走
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    picture: Picture,
    /// Colour by value, outcome, or a residue: "mod 3" (also as --color)
    /// ¦ 着色依据：value（值）、outcome（胜负），或余数："mod 3"（也可写 --color）
    #[arg(long, value_name = "BY", value_parser = parse_colour, default_value = "value")]
    pub(crate) colour: Colour,
    /// Mark the lost positions ¦ 标出必败局面
    #[arg(long)]
    lost: bool,
    /// Only the lost positions, as dots of braille (in the terminal) ¦ 只用盲文点画出必败局面（在终端中）
    #[arg(long, conflicts_with_all = ["png", "svg"])]
    braille: bool,
    /// Break a strip into lines of so many cells: a period shows as columns ¦ 单行的图每行多少格：周期会显示为竖列
    #[arg(long, value_name = "N", value_parser = within::<u32>(1, 1_000_000))]
    wrap: Option<u32>,
    /// Side of a cell in pixels ¦ 每格的边长（像素）
    #[arg(long, value_name = "PIXELS", value_parser = within::<u32>(1, 200))]
    cell: Option<u32>,
    /// Everything so many times as large ¦ 整体放大倍数
    #[arg(long, value_name = "TIMES", value_parser = within::<u32>(1, 8))]
    scale: Option<u32>,
    /// On dark paper ¦ 深色背景
    #[arg(long)]
    dark: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Upper ends where none is asked for: of a strip, and of a matrix.
const USUAL: [u64; 2] = [119, 60];

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "plot")?;
    let ranges = table::ranges(&term.position)?;
    let first = match args.first.as_deref() {
        Some(name) => question::player(std::slice::from_ref(&term), name)?,
        None => 0,
    };
    let fields = term.game.rules().shape.fields.iter().filter(|f| f.start.is_none());
    let open = fields.filter(|f| !ranges.iter().any(|r| r.name == f.name)).count();
    let running = open + ranges.iter().filter(|r| r.to != Some(r.from)).count();
    let usual = running.checked_sub(1).and_then(|i| USUAL.get(i)).copied();
    let question =
        TableQuestion { game: term.game, ranges, to: args.to.or(usual), show: args.show, first, sums: false };
    let progress = Progress::new(lang);
    let mut solver = Solver::new(budget(&args.cost, &progress));
    let look = Look {
        colour: args.colour,
        theme: if args.dark { Theme::Dark } else { Theme::Light },
        wrap: args.wrap.map(|n| n as usize),
        size: Size { cell: args.cell, scale: args.scale },
        lost: args.lost,
    };
    let table = pictured(&question, &mut solver, &progress)?;
    if args.picture.png.is_some() || args.picture.svg.is_some() {
        write(&args.picture, &question.game, &table, &look, lang, out)?;
    } else {
        show(&question.game, &table, &look, args.braille, lang, out)?;
    }
    out.stopped(table.stopped.as_ref(), lang)
}

/// The pictures that `table` writes.
pub(crate) fn of_table(
    picture: &Picture,
    question: &TableQuestion,
    solver: &mut Solver,
    progress: &Progress,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let table = pictured(question, solver, progress)?;
    write(picture, &question.game, &table, &Look::default(), lang, out)?;
    out.stopped(table.stopped.as_ref(), lang)
}

fn pictured(question: &TableQuestion, solver: &mut Solver, progress: &Progress) -> Result<Table, Failure> {
    let made = solver.pictured_table(question);
    progress.clear();
    Ok(made?.filter(|t| !t.is_empty()).ok_or_else(no_picture)?)
}

/// Writes the files that are asked for, each whole or not at all.
fn write(
    picture: &Picture,
    game: &Game,
    table: &Table,
    look: &Look,
    lang: Lang,
    out: &mut Out,
) -> Result<(), Failure> {
    let mut put = |path: &Path, form: Form| -> Result<(), Failure> {
        let bytes = table.picture(game, look, form, lang)?;
        write_file(path, |sink| sink.put(|file| file.write_all(&bytes)))?;
        out.line(&label(lang.pick("written", "已写出"), &path.display().to_string()))
    };
    if let Some(path) = &picture.png {
        put(path, Form::Png)?;
    }
    if let Some(path) = &picture.svg {
        put(path, Form::Svg)?;
    }
    Ok(())
}

/// Draws in the terminal.
fn show(
    game: &Game,
    table: &Table,
    look: &Look,
    braille: bool,
    lang: Lang,
    out: &mut Out,
) -> Result<(), Failure> {
    let grid = grid(table);
    let scheme = Scheme::new(&grid, look.colour, look.theme);
    let style = if braille { Style::Braille } else { style() };
    let across = terminal_width().saturating_sub(12);
    let places = Places::new(&grid, wrap(&grid, look, across.min(60)));
    let colour = if braille { Colour::Outcome } else { scheme.colour() };
    out.line(&format!("{} · {}", paint(TITLE, &table.game), subtitle(game, table, colour, lang)))?;
    out.line("")?;
    let lines = terminal::lines(&grid, &places, &scheme, style, terminal_width().saturating_sub(2));
    out.lines(&lines.into_iter().map(|l| format!("  {l}").trim_end().to_string()).collect::<Vec<_>>())?;
    out.line("")?;
    out.line(&format!("  {}", legend(&scheme, style, lang)))
}

/// Colours where the terminal has them, letters otherwise.
fn style() -> Style {
    let colour = !matches!(anstream::AutoStream::choice(&std::io::stdout()), ColorChoice::Never);
    let is = |name: &str, has: &[&str]| {
        std::env::var(name).is_ok_and(|value| has.iter().any(|word| value.contains(word)))
    };
    if !colour {
        Style::Plain
    } else if is("COLORTERM", &["truecolor", "24bit"]) || is("TERM", &["direct"]) {
        Style::Blocks(Depth::True)
    } else if is("TERM", &["256"]) {
        Style::Blocks(Depth::Indexed)
    } else {
        Style::Plain
    }
}

fn legend(scheme: &Scheme, style: Style, lang: Lang) -> String {
    match style {
        Style::Braille => match lang {
            Lang::En => "dots: lost for the player to move".into(),
            Lang::Zh => "点：先手必败".into(),
        },
        Style::Plain if scheme.colour() == Colour::Outcome => {
            let drawn = scheme.keys.iter().any(|(_, k)| *k == Key::Drawn);
            match (drawn, lang) {
                (false, Lang::En) => "# lost for the player to move, . won".into(),
                (true, Lang::En) => "# lost for the player to move, . won, = drawn".into(),
                (false, Lang::Zh) => "# 先手必败，. 先手必胜".into(),
                (true, Lang::Zh) => "# 先手必败，. 先手必胜，= 平局".into(),
            }
        }
        Style::Plain => {
            let text = lang.pick(
                "a letter a value: 0-9, a = 10 to z = 35, A = 36 to Z = 61, + beyond",
                "每个字母一个值：0-9，a = 10 至 z = 35，A = 36 至 Z = 61，更大的为 +",
            );
            paint(DIM, text)
        }
        Style::Blocks(depth) => {
            let mut parts: Vec<String> = Vec::new();
            for (colour, key) in &scheme.keys {
                parts.push(format!("{} {}", terminal::swatch(*colour, depth), key_word(*key, lang)));
            }
            if let Some((low, high)) = scheme.ramp.filter(|(low, high)| low < high) {
                let steps = (0..16).map(|i| low + ((high - low) as f64 * f64::from(i) / 15.0) as i64);
                let bar: String = steps.map(|v| terminal::swatch(scheme.shade(v), depth)).collect();
                parts.push(format!("{low} {bar} {high}"));
            }
            parts.join("   ")
        }
    }
}
