//! Loading games in tests: from the library, or from a few lines of text.

pub(crate) mod held;

use bouton_compile::{Core, Facts};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Interp, Position};
use bouton_language::position::parse_position;
use bouton_language::{LoadError, Loader, load};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of the library.
pub(crate) fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// Resolves `like` and graph files in the library.
pub(crate) struct Library;

impl Loader for Library {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        let text = std::fs::read_to_string(library().join(format!("{name}.game")));
        text.map(|t| (name.to_string(), t)).map_err(|e| LoadError::Unreadable { why: e.to_string() })
    }

    fn graph(&self, path: &str) -> Result<Box<dyn std::io::Read>, LoadError> {
        let file = std::fs::File::open(library().join(path));
        Ok(Box::new(file.map_err(|e| LoadError::Unreadable { why: e.to_string() })?))
    }
}

/// A game from its text.
pub(crate) fn game(name: &str, text: &str) -> Interp {
    let loaded = load(name, text, &Library);
    let Some(rules) = loaded.rules else {
        let lines: Vec<String> =
            loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, Lang::En)).collect();
        panic!("{name} does not load: {}\n{text}", lines.join("\n"));
    };
    Interp::new(Arc::new(rules), &[])
        .unwrap_or_else(|d| panic!("{name}: {}", d.line(&loaded.sources, Lang::En)))
}

/// The facts of a game with its default parameters.
pub(crate) fn facts(interp: &Interp) -> Facts {
    Facts::new(&Core::new(interp))
}

/// All games of the library: name and interpreter.
pub(crate) fn games() -> Vec<(String, Interp)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(library())
        .expect("the library's folder")
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|x| x == "game"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|p| {
            let name = p.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&p).expect("a readable file");
            let interp = game(&name, &text);
            (name, interp)
        })
        .collect()
}

/// Positions to start from: those of the examples, and the one that needs no typing.
pub(crate) fn starts(interp: &Interp) -> Vec<Position> {
    let examples = interp.rules().examples.iter().filter(|e| !e.setup && e.with.is_empty());
    let mut out: Vec<Position> = examples.filter_map(|e| parse_position(interp, &e.position).ok()).collect();
    out.extend(parse_position(interp, ""));
    out
}
