//! "Did you mean": the nearest of some names by edit distance.

/// Edit distance (insert, delete, replace, swap of neighbours) of two words.
fn distance(a: &str, b: &str) -> usize {
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

/// Nobody mistypes a word so long: what is longer resembles nothing.
const LONGEST: usize = 100;

/// The name nearest to `word`, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(word, names, |letters| 1 + letters / 4)
}

/// The same where `most` says how many slips a word of so many letters may have. Cheap for words of any length: names whose
/// length alone is too far off are not looked at.
pub fn within<'a>(
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
    most: impl Fn(usize) -> usize,
) -> Option<&'a str> {
    let letters = word.chars().take(LONGEST + 1).count();
    if letters > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let most = most(letters);
    let near = |n: &str| {
        let length = n.chars().take(letters + most + 1).count();
        if length.abs_diff(letters) > most {
            return None;
        }
        Some(distance(&word, &n.to_lowercase())).filter(|d| *d <= most && *d < length)
    };
    names.into_iter().filter_map(|n| Some((near(n)?, n))).min_by_key(|(d, _)| *d).map(|(_, n)| n)
}
