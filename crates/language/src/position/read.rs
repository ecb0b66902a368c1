//! Gives typed items to the fields of a position.

use super::error::{PositionError, PositionProblem, Wanted};
use super::items::{Item, items};
use crate::ast::{FieldKind, ShapeKind};
use crate::diagnostic::Lang;
use crate::interp::{Interp, Part, Position};
use crate::number;
use crate::rules::{Field, Shown, Type};
use crate::suggest;
use crate::value::Value;
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// Reads a position. Fields with a start need not be typed; nothing at all gives the starts.
pub fn parse_position(interp: &Interp, text: &str) -> Result<Position, PositionError> {
    Reader::new(interp)
        .position(text)
        .map_err(|problem| PositionError { problem, form: Box::new(super::form::forms(interp)) })
}

/// Boards are not typed by larger sides than this.
const MOST_SIDE: usize = 1000;

/// What was typed and is no part of the position: a bag has no zeros, a set nothing twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The field.
    pub field: String,
    /// Bag or set.
    pub kind: FieldKind,
    /// How many values.
    pub values: usize,
}

impl LeftOut {
    /// A sentence about it.
    pub fn say(&self, lang: Lang) -> String {
        let LeftOut { field, kind, values } = self;
        let one = *values == 1;
        match (kind, lang) {
            (FieldKind::Set, Lang::En) => {
                let what = if one { "one value is".to_string() } else { format!("{values} values are") };
                format!("{field} is a set, which has nothing twice: {what} left out.")
            }
            (FieldKind::Set, Lang::Zh) => format!("{field} 是集合，元素不重复：{values} 个重复的值未计入。"),
            (_, Lang::En) => {
                let what = if one { "the 0 is".to_string() } else { format!("{values} zeros are") };
                format!("{field} is a bag, which has no zeros: {what} left out.")
            }
            (_, Lang::Zh) => format!("{field} 是多重集，不含 0：{values} 个 0 未计入。"),
        }
    }
}

/// What of a typed position is left out; nothing where it cannot be read.
pub fn left_out(interp: &Interp, text: &str) -> Vec<LeftOut> {
    let reader = Reader::new(interp);
    match reader.position(text) {
        Ok(_) => reader.left_out.into_inner(),
        Err(_) => Vec::new(),
    }
}

/// The letters that words, rows, grids and single fields are written with.
pub(super) fn alphabet(interp: &Interp) -> String {
    let mut out = String::new();
    for i in 0..interp.rules().shape.fields.len() {
        match interp.members(i) {
            Some(Value::Text(t)) => out.push_str(t),
            Some(Value::Set(v) | Value::List(v)) => {
                for v in v.iter() {
                    if let Value::Text(t) = v {
                        out.push_str(t);
                    }
                }
            }
            _ => {}
        }
        out.extend(interp.rules().shown(i).iter().flat_map(|s| &s.letters));
    }
    out
}

struct Reader<'i> {
    interp: &'i Interp,
    fields: &'i [Field],
    left_out: RefCell<Vec<LeftOut>>,
}

type Read<T> = Result<T, PositionProblem>;

impl<'i> Reader<'i> {
    fn new(interp: &'i Interp) -> Reader<'i> {
        Reader { interp, fields: &interp.rules().shape.fields, left_out: RefCell::default() }
    }

    fn position(&self, text: &str) -> Read<Position> {
        let names: Vec<&str> = self.fields.iter().map(|f| f.name.as_str()).collect();
        let mut typed: Vec<Option<Value>> = vec![None; self.fields.len()];
        let mut rest = Vec::new();
        for item in items(text, &alphabet(self.interp), &names)? {
            let Item::Named(name, value) = item else {
                rest.push(item);
                continue;
            };
            let Some(i) = names.iter().position(|n| *n == name) else {
                let near = suggest::nearest(&name, names.iter().copied()).map(String::from);
                let known = names.iter().map(|n| n.to_string()).collect();
                return Err(PositionProblem::UnknownField { name, known, near });
            };
            if typed[i].is_some() {
                return Err(PositionProblem::Twice { field: name });
            }
            typed[i] = Some(self.whole(i, &value)?);
        }
        let parts = match self.interp.rules().shape.kind {
            _ if let Some(sizes) = self.all_sides(&rest) => self.by_sides(&typed, &sizes)?,
            ShapeKind::Position => vec![self.one(typed, &flat(&rest))?],
            ShapeKind::Heaps => self.heaps(typed, &rest)?,
        };
        for (i, part) in parts.iter().enumerate() {
            self.interp.legal(part).map_err(|why| {
                let part = (parts.len() > 1).then_some(i + 1);
                PositionProblem::Illegal { part, why }
            })?;
        }
        Ok(Position { parts })
    }

    /// The sides of boards, where the rules say what they mean (`sides`) and nothing else was typed.
    fn all_sides(&self, rest: &[Item]) -> Option<Vec<(usize, usize)>> {
        self.interp.rules().sides.as_ref()?;
        let one = |item: &Item| match item {
            Item::Atom(text, false) => sides(text),
            Item::List(inner) => match &inner[..] {
                [Item::Atom(text, false)] => sides(text),
                _ => None,
            },
            _ => None,
        };
        let several = self.interp.rules().shape.kind == ShapeKind::Heaps;
        let all: Vec<(usize, usize)> = rest.iter().map(one).collect::<Option<_>>()?;
        (all.len() == 1 || several && !all.is_empty()).then_some(all)
    }

    /// A part for each pair of sides; what is typed by name counts more.
    fn by_sides(&self, typed: &[Option<Value>], sizes: &[(usize, usize)]) -> Read<Vec<Part>> {
        let part = |&(rows, columns): &(usize, usize)| {
            let filled = self.interp.of_sides(rows, columns).map_err(PositionProblem::Failed)?;
            let open = filled.into_iter().filter(|(i, _)| typed[*i].is_none());
            self.build(typed.to_vec(), open.collect())
        };
        sizes.iter().map(part).collect()
    }

    /// Fields that items may still go to: those that must be typed, and all.
    fn open(&self, typed: &[Option<Value>]) -> (Vec<usize>, Vec<usize>) {
        let all: Vec<usize> = (0..self.fields.len()).filter(|&i| typed[i].is_none()).collect();
        let needed = all.iter().copied().filter(|&i| self.fields[i].start.is_none()).collect();
        (needed, all)
    }

    /// One part from items in the order of the fields: those that must be typed, or else all.
    fn one(&self, typed: Vec<Option<Value>>, rest: &[Item]) -> Read<Part> {
        let (needed, all) = self.open(&typed);
        let values = match self.assign(&needed, rest) {
            Ok(values) => values,
            Err(problem) if all.len() > needed.len() => {
                // Say what was wrong with the fields that must be typed, not with the memory.
                self.assign(&all, rest).map_err(|_| problem)?
            }
            Err(problem) => return Err(problem),
        };
        self.build(typed, values)
    }

    fn build(&self, mut typed: Vec<Option<Value>>, values: Vec<(usize, Value)>) -> Read<Part> {
        for (i, v) in values {
            typed[i] = Some(v);
        }
        for (field, v) in self.fields.iter().zip(&typed) {
            let Some(Value::List(items)) = v else { continue };
            let values = match field.kind {
                FieldKind::Bag => items.iter().filter(|x| **x == Value::Int(0)).count(),
                FieldKind::Set => items.len() - items.iter().collect::<FxHashSet<_>>().len(),
                _ => 0,
            };
            if values > 0 {
                let (field, kind) = (field.name.clone(), field.kind);
                self.left_out.borrow_mut().push(LeftOut { field, kind, values });
            }
        }
        match self.interp.part(typed).map_err(PositionProblem::Failed)? {
            Ok(part) => Ok(part),
            Err(i) => Err(PositionProblem::Missing { field: self.fields[i].name.clone() }),
        }
    }

    /// Items to fields, one to one; or, where one field takes many values, the ones in the middle to it.
    fn assign(&self, targets: &[usize], rest: &[Item]) -> Read<Vec<(usize, Value)>> {
        if rest.is_empty() {
            return match targets.first() {
                None => Ok(Vec::new()),
                Some(&i) => Err(PositionProblem::Missing { field: self.fields[i].name.clone() }),
            };
        }
        let many: Vec<usize> = (0..targets.len()).filter(|&k| self.takes_many(targets[k])).collect();
        // Two fields that take many values need brackets; one alone may have them or not.
        let bare = |item: &Item| !matches!(item, Item::List(_));
        let unclear = many.len() > 1 && rest.len() == targets.len() && many.iter().any(|&k| bare(&rest[k]));
        if rest.len() == targets.len() && !unclear {
            return targets.iter().zip(rest).map(|(&i, item)| Ok((i, self.whole(i, item)?))).collect();
        }
        if let [k] = many[..]
            && rest.len() >= targets.len() - 1
        {
            let end = rest.len() - (targets.len() - 1 - k);
            let mut out = Vec::with_capacity(targets.len());
            for (&i, item) in targets[..k].iter().zip(&rest[..k]) {
                out.push((i, self.whole(i, item)?));
            }
            out.push((targets[k], self.spread(targets[k], &rest[k..end])?));
            for (&i, item) in targets[k + 1..].iter().zip(&rest[end..]) {
                out.push((i, self.whole(i, item)?));
            }
            return Ok(out);
        }
        if let Some(&k) = many.first() {
            let (field, text) = (self.fields[targets[k]].name.clone(), rest[k.min(rest.len() - 1)].text());
            return Err(PositionProblem::NotAValue { field, text, wanted: Wanted::List });
        }
        Err(PositionProblem::Count { wanted: targets.len(), found: rest.len() })
    }

    fn takes_many(&self, i: usize) -> bool {
        !matches!(self.fields[i].kind, FieldKind::Number | FieldKind::Word)
    }

    /// The parts of a sum.
    fn heaps(&self, typed: Vec<Option<Value>>, rest: &[Item]) -> Read<Vec<Part>> {
        let (needed, all) = self.open(&typed);
        let targets = if needed.is_empty() { &all } else { &needed };
        if let [Item::Atom(t, false)] = rest
            && matches!(t.as_str(), "nothing" | "无")
            && !t.chars().all(|c| alphabet(self.interp).contains(c))
        {
            return Ok(Vec::new());
        }
        if rest.is_empty() {
            return Ok(vec![self.build(typed, Vec::new())?]);
        }
        let spread = |items: &[Item]| -> Vec<Item> {
            // (2,0), (3,3): tuples joined by commas are parts.
            let tuples =
                |item: &Item| matches!(item, Item::Tuple(t) if t.iter().all(|x| matches!(x, Item::Tuple(_))));
            let inner = |item: &Item| match item {
                Item::Tuple(t) if tuples(item) => t.clone(),
                other => vec![other.clone()],
            };
            items.iter().flat_map(inner).collect()
        };
        let rest = spread(rest);
        if let [only] = targets[..] {
            return self.single_heaps(&typed, only, &all, &rest);
        }
        if rest.iter().all(|item| matches!(item, Item::Tuple(_))) {
            return rest.iter().map(|item| self.tuple(&typed, &needed, &all, item)).collect();
        }
        Ok(vec![self.one(typed, &flat(&rest))?])
    }

    /// The parts of a sum in which one field of a part is typed.
    fn single_heaps(
        &self,
        typed: &[Option<Value>],
        only: usize,
        all: &[usize],
        rest: &[Item],
    ) -> Read<Vec<Part>> {
        let part = |item: &Item| self.build(typed.to_vec(), vec![(only, self.whole(only, item)?)]);
        let many = self.takes_many(only);
        if many && !rest.iter().all(|item| matches!(item, Item::List(_) | Item::Tuple(_))) {
            return Ok(vec![self.build(typed.to_vec(), vec![(only, self.spread(only, &flat(rest))?)])?]);
        }
        let mut parts = Vec::new();
        for item in rest {
            match item {
                Item::Tuple(t) if all.len() > 1 && t.len() == all.len() => {
                    parts.push(self.tuple(typed, &[only], all, item)?);
                }
                item if many => parts.push(part(item)?),
                Item::Tuple(t) if all.len() > 1 && t.len() != 1 => {
                    return Err(PositionProblem::Count { wanted: all.len(), found: t.len() });
                }
                Item::Tuple(inner) => {
                    for item in inner {
                        parts.push(part(item)?);
                    }
                }
                Item::List(inner) if self.fields[only].kind == FieldKind::Number => {
                    for item in inner {
                        parts.push(part(item)?);
                    }
                }
                item => parts.push(part(item)?),
            }
        }
        Ok(parts)
    }

    /// A part written as a tuple: of the fields that must be typed, or of all.
    fn tuple(&self, typed: &[Option<Value>], needed: &[usize], all: &[usize], item: &Item) -> Read<Part> {
        let Item::Tuple(items) = item else { return self.build(typed.to_vec(), Vec::new()) };
        let targets = if items.len() == needed.len() { needed } else { all };
        if items.len() != targets.len() {
            return Err(PositionProblem::Count { wanted: needed.len(), found: items.len() });
        }
        let values = targets
            .iter()
            .zip(items)
            .map(|(&i, item)| Ok((i, self.whole(i, item)?)))
            .collect::<Read<Vec<_>>>()?;
        self.build(typed.to_vec(), values)
    }

    fn not_a_value(&self, i: usize, text: String, wanted: Wanted) -> PositionProblem {
        PositionProblem::NotAValue { field: self.fields[i].name.clone(), text, wanted }
    }

    /// The value of a whole field from one item.
    fn whole(&self, i: usize, item: &Item) -> Read<Value> {
        match (self.fields[i].kind, item) {
            (_, Item::Tuple(t)) if t.len() == 1 => self.whole(i, &t[0]),
            (FieldKind::Number, Item::Atom(text, _)) => self.element(i, text),
            (FieldKind::Number, other) => Err(self.not_a_value(i, other.text(), self.wanted(i))),
            (FieldKind::Word, Item::Atom(text, _)) => self.word(i, text),
            (FieldKind::Word, Item::List(items)) => {
                let mut v = Value::list(self.elements(i, items)?);
                crate::interp::tidy(&self.fields[i], &mut v);
                Ok(v)
            }
            (FieldKind::Word, other) => Err(self.not_a_value(i, other.text(), self.wanted(i))),
            (_, Item::List(items) | Item::Tuple(items)) => self.spread_inside(i, items),
            (_, item) => self.spread_inside(i, std::slice::from_ref(item)),
        }
    }

    /// The value of a field that takes many values, from items without brackets of their own.
    fn spread(&self, i: usize, items: &[Item]) -> Read<Value> {
        match items {
            [list @ Item::List(_)] => self.whole(i, list),
            _ => self.spread_inside(i, items),
        }
    }

    fn spread_inside(&self, i: usize, items: &[Item]) -> Read<Value> {
        let field = &self.fields[i];
        if field.kind == FieldKind::Grid {
            return self.grid(i, items);
        }
        Ok(Value::list(self.elements(i, items)?))
    }

    fn elements(&self, i: usize, items: &[Item]) -> Read<Vec<Value>> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Atom(text, _) if self.shown(i).is_some() => out.extend(self.together(i, text)?),
                Item::Atom(text, _) => out.push(self.element(i, text)?),
                other => return Err(self.not_a_value(i, other.text(), self.wanted(i))),
            }
        }
        Ok(out)
    }

    fn shown(&self, i: usize) -> Option<&'i Shown> {
        self.interp.rules().shown(i)
    }

    /// Letters or digits that are written together.
    fn together(&self, i: usize, text: &str) -> Read<Vec<Value>> {
        // `-1` and `12` are one number where values are not single digits.
        if !self.interp.digits(i) && number::parse(text).is_some() {
            return Ok(vec![self.element(i, text)?]);
        }
        text.chars().map(|c| self.element(i, c.encode_utf8(&mut [0; 4]))).collect()
    }

    /// `4x5` among other parts, where a board is all that the rules say of sides.
    fn only_board(&self, i: usize, items: &[Item]) -> Read<Option<Value>> {
        let ([Item::Atom(text, false)], Some(line)) = (items, &self.interp.rules().sides) else {
            return Ok(None);
        };
        let (Some((rows, columns)), [(field, _)]) = (sides(text), &line.values[..]) else { return Ok(None) };
        if *field != i {
            return Ok(None);
        }
        let filled = self.interp.of_sides(rows, columns).map_err(PositionProblem::Failed)?;
        Ok(filled.into_iter().next().map(|(_, board)| board))
    }

    /// `4x5`: an empty board with so many rows and columns, where the game has a value for empty squares (0, or the letter `.`).
    fn empty_board(&self, i: usize, items: &[Item]) -> Option<Value> {
        let [Item::Atom(text, false)] = items else { return None };
        let (rows, columns) = sides(text)?;
        let member = |v: &Value| match self.interp.members(i) {
            Some(Value::Set(all) | Value::List(all)) => all.contains(v),
            Some(Value::Text(t)) => matches!(v, Value::Text(one) if t.contains(&**one)),
            _ => self
                .interp
                .bounds(i)
                .is_some_and(|(least, most)| least <= *v && most.is_none_or(|most| *v <= most)),
        };
        let letters = *crate::interp::element_type(&self.fields[i]) == Type::Text;
        let empty = if letters { Value::text(".") } else { Value::Int(0) };
        // Letters that are digits and an x are a row of the board.
        let row = letters && text.chars().all(|c| member(&Value::text(c.encode_utf8(&mut [0; 4]))));
        if row || !member(&empty) {
            return None;
        }
        Some(Value::list(vec![Value::list(vec![empty; columns]); rows]))
    }

    /// Rows of a grid; a row of letters, or of single digits, may be written together.
    fn grid(&self, i: usize, items: &[Item]) -> Read<Value> {
        if let Some(board) = self.only_board(i, items)? {
            return Ok(board);
        }
        if let Some(board) = self.empty_board(i, items) {
            return Ok(board);
        }
        let field = &self.fields[i];
        let letters = *crate::interp::element_type(field) == Type::Text;
        let together = letters || self.interp.digits(i) || self.shown(i).is_some();
        let mut rows: Vec<Vec<Value>> = Vec::new();
        // `[[1 2] [3 4]]` is a grid too.
        let nested = !items.is_empty() && items.iter().all(|x| matches!(x, Item::List(_)));
        let lists: Vec<&[Item]> = if nested {
            items.iter().filter_map(|x| if let Item::List(l) = x { Some(&l[..]) } else { None }).collect()
        } else if items.is_empty() {
            Vec::new()
        } else {
            items.split(|x| *x == Item::Slash).collect()
        };
        for cells in lists {
            let mut row = Vec::new();
            for cell in cells {
                match cell {
                    Item::Atom(text, true) if text.is_empty() => {}
                    Item::Atom(text, _) if together && text.chars().count() > 1 => {
                        row.extend(self.together(i, text)?);
                    }
                    Item::Atom(text, _) => row.push(self.element(i, text)?),
                    other => return Err(self.not_a_value(i, other.text(), Wanted::Grid)),
                }
            }
            rows.push(row);
        }
        // A board of fixed size may be typed without `/`.
        if let ([flat], Some([height, width])) = (&rows[..], self.interp.sizes(i))
            && let (Some(height), Some(width)) = (height.as_int(), width.as_int())
            && height > 1
            && width > 0
            && height.checked_mul(width) == i64::try_from(flat.len()).ok()
        {
            let rows = flat.chunks(width as usize).map(|r| Value::list(r.to_vec())).collect();
            return Ok(Value::list(rows));
        }
        Ok(Value::list(rows.into_iter().map(Value::list).collect()))
    }

    fn word(&self, i: usize, text: &str) -> Read<Value> {
        if self.shown(i).is_some() {
            return self.together(i, text).map(Value::list);
        }
        let digits = || {
            let digit = |c: char| if c == '.' { Some(0) } else { c.to_digit(10) };
            text.chars().map(|c| digit(c).map(|d| Value::Int(i64::from(d)))).collect::<Option<Vec<_>>>()
        };
        match &self.fields[i].ty {
            Type::Text => Ok(Value::text(&self.empty_word(i, text).unwrap_or_else(|| text.into()))),
            Type::List(_) => match digits() {
                Some(d) => Ok(Value::list(d)),
                None => Err(self.not_a_value(i, text.into(), Wanted::Digits)),
            },
            _ => Ok(digits().map_or_else(|| Value::text(text), Value::list)),
        }
    }

    /// `9`: so many empty squares in a row, where `.` is a letter of the word and digits are none.
    fn empty_word(&self, i: usize, text: &str) -> Option<String> {
        let Some(Value::Text(letters)) = self.interp.members(i) else { return None };
        let length = side(text).filter(|_| !letters.contains(|c: char| c.is_ascii_digit()))?;
        letters.contains('.').then(|| ".".repeat(length))
    }

    fn wanted(&self, i: usize) -> Wanted {
        let field = &self.fields[i];
        match (self.interp.members(i), crate::interp::element_type(field)) {
            (Some(Value::Graph(_)), _) => Wanted::Node,
            _ if field.kind == FieldKind::Word && field.ty != Type::Text => Wanted::Digits,
            (_, Type::Bool) => Wanted::YesNo,
            (_, Type::Text) => Wanted::Letters,
            _ => Wanted::Number,
        }
    }

    /// A number, a node, a letter, yes or no.
    fn element(&self, i: usize, text: &str) -> Read<Value> {
        let wanted = self.wanted(i);
        let mut letters = text.chars();
        if let (Some(shown), Some(letter), None) = (self.shown(i), letters.next(), letters.next())
            && let Some(value) = shown.value(letter)
        {
            return Ok(Value::Int(value));
        }
        // An empty place of a board of numbers.
        let empty = text == "." && !matches!(self.fields[i].kind, FieldKind::Number);
        let text = if empty && matches!(wanted, Wanted::Number | Wanted::Digits) { "0" } else { text };
        let number = || number::parse(text.strip_prefix('+').unwrap_or(text)).map(Value::big);
        let yes_no = || match text {
            "yes" | "是" | "true" => Some(Value::Bool(true)),
            "no" | "否" | "false" => Some(Value::Bool(false)),
            _ => None,
        };
        let found = match (wanted, self.interp.members(i)) {
            (Wanted::Node, Some(Value::Graph(g))) => {
                let named = Some(Value::text(text)).filter(|v| g.contains(v));
                number().filter(|v| g.contains(v)).or(named)
            }
            (Wanted::YesNo, _) => yes_no(),
            (Wanted::Letters, _) => Some(Value::text(text)),
            (_, _) if *crate::interp::element_type(&self.fields[i]) == Type::Any => {
                number().or_else(yes_no).or_else(|| Some(Value::text(text)))
            }
            _ => number(),
        };
        found.ok_or_else(|| match self.shown(i) {
            Some(shown) => {
                let (field, letters) = (self.fields[i].name.clone(), shown.letters.iter().collect());
                PositionProblem::NotALetter { field, text: text.into(), letters }
            }
            None => self.not_a_value(i, text.into(), wanted),
        })
    }
}

/// The sides of a board: `4x5`; `×` is read as `*`.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '*'])?;
    Some((side(rows)?, side(columns)?))
}

/// One side.
fn side(text: &str) -> Option<usize> {
    let number = text.parse().ok().filter(|n| (1..=MOST_SIDE).contains(n));
    number.filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}

/// Tuples opened: `(3,4)` and `3,4` are `3 4` where there is one whole.
fn flat(items: &[Item]) -> Vec<Item> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Tuple(inner) => out.extend(flat(inner)),
            other => out.push(other.clone()),
        }
    }
    out
}
