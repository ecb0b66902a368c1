//! Moves and endings of a board written out.

use super::diagram::{Diagrams, Node};
use super::eval::{Eval, Open};
use super::primes::primes;
use super::{Areas, Board, Ending, Ground, Reads, Spread, Unfit};
use bouton_core::{Action, Change, Choice, Core, Gather, Guard, Kind, Move, Piece, Step, Target, Term};
use bouton_language::ast::{BinaryOp, ShapeKind};
use bouton_language::interp::binary;
use bouton_language::rules::{Builtin, End, ScoreKind};
use bouton_language::value::Value;
use std::sync::Arc;

/// Ways that one choice of a move, or one case of an ending, may have.
const MOST_WAYS: usize = 256;
/// Ground moves of a board.
const MOST_MOVES: usize = 20_000;

/// Fills in moves and endings.
pub(super) fn write_out(core: &Core, board: &mut Board) -> Result<(), Unfit> {
    let rules = core.rules();
    if rules.uses.turn
        || rules.uses.heaps
        || core.block.is_some()
        || core.stop.is_some()
        || core.shape.unordered
    {
        return Err(Unfit);
    }
    let named = core.whens.iter().any(|w| w.player.is_some());
    let wins = matches!(core.interp().end(), End::Wins(_)) || matches!(rules.endless, Some(End::Wins(_)));
    let own = rules.uses.mover || core.moves.iter().any(|m| m.by.is_some());
    let players = if own || named || wins || rules.score == Some(ScoreKind::Shared) { 2 } else { 1 };
    let (mut moves, mut endings, mut areas, mut lines) = (Vec::new(), Vec::new(), None, Vec::new());
    for mover in 0..players {
        let mut maker = Maker::new(core, board, mover)?;
        let mut until = Vec::new();
        for line in core.moves.iter().filter(|m| m.by.is_none_or(|by| by == mover)) {
            maker.line(line)?;
            until.push(maker.made.len());
        }
        let Maker { made, areas: found, .. } = maker;
        // A part stays whole after some moves and falls apart after others: nothing here is for that.
        let all = |a: Option<Areas>| found.iter().all(|f| *f == a);
        let common = found.first().copied().flatten();
        let first = areas.get_or_insert(common);
        if !found.is_empty() && (!all(common) || *first != common) {
            return Err(Unfit);
        }
        if common.is_some() {
            let from = std::iter::once(0).chain(until.iter().copied());
            lines.extend(from.zip(&until).map(|(from, to)| ordered(made[from..*to].to_vec())));
        }
        moves.push(ordered(made));
        endings.push(ends(core, board, mover)?);
    }
    let areas = areas.flatten();
    // Parts that are cut out have sizes of their own, and what a position must satisfy is asked of each.
    let asked = !core.requires.is_empty() || core.shape.fields.iter().any(|field| !field.size.is_empty());
    if areas.is_some() && (asked || core.shape.kind != ShapeKind::Heaps) {
        return Err(Unfit);
    }
    (board.moves, board.endings, board.areas, board.lines) = (moves, endings, areas, lines);
    Ok(())
}

/// Moves in their order, each once.
fn ordered(mut moves: Vec<Ground>) -> Vec<Ground> {
    moves.sort();
    moves.dedup();
    moves
}

/// Called for each way through the guards of a change, with where that way is gone.
type Each<'f, M> = dyn FnMut(&mut M, Option<Node>) -> Result<(), Unfit> + 'f;

/// Writes out the moves of one player.
struct Maker<'b> {
    eval: Eval<'b>,
    /// What stands on the cells before a move.
    start: Vec<Node>,
    made: Vec<Ground>,
    /// The areas that each line leaves.
    areas: Vec<Option<Areas>>,
}

impl<'b> Maker<'b> {
    fn new(core: &'b Core, board: &'b Board, mover: usize) -> Result<Maker<'b>, Unfit> {
        let mut diagrams = Diagrams::new();
        let cells = board.cells.iter().enumerate();
        let start = cells.map(|(i, cell)| diagrams.cell(i, &cell.values)).collect::<Result<Vec<_>, _>>()?;
        let now = start.clone();
        let (cells, spread) = (&board.cells[..], &board.spread[..]);
        let eval = Eval { core, cells, spread, diagrams, mover, now, locals: Vec::new(), depth: 0 };
        Ok(Maker { eval, start, made: Vec::new(), areas: Vec::new() })
    }

    fn line(&mut self, line: &Move) -> Result<(), Unfit> {
        let always = self.eval.diagrams.truth(true);
        self.eval.locals.clear();
        let steps = match line.steps.split_last() {
            Some((last, before)) if self.regions(last)?.is_some() => {
                let areas = self.regions(last)?;
                self.areas.push(areas);
                before
            }
            _ => {
                self.areas.push(None);
                &line.steps[..]
            }
        };
        self.choose(line, steps, 0, always)
    }

    /// The areas that a step leaves, if that is all it does.
    fn regions(&mut self, step: &Step) -> Result<Option<Areas>, Unfit> {
        let [Change { target, action: Action::Parts(pieces), guards, .. }] = &step.changes[..] else {
            return Ok(None);
        };
        let ([Piece::Each(each)], true) = (&pieces[..], guards.is_empty()) else { return Err(Unfit) };
        let (Kind::Call(Builtin::Regions, args), Target::Field(0)) = (&each.kind, target) else {
            return Err(Unfit);
        };
        let ([grid, of, fill], [Spread::Grid { .. }]) = (&args[..], self.eval.spread) else {
            return Err(Unfit);
        };
        let values = &self.eval.cells[0].values;
        let number = |t: &Term| {
            let place = values.iter().position(|v| Some(v) == t.value());
            place.map(|i| i as u32).ok_or(Unfit)
        };
        // What has neither value would be lost.
        if !matches!(grid.kind, Kind::Field(0)) || values.len() != 2 || number(of)? == number(fill)? {
            return Err(Unfit);
        }
        Ok(Some(Areas { of: number(of)?, fill: number(fill)? }))
    }

    /// Goes on with the choices of a line from here, made where `when` holds.
    fn choose(&mut self, line: &Move, steps: &[Step], from: usize, when: Node) -> Result<(), Unfit> {
        if self.eval.diagrams.value(when) == Some(&Value::Bool(false)) {
            return Ok(());
        }
        match line.choices.get(from) {
            None => self.make(line, steps, when),
            Some(Choice::If(cond)) => {
                let cond = self.eval.node(cond)?;
                let when = self.eval.diagrams.and(when, cond)?;
                self.choose(line, steps, from + 1, when)
            }
            Some(Choice::Let { slot, value }) => {
                let value = self.eval.open(value)?;
                self.eval.set(*slot, value);
                self.choose(line, steps, from + 1, when)
            }
            Some(Choice::In { slot, range, .. }) => {
                for (within, item) in self.eval.items(range)? {
                    let Open::Node(node) = item else { return Err(Unfit) };
                    // A choice that depends on cells has one name on one board and another on the next.
                    self.eval.diagrams.value(node).ok_or(Unfit)?;
                    self.eval.set(*slot, item);
                    let when = self.eval.diagrams.and(when, within)?;
                    self.choose(line, steps, from + 1, when)?;
                }
                Ok(())
            }
        }
    }

    /// The move whose choices are made.
    fn make(&mut self, line: &Move, steps: &[Step], when: Node) -> Result<(), Unfit> {
        let made = self.made(line, steps, when);
        // The next choices are made on the board as it was.
        self.eval.now.clone_from(&self.start);
        made
    }

    fn made(&mut self, line: &Move, steps: &[Step], mut when: Node) -> Result<(), Unfit> {
        let gain = match &line.gain {
            Some(gain) => self.eval.node(gain)?,
            None => self.eval.diagrams.leaf(Value::Int(0))?,
        };
        let again = match &line.again {
            Some(again) => self.eval.node(again)?,
            None => self.eval.diagrams.truth(false),
        };
        for step in steps {
            self.step(step)?;
        }
        let changed: Vec<usize> =
            (0..self.start.len()).filter(|&i| self.eval.now[i] != self.start[i]).collect();
        for &i in &changed {
            let values = &self.eval.cells[i].values;
            let fits =
                self.eval.diagrams.map(&[self.eval.now[i]], &|v| Some(Value::Bool(values.contains(v[0]))))?;
            when = self.eval.diagrams.and(when, fits)?;
        }
        let core = self.eval.core;
        for require in &core.requires {
            let holds = self.eval.node(&require.cond)?;
            when = self.eval.diagrams.and(when, holds)?;
        }
        // Everything the move does, as one value: the list of gain, again and the new values.
        let mut parts = vec![gain, again];
        parts.extend(changed.iter().map(|&i| self.eval.now[i]));
        let effect = self
            .eval
            .diagrams
            .map(&parts, &|v| Some(Value::list(v.iter().map(|v| (*v).clone()).collect())))?;
        let none = self.eval.diagrams.truth(false);
        let whole = self.eval.diagrams.choose(when, effect, none)?;
        let mut effects: Vec<(Arc<Vec<Value>>, Vec<Reads>)> = Vec::new();
        for (reads, value) in self.eval.diagrams.ways(whole, MOST_WAYS)? {
            match value {
                Some(Value::List(list)) => match effects.iter_mut().find(|(effect, _)| *effect == list) {
                    Some((_, ways)) => ways.push(reads),
                    None => effects.push((list, vec![reads])),
                },
                Some(_) => {}
                // Where the rules fail, the interpreter says how.
                None => return Err(Unfit),
            }
        }
        let ways = effects.into_iter().flat_map(|(effect, ways)| {
            primes(self.eval.cells, ways).into_iter().map(move |reads| (reads, effect.clone()))
        });
        for (reads, list) in ways.collect::<Vec<_>>() {
            let [Value::Int(gain), Value::Bool(again), new @ ..] = &list[..] else { return Err(Unfit) };
            let mut writes = Vec::new();
            for (&i, v) in changed.iter().zip(new) {
                let to = self.eval.cells[i].values.iter().position(|x| x == v).ok_or(Unfit)? as u32;
                let keeps = reads.iter().any(|(cell, set)| *cell as usize == i && *set == 1 << to);
                if !keeps {
                    writes.push((i as u32, to));
                }
            }
            if self.made.len() == MOST_MOVES {
                return Err(Unfit);
            }
            self.made.push(Ground { reads, writes, gain: *gain, again: *again });
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Unfit> {
        let mut new = self.eval.now.clone();
        let mut arrows = vec![false; new.len()];
        for change in &step.changes {
            if let Action::Become(value) = &change.action {
                self.guarded(change, 0, None, &mut |maker, when| {
                    maker.become_(change, value, when, &mut new, &mut arrows)
                })?;
            } else if let Action::Parts(_) = change.action {
                return Err(Unfit);
            }
        }
        for change in &step.changes {
            let (op, amount) = match &change.action {
                Action::Add(e) => (BinaryOp::Add, e),
                Action::Sub(e) => (BinaryOp::Sub, e),
                _ => continue,
            };
            self.guarded(change, 0, None, &mut |maker, when| {
                let amount = maker.eval.node(amount)?;
                let at = maker.target(&change.target)?;
                let sum = maker.eval.diagrams.map(&[new[at], amount], &|v| binary(op, v[0], v[1]).ok())?;
                new[at] = maker.put(when, sum, new[at])?;
                Ok(())
            })?;
        }
        self.eval.now = new;
        Ok(())
    }

    /// Runs `f` for each way through `when` and `for`, with where that way is gone.
    fn guarded(
        &mut self,
        change: &Change,
        from: usize,
        when: Option<Node>,
        f: &mut Each<'_, Self>,
    ) -> Result<(), Unfit> {
        let both = |maker: &mut Self, a: Option<Node>, b: Node| match a {
            Some(a) => maker.eval.diagrams.and(a, b),
            None => Ok(b),
        };
        match change.guards.get(from) {
            None => f(self, when),
            Some(Guard::When(cond)) => {
                let cond = self.eval.node(cond)?;
                match self.eval.diagrams.value(cond) {
                    Some(Value::Bool(true)) => self.guarded(change, from + 1, when, f),
                    Some(Value::Bool(false)) => Ok(()),
                    _ => {
                        let when = both(self, when, cond)?;
                        self.guarded(change, from + 1, Some(when), f)
                    }
                }
            }
            Some(Guard::For { slot, range }) => {
                let always = self.eval.diagrams.truth(true);
                for (within, item) in self.eval.items(range)? {
                    self.eval.set(*slot, item);
                    let when = if within == always { when } else { Some(both(self, when, within)?) };
                    self.guarded(change, from + 1, when, f)?;
                }
                Ok(())
            }
        }
    }

    /// The new value where it is put, the old one elsewhere.
    fn put(&mut self, when: Option<Node>, new: Node, old: Node) -> Result<Node, Unfit> {
        match when {
            None => Ok(new),
            Some(when) => self.eval.diagrams.choose(when, new, old),
        }
    }

    fn become_(
        &mut self,
        change: &Change,
        value: &Term,
        when: Option<Node>,
        new: &mut [Node],
        arrows: &mut [bool],
    ) -> Result<(), Unfit> {
        let value = self.eval.open(value)?;
        let mut put = |maker: &mut Self, at: usize, node: Node| {
            // Two arrows into one place are an error of the rules.
            if std::mem::replace(&mut arrows[at], true) {
                return Err(Unfit);
            }
            new[at] = maker.put(when, node, new[at])?;
            Ok(())
        };
        match &change.target {
            Target::Element(..) => {
                let at = self.target(&change.target)?;
                let Open::Node(node) = value else { return Err(Unfit) };
                put(self, at, node)
            }
            Target::Field(f) => {
                for (at, node) in self.whole(*f, value)? {
                    put(self, at, node)?;
                }
                Ok(())
            }
            Target::Fields(fields) => {
                let values = self.eval.elements(value)?;
                if values.len() != fields.len() {
                    return Err(Unfit);
                }
                for (&f, value) in fields.iter().zip(values) {
                    for (at, node) in self.whole(f, value)? {
                        put(self, at, node)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The cells of a field with what a value has for each; the value must have the field's size.
    fn whole(&mut self, field: usize, value: Open) -> Result<Vec<(usize, Node)>, Unfit> {
        let mut nodes = Vec::new();
        let (from, len) = match self.eval.spread[field] {
            Spread::Number(at) => {
                let Open::Node(node) = value else { return Err(Unfit) };
                return Ok(vec![(at, node)]);
            }
            Spread::Row { from, len } | Spread::Word { from, len } => {
                nodes.extend(self.eval.elements(value)?);
                (from, len)
            }
            Spread::Grid { from, rows, columns } => {
                let lines = self.eval.elements(value)?;
                if lines.len() != rows {
                    return Err(Unfit);
                }
                for line in lines {
                    let line = self.eval.elements(line)?;
                    if line.len() != columns {
                        return Err(Unfit);
                    }
                    nodes.extend(line);
                }
                (from, rows * columns)
            }
        };
        if nodes.len() != len {
            return Err(Unfit);
        }
        let cells = nodes.into_iter().enumerate();
        cells
            .map(|(i, open)| match open {
                Open::Node(node) => Ok((from + i, node)),
                Open::List(_) | Open::Word(_) => Err(Unfit),
            })
            .collect()
    }

    /// The one cell that a change is about.
    fn target(&mut self, target: &Target) -> Result<usize, Unfit> {
        let (f, indices) = match target {
            Target::Element(f, indices) => (*f, &indices[..]),
            Target::Field(f) => (*f, &[][..]),
            Target::Fields(_) => return Err(Unfit),
        };
        let mut places = Vec::new();
        for index in indices {
            let node = self.eval.node(index)?;
            places.push(self.eval.place(node)?.ok_or(Unfit)?);
        }
        match (self.eval.spread[f], &places[..]) {
            (Spread::Number(at), []) => Ok(at),
            (Spread::Row { from, len } | Spread::Word { from, len }, [i]) if *i < len => Ok(from + i),
            (Spread::Grid { from, rows, columns }, [r, c]) if *r < rows && *c < columns => {
                Ok(from + r * columns + c)
            }
            _ => Err(Unfit),
        }
    }
}

/// The endings for a player to move.
fn ends(core: &Core, board: &Board, mover: usize) -> Result<Vec<Ending>, Unfit> {
    let mut maker = Maker::new(core, board, mover)?;
    let mut out = Vec::new();
    for when in &core.whens {
        let mut cases = Vec::new();
        maker.eval.locals.clear();
        maker.cases(&when.cond, &mut cases)?;
        let cases = primes(&board.cells, cases);
        let verdict = match when.player {
            Some(p) if p != mover => when.verdict.opposite(),
            _ => when.verdict,
        };
        out.push(Ending { cases, verdict });
    }
    Ok(out)
}

impl Maker<'_> {
    /// The cases of a condition: those of each side of an `or`, of each element of an `any`.
    fn cases(&mut self, cond: &Term, out: &mut Vec<Reads>) -> Result<(), Unfit> {
        match &cond.kind {
            Kind::Or(a, b) => {
                self.cases(a, out)?;
                self.cases(b, out)
            }
            Kind::Fold(Gather::By(Builtin::Any), c) => {
                for (when, item) in self.eval.elements_of(c)? {
                    let Open::Node(item) = item else { return Err(Unfit) };
                    let node = self.eval.diagrams.and(when, item)?;
                    self.case(node, out)?;
                }
                Ok(())
            }
            _ => {
                let node = self.eval.node(cond)?;
                self.case(node, out)
            }
        }
    }

    fn case(&mut self, node: Node, out: &mut Vec<Reads>) -> Result<(), Unfit> {
        for (reads, value) in self.eval.diagrams.ways(node, MOST_WAYS * 16)? {
            match value {
                Some(Value::Bool(true)) => out.push(reads),
                Some(Value::Bool(false)) => {}
                _ => return Err(Unfit),
            }
        }
        Ok(())
    }
}
