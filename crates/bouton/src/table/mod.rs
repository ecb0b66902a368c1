//! `table`: values for a range of positions: a strip, a matrix, or a list.
//!
//! Axes run over number fields and over parameters; positions made of rows, words, bags or boards (and sums of heaps)
//! are listed by size. A table that runs out of budget gives the cells it has, and says that it is not complete.

pub(crate) mod axis;
mod bulk;
pub mod code;
mod column;
pub(crate) mod fill;
mod json;
pub(crate) mod layout;
#[cfg(feature = "plot")]
pub mod picture;
pub mod saved;

pub use axis::{Axis, AxisRange};
pub(crate) use bulk::Bulk;
pub use column::Column;
pub use json::{ListedTable, PackedCells, PackedColumn, TableAnswer};

use crate::answer::MoveEntry;
use crate::answer::entries::by_score;
use crate::answer::how::How;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::value::{Said, no_short_value, no_value};
use axis::Steps;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::value::Value;
use layout::Layout;
use schemars::JsonSchema;
use serde::Serialize;

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// Grundy values.
    Grundy,
    /// Outcomes for the player to move.
    Win,
    /// The winning (or best) moves.
    Best,
    /// Scores.
    Score,
    /// How many moves there are.
    Moves,
    /// Outcomes with the number of moves to the end.
    Remoteness,
    /// Values of partizan games in canonical form, with their classes.
    Value,
}

impl Show {
    /// All there are.
    pub const ALL: [Show; 7] =
        [Show::Grundy, Show::Win, Show::Best, Show::Score, Show::Moves, Show::Remoteness, Show::Value];

    /// Are its cells numbers, so that a file or a picture holds them?
    pub fn is_number(self) -> bool {
        !matches!(self, Show::Best | Show::Value)
    }

    /// The word that asks for it.
    pub fn word(self) -> &'static str {
        match self {
            Show::Win => "win",
            other => other.key(),
        }
    }

    /// The key under which it stands.
    pub fn key(self) -> &'static str {
        match self {
            Show::Grundy => "grundy",
            Show::Win => "outcome",
            Show::Best => "best",
            Show::Score => "score",
            Show::Moves => "moves",
            Show::Remoteness => "remoteness",
            Show::Value => "value",
        }
    }

    /// What it is called.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Show::Grundy => lang.pick("Grundy values", "SG 值"),
            Show::Win => lang.pick("who wins", "胜负"),
            Show::Best => lang.pick("best moves", "最优走法"),
            Show::Score => lang.pick("scores", "得分"),
            Show::Moves => lang.pick("number of moves", "走法数"),
            Show::Remoteness => lang.pick("moves to the end", "距终局步数"),
            Show::Value => lang.pick("values", "值"),
        }
    }

    /// What a word asks for.
    pub fn named(word: &str) -> Option<Show> {
        Show::ALL.into_iter().find(|s| s.word() == word)
    }
}

/// "What are the values here?"
#[derive(Clone)]
pub struct TableQuestion {
    /// The game.
    pub game: Game,
    /// Ranges of fields and parameters, in the order in which the axes shall stand.
    pub ranges: Vec<AxisRange>,
    /// Upper end of the ranges that are not given.
    pub to: Option<u64>,
    /// What to show; by default Grundy values where the theory applies, else scores or outcomes.
    pub show: Option<Show>,
    /// Who moves first, 0 or 1.
    pub first: usize,
    /// For heaps: sums of any number of parts instead of single parts.
    pub sums: bool,
}

impl TableQuestion {
    /// The default table of a game.
    pub fn new(game: Game) -> TableQuestion {
        TableQuestion { game, ranges: Vec::new(), to: None, show: None, first: 0, sums: false }
    }

    /// Does it ask for the same values of the same positions?
    pub fn same_table(&self, other: &TableQuestion) -> bool {
        let table = |q: &TableQuestion| (q.ranges.clone(), q.to, q.show, q.first, q.sums);
        self.game.same(&other.game) && table(self) == table(other)
    }
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Not a legal position.
    Illegal,
    /// The budget ran out before it.
    Unknown,
    /// Grundy value.
    Grundy(u64),
    /// For the player to move.
    Outcome(Verdict),
    /// All winning (or best) moves; empty in a lost position.
    Best(Vec<MoveEntry>),
    /// Mover minus opponent, or the shared total.
    Score(i64),
    /// Number of moves.
    Moves(u64),
    /// Outcome, and moves to the end with best play (none for a draw).
    Remoteness(Verdict, Option<u64>),
    /// The value of a partizan position.
    Value(Box<Said>),
}

impl Cell {
    /// Is the position known to be lost for the player to move? `None` where the cell does not tell.
    pub fn lost(&self) -> Option<bool> {
        match self {
            Cell::Score(_) => None,
            Cell::Value(said) => Some(said.class == 'P'),
            cell => cell.outcome().map(|v| v == Verdict::Lose),
        }
    }

    /// Who wins, where the cell tells: scores by their sign.
    pub fn outcome(&self) -> Option<Verdict> {
        match self {
            Cell::Grundy(g) => Some(if *g == 0 { Verdict::Lose } else { Verdict::Win }),
            Cell::Outcome(v) | Cell::Remoteness(v, _) => Some(*v),
            Cell::Score(n) => Some(by_score(*n)),
            _ => None,
        }
    }

    /// The number that it is: a value, a score, how many moves there are, or are left.
    pub fn number(&self) -> Option<i64> {
        match self {
            Cell::Grundy(n) | Cell::Moves(n) | Cell::Remoteness(_, Some(n)) => i64::try_from(*n).ok(),
            Cell::Score(n) => Some(*n),
            Cell::Best(moves) => i64::try_from(moves.len()).ok(),
            _ => None,
        }
    }

    /// The value in the fewest letters; `#` is lost, so that the cold positions stand out.
    pub fn short(&self) -> String {
        match self {
            Cell::Illegal => String::new(),
            Cell::Unknown => "?".into(),
            Cell::Grundy(n) | Cell::Moves(n) => n.to_string(),
            Cell::Outcome(Verdict::Lose) => "#".into(),
            Cell::Outcome(Verdict::Win) => ".".into(),
            Cell::Outcome(Verdict::Draw) => "=".into(),
            Cell::Score(n) => n.to_string(),
            Cell::Remoteness(Verdict::Draw, _) | Cell::Remoteness(_, None) => "=".into(),
            Cell::Remoteness(_, Some(n)) => n.to_string(),
            Cell::Best(moves) => moves.iter().map(|m| m.notation.as_str()).collect::<Vec<_>>().join("; "),
            Cell::Value(said) => said.value.clone(),
        }
    }
}

/// One position of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Values of the columns.
    pub values: Vec<Value>,
    /// What it is worth.
    pub cell: Cell,
}

/// How a table is best drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Drawing {
    /// One axis.
    Strip,
    /// Two axes; the rows stand in the order of the first, then of the second.
    Matrix,
    /// Anything else.
    List,
}

impl Drawing {
    /// The drawing of a box with so many axes.
    pub(crate) fn of(axes: usize) -> Drawing {
        match axes {
            1 => Drawing::Strip,
            2 => Drawing::Matrix,
            _ => Drawing::List,
        }
    }
}

/// A table of codes with axes: what the command prints, the page and `plot` draw, and files hold. [`Solver::table`](crate::Solver::table) fills it.
#[derive(Clone, Debug)]
pub struct Table {
    /// Title of the game.
    pub game: String,
    /// What it shows.
    pub show: Show,
    /// How to draw it.
    pub drawing: Drawing,
    /// The names of the columns of `Row::values`.
    pub columns: Vec<String>,
    /// The axes, where positions lie in a box (one for a strip, two for a matrix).
    pub axes: Vec<Axis>,
    /// `n <= 21`, `size <= 6`: what is listed, worded in both languages.
    pub bound: [String; 2],
    /// Who is to move, where that makes a difference to the rules and to what is shown.
    pub mover: Option<String>,
    /// How the values were found.
    pub how: How,
    /// Why it is not complete, if it is not: the budget or an interrupt. Cells behind the stop are unknown.
    pub stopped: Option<Problem>,
    /// The places that were asked for, where they are a box; positions by size are not counted before they are listed.
    pub asked: Option<u64>,
    /// What positions it consists of.
    layout: Layout,
    /// The cells up to where it was stopped, as numbers: `None` is no legal position.
    codes: Vec<Option<u64>>,
    /// The values of the columns, where positions are listed by size.
    listed: Vec<Vec<Value>>,
    /// What is no number, where it is shown: a code is a place here.
    others: Vec<Cell>,
}

impl Table {
    /// What is shown, of what, and who is to move: the parts of a heading.
    pub fn heading(&self, lang: Lang) -> Vec<String> {
        let mut out =
            vec![self.show.name(lang).to_string(), lang.pick(&self.bound[0], &self.bound[1]).clone()];
        let name = self.mover.iter();
        out.extend(name.map(|name| lang.pick(format!("{name} to move"), format!("轮到 {name}"))));
        out.retain(|s| !s.is_empty());
        out
    }

    /// How many places there are, legal positions or not.
    pub fn len(&self) -> usize {
        self.layout.cells().map_or(self.codes.len(), |n| n as usize)
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell at a place; the last axis runs fastest.
    pub fn cell(&self, place: usize) -> Cell {
        match self.codes.get(place) {
            None => Cell::Unknown,
            Some(Some(code)) if !self.show.is_number() => {
                self.others.get(*code as usize).cloned().unwrap_or(Cell::Unknown)
            }
            Some(code) => code::cell(self.show, *code),
        }
    }

    /// All cells in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.len()).map(|place| self.cell(place))
    }

    /// The cell of a matrix, by the places of its values on the two axes.
    pub fn at(&self, i: usize, j: usize) -> Option<Cell> {
        let [down, across] = self.axes.as_slice() else { return None };
        let (high, wide) = (down.values.len(), across.values.len());
        (i < high && j < wide).then(|| self.cell(i * wide + j))
    }

    /// The lines of a matrix up to the one in which it was stopped.
    pub fn height(&self) -> usize {
        match (self.axes.as_slice(), &self.stopped) {
            ([_, across], Some(_)) => self.codes.len().div_ceil(across.values.len().max(1)),
            ([down, ..], _) => down.values.len(),
            _ => 0,
        }
    }

    /// The positions in order, as far as it was filled. A matrix has a row for every pair of its lines, legal or not;
    /// everything else only legal positions.
    pub fn rows(&self) -> Vec<Row> {
        let matrix = self.drawing == Drawing::Matrix;
        let last = if matrix { self.height() * self.axes[1].values.len() } else { self.codes.len() };
        let row = |place: usize| Row { values: self.values(place), cell: self.cell(place) };
        (0..last).filter(|place| matrix || self.codes[*place].is_some()).map(row).collect()
    }

    /// The values of the columns at a place.
    fn values(&self, place: usize) -> Vec<Value> {
        match self.listed.get(place) {
            Some(values) => values.clone(),
            None => self.layout.values_at(place as u64),
        }
    }

    /// The position of a row as it can be typed; `None` where it is not legal or not known.
    pub fn position(&self, row: &Row) -> Option<String> {
        match (&row.cell, row.values.last()) {
            (Cell::Illegal | Cell::Unknown, _) => None,
            // A sum of heaps is listed as it is typed.
            (_, Some(Value::Text(text))) if self.layout.sums() => Some(text.to_string()),
            _ => {
                let named: Vec<_> = self.columns.iter().cloned().zip(row.values.iter().cloned()).collect();
                position_at(self.layout.game(), &named).ok().map(|(game, position)| game.show(&position))
            }
        }
    }

    /// The positions that are lost for the player to move: the value of a strip's axis, or the position as typed.
    pub fn lost(&self) -> Vec<String> {
        let name = |r: Row| match (self.drawing, r.values.as_slice()) {
            (Drawing::Strip, [v]) => v.to_string(),
            _ if self.over_parameters() => self.place(&r),
            _ => self.position(&r).unwrap_or_default(),
        };
        self.rows().into_iter().filter(|r| r.cell.lost() == Some(true)).map(name).collect()
    }

    /// Does a parameter run over an axis?
    pub fn over_parameters(&self) -> bool {
        self.axes.iter().any(|a| a.parameter)
    }

    /// `rows=3 cols=5`
    pub fn place(&self, row: &Row) -> String {
        let pairs = self.columns.iter().zip(&row.values);
        pairs.map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
    }

    /// The values in order; of outcomes, the lost positions; a matrix by antidiagonals, as the OEIS does.
    pub fn sequence(&self) -> Vec<String> {
        if self.show == Show::Win {
            return self.lost();
        }
        match self.axes.as_slice() {
            [_, across] if self.drawing == Drawing::Matrix => {
                let side = self.height().min(across.values.len());
                let places = (0..side).flat_map(|sum| (0..=sum).map(move |i| (i, sum - i)));
                places.filter_map(|(i, j)| self.at(i, j)).map(|cell| cell.short()).collect()
            }
            _ => self.rows().iter().map(|r| r.cell.short()).collect(),
        }
    }

    /// The table as a picture sees it: of three axes and more, fields that are held at one value make none.
    pub fn flattened(mut self) -> Table {
        if self.axes.len() > 2 {
            self.axes.retain(|a| a.values.len() != 1);
            self.drawing = Drawing::of(self.axes.len());
            self.trim();
        }
        self
    }

    /// The corner of a matrix, so many lines and columns.
    pub fn corner(&self, side: usize) -> Table {
        let mut small = self.clone();
        if self.drawing == Drawing::Matrix {
            let lines = &self.layout.lines;
            small.keep(
                lines.iter().map(|l| (0..l.steps.len() as usize).map(|i| i < side).collect()).collect(),
            );
        }
        small
    }

    /// Leaves out values of the axes without any legal position, unless they were asked for. (A strip shows legal positions
    /// only.)
    fn trim(&mut self) {
        if self.layout.cells().is_none() || self.codes.iter().all(Option::is_some) {
            return;
        }
        let lines = &self.layout.lines;
        let kept = |asked: bool| asked && self.drawing != Drawing::Strip;
        let mut used: Vec<Vec<bool>> =
            lines.iter().map(|l| vec![kept(l.asked); l.steps.len() as usize]).collect();
        for place in (0..self.len()).filter(|place| self.codes.get(*place) != Some(&None)) {
            self.layout.steps_at(place as u64, |axis, step| used[axis][step as usize] = true);
        }
        self.keep(used);
    }

    /// Keeps these values of each axis.
    fn keep(&mut self, used: Vec<Vec<bool>>) {
        if used.iter().flatten().all(|used| *used) {
            return;
        }
        let mut place = 0;
        self.codes.retain(|_| {
            let mut all = true;
            self.layout.steps_at(place, |axis, step| all &= used[axis][step as usize]);
            place += 1;
            all
        });
        for (line, used) in self.layout.lines.iter_mut().zip(&used) {
            let values = line.steps.values().into_iter().zip(used).filter(|(_, u)| **u);
            line.steps = Steps::Listed(values.map(|(v, _)| v).collect());
            if let Some(axis) = self.axes.iter_mut().find(|a| a.name == line.name) {
                axis.values = line.steps.values();
            }
        }
    }
}

/// A table of more cells than this is refused: 2,000 by 2,000 with both ends is within.
pub(crate) const MOST: u64 = 4_200_000;

/// What is shown where nothing is asked for.
pub fn default_show(game: &Game) -> Show {
    if game.rules().score.is_some() {
        Show::Score
    } else if game.kind().grundy.is_ok() {
        Show::Grundy
    } else {
        Show::Win
    }
}

/// Can this be shown of this game?
pub(crate) fn applicable(game: &Game, show: Show) -> Result<(), Problem> {
    let scored = game.rules().score.is_some();
    let other =
        |en: &str, zh: &str| Err(Problem::NotApplicable(NotApplicable::Other([en.into(), zh.into()])));
    match show {
        Show::Grundy => match game.no_grundy() {
            None => Ok(()),
            Some([en, zh]) => Err(Problem::NotApplicable(NotApplicable::Grundy([
                format!("{en} Show who wins instead: --show win"),
                format!("{zh}可改为显示胜负：--show win"),
            ]))),
        },
        Show::Score if !scored => other(
            "This game has no score. Show who wins instead: --show win",
            "这个游戏没有得分。可改为显示胜负：--show win",
        ),
        Show::Value => match no_short_value(game) {
            None => Ok(()),
            Some(why) => Err(no_value(why)),
        },
        Show::Remoteness if scored => other(
            "A game for points is not a race to its end: it has no remoteness.",
            "计分游戏没有“距终局步数”。",
        ),
        _ => Ok(()),
    }
}

/// The position at a place of a table: the values of fields and parameters by name.
pub fn position_at(game: &Game, at: &[(String, Value)]) -> Result<(Game, Position), Problem> {
    let rules = game.rules();
    let mut typed = vec![None; rules.shape.fields.len()];
    let mut params = Vec::new();
    let mut sides = layout::Sides::default();
    for (name, value) in at {
        if let Some((f, rows)) = layout::side(game, name) {
            sides.set(f, rows, value);
        } else if let Some(f) = rules.shape.fields.iter().position(|f| f.name == *name) {
            typed[f] = Some(value.clone());
        } else if let Some(p) = rules.params.iter().position(|p| p.name == *name) {
            params.push((p, value.clone()));
        } else {
            let known = rules.params.iter().map(|p| p.name.clone()).collect();
            return Err(Problem::NotApplicable(NotApplicable::NoParameter { name: name.clone(), known }));
        }
    }
    let game = if params.is_empty() { game.clone() } else { game.with_values(&params)? };
    if !sides.fill(&game, &mut typed) {
        typed.clear();
    }
    match game.legal_part(typed)? {
        Some(part) => Ok((game, Position { parts: vec![part] })),
        None => Err(Problem::NotApplicable(NotApplicable::Other([
            "There is no legal position at this place.".into(),
            "这里没有合法的局面。".into(),
        ]))),
    }
}
