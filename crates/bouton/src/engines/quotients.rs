//! Sums of heaps where whoever cannot move wins: decided by the misère quotient of the game (crate `bouton-misere`).
//!
//! The facts give the take-and-break code. Its quotient is looked for once, for a little work that is counted; where the heaps
//! that it speaks of are enough (all of them, if Φ has a period), a sum is lost exactly if the product of its heaps' elements is in P.

use crate::answer::how::How;
use crate::answer::why::Why;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::game::{Game, Match};
use crate::misere::{self, Misere};
use crate::problem::Problem;
use crate::report::Sentence;
use crate::tuning::{QUOTIENT_HEAPS, QUOTIENT_LOOKS};
use bouton_engine::{Budget, Outcome};
use bouton_language::interp::{Part, Position};
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_misere::{Code, Theory};
use num_bigint::BigUint;
use std::sync::Arc;

/// The quotient of one game's heaps.
struct HeapQuotient {
    /// The code as it is written.
    written: String,
    code: Code,
    theory: Option<Theory>,
    /// The theory in words, once somebody asked.
    worded: Option<Arc<Misere>>,
}

impl HeapQuotient {
    /// The heaps of a game of misère play with a finite take-and-break code.
    fn of(game: &Game) -> Option<HeapQuotient> {
        if game.end() != End::Misere || !game.kind().parts || game.rules().shape.fields.len() != 1 {
            return None;
        }
        let (written, code) = misere::code(game)?;
        Some(HeapQuotient { written, code, theory: None, worded: None })
    }

    /// The theory, as far as a little work gets.
    fn theory(&mut self, budget: &Budget) -> &Theory {
        self.theory
            .get_or_insert_with(|| self.code.theory(QUOTIENT_HEAPS, &budget.clone().fuse(QUOTIENT_LOOKS)))
    }
}

impl HeapQuotient {
    /// The theory in words.
    fn worded(&mut self) -> Option<Arc<Misere>> {
        let made = || Some(Arc::new(misere::of_theory(&self.written, &self.code, self.theory.as_ref()?)));
        if self.worded.is_none() {
            self.worded = made();
        }
        self.worded.clone()
    }
}

impl Memo for HeapQuotient {
    fn positions(&self) -> u64 {
        self.theory.as_ref().map_or(0, |theory| theory.heaps as u64)
    }

    fn bytes(&self) -> usize {
        let order = self.theory.as_ref().map_or(0, |theory| theory.quotient.order());
        order * order * size_of::<u32>()
    }
}

/// The product of the elements of some heaps; `None` where the theory does not speak of one.
fn product(theory: &Theory, parts: &[Part]) -> Option<u32> {
    parts.iter().try_fold(0, |all, part| {
        let [Value::Int(heap)] = &**part else { return None };
        let element = theory.element(usize::try_from(*heap).ok()?)?;
        Some(theory.quotient.product(all, element))
    })
}

fn found(theory: &Theory, parts: &[Part]) -> Option<Found> {
    let lost = theory.quotient.lost(product(theory, parts)?);
    Some(Found::from(if lost { Outcome::Lose } else { Outcome::Win }))
}

/// The engine.
pub(crate) struct Quotients;

impl Engine for Quotients {
    fn about(&self) -> About {
        About {
            id: "quotient",
            purpose: [
                "sums of heaps of one number in misere play whose rule is a take-and-break code: the misere quotient decides sums of any number of heaps",
                "反常规则下单个数的堆之和，规则为取分代码：由反常商判定任意多堆之和",
            ],
            whole: ["by the misere quotient of the heaps", "由各堆的反常商判定"],
            ..About::BLANK
        }
    }

    fn admits(&self, solver: &mut Solver, query: &Query<'_>) -> bool {
        let ([game], What::Outcome, Some(_)) = (query.games, query.what, query.state) else { return false };
        if game.end() != End::Misere {
            return false;
        }
        // Once the quotient is there, it answers whatever it speaks of.
        let session = solver.session_of(query.games);
        if let Some(theory) = session.memos.get::<HeapQuotient>(0).and_then(|memo| memo.theory.as_ref()) {
            return product(theory, query.parts).is_some();
        }
        let (least, budget) = (solver.tuning().compiled as f64, solver.budget().clone());
        let position = Position { parts: query.parts.to_vec() };
        if game.facts().estimate(&position).is_some_and(|e| e.positions < least) {
            return false;
        }
        let memos = &mut solver.session_of(query.games).memos;
        let Some(memo) = memos.get_or(0, || HeapQuotient::of(game)) else { return false };
        product(memo.theory(&budget), query.parts).is_some()
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        Ok(self.known(solver.session_of(query.games), query))
    }

    /// Next to nothing, once the quotient is there.
    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        if query.what != What::Outcome || query.games.len() != 1 {
            return None;
        }
        found(session.memos.get::<HeapQuotient>(0)?.theory.as_ref()?, query.parts)
    }

    fn how(&self, session: &Session, at: Match<'_>, what: What) -> Option<How> {
        let theory = session.memos.get::<HeapQuotient>(0)?.theory.as_ref()?;
        let parts = &at.state.positions.first()?.parts;
        (what == What::Outcome && at.games.len() == 1).then(|| product(theory, parts)).flatten()?;
        Some(How::Quotient { order: theory.quotient.order() })
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let theory = solver.session_of(query.games).memos.get::<HeapQuotient>(0)?.theory.as_ref()?;
        let order = theory.quotient.order();
        let period = theory.period.map(|period| (period.length, period.from.max(1)));
        Some(Sentence::from(match period {
            Some((length, from)) => [
                format!(
                    "the misère quotient has order {order}; the elements of heaps have period {length} from {from} (bouton misere)"
                ),
                format!("反常商的阶为 {order}；各堆的元素从 {from} 起以 {length} 为周期（bouton misere）"),
            ],
            None => [
                format!(
                    "the misère quotient of heaps up to {} has order {order} (bouton misere)",
                    theory.heaps
                ),
                format!("不超过 {} 的堆的反常商阶为 {order}（bouton misere）", theory.heaps),
            ],
        }))
    }
}

impl Solver {
    /// The misère quotient of a game's heaps, as far as a little work gets; `None` where the game is not of misère play, or
    /// its rule is no take-and-break code. It is looked for once.
    pub fn quotient_of(&mut self, game: &Game) -> Option<Arc<Misere>> {
        let budget = self.budget().clone();
        let memo = self.session_of(game.as_ref()).memos.get_or(0, || HeapQuotient::of(game))?;
        memo.theory(&budget);
        memo.worded()
    }

    /// Is a sum of heaps decided by its misère quotient? That is looked for once.
    pub(crate) fn quotient_speaks(&mut self, at: Match<'_>) -> bool {
        let ([game], budget) = (at.games, self.budget().clone()) else { return false };
        let memos = &mut self.session_of(at.games).memos;
        let Some(memo) = memos.get_or(0, || HeapQuotient::of(game)) else { return false };
        at.state.positions.first().is_some_and(|p| product(memo.theory(&budget), &p.parts).is_some())
    }

    /// Why a sum of heaps is won or lost in misère play, in its quotient; `None` where that was not what decided it.
    pub(crate) fn quotient_reason(&mut self, at: Match<'_>) -> Option<Why> {
        let heaps = |part: &Part| -> Option<BigUint> {
            let [heap] = &**part else { return None };
            heap.to_big()?.try_into().ok()
        };
        let heaps: Vec<BigUint> =
            at.state.positions.first()?.parts.iter().map(heaps).collect::<Option<_>>()?;
        self.session_of(at.games).memos.get_mut::<HeapQuotient>(0)?.worded()?.why(&heaps)
    }
}
