//! What a saved table is a table of: the text that stands in its file, and whether a question fits it.

use super::identity;
use super::problem::Misfit;
use crate::game::Game;
use crate::table::axis::Steps;
use crate::table::layout::{Layout, Line, Target};
use crate::table::{AxisRange, Show, TableQuestion};
use serde::{Deserialize, Serialize};

/// What is saved of a parameter: its value for people, and its hash to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Setting {
    name: String,
    shown: String,
    hash: String,
}

/// A range as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Range {
    name: String,
    from: i64,
    to: i64,
}

/// The description of a saved table, kept in its file as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// The program that wrote it.
    pub(super) engine: String,
    /// Title of the game.
    pub(super) game: String,
    /// Hash of the rules.
    rules: String,
    /// Parameters that do not run over an axis.
    params: Vec<Setting>,
    /// What each cell holds.
    pub(super) show: String,
    ranges: Vec<Range>,
    to: u64,
    pub(super) first: usize,
    pub(super) sums: bool,
    /// What is listed, in both languages.
    pub(super) bound: [String; 2],
}

/// The names of what can be saved, as `--show` has them.
const SHOWN: [(&str, Show); 5] = [
    ("grundy", Show::Grundy),
    ("win", Show::Win),
    ("score", Show::Score),
    ("moves", Show::Moves),
    ("remoteness", Show::Remoteness),
];

/// Texts of graphs and long lists are cut here: the hash is what counts.
const LONGEST: usize = 200;

impl About {
    /// The description of a table; `None` for what cannot be saved (moves are no numbers).
    pub(super) fn new(question: &TableQuestion, layout: &Layout, show: Show) -> Option<About> {
        let game = &question.game;
        let (name, _) = SHOWN.iter().find(|(_, s)| *s == show)?;
        let range = |l: &Line| match l.steps {
            Steps::Run(from, to) if l.asked => Some(Range { name: l.name.clone(), from, to }),
            _ => None,
        };
        Some(About {
            engine: env!("CARGO_PKG_VERSION").to_string(),
            game: game.title(),
            rules: identity::rules(game.rules()),
            params: settings(game, layout),
            show: (*name).to_string(),
            ranges: layout.lines.iter().filter_map(range).collect(),
            to: layout.to,
            first: question.first,
            sums: question.sums,
            bound: layout.bound.clone(),
        })
    }

    /// What the cells hold.
    pub(super) fn shows(&self) -> Option<Show> {
        SHOWN.iter().find(|(name, _)| *name == self.show).map(|(_, show)| *show)
    }

    /// The question that this table answers, for a game.
    pub(super) fn question(&self, game: &Game) -> TableQuestion {
        let range = |r: &Range| AxisRange { name: r.name.clone(), from: r.from, to: Some(r.to) };
        TableQuestion {
            game: game.clone(),
            ranges: self.ranges.iter().map(range).collect(),
            to: Some(self.to),
            show: self.shows(),
            first: self.first,
            sums: self.sums,
        }
    }

    /// Is it a table of these rules?
    pub(super) fn same_rules(&self, game: &Game) -> Result<(), Misfit> {
        if self.rules == identity::rules(game.rules()) {
            return Ok(());
        }
        Err(Misfit::Rules { saved: self.game.clone(), asked: game.title() })
    }

    /// Is it a table of this game, with these parameters?
    pub(super) fn of_game(&self, game: &Game, layout: &Layout) -> Result<(), Misfit> {
        self.same_rules(game)?;
        let asked = settings(game, layout);
        match self.params.iter().zip(&asked).find(|(a, b)| a.name != b.name || a.hash != b.hash) {
            Some((saved, asked)) => Err(Misfit::Parameter {
                name: saved.name.clone(),
                saved: saved.shown.clone(),
                asked: asked.shown.clone(),
            }),
            None if self.params.len() != asked.len() => {
                Err(Misfit::Table { saved: self.bound.clone(), asked: layout.bound.clone() })
            }
            None => Ok(()),
        }
    }

    /// Is it the very table that is asked for?
    pub(super) fn same_table(&self, asked: &About) -> Result<(), Misfit> {
        if self.show != asked.show {
            return Err(Misfit::Show { saved: self.show.clone(), asked: asked.show.clone() });
        }
        let table = |a: &About| (a.ranges.clone(), a.to, a.first, a.sums);
        if table(self) != table(asked) {
            return Err(Misfit::Table { saved: self.bound.clone(), asked: asked.bound.clone() });
        }
        Ok(())
    }
}

/// The parameters of a game that do not run over an axis. A default may depend on one that does; then the default counts
/// and not its value.
fn settings(game: &Game, layout: &Layout) -> Vec<Setting> {
    let rules = game.rules();
    let axis = |p: usize| layout.lines.iter().any(|l| l.target == Target::Param(p));
    let varied = layout.lines.iter().any(|l| matches!(l.target, Target::Param(_)));
    let changed = |p: usize| game.changed().iter().any(|(q, _)| *q == p);
    let setting = |p: usize| {
        let (param, value) = (&rules.params[p], game.interp().params().get(p)?);
        let mut shown = value.to_string();
        if shown.chars().count() > LONGEST {
            shown = shown.chars().take(LONGEST).chain(['…']).collect();
        }
        let hash =
            if varied && !changed(p) { identity::expr(&param.default) } else { identity::value(value) };
        Some(Setting { name: param.name.clone(), shown, hash })
    };
    (0..rules.params.len()).filter(|p| !axis(*p)).filter_map(setting).collect()
}
