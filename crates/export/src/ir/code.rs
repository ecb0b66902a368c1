//! Code: structures, functions and statements, made once from the pieces of a program. Printers write it down as it stands.
//!
//! Values are copied when they are assigned, as everywhere in the rules; what need not be copied says so ([`K::Move`]), and
//! lists that are filled or changed are new ones ([`K::New`], [`K::Thaw`]).

use super::{Clause, E, K, Op, Over, Ty};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum S {
    /// A comment.
    Note(String),
    /// A name for a value.
    Let(String, E),
    /// A variable.
    Var(String, E),
    /// Another name for a place: what is done to it is done there.
    Alias(String, E),
    /// A new value for a variable, a member or an element.
    Set(E, E),
    /// What a place holds is increased by something, or another operation is done to it.
    Change(Op, E, E),
    /// Statements whose names end with them.
    Block(Vec<S>),
    /// What is done where a condition holds, and where it does not.
    If(E, Vec<S>, Vec<S>),
    /// What a map holds for a key gets a name, where it holds something.
    Look {
        /// The name.
        name: String,
        /// The map.
        map: E,
        /// The key.
        key: E,
        /// Where something is found.
        found: Vec<S>,
        /// Where nothing is.
        missing: Vec<S>,
    },
    /// As long as a condition holds.
    While(E, Vec<S>),
    /// For each of these.
    For(String, Over, Vec<S>),
    /// The next round of the loop.
    Continue,
    /// The value of the function.
    Return(E),
    /// Something is done to a collection or to the input.
    Do(Do, Vec<E>),
    /// A line of output.
    Print(Vec<E>),
}

/// What is done to the first of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Do {
    /// A list gets one more element.
    Push,
    /// The last element of a list goes.
    Pop,
    /// An element of a list goes, counted from 0.
    Delete,
    /// A list gets all elements of another.
    Append,
    /// A list is put in order.
    Sort,
    /// A set gets a member.
    Insert,
    /// A set loses a member.
    Remove,
    /// A map forgets everything.
    Clear,
    /// A graph gets an edge from one node to another.
    Link,
    /// The input moves on.
    Run,
    /// The program ends with a sentence.
    Stop,
}

/// A structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// What it is.
    pub comment: String,
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<(String, Ty)>,
    /// Values can be compared and looked up; otherwise members change.
    pub key: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Fn {
    /// What it computes.
    pub comment: Vec<String>,
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<(String, Ty)>,
    /// The type of its value; the main function has none.
    pub ret: Option<Ty>,
    /// What it does.
    pub body: Vec<S>,
}

/// Something that all functions see.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value at the beginning.
    pub value: Option<E>,
    /// It changes.
    pub changes: bool,
}

/// A piece of the code: they stand in an order in which what is used comes first, but for functions that call each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A structure.
    Struct(Struct),
    /// A list of numbers that does not change, with comments.
    Table(String, Vec<u64>, Vec<String>),
    /// A map.
    Map(Global),
    /// A function.
    Fn(Fn),
}

/// All code of a program.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Code {
    /// The parameters of the game.
    pub params: Vec<Global>,
    /// Everything else.
    pub pieces: Vec<Piece>,
}

impl Code {
    /// The functions.
    pub fn functions(&self) -> impl Iterator<Item = &Fn> {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Fn(f) => Some(f),
            _ => None,
        })
    }

    /// The maps.
    pub fn maps(&self) -> impl Iterator<Item = &Global> {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Map(g) => Some(g),
            _ => None,
        })
    }

    /// The structures.
    pub fn structs(&self) -> impl Iterator<Item = &Struct> {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Struct(s) => Some(s),
            _ => None,
        })
    }

    /// Does some expression satisfy this?
    pub fn any(&self, test: &mut dyn FnMut(&E) -> bool) -> bool {
        self.params.iter().filter_map(|g| g.value.as_ref()).any(|e| e.any(test))
            || self.functions().any(|f| any(&f.body, test))
    }

    /// A structure by its type.
    pub fn structure(&self, ty: &Ty) -> Option<&Struct> {
        self.structs().find(|s| matches!(ty, Ty::Struct(name) if *name == s.name))
    }
}

impl S {
    /// The statements inside, by block.
    pub fn blocks(&self) -> Vec<&[S]> {
        match self {
            S::If(_, a, b) | S::Look { found: a, missing: b, .. } => vec![a, b],
            S::While(_, body) | S::For(_, _, body) | S::Block(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions that stand directly in it.
    pub fn expressions(&self) -> Vec<&E> {
        match self {
            S::Let(_, e) | S::Var(_, e) | S::Alias(_, e) | S::Return(e) => vec![e],
            S::If(e, ..) | S::While(e, _) | S::For(_, Over::All(e), _) => vec![e],
            S::Set(a, b) | S::Change(_, a, b) | S::For(_, Over::Range(a, b), _) => vec![a, b],
            S::Look { map, key, .. } => vec![map, key],
            S::Do(_, all) | S::Print(all) => all.iter().collect(),
            S::Note(_) | S::Continue | S::Block(_) => Vec::new(),
        }
    }
}

/// Loops and conditions around some statements.
pub fn inside(clauses: &[Clause], body: Vec<S>) -> Vec<S> {
    clauses.iter().rev().fold(body, |body, c| match c {
        Clause::For(name, over) => vec![S::For(name.clone(), over.clone(), body)],
        Clause::If(e) => vec![S::If(e.clone(), body, Vec::new())],
        Clause::Let(name, e) => {
            let mut all = vec![S::Let(name.clone(), e.clone())];
            all.extend(body);
            all
        }
    })
}

/// Does some expression of these statements satisfy this?
pub fn any(body: &[S], test: &mut dyn FnMut(&E) -> bool) -> bool {
    body.iter().any(|s| {
        s.expressions().into_iter().any(|e| e.any(test)) || s.blocks().into_iter().any(|b| any(b, test))
    })
}

/// Does an expression look at a variable?
pub fn mentions(e: &E, name: &str) -> bool {
    e.any(&mut |x| matches!(&x.kind, K::Var(n) if n == name))
}

/// Does some statement?
pub fn mentioned(body: &[S], name: &str) -> bool {
    any(body, &mut |x| matches!(&x.kind, K::Var(n) if n == name))
}
