//! Laying out text: columns that line up whatever the script, lists folded to the width, colour as an addition.
//!
//! A Chinese character is two columns wide; widths are those of the terminal, never numbers of bytes or characters.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

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

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
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

/// Prose broken into lines of at most `columns`; a run of Chinese may break between any two characters.
pub(crate) fn prose(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line_width = lines.last().map_or(0, |l| width(l));
        let fits = line_width == 0 || line_width + 1 + width(word) <= columns;
        if fits && width(word) <= columns {
            if let Some(line) = lines.last_mut() {
                if line_width > 0 {
                    line.push(' ');
                }
                line.push_str(word);
            }
            continue;
        }
        if width(word) <= columns && word.is_ascii() {
            lines.push(word.to_string());
            continue;
        }
        if let Some(line) = lines.last_mut().filter(|l| !l.is_empty()) {
            line.push(' ');
        }
        for c in word.chars() {
            let piece = c.to_string();
            // Closing punctuation does not begin a line.
            let hangs = "，。；：、）！？”".contains(c);
            let full = lines.last().is_some_and(|l| width(l) + width(&piece) > columns);
            match lines.last_mut() {
                Some(line) if !full || hangs => line.push_str(&piece),
                _ => lines.push(piece),
            }
        }
    }
    lines.iter().map(|l| l.trim_end().to_string()).filter(|l| !l.is_empty()).collect()
}

/// The width to lay out for: COLUMNS if it is set, otherwise 100.
pub(crate) fn terminal_width() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|v| v.parse::<usize>().ok());
    set.unwrap_or(100).clamp(40, 160)
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
        assert_eq!(prose("若干堆石子，每次取走", 10), ["若干堆石子，", "每次取走"]);
        assert_eq!(prose("", 10), Vec::<String>::new());
    }
}
