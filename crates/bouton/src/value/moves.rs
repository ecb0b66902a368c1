//! The winning first moves in a sum of positions: those that leave a value at which the mover, who is second then, wins.

use super::problem::halted;
use super::{LONGEST, ValueQuestion, What};
use crate::answer::entries::entry;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::problem::Problem;
use crate::report::{Named, Sentence};
use bouton_language::interp::Position;
use bouton_values::{Style, Value, Values};
use schemars::JsonSchema;
use serde::Serialize;

/// Moves that are listed for each player.
const LISTED: usize = 200;

/// A move after which its maker wins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ValueMove")]
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
    pub unicode: String,
}

/// A first move in a sum.
pub(super) struct First<'q> {
    /// Which term of the sum, from 0.
    pub(super) term: usize,
    /// Who makes it: 0 is Left.
    pub(super) mover: usize,
    pub(super) game: &'q Game,
    /// The position of the term that it leads to.
    pub(super) to: &'q Position,
}

/// Says of a first move what its value is afterwards, in ASCII and in Unicode; nothing of a move that is not wanted.
pub(super) type Wanted<'w> = dyn FnMut(&mut Solver, First<'_>) -> Result<Option<[String; 2]>, Problem> + 'w;

impl Solver {
    /// The first moves of both players that are wanted; none where a term is no position, or is taken other than once.
    pub(super) fn first_moves(
        &mut self,
        question: &ValueQuestion,
        players: &[String; 2],
        wanted: &mut Wanted<'_>,
    ) -> Result<Named<Vec<WinningMove>>, Problem> {
        if !question.is_plain() {
            return Ok(Named::default());
        }
        let mut found = [Vec::new(), Vec::new()];
        for (i, term) in question.terms.iter().enumerate() {
            let What::Position(game, position) = &term.what else { continue };
            for (mover, list) in found.iter_mut().enumerate() {
                let state = State::new(position.clone(), mover);
                for made in self.raw_moves(game.at(&state))? {
                    self.tick()?;
                    let Some(to) = made.to.positions.first() else { continue };
                    if list.len() >= LISTED {
                        break;
                    }
                    let Some([value, unicode]) = wanted(self, First { term: i, mover, game, to })? else {
                        continue;
                    };
                    let shown = entry(game.at(&state), &made, None);
                    let (notation, text, to) = (shown.notation, shown.text, shown.to);
                    list.push(WinningMove { term: i, notation, text, to, value, unicode });
                }
            }
        }
        Ok(players.iter().cloned().zip(found).collect())
    }

    /// The winning moves of both players in a sum whose value is known.
    pub(super) fn winning_moves(
        &mut self,
        question: &ValueQuestion,
        sum: Value,
        players: &[String; 2],
    ) -> Result<Named<Vec<WinningMove>>, Problem> {
        // What stands beside each term.
        let mut rests = Vec::new();
        for term in &question.terms {
            let here = self.term_value(&term.what)?;
            rests.push(self.partizan.values.subtract(sum, here).map_err(halted)?);
        }
        self.first_moves(question, players, &mut |solver, first| {
            let after = solver.position_value(first.game, first.to)?;
            let values = &mut solver.partizan.values;
            let after = values.add(after, rests[first.term]).map_err(halted)?;
            let (low, high) = if first.mover == 0 { (Value::ZERO, after) } else { (after, Value::ZERO) };
            let wins = values.at_most(low, high).map_err(halted)?;
            if wins { written(values, after).map(Some) } else { Ok(None) }
        })
    }
}

/// A value in ASCII and in Unicode.
pub(super) fn written(values: &mut Values, value: Value) -> Result<[String; 2], Problem> {
    let mut text = |style| values.text(value, style, LONGEST).map(|text| text.text).map_err(halted);
    Ok([text(Style::Ascii)?, text(Style::Unicode)?])
}
