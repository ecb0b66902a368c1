//! Values of loopy games in words.

use super::Sentence;
use crate::value::LoopyKind;
use bouton_language::both;
use bouton_language::diagnostic::Lang;

/// Who wins, if one and if the other begins.
pub(crate) fn who(winners: &[Option<String>; 2], players: &[String; 2]) -> Sentence {
    let said = |first: usize, lang: Lang| {
        let player = &players[first];
        match (&winners[first], lang) {
            (Some(winner), Lang::En) => format!("if {player} begins, {winner} wins"),
            (None, Lang::En) => format!("if {player} begins, play goes on for ever"),
            (Some(winner), Lang::Zh) => format!("{player} 先走，{winner} 胜"),
            (None, Lang::Zh) => format!("{player} 先走，无限进行（和）"),
        }
    };
    Sentence::new(|lang| match lang {
        Lang::En => {
            let text = format!("{}; {}.", said(0, lang), said(1, lang));
            text[..1].to_uppercase() + &text[1..]
        }
        Lang::Zh => format!("{}；{}。", said(0, lang), said(1, lang)),
    })
}

/// How it was found.
pub(crate) fn how(positions: usize) -> Sentence {
    match positions {
        1 => both!("1 position, looked at from its ends", "考察了 1 个局面"),
        _ => both!("all {positions} positions, looked at from their ends", "考察了全部 {positions} 个局面"),
    }
    .into()
}

/// What the value means.
pub(crate) fn why(kind: LoopyKind, value: Option<&str>, players: &[String; 2]) -> Vec<Sentence> {
    let value = value.unwrap_or_default();
    let [left, right] = players;
    let mut out = vec![match kind {
        LoopyKind::Short => both!(
            "Play may go round, but nobody gains by it: in every sum it is worth as much as {value}, a game that ends.",
            "对局可以循环，但谁也不能由此得益：在任何和中，它都相当于会结束的游戏 {value}。"
        ),
        LoopyKind::Stopper => both!(
            "A stopper: play in it may go round, but not with both players moving in turn, so it has a simplest form as games have that end.",
            "这是停止子：对局可以循环，但双方轮流走子时必然结束，因此它像会结束的游戏一样有最简形。"
        ),
        LoopyKind::Sides => both!(
            "Endless play counts: what stands before & is what it is worth if draws are won by {left}, what stands behind if they are won by {right}.",
            "无限进行有影响：& 之前是和局判 {left} 胜时的值，之后是和局判 {right} 胜时的值。"
        ),
        LoopyKind::Dud => both!(
            "Both players can always move here, so every sum with it goes on for ever.",
            "双方在这里总有棋可走，因此含有它的任何和都会无限进行。"
        ),
        LoopyKind::Unknown => both!(
            "No value was found: its sides are no stoppers, or there are too many positions to compare. Who wins is certain.",
            "没有求出值：它的两侧不是停止子，或局面太多无法比较。胜负是确定的。"
        ),
    }];
    let known = match value {
        "on" => Some(both!(
            "on: {left} can always move, {right} never can.",
            "on：{left} 总能走，{right} 永远不能走。"
        )),
        "off" => Some(both!(
            "off: {right} can always move, {left} never can.",
            "off：{right} 总能走，{left} 永远不能走。"
        )),
        "over" => Some(both!(
            "over: less than every positive number, but greater than every sum of ups.",
            "over：小于任何正数，但大于任意多个上数之和。"
        )),
        "under" => Some(both!(
            "under: greater than every negative number, but less than every sum of downs.",
            "under：大于任何负数，但小于任意多个下数之和。"
        )),
        _ => None,
    };
    out.extend(known);
    out.into_iter().map(Sentence::from).collect()
}
