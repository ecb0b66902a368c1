//! The judge's input: a template that is read instead of written.
//!
//! Holes that are fields, parameters, heaps, or the lengths of lists can be read; an expression cannot be undone.

use crate::Task;
use crate::template::{Join, Piece, Slot, What};
use crate::wrong::{Unread, Wrong};
use bouton::language::ast::FieldKind;
use bouton::language::rules::{Expr, ExprKind, Field, Rules, Type};
use bouton::language::value::Value;
use bouton::{Game, Problem};

/// How one value is read.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// Text that stands between values and is no blank.
    Expect(String),
    /// A number, a word, yes or no, into a field.
    Field(usize),
    /// The same into a parameter.
    Param(usize),
    /// A number that says how many elements a list has (or rows, or columns).
    Count(String),
    /// A number that is not needed.
    Skip,
    /// The rest of the line, before something that has a line of its own.
    NewLine,
    /// Who moves: 1 or 2.
    Mover,
    /// All heaps: how many, how their numbers are written, and whether each has a line of its own.
    Heaps(Length, Form, bool),
    /// The elements of a list, set or bag.
    Items(Target, Length, Form),
    /// The rows of a board.
    Board(usize, Length, Length, Form),
    /// A word: a field over letters or digits. `true` where it has a line of its own.
    Word(Target, bool),
    /// A graph: nodes, edges, then the edges.
    Graph(usize),
}

/// Where elements go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A field.
    Field(usize),
    /// A parameter.
    Param(usize),
}

/// How many elements there are.
#[derive(Clone, Debug, PartialEq)]
pub enum Length {
    /// As many as the line holds.
    Line,
    /// As many as this variable says.
    Var(String),
    /// A fixed number.
    Fixed(i64),
}

/// How elements are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// With blanks between.
    Blanks,
    /// With this between.
    Between(String),
    /// One letter or digit each, with nothing between.
    Letters,
}

/// How the cases of one input are put together.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Around {
    /// Read before the first case: text to pass over, and `None` for the number of cases.
    pub before: Vec<Option<String>>,
    /// Text that ends the input.
    pub after: String,
    /// A case begins with something that may be an empty line.
    pub by_line: bool,
}

impl Around {
    /// Does the input say how many cases there are?
    pub fn counted(&self) -> bool {
        self.before.iter().any(Option::is_none)
    }
}

/// How a case is read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The template.
    pub template: String,
    /// What is read, one after the other.
    pub reads: Vec<Read>,
    /// Parameters that come with every case.
    pub params: Vec<usize>,
    /// Fields that come with every case.
    pub fields: Vec<usize>,
    /// The template speaks of all heaps.
    pub sums: bool,
    /// How cases are put together.
    pub around: Around,
    /// The template as it stands.
    pub written: Vec<Written>,
}

/// A piece of a template as it stands.
#[derive(Clone, Debug)]
pub enum Written {
    /// Text.
    Text(String),
    /// A hole: what is read, and what stands between elements.
    Hole(Read, String),
}

/// What a hole of the template is.
enum Meaning {
    Value(Target),
    Heaps,
    CountHeaps,
    /// The length of a list: a field, or a parameter; the second is the columns of a board.
    Count(Target, bool),
    Skip,
    Mover,
}

/// Where a hole stands.
#[derive(Clone, Copy)]
struct Place {
    own_line: bool,
    end_of_line: bool,
    blank_after: bool,
}

struct Reader<'g> {
    rules: &'g Rules,
    game: &'g Game,
    counted: Vec<(Target, bool)>,
    heaps_counted: bool,
}

impl Input {
    /// Turns the template of a problem round.
    pub fn new(task: &Task) -> Result<Input, Problem> {
        let template = task.template()?;
        let pieces = template.pieces();
        let rules: &Rules = task.game.rules();
        let mut reader = Reader { rules, game: &task.game, counted: Vec::new(), heaps_counted: false };
        let mut input = Input {
            template: template.text().to_string(),
            reads: Vec::new(),
            params: Vec::new(),
            fields: Vec::new(),
            sums: pieces.iter().any(|p| matches!(p, Piece::Hole { what: What::Heaps, .. })),
            around: Around::default(),
            written: Vec::new(),
        };
        for (at, piece) in pieces.iter().enumerate() {
            let (hole, what, join) = match piece {
                Piece::Text(text) => {
                    input.written.push(Written::Text(text.clone()));
                    let expected = Some(text.trim().to_string()).filter(|t| !t.is_empty());
                    input.reads.extend(expected.map(Read::Expect));
                    continue;
                }
                Piece::Hole { hole, what, join } => (hole, what, join.clone()),
            };
            let place = Place::new(at.checked_sub(1).map(|i| &pieces[i]), pieces.get(at + 1));
            let between = match &join {
                Some(Join::With(text)) => text.clone(),
                _ => " ".to_string(),
            };
            let read = reader.hole(what, join, place, &mut input);
            let read = read.map_err(|why| Wrong::Unreadable { hole: hole.clone(), why })?;
            input.written.push(Written::Hole(read.clone(), between));
            // What has a line of its own begins after the line before.
            let begun = input.reads.is_empty() || ends_by_line(input.reads.last());
            if place.own_line && by_line(&read) && !begun {
                input.reads.push(Read::NewLine);
            }
            input.reads.push(read);
        }
        for (i, f) in rules.shape.fields.iter().enumerate() {
            if f.start.is_none() && !input.fields.contains(&i) {
                return Err(Wrong::Missing { field: f.name.clone() }.into());
            }
        }
        input.around = around(task, input.reads.first().is_some_and(by_line))?;
        if input.around.by_line && !ends_by_line(input.reads.last()) {
            input.reads.push(Read::NewLine);
        }
        Ok(input)
    }
}

impl Place {
    fn new(before: Option<&Piece>, after: Option<&Piece>) -> Place {
        let begins = match before {
            None => true,
            Some(Piece::Text(t)) => t.trim_end_matches([' ', '\t']).ends_with('\n'),
            Some(Piece::Hole { .. }) => false,
        };
        let (end_of_line, blank_after) = match after {
            None => (true, true),
            Some(Piece::Text(t)) => {
                (t.trim_start_matches([' ', '\t']).starts_with('\n'), t.starts_with(char::is_whitespace))
            }
            Some(Piece::Hole { .. }) => (false, false),
        };
        Place { own_line: begins && end_of_line, end_of_line, blank_after }
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

/// How the cases of an input are put together.
fn around(task: &Task, by_line: bool) -> Result<Around, Problem> {
    let mut out = Around { by_line, ..Around::default() };
    let Some(batch) = task.batch()? else { return Ok(out) };
    let mut before = true;
    for slot in batch.slots() {
        match slot {
            Slot::Cases => before = false,
            Slot::Count if before => out.before.push(None),
            Slot::Count => {
                return Err(Wrong::Unreadable { hole: "t".into(), why: Unread::Length }.into());
            }
            Slot::Text(t) if t.trim().is_empty() => {}
            Slot::Text(t) if before => out.before.push(Some(t.trim().to_string())),
            Slot::Text(t) => out.after = t.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
    Ok(out)
}

impl Reader<'_> {
    fn hole(
        &mut self,
        what: &What,
        join: Option<Join>,
        place: Place,
        input: &mut Input,
    ) -> Result<Read, Unread> {
        if join == Some(Join::Json) {
            return Err(Unread::Json);
        }
        Ok(match self.meaning(what).ok_or(Unread::Expression)? {
            Meaning::Skip => Read::Skip,
            Meaning::Mover => Read::Mover,
            Meaning::CountHeaps => {
                self.heaps_counted = true;
                Read::Count("count".into())
            }
            Meaning::Count(target, columns) => {
                self.counted.push((target, columns));
                Read::Count(count_name(target, columns))
            }
            Meaning::Heaps => {
                // Memory is not typed: it holds its starts.
                let fields = self.rules.shape.fields.iter().enumerate();
                input.fields.extend(fields.filter(|(_, f)| f.start.is_none()).map(|(i, _)| i));
                let length = match (self.heaps_counted, place.end_of_line) {
                    (true, _) => Length::Var("count".into()),
                    (false, true) => Length::Line,
                    (false, false) => return Err(Unread::Length),
                };
                self.heaps(length, join)?
            }
            Meaning::Value(target) => {
                match target {
                    Target::Field(f) => input.fields.push(f),
                    Target::Param(p) => input.params.push(p),
                }
                self.value(target, join, place)?
            }
        })
    }

    fn meaning(&self, what: &What) -> Option<Meaning> {
        let target = |e: &Expr| match e.kind {
            ExprKind::Field(f) => Some(Target::Field(f)),
            ExprKind::Param(p) => Some(Target::Param(p)),
            _ => None,
        };
        let list = |t: &Target| !matches!(t, Target::Field(f) if self.rules.shape.fields[*f].kind == FieldKind::Number);
        let first = |places: &[Expr]| matches!(places, [Expr { kind: ExprKind::Const(Value::Int(1)), .. }]);
        let view = match what {
            What::Given(0) => return Some(Meaning::Skip),
            What::Given(_) => return Some(Meaning::Mover),
            What::Heaps => return Some(Meaning::Heaps),
            What::Count(None) => return Some(Meaning::CountHeaps),
            What::Count(Some(list)) => return Some(Meaning::Count(Target::Field(*list), false)),
            What::View(view) => view,
        };
        let ExprKind::Size(of) = &view.expr.kind else { return target(&view.expr).map(Meaning::Value) };
        match &of.kind {
            ExprKind::Heaps => Some(Meaning::CountHeaps),
            ExprKind::Index(board, places) if first(places) => match target(board)? {
                Target::Field(f) => Some(Meaning::Count(Target::Field(f), true)),
                Target::Param(_) => None,
            },
            _ => target(of).filter(list).map(|t| Meaning::Count(t, false)),
        }
    }

    /// One field or parameter.
    fn value(&self, target: Target, join: Option<Join>, place: Place) -> Result<Read, Unread> {
        let Place { own_line, end_of_line, blank_after } = place;
        let length = |columns: bool| {
            self.counted.contains(&(target, columns)).then(|| Length::Var(count_name(target, columns)))
        };
        match target {
            Target::Field(f) => {
                let field = &self.rules.shape.fields[f];
                match field.kind {
                    FieldKind::Number if blank_after || self.is_number(f) => Ok(Read::Field(f)),
                    FieldKind::Number => Err(Unread::Runs),
                    FieldKind::Word if own_line || blank_after => Ok(Read::Word(target, own_line)),
                    FieldKind::Word => Err(Unread::Runs),
                    FieldKind::Grid => {
                        let fixed = self.game.interp().sizes(f).filter(|s| !s.is_empty());
                        let size = |k: usize| {
                            let sizes = fixed?;
                            let v = sizes.get(k).or(sizes.first())?.as_int()?;
                            Some(Length::Fixed(v))
                        };
                        let rows = length(false).or_else(|| size(0)).ok_or(Unread::Length)?;
                        let form = self.form(Some(f), join);
                        let columns = length(true).or_else(|| size(1));
                        // A row of letters ends where its letters do.
                        let columns = columns.or_else(|| (form == Form::Letters).then_some(Length::Line));
                        Ok(Read::Board(f, rows, columns.ok_or(Unread::Length)?, form))
                    }
                    _ => {
                        let form = self.form(Some(f), join);
                        if form == Form::Letters && (own_line || blank_after) {
                            return Ok(Read::Word(target, own_line));
                        }
                        let fixed = self.game.interp().sizes(f).and_then(|s| s.first()?.as_int());
                        let fixed = fixed.filter(|_| field.kind == FieldKind::Row);
                        let length = length(false).or_else(|| Some(Length::Fixed(fixed?)));
                        let length = length.or_else(|| end_of_line.then_some(Length::Line));
                        Ok(Read::Items(target, length.ok_or(Unread::Length)?, form))
                    }
                }
            }
            Target::Param(p) => match self.game.interp().params().get(p) {
                Some(Value::List(_) | Value::Set(_)) => {
                    let form = self.form(None, join);
                    let length = length(false).or_else(|| end_of_line.then_some(Length::Line));
                    Ok(Read::Items(target, length.ok_or(Unread::Length)?, form))
                }
                Some(Value::Graph(_)) => Ok(Read::Graph(p)),
                Some(Value::Known(_)) | None => Err(Unread::Expression),
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

    fn heaps(&self, length: Length, join: Option<Join>) -> Result<Read, Unread> {
        let fields = &self.rules.shape.fields;
        let lines = matches!(&join, Some(Join::With(text)) if text.contains('\n'));
        let typed: Vec<&Field> = fields.iter().filter(|f| f.start.is_none()).collect();
        match typed.as_slice() {
            [one] if fields.len() == 1 => match one.kind {
                FieldKind::Number => Ok(Read::Heaps(length, self.form(Some(0), join), false)),
                FieldKind::Grid => Err(Unread::Runs),
                FieldKind::Word if one.ty == Type::Text => match (&length, lines) {
                    (Length::Var(_), true) => Ok(Read::Heaps(length, Form::Letters, true)),
                    _ => Err(Unread::Runs),
                },
                _ if length == Length::Line => Err(Unread::Length),
                _ => Ok(Read::Heaps(length, self.form(Some(0), join.filter(|_| !lines)), true)),
            },
            several => {
                let plain = several.iter().all(|f| f.kind == FieldKind::Number);
                if !plain {
                    return Err(Unread::Runs);
                }
                if length == Length::Line {
                    return Err(Unread::Length);
                }
                match self.form(None, join) {
                    Form::Blanks => Ok(Read::Heaps(length, Form::Blanks, false)),
                    _ => Err(Unread::Runs),
                }
            }
        }
    }
}

/// The variable that holds a length.
fn count_name(target: Target, columns: bool) -> String {
    let (kind, i) = match target {
        Target::Field(i) => ("size", i),
        Target::Param(i) => ("given", i),
    };
    format!("{}{}", if columns { "columns" } else { kind }, i + 1)
}
