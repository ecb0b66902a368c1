//! When rules are compiled, and what happens where a program steps aside.
//!
//! Small questions are not worth it: the interpreter has answered before a program is made. From a certain number of
//! positions on, estimated or met, the rules of a term are compiled for the parts at hand. A program that meets
//! something it has no room for is made anew with more room; after that the interpreter goes on.

use crate::engines::choice::{Query, What};
use crate::engines::compiled::{Compiled, Failure, Purpose, Room, Values, Wholes};
use crate::engines::session::Session;
use crate::engines::solver::Solver;
use crate::game::{Game, Match};
use crate::problem::Problem;
use bouton_engine::Budget;
use bouton_language::interp::{Part, Position};

/// Programs that one session may make of a term before it stays with the interpreter.
const MOST_PROGRAMS: u32 = 40;

/// The program of one term for one purpose.
#[derive(Default)]
pub(crate) struct Slot {
    program: Option<Compiled>,
    /// What it was made for.
    made_for: Vec<Part>,
    /// How many were made; beyond [`MOST_PROGRAMS`] there are no more.
    made: u32,
    /// So many positions are expected that a program is worth its making.
    worth: bool,
}

impl Slot {
    /// Positions stored.
    pub(crate) fn positions(&self) -> u64 {
        self.program.as_ref().map_or(0, Compiled::positions)
    }

    /// The memory that its engines take.
    pub(crate) fn bytes(&self) -> usize {
        self.program.as_ref().map_or(0, Compiled::bytes)
    }

    /// The program, if there is one.
    pub(crate) fn program(&self) -> Option<&Compiled> {
        self.program.as_ref()
    }

    /// Makes a program for these parts, or a roomier one than the last. False: there is none.
    fn make(&mut self, game: &Game, parts: &[Part], purpose: Purpose, session: &Session) -> bool {
        let room = match &self.program {
            _ if self.made >= MOST_PROGRAMS => None,
            None => Some(Room::Tight),
            Some(p) if p.room() == Room::Tight || self.made_for != parts => Some(Room::Wide),
            Some(_) => None,
        };
        self.made += 1;
        self.made_for = parts.to_vec();
        self.program = room.and_then(|room| Compiled::of(game, parts, room, purpose, session.work.clone()));
        if self.program.is_none() {
            self.made = MOST_PROGRAMS;
        }
        self.program.is_some()
    }
}

impl Solver {
    /// Are there compiled rules for this question, or are they worth making?
    pub(crate) fn program_suits(&mut self, query: &Query<'_>) -> bool {
        let purpose = match query.what {
            What::Value => Purpose::Values,
            // Whole positions are those of a single game.
            _ if query.games.len() > 1 => return false,
            _ => Purpose::Wholes,
        };
        self.worth_a_program(query.games, query.term, purpose, query.parts)
    }

    fn worth_a_program(&mut self, games: &[Game], term: usize, purpose: Purpose, parts: &[Part]) -> bool {
        let least = self.tuning().compiled;
        let session = self.session_of(games);
        let met = session.interpreted();
        let Some((slots, game)) = session.programs.get_mut(term).zip(games.get(term)) else { return false };
        let slot = &mut slots[purpose as usize];
        // A plain estimate: a closer one would take longer than to compile.
        slot.worth = slot.worth || slot.program.is_some() || met >= least || {
            let position = Position { parts: parts.to_vec() };
            game.facts().estimate(&position).is_none_or(|e| e.positions >= least as f64)
        };
        slot.program.is_some() || (slot.worth && slot.made < MOST_PROGRAMS)
    }

    /// What compiled rules say of these parts of a term; `None` where compiling is not worth it or the program steps
    /// aside.
    fn by_program<T>(
        &mut self,
        games: &[Game],
        term: usize,
        purpose: Purpose,
        parts: &[Part],
        ask: impl Fn(&mut Compiled, &Budget) -> Result<T, Failure>,
    ) -> Result<Option<T>, Problem> {
        let Some(game) = games.get(term) else { return Ok(None) };
        let worth = self.worth_a_program(games, term, purpose, parts);
        let budget = self.budget().clone();
        let session = self.session_of(games);
        let place = session.programs.get_mut(term).map(|slots| &mut slots[purpose as usize]);
        let Some(mut slot) = place.map(std::mem::take) else { return Ok(None) };
        let mut ready = worth && (slot.program.is_some() || slot.make(game, parts, purpose, session));
        let mut answer = Ok(None);
        while ready && let Some(program) = &mut slot.program {
            match ask(program, &budget) {
                Ok(found) => {
                    answer = Ok(Some(found));
                    break;
                }
                Err(Failure::Unfit) => ready = slot.make(game, parts, purpose, session),
                Err(Failure::Stop(stop)) => {
                    answer = Err(session.stop_in(term, stop));
                    break;
                }
            }
        }
        session.programs[term][purpose as usize] = slot;
        answer
    }

    /// What compiled rules say of a whole state of a single game.
    pub(crate) fn whole_by_program<T>(
        &mut self,
        at: Match<'_>,
        ask: impl Fn(&mut dyn Wholes, &Budget) -> Result<T, Failure>,
    ) -> Result<Option<T>, Problem> {
        let ([_], [position]) = (at.games, at.state.positions.as_slice()) else { return Ok(None) };
        self.by_program(at.games, 0, Purpose::Wholes, &position.parts, |program, budget| {
            match program.wholes() {
                Some(wholes) => ask(wholes, budget),
                None => Err(Failure::Unfit),
            }
        })
    }

    /// The Grundy value of a part of a term by compiled rules.
    pub(crate) fn part_by_program(
        &mut self,
        games: &[Game],
        term: usize,
        part: &Part,
    ) -> Result<Option<u64>, Problem> {
        self.values_by_program(games, term, part, |values, budget| values.value(part, budget))
    }

    /// What the engine of single parts of compiled rules says, with room for this part.
    pub(crate) fn values_by_program<T>(
        &mut self,
        games: &[Game],
        term: usize,
        part: &Part,
        ask: impl Fn(&mut dyn Values, &Budget) -> Result<T, Failure>,
    ) -> Result<Option<T>, Problem> {
        let parts = std::slice::from_ref(part);
        self.by_program(games, term, Purpose::Values, parts, |program, budget| match program.values() {
            Some(values) => ask(values, budget),
            None => Err(Failure::Unfit),
        })
    }
}
