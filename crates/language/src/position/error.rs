//! What can be wrong with a typed position or move.

use crate::diagnostic::{Lang, Wording, plural};
use crate::interp::{Error, Illegal, WhyIllegal};

/// A typed position that cannot be used, with what was expected.
#[derive(Clone, Debug)]
pub struct PositionError {
    /// What is wrong.
    pub problem: PositionProblem,
    /// What this game expects, in English and Chinese.
    pub form: Box<(String, String)>,
}

/// What is wrong with a typed position.
#[derive(Clone, Debug)]
pub enum PositionProblem {
    /// Nothing was typed, but something is needed.
    Missing {
        /// The first field without a value.
        field: String,
    },
    /// Not something that this field can hold.
    NotAValue {
        /// The field.
        field: String,
        /// What was typed.
        text: String,
        /// What it takes.
        wanted: Wanted,
    },
    /// The wrong number of values.
    Count {
        /// How many are needed.
        wanted: usize,
        /// How many were typed.
        found: usize,
    },
    /// `name=value` with a name that is no field.
    UnknownField {
        /// What was typed.
        name: String,
        /// All fields.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// A field is set twice.
    Twice {
        /// The field.
        field: String,
    },
    /// A bracket or quote without its partner.
    Unclosed {
        /// Which.
        mark: char,
    },
    /// Brackets within brackets without end.
    TooDeep,
    /// A value outside its domain, a wrong size, a `require` that does not hold.
    Illegal {
        /// Which part, from 1, where there are several.
        part: Option<usize>,
        /// Why.
        why: Illegal,
    },
    /// A start could not be worked out.
    Failed(Error),
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
    fn name(self, lang: Lang) -> &'static str {
        match self {
            Wanted::Number => lang.pick("a whole number", "整数"),
            Wanted::YesNo => lang.pick("yes or no", "yes 或 no"),
            Wanted::Node => lang.pick("a node of the graph", "图的顶点"),
            Wanted::Digits => lang.pick("digits written together", "连写的数字"),
            Wanted::Letters => lang.pick("letters written together", "连写的字母"),
            Wanted::List => lang.pick("values in brackets, such as [1 2]", "方括号里的值，如 [1 2]"),
            Wanted::Grid => lang.pick("rows separated by /", "用 / 分隔的各行"),
        }
    }
}

impl Wording for PositionError {
    fn message(&self, lang: Lang) -> String {
        let with_help = |text: String| match self.help(lang) {
            Some(help) => format!("{text}{}{help}", lang.pick(" ", "")),
            None => text,
        };
        match &self.problem {
            PositionProblem::Missing { field } => with_help(lang.pick(
                format!("The position is missing: {field} has no value."),
                format!("缺少局面：{field} 没有值。"),
            )),
            PositionProblem::NotAValue { field, text, wanted } => {
                let wanted = wanted.name(lang);
                with_help(lang.pick(
                    format!("\"{text}\" cannot be {field}: {wanted} is needed."),
                    format!("“{text}”不能作为 {field}：需要{wanted}。"),
                ))
            }
            PositionProblem::Count { wanted, found } => with_help(lang.pick(
                format!("{} needed, but {} typed.", count(*wanted, "value"), was(*found)),
                format!("需要 {wanted} 个值，却输入了 {found} 个。"),
            )),
            PositionProblem::UnknownField { name, known, near } => {
                let known = known.join(lang.pick(", ", "、"));
                let near = near.as_ref().map_or_else(String::new, |n| {
                    lang.pick(format!(" Did you mean  {n} ?"), format!("是不是  {n} ？"))
                });
                lang.pick(
                    format!("\"{name}\" is not a field. Known here: {known}.{near}"),
                    format!("“{name}”不是字段。这里有：{known}。{near}"),
                )
            }
            PositionProblem::Twice { field } => {
                lang.pick(format!("{field} is given twice."), format!("{field} 给了两次。"))
            }
            PositionProblem::Unclosed { mark } => {
                lang.pick(format!("A {mark} has no partner."), format!("{mark} 没有配对。"))
            }
            PositionProblem::TooDeep => {
                with_help(lang.pick("Too many brackets in one another.".into(), "括号嵌套太深。".into()))
            }
            PositionProblem::Illegal { part: None, why } => why.message(lang),
            PositionProblem::Illegal { part: Some(i), why } => lang.pick(
                format!("Part {i}: {}", why.message(lang)),
                format!("第 {i} 部分：{}", why.message(lang)),
            ),
            PositionProblem::Failed(e) => e.message(lang),
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

/// What is wrong with a typed move.
#[derive(Clone, Debug)]
pub enum MoveProblem {
    /// Nothing was typed.
    Empty {
        /// Names of the moves.
        known: Vec<String>,
    },
    /// No move has this name.
    UnknownName {
        /// What was typed.
        name: String,
        /// Names of the moves.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// No choice has this name.
    UnknownChoice {
        /// What was typed.
        name: String,
        /// Names of the choices.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// More values than the move has choices.
    TooMany {
        /// Names of the choices.
        choices: Vec<String>,
    },
    /// `@` with a part that does not exist.
    NoSuchPart {
        /// What was typed.
        text: String,
        /// How many parts there are.
        parts: usize,
    },
    /// `take/3` where fewer lines have the name.
    NoSuchLine {
        /// The name.
        name: String,
        /// How many lines have it.
        lines: usize,
    },
    /// Not a value.
    NotAValue {
        /// What was typed.
        text: String,
    },
    /// A move of that name exists, but not this one here.
    Illegal {
        /// Why, where one reason can be given.
        why: Option<WhyIllegal>,
        /// Some moves that are legal here.
        legal: Vec<String>,
    },
    /// The rules could not be evaluated.
    Failed(Error),
}

impl Wording for MoveProblem {
    fn message(&self, lang: Lang) -> String {
        let list = |names: &[String]| names.join(lang.pick(", ", "、"));
        let near = |n: &Option<String>| {
            n.as_ref().map_or_else(String::new, |n| {
                lang.pick(format!(" Did you mean  {n} ?"), format!("是不是  {n} ？"))
            })
        };
        match self {
            MoveProblem::Empty { known } => lang.pick(
                format!("Type a move. The moves are: {}.", list(known)),
                format!("请输入走法。走法有：{}。", list(known)),
            ),
            MoveProblem::UnknownName { name, known, near: n } => lang.pick(
                format!("There is no move \"{name}\". The moves are: {}.{}", list(known), near(n)),
                format!("没有走法“{name}”。走法有：{}。{}", list(known), near(n)),
            ),
            MoveProblem::UnknownChoice { name, known, near: n } => lang.pick(
                format!("The move has no choice \"{name}\". Its choices are: {}.{}", list(known), near(n)),
                format!("这个走法没有选择“{name}”。它的选择有：{}。{}", list(known), near(n)),
            ),
            MoveProblem::TooMany { choices } if choices.is_empty() => {
                lang.pick("This move has nothing to choose.", "这个走法没有可选的值。").into()
            }
            MoveProblem::TooMany { choices } => lang.pick(
                format!("Too many values. The choices are: {}.", list(choices)),
                format!("值太多。可选的有：{}。", list(choices)),
            ),
            MoveProblem::NoSuchPart { text, parts } => lang.pick(
                format!("There is no part {text}: the parts are @1 to @{parts}."),
                format!("没有第 {text} 部分：各部分为 @1 到 @{parts}。"),
            ),
            MoveProblem::NoSuchLine { name, lines: 1 } => lang.pick(
                format!("Only one move line is called \"{name}\": write it without a number."),
                format!("只有一行走法叫“{name}”：不必写编号。"),
            ),
            MoveProblem::NoSuchLine { name, lines } => lang.pick(
                format!("{lines} move lines are called \"{name}\": write {name}/1 to {name}/{lines}."),
                format!("有 {lines} 行走法叫“{name}”：请写 {name}/1 到 {name}/{lines}。"),
            ),
            MoveProblem::NotAValue { text } => {
                lang.pick(format!("\"{text}\" is not a value."), format!("“{text}”不是一个值。"))
            }
            MoveProblem::Illegal { why, legal } => {
                let mut text = lang.pick("This move is not legal here.", "这里不能这样走。").to_string();
                if let Some(why) = why {
                    text.push_str(lang.pick(" ", ""));
                    text.push_str(&why.message(lang));
                }
                if !legal.is_empty() {
                    let moves = list(legal);
                    text.push_str(
                        &lang.pick(format!(" Legal moves: {moves}."), format!("合法走法：{moves}。")),
                    );
                }
                text
            }
            MoveProblem::Failed(e) => e.message(lang),
        }
    }
}
