//! Positions of one to three numbers.

use crate::{Draft, Rng, Typed, ending};

const NAMES: [&str; 3] = ["a", "b", "c"];

fn any() -> Typed {
    Typed::Number(0, i64::MAX)
}

/// What may be said besides the moves: endings by condition, blocking, a requirement.
fn lines(rng: &mut Rng, draft: &mut Draft, names: &[&str], named: bool) {
    let sum = names.join(" + ");
    let (first, last) = (names[0], names[names.len() - 1]);
    match rng.below(10) {
        0 => draft.line(format!("win when {sum} <= {}", rng.range(0, 3))),
        1 => draft.line(format!("draw when {first} = {last} and {first} < {}", rng.range(1, 4))),
        2 => draft.line(format!("block {}", rng.range(1, 2))),
        3 => draft.line(format!("block (1 if {first} > {last}, {} otherwise)", rng.range(0, 2))),
        4 => draft.line(format!("require {first} + {} >= {last}", rng.range(1, 3))),
        5 => draft.line("lose when stuck and turn mod 2 = 1"),
        6 => draft.line(format!("stop after {} moves", rng.range(3, 6))),
        _ => {}
    }
    ending(rng, draft, named);
}

/// Fixed vectors, rays along an axis or a diagonal, windows and clamps.
pub(crate) fn vectors(rng: &mut Rng) -> Draft {
    let count = rng.range(1, 3) as usize;
    let names = &NAMES[..count];
    let unordered = count > 1 && rng.percent(25);
    let shape = names.join(", ");
    let least = if count == 1 { "a".to_string() } else { format!("min({shape})") };
    if unordered {
        let mut draft = Draft::position(&format!("{shape} unordered"), vec![any(); count]);
        let (m, both) = (rng.range(1, 4), rng.percent(50));
        for x in names {
            draft.line(format!("move take k in 1..min({x}, {m}): {x} -> {x} - k"));
        }
        if both {
            let changes: Vec<String> = names.iter().map(|x| format!("{x} -> {x} - k")).collect();
            draft.line(format!("move all k in 1..{least}: {}", changes.join(", ")));
        }
        ending(rng, &mut draft, false);
        return draft;
    }
    let last = names[count - 1];
    let mut draft = Draft::position(&shape, vec![any(); count]);
    let partizan = rng.percent(15);
    if partizan {
        draft.line("players Left, Right");
    }
    for i in 0..rng.range(1, 4) {
        let by = if partizan { rng.one_of(&[" by Left", " by Right", ""]) } else { "" };
        let x = rng.one_of(names);
        let steps: Vec<i64> = names.iter().map(|_| rng.range(0, 3)).collect();
        let step: Vec<String> = names
            .iter()
            .zip(&steps)
            .filter(|(_, s)| **s > 0)
            .map(|(n, s)| format!("{n} -> {n} - {s}"))
            .collect();
        let step = if step.is_empty() { format!("{x} -> {x} - 1") } else { step.join(", ") };
        let diagonal: Vec<String> = names.iter().map(|n| format!("{n} -> {n} - k")).collect();
        let (m, c) = (rng.range(1, 4), rng.range(1, 2));
        let guard = if rng.percent(20) { format!(" if {x} > {c}") } else { String::new() };
        let (choices, effect) = match rng.below(8) {
            0 | 1 => (String::new(), step),
            2 => (format!(" k in 1..{x}"), format!("{x} -> {x} - k")),
            3 => (format!(" k in {c}..{m}"), format!("{x} -> {x} - k")),
            4 => (format!(" k in 1..{least}"), diagonal.join(", ")),
            5 => (format!(" k in 1..{m}"), diagonal.join(", ")),
            6 if x != last => {
                (format!(" k in 1..{x}"), format!("{x} -> {x} - k, {last} -> min({last}, {x} - k)"))
            }
            _ => (format!(" k in 1..{x} div 2"), format!("{x} -> {x} - 2*k")),
        };
        let again = if rng.percent(8) { format!(" again if {x} mod 3 = 0") } else { String::new() };
        draft.line(format!("move m{i}{by}{choices}{guard}: {effect}{again}"));
    }
    lines(rng, &mut draft, names, partizan);
    draft
}

/// Other moves of two or three numbers: one grows while another shrinks, remainders, halves.
pub(crate) fn mixed(rng: &mut Rng) -> Draft {
    let three = rng.percent(30);
    let (shape, names): (&str, &[&str]) = if three { ("a, b, c", &NAMES) } else { ("a, b", &NAMES[..2]) };
    let mut draft = Draft::position(shape, vec![any(); names.len()]);
    if rng.percent(15) {
        draft.lines[0].push_str(", on = no");
        draft.line("move pass if on = no and a > 0: on -> yes");
    }
    for i in 0..rng.range(1, 3) {
        let (c, q) = (rng.range(1, 2), rng.range(2, 3));
        let again = if rng.percent(12) { " again if (a + b) mod 3 = 0" } else { "" };
        let line = match rng.below(10) {
            0 => "k in 1..a div 2: a -> a - 2*k, b -> b + k".to_string(),
            1 => {
                format!("if a > b and b > 0: a -> a mod b when a mod {q} = 0, a -> a - b when a mod {q} != 0")
            }
            2 => format!("if a > 0: a -> a div {q}, b -> b + {c} when a mod 2 = 1"),
            3 => "if b > a: a -> b - 1, b -> a".to_string(),
            4 => format!(" k in 1..a if k mod {q} = b mod {q}: a -> a - k"),
            5 if three => "k in 1..c: c -> c - k, a -> min(a, c), b -> b + 1 when c > 2".to_string(),
            6 => "k in divisors(a) if k < a: a -> a - k".to_string(),
            7 => "if b > 0: a -> a bor b, b -> b shr 1".to_string(),
            8 => format!("k in 1..a band {}: a -> a - k", rng.range(3, 7)),
            _ => format!("if b >= {c}: b -> b - {c}, a -> max(a, b) when a < 3"),
        };
        draft.line(format!("move m{i} {line}{again}"));
    }
    lines(rng, &mut draft, names, false);
    draft
}
