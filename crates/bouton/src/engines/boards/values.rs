//! A board that falls apart, for values of partizan games: its independent parts, each in its least form.
//!
//! Where moves only fill cells and stop each other, a position is the set of moves that are left ([`Placed`]). Otherwise it is the values of its
//! cells ([`Walled`]): cells that no move can ever touch again are walls, and moves that can be made some day join the cells they touch. If
//! no value of the rules is a wall, we add one.

use super::bits::{Layout, Rule, Word, each_bit};
use super::least::Least;
use super::wide::Wide;
use crate::engines::compiled::Worths;
use crate::engines::whole::Work;
use crate::game::Game;
use crate::value::rules::{Failed, PartValues, Sides, Signed};
use bouton_compile::board::{Board, Placement};
use bouton_language::interp::Part;
use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::Arc;

/// Whoever takes the parts of a board.
pub(super) trait Take {
    /// What is made of them.
    type Taken;

    /// Takes them.
    fn take<G>(self, game: G) -> Self::Taken
    where
        G: Sides<Part: Ord + Debug + Send + Sync> + Send + 'static;
}

/// Takes parts to find their values.
struct ToValues;

impl Take for ToValues {
    type Taken = Box<dyn Worths>;

    fn take<G>(self, game: G) -> Box<dyn Worths>
    where
        G: Sides<Part: Ord + Debug + Send + Sync> + Send + 'static,
    {
        Box::new(PartValues::new(game))
    }
}

/// The values of positions on boards of this one's size; `None` where it cannot be written out, or nothing is gained.
pub(crate) fn values(game: &Game, part: &Part, work: Arc<Work>) -> Option<Box<dyn Worths>> {
    parted(Board::of(game.core(), part).ok()?, work, ToValues)
}

/// The parts of a board with whom they are for; `None` where nothing is gained.
pub(super) fn parted<T: Take>(board: Board, work: Arc<Work>, taker: T) -> Option<T::Taken> {
    if board.areas.is_some() || board.endings.iter().any(|ends| !ends.is_empty()) {
        return None;
    }
    let wall = board.walls().map(|walls| walls.value);
    if wall.is_none()
        && let Some(placement) = board.placement(128)
    {
        let cells = board.cells.len() as u32;
        let bits = placement.planes.map_or(placement.reads.len() as u32, |planes| planes * cells);
        return Some(match bits {
            0..=64 => taker.take(Placed::<u64>::new(board, &placement, work)),
            _ => taker.take(Placed::<u128>::new(board, &placement, work)),
        });
    }
    let same = board.cells.iter().all(|cell| cell.values == board.cells[0].values);
    let writes = |m: &bouton_compile::board::Ground| {
        m.writes.iter().any(|(cell, _)| m.reads.iter().any(|(c, _)| c == cell))
    };
    // A move that reads none of the cells it writes could be made in two parts.
    if !same || !board.moves.iter().flatten().all(writes) {
        return None;
    }
    let layout = Layout::still(&board, wall.unwrap_or(board.cells[0].values.len() as u32));
    Some(match layout.bits() {
        0..=64 => taker.take(Walled::<u64>::new(board, layout, wall, work)),
        65..=128 => taker.take(Walled::<u128>::new(board, layout, wall, work)),
        129..=256 => taker.take(Walled::<Wide>::new(board, layout, wall, work)),
        _ => return None,
    })
}

/// A board whose positions are sets of moves.
struct Placed<W> {
    board: Board,
    work: Arc<Work>,
    /// The bit of each move with what it needs.
    moves: Vec<(W, Vec<(u32, u32)>)>,
    /// By bit: the moves that are left after it.
    leaves: Vec<W>,
    /// By bit: the moves that it stops or that stop it.
    joins: Vec<W>,
    /// The moves of each player.
    owned: [W; 2],
    least: Least<W>,
}

impl<W: Word> Placed<W> {
    fn new(board: Board, placement: &Placement, work: Arc<Work>) -> Placed<W> {
        let Placement { reads, second, stops, bits, planes, maps } = placement;
        let width = bits.iter().max().map_or(0, |bit| *bit as usize + 1);
        let (mut leaves, mut joins) = (vec![!W::ZERO; width], vec![W::ZERO; width]);
        let mut owned = [W::ZERO; 2];
        for (i, stopped) in stops.iter().enumerate() {
            let bit = bits[i];
            for other in stopped.iter().map(|j| bits[*j as usize]) {
                leaves[bit as usize] = leaves[bit as usize] & !W::bit(other);
                joins[bit as usize] = joins[bit as usize] | W::bit(other);
                joins[other as usize] = joins[other as usize] | W::bit(bit);
            }
            let both = board.moves.len() == 1;
            for (player, owned) in owned.iter_mut().enumerate() {
                if both || (i >= *second) == (player == 1) {
                    *owned = *owned | W::bit(bit);
                }
            }
        }
        let moves = bits.iter().zip(reads).map(|(bit, reads)| (W::bit(*bit), reads.clone())).collect();
        let ways = maps.iter().map(|(to, negative)| {
            let mut image: Vec<Option<u32>> = vec![None; width];
            for (i, j) in to.iter().enumerate() {
                image[bits[i] as usize] = j.map(|j| bits[j as usize]);
            }
            (image, *negative)
        });
        let grid = planes.and_then(|planes| board.sides().map(|(rows, columns)| (rows, columns, planes)));
        let least = Least::new(ways, grid);
        Placed { moves, leaves, joins, owned, least, board, work }
    }

    /// Appends the independent parts of a set of moves.
    #[inline]
    fn split(&self, mut rest: W, parts: &mut Vec<Signed<W>>) {
        while rest != W::ZERO {
            let mut open = W::bit(rest.trailing_zeros());
            let mut part = open;
            while open != W::ZERO {
                let met = each_bit(open).fold(W::ZERO, |met, bit| met | self.joins[bit as usize]);
                open = met & rest & !part;
                part = part | open;
            }
            rest = rest & !part;
            let (part, negative) = self.least.of(part);
            parts.push(Signed { part, negative });
        }
    }
}

impl<W: Word> Sides for Placed<W> {
    type Part = W;

    fn keys(&self, part: &Part, keys: &mut Vec<Signed<W>>) -> Result<(), Failed> {
        let values = self.board.read(part).ok_or(Failed::Unfit)?;
        let fits =
            |reads: &[(u32, u32)]| reads.iter().all(|(cell, set)| set & 1 << values[*cell as usize] != 0);
        let left = self.moves.iter().filter(|(_, reads)| fits(reads));
        self.split(left.fold(W::ZERO, |all, (bit, _)| all | *bit), keys);
        Ok(())
    }

    fn part(&self, _: &W) -> Option<Part> {
        None
    }

    fn size(&self, key: &W) -> u32 {
        key.ones()
    }

    fn is_own_negative(&self, key: &W) -> bool {
        self.least.is_own_negative(*key)
    }

    fn options(
        &self,
        key: &W,
        mover: usize,
        parts: &mut Vec<Signed<W>>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Failed> {
        let own = *key & self.owned[mover];
        for bit in each_bit(own) {
            self.split(*key & self.leaves[bit as usize], parts);
            ends.push(parts.len() as u32);
        }
        Ok(self.work.spend_compiled(u64::from(own.ones()).max(1))?)
    }
}

/// A board whose positions are the values of its cells, with walls where nothing can happen any more.
struct Walled<W> {
    board: Board,
    layout: Layout,
    work: Arc<Work>,
    /// The moves, those of the first player first.
    rules: Vec<Rule<W>>,
    second: usize,
    least: Least<W>,
    shapes: Vec<Shape<W>>,
    /// For each shape the places of moves that can be made some day.
    live: RefCell<Vec<W>>,
}

/// Moves that are the same but for their place, as steps from the least cell that each touches: the bits of the values they want and
/// set, the cells they touch and write.
struct Shape<W> {
    places: W,
    wants: Vec<u32>,
    sets: Vec<u32>,
    touches: Vec<u32>,
    writes: Vec<u32>,
}

impl<W: Word> Walled<W> {
    fn new(board: Board, layout: Layout, wall: Option<u32>, work: Arc<Work>) -> Walled<W> {
        let rules = |player: usize| board.moves[player].iter().flat_map(|m| layout.rules(&board, m));
        let mut all: Vec<Rule<W>> = rules(0).collect();
        let second = if board.moves.len() > 1 { all.len() } else { 0 };
        if board.moves.len() > 1 {
            all.extend(rules(1));
        }
        let ways = if board.reads_what_it_writes() { board.ways(wall) } else { Vec::new() };
        let least = match board.sides().filter(|_| !ways.is_empty()) {
            Some(sides) => {
                let image = |way: &bouton_compile::board::Way| {
                    (layout.places(|cell| way.cell(cell, sides), &way.values), way.swaps)
                };
                let grid = (sides.0, sides.1, layout.planes());
                Least::new(ways.iter().map(image), Some(grid))
            }
            None => {
                let maps = board.symmetries(true).maps;
                let stays = |values: &[u32]| wall.is_none_or(|wall| values[wall as usize] == wall);
                let image = |map: &bouton_compile::board::Map| {
                    (layout.places(|cell| Some(map.cells[cell] as usize), &map.values), map.swaps)
                };
                Least::new(maps.iter().filter(|map| stays(&map.values)).map(image), None)
            }
        };
        let shapes = Shape::all(&all);
        let live = RefCell::new(vec![W::ZERO; shapes.len()]);
        Walled { board, layout, work, rules: all, second, least, shapes, live }
    }

    /// The moves of a player.
    fn of(&self, mover: usize) -> &[Rule<W>] {
        match (self.board.moves.len(), mover) {
            (1, _) => &self.rules,
            (_, 0) => &self.rules[..self.second],
            _ => &self.rules[self.second..],
        }
    }

    /// Appends the independent parts of a board that have a move.
    #[inline]
    fn split(&self, board: W, parts: &mut Vec<Signed<W>>) {
        let live = &mut *self.live.borrow_mut();
        // The values that cells may come to have: what a move that is possible with them writes is one.
        let mut possible = board;
        loop {
            let before = possible;
            for (shape, live) in self.shapes.iter().zip(live.iter_mut()) {
                *live = shape.wants.iter().fold(shape.places, |places, step| places & possible >> *step);
                possible = shape.sets.iter().fold(possible, |all, step| all | *live << *step);
            }
            if possible == before {
                break;
            }
        }
        let all = || self.shapes.iter().zip(live.iter());
        let changing = all().fold(W::ZERO, |cells, (shape, live)| cells | spread(&shape.writes, *live));
        let mut rest = changing;
        while rest != W::ZERO {
            let mut reached = W::bit(rest.trailing_zeros());
            let mut cells = reached;
            loop {
                let before = reached;
                for (shape, live) in all() {
                    let met = shape.touches.iter().fold(W::ZERO, |met, step| met | reached >> *step) & *live;
                    let touched = spread(&shape.touches, met);
                    cells = cells | touched;
                    reached = reached | touched & changing;
                }
                if reached == before {
                    break;
                }
            }
            rest = rest & !reached;
            let (part, negative) = self.least.of(self.layout.only(board, cells));
            parts.push(Signed { part, negative });
        }
    }
}

/// Cells at these steps from some places.
#[inline]
fn spread<W: Word>(steps: &[u32], places: W) -> W {
    steps.iter().fold(W::ZERO, |cells, step| cells | places << *step)
}

impl<W: Word> Shape<W> {
    /// The shapes of moves.
    fn all(rules: &[Rule<W>]) -> Vec<Shape<W>> {
        let mut shapes: Vec<Shape<W>> = Vec::new();
        for rule in rules {
            let least = rule.touches.trailing_zeros();
            let steps = |word: W| each_bit(word >> least).collect::<Vec<u32>>();
            let shape = Shape {
                places: W::bit(least),
                wants: steps(rule.when.wanted()),
                sets: steps(rule.set),
                touches: steps(rule.touches),
                writes: steps(rule.writes),
            };
            let same = |s: &&mut Shape<W>| {
                s.wants == shape.wants
                    && s.sets == shape.sets
                    && s.touches == shape.touches
                    && s.writes == shape.writes
            };
            match shapes.iter_mut().find(same) {
                Some(known) => known.places = known.places | shape.places,
                None => shapes.push(shape),
            }
        }
        shapes
    }
}

impl<W: Word> Sides for Walled<W> {
    type Part = W;

    fn keys(&self, part: &Part, keys: &mut Vec<Signed<W>>) -> Result<(), Failed> {
        let values = self.board.read(part).ok_or(Failed::Unfit)?;
        self.split(self.layout.pack(&values, 0), keys);
        Ok(())
    }

    fn part(&self, _: &W) -> Option<Part> {
        None
    }

    fn size(&self, key: &W) -> u32 {
        self.layout.filled(*key).ones()
    }

    fn is_own_negative(&self, key: &W) -> bool {
        self.least.is_own_negative(*key)
    }

    fn options(
        &self,
        key: &W,
        mover: usize,
        parts: &mut Vec<Signed<W>>,
        ends: &mut Vec<u32>,
    ) -> Result<(), Failed> {
        let mut made = 0;
        for rule in self.of(mover).iter().filter(|rule| rule.when.fits(*key)) {
            made += 1;
            self.split(rule.apply(*key), parts);
            ends.push(parts.len() as u32);
        }
        Ok(self.work.spend_compiled(made.max(1))?)
    }
}
