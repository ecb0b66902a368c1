//! Word-level code: what both backends run.
//!
//! Everything is a 64-bit word. Variables hold words; lists are an address and a length, a word each. There are three
//! spaces of words: the part at hand, the constants of the game (both never written), and the memory of one call.
//! Expressions have no effect but to give up; statements are structured, so that a backend needs no flow analysis.
//! Code gives up wherever the interpreter would report an error or leave 64 bits.

use super::help::Help;

/// A variable.
pub(crate) type Var = usize;
/// A block that can be left.
pub(crate) type Label = usize;
/// Statements, in order.
pub(crate) type Block = Vec<S>;

/// The player to move, 1 or 2.
pub(crate) const MOVER: Var = 0;
/// Moves made so far.
pub(crate) const TURN: Var = 1;
/// Has the mover no move: 1 yes, 0 no, -1 not known yet.
pub(crate) const STUCK: Var = 2;
/// Variables that a caller sets.
pub(crate) const GIVEN: usize = 3;

/// Where in memory the end of what is allocated is kept.
pub(crate) const TOP: i64 = 0;
/// Where the number of the last step of changes is kept, for marks of written places.
pub(crate) const STAMP: i64 = 1;
/// Where the size of the memory is kept.
pub(crate) const LIMIT: i64 = 2;
/// The first address that is free for buffers.
pub(crate) const FREE: i64 = 3;

/// A space of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The part at hand.
    Part,
    /// Constants of the game.
    Const,
    /// Memory of the call.
    Mem,
}

impl Space {
    /// How [`Help`] functions are told.
    pub(crate) fn code(self) -> i64 {
        match self {
            Space::Part => 0,
            Space::Const => 1,
            Space::Mem => 2,
        }
    }
}

/// Operations on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Gives up beyond 64 bits.
    Add,
    /// Gives up beyond 64 bits.
    Sub,
    /// Gives up beyond 64 bits.
    Mul,
    /// Cannot leave 64 bits where the lowering uses it (addresses, proved ranges).
    AddIn,
    /// Likewise.
    SubIn,
    /// Likewise.
    MulIn,
    /// Floors; gives up unless the divisor is positive.
    Div,
    /// Gives up unless the divisor is positive.
    Mod,
    /// Gives up on negative words.
    Xor,
    /// Digit by digit; likewise.
    Both,
    /// Likewise.
    Either,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    /// Truths; the second is not looked at where the first decides.
    And,
    Or,
    /// Bit `b mod 64` of `a`, for tables of bits.
    Bit,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum E {
    Int(i64),
    Var(Var),
    Load(Space, Box<E>),
    Bin(Op, Box<E>, Box<E>),
    /// An index from 1 in a list of this size, as a place from 0; gives up outside.
    Place(Box<E>, Box<E>),
    /// The second where the first is true, else the third.
    If(Box<E>, Box<E>, Box<E>),
    Help(Help, Vec<E>),
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum S {
    Set(Var, E),
    /// Address in memory, word.
    Store(E, E),
    If(E, Block, Block),
    /// For each value from the first to the second; a step each, unless the rounds are few and short.
    For {
        var: Var,
        from: E,
        to: E,
        body: Block,
        short: bool,
    },
    /// Again and again until left; a step each.
    Loop(Block),
    /// Can be left by its label.
    Label(Label, Block),
    /// Leaves a block.
    Leave(Label),
    /// Copies words into memory.
    Copy {
        to: E,
        space: Space,
        from: E,
        len: E,
    },
    /// Writes zeros into memory.
    Zero {
        to: E,
        len: E,
    },
    /// Gives up unless true.
    Check(E),
    /// Counts steps.
    Tick(E),
    /// Shows a move.
    Visit {
        line: usize,
        at: E,
        parts: E,
        gain: E,
        again: E,
    },
    /// The result.
    Return(E),
}

/// Is there a loop in a block?
pub(crate) fn loops(block: &[S]) -> bool {
    block.iter().any(|s| match s {
        S::For { .. } | S::Loop(_) => true,
        S::If(_, a, b) => loops(a) || loops(b),
        S::Label(_, body) => loops(body),
        _ => false,
    })
}

/// A function: its variables and its body. It returns 0 where it runs off the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    pub(crate) vars: usize,
    pub(crate) body: Block,
}

pub(crate) fn int(i: i64) -> E {
    E::Int(i)
}

pub(crate) fn var(v: Var) -> E {
    E::Var(v)
}

pub(crate) fn load(space: Space, at: E) -> E {
    E::Load(space, Box::new(at))
}

/// `a op b`, worked out where both are known.
pub(crate) fn bin(op: Op, a: E, b: E) -> E {
    if let (E::Int(x), E::Int(y)) = (&a, &b)
        && let Some(v) = compute(op, *x, *y)
    {
        return E::Int(v);
    }
    match (op, &a, &b) {
        (Op::Add | Op::AddIn | Op::Sub | Op::SubIn, _, E::Int(0)) | (Op::Or, _, E::Int(0)) => return a,
        (Op::Add | Op::AddIn, E::Int(0), _) | (Op::Or, E::Int(0), _) => return b,
        (Op::Mul | Op::MulIn | Op::Div, _, E::Int(1)) => return a,
        (Op::Mul | Op::MulIn, E::Int(1), _) => return b,
        (Op::And, E::Int(x), _) => return if *x != 0 { b } else { a },
        (Op::And, _, E::Int(x)) if *x != 0 => return a,
        (Op::Or, E::Int(_), _) => return a,
        // (x + c) + d and the like: one constant.
        (Op::AddIn, E::Bin(Op::AddIn, x, c), E::Int(d)) => {
            if let E::Int(c) = **c {
                return bin(Op::AddIn, (**x).clone(), E::Int(c.wrapping_add(*d)));
            }
        }
        _ => {}
    }
    E::Bin(op, Box::new(a), Box::new(b))
}

/// The sum of two addresses or lengths.
pub(crate) fn plus(a: E, b: E) -> E {
    match (a, b) {
        (a @ E::Int(_), b) => bin(Op::AddIn, b, a),
        (a, b) => bin(Op::AddIn, a, b),
    }
}

/// Not true.
pub(crate) fn not(a: E) -> E {
    match a {
        E::Bin(Op::Eq, x, y) => E::Bin(Op::Ne, x, y),
        E::Bin(Op::Ne, x, y) => E::Bin(Op::Eq, x, y),
        a => bin(Op::Eq, a, E::Int(0)),
    }
}

/// Both true.
pub(crate) fn and(a: E, b: E) -> E {
    bin(Op::And, a, b)
}

/// The result on two words; `None` where code gives up.
#[inline]
pub(crate) fn compute(op: Op, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Op::Add => a.checked_add(b)?,
        Op::Sub => a.checked_sub(b)?,
        Op::Mul => a.checked_mul(b)?,
        Op::AddIn => a.wrapping_add(b),
        Op::SubIn => a.wrapping_sub(b),
        Op::MulIn => a.wrapping_mul(b),
        Op::Div => (b > 0).then(|| a.div_euclid(b))?,
        Op::Mod => (b > 0).then(|| a.rem_euclid(b))?,
        Op::Xor => (a >= 0 && b >= 0).then_some(a ^ b)?,
        Op::Both => (a >= 0 && b >= 0).then_some(a & b)?,
        Op::Either => (a >= 0 && b >= 0).then_some(a | b)?,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Eq => i64::from(a == b),
        Op::Ne => i64::from(a != b),
        Op::Lt => i64::from(a < b),
        Op::Le => i64::from(a <= b),
        Op::And => i64::from(a != 0 && b != 0),
        Op::Or => i64::from(a != 0 || b != 0),
        Op::Bit => (a >> (b & 63)) & 1,
    })
}
