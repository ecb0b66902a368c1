//! A position of any size: lost or won by the theorem, and a winning move found by reading digits.

use super::Proof;
use bouton_compile::fragment::Coordinate;
use bouton_language::interp::{Part, Position};
use bouton_language::value::Value;
use bouton_theory::strategy::{Strategy, Winning};
use bouton_theory::{Effort, Halt};
use num_bigint::BigUint;
use num_traits::Zero;

/// What the theorem says about a position.
#[derive(Clone, Debug)]
pub struct At {
    /// The position as it can be typed.
    pub position: String,
    /// Is it lost for the player to move?
    pub lost: bool,
    /// The Grundy value of the sum.
    pub grundy: Option<BigUint>,
    /// A winning move.
    pub winning: Option<Large>,
}

/// A winning move of a position of any size.
#[derive(Clone, Debug)]
pub struct Large {
    /// The line of the rules.
    pub line: usize,
    /// The name of the move, where it has one.
    pub name: Option<String>,
    /// Which part of a sum, from 0.
    pub part: usize,
    /// The position after it.
    pub to: String,
}

impl Proof {
    /// What the theorem says about a position; `None` where it says nothing: a sum of several parts, when the theorem is
    /// about one, or automata that grow too large.
    pub fn at(&self, position: &Position, stop: &dyn Fn() -> bool) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(stop);
        let tuples: Option<Vec<Vec<BigUint>>> = position.parts.iter().map(|p| self.tuple(p)).collect();
        let Some(tuples) = tuples else { return Ok(None) };
        let Ok(strategy) = Strategy::new(&self.fragment, &self.theorem, effort) else { return Ok(None) };
        if self.values() {
            return self.sum(&strategy, position, &tuples, effort);
        }
        let [tuple] = tuples.as_slice() else { return Ok(None) };
        let lost = self.theorem.dfa.contains(tuple);
        let mut at = At { position: self.game.show(position), lost, grundy: None, winning: None };
        // Where the opponent may forbid moves, no single move wins.
        if !lost && self.fragment.block == 0 {
            let found = strategy.winning(tuple, 1, effort)?;
            at.winning = found.first().map(|w| self.large(w, position, 0));
        }
        Ok(Some(at))
    }

    fn sum(
        &self,
        strategy: &Strategy,
        position: &Position,
        tuples: &[Vec<BigUint>],
        effort: &Effort<'_>,
    ) -> Result<Option<At>, Halt> {
        let values =
            tuples.iter().map(|t| strategy.value(t, effort)).collect::<Result<Option<Vec<_>>, _>>()?;
        let Some(values) = values else { return Ok(None) };
        let total = values.iter().fold(BigUint::zero(), |x, v| x ^ v);
        let lost = total.is_zero();
        let mut at =
            At { position: self.game.show(position), lost, grundy: Some(total.clone()), winning: None };
        for (i, (tuple, value)) in tuples.iter().zip(&values).enumerate() {
            if lost || at.winning.is_some() {
                break;
            }
            let found = strategy.to_value(tuple, &(value ^ &total), 1, effort)?;
            at.winning = found.first().map(|w| self.large(w, position, i));
        }
        Ok(Some(at))
    }

    /// The numbers of a part.
    fn tuple(&self, part: &Part) -> Option<Vec<BigUint>> {
        let number = |v: &Value| match v {
            Value::Bool(b) => Some(BigUint::from(u8::from(*b))),
            v => v.to_big()?.try_into().ok(),
        };
        let one = |c: &Coordinate| match (part.get(c.field)?, c.place) {
            (Value::List(items), Some(p)) => number(items.get(p)?),
            (v, None) => number(v),
            _ => None,
        };
        self.fragment.coordinates.iter().map(one).collect()
    }

    fn large(&self, w: &Winning, position: &Position, part: usize) -> Large {
        let line = self.fragment.moves.get(w.source).map_or(0, |m| m.line);
        let mut parts: Vec<Part> = position.parts.clone();
        if let Some(like) = position.parts.get(part) {
            let made: Vec<Part> = w.parts.iter().filter_map(|numbers| self.part(like, numbers)).collect();
            parts.splice(part..=part, made);
        }
        let name = self.game.rules().moves.get(line).and_then(|l| l.name.clone());
        Large { line, name, part, to: self.game.show(&Position { parts }) }
    }

    /// A part with other numbers.
    fn part(&self, like: &Part, numbers: &[BigUint]) -> Option<Part> {
        let mut out = like.clone();
        for (c, n) in self.fragment.coordinates.iter().zip(numbers) {
            let put = |old: &Value| match old {
                Value::Bool(_) => Value::Bool(!n.is_zero()),
                _ => Value::big(n.clone().into()),
            };
            let slot = out.get_mut(c.field)?;
            match c.place {
                None => *slot = put(slot),
                Some(p) => {
                    let Value::List(items) = slot else { return None };
                    let mut items = items.to_vec();
                    let old = items.get(p)?.clone();
                    items[p] = put(&old);
                    *slot = Value::list(items);
                }
            }
        }
        Some(out)
    }
}
