//! One claim against brute force.

use super::pattern::{Pattern, factors};
use super::repair::Subject;
use super::several::Numbers;
use super::wrong::{Wrong, wrong};
use super::{
    CheckQuestion, Inductive, PeriodFailure, PeriodNote, Place, Repair, flat, inductive, period, repair,
};
use crate::answer::reasons::winning_reply;
use crate::answer::{MoveEntry, Status};
use crate::claims::aside::Aside;
use crate::claims::sweep::{Bound, Domain, Limits, Point};
use crate::claims::truth::wants;
use crate::claims::varied::largest_constant;
use crate::claims::{self, Known, Said, start};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::misere;
use crate::problem::{Over, Problem};
use crate::report::Sentence;
use crate::rng::Rng;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::diagnostic::{Lang, all};
use bouton_language::interp::Position;
use bouton_language::rules::{About, Claim, ClaimBody, End};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// What became of a claim.
#[derive(Clone, Debug)]
pub struct ClaimResult {
    /// The claim as written.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// How far it can be trusted now.
    pub status: Status,
    /// Up to where it was tested.
    pub bound: Bound,
    /// Positions of which it says something, all compared.
    pub tested: u64,
    /// What was found.
    pub verdict: ClaimVerdict,
    /// Positions beyond the bound that were drawn at random.
    pub sampled: Option<Sampled>,
    /// The test step by step, if it was asked for.
    pub inductive: Option<Inductive>,
    /// The budget ended before the bound that was asked for.
    pub over: Option<Over>,
}

/// A test of some larger positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// How many.
    pub positions: u64,
    /// None of them is larger than this.
    pub to: u64,
}

/// What was found about a claim.
#[derive(Clone, Debug)]
pub enum ClaimVerdict {
    /// It agrees everywhere.
    Holds,
    /// A period that agrees, with what should be known about it.
    Period(Vec<PeriodNote>),
    /// It is false.
    False(Box<Failure>),
    /// A false period.
    FalsePeriod(PeriodFailure),
    /// It says nothing about any position that was visited.
    Silent,
    /// It cannot be tested; the reason.
    NotApplicable([String; 2]),
    /// It is about other parameters or another ending.
    Aside(Aside),
}

/// How a claim fails.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The first position, in order of size, where it is wrong.
    pub smallest: Counterexample,
    /// How many positions differ, of those tested.
    pub count: u64,
    /// Claimed to have the outcome of the claim, but they have not (`lose iff`: claimed lost, really won).
    pub claimed: Vec<String>,
    /// Not claimed, but they have it.
    pub missed: Vec<String>,
    /// Every position that differs, in order of size, the first few thousand.
    pub wrong: Vec<Wrong>,
    /// The name of the number that the claim is about, where it is about one.
    pub variable: Option<String>,
    /// What the exceptions have in common.
    pub pattern: Option<Pattern>,
    /// Exceptions taken apart: 289 = 17*17.
    pub factors: Vec<(i64, String)>,
    /// Where a claim about several numbers fails, as a condition of the rules language.
    pub condition: Option<String>,
    /// A claim that holds on everything that was tested.
    pub repair: Option<Repair>,
    /// Everything up to the bound agrees; the counterexample is a larger position that was drawn at random.
    pub beyond: bool,
}

/// A position where a claim is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position as it can be typed.
    pub position: String,
    /// The same in the words of the claim: `n = 2`, `a = 1, b = 2`, with the parameters that vary.
    pub place: String,
    /// What the claim says.
    pub said: Said,
    /// What the rules say.
    pub truth: Known,
    /// A winning move, where the claim says lost and the position is won.
    pub witness: Option<MoveEntry>,
}

/// What was found at one position; kept for patterns and repairs.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The value of the one number that varies, if it is one.
    pub(super) number: Option<i64>,
    pub(super) settings: Vec<(usize, Value)>,
    pub(super) position: Position,
    pub(super) said: Said,
    pub(super) truth: Known,
}

impl Record {
    pub(super) fn right(&self) -> bool {
        self.said.agrees(&self.truth)
    }
}

/// More results than this are not kept; patterns are then looked for among the first ones.
const KEPT: usize = 50_000;

/// Positions drawn at random beyond the bound.
const SAMPLES: u64 = 60;

/// Moves that the samples may generate.
const SAMPLE_MOVES: u64 = 400_000;

/// More exceptions than this are not listed.
const LISTED: usize = 1000;

impl ClaimResult {
    /// Is it false?
    pub fn is_false(&self) -> bool {
        matches!(self.verdict, ClaimVerdict::False(_) | ClaimVerdict::FalsePeriod(_))
            || matches!(&self.inductive, Some(Inductive::Breaks(_)))
    }
}

pub(super) fn set_aside(game: &Game, claim: &Claim, aside: Aside) -> ClaimResult {
    untested(game, claim, ClaimVerdict::Aside(aside))
}

fn untested(game: &Game, claim: &Claim, verdict: ClaimVerdict) -> ClaimResult {
    ClaimResult {
        text: flat(game, claim.span),
        place: Place::of(game, claim.span),
        status: Status::Guessed,
        bound: Bound::Nothing,
        tested: 0,
        verdict,
        sampled: None,
        inductive: None,
        over: None,
    }
}

/// Tests one claim.
pub(super) fn check(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    claim: &Claim,
) -> Result<ClaimResult, Problem> {
    let mut result = untested(game, claim, ClaimVerdict::Silent);
    if matches!(claim.body, ClaimBody::Grundy(_) | ClaimBody::Period { .. })
        && let Some(why) = game.no_grundy()
        && !(matches!(claim.body, ClaimBody::Period { .. })
            && game.end() == End::Misere
            && misere::code(game).is_some())
    {
        result.verdict = ClaimVerdict::NotApplicable(why);
        return Ok(result);
    }
    if matches!(claim.body, ClaimBody::Period { .. }) {
        return period::check(solver, question, game, claim, result);
    }
    brute_force(solver, question, game, claim, &mut result)?;
    if question.inductive && !matches!(result.verdict, ClaimVerdict::NotApplicable(_)) {
        result.inductive = Some(inductive::check(solver, game, claim, question.to)?);
    }
    result.status = if result.is_false() {
        Status::False
    } else if result.tested > 0 {
        Status::Checked(Sentence::new(|lang| result.bound.say(lang)))
    } else {
        Status::Guessed
    };
    Ok(result)
}

/// What has been compared so far.
struct Tally<'c> {
    claim: &'c Claim,
    axis: Option<&'c Axis>,
    tested: u64,
    wrong: u64,
    records: Vec<Record>,
}

impl Tally<'_> {
    fn compare(&mut self, solver: &mut Solver, point: Point<'_>) -> Result<(), Problem> {
        let Some(said) = claims::said(point.game, self.claim, point.position)? else {
            return Ok(());
        };
        let truth = solver.computed(point.game.at(&start(point.position)), wants(self.claim))?;
        self.tested += 1;
        let right = said.agrees(&truth);
        self.wrong += u64::from(!right);
        if self.records.len() < KEPT || (!right && self.wrong == 1) {
            let number = self.axis.and_then(|a| a.value(&point));
            let (settings, position) = (point.settings.to_vec(), point.position.clone());
            self.records.push(Record { number, settings, position, said, truth });
        }
        Ok(())
    }
}

fn brute_force(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    claim: &Claim,
    result: &mut ClaimResult,
) -> Result<(), Problem> {
    let domain = Domain::of(claim).past(largest_constant(game, claim).unsigned_abs());
    let axis = Axis::of(game, claim, &domain);
    let limits = Limits { to: question.to, ..Limits::default() };
    let quick = quick(solver, question, game, &domain, axis.as_ref(), claim)?;
    let mut tally = Tally { claim, axis: axis.as_ref(), tested: 0, wrong: 0, records: Vec::new() };
    let reach = domain.visit(solver, game, limits, &mut |solver, point| {
        tally.compare(solver, point)?;
        Ok(ControlFlow::Continue(()))
    })?;
    result.bound = reach.bound;
    result.over = reach.over;
    result.tested = tally.tested;
    // A counterexample that was met on the way is told even where the budget ended before it was met again.
    if let (0, Some(met)) = (tally.wrong, quick) {
        result.tested = result.tested.max(met.tested);
        tally = met;
    }
    if tally.wrong > 0 {
        let first = tally.records.iter().find(|r| !r.right());
        let Some(smallest) = first.map(|r| counterexample(solver, game, r)).transpose()? else {
            return Ok(());
        };
        let failure = failure(solver, question, game, &domain, &tally, smallest)?;
        result.verdict = ClaimVerdict::False(Box::new(failure));
        return Ok(());
    }
    if tally.tested == 0 {
        return Ok(());
    }
    result.verdict = ClaimVerdict::Holds;
    let size = reach.size.filter(|s| (1..=LARGEST_SAMPLED).contains(s));
    if let (Some(size), None, None) = (size, question.to, domain.varied().next()) {
        sample(solver, question, game, &domain, size, claim, result)?;
    }
    Ok(())
}

/// A first look at small positions under every setting of the parameters; what it found, if it is a counterexample.
fn quick<'c>(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    domain: &Domain,
    axis: Option<&'c Axis>,
    claim: &'c Claim,
) -> Result<Option<Tally<'c>>, Problem> {
    let mut tally = Tally { claim, axis, tested: 0, wrong: 0, records: Vec::new() };
    // Ranges that fix every field are gone through once, and completely.
    if question.to.is_some() || domain.varied().next().is_none() || domain.fixed(game) {
        return Ok(None);
    }
    domain.visit(solver, game, QUICK, &mut |solver, point| {
        tally.compare(solver, point)?;
        Ok(if tally.wrong > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok((tally.wrong > 0).then_some(tally))
}

/// What a first look under one setting of the parameters may cost.
const QUICK: Limits = Limits { to: None, moves: 3_000, positions: 200, steps: 30_000 };

/// What may still be found out, if the budget allows; a finding is not lost for want of its witness.
fn if_allowed<T>(found: Result<Option<T>, Problem>) -> Result<Option<T>, Problem> {
    match found {
        Err(Problem::Over(_)) => Ok(None),
        other => other,
    }
}

/// Tries some larger positions, drawn at random; one counterexample is enough.
fn sample(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    domain: &Domain,
    size: u64,
    claim: &Claim,
    result: &mut ClaimResult,
) -> Result<(), Problem> {
    let mut tally = Tally { claim, axis: None, tested: 0, wrong: 0, records: Vec::new() };
    let mut rng = Rng::new(question.seed);
    solver.count_work(game.as_ref(), Some(SAMPLE_MOVES));
    let drawn = domain.sample(solver, game, size, SAMPLES, &mut rng, &mut |solver, point| {
        tally.compare(solver, point)?;
        Ok(if tally.wrong > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    solver.count_work(game.as_ref(), None);
    drawn?;
    result.sampled = (tally.tested > 0).then_some(Sampled { positions: tally.tested, to: 2 * size });
    if let Some(record) = tally.records.iter().find(|r| !r.right()) {
        let smallest = counterexample(solver, game, record)?;
        let wrong = wrong(game, [record]);
        result.verdict = ClaimVerdict::False(Box::new(Failure { wrong, ..Failure::beyond(smallest) }));
    }
    Ok(())
}

/// Sizes from which samples of twice the size are still cheap enough to try.
const LARGEST_SAMPLED: u64 = 1000;

fn failure(
    solver: &mut Solver,
    question: &CheckQuestion<'_>,
    game: &Game,
    domain: &Domain,
    tally: &Tally<'_>,
    smallest: Counterexample,
) -> Result<Failure, Problem> {
    let Tally { claim, axis, records, .. } = tally;
    let several = if axis.is_some() { None } else { Numbers::of(game, claim, domain, records) };
    let show = |r: &Record| match (r.number, &several) {
        (Some(n), _) => n.to_string(),
        (None, Some(numbers)) => numbers.shown(game, r).unwrap_or_else(|| place(game, r)),
        (None, None) => place(game, r),
    };
    let wrongs: Vec<&Record> = records.iter().filter(|r| !r.right()).collect();
    let list = |is: bool| {
        let said = |r: &&&Record| matches!(r.said, Said::Is(_)) == is && r.truth.value.is_none();
        wrongs.iter().filter(said).take(LISTED).map(|r| show(r)).collect()
    };
    let mut numbers: Vec<i64> = wrongs.iter().filter_map(|r| r.number).collect();
    let mut all: Vec<i64> = records.iter().filter_map(|r| r.number).collect();
    numbers.sort_unstable();
    all.sort_unstable();
    let pattern = axis.and_then(|_| Pattern::find(&all, &numbers));
    let few = matches!(&pattern, Some(Pattern::Finite(_)));
    let taken_apart = numbers.iter().rev().filter(|_| few).filter_map(|n| Some((*n, factors(*n)?))).collect();
    let subject = match (axis, &several) {
        (Some(axis), _) => Some(Subject::One(&axis.name)),
        (None, Some(numbers)) => Some(Subject::Several(numbers)),
        (None, None) => None,
    };
    let repair = match &subject {
        Some(subject) => if_allowed(repair::propose(solver, question, game, claim, records, subject))?,
        None => None,
    };
    Ok(Failure {
        smallest,
        count: tally.wrong,
        claimed: list(true),
        missed: list(false),
        wrong: wrong(game, wrongs.iter().copied()),
        variable: axis.map(|a| a.name.clone()),
        pattern,
        factors: taken_apart,
        condition: several.as_ref().and_then(|n| n.failures(game, records)),
        repair,
        beyond: false,
    })
}

fn counterexample(solver: &mut Solver, game: &Game, record: &Record) -> Result<Counterexample, Problem> {
    let here = if record.settings.is_empty() { game.clone() } else { game.with_values(&record.settings)? };
    let witness = match (&record.said, record.truth.outcome) {
        (Said::Is(_) | Said::IsNot(_), Some(Verdict::Win)) => {
            if_allowed(winning_reply(solver, here.at(&start(&record.position))))?
        }
        _ => None,
    };
    Ok(Counterexample {
        position: here.show(&record.position),
        place: place(game, record),
        said: record.said.clone(),
        truth: record.truth.clone(),
        witness,
    })
}

/// `n = 2`, `a = 1, b = 2`, `S = {1, 3}, n = 4`; a position that is not made of numbers as it is typed.
fn place(game: &Game, record: &Record) -> String {
    let rules = game.rules();
    let mut out: Vec<String> =
        record.settings.iter().map(|(p, v)| format!("{} = {v}", rules.params[*p].name)).collect();
    let typed = rules.shape.fields.iter().enumerate().filter(|(_, f)| f.start.is_none());
    let numbers = rules.shape.fields.iter().all(|f| f.start.is_some() || f.kind == FieldKind::Number);
    match record.position.parts.as_slice() {
        [part] if numbers => out.extend(typed.map(|(i, f)| format!("{} = {}", f.name, part[i]))),
        _ => out.push(game.show(&record.position)),
    }
    out.join(", ")
}

/// The one number that a claim is about: the only field to be typed, or the only parameter that varies.
pub(super) struct Axis {
    pub(super) name: String,
    what: AxisKind,
}

enum AxisKind {
    Field(usize),
    Param(usize),
}

impl Axis {
    pub(super) fn of(game: &Game, claim: &Claim, domain: &Domain) -> Option<Axis> {
        let rules = game.rules();
        let typed: Vec<usize> =
            (0..rules.shape.fields.len()).filter(|i| rules.shape.fields[*i].start.is_none()).collect();
        let params: Vec<usize> = domain.varied().collect();
        let heaps = rules.shape.kind == ShapeKind::Heaps;
        match (typed.as_slice(), params.as_slice()) {
            ([f], []) if claim.about == About::Part && rules.shape.fields[*f].kind == FieldKind::Number => {
                Some(Axis { name: rules.shape.fields[*f].name.clone(), what: AxisKind::Field(*f) })
            }
            ([], [p]) if !heaps => {
                Some(Axis { name: rules.params[*p].name.clone(), what: AxisKind::Param(*p) })
            }
            _ => None,
        }
    }

    fn value(&self, point: &Point<'_>) -> Option<i64> {
        match self.what {
            AxisKind::Field(f) => point.position.parts.first()?.get(f)?.as_int(),
            AxisKind::Param(p) => point.settings.iter().find(|(q, _)| *q == p)?.1.as_int(),
        }
    }
}

impl Failure {
    /// A larger position at which a claim is wrong that agrees with everything up to the bound.
    pub(super) fn beyond(smallest: Counterexample) -> Failure {
        Failure {
            smallest,
            count: 1,
            claimed: Vec::new(),
            missed: Vec::new(),
            wrong: Vec::new(),
            variable: None,
            pattern: None,
            factors: Vec::new(),
            condition: None,
            repair: None,
            beyond: true,
        }
    }

    /// "20 of the 41 values up to 40 differ: exactly the n >= 3 with n mod 4 = 0 or 3."
    pub fn extent(&self, tested: u64, bound: &Bound, lang: Lang) -> String {
        let known = match (&self.pattern, &self.variable) {
            (Some(p), Some(name)) => Some(p.say(name, lang)),
            _ => self
                .condition
                .as_ref()
                .filter(|c| *c != "yes")
                .map(|c| lang.pick(format!("those with {c}"), format!("满足 {c} 的局面"))),
        };
        let (count, to) = (self.count, bound.say(lang));
        match (known, lang) {
            _ if self.beyond => lang.pick(
                match tested {
                    1 => format!("The one position with {to} agrees."),
                    _ => format!("All {tested} positions with {to} agree."),
                },
                format!("{to} 的全部 {tested} 个局面都相符。"),
            ),
            (Some(p), Lang::En) => {
                format!("{} with {to} differ{}: exactly {p}.", of(count, tested), verb(count))
            }
            (Some(p), Lang::Zh) => format!("在 {to} 的 {tested} 个值中有 {count} 个不同：恰为{p}。"),
            (None, Lang::En) => format!("{} with {to} differ{}.", of(count, tested), verb(count)),
            (None, Lang::Zh) => format!("在 {to} 的 {tested} 个值中有 {count} 个不同。"),
        }
    }
}

/// "3 of the 10 values"; "the one value"
fn of(count: u64, tested: u64) -> String {
    match tested {
        1 => "the one value".to_string(),
        _ => format!("{count} of the {tested} values"),
    }
}

/// The ending of a verb behind so many.
fn verb(count: u64) -> &'static str {
    if count == 1 { "s" } else { "" }
}

impl Counterexample {
    /// "the claim says lost, but take one → 1 wins" and the like.
    pub fn reason(&self, lang: Lang) -> String {
        let outcome = |v: Verdict| match v {
            Verdict::Win => lang.pick("won", "必胜"),
            Verdict::Lose => lang.pick("lost", "必败"),
            Verdict::Draw => lang.pick("a draw", "平局"),
        };
        match (&self.said, &self.truth.value, self.truth.outcome) {
            (Said::Grundy(v) | Said::Score(v), Some(n), _) => lang.pick(
                format!("the formula gives {v}, the rules give {n}"),
                format!("公式给出 {v}，规则给出 {n}"),
            ),
            (said, _, Some(t)) => {
                let says = match said {
                    Said::Is(v) => outcome(*v).to_string(),
                    // Without draws "not lost" is "won".
                    Said::IsNot(Verdict::Lose) if t != Verdict::Draw => outcome(Verdict::Win).to_string(),
                    Said::IsNot(Verdict::Win) if t != Verdict::Draw => outcome(Verdict::Lose).to_string(),
                    Said::IsNot(v) => {
                        lang.pick(format!("not {}", outcome(*v)), format!("不是{}", outcome(*v)))
                    }
                    _ => String::new(),
                };
                let really = match (&self.witness, t) {
                    (Some(m), _) => lang.pick(
                        format!("\"{}\" → {} wins", m.text(lang), m.to),
                        format!("“{}” → {} 获胜", m.text(lang), m.to),
                    ),
                    (None, Verdict::Lose) => lang.pick("every move loses", "每一种走法都输").to_string(),
                    (None, t) => lang.pick(format!("it is {}", outcome(t)), format!("它是{}", outcome(t))),
                };
                lang.pick(format!("the claim says {says}, but {really}"), format!("猜想说{says}，但{really}"))
            }
            _ => String::new(),
        }
    }
}

impl ClaimResult {
    /// The finding on one line, with the place.
    pub fn say(&self, lang: Lang) -> String {
        let (place, text) = (&self.place, &self.text);
        match &self.verdict {
            ClaimVerdict::False(f) => {
                let (at, why) = (&f.smallest.place, f.smallest.reason(lang));
                let extent = f.extent(self.tested, &self.bound, lang);
                lang.pick(
                    format!("{place}  {text} is false at {at}: {why}. {extent}"),
                    format!("{place}  {text} 在 {at} 处不成立：{why}。{extent}"),
                )
            }
            ClaimVerdict::FalsePeriod(f) => format!("{place}  {text}{}{}", lang.pick(" ", ""), f.say(lang)),
            ClaimVerdict::Silent => lang.pick(
                format!("{place}  {text} says nothing about any position that was tried."),
                format!("{place}  {text} 没有涉及所检验的任何局面。"),
            ),
            ClaimVerdict::NotApplicable(why) => format!("{place}  {}", lang.pick(&why[0], &why[1])),
            ClaimVerdict::Aside(aside) => {
                let why = aside.say(lang);
                lang.pick(
                    format!("{place}  {text} is set aside: {why}."),
                    format!("{place}  {text} 不予检验：{why}。"),
                )
            }
            ClaimVerdict::Holds | ClaimVerdict::Period(_) => {
                let (to, n) = (self.bound.say(lang), self.tested);
                lang.pick(
                    format!("{place}  {text} holds on {} with {to}.", all(n, "position")),
                    format!("{place}  {text} 对 {to} 的全部 {n} 个局面成立。"),
                )
            }
        }
    }
}
