//! Rules that treat players differently: who moves is a number of the theorem, and the theorem is told for each player.

use super::formula;
use crate::game::Game;
use bouton_compile::fragment::{Affine, Formula, Fragment};
use bouton_engine::Halt;
use bouton_theory::Effort;
use bouton_theory::arithmetic::compile;
use bouton_theory::prove::{Limits, Theorem};

/// The theorem about both players.
#[derive(Clone)]
pub(crate) struct Players {
    /// The rules with who moves as a coordinate.
    pub(crate) fragment: Fragment,
    /// The lost positions with who moves.
    pub(crate) theorem: Theorem,
    /// Where the second player loses, who moves first: what follows `lose iff`.
    pub(crate) second: Option<String>,
}

impl Players {
    /// What the theorem says where the first player moves, as a theorem of its own, and the theorem about both.
    pub(crate) fn told(
        game: &Game,
        fragment: Fragment,
        theorem: Theorem,
        limits: &Limits<'_>,
        effort: &Effort<'_>,
    ) -> Result<(Fragment, Theorem, Option<Players>), Halt> {
        let Some(mover) = fragment.mover else { return Ok((fragment, theorem, None)) };
        let (one, first) = of(&fragment, &theorem, mover, 1, effort)?;
        let (other, second) = of(&fragment, &theorem, mover, 2, effort)?;
        let (second, _) = formula::find(game, &other, &second, &[], limits, effort);
        let second = second.and_then(|f| Some(f.strip_prefix("lose iff ")?.to_string()));
        Ok((one, first, Some(Players { fragment, theorem, second })))
    }
}

/// The positions and the lost ones among them where this player (1 or 2) moves.
fn of(
    fragment: &Fragment,
    theorem: &Theorem,
    mover: usize,
    player: i64,
    effort: &Effort<'_>,
) -> Result<(Fragment, Theorem), Halt> {
    let turn = Formula::Zero(Affine { terms: vec![(mover, 1)], constant: -player });
    let all: Vec<usize> = (0..mover).collect();
    let moving = compile(theorem.dfa.numeration(), &turn, effort)?;
    let dfa = theorem.dfa.and(&moving, effort)?.project(&[mover], effort)?.widen(&all, effort)?;
    let legal = Formula::Exists(mover, Box::new(Formula::All(vec![fragment.legal.clone(), turn])));
    let told = Fragment {
        coordinates: fragment.coordinates[..mover].to_vec(),
        legal,
        moves: Vec::new(),
        ends: Vec::new(),
        weights: fragment.weights[..mover].to_vec(),
        mover: None,
        ..*fragment
    };
    let weights = theorem.weights[..mover].to_vec();
    Ok((told, Theorem { dfa, weights, ..*theorem }))
}
