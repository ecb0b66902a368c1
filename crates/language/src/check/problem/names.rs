//! Names: unknown, taken, or not to be seen from where they are used.

use super::{Words, listed, listed_zh, words};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A field.
    Field,
    /// A parameter.
    Param,
    /// A choice, a let, an argument or a bound variable.
    Local,
    /// A definition.
    Define,
}

impl What {
    fn en(self) -> &'static str {
        match self {
            What::Field => "a field",
            What::Param => "a parameter",
            What::Local => "a choice or variable",
            What::Define => "a definition",
        }
    }

    fn zh(self) -> &'static str {
        match self {
            What::Field => "字段",
            What::Param => "参数",
            What::Local => "选择或变量",
            What::Define => "定义",
        }
    }
}

/// A problem with a name.
#[derive(Clone, Debug)]
pub enum NameProblem {
    /// Means nothing here.
    Unknown {
        /// As written.
        name: String,
        /// What there is.
        known: Vec<String>,
        /// The nearest of them.
        near: Option<String>,
    },
    /// A function that does not exist.
    UnknownFunction {
        /// As written.
        name: String,
        /// The nearest function.
        near: Option<String>,
    },
    /// A function without its arguments.
    Bare {
        /// Its name.
        name: String,
    },
    /// `n(3)` where n is no function.
    NotAFunction {
        /// Its name.
        name: String,
        /// What it is.
        what: What,
    },
    /// A wrong number of arguments.
    Arguments {
        /// The function.
        name: String,
        /// At least.
        least: usize,
        /// At most; `usize::MAX` for any number.
        most: usize,
        /// Given.
        found: usize,
    },
    /// Declared twice.
    Taken {
        /// The name.
        name: String,
        /// What it already is.
        what: What,
    },
    /// `stuck` outside an ending.
    StuckOutsideWhen,
    /// `heaps` in a `position` game.
    NoHeaps,
    /// `heaps` where there is only one part to look at.
    HeapsHere,
    /// `mover`, `opponent`, `turn` where nobody is to move.
    NobodyMoves {
        /// The name.
        name: String,
    },
    /// A field inside a definition.
    FieldInDefine {
        /// The field.
        name: String,
    },
    /// A field of one part, where the whole sum is meant.
    FieldOfPart {
        /// The field.
        name: String,
    },
    /// A field, parameter or definition where it has no value yet.
    NoValueYet {
        /// The name.
        name: String,
        /// What it is.
        what: What,
    },
}

impl NameProblem {
    pub(crate) fn words(&self) -> Words {
        match self {
            NameProblem::Unknown { name, known, near } => words(
                format!("\"{name}\" is not a field, parameter or choice. Known here: {}.", listed(known)),
                format!("“{name}”不是字段、参数或选择。这里可用：{}。", listed_zh(known)),
            )
            .near(near),
            NameProblem::UnknownFunction { name, near } => words(
                format!("\"{name}\" is not a function, and no  define  gives it a meaning."),
                format!("“{name}”不是函数，也没有用 define（定义）给出。"),
            )
            .near(near),
            NameProblem::Bare { name } => words(
                format!("\"{name}\" is a function and needs its arguments."),
                format!("“{name}”是函数，需要参数。"),
            )
            .help(format!("Write  {name}(…) ."), format!("请写  {name}(…) 。")),
            NameProblem::NotAFunction { name, what } => words(
                format!("\"{name}\" is {}, not a function.", what.en()),
                format!("“{name}”是{}，不是函数。", what.zh()),
            )
            .help(
                format!("An element is written  {name}[1] , a product  {name} * x ."),
                format!("取元素写作  {name}[1] ，相乘写作  {name} * x 。"),
            ),
            NameProblem::Arguments { name, least, most, found } => {
                let (en, zh) = if least == most {
                    (format!("{least}"), format!("{least} 个"))
                } else if *most == usize::MAX {
                    (format!("at least {least}"), format!("至少 {least} 个"))
                } else {
                    (format!("{least} to {most}"), format!("{least} 到 {most} 个"))
                };
                let s = if *least == 1 && matches!(*most, 1 | usize::MAX) { "" } else { "s" };
                words(
                    format!("{name} takes {en} argument{s}, not {found}."),
                    format!("{name} 需要 {zh}参数，而不是 {found} 个。"),
                )
            }
            NameProblem::Taken { name, what } => words(
                format!("\"{name}\" is already {}. One name means one thing.", what.en()),
                format!("“{name}”已经是{}。一个名字只能表示一样东西。", what.zh()),
            )
            .help("Choose another name.", "请换一个名字。"),
            NameProblem::StuckOutsideWhen => words(
                "\"stuck\" asks whether there is a move, so it can only be used in  win/lose/draw when .",
                "stuck 问的是有没有走法，只能用在 win/lose/draw when（当）里。",
            ),
            NameProblem::NoHeaps => words(
                "\"heaps\" is the list of all parts, but this game is one whole position.",
                "heaps（各堆）是所有部分的列表，而这个游戏是一个整体局面（position）。",
            )
            .help(
                "Declare the fields with  heaps , or use their names.",
                "请用  heaps  声明字段，或直接使用字段名。",
            ),
            NameProblem::HeapsHere => words(
                "\"heaps\" cannot be seen here: this line is about one heap at a time.",
                "这里看不到 heaps（各堆）：这一行每次只说一堆。",
            ),
            NameProblem::NobodyMoves { name } => words(
                format!(
                    "\"{name}\" has no meaning here: this line must hold whoever moves, whenever they move."
                ),
                format!("这里的 {name} 没有意义：这一行与轮到谁、第几步无关。"),
            ),
            NameProblem::FieldInDefine { name } => words(
                format!(
                    "\"{name}\" is a field, and a definition sees only its arguments and the parameters."
                ),
                format!("“{name}”是字段，而定义只看得到自己的参数和 param（参数）。"),
            )
            .help(
                format!("Pass it along:  define f({name}) = … ."),
                format!("把它作为参数传入：  define f({name}) = … 。"),
            ),
            NameProblem::FieldOfPart { name } => words(
                format!("\"{name}\" belongs to one heap, but this line is about all of them."),
                format!("“{name}”属于某一堆，而这一行说的是所有的堆。"),
            )
            .help(
                "Look at  heaps , as in  any(x = 0 for x in heaps) .",
                "请使用  heaps ，例如  any(x = 0 for x in heaps) 。",
            ),
            NameProblem::NoValueYet { name, what } => words(
                format!("\"{name}\" is {}, and has no value here.", what.en()),
                format!("“{name}”是{}，在这里还没有值。", what.zh()),
            )
            .help(
                "Parameters see earlier parameters, fields see parameters and earlier fields.",
                "参数只能用前面的参数，字段只能用参数和前面的字段。",
            ),
        }
    }
}
