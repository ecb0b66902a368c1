//! A misère quotient: a finite commutative monoid by its table, the lost elements, and what each heap is.

use crate::candidate::Id;

/// A finite commutative monoid Q with a set P of lost elements and the element Φ of each heap. Element 0 is the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    table: Vec<Box<[Id]>>,
    lost: Vec<bool>,
    heaps: Vec<Id>,
}

impl Quotient {
    pub(crate) fn new(table: Vec<Box<[Id]>>, lost: impl Fn(Id) -> bool, heaps: Vec<Id>) -> Self {
        let lost = (0..table.len() as Id).map(lost).collect();
        Self { table, lost, heaps }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.table.len()
    }

    /// The number of lost elements.
    pub fn lost_count(&self) -> usize {
        self.lost.iter().filter(|lost| **lost).count()
    }

    /// Is a sum of this class lost for the player to move?
    pub fn lost(&self, element: u32) -> bool {
        self.lost[element as usize]
    }

    /// The product of two elements.
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.table[a as usize][b as usize]
    }

    /// The element of a heap.
    pub fn heap(&self, heap: usize) -> u32 {
        self.heaps[heap]
    }

    /// The elements of the heaps in their order.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The element of a sum of heaps.
    pub fn sum(&self, heaps: impl IntoIterator<Item = usize>) -> u32 {
        heaps.into_iter().fold(0, |element, heap| self.product(element, self.heaps[heap]))
    }

    /// Is a sum of heaps lost for the player to move?
    pub fn is_lost(&self, heaps: impl IntoIterator<Item = usize>) -> bool {
        self.lost(self.sum(heaps))
    }
}
