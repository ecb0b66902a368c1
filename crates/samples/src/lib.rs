//! Random rules files and random positions of them, as text, for the tests of every crate; and tables of tests as text
//! ([`rows`]).
//!
//! Equal seeds give equal files on every machine. What is written here is plain text: this crate knows nothing of the
//! language's code, so it can test the parser, the compiler and the engines alike. Every file is legal, and its rules
//! never fail at a legal position; most games end, and those that may go round say `endless`.

mod boards;
mod heaps;
mod lists;
mod numbers;
mod patterns;
mod provable;
mod rows;
mod scores;
mod strips;

pub use bouton_random::Rng;
pub use provable::{move_set, one_number, row_or_heaps, three_numbers};
pub use rows::rows;
pub use strips::strip;

/// How large a sample is: the first number in `./check`, the second with `BOUTON_LONG=1`.
pub fn few_or<T>(few: T, many: T) -> T {
    if std::env::var_os("BOUTON_LONG").is_some() { many } else { few }
}

/// What starts a program in Python: the interpreter itself, where `python3` may be a script that looks for it, and without
/// what a person has installed beside it. Tests start many small programs.
pub fn python() -> &'static str {
    static COMMAND: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    COMMAND.get_or_init(|| {
        let asked =
            std::process::Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let path =
            asked.map(|done| String::from_utf8_lossy(&done.stdout).trim().to_string()).unwrap_or_default();
        let found = !path.is_empty() && !path.contains(char::is_whitespace);
        format!("{} -I -S", if found { &path } else { "python3" })
    })
}

/// What kind of game a sample is. `FAMILIES` lists those of plain seeds; such a seed's family is `FAMILIES[seed % FAMILIES.len()]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Heaps of one number: take-sets, windows, splits, divisors, digits, halves.
    Heap,
    /// Take-and-break codes.
    Octal,
    /// Heaps of two numbers.
    PairHeap,
    /// Vector moves, rays, windows and clamps on one to three numbers.
    Numbers,
    /// Moves of several numbers that are no vectors: halving, swapping, remainders.
    Mixed,
    /// Rows of numbers.
    Row,
    /// Multisets of numbers.
    Bag,
    /// Words over a few letters or digits.
    Word,
    /// Sets of numbers.
    Set,
    /// Boards.
    Grid,
    /// A token, or two, on a graph written in the file.
    Token,
    /// Rows played for points from their ends.
    Ends,
    /// Other games for points.
    Points,
    /// Boards whose moves are patterns of squares; asked for by name.
    Patterns,
}

/// All families that seeds go round.
pub const FAMILIES: [Family; 13] = [
    Family::Heap,
    Family::Octal,
    Family::PairHeap,
    Family::Numbers,
    Family::Mixed,
    Family::Row,
    Family::Bag,
    Family::Word,
    Family::Set,
    Family::Grid,
    Family::Token,
    Family::Ends,
    Family::Points,
];

/// A field that has to be typed.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    /// A number from the first on, up to the second.
    Number(i64, i64),
    /// A row or bag of numbers up to this, so long at most.
    Row(i64, i64),
    /// A row of exactly so many (second) numbers up to the first.
    Exactly(i64, i64),
    /// A word over these letters, so long at most.
    Word(&'static str, i64),
    /// A set of numbers from 1 up to this.
    Set(i64),
    /// A board of cells 0 up to the first; rows and columns at most the others.
    Grid(i64, i64, i64),
    /// A board of exactly so many rows and columns.
    Board(i64, i64, i64),
}

/// A random game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The seed it was made from.
    pub seed: u64,
    /// What kind of game it is.
    pub family: Family,
    /// The rules file.
    pub text: String,
    typed: Vec<Typed>,
    heaps: bool,
}

/// A game under construction: its lines and what has to be typed.
pub(crate) struct Draft {
    pub(crate) lines: Vec<String>,
    pub(crate) typed: Vec<Typed>,
    pub(crate) heaps: bool,
}

impl Draft {
    pub(crate) fn heaps(shape: &str, typed: Vec<Typed>) -> Draft {
        Draft { lines: vec![format!("heaps {shape}")], typed, heaps: true }
    }

    pub(crate) fn position(shape: &str, typed: Vec<Typed>) -> Draft {
        Draft { lines: vec![format!("position {shape}")], typed, heaps: false }
    }

    pub(crate) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(crate) fn contains(&self, what: &str) -> bool {
        self.lines.iter().any(|l| l.contains(what))
    }
}

/// The game of a seed.
pub fn sample(seed: u64) -> Sample {
    sample_of(FAMILIES[(seed % FAMILIES.len() as u64) as usize], seed)
}

/// A game of one family.
pub fn sample_of(family: Family, seed: u64) -> Sample {
    let rng = &mut Rng::new(seed);
    let draft = match family {
        Family::Heap => heaps::heap(rng),
        Family::Octal => heaps::octal(rng),
        Family::PairHeap => heaps::pair(rng),
        Family::Numbers => numbers::vectors(rng),
        Family::Mixed => numbers::mixed(rng),
        Family::Row => lists::row(rng),
        Family::Bag => lists::bag(rng),
        Family::Word => lists::word(rng),
        Family::Set => lists::set(rng),
        Family::Grid => boards::grid(rng),
        Family::Token => boards::token(rng),
        Family::Ends => scores::ends(rng),
        Family::Points => scores::points(rng),
        Family::Patterns => patterns::patterns(rng),
    };
    let text = format!("game Random {seed}\n{}\n", draft.lines.join("\n"));
    Sample { seed, family, text, typed: draft.typed, heaps: draft.heaps }
}

impl Sample {
    /// A random position as it is typed: numbers up to `size` where the rules allow it, lists and boards in
    /// proportion. Few of them may break a `require` line of the game; then the reader says so.
    pub fn position(&self, rng: &mut Rng, size: i64) -> String {
        let parts = if self.heaps { rng.range(1, 3) } else { 1 };
        let parts: Vec<String> = (0..parts)
            .map(|_| {
                let fields: Vec<String> = self.typed.iter().map(|t| typed(t, rng, size)).collect();
                match fields.as_slice() {
                    [one] if self.heaps && matches!(self.typed[0], Typed::Grid(..)) => format!("[{one}]"),
                    [one] => one.clone(),
                    many if self.heaps => format!("({})", many.join(",")),
                    many => many.join(" "),
                }
            })
            .collect();
        parts.join(" ")
    }
}

fn numbers(rng: &mut Rng, length: i64, most: i64) -> String {
    let items: Vec<String> = (0..length).map(|_| rng.range(0, most).to_string()).collect();
    items.join(" ")
}

fn board(rng: &mut Rng, rows: i64, columns: i64, most: i64) -> String {
    let rows: Vec<String> = (0..rows).map(|_| numbers(rng, columns, most)).collect();
    rows.join(" / ")
}

fn typed(field: &Typed, rng: &mut Rng, size: i64) -> String {
    match *field {
        Typed::Number(low, high) => rng.range(low, high.min(low + size)).to_string(),
        Typed::Row(most, longest) => {
            let length = rng.range(0, longest.min(1 + size / 2));
            format!("[{}]", numbers(rng, length, most.min(size)))
        }
        Typed::Exactly(most, length) => format!("[{}]", numbers(rng, length, most.min(size))),
        Typed::Word(letters, longest) => {
            let letters: Vec<char> = letters.chars().collect();
            let length = rng.range(0, longest.min(size));
            let word: String = (0..length).map(|_| rng.one_of(&letters)).collect();
            if word.is_empty() { "\"\"".into() } else { word }
        }
        Typed::Set(most) => {
            let items: Vec<String> =
                (1..=most.min(size)).filter(|_| rng.percent(60)).map(|i| i.to_string()).collect();
            format!("{{{}}}", items.join(","))
        }
        Typed::Grid(most, rows, columns) => {
            let (r, c) = (rng.range(1, rows.min(1 + size / 3)), rng.range(1, columns.min(1 + size / 3)));
            board(rng, r, c, most)
        }
        Typed::Board(most, rows, columns) => board(rng, rows, columns, most),
    }
}

/// How play ends for a player who cannot move, now and then; `named` says that the file names two players already.
pub(crate) fn ending(rng: &mut Rng, draft: &mut Draft, named: bool) {
    match rng.below(9) {
        0 | 1 => draft.line("end misere"),
        2 => draft.line("end draw"),
        3 if !named => {
            draft.line("players Ann, Ben");
            draft.line(format!("end {} wins", rng.one_of(&["Ann", "Ben"])));
        }
        _ => {}
    }
}
