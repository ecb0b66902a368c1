//! A board that falls apart, for Grundy values: its independent parts, each in its least form.
//!
//! Cells with a wall are blank. Moves that could still be made some day join the cells that they touch; what they do not join is
//! independent ([`moves`](super::moves)), and cells that add nothing are left out ([`sets`](super::sets)). A part keeps its own
//! cells and becomes the least of its turns in the corner of the board, where parts may be moved, or of its images under the symmetries
//! of the board ([`place`](super::place)). A part that a symmetry takes to itself, with no move that touches its own image, is worth 0:
//! whoever moves second copies every move. Of what a move leaves, small parts are told by their values ([`small`](super::small)).

use super::bits::{Image, Layout, Step, Word};
use super::moves::Moves;
use super::place::{Cornered, Free, Place};
use super::sets::Before;
use super::small::{Seat, Small};
use crate::engines::compiled::Fault;
use crate::engines::whole::Work;
use bouton_compile::board::{Board, Walls};
use bouton_engine::{Nimber, Sum, Visit};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// The parts of boards of one size.
pub(super) struct Parts<W> {
    pub(super) board: Board,
    pub(super) layout: Layout,
    moves: Moves<W>,
    place: Place<W>,
    /// The moves in the order in which they are tried: all, or those of parts with so many rows and columns.
    orders: Vec<OnceLock<Vec<Step<W>>>>,
    /// Moves are pairs of cells: a part of two cells has a single move, and its value is 1.
    pairs: bool,
    work: Arc<Work>,
}

impl<W: Word> Parts<W> {
    pub(super) fn new(board: Board, layout: Layout, walls: &Walls, work: Arc<Work>) -> Parts<W> {
        let moves = Moves::of(&board, &layout);
        let place = Place::of(&board, &layout, walls, moves.fill());
        let sides = match &place {
            Place::Free(free) => free.grid(),
            Place::Fixed(_) => (0, 0),
        };
        let orders = (0..(sides.0 + 1) * (sides.1 + 1)).map(|_| OnceLock::new()).collect();
        let pairs = moves.are_pairs();
        Parts { board, layout, moves, place, orders, pairs, work }
    }

    /// The ways to see a part: symmetries of the board, or turns of a part.
    pub(super) fn symmetries(&self) -> usize {
        self.place.symmetries()
    }

    /// Calls `f` with every independent part of a board that has a move, in its least form.
    pub(super) fn split(&self, board: W, mut f: impl FnMut(W)) {
        self.moves.parts(None, self.layout.filled(board), |cells| {
            let part = self.layout.only(board, cells);
            f(match &self.place {
                Place::Fixed(images) => least(images, part),
                Place::Free(free) => free.least(free.cornered(part, cells)),
            })
        });
    }

    /// The same for the board that a move leaves of a part, without the parts whose values are at hand; the sum of these.
    #[inline]
    fn split_after(&self, before: Option<&Before<W>>, board: W, mut f: impl FnMut(W)) -> u32 {
        let mut sum = 0;
        self.moves.parts(before, self.layout.filled(board), |cells| {
            if self.pairs && is_pair(cells) {
                sum ^= 1;
                return;
            }
            let part = self.layout.only(board, cells);
            match &self.place {
                Place::Fixed(images) => f(least(images, part)),
                Place::Free(free) => {
                    let cornered = free.cornered(part, cells);
                    match self.small(free, cornered) {
                        Some(value) => sum ^= value,
                        None => f(free.least(cornered)),
                    }
                }
            }
        });
        sum
    }

    /// The value of a small part.
    #[inline]
    fn small(&self, free: &Free<W>, part: Cornered<W>) -> Option<u32> {
        let small = free.small.as_ref()?;
        let seat = small.seat(part.cells, part.sides)?;
        small.value(seat).or_else(|| self.find_small(free, part, small, seat))
    }

    /// The value of a small part by all its moves, or by the turn of it that was looked at before. What a move leaves is small as well.
    fn find_small(&self, free: &Free<W>, part: Cornered<W>, small: &Small, seat: Seat) -> Option<u32> {
        let least = free.least(part);
        let turned = free.cornered(least, least);
        let twin = small.seat(turned.cells, turned.sides)?;
        let value = small.value(twin).unwrap_or_else(|| {
            let before = self.moves.before(least);
            let options = self.order(least).iter().filter_map(|step| step.make(least));
            let had =
                options.fold(0_u64, |had, board| had | 1 << self.split_after(before.as_ref(), board, |_| {}));
            had.trailing_ones()
        });
        small.keep(twin, value);
        small.keep(seat, value);
        Some(value)
    }

    /// The moves of a part, the best to try first.
    #[inline]
    fn order(&self, part: W) -> &[Step<W>] {
        match &self.place {
            Place::Fixed(_) => self.orders[0].get_or_init(|| self.moves.all()),
            Place::Free(free) => {
                let sides = free.sides(self.layout.filled(part));
                let order = &self.orders[(sides.0 * (free.grid().1 + 1) + sides.1) as usize];
                order.get_or_init(|| self.moves.middle_first(sides, free.corner(sides)))
            }
        }
    }

    /// Is the part its own image, and no move that is left touches its own image?
    fn is_mirrored(&self, part: W) -> bool {
        let filled = self.layout.filled(part);
        // A cell that stays where it is belongs to a move that touches its own image.
        let halves = || filled.ones().is_multiple_of(2);
        let copies = |image: &dyn Fn(W) -> W| {
            self.moves.each_live(filled, |touched| {
                let other = image(touched);
                touched & other == W::ZERO && image(other) == touched
            })
        };
        match &self.place {
            Place::Fixed(images) => {
                images.iter().any(|image| image.apply(part) == part && copies(&|word| image.apply(word)))
            }
            Place::Free(free) => halves() && free.in_a_mirror(part, filled, copies),
        }
    }
}

/// The least image of a part on the board.
#[inline]
fn least<W: Word>(images: &[Image<W>], part: W) -> W {
    images.iter().fold(part, |least, image| least.min(image.apply(part)))
}

/// Are these two cells?
#[inline]
fn is_pair<W: Word>(cells: W) -> bool {
    let second = cells & !W::bit(cells.trailing_zeros());
    second & !W::bit(second.trailing_zeros()) == W::ZERO
}

impl<W: Word> Sum for Parts<W> {
    type Part = W;
    type Error = Fault;

    fn options(&self, part: &W, out: &mut Vec<Vec<W>>) -> Result<(), Fault> {
        for board in self.order(*part).iter().filter_map(|step| step.make(*part)) {
            let mut parts = Vec::new();
            self.split(board, |part| parts.push(part));
            out.push(parts);
        }
        self.work.spend_compiled(out.len().max(1) as u64).map_err(Fault::Halted)
    }

    fn each_option(&self, part: &W, visit: &mut Visit<'_, W>) -> Result<(), Fault> {
        let mut made = 0;
        let before = self.moves.before(self.layout.filled(*part));
        let mut parts: SmallVec<[W; 8]> = SmallVec::new();
        for board in self.order(*part).iter().filter_map(|step| step.make(*part)) {
            made += 1;
            parts.clear();
            let sum = self.split_after(before.as_ref(), board, |part| parts.push(part));
            if visit(&parts, Nimber(sum)).is_break() {
                break;
            }
        }
        self.work.spend_compiled(made.max(1)).map_err(Fault::Halted)
    }

    fn certain(&self, part: &W) -> Option<Nimber> {
        self.is_mirrored(*part).then_some(Nimber(0))
    }

    fn weight(&self, part: &W) -> u64 {
        u64::from(self.layout.filled(*part).ones())
    }
}
