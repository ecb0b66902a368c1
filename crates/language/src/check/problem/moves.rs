//! Moves that cannot be meant as written.

use super::types::{en, zh};
use super::{Words, listed, listed_zh, names::What, words};
use crate::rules::Type;

/// A problem with a move.
#[derive(Clone, Debug)]
pub enum MoveProblem {
    /// A move of a sum looks beyond its own part.
    AnotherHeap {
        /// What is looked at, as written.
        text: String,
        /// It is changed, not only read.
        changes: bool,
        /// The field to make a row of.
        field: String,
    },
    /// The target of an arrow is not a field.
    NotAField {
        /// As written.
        name: String,
        /// What it is, if anything.
        what: Option<What>,
        /// The fields.
        known: Vec<String>,
        /// The nearest.
        near: Option<String>,
    },
    /// One place changed twice by arrows in one step.
    Twice {
        /// The place.
        text: String,
    },
    /// Parts in a game that is one whole.
    PartsInPosition,
    /// Parts beside other changes or before another step.
    PartsNotAlone,
    /// Parts for one element.
    PartsOfElement {
        /// The field.
        field: String,
    },
    /// A tuple of the wrong length.
    Arity {
        /// Fields on the left.
        wanted: usize,
        /// Values on the right.
        found: usize,
    },
    /// A value that the field cannot hold.
    Result {
        /// The place.
        place: String,
        /// What it holds.
        wanted: Type,
        /// As written.
        text: String,
        /// What it is.
        found: Type,
    },
    /// `+=` on something that is neither a number nor a set.
    Sum {
        /// The place.
        place: String,
        /// What it holds.
        found: Type,
    },
    /// An element of a set has no place.
    ElementOfSet {
        /// The set.
        field: String,
    },
    /// A choice without an end.
    NoEnd {
        /// What is chosen from.
        set: String,
        /// The choice.
        name: String,
        /// A name to bound it by.
        field: String,
    },
    /// A choice nobody uses.
    UnusedChoice {
        /// Its name.
        name: String,
    },
    /// A let nobody uses.
    UnusedLet {
        /// Its name.
        name: String,
    },
    /// Every arrow points from a place to itself.
    ChangesNothing,
}

impl MoveProblem {
    pub(crate) fn words(&self) -> Words {
        match self {
            MoveProblem::AnotherHeap { text, changes, field } => words(
                format!(
                    "heaps are independent, but this move {} another heap ({text}).",
                    if *changes { "changes" } else { "looks at" }
                ),
                format!(
                    "各堆互相独立，但这步走法{}了另一堆（{text}）。",
                    if *changes { "改动" } else { "用到" }
                ),
            )
            .help(format!("Use  position row {field} ."), format!("请用  position row {field} 。")),
            MoveProblem::NotAField { name, what, known, near } => {
                let (e, z) = match what {
                    Some(What::Field) | None => ("not a field", "不是字段"),
                    Some(What::Param) => ("a parameter", "是参数"),
                    Some(What::Local) => ("a choice or variable", "是选择或变量"),
                    Some(What::Define) => ("a definition", "是定义"),
                };
                words(
                    format!("Only fields change, and \"{name}\" is {e}. Fields: {}.", listed(known)),
                    format!("只有字段可以改变，而“{name}”{z}。字段：{}。", listed_zh(known)),
                )
                .near(near)
            }
            MoveProblem::Twice { text } => words(
                format!("{text}  is changed twice in one step."),
                format!("{text}  在同一步里被改了两次。"),
            )
            .help("Put a second step after  then .", "第二步请写在  then（然后）之后。"),
            MoveProblem::PartsInPosition => words(
                "A  position  is one whole: it cannot fall into parts.",
                "position（局面）是一个整体，不能分成几部分。",
            )
            .help(
                "Use  heaps , or a  row  or  bag  that holds the parts.",
                "请用  heaps（堆），或用  row（序列）、bag（多重集）放各部分。",
            ),
            MoveProblem::PartsNotAlone => words(
                "A heap that falls into parts is gone, so nothing else can change with it or after it.",
                "一堆分开以后就不在了，不能同时或之后再改别的。",
            )
            .help(
                "Make the other changes in a step before, and end with  then … -> parts .",
                "请先在前一步改好，最后写  then … -> 各部分 。",
            ),
            MoveProblem::PartsOfElement { field } => words(
                format!("Only a whole heap falls into parts, not an element of \"{field}\"."),
                format!("只有整堆可以分开，“{field}”的一个元素不行。"),
            ),
            MoveProblem::Arity { wanted, found } => words(
                format!(
                    "{wanted} fields on the left, {found} value{} on the right.",
                    if *found == 1 { "" } else { "s" }
                ),
                format!("左边 {wanted} 个字段，右边 {found} 个值。"),
            ),
            MoveProblem::Result { place, wanted, text, found } => words(
                format!("{place}  is {}, but  {text}  is {}.", en(wanted), en(found)),
                format!("{place}  是{}，而  {text}  是{}。", zh(wanted), zh(found)),
            ),
            MoveProblem::Sum { place, found } => words(
                format!("+=  and  -=  work on numbers and sets, but  {place}  is {}.", en(found)),
                format!("+=  和  -=  用于数和集合，而  {place}  是{}。", zh(found)),
            ),
            MoveProblem::ElementOfSet { field } => words(
                format!(
                    "The elements of the set \"{field}\" have no order, so none can be picked by number."
                ),
                format!("集合“{field}”的元素没有顺序，不能按编号选取。"),
            )
            .help(
                format!("Write  {field} -> {field} - {{x}}  or  {field} -> {field} + {{x}} ."),
                format!("请写  {field} -> {field} - {{x}}  或  {field} -> {field} + {{x}} 。"),
            ),
            MoveProblem::NoEnd { set, name, field } => {
                words(format!("{set}  has no end."), format!("{set}  没有尽头。")).help(
                    format!("Say how far:  {name} in {set} if {name} <= {field}"),
                    format!("请说明到哪里为止：  {name} in {set} if {name} <= {field}"),
                )
            }
            MoveProblem::UnusedChoice { name } => words(
                format!("\"{name}\" is chosen but never used, so all its values give the same move."),
                format!("“{name}”选了却没有用到，取什么值都是同一步。"),
            ),
            MoveProblem::UnusedLet { name } => {
                words(format!("\"{name}\" is never used."), format!("“{name}”没有用到。"))
            }
            MoveProblem::ChangesNothing => words("This move changes nothing.", "这步走法什么也没有改变。")
                .help("If a pass is meant, write  stay .", "如果表示不走，请写  stay（不动）。"),
        }
    }
}
