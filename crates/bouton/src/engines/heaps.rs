//! Large heaps of one number: values by the heap engines, where the facts give the rule in their form.
//!
//! A take-and-break code or a take-set that [`bouton_compile`] has proved is handed to [`bouton_engine::heaps`], which
//! finds the values without running the rules move by move, and the period with its proof where there is one.

use crate::engines::estimate::Cost;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::game::{Game, Question};
use crate::problem::{Over, Problem};
use crate::table::Bulk;
use crate::tuning::{AMOUNTS, LONGEST_LIST, SEARCHED};
use bouton_compile::{Code, Facts};
use bouton_engine::heaps::{self, Cells, Clause, HeapRule, Parts, Sequence, Tail, Taken};
use bouton_engine::{Budget, Halt};
use bouton_language::interp::Part;
use bouton_language::value::Value;

/// The values of the heaps of one game.
pub(crate) struct HeapValues {
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

impl HeapValues {
    /// The heaps of a game whose parts are single natural numbers and whose rule is known.
    pub(crate) fn of(game: &Game) -> Option<HeapValues> {
        Some(HeapValues { rule: heap_rule(game)?, sequence: None })
    }

    /// The value of a heap. So many as `little` are listed by a little work; with `quick`, no more.
    pub(crate) fn value(
        &mut self,
        heap: u64,
        little: u64,
        quick: bool,
        budget: &Budget,
    ) -> Result<u64, NoValue> {
        let most = if heap > LONGEST_LIST { SEARCHED } else { heap };
        // Neighbours are often asked for next.
        let listed = self.listed();
        let wanted = most.max((listed + listed / 4).min(LONGEST_LIST));
        for to in [little.min(wanted), wanted] {
            if let Some(v) = self.sequence.as_ref().and_then(|s| s.get(heap)) {
                return Ok(v);
            }
            if to > little && quick {
                return Err(NoValue::Work);
            }
            if to >= self.listed() {
                let mut known = self.sequence.take().map_or(Cells::U8(Vec::new()), Sequence::into_cells);
                let size = usize::try_from(to).unwrap_or(usize::MAX);
                match heaps::extended(&self.rule, &mut known, size, budget) {
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

    /// Values listed so far.
    fn listed(&self) -> u64 {
        self.sequence.as_ref().map_or(0, |s| s.cells().len() as u64)
    }
}

impl Memo for HeapValues {
    fn positions(&self) -> u64 {
        self.listed()
    }

    fn bytes(&self) -> usize {
        self.sequence.as_ref().map_or(0, |s| s.cells().bytes())
    }
}

/// The engine.
pub(crate) struct Heaps;

impl Engine for Heaps {
    fn about(&self) -> About {
        About {
            id: "heaps",
            purpose: [
                "Grundy values of heaps of one number whose rule is a take-set or a take-and-break code, with their period where it is proved",
                "单个数的堆的 SG 值，规则为取走集合或取分代码；周期得证时一并给出",
            ],
            value: ["by the heap engines", "由堆引擎求出"],
            whole: ["by the heap engines", "由堆引擎求出"],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let (Some(part), Some(game)) = (query.alone(), query.game()) else { return false };
        let large = matches!(**part, [Value::Int(heap)] if heap >= solver.tuning().heaps.max(0));
        if query.what != What::Value || !large {
            return false;
        }
        let memos = &mut solver.session_of(query.games).memos;
        memos.get_or(query.term, || HeapValues::of(game)).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        let Some([Value::Int(heap)]) = query.alone().map(|part| &**part) else { return Ok(None) };
        let Ok(heap) = u64::try_from(*heap) else { return Ok(None) };
        let (budget, little) = (solver.budget().clone(), solver.tuning().listed);
        let session = solver.session_of(query.games);
        let quick = session.work.left() < u64::MAX;
        let Some(values) = session.memos.get_mut::<HeapValues>(query.term) else { return Ok(None) };
        if heap > little && !quick {
            budget.goal().expect(heap);
        }
        match values.value(heap, little, quick, &budget) {
            Ok(value) => Ok(Some(Found::value(value))),
            Err(NoValue::Work) => Err(Problem::Over(Over::Work)),
            Err(NoValue::Stop(stop)) => Err(stop.into()),
            Err(NoValue::TooFar) => Err(Problem::Over(Over::Size {
                what: [
                    format!(
                        "Heaps are listed one by one up to {LONGEST_LIST}, and no period was proved that would tell of larger ones."
                    ),
                    format!("逐堆列出最多到 {LONGEST_LIST}；更大的堆需要周期，而周期没有证出。"),
                ],
            })),
        }
    }

    fn cost(&self, solver: &mut Solver, question: &Question, _query: Option<&Query<'_>>) -> Option<Cost> {
        solver.heaps_cost(question)
    }

    fn bulk<'s>(&self, solver: &'s mut Solver, query: &Query<'_>) -> Result<Option<Bulk<'s>>, Problem> {
        let known = self.run(solver, query)?.is_some();
        let values = solver.session_of(query.games).memos.get::<HeapValues>(0).filter(|_| known);
        Ok(values.and_then(|values| values.sequence.as_ref()).map(Bulk::Heaps))
    }
}

impl Solver {
    /// The rule of a game whose table of heaps up to this one is long, so that values are best handed over as they are
    /// found, and the first of its values; `None` where it is short, or a period is proved.
    pub(crate) fn long_heaps(
        &mut self,
        game: &Game,
        corner: &Part,
    ) -> Result<Option<(HeapRule, Cells)>, Problem> {
        let [Value::Int(heap)] = **corner else { return Ok(None) };
        let query = Query::part(game.as_ref(), 0, corner);
        if game.kind().grundy.is_err() || self.engine(&query).about().id != Heaps.about().id {
            return Ok(None);
        }
        let (budget, little) = (self.budget().clone(), self.tuning().listed);
        let heap = u64::try_from(heap).unwrap_or(0);
        let Some(values) = self.session_of(game.as_ref()).memos.get_mut::<HeapValues>(0) else {
            return Ok(None);
        };
        let found = values.value(heap, little, true, &budget);
        let listed = values.sequence.as_ref().map(Sequence::cells).filter(|cells| !cells.is_empty());
        match (found, listed) {
            // What was found before a stop is handed over too; then whoever goes on stops in the same way.
            (Err(NoValue::Work | NoValue::Stop(_)), Some(cells)) if heap <= LONGEST_LIST => {
                Ok(Some((values.rule.clone(), cells.clone())))
            }
            (Err(NoValue::Stop(stop)), _) => Err(stop.into()),
            _ => Ok(None),
        }
    }

    /// Takes values of the heaps of a game from somebody who knows them.
    pub(crate) fn learn_heaps(&mut self, game: &Game, sequence: Sequence) {
        let memos = &mut self.session_of(game.as_ref()).memos;
        if let Some(values) = memos.get_mut::<HeapValues>(0) {
            values.sequence = Some(sequence);
        }
    }
}

impl Session {
    /// The period that was proved for large heaps of the first term that has one.
    pub(crate) fn heap_period(&self) -> Option<Tail> {
        self.memos.all::<HeapValues>().find_map(|(_, values)| values.sequence.as_ref()?.tail())
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
