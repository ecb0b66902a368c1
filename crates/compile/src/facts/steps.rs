//! Games on number fields whose every move is linear: what moves set the fields to, and under which conditions.
//!
//! The moves are [`VectorMove`]s or [`LevelMove`]s; a legal position is one that satisfies linear inequalities. On such
//! a game a table of a whole box is filled without running the rules at all.

use crate::facts::levels::{self, LevelMove};
use crate::facts::quantity::form;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, Session};
use crate::facts::vectors::{self, LinearGuard, VectorMove};
use bouton_language::ast::FieldKind;
use bouton_language::rules::Type;
use bouton_linear::{Atom, Poly};

/// The moves of a game on number fields, where all of them are linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearMoves {
    /// What a legal position satisfies, apart from having natural numbers where [`LinearMoves::natural`] says so.
    pub legal: Vec<LinearGuard>,
    /// No field is ever negative.
    pub natural: bool,
    /// The moves.
    pub moves: Vec<LinearMove>,
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearMove {
    /// Fields change by multiples of a vector.
    Vector(VectorMove),
    /// Fields fall to one level.
    Level(LevelMove),
}

impl LinearMoves {
    /// The moves as vectors, where all of them are.
    pub fn vectors(&self) -> Option<Vec<VectorMove>> {
        let vector = |m: &LinearMove| match m {
            LinearMove::Vector(v) => Some(v.clone()),
            LinearMove::Level(_) => None,
        };
        self.moves.iter().map(vector).collect()
    }
}

/// One way of a move, in forms of the fields and of at most one choice.
#[derive(Clone)]
pub(crate) struct Step<'a> {
    /// The move line.
    pub(crate) line: usize,
    /// Only this player may make it.
    pub(crate) by: Option<usize>,
    /// The unknowns of the fields.
    pub(crate) atoms: &'a [Atom],
    /// What a legal position satisfies.
    pub(crate) legal: &'a [Poly],
    /// The choice, if there is one.
    pub(crate) choice: Option<Atom>,
    /// The fields after the move.
    pub(crate) after: Vec<Poly>,
    /// The conditions of the move.
    pub(crate) conds: Vec<Poly>,
}

impl Step<'_> {
    /// The fields that the move may change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.atoms.len()).filter(|&f| self.after[f] != Poly::atom(self.atoms[f]))
    }

    /// The step with another form in place of its choice (which may speak of the choice itself).
    pub(crate) fn turned(&self, new: &Poly) -> Self {
        let turn = |p: &Poly| p.replace(&|a| (Some(a) == self.choice).then(|| new.clone()));
        Step {
            after: self.after.iter().map(turn).collect(),
            conds: self.conds.iter().map(turn).collect(),
            ..self.clone()
        }
    }

    /// What makes the result legal.
    pub(crate) fn legal_after(&self) -> Vec<Poly> {
        let place = |a: Atom| self.atoms.iter().position(|&x| x == a);
        self.legal.iter().map(|c| c.replace(&|a| place(a).map(|f| self.after[f].clone()))).collect()
    }

    /// A condition as a guard.
    pub(crate) fn guard(&self, cond: &Poly) -> Option<LinearGuard> {
        Some(LinearGuard {
            fields: self.atoms.iter().map(|&a| integer(cond.coefficient(a))).collect::<Option<_>>()?,
            k: integer(self.choice.map_or(0, |c| cond.coefficient(c)))?,
            constant: integer(cond.constant())?,
        })
    }
}

/// The number in 64 bits.
pub(crate) fn integer(n: i128) -> Option<i64> {
    i64::try_from(n).ok()
}

/// The linear moves that are exactly the moves of the game; `None` if some move is of another form.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Option<LinearMoves> {
    let fields = &session.core.shape.fields;
    if fields.is_empty() || fields.iter().any(|f| f.kind != FieldKind::Number || f.ty != Type::Int) {
        return None;
    }
    let start = session.start();
    if !start.exact {
        return None;
    }
    let count = fields.len();
    let atoms: Vec<Atom> = (0..count).map(|f| session.atom(AtomKind::Field(f))).collect();
    let legal = start.all();
    let plain = |p: &Poly| p.is_known() && p.terms().iter().all(|t| t.0.single().is_some());
    if !legal.iter().all(|c| plain(c) && c.atoms().all(|a| atoms.contains(&a))) {
        return None;
    }
    let mut moves = Vec::new();
    for t in transitions {
        let step = step(session, t, &atoms, &legal)?;
        match vectors::vector(&step) {
            Some(found) => moves.push(LinearMove::Vector(found)),
            None => moves.extend(levels::levels(&step)?.into_iter().map(LinearMove::Level)),
        }
    }
    if moves.is_empty() {
        return None;
    }
    let natural = atoms.iter().all(|&a| bouton_linear::entail::entails(&legal, &Poly::atom(a)));
    let here = Step {
        line: 0,
        by: None,
        atoms: &atoms,
        legal: &legal,
        choice: None,
        after: Vec::new(),
        conds: Vec::new(),
    };
    // What says no more than that numbers are natural needs no saying.
    let own = |c: &&Poly| !(natural && c.constant() >= 0 && c.terms().iter().all(|t| t.1 > 0));
    let legal = legal.iter().filter(own).map(|c| here.guard(c)).collect::<Option<_>>()?;
    Some(LinearMoves { legal, natural, moves })
}

fn step<'a>(session: &Session<'_>, t: &Transition, atoms: &'a [Atom], legal: &'a [Poly]) -> Option<Step<'a>> {
    let [part] = t.parts.as_slice() else { return None };
    if !t.path.exact || !t.path.drawn.is_empty() || !t.path.defs.is_empty() {
        return None;
    }
    let after: Vec<Poly> = (0..atoms.len()).map(|f| form(part.get(f)?)).collect::<Option<_>>()?;
    let conds = t.path.conds.clone();
    let mut choice = None;
    for p in after.iter().chain(&conds) {
        if !p.is_known() || p.terms().iter().any(|t| t.0.single().is_none()) {
            return None;
        }
        for a in p.atoms().filter(|a| !atoms.contains(a)) {
            let is_choice = matches!(session.kind(a), Some(AtomKind::Choice(_)));
            if !is_choice || choice.is_some_and(|c| c != a) {
                return None;
            }
            choice = Some(a);
        }
    }
    Some(Step { line: t.line, by: t.path.by, atoms, legal, choice, after, conds })
}
