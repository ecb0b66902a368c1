//! Weights: that every move makes the sum of weight times coordinate smaller is tested here again, as a formula. Tables
//! need weights that are all positive, so that finitely many positions lie below a bound.

use crate::arithmetic::possible;
use crate::effort::Effort;
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::{Affine, Formula};

/// Whether every part that any move leaves weighs less than the position before.
pub(super) fn fall(fragment: &Fragment, weights: &[u64], effort: &Effort) -> Result<bool, Halt> {
    if weights.len() != fragment.coordinates.len() {
        return Ok(false);
    }
    let weights: Vec<i64> =
        weights.iter().map(|w| i64::try_from(*w).map_err(|_| Halt::Size)).collect::<Result<_, _>>()?;
    for m in &fragment.moves {
        for part in &m.parts {
            let mut gain = Affine::default();
            for (i, w) in weights.iter().enumerate() {
                gain = gain.plus(*w, &part[i])?.plus(-*w, &Affine::variable(i))?;
            }
            if possible(fragment, m, Formula::AtLeastZero(gain), effort)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Weights that are all positive, if some are found: those given, scaled up, with 1 where there was 0.
pub(super) fn positive(
    fragment: &Fragment,
    weights: &[u64],
    effort: &Effort,
) -> Result<Option<Vec<u64>>, Halt> {
    if weights.iter().all(|w| *w > 0) {
        return Ok(Some(weights.to_vec()));
    }
    for factor in [1u64, 2, 3, 4, 6, 8, 12, 16] {
        let scaled = weights.iter().map(|w| w.checked_mul(factor).map(|w| w.max(1)));
        let Some(scaled) = scaled.collect::<Option<Vec<u64>>>() else { return Ok(None) };
        if fall(fragment, &scaled, effort)? {
            return Ok(Some(scaled));
        }
    }
    Ok(None)
}
