//! Saved tables: a table is written to a file block by block, taken up again after an interrupt or a kill, and read back
//! to answer questions without solving anything.
//!
//! [`Solver::save`] writes, [`SavedTable`] reads; the file itself is the business of [`bouton_saved`]. A file says of
//! which rules, parameters and ranges it is a table (`about`, `identity`), and is refused for any other.
//!
//! Values are found the way [`Solver::table`] finds them. Where an engine fills a whole box at once (`table/bulk`), its cells
//! are streamed into the file. Elsewhere they are found one by one, and when a table is taken up again the solver first
//! learns what the file knows, so that no position is solved twice.
//!
//! A table that workers of many processes fill lies in a folder ([`Spread`], [`bouton_saved::shards`]): all positions of a
//! space by their numbers, for both players, and not the places of a layout. It is read by the same [`SavedTable`].

mod about;
mod export;
mod folder;
pub(crate) mod identity;
mod known;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod problem;
mod table;

pub use export::{Sink, write_file};
pub use folder::Spread;
pub use table::SavedTable;

use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::table::bulk::Learn;
use crate::table::fill::TablePlan;
use crate::table::layout::{Layout, Site};
use crate::table::{TableQuestion, code};
use about::About;
use bouton_saved::{BLOCK, Deed, Found, Key, SavedError, Writer, look};
use problem::file;
pub(crate) use problem::{Misfit, misfit};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Tables of more cells than this are not even begun.
const MOST: u64 = 1 << 40;

/// Positions between looks at the clock and at Ctrl-C.
const LOOK: u64 = 256;

/// What was found under the name of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// Nothing: the table is new.
    New,
    /// Some blocks of it.
    Part {
        /// How many.
        blocks: u64,
        /// Positions in them.
        cells: u64,
        /// Bytes behind them that were no whole block.
        torn: u64,
        /// Positions in all, where that is known.
        of: Option<u64>,
    },
    /// All of it.
    Complete,
}

/// How saving ended.
pub enum SaveEnd {
    /// The table is complete.
    Complete(Box<SavedTable>),
    /// The budget ran out or somebody stopped it. What was finished is kept.
    Stopped {
        /// Why.
        problem: Problem,
        /// Blocks, the last one perhaps short.
        blocks: u64,
        /// Positions in them.
        cells: u64,
        /// Positions in all, where that is known.
        of: Option<u64>,
        /// Where they are kept.
        part: PathBuf,
    },
}

impl Solver {
    /// Fills a table into a file, `block` positions at a time. A table that was begun under this name is gone on with, a
    /// complete one is left as it is; `note` is told which.
    pub fn save(
        &mut self,
        question: &TableQuestion,
        path: &Path,
        block: Option<u32>,
        note: &mut dyn FnMut(&Begun),
    ) -> Result<SaveEnd, Problem> {
        let game = &question.game;
        let plan = self.table_plan(question, MOST)?;
        let layout = &plan.layout;
        let about =
            About::new(question, layout, plan.show).ok_or_else(|| misfit(path, false, Misfit::Best))?;
        if path.is_dir() {
            let error = std::io::ErrorKind::IsADirectory.into();
            return Err(file(SavedError::Io { path: path.to_path_buf(), deed: Deed::Write, error }));
        }
        let mut writer = match look(path).map_err(file)? {
            Found::Complete(mut reader) => {
                fits(reader.text(), &about, game, layout).map_err(|why| misfit(path, false, why))?;
                reader.verify().map_err(file)?;
                note(&Begun::Complete);
                return SavedTable::of(*reader, game).map(|t| SaveEnd::Complete(Box::new(t)));
            }
            Found::Part(part) => {
                let refuse = |why| misfit(path, true, why);
                let saved = fits(part.text(), &about, game, layout).map_err(refuse)?;
                if saved.engine != about.engine {
                    return Err(refuse(Misfit::Engine { saved: saved.engine }));
                }
                if let Some(asked) = block.filter(|b| *b != part.block()) {
                    return Err(refuse(Misfit::Block { saved: part.block(), asked }));
                }
                let (writer, kept) = part.resume().map_err(file)?;
                let of = layout.cells();
                note(&Begun::Part { blocks: kept.blocks, cells: kept.cells, torn: kept.torn, of });
                writer
            }
            Found::Nothing => {
                note(&Begun::New);
                let text = serde_json::to_string(&about).unwrap_or_default();
                let keyed = layout.cells().is_none();
                Writer::create(path, &text, block.unwrap_or(BLOCK), keyed).map_err(file)?
            }
        };
        match self.fill(&plan, &mut writer) {
            Ok(()) => {}
            Err(problem @ (Problem::Over(_) | Problem::Interrupted)) => {
                writer.keep().map_err(file)?;
                let (blocks, cells, part) = (writer.blocks(), writer.finished(), writer.part().to_path_buf());
                return Ok(SaveEnd::Stopped { problem, blocks, cells, of: layout.cells(), part });
            }
            Err(other) => return Err(other),
        }
        writer.finish().map_err(file)?;
        SavedTable::open(path, game).map(|t| SaveEnd::Complete(Box::new(t)))
    }

    /// Writes all cells that are not there yet.
    fn fill(&mut self, plan: &TablePlan, writer: &mut Writer) -> Result<(), Problem> {
        let _watched = self.watched();
        let file_of = RefCell::new(&mut *writer);
        let first = file_of.borrow().finished();
        let mut earlier = |learn: &mut Learn<'_>| {
            let blocks = file_of.borrow().blocks();
            for block in 0..blocks {
                let cells = file_of.borrow_mut().read_back(block).map_err(file)?;
                (0..cells.len()).filter_map(|i| cells.get(i)).try_for_each(&mut *learn)?;
            }
            Ok(())
        };
        let mut put = |codes: &[u64]| file_of.borrow_mut().extend(codes).map_err(file);
        if self.fill_at_once(plan, first, &mut earlier, &mut put)? {
            return Ok(());
        }
        if !plan.proved {
            if let Some(corner) = plan.layout.corner() {
                self.make_room(plan.layout.game(), &corner, plan.show, plan.mover)?;
            }
            self.learn_back(plan, writer)?;
        }
        self.fill_one_by_one(plan, writer.finished(), &mut |site, cell| {
            let code = code::of(&cell);
            match (plan.layout.cells(), site.position) {
                (None, Some(at)) => writer.push_keyed(table::key(&plan.layout, site.game, at), code),
                _ => writer.push(code),
            }
            .map_err(file)
        })
    }

    /// The solver learns what the finished blocks of a table know.
    fn learn_back(&mut self, plan: &TablePlan, writer: &mut Writer) -> Result<(), Problem> {
        let finished = writer.finished();
        let mut block = None;
        let mut at = 0u64;
        let size = u64::from(writer.block());
        if finished == 0 {
            return Ok(());
        }
        let walked = plan.layout.visit(0, &mut |site: Site<'_>| {
            if at >= finished {
                // Everything is learnt; the walk ends like an interrupted one.
                return Err(Problem::Interrupted);
            }
            if at.is_multiple_of(size) || block.is_none() {
                block = Some(writer.read_back(at / size).map_err(file)?);
            }
            if let (Some(position), Some(cells)) = (site.position, &block) {
                let cell = code::cell(plan.show, cells.get((at % size) as usize));
                self.learn(site.game, position, plan.mover, &cell)?;
            }
            at += 1;
            if at.is_multiple_of(LOOK) { Ok(self.budget().check(at as usize)?) } else { Ok(()) }
        });
        if at >= finished { Ok(()) } else { walked }
    }
}

/// Is a file with this description the table that is asked for?
fn fits(text: &str, asked: &About, game: &Game, layout: &Layout) -> Result<About, Misfit> {
    let saved: About = serde_json::from_str(text).map_err(|_| Misfit::Description)?;
    saved.of_game(game, layout)?;
    saved.same_table(asked)?;
    Ok(saved)
}
