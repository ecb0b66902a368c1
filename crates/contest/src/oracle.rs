//! The truth about a case: by complete computation where that is cheap, by claims and theorems where it is not.
//!
//! Claims are trusted once they stood the quick check of [`bouton::claims::earn`] (or are proved), and they are compared
//! with brute force again on every small case that is asked about: one that is wrong anywhere is never asked again.

use bouton::answer::Status;
use bouton::claims::{self, Trust, Trusted, claim_text};
pub use bouton::claims::{Basis, Known as Truth};
use bouton::language::ast::{ShapeKind, Verdict};
use bouton::language::interp::Position;
use bouton::language::rules::{About, End};
use bouton::language::value::Value;
use bouton::{Budget, Game, Problem, Solver};
use bouton_template::{Case, Origin, Want};
use num_bigint::BigInt;
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

/// Knows the truth, or says that it does not.
pub struct Oracle {
    /// Solves.
    pub solver: Solver,
    base: Game,
    sources: Sources,
    trust: Trust,
    /// By claim: small cases of this run on which it agreed with brute force.
    agreed: FxHashMap<usize, u64>,
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
            trust: Trust::default(),
            agreed: FxHashMap::default(),
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
        self.earn(game, 0..game.rules().claims.len(), &[])?;
        if self.begin() {
            self.trust.prove(&mut self.solver, game)?;
        }
        Ok(())
    }

    /// Trusts those of these claims that stand the test, for small values of these parameters.
    fn earn(
        &mut self,
        game: &Game,
        claims: impl IntoIterator<Item = usize>,
        params: &[usize],
    ) -> Result<(), Problem> {
        self.trust.claims.clear();
        for index in claims {
            if !self.begin() {
                break;
            }
            let trusted = Trusted::earn(&mut self.solver, game, index, params, CHECK_MOVES)?;
            self.trust.claims.extend(trusted.filter(|t| t.from == 0));
        }
        // A strategy that was tried on single heaps says nothing of sums.
        let whole = |t: &Trusted| {
            game.rules().shape.kind == ShapeKind::Position
                || game.rules().claims.get(t.index).is_some_and(|claim| claim.about != About::Part)
        };
        self.strategies = self.trust.claims.iter().any(|t| t.strategies && whole(t));
        Ok(())
    }

    /// Cases will come with several values of these parameters: claims must hold for small values of them, and what is
    /// proved is proved for the parameters of the rules alone.
    pub fn varies(&mut self, params: &[usize]) -> Result<(), Problem> {
        if params.is_empty() {
            return Ok(());
        }
        let claims: Vec<usize> = self.trust.claims.iter().map(|t| t.index).collect();
        self.earn(&self.base.clone(), claims, params)
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

    /// The most small cases of this run on which a claim agreed with brute force.
    pub fn agreed(&self) -> u64 {
        let asked = self.trust.claims.iter().filter_map(|t| self.agreed.get(&t.index));
        asked.copied().max().unwrap_or(0)
    }

    /// What a basis is worth, and in words what it is: the claim, or `None`.
    pub fn status(&self, basis: Basis) -> (Status, Option<String>) {
        let claim = match basis {
            Basis::Claim(i) => self.base.rules().claims.get(i),
            Basis::Force | Basis::Theorem => None,
        };
        (self.trust.status(basis), claim.map(|claim| claim_text(&self.base, claim)))
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
        self.solver.computed(case.game.at(&case.state()), asked(want))
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
        let agreed = self.with_trust(case, |trust, silent| {
            trust.compare(&case.game, &case.position, asked(want), truth, silent)
        })?;
        agreed.into_iter().for_each(|i| *self.agreed.entry(i).or_default() += 1);
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
        let found = self.solver.computed(case.game.at(&case.state()), asked(want));
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

    /// What claims and theorems say.
    fn told(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        match self.claimed(case, want)? {
            None => self.proved(case, want),
            told => Ok(told),
        }
    }

    /// What claims say.
    fn claimed(&mut self, case: &Case, want: Want) -> Result<Option<Truth>, Problem> {
        self.with_trust(case, |trust, silent| trust.told(&case.game, &case.position, asked(want), silent))
    }

    /// Asks the claims about a case: they speak of the first player to move. Values of parts on which they are silent are
    /// computed.
    fn with_trust<T>(
        &mut self,
        case: &Case,
        ask: impl FnOnce(&mut Trust, &mut Silent<'_>) -> Result<Option<T>, Problem>,
    ) -> Result<Option<T>, Problem> {
        if case.mover != 0 {
            return Ok(None);
        }
        let mut trust = std::mem::take(&mut self.trust);
        let told = ask(&mut trust, &mut |alone| {
            let (game, position) = (case.game.clone(), alone.clone());
            let part = Case { game, position, mover: 0, origin: Origin::Small };
            Ok(self.force(&part, Want::Grundy)?.and_then(|t| t.value?.to_big()))
        });
        self.trust = trust;
        told
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
        self.solver.told_by_theorem(game, position, asked(want))
    }
}

/// Computes the value of a part on which claims are silent.
type Silent<'a> = dyn FnMut(&Position) -> Result<Option<BigInt>, Problem> + 'a;

/// What has to be known: to count winning moves begins with who wins.
fn asked(want: Want) -> claims::Want {
    match want {
        Want::Outcome | Want::Winning => claims::Want::Outcome,
        Want::Grundy => claims::Want::Grundy,
        Want::Score => claims::Want::Score,
        Want::Remoteness => claims::Want::Remoteness,
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
