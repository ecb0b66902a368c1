//! Play that can go on for ever: the cycle as a reader can follow it, and a short one if there is one near the start.

use crate::engines::session::Session;
use crate::engines::solver::Solver;
use crate::engines::whole::{Key, State};
use crate::game::Match;
use crate::problem::Problem;
use bouton_language::ast::ShapeKind;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A cycle of more positions is shown by its first ones and its last.
const SHOWN: usize = 12;

impl Session {
    /// Position, move, position …: the cycle as a reader can follow it.
    pub(crate) fn cycle(&self, states: Vec<State>) -> Problem {
        let show = |s: &State| {
            let shown: Vec<String> = self.games.iter().zip(&s.positions).map(|(g, p)| g.show(p)).collect();
            format!("({})", shown.join(" + "))
        };
        let (mut steps, mut last) = (Vec::new(), None);
        let left_out = if states.len() > SHOWN { SHOWN - 2..states.len() - 1 } else { 0..0 };
        for (i, s) in states.iter().enumerate() {
            if left_out.contains(&i) {
                if i == left_out.start {
                    steps.push("…".to_string());
                }
                continue;
            }
            steps.push(show(s));
            let next = self.whole.key(&states[(i + 1) % states.len()]);
            let mut found = None;
            let _ = self.whole.each_move(s, true, &mut |t, _, made, to| {
                if found.is_none() && next.as_ref().is_ok_and(|n| self.whole.key(&to).is_ok_and(|k| k == *n))
                {
                    found = Some((&self.games[t], &self.games[t].rules().moves[made.line]));
                }
                ControlFlow::Continue(())
            });
            steps.extend(found.and_then(|(_, made)| made.name.clone()));
            last = found.map(|(game, made)| (game, made.span)).or(last);
        }
        steps.extend(states.first().map(show));
        let (game, span) = last.unwrap_or((&self.games[0], self.games[0].rules().shape.span));
        let (file, line) = game.sources().line(span);
        let (score, heaps) = (game.rules().score.is_some(), game.rules().shape.kind == ShapeKind::Heaps);
        Problem::Cycle { place: format!("{file}:{line}"), steps, score, heaps }
    }
}

impl Solver {
    /// Looks for a short cycle near a state: all positions within a few moves, then a walk back to one of them. For
    /// games that may never end but wander far before they return.
    pub fn short_cycle(&mut self, at: Match<'_>) -> Result<(), Problem> {
        const NEAR: usize = 3000;
        let s = self.session_of(at.games);
        let key = |state: &State| s.whole.key(state).map_err(|f| s.problem(f));
        let mut found: FxHashMap<Key, usize> = FxHashMap::default();
        let mut states = vec![at.state.clone()];
        let mut options: Vec<Vec<usize>> = Vec::new();
        found.insert(key(at.state)?, 0);
        while options.len() < states.len() && states.len() < NEAR {
            let mut next = Vec::new();
            let here = states[options.len()].clone();
            let over = s.whole.over(&here).map_err(|f| s.problem(f))?.is_some();
            if !over {
                let listed = s.whole.each_move(&here, true, &mut |_, _, _, to| {
                    next.push(to);
                    if next.len() > NEAR { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                listed.map_err(|f| s.problem(f))?;
            }
            let mut row = Vec::new();
            for to in next {
                let place = *found.entry(key(&to)?).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                row.push(place);
            }
            options.push(row);
        }
        match walk_round(&options) {
            Some(cycle) => Err(s.cycle(cycle.into_iter().map(|i| states[i].clone()).collect())),
            None => Ok(()),
        }
    }
}

/// A shortest cycle through the earliest node that lies on one; nodes without a row are not followed.
fn walk_round(options: &[Vec<usize>]) -> Option<Vec<usize>> {
    for start in 0..options.len().min(200) {
        let mut from: FxHashMap<usize, usize> = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(v) = queue.pop_front() {
            for &w in options.get(v).into_iter().flatten() {
                if w == start {
                    let mut cycle = vec![v];
                    while let Some(&u) = from.get(cycle.last()?) {
                        cycle.push(u);
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                if let std::collections::hash_map::Entry::Vacant(e) = from.entry(w) {
                    e.insert(v);
                    queue.push_back(w);
                }
            }
        }
    }
    None
}
