//! The theorem as a formula of the rules language: a shape with a name whose automaton is equal, a closed form of the
//! values that is proved as a claim, or a claim of the file.

use super::claims::{self, ClaimProof, Decided};
use crate::game::Game;
use crate::pattern;
use bouton_compile::fragment::Fragment;
use bouton_theory::Effort;
use bouton_theory::describe::{Periodic, describe, describe_values};
use bouton_theory::prove::{Limits, Subject, Theorem};

/// Values that a closed form is looked for in.
const LOOK: usize = 300;

/// What follows `claim`, and the definitions it needs.
pub(super) fn find(
    game: &Game,
    fragment: &Fragment,
    theorem: &Theorem,
    decided: &[ClaimProof],
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> (Option<String>, Vec<String>) {
    let found = match theorem.subject {
        Subject::Lost => describe(fragment, theorem, effort)
            .ok()
            .flatten()
            .map(|d| (Some(format!("lose iff {}", d.condition)), d.defines)),
        Subject::Values => describe_values(theorem, effort).ok().flatten().map(|periodic| {
            let closed = closed_form(game, fragment, theorem, &periodic, limits, effort);
            (Some(closed.unwrap_or(periodic.claim)), Vec::new())
        }),
    };
    found.unwrap_or_else(|| (claimed(decided), Vec::new()))
}

/// A formula for the values that is proved for all sizes.
fn closed_form(
    game: &Game,
    fragment: &Fragment,
    theorem: &Theorem,
    periodic: &Periodic,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> Option<String> {
    let name = &fragment.coordinates.first()?.name;
    let mut values: Vec<i64> =
        periodic.values.iter().map(|v| i64::try_from(*v).ok()).collect::<Option<_>>()?;
    let saltus = i64::try_from(periodic.saltus).ok()?;
    while values.len() < LOOK {
        let before = *values.get(values.len().checked_sub(periodic.period)?)?;
        values.push(before.checked_add(saltus)?);
    }
    let lines = pattern::suggested(name, &values);
    let grundy = lines.iter().filter_map(|l| l.strip_prefix("claim ")).filter(|l| l.starts_with("grundy"));
    let decided = |line: &String| claims::decide_lines(game, fragment, theorem, line, limits, effort);
    grundy.map(str::to_string).find(|line| matches!(decided(line), Some(Decided::Proved)))
}

/// A claim of the file that is proved and speaks of all positions.
fn claimed(decided: &[ClaimProof]) -> Option<String> {
    let whole = |c: &&ClaimProof| matches!(c.decided, Decided::Proved) && c.whole;
    decided.iter().find(whole).map(|c| c.text.clone())
}
