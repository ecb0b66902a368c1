//! Tables of whole spaces in the solver: when one is worth filling, and what it answers.
//!
//! A search may need a small part of the positions that can follow, or nearly all; which, nobody knows beforehand. So the
//! search begins, and where it gets long the space is looked at: what a table of it would cost is known exactly. The search
//! goes on for a small part of that cost, and if it is not done then, the table is filled. So the two together never
//! cost much more than the better one. Where many positions are going to be asked, the table is filled at once.

use crate::engines::choice::{Query, What};
use crate::engines::filled::{Ask, Cost, Filled, Space};
use crate::engines::session::Session;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{Over, Problem};
use bouton_engine::{Halt, Stop};
use bouton_language::interp::{Part, Position};

/// Spaces that are looked at for one kind of question before it is left to the search.
const MOST_LOOKED: u32 = 24;

/// Tables kept for one kind of question.
const KEPT: usize = 2;

/// Larger tables are not filled where no limit of memory is given.
const ROOM: usize = 4 << 30;

/// Moves of compiled rules that pay for one unit of work.
pub(crate) const MOVES_A_UNIT: f64 = 10.0;

/// Moves that are run in a second while a table is filled, at least.
pub(crate) const MOVES_A_SECOND: f64 = 2e7;

/// The tables of one term for one kind of question, and the space that may become the next.
#[derive(Default)]
pub(crate) struct Spaces {
    filled: Vec<Filled>,
    next: Option<Next>,
    looked: u32,
}

/// A space that may be worth a table.
struct Next {
    corner: Part,
    /// The positions it can have at most, by the facts.
    bound: f64,
    /// `None` before it was looked at, and where there is none.
    space: Option<Space>,
    looked: bool,
    /// Work that the search may still do.
    patience: u64,
    /// Work that it has done.
    spent: u64,
}

/// What happens to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There is no table for it, nor will there be.
    No,
    /// The search goes on for so much work.
    Search(u64),
    /// A table has it, or is to be filled.
    Table,
}

/// What a session is asked for next: the largest part of every term.
#[derive(Default)]
pub(crate) struct Aim {
    parts: Vec<(usize, Part)>,
    /// How many positions are going to be asked.
    many: u64,
}

impl Aim {
    /// The part of a term that is aimed at.
    pub(crate) fn part(&self, term: usize) -> Option<&Part> {
        self.parts.iter().find(|(t, _)| *t == term).map(|(_, part)| part)
    }
}

fn ask(what: What) -> Option<Ask> {
    match what {
        What::Outcome => Some(Ask::Outcome),
        What::Value => Some(Ask::Grundy),
        What::Score => Some(Ask::Score),
        What::Remoteness => Some(Ask::Remoteness),
    }
}

fn bound(game: &Game, part: &Part) -> Option<f64> {
    let position = Position { parts: vec![part.clone()] };
    game.facts().estimate(&position).map(|e| e.positions)
}

impl Spaces {
    /// Cells of the tables.
    pub(crate) fn cells(&self) -> u64 {
        self.filled.iter().map(|t| t.cells() as u64).sum()
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.filled.iter().map(Filled::bytes).sum()
    }

    /// The table that has a part (in canonical form).
    pub(crate) fn having(&self, part: &Part) -> Option<&Filled> {
        self.filled.iter().rev().find(|t| t.contains(part))
    }
}

impl Session {
    /// The tables that questions of a kind are answered from.
    pub(crate) fn spaces_of(&self, term: usize, what: What) -> Option<&Spaces> {
        self.spaces.get(term)?.get(ask(what)? as usize)
    }
}

impl Solver {
    /// The next questions are about these parts and what follows from them; `many` says how many positions are going to
    /// be asked, 1 if it is one question.
    pub(crate) fn aim(&mut self, games: &[Game], positions: &[Position], many: u64) {
        let mut parts: Vec<(usize, Part)> = Vec::new();
        for (term, (game, position)) in games.iter().zip(positions).enumerate() {
            let size = |part: &&Part| bound(game, part).unwrap_or(0.0);
            let largest = position.parts.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
            parts.extend(largest.map(|part| (term, part.clone())));
        }
        let session = self.session_of(games);
        if session.aim.parts != parts || session.aim.many != many {
            session.aim = Aim { parts, many };
            session.spaces.iter_mut().flatten().for_each(|spaces| spaces.next = None);
        }
    }

    /// What happens to a question; looks at the space where that is due.
    fn stage(&mut self, query: &Query<'_>) -> Stage {
        let (Some(part), Some(game), Some(ask)) = (query.alone(), query.game(), ask(query.what)) else {
            return Stage::No;
        };
        let part = &game.interp().canonical_part(part);
        let (tuning, budget) = (*self.tuning(), self.budget().clone());
        let session = self.session_of(query.games);
        if session.spaces[query.term][ask as usize].having(part).is_some() {
            return Stage::Table;
        }
        let sizes = tuning.filled as f64..=tuning.largest;
        let Some(size) = bound(game, part).filter(|n| sizes.contains(n)) else { return Stage::No };
        let (many, taken) = (session.aim.many, session.bytes() as usize);
        let spaces = &mut session.spaces[query.term][ask as usize];
        if spaces.next.as_ref().is_none_or(|next| size > next.bound) {
            if spaces.looked >= MOST_LOOKED {
                return Stage::No;
            }
            let aimed = session.aim.part(query.term).and_then(|corner| Some((corner, bound(game, corner)?)));
            let (corner, bound) =
                aimed.filter(|(_, n)| (size..=tuning.largest).contains(n)).unwrap_or((part, size));
            let patience = if many > 1 { 0 } else { tuning.trial };
            let corner = corner.clone();
            spaces.next = Some(Next { corner, bound, space: None, looked: false, patience, spent: 0 });
        }
        let Some(next) = &mut spaces.next else { return Stage::No };
        if !next.looked && next.patience == 0 {
            next.looked = true;
            spaces.looked += 1;
            let memory = match budget.memory_limit() {
                usize::MAX => ROOM,
                limit => limit.saturating_sub(taken),
            };
            let corner = Position { parts: vec![next.corner.clone()] };
            let reached = crate::engines::bound::positions_of(game, &corner).unwrap_or(f64::INFINITY);
            let fits = |cost: Cost| {
                let time = budget.time_limit().map_or(3600.0, |t| t.as_secs_f64());
                sizes.contains(&(cost.cells as f64))
                    && cost.bytes.saturating_mul(2) <= memory
                    && cost.moves / MOVES_A_SECOND <= time
                    && cost.cells as f64 <= reached * tuning.sparse
            };
            next.space = Space::of(game, &next.corner, ask).filter(|space| fits(space.cost()));
            if let Some(cost) = next.space.as_ref().map(Space::cost) {
                // A few positions of a large space are found sooner by the search.
                let dense = many > 1 && cost.cells as f64 <= many as f64 * tuning.sparse;
                let part = if dense { 0.0 } else { cost.moves * tuning.searched };
                next.patience = ((part / MOVES_A_UNIT) as u64).saturating_sub(next.spent);
            }
        }
        match &next.space {
            _ if !next.looked => Stage::Search(next.patience),
            Some(space) if space.contains(part) => {
                if next.patience > 0 {
                    Stage::Search(next.patience)
                } else {
                    Stage::Table
                }
            }
            _ => Stage::No,
        }
    }

    /// Is the search of this question to be given up after a while, for a table?
    pub(crate) fn trial_suits(&mut self, query: &Query<'_>) -> bool {
        matches!(self.stage(query), Stage::Search(_))
    }

    /// Does a table have this question, or is one to be filled?
    pub(crate) fn space_suits(&mut self, query: &Query<'_>) -> bool {
        self.stage(query) == Stage::Table
    }

    /// The search, as long as it is worth its while; `None` when it is not any more.
    pub(crate) fn trial<T>(
        &mut self,
        query: &Query<'_>,
        search: impl Fn(&mut Solver) -> Result<Option<T>, Problem>,
    ) -> Result<Option<T>, Problem> {
        while let Stage::Search(patience) = self.stage(query) {
            let work = self.session_of(query.games).work.clone();
            let left = work.left();
            let allowed = left.min(patience);
            work.limit(allowed);
            let found = search(self);
            let spent = allowed.saturating_sub(work.left());
            work.limit(if left == u64::MAX { left } else { left.saturating_sub(spent) });
            let tired = matches!(found, Err(Problem::Over(Over::Work)));
            self.search_went_on(query, if tired { allowed } else { spent });
            match found {
                Err(Problem::Over(Over::Work)) if allowed < left => {}
                other => return other,
            }
        }
        Ok(None)
    }

    /// Notes what the search has cost.
    fn search_went_on(&mut self, query: &Query<'_>, spent: u64) {
        let Some(ask) = ask(query.what) else { return };
        let spaces = &mut self.session_of(query.games).spaces[query.term][ask as usize];
        if let Some(next) = &mut spaces.next {
            next.patience = next.patience.saturating_sub(spent);
            next.spent += spent;
        }
    }

    /// What a table says of a question, filled for it if need be; `None` where there is none after all.
    pub(crate) fn by_space<T>(
        &mut self,
        query: &Query<'_>,
        read: impl Fn(&Filled, &Part) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let (Some(part), Some(game), Some(ask)) = (query.alone(), query.game(), ask(query.what)) else {
            return Ok(None);
        };
        let part = &game.interp().canonical_part(part);
        let budget = self.budget().clone();
        let session = self.session_of(query.games);
        let taken = session.bytes() as usize;
        let spaces = &mut session.spaces[query.term][ask as usize];
        if let Some(table) = spaces.having(part) {
            return Ok(read(table, part));
        }
        let Some(next) = &mut spaces.next else { return Ok(None) };
        let Some(cost) = next.space.as_ref().map(Space::cost) else { return Ok(None) };
        if (session.work.left() as f64) < cost.moves / MOVES_A_UNIT {
            return Err(Problem::Over(Over::Work));
        }
        let Some(space) = next.space.take() else { return Ok(None) };
        session.work.spend_compiled(cost.moves as u64);
        budget.goal().expect(cost.cells as u64);
        let table = match space.fill(&budget.less(taken), cores()) {
            Ok(table) => table,
            Err(Stop::Halt(halt @ (Halt::Time { .. } | Halt::Interrupted))) => return Err(halt.into()),
            // Too wide for the memory after all; or play can go round, which the search says better.
            Err(_) => return Ok(None),
        };
        if spaces.filled.len() == KEPT {
            spaces.filled.remove(0);
        }
        spaces.filled.push(table);
        Ok(spaces.having(part).and_then(|table| read(table, part)))
    }

    /// What a table for this question would cost, if one may be filled for it; for plans.
    pub(crate) fn space_cost(&mut self, query: &Query<'_>) -> Option<Cost> {
        let ask = ask(query.what)?;
        self.stage(query);
        let spaces = &mut self.session_of(query.games).spaces[query.term][ask as usize];
        if let Some(next) = spaces.next.as_mut().filter(|next| !next.looked) {
            next.patience = 0;
        }
        self.stage(query);
        let spaces = &self.session_of(query.games).spaces[query.term][ask as usize];
        spaces.next.as_ref()?.space.as_ref().map(Space::cost)
    }

    /// Cells of all tables filled for these games.
    pub(crate) fn space_cells(&mut self, games: &[Game]) -> u64 {
        self.session_of(games).spaces.iter().flatten().map(Spaces::cells).sum()
    }
}

/// Threads that fill a table: one for every core.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
