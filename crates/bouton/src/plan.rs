//! The plan: what is known about the games from their rules, which engine will answer, and what it may cost.

use crate::question::Question;
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;

/// A plan that can be printed before anything is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Facts about each game, worded in both languages.
    pub facts: [Vec<String>; 2],
    /// The method, worded.
    pub method: [String; 2],
    /// The estimate, worded.
    pub estimate: [String; 2],
}

impl Plan {
    /// The lines of the plan.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        let mut lines = lang.pick(&self.facts[0], &self.facts[1]).clone();
        lines.push(lang.pick(&self.method[0], &self.method[1]).clone());
        lines.push(lang.pick(&self.estimate[0], &self.estimate[1]).clone());
        lines
    }
}

/// A question that is known beforehand to be out of reach, in words.
pub(crate) fn hopeless(_question: &Question, _budget: &Budget) -> Option<[String; 2]> {
    None
}
