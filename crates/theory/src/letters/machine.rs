//! A machine that reads a word and says what it is: a deterministic automaton with a label in every state.

/// The label of words that are no positions.
pub const ILLEGAL: u32 = u32::MAX;

/// Reads a word from left to right; state 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Where each letter leads.
    pub next: Vec<Vec<u32>>,
    /// What a word is that ends here: [`ILLEGAL`], a Grundy value, or a bit for each player: does this player win if it is
    /// to move?
    pub label: Vec<u32>,
}

impl Machine {
    /// The state behind a word.
    pub fn run(&self, from: u32, word: &[u8]) -> u32 {
        word.iter().fold(from, |s, l| self.next[s as usize][*l as usize])
    }

    /// What a word is.
    pub fn says(&self, word: &[u8]) -> u32 {
        self.label[self.run(0, word) as usize]
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.label.len()
    }
}
