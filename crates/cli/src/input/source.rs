//! GAME on the command line: a name of the library, a file, `-` for standard input, or the rules themselves.

use crate::commands;
use crate::input::files::Files;
use crate::mistake::{Failure, Mistake};
use bouton::game::catalogue;
use bouton::game::line::{is_numeric, is_rules, octal};
use bouton::language::suggest;
use bouton::{Folder, Game, Problem};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a word that stands for a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The id of a library game.
    Library(&'static str),
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// Rules, as typed.
    Rules(String),
}

impl Source {
    /// What this word means as a game, if it means one. A name of the library wins over a file unless it is written
    /// as a path.
    pub(crate) fn of(word: &str) -> Option<Source> {
        if word == "-" {
            return Some(Source::StandardInput);
        }
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

    /// What this word means as a game; otherwise who may have been meant: of a `first` word also a verb.
    pub(crate) fn named(word: &str, first: bool) -> Result<Source, Mistake> {
        // A misspelt name of the library with `.game` behind it is no file that was lost.
        let lost = |path: &PathBuf| word.ends_with(".game") && !word.contains(['/', '\\']) && !path.exists();
        let found = Source::of(word).filter(|source| match source {
            Source::File(path) if lost(path) => catalogue::near(word.trim_end_matches(".game")).is_empty(),
            _ => true,
        });
        found.ok_or_else(|| {
            let games = catalogue::names();
            let verbs = if first { commands::verbs() } else { Vec::new() };
            let all = verbs.iter().chain(&games).map(String::as_str);
            let found = suggest::near(word.strip_suffix(".game").unwrap_or(word), all);
            let shown = |(_, name): (usize, &str)| match verbs.iter().any(|v| v == name) {
                true => format!("bouton {name} …"),
                false => name.to_string(),
            };
            let near = found.into_iter().take(5).map(shown).collect();
            Mistake::UnknownGame { name: word.to_string(), near }
        })
    }

    /// The folder in which its `like` and `graph file` look for files. Rules that a person types at the command may
    /// read what the person may read.
    pub(crate) fn folder(&self) -> Folder {
        let base = match self {
            Source::File(path) => path.parent().map(Path::to_path_buf).unwrap_or_default(),
            _ => PathBuf::new(),
        };
        Folder { base: Some(base) }
    }

    /// The text of the rules and what to call it.
    pub(crate) fn text(&self) -> Result<(String, String), Failure> {
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
            Source::StandardInput => Ok(("rules".into(), read_standard_input()?)),
            Source::Rules(text) => Ok(("rules".into(), text.clone())),
        }
    }

    /// The game; graphs that its rules read from files may take so much memory.
    pub(crate) fn game_within(&self, memory: Option<usize>) -> Result<Game, Failure> {
        match self {
            Source::Library(id) => Ok(Game::library(id)?),
            _ => {
                let (name, text) = self.text()?;
                let (game, _) = Game::from_text(&name, &text, &Files::of(self.folder(), memory))?;
                Ok(game)
            }
        }
    }
}

/// A file's text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let problem = |why: String| Problem::File { path: path.display().to_string(), why };
    let bytes = std::fs::read(path).map_err(|e| problem(e.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|e| problem(format!("byte {} is not UTF-8 text", e.utf8_error().valid_up_to())).into())
}

/// All of standard input.
pub(crate) fn read_standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|e| Problem::File { path: "-".into(), why: e.to_string() })?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_game() {
        let file = |p: &str| Some(Source::File(p.into()));
        let rules = |r: &str| Some(Source::Rules(r.into()));
        let table: &[(&str, Option<Source>)] = &[
            ("nim", Some(Source::Library("nim"))),
            ("NIM", Some(Source::Library("nim"))),
            ("尼姆", Some(Source::Library("nim"))),
            ("./nim", file("./nim")),
            ("my.game", file("my.game")),
            ("nim.game", Some(Source::Library("nim"))),
            ("./nim.game", file("./nim.game")),
            ("0.77", rules("game 0.77; heaps n; octal 0.77")),
            ("-", Some(Source::StandardInput)),
            ("heaps n; move k in 1..n: n -> n-k", rules("heaps n; move k in 1..n: n -> n-k")),
            ("octal 0.77", rules("octal 0.77")),
            ("八进制 0.77", rules("八进制 0.77")),
            ("heaps", None),
            ("/", None),
            ("3", None),
            ("2,0", None),
            ("(2,0)", None),
            ("limit=2", None),
            ("nosuchgame", None),
        ];
        for (word, expected) in table {
            assert_eq!(Source::of(word), *expected, "{word}");
        }
    }
}
