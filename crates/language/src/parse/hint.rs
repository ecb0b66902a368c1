//! What somebody most likely meant where the grammar expects something else: habits of prose and of other languages.

use super::cursor::Cursor;
use super::problem::What;
use crate::lexer::Kind;
use crate::rules::Builtin;
use crate::{both, keywords};

/// What to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// `a -> b if …`
    Guard,
    /// `heaps (a, b)`
    NoParentheses,
    /// `k in 1..3 and k != 2`, `1 <= k <= 3`
    Choice,
    /// `move n -> n - 1`
    Colon,
    /// `n = n - 1`
    Arrow,
    /// `move take: n - 1`
    Becomes,
    /// `(3 if c else 2)`, `c ? 3 : 2`, `if c then 3 else 2`
    Cases,
    /// What is written like this: `k in 1..3` for `k from 1 to 3`, `k mod 2 = 1` for `k is odd`.
    Write(String),
    /// `a without x`: a function between its arguments.
    Call(&'static str),
    /// `count(i in 1..3 if a[i] > 0)`: the range before what is counted.
    Fold(&'static str),
}

impl Hint {
    pub(super) fn said(&self) -> [String; 2] {
        let said = match self {
            Hint::Guard => [
                "A condition of one change is  n -> n - k when … ; one of the whole move stands before the colon:  if … .",
                "只限制一个变化时写 n -> n - k when …；限制整步走法的条件写在冒号之前：if …。",
            ],
            Hint::NoParentheses => {
                ["Write the fields without parentheses:  heaps a, b .", "字段不加括号：heaps a, b。"]
            }
            Hint::Choice => [
                "A choice is written  k in 1..3 , a condition  if k != 2 .",
                "选择写作 k in 1..3，条件写作 if k != 2。",
            ],
            Hint::Cases => [
                "A value by cases is written  (3 if n > 5, 2 otherwise) .",
                "分情况的值写作 (3 if n > 5, 2 otherwise)。",
            ],
            Hint::Colon => [
                "A colon stands before what the move does:  move take: n -> n - 1 .",
                "走法的效果之前要有冒号：move take: n -> n - 1。",
            ],
            Hint::Arrow => ["What becomes what is written  n -> n - k .", "变化写作 n -> n - k。"],
            Hint::Becomes => ["Say what the field becomes:  n -> n - k .", "请写字段变为什么：n -> n - k。"],
            Hint::Write(text) => return both!("Write  {text} .", "请写 {text}。"),
            Hint::Call(name) => {
                let (least, most) = Builtin::named(name).map_or((1, 1), Builtin::arity);
                let given = ["a", "b", "c"][..least.max(most.min(2)).min(3)].join(", ");
                return both!(
                    "{name} is a function; write  {name}({given}) .",
                    "{name} 是函数，请写 {name}({given})。"
                );
            }
            Hint::Fold(name) => {
                return both!(
                    "What is looked at comes first, then where:  {name}(a[i] > 0 for i in 1..3) .",
                    "先写要看的值，再写范围：{name}(a[i] > 0 for i in 1..3)。"
                );
            }
        };
        said.map(String::from)
    }
}

/// A line that somebody may have had in mind who begins one with this word.
pub(super) fn line(word: &str) -> Option<&'static str> {
    Some(match word {
        "misere" | "misère" => "end misere",
        "normal" => "end normal",
        "last" => "end normal  or  end misere",
        "pile" | "piles" | "stack" | "stacks" => "heaps",
        "state" | "states" | "pos" | "field" | "fields" => "position",
        "rule" | "rules" | "option" | "options" | "action" => "move",
        "take" | "remove" | "subtract" | "pick" | "split" | "取" | "拿" => {
            "move take k in 1..3: n -> n - k"
        }
        "parameter" | "const" | "constant" => "param",
        "def" | "function" | "func" => "define",
        "row" | "序列" => "position row a",
        "bag" => "position bag a",
        "set" => "position set s",
        "word" => "position word w of \"ab\"",
        "grid" | "棋盘" => "position grid b of 0..1",
        "走" | "走子" | "走步" => "走法",
        _ => return None,
    })
}

/// The field that these words of other languages declare.
fn field(word: &str) -> Option<&'static str> {
    Some(match word {
        "int" | "integer" | "number" | "num" | "nat" | "long" => "position n",
        "list" | "array" | "vector" | "vec" | "sequence" | "tuple" => "row a",
        "string" | "str" | "text" => "word w of \"ab\"",
        "matrix" | "board" | "map" => "grid b of 0..1",
        "multiset" => "bag a",
        "bool" | "boolean" | "flag" => "flag = no",
        _ => return None,
    })
}

/// The word behind a range that stands where a value should.
fn begun_range(word: &str) -> bool {
    matches!(word, "if" | "where" | "with" | "such")
}

impl Cursor {
    /// What to write instead of the next token; `what` was expected, or nothing more.
    pub(super) fn hint(&self, what: Option<&What>) -> Option<Hint> {
        let sign = |ahead| match self.look(ahead) {
            Some(Kind::Sym(s)) => *s,
            _ => "",
        };
        let word = |ahead| self.word_at(ahead).unwrap_or("");
        let compares = |s: &str| matches!(s, "=" | "!=" | "<" | "<=" | ">" | ">=");
        let closes = matches!(what, Some(What::Sign(")" | "]")));
        let begun = self.before(1).is_some_and(|w| keywords::english(&w) == "if");
        if let Some(function) = Builtin::named(word(0)).filter(|_| sign(1) != "(") {
            return Some(Hint::Call(function.name()));
        }
        if let Some(function) = self.called().filter(|_| closes && begun_range(word(0))) {
            return Some(Hint::Fold(function.name()));
        }
        if sign(0) == "?" || word(0) == "else" || (closes && (begun || word(0) == "when")) {
            return Some(Hint::Cases);
        }
        if let Some(said) = self.prose() {
            return Some(Hint::Write(said));
        }
        match (self.line, what) {
            ("move", None) if word(0) == "if" => Some(Hint::Guard),
            ("move", Some(What::Choice)) => {
                if matches!(sign(0), "->" | "+=" | "-=") {
                    return Some(Hint::Colon);
                }
                if matches!(word(1), "from" | "between") || (sign(1) == "=" && !word(0).is_empty()) {
                    return Some(Hint::Write(format!("{} in 1..3", self.before(0)?)));
                }
                if sign(0) == "(" && sign(2) == ")" && word(3) == "in" {
                    return Some(Hint::Write(format!("{} in 1..3", word(1))));
                }
                if matches!(word(0), "from" | "between") {
                    return Some(Hint::Write(format!("{} in 1..3", self.before(1)?)));
                }
                let number = matches!(self.peek(), Some(Kind::Int(_)));
                if number && self.before(3).is_some_and(|w| keywords::english(&w) == "in") {
                    return Some(Hint::Write(format!("{} in {{1, 3, 4}}", self.before(4)?)));
                }
                let prose = matches!(word(0), "and" | "where" | "when" | "with" | "such" | "not" | "unless");
                (prose || number || compares(sign(0)) || compares(sign(1))).then_some(Hint::Choice)
            }
            ("move", Some(What::Sign("->"))) => match self.peek() {
                None => Some(Hint::Becomes),
                Some(Kind::Sym("=" | ":" | "<")) => Some(Hint::Arrow),
                _ => None,
            },
            ("heaps", Some(What::Field)) if sign(0) == "(" => Some(Hint::NoParentheses),
            ("heaps" | "position", Some(What::Expression)) if sign(0) == "]" => {
                Some(Hint::Write("row a".into()))
            }
            ("heaps" | "position", None) if compares(sign(0)) => {
                Some(Hint::Write(format!("{} in 0..9", self.before(1)?)))
            }
            ("heaps" | "position", None) if !word(0).is_empty() => {
                let (first, second) = (self.before(1)?, self.spelled(0)?);
                let other = field(&first.to_lowercase()).map(String::from);
                Some(Hint::Write(other.unwrap_or_else(|| format!("{first}, {second}"))))
            }
            ("win" | "lose" | "draw", Some(What::Word("when"))) => {
                Some(Hint::Write(format!("{} when …", self.line)))
            }
            _ => None,
        }
    }

    /// What is meant by words where the rules have signs, `n is even`, `k divides n`, `multiples of 3`; the next token does not fit.
    fn prose(&self) -> Option<String> {
        let word = |ahead| self.word_at(ahead).unwrap_or("");
        let subject = self.before(1)?;
        if word(0) == "of" {
            return match subject.as_str() {
                "powers" if self.spelled(1)? == "2" => Some("powers2".into()),
                "multiples" => Some(format!("k in 1..n if k mod {} = 0", self.spelled(1)?)),
                _ => None,
            };
        }
        let is = usize::from(matches!(word(0), "is" | "are" | "是" | "为"));
        let is = is + usize::from(is == 1 && matches!(word(1), "a" | "an"));
        let of = |ahead: usize, small: &str| self.spelled(ahead + usize::from(word(ahead) == small));
        match word(is) {
            "odd" | "奇数" => Some(format!("{subject} mod 2 = 1")),
            "even" | "偶数" => Some(format!("{subject} mod 2 = 0")),
            "divides" | "整除" => Some(format!("{} mod {subject} = 0", self.spelled(is + 1)?)),
            "divisible" => Some(format!("{subject} mod {} = 0", of(is + 1, "by")?)),
            "multiple" => Some(format!("{subject} mod {} = 0", of(is + 1, "of")?)),
            "divisor" | "factor" => Some(format!("{} mod {subject} = 0", of(is + 1, "of")?)),
            "prime" | "质数" | "素数" => Some(format!("{subject} in primes")),
            _ => None,
        }
    }

    /// A name or a number so many tokens ahead, as it is written.
    fn spelled(&self, ahead: usize) -> Option<String> {
        match self.look(ahead)? {
            Kind::Name(name) => Some(name.clone()),
            Kind::Int(n) => Some(n.to_string()),
            _ => None,
        }
    }
}
