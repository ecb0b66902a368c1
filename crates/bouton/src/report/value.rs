//! Values of partizan positions in words.

use super::Sentence;
use crate::value::{Kind, Said};
use bouton_engine::Halt;
use bouton_language::both;
use bouton_values::{Style, Value, Values};

/// Who wins, by class.
pub(crate) fn who(class: char, players: &[String; 2]) -> Sentence {
    let [left, right] = players;
    match class {
        'L' => both!("{left} wins, whoever moves first.", "无论谁先走，{left} 胜。"),
        'R' => both!("{right} wins, whoever moves first.", "无论谁先走，{right} 胜。"),
        'N' => both!("Whoever moves first wins.", "先走者胜。"),
        _ => both!("Whoever moves first loses.", "先走者负。"),
    }
    .into()
}

/// How a value was found.
pub(crate) fn how(positions: u64) -> Sentence {
    match positions {
        0 => both!("arithmetic of canonical forms", "标准形的运算"),
        1 => both!("canonical form of 1 position, from the rules", "由规则求出 1 个局面的标准形"),
        _ => both!(
            "canonical forms of {positions} positions, from the rules",
            "由规则求出 {positions} 个局面的标准形"
        ),
    }
    .into()
}

/// How a sum was decided.
pub(crate) fn searched(sums: u64) -> Sentence {
    match sums {
        0 => both!("by means and temperatures of the parts", "由各部分的均值和温度判定"),
        _ => both!(
            "by search over the values of the parts, the hottest first ({sums} sums examined)",
            "对各部分的值搜索，温度高的先走（考察了 {sums} 个和）"
        ),
    }
    .into()
}

/// What the value means.
pub(crate) fn why(
    values: &mut Values,
    value: Value,
    said: &Said,
    players: &[String; 2],
) -> Result<Vec<Sentence>, Halt> {
    let [left, right] = players;
    let ahead = if said.class == 'R' { right } else { left };
    let size = said.value.trim_start_matches('-');
    let (a, b) = (&said.left_stop, &said.right_stop);
    let mut out: Vec<[String; 2]> = Vec::new();
    match said.kind {
        Kind::Zero => out.push(both!(
            "Nothing is gained by moving: every move has an answer, and in a sum this part may be left out.",
            "先动没有好处：每一步都有应对；在和中可以略去这一部分。"
        )),
        Kind::Integer => {
            let s = if size == "1" { "" } else { "s" };
            out.push(both!(
                "A number: {ahead} is {size} move{s} ahead, and nobody wants to move here while something else can be done.",
                "这是一个数：{ahead} 领先 {size} 步；只要别处还能走，谁也不愿在这里走。"
            ));
        }
        Kind::Number => {
            out.push(both!(
                "A number: {ahead} is {size} of a move ahead. Numbers are moved in last, because a move in one only loses.",
                "这是一个数：{ahead} 领先 {size} 步。数留到最后走，因为在数中走只会吃亏。"
            ));
            out.extend(simplest(values, value)?);
        }
        Kind::Nimber => {
            let heap = size.trim_start_matches('*');
            let heap = if heap.is_empty() { "1" } else { heap };
            out.push(both!(
                "A nim heap of {heap}: both players have the same good moves here.",
                "相当于大小为 {heap} 的尼姆堆：双方在这里有同样的好着。"
            ));
        }
        Kind::Infinitesimal => {
            out.push(both!(
                "Infinitesimal: less than every positive number and more than every negative one, so only who gets the last move matters.",
                "无穷小：小于任何正数，大于任何负数；只关系到谁走最后一步。"
            ));
        }
        Kind::NearNumber => {
            let mean = &said.mean;
            out.push(both!(
                "The number {mean} and something infinitesimal: play ends at {mean}, and the rest decides who makes the last move.",
                "数 {mean} 加一个无穷小：对局将终于 {mean}，其余部分决定谁走最后一步。"
            ));
        }
        Kind::Hot => {
            let (mean, temperature) = (&said.mean, &said.temperature);
            out.push(both!(
                "Hot: if {left} begins it comes to {a}, if {right} begins to {b}. On average it is worth {mean}, and moving in it is worth {temperature}.",
                "热：{left} 先走终于 {a}，{right} 先走终于 {b}。平均价值为 {mean}，走一步值 {temperature}。"
            ));
        }
    }
    if let Some(weight) = said.atomic_weight.as_ref().filter(|_| said.kind == Kind::Infinitesimal) {
        out.push(both!(
            "Its atomic weight is {weight}: beside large enough nim heaps it counts as so many ups.",
            "原子重量为 {weight}：在足够大的尼姆堆旁，它相当于这么多个上数。"
        ));
    }
    if !said.whole {
        let followers = said.followers;
        out.push(both!(
            "The form has {followers} different followers; written out it is too long, so it is cut.",
            "标准形有 {followers} 个不同的后继；全部写出太长，已截断。"
        ));
    }
    Ok(out.into_iter().map(Sentence::from).collect())
}

/// The simplicity theorem, where a fraction lies between its options.
fn simplest(values: &mut Values, value: Value) -> Result<Option<[String; 2]>, Halt> {
    let (lefts, rights) = (values.lefts(value)?, values.rights(value)?);
    let ([low], [high]) = (&lefts[..], &rights[..]) else { return Ok(None) };
    let low = values.text(*low, Style::Ascii, 100)?.text;
    let high = values.text(*high, Style::Ascii, 100)?.text;
    let middle = values.text(value, Style::Ascii, 100)?.text;
    Ok(Some(both!(
        "Its canonical form is {{{low}|{high}}}: the simplest number between {low} and {high} is {middle}.",
        "标准形是 {{{low}|{high}}}：{low} 与 {high} 之间最简单的数是 {middle}。"
    )))
}
