//! Proves what it can of the library of games: one line a game with the numeration, the states, the time and the
//! condition found. `cargo run --release -p bouton-theory --example library [PART OF A NAME]`

use bouton_compile::fragment::derive;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Interp;
use bouton_language::{LoadError, Loader, load};
use bouton_theory::Effort;
use bouton_theory::describe::{describe, describe_values};
use bouton_theory::prove::{Limits, Subject, prove};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

struct Library;

fn folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    std::env::var("GAMES").map_or(own, PathBuf::from)
}

impl Loader for Library {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        let text = std::fs::read_to_string(folder().join(format!("{name}.game")));
        text.map(|t| (name.to_string(), t)).map_err(|e| LoadError::Unreadable { why: e.to_string() })
    }

    fn graph(&self, path: &str) -> Result<Box<dyn std::io::Read>, LoadError> {
        let file = std::fs::File::open(folder().join(path));
        Ok(Box::new(file.map_err(|e| LoadError::Unreadable { why: e.to_string() })?))
    }
}

fn main() {
    let part = std::env::args().nth(1).unwrap_or_default();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .map(|entries| entries.filter_map(|e| e.ok().map(|e| e.path())).collect())
        .unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|x| x == "game"));
    files.sort();
    for path in files {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.contains(&part) {
            println!("{name:24} {}", one(&name, &path));
        }
    }
}

fn one(name: &str, path: &Path) -> String {
    let Ok(text) = std::fs::read_to_string(path) else { return "cannot be read".to_string() };
    let Some(rules) = load(name, &text, &Library).rules else { return "does not load".to_string() };
    let Ok(interp) = Interp::new(Arc::new(rules), &[]) else { return "has no parameters".to_string() };
    let fragment = match derive(interp.rules(), interp.params()) {
        Ok(fragment) => fragment,
        Err(outside) => return format!("outside: {}", outside.say(Lang::En)),
    };
    let begun = Instant::now();
    let theorem = match prove(&fragment, &Limits::default()) {
        Ok(theorem) => theorem,
        Err(e) => return format!("{e} ({:.0} ms)", begun.elapsed().as_secs_f64() * 1000.0),
    };
    let never = || false;
    let effort = Effort::new(&never);
    let said = match theorem.subject {
        Subject::Lost => describe(&fragment, &theorem, &effort).ok().flatten().map(|d| d.condition),
        Subject::Values => describe_values(&theorem, &effort).ok().flatten().map(|p| p.claim),
    };
    format!(
        "{:?} {} states {:.1} ms   {}",
        theorem.dfa.numeration(),
        theorem.dfa.states(),
        theorem.time.as_secs_f64() * 1000.0,
        said.unwrap_or_else(|| "-".to_string())
    )
}
