//! The positions behind a small one, each once, with what they are worth and the moves between them: what a page draws as a tree.
//!
//! Beyond [`MOST`] positions the picture is thinned: of every position only the best few moves are followed, as many as fit, and it is
//! counted what is left out. The first of them are the winning ones, so that a thinned tree still shows how a game is won.

use crate::answer::entries::{Listed, Worth, entry, move_score, wins};
use crate::engines::solver::Solver;
use crate::engines::whole::{Key, State};
use crate::game::{Match, Question};
use crate::problem::Problem;
use crate::report::{Sentence, exact};
use bouton_language::ast::Verdict;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// Positions that are drawn.
pub const MOST: usize = 300;

/// Moves of each position that are followed, where all of them lead to too many positions.
const FOLLOWED: [usize; 6] = [12, 8, 5, 3, 2, 1];

/// The positions behind one, and the moves between them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameTree {
    /// The first is where it begins; every other one comes behind one that leads to it.
    pub nodes: Vec<TreePosition>,
    /// The moves between them.
    pub edges: Vec<TreeMove>,
    /// So many moves of each position are followed; none where all are.
    pub thinned: Option<usize>,
}

/// A position of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreePosition {
    /// As it can be typed.
    pub position: String,
    /// For the player to move there.
    pub outcome: Verdict,
    /// Its Grundy value, where the method gives it.
    pub grundy: Option<u64>,
    /// Its score, in a score game.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<crate::report::Int>")]
    pub score: Option<i64>,
    /// Who moves there, 0 or 1, on the first way that leads there.
    #[schemars(range(min = 0, max = 1))]
    pub mover: usize,
    /// Is play over there?
    pub over: bool,
    /// How many moves it takes to get there.
    pub depth: usize,
    /// Those moves, as they are typed.
    pub moves: Vec<String>,
    /// Options that are not drawn.
    pub left_out: usize,
}

/// A move between two positions of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreeMove {
    /// Places in the list of positions.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// The move, as it is typed.
    #[serde(rename = "move")]
    pub by: String,
    /// In words.
    pub text: Sentence,
    /// Does it win (or is it best, in a score game)?
    pub good: bool,
}

impl Solver {
    /// The tree behind a position.
    pub fn game_tree(&mut self, question: &Question) -> Result<GameTree, Problem> {
        let _watched = self.watched();
        if let Some(tree) = self.grow(question.at(), usize::MAX)? {
            return Ok(tree);
        }
        for most in FOLLOWED {
            if let Some(mut tree) = self.grow(question.at(), most)? {
                tree.thinned = Some(most);
                return Ok(tree);
            }
        }
        // A single line of play that is longer than the picture: its beginning.
        self.beginning(question.at())
    }

    /// The tree, if it has no more positions than are drawn.
    fn grow(&mut self, at: Match<'_>, most: usize) -> Result<Option<GameTree>, Problem> {
        self.tree(at, most, false)
    }

    fn beginning(&mut self, at: Match<'_>) -> Result<GameTree, Problem> {
        let tree = self.tree(at, 1, true)?;
        let mut tree = tree.unwrap_or(GameTree { nodes: Vec::new(), edges: Vec::new(), thinned: None });
        tree.thinned = Some(1);
        Ok(tree)
    }

    fn tree(&mut self, at: Match<'_>, most: usize, cut: bool) -> Result<Option<GameTree>, Problem> {
        let mut places = HashMap::new();
        let mut states: Vec<State> = vec![at.state.clone()];
        let key = self.with_whole(at.games, |w| w.key(at.state))?;
        places.insert(key, 0);
        let root = self.tree_position(at, 0, Vec::new())?;
        let mut tree = GameTree { nodes: vec![root], edges: Vec::new(), thinned: None };
        let mut next = 0;
        while let Some(state) = states.get(next).cloned() {
            let here = at.to(&state);
            let from = next;
            next += 1;
            if tree.nodes[from].over {
                continue;
            }
            let listed = self.listed(here)?;
            tree.nodes[from].over = listed.moves.is_empty();
            let order = self.best_first(here, &listed, &tree.nodes[from])?;
            tree.nodes[from].left_out = order.len().saturating_sub(most);
            for (i, key, good) in order.into_iter().take(most) {
                let made = &listed.moves[i];
                let by = entry(here, made, Some(listed.worth[i]));
                let to = match places.get(&key) {
                    Some(to) => *to,
                    None if states.len() >= MOST && cut => {
                        tree.nodes[from].left_out += 1;
                        continue;
                    }
                    None if states.len() >= MOST => return Ok(None),
                    None => {
                        let to = states.len();
                        let mut moves = tree.nodes[from].moves.clone();
                        moves.push(by.notation.clone());
                        let depth = tree.nodes[from].depth + 1;
                        let node = self.tree_position(at.to(&made.to), depth, moves)?;
                        tree.nodes.push(node);
                        states.push(made.to.clone());
                        places.insert(key, to);
                        to
                    }
                };
                tree.edges.push(TreeMove { from, to, by: by.notation, text: by.text, good });
            }
        }
        Ok(Some(tree))
    }

    fn tree_position(
        &mut self,
        at: Match<'_>,
        depth: usize,
        moves: Vec<String>,
    ) -> Result<TreePosition, Problem> {
        let ended = self.with_whole(at.games, |w| w.over(at.state))?;
        let Worth { verdict, grundy, score } = self.worth(at)?;
        let shown: Vec<String> = at.games.iter().zip(&at.state.positions).map(|(g, p)| g.show(p)).collect();
        Ok(TreePosition {
            position: shown.join(" + "),
            outcome: ended.map_or(verdict, |(v, _)| v),
            grundy,
            score,
            mover: at.state.turn.mover,
            over: ended.is_some(),
            depth,
            moves,
            left_out: 0,
        })
    }

    /// One move to each option, those that win (or are best) first, with the option's key.
    fn best_first(
        &mut self,
        at: Match<'_>,
        listed: &Listed,
        node: &TreePosition,
    ) -> Result<Vec<(usize, Key, bool)>, Problem> {
        let good = |i: usize| match (node.score, listed.worth[i].score) {
            (Some(best), Some(s)) => move_score(at.games, &listed.moves[i], s) == best,
            _ => wins(&listed.moves[i], listed.worth[i].verdict),
        };
        let mut out: Vec<(usize, Key, bool)> = Vec::new();
        let mut seen = HashSet::new();
        for i in 0..listed.moves.len() {
            let key = self.with_whole(at.games, |w| w.key(&listed.moves[i].to))?;
            if seen.insert(key.clone()) {
                out.push((i, key, good(i)));
            }
        }
        out.sort_by_key(|(i, _, good)| (!*good, *i));
        Ok(out)
    }
}
