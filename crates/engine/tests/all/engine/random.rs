//! Random games: a few positions with random moves between them. Small, so that every turn of the rules
//! (moving again, forbidding, early ends, duplicates) meets every other.

use std::convert::Infallible;

use bouton_engine::{Game, Outcome, Step, Sum};
use bouton_random::Rng;

fn outcome(rng: &mut Rng) -> Outcome {
    rng.one_of(&[Outcome::Lose, Outcome::Draw, Outcome::Win])
}

/// Runs `test` for many seeds; a failing one is named.
pub(crate) fn seeds(count: u64, test: impl Fn(&mut Rng)) {
    struct Named(u64);
    impl Drop for Named {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the failing seed is {}", self.0);
            }
        }
    }
    for seed in 0..count {
        let named = Named(seed);
        test(&mut Rng::new(seed));
        drop(named);
    }
}

/// One position of a random game.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) ended: Option<Outcome>,
    pub(crate) steps: Vec<Step<usize>>,
    pub(crate) stuck: Outcome,
    pub(crate) block: u64,
    pub(crate) endless: Outcome,
}

/// A random game; a position is the number of a node.
#[derive(Clone, Debug)]
pub(crate) struct RandomGame(pub(crate) Vec<Node>);

/// What a random game may contain.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) cyclic: bool,
    /// Each node belongs to a player, and endless play is won by one of them.
    pub(crate) endless_winner: bool,
    /// The most positions.
    pub(crate) size: u64,
}

impl RandomGame {
    pub(crate) fn new(rng: &mut Rng, kind: Kind) -> Self {
        let size = 2 + rng.below(kind.size - 1) as usize;
        let owners: Vec<bool> = (0..size).map(|_| rng.below(2) == 0).collect();
        let winner = rng.below(2) == 0;
        let (blocks, ends) = (rng.below(2) == 0, 3 + rng.below(20));
        let nodes = (0..size).map(|from| {
            let reach = if kind.cyclic { size } else { from } as u64;
            let count = if reach == 0 { 0 } else { rng.below(6) };
            let steps = (0..count).map(|_| {
                let to = rng.below(reach) as usize;
                let gain = rng.below(9) as i64 - 3;
                let again = rng.below(4) == 0;
                let again = if kind.endless_winner { owners[from] == owners[to] } else { again };
                Step { to, gain, again }
            });
            let steps: Vec<_> = steps.collect();
            let favoured = [Outcome::Lose, Outcome::Win][usize::from(owners[from] == winner)];
            Node {
                ended: (rng.below(ends) == 0).then(|| outcome(rng)),
                steps,
                stuck: outcome(rng),
                block: if blocks { rng.below(4) } else { 0 },
                endless: if kind.endless_winner { favoured } else { Outcome::Draw },
            }
        });
        Self(nodes.collect())
    }
}

impl Game for RandomGame {
    type Position = usize;
    type Error = Infallible;

    fn ended(&self, position: &usize) -> Result<Option<Outcome>, Infallible> {
        Ok(self.0[*position].ended)
    }

    fn options(&self, position: &usize, out: &mut Vec<Step<usize>>) -> Result<(), Infallible> {
        out.extend(&self.0[*position].steps);
        Ok(())
    }

    fn stuck(&self, position: &usize) -> Outcome {
        self.0[*position].stuck
    }

    fn block(&self, position: &usize) -> Result<u64, Infallible> {
        Ok(self.0[*position].block)
    }

    fn endless(&self, position: &usize) -> Outcome {
        self.0[*position].endless
    }

    /// Some positions do not tell, so that both ways of valuing the last turns are tried.
    fn is_near_end(&self, position: &usize) -> bool {
        let ends = |position: usize| self.0[position].ended.is_some();
        let last = |position: usize| {
            self.0[position].block == 0 && self.0[position].steps.iter().all(|step| ends(step.to))
        };
        let node = &self.0[*position];
        let soon = |step: &Step<usize>| ends(step.to) || last(step.to);
        !position.is_multiple_of(3) && node.block == 0 && node.steps.iter().all(soon)
    }
}

/// Random parts: each option of a part is a list of smaller parts.
#[derive(Clone, Debug)]
pub(crate) struct RandomSum(pub(crate) Vec<Vec<Vec<usize>>>);

impl RandomSum {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let size = 2 + rng.below(11);
        let options = |part: u64, rng: &mut Rng| {
            let count = if part == 0 { 0 } else { rng.below(7) };
            let option = |rng: &mut Rng| {
                let parts = rng.below(4);
                (0..parts).map(|_| rng.below(part) as usize).collect()
            };
            (0..count).map(|_| option(rng)).collect()
        };
        Self((0..size).map(|part| options(part, rng)).collect())
    }
}

impl Sum for RandomSum {
    type Part = usize;
    type Error = Infallible;

    fn options(&self, part: &usize, out: &mut Vec<Vec<usize>>) -> Result<(), Infallible> {
        out.extend_from_slice(&self.0[*part]);
        Ok(())
    }
}
