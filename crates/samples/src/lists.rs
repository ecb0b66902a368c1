//! Rows, bags, words and sets.

use crate::{Draft, Rng, Typed, ending};

/// Rows of numbers: taking, shifting, cutting, chomping.
pub(crate) fn row(rng: &mut Rng) -> Draft {
    let mut draft = match rng.below(4) {
        0 => Draft::position("row a of 0..3", vec![Typed::Row(3, 5)]),
        1 => Draft::position("row a[3]", vec![Typed::Exactly(6, 3)]),
        _ => Draft::position("row a", vec![Typed::Row(4, 5)]),
    };
    let fixed = draft.contains("a[3]");
    let c = rng.range(1, 2);
    for i in 0..rng.range(1, 3) {
        let line = match rng.below(9) {
            0 => "i in 1..|a|, k in 1..a[i]: a[i] -> a[i] - k".to_string(),
            1 => "i in 1..|a|, k in 1..a[i]: a[i] -= k, a[i-1] += k when i > 1".into(),
            2 if !fixed => "if |a| > 0: a -> a[2..]".into(),
            3 if !fixed => format!("i in 1..|a| if a[i] = {c}: a -> a[..i-1] ++ a[i+1..]"),
            4 => "i in 1..|a|-1 if a[i] > a[i+1]: a[i] -> a[i+1], a[i+1] -> a[i] - 1".into(),
            5 => "i in 1..|a| if a[i] > 0: a[j] -> min(a[j], a[i] - 1) for j in i..|a|".into(),
            6 => format!("i in 1..|a| if a[i] > {c}: a[i] -> a[i] div 2"),
            7 if !fixed => {
                "i in 1..|a|-1 if a[i] + a[i+1] > 0: a -> a[..i-1] ++ [max(a[i], a[i+1]) - 1] ++ a[i+2..]"
                    .into()
            }
            _ => format!("i in 1..|a|, k in 1..{}: a[i] -> a[i] - k", c + 1),
        };
        draft.line(format!("move m{i} {line}"));
    }
    // Exchanging neighbours may go round together with other moves: then endless play is a draw.
    if draft.contains("a[i] -> a[i+1]") {
        draft.line("endless draw");
    } else {
        ending(rng, &mut draft, false);
    }
    draft
}

/// Multisets of numbers.
pub(crate) fn bag(rng: &mut Rng) -> Draft {
    let mut draft = Draft::position("bag a", vec![Typed::Row(4, 4)]);
    for i in 0..rng.range(1, 2) {
        let line = match rng.below(6) {
            0 => "i in 1..|a|, k in 1..a[i]: a[i] -= k",
            1 => {
                "i in 1..|a|, k in 1..a[i], d in compositions(a[i]-k, |a|): a[i] -> 0, a[j] += d[j] for j in 1..|a|"
            }
            2 => "b in below(a) if 1 <= count(b[j] != a[j] for j in 1..|a|) <= 2: a -> b",
            3 => "i in 1..|a|, k in 1..(a[i] - 1) div 2: a -> a[..i-1] ++ [k, a[i] - k - 1] ++ a[i+1..]",
            4 => "if |a| > 1: a -> a[2..|a|-1] ++ [a[|a|] - 1]",
            _ => "i in 1..|a| if a[i] > 1: a -> without(a, a[i]) ++ [a[i] - 1]",
        };
        draft.line(format!("move m{i} {line}"));
    }
    if rng.percent(15) {
        draft.lines[0].push_str(", pass = yes");
        draft.line("move skip if pass = yes and |a| > 0: pass -> no");
    }
    ending(rng, &mut draft, false);
    draft
}

/// Words over letters or digits.
pub(crate) fn word(rng: &mut Rng) -> Draft {
    match rng.below(3) {
        0 => partizan_word(rng),
        1 => {
            let mut draft = Draft::position("word s of \"xo.\"", vec![Typed::Word("xo.", 7)]);
            draft.line("move mark i in 1..|s| if s[i] = \".\": s[i] -> \"x\"");
            draft.line("move flip i in 1..|s|-1 if s[i] = \"o\" and s[i+1] != \"o\": s[i] -> \"x\"");
            if rng.percent(30) {
                draft.line("move cut if |s| > 2 and s[1] = s[|s|]: s -> s[2..|s|-1]");
            }
            if rng.percent(40) {
                draft.line(format!("{} when \"xx\" in s", rng.one_of(&["lose", "win", "draw"])));
            }
            ending(rng, &mut draft, false);
            draft
        }
        _ => {
            let mut draft = Draft::position("word d of 0..3", vec![Typed::Word("0123", 6)]);
            draft.line("move lower i in 1..|d|, x in 0..d[i]-1: d[i] -> x");
            draft.line(match rng.below(4) {
                0 => "move cut i in 1..|d| if d[i] = 0: d -> d[1..i-1]",
                1 => "move drop i in 1..|d| if d[i] = 0: d -> d[..i-1] ++ d[i+1..]",
                2 => "move carry i in 2..|d| if d[i] > 0: d[i] -= 1, d[i-1] -> 3",
                _ => "move clear i in 1..|d| if d[i] = 2: d[j] -> 0 for j in i..|d|",
            });
            ending(rng, &mut draft, false);
            draft
        }
    }
}

fn partizan_word(rng: &mut Rng) -> Draft {
    let mut draft = Draft::position("word s of \"xo.\"", vec![Typed::Word("xo.", 7)]);
    draft.line("players Xena, Otto");
    draft.line("move hop by Xena i in 1..|s|-1 if s[i..i+1] = \"x.\": s[i] -> \".\", s[i+1] -> \"x\"");
    draft.line("move hop by Otto i in 2..|s| if s[i-1..i] = \".o\": s[i] -> \".\", s[i-1] -> \"o\"");
    if rng.percent(50) {
        draft.line("move eat by Xena i in 1..|s|-1 if s[i..i+1] = \"xo\": s -> s[..i] ++ s[i+2..]");
    }
    if rng.percent(40) {
        draft.line("move jump by Otto i in 3..|s| if s[i-2..i] = \".xo\": s[i-2] -> \"o\", s[i] -> \".\"");
    }
    if rng.percent(25) {
        draft.line(format!("win {} when |s| > 0 and s[|s|] = \"x\"", rng.one_of(&["Xena", "Otto"])));
    }
    ending(rng, &mut draft, true);
    draft
}

/// Sets: what is taken is gone, what is used is barred.
pub(crate) fn set(rng: &mut Rng) -> Draft {
    let c = rng.range(1, 2);
    let mut draft;
    match rng.below(3) {
        0 => {
            draft = Draft::position("set s of 1..9", vec![Typed::Set(9)]);
            draft.line(format!("move take x in s: s -> s - {{x, x + {c}}}"));
            if rng.percent(40) {
                draft.line("move down x in s if x > 1 and x - 1 not in s: s -> s - {x} + {x - 1}");
            }
        }
        1 => {
            let n = rng.range(5, 8);
            draft = Draft::position(
                &format!("at in 0..{}, set used = {{at}}", n - 1),
                vec![Typed::Number(0, n - 1)],
            );
            draft.line(format!(
                "move go k in {{{c}, 3}}, let to = (at + k) mod {n} if to not in used: at -> to, used -> used + {{to}}"
            ));
        }
        _ => {
            draft = Draft::position("left, set free = {1..4}", vec![Typed::Number(0, 14)]);
            draft.line("move add x in free: left -> max(0, left - x), free -> free - {x}");
            draft.line("lose when left = 0");
        }
    }
    ending(rng, &mut draft, false);
    draft
}
