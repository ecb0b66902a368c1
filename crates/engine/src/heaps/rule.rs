//! What a move may do to a heap, in a form the engines can take apart.
//!
//! A rule is a list of clauses. Each says how many counters may be taken and into how many non-empty heaps
//! the rest is left. The octal codes of Guy and Smith (1956) are such rules: bit j of digit k says that k counters
//! may be taken if the rest is left in exactly j heaps. So are their hexadecimal cousins (three heaps), and
//! Lasker's Nim: take any number and leave at most one heap, or take nothing and leave two.

/// The numbers of counters that a clause lets a player take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// These; ascending and distinct, as [`Taken::only`] makes them.
    Only(Vec<usize>),
    /// All from `from` to `to`.
    Range {
        /// The smallest.
        from: usize,
        /// The largest.
        to: usize,
    },
    /// At least one, and none of these; ascending and distinct, as [`Taken::all_but`] makes them.
    AllBut(Vec<usize>),
}

impl Taken {
    /// Exactly the given numbers.
    pub fn only(takes: impl IntoIterator<Item = usize>) -> Self {
        Self::Only(sorted(takes))
    }

    /// Any positive number except the given ones.
    pub fn all_but(kept: impl IntoIterator<Item = usize>) -> Self {
        let mut kept = sorted(kept);
        kept.retain(|&take| take > 0);
        Self::AllBut(kept)
    }

    /// Any positive number.
    pub fn any() -> Self {
        Self::AllBut(Vec::new())
    }

    /// The same numbers in the form that [`only`](Self::only) and [`all_but`](Self::all_but) make.
    pub(super) fn sorted(&self) -> Self {
        match self {
            Self::Only(takes) => Self::only(takes.iter().copied()),
            Self::AllBut(kept) => Self::all_but(kept.iter().copied()),
            Self::Range { from, to } if from > to => Self::Only(Vec::new()),
            range @ Self::Range { .. } => range.clone(),
        }
    }

    /// Whether `take` is one of them.
    pub fn contains(&self, take: usize) -> bool {
        match self {
            Self::Only(takes) => takes.binary_search(&take).is_ok(),
            Self::Range { from, to } => (from..=to).contains(&&take),
            Self::AllBut(kept) => take > 0 && kept.binary_search(&take).is_err(),
        }
    }
}

fn sorted(numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = numbers.into_iter().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// What becomes of the counters that stay. All heaps counted are non-empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parts {
    /// Exactly so many heaps, of any sizes; with 0, the whole heap is taken.
    Exactly(usize),
    /// Two heaps of different sizes.
    Unequal,
}

/// One kind of move: take one of these numbers and leave the rest like this.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// How many counters are taken.
    pub taken: Taken,
    /// What is left.
    pub parts: Parts,
}

/// What a move may do to a heap: one of several clauses, each of which makes it smaller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRule {
    clauses: Vec<Clause>,
}

/// What can be wrong with a rule or a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// Nothing is taken and nothing is broken: the heap stays as it is, and play never ends.
    #[error("taking nothing and leaving {parts} heaps is no move")]
    NoMove {
        /// The heaps left.
        parts: usize,
    },
    /// Not a digit of a code.
    #[error("{found:?} at place {place} is no digit of a code")]
    Digit {
        /// The character.
        found: char,
        /// Its place in the code, from 0.
        place: usize,
    },
    /// A code starts with one digit and a point.
    #[error("a code starts with one digit and a point")]
    NoPoint,
}

impl HeapRule {
    /// A rule of these clauses. A clause that lets a heap stay as it is is refused.
    pub fn new(clauses: Vec<Clause>) -> Result<Self, RuleError> {
        let mut clauses = clauses;
        for clause in &mut clauses {
            clause.taken = clause.taken.sorted();
        }
        for clause in &clauses {
            match clause.parts {
                Parts::Exactly(parts) if parts < 2 && clause.taken.contains(0) => {
                    return Err(RuleError::NoMove { parts });
                }
                _ => {}
            }
        }
        Ok(Self { clauses })
    }

    /// A move takes one of `taken` and leaves the rest, if any, in one heap.
    pub fn taking(taken: Taken) -> Result<Self, RuleError> {
        let whole = Clause { taken: taken.clone(), parts: Parts::Exactly(0) };
        Self::new(vec![whole, Clause { taken, parts: Parts::Exactly(1) }])
    }

    /// The rule of a code such as `0.77` (Kayles), `4.3` or `0.8` (three heaps). A digit is 0 to 9 or a to f.
    pub fn from_code(code: &str) -> Result<Self, RuleError> {
        let mut digits = Vec::new();
        for (place, found) in code.chars().enumerate() {
            if place == 1 {
                if found != '.' {
                    return Err(RuleError::NoPoint);
                }
                continue;
            }
            digits.push(found.to_digit(16).ok_or(RuleError::Digit { found, place })?);
        }
        if !code.contains('.') {
            return Err(RuleError::NoPoint);
        }
        Self::from_digits(&digits)
    }

    /// The rule of a code given by its digits: bit j of `digits[k]` lets a player take k and leave j heaps.
    pub fn from_digits(digits: &[u32]) -> Result<Self, RuleError> {
        let mut clauses = Vec::new();
        for parts in 0..u32::BITS {
            let takes: Vec<usize> = (0..)
                .zip(digits)
                .filter(|(_, digit)| **digit >> parts & 1 == 1)
                .map(|(take, _)| take)
                .collect();
            if !takes.is_empty() {
                clauses.push(Clause { taken: Taken::Only(takes), parts: Parts::Exactly(parts as usize) });
            }
        }
        Self::new(clauses)
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// What is taken, if the rule is only to take, with the rest left as one heap or none.
    pub(super) fn plain_taking(&self) -> Option<&Taken> {
        match self.clauses.as_slice() {
            [one, two] if one.taken == two.taken => match (one.parts, two.parts) {
                (Parts::Exactly(0), Parts::Exactly(1)) | (Parts::Exactly(1), Parts::Exactly(0)) => {
                    Some(&one.taken)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
