//! "Did you mean": the nearest of some names by edit distance (insert, delete, replace, swap of neighbours).

/// Nobody mistypes a word so long: what is longer resembles nothing.
const LONGEST: usize = 100;

/// The name nearest to `word`, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(word, names, slips)
}

/// The slips that a word of so many letters may have.
fn slips(letters: usize) -> usize {
    1 + letters / 4
}

/// The same where `most` says how many slips a word of so many letters may have. Cheap for words of any length: names whose
/// length alone is too far off are not looked at.
pub fn within<'a>(
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
    most: impl Fn(usize) -> usize,
) -> Option<&'a str> {
    let word = Typed::new(word, most)?;
    names.into_iter().filter_map(|n| Some((word.edits(n)?, n))).min_by_key(|(d, _)| *d).map(|(_, n)| n)
}

/// The names that may be meant by `word`, the nearest first: the nearest ones, and longer ones that begin with it. Beside each
/// how many slips it is away.
pub fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    let Some(word) = Typed::new(word, slips) else { return Vec::new() };
    let (mut near, mut longer) = (Vec::new(), Vec::new());
    for name in names {
        let missing = name.chars().count().saturating_sub(word.letters);
        match word.edits(name) {
            Some(edits) => near.push((edits, name)),
            None if word.letters > 2 && name.to_lowercase().starts_with(&word.text) => {
                longer.push((missing, name))
            }
            None => {}
        }
    }
    let least = near.iter().map(|(edits, _)| *edits).min();
    near.retain(|(edits, name)| Some(*edits) == least || name.to_lowercase().starts_with(&word.text));
    near.append(&mut longer);
    near.sort_by_key(|(edits, _)| *edits);
    let mut seen: Vec<&str> = Vec::new();
    near.retain(|(_, name)| {
        !seen.contains(name) && {
            seen.push(name);
            true
        }
    });
    near
}

/// A word that may be mistyped.
struct Typed {
    /// In small letters.
    text: String,
    letters: usize,
    /// Slips that it may have.
    most: usize,
}

impl Typed {
    fn new(word: &str, most: impl Fn(usize) -> usize) -> Option<Typed> {
        let letters = word.chars().take(LONGEST + 1).count();
        (letters <= LONGEST).then(|| Typed { text: word.to_lowercase(), letters, most: most(letters) })
    }

    /// How many slips a name is away, if they are not too many.
    fn edits(&self, name: &str) -> Option<usize> {
        let length = name.chars().take(self.letters + self.most + 1).count();
        if length.abs_diff(self.letters) > self.most {
            return None;
        }
        Some(strsim::osa_distance(&self.text, &name.to_lowercase()))
            .filter(|d| *d <= self.most && *d < length)
    }
}
