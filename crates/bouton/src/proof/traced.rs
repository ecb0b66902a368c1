//! A position as the word that a theorem's automaton reads, letter by letter, with the states that it goes through.

use super::winning::tuple;
use super::{At, Proof};
use bouton_language::interp::Position;
use schemars::JsonSchema;
use serde::Serialize;

/// The way of a position through an automaton.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Traced {
    /// The names of the numbers that are read side by side.
    pub tracks: Vec<String>,
    /// The numbers, exactly.
    pub numbers: Vec<String>,
    /// The letters, highest digits first.
    pub letters: Vec<TracedLetter>,
    /// Is the word accepted?
    pub accepted: bool,
}

/// A letter of the word, and the state behind it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TracedLetter {
    /// A digit of each number.
    pub digits: Vec<usize>,
    /// The state; none where nothing that begins so is accepted.
    pub state: Option<u32>,
}

impl Proof {
    /// The way of a position of one part, of which `at` is what the theorem says.
    pub fn traced(&self, position: &Position, at: &At) -> Option<Traced> {
        let (fragment, theorem) = self.moving();
        let [part] = position.parts.as_slice() else { return None };
        let mut numbers = tuple(fragment, part)?;
        if self.values() {
            numbers.push(at.grundy.clone()?);
        }
        let way = theorem.dfa.reads(&numbers)?;
        let letters: Vec<TracedLetter> = way
            .iter()
            .map(|(letter, state)| TracedLetter {
                digits: theorem.dfa.digits_of(*letter),
                state: Some(*state).filter(|s| (*s as usize) < theorem.dfa.states()),
            })
            .collect();
        let accepted = theorem.dfa.contains(&numbers);
        Some(Traced {
            tracks: self.tracks(),
            numbers: numbers.iter().map(ToString::to_string).collect(),
            letters,
            accepted,
        })
    }
}
