//! Patterns, theorems for all sizes, claims.

use super::request::{CheckRequest, MisereRequest, PatternRequest, ProveRequest, ranges, show};
use super::{Asker, Reply, loader};
use crate::fault::Fault;
use bouton::Budget;
use bouton::claims::check::CheckQuestion;
use bouton::language::diagnostic::Lang;
use bouton::misere::{MisereQuestion, briefly, quotient};
use bouton::pattern::{PatternQuestion, in_numbers};
use bouton::proof::{Finding, ProveQuestion, prove as search};
use bouton::theory::Numeration;
use bouton::theory::sequences::{LARGEST, Search};

/// Numbers in a list, at most.
const MOST_NUMBERS: usize = 20_000;

/// Seed where none is given, so that equal questions have equal answers.
const SEED: u64 = 1901;

pub(super) fn pattern(asker: &mut Asker, request: &PatternRequest, lang: Lang) -> Result<Reply, Fault> {
    let usual = Search::default();
    let search = Search {
        longest_period: request.max_period.or(usual.longest_period),
        exceptions: request.exceptions.unwrap_or(usual.exceptions),
    };
    let Some(game) = &request.game else {
        let small = |n: &&i64| n.unsigned_abs() <= LARGEST as u64;
        let numbers = request.numbers.as_ref().filter(|n| {
            !n.is_empty() && n.len() <= MOST_NUMBERS && n.iter().filter(small).count() == n.len()
        });
        let Some(numbers) = numbers else {
            return Err(Fault::wrong([
                "A pattern needs \"game\", or \"numbers\": a list of 1 to 20000 integers.",
                "须给出 \"game\"，或 \"numbers\"（1 至 20000 个整数的列表）。",
            ]));
        };
        let found = in_numbers(request.start.unwrap_or(0), numbers, &search);
        return Ok(Reply::done(&found, lang));
    };
    let question = PatternQuestion {
        game: asker.game(game)?,
        ranges: ranges(request.ranges.as_deref())?,
        to: request.to,
        show: show(request.show.as_deref())?,
        search,
    };
    let mut solver = asker.solver();
    let found = solver.pattern(&question)?;
    asker.keep(solver);
    Ok(Reply::new(&found, found.stopped.is_some(), lang))
}

pub(super) fn prove(asker: &mut Asker, request: &ProveRequest, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let numeration = match request.numeration.as_deref() {
        None => None,
        Some(word) => Some(Numeration::named(word).ok_or_else(|| {
            Fault::wrong([
                "\"numeration\" is fibonacci, tribonacci, a base from 2 to 16, t=2 to t=9, or an expansion of 1 such as 3,2 or 2,(1).",
                "\"numeration\" 须为 fibonacci、tribonacci、2 至 16 的进制、t=2 至 t=9，或 1 的展开式，如 3,2 或 2,(1)。",
            ])
        })?),
    };
    let position = match request.position.as_deref() {
        None | Some("") => None,
        Some(typed) => Some(game.position(typed)?),
    };
    let budget = asker.budget();
    let question = ProveQuestion { game: game.clone(), numeration, automaton: false };
    let finding = search(&question, &budget)?;
    let mut answer = finding.answer(&game, lang);
    if let Finding::Proved(proof) = &finding {
        answer.svg = Some(proof.svg());
        answer.lines = Some(proof.lines());
        answer.automaton_text = Some(proof.automaton(lang));
    }
    if let Finding::Period(proof) = &finding {
        answer.lines = Some(vec![format!("claim {}", proof.period.claim())]);
    }
    if let Finding::Quotient(proof) = &finding {
        answer.lines = Some(vec![format!("claim {}", proof.claim())]);
    }
    let free = Budget::unlimited().cancel(asker.cancel.clone());
    let at = position.as_ref().and_then(|p| finding.at(p, 1, &free).ok().flatten());
    if let (Finding::Proved(proof), Some(position), Some(at)) = (&finding, &position, &at) {
        answer.traced = proof.traced(position, at);
        if let Some(traced) = &answer.traced {
            answer.svg = Some(proof.svg_with(traced));
        }
    }
    answer.position = at.map(|at| at.answer());
    Ok(Reply::done(&answer, lang))
}

/// The misère quotient of a game's heaps, as far as a little work gets where nobody says how far.
pub(super) fn misere(asker: &mut Asker, request: &MisereRequest, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let budget = asker.budget();
    let question = MisereQuestion { game, position: None, to: request.to };
    let found = match request.to {
        Some(_) => quotient(&question, &budget),
        None => briefly(&question, &budget),
    }?;
    // What stopped for want of time goes on where there is more of it; what did a little work is done.
    let open = found.stopped.is_some() && (request.to.is_some() || budget.check(0).is_err());
    Ok(Reply::new(&found, open, lang))
}

pub(super) fn check(asker: &mut Asker, request: &CheckRequest, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    let question = CheckQuestion {
        game: &game,
        claim: request.claim.as_deref(),
        to: request.to,
        inductive: request.inductive,
        seed: request.seed.unwrap_or(SEED),
        loader: &loader(),
    };
    let mut solver = asker.solver();
    let report = solver.check(&question)?;
    asker.keep(solver);
    Ok(Reply::new(&report.answer(true, lang), report.unfinished(), lang))
}
