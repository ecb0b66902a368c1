//! Compiled rules as the generator of moves that tables are filled with.

use crate::engines::whole::outcome;
use crate::game::Game;
use bouton_compile::program::{Backend, Layout, NoProgram, Program};
use bouton_engine::Outcome;
use bouton_engine::table::fill::{Generator, Hole, Made};
use bouton_language::interp::Turn;
use bouton_language::rules::ScoreKind;
use std::ops::ControlFlow;

/// A compiled game.
pub struct Words {
    game: Game,
    program: Program,
    /// The lines that are no rays, and their numbers in the game.
    others: Option<(Program, Vec<usize>)>,
    /// Some cells of the space may be no legal positions.
    gaps: bool,
    /// A shared score is the first player's.
    shared: bool,
}

impl Words {
    /// Compiles a game; `rays` are the lines that the table engine does without.
    pub(super) fn new(game: &Game, layout: &Layout, rays: &[usize]) -> Result<Words, NoProgram> {
        let rules = game.rules();
        let core = game.core();
        let program = Program::new(core, layout.clone(), Backend::default())?;
        let others = if rays.is_empty() {
            None
        } else {
            let kept: Vec<usize> = (0..rules.moves.len()).filter(|line| !rays.contains(line)).collect();
            Some((Program::new(&core.with_lines(&kept), layout.clone(), Backend::default())?, kept))
        };
        let shared = rules.score == Some(ScoreKind::Shared);
        Ok(Words { game: game.clone(), program, others, gaps: has_gaps(game), shared })
    }

    /// The layout of a part.
    pub(super) fn layout(&self) -> &Layout {
        self.program.layout()
    }

    /// The sign that turns a score of the player to move into one for the mover, or the shared total.
    pub(super) fn sign(&self, mover: usize) -> i64 {
        if self.shared && mover == 1 { -1 } else { 1 }
    }

    /// May some cells be no legal positions?
    pub(super) fn gaps(&self) -> bool {
        self.gaps
    }

    /// Is a cell no legal position? Such a cell is never reached, so it is given no moves.
    fn is_gap(&self, words: &[i64]) -> bool {
        self.gaps && self.game.interp().legal(&self.layout().read(words)).is_err()
    }

    fn run(
        &self,
        program: &Program,
        words: &[i64],
        mover: usize,
        mut visit: impl FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Hole> {
        if self.is_gap(words) {
            return Ok(());
        }
        let sign = self.sign(mover);
        let mut over = false;
        let done = program.moves(words, Turn { mover, turn: 0 }, |made| {
            let (line, words, parts, again) = (made.line, made.words, made.parts, made.again);
            let Some(gain) = made.gain.checked_mul(sign) else {
                over = true;
                return ControlFlow::Break(());
            };
            visit(Made { line, words, parts, gain, again })
        });
        if over { Err(Hole) } else { done.map_err(|_| Hole) }
    }
}

/// May cells inside the bounds of every field be illegal? So where `require` says more, or a domain or a size looks at
/// other fields.
fn has_gaps(game: &Game) -> bool {
    let rules = game.rules();
    let interp = game.interp();
    let asked = |f: usize| {
        let field = &rules.shape.fields[f];
        let domain = field.domain.is_some() && interp.members(f).is_none() && interp.bounds(f).is_none();
        domain || (!field.size.is_empty() && interp.sizes(f).is_none())
    };
    !rules.requires.is_empty() || (0..rules.shape.fields.len()).any(asked)
}

impl Generator for Words {
    #[inline]
    fn options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        visit: F,
    ) -> Result<(), Hole> {
        self.run(&self.program, words, mover, visit)
    }

    #[inline]
    fn other_options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        mut visit: F,
    ) -> Result<(), Hole> {
        match &self.others {
            None => self.options(words, mover, visit),
            Some((program, lines)) => self.run(program, words, mover, |made| {
                let line = lines.get(made.line).copied().unwrap_or(usize::MAX);
                visit(Made { line, ..made })
            }),
        }
    }

    fn ended(&self, words: &[i64], mover: usize) -> Result<Option<Outcome>, Hole> {
        if !self.program.has_endings() || self.is_gap(words) {
            return Ok(None);
        }
        let ending = self.program.ended(words, Turn { mover, turn: 0 }).map_err(|_| Hole)?;
        Ok(ending.map(|e| outcome(e.verdict)))
    }

    fn stuck(&self, mover: usize) -> Outcome {
        outcome(self.game.interp().at_end(Turn { mover, turn: 0 }))
    }
}
