//! How a part is laid out in words: one for a number, one for each cell, and a length where a list may change its
//! size. Equal parts have equal words: what is not used is zero.

use super::NoProgram;
use bouton_core::{Action, Core, Field, Gather, Kind, Piece, Range, Target, Term, Type};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Part;
use bouton_language::value::Value;
use std::sync::Arc;

/// Names of several letters begin here; single letters are their code points.
pub(crate) const NAMES: i64 = 0x11_0000;
/// The widest part.
const MOST_WORDS: usize = 1 << 16;
/// The most nodes of graphs.
const MOST_NODES: usize = 1 << 24;
/// The most room that a list gets to grow.
const MOST_ROOM: usize = 256;

/// What a word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// The number itself.
    Number,
    /// 0 for no, 1 for yes.
    Flag,
    /// A letter by its code point, or a name by its place in [`Layout::names`].
    Name,
}

/// What kind of list a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// A row, or a word over digits.
    Row,
    /// Sorted, without zeros.
    Bag,
    /// Sorted, without repetition.
    Set,
    /// A string.
    Word,
}

/// Where a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldLayout {
    /// One word.
    One {
        /// Its place.
        at: usize,
        /// What it stands for.
        of: Cell,
    },
    /// A list. With `fixed` its elements are the `cap` words from `at`; else the word at `at` is its length and the
    /// elements follow.
    Row {
        /// The first word.
        at: usize,
        /// The greatest number of elements.
        cap: usize,
        /// The number of elements is always `cap`.
        fixed: bool,
        /// What an element stands for.
        of: Cell,
        /// What kind of list.
        sequence: Sequence,
    },
    /// A grid, row by row. With `fixed` its cells are the `rows * cols` words from `at`; else the numbers of rows and
    /// columns stand before the cells, and at most `rows * cols` cells follow.
    Grid {
        /// The first word.
        at: usize,
        /// Rows at the start.
        rows: usize,
        /// Columns at the start.
        cols: usize,
        /// It is always of this size.
        fixed: bool,
        /// What a cell stands for.
        of: Cell,
    },
}

impl FieldLayout {
    /// The first word.
    pub fn at(&self) -> usize {
        match *self {
            FieldLayout::One { at, .. } | FieldLayout::Row { at, .. } | FieldLayout::Grid { at, .. } => at,
        }
    }

    /// How many words.
    pub fn width(&self) -> usize {
        match *self {
            FieldLayout::One { .. } => 1,
            FieldLayout::Row { cap, fixed, .. } => cap + usize::from(!fixed),
            FieldLayout::Grid { rows, cols, fixed, .. } => rows * cols + if fixed { 0 } else { 2 },
        }
    }

    /// What its words stand for.
    pub fn of(&self) -> Cell {
        match *self {
            FieldLayout::One { of, .. } | FieldLayout::Row { of, .. } | FieldLayout::Grid { of, .. } => of,
        }
    }

    /// The elements of a list, or the cells of a grid row by row; the word itself of a single one.
    pub fn cells<'w>(&self, words: &'w [i64]) -> &'w [i64] {
        let size = |at: usize, most: usize| words.get(at).map_or(0, |&n| n.clamp(0, most as i64) as usize);
        let (at, len) = match *self {
            FieldLayout::One { at, .. } => (at, 1),
            FieldLayout::Row { at, cap, fixed: true, .. } => (at, cap),
            FieldLayout::Row { at, cap, .. } => (at + 1, size(at, cap)),
            FieldLayout::Grid { at, rows, cols, fixed: true, .. } => (at, rows * cols),
            FieldLayout::Grid { at, rows, cols, .. } => {
                let most = rows * cols;
                (at + 2, (size(at, most) * size(at + 1, most)).min(most))
            }
        };
        words.get(at..at + len).unwrap_or(&[])
    }
}

/// How a part of a game is laid out in words.
#[derive(Clone, Debug)]
pub struct Layout {
    fields: Arc<[FieldLayout]>,
    names: Arc<[Arc<str>]>,
    width: usize,
}

impl Layout {
    /// With room for this part and for what moves may make of it.
    pub fn of(core: &Core, start: &Part) -> Result<Layout, NoProgram> {
        Layout::covering(core, &[start], &[])
    }

    /// With room for all of these parts. `most` says how many elements a set can have, by field, where that is known.
    pub fn covering(core: &Core, starts: &[&Part], most: &[Option<usize>]) -> Result<Layout, NoProgram> {
        let nodes = |v: &Value| if let Value::Graph(g) = v { g.len() } else { 0 };
        let params = core.params();
        if params.iter().map(nodes).sum::<usize>() > MOST_NODES {
            return Err(NoProgram::TooLong);
        }
        let domain = |f: &Field| match &f.domain {
            Some(Range::Of(e)) => e.value().cloned(),
            _ => None,
        };
        // Strings are names where they are nodes, or elements; as a domain or a word they are letters.
        let mut names = Vec::new();
        let graphs = params.iter().filter(|v| matches!(v, Value::Graph(_)));
        graphs.for_each(|v| collect_names(v, &mut names));
        for (i, field) in core.shape.fields.iter().enumerate() {
            let all = domain(field).filter(|v| !matches!(v, Value::Text(_)));
            all.iter().for_each(|v| collect_names(v, &mut names));
            if field.kind != FieldKind::Word {
                starts.iter().filter_map(|p| p.get(i)).for_each(|v| collect_names(v, &mut names));
            }
        }
        names.sort();
        names.dedup();
        let room = params.iter().map(room).max().unwrap_or(0).clamp(8, MOST_ROOM);
        let (mut fields, mut width) = (Vec::new(), 0usize);
        for i in 0..core.shape.fields.len() {
            let values: Vec<&Value> = starts.iter().filter_map(|p| p.get(i)).collect();
            let of = cell(core.field_type(i), &values).ok_or(NoProgram::Mixed { field: i })?;
            let known = most.get(i).copied().flatten().filter(|n| *n <= MOST_ROOM);
            let layout = field_layout(core, i, of, &values, width, (room, known))?;
            width += layout.width();
            if width > MOST_WORDS {
                return Err(NoProgram::TooWide);
            }
            fields.push(layout);
        }
        Ok(Layout { fields: fields.into(), names: names.into(), width })
    }

    /// How many words a part takes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Where the fields are, in the order of their declaration.
    pub fn fields(&self) -> &[FieldLayout] {
        &self.fields
    }

    /// The names of several letters, in order.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// The word of a letter or name.
    pub fn name(&self, text: &str) -> Option<i64> {
        let mut letters = text.chars();
        if let (Some(c), None) = (letters.next(), letters.next()) {
            return Some(i64::from(u32::from(c)));
        }
        self.names.binary_search_by(|n| (**n).cmp(text)).ok().map(|i| NAMES + i as i64)
    }

    fn text(&self, word: i64) -> Arc<str> {
        if word >= NAMES {
            return self.names.get((word - NAMES) as usize).cloned().unwrap_or_else(|| Arc::from(""));
        }
        let c = u32::try_from(word).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
        Arc::from(c.encode_utf8(&mut [0; 4]) as &str)
    }

    /// The word of a single value.
    pub fn word(&self, v: &Value, of: Cell) -> Option<i64> {
        match (v, of) {
            (Value::Int(i), Cell::Number) => Some(*i),
            (Value::Bool(b), Cell::Flag) => Some(i64::from(*b)),
            (Value::Text(t), Cell::Name) => self.name(t),
            _ => None,
        }
    }

    fn value(&self, word: i64, of: Cell) -> Value {
        match of {
            Cell::Number => Value::Int(word),
            Cell::Flag => Value::Bool(word != 0),
            Cell::Name => Value::Text(self.text(word)),
        }
    }

    /// Writes a part into [`Layout::width`] words; says whether it fits.
    pub fn write(&self, part: &Part, words: &mut [i64]) -> bool {
        let Some(words) = words.get_mut(..self.width) else { return false };
        if part.len() != self.fields.len() {
            return false;
        }
        words.fill(0);
        self.fields.iter().zip(part.iter()).all(|(f, v)| self.write_field(f, v, words))
    }

    fn write_field(&self, field: &FieldLayout, v: &Value, words: &mut [i64]) -> bool {
        let put = |to: &mut [i64], items: &[Value], of: Cell| {
            to.len() >= items.len()
                && to.iter_mut().zip(items).all(|(w, v)| self.word(v, of).map(|x| *w = x).is_some())
        };
        match *field {
            FieldLayout::One { at, of } => put(&mut words[at..=at], std::slice::from_ref(v), of),
            FieldLayout::Row { at, cap, fixed, of, sequence } => {
                let letters: Vec<Value>;
                let items = match (v, sequence) {
                    (Value::Text(t), Sequence::Word) => {
                        letters = t.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect();
                        &letters
                    }
                    (Value::List(items), Sequence::Row | Sequence::Bag)
                    | (Value::Set(items), Sequence::Set) => &**items,
                    _ => return false,
                };
                if items.len() > cap || (fixed && items.len() != cap) {
                    return false;
                }
                let first = if fixed {
                    at
                } else {
                    words[at] = items.len() as i64;
                    at + 1
                };
                put(&mut words[first..first + cap], items, of)
            }
            FieldLayout::Grid { at, rows, cols, fixed, of } => {
                let Some((r, c)) = dimensions(v) else { return false };
                let Value::List(lines) = v else { return false };
                if r * c > rows * cols || (fixed && (r, c) != (rows, cols)) {
                    return false;
                }
                let mut next = at;
                if !fixed {
                    (words[at], words[at + 1]) = (r as i64, c as i64);
                    next += 2;
                }
                lines.iter().all(|line| {
                    let Value::List(cells) = line else { return false };
                    next += c;
                    put(&mut words[next - c..next], cells, of)
                })
            }
        }
    }

    /// The part that words stand for.
    pub fn read(&self, words: &[i64]) -> Part {
        let one = |f: &FieldLayout| {
            let cells = f.cells(words);
            let of = f.of();
            let values = |cells: &[i64]| cells.iter().map(|&w| self.value(w, of)).collect::<Vec<_>>();
            match *f {
                FieldLayout::One { .. } => self.value(cells.first().copied().unwrap_or(0), of),
                FieldLayout::Row { sequence: Sequence::Word, .. } => {
                    Value::Text(cells.iter().map(|&w| self.text(w).to_string()).collect::<String>().into())
                }
                FieldLayout::Row { sequence: Sequence::Set, .. } => Value::Set(Arc::new(values(cells))),
                FieldLayout::Row { .. } => Value::list(values(cells)),
                FieldLayout::Grid { at, rows, cols, fixed, .. } => {
                    let size = |k: usize| words.get(at + k).map_or(0, |&n| n.max(0) as usize);
                    let (r, c) = if fixed { (rows, cols) } else { (size(0), size(1)) };
                    let line = |k: usize| {
                        let line = cells.get(k * c..k * c + c).unwrap_or(&[]);
                        Value::list(values(line))
                    };
                    Value::list((0..r.min(MOST_WORDS)).map(line).collect())
                }
            }
        };
        self.fields.iter().map(one).collect()
    }
}

fn collect_names(v: &Value, out: &mut Vec<Arc<str>>) {
    match v {
        Value::Text(t) if t.chars().count() != 1 => out.push(t.clone()),
        Value::List(items) | Value::Set(items) => items.iter().for_each(|v| collect_names(v, out)),
        Value::Graph(g) => (0..g.len()).for_each(|i| collect_names(&g.node(i), out)),
        _ => {}
    }
}

/// How much a list may grow, judged by the sizes that the parameters name.
fn room(v: &Value) -> usize {
    match v {
        Value::Int(i) => usize::try_from(*i).map_or(0, |n| if n <= MOST_ROOM { n + 1 } else { 0 }),
        Value::Text(_) => 0,
        v => bouton_core::size(v).unwrap_or(0),
    }
}

fn dimensions(v: &Value) -> Option<(usize, usize)> {
    let Value::List(rows) = v else { return None };
    let width = |r: &Value| match r {
        Value::List(cells) => Some(cells.len()),
        _ => None,
    };
    let cols = rows.first().map_or(Some(0), width)?;
    rows.iter().all(|r| width(r) == Some(cols)).then_some((rows.len(), cols))
}

/// What the words of a field stand for: by its type, else by the values it has.
fn cell(ty: Option<&Type>, values: &[&Value]) -> Option<Cell> {
    match ty? {
        Type::Int(_) | Type::Known(_) => Some(Cell::Number),
        Type::Bool => Some(Cell::Flag),
        Type::Letter | Type::Text => Some(Cell::Name),
        Type::List(of) | Type::Set(of) | Type::Graph(of) if **of != Type::Unknown => cell(Some(of), values),
        Type::Tuple(_) | Type::Mixed => None,
        _ => match values.iter().fold(Type::Unknown, |ty, v| ty.join(&Type::of(v))) {
            Type::Unknown => Some(Cell::Number),
            ty => cell(Some(&ty), &[]),
        },
    }
}

fn field_layout(
    core: &Core,
    i: usize,
    of: Cell,
    values: &[&Value],
    at: usize,
    (room, known): (usize, Option<usize>),
) -> Result<FieldLayout, NoProgram> {
    let field = &core.shape.fields[i];
    let (whole, grows) = changes(core, i);
    let still = !whole && core.shape.kind == ShapeKind::Position;
    let sequence = match field.kind {
        FieldKind::Number => return Ok(FieldLayout::One { at, of }),
        FieldKind::Grid => {
            let sizes: Option<Vec<(usize, usize)>> = values.iter().map(|v| dimensions(v)).collect();
            let sizes = sizes.ok_or(NoProgram::Mixed { field: i })?;
            let (rows, cols) = sizes.iter().copied().max_by_key(|(r, c)| r * c).unwrap_or((0, 0));
            let fixed = (still || !field.size.is_empty()) && sizes.iter().all(|s| *s == (rows, cols));
            let fixed = fixed && !field.size.iter().any(Term::looks);
            return Ok(FieldLayout::Grid { at, rows, cols, fixed, of });
        }
        FieldKind::Row => Sequence::Row,
        FieldKind::Bag => Sequence::Bag,
        FieldKind::Set => Sequence::Set,
        FieldKind::Word if core.field_type(i) == Some(&Type::Text) => Sequence::Word,
        FieldKind::Word if values.iter().all(|v| matches!(v, Value::Text(_))) && of == Cell::Name => {
            Sequence::Word
        }
        FieldKind::Word => Sequence::Row,
    };
    let sizes: Vec<usize> = values.iter().map(|v| bouton_core::size(v).unwrap_or(0)).collect();
    let most = sizes.iter().copied().max().unwrap_or(0);
    let steady = sequence == Sequence::Row || sequence == Sequence::Word;
    let declared = !field.size.is_empty() && !field.size.iter().any(Term::looks);
    let fixed = steady && (still || declared) && sizes.iter().all(|n| *n == most);
    let cap = if grows && !fixed { known.map_or(most + room, |n| n.max(most)) } else { most };
    Ok(FieldLayout::Row { at, cap, fixed, of, sequence })
}

/// Does a move write the whole field, and may that make it longer? Slices and the like of itself cannot.
fn changes(core: &Core, i: usize) -> (bool, bool) {
    let (mut whole, mut grows) = (false, false);
    for change in core.moves.iter().flat_map(|m| &m.steps).flat_map(|s| &s.changes) {
        let hit = match &change.target {
            Target::Field(f) => *f == i,
            Target::Fields(fields) => fields.contains(&i),
            Target::Element(..) => false,
        };
        if !hit {
            continue;
        }
        whole = true;
        grows |= match &change.action {
            Action::Become(e) | Action::Add(e) | Action::Sub(e) => longer(e),
            Action::Parts(parts) => parts.iter().any(|p| match p {
                Piece::One(e) | Piece::Copies(_, e) | Piece::Each(e) => longer(e),
            }),
        };
    }
    (whole, grows)
}

/// May the value be longer than what it is made of? Only pieces put together, lists written out and set unions.
fn longer(e: &Term) -> bool {
    use bouton_language::ast::BinaryOp;
    e.any(|e| {
        matches!(
            &e.kind,
            Kind::Binary(BinaryOp::Concat | BinaryOp::Add, ..)
                | Kind::List(_)
                | Kind::Fold(Gather::List | Gather::Set, _)
                | Kind::Set(_)
                | Kind::Define(..)
                | Kind::Call(..)
                | Kind::Cases(_)
                | Kind::Value(Value::List(_) | Value::Set(_) | Value::Text(_))
        )
    })
}
