//! Problems as exceptions: the classes of `bouton.errors`, with the picture that the command prints and the fields of the place.

use bouton::Problem;
use bouton::language::diagnostic::{Diagnostic, Severity};
use bouton::language::span::Sources;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The class of a problem.
fn class(problem: &Problem) -> &'static str {
    match problem {
        Problem::Rules { .. } => "RulesError",
        Problem::Run { .. } => "RunError",
        Problem::Input(_) => "InputError",
        Problem::UnknownGame { .. } => "InputError",
        Problem::Cycle { .. } => "EndlessError",
        Problem::NotApplicable(_) => "NotApplicable",
        Problem::File { .. } => "FileError",
        Problem::Over(_) => "OverBudget",
        Problem::Interrupted => "Interrupted",
    }
}

/// The exception for a problem.
pub(crate) fn exception(py: Python<'_>, problem: &Problem) -> PyErr {
    let lang = crate::lang();
    made(py, class(problem), &problem.render(lang, false), |fields| {
        fields.set_item("exit_code", problem.exit_code())?;
        let (diagnostics, sources): (&[Diagnostic], &Sources) = match problem {
            Problem::Rules { diagnostics, sources } => (diagnostics, sources),
            Problem::Run { diagnostic, sources, .. } => (std::slice::from_ref(diagnostic), sources),
            Problem::Input(words) => return fields.set_item("hint", words.help(lang)),
            _ => return Ok(()),
        };
        let mut listed = Vec::new();
        for diagnostic in diagnostics {
            let one = PyDict::new(py);
            let (file, line) = sources.line(diagnostic.span);
            one.set_item(
                "severity",
                if diagnostic.severity == Severity::Error { "error" } else { "warning" },
            )?;
            one.set_item("file", file)?;
            one.set_item("line", line)?;
            one.set_item("column", column(diagnostic, sources))?;
            one.set_item("message", diagnostic.problem.message(lang))?;
            one.set_item("hint", diagnostic.problem.help(lang))?;
            listed.push(one);
        }
        // The first mistake is what the exception itself is about.
        let first = diagnostics.iter().position(|d| d.severity == Severity::Error).unwrap_or(0);
        if let Some(first) = listed.get(first) {
            for key in ["file", "line", "column", "hint"] {
                fields.set_item(key, first.get_item(key)?)?;
            }
        }
        fields.set_item("diagnostics", listed)
    })
}

/// The character, from 1, at which a mistake begins in its line.
fn column(diagnostic: &Diagnostic, sources: &Sources) -> usize {
    let text = sources.get(diagnostic.span.source).map_or("", |source| source.text.as_str());
    let before = text.get(..(diagnostic.span.start as usize).min(text.len())).unwrap_or("");
    1 + before.rsplit('\n').next().unwrap_or("").chars().count()
}

/// An exception of a class of `bouton.errors`.
pub(crate) fn made(
    py: Python<'_>,
    class: &str,
    text: &str,
    fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let fields = PyDict::new(py);
        fill(&fields)?;
        let class = py.import("bouton.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((text,), Some(&fields))?))
    };
    make().unwrap_or_else(|error| error)
}
