//! Vector moves: games on number fields in which every move adds a fixed vector, or a multiple of one.
//!
//! This is the normal form that tables and the automata prover work on: `x -> x + base + k*step` for k in a
//! range, wherever the result is legal and the guards hold. A rook is two such rays, Wythoff three.

use crate::entail::{bounds, entails};
use crate::linear::{Atom, Poly};
use crate::moves::Transition;
use crate::quantity::form;
use crate::symbolic::{AtomKind, Session};
use bouton_language::ast::FieldKind;
use bouton_language::rules::Type;

/// A family of moves: for every k from `from` to `to`, the fields change by `base + k*step`, if the result lies in
/// the domains and every guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorMove {
    /// The move line.
    pub line: usize,
    /// Only this player (0 or 1) may make it.
    pub by: Option<usize>,
    /// What every move of the family adds.
    pub base: Vec<i64>,
    /// What each k adds; all zeros for a single move.
    pub step: Vec<i64>,
    /// The least k; 0 for a single move.
    pub from: i64,
    /// The greatest k; `None` when only the border stops it.
    pub to: Option<i64>,
    /// What else must hold.
    pub guards: Vec<LinearGuard>,
}

/// `fields · x + k*step + constant >= 0`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearGuard {
    /// Coefficient of each field (before the move).
    pub fields: Vec<i64>,
    /// Coefficient of k.
    pub k: i64,
    /// Constant.
    pub constant: i64,
}

impl VectorMove {
    /// Does only the border of the board stop it?
    pub fn is_ray(&self) -> bool {
        self.to.is_none() && self.guards.is_empty() && self.step.iter().any(|&s| s != 0)
    }

    /// Is it one move (and not a family)?
    pub fn is_single(&self) -> bool {
        self.step.iter().all(|&s| s == 0)
    }
}

/// The vector moves that are exactly the moves of the game; `None` if some move is of another form.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Option<Vec<VectorMove>> {
    let fields = &session.rules.shape.fields;
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
    let mut out = Vec::new();
    for t in transitions {
        out.push(vector(session, t, &atoms, &legal)?);
    }
    (!out.is_empty()).then_some(out)
}

fn vector(session: &Session<'_>, t: &Transition, atoms: &[Atom], legal: &[Poly]) -> Option<VectorMove> {
    let [part] = t.parts.as_slice() else { return None };
    if !t.path.exact || !t.path.drawn.is_empty() || !t.path.defs.is_empty() {
        return None;
    }
    let mut choice: Option<Atom> = None;
    let mut base = Vec::new();
    let mut step = Vec::new();
    let mut after = Vec::new();
    for (f, &atom) in atoms.iter().enumerate() {
        let new = form(part.get(f)?)?;
        let by = new.sub(&Poly::atom(atom));
        for a in by.atoms() {
            let is_choice = matches!(session.kind(a), Some(AtomKind::Choice(_)));
            if !is_choice || choice.is_some_and(|c| c != a) {
                return None;
            }
            choice = Some(a);
        }
        if by.terms().iter().any(|(m, _)| m.single().is_none()) {
            return None;
        }
        base.push(i64::try_from(by.constant()).ok()?);
        step.push(match choice {
            Some(c) => i64::try_from(by.coefficient(c)).ok()?,
            None => 0,
        });
        after.push(new);
    }
    // Steps recorded before the choice was met are zero, as they should be.
    let conds = &t.path.conds;
    let known = |a: Atom| atoms.contains(&a) || Some(a) == choice;
    if conds
        .iter()
        .any(|c| !c.is_known() || !c.atoms().all(known) || c.terms().iter().any(|t| t.0.single().is_none()))
    {
        return None;
    }
    let (from, to) = match choice {
        None => (Some(0), Some(0)),
        Some(c) => {
            let own: Vec<Poly> = conds.iter().filter(|f| f.atoms().all(|a| a == c)).cloned().collect();
            bounds(&own, &Poly::atom(c))
        }
    };
    let from = from?;
    let mut facts: Vec<Poly> = legal.to_vec();
    facts.extend(
        legal.iter().map(|c| c.replace(&|a| atoms.iter().position(|&x| x == a).map(|f| after[f].clone()))),
    );
    if let Some(c) = choice {
        facts.push(Poly::atom(c).shift(-from));
        if let Some(to) = to {
            facts.push(Poly::atom(c).neg().shift(to));
        }
    }
    let mut guards = Vec::new();
    for cond in conds {
        if entails(&facts, cond) {
            continue;
        }
        facts.push(cond.clone());
        guards.push(LinearGuard {
            fields: atoms.iter().map(|&a| i64::try_from(cond.coefficient(a)).ok()).collect::<Option<_>>()?,
            k: match choice {
                Some(c) => i64::try_from(cond.coefficient(c)).ok()?,
                None => 0,
            },
            constant: i64::try_from(cond.constant()).ok()?,
        });
    }
    Some(VectorMove {
        line: t.line,
        by: t.path.by,
        base,
        step,
        from: i64::try_from(from).ok()?,
        to: match to {
            Some(to) => Some(i64::try_from(to).ok()?),
            None => None,
        },
        guards,
    })
}
