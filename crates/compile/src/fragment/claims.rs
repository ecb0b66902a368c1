//! Claims as conditions of linear arithmetic, with a few terms beyond it that automata know in some numeration: xor in
//! base 2, `floor(phi * n)` and the Fibonacci numbers in Fibonacci digits, the powers of two in base 2, and definitions
//! that call themselves (see `recursive`).

use super::compare::equal;
use super::derive::Derivation;
use super::number::Num;
use super::outside::{Outside, Stop, Why};
use super::reader::{Origin, Reader, Sym};
use super::recursive::{Calls, gated, written_out_or_not};
use super::{Affine, Formula};
use bouton_core::{Core, Kind, Real};
use bouton_language::rules::{Expr, RangeExpr};
use bouton_language::span::Span;
use bouton_language::value::KnownSet;

/// A function that linear arithmetic does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// The xor of the arguments.
    Xor,
    /// The integer part of the golden ratio times the argument.
    FloorPhi,
    /// 1 if the argument is in the set, 0 otherwise.
    Member(KnownSet),
    /// One more than what a definition that calls itself gives for the argument (the remainder by `modulus`, unless that
    /// is 0); 0 where it gives nothing.
    Defined {
        /// The definition, by its index in the rules.
        define: usize,
        /// By what the value is reduced.
        modulus: i64,
    },
}

/// A term of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The function.
    pub kind: TermKind,
    /// The variables that are its arguments.
    pub arguments: Vec<usize>,
    /// The variable that is its value.
    pub value: usize,
}

/// A condition on positions: the variables after the coordinates that terms speak of are what the terms say, and the
/// formula holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Over the coordinates, and the variables of the terms.
    pub formula: Formula,
    /// What is beyond linear arithmetic.
    pub terms: Vec<Term>,
}

/// A number claimed for every position: where the claim says something, and the graph of what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Where the claim says something: over the coordinates.
    pub defined: Statement,
    /// The variable after the coordinates is the number.
    pub equals: Statement,
}

/// The terms met so far, and what their arguments are.
#[derive(Debug, Default)]
pub(super) struct Terms {
    pub(super) list: Vec<Term>,
    pub(super) links: Vec<Formula>,
}

/// A condition on positions, over the coordinates of the fragment. `locals` is the size of its frame.
pub fn condition(core: &Core, e: &Expr, locals: usize) -> Result<Statement, Outside> {
    let e = core.term(e);
    written_out_or_not(|calls| condition_with(core, &e, locals, calls))
}

fn condition_with(
    core: &Core,
    e: &bouton_core::Term,
    locals: usize,
    calls: Option<Calls>,
) -> Result<Statement, Outside> {
    let mut game = Derivation::new(core)?;
    let d = game.shape.coordinates.len();
    let cases = game.read(e.span, |reader, _, given| {
        reader.terms = Some(Terms::default());
        reader.calls = calls.clone();
        reader.locals = vec![None; locals];
        let holds = reader.truth(e)?;
        let Terms { list, links } = reader.terms.take().unwrap_or_default();
        let holds = Formula::all(links.into_iter().chain([given, holds]));
        Ok((reader.close(holds)?, list))
    })?;
    Statement::of(cases, d, e.span)
}

impl Statement {
    /// One of the cases holds; variables from `free` on are not those of a position.
    pub(super) fn of(
        mut cases: Vec<(Formula, Vec<Term>)>,
        free: usize,
        span: Span,
    ) -> Result<Statement, Outside> {
        if cases.len() > 1 && cases.iter().any(|c| !c.1.is_empty()) {
            return Err(Outside { span, why: Why::Many });
        }
        let terms = cases.first_mut().map(|c| std::mem::take(&mut c.1)).unwrap_or_default();
        let formula = gated(Formula::any(cases.into_iter().map(|c| c.0)), &terms, span)?;
        // Variables of terms first, bound ones behind them.
        let mut scope: Vec<(usize, usize)> = Vec::new();
        for v in terms.iter().flat_map(|t| t.arguments.iter().chain([&t.value])) {
            if *v >= free && scope.iter().all(|s| s.0 != *v) {
                scope.push((*v, free + scope.len()));
            }
        }
        let name = |v: usize| scope.iter().find(|s| s.0 == v).map_or(v, |s| s.1);
        let renamed = |t: &Term| Term {
            kind: t.kind,
            arguments: t.arguments.iter().map(|v| name(*v)).collect(),
            value: name(t.value),
        };
        let terms = terms.iter().map(renamed).collect();
        let mut next = free + scope.len();
        Ok(Statement { formula: formula.numbered(&mut scope, &mut next), terms })
    }
}

/// A number that depends on the position, as a set of pairs: the variable after the coordinates is the number. Where no
/// case of the expression holds, nothing is said. `part` is the local that stands for a part of one field, where the
/// expression is about the parts of a sum.
pub fn value(core: &Core, e: &Expr, locals: usize, part: Option<usize>) -> Result<Claimed, Outside> {
    let e = core.term(e);
    written_out_or_not(|calls| value_with(core, &e, locals, part, calls))
}

fn value_with(
    core: &Core,
    e: &bouton_core::Term,
    locals: usize,
    part: Option<usize>,
    calls: Option<Calls>,
) -> Result<Claimed, Outside> {
    let mut game = Derivation::new(core)?;
    let d = game.shape.coordinates.len();
    let single = [(e.clone(), None)];
    let arms: &[(bouton_core::Term, Option<bouton_core::Term>)] = match &e.kind {
        Kind::Cases(arms) => arms,
        _ => &single,
    };
    let cases = game.read(e.span, |reader, _, given| {
        reader.terms = Some(Terms::default());
        reader.calls = calls.clone();
        // The number itself stands first among the new unknowns.
        let g = Num::Lin(Affine::variable(reader.fresh(Origin::Derived)));
        reader.locals = vec![None; locals];
        if let Some(local) = part.and_then(|slot| reader.locals.get_mut(slot)) {
            *local = reader.fields.first().cloned();
        }
        let (mut left, mut defined, mut equals) = (given, Vec::new(), Vec::new());
        for (value, cond) in arms {
            let holds = cond.as_ref().map_or(Ok(Formula::yes()), |c| reader.truth(c))?;
            let here = Formula::all([left.clone(), holds.clone()]);
            left = Formula::all([left, holds.negated()]);
            if here.impossible() {
                continue;
            }
            let n = reader.number(value)?;
            let is = Formula::all([here.clone(), g.minus(&n)?.zero()?]);
            defined.push(reader.close(here)?);
            equals.push(reader.close(is)?);
        }
        let Terms { list, links } = reader.terms.take().unwrap_or_default();
        let links = reader.close(Formula::all(links))?;
        let with_links = |arms: Vec<Formula>| Formula::all([links.clone(), Formula::any(arms)]);
        Ok(((with_links(defined), list.clone()), (with_links(equals), list)))
    })?;
    let (defined, equals): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
    Ok(Claimed { defined: Statement::of(defined, d, e.span)?, equals: Statement::of(equals, d + 1, e.span)? })
}

/// Which positions are starts: every field that need not be typed holds what it holds then.
pub fn starts(core: &Core) -> Result<Formula, Outside> {
    Derivation::new(core)?.holds(core.shape.span, 0, |reader| {
        let mut all = Vec::new();
        for (i, field) in core.shape.fields.iter().enumerate() {
            let Some(start) = &field.start else { continue };
            reader.locals = vec![None; field.locals];
            let v = reader.eval(start)?;
            all.push(equal(&reader.fields[i], &v, field.span)?);
        }
        Ok(Formula::all(all))
    })
}

/// When a coordinate is in a range.
pub fn within(core: &Core, coordinate: usize, range: &RangeExpr, locals: usize) -> Result<Formula, Outside> {
    let (range, span) = (core.range(range), core.shape.span);
    let x = Sym::Num(Num::Lin(Affine::variable(coordinate)));
    Derivation::new(core)?.holds(span, locals, |reader| reader.is_in(&x, &range, span, true))
}

impl Reader<'_> {
    /// The value of a term, where terms are allowed.
    pub(super) fn term(&mut self, kind: TermKind, arguments: &[Num]) -> Result<Option<Num>, Stop> {
        if self.terms.is_none() {
            return Ok(None);
        }
        let mut variables = Vec::with_capacity(arguments.len());
        let mut links = Vec::new();
        for n in arguments {
            if let Num::Lin(form) = n
                && form.constant == 0
                && let [(v, 1)] = form.terms.as_slice()
                && self.quotient(*v).is_none()
            {
                variables.push(*v);
                continue;
            }
            // A negative argument counts as 0: rules that meet one fail, so nothing is claimed there.
            let u = self.fresh(Origin::Derived);
            let is = n.minus(&Num::Lin(Affine::variable(u)))?.zero()?;
            let below = n.at_least_zero().negated();
            links.push(Formula::any([is, Formula::all([below, Formula::zero(Affine::variable(u))])]));
            variables.push(u);
        }
        let value = self.fresh(Origin::Derived);
        if let Some(terms) = &mut self.terms {
            terms.links.extend(links);
            terms.list.push(Term { kind, arguments: variables, value });
        }
        Ok(Some(Num::Lin(Affine::variable(value))))
    }

    /// `floor(phi * e)`, perhaps with whole numbers added, where terms are allowed.
    pub(super) fn golden(&mut self, r: &Real) -> Result<Option<Sym>, Stop> {
        let found = match r {
            Real::Mul(a, b) => match (&**a, &**b) {
                (Real::Phi, Real::Int(e)) | (Real::Int(e), Real::Phi) => {
                    let n = self.number(e)?;
                    self.term(TermKind::FloorPhi, &[n])?.map(Sym::Num)
                }
                _ => None,
            },
            Real::Add(a, b) | Real::Sub(a, b) => match (self.golden(a)?, &**b) {
                (Some(Sym::Num(n)), Real::Int(e)) => {
                    let m = self.number(e)?;
                    let m = if matches!(r, Real::Sub(..)) { m.times(-1)? } else { m };
                    Some(Sym::Num(n.plus(&m)?))
                }
                _ => None,
            },
            _ => None,
        };
        Ok(found)
    }

    /// Whether a number is in a named set, where terms are allowed.
    pub(super) fn member(&mut self, n: &Num, set: KnownSet) -> Result<Option<Formula>, Stop> {
        if !matches!(set, KnownSet::Fibonacci | KnownSet::Powers2) {
            return Ok(None);
        }
        let yes = self.term(TermKind::Member(set), std::slice::from_ref(n))?;
        yes.map(|v| v.minus(&Num::int(1))?.zero()).transpose()
    }
}
