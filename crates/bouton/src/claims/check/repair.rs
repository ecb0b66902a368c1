//! A claim that would have been true: the written one with its exceptions taken out and put in.
//!
//! What is proposed is read and compared again with everything that was tested; what does not hold is not proposed.

use super::CheckQuestion;
use super::claim::Record;
use super::pattern::Pattern;
use super::several::Numbers;
use crate::claims::{self, Known, Said};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::Finding;
use bouton_language::rules::{About, Claim, ClaimBody, Expr, ExprKind};
use bouton_language::span::Span;
use bouton_language::value::Value;
use bouton_theory::sequences::{self, Members, Search, Sequence, SetPattern, sets};

/// A claim in the rules language that agrees with everything that was tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// `claim lose iff …`
    pub text: String,
    /// Positions on which it was compared.
    pub tested: u64,
    /// Is it proved for all sizes?
    pub proved: bool,
}

/// More arms than this make no formula.
const ARMS: usize = 5;

/// By so many characters the truth must be shorter than the claim with its exceptions.
const OWN_WORDS: usize = 12;

/// More members make no list.
const LISTED: usize = 8;

/// What a claim is about: one number, or several.
pub(super) enum Subject<'s> {
    /// The one number of this name.
    One(&'s str),
    /// Several numbers.
    Several(&'s Numbers),
}

/// A claim that holds on everything that was tested: the claim with its exceptions taken out and put in, what the truth
/// looks like, or what a theorem about the game says. One that is proved comes first, then the shorter one.
pub(super) fn propose(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    claim: &Claim,
    records: &[Record],
    subject: &Subject<'_>,
) -> Result<Option<Repair>, Problem> {
    let with =
        |body: String| surrounded(game, claim, &body).and_then(|t| agreeing(question, game, t, records));
    let bodies = match subject {
        Subject::One(name) => {
            let patched = one_number(game, claim, records, name);
            // The author's own words are kept unless the truth is much shorter.
            let long = patched.as_ref().map_or(usize::MAX, |p| p.chars().count());
            let truth = truth(claim, records, name).filter(|t| t.chars().count() + OWN_WORDS < long);
            [patched, truth]
        }
        Subject::Several(numbers) => several(game, claim, records, numbers),
    };
    let mut found: Vec<Repair> = bodies.into_iter().flatten().filter_map(with).collect();
    let theorem = by_theorem(solver, game, claim)?;
    found.extend(theorem.and_then(|text| agreeing(question, game, text, records)));
    if let Some(Finding::Proved(proof)) = solver.theorem_of(game)?.as_deref() {
        found.iter_mut().for_each(|repair| repair.proved = proof.implies(&repair.text));
    }
    Ok(found.into_iter().min_by_key(|r| (!r.proved, r.text.chars().count())))
}

/// What is true of the numbers that were tested, whatever the claim says.
fn truth(claim: &Claim, records: &[Record], name: &str) -> Option<String> {
    let mut facts: Vec<(i64, &Known)> = records
        .iter()
        .map(|r| Some((r.number.filter(|_| r.settings.is_empty())?, &r.truth)))
        .collect::<Option<_>>()?;
    facts.sort_by_key(|f| f.0);
    let first = facts.first()?.0;
    if facts.iter().zip(first..).any(|(fact, n)| fact.0 != n) {
        return None;
    }
    let search = Search::default();
    match &claim.body {
        ClaimBody::Iff(verdict, _) => {
            let inside: Vec<bool> = facts.iter().map(|f| f.1.outcome == Some(*verdict)).collect();
            let found = sets::find(&Members { first, inside: &inside }, &search)?;
            if matches!(&found, SetPattern::Finite(list) if list.is_empty() || list.len() > LISTED) {
                return None;
            }
            let (condition, None) = found.condition(name)? else { return None };
            Some(condition)
        }
        ClaimBody::Grundy(_) | ClaimBody::Score(_) => {
            let values: Vec<i64> = facts.iter().map(|f| f.1.number()).collect::<Option<_>>()?;
            sequences::find(&Sequence::new(first, &values)?, &search).iter().find_map(|found| match found {
                sequences::Finding::Period(p) => p.cases(name, first),
                sequences::Finding::Form(f) => Some(f.cases(name, first)),
                _ => None,
            })
        }
        ClaimBody::Period { .. } => None,
    }
}

/// The theorem about all positions as a claim of the same kind.
pub(super) fn by_theorem(solver: &mut Solver, game: &Game, claim: &Claim) -> Result<Option<String>, Problem> {
    if !claim.ranges.is_empty() || claim.only.is_some() || claim.about != About::Part {
        return Ok(None);
    }
    let word = match &claim.body {
        ClaimBody::Iff(..) => "lose iff ",
        ClaimBody::Grundy(_) => "grundy = ",
        _ => return Ok(None),
    };
    let Some(finding) = solver.theorem_of(game)? else { return Ok(None) };
    let Finding::Proved(proof) = &*finding else { return Ok(None) };
    let formula = proof.formula.as_ref().filter(|f| f.starts_with(word) && proof.defines.is_empty());
    Ok(formula.map(|f| format!("claim {f}")))
}

/// The claim with another body. Everything around the expression stays: the word before it, `for` and `if` behind it.
fn surrounded(game: &Game, claim: &Claim, body: &str) -> Option<String> {
    let (ClaimBody::Iff(_, e) | ClaimBody::Grundy(e) | ClaimBody::Score(e)) = &claim.body else {
        return None;
    };
    let sources = game.sources();
    let before = sources.slice(Span { end: e.span.start, ..claim.span });
    let after = sources.slice(Span { start: e.span.end, ..claim.span });
    Some(format!("{before}{body}{after}").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A claim that agrees with everything that was tested.
fn agreeing(question: &CheckQuestion<'_>, game: &Game, text: String, records: &[Record]) -> Option<Repair> {
    let repaired = game.with_claim(&text, question.loader).ok()?;
    let new = repaired.rules().claims.last()?;
    for r in records {
        let here =
            if r.settings.is_empty() { repaired.clone() } else { repaired.with_values(&r.settings).ok()? };
        let said = claims::said(&here, new, &r.position).ok()??;
        if !said.agrees(&r.truth) {
            return None;
        }
    }
    Some(Repair { text, tested: records.len() as u64, proved: false })
}

fn one_number(game: &Game, claim: &Claim, records: &[Record], name: &str) -> Option<String> {
    if records.iter().any(|r| r.number.is_none()) {
        return None;
    }
    match &claim.body {
        ClaimBody::Iff(_, e) => outcome(game, claim, e, records, name),
        ClaimBody::Grundy(e) | ClaimBody::Score(e) => value(game, e, records, name),
        ClaimBody::Period { .. } => None,
    }
}

/// The patched claim, and the truth by itself.
fn several(game: &Game, claim: &Claim, records: &[Record], numbers: &Numbers) -> [Option<String>; 2] {
    match &claim.body {
        ClaimBody::Iff(verdict, e) => {
            [numbers.patched(game, &slice(game, e), records), numbers.truth(game, records, Some(*verdict))]
        }
        ClaimBody::Grundy(_) | ClaimBody::Score(_) => [None, numbers.truth(game, records, None)],
        ClaimBody::Period { .. } => [None, None],
    }
}

/// `(C without the wrongly claimed) or the missed`
fn outcome(game: &Game, claim: &Claim, e: &Expr, records: &[Record], name: &str) -> Option<String> {
    let numbers = |is: bool, wrong: bool| {
        let keep = |r: &&Record| matches!(r.said, Said::Is(_)) == is && (!wrong || !r.right());
        let mut list: Vec<i64> = records.iter().filter(keep).filter_map(|r| r.number).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let claimed = numbers(true, true);
    let missed = numbers(false, true);
    let all = numbers(true, false);
    let too_many = match claimed.len() {
        0 => None,
        // Nothing of the claim is worth keeping.
        n if n == all.len() => Some(Pattern::All),
        _ => Some(Pattern::find(&all, &claimed)?),
    };
    let too_few =
        if missed.is_empty() { None } else { Some(Pattern::find(&numbers(false, false), &missed)?) };
    let mut pieces = match &too_many {
        None => vec![slice(game, e)],
        Some(Pattern::All) => Vec::new(),
        Some(p) => without(game, claim, e, records, &claimed, &p.negated(name)),
    };
    pieces.extend(too_few.map(|p| p.condition(name)));
    if pieces.is_empty() {
        pieces.push("no".into());
    }
    let wrap = pieces.len() > 1;
    let pieces =
        pieces.iter().map(|p| if wrap && p.contains(" and ") { format!("({p})") } else { p.clone() });
    Some(pieces.collect::<Vec<_>>().join(" or "))
}

/// The alternatives of a condition, with an exclusion at the one that claims too much (or around all of them).
fn without(
    game: &Game,
    claim: &Claim,
    e: &Expr,
    records: &[Record],
    wrong: &[i64],
    exclusion: &str,
) -> Vec<String> {
    let mut alternatives = Vec::new();
    split(e, &mut alternatives);
    let claims_it = |alternative: &Expr, r: &Record| {
        let ClaimBody::Iff(verdict, _) = &claim.body else { return false };
        let body = ClaimBody::Iff(*verdict, alternative.clone());
        let alone = Claim { body, ..claim.clone() };
        matches!(game.interp().eval_claim(&alone, &r.position), Ok(Some(Value::Bool(true))))
    };
    let exceptions: Vec<&Record> =
        records.iter().filter(|r| r.number.is_some_and(|n| wrong.binary_search(&n).is_ok())).collect();
    let guilty: Vec<usize> = (0..alternatives.len())
        .filter(|i| exceptions.iter().any(|r| claims_it(alternatives[*i], r)))
        .collect();
    match (guilty.as_slice(), alternatives.len()) {
        ([_], 1) => vec![format!("{} and {exclusion}", slice(game, e))],
        ([one], _) => alternatives
            .iter()
            .enumerate()
            .map(
                |(i, a)| {
                    if i == *one { format!("{} and {exclusion}", slice(game, a)) } else { slice(game, a) }
                },
            )
            .collect(),
        _ => vec![format!("({}) and {exclusion}", slice(game, e))],
    }
}

/// The alternatives of a chain of `or`, left to right.
fn split<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        match &e.kind {
            ExprKind::Or(a, b) => {
                stack.push(b);
                stack.push(a);
            }
            _ => out.push(e),
        }
    }
}

fn slice(game: &Game, e: &Expr) -> String {
    game.sources().slice(e.span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// New arms for the numbers where the formula is off, by how much it is off; the old formula otherwise.
fn value(game: &Game, e: &Expr, records: &[Record], name: &str) -> Option<String> {
    let mut tested: Vec<i64> = records.iter().filter_map(|r| r.number).collect();
    tested.sort_unstable();
    let mut groups: Vec<(i64, Vec<i64>)> = Vec::new();
    for r in records.iter().filter(|r| !r.right()) {
        let (Said::Grundy(v) | Said::Score(v)) = &r.said else { return None };
        let off = r.truth.number()?.checked_sub(v.as_int()?)?;
        match groups.iter_mut().find(|(d, _)| *d == off) {
            Some((_, list)) => list.push(r.number?),
            None => groups.push((off, vec![r.number?])),
        }
    }
    if groups.len() > ARMS {
        return None;
    }
    groups.sort();
    let text = slice(game, e);
    let simple =
        matches!(e.kind, ExprKind::Field(_) | ExprKind::Param(_) | ExprKind::Call(..) | ExprKind::Define(..));
    let base = if simple { text.clone() } else { format!("({text})") };
    let constant = e_is_zero(e);
    let mut arms = Vec::new();
    for (off, mut list) in groups {
        list.sort_unstable();
        let condition = Pattern::find(&tested, &list)?.condition(name);
        let value = match (constant, off < 0) {
            (true, _) => off.to_string(),
            (false, true) => format!("{base} - {}", off.unsigned_abs()),
            (false, false) => format!("{base} + {off}"),
        };
        arms.push(format!("{value} if {condition}"));
    }
    // A formula with cases keeps them behind the new ones; where none holds it says nothing, as before.
    arms.push(if matches!(e.kind, ExprKind::Cases(_)) { text } else { format!("{text} otherwise") });
    Some(arms.join(", "))
}

fn e_is_zero(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Value::Int(0)))
}
