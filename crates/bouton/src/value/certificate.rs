//! Certificates of values: all positions that can follow with their canonical forms, and the pairs x ≤ y by which a checker sees that each
//! form is canonical and each position equals its form.

use super::problem::halted;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::certificate::head;
use bouton_engine::Halt;
use bouton_language::interp::Position;
use bouton_values::{Value, Values};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value as Json, json};

/// More positions than this are not written out.
const MOST: usize = 50_000;

/// Positions that follow: what was seen of one, and what is still to be seen.
struct Frame {
    position: Position,
    options: [Vec<Position>; 2],
    at: usize,
}

/// Pairs x ≤ y that are needed, and the answers that make them hold.
struct Pairs<'v> {
    values: &'v mut Values,
    listed: FxHashSet<(Value, Value)>,
    open: Vec<(Value, Value)>,
}

impl Pairs<'_> {
    fn need(&mut self, x: Value, y: Value) {
        if self.listed.insert((x, y)) {
            self.open.push((x, y));
        }
    }

    /// Needs the first pair that holds.
    fn first(&mut self, pairs: impl IntoIterator<Item = (Value, Value)>) -> Result<bool, Halt> {
        for (x, y) in pairs {
            if self.values.at_most(x, y)? {
                self.need(x, y);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// x is not at most y: Left moves to what says so.
    fn not_at_most(&mut self, x: Value, y: Value) -> Result<bool, Halt> {
        let (lefts, rights) = (self.values.lefts(x)?, self.values.rights(y)?);
        let pairs = lefts.into_iter().map(|left| (y, left)).chain(rights.into_iter().map(|right| (right, x)));
        self.first(pairs)
    }

    /// The answers to every move in x − y.
    fn close(&mut self) -> Result<(), Halt> {
        while let Some((x, y)) = self.open.pop() {
            for left in self.values.lefts(x)? {
                self.not_at_least(left, y)?;
            }
            for right in self.values.rights(y)? {
                self.not_at_least(x, right)?;
            }
        }
        Ok(())
    }

    /// x is not at least y: Right moves to what says so.
    fn not_at_least(&mut self, x: Value, y: Value) -> Result<bool, Halt> {
        let (rights, lefts) = (self.values.rights(x)?, self.values.lefts(y)?);
        let pairs = rights.into_iter().map(|right| (right, y)).chain(lefts.into_iter().map(|left| (x, left)));
        self.first(pairs)
    }

    /// No option of the form is dominated or reversible.
    fn canonical(&mut self, value: Value) -> Result<(), Halt> {
        let (lefts, rights) = (self.values.lefts(value)?, self.values.rights(value)?);
        for a in &lefts {
            for b in lefts.iter().filter(|b| *b != a) {
                self.not_at_most(*a, *b)?;
            }
            for answer in self.values.rights(*a)? {
                self.not_at_most(answer, value)?;
            }
        }
        for a in &rights {
            for b in rights.iter().filter(|b| *b != a) {
                self.not_at_most(*b, *a)?;
            }
            for answer in self.values.lefts(*a)? {
                self.not_at_most(value, answer)?;
            }
        }
        Ok(())
    }

    /// A game with options of these values equals a value.
    fn equals(&mut self, [lefts, rights]: &[Vec<Value>; 2], value: Value) -> Result<(), Halt> {
        for w in lefts {
            self.not_at_least(*w, value)?;
        }
        for w in rights {
            self.not_at_most(*w, value)?;
        }
        for option in self.values.lefts(value)? {
            self.first(lefts.iter().map(|w| (option, *w)))?;
        }
        for option in self.values.rights(value)? {
            self.first(rights.iter().map(|w| (*w, option)))?;
        }
        Ok(())
    }
}

/// Forms in an order in which options come first.
struct Numbered {
    number: FxHashMap<Value, usize>,
    order: Vec<Value>,
}

impl Numbered {
    fn add(&mut self, values: &mut Values, value: Value) -> Result<(), Halt> {
        let mut stack = vec![(value, false)];
        while let Some((value, seen)) = stack.pop() {
            if self.number.contains_key(&value) {
                continue;
            }
            if seen {
                self.number.insert(value, self.order.len());
                self.order.push(value);
                continue;
            }
            stack.push((value, true));
            stack.extend(values.lefts(value)?.into_iter().chain(values.rights(value)?).map(|v| (v, false)));
        }
        Ok(())
    }
}

impl Solver {
    /// The certificate of a position's value; none where too many positions can follow.
    pub fn value_certificate(&mut self, game: &Game, position: &Position) -> Result<Option<Json>, Problem> {
        self.begin_values();
        self.position_value(game, position)?;
        let start = game.interp().canonical(position);
        let mut worth: FxHashMap<Position, usize> = FxHashMap::default();
        let mut listed: Vec<(Position, Value, [Vec<Value>; 2])> = Vec::new();
        let mut stack = vec![self.follow(game, start.clone())?];
        while let Some(frame) = stack.last_mut() {
            let next = frame.options.iter().flatten().nth(frame.at).cloned();
            frame.at += 1;
            match next {
                Some(next) if worth.contains_key(&next) => {}
                Some(next) => {
                    if listed.len() + stack.len() > MOST {
                        return Ok(None);
                    }
                    self.tick()?;
                    let frame = self.follow(game, next)?;
                    stack.push(frame);
                }
                None => {
                    let Some(Frame { position, options, .. }) = stack.pop() else { break };
                    let value = self.position_value(game, &position)?;
                    let sides = options.map(|side| {
                        side.iter().filter_map(|p| worth.get(p)).map(|i| listed[*i].1).collect::<Vec<Value>>()
                    });
                    worth.insert(position.clone(), listed.len());
                    listed.push((position, value, sides));
                }
            }
        }
        let (forms, pairs) = self.strategies(&listed).map_err(halted)?;
        let values = &mut self.partizan.values;
        let numbers = |list: Vec<Value>| list.iter().map(|v| forms.number[v]).collect::<Vec<usize>>();
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for form in &forms.order {
            lefts.push(numbers(values.lefts(*form).map_err(halted)?));
            rights.push(numbers(values.rights(*form).map_err(halted)?));
        }
        let mut pairs: Vec<[usize; 2]> =
            pairs.iter().map(|(x, y)| [forms.number[x], forms.number[y]]).collect();
        pairs.sort_unstable();
        let value = listed.last().map_or(Value::ZERO, |(_, value, _)| *value);
        let mut out = head(game, "partizan value", false);
        out["position"] = json!(game.show(&start));
        out["value"] = json!(plain(values, value, &mut 200).map_err(halted)?);
        out["lefts"] = json!(lefts);
        out["rights"] = json!(rights);
        out["at_most"] = json!(pairs);
        out["positions"] = listed.iter().map(|(p, ..)| json!(game.show(p))).collect();
        out["worth"] = listed.iter().map(|(_, value, _)| json!(forms.number[value])).collect();
        Ok(Some(out))
    }

    /// The forms of listed positions, and the pairs that show what they are worth.
    fn strategies(
        &mut self,
        listed: &[(Position, Value, [Vec<Value>; 2])],
    ) -> Result<(Numbered, FxHashSet<(Value, Value)>), Halt> {
        let values = &mut self.partizan.values;
        let mut forms = Numbered { number: FxHashMap::default(), order: Vec::new() };
        forms.add(values, Value::ZERO)?;
        for (_, value, _) in listed {
            forms.add(values, *value)?;
        }
        let mut pairs = Pairs { values, listed: FxHashSet::default(), open: Vec::new() };
        for form in &forms.order {
            pairs.canonical(*form)?;
        }
        for (_, value, sides) in listed {
            pairs.equals(sides, *value)?;
        }
        // Who wins.
        if let Some((_, value, _)) = listed.last() {
            for (x, y) in [(*value, Value::ZERO), (Value::ZERO, *value)] {
                let _ = pairs.first([(x, y)])? || pairs.not_at_most(x, y)?;
            }
        }
        pairs.close()?;
        Ok((forms, pairs.listed))
    }

    fn follow(&mut self, game: &Game, position: Position) -> Result<Frame, Problem> {
        let mut options = [Vec::new(), Vec::new()];
        for (mover, list) in options.iter_mut().enumerate() {
            let state = State::new(position.clone(), mover);
            for made in self.raw_moves(game.at(&state))? {
                list.extend(made.to.positions.first().map(|to| game.interp().canonical(to)));
            }
        }
        Ok(Frame { position, options, at: 0 })
    }
}

/// A canonical form in braces, with numbers as numbers and nothing else named; what does not fit is left out.
fn plain(values: &mut Values, value: Value, room: &mut usize) -> Result<String, Halt> {
    if let Some(number) = values.as_number(value) {
        return Ok(number.to_string());
    }
    if *room == 0 {
        return Ok("…".into());
    }
    *room -= 1;
    let mut sides = [String::new(), String::new()];
    for (text, options) in sides.iter_mut().zip([values.lefts(value)?, values.rights(value)?]) {
        let options: Result<Vec<String>, Halt> =
            options.into_iter().map(|option| plain(values, option, room)).collect();
        *text = options?.join(",");
    }
    let [lefts, rights] = sides;
    Ok(format!("{{{lefts}|{rights}}}"))
}
