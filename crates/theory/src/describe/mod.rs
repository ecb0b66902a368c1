//! What people read: the lost set compared with shapes that have a name, each kept as an automaton, so that "equal" is
//! decided and not sampled; finite exceptions are allowed and listed. The condition is text of the rules language, ready
//! to be pasted behind `claim lose iff`.

mod shapes;
mod values;

pub use shapes::Shape;
pub use values::{Periodic, describe_values};

use crate::arithmetic::compile;
use crate::automata::{Dfa, Operation};
use crate::effort::{Effort, Halt};
use crate::prove::{Subject, Theorem};
use bouton_compile::fragment::Fragment;
use num_bigint::BigUint;

/// A lost set in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its shape.
    pub shape: Shape,
    /// Lost positions that the shape does not have.
    pub added: Vec<Vec<BigUint>>,
    /// Positions of the shape that are not lost.
    pub removed: Vec<Vec<BigUint>>,
    /// Lines that the condition needs in the rules.
    pub defines: Vec<String>,
    /// The condition in the rules language: a position is lost exactly if it holds.
    pub condition: String,
}

/// The most exceptions that a description may list.
const EXCEPTIONS: usize = 8;

/// The first shape that the lost positions of a theorem have, exactly or up to a few exceptions.
pub fn describe(
    fragment: &Fragment,
    theorem: &Theorem,
    effort: &Effort,
) -> Result<Option<Description>, Halt> {
    if theorem.subject != Subject::Lost {
        return Ok(None);
    }
    let lost = &theorem.dfa;
    let names: Vec<String> = fragment.coordinates.iter().map(|c| c.name.clone()).collect();
    let legal = compile(lost.numeration(), &fragment.legal, effort)?.widen(lost.tracks(), effort)?;
    let mut best: Option<Description> = None;
    for candidate in shapes::candidates(lost, &legal, &names, effort)? {
        let shape = candidate.set.and(&legal, effort)?;
        let differ = lost.combine(&shape, Operation::Differ, effort)?;
        if !differ.is_finite() {
            continue;
        }
        let Some(all) = differ.members(EXCEPTIONS, effort)? else { continue };
        let (added, removed): (Vec<_>, Vec<_>) = all.into_iter().partition(|x| lost.contains(x));
        let fewer = |b: &Description| added.len() + removed.len() < b.added.len() + b.removed.len();
        if best.as_ref().is_none_or(fewer) {
            let condition = text(&candidate.condition, &names, &added, &removed);
            let exact = added.is_empty() && removed.is_empty();
            let (shape, defines) = (candidate.shape, candidate.defines);
            best = Some(Description { shape, added, removed, defines, condition });
            if exact {
                break;
            }
        }
    }
    Ok(best)
}

/// A condition with its exceptions.
fn text(condition: &str, names: &[String], added: &[Vec<BigUint>], removed: &[Vec<BigUint>]) -> String {
    let one = |x: &Vec<BigUint>| {
        let equal = names.iter().zip(x).map(|(n, v)| format!("{n} = {v}"));
        equal.collect::<Vec<_>>().join(" and ")
    };
    let list = |all: &[Vec<BigUint>]| match names {
        [n] if all.len() > 1 => {
            let numbers: Vec<String> = all.iter().map(|x| x[0].to_string()).collect();
            format!("{n} in {{{}}}", numbers.join(", "))
        }
        _ => all.iter().map(one).collect::<Vec<_>>().join(" or "),
    };
    let mut whole = condition.to_string();
    if !removed.is_empty() {
        whole = format!("({whole}) and not ({})", list(removed));
    }
    if !added.is_empty() {
        let plain = removed.is_empty();
        whole = if plain {
            format!("{whole} or {}", list(added))
        } else {
            format!("({whole}) or {}", list(added))
        };
    }
    whole
}

/// Whether the automaton of a theorem is a given set, for all sizes.
pub fn same_set(theorem: &Theorem, set: &Dfa, effort: &Effort) -> Result<bool, Halt> {
    Ok(set.widen(theorem.dfa.tracks(), effort)? == theorem.dfa)
}
