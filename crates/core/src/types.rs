//! Types: what every term is, worked out once for all who read the core.
//!
//! The checker leaves the types of arguments open, for a definition may be called with anything. Under fixed parameters it is
//! called with certain things only: definitions are looked at again until the types of what they are called with stop
//! growing ([`Signature`]). Types form a lattice from [`Type::Unknown`] (an empty list says nothing of its elements)
//! to [`Type::Mixed`] (values of several kinds), so that this ends.

use crate::{Gather, Kind, Range, Term};
use bouton_language::ast::{BinaryOp, FieldKind};
use bouton_language::interp::element_type;
use bouton_language::rules::{self, Builtin};
use bouton_language::value::{KnownSet, Value};

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing is known: the elements of an empty list, the value of a definition that never gives one.
    Unknown,
    /// A whole number; `true` where it is never negative.
    Int(bool),
    /// yes or no
    Bool,
    /// A string of one letter.
    Letter,
    /// A string.
    Text,
    /// A list.
    List(Box<Type>),
    /// A set.
    Set(Box<Type>),
    /// So many values of different types; at run time a list.
    Tuple(Vec<Type>),
    /// A graph with nodes of this type.
    Graph(Box<Type>),
    /// A named infinite set.
    Known(KnownSet),
    /// One kind or another.
    Mixed,
}

/// What a definition is called with, and what it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its arguments.
    pub args: Vec<Type>,
    /// Its value.
    pub gives: Type,
}

impl Type {
    /// A list of these.
    pub fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// A set of these.
    pub fn set(of: Type) -> Type {
        Type::Set(Box::new(of))
    }

    /// The type of a value.
    pub fn of(v: &Value) -> Type {
        let all = |items: &[Value]| items.iter().fold(Type::Unknown, |ty, v| ty.join(&Type::of(v)));
        match v {
            Value::Int(_) | Value::Big(_) => Type::Int(*v >= Value::Int(0)),
            Value::Bool(_) => Type::Bool,
            Value::Text(t) if t.chars().count() == 1 => Type::Letter,
            Value::Text(_) => Type::Text,
            Value::List(items) => Type::list(all(items)),
            Value::Set(items) => Type::set(all(items)),
            Value::Known(set) => Type::Known(*set),
            Value::Graph(g) => {
                // Nodes stand in order, numbers first: where the last is one, all are.
                let ends = g.len().checked_sub(1).map(|last| [g.node(0), g.node(last)]);
                Type::Graph(Box::new(match ends {
                    None => Type::Unknown,
                    Some(ends) if matches!(all(&ends), Type::Int(_)) => all(&ends),
                    Some(_) => all(g.nodes()),
                }))
            }
        }
    }

    /// What is of one type or of the other.
    pub fn join(&self, other: &Type) -> Type {
        match (self, other) {
            (Type::Unknown, t) | (t, Type::Unknown) => t.clone(),
            (Type::Int(a), Type::Int(b)) => Type::Int(*a && *b),
            (Type::Letter, Type::Text) | (Type::Text, Type::Letter) => Type::Text,
            (Type::List(a), Type::List(b)) => Type::list(a.join(b)),
            (Type::Set(a), Type::Set(b)) => Type::set(a.join(b)),
            (Type::Graph(a), Type::Graph(b)) => Type::Graph(Box::new(a.join(b))),
            (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
                Type::Tuple(a.iter().zip(b).map(|(x, y)| x.join(y)).collect())
            }
            (Type::Tuple(a), Type::List(b)) | (Type::List(b), Type::Tuple(a)) => {
                Type::list(a.iter().fold((**b).clone(), |t, x| t.join(x)))
            }
            (a, b) if a == b => a.clone(),
            _ => Type::Mixed,
        }
    }

    /// Several values side by side: a list where all have one type, a tuple otherwise.
    pub fn tuple(types: Vec<Type>) -> Type {
        match types.iter().fold(Type::Unknown, |t, x| t.join(x)) {
            of if of.is_one() => Type::list(of),
            _ => Type::Tuple(types),
        }
    }

    /// The elements of a collection.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::List(of) | Type::Set(of) | Type::Graph(of) => Some((**of).clone()),
            Type::Tuple(of) => Some(of.iter().fold(Type::Unknown, |t, x| t.join(x))),
            Type::Text | Type::Letter => Some(Type::Letter),
            Type::Known(_) => Some(Type::Int(true)),
            Type::Unknown | Type::Mixed => Some(self.clone()),
            Type::Int(_) | Type::Bool => None,
        }
    }

    /// Is there no mixture in it?
    pub fn is_one(&self) -> bool {
        match self {
            Type::Mixed => false,
            Type::List(of) | Type::Set(of) | Type::Graph(of) => of.is_one(),
            Type::Tuple(of) => of.iter().all(Type::is_one),
            _ => true,
        }
    }

    fn natural(&self) -> bool {
        *self == Type::Int(true)
    }

    /// Joins another type to it; says whether it grew.
    fn grow(&mut self, by: &Type, late: bool) -> bool {
        let joined = self.join(by);
        let grown = joined != *self;
        if grown {
            *self = if late { Type::Mixed } else { joined };
        }
        grown
    }
}

/// What is known of the types around a term.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    pub(crate) fields: Vec<Type>,
    pub(crate) signatures: Vec<Option<Signature>>,
    /// Of the locals.
    pub(crate) frame: Vec<Type>,
    /// A signature has grown.
    pub(crate) grown: bool,
    /// What grows still is called a mixture: a definition may call itself with `[x]` for x.
    pub(crate) late: bool,
}

impl Types {
    pub(crate) fn bind(&mut self, slot: usize, ty: Type) {
        if self.frame.len() <= slot {
            self.frame.resize(slot + 1, Type::Unknown);
        }
        self.frame[slot] = ty;
    }

    /// The type of a term whose inner terms have theirs.
    pub(crate) fn of(&mut self, kind: &Kind) -> Type {
        match kind {
            Kind::Value(v) => Type::of(v),
            Kind::Field(f) => self.fields.get(*f).cloned().unwrap_or(Type::Unknown),
            Kind::Local(slot) => self.frame.get(*slot).cloned().unwrap_or(Type::Unknown),
            Kind::Mover | Kind::Turn | Kind::Size(_) => Type::Int(true),
            Kind::Stuck | Kind::Not(_) | Kind::And(..) | Kind::Or(..) => Type::Bool,
            Kind::Compare(..) | Kind::In(..) => Type::Bool,
            Kind::Heaps => Type::list(match self.fields.as_slice() {
                [one] => one.clone(),
                several => Type::tuple(several.to_vec()),
            }),
            Kind::Tuple(items) => Type::tuple(types(items)),
            Kind::List(pieces) => Type::list(items(pieces)),
            Kind::Set(pieces) => Type::set(items(pieces)),
            Kind::Fold(Gather::List, c) => Type::list(c.element.ty.clone()),
            Kind::Fold(Gather::Set, c) => Type::set(c.element.ty.clone()),
            Kind::Fold(Gather::By(f), c) => folded(*f, &c.element.ty),
            Kind::Index(base, places) => places.iter().fold(base.ty.clone(), |ty, place| {
                let at = place.int().and_then(|i| usize::try_from(i - 1).ok());
                match (&ty, at) {
                    (Type::Graph(node), _) => Type::List(node.clone()),
                    (Type::Tuple(all), Some(at)) if at < all.len() => all[at].clone(),
                    _ => ty.element().unwrap_or(Type::Mixed),
                }
            }),
            Kind::Slice(base, ..) => match &base.ty {
                Type::Letter => Type::Text,
                ty @ Type::Tuple(_) => Type::list(ty.element().unwrap_or(Type::Mixed)),
                ty => ty.clone(),
            },
            Kind::Call(f, args) => called(*f, &types(args)),
            Kind::Define(d, args) => self.called(*d, types(args)),
            Kind::Binary(op, a, b) => binary(*op, &a.ty, &b.ty),
            Kind::Cases(arms) => arms.iter().fold(Type::Unknown, |ty, arm| ty.join(&arm.0.ty)),
            Kind::Floor(_) => Type::Int(false),
        }
    }

    /// A call: the definition's types grow by what it is called with.
    fn called(&mut self, d: usize, args: Vec<Type>) -> Type {
        let (late, mut grown) = (self.late, self.grown);
        let Some(signature) = self.signatures.get_mut(d) else { return Type::Mixed };
        let found = signature.get_or_insert_with(|| {
            grown = true;
            Signature { args: args.clone(), gives: Type::Unknown }
        });
        for (have, arg) in found.args.iter_mut().zip(&args) {
            grown |= have.grow(arg, late);
        }
        self.grown = grown;
        found.gives.clone()
    }

    /// A definition gives this.
    pub(crate) fn gives(&mut self, d: usize, ty: &Type) {
        if let Some(Some(signature)) = self.signatures.get_mut(d) {
            self.grown |= signature.gives.grow(ty, self.late);
        }
    }
}

fn types(terms: &[Term]) -> Vec<Type> {
    terms.iter().map(|t| t.ty.clone()).collect()
}

/// What the elements of a written list are.
fn items(pieces: &[Range]) -> Type {
    pieces.iter().fold(Type::Unknown, |ty, piece| match piece {
        Range::Of(t) => ty.join(&t.ty),
        between => ty.join(&drawn(between)),
    })
}

/// What a variable that runs over a range is. A single value stands for itself.
pub(crate) fn drawn(range: &Range) -> Type {
    match range {
        Range::Between(from, _) => from.as_ref().map_or(Type::Int(true), |t| t.ty.clone()),
        Range::Of(t) if t.ty == Type::Letter => Type::Letter,
        Range::Of(t) => t.ty.element().unwrap_or_else(|| t.ty.clone()),
    }
}

/// The type of a field, by its kind and what its domain holds.
pub(crate) fn field(field: &rules::Field, domain: Option<&Range>) -> Type {
    let element = match (element_type(field), domain) {
        (rules::Type::Bool, _) => Type::Bool,
        (_, Some(range)) => drawn(range),
        (rules::Type::Int, None) => Type::Int(true),
        (rules::Type::Text, None) => Type::Text,
        _ => Type::Unknown,
    };
    match field.kind {
        FieldKind::Number => element,
        FieldKind::Set => Type::set(element),
        FieldKind::Word if matches!(element, Type::Letter | Type::Text) => Type::Text,
        FieldKind::Row | FieldKind::Bag | FieldKind::Word => Type::list(element),
        FieldKind::Grid => Type::list(Type::list(element)),
    }
}

/// The value of a fold over elements of this type.
fn folded(f: Builtin, of: &Type) -> Type {
    match f {
        Builtin::Any | Builtin::All => Type::Bool,
        Builtin::Count | Builtin::Xor | Builtin::Gcd => Type::Int(true),
        _ => Type::Int(of.natural()),
    }
}

fn binary(op: BinaryOp, a: &Type, b: &Type) -> Type {
    let both = a.natural() && b.natural();
    match op {
        BinaryOp::Add | BinaryOp::Sub if matches!((a, b), (Type::Set(_), _) | (_, Type::Set(_))) => a.join(b),
        BinaryOp::Concat => match a.join(b) {
            Type::Letter => Type::Text,
            ty => ty,
        },
        BinaryOp::Xor => Type::Int(true),
        BinaryOp::Sub => Type::Int(false),
        BinaryOp::Mod => Type::Int(b.natural()),
        BinaryOp::Pow => Type::Int(a.natural()),
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Over => Type::Int(both),
    }
}

/// The value of a built-in function.
fn called(f: Builtin, args: &[Type]) -> Type {
    let first = args.first().cloned().unwrap_or(Type::Unknown);
    let of = first.element().unwrap_or(Type::Mixed);
    let numbers = || Type::list(Type::Int(true));
    match f {
        // The largest of several is natural if one of them is.
        Builtin::Max if args.len() > 1 => Type::Int(args.iter().any(Type::natural)),
        Builtin::Min if args.len() > 1 => Type::Int(args.iter().all(Type::natural)),
        Builtin::Min | Builtin::Max | Builtin::Sum | Builtin::Xor | Builtin::Gcd | Builtin::Count => {
            folded(f, if matches!(first, Type::Int(_)) { &first } else { &of })
        }
        Builtin::Any | Builtin::All => Type::Bool,
        Builtin::Abs | Builtin::Isqrt | Builtin::Log2 | Builtin::Popcount => Type::Int(true),
        Builtin::Band | Builtin::Bor | Builtin::Distance => Type::Int(true),
        Builtin::Shl | Builtin::Shr => Type::Int(first.natural()),
        Builtin::Digits | Builtin::Divisors => numbers(),
        Builtin::Sorted if !matches!(first, Type::Text | Type::Letter) => Type::list(of),
        Builtin::Repeat if !matches!(first, Type::Text | Type::Letter) => Type::list(first),
        Builtin::Sorted | Builtin::Repeat => Type::Text,
        Builtin::Without if matches!(first, Type::Tuple(_)) => Type::list(of),
        Builtin::Reverse | Builtin::Without | Builtin::Lines => first,
        Builtin::Compositions | Builtin::Below | Builtin::Partitions => Type::list(numbers()),
        Builtin::Subsets if matches!(first, Type::List(_)) => Type::list(first),
        Builtin::Subsets => Type::list(Type::set(of)),
        Builtin::Regions => {
            let cell = of.element().unwrap_or(Type::Mixed);
            let cell = args.iter().skip(1).fold(cell, |ty, x| ty.join(x));
            Type::list(Type::list(Type::list(cell)))
        }
        Builtin::Words if args.get(1) == Some(&Type::Text) => Type::list(Type::Text),
        Builtin::Rows | Builtin::Bags | Builtin::Words => {
            let of = args.get(1).and_then(Type::element).unwrap_or(Type::Mixed);
            Type::list(Type::list(of))
        }
    }
}
