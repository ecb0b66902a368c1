//! Names: unknown, taken, or not to be seen from where they are used.

use super::listed;
use crate::{both, problems, said};

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
    fn said(self) -> [&'static str; 2] {
        match self {
            What::Field => ["a field", "字段"],
            What::Param => ["a parameter", "参数"],
            What::Local => ["a choice or variable", "选择或变量"],
            What::Define => ["a definition", "定义"],
        }
    }
}

problems! {
/// A problem with a name.
#[derive(Clone, Debug)]
pub enum NameProblem {
    /// Means nothing here.
    Unknown { name: String, known: Vec<String>, near: Option<String> } => [
        "\"{name}\" is not a field, parameter or choice. Known here: {known}.",
        "“{name}”不是字段、参数或选择。这里可用：{known}。"; near(near);
        with known = listed(known)
    ];
    /// A function that does not exist.
    UnknownFunction { name: String, near: Option<String> } => [
        "\"{name}\" is not a function, and no  define  gives it a meaning.",
        "“{name}”不是函数，也没有用 define（定义）给出。"; near(near)
    ];
    /// A function without its arguments.
    Bare { name: String } => [
        "\"{name}\" is a function and needs its arguments.",
        "“{name}”是函数，需要参数。";
        "Write  {name}(…) .", "请写  {name}(…) 。"
    ];
    /// `n(3)` where n is no function.
    NotAFunction { name: String, what: What } => [
        "\"{name}\" is {what}, not a function.",
        "“{name}”是{what}，不是函数。";
        "An element is written  {name}[1] , a product  {name} * x .",
        "取元素写作  {name}[1] ，相乘写作  {name} * x 。";
        with what = what.said()
    ];
    /// A wrong number of arguments.
    Arguments { name: String, least: usize, most: usize, found: usize } => {
        let count = if least == most {
            both!("{least}", "{least} 个")
        } else if *most == usize::MAX {
            both!("at least {least}", "至少 {least} 个")
        } else {
            both!("{least} to {most}", "{least} 到 {most} 个")
        };
        let s = if *least == 1 && matches!(*most, 1 | usize::MAX) { "" } else { "s" };
        said!(
            "{name} takes {count} argument{s}, not {found}.",
            "{name} 需要 {count}参数，而不是 {found} 个。"; with count = &count
        )
    };
    /// Declared twice.
    Taken { name: String, what: What } => [
        "\"{name}\" is already {what}. One name means one thing.",
        "“{name}”已经是{what}。一个名字只能表示一样东西。";
        "Choose another name.", "请换一个名字。";
        with what = what.said()
    ];
    /// `stuck` outside an ending.
    StuckOutsideWhen => [
        "\"stuck\" asks whether there is a move, so it can only be used in  win/lose/draw when .",
        "stuck 问的是有没有走法，只能用在 win/lose/draw when（当）里。"
    ];
    /// `heaps` in a `position` game.
    NoHeaps => [
        "\"heaps\" is the list of all parts, but this game is one whole position.",
        "heaps（各堆）是所有部分的列表，而这个游戏是一个整体局面（position）。";
        "Declare the fields with  heaps , or use their names.", "请用  heaps  声明字段，或直接使用字段名。"
    ];
    /// `heaps` where there is only one part to look at.
    HeapsHere => [
        "\"heaps\" cannot be seen here: this line is about one heap at a time.",
        "这里看不到 heaps（各堆）：这一行每次只说一堆。"
    ];
    /// `mover`, `opponent`, `turn` where nobody is to move.
    NobodyMoves { name: String } => [
        "\"{name}\" has no meaning here: this line must hold whoever moves, whenever they move.",
        "这里的 {name} 没有意义：这一行与轮到谁、第几步无关。"
    ];
    /// A field inside a definition.
    FieldInDefine { name: String } => [
        "\"{name}\" is a field, and a definition sees only its arguments and the parameters.",
        "“{name}”是字段，而定义只看得到自己的参数和 param（参数）。";
        "Pass it along:  define f({name}) = … .", "把它作为参数传入：  define f({name}) = … 。"
    ];
    /// A field of one part, where the whole sum is meant; its place among several fields.
    FieldOfPart { name: String, place: Option<usize> } => {
        let words = said!(
            "\"{name}\" belongs to one heap, but this line is about all of them.",
            "“{name}”属于某一堆，而这一行说的是所有的堆。"
        );
        let x = place.map_or("x".into(), |place| format!("x[{place}]"));
        words.help(both!(
            "Look at  heaps , as in  any({x} = 0 for x in heaps) .",
            "请使用  heaps ，例如  any({x} = 0 for x in heaps) 。"
        ))
    };
    /// A field, parameter or definition where it has no value yet.
    NoValueYet { name: String, what: What } => [
        "\"{name}\" is {what}, and has no value here.",
        "“{name}”是{what}，在这里还没有值。";
        "Parameters see earlier parameters, fields see parameters and earlier fields.",
        "参数只能用前面的参数，字段只能用参数和前面的字段。";
        with what = what.said()
    ];
}
}
