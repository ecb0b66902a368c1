//! Symbolic positions: what is known about a position and the choices of a move without fixing them.
//!
//! A [`Path`] is one way through a move line: the inequalities its choices and conditions impose, and the symbolic
//! value of every local and field. Values that cannot be described become [`Sym::Unknown`]; conditions that cannot
//! be expressed are left out and the path is marked as not exact. So a path stands for at least the positions and
//! choices that really take it: what is proved of the path holds for all of them.

pub(crate) mod assume;
mod calls;
pub(crate) mod draw;
pub(crate) mod eval;
mod lists;
pub(crate) mod moves;
mod parts;

use bouton_core::{Core, Range, Term};
use bouton_language::ast::FieldKind;
use bouton_language::graph::Graph;
use bouton_language::rules::Type;
use bouton_language::value::{KnownSet, Value};
use bouton_linear::entail::entails;
use bouton_linear::{Atom, Poly};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A list that has a name: a field's, or one that a choice draws.
pub(crate) type ListId = usize;

/// Which side of a row or grid places are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Element `i` of a row, or column `i` of a grid, counts `i`.
    Left,
    /// The last element or column counts 0, the one before it 1, and so on.
    Right,
    /// Row `i` of a grid counts `i`.
    Top,
    /// The last row of a grid counts 0, the one before it 1, and so on.
    Bottom,
}

/// What an unknown stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AtomKind {
    /// A number field before the move.
    Field(usize),
    /// A choice of the move.
    Choice(u32),
    /// Something of which only the inequalities are known.
    Fresh(u32),
    /// `mover`, 1 or 2.
    Mover,
    /// `turn`.
    Turn,
    /// The size of a set field.
    SetSize(usize),
    /// Number of elements; of rows for a grid.
    Len(ListId),
    /// Number of columns of a grid.
    Columns(ListId),
    /// Sum of the elements.
    Total(ListId),
    /// Sum of the elements up to a place.
    Prefix(ListId, Poly),
    /// One element.
    Elem(ListId, Vec<Poly>),
    /// Number of elements with this value.
    Count(ListId, Value),
    /// Sum of place times element.
    Weighted(ListId, Side),
    /// Sum of the places of the elements with this value.
    Places(ListId, Value, Side),
    /// `a div b`
    Div(Poly, Poly),
}

/// What is known of a named list.
#[derive(Clone, Debug)]
pub(crate) struct ListInfo {
    /// Number of elements (rows of a grid).
    pub(crate) len: Poly,
    /// Sum of its elements.
    pub(crate) total: Poly,
    /// Least element.
    pub(crate) low: Option<Poly>,
    /// Greatest element.
    pub(crate) high: Option<Poly>,
    /// No element exceeds that of the other list at its place; both have one length.
    pub(crate) below: Option<ListId>,
    /// A grid: elements have two indices.
    pub(crate) grid: bool,
}

/// A symbolic value.
#[derive(Clone, Debug)]
pub(crate) enum Sym {
    /// A number (yes is 1, no is 0), or an unknown scalar of any type.
    Int(Poly),
    /// A value that is not a number.
    Const(Value),
    /// A list.
    List(ListSym),
    /// A set field with elements added and removed.
    Set(SetSym),
    /// A set written out.
    Elements(Vec<Sym>),
    /// A set with no elements but some of these.
    Among(Vec<Sym>),
    /// The neighbours of a node.
    Near(Arc<Graph>, Poly),
    /// A collection that only choices draw from.
    Gen(Gen),
    /// Nothing is known.
    Unknown,
}

impl Sym {
    /// The number, where it is one.
    pub(crate) fn int(self) -> Option<Poly> {
        match self {
            Sym::Int(form) => Some(form),
            _ => None,
        }
    }

    /// The named list, where it is one as it is.
    pub(crate) fn base(&self) -> Option<ListId> {
        match self {
            Sym::List(list) => list.base(),
            _ => None,
        }
    }

    /// The changes of elements that made this of a named list, none if it is that list still; `None` for another list.
    pub(crate) fn updates(&self, of: ListId) -> Option<&[Update]> {
        match self {
            Sym::List(ListSym::Base(id)) if *id == of => Some(&[]),
            Sym::List(ListSym::Updated(inner, updates)) if inner.base() == Some(of) => Some(updates),
            _ => None,
        }
    }

    /// The first and the last place of a named list that are left, where this is a run of it.
    pub(crate) fn run(&self, of: ListId) -> Option<(&Poly, &Poly)> {
        match self {
            Sym::List(ListSym::Slice(inner, from, to)) if inner.base() == Some(of) => Some((from, to)),
            _ => None,
        }
    }

    /// Is it a list without elements?
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Sym::List(ListSym::Items(items)) if items.is_empty())
    }
}

impl ListSym {
    /// The named list, where it is one as it is.
    pub(crate) fn base(&self) -> Option<ListId> {
        match self {
            ListSym::Base(id) => Some(*id),
            _ => None,
        }
    }
}

/// A collection to draw from.
#[derive(Clone, Debug)]
pub(crate) enum Gen {
    /// The divisors of a number.
    Divisors(Poly),
    /// Lists of positive numbers with this sum.
    Partitions(Poly),
    /// Lists of so many naturals (second) with this sum (first).
    Compositions(Poly, Poly),
    /// Lists below a list.
    Below(ListSym),
    /// The regions of a value in a grid, filled up with another.
    Regions(Box<ListSym>, Value, Value),
    /// A named infinite set.
    Known(KnownSet),
}

/// A symbolic list.
#[derive(Clone, Debug)]
pub(crate) enum ListSym {
    /// A named list as it is.
    Base(ListId),
    /// Written out.
    Items(Vec<Sym>),
    /// One after the other.
    Concat(Vec<ListSym>),
    /// Elements from the first place to the second; shown to lie in range.
    Slice(Box<ListSym>, Poly, Poly),
    /// Some run of elements.
    Piece(Box<ListSym>),
    /// The same elements in another order.
    Permuted(Box<ListSym>),
    /// With elements changed.
    Updated(Box<ListSym>, Vec<Update>),
    /// One region of a value, filled with another.
    Region(Box<ListSym>, Value, Value),
    /// Nothing is known.
    Opaque,
}

/// A change of elements.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// One place.
    One(Change),
    /// One place for each value of a variable.
    Many {
        /// The change at a general value.
        general: Vec<(Vec<Poly>, Change)>,
        /// The change at the first or the last value, where the range is known not to be empty.
        ends: Vec<Vec<(Vec<Poly>, Change)>>,
        /// The variable, where it runs through a range, and the range's ends.
        over: Option<(Atom, Poly, Poly)>,
    },
}

/// The change of one element.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Where.
    pub(crate) place: Vec<Poly>,
    /// The element before.
    pub(crate) old: Sym,
    /// The element after.
    pub(crate) new: Sym,
    /// Made by `+=` or `-=`, which may meet another change of the same place.
    pub(crate) added: bool,
}

/// A set field with elements added and removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetSym {
    /// The field it started as.
    pub(crate) field: usize,
    /// Added.
    pub(crate) added: Vec<Sym>,
    /// Perhaps added.
    pub(crate) perhaps: Vec<Sym>,
    /// Removed.
    pub(crate) removed: Vec<Sym>,
    /// Others may have been added.
    pub(crate) more: bool,
    /// Others may have been removed.
    pub(crate) fewer: bool,
    /// Its elements are natural numbers.
    pub(crate) natural: bool,
}

impl SetSym {
    /// Is every element one of the field's old elements?
    pub(crate) fn is_part_of_old(&self) -> bool {
        self.added.is_empty() && self.perhaps.is_empty() && !self.more
    }
}

/// One way through a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    /// What holds on it, each `>= 0`.
    pub(crate) conds: Vec<Poly>,
    /// What holds of the auxiliary unknowns by their definition.
    pub(crate) defs: Vec<Poly>,
    /// Scalars that equal a value that is no number.
    pub(crate) known: Vec<(Atom, Value)>,
    /// Scalars that differ from such a value.
    pub(crate) differ: Vec<(Atom, Value)>,
    /// The second scalar is a neighbour of the first.
    pub(crate) edges: Vec<(Atom, Atom, Arc<Graph>)>,
    /// The scalar is an element of the set field (or is not).
    pub(crate) members: Vec<(Poly, usize, bool)>,
    /// The scalar is one of these values.
    pub(crate) among: Vec<(Atom, Vec<Value>)>,
    /// The choice is an element of a named infinite set.
    pub(crate) drawn: Vec<(Atom, KnownSet)>,
    /// Locals.
    pub(crate) locals: Vec<Sym>,
    /// Fields.
    pub(crate) fields: Vec<Sym>,
    /// Who moves (0 or 1), where the line says so.
    pub(crate) by: Option<usize>,
    /// Nothing was left out: the conditions are exactly those of the move.
    pub(crate) exact: bool,
}

impl Path {
    /// Everything that holds.
    pub(crate) fn all(&self) -> Vec<Poly> {
        self.conds.iter().chain(&self.defs).cloned().collect()
    }

    /// With one more condition.
    pub(crate) fn with(mut self, cond: Poly) -> Path {
        if cond.is_known() {
            self.conds.push(cond);
        } else {
            self.exact = false;
        }
        self
    }

    /// With something left out.
    pub(crate) fn inexact(mut self) -> Path {
        self.exact = false;
        self
    }
}

/// The table of unknowns and lists of one game.
pub(crate) struct Session<'a> {
    /// The game.
    pub(crate) core: &'a Core,
    atoms: Vec<AtomKind>,
    index: FxHashMap<AtomKind, Atom>,
    lists: Vec<ListInfo>,
    serial: u32,
    /// Ways still to be opened; with none left, branches are merged into what is not known.
    pub(crate) ways: usize,
    /// Depth of the expression at hand.
    pub(crate) depth: usize,
    /// The definitions being looked into.
    pub(crate) calls: Vec<usize>,
    /// Look out for ways on which the rules themselves may fail (see [`Session::surely_run`]).
    watch: bool,
    /// One was met.
    may_fail: bool,
}

/// Ways through one move line that are followed apart.
pub(crate) const WAYS: usize = 160;

impl<'a> Session<'a> {
    /// An empty table.
    pub(crate) fn new(core: &'a Core) -> Session<'a> {
        Session {
            core,
            atoms: Vec::new(),
            index: FxHashMap::default(),
            lists: Vec::new(),
            serial: 0,
            ways: WAYS,
            depth: 0,
            calls: Vec::new(),
            watch: false,
            may_fail: false,
        }
    }

    /// Can the moves be run on every legal position without an error of the rules (an element or a slice outside
    /// its list, a division by zero, no case that holds)? Elsewhere such errors are taken not to happen. A `false`
    /// means "not shown".
    pub(crate) fn surely_run(&mut self) -> bool {
        (self.watch, self.may_fail) = (true, false);
        self.transitions();
        self.watch = false;
        !self.may_fail
    }

    /// Notes that the rules may fail on this path unless all of these hold.
    pub(crate) fn risk(&mut self, path: &Path, safe: &[Poly]) {
        if self.watch && !self.may_fail {
            let facts = path.all();
            self.may_fail = !safe.iter().all(|cond| entails(&facts, cond));
        }
    }

    /// Notes that an expression may fail for reasons that are not looked into.
    pub(crate) fn risky(&mut self) {
        self.may_fail |= self.watch;
    }

    /// The unknown of this kind.
    pub(crate) fn atom(&mut self, kind: AtomKind) -> Atom {
        if let Some(&a) = self.index.get(&kind) {
            return a;
        }
        let a = self.atoms.len() as Atom;
        self.atoms.push(kind.clone());
        self.index.insert(kind, a);
        a
    }

    /// What an unknown stands for.
    pub(crate) fn kind(&self, atom: Atom) -> Option<&AtomKind> {
        self.atoms.get(atom as usize)
    }

    /// A form of one unknown of this kind.
    pub(crate) fn form(&mut self, kind: AtomKind) -> Poly {
        Poly::atom(self.atom(kind))
    }

    /// An unknown unlike all others.
    pub(crate) fn fresh(&mut self) -> Poly {
        self.serial += 1;
        self.form(AtomKind::Fresh(self.serial))
    }

    /// The unknown of a new choice.
    pub(crate) fn choice(&mut self) -> Atom {
        self.serial += 1;
        self.atom(AtomKind::Choice(self.serial))
    }

    /// A new named list.
    pub(crate) fn list(&mut self, info: ListInfo) -> ListId {
        self.lists.push(info);
        self.lists.len() - 1
    }

    /// A list of which nothing but its natural bounds is known yet: fresh length and total.
    pub(crate) fn plain_list(&mut self, low: Option<Poly>, high: Option<Poly>) -> ListId {
        let id = self.lists.len();
        let len = self.form(AtomKind::Len(id));
        let total = self.form(AtomKind::Total(id));
        self.list(ListInfo { len, total, low, high, below: None, grid: false })
    }

    /// What is known of a list.
    pub(crate) fn info(&self, id: ListId) -> &ListInfo {
        &self.lists[id]
    }

    /// Changes what is known of a list.
    pub(crate) fn info_mut(&mut self, id: ListId) -> &mut ListInfo {
        &mut self.lists[id]
    }

    /// A value that is known.
    pub(crate) fn sym(&self, value: &Value) -> Sym {
        match value {
            Value::Int(i) => Sym::Int(Poly::int(i128::from(*i))),
            Value::Bool(b) => Sym::Int(Poly::int(i128::from(*b))),
            Value::List(items) if items.len() <= 64 => {
                Sym::List(ListSym::Items(items.iter().map(|v| self.sym(v)).collect()))
            }
            Value::List(_) => Sym::List(ListSym::Opaque),
            Value::Known(k) => Sym::Gen(Gen::Known(*k)),
            other => Sym::Const(other.clone()),
        }
    }

    /// The position before any move: every field by its own unknowns, within its domain, legal and not ended.
    pub(crate) fn start(&mut self) -> Path {
        let mut path = Path { exact: true, ..Path::default() };
        for (f, field) in self.core.shape.fields.iter().enumerate() {
            let sym = match field.kind {
                FieldKind::Number => Sym::Int(self.form(AtomKind::Field(f))),
                FieldKind::Set => {
                    let size = self.form(AtomKind::SetSize(f));
                    path.defs.push(size);
                    let natural = self.natural_elements(f);
                    Sym::Set(SetSym { field: f, natural, ..SetSym::default() })
                }
                FieldKind::Row | FieldKind::Bag | FieldKind::Word | FieldKind::Grid => {
                    Sym::List(ListSym::Base(self.field_list(f, &mut path)))
                }
            };
            path.fields.push(sym);
        }
        for (f, field) in self.core.shape.fields.iter().enumerate() {
            if field.kind == FieldKind::Number
                && let Sym::Int(form) = path.fields[f].clone()
            {
                path = self.within(&form, f, path);
            }
        }
        for require in &self.core.requires {
            path = self.single(path, |s, p| s.assume(&require.cond, true, p));
        }
        path
    }

    /// The one path that a step leaves; where it leaves several, the path as it was, marked inexact.
    pub(crate) fn single(&mut self, path: Path, step: impl FnOnce(&mut Self, Path) -> Vec<Path>) -> Path {
        let locals = path.locals.clone();
        let mut ways = step(self, path.clone());
        match ways.pop() {
            Some(mut only) if ways.is_empty() => {
                only.locals = locals;
                only
            }
            _ => path.inexact(),
        }
    }

    /// The path on which a form lies in the domain of a number field, read in the path's own fields.
    pub(crate) fn within(&mut self, form: &Poly, f: usize, path: Path) -> Path {
        let field = &self.core.shape.fields[f];
        match (&field.domain, &field.ty) {
            (_, Type::Bool) => path.with(form.clone()).with(form.neg().shift(1)),
            (Some(range), _) => self.single(path, |s, p| s.in_range(form, range, p)),
            (None, Type::Int) => path.with(form.clone()),
            (None, _) => path.inexact(),
        }
    }

    /// Are the elements of a field natural numbers?
    pub(crate) fn natural_elements(&self, f: usize) -> bool {
        let field = &self.core.shape.fields[f];
        match &field.domain {
            None => *bouton_language::interp::element_type(field) == Type::Int,
            Some(Range::Between(lo, _)) => lo.as_ref().is_none_or(|e| e.int().is_some_and(|i| i >= 0)),
            Some(Range::Of(_)) => false,
        }
    }

    fn field_list(&mut self, f: usize, path: &mut Path) -> ListId {
        let field = &self.core.shape.fields[f];
        let numbers = *bouton_language::interp::element_type(field) == Type::Int;
        let id = self.plain_list(None, None);
        let (low, high) = match &field.domain {
            None if numbers => (Some(Poly::int(0)), None),
            None => (None, None),
            Some(Range::Between(lo, hi)) => {
                let lo = lo.as_ref().map_or(Some(Poly::int(0)), |e| self.steady(e, path));
                (lo, hi.as_ref().and_then(|e| self.steady(e, path)))
            }
            Some(Range::Of(e)) => match e.value() {
                Some(Value::Set(items) | Value::List(items)) => {
                    let ints: Option<Vec<i128>> = items.iter().map(|v| v.as_int().map(i128::from)).collect();
                    let ints = ints.unwrap_or_default();
                    let form = |i: Option<&i128>| i.map(|i| Poly::int(*i));
                    (form(ints.iter().min()), form(ints.iter().max()))
                }
                _ => (None, None),
            },
        };
        let sizes: Vec<Option<Poly>> = field.size.iter().map(|e| self.steady(e, path)).collect();
        let grid = field.kind == FieldKind::Grid;
        let info = self.info_mut(id);
        (info.low, info.high, info.grid) = (low, high, grid);
        if let Some(Some(n)) = sizes.first()
            && field.kind != FieldKind::Bag
        {
            info.len = n.clone();
        }
        if field.kind == FieldKind::Bag && info.low.as_ref().and_then(Poly::as_int).is_some_and(|l| l >= 0) {
            // Zeros are dropped, so every element that is there is positive.
            info.low = Some(Poly::int(1));
        }
        let len = info.len.clone();
        path.defs.push(len.clone());
        if grid {
            let columns = self.form(AtomKind::Columns(id));
            if let Some(Some(n)) = sizes.get(1) {
                path.defs.push(columns.sub(n));
                path.defs.push(n.sub(&columns));
            }
            path.defs.push(columns);
        } else {
            let info = self.info(id);
            let (low, high, total) = (info.low.clone(), info.high.clone(), info.total.clone());
            if let Some(low) = low {
                path.defs.push(total.sub(&low.times(&len)));
            }
            if let Some(high) = high {
                path.defs.push(high.times(&len).sub(&total));
            }
        }
        id
    }

    /// Does the goal follow from the facts, and from what is known of the prefix sums they speak of?
    pub(crate) fn shows(&mut self, facts: &[Poly], goal: &Poly) -> bool {
        entails(facts, goal) || {
            let more = self.prefix_facts(facts, goal);
            !more.is_empty() && entails(&[facts, &more].concat(), goal)
        }
    }

    /// A form that the expression has without any branching: a domain's end, a fixed size.
    pub(crate) fn steady(&mut self, e: &Term, path: &Path) -> Option<Poly> {
        let ways = self.eval(e, path.clone());
        match ways.as_slice() {
            [(p, Sym::Int(form))] if form.is_known() && p.conds.len() == path.conds.len() => {
                Some(form.clone())
            }
            _ => None,
        }
    }
}
