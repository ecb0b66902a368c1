//! A judge's input as it stands: the template of an exported program, followed over a text. What the program would read,
//! is read here into cases.

use crate::Task;
use crate::case::{Case, Origin};
use crate::input::{Form, Input, Length, Read, Target};
use crate::wrong::Wrong;
use bouton::language::NoLoader;
use bouton::language::ast::FieldKind;
use bouton::language::diagnostic::{Lang, Wording};
use bouton::language::interp::Position;
use bouton::language::position::read_value;
use bouton::language::rules::Type;
use bouton::language::value::Value;
use bouton::{Game, Problem};
use num_bigint::BigInt;
use std::collections::HashMap;

/// Cases of one input, at most: a number of cases that was misread is not believed.
const MOST: usize = 1_000_000;

/// The cases of an input; without a way to put them together, one follows another to the end.
pub fn read(task: &Task, text: &str) -> Result<Vec<Case>, Problem> {
    let input = Input::new(task)?;
    let mut reader = Reader { game: &task.game, text, at: 0, case: 0 };
    let mut left: Option<usize> = None;
    for piece in &input.around.before {
        match piece {
            None => left = Some(reader.size()?),
            Some(text) => reader.expect(text)?,
        }
    }
    if left.is_some() && input.around.by_line {
        reader.line();
    }
    let mut out = Vec::new();
    loop {
        let over = match left {
            Some(n) => out.len() >= n,
            None => reader.ended(input.around.by_line) || reader.stands(&input.around.after),
        };
        if over || out.len() >= MOST {
            return Ok(out);
        }
        reader.case = out.len() + 1;
        out.push(reader.one(&input)?);
    }
}

struct Reader<'g> {
    game: &'g Game,
    text: &'g str,
    at: usize,
    /// The case that is read, from 1.
    case: usize,
}

/// What was read of a case.
#[derive(Default)]
struct Found {
    counts: HashMap<String, usize>,
    fields: Vec<Option<Value>>,
    params: Vec<(usize, Value)>,
    heaps: Option<Vec<Vec<Option<Value>>>>,
    mover: usize,
}

impl Found {
    fn put(&mut self, t: Target, value: Value) {
        match t {
            Target::Field(i) => self.fields[i] = Some(value),
            Target::Param(i) => self.params.push((i, value)),
        }
    }
}

impl<'g> Reader<'g> {
    fn rest(&self) -> &'g str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn ended(&mut self, by_line: bool) -> bool {
        // Lines may be empty, and yet the last of them are none.
        if !by_line || self.rest().trim().is_empty() && !self.rest().contains('\n') {
            self.blanks();
        }
        self.at >= self.text.len()
    }

    /// Is this all that is left?
    fn stands(&self, end: &str) -> bool {
        !end.is_empty() && self.rest().split_whitespace().eq(end.split_whitespace())
    }

    fn wrong(&self, wanted: [&str; 2]) -> Problem {
        let line = self.text[..self.at.min(self.text.len())].matches('\n').count() + 1;
        let found: String =
            self.rest().trim_start().chars().take_while(|c| !c.is_whitespace()).take(20).collect();
        Wrong::Input { case: self.case, line, wanted: wanted.map(String::from), found }.into()
    }

    fn word(&mut self) -> Result<&'g str, Problem> {
        self.blanks();
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.wrong(["a word", "一个词"]));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn number(&mut self) -> Result<BigInt, Problem> {
        self.blanks();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
        match rest[..sign + digits].parse() {
            Ok(n) => {
                self.at += sign + digits;
                Ok(n)
            }
            Err(_) => Err(self.wrong(["a number", "一个数"])),
        }
    }

    fn size(&mut self) -> Result<usize, Problem> {
        let n = self.number()?;
        usize::try_from(&n)
            .ok()
            .filter(|n| *n <= self.text.len().max(MOST))
            .ok_or_else(|| self.wrong(["a number that says how many follow", "一个表示个数的数"]))
    }

    fn line(&mut self) -> &'g str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at = (self.at + end + 1).min(self.text.len());
        rest[..end].trim()
    }

    fn expect(&mut self, text: &str) -> Result<(), Problem> {
        for part in text.split_whitespace() {
            self.blanks();
            if !self.rest().starts_with(part) {
                let wanted = format!("\"{part}\"");
                return Err(self.wrong([&wanted, &wanted]));
            }
            self.at += part.len();
        }
        Ok(())
    }

    fn one(&mut self, input: &Input) -> Result<Case, Problem> {
        let mut found =
            Found { fields: vec![None; self.game.rules().shape.fields.len()], ..Found::default() };
        for read in &input.reads {
            self.read(read, &mut found)?;
        }
        let game = match found.params.is_empty() {
            true => self.game.clone(),
            false => self.game.with_values(&found.params)?,
        };
        let parts = found.heaps.unwrap_or_else(|| vec![found.fields]);
        let mut position = Position::default();
        for typed in parts {
            let part = game.interp().part(typed).map_err(|e| Problem::run(e, game.sources()))?;
            let part = part.map_err(|i| {
                Problem::from(Wrong::Missing { field: game.rules().shape.fields[i].name.clone() })
            })?;
            game.interp().legal(&part).map_err(|why| {
                let why = [Lang::En, Lang::Zh].map(|l| why.message(l));
                let position = game.show(&Position { parts: vec![part.clone()] });
                Problem::from(Wrong::Illegal { case: self.case, position, why })
            })?;
            position.parts.push(part);
        }
        Ok(Case { game, position, mover: found.mover, origin: Origin::Small })
    }

    fn read(&mut self, read: &Read, found: &mut Found) -> Result<(), Problem> {
        match read {
            Read::Expect(text) => self.expect(text)?,
            Read::Skip => {
                self.number()?;
            }
            Read::NewLine => {
                self.line();
            }
            Read::Mover => {
                let n = self.size()?;
                found.mover =
                    n.checked_sub(1).filter(|n| *n < 2).ok_or_else(|| self.wrong(["1 or 2", "1 或 2"]))?;
            }
            Read::Count(name) => {
                let n = self.size()?;
                found.counts.insert(name.clone(), n);
            }
            Read::Field(i) => found.put(Target::Field(*i), self.element(Target::Field(*i))?),
            Read::Param(i) => found.put(Target::Param(*i), self.element(Target::Param(*i))?),
            Read::Word(t, own) => {
                let text = if *own { self.line() } else { self.word()? };
                let value = self.letters(*t, text)?;
                found.put(*t, value);
            }
            Read::Items(t, length, form) => {
                let items = self.items(*t, length, form, found)?;
                found.put(*t, self.collected(*t, items));
            }
            Read::Board(i, rows, columns, form) => {
                let mut all = Vec::new();
                for _ in 0..length_of(rows, found) {
                    all.push(Value::list(self.items(Target::Field(*i), columns, form, found)?));
                }
                found.fields[*i] = Some(Value::list(all));
            }
            Read::Heaps(length, form, lines) => self.heaps(length, form, *lines, found)?,
            Read::Graph(p) => {
                self.number()?;
                let edges = self.size()?;
                let mut rows = Vec::new();
                for _ in 0..edges {
                    let (a, b) = (self.word()?, self.word()?);
                    rows.push(format!("{a} -> {b}"));
                }
                let graph = read_value(&format!("graph {{ {} }}", rows.join("; ")), &NoLoader);
                let graph = graph.map_err(|_| self.wrong(["the edges of a graph", "图的边"]))?;
                found.params.push((*p, graph));
            }
        }
        Ok(())
    }

    /// Does a field or a parameter hold text rather than numbers?
    fn text(&self, t: Target) -> bool {
        let values = match t {
            Target::Field(i) => self.game.interp().members(i),
            Target::Param(i) => self.game.interp().params().get(i),
        };
        let is_text = |v: &Value| matches!(v, Value::Text(_));
        match values {
            Some(Value::Set(all) | Value::List(all)) => all.iter().any(is_text),
            Some(Value::Graph(g)) => g.nodes().iter().any(is_text),
            Some(value) => is_text(value),
            None => false,
        }
    }

    /// One number or word between blanks.
    fn element(&mut self, t: Target) -> Result<Value, Problem> {
        let truth = match t {
            Target::Field(i) => self.game.rules().shape.fields[i].ty == Type::Bool,
            Target::Param(i) => matches!(self.game.interp().params().get(i), Some(Value::Bool(_))),
        };
        Ok(match (truth, self.text(t)) {
            (true, _) => Value::Bool(self.word()? == "yes"),
            (false, true) => Value::text(self.word()?),
            (false, false) => Value::big(self.number()?),
        })
    }

    /// A word of letters or digits, or a list of them.
    fn letters(&mut self, t: Target, text: &str) -> Result<Value, Problem> {
        let whole = match t {
            Target::Field(i) => {
                let f = &self.game.rules().shape.fields[i];
                f.kind == FieldKind::Word && f.ty == Type::Text
            }
            Target::Param(_) => true,
        };
        if whole {
            return Ok(Value::text(text));
        }
        let items = text.chars().map(|c| self.letter(t, c)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.collected(t, items))
    }

    fn letter(&self, t: Target, c: char) -> Result<Value, Problem> {
        match (self.text(t), c.to_digit(10)) {
            (true, _) => Ok(Value::text(&c.to_string())),
            (false, Some(n)) => Ok(Value::Int(i64::from(n))),
            (false, None) => Err(self.wrong(["digits", "数字"])),
        }
    }

    fn collected(&self, t: Target, items: Vec<Value>) -> Value {
        let set = match t {
            Target::Field(i) => self.game.rules().shape.fields[i].kind == FieldKind::Set,
            Target::Param(i) => matches!(self.game.interp().params().get(i), Some(Value::Set(_))),
        };
        if set { Value::set(items) } else { Value::list(items) }
    }

    fn items(
        &mut self,
        t: Target,
        length: &Length,
        form: &Form,
        found: &Found,
    ) -> Result<Vec<Value>, Problem> {
        match (length, form) {
            (_, Form::Letters) => {
                let text = self.word()?;
                text.chars().map(|c| self.letter(t, c)).collect()
            }
            (Length::Line, form) => {
                let line = self.line();
                let mut inner = Reader { text: line, at: 0, ..*self };
                let mut out = Vec::new();
                loop {
                    inner.blanks();
                    if inner.at >= line.len() {
                        return Ok(out);
                    }
                    if let (Form::Between(sep), false) = (form, out.is_empty()) {
                        inner.expect(sep)?;
                    }
                    out.push(inner.element(t)?);
                }
            }
            (_, form) => {
                let mut out = Vec::new();
                for i in 0..length_of(length, found) {
                    if let (Form::Between(sep), true) = (form, i > 0) {
                        self.expect(sep)?;
                    }
                    out.push(self.element(t)?);
                }
                Ok(out)
            }
        }
    }

    fn heaps(&mut self, length: &Length, form: &Form, lines: bool, found: &mut Found) -> Result<(), Problem> {
        let fields = self.game.rules().shape.fields.len();
        let mut out = Vec::new();
        if fields > 1 {
            for _ in 0..length_of(length, found) {
                let mut part = vec![None; fields];
                for (i, f) in self.game.rules().shape.fields.iter().enumerate() {
                    if f.start.is_none() {
                        part[i] = Some(self.element(Target::Field(i))?);
                    }
                }
                out.push(part);
            }
        } else if lines {
            for _ in 0..length_of(length, found) {
                let value = match form {
                    Form::Letters => {
                        let line = self.line();
                        self.letters(Target::Field(0), line)?
                    }
                    form => {
                        let items = self.items(Target::Field(0), &Length::Line, form, found)?;
                        self.collected(Target::Field(0), items)
                    }
                };
                out.push(vec![Some(value)]);
            }
        } else {
            let items = self.items(Target::Field(0), length, form, found)?;
            out = items.into_iter().map(|v| vec![Some(v)]).collect();
        }
        found.heaps = Some(out);
        Ok(())
    }
}

fn length_of(length: &Length, found: &Found) -> usize {
    match length {
        Length::Var(name) => found.counts.get(name).copied().unwrap_or(0),
        Length::Fixed(n) => usize::try_from(*n).unwrap_or(0),
        Length::Line => 0,
    }
}
