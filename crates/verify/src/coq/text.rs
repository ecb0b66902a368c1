//! How numbers, forms, conditions and names are written in Coq: for people in the statement, and as data for the checker.

use crate::linear::{Atom, Cond, Lin, Test, Var};

/// Words of Coq that cannot be names of numbers.
const RESERVED: &[&str] = &[
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "is", "let",
    "match", "mod", "return", "then", "using", "where", "with", "by",
    "rec", // and names of the development
    "move", "legal", "over", "dot", "holds", "passes", "nth", "pick", "map", "app", "length", "list", "lost",
    "won", "size", "sum", "top", "word", "step", "run", "start", "final", "member", "ways", "going",
    "weights", "tops", "back", "fuel", "pad", "option", "value", "I",
];

/// Names for the numbers of a position: those of the rules where Coq can read them.
pub(super) fn names(given: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (i, name) in given.iter().enumerate() {
        let plain: String = name.replace(['[', ' '], "_").replace(']', "");
        let first = plain.starts_with(|c: char| c.is_ascii_alphabetic());
        let rest = plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        // Names that end in _ belong to the proofs.
        let free = !RESERVED.contains(&&*plain) && !out.contains(&plain) && !plain.ends_with('_');
        out.push(if first && rest && free { plain } else { format!("x{}", i + 1) });
    }
    out
}

/// So many names that are not taken, `k`, `k2`, …
pub(super) fn fresh(stem: &str, count: usize, taken: &[String]) -> Vec<String> {
    let numbered = (1..).map(|i| if i == 1 { stem.to_string() } else { format!("{stem}{i}") });
    numbered.filter(|n| !taken.contains(n)).take(count).collect()
}

/// A sum without brackets; `0` where there is nothing.
fn sum(terms: impl Iterator<Item = (String, i64)>, constant: i64) -> String {
    let mut out = String::new();
    let mut add = |text: String, minus: bool| {
        match (out.is_empty(), minus) {
            (true, false) => {}
            (true, true) => out.push_str("- "),
            (false, false) => out.push_str(" + "),
            (false, true) => out.push_str(" - "),
        }
        out.push_str(&text);
    };
    for (name, c) in terms {
        let text = if c.unsigned_abs() == 1 { name } else { format!("{} * {name}", c.unsigned_abs()) };
        add(text, c < 0);
    }
    if constant != 0 || out.is_empty() {
        if out.is_empty() && constant < 0 {
            return format!("- {}", constant.unsigned_abs());
        }
        let minus = constant < 0;
        out.push_str(match (out.is_empty(), minus) {
            (true, _) => "",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        out.push_str(&constant.unsigned_abs().to_string());
    }
    out
}

/// The numerator of a form.
pub(super) fn numerator(lin: &Lin, names: &[String]) -> String {
    sum(lin.terms.iter().map(|(v, c)| (names[*v].clone(), *c)), lin.constant)
}

/// A form; a division where it has a denominator.
pub(super) fn form(lin: &Lin, names: &[String]) -> String {
    match lin.den {
        1 => numerator(lin, names),
        den => format!("({}) / {den}", numerator(lin, names)),
    }
}

/// A form to which something may be applied.
pub(super) fn bracketed(lin: &Lin, names: &[String]) -> String {
    match lin.as_var() {
        Some(v) => names[v].clone(),
        None => format!("({})", form(lin, names)),
    }
}

/// A condition for people.
pub(super) fn condition(cond: &Cond, names: &[String]) -> String {
    let joined = |conds: &[Cond], with: &str| {
        conds.iter().map(|c| format!("({})", condition(c, names))).collect::<Vec<_>>().join(with)
    };
    match cond {
        Cond::Known(true) => "True".into(),
        Cond::Known(false) => "False".into(),
        Cond::Not(c) => format!("~ ({})", condition(c, names)),
        Cond::All(conds) => joined(conds, " /\\ "),
        Cond::Any(conds) => joined(conds, " \\/ "),
        Cond::Atom(a) => atom(a, names),
    }
}

/// An atom, with what is negative on the right.
fn atom(a: &Atom, names: &[String]) -> String {
    let terms = |sign: i64| {
        let own = move |t: &&(Var, i64)| t.1.signum() == sign;
        a.terms.iter().filter(own).map(|(v, c)| (names[*v].clone(), c.abs()))
    };
    if let Test::Divides(m) = a.test {
        let all = a.terms.iter().map(|(v, c)| (names[*v].clone(), *c));
        return format!("({}) mod {m} = 0", sum(all, a.constant));
    }
    let left = sum(terms(1), a.constant.max(0));
    let right = sum(terms(-1), a.constant.saturating_neg().max(0));
    format!("{left} {} {right}", if a.test == Test::AtMost { "<=" } else { "=" })
}

/// A condition as data.
pub(super) fn data(cond: &Cond) -> String {
    // Two by two, so that lists of many are not deep.
    fn joined(conds: &[Cond], with: &str, none: &str) -> String {
        match conds {
            [] => none.into(),
            [one] => data(one),
            many => {
                let (left, right) = many.split_at(many.len() / 2);
                format!("({with} {} {})", joined(left, with, none), joined(right, with, none))
            }
        }
    }
    match cond {
        Cond::Known(true) => "Yes".into(),
        Cond::Known(false) => "No".into(),
        Cond::Not(c) => format!("(Not {})", data(c)),
        Cond::All(conds) => joined(conds, "And", "Yes"),
        Cond::Any(conds) => joined(conds, "Or", "No"),
        Cond::Atom(a) => {
            let test = match a.test {
                Test::AtMost => "AtMost".to_string(),
                Test::Zero => "Zero".to_string(),
                Test::Divides(m) => format!("(Divides {m})"),
            };
            let width = a.terms.iter().map(|(v, _)| v + 1).max().unwrap_or(0);
            let coefficient = |v| a.terms.iter().find(|t| t.0 == v).map_or(0, |t| t.1);
            format!("(Atom {test} {} {})", integers((0..width).map(coefficient)), integer(a.constant))
        }
    }
}

/// An integer that may stand as an argument.
pub(super) fn integer(n: i64) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

/// A list of integers.
pub(super) fn integers(list: impl Iterator<Item = i64>) -> String {
    format!("[{}]", list.map(integer).collect::<Vec<_>>().join("; "))
}

/// A list of `nat`.
pub(super) fn naturals(list: impl Iterator<Item = usize>) -> String {
    format!("[{}]", list.map(|n| format!("{n}%nat")).collect::<Vec<_>>().join("; "))
}

/// A list.
pub(super) fn list(items: &[String]) -> String {
    format!("[{}]", items.join("; "))
}

/// A pattern that takes a list of just these apart.
pub(super) fn exactly(names: &[String]) -> String {
    names.iter().rev().fold("[|? ?]".to_string(), |rest, name| format!("[|{name} {rest}]"))
}

/// Text that may stand in a comment.
pub(super) fn comment(text: &str) -> String {
    text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}
