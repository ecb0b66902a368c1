//! What can be wrong with the spelling of rules, worded in both languages.

use super::hint::Hint;
use crate::words::Words;
use crate::{both, problems, said};

problems! {
/// A mistake of syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something else was expected; `found` is empty at the end of a line.
    Expected { what: What, found: String, hint: Option<Hint> } => {
        let what = what.said().map(|what| what.trim_end().to_string());
        let words = match found.is_empty() {
            true => said!(
                "The line ends here, but {what} should follow.",
                "这一行到此为止，但后面应有{what}。"; with what = &what
            ),
            false => said!(
                "Here stands  {found} , but {what} was expected.",
                "这里写的是 {found}，但应是{what}。"; with what = &what
            ),
        };
        hinted(words, hint)
    };
    UnknownLine { word: String, near: Option<&'static str> } => {
        let words = said!("No line begins with \"{word}\".", "没有以“{word}”开头的行。");
        words.help(match near {
            Some(near) => both!("Did you mean  {near} ?", "是不是 {near}？"),
            None => both!(
                "A game begins with  heaps n  or  position a, b  and has lines such as  move take k in 1..n: n -> n - k .",
                "一个游戏先写 heaps n 或 position a, b，再写 move take k in 1..n: n -> n - k 这样的行。"
            ),
        })
    };
    Caret => ["^ means xor to programmers and power to mathematicians.", "^ 对程序员是异或，对数学家是乘方。";
        "Write  a xor b  or  a ** b .", "请写 a xor b 或 a ** b。"
    ];
    NotOurSign { sign: String, write: &'static str } => [
        "{sign} is not a sign of the rules language.",
        "规则语言里没有 {sign} 这个符号。";
        "Write  {write} .", "请写 {write}。"
    ];
    OddCharacter { c: char } => {
        let c = c.escape_debug();
        said!("The character {c} has no meaning here.", "字符 {c} 在这里没有意义。")
    };
    OpenString => ["This text in quotes never ends.", "引号没有配对。"; "Add the closing \" .", "请补上右引号。"];
    MissingSign { number: String, name: String } => [
        "A sign is missing between {number} and {name}.",
        "{number} 和 {name} 之间缺少运算符。";
        "Write  {number} * {name} .", "请写 {number} * {name}。"
    ];
    Leftover { found: String, hint: Option<Hint> } => {
        let words = said!(
            "The line is complete before  {found} ; what follows does not belong to it.",
            "这一行在 {found} 之前已经完整，后面的内容多余。"
        );
        hinted(words, hint)
    };
    TwoAnswers => ["two answers without a condition.", "有两个不带条件的答案。";
        "Write the rest as  … , n otherwise .", "其余情况请写成 … , n otherwise。"
    ];
    BadTarget => [
        "This cannot be changed: only a field or a place in one can.",
        "它不能被改变：只有字段或字段中的位置可以。";
        "Write  n -> … ,  a[i] -> …  or  (x, y) -> … .", "请写 n -> …、a[i] -> … 或 (x, y) -> …。"
    ];
    TooDeep => [
        "This is nested too deeply (more than 100 levels, or 1000 operators in one line).",
        "嵌套太深（超过 100 层，或一行超过 1000 个运算）。"
    ];
    ArrowMissing => ["An example needs an arrow and an answer.", "例子需要箭头和答案。";
        "Write  example 3 4 5 -> win .", "请写 example 3 4 5 -> win。"
    ];
    /// An example that a `#` cuts short.
    CutByComment => [
        "# begins a comment, so this example ends before it.",
        "# 开始注释，所以这个例子在它之前就结束了。";
        "Put a position with # into quotes:  example \"#.#\" -> win .",
        "含有 # 的局面请写在引号里：example \"#.#\" -> win。"
    ];
    EmptyText { line: &'static str } => ["The {line} line is empty.", "{line} 行是空的。"];
    OtherwiseFirst => [
        "otherwise  comes last, after at least one  if .",
        "otherwise 写在最后，前面至少有一个 if。"
    ];
}
}

fn hinted(words: Words, hint: &Option<Hint>) -> Words {
    match hint {
        Some(hint) => words.help(hint.said()),
        None => words,
    }
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
    Edge,
    Change,
    Integer,
}

impl What {
    fn said(&self) -> [String; 2] {
        let said = match self {
            What::Expression => ["a value", "一个值"],
            What::Name(of) => return [format!("the name of {of}"), format!("{}的名字", name_zh(of))],
            What::Sign(s) | What::Word(s) => return both!(" {s} ", " {s} "),
            What::String => ["a text in quotes", "引号中的文字"],
            What::Choice => [
                "a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect",
                "一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号",
            ],
            What::Field => ["a field, such as  n  or  row a", "一个字段，例如 n 或 row a"],
            What::Claim => [
                " lose iff … ,  win iff … ,  grundy = … ,  score = …  or  period …",
                " lose iff …、win iff …、grundy = …、score = … 或 period …",
            ],
            What::End => [" normal ,  misere ,  draw  or  NAME wins", " normal、misere、draw 或 名字 wins"],
            What::Answer => [
                " win ,  lose ,  draw ,  grundy 3 ,  score 5 ,  value {1|0}  or a player's name",
                " win、lose、draw、grundy 3、score 5、value {1|0} 或玩家的名字",
            ],
            What::Node => ["a node (a number or a name)", "一个结点（数或名字）"],
            What::Edge => [
                " - ,  ->  or  ;  (edges are written  1 - 2; 1 -> 3 )",
                " - 、-> 或 ; （边写作 1 - 2; 1 -> 3）",
            ],
            What::Change => ["a change, such as  n -> n - k", "一个变化，例如 n -> n - k"],
            What::Integer => ["a whole number", "一个整数"],
        };
        said.map(String::from)
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
