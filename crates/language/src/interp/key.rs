//! Compact keys: a position (and what else decides the future) as bytes, for memo tables.
//!
//! Integers are zigzag varints with their lowest bit 0, so that -32..31 take one byte; other values begin with an
//! odd byte that says what follows. `decode(encode(x)) = x`.

use super::Part;
use crate::value::{KnownSet, Value};
use num_bigint::BigInt;
use std::sync::Arc;

const NO: u8 = 1;
const YES: u8 = 3;
const TEXT: u8 = 5;
const LIST: u8 = 7;
const SET: u8 = 9;
const BIG: u8 = 11;
const KNOWN: u8 = 13;

/// The bytes of some parts and extra numbers (mover, turn).
pub fn encode(parts: &[Part], extra: &[u64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 + parts.len() * 4 + extra.len());
    varint(&mut out, extra.len() as u128);
    for &x in extra {
        varint(&mut out, u128::from(x));
    }
    varint(&mut out, parts.len() as u128);
    for part in parts {
        varint(&mut out, part.len() as u128);
        for v in part.iter() {
            value(&mut out, v);
        }
    }
    out
}

/// What [`encode`] was given; `None` for bytes it did not make.
pub fn decode(bytes: &[u8]) -> Option<(Vec<Part>, Vec<u64>)> {
    let mut r = Reader { bytes, at: 0 };
    let extra = (0..r.count()?).map(|_| u64::try_from(r.varint()?).ok()).collect::<Option<Vec<_>>>()?;
    let mut parts = Vec::new();
    for _ in 0..r.count()? {
        parts.push(r.values()?.into());
    }
    (r.at == bytes.len()).then_some((parts, extra))
}

fn varint(out: &mut Vec<u8>, mut n: u128) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn value(out: &mut Vec<u8>, v: &Value) {
    let bytes = |out: &mut Vec<u8>, tag: u8, b: &[u8]| {
        out.push(tag);
        varint(out, b.len() as u128);
        out.extend_from_slice(b);
    };
    match v {
        Value::Int(i) => varint(out, u128::from(((i << 1) ^ (i >> 63)) as u64) << 1),
        Value::Bool(b) => out.push(if *b { YES } else { NO }),
        Value::Text(t) => bytes(out, TEXT, t.as_bytes()),
        Value::Big(b) => bytes(out, BIG, &b.to_signed_bytes_le()),
        Value::List(items) | Value::Set(items) => {
            out.push(if matches!(v, Value::Set(_)) { SET } else { LIST });
            varint(out, items.len() as u128);
            for item in items.iter() {
                value(out, item);
            }
        }
        Value::Known(k) => bytes(out, KNOWN, k.name().as_bytes()),
        // No domain holds a graph, so no legal part does.
        Value::Graph(g) => bytes(out, TEXT, g.to_string().as_bytes()),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn varint(&mut self) -> Option<u128> {
        let (mut n, mut shift) = (0u128, 0);
        loop {
            let b = *self.bytes.get(self.at)?;
            self.at += 1;
            n |= u128::from(b & 0x7f).checked_shl(shift)?;
            if b & 0x80 == 0 {
                return Some(n);
            }
            shift += 7;
        }
    }

    /// A number of things that follow; each takes at least a byte.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.varint()?).ok().filter(|n| *n <= self.bytes.len() - self.at)
    }

    fn take(&mut self) -> Option<&'b [u8]> {
        let n = self.count()?;
        let taken = self.bytes.get(self.at..self.at + n)?;
        self.at += n;
        Some(taken)
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        let n = self.count()?;
        (0..n).map(|_| self.value()).collect()
    }

    fn value(&mut self) -> Option<Value> {
        let tag = *self.bytes.get(self.at)?;
        if tag & 1 == 0 {
            let z = u64::try_from(self.varint()? >> 1).ok()?;
            return Some(Value::Int((z >> 1) as i64 ^ -((z & 1) as i64)));
        }
        self.at += 1;
        match tag {
            NO | YES => Some(Value::Bool(tag == YES)),
            TEXT => std::str::from_utf8(self.take()?).ok().map(Value::text),
            BIG => Some(Value::big(BigInt::from_signed_bytes_le(self.take()?))),
            LIST => self.values().map(Value::list),
            SET => self.values().map(|v| Value::Set(Arc::new(v))),
            KNOWN => {
                let name = std::str::from_utf8(self.take()?).ok()?;
                KnownSet::ALL.iter().find(|(n, _)| *n == name).map(|(_, k)| Value::Known(*k))
            }
            _ => None,
        }
    }
}
