//! Comparison: G ≤ H when Left, moving first in G − H, does not win (On Numbers and Games, chapter 0): no left option of G is
//! at least H, and no right option of H is at most G.
//!
//! Stops settle most pairs; numbers need no moves of their own (number avoidance); sums of numbers, ups and nimbers have a
//! formula. The rest goes by recursion and is remembered.

use crate::store::{Simple, Value, Values};
use bouton_budget::Halt;
use std::cmp::Ordering;

/// Who wins: whoever moves first or second, or one of the players however play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Left wins, whoever begins: the value is positive.
    Left,
    /// Right wins, whoever begins: the value is negative.
    Right,
    /// Who moves first wins: the value is confused with zero.
    Next,
    /// Who moves second wins: the value is zero.
    Previous,
}

impl Class {
    /// L, R, N or P.
    pub fn letter(self) -> char {
        match self {
            Class::Left => 'L',
            Class::Right => 'R',
            Class::Next => 'N',
            Class::Previous => 'P',
        }
    }

    /// How the value stands to zero.
    pub fn order(self) -> Option<Ordering> {
        match self {
            Class::Left => Some(Ordering::Greater),
            Class::Right => Some(Ordering::Less),
            Class::Previous => Some(Ordering::Equal),
            Class::Next => None,
        }
    }
}

/// Is the sum of a number, ups and a nimber at most another?
fn simple_at_most(a: &Simple, b: &Simple) -> bool {
    match a.number.cmp(&b.number) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => {
            let heap = a.nimber ^ b.nimber;
            match a.ups.saturating_sub(b.ups) {
                0 => heap == 0,
                -1 => heap != 1, // up and star is confused with zero, up and any other heap is positive
                ups => ups < 0,
            }
        }
    }
}

impl Values {
    /// Is `g` at most `h`?
    pub fn at_most(&mut self, g: Value, h: Value) -> Result<bool, Halt> {
        self.depth(&[g, h])?;
        self.le(g, h)
    }

    /// How `g` stands to `h`; `None` if they are confused.
    pub fn compare(&mut self, g: Value, h: Value) -> Result<Option<Ordering>, Halt> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.at_most(g, h)?, self.at_most(h, g)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// Who wins.
    pub fn class(&mut self, g: Value) -> Result<Class, Halt> {
        Ok(match self.compare(g, Value::ZERO)? {
            Some(Ordering::Equal) => Class::Previous,
            Some(Ordering::Greater) => Class::Left,
            Some(Ordering::Less) => Class::Right,
            None => Class::Next,
        })
    }

    pub(crate) fn le(&mut self, g: Value, h: Value) -> Result<bool, Halt> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (&self.nodes[g.index()], &self.nodes[h.index()]);
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop {
            return Ok(false);
        }
        if a.left_stop < b.right_stop {
            return Ok(true);
        }
        let (g_number, h_number) = (a.number, b.number);
        if let (Some(a), Some(b)) = (self.as_simple(g), self.as_simple(h)) {
            return Ok(simple_at_most(a, b));
        }
        if let Some(known) = self.orders.get(g.0, h.0) {
            return Ok(known);
        }
        self.tick()?;
        let answer =
            (g_number || !self.some_left_at_least(g, h)?) && (h_number || !self.some_right_at_most(h, g)?);
        self.orders.put(g.0, h.0, answer);
        Ok(answer)
    }

    fn some_left_at_least(&mut self, g: Value, h: Value) -> Result<bool, Halt> {
        let spans = self.options(g)?;
        for place in spans.first..spans.middle {
            let left = self.at(place);
            if self.le(h, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn some_right_at_most(&mut self, h: Value, g: Value) -> Result<bool, Halt> {
        let spans = self.options(h)?;
        for place in spans.middle..spans.end {
            let right = self.at(place);
            if self.le(right, g)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
