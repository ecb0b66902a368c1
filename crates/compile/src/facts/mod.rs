//! Facts: what can be proved about a game, for all positions, by looking at its rules under given parameters.
//!
//! ```text
//! Core ──symbolic──▶ transitions ──entail──▶ Facts
//! ```
//!
//! Every move line is run on a symbolic position (`symbolic`); what holds on every way
//! through it is a list of linear inequalities, and a fact is claimed only when it follows from them ([`bouton_linear::entail`]).
//! Nothing is established by trying positions, and nothing by a game's name. What cannot be shown is simply not
//! claimed.
//!
//! | fact | file |
//! |---|---|
//! | impartial or partizan, ending, Grundy values | [`kind`] |
//! | why play ends | [`measure`], [`quantity`], [`graphs`] |
//! | how far fields can get, how many positions | [`growth`], [`size`] |
//! | subtraction set, take-and-break code | [`subtraction`], [`octal`] |
//! | moves along fixed vectors, moves to one level | [`vectors`], [`levels`], [`steps`] |
//! | rows cut at their ends | [`rows`] |
//! | lines that lower one number, or cut a row | [`rays`] |
//! | tokens on a graph | [`tokens`] |
//! | exchangeable fields | [`symmetry`] |

mod candidates;
mod canonical;
pub mod graphs;
pub mod growth;
pub mod kind;
pub mod levels;
pub mod measure;
pub mod octal;
pub mod quantity;
pub mod rays;
pub mod rows;
pub mod size;
mod splits;
pub mod steps;
pub mod subtraction;
mod symbolic;
pub mod symmetry;
mod tally;
pub mod tokens;
pub mod vectors;
mod words;

pub use graphs::Ranking;
pub use kind::{Kind, NoGrundy, Sides};
pub use levels::LevelMove;
pub use measure::Measure;
pub use octal::{Breaks, Code};
pub use quantity::{Quantity, Universe};
pub use rays::{LineCut, LineRay};
pub use rows::{Cut, EndCuts};
pub use size::Estimate;
pub use steps::{LinearMove, LinearMoves};
pub use subtraction::TakeSet;
pub use symbolic::Side;
pub use symmetry::{Asymmetry, Declared, Symmetry};
pub use tokens::Tokens;
pub use vectors::{LinearGuard, VectorMove};

use bouton_core::{Core, Term};
use bouton_language::interp::Position;
use bouton_language::rules::Type;
use bouton_language::value::Value;
use symbolic::Session;

/// A field whose values are nodes of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFact {
    /// The field.
    pub field: usize,
    /// A cycle of the graph, its first node again at the end; `None` if there is none.
    pub cycle: Option<Vec<Value>>,
}

/// What is proved about a game under given parameters.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Impartial or partizan, how it ends, whether Grundy values apply.
    pub kind: Kind,
    /// Why play ends; `None` if no reason was found.
    pub measure: Option<Measure>,
    /// Some move may leave several parts in place of one, so the measure is compared part by part.
    pub splits: bool,
    /// Fields over graphs.
    pub graphs: Vec<GraphFact>,
    /// Exchangeable number fields.
    pub symmetry: Symmetry,
    /// What moves take from a single number.
    pub takes: Option<TakeSet>,
    /// The take-and-break code of a game of single numbers.
    pub code: Option<Code>,
    /// The same where some moves must leave two heaps of different sizes; then there is no code.
    pub unequal: Option<Breaks>,
    /// Rows that are only cut at their ends.
    pub end_cuts: Vec<EndCuts>,
    /// The moves as vectors, where all of them are.
    pub vectors: Option<Vec<VectorMove>>,
    /// The moves as vectors and levels, where all of them are one or the other.
    pub linear: Option<LinearMoves>,
    /// Lines that lower one number by any amount.
    pub rays: Vec<LineRay>,
    /// Lines that cut off the end of a row.
    pub cuts: Vec<LineCut>,
    /// The graph of a game in which a token goes along the edges of a graph.
    pub tokens: Option<Tokens>,
    /// What the size of the space is computed from.
    pub space: size::Space,
    /// The names of the fields.
    pub names: Vec<String>,
    /// Which fields are yes or no.
    pub flags: Vec<bool>,
    /// The names of the players.
    pub players: [String; 2],
}

impl Facts {
    /// Proves what can be proved about the rules under these parameter values.
    pub fn new(core: &Core) -> Facts {
        let mut session = Session::new(core);
        let transitions = session.transitions();
        let kind = Kind::of(core.rules());
        let stop = core.stop.as_ref().and_then(Term::int);
        let measure = measure::find(&mut session, &transitions).or(stop.map(Measure::Stop));
        let splits = splits::Splits::of(&mut session, &transitions);
        let takes = splits.as_ref().and_then(|s| subtraction::find(&mut session, s));
        let breaks = splits.as_ref().filter(|_| kind.parts).and_then(|s| octal::find(&mut session, s));
        let (code, unequal) = match breaks {
            Some(breaks) if breaks.unequal.is_empty() => (Some(breaks.code), None),
            breaks => (None, breaks),
        };
        let end_cuts = rows::find(&mut session, &transitions);
        let linear = steps::find(&mut session, &transitions);
        let (rays, cuts) = rays::find(&mut session, &transitions);
        let mut growth = growth::find(&mut session, &transitions);
        for c in &end_cuts {
            if let Some(growth::Growth::List(list)) = growth.get_mut(c.field) {
                list.cuts = Some((c.left, c.right));
            }
        }
        let graphs = (0..core.shape.fields.len())
            .filter_map(|field| {
                let cycle = graphs::cycle(&*session.graph_of(field)?);
                Some(GraphFact { field, cycle })
            })
            .collect();
        let counted = transitions.iter().all(|t| t.counted);
        let most_parts = transitions.iter().map(|t| t.parts.len()).max().unwrap_or(0);
        let space = size::Space {
            growth,
            separate: kind.parts && kind.grundy.is_ok(),
            parts: kind.parts,
            most_parts: counted.then_some(most_parts),
            unordered: if core.shape.unordered { symmetry::interchangeable(&core.shape).len() } else { 0 },
        };
        Facts {
            kind,
            measure,
            splits: !counted || most_parts > 1,
            graphs,
            symmetry: symmetry::find(core),
            takes,
            code,
            unequal,
            end_cuts,
            vectors: linear.as_ref().and_then(LinearMoves::vectors),
            linear,
            rays,
            cuts,
            tokens: tokens::find(&session),
            space,
            names: core.shape.fields.iter().map(|f| f.name.clone()).collect(),
            flags: core.shape.fields.iter().map(|f| f.ty == Type::Bool).collect(),
            players: core.rules().players.clone(),
        }
    }

    /// An upper bound on the number of positions that can be reached from a position. `None` if nothing bounds
    /// them.
    pub fn estimate(&self, position: &Position) -> Option<Estimate> {
        size::estimate(&self.space, self.measure.as_ref(), &position.parts)
    }
}
