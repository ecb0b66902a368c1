//! The squares of boards that a move is about, as a person names it.
//!
//! These are the squares that it writes one by one; where it only sweeps over many (`for`), those that its choices name. A domino
//! is its two squares, a jump where it begins and ends, and not what lies between.

use super::context::Cx;
use super::error::Error;
use super::{Interp, Part, Turn};
use crate::ast::FieldKind;
use crate::rules::{Choice, ExprKind, Move, walk, walk_range};
use crate::value::Value;

/// A square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The field that is the board.
    pub field: usize,
    /// Its row, from 1.
    pub row: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// The squares of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// Those that name it, in the order of the rules.
    pub named: Vec<Place>,
    /// All that it writes.
    pub written: Vec<Place>,
}

impl Interp {
    /// The squares of a legal move; none in a game without boards.
    pub fn squares(&self, part: &Part, line: usize, choices: &[Value], turn: Turn) -> Result<Squares, Error> {
        let fields = &self.rules.shape.fields;
        let Some(mv) = self.rules.moves.get(line) else { return Ok(Squares::default()) };
        if !fields.iter().any(|f| f.kind == FieldKind::Grid) {
            return Ok(Squares::default());
        }
        let mut cx = Cx::exactly(self, turn, mv.locals);
        let read = |cx: &mut Cx<'_>| {
            if cx.given(part, mv, choices)?.is_some() {
                return Ok(Squares::default());
            }
            let chosen = cx.chosen_squares(part, mv)?;
            cx.touched = Some(Vec::new());
            cx.change(part, mv, &mut Vec::new())?;
            let touched = cx.touched.take().unwrap_or_default();
            let written: Vec<Place> = touched.iter().map(|(place, _)| *place).collect();
            let own: Vec<Place> = touched.iter().filter(|(_, swept)| !swept).map(|(p, _)| *p).collect();
            let named = [own, chosen].into_iter().find(|list| !list.is_empty());
            Ok(Squares { named: named.unwrap_or_else(|| written.clone()), written })
        };
        read(&mut cx).map_err(|e: Error| e.at(|| self.show(part)))
    }
}

impl Cx<'_> {
    /// Notes that a square is written, for whoever asked.
    pub(super) fn touch(&mut self, field: usize, (row, column): (usize, usize), swept: bool) {
        let grid = self.interp.rules.shape.fields.get(field).is_some_and(|f| f.kind == FieldKind::Grid);
        if let Some(touched) = self.touched.as_mut().filter(|_| grid && row > 0 && column > 0) {
            touched.push((Place { field, row, column }, swept));
        }
    }

    /// The squares `b[r,c]` that conditions ask for, where r and c are choices; each once.
    fn chosen_squares(&mut self, part: &[Value], mv: &Move) -> Result<Vec<Place>, Error> {
        let mut slots = Vec::new();
        let mut asked = Vec::new();
        for choice in &mv.choices {
            match choice {
                Choice::In { slot, range, .. } => {
                    slots.push(*slot);
                    walk_range(range, &mut |e| asked.push(e));
                }
                Choice::Let { slot, value } => {
                    slots.push(*slot);
                    walk(value, &mut |e| asked.push(e));
                }
                Choice::If(cond) => walk(cond, &mut |e| asked.push(e)),
            }
        }
        let mut out: Vec<Place> = Vec::new();
        for e in asked {
            let ExprKind::Index(base, indices) = &e.kind else { continue };
            let (ExprKind::Field(field), [row, column]) = (&base.kind, &indices[..]) else { continue };
            let plain =
                |e: &crate::rules::Expr| matches!(e.kind, ExprKind::Local(slot) if slots.contains(&slot));
            if !plain(row) || !plain(column) {
                continue;
            }
            let (row, column) = (self.eval(part, row)?, self.eval(part, column)?);
            let side = |v: &Value| v.as_int().and_then(|n| usize::try_from(n).ok());
            if let (Some(row), Some(column)) = (side(&row), side(&column)) {
                let place = Place { field: *field, row, column };
                if !out.contains(&place) {
                    out.push(place);
                }
            }
        }
        Ok(out)
    }
}
