//! A table on a terminal, as CSV, as JSON, as a sequence.

use crate::lang::Lang;
use crate::print::answer::label;
use crate::terminal::layout::{BAD, TITLE, columns, paint, right, terminal_width, width, wrap};
use bouton::answer::word;
use bouton::language::ast::Verdict;
use bouton::language::value::Value;
use bouton::table::{Cell, Drawing, Row, Show, Table};

/// The table as lines.
pub(crate) fn lines(table: &Table, lang: Lang) -> Vec<String> {
    let mut head = vec![paint(TITLE, &table.game)];
    head.extend(table.heading(lang));
    let mut out = vec![head.join(" · "), String::new()];
    out.extend(match table.drawing {
        Drawing::Strip if table.show == Show::Win => outcomes(table, lang),
        Drawing::Strip if table.show.is_number() => strip(table),
        Drawing::Matrix if table.show != Show::Best => matrix(table, lang),
        _ => list(table, lang),
    });
    out.push(String::new());
    if table.stopped.is_some() {
        let known = table.cells().filter(|c| !matches!(c, Cell::Illegal | Cell::Unknown)).count();
        let text = match (table.asked, lang) {
            (Some(all), Lang::En) => {
                format!("not complete: only the first {known} of {all} positions were solved")
            }
            (Some(all), Lang::Zh) => format!("不完整：{all} 个局面中只求出了前 {known} 个"),
            (None, Lang::En) => format!("not complete: only the first {known} positions were solved"),
            (None, Lang::Zh) => format!("不完整：只求出了前 {known} 个局面"),
        };
        out.push(label(lang.pick("note", "注意"), &paint(BAD, &text)));
    }
    out.push(label(lang.pick("how", "方法"), &table.how.say(lang)));
    out
}

/// A value in full, for lists.
pub(crate) fn long(cell: &Cell, lang: Lang) -> String {
    let outcome = |v: Verdict| match v {
        Verdict::Win => lang.pick("win", "必胜"),
        Verdict::Lose => lang.pick("lose", "必败"),
        Verdict::Draw => lang.pick("draw", "平局"),
    };
    match cell {
        Cell::Outcome(v) => outcome(*v).into(),
        Cell::Remoteness(v, Some(n)) => match lang {
            Lang::En => format!("{} in {n}", outcome(*v)),
            Lang::Zh => format!("{n} 步{}", outcome(*v)),
        },
        Cell::Remoteness(v, None) => outcome(*v).into(),
        Cell::Best(moves) if moves.is_empty() => "-".into(),
        Cell::Value(said) => format!("{}   {}", said.class, said.shown()),
        other => other.short(),
    }
}

/// A value in a matrix: its class, and as much of it as fits.
fn worth(cell: &Cell) -> String {
    match cell {
        Cell::Value(said) => {
            let text = said.shown();
            let cut = text.chars().count() > WIDEST;
            let text = if cut { "…".into() } else { text.to_string() };
            format!("{} {text}", said.class)
        }
        cell => cell.short(),
    }
}

/// Values of more letters are not written out in a matrix.
const WIDEST: usize = 16;

/// Two lines of numbers, broken to the width of the terminal.
fn strip(table: &Table) -> Vec<String> {
    let axis = table.columns.first().map_or("n", String::as_str);
    let key = if table.show == Show::Grundy { "g" } else { table.show.key() };
    let rows = table.rows();
    let numbers: Vec<String> =
        rows.iter().map(|r| r.values.first().map_or(String::new(), ToString::to_string)).collect();
    let values: Vec<String> = rows.iter().map(|r| r.cell.short()).collect();
    let cell = numbers.iter().chain(&values).map(|s| width(s)).max().unwrap_or(1);
    let names = width(axis).max(width(key));
    let fit = (terminal_width().saturating_sub(names + 4) / (cell + 1)).max(1);
    let mut out = Vec::new();
    for (numbers, values) in numbers.chunks(fit).zip(values.chunks(fit)) {
        if !out.is_empty() {
            out.push(String::new());
        }
        for (name, cells) in [(axis, numbers), (key, values)] {
            let cells: Vec<String> = cells.iter().map(|c| right(c, cell)).collect();
            out.push(format!("  {}  {}", crate::terminal::layout::left(name, names), cells.join(" ")));
        }
    }
    out
}

/// The lost positions of a strip, and the drawn ones.
fn outcomes(table: &Table, lang: Lang) -> Vec<String> {
    let lost = table.lost();
    let drawn = table.rows().into_iter().filter(|r| r.cell == Cell::Outcome(Verdict::Draw));
    let drawn: Vec<String> =
        drawn.map(|r| r.values.first().map_or(String::new(), ToString::to_string)).collect();
    let mut out = named_list(lang.pick("lost for the player to move:", "先手必败："), lost, lang);
    if !drawn.is_empty() {
        out.extend(named_list(lang.pick("drawn:", "平局："), drawn, lang));
    }
    out
}

/// A heading and words behind it, wrapped below it where they are many.
fn named_list(head: &str, words: Vec<String>, lang: Lang) -> Vec<String> {
    if words.is_empty() {
        return vec![format!("  {head}  {}", lang.pick("none", "无"))];
    }
    let one: String = words.join(" ");
    if width(head) + width(&one) + 4 <= terminal_width() {
        return vec![format!("  {head}  {one}")];
    }
    let mut out = vec![format!("  {head}")];
    out.extend(wrap(words, " ", terminal_width().saturating_sub(4)).into_iter().map(|l| format!("    {l}")));
    out
}

fn matrix(table: &Table, lang: Lang) -> Vec<String> {
    let [down, across] = table.axes.as_slice() else { return list(table, lang) };
    let heads: Vec<String> = across.values.iter().map(ToString::to_string).collect();
    let sides: Vec<String> = down.values.iter().take(table.height()).map(ToString::to_string).collect();
    let cell = |i: usize, j: usize| table.at(i, j).map_or(String::new(), |c| worth(&c));
    let cells =
        (0..sides.len()).flat_map(|i| (0..heads.len()).map(move |j| (i, j))).map(|(i, j)| width(&cell(i, j)));
    let wide = cells.chain(heads.iter().map(|h| width(h))).max().unwrap_or(1);
    let corner = format!("{}\\{}", down.name, across.name);
    let side = sides.iter().map(|s| width(s)).max().unwrap_or(1).max(width(&corner));
    let line = |head: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|c| right(c, wide)).collect();
        format!("  {}  {}", right(head, side), cells.join(" ")).trim_end().to_string()
    };
    let mut out = vec![line(&corner, heads.clone())];
    for (i, s) in sides.iter().enumerate() {
        out.push(line(s, (0..heads.len()).map(|j| cell(i, j)).collect()));
    }
    if table.show == Show::Value {
        let said = lang.pick(
            "  L, R: that player wins · N, P: the first, the second wins · …: long, see --csv",
            "  L、R：该方胜 · N、P：先手、后手胜 · …：式子较长，见 --csv",
        );
        out.extend([String::new(), said.to_string()]);
    }
    if table.show == Show::Win {
        let draws = table.cells().any(|c| c == Cell::Outcome(Verdict::Draw));
        out.push(String::new());
        out.push(match (draws, lang) {
            (false, Lang::En) => "  # lost for the player to move, . won".into(),
            (true, Lang::En) => "  # lost for the player to move, . won, = drawn".into(),
            (false, Lang::Zh) => "  # 先手必败，. 先手必胜".into(),
            (true, Lang::Zh) => "  # 先手必败，. 先手必胜，= 平局".into(),
        });
    }
    out
}

fn list(table: &Table, lang: Lang) -> Vec<String> {
    let line = |r: &Row| {
        let position = if table.over_parameters() { None } else { table.position(r) };
        let place = position.map_or_else(|| table.place(r), |position| shown(&position));
        vec![format!("  {place}"), long(&r.cell, lang)]
    };
    let rows: Vec<_> = table.rows().iter().filter(|r| r.cell != Cell::Illegal).map(line).collect();
    columns(&rows, 3)
}

/// The empty position has no letters of its own.
fn shown(position: &str) -> String {
    if position.is_empty() { "\"\"".into() } else { position.to_string() }
}

/// A header and one line a legal position.
pub(crate) fn csv(table: &Table) -> Vec<String> {
    let rows = table.rows().into_iter().filter(|r| r.cell != Cell::Illegal);
    let head = csv_head(&table.columns, table.show);
    std::iter::once(head).chain(rows.map(|r| csv_line(&r.values, &r.cell, table.show))).collect()
}

/// The names of the columns.
pub(crate) fn csv_head(columns: &[String], show: Show) -> String {
    let mut head: Vec<String> = columns.iter().map(|c| quoted(c)).collect();
    if show == Show::Remoteness {
        head.push("outcome".into());
    }
    head.push(show.key().into());
    if show == Show::Value {
        head.extend(["class", "temperature", "mean"].map(String::from));
    }
    head.join(",")
}

/// One position.
pub(crate) fn csv_line(values: &[Value], cell: &Cell, show: Show) -> String {
    let mut cells: Vec<String> = values.iter().map(|v| quoted(&typed(v))).collect();
    match cell {
        Cell::Unknown if show == Show::Remoteness => cells.extend([String::new(), String::new()]),
        Cell::Unknown if show == Show::Value => cells.extend([const { String::new() }; 4]),
        Cell::Unknown => cells.push(String::new()),
        Cell::Value(said) => {
            cells.push(quoted(&said.value));
            cells.extend([said.class.to_string(), said.temperature.clone(), said.mean.clone()]);
        }
        Cell::Outcome(v) => cells.push(word(*v).into()),
        Cell::Remoteness(v, n) => {
            cells.push(word(*v).into());
            cells.push(n.map_or(String::new(), |n| n.to_string()));
        }
        other => cells.push(quoted(&other.short())),
    }
    cells.join(",")
}

/// A value as it is typed in a position: numbers of a row by blanks, rows of a board by slashes.
fn typed(v: &Value) -> String {
    match v {
        Value::Text(t) => t.to_string(),
        Value::List(items) if items.is_empty() => "[]".into(),
        Value::List(items) => {
            let nested = items.iter().any(|i| matches!(i, Value::List(_)));
            items.iter().map(typed).collect::<Vec<_>>().join(if nested { " / " } else { " " })
        }
        other => other.to_string(),
    }
}

/// A field of CSV, in quotes where it needs them.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}
