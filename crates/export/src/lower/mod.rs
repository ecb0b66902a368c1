//! From rules to the typed program: types are inferred, names made legal, every construct translated.
//!
//! The language leaves the types of arguments open, so definitions are looked at again and again until the types of
//! what they are called with stop growing. Parameters are values here, which decides what graphs, sets and words hold.

mod calls;
mod expr;
mod locals;
mod moves;
mod range;
mod real;

use crate::ir::{E, Field, Function, K, Param, Ty};
use crate::names::Names;
use crate::wrong::{Cannot, What};
use bouton::Game;
use bouton_language::ast::FieldKind;
use bouton_language::rules::{Expr, RangeExpr, Rules, Type};
use bouton_language::span::Span;
use bouton_language::value::Value;
use std::collections::HashMap;

/// What a definition takes and gives.
#[derive(Clone, Debug)]
struct Sig {
    args: Vec<Ty>,
    ret: Ty,
}

/// Translates the rules of one game.
pub(crate) struct Lower<'g> {
    pub(crate) rules: &'g Rules,
    pub(crate) names: Names,
    values: Vec<Value>,
    params: Vec<(String, Ty)>,
    read: Vec<bool>,
    used_params: Vec<bool>,
    fields: Vec<(String, Ty)>,
    defines: Vec<String>,
    sigs: Vec<Option<Sig>>,
    changed: bool,
    /// No reason is known why play must end.
    may_repeat: bool,
    frame: HashMap<usize, (String, Ty)>,
    slots: HashMap<usize, String>,
}

pub(crate) type Lowered<T> = Result<T, Cannot>;

fn cannot<T>(what: What, span: Span) -> Lowered<T> {
    Err(Cannot { what, span })
}

impl<'g> Lower<'g> {
    /// For a game; `read` are the parameters that come with every case.
    pub(crate) fn new(game: &'g Game, read: &[usize]) -> Lowered<Lower<'g>> {
        let rules: &Rules = game.rules();
        let mut names = Names::new();
        let fields: Vec<String> = rules.shape.fields.iter().map(|f| names.field(&f.name)).collect();
        let mut params = Vec::new();
        for (i, p) in rules.params.iter().enumerate() {
            let value = game.interp().params().get(i).cloned().unwrap_or(Value::Int(0));
            let ty = match type_of(&value) {
                Ty::Int(natural) if read.contains(&i) => Ty::Int(natural && from_natural(p.range.as_ref())),
                Ty::Char if read.contains(&i) => Ty::Text,
                ty => ty,
            };
            params.push((names.global(&p.name), ty));
        }
        let defines = rules.defines.iter().map(|d| names.global(&d.name)).collect();
        let mut lower = Lower {
            rules,
            names,
            values: game.interp().params().to_vec(),
            read: (0..params.len()).map(|i| read.contains(&i)).collect(),
            used_params: vec![false; params.len()],
            params,
            fields: Vec::new(),
            defines,
            sigs: vec![None; rules.defines.len()],
            changed: false,
            // Parameters that are read may be others than those for which play is known to end.
            may_repeat: game.facts().measure.is_none() || !read.is_empty(),
            frame: HashMap::new(),
            slots: HashMap::new(),
        };
        for (f, name) in rules.shape.fields.iter().zip(fields) {
            let ty = lower.field_type(f)?;
            lower.fields.push((name, ty));
        }
        lower.used_params.fill(false);
        Ok(lower)
    }

    fn field_type(&mut self, f: &'g bouton_language::rules::Field) -> Lowered<Ty> {
        let element = match &f.domain {
            _ if f.kind == FieldKind::Number && f.ty == Type::Bool => Ty::Bool,
            None => Ty::Int(true),
            Some(r @ RangeExpr::Between(..)) => Ty::Int(from_natural(Some(r))),
            Some(RangeExpr::Of(e)) => {
                let lowered = self.in_frame(&[e], &[], |l| l.expr(e))?;
                match lowered.ty {
                    ty @ (Ty::Int(_) | Ty::Bool) => ty,
                    ty => ty.element().unwrap_or(Ty::Unknown),
                }
            }
        };
        Ok(match f.kind {
            FieldKind::Number => element,
            FieldKind::Row | FieldKind::Bag => Ty::list(element),
            FieldKind::Set => Ty::set(element),
            FieldKind::Word if matches!(element, Ty::Char | Ty::Text) => Ty::Text,
            FieldKind::Word => Ty::list(element),
            FieldKind::Grid => Ty::list(Ty::list(element)),
        })
    }

    /// Runs `roots` until no type changes any more; gives what it made in the last round.
    pub(crate) fn settle<T>(&mut self, mut roots: impl FnMut(&mut Self) -> Lowered<T>) -> Lowered<T> {
        for _ in 0..40 {
            self.changed = false;
            let made = roots(self)?;
            for i in 0..self.sigs.len() {
                self.define(i)?;
            }
            if !self.changed {
                return Ok(made);
            }
        }
        cannot(What::Mixed, self.rules.shape.span)
    }

    /// Looks at a definition that something calls; its value may become more than was known.
    fn define(&mut self, i: usize) -> Lowered<Option<Function>> {
        let rules = self.rules;
        let (Some(sig), Some(define)) = (self.sigs[i].clone(), rules.defines.get(i)) else { return Ok(None) };
        let slots = locals::names(self.rules, &[&define.body], &[]);
        let args: Vec<String> = (0..define.arity)
            .map(|k| match slots.get(&k) {
                Some(name) => self.names.local(name),
                None => format!("unused{}", k + 1),
            })
            .collect();
        let before: HashMap<usize, (String, Ty)> =
            args.iter().cloned().zip(sig.args.iter().cloned()).enumerate().collect();
        let body = self.in_frame(&[&define.body], &[], |l| {
            l.frame = before;
            l.expr(&define.body)
        })?;
        let Some(ret) = sig.ret.join(&body.ty) else { return cannot(What::Mixed, define.span) };
        if ret != sig.ret {
            self.changed = true;
            if let Some(s) = &mut self.sigs[i] {
                s.ret = ret.clone();
            }
        }
        let body = self.coerce(body, &ret, define.span)?;
        // A graph is no key of a table.
        let keys = sig.args.iter().all(|ty| !matches!(ty, Ty::Graph(_)));
        Ok(Some(Function {
            id: i,
            name: self.defines[i].clone(),
            args: args.into_iter().zip(sig.args).collect(),
            ret,
            body,
            remembers: define.branches && define.arity > 0 && keys,
            comment: self.line(define.span),
        }))
    }

    /// The definitions that something calls. To be asked once the types have settled.
    pub(crate) fn functions(&mut self) -> Lowered<Vec<Function>> {
        let mut out = Vec::new();
        for i in 0..self.sigs.len() {
            out.extend(self.define(i)?);
        }
        Ok(out)
    }

    /// Runs `f` with a fresh frame for these expressions; `chosen` are the names of slots that are known.
    pub(crate) fn in_frame<T>(
        &mut self,
        exprs: &[&Expr],
        chosen: &[(usize, String)],
        f: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let slots = locals::names(self.rules, exprs, chosen);
        let kept = (std::mem::take(&mut self.frame), std::mem::replace(&mut self.slots, slots));
        let out = f(self);
        (self.frame, self.slots) = kept;
        out
    }

    /// Declares a local; gives its name.
    pub(crate) fn bind(&mut self, slot: usize, ty: Ty) -> String {
        let wanted = self.slots.get(&slot).cloned();
        let name = match wanted {
            Some(name) => self.names.local(&name),
            None => format!("unused{}", slot + 1),
        };
        self.frame.insert(slot, (name.clone(), ty));
        name
    }

    /// Gives a slot of the frame a meaning.
    pub(crate) fn give(&mut self, slot: usize, name: &str, ty: Ty) {
        self.frame.insert(slot, (name.to_string(), ty));
    }

    /// The fields with their starts.
    pub(crate) fn fields(&mut self) -> Lowered<Vec<Field>> {
        let rules = self.rules;
        let mut out = Vec::new();
        for (i, f) in rules.shape.fields.iter().enumerate() {
            let (name, ty) = self.fields[i].clone();
            let start = match &f.start {
                None => None,
                Some(e) => {
                    let made = self.in_frame(&[e], &[], |l| l.expr(e))?;
                    Some(self.coerce(made, &ty, e.span)?)
                }
            };
            let bag = f.kind == FieldKind::Bag;
            let unordered = rules.shape.unordered
                && f.kind == FieldKind::Number
                && f.start.is_none()
                && f.ty != Type::Bool;
            out.push(Field { name, ty, bag, unordered, start });
        }
        Ok(out)
    }

    /// The parameters that are used. To be asked when everything else was translated.
    pub(crate) fn params(&mut self) -> Lowered<Vec<Param>> {
        let rules = self.rules;
        let mut out = Vec::new();
        let mut derived = vec![false; rules.params.len()];
        for (i, p) in rules.params.iter().enumerate() {
            let (name, ty) = self.params[i].clone();
            let own = locals::params(&p.default);
            derived[i] = !self.read[i] && own.iter().any(|k| self.read[*k] || derived[*k]);
            let value = match derived[i] {
                // Whoever looks at an infinite set has a function for it, and needs no value.
                _ if matches!(ty, Ty::Known(_)) => E { kind: K::Bool(false), ty: ty.clone() },
                true => self.in_frame(&[&p.default], &[], |l| l.expr(&p.default))?,
                false => self.constant(&self.values[i].clone(), p.span)?,
            };
            let value = self.coerce(value, &ty, p.span)?;
            out.push(Param { name, ty, value, read: self.read[i], derived: derived[i], used: true });
        }
        Ok(out)
    }

    /// Which parameters were mentioned, directly or by those that are computed from them.
    pub(crate) fn mentioned(&self) -> Vec<bool> {
        let mut used = self.used_params.clone();
        for (i, p) in self.rules.params.iter().enumerate().rev() {
            if used[i] {
                for k in locals::params(&p.default) {
                    used[k] |= self.read[k];
                }
            }
        }
        used
    }

    /// The type of a field.
    pub(crate) fn field_ty(&self, i: usize) -> &Ty {
        &self.fields[i].1
    }

    /// The name and type of a parameter.
    pub(crate) fn param(&self, i: usize) -> &(String, Ty) {
        &self.params[i]
    }

    /// Something in the program looks at a parameter.
    pub(crate) fn uses(&mut self, i: usize) {
        self.used_params[i] = true;
    }

    /// The line of the rules around a span, as a comment.
    pub(crate) fn line(&self, span: Span) -> String {
        let text = self.rules.sources.slice(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A value of the rules as an expression.
    pub(crate) fn constant(&self, v: &Value, span: Span) -> Lowered<E> {
        let ty = type_of(v);
        let items = |all: &[Value], of: &Ty| -> Lowered<Vec<crate::ir::Item>> {
            let of = of.element().unwrap_or(Ty::Unknown);
            all.iter()
                .map(|x| {
                    let e = self.constant(x, span)?;
                    Ok(crate::ir::Item::One(coerced(e, &of).ok_or(Cannot { what: What::Mixed, span })?))
                })
                .collect()
        };
        let kind = match v {
            Value::Int(n) => K::Int((*n).into()),
            Value::Big(n) => K::Int((**n).clone()),
            Value::Bool(b) => K::Bool(*b),
            Value::Text(t) => match single(t) {
                Some(c) => K::Char(c),
                None => K::Text(t.to_string()),
            },
            Value::List(all) => K::List(items(all, &ty)?),
            Value::Set(all) => K::Set(items(all, &ty)?),
            Value::Graph(g) => {
                let Ty::Graph(node) = &ty else { return cannot(What::Mixed, span) };
                let mut rows = Vec::new();
                for place in 0..g.len() {
                    let near: Vec<Value> = g.near(place).iter().map(|&head| g.node(head as usize)).collect();
                    let from = coerced(self.constant(&g.node(place), span)?, node);
                    let to = items(&near, &Ty::list((**node).clone()))?;
                    let Some(from) = from else { return cannot(What::Mixed, span) };
                    let to = E { kind: K::List(to), ty: Ty::list((**node).clone()) };
                    let pair = Ty::Tuple(vec![from.ty.clone(), to.ty.clone()]);
                    rows.push(crate::ir::Item::One(E { kind: K::Tuple(vec![from, to]), ty: pair }));
                }
                K::List(rows)
            }
            Value::Known(_) => return cannot(What::Endless, span),
        };
        if ty == Ty::Unknown {
            return cannot(What::Mixed, span);
        }
        Ok(E { kind, ty })
    }

    /// An expression as a value of another type that holds it.
    pub(crate) fn coerce(&self, e: E, ty: &Ty, span: Span) -> Lowered<E> {
        coerced(e, ty).ok_or(Cannot { what: What::Mixed, span })
    }
}

/// Does a range hold natural numbers only, as far as can be seen?
fn from_natural(range: Option<&RangeExpr>) -> bool {
    use bouton_language::rules::ExprKind;
    match range {
        None => false,
        Some(RangeExpr::Between(None, _)) => true,
        Some(RangeExpr::Between(Some(e), _)) => {
            matches!(&e.kind, ExprKind::Const(v) if *v >= Value::Int(0))
        }
        Some(RangeExpr::Of(_)) => false,
    }
}

/// A string of one letter.
fn single(t: &str) -> Option<char> {
    let mut letters = t.chars();
    match (letters.next(), letters.next()) {
        (Some(c), None) => Some(c),
        _ => None,
    }
}

/// The type of a value; `Unknown` for a mixture.
pub(crate) fn type_of(v: &Value) -> Ty {
    let joined = |all: &[Value]| {
        all.iter().try_fold(Ty::Unknown, |t, x| match type_of(x) {
            Ty::Unknown => None,
            ty => t.join(&ty),
        })
    };
    match v {
        Value::Int(n) => Ty::Int(*n >= 0),
        Value::Big(n) => Ty::Int(n.sign() != num_bigint::Sign::Minus),
        Value::Bool(_) => Ty::Bool,
        Value::Text(t) => single(t).map_or(Ty::Text, |_| Ty::Char),
        Value::List(all) => joined(all).map_or(Ty::Unknown, Ty::list),
        Value::Set(all) => joined(all).map_or(Ty::Unknown, Ty::set),
        Value::Graph(g) => {
            let nodes: Vec<Value> = (0..g.len()).map(|i| g.node(i)).collect();
            joined(&nodes).map_or(Ty::Unknown, |t| Ty::Graph(Box::new(t)))
        }
        Value::Known(k) => Ty::Known(*k),
    }
}

/// A value of one type as one of another; `None` where it has no such form.
pub(crate) fn coerced(e: E, ty: &Ty) -> Option<E> {
    use crate::ir::{Clause, Gather, Helper, Item, Over};
    // What is not known yet will be looked at again.
    if e.ty == *ty || !ty.is_known() || e.ty == Ty::Unknown {
        return Some(e);
    }
    let help = |h: Helper, e: E| Some(E::help(h, vec![e], ty.clone()));
    match (&e.ty, ty) {
        (Ty::Int(_), Ty::Int(_)) => Some(e),
        (Ty::Char, Ty::Text) => match e.kind {
            K::Char(c) => Some(E { kind: K::Text(c.to_string()), ty: Ty::Text }),
            _ => help(Helper::ToText, e),
        },
        (Ty::List(_), Ty::Text) => {
            let letters = coerced(e, &Ty::list(Ty::Char))?;
            help(Helper::FromLetters, letters)
        }
        (Ty::Text, Ty::List(to)) if **to == Ty::Char => help(Helper::Letters, e),
        (Ty::Set(_), Ty::List(to)) => {
            let set = coerced(e, &Ty::Set(to.clone()))?;
            help(Helper::ToList, set)
        }
        (Ty::List(_), Ty::Set(to)) => {
            let list = coerced(e, &Ty::List(to.clone()))?;
            help(Helper::ToSet, list)
        }
        (Ty::Tuple(_), Ty::List(to)) => match e.kind {
            K::Tuple(items) => {
                let items =
                    items.into_iter().map(|x| coerced(x, to).map(Item::One)).collect::<Option<_>>()?;
                Some(E { kind: K::List(items), ty: ty.clone() })
            }
            _ => None,
        },
        (Ty::Tuple(from), Ty::Tuple(to)) if from.len() == to.len() => match e.kind {
            K::Tuple(items) => {
                let items = items.into_iter().zip(to).map(|(x, t)| coerced(x, t)).collect::<Option<_>>()?;
                Some(E { kind: K::Tuple(items), ty: ty.clone() })
            }
            _ => Some(E { ty: ty.clone(), ..e }),
        },
        (Ty::List(from), Ty::List(to)) | (Ty::Set(from), Ty::Set(to)) => {
            let (from, to) = ((**from).clone(), (**to).clone());
            from.join(&to)?;
            // Numbers of every sign have one form, and nothing has to be done to the elements of an empty list.
            let same = same_form(&from, &to);
            match e.kind {
                K::List(items) | K::Set(items) => {
                    let each = |item| match item {
                        Item::One(x) => coerced(x, &to).map(Item::One),
                        range => Some(range),
                    };
                    let items = items.into_iter().map(each).collect::<Option<_>>()?;
                    let kind = if matches!(ty, Ty::List(_)) { K::List(items) } else { K::Set(items) };
                    Some(E { kind, ty: ty.clone() })
                }
                _ if same => Some(E { ty: ty.clone(), ..e }),
                K::Cond(arms, otherwise) => {
                    let arms = arms
                        .into_iter()
                        .map(|(c, v)| Some((c, coerced(v, ty)?)))
                        .collect::<Option<Vec<_>>>()?;
                    let otherwise = match otherwise {
                        Some(o) => Some(Box::new(coerced(*o, ty)?)),
                        None => None,
                    };
                    Some(E { kind: K::Cond(arms, otherwise), ty: ty.clone() })
                }
                _ => {
                    let list = matches!(ty, Ty::List(_));
                    let element = coerced(E::var("each_", from), &to)?;
                    let gather = if list { Gather::List } else { Gather::Set };
                    Some(E::comp(
                        gather,
                        element,
                        vec![Clause::For("each_".into(), Over::All(e))],
                        ty.clone(),
                    ))
                }
            }
        }
        _ => None,
    }
}

/// Do values of two types look the same in a program?
pub(crate) fn same_form(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Int(_), Ty::Int(_)) | (Ty::Unknown, _) => true,
        (Ty::List(x), Ty::List(y)) | (Ty::Set(x), Ty::Set(y)) => same_form(x, y),
        (Ty::Tuple(x), Ty::Tuple(y)) => x.len() == y.len() && x.iter().zip(y).all(|(a, b)| same_form(a, b)),
        _ => a == b,
    }
}
