//! What can be wrong with rules that were read without a syntax error.
//!
//! One table a subject: what is wrong, then what to write instead, in both languages.

mod claims;
mod graph_line;
mod lines;
mod moves;
mod names;
mod types;

pub use claims::{ClaimProblem, NoGrundy};
pub use lines::LineProblem;
pub use moves::MoveProblem;
pub use names::{NameProblem, What};
pub use types::{Needs, TypeProblem, Wanted};

/// `n, k, left`
fn listed(names: &[String]) -> [String; 2] {
    match names {
        [] => ["none".into(), "无".into()],
        _ => [names.join(", "), names.join("、")],
    }
}

/// With a capital, for the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}
