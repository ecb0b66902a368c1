//! From rules to a fragment: the whole game, or the first reason against it.

use super::outside::{Outside, Stop, Why};
use super::reader::{Origin, Reader};
use super::shape::Shape;
use super::{Affine, Formula, Fragment, FragmentMove, weights};
use bouton_core::{Core, Kind, Term};
use bouton_language::ast::{ShapeKind, Verdict};
use bouton_language::rules::End;
use bouton_language::span::Span;
use bouton_language::value::Value;
use std::collections::BTreeSet;

/// A coordinate with at most so many values may be gone through value by value.
const FEW: i64 = 16;

/// The rules as linear arithmetic under these parameter values, exactly.
pub fn derive(core: &Core) -> Result<Fragment, Outside> {
    read(core, core.shape.kind == ShapeKind::Heaps, false)
}

/// The same where the rules treat players differently (`by`, `mover`, endings for a named player): who moves is the last
/// coordinate.
pub fn derive_players(core: &Core) -> Result<Fragment, Outside> {
    if core.shape.kind == ShapeKind::Heaps {
        return Err(Outside { span: core.shape.span, why: Why::Players });
    }
    read(core, false, true)
}

/// One part of a sum as a position of its own: what is true of it as long as there is no other part.
pub fn derive_alone(core: &Core) -> Result<Fragment, Outside> {
    let fragment = read(core, false, false)?;
    match fragment.moves.iter().find(|m| m.parts.len() != 1) {
        Some(m) => {
            let span = core.moves.get(m.line).map_or(core.shape.span, |m| m.span);
            Err(Outside { span, why: Why::Parts })
        }
        None => Ok(fragment),
    }
}

/// One position, or one part of a sum, with weights of either sign under which it falls and none is below 0; the fragment has no weights of its own.
pub fn derive_signed(core: &Core) -> Result<(Fragment, Vec<i64>), Outside> {
    let (fragment, weights) =
        read_with(core, false, false, &|legal, moves, d| weights::signed(legal, moves, d))?;
    Ok((Fragment { weights: Vec::new(), ..fragment }, weights))
}

fn read(core: &Core, sum: bool, players: bool) -> Result<Fragment, Outside> {
    let (fragment, weights) = read_with(core, sum, players, &weights::find)?;
    Ok(Fragment { weights, ..fragment })
}

/// The rules, but for the weights, which stand beside them.
#[allow(clippy::type_complexity)] // who finds weights
fn read_with<W>(
    core: &Core,
    sum: bool,
    players: bool,
    weigh: &dyn Fn(&Formula, &[FragmentMove], usize) -> Option<W>,
) -> Result<(Fragment, W), Outside> {
    if let Some(why) = against(core, sum, players) {
        return Err(why);
    }
    let mut game = Derivation::with(core, players)?;
    let legal = game.legal()?;
    let moves = game.moves()?;
    let ends = game.ends(&moves)?;
    let block = game.block()?;
    let weights = weigh(&legal, &moves, game.shape.coordinates.len());
    let weights = weights.ok_or(Outside { span: core.shape.span, why: Why::NoWeights })?;
    let stuck = if core.rules().end == End::Misere { Verdict::Win } else { Verdict::Lose };
    let mover = game.shape.mover;
    let coordinates = game.shape.coordinates;
    Ok((Fragment { coordinates, legal, ends, stuck, moves, block, weights: Vec::new(), sum, mover }, weights))
}

/// What no formula can mend, the first such reason.
fn against(core: &Core, sum: bool, players: bool) -> Option<Outside> {
    let (rules, whole) = (core.rules(), core.shape.span);
    let so = |holds: bool| holds.then_some(whole);
    let heaps = core.shape.kind == ShapeKind::Heaps;
    let never = |e: &Term| matches!(&e.kind, Kind::Value(Value::Bool(false)));
    let own = core.moves.iter().find(|m| m.by.is_some()).map(|m| m.span);
    let named = || core.whens.iter().find(|w| w.player.is_some()).map(|w| w.span);
    let mover = || so(rules.uses.mover || matches!(rules.end, End::Wins(_)));
    let turn = rules.uses.turn || core.stop.is_some();
    let draw = core.whens.iter().find(|w| w.verdict == Verdict::Draw).map(|w| w.span);
    let again = core.moves.iter().find(|m| m.again.as_ref().is_some_and(|e| !never(e)));
    let end = core.whens.first().map(|w| w.span).or(core.block.as_ref().map(|e| e.span));
    let reasons = [
        (so(rules.score.is_some()), Why::Score),
        (own.or_else(named).or_else(mover).filter(|_| !players), Why::Players),
        (turn.then(|| core.stop.as_ref().map_or(whole, |e| e.span)), Why::Turn),
        (draw.or(so(rules.end == End::Draw)), Why::Draws),
        (again.map(|m| m.span), Why::Again),
        (so(sum && rules.end == End::Misere), Why::MisereSum),
        (so(heaps && rules.uses.heaps), Why::Heaps),
        (end.filter(|_| heaps), Why::SumEnds),
    ];
    reasons.into_iter().find_map(|(span, why)| Some(Outside { span: span?, why }))
}

/// A game being derived.
pub(super) struct Derivation<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) shape: Shape,
}

impl<'a> Derivation<'a> {
    pub(super) fn new(core: &'a Core) -> Result<Derivation<'a>, Outside> {
        Derivation::with(core, false)
    }

    /// The same with who moves as a coordinate.
    fn with(core: &'a Core, players: bool) -> Result<Derivation<'a>, Outside> {
        let mut reader = Reader::new(core);
        let shape = Shape::new(&mut reader, players).map_err(|s| reason(s, core.shape.span))?;
        Ok(Derivation { reader, shape })
    }

    /// Reads something, for each value of the coordinates that have to be fixed for it.
    pub(super) fn read<T>(
        &mut self,
        span: Span,
        mut f: impl FnMut(&mut Reader<'a>, &Shape, Formula) -> Result<T, Stop>,
    ) -> Result<Vec<T>, Outside> {
        let d = self.shape.coordinates.len();
        let mut fixed: BTreeSet<usize> = BTreeSet::new();
        self.reader.fixed.clear();
        'again: loop {
            let mut values: Vec<Vec<i64>> = vec![Vec::new()];
            for &c in &fixed {
                let (lo, hi) = self.shape.domains.get(c).copied().flatten().unwrap_or((0, 0));
                values =
                    values.iter().flat_map(|v| (lo..=hi).map(|i| [v.as_slice(), &[i]].concat())).collect();
            }
            let mut out = Vec::with_capacity(values.len());
            for combination in values {
                self.reader.origins.truncate(d);
                self.reader.quotients.clear();
                let mut forms: Vec<Affine> = (0..d).map(Affine::variable).collect();
                let mut given = Vec::new();
                for (&c, &i) in fixed.iter().zip(&combination) {
                    given.push(Formula::zero(Affine::new(&[(c, 1)], i.saturating_neg())));
                    forms[c] = Affine::int(i);
                }
                self.reader.fields = self.shape.symbols(&forms);
                match f(&mut self.reader, &self.shape, Formula::all(given)) {
                    Ok(v) => out.push(v),
                    Err(Stop::Fix(unknowns, why)) => {
                        if !self.fix(&unknowns, &mut fixed) {
                            return Err(why);
                        }
                        continue 'again;
                    }
                    Err(stop) => return Err(reason(stop, span)),
                }
            }
            return Ok(out);
        }
    }

    /// Choices are fixed first, then coordinates with few values; `false` if nothing is left to fix.
    fn fix(&mut self, unknowns: &[usize], fixed: &mut BTreeSet<usize>) -> bool {
        let mut more = false;
        for v in unknowns {
            if let Some(Origin::Choice(slot)) = self.reader.origins.get(*v) {
                more |= self.reader.fixed.insert(*slot);
            }
        }
        if more {
            return true;
        }
        for v in unknowns {
            if let Some(Origin::Coordinate(c)) = self.reader.origins.get(*v)
                && let Some(Some((lo, hi))) = self.shape.domains.get(*c)
                && hi.saturating_sub(*lo) < FEW
            {
                more |= fixed.insert(*c);
            }
        }
        more
    }

    /// When what is read holds, in a frame of so many locals.
    pub(super) fn holds(
        &mut self,
        span: Span,
        locals: usize,
        mut read: impl FnMut(&mut Reader<'a>) -> Result<Formula, Stop>,
    ) -> Result<Formula, Outside> {
        let cases = self.read(span, |reader, _, given| {
            reader.locals = vec![None; locals];
            let holds = read(reader)?;
            Ok(Formula::all([given, reader.close(holds)?]))
        })?;
        Ok(self.tidy(Formula::any(cases)))
    }

    /// Bound variables numbered from the coordinates on.
    fn tidy(&self, f: Formula) -> Formula {
        f.numbered(&mut Vec::new(), &mut self.shape.coordinates.len().clone())
    }

    fn legal(&mut self) -> Result<Formula, Outside> {
        let span = self.reader.core.shape.span;
        let cases = self.read(span, |reader, shape, given| {
            let forms: Vec<Affine> = (0..shape.coordinates.len()).map(Affine::variable).collect();
            let legal = reader.legal(shape, &forms)?;
            Ok(Formula::all([given, reader.close(legal)?]))
        })?;
        Ok(self.tidy(Formula::any(cases).simplified()))
    }

    fn moves(&mut self) -> Result<Vec<FragmentMove>, Outside> {
        let core = self.reader.core;
        let mut out = Vec::new();
        for (line, mv) in core.moves.iter().enumerate() {
            let families = self.read(mv.span, |reader, shape, given| {
                let turn = mv.by.map(|player| shape.moves(player));
                reader.line(line, mv, shape, Formula::all([given].into_iter().chain(turn)))
            })?;
            out.extend(families.into_iter().flatten());
        }
        Ok(out)
    }

    fn ends(&mut self, moves: &[FragmentMove]) -> Result<Vec<(Formula, Verdict)>, Outside> {
        let d = self.shape.coordinates.len();
        let can =
            moves.iter().map(|m| (d..m.variables).rev().fold(m.guard.clone(), |f, v| Formula::exists(v, f)));
        self.reader.stuck = Some(Formula::any(can).negated());
        let core = self.reader.core;
        let mut out = Vec::new();
        for when in &core.whens {
            let cond = self.holds(when.cond.span, when.locals, |reader| reader.truth(&when.cond))?;
            out.extend(self.for_player(cond, when.player, when.verdict));
        }
        if let (End::Wins(player), Some(stuck)) = (core.rules().end, self.reader.stuck.clone()) {
            out.extend(self.for_player(self.tidy(stuck), Some(player), Verdict::Win));
        }
        Ok(out)
    }

    /// An ending for the player to move: as it stands, or turned round where it is another's.
    fn for_player(&self, cond: Formula, player: Option<usize>, verdict: Verdict) -> Vec<(Formula, Verdict)> {
        let Some(player) = player else { return vec![(cond, verdict)] };
        let own = self.shape.moves(player);
        vec![(Formula::all([cond.clone(), own]), verdict), (cond, verdict.opposite())]
    }

    fn block(&mut self) -> Result<usize, Outside> {
        let Some(e) = &self.reader.core.block else { return Ok(0) };
        let values = self.read(e.span, |reader, _, _| {
            reader.locals.clear();
            reader.known(e, Why::Block)
        })?;
        let outside = Outside { span: e.span, why: Why::Block };
        match values.as_slice() {
            [n] if *n > 0 && self.reader.core.shape.unordered => {
                Err(Outside { span: e.span, why: Why::BlockUnordered })
            }
            [n] => usize::try_from(*n).map_err(|_| outside),
            _ => Err(outside),
        }
    }
}

/// The reason for which a translation stopped.
pub(super) fn reason(stop: Stop, span: Span) -> Outside {
    match stop.at(span) {
        Stop::Outside(outside) | Stop::Fix(_, outside) => outside,
        Stop::Large => Outside { span, why: Why::Large },
        Stop::Many => Outside { span, why: Why::Many },
    }
}
