//! Reads expressions of values.
//!
//! A star that touches what stands before it is a nim heap (`3*2` is 3 + *2, as in *Winning Ways*); one with blanks on
//! both sides multiplies (`3 * ^`). `+-` in front of a value is ±; between two values it is plus minus.

use super::{Expression, Line, Relation};
use crate::dyadic::Dyadic;
use crate::store::Simple;

/// What can be asked of values by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `tiny(a)`.
    Tiny,
    /// `miny(a)`.
    Miny,
    /// `norton(a, unit)`.
    Norton,
    /// `heat(a, t)`.
    Heat,
    /// `cool(a, t)`.
    Cool,
    /// `overheat(a, s, t)`.
    Overheat,
    /// `ordinal(a, b)`, the same as `a : b`.
    Ordinal,
}

/// The names of functions with their numbers of arguments.
const FUNCTIONS: [(&str, Function, usize); 7] = [
    ("tiny", Function::Tiny, 1),
    ("miny", Function::Miny, 1),
    ("norton", Function::Norton, 2),
    ("heat", Function::Heat, 2),
    ("cool", Function::Cool, 2),
    ("overheat", Function::Overheat, 3),
    ("ordinal", Function::Ordinal, 2),
];

/// What is wrong with a text. Places are counted in characters from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// A value should stand here.
    #[error("a value is missing at character {at}")]
    Missing {
        /// The place.
        at: usize,
        /// What stands there instead; nothing at the end.
        found: Option<char>,
    },
    /// Something stands behind a value that does not belong to it.
    #[error("what should `{found}` at character {at} mean?")]
    Stray {
        /// The place.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// A bracket that is not closed.
    #[error("`{bracket}` at character {at} is not closed")]
    Open {
        /// The place of the bracket.
        at: usize,
        /// The bracket.
        bracket: char,
    },
    /// Braces need one bar between Left's options and Right's, or more bars that say what belongs together.
    #[error("the braces at character {at} need one bar | between Left's options and Right's")]
    Bars {
        /// The place of the brace.
        at: usize,
    },
    /// A star that might be a nim heap or a product.
    #[error("is the star at character {at} a nim heap or a product?")]
    Star {
        /// The place.
        at: usize,
    },
    /// A fraction whose denominator is no power of two.
    #[error("{text} at character {at} is no number of this kind")]
    Fraction {
        /// The place.
        at: usize,
        /// The fraction.
        text: String,
    },
    /// A nimber or a number of ups that is too large.
    #[error("the number at character {at} is too large")]
    Large {
        /// The place.
        at: usize,
    },
    /// Too many brackets within each other.
    #[error("more than {limit} brackets within each other")]
    Deep {
        /// How many there may be.
        limit: usize,
    },
    /// A word that means nothing.
    #[error("`{word}` at character {at} is not known")]
    Word {
        /// The place.
        at: usize,
        /// The word.
        word: String,
    },
    /// A function with too few or too many arguments.
    #[error("{word} takes {wanted} values, not {found}")]
    Arguments {
        /// The function.
        word: String,
        /// How many it takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
}

/// Brackets within brackets.
const DEEPEST: usize = 200;

type Parsed<T> = Result<T, Malformed>;

#[derive(Default)]
struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    /// The names of the braces around this place.
    named: Vec<String>,
}

/// The games that everybody calls by a name: which player can come back, and which can move to 0.
const LOOPS: [(&str, [bool; 2], [bool; 2]); 5] = [
    ("on", [true, false], [false, false]),
    ("off", [false, true], [false, false]),
    ("over", [false, true], [true, false]),
    ("under", [true, false], [false, true]),
    ("dud", [true, true], [false, false]),
];

/// Other ways to write the same signs: what is printed in Unicode, and what a Chinese keyboard gives.
fn plain(c: char) -> char {
    match c {
        '↑' => '^',
        '↓' => 'v',
        '−' | '–' | '－' => '-',
        '⋆' | '★' | '∗' | '＊' => '*',
        '｛' => '{',
        '｝' => '}',
        '｜' => '|',
        '，' | '、' => ',',
        '（' => '(',
        '）' => ')',
        '＋' => '+',
        '：' => ':',
        '＝' => '=',
        '＜' => '<',
        '＞' => '>',
        '×' => '·',
        '\u{2080}'..='\u{2089}' => char::from_digit(c as u32 - 0x2080, 10).unwrap_or(c),
        other => other,
    }
}

impl Line {
    /// Reads a value, or two with a relation between them.
    pub fn parse(text: &str) -> Result<Line, Malformed> {
        let mut reader = Reader { chars: text.chars().map(plain).collect(), ..Reader::default() };
        let left = reader.sum()?;
        let line = match reader.relation() {
            Some(relation) => Line::Compare(left, relation, reader.sum()?),
            None => Line::Value(left),
        };
        reader.blanks();
        match reader.peek() {
            None => Ok(line),
            Some(found) => Err(Malformed::Stray { at: reader.at, found }),
        }
    }
}

impl Expression {
    /// Reads a value.
    pub fn parse(text: &str) -> Result<Expression, Malformed> {
        let mut reader = Reader { chars: text.chars().map(plain).collect(), ..Reader::default() };
        let value = reader.sum()?;
        reader.blanks();
        match reader.peek() {
            None => Ok(value),
            Some(found) => Err(Malformed::Stray { at: reader.at, found }),
        }
    }
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn after(&self, n: usize) -> Option<char> {
        self.chars.get(self.at + n).copied()
    }

    /// Passes blanks: were there any?
    fn blanks(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
        self.at > from
    }

    fn take(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        self.at += usize::from(there);
        there
    }

    fn relation(&mut self) -> Option<Relation> {
        self.blanks();
        let rest: String = self.chars[self.at..].iter().take(2).collect();
        let (relation, length) = match rest.as_str() {
            "<=" | "=<" => (Relation::AtMost, 2),
            ">=" | "=>" => (Relation::AtLeast, 2),
            "||" | "<>" => (Relation::Confused, 2),
            "<|" => (Relation::LessOrConfused, 2),
            "|>" => (Relation::GreaterOrConfused, 2),
            "!=" => (Relation::Unequal, 2),
            "==" => (Relation::Equal, 2),
            _ => match rest.chars().next()? {
                '<' => (Relation::Less, 1),
                '>' => (Relation::Greater, 1),
                '=' => (Relation::Equal, 1),
                '≤' => (Relation::AtMost, 1),
                '≥' => (Relation::AtLeast, 1),
                '∥' => (Relation::Confused, 1),
                '≠' => (Relation::Unequal, 1),
                '?' | '？' => (Relation::Asked, 1),
                _ => return None,
            },
        };
        self.at += length;
        Some(relation)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Reader) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(Malformed::Deep { limit: DEEPEST });
        }
        self.depth += 1;
        let found = read(self)?;
        self.depth -= 1;
        Ok(found)
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let first = self.product()?;
        let mut terms = vec![(false, first)];
        loop {
            self.blanks();
            let sign = self.peek();
            match sign {
                Some('+' | '-') => self.at += 1,
                Some('±') => {}
                _ if terms.len() == 1 => return Ok(terms.swap_remove(0).1),
                _ => return Ok(Expression::Sum(terms)),
            }
            terms.push((sign == Some('-'), self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut product = self.signed()?;
        let mut factors = 1;
        loop {
            let apart = self.blanks();
            factors += 1;
            if factors > DEEPEST {
                return Err(Malformed::Deep { limit: DEEPEST });
            }
            product = match self.peek() {
                Some(':') => {
                    self.at += 1;
                    Expression::Ordinal(Box::new(product), Box::new(self.signed()?))
                }
                Some('·') => {
                    self.at += 1;
                    Expression::Multiple(Box::new(product), Box::new(self.signed()?))
                }
                Some('*') => {
                    let times = |c: char| "{(".contains(c) || apart && c.is_whitespace();
                    if !self.after(1).is_some_and(times) {
                        return Err(Malformed::Star { at: self.at });
                    }
                    self.at += 1;
                    Expression::Multiple(Box::new(product), Box::new(self.signed()?))
                }
                _ => return Ok(product),
            };
        }
    }

    fn signed(&mut self) -> Parsed<Expression> {
        self.blanks();
        if self.peek() == Some('±') || (self.peek() == Some('+') && self.after(1) == Some('-')) {
            self.at += if self.peek() == Some('±') { 1 } else { 2 };
            return self.deeper(Reader::switch);
        }
        if self.take('-') {
            let value = self.deeper(Reader::signed)?;
            // A minus in front of a number belongs to the number alone: -1* is -1 and star, -1^ is -1 and up.
            return Ok(match value {
                Expression::Simple(simple) if simple.number.signum() != 0 => {
                    Expression::Simple(Simple { number: -&simple.number, ..simple })
                }
                other => Expression::Negative(Box::new(other)),
            });
        }
        self.deeper(Reader::atom)
    }

    fn switch(&mut self) -> Parsed<Expression> {
        self.blanks();
        let at = self.at;
        if self.take('(') {
            let options = self.list()?;
            self.close(at, '(', ')')?;
            return Ok(Expression::Switch(options));
        }
        Ok(Expression::Switch(vec![self.signed()?]))
    }

    fn atom(&mut self) -> Parsed<Expression> {
        let (at, found) = (self.at, self.peek());
        let missing = Malformed::Missing { at, found };
        match found.ok_or(missing.clone())? {
            '{' => self.braces(),
            '(' => {
                self.at += 1;
                let inner = self.sum()?;
                self.close(at, '(', ')')?;
                // What was in brackets is not a simple value that a sign may enter.
                Ok(match inner {
                    Expression::Simple(simple) if !simple.is_number() => {
                        Expression::Sum(vec![(false, Expression::Simple(simple))])
                    }
                    other => other,
                })
            }
            '⧾' | '⧿' => {
                let function = if self.peek() == Some('⧾') { Function::Tiny } else { Function::Miny };
                self.at += 1;
                let inner = self.deeper(Reader::atom)?;
                Ok(Expression::Call(function, vec![inner]))
            }
            c if c.is_ascii_digit() || "^*v⇑⇓".contains(c) && !self.is_word() => self.simple(),
            c if c.is_alphabetic() => self.word(),
            _ => Err(missing),
        }
    }

    /// Does a word of several letters stand here?
    fn is_word(&self) -> bool {
        self.peek().is_some_and(char::is_alphabetic)
            && self.after(1).is_some_and(|c| c.is_alphabetic() && c != 'v')
    }

    fn close(&mut self, at: usize, bracket: char, wanted: char) -> Parsed<()> {
        self.blanks();
        match self.peek() {
            Some(c) if c == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(found) => Err(Malformed::Stray { at: self.at, found }),
            None => Err(Malformed::Open { at, bracket }),
        }
    }

    fn list(&mut self) -> Parsed<Vec<Expression>> {
        let mut items = vec![self.sum()?];
        loop {
            self.blanks();
            if !self.take(',') {
                return Ok(items);
            }
            items.push(self.sum()?);
        }
    }

    /// `{a,b|c}`, `{a||b|c}`: lists with bars between them; the longest bar parts first.
    fn braces(&mut self) -> Parsed<Expression> {
        let at = self.at;
        self.at += 1;
        let (mut lists, mut bars) = (Vec::new(), Vec::new());
        loop {
            self.blanks();
            match self.peek() {
                None => return Err(Malformed::Open { at, bracket: '{' }),
                Some('|' | '}') => lists.push(Vec::new()),
                Some(_) => lists.push(self.list()?),
            }
            self.blanks();
            let mut length = 0;
            while self.take('|') {
                length += 1;
            }
            if length == 0 {
                break;
            }
            bars.push(length);
        }
        self.close(at, '{', '}')?;
        parted(&lists, &bars, DEEPEST - self.depth.min(DEEPEST)).ok_or(Malformed::Bars { at })
    }

    fn digits(&mut self) -> String {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect()
    }

    fn simple(&mut self) -> Parsed<Expression> {
        let at = self.at;
        let mut text = self.digits();
        if !text.is_empty() && self.peek() == Some('/') && self.after(1).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            text = format!("{text}/{}", self.digits());
        }
        let number = match text.as_str() {
            "" => Dyadic::ZERO,
            digits => digits.parse().map_err(|_| Malformed::Fraction { at, text: text.clone() })?,
        };
        let mut ups = 0i64;
        if let Some(c) = self.peek().filter(|c| "^v⇑⇓".contains(*c)) {
            let at = self.at;
            let sign = if c == 'v' || c == '⇓' { -1 } else { 1 };
            let mut count = 0;
            while self.take(c) {
                count += if "⇑⇓".contains(c) { 2 } else { 1 };
            }
            let times = self.digits();
            if !times.is_empty() {
                let times = times.parse::<i64>().map_err(|_| Malformed::Large { at })?;
                count = if count == 1 { times } else { return Err(Malformed::Large { at }) };
            }
            ups = sign * count;
        }
        let mut nimber = 0;
        // A star before an opening bracket multiplies.
        if self.peek() == Some('*') && !(self.at > at && self.after(1).is_some_and(|c| "{(".contains(c))) {
            let at = self.at;
            self.at += 1;
            let size = self.digits();
            nimber = if size.is_empty() { 1 } else { size.parse().map_err(|_| Malformed::Large { at })? };
            if nimber >= 1 << 30 {
                return Err(Malformed::Large { at });
            }
        }
        Ok(Expression::Simple(Simple { number, ups, nimber }))
    }

    fn word(&mut self) -> Parsed<Expression> {
        let at = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.at += 1;
        }
        let word: String = self.chars[at..self.at].iter().collect();
        let named = |ups, nimber| Ok(Expression::Simple(Simple { number: Dyadic::ZERO, ups, nimber }));
        match word.as_str() {
            "up" => return named(1, 0),
            "down" => return named(-1, 0),
            "star" => return named(0, 1),
            _ => {}
        }
        if self.peek() == Some('{') && !word.is_empty() {
            self.named.push(word.clone());
            let braces = self.braces();
            self.named.pop();
            return Ok(Expression::Loop(word, Box::new(braces?)));
        }
        if self.named.contains(&word) {
            return Ok(Expression::Name(word));
        }
        if let Some((_, back, zero)) = LOOPS.iter().find(|(name, ..)| *name == word) {
            let side = |player: usize| {
                let mut list = Vec::new();
                list.extend(zero[player].then(|| Expression::Simple(Simple::number(Dyadic::ZERO))));
                list.extend(back[player].then(|| Expression::Name(word.clone())));
                list
            };
            let braces = Expression::Game(side(0), side(1));
            return Ok(Expression::Loop(word, Box::new(braces)));
        }
        let Some((_, function, wanted)) = FUNCTIONS.iter().find(|(name, ..)| *name == word) else {
            return Err(Malformed::Word { at, word });
        };
        self.blanks();
        let open = self.at;
        if !self.take('(') {
            return Err(Malformed::Arguments { word, wanted: *wanted, found: 0 });
        }
        let arguments = self.list()?;
        self.close(open, '(', ')')?;
        if arguments.len() != *wanted {
            return Err(Malformed::Arguments { word, wanted: *wanted, found: arguments.len() });
        }
        Ok(Expression::Call(*function, arguments))
    }
}

/// A game from lists with bars between them: one bar is the longest and parts all.
fn parted(lists: &[Vec<Expression>], bars: &[usize], depth: usize) -> Option<Expression> {
    let longest = bars.iter().max()?;
    let place = bars.iter().position(|bar| bar == longest)?;
    if depth == 0 || bars[place + 1..].contains(longest) {
        return None;
    }
    let side = |lists: &[Vec<Expression>], bars: &[usize]| match (lists, bars) {
        ([list], []) => Some(list.clone()),
        _ => parted(lists, bars, depth - 1).map(|game| vec![game]),
    };
    Some(Expression::Game(
        side(&lists[..=place], &bars[..place])?,
        side(&lists[place + 1..], &bars[place + 1..])?,
    ))
}
