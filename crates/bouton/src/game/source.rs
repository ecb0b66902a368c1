//! What a person at a machine of their own may name as a game: a game of the library, a file, or the rules themselves. The command and
//! Python read it alike; strangers, who have no files here, are read by [`super::line`].

use crate::game::line::{is_numeric, is_rules, octal};
use crate::game::{Folder, Game, catalogue};
use crate::problem::{Problem, quoted};
use bouton_language::check::{LoadError, Loader};
use bouton_language::{both, problems, suggest};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a word that stands for a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The id of a library game.
    Library(&'static str),
    /// A file.
    File(PathBuf),
    /// Rules, as typed.
    Rules(String),
}

problems! {
/// A word is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSource {
    /// No game, no file, no rules; what may have been meant, the nearest first.
    Unknown { name: String, near: Vec<String> } => [
        "There is no game called \"{name}\".{meant}\nAll games: bouton list.  A game may also be a file, or rules in quotes: \"heaps n; move k in {{1,3,4}}: n -> n-k\"",
        "没有叫“{name}”的游戏。{meant}\n全部游戏：bouton list。也可以给出文件，或引号中的规则：\"heaps n; move k in {{1,3,4}}: n -> n-k\"";
        with name = [quoted(name), quoted(name)], meant = meant(near)
    ];
}
}

/// What may have been meant.
fn meant(near: &[String]) -> [String; 2] {
    let maybe = &near[..near.len().min(5)];
    if maybe.is_empty() {
        return Default::default();
    }
    let (or, or_zh) = (maybe.join("  or  "), maybe.join("  或  "));
    both!(" Did you mean  {or} ?", "你是不是想写  {or_zh} ？")
}

impl Source {
    /// What this word means as a game, if it means one. A name of the library wins over a file unless it is written
    /// as a path.
    pub fn of(word: &str) -> Option<Source> {
        if is_rules(word) {
            return Some(Source::Rules(word.to_string()));
        }
        let path = Path::new(word);
        if let Some(rules) = octal(word).filter(|_| !path.is_file()) {
            return Some(Source::Rules(rules));
        }
        // `nim.game` is the library's where there is no such file.
        let stem = word.strip_suffix(".game").filter(|_| !path.is_file());
        if let Some(entry) = stem.and_then(catalogue::find) {
            return Some(Source::Library(entry.id));
        }
        let written_as_path = word.contains(['/', '\\']) || word.ends_with(".game");
        // A lone slash separates the rows of a board.
        if written_as_path && word != "/" {
            return Some(Source::File(path.to_path_buf()));
        }
        // Numbers are looked up nowhere: they are what positions are made of.
        if is_numeric(word) {
            return None;
        }
        if let Some(entry) = catalogue::find(word) {
            return Some(Source::Library(entry.id));
        }
        path.is_file().then(|| Source::File(path.to_path_buf()))
    }

    /// What this word means as a game; otherwise who may have been meant: a game, or one of `others`, which are shown as `shown` says.
    pub fn named(word: &str, others: &[String], shown: impl Fn(&str) -> String) -> Result<Source, Problem> {
        // A misspelt name of the library with `.game` behind it is no file that was lost.
        let lost = |path: &PathBuf| word.ends_with(".game") && !word.contains(['/', '\\']) && !path.exists();
        let found = Source::of(word).filter(|source| match source {
            Source::File(path) if lost(path) => catalogue::near(word.trim_end_matches(".game")).is_empty(),
            _ => true,
        });
        found.ok_or_else(|| {
            let games = catalogue::names();
            let all = others.iter().chain(&games).map(String::as_str);
            let found = suggest::near(word.strip_suffix(".game").unwrap_or(word), all);
            let name = |(_, name): (usize, &str)| match others.iter().any(|v| v == name) {
                true => shown(name),
                false => name.to_string(),
            };
            let near = found.into_iter().take(5).map(name).collect();
            Problem::Input(Arc::new(NoSource::Unknown { name: word.to_string(), near }))
        })
    }

    /// The folder in which its `like` and `graph file` look for files. Rules that a person types at a machine of their own may
    /// read what the person may read.
    pub fn folder(&self) -> Folder {
        let base = match self {
            Source::File(path) => path.parent().map(Path::to_path_buf).unwrap_or_default(),
            _ => PathBuf::new(),
        };
        Folder { base: Some(base) }
    }

    /// The text of the rules and what to call it.
    pub fn text(&self) -> Result<(String, String), Problem> {
        match self {
            Source::Library(id) => {
                let text = catalogue::find(id).map(|e| e.text.to_string()).unwrap_or_default();
                Ok((format!("{id}.game"), text))
            }
            Source::File(path) => {
                let name = path
                    .file_name()
                    .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
                Ok((name, read(path)?))
            }
            Source::Rules(text) => Ok(("rules".into(), text.clone())),
        }
    }

    /// The game.
    pub fn game(&self, loader: &dyn Loader) -> Result<Game, Problem> {
        match self {
            Source::Library(id) => Game::library(id),
            _ => {
                let (name, text) = self.text()?;
                Game::from_text(&name, &text, loader).map(|(game, _)| game)
            }
        }
    }
}

/// A file's text.
pub fn read(path: &Path) -> Result<String, Problem> {
    let problem = |why: String| Problem::File { path: path.display().to_string(), why };
    let bytes = std::fs::read(path).map_err(|e| problem(e.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|e| problem(format!("byte {} is not UTF-8 text", e.utf8_error().valid_up_to())))
}

/// Says whether work is to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// Files that rules name: read within the memory allowed, and no further once somebody wants it to stop.
pub struct Files {
    folder: Folder,
    memory: usize,
    stop: Stop,
}

impl Files {
    /// Files of a folder; graphs among them may take so many bytes.
    pub fn of(folder: Folder, memory: usize, stop: Stop) -> Files {
        Files { folder, memory, stop }
    }

    /// Files as the person here names them.
    pub fn here(memory: usize, stop: Stop) -> Files {
        Files::of(Folder { base: Some(PathBuf::new()) }, memory, stop)
    }
}

impl Loader for Files {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        self.folder.like(name)
    }

    fn graph(&self, path: &str) -> Result<Box<dyn Read>, LoadError> {
        let file = self.folder.graph(path)?;
        Ok(Box::new(Watched { file, stop: self.stop.clone() }))
    }

    fn graph_memory(&self) -> usize {
        self.memory
    }
}

/// A file that ends with an error once it is to stop.
struct Watched {
    file: Box<dyn Read>,
    stop: Stop,
}

impl Read for Watched {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if (self.stop)() {
            return Err(io::Error::other("interrupted"));
        }
        self.file.read(out)
    }
}
