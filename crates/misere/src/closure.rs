//! The test that a quotient is right: the transition algebra of the heaps, with what matters of it only.
//!
//! A sum X has the pair (x, E) of its image and the images of its options, and pairs multiply by (x, E)(y, F) = (xy, xF ∪ yE). The
//! quotient is right for all sums if and only if x ∈ P ⇔ E ∩ P = ∅ for every pair but that of the empty sum
//! (T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, 2008). Of E it only matters in which contexts it wins:
//! U = {z : zE meets P}, which multiplies by (x, U)(y, V) = (xy, x⁻¹V ∪ y⁻¹U). That no move leads from P to P is a
//! condition on each heap. That a move to P is there otherwise can only fail more easily where U is smaller, so of pairs with one x
//! those with minimal U are enough (an antichain). Sums are taken by weight, so the first that fails is a lightest.

use crate::candidate::Id;
use bouton_budget::{Halt, Meter};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A set of elements.
pub(crate) type Bits = Box<[u64]>;

pub(crate) fn has(bits: &[u64], id: Id) -> bool {
    bits[id as usize / 64] >> (id % 64) & 1 == 1
}

pub(crate) fn put(bits: &mut [u64], id: Id) {
    bits[id as usize / 64] |= 1 << (id % 64);
}

pub(crate) fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The elements whose product by the row's element lies in the set: {z : yz ∈ U} for the row z ↦ yz.
fn preimage(set: &[u64], row: &[Id], more: &[u64]) -> Bits {
    let mut out: Vec<u64> = more.to_vec();
    for (chunk, bits) in row.chunks(64).zip(&mut out) {
        let mut word = 0;
        for (at, id) in chunk.iter().enumerate() {
            word |= (set[*id as usize / 64] >> (id % 64) & 1) << at;
        }
        *bits |= word;
    }
    out.into()
}

/// A monoid by the rows of its table, with the set of lost elements.
pub(crate) struct Product {
    pub(crate) rows: Vec<Box<[Id]>>,
    pub(crate) lost: Bits,
}

/// A heap as the algebra sees it.
#[derive(Clone)]
struct Generator {
    heap: usize,
    weight: u64,
    image: Id,
    wins: Bits,
    /// x⁻¹U for each x, where it was asked for.
    back: Vec<Option<Bits>>,
}

struct Pair {
    image: Id,
    wins: Bits,
    weight: u64,
    from: u32,
    heap: u32,
}

/// A sum of heaps for which the quotient is wrong.
#[derive(Debug)]
pub(crate) struct Violation {
    pub(crate) sum: Vec<usize>,
    pub(crate) weight: u64,
}

/// The pairs of sums of the heaps added so far.
pub(crate) struct Closure {
    generators: Vec<Generator>,
    pairs: Vec<Pair>,
    /// For each element the pairs with it.
    minimal: Vec<Vec<u32>>,
    seen: FxHashSet<(Id, Bits)>,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    /// Pairs that are made and not yet looked at.
    made: Vec<Pair>,
}

impl Closure {
    /// The empty sum.
    pub(crate) fn new(order: usize) -> Self {
        let empty =
            Pair { image: 0, wins: vec![0; order.div_ceil(64)].into(), weight: 0, from: 0, heap: u32::MAX };
        let mut minimal = vec![Vec::new(); order];
        minimal[0].push(0);
        Self {
            generators: Vec::new(),
            pairs: vec![empty],
            minimal,
            seen: FxHashSet::default(),
            waiting: BinaryHeap::new(),
            made: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The contexts in which a heap with these options wins by a move in it.
    pub(crate) fn contexts(product: &Product, options: &[Id]) -> Bits {
        let mut wins = vec![0; product.lost.len()];
        for option in options {
            for (wins, bits) in wins.iter_mut().zip(preimage(
                &product.lost,
                &product.rows[*option as usize],
                &vec![0; product.lost.len()],
            )) {
                *wins |= bits;
            }
        }
        wins.into()
    }

    /// Adds a heap; gives the lightest sum known to be wrong.
    pub(crate) fn add(
        &mut self,
        product: &Product,
        weights: &[u64],
        heap: (usize, u64),
        image: Id,
        wins: Bits,
    ) -> Option<(Id, u64)> {
        // No move from P to P, in any context.
        let row = &product.rows[image as usize];
        let wrong = (0..row.len() as Id)
            .filter(|z| has(&product.lost, row[*z as usize]) && has(&wins, *z))
            .min_by_key(|z| weights[*z as usize])
            .map(|z| (z, weights[z as usize].saturating_add(heap.1)));
        let dominated = self.minimal[image as usize]
            .iter()
            .any(|at| *at > 0 && within(&self.pairs[*at as usize].wins, &wins))
            || self.generators.iter().any(|g| g.image == image && within(&g.wins, &wins));
        if !dominated {
            let generator =
                Generator { heap: heap.0, weight: heap.1, image, wins, back: vec![None; product.rows.len()] };
            self.generators.push(generator);
            let at = self.generators.len() - 1;
            for pair in 0..self.pairs.len() {
                self.multiply(product, pair, at);
            }
        }
        wrong
    }

    fn multiply(&mut self, product: &Product, pair: usize, at: usize) {
        let generator = &mut self.generators[at];
        let from = &self.pairs[pair];
        let x = from.image;
        let image = product.rows[x as usize][generator.image as usize];
        let back = generator.back[x as usize].get_or_insert_with(|| {
            preimage(&generator.wins, &product.rows[x as usize], &vec![0; product.lost.len()])
        });
        let wins = preimage(&from.wins, &product.rows[generator.image as usize], back);
        let weight = from.weight.saturating_add(generator.weight);
        if self.minimal[image as usize]
            .iter()
            .any(|at| *at > 0 && within(&self.pairs[*at as usize].wins, &wins))
        {
            return;
        }
        if self.seen.contains(&(image, wins.clone())) {
            return;
        }
        self.seen.insert((image, wins.clone()));
        self.waiting.push(Reverse((weight, self.made.len() as u32)));
        self.made.push(Pair { image, wins, weight, from: pair as u32, heap: at as u32 });
    }

    /// Multiplies until nothing new comes or a sum fails that weighs less than `below`.
    pub(crate) fn close(
        &mut self,
        product: &Product,
        below: u64,
        meter: &mut Meter,
    ) -> Result<Option<Violation>, Halt> {
        while let Some(Reverse((weight, at))) = self.waiting.pop() {
            if weight >= below {
                return Ok(None);
            }
            meter.tick(self.pairs.len())?;
            let made = &mut self.made[at as usize];
            let pair = Pair { wins: std::mem::take(&mut made.wins), ..*made };
            let fails = !has(&pair.wins, 0) && !has(&product.lost, pair.image);
            // The empty sum need not win, but its products are as strong as any.
            let known = &self.minimal[pair.image as usize];
            if !fails && known.iter().any(|at| within(&self.pairs[*at as usize].wins, &pair.wins)) {
                continue;
            }
            if self.pairs.len().is_multiple_of(256) {
                let bytes = (self.made.len() * 2 + self.pairs.len()) * (product.lost.len() * 8 + 64);
                meter.room(self.pairs.len(), bytes)?;
            }
            let new = self.pairs.len();
            self.minimal[pair.image as usize].push(new as u32);
            self.pairs.push(pair);
            if fails {
                return Ok(Some(Violation { sum: self.sum(new), weight }));
            }
            for generator in 0..self.generators.len() {
                self.multiply(product, new, generator);
            }
        }
        Ok(None)
    }

    fn sum(&self, mut at: usize) -> Vec<usize> {
        let mut out = Vec::new();
        while at > 0 {
            let pair = &self.pairs[at];
            out.push(self.generators[pair.heap as usize].heap);
            at = pair.from as usize;
        }
        out
    }
}
