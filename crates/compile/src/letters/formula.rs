//! Formulas about the places of a word.

/// Where a place is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The place before the first letter.
    Zero,
    /// A place that was chosen.
    Mark(usize),
    /// The place behind the last letter.
    End,
}

/// A place: so many steps to the right of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Counted from here.
    pub base: Base,
    /// Steps to the right.
    pub offset: i64,
}

impl Place {
    /// A place by its number.
    pub fn number(offset: i64) -> Place {
        Place { base: Base::Zero, offset }
    }

    /// The place of a mark.
    pub fn mark(mark: usize) -> Place {
        Place { base: Base::Mark(mark), offset: 0 }
    }

    /// The place behind the last letter.
    pub fn end() -> Place {
        Place { base: Base::End, offset: 0 }
    }

    /// So many steps to the right.
    pub fn plus(self, steps: i64) -> Option<Place> {
        Some(Place { offset: self.offset.checked_add(steps)?, ..self })
    }
}

/// A statement about a word and places of it. Marks lie between place 0 and the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// So or not so, whatever the word.
    Known(bool),
    /// At this place stands one of these letters (bits); not so where there is no letter.
    Letter(Place, u32),
    /// The first place is not behind the second.
    AtMost(Place, Place),
    /// Not so.
    Not(Box<Formula>),
    /// All of them.
    All(Vec<Formula>),
    /// One of them.
    Any(Vec<Formula>),
    /// There is a place for this mark.
    Some(usize, Box<Formula>),
}

impl Formula {
    /// The first place is not behind the second.
    pub fn at_most(a: Place, b: Place) -> Formula {
        if a.base == b.base { Formula::Known(a.offset <= b.offset) } else { Formula::AtMost(a, b) }
    }

    /// The first place is before the second.
    pub fn before(a: Place, b: Place) -> Formula {
        Formula::at_most(b, a).not()
    }

    /// The two places are one.
    pub fn same(a: Place, b: Place) -> Formula {
        Formula::at_most(a, b).and(Formula::at_most(b, a))
    }

    /// Not so.
    #[allow(clippy::should_implement_trait)] // a statement, not a number
    pub fn not(self) -> Formula {
        match self {
            Formula::Known(b) => Formula::Known(!b),
            Formula::Not(f) => *f,
            f => Formula::Not(Box::new(f)),
        }
    }

    /// Both.
    pub fn and(self, other: Formula) -> Formula {
        Formula::all([self, other])
    }

    /// One or the other.
    pub fn or(self, other: Formula) -> Formula {
        Formula::any([self, other])
    }

    /// All of them.
    pub fn all(each: impl IntoIterator<Item = Formula>) -> Formula {
        let mut out = Vec::new();
        for f in each {
            match f {
                Formula::Known(true) => {}
                Formula::Known(false) => return Formula::Known(false),
                Formula::All(more) => out.extend(more),
                f if out.contains(&f) => {}
                f => out.push(f),
            }
        }
        match out.len() {
            0 => Formula::Known(true),
            1 => out.remove(0),
            _ => Formula::All(out),
        }
    }

    /// One of them. Letters of one place are put together.
    pub fn any(each: impl IntoIterator<Item = Formula>) -> Formula {
        let mut out: Vec<Formula> = Vec::new();
        for f in each {
            match f {
                Formula::Known(false) => {}
                Formula::Known(true) => return Formula::Known(true),
                Formula::Any(more) => out.extend(more),
                Formula::Letter(at, set) => {
                    let known = out.iter_mut().find_map(|g| match g {
                        Formula::Letter(place, known) if *place == at => Some(known),
                        _ => None,
                    });
                    match known {
                        Some(known) => *known |= set,
                        None => out.push(Formula::Letter(at, set)),
                    }
                }
                f if out.contains(&f) => {}
                f => out.push(f),
            }
        }
        match out.len() {
            0 => Formula::Known(false),
            1 => out.remove(0),
            _ => Formula::Any(out),
        }
    }

    /// There is a place for this mark.
    pub fn some(mark: usize, f: Formula) -> Formula {
        match f {
            Formula::Known(false) => Formula::Known(false),
            f => Formula::Some(mark, Box::new(f)),
        }
    }

    /// Does it speak of this mark?
    pub fn mentions(&self, mark: usize) -> bool {
        let is = |p: &Place| p.base == Base::Mark(mark);
        match self {
            Formula::Known(_) => false,
            Formula::Letter(p, _) => is(p),
            Formula::AtMost(a, b) => is(a) || is(b),
            Formula::Not(f) | Formula::Some(_, f) => f.mentions(mark),
            Formula::All(each) | Formula::Any(each) => each.iter().any(|f| f.mentions(mark)),
        }
    }

    /// The same where this letter stands at the mark.
    pub fn given(&self, mark: usize, letter: u8) -> Formula {
        match self {
            Formula::Letter(Place { base: Base::Mark(m), offset: 0 }, set) if *m == mark => {
                Formula::Known(set >> letter & 1 == 1)
            }
            Formula::Not(f) => f.given(mark, letter).not(),
            Formula::All(each) => Formula::all(each.iter().map(|f| f.given(mark, letter))),
            Formula::Any(each) => Formula::any(each.iter().map(|f| f.given(mark, letter))),
            Formula::Some(m, f) => Formula::some(*m, f.given(mark, letter)),
            f => f.clone(),
        }
    }
}
