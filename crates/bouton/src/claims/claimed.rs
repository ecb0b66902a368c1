//! Answers by claim: positions of any size, decided by what the game's author wrote, with the status it has earned.

use crate::answer::entries::{RawMove, entry, move_score, wins};
use crate::answer::how::How;
use crate::answer::solve::blank;
use crate::answer::why::{Why, XorTable};
use crate::answer::{Answer, Status};
use crate::claims::{self, Earned, Want, claim_text};
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Question};
use crate::problem::Problem;
use crate::proof::theorem::LISTED;
use crate::report::Sentence;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Position, Turn};
use bouton_language::rules::{Claim, ScoreKind};
use bouton_language::value::Value;
use num_bigint::BigInt;
use num_traits::Zero;

/// Moves that the quick check of a claim may generate.
const CHECK_MOVES: u64 = 300_000;

/// A position with more moves than this is not searched for winning moves one by one.
const TRY_MOVES: usize = 20_000;

/// A claim that an answer rests on, and its game.
type Used = (Game, Claim);

impl Solver {
    /// The answer by the games' claims; `None` where no claim speaks of the position.
    pub(crate) fn by_claim(&mut self, question: &Question) -> Option<Result<Answer, Problem>> {
        self.claim_answer(question).transpose()
    }

    fn claim_answer(&mut self, question: &Question) -> Result<Option<Answer>, Problem> {
        let mut wrong = Vec::new();
        loop {
            let mut answer = blank(question);
            let Some(decided) = decide(question, &wrong, &mut answer)? else { return Ok(None) };
            let known = wrong.len();
            let mut strategies = question.games.len() == 1;
            let mut bounds = Vec::new();
            for (game, claim) in &decided {
                let earned = earned(self, game, claim)?;
                if earned.refuted {
                    wrong.push((game.clone(), claim.clone()));
                }
                strategies &= earned.strategies;
                bounds.push(earned.to);
            }
            if wrong.len() == known {
                return self.claimed(question, answer, &decided, bounds, strategies).map(Some);
            }
        }
    }

    /// The answer by claims that stood the test: status, moves, and how it was found.
    fn claimed(
        &mut self,
        question: &Question,
        mut answer: Answer,
        decided: &[Used],
        mut bounds: Vec<Option<Sentence>>,
        strategies: bool,
    ) -> Result<Answer, Problem> {
        let at = question.at();
        bounds.dedup();
        // A claim that was silent wherever it could be tested has earned nothing.
        answer.status = match bounds.into_iter().collect::<Option<Vec<_>>>() {
            Some(bounds) => {
                let all = |lang| bounds.iter().map(|b| b.say(lang)).collect::<Vec<_>>().join("; ");
                Status::Checked(Sentence::new(all))
            }
            None => Status::Guessed,
        };
        let text = decided.iter().map(|(g, c)| claim_text(g, c)).collect::<Vec<_>>().join("; ");
        if answer.score.is_some() || matches!(answer.outcome, Some(Verdict::Win | Verdict::Draw)) {
            self.claim_moves(at, decided, strategies, &mut answer)?;
        }
        tell_possible(&mut answer);
        let listed = strategies && !answer.winning_moves.is_empty();
        if self.all_proved(decided)? {
            self.prove_moves(question, &mut answer)?;
        }
        answer.how = How::Claim { text, strategy: listed };
        Ok(answer)
    }

    /// Are these claims proved for all sizes?
    fn all_proved(&mut self, decided: &[Used]) -> Result<bool, Problem> {
        for (game, claim) in decided {
            let proved = self.proved_claims(game)?;
            let own = |i: &usize| game.rules().claims.get(*i).is_some_and(|c| c.span == claim.span);
            if !proved.iter().any(own) {
                return Ok(false);
            }
        }
        Ok(!decided.is_empty())
    }

    /// Moves beside a proved claim: strategies and further claims are tested and not proved, so the list must be that of
    /// the theorem; where there is none, the theorem's is taken.
    fn prove_moves(&mut self, question: &Question, answer: &mut Answer) -> Result<(), Problem> {
        if !answer.winning_moves.is_empty() {
            if self.moves_proved(question, answer)? {
                answer.status = Status::Proved;
            }
            return Ok(());
        }
        answer.status = Status::Proved;
        if let (Some((game, position)), Some(Verdict::Win)) = (question.alone(), answer.outcome)
            && let Some((_, at)) = self.theorem_at(game, position, LISTED)?
        {
            self.theorem_moves(question, &at, answer)?;
        }
        Ok(())
    }

    /// The winning moves: by the strategies where they are complete, else by trying the moves if they are few.
    fn claim_moves(
        &mut self,
        at: Match<'_>,
        decided: &[Used],
        strategies: bool,
        answer: &mut Answer,
    ) -> Result<(), Problem> {
        answer.complete = false;
        let [game] = at.games else { return self.try_moves(at, decided, answer) };
        if !strategies || answer.score.is_some() {
            return self.try_moves(at, decided, answer);
        }
        let position = &at.state.positions[0];
        // Strategies that take too long here, or fail, list nothing; the claim stands without them.
        let told = match claims::strategy_moves(game, position) {
            Err(Problem::Run { .. } | Problem::Over(_)) => return Ok(()),
            told => told?,
        };
        for (part, line, choices) in told {
            let applied = game.interp().apply(&position.parts[part], line, &choices, at.state.turn);
            let Some(applied) = applied.map_err(|e| game.fail(e))? else { continue };
            // Of a long list the beginning is enough.
            if answer.winning_moves.len() >= LISTED {
                answer.unlisted += 1;
                continue;
            }
            let to =
                self.with_whole(at.games, |w| Ok(w.after(at.state, 0, part, &applied.parts, applied.again)))?;
            let m = RawMove { term: 0, part, line, choices, gain: applied.gain, again: applied.again, to };
            answer.winning_moves.push(entry(at, &m, None));
        }
        // A won position has a winning move: strategies that list none here are not complete.
        answer.complete = answer.outcome != Some(Verdict::Win) || !answer.winning_moves.is_empty();
        Ok(())
    }

    /// Asks the claims about every option. `decided` are those already tested; others are tested here, and one that
    /// is wrong, or was silent wherever it could be tested, leaves the list incomplete.
    fn try_moves(&mut self, at: Match<'_>, decided: &[Used], answer: &mut Answer) -> Result<(), Problem> {
        let mut trusted = decided.to_vec();
        self.limit_work(at.games, Some(TRY_MOVES as u64));
        let moves = self.raw_moves(at);
        self.limit_work(at.games, None);
        let Ok(moves) = moves else { return Ok(()) };
        let mut found = Vec::new();
        for m in &moves {
            let state = State { positions: m.to.positions.clone(), turn: Turn::default() };
            let next = Question { games: at.games.to_vec(), state, all_moves: false };
            let mut there = blank(&next);
            let Some(used) = decide(&next, &[], &mut there)? else { return Ok(()) };
            for (game, claim) in used {
                if is_among(&trusted, &game, &claim) {
                    continue;
                }
                let earned = earned(self, &game, &claim)?;
                if earned.refuted || earned.to.is_none() {
                    return Ok(());
                }
                trusted.push((game, claim));
            }
            let good = match answer.score {
                Some(best) => there.score.map(|s| move_score(at.games, m, s)) == Some(best),
                None => there.outcome.is_some_and(|v| wins(m, v)),
            };
            if good {
                found.push(entry(at, m, None));
            }
        }
        answer.moves = Some(moves.len() as u64);
        // Claims that call a position won and none of its options lost are wrong somewhere.
        let won = answer.outcome == Some(Verdict::Win) && at.games[0].rules().block.is_none();
        answer.complete = !found.is_empty() || !won && answer.score.is_none();
        answer.winning_moves.list = found;
        Ok(())
    }
}

/// Fills in the outcome and says which claims were used; those found wrong are passed over.
fn decide(question: &Question, wrong: &[Used], answer: &mut Answer) -> Result<Option<Vec<Used>>, Problem> {
    if let Some((total, used)) = by_values(question, wrong, answer)? {
        answer.outcome = Some(if total.is_zero() { Verdict::Lose } else { Verdict::Win });
        answer.grundy = Some(Value::big(total));
        return Ok(Some(used));
    }
    let Some((game, position)) = question.alone() else { return Ok(None) };
    if question.state.turn.mover != 0 {
        return Ok(None);
    }
    let claims = game.rules().claims.iter().filter(|c| !is_among(wrong, game, c));
    if let Some(kind) = game.rules().score
        && let Some(told) = claims::told(game, claims.clone(), position, Want::Score, &mut |_| Ok(None))?
        && let (Some(score), [claim]) = (told.value.and_then(|v| v.as_int()), told.used.as_slice())
    {
        answer.score = Some(score);
        answer.winning_moves.line = Some(Vec::new());
        answer.shared = kind == ScoreKind::Shared;
        answer.outcome = told.outcome;
        answer.why.push(Why::Claim { text: claim_text(game, claim), value: format!("score = {score}") });
        return Ok(Some(vec![(game.clone(), (*claim).clone())]));
    }
    let Some((verdict, used)) = claims::verdict(game, claims, position)? else { return Ok(None) };
    answer.outcome = Some(verdict);
    let text = used.iter().map(|c| claim_text(game, c)).collect::<Vec<_>>().join("; ");
    answer.why.push(Why::Claim { text, value: crate::answer::word(verdict).into() });
    Ok(Some(used.into_iter().map(|c| (game.clone(), c.clone())).collect()))
}

fn is_among(claims: &[Used], game: &Game, claim: &Claim) -> bool {
    claims.iter().any(|(g, c)| g.same(game) && c.span == claim.span)
}

/// A complete list of winning moves says which parts can become what they must.
fn tell_possible(answer: &mut Answer) {
    let Answer { why, winning_moves, terms, .. } = answer;
    if !answer.complete || !terms.is_empty() {
        return;
    }
    for reason in why {
        if let Why::Xor(table) = reason {
            for (i, row) in table.rows.iter_mut().enumerate() {
                row.possible = Some(winning_moves.iter().any(|m| m.part == i + 1));
            }
        }
    }
}

/// What a claim has earned by the quick check; a budget that ends before it is an error here.
fn earned(solver: &mut Solver, game: &Game, claim: &Claim) -> Result<Earned, Problem> {
    let earned = claims::earn(solver, game, claim, CHECK_MOVES)?;
    match earned.over {
        Some(over) => Err(Problem::Over(over)),
        None => Ok(earned),
    }
}

/// The Grundy values of all parts by claims, xored; fills in the table of reasons.
fn by_values(
    question: &Question,
    wrong: &[Used],
    answer: &mut Answer,
) -> Result<Option<(BigInt, Vec<Used>)>, Problem> {
    let mut total = BigInt::zero();
    let mut used = Vec::new();
    let mut values = Vec::new();
    for (game, position) in question.terms() {
        let all = &game.rules().claims;
        let trusted = all.iter().filter(|c| !is_among(wrong, game, c));
        if position.parts.is_empty() && claims::adds(game) {
            continue;
        }
        let Some(told) = claims::told(game, trusted, position, Want::Grundy, &mut |_| Ok(None))? else {
            return Ok(None);
        };
        for (part, value) in position.parts.iter().zip(told.parts) {
            total ^= &value;
            values.push((game.show(&Position { parts: vec![part.clone()] }), value));
        }
        for claim in told.used {
            if !is_among(&used, game, claim) {
                used.push((game.clone(), claim.clone()));
            }
        }
    }
    if values.is_empty() {
        return Ok(None);
    }
    if question.at().parts().nth(1).is_some() {
        // Where the value is the size, a heap can become every smaller one; otherwise the list of moves must tell.
        let table = XorTable::of(values.into_iter(), |_, part| {
            part.plain.then(|| !part.balanced && part.target < part.value)
        });
        answer.why.push(Why::Xor(table));
    } else {
        let (game, claim) = &used[0];
        answer.why.push(Why::Claim { text: claim_text(game, claim), value: format!("grundy = {total}") });
    }
    Ok(Some((total, used)))
}
