//! What a person can get wrong about templates, limits and programs, typed here and worded in both languages.

use bouton::Problem;
use bouton::language::diagnostic::{Lang, Wording};
use std::sync::Arc;

/// A mistake of the person who asks.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// A brace of a template has no partner.
    Brace {
        /// The template.
        template: String,
    },
    /// What stands in a hole of a template makes no sense.
    Hole {
        /// What stands there.
        hole: String,
        /// Why, in both languages.
        why: [String; 2],
    },
    /// `{n}` where there is nothing to count.
    NothingToCount {
        /// The names that could be meant.
        known: Vec<String>,
    },
    /// A template of one heap's fields and `{heaps}` at once.
    Mixed,
    /// A template that does not tell everything that varies.
    Untold {
        /// The template.
        template: String,
        /// What it does not write.
        missing: Vec<String>,
    },
    /// A hole of `--cases` other than `{t}` and `{cases}`, or no `{cases}`.
    Cases {
        /// The template.
        template: String,
    },
    /// A limit that cannot be read.
    Limit {
        /// As typed.
        typed: String,
    },
    /// A limit for a name that the game does not have.
    LimitName {
        /// As typed.
        name: String,
        /// Names that would do.
        known: Vec<String>,
    },
    /// No positions lie within the limits.
    NoPositions,
    /// A condition that is none.
    Where {
        /// As typed.
        typed: String,
        /// Why, in both languages.
        why: [String; 2],
    },
    /// A bound on a sum that is none.
    Sum {
        /// As typed.
        typed: String,
        /// Why, in both languages, where more can be said.
        why: Option<[String; 2]>,
    },
    /// `--each` of something that is not a number of the position.
    Each {
        /// As typed.
        name: String,
    },
    /// The compiler refused the program.
    Compile {
        /// The file.
        path: String,
        /// What it said.
        said: String,
    },
    /// The program cannot be started.
    Start {
        /// The command.
        command: String,
        /// Why.
        why: String,
    },
    /// The answers wanted do not exist in this game.
    NoValue {
        /// `grundy`, `score`, `remoteness` or `move`.
        what: &'static str,
    },
    /// A folder that exists already.
    Exists {
        /// The folder.
        path: String,
    },
    /// An unknown trap.
    Trap {
        /// As typed.
        name: String,
    },
    /// An unknown layout or strength.
    Word {
        /// As typed.
        typed: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The truth is not known where it is needed.
    Unknown {
        /// The position.
        position: String,
    },
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        Problem::Input(Arc::new(wrong))
    }
}

impl Wording for Wrong {
    fn message(&self, lang: Lang) -> String {
        let [en, zh] = match self {
            Wrong::Brace { template } => [
                format!("A brace of the template \"{template}\" has no partner."),
                format!("模板“{template}”中的花括号不成对。"),
            ],
            Wrong::Hole { hole, why } => [
                format!("{{{hole}}} in the template: {}", why[0]),
                format!("模板中的 {{{hole}}}：{}", why[1]),
            ],
            Wrong::NothingToCount { .. } => [
                "{n} in the template: this game has no field or parameter n, and no heaps or single list to count.".into(),
                "模板中的 {n}：这个游戏没有名为 n 的字段或参数，也没有可以计数的堆或唯一的列表。".into(),
            ],
            Wrong::Mixed => [
                "The template names a field of one heap and {heaps} as well.".into(),
                "模板同时写了单独一堆的字段和 {heaps}。".into(),
            ],
            Wrong::Untold { template, missing } => [
                format!(
                    "The template \"{template}\" does not write {}, of which there are several values: such a test has no answer.",
                    missing.join(", ")
                ),
                format!("模板“{template}”没有写出 {}，而它有多种取值：这样的测试无法作答。", missing.join("、")),
            ],
            Wrong::Cases { template } => [
                format!("\"{template}\" must hold {{cases}} once, and besides it only {{t}}."),
                format!("“{template}”中必须有一处 {{cases}}，此外只能有 {{t}}。"),
            ],
            Wrong::Limit { typed } => [
                format!("\"{typed}\" is no limit."),
                format!("“{typed}”不是范围。"),
            ],
            Wrong::LimitName { name, .. } => [
                format!("The game has nothing called \"{name}\" that could be limited."),
                format!("这个游戏没有名为“{name}”、可以限定范围的东西。"),
            ],
            Wrong::Where { typed, why } => [
                format!("--where \"{typed}\": {}", why[0]),
                format!("--where “{typed}”：{}", why[1]),
            ],
            Wrong::Sum { typed, why } => {
                let [en, zh] = why.clone().unwrap_or_else(|| {
                    ["this is no bound on a sum.".to_string(), "这不是总和的上限。".to_string()]
                });
                [format!("--sum \"{typed}\": {en}"), format!("--sum “{typed}”：{zh}")]
            }
            Wrong::Each { name } => [
                format!("--each {name}: the position has no number called \"{name}\"."),
                format!("--each {name}：局面中没有名为“{name}”的数。"),
            ],
            Wrong::NoPositions => [
                "No position of the game lies within the limits (or none was found at random).".into(),
                "给定范围内没有（或随机没有找到）合法局面。".into(),
            ],
            Wrong::Compile { path, said } => [
                format!("{path} does not compile:\n{said}"),
                format!("{path} 编译失败：\n{said}"),
            ],
            Wrong::Start { command, why } => [
                format!("\"{command}\" cannot be started: {why}"),
                format!("无法运行“{command}”：{why}"),
            ],
            Wrong::NoValue { what: "grundy" } => [
                "This game has no Grundy values.".into(),
                "这个游戏没有 SG 值。".into(),
            ],
            Wrong::NoValue { what: "score" } => [
                "This game is not played for a score.".into(),
                "这个游戏不计分。".into(),
            ],
            Wrong::NoValue { what: "remoteness" } => [
                "A game for points, or one where moves may be forbidden, is not a race to its end: it has no remoteness.".into(),
                "计分或可禁止走法的游戏没有“距终局步数”。".into(),
            ],
            Wrong::NoValue { .. } => [
                "In a game for points, or one where moves may be forbidden, no single move wins.".into(),
                "计分或可禁止走法的游戏里，没有“取胜的一步”可言。".into(),
            ],
            Wrong::Exists { path } => [format!("{path} exists already."), format!("{path} 已经存在。")],
            Wrong::Trap { name } => [format!("There is no trap called \"{name}\"."), format!("没有名为“{name}”的陷阱。")],
            Wrong::Word { typed, .. } => [format!("\"{typed}\" is none of the words that can stand here."), format!("这里不能写“{typed}”。")],
            Wrong::Unknown { position } => [
                format!("The truth about {position} is not known: it is too large to be solved, and no claim of the rules speaks of it."),
                format!("无法得知 {position} 的胜负：局面太大，规则中也没有适用的猜想。"),
            ],
        };
        lang.pick(en, zh)
    }

    fn help(&self, lang: Lang) -> Option<String> {
        let [en, zh] = match self {
            Wrong::Brace { .. } => [
                "Write a brace that is meant as such twice: {{ or }}.".to_string(),
                "要输出花括号本身，请写两遍：{{ 或 }}。".to_string(),
            ],
            Wrong::NothingToCount { known } => {
                [format!("Known here: {}.", known.join(", ")), format!("可用的名字：{}。", known.join("、"))]
            }
            Wrong::Mixed => [
                "Use {heaps} for all of them, or only the fields for positions of one heap.".into(),
                "写 {heaps} 表示所有堆，或只写字段表示只有一堆的局面。".into(),
            ],
            Wrong::Untold { template, missing } => {
                let more: Vec<String> = missing.iter().map(|m| format!("{{{m}}}")).collect();
                let whole = format!("{} {template}", more.join(" "));
                [
                    format!("Write --in \"{whole}\" for example, or give one value: {}=….", missing[0]),
                    format!("例如写 --in \"{whole}\"，或只给一个值：{}=……。", missing[0]),
                ]
            }
            Wrong::Cases { .. } => [
                "For example --cases \"{t}\\n{cases}\", or --cases \"{cases}0 0\\n\".".into(),
                "例如 --cases \"{t}\\n{cases}\"，或 --cases \"{cases}0 0\\n\"。".into(),
            ],
            Wrong::Limit { .. } => [
                "A limit looks like n=1..1e18, heaps=1..10, |a|=1..100, m=2..9 or S={1,3,4}.".into(),
                "范围的写法：n=1..1e18、heaps=1..10、|a|=1..100、m=2..9 或 S={1,3,4}。".into(),
            ],
            Wrong::LimitName { known, .. } => {
                [format!("Known here: {}.", known.join(", ")), format!("可用的名字：{}。", known.join("、"))]
            }
            Wrong::Where { typed, why } => {
                [format!("--where \"{typed}\": {}", why[0]), format!("--where “{typed}”：{}", why[1])]
            }
            Wrong::Each { name } => [
                format!("--each {name}: the position has no number called \"{name}\"."),
                format!("--each {name}：局面中没有名为“{name}”的数。"),
            ],
            Wrong::Sum { .. } => [
                "A bound looks like --sum \"n<=200000\" or --sum \"sum(heaps)<=1e6\".".into(),
                "写法：--sum \"n<=200000\" 或 --sum \"sum(heaps)<=1e6\"。".into(),
            ],
            Wrong::NoPositions => ["Widen the limits.".into(), "请放宽范围。".into()],
            Wrong::Exists { .. } => {
                ["Name another folder, or remove this one.".into(), "请换一个文件夹，或先删除它。".into()]
            }
            Wrong::Trap { .. } => [
                format!("There are {}.", crate::ideas::Idea::names().join(", ")),
                format!("可用的有 {}。", crate::ideas::Idea::names().join("、")),
            ],
            Wrong::Word { known, .. } => {
                [format!("Write one of: {}.", known.join(", ")), format!("可写：{}。", known.join("、"))]
            }
            Wrong::Unknown { .. } => [
                "Name a smaller position, or add a claim to the rules.".into(),
                "请换小一些的局面，或在规则中加上猜想（claim）。".into(),
            ],
            _ => return None,
        };
        Some(lang.pick(en, zh))
    }
}
