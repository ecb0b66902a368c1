//! Names that every target accepts: ASCII, not reserved by a language, not one that the program uses itself.

use std::collections::HashSet;

/// Words that a target reserves, functions of the preludes, and names that printed functions use themselves.
const TAKEN: &str = "
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq std map set vector string tuple
min max
False None True as assert async await def del elif except finally from global import in is lambda nonlocal pass raise
with yield print len range sum any all sorted frozenset str int sys math
crate dyn fn impl let loop mod mut pub self Self super trait unsafe use where box final macro override priv typeof
unsized abstract become Vec Option Some String HashMap BTreeSet Int usize
p out next near nodes is_node contains union_of difference_of concat slice_of letters from_letters to_text to_set to_list power
isqrt floor_div floor_mod floor_root absolute popcount bits_both bits_either shift_left shift_right digits_of distance_on divisors repeat without compositions below subsets sublists
partitions lines regions rows bags words is_fibonacci is_prime is_square is_power2 is_factorial fibonacci_to primes_to
squares_to powers2_to factorials_to min_of max_of sum_of xor_of gcd_of count_of count_true count_equal any_of all_of
reversed_of sorted_of repeat_text without_text contains_text add sub mul stop within within_list within_rows inside element divisor LARGEST gcd_of_two floor_log2 size members text find_text range_list wide shown Position legal tidy mover turn heaps
parts part params each_ result count number cases input data rest one row in memo digit_of stuck tidied
";

/// Names that a function or a parameter must not have either.
const GLOBAL: &str = "
main cin cout pair array queue stack list swap sort prev move copy fill find begin end size data rotate hash left right
abs div exit time log lcm y0 y1 yn j0 j1 jn index remove signal select rank unique distance accumulate transform merge
function plus negate less greater first second get tie ref bind count reverse
functools zip iter id type open pow round reversed enumerate filter format match input dict ord chr namedtuple
HashSet BTreeMap Box Ok Err Text Letter State Move Option Input Frame Params TABLE PRODUCT LOST
moves ended options value values grundy answer memo state option best known cases table lost won score formula position
blocked enter forces numbers number word line expect solve play shown step case path inf ouf ans rnd tout quit quitf ensure ensuref adds wanted
";

/// Gives every name of the rules one that the targets accept.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    taken: HashSet<&'static str>,
    own: HashSet<&'static str>,
    used: HashSet<String>,
    fields: HashSet<String>,
    fresh: usize,
    /// Names that were changed beyond recognition: the rules' and the program's.
    pub(crate) renamed: Vec<(String, String)>,
}

impl Names {
    pub(crate) fn new() -> Names {
        Names {
            taken: TAKEN.split_whitespace().collect(),
            own: GLOBAL.split_whitespace().collect(),
            used: HashSet::new(),
            fields: HashSet::new(),
            fresh: 0,
            renamed: Vec::new(),
        }
    }

    /// A field: no other field has its name.
    pub(crate) fn field(&mut self, name: &str) -> String {
        let mut out = self.legal(name);
        while !self.fields.insert(out.clone()) {
            out.push('_');
        }
        out
    }

    /// A name that stands for itself in the whole program: a parameter, a definition.
    pub(crate) fn global(&mut self, name: &str) -> String {
        let mut out = self.legal(name);
        while self.used.contains(&out) || self.fields.contains(&out) || self.own.contains(out.as_str()) {
            out.push('_');
        }
        self.used.insert(out.clone());
        out
    }

    /// A name of a line: it may return in others, but hides no global one.
    pub(crate) fn local(&mut self, name: &str) -> String {
        let mut out = self.legal(name);
        while self.used.contains(&out) {
            out.push('_');
        }
        out
    }

    fn legal(&mut self, name: &str) -> String {
        let ascii = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !ascii {
            if let Some((_, known)) = self.renamed.iter().find(|(n, _)| n == name) {
                return known.clone();
            }
            self.fresh += 1;
            let out = format!("v{}", self.fresh);
            self.renamed.push((name.to_string(), out.clone()));
            return out;
        }
        if self.taken.contains(name) || name.ends_with('_') || name.contains("__") {
            return format!("{}_", name.replace("__", "_").trim_end_matches('_'));
        }
        name.to_string()
    }
}
