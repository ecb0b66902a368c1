//! Sums of heaps where whoever cannot move wins: decided by the misère quotient of the game (crate `bouton-misere`).
//!
//! Where the facts give a take-and-break code, its quotient is looked for once, for a little work that is counted; where the heaps
//! that it speaks of are enough (all of them, if Φ has a period), a sum is lost exactly if the product of its heaps' elements is in P. Other
//! parts, heaps or boards, are added to a quotient of their own with all that follows from them, as they are asked for.

use crate::answer::how::How;
use crate::answer::why::Why;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::{Memo, Session};
use crate::engines::solver::Solver;
use crate::game::{Game, Match};
use crate::misere::{self, Misere, Parts};
use crate::problem::Problem;
use crate::report::Sentence;
use crate::tuning::{QUOTIENT_HEAPS, QUOTIENT_LOOKS};
use bouton_engine::{Budget, Outcome};
use bouton_language::interp::{Part, Position};
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_misere::{Code, Presentation, Quotient, Theory};
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

/// The quotient of the parts that were asked for and of all that follow from them.
struct PartQuotient {
    parts: Parts,
    quotient: Quotient,
    /// The work was spent before a part was added: nobody tries again.
    given_up: bool,
}

impl PartQuotient {
    fn of(game: &Game) -> Option<PartQuotient> {
        if game.end() != End::Misere || !game.kind().parts {
            return None;
        }
        let game = game.ending(End::Normal).ok()?;
        game.kind().grundy.ok()?;
        let parts = Parts::new(&game);
        let quotient = parts.quotient();
        Some(PartQuotient { parts, quotient, given_up: false })
    }

    /// Adds parts, for a little work.
    fn add(&mut self, parts: &[Part], budget: &Budget) {
        let budget = budget.clone().fuse(QUOTIENT_LOOKS);
        let known = self.parts.len();
        self.given_up |= parts.iter().any(|part| self.parts.add(part, &budget).is_err());
        if self.parts.len() > known {
            self.quotient = self.parts.quotient();
        }
    }

    fn element(&self, part: &Part) -> Option<u32> {
        self.parts.number(part).map(|at| self.quotient.heap(at))
    }

    fn product(&self, parts: &[Part]) -> Option<u32> {
        parts.iter().try_fold(0, |all, part| Some(self.quotient.product(all, self.element(part)?)))
    }

    fn why(&self, game: &Game, parts: &[Part]) -> Option<Why> {
        let (present, all) = (Presentation::of(&self.quotient), self.product(parts)?);
        let factor = |part: &Part| {
            let shown = game.show(&Position { parts: vec![part.clone()] });
            Some((shown, present.name(self.element(part)?)))
        };
        let factors: Vec<_> = parts.iter().map(factor).collect::<Option<_>>()?;
        let (name, lost) = (present.name(all), self.quotient.lost(all));
        Some(misere::product_decides(factors.into_iter(), &name, lost, self.quotient.order()))
    }
}

impl Memo for PartQuotient {
    fn positions(&self) -> u64 {
        self.parts.len() as u64
    }

    fn bytes(&self) -> usize {
        let order = self.quotient.order();
        order * order * size_of::<u32>()
    }
}

/// The quotient that speaks of these parts, and the element of their sum in it.
fn speaks<'s>(session: &'s Session, parts: &[Part]) -> Option<(&'s Quotient, u32)> {
    let theory = session.memos.get::<HeapQuotient>(0).and_then(|memo| memo.theory.as_ref());
    if let Some((theory, all)) = theory.and_then(|theory| Some((theory, product(theory, parts)?))) {
        return Some((&theory.quotient, all));
    }
    let memo = session.memos.get::<PartQuotient>(0)?;
    Some((&memo.quotient, memo.product(parts)?))
}

/// The product of the elements of some heaps; `None` where the theory does not speak of one.
fn product(theory: &Theory, parts: &[Part]) -> Option<u32> {
    parts.iter().try_fold(0, |all, part| {
        let [Value::Int(heap)] = &**part else { return None };
        let element = theory.element(usize::try_from(*heap).ok()?)?;
        Some(theory.quotient.product(all, element))
    })
}

/// The engine.
pub(crate) struct Quotients;

impl Engine for Quotients {
    fn about(&self) -> About {
        About {
            id: "quotient",
            purpose: [
                "sums of heaps or other parts in misere play: the misere quotient, of a take-and-break code or of what follows from the parts, decides sums of any number of them",
                "反常规则下堆或其他部分之和：由取分代码的反常商，或由各部分的后继所成的反常商，判定任意多个部分之和",
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
        // Once a quotient is there, it answers whatever it speaks of.
        if speaks(solver.session_of(query.games), query.parts).is_some() {
            return true;
        }
        let (least, budget) = (solver.tuning().compiled as f64, solver.budget().clone());
        let position = Position { parts: query.parts.to_vec() };
        if game.facts().estimate(&position).is_some_and(|e| e.positions < least) {
            return false;
        }
        look_for(solver.session_of(query.games), game, query.parts, &budget)
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        Ok(self.known(solver.session_of(query.games), query))
    }

    /// Next to nothing, once the quotient is there.
    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        if query.what != What::Outcome || query.games.len() != 1 {
            return None;
        }
        let (quotient, all) = speaks(session, query.parts)?;
        Some(Found::from(if quotient.lost(all) { Outcome::Lose } else { Outcome::Win }))
    }

    fn how(&self, session: &Session, at: Match<'_>, what: What) -> Option<How> {
        let parts = &at.state.positions.first()?.parts;
        let alone = what == What::Outcome && at.games.len() == 1;
        let (quotient, _) = alone.then(|| speaks(session, parts)).flatten()?;
        Some(How::Quotient { order: quotient.order() })
    }

    fn remark(&self, solver: &mut Solver, query: &Query<'_>) -> Option<Sentence> {
        let memos = &solver.session_of(query.games).memos;
        let Some(theory) = memos.get::<HeapQuotient>(0).and_then(|memo| memo.theory.as_ref()) else {
            let memo = memos.get::<PartQuotient>(0)?;
            let (count, order) = (memo.parts.len(), memo.quotient.order());
            return Some(Sentence::from([
                format!(
                    "the misère quotient of the {count} parts that follow has order {order} (bouton misere)"
                ),
                format!("由此得到的 {count} 个部分的反常商阶为 {order}（bouton misere）"),
            ]));
        };
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
        let Some(position) = at.state.positions.first() else { return false };
        look_for(self.session_of(at.games), game, &position.parts, &budget)
    }

    /// Why a sum of heaps is won or lost in misère play, in its quotient; `None` where that was not what decided it.
    pub(crate) fn quotient_reason(&mut self, at: Match<'_>) -> Option<Why> {
        let heaps = |part: &Part| -> Option<BigUint> {
            let [heap] = &**part else { return None };
            heap.to_big()?.try_into().ok()
        };
        let parts = &at.state.positions.first()?.parts;
        let memos = &mut self.session_of(at.games).memos;
        let heaps: Option<Vec<BigUint>> = parts.iter().map(heaps).collect();
        let by_code = heaps.and_then(|heaps| memos.get_mut::<HeapQuotient>(0)?.worded()?.why(&heaps));
        by_code.or_else(|| memos.get::<PartQuotient>(0)?.why(at.games.first()?, parts))
    }
}

/// Looks for a quotient that speaks of these parts, for a little work.
fn look_for(session: &mut Session, game: &Game, parts: &[Part], budget: &Budget) -> bool {
    if let Some(memo) = session.memos.get_or(0, || HeapQuotient::of(game))
        && product(memo.theory(budget), parts).is_some()
    {
        return true;
    }
    if let Some(memo) = session.memos.get_or(0, || PartQuotient::of(game))
        && !memo.given_up
    {
        memo.add(parts, budget);
    }
    speaks(session, parts).is_some()
}
