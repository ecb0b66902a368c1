//! Closed forms: claims of the rules, and theorems found from them, as functions of the program.
//!
//! A claim is used if it is proved or has stood a check, if it speaks of infinitely many positions, and if what it says
//! answers the question. Where it is silent the program searches.

use crate::automaton;
use crate::ir::{E, Formula, Goal, K, Rel, Says};
use crate::lower::{Lower, Lowered};
use crate::wrong::{Cannot, What};
use bouton::answer::Status;
use bouton::claims::{Trusted, adds, can_draw};
use bouton::proof::Finding;
use bouton::{Folder, Game, Problem, Solver};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::rules::{About, Claim, ClaimBody, Expr, ExprKind, RangeExpr, Ranged};
use bouton_template::Input;

/// The claims of a game that may answer, those that are proved first; or that of a theorem that was found, as the last claim of a
/// game with one claim more.
pub(crate) fn trusted(
    solver: &mut Solver,
    game: &Game,
    input: &Input,
    goal: Goal,
    checks: u64,
) -> Result<(Game, Vec<Trusted>), Problem> {
    let mut out = Vec::new();
    // What is proved is proved for the parameters of the rules: those that are read are tested.
    let proved = if input.params.is_empty() { solver.proved_claims(game)? } else { Vec::new() };
    for (index, claim) in game.rules().claims.iter().enumerate() {
        if !usable(game, claim, input, goal) {
            continue;
        }
        if proved.contains(&index) {
            out.push(Trusted::proved(index));
            continue;
        }
        solver.renew();
        match Trusted::earn(solver, game, index, &input.params, checks) {
            Ok(earned) => out.extend(earned),
            Err(Problem::Over(_)) => {}
            Err(other) => return Err(other),
        }
    }
    out.sort_by_key(|t| t.status != Status::Proved);
    // A theorem was found for these parameters, and says nothing of others.
    if !out.is_empty() || !input.params.is_empty() {
        return Ok((game.clone(), out));
    }
    let Some(more) = theorem(solver, game)? else { return Ok((game.clone(), out)) };
    let index = more.rules().claims.len().saturating_sub(1);
    match more.rules().claims.last() {
        Some(claim) if usable(&more, claim, input, goal) => Ok((more.clone(), vec![Trusted::proved(index)])),
        _ => Ok((game.clone(), out)),
    }
}

/// The game with the theorem that a short search proves, as its last claim.
fn theorem(solver: &mut Solver, game: &Game) -> Result<Option<Game>, Problem> {
    let finding = solver.theorem_of(game)?;
    let Some(Finding::Proved(proof)) = finding.as_deref() else { return Ok(None) };
    let (defines, formula) = match &proof.formula {
        Some(formula) => (proof.defines.clone(), formula.clone()),
        None => match automaton::lines(proof) {
            Some(found) => found,
            None => return Ok(None),
        },
    };
    if proof.alone
        && game.rules().shape.kind == ShapeKind::Heaps
        && adds(game)
        && formula.starts_with("grundy")
    {
        return Ok(None);
    }
    let loader = Folder { base: None };
    if defines.is_empty() {
        return Ok(game.with_claim(&formula, &loader).ok());
    }
    // Definitions come with the claim: the rules are read again with both behind them.
    let own = game.sources().get(0).map_or("", |s| s.text.as_str());
    let end = if own.trim_end().contains(['\n', '#']) { "\n" } else { ";" };
    let text = format!("{own}{end}{}{end}claim {formula}", defines.join(end));
    let Ok((more, _)) = Game::from_text(game.name(), &text, &loader) else { return Ok(None) };
    let Ok(more) = more.with_values(game.changed()) else { return Ok(None) };
    Ok(match more.end() == game.end() {
        true => Some(more),
        false => more.ending(game.end()).ok(),
    })
}

/// Does a claim answer what is asked, at infinitely many positions?
fn usable(game: &Game, claim: &Claim, input: &Input, goal: Goal) -> bool {
    let rules = game.rules();
    let sum = rules.shape.kind == ShapeKind::Heaps;
    let answers = match (&claim.body, goal) {
        (ClaimBody::Grundy(_), Goal::Grundy) => adds(game) && claim.about == About::Part,
        (ClaimBody::Grundy(_), Goal::Outcome) => adds(game) && claim.about == About::Part && !sum,
        (ClaimBody::Iff(Verdict::Win | Verdict::Lose, _), Goal::Outcome) => {
            !can_draw(game) && (claim.about == About::Sum || !input.sums)
        }
        (ClaimBody::Score(_), Goal::Score | Goal::Shared) => true,
        _ => false,
    };
    // Memory that is read may hold anything, and a claim speaks of starts only.
    let starts = rules.shape.fields.iter().any(|f| f.start.is_none())
        || rules.shape.fields.iter().enumerate().all(|(i, _)| !input.fields.contains(&i));
    let varies = |p: &usize| rules.claim_mentions(claim, *p);
    answers && starts && unbounded(game, claim, input) && input.params.iter().all(varies)
}

/// Does some number run on without end where the claim speaks, and do its ranges admit the parameters?
fn unbounded(game: &Game, claim: &Claim, input: &Input) -> bool {
    let mut bounded = Vec::new();
    for (what, range) in &claim.ranges {
        match what {
            Ranged::Param(p) if input.params.contains(p) => {}
            Ranged::Param(p) => {
                let value = game.interp().params().get(*p);
                let inside =
                    value.is_some_and(|v| game.interp().range_contains(range, &[], v).unwrap_or(false));
                if !inside {
                    return false;
                }
            }
            Ranged::Field(f) => match range {
                RangeExpr::Between(_, None) => {}
                _ => bounded.push(*f),
            },
        }
    }
    let fields = game.rules().shape.fields.iter().enumerate();
    bounded.is_empty() || fields.filter(|(i, f)| f.start.is_none() && !bounded.contains(i)).count() > 0
}

impl<'g> Lower<'g> {
    /// A claim as a function; `None` for a claim that is none.
    pub(crate) fn formula(
        &mut self,
        claim: &'g Claim,
        input: &Input,
        from: i64,
        name: &str,
    ) -> Lowered<Option<Formula>> {
        let (says, body) = match &claim.body {
            ClaimBody::Iff(Verdict::Win, e) => (Says::Wins, e),
            ClaimBody::Iff(Verdict::Lose, e) => (Says::Loses, e),
            ClaimBody::Grundy(e) => (Says::Grundy, e),
            ClaimBody::Score(e) => (Says::Score, e),
            _ => return Ok(None),
        };
        let rules = self.rules;
        let mut exprs: Vec<&Expr> = vec![body];
        exprs.extend(claim.only.iter().chain(claim.ranges.iter().flat_map(|(_, r)| r.ends())));
        self.in_frame(&exprs, &[], |l| {
            let mut only = Vec::new();
            for (what, range) in &claim.ranges {
                let x = match what {
                    Ranged::Field(f) => E { kind: K::Field(*f), ty: l.field_ty(*f).clone() },
                    Ranged::Param(p) if input.params.contains(p) => {
                        E { kind: K::Param(*p), ty: l.param(*p).1.clone() }
                    }
                    Ranged::Param(_) => continue,
                };
                if let (Ranged::Field(f), RangeExpr::Between(Some(lo), None)) = (what, range)
                    && same_start(rules.shape.fields[*f].domain.as_ref(), lo)
                {
                    continue;
                }
                only.push(l.inside(&x, range, false)?);
            }
            for p in &input.params {
                if !l.param(*p).1.is_int() {
                    continue;
                }
                if from <= 0 || begins(rules.params[*p].range.as_ref(), from) {
                    continue;
                }
                let x = E { kind: K::Param(*p), ty: l.param(*p).1.clone() };
                l.uses(*p);
                only.push(E::cmp(Rel::Ge, x, E::int(from)));
            }
            // Memory that comes with the position must hold its start.
            for (i, f) in rules.shape.fields.iter().enumerate() {
                if let (Some(start), true) = (&f.start, input.fields.contains(&i)) {
                    let start = l.expr(start)?;
                    let here = E { kind: K::Field(i), ty: l.field_ty(i).clone() };
                    only.push(l.related(Rel::Eq, here, start, f.span)?);
                }
            }
            if let Some(cond) = &claim.only {
                only.push(l.truth(cond)?);
            }
            // Where no case holds, the claim says nothing.
            if let ExprKind::Cases(arms) = &body.kind
                && matches!(says, Says::Grundy | Says::Score)
                && arms.iter().all(|(_, cond)| cond.is_some())
            {
                let conds = arms.iter().filter_map(|(_, cond)| cond.as_ref());
                only.push(E::some(conds.map(|c| l.truth(c)).collect::<Lowered<Vec<_>>>()?));
            }
            let body = match says {
                Says::Wins | Says::Loses => l.truth(body)?,
                _ => l.number(body)?,
            };
            let only: Vec<E> = only.into_iter().filter(|e| e.kind != K::Bool(true)).collect();
            if only.iter().any(|e| e.kind == K::Bool(false)) {
                return Err(Cannot { what: What::Place, span: claim.span });
            }
            Ok(Some(Formula {
                name: name.to_string(),
                says,
                sum: claim.about == About::Sum,
                only: E::all(only),
                body,
                comment: Vec::new(),
            }))
        })
    }
}

fn constant(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Const(v) => v.as_int(),
        _ => None,
    }
}

/// Do all values of a parameter lie at this or above?
fn begins(range: Option<&RangeExpr>, from: i64) -> bool {
    matches!(range, Some(RangeExpr::Between(Some(lo), _)) if constant(lo).is_some_and(|lo| lo >= from))
}

/// Does the domain of a field begin where a claim does?
fn same_start(domain: Option<&RangeExpr>, lo: &Expr) -> bool {
    let Some(lo) = constant(lo) else { return false };
    match domain {
        None => lo <= 0,
        Some(RangeExpr::Between(None, _)) => lo <= 0,
        Some(RangeExpr::Between(Some(e), _)) => constant(e).is_some_and(|d| lo <= d),
        Some(RangeExpr::Of(_)) => false,
    }
}
