//! A board as one whole, for outcomes and scores: moves are masks, and boards that a symmetry takes to each other are one.

use super::bits::{Image, Layout, Pattern, Rule, Word};
use super::reserves::Reserves;
use crate::engines::compiled::{Fault, Packs};
use crate::engines::whole::{State, Work, outcome};
use crate::game::Game;
use bouton_compile::board::{Board, Symmetries};
use bouton_engine::{self as engine, Outcome, Step};
use bouton_language::interp::{Position, Turn};
use bouton_language::rules::{End, ScoreKind};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The symmetries of a board under which a position is worth the same to the player to move.
pub(crate) fn symmetries(game: &Game, board: &Board) -> Symmetries {
    let end = game.interp().end();
    let alike = !matches!(end, End::Wins(_)) && game.rules().score != Some(ScoreKind::Shared);
    board.symmetries(alike)
}

/// What a board is searched with.
pub(super) struct Masks<W> {
    pub(super) game: Game,
    pub(super) board: Board,
    pub(super) layout: Layout,
    work: Arc<Work>,
    /// The moves of each player; a single list where both have the same.
    rules: Vec<Vec<Rule<W>>>,
    /// The endings in their order, for each player to move.
    endings: Vec<Vec<(Vec<Pattern<W>>, Outcome)>>,
    images: Vec<Image<W>>,
    /// For the cells that no move can still change: what makes boards equal that differ in them alone.
    walls: bool,
    /// Where it can be counted who runs out of moves first.
    reserves: Option<Reserves<W>>,
}

/// One board.
#[derive(Clone)]
pub(super) struct OneBoard<W>(pub(super) Arc<Masks<W>>);

impl<W: Word> OneBoard<W> {
    pub(super) fn new(
        game: &Game,
        board: Board,
        layout: Layout,
        walls: bool,
        work: Arc<Work>,
    ) -> OneBoard<W> {
        let end = game.interp().end();
        let images = symmetries(game, &board).maps.iter().map(|map| layout.image(map)).collect();
        let rules =
            board.moves.iter().map(|moves| moves.iter().flat_map(|m| layout.rules(&board, m)).collect());
        let rules: Vec<Vec<Rule<W>>> = rules.collect();
        let plain = end == End::Normal && game.rules().score.is_none() && walls;
        let plain = plain && board.endings.iter().all(Vec::is_empty) && board.cells[0].values.len() == 2;
        let reserves = if plain { Reserves::of(&rules) } else { None };
        let ending = |e: &bouton_compile::board::Ending| {
            let cases = e.cases.iter().flat_map(|reads| layout.patterns(&board, reads)).collect();
            (cases, outcome(e.verdict))
        };
        let endings = board.endings.iter().map(|ends| ends.iter().map(ending).collect()).collect();
        OneBoard(Arc::new(Masks {
            game: game.clone(),
            layout,
            work,
            rules,
            endings,
            images,
            walls,
            reserves,
            board,
        }))
    }

    /// How many symmetries it has, that which changes nothing included.
    pub(super) fn symmetries(&self) -> usize {
        self.0.images.len() + 1
    }

    /// Can it be counted who runs out of moves first?
    pub(super) fn counts(&self) -> bool {
        self.0.reserves.is_some()
    }

    fn turn(&self, board: W) -> Turn {
        Turn { mover: self.0.layout.mover(board), turn: 0 }
    }

    /// The least of the boards that are the same.
    #[inline]
    fn canonical(&self, board: W) -> W {
        let board = if self.0.walls { self.walled(board) } else { board };
        self.0.images.iter().fold(board, |least, image| least.min(image.apply(board)))
    }

    /// The board with walls where no move can ever change or read a cell again.
    fn walled(&self, board: W) -> W {
        let masks = &*self.0;
        let filled = masks.layout.filled(board);
        let live = masks.rules.iter().flatten().filter(|rule| rule.reads & filled == rule.reads);
        let used = live.fold(W::ZERO, |used, rule| used | rule.touches);
        let mover = masks.layout.passed(W::ZERO);
        masks.layout.only(board, used & filled) | board & mover
    }

    fn rules(&self, mover: usize) -> &[Rule<W>] {
        self.0.rules.get(mover).or(self.0.rules.first()).map_or(&[], |rules| rules)
    }
}

impl<W: Word> engine::Game for OneBoard<W> {
    type Position = W;
    type Error = Fault;

    fn ended(&self, board: &W) -> Result<Option<Outcome>, Fault> {
        let endings = &self.0.endings;
        let mover = self.0.layout.mover(*board);
        if let Some(reserves) = &self.0.reserves {
            return Ok(reserves.decided(self.0.layout.filled(*board), mover));
        }
        let Some(endings) = endings.get(mover).or(endings.first()) else { return Ok(None) };
        let met = endings.iter().find(|(cases, _)| cases.iter().any(|case| case.fits(*board)));
        Ok(met.map(|(_, outcome)| *outcome))
    }

    fn options(&self, board: &W, out: &mut Vec<Step<W>>) -> Result<(), Fault> {
        self.each_option(board, &mut Vec::new(), &mut |step| {
            out.push(step);
            ControlFlow::Continue(())
        })
    }

    fn each_option(
        &self,
        board: &W,
        _scratch: &mut Vec<Step<W>>,
        visit: &mut dyn FnMut(Step<W>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let layout = &self.0.layout;
        let mover = layout.mover(*board);
        let sign = if self.0.game.rules().score == Some(ScoreKind::Shared) && mover == 1 { -1 } else { 1 };
        let mut made = 0;
        for rule in self.rules(mover).iter().filter(|rule| rule.when.fits(*board)) {
            made += 1;
            let to = rule.apply(*board);
            let to = self.canonical(if rule.again { to } else { layout.passed(to) });
            let gain = rule.gain.checked_mul(sign).ok_or(Fault::Unfit)?;
            if visit(Step { to, gain, again: rule.again }).is_break() {
                break;
            }
        }
        self.0.work.spend_compiled(made.max(1)).map_err(Fault::Halted)
    }

    fn stuck(&self, board: &W) -> Outcome {
        outcome(self.0.game.interp().at_end(self.turn(*board)))
    }

    fn endless(&self, board: &W) -> Outcome {
        match self.0.game.rules().endless {
            Some(End::Wins(player)) if player == self.turn(*board).mover => Outcome::Win,
            Some(End::Wins(_)) => Outcome::Lose,
            _ => Outcome::Draw,
        }
    }
}

impl<W: Word> Packs for OneBoard<W> {
    fn packed(&self, state: &State) -> Result<W, Fault> {
        let [Position { parts }] = state.positions.as_slice() else { return Err(Fault::Unfit) };
        let [part] = parts.as_slice() else { return Err(Fault::Unfit) };
        let values = self.0.board.read(part).ok_or(Fault::Unfit)?;
        let mover = if self.0.board.moves.len() > 1 { state.turn.mover } else { 0 };
        Ok(self.canonical(self.0.layout.pack(&values, mover)))
    }

    fn state(&self, packed: &W) -> State {
        let (values, mover) = self.0.layout.unpack(*packed);
        let part = self.0.board.part(&values).into();
        State { positions: vec![Position { parts: vec![part] }], turn: Turn { mover, turn: 0 } }
    }
}
