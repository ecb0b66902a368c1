//! Values of games in which play may go round: the graph of the positions that follow, what it is worth, who wins and how.
//!
//! Endless play is a draw. The crate [`bouton_values::loopy`] knows the theory; here positions become graphs.

use super::moves::First;
use super::problem::{malformed, unsettled};
use super::rules::{Failed, Interpreted, Sides, Signed};
use super::{
    Compared, LONGEST, ValueProblem, ValueQuestion, What, WinningMove, is_won_endlessly, line, no_value,
    no_value_at_all, players, shown,
};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::report::{Named, Sentence};
use bouton_engine::Halt;
use bouton_language::interp::Position;
use bouton_values::loopy::{Loopy, MOST_POSITIONS, Outcome, Unsettled, Worth};
use bouton_values::text::Line;
use bouton_values::{Style, Text, Values};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;

/// What kind of value a loopy game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoopyKind {
    /// That of a game that ends.
    Short,
    /// A stopper: no play with the players moving in turn goes on for ever.
    Stopper,
    /// One if draws count for Left, another if they count for Right.
    Sides,
    /// Both can move for ever in every sum.
    Dud,
    /// None was found.
    Unknown,
}

/// One term of a loopy sum.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LoopyTerm {
    /// The title of the game; none for an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The position or the expression.
    pub position: String,
    /// How many times it stands in the sum.
    pub times: i64,
    /// The value of one of it, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The same in Unicode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicode: Option<String>,
}

/// What is known of a loopy game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LoopyAnswer {
    /// The titles of the games, as they stand in the sum.
    pub game: String,
    /// The position or the expression, as it can be typed.
    pub position: String,
    /// The names of Left and Right.
    pub players: [String; 2],
    /// The value in ASCII, where one was found: a value, or onside & offside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The same in Unicode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicode: Option<String>,
    /// What kind of value it is.
    pub kind: LoopyKind,
    /// Who wins if Left begins and if Right begins: the name of a player, or none where play goes on for ever.
    pub winners: [Option<String>; 2],
    /// The same in words.
    pub who: Sentence,
    /// How it compares, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
    /// The winning first moves of each player, where a sum of positions was asked.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub winning_moves: Named<Vec<WinningMove>>,
    /// The first moves that draw, of a player who cannot win.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub drawing_moves: Named<Vec<WinningMove>>,
    /// The terms, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<LoopyTerm>,
    /// Why, in words.
    pub why: Vec<Sentence>,
    /// PROVED: all positions were looked at.
    #[schemars(extend("const" = "PROVED"))]
    pub status: &'static str,
    /// How it was found.
    pub how: Sentence,
    /// Positions of the sum.
    pub positions: u64,
}

/// A position as its parts in order.
type Key = Vec<Box<[u8]>>;

/// A term: its positions, by what they are where they come from rules, and what it is worth.
struct Graph {
    game: Loopy,
    places: FxHashMap<Key, u32>,
    worth: Worth,
}

impl Solver {
    /// What is known of a sum in which play may go round.
    pub fn loopy(&mut self, question: &ValueQuestion) -> Result<LoopyAnswer, Problem> {
        self.begin_values();
        let compared_with = match question.terms.as_slice() {
            [one] if one.times == 1 => self.relation(&one.what)?,
            _ => None,
        };
        let mut graphs = Vec::new();
        let (mut games, mut small) = (Vec::new(), Vec::new());
        for term in &question.terms {
            let graph = self.graph(&term.what)?;
            let values = &mut self.partizan.values;
            let copies = usize::try_from(term.times.unsigned_abs()).unwrap_or(usize::MAX);
            if copies > 64 {
                return Err(ValueProblem::LoopyLarge { most: MOST_POSITIONS }.into());
            }
            let signed = |game: Loopy| if term.times < 0 { game.negative() } else { game };
            games.extend(std::iter::repeat_n(signed(graph.game.clone()), copies));
            // Equal games are equal in sums: the simplest form makes a smaller sum.
            let simple = match &graph.worth {
                Worth::Short(value) => Loopy::short(values, *value).map_err(super::halted)?,
                Worth::Stopper(game) => game.clone(),
                _ => graph.game.clone(),
            };
            small.extend(std::iter::repeat_n(signed(simple), copies));
            graphs.push(graph);
        }
        let values = &mut self.partizan.values;
        let worth = match &graphs[..] {
            [graph] if question.terms[0].times == 1 => graph.worth.clone(),
            _ => {
                let (sum, _) = Loopy::sum(values, &small).map_err(unsettled)?;
                worth_of(values, &sum).map_err(unsettled)?
            }
        };
        let (sum, states) = Loopy::sum(values, &games).map_err(unsettled)?;
        let outcomes = sum.outcomes();
        let [text, unicode] = texts(values, &worth)?;
        let compared = match compared_with {
            None => None,
            Some((relation, other)) => {
                let order = worth.compare(&other, values).map_err(unsettled)?;
                let Some(order) = order else { return Err(ValueProblem::NoSides.into()) };
                let with = texts(values, &other)?[0].take().map(|text| text.text).unwrap_or_default();
                Some(Compared::new(with, order, relation))
            }
        };
        let mut terms = Vec::new();
        if question.terms.len() > 1 || question.terms[0].times != 1 {
            for (term, graph) in question.terms.iter().zip(&graphs) {
                let (game, position) = shown(&term.what);
                let [value, unicode] = texts(values, &graph.worth)?.map(|text| text.map(|text| text.text));
                terms.push(LoopyTerm { game, position, times: term.times, value, unicode });
            }
        }
        let players = players(question);
        let at: FxHashMap<&[u32], usize> =
            states.iter().enumerate().map(|(i, state)| (&state[..], i)).collect();
        let here = outcomes[0];
        let moves = |solver: &mut Solver, draws: bool| {
            solver.first_moves(question, &players, &mut |solver, first| {
                let First { term, mover, game, to } = first;
                let Some(place) = graphs[term].places.get(&solver.loopy_key(game, to)) else {
                    return Ok(None);
                };
                let mut state = states[0].clone();
                state[term] = *place;
                let Some(after) = at.get(&state[..]) else { return Ok(None) };
                let own = [Outcome::Left, Outcome::Right][mover];
                let wanted = if draws { here[mover] == Outcome::Draw } else { here[mover] == own };
                if !wanted || outcomes[*after][1 - mover] != here[mover] {
                    return Ok(None);
                }
                let values = &mut solver.partizan.values;
                let worth = worth_of(values, &graphs[term].game.from(*place)).map_err(unsettled)?;
                let text = |text: Option<Text>| text.map_or("?".to_string(), |text| text.text);
                Ok(Some(texts(values, &worth)?.map(text)))
            })
        };
        let (winning_moves, drawing_moves) = (moves(self, false)?, moves(self, true)?);
        let kind = kind(&worth, text.as_ref());
        let winner = |outcome| match outcome {
            Outcome::Left => Some(players[0].clone()),
            Outcome::Right => Some(players[1].clone()),
            Outcome::Draw => None,
        };
        let winners = here.map(winner);
        let why = crate::report::loopy::why(kind, unicode.as_ref().map(|text| &text.text[..]), &players);
        Ok(LoopyAnswer {
            game: line::titles(question),
            position: line::written(question),
            value: text.map(|text| text.text),
            unicode: unicode.map(|text| text.text),
            kind,
            who: crate::report::loopy::who(&winners, &players),
            winners,
            compared,
            winning_moves,
            drawing_moves,
            terms,
            why,
            status: "PROVED",
            how: crate::report::loopy::how(sum.positions()),
            positions: sum.positions() as u64,
            players,
        })
    }

    /// The value of a loopy position, if it is another than the one that is told.
    pub(super) fn other_loopy(&mut self, position: &What, told: &What) -> Result<Option<String>, Problem> {
        self.begin_values();
        let (found, told) = (self.graph(position)?.worth, self.graph(told)?.worth);
        let values = &mut self.partizan.values;
        if found.compare(&told, values).map_err(unsettled)? == Some(Some(Ordering::Equal)) {
            return Ok(None);
        }
        Ok(Some(texts(values, &found)?[0].take().map_or_else(|| "?".to_string(), |text| text.text)))
    }

    /// The relation of a line that compares, and the worth of what is compared with.
    fn relation(&mut self, what: &What) -> Result<Option<(bouton_values::text::Relation, Worth)>, Problem> {
        let What::Expression(text) = what else { return Ok(None) };
        let Line::Compare(_, relation, right) = Line::parse(text).map_err(|wrong| malformed(wrong, text))?
        else {
            return Ok(None);
        };
        let values = &mut self.partizan.values;
        let right = Loopy::work_out(values, &right).map_err(unsettled)?;
        Ok(Some((relation, worth_of(values, &right).map_err(unsettled)?)))
    }

    /// A term as a graph.
    fn graph(&mut self, what: &What) -> Result<Graph, Problem> {
        let (game, places) = match what {
            What::Position(game, position) => self.all_positions(game, position)?,
            What::Expression(text) => {
                let (Line::Value(value) | Line::Compare(value, ..)) =
                    Line::parse(text).map_err(|wrong| malformed(wrong, text))?;
                let game = Loopy::work_out(&mut self.partizan.values, &value).map_err(unsettled)?;
                (game, FxHashMap::default())
            }
        };
        let worth = worth_of(&mut self.partizan.values, &game).map_err(unsettled)?;
        Ok(Graph { game, places, worth })
    }

    fn loopy_key(&self, game: &Game, position: &Position) -> Key {
        let sides = Interpreted::new(game, self.partizan.work());
        let mut key: Key = position.parts.iter().map(|part| sides.key(part)).collect();
        key.sort_unstable();
        key
    }

    /// All positions that can follow from one, with the moves of both players.
    fn all_positions(
        &mut self,
        game: &Game,
        position: &Position,
    ) -> Result<(Loopy, FxHashMap<Key, u32>), Problem> {
        if let Some((_, why)) = no_value_at_all(game.rules()).into_iter().find(|(is, _)| *is) {
            return Err(no_value(why));
        }
        if is_won_endlessly(game.rules()) {
            return Err(ValueProblem::Endless.into());
        }
        let _watched = self.watched();
        self.partizan.watch(self.budget());
        let first = self.loopy_key(game, position);
        let sides = Interpreted::new(game, self.partizan.work());
        let mut places: FxHashMap<Key, u32> = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut all = vec![first];
        let mut options = [Vec::new(), Vec::new()];
        let mut at = 0;
        while at < all.len() {
            for (mover, lists) in options.iter_mut().enumerate() {
                let mut list = Vec::new();
                for i in 0..all[at].len() {
                    let (mut parts, mut ends) = (Vec::new(), Vec::new());
                    sides.options(&all[at][i], mover, &mut parts, &mut ends).map_err(|why| match why {
                        Failed::Rules(error) => game.fail(error),
                        Failed::Halted(halt) => super::halted(halt),
                        Failed::Unfit | Failed::Loopy(_) => ValueProblem::Explodes.into(),
                    })?;
                    let mut from = 0;
                    for end in ends {
                        let mut key = all[at].clone();
                        key.remove(i);
                        key.extend(parts[from..end as usize].iter().map(|Signed { part, .. }| part.clone()));
                        from = end as usize;
                        key.sort_unstable();
                        let next = all.len() as u32;
                        list.push(*places.entry(key).or_insert_with_key(|key| {
                            all.push(key.clone());
                            next
                        }));
                    }
                }
                if all.len() > MOST_POSITIONS {
                    return Err(ValueProblem::LoopyLarge { most: MOST_POSITIONS }.into());
                }
                list.sort_unstable();
                list.dedup();
                lists.push(list);
            }
            at += 1;
        }
        let [lefts, rights] = options;
        Ok((Loopy::new(lefts, rights, 0), places))
    }
}

/// What a game is worth; nothing where it has too many positions for that.
fn worth_of(values: &mut Values, game: &Loopy) -> Result<Worth, Unsettled> {
    match game.worth(values) {
        Err(Unsettled::Large { .. }) => Ok(Worth::Unknown),
        found => found,
    }
}

/// As text, in ASCII and in Unicode.
fn texts(values: &mut Values, worth: &Worth) -> Result<[Option<Text>; 2], Problem> {
    let mut text = |style| worth.text(values, style, LONGEST).map_err(|halt: Halt| super::halted(halt));
    Ok([text(Style::Ascii)?, text(Style::Unicode)?])
}

fn kind(worth: &Worth, text: Option<&Text>) -> LoopyKind {
    match worth {
        Worth::Short(_) => LoopyKind::Short,
        Worth::Stopper(_) => LoopyKind::Stopper,
        Worth::Sides(_) if text.is_some_and(|text| text.text == "dud") => LoopyKind::Dud,
        Worth::Sides(_) => LoopyKind::Sides,
        Worth::Unknown => LoopyKind::Unknown,
    }
}
