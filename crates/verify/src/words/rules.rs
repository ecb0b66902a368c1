//! The rules of a game on words, as runs through them: what a position is, when play has ended, the ways of moving.

use super::path::{END, Output, Path, Spot, Stroke, Way, ZERO};
use super::reader::{Bit, Halt, Reader, Val, outside, runs, split, spot, whole};
use crate::refused::Why;
use crate::walk::Work;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::interp::Interp;
use bouton_language::rules::{Action, Change, Choice, End, Expr, Guard, Move, PartExpr, RangeExpr, Target};
use bouton_language::value::Value;

/// A game on words.
pub(super) struct Rules {
    pub(super) letters: Vec<Value>,
    /// Words are positions if none of these paths holds.
    pub(super) illegal: Vec<Path>,
    /// For each player the endings: paths of which one holds, and whether the player to move has won.
    pub(super) ends: Vec<Vec<(Vec<Path>, bool)>>,
    /// For each player to move: has a player without a move won?
    pub(super) stuck: Vec<bool>,
    pub(super) ways: Vec<Vec<Way>>,
}

fn refused<T>(en: &'static str, zh: &'static str) -> Result<T, Why> {
    Err(Why::Outside { en, zh })
}

/// The letters, if a position is one word of any length over a few letters.
fn letters(interp: &Interp) -> Result<Vec<Value>, Why> {
    let rules = interp.rules();
    let no = || refused("a position is not one word over a few letters", "局面不是由少数字母组成的串");
    let [field] = &rules.shape.fields[..] else { return no() };
    let fits = matches!(field.kind, FieldKind::Row | FieldKind::Word) && field.size.is_empty();
    if !fits || field.start.is_some() {
        return no();
    }
    let mut out: Vec<Value> = Vec::new();
    let listed = match (interp.members(0), interp.bounds(0)) {
        (Some(Value::Text(text)), _) => split(text),
        (Some(Value::Set(items) | Value::List(items)), _) => items.to_vec(),
        (_, Some((Value::Int(a), Some(Value::Int(b))))) if b.saturating_sub(a) < 24 => {
            (a..=b).map(Value::Int).collect()
        }
        _ => return no(),
    };
    for letter in listed {
        if !out.contains(&letter) {
            out.push(letter);
        }
    }
    if out.is_empty() || out.len() > 24 { no() } else { Ok(out) }
}

/// Reads the rules; `sum`: for the values of parts.
pub(super) fn read(interp: &Interp, sum: bool, work: &mut Work<'_>) -> Result<Rules, Why> {
    let rules = interp.rules();
    let letters = letters(interp)?;
    let odd = rules.score.is_some() || rules.stop.is_some() || rules.block.is_some() || rules.setup.is_some();
    let extras = rules.moves.iter().any(|m| m.again.is_some() || m.gain.is_some());
    if odd || extras || rules.uses.turn || rules.uses.heaps {
        return refused("scores, turns, second moves or forbidden options", "计分、轮次、再走一步或禁止走法");
    }
    let heaps = rules.shape.kind == ShapeKind::Heaps;
    if heaps && !rules.whens.is_empty() {
        return refused("a sum with endings by condition", "带条件终局的和");
    }
    let end = interp.end();
    let told = rules.uses.mover
        || rules.moves.iter().any(|m| m.by.is_some())
        || rules.whens.iter().any(|w| w.player.is_some())
        || matches!(end, End::Wins(_));
    let players = if told { 2 } else { 1 };
    if sum && (told || end != End::Normal || !rules.whens.is_empty()) {
        return refused(
            "values need the same moves for both and normal play",
            "SG 值要求双方走法相同且为正常规则",
        );
    }
    let mut out =
        Rules { letters, illegal: Vec::new(), ends: Vec::new(), stuck: Vec::new(), ways: Vec::new() };
    for require in &rules.requires {
        out.illegal.extend(holds(interp, &out.letters, 0, &require.cond, false, work)?);
    }
    for player in 0..players {
        out.stuck.push(match end {
            End::Normal => false,
            End::Misere => true,
            End::Wins(p) => p == player,
            End::Draw => return refused("draws", "平局"),
        });
        let mut ends = Vec::new();
        for when in &rules.whens {
            let mine = when.player.is_none_or(|p| p == player);
            let won = match when.verdict {
                Verdict::Win => mine,
                Verdict::Lose => !mine,
                Verdict::Draw => return refused("draws", "平局"),
            };
            ends.push((holds(interp, &out.letters, player, &when.cond, true, work)?, won));
        }
        out.ends.push(ends);
        let mut ways = Vec::new();
        for line in rules.moves.iter().filter(|m| m.by.is_none_or(|p| p == player)) {
            let found = runs(interp, &out.letters, player, None, work, &mut |reader, work| {
                Mover { reader }.made(line, heaps && sum, work)
            })?;
            ways.extend(found.into_iter().map(|(path, parts)| Way { path, parts }));
        }
        out.ways.push(ways);
    }
    if !out.illegal.is_empty() && out.stuck.contains(&true) {
        return refused(
            "who cannot move wins, and not every word is a position",
            "不能走者胜，而并非每个串都是局面",
        );
    }
    Ok(out)
}

/// The paths on which a condition is as wanted.
fn holds(
    interp: &Interp,
    letters: &[Value],
    player: usize,
    cond: &Expr,
    wanted: bool,
    work: &mut Work<'_>,
) -> Result<Vec<Path>, Why> {
    let found = runs(interp, letters, player, None, work, &mut |reader, work| {
        if reader.truth(cond, work)? == wanted { Ok(()) } else { Err(Halt::Not) }
    })?;
    Ok(found.into_iter().map(|(path, ())| path).collect())
}

struct Mover<'a, 'r> {
    reader: &'a mut Reader<'r>,
}

type Found<T> = Result<T, Halt>;

impl Mover<'_, '_> {
    /// One way of making a move.
    fn made(&mut self, line: &Move, sum: bool, work: &mut Work<'_>) -> Found<Vec<Output>> {
        for choice in &line.choices {
            match choice {
                Choice::If(cond) => {
                    if !self.reader.truth(cond, work)? {
                        return Err(Halt::Not);
                    }
                }
                Choice::Let { slot, value } => {
                    let val = self.reader.eval(value, work)?;
                    self.reader.bind(*slot, val);
                }
                Choice::In { slot, range, .. } => {
                    let val = self.reader.choose(range, work)?;
                    self.reader.bind(*slot, val);
                }
            }
        }
        let [step] = &line.steps[..] else { return outside() };
        if let [Change { target: Target::Field(_) | Target::Fields(_), action, guards, .. }] =
            &step.changes[..]
            && guards.is_empty()
        {
            return self.replaced(action, sum, work);
        }
        let first = Stroke { from: at(ZERO, 1), until: at(END, 0), becomes: None };
        let mut strokes = vec![first];
        for change in &step.changes {
            if let Some(stroke) = self.written(change, work)? {
                for other in &strokes[1..] {
                    // No place is written twice.
                    let apart = self.reader.at_most(stroke.until, other.from)?
                        || self.reader.at_most(other.until, stroke.from)?;
                    if !apart {
                        return outside();
                    }
                }
                strokes.push(stroke);
            }
        }
        for stroke in &mut strokes {
            (stroke.from, stroke.until) = (self.met(stroke.from)?, self.met(stroke.until)?);
        }
        Ok(vec![Output { strokes, inserts: Vec::new() }])
    }

    /// A place that is known when it is met: one before an anchor is an anchor of its own.
    fn met(&mut self, place: Spot) -> Found<Spot> {
        self.reader.must(at(ZERO, 0), place)?;
        self.reader.must(place, at(END, 0))?;
        if place.steps >= 0 {
            return Ok(place);
        }
        let here = self.reader.place();
        if self.reader.at_most(here, place)? && self.reader.at_most(place, here)? {
            Ok(here)
        } else {
            Err(Halt::Not)
        }
    }

    fn code(&self, value: &Value) -> Option<u8> {
        self.reader.letters.iter().position(|l| l == value).map(|l| l as u8)
    }

    /// What one change writes; nothing where its condition does not hold.
    fn written(&mut self, change: &Change, work: &mut Work<'_>) -> Found<Option<Stroke>> {
        let Target::Element(_, index) = &change.target else { return outside() };
        let [index] = &index[..] else { return outside() };
        let mut sweep: Option<(usize, &RangeExpr)> = None;
        for guard in &change.guards {
            match guard {
                Guard::When(cond) if sweep.is_none() => {
                    if !self.reader.truth(cond, work)? {
                        return Ok(None);
                    }
                }
                Guard::For { slot, range } if sweep.is_none() => sweep = Some((*slot, range)),
                _ => return outside(),
            }
        }
        let Some((slot, range)) = sweep else {
            let Some(from) = spot(&self.reader.eval(index, work)?) else { return outside() };
            let value = self.new_letter(&change.action, from, work)?;
            // A letter that is none: the result is no position.
            let Some(letter) = self.code(&value) else { return Err(Halt::Not) };
            self.reader.must(at(ZERO, 1), from)?;
            self.reader.must(from, at(END, -1))?;
            let becomes = Some(vec![letter; self.reader.letters.len()]);
            return Ok(Some(Stroke { from, until: Spot { steps: from.steps + 1, ..from }, becomes }));
        };
        // One letter for a whole stretch.
        let RangeExpr::Between(Some(from), Some(to)) = range else { return outside() };
        let (from, to) = (self.reader.eval(from, work)?, self.reader.eval(to, work)?);
        let (Some(from), Some(to)) = (spot(&from), spot(&to)) else { return outside() };
        let until = Spot { steps: to.steps + 1, ..to };
        if !self.reader.at_most(from, to)? {
            return Ok(None);
        }
        self.reader.must(at(ZERO, 1), from)?;
        self.reader.must(until, at(END, 0))?;
        let is_slot = matches!(index.kind, bouton_language::rules::ExprKind::Local(s) if s == slot);
        let Action::Become(e) = &change.action else { return outside() };
        // Nothing is bound to the loop: what is written may not look at it.
        if let Some(bound) = self.reader.locals.get_mut(slot) {
            *bound = None;
        }
        let Val::Is(value) = self.reader.eval(e, work)? else { return outside() };
        match self.code(&value) {
            Some(letter) if is_slot => {
                Ok(Some(Stroke { from, until, becomes: Some(vec![letter; self.reader.letters.len()]) }))
            }
            _ => outside(),
        }
    }

    fn new_letter(&mut self, action: &Action, place: Spot, work: &mut Work<'_>) -> Found<Value> {
        let (e, sign) = match action {
            Action::Become(e) => match self.reader.eval(e, work)? {
                Val::Is(v) => return Ok(v),
                _ => return outside(),
            },
            Action::Add(e) => (e, 1),
            Action::Sub(e) => (e, -1),
            Action::Parts(_) => return outside(),
        };
        let old = self.reader.letter(place)?;
        match (&self.reader.letters[old as usize].clone(), self.reader.eval(e, work)?) {
            (Value::Int(old), Val::Is(Value::Int(n))) => n
                .checked_mul(sign)
                .and_then(|n| old.checked_add(n))
                .map_or_else(outside, |n| Ok(Value::Int(n))),
            _ => outside(),
        }
    }

    /// The whole word becomes others.
    fn replaced(&mut self, action: &Action, sum: bool, work: &mut Work<'_>) -> Found<Vec<Output>> {
        let words: Vec<&Expr> = match action {
            Action::Become(e) => vec![e],
            Action::Parts(parts) => {
                let each = parts.iter().map(|p| match p {
                    PartExpr::One(e) => Ok(e),
                    _ => outside(),
                });
                each.collect::<Found<_>>()?
            }
            _ => return outside(),
        };
        if words.len() != 1 && !sum {
            return outside();
        }
        let mut out = Vec::new();
        for word in words {
            let bits = match self.reader.eval(word, work)? {
                Val::Row(bits) => bits,
                Val::Is(Value::Text(text)) => vec![Bit::New(split(&text))],
                Val::Is(Value::List(items)) => vec![Bit::New(items.to_vec())],
                Val::At(_) | Val::Is(_) => return outside(),
            };
            let Val::Row(all) = whole() else { return outside() };
            let [Bit::Old(mut reached, _)] = all[..] else { return outside() };
            let mut part = Output::default();
            for bit in bits {
                match bit {
                    Bit::Old(from, until) => {
                        self.reader.must(reached, from)?;
                        let (from, behind) = (self.met(from)?, self.met(until)?);
                        part.strokes.push(Stroke { from, until: behind, becomes: None });
                        reached = until;
                    }
                    Bit::New(items) => {
                        let letters: Option<Vec<u8>> = items.iter().map(|v| self.code(v)).collect();
                        // A letter that is none: the result is no position.
                        let Some(letters) = letters else { return Err(Halt::Not) };
                        let place = self.met(reached)?;
                        part.inserts.push((place, letters));
                    }
                }
            }
            out.push(part);
        }
        Ok(out)
    }
}

fn at(anchor: usize, steps: i64) -> Spot {
    Spot { anchor, steps }
}

/// Every path that the rules know.
pub(super) fn paths(rules: &Rules) -> impl Iterator<Item = &Path> {
    let ends = rules.ends.iter().flatten().flat_map(|(paths, _)| paths);
    rules.illegal.iter().chain(ends)
}
