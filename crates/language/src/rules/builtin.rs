//! The functions and generators of the language: their names and how many arguments they take.

/// Built-in functions and generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after the functions
pub enum Builtin {
    Min,
    Max,
    Sum,
    Xor,
    Count,
    Any,
    All,
    Abs,
    Gcd,
    Isqrt,
    Log2,
    Popcount,
    Band,
    Bor,
    Shl,
    Shr,
    Digits,
    Divisors,
    Distance,
    Reverse,
    Sorted,
    Repeat,
    Without,
    Compositions,
    Below,
    Subsets,
    Partitions,
    Lines,
    Regions,
    Rows,
    Bags,
    Words,
}

impl Builtin {
    /// All functions: name, function, least and greatest number of arguments.
    pub const ALL: [(&'static str, Builtin, usize, usize); 32] = [
        ("min", Builtin::Min, 1, usize::MAX),
        ("max", Builtin::Max, 1, usize::MAX),
        ("sum", Builtin::Sum, 1, 1),
        ("xor", Builtin::Xor, 1, usize::MAX),
        ("count", Builtin::Count, 1, 2),
        ("any", Builtin::Any, 1, 1),
        ("all", Builtin::All, 1, 1),
        ("abs", Builtin::Abs, 1, 1),
        ("gcd", Builtin::Gcd, 1, usize::MAX),
        ("isqrt", Builtin::Isqrt, 1, 1),
        ("log2", Builtin::Log2, 1, 1),
        ("popcount", Builtin::Popcount, 1, 1),
        ("band", Builtin::Band, 2, 2),
        ("bor", Builtin::Bor, 2, 2),
        ("shl", Builtin::Shl, 2, 2),
        ("shr", Builtin::Shr, 2, 2),
        ("digits", Builtin::Digits, 1, 2),
        ("divisors", Builtin::Divisors, 1, 1),
        ("distance", Builtin::Distance, 3, 3),
        ("reverse", Builtin::Reverse, 1, 1),
        ("sorted", Builtin::Sorted, 1, 1),
        ("repeat", Builtin::Repeat, 2, 2),
        ("without", Builtin::Without, 2, 2),
        ("compositions", Builtin::Compositions, 2, 2),
        ("below", Builtin::Below, 1, 1),
        ("subsets", Builtin::Subsets, 1, 1),
        ("partitions", Builtin::Partitions, 1, 1),
        ("lines", Builtin::Lines, 2, 2),
        ("regions", Builtin::Regions, 3, 3),
        ("rows", Builtin::Rows, 2, 2),
        ("bags", Builtin::Bags, 2, 2),
        ("words", Builtin::Words, 2, 2),
    ];

    /// The function with this name.
    pub fn named(name: &str) -> Option<Builtin> {
        Builtin::ALL.iter().find(|(n, ..)| *n == name).map(|(_, b, ..)| *b)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Builtin::ALL.iter().find(|(_, b, ..)| *b == self).map_or("", |(n, ..)| n)
    }

    /// Least and greatest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        Builtin::ALL.iter().find(|(_, b, ..)| *b == self).map_or((0, 0), |(_, _, lo, hi)| (*lo, *hi))
    }

    /// The function that is also written between two numbers, `a band b`, at the level of products or else of sums.
    pub fn infix(name: &str, product: bool) -> bool {
        match name {
            "band" | "shl" | "shr" => product,
            "bor" => !product,
            _ => false,
        }
    }

    /// `band`, `bor`, `shl` and `shr` of two small numbers; `None` where they fail, or leave 64 bits.
    pub fn of_bits(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Builtin::Band => (a >= 0 && b >= 0).then_some(a & b),
            Builtin::Bor => (a >= 0 && b >= 0).then_some(a | b),
            Builtin::Shl if a == 0 => (b >= 0).then_some(0),
            Builtin::Shl if (0..=62).contains(&b) => a.checked_mul(1 << b),
            Builtin::Shr => (b >= 0).then(|| a >> b.min(63)),
            _ => None,
        }
    }

    /// The digits of a small number as they are written; `None` where there are none.
    pub fn digits_of(n: i64, base: i64) -> Option<Vec<i64>> {
        if n < 0 || base < 2 {
            return None;
        }
        let (mut rest, mut all) = (n / base, vec![n % base]);
        while rest > 0 {
            all.push(rest % base);
            rest /= base;
        }
        all.reverse();
        Some(all)
    }

    /// Does it list many values, one by one?
    pub fn is_generator(self) -> bool {
        use Builtin::{Bags, Below, Compositions, Lines, Partitions, Regions, Rows, Subsets, Words};
        matches!(self, Compositions | Below | Subsets | Partitions | Lines | Regions | Rows | Bags | Words)
    }

    /// May it stand before a comprehension?
    pub fn folds(self) -> bool {
        matches!(
            self,
            Builtin::Min
                | Builtin::Max
                | Builtin::Sum
                | Builtin::Xor
                | Builtin::Count
                | Builtin::Any
                | Builtin::All
        )
    }
}
