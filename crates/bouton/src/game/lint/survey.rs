//! A walk through small positions and what follows from them: which lines ever move, why the others do not, and
//! whether play can come back to where it was.

use crate::claims::start;
use crate::engines::whole::{Whole, Work};
use crate::game::Game;
use crate::problem::Problem;
use bouton_language::interp::{Illegal, Part, Position, Refused, Turn, WhyIllegal};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// What was seen of one move line.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) moved: bool,
    /// The last refused choice, with its reason.
    pub(super) refused: Option<WhyIllegal>,
    /// Some result was negative.
    pub(super) negative: bool,
    /// Some choice was refused for another reason.
    pub(super) others: bool,
}

/// The walk.
pub(super) struct Survey<'g> {
    game: &'g Game,
    whole: Whole,
    /// By move line.
    pub(super) seen: Vec<Seen>,
    /// Moves made.
    pub(super) made: u64,
    /// Who may be to move: both, where it matters.
    movers: usize,
    numbers: FxHashMap<(Part, usize), usize>,
    nodes: Vec<(Part, usize)>,
    /// Where each node that was looked at leads.
    next: Vec<Vec<usize>>,
}

/// Parts that are looked at.
const MOST: usize = 6000;
/// Steps that looking at them may take.
const STEPS: u64 = 2_000_000;
/// Examples with other parameters that are tried.
const EXAMPLES: usize = 8;
/// Refused choices that are looked at, a part.
const REFUSED: usize = 100;

impl<'g> Survey<'g> {
    pub(super) fn new(game: &'g Game) -> Survey<'g> {
        let rules = game.rules();
        Survey {
            game,
            whole: Whole::new(vec![game.clone()], Work::unlimited()),
            seen: vec![Seen::default(); rules.moves.len()],
            made: 0,
            movers: if game.kind().partizan() { 2 } else { 1 },
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Begins at the positions of the examples that need no other parameters; what cannot be read is left to `check`.
    pub(super) fn examples(&mut self) {
        let rules = self.game.rules().clone();
        for example in rules.examples.iter().filter(|e| e.with.is_empty() && !e.setup) {
            if let Ok(position) = self.game.position(&example.position) {
                position.parts.iter().for_each(|p| self.begin(p));
            }
        }
    }

    /// A line that has not moved may do so with the parameters of some example.
    pub(super) fn other_parameters(&mut self) -> Result<(), Problem> {
        let rules = self.game.rules().clone();
        for example in rules.examples.iter().filter(|e| !e.with.is_empty() && !e.setup).take(EXAMPLES) {
            if self.seen.iter().all(|s| s.moved) {
                break;
            }
            let values = self.game.interp().example_params(example).map_err(|e| self.game.fail(e))?;
            let Ok(game) = self.game.with_values(&values) else { continue };
            let Ok(position) = game.position(&example.position) else { continue };
            let mut other = Survey::new(&game);
            position.parts.iter().for_each(|p| other.begin(p));
            other.explore()?;
            for (here, there) in self.seen.iter_mut().zip(&other.seen) {
                here.moved |= there.moved;
            }
        }
        Ok(())
    }

    /// Begins at this part, with either player to move.
    pub(super) fn begin(&mut self, part: &Part) {
        for mover in 0..self.movers {
            self.node(part, mover);
        }
    }

    fn node(&mut self, part: &Part, mover: usize) -> Option<usize> {
        let key = (self.game.interp().canonical_part(part), mover % self.movers);
        if let Some(&i) = self.numbers.get(&key) {
            return Some(i);
        }
        if self.nodes.len() >= MOST {
            return None;
        }
        self.nodes.push(key.clone());
        self.numbers.insert(key, self.nodes.len() - 1);
        Some(self.nodes.len() - 1)
    }

    /// Looks at everything that was begun and at what follows, as far as the limits reach.
    pub(super) fn explore(&mut self) -> Result<(), Problem> {
        let interp = self.game.interp();
        let spent = interp.spent();
        while self.next.len() < self.nodes.len() && interp.spent() - spent < STEPS {
            let (part, mover) = self.nodes[self.next.len()].clone();
            let next = self.look(&part, mover)?;
            self.next.push(next);
        }
        Ok(())
    }

    fn look(&mut self, part: &Part, mover: usize) -> Result<Vec<usize>, Problem> {
        let game = self.game;
        let turn = Turn { mover, turn: 0 };
        let mut state = start(&Position { parts: vec![part.clone()] });
        state.turn = turn;
        let over = self.whole.over(&state).map_err(|f| match f {
            crate::engines::whole::Fault::Rules(_, e) => game.fail(e),
            crate::engines::whole::Fault::Halted(halt) => Problem::halted(halt),
        })?;
        if over.is_some() {
            return Ok(Vec::new());
        }
        let mut results: Vec<(Part, usize)> = Vec::new();
        game.interp()
            .moves(part, turn, &mut |m| {
                self.made += 1;
                self.seen[m.line].moved = true;
                let mover = if m.again { mover } else { 1 - mover };
                results.extend(m.parts.iter().map(|p| (p.clone(), mover)));
                ControlFlow::Continue(())
            })
            .map_err(|e| game.fail(e))?;
        if self.seen.iter().any(|s| !s.moved) {
            self.refused(part, turn)?;
        }
        Ok(results.iter().filter_map(|(p, mover)| self.node(p, *mover)).collect())
    }

    fn refused(&mut self, part: &Part, turn: Turn) -> Result<(), Problem> {
        let game = self.game;
        for Refused { line, why, .. } in
            game.interp().refused(part, turn, REFUSED).map_err(|e| game.fail(e))?
        {
            let s = &mut self.seen[line];
            match &why {
                WhyIllegal::Result(Illegal::Outside { value, .. }) if value.starts_with('-') => {
                    s.negative = true
                }
                _ => s.others = true,
            }
            s.refused = Some(why);
        }
        Ok(())
    }

    /// Positions that lead round to the first of them; `None` where none were met, or the number of moves matters.
    pub(super) fn cycle(&self) -> Option<Vec<String>> {
        if self.game.rules().uses.turn {
            return None;
        }
        let mut done = vec![false; self.nodes.len()];
        let mut on_path = vec![false; self.nodes.len()];
        for root in 0..self.next.len() {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if !done[root] {
                path.push((root, 0));
                on_path[root] = true;
            }
            while let Some((node, at)) = path.last_mut() {
                let Some(&to) = self.next.get(*node).and_then(|n| n.get(*at)) else {
                    done[*node] = true;
                    on_path[*node] = false;
                    path.pop();
                    continue;
                };
                *at += 1;
                if on_path[to] {
                    let round = path.iter().map(|(n, _)| *n).skip_while(|n| *n != to);
                    let mut shown: Vec<String> = round.map(|n| self.show(n)).collect();
                    shown.push(self.show(to));
                    return Some(shown);
                }
                if !done[to] {
                    on_path[to] = true;
                    path.push((to, 0));
                }
            }
        }
        None
    }

    fn show(&self, node: usize) -> String {
        format!("({})", self.game.show(&Position { parts: vec![self.nodes[node].0.clone()] }))
    }
}
