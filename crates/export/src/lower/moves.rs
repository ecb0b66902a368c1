//! Moves, what a legal part is, and how play ends: the pieces of a search.

use super::expr::over_type;
use super::{Lower, Lowered, cannot, locals};
use crate::ir::{
    Change, Clause, E, EndValue, Ending, Gather, Goal, K, Move, Over, Pieces, Place, Rel, Search, Step, Ty,
};
use crate::wrong::What;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::rules::{
    self, Action, Choice, End, Expr, ExprKind, Guard, PartExpr, RangeExpr, ScoreKind, Target,
};
use bouton_language::span::Span;

impl<'g> Lower<'g> {
    /// The search for these rules under the ending in force.
    pub(crate) fn search(&mut self, goal: Goal) -> Lowered<Search> {
        let rules = self.rules;
        let heaps = rules.shape.kind == ShapeKind::Heaps;
        let moves = rules.moves.iter().map(|m| self.move_line(m)).collect::<Lowered<Vec<_>>>()?;
        let legal = self.legal()?;
        let mut endings = Vec::new();
        for when in &rules.whens {
            let cond = self.in_frame(&[&when.cond], &[], |l| l.truth(&when.cond))?;
            let value = match when.verdict {
                Verdict::Win => 1,
                Verdict::Draw => 0,
                Verdict::Lose => -1,
            };
            endings.push(Ending { cond, value, player: when.player });
        }
        let stop = rules.stop.as_ref().map(|e| self.in_frame(&[e], &[], |l| l.number(e))).transpose()?;
        let block = rules.block.as_ref().map(|e| self.in_frame(&[e], &[], |l| l.number(e))).transpose()?;
        let endless = rules.endless.map(|end| match end {
            End::Wins(p) => Some(p),
            _ => None,
        });
        if endless.is_some() {
            if rules.uses.turn {
                return cannot(What::Cyclic("turn"), rules.shape.span);
            }
            if let Some(e) = &rules.block {
                return cannot(What::Cyclic("block"), e.span);
            }
        }
        let end = match rules.end {
            _ if rules.score.is_some() => EndValue::Is(0),
            End::Normal => EndValue::Is(-1),
            End::Misere => EndValue::Is(1),
            End::Draw => EndValue::Is(0),
            End::Wins(p) => EndValue::Wins(p),
        };
        let plain = goal == Goal::Grundy;
        let mover = !plain
            && (rules.uses.mover
                || rules.moves.iter().any(|m| m.by.is_some())
                || rules.whens.iter().any(|w| w.player.is_some())
                || matches!(end, EndValue::Wins(_))
                || rules.score == Some(ScoreKind::Shared)
                || endless.is_some());
        let stuck = rules.whens.iter().any(|w| locals::mentions(&w.cond, &|k| matches!(k, ExprKind::Stuck)));
        Ok(Search {
            goal,
            heaps,
            splits: moves.iter().any(|m| m.steps.iter().any(|s| s.parts.is_some())),
            mover,
            turn: rules.uses.turn || stop.is_some(),
            again: moves.iter().any(|m| m.again.is_some()),
            gain: matches!(goal, Goal::Score | Goal::Shared) && moves.iter().any(|m| m.gain.is_some()),
            legal,
            moves,
            endings,
            stuck,
            stop,
            block,
            end,
            endless,
            sees_heaps: rules.uses.heaps,
            repeats: endless.is_none() && self.may_repeat,
            large_totals: false,
        })
    }

    fn move_line(&mut self, m: &'g rules::Move) -> Lowered<Move> {
        let exprs = expressions(m);
        self.in_frame(&exprs, &m.chosen, |l| {
            let mut clauses = Vec::new();
            let mut chosen = Vec::new();
            for choice in &m.choices {
                clauses.push(match choice {
                    Choice::If(cond) => Clause::If(l.truth(cond)?),
                    Choice::Let { slot, value } => {
                        let value = l.expr(value)?;
                        Clause::Let(l.bind(*slot, value.ty.clone()), value)
                    }
                    Choice::In { slot, range, upto, .. } => {
                        let over = l.over(range, upto.as_ref())?;
                        let name = l.bind(*slot, over_type(&over));
                        if let Some((_, own)) = m.chosen.iter().find(|(s, _)| s == slot) {
                            chosen.push((own.clone(), name.clone()));
                        }
                        Clause::For(name, over)
                    }
                });
            }
            let gain = m.gain.as_ref().map(|e| l.number(e)).transpose()?;
            let again = m.again.as_ref().map(|e| l.truth(e)).transpose()?;
            let again = again.filter(|e| e.kind != K::Bool(false));
            let steps = m.steps.iter().map(|s| l.step(s)).collect::<Lowered<Vec<_>>>()?;
            let text = l.line(m.span);
            let comment = text.split(" say \"").next().unwrap_or(&text);
            let comment = comment.split(" 说 \"").next().unwrap_or(comment).trim().to_string();
            Ok(Move { comment, name: m.name.clone(), chosen, by: m.by, clauses, steps, gain, again })
        })
    }

    fn step(&mut self, step: &rules::Step) -> Lowered<Step> {
        let mut out = Step { changes: Vec::new(), parts: None };
        for adds in [false, true] {
            for change in &step.changes {
                let is_add = matches!(change.action, Action::Add(_) | Action::Sub(_));
                if is_add != adds {
                    continue;
                }
                let guards = self.guards(&change.guards)?;
                match &change.action {
                    Action::Become(e) => {
                        let writes = self.writes(&change.target, e)?;
                        out.changes.push(Change { guards, writes, add: false, grows: false });
                    }
                    Action::Add(e) | Action::Sub(e) => {
                        let sub = matches!(change.action, Action::Sub(_));
                        let writes = self.amounts(&change.target, e, sub)?;
                        let set = matches!(writes.as_slice(), [(_, E { ty: Ty::Set(_), .. })]);
                        out.changes.push(Change { guards, writes, add: !set, grows: false });
                    }
                    Action::Parts(parts) => {
                        let pieces = parts
                            .iter()
                            .map(|p| self.piece(&change.target, p))
                            .collect::<Lowered<Vec<_>>>()?;
                        out.parts = Some((guards, pieces));
                    }
                }
            }
        }
        Ok(out)
    }

    fn guards(&mut self, guards: &[Guard]) -> Lowered<Vec<Clause>> {
        let mut out = Vec::new();
        for guard in guards {
            out.push(match guard {
                Guard::When(cond) => Clause::If(self.truth(cond)?),
                Guard::For { slot, range } => {
                    let over = self.over(range, None)?;
                    Clause::For(self.bind(*slot, over_type(&over)), over)
                }
            });
        }
        Ok(out)
    }

    /// What an arrow writes, each to its place.
    fn writes(&mut self, target: &Target, e: &Expr) -> Lowered<Vec<(Place, E)>> {
        Ok(match target {
            Target::Field(f) => {
                let made = self.expr(e)?;
                vec![(Place::Field(*f), self.coerce(made, &self.field_ty(*f).clone(), e.span)?)]
            }
            Target::Element(f, indices) => {
                let made = self.expr(e)?;
                let (place, ty) = self.cell(*f, indices)?;
                vec![(place, self.coerce(made, &ty, e.span)?)]
            }
            Target::Fields(fields) => {
                let values = self.spread(fields, e)?;
                values.into_iter().map(|(f, v)| (Place::Field(f), v)).collect()
            }
        })
    }

    /// What is added, as numbers with their sign.
    fn amounts(&mut self, target: &Target, e: &Expr, sub: bool) -> Lowered<Vec<(Place, E)>> {
        let signed = |x: E| if sub { x.minus() } else { x };
        Ok(match target {
            // A set gains and loses members.
            Target::Field(f) if matches!(self.field_ty(*f), Ty::Set(_)) => {
                let ty = self.field_ty(*f).clone();
                let made = self.expr(e)?;
                let made = self.coerce(made, &ty, e.span)?;
                let helper = if sub { crate::ir::Helper::Minus } else { crate::ir::Helper::Union };
                let now = E { kind: K::Field(*f), ty: ty.clone() };
                return Ok(vec![(Place::Field(*f), E::help(helper, vec![now, made], ty))]);
            }
            Target::Field(f) => vec![(Place::Field(*f), signed(self.number(e)?))],
            Target::Element(f, indices) => {
                let amount = self.number(e)?;
                let (place, _) = self.cell(*f, indices)?;
                vec![(place, signed(amount))]
            }
            Target::Fields(fields) => {
                let values = self.spread(fields, e)?;
                values.into_iter().map(|(f, v)| (Place::Field(f), signed(v))).collect()
            }
        })
    }

    fn cell(&mut self, f: usize, indices: &[Expr]) -> Lowered<(Place, Ty)> {
        let mut ty = self.field_ty(f).clone();
        let mut places = Vec::new();
        for index in indices {
            places.push(self.number(index)?);
            ty = match ty.element() {
                Some(ty) => ty,
                None => return cannot(What::Mixed, index.span),
            };
        }
        Ok((Place::Element(f, places), ty))
    }

    /// A tuple, one value a field.
    fn spread(&mut self, fields: &[usize], e: &Expr) -> Lowered<Vec<(usize, E)>> {
        let mut out = Vec::new();
        if let ExprKind::Tuple(items) = &e.kind {
            for (f, item) in fields.iter().zip(items) {
                let made = self.expr(item)?;
                out.push((*f, self.coerce(made, &self.field_ty(*f).clone(), item.span)?));
            }
            return Ok(out);
        }
        let whole = self.expr(e)?;
        self.spread_value(fields, whole, e.span)
    }

    fn spread_value(&mut self, fields: &[usize], whole: E, span: Span) -> Lowered<Vec<(usize, E)>> {
        let mut out = Vec::new();
        for (k, f) in fields.iter().enumerate() {
            let ty = self.field_ty(*f).clone();
            let one = match fields.len() {
                1 if whole.ty.join(&ty).is_some() => whole.clone(),
                _ => self.element(whole.clone(), E::int(k as i64 + 1), span)?,
            };
            out.push((*f, self.coerce(one, &ty, span)?));
        }
        Ok(out)
    }

    fn piece(&mut self, target: &Target, part: &PartExpr) -> Lowered<Pieces> {
        let fields: Vec<usize> = match target {
            Target::Field(f) | Target::Element(f, _) => vec![*f],
            Target::Fields(fields) => fields.clone(),
        };
        let one = |l: &mut Self, e: &Expr| match target {
            Target::Fields(_) => l.spread(&fields, e),
            _ => {
                let made = l.expr(e)?;
                l.spread_value(&fields, made, e.span)
            }
        };
        Ok(match part {
            PartExpr::One(e) => Pieces::One(one(self, e)?),
            PartExpr::Copies(count, e) => {
                let count = self.number(count)?;
                Pieces::Copies(count, one(self, e)?)
            }
            PartExpr::Each(e) => {
                let all = match self.over(&RangeExpr::Of(e.clone()), None)? {
                    Over::All(all) => all,
                    Over::Range(lo, hi) => {
                        let ty = Ty::list(lo.ty.clone());
                        E { kind: K::List(vec![crate::ir::Item::Range(lo, hi)]), ty }
                    }
                };
                let ty = all.ty.element().unwrap_or(Ty::Unknown);
                let name = "each_".to_string();
                let fields = self.spread_value(&fields, E::var(&name, ty), e.span)?;
                Pieces::Each(name, all, fields)
            }
        })
    }

    /// All that a legal part satisfies.
    pub(crate) fn lawful(&mut self) -> Lowered<Vec<E>> {
        let rules = self.rules;
        let mut out = Vec::new();
        for (i, f) in rules.shape.fields.iter().enumerate() {
            self.fits(i, f, &mut out)?;
        }
        for require in &rules.requires {
            out.push(self.in_frame(&[&require.cond], &[], |l| l.truth(&require.cond))?);
        }
        Ok(out.into_iter().filter(|e| e.kind != K::Bool(true)).collect())
    }

    /// What a legal part satisfies, as far as moves can break it.
    fn legal(&mut self) -> Lowered<Vec<E>> {
        let rules = self.rules;
        let mut out = Vec::new();
        let written: Vec<bool> = (0..rules.shape.fields.len()).map(|f| self.written(f)).collect();
        for (i, f) in rules.shape.fields.iter().enumerate() {
            let looks = |e: &Expr| {
                locals::mentions(e, &|k| matches!(k, ExprKind::Field(k) if written.get(*k) == Some(&true)))
            };
            let depends = f.size.iter().any(looks) || f.domain.iter().flat_map(RangeExpr::ends).any(looks);
            if written[i] || depends {
                self.fits(i, f, &mut out)?;
            }
        }
        for require in &rules.requires {
            out.push(self.in_frame(&[&require.cond], &[], |l| l.truth(&require.cond))?);
        }
        Ok(out.into_iter().filter(|e| e.kind != K::Bool(true)).collect())
    }

    fn written(&self, field: usize) -> bool {
        self.rules.moves.iter().flat_map(|m| &m.steps).flat_map(|s| &s.changes).any(|c| match &c.target {
            Target::Field(f) | Target::Element(f, _) => *f == field,
            Target::Fields(all) => all.contains(&field),
        })
    }

    fn fits(&mut self, i: usize, f: &'g rules::Field, out: &mut Vec<E>) -> Lowered<()> {
        let ty = self.field_ty(i).clone();
        let here = E { kind: K::Field(i), ty: ty.clone() };
        let size = |e: E| E { kind: K::Size(Box::new(e)), ty: Ty::Int(true) };
        for (k, wanted) in f.size.iter().enumerate() {
            let wanted = self.in_frame(&[wanted], &[], |l| l.number(wanted))?;
            let counted = match k {
                0 => size(here.clone()),
                _ => size(self.element(here.clone(), E::int(1), f.span)?),
            };
            let rel = if f.kind == FieldKind::Bag { Rel::Le } else { Rel::Eq };
            let cond = E::cmp(rel, counted, wanted);
            out.push(match k {
                0 => cond,
                // A board without rows has no columns to count.
                _ => E {
                    kind: K::Or(vec![E::cmp(Rel::Eq, size(here.clone()), E::int(0)), cond]),
                    ty: Ty::Bool,
                },
            });
        }
        if f.kind == FieldKind::Number {
            out.extend(self.element_fits(&here, f)?);
            return Ok(());
        }
        let depth = if f.kind == FieldKind::Grid { 2 } else { 1 };
        let mut clauses = Vec::new();
        let mut at = here;
        for k in 0..depth {
            let name = if k + 1 < depth { "line_" } else { "x_" }.to_string();
            let of = at.ty.element().unwrap_or(Ty::Unknown);
            clauses.push(Clause::For(name.clone(), Over::All(at)));
            at = E::var(&name, of);
        }
        if let Some(element) = self.element_fits(&at, f)? {
            out.push(E::comp(Gather::All, element, clauses, Ty::Bool));
        }
        Ok(())
    }

    fn element_fits(&mut self, x: &E, f: &'g rules::Field) -> Lowered<Option<E>> {
        let cond = match &f.domain {
            None if x.ty.is_int() => E::cmp(Rel::Ge, x.clone(), E::int(0)),
            None => return Ok(None),
            Some(range) => {
                let exprs: Vec<&Expr> = range.ends().collect();
                // What is asked here is whether a number has left its domain.
                let any = E { ty: if x.ty.is_int() { Ty::Int(false) } else { x.ty.clone() }, ..x.clone() };
                self.in_frame(&exprs, &[], |l| l.inside(&any, range, false))?
            }
        };
        Ok(Some(cond).filter(|c| c.kind != K::Bool(true)))
    }
}

/// All expressions of a move line, for the names of its locals.
fn expressions(m: &rules::Move) -> Vec<&Expr> {
    let mut out: Vec<&Expr> = Vec::new();
    m.choices.iter().for_each(|c| c.each(&mut |e| out.push(e)));
    m.steps.iter().flat_map(|s| &s.changes).for_each(|c| c.each(&mut |e| out.push(e)));
    out.extend(m.gain.iter().chain(&m.again));
    out
}
