//! Squares of boards by their names: `b3` is column b, row 3, counted from the upper left corner as boards are typed; `3,2` is row 3,
//! column 2.
//!
//! A move is named by its squares ([`named`]), and what a person types is looked for among the moves ([`Typed`]).

use crate::answer::entries::RawMove;
use crate::game::{Game, Match};
use bouton_language::ast::FieldKind;
use bouton_language::interp::{Place, Squares};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A square of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Square {
    /// The field that is the board.
    pub field: String,
    /// Its row, from 1 at the top.
    pub row: usize,
    /// Its column, from 1 at the left.
    pub column: usize,
}

/// The letter of a column, where it has one.
pub fn letter(column: usize) -> Option<char> {
    let at = u8::try_from(column.checked_sub(1)?).ok().filter(|at| *at < 26)?;
    Some(char::from(b'a' + at))
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match letter(self.column) {
            Some(letter) => write!(f, "{letter}{}", self.row),
            None => write!(f, "{},{}", self.row, self.column),
        }
    }
}

/// Has a position of this game a board?
pub fn has_board(game: &Game) -> bool {
    game.rules().shape.fields.iter().any(|f| f.kind == FieldKind::Grid)
}

/// The squares of a move; none where the game has no boards.
pub(crate) fn of(at: Match<'_>, m: &RawMove) -> Squares {
    let (game, position) = (&at.games[m.term], &at.state.positions[m.term]);
    let Some(part) = position.parts.get(m.part).filter(|_| has_board(game)) else {
        return Squares::default();
    };
    game.interp().squares(part, m.line, &m.choices, at.state.turn).unwrap_or_default()
}

/// The squares that name a move.
pub(crate) fn named(at: Match<'_>, m: &RawMove) -> Vec<Square> {
    let square = |p: Place| {
        let field = at.games[m.term].rules().shape.fields[p.field].name.clone();
        Square { field, row: p.row, column: p.column }
    };
    of(at, m).named.into_iter().map(square).collect()
}

/// Squares as they were typed.
pub(crate) struct Typed {
    /// The board, where several are there.
    field: Option<String>,
    /// The part, from 0.
    part: Option<usize>,
    /// Rows and columns.
    squares: Vec<(usize, usize)>,
}

impl Typed {
    /// Reads `b3`, `b3 c3`, `b3-c3`, `3,2`, `h b3`, `b3 @2`; `None` if the text is something else.
    pub(crate) fn read(text: &str, at: Match<'_>) -> Option<Typed> {
        let mut typed = Typed { field: None, part: None, squares: Vec::new() };
        let is_board = |word: &str| {
            let mut fields = at.games.iter().flat_map(|g| &g.rules().shape.fields);
            fields.any(|f| f.kind == FieldKind::Grid && f.name == word)
        };
        for word in text.split(|c: char| c.is_whitespace() || c == '-' || c == '–').filter(|w| !w.is_empty())
        {
            if let Some(part) = word.strip_prefix('@') {
                typed.part = Some(part.parse::<usize>().ok()?.checked_sub(1)?);
            } else if let Some(square) = square(word) {
                typed.squares.push(square);
            } else if typed.field.is_none() && typed.squares.is_empty() && is_board(word) {
                typed.field = Some(word.to_string());
            } else {
                return None;
            }
        }
        (!typed.squares.is_empty()).then_some(typed)
    }

    /// How well a move fits, from 0; `None` if it does not.
    pub(crate) fn fits(&self, at: Match<'_>, m: &RawMove) -> Option<u8> {
        let fields = &at.games[m.term].rules().shape.fields;
        if self.part.is_some_and(|part| part != m.part) {
            return None;
        }
        let meant = |p: &&Place| self.field.as_ref().is_none_or(|name| fields[p.field].name == *name);
        let Squares { named, written } = of(at, m);
        let list = |places: &[Place]| -> Vec<(usize, usize)> {
            places.iter().filter(meant).map(|p| (p.row, p.column)).collect()
        };
        let (named, written) = (list(&named), list(&written));
        let all_in = |list: &[(usize, usize)]| self.squares.iter().all(|s| list.contains(s));
        let same = |list: &[(usize, usize)]| all_in(list) && list.iter().all(|s| self.squares.contains(s));
        match () {
            () if named.is_empty() => None,
            () if named == self.squares => Some(0),
            () if same(&named) => Some(1),
            () if same(&written) => Some(2),
            () if all_in(&named) => Some(3),
            () if all_in(&written) => Some(4),
            () => None,
        }
    }
}

/// `b3` or `3,2`: row and column.
fn square(word: &str) -> Option<(usize, usize)> {
    let number =
        |t: &str| t.parse::<usize>().ok().filter(|n| *n > 0 && t.bytes().all(|b| b.is_ascii_digit()));
    if let Some((row, column)) = word.split_once([',', '，']) {
        let inner = |t: &'_ str| number(t.trim_matches(['(', ')']));
        return Some((inner(row)?, inner(column)?));
    }
    let letter = word.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = usize::from(letter.to_ascii_lowercase() as u8 - b'a') + 1;
    Some((number(&word[1..])?, column))
}
