//! Lines that are missing, repeated or at odds with each other; files that cannot be read.

use super::graph_line::graph_line;
use super::listed;
use crate::diagnostic::plural;
use crate::{problems, said};
use bouton_graph::read::Mistake;

problems! {
/// A problem with a line.
#[derive(Clone, Debug)]
pub enum LineProblem {
    /// No `heaps` or `position`.
    NoShape => ["Nothing says what a position is.", "没有说明局面是什么。";
        "Add a line like  heaps n  or  position a, b .",
        "请加一行，例如  heaps n（堆 n）或  position a, b（局面 a, b）。"
    ];
    /// No move at all.
    NoMoves => ["A game needs at least one move.", "游戏至少要有一种走法。";
        "Add a line like  move take k in 1..3: n -> n - k .",
        "请加一行，例如  move take k in 1..3: n -> n - k 。"
    ];
    /// A line that may stand once.
    Repeated { keyword: &'static str } => [
        "A game has one  {keyword}  line, and this is the second.",
        "一个游戏只有一行  {keyword} ，这是第二行。"
    ];
    /// No game of that name to be like.
    LikeUnknown { name: String, near: Option<String> } => [
        "There is no game called \"{name}\".",
        "没有叫“{name}”的游戏。"; near(near)
    ];
    /// The caller gives no other game.
    LikeRefused { name: String } => [
        "like {name}  needs another game, and none can be read here.",
        "like {name}  需要另一个游戏，而这里不能读取。"
    ];
    /// The other game could not be read.
    LikeUnreadable { name: String, why: String } => [
        "The game \"{name}\" could not be read: {why}.",
        "无法读取游戏“{name}”：{why}。"
    ];
    /// A game that is like itself.
    LikeCycle { chain: Vec<String> } => {
        let chain = chain.join(" → ");
        said!("This game is like itself: {chain}.", "这个游戏同于它自己：{chain}。")
    };
    /// A graph's file does not exist.
    GraphUnknown { path: String, near: Option<String> } => [
        "There is no file \"{path}\".",
        "没有文件“{path}”。"; near(near)
    ];
    /// The caller gives no files.
    GraphRefused { path: String } => [
        "graph file \"{path}\"  cannot be used here: rules from strangers read no files.",
        "这里不能使用  graph file \"{path}\" ：外来的规则不能读文件。";
        "Write the graph out:  graph {{ 0 -> 1 2; 1 -> 2 }} .", "请写出图：  graph {{ 0 -> 1 2; 1 -> 2 }} 。"
    ];
    /// The file could not be read.
    GraphUnreadable { path: String, why: String } => [
        "The file \"{path}\" could not be read: {why}.",
        "无法读取文件“{path}”：{why}。"
    ];
    /// A line of a graph's file.
    GraphLine { path: String, line: usize, text: String, mistake: Mistake } => {
        graph_line(path, *line, text, mistake)
    };
    /// A graph's file was packed by a program that is not known here.
    GraphPacked { path: String, how: &'static str } => [
        "\"{path}\" was packed by {how}, which is not read here.",
        "“{path}”是用 {how} 压缩的，这里读不了。";
        "Unpack it first, or pack it by gzip or zstd.", "请先解压，或改用 gzip 或 zstd 压缩。"
    ];
    /// A graph's file needs more memory than allowed.
    GraphTooLarge { path: String, edges: usize, needed: usize, limit: usize } => {
        let [needed, limit] = [needed, limit].map(|bytes| bytes.div_ceil(1 << 20));
        said!(
            "\"{path}\" has more than {edges} edges, which take {needed} MiB; {limit} MiB are allowed.",
            "“{path}”有 {edges} 条以上的边，需要 {needed} MiB；上限是 {limit} MiB。";
            "Allow more by  --memory 8G .", "可用  --memory 8G  放宽。"
        )
    };
    /// No player of that name.
    UnknownPlayer { name: String, players: Vec<String>, near: Option<String> } => [
        "There is no player \"{name}\". The players are {players}.",
        "没有玩家“{name}”。玩家是 {players}。"; near(near);
        with players = listed(players)
    ];
    /// Players named where no `players` line is.
    NoPlayers { name: String } => [
        "\"{name}\" is a player's name, but no line names the players.",
        "“{name}”是玩家名，但没有哪一行给玩家起名。";
        "Add the line:  players {name}, Other  (the first named moves first)",
        "请加一行：  players {name}, Other （先写的先手）"
    ];
    /// Both players have one name.
    SamePlayers { name: String } => ["Both players are called \"{name}\".", "两个玩家都叫“{name}”。"];
    /// A condition that ends a score game.
    WhenWithScore => [
        "In a  score  game the points decide, so no condition can end it.",
        "score（计分）游戏由得分决定胜负，不能用条件结束。";
        "To stop play earlier, put an  if  on the moves.", "要提前结束，请在走法上加  if 。"
    ];
    /// `end …` in a score game.
    EndWithScore => [
        "In a  score  game the points decide what it means to have no move.",
        "score（计分）游戏里，无路可走时由得分决定。";
        "Leave the  end  line out.", "请去掉  end  行。"
    ];
    /// `block` in a score game.
    BlockWithScore => ["block  and  score  cannot go together.", "block（禁）和  score（计分）不能同用。"];
    /// `endless` in a score game.
    EndlessWithScore => [
        "A  score  game must come to an end: endless play has no points.",
        "score（计分）游戏必须有尽头：无限的对局没有得分。"
    ];
    /// `gain` or `cost` without `score`.
    GainWithoutScore { word: &'static str } => [
        "{word}  counts points, but this game is not about points.",
        "{word}  用来计分，但这个游戏不计分。";
        "Add the line:  score", "请加一行：  score（计分）"
    ];
    /// `endless normal`.
    EndlessKind => [
        "Endless play has no last move, so it is a draw or a named player wins.",
        "无限的对局没有最后一步，只能是平局或某个玩家胜。";
        "Write  endless draw .", "请写  endless draw（无限 平局）。"
    ];
    /// `unordered` with fewer than two number fields.
    Unordered => [
        "unordered  means that number fields may be swapped, so it needs at least two.",
        "unordered（无序）表示数可以互换，至少需要两个数字段。"
    ];
    /// `in` behind a row, `of` behind a number.
    Domain { field: String, number: bool } => {
        if *number {
            said!(
                "\"{field}\" is one number: its values stand after  in .",
                "“{field}”是一个数，取值范围写在  in（属于）后面。";
                "Write  {field} in 0..9 .", "请写  {field} in 0..9 。"
            )
        } else {
            said!(
                "\"{field}\" has elements: their values stand after  of .",
                "“{field}”由元素组成，元素的取值范围写在  of（个）后面。";
                "Write  {field} of 0..9 .", "请写  {field} of 0..9 。"
            )
        }
    };
    /// Too many or too few sizes.
    Sizes { field: String, wanted: usize, found: usize } => {
        let s = plural(wanted);
        match wanted {
            0 => said!(
                "\"{field}\" has no fixed size.", "“{field}”没有固定大小。";
                "A list of three is  row {field}[3] .", "长为三的列表写作  row {field}[3] 。"
            ),
            _ => said!(
                "\"{field}\" takes {wanted} size{s}, not {found}.",
                "“{field}”需要 {wanted} 个大小，而不是 {found} 个。"
            ),
        }
    };
    /// `show` or `sides` of something that is no field.
    NoField { name: String, known: Vec<String>, near: Option<String> } => [
        "\"{name}\" is no field. The fields are {known}.",
        "“{name}”不是字段。字段有 {known}。"; near(near);
        with known = listed(known)
    ];
    /// A second `show` of one field, or a second value in `sides`.
    SaidTwice { keyword: &'static str, field: String } => [
        "{keyword}  speaks of \"{field}\" twice.",
        "{keyword}  说了两次“{field}”。"
    ];
    /// Letters for a field that has none: a number, a bag, a set.
    ShowKind { field: String } => [
        "Letters are for the places of a row, a word or a board, and \"{field}\" is none of these.",
        "字母用于序列、串或棋盘的位置，而“{field}”不是。"
    ];
    /// Letters for a field that is made of letters.
    ShowText { field: String } => [
        "\"{field}\" is made of letters already.",
        "“{field}”本来就由字母组成。";
        "Leave the line out, or declare numbers:  of 0..2 .", "请去掉这一行，或改用数：  of 0..2 。"
    ];
    /// Letters for elements that have no fixed, few values.
    ShowDomain { field: String } => [
        "Letters need elements of few values that are written out, and those of \"{field}\" are not.",
        "只有取值写明且不多的元素才能用字母表示，而“{field}”不是。";
        "Declare them with the field:  of 0..2 .", "请在字段后写明：  of 0..2 。"
    ];
    /// Too many letters or too few.
    ShowCount { field: String, wanted: i64, found: usize, least: i64 } => {
        let (s, last) = (plural(wanted), least + wanted - 1);
        said!(
            "\"{field}\" has {wanted} value{s}, {least} to {last}, but here are {found} letters.",
            "“{field}”有 {wanted} 个取值（{least} 到 {last}），这里却有 {found} 个字母。";
            "Give each value one letter, from {least} on.", "请从 {least} 起，每个取值一个字母。"
        )
    };
    /// A letter that means two values.
    ShowTwice { letter: char } => [
        "The letter {letter} stands for two values.",
        "字母 {letter} 表示了两个取值。"
    ];
    /// A letter that positions could not be read with.
    ShowLetter { letter: char } => {
        let letter = letter.escape_debug();
        said!(
            "{letter} cannot be a letter of a board: digits, blanks and the signs / [ ] ( ) {{ }} , = \" have a meaning where positions are typed.",
            "{letter} 不能用作棋盘的字母：数字、空格和 / [ ] ( ) {{ }} , = \" 在输入局面时另有含义。";
            "Take letters such as  . # X O .", "请用  . # X O  这样的字母。"
        )
    };
    /// `sides` without a value for a field that must be typed.
    SidesMissing { field: String } => [
        "sides  says nothing of \"{field}\", which has no start of its own.",
        "sides（边长）没有说明“{field}”，而它没有初值。";
        "Add  {field} = …  to the line.", "请在这一行加上  {field} = … 。"
    ];
    /// A bag of something else than numbers.
    BagOfNumbers { field: String } => [
        "The bag \"{field}\" must hold numbers: zeros in a bag do not count.",
        "多重集“{field}”只能放数：其中的零不计。";
        "Use  row  for anything else.", "其他内容请用  row（序列）。"
    ];
    /// A word over numbers that are not digits.
    WordOfDigits { field: String } => [
        "The word \"{field}\" is typed as a string, so its numbers must be digits 0 to 9.",
        "串“{field}”按字符串输入，所以其中的数必须是 0 到 9。";
        "Use  row  for larger numbers.", "更大的数请用  row（序列）。"
    ];
    /// Not a take-and-break code.
    OctalShape { code: String } => ["\"{code}\" is not a take-and-break code.", "“{code}”不是取子-分堆代码。";
        "A code looks like  0.77  or  4.0 .", "代码形如  0.77  或  4.0 。"
    ];
    /// A digit that cannot stand there.
    OctalDigit { code: String, digit: char } => [
        "\"{digit}\" in {code} is not a digit from 0 to f.",
        "{code} 中的“{digit}”不是 0 到 f 的数字。"
    ];
    /// The digit before the point allows a move that changes nothing.
    OctalBefore { digit: char } => [
        "The digit {digit} before the point would let a player take nothing and leave one heap.",
        "小数点前的 {digit} 会允许不取子也不分堆。";
        "Before the point stand 4 (split in two), 8 (split in three) or c (both).",
        "小数点前只能是 4（分成两堆）、8（分成三堆）或 c（两者）。"
    ];
    /// Only zeros.
    OctalEmpty { code: String } => ["octal {code}  allows no move at all.", "octal {code}  不允许任何走法。"];
    /// An octal code for something else than heaps of one number.
    OctalField => ["A take-and-break code is about heaps of one number.", "取子-分堆代码只用于一个数的堆。";
        "Use it after  heaps n .", "请与  heaps n（堆 n）同用。"
    ];
    /// A hole of a wording that is not closed.
    SayBrace => ["A hole in this wording has no closing brace.", "这句话里的花括号没有闭合。";
        "Write  {{k}}  for the value of k.", "k 的值写作  {{k}} 。"
    ];
    /// A parameter nobody uses.
    UnusedParam { name: String } => ["The parameter \"{name}\" is never used.", "参数“{name}”没有用到。"];
    /// A definition nobody uses.
    UnusedDefine { name: String } => ["The definition \"{name}\" is never used.", "定义“{name}”没有用到。"];
}
}
