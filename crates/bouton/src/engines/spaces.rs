//! Tables of whole spaces in the solver: when one is worth filling, and what it answers.
//!
//! A search may need a small part of the positions that can follow, or nearly all; which, nobody knows beforehand. So the
//! search begins, and where it gets long the space is looked at: what a table of it would cost is known exactly. The search
//! goes on for a small part of that cost, on words of bits where the board has symmetries or walls, and if it is not done then, the
//! table is filled. So the two together never cost much more than the better one. Where many positions are going to be asked, the
//! table is filled at once.

use crate::answer::how::How;
use crate::engines::boards::Bitboards;
use crate::engines::estimate::Cost;
use crate::engines::filled::{self, Ask, Filled, Space};
use crate::engines::programs::Programs;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Memos, Session};
use crate::engines::solver::Solver;
use crate::engines::whole::outcome;
use crate::game::{Game, Match, Method};
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use crate::table::Bulk;
use crate::tuning::Tuning;
use crate::tuning::{MOST_LOOKED, MOVES_A_UNIT, ROOM, TABLE_MOVES_A_SECOND, TABLES_KEPT};
use bouton_engine::{Halt, Stop};
use bouton_language::interp::{Part, Position};

/// The tables of one term for one kind of question, and the space that may become the next.
#[derive(Default)]
struct Spaces {
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

fn ask(what: What) -> Ask {
    match what {
        What::Outcome => Ask::Outcome,
        What::Value => Ask::Grundy,
        What::Score => Ask::Score,
        What::Remoteness => Ask::Remoteness,
    }
}

fn bound(game: &Game, part: &Part) -> Option<f64> {
    let position = Position { parts: vec![part.clone()] };
    game.facts().estimate(&position).map(|e| e.positions)
}

impl Spaces {
    /// The table that has a part (in canonical form).
    fn having(&self, part: &Part) -> Option<&Filled> {
        self.filled.iter().rev().find(|t| t.contains(part))
    }
}

/// The tables of one term, by what they say.
#[derive(Default)]
struct Tables([Spaces; 4]);

impl Memo for Tables {
    fn positions(&self) -> u64 {
        self.0.iter().flat_map(|spaces| &spaces.filled).map(|t| t.found() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.0.iter().flat_map(|spaces| &spaces.filled).map(Filled::bytes).sum()
    }
}

impl Memos {
    /// The tables that a question is answered from.
    fn spaces(&mut self, query: &Query<'_>) -> Option<&mut Spaces> {
        self.get_or(query.term, || Some(Tables::default()))?.0.get_mut(ask(query.what) as usize)
    }
}

/// Cells of all tables filled for some games.
fn cells(session: &Session) -> u64 {
    session.memos.all::<Tables>().map(|(_, tables)| tables.positions()).sum()
}

/// What a table says of a question about a part in canonical form.
fn read(table: &Filled, part: &Part, query: &Query<'_>) -> Option<Found> {
    match query.what {
        What::Value => table.grundy(part).map(Found::value),
        What::Outcome => table.outcome(part, query.mover()).map(|v| Found::from(outcome(v))),
        What::Remoteness => table.solved(part, query.mover()).map(Found::from),
        What::Score => table.score(part, query.mover()).map(Found::score),
    }
}

/// A table of all positions that can follow, filled with compiled rules.
pub(crate) struct WholeTable;

impl Engine for WholeTable {
    fn about(&self) -> About {
        About {
            id: "table",
            purpose: [
                "positions whose successors can be numbered by the facts: a table of all of them, filled with compiled rules on every core",
                "其后局面可按事实编号的局面：用编译后的规则在所有核心上填出全部局面的表",
            ],
            value: ["from a table of all positions below", "由其下全部局面的表给出"],
            whole: [
                "a table of all positions that can follow, filled with compiled rules",
                "用编译后的规则填出其后全部局面的表",
            ],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        solver.stage(query) == Stage::Table
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        solver.by_space(query, |table, part| read(table, part, query))
    }

    fn cost_after(&self, solver: &mut Solver, query: &Query<'_>, searched: Option<Cost>) -> Option<Cost> {
        solver.or_by_space(query, searched)
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let cost = solver.space_cost(query).filter(|cost| cost.symmetries > 1)?;
        let (symmetries, stored, cells) = (cost.symmetries, cost.stored, cost.cells);
        Some(Sentence::from([
            format!(
                "a table of this space has {symmetries} symmetries: {stored} of {cells} cells are stored, one of each class"
            ),
            format!("此空间的表有 {symmetries} 种对称：{cells} 格中每类只存一格，共 {stored} 格"),
        ]))
    }

    fn how(&self, session: &Session, at: Match<'_>, what: What) -> Option<How> {
        let asked = matches!(at.method, Method::Score | Method::Search) || what == What::Remoteness;
        Some(cells(session)).filter(|cells| asked && *cells > 0).map(|cells| How::Space { cells })
    }

    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        let spaces = &session.memos.get::<Tables>(query.term)?.0[ask(query.what) as usize];
        let part = query.game()?.interp().canonical_part(query.alone()?);
        read(spaces.having(&part)?, &part, query)
    }

    fn bulk<'s>(&self, solver: &'s mut Solver, query: &Query<'_>) -> Result<Option<Bulk<'s>>, Problem> {
        let (Some(corner), Some(game)) = (query.alone(), query.game()) else { return Ok(None) };
        // A place that is no legal position must stay empty, and the table does not say which are.
        if solver.by_space(query, |table, _| Some(!table.gaps()))? != Some(true) {
            return Ok(None);
        }
        let tables = solver.session_of(query.games).memos.get::<Tables>(0);
        let spaces = tables.map(|tables| &tables.0[ask(query.what) as usize]);
        let table = spaces.and_then(|spaces| spaces.having(corner));
        Ok(table.map(|table| Bulk::Filled(table, game.clone(), query.mover())))
    }
}

/// The general engines on compiled rules, and a table of all positions that can follow if they take long.
pub(crate) struct SearchOrTable;

impl Engine for SearchOrTable {
    fn about(&self) -> About {
        About {
            id: "search-or-table",
            purpose: [
                "positions for which a table could be filled: search with compiled rules first, and the table if that takes long",
                "可以填表的局面：先用编译后的规则搜索，若费时则改为填表",
            ],
            value: [
                "by mex with compiled rules, or from a table of all positions below if that takes long",
                "用编译后的规则按 mex 求出；若费时，则改由其下全部局面的表给出",
            ],
            whole: [
                "search of whole positions with memory, rules compiled; if that takes long, a table of all positions that can follow",
                "带记忆地搜索整个局面（规则已编译）；若费时，则改填其后全部局面的表",
            ],
            score: Some([
                "best play by alpha-beta with memory, rules compiled; if that takes long, a table of all positions that can follow",
                "带记忆的 alpha-beta 搜索最优得分（规则已编译）；若费时，则改填其后全部局面的表",
            ]),
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        matches!(solver.stage(query), Stage::Search(_)) && Programs.admits(solver, query)
    }

    /// The search, as long as it is worth its while; then the table.
    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        while let Stage::Search(patience) = solver.stage(query) {
            let work = solver.session_of(query.games).work.clone();
            // What is not done after the trial is worth writing out as a board.
            let as_board = solver.is_past_trial(query) && Bitboards.admits(solver, query);
            // A board that falls into parts has far fewer of them than the table has cells.
            let part =
                if as_board && !Bitboards.is_parted(solver, query) { solver.space_share(query) } else { 1.0 };
            let left = work.left();
            let allowed = left.min((patience as f64 * part) as u64);
            work.limit(allowed);
            let found = if as_board { Bitboards.run(solver, query) } else { Programs.run(solver, query) };
            let spent = allowed.saturating_sub(work.left());
            work.limit(if left == u64::MAX { left } else { left.saturating_sub(spent) });
            let tired = matches!(found, Err(Problem::Over(Over::Work)));
            solver.search_went_on(query, if tired { patience } else { spent });
            match found {
                Err(Problem::Over(Over::Work)) if allowed < left => {}
                other => return other,
            }
        }
        if WholeTable.admits(solver, query) { WholeTable.run(solver, query) } else { Ok(None) }
    }

    fn searches(&self) -> bool {
        true
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let board = if Bitboards.admits(solver, query) { Bitboards.remark(solver, query) } else { None };
        let table = WholeTable.remark(solver, query);
        match (board, table) {
            (Some(board), Some(table)) => Some(Sentence::new(|lang| {
                format!("{}{}{}", board.say(lang), lang.pick("; ", "；"), table.say(lang))
            })),
            (board, table) => board.or(table),
        }
    }

    fn cost_after(&self, solver: &mut Solver, query: &Query<'_>, searched: Option<Cost>) -> Option<Cost> {
        solver.or_by_space(query, searched)
    }

    fn forced(&self) -> Tuning {
        Tuning { filled: 0, compiled: 0, ..Tuning::default() }
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
            for term in 0..games.len() {
                let tables = session.memos.get_mut::<Tables>(term);
                tables.into_iter().flat_map(|t| &mut t.0).for_each(|spaces| spaces.next = None);
            }
        }
    }

    /// What happens to a question; looks at the space where that is due.
    fn stage(&mut self, query: &Query<'_>) -> Stage {
        let (Some(part), Some(game)) = (query.alone(), query.game()) else { return Stage::No };
        let part = &game.interp().canonical_part(part);
        let (tuning, budget) = (*self.tuning(), self.budget().clone());
        let session = self.session_of(query.games);
        if session.memos.spaces(query).is_some_and(|spaces| spaces.having(part).is_some()) {
            return Stage::Table;
        }
        let sizes = tuning.filled as f64..=tuning.largest;
        let Some(size) = bound(game, part).filter(|n| sizes.contains(n)) else { return Stage::No };
        let (many, taken) = (session.aim.many, session.bytes() as usize);
        let Some(spaces) = session.memos.spaces(query) else { return Stage::No };
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
            let fits = |cost: filled::Cost| {
                let time = budget.time_limit().map_or(3600.0, |t| t.as_secs_f64());
                sizes.contains(&(cost.cells as f64))
                    && cost.bytes.saturating_mul(2) <= memory
                    && cost.moves / TABLE_MOVES_A_SECOND <= time
                    && cost.cells as f64 <= reached * tuning.sparse
            };
            next.space = Space::of(game, &next.corner, ask(query.what)).filter(|space| fits(space.cost()));
            if let Some(cost) = next.space.as_ref().map(Space::cost) {
                // A few positions of a large space are found sooner by the search.
                let dense = many > 1 && cost.cells as f64 <= many as f64 * tuning.sparse;
                let part = if dense { 0.0 } else { cost.plain * tuning.searched };
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

    /// Has a search for this question gone on so long that a table was thought of?
    fn is_past_trial(&mut self, query: &Query<'_>) -> bool {
        let spaces = self.session_of(query.games).memos.spaces(query);
        spaces.and_then(|spaces| spaces.next.as_ref()).is_some_and(|next| next.looked)
    }

    /// What the table for a question costs, as a part of what it would if every cell were stored.
    fn space_share(&mut self, query: &Query<'_>) -> f64 {
        let spaces = self.session_of(query.games).memos.spaces(query);
        let space = spaces.and_then(|spaces| spaces.next.as_ref()?.space.as_ref());
        space.map(Space::cost).map_or(1.0, |cost| cost.moves / cost.plain)
    }

    /// Notes what the search has cost.
    fn search_went_on(&mut self, query: &Query<'_>, spent: u64) {
        let spaces = self.session_of(query.games).memos.spaces(query);
        if let Some(next) = spaces.and_then(|spaces| spaces.next.as_mut()) {
            next.patience = next.patience.saturating_sub(spent);
            next.spent += spent;
        }
    }

    /// What a table says of a question, filled for it if need be; `None` where there is none after all.
    fn by_space<T>(
        &mut self,
        query: &Query<'_>,
        read: impl Fn(&Filled, &Part) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let (Some(part), Some(game)) = (query.alone(), query.game()) else { return Ok(None) };
        let part = &game.interp().canonical_part(part);
        let budget = self.budget().clone();
        let session = self.session_of(query.games);
        let taken = session.bytes() as usize;
        let Some(spaces) = session.memos.spaces(query) else { return Ok(None) };
        if let Some(table) = spaces.having(part) {
            return Ok(read(table, part));
        }
        let Some(next) = &mut spaces.next else { return Ok(None) };
        let Some(cost) = next.space.as_ref().map(Space::cost) else { return Ok(None) };
        if (session.work.left() as f64) < cost.moves / MOVES_A_UNIT {
            return Err(Problem::Over(Over::Work));
        }
        let Some(space) = next.space.take() else { return Ok(None) };
        // What it costs was looked at above; the budget is the filler's to watch.
        let _ = session.work.spend_compiled(cost.moves as u64);
        budget.goal().expect(cost.cells as u64);
        let table = match space.fill(&budget.less(taken), cores()) {
            Ok(table) => table,
            Err(Stop::Halt(halt @ (Halt::Time { .. } | Halt::Interrupted))) => return Err(halt.into()),
            // Too wide for the memory after all; or play can go round, which the search says better.
            Err(_) => return Ok(None),
        };
        if spaces.filled.len() == TABLES_KEPT {
            spaces.filled.remove(0);
        }
        spaces.filled.push(table);
        Ok(spaces.having(part).and_then(|table| read(table, part)))
    }

    /// What a table for this question would cost, if one may be filled for it; for plans.
    pub(crate) fn space_cost(&mut self, query: &Query<'_>) -> Option<filled::Cost> {
        self.stage(query);
        let spaces = self.session_of(query.games).memos.spaces(query)?;
        if let Some(next) = spaces.next.as_mut().filter(|next| !next.looked) {
            next.patience = 0;
        }
        self.stage(query);
        let spaces = self.session_of(query.games).memos.spaces(query)?;
        spaces.next.as_ref()?.space.as_ref().map(Space::cost)
    }

    /// A search that a table takes over from when it gets long.
    fn or_by_space(&mut self, query: &Query<'_>, searched: Option<Cost>) -> Option<Cost> {
        let Some(table) = self.space_cost(query) else { return searched };
        let patience = table.plain * self.tuning().searched / MOVES_A_UNIT;
        // Trials of a search run both; what a move of them costs is about what one of the table costs.
        let seconds = table.moves / TABLE_MOVES_A_SECOND;
        let filled = Cost::of_table(table.stored as f64, table.bytes as f64, seconds);
        let Some(searched) = searched else { return Some(filled) };
        if searched.work <= patience.max(self.tuning().trial as f64) {
            return Some(searched);
        }
        // What the search does until it is given up: it meets a position with every few moves.
        const MOVES_A_POSITION: f64 = 16.0;
        const SECONDS_A_UNIT: f64 = 2e-5;
        let met = patience * MOVES_A_UNIT / MOVES_A_POSITION;
        let met = met.min(searched.positions * patience / searched.work);
        Some(Cost {
            positions: filled.positions + met,
            bytes: filled.bytes + met * searched.bytes / searched.positions,
            seconds: filled.seconds + patience * (searched.seconds / searched.work).min(SECONDS_A_UNIT),
            work: searched.work,
        })
    }
}

/// Threads that fill a table: one for every core.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
