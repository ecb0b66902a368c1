//! Boards as words of bits: a bit for every value of a cell but one, a move as masks, a symmetry as tables of bytes.

use bouton_compile::board::{Board, Ground, Map, Reads};
use bouton_engine::search::Packed;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A word that holds a board.
pub(crate) trait Word:
    Packed
    + Hash
    + Debug
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const BITS: u32;
    fn bit(i: u32) -> Self;
    fn trailing_zeros(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn ones(self) -> u32;
    fn low_byte(self) -> usize;

    fn has(self, i: u32) -> bool {
        self & Self::bit(i) != Self::ZERO
    }
}

macro_rules! word {
    ($($int:ty),*) => {$(
        impl Word for $int {
            const ZERO: Self = 0;
            const BITS: u32 = <$int>::BITS;
            #[inline]
            fn bit(i: u32) -> Self {
                1 << i
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                <$int>::trailing_zeros(self)
            }
            #[inline]
            fn leading_zeros(self) -> u32 {
                <$int>::leading_zeros(self)
            }
            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn low_byte(self) -> usize {
                self as u8 as usize
            }
        }
    )*};
}

word!(u64, u128);

/// The bits of a word in rising order.
pub(crate) fn each_bit<W: Word>(mut word: W) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if word == W::ZERO {
            return None;
        }
        let i = word.trailing_zeros();
        word = word & !W::bit(i);
        Some(i)
    })
}

/// Values that cells must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<W> {
    mask: W,
    want: W,
}

impl<W: Word> Pattern<W> {
    #[inline]
    pub(crate) fn fits(&self, board: W) -> bool {
        board & self.mask == self.want
    }

    /// The values that it wants.
    pub(crate) fn wanted(&self) -> W {
        self.want
    }
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<W> {
    pub(crate) when: Pattern<W>,
    keep: W,
    pub(crate) set: W,
    /// The cells that it reads, that it writes, and both, a bit each.
    pub(crate) reads: W,
    pub(crate) writes: W,
    pub(crate) touches: W,
    pub(crate) gain: i64,
    pub(crate) again: bool,
}

impl<W: Word> Rule<W> {
    #[inline]
    pub(crate) fn apply(&self, board: W) -> W {
        board & self.keep | self.set
    }

    /// Are the cells that it writes blank afterwards, on boards with a bit a cell?
    pub(crate) fn makes_walls(&self) -> bool {
        self.apply(!W::ZERO) & self.writes == W::ZERO
    }

    /// What making it takes.
    pub(crate) fn step(&self) -> Step<W> {
        Step { when: self.when, keep: self.keep, set: self.set }
    }
}

/// What making a move takes, and no more: many are looked through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<W> {
    when: Pattern<W>,
    keep: W,
    set: W,
}

impl<W: Word> Step<W> {
    /// The board after the move, if it can be made.
    #[inline]
    pub(crate) fn make(&self, board: W) -> Option<W> {
        self.when.fits(board).then(|| board & self.keep | self.set)
    }
}

/// How a board is laid out in a word: value by value, a bit for each cell.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    cells: u32,
    /// The value that has no bit: it is there where no other is.
    blank: u32,
    planes: u32,
    /// Who moves, where it matters: the last bit.
    mover: bool,
}

impl Layout {
    /// The layout of a board with one value left out.
    pub(crate) fn of(board: &Board, blank: u32) -> Layout {
        let values = board.cells.iter().map(|c| c.values.len()).max().unwrap_or(1);
        let planes = (values as u32 - 1).max(1);
        Layout { cells: board.cells.len() as u32, blank, planes, mover: board.moves.len() > 1 }
    }

    /// The layout of boards for which it does not matter who moves, without this value; it may be one that the rules do not have.
    pub(crate) fn still(board: &Board, blank: u32) -> Layout {
        let values = board.cells.iter().map(|c| c.values.len()).max().unwrap_or(1) as u32;
        let planes = if blank < values { values - 1 } else { values };
        Layout { cells: board.cells.len() as u32, blank, planes: planes.max(1), mover: false }
    }

    /// How many bits a cell has.
    pub(crate) fn planes(&self) -> u32 {
        self.planes
    }

    /// Where each bit goes if cells and values go so.
    pub(crate) fn places(&self, to: impl Fn(usize) -> Option<usize>, values: &[u32]) -> Vec<Option<u32>> {
        let mut out = vec![None; self.bits() as usize];
        for cell in 0..self.cells {
            for (value, becomes) in values.iter().enumerate() {
                if let Some(bit) = self.bit(cell, value as u32) {
                    out[bit as usize] = to(cell as usize).and_then(|cell| self.bit(cell as u32, *becomes));
                }
            }
        }
        out
    }

    /// The bits that it takes.
    pub(crate) fn bits(&self) -> u32 {
        self.cells * self.planes + u32::from(self.mover)
    }

    /// The bit of a value of a cell.
    fn bit(&self, cell: u32, value: u32) -> Option<u32> {
        match value.cmp(&self.blank) {
            std::cmp::Ordering::Less => Some(value * self.cells + cell),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some((value - 1) * self.cells + cell),
        }
    }

    fn mover_bit<W: Word>(&self) -> W {
        if self.mover { W::bit(self.cells * self.planes) } else { W::ZERO }
    }

    fn value<W: Word>(&self, cell: u32, value: u32) -> W {
        self.bit(cell, value).map_or(W::ZERO, W::bit)
    }

    /// All bits of a cell.
    fn whole<W: Word>(&self, cell: u32) -> W {
        (0..self.planes).fold(W::ZERO, |word, plane| word | W::bit(plane * self.cells + cell))
    }

    /// A board from the numbers of its values, with who moves.
    pub(crate) fn pack<W: Word>(&self, values: &[u32], mover: usize) -> W {
        let cells = values.iter().enumerate();
        let board = cells.fold(W::ZERO, |word, (cell, v)| word | self.value(cell as u32, *v));
        if mover == 1 { board | self.mover_bit() } else { board }
    }

    /// The numbers of the values, and who moves.
    pub(crate) fn unpack<W: Word>(&self, board: W) -> (Vec<u32>, usize) {
        let value = |cell: u32| {
            let plane = (0..self.planes).find(|plane| board.has(plane * self.cells + cell));
            plane.map_or(self.blank, |plane| if plane < self.blank { plane } else { plane + 1 })
        };
        ((0..self.cells).map(value).collect(), usize::from(board & self.mover_bit() != W::ZERO))
    }

    /// Who moves.
    #[inline]
    pub(crate) fn mover<W: Word>(&self, board: W) -> usize {
        usize::from(self.mover && board.has(self.cells * self.planes))
    }

    /// The same board with the other player to move.
    #[inline]
    pub(crate) fn passed<W: Word>(&self, board: W) -> W {
        board ^ self.mover_bit()
    }

    /// The cells whose value is not the blank one, a bit each.
    #[inline]
    pub(crate) fn filled<W: Word>(&self, board: W) -> W {
        let mut out = board;
        for plane in 1..self.planes {
            out = out | board >> (plane * self.cells);
        }
        if W::BITS > self.cells { out & !(!W::ZERO << self.cells) } else { out }
    }

    /// The board with these cells alone, the others blank.
    #[inline]
    pub(crate) fn only<W: Word>(&self, board: W, cells: W) -> W {
        let mut mask = cells;
        for plane in 1..self.planes {
            mask = mask | cells << (plane * self.cells);
        }
        board & mask
    }

    /// The patterns of a condition: several where a cell may have one of several values, none of them blank.
    pub(crate) fn patterns<W: Word>(&self, board: &Board, reads: &Reads) -> Vec<Pattern<W>> {
        let mut out = vec![Pattern { mask: W::ZERO, want: W::ZERO }];
        for &(cell, set) in reads {
            let values = board.cells[cell as usize].values.len() as u32;
            let with = |set_bit: bool| (0..values).filter(move |v| (set & 1 << v != 0) == set_bit);
            if set & 1 << self.blank != 0 {
                let forbidden = with(false).fold(W::ZERO, |word, v| word | self.value(cell, v));
                out.iter_mut().for_each(|p| p.mask = p.mask | forbidden);
            } else {
                let one = |p: &Pattern<W>, v: u32| {
                    let bit = self.value(cell, v);
                    Pattern { mask: p.mask | bit, want: p.want | bit }
                };
                out =
                    with(true).flat_map(|v| out.iter().map(move |p| one(p, v)).collect::<Vec<_>>()).collect();
            }
        }
        out
    }

    /// The rules of a ground move.
    pub(crate) fn rules<W: Word>(&self, board: &Board, ground: &Ground) -> Vec<Rule<W>> {
        let cells = |list: &[(u32, u32)]| list.iter().fold(W::ZERO, |word, (cell, _)| word | W::bit(*cell));
        let (reads, writes) = (cells(&ground.reads), cells(&ground.writes));
        let clear = ground.writes.iter().fold(W::ZERO, |word, (cell, _)| word | self.whole(*cell));
        let set = ground.writes.iter().fold(W::ZERO, |word, (cell, v)| word | self.value(*cell, *v));
        let rule = |when| Rule {
            when,
            keep: !clear,
            set,
            reads,
            writes,
            touches: reads | writes,
            gain: ground.gain,
            again: ground.again,
        };
        self.patterns(board, &ground.reads).into_iter().map(rule).collect()
    }

    /// A symmetry of the board in bits.
    pub(crate) fn image<W: Word>(&self, map: &Map) -> Image<W> {
        let to =
            |cell: u32, value: u32| self.value::<W>(map.cells[cell as usize], map.values[value as usize]);
        let mut base = if map.swaps { self.mover_bit() } else { W::ZERO };
        let mut bits = vec![W::ZERO; self.bits() as usize];
        for cell in 0..self.cells {
            let blank = to(cell, self.blank);
            base = base ^ blank;
            for value in 0..map.values.len() as u32 {
                if let Some(bit) = self.bit(cell, value) {
                    bits[bit as usize] = to(cell, value) ^ blank;
                }
            }
        }
        if self.mover {
            bits[(self.cells * self.planes) as usize] = self.mover_bit();
        }
        Image::of(base, &bits)
    }
}

/// A permutation of bits, with an exchange of values: a table for every byte of the word, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Image<W> {
    base: W,
    bytes: Vec<W>,
}

impl<W: Word> Image<W> {
    /// What each bit becomes, added without carry to what a blank board becomes.
    pub(crate) fn of(base: W, bits: &[W]) -> Image<W> {
        let mut bytes = Vec::with_capacity(bits.chunks(8).map(|chunk| 1 << chunk.len()).sum());
        for chunk in bits.chunks(8) {
            let from = bytes.len();
            bytes.push(W::ZERO);
            for bit in chunk {
                // With the bit, what there is without it.
                let without = bytes.len();
                bytes.extend_from_within(from..);
                bytes[without..].iter_mut().for_each(|word| *word = *word ^ *bit);
            }
        }
        Image { base, bytes }
    }

    #[inline]
    pub(crate) fn apply(&self, board: W) -> W {
        let (mut out, mut rest, mut table) = (self.base, board, 0);
        // Nothing becomes nothing.
        while rest != W::ZERO {
            out = out ^ self.bytes[table + rest.low_byte()];
            (rest, table) = (rest >> 8, table + 256);
        }
        out
    }
}
