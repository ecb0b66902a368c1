//! A game as ways of rewriting one word: positions, endings, move lines.

use super::formula::{Formula, Place};
use super::reader::{Cases, Piece, Reader, Round, Symbol, letters, place};
use super::{LETTERS, Letters, Output, Outside, Stroke, Way, Why};
use crate::Core;
use bouton_core::{Action, Change, Choice, Guard, Kind, Move, Piece as Part, Range, Target, Term};
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::rules::End;
use bouton_language::span::Span;
use bouton_language::value::Value;

/// The most ways that the moves of one player may have.
const WAYS: usize = 2000;

type Result<T> = std::result::Result<T, Outside>;

/// The rules as formulas about the places of a word; those of a sum as a sum.
pub fn derive(core: &Core) -> Result<Letters> {
    read(core, core.shape.kind == ShapeKind::Heaps)
}

/// The same of one part of a sum, played on its own.
pub fn derive_alone(core: &Core) -> Result<Letters> {
    read(core, false)
}

fn read(core: &Core, sum: bool) -> Result<Letters> {
    let (rules, span) = (core.rules(), core.shape.span);
    let alphabet = alphabet(core).ok_or(Outside { span, why: Why::Shape })?;
    let play = Outside { span, why: Why::Play };
    let odd = rules.score.is_some() || core.stop.is_some() || core.block.is_some() || rules.setup.is_some();
    if odd || rules.uses.turn || rules.uses.heaps || core.moves.iter().any(|m| m.again.is_some()) {
        return Err(play);
    }
    let heaps = core.shape.kind == ShapeKind::Heaps;
    if heaps && !core.whens.is_empty() {
        return Err(play);
    }
    let (end, named) = (core.interp().end(), core.whens.iter().any(|w| w.player.is_some()));
    let told = rules.uses.mover || core.moves.iter().any(|m| m.by.is_some());
    let players = if told || named || matches!(end, End::Wins(_)) { 2 } else { 1 };
    if sum && (players == 2 || end != End::Normal) {
        return Err(play);
    }
    let mut reader = Reader::new(core, &alphabet);
    let (mut ends, mut stuck, mut ways) = (Vec::new(), Vec::new(), Vec::new());
    let truth = Formula::Known(true);
    let mut legal = Formula::Known(true);
    for require in &core.requires {
        reader.frame(require.locals);
        let f = reader.truth(&require.cond, &legal)?;
        legal = legal.and(f);
    }
    for player in 0..players {
        reader.mover = rules.uses.mover.then_some(player);
        stuck.push(match end {
            End::Normal => false,
            End::Misere => true,
            End::Wins(p) => p == player,
            End::Draw => return Err(play),
        });
        let mut here = truth.clone();
        let mut list = Vec::new();
        for when in &core.whens {
            reader.frame(when.locals);
            let f = reader.truth(&when.cond, &here)?;
            here = here.and(f.clone().not());
            let mine = when.player.is_none_or(|p| p == player);
            let won = match when.verdict {
                Verdict::Win => mine,
                Verdict::Lose => !mine,
                Verdict::Draw => return Err(play),
            };
            list.push((f, won));
        }
        ends.push(list);
        let mut found = Vec::new();
        for line in core.moves.iter().filter(|m| m.by.is_none_or(|p| p == player)) {
            Line { reader: &mut reader, line, sum, out: &mut found }.read()?;
        }
        ways.push(found);
    }
    let faults = std::mem::take(&mut reader.faults);
    let marks = reader.marks;
    Ok(Letters { alphabet, legal, ends, stuck, ways, faults, marks, sum })
}

/// The letters of which positions are made, if a position is one word over a few letters.
fn alphabet(core: &Core) -> Option<Vec<Value>> {
    let [field] = &core.shape.fields[..] else { return None };
    if !matches!(field.kind, FieldKind::Row | FieldKind::Word)
        || !field.size.is_empty()
        || field.start.is_some()
    {
        return None;
    }
    let interp = core.interp();
    let mut found = match (interp.members(0), interp.bounds(0)) {
        (Some(Value::Text(text)), _) => letters(text),
        (Some(Value::Set(items) | Value::List(items)), _) => items.to_vec(),
        (_, Some((Value::Int(low), Some(Value::Int(high))))) if high.checked_sub(low)? < LETTERS as i64 => {
            (low..=high).map(Value::Int).collect()
        }
        _ => return None,
    };
    let mut seen = Vec::new();
    found.retain(|v| !seen.contains(v) && (seen.push(v.clone()), true).1);
    (!found.is_empty() && found.len() <= LETTERS).then_some(found)
}

/// A move line being read.
struct Line<'r, 'c> {
    reader: &'r mut Reader<'c>,
    line: &'c Move,
    sum: bool,
    out: &'r mut Vec<Way>,
}

/// What a change writes, as far as it is read.
#[derive(Clone)]
struct Draft {
    marks: Vec<usize>,
    when: Formula,
    writes: Vec<Stroke>,
    /// The words that replace the old one, where the whole field is changed.
    parts: Option<Vec<Vec<Piece>>>,
}

impl<'c> Line<'_, 'c> {
    fn read(&mut self) -> Result<()> {
        self.reader.frame(self.line.locals);
        let draft = Draft { marks: Vec::new(), when: Formula::Known(true), writes: Vec::new(), parts: None };
        self.choose(0, draft)
    }

    fn outside<T>(&self, span: Span, why: Why) -> Result<T> {
        self.reader.outside(span, why)
    }

    fn choose(&mut self, at: usize, draft: Draft) -> Result<()> {
        let line = self.line;
        match line.choices.get(at) {
            None => {
                let [step] = &line.steps[..] else { return self.outside(line.span, Why::Change) };
                self.change(&step.changes, 0, draft)
            }
            Some(Choice::If(cond)) => {
                let f = self.reader.truth(cond, &draft.when)?;
                let when = draft.when.and(f);
                if when == Formula::Known(false) {
                    Ok(())
                } else {
                    self.choose(at + 1, Draft { when, ..draft })
                }
            }
            Some(Choice::Let { slot, value }) => {
                let cases = self.reader.cases(value, &draft.when)?;
                self.reader.bind(*slot, cases);
                self.choose(at + 1, draft)
            }
            Some(Choice::In { slot, range, span, .. }) => {
                for Round { mark, when, value } in self.reader.rounds(range, &draft.when, *span)? {
                    let mut next = Draft { when: draft.when.clone().and(when), ..draft.clone() };
                    next.marks.extend(mark);
                    self.reader.bind(*slot, vec![(Formula::Known(true), value)]);
                    self.choose(at + 1, next)?;
                }
                Ok(())
            }
        }
    }

    fn change(&mut self, changes: &'c [Change], at: usize, draft: Draft) -> Result<()> {
        let Some(change) = changes.get(at) else { return self.done(draft) };
        let mut open = vec![draft];
        let mut swept = None;
        for (i, guard) in change.guards.iter().enumerate() {
            match guard {
                Guard::When(cond) if swept.is_none() => {
                    let mut next = Vec::new();
                    for draft in open {
                        let f = self.reader.truth(cond, &draft.when)?;
                        let not = draft.when.clone().and(f.clone().not());
                        if not != Formula::Known(false) {
                            self.change(changes, at + 1, Draft { when: not, ..draft.clone() })?;
                        }
                        next.push(Draft { when: draft.when.clone().and(f), ..draft });
                    }
                    open = next;
                }
                Guard::For { slot, range } if i + 1 == change.guards.len() && swept.is_none() => {
                    swept = Some((*slot, range));
                }
                _ => return self.outside(change.span, Why::Change),
            }
        }
        for draft in open {
            match (&change.target, swept) {
                _ if draft.when == Formula::Known(false) => {}
                (Target::Element(_, at_place), Some((slot, range))) => {
                    for next in self.sweep(change, at_place, slot, range, draft)? {
                        self.change(changes, at + 1, next)?;
                    }
                }
                (Target::Element(_, at_place), None) => {
                    for next in self.element(change, at_place, draft)? {
                        self.change(changes, at + 1, next)?;
                    }
                }
                (Target::Field(_) | Target::Fields(_), None) => {
                    for next in self.field(change, draft)? {
                        self.change(changes, at + 1, next)?;
                    }
                }
                _ => return self.outside(change.span, Why::Change),
            }
        }
        Ok(())
    }

    /// One letter changes.
    fn element(&mut self, change: &'c Change, at: &'c [Term], draft: Draft) -> Result<Vec<Draft>> {
        let [index] = at else { return self.outside(change.span, Why::Change) };
        let mut out = Vec::new();
        for (when, spot) in self.reader.cases(index, &draft.when)? {
            let Some(from) = place(&spot) else { return self.outside(change.span, Why::Change) };
            let Some(until) = from.plus(1) else { return self.outside(change.span, Why::Many) };
            let when = draft.when.clone().and(when);
            self.reader.fault(when.clone().and(Formula::before(from, Place::number(1))), change.span);
            self.reader.fault(when.clone().and(Formula::at_most(Place::end(), from)), change.span);
            for (f, value) in self.values(change, Some(from), &when)? {
                let Some(letter) = self.letter(&value, change.span)? else { continue };
                let mut next = Draft { when: when.clone().and(f), ..draft.clone() };
                let becomes = Some(vec![letter; self.reader.alphabet.len()]);
                next.writes.push(Stroke { from, until, becomes });
                out.push(next);
            }
        }
        Ok(out)
    }

    /// What the letter at a place becomes, by cases.
    fn values(&mut self, change: &'c Change, at: Option<Place>, when: &Formula) -> Result<Cases> {
        let (term, sign) = match &change.action {
            Action::Become(term) => return self.reader.cases(term, when),
            Action::Add(term) => (term, 1),
            Action::Sub(term) => (term, -1),
            Action::Parts(_) => return self.outside(change.span, Why::Change),
        };
        let Some(at) = at else { return self.outside(change.span, Why::Change) };
        let mut out = Vec::new();
        for (f, symbol) in self.reader.cases(term, when)? {
            let Symbol::Value(Value::Int(n)) = symbol else { return self.outside(change.span, Why::Change) };
            for (l, old) in self.reader.alphabet.iter().enumerate() {
                let Value::Int(old) = old else { return self.outside(change.span, Why::Change) };
                let new = old.checked_add(sign * n);
                let Some(new) = new else { return self.outside(change.span, Why::Many) };
                out.push((f.clone().and(Formula::Letter(at, 1 << l)), Symbol::Value(Value::Int(new))));
            }
        }
        Ok(out)
    }

    /// The number of a letter; none where the value is no letter, so that the result is no position.
    fn letter(&self, value: &Symbol, span: Span) -> Result<Option<u8>> {
        match value {
            Symbol::Value(v) => Ok(self.reader.alphabet.iter().position(|l| l == v).map(|l| l as u8)),
            _ => self.outside(span, Why::Change),
        }
    }

    /// All letters of a stretch change, each by what it is.
    fn sweep(
        &mut self,
        change: &'c Change,
        at: &'c [Term],
        slot: usize,
        range: &'c Range,
        draft: Draft,
    ) -> Result<Vec<Draft>> {
        let [Term { kind: Kind::Local(index), .. }] = at else {
            return self.outside(change.span, Why::Change);
        };
        let Range::Between(Some(from), Some(to)) = range else {
            return self.outside(change.span, Why::Change);
        };
        if *index != slot {
            return self.outside(change.span, Why::Change);
        }
        let (froms, tos) = (self.reader.cases(from, &draft.when)?, self.reader.cases(to, &draft.when)?);
        let mut out = Vec::new();
        for (f, from) in &froms {
            for (g, to) in &tos {
                let when = draft.when.clone().and(f.clone()).and(g.clone());
                let (Some(from), Some(until)) = (place(from), place(to).and_then(|p| p.plus(1))) else {
                    return self.outside(change.span, Why::Change);
                };
                let some = when.clone().and(Formula::before(from, until));
                self.reader.fault(some.clone().and(Formula::before(from, Place::number(1))), change.span);
                self.reader.fault(some.and(Formula::before(Place::end(), until)), change.span);
                // The ends of an empty stretch must be places too.
                self.reader.fault(when.clone().and(Formula::before(Place::end(), from)), change.span);
                self.reader.fault(when.clone().and(Formula::before(until, Place::number(0))), change.span);
                let becomes = self.swept(change, slot, &when)?;
                let mut next = Draft { when, ..draft.clone() };
                next.writes.push(Stroke { from, until, becomes: Some(becomes) });
                out.push(next);
            }
        }
        Ok(out)
    }

    /// What each letter becomes, whatever stands around it.
    fn swept(&mut self, change: &'c Change, slot: usize, when: &Formula) -> Result<Vec<u8>> {
        let mark = self.reader.fresh();
        let here = Place::mark(mark);
        self.reader.bind(slot, vec![(Formula::Known(true), Symbol::Place(here))]);
        let inside = Formula::at_most(Place::number(1), here).and(Formula::before(here, Place::end()));
        let faults = self.reader.faults.len();
        let cases = self.values(change, Some(here), &when.clone().and(inside.clone()))?;
        // The faults of one place of the stretch are faults.
        for (f, _) in &mut self.reader.faults[faults..] {
            *f = Formula::some(mark, f.clone().and(inside.clone()));
        }
        let mut out = Vec::new();
        for l in 0..self.reader.alphabet.len() as u8 {
            let mut given = None;
            for (f, value) in &cases {
                match f.given(mark, l) {
                    Formula::Known(true) => given = self.letter(value, change.span)?,
                    Formula::Known(false) => {}
                    _ => return self.outside(change.span, Why::Change),
                }
            }
            // A letter that leaves the domain in the middle of a stretch would forbid the whole move.
            let Some(given) = given else { return self.outside(change.span, Why::Change) };
            out.push(given);
        }
        Ok(out)
    }

    /// The whole word changes, or becomes several.
    fn field(&mut self, change: &'c Change, draft: Draft) -> Result<Vec<Draft>> {
        if draft.parts.is_some() {
            return self.outside(change.span, Why::Change);
        }
        let terms: Vec<&Term> = match &change.action {
            Action::Become(term) => vec![term],
            Action::Parts(parts) => {
                let each = parts.iter().map(|p| match p {
                    Part::One(term) => Ok(term),
                    _ => self.outside(change.span, Why::Change),
                });
                each.collect::<Result<_>>()?
            }
            _ => return self.outside(change.span, Why::Change),
        };
        if terms.len() != 1 && !self.sum {
            return self.outside(change.span, Why::Change);
        }
        let mut out = vec![(draft.when.clone(), Vec::new())];
        for term in terms {
            let mut next = Vec::new();
            for (when, parts) in out {
                for (f, symbol) in self.reader.cases(term, &when)? {
                    let pieces = match symbol {
                        Symbol::Pieces(pieces) => pieces,
                        Symbol::Value(Value::Text(text)) => vec![Piece::New(letters(&text))],
                        Symbol::Value(Value::List(items)) => vec![Piece::New(items.to_vec())],
                        _ => return self.outside(change.span, Why::Change),
                    };
                    let mut more: Vec<Vec<Piece>> = parts.clone();
                    more.push(pieces);
                    next.push((when.clone().and(f), more));
                }
            }
            out = next;
        }
        let done = out.into_iter().filter(|(when, _)| *when != Formula::Known(false));
        Ok(done.map(|(when, parts)| Draft { when, parts: Some(parts), ..draft.clone() }).collect())
    }

    /// A way is read: what it writes must go through the word once.
    fn done(&mut self, draft: Draft) -> Result<()> {
        let span = self.line.span;
        if draft.when == Formula::Known(false) {
            return Ok(());
        }
        let mut parts = Vec::new();
        match draft.parts {
            Some(_) if !draft.writes.is_empty() => return self.outside(span, Why::Change),
            Some(words) => {
                for word in words {
                    // A letter that is none: the result is no position.
                    let Some(part) = self.output(word, &draft.when)? else { return Ok(()) };
                    parts.push(part);
                }
            }
            None => {
                for (i, a) in draft.writes.iter().enumerate() {
                    for b in &draft.writes[..i] {
                        let meet = Formula::before(a.from, b.until).and(Formula::before(b.from, a.until));
                        let some = Formula::before(a.from, a.until).and(Formula::before(b.from, b.until));
                        self.reader.fault(draft.when.clone().and(meet).and(some), span);
                    }
                }
                let all = Stroke { from: Place::number(1), until: Place::end(), becomes: None };
                let mut strokes = vec![all];
                strokes.extend(draft.writes);
                parts.push(Output { strokes, inserts: Vec::new() });
            }
        }
        self.out.push(Way { marks: draft.marks, when: draft.when, parts });
        if self.out.len() > WAYS { self.outside(span, Why::Many) } else { Ok(()) }
    }

    /// Pieces as one passage through the old word; stretches that do not follow one another are a fault.
    fn output(&mut self, pieces: Vec<Piece>, when: &Formula) -> Result<Option<Output>> {
        let span = self.line.span;
        let mut out = Output::default();
        let mut reached = Place::number(1);
        for piece in pieces {
            match piece {
                Piece::Old(from, until) => {
                    self.reader.fault(when.clone().and(Formula::before(from, reached)), span);
                    out.strokes.push(Stroke { from, until, becomes: None });
                    reached = until;
                }
                Piece::New(items) => {
                    let mut word = Vec::new();
                    for item in items {
                        match self.letter(&Symbol::Value(item), span)? {
                            Some(letter) => word.push(letter),
                            None => return Ok(None),
                        }
                    }
                    match out.inserts.last_mut() {
                        Some((at, last)) if *at == reached => last.extend(word),
                        _ => out.inserts.push((reached, word)),
                    }
                }
            }
        }
        Ok(Some(out))
    }
}
