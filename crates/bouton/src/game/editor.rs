//! Help for an editor of rules: what is wrong and where, in both languages, and the names that a text declares.
//!
//! Places are counted as browsers count them: lines and columns from 1, offsets from 0, columns and offsets in UTF-16 units.

use crate::game::Game;
use crate::problem::Problem;
use bouton_language::ast::{Choice, LineKind};
use bouton_language::check::Loader;
use bouton_language::diagnostic::{Diagnostic, Lang, Severity};
use bouton_language::keywords;
use bouton_language::parse::parse;
use bouton_language::rules::Builtin;
use bouton_language::value::KnownSet;
use serde_json::{Value as Json, json};

/// What an editor wants to know about a text.
pub struct Checked {
    /// Errors and warnings, as [`diagnostics`] gives them.
    pub diagnostics: Vec<Json>,
    /// The names that the text declares, each with its kind.
    pub names: Vec<(String, &'static str)>,
    /// The game, if there is no error.
    pub game: Option<Game>,
}

/// Checks a text while it is typed.
pub fn check(text: &str, loader: &dyn Loader) -> Checked {
    let names = names(text);
    match Game::from_text("rules", text, loader) {
        Ok((game, warnings)) => {
            Checked { diagnostics: diagnostics(&warnings, text), names, game: Some(game) }
        }
        Err(Problem::Rules { diagnostics: list, .. }) => {
            Checked { diagnostics: diagnostics(&list, text), names, game: None }
        }
        Err(Problem::Run { diagnostic, .. }) => {
            Checked { diagnostics: diagnostics(&[diagnostic], text), names, game: None }
        }
        Err(other) => {
            let message = json!({"en": other.line(Lang::En), "zh": other.line(Lang::Zh)});
            let whole = json!({
                "severity": "error", "line": 1, "column": 1, "end_line": 1, "end_column": 1, "from": 0, "to": 0,
                "message": message, "help": null,
            });
            Checked { diagnostics: vec![whole], names, game: None }
        }
    }
}

/// Diagnostics of a text as JSON.
pub fn diagnostics(list: &[Diagnostic], text: &str) -> Vec<Json> {
    list.iter()
        .map(|d| {
            // What stands in another text, brought in by `like`, has no place in this one.
            let own = d.span.source == 0;
            let start = if own { boundary(text, d.span.start as usize) } else { 0 };
            let end = if own { boundary(text, d.span.end as usize).max(start) } else { 0 };
            let (from, to) = (Place::of(text, start), Place::of(text, end));
            let both = |word: &dyn Fn(Lang) -> String| json!({"en": word(Lang::En), "zh": word(Lang::Zh)});
            let help = d.problem.help(Lang::En).is_some();
            json!({
                "severity": match d.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
                "line": from.line, "column": from.column, "end_line": to.line, "end_column": to.column,
                "from": from.offset, "to": to.offset,
                "message": both(&|lang| d.problem.message(lang)),
                "help": help.then(|| both(&|lang| d.problem.help(lang).unwrap_or_default())),
            })
        })
        .collect()
}

/// The end of a letter at or before this byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

struct Place {
    line: usize,
    column: usize,
    offset: usize,
}

impl Place {
    fn of(text: &str, byte: usize) -> Place {
        let before = &text[..byte];
        let units = |t: &str| t.chars().map(char::len_utf16).sum::<usize>();
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Place {
            line: 1 + before.bytes().filter(|b| *b == b'\n').count(),
            column: 1 + units(&before[line_start..]),
            offset: units(before),
        }
    }
}

/// The names that a text declares, also if it has mistakes.
fn names(text: &str) -> Vec<(String, &'static str)> {
    let (file, _) = parse(0, text);
    let mut out: Vec<(String, &'static str)> = Vec::new();
    let mut add = |name: &str, kind: &'static str| {
        if !out.iter().any(|(n, k)| n == name && *k == kind) {
            out.push((name.to_string(), kind));
        }
    };
    for line in &file.lines {
        match &line.kind {
            LineKind::Players(a, b) => {
                add(&a.text, "player");
                add(&b.text, "player");
            }
            LineKind::Param { name, .. } => add(&name.text, "param"),
            LineKind::Define { name, .. } => add(&name.text, "define"),
            LineKind::Fields { fields, .. } => fields.iter().for_each(|f| add(&f.name.text, "field")),
            LineKind::Move { name, choices, .. } => {
                if let Some(name) = name {
                    add(&name.text, "move");
                }
                for choice in choices {
                    if let Choice::In(name, _) | Choice::Let(name, _) = choice {
                        add(&name.text, "choice");
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// The words of the language: those that begin a line, Chinese ones, functions, named sets.
pub fn language() -> Json {
    let functions = Builtin::ALL.iter().map(|(name, _, least, most)| {
        json!({"name": name, "least": least, "most": Some(*most).filter(|m| *m != usize::MAX)})
    });
    json!({
        "lines": keywords::LINES,
        "chinese": keywords::CHINESE,
        "functions": functions.collect::<Vec<_>>(),
        "sets": KnownSet::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
    })
}
