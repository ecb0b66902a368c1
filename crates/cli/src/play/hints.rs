//! Help for the person to move, in three steps: who is winning, where to look, the move.

use super::session::Session;
use crate::lang::Lang;
use bouton::Problem;
use bouton::hint::{Hint, Nudge};
use bouton::language::rules::ScoreKind;

/// The library's hint for the position at hand; `None` where it is too big to be solved in time.
fn ask(session: &mut Session) -> Result<Option<Hint>, Problem> {
    let (solver, games, state) = session.ask();
    solver.renew();
    match solver.hint(games, state) {
        Ok(hint) => Ok(Some(hint)),
        Err(Problem::Over(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// A hint; the higher the step, the more it gives away.
pub(super) fn hint(session: &mut Session, step: usize, lang: Lang) -> Result<String, Problem> {
    let Some(hint) = ask(session)? else { return Ok(too_big(lang)) };
    let (Some(by), false) = (&hint.by, matches!(hint.nudge, Nudge::None | Nudge::Paired)) else {
        let mut out = standing(session, &hint, lang);
        if let Some(what) = hint.what(lang) {
            out.push_str(lang.pick(" ", ""));
            out.push_str(&what);
        }
        return Ok(out);
    };
    Ok(match step {
        1 => standing(session, &hint, lang),
        2 => hint.what(lang).unwrap_or_else(|| standing(session, &hint, lang)),
        _ => format!("{}   → {}   [{}]", by.text(lang), by.to, by.notation),
    })
}

/// Who is winning.
pub(super) fn who(session: &mut Session, lang: Lang) -> Result<String, Problem> {
    Ok(match ask(session)? {
        Some(hint) => standing(session, &hint, lang),
        None => too_big(lang),
    })
}

fn too_big(lang: Lang) -> String {
    lang.pick("I cannot see through this position.", "这个局面我看不透。").to_string()
}

/// Who is winning, the points that were made so far included.
fn standing(session: &Session, hint: &Hint, lang: Lang) -> String {
    match (session.score(), hint.score) {
        (Some(ScoreKind::Shared), Some(more)) => {
            let total = session.totals()[0].saturating_add(more);
            lang.pick(
                format!("With best play the score ends at {total}."),
                format!("双方都走最佳时，总分为 {total}。"),
            )
        }
        (Some(ScoreKind::Own), Some(more)) => {
            Hint { score: Some(session.lead().saturating_add(more)), ..hint.clone() }.who(lang)
        }
        _ => hint.who(lang),
    }
}
