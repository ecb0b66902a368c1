//! Sets of one number that grow like a geometric sequence: place values of the numeration, and n(i+1) = q·n(i) + c in
//! its bases.

use super::shapes::{Candidate, Shape, candidate};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::words::{shifted, sum};
use bouton_budget::Halt;
use bouton_linear::Affine;

/// All shapes worth comparing with a set of one number.
pub(super) fn candidates(lost: &Dfa, name: &str, effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let mut list = place_values(lost.numeration(), name, effort)?;
    list.extend(geometric(lost, name, effort)?);
    Ok(list)
}

fn place_values(system: Numeration, name: &str, effort: &Effort) -> Result<Vec<Candidate>, Halt> {
    let set_name = match system {
        Numeration::Base(2) => "powers2",
        Numeration::FIBONACCI => "fibonacci",
        _ => return Ok(Vec::new()),
    };
    let mut list = Vec::new();
    for shift in [0i64, 1, -1, 2, -2, 3, -3] {
        let form = Affine::new(&[(0, 1), (1, -1)], shift);
        let set = Dfa::place_values(system, 1, effort)?.and(&Dfa::zero(system, &form, effort)?, effort)?;
        let text = format!("{} in {set_name}", shifted(name, shift));
        list.push(candidate(Shape::PlaceValue(shift), set.project(&[1], effort)?, text));
    }
    Ok(list)
}

/// n(i+1) = q·n(i) + c with q the base: then (q − 1)·n + c is a constant times a power of q.
fn geometric(lost: &Dfa, name: &str, effort: &Effort) -> Result<Option<Candidate>, Halt> {
    let Numeration::Base(q) = lost.numeration() else { return Ok(None) };
    let q = i64::from(q);
    let members: Vec<i64> = (0..5000).filter(|n| lost.contains_small(&[*n as u64])).collect();
    effort.check()?;
    let [.., w, x, y, z] = members.as_slice() else { return Ok(None) };
    let c = z - q * y;
    if y - q * x != c || x - q * w != c {
        return Ok(None);
    }
    // From the first member on that is followed by its successor.
    let follows = |i: &usize| members.get(i + 1).is_none_or(|next| *next == q * members[*i] + c);
    let from = (0..members.len()).rev().take_while(follows).last().unwrap_or(0);
    let first = (q - 1) * members[from] + c;
    if first <= 0 {
        return Ok(None);
    }
    let form = Affine::new(&[(0, q - 1), (1, -first)], c);
    let system = lost.numeration();
    let set = Dfa::place_values(system, 1, effort)?.and(&Dfa::zero(system, &form, effort)?, effort)?;
    let left = sum([((q - 1).into(), name.to_string()), (c.into(), String::new())]);
    let right = sum([(first.into(), format!("{q}**i"))]);
    let text = format!("any({left} = {right} for i in 0..log2({name} + 1) + 1)");
    Ok(Some(candidate(Shape::Geometric(q), set.project(&[1], effort)?, text)))
}
