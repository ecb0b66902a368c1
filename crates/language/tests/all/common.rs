//! Games from short texts.

use bouton_language::check::{LoadError, Loader, NoLoader, load};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Interp;
use bouton_language::value::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One rule a line; `;` between them stands for a new line, except inside a graph.
pub(crate) fn lines(text: &str) -> String {
    let mut depth = 0;
    let outside = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ';' && depth == 0
    };
    text.split(outside).map(str::trim).collect::<Vec<_>>().join("\n")
}

fn made(text: &str, loader: &dyn Loader, set: &[(usize, Value)]) -> Interp {
    let loaded = load("rules", text, loader);
    let all: Vec<String> = loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, Lang::En)).collect();
    let rules = loaded.rules.unwrap_or_else(|| panic!("{text}\n{}", all.join("\n")));
    Interp::new(Arc::new(rules), set).unwrap_or_else(|d| panic!("{text}\n{}", d.problem.message(Lang::En)))
}

/// A game from a text that may name other files.
pub(crate) fn game_with(text: &str, loader: &dyn Loader) -> Interp {
    made(text, loader, &[])
}

/// A game from [`lines`].
pub(crate) fn game(text: &str) -> Interp {
    with(text, &[])
}

/// The same with values for its parameters.
pub(crate) fn with(text: &str, set: &[(usize, Value)]) -> Interp {
    made(&lines(text), &NoLoader, set)
}

/// The games of the library; finds `like` and graphs among their files.
pub(crate) struct Library;

impl Library {
    fn file(&self, name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name)
    }

    /// Every game: the name of its file, and its text.
    pub(crate) fn games(&self) -> Vec<(String, String)> {
        let files = std::fs::read_dir(self.file("")).unwrap().map(|entry| entry.unwrap().path());
        let games = files.filter(|path| path.extension().is_some_and(|e| e == "game"));
        games.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
    }
}

impl Loader for Library {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        let file = format!("{name}.game");
        let missing = |_| LoadError::NotFound { known: Vec::new() };
        std::fs::read_to_string(self.file(&file)).map(|text| (file, text)).map_err(missing)
    }

    fn graph(&self, path: &str) -> Result<Box<dyn std::io::Read>, LoadError> {
        let file = std::fs::File::open(self.file(path));
        Ok(Box::new(file.map_err(|e| LoadError::Unreadable { why: e.to_string() })?))
    }
}
