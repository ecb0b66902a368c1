//! Games for points.

use crate::{Draft, Rng, Typed};

/// Whose points they are, and when play stops.
fn score(rng: &mut Rng, draft: &mut Draft) {
    match rng.below(4) {
        0 => {
            draft.line("players Max, Min");
            draft.line("score shared");
            if rng.percent(60) {
                draft.line(format!("stop after {} moves", rng.range(2, 5)));
            }
        }
        1 => {
            draft.line("players Max, Min");
            draft.line("score");
        }
        _ => draft.line("score"),
    }
}

/// A row that is cut at its ends.
pub(crate) fn ends(rng: &mut Rng) -> Draft {
    let mut draft = if rng.percent(30) {
        Draft::position("row a of -9..9", vec![Typed::Row(9, 9)])
    } else {
        Draft::position("row a", vec![Typed::Row(9, 9)])
    };
    let memory = rng.percent(20);
    if memory {
        draft.lines[0].push_str(", m in 1.. = 1");
    }
    let c = rng.range(1, 3);
    let again = if rng.percent(20) { " again if a[1] mod 2 = 0" } else { "" };
    let window = if rng.percent(50) { "|a|".to_string() } else { format!("min({c}, |a|)") };
    let gain =
        rng.one_of(&["sum(a[1..k])", "sum(a[1..k])", "a[1] * k", "k", "sum(a[k+1..])", "max(a[1..k])"]);
    if memory {
        draft.line(format!("move left k in 1..min(2*m, |a|): a -> a[k+1..], m -> max(m, k) gain {gain}"));
    } else {
        draft.line(format!("move left k in 1..{window}: a -> a[k+1..] gain {gain}{again}"));
    }
    if rng.percent(70) {
        let gain = rng.one_of(&["sum(a[|a|-k+1..])", "a[|a|] - k", "a[|a|]"]);
        draft.line(format!("move right k in 1..{window}: a -> a[..|a|-k] gain {gain}"));
    }
    if rng.percent(20) {
        draft.line("move pay if |a| > 1: a -> a[2..] cost 1");
    }
    if rng.percent(15) {
        draft.line("move inner i in 2..|a|-1: a -> a[..i-1] ++ a[i+1..] gain a[i-1] * a[i+1]");
    }
    score(rng, &mut draft);
    draft
}

/// A row of fixed length that is played on for a fixed number of moves.
fn turns(rng: &mut Rng) -> Draft {
    let n = rng.range(3, 4);
    let domain = rng.one_of(&["", "", " of 0..9", " of -5..20"]);
    let mut draft = Draft::position(&format!("row a[{n}]{domain}"), vec![Typed::Exactly(9, n)]);
    let c = rng.range(1, 3);
    let gains = [
        "a[i]".into(),
        "a[i] + a[i+1]".into(),
        format!("{c}*a[i] - a[i+1]"),
        "i*a[i]".into(),
        format!("{c} - i"),
    ];
    for line in 0..rng.range(1, 2) {
        let gain = &gains[rng.below(gains.len() as u64) as usize];
        let again = if rng.percent(20) { " again if i = 1" } else { "" };
        let change = match rng.below(6) {
            0 | 1 => "a[i] -> a[i+1], a[i+1] -> a[i]".into(),
            2 => "a[i] -> 0".into(),
            3 => format!("a[i] -> a[i] - {c}"),
            4 => "a[i] -> a[i] + a[i+1], a[i+1] -> a[i]".into(),
            _ => format!("a[i] -> a[{n}], a[{n}] -> a[i] - a[i+1]"),
        };
        let asked =
            rng.one_of(&["", "", " if a[i] > 0", " if a[i] != a[i+1]", " if a[i] <= a[i+1] and a[i+1] < 8"]);
        draft.line(format!("move m{line} i in 1..{}{asked}: {change} gain {gain}{again}", n - 1));
    }
    if rng.percent(50) {
        draft.line("players Max, Min");
        draft.line("score shared");
    } else {
        draft.line("score");
    }
    draft.line(format!("stop after {} moves", rng.range(2, 7)));
    draft
}

/// Points for moves of numbers, words and rows of marks.
pub(crate) fn points(rng: &mut Rng) -> Draft {
    if rng.percent(40) {
        return turns(rng);
    }
    let (c, q) = (rng.range(1, 3), rng.range(2, 4));
    let mut draft;
    match rng.below(4) {
        0 => {
            draft = Draft::position("n", vec![Typed::Number(0, i64::MAX)]);
            draft.line(format!(
                "move take k in 1..{q}: n -> n - k gain (k if n mod {q} = {}, {c} otherwise)",
                c % q
            ));
            if rng.percent(50) {
                draft.line(format!("move half if n > 1: n -> n div 2 gain n mod {q}"));
            }
        }
        1 => {
            draft = Draft::position("a, b", vec![Typed::Number(0, 20), Typed::Number(0, 20)]);
            draft.line("move first k in 1..a: a -> a - k gain k * b mod 5");
            draft.line(format!("move second k in 1..min(b, {q}): b -> b - k, a -> min(a, b) cost k"));
        }
        2 => {
            draft = Draft::position("row e of 0..1", vec![Typed::Row(1, 7)]);
            draft.line("move draw i in 1..|e| if e[i] = 0, let left = (1 if i > 1 and e[max(1, i-1)] = 1, 0 otherwise): e[i] -> 1 gain left again if left > 0");
        }
        _ => {
            draft = Draft::heaps("n", vec![Typed::Number(0, 12)]);
            draft.line(format!("move take k in 1..{q}: n -> n - k gain k mod {q}"));
            draft.line(format!("move split a in 1..n-1: n -> a, n - a gain {c}"));
        }
    }
    score(rng, &mut draft);
    draft
}
