//! Lines that are missing, repeated or at odds with each other; files that cannot be read.

use super::graph_line::graph_line;
use super::{Words, listed, listed_zh, words};
use bouton_graph::read::Mistake;

/// A problem with a line.
#[derive(Clone, Debug)]
pub enum LineProblem {
    /// No `heaps` or `position`.
    NoShape,
    /// No move at all.
    NoMoves,
    /// A line that may stand once.
    Repeated {
        /// Its keyword.
        keyword: &'static str,
    },
    /// No game of that name to be like.
    LikeUnknown {
        /// As written.
        name: String,
        /// The nearest.
        near: Option<String>,
    },
    /// The caller gives no other game.
    LikeRefused {
        /// As written.
        name: String,
    },
    /// The other game could not be read.
    LikeUnreadable {
        /// As written.
        name: String,
        /// Why.
        why: String,
    },
    /// A game that is like itself.
    LikeCycle {
        /// The chain of names.
        chain: Vec<String>,
    },
    /// A graph's file does not exist.
    GraphUnknown {
        /// The path.
        path: String,
        /// The nearest.
        near: Option<String>,
    },
    /// The caller gives no files.
    GraphRefused {
        /// The path.
        path: String,
    },
    /// The file could not be read.
    GraphUnreadable {
        /// The path.
        path: String,
        /// Why.
        why: String,
    },
    /// A line of a graph's file.
    GraphLine {
        /// The path.
        path: String,
        /// From 1.
        line: usize,
        /// The line.
        text: String,
        /// What is wrong with it.
        mistake: Mistake,
    },
    /// A graph's file was packed by a program that is not known here.
    GraphPacked {
        /// The path.
        path: String,
        /// The program.
        how: &'static str,
    },
    /// A graph's file needs more memory than allowed.
    GraphTooLarge {
        /// The path.
        path: String,
        /// Edges read so far.
        edges: usize,
        /// Bytes needed for those.
        needed: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// No player of that name.
    UnknownPlayer {
        /// As written.
        name: String,
        /// The two players.
        players: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// Players named where no `players` line is.
    NoPlayers {
        /// As written.
        name: String,
    },
    /// Both players have one name.
    SamePlayers {
        /// It.
        name: String,
    },
    /// A condition that ends a score game.
    WhenWithScore,
    /// `end …` in a score game.
    EndWithScore,
    /// `block` in a score game.
    BlockWithScore,
    /// `endless` in a score game.
    EndlessWithScore,
    /// `gain` or `cost` without `score`.
    GainWithoutScore {
        /// Which.
        word: &'static str,
    },
    /// `endless normal`.
    EndlessKind,
    /// `unordered` with fewer than two number fields.
    Unordered,
    /// `in` behind a row, `of` behind a number.
    Domain {
        /// The field.
        field: String,
        /// It is a plain number.
        number: bool,
    },
    /// Too many or too few sizes.
    Sizes {
        /// The field.
        field: String,
        /// How many it may have.
        wanted: usize,
        /// Given.
        found: usize,
    },
    /// A bag of something else than numbers.
    BagOfNumbers {
        /// The field.
        field: String,
    },
    /// A word over numbers that are not digits.
    WordOfDigits {
        /// The field.
        field: String,
    },
    /// Not a take-and-break code.
    OctalShape {
        /// As written.
        code: String,
    },
    /// A digit that cannot stand there.
    OctalDigit {
        /// As written.
        code: String,
        /// The digit.
        digit: char,
    },
    /// The digit before the point allows a move that changes nothing.
    OctalBefore {
        /// The digit.
        digit: char,
    },
    /// Only zeros.
    OctalEmpty {
        /// As written.
        code: String,
    },
    /// An octal code for something else than heaps of one number.
    OctalField,
    /// A hole of a wording that is not closed.
    SayBrace,
    /// A parameter nobody uses.
    UnusedParam {
        /// Its name.
        name: String,
    },
    /// A definition nobody uses.
    UnusedDefine {
        /// Its name.
        name: String,
    },
}

impl LineProblem {
    pub(crate) fn words(&self) -> Words {
        match self {
            LineProblem::NoShape => words("Nothing says what a position is.", "没有说明局面是什么。").help(
                "Add a line like  heaps n  or  position a, b .",
                "请加一行，例如  heaps n（堆 n）或  position a, b（局面 a, b）。",
            ),
            LineProblem::NoMoves => words("A game needs at least one move.", "游戏至少要有一种走法。").help(
                "Add a line like  move take k in 1..3: n -> n - k .",
                "请加一行，例如  move take k in 1..3: n -> n - k 。",
            ),
            LineProblem::Repeated { keyword } => words(
                format!("A game has one  {keyword}  line, and this is the second."),
                format!("一个游戏只有一行  {keyword} ，这是第二行。"),
            ),
            LineProblem::LikeUnknown { name, near } => {
                words(format!("There is no game called \"{name}\"."), format!("没有叫“{name}”的游戏。"))
                    .near(near)
            }
            LineProblem::LikeRefused { name } => words(
                format!("like {name}  needs another game, and none can be read here."),
                format!("like {name}  需要另一个游戏，而这里不能读取。"),
            ),
            LineProblem::LikeUnreadable { name, why } => words(
                format!("The game \"{name}\" could not be read: {why}."),
                format!("无法读取游戏“{name}”：{why}。"),
            ),
            LineProblem::LikeCycle { chain } => words(
                format!("This game is like itself: {}.", chain.join(" → ")),
                format!("这个游戏同于它自己：{}。", chain.join(" → ")),
            ),
            LineProblem::GraphUnknown { path, near } => {
                words(format!("There is no file \"{path}\"."), format!("没有文件“{path}”。")).near(near)
            }
            LineProblem::GraphRefused { path } => words(
                format!("graph file \"{path}\"  cannot be used here: rules from strangers read no files."),
                format!("这里不能使用  graph file \"{path}\" ：外来的规则不能读文件。"),
            )
            .help(
                "Write the graph out:  graph { 0 -> 1 2; 1 -> 2 } .",
                "请写出图：  graph { 0 -> 1 2; 1 -> 2 } 。",
            ),
            LineProblem::GraphUnreadable { path, why } => words(
                format!("The file \"{path}\" could not be read: {why}."),
                format!("无法读取文件“{path}”：{why}。"),
            ),
            LineProblem::GraphLine { path, line, text, mistake } => graph_line(path, *line, text, mistake),
            LineProblem::GraphPacked { path, how } => words(
                format!("\"{path}\" was packed by {how}, which is not read here."),
                format!("“{path}”是用 {how} 压缩的，这里读不了。"),
            )
            .help("Unpack it first, or pack it by gzip or zstd.", "请先解压，或改用 gzip 或 zstd 压缩。"),
            LineProblem::GraphTooLarge { path, edges, needed, limit } => {
                let mib = |bytes: &usize| bytes.div_ceil(1 << 20);
                words(
                    format!(
                        "\"{path}\" has more than {edges} edges, which take {} MiB; {} MiB are allowed.",
                        mib(needed),
                        mib(limit)
                    ),
                    format!(
                        "“{path}”有 {edges} 条以上的边，需要 {} MiB；上限是 {} MiB。",
                        mib(needed),
                        mib(limit)
                    ),
                )
                .help("Allow more by  --memory 8G .", "可用  --memory 8G  放宽。")
            }
            LineProblem::UnknownPlayer { name, players, near } => words(
                format!("There is no player \"{name}\". The players are {}.", listed(players)),
                format!("没有玩家“{name}”。玩家是 {}。", listed_zh(players)),
            )
            .near(near),
            LineProblem::NoPlayers { name } => words(
                format!("\"{name}\" is a player's name, but no line names the players."),
                format!("“{name}”是玩家名，但没有哪一行给玩家起名。"),
            )
            .help(
                format!("Add the line:  players {name}, Other  (the first named moves first)"),
                format!("请加一行：  players {name}, Other （先写的先手）"),
            ),
            LineProblem::SamePlayers { name } => {
                words(format!("Both players are called \"{name}\"."), format!("两个玩家都叫“{name}”。"))
            }
            LineProblem::WhenWithScore => words(
                "In a  score  game the points decide, so no condition can end it.",
                "score（计分）游戏由得分决定胜负，不能用条件结束。",
            )
            .help("To stop play earlier, put an  if  on the moves.", "要提前结束，请在走法上加  if 。"),
            LineProblem::EndWithScore => words(
                "In a  score  game the points decide what it means to have no move.",
                "score（计分）游戏里，无路可走时由得分决定。",
            )
            .help("Leave the  end  line out.", "请去掉  end  行。"),
            LineProblem::BlockWithScore => {
                words("block  and  score  cannot go together.", "block（禁）和  score（计分）不能同用。")
            }
            LineProblem::EndlessWithScore => words(
                "A  score  game must come to an end: endless play has no points.",
                "score（计分）游戏必须有尽头：无限的对局没有得分。",
            ),
            LineProblem::GainWithoutScore { word } => words(
                format!("{word}  counts points, but this game is not about points."),
                format!("{word}  用来计分，但这个游戏不计分。"),
            )
            .help("Add the line:  score", "请加一行：  score（计分）"),
            LineProblem::EndlessKind => words(
                "Endless play has no last move, so it is a draw or a named player wins.",
                "无限的对局没有最后一步，只能是平局或某个玩家胜。",
            )
            .help("Write  endless draw .", "请写  endless draw（无限 平局）。"),
            LineProblem::Unordered => words(
                "unordered  means that number fields may be swapped, so it needs at least two.",
                "unordered（无序）表示数可以互换，至少需要两个数字段。",
            ),
            LineProblem::Domain { field, number: true } => words(
                format!("\"{field}\" is one number: its values stand after  in ."),
                format!("“{field}”是一个数，取值范围写在  in（属于）后面。"),
            )
            .help(format!("Write  {field} in 0..9 ."), format!("请写  {field} in 0..9 。")),
            LineProblem::Domain { field, number: false } => words(
                format!("\"{field}\" has elements: their values stand after  of ."),
                format!("“{field}”由元素组成，元素的取值范围写在  of（个）后面。"),
            )
            .help(format!("Write  {field} of 0..9 ."), format!("请写  {field} of 0..9 。")),
            LineProblem::Sizes { field, wanted: 0, .. } => {
                words(format!("\"{field}\" has no fixed size."), format!("“{field}”没有固定大小。")).help(
                    format!("A list of three is  row {field}[3] ."),
                    format!("长为三的列表写作  row {field}[3] 。"),
                )
            }
            LineProblem::Sizes { field, wanted, found } => words(
                format!(
                    "\"{field}\" takes {wanted} size{}, not {found}.",
                    if *wanted == 1 { "" } else { "s" }
                ),
                format!("“{field}”需要 {wanted} 个大小，而不是 {found} 个。"),
            ),
            LineProblem::BagOfNumbers { field } => words(
                format!("The bag \"{field}\" must hold numbers: zeros in a bag do not count."),
                format!("多重集“{field}”只能放数：其中的零不计。"),
            )
            .help("Use  row  for anything else.", "其他内容请用  row（序列）。"),
            LineProblem::WordOfDigits { field } => words(
                format!("The word \"{field}\" is typed as a string, so its numbers must be digits 0 to 9."),
                format!("串“{field}”按字符串输入，所以其中的数必须是 0 到 9。"),
            )
            .help("Use  row  for larger numbers.", "更大的数请用  row（序列）。"),
            LineProblem::OctalShape { code } => words(
                format!("\"{code}\" is not a take-and-break code."),
                format!("“{code}”不是取子-分堆代码。"),
            )
            .help("A code looks like  0.77  or  4.0 .", "代码形如  0.77  或  4.0 。"),
            LineProblem::OctalDigit { code, digit } => words(
                format!("\"{digit}\" in {code} is not a digit from 0 to f."),
                format!("{code} 中的“{digit}”不是 0 到 f 的数字。"),
            ),
            LineProblem::OctalBefore { digit } => words(
                format!(
                    "The digit {digit} before the point would let a player take nothing and leave one heap."
                ),
                format!("小数点前的 {digit} 会允许不取子也不分堆。"),
            )
            .help(
                "Before the point stand 4 (split in two), 8 (split in three) or c (both).",
                "小数点前只能是 4（分成两堆）、8（分成三堆）或 c（两者）。",
            ),
            LineProblem::OctalEmpty { code } => words(
                format!("octal {code}  allows no move at all."),
                format!("octal {code}  不允许任何走法。"),
            ),
            LineProblem::OctalField => words(
                "A take-and-break code is about heaps of one number.",
                "取子-分堆代码只用于一个数的堆。",
            )
            .help("Use it after  heaps n .", "请与  heaps n（堆 n）同用。"),
            LineProblem::SayBrace => {
                words("A hole in this wording has no closing brace.", "这句话里的花括号没有闭合。")
                    .help("Write  {k}  for the value of k.", "k 的值写作  {k} 。")
            }
            LineProblem::UnusedParam { name } => {
                words(format!("The parameter \"{name}\" is never used."), format!("参数“{name}”没有用到。"))
            }
            LineProblem::UnusedDefine { name } => {
                words(format!("The definition \"{name}\" is never used."), format!("定义“{name}”没有用到。"))
            }
        }
    }
}
