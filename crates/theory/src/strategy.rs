//! The winning move at any size: the digits of the choices are found by walking through the automaton of "this move
//! leads to a lost position" beside the digits of the position, so a position of a hundred digits costs a hundred steps.

use crate::arithmetic::compile;
use crate::automata::{DEAD, Dfa, letter_digits};
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::prove::{NotFound, Subject, Theorem, ValueJudge, ready};
use crate::steps::{Step, steps, steps_apart};
use bouton_budget::Halt;
use bouton_compile::fragment::Fragment;
use bouton_linear::{Formula, Solved};
use num_bigint::{BigInt, BigUint};
use std::ops::Range;

/// A move at any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning {
    /// Which move of the fragment.
    pub source: usize,
    /// Its choices, in order.
    pub choices: Vec<BigUint>,
    /// The parts after it.
    pub parts: Vec<Vec<BigUint>>,
}

/// Moves, each with the automaton that knows where it may be made.
type Steps = Vec<(Step, Dfa)>;

/// Winning moves from a theorem.
pub struct Strategy {
    coordinates: usize,
    subject: Subject,
    lost: Dfa,
    /// Where play is over, whoever could still move.
    over: Option<Dfa>,
    steps: Steps,
    choices: Vec<Range<usize>>,
    value: usize,
}

impl Strategy {
    /// Prepares the moves of a game beside its theorem.
    pub fn new(fragment: &Fragment, theorem: &Theorem, effort: &Effort) -> Result<Strategy, NotFound> {
        let ready = ready(fragment, effort)?;
        let numeration = theorem.dfa.numeration();
        let coordinates = fragment.coordinates.len();
        let ended = Formula::Any(fragment.ends.iter().map(|e| e.0.clone()).collect());
        let build = || -> Result<(Option<Dfa>, Steps), Halt> {
            let apart = match numeration {
                Numeration::Mixed(_) => Some(steps_apart(fragment)?.0),
                _ => None,
            };
            let over = compile(numeration, &ended, effort);
            let over = if fragment.ends.is_empty() { None } else { Some(over?) };
            let mut list = Vec::new();
            if theorem.subject == Subject::Values {
                let judge = ValueJudge::hidden(fragment, &ready.steps, ready.top, effort)?;
                list.extend(ready.steps.iter().cloned().zip(judge.options(&theorem.dfa, effort)?));
            } else {
                for s in apart.as_ref().unwrap_or(&ready.steps) {
                    let after = s.parts.first().cloned().unwrap_or_default();
                    let reached = theorem.dfa.rename(&after, effort)?;
                    let whole = s.relation(numeration, effort)?.and(&reached, effort)?;
                    list.push((s.clone(), whole));
                }
            }
            Ok((over, list))
        };
        let (over, steps) = build().map_err(|halt| match halt {
            Halt::Size => NotFound::Searched(Vec::new()),
            halt => NotFound::Halted(halt),
        })?;
        let choices = choices(fragment);
        let (subject, lost, value) = (theorem.subject, theorem.dfa.clone(), ready.top);
        Ok(Strategy { coordinates, subject, lost, over, steps, choices, value })
    }

    /// Whether a position is lost; `None` for a sum, which is decided by its values.
    pub fn lost(&self, position: &[BigUint]) -> Option<bool> {
        (self.subject == Subject::Lost).then(|| self.lost.contains(position))
    }

    /// The Grundy value of one part of a sum.
    pub fn value(&self, part: &[BigUint], effort: &Effort) -> Result<Option<BigUint>, Halt> {
        if self.subject != Subject::Values {
            return Ok(None);
        }
        let given: Vec<(usize, &BigUint)> = part.iter().enumerate().collect();
        let found = solutions(&self.lost, &given, 1, effort)?;
        Ok(found
            .into_iter()
            .next()
            .and_then(|w| w.into_iter().find(|p| p.0 == self.coordinates))
            .map(|p| p.1))
    }

    /// Moves to lost positions, at most so many.
    pub fn winning(&self, position: &[BigUint], most: usize, effort: &Effort) -> Result<Moves, Halt> {
        if self.subject != Subject::Lost || self.is_over(position, effort)? {
            return Ok(Moves::default());
        }
        self.moves(position, None, most, effort)
    }

    fn is_over(&self, position: &[BigUint], effort: &Effort) -> Result<bool, Halt> {
        let Some(over) = self.over.as_ref().filter(|_| position.len() == self.coordinates) else {
            return Ok(false);
        };
        let given: Vec<(usize, &BigUint)> = position.iter().enumerate().collect();
        Ok(!solutions(over, &given, 1, effort)?.is_empty())
    }

    /// Moves of one part of a sum to options of a wanted value, at most so many.
    pub fn to_value(
        &self,
        part: &[BigUint],
        value: &BigUint,
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        if self.subject != Subject::Values {
            return Ok(Moves::default());
        }
        self.moves(part, Some(value), most, effort)
    }

    fn moves(
        &self,
        position: &[BigUint],
        value: Option<&BigUint>,
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        let mut found = Moves::default();
        if position.len() != self.coordinates {
            return Ok(found);
        }
        for step in &self.steps {
            let mut given: Vec<(usize, &BigUint)> = position.iter().enumerate().collect();
            given.extend(value.map(|v| (self.value, v)));
            found.add(step, &given, &self.choices, most, effort)?;
        }
        Ok(found)
    }
}

/// Moves of a position.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The moves, each once.
    pub list: Vec<Winning>,
    /// Are these all of them?
    pub all: bool,
}

impl Default for Moves {
    fn default() -> Moves {
        Moves { list: Vec::new(), all: true }
    }
}

impl Moves {
    /// Adds the moves of one step whose variables have these values, up to so many in all.
    fn add(
        &mut self,
        (step, dfa): &(Step, Dfa),
        given: &[(usize, &BigUint)],
        choices: &[Range<usize>],
        most: usize,
        effort: &Effort,
    ) -> Result<(), Halt> {
        // What a guard says there is may be there in several ways, and alternatives of a guard may overlap.
        let found = solutions(dfa, given, most, effort)?;
        self.all &= found.len() < most;
        for witness in found {
            let made = made(step, witness, given, choices[step.source].clone());
            if !self.list.contains(&made) {
                self.list.push(made);
            }
        }
        if self.list.len() > most {
            self.list.truncate(most);
            self.all = false;
        }
        Ok(())
    }
}

/// The move of a step that a solution of its conditions stands for.
fn made(
    step: &Step,
    witness: Vec<(usize, BigUint)>,
    given: &[(usize, &BigUint)],
    choices: Range<usize>,
) -> Winning {
    let mut numbers: Vec<(usize, BigInt)> = witness.into_iter().map(|(v, n)| (v, BigInt::from(n))).collect();
    numbers.extend(given.iter().map(|(v, n)| (*v, BigInt::from((*n).clone()))));
    // What was solved for last was solved in terms of what is left.
    for solved in step.solved.iter().rev() {
        let n = evaluate(solved, &numbers);
        numbers.push((solved.variable, n));
    }
    let number = |v: &usize| {
        let n = numbers.iter().find(|p| p.0 == *v).map(|p| p.1.clone()).unwrap_or_default();
        n.to_biguint().unwrap_or_default()
    };
    Winning {
        source: step.source,
        choices: choices.map(|v| number(&(v + step.raised))).collect(),
        parts: step.parts.iter().map(|p| p.iter().map(number).collect()).collect(),
    }
}

/// Which variables are the choices of each move of a fragment.
fn choices(fragment: &Fragment) -> Vec<Range<usize>> {
    fragment.moves.iter().map(|m| fragment.coordinates.len()..m.variables).collect()
}

/// All moves between a part and what is left of it, whoever knows that from elsewhere.
pub struct Ways {
    coordinates: usize,
    steps: Steps,
    choices: Vec<Range<usize>>,
}

impl Ways {
    /// Prepares the moves of a game.
    pub fn new(fragment: &Fragment, effort: &Effort) -> Result<Ways, Halt> {
        let made = |s: Step| s.relation(Numeration::Base(2), effort).map(|dfa| (s, dfa));
        let steps = steps(fragment)?.0.into_iter().map(made).collect::<Result<_, _>>()?;
        Ok(Ways { coordinates: fragment.coordinates.len(), steps, choices: choices(fragment) })
    }

    /// The moves that leave these parts, in any order, at most so many; parts of nothing but zeros may be left beside them.
    pub fn leading(
        &self,
        part: &[BigUint],
        left: &[Vec<BigUint>],
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        let mut found = Moves::default();
        let nothing = vec![BigUint::ZERO; self.coordinates];
        let kept: Vec<&Vec<BigUint>> = left.iter().filter(|p| **p != nothing).collect();
        for made in &self.steps {
            let step = &made.0;
            if part.len() != self.coordinates || step.parts.len() < kept.len() {
                continue;
            }
            let mut padded = kept.clone();
            padded.resize(step.parts.len(), &nothing);
            for order in orders(&padded) {
                let mut given: Vec<(usize, &BigUint)> = part.iter().enumerate().collect();
                let pairs = step.parts.iter().zip(order).flat_map(|(v, p)| v.iter().copied().zip(p));
                given.extend(pairs);
                // A number that stays has one variable before and after.
                let agree = given.iter().all(|a| given.iter().all(|b| a.0 != b.0 || a.1 == b.1));
                if agree {
                    found.add(made, &given, &self.choices, most, effort)?;
                }
            }
        }
        Ok(found)
    }
}

/// The distinct orders of some parts.
fn orders<T: Clone + PartialEq>(parts: &[T]) -> Vec<Vec<T>> {
    if parts.is_empty() {
        return vec![Vec::new()];
    }
    let mut out: Vec<Vec<T>> = Vec::new();
    for i in 0..parts.len() {
        if parts[..i].contains(&parts[i]) {
            continue;
        }
        let rest: Vec<T> = [&parts[..i], &parts[i + 1..]].concat();
        out.extend(orders(&rest).into_iter().map(|o| [vec![parts[i].clone()], o].concat()));
    }
    out
}

fn evaluate(solved: &Solved, numbers: &[(usize, BigInt)]) -> BigInt {
    let number = |v: usize| numbers.iter().find(|p| p.0 == v).map(|p| p.1.clone()).unwrap_or_default();
    let form = &solved.form;
    let sum = form.terms.iter().fold(BigInt::from(form.constant), |sum, (v, c)| sum + number(*v) * c);
    sum / solved.divisor
}

/// Numbers for the other tracks that complete given ones, at most `most` tuples.
pub(crate) fn solutions(
    dfa: &Dfa,
    given: &[(usize, &BigUint)],
    most: usize,
    effort: &Effort,
) -> Result<Vec<Vec<(usize, BigUint)>>, Halt> {
    let numeration = dfa.numeration();
    let fixed: Vec<Option<Vec<u8>>> = dfa
        .tracks()
        .iter()
        .map(|t| given.iter().find(|g| g.0 == *t).map(|g| numeration.of(*t).write(g.1)))
        .collect();
    // The other numbers may be longer: what a move leaves is bounded by the weight, which a few more digits cover, and
    // an automaton that accepts longer ones repeats a state within as many digits as it has states.
    let longest = fixed.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let length = longest + dfa.states().min(EXTRA);
    let digits = letter_digits(numeration, dfa.tracks().len(), effort)?;
    let wide = dfa.tracks().len();
    let fits = |letter: usize, place: usize| {
        let row = &digits[letter * wide..(letter + 1) * wide];
        row.iter().zip(&fixed).all(|(d, f)| match f {
            None => true,
            Some(word) if place < word.len() => word[word.len() - 1 - place] == *d,
            Some(_) => *d == 0,
        })
    };
    // From the lowest place up: which states lead to acceptance with the digits below a place.
    let mut good: Vec<Vec<bool>> = vec![(0..dfa.states()).map(|s| dfa.accepts_in(s as u32)).collect()];
    for place in 0..length {
        effort.check()?;
        let letters: Vec<usize> = (0..dfa.letters()).filter(|l| fits(*l, place)).collect();
        let below = &good[place];
        let leads = |s: usize| {
            letters.iter().any(|l| {
                let to = dfa.step(s as u32, *l);
                to != DEAD && below[to as usize]
            })
        };
        let row = (0..dfa.states()).map(leads).collect();
        good.push(row);
    }
    let mut found = Vec::new();
    // Depth first through good states only: every path ends in a solution.
    let mut path: Vec<(u32, usize)> = vec![(0, 0)];
    if most == 0 || !good[length][0] {
        return Ok(found);
    }
    while let Some(&(state, from)) = path.last() {
        effort.tick()?;
        let done = path.len() - 1;
        if done == length {
            let number = |t: usize| {
                let own: Vec<u8> = path[..length].iter().map(|p| digits[(p.1 - 1) * wide + t]).collect();
                numeration.of(dfa.tracks()[t]).read(&own)
            };
            let open = (0..wide).filter(|t| fixed[*t].is_none());
            found.push(open.map(|t| (dfa.tracks()[t], number(t))).collect());
            if found.len() == most {
                return Ok(found);
            }
            path.pop();
            continue;
        }
        let place = length - 1 - done;
        let next = (from..dfa.letters()).find_map(|l| {
            let to = dfa.step(state, l);
            (to != DEAD && good[place][to as usize] && fits(l, place)).then_some((l, to))
        });
        match next {
            None => {
                path.pop();
            }
            Some((l, to)) => {
                if let Some(top) = path.last_mut() {
                    top.1 = l + 1;
                }
                path.push((to, 0));
            }
        }
    }
    Ok(found)
}

/// How many more digits than the position a number after the move is looked for.
const EXTRA: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_complete_what_is_given() {
        let effort = Effort::new(None);
        let form = bouton_linear::Affine::new(&[(0, 1), (1, -1), (2, -1)], 0);
        for numeration in Numeration::ALL {
            let sums = Dfa::zero(numeration, &form, &effort).unwrap();
            let five = BigUint::from(5u8);
            let found = solutions(&sums, &[(0, &five)], 100, &effort).unwrap();
            assert_eq!(found.len(), 6, "{numeration:?}");
            assert!(found.iter().all(|w| &w[0].1 + &w[1].1 == five));
        }
    }
}
