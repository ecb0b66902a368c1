//! What is asked of a program, as the flags say: words, a number, a move.

use crate::template::Template;
use crate::wrong::Wrong;
use bouton::language::rules::ScoreKind;
use bouton::{Game, Problem};

/// Names that an output template may use.
pub const NAMES: [&str; 8] = ["answer", "grundy", "score", "winning", "winner", "i", "mover", "remoteness"];

/// Names that an input template may use beside those of the rules.
pub const INPUT_NAMES: [&str; 2] = ["i", "mover"];

/// How answers are asked for on the command line.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Word for won.
    pub yes: Option<String>,
    /// Word for lost.
    pub no: Option<String>,
    /// Word for drawn.
    pub draw: Option<String>,
    /// `grundy`, `score`, `winning` (how many winning moves), `remoteness` (moves to the end; -1 for a draw), or an
    /// expression with one of these names.
    pub value: Option<String>,
    /// Template of a move.
    pub form: Option<String>,
    /// All winning moves are wanted, one a line.
    pub all: bool,
    /// The answers for 1, 2, 3 … up to this field.
    pub each: Option<String>,
    /// Template of the whole answer.
    pub answer: Option<String>,
    /// Capital or small letters alike.
    pub ignore_case: bool,
}

/// What must be known to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// Who wins.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The score.
    Score,
    /// The number of winning moves.
    Winning,
    /// Moves to the end with best play; -1 for a draw.
    Remoteness,
}

/// The numbers that may be asked for by their names.
const VALUES: [(&str, Want); 4] = [
    ("grundy", Want::Grundy),
    ("winning", Want::Winning),
    ("remoteness", Want::Remoteness),
    ("score", Want::Score),
];

impl Want {
    /// The name of a number.
    pub fn word(self) -> &'static str {
        VALUES.iter().find(|(_, want)| *want == self).map_or("answer", |(name, _)| name)
    }

    /// Refuses numbers that do not exist in this game.
    fn exists(self, game: &Game) -> Result<(), Problem> {
        let rules = game.rules();
        let missing = match self {
            Want::Score => rules.score.is_none(),
            Want::Grundy => game.kind().grundy.is_err(),
            Want::Remoteness => rules.score.is_some() || rules.block.is_some(),
            Want::Outcome | Want::Winning => false,
        };
        if missing { Err(Wrong::NoValue { what: self.word() }.into()) } else { Ok(()) }
    }
}

impl Asked {
    /// How the whole answer is written.
    pub fn template(&self, game: &Game) -> Result<Template, Problem> {
        let named = |name: &str| name.is_empty() || VALUES.iter().any(|(value, _)| *value == name);
        let text = match (&self.answer, self.value.as_deref()) {
            (Some(text), _) => text.clone(),
            (None, Some(expr)) if !named(expr) => format!("{{{expr}}}"),
            (None, _) => "{answer}".to_string(),
        };
        Template::new(game, &text, &NAMES)
    }

    /// The number that is asked for, by name or because the game has a common score; `None` where words are.
    pub fn number(&self, game: &Game) -> Result<Option<Want>, Problem> {
        let template = self.template(game)?;
        let said = |name: &str| template.names(name) || self.value.as_deref() == Some(name);
        let score = game.rules().score;
        let want = match VALUES.iter().find(|(name, _)| said(name)) {
            Some((_, want)) => *want,
            None if score == Some(ScoreKind::Shared) => Want::Score,
            None if self.value.is_none() => return Ok(None),
            None if score.is_some() => Want::Score,
            None => Want::Grundy,
        };
        want.exists(game)?;
        Ok(Some(want))
    }

    /// Are the words for won, lost and drawn left to the program?
    pub fn wordless(&self) -> bool {
        self.yes.is_none() && self.no.is_none() && self.draw.is_none()
    }
}
