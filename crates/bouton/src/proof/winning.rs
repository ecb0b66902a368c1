//! A position of any size: lost or won by the theorem, and winning moves found by reading digits.

use super::choices::{Typed, confirm, recover};
use super::{Finding, PeriodProof, Proof};
use crate::game::Game;
use crate::tuning::SWEPT;
use bouton_compile::fragment::{Chosen, Coordinate, Fragment};
use bouton_engine::heaps::{Parts, Taken};
use bouton_engine::{Budget, Halt};
use bouton_language::interp::{Chosen as Typing, Part, Position, Turn};
use bouton_language::position::print_move;
use bouton_language::value::Value;
use bouton_theory::Effort;
use bouton_theory::prove::Pairs;
use bouton_theory::strategy::{Moves, Strategy, Ways, Winning};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use std::sync::Arc;

/// What the theorem says about a position.
#[derive(Clone, Debug)]
pub struct At {
    /// The position as it can be typed.
    pub position: String,
    /// Is it lost for the player to move?
    pub lost: bool,
    /// The Grundy value of the sum.
    pub grundy: Option<BigUint>,
    /// The Grundy values of the parts, where the theorem is about values.
    pub values: Option<Vec<BigUint>>,
    /// Winning moves.
    pub winning: Vec<Large>,
    /// Are these all of them?
    pub complete: bool,
}

impl At {
    /// Who wins a position, before winning moves are looked for.
    pub(super) fn new(position: String, lost: bool) -> At {
        At { position, lost, grundy: None, values: None, winning: Vec::new(), complete: true }
    }

    /// What the Grundy values of the parts say, before winning moves are looked for; and their xor.
    pub(super) fn of_values(position: String, values: &[BigUint]) -> (At, BigUint) {
        let total = values.iter().fold(BigUint::zero(), |x, v| x ^ v);
        let (grundy, values) = (Some(total.clone()), Some(values.to_vec()));
        (At { grundy, values, ..At::new(position, total.is_zero()) }, total)
    }

    /// Adds winning moves in one part, each once as it is typed.
    pub(super) fn add(
        &mut self,
        game: &Game,
        fragment: &Fragment,
        found: Moves,
        position: &Position,
        part: usize,
    ) {
        self.complete &= found.all;
        for w in &found.list {
            match Large::new(game, fragment, w, position, part) {
                Some((large, exact)) => {
                    let twice = large.typed.is_some()
                        && self.winning.iter().any(|l| l.part == part && l.typed == large.typed);
                    // Two moves to one place, of which only the place is known, may be two.
                    self.complete &= large.typed.is_some() && (exact || !twice);
                    if !twice {
                        self.winning.push(large);
                    }
                }
                None => self.complete = false,
            }
        }
    }

    /// Adds the moves of the rules that leave this of one heap; at most so many moves in all.
    #[allow(clippy::too_many_arguments)] // a heap, where it stands and how its moves are found
    pub(super) fn add_left(
        &mut self,
        game: &Game,
        ways: Option<(&Fragment, Arc<Ways>)>,
        heap: &BigUint,
        (found, all): Leaving,
        (position, part): (&Position, usize),
        most: usize,
        effort: &Effort<'_>,
    ) -> Result<(), Halt> {
        self.complete &= all;
        let Some((fragment, ways)) = ways else {
            self.complete = false;
            return Ok(());
        };
        for left in found {
            let left: Vec<Vec<BigUint>> = left.into_iter().map(|n| vec![n]).collect();
            let room = most.saturating_sub(self.winning.len());
            let moves = ways.leading(std::slice::from_ref(heap), &left, room, effort)?;
            self.add(game, fragment, moves, position, part);
        }
        Ok(())
    }

    /// With the moves in the order of parts, lines and choices.
    pub(super) fn sorted(mut self) -> At {
        self.winning.sort_by(|a, b| (a.part, &a.typed).cmp(&(b.part, &b.typed)));
        self
    }
}

/// A winning move of a position of any size.
#[derive(Clone, Debug)]
pub struct Large {
    /// The line of the rules and the choices, where they are known.
    pub typed: Option<Typed>,
    /// The move as it is typed, where it is known; else its name, where it has one.
    pub notation: Option<String>,
    /// Which part of a sum, from 0.
    pub part: usize,
    /// The parts that it leaves of this one.
    pub left: Vec<Part>,
    /// The position after it.
    pub to: String,
}

impl Large {
    /// A move that a fragment of a game names, as it is typed, and whether the fragment says what is chosen.
    fn new(
        game: &Game,
        fragment: &Fragment,
        w: &Winning,
        position: &Position,
        part: usize,
    ) -> Option<(Large, bool)> {
        let family = fragment.moves.get(w.source)?;
        let like = position.parts.get(part)?;
        let left = w.parts.iter().map(|numbers| with_numbers(fragment, like, numbers));
        let mut left: Vec<Part> = left.collect::<Option<_>>()?;
        let mut numbers = tuple(fragment, like)?;
        numbers.extend(w.choices.iter().cloned());
        let chosen: Option<Vec<Value>> =
            family.choices.as_ref().and_then(|list| list.iter().map(|c| value(c, &numbers)).collect());
        let said = chosen.and_then(|c| Some((confirm(game, like, &left, family.line, &c)?, c)));
        let exact = said.is_some();
        let hints = || w.choices.iter().map(|n| BigInt::from(n.clone())).collect::<Vec<_>>();
        let typed = said.or_else(|| recover(game, like, &left, family.line, &hints()));
        let typed = typed.map(|(made, choices)| {
            left = made;
            (family.line, choices)
        });
        let notation = match &typed {
            Some((line, choices)) => {
                let chosen = Typing { part, line: *line, choices: choices.clone() };
                Some(print_move(game.interp(), position, Turn::default(), &chosen))
            }
            None => game.rules().moves.get(family.line).and_then(|l| l.name.clone()),
        };
        let to = after(game, position, part, &left);
        Some((Large { typed, notation, part, to, left }, exact))
    }
}

/// What a choice is when the variables are these numbers.
fn value(chosen: &Chosen, numbers: &[BigUint]) -> Option<Value> {
    Some(match chosen {
        Chosen::Value(v) => v.clone(),
        Chosen::Number(form) => {
            let term = |(v, c): &(usize, i64)| Some(BigInt::from(numbers.get(*v)?.clone()) * c);
            let terms: Vec<BigInt> = form.terms.iter().map(term).collect::<Option<_>>()?;
            Value::big(terms.into_iter().fold(BigInt::from(form.constant), |sum, t| sum + t))
        }
        Chosen::List(items) => Value::list(items.iter().map(|i| value(i, numbers)).collect::<Option<_>>()?),
    })
}

impl Finding {
    /// What the theorem says about a position, with so many winning moves at most; `None` where there is no theorem or it
    /// says nothing.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        match self {
            Finding::Proved(proof) => proof.at(position, most, budget),
            Finding::Period(proof) => proof.at(position, most, budget),
            Finding::Quotient(proof) => proof.at(position, most, budget),
            Finding::TakeAway(proof) => proof.at(position, most, budget),
            Finding::Places(proof) => proof.at(position, most, budget),
            Finding::Runs(proof) => proof.at(position, most, budget),
            Finding::Words(proof) => proof.at(position, most, budget),
            Finding::Family(_) | Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_) => Ok(None),
        }
    }
}

impl Proof {
    /// What the theorem says about a position, with so many winning moves at most; `None` where it says nothing: a sum of
    /// several parts, when the theorem is about one, or automata that grow too large.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(Some(budget));
        let (fragment, theorem) = self.moving();
        let tuples: Option<Vec<Vec<BigUint>>> = position.parts.iter().map(|p| tuple(fragment, p)).collect();
        let Some(tuples) = tuples else { return Ok(None) };
        if self.values() {
            return self.sum(position, &tuples, most, effort);
        }
        let [tuple] = tuples.as_slice() else { return Ok(None) };
        let lost = theorem.dfa.contains(tuple);
        let mut at = At::new(self.game.show(position), lost);
        if let Some(pairs) = theorem.pairs {
            self.to_pairs(pairs, position, tuple, most, &mut at, effort)?;
            return Ok(Some(at.sorted()));
        }
        if !lost && most > 0 {
            let Some(strategy) = self.strategy(effort) else { return Ok(None) };
            at.add(&self.game, fragment, strategy.winning(tuple, most, effort)?, position, 0);
        }
        Ok(Some(at.sorted()))
    }

    /// Winning moves by the theorem on pairs: in their numeration the moves have too many carries for automata, but it is known where
    /// they lead.
    fn to_pairs(
        &self,
        pairs: Pairs,
        position: &Position,
        heaps: &[BigUint],
        most: usize,
        at: &mut At,
        effort: &Effort<'_>,
    ) -> Result<(), Halt> {
        let ([x, y], false) = (heaps, at.lost || most == 0) else { return Ok(()) };
        let made = || Ways::new(&self.fragment, effort).ok().map(Arc::new);
        let reached = pairs.reached([x, y], most);
        let (Some((reached, all)), Some(ways)) = (reached, self.ways.get_or_init(made)) else {
            at.complete = false;
            return Ok(());
        };
        at.complete = all;
        for left in reached {
            let room = most.saturating_sub(at.winning.len());
            let moves = ways.leading(heaps, &[left.to_vec()], room, effort)?;
            at.add(&self.game, &self.fragment, moves, position, 0);
        }
        Ok(())
    }

    /// The automata of the moves, made when they are first asked for.
    fn strategy(&self, effort: &Effort<'_>) -> Option<Arc<Strategy>> {
        let (fragment, theorem) = self.moving();
        let made = || Strategy::new(fragment, theorem, effort).ok().map(Arc::new);
        self.strategy.get_or_init(made).clone()
    }

    fn sum(
        &self,
        position: &Position,
        tuples: &[Vec<BigUint>],
        most: usize,
        effort: &Effort<'_>,
    ) -> Result<Option<At>, Halt> {
        let value = |t: &Vec<BigUint>| match (&self.period, t.as_slice()) {
            (Some(period), [n]) => Ok(period.value(n)),
            _ => self.strategy(effort).map_or(Ok(None), |s| s.value(t, effort)),
        };
        let Some(values) = tuples.iter().map(value).collect::<Result<Option<Vec<_>>, _>>()? else {
            return Ok(None);
        };
        let (mut at, total) = At::of_values(self.game.show(position), &values);
        for (i, (tuple, value)) in tuples.iter().zip(&values).enumerate() {
            let room = most.saturating_sub(at.winning.len());
            if at.lost || room == 0 {
                at.complete = at.lost;
                break;
            }
            let Some(strategy) = self.strategy(effort) else { return Ok(None) };
            let found = strategy.to_value(tuple, &(value ^ &total), room, effort)?;
            at.add(&self.game, &self.fragment, found, position, i);
        }
        Ok(Some(at.sorted()))
    }
}

/// The numbers of a part; the first player is to move.
pub(super) fn tuple(fragment: &Fragment, part: &Part) -> Option<Vec<BigUint>> {
    let number = |v: &Value| match v {
        Value::Bool(b) => Some(BigUint::from(u8::from(*b))),
        v => v.to_big()?.try_into().ok(),
    };
    let one = |(i, c): (usize, &Coordinate)| match (part.get(c.field), c.place) {
        (None, None) if fragment.mover == Some(i) => Some(BigUint::from(1u8)),
        (Some(Value::List(items)), Some(p)) => number(items.get(p)?),
        (Some(v), None) => number(v),
        _ => None,
    };
    fragment.coordinates.iter().enumerate().map(one).collect()
}

/// A part with other numbers.
fn with_numbers(fragment: &Fragment, like: &Part, numbers: &[BigUint]) -> Option<Part> {
    let mut out = like.clone();
    for (i, (c, n)) in fragment.coordinates.iter().zip(numbers).enumerate() {
        if fragment.mover == Some(i) {
            continue;
        }
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

/// The position after a move in one part, as it can be typed.
pub(super) fn after(game: &Game, position: &Position, part: usize, left: &[Part]) -> String {
    let mut parts = position.parts.clone();
    parts.splice(part..=part, left.to_vec());
    game.show(&Position { parts })
}

impl PeriodProof {
    /// What the period says about a position, with so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(Some(budget));
        let heap = |part: &Part| -> Option<BigUint> {
            let [heap] = &**part else { return None };
            heap.to_big()?.try_into().ok()
        };
        let heaps: Option<Vec<BigUint>> = position.parts.iter().map(heap).collect();
        let Some(heaps) = heaps else { return Ok(None) };
        let values: Option<Vec<BigUint>> = heaps.iter().map(|n| self.period.value(n)).collect();
        let Some(values) = values else { return Ok(None) };
        let (mut at, total) = At::of_values(self.game.show(position), &values);
        for (i, (heap, value)) in heaps.iter().zip(&values).enumerate() {
            let room = most.saturating_sub(at.winning.len());
            if at.lost || room == 0 {
                at.complete = at.lost;
                break;
            }
            let target = value ^ &total;
            let fits = |left: &[BigUint]| {
                let values: Option<Vec<BigUint>> = left.iter().map(|n| self.period.value(n)).collect();
                Some(values?.into_iter().fold(BigUint::zero(), |x, v| x ^ v) == target)
            };
            let horizon = self.period.from + self.period.period;
            let Some(found) = leaving(&self.game, heap, horizon, room, &fits) else { return Ok(None) };
            let ways = self.game.fragment().ok().zip(self.ways(effort));
            at.add_left(&self.game, ways, heap, found, (position, i), most, effort)?;
        }
        Ok(Some(at.sorted()))
    }

    /// The moves of the rules, made ready when they are first asked for.
    fn ways(&self, effort: &Effort<'_>) -> Option<Arc<Ways>> {
        let made = || Ways::new(self.game.fragment().as_ref().ok()?, effort).ok().map(Arc::new);
        self.ways.get_or_init(made).clone()
    }
}

/// What moves may leave of a heap, and whether this is all.
pub(super) type Leaving = (Vec<Vec<BigUint>>, bool);

/// What a move may leave of a heap so that it fits, at most so many. Of two heaps the smaller is looked for up to the end of the first
/// period, the horizon: beyond it, both may be changed by a period without changing anything. `None` where it is not known what fits.
pub(super) fn leaving(
    game: &Game,
    heap: &BigUint,
    horizon: usize,
    most: usize,
    fits: &dyn Fn(&[BigUint]) -> Option<bool>,
) -> Option<Leaving> {
    let rule = crate::engines::heaps::heap_rule(game)?;
    let (mut found, mut all, mut work) = (Vec::new(), true, 0);
    let cut = |mut found: Vec<Vec<BigUint>>| {
        found.truncate(most);
        Some((found, false))
    };
    for clause in rule.clauses() {
        let last = heap.to_usize().unwrap_or(usize::MAX);
        let takes: Box<dyn Iterator<Item = usize>> = match &clause.taken {
            Taken::Only(list) => Box::new(list.iter().copied().filter(move |k| *k <= last)),
            Taken::Range { from, to } => Box::new(*from..=(*to).min(last)),
            // All amounts but a few: the values climb, so what has a given value is near a known heap.
            Taken::AllBut(_) => return Some((found, false)),
        };
        for k in takes {
            let rest = heap - k;
            work += 1;
            match clause.parts {
                Parts::Exactly(0) if rest.is_zero() && fits(std::slice::from_ref(&rest))? => {
                    found.push(vec![rest]);
                }
                Parts::Exactly(1) if !rest.is_zero() && fits(std::slice::from_ref(&rest))? => {
                    found.push(vec![rest]);
                }
                Parts::Exactly(2) => {
                    let half = &rest / 2u8;
                    let reach = half.to_usize().map_or(horizon, |h| h.min(horizon));
                    all &= BigUint::from(reach) == half;
                    for a in 1..=reach {
                        let both = [BigUint::from(a), &rest - a];
                        work += 1;
                        if !both[1].is_zero() && fits(&both)? {
                            found.push(both.to_vec());
                        }
                        if found.len() > most || work > SWEPT {
                            return cut(found);
                        }
                    }
                }
                Parts::Exactly(0 | 1) => {}
                _ => all = false,
            }
            if found.len() > most || work > SWEPT {
                return cut(found);
            }
        }
    }
    Some((found, all))
}
