//! Walks the positions that a claim or a strategy speaks of.
//!
//! Where ranges are given (`for n in 1..400, m in 2..4`), every setting of the parameters and every value of the
//! fields; otherwise all positions in order of size, until the work is used up.

use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::{Over, Problem};
use crate::rng::Rng;
use crate::table::layout::{Layout, Site, upper};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::{About, Claim, ExprKind, Field, RangeExpr, Ranged};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// What a sweep may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Go up to this size, whatever it costs (within the solver's budget). One below the first size there is is counted
    /// from there.
    pub to: Option<u64>,
    /// Moves that may be generated for one setting of the parameters where no size is given.
    pub moves: u64,
    /// Positions that may be visited for one setting where no size is given.
    pub positions: u64,
    /// Steps that the interpreter may take for one setting where no size is given: a move that is refused costs as
    /// much as one that is made.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { to: None, moves: 250_000, positions: 10_000, steps: 1_000_000 }
    }
}

/// Sizes so far beyond the first are not visited unless they are asked for.
const LARGEST: u64 = 400;

/// Values that one range may have, and settings of parameters in all.
const MOST_VALUES: usize = 1_000_000;
const MOST_SETTINGS: usize = 20_000;

/// Up to where everything was visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing.
    Nothing,
    /// Sum of these number fields (one: just that field) at most this.
    Numbers(Vec<String>, u64),
    /// Total size of the parts at most this.
    Total(u64),
    /// Size of the position at most this.
    Size(u64),
    /// The ranges, as written.
    Ranges(String),
    /// Every position there is.
    All,
}

impl Bound {
    /// `n <= 40`
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Bound::Nothing => lang.pick("nothing", "无").to_string(),
            Bound::Numbers(names, to) => format!("{} <= {to}", names.join(" + ")),
            Bound::Total(to) => lang.pick(format!("total size <= {to}"), format!("总大小 <= {to}")),
            Bound::Size(to) => lang.pick(format!("size <= {to}"), format!("大小 <= {to}")),
            Bound::Ranges(text) => text.clone(),
            Bound::All => lang.pick("all positions", "所有局面").to_string(),
        }
    }

    /// The bound of positions up to a size.
    pub(crate) fn sized(game: &Game, size: u64, single: bool) -> Bound {
        let shape = &game.rules().shape;
        if shape.kind == ShapeKind::Heaps && !single {
            return Bound::Total(size);
        }
        let typed: Vec<&Field> = shape.fields.iter().filter(|f| f.start.is_none()).collect();
        if !typed.is_empty() && typed.iter().all(|f| f.kind == FieldKind::Number) {
            return Bound::Numbers(typed.iter().map(|f| f.name.clone()).collect(), size);
        }
        Bound::Size(size)
    }
}

/// How far a sweep went.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Everything up to here was visited.
    pub bound: Bound,
    /// The largest size that was visited completely, where positions were visited by size.
    pub size: Option<u64>,
    /// The solver's budget ran out.
    pub over: Option<Over>,
}

/// One stop of a sweep.
pub struct Point<'p> {
    /// The game with the parameters of this stop.
    pub game: &'p Game,
    /// Those parameters.
    pub settings: &'p [(usize, Value)],
    /// The position.
    pub position: &'p Position,
}

/// What positions to visit.
#[derive(Clone, Debug, Default)]
pub struct Domain {
    params: Vec<(usize, RangeExpr)>,
    fields: Vec<(usize, RangeExpr)>,
    /// Single parts only.
    pub single: bool,
    /// Parameters whose ranges have no end go past this.
    past: u64,
}

/// Parameters by index, with their values.
type Settings = Vec<(usize, Value)>;

type Visit<'v> = dyn FnMut(&mut Solver, Point<'_>) -> Result<ControlFlow<()>, Problem> + 'v;

impl Domain {
    /// All positions; of heaps, single ones or all sums.
    pub fn all(single: bool) -> Domain {
        Domain { single, ..Domain::default() }
    }

    /// What a claim speaks of.
    pub fn of(claim: &Claim) -> Domain {
        let mut domain = Domain::all(claim.about == About::Part);
        for (what, range) in &claim.ranges {
            match what {
                Ranged::Field(f) => domain.fields.push((*f, range.clone())),
                Ranged::Param(p) => domain.params.push((*p, range.clone())),
            }
        }
        domain
    }

    /// The same, with parameters whose ranges have no end going past this: the largest constant there is.
    pub(crate) fn past(self, constant: u64) -> Domain {
        Domain { past: constant, ..self }
    }

    /// The parameters that vary.
    pub(crate) fn varied(&self) -> impl Iterator<Item = usize> + '_ {
        self.params.iter().map(|(p, _)| *p)
    }

    /// Every setting of the parameters, with the game set so. A range may use the parameters before it.
    pub(crate) fn settings(&self, game: &Game, to: Option<u64>) -> Result<Vec<(Settings, Game)>, Problem> {
        let mut all = vec![(Vec::new(), game.clone())];
        let upto = to.unwrap_or((self.past + 3).max(10));
        for (param, range) in &self.params {
            let mut next = Vec::new();
            for (set, game) in &all {
                for v in values(game, range, Some(upto))? {
                    if next.len() >= MOST_SETTINGS {
                        return Err(too_many());
                    }
                    let mut set: Vec<(usize, Value)> = set.clone();
                    set.push((*param, v.clone()));
                    next.push((set, game.with_values(&[(*param, v)])?));
                }
            }
            all = next;
        }
        // Small values of all of them first.
        if self.params.len() > 1 {
            let size = |set: &Settings| {
                set.iter().filter_map(|(_, v)| v.as_int()).map(i64::unsigned_abs).sum::<u64>()
            };
            all.sort_by_key(|(set, _)| size(set));
        }
        Ok(all)
    }

    /// Do finite ranges fix every field that has to be typed?
    pub(crate) fn fixed(&self, game: &Game) -> bool {
        let ranged = |i: usize| self.fields.iter().any(|(f, r)| *f == i && !endless(game, r));
        let fields = &game.rules().shape.fields;
        let covered = fields.iter().enumerate().all(|(i, f)| f.start.is_some() || ranged(i));
        covered
            && self.fields.iter().all(|(_, r)| !endless(game, r))
            && (self.single || !self.fields.is_empty())
    }

    /// Visits every position, parameters first, then by size or by range. The solver's work is limited per setting.
    pub fn visit(
        &self,
        solver: &mut Solver,
        game: &Game,
        limits: Limits,
        visit: &mut Visit<'_>,
    ) -> Result<Reach, Problem> {
        let mut reach: Option<Reach> = None;
        for (set, game) in self.settings(game, limits.to)? {
            let fixed = self.fixed(&game);
            solver.count_work(game.as_ref(), (limits.to.is_none() && !fixed).then_some(limits.moves));
            let result = if fixed {
                self.by_range(solver, &game, &set, limits, visit)
            } else {
                self.by_size(solver, &game, &set, limits, visit)
            };
            solver.count_work(game.as_ref(), None);
            let (here, flow) = result?;
            let stop = flow.is_break() || here.over.is_some();
            reach = Some(match reach {
                // Of several settings the bound that holds for all is the smallest.
                Some(r) if r.size < here.size => Reach { over: here.over, ..r },
                _ => here,
            });
            if stop {
                break;
            }
        }
        let mut reach = reach.unwrap_or(Reach { bound: Bound::Nothing, size: None, over: None });
        if let Some(text) = self.param_text(game) {
            let inner = match &reach.bound {
                Bound::Nothing | Bound::All => String::new(),
                other => other.say(Lang::En),
            };
            let all: Vec<String> = [inner, text].into_iter().filter(|t| !t.is_empty()).collect();
            reach.bound = Bound::Ranges(all.join(", "));
        }
        Ok(reach)
    }

    fn by_size(
        &self,
        solver: &mut Solver,
        game: &Game,
        settings: &[(usize, Value)],
        limits: Limits,
        visit: &mut Visit<'_>,
    ) -> Result<(Reach, ControlFlow<()>), Problem> {
        let mut positions = Positions::new(game);
        let (first, last) = (positions.first(), positions.last_level());
        let to = limits.to.map_or(first.saturating_add(LARGEST), |to| upper(to, first));
        let mut reach = Reach { bound: Bound::Nothing, size: None, over: None };
        let mut visited = 0u64;
        let spent = game.interp().spent();
        for size in positions.sizes(self.single).take_while(|size| *size <= to) {
            let mut failed = None;
            positions.parts_of(size);
            if positions.full() {
                let over = limits.to.map(|to| too_big(size, to));
                return Ok((Reach { over, ..reach }, ControlFlow::Continue(())));
            }
            let flow = positions.visit(size, self.single, &mut |position| {
                visited += 1;
                let steps = game.interp().spent() - spent;
                if limits.to.is_none() && (visited > limits.positions || steps > limits.steps) {
                    failed = Some(Problem::Over(Over::Work));
                    return ControlFlow::Break(());
                }
                match solver.tick().and_then(|()| visit(solver, Point { game, settings, position })) {
                    Ok(flow) => flow,
                    Err(e) => {
                        failed = Some(e);
                        ControlFlow::Break(())
                    }
                }
            });
            match failed {
                None => {}
                Some(Problem::Over(Over::Work)) => return Ok((reach, ControlFlow::Continue(()))),
                Some(Problem::Over(over)) => {
                    return Ok((Reach { over: Some(over), ..reach }, ControlFlow::Break(())));
                }
                Some(other) => return Err(other),
            }
            if flow.is_break() {
                return Ok((reach, flow));
            }
            if positions.full() {
                let over = limits.to.map(|to| too_big(size, to));
                return Ok((Reach { over, ..reach }, ControlFlow::Continue(())));
            }
            reach.size = Some(size);
            reach.bound = if last == Some(size) { Bound::All } else { Bound::sized(game, size, self.single) };
        }
        Ok((reach, ControlFlow::Continue(())))
    }

    fn by_range(
        &self,
        solver: &mut Solver,
        game: &Game,
        settings: &[(usize, Value)],
        limits: Limits,
        visit: &mut Visit<'_>,
    ) -> Result<(Reach, ControlFlow<()>), Problem> {
        let mut columns: Vec<(usize, Vec<Value>)> = Vec::new();
        for (field, range) in &self.fields {
            let mut list = values(game, range, None)?;
            list.retain(
                |v| !matches!((v, limits.to), (Value::Int(i), Some(to)) if *i > 0 && i.unsigned_abs() > to),
            );
            columns.push((*field, list));
        }
        let bound =
            if columns.is_empty() { Bound::All } else { Bound::Ranges(self.field_text(game, limits.to)) };
        let mut reach = Reach { bound, size: Some(u64::MAX), over: None };
        let mut flow = ControlFlow::Continue(());
        let walked = Layout::listed(game, columns).visit(0, &mut |site: Site<'_>| {
            let Some(position) = site.position else { return Ok(()) };
            flow = solver.tick().and_then(|()| visit(solver, Point { game, settings, position }))?;
            // The walk ends like an interrupted one.
            if flow.is_break() { Err(Problem::Interrupted) } else { Ok(()) }
        });
        match walked {
            Err(Problem::Over(over)) => {
                (reach.bound, reach.over) = (Bound::Nothing, Some(over));
                flow = ControlFlow::Break(());
            }
            Err(Problem::Interrupted) if flow.is_break() => {}
            other => other?,
        }
        Ok((reach, flow))
    }

    fn field_text(&self, game: &Game, to: Option<u64>) -> String {
        let fields = &game.rules().shape.fields;
        let name = |i: usize| fields.get(i).map_or("", |f| f.name.as_str());
        let mut out: Vec<String> = self.fields.iter().map(|(f, r)| written(game, name(*f), r)).collect();
        out.extend(to.map(|to| format!("<= {to}")));
        out.join(", ")
    }

    fn param_text(&self, game: &Game) -> Option<String> {
        let name = |i: usize| game.rules().params.get(i).map_or("", |p| p.name.as_str());
        let all: Vec<String> = self.params.iter().map(|(p, r)| written(game, name(*p), r)).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// Calls `visit` with positions drawn at random whose total lies above `size` and up to twice that. Only games
    /// whose typed fields are numbers have any; gives the number of positions.
    pub(crate) fn sample(
        &self,
        solver: &mut Solver,
        game: &Game,
        size: u64,
        count: u64,
        rng: &mut Rng,
        visit: &mut Visit<'_>,
    ) -> Result<u64, Problem> {
        let shape = &game.rules().shape;
        let typed: Vec<usize> =
            (0..shape.fields.len()).filter(|i| shape.fields[*i].start.is_none()).collect();
        if typed.is_empty() || typed.iter().any(|i| shape.fields[*i].kind != FieldKind::Number) {
            return Ok(0);
        }
        let heaps = shape.kind == ShapeKind::Heaps && !self.single;
        let mut visited = 0;
        for _ in 0..count {
            let mut left = size + 1 + rng.below(size.max(1));
            let parts = if heaps { 1 + rng.below(4) } else { 1 };
            let mut position = Position::default();
            for p in 0..parts {
                let mut values = vec![None; shape.fields.len()];
                for (k, i) in typed.iter().enumerate() {
                    let last = p + 1 == parts && k + 1 == typed.len();
                    let n = if last { left } else { rng.below(left + 1) };
                    left -= n;
                    values[*i] = i64::try_from(n).ok().map(Value::Int);
                }
                position.parts.extend(game.legal_part(values)?);
            }
            if position.parts.len() as u64 != parts {
                continue;
            }
            match visit(solver, Point { game, settings: &[], position: &position }) {
                Ok(flow) => {
                    visited += 1;
                    if flow.is_break() {
                        break;
                    }
                }
                Err(Problem::Over(_)) => break,
                Err(other) => return Err(other),
            }
        }
        Ok(visited)
    }
}

/// `n in 1..400` as the claim writes it.
fn written(game: &Game, name: &str, range: &RangeExpr) -> String {
    let slice = |e: &bouton_language::rules::Expr| game.sources().slice(e.span).trim().to_string();
    match range {
        RangeExpr::Between(from, to) => {
            let text = |e: &Option<bouton_language::rules::Expr>| e.as_ref().map(slice).unwrap_or_default();
            format!("{name} in {}..{}", text(from), text(to))
        }
        RangeExpr::Of(e) => format!("{name} in {}", slice(e)),
    }
}

/// Has a range no end?
fn endless(game: &Game, range: &RangeExpr) -> bool {
    let value = match range {
        RangeExpr::Between(_, to) => return to.is_none(),
        RangeExpr::Of(e) => match &e.kind {
            ExprKind::Const(v) => Some(v),
            ExprKind::Param(p) => game.interp().params().get(*p),
            _ => None,
        },
    };
    matches!(value, Some(Value::Known(_)))
}

/// The values of a range; `upto` ends one that has no end.
fn values(game: &Game, range: &RangeExpr, upto: Option<u64>) -> Result<Vec<Value>, Problem> {
    let mut out = Vec::new();
    let upto = upto.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
    let mut many = false;
    game.interp()
        .range_values(range, &[], upto, &mut |v| {
            many = out.len() >= MOST_VALUES;
            if many {
                return ControlFlow::Break(());
            }
            out.push(v);
            ControlFlow::Continue(())
        })
        .map_err(|e| game.fail(e))?;
    if many { Err(too_many()) } else { Ok(out) }
}

/// The positions of this size are too many to be listed, and more was asked for.
pub(crate) fn too_big(size: u64, to: u64) -> Over {
    Over::Size {
        what: [
            format!(
                "There are too many positions of size {size} to go through them all; size {to} was asked for."
            ),
            format!("大小为 {size} 的局面太多，无法逐一检验；要求的大小为 {to}。"),
        ],
    }
}

fn too_many() -> Problem {
    Problem::Over(Over::Size {
        what: [
            format!("The ranges of the claim have more than {MOST_SETTINGS} settings, too many to try each."),
            format!("猜想的范围超过 {MOST_SETTINGS} 种取值，无法逐一检验。"),
        ],
    })
}
