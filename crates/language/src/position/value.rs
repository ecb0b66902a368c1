//! Values typed on their own: `7`, `1e7`, `{1, 3, 4}` or `1,3,4`, `2**100`, `graph { 0 -> 1 }`, and `@file` for what is in
//! a file: a graph, or numbers.

use crate::check::{LoadError, Loader, load};
use crate::diagnostic::{Diagnostic, Misread, Severity};
use crate::interp::Interp;
use crate::number;
use crate::rules::Type;
use crate::span::{Sources, Span};
use crate::value::Value;
use crate::{problems, said};
use std::sync::Arc;

/// The value of a text where a value of this type is expected: sets and lists need no brackets, texts no quotes, and
/// `@file` may hold numbers as well as a graph. Everything else is read as it is written in rules.
pub fn read_value_as(ty: &Type, text: &str, loader: &dyn Loader) -> Result<Value, Misread> {
    let text = text.trim();
    match text.strip_prefix('@').map(str::trim) {
        Some(path) if !matches!(ty, Type::Graph | Type::Any) => {
            let read = loader.text(path).map_err(|e| FileProblem::Unread { path: path.into(), why: e })?;
            let lines: Vec<&str> = read.lines().map(|l| l.split('#').next().unwrap_or("").trim()).collect();
            let lines: Vec<&str> = lines.into_iter().filter(|l| !l.is_empty()).collect();
            if let Some(value) = bare(ty, &lines) {
                return Ok(value);
            }
            // A list as rules write it, over several lines perhaps.
            let whole = lines.join(" ");
            match whole.starts_with(['{', '[']) {
                true => read_value(&whole, loader),
                false => Err(FileProblem::NoNumbers { path: path.into(), odd: first_odd(&whole) }.into()),
            }
        }
        Some(_) => read_value(text, loader),
        None => match bare(ty, &[text]) {
            Some(value) => Ok(value),
            None => read_value(text, loader).or_else(|error| match ty {
                Type::Text if !text.contains(['"', '“']) => Ok(Value::text(text)),
                _ => Err(error),
            }),
        },
    }
}

/// Numbers without brackets: one, or several separated by commas or blanks; in lists of lists, one list a line.
fn bare(ty: &Type, lines: &[&str]) -> Option<Value> {
    let numbers = |line: &&str| pieces(line).map(|n| number::parse(n).map(Value::big)).collect();
    match ty {
        Type::Set(inner) | Type::List(inner) if matches!(**inner, Type::Int | Type::Any) => {
            let all: Option<Vec<Vec<Value>>> = lines.iter().map(numbers).collect();
            let all: Vec<Value> = all?.concat();
            Some(if matches!(ty, Type::Set(_)) { Value::set(all) } else { Value::list(all) })
        }
        Type::List(inner) if matches!(**inner, Type::List(_)) && lines.len() > 1 => {
            let rows = lines.iter().map(|line| bare(inner, &[line])).collect::<Option<Vec<_>>>()?;
            Some(Value::list(rows))
        }
        Type::Int => match lines {
            [one] => number::parse(one).map(Value::big),
            _ => None,
        },
        _ => None,
    }
}

fn pieces(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || ",，、".contains(c)).filter(|p| !p.is_empty())
}

/// The first piece that is no number, not too long to be shown.
fn first_odd(text: &str) -> String {
    let odd = pieces(text).find(|p| number::parse(p).is_none()).unwrap_or_default();
    odd.chars().take(40).collect()
}

problems! {
/// Why a file of numbers cannot be used.
#[derive(Clone, Debug)]
enum FileProblem {
    /// It could not be read.
    Unread { path: String, why: LoadError } => {
        match why {
            LoadError::Refused => {
                said!("Files such as {path} cannot be read here.", "这里不能读取 {path} 这样的文件。")
            }
            LoadError::Unreadable { why } => said!("{path} cannot be read: {why}.", "无法读取 {path}：{why}。"),
            LoadError::NotFound { .. } => said!("There is no file {path}.", "没有文件 {path}。"),
        }
    };
    /// Something else stands in it.
    NoNumbers { path: String, odd: String } => [
        "\"{odd}\" in {path} is no number. Write whole numbers, separated by blanks, commas or line ends.",
        "{path} 中的“{odd}”不是数。请写整数，用空格、逗号或换行隔开。"
    ];
}
}

impl From<FileProblem> for Misread {
    fn from(problem: FileProblem) -> Misread {
        let mut sources = Sources::default();
        let source = sources.add("value", "");
        let span = Span { source, ..Span::default() };
        Misread { diagnostic: Diagnostic::error(span, problem), sources }
    }
}

/// The value of a text. It means what it would mean as the value of a parameter, so it is read as one.
pub fn read_value(text: &str, loader: &dyn Loader) -> Result<Value, Misread> {
    let file = text.trim().strip_prefix('@').map(|path| format!("graph file \"{}\"", path.trim()));
    let text = file.as_deref().unwrap_or(text);
    // A line break would begin another rule.
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let loaded = load("value", &format!("position n = 0\nmove: n -> 0\nparam value = {text}"), loader);
    let failed = |diagnostic| Misread { diagnostic, sources: loaded.sources.clone() };
    let Some(rules) = loaded.rules else {
        let found = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error).cloned();
        return Err(failed(found.unwrap_or_else(|| {
            Diagnostic::error(crate::span::Span::default(), crate::interp::Problem::NoCase)
        })));
    };
    let interp = Interp::new(Arc::new(rules), &[]).map_err(failed)?;
    Ok(interp.params().first().cloned().unwrap_or(Value::Int(0)))
}
