//! What a question will cost: positions, memory and time, estimated before it is asked in earnest.
//!
//! Engines that fill a table know its size, and tell it. The others are the best judges of their own cost: a question is
//! tried with a little work, and where that answers it, the cost is known. Otherwise smaller questions of the same game are
//! tried, as large as the little work allows, and what they cost is continued to the question itself: along the number of
//! positions that the facts allow where the position can be scaled down, along the moves of random play where it cannot (a
//! board of fixed size has no smaller one, but every move leaves less of it). Rates come from the same trials, so they
//! are those of the machine and of the game at hand.

use crate::engines::advice::scaled;
use crate::engines::bound;
use crate::engines::plan::asked;
use crate::engines::registry::Engine;
use crate::engines::solver::Solver;
use crate::game::{Match, Method, Question};
use crate::rng::Rng;
use crate::tuning::Tuning;
use crate::tuning::{TRIAL_HEAP, TRIAL_LOOKS, TRIAL_MEMORY, TRIAL_WORK};
use bouton_engine::Budget;
use std::time::Instant;

/// What a question costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Positions (or parts, nodes, cells of a table) examined.
    pub positions: f64,
    /// Bytes that the engines hold at the end.
    pub bytes: f64,
    /// Seconds on this machine.
    pub seconds: f64,
    /// Moves generated, in the units that work is limited in.
    pub(crate) work: f64,
}

impl Cost {
    /// Nothing is searched.
    pub(crate) const NONE: Cost = Cost { positions: 0.0, bytes: 0.0, seconds: 0.0, work: 0.0 };

    /// Moves generated, in the units that work is limited in.
    pub(crate) fn work(self) -> f64 {
        self.work
    }

    pub(crate) fn of_table(positions: f64, bytes: f64, seconds: f64) -> Cost {
        Cost { positions, bytes, seconds, work: 0.0 }
    }
}

impl Solver {
    /// The cost of a question; `None` where no smaller question of its game tells.
    pub fn estimate(&mut self, question: &Question) -> Option<Cost> {
        let at = question.at();
        self.aim(at.games, &at.state.positions, 1);
        let engines = self.engines(question);
        let query = (engines.len() == 1).then(|| asked(at)).flatten();
        let known = engines.iter().find_map(|(engine, _)| engine.cost(self, question, query.as_ref()));
        let trials = Trials { budget: self.budget().clone(), tuning: *self.tuning(), forced: self.forced };
        let cost = known.or_else(|| trials.known(question)).or_else(|| trials.continued(question));
        match (engines.first(), query) {
            (Some((engine, _)), Some(query)) => engine.cost_after(self, &query, cost),
            _ => cost,
        }
    }
}

/// Small questions asked to learn what larger ones cost.
struct Trials {
    budget: Budget,
    tuning: Tuning,
    forced: Option<&'static dyn Engine>,
}

impl Trials {
    /// Asks with a little work; `None` where that is not enough.
    fn known(&self, question: &Question) -> Option<Cost> {
        if question.huge() || (question.at().method == Method::Sum && question.largest() > 2 * TRIAL_HEAP) {
            return None;
        }
        let memory = self.budget.memory_limit().min(TRIAL_MEMORY);
        let budget = self.budget.restarted().memory(memory).fuse(TRIAL_LOOKS);
        let mut solver = Solver::tuned(budget, self.tuning);
        solver.forced = self.forced;
        let games = &question.games;
        solver.limit_work(games, Some(TRIAL_WORK));
        let started = Instant::now();
        let answer = solver.by_force(question).ok()?;
        let seconds = started.elapsed().as_secs_f64();
        let work = TRIAL_WORK.saturating_sub(solver.session_of(games).work.left()) as f64;
        let bytes = solver.bytes(games) as f64;
        Some(Cost { positions: (answer.positions as f64).max(1.0), bytes, seconds, work })
    }

    /// Continues the cost of smaller questions.
    fn continued(&self, question: &Question) -> Option<Cost> {
        self.by_scale(question).or_else(|| self.by_play(question))
    }

    /// Along the number of positions that the facts allow, for positions that can be scaled down.
    fn by_scale(&self, question: &Question) -> Option<Cost> {
        let bound = bound::positions(question)?;
        let mut points: Vec<(f64, Cost)> = Vec::new();
        let mut failed = 0;
        for step in (1..=90).rev() {
            let Some(smaller) = scaled(question, 0.85f64.powi(step)) else { continue };
            let Some(at) = bound::positions(&smaller) else { continue };
            if at >= bound || points.last().is_some_and(|(last, _)| at < last * 1.2) {
                continue;
            }
            match self.known(&smaller) {
                Some(cost) => points.push((at, cost)),
                None => failed += 1,
            }
            if failed == 2 {
                break;
            }
        }
        let (at, cost) = *points.last()?;
        let line = |of: &dyn Fn(&Cost) -> f64| {
            slope(points.iter().filter(|(a, _)| a * 1e4 >= at).map(|(a, c)| (a.ln(), of(c).max(1e-9).ln())))
        };
        let positions = line(&|c| c.positions).unwrap_or(1.0).clamp(0.0, 1.2);
        let work = line(&|c| c.work.max(1.0)).unwrap_or(positions).clamp(positions, positions + 0.5);
        let further = bound / at;
        let grown = further.powf(positions).min(bound.max(cost.positions) / cost.positions);
        Some(cost.times(grown, further.powf(work - positions)))
    }

    /// Along the moves of random play, back to the start.
    fn by_play(&self, question: &Question) -> Option<Cost> {
        let mut rng = Rng::new(1);
        let mut found: Vec<(f64, Cost)> = Vec::new();
        for _ in 0..4 {
            let line = random_play(question, &mut rng);
            // From the end of the line towards its start, as far as a little work goes.
            let every = (line.len() / 12).max(1);
            for (made, later) in line.iter().enumerate().skip(1).rev().step_by(every) {
                match self.known(later) {
                    Some(cost) => found.push((made as f64, cost)),
                    None => break,
                }
            }
        }
        let most = found.iter().map(|(_, c)| c.positions).fold(0.0, f64::max);
        let near = || found.iter().filter(|(_, c)| c.positions * 300.0 >= most);
        let slope = slope(near().map(|(made, c)| (*made, c.positions.ln())))?.min(0.0);
        // Through the middle of the points, not through the largest: lines of play differ.
        let count = near().count() as f64;
        let made = near().map(|(made, _)| made).sum::<f64>() / count;
        let middle = (near().map(|(_, c)| c.positions.ln()).sum::<f64>() / count).exp();
        let (_, cost) = *near().max_by(|a, b| a.1.positions.total_cmp(&b.1.positions))?;
        let positions = middle * (-slope * made).exp();
        let bound = bound::positions(question).unwrap_or(f64::INFINITY);
        Some(cost.times((positions.min(bound) / cost.positions).max(1.0), 1.0))
    }
}

impl Cost {
    /// So many times as many positions, each of them at so many times the cost.
    fn times(self, grown: f64, costlier: f64) -> Cost {
        Cost {
            positions: self.positions * grown,
            bytes: self.bytes * grown,
            seconds: self.seconds * grown * costlier,
            work: self.work * grown * costlier,
        }
    }
}

/// The slope of the straight line nearest to some points; `None` where they do not tell.
fn slope(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.collect();
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let spread = mean(&|p| (p.0 - x) * (p.0 - x));
    (points.len() > 1 && spread > 0.0).then(|| mean(&|p| (p.0 - x) * (p.1 - y)) / spread)
}

/// A random line of play: the question, then as it stands after each move.
fn random_play(question: &Question, rng: &mut Rng) -> Vec<Question> {
    const LONGEST: usize = 60;
    let mut line = vec![question.clone()];
    let games = &question.games;
    let mut solver = Solver::new(Budget::unlimited());
    let mut state = question.state.clone();
    while line.len() < LONGEST {
        solver.limit_work(games, Some(TRIAL_WORK));
        let over = solver.with_whole(games, |w| w.over(&state));
        let Ok(moves) = solver.raw_moves(Match::of(games, &state)) else { break };
        if moves.is_empty() || !matches!(over, Ok(None)) {
            break;
        }
        let Some(made) = rng.pick(&moves) else { break };
        state = made.to.clone();
        line.push(Question { state: state.clone(), ..question.clone() });
    }
    line
}
