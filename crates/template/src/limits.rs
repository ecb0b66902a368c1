//! The judge's limits: how large the numbers, how long the lists, how many heaps, which parameters.

use crate::wrong::Wrong;
use bouton::language::ast::{FieldKind, ShapeKind};
use bouton::language::check::{Loader, View, view};
use bouton::language::diagnostic::{Lang, Wording};
use bouton::language::interp::Position;
use bouton::language::number;
use bouton::language::position::read_value_as;
use bouton::language::rules::{Rules, Type};
use bouton::language::value::Value;
use bouton::{Game, Problem};
use num_bigint::BigInt;
use std::sync::Arc;

/// What was said about sizes. What was not said has defaults where positions are made.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The largest number of all (`--to`).
    pub to: Option<BigInt>,
    /// Bounds of the numbers (or elements) of each field.
    pub fields: Vec<Option<(BigInt, BigInt)>>,
    /// The values that a word has, where they were listed.
    pub words: Vec<Vec<Value>>,
    /// Bounds of the length of each list.
    pub lengths: Vec<Option<(u64, u64)>>,
    /// Bounds of the number of heaps.
    pub heaps: Option<(u64, u64)>,
    /// The values that parameters take.
    pub params: Vec<(usize, Vec<Choice>)>,
    /// Conditions that positions must meet.
    pub wheres: Vec<View>,
    /// Who moves first: the first named player, the second, or both by turns.
    pub movers: Vec<usize>,
}

/// Values of a parameter.
#[derive(Clone, Debug)]
pub enum Choice {
    /// All integers between two.
    Between(BigInt, BigInt),
    /// This one.
    Is(Value),
    /// Random ones like the default: sets of numbers between two, lists or graphs of so many elements.
    Like(BigInt, BigInt),
}

impl Limits {
    /// No limits for the fields of this game.
    pub fn none(game: &Game) -> Limits {
        let n = game.rules().shape.fields.len();
        let words = vec![Vec::new(); n];
        Limits { fields: vec![None; n], words, lengths: vec![None; n], movers: vec![0], ..Limits::default() }
    }

    /// Reads limits as typed: `n=1..1e18`, `heaps=1..10`, `|a|=1..100`, `m=2..9`, `S={1,3,4}` (again for another
    /// value), `S=1..20` for random sets of these, `mover=1..2`.
    pub fn read(
        game: &Game,
        typed: &[String],
        to: Option<&str>,
        loader: &dyn Loader,
    ) -> Result<Limits, Problem> {
        let mut limits = Limits::none(game);
        if let Some(text) = to {
            let n = number::parse(text).ok_or_else(|| Wrong::Limit { typed: text.to_string() })?;
            limits.to = Some(n);
        }
        for text in typed {
            limits.add(game.rules(), text, loader)?;
        }
        Ok(limits)
    }

    /// The parameters that have several values.
    pub fn varied(&self) -> Vec<usize> {
        let several = |choices: &[Choice]| match choices {
            [Choice::Is(_)] => false,
            [Choice::Between(lo, hi)] => lo != hi,
            _ => true,
        };
        self.params.iter().filter(|(_, choices)| several(choices)).map(|(p, _)| *p).collect()
    }

    /// Adds a condition: an expression over the fields (of every heap), `heaps` and the parameters.
    pub fn only(&mut self, game: &Game, typed: &str) -> Result<(), Problem> {
        let wrong = |why| Wrong::Where { typed: typed.to_string(), why };
        let view =
            view(game.rules(), typed, &[]).map_err(|e| wrong([Lang::En, Lang::Zh].map(|l| e.message(l))))?;
        if view.heaps && view.field {
            return Err(Wrong::Mixed.into());
        }
        if !matches!(view.ty(), Type::Bool | Type::Any) {
            let why = ["this is not a condition, which is true or false.", "这不是条件（真或假）。"];
            return Err(wrong(why.map(String::from)).into());
        }
        self.wheres.push(view);
        Ok(())
    }

    /// Does a position meet the conditions?
    pub fn met(&self, game: &Game, position: &Position) -> bool {
        let heaps = game.kind().parts;
        let holds = |view: &View, p: &Position| {
            matches!(game.interp().eval_view(view, p, &[]), Ok(Value::Bool(true)))
        };
        self.wheres.iter().all(|view| match heaps && view.field {
            // What speaks of a field of a heap is true of every heap.
            true => position.parts.iter().all(|part| holds(view, &Position { parts: vec![part.clone()] })),
            false => holds(view, position),
        })
    }

    fn add(&mut self, rules: &Rules, typed: &str, loader: &dyn Loader) -> Result<(), Problem> {
        let wrong = || Wrong::Limit { typed: typed.to_string() };
        let (name, value) = typed.split_once('=').ok_or_else(wrong)?;
        let (name, value) = (name.trim(), value.trim());
        let bounds = range(value);
        let small = |bounds: &Option<(BigInt, BigInt)>| -> Result<(u64, u64), Wrong> {
            let (lo, hi) = bounds.clone().ok_or_else(wrong)?;
            Ok((u64::try_from(lo).map_err(|_| wrong())?, u64::try_from(hi).map_err(|_| wrong())?))
        };
        let list = name.strip_prefix('|').and_then(|n| n.strip_suffix('|'));
        if let Some(i) = list.and_then(|n| rules.shape.fields.iter().position(|f| f.name == n.trim())) {
            self.lengths[i] = Some(small(&bounds)?);
            return Ok(());
        }
        if let Some(i) = rules.shape.fields.iter().position(|f| f.name == name) {
            let f = &rules.shape.fields[i];
            if f.kind == FieldKind::Word && f.ty == Type::Text {
                self.words[i].push(Value::text(value));
                return Ok(());
            }
            self.fields[i] = Some(bounds.ok_or_else(wrong)?);
            return Ok(());
        }
        if let Some(i) = rules.params.iter().position(|p| p.name == name) {
            let choice = match bounds {
                Some((lo, hi)) if rules.params[i].default.ty == Type::Int => Choice::Between(lo, hi),
                Some((lo, hi)) => Choice::Like(lo, hi),
                None => {
                    let ty = &rules.params[i].default.ty;
                    Choice::Is(read_value_as(ty, value, loader).map_err(|e| Problem::Input(Arc::new(e)))?)
                }
            };
            match self.params.iter_mut().find(|(p, _)| *p == i) {
                Some((_, choices)) => choices.push(choice),
                None => self.params.push((i, vec![choice])),
            }
            return Ok(());
        }
        match name {
            "heaps" if rules.shape.kind == ShapeKind::Heaps => self.heaps = Some(small(&bounds)?),
            "mover" => {
                let (lo, hi) = small(&bounds)?;
                self.movers = (lo.max(1)..=hi.min(2)).map(|p| p as usize - 1).collect();
                if self.movers.is_empty() {
                    return Err(wrong().into());
                }
            }
            _ => return Err(Wrong::LimitName { name: name.to_string(), known: names(rules) }.into()),
        }
        Ok(())
    }
}

/// `1..1e18`, or one number.
fn range(text: &str) -> Option<(BigInt, BigInt)> {
    let (lo, hi) = match text.split_once("..") {
        Some((lo, hi)) => (number::parse(lo)?, number::parse(hi)?),
        None => (number::parse(text)?, number::parse(text)?),
    };
    (lo <= hi).then_some((lo, hi))
}

fn names(rules: &Rules) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for f in &rules.shape.fields {
        out.push(f.name.clone());
        if f.kind != FieldKind::Number {
            out.push(format!("|{}|", f.name));
        }
    }
    out.extend(rules.params.iter().map(|p| p.name.clone()));
    if rules.shape.kind == ShapeKind::Heaps {
        out.push("heaps".into());
    }
    out.push("mover".into());
    out
}
