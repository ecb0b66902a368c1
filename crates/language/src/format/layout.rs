//! Physical lines: breaking what is too long, aligning columns, printing.

use unicode_width::UnicodeWidthStr;

/// Lines longer than this are broken.
const WIDTH: usize = 110;
/// Continuation lines begin with so many blanks.
const INDENT: usize = 5;
/// Columns are aligned unless they would differ by more than this.
const SPREAD: usize = 24;

/// A column that neighbouring lines share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// What follows the colon of a move or strategy.
    Effect,
    /// The first gain, cost, again or say.
    Extra,
}

/// A piece of text that is never broken.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) text: String,
    /// Blanks before it.
    pub(super) gap: usize,
    /// How good a line break before it is: 1 is best, 0 is none.
    pub(super) level: u8,
    /// The author broke the line here.
    pub(super) broken: bool,
    pub(super) column: Option<Column>,
}

impl Atom {
    pub(super) fn new(text: String, gap: usize, level: u8) -> Atom {
        Atom { text, gap, level, broken: false, column: None }
    }

    fn width(&self) -> usize {
        self.gap + self.text.width()
    }
}

/// A comment of its own, or a logical line with the comment beside it.
pub(super) struct Entry {
    pub(super) blank_before: bool,
    pub(super) comment: Option<String>,
    /// The English keyword; empty for a comment.
    word: String,
    /// Physical lines; none for a comment.
    lines: Vec<Vec<Atom>>,
}

impl Entry {
    pub(super) fn comment(text: String, blank_before: bool) -> Entry {
        Entry { blank_before, comment: Some(text), word: String::new(), lines: Vec::new() }
    }

    pub(super) fn line(word: String, lines: Vec<Vec<Atom>>) -> Entry {
        Entry { blank_before: false, comment: None, word, lines }
    }

    /// The index of a column's atom on the first physical line.
    fn column(&self, column: Column) -> Option<usize> {
        self.lines.first()?.iter().position(|a| a.column == Some(column))
    }
}

fn width(line: &[Atom]) -> usize {
    line.iter().map(Atom::width).sum()
}

/// Is one of the author's lines too long?
pub(super) fn too_long(atoms: &[Atom]) -> bool {
    author_lines(atoms.to_vec()).iter().any(|l| width(l) > WIDTH)
}

/// The lines as the author broke them, at places where a break may stand.
fn author_lines(atoms: Vec<Atom>) -> Vec<Vec<Atom>> {
    let mut lines: Vec<Vec<Atom>> = Vec::new();
    for mut atom in atoms {
        match lines.last_mut() {
            Some(line) if !(atom.broken && atom.level > 0) => line.push(atom),
            None => lines.push(vec![atom]),
            Some(_) => {
                atom.gap = INDENT;
                lines.push(vec![atom]);
            }
        }
    }
    lines
}

/// Breaks a logical line into physical ones: as the author did, then wherever a line is still too long.
pub(super) fn fill(atoms: Vec<Atom>) -> Vec<Vec<Atom>> {
    let mut out = Vec::new();
    for mut line in author_lines(atoms) {
        while width(&line) > WIDTH {
            let Some(at) = best_break(&line) else { break };
            let mut rest = line.split_off(at);
            rest[0].gap = INDENT;
            out.push(std::mem::replace(&mut line, rest));
        }
        out.push(line);
    }
    out
}

/// The last of the best breaks that leave a line short enough; failing that, the first break of all.
fn best_break(line: &[Atom]) -> Option<usize> {
    let mut used = line.first().map_or(0, Atom::width);
    let mut best: Option<usize> = None;
    for (i, atom) in line.iter().enumerate().skip(1) {
        if atom.level > 0 {
            if used > WIDTH {
                return best.or(Some(i));
            }
            if best.is_none_or(|b| atom.level <= line[b].level) {
                best = Some(i);
            }
        }
        used += atom.width();
    }
    best
}

/// Aligns the columns of neighbouring lines of one kind.
fn align(entries: &mut [Entry]) {
    let mut start = 0;
    while start < entries.len() {
        let mut end = start + 1;
        if entries[start].column(Column::Effect).is_some() {
            while end < entries.len()
                && !entries[end].blank_before
                && entries[end].word == entries[start].word
                && entries[end].column(Column::Effect).is_some()
            {
                end += 1;
            }
            let block = &mut entries[start..end];
            if align_column(block, Column::Effect) {
                align_column(block, Column::Extra);
            }
        }
        start = end;
    }
}

/// Aligns one column of a block if every line has it, they are near enough, and none becomes too long.
fn align_column(block: &mut [Entry], column: Column) -> bool {
    let places: Option<Vec<usize>> = block.iter().map(|e| e.column(column)).collect();
    let Some(places) = places else { return false };
    let heads: Vec<usize> = block.iter().zip(&places).map(|(e, &i)| width(&e.lines[0][..i])).collect();
    let widest = heads.iter().copied().max().unwrap_or(0);
    let narrowest = heads.iter().copied().min().unwrap_or(0);
    let fits = block.iter().zip(&heads).all(|(e, head)| width(&e.lines[0]) + widest - head <= WIDTH);
    if widest - narrowest > SPREAD || !fits {
        return false;
    }
    for ((entry, &i), head) in block.iter_mut().zip(&places).zip(&heads) {
        entry.lines[0][i].gap += widest - head;
    }
    true
}

/// The column of the comment beside each line: neighbouring lines share one.
fn comment_columns(entries: &[Entry]) -> Vec<usize> {
    let single = |e: &Entry| e.lines.len() == 1 && e.comment.is_some();
    let last = |e: &Entry| e.lines.last().map_or(0, |l| width(l));
    let mut columns: Vec<usize> = entries.iter().map(|e| last(e) + 2).collect();
    let mut start = 0;
    while start < entries.len() {
        let mut end = start + 1;
        while single(&entries[start]) && entries.get(end).is_some_and(|e| single(e) && !e.blank_before) {
            end += 1;
        }
        let widest = columns[start..end].iter().copied().max().unwrap_or(0);
        let narrowest = columns[start..end].iter().copied().min().unwrap_or(0);
        if widest - narrowest <= SPREAD {
            columns[start..end].fill(widest);
        }
        start = end;
    }
    columns
}

/// Prints everything.
pub(super) fn print(mut entries: Vec<Entry>) -> String {
    align(&mut entries);
    let columns = comment_columns(&entries);
    let mut out = String::new();
    for (entry, column) in entries.iter().zip(columns) {
        if entry.blank_before {
            out.push('\n');
        }
        for (i, line) in entry.lines.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            for atom in line {
                out.extend(std::iter::repeat_n(' ', atom.gap));
                out.push_str(&atom.text);
            }
        }
        if let Some(comment) = &entry.comment {
            let used = entry.lines.last().map_or(column, |l| width(l));
            out.extend(std::iter::repeat_n(' ', column.saturating_sub(used)));
            out.push_str(comment);
        }
        out.push('\n');
    }
    out
}
