//! The interpreter: runs checked rules. It is the reference meaning of the language.
//!
//! An [`Interp`] is a game with its parameters fixed. It lists moves ([`Interp::moves`]), makes one given move at
//! any size ([`Interp::apply`]), says whether a position is legal and whether play has ended, and evaluates claims
//! and strategies. Moves are computed in checked 64-bit integers; claims, strategies and given moves are exact.
//!
//! [`context`], [`eval`] and [`access`] have expressions, [`ranges`], [`generators`] and [`known`] what choices run over, [`moves`] and
//! [`change`] the moves, [`domain`] what a legal part is, [`ending`] the ends, [`claims`] claims and strategies.

mod access;
mod arith;
mod builtins;
mod change;
mod claims;
mod context;
mod domain;
mod ending;
mod error;
mod eval;
mod generators;
mod grids;
mod illegal;
mod key;
mod known;
mod moves;
mod ranges;
mod real;
mod refused;
mod say;
mod squares;
mod watch;

pub use arith::MOST_ELEMENTS;
pub use claims::{Chosen, Period};
pub use context::steps_taken;
pub use domain::element_type;
pub(crate) use domain::tidy;
pub use ending::{Ending, EndingLine};
pub use error::{Details, Error, Kind, Needs, Problem};
pub use illegal::{Illegal, WhyIllegal};
pub use key::{decode, encode};
pub use moves::{Applied, Made};
pub use refused::Refused;
pub use squares::{Place, Squares};
pub use watch::{Watched, halted, watch};

use crate::diagnostic::Diagnostic;
use crate::rules::{End, Expr, Rules, Type};
use crate::value::Value;
use context::Cx;
use domain::FieldPlan;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The fields of one part, in the order of their declaration.
pub type Part = Box<[Value]>;

/// A position: any number of parts in typed order; a `position` game has exactly one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The parts.
    pub parts: Vec<Part>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Turn {
    /// The player to move, 0 or 1 in the order of `players`.
    pub mover: usize,
    /// Moves made so far.
    pub turn: u64,
}

impl Turn {
    /// The turn after a move.
    pub fn next(self, again: bool) -> Turn {
        Turn { mover: if again { self.mover } else { 1 - self.mover.min(1) }, turn: self.turn + 1 }
    }
}

/// Steps that one call may take unless [`Interp::with_steps`] says otherwise.
const DEFAULT_STEPS: u64 = 100_000_000;

/// A game with its parameters fixed.
#[derive(Clone, Debug)]
pub struct Interp {
    rules: Arc<Rules>,
    params: Arc<[Value]>,
    plans: Arc<[FieldPlan]>,
    end: End,
    exact: bool,
    limit: u64,
    cancel: Arc<AtomicBool>,
    /// Results that left a domain and so were no moves; `lint` asks.
    dropped: Arc<AtomicU64>,
    /// Steps taken in all; what bounds work in the same way on every machine.
    spent: Arc<AtomicU64>,
}

impl Interp {
    /// Fixes the parameters: those in `set` by index, the others by their defaults, in order.
    pub fn new(rules: Arc<Rules>, set: &[(usize, Value)]) -> Result<Interp, Diagnostic> {
        let mut interp = Interp {
            end: rules.end,
            rules: rules.clone(),
            params: Arc::from(Vec::new()),
            plans: Arc::from(Vec::new()),
            exact: false,
            limit: DEFAULT_STEPS,
            cancel: Arc::default(),
            dropped: Arc::default(),
            spent: Arc::default(),
        };
        let mut values: Vec<Value> = Vec::with_capacity(rules.params.len());
        for (i, param) in rules.params.iter().enumerate() {
            let value = match set.iter().rev().find(|(p, _)| *p == i) {
                Some((_, v)) => fit_kind(v.clone(), &param.default.ty)
                    .map_err(|(wanted, found)| Problem::ParamKind { name: param.name.clone(), wanted, found })
                    .map_err(|p| Error::new(param.span, p))?,
                None => Cx::exactly(&interp, Turn::default(), 0).eval(&[], &param.default)?,
            };
            if let Some(range) = &param.range {
                let inside = Cx::exactly(&interp, Turn::default(), 0).is_in(
                    &[],
                    &value,
                    range,
                    ranges::Mode::Choose,
                )?;
                if !inside {
                    let (name, value) = (param.name.clone(), value.to_string());
                    return Err(Error::new(param.span, Problem::ParamOutside { name, value }).into());
                }
            }
            values.push(value);
            interp.params = Arc::from(values.clone());
        }
        interp.plans = domain::plans(&interp).into();
        Ok(interp)
    }

    /// The same game with another end rule (misère play).
    pub fn with_end(mut self, end: End) -> Interp {
        self.end = end;
        self
    }

    /// The same game with another limit of steps a call.
    pub fn with_steps(mut self, limit: u64) -> Interp {
        self.limit = limit;
        self
    }

    /// The same game, stopped when this flag is set.
    pub fn with_cancel(mut self, cancel: Arc<AtomicBool>) -> Interp {
        self.cancel = cancel;
        self
    }

    /// The same game with integers of any size in everything.
    pub fn exact(&self) -> Interp {
        Interp { exact: true, ..self.clone() }
    }

    /// The value that an expression over parameters alone has in a move; `None` where it has none within so many steps.
    pub fn known(&self, e: &Expr, steps: u64) -> Option<Value> {
        let interp = self.clone().with_steps(steps).with_cancel(Arc::default());
        Cx::new(&interp, Turn::default(), 0).eval(&[], e).ok()
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The values of the parameters.
    pub fn params(&self) -> &[Value] {
        &self.params
    }

    /// The end rule in force.
    pub fn end(&self) -> End {
        self.end
    }

    /// How many results have left a domain so far, over all clones of this interpreter.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// How many steps (values of ranges, elements of comprehensions) were taken so far, over all clones of this
    /// interpreter.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    fn param(&self, i: usize) -> Value {
        self.params.get(i).cloned().unwrap_or(Value::Int(0))
    }

    /// The part as it would be typed, for messages.
    fn show(&self, part: &[Value]) -> String {
        crate::position::print_part(self, part)
    }
}

/// `x op y` as moves work it out: a number that leaves 64 bits is a problem.
pub fn binary(op: crate::ast::BinaryOp, x: &Value, y: &Value) -> Result<Value, Problem> {
    arith::binary(op, x, y, false)
}

/// Is a value in a named set? `false` for one so large that it cannot be decided.
pub(crate) fn known_contains(set: crate::value::KnownSet, v: &Value) -> bool {
    known::contains(set, v).unwrap_or(false)
}

/// Does a value have the kind that a parameter's default has? A list is taken for a set and a set for a list.
fn fit_kind(v: Value, ty: &Type) -> Result<Value, (Kind, Kind)> {
    let wanted = match ty {
        Type::Any => return Ok(v),
        Type::Int => Kind::Number,
        Type::Bool => Kind::YesNo,
        Type::Text => Kind::Text,
        Type::List(_) => Kind::List,
        Type::Set(_) => Kind::Set,
        Type::Graph => Kind::Graph,
    };
    match (v, wanted) {
        (Value::List(items), Kind::Set) => Ok(Value::set(items.to_vec())),
        (Value::Set(items), Kind::List) => Ok(Value::List(items)),
        // The infinite sets may stand wherever a set is a parameter.
        (v @ Value::Known(_), Kind::Set) => Ok(v),
        (v, wanted) if Kind::of(&v) == wanted => Ok(v),
        (v, wanted) => Err((wanted, Kind::of(&v))),
    }
}
