//! Works expressions out.

use super::{Expression, Function, Malformed};
use crate::arithmetic::Undefined;
use crate::store::{Value, Values};
use std::cmp::Ordering;

/// What was typed: a value, or two that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A value.
    Value(Expression),
    /// Two values and how they are said to stand to each other.
    Compare(Expression, Relation, Expression),
}

/// How two values may stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `||`
    Confused,
    /// `<|`
    LessOrConfused,
    /// `|>`
    GreaterOrConfused,
    /// `?`: that is the question.
    Asked,
}

impl Relation {
    /// Does it hold of values that stand so to each other? `None` where nothing was said.
    pub fn holds(self, order: Option<Ordering>) -> Option<bool> {
        use Ordering::{Equal, Greater, Less};
        Some(match self {
            Relation::Less => order == Some(Less),
            Relation::AtMost => matches!(order, Some(Less | Equal)),
            Relation::Equal => order == Some(Equal),
            Relation::Unequal => order != Some(Equal),
            Relation::AtLeast => matches!(order, Some(Greater | Equal)),
            Relation::Greater => order == Some(Greater),
            Relation::Confused => order.is_none(),
            Relation::LessOrConfused => matches!(order, None | Some(Less)),
            Relation::GreaterOrConfused => matches!(order, None | Some(Greater)),
            Relation::Asked => return None,
        })
    }

    /// How it is written; nothing for the question.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
            Relation::Unequal => "!=",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::Confused => "||",
            Relation::LessOrConfused => "<|",
            Relation::GreaterOrConfused => "|>",
            Relation::Asked => "?",
        }
    }
}

/// Why a text has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// It cannot be read.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// It cannot be worked out.
    #[error(transparent)]
    Undefined(#[from] Undefined),
}

/// The value of a text.
pub fn evaluate(values: &mut Values, text: &str) -> Result<Value, Failed> {
    Ok(work_out(values, &Expression::parse(text)?)?)
}

/// The value of an expression.
pub fn work_out(values: &mut Values, expression: &Expression) -> Result<Value, Undefined> {
    let all = |values: &mut Values, list: &[Expression]| {
        list.iter().map(|one| work_out(values, one)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match expression {
        Expression::Simple(simple) => values.simple(simple.clone()),
        Expression::Game(lefts, rights) => {
            let (lefts, rights) = (all(values, lefts)?, all(values, rights)?);
            values.game(&lefts, &rights)?
        }
        Expression::Switch(options) => {
            let options = all(values, options)?;
            values.switch(&options)?
        }
        Expression::Negative(inner) => {
            let value = work_out(values, inner)?;
            values.negate(value)?
        }
        Expression::Sum(terms) => {
            let mut sum = Value::ZERO;
            for (away, term) in terms {
                let term = work_out(values, term)?;
                sum = if *away { values.subtract(sum, term)? } else { values.add(sum, term)? };
            }
            sum
        }
        Expression::Multiple(a, b) => {
            let (a, b) = (work_out(values, a)?, work_out(values, b)?);
            let integer = |values: &Values, value| {
                values.as_number(value).filter(|x| x.is_integer()).map(|x| x.numerator())
            };
            match (integer(values, a), integer(values, b)) {
                (Some(n), _) => values.times(&n, b)?,
                (None, Some(n)) => values.times(&n, a)?,
                (None, None) => return Err(Undefined::NotInteger),
            }
        }
        Expression::Ordinal(a, b) => {
            let (a, b) = (work_out(values, a)?, work_out(values, b)?);
            values.ordinal_sum(a, b)?
        }
        Expression::Call(function, arguments) => {
            let arguments = all(values, arguments)?;
            call(values, *function, &arguments)?
        }
        Expression::Loop(..) | Expression::Name(_) => return Err(Undefined::Loopy),
    })
}

fn call(values: &mut Values, function: Function, arguments: &[Value]) -> Result<Value, Undefined> {
    let argument = |i: usize| arguments.get(i).copied().unwrap_or(Value::ZERO);
    let (g, h) = (argument(0), argument(1));
    match function {
        Function::Tiny => Ok(values.tiny(g)?),
        Function::Miny => {
            let tiny = values.tiny(g)?;
            Ok(values.negate(tiny)?)
        }
        Function::Norton => values.norton(g, h),
        Function::Heat => values.heat(g, h),
        Function::Cool => {
            let t = values.as_number(h).cloned().ok_or(Undefined::NotTemperature)?;
            values.cool(g, &t)
        }
        Function::Overheat => values.overheat(g, h, argument(2)),
        Function::Ordinal => Ok(values.ordinal_sum(g, h)?),
    }
}
