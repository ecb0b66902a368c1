//! Yes or no for many cells, one bit each.

/// A list of yes and no.
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// So many times no.
    pub(crate) fn new(cells: usize) -> Bits {
        Bits { words: vec![0; cells.div_ceil(64)] }
    }

    /// Cells as words of 64, the lowest bit first.
    pub(crate) fn from_words(words: Vec<u64>) -> Bits {
        Bits { words }
    }

    /// Says yes.
    pub(crate) fn set(&mut self, cell: usize) {
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    /// What a cell says.
    pub(crate) fn get(&self, cell: usize) -> bool {
        self.words[cell / 64] >> (cell % 64) & 1 == 1
    }
}
