//! A table of a whole space in a folder of shards: what it is of, before it is filled, and its cells, when it is read.

use super::MOST;
use super::about::About;
use super::problem::{Misfit, file, misfit};
use crate::engines::filled::{Ask, NoNumbers, Numbered};
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::table::layout::Layout;
use crate::table::{Show, TableQuestion, applicable, default_show};
use bouton_language::interp::Part;
use bouton_saved::shards::Shards;
use std::path::Path;

/// A table that workers can fill: all positions that can follow from the far corner of what is asked for.
pub struct Spread {
    /// The space.
    pub space: Numbered,
    /// What the table is of: rules, parameters, ranges, values, version; one line.
    pub text: String,
    /// What is asked for, in both languages.
    pub bound: [String; 2],
    /// What each cell holds.
    pub show: Show,
}

impl Spread {
    /// The space of a question, or why there is none.
    pub fn of(question: &TableQuestion, path: &Path) -> Result<Spread, Problem> {
        let game = &question.game;
        let show = question.show.unwrap_or_else(|| default_show(game));
        applicable(game, show)?;
        let layout = Layout::new(question, MOST)?;
        let about = About::new(question, &layout, show).ok_or_else(|| misfit(path, false, Misfit::Best))?;
        let text = serde_json::to_string(&about).unwrap_or_default();
        let corner = layout.corner().ok_or_else(no_corner)?;
        let ask = ask(show).ok_or_else(|| refused(NoNumbers::Ask))?;
        let space = Numbered::of(game, &corner, ask).map_err(refused)?;
        Ok(Spread { space, text, bound: named(layout.bound), show })
    }

    /// A position of the space as a person reads it.
    pub fn shown(&self, game: &Game, cell: usize) -> String {
        let (part, _) = self.space.position(cell);
        game.show(&bouton_language::interp::Position { parts: vec![part] })
    }
}

/// What a table holds, also where no axis says it.
pub(super) fn named(bound: [String; 2]) -> [String; 2] {
    if bound[0].is_empty() { ["the start".into(), "初始局面".into()] } else { bound }
}

fn ask(show: Show) -> Option<Ask> {
    match show {
        Show::Win => Some(Ask::Outcome),
        Show::Remoteness => Some(Ask::Remoteness),
        Show::Grundy => Some(Ask::Grundy),
        _ => None,
    }
}

fn other(en: &str, zh: &str) -> Problem {
    Problem::NotApplicable(NotApplicable::Other([en.into(), zh.into()]))
}

fn no_corner() -> Problem {
    other(
        "Workers fill all positions below one far corner: give a range for every field that has no start, and no range of parameters. Without --workers, --local and --hosts any table is filled on this machine.",
        "多个工作进程填写的是一个最远局面之下的全部局面：请为每个没有初值的字段给出范围，且不要给参数的范围。不写 --workers、--local、--hosts 时，任何表都可在本机填写。",
    )
}

fn refused(why: NoNumbers) -> Problem {
    match why {
        NoNumbers::Rules => other(
            "Workers cannot fill this table: the rules count moves, look at all heaps, or let the opponent forbid moves. Leave out --workers, --local and --hosts.",
            "工作进程无法填写此表：规则用到步数、所有堆，或允许对方禁止走法。请去掉 --workers、--local、--hosts。",
        ),
        NoNumbers::Ask => other(
            "Workers fill tables of who wins and of remoteness of whole positions, and of Grundy values: --show win, remoteness or grundy, as the game has them.",
            "工作进程可填写整个局面的胜负表、步数表和 SG 值表：按游戏选用 --show win、remoteness 或 grundy。",
        ),
        NoNumbers::Unbounded => other(
            "Workers cannot fill this table: the facts do not bound the positions that can follow, or the rules do not compile. Leave out --workers, --local and --hosts.",
            "工作进程无法填写此表：无法界定其后的局面，或规则无法编译。请去掉 --workers、--local、--hosts。",
        ),
        NoNumbers::NoLayers => other(
            "Workers need one number that every move lowers to fill Grundy values, and none was found for these rules. Ask who wins (--show win), or leave out --workers, --local and --hosts.",
            "填写 SG 值时，工作进程需要一个每步都下降的数，而这些规则没有找到。可改问胜负（--show win），或去掉 --workers、--local、--hosts。",
        ),
    }
}

/// The cells of a folder, by position.
pub(super) struct Folder {
    shards: Shards,
    space: Option<Numbered>,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Folder, Problem> {
        Ok(Folder { shards: Shards::open(path).map_err(file)?, space: None })
    }

    /// Numbers the positions as they were when the table was filled; false if that is not the space that is here.
    pub(super) fn number(&mut self, layout: &Layout, show: Show) -> bool {
        let corner = layout.corner();
        let space = corner.zip(ask(show)).and_then(|(c, ask)| Numbered::of(layout.game(), &c, ask).ok());
        self.space = space.filter(|s| s.cells() as u64 == self.shards.manifest().cells);
        self.space.is_some()
    }

    pub(super) fn path(&self) -> &Path {
        self.shards.path()
    }

    pub(super) fn text(&self) -> &str {
        &self.shards.manifest().text
    }

    pub(super) fn len(&self) -> u64 {
        self.shards.manifest().cells
    }

    pub(super) fn bytes(&self) -> u64 {
        self.shards.bytes()
    }

    pub(super) fn blocks(&self) -> (u64, u64) {
        (self.shards.blocks(), self.shards.blocks_read())
    }

    /// The number of a part in canonical form, for a player to move.
    pub(super) fn code(&mut self, part: &Part, mover: usize) -> Result<Option<u64>, Problem> {
        let cell = self.space.as_ref().and_then(|space| space.cell(part, mover));
        cell.map_or(Ok(None), |cell| self.shards.cell(cell as u64).map_err(file))
    }
}
