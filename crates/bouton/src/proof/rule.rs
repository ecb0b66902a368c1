//! The rule that reads digits: the automaton as a table that a person can follow with a finger.

use super::Proof;
use bouton_language::diagnostic::Lang;
use bouton_theory::Numeration;
use bouton_theory::automata::DEAD;

/// Automata with more states than this are drawn, not written out.
const STATES: usize = 16;

/// Nor those with more letters.
const LETTERS: usize = 16;

impl Proof {
    /// The table, one line a state; `None` where it is too large to follow.
    pub fn rule(&self, lang: Lang) -> Option<Vec<String>> {
        let dfa = &self.moving().1.dfa;
        if dfa.states() > STATES || dfa.letters() > LETTERS {
            return None;
        }
        let tracks = dfa.tracks().len();
        // A letter that nothing reads has no column.
        let read = |l: &usize| (0..dfa.states()).any(|s| dfa.step(s as u32, *l) != DEAD);
        let letters: Vec<usize> = (0..dfa.letters()).filter(read).collect();
        let head = lang.pick("state", "状态");
        let mut rows = vec![vec![head.to_string()]];
        rows[0].extend(letters.iter().map(|l| letter(dfa.numeration(), tracks, *l)));
        rows[0].push(String::new());
        for s in 0..dfa.states() as u32 {
            let mut row = vec![s.to_string()];
            row.extend(letters.iter().map(|l| match dfa.step(s, *l) {
                DEAD => "-".to_string(),
                to => to.to_string(),
            }));
            row.push(
                if dfa.accepts_in(s) { lang.pick("yes", "是") } else { lang.pick("no", "否") }.to_string(),
            );
            rows.push(row);
        }
        Some(aligned(&rows))
    }
}

/// The digits of a letter, one for each track.
fn letter(numeration: Numeration, tracks: usize, letter: usize) -> String {
    let r = numeration.digits();
    let digit = |t: usize| (letter / r.pow((tracks - 1 - t) as u32) % r).to_string();
    (0..tracks).map(digit).collect()
}

fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    // Chinese characters take two columns.
    let width = |s: &str| s.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest: Vec<usize> = (0..columns)
        .map(|c| rows.iter().filter_map(|r| r.get(c)).map(|s| width(s)).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widest).map(|(cell, w)| format!("{}{cell}", " ".repeat(w - width(cell))));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}
