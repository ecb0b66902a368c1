//! Formulas of the rules language as mathematics: `n mod 4 >= 1` becomes n mod 4 ≥ 1.
//!
//! Token by token, so that whatever is written braces stay balanced: what has no sign of its own stands as text.

use super::escape;

/// With more commas than these a formula may be broken behind each.
const COMMAS: usize = 8;

/// A formula, to stand between `\(` and `\)`.
pub fn math(formula: &str) -> String {
    let mut out = String::new();
    // What closes each open parenthesis.
    let mut open: Vec<&'static str> = Vec::new();
    let tokens = tokens(formula);
    // A list of many goes on in the next line.
    let many = tokens.iter().filter(|t| *t == ",").count() > COMMAS;
    for (i, token) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1).map(String::as_str);
        match token.as_str() {
            "(" => {
                let before = i.checked_sub(1).and_then(|p| tokens.get(p)).map(String::as_str);
                let (begin, end) = match before {
                    Some("floor") => ("\\lfloor ", "\\rfloor "),
                    Some("abs") => ("\\lvert ", "\\rvert "),
                    _ => ("(", ")"),
                };
                out.push_str(begin);
                open.push(end);
            }
            ")" => out.push_str(open.pop().unwrap_or(")")),
            "," if many => out.push_str(",\\allowbreak "),
            "floor" | "abs" if next == Some("(") => {}
            word => out.push_str(&sign(word, next == Some("("))),
        }
    }
    out.trim().to_string()
}

fn sign(token: &str, called: bool) -> String {
    let fixed = match token {
        ">=" | "≥" => "\\ge ",
        "<=" | "≤" => "\\le ",
        "!=" | "≠" => "\\ne ",
        "->" | "→" => "\\to ",
        ".." => "\\,..\\,",
        "**" => "\\mathbin{\\uparrow}",
        "*" => "\\cdot ",
        "xor" | "异或" if called => "\\operatorname{xor}",
        "xor" | "⊕" | "异或" => "\\oplus ",
        "mod" | "%" | "模" => "\\bmod ",
        "div" | "整除" => "\\mathbin{\\mathrm{div}}",
        "in" | "∈" => "\\in ",
        "min" => "\\min ",
        "max" => "\\max ",
        "gcd" => "\\gcd ",
        "phi" => "\\varphi ",
        "+" | "-" | "=" | "<" | ">" | "," | "[" | "]" | ";" | ":" | "/" => return token.to_string(),
        "{" => "\\{",
        "}" => "\\}",
        "|" => "\\vert ",
        "…" => "\\ldots ",
        "and" | "or" | "not" | "if" | "iff" | "otherwise" | "for" | "with" => {
            return format!("\\text{{ {token} }}");
        }
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_string();
    }
    let number = token.chars().all(|c| c.is_ascii_digit());
    let one = token.chars().count() == 1 && token.is_ascii();
    if number || one && token.chars().all(|c| c.is_ascii_alphabetic()) {
        return token.to_string();
    }
    if token.chars().all(|c| c.is_ascii_alphanumeric()) {
        let font = if called { "mathrm" } else { "mathit" };
        return format!("\\{font}{{{token}}}");
    }
    format!("\\text{{{}}}", escape::text(token))
}

/// Words, numbers and signs; blanks are dropped.
fn tokens(formula: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = formula;
    while let Some(c) = rest.chars().next() {
        let two = ["**", ">=", "<=", "!=", "->", ".."].into_iter().find(|t| rest.starts_with(t));
        let length = if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        } else if let Some(two) = two {
            two.len()
        } else if c.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        } else if c.is_alphanumeric() || c == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        out.push(rest[..length].to_string());
        rest = &rest[length..];
    }
    out
}
