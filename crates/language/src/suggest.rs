//! "Did you mean": the nearest of some names by edit distance.

/// Edit distance (insert, delete, replace, swap of neighbours) of two words.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]) as usize;
            let mut best = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The name nearest to `word`, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let most = 1 + word.chars().count() / 4;
    names
        .into_iter()
        .map(|n| (distance(&word, &n.to_lowercase()), n))
        .filter(|(d, n)| *d <= most && *d < n.chars().count())
        .min_by_key(|(d, _)| *d)
        .map(|(_, n)| n)
}
