//! Tables of tests as text: a line is a row, and `¦` stands between its cells.

/// The rows of a table. A line that is indented further than the first one goes on with the row above it, and one that begins
/// with `//` is a remark.
///
/// # Panics
/// Where a row has not `N` cells; the message shows it.
pub fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let margin = table.lines().find(said).map_or(0, indent);
    let mut whole: Vec<String> = Vec::new();
    for line in table.lines().filter(said) {
        match whole.last_mut() {
            Some(row) if indent(line) > margin => *row = format!("{row} {}", line.trim()),
            _ => whole.push(line.trim().to_string()),
        }
    }
    let cells = |row: String| {
        let cells: Vec<String> = row.split('¦').map(|cell| cell.trim().to_string()).collect();
        cells.try_into().unwrap_or_else(|_| panic!("not {N} cells: {row}"))
    };
    whole.into_iter().map(cells).collect()
}
