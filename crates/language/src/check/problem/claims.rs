//! Claims, strategies and examples that do not fit the game they stand in.

use super::listed;
use crate::{problems, said};

/// Why a game has no Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum NoGrundy {
    End,
    When,
    Score,
    By,
    Again,
    Endless,
    Stop,
    Block,
    Mover,
    Turn,
}

impl NoGrundy {
    fn said(self) -> [&'static str; 2] {
        match self {
            NoGrundy::End => ["here the end is not normal play", "这里不是正常终局"],
            NoGrundy::When => ["here a condition ends the game", "这里由条件结束"],
            NoGrundy::Score => ["here points decide", "这里由得分决定"],
            NoGrundy::By => ["here the players have different moves", "这里双方走法不同"],
            NoGrundy::Again => ["here a player may move again", "这里可以再走"],
            NoGrundy::Endless => ["here play may be endless", "这里可能无限进行"],
            NoGrundy::Stop => ["here play stops after some moves", "这里走若干步就停"],
            NoGrundy::Block => ["here moves can be forbidden", "这里可以禁走"],
            NoGrundy::Mover => ["here the moves depend on who moves", "这里的走法与轮到谁有关"],
            NoGrundy::Turn => ["here the moves depend on the turn", "这里的走法与步数有关"],
        }
    }
}

problems! {
/// A problem with a claim, a strategy or an example.
#[derive(Clone, Debug)]
pub enum ClaimProblem {
    /// A range over something that is neither field nor parameter.
    Range { name: String, known: Vec<String>, near: Option<String> } => [
        "A claim is checked over fields and parameters ({known}), and \"{name}\" is none.",
        "猜想在字段和参数（{known}）上检查，而“{name}”都不是。"; near(near);
        with known = listed(known)
    ];
    /// Two ranges for one name.
    RangeTwice { name: String } => ["\"{name}\" has two ranges.", "“{name}”有两个范围。"];
    /// A claim about one part and about all of them.
    Mixed { field: String } => [
        "This claim speaks of one heap (\"{field}\") and of all of them (heaps).",
        "这个猜想既说一堆（{field}），又说各堆（heaps）。";
        "Make two claims of it.", "请分成两个猜想。"
    ];
    /// Grundy values where there are none.
    Grundy { why: NoGrundy } => [
        "Grundy values need normal play with the same moves for both players; {why}.",
        "SG 值要求正常终局且双方走法相同；{why}。";
        "Claim  lose iff … .", "请用  lose iff … （必败 当且仅当 …）。";
        with why = why.said()
    ];
    /// A period of something else than one number.
    Period => [
        "A period is about the Grundy values of one number, and positions here are not one number.",
        "周期说的是一个数的 SG 值，而这里的局面不是一个数。"
    ];
    /// `score` where no points are counted.
    Score => ["This game has no points.", "这个游戏不计分。";
        "Add the line:  score", "请加一行：  score（计分）"
    ];
    /// A strategy for no move.
    NoMove { name: String, known: Vec<String>, near: Option<String> } => [
        "A strategy is for one move by its name, and no move is called \"{name}\". Moves: {known}.",
        "策略针对某个有名字的走法，而没有走法叫“{name}”。走法：{known}。"; near(near);
        with known = listed(known)
    ];
    /// A strategy binds what the move does not choose.
    NoChoice { name: String, of: String, known: Vec<String>, near: Option<String> } => [
        "The move \"{of}\" does not choose \"{name}\". It chooses: {known}.",
        "走法“{of}”不选择“{name}”。它选择：{known}。"; near(near);
        with known = listed(known)
    ];
    /// A strategy binds a choice twice.
    BoundTwice { name: String } => ["\"{name}\" is given twice.", "“{name}”给了两次。"];
    /// A strategy leaves a choice open.
    Unbound { of: String, names: Vec<String> } => {
        let first = names.first().map_or("k", |n| n.as_str());
        said!(
            "A strategy gives every choice of its move, and for \"{of}\" it leaves {names} open.",
            "策略要给出走法的每个选择，而“{of}”的 {names} 没有给出。";
            "Add  {first} = … .", "请加上  {first} = … 。";
            with names = listed(names)
        )
    };
    /// `with` names no parameter.
    NoParam { name: String, known: Vec<String>, near: Option<String> } => [
        "\"{name}\" is not a parameter. Parameters: {known}.",
        "“{name}”不是参数。参数：{known}。"; near(near);
        with known = listed(known)
    ];
    /// `with` names a parameter twice.
    WithTwice { name: String } => ["\"{name}\" is set twice.", "“{name}”设了两次。"];
    /// `example setup` without a `setup` line.
    NoSetup => ["This game has no  setup  line.", "这个游戏没有  setup（布局）行。"];
}
}
