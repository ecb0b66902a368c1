//! Claims as automata: conditions of linear arithmetic with the few terms beyond it that automata know in one numeration
//! (exclusive or and powers of two in base 2, golden multiples and Fibonacci numbers in Fibonacci digits), compared with
//! what is proved.

use crate::arithmetic::{compile, together};
use crate::automata::{Dfa, Operation, Witness};
use crate::effort::{Effort, Halt};
use crate::numeration::Numeration;
use crate::prove::Theorem;
use bouton_compile::fragment::{Affine, Formula, Statement, Term, TermKind};
use bouton_language::value::KnownSet;

/// The numerations in which a statement is an automaton, the likely ones first; none if its terms do not fit together.
pub fn numerations(statement: &Statement) -> Vec<Numeration> {
    let fits = |n: &Numeration| statement.terms.iter().all(|t| known(*n, t.kind));
    Numeration::ALL.into_iter().filter(fits).collect()
}

fn known(numeration: Numeration, kind: TermKind) -> bool {
    match kind {
        TermKind::Xor | TermKind::Member(KnownSet::Powers2) => numeration == Numeration::Base(2),
        TermKind::FloorPhi | TermKind::Member(KnownSet::Fibonacci) => numeration == Numeration::FIBONACCI,
        TermKind::Member(_) => false,
    }
}

/// The positions for which a statement holds, over all coordinates; `None` if a term is no automaton in this numeration.
pub fn compile_statement(
    numeration: Numeration,
    statement: &Statement,
    coordinates: usize,
    effort: &Effort,
) -> Result<Option<Dfa>, Halt> {
    if !statement.terms.iter().all(|t| known(numeration, t.kind)) {
        return Ok(None);
    }
    let mut parts = vec![compile(numeration, &statement.formula, effort)?];
    for t in &statement.terms {
        parts.push(term(numeration, t, effort)?);
    }
    let whole = together(numeration, parts, effort)?;
    let gone: Vec<usize> = whole.tracks().iter().copied().filter(|v| *v >= coordinates).collect();
    let all: Vec<usize> = (0..coordinates).collect();
    Ok(Some(whole.project(&gone, effort)?.widen(&all, effort)?))
}

fn term(numeration: Numeration, t: &Term, effort: &Effort) -> Result<Dfa, Halt> {
    match (t.kind, t.arguments.as_slice()) {
        (TermKind::FloorPhi, [n]) => Dfa::golden_multiple(*n, t.value, effort),
        (TermKind::Member(_), [n]) => {
            let inside = Dfa::place_values(numeration, *n, effort)?;
            let value = |v: i64| {
                let form = Affine { terms: vec![(t.value, 1)], constant: -v };
                Dfa::zero(numeration, &form, effort)
            };
            let outside = inside.complement(effort)?;
            inside.and(&value(1)?, effort)?.or(&outside.and(&value(0)?, effort)?, effort)
        }
        (TermKind::Xor, arguments) => {
            // An argument that stands twice falls out.
            let mut tracks: Vec<usize> = Vec::new();
            for v in arguments.iter().chain([&t.value]) {
                match tracks.iter().position(|w| w == v) {
                    Some(i) => {
                        tracks.remove(i);
                    }
                    None => tracks.push(*v),
                }
            }
            tracks.sort_unstable();
            Dfa::xor_zero(&tracks, effort)
        }
        _ => Err(Halt::TooLarge),
    }
}

/// Where a set and the lost positions of a theorem differ, among the positions for which `within` holds: the example with
/// the fewest digits. `None`: they are equal there, for all sizes.
pub fn lost_differs(
    theorem: &Theorem,
    set: &Dfa,
    within: &Formula,
    effort: &Effort,
) -> Result<Option<Witness>, Halt> {
    let within = compile(theorem.dfa.numeration(), within, effort)?.widen(theorem.dfa.tracks(), effort)?;
    let differ = theorem.dfa.combine(set, Operation::Differ, effort)?;
    differ.and(&within, effort)?.shortest(effort)
}
