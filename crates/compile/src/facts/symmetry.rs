//! Symmetry: number fields that can be exchanged without changing the game.
//!
//! Two fields are exchangeable when the rules with the two names exchanged are the same rules: the same move
//! lines up to the names of choices, the same conditions, the same domains. That is shown on the text of the
//! rules, never by trying positions; trying positions may only refute ([`counterexample`]).

use crate::facts::canonical::{Writer, line};
use bouton_core::{Core, Range, Term};
use bouton_language::ast::FieldKind;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::print_position;
use bouton_language::rules::{Field, Shape, Type};
use bouton_language::value::Value;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// What is known about exchanging number fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Groups of two or more fields that may be exchanged among each other.
    pub groups: Vec<Vec<usize>>,
    /// What became of an `unordered` declaration.
    pub declared: Declared,
}

/// What became of an `unordered` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// There is none.
    No,
    /// It is right: all number fields form one group.
    Verified,
    /// It could not be shown from the text of the rules.
    NotVerified,
}

/// Finds the groups.
pub fn find(core: &Core) -> Symmetry {
    let fields = &core.shape.fields;
    let numbers: Vec<usize> = (0..fields.len()).filter(|&f| fields[f].kind == FieldKind::Number).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &f in &numbers {
        // Exchanges compose, so one partner in a group stands for all of it.
        match groups.iter_mut().find(|g| g.first().is_some_and(|&other| exchangeable(core, other, f))) {
            Some(group) => group.push(f),
            None => groups.push(vec![f]),
        }
    }
    let wanted = interchangeable(&core.shape);
    let declared = if !core.shape.unordered {
        Declared::No
    } else if groups.iter().any(|g| wanted.iter().all(|f| g.contains(f))) {
        Declared::Verified
    } else {
        Declared::NotVerified
    };
    groups.retain(|g| g.len() > 1);
    Symmetry { groups, declared }
}

/// The fields that `unordered` is about: numbers that are typed, neither memory nor flags.
pub fn interchangeable<X>(shape: &Shape<X>) -> Vec<usize> {
    let is = |f: &Field<X>| f.kind == FieldKind::Number && f.start.is_none() && f.ty != Type::Bool;
    (0..shape.fields.len()).filter(|&f| is(&shape.fields[f])).collect()
}

/// A position that shows that an `unordered` declaration is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetry {
    /// The position as typed.
    pub position: String,
    /// The same with two numbers exchanged.
    pub exchanged: String,
    /// What one of them can become and the other cannot.
    pub option: String,
    /// Is it the first that can?
    pub first: bool,
}

impl Wording for Asymmetry {
    fn message(&self, lang: Lang) -> String {
        let (from, other) = match self.first {
            true => (&self.position, &self.exchanged),
            false => (&self.exchanged, &self.position),
        };
        let option = &self.option;
        lang.pick(
            format!(
                "The fields are declared unordered, but their order matters: from {from} a move leads to \
                 {option}, from {other} none does."
            ),
            format!("各数声明为无序，但次序有影响：从 {from} 可走到 {option}，从 {other} 却不能。"),
        )
    }

    fn help(&self, lang: Lang) -> Option<String> {
        Some(
            lang.pick(
                "Leave out  unordered , or add the moves that are missing.",
                "请删去 无序（unordered），或补上缺少的走法。",
            )
            .to_string(),
        )
    }
}

/// Numbers tried for each field when looking for a counterexample, from the lowest on.
const TRIED: i64 = 6;

/// Looks for a small position that shows an `unordered` declaration to be wrong. Finding none proves nothing.
pub fn counterexample(interp: &Interp) -> Option<Asymmetry> {
    let rules = interp.rules();
    if !rules.shape.unordered {
        return None;
    }
    let fields = interchangeable(&rules.shape);
    if fields.len() < 2 || fields.len() > 4 {
        return None;
    }
    let low: Vec<i64> =
        fields.iter().map(|&f| interp.bounds(f).and_then(|b| b.0.as_int()).unwrap_or(0)).collect();
    let count = (TRIED as usize).pow(fields.len() as u32);
    for number in 0..count {
        let mut rest = number;
        let mut typed = vec![None; rules.shape.fields.len()];
        for (&f, &low) in fields.iter().zip(&low) {
            typed[f] = Some(Value::Int(low.checked_add((rest % TRIED as usize) as i64)?));
            rest /= TRIED as usize;
        }
        let Ok(Ok(part)) = interp.part(typed) else { continue };
        for pair in fields.windows(2) {
            let mut exchanged = part.clone();
            exchanged.swap(pair[0], pair[1]);
            if part[pair[0]] >= part[pair[1]]
                || interp.legal(&part).is_err()
                || interp.legal(&exchanged).is_err()
            {
                continue;
            }
            for mover in 0..2 {
                let turn = Turn { mover, turn: 0 };
                let (Some(a), Some(b)) = (options(interp, &part, turn), options(interp, &exchanged, turn))
                else {
                    continue;
                };
                let differs = a.difference(&b).next().map(|o| (o, true));
                if let Some((option, first)) = differs.or_else(|| b.difference(&a).next().map(|o| (o, false)))
                {
                    let show = |parts: Vec<Part>| print_position(interp, &Position { parts });
                    return Some(Asymmetry {
                        position: show(vec![part.clone()]),
                        exchanged: show(vec![exchanged]),
                        option: show(option.0.clone()),
                        first,
                    });
                }
            }
        }
    }
    None
}

type Options = BTreeSet<(Vec<Part>, i64, bool)>;

/// The options of a part, with the order of its fields forgotten; `None` if the rules fail there.
fn options(interp: &Interp, part: &Part, turn: Turn) -> Option<Options> {
    let mut out = BTreeSet::new();
    interp
        .moves(part, turn, &mut |made| {
            let parts = Position { parts: std::mem::take(made.parts) };
            out.insert((interp.canonical(&parts).parts, made.gain, made.again));
            ControlFlow::Continue(())
        })
        .ok()?;
    Some(out)
}

/// Are the rules the same with the two fields exchanged?
fn exchangeable(core: &Core, a: usize, b: usize) -> bool {
    same(core, a, b).unwrap_or(false)
}

fn same(core: &Core, a: usize, b: usize) -> Option<bool> {
    let count = core.shape.fields.len();
    let plain: Vec<usize> = (0..count).collect();
    let mut swapped = plain.clone();
    swapped.swap(a, b);
    let (fa, fb) = (&core.shape.fields[a], &core.shape.fields[b]);
    if fa.ty != fb.ty {
        return Some(false);
    }
    let text = |e: &Term, fields: &[usize]| Writer::new(fields).expr(e);
    let domain = |r: &Option<Range>, fields: &[usize]| match r {
        None => Some("0..".to_string()),
        Some(r) => Writer::new(fields).range(r),
    };
    for (f, field) in core.shape.fields.iter().enumerate() {
        let partner = &core.shape.fields[swapped[f]];
        if domain(&field.domain, &swapped)? != domain(&partner.domain, &plain)? {
            return Some(false);
        }
    }
    // Requirements hold together, so their order does not matter; that of endings does.
    let requires = |fields: &[usize]| {
        let mut all: Vec<String> =
            core.requires.iter().map(|r| text(&r.cond, fields)).collect::<Option<_>>()?;
        all.sort();
        Some(all)
    };
    if requires(&plain)? != requires(&swapped)? {
        return Some(false);
    }
    let sizes = core.shape.fields.iter().flat_map(|f| &f.size);
    let ends = core.whens.iter().map(|w| &w.cond).chain(&core.block).chain(&core.stop);
    for e in sizes.chain(ends) {
        if text(e, &plain)? != text(e, &swapped)? {
            return Some(false);
        }
    }
    let lines: Vec<String> =
        core.moves.iter().map(|m| Some(line(m, &plain, count)?.0)).collect::<Option<_>>()?;
    for m in &core.moves {
        let (moved, kept) = line(m, &swapped, count)?;
        if !lines.contains(&moved) && !kept.is_some_and(|k| lines.contains(&k)) {
            return Some(false);
        }
    }
    Some(true)
}
