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
use crate::problem::Problem;
use crate::report::Sentence;
use crate::tuning::{QUOTIENT_HEAPS, QUOTIENT_LOOKS};
use bouton_engine::{Budget, Outcome};
use bouton_language::interp::{Part, Position};
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_misere::{Code, Presentation, Theory};

/// The quotient of one game's heaps.
struct HeapQuotient {
    code: Code,
    theory: Option<Theory>,
}

impl HeapQuotient {
    /// The heaps of a game of misère play with a finite take-and-break code.
    fn of(game: &Game) -> Option<HeapQuotient> {
        if game.end() != End::Misere || !game.kind().parts || game.rules().shape.fields.len() != 1 {
            return None;
        }
        game.ending(End::Normal).ok()?.kind().grundy.ok()?;
        let code = game.facts().code.as_ref().filter(|code| code.is_finite())?;
        Some(HeapQuotient { code: Code::new(code.digits.clone())?, theory: None })
    }

    /// The theory, as far as a little work gets.
    fn theory(&mut self, budget: &Budget) -> &Theory {
        self.theory
            .get_or_insert_with(|| self.code.theory(QUOTIENT_HEAPS, &budget.clone().fuse(QUOTIENT_LOOKS)))
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
    /// Why a sum of heaps is won or lost in misère play, in its quotient; `None` where that was not what decided it.
    pub(crate) fn quotient_reason(&mut self, at: Match<'_>) -> Option<Why> {
        let parts = at.state.positions.first()?.parts.clone();
        let theory = self.session_of(at.games).memos.get::<HeapQuotient>(0)?.theory.as_ref()?;
        let (all, quotient) = (product(theory, &parts)?, &theory.quotient);
        let names = Presentation::of(quotient);
        let factor = |part: &Part| match &**part {
            [Value::Int(heap)] => Some((*heap, names.name(theory.element(usize::try_from(*heap).ok()?)?))),
            _ => None,
        };
        let factors = parts.iter().map(factor).collect::<Option<Vec<_>>>()?;
        let left = factors.iter().map(|(heap, _)| format!("Φ({heap})")).collect::<Vec<_>>().join(" · ");
        let right = factors.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>().join(" · ");
        let product = names.name(all);
        let product = if factors.len() > 1 { format!(" = {product}") } else { String::new() };
        let is = if quotient.lost(all) { "∈" } else { "∉" };
        let order = quotient.order();
        Some(Why::Theorem {
            theorem: Sentence::from([
                format!(
                    "in the misère quotient, {left} = {right}{product} {is} P; a move wins if it leaves an element of P"
                ),
                format!("在反常商中，{left} = {right}{product} {is} P；走到 P 中元素的走法获胜"),
            ]),
            how: Sentence::from([
                format!(
                    "the quotient has order {order} and is proved by its transition algebra (bouton misere)"
                ),
                format!("商的阶为 {order}，由转移代数证明（bouton misere）"),
            ]),
        })
    }
}
