//! Laying out text: columns that line up whatever the script, lists folded to the width, colour as an addition.
//!
//! A Chinese character is two columns wide; widths are those of the terminal, never numbers of bytes or characters.

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Good for the player to move.
pub(crate) const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))).bold();
/// Bad for the player to move.
pub(crate) const BAD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))).bold();
/// Neither.
pub(crate) const EVEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))).bold();
/// A title.
pub(crate) const TITLE: Style = Style::new().bold();
/// Of less importance.
pub(crate) const DIM: Style = Style::new().dimmed();

/// `text` in a style; what writes it takes the style away again where there is no colour.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Columns that a text takes; styles take none.
pub(crate) fn width(text: &str) -> usize {
    match text.contains('\u{1b}') {
        true => UnicodeWidthStr::width(anstream::adapter::strip_str(text).to_string().as_str()),
        false => UnicodeWidthStr::width(text),
    }
}

/// `text` filled up with blanks on the right.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// `text` filled up with blanks on the left.
pub(crate) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Rows of cells as lines; every column but the last is filled up to its widest cell, `gap` blanks between columns.
pub(crate) fn columns(rows: &[Vec<String>], gap: usize) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest: Vec<usize> = (0..count)
        .map(|c| rows.iter().filter_map(|r| r.get(c)).map(|cell| width(cell)).max().unwrap_or(0))
        .collect();
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (c, cell) in row.iter().enumerate() {
                let last = c + 1 == row.len();
                line.push_str(&if last { cell.clone() } else { left(cell, widest[c]) });
                if !last {
                    line.push_str(&" ".repeat(gap));
                }
            }
            line.trim_end().to_string()
        })
        .collect()
}

/// Words joined by `gap`, broken into lines of at most `columns`.
pub(crate) fn wrap(words: impl IntoIterator<Item = String>, gap: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if width(line) + width(gap) + width(&word) <= columns => {
                line.push_str(gap);
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Lines behind a label that fills so many columns: it stands before the first, blanks before the others.
pub(crate) fn labelled(
    name: &str,
    style: Style,
    columns: usize,
    lines: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let head = |i: usize| if i == 0 { paint(style, &left(name, columns)) } else { " ".repeat(columns) };
    lines.into_iter().enumerate().map(|(i, l)| format!("{}{l}", head(i)).trim_end().to_string()).collect()
}

/// Prose behind a label, broken to the width of the terminal.
pub(crate) fn paragraph(name: &str, style: Style, columns: usize, text: &str) -> Vec<String> {
    labelled(name, style, columns, prose(text, terminal_width().saturating_sub(columns).max(20)))
}

/// Prose broken into lines of at most `columns`; a run of Chinese may break between any two characters.
pub(crate) fn prose(text: &str, columns: usize) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    broken(&text, columns, columns).into_iter().filter(|l| !l.is_empty()).collect()
}

/// A line that was laid out, folded where it is wider than `columns`: at blanks and between Chinese characters, never
/// inside a word, and what follows stands under the text behind its label.
pub(crate) fn fold(line: &str, columns: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_string()];
    }
    let hang = hang(line).min(columns / 2);
    let mut lines = broken(line, columns, columns - hang).into_iter();
    let first = lines.next().unwrap_or_default();
    std::iter::once(first).chain(lines.map(|l| format!("{}{l}", " ".repeat(hang)))).collect()
}

/// Where the text of a line begins: behind its blanks, and behind a label if the line begins with one, which has a style of
/// its own or two blanks behind it.
fn hang(line: &str) -> usize {
    const LABEL: usize = 24;
    let blanks = line.len() - line.trim_start_matches(' ').len();
    let rest = &line[blanks..];
    let label = match rest.starts_with('\u{1b}') {
        // A style ends with the next escape.
        true => rest[1..].find('\u{1b}').and_then(|i| Some(1 + i + rest[1 + i..].find('m')? + 1)),
        false => rest.find("  "),
    };
    let Some(label) = label else { return blanks + 2 };
    let gap = rest[label..].len() - rest[label..].trim_start_matches(' ').len();
    let end = blanks + width(&rest[..label]) + gap;
    if gap > 0 && (1..=LABEL).contains(&end) { end } else { blanks + 2 }
}

/// Text broken into lines, the first of at most `first` columns, the others of at most `others`. Blanks between words
/// stay as they are, except where a line is broken.
fn broken(text: &str, first: usize, others: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    let mut rest = text;
    while !rest.is_empty() {
        let gap = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[gap..].find(' ').map_or(rest.len(), |i| gap + i);
        let mut gap_now = &rest[..gap];
        for piece in pieces(&rest[gap..end]) {
            let room = if lines.is_empty() { first } else { others };
            let wide = width(&piece);
            if used > 0 && used + gap_now.len() + wide > room && !line.trim().is_empty() {
                lines.push(std::mem::take(&mut line));
                (used, gap_now) = (0, "");
            }
            line.push_str(gap_now);
            line.push_str(&piece);
            used += gap_now.len() + wide;
            gap_now = "";
        }
        rest = &rest[end..];
    }
    lines.push(line);
    lines.iter().map(|l| l.trim_end().to_string()).collect()
}

/// What a word may be broken into: between two characters of which one is Chinese, but not before closing punctuation nor
/// behind opening.
fn pieces(word: &str) -> Vec<String> {
    let wide = |c: char| UnicodeWidthChar::width(c) == Some(2);
    let mut out: Vec<String> = Vec::new();
    let mut last: Option<char> = None;
    for c in word.chars() {
        let apart = last.is_some_and(|l| {
            (wide(l) || wide(c))
                && !"，。；：、）！？”》」".contains(c)
                && !"（“《「".contains(l)
                && l != '\u{1b}'
        });
        match out.last_mut() {
            Some(piece) if !apart => piece.push(c),
            _ => out.push(c.to_string()),
        }
        last = Some(c);
    }
    out
}

/// COLUMNS, where a person or a test has set it.
fn set_width() -> Option<usize> {
    std::env::var("COLUMNS").ok().and_then(|v| v.parse::<usize>().ok()).filter(|n| *n > 0)
}

/// The width to lay out for: COLUMNS if it is set, that of the terminal, otherwise 100.
pub(crate) fn terminal_width() -> usize {
    fold_width(&std::io::stdout()).unwrap_or(100).clamp(40, 160)
}

/// The width beyond which lines to this stream are folded: COLUMNS if it is set, that of the terminal; none in a pipe or
/// a file, which are read by programs.
#[cfg(unix)]
pub(crate) fn fold_width(stream: &impl std::os::fd::AsFd) -> Option<usize> {
    set_width().or_else(|| terminal_size::terminal_size_of(stream).map(|(w, _)| usize::from(w.0)))
}

/// The width beyond which lines to this stream are folded.
#[cfg(not(unix))]
pub(crate) fn fold_width(stream: &impl std::os::windows::io::AsHandle) -> Option<usize> {
    set_width().or_else(|| terminal_size::terminal_size_of(stream).map(|(w, _)| usize::from(w.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_lines_up() {
        let rows = vec![vec!["尼姆".into(), "a".into()], vec!["nim".into(), "b".into()]];
        assert_eq!(columns(&rows, 2), ["尼姆  a", "nim   b"]);
        assert_eq!(right("威", 4), "  威");
    }

    #[test]
    fn lines_are_broken() {
        let words = ["1", "22", "333", "4444"].map(String::from);
        assert_eq!(wrap(words, "  ", 8), ["1  22", "333", "4444"]);
        assert_eq!(prose("one two three", 8), ["one two", "three"]);
        assert_eq!(prose("若干堆石子，每次取走", 10), ["若干堆石", "子，每次取", "走"]);
        assert_eq!(prose("the misère form of Nim", 10), ["the misère", "form of", "Nim"]);
        assert_eq!(prose("用 --all-moves 列出", 14), ["用 --all-moves", "列出"]);
        assert_eq!(prose("", 10), Vec::<String>::new());
    }

    #[test]
    fn lines_are_folded_under_their_text() {
        let painted = format!("  {}   PROVED · by search, all of it", paint(DIM, "status"));
        let folded: Vec<String> =
            fold(&painted, 24).iter().map(|l| anstream::adapter::strip_str(l).to_string()).collect();
        assert_eq!(folded, ["  status   PROVED · by", "           search, all", "           of it"]);
        assert_eq!(
            fold("  take 2   → 1 4 5   [take 2 @1]", 24),
            ["  take 2   → 1 4 5", "           [take 2 @1]"]
        );
        assert_eq!(fold("one two three", 9), ["one two", "  three"]);
        assert_eq!(fold("    one two three", 11), ["    one two", "     three"]);
        assert_eq!(fold("short", 9), ["short"]);
        assert_eq!(fold("aaaaaaaaaaaa bbb", 9), ["aaaaaaaaaaaa", "  bbb"]);
    }
}
