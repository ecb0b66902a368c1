//! What a loopy game is worth: a short game, a stopper in its simplest form, or two sides.
//!
//! Positions that are equal if draws count for Left are joined, reversible options are bypassed and dominated ones go (Siegel, VI.3 and VI.4). With
//! options that reverse to each other for ever Right has won nothing and they go; they are tried without Left's too. The result is compared with what it was made from,
//! both ways, before anybody is told of it, so a game that this does not simplify has no side here but never a wrong one.

use super::order::AtLeast;
use super::{Loopy, Maker, Unsettled};
use crate::store::{Value, Values};
use bouton_budget::Halt;

/// What a game is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A short game.
    Short(Value),
    /// A stopper in its simplest form.
    Stopper(Loopy),
    /// The onside and the offside, which differ; each is a short game or a stopper.
    Sides(Box<[Worth; 2]>),
    /// No sides were found: only who wins is known.
    Unknown,
}

impl Loopy {
    /// What the game is worth.
    pub fn worth(&self, values: &mut Values) -> Result<Worth, Unsettled> {
        let game = self.reached();
        let known = game.shorts(values)?;
        if let Some(value) = known[game.start as usize] {
            return Ok(Worth::Short(value));
        }
        let game = game.shortened(values, &known)?;
        let Some(on) = onside(values, &game)? else { return Ok(Worth::Unknown) };
        // What draws for Right are to the game, draws for Left are to its negative.
        let Some(off) = onside(values, &game.negative())? else { return Ok(Worth::Unknown) };
        let off = off.negative();
        let on_first = equal(values, &on, &off)?;
        let on = on.settled(values)?;
        if on_first {
            return Ok(on);
        }
        Ok(Worth::Sides(Box::new([on, off.settled(values)?])))
    }

    /// The values of the positions from which play always ends.
    pub(super) fn shorts(&self, values: &mut Values) -> Result<Vec<Option<Value>>, Halt> {
        let before = self.before();
        let mut open: Vec<usize> =
            (0..self.positions()).map(|at| self.options.iter().map(|lists| lists[at].len()).sum()).collect();
        let mut queue: Vec<usize> = (0..self.positions()).filter(|at| open[*at] == 0).collect();
        let mut known: Vec<Option<Value>> = vec![None; self.positions()];
        while let Some(at) = queue.pop() {
            let [lefts, rights] = [0, 1].map(|player| {
                let value = |to: &u32| known[*to as usize];
                self.options[player][at].iter().filter_map(value).collect::<Vec<_>>()
            });
            known[at] = Some(values.game(&lefts, &rights)?);
            for from in before.iter().flat_map(|before| &before[at]) {
                open[*from as usize] -= 1;
                if open[*from as usize] == 0 {
                    queue.push(*from as usize);
                }
            }
        }
        Ok(known)
    }

    /// Positions from which play always ends are replaced by their canonical forms.
    fn shortened(&self, values: &mut Values, known: &[Option<Value>]) -> Result<Loopy, Halt> {
        let mut made = Maker::default();
        let mut numbers = Vec::with_capacity(self.positions());
        for value in known {
            numbers.push(match value {
                Some(value) => made.value(values, *value)?,
                None => made.node(),
            });
        }
        for at in (0..self.positions()).filter(|at| known[*at].is_none()) {
            let options = [0, 1].map(|player| {
                let mut list: Vec<u32> =
                    self.options[player][at].iter().map(|to| numbers[*to as usize]).collect();
                list.sort_unstable();
                list.dedup();
                list
            });
            made.set(numbers[at], options);
        }
        Ok(made.done(numbers[self.start as usize]))
    }

    fn settled(self, values: &mut Values) -> Result<Worth, Halt> {
        Ok(match self.shorts(values)?[self.start as usize] {
            Some(value) => Worth::Short(value),
            None => Worth::Stopper(self),
        })
    }

    fn size(&self) -> usize {
        self.positions() + self.options.iter().flatten().map(Vec::len).sum::<usize>()
    }

    /// The same with equal positions joined and without options that do not matter, if draws count for Left.
    /// Options that reverse to each other for ever are dropped, or Left keeps them.
    fn simplified(&self, order: &AtLeast, keeps: bool) -> Loopy {
        let ends = self.ends();
        // Of equal positions the one that has most to offer for a simple form stands for all.
        let rank = |at: u32| {
            let many = self.options(0, at).len() + self.options(1, at).len();
            (!ends[at as usize], many, at)
        };
        let all = 0..self.positions() as u32;
        let class: Vec<u32> = all
            .clone()
            .map(|a| {
                let like = all.clone().filter(|b| order.holds(a, *b) && order.holds(*b, a));
                like.min_by_key(|b| rank(*b)).unwrap_or(a)
            })
            .collect();
        let of = |at: u32| class[at as usize];
        let at_least = |player: usize, a: u32, b: u32| match player {
            0 => order.holds(a, b),
            _ => order.holds(b, a),
        };
        let options = [0, 1].map(|player| {
            let list = |at: u32| {
                if of(at) != at {
                    return Vec::new();
                }
                // Reversible options are followed through the positions as they are, not through their likes: there play ends.
                let mut open: Vec<u32> = self.options(player, at).to_vec();
                let (mut seen, mut kept) = (Vec::new(), Vec::new());
                while let Some(option) = open.pop() {
                    if seen.contains(&option) {
                        continue;
                    }
                    seen.push(option);
                    // The answer after which the mover is no better off than before.
                    let mut answers = self.options(1 - player, option).iter();
                    let Some(answer) = answers.find(|answer| at_least(player, at, of(**answer))) else {
                        kept.push(of(option));
                        continue;
                    };
                    let next = self.options(player, *answer);
                    if keeps && player == 0 && next.iter().any(|to| seen.contains(to)) {
                        kept.push(of(option));
                    }
                    open.extend(next);
                }
                kept.sort_unstable();
                kept.dedup();
                let better =
                    |one: &u32| kept.iter().any(|other| other != one && at_least(player, *other, *one));
                kept.iter().filter(|one| !better(one)).copied().collect()
            };
            all.clone().map(list).collect()
        });
        Loopy { options, start: of(self.start) }.reached()
    }

    /// From which positions every play with the players moving in turn ends, whoever begins.
    fn ends(&self) -> Vec<bool> {
        (0..self.positions() as u32).map(|at| self.from(at).reached().is_stopper()).collect()
    }
}

/// The onside as a stopper in its simplest form, where it is found.
fn onside(values: &mut Values, game: &Loopy) -> Result<Option<Loopy>, Unsettled> {
    let mut game = game.clone();
    loop {
        let order = AtLeast::of(values, &game, &game)?;
        let mut next = None;
        for keeps in [false, true] {
            let simple = game.simplified(&order, keeps);
            if next.is_none() && simple.size() < game.size() && equal(values, &game, &simple)? {
                next = Some(simple);
            }
        }
        match next {
            Some(simple) => game = simple,
            None => return Ok(game.is_stopper().then_some(game)),
        }
    }
}

/// Are two games equal if draws count for Left?
fn equal(values: &mut Values, g: &Loopy, h: &Loopy) -> Result<bool, Unsettled> {
    Ok(AtLeast::of(values, g, h)?.holds(g.start, h.start)
        && AtLeast::of(values, h, g)?.holds(h.start, g.start))
}

/// Is one stopper at least another?
pub(super) fn at_least(values: &mut Values, g: &Loopy, h: &Loopy) -> Result<bool, Unsettled> {
    Ok(AtLeast::of(values, g, h)?.holds(g.start, h.start))
}
