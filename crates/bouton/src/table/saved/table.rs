//! A finished table in a file, opened for a game: the value of a position, or all values in order.

use super::about::About;
use super::folder::{self, Folder};
use super::problem::{Misfit, file, misfit};
use super::{Key, MOST};
use crate::game::Game;
use crate::problem::Problem;
use crate::table::axis::Steps;
use crate::table::layout::{Layout, Site, Target};
use crate::table::{Cell, Drawing, Show, TableQuestion, code};
use bouton_language::interp::{self, Position, Turn};
use bouton_language::value::Value;
use bouton_saved::{Cells, Reader};
use std::path::Path;

/// Called with the values of the columns and the cell.
type Visit<'v> = dyn FnMut(&[Value], &Cell) -> Result<(), Problem> + 'v;

/// Where the cells are.
enum Source {
    /// In a file, in the order of the layout.
    File(Reader),
    /// In a folder of shards, by the number of the position in its space.
    Folder(Box<Folder>),
}

impl Source {
    fn path(&self) -> &Path {
        match self {
            Source::File(reader) => reader.path(),
            Source::Folder(folder) => folder.path(),
        }
    }

    fn text(&self) -> &str {
        match self {
            Source::File(reader) => reader.text(),
            Source::Folder(folder) => folder.text(),
        }
    }
}

/// A saved table of a game.
pub struct SavedTable {
    source: Source,
    about: About,
    show: Show,
    game: Game,
    layout: Layout,
    /// The game that was last looked up, and whether it is one of this table.
    last: Option<(Game, bool)>,
}

impl SavedTable {
    /// Opens a table for a game; refuses one of another game or with other parameters.
    pub fn open(path: &Path, game: &Game) -> Result<SavedTable, Problem> {
        if path.is_dir() {
            return SavedTable::made(Source::Folder(Box::new(Folder::open(path)?)), game);
        }
        SavedTable::of(Reader::open(path).map_err(file)?, game)
    }

    pub(super) fn of(reader: Reader, game: &Game) -> Result<SavedTable, Problem> {
        SavedTable::made(Source::File(reader), game)
    }

    fn made(mut source: Source, game: &Game) -> Result<SavedTable, Problem> {
        let path = source.path().to_path_buf();
        let refuse = |why| misfit(&path, false, why);
        let about: About = serde_json::from_str(source.text()).map_err(|_| refuse(Misfit::Description))?;
        let show = about.shows().ok_or_else(|| refuse(Misfit::Description))?;
        // The rules come first: a range of another game may not even make sense here.
        about.same_rules(game).map_err(refuse)?;
        let mut layout = Layout::new(&about.question(game), MOST)?;
        about.of_game(game, &layout).map_err(refuse)?;
        let fits = match &mut source {
            Source::File(reader) => layout.cells().is_none_or(|cells| cells == reader.len()),
            Source::Folder(folder) => {
                layout.bound = folder::named(layout.bound);
                folder.number(&layout, show)
            }
        };
        if !fits {
            return Err(refuse(Misfit::Description));
        }
        Ok(SavedTable { source, about, show, game: game.clone(), layout, last: None })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// What each cell holds.
    pub fn show(&self) -> Show {
        self.show
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many cells there are, legal positions or not.
    pub fn len(&self) -> u64 {
        match &self.source {
            Source::File(reader) => reader.len(),
            Source::Folder(folder) => folder.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Length of the file, or of all files of a folder.
    pub fn bytes(&self) -> u64 {
        match &self.source {
            Source::File(reader) => reader.bytes(),
            Source::Folder(folder) => folder.bytes(),
        }
    }

    /// Blocks of the file, and how many of them were read.
    pub fn blocks(&self) -> (u64, u64) {
        match &self.source {
            Source::File(reader) => (reader.blocks(), reader.blocks_read()),
            Source::Folder(folder) => folder.blocks(),
        }
    }

    /// What is listed, in both languages.
    pub fn bound(&self) -> &[String; 2] {
        &self.layout.bound
    }

    /// The names of the columns that tell one position from another.
    pub fn columns(&self) -> &[String] {
        &self.layout.columns
    }

    /// The number of values along each axis; a list is one axis.
    pub fn shape(&self) -> Vec<u64> {
        match self.layout.cells() {
            Some(_) => self.layout.lines.iter().map(|l| l.steps.len()).collect(),
            None => vec![self.len()],
        }
    }

    /// Do the columns hold numbers, all of them?
    pub fn numbers(&self) -> bool {
        self.layout.cells().is_some() && self.layout.lines.iter().all(|l| matches!(l.steps, Steps::Run(..)))
    }

    /// How it is best drawn.
    pub fn drawing(&self) -> Drawing {
        self.layout.drawing()
    }

    /// The question that it answers.
    pub fn question(&self) -> TableQuestion {
        self.about.question(&self.game)
    }

    /// The value of a position of a game, for a player to move. `None` where the table does not tell.
    pub(crate) fn value(
        &mut self,
        game: &Game,
        position: &Position,
        turn: Turn,
    ) -> Result<Option<Cell>, Problem> {
        let rules = game.rules();
        // A folder holds both players' positions.
        let one_mover = matches!(self.source, Source::File(_));
        let other_mover = one_mover && turn.mover != self.about.first && game.kind().partizan();
        if other_mover || (turn.turn != 0 && rules.uses.turn) || !self.is_of(game) {
            return Ok(None);
        }
        let reader = match &mut self.source {
            Source::File(reader) => reader,
            Source::Folder(folder) => {
                let [part] = position.parts.as_slice() else { return Ok(None) };
                let code = folder.code(&game.interp().canonical_part(part), turn.mover)?;
                let cell = code::cell(self.show, code);
                return Ok(Some(cell).filter(|c| !matches!(c, Cell::Illegal | Cell::Unknown)));
            }
        };
        let place = if self.layout.cells().is_some() {
            let [part] = position.parts.as_slice() else { return Ok(None) };
            let place = self.layout.place(game, part);
            place.or_else(|| self.layout.place(game, &game.interp().canonical_part(part)))
        } else {
            reader.find(&key(&self.layout, game, position)).map_err(file)?
        };
        let Some(place) = place else { return Ok(None) };
        let cell = code::cell(self.show, reader.cell(place).map_err(file)?);
        Ok(Some(cell).filter(|c| !matches!(c, Cell::Illegal | Cell::Unknown)))
    }

    fn is_of(&mut self, game: &Game) -> bool {
        if game.same(&self.game) {
            return true;
        }
        if let Some((last, fits)) = &self.last
            && last.same(game)
        {
            return *fits;
        }
        let fits = self.about.of_game(game, &self.layout).is_ok();
        self.last = Some((game.clone(), fits));
        fits
    }

    /// Refuses a position that the table does not tell the winner of.
    pub(crate) fn require(&mut self, game: &Game, position: &Position, turn: Turn) -> Result<(), Problem> {
        if self.show == Show::Moves {
            let saved = self.about.show.clone();
            return Err(misfit(self.path(), false, Misfit::Useless { saved }));
        }
        let whole = self.value(game, position, turn)?.is_some();
        // Grundy values of the parts are as good: they are added.
        let mut parts = whole || (self.show == Show::Grundy && !position.parts.is_empty());
        if !whole && parts {
            for part in &position.parts {
                let alone = Position { parts: vec![part.clone()] };
                parts &= self.value(game, &alone, turn)?.is_some();
            }
        }
        if parts {
            return Ok(());
        }
        Err(self.outside(game, position))
    }

    /// The refusal of a position that is not in the table.
    pub(crate) fn outside(&self, game: &Game, position: &Position) -> Problem {
        let why = Misfit::Outside { position: game.show(position), bound: self.layout.bound.clone() };
        misfit(self.path(), false, why)
    }

    /// Calls `visit` with the values of the columns and the cell of every legal position, in order. Blocks are read one
    /// after the other.
    pub fn each(&mut self, visit: &mut Visit<'_>) -> Result<(), Problem> {
        if matches!(self.source, Source::Folder(_)) {
            return self.each_place(&mut |values, cell| match cell {
                Cell::Illegal => Ok(()),
                cell => visit(values, cell),
            });
        }
        let SavedTable { source: Source::File(reader), layout, show, .. } = self else { return Ok(()) };
        let mut cells = InOrder { reader, show: *show, block: None, number: 0, at: 0 };
        if layout.cells().is_none() {
            return layout.visit(0, &mut |site: Site<'_>| match cells.next()? {
                Some(cell) => visit(&site.values, &cell),
                None => Ok(()),
            });
        }
        let mut place = 0;
        while let Some(cell) = cells.next()? {
            if cell != Cell::Illegal {
                visit(&layout.values_at(place), &cell)?;
            }
            place += 1;
        }
        Ok(())
    }

    /// Calls `visit` with every cell in order, those without a legal position too.
    pub fn cells(&mut self, visit: &mut dyn FnMut(&Cell) -> Result<(), Problem>) -> Result<(), Problem> {
        if matches!(self.source, Source::Folder(_)) {
            return self.each_place(&mut |_, cell| visit(cell));
        }
        let SavedTable { source: Source::File(reader), show, .. } = self else { return Ok(()) };
        let mut cells = InOrder { reader, show: *show, block: None, number: 0, at: 0 };
        while let Some(cell) = cells.next()? {
            visit(&cell)?;
        }
        Ok(())
    }
}

impl SavedTable {
    /// Calls `visit` with every place of the layout, looked up one by one.
    fn each_place(&mut self, visit: &mut Visit<'_>) -> Result<(), Problem> {
        let (layout, turn) = (self.layout.clone(), Turn { mover: self.about.first.min(1), turn: 0 });
        layout.visit(0, &mut |site: Site<'_>| {
            let cell = match site.position {
                Some(position) => self.value(site.game, position, turn)?.unwrap_or(Cell::Illegal),
                None => Cell::Illegal,
            };
            visit(&site.values, &cell)
        })
    }
}

/// The cells of a file, one after the other.
struct InOrder<'r> {
    reader: &'r mut Reader,
    show: Show,
    block: Option<Cells>,
    /// The number of the next block, and the place in the one at hand.
    number: u64,
    at: usize,
}

impl InOrder<'_> {
    fn next(&mut self) -> Result<Option<Cell>, Problem> {
        while self.block.as_ref().is_none_or(|b| self.at >= b.len()) {
            if self.number >= self.reader.blocks() {
                return Ok(None);
            }
            self.block = Some(self.reader.block(self.number).map_err(file)?);
            self.number += 1;
            self.at = 0;
        }
        self.at += 1;
        let code = self.block.as_ref().and_then(|b| b.get(self.at - 1));
        Ok(Some(code::cell(self.show, code)))
    }
}

/// What a position of a list is found by: a hash of its canonical form and of the parameters that vary.
pub(super) fn key(layout: &Layout, game: &Game, position: &Position) -> Key {
    let mut hasher = blake3::Hasher::new();
    for line in &layout.lines {
        if let Target::Param(p) = line.target
            && let Some(value) = game.interp().params().get(p)
        {
            hasher.update(format!("{value};").as_bytes());
        }
    }
    hasher.update(&interp::encode(&game.interp().canonical(position).parts, &[]));
    let mut key = Key::default();
    hasher.finalize_xof().fill(&mut key);
    key
}
