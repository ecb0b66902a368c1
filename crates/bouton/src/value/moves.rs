//! The winning first moves in a sum of positions: those that leave a value at which the mover, who is second then, wins.

use super::problem::halted;
use super::{LONGEST, Term, ValueQuestion, What};
use crate::answer::entries::entry;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::problem::Problem;
use crate::report::{Named, Sentence};
use bouton_values::{Style, Value};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves that are listed for each player.
const LISTED: usize = 200;

/// A move after which its maker wins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WinningMove {
    /// Which term of the sum, from 0.
    pub term: usize,
    /// As it can be typed.
    #[serde(rename = "move")]
    pub notation: String,
    /// In words.
    pub text: Sentence,
    /// The position of the term that it leads to.
    pub to: String,
    /// The value of the whole sum after it; where the sum is only searched, of its part.
    pub value: String,
    /// The same in Unicode.
    #[serde(skip)]
    pub unicode: String,
}

impl Solver {
    /// The winning moves of both players in a sum whose value is known; none where a term is no position, or is taken other
    /// than once.
    pub(super) fn winning_moves(
        &mut self,
        question: &ValueQuestion,
        sum: Value,
        players: &[String; 2],
    ) -> Result<Named<Vec<WinningMove>>, Problem> {
        let plain = |term: &Term| term.times == 1 && matches!(term.what, What::Position(..));
        if !question.terms.iter().all(plain) {
            return Ok(Named::default());
        }
        let mut found = [Vec::new(), Vec::new()];
        for (i, term) in question.terms.iter().enumerate() {
            let What::Position(game, position) = &term.what else { continue };
            let here = self.position_value(game, position)?;
            let rest = self.partizan.values.subtract(sum, here).map_err(halted)?;
            for (mover, list) in found.iter_mut().enumerate() {
                let state = State::new(position.clone(), mover);
                for made in self.raw_moves(game.at(&state))? {
                    self.tick()?;
                    let Some(to) = made.to.positions.first() else { continue };
                    let after = self.position_value(game, to)?;
                    let values = &mut self.partizan.values;
                    let after = values.add(after, rest).map_err(halted)?;
                    let (low, high) = if mover == 0 { (Value::ZERO, after) } else { (after, Value::ZERO) };
                    if list.len() >= LISTED || !values.at_most(low, high).map_err(halted)? {
                        continue;
                    }
                    let value = values.text(after, Style::Ascii, LONGEST).map_err(halted)?.text;
                    let unicode = values.text(after, Style::Unicode, LONGEST).map_err(halted)?.text;
                    let shown = entry(game.at(&state), &made, None);
                    let (notation, text, to) = (shown.notation, shown.text, shown.to);
                    list.push(WinningMove { term: i, notation, text, to, value, unicode });
                }
            }
        }
        Ok(players.iter().cloned().zip(found).collect())
    }
}
