//! All moves of a game of one position as one set, in base 2.

use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::{Affine, Formula};

/// The pairs of a position, on the first tracks, and what a move makes of it, on those behind; every move leaves one part.
pub(crate) fn moves(fragment: &Fragment, effort: &Effort) -> Result<Dfa, Halt> {
    let (two, d) = (Numeration::Base(2), fragment.coordinates.len());
    let tracks: Vec<usize> = (0..2 * d).collect();
    let mut moves = Dfa::constant(two, &tracks, false, effort)?;
    for m in &fragment.moves {
        let after = m.variables.max(m.guard.width());
        let mut body = vec![m.guard.clone()];
        for (i, form) in m.parts.iter().flatten().enumerate() {
            body.push(Formula::Zero(form.plus(-1, &Affine::variable(after + i))?));
        }
        let every = (d..m.variables).fold(Formula::All(body), |f, v| Formula::Exists(v, Box::new(f)));
        let own: Vec<usize> = (0..d).chain(after..after + d).collect();
        let built = compile(two, &every, effort)?.widen(&own, effort)?;
        moves = moves.or(&built.rename(&tracks, effort)?, effort)?;
    }
    Ok(moves)
}
