//! Learning a machine: words are told apart by what follows them (Myhill and Nerode), and by words for which the statement fails (Angluin,
//! Learning regular sets from queries and counterexamples, 1987; the suffix of a counterexample by Rivest and Schapire, 1993).

use super::NoWords;
use super::board::Board;
use super::judge::judge;
use super::machine::Machine;
use super::truth::Truth;
use crate::effort::Effort;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// How a search went that did not end in a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The states of the last machine.
    pub states: usize,
    /// How many words were worked out by the definitions.
    pub words: usize,
    /// The shortest word for which the last machine is not right, if it was put to the proof.
    pub counterexample: Option<Vec<u8>>,
}

struct Table<'b> {
    truth: Truth<'b>,
    alphabet: u8,
    suffixes: Vec<Vec<u8>>,
    /// A word for each state.
    access: Vec<Vec<u8>>,
    rows: FxHashMap<Vec<u32>, u32>,
    next: Vec<Vec<u32>>,
}

impl Table<'_> {
    /// What a word with each suffix is.
    fn row(&mut self, word: &[u8]) -> Result<Vec<u32>, Halt> {
        let mut out = Vec::with_capacity(self.suffixes.len());
        for suffix in &self.suffixes {
            out.push(self.truth.label(&[word, suffix].concat())?);
        }
        Ok(out)
    }

    /// Goes through all states and letters; new rows are new states.
    fn close(&mut self, most: usize) -> Result<bool, Halt> {
        self.rows.clear();
        self.next.clear();
        let mut access = vec![Vec::new()];
        let empty = self.row(&[])?;
        self.rows.insert(empty, 0);
        let mut at = 0;
        while at < access.len() {
            let mut row = Vec::new();
            for letter in 0..self.alphabet {
                let mut word = access[at].clone();
                word.push(letter);
                let labels = self.row(&word)?;
                let id = *self.rows.entry(labels).or_insert_with(|| {
                    access.push(word);
                    access.len() as u32 - 1
                });
                row.push(id);
            }
            self.next.push(row);
            if access.len() > most {
                self.access = access;
                return Ok(false);
            }
            at += 1;
        }
        self.access = access;
        Ok(true)
    }

    fn machine(&mut self) -> Result<Machine, Halt> {
        let label = self.access.iter().map(|word| self.truth.label(word)).collect::<Result<_, Halt>>()?;
        Ok(Machine { next: self.next.clone(), label })
    }

    /// A suffix that tells two words apart which the machine takes for one; `word` is one that it misjudges.
    fn suffix(&mut self, machine: &Machine, word: &[u8]) -> Result<Vec<u8>, Halt> {
        let right = self.truth.label(word)?;
        // With the first letters replaced by the word of their state, the label stays right up to some letter.
        let (mut low, mut high) = (0, word.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            let state = machine.run(0, &word[..middle]);
            let changed = [&self.access[state as usize][..], &word[middle..]].concat();
            if self.truth.label(&changed)? == right { low = middle } else { high = middle }
        }
        Ok(word[high..].to_vec())
    }
}

/// Learns until a machine is right for all words.
pub(super) fn learn(board: &Board, most: usize, effort: &Effort) -> Result<(Machine, usize), NoWords> {
    let mut suffixes = vec![Vec::new()];
    suffixes.extend((0..board.alphabet as u8).map(|l| vec![l]));
    let mut table = Table {
        truth: Truth::new(board, effort),
        alphabet: board.alphabet as u8,
        suffixes,
        access: Vec::new(),
        rows: FxHashMap::default(),
        next: Vec::new(),
    };
    let mut went = Learned { states: 0, words: 0, counterexample: None };
    let done = rounds(board, &mut table, most, &mut went, effort);
    went.words = table.truth.size();
    match done {
        Ok(Some(machine)) => Ok((machine, went.words)),
        Ok(None) | Err(Halt::Size | Halt::Work) => Err(NoWords::Searched(went)),
        Err(halt) => Err(NoWords::Halted(halt)),
    }
}

fn rounds(
    board: &Board,
    table: &mut Table<'_>,
    most: usize,
    went: &mut Learned,
    effort: &Effort,
) -> Result<Option<Machine>, Halt> {
    loop {
        let closed = table.close(most);
        went.states = table.access.len().max(went.states);
        if !closed? {
            return Ok(None);
        }
        let machine = table.machine()?;
        let Some(wrong) = judge(board, &machine, effort)? else { return Ok(Some(machine)) };
        went.counterexample = Some(wrong.clone());
        let Some(word) = table.truth.misjudged(&wrong, |w| machine.says(w))? else {
            // The statement fails where all is well: that cannot be, and nothing is said.
            return Ok(None);
        };
        let suffix = table.suffix(&machine, &word)?;
        if table.suffixes.contains(&suffix) {
            return Ok(None);
        }
        table.suffixes.push(suffix);
    }
}
