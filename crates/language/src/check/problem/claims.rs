//! Claims, strategies and examples that do not fit the game they stand in.

use super::{Words, listed, listed_zh, words};

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
    fn en(self) -> &'static str {
        match self {
            NoGrundy::End => "here the end is not normal play",
            NoGrundy::When => "here a condition ends the game",
            NoGrundy::Score => "here points decide",
            NoGrundy::By => "here the players have different moves",
            NoGrundy::Again => "here a player may move again",
            NoGrundy::Endless => "here play may be endless",
            NoGrundy::Stop => "here play stops after some moves",
            NoGrundy::Block => "here moves can be forbidden",
            NoGrundy::Mover => "here the moves depend on who moves",
            NoGrundy::Turn => "here the moves depend on the turn",
        }
    }

    fn zh(self) -> &'static str {
        match self {
            NoGrundy::End => "这里不是正常终局",
            NoGrundy::When => "这里由条件结束",
            NoGrundy::Score => "这里由得分决定",
            NoGrundy::By => "这里双方走法不同",
            NoGrundy::Again => "这里可以再走",
            NoGrundy::Endless => "这里可能无限进行",
            NoGrundy::Stop => "这里走若干步就停",
            NoGrundy::Block => "这里可以禁走",
            NoGrundy::Mover => "这里的走法与轮到谁有关",
            NoGrundy::Turn => "这里的走法与步数有关",
        }
    }
}

/// A problem with a claim, a strategy or an example.
#[derive(Clone, Debug)]
pub enum ClaimProblem {
    /// A range over something that is neither field nor parameter.
    Range {
        /// As written.
        name: String,
        /// Fields and parameters.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// Two ranges for one name.
    RangeTwice {
        /// The name.
        name: String,
    },
    /// A claim about one part and about all of them.
    Mixed {
        /// A field it mentions.
        field: String,
    },
    /// Grundy values where there are none.
    Grundy {
        /// Why.
        why: NoGrundy,
    },
    /// A period of something else than one number.
    Period,
    /// `score` where no points are counted.
    Score,
    /// A strategy for no move.
    NoMove {
        /// As written.
        name: String,
        /// The moves that have names.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// A strategy binds what the move does not choose.
    NoChoice {
        /// As written.
        name: String,
        /// The move.
        of: String,
        /// Its choices.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// A strategy binds a choice twice.
    BoundTwice {
        /// The choice.
        name: String,
    },
    /// A strategy leaves a choice open.
    Unbound {
        /// The move.
        of: String,
        /// What is left.
        names: Vec<String>,
    },
    /// `with` names no parameter.
    NoParam {
        /// As written.
        name: String,
        /// The parameters.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// `with` names a parameter twice.
    WithTwice {
        /// The parameter.
        name: String,
    },
    /// `example setup` without a `setup` line.
    NoSetup,
}

impl ClaimProblem {
    pub(crate) fn words(&self) -> Words {
        match self {
            ClaimProblem::Range { name, known, near } => words(
                format!(
                    "A claim is checked over fields and parameters ({}), and \"{name}\" is none.",
                    listed(known)
                ),
                format!("猜想在字段和参数（{}）上检查，而“{name}”都不是。", listed_zh(known)),
            )
            .near(near),
            ClaimProblem::RangeTwice { name } => {
                words(format!("\"{name}\" has two ranges."), format!("“{name}”有两个范围。"))
            }
            ClaimProblem::Mixed { field } => words(
                format!("This claim speaks of one heap (\"{field}\") and of all of them (heaps)."),
                format!("这个猜想既说一堆（{field}），又说各堆（heaps）。"),
            )
            .help("Make two claims of it.", "请分成两个猜想。"),
            ClaimProblem::Grundy { why } => words(
                format!("Grundy values need normal play with the same moves for both players; {}.", why.en()),
                format!("SG 值要求正常终局且双方走法相同；{}。", why.zh()),
            )
            .help("Claim  lose iff … .", "请用  lose iff … （必败 当且仅当 …）。"),
            ClaimProblem::Period => words(
                "A period is about the Grundy values of one number, and positions here are not one number.",
                "周期说的是一个数的 SG 值，而这里的局面不是一个数。",
            ),
            ClaimProblem::Score => words("This game has no points.", "这个游戏不计分。")
                .help("Add the line:  score", "请加一行：  score（计分）"),
            ClaimProblem::NoMove { name, known, near } => words(
                format!(
                    "A strategy is for one move by its name, and no move is called \"{name}\". Moves: {}.",
                    listed(known)
                ),
                format!("策略针对某个有名字的走法，而没有走法叫“{name}”。走法：{}。", listed_zh(known)),
            )
            .near(near),
            ClaimProblem::NoChoice { name, of, known, near } => words(
                format!("The move \"{of}\" does not choose \"{name}\". It chooses: {}.", listed(known)),
                format!("走法“{of}”不选择“{name}”。它选择：{}。", listed_zh(known)),
            )
            .near(near),
            ClaimProblem::BoundTwice { name } => {
                words(format!("\"{name}\" is given twice."), format!("“{name}”给了两次。"))
            }
            ClaimProblem::Unbound { of, names } => words(
                format!(
                    "A strategy gives every choice of its move, and for \"{of}\" it leaves {} open.",
                    listed(names)
                ),
                format!("策略要给出走法的每个选择，而“{of}”的 {} 没有给出。", listed_zh(names)),
            )
            .help(
                format!("Add  {} = … .", names.first().map_or("k", |n| n.as_str())),
                format!("请加上  {} = … 。", names.first().map_or("k", |n| n.as_str())),
            ),
            ClaimProblem::NoParam { name, known, near } => words(
                format!("\"{name}\" is not a parameter. Parameters: {}.", listed(known)),
                format!("“{name}”不是参数。参数：{}。", listed_zh(known)),
            )
            .near(near),
            ClaimProblem::WithTwice { name } => {
                words(format!("\"{name}\" is set twice."), format!("“{name}”设了两次。"))
            }
            ClaimProblem::NoSetup => {
                words("This game has no  setup  line.", "这个游戏没有  setup（布局）行。")
            }
        }
    }
}
