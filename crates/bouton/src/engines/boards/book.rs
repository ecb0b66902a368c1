//! Books: what a search has found out about small boards, kept in a folder between runs.
//!
//! An entry is a board, laid out in bits as the file's head says, with its nimber, or nimbers that it does not have. That is
//! true of the board whatever form a part is searched in, so whoever reads it puts it into the form of today. A file is a saved table
//! (crate `saved`: blocks with checksums, whole or not there at all), one for each set of rules, parameters and sides; its name is a
//! hash of them.

use super::{Bits, Divided};
use crate::game::Game;
use crate::problem::Problem;
use crate::table::saved::{Misfit, identity, misfit};
use bouton_engine::Budget;
use bouton_engine::search::Nim;
use bouton_saved::{BLOCK, Deed, Reader, SavedError, Writer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of books.
#[derive(Clone, Debug)]
pub struct Book {
    folder: PathBuf,
}

/// An entry is the words of a board, two at least, its nimber plus one (0 where it is not known), nimbers that it does not have; filled up so that
/// no entry stands in two blocks.
fn words(divided: &Divided) -> usize {
    divided.solver.words().max(2)
}

/// What a file is about, in its head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    /// Of what kind it is, and how entries are written.
    book: u32,
    rules: String,
    params: Vec<String>,
    sides: Vec<usize>,
    /// Which value of a cell has which bit.
    layout: String,
}

impl About {
    fn of(game: &Game, divided: &Divided) -> About {
        let params = game.interp().params().iter().map(identity::value).collect();
        About {
            book: 1,
            rules: identity::rules(game.rules()),
            params,
            sides: divided.sizes.clone(),
            layout: divided.solver.layout(),
        }
    }
}

impl Book {
    /// The books of a folder; it is made if it is not there.
    pub fn open(folder: &Path) -> Result<Book, Problem> {
        let failed = |error| SavedError::Io { path: folder.to_path_buf(), deed: Deed::Write, error };
        std::fs::create_dir_all(folder).map_err(failed)?;
        Ok(Book { folder: folder.to_path_buf() })
    }

    /// The file about a board, and the text in its head.
    fn file(&self, about: &About) -> (PathBuf, String) {
        let text = serde_json::json!(about).to_string();
        let name = &blake3::hash(text.as_bytes()).to_hex()[..24];
        (self.folder.join(format!("{name}.book")), text)
    }

    /// Calls `f` with every entry that there is about a board of so many words.
    fn each(&self, about: &About, words: usize, mut f: impl FnMut(Bits, Nim)) -> Result<(), Problem> {
        let entry = (words + 2).next_power_of_two();
        let (path, text) = self.file(about);
        if !path.exists() {
            return Ok(());
        }
        let mut reader = Reader::open(&path)?;
        if reader.text() != text || reader.len() % entry as u64 != 0 {
            return Err(misfit(&path, false, Misfit::Description));
        }
        for number in 0..reader.blocks() {
            let cells = reader.block(number)?;
            let cell = |i: usize| cells.get(i).unwrap_or(0);
            for at in (0..cells.len()).step_by(entry) {
                let board = std::array::from_fn(|i| if i < words { cell(at + i) } else { 0 });
                let nimber = cell(at + words).checked_sub(1).and_then(|n| u32::try_from(n).ok());
                f(board, Nim { nimber, not: cell(at + words + 1) });
            }
        }
        Ok(())
    }

    /// Tells the solver of a board what is known.
    pub(super) fn tell(&self, game: &Game, divided: &mut Divided, budget: &Budget) -> Result<(), Problem> {
        let (about, words) = (About::of(game, divided), words(divided));
        let solver = &mut divided.solver;
        self.each(&about, words, |board, fact| solver.recall(board, fact, budget))
    }

    /// Adds what the solver of a board knows; says how many boards there are now.
    pub(super) fn keep(&self, game: &Game, divided: &Divided) -> Result<usize, Problem> {
        let (about, words) = (About::of(game, divided), words(divided));
        let mut all: BTreeMap<Bits, Nim> = divided.solver.facts().into_iter().collect();
        self.each(&about, words, |board, older| {
            let fact = all.entry(board).or_insert(older);
            *fact = Nim { nimber: fact.nimber.or(older.nimber), not: fact.not | older.not };
        })?;
        let (path, text) = self.file(&about);
        let mut writer = Writer::create(&path, &text, BLOCK, false)?;
        for (board, fact) in &all {
            let nimber = fact.nimber.map_or(0, |n| u64::from(n) + 1);
            let mut entry = [&board[..words], &[nimber, fact.not]].concat();
            entry.resize(entry.len().next_power_of_two(), 0);
            writer.extend(&entry)?;
        }
        writer.finish()?;
        Ok(all.len())
    }
}
