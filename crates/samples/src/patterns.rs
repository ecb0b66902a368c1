//! Boards whose moves are patterns: some cells must have values, some get values. Many are symmetric or fall apart,
//! many only look so: one special square, columns that are told apart.

use crate::{Draft, Rng, Typed, ending};

/// A board of patterns on which every move fills squares, or every move empties some.
pub(crate) fn patterns(rng: &mut Rng) -> Draft {
    let letters = rng.range(1, 2);
    let fills = rng.percent(60);
    let (rows, columns) = rng.one_of(&[(2, 3), (3, 3), (2, 4), (3, 2), (1, 6), (2, 2)]);
    let fixed = rng.percent(40);
    let shape = if fixed {
        format!("grid b[{rows},{columns}] of 0..{letters}")
    } else {
        format!("grid b of 0..{letters}")
    };
    let cuts = !fixed && letters == 1 && fills && rng.percent(50);
    let typed =
        if fixed { Typed::Board(letters, rows, columns) } else { Typed::Grid(letters, rows, columns) };
    let mut draft =
        if cuts { Draft::heaps(&shape, vec![typed]) } else { Draft::position(&shape, vec![typed]) };
    let sides = !cuts && rng.percent(50);
    if sides {
        draft.line("players Left, Right");
    }
    let score = !cuts && rng.percent(15);
    let mirrored = sides && letters == 2 && rng.percent(50);
    for number in 0..rng.range(1, 3) {
        let by = if sides { rng.one_of(&["", " by Left", " by Right"]) } else { "" };
        let line = pattern(rng, number, fills, letters, cuts, score);
        if mirrored {
            // The same line for the other player with the letters exchanged.
            draft.line(line.replace("BY", " by Left"));
            draft.line(exchanged(&line).replace("BY", " by Right"));
        } else {
            draft.line(line.replace("BY", by));
        }
    }
    if score {
        draft.line("score");
    } else if !cuts {
        if rng.percent(25) {
            let value = rng.range(1, letters);
            let long = rng.range(2, 3);
            let verdict = rng.one_of(&["win", "lose", "draw"]);
            draft.line(format!("{verdict} when any(all(x = {value} for x in L) for L in lines(b, {long}))"));
        }
        ending(rng, &mut draft, sides);
    } else if rng.percent(15) {
        draft.line("end misere");
    }
    draft
}

/// A line with 1 and 2 exchanged.
fn exchanged(line: &str) -> String {
    let marks = [
        ("= 1 ", "= @ "),
        ("= 2 ", "= 1 "),
        ("= @ ", "= 2 "),
        ("-> 1 ", "-> @ "),
        ("-> 2 ", "-> 1 "),
        ("-> @ ", "-> 2 "),
    ];
    marks.iter().fold(line.to_string(), |line, (from, to)| line.replace(from, to))
}

fn pattern(rng: &mut Rng, number: i64, fills: bool, letters: i64, cuts: bool, score: bool) -> String {
    let shapes: [&[(i64, i64)]; 7] = [
        &[(0, 0)],
        &[(0, 0), (0, 1)],
        &[(0, 0), (1, 0)],
        &[(0, 0), (1, 1)],
        &[(0, 0), (0, 1), (1, 0)],
        &[(0, 0), (0, 2)],
        &[(0, 0), (0, 1), (0, 2)],
    ];
    let cells = rng.one_of(&shapes);
    let (down, right) =
        (cells.iter().map(|c| c.0).max().unwrap_or(0), cells.iter().map(|c| c.1).max().unwrap_or(0));
    let at = |(r, c): (i64, i64)| {
        let plus = |name: &str, d: i64| if d == 0 { name.to_string() } else { format!("{name}+{d}") };
        format!("b[{},{}]", plus("r", r), plus("c", c))
    };
    let mut reads = Vec::new();
    let mut writes = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let place = at(*cell);
        if fills {
            // The first square is filled; others are too, or are only looked at.
            if i == 0 || rng.percent(70) {
                reads.push(format!("{place} = 0 "));
                writes.push(format!("{place} -> {} ", rng.range(1, letters)));
            } else {
                reads.push(format!("{place} {} {} ", rng.one_of(&["=", "!="]), rng.range(0, letters)));
            }
        } else if i == 0 {
            reads.push(format!("{place} = {} ", rng.range(1, letters)));
            writes.push(format!("{place} -> 0 "));
        } else {
            let value = rng.range(0, letters);
            reads.push(format!("{place} = {value} "));
            if value > 0 && rng.percent(70) {
                writes.push(format!("{place} -> {} ", rng.range(0, letters)));
            }
        }
    }
    if rng.percent(25) {
        let (sign, value) = (rng.one_of(&["!=", "="]), rng.range(0, letters));
        reads.push(format!("all(b[r,d] {sign} {value} for d in [c - 1, c + 1] if 1 <= d <= |b[1]|) "));
    }
    match rng.below(10) {
        0 => reads.push("(r + c) mod 2 = 0 ".into()),
        1 => reads.push("c mod 2 = 1 ".into()),
        2 => reads.push("(r > 1 or c > 1) ".into()),
        _ => {}
    }
    let mut tail = String::new();
    if cuts {
        tail.push_str("then b -> each regions(b, 0, 1)");
    }
    if score {
        tail.push_str(&format!(
            "gain {} ",
            rng.one_of(&["1", "2", "r", "count(b[r,d] = 0 for d in 1..|b[1]|)"])
        ));
    }
    if !cuts && rng.percent(10) {
        tail.push_str("again if c > 1 ");
    }
    format!(
        "move m{number}BY r in 1..|b|-{down}, c in 1..|b[1]|-{right} if {}: {}{tail}",
        reads.join("and "),
        writes.join(", ")
    )
}
