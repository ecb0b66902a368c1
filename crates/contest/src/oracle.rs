//! The truth about a case: by complete computation where that is cheap, by claims and theorems where it is not.
//!
//! Claims are trusted once they stood the quick check of [`bouton::claims::earn`] (or are proved), and they are compared
//! with brute force again on every small case that is asked about: one that is wrong anywhere is never asked again.

use bouton::answer::Status;
use bouton::claims::varied::{Varied, earn_for};
use bouton::claims::{self, Said};
pub use bouton::claims::{Basis, Known as Truth};
use bouton::language::ast::{ShapeKind, Verdict};
use bouton::language::interp::Position;
use bouton::language::rules::{About, ClaimBody, End};
use bouton::language::value::Value;
use bouton::{Budget, Game, Match, Method, Problem, Solver};
use bouton_template::{Case, Origin, Want};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Moves that the check of a claim may generate.
const CHECK_MOVES: u64 = 100_000;

/// Moves that the truth about one case may cost.
const CASE_MOVES: u64 = 100_000;

/// Time that the truth about one case may cost, and each step of the preparation.
const CASE_TIME: Duration = Duration::from_millis(1500);

/// Numbers up to this are solved even where a claim speaks, to compare the two.
const COMPARED: u32 = 30;

/// Truths that are remembered, and games whose truths are.
const REMEMBERED: usize = 200_000;
const GAMES: usize = 8;

/// Rules with a parameter beyond this are not run: a choice that runs over it takes for ever, whatever the position.
const VAST: u32 = 50_000;

/// Where truth may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sources {
    /// Whatever answers.
    #[default]
    Any,
    /// Brute force only.
    Force,
    /// Claims wherever they speak.
    Claims,
}

/// A claim that may answer.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// Index in the rules.
    pub index: usize,
    /// As written.
    pub text: String,
    /// PROVED or CHECKED.
    pub status: Status,
    /// Small cases of this run on which it agreed with brute force.
    pub agreed: u64,
}

/// Knows the truth, or says that it does not.
pub struct Oracle {
    /// Solves.
    pub solver: Solver,
    base: Game,
    sources: Sources,
    trusted: Vec<Trusted>,
    /// The strategies of the rules list all winning moves wherever that was tried.
    pub(crate) strategies: bool,
    /// Cases of this size and more went over the budget.
    hopeless: Option<BigInt>,
    failures: u32,
    /// What was computed about the game as it was given, and with the other ending: by game, what was asked, and case.
    solved: FxHashMap<(usize, Want, String), Option<Truth>>,
    games: Vec<Game>,
    /// When the clock was started last.
    began: Option<Instant>,
    /// Every case is solved if the budget allows: what is cheap first.
    patient: bool,
    /// Cases may cost [`CASE_TIME`]; otherwise work alone limits them.
    timed: bool,
    /// Nothing is computed beyond this moment.
    until: Option<Instant>,
}

impl Oracle {
    /// An oracle for a game; checks its claims and looks for a theorem, which may take until `ready`. Without such a
    /// moment it is limited by work alone, so that it says the same on every machine.
    pub fn new(
        game: &Game,
        budget: Budget,
        sources: Sources,
        ready: Option<Instant>,
    ) -> Result<Oracle, Problem> {
        let mut oracle = Oracle {
            solver: Solver::new(budget),
            base: game.clone(),
            sources,
            trusted: Vec::new(),
            strategies: false,
            hopeless: None,
            failures: 0,
            solved: FxHashMap::default(),
            games: vec![game.clone()],
            began: None,
            patient: false,
            timed: ready.is_some(),
            until: ready,
        };
        if sources != Sources::Force {
            oracle.prepare(game)?;
        }
        oracle.until = None;
        Ok(oracle)
    }

    /// From now on every case is solved if the budget allows, and running out of it is told.
    pub fn patient(mut self) -> Oracle {
        self.patient = true;
        self
    }

    /// Claims are tested first, because most games are decided by them; a theorem is looked for in what time is left.
    fn prepare(&mut self, game: &Game) -> Result<(), Problem> {
        for (index, claim) in game.rules().claims.iter().enumerate() {
            if !self.begin() {
                break;
            }
            let words: Vec<&str> = game.sources().slice(claim.span).split_whitespace().collect();
            let earned = claims::earn(&mut self.solver, game, claim, CHECK_MOVES)?;
            // A claim that was silent wherever it could be tested has earned nothing.
            let whole = claim.about != About::Part || game.rules().shape.kind == ShapeKind::Position;
            self.strategies |= earned.strategies && earned.to.is_some() && whole;
            if let (false, Some(to)) = (earned.refuted, earned.to) {
                let status = Status::Checked(to);
                self.trusted.push(Trusted { index, text: words.join(" "), status, agreed: 0 });
            }
        }
        if self.begin() {
            let proved = self.solver.proved_claims(game)?;
            for t in self.trusted.iter_mut().filter(|t| proved.contains(&t.index)) {
                t.status = Status::Proved;
            }
        }
        Ok(())
    }

    /// Cases will come with several values of these parameters: claims must hold for small values of them, and what is
    /// proved is proved for the parameters of the rules alone.
    pub fn varies(&mut self, params: &[usize]) -> Result<(), Problem> {
        if params.is_empty() || self.trusted.is_empty() {
            return Ok(());
        }
        let game = self.base.clone();
        let mut kept = Vec::new();
        let mut strategies = false;
        for t in std::mem::take(&mut self.trusted) {
            let Some(claim) = game.rules().claims.get(t.index) else { continue };
            if !self.begin() {
                break;
            }
            let earned = earn_for(&mut self.solver, &game, claim, params, CHECK_MOVES)?;
            if let Some(Varied { to, from: 0, strategies: all }) = earned {
                strategies |= all;
                kept.push(Trusted { status: Status::Checked(to), ..t });
            }
        }
        self.trusted = kept;
        self.strategies &= strategies;
        Ok(())
    }

    /// Nothing is computed beyond this moment.
    pub fn until(&mut self, moment: Option<Instant>) {
        self.until = moment;
    }

    /// Starts the clock for a piece of work; false if there is no time left.
    pub(crate) fn begin(&mut self) -> bool {
        if !self.timed {
            return true;
        }
        let now = Instant::now();
        let left = self.until.map_or(CASE_TIME, |u| u.saturating_duration_since(now)).min(CASE_TIME);
        // Starting the clock costs more than most cases do.
        let fresh = self.began.is_some_and(|b| now.duration_since(b) < CASE_TIME / 10);
        if left.is_zero() || fresh && left == CASE_TIME {
            return !left.is_zero();
        }
        self.solver.renew_for(left);
        self.began = (left == CASE_TIME).then_some(now);
        true
    }

    /// The claims that may answer.
    pub fn claims(&self) -> &[Trusted] {
        &self.trusted
    }

    /// What a basis is worth, and in words what it is: the claim, or `None`.
    pub fn status(&self, basis: Basis) -> (Status, Option<String>) {
        match basis {
            Basis::Force | Basis::Theorem => (Status::Proved, None),
            Basis::Claim(i) => match self.trusted.iter().find(|t| t.index == i) {
                Some(t) => (t.status.clone(), Some(t.text.clone())),
                None => (Status::Guessed, None),
            },
        }
    }

    /// The truth; `None` where it is not known.
    pub fn truth(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        let case = &*as_first(case);
        match want {
            Want::Winning => return self.counted(case),
            // Claims and theorems do not speak of it.
            Want::Remoteness if self.patient => return self.at_any_cost(case, want).map(Some),
            Want::Remoteness => return self.force(case, want),
            _ => {}
        }
        let small = case.largest() <= BigInt::from(COMPARED);
        match self.sources {
            Sources::Force => self.force(case, want),
            Sources::Claims => match self.told(case, want)? {
                None => self.force(case, want),
                told => Ok(told),
            },
            Sources::Any if small => {
                let found = self.force(case, want)?;
                if let Some(truth) = &found {
                    self.compare(case, want, truth)?;
                    return Ok(found);
                }
                if self.patient { self.by_patience(case, want) } else { self.told(case, want) }
            }
            Sources::Any if self.patient => self.by_patience(case, want),
            Sources::Any => match self.told(case, want)? {
                None => self.force(case, want),
                told => Ok(told),
            },
        }
    }

    /// The Grundy value of a case, where it is known.
    pub fn value(&mut self, case: &Case) -> Result<Option<BigInt>, Problem> {
        Ok(self.truth(case, Want::Grundy)?.and_then(|t| t.value?.to_big()))
    }

    /// What is proved, what a short search finds, what was checked, and then whatever it costs.
    fn by_patience(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        let told = self.told(case, want)?;
        if told.as_ref().is_some_and(|t| self.status(t.basis).0 == Status::Proved) {
            return Ok(told);
        }
        self.failures = 0;
        match self.force(case, want)? {
            None if told.is_some() => Ok(told),
            None => self.at_any_cost(case, want).map(Some),
            found => Ok(found),
        }
    }

    fn at_any_cost(&mut self, case: &Case, want: Want) -> Result<Truth, Problem> {
        self.solver.renew();
        self.solve(case.game.at(&case.state()), want)
    }

    /// The number of winning moves, where all of them are known.
    fn counted(&mut self, case: &Case) -> Result<Option<Truth>, Problem> {
        let Some(truth) = self.truth(case, Want::Outcome)? else { return Ok(None) };
        let (moves, all) = match truth.outcome {
            Some(Verdict::Lose) => (Vec::new(), true),
            _ => self.winning(case, true)?,
        };
        let value = Some(Value::Int(moves.len() as i64));
        Ok(all.then_some(Truth { value, ..truth }))
    }

    /// A claim that speaks of a solved case is right there, or is dropped.
    fn compare(&mut self, case: &Case, want: Want, truth: &Truth) -> Result<(), Problem> {
        while let Some(Truth { outcome, value, basis: Basis::Claim(i) }) = self.claimed(case, want)? {
            let right = outcome == truth.outcome && (value.is_none() || value == truth.value);
            if right {
                if let Some(t) = self.trusted.iter_mut().find(|t| t.index == i) {
                    t.agreed += 1;
                }
                return Ok(());
            }
            self.trusted.retain(|t| t.index != i);
        }
        Ok(())
    }

    /// The truth by complete computation.
    pub fn force(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        let case = &*as_first(case);
        if !runs(case) {
            return Ok(None);
        }
        let Some(game) = self.remembered(&case.game) else { return self.computed(case, want) };
        let key = (game, want, case.key());
        if let Some(known) = self.solved.get(&key) {
            return Ok(known.clone());
        }
        let found = self.computed(case, want)?;
        if self.solved.len() > REMEMBERED {
            self.solved.clear();
        }
        // What was not computed may be for want of time.
        if found.is_some() || !self.timed {
            self.solved.insert(key, found.clone());
        }
        Ok(found)
    }

    /// The number of a game whose truths are remembered: the first few.
    fn remembered(&mut self, game: &Game) -> Option<usize> {
        let at = self.games.iter().position(|g| g.same(game));
        if at.is_none() && self.games.len() < GAMES {
            self.games.push(game.clone());
            return Some(self.games.len() - 1);
        }
        at
    }

    fn computed(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        // What is as large as something that took too long is tried again only a few times.
        if self.failures >= 3 && self.hopeless.as_ref().is_some_and(|h| case.size() >= *h) {
            return Ok(None);
        }
        if !self.begin() {
            return Ok(None);
        }
        let games = std::slice::from_ref(&case.game);
        self.solver.limit_work(games, Some(CASE_MOVES));
        let found = self.solve(case.game.at(&case.state()), want);
        self.solver.limit_work(games, None);
        match found {
            Ok(truth) => Ok(Some(truth)),
            Err(Problem::Over(_)) => {
                self.failures += 1;
                let size = case.size();
                self.hopeless = Some(self.hopeless.take().map_or(size.clone(), |h| h.min(size)));
                Ok(None)
            }
            // Numbers near the end of 64 bits, sums of them beyond it, or choices without end: the rules cannot be run there.
            Err(Problem::Run { .. } | Problem::NotApplicable(_))
                if case.largest() > BigInt::from(COMPARED) =>
            {
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    fn solve(&mut self, at: Match<'_>, want: Want) -> Result<Truth, Problem> {
        let (outcome, value) = match want {
            Want::Score => {
                let score = self.solver.score(at)?;
                (self.sign(at.games, score), Some(Value::Int(score)))
            }
            Want::Grundy => {
                let g = self.solver.grundy(at)?;
                (Some(if g == 0 { Verdict::Lose } else { Verdict::Win }), Some(Value::big(BigInt::from(g))))
            }
            Want::Remoteness => {
                let (outcome, moves) = self.solver.solved(at)?;
                let moves = moves.and_then(|n| i64::try_from(n).ok()).unwrap_or(-1);
                (Some(outcome), Some(Value::Int(moves)))
            }
            Want::Outcome if at.method == Method::Score => {
                let score = self.solver.score(at)?;
                (self.sign(at.games, score), None)
            }
            Want::Outcome | Want::Winning => (Some(self.solver.outcome(at)?), None),
        };
        Ok(Truth { outcome, value, basis: Basis::Force })
    }

    fn sign(&self, games: &[Game], score: i64) -> Option<Verdict> {
        use bouton::language::rules::ScoreKind;
        let own = games[0].rules().score != Some(ScoreKind::Shared);
        own.then_some(match score.signum() {
            1 => Verdict::Win,
            -1 => Verdict::Lose,
            _ => Verdict::Draw,
        })
    }

    /// What claims and theorems say.
    fn told(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        match self.claimed(case, want)? {
            None => self.proved(case, want),
            told => Ok(told),
        }
    }

    /// What claims say.
    fn claimed(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        if case.mover != 0 {
            return Ok(None);
        }
        let (game, position) = (&case.game, &case.position);
        if want == Want::Outcome {
            let trusted = self.trusted.iter().filter_map(|t| game.rules().claims.get(t.index));
            if let Some((v, used)) = claims::verdict(game, trusted, position)? {
                let last = used.last().map(|c| c.span);
                let index = game.rules().claims.iter().position(|c| Some(c.span) == last).unwrap_or(0);
                return Ok(Some(Truth { outcome: Some(v), value: None, basis: Basis::Claim(index) }));
            }
        }
        for t in &self.trusted {
            let Some(claim) = game.rules().claims.get(t.index) else { continue };
            let basis = Basis::Claim(t.index);
            match want {
                Want::Score => {
                    if let Some(Said::Score(v)) = claims::said(game, claim, position)? {
                        let outcome = v.to_big().map(|n| match n.sign() {
                            num_bigint::Sign::Plus => Verdict::Win,
                            num_bigint::Sign::Minus => Verdict::Lose,
                            num_bigint::Sign::NoSign => Verdict::Draw,
                        });
                        return Ok(Some(Truth { outcome, value: Some(v), basis }));
                    }
                }
                Want::Outcome | Want::Grundy | Want::Winning | Want::Remoteness => {}
            }
        }
        // One part whose outcome is asked for needs no value.
        let values = want == Want::Grundy || position.parts.len() > 1;
        match want != Want::Score && values && claims::adds(game) && !position.parts.is_empty() {
            true => self.sum(game, position, want),
            false => Ok(None),
        }
    }

    /// What a theorem says. It is looked for once, for the game as it was given: other parameters make another game, and
    /// a search for each of many would take too long.
    fn proved(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        let (game, position) = (&case.game, &case.position);
        let start = position.parts.iter().all(|p| game.interp().is_start(p));
        let known = start && case.mover == 0 && want != Want::Score && self.sources != Sources::Force;
        if !known || !game.same(&self.base) {
            return Ok(None);
        }
        if !self.begin() {
            return Ok(None);
        }
        let Some((_, at)) = self.solver.theorem_at(game, position, 0)? else { return Ok(None) };
        let value = at.grundy.map(|g| Value::big(BigInt::from(g)));
        let known = want == Want::Outcome || value.is_some();
        let outcome = Some(if at.lost { Verdict::Lose } else { Verdict::Win });
        let value = value.filter(|_| want == Want::Grundy);
        Ok(known.then_some(Truth { outcome, value, basis: Basis::Theorem }))
    }

    /// The values of all parts, by claims where they speak, by computation otherwise.
    fn sum(&mut self, game: &Game, position: &Position, want: Want) -> Result<Option<Truth>, Problem> {
        let of_values =
            |i: &usize| matches!(game.rules().claims.get(*i).map(|c| &c.body), Some(ClaimBody::Grundy(_)));
        let values: Vec<usize> = self.trusted.iter().map(|t| t.index).filter(of_values).collect();
        if values.is_empty() {
            return Ok(None);
        }
        let mut total = BigInt::zero();
        let mut basis = None;
        for part in &position.parts {
            let alone = Position { parts: vec![part.clone()] };
            let mut found = None;
            for i in &values {
                let Some(claim) = game.rules().claims.get(*i) else { continue };
                if let Some(Said::Grundy(v)) = claims::said(game, claim, &alone)? {
                    found = v.to_big();
                    basis = basis.or(Some(Basis::Claim(*i)));
                    break;
                }
            }
            match found {
                Some(v) => total ^= v,
                None => {
                    let case = Case { game: game.clone(), position: alone, mover: 0, origin: Origin::Small };
                    match self.force(&case, Want::Grundy)?.and_then(|t| t.value?.to_big()) {
                        Some(v) => total ^= v,
                        None => return Ok(None),
                    }
                }
            }
        }
        let outcome = Some(if total.is_zero() { Verdict::Lose } else { Verdict::Win });
        let value = (want == Want::Grundy).then(|| Value::big(total));
        Ok(Some(Truth { outcome, value, basis: basis.unwrap_or(Basis::Force) }))
    }
}

/// The same case with the first player to move, where the rules treat both alike: claims speak of that player.
pub(crate) fn as_first(case: &Case) -> Cow<'_, Case> {
    let rules = case.game.rules();
    let named = matches!(case.game.end(), End::Wins(_))
        || matches!(rules.endless, Some(End::Wins(_)))
        || rules.whens.iter().any(|w| w.player.is_some());
    let own = rules.moves.iter().any(|m| m.by.is_some()) || rules.uses.mover || rules.uses.turn;
    match case.mover == 0 || named || own {
        true => Cow::Borrowed(case),
        false => Cow::Owned(Case { mover: 0, ..case.clone() }),
    }
}

/// Can the rules be run here in reasonable time?
pub(crate) fn runs(case: &Case) -> bool {
    let vast = |v: &Value| v.to_big().is_some_and(|n| n > BigInt::from(VAST));
    !case.game.changed().iter().any(|(_, v)| vast(v))
        && !bouton::Question::new(case.game.clone(), case.position.clone()).huge()
}
