//! Large heaps of one number: values by the heap engines, where the facts give the rule in their form.
//!
//! A take-and-break code or a take-set that [`bouton_compile`] has proved is handed to [`bouton_engine::heaps`], which
//! finds the values without running the rules move by move, and the period with its proof where there is one.

use crate::engines::choice::{Engine, Query, What};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{Over, Problem};
use bouton_compile::{Code, Facts};
use bouton_engine::heaps::{self, Cells, Clause, HeapRule, Parts, Sequence, Tail, Taken};
use bouton_engine::{Budget, Halt};
use bouton_language::interp::Part;
use bouton_language::value::Value;

/// Take-sets with more amounts than this are left to the general solver.
pub(crate) const AMOUNTS: usize = 4096;

/// Without a period, values of breaking heaps are not listed beyond this: heaps are numbered in 32 bits.
const LONGEST: u64 = 4_000_000_000;

/// So many heaps are listed in search of a period where the heap asked for is beyond [`LONGEST`].
const SEARCHED: u64 = 4_000_000;

/// The values of the heaps of one game.
pub(crate) struct FarHeaps {
    rule: HeapRule,
    sequence: Option<Sequence>,
}

/// Why there is no value.
pub(crate) enum NoValue {
    /// The engine stopped.
    Stop(Halt),
    /// More heaps would have to be listed than a little work allows.
    Work,
    /// No period was found, and the heap is beyond all lists.
    TooFar,
}

impl FarHeaps {
    /// The heaps of a game whose parts are single natural numbers and whose rule is known.
    pub(crate) fn of(game: &Game) -> Option<FarHeaps> {
        Some(FarHeaps { rule: heap_rule(game)?, sequence: None })
    }

    /// The value of a heap. So many as `little` are listed by a little work; with `quick`, no more.
    pub(crate) fn value(
        &mut self,
        heap: u64,
        little: u64,
        quick: bool,
        budget: &Budget,
    ) -> Result<u64, NoValue> {
        let most = if heap > LONGEST { SEARCHED } else { heap };
        // Neighbours are often asked for next.
        let listed = self.listed();
        let wanted = most.max((listed + listed / 4).min(LONGEST));
        for to in [little.min(wanted), wanted] {
            if let Some(v) = self.sequence.as_ref().and_then(|s| s.get(heap)) {
                return Ok(v);
            }
            if to > little && quick {
                return Err(NoValue::Work);
            }
            if to >= self.listed() {
                let known = self.sequence.take().map_or(Cells::U8(Vec::new()), Sequence::into_cells);
                let size = usize::try_from(to).unwrap_or(usize::MAX);
                match heaps::extended(&self.rule, &known, size, budget) {
                    Ok(sequence) => self.sequence = Some(sequence),
                    Err(stop) => {
                        self.sequence = Some(Sequence::listed(known));
                        return Err(NoValue::Stop(stop));
                    }
                }
            }
        }
        self.sequence.as_ref().and_then(|s| s.get(heap)).ok_or(NoValue::TooFar)
    }

    /// What may be done to a heap.
    pub(crate) fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The values found so far, at least up to the largest heap that was asked for.
    pub(crate) fn sequence(&self) -> Option<&Sequence> {
        self.sequence.as_ref()
    }

    /// How the values go on for ever, where that is proved.
    pub(crate) fn tail(&self) -> Option<Tail> {
        self.sequence.as_ref()?.tail()
    }

    /// The memory of the values listed so far.
    pub(crate) fn bytes(&self) -> usize {
        self.sequence.as_ref().map_or(0, |s| s.cells().bytes())
    }

    /// Values listed so far.
    pub(crate) fn listed(&self) -> u64 {
        self.sequence.as_ref().map_or(0, |s| s.cells().len() as u64)
    }
}

impl Solver {
    /// Is it the value of a large heap of a game whose rule the facts give?
    pub(crate) fn heaps_suit(&mut self, query: &Query<'_>) -> bool {
        let (Some(part), Some(game)) = (query.alone(), query.game()) else { return false };
        let large = matches!(**part, [Value::Int(heap)] if heap >= self.tuning().far.max(0));
        if query.what != What::Value || !large {
            return false;
        }
        let s = self.session_of(query.games);
        s.far[query.term].get_or_init(|| FarHeaps::of(game)).is_some()
    }

    /// The value of a heap by the heap engines, where the facts of its game give them a rule.
    pub(crate) fn far_value(
        &mut self,
        games: &[Game],
        term: usize,
        part: &Part,
    ) -> Result<Option<u64>, Problem> {
        let [Value::Int(heap)] = **part else { return Ok(None) };
        let Ok(heap) = u64::try_from(heap) else { return Ok(None) };
        let (budget, little) = (self.budget().clone(), self.tuning().listed);
        let session = self.session_of(games);
        let quick = session.work.left() < u64::MAX;
        let Some(Some(far)) = session.far[term].get_mut() else { return Ok(None) };
        if heap > little && !quick {
            budget.goal().expect(heap);
        }
        match far.value(heap, little, quick, &budget) {
            Ok(value) => Ok(Some(value)),
            Err(NoValue::Work) => Err(Problem::Over(Over::Work)),
            Err(NoValue::Stop(stop)) => Err(stop.into()),
            Err(NoValue::TooFar) => Err(Problem::Over(Over::Size {
                what: [
                    format!(
                        "Heaps are listed one by one up to {LONGEST}, and no period was proved that would tell of larger ones."
                    ),
                    format!("逐堆列出最多到 {LONGEST}；更大的堆需要周期，而周期没有证出。"),
                ],
            })),
        }
    }

    /// The rule of a game whose table of heaps up to this one is long, so that values are best handed over as they are
    /// found; `None` where it is short, or a period is proved.
    pub(crate) fn long_heaps(&mut self, game: &Game, corner: &Part) -> Result<Option<HeapRule>, Problem> {
        let games = std::slice::from_ref(game);
        let [Value::Int(heap)] = **corner else { return Ok(None) };
        if game.kind().grundy.is_err() || self.engine(&Query::part(games, 0, corner), None) != Engine::Heaps {
            return Ok(None);
        }
        let (budget, little) = (self.budget().clone(), self.tuning().listed);
        let heap = u64::try_from(heap).unwrap_or(0);
        let Some(Some(far)) = self.session_of(games).far[0].get_mut() else { return Ok(None) };
        match far.value(heap, little, true, &budget) {
            Err(NoValue::Work) if heap <= LONGEST => Ok(Some(far.rule().clone())),
            Err(NoValue::Stop(stop)) => Err(stop.into()),
            _ => Ok(None),
        }
    }

    /// Takes values of the heaps of a game from somebody who knows them.
    pub(crate) fn far_learns(&mut self, game: &Game, sequence: Sequence) {
        if let Some(Some(far)) = self.session_of(std::slice::from_ref(game)).far[0].get_mut() {
            far.sequence = Some(sequence);
        }
    }

    /// The period that was proved for large heaps of the first term that has one.
    pub(crate) fn far_tail(&mut self, games: &[Game]) -> Option<Tail> {
        self.session_of(games).far.iter().filter_map(|f| f.get()?.as_ref()?.tail()).next()
    }
}

/// What may be done to a heap, in the form of [`bouton_engine::heaps`]: for games whose parts are single natural
/// numbers and whose facts give a take-set or a take-and-break code.
pub fn heap_rule(game: &Game) -> Option<HeapRule> {
    let [field] = game.rules().shape.fields.as_slice() else { return None };
    if field.domain.is_some() || !game.rules().requires.is_empty() {
        return None;
    }
    rule(game.facts())
}

fn rule(facts: &Facts) -> Option<HeapRule> {
    if let Some(takes) = &facts.takes {
        let taken = match (takes.amounts(AMOUNTS), takes.all_but()) {
            (Some(list), _) => Taken::only(sizes(list)?),
            (None, Some(kept)) => Taken::all_but(sizes(kept)?),
            (None, None) => return None,
        };
        return HeapRule::taking(taken).ok();
    }
    let Some(breaks) = &facts.unequal else { return HeapRule::new(clauses(facts.code.as_ref()?)).ok() };
    let mut all = clauses(&breaks.code);
    all.push(Clause { taken: Taken::only(sizes(breaks.unequal.clone())?), parts: Parts::Unequal });
    HeapRule::new(all).ok()
}

fn sizes(list: Vec<u64>) -> Option<Vec<usize>> {
    list.into_iter().map(|k| usize::try_from(k).ok()).collect()
}

/// The clauses of a code: one for each number of parts, and for what may be taken then.
fn clauses(code: &Code) -> Vec<Clause> {
    let mut out = Vec::new();
    for parts in 0..=code.most_parts() {
        let allowed = |d: u32| d >> parts & 1 == 1;
        let listed = (0..code.digits.len()).filter(|k| allowed(code.digits[*k]));
        let mut add = |taken: Taken| out.push(Clause { taken, parts: Parts::Exactly(parts as usize) });
        if allowed(code.tail) {
            add(Taken::all_but((1..code.digits.len()).filter(|k| !allowed(code.digits[*k]))));
            if code.digits.first().is_some_and(|d| allowed(*d)) {
                add(Taken::only([0]));
            }
        } else if listed.clone().next().is_some() {
            add(Taken::only(listed));
        }
    }
    out
}
