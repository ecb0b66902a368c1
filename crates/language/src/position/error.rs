//! What can be wrong with a typed position or move.

use crate::diagnostic::{Lang, Wording, plural};
use crate::interp::{Error, Illegal, WhyIllegal};
use crate::words::in_both;
use crate::{both, problems, said};

/// A typed position that cannot be used, with what was expected.
#[derive(Clone, Debug)]
pub struct PositionError {
    /// What is wrong.
    pub problem: PositionProblem,
    /// What this game expects, in English and Chinese.
    pub form: Box<(String, String)>,
}

problems! {
/// What is wrong with a typed position.
#[derive(Clone, Debug)]
pub enum PositionProblem {
    /// Nothing was typed, but something is needed: the first field without a value.
    Missing { field: String } => [
        "The position is missing: {field} has no value.",
        "缺少局面：{field} 没有值。"
    ];
    /// Not something that this field can hold.
    NotAValue { field: String, text: String, wanted: Wanted } => [
        "\"{text}\" cannot be {field}: {wanted} needed.",
        "“{text}”不能作为 {field}：需要{wanted}。"; with wanted = wanted.said()
    ];
    /// Neither a number nor one of the letters of a field.
    NotALetter { field: String, text: String, letters: String } => [
        "\"{text}\" cannot stand in {field}: its letters are {letters}.",
        "“{text}”不能出现在 {field} 中：它的字母是 {letters}。"
    ];
    /// The wrong number of values.
    Count { wanted: usize, found: usize } => {
        let (values, were) = (count(*wanted, "value"), was(*found));
        said!("{values} needed, but {were} typed.", "需要 {wanted} 个值，却输入了 {found} 个。")
    };
    /// `name=value` with a name that is no field.
    UnknownField { name: String, known: Vec<String>, near: Option<String> } => [
        "\"{name}\" is not a field. Known here: {known}.{near}",
        "“{name}”不是字段。这里有：{known}。{near}"; with known = listed(known), near = meant(near)
    ];
    /// A field is set twice.
    Twice { field: String } => ["{field} is given twice.", "{field} 给了两次。"];
    /// A bracket or quote without its partner.
    Unclosed { mark: char } => ["A {mark} has no partner.", "{mark} 没有配对。"];
    /// Brackets within brackets without end.
    TooDeep => ["Too many brackets in one another.", "括号嵌套太深。"];
    /// A value outside its domain, a wrong size, a `require` that does not hold; in which part, from 1, where there are several.
    Illegal { part: Option<usize>, why: Illegal } => {
        let below = match why {
            Illegal::Outside { below: Some(domain), .. } => both!(
                " Rules with numbers below 0 declare them:  {domain} .",
                "允许负数的规则要声明：{domain}。"
            ),
            _ => Default::default(),
        };
        let why = in_both(why);
        match part {
            None => said!("{why}{below}", "{why}{below}"; with why = &why, below = &below),
            Some(i) => said!("Part {i}: {why}", "第 {i} 部分：{why}"; with why = &why),
        }
    };
    /// A start could not be worked out.
    Failed(error: Error) => ["{why}", "{why}"; with why = in_both(&**error)];
}
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Wanted {
    Number,
    YesNo,
    Node,
    Digits,
    Letters,
    List,
    Grid,
}

impl Wanted {
    fn said(self) -> [&'static str; 2] {
        match self {
            Wanted::Number => ["a whole number is", "整数"],
            Wanted::YesNo => ["yes or no is", "yes 或 no"],
            Wanted::Node => ["a node of the graph is", "图的顶点"],
            Wanted::Digits => ["digits written together are", "连写的数字"],
            Wanted::Letters => ["letters written together are", "连写的字母"],
            Wanted::List => ["values in brackets, such as [1 2], are", "方括号里的值，如 [1 2]"],
            Wanted::Grid => ["rows separated by / are", "用 / 分隔的各行"],
        }
    }
}

impl Wording for PositionError {
    fn message(&self, lang: Lang) -> String {
        use PositionProblem as P;
        let text = self.problem.message(lang);
        let typed = matches!(
            self.problem,
            P::Missing { .. } | P::NotAValue { .. } | P::NotALetter { .. } | P::Count { .. } | P::TooDeep
        );
        match self.help(lang).filter(|_| typed) {
            Some(help) => format!("{text}{}{help}", lang.pick(" ", "")),
            None => text,
        }
    }

    fn help(&self, lang: Lang) -> Option<String> {
        let form = lang.pick(&self.form.0, &self.form.1);
        (!form.is_empty()).then(|| lang.pick(format!("Type {form}."), format!("请输入{form}。")))
    }
}

/// "2 values are"
fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{} {}", plural(n), if n == 1 { "is" } else { "are" })
}

/// "1 was"; "nothing was"
pub(crate) fn was(n: usize) -> String {
    match n {
        0 => "nothing was".to_string(),
        1 => "1 was".to_string(),
        _ => format!("{n} were"),
    }
}

fn listed(names: &[String]) -> [String; 2] {
    [names.join(", "), names.join("、")]
}

/// A sentence about what may have been meant, where something is near.
fn meant(near: &Option<String>) -> [String; 2] {
    near.as_ref().map_or_else(Default::default, |n| both!(" Did you mean  {n} ?", "是不是  {n} ？"))
}

problems! {
/// What is wrong with a typed move.
#[derive(Clone, Debug)]
pub enum MoveProblem {
    /// Nothing was typed.
    Empty { known: Vec<String> } => [
        "Type a move. The moves are: {known}.",
        "请输入走法。走法有：{known}。"; with known = listed(known)
    ];
    /// No move has this name.
    UnknownName { name: String, known: Vec<String>, near: Option<String> } => [
        "There is no move \"{name}\". The moves are: {known}.{near}",
        "没有走法“{name}”。走法有：{known}。{near}"; with known = listed(known), near = meant(near)
    ];
    /// No choice has this name.
    UnknownChoice { name: String, known: Vec<String>, near: Option<String> } => [
        "The move has no choice \"{name}\". Its choices are: {known}.{near}",
        "这个走法没有选择“{name}”。它的选择有：{known}。{near}"; with known = listed(known), near = meant(near)
    ];
    /// More values than the move has choices.
    TooMany { choices: Vec<String> } => {
        match choices.is_empty() {
            true => said!("This move has nothing to choose.", "这个走法没有可选的值。"),
            false => said!(
                "Too many values. The choices are: {choices}.",
                "值太多。可选的有：{choices}。"; with choices = listed(choices)
            ),
        }
    };
    /// `@` with a part that does not exist.
    NoSuchPart { text: String, parts: usize } => [
        "There is no part {text}: the parts are @1 to @{parts}.",
        "没有第 {text} 部分：各部分为 @1 到 @{parts}。"
    ];
    /// `take/3` where fewer lines have the name.
    NoSuchLine { name: String, lines: usize } => {
        match lines {
            1 => said!(
                "Only one move line is called \"{name}\": write it without a number.",
                "只有一行走法叫“{name}”：不必写编号。"
            ),
            _ => said!(
                "{lines} move lines are called \"{name}\": write {name}/1 to {name}/{lines}.",
                "有 {lines} 行走法叫“{name}”：请写 {name}/1 到 {name}/{lines}。"
            ),
        }
    };
    /// Not a value.
    NotAValue { text: String } => ["\"{text}\" is not a value.", "“{text}”不是一个值。"];
    /// A move of that name exists, but not this one here: why, where one reason can be given, and some that are legal.
    Illegal { why: Option<WhyIllegal>, legal: Vec<String> } => {
        let why = why.as_ref().map_or_else(Default::default, |why| {
            let [en, zh] = in_both(why);
            [format!(" {en}"), zh]
        });
        let legal = match listed(legal) {
            [en, _] if en.is_empty() => Default::default(),
            [en, zh] => [format!(" Legal moves: {en}."), format!("合法走法：{zh}。")],
        };
        said!(
            "This move is not legal here.{why}{legal}",
            "这里不能这样走。{why}{legal}"; with why = &why, legal = &legal
        )
    };
    /// The rules could not be evaluated.
    Failed(error: Error) => ["{why}", "{why}"; with why = in_both(&**error)];
}
}
