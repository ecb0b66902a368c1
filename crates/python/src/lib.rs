//! The engine as an extension module of Python: `bouton._bouton`, which the package `bouton` (`python/src/bouton`) wraps.
//!
//! Questions come in as plain values, are asked of crate `bouton` with the interpreter's lock given up, and go out as the JSON of
//! `bouton::report`, made into dictionaries; arrays of numbers are handed over as they are. Nothing is computed or worded here.
//! [`border`] is the one way across: limits, Ctrl-C, progress, and panics that become exceptions.

mod arrays;
mod asks;
mod border;
mod convert;
mod error;
mod game;
mod own;
mod playing;
mod proofs;
mod values;

use bouton::language::diagnostic::Lang;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// What is spoken: 0 not yet settled, 1 English, 2 Chinese.
static SPOKEN: AtomicU8 = AtomicU8::new(0);

/// The language of sentences: what was asked for last, else that of the environment, as at the command.
pub(crate) fn lang() -> Lang {
    match SPOKEN.load(Ordering::Relaxed) {
        1 => Lang::En,
        2 => Lang::Zh,
        _ => speak(Lang::from_environment(|name| std::env::var(name).ok())),
    }
}

fn speak(lang: Lang) -> Lang {
    SPOKEN.store(lang.pick(1, 2), Ordering::Relaxed);
    lang
}

/// The language of sentences, after it was set if a word is given.
#[pyfunction]
#[pyo3(signature = (word=None))]
fn language(word: Option<&str>) -> PyResult<&'static str> {
    let lang = match word {
        None => lang(),
        Some(word) => speak(Lang::named(word).ok_or_else(|| {
            pyo3::exceptions::PyValueError::new_err(format!("I speak en and zh, not \"{word}\"."))
        })?),
    };
    Ok(lang.pick("en", "zh"))
}

/// The module.
#[pymodule]
fn _bouton(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<own::OwnEngine>()?;
    module.add_class::<playing::Playing>()?;
    module.add_class::<proofs::Finding>()?;
    module.add_class::<arrays::TableData>()?;
    module.add_function(wrap_pyfunction!(language, module)?)?;
    module.add_function(wrap_pyfunction!(border::amount, module)?)?;
    module.add_function(wrap_pyfunction!(border::broken, module)?)?;
    module.add_function(wrap_pyfunction!(asks::library, module)?)?;
    module.add_function(wrap_pyfunction!(asks::solve, module)?)?;
    module.add_function(wrap_pyfunction!(asks::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(asks::explain, module)?)?;
    module.add_function(wrap_pyfunction!(asks::pattern, module)?)?;
    module.add_function(wrap_pyfunction!(asks::pattern_in, module)?)?;
    module.add_function(wrap_pyfunction!(asks::check, module)?)?;
    module.add_function(wrap_pyfunction!(asks::starts, module)?)?;
    module.add_function(wrap_pyfunction!(asks::same, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::values, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::table, module)?)?;
    module.add_function(wrap_pyfunction!(proofs::prove, module)?)?;
    module.add_function(wrap_pyfunction!(proofs::verify, module)?)?;
    module.add_function(wrap_pyfunction!(values::value, module)?)?;
    module.add_function(wrap_pyfunction!(values::thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(values::misere, module)?)?;
    Ok(())
}
