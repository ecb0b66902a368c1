//! Templates: how a position is written for a program, and how its answer is.
//!
//! Text with holes. A hole holds an expression of the rules language over the fields, `heaps`, the parameters and the
//! definitions of the game, and a few names of its own; behind a colon stands how lists are joined: `{a:,}` with
//! commas, `{a:json}` as JSON. `{heaps}` are all heaps, `{n}` counts them (or the elements of the one list of the
//! position) unless a field or parameter of that name is meant. `\n` and `\t` are escapes, `{{` and `}}` braces.

use crate::limits::Limits;
use crate::wrong::Wrong;
use bouton::language::ast::{FieldKind, ShapeKind};
use bouton::language::check::{View, view};
use bouton::language::diagnostic::{Lang, Wording};
use bouton::language::interp::{Part, Position};
use bouton::language::rules::{Expr, ExprKind, Rules, walk_through};
use bouton::language::value::Value;
use bouton::{Game, Problem};
use std::fmt::Write;

/// A template, checked against the rules of a game.
#[derive(Clone, Debug)]
pub struct Template {
    pieces: Vec<Piece>,
    names: usize,
    text: String,
}

/// A piece of a template.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text.
    Text(String),
    /// A hole.
    Hole {
        /// What stands between the braces.
        hole: String,
        /// What that means.
        what: What,
        /// How lists are joined, where it is said.
        join: Option<Join>,
    },
}

/// What is written in place of a hole.
#[derive(Clone, Debug)]
pub enum What {
    /// The value of an expression.
    View(View),
    /// The number of heaps, or of the elements of this field.
    Count(Option<usize>),
    /// All heaps: what is typed of them, without memory.
    Heaps,
    /// A value given by the caller, by its place in the names.
    Given(usize),
}

/// How the elements of a list are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Join {
    /// Words without anything between, numbers with blanks, lists of lists on lines of their own.
    Plain,
    /// Letters and digits without anything between.
    Word,
    /// This between them.
    With(String),
    /// As JSON.
    Json,
}

/// A piece of a template as it is written.
pub(crate) enum Raw {
    Text(String),
    /// What stands between braces.
    Hole(String),
}

/// Takes a template apart: escapes are resolved, holes found.
pub(crate) fn split(template: &str) -> Result<Vec<Raw>, Wrong> {
    let brace = || Wrong::Brace { template: template.to_string() };
    let mut out = Vec::new();
    let mut text = String::new();
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            '{' if chars.peek() == Some(&'{') => {
                chars.next();
                text.push('{');
            }
            '}' if chars.peek() == Some(&'}') => {
                chars.next();
                text.push('}');
            }
            '}' => return Err(brace()),
            '{' => {
                let mut hole = String::new();
                let mut depth = 0;
                loop {
                    match chars.next().ok_or_else(brace)? {
                        '}' if depth == 0 => break,
                        c => {
                            depth += i32::from(c == '{') - i32::from(c == '}');
                            hole.push(c);
                        }
                    }
                }
                if !text.is_empty() {
                    out.push(Raw::Text(std::mem::take(&mut text)));
                }
                out.push(Raw::Hole(hole.trim().to_string()));
            }
            c => text.push(c),
        }
    }
    if !text.is_empty() {
        out.push(Raw::Text(text));
    }
    Ok(out)
}

impl Template {
    /// Reads a template for a game; `names` are values that the caller will give.
    pub fn new(game: &Game, text: &str, names: &[&'static str]) -> Result<Template, Problem> {
        let rules = game.rules();
        let raw = split(text)?;
        let sums = rules.shape.kind == ShapeKind::Heaps
            && raw.iter().any(|r| matches!(r, Raw::Hole(h) if mentions(h, "heaps")));
        let mut pieces = Vec::new();
        for piece in raw {
            pieces.push(match piece {
                Raw::Text(text) => Piece::Text(text),
                Raw::Hole(hole) => {
                    let (expr, join) = format_of(&hole);
                    let what = meaning(rules, &hole, expr, names, sums)?;
                    Piece::Hole { what, join, hole }
                }
            });
        }
        let template = Template { pieces, names: names.len(), text: text.to_string() };
        if template.sums() && template.single() {
            return Err(Wrong::Mixed.into());
        }
        Ok(template)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    fn holes(&self) -> impl Iterator<Item = &What> {
        self.pieces.iter().filter_map(|p| if let Piece::Hole { what, .. } = p { Some(what) } else { None })
    }

    /// What a judge would most likely write for such positions; what is varied comes first.
    pub fn usual(game: &Game, limits: &Limits) -> String {
        let rules = game.rules();
        let mut out = String::new();
        let line = |words: &[String]| format!("{}\\n", words.join(" "));
        let varied = &limits.params;
        let mut params: Vec<String> =
            varied.iter().map(|(i, _)| format!("{{{}}}", rules.params[*i].name)).collect();
        if limits.movers.len() > 1 {
            params.push("{mover}".into());
        }
        if rules.shape.kind == ShapeKind::Heaps {
            let mut head = vec!["{n}".to_string()];
            head.extend(params.clone());
            match rules.shape.fields.as_slice() {
                // Boards in a row could not be told apart: one of them.
                fields if fields.iter().any(|f| f.kind == FieldKind::Grid) => {}
                // Nor could words, of which some may be empty.
                [one] if one.kind == FieldKind::Word => return line(&head) + "{heaps:\\n}\\n",
                _ => return line(&head) + "{heaps}\\n",
            }
        }
        let mut first = params;
        let all = rules.shape.fields.iter().all(|f| f.start.is_some());
        let shown = rules.shape.fields.iter().filter(|f| f.start.is_none() || (all && varied.is_empty()));
        let mut lists = Vec::new();
        for f in shown {
            let name = &f.name;
            match f.kind {
                FieldKind::Number => first.push(format!("{{{name}}}")),
                FieldKind::Word => lists.push(format!("{{{name}}}\\n")),
                FieldKind::Grid => {
                    if f.size.is_empty() {
                        first.push(format!("{{|{name}|}} {{|{name}[1]|}}"));
                    }
                    lists.push(format!("{{{name}}}\\n"));
                }
                _ => {
                    first.push(format!("{{|{name}|}}"));
                    lists.push(format!("{{{name}}}\\n"));
                }
            }
        }
        if !first.is_empty() {
            out.push_str(&line(&first));
        }
        out + &lists.concat()
    }

    /// Does it speak of all heaps?
    pub fn sums(&self) -> bool {
        self.holes().any(|what| match what {
            What::View(view) => view.heaps,
            What::Count(list) => list.is_none(),
            What::Heaps => true,
            What::Given(_) => false,
        })
    }

    /// Does it speak of one part's fields?
    fn single(&self) -> bool {
        self.holes().any(|what| matches!(what, What::View(view) if view.field))
    }

    /// Does it speak of what is remembered during play?
    pub fn tells_memory(&self, game: &Game) -> bool {
        game.rules().shape.fields.iter().any(|f| f.start.is_some() && self.names(&f.name))
    }

    /// Refuses to write positions of which it does not tell all that varies: nobody could answer.
    pub fn tells(&self, game: &Game, limits: &Limits) -> Result<(), Problem> {
        let rules = game.rules();
        let several = limits.varied();
        let varied = |p: usize| several.contains(&p);
        let mut fields = vec![self.holes().any(|w| matches!(w, What::Heaps)); rules.shape.fields.len()];
        let mut params = vec![false; rules.params.len()];
        let mut all = false;
        for what in self.holes() {
            let What::View(view) = what else { continue };
            all |= view.heaps;
            walk_through(rules, [&view.expr], &varied, &mut |x| match x.kind {
                ExprKind::Field(f) => fields[f] = true,
                ExprKind::Param(p) => params[p] = true,
                _ => {}
            });
        }
        // Memory is at its start unless the template speaks of it.
        let memory = self.tells_memory(game);
        let one = |i: usize| {
            limits.fields[i].as_ref().is_some_and(|(lo, hi)| lo == hi) || limits.words[i].len() == 1
        };
        let needed = |i: usize| if rules.shape.fields[i].start.is_some() { memory } else { !one(i) };
        let mut missing: Vec<String> = Vec::new();
        missing.extend(
            (0..params.len()).filter(|p| varied(*p) && !params[*p]).map(|p| rules.params[p].name.clone()),
        );
        let unsaid = (0..fields.len()).filter(|i| !all && needed(*i) && !fields[*i]);
        missing.extend(unsaid.map(|i| rules.shape.fields[i].name.clone()));
        if limits.movers.len() > 1 && !self.names("mover") {
            missing.push("mover".into());
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Wrong::Untold { template: self.text.clone(), missing }.into())
        }
    }

    /// Does a hole name this?
    pub fn names(&self, name: &str) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Hole { hole, .. } if mentions(hole, name)))
    }

    /// The text of a position; `given` are the values of the names, in order.
    pub fn render(&self, game: &Game, position: &Position, given: &[Value]) -> Result<String, Problem> {
        let mut out = String::new();
        for piece in &self.pieces {
            let (what, join) = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Hole { what, join, .. } => (what, join.as_ref()),
            };
            let value = match what {
                What::Given(i) => given.get(*i).cloned().unwrap_or(Value::Int(0)),
                What::Count(None) => Value::Int(position.parts.len() as i64),
                What::Count(Some(field)) => {
                    let list = position.parts.first().and_then(|p| p.get(*field));
                    Value::Int(list.map_or(0, length) as i64)
                }
                What::Heaps => typed(game, position),
                What::View(view) => {
                    let more = &given[..given.len().min(self.names)];
                    let value = game.interp().eval_view(view, position, more);
                    value.map_err(|e| Problem::run(e, game.sources()))?
                }
            };
            let word = matches!(what, What::View(View { expr, .. }) if is_word(game.rules(), expr));
            write_value(&mut out, &value, join.unwrap_or(if word { &Join::Word } else { &Join::Plain }));
        }
        Ok(out)
    }
}

/// What an expression of a hole means.
fn meaning(
    rules: &Rules,
    hole: &str,
    expr: &str,
    names: &[&'static str],
    sums: bool,
) -> Result<What, Problem> {
    // The number of a case gives way to a field or parameter of that name.
    if let Some(i) = names.iter().position(|n| *n == expr)
        && !(expr == "i" && own(rules, "i"))
    {
        return Ok(What::Given(i));
    }
    if counts(rules, expr, sums) {
        return counted(rules).map(What::Count).ok_or_else(|| {
            let fields = rules.shape.fields.iter().map(|f| f.name.clone());
            let known = fields.chain(rules.params.iter().map(|p| p.name.clone())).collect();
            Wrong::NothingToCount { known }.into()
        });
    }
    if expr == "heaps" && rules.shape.kind == ShapeKind::Heaps {
        return Ok(What::Heaps);
    }
    // A variable of the expression hides a name of ours.
    let free: Vec<&str> = names.iter().map(|n| if binds(expr, n) { "" } else { *n }).collect();
    let view = view(rules, expr, &free).map_err(|e| Wrong::Hole {
        hole: hole.to_string(),
        why: [Lang::En, Lang::Zh].map(|l| match e.help(l) {
            Some(help) => format!("{} {help}", e.message(l)),
            None => e.message(l),
        }),
    })?;
    Ok(What::View(view))
}

/// Has the game a field or a parameter of this name?
fn own(rules: &Rules, name: &str) -> bool {
    rules.shape.fields.iter().any(|f| f.name == name) || rules.params.iter().any(|p| p.name == name)
}

/// Does a name count heaps or elements? `n` does so where all heaps are written, even if a field has that name.
pub(crate) fn counts(rules: &Rules, name: &str, sums: bool) -> bool {
    name == "n" && (sums || !own(rules, "n")) || name == "count" && !own(rules, "count")
}

/// What it counts: heaps, or the elements of a field. Several lists of which one counts as well as another, as those of
/// equal lengths do: the first. `None` where there is nothing to count.
pub(crate) fn counted(rules: &Rules) -> Option<Option<usize>> {
    if rules.shape.kind == ShapeKind::Heaps {
        return Some(None);
    }
    rules.shape.fields.iter().position(|f| f.start.is_none() && f.kind != FieldKind::Number).map(Some)
}

fn is_word(rules: &Rules, e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Field(f) if rules.shape.fields[f].kind == FieldKind::Word)
}

/// The heaps of a position as they are typed: values of one field, or lists of several.
fn typed(game: &Game, position: &Position) -> Value {
    let fields = &game.rules().shape.fields;
    let part = |part: &Part| {
        let values = fields.iter().zip(part.iter()).filter(|(f, _)| f.start.is_none());
        let mut values: Vec<Value> = values.map(|(_, v)| v.clone()).collect();
        if values.len() == 1 { values.remove(0) } else { Value::list(values) }
    };
    Value::list(position.parts.iter().map(part).collect())
}

/// How many elements a value has.
pub fn length(v: &Value) -> usize {
    match v {
        Value::List(items) | Value::Set(items) => items.len(),
        Value::Text(t) => t.chars().count(),
        _ => 1,
    }
}

/// Does a word occur as such?
fn mentions(hole: &str, name: &str) -> bool {
    hole.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == name)
}

/// Does an expression bind this name, as in `for i in …`?
fn binds(expr: &str, name: &str) -> bool {
    let words: Vec<&str> =
        expr.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    words.windows(2).any(|pair| pair[0] == name && pair[1] == "in")
}

/// The expression of a hole and how its lists are joined. A colon separates them where it stands outside brackets.
fn format_of(hole: &str) -> (&str, Option<Join>) {
    let mut depth = 0;
    for (i, c) in hole.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if c == ':' && depth == 0 {
            let join = match &hole[i + 1..] {
                "json" => Join::Json,
                "word" => Join::Word,
                with => Join::With(with.replace("\\n", "\n").replace("\\t", "\t")),
            };
            return (hole[..i].trim(), Some(join));
        }
    }
    (hole, None)
}

fn write_value(out: &mut String, v: &Value, join: &Join) {
    match v {
        Value::Text(t) if matches!(join, Join::Json) => {
            out.push_str(&serde_json::Value::from(&**t).to_string());
        }
        Value::Text(t) => out.push_str(t),
        Value::List(items) | Value::Set(items) => write_list(out, items, join),
        Value::Graph(g) => write_graph(out, g),
        other => {
            let _ = write!(out, "{other}");
        }
    }
}

fn write_list(out: &mut String, items: &[Value], join: &Join) {
    if let Join::Json = join {
        out.push('[');
        for (i, v) in items.iter().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            write_value(out, v, join);
        }
        out.push(']');
        return;
    }
    let nested = items.iter().any(|v| matches!(v, Value::List(_) | Value::Set(_)));
    let letters =
        !items.is_empty() && items.iter().all(|v| matches!(v, Value::Text(t) if t.chars().count() == 1));
    let between = match join {
        _ if nested => "\n",
        Join::Word => "",
        Join::With(text) => text,
        Join::Plain | Join::Json if letters => "",
        Join::Plain | Join::Json => " ",
    };
    for (i, v) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        write_value(out, v, join);
    }
}

/// Number of nodes and of edges, then an edge a line, as judges write graphs.
fn write_graph(out: &mut String, g: &bouton::language::graph::Graph) {
    let mut edges = Vec::new();
    for from in 0..g.len() {
        for to in g.near(from) {
            edges.push((g.node(from), g.node(*to as usize)));
        }
    }
    let _ = write!(out, "{} {}", g.len(), edges.len());
    for (from, to) in edges {
        out.push('\n');
        write_value(out, &from, &Join::Plain);
        out.push(' ');
        write_value(out, &to, &Join::Plain);
    }
}

/// How the cases of one run are put together: `{t}\n{cases}`.
#[derive(Clone, Debug)]
pub struct Batch {
    slots: Vec<Slot>,
}

/// A piece of what stands around the cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Text.
    Text(String),
    /// How many cases there are.
    Count,
    /// The cases.
    Cases,
}

impl Batch {
    /// Reads such a template.
    pub fn new(text: &str) -> Result<Batch, Problem> {
        let wrong = || Wrong::Cases { template: text.to_string() };
        let mut slots = Vec::new();
        for piece in split(text)? {
            slots.push(match piece {
                Raw::Text(text) => Slot::Text(text),
                Raw::Hole(h) if h == "t" || h == "T" => Slot::Count,
                Raw::Hole(h) if h == "cases" => Slot::Cases,
                Raw::Hole(_) => return Err(wrong().into()),
            });
        }
        let cases = slots.iter().filter(|p| **p == Slot::Cases).count();
        if cases == 1 { Ok(Batch { slots }) } else { Err(wrong().into()) }
    }

    /// Cases one after the other, with nothing around them.
    pub fn bare() -> Batch {
        Batch { slots: vec![Slot::Cases] }
    }

    /// Its pieces.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The input of one run.
    pub fn join(&self, cases: &[String]) -> String {
        let mut out = String::new();
        for slot in &self.slots {
            match slot {
                Slot::Text(text) => out.push_str(text),
                Slot::Count => out.push_str(&cases.len().to_string()),
                Slot::Cases => cases.iter().for_each(|case| {
                    out.push_str(case);
                    out.push_str(if case.ends_with('\n') { "" } else { "\n" });
                }),
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }
}
