//! Claims, strategies, setups and the ranges of claims: all exact at any size.

use super::context::{Cx, Exit, Flow, told, walked};
use super::error::{Error, Problem};
use super::{Interp, Part, Position, Turn};
use crate::check::View;
use crate::rules::{About, Claim, ClaimBody, Example, Expr, ExprKind, RangeExpr, Strategy};
use crate::span::Span;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// A move of a position: which part, which line, which choices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chosen {
    /// Index of the part.
    pub part: usize,
    /// Index of the line in `rules.moves`.
    pub line: usize,
    /// Values of its choices, in order.
    pub choices: Vec<Value>,
}

/// The numbers of a `claim period` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Period.
    pub period: Value,
    /// g(n + period) = g(n) + saltus.
    pub saltus: Value,
    /// First n from which it holds.
    pub from: Value,
}

impl Interp {
    /// What a claim says of a position: yes/no for `iff`, a number for `grundy` and `score`. `None` where it says
    /// nothing: its `if` is false, no case holds, it is about one part and there are several, it is a period.
    pub fn eval_claim(&self, claim: &Claim, position: &Position) -> Result<Option<Value>, Error> {
        let fields: &[Value] = match (claim.about, &position.parts[..]) {
            (About::Part, [one]) => one,
            (About::Part, _) => return Ok(None),
            (About::Sum, _) => self.fields_of(position),
        };
        let mut cx = Cx::exactly(self, Turn::default(), claim.locals);
        cx.heaps = Some(&position.parts);
        self.claim_in(&mut cx, fields, claim).map_err(|e| e.in_position(self, position))
    }

    fn claim_in(&self, cx: &mut Cx<'_>, fields: &[Value], claim: &Claim) -> Result<Option<Value>, Error> {
        if let Some(only) = &claim.only
            && !cx.truth(fields, only)?
        {
            return Ok(None);
        }
        match &claim.body {
            ClaimBody::Iff(_, e) => cx.truth(fields, e).map(|b| Some(Value::Bool(b))),
            ClaimBody::Grundy(e) | ClaimBody::Score(e) => {
                let value: Option<&Expr> = match &e.kind {
                    ExprKind::Cases(arms) => cx.arm(fields, arms)?,
                    _ => Some(e),
                };
                value.map(|e| cx.number(fields, e)).transpose()
            }
            ClaimBody::Period { .. } => Ok(None),
        }
    }

    /// The value of a view of a position; `more` are the values of its further names. A view of one part looks at the
    /// first.
    pub fn eval_view(&self, view: &View, position: &Position, more: &[Value]) -> Result<Value, Error> {
        let fields: &[Value] = position.parts.first().map_or(&[], |part| part);
        let mut cx = Cx::exactly(self, Turn::default(), view.locals.max(more.len()));
        cx.heaps = Some(&position.parts);
        for (slot, v) in more.iter().enumerate() {
            cx.set(slot, v.clone());
        }
        cx.eval(fields, &view.expr).map_err(|e| e.in_position(self, position))
    }

    /// The numbers of a period claim; `None` for other claims.
    pub fn claim_period(&self, claim: &Claim) -> Result<Option<Period>, Error> {
        let ClaimBody::Period { period, saltus, from } = &claim.body else { return Ok(None) };
        let mut cx = Cx::exactly(self, Turn::default(), claim.locals);
        let mut or_zero = |e: &Option<Expr>| match e {
            None => Ok(Value::Int(0)),
            Some(e) => cx.number(&[], e),
        };
        let (saltus, from) = (or_zero(saltus)?, or_zero(from)?);
        Ok(Some(Period { period: cx.number(&[], period)?, saltus, from }))
    }

    /// Calls `f` with the values of a range in order. `fields` are those that the range may look at; `upto` bounds
    /// a range without an end.
    pub fn range_values(
        &self,
        range: &RangeExpr,
        fields: &[Value],
        upto: Option<i64>,
        f: &mut dyn FnMut(Value) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let bound = upto.map(|n| Expr::number(ExprKind::Const(Value::Int(n)), Span::default()));
        let mut cx = Cx::exactly(self, Turn::default(), 0);
        walked(cx.walk(fields, range, bound.as_ref(), true, &mut |_, v| told(f(v))))
    }

    /// Is a value in a range? `fields` are those that the range may look at.
    pub fn range_contains(&self, range: &RangeExpr, fields: &[Value], v: &Value) -> Result<bool, Error> {
        Cx::exactly(self, Turn::default(), 0).is_in(fields, v, range, super::ranges::Mode::Choose)
    }

    /// Calls `f` with every start that `setup` offers for this number, as parts that are legal.
    pub fn setups(&self, given: &Value, f: &mut dyn FnMut(Position) -> ControlFlow<()>) -> Result<(), Error> {
        let Some(setup) = &self.rules.setup else { return Ok(()) };
        let mut cx = Cx::exactly(self, Turn::default(), setup.locals);
        cx.set(0, given.clone());
        let range = RangeExpr::Of(setup.choice.clone());
        walked(cx.walk(&[], &range, None, true, &mut |cx, v| {
            let Some(position) = self.position_of(v).map_err(|p| Error::new(setup.span, p))? else {
                return Ok(());
            };
            if cx.all_fit(&position.parts)? { told(f(position)) } else { Ok(()) }
        }))
    }

    /// A position from a value: for heaps a list of parts, for one whole its fields. `None` if a field is missing.
    fn position_of(&self, v: Value) -> Result<Option<Position>, Problem> {
        use crate::ast::ShapeKind;
        let fields = &self.rules.shape.fields;
        let typed = fields.iter().filter(|f| f.start.is_none()).count().max(1);
        let part = |v: Value| -> Result<Option<Part>, Problem> {
            let values: Vec<Option<Value>> = match v {
                Value::List(items) if typed > 1 && (items.len() == typed || items.len() == fields.len()) => {
                    let all = items.len() == fields.len();
                    let mut items = items.iter().cloned();
                    fields
                        .iter()
                        .map(|f| if all || f.start.is_none() { items.next() } else { None })
                        .collect()
                }
                v if typed == 1 => {
                    let mut v = Some(v);
                    fields.iter().map(|f| if f.start.is_none() { v.take() } else { None }).collect()
                }
                other => return Err(Problem::WrongTuple { wanted: typed, found: other.to_string() }),
            };
            self.part(values).map(Result::ok).map_err(|e| e.problem.clone())
        };
        let parts = match (self.rules.shape.kind, v) {
            (ShapeKind::Heaps, v) => {
                let mut parts = Vec::new();
                for item in super::generators::items(&v)? {
                    match part(item)? {
                        Some(p) => parts.push(p),
                        None => return Ok(None),
                    }
                }
                parts
            }
            (ShapeKind::Position, v) => match part(v)? {
                Some(p) => vec![p],
                None => return Ok(None),
            },
        };
        Ok(Some(Position { parts }))
    }

    /// The value of an expression over parameters alone, such as those an example's `with` gives.
    pub fn constant(&self, e: &Expr) -> Result<Value, Error> {
        Cx::exactly(self, Turn::default(), 0).eval(&[], e)
    }

    /// The parameters that an example changes.
    pub fn example_params(&self, example: &Example) -> Result<Vec<(usize, Value)>, Error> {
        example.with.iter().map(|(i, e)| Ok((*i, self.constant(e)?))).collect()
    }

    /// The legal moves that the strategies list for a position, each once, at most `limit`.
    pub fn strategy_moves(
        &self,
        position: &Position,
        turn: Turn,
        limit: usize,
    ) -> Result<Vec<Chosen>, Error> {
        let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
        for strategy in &self.rules.strategies {
            let mut cx = Cx::exactly(self, turn, strategy.locals);
            cx.heaps = Some(&position.parts);
            cx.alike = Some(FxHashMap::default());
            for (i, part) in position.parts.iter().enumerate() {
                // Every heap has all the steps.
                cx.settle();
                let bound = cx.bind(part, strategy, 0, &mut |cx| {
                    for &line in &strategy.moves {
                        let Some(mv) = self.rules.moves.get(line) else { continue };
                        let value = |name: &String| {
                            let bind = strategy.binds.iter().find(|(_, n, _)| n == name)?;
                            Some(cx.local(bind.0))
                        };
                        let Some(choices) = mv.chosen.iter().map(|(_, n)| value(n)).collect() else {
                            continue;
                        };
                        let chosen = Chosen { part: i, line, choices };
                        if self.apply(part, line, &chosen.choices, turn)?.is_some()
                            && seen.insert(chosen.clone())
                        {
                            out.push(chosen);
                        }
                    }
                    if out.len() >= limit { Err(Exit::Stop) } else { Ok(()) }
                });
                walked(bound).map_err(|e| e.in_position(self, position))?;
            }
        }
        out.truncate(limit);
        Ok(out)
    }
}

impl<'a> Cx<'a> {
    fn bind(
        &mut self,
        part: &[Value],
        strategy: &Strategy,
        at: usize,
        f: &mut dyn FnMut(&mut Cx<'a>) -> Flow,
    ) -> Flow {
        match strategy.binds.get(at) {
            Some((slot, _, range)) => self.walk(part, range, None, true, &mut |cx, v| {
                cx.set(*slot, v);
                cx.bind(part, strategy, at + 1, f)
            }),
            None => match &strategy.only {
                Some(only) if !self.truth(part, only)? => Ok(()),
                _ => f(self),
            },
        }
    }
}
