//! What a person can get wrong about programs, traps and folders, typed here and worded in both languages.

use bouton::Problem;
use bouton::language::problems;
use std::sync::Arc;

problems! {
/// A mistake of the person who asks.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// No positions lie within the limits.
    NoPositions => [
        "No position of the game lies within the limits (or none was found at random).",
        "给定范围内没有（或随机没有找到）合法局面。";
        "Widen the limits.", "请放宽范围。"
    ];
    /// The compiler refused the program.
    Compile { path: String, said: String } => ["{path} does not compile:\n{said}", "{path} 编译失败：\n{said}"];
    /// The program cannot be started.
    Start { command: String, why: String } => [
        "\"{command}\" cannot be started: {why}",
        "无法运行“{command}”：{why}"
    ];
    /// A folder that exists already.
    Exists { path: String } => ["{path} exists already.", "{path} 已经存在。";
        "Name another folder, or remove this one.", "请换一个文件夹，或先删除它。"
    ];
    /// An unknown trap.
    Trap { name: String } => ["There is no trap called \"{name}\".", "没有名为“{name}”的陷阱。";
        "There are {traps}.", "可用的有 {traps}。";
        with traps = [", ", "、"].map(|between| crate::ideas::Idea::names().join(between))
    ];
    /// The truth is not known where it is needed.
    Unknown { position: String } => [
        "The truth about {position} is not known: it is too large to be solved, and no claim of the rules speaks of it.",
        "无法得知 {position} 的胜负：局面太大，规则中也没有适用的猜想。";
        "Name a smaller position, or add a claim to the rules.",
        "请换小一些的局面，或在规则中加上猜想（claim）。"
    ];
}
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        Problem::Input(Arc::new(wrong))
    }
}
