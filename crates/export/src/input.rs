//! The judge's input: a template that is read instead of written.
//!
//! Holes that are fields, parameters, heaps, or the lengths of lists can be read; an expression cannot be undone.

use crate::ir::{Batch, E, Form, Length, Read, Target};
use crate::wrong::{Hole, Wrong};
use bouton::{Game, Problem};
use bouton_contest::limits::Limits;
use bouton_contest::template::{Join, Raw, Template, format_of, split};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::rules::{Field, Rules};
use bouton_language::value::Value;

/// How a case is read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) template: String,
    pub(crate) reads: Vec<Read>,
    /// Parameters that come with every case.
    pub(crate) params: Vec<usize>,
    /// Fields that come with every case.
    pub(crate) fields: Vec<usize>,
    /// The template speaks of all heaps.
    pub(crate) sums: bool,
    pub(crate) batch: Batch,
    /// The template as it stands: text, and holes with what is read and what stands between elements.
    pub(crate) written: Vec<Written>,
}

/// A piece of a template as it stands.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    Text(String),
    Hole(Read, String),
}

/// What a hole of the template is.
enum Meaning {
    Field(usize),
    Param(usize),
    Heaps,
    /// The number of heaps.
    CountHeaps,
    /// The length of a list: a field, or a parameter; the second is the columns of a board.
    Count(Target, bool),
    Skip,
    Mover,
}

struct Reader<'g> {
    rules: &'g Rules,
    game: &'g Game,
    counted: Vec<(Target, bool)>,
    heaps_counted: bool,
}

impl Input {
    /// Reads a template; the usual one where none is given.
    pub(crate) fn new(game: &Game, template: Option<&str>, cases: Option<&str>) -> Result<Input, Problem> {
        let text = template.map_or_else(|| Template::usual(game, &Limits::none(game)), str::to_string);
        // What is no template at all is said in the words of the contest room.
        Template::new(game, &text, &bouton_contest::answers::INPUT_NAMES)?;
        let raw = split(&text)?;
        let rules: &Rules = game.rules();
        let sums = rules.shape.kind == ShapeKind::Heaps
            && raw.iter().any(|r| matches!(r, Raw::Hole(h) if format_of(h).0 == "heaps"));
        let mut reader = Reader { rules, game, counted: Vec::new(), heaps_counted: false };
        let mut input = Input {
            template: text.clone(),
            reads: Vec::new(),
            params: Vec::new(),
            fields: Vec::new(),
            sums,
            batch: Batch::default(),
            written: Vec::new(),
        };
        for (at, piece) in raw.iter().enumerate() {
            if let Raw::Text(text) = piece {
                input.written.push(Written::Text(text.clone()));
            }
            match piece {
                Raw::Text(text) if text.trim().is_empty() => {}
                Raw::Text(text) => input.reads.push(Read::Expect(text.trim().to_string())),
                Raw::Hole(hole) => {
                    let before = at.checked_sub(1).map(|i| &raw[i]);
                    let own_line = starts_line(before) && ends_line(raw.get(at + 1));
                    let end_of_line = ends_line(raw.get(at + 1));
                    let blank_after = match raw.get(at + 1) {
                        None => true,
                        Some(Raw::Text(t)) => t.starts_with(char::is_whitespace),
                        Some(Raw::Hole(_)) => false,
                    };
                    let read = reader.hole(hole, sums, own_line, end_of_line, blank_after, &mut input)?;
                    let between = match format_of(hole).1 {
                        Some(Join::With(text)) => text,
                        _ => " ".to_string(),
                    };
                    input.written.push(Written::Hole(read.clone(), between));
                    // What has a line of its own begins after the line before.
                    if own_line
                        && by_line(&read)
                        && !input.reads.is_empty()
                        && !ends_by_line(input.reads.last())
                    {
                        input.reads.push(Read::NewLine);
                    }
                    input.reads.push(read);
                }
            }
        }
        for (i, f) in rules.shape.fields.iter().enumerate() {
            if f.start.is_none() && !input.fields.contains(&i) {
                return Err(Wrong::Missing { field: f.name.clone() }.into());
            }
        }
        input.batch = batch(cases, input.reads.first().is_some_and(by_line))?;
        if input.batch.by_line && !ends_by_line(input.reads.last()) {
            input.reads.push(Read::NewLine);
        }
        Ok(input)
    }
}

/// Does a piece of text end with a line break, so that a line begins behind it?
fn starts_line(before: Option<&Raw>) -> bool {
    match before {
        None => true,
        Some(Raw::Text(t)) => t.trim_end_matches([' ', '\t']).ends_with('\n'),
        Some(Raw::Hole(_)) => false,
    }
}

fn ends_line(after: Option<&Raw>) -> bool {
    match after {
        None => true,
        Some(Raw::Text(t)) => t.trim_start_matches([' ', '\t']).starts_with('\n'),
        Some(Raw::Hole(_)) => false,
    }
}

/// Is it read as a whole line?
fn by_line(read: &Read) -> bool {
    match read {
        Read::Word(_, own) => *own,
        Read::Items(_, Length::Line, _) | Read::Heaps(Length::Line, ..) | Read::Heaps(_, _, true) => true,
        _ => false,
    }
}

fn ends_by_line(read: Option<&Read>) -> bool {
    read.is_some_and(|r| by_line(r) || *r == Read::NewLine)
}

fn batch(cases: Option<&str>, by_line: bool) -> Result<Batch, Problem> {
    let mut out = Batch { by_line, ..Batch::default() };
    let Some(text) = cases else { return Ok(out) };
    bouton_contest::template::Batch::new(text)?;
    let mut before = true;
    for piece in split(text)? {
        match piece {
            Raw::Hole(h) if h == "cases" => before = false,
            Raw::Hole(_) if before => out.before.push(None),
            Raw::Hole(h) => return Err(Wrong::Unreadable { hole: h, why: Hole::Length }.into()),
            Raw::Text(t) if t.trim().is_empty() => {}
            Raw::Text(t) if before => out.before.push(Some(t.trim().to_string())),
            Raw::Text(t) => {
                let words: Vec<&str> = t.split_whitespace().collect();
                out.after = words.join(" ");
            }
        }
    }
    Ok(out)
}

impl Reader<'_> {
    fn hole(
        &mut self,
        hole: &str,
        sums: bool,
        own_line: bool,
        end_of_line: bool,
        blank_after: bool,
        input: &mut Input,
    ) -> Result<Read, Problem> {
        let wrong = |why: Hole| Problem::from(Wrong::Unreadable { hole: hole.to_string(), why });
        let (expr, join) = format_of(hole);
        if join == Some(Join::Json) {
            return Err(wrong(Hole::Json));
        }
        let meaning = self.meaning(expr, sums).ok_or_else(|| wrong(Hole::Expression))?;
        let target = match meaning {
            Meaning::Skip => return Ok(Read::Skip),
            Meaning::Mover => return Ok(Read::Mover),
            Meaning::CountHeaps => {
                self.heaps_counted = true;
                return Ok(Read::Count("count".into()));
            }
            Meaning::Count(target, columns) => {
                self.counted.push((target, columns));
                return Ok(Read::Count(count_name(target, columns)));
            }
            Meaning::Heaps => {
                // Memory is not typed: it holds its starts.
                let fields = self.rules.shape.fields.iter().enumerate();
                input.fields.extend(fields.filter(|(_, f)| f.start.is_none()).map(|(i, _)| i));
                let length = match (self.heaps_counted, end_of_line) {
                    (true, _) => Length::Var("count".into()),
                    (false, true) => Length::Line,
                    (false, false) => return Err(wrong(Hole::Length)),
                };
                return self.heaps(length, join).map_err(wrong);
            }
            Meaning::Field(f) => {
                input.fields.push(f);
                Target::Field(f)
            }
            Meaning::Param(p) => {
                input.params.push(p);
                Target::Param(p)
            }
        };
        self.value(target, join, own_line, end_of_line, blank_after).map_err(wrong)
    }

    fn meaning(&self, expr: &str, sums: bool) -> Option<Meaning> {
        let fields = &self.rules.shape.fields;
        let field = |name: &str| fields.iter().position(|f| f.name == name);
        let param = |name: &str| self.rules.params.iter().position(|p| p.name == name);
        let heaps = self.rules.shape.kind == ShapeKind::Heaps;
        if expr == "i" && field("i").is_none() && param("i").is_none() {
            return Some(Meaning::Skip);
        }
        if expr == "mover" {
            return Some(Meaning::Mover);
        }
        let own = |name: &str| field(name).is_some() || param(name).is_some();
        if expr == "n" && (sums || !own("n")) || expr == "count" && !own("count") {
            if heaps {
                return Some(Meaning::CountHeaps);
            }
            let list = fields.iter().position(|f| f.start.is_none() && f.kind != FieldKind::Number)?;
            return Some(Meaning::Count(Target::Field(list), false));
        }
        if heaps && expr == "heaps" {
            return Some(Meaning::Heaps);
        }
        if let Some(inner) = expr.strip_prefix('|').and_then(|e| e.strip_suffix('|')) {
            let inner = inner.trim();
            if heaps && inner == "heaps" {
                return Some(Meaning::CountHeaps);
            }
            let (name, columns) = match inner.strip_suffix("[1]") {
                Some(name) => (name.trim(), true),
                None => (inner, false),
            };
            let list = |f: &usize| fields[*f].kind != FieldKind::Number;
            return match (field(name).filter(list), param(name)) {
                (Some(f), _) => Some(Meaning::Count(Target::Field(f), columns)),
                (None, Some(p)) if !columns => Some(Meaning::Count(Target::Param(p), false)),
                _ => None,
            };
        }
        field(expr).map(Meaning::Field).or_else(|| param(expr).map(Meaning::Param))
    }

    /// One field or parameter.
    fn value(
        &self,
        target: Target,
        join: Option<Join>,
        own_line: bool,
        end_of_line: bool,
        blank_after: bool,
    ) -> Result<Read, Hole> {
        let length = |columns: bool| {
            self.counted.contains(&(target, columns)).then(|| Length::Var(count_name(target, columns)))
        };
        match target {
            Target::Field(f) => {
                let field = &self.rules.shape.fields[f];
                match field.kind {
                    FieldKind::Number if blank_after || self.is_number(f) => Ok(Read::Field(f)),
                    FieldKind::Number => Err(Hole::Runs),
                    FieldKind::Word if own_line || blank_after => Ok(Read::Word(target, own_line)),
                    FieldKind::Word => Err(Hole::Runs),
                    FieldKind::Grid => {
                        let fixed = self.game.interp().sizes(f).filter(|s| !s.is_empty());
                        let size = |k: usize| {
                            let sizes = fixed?;
                            let v = sizes.get(k).or(sizes.first())?.as_int()?;
                            Some(Length::Fixed(E::int(v)))
                        };
                        let rows = length(false).or_else(|| size(0)).ok_or(Hole::Length)?;
                        let form = self.form(Some(f), join);
                        let columns = length(true).or_else(|| size(1));
                        // A row of letters ends where its letters do.
                        let columns = columns.or_else(|| (form == Form::Letters).then_some(Length::Line));
                        Ok(Read::Board(f, rows, columns.ok_or(Hole::Length)?, form))
                    }
                    _ => {
                        let form = self.form(Some(f), join);
                        if form == Form::Letters && (own_line || blank_after) {
                            return Ok(Read::Word(target, own_line));
                        }
                        let fixed = self.game.interp().sizes(f).and_then(|s| s.first()?.as_int());
                        let fixed = fixed.filter(|_| field.kind == FieldKind::Row);
                        let length = length(false).or_else(|| Some(Length::Fixed(E::int(fixed?))));
                        let length = length.or_else(|| end_of_line.then_some(Length::Line));
                        Ok(Read::Items(target, length.ok_or(Hole::Length)?, form))
                    }
                }
            }
            Target::Param(p) => match self.game.interp().params().get(p) {
                Some(Value::List(_) | Value::Set(_)) => {
                    let form = self.form(None, join);
                    let length = length(false).or_else(|| end_of_line.then_some(Length::Line));
                    Ok(Read::Items(target, length.ok_or(Hole::Length)?, form))
                }
                Some(Value::Graph(_)) => Ok(Read::Graph(p)),
                Some(Value::Known(_)) | None => Err(Hole::Expression),
                Some(Value::Text(_)) => Ok(Read::Word(target, own_line)),
                Some(_) => Ok(Read::Param(p)),
            },
        }
    }

    fn is_number(&self, f: usize) -> bool {
        self.game.interp().members(f).is_none()
    }

    fn form(&self, field: Option<usize>, join: Option<Join>) -> Form {
        let letters = field.is_some_and(|f| match self.game.interp().members(f) {
            Some(Value::Text(_)) => true,
            Some(Value::Set(all) | Value::List(all)) => {
                all.iter().all(|v| matches!(v, Value::Text(t) if t.chars().count() == 1))
            }
            _ => false,
        });
        match join {
            Some(Join::With(text)) if text.trim().is_empty() && !text.is_empty() => Form::Blanks,
            Some(Join::With(text)) if text.is_empty() => Form::Letters,
            Some(Join::With(text)) => Form::Between(text.trim().to_string()),
            Some(Join::Word) => Form::Letters,
            _ if letters => Form::Letters,
            _ => Form::Blanks,
        }
    }

    fn heaps(&self, length: Length, join: Option<Join>) -> Result<Read, Hole> {
        let fields = &self.rules.shape.fields;
        let lines = matches!(&join, Some(Join::With(text)) if text.contains('\n'));
        let typed: Vec<&Field> = fields.iter().filter(|f| f.start.is_none()).collect();
        match typed.as_slice() {
            [one] if fields.len() == 1 => match one.kind {
                FieldKind::Number => Ok(Read::Heaps(length, self.form(Some(0), join), false)),
                FieldKind::Grid => Err(Hole::Runs),
                FieldKind::Word if one.ty == bouton_language::rules::Type::Text => match (&length, lines) {
                    (Length::Var(_), true) => Ok(Read::Heaps(length, Form::Letters, true)),
                    _ => Err(Hole::Runs),
                },
                _ if length == Length::Line => Err(Hole::Length),
                _ => Ok(Read::Heaps(length, self.form(Some(0), join.filter(|_| !lines)), true)),
            },
            several => {
                let plain = several.iter().all(|f| f.kind == FieldKind::Number);
                if !plain {
                    return Err(Hole::Runs);
                }
                if length == Length::Line {
                    return Err(Hole::Length);
                }
                match self.form(None, join) {
                    Form::Blanks => Ok(Read::Heaps(length, Form::Blanks, false)),
                    _ => Err(Hole::Runs),
                }
            }
        }
    }
}

/// The variable that holds a length.
pub(crate) fn count_name(target: Target, columns: bool) -> String {
    let (kind, i) = match target {
        Target::Field(i) => ("size", i),
        Target::Param(i) => ("given", i),
    };
    format!("{}{}", if columns { "columns" } else { kind }, i + 1)
}
