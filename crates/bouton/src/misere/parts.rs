//! The parts of positions as heaps of a quotient: options by the rules, those that follow first.

use super::{SUMS, not_for, stopped};
use crate::game::Game;
use crate::problem::Problem;
use bouton_engine::Budget;
use bouton_language::interp::{Part, Position, Turn};
use bouton_misere::{Genera, Genus, Quotient, Solver};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Parts that were added, and the solver that they were added to.
pub(crate) struct Parts {
    game: Game,
    solver: Solver,
    /// The number of each part; none while its options are being added.
    known: HashMap<Part, Option<usize>>,
    order: Vec<Part>,
    genera: Genera,
    /// The genus of each part in its order, as far as they are worth the work.
    pub(super) genus: Vec<Option<Genus>>,
}

/// Options that are listed between two looks at the budget.
const AT_ONCE: usize = 256;

/// A part whose options are being added.
struct Open {
    part: Part,
    options: Vec<Vec<Part>>,
}

impl Parts {
    pub(crate) fn new(game: &Game) -> Self {
        let (game, solver, genera) = (game.clone(), Solver::new(), Genera::new());
        Self { game, solver, known: HashMap::new(), order: Vec::new(), genera, genus: Vec::new() }
    }

    pub(crate) fn quotient(&self) -> Quotient {
        self.solver.quotient()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The number of a part that was added.
    pub(crate) fn number(&self, part: &Part) -> Option<usize> {
        self.known.get(part).copied().flatten()
    }

    /// The parts by how they are typed, in the order in which they were added.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        self.order.iter().enumerate().map(|(at, part)| {
            let position = Position { parts: vec![part.clone()] };
            (self.game.show(&position), at)
        })
    }

    /// Adds the heap of this size: its number, or none inside for no heap at all; none where there is no such heap.
    pub(super) fn heap(&mut self, size: usize, budget: &Budget) -> Result<Option<Option<usize>>, Problem> {
        if !self.game.kind().parts || self.game.rules().shape.fields.len() != 1 {
            return Ok(None);
        }
        let Ok(position) = self.game.position(&size.to_string()) else { return Ok(None) };
        match &position.parts[..] {
            [] => Ok(Some(None)),
            [part] => self.add(part, budget).map(|at| Some(Some(at))),
            _ => Ok(None),
        }
    }

    fn open(&self, part: &Part, budget: &Budget) -> Result<Open, Problem> {
        let mut options: Vec<Vec<Part>> = Vec::new();
        let mut over = None;
        let run = self.game.interp().moves(part, Turn::default(), &mut |made| {
            options.push(made.parts.to_vec());
            if options.len().is_multiple_of(AT_ONCE)
                && let Err(halt) = budget.check(self.order.len())
            {
                over = Some(halt);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        run.map_err(|error| self.game.fail(error))?;
        match over {
            Some(halt) => Err(halt.into()),
            None => Ok(Open { part: part.clone(), options }),
        }
    }

    /// Adds a part after all that follow from it; its number.
    pub(crate) fn add(&mut self, part: &Part, budget: &Budget) -> Result<usize, Problem> {
        if let Some(Some(at)) = self.known.get(part) {
            return Ok(*at);
        }
        let added = self.add_all(part, budget);
        if added.is_err() {
            // What was begun is not known.
            self.known.retain(|_, at| at.is_some());
        }
        added
    }

    fn add_all(&mut self, part: &Part, budget: &Budget) -> Result<usize, Problem> {
        let mut stack = vec![self.open(part, budget)?];
        self.known.insert(part.clone(), None);
        loop {
            let open = stack.last().expect("the first is answered below");
            let next =
                open.options.iter().flatten().find(|part| !matches!(self.known.get(*part), Some(Some(_))));
            if let Some(next) = next.cloned() {
                if self.known.contains_key(&next) {
                    return Err(not_for([
                        "Play can come back to a position, so it has no misère quotient.".to_string(),
                        "走子可能回到同一局面，因此没有反常商。".to_string(),
                    ]));
                }
                let open = self.open(&next, budget)?;
                self.known.insert(next, None);
                stack.push(open);
                continue;
            }
            let open = stack.pop().expect("there is one");
            let number = |part: &Part| self.known[part].expect("options were added");
            let options: Vec<Vec<usize>> =
                open.options.iter().map(|option| option.iter().map(number).collect()).collect();
            let at = self.solver.add(options.clone(), budget).map_err(stopped)?;
            self.genus.push(self.genera.add(options, SUMS));
            self.order.push(open.part.clone());
            self.known.insert(open.part, Some(at));
            if stack.is_empty() {
                return Ok(at);
            }
        }
    }
}
