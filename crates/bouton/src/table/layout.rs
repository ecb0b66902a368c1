//! What positions a table consists of: a box over fields and parameters, or a list by size.

use super::axis::{Axis, Steps};
use super::{Drawing, TableQuestion};
use crate::claims::sweep::too_big;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::{NotApplicable, Over, Problem};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{self, ExprKind, RangeExpr, Type};
use bouton_language::suggest;
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// Where an axis' values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Field(usize),
    Param(usize),
    /// The number of rows of an empty board, or of its columns.
    Side {
        field: usize,
        rows: bool,
    },
}

/// The sides of empty boards.
#[derive(Default)]
pub(crate) struct Sides(Vec<(usize, bool, i64)>);

impl Sides {
    pub(crate) fn set(&mut self, field: usize, rows: bool, value: &Value) {
        self.0.extend(value.as_int().map(|n| (field, rows, n)));
    }

    /// Puts the empty boards among the typed fields; not if there is no such board.
    pub(crate) fn fill(&self, game: &Game, typed: &mut [Option<Value>]) -> bool {
        let side =
            |field: usize, rows: bool| self.0.iter().find(|s| s.0 == field && s.1 == rows).map(|s| s.2);
        self.0.iter().all(|(field, ..)| {
            let sides = (side(*field, true).unwrap_or(1), side(*field, false).unwrap_or(1));
            let part = game.position(&format!("{}x{}", sides.0, sides.1));
            let board = part.ok().and_then(|p| p.parts.first().and_then(|part| part.get(*field).cloned()));
            let is_there = board.is_some();
            typed[*field] = board;
            is_there
        })
    }
}

/// The field that a side belongs to, where the only thing to type is a board that may be empty; and whether rows are meant.
pub(crate) fn side(game: &Game, name: &str) -> Option<(usize, bool)> {
    let rows = match name {
        "rows" => true,
        "cols" | "columns" => false,
        _ => return None,
    };
    let rules = game.rules();
    let mut open = rules.shape.fields.iter().enumerate().filter(|(_, f)| f.start.is_none());
    let (field, kind) = open.next().map(|(i, f)| (i, f.kind))?;
    let named =
        rules.params.iter().any(|p| p.name == name) || rules.shape.fields.iter().any(|f| f.name == name);
    (kind == FieldKind::Grid && open.next().is_none() && !named).then_some((field, rows))
}

/// An axis of the box.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) target: Target,
    pub(crate) name: String,
    pub(crate) steps: Steps,
    /// Asked for as it is; otherwise values without any legal position are left out.
    pub(crate) asked: bool,
}

/// The positions of a table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    game: Game,
    pub(crate) lines: Vec<Line>,
    /// Positions by size up to here, where not all fields are numbers.
    sizes: Option<(u64, bool)>,
    /// The upper end of what has no range of its own.
    pub(crate) to: u64,
    pub(crate) columns: Vec<String>,
    pub(crate) bound: [String; 2],
}

/// A place of the table.
pub(crate) struct Site<'s> {
    pub(crate) game: &'s Game,
    pub(crate) values: Vec<Value>,
    pub(crate) position: Option<&'s Position>,
}

/// Upper ends where none is asked for, by number of axes.
const USUAL: [u64; 4] = [40, 40, 12, 6];

/// A list without an upper end stops after the size that reaches this many positions.
const USUAL_LIST: usize = 60;

impl Layout {
    pub(crate) fn new(question: &TableQuestion, most: u64) -> Result<Layout, Problem> {
        let game = &question.game;
        let rules = game.rules();
        let given = |f: &rules::Field| question.ranges.iter().any(|r| r.name == f.name);
        let axes = rules.shape.fields.iter().filter(|f| f.start.is_none() && !given(f)).count()
            + question.ranges.iter().filter(|r| r.to != Some(r.from)).count();
        let usual = USUAL.get(axes).copied().unwrap_or(4);
        let mut lines = Vec::new();
        for range in &question.ranges {
            // A range without an end is counted from where it begins.
            let to = range.to.unwrap_or_else(|| {
                let begin = range.from.max(0).unsigned_abs();
                let to = question.to.map_or_else(|| begin.saturating_add(usual), |to| upper(to, begin));
                i64::try_from(to).unwrap_or(i64::MAX)
            });
            lines.push(line(game, &range.name, range.from, to, most)?);
        }
        let ranged = |i: usize| {
            let over =
                |l: &Line| matches!(l.target, Target::Field(f) | Target::Side { field: f, .. } if f == i);
            lines.iter().any(over)
        };
        let open: Vec<usize> = (0..rules.shape.fields.len())
            .filter(|i| rules.shape.fields[*i].start.is_none() && !ranged(*i))
            .collect();
        let numbers = open.iter().all(|i| rules.shape.fields[*i].kind == FieldKind::Number);
        let heaps = rules.shape.kind == ShapeKind::Heaps;
        let by_size = !numbers || (heaps && question.sums);
        if by_size && lines.iter().any(|l| !matches!(l.target, Target::Param(_))) {
            return Err(other(
                "Ranges are for number fields, and then all other fields must be numbers or have a start. Without ranges positions are listed by size: --to 6".into(),
                "范围只适用于数字字段，且其余字段必须是数字或带初值。不给范围时按大小列出局面：--to 6".into(),
            ));
        }
        let mut layout = Layout {
            game: game.clone(),
            lines,
            sizes: None,
            to: 0,
            columns: Vec::new(),
            bound: Default::default(),
        };
        if by_size {
            layout.list(question, heaps && question.sums);
        } else {
            let begins = if open.is_empty() { Vec::new() } else { Positions::new(game).beginnings() };
            let begin = |i: usize| begins.get(i).copied().unwrap_or(0);
            let to = question.to.unwrap_or_else(|| {
                // Fields that begin just below the usual end have as many values as others.
                let late =
                    open.iter().map(|i| begin(*i).unsigned_abs()).filter(|b| (usual / 2..=usual).contains(b));
                usual + late.max().filter(|b| 2 * b > usual).unwrap_or(0)
            });
            for i in open {
                layout.lines.push(open_field(game, i, begin(i), to, most)?);
            }
            layout.to = to;
            layout.columns = layout.lines.iter().map(|l| l.name.clone()).collect();
            let text: Vec<String> = layout.lines.iter().map(|l| legal(game, l).extent(&l.name)).collect();
            layout.bound = [text.join(", "), text.join("，")];
        }
        if layout.places().is_none_or(|n| n > most) {
            return Err(too_large(most));
        }
        Ok(layout)
    }

    /// A box over fields, each with these values.
    pub(crate) fn listed(game: &Game, fields: Vec<(usize, Vec<Value>)>) -> Layout {
        let line = |(field, values): (usize, Vec<Value>)| Line {
            target: Target::Field(field),
            name: game.rules().shape.fields[field].name.clone(),
            steps: Steps::Listed(values),
            asked: true,
        };
        let lines: Vec<Line> = fields.into_iter().map(line).collect();
        let columns = lines.iter().map(|l| l.name.clone()).collect();
        Layout { game: game.clone(), lines, sizes: None, to: 0, columns, bound: Default::default() }
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of places of the box (of the parameters alone, where positions are listed by size).
    fn places(&self) -> Option<u64> {
        self.lines.iter().try_fold(1u64, |n, l| n.checked_mul(l.steps.len()))
    }

    /// The number of cells, where the table is a box; positions by size are not known before they are listed.
    pub(crate) fn cells(&self) -> Option<u64> {
        self.places().filter(|_| self.sizes.is_none())
    }

    /// The place of a part in a box: its number in the order of [`Layout::visit`]. `None` outside the box, and for
    /// parts whose memory fields do not hold their starts.
    pub(crate) fn place(&self, game: &Game, part: &Part) -> Option<u64> {
        let mut typed = vec![None; part.len()];
        let mut place = 0u64;
        for line in &self.lines {
            let value = match line.target {
                Target::Field(f) => {
                    typed[f] = part.get(f).cloned();
                    part.get(f)?
                }
                Target::Param(p) => game.interp().params().get(p)?,
                Target::Side { .. } => return None,
            };
            place = place * line.steps.len() + line.steps.place(value)?;
        }
        let whole = typed.iter().all(Option::is_some) || game.interp().part(typed).ok()?.ok()? == *part;
        whole.then_some(place)
    }

    /// The part at the last place of a box over fields alone, if it is legal.
    pub(crate) fn corner(&self) -> Option<Part> {
        let last = self.cells()?.checked_sub(1)?;
        let values = self.values_at(last);
        let mut typed = vec![None; self.game.rules().shape.fields.len()];
        for (line, value) in self.lines.iter().zip(values) {
            let Target::Field(f) = line.target else { return None };
            typed[f] = Some(value);
        }
        self.game.legal_part(typed).ok()?
    }

    /// The values of the axes at a place of a box.
    pub(crate) fn values_at(&self, place: u64) -> Vec<Value> {
        let mut out = Vec::with_capacity(self.lines.len());
        self.steps_at(place, |axis, step| out.extend(self.lines[axis].steps.get(step)));
        out.reverse();
        out
    }

    /// Calls `visit` with each axis, the last first, and the number of its value at a place of a box.
    pub(crate) fn steps_at(&self, mut place: u64, mut visit: impl FnMut(usize, u64)) {
        for (axis, line) in self.lines.iter().enumerate().rev() {
            let size = line.steps.len().max(1);
            visit(axis, place % size);
            place /= size;
        }
    }

    fn list(&mut self, question: &TableQuestion, sums: bool) {
        let to = match question.to {
            Some(to) => upper(to, Positions::new(&self.game).first()),
            None => usual_size(&self.game, !sums),
        };
        self.sizes = Some((to, !sums));
        self.to = to;
        let fields = &self.game.rules().shape.fields;
        self.columns = self.lines.iter().map(|l| l.name.clone()).collect();
        if sums {
            self.columns.push("heaps".into());
        } else {
            self.columns.extend(fields.iter().filter(|f| f.start.is_none()).map(|f| f.name.clone()));
        }
        self.bound = if sums {
            [format!("total size <= {to}"), format!("总大小 <= {to}")]
        } else {
            [format!("size <= {to}"), format!("大小 <= {to}")]
        };
    }

    pub(crate) fn drawing(&self) -> Drawing {
        if self.sizes.is_some() { Drawing::List } else { Drawing::of(self.lines.len()) }
    }

    /// Are sums of heaps listed?
    pub(crate) fn sums(&self) -> bool {
        self.sizes.is_some_and(|(_, single)| !single)
    }

    /// The axes of a box.
    pub(crate) fn axes(&self) -> Vec<Axis> {
        let axis = |l: &Line| Axis {
            name: l.name.clone(),
            values: l.steps.values(),
            parameter: matches!(l.target, Target::Param(_)),
        };
        self.cells().map_or_else(Vec::new, |_| self.lines.iter().map(axis).collect())
    }

    /// Visits every place from number `first` on; the first axis runs slowest. A setting of the parameters that the
    /// rules refuse has no positions.
    pub(crate) fn visit(
        &self,
        first: u64,
        visit: &mut dyn FnMut(Site<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        if self.sizes.is_none() {
            return self.visit_box(first, visit);
        }
        // Positions by size have no formula for their number: those before the first are listed, and passed over.
        let mut passed = 0;
        self.visit_box(0, &mut |site| {
            passed += 1;
            if passed > first { visit(site) } else { Ok(()) }
        })
    }

    fn visit_box(
        &self,
        first: u64,
        visit: &mut dyn FnMut(Site<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        if self.places().is_none_or(|n| first >= n) {
            return Ok(());
        }
        let mut counters = vec![0u64; self.lines.len()];
        self.steps_at(first, |axis, step| counters[axis] = step);
        let mut set: Option<(Vec<Value>, Option<Game>)> = None;
        loop {
            let values: Vec<Value> =
                self.lines.iter().zip(&counters).filter_map(|(l, at)| l.steps.get(*at)).collect();
            let mut params = Vec::new();
            let mut typed = vec![None; self.game.rules().shape.fields.len()];
            let mut sides = Sides::default();
            for (line, v) in self.lines.iter().zip(&values) {
                match line.target {
                    Target::Side { field, rows } => sides.set(field, rows, v),
                    Target::Param(p) => params.push((p, v.clone())),
                    Target::Field(f) => typed[f] = Some(v.clone()),
                }
            }
            let wanted: Vec<Value> = params.iter().map(|(_, v)| v.clone()).collect();
            if set.as_ref().is_none_or(|(have, _)| *have != wanted) {
                let game = if params.is_empty() {
                    Some(self.game.clone())
                } else {
                    self.game.with_values(&params).ok()
                };
                set = Some((wanted, game));
            }
            match (set.as_ref().and_then(|(_, g)| g.as_ref()), self.sizes) {
                (None, Some(_)) => {}
                (None, None) => visit(Site { game: &self.game, values, position: None })?,
                (Some(game), Some((to, single))) => by_size(game, &values, to, single, visit)?,
                (Some(game), None) => {
                    let part = if sides.fill(game, &mut typed) { game.legal_part(typed)? } else { None };
                    let position = part.map(|part| Position { parts: vec![part] });
                    visit(Site { game, values, position: position.as_ref() })?;
                }
            }
            let mut place = counters.len();
            loop {
                if place == 0 {
                    return Ok(());
                }
                place -= 1;
                counters[place] += 1;
                if counters[place] < self.lines[place].steps.len() {
                    break;
                }
                counters[place] = 0;
            }
        }
    }
}

fn by_size(
    game: &Game,
    values: &[Value],
    to: u64,
    single: bool,
    visit: &mut dyn FnMut(Site<'_>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let fields = &game.rules().shape.fields;
    let mut positions = Positions::new(game);
    let mut result = Ok(());
    for size in positions.sizes(single).take_while(|size| *size <= to) {
        positions.parts_of(size);
        if positions.full() {
            return Err(Problem::Over(too_big(size, to)));
        }
        let flow = positions.visit(size, single, &mut |position| {
            let mut values = values.to_vec();
            match position.parts.as_slice() {
                [part] if single => {
                    let typed = part.iter().zip(fields).filter(|(_, f)| f.start.is_none());
                    values.extend(typed.map(|(v, _)| v.clone()));
                }
                _ => values.push(Value::text(&game.show(position))),
            }
            result = visit(Site { game, values, position: Some(position) });
            if result.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            return result;
        }
    }
    Ok(())
}

/// The size up to which a list is of a readable length.
fn usual_size(game: &Game, single: bool) -> u64 {
    let mut positions = Positions::new(game);
    let last = positions.first().saturating_add(40).min(positions.last_level().unwrap_or(u64::MAX));
    let mut count = 0;
    for size in positions.sizes(single).take_while(|size| *size <= last) {
        let flow = positions.visit(size, single, &mut |_| {
            count += 1;
            if count >= USUAL_LIST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            return size;
        }
    }
    last
}

fn line(game: &Game, name: &str, from: i64, to: i64, most: u64) -> Result<Line, Problem> {
    let rules = game.rules();
    let field = rules.shape.fields.iter().position(|f| f.name == name);
    let param = rules.params.iter().position(|p| p.name == name);
    let target = match (field, param) {
        (Some(f), _) if rules.shape.fields[f].kind != FieldKind::Number => {
            return Err(other(
                format!(
                    "{name} is not a number, so it has no range. Without ranges positions are listed by size: --to 6"
                ),
                format!("{name} 不是数字，不能给范围。不给范围时按大小列出局面：--to 6"),
            ));
        }
        (Some(f), _) => Target::Field(f),
        (None, Some(p)) => Target::Param(p),
        (None, None) if let Some((field, rows)) = side(game, name) => Target::Side { field, rows },
        (None, None) => return Err(unknown(game, name)),
    };
    if from > to {
        return Err(other(format!("{name}={from}..{to} is empty."), format!("{name}={from}..{to} 是空的。")));
    }
    if to.abs_diff(from) >= most {
        return Err(too_large(most));
    }
    Ok(Line { target, name: name.to_string(), steps: Steps::Run(from, to), asked: true })
}

/// An upper end as it was asked for: one below where positions begin is counted from there.
pub(crate) fn upper(to: u64, begin: u64) -> u64 {
    if to >= begin { to } else { begin.saturating_add(to) }
}

/// The values of an axis that nobody asked for, without those beyond the end of the field's own range.
fn legal(game: &Game, line: &Line) -> Steps {
    let Target::Field(i) = line.target else { return line.steps.clone() };
    let end = match &game.rules().shape.fields[i].domain {
        Some(RangeExpr::Between(_, Some(end))) => constant(game, &end.kind).and_then(|v| v.as_int()),
        _ => None,
    };
    match (&line.steps, end) {
        (Steps::Run(from, to), Some(end)) if !line.asked => Steps::Run(*from, end.clamp(*from, *to)),
        (steps, _) => steps.clone(),
    }
}

/// What is known before any position is.
fn constant(game: &Game, kind: &ExprKind) -> Option<Value> {
    match kind {
        ExprKind::Const(v) => Some(v.clone()),
        ExprKind::Param(p) => game.interp().params().get(*p).cloned(),
        _ => None,
    }
}

/// A number field without a range: its members where they are listed, else 0 (or the negative bound) up to the end; a
/// field that begins beyond the end, from there on.
fn open_field(game: &Game, i: usize, begin: i64, to: u64, most: u64) -> Result<Line, Problem> {
    if to >= most {
        return Err(too_large(most));
    }
    let field = &game.rules().shape.fields[i];
    let late = begin.unsigned_abs() > to;
    let to = i64::try_from(upper(to, begin.unsigned_abs())).unwrap_or(i64::MAX);
    let value = |kind: &ExprKind| constant(game, kind);
    let steps = match &field.domain {
        Some(RangeExpr::Of(e)) => match value(&e.kind) {
            Some(Value::Graph(g)) => Steps::Listed(g.nodes().to_vec()),
            Some(Value::Set(items) | Value::List(items)) => Steps::Listed(items.to_vec()),
            _ => listed(game, field.domain.as_ref(), to, most).unwrap_or(Steps::Run(begin.min(0), to)),
        },
        _ if field.ty == Type::Bool => Steps::Listed(vec![Value::Bool(false), Value::Bool(true)]),
        _ if late && begin > 0 => Steps::Run(begin, to),
        _ if late => Steps::Run(-to, begin),
        Some(RangeExpr::Between(Some(from), _)) if matches!(value(&from.kind), Some(Value::Int(i)) if i >= 0) => {
            Steps::Run(0, to)
        }
        // Below zero, or unknown before running: what is not legal is left out afterwards.
        Some(RangeExpr::Between(Some(_), _)) => Steps::Run(-to, to),
        _ => Steps::Run(0, to),
    };
    let steps = match steps {
        Steps::Listed(mut values) => {
            values.sort();
            Steps::Listed(values)
        }
        run => run,
    };
    Ok(Line { target: Target::Field(i), name: field.name.clone(), steps, asked: false })
}

/// The values of a set that is written out, those up to a bound where they are numbers.
fn listed(game: &Game, domain: Option<&RangeExpr>, to: i64, most: u64) -> Option<Steps> {
    let mut values = Vec::new();
    let found = game.interp().range_values(domain?, &[], Some(to), &mut |value| {
        let full = values.len() as u64 >= most;
        values.push(value);
        if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    values.retain(|v| v.as_int().is_none_or(|n| n <= to));
    (found.is_ok() && !values.is_empty() && (values.len() as u64) < most).then_some(Steps::Listed(values))
}

fn other(en: String, zh: String) -> Problem {
    Problem::NotApplicable(NotApplicable::Other([en, zh]))
}

fn unknown(game: &Game, name: &str) -> Problem {
    let rules = game.rules();
    let mut known: Vec<&str> = rules.shape.fields.iter().map(|f| f.name.as_str()).collect();
    known.extend(rules.params.iter().map(|p| p.name.as_str()));
    let list = known.join(", ");
    let near = suggest::nearest(name, known.iter().copied());
    let (en, zh) = match near {
        Some(n) => (format!(" Did you mean  {n} ?"), format!("是不是 {n}？")),
        None => Default::default(),
    };
    other(
        format!("\"{name}\" is not a field or parameter. Known here: {list}.{en}"),
        format!("“{name}”不是字段或参数。已知的有：{list}。{zh}"),
    )
}

fn too_large(most: u64) -> Problem {
    Problem::Over(Over::Size {
        what: [
            format!("A table may have {most} cells; this one would have more. Give smaller ranges."),
            format!("表格最多 {most} 格，这里超出了。请缩小范围。"),
        ],
    })
}
