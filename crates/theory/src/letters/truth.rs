//! What words are, by the definitions: recursion over moves, remembered; words fall apart where that is known.

use super::Subject;
use super::board::Board;
use super::machine::ILLEGAL;
use crate::effort::Effort;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;

/// The most words that are remembered.
const WORDS: usize = 1 << 21;

pub(super) struct Truth<'b> {
    board: &'b Board,
    walls: Vec<u8>,
    known: FxHashMap<Vec<u8>, u32>,
    effort: &'b Effort<'b>,
}

impl<'b> Truth<'b> {
    pub(super) fn new(board: &'b Board, effort: &'b Effort<'b>) -> Truth<'b> {
        Truth { board, walls: board.walls(), known: FxHashMap::default(), effort }
    }

    /// How many words are known.
    pub(super) fn size(&self) -> usize {
        self.known.len()
    }

    /// The label of a word.
    pub(super) fn label(&mut self, word: &[u8]) -> Result<u32, Halt> {
        if self.walls.is_empty() {
            return self.whole(word);
        }
        let walls = self.walls.clone();
        let mut sum = 0;
        for piece in word.split(|l| walls.contains(l)) {
            sum ^= self.whole(piece)?;
        }
        Ok(sum)
    }

    fn whole(&mut self, word: &[u8]) -> Result<u32, Halt> {
        if let Some(label) = self.known.get(word) {
            self.effort.spend(1 + word.len() as u64 / 4)?;
            return Ok(*label);
        }
        self.effort.spend(16 + 4 * word.len() as u64)?;
        if self.known.len() >= WORDS {
            return Err(Halt::Size);
        }
        let label = self.find(word)?;
        self.known.insert(word.to_vec(), label);
        Ok(label)
    }

    fn find(&mut self, word: &[u8]) -> Result<u32, Halt> {
        let board = self.board;
        let seen = board.look(word);
        if !seen.legal {
            return Ok(ILLEGAL);
        }
        if board.subject == Subject::Values {
            let mut values = Vec::new();
            for parts in board.options(0, word, self.effort)? {
                if let Some(value) = self.sum(&parts)? {
                    values.push(value);
                }
            }
            return Ok((0..).find(|v| !values.contains(v)).unwrap_or(0));
        }
        let mut label = 0;
        for player in 0..board.players() {
            let other = (player + 1) % board.players();
            let won = match seen.ended[player] {
                Some(won) => won,
                None => {
                    let (mut any, mut won) = (false, false);
                    for parts in board.options(player, word, self.effort)? {
                        let Some(option) = self.sum(&parts)? else { continue };
                        any = true;
                        won |= option >> other & 1 == 0;
                    }
                    won || (!any && board.stuck[player])
                }
            };
            label |= u32::from(won) << player;
        }
        Ok(label)
    }

    /// The label of what a move leaves; `None` where that is no position.
    fn sum(&mut self, parts: &[Vec<u8>]) -> Result<Option<u32>, Halt> {
        let mut sum = 0;
        for part in parts {
            match self.label(part)? {
                ILLEGAL => return Ok(None),
                label => sum ^= label,
            }
        }
        Ok(Some(sum))
    }

    /// Does a machine call a word, or one of its options, what it is not? The first such word.
    pub(super) fn misjudged(
        &mut self,
        word: &[u8],
        says: impl Fn(&[u8]) -> u32,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let mut all = vec![word.to_vec()];
        for player in 0..self.board.players() {
            all.extend(self.board.options(player, word, self.effort)?.into_iter().flatten());
        }
        // Options first: they are smaller.
        for word in all.into_iter().rev() {
            if says(&word) != self.label(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}
