//! A misère quotient as other programs read it: LaTeX, and GAP's language (which Sage reads too).

use super::Misere;
use std::fmt::Write;

/// Words with powers as LaTeX has them: b^{12}.
fn tex(word: &str) -> String {
    let mut out = String::new();
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if matches!(c, '^' | '_') {
            out.push('{');
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                out.push(digit);
            }
            out.push('}');
        }
    }
    out
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// The presentation, P and Φ as LaTeX formulas.
pub fn latex(misere: &Misere) -> String {
    let generators = list(misere.generators.iter().map(|one| tex(&one.element)));
    let relations =
        list(misere.relations.iter().map(|[left, right]| format!("{} = {}", tex(left), tex(right))));
    let lost = list(misere.lost.iter().map(|word| tex(word)));
    let mut out = format!(
        "\\[ \\mathcal{{Q}} = \\langle {generators} \\mid {relations} \\rangle, \\quad |\\mathcal{{Q}}| = {} \\]\n",
        misere.order
    );
    let _ = writeln!(out, "\\[ \\mathcal{{P}} = \\{{ {lost} \\}} \\]");
    out.push_str("\\begin{tabular}{r|l}\n$n$ & $\\Phi(n)$ \\\\ \\hline\n");
    for one in &misere.heaps {
        let _ = writeln!(out, "{} & ${}$ \\\\", one.heap, tex(&one.element));
    }
    out.push_str("\\end{tabular}");
    out
}

/// The table of products, P and Φ for GAP: elements are numbered from 1, the unit first.
pub fn gap(misere: &Misere) -> String {
    let number = |name: &String| misere.elements.iter().position(|one| one == name).map_or(0, |at| at + 1);
    let numbers =
        |list: &mut dyn Iterator<Item = usize>| list.map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = misere
        .table
        .iter()
        .map(|row| format!("[{}]", numbers(&mut row.iter().map(|at| *at as usize + 1))))
        .collect();
    let quoted: Vec<String> = misere.elements.iter().map(|name| format!("\"{name}\"")).collect();
    let heaps: Vec<String> = misere.heaps.iter().map(|one| format!("\"{}\"", one.heap)).collect();
    format!(
        "names := [{}];;\nQ := MagmaWithOneByMultiplicationTable([\n{}]);;\nP := [{}];;\nheaps := [{}];;\nPhi := [{}];;",
        quoted.join(","),
        rows.join(",\n"),
        numbers(&mut misere.lost.iter().map(number)),
        heaps.join(","),
        numbers(&mut misere.heaps.iter().map(|one| number(&one.element))),
    )
}
