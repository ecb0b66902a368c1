//! Classes of positions that symmetries take to each other, each with its least number.
//!
//! A [`Symmetry`] takes the words of a position to other words and values to values, and perhaps the players change places. All that
//! some symmetries make together is a group, found element by element. The number of an image is a sum over the axes of the space,
//! so it is looked up: neighbouring axes are put together into a few runs, and for every value of a run there is a row with what it
//! adds to the number of each image.

use super::Index;

/// The words of a position that change places, and the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// What becomes of every word that can hold several values.
    pub words: Vec<Moved>,
    /// The players change places.
    pub swaps: bool,
}

/// What becomes of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The word.
    pub from: usize,
    /// The word that it becomes.
    pub to: usize,
    /// What each of its values becomes.
    pub values: Vec<(i64, i64)>,
}

/// A group has so many elements at most: with a symmetry that would make it larger it is not extended.
const MOST_IMAGES: usize = 64;

/// A word has so many values at most.
const MOST_VALUES: usize = 64;

/// The values of a run, unless it is one axis alone.
const RUN: u32 = 256;

/// A space has so many runs at most.
const MOST_RUNS: usize = 20;

/// Numbers that are added side by side.
const LANES: usize = 8;

/// An axis of a space that is a number.
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) stride: usize,
    pub(super) values: Vec<i64>,
}

/// An element of the group: by axis the axis that it goes to, and by digit the digit there.
#[derive(Clone, PartialEq, Eq)]
struct Image {
    to: Vec<usize>,
    digits: Vec<Vec<usize>>,
    swaps: bool,
}

impl Image {
    fn identity(places: &[Place]) -> Image {
        let digits = places.iter().map(|place| (0..place.values.len()).collect()).collect();
        Image { to: (0..places.len()).collect(), digits, swaps: false }
    }

    /// A symmetry on the axes; `None` if it does not take them to each other, value by value.
    fn of(symmetry: &Symmetry, places: &[Place]) -> Option<Image> {
        let mut image = Image { swaps: symmetry.swaps, ..Image::identity(places) };
        let mut hit = vec![false; places.len()];
        for (i, place) in places.iter().enumerate() {
            let moved = symmetry.words.iter().find(|moved| moved.from == place.at);
            if let Some(moved) = moved {
                let to = places.iter().position(|other| other.at == moved.to)?;
                let digit = |value: &i64| {
                    let (_, becomes) = moved.values.iter().find(|(from, _)| from == value)?;
                    places[to].values.iter().position(|v| v == becomes)
                };
                image.to[i] = to;
                image.digits[i] = place.values.iter().map(digit).collect::<Option<_>>()?;
                let mut sorted = image.digits[i].clone();
                sorted.sort_unstable();
                if !sorted.into_iter().eq(0..places[to].values.len()) {
                    return None;
                }
            } else if place.values.len() > 1 {
                return None;
            }
            if std::mem::replace(&mut hit[image.to[i]], true) {
                return None;
            }
        }
        Some(image)
    }

    /// This one, then another.
    fn then(&self, next: &Image) -> Image {
        let digits = self.digits.iter().zip(&self.to);
        let digits = digits.map(|(digits, to)| digits.iter().map(|d| next.digits[*to][*d]).collect());
        Image {
            digits: digits.collect(),
            to: self.to.iter().map(|to| next.to[*to]).collect(),
            swaps: self.swaps != next.swaps,
        }
    }

    /// How many positions are their own image.
    fn fixed(&self) -> u128 {
        let mut seen = vec![false; self.to.len()];
        let mut product = 1;
        for first in 0..self.to.len() {
            if seen[first] {
                continue;
            }
            // Round the axes that it takes to each other, all digits at once.
            let (mut at, mut digits) = (first, (0..self.digits[first].len()).collect::<Vec<_>>());
            while !std::mem::replace(&mut seen[at], true) {
                digits.iter_mut().for_each(|digit| *digit = self.digits[at][*digit]);
                at = self.to[at];
            }
            product *= digits.iter().enumerate().filter(|(before, after)| before == *after).count() as u128;
        }
        product
    }
}

/// The elements of the group that some images make.
fn group(places: &[Place], images: impl Iterator<Item = Image>) -> Vec<Image> {
    let (mut group, mut makers) = (vec![Image::identity(places)], Vec::new());
    for image in images {
        if group.contains(&image) {
            continue;
        }
        makers.push(image);
        let (mut larger, mut at) = (vec![Image::identity(places)], 0);
        while at < larger.len() && larger.len() <= MOST_IMAGES {
            for maker in &makers {
                let next = larger[at].then(maker);
                if !larger.contains(&next) {
                    larger.push(next);
                }
            }
            at += 1;
        }
        if larger.len() <= MOST_IMAGES {
            group = larger;
        } else {
            makers.pop();
        }
    }
    group
}

/// Neighbouring axes, with what their values add to the numbers of all images.
struct Run {
    /// How many values they have together.
    size: u32,
    /// For every value a row, an entry for each image.
    rows: Vec<i32>,
}

/// The classes of the positions of a space under a group of symmetries. A position has a number for each player to move, one after the
/// other, where that matters.
pub struct Orbits {
    movers: usize,
    images: usize,
    classes: usize,
    /// Entries of a row: the images, and the first again until the row is full.
    lanes: usize,
    /// The axes that count least first.
    runs: Vec<Run>,
    /// What is added for the player to move.
    base: [Vec<i32>; 2],
}

impl Orbits {
    /// The classes under these symmetries of a space, for so many players who may be to move; `None` where an axis is no number of
    /// few values, nothing but the identity is a symmetry of the space, or there are more numbers than 31 bits can hold.
    pub fn new(index: &Index, movers: usize, symmetries: &[Symmetry]) -> Option<Orbits> {
        i32::try_from(index.cells().checked_mul(movers)?).ok()?;
        let places = index.places(MOST_VALUES)?;
        let images = group(&places, symmetries.iter().filter_map(|symmetry| Image::of(symmetry, &places)));
        if images.len() == 1 {
            return None;
        }
        let (lanes, places) = (images.len().next_multiple_of(LANES), &places);
        let all = || (0..lanes).map(|lane| images.get(lane).unwrap_or(&images[0]));
        let added = |axis: usize, digit: usize| {
            let image = move |image: &Image| {
                (movers * image.digits[axis][digit] * places[image.to[axis]].stride) as i32
            };
            all().map(image).collect::<Vec<i32>>()
        };
        let mut runs: Vec<Run> = Vec::new();
        for (axis, place) in places.iter().enumerate() {
            let digits: Vec<Vec<i32>> = (0..place.values.len()).map(|digit| added(axis, digit)).collect();
            let size = digits.len() as u32;
            match runs.last_mut().filter(|run| run.size * size <= RUN) {
                Some(run) => {
                    let below = run.rows.chunks_exact(lanes);
                    let with = |digit: &Vec<i32>| {
                        let sums = below.clone().flat_map(|row| row.iter().zip(digit).map(|(a, b)| a + b));
                        sums.collect::<Vec<i32>>()
                    };
                    *run = Run { size: run.size * size, rows: digits.iter().flat_map(with).collect() };
                }
                None => runs.push(Run { size, rows: digits.concat() }),
            }
        }
        if runs.len() > MOST_RUNS {
            return None;
        }
        let to_move = |mover: i32| {
            all().map(|image| if movers == 2 { mover ^ i32::from(image.swaps) } else { 0 }).collect()
        };
        let fixed = images.iter().map(|image| match (image.swaps, movers) {
            (true, 2) => 0,
            _ => image.fixed() * movers as u128,
        });
        // Of a class with few members more images are the same (Burnside's lemma).
        let classes = usize::try_from(fixed.sum::<u128>() / images.len() as u128).ok()?;
        Some(Orbits { movers, images: images.len(), classes, lanes, runs, base: [to_move(0), to_move(1)] })
    }

    /// How many symmetries there are, that which changes nothing included.
    pub fn images(&self) -> usize {
        self.images
    }

    /// How many classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// The position of a number, and who is to move.
    #[inline]
    fn place(&self, cell: usize) -> (u32, usize) {
        if self.movers == 2 { ((cell >> 1) as u32, cell & 1) } else { (cell as u32, 0) }
    }

    /// The least number of a class, by any of its numbers.
    #[inline]
    pub fn least(&self, cell: usize) -> usize {
        let (mut rest, mover) = self.place(cell);
        let mut starts = [0; MOST_RUNS];
        for (start, run) in starts.iter_mut().zip(&self.runs) {
            *start = (rest % run.size) as usize * self.lanes;
            rest /= run.size;
        }
        let mut least = [i32::MAX; LANES];
        for from in (0..self.lanes).step_by(LANES) {
            let mut sums = [0; LANES];
            sums.copy_from_slice(&self.base[mover][from..from + LANES]);
            for (start, run) in starts.iter().zip(&self.runs) {
                let row = &run.rows[start + from..start + from + LANES];
                sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
            }
            least.iter_mut().zip(sums).for_each(|(least, sum)| *least = (*least).min(sum));
        }
        least.into_iter().fold(i32::MAX, i32::min) as usize
    }

    /// Which of at most 64 numbers are the least of their class: a bit each, from this one on.
    pub fn which_are_least(&self, from: usize, to: usize) -> u64 {
        let Some((first, others)) = self.runs.split_first() else { return u64::MAX };
        let (mut sums, mut block) = (vec![0; self.lanes], u32::MAX);
        let mut bits = 0;
        for cell in from..to {
            let (at, mover) = self.place(cell);
            if at / first.size != block {
                block = at / first.size;
                let mut rest = block;
                sums.fill(0);
                for run in others {
                    let start = (rest % run.size) as usize * self.lanes;
                    rest /= run.size;
                    let row = &run.rows[start..start + self.lanes];
                    sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
                }
            }
            let row = (at % first.size) as usize * self.lanes;
            let images = sums.iter().zip(&first.rows[row..row + self.lanes]).zip(&self.base[mover]);
            // Negative where some image is less.
            let sign = images.fold(0, |sign, ((high, low), base)| sign | (high + low + base - cell as i32));
            bits |= u64::from(sign >= 0) << (cell - from);
        }
        bits
    }
}
