//! A misère quotient as the theorem about a game: who wins sums of heaps of every size when whoever cannot move wins.
//!
//! The solver room finds the quotient and proves it for all heaps; here it answers for a position of any size, decides the claims of the
//! file and becomes a certificate.

use super::claims::{self, ClaimProof};
use super::winning::{At, leaving};
use crate::answer::why::Why;
use crate::game::Game;
use crate::misere::{self, Misere};
use crate::tuning::{QUOTIENT_HEAPS, QUOTIENT_LOOKS};
use bouton_engine::{Budget, Halt};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Part, Position};
use bouton_language::rules::End;
use bouton_theory::Effort;
use bouton_theory::prove::Limits;
use bouton_theory::strategy::Ways;
use num_bigint::BigUint;
use serde_json::Value as Json;
use std::sync::{Arc, OnceLock};

/// A quotient that is proved for heaps of every size.
#[derive(Clone)]
pub struct QuotientProof {
    /// The game.
    pub game: Game,
    /// The quotient.
    pub misere: Arc<Misere>,
    /// The claims of the file.
    pub claims: Vec<ClaimProof>,
    /// The same rules where the last mover wins: their moves are the same, and linear arithmetic has them.
    normal: Game,
    ways: OnceLock<Option<Arc<Ways>>>,
}

impl QuotientProof {
    /// The quotient of a game of misère play, where a little work finds one that holds for all heaps.
    pub(super) fn find(game: &Game, limits: &Limits<'_>, budget: &Budget) -> Option<QuotientProof> {
        if game.end() != End::Misere {
            return None;
        }
        let (written, code) = misere::code(game)?;
        let normal = game.ending(End::Normal).ok()?;
        let theory = code.theory(QUOTIENT_HEAPS, &budget.clone().fuse(QUOTIENT_LOOKS));
        let misere = misere::of_theory(&written, &code, &theory);
        misere.period?;
        let claims = claims::by_quotient(game, &normal, &misere, limits);
        Some(QuotientProof {
            game: game.clone(),
            misere: Arc::new(misere),
            claims,
            normal,
            ways: OnceLock::new(),
        })
    }

    /// The name of the heap's number.
    pub fn name(&self) -> &str {
        self.game.rules().shape.fields.first().map_or("n", |f| f.name.as_str())
    }

    /// `period 12 from 71`: what follows `claim`.
    pub fn claim(&self) -> String {
        let (length, from) = self.misere.period.map_or((1, 0), |p| (p.length, p.from));
        if from == 0 { format!("period {length}") } else { format!("period {length} from {from}") }
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let Misere { order, .. } = *self.misere;
        let (lost, n) = (self.misere.lost.len(), self.name());
        let (length, from) = self.misere.period.map_or((1, 0), |p| (p.length, p.from));
        lang.pick(
            format!(
                "a sum of heaps is lost exactly if the product of their elements is in P: the misère quotient has order {order}, {lost} of them in P, and Φ({n} + {length}) = Φ({n}) for every {n} >= {from}"
            ),
            format!(
                "堆之和必败，当且仅当各堆元素之积属于 P：反常商的阶为 {order}，其中 {lost} 个属于 P，且对每个 {n} >= {from}，Φ({n} + {length}) = Φ({n})"
            ),
        )
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let found = lang.pick(
            "found heap by heap and proved by its transition algebra (bouton misere)",
            "逐堆求得，由转移代数证明（bouton misere）",
        );
        vec![found.to_string(), self.misere.reason.say(lang).to_string()]
    }

    /// The certificate; `None` where the checker does not read these rules.
    pub fn certificate(&self) -> Option<Json> {
        self.misere.certificate(&self.game)
    }

    /// Why a position is won or lost, by the product of its heaps.
    pub(crate) fn why(&self, position: &Position) -> Option<Why> {
        let heaps: Option<Vec<BigUint>> = position.parts.iter().map(heap).collect();
        self.misere.why(&heaps?)
    }

    /// What the quotient says about a position, with so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let Some(period) = self.misere.period else { return Ok(None) };
        let misere = &*self.misere;
        let effort = &Effort::new(Some(budget));
        let heaps: Option<Vec<BigUint>> = position.parts.iter().map(heap).collect();
        let Some(heaps) = heaps else { return Ok(None) };
        let elements: Option<Vec<u32>> = heaps.iter().map(|n| misere.element(n)).collect();
        let Some(elements) = elements else { return Ok(None) };
        let all = misere.product(elements.iter().copied());
        let mut at = At::new(self.game.show(position), misere.is_lost(all));
        for (i, heap) in heaps.iter().enumerate() {
            let room = most.saturating_sub(at.winning.len());
            if at.lost || room == 0 {
                at.complete = at.lost;
                break;
            }
            let others = elements.iter().enumerate().filter(|(k, _)| *k != i);
            let rest = misere.product(others.map(|(_, element)| *element));
            let wins = |left: &[BigUint]| {
                let left: Option<Vec<u32>> = left.iter().map(|n| misere.element(n)).collect();
                Some(misere.is_lost(misere.product(left?.into_iter().chain([rest]))))
            };
            let horizon = period.from + period.length;
            let Some(found) = leaving(&self.game, heap, horizon, room, &wins) else { return Ok(None) };
            let ways = self.normal.fragment().ok().zip(self.ways(effort));
            at.add_left(&self.game, ways, heap, found, (position, i), most, effort)?;
        }
        Ok(Some(at.sorted()))
    }

    /// The moves of the rules, made ready when they are first asked for.
    fn ways(&self, effort: &Effort<'_>) -> Option<Arc<Ways>> {
        let made = || Ways::new(self.normal.fragment().as_ref().ok()?, effort).ok().map(Arc::new);
        self.ways.get_or_init(made).clone()
    }
}

/// The size of a heap.
fn heap(part: &Part) -> Option<BigUint> {
    let [heap] = &**part else { return None };
    heap.to_big()?.try_into().ok()
}
