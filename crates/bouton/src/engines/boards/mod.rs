//! Boards from their rules: cells of few values as bits, moves as masks, symmetries and independent parts found and not told.
//!
//! The rules are written out on the board of the question ([`bouton_compile::board`]). Where a value is a wall and Grundy values decide, the
//! board falls into parts whose nimbers are searched ([`parts`]); otherwise the whole board is searched with its symmetries ([`game`]).

mod bits;
mod book;
mod game;
mod least;
mod moves;
mod pairs;
mod parts;
mod place;
mod reserves;
mod sets;
mod small;
mod sums;
mod values;
mod wide;

pub use book::Book;
pub(crate) use game::symmetries;
pub(crate) use values::values;

use crate::engines::compiled::{Failure, Whole, Wholes};
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::engines::whole::{State, Work};
use crate::game::Game;
use crate::problem::Problem;
use crate::report::Sentence;
use crate::tuning::{BOARDS_KEPT, MOVES_A_CELL};
use bits::{Layout, Word};
use bouton_compile::board::{Board, Walls};
use bouton_engine::search::{Nim, Nimbers, PackedNimbers};
use bouton_engine::{Budget, Nimber, Outcome, Stop};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{End, Field};
use bouton_language::value::Value;
use game::OneBoard;
use parts::Parts;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wide::Wide;

/// The bits of a board, the lowest word first.
type Bits = [u64; 4];

/// What the parts of a board are asked.
trait Divides: Send {
    /// The nimber of a board by the numbers of its values.
    fn value(&mut self, values: &[u32], budget: &Budget) -> Result<u64, Failure>;
    /// Whether it is won for the player to move.
    fn outcome(&mut self, values: &[u32], budget: &Budget) -> Result<Outcome, Failure>;
    /// A nimber that is known already.
    fn known(&self, values: &[u32]) -> Option<u64>;
    /// Which value of which cell has which bit, in words that tell layouts apart.
    fn layout(&self) -> String;
    /// How many words its boards take.
    fn words(&self) -> usize;
    /// All that is known of boards, by their bits.
    fn facts(&self) -> Vec<(Bits, Nim)>;
    /// Takes what was known of a board before.
    fn recall(&mut self, board: Bits, fact: Nim, budget: &Budget);
    /// Parts stored.
    fn positions(&self) -> usize;
    /// The memory taken.
    fn bytes(&self) -> usize;
}

struct Searched<W: Word>(PackedNimbers<Parts<W>>);

impl<W: Word> Searched<W> {
    fn parts(&self, values: &[u32]) -> Vec<W> {
        let game = self.0.game();
        let mut parts = Vec::new();
        game.split(game.layout.pack(values, 0), |part| parts.push(part));
        parts
    }

    fn failure(&self, stop: Stop<W, crate::engines::compiled::Fault>) -> Failure {
        let game = self.0.game();
        crate::engines::compiled::failure(stop, |part| {
            let (values, _) = game.layout.unpack(*part);
            State::new(Position { parts: vec![game.board.part(&values).into()] }, 0)
        })
    }
}

impl<W: Word> Divides for Searched<W> {
    fn value(&mut self, values: &[u32], budget: &Budget) -> Result<u64, Failure> {
        let parts = self.parts(values);
        let found = self.0.sum(&parts, budget);
        found.map(|nimber| u64::from(nimber.0)).map_err(|stop| self.failure(stop))
    }

    fn outcome(&mut self, values: &[u32], budget: &Budget) -> Result<Outcome, Failure> {
        let parts = self.parts(values);
        let found = self.0.outcome(&parts, budget);
        found.map_err(|stop| self.failure(stop))
    }

    fn known(&self, values: &[u32]) -> Option<u64> {
        let known = |part: &W| self.0.known(part);
        let total: Nimber = self.parts(values).iter().map(known).sum::<Option<Nimber>>()?;
        Some(u64::from(total.0))
    }

    fn layout(&self) -> String {
        let game = self.0.game();
        let values: Vec<_> = game.board.cells.iter().map(|c| &c.values).collect();
        format!("{:?} {values:?}", game.layout)
    }

    fn words(&self) -> usize {
        W::WORDS
    }

    fn facts(&self) -> Vec<(Bits, Nim)> {
        let wide = |part: W| std::array::from_fn(|i| if i < W::WORDS { part.word(i) } else { 0 });
        self.0.facts().into_iter().map(|(part, fact)| (wide(part), fact)).collect()
    }

    fn recall(&mut self, board: Bits, fact: Nim, budget: &Budget) {
        let mut parts = Vec::new();
        let game = self.0.game();
        game.split(W::of_words(|i| board[i]), |part| parts.push(part));
        // Of a board in several parts nothing is known of each.
        if let [part] = parts[..] {
            self.0.recall(&part, fact, budget);
        }
    }

    fn positions(&self) -> usize {
        self.0.positions()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// A board whose parts are searched.
struct Divided {
    board: Arc<Board>,
    /// The sizes of its fields.
    sizes: Vec<usize>,
    /// Has it been told what a book knows?
    told: bool,
    /// Smaller boards that are corners of this one, or not, by their sides.
    corners: FxHashMap<(usize, usize), bool>,
    solver: Box<dyn Divides>,
    symmetries: usize,
}

impl Divided {
    /// The board of a part, if its rules have walls and parts can be told.
    fn of(game: &Game, part: &Part, work: Arc<Work>) -> Option<Divided> {
        let board = Board::of(game.core(), part).ok()?;
        let walls = board.walls()?;
        let layout = Layout::of(&board, walls.value);
        if board.moves.len() != 1 || (board.areas.is_some() && !cuts_freely(game, &board, &walls)) {
            return None;
        }
        fn make<W: Word + 'static>(
            board: Board,
            layout: Layout,
            walls: &Walls,
            work: Arc<Work>,
        ) -> (Box<dyn Divides>, usize) {
            let parts = Parts::<W>::new(board, layout, walls, work);
            let symmetries = parts.symmetries();
            (Box::new(Searched(Nimbers::packed(parts).every_core())), symmetries)
        }
        let own = Arc::new(board.clone());
        let (solver, symmetries) = match layout.bits() {
            0..=64 => make::<u64>(board, layout, &walls, work),
            65..=128 => make::<u128>(board, layout, &walls, work),
            129..=256 => make::<Wide>(board, layout, &walls, work),
            _ => return None,
        };
        let sizes = sizes(part);
        Some(Divided { board: own, sizes, told: false, corners: FxHashMap::default(), solver, symmetries })
    }

    /// The numbers of a position's values on this board; a smaller one stands in the corner among walls.
    fn read(&mut self, game: &Game, part: &Part) -> Option<Vec<u32>> {
        if let Some(values) = self.board.read(part) {
            return Some(values);
        }
        let areas = self.board.areas?;
        let (rows, columns) = self.board.sides()?;
        let [Value::List(lines)] = &**part else { return None };
        let Some(Value::List(first)) = lines.first() else { return None };
        let sides = (lines.len(), first.len());
        if sides.0 > rows || sides.1 > columns {
            return None;
        }
        let board = &self.board;
        let fits = self
            .corners
            .entry(sides)
            .or_insert_with(|| Board::of(game.core(), part).is_ok_and(|smaller| board.contains(&smaller)));
        if !*fits {
            return None;
        }
        let mut values = vec![areas.fill; rows * columns];
        for (r, line) in lines.iter().enumerate() {
            let Value::List(line) = line else { return None };
            for (c, v) in line.iter().enumerate() {
                values[r * columns + c] = self.board.cells[0].values.iter().position(|x| x == v)? as u32;
            }
        }
        Some(values)
    }
}

/// Are the boards that rules cut out of this one corners of it, whatever their sides?
fn cuts_freely(game: &Game, board: &Board, walls: &Walls) -> bool {
    let (Some((rows, columns)), Some(areas)) = (board.sides(), board.areas) else { return false };
    if walls.turns.is_empty() || !board.keeps_to_areas() {
        return false;
    }
    if board.slides(game.core()) {
        return true;
    }
    let free = board.cells[0].values[areas.of as usize].clone();
    (1..=rows).all(|r| {
        (1..=columns).all(|c| {
            let row = Value::list(vec![free.clone(); c]);
            let part: Part = vec![Value::list(vec![row; r])].into();
            Board::of(game.core(), &part).is_ok_and(|smaller| board.contains(&smaller))
        })
    })
}

/// A board that is searched as a whole.
struct WholeBoard {
    sizes: Vec<usize>,
    solver: Box<dyn Wholes>,
    /// Is it searched by its parts?
    parted: bool,
    /// Its moves written out, and its symmetries with that which changes nothing.
    moves: usize,
    symmetries: usize,
}

/// The boards of a term.
#[derive(Default)]
struct Boards {
    divided: Vec<Divided>,
    wholes: Vec<WholeBoard>,
    /// Boards that there is nothing to gain on, by the sizes of their fields.
    refused: Vec<(bool, Vec<usize>)>,
}

impl Memo for Boards {
    fn positions(&self) -> u64 {
        let parts = self.divided.iter().map(|d| d.solver.positions());
        (parts.chain(self.wholes.iter().map(|w| w.solver.positions())).sum::<usize>()) as u64
    }

    fn bytes(&self) -> usize {
        let parts = self.divided.iter().map(|d| d.solver.bytes());
        parts.chain(self.wholes.iter().map(|w| w.solver.bytes())).sum()
    }
}

/// The sizes of a position's fields, by which boards are told apart.
pub(crate) fn sizes(part: &Part) -> Vec<usize> {
    let mut out = Vec::new();
    for value in part.iter() {
        match value {
            Value::List(items) => {
                out.push(items.len());
                if let Some(Value::List(row)) = items.first() {
                    out.push(row.len());
                }
            }
            Value::Text(t) => out.push(t.chars().count()),
            _ => out.push(0),
        }
    }
    out
}

/// The cells of a row, word or grid.
fn cells_of(value: &Value) -> usize {
    match value {
        Value::List(items) => items.iter().map(|item| cells_of(item).max(1)).sum(),
        Value::Text(text) => text.chars().count(),
        _ => 0,
    }
}

/// Is a field made of cells?
fn is_of_cells(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Grid | FieldKind::Row | FieldKind::Word)
}

/// Are there cells side by side?
pub(crate) fn has_cells(game: &Game) -> bool {
    game.rules().shape.fields.iter().any(is_of_cells)
}

/// Are there cells side by side, and at least so many positions, that a board is worth writing out?
pub(crate) fn is_worth(game: &Game, parts: &[Part], least: f64) -> bool {
    let fields = &game.rules().shape.fields;
    if !has_cells(game) {
        return false;
    }
    // Cells that take two values each are told without looking at the moves.
    let cells = parts.iter().flat_map(|part| fields.iter().zip(part.iter()));
    let cells: usize = cells.filter(|(field, _)| is_of_cells(field)).map(|(_, value)| cells_of(value)).sum();
    if (cells as f64).exp2() >= least {
        return true;
    }
    let position = Position { parts: parts.to_vec() };
    game.facts().estimate(&position).is_none_or(|e| e.positions >= least)
}

/// Boards that fall into parts.
pub(crate) struct Regions;

impl Regions {
    /// The board for a question and its values there; made now if there is none yet.
    fn board<'s>(&self, session: &'s mut Session, query: &Query<'_>) -> Option<(&'s mut Divided, Vec<u32>)> {
        let (game, part) = (query.game()?, query.alone()?);
        let work = session.work.clone();
        let boards = session.memos.get_or(query.term, || Some(Boards::default()))?;
        let found = boards.divided.iter_mut().enumerate().find_map(|(i, d)| Some((i, d.read(game, part)?)));
        let (i, values) = match found {
            Some(found) => found,
            None => {
                let key = (true, sizes(part));
                if boards.refused.contains(&key) {
                    return None;
                }
                let Some(mut divided) = Divided::of(game, part, work) else {
                    boards.refused.push(key);
                    return None;
                };
                let values = divided.read(game, part)?;
                if boards.divided.len() == BOARDS_KEPT {
                    boards.divided.remove(0);
                }
                boards.divided.push(divided);
                (boards.divided.len() - 1, values)
            }
        };
        Some((&mut boards.divided[i], values))
    }
}

impl Engine for Regions {
    fn about(&self) -> About {
        About {
            id: "regions",
            purpose: [
                "impartial play on boards with cells of few values, one of which stops every move: independent parts are found, each in its least form, and their nimbers searched",
                "格子取值很少、且有一种值使所有走法停止的棋盘（双方走法相同）：找出互相独立的部分，化为最小形式，再搜索其 SG 值",
            ],
            value: [
                "by search of the independent parts of the board, each in its least form",
                "把棋盘分成互相独立的部分，各取最小形式，搜索得出",
            ],
            whole: [
                "search of the independent parts of the board, each in its least form",
                "把棋盘分成互相独立的部分，各取最小形式进行搜索",
            ],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let (Some(game), Some(_)) = (query.game(), query.alone()) else { return false };
        let asked = matches!(query.what, What::Value | What::Outcome);
        if !asked || game.kind().grundy.is_err() || !is_worth(game, query.parts, solver.tuning().boards) {
            return false;
        }
        self.board(solver.session_of(query.games), query).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let (budget, book) = (solver.budget().clone(), solver.book.clone());
        let session = solver.session_of(query.games);
        let Some((divided, values)) = self.board(session, query) else { return Ok(None) };
        if let (Some(book), Some(game), false) = (book, query.game(), divided.told) {
            book.tell(game, divided, &budget)?;
            divided.told = true;
        }
        let found = match query.what {
            What::Value => divided.solver.value(&values, &budget).map(Found::value),
            _ => divided.solver.outcome(&values, &budget).map(Found::from),
        };
        told(session, query.term, found)
    }

    fn searches(&self) -> bool {
        true
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let (divided, _) = self.board(solver.session_of(query.games), query)?;
        let (moves, symmetries) = (moves(&divided.board), divided.symmetries);
        Some(Sentence::from([
            format!(
                "this board has {moves} moves and {symmetries} symmetries; parts of it that no move can join any more are independent"
            ),
            format!("此棋盘有 {moves} 个走法、{symmetries} 种对称；不再有走法相连的部分互相独立"),
        ]))
    }

    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        let boards = session.memos.get::<Boards>(query.term)?;
        let part = query.alone()?;
        boards.divided.iter().find_map(|d| d.solver.known(&d.board.read(part)?)).map(Found::value)
    }
}

impl Solver {
    /// Begins with what the books of a folder know of boards, and adds to them with [`Solver::keep_book`].
    pub fn use_book(&mut self, book: Book) {
        self.book = Some(book);
    }

    /// Adds what was found out about boards to the books in use; says how many boards they know now, of those that were asked for.
    pub fn keep_book(&self) -> Result<usize, Problem> {
        let mut known = 0;
        let Some(book) = &self.book else { return Ok(known) };
        for session in self.sessions() {
            for (term, boards) in session.memos.all::<Boards>() {
                for divided in boards.divided.iter().filter(|d| d.told) {
                    known += book.keep(&session.games[term], divided)?;
                }
            }
        }
        Ok(known)
    }
}

/// Boards as wholes.
pub(crate) struct Bitboards;

impl Bitboards {
    fn board<'s>(&self, session: &'s mut Session, query: &Query<'_>) -> Option<&'s mut WholeBoard> {
        let (game, part) = (query.game()?, query.alone()?);
        let (work, sizes) = (session.work.clone(), sizes(part));
        let boards = session.memos.get_or(query.term, || Some(Boards::default()))?;
        let place = match boards.wholes.iter().position(|board| board.sizes == sizes) {
            Some(place) => place,
            None => {
                let key = (false, sizes.clone());
                if boards.refused.contains(&key) {
                    return None;
                }
                let Some(whole) = whole(game, part, work) else {
                    boards.refused.push(key);
                    return None;
                };
                if boards.wholes.len() == BOARDS_KEPT {
                    boards.wholes.remove(0);
                }
                boards.wholes.push(whole);
                boards.wholes.len() - 1
            }
        };
        boards.wholes.get_mut(place)
    }

    /// Is the board of a question searched by its parts?
    pub(crate) fn is_parted(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        self.board(solver.session_of(query.games), query).is_some_and(|board| board.parted)
    }
}

/// The board of a part as a whole; `None` where it has neither symmetries nor walls nor parts, so that nothing is gained.
fn whole(game: &Game, part: &Part, work: Arc<Work>) -> Option<WholeBoard> {
    let board = Board::of(game.core(), part).ok()?;
    if board.areas.is_some() || moves(&board) > MOVES_A_CELL * board.cells.len() {
        return None;
    }
    /// The solver of a board, whether it goes by parts, the symmetries, and whether anything is gained.
    type Made = (Box<dyn Wholes>, bool, usize, bool);
    fn make<W: Word + 'static>(game: &Game, board: Board, wall: Option<u32>, work: Arc<Work>) -> Made {
        let layout = Layout::of(&board, wall.unwrap_or(0));
        let one = OneBoard::<W>::new(game, board, layout, wall.is_some(), work.clone());
        let symmetries = one.symmetries();
        // Where it can be counted who runs out of moves that is faster than to look at each part.
        let parted = if one.counts() { None } else { by_parts(game, &one.0.board, work) };
        let by_parts = parted.is_some();
        let gains = by_parts || wall.is_some() || symmetries > 1;
        (parted.unwrap_or_else(|| Box::new(Whole::new(one))), by_parts, symmetries, gains)
    }
    let moves = moves(&board);
    let wall = board.walls().map(|walls| walls.value);
    let (solver, parted, symmetries, gains) = match Layout::of(&board, wall.unwrap_or(0)).bits() {
        0..=64 => make::<u64>(game, board, wall, work),
        65..=128 => make::<u128>(game, board, wall, work),
        129..=256 => make::<Wide>(game, board, wall, work),
        _ => return None,
    };
    gains.then(|| WholeBoard { sizes: sizes(part), solver, parted, moves, symmetries })
}

/// A board whose independent parts decide who wins: of two players with moves of their own, where who cannot move loses.
fn by_parts(game: &Game, board: &Board, work: Arc<Work>) -> Option<Box<dyn Wholes>> {
    let rules = game.rules();
    let plain = rules.score.is_none() && rules.endless.is_none() && game.interp().end() == End::Normal;
    let passes = board.moves.iter().flatten().all(|m| !m.again);
    if board.moves.len() != 2 || !plain || !passes {
        return None;
    }
    values::parted(board.clone(), work, sums::ToSums)
}

/// How many moves are written out on a board, of both players.
fn moves(board: &Board) -> usize {
    board.moves.iter().map(Vec::len).sum()
}

impl Engine for Bitboards {
    fn about(&self) -> About {
        About {
            id: "bitboard",
            purpose: [
                "boards with cells of few values that look the same turned, mirrored or with the players exchanged: search on words of bits, one board of each kind",
                "格子取值很少、旋转、镜像或交换双方后相同的棋盘：在位串上搜索，每类棋盘只查一个",
            ],
            whole: [
                "search of boards as words of bits, one of all that symmetries take to each other",
                "用位串搜索棋盘，对称的棋盘只查一个",
            ],
            score: Some([
                "best play by alpha-beta with memory on words of bits, one board of all that symmetries take to each other",
                "在位串上作带记忆的 alpha-beta 搜索，对称的棋盘只查一个",
            ]),
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let (Some(game), Some(_)) = (query.game(), query.alone()) else { return false };
        let asked = matches!(query.what, What::Outcome | What::Score) && query.games.len() == 1;
        if !asked
            || game.rules().shape.kind != ShapeKind::Position
            || !is_worth(game, query.parts, solver.tuning().boards)
        {
            return false;
        }
        self.board(solver.session_of(query.games), query).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let budget = solver.budget().clone();
        let session = solver.session_of(query.games);
        let Some(state) = query.state else { return Ok(None) };
        let sign = session.whole.sign(state.turn.mover);
        let Some(board) = self.board(session, query) else { return Ok(None) };
        let found = match query.what {
            What::Score => board.solver.score(state, &budget).map(|score| Found::score(score * sign)),
            _ => board.solver.outcome(state, &budget).map(Found::from),
        };
        told(session, query.term, found)
    }

    fn searches(&self) -> bool {
        true
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let WholeBoard { moves, symmetries, .. } = self.board(solver.session_of(query.games), query)?;
        Some(Sentence::from([
            format!("this board has {moves} moves and {symmetries} symmetries"),
            format!("此棋盘有 {moves} 个走法、{symmetries} 种对称"),
        ]))
    }

    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        let (state, part) = (query.state?, query.alone()?);
        let sizes = sizes(part);
        let boards = session.memos.get::<Boards>(query.term)?;
        let board = boards.wholes.iter().find(|board| board.sizes == sizes)?;
        board.solver.known(state).map(Found::from)
    }
}

/// What was found, or why nothing was.
fn told(session: &Session, term: usize, found: Result<Found, Failure>) -> Result<Option<Found>, Problem> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Unfit) => Ok(None),
        Err(Failure::Stop(stop)) => Err(session.stop_in(term, stop)),
    }
}
