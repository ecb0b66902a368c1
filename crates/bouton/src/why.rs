//! Reasons: why the answer is what it is, as data that a terminal or a page can draw.

use bouton_language::ast::Verdict;
use bouton_language::value::Value;

/// The explanation of an answer.
#[derive(Clone, Debug)]
pub enum Why {
    /// A sum of parts: values, their xor, and what each part would have to become.
    Xor(XorTable),
    /// One part (or a whole game with Grundy values): the values of the options and the least one missing.
    Mex(MexSet),
    /// A lost position: every move has an answer.
    Refuted(Vec<Refutation>),
    /// A winning symmetry: after this move the parts pair off, and every later move can be copied.
    Mirror {
        /// The move that makes the position symmetric; `None` if it is already (then the position is lost).
        first: Option<String>,
        /// The position that is symmetric.
        position: String,
    },
    /// The claim that was used, as written, with its value here.
    Claim {
        /// The claim.
        text: String,
        /// What it gives here.
        value: String,
    },
    /// Where best play leads, for a score game: the line is in the answer.
    Line,
    /// The game is over here; the line of the rules that says so, if any.
    Over {
        /// The `when`, `stop` or `end` line in words.
        rule: Option<String>,
        /// What it means for the player to move.
        verdict: Verdict,
    },
}

/// Values of the parts of a sum.
#[derive(Clone, Debug)]
pub struct XorTable {
    /// One row a part.
    pub rows: Vec<XorRow>,
    /// Xor of all values.
    pub xor: Value,
    /// Is every part's value just its size, as in Nim?
    pub plain: bool,
}

/// One part.
#[derive(Clone, Debug)]
pub struct XorRow {
    /// The part as typed.
    pub part: String,
    /// Its Grundy value.
    pub value: Value,
    /// value xor total: what it must become.
    pub target: Value,
    /// Can it (is there a move to that value)? `None` where not every move was looked at.
    pub possible: Option<bool>,
}

/// How a Grundy value comes about.
#[derive(Clone, Debug)]
pub struct MexSet {
    /// Values of the options, each once, with one move that leads there (as typed) and where it leads.
    pub options: Vec<(u64, String, String)>,
    /// The least value that is missing.
    pub mex: u64,
}

/// One move of a lost position and the answer to it.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The move, worded in both languages.
    pub text: [String; 2],
    /// The move as typed.
    pub notation: String,
    /// Where it leads.
    pub to: String,
    /// The answer, worded; `None` where the game is over there or its mover keeps the turn.
    pub answer: Option<[String; 2]>,
    /// Where the answer leads.
    pub answer_to: Option<String>,
}
