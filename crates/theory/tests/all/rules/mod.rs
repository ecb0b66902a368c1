//! Games as rules text, and the truth about small positions by plain recursion over the interpreted rules.
#![allow(dead_code)]

mod lists;

pub(crate) use lists::{MUST, MUST_NOT, OTHERS};

use bouton_compile::fragment::{Fragment, derive};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::rules::Type;
use bouton_language::value::Value;
use bouton_language::{NoLoader, load};
use bouton_samples::rows;
use bouton_theory::prove::{Subject, Theorem};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The game of some rules text, in which `;` stands for a new line.
pub(crate) fn game(text: &str) -> Interp {
    let lines = text.split(';').map(str::trim).collect::<Vec<_>>().join("\n");
    let loaded = load("rules", &lines, &NoLoader);
    let why = || loaded.diagnostics.iter().map(|d| d.problem.message(Lang::En)).collect::<Vec<_>>();
    let rules = loaded.rules.clone().unwrap_or_else(|| panic!("{text}: {:?}", why()));
    Interp::new(Arc::new(rules), &[]).unwrap_or_else(|d| panic!("{text}: {}", d.problem.message(Lang::En)))
}

/// The rules as linear arithmetic.
pub(crate) fn fragment(interp: &Interp) -> Fragment {
    derive(&bouton_compile::Core::new(interp)).unwrap_or_else(|o| panic!("outside: {}", o.say(Lang::En)))
}

/// The rules of a game of the lists.
pub(crate) fn named(name: &str) -> String {
    let mut all = [MUST, MUST_NOT, OTHERS].into_iter().flat_map(rows);
    let [_, text] = all.find(|[known, _]| known == name).unwrap_or_else(|| panic!("no game {name}"));
    text
}

/// Outcomes and values by their definitions.
pub(crate) struct Truth<'a> {
    interp: &'a Interp,
    lost: HashMap<Part, bool>,
    values: HashMap<Part, u64>,
}

impl<'a> Truth<'a> {
    pub(crate) fn new(interp: &'a Interp) -> Truth<'a> {
        Truth { interp, lost: HashMap::new(), values: HashMap::new() }
    }

    pub(crate) fn options(&self, part: &Part) -> Vec<Vec<Part>> {
        let mut found = Vec::new();
        let done = self.interp.moves(part, Turn::default(), &mut |made| {
            found.push(made.parts.to_vec());
            ControlFlow::Continue(())
        });
        done.unwrap_or_else(|_| panic!("the rules fail at {part:?}"));
        found.sort();
        found.dedup();
        found
    }

    pub(crate) fn lost(&mut self, part: &Part) -> bool {
        if let Some(known) = self.lost.get(part) {
            return *known;
        }
        let whole = Position { parts: vec![part.clone()] };
        let options = self.options(part);
        let ended = self.interp.ended(&whole, Turn::default(), &|| Ok(options.is_empty())).ok().flatten();
        let answer = match ended {
            Some(end) => end.verdict == Verdict::Lose,
            None => {
                let block = self.interp.blocked(&whole, Turn::default()).ok().unwrap_or(0) as usize;
                let winning = options.iter().filter(|o| self.lost(&o[0])).count();
                // The opponent forbids so many winning options, or everything; what is left decides.
                let stuck_loses = self.interp.at_end(Turn::default()) == Verdict::Lose;
                let after = |forbidden: usize| match options.len() - forbidden {
                    0 => !stuck_loses,
                    _ => winning > forbidden,
                };
                let most = block.min(options.len());
                !(0..=most).all(after)
            }
        };
        self.lost.insert(part.clone(), answer);
        answer
    }

    pub(crate) fn value(&mut self, part: &Part) -> u64 {
        if let Some(known) = self.values.get(part) {
            return *known;
        }
        let options = self.options(part);
        let seen: HashSet<u64> = options.iter().map(|o| o.iter().fold(0, |x, p| x ^ self.value(p))).collect();
        let least = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
        self.values.insert(part.clone(), least);
        least
    }

    /// The part with these coordinates; `None` if it is not legal.
    pub(crate) fn part(&self, fragment: &Fragment, x: &[u64]) -> Option<Part> {
        let mut fields: Vec<Vec<i64>> = vec![Vec::new(); self.interp.rules().shape.fields.len()];
        fragment.coordinates.iter().zip(x).for_each(|(c, n)| fields[c.field].push(*n as i64));
        let value = |(i, numbers): (usize, Vec<i64>)| {
            let field = &self.interp.rules().shape.fields[i];
            let row = fragment.coordinates.iter().any(|c| c.field == i && c.place.is_some());
            match (row, &field.ty) {
                (true, _) => Value::list(numbers.into_iter().map(Value::Int).collect()),
                (false, Type::Bool) => Value::Bool(numbers[0] != 0),
                (false, _) => Value::Int(numbers[0]),
            }
        };
        let flags = fragment.coordinates.iter().zip(x);
        let boolean = |c: &bouton_compile::fragment::Coordinate| {
            self.interp.rules().shape.fields[c.field].ty == Type::Bool
        };
        if flags.into_iter().any(|(c, n)| boolean(c) && *n > 1) {
            return None;
        }
        let part: Part = fields.into_iter().enumerate().map(value).collect();
        self.interp.legal(&part).is_ok().then_some(part)
    }
}

/// The values of the first heaps of one number.
pub(crate) fn values(interp: &Interp, many: i64) -> Vec<i64> {
    let mut truth = Truth::new(interp);
    (0..many).map(|n| truth.value(&Part::from([Value::Int(n)])) as i64).collect()
}

/// How far each coordinate goes in a box of about so many positions.
fn reach(d: usize) -> u64 {
    [70, 18, 8, 5, 3][d.clamp(1, 5) - 1]
}

/// Visits the legal positions of a box.
pub(crate) fn each(interp: &Interp, fragment: &Fragment, visit: &mut dyn FnMut(&[u64], &Part)) {
    let truth = Truth::new(interp);
    every(fragment.coordinates.len(), &mut |x| {
        if let Some(part) = truth.part(fragment, x) {
            visit(x, &part);
        }
    });
}

fn every(d: usize, visit: &mut dyn FnMut(&[u64])) {
    let mut x = vec![0u64; d];
    loop {
        visit(&x);
        let Some(at) = (0..d).find(|i| x[*i] < reach(d)) else { break };
        x[..at].fill(0);
        x[at] += 1;
    }
}

/// Compares a theorem with the definitions on a box.
pub(crate) fn compare(name: &str, interp: &Interp, fragment: &Fragment, theorem: &Theorem) {
    let mut truth = Truth::new(interp);
    every(fragment.coordinates.len(), &mut |x| match (truth.part(fragment, x), theorem.subject) {
        (None, Subject::Lost) => assert!(!theorem.dfa.contains_small(x), "{name}: {x:?} is not legal"),
        (Some(part), Subject::Lost) => {
            assert_eq!(theorem.dfa.contains_small(x), truth.lost(&part), "{name} at {x:?}");
        }
        (part, Subject::Values) => {
            let value = part.map(|p| truth.value(&p));
            for v in 0..value.unwrap_or(0) + 6 {
                let tuple: Vec<u64> = x.iter().copied().chain([v]).collect();
                assert_eq!(theorem.dfa.contains_small(&tuple), Some(v) == value, "{name} at {x:?}: {v}");
            }
        }
    });
}
