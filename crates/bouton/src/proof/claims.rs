//! The claims of a file, decided: compared with the automaton of a theorem, or tested as the statement itself.

use super::definitions;
use super::period::Period;
use super::place_claims::Reading;
use super::sums::NimSum;
use crate::claims::aside::{Aside, Changes};
use crate::game::{Folder, Game};
use crate::misere::{Misere, Repeats};
use bouton_compile::fragment::{self, Affine, Claimed, Formula, Fragment, Statement};
use bouton_language::ast::Verdict;
use bouton_language::rules::{About, Claim, ClaimBody, Expr, RangeExpr, Ranged};
use bouton_theory::arithmetic::compile;
use bouton_theory::automata::{Dfa, Operation, Witness};
use bouton_theory::claims::{compile_statement, numerations};
use bouton_theory::prove::{Decision, Limits, Subject, Theorem, decide_set, decide_values};
use bouton_theory::{Effort, Halt, Numeration};
use num_bigint::BigUint;

/// A claim of the file and what became of it.
#[derive(Clone, Debug)]
pub struct ClaimProof {
    /// Which claim, by its index in the rules.
    pub index: usize,
    /// The claim as written.
    pub text: String,
    /// Its line.
    pub line: usize,
    /// Does it speak of all positions?
    pub whole: bool,
    /// What became of it.
    pub decided: Decided,
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Decided {
    /// It holds for all sizes.
    Proved,
    /// It does not: the smallest position where it fails, and what it claims there.
    False {
        /// The numbers of the position.
        position: Vec<BigUint>,
        /// What the claim says and what is true.
        says: Says,
    },
    /// It was not decided.
    Open(Open),
    /// It is about other parameters or another ending, and not proved for these.
    Aside(Aside),
}

/// What a false claim says at its counterexample, and the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// Whether it says that the position is lost; the opposite is true.
    Lost(bool),
    /// The value that it gives (where it gives a natural number), and the true one.
    Value(Option<BigUint>, Option<BigUint>),
    /// That no sum tells it from this heap; one does.
    Told(BigUint),
}

/// Why a claim was not decided.
#[derive(Clone, Debug)]
pub enum Open {
    /// It is not linear arithmetic.
    NotLinear(fragment::Outside),
    /// It speaks of sums of several parts.
    Sums,
    /// It speaks of what the theorem does not speak of: scores, other parameters.
    OtherSubject,
    /// It needs a numeration in which nothing was proved.
    Numeration,
    /// An automaton grew too large.
    TooLarge,
}

/// Decides all claims of the file by a theorem.
pub(super) fn decide(
    game: &Game,
    fragment: &Fragment,
    theorem: &Theorem,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> Vec<ClaimProof> {
    let one = |(i, claim): (usize, &Claim)| {
        let judge = Judge { game, fragment, limits, effort };
        proof(game, i, claim, judge.by_theorem(theorem, claim))
    };
    game.rules().claims.iter().enumerate().map(one).collect()
}

/// Decides the claims of a file without a theorem; a claim that says everything becomes one.
pub(super) fn alone(
    game: &Game,
    fragment: &Fragment,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> (Option<Theorem>, Vec<ClaimProof>) {
    let judge = Judge { game, fragment, limits, effort };
    let mut theorem: Option<Theorem> = None;
    let mut out = Vec::new();
    for (i, claim) in game.rules().claims.iter().enumerate() {
        let decided = match &theorem {
            Some(theorem) => judge.by_theorem(theorem, claim),
            None => match judge.by_statement(claim) {
                Ok((decided, found)) => {
                    theorem = found;
                    Ok(decided)
                }
                Err(failed) => Err(failed),
            },
        };
        out.push(proof(game, i, claim, decided));
    }
    (theorem, out)
}

/// Decides the claims of a file by a period of the values. Lost heaps that are many or far apart make no automaton; claims
/// about them stay open then.
pub(super) fn by_period(game: &Game, period: &Period, limits: &Limits<'_>) -> Vec<ClaimProof> {
    let effort = &Effort::new(limits.budget);
    let fragment = game.fragment().ok();
    let lost = fragment.and_then(|_| lost_heaps(period, effort));
    let values = fragment.and_then(|_| graph(period, effort));
    let decided = |claim: &Claim| {
        if matches!(claim.body, ClaimBody::Period { .. }) {
            return Ok(periodic(game, claim, period));
        }
        let judge = Judge { game, fragment: fragment.ok_or(Failed::Halt)?, limits, effort };
        match (&claim.body, &lost, &values) {
            (ClaimBody::Iff(..), _, Some(values)) if claim.about == About::Sum => judge.sums(values, claim),
            (ClaimBody::Iff(..), ..) if claim.about == About::Sum => Ok(Decided::Open(Open::Sums)),
            (ClaimBody::Iff(verdict, e), Some(lost), _) => judge.outcome(lost, *verdict, e, claim),
            (ClaimBody::Grundy(e), _, Some(values)) => judge.values(values, e, claim),
            _ => Err(Failed::Halt),
        }
    };
    let one = |(i, claim): (usize, &Claim)| proof(game, i, claim, decided(claim));
    game.rules().claims.iter().enumerate().map(one).collect()
}

/// Decides the claims of a file by a misère quotient: those about single heaps, and those about the period of their elements. The
/// rules of normal play have the same positions, as linear arithmetic.
pub(super) fn by_quotient(
    game: &Game,
    normal: &Game,
    misere: &Misere,
    limits: &Limits<'_>,
) -> Vec<ClaimProof> {
    let Some(Repeats { length, from, .. }) = misere.period else { return Vec::new() };
    let effort = &Effort::new(limits.budget);
    let is_lost = |n: &usize| misere.element(&BigUint::from(*n)).is_some_and(|x| misere.is_lost(x));
    let lost: Vec<usize> = (0..from + length).filter(is_lost).collect();
    let lost = normal.fragment().ok().and_then(|_| repeated(&lost, from, length, effort));
    let decided = |claim: &Claim| {
        if matches!(claim.body, ClaimBody::Period { .. }) {
            return Ok(same_elements(game, claim, misere));
        }
        let fragment = normal.fragment().map_err(|outside| Failed::Outside(outside.clone()))?;
        let judge = Judge { game: normal, fragment, limits, effort };
        match (&claim.body, &lost) {
            (ClaimBody::Iff(..), _) if claim.about == About::Sum => Ok(Decided::Open(Open::Sums)),
            (ClaimBody::Iff(Verdict::Draw, _) | ClaimBody::Grundy(_) | ClaimBody::Score(_), _) => {
                Ok(Decided::Open(Open::OtherSubject))
            }
            (ClaimBody::Iff(verdict, e), Some(lost)) => judge.outcome(lost, *verdict, e, claim),
            _ => Err(Failed::Halt),
        }
    };
    let one = |(i, claim): (usize, &Claim)| proof(game, i, claim, decided(claim));
    game.rules().claims.iter().enumerate().map(one).collect()
}

/// Decides the claims of a file by a theorem on rows, bags and heaps of any number.
pub(super) fn by_places(
    game: &Game,
    reading: &Reading<'_>,
    heap: Option<&Fragment>,
    limits: &Limits<'_>,
) -> Vec<ClaimProof> {
    let effort = &Effort::new(limits.budget);
    let decided = |claim: &Claim| match (&claim.body, heap) {
        _ if reading.proves(claim) => Ok(Decided::Proved),
        // What is claimed of a single heap.
        (ClaimBody::Iff(verdict, e), Some(fragment)) if claim.about == About::Part => {
            let judge = Judge { game, fragment, limits, effort };
            judge.outcome(&reading.places.lost_heaps(&fragment.legal, effort)?, *verdict, e, claim)
        }
        _ => Ok(Decided::Open(Open::OtherSubject)),
    };
    let one = |(i, claim): (usize, &Claim)| proof(game, i, claim, decided(claim));
    game.rules().claims.iter().enumerate().map(one).collect()
}

/// Claims of which it is known which are proved by their remainders.
pub(super) fn by_remainders(game: &Game, proved: &[bool]) -> Vec<ClaimProof> {
    let decided = |yes: bool| if yes { Decided::Proved } else { Decided::Open(Open::OtherSubject) };
    let one = |(i, claim): (usize, &Claim)| proof(game, i, claim, Ok(decided(proved.get(i) == Some(&true))));
    game.rules().claims.iter().enumerate().map(one).collect()
}

/// A claimed period of heaps in misère play: no sum tells n from n + p, which is to say that they have the same element.
fn same_elements(game: &Game, claim: &Claim, misere: &Misere) -> Decided {
    let open = Decided::Open(Open::OtherSubject);
    let numbers = match game.interp().claim_period(claim) {
        Ok(Some(p)) if claim.ranges.is_empty() && claim.only.is_none() => p,
        _ => return open,
    };
    let (Some(p), Some(0), Some(from)) =
        (numbers.period.as_int(), numbers.saltus.as_int(), numbers.from.as_int())
    else {
        return open;
    };
    let (Ok(p), Ok(from)) = (usize::try_from(p), usize::try_from(from.max(0))) else { return open };
    if p == 0 || p > MOST_CLAIMED || from > MOST_CLAIMED {
        return open;
    }
    let Some(proved) = misere.period else { return open };
    let element = |n: usize| misere.element(&BigUint::from(n));
    let wrong = (from..from.max(proved.from) + proved.length).find(|n| element(*n) != element(n + p));
    match wrong {
        None => Decided::Proved,
        Some(n) => {
            Decided::False { position: vec![BigUint::from(n + p)], says: Says::Told(BigUint::from(n)) }
        }
    }
}

/// Lost heaps, or residues of them, that an automaton is built for.
const LOST: usize = 200;

/// The heaps of value 0 by a period without a saltus.
fn lost_heaps(period: &Period, effort: &Effort<'_>) -> Option<Dfa> {
    let zeros: Vec<usize> =
        (0..period.from + period.period).filter(|n| period.small(*n) == Some(0)).collect();
    if period.saltus != 0 { None } else { repeated(&zeros, period.from, period.period, effort) }
}

/// Numbers of which those from a heap on return with a period.
fn repeated(zeros: &[usize], from: usize, period: usize, effort: &Effort<'_>) -> Option<Dfa> {
    let p = i64::try_from(period).ok()?;
    if zeros.len() > LOST {
        return None;
    }
    let shifted = |by: usize| Affine::variable(0).shift(-i64::try_from(by).ok()?).ok();
    let one = |n: &usize| match *n < from {
        true => Some(Formula::zero(shifted(*n)?)),
        false => {
            Some(Formula::all([Formula::at_least_zero(shifted(from)?), Formula::multiple(shifted(*n)?, p)]))
        }
    };
    let any = Formula::any(zeros.iter().map(one).collect::<Option<Vec<_>>>()?);
    compile(Numeration::Base(2), &any, effort).and_then(|set| set.widen(&[0], effort)).ok()
}

/// The values by a period: pairs of a heap and its value.
fn graph(period: &Period, effort: &Effort<'_>) -> Option<Dfa> {
    let (from, p, saltus) = (period.from, i64::try_from(period.period).ok()?, i64::from(period.saltus));
    if from + period.period > LOST {
        return None;
    }
    let one = |n: usize| {
        let (at, value) = (i64::try_from(n).ok()?, i64::try_from(period.small(n)?).ok()?);
        let here = Affine::variable(0).shift(-at).ok()?;
        let is = |value: i64| Formula::zero(Affine { terms: vec![(1, 1)], constant: -value });
        Some(if n < from {
            Formula::all([Formula::zero(here), is(value)])
        } else {
            // p g = p value + saltus (n - at)
            let constant = saltus.checked_mul(at)?.checked_sub(p.checked_mul(value)?)?;
            let rises = Formula::zero(Affine { terms: vec![(0, -saltus), (1, p)], constant });
            let value = if saltus == 0 { is(value) } else { rises };
            let begun = Affine::variable(0).shift(-i64::try_from(from).ok()?).ok()?;
            Formula::all([Formula::at_least_zero(begun), Formula::multiple(here, p), value])
        })
    };
    let any = Formula::any((0..from + period.period).map(one).collect::<Option<Vec<_>>>()?);
    compile(Numeration::Base(2), &any, effort).and_then(|set| set.widen(&[0, 1], effort)).ok()
}

/// A claimed period against a proved one: beyond both starts the differences repeat, so one period of them is enough.
fn periodic(game: &Game, claim: &Claim, proved: &Period) -> Decided {
    let open = Decided::Open(Open::OtherSubject);
    let numbers = match game.interp().claim_period(claim) {
        Ok(Some(p)) if claim.ranges.is_empty() && claim.only.is_none() => (p.period, p.saltus, p.from),
        _ => return open,
    };
    let (Some(p), Some(saltus), Some(from)) = (numbers.0.as_int(), numbers.1.as_int(), numbers.2.as_int())
    else {
        return open;
    };
    let (Ok(p), Ok(from)) = (usize::try_from(p), usize::try_from(from.max(0))) else { return open };
    if p == 0 || p > MOST_CLAIMED || from > MOST_CLAIMED {
        return open;
    }
    for n in from..from.max(proved.from) + proved.period {
        let (Some(g), Some(later)) = (proved.small(n), proved.small(n + p)) else { return open };
        let claimed = i128::from(g) + i128::from(saltus);
        if claimed != i128::from(later) {
            let says = Says::Value(BigUint::try_from(claimed).ok(), Some(later.into()));
            return Decided::False { position: vec![BigUint::from(n + p)], says };
        }
    }
    Decided::Proved
}

/// Periods and starts beyond this are not compared.
const MOST_CLAIMED: usize = 1 << 24;

/// What becomes of a claim, given as lines of the rules, by the theorem; `None` where that is not decided.
pub(super) fn decide_lines(
    game: &Game,
    fragment: &Fragment,
    theorem: &Theorem,
    lines: &str,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
) -> Option<Decided> {
    let with = game.with_claim(lines, &Folder { base: None }).ok()?;
    let judge = Judge { game: &with, fragment, limits, effort };
    judge.by_theorem(theorem, with.rules().claims.last()?).ok()
}

fn proof(game: &Game, index: usize, claim: &Claim, decided: Result<Decided, Failed>) -> ClaimProof {
    let sources = game.sources();
    let text = sources.slice(claim.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let decided = decided.unwrap_or_else(|failed| {
        Decided::Open(match failed {
            Failed::Outside(o) => Open::NotLinear(o),
            Failed::Halt => Open::TooLarge,
        })
    });
    let decided = match decided {
        Decided::Proved => decided,
        other => Changes::of(game).claim(claim).map_or(other, Decided::Aside),
    };
    let text =
        ["claim", "猜想"].iter().find_map(|w| text.strip_prefix(w)).map_or(text.as_str(), str::trim_start);
    let whole = claim.ranges.is_empty() && claim.only.is_none();
    ClaimProof { index, text: text.to_string(), line: sources.line(claim.span).1, whole, decided }
}

enum Failed {
    Outside(fragment::Outside),
    Halt,
}

impl From<fragment::Outside> for Failed {
    fn from(o: fragment::Outside) -> Failed {
        Failed::Outside(o)
    }
}

impl From<Halt> for Failed {
    fn from(_: Halt) -> Failed {
        Failed::Halt
    }
}

struct Judge<'a, 'l> {
    game: &'a Game,
    fragment: &'a Fragment,
    limits: &'a Limits<'l>,
    effort: &'a Effort<'a>,
}

impl Judge<'_, '_> {
    fn by_theorem(&self, theorem: &Theorem, claim: &Claim) -> Result<Decided, Failed> {
        let open = Ok(Decided::Open(Open::OtherSubject));
        if self.game.kind().parts && claim.about == About::Sum {
            return match theorem.subject {
                Subject::Values => self.sums(&theorem.dfa, claim),
                Subject::Lost => Ok(Decided::Open(Open::Sums)),
            };
        }
        match (&claim.body, theorem.subject) {
            (ClaimBody::Iff(Verdict::Draw, _) | ClaimBody::Score(_), _) => open,
            (ClaimBody::Iff(verdict, e), subject) => {
                let lost = match subject {
                    Subject::Lost => theorem.dfa.clone(),
                    Subject::Values => self.value_zero(&theorem.dfa)?,
                };
                self.outcome(&lost, *verdict, e, claim)
            }
            (ClaimBody::Grundy(e), Subject::Values) => self.values(&theorem.dfa, e, claim),
            (ClaimBody::Grundy(e), Subject::Lost) => Ok(self.graph(e, claim)?.0),
            (ClaimBody::Period { period, saltus, from }, Subject::Values)
                if self.fragment.coordinates.len() == 1 =>
            {
                let number = |e: &Option<Expr>| e.as_ref().map_or(Some(0), |e| self.constant(e));
                match (self.constant(period), number(saltus), number(from)) {
                    (Some(p), Some(s), Some(f)) if claim.ranges.is_empty() && claim.only.is_none() => {
                        self.period(&theorem.dfa, p, s, f)
                    }
                    _ => open,
                }
            }
            _ => open,
        }
    }

    /// Without a theorem: is what is claimed the set of lost positions?
    fn by_statement(&self, claim: &Claim) -> Result<(Decided, Option<Theorem>), Failed> {
        let open = Ok((Decided::Open(Open::OtherSubject), None));
        if let ClaimBody::Grundy(e) = &claim.body {
            return self.graph(e, claim);
        }
        let ClaimBody::Iff(verdict @ (Verdict::Lose | Verdict::Win), e) = &claim.body else { return open };
        let whole = claim.ranges.is_empty() && claim.only.is_none() && !self.has_memory();
        if self.fragment.sum || !whole {
            return open;
        }
        let statement = self.condition(e, claim)?;
        let Some(numeration) = numerations(&statement).first().copied() else { return open };
        let Some(set) = self.claimed_lost(numeration, &statement, *verdict)? else { return open };
        match decide_set(self.fragment, &set, self.limits) {
            Ok(Decision::Proved(theorem)) => Ok((Decided::Proved, Some(*theorem))),
            Ok(Decision::Refuted(Some(wrong))) => {
                // The statement fails here: either this position or the option is judged wrongly.
                let says = Says::Lost(wrong.held_lost);
                Ok((Decided::False { position: wrong.position, says }, None))
            }
            Ok(Decision::Refuted(None)) | Err(_) => open,
        }
    }

    /// Is what is claimed the graph of the Grundy values? Then it is a theorem about the heaps of a sum.
    fn graph(&self, e: &Expr, claim: &Claim) -> Result<(Decided, Option<Theorem>), Failed> {
        let open = Ok((Decided::Open(Open::OtherSubject), None));
        if !claim.ranges.is_empty() || claim.only.is_some() || self.has_memory() {
            return open;
        }
        let (two, g) = (Numeration::Base(2), self.fragment.coordinates.len());
        let claimed = fragment::value(self.game.core(), e, claim.locals, None)?;
        let Some(graph) = self.compiled(two, &claimed.equals, g + 1)? else {
            let proved = definitions::by_window(self.game, self.fragment, &claimed.equals, self.effort)?;
            let decided = if proved { Decided::Proved } else { Decided::Open(Open::Numeration) };
            return Ok((decided, None));
        };
        let legal = compile(two, &self.fragment.legal, self.effort)?;
        match decide_values(self.fragment, &graph.and(&legal, self.effort)?, self.limits) {
            Ok(Decision::Proved(theorem)) => Ok((Decided::Proved, self.fragment.sum.then_some(*theorem))),
            Ok(Decision::Refuted(_)) | Err(_) => open,
        }
    }

    /// A claim about sums, by the values of single heaps: where it takes the value of every heap it is right.
    fn sums(&self, values: &Dfa, claim: &Claim) -> Result<Decided, Failed> {
        let open = Ok(Decided::Open(Open::Sums));
        let rules = self.game.rules();
        let ClaimBody::Iff(verdict, e) = &claim.body else { return open };
        let speaks = claim.ranges.is_empty() && claim.only.is_none() && !self.has_memory();
        let sum = NimSum::of(rules, *verdict, e, claim.locals);
        let Some(sum) = sum.filter(|_| speaks && self.fragment.coordinates.len() == 1) else { return open };
        let claimed = sum.claimed(self.game.core())?;
        let legal = compile(values.numeration(), &self.fragment.legal, self.effort)?;
        let Some(compared) = self.compared(values, &claimed, &legal.widen(&[0], self.effort)?)? else {
            return open;
        };
        // Where nothing is said of some heap, nothing is said of sums with it.
        match (compared.wrong, compared.silent) {
            (None, false) => Ok(Decided::Proved),
            _ => open,
        }
    }

    /// The tuples for which a statement holds; `None` where it is no automaton in these digits.
    fn compiled(
        &self,
        numeration: Numeration,
        statement: &Statement,
        numbers: usize,
    ) -> Result<Option<Dfa>, Halt> {
        let Some(graphs) = definitions::graphs(self.game, numeration, statement, self.effort)? else {
            return Ok(None);
        };
        compile_statement(numeration, statement, numbers, &graphs, self.effort)
    }

    fn has_memory(&self) -> bool {
        self.game.rules().shape.fields.iter().any(|f| f.start.is_some())
    }

    fn condition(&self, e: &Expr, claim: &Claim) -> Result<Statement, fragment::Outside> {
        fragment::condition(self.game.core(), e, claim.locals)
    }

    fn constant(&self, e: &Expr) -> Option<i64> {
        let claimed = fragment::value(self.game.core(), e, 0, None).ok()?;
        // A constant c is the graph g = c: g - c = 0.
        match claimed.equals.formula {
            Formula::Zero(Affine { terms, constant }) if terms.len() == 1 && terms[0].1 == 1 => {
                Some(-constant)
            }
            _ => None,
        }
    }

    /// Where the claim speaks: legal positions that are starts, in its ranges, under its condition. `None` where its
    /// ranges are about parameters.
    fn domain(&self, claim: &Claim, numeration: Numeration) -> Result<Option<Dfa>, Failed> {
        let all: Vec<usize> = (0..self.fragment.coordinates.len()).collect();
        let mut set = compile(numeration, &self.fragment.legal, self.effort)?.widen(&all, self.effort)?;
        if self.has_memory() {
            set = set
                .and(&compile(numeration, &fragment::starts(self.game.core())?, self.effort)?, self.effort)?;
        }
        for (what, range) in &claim.ranges {
            let Ranged::Field(field) = what else { return Ok(None) };
            let Some(inside) = self.range(*field, range, claim)? else { return Ok(None) };
            set = set.and(&compile(numeration, &inside, self.effort)?, self.effort)?;
        }
        if let Some(only) = &claim.only {
            let only = self.condition(only, claim)?;
            match self.compiled(numeration, &only, all.len())? {
                Some(only) => set = set.and(&only, self.effort)?,
                None => return Ok(None),
            }
        }
        Ok(Some(set))
    }

    /// A range over a number field, as a condition.
    fn range(&self, field: usize, range: &RangeExpr, claim: &Claim) -> Result<Option<Formula>, Failed> {
        let coordinate = self.fragment.coordinates.iter().position(|c| c.field == field && c.place.is_none());
        let Some(coordinate) = coordinate else { return Ok(None) };
        fragment::within(self.game.core(), coordinate, range, claim.locals).map(Some).map_err(Failed::Outside)
    }

    /// The legal positions that are lost by a statement; `None` where it is no automaton in these digits.
    fn claimed_lost(
        &self,
        numeration: Numeration,
        statement: &Statement,
        verdict: Verdict,
    ) -> Result<Option<Dfa>, Halt> {
        let d = self.fragment.coordinates.len();
        let all: Vec<usize> = (0..d).collect();
        let Some(set) = self.compiled(numeration, statement, d)? else { return Ok(None) };
        let set = if verdict == Verdict::Win { set.complement(self.effort)? } else { set };
        let legal = compile(numeration, &self.fragment.legal, self.effort)?.widen(&all, self.effort)?;
        set.and(&legal, self.effort).map(Some)
    }

    fn outcome(&self, lost: &Dfa, verdict: Verdict, e: &Expr, claim: &Claim) -> Result<Decided, Failed> {
        let statement = self.condition(e, claim)?;
        let numeration = lost.numeration();
        let Some(claimed) = self.claimed_lost(numeration, &statement, verdict)? else {
            return match numerations(&statement).first() {
                Some(other) => self.elsewhere(*other, &statement, verdict, claim),
                None => Ok(Decided::Open(Open::Numeration)),
            };
        };
        let Some(domain) = self.domain(claim, numeration)? else {
            return Ok(Decided::Open(Open::OtherSubject));
        };
        let wrong = lost.combine(&claimed, Operation::Differ, self.effort)?.and(&domain, self.effort)?;
        Ok(match wrong.shortest(self.effort)? {
            None => Decided::Proved,
            Some(w) => {
                let position: Vec<BigUint> = w.into_iter().map(|p| p.1).collect();
                let says = Says::Lost(claimed.contains(&position));
                Decided::False { position, says }
            }
        })
    }

    /// A claim that speaks another numeration than the theorem is tested as a statement of its own.
    fn elsewhere(
        &self,
        numeration: Numeration,
        statement: &Statement,
        verdict: Verdict,
        claim: &Claim,
    ) -> Result<Decided, Failed> {
        let whole = claim.ranges.is_empty() && claim.only.is_none() && !self.has_memory();
        if self.fragment.sum || !whole {
            return Ok(Decided::Open(Open::Numeration));
        }
        let Some(set) = self.claimed_lost(numeration, statement, verdict)? else {
            return Ok(Decided::Open(Open::Numeration));
        };
        Ok(match decide_set(self.fragment, &set, self.limits) {
            Ok(Decision::Proved(_)) => Decided::Proved,
            Ok(Decision::Refuted(Some(w))) => {
                Decided::False { position: w.position, says: Says::Lost(w.held_lost) }
            }
            Ok(Decision::Refuted(None)) | Err(_) => Decided::Open(Open::Numeration),
        })
    }

    /// The heaps of value 0.
    fn value_zero(&self, values: &Dfa) -> Result<Dfa, Halt> {
        let g = self.fragment.coordinates.len();
        let zero = compile(values.numeration(), &Formula::zero(Affine::variable(g)), self.effort)?;
        values.and(&zero, self.effort)?.project(&[g], self.effort)
    }

    fn values(&self, values: &Dfa, e: &Expr, claim: &Claim) -> Result<Decided, Failed> {
        let numeration = values.numeration();
        let g = self.fragment.coordinates.len();
        let claimed = fragment::value(self.game.core(), e, claim.locals, None)?;
        let Some(domain) = self.domain(claim, numeration)? else {
            return Ok(Decided::Open(Open::OtherSubject));
        };
        let Some(compared) = self.compared(values, &claimed, &domain)? else {
            return Ok(Decided::Open(Open::Numeration));
        };
        let Some(w) = compared.wrong else { return Ok(Decided::Proved) };
        let here = given(numeration, &w, self.effort)?;
        let value = |set: &Dfa| -> Result<Option<BigUint>, Halt> {
            let found = set.and(&here, self.effort)?.shortest(self.effort)?;
            Ok(found.and_then(|f| f.into_iter().find(|p| p.0 == g)).map(|p| p.1))
        };
        let says = Says::Value(value(&compared.graph)?, value(values)?);
        Ok(Decided::False { position: w.into_iter().map(|p| p.1).collect(), says })
    }

    /// Values and what is claimed of them, on a domain; `None` where the claim is no automaton in these digits.
    fn compared(&self, values: &Dfa, claimed: &Claimed, domain: &Dfa) -> Result<Option<Compared>, Halt> {
        let (numeration, g) = (values.numeration(), self.fragment.coordinates.len());
        let said = self.compiled(numeration, &claimed.defined, g)?;
        let graph = self.compiled(numeration, &claimed.equals, g + 1)?;
        let Some((said, graph)) = said.zip(graph) else { return Ok(None) };
        let said = said.and(domain, self.effort)?;
        let wrong = values.combine(&graph, Operation::Differ, self.effort)?.and(&said, self.effort)?;
        let wrong = wrong.project(&[g], self.effort)?.shortest(self.effort)?;
        let silent = domain.without(&said, self.effort)?.shortest(self.effort)?.is_some();
        Ok(Some(Compared { wrong, silent, graph }))
    }

    /// g(n + p) = g(n) + s for all n >= from.
    fn period(&self, values: &Dfa, p: i64, s: i64, from: i64) -> Result<Decided, Failed> {
        let numeration = values.numeration();
        let (n, g, m, h) = (0, 1, 2, 3);
        let form = |terms: &[(usize, i64)], constant: i64| Affine { terms: terms.to_vec(), constant };
        let conds = Formula::all([
            Formula::at_least_zero(form(&[(n, 1)], -from)),
            Formula::zero(form(&[(n, 1), (m, -1)], p)),
            Formula::zero(form(&[(g, 1), (h, -1)], s)).negated(),
        ]);
        let both = values.and(&values.rename(&[m, h], self.effort)?, self.effort)?;
        let wrong = both.and(&compile(numeration, &conds, self.effort)?, self.effort)?;
        Ok(match wrong.shortest(self.effort)? {
            None => Decided::Proved,
            Some(w) => {
                let number = |v: usize| w.iter().find(|x| x.0 == v).map(|x| x.1.clone());
                let claimed = number(g).map(|g| g + BigUint::try_from(s).unwrap_or_default());
                let position = number(m).into_iter().collect();
                Decided::False { position, says: Says::Value(claimed, number(h)) }
            }
        })
    }
}

/// Values beside what is claimed of them.
struct Compared {
    /// The shortest place where they differ.
    wrong: Option<Witness>,
    /// Is nothing claimed somewhere on the domain?
    silent: bool,
    /// What is claimed.
    graph: Dfa,
}

/// The single tuple in which each of these variables has its number.
fn given(numeration: Numeration, numbers: &[(usize, BigUint)], effort: &Effort<'_>) -> Result<Dfa, Halt> {
    let mut all = Dfa::valid(numeration, &[], effort)?;
    for (v, n) in numbers {
        all = all.and(&Dfa::number(numeration, *v, n, effort)?, effort)?;
    }
    Ok(all)
}
