//! Help for the person to move, in three steps: who is winning, where to look, the move.

use crate::commands::prelude::*;
use bouton::play::Playing;

/// A hint; the higher the step, the more it gives away.
pub(super) fn hint(session: &mut Playing, step: usize, lang: Lang) -> Result<String, Problem> {
    Ok(match session.hint()? {
        Some(hint) => session.hint_text(&hint, step, lang),
        None => too_big(lang),
    })
}

/// Who is winning.
pub(super) fn who(session: &mut Playing, lang: Lang) -> Result<String, Problem> {
    Ok(match session.hint()? {
        Some(hint) => session.standing(&hint, lang),
        None => too_big(lang),
    })
}

fn too_big(lang: Lang) -> String {
    lang.pick("I cannot see through this position.", "这个局面我看不透。").to_string()
}
