//! Which position of the second game belongs to a position of the first: the same values in order, or what a map says.
//!
//! A map gives fields of the second game as expressions over the first: `n = [a, b]`. Where the second game is a sum of
//! heaps, a list of what a heap's field holds stands for that many heaps. Fields that a map leaves out are taken from the
//! field of the same name.

use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::check::{View, view};
use bouton_language::diagnostic::Misread;
use bouton_language::interp::{Part, Position};
use bouton_language::rules::{Field, Rules};
use bouton_language::span::{Sources, Span};
use bouton_language::suggest;
use bouton_language::value::Value;

/// How positions correspond.
#[derive(Clone)]
pub(super) enum Matching {
    /// Typed fields in order.
    Order,
    /// Fields of the second game by expressions over the first.
    Map(Vec<(usize, View)>),
}

impl Matching {
    /// The correspondence; an error where shapes differ and no map is given.
    pub(super) fn new(a: &Game, b: &Game, maps: &[String]) -> Result<Matching, Problem> {
        if maps.is_empty() {
            let (left, right) = (typed(a.rules()), typed(b.rules()));
            let alike = left.len() == right.len()
                && left.iter().zip(&right).all(|((_, x), (_, y))| x.kind == y.kind && x.ty == y.ty);
            return if alike { Ok(Matching::Order) } else { Err(shapes(a, b)) };
        }
        let mut out: Vec<(usize, View)> = Vec::new();
        for text in maps.iter().flat_map(|m| m.split([';', '；'])).filter(|m| !m.trim().is_empty()) {
            let (name, expr) = text.split_once(['=', '＝']).ok_or_else(|| no_equation(text))?;
            let field = field_named(b, name.trim())?;
            if out.iter().any(|(f, _)| *f == field) {
                return Err(other(
                    format!("--map gives {} twice.", name.trim()),
                    format!("--map 两次给出了 {}。", name.trim()),
                ));
            }
            out.push((field, view(a.rules(), expr, &[]).map_err(|e| misread(expr, &e))?));
        }
        for (i, field) in typed(b.rules()) {
            if out.iter().any(|(f, _)| *f == i) {
                continue;
            }
            match view(a.rules(), &field.name, &[]) {
                Ok(same_name) => out.push((i, same_name)),
                Err(_) => {
                    let name = &field.name;
                    return Err(other(
                        format!(
                            "--map does not say what {name} of the second game is. Add  --map \"{name} = …\" ."
                        ),
                        format!("--map 没有说明第二个游戏的 {name} 是什么。请加上  --map \"{name} = …\" 。"),
                    ));
                }
            }
        }
        out.sort_by_key(|(f, _)| *f);
        Ok(Matching::Map(out))
    }

    /// Are the same values the same position?
    pub(super) fn by_order(&self) -> bool {
        matches!(self, Matching::Order)
    }

    /// Does a map look at all heaps at once?
    pub(super) fn sees_heaps(&self) -> bool {
        matches!(self, Matching::Map(list) if list.iter().any(|(_, v)| v.heaps))
    }

    /// The position of the second game; `None` where it has none.
    pub(super) fn image(&self, a: &Game, b: &Game, position: &Position) -> Result<Option<Position>, Problem> {
        let parts = match self {
            Matching::Order => {
                let take = |part: &Part| in_order(a.rules(), b.rules(), part);
                position.parts.iter().map(take).collect()
            }
            Matching::Map(list) => mapped(a, b, list, position)?,
        };
        let mut out = Vec::new();
        for typed in parts {
            let Some(part) = b.legal_part(typed)? else { return Ok(None) };
            out.push(part);
        }
        let one = b.rules().shape.kind == ShapeKind::Position;
        Ok((!one || out.len() == 1).then_some(Position { parts: out }))
    }
}

/// The fields that are typed, with their places.
pub(super) fn typed(rules: &Rules) -> Vec<(usize, &Field)> {
    rules.shape.fields.iter().enumerate().filter(|(_, f)| f.start.is_none()).collect()
}

/// The typed values of a part, put into the typed fields of other rules.
fn in_order(from: &Rules, to: &Rules, part: &Part) -> Vec<Option<Value>> {
    let mut values = typed(from).into_iter().filter_map(|(i, _)| part.get(i).cloned());
    let fields = to.shape.fields.iter();
    fields.map(|f| if f.start.is_none() { values.next() } else { None }).collect()
}

fn mapped(
    a: &Game,
    b: &Game,
    list: &[(usize, View)],
    position: &Position,
) -> Result<Vec<Vec<Option<Value>>>, Problem> {
    let fields = &b.rules().shape.fields;
    let mut values = Vec::new();
    for (field, view) in list {
        values.push((*field, a.interp().eval_view(view, position, &[]).map_err(|e| a.fail(e))?));
    }
    let several = |(f, v): &(usize, Value)| depth(v) > held(&fields[*f]);
    let heaps = b.kind().parts && values.iter().any(several);
    let items = |v: &Value| match v {
        Value::List(items) | Value::Set(items) => Some(items.to_vec()),
        _ => None,
    };
    if !heaps {
        let mut typed = vec![None; fields.len()];
        values.into_iter().for_each(|(f, v)| typed[f] = Some(fitted(&fields[f], v)));
        return Ok(vec![typed]);
    }
    let lists: Option<Vec<(usize, Vec<Value>)>> = values.iter().map(|(f, v)| Some((*f, items(v)?))).collect();
    let lists = lists.filter(|l| l.windows(2).all(|w| w[0].1.len() == w[1].1.len()));
    let Some(lists) = lists else {
        return Err(other(
            format!("--map gives lists of different lengths for one heap at {}.", a.show(position)),
            format!("在局面 {} 处，--map 给出的各列表长度不同。", a.show(position)),
        ));
    };
    let count = lists.first().map_or(0, |(_, l)| l.len());
    let part = |i: usize| {
        let mut typed = vec![None; fields.len()];
        for (f, list) in &lists {
            typed[*f] = list.get(i).map(|v| fitted(&fields[*f], v.clone()));
        }
        typed
    };
    Ok((0..count).map(part).collect())
}

/// A value in the form that a field holds: sets and lists are taken for one another.
fn fitted(field: &Field, v: Value) -> Value {
    match (field.kind, v) {
        (FieldKind::Set, Value::List(items)) => Value::set(items.to_vec()),
        (FieldKind::Row | FieldKind::Bag, Value::Set(items)) => Value::List(items),
        (_, v) => v,
    }
}

/// How deep lists are nested in a value.
fn depth(v: &Value) -> usize {
    match v {
        Value::List(items) | Value::Set(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        // A word is a row of letters.
        Value::Text(_) => 1,
        _ => 0,
    }
}

/// How deep lists are nested in a field.
fn held(field: &Field) -> usize {
    match field.kind {
        FieldKind::Number if field.ty == bouton_language::rules::Type::Text => 1,
        FieldKind::Number => 0,
        FieldKind::Row | FieldKind::Bag | FieldKind::Set => {
            // Letters as elements are texts.
            1 + usize::from(
                *bouton_language::interp::element_type(field) == bouton_language::rules::Type::Text,
            )
        }
        FieldKind::Word => 1,
        FieldKind::Grid => 2,
    }
}

fn field_named(game: &Game, name: &str) -> Result<usize, Problem> {
    let fields = &game.rules().shape.fields;
    if let Some(found) = fields.iter().position(|f| f.name == name) {
        return Ok(found);
    }
    let known: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
    let (en, zh) = match suggest::nearest(name, known.iter().copied()) {
        Some(near) => (format!(" Did you mean  {near} ?"), format!("是不是 {near}？")),
        None => Default::default(),
    };
    let list = known.join(", ");
    Err(other(
        format!("\"{name}\" is not a field of the second game. Its fields: {list}.{en}"),
        format!("“{name}”不是第二个游戏的字段。它的字段：{list}。{zh}"),
    ))
}

/// What a game's positions are made of: `a, b`, `row a`.
fn shape(game: &Game) -> String {
    let word = |kind: FieldKind| match kind {
        FieldKind::Number => "",
        FieldKind::Row => "row ",
        FieldKind::Bag => "bag ",
        FieldKind::Set => "set ",
        FieldKind::Word => "word ",
        FieldKind::Grid => "grid ",
    };
    let fields = typed(game.rules());
    fields.iter().map(|(_, f)| format!("{}{}", word(f.kind), f.name)).collect::<Vec<_>>().join(", ")
}

fn shapes(a: &Game, b: &Game) -> Problem {
    let (left, right) = (shape(a), shape(b));
    let first = typed(b.rules()).first().map_or("n".to_string(), |(_, f)| f.name.clone());
    other(
        format!(
            "Positions of the first game are ({left}), of the second ({right}). Say what each field of the second is in the first: --map \"{first} = …\""
        ),
        format!(
            "第一个游戏的局面是（{left}），第二个是（{right}）。请说明第二个游戏的每个字段在第一个游戏中是什么：--map \"{first} = …\""
        ),
    )
}

fn no_equation(text: &str) -> Problem {
    let text = text.trim();
    other(
        format!(
            "--map \"{text}\" is no equation. Write a field of the second game and what it is: --map \"n = a + b\""
        ),
        format!("--map \"{text}\" 不是等式。请写第二个游戏的字段和它的值：--map \"n = a + b\""),
    )
}

/// A mistake in an expression, shown in the expression alone.
fn misread(text: &str, error: &Misread) -> Problem {
    let mut sources = Sources::default();
    let source = sources.add("map", text);
    let mut diagnostic = error.diagnostic.clone();
    let within = error.sources.get(diagnostic.span.source).is_some_and(|s| s.text == text);
    diagnostic.span =
        if within { Span { source, ..diagnostic.span } } else { Span { source, start: 0, end: 0 } };
    Problem::Rules { diagnostics: vec![diagnostic], sources }
}

fn other(en: String, zh: String) -> Problem {
    Problem::NotApplicable(NotApplicable::Other([en, zh]))
}
