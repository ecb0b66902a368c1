//! Moves as programs print them: `--move "{heap} {k}"`, and which move of the rules is meant.
//!
//! Holes are the names of choices, `move` (the name of the line), `heap` (which part, from 1) and `heap0` (from 0),
//! `before` and `after` (the number that changes), `to` (all numbers of the position after the move). What a program
//! printed is looked up: any legal move that fits counts, so any winning move is right.

use crate::case::{Case, cells};
use crate::template::{Raw, split};
use crate::wrong::Wrong;
use bouton::language::interp::{Chosen, Position};
use bouton::language::value::Value;
use bouton::{Game, Problem};
use num_bigint::BigInt;

/// How a move is printed.
#[derive(Clone, Debug)]
pub struct MoveForm {
    /// Each with what stands before it: a blank, or the end of a line.
    words: Vec<(char, Word)>,
}

/// A word of a printed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// As it stands.
    Literal(String),
    /// Something about the move.
    Hole(Hole),
}

/// What is printed about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hole {
    /// The value of a choice.
    Choice(String),
    /// The name of the line.
    Name,
    /// Which part, counted from this.
    Heap {
        /// 0 or 1.
        from: usize,
    },
    /// The first number that changes, before the move.
    Before,
    /// The same after it.
    After,
    /// All numbers after the move.
    To,
}

/// What a program printed for the holes.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    choices: Vec<(String, Value)>,
    name: Option<String>,
    part: Option<usize>,
    before: Option<BigInt>,
    after: Option<BigInt>,
    to: Option<Vec<BigInt>>,
}

impl MoveForm {
    /// Reads the template of a move; an empty one is the position after the move.
    pub fn new(game: &Game, text: &str) -> Result<MoveForm, Problem> {
        if text.is_empty() {
            return Ok(MoveForm { words: vec![(' ', Word::Hole(Hole::To))] });
        }
        let mut words = Vec::new();
        let mut before = ' ';
        for piece in split(text)? {
            match piece {
                Raw::Text(t) => {
                    for (i, line) in t.split('\n').enumerate() {
                        before = if i > 0 { '\n' } else { before };
                        for w in line.split_whitespace() {
                            words.push((std::mem::replace(&mut before, ' '), Word::Literal(w.to_string())));
                        }
                    }
                }
                Raw::Hole(h) => {
                    let hole = Word::Hole(MoveForm::hole(game, &h)?);
                    words.push((std::mem::replace(&mut before, ' '), hole));
                }
            }
        }
        Ok(MoveForm { words })
    }

    fn hole(game: &Game, hole: &str) -> Result<Hole, Problem> {
        let chosen = game.rules().moves.iter().flat_map(|m| &m.chosen);
        let names: Vec<String> = chosen.map(|(_, n)| n.clone()).collect();
        Ok(match hole {
            name if names.iter().any(|n| n == name) => Hole::Choice(name.to_string()),
            "move" => Hole::Name,
            "heap" => Hole::Heap { from: 1 },
            "heap0" => Hole::Heap { from: 0 },
            "before" => Hole::Before,
            "after" => Hole::After,
            "to" => Hole::To,
            other => {
                let mut known = names;
                known.extend(["move", "heap", "heap0", "before", "after", "to"].map(String::from));
                known.dedup();
                let list = known.join(", ");
                let why = [
                    format!("no choice of a move has this name. Known here: {list}."),
                    format!("没有这个名字的选择。可用：{list}。"),
                ];
                return Err(Wrong::Hole { hole: other.to_string(), why }.into());
            }
        })
    }

    /// The words, each with what stands before it: a blank, or the end of a line.
    pub fn words(&self) -> &[(char, Word)] {
        &self.words
    }

    /// How many words a move of this case has.
    pub fn length(&self, case: &Case) -> usize {
        let numbers = case.cells().len();
        self.words.iter().map(|(_, w)| if *w == Word::Hole(Hole::To) { numbers } else { 1 }).sum()
    }

    /// What the words of a printed move say; `None` where they cannot be read as one.
    pub fn read(&self, case: &Case, printed: &[&str]) -> Option<Printed> {
        let numbers = case.cells().len();
        let mut out = Printed::default();
        let mut rest = printed;
        for (_, word) in &self.words {
            let many = if *word == Word::Hole(Hole::To) { numbers } else { 1 };
            if rest.len() < many {
                return None;
            }
            let (now, later) = rest.split_at(many);
            rest = later;
            let number = || now[0].parse::<BigInt>().ok();
            match word {
                Word::Literal(text) if now[0] == text => {}
                Word::Literal(_) => return None,
                Word::Hole(Hole::Choice(name)) => {
                    let value = number().map_or_else(|| Value::text(now[0]), Value::big);
                    out.choices.push((name.clone(), value));
                }
                Word::Hole(Hole::Name) => out.name = Some(now[0].to_string()),
                Word::Hole(Hole::Heap { from }) => {
                    out.part = Some(usize::try_from(number()? - *from).ok()?);
                }
                Word::Hole(Hole::Before) => out.before = Some(number()?),
                Word::Hole(Hole::After) => out.after = Some(number()?),
                Word::Hole(Hole::To) => {
                    out.to = Some(now.iter().map(|w| w.parse().ok()).collect::<Option<Vec<_>>>()?);
                }
            }
        }
        Some(out)
    }

    /// A move as it is printed.
    pub fn print(&self, case: &Case, m: &Chosen, to: &Position) -> String {
        let line = &case.game.rules().moves[m.line];
        let (before, after) = changed(case, to);
        let number = |n: Option<BigInt>| n.map_or_else(|| "?".to_string(), |n| n.to_string());
        let print = |w: &Word| match w {
            Word::Literal(text) => text.clone(),
            Word::Hole(Hole::Choice(name)) => {
                let value = line.chosen.iter().zip(&m.choices).find(|((_, n), _)| n == name).map(|(_, v)| v);
                match value {
                    Some(Value::Text(t)) => t.to_string(),
                    Some(v) => v.to_string(),
                    None => "?".to_string(),
                }
            }
            Word::Hole(Hole::Name) => line.name.clone().unwrap_or_default(),
            Word::Hole(Hole::Heap { from }) => (m.part + from).to_string(),
            Word::Hole(Hole::Before) => number(before.clone()),
            Word::Hole(Hole::After) => number(after.clone()),
            Word::Hole(Hole::To) => {
                let mut all: Vec<BigInt> = cells(&case.game, to).into_iter().map(|(_, n)| n).collect();
                if case.game.rules().shape.unordered {
                    all.sort();
                }
                all.iter().map(BigInt::to_string).collect::<Vec<_>>().join(" ")
            }
        };
        let mut out = String::new();
        for (before, word) in &self.words {
            if !out.is_empty() {
                out.push(*before);
            }
            out.push_str(&print(word));
        }
        out
    }
}

impl Printed {
    /// Moves that may be meant: choices as printed, those that were not printed guessed from the numbers that were.
    pub fn candidates(&self, case: &Case) -> Vec<Chosen> {
        let rules = case.game.rules();
        let mut out = Vec::new();
        let old: Vec<BigInt> = case.cells().into_iter().map(|(_, n)| n).collect();
        let mut guesses: Vec<BigInt> = Vec::new();
        if let Some(to) = &self.to {
            guesses.extend(
                old.iter().zip(to).filter(|(a, b)| a != b).flat_map(|(a, b)| [a - b, b - a, b.clone()]),
            );
        }
        if let (Some(a), Some(b)) = (&self.before, &self.after) {
            guesses.extend([a - b, b - a]);
        }
        guesses.extend(self.after.iter().flat_map(|b| old.iter().map(move |a| a - b).chain([b.clone()])));
        let places = old.iter().enumerate().map(|(i, _)| BigInt::from(i + 1));
        guesses.extend(places.take(64));
        guesses.sort();
        guesses.dedup();
        for part in 0..case.position.parts.len() {
            if self.part.is_some_and(|p| p != part) {
                continue;
            }
            for (line, m) in rules.moves.iter().enumerate() {
                if self.name.as_ref().is_some_and(|n| m.name.as_ref() != Some(n)) {
                    continue;
                }
                // A choice that this line does not have belongs to another line.
                if self.choices.iter().any(|(n, _)| !m.chosen.iter().any(|(_, c)| c == n)) {
                    continue;
                }
                let given =
                    |name: &String| self.choices.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
                let known: Vec<Option<Value>> = m.chosen.iter().map(|(_, n)| given(n)).collect();
                let open: Vec<usize> = (0..known.len()).filter(|i| known[*i].is_none()).collect();
                let fill = |values: &[&BigInt]| {
                    let mut it = values.iter();
                    let choices = known.iter().map(|v| match v {
                        Some(v) => v.clone(),
                        None => it.next().map_or(Value::Int(0), |n| Value::big((*n).clone())),
                    });
                    Chosen { part, line, choices: choices.collect() }
                };
                match open.len() {
                    0 => out.push(fill(&[])),
                    1 => out.extend(guesses.iter().map(|g| fill(&[g]))),
                    2 if guesses.len() <= 80 => {
                        out.extend(
                            guesses
                                .iter()
                                .flat_map(|a| guesses.iter().map(move |b| (a, b)))
                                .map(|(a, b)| fill(&[a, b])),
                        );
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// Is this move what was printed?
    pub fn fits(&self, case: &Case, m: &Chosen, to: &Position) -> bool {
        let line = &case.game.rules().moves[m.line];
        let named =
            |n: &String, v: &Value| line.chosen.iter().zip(&m.choices).any(|((_, c), w)| c == n && v == w);
        let (before, after) = changed(case, to);
        self.part.is_none_or(|p| p == m.part)
            && self.name.as_ref().is_none_or(|n| line.name.as_ref() == Some(n))
            && self.choices.iter().all(|(n, v)| named(n, v))
            && (self.before.is_none() || self.before == before)
            && (self.after.is_none() || self.after == after)
            && self.to.as_ref().is_none_or(|wanted| same_numbers(case, wanted, to))
    }
}

/// Are these the numbers of the position, in any order where order does not matter?
fn same_numbers(case: &Case, wanted: &[BigInt], to: &Position) -> bool {
    let mut found: Vec<BigInt> = cells(&case.game, to).into_iter().map(|(_, n)| n).collect();
    let mut wanted = wanted.to_vec();
    if case.game.rules().shape.unordered {
        found.sort();
        wanted.sort();
    }
    found == wanted
}

/// The first number that changes, before and after.
fn changed(case: &Case, to: &Position) -> (Option<BigInt>, Option<BigInt>) {
    let old = case.cells();
    let new = cells(&case.game, to);
    let differs = old.iter().zip(&new).find(|((_, a), (_, b))| a != b);
    match differs {
        Some(((_, a), (_, b))) => (Some(a.clone()), Some(b.clone())),
        None => (None, None),
    }
}
