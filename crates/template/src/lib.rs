//! How a judge writes things: cases, moves and answers, and the limits within which they lie.
//!
//! The contest room writes tests by this, the export room reads them by it. A [`Template`] says how a position or an answer is
//! written, an [`Input`] how it is read, a [`MoveForm`] how a move is, [`Asked`] what is answered, [`Limits`] which positions there are.

mod asked;
mod case;
mod input;
mod limits;
mod moves;
mod sample;
mod sums;
mod template;
mod words;
mod wrong;

pub use asked::{Asked, INPUT_NAMES, NAMES, Want};
pub use case::{Case, Cell, Origin, build, cells, least};
pub use input::{Around, Form, Input, Length, Read, Target, Written};
pub use limits::{Choice, Limits};
pub use moves::{Hole, MoveForm, Printed, Word};
pub use sample::read as read_cases;
pub use sums::{Added, Sum};
pub use template::{Batch, Join, Piece, Slot, Template, What, length};
pub use words::{Words, written};
pub use wrong::{Unread, Wrong};

use bouton::{Game, Problem};

/// A judge's problem: a game, how its cases are written and answered, and within which limits they lie.
#[derive(Clone)]
pub struct Task {
    /// The game.
    pub game: Game,
    /// How a case is written; what judges usually write where it is not given.
    pub template: Option<String>,
    /// How several cases are put together.
    pub cases: Option<String>,
    /// What is wanted.
    pub answers: Asked,
    /// The judge's limits.
    pub limits: Limits,
}

impl Task {
    /// Who wins a game, in the usual form and without limits.
    pub fn new(game: Game) -> Task {
        let limits = Limits::none(&game);
        Task { game, template: None, cases: None, answers: Asked::default(), limits }
    }

    /// How a case is written.
    pub fn template(&self) -> Result<Template, Problem> {
        let usual = || Template::usual(&self.game, &self.limits);
        Template::new(&self.game, &self.template.clone().unwrap_or_else(usual), &INPUT_NAMES)
    }

    /// How several cases are put together, where it is said.
    pub fn batch(&self) -> Result<Option<Batch>, Problem> {
        self.cases.as_deref().map(Batch::new).transpose()
    }
}
