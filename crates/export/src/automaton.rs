//! A theorem that is an automaton and no formula, as lines of the rules language: its table as a parameter, a function that
//! reads the digits of all numbers from the highest place down, and the claim that a position is lost where it accepts.

use bouton::language::ast::FieldKind;
use bouton::proof::Proof;
use bouton::theory::Numeration;
use bouton::theory::prove::Subject;

/// Entries of a table that is written into a program, at most.
const LARGEST: usize = 20_000;

/// The lines that the claim needs, and the claim; `None` where the theorem is of another kind, or too large.
pub(crate) fn lines(proof: &Proof) -> Option<(Vec<String>, String)> {
    let dfa = &proof.theorem.dfa;
    let (states, letters) = (dfa.states(), dfa.letters());
    if proof.theorem.subject != Subject::Lost || proof.fragment.sum || (states + 1) * letters > LARGEST {
        return None;
    }
    let fields = &proof.game.rules().shape.fields;
    let mut numbers = Vec::new();
    for c in &proof.fragment.coordinates {
        let name = &fields.get(c.field)?.name;
        numbers.push(match (c.place, c.flag) {
            (Some(_), true) => return None,
            (Some(p), false) => format!("{name}[{}]", p + 1),
            (None, true) => format!("(1 if {name}, 0 otherwise)"),
            (None, false) if fields[c.field].kind == FieldKind::Number => name.clone(),
            (None, false) => return None,
        });
    }
    let (accept, table) = dfa.table();
    // A state behind the last from which nothing is accepted.
    let mut next: Vec<usize> = table.iter().flat_map(|row| row.iter().map(|s| s.unwrap_or(states))).collect();
    next.extend(std::iter::repeat_n(states, letters));
    let list = |all: &[usize]| all.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let digits = dfa.numeration().digits();
    let args: Vec<String> = (1..=numbers.len()).map(|i| format!("x{i}")).collect();
    let all = args.join(", ");
    let letter = args.iter().fold(String::new(), |text, x| match text.is_empty() {
        true => format!("{x} div p"),
        false => format!("({text}) * {digits} + {x} div p"),
    });
    let then = format!("automaton[{letters} * s + {letter} + 1]");
    let rest: Vec<String> = args.iter().map(|x| format!("{x} mod p")).collect();
    let rest = rest.join(", ");
    let largest = match args.as_slice() {
        [one] => one.clone(),
        _ => format!("max({all})"),
    };
    let start = numbers.join(", ");
    let (lines, call) = match dfa.numeration() {
        Numeration::Base(b) => (
            vec![
                format!(
                    "define digits_down(s, p, {all}) = {then} if p = 1, digits_down({then}, p div {b}, {rest}) otherwise"
                ),
                format!(
                    "define digits_of(p, {all}) = digits_of({b} * p, {all}) if {b} * p <= {largest}, digits_down(0, p, {all}) otherwise"
                ),
            ],
            format!("digits_of(1, {start})"),
        ),
        Numeration::Quadratic(t) => (
            vec![
                format!(
                    "define digits_down(s, p, q, {all}) = {then} if p = 1, digits_down({then}, q, p - {t} * q, {rest}) otherwise"
                ),
                format!(
                    "define digits_of(p, q, {all}) = digits_of({t} * p + q, p, {all}) if {t} * p + q <= {largest}, digits_down(0, p, q, {all}) otherwise"
                ),
            ],
            format!("digits_of(1, 1, {start})"),
        ),
        Numeration::Parry(_) | Numeration::Mixed(_) => return None,
    };
    let mut out = vec![format!("param automaton = [{}]", list(&next))];
    out.extend(lines);
    Some((out, format!("lose iff {call} in {{{}}}", list(&accept))))
}
