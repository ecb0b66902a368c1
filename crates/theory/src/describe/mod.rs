//! What people read: the lost set compared with shapes that have a name, each kept as an automaton, so that "equal" is
//! decided and not sampled; finite exceptions are allowed and listed. The condition is text of the rules language, ready
//! to be pasted behind `claim lose iff`.

mod pairs;
mod powers;
mod shapes;
mod values;

pub use shapes::Shape;
pub use values::{Periodic, describe_values};

use crate::arithmetic::compile;
use crate::automata::{Dfa, Operation};
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::prove::{Subject, Theorem};
use crate::words::among;
use bouton_budget::Halt;
use bouton_compile::fragment::{Coordinate, Fragment};
use bouton_linear::Affine;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// A lost set in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its shape.
    pub shape: Shape,
    /// Lost positions that the shape does not have.
    pub added: Vec<Vec<BigUint>>,
    /// Positions of the shape that are not lost.
    pub removed: Vec<Vec<BigUint>>,
    /// Lines that the condition needs in the rules.
    pub defines: Vec<String>,
    /// The condition in the rules language: a position is lost exactly if it holds.
    pub condition: String,
}

/// The most exceptions that a description may list.
const EXCEPTIONS: usize = 8;

/// With at most so many exceptions a shape is plain; with more, cases are tried.
const CLEAN: usize = 2;

/// The most values of a coordinate that are told apart.
const CASES: usize = 4;

/// The first shape that the lost positions of a theorem have, exactly or up to a few exceptions.
pub fn describe(
    fragment: &Fragment,
    theorem: &Theorem,
    effort: &Effort,
) -> Result<Option<Description>, Halt> {
    if theorem.subject != Subject::Lost || matches!(theorem.dfa.numeration(), Numeration::Mixed(_)) {
        return Ok(None);
    }
    let lost = &theorem.dfa;
    let legal = &compile(lost.numeration(), &fragment.legal, effort)?.widen(lost.tracks(), effort)?;
    Sought { lost, legal, coordinates: &fragment.coordinates, effort }.by_shape_or_cases()
}

/// A set that words are sought for: lost positions among the legal ones.
struct Sought<'a> {
    lost: &'a Dfa,
    legal: &'a Dfa,
    coordinates: &'a [Coordinate],
    effort: &'a Effort<'a>,
}

impl Sought<'_> {
    fn by_shape_or_cases(&self) -> Result<Option<Description>, Halt> {
        let found = self.by_shape()?;
        let clean = |d: &Description| d.added.len() + d.removed.len() <= CLEAN;
        if found.as_ref().is_some_and(clean) {
            return Ok(found);
        }
        Ok(self.by_cases()?.or(found))
    }

    /// One shape for all positions. Of several, the one with the fewest exceptions.
    fn by_shape(&self) -> Result<Option<Description>, Halt> {
        let names: Vec<String> = self.coordinates.iter().map(|c| c.name.clone()).collect();
        let mut best: Option<Description> = None;
        let plain = || shapes::plain(self.lost, &names, self.effort);
        let others = || shapes::others(self.lost, self.legal, &names, self.effort);
        let kinds: [&dyn Fn() -> Result<Vec<shapes::Candidate>, Halt>; 2] = [&plain, &others];
        for candidates in kinds {
            for candidate in candidates()? {
                self.compare(candidate, &mut best)?;
                if best.as_ref().is_some_and(|b| b.added.is_empty() && b.removed.is_empty()) {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    /// Keeps a shape if the set has it with fewer exceptions than the best one so far.
    fn compare(&self, candidate: shapes::Candidate, best: &mut Option<Description>) -> Result<(), Halt> {
        let shape = candidate.set.and(self.legal, self.effort)?;
        let differ = self.lost.combine(&shape, Operation::Differ, self.effort)?;
        if !differ.is_finite() {
            return Ok(());
        }
        let Some(all) = differ.members(EXCEPTIONS, self.effort)? else { return Ok(()) };
        let (added, removed): (Vec<_>, Vec<_>) = all.into_iter().partition(|x| self.lost.contains(x));
        let fewer = |b: &Description| added.len() + removed.len() < b.added.len() + b.removed.len();
        if best.as_ref().is_none_or(fewer) {
            let condition = text(&candidate.condition, self.coordinates, &added, &removed);
            let (shape, defines) = (candidate.shape, candidate.defines);
            *best = Some(Description { shape, added, removed, defines, condition });
        }
        Ok(())
    }

    /// A shape for each value of a coordinate that has few values.
    fn by_cases(&self) -> Result<Option<Description>, Halt> {
        let Sought { lost, legal, coordinates, effort } = *self;
        if coordinates.len() < 2 {
            return Ok(None);
        }
        for i in 0..coordinates.len() {
            let others: Vec<usize> = (0..coordinates.len()).filter(|v| *v != i).collect();
            let own = legal.project(&others, effort)?;
            if !own.is_finite() {
                continue;
            }
            let Some(values) = own.members(CASES, effort)? else { continue };
            let mut rest = coordinates.to_vec();
            rest.remove(i);
            let (mut parts, mut defines) = (Vec::new(), Vec::new());
            for value in values.iter().map(|v| &v[0]) {
                let constant = value.to_i64().and_then(i64::checked_neg).ok_or(Halt::Size)?;
                let here = Dfa::zero(lost.numeration(), &Affine::new(&[(i, 1)], constant), effort)?;
                let slice = |set: &Dfa| -> Result<Dfa, Halt> {
                    let cut = set.and(&here, effort)?.project(&[i], effort)?;
                    cut.rename(&(0..rest.len()).collect::<Vec<_>>(), effort)
                };
                let case = Sought { lost: &slice(lost)?, legal: &slice(legal)?, coordinates: &rest, effort };
                let Some(found) = case.by_shape_or_cases()? else { return Ok(None) };
                let at = equal(&coordinates[i], value);
                match found.condition.as_str() {
                    "no" => {}
                    "yes" => parts.push(at),
                    one => parts.push(format!("{at} and ({one})")),
                }
                let new = |line: &String| !defines.contains(line);
                let lines: Vec<String> = found.defines.into_iter().filter(new).collect();
                defines.extend(lines);
            }
            let condition = if parts.is_empty() { "no".to_string() } else { parts.join(" or ") };
            let (added, removed) = (Vec::new(), Vec::new());
            return Ok(Some(Description { shape: Shape::ByCases(i), added, removed, defines, condition }));
        }
        Ok(None)
    }
}

/// `a = 3`, `ring = yes`.
fn equal(coordinate: &Coordinate, value: &BigUint) -> String {
    let name = &coordinate.name;
    match (coordinate.flag, value.is_zero()) {
        (false, _) => format!("{name} = {value}"),
        (true, zero) => format!("{name} = {}", if zero { "no" } else { "yes" }),
    }
}

/// A condition with its exceptions.
fn text(
    condition: &str,
    coordinates: &[Coordinate],
    added: &[Vec<BigUint>],
    removed: &[Vec<BigUint>],
) -> String {
    let one = |x: &Vec<BigUint>| {
        let equal = coordinates.iter().zip(x).map(|(c, v)| equal(c, v));
        equal.collect::<Vec<_>>().join(" and ")
    };
    let list = |all: &[Vec<BigUint>]| match coordinates {
        [n] if all.len() > 1 && !n.flag => among(&n.name, &all.iter().map(|x| &x[0]).collect::<Vec<_>>()),
        _ => all.iter().map(one).collect::<Vec<_>>().join(" or "),
    };
    let mut whole = condition.to_string();
    if !removed.is_empty() {
        let but = format!("not ({})", list(removed));
        whole = if whole == "yes" { but } else { format!("({whole}) and {but}") };
    }
    if !added.is_empty() && whole == "no" {
        whole = list(added);
    } else if !added.is_empty() {
        let plain = removed.is_empty();
        whole = if plain {
            format!("{whole} or {}", list(added))
        } else {
            format!("({whole}) or {}", list(added))
        };
    }
    whole
}
