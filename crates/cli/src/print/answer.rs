//! An answer on a terminal: a title, who wins, the winning moves, why, and how far it can be trusted.

use crate::lang::Lang;
use crate::lang::say;
use crate::print;
use crate::print::position::Marked;
use crate::terminal::layout::{BAD, DIM, EVEN, GOOD, TITLE, columns, paint, terminal_width};
use bouton::Question;
use bouton::answer::why::Why;
use bouton::answer::{Answer, MoveEntry, word};
use bouton::language::ast::Verdict;
use std::collections::HashSet;

/// Moves listed before the rest is folded.
pub(crate) const FOLD: usize = 20;

/// Label column: `  why    ` is nine wide.
pub(crate) const INDENT: usize = 9;

/// The answer as lines; with `all`, every move and not the good ones alone. A board is drawn with the squares of the good moves
/// marked.
pub(crate) fn lines(a: &Answer, question: &Question, all: bool, lang: Lang) -> Vec<String> {
    let good = good_moves(a);
    let mut out = vec![title(a, lang), String::new()];
    if let Some((game, position)) = question.alone() {
        let marked: Vec<Marked<'_>> =
            good.iter().flat_map(|m| m.squares.iter().map(|s| (m.part - 1, s))).collect();
        let drawn = print::position::board(game, position, &marked, terminal_width().saturating_sub(4), lang);
        out.extend(drawn.iter().map(|line| format!("    {line}").trim_end().to_string()));
        if !drawn.is_empty() {
            out.push(String::new());
        }
    }
    let count = good.len() as u64 + if drawn(a) { 0 } else { a.unlisted };
    out.push(format!("  {}", banner(a, count, lang)));
    out.extend(partizan(a, lang).map(|line| format!("  {line}")));
    match &a.all_moves {
        Some(moves) if all => out.extend(all_moves(moves, &good, lang)),
        _ => out.extend(moves(&good, count, lang)),
    }
    let decided = a.outcome.is_some() || a.score.is_some();
    if !a.complete && decided {
        let text = if good.is_empty() {
            lang.pick("(which moves win is not known)", "（不知道哪些走法必胜）")
        } else {
            lang.pick("(there may be more winning moves)", "（可能还有其他必胜走法）")
        };
        out.push(format!("    {}", paint(DIM, text)));
    }
    let why = why(a, lang);
    if !why.is_empty() {
        out.push(String::new());
        out.extend(why);
    } else {
        out.push(String::new());
    }
    let how = a.how.say(lang);
    let status = if decided { format!("{} · {how}", a.status.say(lang)) } else { how };
    out.push(label(lang.pick("status", "依据"), &status));
    out
}

/// A label in its column and what belongs to it.
pub(crate) fn label(name: &str, text: &str) -> String {
    let gap = INDENT.saturating_sub(2 + crate::terminal::layout::width(name)).max(1);
    format!("  {}{}{text}", paint(DIM, name), " ".repeat(gap))
}

/// A draw, where moves that keep it are listed.
fn drawn(a: &Answer) -> bool {
    a.outcome == Some(Verdict::Draw) && a.score.is_none()
}

/// The moves worth listing: those that win or score best; in a drawn position those that keep the draw.
fn good_moves(a: &Answer) -> Vec<&MoveEntry> {
    match &a.all_moves {
        Some(all) if drawn(a) => all.iter().filter(|m| m.leads_to == Some(Verdict::Draw)).collect(),
        _ => a.winning_moves.iter().collect(),
    }
}

pub(crate) fn title(a: &Answer, lang: Lang) -> String {
    let ending = a.ending.say(lang);
    let mut pieces = vec![paint(TITLE, &a.game)];
    let more = [a.position.as_str(), ending].into_iter().filter(|s| !s.is_empty());
    pieces.extend(more.map(str::to_string));
    pieces.join(" · ")
}

/// One sentence: who wins, by how much, in how many moves, and by how many moves it can be done.
pub(crate) fn banner(a: &Answer, count: u64, lang: Lang) -> String {
    let mut out = match (a.score, a.outcome) {
        (Some(score), _) => score_sentence(a, score, lang),
        (None, Some(outcome)) => outcome_sentence(a, outcome, lang),
        (None, None) => return undecided(a, lang),
    };
    if count > 0 {
        out.push_str("   ");
        out.push_str(&counted(a, count, lang));
    } else if !is_over(a)
        && let Some(moves) = a.moves.filter(|_| a.score.is_none())
    {
        out.push_str("   ");
        out.push_str(&match (a.outcome, moves, lang) {
            (_, 0, Lang::En) => "there is no move".to_string(),
            (_, 0, Lang::Zh) => "没有走法".to_string(),
            (Some(Verdict::Lose), 1, Lang::En) => "the only move loses".to_string(),
            (Some(Verdict::Lose), 2, Lang::En) => "both moves lose".to_string(),
            (Some(Verdict::Lose), _, Lang::En) => format!("all {moves} moves lose"),
            (Some(Verdict::Lose), _, Lang::Zh) => format!("{moves} 种走法都输"),
            (_, 1, Lang::En) => "1 move".to_string(),
            (_, _, Lang::En) => format!("{moves} moves"),
            (_, _, Lang::Zh) => format!("共 {moves} 种走法"),
        });
    }
    out
}

/// Has the game ended in this position?
fn is_over(a: &Answer) -> bool {
    a.why.iter().any(|w| matches!(w, Why::Over { .. }))
}

fn undecided(a: &Answer, lang: Lang) -> String {
    let mut out = paint(EVEN, lang.pick("Not decided within the budget.", "在预算之内没有得出结果。"));
    if let Some(known) = &a.known {
        out.push(' ');
        out.push_str(known.say(lang));
    }
    out
}

/// `WINS`, in the colour of what it means for the player to move.
pub(crate) fn verdict(v: Verdict, lang: Lang) -> String {
    match v {
        Verdict::Win => paint(GOOD, lang.pick("WINS", "必胜")),
        Verdict::Lose => paint(BAD, lang.pick("LOSES", "必败")),
        Verdict::Draw => paint(EVEN, lang.pick("DRAW", "平局")),
    }
}

fn outcome_sentence(a: &Answer, outcome: Verdict, lang: Lang) -> String {
    let verdict = verdict(outcome, lang);
    let over = is_over(a);
    let who = match &a.mover {
        Some(name) => say!(lang, "{name}, to move,", "轮到走的 {name} "),
        None => say!(lang, "The player to move", "先手"),
    };
    let mut out = match (outcome, over) {
        (Verdict::Draw, true) => say!(lang, "The game is over: {verdict}.", "游戏已经结束：{verdict}。"),
        (_, true) => lang.pick(
            format!("The game is over: {} {verdict}.", lower_first(&who)),
            format!("游戏已经结束：{who}{verdict}。"),
        ),
        (Verdict::Draw, false) => say!(lang, "{verdict} with best play.", "双方都走最优时{verdict}。"),
        (_, false) => say!(lang, "{who} {verdict}.", "{who}{verdict}。"),
    };
    if let Some(r) = a.remoteness.filter(|_| !over) {
        out.push_str(&match (lang, r) {
            (Lang::En, 1) => " (in 1 move)".to_string(),
            (Lang::En, _) => format!(" (in {r} moves with best play)"),
            (Lang::Zh, _) => format!("（双方最优，共 {r} 步）"),
        });
    }
    out
}

fn lower_first(text: &str) -> String {
    text.strip_prefix("The ").map_or_else(|| text.to_string(), |rest| format!("the {rest}"))
}

fn score_sentence(a: &Answer, score: i64, lang: Lang) -> String {
    if a.shared {
        return match lang {
            Lang::En => format!("With best play the common score is {}.", paint(TITLE, &score.to_string())),
            Lang::Zh => format!("双方最优时，公共得分为 {}。", paint(TITLE, &score.to_string())),
        };
    }
    let who = match &a.mover {
        Some(name) => name.clone(),
        None => say!(lang, "The player to move", "先手"),
    };
    let by = score.unsigned_abs();
    let verdict = match score.signum() {
        1 => verdict(Verdict::Win, lang),
        -1 => verdict(Verdict::Lose, lang),
        _ => verdict(Verdict::Draw, lang),
    };
    match score.signum() {
        0 => {
            say!(lang, "{verdict} with best play (score difference 0).", "双方最优时{verdict}（得分差 0）。")
        }
        _ => say!(
            lang,
            "{who} {verdict} by {by} (score difference {score:+}).",
            "{who}{verdict}，相差 {by}（得分差 {score:+}）。"
        ),
    }
}

fn counted(a: &Answer, count: u64, lang: Lang) -> String {
    let best = a.score.is_some();
    let kind = match (best, a.outcome) {
        (true, _) => lang.pick("best move", "最优走法"),
        (false, Some(Verdict::Draw)) => lang.pick("drawing move", "和棋走法"),
        (false, _) => lang.pick("winning move", "必胜走法"),
    };
    let count = match a.complete || a.score.is_some() {
        true => count.to_string(),
        false => say!(lang, "at least {count}", "至少 {count}"),
    };
    let one = count.ends_with(" 1") || count == "1";
    match (lang, a.moves) {
        (Lang::En, Some(all)) => format!("{count} {kind}{} (of {all})", if one { "" } else { "s" }),
        (Lang::En, None) => format!("{count} {kind}{}", if one { "" } else { "s" }),
        (Lang::Zh, Some(all)) => format!("{count} 种{kind}（共 {all} 种走法）"),
        (Lang::Zh, None) => format!("{count} 种{kind}"),
    }
}

/// Partizan games: each player first, and the outcome class.
fn partizan(a: &Answer, lang: Lang) -> Option<String> {
    if a.outcomes.is_empty() {
        return None;
    }
    let each: Vec<String> = a
        .outcomes
        .iter()
        .map(|(player, outcome)| {
            let word = match (outcome, lang) {
                (Verdict::Win, Lang::En) => "wins",
                (Verdict::Lose, Lang::En) => "loses",
                (Verdict::Draw, Lang::En) => "draws",
                (Verdict::Win, Lang::Zh) => "胜",
                (Verdict::Lose, Lang::Zh) => "负",
                (Verdict::Draw, Lang::Zh) => "和",
            };
            say!(lang, "{player} {word} when moving first", "{player} 先走则{word}")
        })
        .collect();
    let mut line = each.join(lang.pick(", ", "，"));
    if let Some(class) = a.class {
        line.push_str(&say!(lang, " (outcome class {class})", "（结局类 {class}）"));
    }
    Some(line)
}

/// Moves, one a line: wording, where it leads, and how it is typed. There are `count` of them.
pub(crate) fn moves(moves: &[&MoveEntry], count: u64, lang: Lang) -> Vec<String> {
    let several = several_boards(moves.iter().copied());
    let rows: Vec<Vec<String>> = moves.iter().take(FOLD).map(|m| row(m, several, lang)).collect();
    let mut out: Vec<String> = columns(&rows, 3).into_iter().map(|l| format!("    {l}")).collect();
    let rest = count.saturating_sub(FOLD as u64);
    if rest > 0 {
        out.push(format!("    {}", and_more(rest, lang)));
    }
    out
}

/// `… and 37 more (--all-moves)`
fn and_more(rest: u64, lang: Lang) -> String {
    say!(lang, "… and {rest} more (--all-moves)", "……还有 {rest} 种（--all-moves）")
}

fn row(m: &MoveEntry, several: bool, lang: Lang) -> Vec<String> {
    let mut cells = vec![m.text(lang).to_string(), arrow(m)];
    if m.text(lang) != m.notation {
        cells.push(format!("[{}]", m.notation));
    }
    if !m.squares.is_empty() {
        cells.push(squares(m, several));
    }
    cells
}

/// The squares that name a move: `b3 c3`; behind the name of their board where there are several.
pub(crate) fn squares(m: &MoveEntry, several: bool) -> String {
    let board = m.squares.first().filter(|_| several).map(|s| s.field.clone());
    board.into_iter().chain(m.squares.iter().map(ToString::to_string)).collect::<Vec<_>>().join(" ")
}

/// Are these moves on different boards of a position?
pub(crate) fn several_boards<'m>(moves: impl Iterator<Item = &'m MoveEntry>) -> bool {
    moves.flat_map(|m| &m.squares).map(|s| &s.field).collect::<HashSet<_>>().len() > 1
}

fn arrow(m: &MoveEntry) -> String {
    if m.to.is_empty() { "→".to_string() } else { format!("→ {}", m.to) }
}

/// Every move with what it leads to, good ones marked.
fn all_moves(all: &[MoveEntry], good: &[&MoveEntry], lang: Lang) -> Vec<String> {
    let good: HashSet<(Option<usize>, &str)> = good.iter().map(|m| (m.term, m.notation.as_str())).collect();
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|m| {
            let mark = if good.contains(&(m.term, m.notation.as_str())) { "*" } else { "-" };
            let mut cells = vec![format!("{mark} {}", m.text(lang)), arrow(m), format!("[{}]", m.notation)];
            cells.push(match (m.score, m.leads_to, m.grundy) {
                (Some(score), ..) => format!("{score:+}"),
                (None, Some(v), Some(g)) => {
                    format!("{} ({})", mover_result(v, m.again, lang), grundy(g, lang))
                }
                (None, Some(v), None) => mover_result(v, m.again, lang).to_string(),
                _ => String::new(),
            });
            cells
        })
        .collect();
    columns(&rows, 3).into_iter().map(|l| format!("    {l}")).collect()
}

fn grundy(g: u64, lang: Lang) -> String {
    say!(lang, "value {g}", "SG 值 {g}")
}

/// What a move means for who makes it, from the outcome of the position it leads to.
pub(crate) fn mover_result(leads_to: Verdict, again: bool, lang: Lang) -> &'static str {
    let wins = if again { Verdict::Win } else { Verdict::Lose };
    if leads_to == Verdict::Draw {
        lang.pick("draws", "和")
    } else if leads_to == wins {
        lang.pick("wins", "胜")
    } else {
        lang.pick("loses", "负")
    }
}

/// The reasons, already indented and labelled.
fn why(a: &Answer, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    for why in &a.why {
        out.extend(print::why::lines(why, a, lang));
    }
    if a.terms.len() > 1 && !a.why.iter().any(|w| matches!(w, Why::Xor(_))) {
        for t in &a.terms {
            let value = t.grundy.map_or(String::new(), |g| format!("   {}", grundy(g, lang)));
            out.push(label("", &format!("{} · {}{value}", t.game, t.position)));
        }
    }
    out
}

/// The answer on one line, for `--batch`: position, outcome, value or score, winning moves.
pub(crate) fn one_line(a: &Answer) -> String {
    let mut cells = vec![a.position.clone(), a.outcome.map_or("unknown", word).to_string()];
    if let Some(score) = a.score {
        cells.push(format!("score {score}"));
    } else if let Some(g) = &a.grundy {
        cells.push(format!("grundy {g}"));
    }
    let mut moves: Vec<String> = a.winning_moves.iter().map(|m| m.notation.clone()).collect();
    if a.unlisted > 0 {
        moves.push(format!("… {} more", a.unlisted));
    }
    if !moves.is_empty() {
        cells.push(moves.join("; "));
    }
    cells.join("\t")
}
