//! Why an answer is what it is: the xor table, the mex set, refutations, mirrors, the best line.

use crate::answer::entries::{Listed, RawMove, Worth, entry, move_score, wins};
use crate::answer::why::{MexOption, MexSet, Refutation, Why, XorTable};
use crate::answer::{LineMove, MoveEntry, word};
use crate::claims::{self, Said, claim_text};
use crate::engines::solver::Solver;
use crate::engines::sums::{Mirror, SumMoves};
use crate::engines::whole::State;
use crate::game::{Game, Match, Method};
use crate::problem::Problem;
use crate::report::Sentence;
use bouton_language::ast::Verdict;
use bouton_language::interp::{EndingLine, Position, Turn};
use bouton_language::rules::{Claim, End, ScoreKind};

/// A lost position with more moves than this is not refuted move by move.
const REFUTED: usize = 12;

/// The ending in force.
pub fn ending(game: &Game) -> Sentence {
    let rules = game.rules();
    Sentence::from(match (rules.score, game.end()) {
        (Some(ScoreKind::Own), _) => ["more points win", "得分高者胜"],
        (Some(ScoreKind::Shared), _) => {
            let [a, b] = &rules.players;
            return Sentence::from([
                format!("{a} wants a high score, {b} a low one"),
                format!("{a} 求总分最大，{b} 求总分最小"),
            ]);
        }
        (None, _) if !rules.whens.is_empty() => ["ended by its rules", "按规则结束"],
        (None, End::Normal) => ["last mover wins", "最后走子者胜"],
        (None, End::Misere) => ["last mover loses", "最后走子者负"],
        (None, End::Draw) => ["a draw when nobody can move", "无法走子时平局"],
        (None, End::Wins(p)) => {
            let name = &rules.players[p];
            return Sentence::from([format!("{name} wins when play ends"), format!("终局时 {name} 胜")]);
        }
    })
}

/// The text of the line that ended play.
pub(crate) fn rule(game: &Game, line: &EndingLine) -> Option<String> {
    let rules = game.rules();
    let span = match line {
        EndingLine::When(i) => rules.whens.get(*i)?.span,
        EndingLine::Stop => rules.stop.as_ref()?.span,
    };
    let text = game.sources().slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match line {
        EndingLine::When(_) => text,
        EndingLine::Stop => format!("stop after {text} moves"),
    })
}

/// The reasons for the outcome of a state whose moves are listed.
pub(crate) fn reasons(
    solver: &mut Solver,
    at: Match<'_>,
    listed: &Listed,
    outcome: Verdict,
) -> Result<Vec<Why>, Problem> {
    if listed.moves.is_empty() {
        return Ok(vec![Why::Over { rule: None, outcome }]);
    }
    let mut out = Vec::new();
    if at.method == Method::Sum {
        let sum = solver.sum_moves(at, 0)?;
        return Ok(sum_reasons(at, &sum));
    }
    out.extend(solver.quotient_reason(at));
    if outcome == Verdict::Lose && listed.moves.len() <= REFUTED && at.games[0].rules().block.is_none() {
        out.push(Why::Refuted { moves: refutations(solver, at, listed)? });
    }
    if out.is_empty() {
        out.extend(agreeing_claim(solver, at, outcome)?);
    }
    Ok(out)
}

/// A claim of the game that says the same: the pattern behind what the search found.
fn agreeing_claim(solver: &mut Solver, at: Match<'_>, outcome: Verdict) -> Result<Option<Why>, Problem> {
    let [game] = at.games else { return Ok(None) };
    if at.state.turn != Turn::default() {
        return Ok(None);
    }
    for claim in &game.rules().claims {
        let agrees = match claims::said(game, claim, &at.state.positions[0])? {
            Some(Said::Is(v)) => v == outcome,
            Some(Said::IsNot(v)) => v != outcome,
            _ => false,
        };
        if agrees && holds(solver, game, claim) {
            return Ok(Some(Why::Claim { text: claim_text(game, claim), value: word(outcome).into() }));
        }
    }
    Ok(None)
}

/// Does a claim hold on small positions? One written for other parameters or another end may agree here by chance.
/// Tested once, with a solver of its own: what it finds out is not what the question cost.
fn holds(solver: &mut Solver, game: &Game, claim: &Claim) -> bool {
    const MOVES: u64 = 10_000;
    let earned = match claims::earned(solver, game.as_ref(), claim, MOVES) {
        Some(known) => known,
        None => {
            let mut apart = Solver::new(solver.budget().clone());
            let Ok(earned) = claims::earn(&mut apart, game, claim, MOVES) else { return false };
            if earned.over.is_some() {
                return false;
            }
            solver.session_of(game.as_ref()).earned.push((claim.span, MOVES, earned.clone()));
            earned
        }
    };
    !earned.refuted && earned.to.is_some()
}

/// The reasons for the value of a sum.
pub(crate) fn sum_reasons(at: Match<'_>, sum: &SumMoves) -> Vec<Why> {
    if sum.moves == 0 {
        return vec![Why::Over { rule: None, outcome: Verdict::Lose }];
    }
    let parts: usize = at.state.positions.iter().map(|p| p.parts.len()).sum();
    let first = if parts > 1 { Why::Xor(xor_table(at, sum)) } else { Why::Mex(mex_set(at, sum)) };
    [first].into_iter().chain(mirror(at, sum)).collect()
}

fn xor_table(at: Match<'_>, sum: &SumMoves) -> XorTable {
    let terms = at.games.iter().zip(&at.state.positions);
    let shown = terms.flat_map(|(game, position)| {
        position.parts.iter().map(|part| game.show(&Position { parts: vec![part.clone()] }))
    });
    let values = sum.values.iter().flatten().map(|value| (*value).into());
    let possible: Vec<bool> = sum.possible.iter().flatten().copied().collect();
    XorTable::of(shown.zip(values), |i, _| possible.get(i).copied())
}

fn mex_set(at: Match<'_>, sum: &SumMoves) -> MexSet {
    let option = |(value, m): &(u64, RawMove)| {
        let e = entry(at, m, None);
        MexOption { value: *value, by: e.notation, to: e.to }
    };
    MexSet {
        options: sum.mex.iter().map(option).collect(),
        values: sum.met.0,
        largest: sum.met.1,
        mex: sum.xor,
    }
}

/// A move after which the parts pair off: whatever the opponent does in one, the same can be done in its twin.
fn mirror(at: Match<'_>, sum: &SumMoves) -> Option<Why> {
    let shown =
        |s: &State| at.games.iter().zip(&s.positions).map(|(g, p)| g.show(p)).collect::<Vec<_>>().join(" + ");
    match &sum.mirror {
        Mirror::None => None,
        Mirror::Here => Some(Why::Mirror { first: None, position: shown(at.state) }),
        Mirror::After(m) => {
            let first = Some(entry(at, m, None).notation);
            Some(Why::Mirror { first, position: shown(&m.to) })
        }
    }
}

pub(crate) fn refutations(
    solver: &mut Solver,
    at: Match<'_>,
    listed: &Listed,
) -> Result<Vec<Refutation>, Problem> {
    let mut out: Vec<Refutation> = Vec::new();
    for (m, w) in listed.moves.iter().zip(&listed.worth) {
        let e = entry(at, m, Some(*w));
        if out.iter().any(|r| r.to == e.to) {
            continue;
        }
        let reply = if m.again { None } else { winning_reply(solver, at.to(&m.to))? };
        let (answer, answer_to) = match reply {
            Some(r) => (Some(r.text), Some(r.to)),
            None => (None, None),
        };
        out.push(Refutation { text: e.text, notation: e.notation, to: e.to, answer, answer_to });
    }
    Ok(out)
}

/// One winning move of a state, if the game is not over there.
pub(crate) fn winning_reply(solver: &mut Solver, at: Match<'_>) -> Result<Option<MoveEntry>, Problem> {
    if solver.with_whole(at.games, |w| w.over(at.state))?.is_some() {
        return Ok(None);
    }
    if at.method == Method::Sum && solver.saved().is_none() {
        let sum = solver.sum_moves(at, 1)?;
        return Ok(sum.good.first().map(|m| entry(at, m, Some(Worth::LOST))));
    }
    for m in solver.raw_moves(at)? {
        let worth = solver.worth(at.to(&m.to))?;
        if wins(&m, worth.verdict) {
            return Ok(Some(entry(at, &m, Some(worth))));
        }
    }
    Ok(None)
}

/// Best play of a score game from here to the end.
pub(crate) fn best_line(solver: &mut Solver, from: Match<'_>) -> Result<Vec<LineMove>, Problem> {
    const LONGEST: usize = 60;
    let games = from.games;
    let rules = games[0].rules().clone();
    let mut line = Vec::new();
    let mut state = from.state.clone();
    while line.len() < LONGEST && solver.with_whole(games, |w| w.over(&state))?.is_none() {
        let best = solver.score(from.to(&state))?;
        let mut found: Option<RawMove> = None;
        for m in solver.raw_moves(from.to(&state))? {
            let to = solver.score(from.to(&m.to))?;
            if move_score(games, &m, to) == best {
                found = Some(m);
                break;
            }
        }
        let Some(m) = found else { break };
        let player = rules.players[state.turn.mover].clone();
        let MoveEntry { notation, text, to, .. } = entry(from.to(&state), &m, None);
        line.push(LineMove { player, notation, text, to });
        state = m.to;
    }
    Ok(line)
}
