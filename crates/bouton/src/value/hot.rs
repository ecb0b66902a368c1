//! Who wins a sum of many hot parts, and by which moves: a search over the values of the parts, without the value of the sum.

use super::moves::written;
use super::problem::halted;
use super::{Said, TermValue, ValueQuestion, WinningMove, line, players, shown};
use crate::engines::solver::Solver;
use crate::problem::{Over, Problem};
use crate::report::{Named, Sentence};
use bouton_values::{HotSums, Value};
use schemars::JsonSchema;
use serde::Serialize;

/// More copies of terms are not searched.
const MOST_PARTS: usize = 1000;

/// Who wins a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SumAnswer {
    /// The titles of the games, as they stand in the sum.
    pub game: String,
    /// The sum, as it can be typed.
    pub position: String,
    /// The names of Left and Right.
    pub players: [String; 2],
    /// L, R, N or P.
    pub class: char,
    /// Who wins, in words.
    pub who: Sentence,
    /// The winning first moves of each player, where a sum of positions was asked.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub winning_moves: Named<Vec<WinningMove>>,
    /// The terms.
    pub terms: Vec<TermValue>,
    /// The term in which moving is worth most, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hottest: Option<usize>,
    /// PROVED: a search is complete or there is no answer.
    #[schemars(extend("const" = "PROVED"))]
    pub status: &'static str,
    /// How it was found.
    pub how: Sentence,
    /// Sums whose moves were looked at.
    pub searched: u64,
}

impl Solver {
    /// Who wins a sum, by search of its parts, the hottest first.
    pub fn hot_sum(&mut self, question: &ValueQuestion) -> Result<SumAnswer, Problem> {
        self.begin_values();
        let mut known = HotSums::default();
        let (mut parts, mut terms, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for term in &question.terms {
            let value = self.term_value(&term.what)?;
            let values = &mut self.partizan.values;
            let one = if term.times < 0 { values.negate(value).map_err(halted)? } else { value };
            let copies = term.times.unsigned_abs() as usize;
            if copies.saturating_add(parts.len()) > MOST_PARTS {
                return Err(Problem::Over(Over::Size {
                    what: [
                        format!("A sum that is searched may have {MOST_PARTS} parts."),
                        format!("搜索的和最多 {MOST_PARTS} 个部分。"),
                    ],
                }));
            }
            places.push(parts.len());
            parts.extend(std::iter::repeat_n(one, copies));
            let (game, position) = shown(&term.what);
            let said = Said::of(values, value).map_err(halted)?;
            terms.push((TermValue { game, position, times: term.times, said }, value));
        }
        let class = self.partizan.values.class_of_sum(&parts, &mut known).map_err(halted)?;
        let hottest = self.hottest(&terms)?;
        let players = players(question);
        let winning_moves = self.hot_moves(question, &parts, &places, &mut known, &players)?;
        let searched = known.searched;
        Ok(SumAnswer {
            game: line::titles(question),
            position: line::written(question),
            who: crate::report::value::who(class.letter(), &players),
            players,
            class: class.letter(),
            winning_moves,
            terms: terms.into_iter().map(|(term, _)| term).collect(),
            hottest,
            status: "PROVED",
            how: crate::report::value::searched(searched),
            searched,
        })
    }

    /// The term whose temperature is the greatest, if moving in it is worth something.
    fn hottest(&mut self, terms: &[(TermValue, Value)]) -> Result<Option<usize>, Problem> {
        let mut best = None;
        for (i, (_, value)) in terms.iter().enumerate() {
            let temperature = self.partizan.values.thermograph(*value).map_err(halted)?.temperature.clone();
            if best.as_ref().is_none_or(|(_, most)| temperature > *most) {
                best = Some((i, temperature));
            }
        }
        Ok(best.filter(|(_, temperature)| temperature.signum() >= 0).map(|(i, _)| i))
    }

    fn hot_moves(
        &mut self,
        question: &ValueQuestion,
        parts: &[Value],
        places: &[usize],
        known: &mut HotSums,
        players: &[String; 2],
    ) -> Result<Named<Vec<WinningMove>>, Problem> {
        self.first_moves(question, players, &mut |solver, first| {
            let after = solver.position_value(first.game, first.to)?;
            let mut sum = parts.to_vec();
            sum[places[first.term]] = after;
            let values = &mut solver.partizan.values;
            if values.mover_wins(&sum, first.mover == 1, known).map_err(halted)? {
                return Ok(None);
            }
            written(values, after).map(Some)
        })
    }
}
