//! Expressions on a board whose cells are open: what they are worth, as diagrams.

use super::diagram::{Diagrams, Node};
use super::{Cell, Spread, Unfit};
use bouton_core::{Clause, Comprehension, Core, Gather, Kind, Range, Relation, Term, size};
use bouton_language::ast::BinaryOp;
use bouton_language::grid;
use bouton_language::interp::binary;
use bouton_language::rules::Builtin;
use bouton_language::value::Value;
use std::rc::Rc;

/// What an expression is worth.
#[derive(Clone)]
pub(super) enum Open {
    /// A value that may depend on cells.
    Node(Node),
    /// A list of fixed length, a row, a grid.
    List(Rc<[Open]>),
    /// A word of letters.
    Word(Rc<[Node]>),
}

/// Something that is there only where a condition holds.
pub(super) type Item = (Node, Open);

/// Calls of definitions inside each other.
const DEEPEST: usize = 48;
/// Elements of a range or of a comprehension.
const MOST_ITEMS: usize = 4096;

/// Works out expressions for one player to move.
pub(super) struct Eval<'b> {
    pub(super) core: &'b Core,
    pub(super) cells: &'b [Cell],
    pub(super) spread: &'b [Spread],
    pub(super) diagrams: Diagrams,
    pub(super) mover: usize,
    /// The value of each cell.
    pub(super) now: Vec<Node>,
    /// Choices, lets, arguments, bound variables.
    pub(super) locals: Vec<Option<Open>>,
    pub(super) depth: usize,
}

impl Eval<'_> {
    pub(super) fn int(&mut self, i: i64) -> Result<Open, Unfit> {
        Ok(Open::Node(self.diagrams.leaf(Value::Int(i))?))
    }

    pub(super) fn set(&mut self, slot: usize, value: Open) {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(value);
    }

    /// An expression that is no list.
    pub(super) fn node(&mut self, term: &Term) -> Result<Node, Unfit> {
        match self.open(term)? {
            Open::Node(node) => Ok(node),
            Open::List(_) | Open::Word(_) => Err(Unfit),
        }
    }

    /// An expression that is the same on all boards.
    fn fixed(&mut self, term: &Term) -> Result<Value, Unfit> {
        let node = self.node(term)?;
        self.diagrams.value(node).cloned().ok_or(Unfit)
    }

    fn all(&mut self, terms: &[Term]) -> Result<Vec<Open>, Unfit> {
        terms.iter().map(|t| self.open(t)).collect()
    }

    fn nodes(&mut self, terms: &[Term]) -> Result<Vec<Node>, Unfit> {
        terms.iter().map(|t| self.node(t)).collect()
    }

    /// The value of a field.
    pub(super) fn field(&self, field: usize) -> Open {
        match self.spread[field] {
            Spread::Number(at) => Open::Node(self.now[at]),
            Spread::Row { from, len } => {
                Open::List(self.now[from..from + len].iter().map(|n| Open::Node(*n)).collect())
            }
            Spread::Word { from, len } => Open::Word(self.now[from..from + len].into()),
            Spread::Grid { from, rows, columns } => {
                let row = |r: usize| {
                    let at = from + r * columns;
                    Open::List(self.now[at..at + columns].iter().map(|n| Open::Node(*n)).collect())
                };
                Open::List((0..rows).map(row).collect())
            }
        }
    }

    pub(super) fn open(&mut self, term: &Term) -> Result<Open, Unfit> {
        self.diagrams.tick()?;
        let node = match &term.kind {
            Kind::Value(v) => self.diagrams.leaf(v.clone())?,
            Kind::Field(f) => return Ok(self.field(*f)),
            Kind::Local(slot) => return self.locals.get(*slot).cloned().flatten().ok_or(Unfit),
            Kind::Mover => self.diagrams.leaf(Value::Int(self.mover as i64 + 1))?,
            Kind::Turn | Kind::Stuck | Kind::Heaps | Kind::Floor(_) | Kind::Set(_) => return Err(Unfit),
            Kind::Tuple(items) => return Ok(Open::List(self.all(items)?.into())),
            Kind::List(pieces) => {
                let mut out = Vec::new();
                for piece in pieces {
                    match piece {
                        Range::Of(one) => out.push(self.open(one)?),
                        Range::Between(..) => {
                            out.extend(self.items(piece)?.into_iter().map(|(_, item)| item))
                        }
                    }
                }
                return Ok(Open::List(out.into()));
            }
            Kind::Fold(gather, c) => return self.fold(*gather, c),
            Kind::Index(base, places) => return self.index(base, places),
            Kind::Slice(base, from, to) => return self.slice(base, from.as_deref(), to.as_deref()),
            Kind::Call(function, args) => return self.call(*function, args),
            Kind::Define(define, args) => return self.defined(*define, args),
            Kind::Size(x) => return self.size(x),
            Kind::Binary(op, a, b) => return self.binary(*op, a, b),
            Kind::Not(x) => {
                let x = self.node(x)?;
                self.diagrams.map(&[x], &|v| match v {
                    [Value::Bool(b)] => Some(Value::Bool(!b)),
                    _ => None,
                })?
            }
            Kind::And(a, b) => {
                let a = self.node(a)?;
                if self.diagrams.value(a) == Some(&Value::Bool(false)) {
                    return Ok(Open::Node(a));
                }
                let b = self.node(b)?;
                self.diagrams.and(a, b)?
            }
            Kind::Or(a, b) => {
                let a = self.node(a)?;
                if self.diagrams.value(a) == Some(&Value::Bool(true)) {
                    return Ok(Open::Node(a));
                }
                let b = self.node(b)?;
                self.diagrams.or(a, b)?
            }
            Kind::Compare(relation, a, b) => {
                let (a, b) = (self.open(a)?, self.open(b)?);
                self.compare(*relation, a, b)?
            }
            Kind::In(x, range) => self.is_in(x, range)?,
            Kind::Cases(arms) => return self.cases(arms),
        };
        Ok(Open::Node(node))
    }

    fn cases(&mut self, arms: &[(Term, Option<Term>)]) -> Result<Open, Unfit> {
        let Some(((value, cond), rest)) = arms.split_first() else {
            return Ok(Open::Node(self.diagrams.fails()));
        };
        let Some(cond) = cond else { return self.open(value) };
        let cond = self.node(cond)?;
        match self.diagrams.value(cond) {
            Some(Value::Bool(true)) => self.open(value),
            Some(Value::Bool(false)) => self.cases(rest),
            _ => {
                let (yes, no) = (self.open(value)?, self.cases(rest)?);
                let (Open::Node(yes), Open::Node(no)) = (yes, no) else { return Err(Unfit) };
                Ok(Open::Node(self.diagrams.choose(cond, yes, no)?))
            }
        }
    }

    fn defined(&mut self, define: usize, args: &[Term]) -> Result<Open, Unfit> {
        let args = self.all(args)?;
        if self.depth == DEEPEST {
            return Err(Unfit);
        }
        let core = self.core;
        let body = &core.defines.get(define).ok_or(Unfit)?.body;
        let frame = std::mem::replace(&mut self.locals, args.into_iter().map(Some).collect());
        self.depth += 1;
        let value = self.open(body);
        self.depth -= 1;
        self.locals = frame;
        value
    }

    /// The elements of a collection that has a fixed length.
    pub(super) fn elements(&mut self, of: Open) -> Result<Vec<Open>, Unfit> {
        match of {
            Open::List(items) => Ok(items.to_vec()),
            Open::Word(letters) => Ok(letters.iter().map(|n| Open::Node(*n)).collect()),
            Open::Node(node) => {
                let items = match self.diagrams.value(node).ok_or(Unfit)? {
                    Value::List(items) | Value::Set(items) => items.to_vec(),
                    Value::Text(t) => t.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect(),
                    Value::Graph(graph) => graph.nodes().to_vec(),
                    _ => return Err(Unfit),
                };
                items.into_iter().map(|v| Ok(Open::Node(self.diagrams.leaf(v)?))).collect()
            }
        }
    }

    /// What a range runs over, each with where it does.
    pub(super) fn items(&mut self, range: &Range) -> Result<Vec<Item>, Unfit> {
        let always = self.diagrams.truth(true);
        let Range::Between(from, Some(to)) = range else {
            let Range::Of(of) = range else { return Err(Unfit) };
            let of = self.open(of)?;
            return Ok(self.elements(of)?.into_iter().map(|item| (always, item)).collect());
        };
        let from = match from {
            Some(from) => self.node(from)?,
            None => self.diagrams.leaf(Value::Int(0))?,
        };
        let to = self.node(to)?;
        let ends = |eval: &Self, node| -> Result<Vec<i64>, Unfit> {
            let values = eval.diagrams.values(node);
            values.iter().map(|v| v.as_int().ok_or(Unfit)).collect()
        };
        let (lows, highs) = (ends(self, from)?, ends(self, to)?);
        let (Some(&low), Some(&high)) = (lows.first(), highs.last()) else { return Err(Unfit) };
        if high.saturating_sub(low) > MOST_ITEMS as i64 {
            return Err(Unfit);
        }
        let mut out = Vec::new();
        for i in low..=high {
            let within = if lows.len() == 1 && highs.len() == 1 {
                always
            } else {
                self.diagrams.map(&[from, to], &|v| match v {
                    [Value::Int(a), Value::Int(b)] => Some(Value::Bool((*a..=*b).contains(&i))),
                    _ => None,
                })?
            };
            out.push((within, self.int(i)?));
        }
        Ok(out)
    }

    /// The elements of a comprehension, each with where it is one.
    fn comprehend(
        &mut self,
        c: &Comprehension,
        from: usize,
        when: Node,
        out: &mut Vec<Item>,
    ) -> Result<(), Unfit> {
        match c.clauses.get(from) {
            None => {
                if out.len() == MOST_ITEMS {
                    return Err(Unfit);
                }
                let element = self.open(&c.element)?;
                out.push((when, element));
                Ok(())
            }
            Some(Clause::If(cond)) => {
                let cond = self.node(cond)?;
                let when = self.diagrams.and(when, cond)?;
                if self.diagrams.value(when) == Some(&Value::Bool(false)) {
                    return Ok(());
                }
                self.comprehend(c, from + 1, when, out)
            }
            Some(Clause::For { slot, range, .. }) => {
                for (within, item) in self.items(range)? {
                    self.set(*slot, item);
                    let when = self.diagrams.and(when, within)?;
                    self.comprehend(c, from + 1, when, out)?;
                }
                Ok(())
            }
        }
    }

    /// All elements of a comprehension, each with where it is one.
    pub(super) fn elements_of(&mut self, c: &Comprehension) -> Result<Vec<Item>, Unfit> {
        let mut items = Vec::new();
        let always = self.diagrams.truth(true);
        self.comprehend(c, 0, always, &mut items)?;
        Ok(items)
    }

    fn fold(&mut self, gather: Gather, c: &Comprehension) -> Result<Open, Unfit> {
        let always = self.diagrams.truth(true);
        let items = self.elements_of(c)?;
        match gather {
            Gather::By(function) => self.gather(function, items),
            Gather::List if items.iter().all(|(when, _)| *when == always) => {
                Ok(Open::List(items.into_iter().map(|(_, item)| item).collect()))
            }
            Gather::List | Gather::Set => Err(Unfit),
        }
    }

    /// Sums, counts, the greatest of what is there.
    fn gather(&mut self, function: Builtin, items: Vec<Item>) -> Result<Open, Unfit> {
        let mut total = match function {
            Builtin::Any => self.diagrams.truth(false),
            Builtin::All => self.diagrams.truth(true),
            Builtin::Sum | Builtin::Xor | Builtin::Count => self.diagrams.leaf(Value::Int(0))?,
            // Of nothing 0, or an error: told by a value that no element has.
            Builtin::Max | Builtin::Min => self.diagrams.truth(false),
            _ => return Err(Unfit),
        };
        for (when, item) in items {
            let Open::Node(item) = item else { return Err(Unfit) };
            let with = match function {
                Builtin::Any => self.diagrams.or(total, item)?,
                Builtin::All => self.diagrams.and(total, item)?,
                _ => self.diagrams.map(&[total, item], &|v| {
                    let [total, item] = v else { return None };
                    match function {
                        Builtin::Count if **item == Value::Bool(false) => Some((*total).clone()),
                        Builtin::Count => binary(BinaryOp::Add, total, &Value::Int(1)).ok(),
                        _ if !item.is_int() => None,
                        Builtin::Sum => binary(BinaryOp::Add, total, item).ok(),
                        Builtin::Xor => binary(BinaryOp::Xor, total, item).ok(),
                        _ if !total.is_int() => Some((*item).clone()),
                        Builtin::Max => Some((*total).max(*item).clone()),
                        _ => Some((*total).min(*item).clone()),
                    }
                })?,
            };
            total = self.diagrams.choose(when, with, total)?;
        }
        if matches!(function, Builtin::Max | Builtin::Min) {
            total = self.diagrams.map(&[total], &|v| match v {
                [Value::Bool(_)] if function == Builtin::Max => Some(Value::Int(0)),
                [Value::Bool(_)] => None,
                [v] => Some((*v).clone()),
                _ => None,
            })?;
        }
        Ok(Open::Node(total))
    }

    fn index(&mut self, base: &Term, places: &[Term]) -> Result<Open, Unfit> {
        let places = self.nodes(places)?;
        if let Kind::Field(f) = base.kind
            && let Spread::Grid { from, rows, columns } = self.spread[f]
            && let [r, c] = places[..]
        {
            let (r, c) = (self.place(r)?, self.place(c)?);
            return Ok(Open::Node(match (r.filter(|r| *r < rows), c.filter(|c| *c < columns)) {
                (Some(r), Some(c)) => self.now[from + r * columns + c],
                _ => self.diagrams.fails(),
            }));
        }
        let mut at = self.open(base)?;
        for index in places {
            let place = self.place(index)?;
            let found = match &at {
                Open::List(items) => place.and_then(|i| items.get(i).cloned()),
                Open::Word(letters) => place.and_then(|i| letters.get(i)).map(|n| Open::Node(*n)),
                Open::Node(node) => {
                    let value = match (self.diagrams.value(*node).ok_or(Unfit)?, place) {
                        (Value::List(items), Some(i)) => items.get(i).cloned(),
                        (Value::Text(t), Some(i)) => {
                            t.chars().nth(i).map(|c| Value::text(c.encode_utf8(&mut [0; 4])))
                        }
                        (Value::List(_) | Value::Text(_), None) => None,
                        (Value::Graph(graph), _) => {
                            let node =
                                self.diagrams.value(index).and_then(|v| graph.place(v)).ok_or(Unfit)?;
                            let near = graph.near(node).iter();
                            Some(Value::list(near.map(|&head| graph.node(head as usize)).collect()))
                        }
                        _ => return Err(Unfit),
                    };
                    value.map(|v| self.diagrams.leaf(v)).transpose()?.map(Open::Node)
                }
            };
            at = match found {
                Some(found) => found,
                None => Open::Node(self.diagrams.fails()),
            };
        }
        Ok(at)
    }

    /// An index from 1 as a place from 0; `None` where there is no such place.
    pub(super) fn place(&self, node: Node) -> Result<Option<usize>, Unfit> {
        let index = self.diagrams.value(node).ok_or(Unfit)?.as_int().unwrap_or(0);
        Ok(usize::try_from(index).ok().and_then(|i| i.checked_sub(1)))
    }

    fn slice(&mut self, base: &Term, from: Option<&Term>, to: Option<&Term>) -> Result<Open, Unfit> {
        let base = self.open(base)?;
        let len = match &base {
            Open::List(items) => items.len(),
            Open::Word(letters) => letters.len(),
            Open::Node(_) => return Err(Unfit),
        };
        let mut end = |term: Option<&Term>, otherwise: i64| match term {
            None => Ok(otherwise),
            Some(t) => self.fixed(t)?.as_int().ok_or(Unfit),
        };
        let (from, to) = (end(from, 1)?, end(to, len as i64)?);
        if from < 1 || to > len as i64 || from > to {
            // Empty and outside slices have rules of their own.
            return Err(Unfit);
        }
        let range = from as usize - 1..to as usize;
        Ok(match base {
            Open::List(items) => Open::List(items[range].into()),
            Open::Word(letters) => Open::Word(letters[range].into()),
            Open::Node(_) => return Err(Unfit),
        })
    }

    fn call(&mut self, function: Builtin, args: &[Term]) -> Result<Open, Unfit> {
        let always = self.diagrams.truth(true);
        match (function, args) {
            (Builtin::Count, [of, wanted]) => {
                let (of, wanted) = (self.open(of)?, self.open(wanted)?);
                let mut items = Vec::new();
                for element in self.elements(of)? {
                    let same = self.compare(Relation::Eq, element, wanted.clone())?;
                    items.push((always, Open::Node(same)));
                }
                self.gather(function, items)
            }
            (
                Builtin::Min
                | Builtin::Max
                | Builtin::Sum
                | Builtin::Xor
                | Builtin::Count
                | Builtin::Any
                | Builtin::All,
                _,
            ) => {
                let given = match args {
                    [one] => match self.open(one)? {
                        Open::Node(node) if self.diagrams.value(node).is_none_or(Value::is_int) => {
                            vec![Open::Node(node)]
                        }
                        of => self.elements(of)?,
                    },
                    _ => self.all(args)?,
                };
                self.gather(function, given.into_iter().map(|item| (always, item)).collect())
            }
            (Builtin::Abs, [x]) => {
                let x = self.node(x)?;
                let abs = |v: &[&Value]| v[0].as_int()?.checked_abs().map(Value::Int);
                Ok(Open::Node(self.diagrams.map(&[x], &abs)?))
            }
            (Builtin::Lines, [of, k]) => {
                let k = self.fixed(k)?.as_int().ok_or(Unfit)?;
                let of = self.open(of)?;
                let rows = self.elements(of)?;
                let mut cells = Vec::new();
                for row in &rows {
                    cells.extend(self.elements(row.clone())?);
                }
                let width = cells.len() / rows.len().max(1);
                let places = grid::lines(rows.len(), width, k);
                let run = |places: &[usize]| Open::List(places.iter().map(|at| cells[*at].clone()).collect());
                Ok(Open::List(places.chunks(k.max(1) as usize).map(run).collect()))
            }
            (Builtin::Reverse, [x]) => match self.open(x)? {
                Open::List(items) => Ok(Open::List(items.iter().rev().cloned().collect())),
                Open::Word(letters) => Ok(Open::Word(letters.iter().rev().copied().collect())),
                Open::Node(_) => Err(Unfit),
            },
            _ => Err(Unfit),
        }
    }

    fn size(&mut self, x: &Term) -> Result<Open, Unfit> {
        let len = match self.open(x)? {
            Open::List(items) => items.len(),
            Open::Word(letters) => letters.len(),
            Open::Node(node) => match self.diagrams.value(node) {
                Some(v) if !v.is_int() => size(v).ok_or(Unfit)?,
                _ => {
                    let abs = |v: &[&Value]| v[0].as_int()?.checked_abs().map(Value::Int);
                    return Ok(Open::Node(self.diagrams.map(&[node], &abs)?));
                }
            },
        };
        self.int(len as i64)
    }

    fn binary(&mut self, op: BinaryOp, a: &Term, b: &Term) -> Result<Open, Unfit> {
        match (self.open(a)?, self.open(b)?) {
            (Open::Node(a), Open::Node(b)) => {
                let node = self.diagrams.map(&[a, b], &|v| binary(op, v[0], v[1]).ok())?;
                Ok(Open::Node(node))
            }
            (a @ Open::List(_), b) | (a, b @ Open::List(_)) if op == BinaryOp::Concat => {
                let mut items = self.elements(a)?;
                items.extend(self.elements(b)?);
                Ok(Open::List(items.into()))
            }
            _ => Err(Unfit),
        }
    }

    /// How two values compare; lists of open values only for being equal.
    fn compare(&mut self, relation: Relation, a: Open, b: Open) -> Result<Node, Unfit> {
        if let (Open::Node(a), Open::Node(b)) = (&a, &b) {
            return self.diagrams.map(&[*a, *b], &|v| {
                let (a, b) = (v[0], v[1]);
                let ordered = match (a, b) {
                    (Value::Text(_), Value::Text(_)) | (Value::List(_), Value::List(_)) => true,
                    _ => a.is_int() && b.is_int(),
                };
                Some(Value::Bool(match relation {
                    Relation::Eq => a == b,
                    Relation::Ne => a != b,
                    _ if !ordered => return None,
                    Relation::Lt => a < b,
                    Relation::Le => a <= b,
                }))
            });
        }
        let words = matches!((&a, &b), (Open::Word(_), _) | (_, Open::Word(_)));
        let is_text = |eval: &Self, x: &Open| match x {
            Open::Word(_) => true,
            Open::Node(n) => matches!(eval.diagrams.value(*n), Some(Value::Text(_))),
            Open::List(_) => false,
        };
        if words && !(is_text(self, &a) && is_text(self, &b)) {
            return Err(Unfit);
        }
        let (a, b) = (self.elements(a)?, self.elements(b)?);
        let mut same = self.diagrams.truth(a.len() == b.len());
        if a.len() == b.len() {
            for (a, b) in a.into_iter().zip(b) {
                let equal = self.compare(Relation::Eq, a, b)?;
                same = self.diagrams.and(same, equal)?;
            }
        }
        let (yes, no) = (self.diagrams.truth(true), self.diagrams.truth(false));
        match relation {
            Relation::Eq => Ok(same),
            Relation::Ne => self.diagrams.choose(same, no, yes),
            Relation::Lt | Relation::Le => Err(Unfit),
        }
    }

    fn is_in(&mut self, x: &Term, range: &Range) -> Result<Node, Unfit> {
        let x = self.open(x)?;
        match range {
            Range::Between(from, to) => {
                let Open::Node(x) = x else { return Err(Unfit) };
                let zero = self.diagrams.leaf(Value::Int(0))?;
                let from = from.as_ref().map_or(Ok(zero), |t| self.node(t))?;
                let to = to.as_ref().map_or(Ok(x), |t| self.node(t))?;
                self.diagrams.map(&[from, x, to], &|v| match v {
                    [Value::Int(a), Value::Int(x), Value::Int(b)] => Some(Value::Bool((*a..=*b).contains(x))),
                    _ => None,
                })
            }
            Range::Of(of) => {
                let of = self.open(of)?;
                if let (Open::Word(letters), Open::Node(part)) = (&of, &x) {
                    return self.occurs(*part, letters);
                }
                let mut found = self.diagrams.truth(false);
                match &of {
                    Open::Node(node) => match self.diagrams.value(*node) {
                        Some(Value::List(_) | Value::Set(_)) => {}
                        _ => return Err(Unfit),
                    },
                    Open::List(_) => {}
                    Open::Word(_) => return Err(Unfit),
                }
                for element in self.elements(of)? {
                    let same = self.compare(Relation::Eq, x.clone(), element)?;
                    found = self.diagrams.or(found, same)?;
                }
                Ok(found)
            }
        }
    }

    /// Does a fixed text stand somewhere in a word?
    fn occurs(&mut self, part: Node, letters: &Rc<[Node]>) -> Result<Node, Unfit> {
        let Some(Value::Text(text)) = self.diagrams.value(part) else { return Err(Unfit) };
        let text: Vec<Value> = text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect();
        if text.is_empty() {
            return Err(Unfit);
        }
        let mut found = self.diagrams.truth(false);
        for window in letters.windows(text.len()) {
            let mut here = self.diagrams.truth(true);
            for (letter, wanted) in window.iter().zip(&text) {
                let wanted = self.diagrams.leaf(wanted.clone())?;
                let same = self.compare(Relation::Eq, Open::Node(*letter), Open::Node(wanted))?;
                here = self.diagrams.and(here, same)?;
            }
            found = self.diagrams.or(found, here)?;
        }
        Ok(found)
    }
}
