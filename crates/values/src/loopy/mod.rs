//! Loopy games, in which play may go round: finite graphs of positions, their sums and who wins them.
//!
//! Endless play is a draw. A *stopper* is a game in which no play with both players moving in turn goes on for ever; such a game
//! has a simplest form as short games have. Of any other game the *onside* is what it is worth if draws count for Left, the
//! *offside* if they count for Right; where both are stoppers they tell what the game does in every sum (J. H. Conway, R. K. Guy and others in
//! *Winning Ways*, chapter 11; A. N. Siegel, *Combinatorial Game Theory*, chapter VI).
//!
//! | question | file |
//! |---|---|
//! | is one game at least another, if draws count for Left | [`order`] |
//! | the simplest form of a side | [`simplest`] |
//! | `on`, `over`, `a{0|{1|a}}` | [`text`] |

mod order;
mod simplest;
mod text;

pub use simplest::Worth;

use crate::arithmetic::Undefined;
use crate::store::{Value, Values};
use crate::text::{Expression, work_out};
use bouton_budget::Halt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// A sum has at most so many positions.
pub const MOST_POSITIONS: usize = 1 << 18;

/// A game in which play may go round: its positions with the options of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loopy {
    /// The options of Left and of Right of each position.
    options: [Vec<Vec<u32>>; 2],
    start: u32,
}

/// Who wins, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Left wins.
    Left,
    /// Play goes on for ever.
    Draw,
    /// Right wins.
    Right,
}

/// Why nothing is said of a loopy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsettled {
    /// The work was stopped.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// An expression that has no value.
    #[error(transparent)]
    Undefined(#[from] Undefined),
    /// More positions than are looked at.
    #[error("more than {most} positions")]
    Large {
        /// How many there may be.
        most: usize,
    },
}

impl Loopy {
    /// A game from the options of Left and Right in each of its positions.
    ///
    /// # Panics
    ///
    /// Where a number is that of no position.
    pub fn new(lefts: Vec<Vec<u32>>, rights: Vec<Vec<u32>>, start: u32) -> Loopy {
        let count = lefts.len();
        assert!(rights.len() == count && (start as usize) < count, "as many lists for Right as for Left");
        assert!(
            lefts.iter().chain(&rights).flatten().all(|to| (*to as usize) < count),
            "options are positions"
        );
        Loopy { options: [lefts, rights], start }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.options[0].len()
    }

    /// The position that is the game.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The options of a player (0 is Left) in a position.
    pub fn options(&self, player: usize, position: u32) -> &[u32] {
        &self.options[player][position as usize]
    }

    /// The game from another of its positions on.
    #[must_use]
    pub fn from(&self, start: u32) -> Loopy {
        Loopy { start, ..self.clone() }
    }

    /// The negative: the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Loopy {
        let [lefts, rights] = self.options.clone();
        Loopy { options: [rights, lefts], start: self.start }
    }

    /// A short game.
    pub fn short(values: &mut Values, value: Value) -> Result<Loopy, Halt> {
        let mut made = Maker::default();
        let start = made.value(values, value)?;
        Ok(made.done(start))
    }

    /// The sum of some games, and the position of each term in every position of the sum.
    pub fn sum(values: &mut Values, terms: &[Loopy]) -> Result<(Loopy, Vec<Vec<u32>>), Unsettled> {
        let first: Vec<u32> = terms.iter().map(|term| term.start).collect();
        let mut places: FxHashMap<Vec<u32>, u32> = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut all = vec![first];
        let mut options = [Vec::new(), Vec::new()];
        let mut at = 0;
        while at < all.len() {
            values.tick()?;
            for (player, lists) in options.iter_mut().enumerate() {
                let mut list = Vec::new();
                for (i, term) in terms.iter().enumerate() {
                    for to in term.options(player, all[at][i]) {
                        let mut place = all[at].clone();
                        place[i] = *to;
                        let next = all.len() as u32;
                        list.push(*places.entry(place).or_insert_with_key(|place| {
                            all.push(place.clone());
                            next
                        }));
                    }
                }
                if all.len() > MOST_POSITIONS {
                    return Err(Unsettled::Large { most: MOST_POSITIONS });
                }
                list.sort_unstable();
                list.dedup();
                lists.push(list);
            }
            at += 1;
        }
        Ok((Loopy { options, start: 0 }, all))
    }

    /// Who wins from each position, if Left begins and if Right begins.
    pub fn outcomes(&self) -> Vec<[Outcome; 2]> {
        let count = self.positions();
        let before = self.before();
        let mut out = vec![[Outcome::Draw; 2]; count];
        // How many options of a player in a position are not known to lose.
        let mut open: [Vec<usize>; 2] = [0, 1].map(|p| self.options[p].iter().map(Vec::len).collect());
        let wins = [Outcome::Left, Outcome::Right];
        let mut queue = Vec::new();
        for (player, open) in open.iter().enumerate() {
            for at in (0..count).filter(|at| open[*at] == 0) {
                out[at][player] = wins[1 - player];
                queue.push((at, player));
            }
        }
        while let Some((at, player)) = queue.pop() {
            let mover = 1 - player;
            for from in &before[mover][at] {
                let from = *from as usize;
                if out[from][mover] != Outcome::Draw {
                    continue;
                }
                if out[at][player] == wins[mover] {
                    out[from][mover] = wins[mover];
                    queue.push((from, mover));
                } else {
                    open[mover][from] -= 1;
                    if open[mover][from] == 0 {
                        out[from][mover] = wins[player];
                        queue.push((from, mover));
                    }
                }
            }
        }
        out
    }

    /// Who wins, if Left begins and if Right begins.
    pub fn outcome(&self) -> [Outcome; 2] {
        self.outcomes()[self.start as usize]
    }

    /// Does every play end in which the players move in turn?
    pub fn is_stopper(&self) -> bool {
        // Positions with a player to move that lead to nothing but ends are taken away until nothing changes.
        let count = self.positions();
        let before = self.before();
        let mut open: [Vec<usize>; 2] = [0, 1].map(|p| self.options[p].iter().map(Vec::len).collect());
        let mut queue: Vec<(usize, usize)> = (0..2)
            .flat_map(|p| (0..count).map(move |at| (at, p)))
            .filter(|(at, p)| open[*p][*at] == 0)
            .collect();
        let mut ended = 0;
        while let Some((at, player)) = queue.pop() {
            ended += 1;
            let mover = 1 - player;
            for from in &before[mover][at] {
                open[mover][*from as usize] -= 1;
                if open[mover][*from as usize] == 0 {
                    queue.push((*from as usize, mover));
                }
            }
        }
        ended == 2 * count
    }

    /// The positions from which a player can move to each.
    fn before(&self) -> [Vec<Vec<u32>>; 2] {
        [0, 1].map(|player| {
            let mut before = vec![Vec::new(); self.positions()];
            for (from, options) in self.options[player].iter().enumerate() {
                options.iter().for_each(|to| before[*to as usize].push(from as u32));
            }
            before
        })
    }

    /// Without the positions that play cannot reach, numbered as they are met.
    fn reached(&self) -> Loopy {
        let mut numbers = vec![u32::MAX; self.positions()];
        let mut all = vec![self.start];
        numbers[self.start as usize] = 0;
        let mut at = 0;
        while at < all.len() {
            for player in 0..2 {
                for to in self.options(player, all[at]) {
                    if numbers[*to as usize] == u32::MAX {
                        numbers[*to as usize] = all.len() as u32;
                        all.push(*to);
                    }
                }
            }
            at += 1;
        }
        let options = [0, 1].map(|player| {
            let number = |to: &u32| numbers[*to as usize];
            all.iter().map(|at| self.options(player, *at).iter().map(number).collect()).collect()
        });
        Loopy { options, start: 0 }
    }

    /// The game that an expression says.
    pub fn work_out(values: &mut Values, expression: &Expression) -> Result<Loopy, Unsettled> {
        let mut made = Maker::default();
        let start = made.expression(values, expression, &mut Vec::new())?;
        Ok(made.done(start))
    }
}

/// A game that is being put together.
#[derive(Default)]
struct Maker {
    options: [Vec<Vec<u32>>; 2],
    values: FxHashMap<Value, u32>,
}

impl Maker {
    fn done(self, start: u32) -> Loopy {
        Loopy { options: self.options, start }.reached()
    }

    fn node(&mut self) -> u32 {
        self.options.iter_mut().for_each(|lists| lists.push(Vec::new()));
        self.options[0].len() as u32 - 1
    }

    fn set(&mut self, node: u32, [lefts, rights]: [Vec<u32>; 2]) {
        self.options[0][node as usize] = lefts;
        self.options[1][node as usize] = rights;
    }

    /// A short game by its canonical form.
    fn value(&mut self, values: &mut Values, value: Value) -> Result<u32, Halt> {
        if let Some(known) = self.values.get(&value) {
            return Ok(*known);
        }
        let node = self.node();
        self.values.insert(value, node);
        let mut open = vec![(value, node)];
        while let Some((value, node)) = open.pop() {
            values.tick()?;
            let mut options = [Vec::new(), Vec::new()];
            for (player, list) in options.iter_mut().enumerate() {
                for option in if player == 0 { values.lefts(value)? } else { values.rights(value)? } {
                    list.push(match self.values.get(&option) {
                        Some(known) => *known,
                        None => {
                            let node = self.node();
                            self.values.insert(option, node);
                            open.push((option, node));
                            node
                        }
                    });
                }
            }
            self.set(node, options);
        }
        Ok(node)
    }

    /// A whole game beside what there is.
    fn game(&mut self, game: &Loopy) -> u32 {
        let first = self.options[0].len() as u32;
        for (mine, theirs) in self.options.iter_mut().zip(&game.options) {
            mine.extend(theirs.iter().map(|list| list.iter().map(|to| to + first).collect()));
        }
        first + game.start
    }

    /// An expression; `named` are the braces around it with their names.
    fn expression<'e>(
        &mut self,
        values: &mut Values,
        expression: &'e Expression,
        named: &mut Vec<(&'e str, u32)>,
    ) -> Result<u32, Unsettled> {
        if !expression.is_loopy() {
            let value = work_out(values, expression)?;
            return Ok(self.value(values, value)?);
        }
        match expression {
            Expression::Name(name) => {
                let found = named.iter().rev().find(|(known, _)| known == name);
                found.map(|(_, node)| *node).ok_or(Undefined::Loopy.into())
            }
            Expression::Loop(name, inner) => {
                let Expression::Game(lefts, rights) = &**inner else { return Err(Undefined::Loopy.into()) };
                let node = self.node();
                named.push((name, node));
                self.braces(values, node, [lefts, rights], named)?;
                named.pop();
                Ok(node)
            }
            Expression::Game(lefts, rights) => {
                let node = self.node();
                self.braces(values, node, [lefts, rights], named)?;
                Ok(node)
            }
            // A sum is that of whole games: a name in it would mean a game that is not finished.
            Expression::Negative(inner) => {
                let game = Loopy::work_out(values, inner)?.negative();
                Ok(self.game(&game))
            }
            Expression::Sum(terms) => {
                let mut games = Vec::new();
                for (away, term) in terms {
                    let game = Loopy::work_out(values, term)?;
                    games.push(if *away { game.negative() } else { game });
                }
                let (sum, _) = Loopy::sum(values, &games)?;
                Ok(self.game(&sum))
            }
            Expression::Multiple(a, b) => {
                let (number, game) = if a.is_loopy() { (b, a) } else { (a, b) };
                if number.is_loopy() {
                    return Err(Undefined::NotInteger.into());
                }
                let number = work_out(values, number)?;
                let whole = values.as_number(number).filter(|x| x.is_integer()).map(|x| x.numerator());
                let whole = whole.ok_or(Undefined::NotInteger)?.to_i64();
                let game = Loopy::work_out(values, game)?;
                let most = Unsettled::Large { most: MOST_POSITIONS };
                let copies = whole.filter(|n| n.unsigned_abs() <= 64).ok_or(most)?;
                let game = if copies < 0 { game.negative() } else { game };
                let (sum, _) = Loopy::sum(values, &vec![game; copies.unsigned_abs() as usize])?;
                Ok(self.game(&sum))
            }
            _ => Err(Undefined::Loopy.into()),
        }
    }

    fn braces<'e>(
        &mut self,
        values: &mut Values,
        node: u32,
        sides: [&'e [Expression]; 2],
        named: &mut Vec<(&'e str, u32)>,
    ) -> Result<(), Unsettled> {
        let mut options = [Vec::new(), Vec::new()];
        for (list, side) in options.iter_mut().zip(sides) {
            for option in side {
                list.push(self.expression(values, option, named)?);
            }
        }
        self.set(node, options);
        Ok(())
    }
}
