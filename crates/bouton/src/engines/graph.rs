//! Tokens on graphs, answered by the graph engine: a graph is solved once, and any number of positions looked up.
//!
//! The facts say whether the position is a node and the moves are the edges from it; the lines that end the game must
//! be such that a node alone decides. The general engines give the same answers, one position at a time.

use crate::answer::how::How;
use crate::engines::estimate::Cost;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Question};
use crate::problem::{Over, Problem, bytes};
use crate::tuning::Tuning;
use bouton_engine::graph::{self, Distances, Rows, Values, Winners};
use bouton_engine::{Budget, Halt, Outcome, Solved, Stop};
use bouton_language::graph::Graph;
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{End, RangeExpr, Rules, Type};
use std::sync::Arc;

/// A game of tokens, and what is known of its graph.
pub(crate) struct TokenGraph {
    graph: Arc<Graph>,
    /// What a player without a move gets.
    stuck: Outcome,
    /// Is play without end a draw? Otherwise it is a mistake of the rules.
    endless: bool,
    values: Option<Values>,
    winners: Option<Winners>,
    distances: Option<Distances>,
}

/// Why there is no answer.
pub(crate) enum TokenStop {
    /// The graph was not solved.
    Graph(Halt),
    /// Play can go round, and the rules do not say what that means: the parts on the way.
    Cycle(Vec<Part>),
}

impl From<Halt> for TokenStop {
    fn from(stop: Halt) -> Self {
        TokenStop::Graph(stop)
    }
}

/// Do the endings look at nothing but whether the player to move can move?
fn plain_endings(rules: &Rules) -> bool {
    rules.whens.is_empty()
        && rules.stop.is_none()
        && rules.block.is_none()
        && rules.score.is_none()
        && !rules.uses.mover
        && !rules.uses.turn
        && matches!(rules.endless, None | Some(End::Draw))
}

impl TokenGraph {
    /// The graph of a game, if it is a game of tokens on one that is large enough.
    pub(crate) fn of(game: &Game, tuning: &Tuning) -> Option<TokenGraph> {
        let rules = game.rules();
        let on_graph = |range: &RangeExpr| matches!(range, RangeExpr::Of(e) if e.ty == Type::Graph);
        // The facts cost more than this look.
        if !plain_endings(rules)
            || !rules.shape.fields.iter().any(|f| f.domain.as_ref().is_some_and(on_graph))
        {
            return None;
        }
        let stuck = match rules.end {
            End::Normal => Outcome::Lose,
            End::Misere => Outcome::Win,
            End::Draw => Outcome::Draw,
            End::Wins(_) => return None,
        };
        let graph = game.facts().tokens.as_ref()?.graph.clone();
        let endless = rules.endless.is_some();
        (graph.len() >= tuning.graph).then_some(TokenGraph {
            graph,
            stuck,
            endless,
            values: None,
            winners: None,
            distances: None,
        })
    }

    /// The Grundy value of a node.
    pub(crate) fn grundy(&mut self, part: &Part, budget: &Budget) -> Result<Option<u64>, TokenStop> {
        let Some(node) = self.place(part) else { return Ok(None) };
        let values = match self.values.take() {
            Some(values) => values,
            None => graph::grundy(self.graph.rows(), &self.left(budget))?,
        };
        let values = self.values.insert(values);
        match values.get(node) {
            Some(value) => Ok(Some(value.into())),
            None => Err(TokenStop::Cycle(round(&self.graph, node, |v| values.get(v).is_none()))),
        }
    }

    /// The outcome of a node for the player to move.
    pub(crate) fn outcome(&mut self, part: &Part, budget: &Budget) -> Result<Option<Outcome>, TokenStop> {
        if self.endless {
            return Ok(self.solved(part, budget)?.map(|solved| solved.outcome));
        }
        let Some(node) = self.place(part) else { return Ok(None) };
        if self.stuck == Outcome::Draw {
            // Nobody wins; but where play can go round, the rules have a mistake, and the general engine says so.
            return Ok(matches!(self.graph.cycle(), Ok(None)).then_some(Outcome::Draw));
        }
        let winners = match self.winners.take() {
            Some(winners) => winners,
            None => graph::winners(self.graph.rows(), self.stuck, &self.left(budget))?,
        };
        let winners = self.winners.insert(winners);
        let open = |v| winners.get(v) == Some(Outcome::Draw);
        match winners.get(node) {
            Some(Outcome::Draw) => Err(TokenStop::Cycle(round(&self.graph, node, open))),
            found => Ok(found),
        }
    }

    /// The outcome of a node, and the number of moves; only where play without end is a draw.
    pub(crate) fn solved(&mut self, part: &Part, budget: &Budget) -> Result<Option<Solved>, TokenStop> {
        let Some(node) = self.place(part).filter(|_| self.endless) else { return Ok(None) };
        let distances = match self.distances.take() {
            Some(distances) => distances,
            None => graph::distances(self.graph.rows(), self.stuck, &self.left(budget))?,
        };
        Ok(self.distances.insert(distances).get(node))
    }

    /// The memory that the graph and its solution take at most.
    pub(crate) fn memory(&self) -> u64 {
        let rows = self.graph.rows();
        // A byte, a bit or two words a node; and the edges turned round where the numbers are in no order.
        let back = if rows.direction().is_some() && !self.endless {
            0
        } else {
            Rows::peak(rows.nodes(), rows.edges())
        };
        let table = rows.nodes() * if back == 0 { 1 } else { 8 };
        (rows.bytes() + back + table) as u64
    }

    /// Nodes and edges of the graph, if it was solved.
    pub(crate) fn solved_size(&self) -> Option<(u64, u64)> {
        let solved = self.values.is_some() || self.winners.is_some() || self.distances.is_some();
        solved.then(|| (self.graph.len() as u64, self.graph.rows().edges() as u64))
    }

    /// The memory of what was found.
    fn tables(&self) -> usize {
        self.values.as_ref().map_or(0, Values::bytes)
            + self.winners.as_ref().map_or(0, Winners::bytes)
            + self.distances.as_ref().map_or(0, Distances::bytes)
    }

    /// The place of the node that a part is.
    fn place(&self, part: &Part) -> Option<u32> {
        let [node] = &**part else { return None };
        self.graph.place(node).and_then(|place| u32::try_from(place).ok())
    }

    /// The budget without what the graph itself and tables made before take of it.
    fn left(&self, budget: &Budget) -> Budget {
        budget.clone().memory(budget.memory_limit().saturating_sub(self.bytes()))
    }
}

impl Memo for TokenGraph {
    fn positions(&self) -> u64 {
        self.solved_size().map_or(0, |(nodes, _)| nodes)
    }

    fn bytes(&self) -> usize {
        self.graph.rows().bytes() + self.tables()
    }
}

/// The engine.
pub(crate) struct Tokens;

impl Engine for Tokens {
    fn about(&self) -> About {
        About {
            id: "graph",
            purpose: [
                "a token that moves along the edges of a graph: the graph is solved as a whole, in time linear in its edges",
                "沿图的边移动的棋子：一次求解整个图，时间与边数成正比",
            ],
            value: [
                "from the graph, solved as a whole in time linear in its edges",
                "由一次求解的整个图给出（时间与边数成正比）",
            ],
            whole: [
                "every node of the graph at once, in time linear in its edges; then each token is looked up",
                "一次求解图的所有顶点（时间与边数成正比），再逐个查出各棋子",
            ],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let (Some(part), Some(game)) = (query.alone(), query.game()) else { return false };
        let tuning = *solver.tuning();
        let memos = &mut solver.session_of(query.games).memos;
        let Some(tokens) = memos.get_or(query.term, || TokenGraph::of(game, &tuning)) else { return false };
        let asked = match query.what {
            What::Outcome | What::Value => true,
            What::Remoteness => tokens.endless,
            What::Score => false,
        };
        asked && tokens.place(part).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let budget = solver.budget().clone();
        let s = solver.session_of(query.games);
        let Some((part, tokens)) = query.alone().zip(s.memos.get_mut::<TokenGraph>(query.term)) else {
            return Ok(None);
        };
        let found = match query.what {
            What::Value => tokens.grundy(part, &budget).map(|found| found.map(Found::value)),
            What::Remoteness => tokens.solved(part, &budget).map(|found| found.map(Found::from)),
            _ => tokens.outcome(part, &budget).map(|found| found.map(Found::from)),
        };
        let cycle = match found {
            Ok(found) => return Ok(found),
            Err(TokenStop::Graph(halt)) => return Err(refused(tokens.graph.rows(), halt)),
            Err(TokenStop::Cycle(parts)) => parts,
        };
        let state = |part| State::new(Position { parts: vec![part] }, 0);
        Err(s.stop_in(query.term, Stop::Cycle(cycle.into_iter().map(state).collect())))
    }

    fn cost(&self, solver: &mut Solver, question: &Question, _query: Option<&Query<'_>>) -> Option<Cost> {
        const EDGES_A_SECOND: f64 = 5e7;
        let session = solver.session_of(&question.games);
        let graphs = || session.memos.all::<TokenGraph>().map(|(_, tokens)| tokens);
        let nodes: f64 = graphs().map(|t| t.graph.len() as f64).sum();
        let edges: f64 = graphs().map(|t| t.graph.rows().edges() as f64).sum();
        let bytes: f64 = graphs().map(|t| t.memory() as f64).sum();
        Some(Cost::of_table(nodes, bytes, (nodes + edges) / EDGES_A_SECOND))
    }

    fn how(&self, session: &Session, at: Match<'_>, _what: What) -> Option<How> {
        let (nodes, edges) = session.memos.get::<TokenGraph>(0)?.solved_size()?;
        (at.games.len() == 1).then_some(How::Graph { nodes, edges })
    }
}

/// The refusal in words.
fn refused(rows: &Rows, halt: Halt) -> Problem {
    match halt {
        Halt::Memory { needed, limit, .. } => {
            let (nodes, edges) = (rows.nodes(), rows.edges());
            let (need, room) = (bytes(needed as u64), bytes(limit as u64));
            Problem::Over(Over::Size {
                what: [
                    format!(
                        "A graph of {nodes} nodes and {edges} edges needs {need} beside itself; {room} are left. --memory allows more."
                    ),
                    format!(
                        "{nodes} 个顶点、{edges} 条边的图除本身外还需要 {need}；只剩 {room}。可用 --memory 放宽。"
                    ),
                ],
            })
        }
        halt => halt.into(),
    }
}

/// A way round that can be reached from a node, as parts.
fn round(graph: &Graph, node: u32, open: impl Fn(u32) -> bool) -> Vec<Part> {
    let rows: &Rows = graph.rows();
    let round = graph::cycle_from(rows, node, open).unwrap_or_default();
    round.into_iter().map(|v| [graph.node(v as usize)].into()).collect()
}
