//! Lines of moves that engines need not run move by move: *rays*, which lower one number by any amount, and *cuts*, which
//! drop the end of a row and look at no more than its beginning.
//!
//! Other facts speak of all moves of a game; these speak of one line, so a game of which only some lines are of this
//! kind profits too.

use crate::facts::quantity::form;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, ListId, ListSym, Path, Session, Sym, Update};
use bouton_core::Range;
use bouton_language::ast::FieldKind;
use bouton_language::rules::Type;
use bouton_linear::entail::{bounds, entails};
use bouton_linear::{Atom, Poly};

/// A line whose moves are exactly these: take a number (a field, or any element of one) and lower it by 1, 2, 3 and so on,
/// as long as the result lies in the domain. Nothing else changes, and the turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRay {
    /// The move line.
    pub line: usize,
    /// The field.
    pub field: usize,
    /// Any element of the field, and not the field itself.
    pub elements: bool,
    /// The most that it is lowered by.
    pub most: Option<u64>,
}

/// A line whose moves leave the beginning of a row, change nothing else, and pass the turn. Whether such a move is
/// possible depends on no element of the row but those that are left and the next `beyond`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCut {
    /// The move line.
    pub line: usize,
    /// The field.
    pub field: usize,
    /// How many elements after those that are left the line looks at.
    pub beyond: usize,
}

/// The rays and the cuts among the lines.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> (Vec<LineRay>, Vec<LineCut>) {
    let legal: Vec<Poly> = {
        let start = session.start();
        let field = |a: Atom| matches!(session.kind(a), Some(AtomKind::Field(_)));
        start.conds.into_iter().filter(|c| c.atoms().all(field)).collect()
    };
    let (mut rays, mut cuts) = (Vec::new(), Vec::new());
    for (line, m) in session.core.moves.iter().enumerate() {
        if m.by.is_some() || m.again.is_some() {
            continue;
        }
        let own: Vec<&Transition> = transitions.iter().filter(|t| t.line == line).collect();
        if let [one] = own.as_slice()
            && let Some(found) = ray(session, one, &legal)
        {
            rays.push(found);
        }
        let found: Option<Vec<LineCut>> = own.iter().map(|t| cut(session, t)).collect();
        if let Some((first, rest)) = found.as_ref().and_then(|found| found.split_first())
            && rest.iter().all(|c| c.field == first.field)
        {
            let beyond = rest.iter().map(|c| c.beyond).fold(first.beyond, usize::max);
            cuts.push(LineCut { beyond, ..*first });
        }
    }
    (rays, cuts)
}

/// The one field that a transition changes, and what it becomes.
fn changed<'t>(session: &Session<'_>, t: &'t Transition) -> Option<(usize, &'t Sym)> {
    let [part] = t.parts.as_slice() else { return None };
    let mut found = None;
    for (f, (before, after)) in t.before.iter().zip(part).enumerate() {
        let same = match (before, after) {
            (Sym::Int(a), Sym::Int(b)) => a.is_known() && a == b,
            (Sym::List(ListSym::Base(a)), Sym::List(ListSym::Base(b))) => a == b,
            (Sym::Set(a), Sym::Set(b)) => {
                a.field == b.field && b.is_part_of_old() && b.removed.is_empty() && !b.fewer
            }
            _ => false,
        };
        if !same && found.replace((f, after)).is_some() {
            return None;
        }
    }
    found.filter(|(f, _)| *f < session.core.shape.fields.len())
}

/// Conditions other than inequalities.
fn has_others(path: &Path) -> bool {
    !(path.known.is_empty()
        && path.differ.is_empty()
        && path.edges.is_empty()
        && path.members.is_empty()
        && path.among.is_empty()
        && path.drawn.is_empty())
}

fn ray(session: &Session<'_>, t: &Transition, legal: &[Poly]) -> Option<LineRay> {
    let (f, after) = changed(session, t)?;
    let field = &session.core.shape.fields[f];
    // Of a domain with gaps not every smaller number is a result.
    if !t.path.exact || has_others(&t.path) || matches!(field.domain, Some(Range::Of(_))) {
        return None;
    }
    // What holds of any legal position, and any number and result in it.
    let mut facts: Vec<Poly> = legal.to_vec();
    facts.extend(t.path.defs.iter().cloned());
    let mut place = None;
    let (old, new, low) = match (t.before.get(f)?, after) {
        (Sym::Int(old), Sym::Int(new)) if field.ty == Type::Int => {
            (old.clone(), new.clone(), bounds(legal, old).0.map(Poly::int)?)
        }
        (before, after) => {
            let own = before.base().filter(|_| matches!(field.kind, FieldKind::Row | FieldKind::Word))?;
            let [Update::One(change)] = after.updates(own)? else { return None };
            let [at] = change.place.as_slice() else { return None };
            let info = session.info(own);
            place = Some(at.as_atom().filter(|&a| is_choice(session, a))?);
            facts.push(at.shift(-1));
            facts.push(info.len.sub(at));
            (form(&change.old)?, form(&change.new)?, info.low.clone()?)
        }
    };
    let by = old.sub(&new);
    // One choice says how far, and every distance is one value of it.
    let mut choices = by.atoms().filter(|&a| Some(a) != place && is_choice(session, a));
    let (choice, None) = (choices.next()?, choices.next()) else { return None };
    if by.coefficient(choice).abs() != 1 || by.terms().iter().any(|(m, _)| m.single().is_none()) {
        return None;
    }
    let own: Vec<Poly> = t.path.conds.iter().filter(|c| c.atoms().all(|a| a == choice)).cloned().collect();
    let most = bounds(&own, &by).1;
    let all = t.path.all();
    facts.push(by.shift(-1));
    facts.push(new.sub(&low));
    facts.extend(most.map(|most| by.neg().shift(most)));
    let every = t.path.conds.iter().all(|cond| cond.is_known() && entails(&facts, cond));
    let only = entails(&all, &by.shift(-1)) && most.is_none_or(|most| entails(&all, &by.neg().shift(most)));
    let most = most.map(u64::try_from).transpose().ok()?;
    (every && only).then_some(LineRay { line: t.line, field: f, elements: place.is_some(), most })
}

fn is_choice(session: &Session<'_>, atom: Atom) -> bool {
    matches!(session.kind(atom), Some(AtomKind::Choice(_)))
}

fn cut(session: &Session<'_>, t: &Transition) -> Option<LineCut> {
    let (f, after) = changed(session, t)?;
    let own = t.before.get(f)?.base()?;
    let kept = match after.run(own) {
        None if after.is_empty() => Poly::int(0),
        Some((from, to)) if from.as_int() == Some(1) => to.clone(),
        _ => return None,
    };
    let kind = session.core.shape.fields.get(f)?.kind;
    if !t.path.exact || !matches!(kind, FieldKind::Row | FieldKind::Word) || !t.path.drawn.is_empty() {
        return None;
    }
    let path = &t.path;
    let mut atoms: Vec<Atom> = path.conds.iter().flat_map(Poly::atoms).collect();
    atoms.extend(kept.atoms());
    atoms.extend(path.known.iter().chain(&path.differ).map(|(a, _)| *a));
    atoms.extend(path.edges.iter().flat_map(|(a, b, _)| [*a, *b]));
    atoms.extend(path.members.iter().flat_map(|(p, _, _)| p.atoms()));
    atoms.extend(path.among.iter().map(|(a, _)| *a));
    let mut beyond = 0;
    for atom in atoms {
        beyond = beyond.max(reach(session, atom, own, &kept)?);
    }
    Some(LineCut { line: t.line, field: f, beyond })
}

/// How many elements of a row beyond the kept ones an unknown depends on; `None` if that is not known.
fn reach(session: &Session<'_>, atom: Atom, own: ListId, kept: &Poly) -> Option<usize> {
    let upto = |place: &Poly| {
        let beyond = place.sub(kept).as_int()?;
        usize::try_from(beyond.max(0)).ok()
    };
    let plain = |place: &Poly| {
        place.atoms().all(|a| {
            let kind = session.kind(a);
            matches!(kind, Some(AtomKind::Field(_) | AtomKind::Choice(_) | AtomKind::Len(_)))
        })
    };
    match session.kind(atom)? {
        AtomKind::Field(_) | AtomKind::Choice(_) | AtomKind::Len(_) => Some(0),
        AtomKind::Columns(_) | AtomKind::SetSize(_) => Some(0),
        AtomKind::Elem(id, place) if *id == own => upto(place.first()?),
        AtomKind::Prefix(id, place) if *id == own => upto(place),
        AtomKind::Elem(_, places) => places.iter().all(plain).then_some(0),
        AtomKind::Total(id) | AtomKind::Count(id, _) if *id != own => Some(0),
        _ => None,
    }
}
