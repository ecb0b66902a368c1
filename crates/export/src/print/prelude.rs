//! Preludes: functions by name, with those that they need, of which only what is used is printed. They are kept as sources
//! of their languages, in the folders `text`.

use crate::ir::Helper;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A function of a prelude: its name, the names it needs, its text.
pub(crate) struct Entry {
    name: &'static str,
    needs: Vec<&'static str>,
    text: &'static str,
}

/// The functions of a source; each begins behind a line with this mark and its name.
pub(crate) fn entries(source: &'static str, mark: &str) -> Vec<Entry> {
    let mut out = Vec::new();
    for piece in source.split(mark).skip(1) {
        let (head, text) = piece.split_once('\n').unwrap_or((piece, ""));
        let mut words = head.split_whitespace();
        let Some(name) = words.next() else { continue };
        out.push(Entry { name, needs: words.collect(), text });
    }
    out
}

/// The functions that a program uses.
#[derive(Debug, Default)]
pub(crate) struct Used {
    names: RefCell<BTreeSet<&'static str>>,
}

impl Used {
    /// Notes that a function is used; gives its name.
    pub(crate) fn note(&self, name: &'static str) -> &'static str {
        self.names.borrow_mut().insert(name);
        name
    }

    /// The texts of all that is used, in the order of the prelude.
    pub(crate) fn texts(&self, prelude: &[Entry]) -> Vec<&'static str> {
        let mut wanted = self.names.borrow().clone();
        // What a function needs stands before it.
        for entry in prelude.iter().rev() {
            if wanted.contains(entry.name) {
                wanted.extend(entry.needs.iter().copied());
            }
        }
        prelude.iter().filter(|e| wanted.contains(e.name)).map(|e| e.text).collect()
    }
}

/// What a helper is called in every prelude.
pub(crate) fn name(h: Helper) -> &'static str {
    match h {
        Helper::Abs => "absolute",
        Helper::Gcd => "gcd_of_two",
        Helper::Isqrt => "isqrt",
        Helper::Log2 => "floor_log2",
        Helper::Popcount => "popcount",
        Helper::BitsBoth => "bits_both",
        Helper::BitsEither => "bits_either",
        Helper::ShiftLeft => "shift_left",
        Helper::ShiftRight => "shift_right",
        Helper::Digits => "digits_of",
        Helper::Distance => "distance_on",
        Helper::Power => "power",
        Helper::FloorDiv => "floor_div",
        Helper::FloorMod => "floor_mod",
        Helper::FloorRoot => "floor_root",
        Helper::Min => "min",
        Helper::Max => "max",
        Helper::MinOf => "min_of",
        Helper::MaxOf => "max_of",
        Helper::SumOf => "sum_of",
        Helper::XorOf => "xor_of",
        Helper::GcdOf => "gcd_of",
        Helper::CountOf => "count_of",
        Helper::CountTrue => "count_true",
        Helper::CountEqual => "count_equal",
        Helper::AnyOf => "any_of",
        Helper::AllOf => "all_of",
        Helper::Divisors => "divisors",
        Helper::Reverse => "reversed_of",
        Helper::Sorted => "sorted_of",
        Helper::SortedText => "sorted_text",
        Helper::Repeat => "repeat",
        Helper::RepeatText => "repeat_text",
        Helper::Without => "without",
        Helper::WithoutText => "without_text",
        Helper::Concat => "concat",
        Helper::Compositions => "compositions",
        Helper::Below => "below",
        Helper::Subsets => "subsets",
        Helper::Sublists => "sublists",
        Helper::Partitions => "partitions",
        Helper::Lines => "lines",
        Helper::Regions => "regions",
        Helper::Rows => "rows",
        Helper::Bags => "bags",
        Helper::Words => "words",
        Helper::IsFibonacci => "is_fibonacci",
        Helper::IsPrime => "is_prime",
        Helper::IsSquare => "is_square",
        Helper::IsPower2 => "is_power2",
        Helper::IsFactorial => "is_factorial",
        Helper::FibonacciTo => "fibonacci_to",
        Helper::PrimesTo => "primes_to",
        Helper::SquaresTo => "squares_to",
        Helper::Powers2To => "powers2_to",
        Helper::FactorialsTo => "factorials_to",
        Helper::Union => "union_of",
        Helper::Minus => "difference_of",
        Helper::Contains => "contains",
        Helper::ContainsText => "contains_text",
        Helper::ToText => "to_text",
        Helper::ToSet => "to_set",
        Helper::ToList => "to_list",
        Helper::Letters => "letters",
        Helper::FromLetters => "from_letters",
        Helper::Nodes => "nodes",
        Helper::Near => "near",
        Helper::IsNode => "is_node",
        Helper::Within => "within",
        Helper::Inside => "inside",
        Helper::Element => "element",
        Helper::Divisor => "divisor",
    }
}
