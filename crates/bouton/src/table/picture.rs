//! Pictures of tables: what the drawing room ([`bouton_plot`]), which knows numbers and no games, is told to draw and to write.

use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::table::{Axis as TableAxis, Cell, Show, Table};
use bouton_language::ast::Verdict;
use bouton_language::both;
use bouton_language::diagnostic::Lang;
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_plot::{Axis, Figure, Labels, NONE, PlotError, Words, axes};
pub use bouton_plot::{Colour, Grid, Key, Mark, Places, Scheme, Size, Theme};

/// Cells of a strip that stand in one line of a picture.
const LINE: usize = 40;

/// How a picture looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// What colours stand for.
    pub colour: Colour,
    /// Light or dark.
    pub theme: Theme,
    /// Cells in a line of a strip.
    pub wrap: Option<usize>,
    /// How large cells are.
    pub size: Size,
    /// Lost positions have a dot.
    pub lost: bool,
}

/// A form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Pixels.
    Png,
    /// Text.
    Svg,
}

impl Table {
    /// The picture of a strip or a matrix as bytes of a file.
    pub fn picture(&self, game: &Game, look: &Look, form: Form, lang: Lang) -> Result<Vec<u8>, Problem> {
        let grid = grid(self);
        let scheme = Scheme::new(&grid, look.colour, look.theme);
        let words = words(game, self, &grid, scheme.colour(), lang);
        let places = Places::new(&grid, wrap(&grid, look, LINE));
        let figure = Figure::new(&grid, places, &scheme, words, look.size, look.lost);
        let made = match form {
            Form::Png => figure.png(),
            Form::Svg => figure.svg().map(String::into_bytes),
        };
        made.map_err(|error| failed(&error))
    }
}

/// Why there is no picture of a game whose positions are not one or two numbers.
pub fn no_picture() -> Problem {
    Problem::NotApplicable(NotApplicable::Other([
        "A picture needs positions of one or two numbers. Where there are more, hold the others at one value: c=3; where there are none, let parameters run: rows=1..9".into(),
        "图只能画一个或两个数的局面。数更多时，请固定其余的数：c=3；没有数时，让参数取一个范围：rows=1..9".into(),
    ]))
}

/// The cells of a table as numbers and marks.
pub fn grid(table: &Table) -> Grid {
    let axis = |a: &TableAxis| {
        let numbers: Option<Vec<i64>> = a.values.iter().map(Value::as_int).collect();
        let run = numbers.filter(|n| n.windows(2).all(|w| w[1] == w[0].saturating_add(1)));
        let labels = match run.as_deref().and_then(<[i64]>::first) {
            Some(first) => Labels::From(*first),
            None => Labels::Listed(a.values.iter().map(ToString::to_string).collect()),
        };
        Axis { name: a.name.clone(), len: a.values.len(), labels }
    };
    let (mut values, mut marks) = (Vec::with_capacity(table.len()), Vec::with_capacity(table.len()));
    for cell in table.cells() {
        values.push(cell.number().unwrap_or(NONE));
        marks.push(match (&cell, cell.outcome()) {
            (Cell::Illegal, _) => Mark::Nothing,
            (Cell::Unknown, _) => Mark::Unknown,
            (_, None) => Mark::Plain,
            (_, Some(Verdict::Lose)) => Mark::Lost,
            (_, Some(Verdict::Win)) => Mark::Won,
            (_, Some(Verdict::Draw)) => Mark::Drawn,
        });
    }
    Grid {
        axes: table.axes.iter().map(axis).collect(),
        values,
        marks,
        outcomes_only: table.show == Show::Win,
        // A score of its own shows who wins by its sign.
        lost_apart: table.show != Show::Score,
    }
}

/// What is drawn, in words: `Grundy values mod 3 · a <= 60, b <= 60`.
pub fn subtitle(game: &Game, table: &Table, colour: Colour, lang: Lang) -> String {
    let mut out = table.heading(lang);
    let what = &mut out[0];
    match (colour, table.show) {
        (_, Show::Win) | (Colour::Value, _) => {}
        (Colour::Mod(p), _) => what.push_str(&format!(" mod {p}")),
        (Colour::Outcome, _) => *what = Show::Win.name(lang).to_string(),
    }
    let rules = game.rules();
    let over = |name: &str| table.axes.iter().any(|a| a.name == name);
    let changed = game.changed().iter().filter_map(|(i, v)| Some((&rules.params.get(*i)?.name, v)));
    out.extend(changed.filter(|(n, _)| !over(n)).map(|(n, v)| format!("{n} = {v}")));
    if game.end() == End::Misere {
        out.push(lang.pick("the last mover loses", "最后走子者负").into());
    }
    out.join(" · ")
}

fn words(game: &Game, table: &Table, grid: &Grid, colour: Colour, lang: Lang) -> Words {
    let subtitle = subtitle(game, table, colour, lang);
    let run = |a: &Axis| format!("{} {}..{}", a.name, a.label(0), a.label(a.len.saturating_sub(1)));
    let lost = grid.marks.iter().filter(|m| **m == Mark::Lost).count();
    let title = table.game.clone();
    let lost = match (lost, lang) {
        (1, Lang::En) => "1 position is lost".to_string(),
        (n, Lang::En) => format!("{n} positions are lost"),
        (n, Lang::Zh) => format!("必败局面 {n} 个"),
    };
    let description = match (grid.axes.as_slice(), lang) {
        ([down, across], Lang::En) => {
            format!("{title}: {subtitle}. Down {}, across {}. {lost}.", run(down), run(across))
        }
        ([down, across], Lang::Zh) => {
            format!("{title}：{subtitle}。向下 {}，向右 {}。{lost}。", run(down), run(across))
        }
        (axes, Lang::En) => {
            let along = axes.first().map(run).unwrap_or_default();
            format!("{title}: {subtitle}. Along {along}. {lost}.")
        }
        (axes, Lang::Zh) => {
            let along = axes.first().map(run).unwrap_or_default();
            format!("{title}：{subtitle}。沿 {along}。{lost}。")
        }
    };
    let word = |key: Key| key_word(key, lang);
    Words {
        title,
        subtitle,
        description,
        lost: word(Key::Lost),
        won: word(Key::Won),
        drawn: word(Key::Drawn),
        unknown: word(Key::Unknown),
    }
}

/// What a colour stands for.
pub fn key_word(key: Key, lang: Lang) -> String {
    match key {
        Key::Lost => lang.pick("lost for the player to move", "先手必败").into(),
        Key::Won => lang.pick("won", "先手必胜").into(),
        Key::Drawn => lang.pick("drawn", "平局").into(),
        Key::Unknown => lang.pick("not solved", "未求出").into(),
        Key::Residue(r) => r.to_string(),
        Key::Value(v) => v.to_string(),
    }
}

/// Cells in a line of a strip.
pub fn wrap(grid: &Grid, look: &Look, most: usize) -> usize {
    let multiple = match look.colour {
        Colour::Mod(p) => p as usize,
        _ => 1,
    };
    look.wrap.unwrap_or_else(|| axes::natural_wrap(grid.len(), most, multiple))
}

fn failed(error: &PlotError) -> Problem {
    Problem::NotApplicable(NotApplicable::Other(match error {
        PlotError::Large { width, height, .. } => both!(
            "A picture of {width} x {height} pixels is too large. Give smaller ranges, or  --cell 1 --scale 1 .",
            "{width} x {height} 像素的图太大。请缩小范围，或加  --cell 1 --scale 1 。"
        ),
        other => both!("The picture could not be made: {other}.", "无法生成图：{other}。"),
    }))
}
