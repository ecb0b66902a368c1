//! Drawings of automata: Graphviz's dot, and SVG with a layout of its own (states in columns by their distance from the
//! start, arrows as curves, parallel arrows as one with all their letters). In a state stands its number, below it the least numbers that lead
//! there. The way of one word can be marked.

use crate::automata::{DEAD, Dfa};
use crate::numeration::Numeration;
use std::fmt::Write;

/// Arrows between two states, with the letters on them.
fn arrows(dfa: &Dfa) -> Vec<(usize, usize, Vec<String>)> {
    let (_, next) = dfa.table();
    let text =
        |letter: usize| dfa.digits_of(letter).iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let mut found: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for (from, row) in next.iter().enumerate() {
        for (letter, to) in row.iter().enumerate() {
            let Some(to) = *to else { continue };
            match found.iter_mut().find(|a| (a.0, a.1) == (from, to)) {
                Some(a) => a.2.push(text(letter)),
                None => found.push((from, to, vec![text(letter)])),
            }
        }
    }
    found
}

/// The letters of an arrow in a few words.
fn label(letters: &[String]) -> String {
    const SHOWN: usize = 4;
    if letters.len() <= SHOWN {
        return letters.join(", ");
    }
    format!("{}, … ({})", letters[..SHOWN - 1].join(", "), letters.len())
}

/// The automaton for Graphviz; `names` are those of the tracks.
pub fn dot(dfa: &Dfa, names: &[String]) -> String {
    let mut out = String::from("digraph lost {\n  rankdir=LR;\n");
    let _ = writeln!(out, "  label=\"{}\";", escape(&caption(dfa, names)));
    out.push_str("  node [shape=circle, fontname=\"sans-serif\"];\n  start [shape=point];\n  start -> 0;\n");
    for s in 0..dfa.states() {
        if dfa.accepts_in(s as u32) {
            let _ = writeln!(out, "  {s} [shape=doublecircle];");
        }
    }
    for (from, to, letters) in arrows(dfa) {
        let _ = writeln!(out, "  {from} -> {to} [label=\"{}\"];", escape(&label(&letters)));
    }
    out.push_str("}\n");
    out
}

fn caption(dfa: &Dfa, names: &[String]) -> String {
    format!("{} of {}, highest first", digits(dfa.numeration()), names.join(", "))
}

fn digits(numeration: Numeration) -> String {
    match numeration {
        Numeration::Base(b) => format!("digits in base {b}"),
        Numeration::Quadratic(1) => "Fibonacci digits".to_string(),
        Numeration::Quadratic(t) => format!("digits of x² = {t}x + 1"),
        Numeration::Parry(_) => format!("digits of 1 = 0.{}", numeration.expansion()),
        Numeration::Mixed(mixed) => mixed.systems().into_iter().map(digits).collect::<Vec<_>>().join(" and "),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const RADIUS: f64 = 20.0;
const ACROSS: f64 = 170.0;
const DOWN: f64 = 116.0;
const MARGIN: f64 = 78.0;

/// Colours of what is not on the way of a word, and of what is.
const PLAIN: &str = "#567";
const MARKED: &str = "#c25e0c";

/// The automaton as an SVG picture; `names` are those of the tracks. Accepting states have a double ring. `way` are the states behind the
/// letters of a word, which begins in state 0: they and the arrows between them are marked.
pub fn svg(dfa: &Dfa, names: &[String], way: Option<&[u32]>) -> String {
    let arrows = arrows(dfa);
    let steps: Vec<(usize, usize)> = way.map_or_else(Vec::new, |way| {
        let live = way.iter().take_while(|s| **s != DEAD).map(|s| *s as usize);
        let froms = std::iter::once(0).chain(live.clone());
        froms.zip(live).collect()
    });
    let on_way = |s: usize| way.is_some() && (s == 0 || steps.iter().any(|step| step.1 == s));
    let least = dfa.least();
    let places = layout(dfa, &arrows);
    let right = places.iter().map(|p| p.0).fold(0.0, f64::max) + MARGIN;
    let bottom = places.iter().map(|p| p.1).fold(0.0, f64::max) + MARGIN;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{right:.0}\" height=\"{0:.0}\" viewBox=\"0 0 {right:.0} {0:.0}\" \
         font-family=\"sans-serif\" font-size=\"14\">",
        bottom + 24.0
    );
    out.push_str("<defs>");
    for (id, colour) in [("tip", PLAIN), ("way", MARKED)] {
        let _ = write!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{colour}\"/></marker>"
        );
    }
    out.push_str("</defs>\n");
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    let (x, y) = places[0];
    let _ = writeln!(
        out,
        "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"{PLAIN}\" fill=\"none\" marker-end=\"url(#tip)\"/>",
        x - RADIUS - 26.0,
        x - RADIUS - 1.0
    );
    let mut words = String::new();
    for (from, to, letters) in &arrows {
        let (path, at) = curve(places[*from], places[*to], from == to);
        let (colour, width, tip, ink) = match steps.contains(&(*from, *to)) {
            true => (MARKED, 2.5, "way", MARKED),
            false => (PLAIN, 1.2, "tip", "#234"),
        };
        let _ = writeln!(
            out,
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\" marker-end=\"url(#{tip})\"/>"
        );
        let _ = writeln!(
            words,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\" stroke=\"#fff\" stroke-width=\"3\" \
             paint-order=\"stroke\">{}</text>",
            at.0,
            at.1,
            escape(&label(letters))
        );
    }
    for (s, (x, y)) in places.iter().enumerate() {
        let (fill, edge, width) = if on_way(s) { ("#fbe6d2", MARKED, 2.5) } else { ("#eef4fa", "#234", 1.0) };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\"/>"
        );
        if dfa.accepts_in(s as u32) {
            let r = RADIUS - 4.0;
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\" fill=\"none\" stroke=\"#234\"/>"
            );
        }
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{s}</text>", y + 5.0);
        let numbers = least[s].iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            words,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\" fill=\"{PLAIN}\" stroke=\"#fff\" stroke-width=\"3\" \
             paint-order=\"stroke\">({numbers})</text>",
            y + RADIUS + 13.0
        );
    }
    out.push_str(&words);
    let _ = writeln!(
        out,
        "<text x=\"12\" y=\"{:.1}\" fill=\"#567\">{}</text>\n</svg>",
        bottom + 10.0,
        escape(&caption(dfa, names))
    );
    out
}

/// Where the states stand: a column for each distance from the start, each column in the order that keeps arrows short.
fn layout(dfa: &Dfa, arrows: &[(usize, usize, Vec<String>)]) -> Vec<(f64, f64)> {
    let n = dfa.states();
    let mut depth = vec![usize::MAX; n];
    depth[0] = 0;
    let mut queue = vec![0];
    let mut at = 0;
    while at < queue.len() {
        let s = queue[at];
        at += 1;
        for letter in 0..dfa.letters() {
            let to = dfa.step(s as u32, letter);
            if to != DEAD && depth[to as usize] == usize::MAX {
                depth[to as usize] = depth[s] + 1;
                queue.push(to as usize);
            }
        }
    }
    let deepest = depth.iter().copied().filter(|d| *d != usize::MAX).max().unwrap_or(0);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
    queue.iter().for_each(|s| columns[depth[*s]].push(*s));
    // A few sweeps of the barycentre rule.
    let mut row = vec![0.0f64; n];
    for column in &columns {
        column.iter().enumerate().for_each(|(i, s)| row[*s] = i as f64 - column.len() as f64 / 2.0);
    }
    for _ in 0..4 {
        for column in &mut columns {
            let mean = |s: &usize| {
                let near = arrows.iter().filter(|a| a.0 != a.1 && (a.0 == *s || a.1 == *s));
                let rows: Vec<f64> = near.map(|a| row[if a.0 == *s { a.1 } else { a.0 }]).collect();
                if rows.is_empty() { row[*s] } else { rows.iter().sum::<f64>() / rows.len() as f64 }
            };
            let mut order: Vec<(f64, usize)> = column.iter().map(|s| (mean(s), *s)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *column = order.into_iter().map(|o| o.1).collect();
            let half = (column.len() as f64 - 1.0) / 2.0;
            column.iter().enumerate().for_each(|(i, s)| row[*s] = i as f64 - half);
        }
    }
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let middle = MARGIN + (tallest - 1.0) / 2.0 * DOWN;
    (0..n).map(|s| (MARGIN + depth[s] as f64 * ACROSS, middle + row[s] * DOWN)).collect()
}

/// The path of an arrow and the place of its label.
fn curve(from: (f64, f64), to: (f64, f64), loops: bool) -> (String, (f64, f64)) {
    if loops {
        let (x, y) = (from.0, from.1 - RADIUS);
        let at = |right: f64, down: f64| format!("{:.1} {:.1}", x + right, y + down);
        let bends = [at(-24.0, -34.0), at(24.0, -34.0), at(7.0, 1.0)].join(" ");
        return (format!("M{}C{bends}", at(-7.0, 2.0)), (x, y - 28.0));
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Bent to the left of the way, so that there and back do not fall together; long ones pass around states between.
    let bend = if length > 1.2 * ACROSS { 30.0 + 0.26 * length } else { 14.0 + 0.12 * length };
    let middle = ((from.0 + to.0) / 2.0 + uy * bend, (from.1 + to.1) / 2.0 - ux * bend);
    let edge = |p: (f64, f64)| {
        let (vx, vy) = (middle.0 - p.0, middle.1 - p.1);
        let l = vx.hypot(vy).max(1.0);
        (p.0 + vx / l * (RADIUS + 1.0), p.1 + vy / l * (RADIUS + 1.0))
    };
    let (a, b) = (edge(from), edge(to));
    let path = format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a.0, a.1, middle.0, middle.1, b.0, b.1);
    let label = ((a.0 + 2.0 * middle.0 + b.0) / 4.0, (a.1 + 2.0 * middle.1 + b.1) / 4.0 - 3.0);
    (path, label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::numeration::Numeration;

    #[test]
    fn pictures_have_every_state() {
        let effort = Effort::new(None);
        let form = bouton_linear::Affine::new(&[(0, 1), (1, -1)], -2);
        let dfa = Dfa::at_least_zero(Numeration::FIBONACCI, &form, &effort).unwrap();
        let names = ["a".to_string(), "b<c".to_string()];
        let way: Vec<u32> = dfa.reads(&[9u8.into(), 4u8.into()]).unwrap().iter().map(|step| step.1).collect();
        let (dot, plain, svg) = (dot(&dfa, &names), svg(&dfa, &names, None), svg(&dfa, &names, Some(&way)));
        assert!(!plain.contains("url(#way)") && svg.matches("url(#way)").count() >= 1);
        for s in 0..dfa.states() {
            assert!(dot.contains(&format!("  {s} -> ")) && svg.contains(&format!(">{s}</text>")), "{s}");
        }
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("b&lt;c"));
        assert_eq!(svg.matches("<circle").count(), dfa.states() + dfa.table().0.len());
        // What stands below a state leads there.
        for (s, numbers) in dfa.least().iter().enumerate() {
            let end = dfa.reads(numbers).unwrap().last().map_or(0, |step| step.1);
            assert_eq!(end as usize, s, "{numbers:?}");
        }
    }
}
