//! Values typed on their own: `7`, `{1, 3, 4}`, `2**100`, `graph { 0 -> 1 }`, and `@edges.txt` for the graph in a file.

use crate::check::{Loader, load};
use crate::diagnostic::{Diagnostic, Lang, Severity, Wording};
use crate::interp::Interp;
use crate::span::Sources;
use crate::value::Value;
use std::sync::Arc;

/// Why a typed value cannot be used.
#[derive(Clone, Debug)]
pub struct ValueError {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The text behind its place.
    pub sources: Sources,
}

impl Wording for ValueError {
    fn message(&self, lang: Lang) -> String {
        self.diagnostic.problem.message(lang)
    }

    fn help(&self, lang: Lang) -> Option<String> {
        self.diagnostic.problem.help(lang)
    }
}

/// The value of a text. It means what it would mean as the value of a parameter, so it is read as one.
pub fn read_value(text: &str, loader: &dyn Loader) -> Result<Value, ValueError> {
    let file = text.trim().strip_prefix('@').map(|path| format!("graph file \"{}\"", path.trim()));
    let text = file.as_deref().unwrap_or(text);
    // A line break would begin another rule.
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let loaded = load("value", &format!("position n = 0\nmove: n -> 0\nparam value = {text}"), loader);
    let failed = |diagnostic| ValueError { diagnostic, sources: loaded.sources.clone() };
    let Some(rules) = loaded.rules else {
        let found = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error).cloned();
        return Err(failed(found.unwrap_or_else(|| {
            Diagnostic::error(crate::span::Span::default(), crate::interp::Problem::NoCase)
        })));
    };
    let interp = Interp::new(Arc::new(rules), &[]).map_err(failed)?;
    Ok(interp.params().first().cloned().unwrap_or(Value::Int(0)))
}
