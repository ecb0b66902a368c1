//! Tame quotients: those of misère Nim.
//!
//! T_0 is the empty sum alone, T_1 = ⟨a | a² = 1⟩ with P = {a}, and T_n for n ≥ 2 consists of 1, a and a group of 2^n elements that are their own
//! inverses, with P = {a, its identity}: the quotient of Nim with heaps below 2^n (T. E. Plambeck and A. N. Siegel 2008). Who has such a
//! quotient plays as in misère Nim; all others are wild.

use crate::quotient::Quotient;

impl Quotient {
    /// The n of a tame quotient T_n; none for a wild one.
    pub fn tame(&self) -> Option<u32> {
        let order = self.order() as u32;
        let lost: Vec<u32> = (0..order).filter(|x| self.lost(*x)).collect();
        if order == 1 {
            return lost.is_empty().then_some(0);
        }
        // The element a of the outer part: lost, and its own inverse.
        let a = *lost.iter().find(|x| self.product(**x, **x) == 0)?;
        if order == 2 {
            return (lost.len() == 1).then_some(1);
        }
        let group: Vec<u32> = (1..order).filter(|x| *x != a).collect();
        let n = (group.len() as u32).trailing_zeros();
        if lost.len() != 2 || n < 2 || group.len() != 1 << n {
            return None;
        }
        let identity = *lost.iter().find(|x| **x != a)?;
        let inside = |x: u32| x != 0 && x != a;
        let is_group = group.iter().all(|x| {
            self.product(*x, *x) == identity
                && self.product(*x, identity) == *x
                && group.iter().all(|y| inside(self.product(*x, *y)))
        });
        let outer = self.product(a, identity);
        (is_group && inside(outer) && outer != identity).then_some(n)
    }
}
