//! Boards, and tokens on graphs.

use crate::{Draft, Rng, Typed, ending};

/// Boards of small numbers.
pub(crate) fn grid(rng: &mut Rng) -> Draft {
    let mut draft;
    match rng.below(6) {
        0 | 1 => {
            draft = Draft::heaps("grid b of 0..1", vec![Typed::Grid(1, 2, 4)]);
            let regions = if rng.percent(70) { " then b -> each regions(b, 0, 1)" } else { "" };
            draft.line(format!(
                "move across r in 1..|b|, c in 1..|b[1]|-1 if b[r,c] = 0 and b[r,c+1] = 0: b[r,c] -> 1, b[r,c+1] -> 1{regions}"
            ));
            if rng.percent(60) {
                draft.line(format!(
                    "move dot r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0: b[r,c] -> 1{regions}"
                ));
            } else {
                draft.line(format!(
                    "move down r in 1..|b|-1, c in 1..|b[1]| if b[r,c] = 0 and b[r+1,c] = 0: b[r,c] -> 1, b[r+1,c] -> 1{regions}"
                ));
            }
            if rng.percent(20) {
                draft.line("end misere");
            }
        }
        2 => {
            draft = Draft::position("grid b[2,3] of 0..2", vec![Typed::Board(2, 2, 3)]);
            draft.line("players White, Black");
            draft.line("move push by White r in 2..2, c in 1..3 if b[r,c] = 1 and b[r-1,c] = 0: b[r,c] -> 0, b[r-1,c] -> 1");
            draft.line("move push by Black r in 1..1, c in 1..3 if b[r,c] = 2 and b[r+1,c] = 0: b[r,c] -> 0, b[r+1,c] -> 2");
            draft.line("move side by White r in 1..2, c in 1..2 if b[r,c] = 1 and b[r,c+1] = 2: b[r,c] -> 0, b[r,c+1] -> 1");
            if rng.percent(50) {
                draft.line("win White when all(b[1,c] != 2 for c in 1..3)");
            }
            ending(rng, &mut draft, true);
        }
        3 => {
            draft = Draft::position("grid b[3,3] of 0..1", vec![Typed::Board(1, 3, 3)]);
            draft.line("move mark r in 1..3, c in 1..3 if b[r,c] = 0: b[r,c] -> 1");
            draft.line(format!(
                "{} when any(all(x = 1 for x in L) for L in lines(b, {}))",
                rng.one_of(&["win", "lose", "draw"]),
                rng.range(2, 3)
            ));
            ending(rng, &mut draft, false);
        }
        4 => {
            draft = Draft::position("grid b[2,2]", vec![Typed::Board(3, 2, 2)]);
            draft.line("move take r in 1..2, c in 1..2, k in 1..b[r,c]: b[r,c] -= k");
            if rng.percent(50) {
                draft.line("move rows r in 1..2 if b[r,1] > 0 and b[r,2] > 0: b[r,c] -= 1 for c in 1..2");
            }
            ending(rng, &mut draft, false);
        }
        _ => {
            draft = Draft::position("grid b[2,3] of 0..3", vec![Typed::Board(3, 2, 3)]);
            draft.line("players Max, Min");
            draft.line("move turn r in 1..1, c in 1..2: b[r,c] -> b[r,c+1], b[r,c+1] -> b[r+1,c+1], b[r+1,c+1] -> b[r+1,c], b[r+1,c] -> b[r,c] gain b[r,c] + b[r+1,c+1]");
            draft.line(rng.one_of(&["score shared", "score"]));
            draft.line(format!("stop after {} moves", rng.range(2, 4)));
        }
    }
    draft
}

/// A token, or two, on a graph; the edges of half of the graphs only go up, so that play ends.
pub(crate) fn token(rng: &mut Rng) -> Draft {
    let n = rng.range(4, 9);
    let up = rng.percent(50);
    let rows: Vec<String> = (0..n)
        .map(|v| {
            let low = if up { v + 1 } else { 0 };
            let degree = if low < n { rng.range(0, 3) } else { 0 };
            let to: Vec<String> = (0..degree).map(|_| rng.range(low, n - 1).to_string()).collect();
            format!("{v} -> {}", to.join(" "))
        })
        .collect();
    let node = Typed::Number(0, n - 1);
    let mut draft = match rng.below(5) {
        0 | 1 => {
            let mut draft = Draft::position("v in G", vec![node]);
            draft.line("move slide w in G[v]: v -> w");
            draft
        }
        2 => {
            let mut draft = Draft::position("v in G, w in G", vec![node.clone(), node]);
            draft.line("players Cat, Dog");
            draft.line("move cat by Cat x in G[v]: v -> x");
            draft.line("move dog by Dog x in G[w]: w -> x");
            draft.line("win Cat when v = w");
            draft
        }
        3 => {
            let mut draft = Draft::position("v in G", vec![node]);
            let far = rng.range(0, n - 1);
            draft.line(format!(
                "move near w in G[v] if distance(G, w, {far}) <= distance(G, v, {far}): v -> w"
            ));
            draft.line(format!("move jump w in G if distance(G, v, w) = {}: v -> w", rng.range(2, 3)));
            draft
        }
        _ => {
            let mut draft = Draft::heaps("v in G", vec![node]);
            draft.line("move slide w in G[v]: v -> w");
            draft
        }
    };
    draft.lines.insert(0, format!("param G = graph {{ {} }}", rows.join("; ")));
    let named = draft.contains("players");
    if !up {
        draft.line(if named { rng.one_of(&["endless draw", "endless Dog wins"]) } else { "endless draw" });
    }
    if !draft.heaps && rng.percent(50) {
        ending(rng, &mut draft, named);
    } else if rng.percent(20) {
        draft.line("end misere");
    }
    draft
}
