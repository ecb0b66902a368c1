//! Take-and-break codes: what may be left of a heap after so many are taken.

/// A code: bit j of digit r says that r may be taken from a heap so that exactly j heaps are left, none of them empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u32>,
}

impl Code {
    /// A code by its digits, that of taking none first. A move that takes nothing must break the heap.
    pub fn new(mut digits: Vec<u32>) -> Option<Self> {
        if digits.first().is_some_and(|digit| digit & 3 != 0) {
            return None;
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Some(Self { digits })
    }

    /// Reads octal and hexadecimal codes as they are written: 0.77, 4.75, 0.3f.
    pub fn parse(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once('.')?;
        let digits: Option<Vec<u32>> = first.chars().chain(rest.chars()).map(|c| c.to_digit(16)).collect();
        if first.len() != 1 || rest.is_empty() { None } else { Self::new(digits?) }
    }

    /// The most that one move takes.
    pub fn reach(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The most heaps that one move leaves.
    pub fn parts(&self) -> usize {
        self.digits
            .iter()
            .map(|digit| 32 - digit.leading_zeros() as usize)
            .max()
            .unwrap_or(1)
            .saturating_sub(1)
    }

    /// The digits, that of taking none first.
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// The options of a heap, each a list of heaps from the largest down.
    pub fn options(&self, heap: usize) -> Vec<Vec<usize>> {
        let mut out = Vec::new();
        for (taken, digit) in self.digits.iter().enumerate().take(heap + 1) {
            for parts in 0..32 {
                if digit >> parts & 1 == 1 {
                    split(heap - taken, parts, heap, &mut Vec::new(), &mut out);
                }
            }
        }
        out
    }
}

/// The ways to write `left` as a sum of `parts` positive numbers that do not rise, none above `most`.
fn split(left: usize, parts: usize, most: usize, begun: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if parts == 0 {
        if left == 0 {
            out.push(begun.clone());
        }
        return;
    }
    // The first is the largest: at least its share, and it leaves one for each of the others.
    let share = left.div_ceil(parts).max(1);
    for first in share..=most.min((left + 1).saturating_sub(parts)) {
        begun.push(first);
        split(left - first, parts - 1, first, begun, out);
        begun.pop();
    }
}
