//! GAME on the command line: what a person may name as a game, or `-` for standard input.

use crate::commands;
use crate::flags::amounts::allowed;
use crate::mistake::Failure;
use crate::terminal::interrupt;
use bouton::game::source::{self, Files, Stop};
use bouton::{Folder, Game, Problem};
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What a word that stands for a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A game of the library, a file, or rules.
    Named(source::Source),
    /// Standard input.
    StandardInput,
}

impl Source {
    /// What this word means as a game, if it means one.
    pub(crate) fn of(word: &str) -> Option<Source> {
        match word {
            "-" => Some(Source::StandardInput),
            word => source::Source::of(word).map(Source::Named),
        }
    }

    /// What this word means as a game; otherwise who may have been meant: of a `first` word also a verb.
    pub(crate) fn named(word: &str, first: bool) -> Result<Source, Failure> {
        if word == "-" {
            return Ok(Source::StandardInput);
        }
        let verbs = if first { commands::verbs() } else { Vec::new() };
        Ok(Source::Named(source::Source::named(word, &verbs, |verb| format!("bouton {verb} …"))?))
    }

    /// The folder in which its `like` and `graph file` look for files.
    pub(crate) fn folder(&self) -> Folder {
        match self {
            Source::Named(source) => source.folder(),
            Source::StandardInput => Folder { base: Some(PathBuf::new()) },
        }
    }

    /// The text of the rules and what to call it.
    pub(crate) fn text(&self) -> Result<(String, String), Failure> {
        match self {
            Source::Named(source) => Ok(source.text()?),
            Source::StandardInput => Ok(("rules".into(), read_standard_input()?)),
        }
    }

    /// The game; graphs that its rules read from files may take so much memory.
    pub(crate) fn game_within(&self, memory: Option<usize>) -> Result<Game, Failure> {
        let files = files(self.folder(), memory);
        match self {
            Source::Named(source) => Ok(source.game(&files)?),
            Source::StandardInput => {
                let (name, text) = self.text()?;
                Ok(Game::from_text(&name, &text, &files)?.0)
            }
        }
    }
}

/// Files of a folder; graphs among them may take so much memory, if a limit was given. Ctrl-C ends their reading.
pub(crate) fn files(folder: Folder, memory: Option<usize>) -> Files {
    Files::of(folder, allowed(memory), stop())
}

/// Files as the person at the command names them.
pub(crate) fn files_here(memory: Option<usize>) -> Files {
    Files::here(allowed(memory), stop())
}

fn stop() -> Stop {
    let flag = interrupt::flag();
    Arc::new(move || flag.load(Ordering::Relaxed))
}

/// All of standard input.
pub(crate) fn read_standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|e| Problem::File { path: "-".into(), why: e.to_string() })?;
    Ok(text)
}
