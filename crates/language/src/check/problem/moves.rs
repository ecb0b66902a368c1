//! Moves that cannot be meant as written.

use super::listed;
use super::names::What;
use super::types::said as said_type;
use crate::diagnostic::plural;
use crate::rules::Type;
use crate::{problems, said};

problems! {
/// A problem with a move.
#[derive(Clone, Debug)]
pub enum MoveProblem {
    /// A move of a sum looks beyond its own part.
    AnotherHeap { text: String, changes: bool, field: String } => [
        "heaps are independent, but this move {acts} another heap ({text}).",
        "各堆互相独立，但这步走法{acts}了另一堆（{text}）。";
        "Use  position row {field} .", "请用  position row {field} 。";
        with acts = if *changes { ["changes", "改动"] } else { ["looks at", "用到"] }
    ];
    /// The target of an arrow is not a field.
    NotAField { name: String, what: Option<What>, known: Vec<String>, near: Option<String> } => {
        let is = match what {
            Some(What::Field) | None => ["not a field", "不是字段"],
            Some(What::Param) => ["a parameter", "是参数"],
            Some(What::Local) => ["a choice or variable", "是选择或变量"],
            Some(What::Define) => ["a definition", "是定义"],
        };
        said!(
            "Only fields change, and \"{name}\" is {is}. Fields: {known}.",
            "只有字段可以改变，而“{name}”{is}。字段：{known}。"; near(near);
            with is = is, known = listed(known)
        )
    };
    /// One place changed twice by arrows in one step.
    Twice { text: String } => ["{text}  is changed twice in one step.", "{text}  在同一步里被改了两次。";
        "Put a second step after  then .", "第二步请写在  then（然后）之后。"
    ];
    /// Parts in a game that is one whole.
    PartsInPosition => [
        "A  position  is one whole: it cannot fall into parts.",
        "position（局面）是一个整体，不能分成几部分。";
        "Use  heaps , or a  row  or  bag  that holds the parts.",
        "请用  heaps（堆），或用  row（序列）、bag（多重集）放各部分。"
    ];
    /// Parts beside other changes or before another step.
    PartsNotAlone => [
        "A heap that falls into parts is gone, so nothing else can change with it or after it.",
        "一堆分开以后就不在了，不能同时或之后再改别的。";
        "Make the other changes in a step before, and end with  then … -> parts .",
        "请先在前一步改好，最后写  then … -> 各部分 。"
    ];
    /// Parts for each value of `for`.
    PartsOfMany => [
        "for  repeats a change, and a heap falls into parts only once.",
        "for  会重复变化，而一堆只能分开一次。";
        "What the player picks is a choice:  move a in 0..n: n -> a, n - a .",
        "由玩家挑选的写成选择：move a in 0..n: n -> a, n - a。"
    ];
    /// Parts for one element.
    PartsOfElement { field: String } => [
        "Only a whole heap falls into parts, not an element of \"{field}\".",
        "只有整堆可以分开，“{field}”的一个元素不行。"
    ];
    /// A tuple of the wrong length.
    Arity { wanted: usize, found: usize } => {
        let s = plural(found);
        said!(
            "{wanted} fields on the left, {found} value{s} on the right.",
            "左边 {wanted} 个字段，右边 {found} 个值。"
        )
    };
    /// A value that the field cannot hold.
    Result { place: String, wanted: Type, text: String, found: Type } => {
        let words = said!(
            "{place}  is {wanted}, but  {text}  is {found}.",
            "{place}  是{wanted}，而  {text}  是{found}。"; with wanted = said_type(wanted), found = said_type(found)
        );
        match (wanted, found) {
            (Type::Set(_), Type::List(_)) => words.help([
                "A set has braces:  {3, 4} ,  {x + 1 for x in s} ,  s + {3} ,  s - {3} .",
                "集合用花括号：{3, 4}、{x + 1 for x in s}、s + {3}、s - {3}。",
            ].map(String::from)),
            _ => words,
        }
    };
    /// `+=` on something that is neither a number nor a set.
    Sum { place: String, found: Type } => [
        "+=  and  -=  work on numbers and sets, but  {place}  is {found}.",
        "+=  和  -=  用于数和集合，而  {place}  是{found}。"; with found = said_type(found)
    ];
    /// An element of a set has no place.
    ElementOfSet { field: String } => [
        "The elements of the set \"{field}\" have no order, so none can be picked by number.",
        "集合“{field}”的元素没有顺序，不能按编号选取。";
        "Write  {field} -> {field} - {{x}}  or  {field} -> {field} + {{x}} .",
        "请写  {field} -> {field} - {{x}}  或  {field} -> {field} + {{x}} 。"
    ];
    /// A choice without an end.
    NoEnd { set: String, name: String, field: String } => ["{set}  has no end.", "{set}  没有尽头。";
        "Say how far:  {name} in {set} if {name} <= {field}",
        "请说明到哪里为止：  {name} in {set} if {name} <= {field}"
    ];
    /// A choice nobody uses.
    UnusedChoice { name: String } => [
        "\"{name}\" is chosen but never used, so all its values give the same move.",
        "“{name}”选了却没有用到，取什么值都是同一步。"
    ];
    /// A let nobody uses.
    UnusedLet { name: String } => ["\"{name}\" is never used.", "“{name}”没有用到。"];
    /// Every arrow points from a place to itself.
    ChangesNothing => ["This move changes nothing.", "这步走法什么也没有改变。";
        "If a pass is meant, write  stay .", "如果表示不走，请写  stay（不动）。"
    ];
}
}
