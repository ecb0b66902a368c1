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
pub(super) struct Parts<'g> {
    game: &'g Game,
    budget: &'g Budget,
    solver: Solver,
    /// The number of each part; none while its options are being added.
    known: HashMap<Part, Option<usize>>,
    order: Vec<Part>,
    genera: Genera,
    /// The genus of each part in its order, as far as they are worth the work.
    pub(super) genus: Vec<Option<Genus>>,
}

/// A part whose options are being added.
struct Open {
    part: Part,
    options: Vec<Vec<Part>>,
}

impl<'g> Parts<'g> {
    pub(super) fn new(game: &'g Game, budget: &'g Budget) -> Self {
        let (solver, genera) = (Solver::new(), Genera::new());
        Self { game, budget, solver, known: HashMap::new(), order: Vec::new(), genera, genus: Vec::new() }
    }

    pub(super) fn quotient(&self) -> Quotient {
        self.solver.quotient()
    }

    /// The parts by how they are typed, in the order in which they were added.
    pub(super) fn named(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        self.order.iter().enumerate().map(|(at, part)| {
            let position = Position { parts: vec![part.clone()] };
            (self.game.show(&position), at)
        })
    }

    /// Adds the heap of this size: its number, or none inside for no heap at all; none where there is no such heap.
    pub(super) fn heap(&mut self, size: usize) -> Result<Option<Option<usize>>, Problem> {
        if !self.game.kind().parts || self.game.rules().shape.fields.len() != 1 {
            return Ok(None);
        }
        let Ok(position) = self.game.position(&size.to_string()) else { return Ok(None) };
        match &position.parts[..] {
            [] => Ok(Some(None)),
            [part] => self.add(part).map(|at| Some(Some(at))),
            _ => Ok(None),
        }
    }

    fn open(&self, part: &Part) -> Result<Open, Problem> {
        let mut options: Vec<Vec<Part>> = Vec::new();
        let mut over = None;
        let run = self.game.interp().moves(part, Turn::default(), &mut |made| {
            options.push(made.parts.to_vec());
            if let Err(halt) = self.budget.check(self.order.len()) {
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
    pub(super) fn add(&mut self, part: &Part) -> Result<usize, Problem> {
        if let Some(Some(at)) = self.known.get(part) {
            return Ok(*at);
        }
        let added = self.add_all(part);
        if added.is_err() {
            // What was begun is not known.
            self.known.retain(|_, at| at.is_some());
        }
        added
    }

    fn add_all(&mut self, part: &Part) -> Result<usize, Problem> {
        let mut stack = vec![self.open(part)?];
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
                let open = self.open(&next)?;
                self.known.insert(next, None);
                stack.push(open);
                continue;
            }
            let open = stack.pop().expect("there is one");
            let number = |part: &Part| self.known[part].expect("options were added");
            let options: Vec<Vec<usize>> =
                open.options.iter().map(|option| option.iter().map(number).collect()).collect();
            let at = self.solver.add(options.clone(), self.budget).map_err(stopped)?;
            self.genus.push(self.genera.add(options, SUMS));
            self.order.push(open.part.clone());
            self.known.insert(open.part, Some(at));
            if stack.is_empty() {
                return Ok(at);
            }
        }
    }
}
