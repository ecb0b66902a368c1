//! When rules are compiled, and what happens where a program steps aside.
//!
//! Small questions are not worth it: the interpreter has answered before a program is made. From a certain number of
//! positions on, estimated or met, the rules of a term are compiled for the parts at hand. A program that meets
//! something it has no room for is made anew with more room; after that the interpreter goes on.

use crate::engines::compiled::{Compiled, Failure, Purpose, Room};
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Memos, Session};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::tuning::MOST_PROGRAMS;
use bouton_engine::Budget;
use bouton_language::interp::{Part, Position};

/// The program of one term for one purpose.
#[derive(Default)]
struct TermProgram {
    program: Option<Compiled>,
    /// What it was made for.
    made_for: Vec<Part>,
    /// How many were made; beyond [`MOST_PROGRAMS`] there are no more.
    made: u32,
    /// So many positions are expected that a program is worth its making.
    worth: bool,
}

impl TermProgram {
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

/// The general engines on compiled rules.
pub(crate) struct Programs;

impl Engine for Programs {
    fn about(&self) -> About {
        About {
            id: "compiled",
            purpose: [
                "rules that can be compiled, on positions of a single game or parts of a sum: search with memory over packed positions",
                "可以编译的规则，用于单个游戏的局面或和的各部分：在压缩的局面上作带记忆的搜索",
            ],
            value: ["by mex with compiled rules", "用编译后的规则按 mex 求出"],
            whole: [
                "search of whole positions with memory, rules compiled",
                "带记忆地搜索整个局面（规则已编译）",
            ],
            endless: Some([
                "all positions that can arise, then backward from the ends (remoteness comes with it), rules compiled",
                "列出所有可能出现的局面，再从终局倒推（同时得到步数；规则已编译）",
            ]),
            score: Some([
                "best play by alpha-beta with memory, rules compiled",
                "带记忆的 alpha-beta 搜索最优得分（规则已编译）",
            ]),
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        // Whole positions are those of a single game.
        if query.what != What::Value && query.games.len() > 1 {
            return false;
        }
        let least = solver.tuning().compiled;
        let session = solver.session_of(query.games);
        let met = session.general.sizes().0;
        let Some((slot, game)) = session.memos.slot(query).zip(query.game()) else { return false };
        // A plain estimate: a closer one would take longer than to compile.
        slot.worth = slot.worth || slot.program.is_some() || met >= least || {
            let position = Position { parts: query.parts.to_vec() };
            game.facts().estimate(&position).is_none_or(|e| e.positions >= least as f64)
        };
        slot.program.is_some() || (slot.worth && slot.made < MOST_PROGRAMS)
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let Some(state) = query.state else {
            let Some(part) = query.alone() else { return Ok(None) };
            return solver.by_program(query, |p, budget| p.values()?.value(part, budget).map(Found::value));
        };
        let found = solver.by_program(query, |p, budget| match query.what {
            What::Remoteness => p.wholes()?.solved(state, budget).map(Found::from),
            What::Score => p.wholes()?.score(state, budget).map(Found::score),
            What::Outcome | What::Value => p.wholes()?.outcome(state, budget).map(Found::from),
        })?;
        let sign = solver.session_of(query.games).whole.sign(state.turn.mover);
        Ok(found.map(|f| if query.what == What::Score { Found::score(f.number * sign) } else { f }))
    }

    fn searches(&self) -> bool {
        true
    }

    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        let program =
            session.memos.get::<TermPrograms>(query.term)?.0[purpose(query) as usize].program.as_ref()?;
        match query.state {
            None => program.known_value(query.alone()?).map(Found::value),
            Some(state) => program.known_outcome(state).map(Found::from),
        }
    }

    fn learn(&self, solver: &mut Solver, query: &Query<'_>, found: Found) -> Result<bool, Problem> {
        let learnt = match query.state {
            None => {
                let (Ok(value), Some(part)) = (u32::try_from(found.number), query.alone()) else {
                    return Ok(false);
                };
                solver.by_program(query, |p, budget| p.values()?.learn(part, value, budget))?
            }
            Some(state) => {
                let sign = solver.session_of(query.games).whole.sign(state.turn.mover);
                let score = found.number.saturating_mul(sign);
                solver.by_program(query, |p, budget| match query.what {
                    What::Score => p.wholes()?.learn_score(state, score, budget),
                    _ => p.wholes()?.learn_outcome(state, found.outcome, budget),
                })?
            }
        };
        Ok(learnt.is_some())
    }
}

/// What the engines of compiled rules are asked for.
fn purpose(query: &Query<'_>) -> Purpose {
    if query.what == What::Value { Purpose::Values } else { Purpose::Wholes }
}

/// The compiled rules of a term: for whole positions, for single parts.
#[derive(Default)]
struct TermPrograms([TermProgram; 2]);

impl Memo for TermPrograms {
    fn positions(&self) -> u64 {
        self.0.iter().filter_map(|slot| slot.program.as_ref()).map(Compiled::positions).sum()
    }

    fn bytes(&self) -> usize {
        self.0.iter().filter_map(|slot| slot.program.as_ref()).map(Compiled::bytes).sum()
    }
}

impl Memos {
    /// The place of the program that a question is for.
    fn slot(&mut self, query: &Query<'_>) -> Option<&mut TermProgram> {
        self.get_or(query.term, || Some(TermPrograms::default()))?.0.get_mut(purpose(query) as usize)
    }
}

impl Solver {
    /// What compiled rules say of a question; `None` where compiling is not worth it or the program steps aside.
    fn by_program<T>(
        &mut self,
        query: &Query<'_>,
        ask: impl Fn(&mut Compiled, &Budget) -> Result<T, Failure>,
    ) -> Result<Option<T>, Problem> {
        let Some(game) = query.game() else { return Ok(None) };
        let (worth, purpose) = (Programs.admits(self, query), purpose(query));
        let budget = self.budget().clone();
        let session = self.session_of(query.games);
        let Some(mut slot) = session.memos.slot(query).map(std::mem::take) else { return Ok(None) };
        let mut ready = worth && (slot.program.is_some() || slot.make(game, query.parts, purpose, session));
        let mut answer = Ok(None);
        while ready && let Some(program) = &mut slot.program {
            match ask(program, &budget) {
                Ok(found) => {
                    answer = Ok(Some(found));
                    break;
                }
                Err(Failure::Unfit) => ready = slot.make(game, query.parts, purpose, session),
                Err(Failure::Stop(stop)) => {
                    answer = Err(session.stop_in(query.term, stop));
                    break;
                }
            }
        }
        if let Some(place) = session.memos.slot(query) {
            *place = slot;
        }
        answer
    }

    /// Makes compiled rules with room for a question; they would forget what they know when they are made anew for a
    /// larger one.
    pub(crate) fn make_program(&mut self, query: &Query<'_>) -> Result<(), Problem> {
        self.by_program(query, |_, _| Ok(())).map(drop)
    }
}
