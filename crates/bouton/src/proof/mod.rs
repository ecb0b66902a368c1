//! Theorems about all sizes: the lost positions of a game, or the Grundy values of its heaps, found from the rules and
//! proved by automata; the claims of the file decided by them; certificates and drawings.
//!
//! The rules come as linear arithmetic ([`Game::fragment`]), the theory room finds and proves; here questions are asked,
//! claims compared ([`claims`]) and winning moves looked up at any size ([`winning`]).

pub(crate) mod certificate;
mod choices;
pub(crate) mod claims;
mod definitions;
mod family;
mod finite;
mod formula;
mod json;
pub(crate) mod period;
mod place_claims;
mod places;
mod players;
mod quotient;
mod rows;
mod rule;
mod runs;
mod sums;
mod takeaway;
pub(crate) mod theorem;
mod traced;
mod winning;
mod words;

use crate::tuning::SHORT_PERIOD;
pub use claims::{ClaimProof, Decided, Open};
pub use family::FamilyProof;
pub use finite::{FiniteProof, Unfit};
pub use json::{JudgedPosition, ProveAnswer};
pub use period::{Period, PeriodProof};
pub use places::PlacesProof;
pub(crate) use places::readable as places_readable;
pub use quotient::QuotientProof;
pub use rows::{RowAnswer, RowFinding, RowProof, prove_row};
pub use runs::RunsProof;
pub use takeaway::TakeAwayProof;
pub use traced::{Traced, TracedLetter};
pub use winning::{At, Large};
pub(crate) use words::readable;
pub use words::{WordsProof, WordsSearch};

use crate::game::Game;
use crate::problem::Problem;
use bouton_compile::fragment::{self, Fragment};
use bouton_engine::{Budget, Halt};
use bouton_theory::prove::{self, Limits, NotFound, Outside, Subject, Theorem, Tried};
use bouton_theory::strategy::{Strategy, Ways};
use bouton_theory::{Effort, Numeration, draw};
use players::Players;
use std::sync::{Arc, OnceLock};

/// What to prove.
#[derive(Clone)]
pub struct ProveQuestion {
    /// The game.
    pub game: Game,
    /// Only this numeration.
    pub numeration: Option<Numeration>,
    /// An automaton is wanted, also where a period says the same in fewer words.
    pub automaton: bool,
}

impl ProveQuestion {
    /// Whatever can be proved about a game.
    pub fn new(game: Game) -> ProveQuestion {
        ProveQuestion { game, numeration: None, automaton: false }
    }
}

/// What came of it.
#[derive(Clone)]
pub enum Finding {
    /// A theorem, by an automaton.
    Proved(Box<Proof>),
    /// A period whose automaton would be large, or was not found.
    Period(Box<PeriodProof>),
    /// The misère quotient of the heaps.
    Quotient(Box<QuotientProof>),
    /// Take-away with a limit that the last take sets.
    TakeAway(Box<TakeAwayProof>),
    /// One heap that is lost in runs.
    Runs(Box<RunsProof>),
    /// A claim with a remainder by a number that is not fixed.
    Family(Box<FamilyProof>),
    /// Rows, bags or heaps, as many as one likes: a value at each place, digit by digit.
    Places(Box<PlacesProof>),
    /// A machine that reads the letters of a word.
    Words(Box<WordsProof>),
    /// No such machine was found.
    NoWords(Box<WordsSearch>),
    /// No automaton up to the limits.
    NotFound(Search),
    /// The rules are outside what can be decided.
    Outside(Reason),
}

/// A search without a result.
#[derive(Clone)]
pub struct Search {
    /// The game.
    pub game: Game,
    /// What was tried.
    pub tried: Vec<Tried>,
    /// Was the search for the values of heaps?
    pub values: bool,
    /// The claims of the file: what could be decided without a theorem.
    pub claims: Vec<ClaimProof>,
}

/// Why rules are outside.
#[derive(Clone, Debug)]
pub enum Reason {
    /// They are not linear arithmetic.
    Rules(fragment::Outside),
    /// They are, but of a kind that automata do not decide here.
    Theory(Outside),
}

/// A theorem about a game, for all sizes.
#[derive(Clone)]
pub struct Proof {
    /// The game.
    pub game: Game,
    /// Its rules as linear arithmetic.
    pub fragment: Fragment,
    /// The automaton and what it says.
    pub theorem: Theorem,
    /// The theorem speaks of one part of a sum, played on its own.
    pub alone: bool,
    /// The theorem as a claim of the rules language (`lose iff …`, `grundy = …`), where a known form fits.
    pub formula: Option<String>,
    /// Lines that the formula needs in the rules.
    pub defines: Vec<String>,
    /// The claims of the file.
    pub claims: Vec<ClaimProof>,
    /// The period of the values, where a theorem on heaps proves one as well.
    pub period: Option<Arc<Period>>,
    /// The theorem about both players, where the rules treat them differently; the one above is about the first.
    pub(crate) players: Option<Box<Players>>,
    /// The automata of the moves, once they were asked for.
    strategy: OnceLock<Option<Arc<Strategy>>>,
    /// The moves of the rules, where it is known to which positions they must lead.
    ways: OnceLock<Option<Arc<Ways>>>,
}

/// Looks for a theorem about all sizes of a game and proves it.
pub fn prove(question: &ProveQuestion, budget: &Budget) -> Result<Finding, Problem> {
    search_within(question, Limits::default().steps, Some(period::FARTHEST), budget)
}

/// The same with so many steps at most, and without long lists of heaps.
pub(crate) fn within(question: &ProveQuestion, steps: u64, budget: &Budget) -> Result<Finding, Problem> {
    search_within(question, steps, None, budget)
}

fn search_within(
    question: &ProveQuestion,
    steps: u64,
    farthest: Option<usize>,
    budget: &Budget,
) -> Result<Finding, Problem> {
    let mut limits = Limits { budget: Some(budget), steps, ..Limits::default() };
    limits.numerations.extend(question.numeration);
    let found = periods(question, &limits, farthest, budget);
    // What was found before the budget ended stands, but for whoever does not want it any more.
    match budget.check(0) {
        Err(Halt::Interrupted) => Err(Problem::Interrupted),
        _ => found,
    }
}

/// Periods by the theorems on heaps beside the search for automata: what a short list of values proves comes first, a long
/// search only where no automaton was found.
fn periods(
    question: &ProveQuestion,
    limits: &Limits<'_>,
    farthest: Option<usize>,
    budget: &Budget,
) -> Result<Finding, Problem> {
    let game = &question.game;
    let near = Period::find(game, period::near(game), None, budget)?;
    let automaton = question.automaton || question.numeration.is_some();
    match near {
        Some(period) if !automaton && period.from + period.period > SHORT_PERIOD => {
            return Ok(Finding::Period(Box::new(PeriodProof::new(game, period, limits))));
        }
        _ => {}
    }
    let general = !game.rules().made_general().is_empty();
    if !automaton
        && general
        && let Some(proof) = FamilyProof::find(game, limits).map_err(Problem::halted)?
    {
        return Ok(Finding::Family(Box::new(proof)));
    }
    if !automaton && let Some(proof) = PlacesProof::find(game, limits).map_err(Problem::halted)? {
        return Ok(Finding::Places(Box::new(proof)));
    }
    if !automaton && let Some(proof) = TakeAwayProof::find(game, limits).map_err(Problem::halted)? {
        return Ok(Finding::TakeAway(Box::new(proof)));
    }
    let runs = if automaton { None } else { RunsProof::find(game, limits).map_err(Problem::halted)? };
    // Where runs grow by a whole number, an automaton may say more.
    if let Some(proof) = runs.as_ref().filter(|proof| !proof.runs.whole_growth()) {
        return Ok(Finding::Runs(Box::new(proof.clone())));
    }
    let found = search(game, limits);
    let open = !matches!(found, Ok(Finding::Proved(_)));
    if let Some(proof) = runs.filter(|_| open) {
        return Ok(Finding::Runs(Box::new(proof)));
    }
    if !automaton
        && open
        && let Some(proof) = QuotientProof::find(game, limits, budget)
    {
        return Ok(Finding::Quotient(Box::new(proof)));
    }
    let period = match (&found, near) {
        (Ok(Finding::Proved(proof)), period) if proof.alone && !automaton => period,
        (Ok(Finding::Proved(proof)), period) => {
            let mut proof = proof.clone();
            proof.period = period.filter(|_| proof.values()).map(Arc::new);
            return Ok(Finding::Proved(proof));
        }
        (_, Some(period)) => Some(period),
        (Ok(_), None) if farthest.is_some() => Period::find(game, period::near(game), farthest, budget)?,
        (_, None) => None,
    };
    match period.filter(|_| question.numeration.is_none()) {
        Some(period) => Ok(Finding::Period(Box::new(PeriodProof::new(game, period, limits)))),
        None => found,
    }
}

fn search(game: &Game, limits: &Limits<'_>) -> Result<Finding, Problem> {
    // A part of a sum that is not decided by values may still be decided on its own.
    let (fragment, mut alone) = match game.fragment() {
        Ok(fragment) => (fragment.clone(), false),
        Err(outside) => match fragment::derive_alone(game.core()) {
            Ok(fragment) => (fragment, true),
            Err(_) => match fragment::derive_players(game.core()) {
                Ok(fragment) => (fragment, false),
                Err(other) if outside.why == fragment::Why::Players && !readable(game) => {
                    return Ok(Finding::Outside(Reason::Rules(other)));
                }
                Err(_) => {
                    return Ok(match words::find(game, limits)? {
                        Some(Ok(proof)) => Finding::Words(Box::new(proof)),
                        Some(Err(search)) => Finding::NoWords(Box::new(search)),
                        None => Finding::Outside(Reason::Rules(outside.clone())),
                    });
                }
            },
        },
    };
    let values = fragment.sum;
    let mut found = prove::prove(&fragment, limits);
    let mut fragment = fragment;
    if let (true, Err(NotFound::Searched(_) | NotFound::Outside(_))) = (values, &found)
        && let Ok(single) = fragment::derive_alone(game.core())
        && let Ok(theorem) = prove::prove(&single, limits)
    {
        (found, fragment, alone) = (Ok(theorem), single, true);
    }
    let effort = Effort::new(limits.budget);
    match found {
        Ok(theorem) => {
            let told = Players::told(game, fragment, theorem, limits, &effort);
            let (fragment, theorem, players) = told.map_err(Problem::halted)?;
            let claims = claims::decide(game, &fragment, &theorem, limits, &effort);
            Ok(proof(game, fragment, theorem, alone, players, claims, limits, &effort))
        }
        Err(NotFound::Outside(outside)) => Ok(Finding::Outside(Reason::Theory(outside))),
        Err(NotFound::Searched(tried)) => {
            // A claim may say what no search finds, but of one player only.
            let (theorem, claims) = match fragment.mover {
                Some(_) => (None, Vec::new()),
                None => claims::alone(game, &fragment, limits, &effort),
            };
            Ok(match theorem {
                Some(theorem) => proof(game, fragment, theorem, alone, None, claims, limits, &effort),
                None => Finding::NotFound(Search { game: game.clone(), tried, values, claims }),
            })
        }
        Err(NotFound::Halted(halt)) => Err(Problem::halted(halt)),
    }
}

#[allow(clippy::too_many_arguments)] // what a proof is made of
fn proof(
    game: &Game,
    fragment: Fragment,
    theorem: Theorem,
    alone: bool,
    players: Option<Players>,
    claims: Vec<ClaimProof>,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> Finding {
    let (formula, defines) = formula::find(game, &fragment, &theorem, &claims, limits, effort);
    let game = game.clone();
    Finding::Proved(Box::new(Proof {
        game,
        fragment,
        theorem,
        alone,
        formula,
        defines,
        claims,
        period: None,
        players: players.map(Box::new),
        strategy: OnceLock::new(),
        ways: OnceLock::new(),
    }))
}

impl Proof {
    /// The automaton in the language of Graphviz.
    pub fn dot(&self) -> String {
        draw::dot(&self.moving().1.dfa, &self.tracks())
    }

    /// The automaton as SVG.
    pub fn svg(&self) -> String {
        draw::svg(&self.moving().1.dfa, &self.tracks(), None)
    }

    /// The same with the way of a word marked.
    pub fn svg_with(&self, traced: &Traced) -> String {
        let way: Vec<u32> = traced.letters.iter().map(|l| l.state.unwrap_or(u32::MAX)).collect();
        draw::svg(&self.moving().1.dfa, &self.tracks(), Some(&way))
    }

    /// The rules and the theorem in which moves are made: with who moves, where players differ.
    pub(crate) fn moving(&self) -> (&Fragment, &Theorem) {
        self.players.as_ref().map_or((&self.fragment, &self.theorem), |p| (&p.fragment, &p.theorem))
    }

    /// Does this claim, given as lines of the rules, hold for all sizes by the theorem? What cannot be decided does not.
    pub(crate) fn implies(&self, lines: &str) -> bool {
        matches!(self.decided(lines), Some(Decided::Proved))
    }

    /// What becomes of a claim, given as lines of the rules, by the theorem; `None` where that cannot be decided.
    pub(crate) fn decided(&self, lines: &str) -> Option<Decided> {
        let limits = Limits::default();
        let effort = Effort::new(limits.budget);
        claims::decide_lines(&self.game, &self.fragment, &self.theorem, lines, &limits, &effort)
    }

    /// Does the automaton accept pairs of a heap and its value?
    pub fn values(&self) -> bool {
        self.theorem.subject == Subject::Values
    }

    /// The names of the tracks: the coordinates, and `g` behind them where the automaton accepts values.
    pub fn tracks(&self) -> Vec<String> {
        let mut names: Vec<String> = self.moving().0.coordinates.iter().map(|c| c.name.clone()).collect();
        if self.values() {
            let taken = |n: &str| names.iter().any(|other| other == n);
            names.push(if taken("g") { "value" } else { "g" }.to_string());
        }
        names
    }
}
