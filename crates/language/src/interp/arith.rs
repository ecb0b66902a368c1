//! Arithmetic on values: 64 bits with checks, or exact at any size.
//!
//! `exact` decides what happens when a result leaves 64 bits: it grows, or the computation stops with
//! [`Problem::Overflow`]. `div` floors and `mod` has the sign of its modulus.

use super::error::{Kind, Problem};
use crate::ast::BinaryOp;
use crate::value::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::sync::Arc;

/// Numbers do not grow beyond this many bits (about 300,000 digits).
pub(crate) const MOST_BITS: u64 = 1 << 20;
/// Lists and strings do not grow beyond this many elements.
pub const MOST_ELEMENTS: usize = 1 << 22;

/// `x op y`.
#[inline]
pub(crate) fn binary(op: BinaryOp, x: &Value, y: &Value, exact: bool) -> Result<Value, Problem> {
    if let (&Value::Int(a), &Value::Int(b)) = (x, y) {
        let small = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Xor if a >= 0 && b >= 0 => Some(a ^ b),
            BinaryOp::Div if b > 0 => Some(a.div_euclid(b)),
            BinaryOp::Mod if b > 0 => Some(a.rem_euclid(b)),
            _ => None,
        };
        if let Some(v) = small {
            return Ok(Value::Int(v));
        }
    }
    rest(op, x, y, exact)
}

/// Everything but the small ordinary cases.
#[cold]
fn rest(op: BinaryOp, x: &Value, y: &Value, exact: bool) -> Result<Value, Problem> {
    match (x, y, op) {
        (Value::Set(a), Value::Set(b), BinaryOp::Add) => Ok(Value::Set(Arc::new(union(a, b)))),
        (Value::Set(a), Value::Set(b), BinaryOp::Sub) => {
            Ok(Value::Set(Arc::new(a.iter().filter(|v| b.binary_search(v).is_err()).cloned().collect())))
        }
        (Value::List(a), Value::List(b), BinaryOp::Concat) => {
            if a.len() + b.len() > MOST_ELEMENTS {
                return Err(Problem::TooLong { most: MOST_ELEMENTS });
            }
            Ok(Value::list(a.iter().chain(b.iter()).cloned().collect()))
        }
        (Value::Text(a), Value::Text(b), BinaryOp::Concat) => {
            if a.len() + b.len() > MOST_ELEMENTS {
                return Err(Problem::TooLong { most: MOST_ELEMENTS });
            }
            Ok(Value::Text(Arc::from(format!("{a}{b}"))))
        }
        (_, _, BinaryOp::Concat) => {
            let wrong = if matches!(x, Value::List(_) | Value::Text(_)) { y } else { x };
            let wanted = if matches!(x, Value::Text(_)) { Kind::Text } else { Kind::List };
            Err(Problem::wrong(wanted, wrong))
        }
        _ => {
            let wanted = match (x, y) {
                (Value::Set(_), _) | (_, Value::Set(_)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                    Kind::Set
                }
                _ => Kind::Number,
            };
            let wrong = |v: &Value| Problem::wrong(wanted, v);
            let (Some(a), Some(b)) = (x.to_big(), y.to_big()) else {
                let odd = if Kind::of(x) == wanted { y } else { x };
                return Err(wrong(odd));
            };
            let v = Value::big(exactly(op, &a, &b)?);
            if !exact && matches!(v, Value::Big(_)) {
                return Err(Problem::Overflow { op: op.sign() });
            }
            Ok(v)
        }
    }
}

fn exactly(op: BinaryOp, a: &BigInt, b: &BigInt) -> Result<BigInt, Problem> {
    match op {
        BinaryOp::Add => Ok(a + b),
        BinaryOp::Sub => Ok(a - b),
        BinaryOp::Mul if a.bits() + b.bits() > MOST_BITS => Err(Problem::TooManyBits),
        BinaryOp::Mul => Ok(a * b),
        BinaryOp::Xor => {
            for v in [a, b] {
                if v.is_negative() {
                    return Err(Problem::NegativeBits { value: v.to_string() });
                }
            }
            Ok(a ^ b)
        }
        BinaryOp::Div | BinaryOp::Mod | BinaryOp::Over if b.is_zero() => {
            Err(Problem::DivideByZero { op: op.sign() })
        }
        BinaryOp::Mod => Ok(a.mod_floor(b)),
        BinaryOp::Div | BinaryOp::Over => Ok(a.div_floor(b)),
        BinaryOp::Pow => power(a, b),
        BinaryOp::Concat => Err(Problem::WrongKind { wanted: Kind::List, found: Kind::Number }),
    }
}

fn power(a: &BigInt, b: &BigInt) -> Result<BigInt, Problem> {
    if b.is_negative() {
        return Err(Problem::NegativePower);
    }
    // 0, 1 and -1 may be raised to anything.
    if a.bits() <= 1 {
        return Ok(match (b.is_zero(), a.is_negative() && b.is_even()) {
            (true, _) | (_, true) => BigInt::from(1),
            _ => a.clone(),
        });
    }
    match b.to_u32() {
        Some(e) if (a.bits() - 1).saturating_mul(u64::from(e)) <= MOST_BITS => Ok(a.pow(e)),
        _ => Err(Problem::TooManyBits),
    }
}

fn union(a: &[Value], b: &[Value]) -> Vec<Value> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let order = a[i].cmp(&b[j]);
        out.push(if order.is_le() { a[i].clone() } else { b[j].clone() });
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

/// `-x`
pub(crate) fn negate(x: &Value, exact: bool) -> Result<Value, Problem> {
    binary(BinaryOp::Sub, &Value::Int(0), x, exact)
}

/// `|x|` of a number.
pub(crate) fn absolute(x: &Value, exact: bool) -> Result<Value, Problem> {
    match x {
        Value::Int(i) if *i >= 0 => Ok(x.clone()),
        Value::Big(b) if !b.is_negative() => Ok(x.clone()),
        _ => negate(x, exact),
    }
}

/// The natural number, or the problem that says which function asked.
pub(crate) fn natural(function: &'static str, v: &Value) -> Result<BigInt, Problem> {
    match v.to_big() {
        None => Err(Problem::wrong(Kind::Number, v)),
        Some(n) if n.is_negative() => {
            Err(Problem::OutOfReach { function, needs: super::error::Needs::Natural, found: v.to_string() })
        }
        Some(n) => Ok(n),
    }
}
