//! What can be wrong with the spelling of rules, worded in both languages.

use super::hint::Hint;
use crate::diagnostic::{Lang, Wording};

/// A mistake of syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the wording below says what each is
pub enum Problem {
    /// Something else was expected; `found` is empty at the end of a line.
    Expected {
        what: What,
        found: String,
        hint: Option<Hint>,
    },
    UnknownLine {
        word: String,
        near: Option<&'static str>,
    },
    ContinuesNothing,
    Caret,
    NotOurSign {
        sign: String,
        write: &'static str,
    },
    OddCharacter {
        c: char,
    },
    OpenString,
    MissingSign {
        number: String,
        name: String,
    },
    Leftover {
        found: String,
        hint: Option<Hint>,
    },
    TwoAnswers,
    BadTarget,
    TooDeep,
    ArrowMissing,
    /// An example that a `#` cuts short.
    CutByComment,
    EmptyText {
        line: &'static str,
    },
    OtherwiseFirst,
}

/// What was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum What {
    Expression,
    Name(&'static str),
    Sign(&'static str),
    Word(&'static str),
    String,
    Choice,
    Field,
    Claim,
    End,
    Answer,
    Node,
    Change,
    Integer,
}

impl What {
    fn say(&self, lang: Lang) -> String {
        let (en, zh) = match self {
            What::Expression => ("a value", "一个值"),
            What::Name(of) => {
                return match lang {
                    Lang::En => format!("the name of {of}"),
                    Lang::Zh => format!("{}的名字", name_zh(of)),
                };
            }
            What::Sign(s) | What::Word(s) => return format!(" {s} "),
            What::String => ("a text in quotes", "引号中的文字"),
            What::Choice => (
                "a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect",
                "一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号",
            ),
            What::Field => ("a field, such as  n  or  row a", "一个字段，例如 n 或 row a"),
            What::Claim => (
                " lose iff … ,  win iff … ,  grundy = … ,  score = …  or  period …",
                " lose iff …、win iff …、grundy = …、score = … 或 period …",
            ),
            What::End => (" normal ,  misere ,  draw  or  NAME wins", " normal、misere、draw 或 名字 wins"),
            What::Answer => (
                " win ,  lose ,  draw ,  grundy 3 ,  score 5  or a player's name",
                " win、lose、draw、grundy 3、score 5 或玩家的名字",
            ),
            What::Node => ("a node (a number or a name)", "一个结点（数或名字）"),
            What::Change => ("a change, such as  n -> n - k", "一个变化，例如 n -> n - k"),
            What::Integer => ("a whole number", "一个整数"),
        };
        lang.pick(en, zh).to_string()
    }
}

fn name_zh(of: &str) -> &str {
    match of {
        "a player" => "玩家",
        "a parameter" => "参数",
        "a definition" => "定义",
        "an argument" => "自变量",
        "a field" => "字段",
        "a choice" => "选择",
        "a move" => "走法",
        "a game" => "游戏",
        "a variable" => "变量",
        other => other,
    }
}

impl Wording for Problem {
    fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Problem::Expected { what, found, .. }, Lang::En) if found.is_empty() => {
                format!("The line ends here, but {} should follow.", what.say(lang).trim_end())
            }
            (Problem::Expected { what, found, .. }, Lang::Zh) if found.is_empty() => {
                format!("这一行到此为止，但后面应有{}。", what.say(lang).trim_end())
            }
            (Problem::Expected { what, found, .. }, Lang::En) => {
                format!("Here stands  {found} , but {} was expected.", what.say(lang).trim_end())
            }
            (Problem::Expected { what, found, .. }, Lang::Zh) => {
                format!("这里写的是 {found}，但应是{}。", what.say(lang).trim_end())
            }
            (Problem::UnknownLine { word, .. }, Lang::En) => format!("No line begins with \"{word}\"."),
            (Problem::UnknownLine { word, .. }, Lang::Zh) => format!("没有以“{word}”开头的行。"),
            (Problem::ContinuesNothing, Lang::En) => {
                "A line that begins with a blank continues the line above, and there is none.".into()
            }
            (Problem::ContinuesNothing, Lang::Zh) => "以空格开头的行接续上一行，但上面没有行。".into(),
            (Problem::Caret, Lang::En) => "^ means xor to programmers and power to mathematicians.".into(),
            (Problem::Caret, Lang::Zh) => "^ 对程序员是异或，对数学家是乘方。".into(),
            (Problem::NotOurSign { sign, .. }, Lang::En) => {
                format!("{sign} is not a sign of the rules language.")
            }
            (Problem::NotOurSign { sign, .. }, Lang::Zh) => format!("规则语言里没有 {sign} 这个符号。"),
            (Problem::OddCharacter { c }, Lang::En) => {
                format!("The character {} has no meaning here.", c.escape_debug())
            }
            (Problem::OddCharacter { c }, Lang::Zh) => format!("字符 {} 在这里没有意义。", c.escape_debug()),
            (Problem::OpenString, Lang::En) => "This text in quotes never ends.".into(),
            (Problem::OpenString, Lang::Zh) => "引号没有配对。".into(),
            (Problem::MissingSign { number, name }, Lang::En) => {
                format!("A sign is missing between {number} and {name}.")
            }
            (Problem::MissingSign { number, name }, Lang::Zh) => {
                format!("{number} 和 {name} 之间缺少运算符。")
            }
            (Problem::Leftover { found, .. }, Lang::En) => {
                format!("The line is complete before  {found} ; what follows does not belong to it.")
            }
            (Problem::Leftover { found, .. }, Lang::Zh) => {
                format!("这一行在 {found} 之前已经完整，后面的内容多余。")
            }
            (Problem::TwoAnswers, Lang::En) => "two answers without a condition.".into(),
            (Problem::TwoAnswers, Lang::Zh) => "有两个不带条件的答案。".into(),
            (Problem::BadTarget, Lang::En) => {
                "This cannot be changed: only a field or a place in one can.".into()
            }
            (Problem::BadTarget, Lang::Zh) => "它不能被改变：只有字段或字段中的位置可以。".into(),
            (Problem::TooDeep, Lang::En) => {
                "This is nested too deeply (more than 100 levels, or 1000 operators in one line).".into()
            }
            (Problem::TooDeep, Lang::Zh) => "嵌套太深（超过 100 层，或一行超过 1000 个运算）。".into(),
            (Problem::CutByComment, Lang::En) => "# begins a comment, so this example ends before it.".into(),
            (Problem::CutByComment, Lang::Zh) => "# 开始注释，所以这个例子在它之前就结束了。".into(),
            (Problem::ArrowMissing, Lang::En) => "An example needs an arrow and an answer.".into(),
            (Problem::ArrowMissing, Lang::Zh) => "例子需要箭头和答案。".into(),
            (Problem::EmptyText { line }, Lang::En) => format!("The {line} line is empty."),
            (Problem::EmptyText { line }, Lang::Zh) => format!("{line} 行是空的。"),
            (Problem::OtherwiseFirst, Lang::En) => "otherwise  comes last, after at least one  if .".into(),
            (Problem::OtherwiseFirst, Lang::Zh) => "otherwise 写在最后，前面至少有一个 if。".into(),
        }
    }

    fn help(&self, lang: Lang) -> Option<String> {
        let text = match (self, lang) {
            (Problem::Expected { hint: Some(hint), .. } | Problem::Leftover { hint: Some(hint), .. }, _) => {
                hint.say(lang)
            }
            (Problem::UnknownLine { near: Some(near), .. }, Lang::En) => format!("Did you mean  {near} ?"),
            (Problem::UnknownLine { near: Some(near), .. }, Lang::Zh) => format!("是不是 {near}？"),
            (Problem::UnknownLine { .. }, Lang::En) => {
                "A game begins with  heaps n  or  position a, b  and has lines such as  move take k in 1..n: n -> n - k ."
                    .into()
            }
            (Problem::UnknownLine { .. }, Lang::Zh) => {
                "一个游戏先写 heaps n 或 position a, b，再写 move take k in 1..n: n -> n - k 这样的行。".into()
            }
            (Problem::ContinuesNothing, _) => lang.pick("Begin it at the margin.", "请顶格书写。").into(),
            (Problem::Caret, Lang::En) => "Write  a xor b  or  a ** b .".into(),
            (Problem::Caret, Lang::Zh) => "请写 a xor b 或 a ** b。".into(),
            (Problem::NotOurSign { write, .. }, Lang::En) => format!("Write  {write} ."),
            (Problem::NotOurSign { write, .. }, Lang::Zh) => format!("请写 {write}。"),
            (Problem::OpenString, _) => lang.pick("Add the closing \" .", "请补上右引号。").into(),
            (Problem::MissingSign { number, name }, Lang::En) => format!("Write  {number} * {name} ."),
            (Problem::MissingSign { number, name }, Lang::Zh) => format!("请写 {number} * {name}。"),
            (Problem::TwoAnswers, Lang::En) => "Write the rest as  … , n otherwise .".into(),
            (Problem::TwoAnswers, Lang::Zh) => "其余情况请写成 … , n otherwise。".into(),
            (Problem::CutByComment, Lang::En) => {
                "Put a position with # into quotes:  example \"#.#\" -> win .".into()
            }
            (Problem::CutByComment, Lang::Zh) => "含有 # 的局面请写在引号里：example \"#.#\" -> win。".into(),
            (Problem::ArrowMissing, Lang::En) => "Write  example 3 4 5 -> win .".into(),
            (Problem::ArrowMissing, Lang::Zh) => "请写 example 3 4 5 -> win。".into(),
            (Problem::BadTarget, Lang::En) => "Write  n -> … ,  a[i] -> …  or  (x, y) -> … .".into(),
            (Problem::BadTarget, Lang::Zh) => "请写 n -> …、a[i] -> … 或 (x, y) -> …。".into(),
            _ => return None,
        };
        Some(text)
    }
}
