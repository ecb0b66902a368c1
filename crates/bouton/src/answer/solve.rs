//! Question in, answer out.
//!
//! Brute force first, as far as a quick answer allows; where a position is too big for that and the game has a claim,
//! the claim answers, with the status it has earned. Everything an answer says is computed here, nothing by the
//! surfaces that show it.

use crate::answer::entries::{Listed, Worth, by_score, entry, move_score, wins};
use crate::answer::how::{How, NotSum};
use crate::answer::why::Why;
use crate::answer::{Answer, GoodMoves, MoveEntry, Status, Term, reasons};
use crate::engines::advice::{advice, may_be_too_big};
use crate::engines::plan::asked;
use crate::engines::registry::{ENGINES, What};
use crate::engines::solver::Solver;
use crate::engines::sums::MOST_LISTED;
use crate::engines::whole::State;
use crate::game::{Match, Method, Question};
use crate::problem::{Over, Problem};
use crate::report::{Named, Sentence};
use crate::tuning::{CHEAP_PROOF, PROOF_STEPS};
use bouton_engine::Budget;
use bouton_language::ast::Verdict;
use bouton_language::both;
use bouton_language::interp::Turn;
use bouton_language::rules::{End, ScoreKind};
use bouton_language::value::Value;
use std::time::Duration;

/// Moves that may be generated before a claim is asked instead (about a second).
const QUICK_MOVES: u64 = 2_000_000;

/// Time for what is known when the time is up.
const MOMENT: Duration = Duration::from_millis(500);

/// Numbers beyond this are worth a look at the size of the question before anything is tried.
const VAST: i64 = 20_000;

/// Heaps up to this size have few enough moves to be listed one by one.
const LISTED: i64 = 400_000;

/// Moves that may be generated for the Grundy value of a whole position, which no winner depends on.
const GRUNDY_MOVES: u64 = 1_000_000;

impl Solver {
    /// Answers a question.
    pub fn solve(&mut self, question: &Question) -> Result<Answer, Problem> {
        question.addable()?;
        let _watched = self.watched();
        if self.saved().is_some() {
            return self.answer_saved(question);
        }
        if self.forced.is_some() {
            self.suits(question)?;
            let answer = self.in_earnest(question);
            return self.or_partial(question, answer);
        }
        let games = &question.games;
        if question.huge() {
            return self.beyond(question).unwrap_or_else(|| Ok(too_big(question)));
        }
        if let Some(answer) = self.at_once(question) {
            return self.or_partial(question, answer);
        }
        // Most questions are answered by a little work. Only where that is not enough is it worth asking what the
        // rest would cost, or what the game's claims say. A move of many parts is that much more work, but in a sum
        // only the part that is moved in counts.
        let parts = match question.at().method {
            Method::Sum => 1,
            _ => (question.at().parts().count() as u64).max(1),
        };
        let over = match self.quickly(question, QUICK_MOVES / parts) {
            Err(Problem::Over(over)) => over,
            // The engine meets some cycle; one near the start is easier to follow.
            Err(cycle @ Problem::Cycle { .. }) => {
                return Err(self.short_cycle(question.at()).err().unwrap_or(cycle));
            }
            // Some position that follows is too big for its moves to be found; what is claimed or proved may speak of this one.
            Err(long @ Problem::Run { long: true, .. }) => {
                return match self.beyond(question) {
                    Some(answer @ (Ok(_) | Err(Problem::Interrupted))) => answer,
                    _ => Err(long),
                };
            }
            other => return other,
        };
        if let Some(positions) = crate::engines::bound::positions(question) {
            let hard = &mut self.session_of(games).hard;
            *hard = hard.min(positions);
        }
        if let Some(answer) = self.beyond(question) {
            return self.or_partial(question, answer);
        }
        let over = match (over, parts) {
            (Over::Work, 2..) => match self.quickly(question, QUICK_MOVES) {
                Err(Problem::Over(over)) => over,
                other => return other,
            },
            (over, _) => over,
        };
        let slow = match over {
            Over::Work => self.look_ahead(question).and_then(|()| self.in_earnest(question)),
            other => Err(Problem::Over(other)),
        };
        match slow {
            Err(Problem::Over(over)) => Ok(self.partial(question, &over.both())),
            other => other,
        }
    }

    /// The answer by force, with so many moves generated at most.
    fn quickly(&mut self, question: &Question, moves: u64) -> Result<Answer, Problem> {
        let games = &question.games;
        self.limit_work(games, Some(moves));
        let answer = self.by_force(question);
        self.limit_work(games, None);
        answer
    }

    /// Large positions are answered at once by what is proved, or can be at little cost; what is plainly too big to be
    /// worth a try, or was so for an easier position, by a claim that stood the test.
    fn at_once(&mut self, question: &Question) -> Option<Result<Answer, Problem>> {
        let games = &question.games;
        let bound = crate::engines::bound::positions(question);
        let hard = self.session_of(games).hard;
        // Of a position that nothing is known about, only if some position was out of reach before.
        let out_of_reach = vast(question) || bound.map_or(hard.is_finite(), |positions| positions >= hard);
        let positions = bound.unwrap_or(f64::INFINITY);
        let large = question.at().method != Method::Sum && positions >= self.tuning().proved;
        if !(out_of_reach || large && !question.all_moves) || self.values_at_hand(question) {
            return None;
        }
        // Where play is over there is nothing to prove.
        if !matches!(self.with_whole(games, |w| w.over(&question.state)), Ok(None)) {
            return None;
        }
        let claimed = if out_of_reach { self.by_claim(question) } else { None };
        self.or_theorem(question, claimed, CHEAP_PROOF)
    }

    /// The answer without force: by a claim that is proved, by a theorem that a short search finds, or by a claim that
    /// stood the test.
    fn beyond(&mut self, question: &Question) -> Option<Result<Answer, Problem>> {
        let claimed = self.by_claim(question);
        self.or_theorem(question, claimed, PROOF_STEPS)
    }

    fn or_theorem(
        &mut self,
        question: &Question,
        claimed: Option<Result<Answer, Problem>>,
        steps: u64,
    ) -> Option<Result<Answer, Problem>> {
        if matches!(&claimed, Some(Ok(answer)) if answer.status == Status::Proved) {
            return claimed;
        }
        match self.by_theorem(question, steps) {
            Ok(None) => claimed,
            found => found.transpose(),
        }
    }

    /// The claim that will answer a question: at once, or after a second if so much work is not enough.
    pub(crate) fn claim_for(&mut self, question: &Question, work: Option<f64>) -> Option<How> {
        let much = work.is_none_or(|w| w > QUICK_MOVES as f64);
        let answer = match self.at_once(question) {
            None if question.huge() || much && !self.values_at_hand(question) => self.beyond(question),
            answer => answer,
        };
        Some(answer?.ok()?.how).filter(|how| matches!(how, How::Claim { .. } | How::Theorem))
    }

    /// Large heaps whose values cost next to nothing (a proved period, or a misère quotient), and not too many moves to list.
    fn values_at_hand(&mut self, question: &Question) -> bool {
        let games = &question.games;
        if question.largest() > LISTED {
            return false;
        }
        if question.at().method != Method::Sum {
            return self.quotient_speaks(question.at());
        }
        self.limit_work(games, Some(QUICK_MOVES / 20));
        let known = self.grundy(question.at()).is_ok();
        self.limit_work(games, None);
        known
    }

    /// The answer by complete computation, up to the budget. What may be far too big for the memory is tried as well, for it may
    /// need next to nothing; but not beyond one table full of positions.
    fn in_earnest(&mut self, question: &Question) -> Result<Answer, Problem> {
        let whole = self.budget().clone();
        if may_be_too_big(question, &whole) {
            self.keep_to(whole.clone().filled_once());
        }
        let answer = self.by_force(question);
        self.keep_to(whole);
        answer
    }

    /// The answer by complete computation.
    pub(crate) fn by_force(&mut self, question: &Question) -> Result<Answer, Problem> {
        let at = question.at();
        let mut answer = blank(question);
        let how = at.method;
        self.aim(at.games, &at.state.positions, 1);
        if let Some((verdict, by)) = self.with_whole(at.games, |w| w.over(at.state))? {
            if how == Method::Score {
                answer.score = Some(0);
                answer.winning_moves.line = Some(Vec::new());
            }
            answer.outcome = Some(verdict);
            answer.moves = Some(0);
            answer.options = Some(0);
            answer.why.push(Why::Over { rule: reasons::rule(&at.games[0], &by), outcome: verdict });
            self.both_players(at, &mut answer)?;
            answer.how = self.how(at, None);
            return Ok(answer);
        }
        // Tables that are made for the position itself hold what its moves lead to.
        if let Some(query) = asked(at)
            && !self.engine(&query).searches()
        {
            match query.alone().filter(|_| query.what == What::Value) {
                Some(part) => {
                    self.grundy_part(at.games, query.term, part)?;
                }
                None => {
                    self.worth(at)?;
                }
            }
        }
        // A saved table may list whole positions: then these are looked up, and not their parts.
        if how == Method::Sum && self.saved().is_none() {
            self.sum_answer(at, question, &mut answer)?;
        } else {
            let listed = self.listed(at)?;
            answer.moves = Some(listed.moves.len() as u64);
            answer.options = Some(listed.options);
            match how {
                Method::Score => self.score_answer(at, &listed, question, &mut answer)?,
                _ => self.outcome_answer(at, &listed, question, &mut answer)?,
            }
        }
        self.both_players(at, &mut answer)?;
        answer.positions = self.positions(at.games);
        answer.how = self.how(at, None);
        Ok(answer)
    }

    /// A sum of parts: what its moves are worth follows from the values of the parts.
    fn sum_answer(&mut self, at: Match<'_>, question: &Question, answer: &mut Answer) -> Result<(), Problem> {
        let sum = self.sum_moves(at, MOST_LISTED)?;
        answer.outcome = Some(if sum.xor == 0 { Verdict::Lose } else { Verdict::Win });
        answer.grundy = Some(Value::Int(sum.xor as i64));
        for (term, values) in answer.terms.iter_mut().zip(&sum.values) {
            term.grundy = Some(values.iter().fold(0, |a, b| a ^ b));
        }
        (answer.moves, answer.options) = (Some(sum.moves), Some(sum.options));
        answer.winning_moves.list = sum.good.iter().map(|m| entry(at, m, Some(Worth::LOST))).collect();
        if question.all_moves {
            let listed = self.listed(at)?;
            let entries = listed.moves.iter().zip(&listed.worth);
            let all: Vec<MoveEntry> = entries.map(|(m, w)| entry(at, m, Some(*w))).collect();
            answer.winning_moves.list =
                all.iter().filter(|m| m.result() == Some(Verdict::Win)).cloned().collect();
            answer.all_moves = Some(all);
        }
        answer.unlisted = sum.winning - answer.winning_moves.len() as u64;
        answer.why.extend(reasons::sum_reasons(at, &sum));
        Ok(())
    }

    fn outcome_answer(
        &mut self,
        at: Match<'_>,
        listed: &Listed,
        question: &Question,
        answer: &mut Answer,
    ) -> Result<(), Problem> {
        let how = at.method;
        let (outcome, remoteness) = match how {
            Method::Retrograde => self.solved(at)?,
            _ => (self.outcome(at)?, None),
        };
        answer.outcome = Some(outcome);
        answer.remoteness = remoteness;
        let entries = listed.moves.iter().zip(&listed.worth);
        let winning = entries.clone().filter(|(m, w)| wins(m, w.verdict));
        answer.winning_moves.list = self.worded(at, winning.map(|(m, w)| (m, Some(*w))))?;
        if outcome == Verdict::Lose {
            // Only under `block`: there are such moves, but the opponent forbids them.
            answer.winning_moves.clear();
        }
        if question.all_moves {
            answer.all_moves = Some(self.worded(at, entries.map(|(m, w)| (m, Some(*w))))?);
        }
        if how == Method::Sum {
            answer.grundy = Some(Value::Int(self.grundy(at)? as i64));
            for (t, term) in answer.terms.iter_mut().enumerate() {
                let mut value = 0;
                for part in &at.state.positions[t].parts {
                    value ^= self.grundy_part(at.games, t, part)?;
                }
                term.grundy = Some(value);
            }
        } else if at.games.len() == 1 && at.games[0].kind().grundy.is_ok() && self.may_solve_more() {
            answer.grundy = self.cheap_grundy(at)?;
        }
        answer.why.extend(reasons::reasons(self, at, listed, outcome)?);
        Ok(())
    }

    /// The Grundy value of a whole position, if it costs little.
    fn cheap_grundy(&mut self, at: Match<'_>) -> Result<Option<Value>, Problem> {
        self.count_work(at.games, Some(GRUNDY_MOVES));
        let value = self.grundy(at);
        self.count_work(at.games, None);
        match value {
            Ok(g) => Ok(Some(Value::Int(g as i64))),
            Err(Problem::Over(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn score_answer(
        &mut self,
        at: Match<'_>,
        listed: &Listed,
        question: &Question,
        answer: &mut Answer,
    ) -> Result<(), Problem> {
        let score = self.score(at)?;
        answer.score = Some(score);
        answer.shared = at.games[0].rules().score == Some(ScoreKind::Shared);
        answer.outcome = (!answer.shared).then_some(by_score(score));
        let entries = listed.moves.iter().zip(&listed.worth);
        let value = |(m, w): &(&crate::answer::entries::RawMove, &crate::answer::entries::Worth)| {
            w.score.map(|s| move_score(at.games, m, s))
        };
        let best = entries.clone().filter(|e| value(e) == Some(score));
        answer.winning_moves.list = self.worded(at, best.map(|(m, w)| (m, Some(*w))))?;
        if question.all_moves {
            answer.all_moves = Some(self.worded(at, entries.map(|(m, w)| (m, Some(*w))))?);
        }
        answer.winning_moves.line = Some(reasons::best_line(self, at)?);
        answer.why.push(Why::Line);
        Ok(())
    }

    /// Partizan games: what each player gets when moving first.
    fn both_players(&mut self, at: Match<'_>, answer: &mut Answer) -> Result<(), Problem> {
        let rules = at.games[0].rules();
        if !at.games.iter().any(|g| g.kind().partizan()) || rules.score.is_some() {
            return Ok(());
        }
        for mover in 0..2 {
            let start = State { positions: at.state.positions.clone(), turn: Turn { mover, turn: 0 } };
            let outcome = self.outcome(at.to(&start))?;
            answer.outcomes.0.push((rules.players[mover].clone(), outcome));
        }
        let [(_, a), (_, b)] = &*answer.outcomes else { return Ok(()) };
        answer.class = match (a, b) {
            (Verdict::Win, Verdict::Win) => Some('N'),
            (Verdict::Lose, Verdict::Lose) => Some('P'),
            (Verdict::Win, Verdict::Lose) => Some('L'),
            (Verdict::Lose, Verdict::Win) => Some('R'),
            _ => None,
        };
        Ok(())
    }

    /// How these games are solved, with what it cost so far; or how something else was found than what decides.
    pub(crate) fn how(&mut self, at: Match<'_>, shown: Option<What>) -> How {
        let what = shown.unwrap_or(at.method.into());
        let session = &*self.session_of(at.games);
        if let Some(how) = ENGINES.iter().find_map(|engine| engine.how(session, at, what)) {
            return how;
        }
        let positions = session.positions();
        match (what, at.method) {
            (What::Value, Method::Search) => How::Mex { positions },
            (What::Remoteness, _) | (_, Method::Retrograde) => How::Retrograde { positions },
            (_, Method::Sum) => {
                let period = session.heap_period();
                let period = period.map(|t| (t.from as u64, t.period as u64, u64::from(t.step)));
                How::SumOfParts { parts: at.parts().count(), positions, period }
            }
            (_, Method::Score) => How::Score { positions },
            (_, Method::Search) => {
                let heaps = at.games.len() > 1 || at.games[0].kind().parts;
                let whole = heaps.then(|| {
                    if at.games.iter().any(|g| g.kind().partizan()) {
                        NotSum::Partizan
                    } else if at.games[0].end() == End::Misere {
                        NotSum::Misere
                    } else {
                        NotSum::Rules
                    }
                });
                How::Search { positions, whole }
            }
        }
    }

    /// Looks ahead before much work is done: play that comes back is met near its start, and whoever shows progress is told
    /// how much there may be to do. How big a question may be is no reason to refuse it.
    pub(crate) fn look_ahead(&mut self, question: &Question) -> Result<(), Problem> {
        let at = question.at();
        let may_return = at.games.iter().any(|g| g.rules().endless.is_none() && g.facts().measure.is_none());
        if may_return {
            self.short_cycle(at)?;
        }
        // Tables know what they cost, and are chosen only where that is allowed.
        let tabled = self.engines(question).iter().all(|(engine, _)| !engine.searches());
        if tabled || asked(at).is_some_and(|query| self.space_cost(&query).is_some()) {
            return Ok(());
        }
        if let Some(positions) = crate::engines::bound::positions(question) {
            self.budget().goal().expect(positions as u64);
        }
        Ok(())
    }

    /// An answer, or what is known where the budget ran out before it.
    fn or_partial(
        &mut self,
        question: &Question,
        answer: Result<Answer, Problem>,
    ) -> Result<Answer, Problem> {
        match answer {
            Err(Problem::Over(over)) => Ok(self.partial(question, &over.both())),
            other => other,
        }
    }

    /// What is known of a question that was interrupted: what [`Solver::solve`] says where the budget ran out.
    pub fn interrupted(&mut self, question: &Question) -> Answer {
        let asked = self.budget().clone();
        self.keep_to(Budget::unlimited().memory(asked.memory_limit()).time(MOMENT));
        let answer = self.partial(question, &both!("Interrupted.", "已中断。"));
        self.keep_to(asked);
        answer
    }

    /// What is known when the budget ran out: perhaps a winning move was found already.
    fn partial(&mut self, question: &Question, stopped: &[String; 2]) -> Answer {
        let at = question.at();
        let mut answer = blank(question);
        answer.how = How::OverBudget;
        answer.status = Status::Open;
        answer.complete = false;
        answer.positions = self.positions(at.games);
        // Time may have run out; what is known is worth a moment.
        self.allow_more(MOMENT);
        let _watched = self.watched();
        if at.method == Method::Sum {
            // There may be too many moves to list, and yet the value is known.
            self.limit_work(at.games, Some(QUICK_MOVES));
            let value = self.grundy(at);
            self.limit_work(at.games, None);
            if let Ok(g) = value {
                answer.grundy = Some(Value::Int(g as i64));
                answer.outcome = Some(if g == 0 { Verdict::Lose } else { Verdict::Win });
                answer.status = Status::Proved;
                answer.how = self.how(at, None);
            }
        }
        let parts: usize = at.state.positions.iter().map(|p| p.parts.len()).sum();
        self.limit_work(at.games, Some(QUICK_MOVES / parts.max(1) as u64));
        let moves = self.raw_moves(at).unwrap_or_default();
        self.limit_work(at.games, None);
        let [mut en, mut zh] = {
            let _watched = self.watched_without_clock();
            advice(question, moves.len() as u64, self.budget()).unwrap_or_default()
        };
        let blocked = at.games[0].rules().block.is_some();
        let mut lose = 0;
        for m in moves.iter().filter(|_| !blocked) {
            if self.tick().is_err() {
                break;
            }
            match self.known(at.to(&m.to)) {
                Some(v) if wins(m, v) => answer.winning_moves.push(entry(at, m, None)),
                Some(v) => lose += u64::from(v != Verdict::Draw),
                None => {}
            }
        }
        if lose > 0 && answer.winning_moves.is_empty() {
            let all = moves.len();
            let [more, noch] = both!(
                " Of {all} first moves {lose} are known to lose.",
                "已知 {all} 种走法中有 {lose} 种必败。"
            );
            (en, zh) = (en + &more, zh + &noch);
        }
        answer.known = Some([stopped[0].clone() + &en, stopped[1].clone() + &zh].into());
        if !answer.winning_moves.is_empty() {
            // One winning move decides, whatever the others are worth.
            answer.outcome = Some(Verdict::Win);
            answer.status = Status::Proved;
        }
        answer
    }
}

/// Is a question plainly too big to be worth a try?
pub(crate) fn vast(question: &Question) -> bool {
    question.largest() > VAST && crate::engines::bound::positions(question).is_none_or(|p| p > VAST as f64)
}

/// The answer for a position beyond 64 bits in a game without a claim that speaks of it.
fn too_big(question: &Question) -> Answer {
    let mut answer = blank(question);
    answer.how = How::OverBudget;
    answer.status = Status::Open;
    answer.complete = false;
    answer.known = Some(Sentence::from([
        "Numbers beyond 64 bits are answered by theorems and claims only: a short search proved nothing about this game, and no claim of it that stood the test speaks of this position. A line such as  claim lose iff …  in the rules could answer it.",
        "超出 64 位的数只能由定理或猜想（claim）回答：短时间的搜索没有证出这个游戏的定理，也没有经得起检验又适用于该局面的猜想。在规则中加一行 claim lose iff … 也许就能回答。",
    ]));
    answer
}

/// An answer with the question filled in and nothing known.
pub(crate) fn blank(question: &Question) -> Answer {
    let games = &question.games;
    let rules = games[0].rules();
    let terms = if games.len() > 1 {
        question.terms().map(|(g, p)| Term { game: g.title(), position: g.show(p), grundy: None }).collect()
    } else {
        Vec::new()
    };
    Answer {
        game: question.title(),
        position: question.shown(),
        ending: reasons::ending(&games[0]),
        mover: rules.players_named.then(|| rules.players[question.state.turn.mover].clone()),
        outcome: None,
        known: None,
        outcomes: Named::default(),
        class: None,
        grundy: None,
        score: None,
        shared: false,
        remoteness: None,
        status: Status::Proved,
        how: How::OverBudget,
        moves: None,
        options: None,
        winning_moves: GoodMoves::default(),
        unlisted: 0,
        complete: true,
        all_moves: None,
        why: Vec::new(),
        terms,
        positions: 0,
    }
}
