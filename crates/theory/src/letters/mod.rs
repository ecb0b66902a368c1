//! Words: the lost words of a game, or the Grundy values of words, by a machine that reads letters; learned from short words, and proved for
//! all lengths.
//!
//! The moves come as formulas about places ([`Letters`]). They become transducers (`marked`, `transducer`), short words are worked out by
//! the definitions (`truth`), a machine is learned from them (`learn`), and a walk over all words at once says whether it is right
//! (`judge`). That play ends is proved by a measure. By induction over it there is exactly one labelling that satisfies the
//! statement, so a machine that satisfies it says what the words are.

mod board;
mod judge;
mod learn;
mod machine;
mod marked;
mod measure;
mod transducer;
mod truth;

pub use learn::Learned;
pub use machine::{ILLEGAL, Machine};
pub use measure::Measure;

use crate::effort::Effort;
use board::Board;
use bouton_budget::{Budget, Halt};
use bouton_compile::letters::Letters;
use bouton_language::span::Span;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What the labels of a machine say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Who wins: a bit for each player that the rules tell apart.
    Outcomes,
    /// Grundy values.
    Values,
}

/// A theorem about all words.
#[derive(Clone, Debug)]
pub struct WordTheorem {
    /// What the labels say.
    pub subject: Subject,
    /// What a word is.
    pub machine: Machine,
    /// Why play ends.
    pub measure: Measure,
    /// How many words it was learned from.
    pub words: usize,
    /// How long it took.
    pub time: Duration,
}

/// Why there is no theorem about words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWords {
    /// The rules may fail here, or do what is not read.
    #[error("the rules may fail, or do what is not read")]
    Fault(Span),
    /// Rules of a kind that is not decided.
    #[error("rules of a kind that is not decided")]
    Kind,
    /// Nothing was found that gets smaller with every move.
    #[error("nothing gets smaller with every move")]
    Measure,
    /// No machine was found up to the limits.
    #[error("no machine was found up to the limits")]
    Searched(Learned),
    /// The budget, or the steps allowed, came to their end.
    #[error(transparent)]
    Halted(#[from] Halt),
}

/// How far to go.
pub struct WordLimits<'a> {
    /// The most states of a machine.
    pub states: usize,
    /// How long to search, in small steps.
    pub steps: u64,
    /// What all of it may cost.
    pub budget: Option<&'a Budget>,
}

impl Default for WordLimits<'_> {
    fn default() -> Self {
        WordLimits { states: 2000, steps: 400_000_000, budget: None }
    }
}

/// Looks for a machine that says of every word what it is, and proves it.
pub fn prove_words(game: &Letters, limits: &WordLimits<'_>) -> Result<WordTheorem, NoWords> {
    let begun = Instant::now();
    let effort = Effort::new(limits.budget).up_to(limits.steps);
    let board = Board::new(game, &effort)?;
    let Some(measure) = measure::measure(&board, &effort)? else { return Err(NoWords::Measure) };
    let (machine, words) = learn::learn(&board, limits.states, &effort)?;
    Ok(WordTheorem { subject: board.subject, machine, measure, words, time: begun.elapsed() })
}

/// The options of a player at some words, each as the words that it leaves: as the transducers have them.
pub fn options(
    game: &Letters,
    player: usize,
    words: &[Vec<u8>],
) -> Result<Vec<BTreeSet<Vec<Vec<u8>>>>, NoWords> {
    let effort = Effort::new(None);
    let board = Board::new(game, &effort)?;
    Ok(words.iter().map(|word| board.options(player, word, &effort)).collect::<Result<_, Halt>>()?)
}
