//! What positions a table consists of: a box over fields and parameters, or a list by size.

use super::{Cell, Drawing, Table, TableQuestion};
use crate::game::Game;
use crate::positions::Positions;
use crate::problem::{NotApplicable, Over, Problem};
use crate::sweep::too_big;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Position;
use bouton_language::rules::{ExprKind, RangeExpr};
use bouton_language::suggest;
use bouton_language::value::Value;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// `n=0..50`: a field or a parameter and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisRange {
    /// Name of a field or parameter.
    pub name: String,
    /// First value.
    pub from: i64,
    /// Last value.
    pub to: i64,
}

/// An axis of a strip or a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the field or parameter.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<Value>,
    /// Is it a parameter?
    pub parameter: bool,
}

/// Where an axis' values go.
#[derive(Clone, Copy, Debug)]
enum Target {
    Field(usize),
    Param(usize),
}

struct Line {
    target: Target,
    axis: Axis,
    /// Asked for as it is; otherwise values without any legal position are left out.
    asked: bool,
}

/// The positions of a table.
pub(super) struct Layout<'q> {
    game: &'q Game,
    lines: Vec<Line>,
    /// Positions by size up to here, where not all fields are numbers.
    sizes: Option<(u64, bool)>,
    pub(super) columns: Vec<String>,
    pub(super) bound: [String; 2],
}

/// A place of the table.
pub(super) struct Site<'s> {
    pub(super) game: &'s Game,
    pub(super) values: Vec<Value>,
    pub(super) position: Option<&'s Position>,
}

/// Upper ends where none is asked for, by number of axes.
const USUAL: [u64; 4] = [40, 40, 12, 6];

/// A list without an upper end stops after the size that reaches this many positions.
const USUAL_LIST: usize = 60;

impl<'q> Layout<'q> {
    pub(super) fn new(question: &'q TableQuestion, most: u64) -> Result<Layout<'q>, Problem> {
        let game = &question.game;
        let rules = game.rules();
        let mut lines = Vec::new();
        for range in &question.ranges {
            lines.push(line(game, range, most)?);
        }
        let ranged = |i: usize| lines.iter().any(|l: &Line| matches!(l.target, Target::Field(f) if f == i));
        let open: Vec<usize> = (0..rules.shape.fields.len())
            .filter(|i| rules.shape.fields[*i].start.is_none() && !ranged(*i))
            .collect();
        let numbers = open.iter().all(|i| rules.shape.fields[*i].kind == FieldKind::Number);
        let heaps = rules.shape.kind == ShapeKind::Heaps;
        let by_size = !numbers || (heaps && question.sums);
        if by_size && lines.iter().any(|l| matches!(l.target, Target::Field(_))) {
            return Err(other(
                "Ranges are for number fields, and then all other fields must be numbers or have a start. Without ranges positions are listed by size: --to 6".into(),
                "范围只适用于数字字段，且其余字段必须是数字或带初值。不给范围时按大小列出局面：--to 6".into(),
            ));
        }
        let mut layout = Layout { game, lines, sizes: None, columns: Vec::new(), bound: Default::default() };
        if by_size {
            layout.list(question, heaps && question.sums);
        } else {
            let axes = open.len() + layout.lines.iter().filter(|l| l.axis.values.len() > 1).count();
            let to = question.to.unwrap_or(USUAL.get(axes).copied().unwrap_or(4));
            for i in open {
                layout.lines.push(open_field(game, i, to, most)?);
            }
            layout.columns = layout.lines.iter().map(|l| l.axis.name.clone()).collect();
            let text: Vec<String> = layout.lines.iter().map(|l| extent(&l.axis)).collect();
            layout.bound = [text.join(", "), text.join("，")];
        }
        let cells = layout.lines.iter().try_fold(1u64, |n, l| n.checked_mul(l.axis.values.len() as u64));
        if cells.is_none_or(|n| n > most) {
            return Err(too_large(most));
        }
        Ok(layout)
    }

    fn list(&mut self, question: &TableQuestion, sums: bool) {
        let to = question.to.unwrap_or_else(|| usual_size(self.game, !sums));
        self.sizes = Some((to, !sums));
        let fields = &self.game.rules().shape.fields;
        self.columns = self.lines.iter().map(|l| l.axis.name.clone()).collect();
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

    pub(super) fn drawing(&self) -> Drawing {
        match (self.sizes, self.lines.len()) {
            (None, 1) => Drawing::Strip,
            (None, 2) => Drawing::Matrix,
            _ => Drawing::List,
        }
    }

    /// Visits every place; the first axis runs slowest. A setting of the parameters that the rules refuse has no
    /// positions.
    pub(super) fn visit(
        &self,
        visit: &mut dyn FnMut(Site<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut counters = vec![0usize; self.lines.len()];
        if self.lines.iter().any(|l| l.axis.values.is_empty()) {
            return Ok(());
        }
        let mut set: Option<(Vec<Value>, Option<Game>)> = None;
        loop {
            let values: Vec<Value> =
                self.lines.iter().zip(&counters).map(|(l, i)| l.axis.values[*i].clone()).collect();
            let mut params = Vec::new();
            let mut typed = vec![None; self.game.rules().shape.fields.len()];
            for (line, v) in self.lines.iter().zip(&values) {
                match line.target {
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
                (None, _) => visit(Site { game: self.game, values, position: None })?,
                (Some(game), Some((to, single))) => by_size(game, &values, to, single, visit)?,
                (Some(game), None) => {
                    let part = game.interp().part(typed).map_err(|e| game.fail(e))?.ok();
                    let legal = part.filter(|p| game.interp().legal(p).is_ok());
                    let position = legal.map(|p| Position { parts: vec![p] });
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
                if counters[place] < self.lines[place].axis.values.len() {
                    break;
                }
                counters[place] = 0;
            }
        }
    }

    /// Sets the axes; leaves out what has no legal position and was not asked for.
    pub(super) fn finish(&self, table: &mut Table) {
        let legal = |r: &super::Row| !matches!(r.cell, Cell::Illegal);
        if table.drawing != Drawing::Matrix {
            table.rows.retain(legal);
        }
        let mut axes = Vec::new();
        for (i, line) in self.lines.iter().enumerate() {
            let mut axis = line.axis.clone();
            if table.drawing == Drawing::Strip {
                axis.values = table.rows.iter().map(|r| r.values[i].clone()).collect();
            } else if !line.asked {
                let used: FxHashSet<Value> =
                    table.rows.iter().filter(|r| legal(r)).filter_map(|r| r.values.get(i).cloned()).collect();
                axis.values.retain(|v| used.contains(v));
                table.rows.retain(|r| r.values.get(i).is_none_or(|v| used.contains(v)));
            }
            axes.push(axis);
        }
        if self.sizes.is_none() {
            table.axes = axes;
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
    let last = positions.last_level().unwrap_or(u64::MAX);
    let mut result = Ok(());
    for size in 0..=to.min(last) {
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
    let last = positions.last_level().unwrap_or(40).min(40);
    let mut count = 0;
    for size in 0..=last {
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

/// `n <= 21`, `a in 3..7`
fn extent(axis: &Axis) -> String {
    match (axis.values.first(), axis.values.last()) {
        (Some(Value::Int(0)), Some(last)) => format!("{} <= {last}", axis.name),
        (Some(first), Some(last)) if first == last => format!("{} = {first}", axis.name),
        (Some(first @ Value::Int(_)), Some(last)) => format!("{} in {first}..{last}", axis.name),
        _ => axis.name.clone(),
    }
}

fn line(game: &Game, range: &AxisRange, most: u64) -> Result<Line, Problem> {
    let rules = game.rules();
    let AxisRange { name, from, to } = range;
    let field = rules.shape.fields.iter().position(|f| f.name == *name);
    let param = rules.params.iter().position(|p| p.name == *name);
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
        (None, None) => return Err(unknown(game, name)),
    };
    if from > to {
        return Err(other(format!("{name}={from}..{to} is empty."), format!("{name}={from}..{to} 是空的。")));
    }
    if to.abs_diff(*from) >= most {
        return Err(too_large(most));
    }
    let values = (*from..=*to).map(Value::Int).collect();
    let parameter = matches!(target, Target::Param(_));
    Ok(Line { target, axis: Axis { name: name.clone(), values, parameter }, asked: true })
}

/// A number field without a range: its members where they are listed, else 0 (or the negative bound) up to the end.
fn open_field(game: &Game, i: usize, to: u64, most: u64) -> Result<Line, Problem> {
    if to >= most {
        return Err(too_large(most));
    }
    let field = &game.rules().shape.fields[i];
    let to = i64::try_from(to).unwrap_or(i64::MAX);
    let value = |kind: &ExprKind| match kind {
        ExprKind::Const(v) => Some(v.clone()),
        ExprKind::Param(p) => game.interp().params().get(*p).cloned(),
        _ => None,
    };
    let values = match &field.domain {
        Some(RangeExpr::Of(e)) => match value(&e.kind) {
            Some(Value::Graph(g)) => g.nodes().to_vec(),
            Some(Value::Set(items) | Value::List(items)) => items.to_vec(),
            _ => (0..=to).map(Value::Int).collect(),
        },
        Some(RangeExpr::Between(Some(from), _)) if matches!(value(&from.kind), Some(Value::Int(i)) if i >= 0) => {
            (0..=to).map(Value::Int).collect()
        }
        // Below zero, or unknown before running: what is not legal is left out afterwards.
        Some(RangeExpr::Between(Some(_), _)) => (-to..=to).map(Value::Int).collect(),
        _ => (0..=to).map(Value::Int).collect(),
    };
    let mut values: Vec<Value> = values;
    values.sort();
    Ok(Line {
        target: Target::Field(i),
        axis: Axis { name: field.name.clone(), values, parameter: false },
        asked: false,
    })
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
