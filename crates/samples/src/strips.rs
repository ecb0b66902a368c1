//! Random rules on words of any length: letters rewritten where they stand, struck out, cut off.

use crate::Rng;

/// A random game on words over two or three letters, as rules text. Every move makes the word shorter or lowers a letter, so
/// play ends.
pub fn strip(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let heaps = rng.percent(20);
    let letters = if rng.percent(60) { "ab" } else { "abc" };
    let mut out = String::new();
    let partizan = rng.percent(25);
    if partizan {
        out.push_str("players L, R\n");
    }
    out.push_str(&format!("{} word s of \"{letters}\"\n", if heaps { "heaps" } else { "position" }));
    if !heaps && rng.percent(8) {
        out.push_str("require not \"aab\" in s\n");
    }
    for i in 0..rng.range(1, 3) {
        let by = if partizan { rng.one_of(&[" by L", " by R", ""]) } else { "" };
        out.push_str(&format!("move m{i}{by} {}\n", line(rng, letters, heaps && !partizan)));
    }
    let odd = out.contains("require");
    if !heaps && !odd && rng.percent(15) {
        out.push_str("end misere\n");
    } else if !heaps && rng.percent(15) {
        let verdict = rng.one_of(&["lose", "win"]);
        let when = rng.one_of(&[
            "\"aa\" in s",
            "|s| > 0 and s[|s|] = \"a\"",
            "any(s[i] = \"b\" for i in 2..|s|)",
            "|s| = 2",
        ]);
        out.push_str(&format!("{verdict} when {when}\n"));
    }
    out
}

/// A word of so many letters.
fn word(rng: &mut Rng, letters: &str, size: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..size).map(|_| rng.one_of(&letters)).collect()
}

/// A word and a smaller one of the same size: the sum of its letters is less.
fn pair(rng: &mut Rng, letters: &str, size: usize) -> (String, String) {
    let sum = |w: &str| w.bytes().map(u64::from).sum::<u64>();
    loop {
        let (old, new) = (word(rng, letters, size), word(rng, letters, size));
        if sum(&new) < sum(&old) {
            return (old, new);
        }
    }
}

/// The choices and the change of a move.
fn line(rng: &mut Rng, letters: &str, splits: bool) -> String {
    let size = rng.range(1, 3) as usize;
    let last = size - 1;
    match rng.below(if splits { 9 } else { 8 }) {
        0..=3 => {
            let (old, new) = pair(rng, letters, size);
            let changes: Vec<String> = new
                .chars()
                .enumerate()
                .map(|(i, c)| format!("s[i+{i}] -> \"{c}\""))
                .collect();
            format!("i in 1..|s|-{last} if s[i..i+{last}] = \"{old}\": {}", changes.join(", "))
        }
        4 => "i in 1..|s| if s[i] != \"a\": s -> s[..i-1]".into(),
        5 => {
            let old = word(rng, letters, size);
            format!("i in 1..|s|-{last} if s[i..i+{last}] = \"{old}\": s -> s[..i-1] ++ s[i+{size}..]")
        }
        6 => "i in 1..|s| if s[i] = \"b\" and (i = 1 or s[i-1] = \"a\") and (i = |s| or s[i+1] = \"a\"): s[i] -> \"a\"".into(),
        7 => "i in 1..|s| if s[i] = \"b\": s[j] -> \"a\" for j in i..|s|".into(),
        _ => "i in 1..|s| if s[i] = \"b\": s -> s[..i-1], s[i+1..]".into(),
    }
}
