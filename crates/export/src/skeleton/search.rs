//! What a position is worth, by search: the texts of the skeleton with what the rules say of moves and endings.

use super::parse::{self, Known};
use super::{Here, REPEATED, choice, equals, moves, of_parts, part_ty, part_value, position};
use crate::ir::{Code, E, EndValue, Fn, Goal, Piece, Program, Rel, S, Search, Ty, mentions};
use std::collections::HashMap;

/// Is a state more than a position?
pub(super) fn has_state(s: &Search) -> bool {
    s.heaps || s.mover || s.turn
}

/// The type of states.
pub(super) fn state_ty(s: &Search) -> Ty {
    if has_state(s) { Ty::structure("State") } else { position() }
}

/// Adds the moves, and the search for values.
pub(super) fn add(p: &Program, s: &Search, code: &mut Code) {
    moves::add(p, s, code);
    let known = known(s);
    if s.goal == Goal::Grundy {
        parse::add(code, include_str!("text/grundy.txt"), &known);
        return;
    }
    parse::add(code, include_str!("text/states.txt"), &known);
    if !s.endings.is_empty() || s.stop.is_some() {
        code.pieces.push(Piece::Fn(ended(p, s)));
    }
    if let Some(block) = &s.block {
        let e = |here: Here<'_>| vec![S::Return(here.put(block))];
        code.pieces.push(Piece::Fn(about_state(p, s, "blocked", "So many options the opponent forbids.", e)));
    }
    parse::add(code, include_str!("text/value.txt"), &known);
}

/// What the texts ask about this search.
fn known(s: &Search) -> Known {
    let grundy = s.goal == Goal::Grundy;
    let score = matches!(s.goal, Goal::Score | Goal::Shared);
    let brings = s.gain || s.again;
    let ends = !s.endings.is_empty() || s.stop.is_some();
    let lucky = s.endless.flatten();
    let words = [
        ("repeats", s.repeats),
        ("splits", s.splits),
        ("state", has_state(s)),
        ("heaps", s.heaps),
        ("mover", s.mover),
        ("turn", s.turn),
        ("gain", s.gain),
        ("again", s.again),
        ("brings", brings),
        ("ends", ends),
        ("stuck", ends && s.stuck),
        ("block", s.block.is_some()),
        ("endless", s.endless.is_some()),
        ("lucky", lucky.is_some()),
        ("shared", s.goal == Goal::Shared),
        ("outcome", s.goal == Goal::Outcome),
    ];
    let mut types = HashMap::new();
    let mut calls = HashMap::new();
    types.insert("State", state_ty(s));
    if grundy || !has_state(s) {
        types.insert("Option", moves::move_ty(s));
        calls.insert("options", "moves");
    } else if !brings {
        types.insert("Option", state_ty(s));
    }
    Known {
        words: words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect(),
        texts: texts(s, score, brings, lucky),
        types,
        calls,
    }
}

/// Pieces of text; none begins with the name of another that stands before it.
fn texts(s: &Search, score: bool, brings: bool, lucky: Option<usize>) -> Vec<(&'static str, String)> {
    let arguments = [(s.mover, ", s.mover"), (s.turn, ", s.turn")];
    let arguments: String = arguments.iter().filter(|(used, _)| *used).map(|(_, text)| *text).collect();
    let to = if brings { ".to" } else { "" };
    let mut state = vec![if s.heaps { "freeze(move parts)".to_string() } else { format!("move m{to}") }];
    if s.mover {
        state.push(if s.again { "m.again ? s.mover : 1 - s.mover" } else { "1 - s.mover" }.into());
    }
    if s.turn {
        state.push("s.turn + 1".into());
    }
    let state = format!("State({})", state.join(", "));
    let option = match (s.gain, s.again) {
        (true, true) => format!("Option({state}, m.gain, m.again)"),
        (true, false) => format!("Option({state}, m.gain)"),
        (false, true) => format!("Option({state}, m.again)"),
        (false, false) => state,
    };
    let there = match (s.goal, s.again) {
        (Goal::Shared, _) => "there",
        (_, true) => "mine",
        _ => "-there",
    };
    let gain = "f.options[f.next].gain";
    let gained = match (s.gain, s.large_totals, there) {
        (true, true, _) => format!("sum({gain}, {there})"),
        (true, false, "-there") => format!("{gain} - there"),
        (true, false, _) => format!("{gain} + {there}"),
        (false, ..) => there.to_string(),
    };
    let end = match s.end {
        _ if score => "0".to_string(),
        EndValue::Is(v) => v.to_string(),
        EndValue::Wins(player) => format!("state.mover == {player} ? 1 : -1"),
    };
    let says = match s.goal {
        Goal::Score => "What the player to move gets more than the other, with best play.",
        Goal::Shared => "The common total with best play: the first player makes it large, the second small.",
        _ => "1 if the player to move wins, -1 if that player loses, 0 for a draw.",
    };
    vec![
        ("repeated", REPEATED.into()),
        ("arguments", arguments),
        ("to", to.into()),
        ("option", option),
        ("gained", gained),
        ("end", end),
        ("says", says.into()),
        ("next", if s.endless.is_some() { "" } else { ", 0" }.into()),
        ("over", if score { "0" } else { "over" }.into()),
        ("all", if s.block.is_some() { "every" } else { "found" }.into()),
        ("other", lucky.map_or(0, |lucky| 1 - lucky).to_string()),
    ]
}

/// A function of a state.
fn about_state(
    p: &Program,
    s: &Search,
    name: &str,
    comment: &str,
    make: impl FnOnce(Here<'_>) -> Vec<S>,
) -> Fn {
    let state = E::var("s", state_ty(s));
    let base = if has_state(s) { state.clone().member("p", position()) } else { state.clone() };
    let mut body = make(Here { p, base: Some(&base), state: Some(&state) });
    if body.iter().any(|one| one.expressions().into_iter().any(|e| mentions(e, "heaps"))) {
        let parts = state.member("parts", Ty::list(position()));
        let heaps = of_parts(parts, |part| part_value(Here::of(p, part)), Ty::list(part_ty(p)));
        body.insert(0, S::Let("heaps".into(), heaps));
    }
    let args = vec![("s".to_string(), state_ty(s))];
    Fn { comment: vec![comment.into()], name: name.into(), args, ret: Some(Ty::Int(false)), body }
}

/// How play has ended.
fn ended(p: &Program, s: &Search) -> Fn {
    let comment =
        "How play has ended here for the player to move: 1 won, 0 drawn, -1 lost; 2 while it goes on.";
    let mut made = about_state(p, s, "ended", comment, |here| {
        let mut body = Vec::new();
        for e in &s.endings {
            let value = match e.player {
                Some(player) if e.value != 0 => choice(
                    equals(here.count("mover"), player as i64),
                    E::int(e.value.into()),
                    E::int((-e.value).into()),
                ),
                _ => E::int(e.value.into()),
            };
            body.push(S::If(here.put(&e.cond), vec![S::Return(value)], Vec::new()));
        }
        if let Some(stop) = &s.stop {
            let over = E::cmp(Rel::Ge, here.count("turn"), here.put(stop));
            body.push(S::If(over, vec![S::Return(E::int(0))], Vec::new()));
        }
        body.push(S::Return(E::int(2)));
        body
    });
    made.args.extend(s.stuck.then(|| ("stuck".to_string(), Ty::Bool)));
    made
}
